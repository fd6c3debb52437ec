//! A disk in memory that can lose its power. It keeps apart what was written and what was flushed: contents by
//! [`Disk::sync`], names by [`Disk::sync_folder`].

use std::collections::{BTreeMap, BTreeSet};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard};

use super::disk::{Disk, Held, Meta, folder_of};

/// What a power cut leaves of what was not flushed. Real disks may do either, and anything between.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PowerCut {
    /// Everything written is there: only the program died.
    KeepsAll,
    /// Names and contents are as last flushed.
    LosesAll,
    /// Names are there, contents as last flushed: files of no length under their new names.
    LosesContents,
    /// Contents are there, names as last flushed.
    LosesNames,
}

#[derive(Clone, Default)]
struct Inode {
    now: Vec<u8>,
    flushed: Vec<u8>,
    modified: u64,
    mode: u32,
}

#[derive(Default)]
struct State {
    inodes: Vec<Inode>,
    names: BTreeMap<PathBuf, usize>,
    flushed_names: BTreeMap<PathBuf, usize>,
    folders: BTreeSet<PathBuf>,
    links: BTreeMap<PathBuf, PathBuf>,
    read_only: BTreeSet<PathBuf>,
    held: BTreeSet<PathBuf>,
    locks: BTreeSet<PathBuf>,
    /// Bytes that still fit, if it can be full.
    room: Option<usize>,
    ticks: u64,
}

/// The disk. Clones are the same one.
#[derive(Clone, Default)]
pub struct MemoryDisk {
    state: Arc<Mutex<State>>,
}

impl std::fmt::Debug for MemoryDisk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_set().entries(guard(&self.state).names.keys()).finish()
    }
}

struct MemoryLock {
    state: Arc<Mutex<State>>,
    path: PathBuf,
}

impl std::fmt::Debug for MemoryLock {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "MemoryLock({})", self.path.display())
    }
}

impl Held for MemoryLock {}

impl Drop for MemoryLock {
    fn drop(&mut self) {
        guard(&self.state).locks.remove(&self.path);
    }
}

fn guard(state: &Mutex<State>) -> MutexGuard<'_, State> {
    match state.lock() {
        Ok(guard) => guard,
        Err(poisoned) => poisoned.into_inner(),
    }
}

fn not_found() -> io::Error {
    io::ErrorKind::NotFound.into()
}

impl State {
    fn inode(&mut self, path: &Path) -> io::Result<&mut Inode> {
        let at = *self.names.get(path).ok_or_else(not_found)?;
        self.inodes.get_mut(at).ok_or_else(not_found)
    }

    fn for_writing(&mut self, path: &Path, grows: usize) -> io::Result<&mut Inode> {
        if self.held.contains(path) {
            return Err(io::ErrorKind::ResourceBusy.into());
        }
        if self.read_only.contains(path) {
            return Err(io::ErrorKind::PermissionDenied.into());
        }
        if !self.names.contains_key(path) {
            return Err(not_found());
        }
        if let Some(room) = &mut self.room {
            *room = room.checked_sub(grows).ok_or(io::ErrorKind::StorageFull)?;
        }
        self.ticks += 1;
        let ticks = self.ticks;
        let inode = self.inode(path)?;
        inode.modified = ticks;
        Ok(inode)
    }
}

impl MemoryDisk {
    /// An empty disk with these folders.
    pub fn with_folders(folders: &[&str]) -> MemoryDisk {
        let disk = MemoryDisk::default();
        guard(&disk.state).folders.extend(folders.iter().map(PathBuf::from));
        disk
    }

    /// Puts a file there, flushed.
    pub fn put(&self, path: &Path, bytes: &[u8]) {
        let mut state = guard(&self.state);
        state.ticks += 1;
        let inode = Inode { now: bytes.to_vec(), flushed: bytes.to_vec(), modified: state.ticks, mode: 0o644 };
        state.inodes.push(inode);
        let at = state.inodes.len() - 1;
        state.names.insert(path.to_owned(), at);
        state.flushed_names.insert(path.to_owned(), at);
    }

    /// Puts a link there.
    pub fn put_link(&self, path: &Path, to: &Path) {
        guard(&self.state).links.insert(path.to_owned(), to.to_owned());
    }

    /// A file's mode bits, which stand for all its permissions.
    pub fn mode(&self, path: &Path) -> Option<u32> {
        guard(&self.state).inode(path).ok().map(|i| i.mode)
    }

    /// Sets a file's mode bits.
    pub fn set_mode(&self, path: &Path, mode: u32) {
        if let Ok(inode) = guard(&self.state).inode(path) {
            inode.mode = mode;
        }
    }

    /// Nobody may write the file from now on.
    pub fn make_read_only(&self, path: &Path) {
        guard(&self.state).read_only.insert(path.to_owned());
    }

    /// Another program holds the file open: it cannot be written or renamed over.
    pub fn hold(&self, path: &Path, held: bool) {
        let mut state = guard(&self.state);
        if held {
            state.held.insert(path.to_owned())
        } else {
            state.held.remove(path)
        };
    }

    /// So many more bytes can be written before the disk is full.
    pub fn room(&self, bytes: Option<usize>) {
        guard(&self.state).room = bytes;
    }

    /// All files with their bytes.
    pub fn files(&self) -> BTreeMap<PathBuf, Vec<u8>> {
        let state = guard(&self.state);
        let bytes = |at: &usize| state.inodes.get(*at).map(|i| i.now.clone()).unwrap_or_default();
        state.names.iter().map(|(path, at)| (path.clone(), bytes(at))).collect()
    }

    /// The program dies, with or without the power: locks are let go, and what was not flushed is as `cut` says.
    pub fn die(&self, cut: PowerCut) {
        let mut state = guard(&self.state);
        state.locks.clear();
        let (contents, names) = match cut {
            PowerCut::KeepsAll => (false, false),
            PowerCut::LosesAll => (true, true),
            PowerCut::LosesContents => (true, false),
            PowerCut::LosesNames => (false, true),
        };
        if contents {
            state.inodes.iter_mut().for_each(|i| i.now = i.flushed.clone());
        } else {
            state.inodes.iter_mut().for_each(|i| i.flushed = i.now.clone());
        }
        if names {
            state.names = state.flushed_names.clone();
        } else {
            state.flushed_names = state.names.clone();
        }
    }
}

impl Disk for MemoryDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        let path = self.resolve(path)?;
        guard(&self.state).inode(&path).map(|i| i.now.clone())
    }

    fn read_at(&self, path: &Path, at: u64, len: usize) -> io::Result<Vec<u8>> {
        let all = self.read(path)?;
        let from = usize::try_from(at).unwrap_or(usize::MAX);
        let part = all.get(from..from.saturating_add(len)).ok_or(io::ErrorKind::UnexpectedEof)?;
        Ok(part.to_vec())
    }

    fn metadata(&self, path: &Path) -> io::Result<Meta> {
        let path = self.resolve(path)?;
        let mut state = guard(&self.state);
        let read_only = state.read_only.contains(&path);
        let inode = state.inode(&path)?;
        Ok(Meta { len: inode.now.len() as u64, modified: inode.modified, read_only })
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        Ok(guard(&self.state).links.get(path).cloned().unwrap_or_else(|| path.to_owned()))
    }

    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        {
            let mut state = guard(&self.state);
            if !state.folders.contains(folder_of(path)) {
                return Err(not_found());
            }
            if state.names.contains_key(path) {
                return Err(io::ErrorKind::AlreadyExists.into());
            }
            state.inodes.push(Inode { mode: 0o600, ..Inode::default() });
            let at = state.inodes.len() - 1;
            state.names.insert(path.to_owned(), at);
        }
        self.write_at(path, 0, bytes)
    }

    fn write_at(&self, path: &Path, at: u64, bytes: &[u8]) -> io::Result<()> {
        let mut state = guard(&self.state);
        let from = usize::try_from(at).map_err(|_| io::ErrorKind::InvalidInput)?;
        let to = from.saturating_add(bytes.len());
        let grows = to.saturating_sub(state.inode(path)?.now.len());
        let inode = state.for_writing(path, grows)?;
        if inode.now.len() < to {
            inode.now.resize(to, 0);
        }
        if let Some(part) = inode.now.get_mut(from..to) {
            part.copy_from_slice(bytes);
        }
        Ok(())
    }

    fn set_len(&self, path: &Path, len: u64) -> io::Result<()> {
        let mut state = guard(&self.state);
        let len = usize::try_from(len).map_err(|_| io::ErrorKind::InvalidInput)?;
        let grows = len.saturating_sub(state.inode(path)?.now.len());
        state.for_writing(path, grows)?.now.resize(len, 0);
        Ok(())
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        let mut state = guard(&self.state);
        let inode = state.inode(path)?;
        inode.flushed = inode.now.clone();
        Ok(())
    }

    fn keep_permissions(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = guard(&self.state);
        let mode = state.inode(from)?.mode;
        state.inode(to)?.mode = mode;
        Ok(())
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        let mut state = guard(&self.state);
        if state.held.contains(to) {
            return Err(io::ErrorKind::ResourceBusy.into());
        }
        if !state.folders.contains(folder_of(to)) {
            return Err(not_found());
        }
        let at = state.names.remove(from).ok_or_else(not_found)?;
        state.names.insert(to.to_owned(), at);
        Ok(())
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        let mut state = guard(&self.state);
        if !state.folders.contains(folder) {
            return Err(not_found());
        }
        let names: Vec<_> =
            state.names.iter().filter(|(p, _)| folder_of(p) == folder).map(|(p, at)| (p.clone(), *at)).collect();
        state.flushed_names.retain(|path, _| folder_of(path) != folder);
        state.flushed_names.extend(names);
        Ok(())
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        Ok(guard(&self.state).names.keys().filter(|p| folder_of(p) == folder).cloned().collect())
    }

    fn folders(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let state = guard(&self.state);
        let made = state.names.keys().flat_map(|path| path.ancestors().skip(1));
        let all = made.chain(state.folders.iter().map(PathBuf::as_path));
        let inside: BTreeSet<&Path> = all.filter(|path| path.parent() == Some(folder)).collect();
        Ok(inside.into_iter().map(Path::to_owned).collect())
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        guard(&self.state).names.remove(path).map(|_| ()).ok_or_else(not_found)
    }

    fn create_folders(&self, folder: &Path) -> io::Result<()> {
        guard(&self.state).folders.extend(folder.ancestors().map(Path::to_owned));
        Ok(())
    }

    fn lock(&self, path: &Path) -> io::Result<Option<Box<dyn Held>>> {
        let mut state = guard(&self.state);
        if !state.locks.insert(path.to_owned()) {
            return Ok(None);
        }
        if !state.names.contains_key(path) {
            state.inodes.push(Inode::default());
            let at = state.inodes.len() - 1;
            state.names.insert(path.to_owned(), at);
        }
        Ok(Some(Box::new(MemoryLock { state: self.state.clone(), path: path.to_owned() })))
    }
}
