//! Carrying out a script's edits on one draft.

use std::collections::BTreeMap;
use std::sync::Arc;

use levelwright_model::document::{Document, Level, LevelId, NodeId, Objects, Record, Rows, State, Subtree, Table};
use levelwright_model::edit::{Draft, local};
use levelwright_model::games::Arguments;
use levelwright_model::record::{Field, Refusal, Schema, Value, hex, unhex};
use serde_json::{Map, Value as Json};

use super::EditError;
use super::entry::{Before, Entry, Insert, LevelName, Move, OldRecord, Plan, Remove, Set};
use crate::json::address::{self, Address, AddressError, Key, record_name};
use crate::json::value::from_json;

/// The level an edit works on; `None` where a thing made earlier says it.
pub(super) fn level_of(
    document: &Document,
    entry: &Entry,
    default: Option<&LevelName>,
) -> Result<Option<LevelId>, EditError> {
    if let Entry::Raw(raw) = entry {
        return Ok(Some(raw.raw.level()));
    }
    if let Some(name) = entry.level().or(default) {
        return Ok(Some(address::level(document, &name.text())?));
    }
    let mut ids = document.state().ids();
    match (ids.next(), ids.next()) {
        (Some(only), None) => Ok(Some(only)),
        _ if entry.begins_with_a_name() => Ok(None),
        _ => Err(EditError::Other("the file has several levels: say which with \"level\"".to_owned())),
    }
}

/// A script under way.
pub(super) struct Run {
    /// The file as opened: what names and old values mean.
    base: State,
    objects: BTreeMap<LevelId, Arc<Objects>>,
    draft: Draft,
    made: BTreeMap<String, NodeId>,
}

/// A list of rows: a table's, or a record's children.
struct List {
    /// The table or the record.
    parent: NodeId,
    schema: &'static Schema,
    /// Size of a new row in bytes.
    size: usize,
    /// The most rows it may have, and what they are called; for children.
    limit: Option<(u32, &'static str)>,
}

impl Run {
    pub(super) fn new(document: &Document) -> Run {
        let ids = document.state().ids().chain([LevelId::FILE]);
        Run {
            base: document.state().clone(),
            objects: ids.map(|id| (id, document.objects(id))).collect(),
            draft: document.draft(),
            made: BTreeMap::new(),
        }
    }

    pub(super) fn finish(self) -> Draft {
        self.draft
    }

    pub(super) fn carry_out(&mut self, entry: &Entry, level: Option<LevelId>) -> Result<(), EditError> {
        match entry {
            Entry::Set(set) => self.set(set, level),
            Entry::Insert(insert) => self.insert(insert, level),
            Entry::Remove(remove) => self.remove(remove, level),
            Entry::Move(shift) => self.shift(shift, level),
            Entry::Plan(plan) => self.plan(plan, level),
            Entry::Raw(raw) => Ok(self.draft.primitive(raw.raw.clone())?),
        }
    }

    fn base(&self, level: LevelId) -> Option<&Level> {
        self.base.level(level)
    }

    fn objects(&self, level: LevelId) -> Arc<Objects> {
        self.objects.get(&level).cloned().unwrap_or_default()
    }

    fn made(&self, name: &str) -> Result<NodeId, EditError> {
        self.made.get(name).copied().ok_or_else(|| EditError::Other(format!("nothing earlier was made as {name}")))
    }

    fn name(&mut self, name: Option<&String>, node: NodeId) -> Result<(), EditError> {
        let Some(name) = name else { return Ok(()) };
        if !name.starts_with('$') || name.len() < 2 {
            return Err(EditError::Other(format!("“{name}” is no name for a new thing: it begins with $")));
        }
        match self.made.insert(name.clone(), node) {
            None => Ok(()),
            Some(_) => Err(EditError::Other(format!("{name} is made twice"))),
        }
    }

    /// The record an address names, parts included, and the names behind it.
    fn find(&self, address: &Address, level: Option<LevelId>) -> Result<NodeId, EditError> {
        let start = if address.root.starts_with('$') { Some(self.made(&address.root)?) } else { None };
        let id = start.map(|s| s.level).or(level);
        let id = id.ok_or_else(|| EditError::Other("say which level with \"level\"".to_owned()))?;
        // Made things exist in the draft only.
        let level = match start {
            Some(made) => {
                let level = self.draft.level(id)?;
                if level.record(made.number).is_none() {
                    return Err(EditError::Other(format!("{} was removed earlier in the script", address.root)));
                }
                level
            }
            None => self.base(id).ok_or_else(|| Refusal::Missing(format!("level {}", id.0)))?,
        };
        Ok(address::record(level, address, start)?.id())
    }

    /// The record, as it stands in the draft; it may have been removed since the file was opened.
    fn now(&self, node: NodeId, address: &str) -> Result<Record<'_>, EditError> {
        let record = self.draft.level(node.level)?.record(node.number);
        record.ok_or_else(|| EditError::Other(format!("{address} was removed earlier in the script")))
    }

    fn find_field(&self, text: &str, level: Option<LevelId>) -> Result<(NodeId, &'static Field), EditError> {
        let address = Address::parse(text)?;
        let node = self.find(&address, level)?;
        let record = self.now(node, text)?;
        if address.names.is_empty() {
            return Err(EditError::Other(format!("{text} names a record: name a field, {text}.FIELD")));
        }
        // Rows are those of the file as opened, but which fields apply depends on what was set since.
        let (record, field) = address::field(record.level(), &self.objects(node.level), &record, &address.names)?;
        Ok((record.id(), field))
    }

    fn set(&mut self, entry: &Set, level: Option<LevelId>) -> Result<(), EditError> {
        let (node, field) = self.find_field(&entry.set, level)?;
        if let Some(old) = &entry.old {
            self.check_old(node, field, old)?;
        }
        self.set_field(node, field, &entry.to)
    }

    fn set_field(&mut self, node: NodeId, field: &'static Field, to: &Json) -> Result<(), EditError> {
        let present = self.draft.record(node)?.get(field).map_err(Refusal::from)?;
        let value = from_json(field, to, &present)?;
        self.draft.set(node, field, &value)?;
        Ok(())
    }

    fn check_old(&self, node: NodeId, field: &Field, old: &Json) -> Result<(), EditError> {
        let base = self.base(node.level).and_then(|l| l.record(node.number));
        let record = match base {
            Some(record) => record,
            None => self.draft.record(node)?,
        };
        let found = record.get(field).map_err(Refusal::from)?;
        let wanted = from_json(field, old, &found)?;
        if found.same(&wanted) {
            return Ok(());
        }
        Err(EditError::Old {
            place: format!("{}.{}", record_name(&record), field.name),
            found: words(field, &found),
            wanted: words(field, &wanted),
        })
    }

    fn remove(&mut self, entry: &Remove, level: Option<LevelId>) -> Result<(), EditError> {
        let node = self.find_record(&entry.remove, level)?;
        self.check_editable(node)?;
        match &entry.old {
            None => {}
            Some(OldRecord::Bytes(digits)) => {
                let base = self.base(node.level).and_then(|l| l.record(node.number));
                let found = hex(&base.map_or_else(|| self.draft.record(node).map(|r| r.bytes()), |r| Ok(r.bytes()))?);
                if !found.eq_ignore_ascii_case(digits) {
                    let place = entry.remove.clone();
                    return Err(EditError::Old { place, found, wanted: digits.clone() });
                }
            }
            Some(OldRecord::Fields(fields)) => {
                for (name, old) in fields {
                    let field = self.field_of(node, name)?;
                    self.check_old(node, field, old)?;
                }
            }
        }
        let parent = self.draft.level(node.level)?.parent(node.number);
        let parent = parent.map(|number| NodeId { level: node.level, number });
        match parent {
            Some(parent) if self.draft.record(parent).is_ok() => local::remove_child(&mut self.draft, node)?,
            Some(table) => {
                self.draft.remove(node)?;
                self.follow(table, -1)?;
            }
            None => self.draft.remove(node)?,
        }
        Ok(())
    }

    /// What a table's file says about its rows, after one came, went or moved.
    fn follow(&mut self, table: NodeId, by: i64) -> Result<(), EditError> {
        let own = self.draft.level(table.level)?.table_by_number(table.number);
        let follow = own.and_then(|own| own.spec.follow);
        Ok(follow.map_or(Ok(()), |follow| follow(&mut self.draft, table, by))?)
    }

    fn field_of(&self, node: NodeId, name: &str) -> Result<&'static Field, EditError> {
        let record = self.draft.record(node)?;
        let names = [name.to_owned()];
        Ok(address::field(record.level(), &self.objects(node.level), &record, &names)?.1)
    }

    /// Refuses to touch the rows of a table that can only be looked at.
    fn check_editable(&self, node: NodeId) -> Result<(), EditError> {
        let record = self.draft.record(node)?;
        let table = record.table();
        match &table.opaque {
            None => Ok(()),
            Some(reason) => {
                let field = table.spec.label.to_owned();
                Err(Refusal::ReadOnly { field, reason: reason.to_string() }.into())
            }
        }
    }

    /// The record that an address without a field names.
    fn find_record(&self, text: &str, level: Option<LevelId>) -> Result<NodeId, EditError> {
        let address = Address::parse(text)?;
        let node = self.find(&address, level)?;
        let record = self.now(node, text)?;
        match address.names.as_slice() {
            [] => Ok(node),
            [name] => {
                let part = address::part(record.level(), &self.objects(node.level), &record, name);
                part.map(|r| r.id()).ok_or_else(|| {
                    EditError::Other(format!("{text} has no part “{name}”: name a record, without a field"))
                })
            }
            _ => Err(EditError::Other(format!("{text} names a field: name a record"))),
        }
    }

    fn find_list(&self, text: &str, level: Option<LevelId>) -> Result<List, EditError> {
        if let Some((parent, name)) = text.rsplit_once('/') {
            let parent = self.find_record(parent, level)?;
            self.check_editable(parent)?;
            let record = self.draft.record(parent)?;
            let list = record.schema().children.filter(|c| c.name == name);
            let list =
                list.ok_or_else(|| AddressError::List { record: record_name(&record), list: name.to_owned() })?;
            let size = list.schema.size_in(record.layout()) as usize;
            return Ok(List { parent, schema: list.schema, size, limit: Some((list.limit, list.name)) });
        }
        let id = level.ok_or_else(|| EditError::Other("say which level with \"level\"".to_owned()))?;
        let base = self.base(id).ok_or_else(|| Refusal::Missing(format!("level {}", id.0)))?;
        let table = address::table(base, text)?;
        if let Some(reason) = &table.opaque {
            let reason = reason.to_string();
            return Err(Refusal::ReadOnly { field: table.spec.label.to_owned(), reason }.into());
        }
        let schema =
            table.spec.record.ok_or_else(|| EditError::Other(format!("{text} has no rows: it is bytes alone")))?;
        let parent = NodeId { level: id, number: table.number };
        Ok(List { parent, schema, size: row_size(table, schema), limit: None })
    }

    /// Whether the rows of a list are all of one size.
    fn is_packed(&self, parent: NodeId) -> Result<bool, EditError> {
        let table = self.draft.level(parent.level)?.table_by_number(parent.number);
        Ok(table.is_some_and(|t| matches!(t.rows, Rows::Packed(_))))
    }

    /// How many rows a list has in the draft.
    fn count(&self, parent: NodeId) -> Result<usize, EditError> {
        let level = self.draft.level(parent.level)?;
        if let Some(table) = level.table_by_number(parent.number) {
            return Ok(table.len());
        }
        Ok(self.draft.record(parent)?.children().map_or(0, |c| c.len()))
    }

    /// Where to put something: in front of a row of the file as opened or of a thing made since; else at the end.
    fn place(&self, parent: NodeId, before: Option<&Before>) -> Result<usize, EditError> {
        let end = self.count(parent)?;
        let Some(before) = before else { return Ok(end) };
        let row = match before {
            Before::Text(name) if name.starts_with('$') => self.made(name)?,
            other => {
                let key = match other {
                    Before::At(at) => Key::At(*at),
                    Before::Text(text) => Key::parse(text)?,
                };
                match self.row_of(parent, key)? {
                    Some(row) => row,
                    None => return Ok(end),
                }
            }
        };
        let place = self.draft.level(parent.level)?.place_of(row.number);
        match place {
            Some((found, at)) if found == parent.number && row.level == parent.level => Ok(at),
            _ => Err(EditError::Other("the row named by \"at\" is no longer in this list".to_owned())),
        }
    }

    /// The row of a list as opened; `None` for the place behind the last.
    fn row_of(&self, parent: NodeId, key: Key) -> Result<Option<NodeId>, EditError> {
        let known = |l: &&Level| l.table_by_number(parent.number).is_some() || l.record(parent.number).is_some();
        let base = self.base(parent.level).filter(known);
        let level = match base {
            Some(level) => level,
            None => self.draft.level(parent.level)?,
        };
        if let Some(table) = level.table_by_number(parent.number) {
            if key == Key::At(table.len()) {
                return Ok(None);
            }
            return Ok(Some(address::row(level, table, key)?.id()));
        }
        let record = level.record(parent.number).ok_or_else(|| Refusal::Missing("the record".to_owned()))?;
        if key == Key::At(record.children().map_or(0, |c| c.len())) {
            return Ok(None);
        }
        let list = record.schema().list_name().unwrap_or("");
        Ok(Some(address::child(&record, list, key)?.id()))
    }

    fn insert(&mut self, entry: &Insert, level: Option<LevelId>) -> Result<(), EditError> {
        let list = self.find_list(&entry.insert, level)?;
        let at = self.place(list.parent, entry.at.as_ref())?;
        let count = self.count(list.parent)?;
        if let Some((limit, unit)) = list.limit.filter(|(limit, _)| count >= *limit as usize) {
            let what = entry.insert.clone();
            return Err(Refusal::Limit { what, limit: u64::from(limit), unit: unit.to_owned() }.into());
        }
        let mut number = self.draft.next_number(list.parent.level)?;
        let mut new = match &entry.like {
            Some(like) => {
                let record = self.now(self.find_record(like, level)?, like)?;
                if record.schema() != list.schema {
                    return Err(EditError::Other(format!("{like} is no {}", list.schema.label)));
                }
                record.subtree()
            }
            None => Subtree::record(number, list.schema, vec![0; list.size]),
        };
        renumber(&mut new, &mut number);
        if let Some(digits) = &entry.bytes {
            new.head = bytes_of(digits)?;
        }
        if let Some(digits) = &entry.tail {
            new.tail = bytes_of(digits)?;
        }
        if self.is_packed(list.parent)? && (new.head.len() != list.size || !new.tail.is_empty()) {
            return Err(EditError::Other(format!(
                "every {} has {} bytes and no tail; given are {} and a tail of {}",
                list.schema.label,
                list.size,
                new.head.len(),
                new.tail.len()
            )));
        }
        let node = self.draft.insert(list.parent, at, new)?;
        if list.limit.is_some() {
            local::after_list_change(&mut self.draft, list.parent)?;
        } else {
            self.follow(list.parent, 1)?;
        }
        self.set_fields(node, &entry.fields)?;
        self.name(entry.name.as_ref(), node)
    }

    /// Sets fields in the order of the record: those that decide which others apply usually come first. A field that
    /// does not apply yet is tried again after the others.
    fn set_fields(&mut self, node: NodeId, fields: &Map<String, Json>) -> Result<(), EditError> {
        let mut left: Vec<(&String, &Json)> = fields.iter().collect();
        while !left.is_empty() {
            let before = left.len();
            let mut later = Vec::new();
            for (name, to) in left {
                match self.field_of(node, name) {
                    Ok(field) => self.set_field(node, field, to)?,
                    Err(error) => later.push((name, to, error)),
                }
            }
            if later.len() == before {
                return later.into_iter().next().map_or(Ok(()), |(_, _, error)| Err(error));
            }
            left = later.into_iter().map(|(name, to, _)| (name, to)).collect();
        }
        Ok(())
    }

    fn shift(&mut self, entry: &Move, level: Option<LevelId>) -> Result<(), EditError> {
        let node = self.find_record(&entry.record, level)?;
        self.check_editable(node)?;
        let place = self.draft.level(node.level)?.place_of(node.number);
        let (parent, from) = place.ok_or_else(|| Refusal::Missing(entry.record.clone()))?;
        let parent = NodeId { level: node.level, number: parent };
        let before = self.place(parent, entry.at.as_ref())?;
        // Positions are counted after the row has left its place.
        let to = if from < before { before - 1 } else { before };
        self.draft.move_to(node, parent, to)?;
        self.follow(parent, 0)
    }

    fn plan(&mut self, entry: &Plan, level: Option<LevelId>) -> Result<(), EditError> {
        let game = self.draft.game();
        let Some(plan) = game.plan(&entry.plan) else {
            let known: Vec<&str> = game.all_plans().map(|p| p.key).collect();
            let known = if known.is_empty() { "none".to_owned() } else { known.join(", ") };
            return Err(EditError::Other(format!("there is no plan “{}”; there are {known}", entry.plan)));
        };
        let level = level.ok_or_else(|| EditError::Other("say which level with \"level\"".to_owned()))?;
        let mut arguments = Arguments { level: level.0, ..Arguments::default() };
        for object in &entry.objects {
            arguments.objects.push(self.find_record(object, Some(level))?);
        }
        for (name, json) in &entry.arguments {
            if !plan.arguments.iter().any(|(known, _)| known == name) {
                let known: Vec<&str> = plan.arguments.iter().map(|(known, _)| *known).collect();
                return Err(EditError::Other(format!(
                    "plan {} has no argument “{name}”; it has {}",
                    plan.key,
                    if known.is_empty() { "none".to_owned() } else { known.join(", ") }
                )));
            }
            let value = self.argument(name, json, level)?;
            arguments.values.insert(name.clone(), value);
        }
        let made = (plan.run)(&mut self.draft, &arguments)?;
        match (made, &entry.name) {
            (Some(node), name) => self.name(name.as_ref(), node),
            (None, Some(name)) => {
                Err(EditError::Other(format!("plan {} makes nothing that {name} could mean", plan.key)))
            }
            (None, None) => Ok(()),
        }
    }

    /// A plan's argument: a number, a text, or `{"row": ADDRESS}` for the position at which that row stands now.
    fn argument(&self, name: &str, json: &Json, level: LevelId) -> Result<Value, EditError> {
        let wrong = || EditError::Other(format!("argument {name}: a number, a text, a list, or {{\"row\": ADDRESS}}"));
        match json {
            Json::Bool(yes) => Ok(Value::Int(i128::from(*yes))),
            Json::String(text) => Ok(Value::Text(text.clone())),
            Json::Number(number) => match (number.as_i64(), number.as_f64()) {
                (Some(whole), _) => Ok(Value::Int(i128::from(whole))),
                (None, Some(real)) => Ok(Value::Real(real)),
                _ => Err(wrong()),
            },
            Json::Array(list) => {
                list.iter().map(|v| self.argument(name, v, level)).collect::<Result<_, _>>().map(Value::List)
            }
            Json::Object(map) => {
                let address = map.get("row").and_then(Json::as_str).filter(|_| map.len() == 1).ok_or_else(wrong)?;
                let node = self.find_record(address, Some(level))?;
                Ok(Value::Int(self.draft.record(node)?.position() as i128))
            }
            Json::Null => Err(wrong()),
        }
    }
}

/// What a value is called in a message: shown, with the raw number where it differs.
fn words(field: &Field, value: &Value) -> String {
    let shown = field.show(value);
    match value {
        Value::Int(raw) if shown != raw.to_string() => format!("{shown} ({raw})"),
        _ => shown,
    }
}

fn row_size(table: &Table, schema: &Schema) -> usize {
    match &table.rows {
        Rows::Packed(packed) => packed.stride(),
        _ => schema.size_in(table.layout) as usize,
    }
}

fn bytes_of(digits: &str) -> Result<Vec<u8>, EditError> {
    unhex(digits).ok_or_else(|| EditError::Other("bytes are pairs of hexadecimal digits".to_owned()))
}

/// Gives a copied subtree numbers of its own, from `next` on.
fn renumber(subtree: &mut Subtree, next: &mut u32) {
    subtree.number = *next;
    *next = next.saturating_add(1);
    for child in &mut subtree.children {
        renumber(child, next);
    }
}
