//! Level 0, which every level shares: it lends the names of its classes and what they look like, and is only read (`oni.md` 1.1).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use levelwright_model::record::text::Encoding;

use super::environment::{Reader, Shared, classes, textures};
use super::instance::InstanceFile;
use super::open::{file_name, payloads_of};
use crate::format::{Guest, Location};
use crate::save::disk::{Disk, RealDisk};

/// What the shared level's file is called.
const LEVEL_0: &str = "level0_Final.dat";

/// The names of all instances of a file that it holds itself, tags in front.
pub(crate) fn names_of(file: &InstanceFile, bytes: &[u8]) -> BTreeSet<String> {
    let held = file.instances.iter().enumerate().filter(|(_, i)| i.is_named() && !i.is_placeholder());
    held.filter_map(|(at, _)| file.full_name_bytes(bytes, at)).map(|name| Encoding::Latin1.decode(name)).collect()
}

/// Where level 0 lies beside a level.
fn path_of(disk: &dyn Disk, level: &Path) -> Option<PathBuf> {
    let path = level.with_file_name(LEVEL_0);
    (file_name(level) != LEVEL_0 && disk.metadata(&path).is_ok()).then_some(path)
}

/// What level 0 lends; `None` if it does not lie beside the level or cannot be read. Of its textures, which are many, those
/// that are wanted.
pub(crate) fn level_0(main: &Location, wanted: &BTreeSet<String>) -> Option<Shared> {
    let at = main.other(&path_of(main.disk().as_ref(), main.path())?);
    let bytes = at.read().ok()?;
    let file = InstanceFile::read(&bytes).ok()?;
    let (payloads, len) = payloads_of(&at, file.header.platform());
    let reader = Reader::new(&file, &bytes, payloads, len);
    Some(Shared { names: names_of(&file, &bytes), classes: classes(&reader), textures: textures(&reader, wanted) })
}

/// The names that level 0 lends, as [`level_0`].
fn names(disk: &dyn Disk, level: &Path) -> Option<BTreeSet<String>> {
    let bytes = disk.read(&path_of(disk, level)?).ok()?;
    Some(names_of(&InstanceFile::read(&bytes).ok()?, &bytes))
}

/// The files that lend something to a level.
pub(crate) fn guests(level: &Path) -> Vec<Guest> {
    let Some(path) = path_of(&RealDisk, level) else { return Vec::new() };
    let line = match names(&RealDisk, level) {
        Some(names) => format!("level 0 lends {} names and what their classes look like", names.len()),
        None => "level 0 cannot be read: classes that the level lacks are not looked up".to_owned(),
    };
    vec![Guest { path, lines: vec![line] }]
}
