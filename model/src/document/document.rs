//! An open document: origin, present state, history.

use std::sync::Arc;

use super::ids::{LevelId, NodeId, ObjectId};
use super::level::Level;
use super::object::Objects;
use super::state::{LevelSource, Notice, State};
use crate::edit::{Draft, History, Mark, Step, Transaction};
use crate::games::Game;
use crate::record::Refusal;

/// What was found about the file as a whole while opening it.
#[derive(Clone, Debug, Default)]
pub struct OpenReport {
    /// Warnings and worse.
    pub notices: Vec<Notice>,
    /// Why nothing may be edited until the person has accepted it; `None` if all is well.
    pub read_only: Option<String>,
}

/// What a commit did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Committed {
    /// A new entry stands in the history.
    Entry,
    /// The draft changed nothing, so there is no entry.
    Nothing,
}

/// What to do with the history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// One step back.
    Undo,
    /// One step forward.
    Redo,
    /// To the state after the n-th entry (0: as opened).
    Jump(usize),
}

/// A document: the levels of a file, their history and where they came from.
#[derive(Debug)]
pub struct Document {
    game: &'static Game,
    source: Arc<dyn LevelSource>,
    origin: State,
    state: State,
    history: History,
    revision: u64,
    next_generation: u32,
    report: OpenReport,
    /// Steps not yet taken by the journal, if there is one.
    steps: Option<Vec<Step>>,
    objects: std::sync::Mutex<Vec<(LevelId, u64, Arc<Objects>)>>,
    notes: Vec<String>,
}

impl Document {
    /// A document over a source of levels. `file` holds what belongs to the file as a whole.
    pub fn new(game: &'static Game, source: Arc<dyn LevelSource>, file: Level, report: OpenReport) -> Document {
        let mut state = State::undecoded(source.len());
        state.fill(LevelId::FILE, Arc::new(file));
        Document {
            game,
            source,
            origin: state.clone(),
            state,
            history: History::default(),
            notes: Vec::new(),
            revision: 0,
            next_generation: 1,
            report,
            steps: None,
            objects: std::sync::Mutex::default(),
        }
    }

    /// The game.
    pub fn game(&self) -> &'static Game {
        self.game
    }

    /// Where the levels come from.
    pub fn source(&self) -> &Arc<dyn LevelSource> {
        &self.source
    }

    /// What was found while opening.
    pub fn report(&self) -> &OpenReport {
        &self.report
    }

    /// Why the document is read-only, if it is.
    pub fn read_only(&self) -> Option<&str> {
        self.report.read_only.as_deref()
    }

    /// The person has accepted, in so many words, what made the document read-only.
    pub fn accept(&mut self) {
        self.report.read_only = None;
    }

    /// The state as opened (levels as far as they were decoded).
    pub fn origin(&self) -> &State {
        &self.origin
    }

    /// The present state.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// Grows with every change of the state.
    pub fn revision(&self) -> u64 {
        self.revision
    }

    /// The history.
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Bounds the history in bytes; the oldest entries go first.
    pub fn history_bound(&mut self, bytes: usize) {
        self.history.set_bound(bytes);
    }

    /// Decodes a level if it is not decoded yet.
    ///
    /// # Errors
    /// If there is no such level.
    pub fn level(&mut self, id: LevelId) -> Result<&Level, Refusal> {
        let missing = || Refusal::Missing(format!("level {}", id.0));
        if self.state.level(id).is_none() {
            if id.0 >= self.source.len() {
                return Err(missing());
            }
            let level = Arc::new(self.source.decode(id));
            self.origin.fill(id, level.clone());
            self.state.fill(id, level);
        }
        self.state.level(id).ok_or_else(missing)
    }

    /// Decodes every level.
    pub fn decode_all(&mut self) {
        for id in self.state.ids() {
            // Every id comes from the state itself, so there is such a level.
            if self.level(id).is_err() {
                debug_assert!(false, "a listed level exists");
            }
        }
    }

    /// The objects of a decoded level, computed anew only where names or links changed.
    pub fn objects(&self, id: LevelId) -> Arc<Objects> {
        let Some(level) = self.state.level(id) else { return Arc::default() };
        objects_of(self.game, level, &self.objects)
    }

    /// A draft of the present state.
    pub fn draft(&self) -> Draft {
        Draft::new(self.game, self.state.clone(), self.next_generation)
    }

    /// The document as it stands, without its history: what a worker encodes while the window goes on editing.
    pub fn snapshot(&self) -> Document {
        Document {
            game: self.game,
            source: self.source.clone(),
            origin: self.origin.clone(),
            state: self.state.clone(),
            history: History::default(),
            revision: self.revision,
            next_generation: self.next_generation,
            report: self.report.clone(),
            steps: None,
            objects: std::sync::Mutex::default(),
            notes: Vec::new(),
        }
    }

    /// From now on what happens is noted for [`Document::take_steps`].
    pub fn note_steps(&mut self) {
        self.steps.get_or_insert_default();
    }

    /// What happened since the last call, in order.
    pub fn take_steps(&mut self) -> Vec<Step> {
        self.steps.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Puts a draft into the history under a name.
    ///
    /// # Errors
    /// If the document is read-only or the draft was made on another state; nothing is changed then.
    pub fn commit(&mut self, draft: Draft, name: &str) -> Result<Committed, Refusal> {
        let next_generation = draft.next_generation();
        let notes = draft.notes().to_vec();
        let transaction = draft.finish(name);
        if transaction.is_empty() {
            return Ok(Committed::Nothing);
        }
        self.commit_transaction(transaction)?;
        self.next_generation = self.next_generation.max(next_generation);
        self.notes.extend(notes);
        Ok(Committed::Entry)
    }

    /// What plans had to say about consequences that no edit shows, since the last call.
    pub fn take_notes(&mut self) -> Vec<String> {
        std::mem::take(&mut self.notes)
    }

    /// Puts a transaction (from a journal or a script) into the history.
    ///
    /// # Errors
    /// If the document is read-only or an edit does not fit; nothing is changed then.
    pub fn commit_transaction(&mut self, transaction: Transaction) -> Result<(), Refusal> {
        if let Some(reason) = &self.report.read_only {
            return Err(Refusal::ReadOnly { field: "the document".to_owned(), reason: reason.clone() });
        }
        for level in transaction.levels() {
            self.level(level)?;
        }
        let highest = transaction.generations().iter().map(|g| g.new).max();
        let noted = self.steps.is_some().then(|| Step::Do(transaction.clone()));
        let state =
            self.history.push(&self.state, transaction).map_err(|e| Refusal::Mismatch { what: e.to_string() })?;
        self.state = state;
        self.next_generation = self.next_generation.max(highest.map_or(0, |g| g.saturating_add(1)));
        self.revision += 1;
        self.steps.iter_mut().for_each(|steps| steps.extend(noted.clone()));
        Ok(())
    }

    /// Moves in the history; false if there is nothing to do.
    pub fn travel(&mut self, intent: Intent) -> bool {
        let target = match intent {
            Intent::Undo => match self.history.position().checked_sub(1) {
                Some(at) => at,
                None => return false,
            },
            Intent::Redo => self.history.position() + 1,
            Intent::Jump(at) => at,
        };
        let from = self.history.position();
        match self.history.go_to(&self.state, target) {
            Some(state) => {
                self.state = state;
                self.revision += 1;
                if let Some(steps) = &mut self.steps {
                    steps.extend(self.history.steps(from, target));
                }
                true
            }
            None => false,
        }
    }

    /// One step back.
    pub fn undo(&mut self) -> bool {
        self.travel(Intent::Undo)
    }

    /// One step forward.
    pub fn redo(&mut self) -> bool {
        self.travel(Intent::Redo)
    }

    /// The present state is the one on disk.
    pub fn mark_saved(&mut self) {
        self.history.mark_saved();
    }

    /// The state at a mark is the one on disk, whatever was done since.
    pub fn mark_saved_at(&mut self, mark: Mark) {
        self.history.mark_saved_at(mark);
    }

    /// No state in the history is the one on disk: as with edits that were recovered, or a file that changed there.
    pub fn mark_unsaved(&mut self) {
        self.history.mark_unsaved();
    }

    /// Whether the present state differs from the one on disk.
    pub fn is_modified(&self) -> bool {
        !self.history.is_saved()
    }

    /// The object's id for a main record in the present state.
    pub fn object_id(&self, node: NodeId) -> ObjectId {
        let generation = self.state.level(node.level).map_or(0, |l| l.generation(node.number));
        ObjectId { node, generation }
    }
}

type ObjectCache = std::sync::Mutex<Vec<(LevelId, u64, Arc<Objects>)>>;

fn objects_of(game: &'static Game, level: &Level, cache: &ObjectCache) -> Arc<Objects> {
    // Names and kinds may show any field, so objects hang on the sum of all byte stamps; stamps are
    // unique, so equal lists of stamps mean equal levels.
    let key = level
        .tables()
        .fold(0xCBF2_9CE4_8422_2325u64, |hash, table| (hash ^ table.stamp()).wrapping_mul(0x0000_0100_0000_01B3));
    let mut cache = match cache.lock() {
        Ok(guard) => guard,
        // A panic while the lock was held can only have left an old entry: harmless.
        Err(poisoned) => poisoned.into_inner(),
    };
    if let Some((_, _, objects)) = cache.iter().find(|(id, k, _)| *id == level.id() && *k == key) {
        return objects.clone();
    }
    let objects = Arc::new((game.objects)(level));
    cache.retain(|(id, _, _)| *id != level.id());
    cache.push((level.id(), key, objects.clone()));
    objects
}
