//! A file layer that goes wrong at the n-th call, for the tests that promise that nothing is ever lost.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use super::disk::{Disk, Held, Meta};

/// How a call goes wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// It fails and does nothing; later calls go well.
    Fails(io::ErrorKind),
    /// It fails after a part was written; later calls go well. Calls that write nothing just fail.
    FailsTorn(io::ErrorKind),
    /// It says it went well, but wrote something else. Calls that write nothing go well.
    Corrupts,
    /// It and all later calls fail.
    FailsFromNowOn(io::ErrorKind),
    /// The program dies before it.
    DiesBefore,
    /// The program dies after it.
    DiesAfter,
    /// The program dies in the middle: half the bytes are written.
    DiesWithin,
}

/// A function that is called before the n-th call: another program meddles.
type Meddle = Box<dyn Fn() + Send + Sync>;

struct Plan {
    at: usize,
    fault: Option<Fault>,
    meddle: Option<Meddle>,
}

/// The layer over another disk. Clones count together.
#[derive(Clone)]
pub struct FaultyDisk {
    under: Arc<dyn Disk>,
    plan: Arc<Plan>,
    calls: Arc<AtomicUsize>,
    dead: Arc<AtomicBool>,
    met: Arc<AtomicBool>,
}

impl std::fmt::Debug for FaultyDisk {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "FaultyDisk(call {}, {:?})", self.plan.at, self.plan.fault)
    }
}

/// What to do with a call.
enum Turn {
    Go,
    Fail(io::Error),
    Half(Option<io::ErrorKind>),
    GoThenDie,
    Corrupt,
}

fn dead() -> io::Error {
    io::Error::other("the program is dead")
}

impl FaultyDisk {
    fn with(under: Arc<dyn Disk>, plan: Plan) -> FaultyDisk {
        FaultyDisk { under, plan: Arc::new(plan), calls: Arc::default(), dead: Arc::default(), met: Arc::default() }
    }

    /// Goes wrong at the n-th call, counted from 0.
    pub fn new(under: Arc<dyn Disk>, at: usize, fault: Fault) -> FaultyDisk {
        FaultyDisk::with(under, Plan { at, fault: Some(fault), meddle: None })
    }

    /// Goes well and counts.
    pub fn counting(under: Arc<dyn Disk>) -> FaultyDisk {
        FaultyDisk::with(under, Plan { at: usize::MAX, fault: None, meddle: None })
    }

    /// Another program does something right before the n-th call.
    pub fn meddling(under: Arc<dyn Disk>, at: usize, meddle: impl Fn() + Send + Sync + 'static) -> FaultyDisk {
        FaultyDisk::with(under, Plan { at, fault: None, meddle: Some(Box::new(meddle)) })
    }

    /// Calls so far.
    pub fn calls(&self) -> usize {
        self.calls.load(Ordering::SeqCst)
    }

    /// Whether the n-th call was reached.
    pub fn met(&self) -> bool {
        self.met.load(Ordering::SeqCst)
    }

    /// Whether the program has died.
    pub fn is_dead(&self) -> bool {
        self.dead.load(Ordering::SeqCst)
    }

    fn turn(&self) -> Turn {
        if self.is_dead() {
            return Turn::Fail(dead());
        }
        let call = self.calls.fetch_add(1, Ordering::SeqCst);
        if call < self.plan.at {
            return Turn::Go;
        }
        if call > self.plan.at {
            return match self.plan.fault {
                Some(Fault::FailsFromNowOn(kind)) => Turn::Fail(kind.into()),
                _ => Turn::Go,
            };
        }
        self.met.store(true, Ordering::SeqCst);
        if let Some(meddle) = &self.plan.meddle {
            meddle();
        }
        let die = || self.dead.store(true, Ordering::SeqCst);
        match self.plan.fault {
            None => Turn::Go,
            Some(Fault::Fails(kind) | Fault::FailsFromNowOn(kind)) => Turn::Fail(kind.into()),
            Some(Fault::FailsTorn(kind)) => Turn::Half(Some(kind)),
            Some(Fault::Corrupts) => Turn::Corrupt,
            Some(Fault::DiesBefore) => {
                die();
                Turn::Fail(dead())
            }
            Some(Fault::DiesWithin) => {
                die();
                Turn::Half(None)
            }
            Some(Fault::DiesAfter) => {
                die();
                Turn::GoThenDie
            }
        }
    }

    fn whole<T>(&self, call: impl FnOnce(&dyn Disk) -> io::Result<T>) -> io::Result<T> {
        match self.turn() {
            Turn::Go | Turn::Corrupt => call(self.under.as_ref()),
            Turn::Fail(error) => Err(error),
            Turn::Half(kind) => Err(kind.map_or_else(dead, io::Error::from)),
            Turn::GoThenDie => {
                // Whether it went well or not, nobody is left to know.
                drop(call(self.under.as_ref()));
                Err(dead())
            }
        }
    }

    fn writing(&self, bytes: &[u8], call: impl Fn(&dyn Disk, &[u8]) -> io::Result<()>) -> io::Result<()> {
        match self.turn() {
            Turn::Go => call(self.under.as_ref(), bytes),
            Turn::Corrupt => {
                let mut bytes = bytes.to_vec();
                if let Some(byte) = bytes.last_mut() {
                    *byte ^= 0x20;
                }
                call(self.under.as_ref(), &bytes)
            }
            Turn::Fail(error) => Err(error),
            Turn::Half(kind) => {
                drop(call(self.under.as_ref(), bytes.get(..bytes.len() / 2).unwrap_or_default()));
                Err(kind.map_or_else(dead, io::Error::from))
            }
            Turn::GoThenDie => {
                drop(call(self.under.as_ref(), bytes));
                Err(dead())
            }
        }
    }
}

impl Disk for FaultyDisk {
    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        self.whole(|d| d.read(path))
    }
    fn read_at(&self, path: &Path, at: u64, len: usize) -> io::Result<Vec<u8>> {
        self.whole(|d| d.read_at(path, at, len))
    }
    fn metadata(&self, path: &Path) -> io::Result<Meta> {
        self.whole(|d| d.metadata(path))
    }
    fn resolve(&self, path: &Path) -> io::Result<PathBuf> {
        self.whole(|d| d.resolve(path))
    }
    fn create(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        self.writing(bytes, |d, bytes| d.create(path, bytes))
    }
    fn write_at(&self, path: &Path, at: u64, bytes: &[u8]) -> io::Result<()> {
        self.writing(bytes, |d, bytes| d.write_at(path, at, bytes))
    }
    fn set_len(&self, path: &Path, len: u64) -> io::Result<()> {
        self.whole(|d| d.set_len(path, len))
    }
    fn sync(&self, path: &Path) -> io::Result<()> {
        self.whole(|d| d.sync(path))
    }
    fn keep_permissions(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.whole(|d| d.keep_permissions(from, to))
    }
    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        self.whole(|d| d.rename(from, to))
    }
    fn sync_folder(&self, folder: &Path) -> io::Result<()> {
        self.whole(|d| d.sync_folder(folder))
    }
    fn list(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        self.whole(|d| d.list(folder))
    }
    fn folders(&self, folder: &Path) -> io::Result<Vec<PathBuf>> {
        self.whole(|d| d.folders(folder))
    }
    fn remove(&self, path: &Path) -> io::Result<()> {
        self.whole(|d| d.remove(path))
    }
    fn create_folders(&self, folder: &Path) -> io::Result<()> {
        self.whole(|d| d.create_folders(folder))
    }
    fn lock(&self, path: &Path) -> io::Result<Option<Box<dyn Held>>> {
        self.whole(|d| d.lock(path))
    }
}
