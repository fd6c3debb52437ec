//! Opening what a command names.

use std::path::Path;
use std::sync::Arc;

use levelwright_io::file::OpenFile;
use levelwright_io::format::{Encoded, OpenError};
use levelwright_io::json::address;
use levelwright_model::document::{Document, LevelId};

use super::output::CliError;
use crate::data_folder;

/// Opens a file.
pub(super) fn open(path: &Path) -> Result<OpenFile, CliError> {
    let mut file = OpenFile::open(path).map_err(|e| failed(e, path))?;
    // Several files are written all or none, which needs a place for notes until it is done.
    if file.is_set()
        && let Some(data) = data_folder::open()
    {
        file.use_backups(Arc::new(data));
    }
    Ok(file)
}

/// Why a file did not open, with its name once.
pub(super) fn failed(error: OpenError, path: &Path) -> CliError {
    match error {
        named @ OpenError::Read { .. } => named.into(),
        other => CliError::from(other).about(path.display()),
    }
}

/// Saves to a place; to the file's own, however it is spelt, as its own.
pub(super) fn save(file: &mut OpenFile, place: &Path) -> Result<Encoded, CliError> {
    let own = file.path().is_some_and(|p| same_file(p, place));
    Ok(if own { file.save() } else { file.save_as(place) }?)
}

/// Whether two paths lead to the same file.
pub(super) fn same_file(a: &Path, b: &Path) -> bool {
    a == b || matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

/// Refuses to write over a file that is read.
pub(super) fn keep_inputs<'a>(inputs: impl IntoIterator<Item = &'a Path>, output: &Path) -> Result<(), CliError> {
    match inputs.into_iter().find(|p| same_file(p, output)) {
        None => Ok(()),
        Some(input) => Err(CliError::Failed {
            message: format!("{} is the file that is read: it would be lost", input.display()),
            help: "Choose another name for the result.".to_owned(),
        }),
    }
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
