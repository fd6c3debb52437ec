//! Backups: what a save overwrites, kept in the user's data folder, never in the game's.
//!
//! `contents/` holds each content once, named by its hash and length. `entries/` holds one small checksummed file a
//! backup, whose name tells time, file and content: so a budget is kept by looking at names alone, and a torn entry
//! costs that entry and nothing else.

use std::collections::BTreeSet;
use std::io;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::{Deserialize, Serialize};

use super::disk::{Disk, read_if_there, remove_if_there, write_whole};
use super::frames::{Frames, frame_of, value_of};
use super::hash::ContentHash;
use super::platform::{path_from_bytes, path_to_bytes};
use super::writes::Patch;

/// How much is kept. The newest backup is kept whatever its size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// So many backups.
    pub count: usize,
    /// So many bytes of different contents.
    pub bytes: u64,
}

impl Default for Budget {
    /// 1,000 backups, 2 GiB: a level file of 4 MB can be saved 500 times before the oldest goes.
    fn default() -> Budget {
        Budget { count: 1000, bytes: 2 << 30 }
    }
}

/// What an in-place save overwrites.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct OldRanges {
    /// Length before.
    pub old_len: u64,
    /// Length after.
    pub new_len: u64,
    /// The bytes that are overwritten or cut off.
    pub old: Vec<Patch>,
    /// The ranges that are overwritten.
    pub written: Vec<Range<u64>>,
    /// The hash of what will stand in them.
    pub new_hash: ContentHash,
    /// The directory and the opened entries as they were.
    pub watched: Vec<Patch>,
}

/// What a backup holds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Kind {
    /// A whole file.
    Whole,
    /// The parts of a large file that one save overwrote.
    Ranges,
}

#[derive(Serialize, Deserialize)]
struct Body {
    path: Vec<u8>,
    kind: Kind,
    len: u64,
}

/// A backup.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Backup {
    /// Its name, by which it is asked for.
    pub id: String,
    /// When it was made, in milliseconds since 1970.
    pub at: u64,
    /// The file it was made of.
    pub path: PathBuf,
    /// What it holds.
    pub kind: Kind,
    /// Length of the file it was made of.
    pub len: u64,
    /// Its content's hash: that of the whole file, or that of the stored parts.
    pub hash: ContentHash,
}

/// All backups, newest first, and entries that cannot be read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Listing {
    /// Those that can be restored.
    pub backups: Vec<Backup>,
    /// Names of entries that are damaged.
    pub damaged: Vec<String>,
    /// Bytes that all contents take.
    pub bytes: u64,
}

/// Why a backup cannot be had.
#[derive(Debug, thiserror::Error)]
pub enum BackupError {
    /// There is no such backup, or more than one begins like this.
    #[error("{found} backups begin with {id}")]
    NotOne {
        /// What was asked for.
        id: String,
        /// How many there are.
        found: usize,
    },
    /// Its content is not what its name says.
    #[error("the backup {0} is damaged: its content is not what its name says")]
    Damaged(String),
    /// The disk failed.
    #[error("the backups in {folder} cannot be read: {reason}")]
    Disk {
        /// The folder.
        folder: String,
        /// Why.
        reason: io::Error,
    },
}

/// The store.
#[derive(Clone, Debug)]
pub struct Backups {
    disk: Arc<dyn Disk>,
    folder: PathBuf,
    budget: Budget,
}

/// What the name of an entry tells: time, path, content.
struct Name<'a> {
    at: u64,
    path: &'a str,
    hash: ContentHash,
}

/// Digits of the time in an entry's name: milliseconds until the year 2286.
const TIME_DIGITS: usize = 13;
/// Hexadecimal digits of the path's hash in an entry's name.
const PATH_DIGITS: usize = 16;

fn parse_name(path: &Path) -> Option<Name<'_>> {
    let mut parts = path.file_name()?.to_str()?.strip_suffix(".backup")?.split('-');
    let name = Name { at: parts.next()?.parse().ok()?, path: parts.next()?, hash: ContentHash::parse(parts.next()?)? };
    parts.next().is_none().then_some(name)
}

fn content_name(path: &Path) -> Option<(ContentHash, u64)> {
    let (hash, len) = path.file_name()?.to_str()?.split_once('-')?;
    Some((ContentHash::parse(hash)?, len.parse().ok()?))
}

fn path_key(path: &Path) -> String {
    let mut key = ContentHash::of(&path_to_bytes(path)).to_string();
    key.truncate(PATH_DIGITS);
    key
}

impl Backups {
    /// The store in a folder, which is made when the first backup is.
    pub fn new(disk: Arc<dyn Disk>, folder: PathBuf, budget: Budget) -> Backups {
        Backups { disk, folder, budget }
    }

    fn contents(&self) -> PathBuf {
        self.folder.join("contents")
    }

    fn entries(&self) -> PathBuf {
        self.folder.join("entries")
    }

    fn content_path(&self, hash: ContentHash, len: usize) -> PathBuf {
        self.contents().join(format!("{hash}-{len}"))
    }

    /// Keeps a whole file. Nothing new is made where the newest backup of the file is the same.
    ///
    /// # Errors
    /// As the disk says; the store is then as before, but for a content that the next call clears away.
    pub fn keep(&self, path: &Path, bytes: &[u8], now: u64) -> io::Result<String> {
        self.keep_hashed(path, bytes, ContentHash::of(bytes), now)
    }

    /// The same where the content's hash is known already.
    ///
    /// # Errors
    /// As [`Backups::keep`].
    pub(crate) fn keep_hashed(&self, path: &Path, bytes: &[u8], hash: ContentHash, now: u64) -> io::Result<String> {
        self.store(path, Kind::Whole, bytes.len() as u64, bytes, hash, now)
    }

    /// Keeps the parts of a large file that are about to be overwritten.
    ///
    /// # Errors
    /// As [`Backups::keep`].
    pub fn keep_ranges(&self, path: &Path, ranges: &OldRanges, now: u64) -> io::Result<String> {
        let bytes = postcard::to_allocvec(ranges).map_err(|e| io::Error::other(e.to_string()))?;
        self.store(path, Kind::Ranges, ranges.old_len, &bytes, ContentHash::of(&bytes), now)
    }

    fn store(
        &self,
        path: &Path,
        kind: Kind,
        len: u64,
        bytes: &[u8],
        hash: ContentHash,
        now: u64,
    ) -> io::Result<String> {
        let disk = self.disk.as_ref();
        disk.create_folders(&self.contents())?;
        disk.create_folders(&self.entries())?;
        let content = self.content_path(hash, bytes.len());
        let place = || -> io::Result<()> {
            // One that is there already was perhaps cut short by a dying disk: look.
            if read_if_there(disk, &content)?.as_deref() == Some(bytes) {
                return Ok(());
            }
            write_whole(disk, &content, bytes)
        };
        place()?;
        let key = path_key(path);
        let names = disk.list(&self.entries())?;
        let newest = names.iter().rev().find_map(|p| parse_name(p).filter(|n| n.path == key));
        if let Some(newest) = &newest
            && newest.hash == hash
            && kind == Kind::Whole
        {
            return Ok(id_of(newest.at, &key, hash));
        }
        // The clock may go back; the order of one file's backups may not.
        let at = newest.map_or(now, |n| now.max(n.at.saturating_add(1)));
        let id = id_of(at, &key, hash);
        let body = Body { path: path_to_bytes(path), kind, len };
        let frame = frame_of(&body).ok_or(io::ErrorKind::InvalidData)?;
        write_whole(disk, &self.entries().join(format!("{id}.backup")), &frame)?;
        // Another instance may have cleared the content away before the entry named it.
        if disk.metadata(&content).is_err() {
            place()?;
        }
        // A budget that is passed is no reason to fail a save: the next one tries again.
        drop(self.keep_to_budget());
        Ok(id)
    }

    /// Drops the oldest until the budget is kept, and contents that nothing names.
    fn keep_to_budget(&self) -> io::Result<()> {
        let disk = self.disk.as_ref();
        // Who has the lock does this for both.
        let Some(_lock) = disk.lock(&self.folder.join("lock"))? else { return Ok(()) };
        let entries = disk.list(&self.entries())?;
        let named: Vec<(&PathBuf, Name<'_>)> = entries.iter().filter_map(|p| Some((p, parse_name(p)?))).collect();
        let mut uses = std::collections::BTreeMap::<ContentHash, usize>::new();
        for (_, name) in &named {
            *uses.entry(name.hash).or_default() += 1;
        }
        let contents = disk.list(&self.contents())?;
        let mut sizes = std::collections::BTreeMap::<ContentHash, (u64, &PathBuf)>::new();
        let mut bytes = 0u64;
        for path in &contents {
            match content_name(path) {
                Some((hash, len)) if uses.contains_key(&hash) => {
                    sizes.insert(hash, (len, path));
                    bytes = bytes.saturating_add(len);
                }
                // Left behind by a process that died.
                _ => drop(remove_if_there(disk, path)?),
            }
        }
        let mut count = named.len();
        for (path, name) in &named {
            if count <= 1 || (count <= self.budget.count && bytes <= self.budget.bytes) {
                break;
            }
            disk.remove(path)?;
            count -= 1;
            if let Some(left) = uses.get_mut(&name.hash) {
                *left -= 1;
                if *left == 0
                    && let Some((len, content)) = sizes.get(&name.hash)
                {
                    disk.remove(content)?;
                    bytes = bytes.saturating_sub(*len);
                }
            }
        }
        Ok(())
    }

    fn failed(&self) -> impl Fn(io::Error) -> BackupError + use<> {
        let folder = self.folder.display().to_string();
        move |reason| BackupError::Disk { folder: folder.clone(), reason }
    }

    /// All backups, or those of one file, newest first.
    ///
    /// # Errors
    /// If the folder cannot be read. Damaged entries are listed, not an error.
    pub fn list(&self, of: Option<&Path>) -> Result<Listing, BackupError> {
        let failed = self.failed();
        let mut listing = Listing::default();
        let key = of.map(path_key);
        for path in self.disk.list(&self.entries()).map_err(&failed)?.into_iter().rev() {
            let file = path.file_stem().map(|s| s.to_string_lossy().into_owned()).unwrap_or_default();
            let Some(name) = parse_name(&path) else {
                if path.extension().is_some_and(|e| e == "backup") {
                    listing.damaged.push(file);
                }
                continue;
            };
            if key.as_deref().is_some_and(|key| key != name.path) {
                continue;
            }
            let bytes = self.disk.read(&path).map_err(&failed)?;
            match Frames::new(&bytes, 0).next().and_then(value_of::<Body>) {
                Some(body) => listing.backups.push(Backup {
                    at: name.at,
                    hash: name.hash,
                    path: path_from_bytes(&body.path),
                    kind: body.kind,
                    len: body.len,
                    id: file,
                }),
                None => listing.damaged.push(file),
            }
        }
        let contents = self.disk.list(&self.contents()).map_err(&failed)?;
        listing.bytes = contents.iter().filter_map(|p| content_name(p)).map(|(_, len)| len).sum();
        Ok(listing)
    }

    /// The one backup whose name begins like this.
    ///
    /// # Errors
    /// If there is none, or more than one.
    pub fn find(&self, id: &str) -> Result<Backup, BackupError> {
        let mut found: Vec<Backup> = self.list(None)?.backups;
        found.retain(|b| b.id.starts_with(id));
        match found.len() {
            1 => found.pop().ok_or_else(|| BackupError::NotOne { id: id.to_owned(), found: 0 }),
            count => Err(BackupError::NotOne { id: id.to_owned(), found: count }),
        }
    }

    /// A content by its hash, checked; `None` if it is not kept or damaged.
    pub fn content(&self, hash: ContentHash) -> Option<Vec<u8>> {
        let prefix = hash.to_string();
        let paths = self.disk.list(&self.contents()).ok()?;
        let path = paths.iter().find(|p| p.file_name().is_some_and(|n| n.to_string_lossy().starts_with(&prefix)))?;
        self.disk.read(path).ok().filter(|bytes| ContentHash::of(bytes) == hash)
    }

    /// What a backup of a whole file holds.
    ///
    /// # Errors
    /// If it is damaged, or holds parts only.
    pub fn whole(&self, backup: &Backup) -> Result<Vec<u8>, BackupError> {
        let bytes = (backup.kind == Kind::Whole).then(|| self.content(backup.hash)).flatten();
        bytes.ok_or_else(|| BackupError::Damaged(backup.id.clone()))
    }

    /// What a backup of parts holds.
    ///
    /// # Errors
    /// If it is damaged, or holds a whole file.
    pub fn ranges(&self, backup: &Backup) -> Result<OldRanges, BackupError> {
        let bytes = (backup.kind == Kind::Ranges).then(|| self.content(backup.hash)).flatten();
        bytes.and_then(|b| value_of(&b)).ok_or_else(|| BackupError::Damaged(backup.id.clone()))
    }

    /// The hashes of all contents that are kept.
    pub fn hashes(&self) -> BTreeSet<ContentHash> {
        let paths = self.disk.list(&self.contents()).unwrap_or_default();
        paths.iter().filter_map(|p| content_name(p)).map(|(hash, _)| hash).collect()
    }
}

fn id_of(at: u64, path_key: &str, hash: ContentHash) -> String {
    format!("{at:0TIME_DIGITS$}-{path_key}-{hash}")
}
