//! The matrix: a row per object, a column per field, edited like a spreadsheet.
//!
//! [`table`] finds rows and columns, [`draw`] draws what is in sight, [`keys`] listens, [`write`] makes one transaction
//! of what was typed or pasted, [`tsv`] is what goes over the clipboard.

pub mod draw;
mod keys;
mod parts;
pub mod table;
pub mod tsv;
pub mod write;

pub use keys::{grid_id, is_popup_open, keeps};

use std::collections::{BTreeMap, HashMap};
use std::ops::RangeInclusive;
use std::sync::Arc;

use levelwright_model::document::{LevelId, ObjectId};
use levelwright_model::query::Query;

use super::doc::{Doc, StateKey};
use super::halves::Half;
use super::problems::Problems;
use super::theme;
use table::Table;

/// The columns that were chosen in a game, by kind; a kind that is missing shows all its columns.
pub type Chosen = BTreeMap<String, Vec<String>>;

/// Which objects are rows.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Source {
    /// Those of a kind.
    Kind(String),
    /// What a query finds.
    Query(String),
    /// What is selected.
    #[default]
    Selection,
    /// All.
    Everything,
}

/// What the matrix wants done.
#[derive(Debug)]
pub enum Act {
    /// Set cells, as one transaction of this name.
    Write(String, Vec<write::Write>),
    /// Show these columns of a kind from now on; `None` for all.
    Choose(&'static str, Option<Vec<String>>),
}

/// A cell by row and column as they stand now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// The row.
    pub row: usize,
    /// The column.
    pub column: usize,
}

/// A cell that is being edited.
#[derive(Clone, Debug)]
struct Editing {
    /// What was typed so far.
    text: String,
    /// In a list of names or of flags instead of a text field.
    popup: bool,
    /// The field does not have the focus yet.
    fresh: bool,
    /// Everything in it is to be typed over.
    whole: bool,
}

/// What rows and columns were made from.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    state: StateKey,
    order: Order,
    chosen: Chosen,
    /// Which answer of the checks, where it is asked for.
    found: u64,
}

/// What the order of the rows was made from.
#[derive(Clone, Debug, PartialEq)]
struct Order {
    level: LevelId,
    source: Source,
    selection: u64,
    /// How many levels are shown, where all are: they come as they are decoded.
    levels: usize,
    sort: Option<(String, bool)>,
}

/// The text of a cell in sight.
#[derive(Clone, Debug)]
struct Shown {
    text: String,
    locked: bool,
    right: bool,
}

/// The matrix of a document.
#[derive(Debug, Default)]
pub struct Matrix {
    /// The half of the window it was drawn in last.
    half: Half,
    source: Source,
    /// The query as it is typed.
    query: String,
    all_levels: bool,
    sort: Option<(String, bool)>,
    cursor: Place,
    anchor: Place,
    /// The cursor moved by a key: bring it into sight.
    follow: bool,
    editing: Option<Editing>,
    table: Arc<Table>,
    key: Option<Key>,
    order: Option<(Order, Vec<ObjectId>)>,
    texts: HashMap<(usize, usize), Option<Shown>>,
    texts_of: Option<StateKey>,
    widths: Vec<f32>,
}

fn decoded(doc: &Doc) -> usize {
    let state = doc.state();
    state.ids().filter(|id| state.level(*id).is_some()).count()
}

impl Matrix {
    /// The rows and columns.
    pub fn table(&self) -> &Table {
        &self.table
    }

    /// Where the cursor stands.
    pub fn cursor(&self) -> Place {
        self.cursor
    }

    /// Shows other objects.
    pub fn set_source(&mut self, source: Source) {
        if let Source::Query(text) = &source {
            self.query.clone_from(text);
        }
        self.source = source;
    }

    /// Shows all decoded levels, or the one in front.
    pub fn set_all_levels(&mut self, all: bool) {
        self.all_levels = all;
    }

    /// Sorts by a column.
    pub fn set_sort(&mut self, sort: Option<(String, bool)>) {
        self.sort = sort;
    }

    /// Chooses a rectangle of cells.
    pub fn choose(&mut self, anchor: Place, cursor: Place) {
        (self.anchor, self.cursor) = (anchor, cursor);
    }

    /// Brings rows and columns up to date.
    pub fn refresh(&mut self, doc: &Doc, chosen: &Chosen, problems: &mut Problems) {
        self.half = doc.half;
        let state = doc.key();
        if self.texts_of != Some(state) {
            self.texts_of = Some(state);
            self.texts.clear();
        }
        // While something is dragged the rows stay; what they hold is read from the draft.
        if doc.has_draft() && self.key.is_some() {
            return;
        }
        let selection = if self.source == Source::Selection { doc.selection.stamp() } else { 0 };
        let order = Order {
            level: doc.level,
            source: self.source.clone(),
            selection,
            levels: if self.all_levels { decoded(doc) } else { 0 },
            sort: self.sort.clone(),
        };
        let asks = match &self.source {
            Source::Query(text) => {
                Query::parse(doc.file.document.game(), text).is_ok_and(|query| query.asks_for_problems())
            }
            _ => false,
        };
        let (found, answer) = if asks { (problems.found(), problems.stamp()) } else { (Arc::default(), 0) };
        let key = Key { state, order, chosen: chosen.clone(), found: answer };
        if self.key.as_ref() == Some(&key) {
            return;
        }
        let corners = [self.anchor, self.cursor].map(|place| {
            let object = self.table.object(place.row).map(|o| o.id);
            (place, object, self.table.columns.get(place.column).map(|c| c.key()))
        });
        let lookups = Arc::try_unwrap(std::mem::take(&mut self.table)).map(Table::take_lookups).unwrap_or_default();
        let mut table = Table::new(doc, &self.source, self.all_levels, chosen, lookups, &found);
        let stays = self.order.as_ref().filter(|(order, _)| *order == key.order).map(|(_, ids)| ids.as_slice());
        if !stays.is_some_and(|ids| table.keep_order(ids))
            && let Some((column, falling)) = &self.sort
        {
            table.sort(doc.state(), column, *falling);
        }
        let ids = table.ids();
        // The cursor stays with its object and its column, as far as they are still shown.
        let [anchor, cursor] = corners.map(|(place, object, column)| {
            let row = object.and_then(|id| ids.iter().position(|i| *i == id));
            let column = column.and_then(|key| table.columns.iter().position(|c| c.key() == key));
            Place {
                row: row.unwrap_or(place.row).min(ids.len().saturating_sub(1)),
                column: column.unwrap_or(place.column).min(table.columns.len().saturating_sub(1)),
            }
        });
        (self.anchor, self.cursor) = (anchor, cursor);
        let same = |c: &table::Column, d: &table::Column| c.key() == d.key();
        let columns_stay = self.widths.len() == table.columns.len()
            && self.key.as_ref().is_some_and(|k| k.order.source == key.order.source && k.chosen == key.chosen)
            && self.table.columns.iter().zip(&table.columns).all(|(c, d)| same(c, d));
        if !columns_stay {
            self.widths = parts::widths(&table, doc.state());
        }
        self.texts.clear();
        self.order = Some((key.order.clone(), ids));
        self.key = Some(key);
        self.table = Arc::new(table);
    }

    fn rows(&self) -> RangeInclusive<usize> {
        self.anchor.row.min(self.cursor.row)..=self.anchor.row.max(self.cursor.row)
    }

    fn columns(&self) -> RangeInclusive<usize> {
        self.anchor.column.min(self.cursor.column)..=self.anchor.column.max(self.cursor.column)
    }

    fn is_chosen(&self, row: usize, column: usize) -> bool {
        self.rows().contains(&row) && self.columns().contains(&column)
    }

    /// How many cells are chosen.
    fn count(&self) -> usize {
        let side = |r: RangeInclusive<usize>| r.end() - r.start() + 1;
        side(self.rows()).saturating_mul(side(self.columns()))
    }

    fn put(&mut self, place: Place, extend: bool) {
        self.cursor = place;
        if !extend {
            self.anchor = place;
        }
    }

    /// The chosen cells as text, with headings and names if wanted.
    pub fn copied(&self, doc: &Doc, headings: bool) -> String {
        let table = &self.table;
        let mut rows = Vec::new();
        if headings {
            let labels = self.columns().filter_map(|at| table.columns.get(at)).map(|c| c.key());
            rows.push(std::iter::once(super::texts::matrix::OBJECT.to_owned()).chain(labels).collect());
        }
        for row in self.rows() {
            let name = headings.then(|| table.object(row).map_or_else(String::new, |o| o.name.clone()));
            let cells = self
                .columns()
                .map(|column| table.cell(doc.state(), row, column).map_or_else(String::new, |c| c.text()));
            rows.push(name.into_iter().chain(cells).collect());
        }
        tsv::write(&rows)
    }

    /// Top of a row in the content, behind the headings.
    fn top(row: usize) -> f32 {
        row as f32 * theme::ROW
    }

    /// Left edge of a column in the content, behind the names.
    fn left(&self, column: usize) -> f32 {
        self.widths.iter().take(column).sum()
    }
}
