//! The thread that writes a journal. The window hands it frames and goes on; it gives them to the system at once and
//! flushes them at most once a second. It is the only place here that knows the time of day passes.

use std::io;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, channel};
use std::sync::{Arc, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::frame::{Frame, Header};
use super::log::Log;

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
    /// Takes a journal over. `steps` is how many steps the session had before its first.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub fn start(log: Log, steps: u64) -> io::Result<JournalWriter> {
        let (sender, receiver) = channel();
        let problem = Arc::new(Mutex::new(None));
        let shared = problem.clone();
        let thread =
            std::thread::Builder::new().name("journal".to_owned()).spawn(move || work(log, &receiver, &shared))?;
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

fn work(mut log: Log, receiver: &Receiver<Message>, problem: &Mutex<Option<String>>) {
    let mut flushed = Instant::now();
    let note = |result: io::Result<()>, log: &Log| -> bool {
        let text = result
            .as_ref()
            .err()
            .map(|e| format!("the journal {} cannot be written ({e}): save soon", log.path().display()));
        match problem.lock() {
            Ok(mut guard) => *guard = text,
            Err(poisoned) => *poisoned.into_inner() = text,
        }
        result.is_ok()
    };
    loop {
        let message = if log.is_dirty() {
            receiver.recv_timeout(SECOND.saturating_sub(flushed.elapsed()))
        } else {
            receiver.recv().map_err(|_| RecvTimeoutError::Disconnected)
        };
        match message {
            Ok(Message::Frame(frame)) => {
                log.push(&frame);
                note(log.write(), &log);
            }
            Ok(Message::Flush(answer)) => {
                let done = note(log.flush(), &log);
                flushed = Instant::now();
                answer.send(done).ok();
            }
            Ok(Message::Restart(header)) => {
                note(log.restart(&header), &log);
            }
            Ok(Message::End(answer)) => {
                // What cannot be removed is offered at the next start; it does no harm.
                drop(log.end());
                answer.send(()).ok();
                return;
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => {
                note(log.flush(), &log);
                return;
            }
        }
        if log.is_dirty() && flushed.elapsed() >= SECOND {
            note(log.flush(), &log);
            flushed = Instant::now();
        }
    }
}
