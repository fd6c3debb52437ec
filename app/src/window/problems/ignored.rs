//! What a person does not want to hear of: kept in the user's data, never in the game's file.

use std::path::Path;

use levelwright_model::document::State;
use levelwright_model::problems::Problem;
use serde::{Deserialize, Serialize};

use crate::window::personal;

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

/// The lists in the data folder.
const FILE: &str = "ignored.json";

/// What is ignored of a file.
///
/// # Errors
/// If the list is there and cannot be read.
pub fn load(folder: &Path, file: &Path) -> std::io::Result<Vec<Ignored>> {
    personal::load(folder, FILE, file)
}

/// Keeps what is ignored of a file.
///
/// # Errors
/// If the old list cannot be read (it is left alone then) or the new one not be written.
pub fn save(folder: &Path, file: &Path, list: &[Ignored]) -> std::io::Result<()> {
    personal::save(folder, FILE, file, list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_hash_is_the_published_one() {
        // FNV-1a's own test values.
        assert_eq!(hash(b""), 0xCBF2_9CE4_8422_2325);
        assert_eq!(hash(b"a"), 0xAF63_DC4C_8601_EC8C);
    }
}
