//! The checks, on a thread of their own: it gets snapshots and answers with what it found in the newest.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, TryRecvError, channel};

use levelwright_model::document::{LevelSource, State};
use levelwright_model::games::Game;
use levelwright_model::problems::{Checker, Problem, Whole};

/// What is to be looked at.
#[derive(Debug)]
pub(super) struct Job {
    pub(super) game: &'static Game,
    pub(super) state: State,
    pub(super) source: Arc<dyn LevelSource>,
    /// The document's revision.
    pub(super) revision: u64,
}

/// What was found, or that a check gave up.
pub(super) struct Answer {
    pub(super) revision: u64,
    pub(super) found: Result<Vec<Problem>, ()>,
}

/// The thread's end at the window. Dropping it ends the thread.
#[derive(Debug)]
pub(super) struct Worker {
    jobs: Sender<Job>,
    answers: Receiver<Answer>,
}

impl Job {
    /// Looks, remembering what did not change.
    pub(super) fn run(&self, checker: &mut Checker) -> Answer {
        let whole = Whole { state: &self.state, source: &*self.source };
        let looked = catch_unwind(AssertUnwindSafe(|| checker.document(self.game, &whole)));
        if looked.is_err() {
            // What it remembers may be half written.
            *checker = Checker::default();
        }
        Answer { revision: self.revision, found: looked.map_err(|_| ()) }
    }
}

impl Worker {
    /// Starts the thread; `None` if the system has none left.
    pub(super) fn start(ctx: &egui::Context) -> Option<Worker> {
        let (jobs, todo) = channel::<Job>();
        let (send, answers) = channel();
        let ctx = ctx.clone();
        let work = move || {
            let mut checker = Checker::default();
            while let Ok(mut job) = todo.recv() {
                // Only the newest state matters.
                while let Ok(newer) = todo.try_recv() {
                    job = newer;
                }
                if send.send(job.run(&mut checker)).is_err() {
                    return;
                }
                ctx.request_repaint();
            }
        };
        std::thread::Builder::new().name("checks".to_owned()).spawn(work).ok()?;
        Some(Worker { jobs, answers })
    }

    /// Hands a job over. Whether the thread still takes any.
    pub(super) fn ask(&self, job: Job) -> bool {
        self.jobs.send(job).is_ok()
    }

    /// The newest answer since the last time; an error if the thread is gone.
    pub(super) fn answer(&self) -> Result<Option<Answer>, ()> {
        let mut newest = None;
        loop {
            match self.answers.try_recv() {
                Ok(answer) => newest = Some(answer),
                Err(TryRecvError::Empty) => return Ok(newest),
                Err(TryRecvError::Disconnected) => return if newest.is_some() { Ok(newest) } else { Err(()) },
            }
        }
    }
}
