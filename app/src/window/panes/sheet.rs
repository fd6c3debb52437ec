//! What the inspector shows: the fields of everything selected, folded over all objects.

use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

use levelwright_model::document::{
    FieldLists, Level, LevelId, NodeId, Object, ObjectFacts, ObjectId, Objects, Part, Record,
};
use levelwright_model::record::{Facts, Field, Kind, Role, Target, Value};

use super::Cache;
use super::lists::{self, List};
use crate::window::doc::{Doc, StateKey};
use crate::window::picking::Wants;
use crate::window::texts;

/// A field's values over all selected objects.
#[derive(Clone, Debug)]
pub enum Folded {
    /// All hold the same.
    One(Value),
    /// They differ.
    Mixed {
        /// One of the values, for the shape of lists.
        example: Value,
        /// Bits set in all.
        and: i128,
        /// Bits set in any.
        or: i128,
        /// For lists: which elements are the same in all.
        same: Vec<bool>,
    },
    /// It cannot be read.
    Failed(String),
}

impl Folded {
    fn add(&mut self, value: Result<Value, String>) {
        let value = match value {
            Ok(value) => value,
            Err(reason) => {
                *self = Folded::Failed(reason);
                return;
            }
        };
        match self {
            Folded::Failed(_) => {}
            Folded::One(old) if old.same(&value) => {}
            Folded::One(old) => {
                let old = old.clone();
                let same = match (&old, &value) {
                    (Value::List(a), Value::List(b)) => {
                        a.iter().enumerate().map(|(i, v)| b.get(i).is_some_and(|w| v.same(w))).collect()
                    }
                    _ => Vec::new(),
                };
                let (a, b) = (old.as_int().unwrap_or(0), value.as_int().unwrap_or(0));
                *self = Folded::Mixed { example: old, and: a & b, or: a | b, same };
            }
            Folded::Mixed { example, and, or, same } => {
                let raw = value.as_int().unwrap_or(0);
                *and &= raw;
                *or |= raw;
                if let (Value::List(a), Value::List(b)) = (&*example, &value) {
                    for (i, slot) in same.iter_mut().enumerate() {
                        *slot &= a.get(i).zip(b.get(i)).is_some_and(|(v, w)| v.same(w));
                    }
                }
            }
        }
    }

    /// Whether no further value that can be read changes anything.
    fn is_settled(&self) -> bool {
        match self {
            Folded::One(_) => false,
            Folded::Failed(_) => true,
            // Whole numbers have bits that may yet be found to differ.
            Folded::Mixed { example: Value::Int(_), .. } => false,
            Folded::Mixed { same, .. } => same.iter().all(|same| !same),
        }
    }

    /// The value, if all hold the same.
    pub fn one(&self) -> Option<&Value> {
        match self {
            Folded::One(value) => Some(value),
            Folded::Mixed { .. } | Folded::Failed(_) => None,
        }
    }

    /// Whether a bit is set: in all, in none, or `None` for in some.
    pub fn bit(&self, bit: u8) -> Option<bool> {
        let mask = 1i128 << bit;
        match self {
            Folded::One(value) => Some(value.as_int().unwrap_or(0) & mask != 0),
            Folded::Mixed { and, or, .. } => {
                if and & mask != 0 {
                    Some(true)
                } else if or & mask == 0 {
                    Some(false)
                } else {
                    None
                }
            }
            Folded::Failed(_) => None,
        }
    }

    /// An element of a list: `Some(None)` if it exists but differs.
    pub fn element(&self, at: usize) -> Option<Option<&Value>> {
        match self {
            Folded::One(Value::List(list)) => list.get(at).map(Some),
            Folded::Mixed { example: Value::List(list), same, .. } => {
                list.get(at).map(|v| same.get(at).copied().unwrap_or(false).then_some(v))
            }
            _ => None,
        }
    }
}

/// What a link leads to.
#[derive(Clone, Debug, PartialEq)]
pub enum Goal {
    /// An object of the level.
    Object(ObjectId, String),
    /// Another level.
    Level(LevelId, String),
    /// Something that has no object of its own, in words.
    Words(String),
    /// There is no such thing.
    Missing(String),
    /// Nothing, and that is meant.
    Nothing,
}

/// A line of the inspector.
#[derive(Clone, Debug)]
pub struct Row {
    /// Which part of the object it belongs to; empty for one-part objects.
    pub part: &'static str,
    /// The field.
    pub field: &'static Field,
    /// Its name.
    pub label: String,
    /// The records that have it, in the order of the selection.
    pub owners: Vec<NodeId>,
    /// What they hold.
    pub value: Folded,
    /// Why it cannot be set.
    pub locked: Option<String>,
    /// What each link of it leads to.
    pub goals: Vec<Goal>,
    /// Whether it is of an entry of a list, which then names it.
    pub entry: bool,
    /// What its links count, where they can be set by pointing.
    pub wants: Option<Wants>,
}

/// Lines under one heading.
#[derive(Clone, Debug)]
pub struct Group {
    /// The heading.
    pub title: String,
    /// The lines.
    pub rows: Vec<Row>,
}

/// All that the inspector shows.
#[derive(Debug, Default)]
pub struct Sheet {
    /// What is selected.
    pub title: String,
    /// Its kind, or the kinds.
    pub subtitle: String,
    /// Its icon.
    pub icon: &'static str,
    /// How many objects.
    pub count: usize,
    /// The fields.
    pub groups: Vec<Group>,
    /// The lists, where one object is selected.
    pub lists: Vec<List>,
}

/// Cached by state and selection.
pub type SheetCache = Cache<(StateKey, u64), Sheet>;

/// The sheet for what is selected.
pub fn data(doc: &Doc) -> Sheet {
    gather(doc, &mut FieldLists::new())
}

fn gather(doc: &Doc, lists: &mut FieldLists) -> Sheet {
    let mut gathered = Gathered::default();
    let mut kinds: Vec<(&'static str, &'static str, usize)> = Vec::new();
    let mut sheet = Sheet::default();
    // Objects of one level mostly stand together.
    let mut here: Option<(LevelId, Arc<Objects>)> = None;
    for id in doc.selection.all() {
        let Some(level) = doc.state().level(id.node.level) else { continue };
        let known = here.take().filter(|(of, _)| *of == id.node.level);
        let (_, objects) = here.insert(known.unwrap_or_else(|| (id.node.level, doc.objects(id.node.level))));
        let Some(object) = objects.by_id(*id) else { continue };
        sheet.count += 1;
        if sheet.count == 1 {
            sheet.title.clone_from(&object.name);
            sheet.icon = object.kind.icon;
        }
        match kinds.iter_mut().find(|(label, ..)| *label == object.kind.label) {
            Some((.., count)) => *count += 1,
            None => kinds.push((object.kind.label, object.kind.plural, 1)),
        }
        for part in &object.parts {
            gathered.add(doc, level, object, part, lists);
        }
    }
    let mut rows: Vec<Row> = gathered.rows.into_iter().map(|gathering| gathering.row).collect();
    for row in &mut rows {
        row.goals = goals(doc, row);
    }
    if let [id] = doc.selection.all()
        && let Some(level) = doc.state().level(id.node.level)
        && let Some(object) = doc.objects(id.node.level).by_id(*id)
    {
        sheet.lists = lists::data(doc, level, object);
    }
    if sheet.count > 1 {
        sheet.title = texts::count(sheet.count, "object", "objects");
        if kinds.len() > 1 {
            sheet.icon = "several";
        }
    }
    let words: Vec<String> = kinds
        .iter()
        .map(|(one, many, count)| if *count == 1 { (*one).to_owned() } else { format!("{count} {many}") })
        .collect();
    sheet.subtitle = words.join(", ");
    for row in rows {
        let title = match (row.part, row.field.group) {
            ("", "") => texts::GENERAL.to_owned(),
            ("", group) => group.to_owned(),
            (part, "") => texts::sentence(part),
            (part, group) => format!("{} · {group}", texts::sentence(part)),
        };
        match sheet.groups.iter_mut().find(|g| g.title == title) {
            Some(group) => group.rows.push(row),
            None => sheet.groups.push(Group { title, rows: vec![row] }),
        }
    }
    // What nobody can set (the links of a list that the game keeps) is not what one selects a thing for.
    sheet.groups.sort_by_key(|group| group.rows.iter().all(|row| !row.field.fixed.is_empty()));
    sheet
}

/// Which line each field of a list belongs to.
type Lines = Rc<[usize]>;

/// The lines so far, and which of them the fields of each list belong to.
#[derive(Default)]
struct Gathered<'a> {
    rows: Vec<Gathering<'a>>,
    by_field: HashMap<(*const Field, &'static str), usize>,
    /// For each list of fields: the part's name, and the line of each field.
    places: Vec<Vec<(&'static str, Lines)>>,
}

/// A line that grows.
struct Gathering<'a> {
    row: Row,
    /// The bytes of the first record and their layout: other records with the same bytes say nothing new.
    first: Option<(u16, &'a [u8])>,
    /// Whether no further value can change what is known.
    settled: bool,
}

impl<'a> Gathered<'a> {
    fn add(&mut self, doc: &Doc, level: &'a Level, object: &Object, part: &Part, lists: &mut FieldLists) {
        let Some((list, record)) = lists.of_part(level, object, part) else { return };
        let fields = lists.fields(list);
        let places = self.places(list, part.name, fields, doc, &record);
        for (field, at) in fields.iter().zip(places.iter()) {
            if let Some(gathering) = self.rows.get_mut(*at) {
                gathering.add(&record, field);
            }
        }
    }

    /// The lines of a list of fields in a part, made where they are new.
    fn places(
        &mut self,
        list: usize,
        part: &'static str,
        fields: &[&'static Field],
        doc: &Doc,
        record: &Record<'a>,
    ) -> Lines {
        if self.places.len() <= list {
            self.places.resize_with(list + 1, Vec::new);
        }
        let known = self.places.get(list).and_then(|known| known.iter().find(|(name, _)| *name == part));
        if let Some((_, places)) = known {
            return Rc::clone(places);
        }
        let opaque = record.table().opaque.as_ref().map(|r| r.to_string());
        let read_only = doc.file.document.read_only().map(str::to_owned).or(opaque);
        let mut places = Vec::with_capacity(fields.len());
        for field in fields.iter().copied() {
            // The same line only for the very same field: equal names of two types are not one thing.
            let at = *self.by_field.entry((std::ptr::from_ref(field), part)).or_insert_with(|| {
                let value = record.get(field).map_err(|e| e.to_string());
                let mut row = row(part, record.id(), field, value, &read_only);
                row.owners.clear();
                let first = record.stored(field).map(|bytes| (record.layout(), bytes));
                self.rows.push(Gathering { row, first, settled: false });
                self.rows.len() - 1
            });
            places.push(at);
        }
        let places: Lines = places.into();
        if let Some(known) = self.places.get_mut(list) {
            known.push((part, Rc::clone(&places)));
        }
        places
    }
}

impl<'a> Gathering<'a> {
    fn add(&mut self, record: &Record<'a>, field: &Field) {
        self.row.owners.push(record.id());
        let stored = record.stored(field);
        if stored.is_some() && (self.settled || stored.map(|bytes| (record.layout(), bytes)) == self.first) {
            return;
        }
        self.row.value.add(record.get(field).map_err(|e| e.to_string()));
        self.settled = self.row.value.is_settled();
    }
}

fn row(
    part: &'static str,
    node: NodeId,
    field: &'static Field,
    value: Result<Value, String>,
    read_only: &Option<String>,
) -> Row {
    let locked = match (read_only, field.fixed) {
        (Some(reason), _) => Some(reason.clone()),
        (None, "") => matches!(value, Ok(Value::Computed)).then(|| "the script computes it".to_owned()),
        (None, reason) => Some(reason.to_owned()),
    };
    Row {
        part,
        field,
        label: texts::sentence(&field.label_text()),
        owners: vec![node],
        value: value.map_or_else(Folded::Failed, Folded::One),
        locked,
        goals: Vec::new(),
        entry: false,
        wants: wants(field),
    }
}

/// The line of one field over several records of one type; `None` without records.
pub fn folded(doc: &Doc, part: &'static str, cells: &[(NodeId, &'static Field)]) -> Option<Row> {
    let state = doc.state();
    let mut found: Option<Row> = None;
    for (node, field) in cells {
        let Some(record) = state.level(node.level).and_then(|l| l.record(node.number)) else { continue };
        let value = record.get(field).map_err(|e| e.to_string());
        match &mut found {
            Some(row) => {
                row.owners.push(*node);
                row.value.add(value);
            }
            None => {
                let opaque = record.table().opaque.as_ref().map(|r| r.to_string());
                let read_only = doc.file.document.read_only().map(str::to_owned).or(opaque);
                found = Some(row(part, *node, field, value, &read_only));
            }
        }
    }
    let mut found = found?;
    found.goals = goals(doc, &found);
    Some(found)
}

/// The line of a field of an entry of a list.
pub(super) fn line(doc: &Doc, record: &Record<'_>, field: &'static Field, read_only: &Option<String>) -> Row {
    let value = record.get(field).map_err(|e| e.to_string());
    let mut row = row("", record.id(), field, value, read_only);
    row.goals = goals(doc, &row);
    row.entry = true;
    row
}

/// What the links of a field count.
fn wants(field: &Field) -> Option<Wants> {
    match &field.kind {
        Kind::Array { of: Kind::Link(link), .. } | Kind::Vector { of: Kind::Link(link), .. } | Kind::Link(link) => {
            Wants::of(&link.target)
        }
        Kind::Keyed { plain: Some(link), .. } => Wants::of(&link.target),
        _ => None,
    }
}

fn goals(doc: &Doc, row: &Row) -> Vec<Goal> {
    let (Some(owner), Some(value)) = (row.owners.first(), row.value.one()) else { return Vec::new() };
    let (kind, values): (&Kind, &[Value]) = match (&row.field.kind, value) {
        (Kind::Array { of, .. } | Kind::Vector { of, .. }, Value::List(list)) => (of, list),
        (kind, value) => (kind, std::slice::from_ref(value)),
    };
    let link = match (kind, values.first().and_then(Value::as_int)) {
        (Kind::Link(link), _) => link,
        (Kind::Keyed { mask, plain: Some(link), .. }, Some(raw)) if raw & i128::from(*mask) == 0 => *link,
        (Kind::Keyed { mask, rows, .. }, Some(raw)) => {
            let high = raw & i128::from(*mask);
            let target = rows.iter().find(|(bits, _)| i128::from(*bits) == high).map(|(_, target)| *target);
            let Some(target) = target else { return Vec::new() };
            let number = raw & !i128::from(*mask);
            return goal(doc, *owner, target, number).into_iter().collect();
        }
        _ => return Vec::new(),
    };
    values
        .iter()
        .map(|value| match value.as_int() {
            Some(raw) if link.none.iter().any(|n| i128::from(*n) == raw) => Goal::Nothing,
            Some(raw) => goal(doc, *owner, &link.target, raw).unwrap_or(Goal::Missing(raw.to_string())),
            None => Goal::Words(row.field.show(value)),
        })
        .collect()
}

/// What a link's number names; `None` if there is no such thing.
fn goal(doc: &Doc, owner: NodeId, target: &Target, raw: i128) -> Option<Goal> {
    let level = doc.state().level(owner.level)?;
    match target {
        Target::Row(table) => {
            let row = level.row(level.link_table(table)?, usize::try_from(raw).ok()?)?;
            Some(goal_record(doc, &row))
        }
        Target::Id(table) => {
            let table = level.table(table)?;
            let row = level.rows(table).find(|r| {
                let id = r.fields().into_iter().find(|f| f.role == Role::Id);
                id.and_then(|f| r.get(f).ok()).and_then(|v| v.as_int()) == Some(raw)
            })?;
            Some(goal_record(doc, &row))
        }
        Target::Tag(word) => Some(Goal::Words(format!("everything with {word} {raw}"))),
        Target::Level => {
            let source = doc.file.document.source();
            let found = doc.file.document.state().ids().find(|id| i128::from(source.game_index(*id)) == raw)?;
            Some(Goal::Level(found, source.name(found)))
        }
        Target::Outside(word) => {
            let name = doc.file.document.game().name_outside(level, word, raw);
            Some(Goal::Words(name.unwrap_or_else(|| format!("{word} {raw}"))))
        }
        Target::Child => {
            let record = level.record(owner.number)?;
            record.child(usize::try_from(raw).ok()?).map(|_| Goal::Words(format!("entry {raw} of this record")))
        }
        Target::By { field, cases, otherwise } => {
            let record = level.record(owner.number)?;
            let objects = doc.objects(owner.level);
            let object = objects.of_node(owner.number)?;
            let decides = ObjectFacts { level, object, record }.field(field)?;
            let case = cases.iter().find(|(v, _)| i128::from(*v) == decides).map(|(_, t)| *t);
            match case.or(*otherwise) {
                Some(target) => goal(doc, owner, target, raw),
                None => Some(Goal::Words(raw.to_string())),
            }
        }
    }
}

fn goal_record(doc: &Doc, record: &Record<'_>) -> Goal {
    let objects = doc.objects(record.id().level);
    match objects.of_node(record.id().number) {
        Some(object) => Goal::Object(object.id, object.name.clone()),
        None => Goal::Words(format!("{} {}", record.schema().label, record.position())),
    }
}

#[cfg(test)]
mod tests {
    use levelwright_io::file::OpenFile;
    use levelwright_io::marathon::sample::large_map;

    use super::*;
    use crate::window::intent::How;

    #[test]
    fn values_fold_to_one_or_to_mixed_bits_and_elements() {
        let list = |a: i128, b: i128| Value::List(vec![Value::Int(a), Value::Int(b)]);
        let mut folded = Folded::One(Value::Int(0b0110));
        folded.add(Ok(Value::Int(0b0110)));
        assert!(folded.one().is_some());
        folded.add(Ok(Value::Int(0b1100)));
        assert!(folded.one().is_none());
        assert_eq!([0, 1, 2, 3].map(|b| folded.bit(b)), [Some(false), None, Some(true), None]);
        let mut folded = Folded::One(list(1, 2));
        folded.add(Ok(list(1, 3)));
        assert_eq!(folded.element(0), Some(Some(&Value::Int(1))));
        assert_eq!(folded.element(1), Some(None));
        assert_eq!(folded.element(2), None);
        folded.add(Err("too short".to_owned()));
        assert!(matches!(folded, Folded::Failed(_)));
    }

    /// The lines as they would be if each object's fields were found, read and compared by themselves.
    fn plainly(doc: &Doc) -> Vec<(String, usize, String)> {
        let mut rows: Vec<(&'static Field, &'static str, usize, Folded)> = Vec::new();
        for id in doc.selection.all() {
            let level = doc.state().level(id.node.level).unwrap();
            let objects = doc.objects(id.node.level);
            let object = objects.by_id(*id).unwrap();
            for part in &object.parts {
                let record = level.record(part.node.number).unwrap();
                for field in object.fields(level, part) {
                    let value = record.get(field).map_err(|e| e.to_string());
                    match rows.iter_mut().find(|(f, name, ..)| std::ptr::eq(*f, field) && *name == part.name) {
                        Some((.., count, folded)) => {
                            *count += 1;
                            folded.add(value);
                        }
                        None => rows.push((field, part.name, 1, value.map_or_else(Folded::Failed, Folded::One))),
                    }
                }
            }
        }
        rows.into_iter().map(|(f, part, n, value)| (format!("{part}.{}", f.name), n, format!("{value:?}"))).collect()
    }

    fn selected(doc: &mut Doc) {
        let ids = doc.objects(doc.level).all().iter().map(|o| o.id).collect();
        doc.selection.change(ids, How::Replace);
    }

    #[test]
    fn everything_selected_shows_what_each_object_shows_and_finds_fields_once_for_a_kind() {
        let mut samples = Vec::new();
        for (format, make) in crate::window::session::samples() {
            samples.extend(OpenFile::made(format, make().unwrap()).unwrap());
        }
        samples.push(OpenFile::untitled(large_map(1000).unwrap()).unwrap());
        let mut most = 0;
        for file in samples {
            let mut doc = Doc::new(file);
            selected(&mut doc);
            let mut lists = FieldLists::new();
            let sheet = gather(&doc, &mut lists);
            let mut have: Vec<_> = sheet
                .groups
                .iter()
                .flat_map(|g| &g.rows)
                .map(|r| (format!("{}.{}", r.part, r.field.name), r.owners.len(), format!("{:?}", r.value)))
                .collect();
            let mut want = plainly(&doc);
            have.sort();
            want.sort();
            assert!(!want.is_empty());
            assert_eq!(have, want, "{}", doc.name());
            most = most.max(doc.selection.len());
            assert!(lists.len() < 120, "{}: {} lists for {} objects", doc.name(), lists.len(), doc.selection.len());
        }
        assert!(most > 1500, "{most}");
    }
}
