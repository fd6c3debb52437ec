//! The one place that changes anything: it holds the open documents and carries out intents.

use std::path::{Path, PathBuf};

use levelwright_io::file::OpenFile;
use levelwright_model::document::{Document, Intent as Travel, LevelId, NodeId, ObjectId};
use levelwright_model::games::{Arguments, PlanSpec};
use levelwright_model::record::{Field, Refusal};

use super::change::Change;
use super::dialogs::{After, Dialog};
use super::doc::Doc;
use super::expression::Names;
use super::intent::{How, Intent};
use super::panes::messages::{Messages, Tone};
use super::panes::objects::RowKey;
use super::settings::Preferences;
use super::texts;

/// Open documents and what was said about them.
#[derive(Debug, Default)]
pub struct Session {
    /// The open documents.
    pub docs: Vec<Doc>,
    /// The one in front.
    pub active: usize,
    /// What happened.
    pub messages: Messages,
    /// What is remembered.
    pub preferences: Preferences,
    /// The question or notice that is shown.
    pub dialog: Option<Dialog>,
    /// Counts refusals: a save stops when the field that was being edited was refused.
    pub refusals: u64,
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

    /// Opens a file, or brings it to the front if it is open already.
    pub fn open(&mut self, path: &Path) {
        let same = |p: &Path| {
            let real = |p: &Path| std::fs::canonicalize(p).unwrap_or_else(|_| p.to_owned());
            real(p) == real(path)
        };
        if let Some(at) = self.docs.iter().position(|d| d.file.path().is_some_and(same)) {
            self.active = at;
            return;
        }
        match OpenFile::open(path) {
            Ok(file) => {
                self.preferences.remember(path);
                self.add(file);
            }
            Err(error) => {
                let file = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy();
                let text = match &error {
                    levelwright_io::format::OpenError::Container { message, help } => format!("{message}\n\n{help}"),
                    other => other.to_string(),
                };
                self.error(texts::NOT_OPENED, format!("{file}: {text}"), false);
            }
        }
    }

    /// Takes an open file into the session and brings it to the front.
    pub fn add(&mut self, file: OpenFile) {
        self.docs.push(Doc::new(file));
        self.active = self.docs.len() - 1;
    }

    /// Shows an error.
    pub fn error(&mut self, title: &str, text: String, save_as: bool) {
        self.dialog = Some(Dialog::Error { title: title.to_owned(), text, save_as });
    }

    fn refuse(&mut self, refusal: &Refusal) {
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
            Intent::Close(at) => self.close(at, After::Close),
            Intent::Complain(text) => self.messages.say(Tone::Bad, text),
            Intent::Activate(_) | Intent::Sample(_) | Intent::Command(_) => {}
            Intent::Preview(act) => {
                if let Some(Err(why)) = self.doc_mut().map(|doc| super::preview::act(doc, act)) {
                    self.messages.say(Tone::Bad, why);
                }
            }
            other => self.in_document(other),
        }
    }

    fn in_document(&mut self, intent: Intent) {
        let Some(doc) = self.docs.get_mut(self.active) else { return };
        let result = match intent {
            Intent::Select(ids, how) => {
                doc.selection.change(ids, how);
                Ok(())
            }
            Intent::GoTo(id) => {
                go_to(doc, id);
                Ok(())
            }
            Intent::Set { fields, change } => set_fields(&mut doc.file.document, &fields, &change),
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
            | Intent::Activate(_)
            | Intent::Close(_)
            | Intent::Preview(_)
            | Intent::Complain(_)
            | Intent::Sample(_)
            | Intent::Command(_) => Ok(()),
        };
        doc.selection.keep_living(doc.file.document.state());
        if let Err(refusal) = result {
            self.refuse(&refusal);
        }
    }

    /// One step back or forward.
    pub fn travel(&mut self, travel_by: Travel) {
        if let Some(doc) = self.doc_mut() {
            travel(doc, travel_by);
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

    /// Saves a document to its own place. False if it has none, or saving failed.
    pub fn save(&mut self, at: usize) -> bool {
        let Some(doc) = self.docs.get_mut(at) else { return false };
        let Some(path) = doc.file.path().map(Path::to_owned) else { return false };
        self.save_to(at, &path)
    }

    /// Saves a document to a place. False if that failed; the reason is shown.
    pub fn save_to(&mut self, at: usize, path: &Path) -> bool {
        let Some(doc) = self.docs.get_mut(at) else { return false };
        match doc.file.save_as(path) {
            Ok(encoded) => {
                for note in encoded.notes {
                    self.messages.say(Tone::Good, note);
                }
                let name = doc.name();
                self.preferences.remember(path);
                self.messages.say(Tone::Good, texts::saved(&name));
                true
            }
            Err(error) => {
                let text = format!("{error}\n\n{}", error.help());
                self.error(texts::NOT_SAVED, text, true);
                false
            }
        }
    }

    /// Closes a document, after asking if it has changes. Answers whether it is gone.
    pub fn close(&mut self, at: usize, then: After) {
        let Some(doc) = self.docs.get(at) else { return };
        if doc.file.document.is_modified() {
            self.active = at;
            self.dialog = Some(Dialog::Unsaved { doc: at, file: doc.name(), then });
        } else {
            self.drop_doc(at);
        }
    }

    /// Closes a document without asking.
    pub fn drop_doc(&mut self, at: usize) {
        if at < self.docs.len() {
            self.docs.remove(at);
            self.active = self.active.min(self.docs.len().saturating_sub(1));
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
    let mut label = String::new();
    for (n, (node, field)) in fields.iter().enumerate() {
        let record = draft.record(*node)?;
        let present = record.get(field)?;
        let names = Names { x: 0.0, row: record.position() as f64, n: n as f64 };
        let value = change.apply(field, &present, names)?;
        draft.set(*node, field, &value)?;
        if label.is_empty() {
            label = field.label_text();
        }
    }
    document.commit(draft, &texts::set_name(&label, fields.len())).map(|_| ())
}

fn run_plan(doc: &mut Doc, spec: &'static PlanSpec, arguments: &Arguments) -> Result<(), Refusal> {
    let mut draft = doc.file.document.draft();
    let made = (spec.run)(&mut draft, arguments)?;
    let count = arguments.objects.len();
    doc.file.document.commit(draft, &texts::plan_name(spec.label, count))?;
    if let Some(node) = made {
        let objects = doc.file.document.objects(node.level);
        if let Some(id) = objects.of_node(node.number).map(|o| o.id) {
            doc.selection.change(vec![id], How::Replace);
        }
    }
    Ok(())
}
