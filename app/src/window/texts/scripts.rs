//! Texts about scripts.

use super::count;

/// The pane.
pub const PANE: &str = "Script";
/// Without scripts.
pub const NONE: &str = "There is no script beside this level.";
/// What to do about it.
pub const NONE_HINT: &str = "A level's scripts are read from the folder that its game keeps them in.";
/// Of a game without scripts as texts.
pub const NEVER: &str = "Levels of this game have no scripts as texts.";
/// The list of files.
pub const FILE: &str = "Script file";
/// The list of functions.
pub const FUNCTIONS: &str = "Functions";
/// What it is for.
pub const FUNCTIONS_HELP: &str = "Go to a function of this file";
/// The text.
pub const TEXT: &str = "Script text";
/// The way back.
pub const BACK: &str = "Back";
/// What it does.
pub const BACK_HELP: &str = "Back to where you came from";
/// To the definition, or to the thing.
pub const GO_HELP: &str = "Go to what the word names (Ctrl+click on it)";
/// Another name.
pub const RENAME: &str = "Rename…";
/// What it does.
pub const RENAME_HELP: &str = "Another name for it, everywhere at once; the places are shown first";
/// The next line with something wrong.
pub const NEXT: &str = "Next problem";
/// What it does.
pub const NEXT_HELP: &str = "Go to the next line with something wrong";
/// Of a file with nothing wrong.
pub const FINE: &str = "Nothing is wrong in this file.";
/// While nothing is named at the cursor.
pub const PLAIN: &str = "Put the cursor on a name to see what it means.";
/// The name that is being typed.
pub const NEW_NAME: &str = "New name";
/// Carries it out.
pub const DO_RENAME: &str = "Rename";
/// Where to see it.
pub const DO_RENAME_HELP: &str = "One step: undo brings all of them back";
/// Of a function that nobody defines.
pub const UNDEFINED: &str = "no script defines it";
/// A function that may be meant.
pub const OFFER_HELP: &str = "Write this name into the field";
/// Nothing to rename is chosen.
pub const NO_NAME: &str = "Put the cursor on a name in a script, or select a thing that scripts name.";

/// Which cursor line it is.
pub fn line(line: usize, column: usize) -> String {
    format!("Line {line}, column {column}")
}

/// So many lines with something wrong.
pub fn problems(number: usize) -> String {
    count(number, "problem", "problems")
}

/// Something wrong at a line.
pub fn mark(line: u32, message: &str) -> String {
    format!("Line {line}: {message}")
}

/// The step in the history.
pub fn edited(file: &str) -> String {
    format!("Edit {file}")
}

/// What a name is.
pub fn names(sort: &str, text: &str) -> String {
    super::sentence(&format!("{sort} {text}"))
}

/// A button that leads to something.
pub fn go(to: &str) -> String {
    format!("➡ {to}")
}

/// A file and a line.
pub fn spot(file: &str, line: u32) -> String {
    format!("{file}, line {line}")
}

/// The heading of the dialog.
pub fn rename(sort: &str, text: &str) -> String {
    format!("Rename {sort} {text}")
}

/// How many places there are.
pub fn places(number: usize) -> String {
    format!("It is named in {}:", count(number, "place", "places"))
}

/// The step in the history.
pub fn renamed(old: &str, new: &str) -> String {
    format!("Rename {old} to {new}")
}

/// What was done.
pub fn done(number: usize, new: &str) -> String {
    format!("{} renamed to {new}", super::sentence(&count(number, "place", "places")))
}

/// More places than are listed.
pub fn more(number: usize) -> String {
    format!("and {number} more")
}

/// The keys of the offer.
pub const OFFER_KEYS: &str = "Tab takes it, ↑ ↓ choose";
