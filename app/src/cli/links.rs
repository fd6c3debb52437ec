//! `levelwright links`.

use std::path::PathBuf;

use clap::Args;
use levelwright_io::json::address::{Address, record, record_name};
use levelwright_model::document::{Document, Level, LevelId, Object, Objects};
use levelwright_model::links::{End, Line, LinkIndex, Linked};
use serde_json::{Map, Value as Json, json};

use super::open::{level_name, levels, open};
use super::output::{CliError, Outcome, Output};
use super::texts;

/// List what an object refers to and what refers to it, one reference a line
#[derive(Debug, Args)]
#[command(after_help = texts::LINKS)]
pub(super) struct Links {
    /// The file
    file: PathBuf,
    /// An object (lights/5), a tag (tag/7), or a level by its number in the game (level/3)
    object: String,
    /// The level: its position, # and its number in the game, or its name; needed where the file has several
    #[arg(long)]
    level: Option<String>,
    /// Write JSON
    #[arg(long)]
    json: bool,
}

/// Both directions, each reference with the level that holds it.
struct Found {
    title: Map<String, Json>,
    refers_to: Vec<Json>,
    referred_by: Vec<Json>,
}

impl Links {
    pub(super) fn run(self, output: &mut Output<'_>) -> Result<Outcome, CliError> {
        let mut file = open(&self.file)?;
        let found = match self.object.split_once('/') {
            Some(("level", number)) => {
                let number = whole(number)?;
                let ids = levels(&mut file.document, self.level.as_deref())?;
                to_level(&file.document, &ids, number)
            }
            _ => {
                let id = one_level(&mut file.document, self.level.as_deref())?;
                self.in_level(&file.document, id)?
            }
        };
        if self.json {
            let mut all = found.title;
            all.insert("refers_to".to_owned(), Json::Array(found.refers_to));
            all.insert("referred_by".to_owned(), Json::Array(found.referred_by));
            output.json(&Json::Object(all))?;
        } else {
            for (word, lines) in [("to", &found.refers_to), ("by", &found.referred_by)] {
                for line in lines {
                    writeln!(output.out, "{word}\t{}", text(line))?;
                }
            }
        }
        Ok(Outcome::Fine)
    }

    fn in_level(&self, document: &Document, id: LevelId) -> Result<Found, CliError> {
        let missing = || CliError::failed(format!("there is no level {}", level_name(id)));
        let level = document.state().level(id).ok_or_else(missing)?;
        let objects = document.objects(id);
        let index = LinkIndex::with(document.game(), level);
        let linked = Linked { level, objects: &objects, index: &index };
        let lines = |list: Vec<Line>| list.iter().map(|line| json_of(document, level, &objects, line)).collect();
        let mut title = Map::new();
        title.insert("level".to_owned(), json!(level_name(id)));
        let tag = self.object.split_once('/').filter(|(sort, _)| is_tag(document, sort));
        if let Some((sort, number)) = tag {
            let (naming, called) = linked.tag(sort, whole(number)?);
            title.insert("tag".to_owned(), json!(sort));
            title.insert("number".to_owned(), json!(whole(number)?));
            return Ok(Found { title, refers_to: lines(called), referred_by: lines(naming) });
        }
        let node = record(level, &Address::parse(&self.object)?, None)?.id();
        let nobody = || CliError::failed(format!("{} is part of no object", self.object));
        // The object whose main record it is; a part leads to the object that owns it.
        let own = objects.all().iter().find(|o| o.id.node == node);
        let object = own.or_else(|| linked.owner(node)).ok_or_else(nobody)?;
        title.insert("object".to_owned(), json!(address(level, object)));
        title.insert("kind".to_owned(), json!(object.kind.key));
        title.insert("name".to_owned(), json!(object.name));
        let (to, by) = (linked.refers_to(object), linked.referred_by(object));
        Ok(Found { title, refers_to: lines(to), referred_by: lines(by) })
    }
}

/// Whether any field of the game names tags of this sort.
fn is_tag(document: &Document, sort: &str) -> bool {
    let names = |f: &levelwright_model::record::Field| {
        f.link_of().is_some_and(|l| matches!(l.target, levelwright_model::record::Target::Tag(tag) if tag == sort))
    };
    document.game().schemas.iter().flat_map(|s| s.all_fields()).any(names)
}

fn whole(text: &str) -> Result<i128, CliError> {
    let number = text.strip_prefix('#').unwrap_or(text).parse::<i64>();
    number.map(i128::from).map_err(|_| CliError::failed(format!("“{text}” is no whole number")))
}

fn one_level(document: &mut Document, named: Option<&str>) -> Result<LevelId, CliError> {
    if named.is_none() && document.state().ids().count() > 1 {
        return Err(CliError::Failed {
            message: "the file has several levels".to_owned(),
            help: "Say which one with --level.".to_owned(),
        });
    }
    let first = levels(document, named)?.first().copied();
    first.ok_or_else(|| CliError::failed("the file has no level"))
}

/// What leads to a level, over the levels asked for.
fn to_level(document: &Document, ids: &[LevelId], number: i128) -> Found {
    let mut referred_by = Vec::new();
    for id in ids {
        let Some(level) = document.state().level(*id) else { continue };
        let objects = document.objects(*id);
        let index = LinkIndex::with(document.game(), level);
        let linked = Linked { level, objects: &objects, index: &index };
        for line in linked.exits(number) {
            let mut json = json_of(document, level, &objects, &line);
            if let Json::Object(map) = &mut json {
                map.insert("level".to_owned(), json!(level_name(*id)));
            }
            referred_by.push(json);
        }
    }
    let title = Map::from_iter([("game_level".to_owned(), json!(number))]);
    Found { title, refers_to: Vec::new(), referred_by }
}

fn address(level: &Level, object: &Object) -> String {
    level.record(object.id.node.number).map(|r| record_name(&r)).unwrap_or_default()
}

fn json_of(document: &Document, level: &Level, objects: &Objects, line: &Line) -> Json {
    let holder = level.record(line.holder.number).map(|r| record_name(&r)).unwrap_or_default();
    let mut out = Map::new();
    out.insert("field".to_owned(), json!(format!("{holder}.{}", line.field.name)));
    if let Some(element) = line.element {
        out.insert("element".to_owned(), json!(element));
    }
    if let Some(line) = line.line {
        out.insert("line".to_owned(), json!(line));
    }
    if line.implied {
        out.insert("implied".to_owned(), json!(true));
    }
    let other = match line.end {
        End::Object(id) => match objects.by_id(id) {
            Some(o) => json!({ "object": address(level, o), "kind": o.kind.key, "name": o.name }),
            None => Json::Null,
        },
        End::Record(node) => json!({ "object": level.record(node.number).map(|r| record_name(&r)) }),
        End::Tag(sort, number) => json!({ "tag": sort, "number": number }),
        End::Level(number) => {
            let source = document.source();
            let found = document.state().ids().find(|id| i128::from(source.game_index(*id)) == number);
            json!({ "game_level": number, "name": found.map(|id| source.name(id)) })
        }
        End::Outside(sort, number) => match document.game().name_outside(level, sort, number) {
            Some(name) => json!({ "outside": sort, "number": number, "name": name }),
            None => json!({ "outside": sort, "number": number }),
        },
        End::Missing(key, number) => json!({ "missing": format!("{key}/{number}") }),
    };
    out.insert("other".to_owned(), other);
    Json::Object(out)
}

/// A reference as a line: the field, what stands at the other end, its kind and its name.
fn text(line: &Json) -> String {
    let word = |json: &Json| match json {
        Json::String(text) => text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect(),
        Json::Null => "-".to_owned(),
        other => other.to_string(),
    };
    let of = |json: &Json, name: &str| json.get(name).map(word);
    let other = line.get("other").unwrap_or(&Json::Null);
    let number = of(other, "number").unwrap_or_default();
    let end = of(other, "object")
        .or_else(|| of(other, "missing").map(|m| format!("{m} (missing)")))
        .or_else(|| of(other, "tag").map(|sort| format!("{sort}/{number}")))
        .or_else(|| of(other, "outside").map(|sort| format!("{sort} {number}")))
        .or_else(|| of(other, "game_level").map(|number| format!("level/{number}")))
        .unwrap_or_else(|| "-".to_owned());
    let level = of(line, "level").map(|level| format!("level {level}: ")).unwrap_or_default();
    let tail = [of(other, "kind"), of(other, "name")].into_iter().flatten();
    let at = of(line, "line").map(|line| format!(" line {line}")).unwrap_or_default();
    let columns = [format!("{level}{}{at}", of(line, "field").unwrap_or_default()), end].into_iter().chain(tail);
    columns.collect::<Vec<_>>().join("\t")
}
