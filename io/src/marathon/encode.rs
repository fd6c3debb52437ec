//! A document back to a Marathon file.

use std::borrow::Cow;
use std::sync::Arc;

use levelwright_model::document::{Document, Level, LevelId, Table};
use levelwright_model::games::marathon::{bulk, tables};

use super::flat::FlatLevel;
use super::level::tag_text;
use super::wad::{
    Body, Checksum, Chunk, ChunkOut, Entry, HeaderOut, LevelOut, Wad, WadError, WriteSummary, encode, makes_origin,
};
use crate::format::{Difference, EncodeError, Encoded, Origin};
use crate::source::Source;

/// A wad as opened.
#[derive(Debug)]
pub(crate) struct WadOrigin {
    pub(crate) source: Arc<Source>,
    pub(crate) wad: Arc<Wad>,
}

pub(crate) fn refused(error: &WadError) -> EncodeError {
    EncodeError::Refused { message: error.to_string(), help: error.help().to_owned() }
}

impl Origin for WadOrigin {
    fn bytes(&self) -> &[u8] {
        self.source.bytes()
    }

    fn verify(&self, document: &Document) -> Result<(), Difference> {
        let data = self.source.data_fork();
        // Levels that share an earlier one's bytes are not decoded again.
        let levels = document.origin().ids().zip(self.wad.levels());
        for (id, level) in levels.filter(|(_, level)| level.same_as.is_none()) {
            if let Some(decoded) = document.origin().level(id) {
                verify_level(decoded, data, self.source.data_fork_at(), &level.chunks)?;
            }
        }
        self.verify_container()
    }

    fn encode(&self, document: &Document) -> Result<Encoded, EncodeError> {
        let data = self.source.data_fork();
        let header = header_out(document);
        let levels: Vec<Changed<'_>> =
            document.state().ids().map(|id| level_out(document, id)).collect::<Result<_, _>>()?;
        let out: Vec<LevelOut<'_>> = levels
            .into_iter()
            .enumerate()
            .map(|(at, (entry, body))| LevelOut {
                entry: entry.map_or(Entry::Origin(at), |(index, own)| Entry::New {
                    index,
                    application: if own.is_empty() { self.application(at).into() } else { own.into() },
                }),
                body: body.map_or(Body::Origin(at), Body::Chunks),
            })
            .collect();
        let (fork, summary) = encode(&self.wad, data, &header, &out).map_err(|e| refused(&e))?;
        let bytes = self.source.rewrap(&fork).map_err(|e| EncodeError::Refused {
            message: e.to_string(),
            help: "Save under another name without the wrapper.".to_owned(),
        })?;
        Ok(Encoded { notes: notes(&summary), ..Encoded::one(bytes.into_owned()) })
    }
}

/// The chunks' bytes in the file, level by level, against the tables decoded from them.
fn verify_level(level: &Level, data: &[u8], base: usize, chunks: &[Chunk]) -> Result<(), Difference> {
    let tables: Vec<&Table> = level.tables().filter(|t| t.key() != tables::DIRECTORIES.key).collect();
    let place = |chunk: &Chunk| format!("level {}, chunk {}", level.id().0, tag_text(chunk.tag));
    for (at, chunk) in chunks.iter().enumerate() {
        let bytes = data.get(chunk.data.clone()).unwrap_or_default();
        let same = tables.get(at).is_some_and(|t| t.tag.as_ref() == chunk.tag && t.is(bytes));
        if !same {
            let made = tables.get(at).map(|t| t.bytes()).unwrap_or_default();
            let first = bytes.iter().zip(&made).take_while(|(a, b)| a == b).count();
            return Err(Difference { place: place(chunk), at: base + chunk.data.start + first });
        }
    }
    if tables.len() != chunks.len() {
        let place = format!("level {}: {} tables of {} chunks", level.id().0, tables.len(), chunks.len());
        return Err(Difference { place, at: base });
    }
    Ok(())
}

impl WadOrigin {
    /// A level's directory data as opened. Those of an unknown size are in no table and are kept.
    fn application(&self, level: usize) -> &[u8] {
        let range = self.wad.levels().get(level).map(|l| l.entry.application.clone());
        range.and_then(|range| self.source.data_fork().get(range)).unwrap_or_default()
    }

    /// The container made anew from all chunks, against the container as opened. What a changed file is written
    /// without by rule (stale tail, gaps, version 3, a wrong checksum) is not compared: an unedited file keeps it.
    fn verify_container(&self) -> Result<(), Difference> {
        /// Version and checksum in the header (`marathon.md` 1.1).
        const VERSION: std::ops::Range<usize> = 0..2;
        const CHECKSUM: std::ops::Range<usize> = 68..72;
        if self.wad.read_only().is_some() {
            return Ok(());
        }
        let data = self.source.data_fork();
        let out: Vec<LevelOut<'_>> = self
            .wad
            .levels()
            .iter()
            .enumerate()
            .map(|(at, level)| {
                let chunks = level.chunks.iter().map(|c| ChunkOut {
                    tag: c.tag,
                    bytes: Cow::Borrowed(data.get(c.data.clone()).unwrap_or_default()),
                });
                LevelOut { entry: Entry::Origin(at), body: Body::Chunks(chunks.collect()) }
            })
            .collect();
        let fail = |place: String, at| Difference { place, at: self.source.data_fork_at() + at };
        // Most files: nothing is held for it. What differs, or is written anew by rule, is looked at in full.
        if makes_origin(&self.wad, data, &out).unwrap_or(false) {
            return Ok(());
        }
        let (made, summary) = encode(&self.wad, data, &HeaderOut::default(), &out)
            .map_err(|e| fail(format!("the container cannot be made again ({e})"), 0))?;
        if summary.dropped_gap_bytes > 0 {
            return Ok(());
        }
        let own = data.get(..data.len() - summary.dropped_tail_bytes).unwrap_or_default();
        let by_rule = |at: usize| {
            (summary.version_3_became_4 && (VERSION.contains(&at) || CHECKSUM.contains(&at)))
                || (matches!(self.wad.checksum(), Checksum::Wrong(_)) && CHECKSUM.contains(&at))
        };
        let mut at = 0;
        loop {
            let (a, b) = (own.get(at..).unwrap_or_default(), made.get(at..).unwrap_or_default());
            if a == b {
                return Ok(());
            }
            at += a.iter().zip(b).take_while(|(a, b)| a == b).count();
            if !by_rule(at) {
                return Err(fail("the container".to_owned(), at));
            }
            at += 1;
        }
    }
}

/// What the writer did beside the edits, in words.
pub(crate) fn notes(summary: &WriteSummary) -> Vec<String> {
    let mut notes = Vec::new();
    if summary.version_3_became_4 {
        notes.push("wad version 3 became 4: Aleph One stops on version 3".to_owned());
    }
    if summary.dropped_tail_bytes > 0 {
        notes.push(format!(
            "{} stale bytes behind the directory were left out; nothing refers to them",
            summary.dropped_tail_bytes
        ));
    }
    if summary.dropped_gap_bytes > 0 {
        notes.push(format!(
            "{} bytes between levels or chunks that nothing refers to were left out",
            summary.dropped_gap_bytes
        ));
    }
    notes
}

/// The wad header of a map that a flat level becomes: what a person can see and set is taken over.
fn header_of_flat(document: &Document) -> HeaderOut {
    let table = document.state().level(LevelId::FILE).and_then(|l| l.table(tables::WADS.key));
    let Some(row) = table.and_then(|t| t.row_head(0)) else { return HeaderOut::default() };
    let part = |range| row.get(range).unwrap_or_default();
    HeaderOut {
        name_field: part(NAME).try_into().ok(),
        parent_checksum: part(PARENT).try_into().ok().map(u32::from_be_bytes),
    }
}

/// Name and parent checksum in the wad header (`marathon.md` 1.1).
const NAME: std::ops::Range<usize> = 4..68;
const PARENT: std::ops::Range<usize> = 84..88;

/// Fields of the wad header that the document changed.
fn header_out(document: &Document) -> HeaderOut {
    let row = |state: &levelwright_model::document::State| -> Option<Vec<u8>> {
        let table = state.level(LevelId::FILE)?.table(tables::WADS.key)?;
        table.row_head(0).map(<[u8]>::to_vec)
    };
    let (Some(old), Some(new)) = (row(document.origin()), row(document.state())) else { return HeaderOut::default() };
    let changed = |range: std::ops::Range<usize>| {
        let part = new.get(range.clone())?;
        (old.get(range)? != part).then_some(part)
    };
    HeaderOut {
        name_field: changed(NAME).and_then(|part| part.try_into().ok()),
        parent_checksum: changed(PARENT).and_then(|part| part.try_into().ok()).map(u32::from_be_bytes),
    }
}

type Entries = Option<(i16, Vec<u8>)>;
/// Directory entry and chunks of a level, each only where it differs from the origin.
type Changed<'a> = (Entries, Option<Vec<ChunkOut<'a>>>);

/// Directory entry and chunks of a level, each only where it differs from the origin.
fn level_out(document: &Document, id: LevelId) -> Result<Changed<'_>, EncodeError> {
    let (Some(level), Some(origin)) = (document.state().level(id), document.origin().level(id)) else {
        return Ok((None, None));
    };
    let entry = match (level.table(tables::DIRECTORIES.key), origin.table(tables::DIRECTORIES.key)) {
        (Some(new), Some(old)) if !new.same(old) => directory_entry(new),
        _ => None,
    };
    let own = |t: &&Table| t.key() != tables::DIRECTORIES.key;
    let same = level.tables().filter(own).count() == origin.tables().filter(own).count()
        && level.tables().filter(own).zip(origin.tables().filter(own)).all(|(a, b)| a.number == b.number && a.same(b));
    if same {
        return Ok((entry, None));
    }
    Ok((entry, Some(chunks(level, origin)?)))
}

fn directory_entry(table: &Table) -> Entries {
    let row = table.row_head(0)?;
    let (index, application) = row.split_first_chunk::<2>()?;
    Some((i16::from_be_bytes(*index), application.to_vec()))
}

/// The level's chunks in order, with what is derived in bulk brought up to date where it is stale.
pub(crate) fn chunks<'a>(level: &'a Level, origin: &'a Level) -> Result<Vec<ChunkOut<'a>>, EncodeError> {
    let rebuilt = bulk::rebuilt(origin, level).map_err(|e| EncodeError::Refused {
        message: format!("level {}: {e}", level.id().0),
        help: "Make the level simpler, or convert it to a raw level, which needs no index list.".to_owned(),
    })?;
    Ok(level
        .tables()
        .filter(|t| t.key() != tables::DIRECTORIES.key)
        .map(|table| {
            let bytes = match rebuilt.get(&table.number) {
                Some(bytes) => Cow::Owned(bytes.clone()),
                None => Cow::Owned(table.bytes()),
            };
            let mut tag = [0; 4];
            // Chunk tables carry their four-byte tag; a made table without one could not be written.
            tag.iter_mut().zip(table.tag.iter()).for_each(|(to, from)| *to = *from);
            ChunkOut { tag, bytes }
        })
        .collect())
}

/// A map of one level with an edited header and directory entry, wad version 2 (`marathon.md` 1.1: what single-level
/// files use).
fn edited_map(
    name: &[u8],
    data_version: i16,
    header: &HeaderOut,
    entry: Entry<'_>,
    chunks: Vec<ChunkOut<'_>>,
) -> Result<Vec<u8>, WadError> {
    let wad = Wad::new(2, data_version, name, 0)?;
    let level = LevelOut { entry, body: Body::Chunks(chunks) };
    encode(&wad, &[], header, &[level]).map(|(bytes, _)| bytes)
}

/// A flat level as opened.
#[derive(Debug)]
pub(crate) struct FlatOrigin {
    pub(crate) source: Arc<Source>,
    pub(crate) flat: Arc<FlatLevel>,
}

impl Origin for FlatOrigin {
    fn bytes(&self) -> &[u8] {
        self.source.bytes()
    }

    fn verify(&self, document: &Document) -> Result<(), Difference> {
        match document.origin().level(LevelId(0)) {
            Some(level) => {
                let base = self.source.data_fork_at();
                verify_level(level, self.source.data_fork(), base, &self.flat.chunks)
            }
            None => Ok(()),
        }
    }

    fn encode(&self, document: &Document) -> Result<Encoded, EncodeError> {
        if document.state().same(document.origin()) {
            return Ok(Encoded::one(self.source.bytes().to_vec()));
        }
        let id = LevelId(0);
        let (Some(level), Some(origin)) = (document.state().level(id), document.origin().level(id)) else {
            return Err(EncodeError::Refused { message: "the level is not decoded".to_owned(), help: String::new() });
        };
        let chunks = chunks(level, origin)?;
        let header = &self.flat.header;
        let (index, application) =
            level.table(tables::DIRECTORIES.key).and_then(directory_entry).unwrap_or((0, Vec::new()));
        let entry = Entry::New { index, application: Cow::Owned(application) };
        let bytes = edited_map(header.name(), header.data_version(), &header_of_flat(document), entry, chunks)
            .map_err(|e| refused(&e))?;
        Ok(Encoded {
            bytes,
            beside: Vec::new(),
            notes: vec!["the level was taken out of its film or saved game and made a map".to_owned()],
            new_file_only: Some(
                "an edited level cannot be put back into a film or saved game: save it as a map under another name"
                    .to_owned(),
            ),
        })
    }
}
