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
}

impl Log {
    /// Makes a journal, flushed. `base` is the file itself for a document that has none.
    ///
    /// # Errors
    /// As the disk says; nothing is left behind then that a later start would take for a journal with edits.
    pub fn create(
        disk: Arc<dyn Disk>,
        folder: &Path,
        now: u64,
        header: &Header,
        base: Option<&[u8]>,
    ) -> io::Result<Log> {
        let path = folder.join(fresh_name(now)).with_extension(JOURNAL);
        let bytes = beginning(header, base)?;
        disk.create_folders(folder)?;
        let held = disk.lock(&path.with_extension(LOCK))?.ok_or(io::ErrorKind::ResourceBusy)?;
        disk.create(&path, &bytes)?;
        disk.sync(&path)?;
        disk.sync_folder(folder)?;
        Ok(Log { disk, path, held, len: bytes.len() as u64, queue: Vec::new(), unflushed: false })
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
        if self.unflushed {
            self.disk.sync(&self.path)?;
            self.unflushed = false;
        }
        Ok(())
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
                Frame::Header(_) | Frame::Base(_) => false,
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
        let lock = self.path.with_extension(LOCK);
        remove_if_there(self.disk.as_ref(), &self.path)?;
        self.disk.sync_folder(folder_of(&self.path))?;
        drop(self.held);
        remove_if_there(self.disk.as_ref(), &lock)?;
        Ok(())
    }
}

fn beginning(header: &Header, base: Option<&[u8]>) -> io::Result<Vec<u8>> {
    let mut bytes = MAGIC.to_vec();
    bytes.extend(Frame::Header(header.clone()).bytes().ok_or(io::ErrorKind::FileTooLarge)?);
    if let Some(base) = base {
        bytes.extend(Frame::Base(base.to_vec()).bytes().ok_or(io::ErrorKind::FileTooLarge)?);
    }
    Ok(bytes)
}
