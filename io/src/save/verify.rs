//! Decoding what is about to be written, and comparing it with the document.

use levelwright_model::document::Document;

use super::error::SaveError;
use crate::format::open_bytes;

/// Decodes the bytes that are about to be written and compares them with the document.
///
/// # Errors
/// If they do not open, or differ; the first differing table is named.
pub fn verify(document: &Document, bytes: &[u8]) -> Result<(), SaveError> {
    let mut again = open_bytes(bytes.to_vec()).map_err(SaveError::NotReadable)?.document;
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
