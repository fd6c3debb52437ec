//! A disk as it would be once some files were written: what a save makes is opened and compared before it is written.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::disk::{Disk, Held, Meta, folder_of};
use super::fingerprint::read_range;
use super::writes::{Patch, Writes, overlaid};
use crate::format::Encoded;
use crate::set::Location;

/// The disk. It can only be read.
#[derive(Debug)]
pub struct Overlay {
    under: Arc<dyn Disk>,
    files: Vec<(PathBuf, Writes)>,
}

fn read_only() -> io::Error {
    io::ErrorKind::ReadOnlyFilesystem.into()
}

impl Overlay {
    /// A disk with these files over it.
    pub fn new(under: Arc<dyn Disk>, files: Vec<(PathBuf, Writes)>) -> Overlay {
        // Overlaid once: later reads only have to look.
        let plain = |writes| match writes {
            Writes::InPlace { patches, new_len } => Writes::InPlace { patches: overlaid(&patches, new_len), new_len },
            whole => whole,
        };
        Overlay { under, files: files.into_iter().map(|(path, writes)| (path, plain(writes))).collect() }
    }

    /// What would be there once a document is written to its place.
    pub fn encoded(at: &Location, encoded: &Encoded) -> Overlay {
        let main = (at.path().to_owned(), Writes::Replace(encoded.bytes.clone()));
        let beside = encoded.beside.iter().map(|b| (b.path.clone(), b.writes.clone()));
        Overlay::new(at.disk().clone(), std::iter::once(main).chain(beside).collect())
    }

    /// A folder that files over the disk will make holds nothing yet.
    fn none_if_new(&self, folder: &Path, found: io::Result<Vec<PathBuf>>) -> io::Result<Vec<PathBuf>> {
        let made = || self.files.iter().any(|(path, _)| path.starts_with(folder));
        match found {
            Err(e) if e.kind() == io::ErrorKind::NotFound && made() => Ok(Vec::new()),
            other => other,
        }
    }

    fn over(&self, path: &Path) -> Option<&Writes> {
        self.files.iter().find_map(|(over, writes)| (over == path).then_some(writes))
    }

    /// A range of a file that is written in place; it must lie within.
    fn patched(&self, path: &Path, patches: &[Patch], at: u64, len: usize) -> io::Result<Vec<u8>> {
        let end = at.checked_add(len as u64).ok_or(io::ErrorKind::InvalidInput)?;
        let below = self.under.metadata(path)?.len;
        let mut bytes = read_range(self.under.as_ref(), path, &(at..end), below)?;
        bytes.resize(len, 0);
        for patch in patches.iter().filter(|p| p.at < end && p.range().end > at) {
            let (from, to) = (patch.at.max(at), patch.range().end.min(end));
            // All three lie within buffers that are in memory.
            let source = patch.bytes.get((from - patch.at) as usize..(to - patch.at) as usize);
            let target = bytes.get_mut((from - at) as usize..(to - at) as usize);
            if let (Some(source), Some(target)) = (source, target) {
                target.copy_from_slice(source);
            }
        }
        Ok(bytes)
    }
}

impl Disk for Overlay {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        match self.over(path) {
            None => self.under.read(path),
            Some(Writes::Replace(bytes)) => Ok(bytes.clone()),
            Some(Writes::InPlace { patches, new_len }) => {
                let len = usize::try_from(*new_len).map_err(|_| io::ErrorKind::OutOfMemory)?;
                self.patched(path, patches, 0, len)
            }
        }
    }

    fn read_at(&self, path: &Path, at: u64, len: usize) -> io::Result<Vec<u8>> {
        let eof = || io::Error::from(io::ErrorKind::UnexpectedEof);
        match self.over(path) {
            None => self.under.read_at(path, at, len),
            Some(Writes::Replace(bytes)) => {
                let at = usize::try_from(at).map_err(|_| eof())?;
                let end = at.checked_add(len).ok_or_else(eof)?;
                bytes.get(at..end).map(<[u8]>::to_vec).ok_or_else(eof)
            }
            Some(Writes::InPlace { patches, new_len }) => {
                if at.checked_add(len as u64).is_none_or(|end| end > *new_len) {
                    return Err(eof());
                }
                self.patched(path, patches, at, len)
            }
        }
    }

    fn metadata(&self, path: &Path) -> io::Result<Meta> {
        let under = self.under.metadata(path);
        match self.over(path) {
            None => under,
            Some(Writes::Replace(bytes)) => {
                let base = under.unwrap_or(Meta { len: 0, modified: 0, read_only: false });
                Ok(Meta { len: bytes.len() as u64, ..base })
            }
            Some(Writes::InPlace { new_len, .. }) => Ok(Meta { len: *new_len, ..under? }),
        }
    }

    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        self.under.resolve(path)
    }

    fn create(&self, _: &Path, _: &[u8]) -> io::Result<()> {
        Err(read_only())
    }

    fn write_at(&self, _: &Path, _: u64, _: &[u8]) -> io::Result<()> {
        Err(read_only())
    }

    fn set_len(&self, _: &Path, _: u64) -> io::Result<()> {
        Err(read_only())
    }

    fn sync(&self, _: &Path) -> io::Result<()> {
        Err(read_only())
    }

    fn keep_permissions(&self, _: &Path, _: &Path) -> io::Result<()> {
        Err(read_only())
    }

    fn rename(&self, _: &Path, _: &Path) -> io::Result<()> {
        Err(read_only())
    }

    fn sync_folder(&self, _: &Path) -> io::Result<()> {
        Err(read_only())
    }

    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut paths = self.none_if_new(folder, self.under.list(folder))?;
        paths.extend(self.files.iter().map(|(path, _)| path).filter(|p| folder_of(p) == folder).cloned());
        paths.sort();
        paths.dedup();
        Ok(paths)
    }

    fn folders(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        let mut paths = self.none_if_new(folder, self.under.folders(folder))?;
        let above = self.files.iter().flat_map(|(path, _)| path.ancestors().skip(1));
        paths.extend(above.filter(|p| p.parent() == Some(folder)).map(Path::to_owned));
        paths.sort();
        paths.dedup();
        Ok(paths)
    }

    fn remove(&self, _: &Path) -> io::Result<()> {
        Err(read_only())
    }

    fn create_folders(&self, _: &Path) -> io::Result<()> {
        Err(read_only())
    }

    fn lock(&self, _: &Path) -> io::Result<Option<Box<dyn Held>>> {
        Err(read_only())
    }
}

#[cfg(test)]
mod tests {
    use super::super::memory::MemoryDisk;
    use super::*;

    fn overlay() -> Overlay {
        let disk = MemoryDisk::with_folders(&["/g"]);
        disk.put(Path::new("/g/a"), b"0123456789");
        disk.put(Path::new("/g/b"), b"old");
        let patches = vec![Patch { at: 2, bytes: b"xx".to_vec() }, Patch { at: 9, bytes: b"yyy".to_vec() }];
        let files = vec![
            ("/g/a".into(), Writes::InPlace { patches, new_len: 12 }),
            ("/g/b".into(), Writes::Replace(b"newer".to_vec())),
            ("/g/c/d".into(), Writes::Replace(b"made".to_vec())),
        ];
        Overlay::new(Arc::new(disk), files)
    }

    #[test]
    fn what_would_be_written_is_read() {
        let over = overlay();
        assert_eq!(over.read(Path::new("/g/a")).unwrap(), b"01xx45678yyy");
        assert_eq!(over.read(Path::new("/g/b")).unwrap(), b"newer");
        assert_eq!(over.metadata(Path::new("/g/a")).unwrap().len, 12);
        assert_eq!(over.metadata(Path::new("/g/c/d")).unwrap().len, 4);
        assert_eq!(over.read_at(Path::new("/g/a"), 3, 7).unwrap(), b"x45678y");
        assert_eq!(over.read_at(Path::new("/g/b"), 3, 2).unwrap(), b"er");
        assert!(over.read_at(Path::new("/g/a"), 11, 2).is_err());
        assert!(over.read_at(Path::new("/g/b"), 4, 2).is_err());
        assert_eq!(over.list(Path::new("/g")).unwrap(), [Path::new("/g/a"), Path::new("/g/b")]);
        assert_eq!(over.folders(Path::new("/g")).unwrap(), [Path::new("/g/c")]);
    }

    #[test]
    fn nothing_can_be_written() {
        let over = overlay();
        assert!(over.create(Path::new("/g/e"), b"x").is_err());
        assert!(over.write_at(Path::new("/g/a"), 0, b"x").is_err());
        assert!(over.remove(Path::new("/g/a")).is_err());
        assert_eq!(over.read(Path::new("/g/a")).unwrap(), b"01xx45678yyy");
    }
}
