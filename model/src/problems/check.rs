//! What a check is.

use super::Problem;
use crate::document::{Level, LevelId, LevelSource, NodeId, Record, Severity, State, Table};
use crate::edit::Draft;
use crate::record::Refusal;

/// Looks for one thing that is wrong.
#[derive(Debug)]
pub struct Check {
    /// Identifier, unique in its game, stable once released: `floor-above-ceiling`.
    pub id: &'static str,
    /// How bad what it finds is, as a rule.
    pub severity: Severity,
    /// Name shown to people.
    pub label: &'static str,
    /// What it means in the game.
    pub doc: &'static str,
    /// Keys of the tables it reads; empty for all of them. A key with [`SHAPE`] behind it (`objects/shape`, or
    /// `*/shape` for every table) says that only rows and what links, ids, names and counts hang on matter there.
    pub reads: &'static [&'static str],
    /// Looks.
    pub run: Run,
    /// What can be done about what it finds.
    pub fixes: &'static [Fix],
}

/// Behind a key in [`Check::reads`]: see [`Table::shape`].
pub const SHAPE: &str = "/shape";

impl Check {
    /// The stamp of a table as far as the check reads it; `None` if it does not.
    pub(super) fn stamp(&self, table: &Table) -> Option<u64> {
        let reads = |key: &&&str| **key == table.key();
        if self.reads.is_empty() || self.reads.iter().any(|key| reads(&key)) {
            return Some(table.stamp());
        }
        let shape = |key: &&str| key.strip_suffix(SHAPE).is_some_and(|key| key == "*" || key == table.key());
        self.reads.iter().any(shape).then(|| table.shape())
    }
}

/// How far a check looks.
#[derive(Clone, Copy, Debug)]
pub enum Run {
    /// At one table by itself; asked again only for tables that changed.
    Table(fn(&Level, &Table, &mut Report)),
    /// At one level.
    Level(fn(&Level, &mut Report)),
    /// At all levels together.
    Document(fn(&Whole<'_>, &mut Report)),
}

/// All levels of a file, as far as they are decoded.
#[derive(Clone, Copy, Debug)]
pub struct Whole<'a> {
    /// The levels.
    pub state: &'a State,
    /// What is known of levels that are not decoded, and of what lies outside the levels.
    pub source: &'a dyn LevelSource,
}

impl<'a> Whole<'a> {
    /// The decoded levels.
    pub fn levels(&self) -> impl Iterator<Item = &'a Level> {
        let state = self.state;
        state.ids().filter_map(move |id| state.level(id))
    }

    /// What belongs to the file as a whole.
    pub fn file(&self) -> Option<&'a Level> {
        self.state.level(LevelId::FILE)
    }
}

/// Something to be done about a problem: a plan, so it is one undo step and can be looked at before it is done.
#[derive(Debug)]
pub struct Fix {
    /// Name shown to people.
    pub label: &'static str,
    /// What it changes.
    pub doc: &'static str,
    /// Does it.
    pub run: fn(&mut Draft, &Problem) -> Result<(), Refusal>,
}

/// What a check has found.
#[derive(Debug)]
pub struct Report {
    check: &'static str,
    severity: Severity,
    problems: Vec<Problem>,
}

impl Report {
    pub(super) fn new(check: &Check) -> Report {
        Report { check: check.id, severity: check.severity, problems: Vec::new() }
    }

    pub(super) fn finish(self) -> Vec<Problem> {
        self.problems
    }

    pub(super) fn severity(&self) -> Severity {
        self.severity
    }

    pub(super) fn add_to_last(&mut self, text: &str) {
        if let Some(last) = self.problems.last_mut() {
            last.message.push_str(text);
        }
    }

    /// Something is wrong with a record, and with a field of it if one is named.
    pub fn record(&mut self, record: &Record<'_>, field: &'static str, message: impl Into<String>) {
        self.record_as(self.severity, record, field, message);
    }

    /// The same, worse or less bad than usual.
    pub fn record_as(
        &mut self,
        severity: Severity,
        record: &Record<'_>,
        field: &'static str,
        message: impl Into<String>,
    ) {
        let (node, place) = (record.id(), place_of(record));
        self.problems.push(Problem {
            check: self.check,
            severity,
            node,
            place,
            field,
            line: None,
            message: message.into(),
        });
    }

    /// Something is wrong at a line of a text field, counted from 1.
    pub fn line(&mut self, record: &Record<'_>, field: &'static str, line: u32, message: impl Into<String>) {
        self.record(record, field, message);
        if let Some(last) = self.problems.last_mut() {
            last.line = Some(line);
        }
    }

    /// Something is wrong with the row at a position of a table; nothing is said of rows that do not exist.
    pub fn row(&mut self, level: &Level, table: &str, at: usize, field: &'static str, message: impl Into<String>) {
        if let Some(record) = level.link_table(table).and_then(|t| level.row(t, at)) {
            self.record(&record, field, message);
        }
    }

    /// Something is wrong with a level.
    pub fn level(&mut self, level: LevelId, message: impl Into<String>) {
        self.level_as(self.severity, level, message);
    }

    /// The same, worse or less bad than usual.
    pub fn level_as(&mut self, severity: Severity, level: LevelId, message: impl Into<String>) {
        let (node, message) = (NodeId::root(level), message.into());
        self.problems.push(Problem {
            check: self.check,
            severity,
            node,
            place: String::new(),
            field: "",
            line: None,
            message,
        });
    }
}

/// A record in words: table and position, and list and position for what lies in a record.
pub(crate) fn place_of(record: &Record<'_>) -> String {
    let level = record.level();
    let mut steps = Vec::new();
    let mut at = Some(*record);
    while let Some(record) = at {
        let parent = level.parent(record.id().number).and_then(|n| level.record(n));
        let list = match parent {
            Some(parent) => parent.schema().list_name().unwrap_or("children"),
            None => record.table().key(),
        };
        steps.push(format!("{list}/{}", record.position()));
        at = parent;
    }
    steps.reverse();
    steps.join("/")
}
