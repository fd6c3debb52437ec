//! The scripts of a level: all files of its folder, and those for every level (`oni.md` 4.1).

use std::path::{Path, PathBuf};

use levelwright_model::document::{Document, LevelBuilder, Node, NodeBytes, NodeList, Notice, Rows, Severity};
use levelwright_model::games::oni::records::SCRIPT;
use levelwright_model::games::oni::tables::SCRIPTS;

use super::origin::LEVEL;
use crate::format::{Beside, Location, SetFile};
use crate::save::writes::Writes;

/// The folder of all scripts, beside the instance files.
const FOLDER: &str = "IGMD";
/// The folder of the scripts that are loaded with every level.
const GLOBAL: &str = "global";
/// What script files end with.
const ENDING: &str = "bsl";

/// A script file as opened.
#[derive(Clone, Debug)]
pub(crate) struct ScriptFile {
    /// Where it lies.
    pub(crate) path: PathBuf,
    /// Its path from the folder of the instance files on.
    relative: PathBuf,
    /// What it is called: its folder and its name.
    name: String,
    bytes: NodeBytes,
}

/// The folder of a name in another, whatever its spelling: the game does not care for it.
fn folder(main: &Location, above: &Path, name: &str) -> Option<PathBuf> {
    let all = main.disk().folders(above).unwrap_or_default();
    let called = |path: &&PathBuf| path.file_name().is_some_and(|own| own.eq_ignore_ascii_case(name));
    all.iter().find(called).cloned()
}

/// The scripts of a level by the name in its ONLV instance, and those for every level.
pub(crate) fn load(main: &Location, level: Option<&str>, notices: &mut Vec<Notice>) -> Vec<ScriptFile> {
    let game = main.path().parent().unwrap_or(Path::new(""));
    let Some(scripts) = folder(main, game, FOLDER) else { return Vec::new() };
    let mut files = Vec::new();
    for name in level.into_iter().chain([GLOBAL]) {
        let Some(folder) = folder(main, &scripts, name) else { continue };
        let mut paths = main.disk().list(&folder).unwrap_or_default();
        paths.retain(|path| path.extension().is_some_and(|ending| ending.eq_ignore_ascii_case(ENDING)));
        paths.sort();
        for path in paths {
            let relative = path.strip_prefix(game).unwrap_or(&path).to_owned();
            let last = |path: &Path| path.file_name().unwrap_or_default().to_string_lossy().into_owned();
            let name = format!("{}/{}", last(&folder), last(&path));
            match main.disk().read(&path) {
                // A name is kept in Latin-1; files of other names are not the game's.
                Ok(bytes) if name.chars().all(|c| u32::from(c) < 256) => {
                    files.push(ScriptFile { path, relative, name, bytes: bytes.into() });
                }
                Ok(_) => {}
                Err(e) => notices.push(Notice {
                    severity: Severity::Warning,
                    place: name,
                    message: format!("the script cannot be read: {e}; functions that it defines seem to be missing"),
                }),
            }
        }
    }
    files
}

/// The files as those of a document.
pub(crate) fn set(files: &[ScriptFile]) -> impl Iterator<Item = SetFile> {
    files.iter().map(|file| SetFile::whole(file.path.clone(), &file.bytes))
}

/// Adds the table of scripts, if there are any.
pub(crate) fn add(build: &mut LevelBuilder, files: &[ScriptFile]) {
    if files.is_empty() {
        return;
    }
    build.nodes(&SCRIPTS, b"BSL", 0, |build, table| {
        let node = |file: &ScriptFile| Node {
            number: build.number(table),
            schema: &SCRIPT,
            // Checked when it was read.
            head: file.name.chars().filter_map(|c| u8::try_from(u32::from(c)).ok()).collect::<Vec<u8>>().into(),
            children: NodeList::default(),
            tail: file.bytes.clone().into(),
        };
        files.iter().map(node).collect()
    });
}

/// The text that each file has now.
fn texts<'a>(document: &'a Document, files: &'a [ScriptFile]) -> impl Iterator<Item = (&'a ScriptFile, &'a [u8])> {
    let level = document.state().level(LEVEL);
    let rows = level.and_then(|level| level.table(SCRIPTS.key)).map(|table| &table.rows);
    files.iter().enumerate().map(move |(at, file)| {
        let node = match rows {
            Some(Rows::Nodes(list)) => list.get(at),
            _ => None,
        };
        (file, node.map_or(file.bytes.as_ref(), |node| node.tail.as_ref()))
    })
}

/// The files that are written in their places: those with another text than as opened.
pub(crate) fn changed(document: &Document, files: &[ScriptFile]) -> Vec<Beside> {
    let all = texts(document, files).filter(|(file, text)| *text != file.bytes.as_ref());
    all.map(|(file, text)| write(file.path.clone(), text)).collect()
}

/// The files that are written with a level that goes to another place.
pub(crate) fn at(document: &Document, files: &[ScriptFile], level: &Path) -> Vec<Beside> {
    let game = level.parent().unwrap_or(Path::new(""));
    let all = texts(document, files).map(|(file, text)| (file, game.join(&file.relative), text));
    let wanted = all.filter(|(file, path, text)| *path != file.path || *text != file.bytes.as_ref());
    wanted.map(|(_, path, text)| write(path, text)).collect()
}

fn write(path: PathBuf, text: &[u8]) -> Beside {
    Beside { path, writes: Writes::Replace(text.to_vec()), watch: Vec::new() }
}
