//! An open file: a document, where it came from, and what is on disk.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use levelwright_model::document::Document;

use crate::format::{EncodeError, Encoded, OpenError, Opened, Origin, Summary, open_bytes};
use crate::save::commit::{self, Place};
use crate::save::disk::RealDisk;
use crate::save::fingerprint::Fingerprint;
use crate::save::writes::FileWrite;
use crate::save::{self, SaveError};

/// An open file.
#[derive(Debug)]
pub struct OpenFile {
    path: Option<PathBuf>,
    /// The document.
    pub document: Document,
    origin: Arc<dyn Origin>,
    summary: Summary,
    /// Hash of the bytes last known to be on disk.
    on_disk: Vec<Fingerprint>,
}

/// What a round trip found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoundTrip {
    /// Decoding and encoding gives the same bytes.
    Identical,
    /// It does not.
    Differs {
        /// Byte offset of the first difference.
        at: usize,
        /// Length as opened and as encoded.
        lengths: (usize, usize),
    },
}

impl OpenFile {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read, is no level, or its container is broken.
    pub fn open(path: &Path) -> Result<OpenFile, OpenError> {
        let bytes =
            std::fs::read(path).map_err(|reason| OpenError::Read { path: path.display().to_string(), reason })?;
        let seen = Fingerprint::of(&bytes);
        let mut file = OpenFile::from_opened(open_bytes(bytes)?);
        file.path = Some(path.to_owned());
        file.on_disk = vec![seen];
        Ok(file)
    }

    /// A file that has no place on disk yet.
    ///
    /// # Errors
    /// If the bytes are no level.
    pub fn untitled(bytes: Vec<u8>) -> Result<OpenFile, OpenError> {
        open_bytes(bytes).map(OpenFile::from_opened)
    }

    fn from_opened(opened: Opened) -> OpenFile {
        let Opened { document, origin, summary } = opened;
        OpenFile { path: None, document, origin, summary, on_disk: Vec::new() }
    }

    /// Where it lies.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// What it is.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// The bytes as opened.
    pub fn origin_bytes(&self) -> &[u8] {
        self.origin.bytes()
    }

    /// The bytes that saving would write.
    ///
    /// # Errors
    /// If the format cannot hold the document.
    pub fn encode(&self) -> Result<Encoded, EncodeError> {
        self.origin.encode(&self.document)
    }

    /// Decodes everything, encodes it and compares with the file as opened.
    ///
    /// # Errors
    /// If it cannot be encoded at all.
    pub fn round_trip(&mut self) -> Result<RoundTrip, EncodeError> {
        self.document.decode_all();
        let encoded = self.encode()?.bytes;
        let origin = self.origin.bytes();
        if encoded == origin {
            return Ok(RoundTrip::Identical);
        }
        let at = origin.iter().zip(&encoded).take_while(|(a, b)| a == b).count();
        Ok(RoundTrip::Differs { at, lengths: (origin.len(), encoded.len()) })
    }

    /// Saves to the file's own place.
    ///
    /// # Errors
    /// If there is no place yet, the file on disk is not the one opened, or writing fails. The old
    /// file is whole then, and the document stays modified.
    pub fn save(&mut self) -> Result<Encoded, SaveError> {
        let path = self.path.clone().ok_or(SaveError::NoPlace)?;
        self.save_as(&path)
    }

    /// Saves to a place.
    ///
    /// # Errors
    /// As [`OpenFile::save`].
    pub fn save_as(&mut self, path: &Path) -> Result<Encoded, SaveError> {
        let encoded = self.encode()?;
        let own = self.path.as_deref() == Some(path);
        if own && let Some(reason) = &encoded.new_file_only {
            return Err(SaveError::OtherFormat(reason.clone()));
        }
        save::verify(&self.document, &encoded.bytes)?;
        let expected = if own { self.on_disk.clone() } else { Vec::new() };
        let place = Place { disk: &RealDisk, pending: None, backups: None, now: 0 };
        let written = commit::write(&place, &[FileWrite::replace(path.to_owned(), encoded.bytes.clone(), expected)])?;
        self.path = Some(path.to_owned());
        self.on_disk = written.fingerprints;
        self.document.mark_saved();
        Ok(encoded)
    }
}
