//! Opening extracted files: one alone, or those of a level beside each other (`warriors.md` 1.0).

use std::path::{Path, PathBuf};
use std::sync::Arc;

use levelwright_model::document::{Document, Level, LevelBuilder, LevelId, LevelSource, OpenReport};
use levelwright_model::games::warriors::WARRIORS;

use super::Fault;
use super::part::{self, Part, Sort};
use crate::format::{
    Beside, Difference, EncodeError, Encoded, FileSet, Format, Location, OpenError, Opened, Origin, Reading, SetFile,
    Summary,
};
use crate::save::writes::Writes;
use crate::source::{Source, Wrapper};

/// An object list, a script or a `.lev` that stands alone.
pub static FILE: Format = Format {
    game: "warriors",
    name: "Warriors file",
    reading: Reading::Bytes { recognise, open },
    guests: |_| Vec::new(),
    merge: None,
    split: None,
    to_map: None,
    pack: None,
    exchange: None,
    sample: None,
};

/// The extracted files of a level.
pub static LEVEL: Format = Format {
    game: "warriors",
    name: "Warriors level",
    reading: Reading::Place { recognise: |at| files_of(at).is_some(), open: open_level },
    guests: |_| Vec::new(),
    merge: None,
    split: None,
    to_map: None,
    pack: None,
    exchange: Some(&super::calls::EXCHANGE),
    sample: Some(super::sample::sample),
};

pub(crate) fn container(fault: Fault) -> OpenError {
    OpenError::Container { message: fault.message, help: fault.help }
}

fn recognise(source: &Source) -> bool {
    source.wrapper() == &Wrapper::Plain && Sort::of(source.data_fork()).is_some()
}

fn open(source: Arc<Source>) -> Result<Opened, OpenError> {
    let sort = Sort::of(source.bytes()).map_or("file", Sort::usual_name);
    let part = Part::new(sort, Arc::clone(source.shared()));
    part.check().map_err(container)?;
    let levels =
        Arc::new(OneLevel { name: sort.to_owned(), game_index: 0, parts: vec![part].into(), lent: Vec::new() });
    let summary = summary(FILE.name, &levels.parts, &levels.lent);
    let origin = FilesOrigin { parts: levels.parts.clone(), lent: Vec::new(), set: None };
    Ok(opened(levels, origin, summary))
}

fn opened(levels: Arc<OneLevel>, origin: FilesOrigin, summary: Summary) -> Opened {
    let file = LevelBuilder::new(LevelId::FILE).finish();
    let document = Document::new(&WARRIORS, levels, file, OpenReport::default());
    Opened { document, origin: Arc::new(origin), summary }
}

fn summary(format: &str, parts: &[Part], lent: &[Part]) -> Summary {
    let words = |part: &Part| part.sort.map_or("unknown", Sort::words).to_owned();
    let fact = |part: &Part| (part.name.clone(), format!("{}, {} bytes", words(part), part.bytes.len()));
    Summary {
        format: format.to_owned(),
        facts: parts.iter().map(fact).collect(),
        extras: lent.iter().map(|part| format!("{}: {}", part.name, words(part))).collect(),
    }
}

/// Configuration scripts that lie beside a level: those with types, and the functions that all levels share
/// (`warriors.md` 1.0, 1.2).
pub(crate) const CONFIGURATION: [&str; 3] = ["config_preload2.lua", "config_preload3.lua", "global.lua"];
/// The model list of the game.
const MODELS: &str = "warriors.glr";
/// How many scripts of one level are looked for beside its first: `level99_lesson2.lua` (seed 002).
pub(crate) const MOST_LESSONS: u8 = 9;
/// Larger files are none of these.
const LARGEST: u64 = 64 << 20;

/// The files of a level: those that are edited, the main one first, and those that lend something.
struct Files {
    edited: Vec<PathBuf>,
    lent: Vec<PathBuf>,
}

/// What a file of a level is called without its ending, in whatever letters.
fn stem(name: &str) -> Option<&str> {
    let lower = name.to_ascii_lowercase();
    name.get(..stem_of_lower(&lower)?.len())
}

fn stem_of_lower(name: &str) -> Option<&str> {
    let lesson = |stem: &'_ str| -> Option<usize> {
        let digits = stem.rsplit("_lesson").next()?;
        (stem.contains("_lesson") && digits.len() == 1).then(|| stem.len() - digits.len() - "_lesson".len())
    };
    let stem = ["_objs.txt", ".lua", ".lev"].iter().find_map(|ending| name.strip_suffix(ending))?;
    Some(lesson(stem).and_then(|at| stem.get(..at)).unwrap_or(stem))
}

/// The names that the scripts and the list of a level may have, the main one first.
pub(crate) fn names_of(stem: &str) -> Vec<String> {
    let lessons = (1..=MOST_LESSONS).map(|n| format!("{stem}_lesson{n}.lua"));
    [format!("{stem}_objs.txt"), format!("{stem}.lua")].into_iter().chain(lessons).collect()
}

/// The files that belong together with one; `None` if it stands alone.
fn files_of(at: &Location) -> Option<Files> {
    let name = at.path().file_name()?.to_str()?.to_ascii_lowercase();
    let stem = stem(&name).filter(|_| !CONFIGURATION.contains(&name.as_str()))?;
    let folder = at.path().parent()?;
    let there = at.disk().list(folder).ok()?;
    let find = |wanted: &str| {
        let is = |path: &&PathBuf| path.file_name().is_some_and(|n| n.eq_ignore_ascii_case(wanted));
        there.iter().find(is).cloned()
    };
    let right = |path: &PathBuf| {
        let at = at.other(path);
        let small = at.disk().metadata(path).is_ok_and(|meta| meta.len <= LARGEST);
        small && at.read().is_ok_and(|bytes| matches!(Sort::of(&bytes), Some(Sort::List | Sort::Chunk | Sort::Text)))
    };
    let own: Vec<PathBuf> = names_of(stem).iter().filter_map(|name| find(name)).filter(right).collect();
    // Scripts of other games end in `.lua` too: one that says nothing to this game has no level.
    if own.is_empty() {
        return None;
    }
    let configuration = CONFIGURATION.iter().filter_map(|name| find(name)).filter(right);
    let edited: Vec<PathBuf> = own.into_iter().chain(configuration).collect();
    let lent: Vec<PathBuf> = [format!("{stem}.lev"), MODELS.to_owned()].iter().filter_map(|name| find(name)).collect();
    let given = edited.iter().chain(&lent).any(|path| path.file_name() == at.path().file_name());
    (given && edited.len() + lent.len() > 1).then_some(Files { edited, lent })
}

pub(crate) fn file_name(path: &Path) -> String {
    path.file_name().unwrap_or_default().to_string_lossy().into_owned()
}

fn open_level(at: &Location) -> Result<Opened, OpenError> {
    let files = files_of(at).ok_or_else(|| OpenError::NotALevel("nothing of a level lies beside it".to_owned()))?;
    let read = |path: &PathBuf| Ok(Part::new(&file_name(path), at.other(path).read()?));
    let parts: Vec<Part> = files.edited.iter().map(read).collect::<Result<_, OpenError>>()?;
    let mut lent: Vec<Part> = files.lent.iter().map(read).collect::<Result<_, OpenError>>()?;
    for part in &mut lent {
        part.sort = Some(if part.name.eq_ignore_ascii_case(MODELS) { Sort::Glr } else { Sort::Lev });
    }
    let mut paths = files.edited.iter();
    let Some(main) = paths.next() else {
        return Err(OpenError::NotALevel("no list and no script of the level".to_owned()));
    };
    let others =
        paths.zip(parts.iter().skip(1)).map(|(path, part)| SetFile::whole(path.clone(), &part.bytes)).collect();
    let name = parts.first().and_then(|part| stem(&part.name)).unwrap_or_default().to_ascii_lowercase();
    let game_index = name.strip_prefix("level").and_then(|n| n.parse().ok()).unwrap_or(0);
    let summary = summary(LEVEL.name, &parts, &lent);
    let set = Some(FileSet { at: at.other(main), others });
    let levels = Arc::new(OneLevel { name, game_index, parts: parts.into(), lent });
    let origin = FilesOrigin { parts: levels.parts.clone(), lent: levels.lent.clone(), set };
    Ok(opened(levels, origin, summary))
}

/// A level of extracted files.
#[derive(Debug)]
struct OneLevel {
    name: String,
    game_index: i64,
    parts: Arc<[Part]>,
    lent: Vec<Part>,
}

/// The only level.
const ONLY: LevelId = LevelId(0);

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
        part::decode(&mut build, self.parts.iter().chain(&self.lent));
        build.finish()
    }
}

/// Extracted files as opened.
#[derive(Debug)]
struct FilesOrigin {
    parts: Arc<[Part]>,
    /// What is only looked at.
    lent: Vec<Part>,
    /// `None` for one that stands alone.
    set: Option<FileSet>,
}

impl FilesOrigin {
    /// What the files hold now, by their place among the parts: all of them, or those that changed.
    fn files(&self, document: &Document, all: bool) -> Vec<(usize, Vec<u8>)> {
        let mut changed = part::changed(document, ONLY, &self.parts);
        if all {
            let kept = (0..self.parts.len()).filter(|at| changed.iter().all(|(other, _)| other != at));
            let kept: Vec<_> = kept.filter_map(|at| Some((at, self.parts.get(at)?.bytes.to_vec()))).collect();
            changed.extend(kept);
            changed.sort_by_key(|(at, _)| *at);
        }
        changed
    }
}

impl Origin for FilesOrigin {
    fn encode(&self, document: &Document) -> Result<Encoded, EncodeError> {
        let mut encoded = Encoded::one(self.bytes().to_vec());
        for (at, bytes) in self.files(document, false) {
            let other = at.checked_sub(1).and_then(|at| self.set.as_ref()?.others.get(at));
            match other {
                None => encoded.bytes = bytes,
                Some(file) => {
                    let writes = Writes::Replace(bytes);
                    encoded.beside.push(Beside { path: file.path.clone(), writes, watch: Vec::new() });
                }
            }
        }
        Ok(encoded)
    }

    fn encode_to(&self, document: &Document, path: &Path) -> Result<Encoded, EncodeError> {
        let mut encoded = Encoded::one(Vec::new());
        let old = self.parts.first().and_then(|part| stem(&part.name)).unwrap_or_default().to_owned();
        // A level saved under another name takes its own files with it; what all levels share keeps its name.
        let given = file_name(path);
        let new = stem(&given).unwrap_or(&old).to_owned();
        // What follows in the names of the level's own files, whatever their letters.
        let own = |part: &Part| {
            let shared = CONFIGURATION.iter().any(|name| part.name.eq_ignore_ascii_case(name));
            let (begin, rest) = part.name.split_at_checked(old.len())?;
            (!shared && begin.eq_ignore_ascii_case(&old)).then(|| rest.to_owned())
        };
        let name_of = |part: &Part| own(part).map_or_else(|| part.name.clone(), |rest| format!("{new}{rest}"));
        // The person may have named the place of the script instead of the list's; a name of no file is the main one's.
        let named = self.parts.iter().position(|part| name_of(part).eq_ignore_ascii_case(&given)).unwrap_or(0);
        for (at, bytes) in self.files(document, true) {
            if at == named {
                encoded.bytes = bytes;
                continue;
            }
            let Some(part) = self.parts.get(at) else { continue };
            let path = path.with_file_name(name_of(part));
            encoded.beside.push(Beside { path, writes: Writes::Replace(bytes), watch: Vec::new() });
        }
        // What is only looked at comes along: without it the level would be another one there.
        let stays = self.set.as_ref().is_some_and(|set| set.at.path().parent() == path.parent());
        for part in &self.lent {
            if own(part).is_none() && stays {
                continue;
            }
            let writes = Writes::Replace(part.bytes.to_vec());
            encoded.beside.push(Beside { path: path.with_file_name(name_of(part)), writes, watch: Vec::new() });
        }
        Ok(encoded)
    }

    fn bytes(&self) -> &[u8] {
        self.parts.first().map_or(&[], |part| &part.bytes)
    }

    fn set(&self) -> Option<&FileSet> {
        self.set.as_ref()
    }

    fn verify(&self, document: &Document) -> Result<(), Difference> {
        document.origin().level(ONLY).map_or(Ok(()), |level| part::verify(level, &self.parts))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_of_a_level_share_the_beginning_of_their_names() {
        for name in ["level99_objs.txt", "level99.lua", "level99_lesson2.lua", "level99.lev"] {
            assert_eq!(stem(name), Some("level99"), "{name}");
        }
        assert_eq!(stem("level99_synth_objs.txt"), Some("level99_synth"));
        let names = names_of("level99");
        assert_eq!(names.len(), 11);
        assert_eq!(names[..3], ["level99_objs.txt", "level99.lua", "level99_lesson1.lua"]);
        assert!(names.iter().all(|name| stem(name) == Some("level99")) && names[10].ends_with("lesson9.lua"));
        assert_eq!(stem("notes.md"), None);
    }
}
