//! What the script engine itself knows: functions and variables (`oni.md` 4.3).

use super::builtin_functions::FUNCTIONS;
use super::builtin_variables::VARIABLES;

/// What something gives or holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Type {
    /// Nothing.
    Void,
    /// Yes or no.
    Bool,
    /// A whole number.
    Int,
    /// A number.
    Float,
    /// Text.
    Text,
}

impl Type {
    /// Its word in scripts.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            Type::Void => "void",
            Type::Bool => "bool",
            Type::Int => "int",
            Type::Float => "float",
            Type::Text => "string",
        }
    }

    /// The type of a word in scripts.
    #[must_use]
    pub fn of(word: &[u8]) -> Option<Type> {
        [Type::Void, Type::Bool, Type::Int, Type::Float, Type::Text].into_iter().find(|of| of.word().as_bytes() == word)
    }
}

fn look_up(list: &'static [(&'static str, Type)], name: &[u8]) -> Option<(&'static str, Type)> {
    let at = list.binary_search_by(|(own, _)| own.as_bytes().cmp(name)).ok()?;
    list.get(at).copied()
}

/// A function of the engine: its name and what it gives.
#[must_use]
pub fn function(name: &[u8]) -> Option<(&'static str, Type)> {
    look_up(FUNCTIONS, name)
}

/// A variable of the engine: its name and what it holds.
#[must_use]
pub fn variable(name: &[u8]) -> Option<(&'static str, Type)> {
    look_up(VARIABLES, name)
}

/// All functions in byte order.
#[must_use]
pub fn functions() -> &'static [(&'static str, Type)] {
    FUNCTIONS
}

/// All variables in byte order.
#[must_use]
pub fn variables() -> &'static [(&'static str, Type)] {
    VARIABLES
}

/// The words that cannot be names (`oni.md` 4.2).
pub const KEYWORDS: &[&str] = &[
    "and", "at", "bool", "else", "eq", "every", "false", "float", "for", "fork", "func", "if", "int", "iterate", "ne",
    "or", "over", "repeat", "return", "schedule", "sleep", "string", "true", "using", "var", "void",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_lists_are_sorted_and_complete() {
        assert_eq!((FUNCTIONS.len(), VARIABLES.len()), (276, 234), "oni.md 4.3");
        for list in [FUNCTIONS, VARIABLES] {
            assert!(list.is_sorted_by(|a, b| a.0.as_bytes() < b.0.as_bytes()));
        }
        assert_eq!(function(b"chr_has_lsi"), Some(("chr_has_lsi", Type::Bool)));
        assert_eq!(variable(b"save_point").map(|(_, of)| of.word()), Some("int"));
        assert_eq!(function(b"Chr_has_lsi"), None);
        assert_eq!(Type::of(b"string"), Some(Type::Text));
    }
}
