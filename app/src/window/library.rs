//! Game folders: what levels lie in them, told by content and listed by name.
//!
//! A folder is read on a thread of its own; the window goes on. Nothing in it is ever written.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use levelwright_io::format::{Location, is_set, open_at};
use levelwright_io::save::disk::RealDisk;
use levelwright_model::document::LevelId;

/// Deeper than any game lays its levels.
const DEEPEST: usize = 6;
/// A folder with more files is no game's; the rest is left out.
const MOST_FILES: usize = 20_000;
/// Larger files hold pictures or films (the largest level file of the four games has 60 MB).
const LARGEST: u64 = 256 << 20;

/// A file with levels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found {
    /// Where it lies.
    pub path: PathBuf,
    /// Its format, in words.
    pub format: String,
    /// Position and name of each level.
    pub levels: Vec<(LevelId, String)>,
}

/// A game folder.
#[derive(Debug)]
pub struct Folder {
    /// Where it lies.
    pub path: PathBuf,
    /// What was found, in the order of the paths.
    pub files: Vec<Found>,
    scan: Option<Scan>,
}

#[derive(Debug)]
struct Scan {
    answer: Receiver<Vec<Found>>,
    looked_at: Arc<AtomicUsize>,
    stop: Arc<AtomicBool>,
}

impl Drop for Scan {
    fn drop(&mut self) {
        self.stop.store(true, Ordering::Relaxed);
    }
}

impl Folder {
    /// Begins to read a folder; the window is drawn again once it is read.
    pub fn read(path: &Path, ctx: &egui::Context) -> Folder {
        let (send, answer) = channel();
        let scan = Scan { answer, looked_at: Arc::default(), stop: Arc::default() };
        let (looked_at, stop) = (Arc::clone(&scan.looked_at), Arc::clone(&scan.stop));
        let (root, ctx) = (path.to_owned(), ctx.clone());
        let start = std::thread::Builder::new().name("game folder".to_owned()).spawn(move || {
            let found = levels_in(&root, &looked_at, &stop);
            // Nobody listens any more only when the folder was taken off the list.
            if send.send(found).is_ok() {
                ctx.request_repaint();
            }
        });
        // Without a thread the list stays empty; the files can still be opened one by one.
        Folder { path: path.to_owned(), files: Vec::new(), scan: start.ok().map(|_| scan) }
    }

    /// Takes what the thread has found. Whether it is still reading.
    pub fn reading(&mut self) -> bool {
        let Some(scan) = &self.scan else { return false };
        match scan.answer.try_recv() {
            Ok(files) => self.files = files,
            Err(TryRecvError::Empty) => return true,
            Err(TryRecvError::Disconnected) => {}
        }
        self.scan = None;
        false
    }

    /// How many files were looked at so far; `None` once all were.
    pub fn progress(&self) -> Option<usize> {
        self.scan.as_ref().map(|scan| scan.looked_at.load(Ordering::Relaxed))
    }

    /// Stops reading; what was found is not shown.
    pub fn cancel(&mut self) {
        self.scan = None;
    }
}

/// The files with levels below a folder, in the order of their paths.
pub fn levels_in(root: &Path, looked_at: &AtomicUsize, stop: &AtomicBool) -> Vec<Found> {
    let mut waiting = vec![(root.to_owned(), 0)];
    let mut files = Vec::new();
    while let Some((folder, depth)) = waiting.pop() {
        // A folder that cannot be read has nothing to show.
        for entry in std::fs::read_dir(&folder).into_iter().flatten().flatten() {
            // Links are not followed: they may lead in a ring.
            let Ok(kind) = entry.file_type() else { continue };
            if kind.is_dir() && depth < DEEPEST {
                waiting.push((entry.path(), depth + 1));
            } else if kind.is_file() && files.len() < MOST_FILES {
                files.push(entry.path());
            }
        }
    }
    files.sort();
    let mut found = Vec::new();
    for path in files {
        if stop.load(Ordering::Relaxed) {
            break;
        }
        looked_at.fetch_add(1, Ordering::Relaxed);
        found.extend(look(&path));
    }
    found
}

/// The levels of a file, if it is a level file.
fn look(path: &Path) -> Option<Found> {
    let at = Location::new(Arc::new(RealDisk), path);
    // Files of several are read as far as need be, however large they are.
    if !is_set(&at) && std::fs::metadata(path).ok()?.len() > LARGEST {
        return None;
    }
    let opened = open_at(&at).ok()?;
    if opened.main().is_some_and(|main| main != path) {
        // Listed under its main file.
        return None;
    }
    let levels = opened.document.state().ids().map(|id| (id, opened.document.source().name(id))).collect();
    Some(Found { path: path.to_owned(), format: opened.summary.format, levels })
}

#[cfg(test)]
mod tests {
    use super::*;
    use levelwright_io::format::{FORMATS, Reading};

    #[test]
    fn levels_are_found_by_content_in_the_order_of_paths() {
        let folder = tempfile::tempdir().unwrap();
        let below = folder.path().join("maps/deep");
        std::fs::create_dir_all(&below).unwrap();
        std::fs::write(folder.path().join("notes.sceA"), b"no level, whatever its name says").unwrap();
        let (mut expected, mut written) = (Vec::new(), 0);
        for format in FORMATS {
            let files = format.sample.map(|sample| sample().unwrap()).unwrap_or_default();
            let alone = matches!(format.reading, Reading::Bytes { .. });
            for (at, made) in files.into_iter().enumerate() {
                // Files of a document find each other by their names, and are listed under the first.
                let path = match alone {
                    true => below.join(format!("{} {at} without extension", format.game)),
                    false => below.join(format.game).join(&made.name),
                };
                std::fs::create_dir_all(path.parent().unwrap()).unwrap();
                std::fs::write(&path, made.bytes).unwrap();
                written += 1;
                if alone || at == 0 {
                    expected.push(path);
                }
            }
        }
        expected.sort();
        let looked_at = AtomicUsize::new(0);
        let found = levels_in(folder.path(), &looked_at, &AtomicBool::new(false));
        assert!(found.is_sorted_by_key(|f| &f.path));
        // Some files of a document open alone as well.
        let of_interest = found.iter().map(|f| f.path.clone()).filter(|path| expected.contains(path));
        assert_eq!(of_interest.collect::<Vec<_>>(), expected);
        assert!(found.iter().all(|f| f.levels.iter().all(|(_, name)| !name.is_empty())));
        assert_eq!(looked_at.into_inner(), written + 1);
    }

    #[test]
    fn a_stopped_scan_and_a_folder_that_is_gone_find_nothing() {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a"), b"x").unwrap();
        let count = AtomicUsize::new(0);
        assert_eq!(levels_in(folder.path(), &count, &AtomicBool::new(true)), []);
        assert_eq!(levels_in(&folder.path().join("gone"), &count, &AtomicBool::new(false)), []);
        assert_eq!(count.into_inner(), 0);
    }
}
