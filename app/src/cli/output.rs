//! Where commands write, and how they end.

use std::io::{self, ErrorKind, Write};

use levelwright_io::format::{EncodeError, OpenError};
use levelwright_io::json::address::AddressError;
use levelwright_io::json::script::ScriptError;
use levelwright_io::save::SaveError;
use levelwright_model::record::Refusal;
use serde_json::Value as Json;

/// The two streams of a command.
pub struct Output<'a> {
    /// Results.
    pub out: &'a mut dyn Write,
    /// Messages.
    pub err: &'a mut dyn Write,
}

impl std::fmt::Debug for Output<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Output")
    }
}

/// How a command ended that did what it was asked to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Outcome {
    /// All is well.
    Fine,
    /// It found something: a difference, a problem.
    Found,
    /// One of several files could not be read; it was named.
    Failed,
}

/// Why a command could not do it.
#[derive(Debug, thiserror::Error)]
pub enum CliError {
    /// The reason, and what the person can do.
    #[error("{message}")]
    Failed {
        /// Where and what.
        message: String,
        /// What the person can do; may be empty.
        help: String,
    },
    /// The results could not be written.
    #[error("the output cannot be written: {0}")]
    Output(#[from] io::Error),
}

impl CliError {
    /// A failure in plain words.
    pub fn failed(message: impl Into<String>) -> CliError {
        CliError::Failed { message: message.into(), help: String::new() }
    }

    /// The same with what it is about in front.
    pub fn about(self, what: impl std::fmt::Display) -> CliError {
        match self {
            CliError::Failed { message, help } => CliError::Failed { message: format!("{what}: {message}"), help },
            other => other,
        }
    }
}

impl From<OpenError> for CliError {
    fn from(error: OpenError) -> CliError {
        match error {
            OpenError::Container { message, help } => CliError::Failed { message, help },
            other => CliError::failed(other.to_string()),
        }
    }
}

impl From<EncodeError> for CliError {
    fn from(error: EncodeError) -> CliError {
        let (EncodeError::Refused { message, help } | EncodeError::NoRoom { message, help }) = error;
        CliError::Failed { message, help }
    }
}

impl From<SaveError> for CliError {
    fn from(error: SaveError) -> CliError {
        match error {
            SaveError::Encode(error) => error.into(),
            other => CliError::Failed { message: other.to_string(), help: other.help() },
        }
    }
}

impl From<AddressError> for CliError {
    fn from(error: AddressError) -> CliError {
        CliError::failed(error.to_string())
    }
}

impl From<ScriptError> for CliError {
    fn from(error: ScriptError) -> CliError {
        CliError::failed(error.to_string())
    }
}

impl From<Refusal> for CliError {
    fn from(error: Refusal) -> CliError {
        CliError::failed(error.to_string())
    }
}

impl Output<'_> {
    /// A message.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn say(&mut self, message: impl std::fmt::Display) -> Result<(), CliError> {
        Ok(writeln!(self.err, "{message}")?)
    }

    /// A result as JSON.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn json(&mut self, value: &Json) -> Result<(), CliError> {
        serde_json::to_writer_pretty(&mut *self.out, value).map_err(io::Error::from)?;
        Ok(writeln!(self.out)?)
    }

    /// Tells why a command failed; answers the exit code.
    pub(super) fn fail(&mut self, error: &CliError) -> u8 {
        let message = match error {
            // Whoever reads has seen enough: `levelwright dump … | head` is no failure.
            CliError::Output(e) if e.kind() == ErrorKind::BrokenPipe => return 0,
            CliError::Failed { message, help } if !help.is_empty() => format!("levelwright: {message}\n{help}"),
            other => format!("levelwright: {other}"),
        };
        // There is nowhere left to tell that the message could not be written; the exit code says it failed.
        match writeln!(self.err, "{message}") {
            Ok(()) | Err(_) => 2,
        }
    }
}

/// A number of things: `1 row`, `2 rows`.
pub(super) fn counted(count: usize, thing: &str) -> String {
    format!("{count} {thing}{}", if count == 1 { "" } else { "s" })
}
