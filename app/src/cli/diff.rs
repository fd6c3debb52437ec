//! `levelwright diff`.

use std::path::PathBuf;

use clap::Args;
use levelwright_io::json::script::write_transaction;
use levelwright_io::json::value::to_json;
use levelwright_model::compare::{Difference, What, differences, turn_state_into};
use levelwright_model::document::{Document, LevelId};
use serde_json::{Value as Json, json};

use super::open::{level_name, open};
use super::output::{CliError, Outcome, Output};
use super::texts;

/// Compare two files: what was added, removed, moved and changed from the first to the second
#[derive(Debug, Args)]
#[command(after_help = texts::DIFF)]
pub(super) struct Diff {
    /// The first file
    a: PathBuf,
    /// The second file
    b: PathBuf,
    /// Write an edit script that makes the second of the first
    #[arg(long, conflicts_with = "json")]
    edits: bool,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl Diff {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let (mut a, mut b) = (open(&self.a)?, open(&self.b)?);
        if a.document.game().key != b.document.game().key {
            return Err(CliError::failed("the two files are of different games"));
        }
        a.document.decode_all();
        b.document.decode_all();
        let (a, b) = (&a.document, &b.document);
        if self.edits {
            let mut draft = a.draft();
            turn_state_into(&mut draft, b.state())?;
            let transaction = draft.finish("difference");
            write_transaction(output.out, &transaction, a.state())?;
            return Ok(if transaction.is_empty() { Outcome::Fine } else { Outcome::Found });
        }
        let found = compare(a, b);
        if self.json {
            output.json(&Json::Array(found.iter().map(|(level, d)| line(level, d)).collect()))?;
        } else {
            for (level, difference) in &found {
                writeln!(output.out, "{level}: {difference}")?;
            }
        }
        Ok(if found.is_empty() { Outcome::Fine } else { Outcome::Found })
    }
}

/// All differences with the level in words: the file's own first, then level by level.
fn compare(a: &Document, b: &Document) -> Vec<(String, Difference)> {
    let word = |id: LevelId| if id == LevelId::FILE { "file".to_owned() } else { format!("level {}", level_name(id)) };
    let mut out = Vec::new();
    let (ids_a, ids_b): (Vec<LevelId>, Vec<LevelId>) = (a.state().ids().collect(), b.state().ids().collect());
    for id in [LevelId::FILE].into_iter().chain(ids_a.iter().copied()) {
        if let (Some(old), Some(new)) = (a.state().level(id), b.state().level(id)) {
            out.extend(differences(old, new).into_iter().map(|d| (word(id), d)));
        }
    }
    let only = |id: LevelId, what: What| {
        let place = |here: bool| if here { "the whole level".to_owned() } else { String::new() };
        let removed = what == What::Removed;
        let (old_place, new_place) = (place(removed), place(!removed));
        (word(id), Difference { table: "", old_place, new_place, old: None, new: None, what })
    };
    out.extend(ids_a.iter().skip(ids_b.len()).map(|id| only(*id, What::Removed)));
    out.extend(ids_b.iter().skip(ids_a.len()).map(|id| only(*id, What::Added)));
    out
}

fn line(level: &str, difference: &Difference) -> Json {
    let what = match &difference.what {
        What::Added => json!("added"),
        What::Removed => json!("removed"),
        What::Moved => json!("moved"),
        What::Bytes(count) => json!({ "bytes": count }),
        What::Changed(fields) => {
            let field = |c: &levelwright_model::compare::FieldChange| {
                let side = |value: &Option<_>, shown: &Option<String>| {
                    value.as_ref().map(|v| json!({ "raw": to_json(v), "shown": shown }))
                };
                json!({ "field": c.field, "old": side(&c.values.0, &c.old), "new": side(&c.values.1, &c.new) })
            };
            json!({ "changed": fields.iter().map(field).collect::<Vec<_>>() })
        }
    };
    json!({ "level": level, "old": difference.old_place, "new": difference.new_place, "what": what })
}
