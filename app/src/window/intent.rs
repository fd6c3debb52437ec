//! What panes want done. Panes never change a document: they return intents, and the session carries
//! them out.

use std::path::PathBuf;

use levelwright_model::document::{LevelId, NodeId, ObjectId};
use levelwright_model::edit::Draft;
use levelwright_model::games::{Arguments, PlanSpec};
use levelwright_model::record::Field;
use levelwright_model::scene::Camera;

use super::change::Change;
use super::commands::Command;
use super::panes::lists;
use super::panes::objects::RowKey;
use super::picking::Picking;

/// How a selection changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum How {
    /// The new things alone.
    Replace,
    /// Each new thing changes sides.
    Toggle,
    /// The new things as well.
    Add,
}

/// What a pane wants.
#[derive(Debug)]
pub enum Intent {
    /// Change the selection.
    Select(Vec<ObjectId>, How),
    /// Select one thing and show it.
    GoTo(ObjectId),
    /// Set one field of some records.
    Set {
        /// The records and, for each, its field.
        fields: Vec<(NodeId, &'static Field)>,
        /// To what.
        change: Change,
    },
    /// Change a list inside a record.
    List {
        /// The record whose children the entries are.
        parent: NodeId,
        /// What the list is called.
        title: String,
        /// The change.
        change: lists::Change,
    },
    /// Run a plan.
    Run(&'static PlanSpec, Arguments),
    /// A gesture's draft is to be shown instead of the document; `None` abandons it.
    ShowDraft(Option<Box<Draft>>),
    /// The shown draft is to become a transaction of this name.
    CommitDraft(String),
    /// Run a command.
    Command(Command),
    /// Go to a place in the history.
    Jump(usize),
    /// Show a level.
    Level(LevelId),
    /// Open or close a row of the tree.
    Expand(RowKey, bool),
    /// Filter the tree.
    Filter(String),
    /// Hide or show objects.
    Hide(Vec<NodeId>, bool),
    /// Lock or unlock objects.
    Lock(Vec<NodeId>, bool),
    /// Decode every level, so that all can be listed and checked.
    DecodeAll,
    /// Move the camera.
    Camera(Camera),
    /// Arm a kind of thing to be placed by the next click.
    Arm(Option<String>),
    /// The next object that is pointed at becomes a link's goal; `None` gives that up.
    Pick(Option<Picking>),
    /// Open files.
    Open(Vec<PathBuf>),
    /// Open the sample at a position of [`super::session::samples`].
    Sample(usize),
    /// Open a level of a file.
    OpenLevel(PathBuf, LevelId),
    /// Take a game folder off the list.
    DropFolder(PathBuf),
    /// Stop reading a game folder.
    StopReading(PathBuf),
    /// Bring a document to the front.
    Activate(usize),
    /// Show a document alone, if two stand side by side.
    Alone(usize),
    /// Close a document (asks first).
    Close(usize),
    /// Accept what made the document read-only.
    Accept,
    /// Make objects of a copied text.
    Paste(String, super::clipboard::Where),
    /// Something about the comparison.
    Compare(super::comparing::Act),
    /// Something about the matrix.
    Matrix(super::matrix::Act),
    /// Something about the live preview.
    Preview(super::preview::Act),
    /// Something about scripts.
    Script(super::scripts::Act),
    /// Something about problems.
    Problem(super::problems::Act),
    /// Say something went wrong.
    Complain(String),
}
