//! How true a preview is.

use std::fmt::Write as _;

use super::Setting;

/// Where a behaviour's rules come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Truth {
    /// Compared with the game's engine, tick by tick.
    Verified,
    /// Follows published documents or sources; not compared with a running game.
    Documents,
    /// A guess that looks right.
    Assumed,
    /// Left out.
    NotSimulated,
}

impl Truth {
    /// In words.
    pub fn words(self) -> &'static str {
        match self {
            Truth::Verified => "verified against the game's engine",
            Truth::Documents => "from the documents",
            Truth::Assumed => "assumed",
            Truth::NotSimulated => "not simulated",
        }
    }
}

/// One line of the sheet, stated in the file of the behaviour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fidelity {
    /// The behaviour's file, without its ending.
    pub file: &'static str,
    /// What it is about.
    pub what: &'static str,
    /// How true it is.
    pub truth: Truth,
    /// From where, compared with what, or what is missing.
    pub note: &'static str,
}

/// The sheet as a Markdown page, with what can be set otherwise.
pub fn sheet(title: &str, lines: &[Fidelity], settings: &[Setting]) -> String {
    let mut out = format!(
        "# {title}\n\nGenerated from the behaviours' own statements; a test compares it (`UPDATE_GOLDENS=1` writes it).\n\n\
         | behaviour | what | how true | note |\n|---|---|---|---|\n"
    );
    for Fidelity { file, what, truth, note } in lines {
        // Writing to a String cannot fail.
        writeln!(out, "| `{file}` | {what} | *{}* | {note} |", truth.words()).unwrap_or_default();
    }
    if !settings.is_empty() {
        out.push_str("\n## Settings\n\n| setting | usually | how true | note |\n|---|---|---|---|\n");
    }
    for Setting { key, label, doc, unit, usual, truth, .. } in settings {
        let usual = format!("{usual} {unit}");
        writeln!(out, "| {label} (`{key}`) | {} | *{}* | {doc} |", usual.trim_end(), truth.words()).unwrap_or_default();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::Number;
    use super::*;

    #[test]
    fn the_sheet_lists_behaviours_and_settings() {
        let line = Fidelity { file: "door", what: "opening", truth: Truth::Verified, note: "seen" };
        assert!(!sheet("T", &[line], &[]).contains("Settings"));
        let setting = Setting {
            key: "far",
            label: "Far",
            doc: "nobody knows",
            unit: "m",
            usual: Number::whole(100),
            least: Number::ZERO,
            most: Number::whole(400),
            truth: Truth::Assumed,
        };
        let sheet = sheet("T", &[line], &[setting]);
        assert!(sheet.contains("| `door` | opening | *verified against the game's engine* | seen |"));
        assert!(sheet.ends_with("| Far (`far`) | 100 m | *assumed* | nobody knows |\n"));
    }
}
