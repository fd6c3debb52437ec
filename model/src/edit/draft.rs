//! A draft: a snapshot that may be written to and records what was done.
//!
//! Plans are functions on a draft. They compose by running on the same draft; a refusal drops the
//! draft and leaves no trace; a gesture's overlay is a draft that is shown.

use std::collections::{BTreeMap, BTreeSet};

use super::primitive::Edit;
use super::transaction::{GenerationChange, Transaction};
use crate::document::{ApplyError, Level, LevelId, NodeId, Objects, Record, RecordFacts, State, Subtree, Table};
use crate::games::Game;
use crate::record::{ByteSplice, Field, Refusal, Schema, Value};

/// A draft. A clone is a trial: what is done to it leaves the first as it was.
#[derive(Clone, Debug)]
pub struct Draft {
    game: &'static Game,
    base: State,
    state: State,
    edits: Vec<Edit>,
    generations: Vec<GenerationChange>,
    next_generation: u32,
    notes: Vec<String>,
    put_off: Option<PutOff>,
}

/// What is still to be settled.
#[derive(Clone, Debug)]
struct PutOff {
    before: State,
    touched: BTreeSet<NodeId>,
}

impl Draft {
    pub(crate) fn new(game: &'static Game, state: State, next_generation: u32) -> Draft {
        Draft {
            game,
            base: state.clone(),
            state,
            edits: Vec::new(),
            generations: Vec::new(),
            next_generation,
            notes: Vec::new(),
            put_off: None,
        }
    }

    /// The game.
    pub fn game(&self) -> &'static Game {
        self.game
    }

    /// The state as it stands in the draft.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Whether nothing was done yet.
    pub fn is_empty(&self) -> bool {
        self.edits.is_empty() && self.generations.is_empty()
    }

    /// Tells the person something about what was done: a consequence elsewhere that no edit shows. Each once.
    pub fn note(&mut self, text: impl Into<String>) {
        let text = text.into();
        if !self.notes.contains(&text) {
            self.notes.push(text);
        }
    }

    /// What the person is to be told.
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    pub(crate) fn next_generation(&self) -> u32 {
        self.next_generation
    }

    /// A level.
    ///
    /// # Errors
    /// If it does not exist or is not decoded.
    pub fn level(&self, id: LevelId) -> Result<&Level, Refusal> {
        self.state.level(id).ok_or_else(|| Refusal::Missing(format!("level {}", id.0)))
    }

    /// The first table with a key.
    ///
    /// # Errors
    /// If the level has none.
    pub fn table(&self, level: LevelId, key: &str) -> Result<&Table, Refusal> {
        self.level(level)?.table(key).ok_or_else(|| Refusal::Missing(format!("table {key}")))
    }

    /// A record.
    ///
    /// # Errors
    /// If it does not exist.
    pub fn record(&self, id: NodeId) -> Result<Record<'_>, Refusal> {
        self.level(id.level)?
            .record(id.number)
            .ok_or_else(|| Refusal::Missing(format!("record {} of level {}", id.number, id.level.0)))
    }

    /// The record at a position of a table.
    ///
    /// # Errors
    /// If there is none.
    pub fn row(&self, level: LevelId, key: &str, position: usize) -> Result<Record<'_>, Refusal> {
        let table = self.table(level, key)?;
        self.level(level)?.row(table, position).ok_or_else(|| Refusal::Missing(format!("{key}/{position}")))
    }

    /// The objects of a level as it stands in the draft.
    ///
    /// # Errors
    /// If the level is not there.
    pub fn objects(&self, level: LevelId) -> Result<Objects, Refusal> {
        Ok((self.game.objects)(self.level(level)?))
    }

    /// The field of this name that applies to a record seen alone.
    ///
    /// # Errors
    /// If there is none.
    pub fn field(&self, id: NodeId, name: &str) -> Result<&'static Field, Refusal> {
        let record = self.record(id)?;
        record
            .schema()
            .field_for(name, &RecordFacts(record))
            .ok_or_else(|| Refusal::Missing(format!("field {name} of {}", record.schema().label)))
    }

    /// Reads a whole number by field name.
    ///
    /// # Errors
    /// If there is no such field or it is no whole number.
    pub fn int(&self, id: NodeId, name: &str) -> Result<i128, Refusal> {
        let field = self.field(id, name)?;
        let value = self.record(id)?.get(field)?;
        value.as_int().ok_or_else(|| Refusal::rule(format!("{name} is not a whole number")))
    }

    /// Sets a field: the guard first (a value that reads the same, bit for bit, is no edit), then the
    /// game's plan, which may touch whatever follows from the field. Answers whether anything changed.
    ///
    /// # Errors
    /// A refusal; drop the draft then.
    pub fn set(&mut self, id: NodeId, field: &'static Field, value: &Value) -> Result<bool, Refusal> {
        self.check_editable(id)?;
        let record = self.record(id)?;
        if record.get(field)?.same(value) {
            return Ok(false);
        }
        if !field.fixed.is_empty() {
            return Err(Refusal::ReadOnly { field: field.name.to_owned(), reason: field.fixed.to_owned() });
        }
        (self.game.set_field)(self, id, field, value)?;
        Ok(true)
    }

    /// Sets one field of many records: what follows from it is seen to once, at the end, where the game can do that
    /// ([`Game::settle`]). `sets` is a run of [`Draft::set`] and nothing else: it must not read what is derived.
    ///
    /// # Errors
    /// That of `sets`, or a refusal of what follows; drop the draft then.
    pub fn together<T, E: From<Refusal>>(&mut self, sets: impl FnOnce(&mut Draft) -> Result<T, E>) -> Result<T, E> {
        let Some(settle) = self.game.settle.filter(|_| self.put_off.is_none()) else { return sets(self) };
        self.put_off = Some(PutOff { before: self.state.clone(), touched: BTreeSet::new() });
        let done = sets(self);
        let put_off = self.put_off.take();
        let done = done?;
        if let Some(PutOff { before, touched }) = put_off.filter(|p| !p.touched.is_empty()) {
            let touched: Vec<NodeId> = touched.into_iter().collect();
            settle(self, &before, &touched)?;
        }
        Ok(done)
    }

    /// Notes that what follows from a record's fields is to be settled later, if many are being set
    /// ([`Draft::together`]); answers whether it will be.
    pub(crate) fn put_off(&mut self, node: NodeId) -> bool {
        match &mut self.put_off {
            Some(put_off) => {
                put_off.touched.insert(node);
                true
            }
            None => false,
        }
    }

    /// Sets a field by name to a whole number.
    ///
    /// # Errors
    /// A refusal; drop the draft then.
    pub fn set_int(&mut self, id: NodeId, name: &str, value: impl Into<i128>) -> Result<bool, Refusal> {
        let field = self.field(id, name)?;
        self.set(id, field, &Value::Int(value.into()))
    }

    /// Stores a value in the field's own place and nothing else: what plans use for what they derive.
    /// Fields that people cannot set can be stored. A value that reads the same is no edit.
    ///
    /// # Errors
    /// A refusal; drop the draft then.
    pub fn store(&mut self, id: NodeId, field: &Field, value: &Value) -> Result<bool, Refusal> {
        let record = self.record(id)?;
        if record.get(field)?.same(value) {
            return Ok(false);
        }
        let set = record.table().spec.access.set;
        let open = Field { fixed: "", ..*field };
        set(self, id, &open, value)?;
        Ok(true)
    }

    /// Stores a whole number by field name; see [`Draft::store`].
    ///
    /// # Errors
    /// A refusal; drop the draft then.
    pub fn store_int(&mut self, id: NodeId, name: &str, value: impl Into<i128>) -> Result<bool, Refusal> {
        let field = self.field(id, name)?;
        self.store(id, field, &Value::Int(value.into()))
    }

    fn check_editable(&self, id: NodeId) -> Result<(), Refusal> {
        let record = self.record(id)?;
        match &record.table().opaque {
            None => Ok(()),
            Some(reason) => {
                Err(Refusal::ReadOnly { field: record.table().spec.label.to_owned(), reason: reason.to_string() })
            }
        }
    }

    /// Refuses to change the list of rows of a table that has room for exactly those it has.
    fn check_rows_free(&self, parent: NodeId) -> Result<(), Refusal> {
        match self.level(parent.level)?.table_by_number(parent.number) {
            Some(table) if table.spec.fixed_rows => Err(Refusal::rule(format!(
                "the rows of {} are given by the file: they can be changed, but none can be added, removed or moved",
                table.key()
            ))),
            _ => Ok(()),
        }
    }

    fn push(&mut self, edit: Edit) -> Result<(), Refusal> {
        self.state.apply(&edit).map_err(|e| match e {
            ApplyError::NoNode(_) | ApplyError::NoLevel(_) => Refusal::Missing(e.to_string()),
            other => Refusal::Mismatch { what: other.to_string() },
        })?;
        self.edits.push(edit);
        Ok(())
    }

    /// Carries out a primitive edit as it stands: what scripts made by a comparison hold.
    ///
    /// # Errors
    /// If it does not fit; drop the draft then.
    pub fn primitive(&mut self, edit: Edit) -> Result<(), Refusal> {
        self.push(edit)
    }

    /// Replaces bytes of a node's head or tail.
    ///
    /// # Errors
    /// If the bytes are not there or the row cannot change its length.
    pub fn splice(&mut self, node: NodeId, tail: bool, splice: ByteSplice) -> Result<(), Refusal> {
        let level = self.level(node.level)?;
        let missing = || Refusal::Missing(format!("record {}", node.number));
        let bytes: &[u8] = match (level.record(node.number), level.table_by_number(node.number)) {
            (Some(record), _) => {
                if tail {
                    record.tail()
                } else {
                    record.head()
                }
            }
            (None, Some(table)) => {
                if tail {
                    &table.tail
                } else {
                    &table.head
                }
            }
            (None, None) => return Err(missing()),
        };
        let old = bytes
            .get(splice.at..splice.at.saturating_add(splice.old_len))
            .ok_or_else(|| Refusal::Mismatch { what: format!("record {} is too short", node.number) })?
            .to_vec();
        if old == splice.new {
            return Ok(());
        }
        let at = u32::try_from(splice.at).map_err(|_| missing())?;
        self.push(Edit::Splice { node, tail, at, old, new: splice.new })
    }

    /// Inserts a node with everything below it. Its numbers must be free: take them from
    /// [`Draft::next_number`].
    ///
    /// # Errors
    /// If it does not fit there.
    pub fn insert(&mut self, parent: NodeId, at: usize, subtree: Subtree) -> Result<NodeId, Refusal> {
        self.check_rows_free(parent)?;
        let node = NodeId { level: parent.level, number: subtree.number };
        let at = u32::try_from(at).map_err(|_| Refusal::rule("the list is too long"))?;
        self.push(Edit::Insert { parent, at, subtree })?;
        Ok(node)
    }

    /// The first free number of a level.
    ///
    /// # Errors
    /// If the level is not there.
    pub fn next_number(&self, level: LevelId) -> Result<u32, Refusal> {
        Ok(self.level(level)?.next_number())
    }

    /// Inserts a row into a table.
    ///
    /// # Errors
    /// If it does not fit there.
    pub fn insert_row(
        &mut self,
        level: LevelId,
        table: &str,
        at: usize,
        schema: &'static Schema,
        bytes: Vec<u8>,
    ) -> Result<NodeId, Refusal> {
        let parent = NodeId { level, number: self.table(level, table)?.number };
        let number = self.next_number(level)?;
        self.insert(parent, at, Subtree::record(number, schema, bytes))
    }

    /// Removes a node with everything below it.
    ///
    /// # Errors
    /// If it does not exist.
    pub fn remove(&mut self, node: NodeId) -> Result<(), Refusal> {
        let level = self.level(node.level)?;
        let missing = || Refusal::Missing(format!("record {}", node.number));
        let (parent, at) = level.place_of(node.number).ok_or_else(missing)?;
        self.check_rows_free(NodeId { level: node.level, number: parent })?;
        let subtree = level.subtree(node.number).ok_or_else(missing)?;
        let at = u32::try_from(at).map_err(|_| missing())?;
        self.push(Edit::Remove { parent: NodeId { level: node.level, number: parent }, at, subtree })
    }

    /// Moves a node to a position under a parent (counted after it has left its place).
    ///
    /// # Errors
    /// If it does not fit there.
    pub fn move_to(&mut self, node: NodeId, parent: NodeId, at: usize) -> Result<(), Refusal> {
        let level = self.level(node.level)?;
        let missing = || Refusal::Missing(format!("record {}", node.number));
        let (from, from_at) = level.place_of(node.number).ok_or_else(missing)?;
        if from == parent.number && from_at == at {
            return Ok(());
        }
        self.check_rows_free(NodeId { level: node.level, number: from })?;
        self.check_rows_free(parent)?;
        let from_at = u32::try_from(from_at).map_err(|_| missing())?;
        let to_at = u32::try_from(at).map_err(|_| missing())?;
        let from = NodeId { level: node.level, number: from };
        self.push(Edit::Move { node, from: (from, from_at), to: (parent, to_at) })
    }

    /// Gives the object whose main record this is a new generation: names of the old object held
    /// elsewhere will not mean the new one.
    ///
    /// # Errors
    /// If the level is not there.
    pub fn new_generation(&mut self, node: NodeId) -> Result<u32, Refusal> {
        let old = self.level(node.level)?.generation(node.number);
        let new = self.next_generation;
        self.next_generation = self.next_generation.saturating_add(1);
        self.state.set_generation(node, new);
        self.generations.push(GenerationChange { node, old, new });
        Ok(new)
    }

    /// The transaction: what was recorded, merged per record.
    pub fn finish(self, name: &str) -> Transaction {
        let edits = merge(&self.base, &self.state, self.edits);
        Transaction::new(name, edits, self.generations)
    }
}

/// Merges the splices of each node whose length and place in the tree did not change into one splice
/// that goes from its bytes before to its bytes after.
fn merge(base: &State, state: &State, edits: Vec<Edit>) -> Vec<Edit> {
    // Nodes that came, went or moved keep their edits as recorded: their order matters.
    let mut structural: BTreeMap<NodeId, ()> = BTreeMap::new();
    let mut count: BTreeMap<(NodeId, bool), usize> = BTreeMap::new();
    for edit in &edits {
        match edit {
            Edit::Splice { node, tail, old, new, .. } => {
                *count.entry((*node, *tail)).or_default() += 1;
                if old.len() != new.len() {
                    structural.insert(*node, ());
                }
            }
            Edit::Insert { parent, subtree, .. } | Edit::Remove { parent, subtree, .. } => {
                let mut numbers = Vec::new();
                subtree.numbers(parent.number, &mut numbers);
                for (number, _) in numbers {
                    structural.insert(NodeId { level: parent.level, number }, ());
                }
            }
            Edit::Move { node, .. } => {
                structural.insert(*node, ());
            }
        }
    }
    let mut done: BTreeMap<(NodeId, bool), ()> = BTreeMap::new();
    let mut out = Vec::with_capacity(edits.len());
    for edit in edits {
        let Edit::Splice { node, tail, .. } = &edit else {
            out.push(edit);
            continue;
        };
        let key = (*node, *tail);
        if structural.contains_key(node) || count.get(&key) == Some(&1) {
            out.push(edit);
            continue;
        }
        if done.insert(key, ()).is_some() {
            continue;
        }
        out.extend(difference(base, state, *node, *tail));
    }
    out
}

/// The splice from a node's bytes in one state to those in another; `None` if they are equal.
fn difference(base: &State, state: &State, node: NodeId, tail: bool) -> Option<Edit> {
    let before = bytes_of(base, node, tail)?;
    let after = bytes_of(state, node, tail)?;
    let start = before.iter().zip(after).take_while(|(a, b)| a == b).count();
    if start == before.len() && before.len() == after.len() {
        return None;
    }
    let end = before.iter().rev().zip(after.iter().rev()).take_while(|(a, b)| a == b).count();
    let end = end.min(before.len() - start).min(after.len() - start);
    Some(Edit::Splice {
        node,
        tail,
        at: u32::try_from(start).ok()?,
        old: before.get(start..before.len() - end)?.to_vec(),
        new: after.get(start..after.len() - end)?.to_vec(),
    })
}

fn bytes_of(state: &State, node: NodeId, tail: bool) -> Option<&[u8]> {
    let level = state.level(node.level)?;
    if let Some(record) = level.record(node.number) {
        return Some(if tail { record.tail() } else { record.head() });
    }
    let table = level.table_by_number(node.number)?;
    Some(if tail { &table.tail } else { &table.head })
}
