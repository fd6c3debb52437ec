//! One pass over the references of a level.

use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::document::{Level, Record, RecordFacts, Table};
use crate::record::{DIRECT, Facts, Field, Kind, Overlay, Place, Schema, Target, Value};

/// A number in a record that names a row of a table of the same level.
#[derive(Clone, Copy, Debug)]
pub struct Reference<'a> {
    /// The record.
    pub record: Record<'a>,
    /// The field, as it applies to the record now.
    pub field: &'static Field,
    /// Which element, if the field is an array.
    pub element: Option<u16>,
    /// Numbers that would mean "nothing" in this field.
    pub none: &'static [i64],
    /// Key of the table that the link names; another one may stand in its place.
    pub key: &'static str,
    /// The table it leads to.
    pub table: &'a Table,
    /// The stored number: a position there, or, if it dangles, behind its end.
    pub position: usize,
}

impl Reference<'_> {
    /// Where it stands, in words: `polygons/12 floor_light`.
    pub fn place(&self) -> String {
        format!("{}/{} {}", self.record.table().key(), self.record.position(), self.field.name)
    }
}

/// Looks at a record and its references.
pub type Visit<'v, 'a, E> = dyn FnMut(&Record<'a>, &[Reference<'a>]) -> Result<(), E> + 'v;

/// Calls `visit` for every record (children too) that holds references to rows, in the order of the tables. What a
/// field holds beyond that (none, a negative number, a link to a table that the level lacks) is left out.
///
/// # Errors
/// Whatever `visit` answers first.
pub fn for_each_record<'a, E>(level: &'a Level, visit: &mut Visit<'_, 'a, E>) -> Result<(), E> {
    let mut walker = Walker { level, targets: Vec::new(), fields: Vec::new(), found: Vec::new(), values: Vec::new() };
    for table in level.tables() {
        if !table.spec.record.is_some_and(may_refer) {
            continue;
        }
        for record in level.rows(table) {
            walker.visit(record, visit)?;
        }
    }
    Ok(())
}

/// Whether records of this type or their children may hold a reference to a row.
fn may_refer(schema: &'static Schema) -> bool {
    fn below(schema: &'static Schema, depth: u8) -> bool {
        refers(schema) || depth > 0 && schema.below().any(|s| below(s, depth - 1))
    }
    // Deeper than any record of any game; a table that contained itself would otherwise never end.
    below(schema, 8)
}

fn refers(schema: &'static Schema) -> bool {
    schema.all_fields().into_iter().any(field_refers)
}

/// Whether the numbers of a field name rows, or may while the high bits say so.
fn field_refers(field: &'static Field) -> bool {
    let plain = match field.kind {
        Kind::Keyed { rows, .. } if !rows.is_empty() => return true,
        Kind::Keyed { plain, .. } => plain.map(|link| &link.target),
        _ => link_of(field).map(|(target, _)| target),
    };
    plain.is_some_and(names_rows)
}

fn names_rows(target: &Target) -> bool {
    match target {
        Target::Row(_) => true,
        Target::By { cases, otherwise, .. } => {
            cases.iter().any(|(_, t)| names_rows(t)) || otherwise.is_some_and(names_rows)
        }
        _ => false,
    }
}

/// The target of a link field or of the elements of an array of links, with the numbers that mean nothing.
pub(super) fn link_of(field: &'static Field) -> Option<(&'static Target, &'static [i64])> {
    match &field.kind {
        Kind::Link(link) => Some((&link.target, link.none)),
        Kind::Array { of: Kind::Link(link), .. } | Kind::Vector { of: Kind::Link(link), .. } => {
            Some((&link.target, link.none))
        }
        _ => None,
    }
}

/// What a target means for this record: targets that depend on another field are looked up.
pub(super) fn settled(target: &'static Target, record: &Record<'_>) -> Option<&'static Target> {
    let mut target = target;
    // Targets nest as deep as a table writes them out; more would be a mistake in the table.
    for _ in 0..8 {
        let Target::By { field, cases, otherwise } = target else { return Some(target) };
        let value = RecordFacts(*record).field(field);
        let case = value.and_then(|value| cases.iter().find(|(case, _)| i128::from(*case) == value));
        target = case.map(|(_, target)| *target).or(*otherwise)?;
    }
    None
}

/// The link fields of one record type in one layout. Which they are follows from the values of the few fields that
/// the conditions of its overlays name; thousands of records share each combination of values.
struct LinkFields {
    schema: &'static Schema,
    layout: u16,
    /// The fields that conditions name. Level facts and layouts stay the same during one pass.
    deciding: Vec<Deciding>,
    /// Link fields by the values of those.
    known: BTreeMap<Vec<Option<i128>>, Rc<[&'static Field]>>,
}

/// A field that conditions name.
enum Deciding {
    /// Of the record itself.
    Own(&'static Field),
    /// Of the part beside it.
    Beside(&'static str),
}

impl LinkFields {
    fn of(schema: &'static Schema, layout: u16) -> LinkFields {
        let mut names = BTreeSet::new();
        names_in(schema.overlays, &mut names);
        let decides = |name: &'static str| match schema.base_field(name) {
            None if name.contains('.') => Some(Deciding::Beside(name)),
            field => field.map(Deciding::Own),
        };
        let deciding = names.into_iter().filter_map(decides).collect();
        LinkFields { schema, layout, deciding, known: BTreeMap::new() }
    }

    fn apply_to(&mut self, record: &Record<'_>, values: &mut Vec<Option<i128>>) -> Rc<[&'static Field]> {
        values.clear();
        values.extend(self.deciding.iter().map(|decides| match decides {
            Deciding::Own(field) => record.get(field).ok().and_then(|v| v.as_int()),
            Deciding::Beside(path) => RecordFacts(*record).field(path),
        }));
        if let Some(fields) = self.known.get(values.as_slice()) {
            return fields.clone();
        }
        let links = record.fields().into_iter().filter(|f| field_refers(f));
        let fields: Rc<[&'static Field]> = links.collect();
        if self.known.len() < MOST_KNOWN {
            self.known.insert(values.clone(), fields.clone());
        }
        fields
    }
}

/// How many combinations of values are kept for one record type. Real levels have a few dozen; one made to have a
/// new one in every record shall not grow the pass beyond the level.
const MOST_KNOWN: usize = 1 << 12;

/// The fields that the conditions of overlays name, nested ones included.
fn names_in(overlays: &'static [Overlay], names: &mut BTreeSet<&'static str>) {
    for overlay in overlays {
        overlay.when.each_field(&mut |name| {
            names.insert(name);
        });
        names_in(overlay.overlays, names);
    }
}

struct Walker<'a> {
    level: &'a Level,
    /// The table that links to each key lead to.
    targets: Vec<(&'static str, Option<&'a Table>)>,
    /// By record type and layout.
    fields: Vec<LinkFields>,
    found: Vec<Reference<'a>>,
    /// Kept between records for its room.
    values: Vec<Option<i128>>,
}

impl<'a> Walker<'a> {
    fn visit<E>(&mut self, record: Record<'a>, visit: &mut Visit<'_, 'a, E>) -> Result<(), E> {
        self.found.clear();
        for field in self.fields_of(&record).iter() {
            self.read(&record, field);
        }
        if !self.found.is_empty() {
            visit(&record, &self.found)?;
        }
        for at in 0..record.children().map_or(0, |c| c.len()) {
            if let Some(child) = record.child(at) {
                self.visit(child, visit)?;
            }
        }
        Ok(())
    }

    fn fields_of(&mut self, record: &Record<'a>) -> Rc<[&'static Field]> {
        let (schema, layout) = (record.schema(), record.layout());
        let known = self.fields.iter_mut().find(|f| std::ptr::eq(f.schema, schema) && f.layout == layout);
        if let Some(known) = known {
            return known.apply_to(record, &mut self.values);
        }
        let mut new = LinkFields::of(schema, layout);
        let fields = new.apply_to(record, &mut self.values);
        self.fields.push(new);
        fields
    }

    /// A number that names a row itself, or by its high bits a row of a table of variables.
    fn read_keyed(&mut self, record: &Record<'a>, field: &'static Field) {
        let Kind::Keyed { mask, plain, rows, .. } = field.kind else { return };
        let Some(raw) = record.get(field).ok().and_then(|v| v.as_int()) else { return };
        let high = raw & i128::from(mask);
        let (key, none): (_, &'static [i64]) = if high == 0 {
            let Some(link) = plain else { return };
            let Some(Target::Row(key)) = settled(&link.target, record) else { return };
            (*key, link.none)
        } else {
            let Some((_, key)) = rows.iter().find(|(bits, _)| i128::from(*bits) == high) else { return };
            (*key, &[])
        };
        let number = raw & !i128::from(mask);
        if none.iter().any(|n| i128::from(*n) == raw) {
            return;
        }
        if let (Some(table), Ok(position)) = (self.target(key), usize::try_from(number)) {
            self.found.push(Reference { record: *record, field, element: None, none, key, table, position });
        }
    }

    fn read(&mut self, record: &Record<'a>, field: &'static Field) {
        if matches!(field.kind, Kind::Keyed { .. }) {
            return self.read_keyed(record, field);
        }
        let Some((target, none)) = link_of(field) else { return };
        let Some(Target::Row(key)) = settled(target, record) else { return };
        let Some(table) = self.target(key) else { return };
        let mut add = |raw: i128, element| {
            if none.iter().any(|n| i128::from(*n) == raw) {
                return;
            }
            let Ok(position) = usize::try_from(raw) else { return };
            self.found.push(Reference { record: *record, field, element, none, key, table, position });
        };
        // Nearly every link is a plain number in the record's bytes: a level has tens of thousands of them.
        if std::ptr::eq(record.table().spec.access, &DIRECT)
            && !field.in_tail
            && let Some(Place::Number { at, number }) = field.place_in(record.layout())
        {
            if let Some(raw) = crate::record::read_number(record.head(), at as usize, number) {
                add(raw, None);
            }
            return;
        }
        match record.get(field) {
            Ok(Value::List(list)) => {
                let used = if field.counted_by.is_empty() { None } else { record.int(field.counted_by) };
                let used = used.and_then(|n| usize::try_from(n).ok()).unwrap_or(list.len());
                for (element, value) in (0..u16::MAX).zip(&list).take(used) {
                    if let Some(raw) = value.as_int() {
                        add(raw, Some(element));
                    }
                }
            }
            Ok(value) => {
                if let Some(raw) = value.as_int() {
                    add(raw, None);
                }
            }
            // A field that cannot be read refers to nothing; the checks report it.
            Err(_) => {}
        }
    }

    fn target(&mut self, key: &'static str) -> Option<&'a Table> {
        if let Some((_, table)) = self.targets.iter().find(|(k, _)| *k == key) {
            return *table;
        }
        let table = self.level.link_table(key);
        self.targets.push((key, table));
        table
    }
}
