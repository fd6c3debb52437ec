//! Saving: nothing is ever lost (`design.md` 4).
//!
//! [`commit`] writes files whole or not at all, [`repair`] finishes or takes back what was interrupted, [`backups`] keeps
//! what is overwritten, [`folder`] is the place for all that. Everything goes through the file layer [`disk`], so that
//! [`faulty`] can let any call go wrong.

pub mod backups;
pub mod changes;
pub mod commit;
pub mod disk;
mod error;
pub mod faulty;
pub mod fingerprint;
pub mod folder;
pub(crate) mod frames;
pub mod hash;
mod manifest;
pub mod memory;
pub(crate) mod originals;
pub mod overlay;
pub(crate) mod platform;
pub mod repair;
pub mod restore;
pub mod session;
pub mod show;
pub mod task;
mod verify;
pub mod writes;

#[cfg(test)]
mod backup_tests;
#[cfg(test)]
mod fault_tests;
#[cfg(test)]
mod real_tests;

pub use error::{Change, Choice, SaveError};
pub use folder::DataFolder;
pub use hash::ContentHash;
pub use verify::{LiveIds, verify};

/// Writes one file without a data folder: for what a command makes. `expected` is what may lie there now; anything may
/// if it is `None`. No backup is made.
///
/// # Errors
/// If another file lies there, or a step fails; what was there is then whole.
pub fn replace(path: &std::path::Path, bytes: &[u8], expected: Option<ContentHash>) -> Result<(), SaveError> {
    let expected = expected.map(fingerprint::Fingerprint::Whole).into_iter().collect();
    let write = writes::FileWrite::replace(path.to_owned(), bytes.to_vec(), expected);
    let place = commit::Place { disk: &disk::RealDisk, pending: None, backups: None, now: folder::system_clock() };
    commit::write(&place, &[write]).map(|_| ())
}
