//! What is different between two states of a level file: objects and fields, for "what will change", for comparing
//! with the file on disk, and for looking at a journal before it is recovered.

use std::collections::BTreeMap;

use levelwright_model::document::{
    Level, LevelId, Node, NodeList, Object, ObjectFacts, Objects, Part, Record, RecordFacts, Rows, State, Table,
};
use levelwright_model::games::Game;
use levelwright_model::record::Field;

/// Which rows of the two states belong together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matching {
    /// Two moments of one document: those with the same number.
    Numbers,
    /// Two files: equal rows in order, then those in the same place.
    Places,
}

/// A field with two values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChange {
    /// The part of the object; empty for the only one.
    pub part: &'static str,
    /// The field's identifier.
    pub field: &'static str,
    /// Its name, for people.
    pub label: String,
    /// The value before, for people.
    pub old: String,
    /// The value after.
    pub new: String,
    /// It follows from something else, so nobody set it.
    pub derived: bool,
}

/// What happened to an object or a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum What {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// These fields differ. There may be none where bytes changed that no field covers.
    Changed(Vec<FieldChange>),
}

/// An object that differs, or a record that belongs to no object.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ObjectChange {
    /// Its number in the new state; in the old one if it is gone.
    pub number: u32,
    /// Its kind, for people.
    pub kind: String,
    /// Its name, for people.
    pub name: String,
    /// What happened.
    pub what: What,
}

/// What differs in a level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelChanges {
    /// The level; [`LevelId::FILE`] for what belongs to the file.
    pub level: u32,
    /// Objects and records.
    pub objects: Vec<ObjectChange>,
    /// Labels of tables whose rows have another order.
    pub reordered: Vec<&'static str>,
    /// Labels of tables whose other bytes differ.
    pub other: Vec<&'static str>,
}

/// What differs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Changes {
    /// Levels with differences.
    pub levels: Vec<LevelChanges>,
    /// Bytes of the file that differ, where both files are known.
    pub bytes: Option<usize>,
}

impl Changes {
    /// Whether nothing differs.
    pub fn is_empty(&self) -> bool {
        self.levels.is_empty()
    }

    /// How many objects and records differ.
    pub fn objects(&self) -> usize {
        self.levels.iter().map(|l| l.objects.len()).sum()
    }

    /// How many fields differ.
    pub fn fields(&self) -> usize {
        let of = |o: &ObjectChange| if let What::Changed(fields) = &o.what { fields.len() } else { 0 };
        self.levels.iter().flat_map(|l| &l.objects).map(of).sum()
    }

    /// One line: `3 fields in 2 objects, 14 bytes`.
    pub fn summary(&self) -> String {
        let count = |n: usize, word: &str| format!("{n} {word}{}", if n == 1 { "" } else { "s" });
        let bytes = self.bytes.map(|n| format!(", {}", count(n, "byte"))).unwrap_or_default();
        let all: Vec<&ObjectChange> = self.levels.iter().flat_map(|l| &l.objects).collect();
        let added = all.iter().filter(|o| o.what == What::Added).count();
        let removed = all.iter().filter(|o| o.what == What::Removed).count();
        let changed = all.len() - added - removed;
        let mut parts = Vec::new();
        if changed > 0 || all.is_empty() {
            parts.push(format!("{} in {}", count(self.fields(), "field"), count(changed, "object")));
        }
        parts.extend((added > 0).then(|| format!("{added} added")));
        parts.extend((removed > 0).then(|| format!("{removed} removed")));
        format!("{}{bytes}", parts.join(", "))
    }

    /// Every difference on a line of its own.
    pub fn lines(&self) -> Vec<String> {
        let mut lines = Vec::new();
        for level in &self.levels {
            let place =
                if level.level == LevelId::FILE.0 { "file".to_owned() } else { format!("level {}", level.level) };
            for object in &level.objects {
                // "Polygon 3" already says what it is.
                let named = object.name.strip_prefix(object.kind.as_str()).is_some_and(|rest| rest.starts_with(' '));
                let kind = if named { String::new() } else { format!("{} ", object.kind) };
                let head = format!("{place}: {kind}{}", object.name);
                match &object.what {
                    What::Added => lines.push(format!("{head}: added")),
                    What::Removed => lines.push(format!("{head}: removed")),
                    What::Changed(fields) if fields.is_empty() => lines.push(format!("{head}: bytes without a name")),
                    What::Changed(fields) => lines.extend(fields.iter().map(|f| {
                        let dot = if f.part.is_empty() { "" } else { "." };
                        format!("{head}: {}{dot}{}: {} → {}", f.part, f.label, f.old, f.new)
                    })),
                }
            }
            lines.extend(level.reordered.iter().map(|table| format!("{place}: {table}: another order")));
            lines.extend(level.other.iter().map(|table| format!("{place}: {table}: other bytes")));
        }
        lines
    }
}

/// How many bytes two files differ in: at their places if they have one length, else what is between the equal start
/// and the equal end of the longer one.
pub fn byte_count(old: &[u8], new: &[u8]) -> usize {
    if old.len() == new.len() {
        return old.iter().zip(new).filter(|(a, b)| a != b).count();
    }
    let short = old.len().min(new.len());
    let start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    old.len().max(new.len()) - start - end.min(short - start)
}

/// What differs between two states. A level that is decoded in only one of them counts as unchanged.
pub fn between(game: &'static Game, old: &State, new: &State, matching: Matching) -> Changes {
    let mut changes = Changes::default();
    for id in std::iter::once(LevelId::FILE).chain(new.ids()) {
        if let (Some(old), Some(new)) = (old.level(id), new.level(id))
            && !old.same(new)
        {
            let mut found = Pair::new(game, old, new, matching).changes();
            if id == LevelId::FILE {
                drop_derived(&mut found);
            }
            if found != (LevelChanges { level: id.0, ..LevelChanges::default() }) {
                changes.levels.push(found);
            }
        }
    }
    changes
}

/// What belongs to the file follows from its levels for the most part (offsets, checksums): that is no difference.
fn drop_derived(found: &mut LevelChanges) {
    for object in &mut found.objects {
        if let What::Changed(fields) = &mut object.what {
            fields.retain(|f| !f.derived);
        }
    }
    found.objects.retain(|o| !matches!(&o.what, What::Changed(fields) if fields.is_empty()));
}

/// Two versions of a level.
struct Pair<'a> {
    game: &'static Game,
    old: &'a Level,
    new: &'a Level,
    tables: Vec<(&'a Table, &'a Table)>,
    /// New number to old one, for every matched record.
    to_old: BTreeMap<u32, u32>,
    to_new: BTreeMap<u32, u32>,
}

impl<'a> Pair<'a> {
    fn new(game: &'static Game, old: &'a Level, new: &'a Level, matching: Matching) -> Pair<'a> {
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        let mut tables = Vec::new();
        for table in new.tables() {
            let nth = seen.entry(table.key()).or_default();
            let found = match matching {
                Matching::Numbers => old.table_by_number(table.number),
                Matching::Places => old.tables().filter(|t| t.key() == table.key()).nth(*nth),
            };
            *nth += 1;
            tables.extend(found.map(|old| (old, table)));
        }
        let mut pair = Pair { game, old, new, tables, to_old: BTreeMap::new(), to_new: BTreeMap::new() };
        for (old, new) in pair.tables.clone() {
            pair.match_rows(old, new, matching);
        }
        pair.to_new = pair.to_old.iter().map(|(new, old)| (*old, *new)).collect();
        pair
    }

    fn match_rows(&mut self, old: &Table, new: &Table, matching: Matching) {
        match (&old.rows, &new.rows) {
            (Rows::Packed(a), Rows::Packed(b)) => {
                let old: Vec<(u32, &[u8])> = a.iter().collect();
                let new: Vec<(u32, &[u8])> = b.iter().collect();
                self.to_old.extend(matched(&old, &new, matching));
            }
            (Rows::Nodes(a), Rows::Nodes(b)) => self.match_nodes(a, b, matching),
            _ => {}
        }
    }

    fn match_nodes(&mut self, old: &NodeList, new: &NodeList, matching: Matching) {
        let bytes = |list: &NodeList| -> Vec<(u32, Vec<u8>)> {
            let of = |node: &Node| {
                let mut out = Vec::new();
                node.write_to(&mut out);
                (node.number, out)
            };
            list.iter().map(of).collect()
        };
        let (a, b) = (bytes(old), bytes(new));
        let pairs = matched(&a, &b, matching);
        for (new_number, old_number) in &pairs {
            let find = |list: &NodeList, n: u32| list.position(n).and_then(|at| list.get(at).cloned());
            if let (Some(old), Some(new)) = (find(old, *old_number), find(new, *new_number)) {
                self.match_nodes(&old.children, &new.children, matching);
            }
        }
        self.to_old.extend(pairs);
    }

    fn changes(&self) -> LevelChanges {
        let mut out = LevelChanges { level: self.new.id().0, ..LevelChanges::default() };
        let old_objects = (self.game.objects)(self.old);
        let new_objects = (self.game.objects)(self.new);
        for object in new_objects.all() {
            let number = object.id.node.number;
            let change =
                |what| ObjectChange { number, kind: object.kind.label.to_owned(), name: object.name.clone(), what };
            match self.to_old.get(&number).and_then(|n| old_objects.of_node(*n)) {
                None => out.objects.push(change(What::Added)),
                Some(old) => out.objects.extend(self.object(old, object).map(|f| change(What::Changed(f)))),
            }
        }
        for object in old_objects.all() {
            let number = object.id.node.number;
            if self.to_new.get(&number).is_none_or(|n| new_objects.of_node(*n).is_none()) {
                let (kind, name) = (object.kind.label.to_owned(), object.name.clone());
                out.objects.push(ObjectChange { number, kind, name, what: What::Removed });
            }
        }
        for (old, new) in &self.tables {
            if !old.same(new) && !new.spec.bulk {
                self.table(old, new, (&old_objects, &new_objects), &mut out);
            }
        }
        let gone = self.old.tables().filter(|t| !self.tables.iter().any(|(old, _)| old.number == t.number));
        let come = self.new.tables().filter(|t| !self.tables.iter().any(|(_, new)| new.number == t.number));
        out.other.extend(gone.chain(come).map(|t| t.spec.label));
        out
    }

    /// The fields of an object that differ; `None` if no byte does.
    fn object(&self, old: &Object, new: &Object) -> Option<Vec<FieldChange>> {
        let mut fields = Vec::new();
        let mut differs = false;
        for part in &new.parts {
            let record = self.new.record(part.node.number)?;
            let Some(before) = self.to_old.get(&part.node.number).and_then(|n| self.old.record(*n)) else {
                differs = true;
                continue;
            };
            if before.head() == record.head() && before.tail() == record.tail() {
                continue;
            }
            differs = true;
            let schema = part.schema.unwrap_or(record.schema());
            let list = schema.fields_for(&ObjectFacts { level: self.new, object: new, record });
            fields.extend(field_changes(part, &list, before, record));
        }
        (differs || old.parts.len() != new.parts.len()).then_some(fields)
    }

    /// Records that belong to no object, order, bytes around the rows.
    fn table(&self, old: &Table, new: &Table, objects: (&Objects, &Objects), out: &mut LevelChanges) {
        if old.head != new.head || old.tail != new.tail {
            out.other.push(new.spec.label);
        }
        let mut last = None;
        let mut reordered = false;
        let mut stack: Vec<Record<'_>> = self.new.rows(new).collect();
        stack.reverse();
        let rows = new.len();
        let mut walked = 0;
        while let Some(record) = stack.pop() {
            let number = record.id().number;
            let before = self.to_old.get(&number).and_then(|n| self.old.record(*n));
            if walked < rows
                && let Some(before) = before
                && old.position(before.id().number).is_some()
            {
                reordered |= last.is_some_and(|last| before.position() < last);
                last = Some(before.position());
            }
            walked += usize::from(new.position(number).is_some());
            let count = record.children().map_or(0, NodeList::len);
            stack.extend((0..count).rev().filter_map(|at| record.child(at)));
            if objects.1.of_node(number).is_some() {
                continue;
            }
            let change = |what| ObjectChange {
                number,
                kind: record.schema().label.to_owned(),
                name: format!("{}/{}", new.key(), record.position()),
                what,
            };
            match before {
                None => out.objects.push(change(What::Added)),
                Some(before) if before.head() != record.head() || before.tail() != record.tail() => {
                    let part = Part { name: "", node: record.id(), schema: None };
                    let list = record.schema().fields_for(&RecordFacts(record));
                    out.objects.push(change(What::Changed(field_changes(&part, &list, before, record))));
                }
                Some(_) => {}
            }
        }
        if reordered {
            out.reordered.push(new.spec.label);
        }
        let mut stack: Vec<Record<'_>> = self.old.rows(old).collect();
        stack.reverse();
        while let Some(record) = stack.pop() {
            let number = record.id().number;
            let count = record.children().map_or(0, NodeList::len);
            stack.extend((0..count).rev().filter_map(|at| record.child(at)));
            if !self.to_new.contains_key(&number) && objects.0.of_node(number).is_none() {
                out.objects.push(ObjectChange {
                    number,
                    kind: record.schema().label.to_owned(),
                    name: format!("{}/{}", old.key(), record.position()),
                    what: What::Removed,
                });
            }
        }
    }
}

fn field_changes(part: &Part, fields: &[&'static Field], old: Record<'_>, new: Record<'_>) -> Vec<FieldChange> {
    let mut out = Vec::new();
    for field in fields {
        let (Ok(before), Ok(after)) = (old.get(field), new.get(field)) else { continue };
        if !before.same(&after) {
            out.push(FieldChange {
                part: part.name,
                field: field.name,
                label: field.label_text(),
                old: field.show(&before),
                new: field.show(&after),
                derived: !field.fixed.is_empty() || field.derived,
            });
        }
    }
    out
}

/// New number and old number of the rows that belong together.
fn matched<B: AsRef<[u8]>>(old: &[(u32, B)], new: &[(u32, B)], matching: Matching) -> Vec<(u32, u32)> {
    if matching == Matching::Numbers {
        let known: std::collections::BTreeSet<u32> = old.iter().map(|(n, _)| *n).collect();
        return new.iter().map(|(n, _)| *n).filter(|n| known.contains(n)).map(|n| (n, n)).collect();
    }
    let equal = |a: &(u32, B), b: &(u32, B)| a.1.as_ref() == b.1.as_ref();
    let start = old.iter().zip(new).take_while(|(a, b)| equal(a, b)).count();
    let (old_rest, new_rest) = (old.get(start..).unwrap_or_default(), new.get(start..).unwrap_or_default());
    let end = old_rest.iter().rev().zip(new_rest.iter().rev()).take_while(|(a, b)| equal(a, b)).count();
    let mut out: Vec<(u32, u32)> = old.iter().zip(new).take(start).map(|(a, b)| (b.0, a.0)).collect();
    out.extend(old.iter().rev().zip(new.iter().rev()).take(end).map(|(a, b)| (b.0, a.0)));
    let old = old_rest.get(..old_rest.len() - end).unwrap_or_default();
    let new = new_rest.get(..new_rest.len() - end).unwrap_or_default();
    // Equal rows in order, and what stands between two such pairs by its place.
    let mut by_bytes: BTreeMap<&[u8], Vec<usize>> = BTreeMap::new();
    old.iter().enumerate().rev().for_each(|(at, row)| by_bytes.entry(row.1.as_ref()).or_default().push(at));
    let (mut old_at, mut new_at) = (0, 0);
    let gap = |from: (usize, usize), to: (usize, usize), out: &mut Vec<(u32, u32)>| {
        let (a, b) = (old.get(from.0..to.0).unwrap_or_default(), new.get(from.1..to.1).unwrap_or_default());
        out.extend(a.iter().zip(b).map(|(a, b)| (b.0, a.0)));
    };
    // With as many rows in both, a row stays in its place.
    if old.len() != new.len() {
        for (at, row) in new.iter().enumerate() {
            let Some(places) = by_bytes.get_mut(row.1.as_ref()) else { continue };
            while places.last().is_some_and(|p| *p < old_at) {
                places.pop();
            }
            if let Some(place) = places.pop() {
                gap((old_at, new_at), (place, at), &mut out);
                out.extend(old.get(place).map(|a| (row.0, a.0)));
                (old_at, new_at) = (place + 1, at + 1);
            }
        }
    }
    gap((old_at, new_at), (old.len(), new.len()), &mut out);
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_counted_where_they_differ() {
        assert_eq!(byte_count(b"abcd", b"abcd"), 0);
        assert_eq!(byte_count(b"abcd", b"aXcY"), 2);
        assert_eq!(byte_count(b"abcd", b"abXXcd"), 2);
        assert_eq!(byte_count(b"aaaa", b"aa"), 2);
    }

    #[test]
    fn rows_of_two_files_find_each_other() {
        let rows = |text: &'static str, first: u32| -> Vec<(u32, &'static [u8])> {
            text.as_bytes().chunks(1).zip(first..).map(|(b, n)| (n, b)).collect()
        };
        let sorted = |old, new| {
            let mut pairs = matched(&rows(old, 0), &rows(new, 100), Matching::Places);
            pairs.sort_unstable();
            pairs
        };
        assert_eq!(sorted("abc", "abc"), [(100, 0), (101, 1), (102, 2)]);
        assert_eq!(sorted("abc", "aXc"), [(100, 0), (101, 1), (102, 2)]);
        assert_eq!(sorted("abc", "abXc"), [(100, 0), (101, 1), (103, 2)]);
        assert_eq!(sorted("abcde", "Xbde"), [(100, 0), (101, 1), (102, 3), (103, 4)]);
    }
}
