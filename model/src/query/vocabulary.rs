//! The names that a query may use.

use crate::document::{ObjectKind, TableSpec};
use crate::games::Game;
use crate::problems::Check;
use crate::record::Schema;

/// What the words of a query may name: those of a game's levels, or of something else that has fields.
#[derive(Clone, Copy, Debug)]
pub struct Vocabulary {
    /// Whose words they are, for messages.
    pub name: &'static str,
    /// The record types whose fields can be asked for.
    pub schemas: &'static [&'static Schema],
    /// Kinds of things.
    pub kinds: &'static [&'static ObjectKind],
    /// Tables that addresses name.
    pub tables: &'static [&'static TableSpec],
    /// Checks that `has-problem` names.
    pub checks: &'static [&'static Check],
    /// Whether the things are a level's objects: they have a name and a row, places, links and problems.
    pub objects: bool,
}

impl From<&'static Game> for Vocabulary {
    fn from(game: &'static Game) -> Vocabulary {
        Vocabulary {
            name: game.name,
            schemas: game.schemas,
            kinds: game.kinds,
            tables: game.tables,
            checks: game.checks,
            objects: true,
        }
    }
}
