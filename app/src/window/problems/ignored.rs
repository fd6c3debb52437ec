//! What a person does not want to hear of: kept in the user's data, never in the game's file.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use levelwright_model::document::State;
use levelwright_model::problems::Problem;
use serde::{Deserialize, Serialize};

/// An ignored problem of a file.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Ignored {
    /// The level's position; the largest number for the file's own.
    pub level: u32,
    /// The check.
    pub check: String,
    /// Table and key, and what lies below; empty for the level itself.
    pub place: String,
    /// What the record held, or what was said of the level, as a number.
    pub content: u64,
}

/// FNV-1a, 64 bits: the same on every machine and in every release.
fn hash(bytes: &[u8]) -> u64 {
    let step = |hash: u64, byte: &u8| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3);
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, step)
}

impl Ignored {
    /// The entry that ignores a problem as it is now.
    pub fn of(state: &State, problem: &Problem) -> Ignored {
        let record = state.level(problem.node.level).and_then(|level| level.record(problem.node.number));
        let content = record.map_or_else(|| hash(problem.message.as_bytes()), |record| hash(&record.bytes()));
        Ignored { level: problem.node.level.0, check: problem.check.to_owned(), place: problem.place.clone(), content }
    }
}

/// The file in the data folder.
const FILE: &str = "ignored.json";

/// All that is ignored, by file.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
#[serde(default)]
struct Store {
    version: u32,
    files: BTreeMap<PathBuf, Vec<Ignored>>,
}

fn read(folder: &Path) -> std::io::Result<Store> {
    match std::fs::read(folder.join(FILE)) {
        Ok(bytes) => serde_json::from_slice(&bytes).map_err(std::io::Error::other),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Store::default()),
        Err(error) => Err(error),
    }
}

/// What is ignored of a file.
///
/// # Errors
/// If the list is there and cannot be read.
pub fn load(folder: &Path, file: &Path) -> std::io::Result<Vec<Ignored>> {
    Ok(read(folder)?.files.remove(file).unwrap_or_default())
}

/// Keeps what is ignored of a file. Another window may have changed other files' lists meanwhile.
///
/// # Errors
/// If the old list cannot be read (it is left alone then) or the new one not be written.
pub fn save(folder: &Path, file: &Path, list: &[Ignored]) -> std::io::Result<()> {
    let mut store = read(folder)?;
    store.version = 1;
    if list.is_empty() {
        store.files.remove(file);
    } else {
        store.files.insert(file.to_owned(), list.to_vec());
    }
    let bytes = serde_json::to_vec_pretty(&store).map_err(std::io::Error::other)?;
    std::fs::create_dir_all(folder)?;
    // Whole or not at all.
    let beside = folder.join(format!("{FILE}.new"));
    std::fs::write(&beside, bytes)?;
    std::fs::rename(&beside, folder.join(FILE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_kept_by_file_and_a_broken_one_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (Path::new("/maps/a"), Path::new("/maps/b"));
        let entry = |place: &str| Ignored { level: 0, check: "link".to_owned(), place: place.to_owned(), content: 7 };
        assert_eq!(load(folder.path(), a).unwrap(), []);
        save(folder.path(), a, &[entry("x/1")]).unwrap();
        save(folder.path(), b, &[entry("x/2")]).unwrap();
        assert_eq!(load(folder.path(), a).unwrap(), [entry("x/1")]);
        save(folder.path(), a, &[]).unwrap();
        assert_eq!(load(folder.path(), a).unwrap(), []);
        assert_eq!(load(folder.path(), b).unwrap(), [entry("x/2")]);
        std::fs::write(folder.path().join(FILE), b"{").unwrap();
        assert!(load(folder.path(), b).is_err());
        assert!(save(folder.path(), b, &[]).is_err());
        assert_eq!(std::fs::read(folder.path().join(FILE)).unwrap(), b"{");
    }

    #[test]
    fn the_hash_is_the_published_one() {
        // FNV-1a's own test values.
        assert_eq!(hash(b""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(hash(b"a"), 0xAF63_DC4C_8601_EC8C);
    }
}
