//! The file layer: the few calls that saving, backups and journals make. Everything that touches a disk goes through
//! it, so that tests can let any of these calls fail, or the world end there.

use std::fmt::Debug;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::UNIX_EPOCH;

use super::platform;

/// What is known of a file without reading it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Meta {
    /// Length in bytes.
    pub len: u64,
    /// Last change, in milliseconds since 1970; 0 where the file system does not say.
    pub modified: u64,
    /// Nobody may write it.
    pub read_only: bool,
}

/// A lock that is let go when this is dropped, or when the process dies.
pub trait Held: Debug + Send + Sync {}

/// The calls. Paths are whole: nothing is relative to anything.
pub trait Disk: Debug + Send + Sync {
    /// A file's bytes.
    ///
    /// # Errors
    /// As the system says; so with all the others.
    fn read(&self, path: &Path) -> io::Result<Vec<u8>>;
    /// Part of a file; an error if it ends before.
    ///
    /// # Errors
    /// As the system says.
    fn read_at(&self, path: &Path, at: u64, len: usize) -> io::Result<Vec<u8>>;
    /// What is known of a file.
    ///
    /// # Errors
    /// As the system says.
    fn metadata(&self, path: &Path) -> io::Result<Meta>;
    /// The file that a path leads to, through links, whether or not it exists.
    ///
    /// # Errors
    /// If links go in circles.
    fn resolve(&self, path: &Path) -> io::Result<PathBuf>;
    /// Makes a file with these bytes; an error if there is one.
    ///
    /// # Errors
    /// As the system says; a part may have been written.
    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<()>;
    /// Overwrites, or appends to, part of a file that exists.
    ///
    /// # Errors
    /// As the system says; a part may have been written.
    fn write_at(&self, path: &Path, at: u64, bytes: &[u8]) -> io::Result<()>;
    /// Cuts a file or lengthens it with zeros.
    ///
    /// # Errors
    /// As the system says.
    fn set_len(&self, path: &Path, len: u64) -> io::Result<()>;
    /// Flushes a file's contents to the disk.
    ///
    /// # Errors
    /// As the system says.
    fn sync(&self, path: &Path) -> io::Result<()>;
    /// Gives a file the permissions of another.
    ///
    /// # Errors
    /// As the system says.
    fn keep_permissions(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Puts a file in the place of another, at once.
    ///
    /// # Errors
    /// As the system says.
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()>;
    /// Flushes a folder's names to the disk.
    ///
    /// # Errors
    /// As the system says.
    fn sync_folder(&self, folder: &Path) -> io::Result<()>;
    /// The files in a folder, sorted by name; none if there is no such folder.
    ///
    /// # Errors
    /// As the system says.
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;
    /// The folders in a folder, sorted by name; none if there is no such folder.
    ///
    /// # Errors
    /// As the system says.
    fn folders(&self, folder: &Path) -> io::Result<Vec<PathBuf>>;
    /// Removes a file.
    ///
    /// # Errors
    /// As the system says.
    fn remove(&self, path: &Path) -> io::Result<()>;
    /// Makes a folder and those above it; none of them need be new.
    ///
    /// # Errors
    /// As the system says.
    fn create_folders(&self, folder: &Path) -> io::Result<()>;
    /// Takes a lock, named by a file that is made if need be. `None` if somebody else has it.
    ///
    /// # Errors
    /// As the system says.
    fn lock(&self, path: &Path) -> io::Result<Option<Box<dyn Held>>>;
}

/// The real one.
#[derive(Clone, Copy, Debug, Default)]
pub struct RealDisk;

#[derive(Debug)]
struct FileLock {
    // Closing the file lets the lock go.
    _file: File,
}

impl Held for FileLock {}

/// Most links that are followed from one path, as Linux does.
const MAX_LINKS: usize = 40;

impl Disk for RealDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }

    fn read_at(&self, path: &Path, at: u64, len: usize) -> io::Result<Vec<u8>> {
        let mut file = File::open(path)?;
        // The length asked for may come from a damaged file: take no more memory than there are bytes.
        let present = file.metadata()?.len().saturating_sub(at);
        if (len as u64) > present {
            return Err(io::ErrorKind::UnexpectedEof.into());
        }
        file.seek(SeekFrom::Start(at))?;
        let mut bytes = vec![0; len];
        file.read_exact(&mut bytes)?;
        Ok(bytes)
    }

    fn metadata(&self, path: &Path) -> io::Result<Meta> {
        let meta = fs::metadata(path)?;
        if !meta.is_file() {
            return Err(io::Error::new(io::ErrorKind::IsADirectory, "this is no file"));
        }
        let since = meta.modified().ok().and_then(|time| time.duration_since(UNIX_EPOCH).ok());
        Ok(Meta {
            len: meta.len(),
            modified: since.map_or(0, |d| u64::try_from(d.as_millis()).unwrap_or(u64::MAX)),
            read_only: meta.permissions().readonly(),
        })
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        match fs::canonicalize(path) {
            Err(e) if e.kind() == io::ErrorKind::NotFound => {}
            other => return other,
        }
        // Nothing there yet: a link to nowhere is still written through.
        let mut at = std::path::absolute(path)?;
        for _ in 0..MAX_LINKS {
            match fs::read_link(&at) {
                Ok(next) => at = at.parent().map_or(next.clone(), |folder| folder.join(&next)),
                Err(_) => return Ok(at),
            }
        }
        Err(io::Error::other("too many links"))
    }

    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        OpenOptions::new().write(true).create_new(true).open(path)?.write_all(bytes)
    }

    fn write_at(&self, path: &Path, at: u64, bytes: &[u8]) -> io::Result<()> {
        let mut file = OpenOptions::new().write(true).open(path)?;
        file.seek(SeekFrom::Start(at))?;
        file.write_all(bytes)
    }

    fn set_len(&self, path: &Path, len: u64) -> io::Result<()> {
        OpenOptions::new().write(true).open(path)?.set_len(len)
    }

    fn sync(&self, path: &Path) -> io::Result<()> {
        // Any handle flushes what others have written; Windows wants one that may write.
        OpenOptions::new().write(true).open(path)?.sync_all()
    }

    fn keep_permissions(&self, from: &Path, to: &Path) -> io::Result<()> {
        let wanted = fs::metadata(from)?.permissions();
        // Some file systems have no permissions to set, and say so.
        if fs::metadata(to)?.permissions() == wanted { Ok(()) } else { fs::set_permissions(to, wanted) }
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        platform::rename(from, to)
    }

    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        platform::sync_folder(folder)
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        entries(folder, fs::FileType::is_file)
    }

    fn folders(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        entries(folder, fs::FileType::is_dir)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn create_folders(&self, folder: &Path) -> io::Result<()> {
        fs::create_dir_all(folder)
    }

    fn lock(&self, path: &Path) -> io::Result<Option<Box<dyn Held>>> {
        let file = OpenOptions::new().write(true).create(true).truncate(false).open(path)?;
        match file.try_lock() {
            Ok(()) => Ok(Some(Box::new(FileLock { _file: file }))),
            Err(fs::TryLockError::WouldBlock) => Ok(None),
            Err(fs::TryLockError::Error(e)) => Err(e),
        }
    }
}

/// What lies in a folder and is of a kind, sorted by name; nothing if there is no such folder.
fn entries(folder: &Path, kind: fn(&fs::FileType) -> bool) -> io::Result<Vec<PathBuf>> {
    let entries = match fs::read_dir(folder) {
        Err(e) if e.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        other => other?,
    };
    let mut paths = Vec::new();
    for entry in entries {
        let entry = entry?;
        if kind(&entry.file_type()?) {
            paths.push(entry.path());
        }
    }
    paths.sort();
    Ok(paths)
}

/// Removes a file that may be gone already; answers whether it was there.
///
/// # Errors
/// As the system says.
pub(crate) fn remove_if_there(disk: &dyn Disk, path: &Path) -> io::Result<bool> {
    match disk.remove(path) {
        Ok(()) => Ok(true),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(e) => Err(e),
    }
}

/// The folder a file lies in.
pub(crate) fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

/// A file's bytes, or `None` if there is no such file.
///
/// # Errors
/// As the system says.
pub(crate) fn read_if_there(disk: &dyn Disk, path: &Path) -> io::Result<Option<Vec<u8>>> {
    match disk.read(path) {
        Ok(bytes) => Ok(Some(bytes)),
        Err(e) if e.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(e) => Err(e),
    }
}

/// Writes a small file whole, or not at all: beside it, flushed, renamed, folder flushed.
///
/// # Errors
/// As the system says; what was there is then whole.
pub(crate) fn write_whole(disk: &dyn Disk, path: &Path, bytes: &[u8]) -> io::Result<()> {
    let beside = path.with_extension("new");
    // One may be left from a process that died.
    remove_if_there(disk, &beside)?;
    disk.create(&beside, bytes)?;
    disk.sync(&beside)?;
    disk.rename(&beside, path)?;
    disk.sync_folder(folder_of(path))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_real_disk_does_what_the_calls_say() {
        let folder = tempfile::tempdir().unwrap();
        let disk = RealDisk;
        let path = folder.path().join("Näme.bin");
        disk.create(&path, b"0123456789").unwrap();
        assert_eq!(disk.create(&path, b"x").unwrap_err().kind(), io::ErrorKind::AlreadyExists);
        disk.write_at(&path, 8, b"ABCD").unwrap();
        assert_eq!(disk.read(&path).unwrap(), b"01234567ABCD");
        assert_eq!(disk.read_at(&path, 2, 3).unwrap(), b"234");
        assert_eq!(disk.read_at(&path, 2, usize::MAX).unwrap_err().kind(), io::ErrorKind::UnexpectedEof);
        disk.set_len(&path, 4).unwrap();
        assert_eq!(disk.metadata(&path).unwrap().len, 4);
        disk.sync(&path).unwrap();
        disk.sync_folder(folder.path()).unwrap();
        assert_eq!(disk.list(folder.path()).unwrap(), vec![path.clone()]);
        assert_eq!(disk.list(&folder.path().join("none")).unwrap(), Vec::<PathBuf>::new());
        assert!(disk.metadata(folder.path()).is_err());
        write_whole(&disk, &path, b"whole").unwrap();
        assert_eq!(read_if_there(&disk, &path).unwrap().unwrap(), b"whole");
        assert!(remove_if_there(&disk, &path).unwrap());
        assert!(!remove_if_there(&disk, &path).unwrap());
        assert_eq!(read_if_there(&disk, &path).unwrap(), None);
    }

    #[test]
    fn a_lock_is_had_by_one() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("lock");
        let first = RealDisk.lock(&path).unwrap();
        assert!(first.is_some());
        assert!(RealDisk.lock(&path).unwrap().is_none());
        drop(first);
        assert!(RealDisk.lock(&path).unwrap().is_some());
    }

    #[cfg(unix)]
    #[test]
    fn links_are_followed_even_to_nowhere() {
        let folder = tempfile::tempdir().unwrap();
        let root = folder.path().canonicalize().unwrap();
        std::fs::create_dir(root.join("games")).unwrap();
        std::os::unix::fs::symlink("games/Map", root.join("link")).unwrap();
        assert_eq!(RealDisk.resolve(&root.join("link")).unwrap(), root.join("games/Map"));
        std::fs::write(root.join("games/Map"), b"map").unwrap();
        assert_eq!(RealDisk.resolve(&root.join("link")).unwrap(), root.join("games/Map"));
        std::os::unix::fs::symlink("loop", root.join("loop")).unwrap();
        assert!(RealDisk.resolve(&root.join("loop")).is_err());
    }
}
