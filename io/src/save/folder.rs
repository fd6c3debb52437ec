//! The user's data folder: backups, manifests of running saves, journals, the session. Never in a game's folder.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{SystemTime, UNIX_EPOCH};

use super::backups::{Backups, Budget};
use super::commit::{self, Place, Written};
use super::disk::{Disk, RealDisk};
use super::error::SaveError;
use super::repair::{self, Repair};
use super::writes::FileWrite;

/// Milliseconds since 1970.
pub type Clock = fn() -> u64;

/// The system's clock.
pub fn system_clock() -> u64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    since.map_or(0, |d| u64::try_from(d.as_millis()).unwrap_or(u64::MAX))
}

/// The data folder.
#[derive(Clone, Debug)]
pub struct DataFolder {
    disk: Arc<dyn Disk>,
    root: PathBuf,
    clock: Clock,
    budget: Budget,
}

impl DataFolder {
    /// A data folder on the real disk. Call [`DataFolder::repair`] before anything else.
    pub fn new(root: PathBuf) -> DataFolder {
        DataFolder::with(Arc::new(RealDisk), root, system_clock)
    }

    /// A data folder on any disk, with any clock.
    pub fn with(disk: Arc<dyn Disk>, root: PathBuf, clock: Clock) -> DataFolder {
        DataFolder { disk, root, clock, budget: Budget::default() }
    }

    /// The same with another budget for backups.
    #[must_use]
    pub fn with_budget(mut self, budget: Budget) -> DataFolder {
        self.budget = budget;
        self
    }

    /// The disk.
    pub fn disk(&self) -> &Arc<dyn Disk> {
        &self.disk
    }

    /// Where it is.
    pub fn root(&self) -> &Path {
        &self.root
    }

    /// The time, in milliseconds since 1970.
    pub fn now(&self) -> u64 {
        (self.clock)()
    }

    /// The backups.
    pub fn backups(&self) -> Backups {
        Backups::new(self.disk.clone(), self.root.join("backups"), self.budget)
    }

    /// Manifests of saves that run, or were interrupted.
    pub fn pending(&self) -> PathBuf {
        self.root.join("pending")
    }

    /// The journals.
    pub fn journals(&self) -> PathBuf {
        self.root.join("journals")
    }

    /// Whether anything can be kept here: makes the folder if need be, and a file that goes at once.
    ///
    /// # Errors
    /// Why not.
    pub fn check(&self) -> std::io::Result<()> {
        let probe = self.root.join(commit::fresh_name(self.now())).with_extension("probe");
        self.disk.create_folders(&self.root)?;
        self.disk.create(&probe, &[])?;
        self.disk.remove(&probe)
    }

    /// Finishes or takes back interrupted saves: before anything else at every start.
    ///
    /// # Errors
    /// If the folder cannot be read.
    pub fn repair(&self) -> std::io::Result<Vec<Repair>> {
        repair::repair_all(self.disk.as_ref(), &self.pending())
    }

    /// Writes files with backups and a manifest.
    ///
    /// # Errors
    /// As [`commit::write`].
    pub fn write(&self, files: &[FileWrite]) -> Result<Written, SaveError> {
        let (pending, backups) = (self.pending(), self.backups());
        let place =
            Place { disk: self.disk.as_ref(), pending: Some(&pending), backups: Some(&backups), now: self.now() };
        commit::write(&place, files)
    }
}
