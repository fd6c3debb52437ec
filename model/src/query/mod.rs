//! The filter language: one parser for the tree, select-by-query, the matrix and `list --where` (`docs/guide/queries.md`
//! holds the grammar).
//!
//! A [`Query`] is parsed once for a game. Evaluating it over a level looks every field name up once per record type, then
//! asks the objects one by one without allocating.

mod ast;
mod compare;
mod complete;
mod context;
mod error;
mod evaluate;
mod events;
mod lexer;
mod near;
mod parser;
mod vocabulary;

pub use complete::{Candidate, Completion, complete};
pub use context::{Context, LevelContext};
pub use error::QueryError;
pub use evaluate::{Matches, Warning};
pub use events::{EVENTS, EventQuery};
pub use vocabulary::Vocabulary;

use crate::document::{Level, Objects};
use crate::games::Game;

/// A parsed query.
#[derive(Clone, Debug)]
pub struct Query {
    expression: ast::Expression,
}

impl Query {
    /// Parses a query for a game; an empty text matches everything.
    ///
    /// # Errors
    /// At the first character that makes no sense.
    pub fn parse(game: &'static Game, text: &str) -> Result<Query, QueryError> {
        Ok(Query { expression: parser::parse(game.into(), text)? })
    }

    /// Whether it is nothing but words, none of the language: what people type to find a name.
    pub fn is_words(&self) -> bool {
        self.expression.is_words()
    }

    /// Whether its answer depends on what the checks have found.
    pub fn asks_for_problems(&self) -> bool {
        self.expression.asks_for_problems()
    }

    /// The objects of a level that match.
    pub fn matches(&self, level: &Level, objects: &Objects, context: &dyn Context) -> Matches {
        evaluate::matches(&self.expression, level, objects, context)
    }
}

#[cfg(test)]
mod language_tests;
