//! Opening a Marathon file as a document.

use std::path::Path;
use std::sync::Arc;

use levelwright_model::document::{Document, Level, LevelBuilder, LevelId, LevelSource, Notice, OpenReport};
use levelwright_model::games::marathon::{MARATHON, tables};
use levelwright_model::record::text::Encoding;

use super::encode::{FlatOrigin, WadOrigin};
use super::flat::{FlatLevel, find_flat};
use super::level::{self, Context};
use super::recognise::WadKind;
use super::wad::{Chunk, LEVEL_DATA, Wad, WadError};
use crate::format::{Format, Guest, OpenError, Opened, Reading, Summary, notice};
use crate::source::{Source, Wrapper, siblings};

/// Marathon maps and whatever else its wads hold.
pub static FORMAT: Format = Format {
    game: "marathon",
    name: "Marathon map",
    reading: Reading::Bytes { recognise, open },
    guests,
    merge: Some(super::convert::merge),
    split: Some(super::convert::split),
    to_map: Some(super::convert::to_map),
    pack: None,
    exchange: None,
    sample: Some(super::sample::sample),
};

/// Whether it is a wad (the version field is small and the directory lies inside), or carries a flat
/// level. A broken wad is recognised too, so that its error is told.
fn recognise(source: &Source) -> bool {
    super::recognise::looks_like_wad(source) || matches!(find_flat(source.data_fork()), Ok(Some(_)))
}

/// The resource fork that unpackers and copiers leave beside a Mac file (`marathon.md` 1.4).
fn guests(path: &Path) -> Vec<Guest> {
    match siblings::find(path) {
        Ok(None) => Vec::new(),
        Ok(Some(found)) => vec![Guest { lines: resources(&found.source), path: found.path }],
        Err(error) => vec![Guest { path: path.to_owned(), lines: vec![error.to_string()] }],
    }
}

fn open(source: Arc<Source>) -> Result<Opened, OpenError> {
    if !super::recognise::looks_like_wad(&source)
        && let Ok(Some(flat)) = find_flat(source.data_fork())
    {
        return Ok(open_flat(source, flat));
    }
    let wad = Wad::read(source.data_fork()).map_err(container)?;
    let wad = Arc::new(wad);
    let mut notices: Vec<Notice> = source.problems().iter().map(notice).collect();
    notices.extend(wad.problems().iter().map(notice));
    let read_only = source.read_only().or(wad.read_only()).map(str::to_owned);
    let levels = Arc::new(WadLevels { source: source.clone(), wad: wad.clone() });
    let file = file_level(wad.header().raw());
    let summary = summary(&source, &wad);
    let document = Document::new(&MARATHON, levels, file, OpenReport { notices, read_only });
    Ok(Opened { document, origin: Arc::new(WadOrigin { source, wad }), summary })
}

pub(crate) fn container(error: WadError) -> OpenError {
    OpenError::Container { help: error.help().to_owned(), message: error.to_string() }
}

/// What belongs to the file as a whole: the wad header.
fn file_level(header: &[u8]) -> Level {
    let mut build = LevelBuilder::new(LevelId::FILE);
    build.packed(&tables::WADS, b"", 0, header.len(), header);
    build.finish()
}

fn summary(source: &Source, wad: &Wad) -> Summary {
    let header = wad.header();
    let mut facts = vec![
        ("content".to_owned(), WadKind::of(wad).name().to_owned()),
        ("wrapper".to_owned(), wrapper_name(source.wrapper()).to_owned()),
        ("wad version".to_owned(), header.version().to_string()),
        ("data version".to_owned(), data_version_name(header.data_version())),
        ("name".to_owned(), Encoding::MacRoman.decode(header.name())),
        ("checksum".to_owned(), format!("{:08x}", header.checksum())),
        ("parent checksum".to_owned(), format!("{:08x}", header.parent_checksum())),
        ("levels".to_owned(), wad.levels().len().to_string()),
    ];
    if !wad.tail().is_empty() {
        facts.push(("stale bytes at the end".to_owned(), wad.tail().len().to_string()));
    }
    Summary { format: FORMAT.name.to_owned(), facts, extras: resources(source) }
}

fn wrapper_name(wrapper: &Wrapper) -> &'static str {
    match wrapper {
        Wrapper::Plain => "none",
        Wrapper::MacBinary(_) => "MacBinary",
        Wrapper::AppleSingle(_) => "AppleSingle or AppleDouble",
        _ => "resource fork",
    }
}

fn data_version_name(version: i16) -> String {
    match version {
        0 => "0 (Marathon)".to_owned(),
        1 => "1 (Marathon 2)".to_owned(),
        2 => "2 (Marathon Infinity)".to_owned(),
        other => other.to_string(),
    }
}

fn resources(source: &Source) -> Vec<String> {
    super::recognise::resource_lines(source)
}

/// The levels of a wad.
#[derive(Debug)]
pub(crate) struct WadLevels {
    source: Arc<Source>,
    wad: Arc<Wad>,
}

/// The name in directory data, else in `Minf`, as bytes up to the NUL.
fn level_name(data: &[u8], application: &[u8], chunks: &[Chunk]) -> String {
    /// Name in 74-byte directory data, and in `Minf` (`marathon.md` 1.1, seed "Static Map Info").
    const IN_DIRECTORY: usize = 8;
    const IN_MINF: usize = 18;
    const LENGTH: usize = 66;
    let text = |bytes: &[u8], at: usize| {
        let field = bytes.get(at..(at + LENGTH).min(bytes.len())).unwrap_or_default();
        let end = field.iter().position(|b| *b == 0).unwrap_or(field.len());
        Encoding::MacRoman.decode(field.get(..end).unwrap_or_default())
    };
    if application.len() == LEVEL_DATA {
        return text(application, IN_DIRECTORY);
    }
    let minf = chunks.iter().find(|c| c.tag == *b"Minf").and_then(|c| data.get(c.data.clone()));
    minf.map(|m| text(m, IN_MINF)).unwrap_or_default()
}

impl LevelSource for WadLevels {
    fn len(&self) -> u32 {
        u32::try_from(self.wad.levels().len()).unwrap_or(0)
    }

    fn name(&self, level: LevelId) -> String {
        let data = self.source.data_fork();
        let Some(level) = self.wad.levels().get(level.0 as usize) else { return String::new() };
        let application = data.get(level.entry.application.clone()).unwrap_or_default();
        level_name(data, application, &level.chunks)
    }

    fn game_index(&self, level: LevelId) -> i64 {
        self.wad.levels().get(level.0 as usize).map_or(-1, |l| i64::from(l.entry.index))
    }

    fn lent(&self, sort: &str, number: i64) -> Option<bool> {
        if sort != "picture" {
            return None;
        }
        let resources = self.source.resources().resources.iter().filter(|r| r.kind == *b"PICT");
        let mut pictures: Vec<i64> = resources.map(|r| i64::from(r.id)).collect();
        // Entries that hold a picture have its number as their index (`marathon.md` 1.1).
        let picture = |c: &Chunk| matches!(&c.tag, b"PICT" | b"pict");
        let entries = self.wad.levels().iter().filter(|l| l.chunks.iter().any(picture));
        pictures.extend(entries.map(|l| i64::from(l.entry.index)));
        (!pictures.is_empty()).then(|| pictures.contains(&number))
    }

    fn decode(&self, id: LevelId) -> Level {
        let data = self.source.data_fork();
        let Some(level) = self.wad.levels().get(id.0 as usize) else { return LevelBuilder::new(id).finish() };
        let application = data.get(level.entry.application.clone()).unwrap_or_default();
        let header = self.wad.header();
        let context = Context {
            id,
            data_version: header.data_version(),
            // Versions 0 and 1 store no index: a level is found by its place.
            directory: (header.version() >= 2).then_some((level.entry.index, application)),
        };
        if let Some(first) = level.same_as {
            // Decoded once: a small file may name one large level many thousand times.
            return level::decode_shared(context, first);
        }
        level::decode(context, &self.source, &level.chunks)
    }
}

fn open_flat(source: Arc<Source>, flat: FlatLevel) -> Opened {
    let flat = Arc::new(flat);
    let mut notices: Vec<Notice> = source.problems().iter().map(notice).collect();
    notices.extend(flat.problems.iter().map(notice));
    let file = file_level(flat.header.raw());
    let facts = vec![
        ("content".to_owned(), "one level in Aleph One's flat form, inside a film or saved game".to_owned()),
        ("wrapper".to_owned(), wrapper_name(source.wrapper()).to_owned()),
        ("found at byte".to_owned(), flat.range.start.to_string()),
        ("wad version".to_owned(), flat.header.version().to_string()),
        ("data version".to_owned(), data_version_name(flat.header.data_version())),
        ("name".to_owned(), Encoding::MacRoman.decode(flat.header.name())),
        ("parent checksum".to_owned(), format!("{:08x}", flat.header.parent_checksum())),
    ];
    let summary = Summary { format: FORMAT.name.to_owned(), facts, extras: resources(&source) };
    let levels = Arc::new(FlatLevels { source: source.clone(), flat: flat.clone() });
    let document = Document::new(&MARATHON, levels, file, OpenReport { notices, read_only: None });
    Opened { document, origin: Arc::new(FlatOrigin { source, flat }), summary }
}

/// The one level of the flat form.
#[derive(Debug)]
struct FlatLevels {
    source: Arc<Source>,
    flat: Arc<FlatLevel>,
}

impl LevelSource for FlatLevels {
    fn len(&self) -> u32 {
        1
    }

    fn name(&self, _: LevelId) -> String {
        level_name(self.source.data_fork(), &[], &self.flat.chunks)
    }

    fn game_index(&self, _: LevelId) -> i64 {
        0
    }

    fn decode(&self, id: LevelId) -> Level {
        let header = &self.flat.header;
        // Its place in the map that saving makes of it: the only level.
        let directory = Some((0, [].as_slice()));
        let context = Context { id, data_version: header.data_version(), directory };
        level::decode(context, &self.source, &self.flat.chunks)
    }
}
