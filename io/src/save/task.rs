//! A save from beginning to end, on a snapshot: encode → decode and compare → tell the journal → write.

use std::path::PathBuf;
use std::sync::Arc;

use levelwright_model::document::{Document, State};
use levelwright_model::edit::Mark;

use super::commit::{self, Place, Written};
use super::disk::RealDisk;
use super::error::SaveError;
use super::fingerprint::Fingerprint;
use super::folder::DataFolder;
use super::hash::ContentHash;
use super::verify::{LiveIds, verify_ids};
use super::writes::FileWrite;
use crate::format::{Encoded, Origin};
use crate::journal::frame::Frame;
use crate::journal::writer::JournalLine;

/// A save that is ready to run, on this thread or another.
#[derive(Debug)]
pub struct SaveTask {
    pub(crate) document: Document,
    pub(crate) mark: Mark,
    pub(crate) origin: Arc<dyn Origin>,
    pub(crate) path: PathBuf,
    /// Whether it goes where the document was opened.
    pub(crate) own: bool,
    pub(crate) expected: Vec<Fingerprint>,
    pub(crate) data: Option<Arc<DataFolder>>,
    pub(crate) journal: Option<(JournalLine, u64)>,
    pub(crate) steps: u64,
}

/// What became of a save.
#[derive(Debug)]
pub struct Done {
    pub(crate) result: Result<Written, SaveError>,
    pub(crate) encoded: Encoded,
    pub(crate) ids: LiveIds,
    pub(crate) path: PathBuf,
    pub(crate) own: bool,
    pub(crate) state: State,
    pub(crate) mark: Mark,
    pub(crate) steps: u64,
    pub(crate) attempted: Option<Fingerprint>,
}

impl Done {
    /// What went wrong, if something did.
    pub fn error(&self) -> Option<&SaveError> {
        self.result.as_ref().err()
    }
}

impl SaveTask {
    /// Does it.
    pub fn run(self) -> Done {
        let mut done = Done {
            result: Err(SaveError::NoPlace),
            encoded: Encoded { bytes: Vec::new(), notes: Vec::new(), new_file_only: None },
            ids: LiveIds::default(),
            path: self.path.clone(),
            own: self.own,
            state: self.document.state().clone(),
            mark: self.mark,
            steps: self.steps,
            attempted: None,
        };
        done.result = self.steps_of(&mut done);
        done
    }

    fn steps_of(&self, done: &mut Done) -> Result<Written, SaveError> {
        let encoded = self.origin.encode(&self.document)?;
        if self.own
            && let Some(reason) = &encoded.new_file_only
        {
            return Err(SaveError::OtherFormat(reason.clone()));
        }
        done.ids = verify_ids(&self.document, &encoded.bytes)?;
        let hash = ContentHash::of(&encoded.bytes);
        done.attempted = Some(Fingerprint::Whole(hash));
        if let Some((line, steps)) = &self.journal {
            let now = self.data.as_ref().map_or(0, |data| data.now());
            // A journal that cannot be written is no reason not to save: saving is what helps then.
            line.flushed(Frame::saving(now, &self.path, hash, *steps, done.ids.clone()));
        }
        let write = FileWrite::replace(self.path.clone(), encoded.bytes.clone(), self.expected.clone());
        done.encoded = encoded;
        match &self.data {
            Some(data) => data.write(&[write]),
            None => commit::write(&Place { disk: &RealDisk, pending: None, backups: None, now: 0 }, &[write]),
        }
    }
}
