//! `levelwright check`.

use std::path::PathBuf;

use clap::Args;
use levelwright_model::document::{LevelId, Severity};
use levelwright_model::problems::{Whole, of_document};
use serde_json::{Value as Json, json};

use super::info::severity_word;
use super::open::{level_name, levels, open};
use super::output::{CliError, Outcome, Output};
use super::texts;

/// List what is wrong with a file: what opening it found, and the problems of its levels
#[derive(Debug, Args)]
#[command(after_help = texts::CHECK)]
pub(super) struct Check {
    /// The file
    file: PathBuf,
    /// Only this level: its position, # and its number in the game, or its name
    #[arg(long)]
    level: Option<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

struct Line {
    level: Option<String>,
    severity: Severity,
    check: &'static str,
    place: String,
    message: String,
}

impl Check {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let mut file = open(&self.file)?;
        let ids = levels(&mut file.document, self.level.as_deref())?;
        let document = &file.document;
        let mut lines: Vec<Line> = Vec::new();
        let mut notice = |level: Option<String>, notice: &levelwright_model::document::Notice| {
            let (place, message) = (notice.place.clone(), notice.message.clone());
            lines.push(Line { level, severity: notice.severity, check: "open", place, message });
        };
        document.report().notices.iter().for_each(|n| notice(None, n));
        for id in &ids {
            let Some(level) = document.state().level(*id) else { continue };
            level.notices().iter().for_each(|n| notice(Some(level_name(*id)), n));
        }
        let whole = Whole { state: document.state(), source: &**document.source() };
        let all = self.level.is_none();
        let problems = of_document(document.game(), &whole).into_iter();
        lines.extend(problems.filter(|p| all || ids.contains(&p.node.level)).map(|p| Line {
            level: (p.node.level != LevelId::FILE).then(|| level_name(p.node.level)),
            severity: p.severity,
            check: p.check,
            place: match (p.place.as_str(), p.field) {
                ("", _) => String::new(),
                (place, "") => place.to_owned(),
                (place, field) => format!("{place}.{field}"),
            },
            message: p.message,
        }));
        let found = lines.iter().any(|l| l.severity >= Severity::Warning);
        if self.json {
            output.json(&Json::Array(lines.iter().map(Line::json).collect()))?;
        } else {
            for line in &lines {
                let level = line.level.as_ref().map(|l| format!("level {l}: ")).unwrap_or_default();
                let severity = severity_word(line.severity);
                let place = if line.place.is_empty() { String::new() } else { format!("{}: ", line.place) };
                writeln!(output.out, "{severity}: {level}{place}{} [{}]", line.message, line.check)?;
            }
        }
        Ok(if found { Outcome::Found } else { Outcome::Fine })
    }
}

impl Line {
    fn json(&self) -> Json {
        json!({
            "level": self.level,
            "severity": severity_word(self.severity),
            "check": self.check,
            "place": self.place,
            "message": self.message,
        })
    }
}
