//! Exchange of a level's contents with other programs, as their text files.

use crate::format::FORMATS;
use levelwright_model::document::{Level, LevelId};
use levelwright_model::edit::Draft;

use crate::format::{EncodeError, NewFile};

/// A way to exchange levels of a game.
#[derive(Debug)]
pub struct Exchange {
    /// The game.
    pub game: &'static str,
    /// What the files are.
    pub name: &'static str,
    /// What their names end with.
    pub ending: &'static str,
    /// Keys of the tables that can be exchanged.
    pub lists: fn() -> Vec<&'static str>,
    /// Writes a level's tables, all of them or those named; what a file does not hold stands in its notes.
    pub export: fn(&Level, &[String]) -> Result<Vec<NewFile>, EncodeError>,
    /// Brings a level to what files say; `None` where they are only written.
    pub import: Option<Import>,
}

/// Brings a level to what files say.
pub type Import = fn(&mut Draft, LevelId, &[Given<'_>]) -> Result<Imported, EncodeError>;

/// A text with what to call it in messages.
#[derive(Clone, Copy, Debug)]
pub struct Given<'a> {
    /// What to call it.
    pub name: &'a str,
    /// The text.
    pub text: &'a str,
}

/// What an import did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Imported {
    /// Records that differ now.
    pub changed: usize,
    /// New records.
    pub added: usize,
    /// Records that are gone.
    pub removed: usize,
}

/// The way of a game.
pub fn exchange(game: &str) -> Option<&'static Exchange> {
    FORMATS.iter().filter_map(|format| format.exchange).find(|exchange| exchange.game == game)
}
