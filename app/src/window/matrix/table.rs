//! The rows and columns of the matrix: which objects, which of their fields, and where a cell's value lies.

use std::collections::{BTreeMap, HashMap};
use std::mem::{Discriminant, discriminant};
use std::sync::Arc;

use levelwright_model::document::{
    Level, LevelId, NodeId, Object, ObjectFacts, ObjectId, ObjectKind, Objects, Record, State,
};
use levelwright_model::problems::Problem;
use levelwright_model::query::{LevelContext, Query};
use levelwright_model::record::{Field, Kind, Lookup, Schema, Value};

use super::{Chosen, Source};
use crate::window::doc::Doc;
use crate::window::texts;

/// A row: an object of one of the levels shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    /// Which of [`Table::levels`].
    level: u16,
    /// Index among the level's objects.
    object: u32,
}

/// A column: the fields of one name and sort, of whichever kinds have them.
#[derive(Clone, Debug)]
pub struct Column {
    /// Which part of an object; empty for the only one.
    pub part: &'static str,
    /// One of the fields.
    pub field: &'static Field,
    /// The kinds that have it, as far as they are shown.
    pub kinds: Vec<&'static str>,
    sort: Discriminant<Kind>,
}

impl Column {
    /// Its identifier: `part.field`, or the field alone.
    pub fn key(&self) -> String {
        key_of(self.part, self.field)
    }

    /// Its heading.
    pub fn label(&self) -> String {
        let label = texts::sentence(&self.field.label_text());
        if self.part.is_empty() { label } else { format!("{}: {label}", texts::sentence(self.part)) }
    }

    fn is(&self, part: &str, field: &Field) -> bool {
        self.part == part && self.field.name == field.name && self.sort == discriminant(&field.kind)
    }
}

fn key_of(part: &str, field: &Field) -> String {
    if part.is_empty() { field.name.to_owned() } else { format!("{part}.{}", field.name) }
}

/// Look-ups of names in record types. They hang on the tables alone and are kept for good.
pub type Lookups = HashMap<(usize, u16, &'static str), Arc<Lookup>>;

/// Rows and columns.
#[derive(Debug, Default)]
pub struct Table {
    levels: Vec<(LevelId, Arc<Objects>)>,
    rows: Vec<Row>,
    /// The columns shown.
    pub columns: Vec<Column>,
    /// All columns there could be.
    pub available: Vec<Column>,
    lookups: Lookups,
    /// Why the query was not asked, and at which character.
    pub wrong: Option<String>,
    /// What the query warns of.
    pub warnings: Vec<String>,
    /// The kinds shown, with how many objects each has.
    pub kinds: Vec<(&'static ObjectKind, usize)>,
}

/// A cell: a field of a record.
#[derive(Clone, Copy, Debug)]
pub struct Cell<'a> {
    /// The record.
    pub record: Record<'a>,
    /// The field.
    pub field: &'static Field,
}

impl Cell<'_> {
    /// What it shows.
    pub fn text(&self) -> String {
        self.record.get(self.field).map_or_else(|e| e.to_string(), |value| self.field.show(&value))
    }

    /// Why it cannot be set.
    pub fn locked(&self) -> Option<String> {
        match (&self.record.table().opaque, self.field.fixed) {
            (Some(reason), _) => Some(reason.to_string()),
            (None, "") => {
                let computed = matches!(self.record.get(self.field), Ok(Value::Computed));
                computed.then(|| texts::matrix::COMPUTED.to_owned())
            }
            (None, reason) => Some(reason.to_owned()),
        }
    }
}

impl Table {
    /// The table of a document as it stands. Look-ups of an earlier one are used again. Queries for problems go by what
    /// the checks found last.
    pub fn new(
        doc: &Doc,
        source: &Source,
        all_levels: bool,
        chosen: &Chosen,
        lookups: Lookups,
        problems: &[Problem],
    ) -> Table {
        let mut table = Table { lookups, ..Table::default() };
        table.find_rows(doc, source, all_levels, problems);
        table.find_columns(doc.state());
        table.choose(chosen);
        table
    }

    /// Gives the look-ups back for the next table.
    pub fn take_lookups(self) -> Lookups {
        self.lookups
    }

    fn find_rows(&mut self, doc: &Doc, source: &Source, all_levels: bool, problems: &[Problem]) {
        let state = doc.state();
        if let Source::Selection = source {
            for id in doc.selection.all() {
                let at = self.level(doc, id.node.level);
                let found = self.levels.get(usize::from(at)).and_then(|(_, objects)| objects.index_of(*id));
                self.rows.extend(found.map(|object| Row { level: at, object }));
            }
            return;
        }
        let levels: Vec<LevelId> = if all_levels {
            state.ids().chain([LevelId::FILE]).filter(|id| state.level(*id).is_some()).collect()
        } else {
            vec![doc.level]
        };
        let query = match source {
            Source::Query(text) => match Query::parse(doc.file.document.game(), text) {
                Ok(query) => Some(query),
                Err(error) => {
                    self.wrong = Some(error.to_string());
                    return;
                }
            },
            _ => None,
        };
        for id in levels {
            let Some(level) = state.level(id) else { continue };
            let at = self.level(doc, id);
            let Some((_, objects)) = self.levels.get(usize::from(at)) else { continue };
            let row = |object| Row { level: at, object };
            match (&query, source) {
                (Some(query), _) => {
                    let found = query.matches(level, objects, &LevelContext { links: None, problems });
                    self.rows.extend(found.objects.into_iter().map(row));
                    for warning in found.warnings.iter().map(ToString::to_string) {
                        if !self.warnings.contains(&warning) {
                            self.warnings.push(warning);
                        }
                    }
                }
                (None, Source::Kind(kind)) => {
                    let own = (0u32..).zip(objects.all()).filter(|(_, o)| o.kind.key == kind.as_str());
                    self.rows.extend(own.map(|(object, _)| row(object)));
                }
                (None, _) => self.rows.extend((0u32..).zip(objects.all()).map(|(object, _)| row(object))),
            }
        }
    }

    /// The place of a level among those shown.
    fn level(&mut self, doc: &Doc, id: LevelId) -> u16 {
        let at = self.levels.iter().position(|(level, _)| *level == id).unwrap_or_else(|| {
            self.levels.push((id, doc.objects(id)));
            self.levels.len() - 1
        });
        u16::try_from(at).unwrap_or(u16::MAX)
    }

    /// Every field that some row has now, in the order of the tables; bytes without a meaning are left to their pane.
    fn find_columns(&mut self, state: &State) {
        /// Rows that look alike: one kind, part, record type and layout.
        type Sort = (&'static ObjectKind, &'static str, &'static Schema, u16);
        let mut sorts: Vec<(Sort, Vec<(Row, usize)>)> = Vec::new();
        let mut last = 0;
        let mut kinds: Vec<(&'static ObjectKind, usize)> = Vec::new();
        for row in &self.rows {
            let Some((level, object)) = self.at(state, *row) else { continue };
            match kinds.iter_mut().find(|(kind, _)| std::ptr::eq(*kind, object.kind)) {
                Some((_, count)) => *count += 1,
                None => kinds.push((object.kind, 1)),
            }
            for (at, part) in object.parts.iter().enumerate() {
                let Some(record) = level.record(part.node.number) else { continue };
                let schema = part.schema.unwrap_or(record.schema());
                let sort: Sort = (object.kind, part.name, schema, record.layout());
                let same =
                    |s: &Sort| std::ptr::eq(s.0, sort.0) && s.1 == sort.1 && std::ptr::eq(s.2, sort.2) && s.3 == sort.3;
                // Rows of a sort stand together for the most part.
                if !sorts.get(last).is_some_and(|(s, _)| same(s)) {
                    last = sorts.iter().position(|(s, _)| same(s)).unwrap_or_else(|| {
                        sorts.push((sort, Vec::new()));
                        sorts.len() - 1
                    });
                }
                if let Some((_, rows)) = sorts.get_mut(last) {
                    rows.push((*row, at));
                }
            }
        }
        self.kinds = kinds;
        let mut columns: Vec<Column> = Vec::new();
        for ((kind, part, schema, layout), rows) in sorts {
            let mut named: Vec<&'static str> = Vec::new();
            for field in schema.all_fields() {
                if matches!(field.kind, Kind::Bytes) || named.contains(&field.name) {
                    continue;
                }
                named.push(field.name);
                let lookup = self.lookup(schema, layout, field.name);
                // A name may mean different sorts of values; each that some row has is a column.
                let mut wanted: Vec<&'static Field> = Vec::new();
                for candidate in lookup.candidates().filter(|f| !matches!(f.kind, Kind::Bytes)) {
                    if !wanted.iter().any(|f| discriminant(&f.kind) == discriminant(&candidate.kind)) {
                        wanted.push(candidate);
                    }
                }
                for row in &rows {
                    if wanted.is_empty() {
                        break;
                    }
                    let found = self.find(state, row.0, row.1, &lookup);
                    let Some(found) = found.filter(|f| !matches!(f.kind, Kind::Bytes)) else { continue };
                    wanted.retain(|f| discriminant(&f.kind) != discriminant(&found.kind));
                    match columns.iter_mut().find(|c| c.is(part, found)) {
                        Some(column) if column.kinds.contains(&kind.key) => {}
                        Some(column) => column.kinds.push(kind.key),
                        None => columns.push(Column {
                            part,
                            field: found,
                            kinds: vec![kind.key],
                            sort: discriminant(&found.kind),
                        }),
                    }
                }
            }
        }
        self.available = columns;
    }

    fn find(&self, state: &State, row: Row, part: usize, lookup: &Lookup) -> Option<&'static Field> {
        let (level, object) = self.at(state, row)?;
        let record = level.record(object.parts.get(part)?.node.number)?;
        lookup.find(&ObjectFacts { level, object, record }, &|f| record.get(f).ok()?.as_int())
    }

    fn lookup(&mut self, schema: &'static Schema, layout: u16, name: &'static str) -> Arc<Lookup> {
        let key = (std::ptr::from_ref(schema).addr(), layout, name);
        self.lookups.entry(key).or_insert_with(|| Arc::new(Lookup::new(schema, name, layout))).clone()
    }

    /// Shows the columns that a person chose for the kinds shown; all of a kind for which nothing was chosen.
    fn choose(&mut self, chosen: &Chosen) {
        let wanted = |column: &Column| {
            let key = column.key();
            column.kinds.iter().any(|kind| chosen.get(*kind).is_none_or(|list| list.contains(&key)))
        };
        self.columns = self.available.iter().filter(|c| wanted(c)).cloned().collect();
    }

    fn at<'s>(&'s self, state: &'s State, row: Row) -> Option<(&'s Level, &'s Object)> {
        let (id, objects) = self.levels.get(usize::from(row.level))?;
        Some((state.level(*id)?, objects.get(row.object)?))
    }

    /// How many rows there are.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The object of a row.
    pub fn object(&self, row: usize) -> Option<&Object> {
        let row = self.rows.get(row)?;
        self.levels.get(usize::from(row.level))?.1.get(row.object)
    }

    /// Whether rows of several levels are shown.
    pub fn several_levels(&self) -> bool {
        self.levels.len() > 1
    }

    /// The objects of all rows, in order.
    pub fn ids(&self) -> Vec<ObjectId> {
        (0..self.len()).filter_map(|row| self.object(row)).map(|o| o.id).collect()
    }

    /// The cell of a row and a column; `None` where the object has no such field.
    pub fn cell<'s>(&'s self, state: &'s State, row: usize, column: usize) -> Option<Cell<'s>> {
        let column = self.columns.get(column)?;
        self.cell_of(state, *self.rows.get(row)?, column)
    }

    fn cell_of<'s>(&'s self, state: &'s State, row: Row, column: &Column) -> Option<Cell<'s>> {
        let (level, object) = self.at(state, row)?;
        for part in object.parts.iter().filter(|p| p.name == column.part) {
            let Some(record) = level.record(part.node.number) else { continue };
            let schema = part.schema.unwrap_or(record.schema());
            let key = (std::ptr::from_ref(schema).addr(), record.layout(), column.field.name);
            let Some(lookup) = self.lookups.get(&key) else { continue };
            let facts = ObjectFacts { level, object, record };
            let found = lookup.find(&facts, &|f| record.get(f).ok()?.as_int());
            if let Some(field) = found.filter(|f| column.is(part.name, f)) {
                return Some(Cell { record, field });
            }
        }
        None
    }

    /// Brings the rows into the order of a column's values, those without one last.
    pub fn sort(&mut self, state: &State, key: &str, falling: bool) {
        let Some(column) = self.available.iter().find(|c| c.key() == key).cloned() else {
            if key == NAME {
                self.sort_by_name(falling);
            }
            return;
        };
        let mut keyed: Vec<(Option<Sortable>, Row)> = self
            .rows
            .iter()
            .map(|row| {
                let cell = self.cell_of(state, *row, &column);
                (cell.and_then(|c| Some(Sortable::of(c.field, c.record.get(c.field).ok()?))), *row)
            })
            .collect();
        keyed.sort_by(|(a, _), (b, _)| match (a, b) {
            (Some(a), Some(b)) if falling => b.compare(a),
            (Some(a), Some(b)) => a.compare(b),
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
        self.rows = keyed.into_iter().map(|(_, row)| row).collect();
    }

    fn sort_by_name(&mut self, falling: bool) {
        let mut keyed: Vec<(String, Row)> = (0..self.len())
            .filter_map(|at| Some((self.object(at)?.name.to_lowercase(), *self.rows.get(at)?)))
            .collect();
        // “Light 9” stands before “Light 10”.
        keyed.sort_by(|(a, _), (b, _)| natural(a, b));
        if falling {
            keyed.reverse();
        }
        self.rows = keyed.into_iter().map(|(_, row)| row).collect();
    }

    /// Keeps the order of an earlier table over the same objects: while values are edited, rows stay where they are.
    /// Whether the objects are the same.
    pub fn keep_order(&mut self, earlier: &[ObjectId]) -> bool {
        if earlier.len() != self.len() {
            return false;
        }
        let places: BTreeMap<ObjectId, Row> =
            (0..self.len()).filter_map(|at| Some((self.object(at)?.id, *self.rows.get(at)?))).collect();
        let kept: Vec<Row> = earlier.iter().filter_map(|id| places.get(id).copied()).collect();
        if kept.len() != self.len() {
            return false;
        }
        self.rows = kept;
        true
    }

    /// The records and fields of some cells, by rows.
    pub fn cells(
        &self,
        state: &State,
        rows: std::ops::RangeInclusive<usize>,
        column: usize,
    ) -> Vec<(NodeId, &'static Field)> {
        rows.filter_map(|row| self.cell(state, row, column)).map(|c| (c.record.id(), c.field)).collect()
    }
}

/// The key of the column of names, for sorting.
pub const NAME: &str = "@name";

/// What a value is sorted by.
#[derive(Debug)]
enum Sortable {
    Number(i128),
    Real(f64),
    Text(String),
}

impl Sortable {
    fn of(field: &Field, value: Value) -> Sortable {
        match (&field.kind, value) {
            // Names are found by their letters.
            (Kind::Choice(_), value) => Sortable::Text(field.show(&value)),
            (_, Value::Int(number)) => Sortable::Number(number),
            (_, Value::Real(real)) => Sortable::Real(real),
            (_, Value::Text(text)) => Sortable::Text(text.to_lowercase()),
            (_, value) => Sortable::Text(field.show(&value)),
        }
    }

    fn compare(&self, other: &Sortable) -> std::cmp::Ordering {
        let rank = |s: &Sortable| match s {
            Sortable::Number(_) => 0,
            Sortable::Real(_) => 1,
            Sortable::Text(_) => 2,
        };
        match (self, other) {
            (Sortable::Number(a), Sortable::Number(b)) => a.cmp(b),
            (Sortable::Real(a), Sortable::Real(b)) => a.total_cmp(b),
            (Sortable::Text(a), Sortable::Text(b)) => a.cmp(b),
            _ => rank(self).cmp(&rank(other)),
        }
    }
}

/// Compares texts with the numbers in them by size.
fn natural(a: &str, b: &str) -> std::cmp::Ordering {
    let (mut a, mut b) = (a, b);
    loop {
        let digits = |t: &str| t.find(|c: char| !c.is_ascii_digit()).unwrap_or(t.len());
        let (da, db) = (digits(a), digits(b));
        if da > 0 && db > 0 {
            let (na, ra) = a.split_at(da);
            let (nb, rb) = b.split_at(db);
            let (na, nb) = (na.trim_start_matches('0'), nb.trim_start_matches('0'));
            let order = na.len().cmp(&nb.len()).then_with(|| na.cmp(nb));
            if order.is_ne() {
                return order;
            }
            (a, b) = (ra, rb);
            continue;
        }
        let (mut ca, mut cb) = (a.chars(), b.chars());
        match (ca.next(), cb.next()) {
            (None, None) => return std::cmp::Ordering::Equal,
            (x, y) if x != y => return x.cmp(&y),
            _ => (a, b) = (ca.as_str(), cb.as_str()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::natural;

    #[test]
    fn numbers_in_names_count_by_size() {
        let mut names = ["light 10", "light 9", "light 09a", "door", "light"];
        names.sort_by(|a, b| natural(a, b));
        assert_eq!(names, ["door", "light", "light 9", "light 09a", "light 10"]);
    }
}
