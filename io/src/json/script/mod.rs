//! Edit scripts: a list of edits that is carried out whole or not at all (`design.md` 7, `docs/json.md`).
//!
//! Every name means the file as opened, unless it names a thing made earlier in the script (`"as": "$a"`). Old values
//! are compared with the file as opened, so that a script made for another file is refused.

mod entry;
pub(super) mod raw;
mod run;

use levelwright_model::document::{Committed, Document};
use levelwright_model::record::Refusal;
use serde::Deserialize;
use serde_json::value::RawValue;

use super::address::AddressError;
use entry::{Entry, LevelName};
pub use raw::write_transaction;

/// Why a script was not carried out. Nothing was changed.
#[derive(Debug, thiserror::Error)]
pub enum ScriptError {
    /// It is not the JSON of a script.
    #[error("line {line}: {message}")]
    Form {
        /// Line in the script, from 1.
        line: usize,
        /// What is wrong.
        message: String,
    },
    /// An edit was refused.
    #[error("edit {number} (line {line}): {reason}")]
    Edit {
        /// Which edit, from 0.
        number: usize,
        /// Line on which it begins, from 1.
        line: usize,
        /// Why.
        reason: EditError,
    },
    /// The edits were refused as a whole.
    #[error(transparent)]
    Refused(#[from] Refusal),
}

/// Why one edit was refused.
#[derive(Debug, thiserror::Error)]
pub enum EditError {
    /// It names nothing.
    #[error(transparent)]
    Address(#[from] AddressError),
    /// The game or the format refuses it.
    #[error(transparent)]
    Refused(#[from] Refusal),
    /// The file is not the one the script was made for.
    #[error("{place} is {found}, the script was made for {wanted}")]
    Old {
        /// Which field or record.
        place: String,
        /// What the file holds.
        found: String,
        /// What the script expects.
        wanted: String,
    },
    /// Anything else that is wrong with it.
    #[error("{0}")]
    Other(String),
}

/// What a script did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Applied {
    /// Name of the transaction.
    pub name: String,
    /// How many edits it holds.
    pub edits: usize,
    /// Whether anything changed.
    pub changed: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Script<'a> {
    name: Option<String>,
    level: Option<LevelName>,
    #[serde(borrow)]
    edits: Vec<&'a RawValue>,
}

/// Carries out a script as one transaction.
///
/// # Errors
/// If the script cannot be read or an edit is refused; the line and the edit are named, and nothing was changed.
pub fn apply(document: &mut Document, text: &str) -> Result<Applied, ScriptError> {
    if !text.trim_start().starts_with('{') {
        let message = "a script is an object with “edits”, a list; see docs/json.md".to_owned();
        return Err(ScriptError::Form { line: 1, message });
    }
    let script: Script<'_> =
        serde_json::from_str(text).map_err(|e| ScriptError::Form { line: e.line(), message: without_place(&e) })?;
    let mut entries = Vec::with_capacity(script.edits.len());
    for raw in &script.edits {
        let line = line_of(text, raw.get());
        let entry = Entry::parse(raw.get())
            .map_err(|(within, message)| ScriptError::Form { line: line + within.saturating_sub(1), message })?;
        entries.push((line, entry));
    }
    let name = script.name.unwrap_or_else(|| "edit script".to_owned());
    let at = |number: usize, line: usize| move |reason| ScriptError::Edit { number, line, reason };
    let mut levels = Vec::with_capacity(entries.len());
    for (number, (line, entry)) in entries.iter().enumerate() {
        let level = run::level_of(document, entry, script.level.as_ref()).map_err(at(number, *line))?;
        if let Some(level) = level {
            document.level(level)?;
        }
        levels.push(level);
    }
    let mut run = run::Run::new(document);
    for (number, ((line, entry), level)) in entries.iter().zip(levels).enumerate() {
        run.carry_out(entry, level).map_err(at(number, *line))?;
    }
    let draft = run.finish();
    let committed = document.commit(draft, &name)?;
    Ok(Applied { name, edits: entries.len(), changed: committed == Committed::Entry })
}

/// The line of the script on which a piece of it begins, from 1.
fn line_of(text: &str, piece: &str) -> usize {
    let at = piece.as_ptr().addr().saturating_sub(text.as_ptr().addr());
    text.bytes().take(at).filter(|b| *b == b'\n').count() + 1
}

/// The message alone: places in a piece of the script would mislead.
fn without_place(error: &serde_json::Error) -> String {
    let text = error.to_string();
    match text.rfind(" at line ") {
        Some(at) => text.get(..at).unwrap_or(&text).to_owned(),
        None => text,
    }
}
