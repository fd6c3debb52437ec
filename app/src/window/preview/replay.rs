//! The same scenario on the changed level, on a thread of its own.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use levelwright_model::document::Level;
use levelwright_model::games::PreviewSpec;
use levelwright_model::preview::{Scenario, Timeline};

/// After so many ticks the thread looks whether it is still wanted.
const LOOK: u32 = 64;

/// A run under way. Dropping it stops it.
#[derive(Debug)]
pub(super) struct Replay {
    /// The revision of the document that it runs.
    pub(super) revision: u64,
    dropped: Arc<AtomicBool>,
    answer: Receiver<Timeline>,
}

/// What became of it.
pub(super) enum Replayed {
    /// It is under way.
    NotYet,
    /// The run, as far as the old one went.
    Is(Box<Timeline>),
    /// The thread is gone without an answer.
    Failed,
}

impl Replay {
    /// Begins a run: the scenario, the tick to go to, the tick to stand at. `None` if there is no thread for it.
    pub(super) fn start(
        spec: &'static PreviewSpec,
        level: Arc<Level>,
        (scenario, furthest, now): (Scenario, u32, u32),
        revision: u64,
        ctx: &egui::Context,
    ) -> Option<Replay> {
        let (send, answer) = channel();
        let dropped = Arc::new(AtomicBool::new(false));
        let (told, ctx) = (dropped.clone(), ctx.clone());
        let work = move || {
            let mut timeline = spec.timeline(&level, scenario);
            while timeline.now() < furthest {
                if told.load(Ordering::Relaxed) {
                    return;
                }
                timeline.seek(furthest.min(timeline.now().saturating_add(LOOK)));
            }
            timeline.seek(now);
            // Nobody listens any more if a newer edit came.
            if send.send(timeline).is_ok() {
                ctx.request_repaint();
            }
        };
        std::thread::Builder::new().name("preview".to_owned()).spawn(work).ok()?;
        Some(Replay { revision, dropped, answer })
    }

    /// The run, if it is there.
    pub(super) fn answer(&self) -> Replayed {
        match self.answer.try_recv() {
            Ok(timeline) => Replayed::Is(Box::new(timeline)),
            Err(TryRecvError::Empty) => Replayed::NotYet,
            Err(TryRecvError::Disconnected) => Replayed::Failed,
        }
    }
}

impl Drop for Replay {
    fn drop(&mut self) {
        self.dropped.store(true, Ordering::Relaxed);
    }
}
