//! `levelwright roundtrip`.

use std::path::{Path, PathBuf};

use clap::Args;
use levelwright_io::file::RoundTrip;
use levelwright_io::format::Difference;
use levelwright_io::json::address::{record_name, table_name};
use levelwright_model::document::{Document, Level, LevelId};
use serde_json::{Value as Json, json};

use super::open::{level_name, open};
use super::output::{CliError, Outcome, Output};
use super::texts;

/// Decode everything, encode it and compare: identical, or the first difference and its record
#[derive(Debug, Args)]
#[command(after_help = texts::ROUNDTRIP)]
pub(super) struct Roundtrip {
    /// The files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl Roundtrip {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let mut worst = Outcome::Fine;
        let mut all = Vec::new();
        for path in &self.files {
            let (outcome, text, json) = match one(path) {
                Ok(None) => (Outcome::Fine, "identical".to_owned(), json!({ "identical": true })),
                Ok(Some(difference)) => (Outcome::Found, text(&difference), json_of(&difference)),
                Err(error @ CliError::Output(_)) => return Err(error),
                Err(error) => {
                    output.say(format_args!("levelwright: {error}"))?;
                    (Outcome::Failed, String::new(), json!({ "error": error.to_string() }))
                }
            };
            worst = worst.max(outcome);
            if self.json {
                let mut json = json;
                if let Some(map) = json.as_object_mut() {
                    map.insert("file".to_owned(), json!(path.display().to_string()));
                }
                all.push(json);
            } else if outcome != Outcome::Failed {
                writeln!(output.out, "{}: {text}", path.display())?;
            }
        }
        if self.json {
            output.json(&Json::Array(all))?;
        }
        Ok(worst)
    }
}

fn text(difference: &Difference) -> String {
    format!("differs at byte {}: {}", difference.at, difference.place)
}

fn json_of(difference: &Difference) -> Json {
    json!({ "identical": false, "at": difference.at, "place": difference.place })
}

/// Makes every level and the container anew and compares them with the file, then encodes the file as saving would.
fn one(path: &Path) -> Result<Option<Difference>, CliError> {
    let mut file = open(path)?;
    let about = |e: CliError| e.about(path.display());
    if let RoundTrip::Differs(difference) = file.round_trip() {
        return Ok(Some(difference));
    }
    let encoded = file.encode().map_err(|e| about(e.into()))?;
    let origin = file.origin_bytes();
    if encoded.bytes == origin && encoded.beside.is_empty() {
        return Ok(None);
    }
    let at = origin.iter().zip(&encoded.bytes).take_while(|(a, b)| a == b).count();
    let mut again = file.reopen(&encoded).map_err(|e| about(e.into()))?.document;
    let place = difference_of(&mut file.document, &mut again).map_err(about)?;
    Ok(Some(Difference { place: place.unwrap_or_else(|| "the container".to_owned()), at }))
}

/// The first record in which two documents differ.
fn difference_of(a: &mut Document, b: &mut Document) -> Result<Option<String>, CliError> {
    if a.state().ids().count() != b.state().ids().count() {
        return Ok(Some("the number of levels".to_owned()));
    }
    for id in [LevelId::FILE].into_iter().chain(a.state().ids()) {
        if id != LevelId::FILE {
            a.level(id)?;
            b.level(id)?;
        }
        if let (Some(a), Some(b)) = (a.state().level(id), b.state().level(id))
            && let Some(place) = in_level(a, b)
        {
            return Ok(Some(format!("level {}, {place}", level_name(id))));
        }
    }
    Ok(None)
}

fn in_level(a: &Level, b: &Level) -> Option<String> {
    if a.tables().count() != b.tables().count() {
        return Some("the list of tables".to_owned());
    }
    for (one, other) in a.tables().zip(b.tables()) {
        if one.tag == other.tag && one.bytes() == other.bytes() {
            continue;
        }
        let rows = a.rows(one).zip(b.rows(other));
        let row = rows.filter(|(x, y)| x.bytes() != y.bytes()).map(|(x, _)| record_name(&x)).next();
        return Some(row.unwrap_or_else(|| table_name(a, one)));
    }
    None
}
