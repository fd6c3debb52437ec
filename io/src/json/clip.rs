//! Copied objects as text: the dump's records under a head that says what they are and where they come from
//! (`docs/json.md`, "Copied objects").

use levelwright_model::clipboard::{Clip, Goal, Part, Thing, copy, with_contents};
use levelwright_model::document::ObjectId;
use levelwright_model::document::{Document, LevelId, Objects, Subtree, TableSpec};
use levelwright_model::games::Game;
use levelwright_model::record::access::Travel;
use levelwright_model::record::{Facts, Field, Refusal, Schema, unhex};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value as Json, json};

use super::dump::RecordJson;
use super::script::raw::{with_digits, with_lists};
use super::value::{from_json, to_json};

/// The version of the form, under `clip`; grows when a reader would have to change.
pub const CLIP_VERSION: u32 = 1;

/// Why a text is no copied objects.
#[derive(Debug, thiserror::Error)]
pub enum ClipError {
    /// It is not their JSON at all.
    #[error("the clipboard holds no copied objects")]
    Other,
    /// It is, but something in it is wrong.
    #[error("the copied objects cannot be read: {0}")]
    Form(String),
    /// They are of another game.
    #[error("the copied objects are of {other}, this file is of {own}")]
    Game {
        /// Of which.
        other: String,
        /// The file's.
        own: &'static str,
    },
    /// A value in them is refused.
    #[error("{thing}: {refusal}")]
    Value {
        /// Of which object.
        thing: String,
        /// Why.
        refusal: Refusal,
    },
}

/// Where copied objects come from: enough to know the place again.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct From {
    /// The file's path, or its name.
    pub file: String,
    /// The level's position in it.
    pub level: u32,
    /// The level's name.
    pub name: String,
}

#[derive(Serialize, Deserialize)]
struct Text {
    clip: u32,
    game: String,
    from: From,
    objects: Vec<Json>,
    #[serde(default)]
    goals: Vec<GoalText>,
}

#[derive(Serialize, Deserialize)]
struct GoalText {
    table: String,
    number: i64,
    #[serde(default, skip_serializing_if = "is_false")]
    by_id: bool,
    #[serde(default)]
    name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    content: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    copied: Option<(usize, usize)>,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "what serde asks for")]
fn is_false(yes: &bool) -> bool {
    !yes
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ThingText {
    kind: String,
    #[serde(default)]
    name: String,
    parts: Vec<PartText>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct PartText {
    #[serde(default)]
    part: String,
    table: String,
    #[serde(default)]
    layout: u16,
    record: Map<String, Json>,
    #[serde(default)]
    raw: Option<Json>,
}

/// Copies objects of a level as text.
///
/// # Errors
/// If one of them does not exist.
pub fn write(document: &Document, file: &str, level: LevelId, ids: &[ObjectId]) -> Result<String, Refusal> {
    let own = document.state().level(level).ok_or_else(|| Refusal::Missing(format!("level {}", level.0)))?;
    let objects = document.objects(level);
    let ids = &with_contents(document.game(), own, &objects, ids);
    let clip = copy(own, &objects, ids)?;
    let name = if level == LevelId::FILE { String::new() } else { document.source().name(level) };
    let from = From { file: file.to_owned(), level: level.0, name };
    // An object a line, so that a person can read it and cut it apart.
    let mut out = String::from("{\n");
    out.push_str(&format!("\"clip\": {CLIP_VERSION}, \"game\": {},\n", json!(document.game().key)));
    out.push_str(&format!("\"from\": {},\n\"objects\": [", json!(from)));
    for (at, (thing, id)) in clip.things.iter().zip(ids).enumerate() {
        out.push_str(if at == 0 { "\n" } else { ",\n" });
        out.push_str(&thing_json(document.game(), own, &objects, thing, *id).to_string());
    }
    out.push_str("\n],\n\"goals\": [");
    for (at, goal) in clip.goals.iter().enumerate() {
        out.push_str(if at == 0 { "\n" } else { ",\n" });
        let text = GoalText {
            table: goal.table.clone(),
            number: i64::try_from(goal.number).unwrap_or_default(),
            by_id: goal.by_id,
            name: goal.name.clone(),
            content: goal.content.map(|c| format!("{c:016x}")),
            copied: goal.copied,
        };
        out.push_str(&json!(text).to_string());
    }
    out.push_str("\n]\n}\n");
    Ok(out)
}

fn thing_json(
    game: &'static Game,
    level: &levelwright_model::document::Level,
    objects: &Objects,
    thing: &Thing,
    id: ObjectId,
) -> Json {
    let nodes: Vec<u32> =
        objects.by_id(id).map(|o| o.parts.iter().map(|p| p.node.number).collect()).unwrap_or_default();
    let parts = thing.parts.iter().zip(nodes).filter_map(|(part, number)| {
        let record = level.record(number)?;
        let mut out = Map::new();
        if !part.name.is_empty() {
            out.insert("part".to_owned(), json!(part.name));
        }
        out.insert("table".to_owned(), json!(part.table.key));
        if part.layout != 0 {
            out.insert("layout".to_owned(), json!(part.layout));
        }
        if part.table.access.travel.is_some() {
            // Not as it is stored: the text that it travels as.
            let fields = part.subtree.schema.into_iter().flat_map(|schema| schema.0.base_fields());
            let values = fields.filter_map(|field| Some((field.name.to_owned(), to_json(&part.read(field)?))));
            out.insert("record".to_owned(), json!({ "key": part.position, "fields": Map::from_iter(values) }));
            out.insert("raw".to_owned(), with_digits(serde_json::to_value(&part.subtree).unwrap_or_default()));
            return Some(Json::Object(out));
        }
        let text = json!(RecordJson { game, level, objects, record });
        let whole = text.get("bytes").is_some() || text.get("tail").is_some() || record.child(0).is_some();
        let whole = whole || part.subtree.schema.map(|s| s.0.key) != part.table.record.map(|s| s.key);
        out.insert("record".to_owned(), text);
        if whole {
            // What its fields alone do not give back.
            let raw = serde_json::to_value(&part.subtree).unwrap_or_default();
            out.insert("raw".to_owned(), with_digits(raw));
        }
        Some(Json::Object(out))
    });
    json!({ "kind": thing.kind.key, "name": thing.name, "parts": parts.collect::<Vec<_>>() })
}

/// Whether a text looks like copied objects.
pub fn looks_like(text: &str) -> bool {
    text.trim_start().starts_with('{') && text.contains("\"clip\"")
}

/// Reads copied objects of a game.
///
/// # Errors
/// If the text is something else, of another game, or holds what no record can.
pub fn read(game: &'static Game, text: &str) -> Result<(Clip, From), ClipError> {
    if !looks_like(text) {
        return Err(ClipError::Other);
    }
    let form = |e: serde_json::Error| ClipError::Form(e.to_string());
    let text: Text = serde_json::from_str(text).map_err(form)?;
    if text.clip != CLIP_VERSION {
        return Err(ClipError::Form(format!("version {} is not known, {CLIP_VERSION} is", text.clip)));
    }
    if text.game != game.key {
        return Err(ClipError::Game { other: text.game, own: game.name });
    }
    let mut clip = Clip::default();
    for object in text.objects {
        let thing: ThingText = serde_json::from_value(object).map_err(form)?;
        let kind = game.kinds.iter().copied().find(|k| k.key == thing.kind);
        let kind = kind.ok_or_else(|| ClipError::Form(format!("there are no objects of kind {}", thing.kind)))?;
        if thing.parts.is_empty() {
            return Err(ClipError::Form(format!("{} has no record", thing.name)));
        }
        let named = thing.name.clone();
        let parts = thing.parts.into_iter().map(|part| read_part(game, &named, part)).collect::<Result<_, _>>()?;
        clip.things.push(Thing { kind, name: thing.name, parts });
    }
    clip.goals.extend(text.goals.into_iter().map(|goal| Goal {
        table: goal.table,
        number: goal.number.into(),
        by_id: goal.by_id,
        name: goal.name,
        content: goal.content.and_then(|c| u64::from_str_radix(&c, 16).ok()),
        copied: goal.copied,
    }));
    Ok((clip, text.from))
}

fn read_part(game: &'static Game, thing: &str, part: PartText) -> Result<Part, ClipError> {
    let table: &'static TableSpec = game
        .tables
        .iter()
        .copied()
        .find(|t| t.key == part.table)
        .ok_or_else(|| ClipError::Form(format!("there is no table {}", part.table)))?;
    let form = |message: String| ClipError::Form(format!("{thing}: {message}"));
    let given = match part.raw {
        Some(raw) => Some(serde_json::from_value::<Subtree>(with_lists(raw)).map_err(|e| form(e.to_string()))?),
        None => None,
    };
    let schema: &'static Schema = match &given {
        Some(subtree) => subtree.schema.map(|s| s.0).filter(|_| subtree.table.is_none()),
        None => table.record,
    }
    .filter(|s| game.schemas.iter().any(|g| g.key == s.key))
    .ok_or_else(|| form(format!("{} holds no records", table.label)))?;
    let has_raw = given.is_some();
    let mut subtree =
        given.unwrap_or_else(|| Subtree::record(0, schema, vec![0; schema.size_in(part.layout) as usize]));
    if let Some(bytes) = part.record.get("bytes") {
        let bytes =
            bytes.as_str().and_then(unhex).ok_or_else(|| form("its bytes are no hexadecimal digits".to_owned()))?;
        if bytes.len() != subtree.head.len() {
            return Err(form(format!("it has {} bytes instead of {}", bytes.len(), subtree.head.len())));
        }
        subtree.head = bytes;
    }
    if let (Some(travel), Some(Json::Object(fields))) = (table.access.travel, part.record.get("fields")) {
        set_words(&mut subtree, schema, travel, fields)
            .map_err(|refusal| ClipError::Value { thing: thing.to_owned(), refusal })?;
    } else if let Some(Json::Object(fields)) = part.record.get("fields") {
        set_fields(&mut subtree, schema, part.layout, fields, has_raw)
            .map_err(|refusal| ClipError::Value { thing: thing.to_owned(), refusal })?;
    }
    let position = part.record.get("key").and_then(Json::as_u64).and_then(|k| usize::try_from(k).ok());
    Ok(Part { name: part.part, table, layout: part.layout, position: position.unwrap_or_default(), subtree })
}

/// Sets the fields of what travels as a text that somebody changed; the others keep their words.
fn set_words(
    subtree: &mut Subtree,
    schema: &'static Schema,
    travel: &Travel,
    fields: &Map<String, Json>,
) -> Result<(), Refusal> {
    for (name, json) in fields {
        let field = schema.base_field(name);
        let field = field.ok_or_else(|| Refusal::Missing(format!("field {name} of {}", schema.label)))?;
        let Ok(present) = (travel.get)(&subtree.head, field) else { continue };
        if *json != to_json(&present) {
            let value = from_json(field, json, &present)?;
            subtree.head = (travel.set)(&subtree.head, field, &value)?;
        }
    }
    Ok(())
}

/// Writes fields over a record's bytes: those that decide about variants first.
fn set_fields(
    subtree: &mut Subtree,
    schema: &'static Schema,
    layout: u16,
    fields: &Map<String, Json>,
    has_raw: bool,
) -> Result<(), Refusal> {
    for (name, json) in fields {
        if let Some(field) = schema.base_field(name) {
            // A variant may read the same bytes as something else: then the variant's field has its say below.
            drop(set_field(subtree, field, layout, json));
        }
    }
    for (name, json) in fields {
        let facts = Bytes { subtree, schema, layout };
        let Some(field) = schema.field_for(name, &facts) else {
            return Err(Refusal::Missing(format!("field {name} of {}", schema.label)));
        };
        // What has no place of its own in the bytes came with the raw record.
        match set_field(subtree, field, layout, json) {
            Err(_) if has_raw && field.place_in(layout).is_none_or(|p| p.spans().is_empty()) => {}
            done => done?,
        }
    }
    Ok(())
}

fn set_field(subtree: &mut Subtree, field: &Field, layout: u16, json: &Json) -> Result<(), Refusal> {
    // What people cannot set is stored all the same.
    let open = Field { fixed: "", ..*field };
    let present = open.read(&subtree.head, &subtree.tail, layout)?;
    let value = from_json(&open, json, &present)?;
    for splice in open.write(&subtree.head, &subtree.tail, layout, &value)? {
        let bytes = if field.in_tail { &mut subtree.tail } else { &mut subtree.head };
        let range = splice.at..splice.at.saturating_add(splice.old_len);
        if splice.old_len != splice.new.len() || bytes.get(range.clone()).is_none() {
            return Err(Refusal::rule(format!("{} cannot change its length here", field.name)));
        }
        bytes.splice(range, splice.new);
    }
    Ok(())
}

/// A record's own bytes as what conditions ask.
struct Bytes<'a> {
    subtree: &'a Subtree,
    schema: &'static Schema,
    layout: u16,
}

impl Facts for Bytes<'_> {
    fn field(&self, path: &str) -> Option<i128> {
        let field = self.schema.base_field(path)?;
        field.read(&self.subtree.head, &self.subtree.tail, self.layout).ok()?.as_int()
    }

    fn level(&self, _: &str) -> Option<i128> {
        None
    }

    fn layout(&self) -> u16 {
        self.layout
    }
}

#[cfg(test)]
mod tests {
    use levelwright_model::clipboard::{Dangling, paste};

    use super::*;
    use crate::file::OpenFile;
    use crate::marathon::sample::large_map;

    fn sample() -> Document {
        OpenFile::untitled(large_map(60).unwrap()).unwrap().document
    }

    fn ids(document: &Document, kinds: &[&str]) -> Vec<ObjectId> {
        let objects = document.objects(LevelId(0));
        objects.all().iter().filter(|o| kinds.contains(&o.kind.key)).map(|o| o.id).collect()
    }

    #[test]
    fn every_object_of_a_level_goes_through_its_text() {
        let mut document = sample();
        document.level(LevelId(0)).unwrap();
        let all: Vec<ObjectId> = document.objects(LevelId(0)).all().iter().map(|o| o.id).collect();
        let text = write(&document, "map", LevelId(0), &all).unwrap();
        let (back, from) = read(document.game(), &text).unwrap();
        assert_eq!((from.file.as_str(), from.level), ("map", 0));
        let mut clip = copy(document.state().level(LevelId(0)).unwrap(), &document.objects(LevelId(0)), &all).unwrap();
        // Numbers mean nothing on the way.
        for part in clip.things.iter_mut().flat_map(|t| &mut t.parts).filter(|p| p.subtree.children.is_empty()) {
            part.subtree.number = 0;
        }
        let mut back = back;
        for part in back.things.iter_mut().flat_map(|t| &mut t.parts).filter(|p| p.subtree.children.is_empty()) {
            part.subtree.number = 0;
        }
        assert_eq!(back, clip);
    }

    #[test]
    fn a_person_may_change_the_text() {
        let mut document = sample();
        document.level(LevelId(0)).unwrap();
        let text = write(&document, "map", LevelId(0), &ids(&document, &["light"])[..1]).unwrap();
        let (clip, _) = read(document.game(), &text).unwrap();
        let mut draft = document.draft();
        let made = paste(&mut draft, LevelId(0), &clip, true, Dangling::Ask).unwrap();
        let before = draft.int(made[0], "phase").unwrap();
        let changed = text.replace(&format!("\"phase\":{before}"), "\"phase\":77");
        assert_ne!(changed, text);
        let (clip, _) = read(document.game(), &changed).unwrap();
        let mut draft = document.draft();
        let made = paste(&mut draft, LevelId(0), &clip, true, Dangling::Ask).unwrap();
        assert_eq!(draft.int(made[0], "phase").unwrap(), 77);
    }

    #[test]
    fn other_texts_are_refused_in_words() {
        let mut document = sample();
        document.level(LevelId(0)).unwrap();
        let text = write(&document, "map", LevelId(0), &ids(&document, &["light"])[..1]).unwrap();
        for (broken, why) in [
            ("hello".to_owned(), "holds no copied objects"),
            ("{\"clip\": 1}".to_owned(), "cannot be read"),
            (text.replace("\"clip\": 1", "\"clip\": 9"), "version 9"),
            (text.replace("\"game\": \"", "\"game\": \"other-"), "are of other-"),
            (text.replace("\"kind\":\"light\"", "\"kind\":\"lamp\""), "of kind lamp"),
            (text.replace("\"table\":\"lights\"", "\"table\":\"lamps\""), "no table lamps"),
            (text.replace("\"phase\":", "\"face\":"), "face"),
            (text.replace("\"phase\":0", "\"phase\":99999999"), "phase"),
        ] {
            let error = read(document.game(), &broken).unwrap_err().to_string();
            assert!(error.contains(why), "{why}: {error}");
        }
    }
}
