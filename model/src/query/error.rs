//! What is wrong with a query, and where.

/// Why a text is no query.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("character {}: {message}", at + 1)]
pub struct QueryError {
    /// The character (not byte) at which it goes wrong, from 0.
    pub at: usize,
    /// What is wrong there and what would be right.
    pub message: String,
}

impl QueryError {
    pub(super) fn new(at: usize, message: impl Into<String>) -> QueryError {
        QueryError { at, message: message.into() }
    }

    /// The query with a mark under the character, for a terminal: two lines.
    pub fn marked(&self, text: &str) -> String {
        format!("{}\n{}^", text.replace(char::is_control, " "), " ".repeat(self.at))
    }
}
