//! Texts about copying and pasting objects.

use levelwright_model::clipboard::{Clip, Question};

/// The clipboard holds something else.
pub const NOT_COPIED: &str = "The clipboard holds no copied objects.";
/// Nothing copied stands anywhere.
pub const NO_PLACE: &str = "Nothing of what was copied has a place on the map; use Paste.";
/// Title of the question about references.
pub const REFERENCES: &str = "Not everything they refer to is here";
/// What it is about.
pub const REFERENCES_HELP: &str = "The copied objects name things by number that are not the same in this level:";
/// First answer.
pub const KEEP: &str = "Keep the numbers";
/// What it does.
pub const KEEP_HELP: &str = "They then refer to whatever has these numbers here, or to nothing.";
/// Second answer.
pub const CLEAR: &str = "Clear them";
/// What it does.
pub const CLEAR_HELP: &str = "They then refer to nothing.";
/// Why it cannot be chosen.
pub const CANNOT_CLEAR: &str = "Some of them must name something.";
/// Title of the dialog for copies in a row.
pub const ROW: &str = "Copies in a row";
/// What it does.
pub const ROW_HELP: &str = "Copies of what is selected, each moved on from the one before. References stay, but copies refer to \
                            what was copied with them.";
/// How many.
pub const COUNT: &str = "Copies";
/// What that means.
pub const COUNT_HELP: &str = "How many copies of the whole selection.";
/// What an offset means.
pub const OFFSET_HELP: &str = "How far each copy stands from the one before, in the units of the inspector and along the game's \
                               own axes.";
/// Numbers of things.
pub const ID_STEP: &str = "Number step";
/// What that means.
pub const ID_STEP_HELP: &str = "How much the game's own number of each copy grows, where things have one.";
/// The button.
pub const MAKE: &str = "Copy";

/// The field for an offset.
pub fn offset(axis: &str) -> String {
    format!("Offset {axis}")
}

fn objects(count: usize) -> String {
    super::count(count, "object", "objects")
}

/// A transaction.
pub fn pasted(clip: &Clip) -> String {
    format!("Paste {}", objects(clip.things.len()))
}

/// A transaction.
pub fn row(things: usize, count: u32) -> String {
    format!("Copy {} {count} times", objects(things))
}

/// Copied.
pub fn copied(count: usize) -> String {
    format!("{} copied as text.", objects(count))
}

/// No number was typed.
pub fn no_number(what: &str, text: &str) -> String {
    format!("{what}: “{text}” is no number")
}

/// No such count.
pub fn no_count(text: &str, most: u32) -> String {
    format!("“{text}” copies cannot be made: 1 to {most} can")
}

/// One of the things that are not here.
pub fn question(question: &Question) -> String {
    let Question { address, name, here, fields, .. } = question;
    let was = if name.is_empty() { String::new() } else { format!(" (“{name}”)") };
    let here =
        here.as_deref().map_or_else(|| "there is no such here".to_owned(), |h| format!("here that is another {h}"));
    format!("{address}{was}, named {}: {here}", super::count(*fields, "time", "times"))
}
