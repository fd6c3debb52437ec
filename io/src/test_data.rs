//! Finds the folder with real files. It is not part of the repository; without it such tests are skipped.

use std::path::PathBuf;

/// A file or folder below the data folder, or `None` with a message when there is no such folder.
pub(crate) fn data(part: &str) -> Option<PathBuf> {
    let root = std::env::var_os("LEVELWRIGHT_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")), PathBuf::from);
    let path = root.join(part);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: no {part} in the data folder (set LEVELWRIGHT_DATA)");
    None
}

/// All files below a folder, sorted by path. Empty, with a message, when the folder is absent.
pub(crate) fn files_below(part: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut folders: Vec<_> = data(part).into_iter().collect();
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
