//! The registry of formats: recognising a file by its content, opening it, encoding it again.
//!
//! One line a format; the model's registry of games says what the levels mean.

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use levelwright_model::document::{Document, Notice};

use crate::marathon;
use crate::shock;
use crate::source::{Source, SourceError};

/// A file format.
#[derive(Debug)]
pub struct Format {
    /// The game whose levels it holds.
    pub game: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// Whether the content is of this format.
    pub recognise: fn(&Source) -> bool,
    /// Opens it.
    pub open: fn(Arc<Source>) -> Result<Opened, OpenError>,
    /// Files beside it that lend names or pictures; they are only read.
    pub guests: fn(&Path) -> Vec<Guest>,
    /// Puts the levels of several files into one.
    pub merge: Option<Merge>,
    /// Puts each level into a file of its own.
    pub split: Option<Split>,
    /// Makes a plain level file: without wrapper, recording or saved state.
    pub to_map: Option<ToMap>,
    /// The bundled sample level.
    pub sample: Option<Sample>,
}

/// Puts the levels of several files into one; given what to call it.
pub type Merge = fn(&str, &[Named<'_>]) -> Result<NewFile, EncodeError>;
/// Puts each level into a file of its own; given what to call the file in messages.
pub type Split = fn(&str, &Source) -> Result<Vec<NewFile>, EncodeError>;
/// Makes a plain level file of the level at a position, or of all levels.
pub type ToMap = fn(&Source, Option<u32>) -> Result<NewFile, EncodeError>;
/// Makes the bundled sample.
pub type Sample = fn() -> Result<Vec<NewFile>, EncodeError>;

/// A file with what to call it in messages.
#[derive(Clone, Copy, Debug)]
pub struct Named<'a> {
    /// What to call it.
    pub name: &'a str,
    /// The file.
    pub source: &'a Source,
}

/// A file that was made.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NewFile {
    /// A name for it; empty where the person gives one.
    pub name: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// What was decided on the way, in plain words.
    pub notes: Vec<String>,
}

/// A file that lends something and is only read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guest {
    /// Where it lies.
    pub path: PathBuf,
    /// What it lends, a line each; or why it could not be read.
    pub lines: Vec<String>,
}

/// Every format, in the order in which they are tried.
pub static FORMATS: &[&Format] = &[&shock::FORMAT, &marathon::FORMAT];

/// A document with what is needed to write it back.
#[derive(Debug)]
pub struct Opened {
    /// The document.
    pub document: Document,
    /// The file as opened; the writer always starts from it.
    pub origin: Arc<dyn Origin>,
    /// What the file is, for `info`.
    pub summary: Summary,
}

/// What a file is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// Format, in words: `Marathon map`.
    pub format: String,
    /// Name and value of each fact about the container.
    pub facts: Vec<(String, String)>,
    /// What lies beside the levels (resources, other forks).
    pub extras: Vec<String>,
}

/// The file as opened. Writing starts from it, so undoing everything and saving gives it back.
pub trait Origin: Debug + Send + Sync {
    /// The bytes of the file that the document's present state makes.
    ///
    /// # Errors
    /// If the format cannot hold it; the limit is named.
    fn encode(&self, document: &Document) -> Result<Encoded, EncodeError>;

    /// The bytes as opened.
    fn bytes(&self) -> &[u8];

    /// Compares the decoded levels of an unedited document with the bytes they were decoded from, and the
    /// container made anew with the container as opened.
    ///
    /// # Errors
    /// At the first difference.
    fn verify(&self, document: &Document) -> Result<(), Difference>;
}

/// Where what the writer makes differs from what the reader found.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("{place}, byte {at} of the file")]
pub struct Difference {
    /// Which structure: level, chunk, header.
    pub place: String,
    /// Byte offset in the file.
    pub at: usize,
}

/// What a save will write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Encoded {
    /// The whole file.
    pub bytes: Vec<u8>,
    /// What was done beside the edits, in plain words.
    pub notes: Vec<String>,
    /// Why these bytes must not replace the opened file (they are another format); `None` if they may.
    pub new_file_only: Option<String>,
}

/// Why a file did not open.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    /// The file could not be read.
    #[error("{path} cannot be read: {reason}")]
    Read {
        /// Which file.
        path: String,
        /// Why.
        reason: std::io::Error,
    },
    /// The wrapper is broken.
    #[error(transparent)]
    Source(#[from] SourceError),
    /// It is something, but no level.
    #[error("this is no level file: {0}")]
    NotALevel(String),
    /// The container is broken or of an unknown version.
    #[error("{message}")]
    Container {
        /// Where and what.
        message: String,
        /// What the person can do.
        help: String,
    },
}

/// Why a document could not be encoded.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum EncodeError {
    /// The format cannot hold it, or the file may not be changed.
    #[error("{message}")]
    Refused {
        /// Where and what, with the limit.
        message: String,
        /// What the person can do.
        help: String,
    },
}

/// Opens a file's bytes.
///
/// # Errors
/// If it is no level, or its container is broken.
pub fn open_bytes(bytes: Vec<u8>) -> Result<Opened, OpenError> {
    let source = Arc::new(Source::read(bytes)?);
    (format_of(&source)?.open)(source)
}

/// The format of a file.
///
/// # Errors
/// If it is no level; what it is, is named.
pub fn format_of(source: &Source) -> Result<&'static Format, OpenError> {
    let format = FORMATS.iter().copied().find(|f| (f.recognise)(source));
    format.ok_or_else(|| OpenError::NotALevel(marathon::recognise::describe(source)))
}

/// A container problem as the model's notice.
pub(crate) fn notice(problem: &crate::source::OpenProblem) -> Notice {
    use levelwright_model::document::Severity;
    Notice {
        severity: match problem.severity {
            crate::source::Severity::Warning => Severity::Warning,
            crate::source::Severity::Error => Severity::Error,
        },
        place: problem.place.clone(),
        message: if problem.help.is_empty() {
            problem.message.clone()
        } else {
            format!("{}. {}", problem.message.trim_end_matches('.'), problem.help)
        },
    }
}
