//! Finishing or taking back a save that was interrupted: by an error, and then at once, or by the end of the program,
//! and then before anything else at its next start.

use std::io;
use std::path::{Path, PathBuf};

use super::disk::{Disk, folder_of, read_if_there, remove_if_there};
use super::fingerprint::read_range;
use super::hash::ContentHash;
use super::manifest::{self, Manifest, Stage, Way};
use super::writes::Patch;

/// What a repair did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// Every file is as it was before the save.
    TakenBack,
    /// Every file is as the save wanted it.
    Finished,
}

/// An interrupted save that was found.
#[derive(Debug)]
pub struct Repair {
    /// The files it writes.
    pub files: Vec<PathBuf>,
    /// What was done, or why it cannot be done now. It is tried again at the next start.
    pub result: Result<Outcome, RepairError>,
}

/// Why a save can neither be finished nor taken back.
#[derive(Debug, thiserror::Error)]
pub enum RepairError {
    /// The disk failed.
    #[error("{path} cannot be put right: {reason}. Make the file reachable and start the program again")]
    Disk {
        /// Which file.
        path: String,
        /// Why.
        reason: io::Error,
    },
    /// The file is another one now.
    #[error("{path} was left alone: it was changed since the save was interrupted. Look at it, then discard the save")]
    Changed {
        /// Which file.
        path: String,
    },
}

fn failed(path: &Path) -> impl FnOnce(io::Error) -> RepairError {
    let path = path.display().to_string();
    move |reason| RepairError::Disk { path, reason }
}

fn changed(path: &Path) -> RepairError {
    RepairError::Changed { path: path.display().to_string() }
}

/// Finishes or takes back what a manifest says, according to its stage. May be called again after it failed.
pub(crate) fn settle(disk: &dyn Disk, manifest: &Manifest, stage: Stage) -> Result<Outcome, RepairError> {
    match stage {
        Stage::Decided => finish(disk, manifest).map(|()| Outcome::Finished),
        Stage::Prepared | Stage::Reverting => {
            take_back(disk, manifest, stage == Stage::Reverting).map(|()| Outcome::TakenBack)
        }
    }
}

fn hash_of(disk: &dyn Disk, path: &Path) -> Result<Option<ContentHash>, RepairError> {
    Ok(read_if_there(disk, path).map_err(failed(path))?.map(|bytes| ContentHash::of(&bytes)))
}

fn finish(disk: &dyn Disk, manifest: &Manifest) -> Result<(), RepairError> {
    for staged in &manifest.files {
        let target = staged.target.get();
        let (temporary, old, new) = match &staged.way {
            // The parts were whole before the stage was reached; the end is cut off after it.
            Way::InPlace { new_len, .. } => {
                cut_off(disk, &target, *new_len).map_err(failed(&target))?;
                continue;
            }
            Way::Replace { temporary, old, new, .. } => (temporary.get(), old, new),
        };
        match hash_of(disk, &temporary)? {
            // It was renamed already.
            None => continue,
            Some(hash) if hash != *new => return Err(changed(&temporary)),
            Some(_) => {}
        }
        let present = hash_of(disk, &target)?;
        if present == Some(*new) {
            continue;
        }
        if present != *old {
            return Err(changed(&target));
        }
        disk.rename(&temporary, &target).map_err(failed(&target))?;
        disk.sync_folder(folder_of(&target)).map_err(failed(&target))?;
    }
    clear(disk, manifest)
}

/// Cuts off what a shorter file has too much. This comes last, so that taking a save back needs no room on the disk.
pub(crate) fn cut_off(disk: &dyn Disk, target: &Path, new_len: u64) -> io::Result<()> {
    if disk.metadata(target)?.len > new_len {
        disk.set_len(target, new_len)?;
        disk.sync(target)?;
    }
    Ok(())
}

fn take_back(disk: &dyn Disk, manifest: &Manifest, reverting: bool) -> Result<(), RepairError> {
    for staged in &manifest.files {
        let target = staged.target.get();
        match &staged.way {
            Way::InPlace { old_len, new_len, old, samples } => {
                play_back(disk, &target, (*old_len, *new_len), old, samples)?;
            }
            Way::Replace { old_copy, old, new, .. } if reverting => {
                if hash_of(disk, &target)? != Some(*new) || *old == Some(*new) {
                    continue;
                }
                match (old_copy, old) {
                    (Some(copy), Some(_)) => disk.rename(&copy.get(), &target).map_err(failed(&target))?,
                    (None, None) => disk.remove(&target).map_err(failed(&target))?,
                    // A set always has a copy of what it replaces.
                    _ => return Err(changed(&target)),
                }
                disk.sync_folder(folder_of(&target)).map_err(failed(&target))?;
            }
            // Its only rename was the decision: if it happened the file is new, else old.
            Way::Replace { .. } => {}
        }
    }
    clear(disk, manifest)
}

/// Removes what stands beside the files, for good.
pub(crate) fn clear(disk: &dyn Disk, manifest: &Manifest) -> Result<(), RepairError> {
    for staged in &manifest.files {
        let Way::Replace { temporary, old_copy, .. } = &staged.way else { continue };
        let mut removed = false;
        for path in std::iter::once(temporary).chain(old_copy) {
            let path = path.get();
            removed |= remove_if_there(disk, &path).map_err(failed(&path))?;
        }
        if removed {
            let target = staged.target.get();
            disk.sync_folder(folder_of(&target)).map_err(failed(&target))?;
        }
    }
    Ok(())
}

/// Writes back what stood in the overwritten parts.
fn play_back(
    disk: &dyn Disk,
    target: &Path,
    (old_len, new_len): (u64, u64),
    old: &[Patch],
    samples: &[(u64, u32, ContentHash)],
) -> Result<(), RepairError> {
    let len = disk.metadata(target).map_err(failed(target))?.len;
    if len < old_len.min(new_len) || len > old_len.max(new_len) {
        return Err(changed(target));
    }
    for (at, count, hash) in samples {
        let bytes = disk.read_at(target, *at, *count as usize).map_err(failed(target))?;
        if ContentHash::of(&bytes) != *hash {
            return Err(changed(target));
        }
    }
    for patch in old {
        // What was not reached is not touched: the file may be locked against writing.
        let end = patch.range().end.min(len);
        let present = read_range(disk, target, &(patch.at..end), len).map_err(failed(target))?;
        if present != patch.bytes {
            disk.write_at(target, patch.at, &patch.bytes).map_err(failed(target))?;
        }
    }
    if disk.metadata(target).map_err(failed(target))?.len != old_len {
        disk.set_len(target, old_len).map_err(failed(target))?;
    }
    disk.sync(target).map_err(failed(target))?;
    for patch in old {
        if disk.read_at(target, patch.at, patch.bytes.len()).map_err(failed(target))? != patch.bytes {
            return Err(failed(target)(io::Error::other("the bytes on disk are not the bytes written")));
        }
    }
    Ok(())
}

/// Extension of a manifest and of the lock its writer holds.
pub(crate) const MANIFEST: &str = "save";
pub(crate) const LOCK: &str = "lock";

/// Puts every interrupted save in a folder right. Those that another running program is busy with are left alone.
///
/// # Errors
/// If the folder cannot be read. What goes wrong with one save is in its result.
pub fn repair_all(disk: &dyn Disk, pending: &Path) -> io::Result<Vec<Repair>> {
    let mut repairs = Vec::new();
    for path in disk.list(pending)?.into_iter().filter(|p| p.extension().is_some_and(|e| e == MANIFEST)) {
        let lock = path.with_extension(LOCK);
        let Some(held) = disk.lock(&lock)? else { continue };
        let bytes = match read_if_there(disk, &path)? {
            Some(bytes) => bytes,
            // Another start was quicker.
            None => continue,
        };
        if let Some((manifest, stage)) = manifest::read(&bytes) {
            let files = manifest.files.iter().map(|f| f.target.get()).collect();
            let result = settle(disk, &manifest, stage);
            let done = result.is_ok();
            repairs.push(Repair { files, result });
            if !done {
                continue;
            }
        }
        remove_if_there(disk, &path)?;
        disk.sync_folder(pending)?;
        drop(held);
        remove_if_there(disk, &lock)?;
    }
    // Locks without a manifest: their writer died before it had made one, or after it was done.
    for lock in disk.list(pending)?.into_iter().filter(|p| p.extension().is_some_and(|e| e == LOCK)) {
        if read_if_there(disk, &lock.with_extension(MANIFEST))?.is_none()
            && let Some(held) = disk.lock(&lock)?
        {
            drop(held);
            remove_if_there(disk, &lock)?;
        }
    }
    Ok(repairs)
}

/// Forgets the interrupted saves of a file, whatever state the file is in: the person has looked at it.
///
/// # Errors
/// As the disk says.
pub fn discard(disk: &dyn Disk, pending: &Path, file: &Path) -> io::Result<usize> {
    let mut count = 0;
    for path in disk.list(pending)?.into_iter().filter(|p| p.extension().is_some_and(|e| e == MANIFEST)) {
        let Some((manifest, _)) = manifest::read(&disk.read(&path)?) else { continue };
        if manifest.files.iter().any(|f| f.target.get() == file) {
            disk.remove(&path)?;
            count += 1;
        }
    }
    Ok(count)
}
