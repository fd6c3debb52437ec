//! What stood in a file before it, or parts of it, was overwritten. The writer starts from the files as opened for the
//! whole session (`design.md` 4) and names only those that differ from that; of a file written in place only the
//! overwritten parts are kept.

use std::io;
use std::path::Path;

use super::disk::{Disk, read_if_there};
use super::fingerprint::read_range;
use super::writes::{Patch, Writes, joined, overlaid};
use crate::set::Beside;

/// The parts of a file as opened that were overwritten or cut off since.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Original {
    /// Length of the file as opened.
    len: u64,
    /// The parts, in order and without overlaps.
    old: Vec<Patch>,
    /// Whether the file is replaced as a whole: then all of it is kept.
    whole: bool,
}

impl Original {
    /// Of a file that is about to be replaced for the first time; `None` if there is none yet.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn replaced(disk: &dyn Disk, path: &Path) -> io::Result<Option<Original>> {
        let of = |bytes: Vec<u8>| Original { len: bytes.len() as u64, old: vec![Patch { at: 0, bytes }], whole: true };
        Ok(read_if_there(disk, path)?.map(of))
    }

    /// The same, with what is about to be overwritten. `None` for the first save of the session.
    ///
    /// # Errors
    /// If the file cannot be read.
    pub(crate) fn with(
        earlier: Option<&Original>,
        disk: &dyn Disk,
        path: &Path,
        patches: &[Patch],
        new_len: u64,
    ) -> io::Result<Original> {
        let present = disk.metadata(path)?.len;
        let len = earlier.map_or(present, |original| original.len);
        let mut ranges: Vec<_> = patches.iter().map(Patch::range).collect();
        ranges.push(new_len.min(len)..len);
        let mut parts = Vec::new();
        for range in joined(ranges) {
            let bytes = read_range(disk, path, &(range.start..range.end.min(len)), present)?;
            parts.push(Patch { at: range.start, bytes });
        }
        // What an earlier save overwrote is known from then: the disk holds that save's bytes.
        parts.extend(earlier.into_iter().flat_map(|original| original.old.iter().cloned()));
        Ok(Original { len, old: overlaid(&parts, len), whole: false })
    }

    /// Whether all of the file is kept.
    pub(crate) fn is_whole(&self) -> bool {
        self.whole
    }

    /// What makes the file what it was.
    pub(crate) fn restored(&self, path: &Path) -> Beside {
        let writes = match self.old.first().filter(|_| self.whole) {
            Some(all) => Writes::Replace(all.bytes.clone()),
            None => Writes::InPlace { patches: self.old.clone(), new_len: self.len },
        };
        Beside { path: path.to_owned(), writes, watch: Vec::new() }
    }

    /// Patches for the file as opened made into patches for the file as it lies there now.
    pub(crate) fn rebase(&self, patches: &[Patch], new_len: u64) -> Vec<Patch> {
        let all: Vec<Patch> = self.old.iter().chain(patches).cloned().collect();
        overlaid(&all, new_len)
    }
}

#[cfg(test)]
mod tests {
    use super::super::memory::MemoryDisk;
    use super::*;

    fn patch(at: u64, bytes: &[u8]) -> Patch {
        Patch { at, bytes: bytes.to_vec() }
    }

    #[test]
    fn the_file_as_opened_comes_back_after_several_saves() {
        let disk = MemoryDisk::with_folders(&["/g"]);
        let path = Path::new("/g/raw");
        let opened = b"0123456789";
        disk.put(path, opened);
        let mut original: Option<Original> = None;
        let saves: [(&[Patch], u64); 4] = [
            (&[patch(2, b"aa"), patch(10, b"grown")], 15),
            (&[patch(3, b"bbb")], 8),
            (&[patch(7, b"c")], 10),
            (&[], 10),
        ];
        for (patches, new_len) in saves {
            let mut wanted = opened.to_vec();
            wanted.resize(new_len as usize, b'?');
            for p in patches {
                wanted[p.at as usize..][..p.bytes.len()].copy_from_slice(&p.bytes);
            }
            let writes = original.as_ref().map_or_else(|| patches.to_vec(), |o| o.rebase(patches, new_len));
            original = Some(Original::with(original.as_ref(), &disk, path, &writes, new_len).unwrap());
            disk.set_len(path, new_len).unwrap();
            for p in writes {
                disk.write_at(path, p.at, &p.bytes).unwrap();
            }
            assert_eq!(disk.read(path).unwrap(), wanted);
        }
        assert_eq!(disk.read(path).unwrap(), opened);
    }
}
