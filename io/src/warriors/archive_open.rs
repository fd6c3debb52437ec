//! Opening the archive: its levels as one document over the entries that hold their lists and scripts (`warriors.md` 1.0).
//!
//! Lists and scripts are read when the archive is opened, because they are written over later; meshes, which are large and
//! never written, when their level is looked at.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use levelwright_model::document::{
    Document, Level, LevelBuilder, LevelId, LevelSource, Node, Notice, OpenReport, Severity,
};
use levelwright_model::games::warriors::names::LEVELS;
use levelwright_model::games::warriors::records::calls;
use levelwright_model::games::warriors::script::Argument;
use levelwright_model::games::warriors::script::assemble::{Expression, Statement};
use levelwright_model::games::warriors::script::text::pieces;
use levelwright_model::games::warriors::{WARRIORS, tables};
use levelwright_model::record::Schema;
use levelwright_model::record::text::Encoding;

use super::Fault;
use super::archive::{self, Change, Directory};
use super::chunk::Chunk;
use super::lent;
use super::open::{CONFIGURATION, container, file_name, names_of};
use super::part::{self, Part, Sort};
use crate::format::{
    Beside, Difference, EncodeError, Encoded, FileSet, Format, Location, OpenError, Opened, Origin, Reading, SetFile,
    Summary, notice,
};
use crate::save::fingerprint::Fingerprint;
use crate::save::writes::{Patch, Writes};

/// `WARRIORS.DIR` with `WARRIORS.WAD`.
pub static ARCHIVE: Format = Format {
    game: "warriors",
    name: "Warriors archive",
    reading: Reading::Place { recognise: |at| pair(at).is_some(), open },
    guests: |_| Vec::new(),
    merge: None,
    split: None,
    to_map: None,
    pack: None,
    exchange: None,
    sample: None,
};

/// The directory and the WAD that belong together, whichever is given.
fn pair(at: &Location) -> Option<(Location, PathBuf)> {
    let beside = |ending: &str| {
        let spellings = [ending.to_ascii_uppercase(), ending.to_owned()];
        spellings.iter().map(|e| at.path().with_extension(e)).find(|path| at.disk().metadata(path).is_ok())
    };
    let ending = at.path().extension()?.to_str()?.to_ascii_lowercase();
    if !matches!(ending.as_str(), "dir" | "wad") {
        return None;
    }
    let (dir, wad) = (beside("dir")?, beside("wad")?);
    let dir = at.other(&dir);
    let len = at.disk().metadata(dir.path()).ok()?.len;
    // A directory of a million entries would have 12 MB.
    (len < 16 << 20 && archive::recognise(&dir.read().ok()?)).then_some((dir, wad))
}

/// A level's entries: the file's name, the entry, its content.
#[derive(Debug)]
struct Inside {
    name: String,
    number: i64,
    entries: Vec<usize>,
    parts: Arc<[Part]>,
    /// The entry of its mesh.
    lev: Option<(String, usize)>,
}

fn open(at: &Location) -> Result<Opened, OpenError> {
    let (dir, wad) = pair(at).ok_or_else(|| OpenError::NotALevel("its DIR or its WAD is missing".to_owned()))?;
    let wad = dir.other(&wad);
    let meta = wad.disk().metadata(wad.path()).map_err(|reason| wad.unreadable(reason))?;
    let directory = Directory::read(dir.read()?, meta.len).map_err(container)?;
    let mut notices: Vec<Notice> = directory.problems().iter().map(notice).collect();
    let read = |name: &str, entry: usize| -> Result<Part, OpenError> {
        let range = directory.entries().get(entry).map_or(0..0, archive::Entry::range);
        let len = usize::try_from(range.end - range.start).unwrap_or(usize::MAX);
        let bytes = wad.disk().read_at(wad.path(), range.start, len).map_err(|reason| wad.unreadable(reason))?;
        Ok(Part::new(name, bytes))
    };
    let mut levels = Vec::new();
    let inside = |name: String, number: i64, files: Vec<String>, lev: Option<String>| -> Result<_, OpenError> {
        let found: Vec<(String, usize)> =
            files.into_iter().filter_map(|file| directory.find(&file).map(|entry| (file, entry))).collect();
        let parts = found.iter().map(|(file, entry)| read(file, *entry)).collect::<Result<Vec<_>, _>>()?;
        let lev = lev.and_then(|file| directory.find(&file).map(|entry| (file, entry)));
        let entries = found.into_iter().map(|(_, entry)| entry).collect();
        Ok(Inside { name, number, entries, parts: parts.into(), lev })
    };
    for number in LEVELS {
        let name = format!("level{number}");
        let level = inside(name.clone(), i64::from(*number), names_of(&name), Some(format!("{name}.lev")))?;
        if !level.parts.is_empty() {
            levels.push(level);
        }
    }
    let shared = inside("configuration".to_owned(), -1, CONFIGURATION.map(str::to_owned).to_vec(), None)?;
    let lent = lent_types(&shared.parts);
    if !shared.parts.is_empty() {
        levels.push(shared);
    }
    let named: usize = levels.iter().map(|level| level.parts.len() + usize::from(level.lev.is_some())).sum();
    if levels.is_empty() {
        let message = "the archive holds no list and no script of a level that is known by name";
        let message = message.to_owned();
        notices.push(Notice { severity: Severity::Warning, place: file_name(dir.path()), message });
    }
    let facts = vec![
        ("entries".to_owned(), directory.entries().len().to_string()),
        ("entries known by name".to_owned(), named.to_string()),
        ("WAD".to_owned(), format!("{} bytes, never read whole", meta.len)),
    ];
    let extras = slack(&directory, &levels);
    let summary = Summary { format: ARCHIVE.name.to_owned(), facts, extras };
    let watch: Vec<std::ops::Range<u64>> = watch(&directory, &levels);
    let seen = Fingerprint::take(wad.disk().as_ref(), wad.path(), &watch).map_err(|reason| wad.unreadable(reason))?;
    let others = vec![SetFile { path: wad.path().to_owned(), seen, watch }];
    let levels = Arc::new(Levels { levels, lent, wad: wad.clone(), directory: directory.clone() });
    let file = LevelBuilder::new(LevelId::FILE).finish();
    let report = OpenReport { notices, read_only: None };
    let document = Document::new(&WARRIORS, levels.clone(), file, report);
    let set = FileSet { at: dir, others };
    let origin = ArchiveOrigin { levels, directory, set, wad, wad_len: meta.len, grow: AtomicBool::new(false) };
    Ok(Opened { document, origin: Arc::new(origin), summary })
}

/// Where the entries that may be written begin: by these bytes changes of other programs are noticed.
fn watch(directory: &Directory, levels: &[Inside]) -> Vec<std::ops::Range<u64>> {
    /// Enough to tell an entry by.
    const HEAD: u64 = 64;
    let entries = levels.iter().flat_map(|level| &level.entries).filter_map(|at| directory.entries().get(*at));
    let mut out: Vec<_> = entries.map(|e| e.range().start..e.range().end.min(e.range().start + HEAD)).collect();
    out.sort_by_key(|range| range.start);
    out.dedup();
    // Nothing to watch would mean to read all of it.
    if out.is_empty() {
        out.push(0..HEAD);
    }
    out
}

/// How much room each entry has to grow where it stands.
fn slack(directory: &Directory, levels: &[Inside]) -> Vec<String> {
    let line = |(entry, part): (&usize, &Part)| {
        if directory.is_shared(*entry) {
            let len = part.bytes.len();
            return format!("{}: {len} bytes that another entry has too, so that it is not written to", part.name);
        }
        let room = directory.room(*entry);
        let spare = room.saturating_sub(part.bytes.len() as u64);
        format!("{}: {} bytes, {spare} to spare before it would have to move", part.name, part.bytes.len())
    };
    levels.iter().flat_map(|level| level.entries.iter().zip(level.parts.iter()).map(line)).collect()
}

/// A file's name and calls of it as text.
type Lent = (String, Vec<(&'static Schema, Vec<u8>)>);

/// The types and glass of the configuration as text calls, for levels that only read them.
fn lent_types(parts: &[Part]) -> Vec<Lent> {
    let lends =
        |schema: &'static Schema| std::ptr::eq(schema, &calls::OBJECT_TYPE) || std::ptr::eq(schema, &calls::GLASS_TYPE);
    let of = |part: &Part| -> Vec<(&'static Schema, Vec<u8>)> {
        match part.sort {
            Some(Sort::Text) => {
                let calls = pieces(&part.bytes).0.into_iter().filter_map(|piece| Some((piece.call?, piece.span)));
                let lent = calls.filter(|(schema, _)| lends(schema));
                lent.filter_map(|(schema, span)| Some((schema, part.bytes.get(span)?.to_vec()))).collect()
            }
            Some(Sort::Chunk) => {
                let Ok(chunk) = Chunk::read(&part.bytes) else { return Vec::new() };
                let followed = chunk.followed();
                let calls = followed.iter().flat_map(|f| &f.calls);
                let lent = calls.filter_map(|call| Some((calls::schema_of(&call.name)?, call)));
                let text = |schema: &'static Schema, arguments: &[Argument<_>]| {
                    let call = calls::call_of(schema).unwrap_or_default();
                    // What is worked out is no plain value in the text either: in brackets nothing is.
                    let computed = || Expression::Symbols(vec!["(computed)".to_owned()]);
                    let said = |argument| Expression::of(argument).unwrap_or_else(computed);
                    let arguments = arguments.iter().map(said).collect();
                    Statement { call, arguments, result: None }.text()
                };
                let lent = lent.filter(|(schema, _)| lends(schema));
                let bytes = |text: String| Encoding::Latin1.encode("call", &text).unwrap_or_default();
                lent.map(|(schema, call)| (schema, bytes(text(schema, &call.arguments)))).collect()
            }
            _ => Vec::new(),
        }
    };
    parts.iter().map(|part| (part.name.clone(), of(part))).filter(|(_, calls)| !calls.is_empty()).collect()
}

/// The levels of an archive, the last one its configuration.
#[derive(Debug)]
struct Levels {
    levels: Vec<Inside>,
    lent: Vec<Lent>,
    wad: Location,
    directory: Directory,
}

impl Levels {
    fn get(&self, id: LevelId) -> Option<&Inside> {
        self.levels.get(id.0 as usize)
    }
}

impl LevelSource for Levels {
    fn len(&self) -> u32 {
        u32::try_from(self.levels.len()).unwrap_or(0)
    }

    fn name(&self, level: LevelId) -> String {
        self.get(level).map_or_else(String::new, |level| level.name.clone())
    }

    fn game_index(&self, level: LevelId) -> i64 {
        self.get(level).map_or(-1, |level| level.number)
    }

    fn decode(&self, id: LevelId) -> Level {
        let mut build = LevelBuilder::new(id);
        let Some(level) = self.get(id) else { return build.finish() };
        part::decode(&mut build, level.parts.iter());
        if level.number < 0 {
            return build.finish();
        }
        for (name, calls) in &self.lent {
            let table = build.nodes(&tables::LENT, name.as_bytes(), 0, |build, table| {
                let node = |(schema, text): &(&'static Schema, Vec<u8>)| {
                    Node::leaf(build.number(table), schema, text.as_slice())
                };
                calls.iter().map(node).collect()
            });
            table.opaque = Some("it is edited in the level “configuration”".into());
        }
        if let Some((name, entry)) = &level.lev {
            let range = self.directory.entries().get(*entry).map_or(0..0, archive::Entry::range);
            let len = usize::try_from(range.end - range.start).unwrap_or(usize::MAX);
            let lent = match self.wad.disk().read_at(self.wad.path(), range.start, len) {
                Ok(bytes) => lent::decode_lev(&bytes, &mut build, name).map_err(|fault| fault.message),
                Err(reason) => Err(format!("it cannot be read: {reason}")),
            };
            if let Err(message) = lent {
                build.notice(Notice { severity: Severity::Warning, place: name.clone(), message });
            }
        }
        build.finish()
    }
}

/// The archive as opened.
#[derive(Debug)]
struct ArchiveOrigin {
    levels: Arc<Levels>,
    directory: Directory,
    set: FileSet,
    wad: Location,
    wad_len: u64,
    /// Whether entries that do not fit may move behind the WAD's end.
    grow: AtomicBool,
}

/// A WAD up to this size is copied when the archive is saved under another name.
const MOST_COPIED: u64 = 256 << 20;

impl ArchiveOrigin {
    fn plan(&self, document: &Document) -> Result<archive::Plan, EncodeError> {
        let mut changed: Vec<(&str, usize, Vec<u8>)> = Vec::new();
        for (id, level) in document.state().ids().zip(&self.levels.levels) {
            for (at, bytes) in part::changed(document, id, &level.parts) {
                if let (Some(part), Some(entry)) = (level.parts.get(at), level.entries.get(at)) {
                    changed.push((&part.name, *entry, bytes));
                }
            }
        }
        let changes: Vec<Change<'_>> =
            changed.iter().map(|(name, entry, bytes)| Change { entry: *entry, name, bytes }).collect();
        let grow = self.grow.load(Ordering::Relaxed);
        let refused = |fault: Fault| EncodeError::Refused { message: fault.message, help: fault.help };
        match self.directory.plan(&changes, grow) {
            // What would be allowed if the WAD might grow is a question; anything else is a refusal.
            Err(fault) if !grow && self.directory.plan(&changes, true).is_ok() => {
                Err(EncodeError::NoRoom { message: fault.message, help: fault.help })
            }
            other => other.map_err(refused),
        }
    }

    fn directory_bytes(&self, plan: &archive::Plan) -> Vec<u8> {
        if plan.directory.is_empty() { self.directory.bytes().to_vec() } else { plan.directory.clone() }
    }
}

impl Origin for ArchiveOrigin {
    fn encode(&self, document: &Document) -> Result<Encoded, EncodeError> {
        let plan = self.plan(document)?;
        let mut encoded = Encoded::one(self.directory_bytes(&plan));
        encoded.notes = plan.notes;
        if !plan.patches.is_empty() {
            let patches = plan.patches.into_iter().map(|(at, bytes)| Patch { at, bytes }).collect();
            let writes = Writes::InPlace { patches, new_len: plan.wad_len };
            let watch = watch(&self.directory, &self.levels.levels);
            encoded.beside.push(Beside { path: self.wad.path().to_owned(), writes, watch });
        }
        Ok(encoded)
    }

    fn encode_to(&self, document: &Document, path: &Path) -> Result<Encoded, EncodeError> {
        if self.wad_len > MOST_COPIED {
            return Err(EncodeError::Refused {
                message: format!("the WAD has {} bytes: it is written where it lies and not copied", self.wad_len),
                help: "Save it in its place. Make a copy of both files first if you want to keep them.".to_owned(),
            });
        }
        let plan = self.plan(document)?;
        let wad = self.wad.read().map_err(|e| EncodeError::Refused { message: e.to_string(), help: String::new() })?;
        let mut wad = wad;
        wad.resize(usize::try_from(plan.wad_len).unwrap_or(wad.len()), 0);
        let mut put = |at: u64, bytes: &[u8]| {
            let from = usize::try_from(at).unwrap_or(usize::MAX);
            if let Some(target) = from.checked_add(bytes.len()).and_then(|end| wad.get_mut(from..end)) {
                target.copy_from_slice(bytes);
            }
        };
        // The WAD as it lies there may hold an edit that was saved and undone since.
        for (entry, part) in self.levels.levels.iter().flat_map(|level| level.entries.iter().zip(level.parts.iter())) {
            put(self.directory.entries().get(*entry).map_or(0, |e| e.range().start), &part.bytes);
        }
        plan.patches.iter().for_each(|(at, bytes)| put(*at, bytes));
        let upper = path.extension().is_none_or(|e| e.to_string_lossy().chars().all(|c| c.is_ascii_uppercase()));
        let directory = self.directory_bytes(&plan);
        // The person may name either of the two.
        let (bytes, ending, beside) = match path.extension().is_some_and(|e| e.eq_ignore_ascii_case("wad")) {
            true => (wad, "DIR", directory),
            false => (directory, "WAD", wad),
        };
        let mut encoded = Encoded::one(bytes);
        encoded.notes = plan.notes;
        let path = path.with_extension(if upper { ending.to_owned() } else { ending.to_ascii_lowercase() });
        encoded.beside.push(Beside { path, writes: Writes::Replace(beside), watch: Vec::new() });
        Ok(encoded)
    }

    fn bytes(&self) -> &[u8] {
        self.directory.bytes()
    }

    fn set(&self) -> Option<&FileSet> {
        Some(&self.set)
    }

    fn let_grow(&self, allow: bool) {
        self.grow.store(allow, Ordering::Relaxed);
    }

    fn verify(&self, document: &Document) -> Result<(), Difference> {
        for (id, level) in document.origin().ids().zip(&self.levels.levels) {
            if let Some(decoded) = document.origin().level(id) {
                part::verify(decoded, &level.parts)?;
            }
        }
        Ok(())
    }
}
