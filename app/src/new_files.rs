//! Files that are written for the first time, into a folder of the person's choice.

use std::path::{Path, PathBuf};

use levelwright_io::format::NewFile;
use levelwright_io::save::{self, SaveError};

/// Why they were not written.
#[derive(Debug)]
pub enum NotWritten {
    /// One of them is there already.
    There(PathBuf),
    /// A folder cannot be made.
    Folder(PathBuf, std::io::Error),
    /// A file cannot be written.
    File(SaveError),
}

/// Writes files into a folder: none if one of them is there already. Names may lead into folders of their own, which are
/// made. Answers where they lie.
///
/// # Errors
/// At the first that is there or cannot be written.
pub fn write(folder: &Path, files: &[NewFile]) -> Result<Vec<PathBuf>, NotWritten> {
    let paths: Vec<PathBuf> = files.iter().map(|file| folder.join(&file.name)).collect();
    if let Some(there) = paths.iter().find(|path| path.exists()) {
        return Err(NotWritten::There(there.clone()));
    }
    for (path, file) in paths.iter().zip(files) {
        let parent = path.parent().unwrap_or(folder);
        std::fs::create_dir_all(parent).map_err(|error| NotWritten::Folder(parent.to_owned(), error))?;
        save::replace(path, &file.bytes, None).map_err(NotWritten::File)?;
    }
    Ok(paths)
}
