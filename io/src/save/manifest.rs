//! The manifest of a save: which files it writes, how to finish it and how to take it back. It is flushed before the
//! first of those files is touched, so that whatever happens later, the next start knows what to do. For files
//! written in place it is the rollback file: old length and every byte range that is overwritten.

use std::path::PathBuf;

use serde::{Deserialize, Serialize};

use super::frames::{Frames, frame_of, value_of};
use super::hash::ContentHash;
use super::platform::{path_from_bytes, path_to_bytes};
use super::writes::Patch;

/// A path in a manifest.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct StoredPath(Vec<u8>);

impl StoredPath {
    pub(crate) fn new(path: &std::path::Path) -> StoredPath {
        StoredPath(path_to_bytes(path))
    }

    pub(crate) fn get(&self) -> PathBuf {
        path_from_bytes(&self.0)
    }
}

impl std::fmt::Debug for StoredPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.get().display())
    }
}

/// How one file is written.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Way {
    /// A new file is renamed over it.
    Replace {
        /// The new file.
        temporary: StoredPath,
        /// A copy of the old one, for taking back the save of a set.
        old_copy: Option<StoredPath>,
        /// The old content; `None` if there was no file.
        old: Option<ContentHash>,
        /// The new content.
        new: ContentHash,
    },
    /// Parts of it are overwritten.
    InPlace {
        /// Length before.
        old_len: u64,
        /// Length after.
        new_len: u64,
        /// What stood in the parts.
        old: Vec<Patch>,
        /// Samples of what is not overwritten: if they differ, it is another file now.
        samples: Vec<(u64, u32, ContentHash)>,
    },
}

/// One file of the save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Staged {
    /// The file, links followed.
    pub(crate) target: StoredPath,
    /// How it is written.
    pub(crate) way: Way,
}

/// How far a save came.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Stage {
    /// Nothing is decided: what was begun is taken back.
    Prepared,
    /// Everything is staged, checked and flushed: what is missing is done.
    Decided,
    /// Taking it back has begun after an error.
    Reverting,
}

/// The files of a save.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Manifest {
    /// All files, in the order in which they are put in place.
    pub(crate) files: Vec<Staged>,
}

#[derive(Serialize, Deserialize)]
enum Frame {
    Begin(Manifest),
    Stage(Stage),
}

/// The bytes of a new manifest; `None` if it is too long for a frame.
pub(crate) fn begin(manifest: &Manifest) -> Option<Vec<u8>> {
    frame_of(&Frame::Begin(manifest.clone()))
}

/// The bytes that mark a stage, appended.
pub(crate) fn mark(stage: Stage) -> Option<Vec<u8>> {
    frame_of(&Frame::Stage(stage))
}

/// A manifest and how far it came; `None` if it was torn while it was made, before any file was touched.
pub(crate) fn read(bytes: &[u8]) -> Option<(Manifest, Stage)> {
    let mut frames = Frames::new(bytes, 0);
    let Frame::Begin(manifest) = value_of(frames.next()?)? else { return None };
    let mut stage = Stage::Prepared;
    for payload in frames {
        if let Some(Frame::Stage(next)) = value_of(payload) {
            stage = next;
        }
    }
    Some((manifest, stage))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_manifest_is_none_and_a_torn_mark_is_the_stage_before() {
        let manifest = Manifest {
            files: vec![Staged {
                target: StoredPath::new(std::path::Path::new("/g/Näme")),
                way: Way::InPlace {
                    old_len: 9,
                    new_len: 8,
                    old: vec![Patch { at: 1, bytes: vec![1, 2] }],
                    samples: vec![(0, 1, ContentHash::of(b"x"))],
                },
            }],
        };
        let mut bytes = begin(&manifest).unwrap();
        let first = bytes.len();
        bytes.extend(mark(Stage::Decided).unwrap());
        for cut in 0..=bytes.len() {
            let want = match cut {
                c if c < first => None,
                c if c < bytes.len() => Some((manifest.clone(), Stage::Prepared)),
                _ => Some((manifest.clone(), Stage::Decided)),
            };
            assert_eq!(read(&bytes[..cut]), want, "cut at {cut}");
        }
    }
}
