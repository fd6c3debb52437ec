//! Opening what a command names.

use std::path::Path;

use levelwright_io::file::OpenFile;
use levelwright_io::json::address;
use levelwright_model::document::{Document, LevelId};

use super::output::CliError;

/// Opens a file.
pub(super) fn open(path: &Path) -> Result<OpenFile, CliError> {
    OpenFile::open(path).map_err(|e| CliError::from(e).about(path.display()))
}

/// The level named, or all of them; decoded.
pub(super) fn levels(document: &mut Document, named: Option<&str>) -> Result<Vec<LevelId>, CliError> {
    let levels = match named {
        Some(name) => vec![address::level(document, name)?],
        None => document.state().ids().collect(),
    };
    for level in &levels {
        document.level(*level)?;
    }
    Ok(levels)
}

/// What a level is called in results: its position, or the name of the file's own.
pub(super) fn level_name(level: LevelId) -> String {
    if level == LevelId::FILE { address::FILE_LEVEL.to_owned() } else { level.0.to_string() }
}
