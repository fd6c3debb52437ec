//! The comparison itself, on a thread of its own: it decodes both files whole.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use levelwright_io::file::OpenFile;
use levelwright_io::save::DataFolder;
use levelwright_io::save::backups::Backup;
use levelwright_model::compare::{Difference, What, differences};
use levelwright_model::document::{Document, Level, LevelId, NodeId, ObjectId, Objects, RecordFacts, State};
use levelwright_model::games::Game;

use crate::window::texts::compare as words;

/// What a document is compared with.
#[derive(Clone, Debug, PartialEq)]
pub enum With {
    /// The state that was saved or opened last.
    Saved,
    /// Another open document, by its place among them.
    Open(usize),
    /// A file.
    File(PathBuf),
    /// A backup.
    Backup(Box<Backup>),
    /// A journal that a crash left, by its place in the list.
    Journal(usize),
}

/// Gives the other side: its game and its levels.
pub(super) type Side = Box<dyn FnOnce() -> Result<(&'static Game, State), String> + Send>;

/// A difference as it is listed.
#[derive(Clone, Debug)]
pub struct Entry {
    /// The difference, from this document to the other.
    pub difference: Difference,
    /// The object, or the address of the record.
    pub title: String,
    /// The object in this document.
    pub object: Option<ObjectId>,
}

/// What differs in a level.
#[derive(Clone, Debug)]
pub struct LevelFound {
    /// Which.
    pub id: LevelId,
    /// Its name.
    pub name: String,
    /// What differs.
    pub entries: Vec<Entry>,
}

/// What was found.
#[derive(Debug)]
pub struct Found {
    /// The revision of the document that was compared.
    pub revision: u64,
    /// The other side.
    pub other: State,
    /// Levels that differ.
    pub levels: Vec<LevelFound>,
    /// What cannot be taken over: levels that only one of the two has.
    pub notes: Vec<String>,
}

/// How far a comparison is.
#[derive(Debug, Default)]
pub(super) struct Progress {
    done: AtomicUsize,
    all: AtomicUsize,
    stop: AtomicBool,
}

/// A comparison that runs.
#[derive(Debug)]
pub(super) struct Running {
    progress: Arc<Progress>,
    answer: Receiver<Result<Found, String>>,
}

impl Running {
    /// How much is done, from 0 to 1.
    pub(super) fn share(&self) -> f32 {
        let all = self.progress.all.load(Ordering::Relaxed).max(1);
        self.progress.done.load(Ordering::Relaxed) as f32 / all as f32
    }

    pub(super) fn stop(&self) {
        self.progress.stop.store(true, Ordering::Relaxed);
    }

    /// The answer, once it is there.
    pub(super) fn poll(&self) -> Option<Result<Found, String>> {
        match self.answer.try_recv() {
            Ok(answer) => Some(answer),
            Err(TryRecvError::Empty) => None,
            Err(TryRecvError::Disconnected) => Some(Err(words::BROKE_OFF.to_owned())),
        }
    }
}

/// Begins a comparison; without threads it is done when this returns.
pub(super) fn begin(own: Document, other: Side, threads: bool) -> Running {
    let progress = Arc::new(Progress::default());
    let (send, answer) = channel();
    let watched = progress.clone();
    let work = move || {
        let found = compare(own, other, &watched);
        // Nobody listens any more only when the document is gone.
        drop(send.send(found));
    };
    if !threads {
        work();
    } else if let Err(error) = std::thread::Builder::new().name("compare".to_owned()).spawn(work) {
        // The thread never began, so its sender is gone, which is told as an answer that broke off.
        eprintln!("{error}");
    }
    Running { progress, answer }
}

fn compare(mut own: Document, other: Side, progress: &Progress) -> Result<Found, String> {
    let (game, other) = other()?;
    if game.key != own.game().key {
        return Err(words::other_game(game.name, own.game().name));
    }
    let ids: Vec<LevelId> = own.state().ids().collect();
    let theirs: Vec<LevelId> = other.ids().collect();
    progress.all.store(ids.len() + 1, Ordering::Relaxed);
    let mut levels = Vec::new();
    for id in [LevelId::FILE].into_iter().chain(ids.iter().copied()) {
        if progress.stop.load(Ordering::Relaxed) {
            return Err(words::STOPPED.to_owned());
        }
        if let Some(new) = other.level(id)
            && own.level(id).is_ok()
            && let Some(old) = own.state().level(id)
        {
            let mut entries = entries(own.game(), old, new);
            if id == LevelId::FILE {
                leave_out_derived(old, &mut entries);
            }
            if !entries.is_empty() {
                let name = if id == LevelId::FILE { words::FILE.to_owned() } else { own.source().name(id) };
                levels.push(LevelFound { id, name, entries });
            }
        }
        progress.done.fetch_add(1, Ordering::Relaxed);
    }
    let mut notes: Vec<String> =
        ids.iter().skip(theirs.len()).map(|id| words::only_here(&own.source().name(*id))).collect();
    notes.extend(theirs.iter().skip(ids.len()).map(|id| words::only_there(id.0)));
    Ok(Found { revision: own.revision(), other, levels, notes })
}

/// Most of what belongs to the file as a whole follows from its levels (offsets, checksums): that is no difference.
fn leave_out_derived(file: &Level, entries: &mut Vec<Entry>) {
    entries.retain_mut(|entry| {
        let (What::Changed(changes), Some(node)) = (&mut entry.difference.what, entry.difference.old) else {
            return true;
        };
        let record = file.record(node.number);
        let follows = |name: &str| {
            let field = record.and_then(|r| r.schema().field_for(name, &RecordFacts(r)));
            field.is_some_and(|f| f.derived || !f.fixed.is_empty())
        };
        changes.retain(|change| !follows(change.field));
        !changes.is_empty()
    });
}

fn entries(game: &'static Game, old: &Level, new: &Level) -> Vec<Entry> {
    let found = differences(old, new);
    if found.is_empty() {
        return Vec::new();
    }
    let (here, there) = ((game.objects)(old), (game.objects)(new));
    let object = |objects: &Objects, node: Option<NodeId>| {
        node.and_then(|n| objects.of_node(n.number)).map(|o| (o.id, o.name.clone(), o.kind.label))
    };
    let entry = |difference: Difference| {
        let own = object(&here, difference.old);
        let named = own.clone().or_else(|| object(&there, difference.new));
        let place = if difference.what == What::Added { &difference.new_place } else { &difference.old_place };
        let title = match named {
            Some((_, name, kind)) if !name.is_empty() => format!("{name} · {kind} · {place}"),
            _ => place.clone(),
        };
        Entry { object: own.map(|(id, ..)| id), title, difference }
    };
    found.into_iter().map(entry).collect()
}

/// A state that is at hand.
pub(super) fn at_hand(game: &'static Game, state: State) -> Side {
    Box::new(move || Ok((game, state)))
}

/// Another document.
pub(super) fn document(mut document: Document) -> Side {
    Box::new(move || {
        document.decode_all();
        Ok((document.game(), document.state().clone()))
    })
}

/// A file.
pub(super) fn file(path: PathBuf) -> Side {
    Box::new(move || {
        let opened = OpenFile::open(&path).map_err(|e| format!("{}: {e}", path.display()))?;
        document(opened.document.snapshot())()
    })
}

/// A backup.
pub(super) fn backup(data: Arc<DataFolder>, backup: Backup) -> Side {
    Box::new(move || document(data.open_backup(&backup).map_err(|e| e.to_string())?.document)())
}
