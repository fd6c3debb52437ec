//! One level: chunks to tables and back.

use levelwright_model::document::{Level, LevelBuilder, LevelId, Notice, Severity, Table};
use levelwright_model::games::marathon::objects::MOST_OF_A_KIND;
use levelwright_model::games::marathon::records::DIRECTORY_INDEX_ONLY;
use levelwright_model::games::marathon::{chunks as tags, tables};
use levelwright_model::record::Schema;

use super::terminal;
use super::wad::Chunk;
use crate::source::Source;

/// What the container says about a level.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Context<'a> {
    pub(crate) id: LevelId,
    pub(crate) data_version: i16,
    /// The directory entry: index and application data. `None` where the container has no index.
    pub(crate) directory: Option<(i16, &'a [u8])>,
}

/// Level data in a directory entry (`marathon.md` 1.1).
const LEVEL_DATA: usize = 74;

/// Decodes a level. Every table holds its chunk's bytes, and shares them with the file, so writing it back cannot differ.
pub(crate) fn decode(context: Context<'_>, source: &Source, chunks: &[Chunk]) -> Level {
    let data = source.data_fork();
    let mut build = LevelBuilder::new(context.id);
    let bytes_of = |chunk: &Chunk| data.get(chunk.data.clone()).unwrap_or_default();
    let find = |tag: &[u8; 4]| chunks.iter().find(|c| c.tag == *tag).map(bytes_of);
    let preprocessed = find(b"EPNT").is_some();
    // Facts last as long as the level: what an edit can change (raw or preprocessed, environment) is none.
    build.fact("data_version", i64::from(context.data_version));

    add_directory(&mut build, context);
    let saved = has_saved_state(chunks, data);
    let mixture = preprocessed && find(b"PNTS").is_some();
    for chunk in chunks {
        let reason = mixture.then_some(
            "the level holds both PNTS and EPNT: convert it to one kind before editing (Aleph One stops on it)",
        );
        add_chunk(&mut build, context, source, chunk, saved, reason);
    }
    if mixture {
        build.notice(Notice {
            severity: Severity::Warning,
            place: format!("level {}", context.id.0),
            message: "it holds both PNTS and EPNT, raw and preprocessed points; it is read-only until you convert it \
                      to one kind"
                .to_owned(),
        });
    }
    build.finish()
}

/// A level whose bytes are those of an earlier one: its directory entry alone. Edits of one would change both.
pub(crate) fn decode_shared(context: Context<'_>, first: usize) -> Level {
    let mut build = LevelBuilder::new(context.id);
    add_directory(&mut build, context);
    build.notice(Notice {
        severity: Severity::Warning,
        place: format!("level {}", context.id.0),
        message: format!("its bytes are those of level {first} and are shown there"),
    });
    build.finish()
}

fn add_directory(build: &mut LevelBuilder, context: Context<'_>) {
    if let Some((index, application)) = context.directory {
        let mut row = index.to_be_bytes().to_vec();
        let layout = if application.len() == LEVEL_DATA { 0 } else { DIRECTORY_INDEX_ONLY };
        if layout == 0 {
            row.extend_from_slice(application);
        }
        build.packed(&tables::DIRECTORIES, b"", layout, row.len(), &row);
    }
}

/// Whether the level carries the state of a game in progress. Empty chunks of these tags occur in
/// ordinary Marathon 1 levels and say nothing.
fn has_saved_state(chunks: &[Chunk], data: &[u8]) -> bool {
    chunks.iter().any(|c| {
        matches!(&c.tag, b"plyr" | b"dwol" | b"mobj" | b"mOns")
            && !data.get(c.data.clone()).unwrap_or_default().is_empty()
    })
}

fn add_chunk(
    build: &mut LevelBuilder,
    context: Context<'_>,
    source: &Source,
    chunk: &Chunk,
    saved: bool,
    reason: Option<&str>,
) {
    let (tag, bytes) = (chunk.tag, source.data_fork().get(chunk.data.clone()).unwrap_or_default());
    let lights = tag == *b"LITE";
    let found = lights.then(|| tags::lights_spec(i64::from(context.data_version), bytes.len(), saved)).flatten();
    let spec = found.unwrap_or_else(|| tags::spec_for(&tag));
    let place = || format!("level {}, chunk {}", context.id.0, tag_text(tag));
    let mut tail_notice = None;
    let mut opaque = reason.map(str::to_owned);
    let table: &mut Table = if std::ptr::eq(spec, &tables::TERMINALS) {
        match terminal::extents(bytes) {
            Ok(extents) => {
                opaque = opaque.or(Some("terminals can be looked at but not edited yet".to_owned()));
                build.nodes(spec, &tag, 0, |build, table| terminal::nodes(build, table, bytes, &extents))
            }
            Err(error) => {
                tail_notice = Some(format!("{error}; the chunk is kept as it is"));
                build.bytes(&tables::UNKNOWN, &tag, bytes)
            }
        }
    } else if let Some(schema) = spec.record {
        let layout = layout_for(schema, bytes.len());
        let stride = schema.size_in(layout) as usize;
        let rest = bytes.len().checked_rem(stride).unwrap_or(0);
        if rest != 0 {
            tail_notice = Some(format!(
                "its length of {} bytes is no multiple of {stride}; the last {rest} bytes are kept as they are",
                bytes.len()
            ));
        }
        let at = source.data_fork_at().saturating_add(chunk.data.start);
        build.packed_shared(spec, &tag, layout, stride, (source.shared(), at..at.saturating_add(bytes.len())))
    } else {
        build.bytes(spec, &tag, bytes)
    };
    table.opaque = opaque.map(Into::into);
    let rows = table.len();
    if rows > MOST_OF_A_KIND {
        let message = format!("{rows} rows; no index reaches beyond {MOST_OF_A_KIND}, so the rest are no objects");
        build.notice(Notice { severity: Severity::Warning, place: place(), message });
    }
    if let Some(message) = tail_notice {
        build.notice(Notice { severity: Severity::Warning, place: place(), message });
    }
}

/// The layout whose size the chunk is a multiple of, the usual one first.
fn layout_for(schema: &Schema, len: usize) -> u16 {
    let fits = |size: u32| size > 0 && len.is_multiple_of(size as usize);
    if fits(schema.size) {
        return 0;
    }
    schema.sizes.iter().find(|(_, size)| fits(*size)).map_or(0, |(layout, _)| *layout)
}

/// A chunk tag as text; bytes that are no letters in MacRoman are shown as such.
pub(crate) fn tag_text(tag: [u8; 4]) -> String {
    levelwright_model::record::text::Encoding::MacRoman.decode(&tag)
}
