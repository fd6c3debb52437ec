//! Saving in its simple safe form: encode, decode and compare, temporary file beside the target,
//! flush, rename, read back. Only then is the document unmodified.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use levelwright_model::document::{Document, LevelId};

use crate::format::{EncodeError, OpenError, open_bytes};

/// Why a file was not saved. The old file is whole and the document still modified.
#[derive(Debug, thiserror::Error)]
pub enum SaveError {
    /// It has no place on disk yet.
    #[error("this document has no file yet: choose where to save it")]
    NoPlace,
    /// The bytes are of another format than the file that was opened.
    #[error("{0}")]
    OtherFormat(String),
    /// The format cannot hold it.
    #[error(transparent)]
    Encode(#[from] EncodeError),
    /// What was encoded does not decode again.
    #[error("the file was not written: its own bytes do not open again ({0})")]
    NotReadable(OpenError),
    /// What was encoded decodes to something else.
    #[error("the file was not written: read back, {0} differs from the document")]
    NotTheSame(String),
    /// The file on disk is not the one that was opened.
    #[error("{path} was changed by another program since it was opened: save under another name, or open it again")]
    ChangedOnDisk {
        /// Which file.
        path: String,
    },
    /// An operation on the disk failed.
    #[error("{path} was not saved: {step} failed ({reason})")]
    Disk {
        /// Which file.
        path: String,
        /// Which step.
        step: &'static str,
        /// Why.
        reason: io::Error,
    },
}

/// A hash of a file's bytes, to notice changes by other programs (not against forgery).
pub fn hash(bytes: &[u8]) -> u64 {
    // Two CRCs over different views of the bytes; length mixed in.
    let forward = crc32fast::hash(bytes);
    let mut salted = crc32fast::Hasher::new_with_initial(0x9E37_79B9);
    salted.update(&bytes.len().to_le_bytes());
    salted.update(bytes);
    u64::from(forward) << 32 | u64::from(salted.finalize())
}

/// Compares what belongs to the file as a whole, field by field: what the writer makes itself (offsets, checksums) may
/// differ, what a person can set may not.
fn same_file_fields(document: &Document, again: &Document) -> Result<(), SaveError> {
    let file = |d: &Document| d.state().shared(LevelId::FILE);
    let (Some(ours), Some(theirs)) = (file(document), file(again)) else { return Ok(()) };
    for (table, other) in ours.tables().zip(theirs.tables()) {
        for (row, other) in ours.rows(table).zip(theirs.rows(other)) {
            for field in row.fields().into_iter().filter(|f| f.fixed.is_empty() && !f.derived) {
                let same = match (row.get(field), other.get(field)) {
                    (Ok(a), Ok(b)) => a.same(&b),
                    (a, b) => a.is_err() && b.is_err(),
                };
                if !same {
                    return Err(SaveError::NotTheSame(format!("the file's {}", field.label_text())));
                }
            }
        }
    }
    Ok(())
}

/// Decodes the bytes that are about to be written and compares them with the document.
///
/// # Errors
/// If they do not open, or differ; the first differing table is named.
pub fn verify(document: &Document, bytes: &[u8]) -> Result<(), SaveError> {
    let mut again = open_bytes(bytes.to_vec()).map_err(SaveError::NotReadable)?.document;
    same_file_fields(document, &again)?;
    let count = document.state().ids().count();
    if again.state().ids().count() != count {
        return Err(SaveError::NotTheSame("the number of levels".to_owned()));
    }
    for id in document.state().ids() {
        // A level that was never decoded was copied as it lay.
        let Some(level) = document.state().level(id) else { continue };
        let Ok(other) = again.level(id) else {
            return Err(SaveError::NotTheSame(format!("level {}", id.0)));
        };
        if level.tables().count() != other.tables().count() {
            return Err(SaveError::NotTheSame(format!("the list of tables of level {}", id.0)));
        }
        for (table, other) in level.tables().zip(other.tables()) {
            let same = (document.game().same_but_bulk)(table, other);
            if !same {
                return Err(SaveError::NotTheSame(format!("level {}, table {}", id.0, table.key())));
            }
        }
    }
    Ok(())
}

/// Replaces a file: temporary file beside the target, flush, rename, flush the folder, read back.
/// `expected` is the hash of what should lie there now.
///
/// # Errors
/// If the file on disk is another one, or a step fails.
pub fn replace(path: &Path, bytes: &[u8], expected: Option<u64>) -> Result<(), SaveError> {
    let name = path.display().to_string();
    let disk = |step| {
        let path = name.clone();
        move |reason| SaveError::Disk { path, step, reason }
    };
    // Links are written through to the file they name.
    let target = fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let present = match fs::read(&target) {
        Ok(present) => Some(present),
        Err(e) if e.kind() == io::ErrorKind::NotFound => None,
        Err(e) => return Err(disk("reading the present file")(e)),
    };
    if let (Some(expected), Some(present)) = (expected, &present)
        && hash(present) != expected
    {
        return Err(SaveError::ChangedOnDisk { path: name });
    }
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let mut temporary = tempfile::Builder::new()
        .prefix(".levelwright-")
        .tempfile_in(folder)
        .map_err(disk("making a temporary file"))?;
    temporary.write_all(bytes).map_err(disk("writing the temporary file"))?;
    if let Ok(meta) = fs::metadata(&target) {
        fs::set_permissions(temporary.path(), meta.permissions()).map_err(disk("keeping the permissions"))?;
    }
    temporary.as_file().sync_all().map_err(disk("flushing the temporary file"))?;
    temporary.persist(&target).map_err(|e| disk("putting the file in place")(e.error))?;
    if let Ok(folder) = fs::File::open(folder) {
        folder.sync_all().map_err(disk("flushing the folder"))?;
    }
    let back = fs::read(&target).map_err(disk("reading the file back"))?;
    if back != bytes {
        let reason = io::Error::other("the bytes on disk are not the bytes written");
        return Err(disk("reading the file back")(reason));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole_and_nothing_else_is_left() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("Näme.sceA");
        fs::write(&path, b"old").unwrap();
        replace(&path, b"new bytes", Some(hash(b"old"))).unwrap();
        assert_eq!(fs::read(&path).unwrap(), b"new bytes");
        assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
    }

    #[test]
    fn a_file_changed_by_another_program_is_not_overwritten() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("map");
        fs::write(&path, b"theirs").unwrap();
        let error = replace(&path, b"ours", Some(hash(b"old"))).unwrap_err();
        assert!(error.to_string().contains("changed by another program"), "{error}");
        assert_eq!(fs::read(&path).unwrap(), b"theirs");
    }

    #[test]
    fn a_missing_folder_is_named_and_nothing_is_made() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("gone/map");
        let error = replace(&path, b"ours", None).unwrap_err();
        assert!(error.to_string().contains("making a temporary file"), "{error}");
        assert!(!path.exists());
    }
}
