//! Scripts that belong to a level, for those that show them and change them. Only a game knows its language: it says here
//! what its scripts name, what is wrong in them, how their words are coloured, and how a name is changed everywhere.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;

use crate::document::{Level, LevelId, NodeId, Record};
use crate::edit::Draft;
use crate::record::{Field, Refusal};

/// The scripts of a game.
#[derive(Debug)]
pub struct ScriptSpec {
    /// The table whose rows are the files.
    pub table: &'static str,
    /// Name of the text field that holds what a file says.
    pub field: &'static str,
    /// What the scripts of a level say.
    pub read: fn(&Level) -> Scripts,
    /// The colours of a text; what the level's scripts define is known. Runs that are left out are plain.
    pub paint: fn(&Scripts, &[u8]) -> Vec<Run>,
    /// The function that a field of a record names: empty if it names none yet, `None` if fields like it never do.
    pub called: fn(&Record<'_>, &Field) -> Option<String>,
    /// What an object is called in scripts, if it has a name that can be changed.
    pub name_of: fn(&Record<'_>) -> Option<Name>,
    /// Every place that holds a name, in the order in which people look for them.
    pub places: fn(&Level, &Name) -> Vec<Place>,
    /// Gives something another name in all of these places; answers in how many.
    pub rename: fn(&mut Draft, LevelId, &Name, &str) -> Result<usize, Refusal>,
}

/// What a word names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// What sort of thing, in the game's word for it.
    pub sort: &'static str,
    /// Its name or number as written.
    pub text: String,
}

/// A place in a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// The file's record.
    pub node: NodeId,
    /// The line, counted from 1.
    pub line: u32,
}

/// What the scripts of a level say.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scripts {
    /// The files, in their order.
    pub files: Vec<ScriptFile>,
    /// The functions by name, and where each is defined first.
    pub functions: BTreeMap<String, Spot>,
    /// The names of the level's variables.
    pub variables: BTreeSet<String>,
}

impl Scripts {
    /// A file by its record.
    pub fn file(&self, node: NodeId) -> Option<&ScriptFile> {
        self.files.iter().find(|file| file.node == node)
    }
}

/// A script file.
#[derive(Clone, Debug, PartialEq)]
pub struct ScriptFile {
    /// Its record.
    pub node: NodeId,
    /// What it is called.
    pub name: String,
    /// What it names, in the order of its text; no two overlap.
    pub mentions: Vec<Mention>,
    /// What is wrong, in the order of its text.
    pub marks: Vec<Mark>,
}

/// A word that names something.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mention {
    /// Its bytes.
    pub bytes: Range<usize>,
    /// What it names.
    pub name: Name,
    /// Where a script defines it.
    pub defined: Option<Spot>,
    /// The records that are meant.
    pub records: Vec<NodeId>,
    /// Whether its name can be changed.
    pub renames: bool,
}

/// Something wrong at a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mark {
    /// The line, counted from 1.
    pub line: u32,
    /// The bytes.
    pub bytes: Range<usize>,
    /// What, in plain words.
    pub message: String,
}

/// Bytes of one colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Run {
    /// The first byte.
    pub from: usize,
    /// One past the last.
    pub to: usize,
    /// What they are.
    pub paint: Paint,
}

/// What a run of a script is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paint {
    /// A word of the language.
    Keyword,
    /// A function of the level's scripts.
    Function,
    /// A function or a variable of the game.
    BuiltIn,
    /// A variable of the level's scripts.
    Variable,
    /// A number.
    Number,
    /// A text.
    Text,
    /// A comment.
    Comment,
}

/// A place that holds a name, for people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The record.
    pub node: NodeId,
    /// The line of a script, counted from 1.
    pub line: Option<u32>,
    /// Where: file and line, or record and field.
    pub title: String,
    /// The line's text, or the field's.
    pub text: String,
}
