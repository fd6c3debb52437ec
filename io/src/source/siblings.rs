//! Resource forks that lie beside a file: what unpackers and copiers leave of a Mac file (`marathon.md` 1.4). These
//! companions are only ever read.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use super::limits::MAX_RESOURCE_FORK;
use super::resource_fork::ResourceFork;
use super::{Source, SourceError};

/// A companion found beside a file.
#[derive(Debug)]
pub struct Sibling {
    /// Where it lies.
    pub path: PathBuf,
    /// The companion, unwrapped; its resource fork is what matters.
    pub source: Source,
}

/// Why a companion that is there could not be used.
#[derive(Debug, thiserror::Error)]
pub enum SiblingError {
    /// The companion exists and cannot be read.
    #[error("the companion {path} cannot be read: {error}")]
    Read {
        /// The companion.
        path: PathBuf,
        /// The system's answer.
        error: io::Error,
    },
    /// More bytes than a resource fork can have.
    #[error("the companion {path} is larger than a resource fork can be ({MAX_RESOURCE_FORK} bytes)")]
    TooLarge {
        /// The companion.
        path: PathBuf,
    },
    /// Its wrapper is broken.
    #[error("the companion {path}: {error}")]
    Wrapper {
        /// The companion.
        path: PathBuf,
        /// What is wrong with it.
        error: SourceError,
    },
}

/// The places where the resource fork of `path` may lie, in the order they are asked: AppleDouble `._name`,
/// `.rsrc/name`, and the native fork of a Mac's own volume.
pub fn candidates(path: &Path) -> Vec<PathBuf> {
    let Some(name) = path.file_name() else {
        return Vec::new();
    };
    let mut dotted = std::ffi::OsString::from("._");
    dotted.push(name);
    vec![path.with_file_name(dotted), path.with_file_name(".rsrc").join(name), path.join("..namedfork").join("rsrc")]
}

/// Finds and reads the first companion of `path` that holds a resource fork. `Ok(None)` when there is none.
///
/// # Errors
/// A companion is there and cannot be read, is too large, or has a broken wrapper. The file itself is not concerned:
/// show the error as a warning and go on without these resources.
pub fn find(path: &Path) -> Result<Option<Sibling>, SiblingError> {
    for path in candidates(path) {
        let file = match File::open(&path) {
            Ok(file) => file,
            // No such companion; "not a directory" is the answer for a native fork where there are none.
            Err(error) if matches!(error.kind(), io::ErrorKind::NotFound | io::ErrorKind::NotADirectory) => {
                continue;
            }
            Err(error) => return Err(SiblingError::Read { path, error }),
        };
        let mut bytes = Vec::new();
        if let Err(error) = file.take(MAX_RESOURCE_FORK + 1).read_to_end(&mut bytes) {
            return Err(SiblingError::Read { path, error });
        }
        if bytes.len() as u64 > MAX_RESOURCE_FORK {
            return Err(SiblingError::TooLarge { path });
        }
        // A Mac shows an empty native fork for every file.
        if bytes.is_empty() {
            continue;
        }
        let source = match Source::read(bytes) {
            Ok(source) => source,
            Err(error) => return Err(SiblingError::Wrapper { path, error }),
        };
        if source.resources() != &ResourceFork::default() {
            return Ok(Some(Sibling { path, source }));
        }
    }
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::{applesingle, resource_fork};

    #[test]
    fn finds_double_and_raw_companions() {
        let fork = resource_fork::tests::build(&[(*b"PICT", 128, b"abc")]);
        let folder = tempfile::tempdir().unwrap();
        let map = folder.path().join("Map.sceA");
        std::fs::write(&map, b"map").unwrap();
        assert!(find(&map).unwrap().is_none());

        std::fs::create_dir(folder.path().join(".rsrc")).unwrap();
        std::fs::write(folder.path().join(".rsrc/Map.sceA"), &fork).unwrap();
        let found = find(&map).unwrap().unwrap();
        assert!(found.path.ends_with(".rsrc/Map.sceA"));
        assert!(found.source.resources().find(*b"PICT", 128).is_some());

        let double = applesingle::tests::build(0x0005_1607, &[(2, &fork)]);
        std::fs::write(folder.path().join("._Map.sceA"), double).unwrap();
        let found = find(&map).unwrap().unwrap();
        assert!(found.path.ends_with("._Map.sceA"));
        assert!(found.source.resources().find(*b"PICT", 128).is_some());
    }

    #[test]
    fn a_broken_companion_is_said() {
        let folder = tempfile::tempdir().unwrap();
        let map = folder.path().join("Map.sceA");
        let broken = &applesingle::tests::build(0x0005_1607, &[(2, b"fork")])[..30];
        std::fs::write(folder.path().join("._Map.sceA"), broken).unwrap();
        let text = find(&map).unwrap_err().to_string();
        assert!(text.contains("._Map.sceA"), "{text}");
    }
}
