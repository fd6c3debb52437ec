//! A journal's file. Synchronous: the thread that gives it its timing is in [`super::writer`].

use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use super::frame::{self, Frame, Header, MAGIC};
use crate::save::commit::fresh_name;
use crate::save::disk::{Disk, Held, folder_of, remove_if_there, write_whole};

/// Extension of a journal and of the lock its writer holds.
pub(crate) const JOURNAL: &str = "journal";
pub(crate) const LOCK: &str = "lock";

/// An open journal. Dropping it leaves the file: that is what a crash does. [`Log::end`] removes it.
#[derive(Debug)]
pub struct Log {
    disk: Arc<dyn Disk>,
    path: PathBuf,
    held: Box<dyn Held>,
    /// Bytes of the file that are whole frames.
    len: u64,
    /// Frames that the system has not taken yet.
    queue: Vec<u8>,
    /// Whether the system has taken bytes that are not flushed.
    unflushed: bool,
    /// Whether its name was flushed, too.
    named: bool,
    /// Steps of the session up to the last one here.
    steps: u64,
}

/// What has to be flushed; it can be done on another thread.
#[derive(Clone, Debug)]
pub(crate) struct Flush {
    disk: Arc<dyn Disk>,
    path: PathBuf,
    name_too: bool,
}

impl Flush {
    /// Does it: contents, and the name.
    ///
    /// # Errors
    /// As the disk says.
    pub(crate) fn run(&self) -> io::Result<()> {
        self.disk.sync(&self.path)?;
        if self.name_too { self.disk.sync_folder(folder_of(&self.path)) } else { Ok(()) }
    }
}

impl Log {
    /// Makes a journal. `base` holds the file itself for a document that has none. The first flush flushes its name, too.
    ///
    /// # Errors
    /// As the disk says; nothing is left behind then that a later start would take for a journal with edits.
    pub fn create(
        disk: Arc<dyn Disk>,
        folder: &Path,
        now: u64,
        header: &Header,
        base: Option<&Frame>,
    ) -> io::Result<Log> {
        let path = folder.join(fresh_name(now)).with_extension(JOURNAL);
        let bytes = beginning(header, base)?;
        disk.create_folders(folder)?;
        let held = disk.lock(&path.with_extension(LOCK))?.ok_or(io::ErrorKind::ResourceBusy)?;
        disk.create(&path, &bytes)?;
        let (len, steps) = (bytes.len() as u64, header.first);
        Ok(Log { disk, path, held, len, queue: Vec::new(), unflushed: true, named: false, steps })
    }

    /// Where it lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Queues a frame.
    pub fn push(&mut self, frame: &Frame) {
        // A frame of more than 4 GiB cannot come from a level file; such a step would be missing, so the replay would
        // stop there and say so.
        self.queue.extend(frame.bytes().unwrap_or_default());
        self.steps += u64::from(matches!(frame, Frame::Step { .. }));
    }

    /// Steps of the session up to the last one here.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// Whether something is not flushed yet.
    pub fn is_dirty(&self) -> bool {
        self.unflushed || !self.queue.is_empty()
    }

    /// Hands the queue to the system: from then on it outlives the program.
    ///
    /// # Errors
    /// As the disk says. The queue stays and is written over whatever part came through.
    pub fn write(&mut self) -> io::Result<()> {
        if self.queue.is_empty() {
            return Ok(());
        }
        self.disk.write_at(&self.path, self.len, &self.queue)?;
        self.len += self.queue.len() as u64;
        self.queue.clear();
        self.unflushed = true;
        Ok(())
    }

    /// Hands the queue over and flushes it: from then on it outlives a power cut.
    ///
    /// # Errors
    /// As [`Log::write`].
    pub fn flush(&mut self) -> io::Result<()> {
        self.write()?;
        match self.begin_flush() {
            Some(flush) => flush.run().inspect_err(|_| self.flush_failed()),
            None => Ok(()),
        }
    }

    /// What to flush now, if anything; it counts as flushed. Say so with [`Log::flush_failed`] if it was not.
    pub(crate) fn begin_flush(&mut self) -> Option<Flush> {
        let name_too = !std::mem::replace(&mut self.named, true);
        std::mem::take(&mut self.unflushed).then(|| Flush { name_too, ..self.whole_flush() })
    }

    /// A flush of everything the system has, whether or not another one runs.
    pub(crate) fn whole_flush(&self) -> Flush {
        Flush { disk: self.disk.clone(), path: self.path.clone(), name_too: true }
    }

    /// A flush that was begun failed.
    pub(crate) fn flush_failed(&mut self) {
        self.unflushed = true;
        self.named = false;
    }

    /// Begins anew after a save, at once: under a new header, with the steps that are not in the saved file.
    ///
    /// # Errors
    /// As the disk says. The journal is then as before, which is just as good: it knows of the save.
    pub fn restart(&mut self, header: &Header) -> io::Result<()> {
        self.write()?;
        let old = self.disk.read(&self.path)?;
        let whole = old.get(..frame::whole_len(&old)).unwrap_or_default();
        let journal = frame::read(whole).ok_or(io::ErrorKind::InvalidData)?;
        let mut bytes = beginning(header, None)?;
        let mut step = journal.header.first;
        for frame in &journal.frames {
            let keep = match frame {
                Frame::Header(_) | Frame::Base(_) | Frame::BaseFiles(_) => false,
                Frame::Step { .. } => {
                    step += 1;
                    step > header.first
                }
                Frame::Saving { steps, .. } => *steps > header.first,
            };
            if keep {
                bytes.extend(frame.bytes().unwrap_or_default());
            }
        }
        write_whole(self.disk.as_ref(), &self.path, &bytes)?;
        self.len = bytes.len() as u64;
        self.unflushed = false;
        Ok(())
    }

    /// Removes the journal: the document was closed, or its edits are in another journal.
    ///
    /// # Errors
    /// As the disk says.
    pub fn end(self) -> io::Result<()> {
        let (disk, folder) = (self.disk.clone(), folder_of(&self.path).to_owned());
        self.remove()?;
        disk.sync_folder(&folder)
    }

    /// The same without a flush: everything in it is in the saved file, so it does no harm if it comes back.
    ///
    /// # Errors
    /// As the disk says.
    pub(crate) fn remove(self) -> io::Result<()> {
        let lock = self.path.with_extension(LOCK);
        remove_if_there(self.disk.as_ref(), &self.path)?;
        drop(self.held);
        remove_if_there(self.disk.as_ref(), &lock)?;
        Ok(())
    }
}

fn beginning(header: &Header, base: Option<&Frame>) -> io::Result<Vec<u8>> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(Frame::Header(header.clone()).bytes().ok_or(io::ErrorKind::FileTooLarge)?);
    if let Some(base) = base {
        bytes.extend(base.bytes().ok_or(io::ErrorKind::FileTooLarge)?);
    }
    Ok(bytes)
}
