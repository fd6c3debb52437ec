//! Opening a resource file as a document: an archive or save with its levels, or a file of other resources.

use std::path::Path;
use std::sync::{Arc, OnceLock};

use levelwright_model::document::{Document, Level, LevelBuilder, LevelId, LevelSource, Notice, OpenReport, TableSpec};
use levelwright_model::games::shock::resources::{
    COOKIE_ID, PLAYER_ID, SCHEDULE_HEAD_ID, SCHEDULE_ID, TITLE_ID, of_level, tag,
};
use levelwright_model::games::shock::{SHOCK, tables};
use levelwright_model::record::text::Encoding;

use super::archive::{self, LevelEntry};
use super::encode::ArchiveOrigin;
use super::lent::Lent;
use super::level;
use super::res::{ResError, ResFile, Resource, blocks, unpacked};
use super::texts;
use crate::format::{Format, OpenError, Opened, Reading, Summary, notice};
use crate::source::Source;

/// Archives, saves, and other resource files of the game.
pub static FORMAT: Format = Format {
    game: "shock",
    name: "System Shock archive",
    reading: Reading::Bytes { recognise: |source| ResFile::recognise(source.bytes()), open },
    guests: |path| Lent::beside(path).guests,
    merge: None,
    split: None,
    to_map: None,
    pack: Some(super::pack::pack),
    exchange: None,
    sample: Some(super::sample::sample),
};

fn container(error: ResError) -> OpenError {
    OpenError::Container { help: error.help().to_owned(), message: error.to_string() }
}

fn open(source: Arc<Source>) -> Result<Opened, OpenError> {
    let data = source.bytes();
    let res = ResFile::read(data).map_err(container)?;
    let levels = archive::levels(&res, data).map_err(container)?;
    if levels.is_empty() {
        check_all(&res, data).map_err(container)?;
    }
    let notices: Vec<Notice> = res.problems().iter().map(notice).collect();
    let file = file_level(&res, data, levels.is_empty());
    let summary = summary(&res, data, &levels);
    let (res, levels) = (Arc::new(res), Arc::new(levels));
    let origin = ArchiveOrigin { source: source.clone(), res: res.clone(), levels: levels.clone() };
    let read_only = origin.container_difference().map(|d| format!("it could not be written back as it is: {d}"));
    let archive = Arc::new(ArchiveLevels { source, res, levels, lent: OnceLock::new() });
    let document = Document::new(&SHOCK, archive, file, OpenReport { notices, read_only });
    Ok(Opened { document, origin: Arc::new(origin), summary })
}

/// Unpacks every resource of a file that is no archive: nothing else would look at them.
fn check_all(res: &ResFile, data: &[u8]) -> Result<(), ResError> {
    for resource in res.resources() {
        let bytes = unpacked(data, resource)?;
        if resource.is_compound() {
            blocks(resource.id, &bytes)?;
        }
    }
    Ok(())
}

/// What becomes of a resource that belongs to the file as a whole, with the layout of its record.
fn file_table(resource: &Resource) -> Option<(&'static TableSpec, u16)> {
    let spec = match resource.id {
        TITLE_ID => &tables::TITLES,
        PLAYER_ID => &tables::PLAYERS,
        COOKIE_ID => &tables::COOKIES,
        SCHEDULE_HEAD_ID => &tables::GAME_SCHEDULE_HEAD,
        SCHEDULE_ID => &tables::GAME_SCHEDULE,
        _ => return None,
    };
    let schema = spec.record?;
    let size = resource.size;
    if resource.id == TITLE_ID {
        // As long as the file has it, but for a title of no bytes, which could not be one row.
        return (size > 0).then_some((spec, 0));
    }
    if resource.id == SCHEDULE_ID {
        return size.is_multiple_of(schema.size).then_some((spec, 0));
    }
    let layout = if size == schema.size { Some(0) } else { schema.sizes.iter().find(|(_, s)| *s == size).map(|s| s.0) };
    Some((spec, layout?))
}

/// What belongs to the file as a whole.
fn file_level(res: &ResFile, data: &[u8], only_resources: bool) -> Level {
    /// Where the directory's entries begin, and their size (1.2).
    const ENTRIES: usize = 6;
    const ENTRY: usize = 10;
    let mut build = LevelBuilder::new(LevelId::FILE);
    if only_resources {
        let entries = data.get(res.directory() + ENTRIES..res.end()).unwrap_or_default();
        build.packed(&tables::RESOURCES, b"", 0, ENTRY, entries);
        for (at, resource) in res.resources().iter().enumerate() {
            if res.position(resource.id) == Some(at) {
                texts::decode(&mut build, resource, data);
            }
        }
        return build.finish();
    }
    for (at, resource) in res.resources().iter().enumerate() {
        let first = res.position(resource.id) == Some(at);
        if resource.id == 0 || !first || of_level(resource.id).is_some() {
            continue;
        }
        let tag = tag(resource.id);
        let Some((spec, layout)) = file_table(resource) else {
            // Kept as it is stored: unpacking it would be in vain.
            let stored = data.get(resource.range()).unwrap_or_default();
            let table = build.bytes(&tables::UNKNOWN, &tag, stored);
            table.opaque = Some("nothing is known of this resource; it is kept as it is".into());
            continue;
        };
        match unpacked(data, resource) {
            Ok(bytes) => {
                let size = spec.record.map_or(1, |schema| schema.size_in(layout)) as usize;
                let stride = if size == 0 { bytes.len() } else { size };
                build.packed(spec, &tag, layout, stride, &bytes);
            }
            Err(error) => level::unreadable(&mut build, resource, data, &error.to_string()),
        }
    }
    build.finish()
}

fn summary(res: &ResFile, data: &[u8], levels: &[LevelEntry]) -> Summary {
    let text = |id: u16| {
        let bytes = res.get(id).and_then(|r| unpacked(data, r).ok());
        bytes.map(|bytes| {
            let end = bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len());
            Encoding::Cp437.decode(bytes.get(..end).unwrap_or_default())
        })
    };
    let erased = res.resources().iter().filter(|r| r.id == 0).count();
    let packed = res.resources().iter().filter(|r| r.is_packed()).count();
    let content = match (levels.is_empty(), res.get(COOKIE_ID).is_some()) {
        (true, _) => "resources without a level",
        (false, true) => "saved game",
        (false, false) => "archive",
    };
    let mut facts = vec![("content".to_owned(), content.to_owned())];
    let changed = archive::touched(res);
    if levels.is_empty() && !changed.is_empty() {
        let numbers: Vec<String> = changed.iter().map(u16::to_string).collect();
        facts.push(("changes of levels, without the rest of them".to_owned(), numbers.join(", ")));
    }
    if let (false, Some(title)) = (levels.is_empty(), text(TITLE_ID)) {
        facts.push(("title".to_owned(), title));
    }
    let comment = Encoding::Cp437.decode(ResFile::comment(data));
    if !comment.is_empty() {
        facts.push(("comment".to_owned(), comment));
    }
    facts.push(("resources".to_owned(), res.resources().len().to_string()));
    facts.push(("packed".to_owned(), packed.to_string()));
    if erased > 0 {
        facts.push(("erased slots".to_owned(), erased.to_string()));
    }
    if !levels.is_empty() {
        let mut versions: Vec<&str> = levels.iter().map(|l| if l.layout == 0 { "11" } else { "12" }).collect();
        versions.dedup();
        facts.push(("map version".to_owned(), versions.join(", ")));
    }
    let behind = data.len().saturating_sub(res.end());
    if behind > 0 {
        facts.push(("bytes behind the directory".to_owned(), behind.to_string()));
    }
    Summary { format: FORMAT.name.to_owned(), facts, extras: Vec::new() }
}

/// The levels of an archive.
#[derive(Debug)]
struct ArchiveLevels {
    source: Arc<Source>,
    res: Arc<ResFile>,
    levels: Arc<Vec<LevelEntry>>,
    /// What the game's folder lends, once it is known where the file lies.
    lent: OnceLock<Lent>,
}

impl LevelSource for ArchiveLevels {
    fn len(&self) -> u32 {
        u32::try_from(self.levels.len()).unwrap_or(0)
    }

    fn name(&self, level: LevelId) -> String {
        self.levels.get(level.0 as usize).map_or_else(String::new, |l| archive::level_name(l.number))
    }

    fn game_index(&self, level: LevelId) -> i64 {
        self.levels.get(level.0 as usize).map_or(-1, |l| i64::from(l.number))
    }

    fn lies_at(&self, path: &Path) {
        self.lent.get_or_init(|| Lent::beside(path));
    }

    fn decode(&self, id: LevelId) -> Level {
        match self.levels.get(id.0 as usize) {
            Some(entry) => level::decode(id, entry, &self.res, self.source.bytes(), self.lent.get()),
            None => LevelBuilder::new(id).finish(),
        }
    }
}
