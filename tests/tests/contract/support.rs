//! What the promises are checked on: made files and, where there is a data folder, every file of it that opens.

use std::collections::hash_map::DefaultHasher;
use std::hash::{Hash, Hasher};
use std::path::{Path, PathBuf};
use std::sync::{Arc, OnceLock};

use levelwright_fuzz::{files, seeds};
use levelwright_io::format::{FORMATS, Location, NewFile, OpenError, Opened, Reading, is_set, open_at, open_bytes};
use levelwright_io::save::disk::RealDisk;
use levelwright_io::save::memory::MemoryDisk;
use levelwright_io::save::overlay::Overlay;
use levelwright_io::save::writes::Writes;
use levelwright_model::document::{Document, Level, LevelId, Node, Record, Rows, State};

/// A file.
pub(crate) struct Case {
    /// What it is called in messages.
    pub(crate) name: String,
    /// Its bytes; of a document of several files, those of its main file.
    pub(crate) bytes: Vec<u8>,
    /// Where it lies, if it is one of several files.
    pub(crate) set: Option<Location>,
    /// Whether it was made here. Made files are small, so they are looked at whole.
    pub(crate) made: bool,
    /// Whether every value is tried on it; others hold the same records in another container.
    pub(crate) whole: bool,
}

impl Case {
    /// Opens it with every level decoded.
    pub(crate) fn open(&self) -> Opened {
        let mut opened = self.open_with(self.bytes.clone()).unwrap_or_else(|e| panic!("{}: {e}", self.name));
        opened.document.decode_all();
        opened
    }

    /// Opens it with other bytes in its place; other files of the document are as they are.
    pub(crate) fn open_with(&self, bytes: Vec<u8>) -> Result<Opened, OpenError> {
        let Some(at) = &self.set else { return open_bytes(bytes) };
        let over = Overlay::new(at.disk().clone(), vec![(at.path().to_owned(), Writes::Replace(bytes))]);
        open_at(&Location::new(Arc::new(over), at.path()))
    }
}

/// The data folder, if it is there.
pub(crate) fn data(part: &str) -> Option<PathBuf> {
    let root = std::env::var_os("LEVELWRIGHT_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")), PathBuf::from);
    let path = root.join(part);
    path.exists().then_some(path)
}

/// Every file below a part of the data folder: name from there, bytes. Empty, with a message, where it is absent.
pub(crate) fn data_files(part: &str) -> Vec<(String, Vec<u8>)> {
    let Some(folder) = data(part) else {
        println!("skipped: no {part} in the data folder (set LEVELWRIGHT_DATA)");
        return Vec::new();
    };
    let name = |path: &Path| path.strip_prefix(&folder).unwrap_or(path).display().to_string();
    let paths = files::below(std::slice::from_ref(&folder)).unwrap();
    paths.iter().map(|path| (name(path), files::read(path).unwrap())).collect()
}

/// Every case, made ones first. Files of the data folder that are no levels are counted, not tested.
pub(crate) fn cases() -> &'static [Case] {
    static CASES: OnceLock<Vec<Case>> = OnceLock::new();
    CASES.get_or_init(|| {
        let map = seeds::made_map();
        let fork = seeds::resource_fork(&[(*b"TEXT", 1, b"hello")]);
        let made = [
            ("one level", true, map.clone()),
            ("two levels", false, seeds::made_two_levels()),
            ("preprocessed", true, seeds::made_preprocessed()),
            ("wad version 0", true, seeds::made_map_m1()),
            ("MacBinary", false, seeds::mac_binary(&map, &fork)),
            ("AppleSingle", false, seeds::apple_single(&map, &fork)),
            ("flat", false, seeds::flat(&map)),
        ];
        let mut out: Vec<Case> = made
            .into_iter()
            .map(|(name, whole, bytes)| Case { name: format!("made: {name}"), bytes, set: None, made: true, whole })
            .collect();
        for format in FORMATS {
            if let Some(sample) = format.sample {
                let files = sample().unwrap_or_else(|e| panic!("{}: {e}", format.name));
                let of_set = matches!(format.reading, Reading::Place { .. });
                let set = of_set.then(|| in_memory(&files));
                // The other files of a document are no cases of their own.
                let count = if of_set { 1 } else { files.len() };
                for file in files.into_iter().take(count) {
                    let name = format!("sample: {} {}", format.name, file.name);
                    out.push(Case { name, bytes: file.bytes, set: set.clone(), made: true, whole: false });
                }
            }
        }
        let mut others = 0;
        for (name, bytes) in data_files(".") {
            let set = data(&name).map(|path| Location::new(Arc::new(RealDisk), &path)).filter(is_set);
            let opened = set.as_ref().map_or_else(|| open_bytes(bytes.clone()), open_at);
            match opened {
                // Listed under its main file.
                Ok(opened) if opened.main().is_some_and(|main| data(&name).is_none_or(|path| path != main)) => {}
                Ok(_) => out.push(Case { name, bytes, set, made: false, whole: false }),
                Err(_) => others += 1,
            }
        }
        println!("{} files to test on; {others} files of the data folder are no levels", out.len());
        out
    })
}

/// Files that lie nowhere but here; the first is the main one.
fn in_memory(files: &[NewFile]) -> Location {
    let disk = MemoryDisk::default();
    let place = |file: &NewFile| Path::new("/made").join(&file.name);
    files.iter().for_each(|file| disk.put(&place(file), &file.bytes));
    Location::new(Arc::new(disk), &files.first().map(place).unwrap_or_default())
}

/// A hash over every byte of every table that is decoded, with its place, tag and layout.
pub(crate) fn state_hash(state: &State) -> u64 {
    let mut hash = DefaultHasher::new();
    for id in state.ids().chain([LevelId::FILE]) {
        id.hash(&mut hash);
        state.level(id).is_some().hash(&mut hash);
        let Some(level) = state.level(id) else { continue };
        for table in level.tables() {
            (table.number, table.key(), table.layout, &table.tag).hash(&mut hash);
            (table.head.as_ref(), table.tail.as_ref(), table.len()).hash(&mut hash);
            match &table.rows {
                Rows::None => {}
                Rows::Packed(packed) => packed.iter().for_each(|row| row.hash(&mut hash)),
                Rows::Nodes(nodes) => nodes.iter().for_each(|node| hash_node(node, &mut hash)),
            }
        }
    }
    hash.finish()
}

fn hash_node(node: &Node, hash: &mut DefaultHasher) {
    (node.number, node.schema.key, node.head.as_ref(), node.children.len()).hash(hash);
    node.children.iter().for_each(|child| hash_node(child, hash));
    node.tail.hash(hash);
}

/// Levels to look into: the file's own, and all of a made file's or the first, the middle and the last.
pub(crate) fn levels(case: &Case, document: &Document) -> Vec<LevelId> {
    let ids: Vec<LevelId> = document.state().ids().collect();
    let mut picked: Vec<LevelId> =
        if case.made { ids } else { spread(ids.len(), 3).into_iter().map(|at| ids[at]).collect() };
    picked.push(LevelId::FILE);
    picked
}

/// Up to `most` positions below `len`: the first, the last and some at equal steps between.
pub(crate) fn spread(len: usize, most: usize) -> Vec<usize> {
    let last = len.saturating_sub(1);
    let steps = most.saturating_sub(1).max(1);
    let mut out: Vec<usize> = (0..most.min(len)).map(|step| last * step / steps.min(last.max(1))).collect();
    out.iter_mut().for_each(|at| *at = (*at).min(last));
    out.sort_unstable();
    out.dedup();
    out
}

/// Records to look into: of each table some rows, and of each row the first and the last of what hangs below it.
pub(crate) fn records<'a>(level: &'a Level, rows: usize) -> Vec<Record<'a>> {
    let mut out = Vec::new();
    for table in level.tables() {
        for at in spread(table.len(), rows) {
            out.extend(level.row(table, at).into_iter().flat_map(with_children));
        }
    }
    out
}

fn with_children(record: Record<'_>) -> Vec<Record<'_>> {
    let count = record.children().map_or(0, |c| c.len());
    let below = spread(count, 2).into_iter().filter_map(|at| record.child(at)).flat_map(with_children);
    [record].into_iter().chain(below).collect()
}

#[test]
fn positions_are_spread_from_first_to_last() {
    assert!(spread(0, 3).is_empty());
    assert_eq!(spread(1, 3), [0]);
    assert_eq!(spread(2, 3), [0, 1]);
    assert_eq!(spread(100, 3), [0, 49, 99]);
    assert_eq!(spread(100, 1), [0]);
    assert_eq!(spread(5, 5), [0, 1, 2, 3, 4]);
}

#[test]
fn the_state_hash_sees_one_changed_bit() {
    let case = &cases()[0];
    let mut document = case.open().document;
    let before = state_hash(document.state());
    assert_eq!(before, state_hash(case.open().document.state()), "decoding again gives the same");
    let mut draft = document.draft();
    let id = LevelId(0);
    let record = records(draft.level(id).unwrap(), 1).into_iter().find(|r| r.int("x").is_some()).unwrap();
    let (node, x) = (record.id(), record.int("x").unwrap());
    draft.set_int(node, "x", x ^ 1).unwrap();
    document.commit(draft, "set").unwrap();
    assert_ne!(state_hash(document.state()), before);
    document.undo();
    assert_eq!(state_hash(document.state()), before);
}
