//! What is wrong with the file and its levels, and what can be done about it.

mod detail;
pub mod ignored;
mod list;
mod worker;

use std::collections::BTreeSet;
use std::sync::Arc;

use levelwright_model::compare::differences;
use levelwright_model::document::{LevelId, NodeId, ObjectId, Severity};
use levelwright_model::problems::{self, Check, Checker, Problem};
use levelwright_model::scripting::Spot;

use super::doc::Doc;
use super::intent::Intent;
use super::panes::Cache;
use super::panes::messages::Tone;
use super::session::Session;
use super::texts::problems as texts;
use ignored::Ignored;
use worker::{Job, Worker};

pub use list::show;

/// What the pane wants.
#[derive(Debug)]
pub enum Act {
    /// Carry a fix of a check out on some of its problems, as one edit.
    Fix(&'static Check, usize, Vec<Problem>),
    /// Ignore some problems.
    Ignore(Vec<Ignored>),
    /// Hear of them again.
    Mind(Vec<Ignored>),
    /// Go to a field of an object.
    Field(ObjectId, NodeId, &'static str),
}

/// The line of a script that a problem is in.
pub(super) fn script_line(problem: &Problem) -> Option<Intent> {
    let spot = Spot { node: problem.node, line: problem.line? };
    Some(Intent::Script(super::scripts::Act::Show(spot)))
}

/// By what the list is ordered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Order {
    /// The worst first.
    #[default]
    Severity,
    /// By check.
    Kind,
    /// By place.
    Object,
}

/// A line of the list.
#[derive(Clone, Debug)]
pub(super) struct Line {
    pub(super) severity: Severity,
    /// The check; `None` for what opening the file found.
    pub(super) check: Option<&'static Check>,
    /// The level in words, where lines of several are listed.
    pub(super) level: String,
    /// What the thing is called.
    pub(super) place: String,
    pub(super) message: String,
    /// The problem itself.
    pub(super) problem: Option<Problem>,
    /// Whether it is ignored.
    pub(super) ignored: bool,
    /// An ignored problem that is not there any more.
    pub(super) forgotten: Option<Ignored>,
}

/// What the list is made from.
#[derive(Clone, Debug, PartialEq)]
struct Key {
    found: u64,
    /// The objects' names belong to this revision.
    revision: u64,
    level: Option<LevelId>,
    order: Order,
    filter: String,
    ignored: u64,
    show_ignored: bool,
}

/// What would change, as it was worked out for the chosen problem.
#[derive(Clone, Debug)]
pub(super) struct Planned {
    /// For this revision.
    revision: u64,
    /// Which fix, of which problems.
    pub(super) fix: usize,
    pub(super) problems: Vec<Problem>,
    /// The changes in words.
    pub(super) lines: Vec<String>,
    /// What was refused.
    pub(super) refused: Vec<String>,
    pub(super) done: usize,
}

/// What the checks found, and how the person looks at it.
#[derive(Debug, Default)]
pub struct Problems {
    worker: Option<Worker>,
    /// Without a thread.
    checker: Checker,
    /// The revision that was handed to the checks.
    asked: Option<u64>,
    /// The levels that were decoded then: looking at another level finds more without an edit.
    levels: usize,
    /// What was found, and in which revision.
    found: Arc<Vec<Problem>>,
    /// The revision that `found` belongs to.
    of: Option<u64>,
    stamp: u64,
    failed: bool,
    /// Somebody looks at it in this frame.
    wanted: bool,
    ignored: Option<BTreeSet<Ignored>>,
    ignored_stamp: u64,
    order: Order,
    filter: String,
    one_level: bool,
    show_ignored: bool,
    lines: Cache<Key, Vec<Line>>,
    chosen: Option<(String, String, String)>,
    planned: Option<Planned>,
}

impl Problems {
    /// What the checks found last; asks them to look again if something changed.
    pub fn found(&mut self) -> Arc<Vec<Problem>> {
        self.wanted = true;
        self.found.clone()
    }

    /// Grows with each answer.
    pub fn stamp(&self) -> u64 {
        self.stamp
    }

    /// Whether an edit is newer than the list.
    pub(super) fn is_stale(&self, doc: &Doc) -> bool {
        self.of != Some(doc.file.document.revision())
    }

    fn take(&mut self, answer: worker::Answer) {
        self.failed = answer.found.is_err();
        if let Ok(found) = answer.found {
            self.found = Arc::new(found);
            self.stamp += 1;
        }
        self.of = Some(answer.revision);
    }

    fn is_ignored(&self, doc: &Doc, problem: &Problem) -> bool {
        let list = self.ignored.as_ref().filter(|list| !list.is_empty());
        list.is_some_and(|list| list.contains(&Ignored::of(doc.file.document.state(), problem)))
    }
}

/// Hands the checks what is to be looked at, and takes what they found. Called once a frame.
pub fn advance(ctx: &egui::Context, session: &mut Session, at: usize) {
    let threads = session.safety.threads;
    let data = session.safety.data().cloned();
    let Some(doc) = session.docs.get_mut(at) else { return };
    let mut own = std::mem::take(&mut doc.caches.problems);
    let mut trouble = None;
    if own.ignored.is_none() {
        let loaded = match data.zip(doc.file.path()) {
            Some((data, path)) => ignored::load(data.root(), &super::session::real(path)),
            None => Ok(Vec::new()),
        };
        own.ignored = Some(
            loaded
                .unwrap_or_else(|error| {
                    trouble = Some(texts::not_read(&error.to_string()));
                    Vec::new()
                })
                .into_iter()
                .collect(),
        );
    }
    match own.worker.as_ref().map(Worker::answer) {
        Some(Ok(Some(answer))) => own.take(answer),
        Some(Err(())) => own.worker = None,
        _ => {}
    }
    let document = &doc.file.document;
    let levels = document.state().ids().filter(|id| document.state().level(*id).is_some()).count();
    if std::mem::take(&mut own.wanted) && (own.asked != Some(document.revision()) || own.levels != levels) {
        let revision = document.revision();
        let (game, source) = (document.game(), document.source().clone());
        let job = Job { game, state: document.state().clone(), source, revision };
        (own.asked, own.levels) = (Some(revision), levels);
        if threads && own.worker.is_none() {
            own.worker = Worker::start(ctx);
        }
        match &own.worker {
            Some(worker) => {
                if !worker.ask(job) {
                    own.worker = None;
                    own.asked = None;
                }
            }
            None => {
                let answer = job.run(&mut own.checker);
                own.take(answer);
                ctx.request_repaint();
            }
        }
    }
    doc.caches.problems = own;
    if let Some(trouble) = trouble {
        session.messages.say(Tone::Bad, trouble);
    }
}

/// Carries out what the pane wants.
pub fn act(session: &mut Session, act: Act) {
    match act {
        Act::Fix(check, fix, list) => carry_out(session, check, fix, &list),
        Act::Ignore(list) => change_ignored(session, |ignored| ignored.extend(list)),
        Act::Mind(list) => change_ignored(session, |ignored| ignored.retain(|entry| !list.contains(entry))),
        Act::Field(id, node, field) => {
            session.carry_out(Intent::GoTo(id));
            if let Some(doc) = session.doc_mut() {
                doc.reveal_field = Some((node, field));
            }
        }
    }
}

fn carry_out(session: &mut Session, check: &'static Check, fix: usize, list: &[Problem]) {
    let Some(doc) = session.doc_mut() else { return };
    let Some(fix) = check.fixes.get(fix) else { return };
    doc.caches.problems.planned = None;
    let mut draft = doc.file.document.draft();
    let fixed = problems::fix(&mut draft, fix, list);
    let name = super::texts::plan_name(fix.label, list.len());
    let committed = if fixed.done > 0 { doc.file.document.commit(draft, &name).map(|_| ()) } else { Ok(()) };
    doc.selection.keep_living(doc.file.document.state());
    doc.file.record();
    match (committed, fixed.refused.first()) {
        (Err(refusal), _) => session.messages.say(Tone::Bad, refusal.to_string()),
        (Ok(()), Some(first)) => session.messages.say(Tone::Bad, texts::not_fixed(fixed.refused.len(), first)),
        (Ok(()), None) => session.messages.say(Tone::Good, texts::fixed(fixed.done)),
    }
}

fn change_ignored(session: &mut Session, change: impl FnOnce(&mut BTreeSet<Ignored>)) {
    let data = session.safety.data().cloned();
    let Some(doc) = session.doc_mut() else { return };
    let path = doc.file.path().map(super::session::real);
    let own = &mut doc.caches.problems;
    let list = own.ignored.get_or_insert_default();
    change(list);
    own.ignored_stamp += 1;
    let entries: Vec<Ignored> = list.iter().cloned().collect();
    // Without a place on disk it holds as long as the document is open.
    let saved = data.zip(path).map(|(data, path)| ignored::save(data.root(), &path, &entries));
    if let Some(Err(error)) = saved {
        session.messages.say(Tone::Bad, texts::not_kept(&error.to_string()));
    }
}

/// What a fix would change.
fn plan(doc: &Doc, check: &'static Check, fix: usize, list: Vec<Problem>) -> Option<Planned> {
    let document = &doc.file.document;
    let mut draft = document.draft();
    let fixed = problems::fix(&mut draft, check.fixes.get(fix)?, &list);
    let mut levels: Vec<LevelId> = list.iter().map(|p| p.node.level).chain([LevelId::FILE]).collect();
    levels.sort_unstable();
    levels.dedup();
    let pairs = levels.iter().filter_map(|id| Some((document.state().level(*id)?, draft.state().level(*id)?)));
    let lines = pairs.flat_map(|(old, new)| differences(old, new)).map(|d| d.to_string()).collect();
    let revision = document.revision();
    Some(Planned { revision, fix, problems: list, lines, refused: fixed.refused, done: fixed.done })
}
