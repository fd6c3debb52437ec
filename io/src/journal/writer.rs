//! The thread that writes a journal. The window hands it frames and goes on; it gives them to the system at once and
//! flushes them at most once a second. It is the only place here that knows the time of day passes.
//!
//! Flushing runs on a thread of its own: a disk may take seconds for it, and meanwhile the next steps must reach the
//! system, where they outlive the program.

use std::io;
use std::path::PathBuf;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::frame::{Frame, Header};
use super::log::{Flush, Log};
use crate::save::disk::Disk;

/// Between two flushes.
const SECOND: Duration = Duration::from_secs(1);

enum Message {
    Frame(Frame),
    Flush(Sender<bool>),
    Restart(Header),
    End(Sender<()>),
}

/// The hand that writes a journal.
#[derive(Debug)]
pub struct JournalWriter {
    sender: Sender<Message>,
    thread: Option<JoinHandle<()>>,
    problem: Arc<Mutex<Option<String>>>,
    /// Steps of the session so far, those before this journal included.
    steps: u64,
}

/// What a journal begins with. The thread makes the file, when the first step comes, so that the window never waits
/// for the disk.
#[derive(Clone, Debug)]
pub struct Beginning {
    /// Where to write.
    pub disk: Arc<dyn Disk>,
    /// The folder of journals.
    pub folder: PathBuf,
    /// Milliseconds since 1970.
    pub now: u64,
    /// What it belongs to.
    pub header: Header,
    /// The file itself, for a document that has none.
    pub base: Option<Frame>,
}

/// Asks a writer to flush, from another thread.
#[derive(Clone, Debug)]
pub struct JournalLine {
    sender: Sender<Message>,
}

impl JournalLine {
    /// Hands over a frame and waits until it is flushed; false if that did not work.
    pub fn flushed(&self, frame: Frame) -> bool {
        let (answer, wait) = channel();
        self.sender.send(Message::Frame(frame)).is_ok()
            && self.sender.send(Message::Flush(answer)).is_ok()
            && wait.recv().unwrap_or(false)
    }
}

impl JournalWriter {
    /// Starts the thread. `steps` is how many steps the session had before its first.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn start(beginning: Beginning, steps: u64) -> io::Result<JournalWriter> {
        let (sender, receiver) = channel();
        let problem = Arc::new(Mutex::new(None));
        let mut hand = Hand {
            beginning,
            log: None,
            waiting: Vec::new(),
            flushed: Instant::now(),
            flushing: Vec::new(),
            problem: problem.clone(),
        };
        let thread = std::thread::Builder::new().name("journal".to_owned()).spawn(move || hand.work(&receiver))?;
        Ok(JournalWriter { sender, thread: Some(thread), problem, steps })
    }

    /// A step happened.
    pub fn step(&mut self, frame: Frame) {
        self.steps += 1;
        // A thread that is gone has left its reason in `problem`.
        drop(self.sender.send(Message::Frame(frame)));
    }

    /// Steps of the session so far.
    pub fn steps(&self) -> u64 {
        self.steps
    }

    /// For a worker that saves.
    pub fn line(&self) -> JournalLine {
        JournalLine { sender: self.sender.clone() }
    }

    /// Waits until everything is flushed; false if that did not work.
    pub fn flush(&self) -> bool {
        let (answer, wait) = channel();
        self.sender.send(Message::Flush(answer)).is_ok() && wait.recv().unwrap_or(false)
    }

    /// A save is done: begin anew with the steps that came after it.
    pub fn restart(&self, header: Header) {
        drop(self.sender.send(Message::Restart(header)));
    }

    /// What is wrong with the journal at present, in words.
    pub fn problem(&self) -> Option<String> {
        match self.problem.lock() {
            Ok(guard) => guard.clone(),
            Err(poisoned) => poisoned.into_inner().clone(),
        }
    }

    /// The document is closed and its edits are saved or not wanted: the journal goes.
    pub fn end(mut self) {
        let (answer, wait) = channel();
        if self.sender.send(Message::End(answer)).is_ok() {
            wait.recv().ok();
        }
        self.join();
    }

    fn join(&mut self) {
        if let Some(thread) = self.thread.take() {
            // It does not panic; if it did, its journal is on disk all the same.
            drop(thread.join());
        }
    }
}

impl Drop for JournalWriter {
    /// Without [`JournalWriter::end`] the journal stays, flushed, for the next start.
    fn drop(&mut self) {
        let (dead, _) = channel();
        drop(std::mem::replace(&mut self.sender, dead));
        self.join();
    }
}

/// The thread's side.
struct Hand {
    beginning: Beginning,
    log: Option<Log>,
    /// Frames for which there is no file yet.
    waiting: Vec<Frame>,
    /// When the last flush began.
    flushed: Instant,
    flushing: Vec<JoinHandle<io::Result<()>>>,
    problem: Arc<Mutex<Option<String>>>,
}

impl Hand {
    fn is_dirty(&self) -> bool {
        !self.waiting.is_empty() || self.log.as_ref().is_some_and(Log::is_dirty)
    }

    /// Keeps the last result for those who ask; answers whether it was good.
    fn note(&self, result: &io::Result<()>) -> bool {
        let folder = self.beginning.folder.display();
        let text = result.as_ref().err().map(|e| format!("the journal in {folder} cannot be written ({e}): save soon"));
        match self.problem.lock() {
            Ok(mut guard) => *guard = text,
            Err(poisoned) => *poisoned.into_inner() = text,
        }
        result.is_ok()
    }

    /// Hands everything to the system, and makes the file first if need be.
    fn write(&mut self) -> io::Result<()> {
        if self.log.is_none() && !self.waiting.is_empty() {
            let Beginning { disk, folder, now, header, base } = &self.beginning;
            self.log = Some(Log::create(disk.clone(), folder, *now, header, base.as_ref())?);
        }
        let Some(log) = &mut self.log else { return Ok(()) };
        self.waiting.drain(..).for_each(|frame| log.push(&frame));
        log.write()
    }

    /// Begins to flush, on another thread; `answer` hears how it went.
    fn flush(&mut self, answer: Option<Sender<bool>>) {
        self.flushed = Instant::now();
        let written = self.write();
        if !self.note(&written) {
            if let Some(answer) = answer {
                answer.send(false).ok();
            }
            return;
        }
        // One that was asked for runs beside one that may have begun before the last write.
        let flush = match (&mut self.log, &answer) {
            (Some(log), None) => log.begin_flush(),
            (Some(log), Some(_)) => log.begin_flush().or_else(|| Some(log.whole_flush())),
            (None, _) => None,
        };
        let Some(flush) = flush else {
            if let Some(answer) = answer {
                answer.send(true).ok();
            }
            return;
        };
        let run = move |flush: &Flush| {
            let result = flush.run();
            if let Some(answer) = answer {
                answer.send(result.is_ok()).ok();
            }
            result
        };
        let spawned = std::thread::Builder::new().name("journal flush".to_owned()).spawn(move || run(&flush));
        match spawned {
            Ok(thread) => self.flushing.push(thread),
            Err(e) => {
                self.log.iter_mut().for_each(Log::flush_failed);
                self.note(&Err(e));
            }
        }
    }

    fn flush_ended(&mut self, result: std::thread::Result<io::Result<()>>) {
        let result = result.unwrap_or_else(|_| Err(io::Error::other("the flush ended by itself")));
        if !self.note(&result) {
            self.log.iter_mut().for_each(Log::flush_failed);
        }
    }

    /// Looks whether flushes have ended, or waits until they have.
    fn look(&mut self, wait: bool) {
        let (ended, running) = std::mem::take(&mut self.flushing).into_iter().partition(|t| wait || t.is_finished());
        self.flushing = running;
        let ended: Vec<JoinHandle<io::Result<()>>> = ended;
        ended.into_iter().for_each(|thread| self.flush_ended(thread.join()));
    }

    fn restart(&mut self, header: Header) -> io::Result<()> {
        self.write()?;
        let done = match self.log.take() {
            // Everything is in the saved file: the next step begins a new journal.
            Some(log) if log.steps() <= header.first => log.remove(),
            Some(mut log) => {
                let done = log.restart(&header);
                self.log = Some(log);
                done
            }
            None => Ok(()),
        };
        self.beginning.base = None;
        self.beginning.header = header;
        done
    }

    fn work(&mut self, receiver: &Receiver<Message>) {
        loop {
            let message = if self.is_dirty() || !self.flushing.is_empty() {
                // While a flush runs late, look after it now and then.
                receiver.recv_timeout(SECOND.saturating_sub(self.flushed.elapsed()).max(SECOND / 20))
            } else {
                receiver.recv().map_err(|_| RecvTimeoutError::Disconnected)
            };
            match message {
                Ok(Message::Frame(frame)) => {
                    self.waiting.push(frame);
                    let result = self.write();
                    self.note(&result);
                }
                Ok(Message::Flush(answer)) => self.flush(Some(answer)),
                Ok(Message::Restart(header)) => {
                    let result = self.restart(header);
                    self.note(&result);
                }
                Ok(Message::End(answer)) => {
                    self.look(true);
                    // What cannot be removed is offered at the next start; it does no harm.
                    drop(self.log.take().map(Log::end));
                    answer.send(()).ok();
                    return;
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => {
                    self.flush(None);
                    self.look(true);
                    return;
                }
            }
            self.look(false);
            if self.is_dirty() && self.flushing.is_empty() && self.flushed.elapsed() >= SECOND {
                self.flush(None);
            }
        }
    }
}
