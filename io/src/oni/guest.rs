//! Level 0, which every level shares: it lends the names of its classes and is only read (`oni.md` 1.1).

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use levelwright_model::record::text::Encoding;

use super::instance::InstanceFile;
use super::open::file_name;
use crate::format::Guest;
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

/// The names that level 0 lends; `None` if it does not lie beside the level or cannot be read.
pub(crate) fn level_0(disk: &dyn Disk, level: &Path) -> Option<BTreeSet<String>> {
    let bytes = disk.read(&path_of(disk, level)?).ok()?;
    Some(names_of(&InstanceFile::read(&bytes).ok()?, &bytes))
}

/// The files that lend something to a level.
pub(crate) fn guests(level: &Path) -> Vec<Guest> {
    let Some(path) = path_of(&RealDisk, level) else { return Vec::new() };
    let line = match level_0(&RealDisk, level) {
        Some(names) => format!("level 0 lends {} names", names.len()),
        None => "level 0 cannot be read: classes that the level lacks are not looked up".to_owned(),
    };
    vec![Guest { path, lines: vec![line] }]
}
