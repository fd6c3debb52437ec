//! The scripts of a level as texts: shown, walked along, edited, and renamed in.

mod draw;
pub mod editor;
pub mod renaming;

use std::sync::Arc;

use levelwright_model::document::{LevelId, NodeId, Object, ObjectId};
use levelwright_model::links::LinkIndex;
use levelwright_model::record::{Refusal, Value};
use levelwright_model::scripting::{Mention, ScriptSpec, Scripts, Spot};

use super::dialogs::Dialog;
use super::doc::Doc;
use super::panes::Cache;
use super::panes::messages::Tone;
use super::session::Session;
use super::texts::scripts as texts;
pub use draw::{show, text_id};
use editor::Buffer;
pub use renaming::Renaming;

/// What the pane wants.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Show a line of a file.
    Show(Spot),
    /// Go back to where the person came from.
    Back,
    /// A file is to say this.
    Write(NodeId, String),
    /// Ask what something shall be called.
    Rename(levelwright_model::scripting::Name),
}

/// What the pane shows, and how the person looks at it.
#[derive(Debug, Default)]
pub struct ScriptView {
    scripts: Cache<(LevelId, Vec<u64>), Scripts>,
    file: Option<NodeId>,
    buffer: Buffer,
    /// The file that the buffer is of.
    of: Option<NodeId>,
    /// What was refused when it should have been stored: it is not tried again until more is typed.
    refused: Option<String>,
    /// The line to go to.
    wanted: Option<u32>,
    /// Where the person came from.
    trail: Vec<Spot>,
    /// Where the cursor is, in characters of the shown text.
    cursor: usize,
    /// When something was typed last, in seconds.
    typed: f64,
    /// The frame in which the pane was drawn last.
    frame: u64,
    /// What was selected when the pane was drawn last.
    selected: Option<ObjectId>,
}

/// The scripts of the document's game.
pub fn spec(doc: &Doc) -> Option<&'static ScriptSpec> {
    doc.file.document.game().scripts
}

impl ScriptView {
    /// What the scripts of the shown level say, as far as the document knows: what is being typed is not in it.
    pub fn scripts(&mut self, doc: &Doc) -> Option<Arc<Scripts>> {
        let spec = spec(doc)?;
        let state = doc.file.document.state();
        let level = state.level(doc.level)?;
        let key = (doc.level, LinkIndex::stamps(doc.file.document.game(), level));
        Some(self.scripts.get(key, || (spec.read)(level)))
    }

    /// The file that is shown.
    pub fn file(&self) -> Option<NodeId> {
        self.file
    }

    /// The text as it is shown.
    pub fn text(&self) -> &str {
        &self.buffer.shown
    }

    /// The line that the cursor is in.
    pub fn line(&self) -> usize {
        editor::line_and_column(&self.buffer.shown, self.cursor).0
    }

    /// What was typed and is not in the document yet.
    fn pending(&self) -> Option<(NodeId, String)> {
        let node = self.of.filter(|_| self.buffer.is_dirty())?;
        let stored = self.buffer.stored();
        (self.refused.as_deref() != Some(stored)).then(|| (node, stored.to_owned()))
    }

    fn here(&self) -> Option<Spot> {
        Some(Spot { node: self.file?, line: u32::try_from(self.line()).ok()? })
    }

    fn go(&mut self, spot: Spot) {
        self.file = Some(spot.node);
        self.wanted = Some(spot.line);
    }

    /// What the word at the cursor names. While something is typed nobody knows yet.
    fn at_cursor<'a>(&self, scripts: &'a Scripts) -> Option<&'a Mention> {
        self.mention_at(scripts, self.cursor)
    }

    fn mention_at<'a>(&self, scripts: &'a Scripts, shown: usize) -> Option<&'a Mention> {
        let file = scripts.file(self.file.filter(|_| !self.buffer.is_dirty())?)?;
        let at = editor::stored_at(self.buffer.stored(), shown);
        file.mentions.iter().find(|mention| mention.bytes.start <= at && at <= mention.bytes.end)
    }
}

/// The stored text of a file.
fn stored(doc: &Doc, node: NodeId) -> Option<String> {
    let record = doc.file.document.state().level(node.level)?.record(node.number)?;
    let field = record.schema().base_field(spec(doc)?.field)?;
    record.get(field).ok()?.as_text().map(str::to_owned)
}

/// What a file is called.
fn file_name(doc: &Doc, node: NodeId) -> String {
    doc.objects(node.level).of_node(node.number).map(|object| object.name.clone()).unwrap_or_default()
}

/// Whether an object is a script file; the pane shows it then.
fn is_file(doc: &Doc, object: &Object) -> bool {
    let of = |spec: &ScriptSpec| {
        let level = doc.state().level(object.id.node.level);
        level.and_then(|level| level.record(object.id.node.number)).is_some_and(|r| r.table().key() == spec.table)
    };
    spec(doc).is_some_and(of)
}

/// The place in a script that a reference leads to: the line of the file at one of its ends.
pub fn spot_of(doc: &Doc, nodes: [Option<NodeId>; 2], line: Option<u32>) -> Option<Spot> {
    let (line, spec) = (line?, spec(doc)?);
    let level = doc.state().level(doc.level)?;
    let is = |node: &NodeId| level.record(node.number).is_some_and(|record| record.table().key() == spec.table);
    nodes.into_iter().flatten().find(is).map(|node| Spot { node, line })
}

/// Carries out what the pane wants.
pub fn act(session: &mut Session, act: Act) {
    let Some(doc) = session.doc_mut() else { return };
    match act {
        Act::Show(spot) => {
            let view = &mut doc.caches.script;
            let here = view.here().filter(|here| *here != spot);
            view.trail.extend(here);
            view.go(spot);
        }
        Act::Back => {
            if let Some(spot) = doc.caches.script.trail.pop() {
                doc.caches.script.go(spot);
            }
        }
        Act::Write(node, text) => {
            if let Err(refusal) = write(doc, node, &text) {
                doc.caches.script.refused = Some(text);
                session.refuse(&refusal);
            }
        }
        Act::Rename(name) => {
            session.dialog = renaming::Renaming::of(doc, name).map(|asked| Dialog::Rename(Box::new(asked)));
        }
    }
}

fn write(doc: &mut Doc, node: NodeId, text: &str) -> Result<(), Refusal> {
    let Some(spec) = spec(doc) else { return Ok(()) };
    let name = file_name(doc, node);
    let mut draft = doc.file.document.draft();
    let record = draft.record(node)?;
    let field = record.schema().base_field(spec.field).ok_or_else(|| Refusal::Missing(spec.field.to_owned()))?;
    draft.set(node, field, &Value::Text(text.to_owned()))?;
    doc.file.document.commit(draft, &texts::edited(&name))?;
    let view = &mut doc.caches.script;
    if view.of == Some(node) && view.buffer.stored() == text {
        view.buffer.settle();
    }
    doc.file.record();
    Ok(())
}

/// Takes over what was typed where the pane was put away meanwhile, or everything: before a save, before leaving.
pub fn settle(session: &mut Session, frame: Option<u64>) {
    for at in 0..session.docs.len() {
        let Some(doc) = session.docs.get_mut(at) else { continue };
        let view = &doc.caches.script;
        if frame == Some(view.frame) {
            continue;
        }
        let Some((node, text)) = view.pending() else { continue };
        if let Err(refusal) = write(doc, node, &text) {
            doc.caches.script.refused = Some(text);
            session.refuse(&refusal);
        }
    }
}

/// Asks for another name of what the cursor is on, or of what is selected.
pub fn ask_name(session: &mut Session) {
    let Some(doc) = session.doc_mut() else { return };
    match name_at_hand(doc) {
        Some(name) => act(session, Act::Rename(name)),
        None => session.messages.say(Tone::Bad, texts::NO_NAME),
    }
}

/// What could be renamed: the word at the cursor if a script is selected or shown in front, else the selected thing.
fn name_at_hand(doc: &mut Doc) -> Option<levelwright_model::scripting::Name> {
    let spec = spec(doc)?;
    let one = doc.selection.last().filter(|_| doc.selection.len() == 1);
    let level = doc.file.document.state().level(doc.level)?;
    let record = one.and_then(|id| level.record(id.node.number));
    if let Some(name) = record.and_then(|record| (spec.name_of)(&record)) {
        return Some(name);
    }
    let mut view = std::mem::take(&mut doc.caches.script);
    let scripts = view.scripts(doc);
    let found = scripts.and_then(|scripts| view.at_cursor(&scripts).filter(|m| m.renames).map(|m| m.name.clone()));
    doc.caches.script = view;
    found
}
