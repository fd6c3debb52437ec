//! The lossless dump: every level, table, record and child record, every field by name (`docs/json.md`).
//!
//! One record a line, so that two dumps can be compared with any tool. Fields hold raw values; what people see stands
//! beside them under `shown`. Where the fields alone do not give a record's bytes back (stray bytes behind a text), the
//! bytes stand there too.

use std::io::{self, Write};

use levelwright_model::document::{Document, Level, LevelId, ObjectFacts, Objects, Record, RecordFacts, Rows, Table};
use levelwright_model::games::Game;
use levelwright_model::record::{ByteSplice, Field, Reference, Target, Value, hex};
use serde::ser::{Serialize, SerializeMap, Serializer};
use serde_json::{Value as Json, json};

use super::address::{self, table_name};
use super::value::{shown, to_json};

/// The version of the dump's form, under `dump`; grows when a reader would have to change.
pub const DUMP_VERSION: u32 = 1;

/// Writes levels of a document, which must be decoded, as JSON.
///
/// # Errors
/// If `out` cannot be written.
pub fn write_dump(out: &mut dyn Write, document: &Document, levels: &[LevelId]) -> io::Result<()> {
    writeln!(out, "{{")?;
    writeln!(out, "\"dump\": {DUMP_VERSION},")?;
    writeln!(out, "\"game\": {},", json!(document.game().key))?;
    writeln!(out, "\"levels\": [")?;
    let mut first = true;
    // What belongs to the file as a whole comes first.
    let file = document.state().level(LevelId::FILE).filter(|l| l.tables().next().is_some());
    let named = levels.iter().filter(|id| **id != LevelId::FILE);
    for level in file.into_iter().chain(named.filter_map(|id| document.state().level(*id))) {
        separate(out, &mut first)?;
        write_level(out, document, level)?;
    }
    writeln!(out, "\n]\n}}")
}

fn separate(out: &mut dyn Write, first: &mut bool) -> io::Result<()> {
    if std::mem::take(first) { Ok(()) } else { writeln!(out, ",") }
}

fn write_level(out: &mut dyn Write, document: &Document, level: &Level) -> io::Result<()> {
    let id = level.id();
    if id == LevelId::FILE {
        write!(out, "{{\"level\": {}, ", json!(address::FILE_LEVEL))?;
    } else {
        let source = document.source();
        write!(out, "{{\"level\": {}, \"number\": {}, ", id.0, source.game_index(id))?;
        write!(out, "\"name\": {}, ", json!(source.name(id)))?;
    }
    writeln!(out, "\"tables\": [")?;
    let objects = document.objects(id);
    let mut first = true;
    for table in level.tables() {
        separate(out, &mut first)?;
        write_table(out, document, level, &objects, table)?;
    }
    write!(out, "\n]}}")
}

fn write_table(
    out: &mut dyn Write,
    document: &Document,
    level: &Level,
    objects: &Objects,
    table: &Table,
) -> io::Result<()> {
    write!(out, "{{\"table\": {}, ", json!(table_name(level, table)))?;
    write!(out, "\"tag\": {}, \"layout\": {}", tag_json(&table.tag), table.layout)?;
    if let Some(reason) = &table.opaque {
        write!(out, ", \"opaque\": {}", json!(**reason))?;
    }
    if !table.head.is_empty() || matches!(table.rows, Rows::None) {
        write!(out, ", \"head\": {}", json!(hex(&table.head)))?;
    }
    if !table.tail.is_empty() {
        write!(out, ", \"tail\": {}", json!(hex(&table.tail)))?;
    }
    if !matches!(table.rows, Rows::None) {
        writeln!(out, ", \"rows\": [")?;
        let mut first = true;
        for record in level.rows(table) {
            separate(out, &mut first)?;
            serde_json::to_writer(&mut *out, &RecordJson { game: document.game(), level, objects, record })?;
        }
        write!(out, "\n]")?;
    }
    write!(out, "}}")
}

/// A tag of printable ASCII as text, any other as `{"hex": …}`.
fn tag_json(tag: &[u8]) -> Json {
    match std::str::from_utf8(tag) {
        Ok(text) if text.bytes().all(|b| (b' '..=b'~').contains(&b)) => json!(text),
        _ => json!({ "hex": hex(tag) }),
    }
}

/// A record as the dump writes it.
pub(super) struct RecordJson<'a> {
    pub(super) game: &'static Game,
    pub(super) level: &'a Level,
    pub(super) objects: &'a Objects,
    pub(super) record: Record<'a>,
}

impl Serialize for RecordJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let record = &self.record;
        let fields = address::fields(self.level, self.objects, record);
        let values: Vec<(&'static Field, Value)> =
            fields.into_iter().filter_map(|f| Some((f, record.get(f).ok()?))).collect();
        let mut map = serializer.serialize_map(None)?;
        map.serialize_entry("key", &record.position())?;
        map.serialize_entry("fields", &Pairs(values.iter().map(|(f, v)| (f.name, to_json(v))).collect()))?;
        let words: Vec<_> = values.iter().filter_map(|(f, v)| Some((f.name, json!(shown(f, v)?)))).collect();
        if !words.is_empty() {
            map.serialize_entry("shown", &Pairs(words))?;
        }
        let named: Vec<_> = values.iter().filter_map(|(f, v)| Some((f.name, self.named(f, v)?))).collect();
        if !named.is_empty() {
            map.serialize_entry("named", &Pairs(named))?;
        }
        if rebuilt(record, &values).as_deref() != Some(record.head()) {
            map.serialize_entry("bytes", &hex(record.head()))?;
        }
        if !record.tail().is_empty() {
            map.serialize_entry("tail", &hex(record.tail()))?;
        }
        if let (Some(children), Some(name)) = (record.children(), record.schema().list_name()) {
            map.serialize_entry(name, &ChildrenJson { of: self, count: children.len() })?;
        }
        map.end()
    }
}

impl RecordJson<'_> {
    /// What a field names outside the level, where that has a name: a text, or of a list one for each element.
    fn named(&self, field: &'static Field, value: &Value) -> Option<Json> {
        self.game.outside?;
        let object = self.objects.of_node(self.record.id().number);
        let references = match object {
            Some(object) => {
                let facts = ObjectFacts { level: self.level, object, record: self.record };
                field.references(value, &facts)
            }
            None => field.references(value, &RecordFacts(self.record)),
        };
        let name = |reference: &Reference| match reference.target {
            Target::Outside(sort) => self.game.name_outside(self.level, sort, reference.raw),
            _ => None,
        };
        let names: Vec<(usize, String)> = references.iter().filter_map(|r| Some((r.element, name(r)?))).collect();
        match (value, names.as_slice()) {
            (_, []) => None,
            (Value::List(list), names) => {
                let of = |at: usize| names.iter().find(|(element, _)| *element == at).map(|(_, name)| name);
                Some(json!((0..list.len()).map(of).collect::<Vec<_>>()))
            }
            (_, [(_, name), ..]) => Some(json!(name)),
        }
    }
}

/// The children of a record, made one after another while they are written.
struct ChildrenJson<'a> {
    of: &'a RecordJson<'a>,
    count: usize,
}

impl Serialize for ChildrenJson<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let children = (0..self.count).filter_map(|at| self.of.record.child(at));
        serializer.collect_seq(children.map(|record| RecordJson { record, ..*self.of }))
    }
}

struct Pairs(Vec<(&'static str, Json)>);

impl Serialize for Pairs {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

/// The head that the fields alone give, on zeros; `None` where they cannot be written one by one.
fn rebuilt(record: &Record<'_>, values: &[(&'static Field, Value)]) -> Option<Vec<u8>> {
    let mut head = vec![0; record.head().len()];
    for (field, value) in values.iter().filter(|(f, _)| !f.in_tail) {
        // What people cannot set is stored all the same.
        let open = Field { fixed: "", limits: None, ..**field };
        for ByteSplice { at, old_len, new } in open.write(&head, &[], record.layout(), value).ok()? {
            if old_len != new.len() {
                return None;
            }
            head.get_mut(at..at + old_len)?.copy_from_slice(&new);
        }
    }
    Some(head)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_that_are_no_text_are_hex() {
        assert_eq!(tag_json(b"door"), json!("door"));
        assert_eq!(tag_json(&[0, 200]), json!({ "hex": "00c8" }));
    }
}
