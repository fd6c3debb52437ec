//! The one place that changes anything: it holds the open documents and carries out intents.

use std::path::{Path, PathBuf};

use levelwright_io::file::OpenFile;
use levelwright_io::format::{FORMATS, Format};
use levelwright_model::clipboard::Dangling;
use levelwright_model::document::{Document, Intent as Travel, LevelId, NodeId, Object, ObjectId};
use levelwright_model::games::{Arguments, PlanSpec};
use levelwright_model::record::{Field, Refusal};

use super::able;
use super::bookmarks;
use super::change::Change;
use super::clipboard::{self, Pasted, Said, Where};
use super::dialogs::{After, Dialog};
use super::doc::Doc;
use super::expression::Names;
use super::halves::Halves;
use super::intent::{How, Intent};
use super::library::Folder;
use super::panes::lists;
use super::panes::messages::{Messages, Tone};
use super::panes::objects::RowKey;
use super::safety::Safety;
use super::settings::Preferences;
use super::texts;

/// Open documents and what was said about them.
#[derive(Debug, Default)]
pub struct Session {
    /// The open documents.
    pub docs: Vec<Doc>,
    /// The one in front.
    pub active: usize,
    /// Which documents stand next to each other.
    pub halves: Halves,
    /// What happened.
    pub messages: Messages,
    /// What lies in the game folders.
    pub folders: Vec<Folder>,
    /// What is remembered.
    pub preferences: Preferences,
    /// The question or notice that is shown.
    pub dialog: Option<Dialog>,
    /// Counts refusals: a save stops when the field that was being edited was refused.
    pub refusals: u64,
    /// Data folder, journals, the running save.
    pub safety: Safety,
}

impl Session {
    /// The document in front.
    pub fn doc(&self) -> Option<&Doc> {
        self.docs.get(self.active)
    }

    /// The document in front, to change.
    pub fn doc_mut(&mut self) -> Option<&mut Doc> {
        self.docs.get_mut(self.active)
    }

    /// Opens a file, or brings it to the front if it is open already. A folder is listed on the start page.
    pub fn open(&mut self, path: &Path) {
        if path.is_dir() {
            self.preferences.add_folder(path);
            return;
        }
        let same = |p: &Path| real(p) == real(path);
        // A file belongs to at most one open document.
        if let Some(at) = self.docs.iter().position(|d| d.file.path().into_iter().chain(d.file.companions()).any(same))
        {
            self.active = at;
            return;
        }
        match self.safety.open(path) {
            Ok(file) => {
                self.preferences.remember(path);
                self.add(file);
            }
            Err(error) => {
                let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                let mut text = format!("{file}: {}", super::saving::open_error(&error));
                if matches!(error, levelwright_io::format::OpenError::NotALevel(_)) {
                    text = format!("{text}\n\n{}", texts::opens(FORMATS.iter().map(|format| format.name)));
                }
                self.error(texts::NOT_OPENED, text, false);
            }
        }
    }

    /// Opens a bundled sample as documents without a place on disk.
    fn open_sample(&mut self, at: usize) {
        let Some((format, make)) = samples().nth(at) else { return };
        let files = match make() {
            Ok(files) => files,
            Err(error) => return self.error(texts::NOT_OPENED, error.to_string(), false),
        };
        match OpenFile::made(format, files) {
            Ok(files) => {
                for mut file in files {
                    self.safety.guard(&mut file);
                    self.add(file);
                }
            }
            Err(error) => self.error(texts::NOT_OPENED, error.to_string(), false),
        }
    }

    /// Takes an open file into the session and brings it to the front.
    pub fn add(&mut self, file: OpenFile) {
        self.docs.push(Doc::new(file));
        self.active = self.docs.len() - 1;
        bookmarks::recall(self);
    }

    /// Shows an error.
    pub fn error(&mut self, title: &str, text: String, save_as: bool) {
        self.dialog = Some(Dialog::Error { title: title.to_owned(), text, save_as });
    }

    pub(super) fn refuse(&mut self, refusal: &Refusal) {
        self.refusals += 1;
        self.messages.say(Tone::Bad, format!("{}: {refusal}", texts::REFUSED));
    }

    /// Carries out an intent. Commands are the window's affair.
    pub fn carry_out(&mut self, intent: Intent) {
        match intent {
            Intent::Open(paths) => {
                for path in paths {
                    self.open(&path);
                }
            }
            Intent::Activate(at) if at < self.docs.len() => self.active = at,
            Intent::Alone(at) => {
                self.active = at.min(self.docs.len().saturating_sub(1));
                if self.halves.shown().is_some() {
                    self.split();
                }
            }
            Intent::Close(at) => self.close(at, After::Close),
            Intent::Complain(text) => self.messages.say(Tone::Bad, text),
            Intent::Sample(at) => self.open_sample(at),
            Intent::OpenLevel(path, level) => {
                self.open(&path);
                if self.doc().is_some_and(|d| d.file.path().is_some_and(|p| real(p) == real(&path))) {
                    self.in_document(Intent::Level(level));
                }
            }
            Intent::DropFolder(path) => self.preferences.folders.retain(|p| *p != path),
            Intent::StopReading(path) => {
                self.folders.iter_mut().filter(|f| f.path == path).for_each(Folder::cancel);
            }
            Intent::Activate(_) | Intent::Command(_) => {}
            Intent::Problem(act) => super::problems::act(self, act),
            Intent::Script(act) => super::scripts::act(self, act),
            Intent::Preview(act) => {
                if let Some(Err(why)) = self.doc_mut().map(|doc| super::preview::act(doc, act)) {
                    self.messages.say(Tone::Bad, why);
                }
            }
            Intent::Compare(act) => self.compare(act),
            Intent::Paste(text, place) => self.paste(&text, place, Dangling::Ask),
            Intent::Matrix(super::matrix::Act::Choose(kind, list)) => {
                if let Some(game) = self.doc().map(|d| d.file.document.game().key) {
                    self.preferences.choose_columns(game, kind, list);
                }
            }
            other => self.in_document(other),
        }
    }

    fn in_document(&mut self, intent: Intent) {
        let Some(doc) = self.docs.get_mut(self.active) else { return };
        let stood = |doc: &Doc| (doc.file.document.revision(), doc.selection.stamp());
        let before = stood(doc);
        let result = match intent {
            Intent::Select(ids, _) if doc.picking.is_some() && !ids.is_empty() => pick(doc, &ids),
            Intent::GoTo(id) if doc.picking.is_some() => pick(doc, &[id]),
            Intent::Pick(picking) => {
                doc.picking = picking;
                Ok(())
            }
            Intent::Select(ids, how) => {
                doc.selection.change(ids, how);
                Ok(())
            }
            Intent::GoTo(id) => {
                go_to(doc, id);
                Ok(())
            }
            Intent::Set { fields, change } => set_fields(&mut doc.file.document, &fields, &change),
            Intent::List { parent, title, change } => {
                let mut draft = doc.file.document.draft();
                let done = lists::carry_out(doc.file.document.game(), &mut draft, parent, change);
                done.and_then(|()| doc.file.document.commit(draft, &texts::list_change(&title, change)).map(|_| ()))
            }
            Intent::Matrix(act) => super::matrix::write::act(doc, act),
            Intent::Run(spec, arguments) => run_plan(doc, spec, &arguments),
            Intent::ShowDraft(draft) => {
                doc.show_draft(draft);
                Ok(())
            }
            Intent::CommitDraft(name) => match doc.take_draft() {
                Some(draft) => doc.file.document.commit(*draft, &name).map(|_| ()),
                None => Ok(()),
            },
            Intent::Jump(at) => {
                travel(doc, Travel::Jump(at));
                Ok(())
            }
            Intent::Level(level) => show_level(doc, level),
            Intent::Expand(key, open) => {
                if open {
                    doc.expanded.insert(key);
                } else {
                    doc.expanded.remove(&key);
                }
                doc.marks += 1;
                Ok(())
            }
            Intent::Filter(text) => {
                doc.filter = text;
                Ok(())
            }
            Intent::Hide(nodes, hide) => {
                mark(&mut doc.hidden, nodes, hide);
                doc.marks += 1;
                Ok(())
            }
            Intent::Lock(nodes, lock) => {
                mark(&mut doc.locked, nodes, lock);
                doc.marks += 1;
                Ok(())
            }
            Intent::DecodeAll => {
                doc.file.document.decode_all();
                doc.marks += 1;
                Ok(())
            }
            Intent::Camera(camera) => {
                doc.eye.set(camera);
                Ok(())
            }
            Intent::Arm(kind) => {
                doc.armed = kind;
                Ok(())
            }
            Intent::Accept => {
                doc.file.document.accept();
                doc.marks += 1;
                Ok(())
            }
            Intent::Open(_)
            | Intent::Paste(..)
            | Intent::Compare(_)
            | Intent::Activate(_)
            | Intent::Alone(_)
            | Intent::Close(_)
            | Intent::Preview(_)
            | Intent::Problem(_)
            | Intent::Script(_)
            | Intent::Complain(_)
            | Intent::Sample(_)
            | Intent::OpenLevel(..)
            | Intent::DropFolder(_)
            | Intent::StopReading(_)
            | Intent::Command(_) => Ok(()),
        };
        // A moving camera must not look at ten thousand selected things.
        if stood(doc) != before {
            doc.selection.keep_living(doc.file.document.state());
        }
        doc.file.record();
        let notes = doc.file.document.take_notes();
        notes.into_iter().for_each(|note| self.messages.say(Tone::Good, note));
        if let Err(refusal) = result {
            self.refuse(&refusal);
        }
    }

    /// Makes objects of a copied text, or asks about what they refer to.
    fn paste(&mut self, text: &str, place: Where, dangling: Dangling) {
        let Some(doc) = self.doc_mut() else { return };
        match clipboard::paste_text(doc, text, place, dangling) {
            Ok(Pasted::Done) => doc.file.record(),
            Ok(Pasted::Ask(asked)) => self.dialog = Some(Dialog::Clipboard(Box::new(asked))),
            Err(why) => self.messages.say(Tone::Bad, why),
        }
    }

    /// Does what was answered about copies.
    pub(super) fn said(&mut self, said: Said) {
        match said {
            Said::Paste(text, place, dangling) => self.paste(&text, place, dangling),
            Said::Row(mut row) => {
                let Some(doc) = self.doc_mut() else { return };
                match clipboard::make_row(doc, &row) {
                    Ok(()) => doc.file.record(),
                    Err(why) => {
                        row.wrong = why;
                        self.dialog = Some(Dialog::Clipboard(Box::new(clipboard::Asked::Row(row))));
                    }
                }
            }
        }
    }

    /// One step back or forward.
    pub fn travel(&mut self, travel_by: Travel) {
        if let Some(doc) = self.doc_mut() {
            travel(doc, travel_by);
            doc.file.record();
        }
    }

    /// Runs a plan of the game by key on the selection.
    pub fn run_by_key(&mut self, key: &str, arguments: impl FnOnce(&Doc) -> Arguments) {
        let Some(doc) = self.doc() else { return };
        let Some(spec) = super::panes::gesture::plan(doc, key) else { return };
        if doc.selection.is_empty() {
            return;
        }
        let arguments = arguments(doc);
        self.in_document(Intent::Run(spec, arguments));
    }

    /// Closes a document, after asking if it has changes. Answers whether it is gone.
    pub fn close(&mut self, at: usize, then: After) {
        let Some(doc) = self.docs.get(at) else { return };
        if self.safety.saves(at) {
            // It closes, or asks, once the save is done.
            self.safety.afterwards(then);
        } else if doc.file.document.is_modified() {
            self.active = at;
            self.dialog = Some(Dialog::Unsaved { doc: at, file: doc.name(), then });
        } else {
            self.drop_doc(at);
        }
    }

    /// Closes a document without asking.
    pub fn drop_doc(&mut self, at: usize) {
        if at < self.docs.len() {
            self.docs.remove(at).file.close();
            self.safety.closed(at);
            self.moved_up(at);
        }
    }

    /// The first document with changes.
    pub fn modified(&self) -> Option<usize> {
        self.docs.iter().position(|d| d.file.document.is_modified())
    }

    /// Recent files that still exist.
    pub fn recent(&self) -> Vec<PathBuf> {
        self.preferences.recent.clone()
    }
}

/// Every bundled sample: the format, and what makes it.
pub fn samples() -> impl Iterator<Item = (&'static Format, levelwright_io::format::Sample)> {
    FORMATS.iter().filter_map(|format| Some((*format, format.sample?)))
}

/// A path without links and detours; as it is where there is no such file.
pub(super) fn real(path: &Path) -> PathBuf {
    std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned())
}

fn mark(set: &mut std::collections::BTreeSet<NodeId>, nodes: Vec<NodeId>, on: bool) {
    for node in nodes {
        if on {
            set.insert(node);
        } else {
            set.remove(&node);
        }
    }
}

fn travel(doc: &mut Doc, by: Travel) {
    doc.show_draft(None);
    doc.file.document.travel(by);
    doc.selection.keep_living(doc.file.document.state());
}

fn show_level(doc: &mut Doc, level: LevelId) -> Result<(), Refusal> {
    doc.show_draft(None);
    doc.file.document.level(level)?;
    doc.level = level;
    doc.expanded.insert(RowKey::Level(level));
    doc.selection.change(Vec::new(), How::Replace);
    Ok(())
}

fn go_to(doc: &mut Doc, id: ObjectId) {
    if id.node.level != doc.level && show_level(doc, id.node.level).is_err() {
        return;
    }
    doc.selection.change(vec![id], How::Replace);
    let objects = doc.file.document.objects(id.node.level);
    let mut up = objects.of_node(id.node.number);
    // Everything above it is opened, so that the tree shows it.
    for _ in 0..16 {
        let Some(object) = up else { break };
        doc.expanded.insert(RowKey::Kind(id.node.level, object.kind.key));
        up = object.parent.and_then(|p| objects.get(p));
        if let Some(parent) = up {
            doc.expanded.insert(RowKey::Object(parent.id.node));
        }
    }
    doc.expanded.insert(RowKey::Level(id.node.level));
    doc.marks += 1;
    doc.reveal = Some(id);
}

/// Sets one field of some records in one transaction.
///
/// # Errors
/// The first refusal; nothing is changed then.
pub fn set_fields(
    document: &mut Document,
    fields: &[(NodeId, &'static Field)],
    change: &Change,
) -> Result<(), Refusal> {
    let mut draft = document.draft();
    draft.together(|draft| -> Result<(), Refusal> {
        for (n, (node, field)) in fields.iter().enumerate() {
            let record = draft.record(*node)?;
            let present = record.get(field)?;
            let names = Names { x: 0.0, row: record.position() as f64, n: n as f64 };
            let value = change.apply(field, &present, names)?;
            draft.set(*node, field, &value)?;
        }
        Ok(())
    })?;
    let label = fields.first().map_or_else(String::new, |(_, field)| field.label_text());
    document.commit(draft, &texts::set_name(&label, fields.len())).map(|_| ())
}

/// Sets the waiting link to the first of some objects that it can lead to.
fn pick(doc: &mut Doc, ids: &[ObjectId]) -> Result<(), Refusal> {
    let Some(picking) = doc.picking.clone() else { return Ok(()) };
    let number = ids.iter().find_map(|id| picking.wants.number(doc, *id));
    let number = number.ok_or_else(|| Refusal::rule(texts::no_goal(&picking.label)))?;
    doc.picking = None;
    set_fields(&mut doc.file.document, &picking.fields, &picking.change(number))
}

fn run_plan(doc: &mut Doc, spec: &'static PlanSpec, arguments: &Arguments) -> Result<(), Refusal> {
    let before = doc.file.document.objects(LevelId(arguments.level));
    let able::Done { draft, made, count } = able::run(&doc.file.document, spec, arguments)?;
    doc.file.document.commit(draft, &texts::plan_name(spec.label, count))?;
    if let Some(node) = made {
        let objects = doc.file.document.objects(node.level);
        let Some(last) = objects.of_node(node.number) else { return Ok(()) };
        let mut ids = vec![last.id];
        if count > 1 && node.level.0 == arguments.level {
            // Of several copies the plan names the last; the others are what was not there before.
            let kinds: Vec<&str> =
                arguments.objects.iter().filter_map(|n| before.of_node(n.number)).map(|o| o.kind.key).collect();
            let new = |o: &&Object| o.id != last.id && kinds.contains(&o.kind.key) && before.by_id(o.id).is_none();
            ids = objects.all().iter().filter(new).map(|o| o.id).chain(ids).collect();
        }
        doc.selection.change(ids, How::Replace);
    }
    Ok(())
}
