//! What was found wrong while opening a file, about the container and not about the level inside.

use super::limits::MAX_PROBLEMS;

/// How bad a problem is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    /// The file opens and saves; something in it is unusual, or a part of it cannot be read.
    Warning,
    /// The part named cannot be used.
    Error,
}

/// One thing found while opening.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OpenProblem {
    /// How bad it is.
    pub severity: Severity,
    /// Structure and byte offset, for people: `wad header, byte 68`.
    pub place: String,
    /// What is wrong, with the value found.
    pub message: String,
    /// What the person can do, or what the editor will do about it.
    pub help: String,
}

impl OpenProblem {
    /// A warning.
    pub fn warning(place: impl Into<String>, message: impl Into<String>, help: impl Into<String>) -> Self {
        Self { severity: Severity::Warning, place: place.into(), message: message.into(), help: help.into() }
    }
}

impl std::fmt::Display for OpenProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}: {}. {}", self.place, self.message, self.help)
    }
}

/// A list of problems that stops growing at [`MAX_PROBLEMS`] and then only counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(crate) struct Problems {
    list: Vec<OpenProblem>,
    more: usize,
}

impl Problems {
    /// Adds a warning, or counts it when the list is full.
    pub(crate) fn warn(&mut self, place: impl Into<String>, message: impl Into<String>, help: impl Into<String>) {
        if self.list.len() < MAX_PROBLEMS {
            self.list.push(OpenProblem::warning(place, message, help));
        } else {
            self.more += 1;
        }
    }

    /// The list, with one closing line that says how many were left out.
    pub(crate) fn finish(mut self) -> Vec<OpenProblem> {
        if self.more > 0 {
            self.list.push(OpenProblem::warning(
                "the list of problems",
                format!("{} more of the same file are not listed", self.more),
                "The first ones usually explain the rest.",
            ));
        }
        self.list
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_list_counts_on() {
        let mut problems = Problems::default();
        for _ in 0..MAX_PROBLEMS + 3 {
            problems.warn("place", "message", "help");
        }
        let list = problems.finish();
        assert_eq!(list.len(), MAX_PROBLEMS + 1);
        assert!(list.last().is_some_and(|p| p.message.starts_with("3 more")));
    }
}
