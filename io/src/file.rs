//! An open file: a document, where it came from, and what is on disk.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use levelwright_model::document::Document;

use crate::format::{Difference, EncodeError, Encoded, FORMATS, Guest, OpenError, Opened, Origin, Summary, open_bytes};
use crate::save::{self, SaveError};

/// An open file.
#[derive(Debug)]
pub struct OpenFile {
    path: Option<PathBuf>,
    /// The document.
    pub document: Document,
    origin: Arc<dyn Origin>,
    summary: Summary,
    guests: Vec<Guest>,
    /// Hash of the bytes last known to be on disk.
    on_disk: Option<u64>,
}

/// What a round trip found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoundTrip {
    /// Decoding and encoding gives the same bytes.
    Identical,
    /// It does not; the first difference.
    Differs(Difference),
}

impl OpenFile {
    /// Opens a file.
    ///
    /// # Errors
    /// If it cannot be read, is no level, or its container is broken.
    pub fn open(path: &Path) -> Result<OpenFile, OpenError> {
        let bytes =
            std::fs::read(path).map_err(|reason| OpenError::Read { path: path.display().to_string(), reason })?;
        let hash = save::hash(&bytes);
        let mut file = OpenFile::from_opened(open_bytes(bytes)?);
        let game = file.document.game().key;
        file.guests = FORMATS.iter().filter(|f| f.game == game).flat_map(|f| (f.guests)(path)).collect();
        file.path = Some(path.to_owned());
        file.on_disk = Some(hash);
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
        OpenFile { path: None, document, origin, summary, guests: Vec::new(), on_disk: None }
    }

    /// Where it lies.
    pub fn path(&self) -> Option<&Path> {
        self.path.as_deref()
    }

    /// What it is.
    pub fn summary(&self) -> &Summary {
        &self.summary
    }

    /// Files beside it that lend names or pictures, read only.
    pub fn guests(&self) -> &[Guest] {
        &self.guests
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

    /// Decodes everything, makes it anew and compares with the file as opened. Nothing is taken over from the origin
    /// unseen: levels are compared as the tables hold them, the container as the writer would lay it. Works on the
    /// document as opened; edits are not looked at.
    pub fn round_trip(&mut self) -> RoundTrip {
        self.document.decode_all();
        if let Err(difference) = self.origin.verify(&self.document) {
            return RoundTrip::Differs(difference);
        }
        RoundTrip::Identical
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
        let expected = if own { self.on_disk } else { None };
        save::replace(path, &encoded.bytes, expected)?;
        self.path = Some(path.to_owned());
        self.on_disk = Some(save::hash(&encoded.bytes));
        self.document.mark_saved();
        Ok(encoded)
    }
}
