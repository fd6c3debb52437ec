//! `levelwright list`.

use std::collections::BTreeSet;
use std::path::PathBuf;

use clap::Args;
use levelwright_io::json::address::record_name;
use levelwright_io::json::value::to_json;
use levelwright_model::document::{Document, Level, Object, Objects};
use levelwright_model::games::Game;
use levelwright_model::problems::{Whole, of_document};
use levelwright_model::query::{LevelContext, Matches, Query, Warning};
use levelwright_model::record::{Field, Value};
use serde_json::{Map, Value as Json, json};

use super::open::{level_name, levels, open};
use super::output::{CliError, Outcome, Output};
use super::texts;

/// List the objects of a file, one a line: level, address, kind, name, and the fields asked for
#[derive(Debug, Args)]
#[command(after_help = texts::LIST)]
pub(super) struct List {
    /// The file
    file: PathBuf,
    /// Only this level: its position, # and its number in the game, or its name
    #[arg(long)]
    level: Option<String>,
    /// Only the objects that match this query
    #[arg(long = "where", value_name = "QUERY")]
    query: Option<String>,
    /// Fields to show, with commas between
    #[arg(long, value_delimiter = ',')]
    fields: Vec<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

impl List {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let mut file = open(&self.file)?;
        for name in &self.fields {
            check_field(file.document.game(), name)?;
        }
        let query = self.query.as_deref().map(|text| parse(file.document.game(), text)).transpose()?;
        let ids = levels(&mut file.document, self.level.as_deref())?;
        let mut out = Vec::new();
        let mut warned = BTreeSet::new();
        for id in ids {
            let document = &file.document;
            let Some(level) = document.state().level(id) else { continue };
            let objects = document.objects(id);
            let found: Vec<&Object> = match &query {
                None => objects.all().iter().collect(),
                Some(query) => {
                    let found = ask(document, level, &objects, query);
                    for warning in found.warnings.iter().map(Warning::to_string) {
                        // Said once, however many levels there are.
                        if warned.insert(warning.clone()) {
                            writeln!(output.err, "{warning}")?;
                        }
                    }
                    found.objects.iter().filter_map(|at| objects.get(*at)).collect()
                }
            };
            let lines = found.into_iter().filter_map(|o| Line::of(level, o, &self.fields));
            if self.json {
                let objects: Vec<Json> = lines.map(Line::json).collect();
                let name = document.source().name(id);
                out.push(json!({ "level": id.0, "name": name, "objects": objects }));
            } else {
                for line in lines {
                    writeln!(output.out, "{}\t{}", level_name(id), line.text())?;
                }
            }
        }
        if self.json {
            output.json(&Json::Array(out))?;
        }
        Ok(Outcome::Fine)
    }
}

fn parse(game: &'static Game, text: &str) -> Result<Query, CliError> {
    Query::parse(game, text).map_err(|error| CliError::Failed {
        message: format!("the query makes no sense at {error}"),
        help: error.marked(text),
    })
}

fn ask(document: &Document, level: &Level, objects: &Objects, query: &Query) -> Matches {
    let problems = if query.asks_for_problems() {
        let whole = Whole { state: document.state(), source: &**document.source() };
        of_document(document.game(), &whole)
    } else {
        Vec::new()
    };
    query.matches(level, objects, &LevelContext { links: None, problems: &problems })
}

/// Refuses a name that no record of the game has: a misspelt field would else be an empty column.
fn check_field(game: &Game, name: &str) -> Result<(), CliError> {
    let field = name.rsplit('.').next().unwrap_or(name);
    if game.schemas.iter().flat_map(|s| s.all_fields()).any(|f| f.name == field) {
        return Ok(());
    }
    Err(CliError::Failed {
        message: format!("no record of {} has a field “{field}”", game.name),
        help: format!("See levelwright fields {}.", game.key),
    })
}

struct Line<'a> {
    address: String,
    object: &'a Object,
    fields: Vec<(&'a str, Option<(&'static Field, Value)>)>,
}

impl<'a> Line<'a> {
    fn of(level: &Level, object: &'a Object, names: &'a [String]) -> Option<Line<'a>> {
        let main = level.record(object.id.node.number)?;
        let fields = names.iter().map(|name| (name.as_str(), value_of(level, object, name))).collect();
        Some(Line { address: record_name(&main), object, fields })
    }

    fn text(self) -> String {
        let mut columns = vec![self.address, self.object.kind.key.to_owned(), plain(&self.object.name)];
        for (_, value) in self.fields {
            columns.push(value.map_or_else(|| "-".to_owned(), |(f, v)| plain(&f.show(&v))));
        }
        columns.join("\t")
    }

    fn json(self) -> Json {
        let fields: Map<String, Json> = self
            .fields
            .into_iter()
            .filter_map(|(name, value)| {
                let (field, value) = value?;
                Some((name.to_owned(), json!({ "raw": to_json(&value), "shown": field.show(&value) })))
            })
            .collect();
        json!({ "object": self.address, "kind": self.object.kind.key, "name": self.object.name, "fields": fields })
    }
}

/// A text that stays in its column.
fn plain(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// The field of this name, `part.field` or the field of any part, the main one first.
fn value_of(level: &Level, object: &Object, name: &str) -> Option<(&'static Field, Value)> {
    let (part, name) = match name.split_once('.') {
        Some((part, field)) => (Some(part), field),
        None => (None, name),
    };
    let parts = object.parts.iter().filter(|p| part.is_none_or(|wanted| wanted == p.name));
    parts
        .filter_map(|p| {
            let field = object.fields(level, p).into_iter().find(|f| f.name == name)?;
            Some((field, level.record(p.node.number)?.get(field).ok()?))
        })
        .next()
}
