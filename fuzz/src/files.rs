//! Files given on the command line.

use std::path::{Path, PathBuf};

/// All files at or below the paths, sorted.
///
/// # Errors
/// If a path cannot be read; it is named.
pub fn below(paths: &[PathBuf]) -> Result<Vec<PathBuf>, String> {
    let mut found = Vec::new();
    let mut open: Vec<PathBuf> = paths.to_vec();
    while let Some(path) = open.pop() {
        if path.is_dir() {
            let entries = std::fs::read_dir(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            for entry in entries {
                open.push(entry.map_err(|e| format!("{}: {e}", path.display()))?.path());
            }
        } else {
            found.push(path);
        }
    }
    found.sort();
    found.dedup();
    Ok(found)
}

/// The bytes of a file.
///
/// # Errors
/// If it cannot be read; it is named.
pub fn read(path: &Path) -> Result<Vec<u8>, String> {
    std::fs::read(path).map_err(|e| format!("{}: {e}", path.display()))
}
