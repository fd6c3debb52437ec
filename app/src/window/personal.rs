//! What belongs to a person and not to a game's file: lists by file in the user's data.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

/// Lists of one sort, by file.
#[derive(Debug, Serialize, Deserialize)]
#[serde(default, bound(deserialize = "T: DeserializeOwned"))]
struct Store<T> {
    version: u32,
    files: BTreeMap<PathBuf, Vec<T>>,
}

impl<T> Default for Store<T> {
    fn default() -> Store<T> {
        Store { version: 0, files: BTreeMap::new() }
    }
}

fn read<T: DeserializeOwned>(folder: &Path, name: &str) -> std::io::Result<Store<T>> {
    match std::fs::read(folder.join(name)) {
        Ok(bytes) => serde_json::from_slice(&bytes).map_err(std::io::Error::other),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(Store::default()),
        Err(error) => Err(error),
    }
}

/// The list of a file, out of the lists that `name` in the data folder holds.
///
/// # Errors
/// If the lists are there and cannot be read.
pub(super) fn load<T: DeserializeOwned>(folder: &Path, name: &str, file: &Path) -> std::io::Result<Vec<T>> {
    Ok(read(folder, name)?.files.remove(file).unwrap_or_default())
}

/// Keeps the list of a file. Another window may have changed other files' lists meanwhile.
///
/// # Errors
/// If the old lists cannot be read (they are left alone then) or the new ones not be written.
pub(super) fn save<T>(folder: &Path, name: &str, file: &Path, list: &[T]) -> std::io::Result<()>
where
    T: Clone + Serialize + DeserializeOwned,
{
    let mut store = read::<T>(folder, name)?;
    store.version = 1;
    if list.is_empty() {
        store.files.remove(file);
    } else {
        store.files.insert(file.to_owned(), list.to_vec());
    }
    let bytes = serde_json::to_vec_pretty(&store).map_err(std::io::Error::other)?;
    std::fs::create_dir_all(folder)?;
    // Whole or not at all.
    let beside = folder.join(format!("{name}.new"));
    std::fs::write(&beside, bytes)?;
    std::fs::rename(&beside, folder.join(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_are_kept_by_file_and_a_broken_one_is_left_alone() {
        const NAME: &str = "words.json";
        let folder = tempfile::tempdir().unwrap();
        let (a, b) = (Path::new("/maps/a"), Path::new("/maps/b"));
        let load = |file: &Path| load::<String>(folder.path(), NAME, file);
        let save = |file: &Path, list: &[&str]| {
            let list: Vec<String> = list.iter().map(|word| (*word).to_owned()).collect();
            save(folder.path(), NAME, file, &list)
        };
        assert!(load(a).unwrap().is_empty());
        save(a, &["x/1"]).unwrap();
        save(b, &["x/2"]).unwrap();
        assert_eq!(load(a).unwrap(), ["x/1"]);
        save(a, &[]).unwrap();
        assert!(load(a).unwrap().is_empty());
        assert_eq!(load(b).unwrap(), ["x/2"]);
        std::fs::write(folder.path().join(NAME), b"{").unwrap();
        assert!(load(b).is_err());
        assert!(save(b, &[]).is_err());
        assert_eq!(std::fs::read(folder.path().join(NAME)).unwrap(), b"{");
    }
}
