//! Putting a backup back. That is a save like any other: what it overwrites is backed up first.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::backups::{Backup, BackupError, Kind, OldRanges};
use super::changes::{self, Changes, Matching};
use super::commit::Written;
use super::error::SaveError;
use super::fingerprint::read_range;
use super::folder::DataFolder;
use super::hash::ContentHash;
use super::overlay::Overlay;
use super::writes::{FileWrite, Patch, Writes, joined, overlaid};
use crate::format::{Location, Opened, open_at};

/// Why a backup was not put back. The file is as it was.
#[derive(Debug, thiserror::Error)]
pub enum RestoreError {
    /// The backup cannot be had.
    #[error(transparent)]
    Backup(#[from] BackupError),
    /// It could not be written.
    #[error("{0}")]
    Save(#[from] SaveError),
    /// Parts fit only into the file that they were taken from.
    #[error("{path} is not the file that the last save left: the parts in this backup do not belong into it")]
    OtherFile {
        /// Which file.
        path: String,
    },
    /// The backup or the present file is no level, so there is nothing to compare.
    #[error("{path} cannot be compared with its backup: {reason}")]
    NotOpen {
        /// Which file.
        path: String,
        /// Why.
        reason: String,
    },
    /// Parts cannot be put into another file.
    #[error("this backup holds parts of {path}: it can only be put back there")]
    PartsOnly {
        /// Which file.
        path: String,
    },
}

impl DataFolder {
    /// Puts a backup back in its place, or somewhere else.
    ///
    /// # Errors
    /// If the backup is damaged, does not fit or cannot be written; the file is then as it was.
    pub fn restore(&self, backup: &Backup, to: Option<&Path>) -> Result<Written, RestoreError> {
        let write = match backup.kind {
            Kind::Whole => {
                let path = to.map_or_else(|| backup.path.clone(), Path::to_owned);
                FileWrite::replace(path, self.backups().whole(backup)?, Vec::new())
            }
            Kind::Ranges if to.is_some_and(|to| to != backup.path) => {
                return Err(RestoreError::PartsOnly { path: backup.path.display().to_string() });
            }
            Kind::Ranges => self.parts(backup)?,
        };
        Ok(self.write(&[write])?)
    }

    /// Puts files back as they were before the first save that backups are kept of, all of them in one step. Files
    /// without backups stay. Answers which were put back, and as of when.
    ///
    /// # Errors
    /// If a backup is damaged or does not fit, or a file cannot be written; every file is then as it was.
    pub fn restore_original(&self, paths: &[PathBuf]) -> Result<Vec<(PathBuf, u64)>, RestoreError> {
        let mut writes = Vec::new();
        let mut done = Vec::new();
        for path in paths {
            let backups = self.backups().list(Some(path))?.backups;
            let Some(oldest) = backups.last() else { continue };
            writes.push(match backups.iter().rposition(|backup| backup.kind == Kind::Whole) {
                Some(at) => self.from_whole(path, backups.get(at..).unwrap_or_default())?,
                None => self.parts(oldest)?,
            });
            done.push((path.clone(), oldest.at));
        }
        if !writes.is_empty() {
            self.write(&writes)?;
        }
        Ok(done)
    }

    /// A whole backup with the saves taken back that are older than it, newest first.
    fn from_whole(&self, path: &Path, chain: &[Backup]) -> Result<FileWrite, RestoreError> {
        let mut bytes = Vec::new();
        for backup in chain {
            if backup.kind == Kind::Whole {
                bytes = self.backups().whole(backup)?;
                continue;
            }
            let ranges = self.backups().ranges(backup)?;
            bytes.resize(usize::try_from(ranges.old_len).unwrap_or(bytes.len()), 0);
            for patch in &ranges.old {
                let from = usize::try_from(patch.at).unwrap_or(usize::MAX);
                let place = bytes.get_mut(from..from.saturating_add(patch.bytes.len()));
                let place = place.ok_or_else(|| RestoreError::OtherFile { path: path.display().to_string() })?;
                place.copy_from_slice(&patch.bytes);
            }
        }
        Ok(FileWrite::replace(path.to_owned(), bytes, Vec::new()))
    }

    /// What is different in the present file, as seen from a backup. Backups of parts tell nothing here.
    ///
    /// # Errors
    /// If the backup is damaged, or one of the two does not open as a level.
    pub fn compare_backup(&self, backup: &Backup) -> Result<Changes, RestoreError> {
        if backup.kind == Kind::Ranges {
            return Ok(Changes::default());
        }
        let bytes = self.backups().whole(backup)?;
        let not_open = |reason: String| RestoreError::NotOpen { path: backup.path.display().to_string(), reason };
        let now = Location::new(self.disk().clone(), &backup.path);
        let mut old = self.open_over(backup, bytes.clone())?.document;
        let present = now.read().map_err(|e| not_open(e.to_string()))?;
        let mut new = open_at(&now).map_err(|e| not_open(e.to_string()))?.document;
        old.decode_all();
        new.decode_all();
        let mut found = changes::between(new.game(), old.state(), new.state(), Matching::Places);
        found.bytes = Some(changes::byte_count(&bytes, &present));
        Ok(found)
    }

    /// Opens a backup as if it lay in its place: the other files of its document are those of now.
    ///
    /// # Errors
    /// If it is damaged, holds parts only, or does not open as a level.
    pub fn open_backup(&self, backup: &Backup) -> Result<Opened, RestoreError> {
        self.open_over(backup, self.backups().whole(backup)?)
    }

    fn open_over(&self, backup: &Backup, bytes: Vec<u8>) -> Result<Opened, RestoreError> {
        let over = vec![(backup.path.clone(), Writes::Replace(bytes))];
        let then = Location::new(Arc::new(Overlay::new(self.disk().clone(), over)), &backup.path);
        let not_open = |reason: String| RestoreError::NotOpen { path: backup.path.display().to_string(), reason };
        open_at(&then).map_err(|e| not_open(e.to_string()))
    }

    /// All saves of the file since the backup taken back at once, the newest first.
    fn parts(&self, backup: &Backup) -> Result<FileWrite, RestoreError> {
        let backups = self.backups();
        let newer = backups.list(Some(&backup.path))?.backups;
        let mut chain: Vec<OldRanges> = Vec::new();
        for entry in newer.iter().filter(|b| b.kind == Kind::Ranges && b.at >= backup.at) {
            chain.push(backups.ranges(entry)?);
        }
        let other = || RestoreError::OtherFile { path: backup.path.display().to_string() };
        let last = chain.first().ok_or_else(other)?;
        if !self.stands(&backup.path, last) {
            return Err(other());
        }
        let patches: Vec<Patch> = chain.iter().flat_map(|ranges| ranges.old.clone()).collect();
        let new_len = chain.last().map_or(0, |ranges| ranges.old_len);
        let watch = joined(last.watched.iter().map(Patch::range).collect());
        Ok(FileWrite {
            path: backup.path.clone(),
            expected: Vec::new(),
            writes: Writes::InPlace { patches: overlaid(&patches, new_len), new_len },
            watch,
        })
    }

    /// Whether the file still is what the save left that made this backup.
    fn stands(&self, path: &Path, ranges: &OldRanges) -> bool {
        let disk = self.disk().as_ref();
        let Ok(meta) = disk.metadata(path) else { return false };
        let mut bytes = Vec::new();
        for range in &ranges.written {
            match read_range(disk, path, range, meta.len) {
                Ok(part) => bytes.extend(part),
                Err(_) => return false,
            }
        }
        meta.len == ranges.new_len && ContentHash::of(&bytes) == ranges.new_hash
    }
}
