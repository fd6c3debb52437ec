//! A document back to a level's files (`oni.md` 1.5).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use levelwright_model::document::{Document, LevelId};
use levelwright_model::games::oni::chunk::{self, EMPTY};

use super::instance::{InstanceFile, LevelName, PREFIX};
use super::open::{Loaded, file_name, order};
use super::scripts::{self, ScriptFile};
use super::write::{Changed, Plan, payload_ending, plan};
use crate::format::{Beside, Difference, EncodeError, Encoded, FileSet, Form, Made, NewFile, Origin};
use crate::save::disk::read_if_there;
use crate::save::writes::{Patch, Writes};

/// A level's files as opened.
#[derive(Debug)]
pub(crate) struct LevelOrigin {
    pub(crate) dat: Vec<u8>,
    pub(crate) file: InstanceFile,
    pub(crate) lists: Arc<[Loaded]>,
    pub(crate) set: FileSet,
    /// Where payloads lie, or would lie.
    pub(crate) payloads: PathBuf,
    /// Length of that file as opened.
    pub(crate) payload_len: u64,
    /// The scripts as opened.
    pub(crate) scripts: Arc<[ScriptFile]>,
}

/// The level that an instance file is.
pub(crate) const LEVEL: LevelId = LevelId(0);

/// The tables of a document that hold other bytes than as opened, with the list each was decoded from.
pub(crate) fn changed<'a>(document: &Document, lists: &'a [Loaded], lacking: bool) -> Vec<Changed<'a>> {
    let (Some(level), Some(origin)) = (document.state().level(LEVEL), document.origin().level(LEVEL)) else {
        return Vec::new();
    };
    let mut out = Vec::new();
    for ((of, list), old) in order(lists, lacking).into_iter().zip(origin.tables()) {
        let Some(table) = level.table_by_number(old.number).filter(|t| !t.same(old)) else { continue };
        match list.and_then(|at| lists.get(at)) {
            Some((list, Ok(bytes))) => {
                let new = chunk::encode(table);
                if new.as_slice() != bytes.as_ref() {
                    out.push(Changed::Old(list, new));
                }
            }
            Some((_, Err(_))) => {}
            None => {
                let bytes = chunk::encode(table);
                if bytes != EMPTY {
                    out.push(Changed::New(of, bytes));
                }
            }
        }
    }
    out
}

/// Compares each table with the payload it was decoded from.
pub(crate) fn verify_lists(
    document: &Document,
    lists: &[Loaded],
    lacking: bool,
    file: &InstanceFile,
    bytes: &[u8],
) -> Result<(), Difference> {
    if let Some(level) = document.origin().level(LEVEL) {
        for ((_, list), table) in order(lists, lacking).into_iter().zip(level.tables()) {
            let Some((list, Ok(payload))) = list.and_then(|at| lists.get(at)) else { continue };
            let made = chunk::encode(table);
            if made.as_slice() != payload.as_ref() {
                let at = payload.iter().zip(&made).take_while(|(a, b)| a == b).count();
                let start = usize::try_from(list.payload.start).unwrap_or(0);
                return Err(Difference { place: format!("payload of list {}", list.of.word), at: start + at });
            }
        }
    }
    let head = file.head_bytes();
    let at = head.iter().zip(bytes).take_while(|(a, b)| a == b).count();
    if at < head.len() {
        return Err(Difference { place: "header and descriptors".to_owned(), at });
    }
    Ok(())
}

impl Origin for LevelOrigin {
    fn bytes(&self) -> &[u8] {
        &self.dat
    }

    fn forms(&self) -> &'static [Form] {
        super::making::FORMS
    }

    fn set(&self) -> Option<&FileSet> {
        Some(&self.set)
    }

    fn verify(&self, document: &Document) -> Result<(), Difference> {
        verify_lists(document, &self.lists, true, &self.file, &self.dat)
    }

    fn make(&self, document: &Document, made: &Made<'_>) -> Result<Vec<NewFile>, EncodeError> {
        super::making::make(self, document, made)
    }

    fn encode(&self, document: &Document) -> Result<Encoded, EncodeError> {
        let changed = changed(document, &self.lists, true);
        let mut scripts = scripts::changed(document, &self.scripts);
        if changed.is_empty() {
            return Ok(Encoded { beside: scripts, ..Encoded::one(self.dat.clone()) });
        }
        let Plan { dat, patches, new_len, notes } = plan(&self.dat, &self.file, self.payload_len, &changed)?;
        let writes = if self.payload_len == 0 {
            Writes::Replace(flat(Vec::new(), &patches, new_len))
        } else {
            Writes::InPlace { patches, new_len }
        };
        let watch = self.set.others.iter().find(|f| f.path == self.payloads).map(|f| f.watch.clone());
        let beside = Beside { path: self.payloads.clone(), writes, watch: watch.unwrap_or_default() };
        scripts.insert(0, beside);
        Ok(Encoded { beside: scripts, notes, ..Encoded::one(dat) })
    }

    fn encode_to(&self, document: &Document, path: &Path) -> Result<Encoded, EncodeError> {
        let changed = changed(document, &self.lists, true);
        let mut made = plan(&self.dat, &self.file, self.payload_len, &changed)?;
        let old_ids = self.file.file_id(&self.dat);
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        match LevelName::parse(&stem) {
            Some(name) => {
                if old_ids.is_some_and(|old| old != name.file_id()) {
                    made.dat = with_file_id(made.dat, name.file_id())?;
                    made.notes.push(format!("every instance got the file id {:#010X} of its new name", name.file_id()));
                }
            }
            None => made.notes.push("the game only loads files called like level1_Final.dat".to_owned()),
        }
        let mut beside = Vec::new();
        let payload_path = path.with_extension(payload_ending(self.file.header.platform()));
        let scripts: Vec<&PathBuf> = self.scripts.iter().map(|script| &script.path).collect();
        for file in self.set.others.iter().filter(|file| !scripts.contains(&&file.path)) {
            let unreadable = |e: std::io::Error| EncodeError::Refused {
                message: format!("{} cannot be read: {e}", file_name(&file.path)),
                help: "It must lie where it lay when the level was opened.".to_owned(),
            };
            let bytes = read_if_there(self.set.at.disk().as_ref(), &file.path).map_err(unreadable)?.unwrap_or_default();
            let own = file.path == self.payloads;
            let bytes = if own { flat(self.as_opened(bytes), &made.patches, made.new_len) } else { bytes };
            let to = path.with_extension(file.path.extension().unwrap_or_default());
            beside.push(Beside { path: to, writes: Writes::Replace(bytes), watch: file.watch.clone() });
        }
        if !self.set.others.iter().any(|f| f.path == self.payloads) && !made.patches.is_empty() {
            let bytes = flat(Vec::new(), &made.patches, made.new_len);
            beside.push(Beside { path: payload_path, writes: Writes::Replace(bytes), watch: Vec::new() });
        }
        beside.extend(scripts::at(document, &self.scripts, path));
        Ok(Encoded { beside, notes: made.notes, ..Encoded::one(made.dat) })
    }
}

impl LevelOrigin {
    /// The payload file as it was opened: what saves have put over the lists since is put back.
    pub(crate) fn as_opened(&self, mut bytes: Vec<u8>) -> Vec<u8> {
        bytes.resize(usize::try_from(self.payload_len).unwrap_or(0), 0);
        for (list, payload) in self.lists.iter() {
            let from = usize::try_from(list.payload.start).unwrap_or(usize::MAX);
            if let (Ok(payload), Some(place)) = (payload, bytes.get_mut(from..)) {
                place.iter_mut().zip(payload.iter()).for_each(|(to, from)| *to = *from);
            }
        }
        bytes
    }
}

/// Bytes with patches laid over them.
pub(crate) fn flat(mut bytes: Vec<u8>, patches: &[Patch], new_len: u64) -> Vec<u8> {
    bytes.resize(usize::try_from(new_len).unwrap_or(bytes.len()), 0);
    for patch in patches {
        let from = usize::try_from(patch.at).unwrap_or(usize::MAX);
        if let Some(place) = bytes.get_mut(from..from.saturating_add(patch.bytes.len())) {
            place.copy_from_slice(&patch.bytes);
        }
    }
    bytes
}

/// An instance file whose every prefix carries another file id.
///
/// # Errors
/// If it cannot be taken apart.
pub(crate) fn with_file_id(mut dat: Vec<u8>, id: u32) -> Result<Vec<u8>, EncodeError> {
    let file = InstanceFile::read(&dat)
        .map_err(|e| EncodeError::Refused { message: e.to_string(), help: e.help().to_owned() })?;
    for at in 0..file.instances.len() {
        let Some(start) = file.data_range(at).map(|r| r.start) else { continue };
        if let Some(place) = dat.get_mut(start - PREFIX + 4..start) {
            place.copy_from_slice(&id.to_le_bytes());
        }
    }
    Ok(dat)
}
