//! The registry of formats: recognising a file by its content, opening it, encoding it again.
//!
//! One line a format; the model's registry of games says what the levels mean.

use std::fmt::Debug;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use levelwright_model::document::{Document, Notice};

use crate::exchange::Exchange;
use crate::marathon;
use crate::oni;
use crate::save::ContentHash;
use crate::save::memory::MemoryDisk;
use crate::save::overlay::Overlay;
use crate::shock;
use crate::source::{Source, SourceError};
use crate::warriors;

pub use crate::set::{Beside, FileSet, Location, SetFile};

/// A file format.
#[derive(Debug)]
pub struct Format {
    /// The game whose levels it holds.
    pub game: &'static str,
    /// What people call it.
    pub name: &'static str,
    /// How it is recognised and opened.
    pub reading: Reading,
    /// Files beside it that lend names or pictures; they are only read.
    pub guests: fn(&Path) -> Vec<Guest>,
    /// Puts the levels of several files into one.
    pub merge: Option<Merge>,
    /// Puts each level into a file of its own.
    pub split: Option<Split>,
    /// Makes a plain level file: without wrapper, recording or saved state.
    pub to_map: Option<ToMap>,
    /// Leaves out what a file holds in vain, or what it has in common with another.
    pub pack: Option<Pack>,
    /// The texts of another tool that its levels can be given as and taken from.
    pub exchange: Option<&'static Exchange>,
    /// The bundled sample level.
    pub sample: Option<Sample>,
}

/// How a format is recognised and opened; always by content.
#[derive(Clone, Copy, Debug)]
pub enum Reading {
    /// From the bytes of one file.
    Bytes {
        /// Whether the content is of this format.
        recognise: fn(&Source) -> bool,
        /// Opens it.
        open: fn(Arc<Source>) -> Result<Opened, OpenError>,
    },
    /// From a place on a disk: documents of several files, or of files too large to be read whole.
    Place {
        /// Whether the file there is one of such a document; read no more of it than it takes to tell.
        recognise: fn(&Location) -> bool,
        /// Opens the document, whichever of its files is given. What the writer needs is read here: the files are
        /// written to later.
        open: fn(&Location) -> Result<Opened, OpenError>,
    },
}

/// Puts the levels of several files into one; given what to call it.
pub type Merge = fn(&str, &[Named<'_>]) -> Result<NewFile, EncodeError>;
/// Puts each level into a file of its own; given what to call the file in messages.
pub type Split = fn(&str, &Source) -> Result<Vec<NewFile>, EncodeError>;
/// Makes a plain level file of the level at a position, or of all levels.
pub type ToMap = fn(&Source, Option<u32>) -> Result<NewFile, EncodeError>;
/// Leaves out what a file holds in vain; given a base, everything that is the same there.
pub type Pack = fn(&Source, Option<&Source>) -> Result<NewFile, EncodeError>;
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
pub static FORMATS: &[&Format] = &[
    &marathon::FORMAT,
    &oni::FORMAT,
    &oni::SINGLE,
    &shock::FORMAT,
    &warriors::ARCHIVE,
    &warriors::LEVEL,
    &warriors::FILE,
    #[cfg(test)]
    &crate::set_tests::PAIR,
];

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

impl Opened {
    /// Where the document's main file lies, if it is one of several files.
    pub fn main(&self) -> Option<&Path> {
        self.origin.set().map(|set| set.at.path())
    }
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

    /// The same for another place: all files of the document, whole, beside each other there.
    ///
    /// # Errors
    /// As [`Origin::encode`].
    fn encode_to(&self, document: &Document, path: &Path) -> Result<Encoded, EncodeError> {
        let _ = path;
        self.encode(document)
    }

    /// Other files that are made of the document's present state, by the name of their form.
    ///
    /// # Errors
    /// If the format has no such form, or cannot hold the document in it.
    fn make(&self, document: &Document, made: &Made<'_>) -> Result<Vec<NewFile>, EncodeError> {
        let _ = document;
        Err(EncodeError::Refused {
            message: format!("this format has no form called {}", made.form),
            help: String::new(),
        })
    }

    /// The forms that [`Origin::make`] knows.
    fn forms(&self) -> &'static [Form] {
        &[]
    }

    /// The bytes as opened; of a document of several files, those of its main file.
    fn bytes(&self) -> &[u8];

    /// The files of a document of several files; `None` for a file that stands alone.
    fn set(&self) -> Option<&FileSet> {
        None
    }

    /// From now on what does not fit where it stands may be written behind the end of a file, or no longer. Only formats
    /// with places of fixed size ask for it.
    fn let_grow(&self, _allow: bool) {}

    /// A hash over the content of all files as opened.
    fn hash(&self) -> ContentHash {
        let own = ContentHash::of(self.bytes());
        self.set().map_or(own, |set| set.hash(own))
    }

    /// Compares the decoded levels of an unedited document with the bytes they were decoded from, and the
    /// container made anew with the container as opened.
    ///
    /// # Errors
    /// At the first difference.
    fn verify(&self, document: &Document) -> Result<(), Difference>;
}

/// What is to be made of a document beside saving it.
#[derive(Clone, Copy, Debug)]
pub struct Made<'a> {
    /// Which form: `plugin`, `package`, `compact`, `windows`, `mac`.
    pub form: &'a str,
    /// What it shall be called.
    pub name: &'a str,
    /// Keys of the tables that shall go into it; empty for those that differ from the file.
    pub lists: &'a [String],
}

/// A form that something can be made in.
#[derive(Debug)]
pub struct Form {
    /// Its name for [`Made::form`].
    pub key: &'static str,
    /// What people call it.
    pub label: &'static str,
    /// What it is, and what reads it.
    pub doc: &'static str,
    /// Whether lists of the document are chosen for it.
    pub lists: bool,
    /// A name for it, from that of the file without its ending.
    pub suggest: fn(&str) -> String,
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
    /// The whole file; of a document of several files, its main file.
    pub bytes: Vec<u8>,
    /// What is written to the other files of the document. What does not change is not named.
    pub beside: Vec<Beside>,
    /// What was done beside the edits, in plain words.
    pub notes: Vec<String>,
    /// Why these bytes must not replace the opened file (they are another format); `None` if they may.
    pub new_file_only: Option<String>,
}

impl Encoded {
    /// One file.
    pub fn one(bytes: Vec<u8>) -> Encoded {
        Encoded { bytes, beside: Vec::new(), notes: Vec::new(), new_file_only: None }
    }

    /// Opens what would be there once this is written where the document was opened.
    ///
    /// # Errors
    /// If it does not open.
    pub fn reopen(&self, origin: &dyn Origin) -> Result<Opened, OpenError> {
        match origin.set() {
            None => open_bytes(self.bytes.clone()),
            Some(set) => open_at(&Location::new(Arc::new(Overlay::encoded(&set.at, self)), set.at.path())),
        }
    }
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
    /// It does not fit where it stands; it would if the file might grow ([`Origin::let_grow`]).
    #[error("{message}")]
    NoRoom {
        /// Where and what, with the limit.
        message: String,
        /// What the person can do.
        help: String,
    },
}

/// Opens the bytes of a file that stands alone.
///
/// # Errors
/// If it is no level, or its container is broken.
pub fn open_bytes(bytes: Vec<u8>) -> Result<Opened, OpenError> {
    open_source(Arc::new(Source::read(bytes)?))
}

/// Opens a file that stands alone.
///
/// # Errors
/// If it is no level, or its container is broken.
pub fn open_source(source: Arc<Source>) -> Result<Opened, OpenError> {
    let found = FORMATS.iter().find_map(|format| match format.reading {
        Reading::Bytes { recognise, open } => recognise(&source).then_some(open),
        Reading::Place { .. } => None,
    });
    match found {
        Some(open) => open(source),
        None => Err(OpenError::NotALevel(marathon::recognise::describe(&source))),
    }
}

/// Opens the document that a file belongs to.
///
/// # Errors
/// If it cannot be read, is no level, or its container is broken.
pub fn open_at(at: &Location) -> Result<Opened, OpenError> {
    match set_format(at) {
        Some((_, open)) => open(at),
        None => open_bytes(at.read()?),
    }
}

/// Opens files that lie in memory; the first is the main one. Names may lead into folders (`scripts/a.bsl`).
///
/// # Errors
/// As [`open_at`].
pub fn open_files(files: &[NewFile]) -> Result<Opened, OpenError> {
    let Some(first) = files.first() else { return Err(OpenError::NotALevel("nothing at all".to_owned())) };
    let disk = MemoryDisk::default();
    let root = Path::new(MEMORY);
    files.iter().for_each(|file| disk.put(&root.join(&file.name), &file.bytes));
    open_at(&Location::new(Arc::new(disk), &root.join(&first.name)))
}

/// Where files in memory lie.
const MEMORY: &str = "/memory";

/// What opens a document at a place.
type OpenPlace = fn(&Location) -> Result<Opened, OpenError>;

/// The format of the document of several files that a file belongs to.
fn set_format(at: &Location) -> Option<(&'static Format, OpenPlace)> {
    FORMATS.iter().find_map(|format| match format.reading {
        Reading::Place { recognise, open } => recognise(at).then_some((*format, open)),
        Reading::Bytes { .. } => None,
    })
}

/// Whether a file is one of a document of several files.
pub fn is_set(at: &Location) -> bool {
    set_format(at).is_some()
}

/// The format of the file at a place.
///
/// # Errors
/// If it cannot be read or is no level.
pub fn format_at(at: &Location) -> Result<&'static Format, OpenError> {
    match set_format(at) {
        Some((format, _)) => Ok(format),
        None => format_of(&Source::read(at.read()?)?),
    }
}

/// The format of a file that stands alone.
///
/// # Errors
/// If it is no level; what it is, is named.
pub fn format_of(source: &Source) -> Result<&'static Format, OpenError> {
    let mut formats = FORMATS.iter().copied();
    let format = formats.find(|f| match f.reading {
        Reading::Bytes { recognise, .. } => recognise(source),
        Reading::Place { .. } => false,
    });
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
