//! A document back to a resource file: what was not changed keeps its packed bytes (`systemshock.md` 1.4).

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;

use levelwright_model::document::{Document, LevelId, Table};
use levelwright_model::games::shock::resources::of_tag;

use super::archive::LevelEntry;
use super::level::expected;
use super::res::{Body, ResError, ResFile, ResourceOut, write};
use super::texts;
use crate::format::{Difference, EncodeError, Encoded, Origin};
use crate::source::Source;

/// A resource file as opened.
#[derive(Debug)]
pub(crate) struct ArchiveOrigin {
    pub(crate) source: Arc<Source>,
    pub(crate) res: Arc<ResFile>,
    pub(crate) levels: Arc<Vec<LevelEntry>>,
}

pub(crate) fn refused(error: &ResError) -> EncodeError {
    EncodeError::Refused { message: error.to_string(), help: error.help().to_owned() }
}

/// The number of the resource that a table is stored in; `None` for what is not stored.
pub(crate) fn resource_of(table: &Table) -> Option<u16> {
    of_tag(&table.tag)
}

/// Every table that differs from what was opened, by the number of its resource.
///
/// # Errors
/// If texts have become more than a resource can hold.
pub(crate) fn changed(document: &Document) -> Result<BTreeMap<u16, Vec<u8>>, ResError> {
    let mut out = BTreeMap::new();
    for id in document.state().ids().chain([LevelId::FILE]) {
        let (Some(new), Some(old)) = (document.state().level(id), document.origin().level(id)) else { continue };
        for table in new.tables() {
            let before = old.table_by_number(table.number);
            if before.is_none_or(|before| !table.same(before))
                && let Some(number) = resource_of(table)
            {
                let bytes = if texts::are_in(table) { texts::encode(number, new, table)? } else { table.bytes() };
                out.insert(number, bytes);
            }
        }
    }
    Ok(out)
}

impl Origin for ArchiveOrigin {
    fn bytes(&self) -> &[u8] {
        self.source.bytes()
    }

    fn encode(&self, document: &Document) -> Result<Encoded, EncodeError> {
        let changed = changed(document).map_err(|e| refused(&e))?;
        if changed.is_empty() {
            return Ok(Encoded::one(self.source.bytes().to_vec()));
        }
        let out: Vec<ResourceOut<'_>> = (0..self.res.resources().len())
            .map(|at| {
                let own = ResourceOut::unchanged(&self.res, at);
                // Of a number that occurs twice the first was read.
                let new = changed.get(&own.id).filter(|_| self.res.position(own.id) == Some(at));
                match new {
                    Some(bytes) => ResourceOut { body: Body::Plain(Cow::Borrowed(bytes)), ..own },
                    None => own,
                }
            })
            .collect();
        let new = write(&self.res, self.source.bytes(), &out).map_err(|e| refused(&e))?;
        let mut notes = Vec::new();
        if new.dropped > 0 {
            notes.push(format!("{} bytes behind the directory were left out; nothing refers to them", new.dropped));
        }
        Ok(Encoded { notes, ..Encoded::one(new.bytes) })
    }

    fn verify(&self, document: &Document) -> Result<(), Difference> {
        let data = self.source.bytes();
        for (id, entry) in document.origin().ids().zip(self.levels.iter()) {
            let Some(level) = document.origin().level(id) else { continue };
            for (wanted, at) in &entry.resources {
                let Some(resource) = self.res.resources().get(*at) else { continue };
                let table = level.tables().find(|t| resource_of(t) == Some(resource.id));
                let want = expected(resource, data);
                if !table.is_some_and(|t| t.is(&want)) {
                    let made = table.map(Table::bytes).unwrap_or_default();
                    let first = want.iter().zip(&made).take_while(|(a, b)| a == b).count();
                    let place = format!("resource {} ({}), byte {first} unpacked", resource.id, wanted.spec.label);
                    return Err(Difference { place, at: resource.at });
                }
            }
        }
        if let Some(file) = document.origin().level(LevelId::FILE) {
            texts::verify(file, &self.res, data)?;
        }
        self.container_difference().map_or(Ok(()), Err)
    }
}

impl ArchiveOrigin {
    /// The container made anew from its parts, against the container as opened. What is left out of a changed file by
    /// rule (bytes behind the directory) is not compared: an unedited file keeps it.
    pub(crate) fn container_difference(&self) -> Option<Difference> {
        let data = self.source.bytes();
        let out: Vec<ResourceOut<'_>> =
            (0..self.res.resources().len()).map(|at| ResourceOut::unchanged(&self.res, at)).collect();
        let place = |place: String, at| Some(Difference { place, at });
        match write(&self.res, data, &out) {
            Err(error) => place(error.to_string(), self.res.directory()),
            Ok(new) => {
                let own = data.get(..self.res.end()).unwrap_or_default();
                if new.bytes == own {
                    return None;
                }
                let first = own.iter().zip(&new.bytes).take_while(|(a, b)| a == b).count();
                place("the container".to_owned(), first)
            }
        }
    }
}
