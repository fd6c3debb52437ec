//! Opening a level's files as a document: the `.dat` with the payloads beside it.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use levelwright_model::document::{
    Document, Level, LevelBuilder, LevelId, LevelSource, NodeList, Notice, OpenReport, Severity,
};
use levelwright_model::games::oni::chunk::{self, EMPTY, ObjectType, TYPES};
use levelwright_model::games::oni::environment::Environment;
use levelwright_model::games::oni::{ONI, tables};

use super::environment::{Payloads, Reader, environment, textures_elsewhere};
use super::guest;
use super::instance::{InstanceError, InstanceFile, LevelName, Platform, Version, file_id, header};
use super::lists::{self, List};
use super::origin::LevelOrigin;
use super::scripts::{self, ScriptFile};
use super::write::payload_ending;
use crate::format::{FileSet, Format, Location, OpenError, Opened, Reading, SetFile, Summary, notice};
use crate::save::disk::Disk;
use crate::save::fingerprint::{Fingerprint, read_range};

/// Levels of Oni: `.dat` with `.raw` and `.sep`.
pub static FORMAT: Format = Format {
    game: "oni",
    name: "Oni level",
    reading: Reading::Place { recognise, open },
    guests: guest::guests,
    merge: None,
    split: None,
    to_map: None,
    pack: None,
    exchange: Some(&super::EXCHANGE),
    sample: Some(super::sample::sample),
};

/// Endings of the files beside a `.dat`.
const COMPANIONS: [&str; 2] = ["raw", "sep"];

pub(crate) fn broken(error: &InstanceError) -> OpenError {
    OpenError::Container { message: error.to_string(), help: error.help().to_owned() }
}

/// A file beside another with its own ending, in the spelling that is there.
pub(crate) fn beside(disk: &dyn Disk, path: &Path, ending: &str) -> Option<PathBuf> {
    let spellings = [ending.to_owned(), ending.to_ascii_uppercase()];
    spellings.iter().map(|e| path.with_extension(e)).find(|p| disk.metadata(p).is_ok())
}

/// The `.dat` that a file belongs to: itself, or the one beside a companion.
fn main_of(at: &Location) -> Option<Location> {
    let is_level = |at: &Location| header::looks_like(&at.head(header::HEADER)) == Some(Version::Level);
    let ending = at.path().extension().map(|e| e.to_string_lossy().to_ascii_lowercase()).unwrap_or_default();
    if COMPANIONS.contains(&ending.as_str()) {
        let main = at.other(&beside(at.disk().as_ref(), at.path(), "dat")?);
        return is_level(&main).then_some(main);
    }
    is_level(at).then(|| at.clone())
}

fn recognise(at: &Location) -> bool {
    main_of(at).is_some()
}

/// A list with its payload, or why that cannot be had.
pub(crate) type Loaded = (List, Result<Arc<[u8]>, String>);

fn open(at: &Location) -> Result<Opened, OpenError> {
    let Some(main) = main_of(at) else {
        return Err(OpenError::NotALevel("no .dat of an Oni level lies beside it".to_owned()));
    };
    let dat = main.read()?;
    let file = InstanceFile::read(&dat).map_err(|e| broken(&e))?;
    let ending = payload_ending(file.header.platform());
    let payloads = beside(main.disk().as_ref(), main.path(), ending);
    let expected = payloads.clone().unwrap_or_else(|| main.path().with_extension(ending));
    let len = payloads.as_ref().and_then(|p| main.disk().metadata(p).ok()).map_or(0, |m| m.len);
    let found = lists::lists(&file, &dat);
    let mut loaded: Vec<Loaded> = Vec::with_capacity(found.len());
    for list in found {
        let payload = match &payloads {
            Some(path) => load(&main, path, len, &list),
            None => Err(format!("{} is not there", file_name(&expected))),
        };
        loaded.push((list, payload));
    }
    let missing = payloads.is_none() && !loaded.is_empty();
    let read_only = missing.then(|| missing_companion(&expected, file.header.platform()));
    let mut notices: Vec<Notice> = file.problems.iter().map(notice).collect();
    for (list, payload) in &loaded {
        if let (Err(reason), false) = (payload, missing) {
            let message = format!("{reason}; the list is kept and cannot be edited");
            notices.push(Notice { severity: Severity::Error, place: file.label(&dat, list.instance), message });
        }
    }
    if let Some(reason) = &read_only {
        notices.push(Notice { severity: Severity::Error, place: file_name(&expected), message: reason.clone() });
    }
    notices.extend(name_notice(&main, &file, &dat));
    let named = level_name(&file, &dat);
    let scripts: Arc<[ScriptFile]> = scripts::load(&main, named.as_deref(), &mut notices).into();
    let mut others = companions(&main, &loaded, &expected)?;
    let mut facts = facts(&main, &file, &dat, &others);
    if !scripts.is_empty() {
        facts.push(("scripts".to_owned(), scripts.len().to_string()));
    }
    others.extend(scripts::set(&scripts));
    let summary = Summary { format: FORMAT.name.to_owned(), facts, extras: extras(&file) };
    let loaded: Arc<[Loaded]> = loaded.into();
    let reader = Reader::new(&file, &dat, reading(&main, payloads.as_deref(), len), len);
    let shared = guest::level_0(&main, &textures_elsewhere(&file, &dat));
    let environment = Arc::new(environment(reader, shared));
    let name = named.unwrap_or_else(|| stem(&main));
    let game_index = file.file_id(&dat).map_or(-1, |id| i64::from(file_id::level_of(id)));
    let source = Arc::new(OneLevel {
        name,
        game_index,
        lists: loaded.clone(),
        lacking: true,
        environment,
        scripts: scripts.clone(),
    });
    let document =
        Document::new(&ONI, source, LevelBuilder::new(LevelId::FILE).finish(), OpenReport { notices, read_only });
    let set = FileSet { at: main, others };
    let origin = LevelOrigin { dat, file, lists: loaded, set, payloads: expected, payload_len: len, scripts };
    Ok(Opened { document, origin: Arc::new(origin), summary })
}

/// What reads the payloads beside a file, and how long they are.
pub(crate) fn payloads_of(main: &Location, platform: Platform) -> (Payloads, u64) {
    let path = beside(main.disk().as_ref(), main.path(), payload_ending(platform));
    let len = path.as_ref().and_then(|p| main.disk().metadata(p).ok()).map_or(0, |m| m.len);
    (reading(main, path.as_deref(), len), len)
}

/// What reads parts of the payloads, as long as the level is shown. `len` is how long they were when it was opened.
fn reading(main: &Location, payloads: Option<&Path>, len: u64) -> Payloads {
    let from = payloads.map(|path| main.other(path));
    Arc::new(move |range| {
        let from = from.as_ref().filter(|_| range.end <= len)?;
        read_range(from.disk().as_ref(), from.path(), &range, len).ok()
    })
}

fn load(main: &Location, path: &Path, len: u64, list: &List) -> Result<Arc<[u8]>, String> {
    let name = file_name(path);
    let range = &list.payload;
    if range.end > len {
        return Err(format!(
            "its payload at byte {} of {} bytes does not lie in {name}, which has {len} bytes",
            range.start,
            range.end - range.start,
        ));
    }
    read_range(main.disk().as_ref(), path, range, len)
        .map(Into::into)
        .map_err(|e| format!("{name} cannot be read: {e}"))
}

fn missing_companion(path: &Path, platform: Platform) -> String {
    let what = match platform {
        Platform::Windows => "the game for Windows keeps the objects there",
        Platform::Mac => "the Mac game and the demo keep the objects there",
    };
    format!(
        "{} does not lie beside the .dat: {what}. Put it there and open the level again; until then its environment, names \
         and scripts can be looked at",
        file_name(path)
    )
}

/// The file id only fits one file name; a renamed file is not loaded by the game.
fn name_notice(main: &Location, file: &InstanceFile, dat: &[u8]) -> Option<Notice> {
    let id = file.file_id(dat)?;
    let name = LevelName::parse(&stem(main));
    let message = match name {
        Some(name) if name.file_id() == id => return None,
        Some(name) => format!(
            "its instances carry the file id {id:#010X}, its name asks for {:#010X}: the game loads it only under the name \
             it was made for. Saving it under another name writes the right ids",
            name.file_id()
        ),
        None => "the game only loads files called like level1_Final.dat".to_owned(),
    };
    Some(Notice { severity: Severity::Warning, place: file_name(main.path()), message })
}

fn companions(main: &Location, loaded: &[Loaded], payloads: &Path) -> Result<Vec<SetFile>, OpenError> {
    let mut out = Vec::new();
    for ending in COMPANIONS {
        let Some(path) = beside(main.disk().as_ref(), main.path(), ending) else { continue };
        // Sizes of tens of megabytes are usual: length, time and the lists' heads tell of changes by others.
        let mut watch: Vec<std::ops::Range<u64>> = std::iter::once(0..32).collect();
        if path == payloads {
            watch.extend(loaded.iter().map(|(list, _)| list.payload.start..list.payload.start + 12));
        }
        let seen = Fingerprint::take(main.disk().as_ref(), &path, &watch);
        let seen = seen.map_err(|reason| main.other(&path).unreadable(reason))?;
        out.push(SetFile { path, seen, watch });
    }
    Ok(out)
}

pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn stem(main: &Location) -> String {
    main.path().file_stem().unwrap_or_default().to_string_lossy().into_owned()
}

/// The name in the level's ONLV instance, which is also that of its folder of scripts (`oni.md` 3.1).
pub(crate) fn level_name(file: &InstanceFile, bytes: &[u8]) -> Option<String> {
    let data = file.data(bytes, file.of(b"ONLV").next()?)?;
    let name = data.get(..64)?;
    let end = name.iter().position(|b| *b == 0).unwrap_or(name.len());
    let name: String = name.get(..end)?.iter().map(|b| char::from(*b)).collect();
    (!name.is_empty()).then_some(name)
}

fn facts(main: &Location, file: &InstanceFile, dat: &[u8], others: &[SetFile]) -> Vec<(String, String)> {
    let platform = match file.header.checksum {
        header::WINDOWS => "Windows",
        header::MAC => "Mac or Windows demo",
        _ => "unknown, read like the Mac's",
    };
    let mut facts = vec![
        ("release".to_owned(), platform.to_owned()),
        ("template checksum".to_owned(), format!("{:#018X}", file.header.checksum)),
        ("instances".to_owned(), file.instances.len().to_string()),
        ("names".to_owned(), file.names.len().to_string()),
        ("templates".to_owned(), file.templates.len().to_string()),
    ];
    if let Some(id) = file.file_id(dat) {
        facts.push(("file id".to_owned(), format!("{id:#010X} (level {})", file_id::level_of(id))));
    }
    facts.extend(level_name(file, dat).map(|name| ("name".to_owned(), name)));
    let names: Vec<String> = others.iter().map(|f| file_name(&f.path)).collect();
    let beside = if names.is_empty() { "nothing".to_owned() } else { names.join(", ") };
    facts.push(("files".to_owned(), format!("{}, beside it {beside}", file_name(main.path()))));
    facts
}

/// What else the file holds, by template.
pub(crate) fn extras(file: &InstanceFile) -> Vec<String> {
    let mut counts = std::collections::BTreeMap::new();
    file.instances.iter().for_each(|i| *counts.entry(i.tag).or_insert(0usize) += 1);
    let line = |(tag, count): (super::instance::Tag, usize)| format!("{count} {}", super::instance::tag_text(tag));
    counts.into_iter().map(line).collect()
}

/// The tables of a level in their order, with the list that each is decoded from. Types have a fixed order, so that a
/// list that is added does not move the others; a file with two lists of one type has the second at the end.
pub(crate) fn order(lists: &[Loaded], lacking: bool) -> Vec<(&'static ObjectType, Option<usize>)> {
    let of_type = |of: &'static ObjectType| {
        let own = lists.iter().enumerate().filter(move |(_, (list, _))| std::ptr::eq(list.of, of));
        own.map(|(at, _)| at)
    };
    let firsts = TYPES.iter().map(|of| (of, of_type(of).next())).filter(|(_, list)| list.is_some() || lacking);
    let others = TYPES.iter().flat_map(|of| of_type(of).skip(1).map(move |at| (of, Some(at))));
    firsts.chain(others).collect()
}

/// The level of an instance file.
#[derive(Debug)]
pub(crate) struct OneLevel {
    pub(crate) name: String,
    pub(crate) game_index: i64,
    pub(crate) lists: Arc<[Loaded]>,
    /// Whether the level has an empty table for each list that the file lacks: it can be added.
    pub(crate) lacking: bool,
    /// What lies around the objects.
    pub(crate) environment: Arc<Environment>,
    /// Its scripts.
    pub(crate) scripts: Arc<[ScriptFile]>,
}

impl LevelSource for OneLevel {
    fn len(&self) -> u32 {
        1
    }

    fn name(&self, _: LevelId) -> String {
        self.name.clone()
    }

    fn game_index(&self, _: LevelId) -> i64 {
        self.game_index
    }

    fn decode(&self, id: LevelId) -> Level {
        let mut build = LevelBuilder::new(id);
        build.surroundings(self.environment.clone());
        for (of, list) in order(&self.lists, self.lacking) {
            match list.and_then(|at| self.lists.get(at)).map(|(_, payload)| payload) {
                Some(Ok(bytes)) => chunk::decode(&mut build, of, bytes),
                Some(Err(reason)) => {
                    let tag = of.list_name();
                    let table = build.nodes(of.table, tag.as_bytes(), 0, |_, _| NodeList::default());
                    table.opaque = Some(reason.as_str().into());
                }
                None => chunk::decode(&mut build, of, &EMPTY),
            }
        }
        let markers = self.environment.marker_rows();
        if !markers.is_empty() {
            let spec = &tables::MARKERS;
            let table = build.packed(spec, b"AGQG", 0, spec.record.map_or(8, |r| r.size as usize), &markers);
            table.opaque = Some("the environment can be looked at, not edited".into());
        }
        scripts::add(&mut build, &self.scripts);
        build.finish()
    }
}
