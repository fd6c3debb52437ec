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
    let mut walker = Walker::new(level, names_rows);
    for table in level.tables() {
        if !table.spec.record.is_some_and(|schema| may_refer(schema, names_rows)) {
            continue;
        }
        for record in level.rows(table) {
            walker.visit(record, &mut |walker, record, field| walker.read(record, field), visit)?;
        }
    }
    Ok(())
}

/// A number in a record that names something, whatever it is: a row that is there or not, a tag, a level, something
/// outside the file.
#[derive(Clone, Copy, Debug)]
pub struct Mention<'a> {
    /// The record.
    pub record: Record<'a>,
    /// The field, as it applies to the record now.
    pub field: &'static Field,
    /// Which element, if the field is an array.
    pub element: Option<u16>,
    /// What the number names; what depends on another field is decided.
    pub target: &'static Target,
    /// The number; of a variable without the bits that make it one.
    pub raw: i128,
}

/// Calls `visit` for every number of a level that names something and does not mean "nothing".
pub fn for_each_mention<'a>(level: &'a Level, visit: &mut dyn FnMut(&Mention<'a>)) {
    let mut walker = Walker::new(level, |_| true);
    for table in level.tables() {
        if !table.spec.record.is_some_and(|schema| may_refer(schema, |_| true)) {
            continue;
        }
        for record in level.rows(table) {
            let mut read = |walker: &mut Walker<'a>, record: &Record<'a>, field| {
                walker.mentions(record, field, &mut *visit);
            };
            let done: Result<(), std::convert::Infallible> = walker.visit(record, &mut read, &mut |_, _| Ok(()));
            match done {
                Ok(()) => {}
                Err(never) => match never {},
            }
        }
    }
}

/// Whether a target is of the sort that a pass looks for.
type Wants = fn(&Target) -> bool;

/// Whether records of this type or their children may hold a reference of the wanted sort.
fn may_refer(schema: &'static Schema, wants: Wants) -> bool {
    fn below(schema: &'static Schema, wants: Wants, depth: u8) -> bool {
        refers(schema, wants) || depth > 0 && schema.below().any(|s| below(s, wants, depth - 1))
    }
    // Deeper than any record of any game; a table that contained itself would otherwise never end.
    below(schema, wants, 8)
}

fn refers(schema: &'static Schema, wants: Wants) -> bool {
    schema.all_fields().into_iter().any(|f| link_of(f).is_some_and(|link| link.may_name(wants)))
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

/// A link as the walk needs it.
#[derive(Clone, Copy)]
pub(super) struct Named {
    /// What the number names while it is no variable; `None` for a plain number.
    pub(super) target: Option<&'static Target>,
    /// Numbers that mean nothing.
    none: &'static [i64],
    /// Bits that make the number a variable: what that will name is not known.
    variable: i128,
    /// Where the variables are listed: bits, and what the number without them names.
    variables: &'static [(u32, &'static Target)],
}

impl Named {
    /// What a number names and by which number: the thing itself, or the variable that will tell; `None` for nothing.
    fn names(&self, raw: i128) -> Option<(&'static Target, i128)> {
        let high = raw & self.variable;
        if high == 0 {
            let nothing = self.none.iter().any(|none| i128::from(*none) == raw);
            return self.target.filter(|_| !nothing).map(|target| (target, raw));
        }
        let (_, target) = self.variables.iter().find(|(bits, _)| i128::from(*bits) == high)?;
        Some((*target, raw & !self.variable))
    }

    /// Whether it may name something of the wanted sort.
    fn may_name(&self, wants: Wants) -> bool {
        self.target.into_iter().chain(self.variables.iter().map(|(_, target)| *target)).any(wants)
    }
}

/// The link that a field or the elements of an array hold.
pub(super) fn link_of(field: &'static Field) -> Option<Named> {
    let kind = match &field.kind {
        Kind::Array { of, .. } | Kind::Vector { of, .. } => *of,
        kind => kind,
    };
    match kind {
        Kind::Link(link) => Some(Named { target: Some(&link.target), none: link.none, variable: 0, variables: &[] }),
        Kind::Keyed { plain: None, rows: [], .. } => None,
        Kind::Keyed { mask, plain, rows, .. } => Some(Named {
            target: plain.map(|link| &link.target),
            none: plain.map_or(&[], |link| link.none),
            variable: (*mask).into(),
            variables: rows,
        }),
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

    fn apply_to(&mut self, record: &Record<'_>, wants: Wants, values: &mut Vec<Option<i128>>) -> Rc<[&'static Field]> {
        values.clear();
        values.extend(self.deciding.iter().map(|decides| match decides {
            Deciding::Own(field) => record.get(field).ok().and_then(|v| v.as_int()),
            Deciding::Beside(path) => RecordFacts(*record).field(path),
        }));
        if let Some(fields) = self.known.get(values.as_slice()) {
            return fields.clone();
        }
        let links = record.fields().into_iter().filter(|f| link_of(f).is_some_and(|link| link.may_name(wants)));
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
    /// Which targets it looks for.
    wants: Wants,
    /// The table that links to each key lead to.
    targets: Vec<(&'static str, Option<&'a Table>)>,
    /// By record type and layout.
    fields: Vec<LinkFields>,
    found: Vec<Reference<'a>>,
    /// Kept between records for its room.
    values: Vec<Option<i128>>,
}

/// Reads one link field of a record.
type Reader<'r, 'a> = dyn FnMut(&mut Walker<'a>, &Record<'a>, &'static Field) + 'r;

impl<'a> Walker<'a> {
    fn new(level: &'a Level, wants: Wants) -> Walker<'a> {
        let (targets, fields, found, values) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        Walker { level, wants, targets, fields, found, values }
    }

    fn visit<E>(
        &mut self,
        record: Record<'a>,
        read: &mut Reader<'_, 'a>,
        visit: &mut Visit<'_, 'a, E>,
    ) -> Result<(), E> {
        self.found.clear();
        for field in self.fields_of(&record).iter() {
            read(self, &record, field);
        }
        if !self.found.is_empty() {
            visit(&record, &self.found)?;
        }
        for at in 0..record.children().map_or(0, |c| c.len()) {
            if let Some(child) = record.child(at) {
                self.visit(child, read, visit)?;
            }
        }
        Ok(())
    }

    fn fields_of(&mut self, record: &Record<'a>) -> Rc<[&'static Field]> {
        let (schema, layout) = (record.schema(), record.layout());
        let known = self.fields.iter_mut().find(|f| std::ptr::eq(f.schema, schema) && f.layout == layout);
        if let Some(known) = known {
            return known.apply_to(record, self.wants, &mut self.values);
        }
        let mut new = LinkFields::of(schema, layout);
        let fields = new.apply_to(record, self.wants, &mut self.values);
        self.fields.push(new);
        fields
    }

    fn read(&mut self, record: &Record<'a>, field: &'static Field) {
        let Some(link) = link_of(field) else { return };
        numbers(record, field, &mut |raw, element| {
            let Some((target, raw)) = link.names(raw) else { return };
            let Some(Target::Row(key)) = settled(target, record) else { return };
            let (Some(table), Ok(position)) = (self.target(key), usize::try_from(raw)) else { return };
            let none = link.none;
            self.found.push(Reference { record: *record, field, element, none, key, table, position });
        });
    }

    fn mentions(&mut self, record: &Record<'a>, field: &'static Field, visit: &mut dyn FnMut(&Mention<'a>)) {
        let Some(link) = link_of(field) else { return };
        numbers(record, field, &mut |raw, element| {
            let Some((target, raw)) = link.names(raw) else { return };
            if let Some(target) = settled(target, record) {
                visit(&Mention { record: *record, field, element, target, raw });
            }
        });
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

/// The numbers that a field holds, with their elements if it is a list.
fn numbers(record: &Record<'_>, field: &'static Field, add: &mut dyn FnMut(i128, Option<u16>)) {
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
