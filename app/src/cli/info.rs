//! `levelwright info`.

use std::path::PathBuf;

use clap::Args;
use levelwright_io::file::OpenFile;
use levelwright_io::format::OpenError;
use levelwright_io::json::address::table_name;
use levelwright_model::document::{Level, LevelId, Notice, Severity, Table};
use serde_json::{Value as Json, json};

use super::open::{failed, level_name};
use super::output::{CliError, Outcome, Output, counted};
use super::texts;

/// Say what a file is: game, container, versions, levels, tables and counts, what is opaque
#[derive(Debug, Args)]
#[command(after_help = texts::INFO)]
pub(super) struct Info {
    /// The file
    file: PathBuf,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl Info {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let mut file = match OpenFile::open(&self.file) {
            Ok(file) => file,
            // A file that is something else is named: that is an answer, too.
            Err(OpenError::NotALevel(what)) => {
                if self.json {
                    output
                        .json(&json!({ "file": self.file.display().to_string(), "level_file": false, "what": what }))?;
                } else {
                    writeln!(output.out, "{}: {what}", self.file.display())?;
                }
                return Ok(Outcome::Fine);
            }
            Err(error) => return Err(failed(error, &self.file)),
        };
        file.document.decode_all();
        if self.json {
            output.json(&as_json(&file))?;
        } else {
            write!(output.out, "{}", as_text(&file))?;
        }
        Ok(Outcome::Fine)
    }
}

/// The file's own pseudo-level, where it has tables, and all others.
fn levels(file: &OpenFile) -> impl Iterator<Item = &Level> {
    let state = file.document.state();
    let own = state.level(LevelId::FILE).filter(|l| l.tables().next().is_some());
    own.into_iter().chain(state.ids().filter_map(|id| state.level(id)))
}

fn as_text(file: &OpenFile) -> String {
    let mut out = String::new();
    let mut line = |text: String| {
        out.push_str(&text);
        out.push('\n');
    };
    let (document, summary) = (&file.document, file.summary());
    line(format!("format: {}", summary.format));
    line(format!("game: {}", document.game().name));
    for (name, value) in &summary.facts {
        line(format!("{name}: {value}"));
    }
    for extra in &summary.extras {
        line(format!("beside the levels: {extra}"));
    }
    for path in file.companions() {
        line(format!("saved with it: {}", path.display()));
    }
    for guest in file.guests() {
        line(format!("lent by {}:", guest.path.display()));
        for text in &guest.lines {
            line(format!("  {text}"));
        }
    }
    if let Some(reason) = document.read_only() {
        line(format!("read-only: {reason}"));
    }
    for notice in &document.report().notices {
        line(notice_line(notice));
    }
    for level in levels(file) {
        let id = level.id();
        if id == LevelId::FILE {
            line("\nthe file itself".to_owned());
        } else {
            let source = document.source();
            line(format!("\nlevel {} (number {}): {}", id.0, source.game_index(id), source.name(id)));
        }
        for table in level.tables() {
            let mut text = format!("  {}", table_name(level, table));
            // What lies outside the levels' chunks has no tag.
            if !table.tag.is_empty() {
                text.push_str(&format!(" [{}]", tag_text(table)));
            }
            let bytes = table.bytes().len();
            text.push_str(&match table.spec.record {
                Some(_) => format!(": {}, {bytes} bytes", counted(table.len(), "row")),
                None => format!(": {bytes} bytes"),
            });
            if let Some(reason) = &table.opaque {
                text.push_str(&format!(", opaque: {reason}"));
            }
            line(text);
        }
        for notice in level.notices() {
            line(format!("  {}", notice_line(notice)));
        }
    }
    out
}

fn tag_text(table: &Table) -> String {
    table.tag.escape_ascii().to_string()
}

/// A notice in one line.
pub(super) fn notice_line(notice: &Notice) -> String {
    format!("{}: {}: {}", severity_word(notice.severity), notice.place, notice.message)
}

/// The word for a severity.
pub(super) fn severity_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Info => "info",
        Severity::Warning => "warning",
        Severity::Error => "error",
    }
}

fn notice_json(notice: &Notice) -> Json {
    json!({ "severity": severity_word(notice.severity), "place": notice.place, "message": notice.message })
}

fn as_json(file: &OpenFile) -> Json {
    let (document, summary) = (&file.document, file.summary());
    let facts: Vec<Json> = summary.facts.iter().map(|(n, v)| json!({ "name": n, "value": v })).collect();
    let guests = file.guests().iter().map(|g| json!({ "file": g.path.display().to_string(), "lends": g.lines }));
    let guests: Vec<Json> = guests.collect();
    let levels: Vec<Json> = levels(file)
        .map(|level| {
            let id = level.id();
            let mut out = json!({
                "level": level_name(id),
                "tables": level.tables().map(|t| table_json(level, t)).collect::<Vec<_>>(),
                "notices": level.notices().iter().map(notice_json).collect::<Vec<_>>(),
            });
            if let (true, Some(map)) = (id != LevelId::FILE, out.as_object_mut()) {
                map.insert("level".to_owned(), json!(id.0));
                map.insert("number".to_owned(), json!(document.source().game_index(id)));
                map.insert("name".to_owned(), json!(document.source().name(id)));
            }
            out
        })
        .collect();
    json!({
        "file": file.path().map(|p| p.display().to_string()),
        "level_file": true,
        "format": summary.format,
        "game": document.game().key,
        "facts": facts,
        "extras": summary.extras,
        "companions": file.companions().map(|p| p.display().to_string()).collect::<Vec<_>>(),
        "guests": guests,
        "read_only": document.read_only(),
        "notices": document.report().notices.iter().map(notice_json).collect::<Vec<_>>(),
        "levels": levels,
    })
}

fn table_json(level: &Level, table: &Table) -> Json {
    json!({
        "table": table_name(level, table),
        "tag": tag_text(table),
        "layout": table.layout,
        "rows": table.len(),
        "bytes": table.bytes().len(),
        "interpreted": table.spec.record.is_some() && table.opaque.is_none(),
        "opaque": table.opaque.as_deref(),
    })
}
