//! Names that scripts go by (`oni.md` 4.4).

use super::common::{repeated, rows, text};
use crate::document::{Level, Severity};
use crate::problems::{Check, Report, Run};

/// Lists whose objects scripts know by name.
const NAMED: &[&str] = &["characters", "patrol_paths", "trigger_volumes"];

/// Names count for the shape of a list.
const READS: &[&str] = &["characters/shape", "patrol_paths/shape", "trigger_volumes/shape"];

pub(super) static TWICE: Check = Check {
    id: "oni-name-twice",
    severity: Severity::Warning,
    label: "Name used twice",
    doc: "Scripts that name a character, patrol path or trigger volume mean the first of that name.",
    reads: READS,
    run: Run::Level(twice),
    fixes: &[],
};

pub(super) static EMPTY: Check = Check {
    id: "oni-name-empty",
    severity: Severity::Warning,
    label: "No name",
    doc: "Scripts cannot name it, and functions called for it get an empty name.",
    reads: READS,
    run: Run::Level(empty),
    fixes: &[],
};

fn twice(level: &Level, report: &mut Report) {
    for key in NAMED {
        let named = rows(level, key).filter(|r| !text(r, "name").is_empty());
        for (record, first, name) in repeated(named, |r| Some(text(r, "name"))) {
            report.record(&record, "name", format!("{first} is called {name} too"));
        }
    }
}

fn empty(level: &Level, report: &mut Report) {
    for key in NAMED {
        for record in rows(level, key).filter(|r| text(r, "name").is_empty()) {
            report.record(&record, "name", "it has no name");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, level, set_text};
    use super::*;

    #[test]
    fn names_twice_and_no_names_are_told() {
        let (mut document, made) = level(&["character", "character", "trigger-volume"]);
        assert!(found(&document, &TWICE).is_empty() && found(&document, &EMPTY).is_empty());
        set_text(&mut document, made[1], "name", "char_1");
        assert_eq!(found(&document, &TWICE), ["characters/1 name: characters/0 is called char_1 too"]);
        set_text(&mut document, made[0], "name", "");
        set_text(&mut document, made[2], "name", "");
        assert!(found(&document, &TWICE).is_empty());
        assert_eq!(
            found(&document, &EMPTY),
            ["characters/0 name: it has no name", "trigger_volumes/0 name: it has no name"]
        );
    }
}
