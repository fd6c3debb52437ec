//! Texts about what is made of a document beside saving it.

use std::path::Path;

use super::count;

/// The name field.
pub const NAME: &str = "Name";
/// Which lists.
pub const CHANGED: &str = "The lists that differ from the file";
/// Which lists.
pub const CHOSEN: &str = "These lists:";
/// Goes on to the folder.
pub const CHOOSE: &str = "Choose the folder…";
/// What it does.
pub const CHOOSE_HELP: &str = "The files are written into it; none that is there is overwritten";
/// Nothing came of it.
pub const FAILED: &str = "Nothing was written";
/// It runs.
pub const WORKING: &str = "Making the files…";
/// The thread ended without an answer.
pub const BROKE_OFF: &str = "It broke off; nothing was written.";
/// The base of a file of changes.
pub const BASE: &str = "The file to compare with";
/// Of exports.
pub const EXPORT_LISTS: &str = "Lists to write:";
/// Nothing ends with the ending.
pub const ENDED: &str = "The texts were read";

/// The heading of an export.
pub fn export(name: &str) -> String {
    format!("Export: {name}")
}

/// What was written.
pub fn written(files: usize, folder: &Path) -> String {
    format!("{} written to {}", super::sentence(&count(files, "file", "files")), folder.display())
}

/// A file is in the way.
pub fn there(path: &Path) -> String {
    format!("{} is there already. Choose another folder, or move the file away.", path.display())
}

/// A folder or file cannot be written.
pub fn not_written(path: &Path, why: &str) -> String {
    format!("{}: {why}", path.display())
}

/// What an import did.
pub fn imported(changed: usize, added: usize, removed: usize) -> String {
    format!("Imported: {changed} changed, {added} added, {removed} removed")
}

/// A step of the history.
pub const IMPORT: &str = "Import";

/// Heading of the system's dialog.
pub const FOLDER_INTO: &str = "Choose the folder to write into";
/// Heading of the system's dialog.
pub const FILES_FROM: &str = "Choose the files to read";
/// All edits were taken back.
pub const AS_OPENED: &str = "All edits are taken back: saving writes the file as it was opened.";
/// Heading of packing.
pub const PACK: &str = "Packed copy";
/// What it is.
pub const PACK_ABOUT: &str =
    "The file without slots that were erased when the game saved again. Everything else stays as it is stored.";
/// Heading of a file of changes.
pub const CHANGES: &str = "Changes only";
/// An import failed.
pub const NOT_IMPORTED: &str = "Nothing was imported";

/// What a file of changes is.
pub fn changes_about(base: &Path) -> String {
    format!(
        "A file with nothing but what differs from {}: how changes are shared without the game's own data.",
        base.file_name().unwrap_or(base.as_os_str()).to_string_lossy()
    )
}
