//! Writing a save's files: all of them whole, or none (`design.md` 4).
//!
//! Check → back up → manifest → stage (new files beside the old ones, parts in place) → check again → decide → rename
//! → read back. An error on the way is taken back at once, by the same code that the next start would use.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use super::backups::{Backups, OldRanges};
use super::disk::{Disk, Held, folder_of, read_if_there, remove_if_there};
use super::error::{Change, SaveError, disk_error};
use super::fingerprint::{Fingerprint, read_range};
use super::hash::ContentHash;
use super::manifest::{self, Manifest, Stage, Staged, StoredPath, Way};
use super::repair::{LOCK, MANIFEST, clear, cut_off, settle};
use super::writes::{FileWrite, Patch, Writes, joined, overlaid};

/// Where a save may put what it needs beside the files.
#[derive(Clone, Copy, Debug)]
pub struct Place<'a> {
    /// The disk.
    pub disk: &'a dyn Disk,
    /// The folder for manifests. Without it only one file can be replaced.
    pub pending: Option<&'a Path>,
    /// The backups. Without them none are made.
    pub backups: Option<&'a Backups>,
    /// Milliseconds since 1970.
    pub now: u64,
}

/// What a save wrote.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// What each file looks like now.
    pub fingerprints: Vec<Fingerprint>,
    /// The backups that were made.
    pub backups: Vec<String>,
}

/// Most samples that tell whether a file is still the same one, and their size.
const SAMPLES: u64 = 16;
const SAMPLE: u64 = 512;

/// One file on its way.
struct Item<'a> {
    write: &'a FileWrite,
    target: PathBuf,
    /// What lay there when the save began.
    present: Fingerprint,
    /// The old content, where it was read whole.
    old: Option<Vec<u8>>,
    /// Writes in place, in order and without overlaps.
    patches: Vec<Patch>,
}

fn step<T>(path: &Path, what: &'static str, result: io::Result<T>) -> Result<T, SaveError> {
    result.map_err(disk_error(path, what))
}

/// A name that no other file of this program has.
pub(crate) fn fresh_name(now: u64) -> String {
    static NEXT: AtomicU64 = AtomicU64::new(0);
    format!("{now}-{}-{}", std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed))
}

/// Writes the files.
///
/// # Errors
/// What failed, where and why. All files are then as before, unless the error says otherwise.
pub fn write(place: &Place<'_>, files: &[FileWrite]) -> Result<Written, SaveError> {
    let items = files.iter().map(|file| look(place.disk, file)).collect::<Result<Vec<_>, _>>()?;
    let Some(first) = items.first() else { return Ok(Written { fingerprints: Vec::new(), backups: Vec::new() }) };
    let plain = items.len() == 1 && matches!(first.write.writes, Writes::Replace(_));
    if !plain && place.pending.is_none() {
        return Err(SaveError::NoDataFolder { path: first.target.display().to_string() });
    }
    let backups = items.iter().map(|item| back_up(place, item)).collect::<Result<Vec<_>, _>>()?;
    let name = fresh_name(place.now);
    let manifest = Manifest {
        files: items
            .iter()
            .enumerate()
            .map(|(at, item)| staged(place.disk, item, &name, at, !plain))
            .collect::<Result<_, _>>()?,
    };
    let log = match place.pending {
        Some(pending) => Some(Log::begin(place.disk, pending, &name, &manifest, &first.target)?),
        None => None,
    };
    let mut run = Run { disk: place.disk, items: &items, manifest: &manifest, log, stage: Stage::Prepared, plain };
    match run.all() {
        Ok(fingerprints) => {
            run.clean_up();
            Ok(Written { fingerprints, backups: backups.into_iter().flatten().collect() })
        }
        Err(error) => Err(run.undo(error)),
    }
}

/// Follows links, looks at what is there and compares it with what may be there.
fn look<'a>(disk: &dyn Disk, write: &'a FileWrite) -> Result<Item<'a>, SaveError> {
    let path = &write.path;
    let target = step(path, "following the path", disk.resolve(path))?;
    let meta = match disk.metadata(&target) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => None,
        other => Some(step(path, "looking at the present file", other)?),
    };
    if meta.is_some_and(|m| m.read_only) {
        return Err(SaveError::WriteProtected { path: path.display().to_string() });
    }
    let mut item = Item { write, target, present: Fingerprint::Absent, old: None, patches: Vec::new() };
    if let Some(meta) = meta {
        match &write.writes {
            Writes::Replace(_) => {
                let bytes = step(path, "reading the present file", disk.read(&item.target))?;
                item.present = Fingerprint::of(&bytes);
                item.old = Some(bytes);
            }
            Writes::InPlace { patches, new_len } => {
                let watch = watched(write);
                item.present = step(path, "reading the present file", Fingerprint::take(disk, &item.target, &watch))?;
                item.patches = overlaid(patches, *new_len);
                if item.patches.iter().any(|p| p.at > meta.len) && !fills(&item.patches, meta.len) {
                    let reason = io::Error::other("a part begins behind the end of the file");
                    return Err(disk_error(path, "planning the writes")(reason));
                }
            }
        }
    } else if let Writes::InPlace { .. } = write.writes {
        return Err(SaveError::ChangedOnDisk { path: path.display().to_string(), how: Change::Removed });
    }
    check(&item)?;
    Ok(item)
}

/// Whether patches behind the end join on to it without a gap.
fn fills(patches: &[Patch], len: u64) -> bool {
    let mut end = len;
    for patch in patches.iter().filter(|p| p.range().end > len) {
        if patch.at > end {
            return false;
        }
        end = patch.range().end;
    }
    true
}

/// What is watched of a file that is written in place; never nothing, for that would be the whole file.
fn watched(write: &FileWrite) -> Vec<std::ops::Range<u64>> {
    if write.watch.is_empty() { std::iter::once(0..SAMPLE).collect() } else { write.watch.clone() }
}

fn check(item: &Item<'_>) -> Result<(), SaveError> {
    let expected = &item.write.expected;
    if expected.is_empty() || expected.contains(&item.present) {
        return Ok(());
    }
    let had_none = expected.iter().all(|f| *f == Fingerprint::Absent);
    let how = match (&item.present, had_none) {
        (Fingerprint::Absent, _) => Change::Removed,
        (_, true) => Change::Made,
        _ => Change::Changed,
    };
    Err(SaveError::ChangedOnDisk { path: item.write.path.display().to_string(), how })
}

/// What stood in the ranges that are overwritten or cut off.
fn old_ranges(disk: &dyn Disk, item: &Item<'_>, new_len: u64) -> io::Result<OldRanges> {
    let old_len = disk.metadata(&item.target)?.len;
    let mut ranges: Vec<_> = item.patches.iter().map(Patch::range).collect();
    let written = joined(ranges.clone());
    if new_len < old_len {
        ranges.push(new_len..old_len);
    }
    let read = |ranges: Vec<std::ops::Range<u64>>| -> io::Result<Vec<Patch>> {
        let mut out = Vec::new();
        for range in ranges {
            let bytes = read_range(disk, &item.target, &range, old_len)?;
            if !bytes.is_empty() {
                out.push(Patch { at: range.start, bytes });
            }
        }
        Ok(out)
    };
    let mut new = Vec::new();
    item.patches.iter().for_each(|p| new.extend_from_slice(&p.bytes));
    Ok(OldRanges {
        old_len,
        new_len,
        old: read(joined(ranges))?,
        written,
        new_hash: ContentHash::of(&new),
        watched: read(joined(item.write.watch.clone()))?,
    })
}

fn back_up(place: &Place<'_>, item: &Item<'_>) -> Result<Option<String>, SaveError> {
    let Some(backups) = place.backups else { return Ok(None) };
    let path = &item.target;
    match (&item.write.writes, &item.old) {
        (Writes::Replace(_), None) => Ok(None),
        (Writes::Replace(_), Some(old)) => step(path, "keeping a backup", backups.keep(path, old, place.now)).map(Some),
        (Writes::InPlace { new_len, .. }, _) => {
            let ranges = step(path, "reading the parts to be overwritten", old_ranges(place.disk, item, *new_len))?;
            step(path, "keeping a backup", backups.keep_ranges(path, &ranges, place.now)).map(Some)
        }
    }
}

/// What the manifest says of one file.
fn staged(disk: &dyn Disk, item: &Item<'_>, name: &str, at: usize, of_set: bool) -> Result<Staged, SaveError> {
    let beside =
        |kind: &str| StoredPath::new(&folder_of(&item.target).join(format!(".levelwright-{name}-{at}.{kind}")));
    let way = match &item.write.writes {
        Writes::Replace(bytes) => Way::Replace {
            temporary: beside("tmp"),
            old_copy: (of_set && item.old.is_some()).then(|| beside("old")),
            old: item.present.content(),
            new: ContentHash::of(bytes),
        },
        Writes::InPlace { new_len, .. } => {
            let reading = "reading the parts to be overwritten";
            let ranges = step(&item.target, reading, old_ranges(disk, item, *new_len))?;
            Way::InPlace {
                old_len: ranges.old_len,
                new_len: *new_len,
                samples: step(&item.target, reading, samples(disk, item, &ranges))?,
                old: ranges.old,
            }
        }
    };
    Ok(Staged { target: StoredPath::new(&item.target), way })
}

/// Samples of what is not overwritten, spread over the file.
fn samples(disk: &dyn Disk, item: &Item<'_>, ranges: &OldRanges) -> io::Result<Vec<(u64, u32, ContentHash)>> {
    let stays = ranges.old_len.min(ranges.new_len);
    let mut out = Vec::new();
    let size = SAMPLE.min(stays);
    let positions: std::collections::BTreeSet<u64> =
        (0..SAMPLES).map(|n| stays.saturating_sub(size) / (SAMPLES - 1) * n).collect();
    for at in positions {
        let overwritten = ranges.written.iter().any(|r| r.start < at + size && at < r.end);
        if size == 0 || overwritten {
            continue;
        }
        let bytes = disk.read_at(&item.target, at, size as usize)?;
        out.push((at, size as u32, ContentHash::of(&bytes)));
    }
    Ok(out)
}

/// Two marks of ten bytes, and some.
const ROOM_FOR_MARKS: usize = 64;

/// The manifest on disk, with the lock that tells other instances that its writer lives.
struct Log<'a> {
    disk: &'a dyn Disk,
    path: PathBuf,
    lock: PathBuf,
    len: u64,
    _held: Box<dyn Held>,
}

impl<'a> Log<'a> {
    fn begin(
        disk: &'a dyn Disk,
        pending: &Path,
        name: &str,
        manifest: &Manifest,
        target: &Path,
    ) -> Result<Log<'a>, SaveError> {
        const WHAT: &str = "noting the save in the data folder";
        let path = pending.join(name).with_extension(MANIFEST);
        let lock = path.with_extension(LOCK);
        let make = || -> io::Result<Log<'a>> {
            let mut bytes = manifest::begin(manifest).ok_or(io::ErrorKind::FileTooLarge)?;
            let len = bytes.len() as u64;
            // Room for the marks: on a full disk they could not be appended.
            bytes.resize(bytes.len() + ROOM_FOR_MARKS, 0);
            disk.create_folders(pending)?;
            let held = disk.lock(&lock)?.ok_or(io::ErrorKind::ResourceBusy)?;
            disk.create(&path, &bytes)?;
            disk.sync(&path)?;
            disk.sync_folder(pending)?;
            Ok(Log { disk, path: path.clone(), lock: lock.clone(), len, _held: held })
        };
        make().map_err(|reason| {
            // No file was touched yet; a torn manifest is cleared away at the next start, too.
            drop(remove_if_there(disk, &path));
            drop(remove_if_there(disk, &lock));
            disk_error(target, WHAT)(reason)
        })
    }

    fn mark(&mut self, stage: Stage) -> io::Result<()> {
        let bytes = manifest::mark(stage).ok_or(io::ErrorKind::InvalidData)?;
        self.disk.write_at(&self.path, self.len, &bytes)?;
        self.disk.sync(&self.path)?;
        self.len += bytes.len() as u64;
        Ok(())
    }

    fn end(self, for_good: bool) {
        // What stays behind is cleared away at the next start: it is settled already.
        drop(self.disk.remove(&self.path));
        drop(self.disk.remove(&self.lock));
        if for_good && let Some(folder) = self.path.parent() {
            drop(self.disk.sync_folder(folder));
        }
    }
}

/// A save from its manifest on.
struct Run<'a> {
    disk: &'a dyn Disk,
    items: &'a [Item<'a>],
    manifest: &'a Manifest,
    log: Option<Log<'a>>,
    stage: Stage,
    /// One file that is replaced: its rename is the decision.
    plain: bool,
}

impl Run<'_> {
    fn pairs(&self) -> impl Iterator<Item = (&Item<'_>, &Way)> {
        self.items.iter().zip(self.manifest.files.iter().map(|f| &f.way))
    }

    fn all(&mut self) -> Result<Vec<Fingerprint>, SaveError> {
        let mut fingerprints = Vec::with_capacity(self.items.len());
        for (item, way) in self.pairs() {
            match (&item.write.writes, way) {
                (Writes::Replace(bytes), Way::Replace { temporary, old_copy, .. }) => {
                    self.stage_beside(item, &temporary.get(), bytes)?;
                    if let (Some(copy), Some(old)) = (old_copy, &item.old) {
                        self.stage_beside(item, &copy.get(), old)?;
                    }
                    if !self.plain {
                        step(&item.target, "flushing the folder", self.disk.sync_folder(folder_of(&item.target)))?;
                    }
                }
                (Writes::InPlace { .. }, _) => self.write_parts(item)?,
                _ => {}
            }
        }
        if !self.plain
            && let (Some(log), Some(first)) = (&mut self.log, self.items.first())
        {
            // If this fails the mark may be there all the same: taking back has to mark over it first.
            self.stage = Stage::Decided;
            step(&first.target, "noting the decision", log.mark(Stage::Decided))?;
        }
        for (item, way) in self.pairs() {
            let target = &item.target;
            match (&item.write.writes, way) {
                (Writes::Replace(bytes), Way::Replace { temporary, new, .. }) => {
                    self.put_in_place(item, &temporary.get(), bytes)?;
                    fingerprints.push(Fingerprint::Whole(*new));
                }
                (Writes::InPlace { new_len, .. }, _) => {
                    step(target, "cutting off the end", cut_off(self.disk, target, *new_len))?;
                    let now = Fingerprint::take(self.disk, target, &watched(item.write));
                    fingerprints.push(step(target, "looking at the file", now)?);
                }
                _ => {}
            }
        }
        Ok(fingerprints)
    }

    fn stage_beside(&self, item: &Item<'_>, beside: &Path, bytes: &[u8]) -> Result<(), SaveError> {
        let target = &item.target;
        let main = self.items.iter().next().map(|main| folder_of(&main.target));
        if item.old.is_none() && main != Some(folder_of(target)) {
            // A set that goes to another place may want folders below the main file's that are not there yet. The main
            // file's own folder is the person's choice: one that is gone is an error to be told.
            step(target, "making its folder", self.disk.create_folders(folder_of(target)))?;
        }
        step(target, "writing the new file beside it", self.disk.create(beside, bytes))?;
        if item.old.is_some() {
            step(target, "keeping the permissions", self.disk.keep_permissions(target, beside))?;
        }
        step(target, "flushing the new file", self.disk.sync(beside))?;
        // Read back before the old file is given up.
        if step(target, READ_BACK, self.disk.read(beside))? == bytes {
            Ok(())
        } else {
            Err(disk_error(target, READ_BACK)(not_the_same()))
        }
    }

    /// The file must still be what it was when the save began.
    fn check_again(&self, item: &Item<'_>) -> Result<(), SaveError> {
        if let Some(old) = &item.old
            && step(&item.target, "looking again", read_if_there(self.disk, &item.target))?.as_ref() == Some(old)
        {
            return Ok(());
        }
        let watch = match item.write.writes {
            Writes::Replace(_) => Vec::new(),
            Writes::InPlace { .. } => watched(item.write),
        };
        let now = step(&item.target, "looking again", Fingerprint::take(self.disk, &item.target, &watch))?;
        if now == item.present {
            return Ok(());
        }
        let how = match (&item.present, &now) {
            (Fingerprint::Absent, _) => Change::Made,
            (_, Fingerprint::Absent) => Change::Removed,
            _ => Change::Changed,
        };
        Err(SaveError::ChangedOnDisk { path: item.write.path.display().to_string(), how })
    }

    fn write_parts(&self, item: &Item<'_>) -> Result<(), SaveError> {
        let target = &item.target;
        self.check_again(item)?;
        for patch in &item.patches {
            step(target, "writing in place", self.disk.write_at(target, patch.at, &patch.bytes))?;
        }
        step(target, "flushing the file", self.disk.sync(target))?;
        for patch in &item.patches {
            let back = step(target, READ_BACK, self.disk.read_at(target, patch.at, patch.bytes.len()))?;
            if back != patch.bytes {
                return Err(disk_error(target, READ_BACK)(not_the_same()));
            }
        }
        Ok(())
    }

    fn put_in_place(&self, item: &Item<'_>, temporary: &Path, bytes: &[u8]) -> Result<(), SaveError> {
        let target = &item.target;
        self.check_again(item)?;
        step(target, "putting the new file in place", self.disk.rename(temporary, target))?;
        let confirm = || {
            step(target, "flushing the folder", self.disk.sync_folder(folder_of(target)))?;
            let back = step(target, READ_BACK, self.disk.read(target))?;
            if back == bytes { Ok(()) } else { Err(disk_error(target, READ_BACK)(not_the_same())) }
        };
        // A lone file has no copy of the old one: it is new from here on.
        confirm().map_err(|error| if self.plain { unconfirmed(error) } else { error })
    }

    /// Takes back what was done, at once.
    fn undo(mut self, error: SaveError) -> SaveError {
        if matches!(error, SaveError::Unconfirmed { .. }) {
            self.clean_up();
            return error;
        }
        if self.stage == Stage::Decided
            && let Some(log) = &mut self.log
        {
            match log.mark(Stage::Reverting) {
                Ok(()) => self.stage = Stage::Reverting,
                // Without that note the next start would finish the save: then it has to.
                Err(reason) => return unfinished(error, reason.to_string()),
            }
        }
        match settle(self.disk, self.manifest, self.stage) {
            Ok(_) => {
                self.clean_up();
                error
            }
            // Nothing was put in place: at worst a temporary file is left, which the next start removes.
            Err(_) if self.plain => error,
            Err(reason) => unfinished(error, reason.to_string()),
        }
    }

    fn clean_up(&mut self) {
        if clear(self.disk, self.manifest).is_err() {
            // The manifest stays, so the next start does it.
            return;
        }
        if let Some(log) = self.log.take() {
            // The manifest of a lone file does no harm if it comes back: there is nothing left to do.
            log.end(!self.plain);
        }
    }
}

const READ_BACK: &str = "reading the file back";

fn not_the_same() -> io::Error {
    io::Error::other("the bytes on disk are not the bytes written")
}

fn unconfirmed(error: SaveError) -> SaveError {
    match error {
        SaveError::Disk { path, step, reason } => SaveError::Unconfirmed { path, step, reason },
        other => other,
    }
}

fn unfinished(error: SaveError, undo: String) -> SaveError {
    match error {
        SaveError::Disk { path, step, reason } => SaveError::Unfinished { path, step, reason, undo },
        SaveError::ChangedOnDisk { path, how } => {
            let reason = io::Error::other(format!("the file was {how:?} meanwhile").to_lowercase());
            SaveError::Unfinished { path, step: "putting the set in place", reason, undo }
        }
        other => other,
    }
}
