//! An open document with what the window knows about it: level, selection, filter, what is hidden,
//! where the camera stands, and the draft of a gesture.

use std::collections::BTreeSet;
use std::sync::Arc;

use levelwright_io::file::OpenFile;
use levelwright_model::document::{LevelId, NodeId, Object, ObjectId, Objects, State};
use levelwright_model::edit::Draft;

use super::bookmarks::Bookmarks;
use super::halves::Half;
use super::panes::Caches;
use super::panes::objects::RowKey;
use super::panes::second::Picture;
use super::panes::viewport::Eye;
use super::picking::Picking;
use super::preview::Preview;
use super::selection::Selection;
use super::texts;

/// Names the state that view data was made from.
pub type StateKey = (u64, u64);

/// An open document.
#[derive(Debug)]
pub struct Doc {
    /// The file.
    pub file: OpenFile,
    /// The level that is shown.
    pub level: LevelId,
    /// What is selected.
    pub selection: Selection,
    /// Rows of the tree that are open.
    pub expanded: BTreeSet<RowKey>,
    /// The tree's filter.
    pub filter: String,
    /// Main records of hidden objects.
    pub hidden: BTreeSet<NodeId>,
    /// Main records of objects that cannot be clicked.
    pub locked: BTreeSet<NodeId>,
    /// Grows when something is hidden, shown, locked, opened or closed.
    pub marks: u64,
    /// How the viewport looks at the level.
    pub eye: Eye,
    /// How the other picture of the level looks at it.
    pub aside: Eye,
    /// Which picture is in front: the one that `eye` belongs to.
    pub front: Picture,
    /// Views that the person keeps.
    pub bookmarks: Bookmarks,
    /// The kind of thing that the next click places.
    pub armed: Option<String>,
    /// The link that the next click sets.
    pub picking: Option<Picking>,
    /// An object that the tree should scroll to.
    pub reveal: Option<ObjectId>,
    /// A field that the inspector should scroll to.
    pub reveal_field: Option<(NodeId, &'static str)>,
    /// The live preview.
    pub preview: Option<Box<Preview>>,
    draft: Option<Box<Draft>>,
    draft_stamp: u64,
    objects: Option<(StateKey, LevelId, Arc<Objects>)>,
    /// The half of the window it is shown in.
    pub half: Half,
    /// View data of the panes.
    pub caches: Caches,
}

impl Doc {
    /// A document that was just opened; its first level is shown.
    pub fn new(mut file: OpenFile) -> Doc {
        let level = LevelId(0);
        // A file without levels shows nothing; panes say so.
        let decoded = file.document.level(level).is_ok();
        let expanded = if decoded { BTreeSet::from([RowKey::Level(level)]) } else { BTreeSet::new() };
        Doc {
            file,
            level,
            selection: Selection::default(),
            expanded,
            filter: String::new(),
            hidden: BTreeSet::new(),
            locked: BTreeSet::new(),
            marks: 0,
            eye: Eye::default(),
            aside: Eye { above: false, ..Eye::default() },
            front: Picture::default(),
            bookmarks: Bookmarks::default(),
            armed: None,
            picking: None,
            reveal: None,
            reveal_field: None,
            preview: None,
            draft: None,
            draft_stamp: 0,
            objects: None,
            half: Half::First,
            caches: Caches::default(),
        }
    }

    /// The file's name.
    pub fn name(&self) -> String {
        let name = self.file.name();
        if name.is_empty() { texts::UNTITLED.to_owned() } else { name.to_owned() }
    }

    /// The state to show: the draft of a gesture, else the document's.
    pub fn state(&self) -> &State {
        self.draft.as_ref().map_or_else(|| self.file.document.state(), |d| d.state())
    }

    /// Names the state that [`Doc::state`] gives.
    pub fn key(&self) -> StateKey {
        (self.file.document.revision(), self.draft_stamp)
    }

    /// Shows a draft instead of the document, or the document again.
    pub fn show_draft(&mut self, draft: Option<Box<Draft>>) {
        if draft.is_some() || self.draft.is_some() {
            self.draft_stamp += 1;
        }
        self.draft = draft;
    }

    /// The preview, if it is of the level that is shown and no gesture hides it.
    pub fn running(&self) -> Option<&Preview> {
        self.preview.as_deref().filter(|preview| preview.level == self.level && self.draft.is_none())
    }

    /// Whether a gesture's draft is shown.
    pub fn has_draft(&self) -> bool {
        self.draft.is_some()
    }

    /// Takes the draft away to commit it.
    pub fn take_draft(&mut self) -> Option<Box<Draft>> {
        let draft = self.draft.take();
        if draft.is_some() {
            self.draft_stamp += 1;
        }
        draft
    }

    /// Brings the list of objects up to date. Called before panes are drawn.
    pub fn refresh(&mut self) {
        let (key, level) = (self.key(), self.level);
        if self.objects.as_ref().is_some_and(|(k, l, _)| *k == key && *l == level) {
            return;
        }
        let objects = match &self.draft {
            Some(draft) => Arc::new(draft.objects(level).unwrap_or_default()),
            None => self.file.document.objects(level),
        };
        self.objects = Some((key, level, objects));
    }

    /// The objects of a level in the state that is shown.
    pub fn objects(&self, level: LevelId) -> Arc<Objects> {
        match &self.objects {
            Some((key, of, objects)) if *key == self.key() && *of == level => objects.clone(),
            _ => self.file.document.objects(level),
        }
    }

    /// The name of an object, if it still exists.
    pub fn object<R>(&self, id: ObjectId, with: impl FnOnce(&Object) -> R) -> Option<R> {
        let objects = self.objects(id.node.level);
        objects.by_id(id).map(with)
    }
}
