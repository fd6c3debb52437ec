//! Documents of several files: where they lie, what each looked like, and what is written to them.

use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use crate::format::OpenError;
use crate::save::ContentHash;
use crate::save::disk::Disk;
use crate::save::fingerprint::Fingerprint;
use crate::save::writes::Writes;

/// A file on a disk, which may have others beside it.
#[derive(Clone, Debug)]
pub struct Location {
    disk: Arc<dyn Disk>,
    path: PathBuf,
}

impl Location {
    /// The file with this path.
    pub fn new(disk: Arc<dyn Disk>, path: &Path) -> Location {
        Location { disk, path: path.to_owned() }
    }

    /// The disk that it lies on.
    pub fn disk(&self) -> &Arc<dyn Disk> {
        &self.disk
    }

    /// Its path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Another file of the same disk.
    pub fn other(&self, path: &Path) -> Location {
        Location::new(self.disk.clone(), path)
    }

    /// Its bytes.
    ///
    /// # Errors
    /// If it cannot be read.
    pub fn read(&self) -> Result<Vec<u8>, OpenError> {
        self.disk.read(&self.path).map_err(|reason| self.unreadable(reason))
    }

    /// Its first bytes: fewer if it is shorter, none if it cannot be read.
    pub fn head(&self, len: usize) -> Vec<u8> {
        let Ok(meta) = self.disk.metadata(&self.path) else { return Vec::new() };
        let len = usize::try_from(meta.len).map_or(len, |all| all.min(len));
        self.disk.read_at(&self.path, 0, len).unwrap_or_default()
    }

    /// That it could not be read.
    pub fn unreadable(&self, reason: io::Error) -> OpenError {
        OpenError::Read { path: self.path.display().to_string(), reason }
    }
}

/// The files of a document as they were opened.
#[derive(Clone, Debug)]
pub struct FileSet {
    /// The main file, by which the document is called.
    pub at: Location,
    /// The others.
    pub others: Vec<SetFile>,
}

/// One of the other files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetFile {
    /// Where it lies.
    pub path: PathBuf,
    /// What it looked like.
    pub seen: Fingerprint,
    /// Of a file that is never read whole: the ranges by which changes are noticed. Empty otherwise.
    pub watch: Vec<Range<u64>>,
}

impl SetFile {
    /// A file that was read whole.
    pub fn whole(path: PathBuf, bytes: &[u8]) -> SetFile {
        SetFile { path, seen: Fingerprint::of(bytes), watch: Vec::new() }
    }
}

impl FileSet {
    /// A hash over the main file's hash and what the others looked like. Times do not count, nor do folders.
    pub fn hash(&self, main: ContentHash) -> ContentHash {
        let mut bytes = main.0.to_vec();
        for file in &self.others {
            bytes.extend(file.path.file_name().unwrap_or_default().as_encoded_bytes());
            match &file.seen {
                Fingerprint::Absent => bytes.push(0),
                Fingerprint::Whole(hash) => bytes.extend(hash.0),
                Fingerprint::Parts { len, parts, .. } => {
                    bytes.extend(len.to_le_bytes());
                    for (range, hash) in parts {
                        bytes.extend(range.start.to_le_bytes());
                        bytes.extend(hash.0);
                    }
                }
            }
        }
        ContentHash::of(&bytes)
    }
}

/// What is written to one of the other files of a document.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Beside {
    /// Where.
    pub path: PathBuf,
    /// What. Parts are given as seen from the file as opened, whatever was saved since.
    pub writes: Writes,
    /// Of a file that is never read whole: the ranges by which changes are noticed.
    pub watch: Vec<Range<u64>>,
}
