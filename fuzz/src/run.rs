//! Runs inputs through entries and catches what goes wrong.

use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use crate::entries::Entry;
use crate::heap;

/// Longest time one call may take before it counts as a hang. Checked builds are slow, so it is generous.
const SLOW: Duration = Duration::from_secs(5);

/// What went wrong with an input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Finding {
    /// A panic, with its message and place.
    Panic(String),
    /// More memory than the input's size allows.
    Heap {
        /// Most bytes held at once.
        peak: usize,
        /// How many are allowed.
        bound: usize,
    },
    /// It took too long.
    Slow(Duration),
}

impl Finding {
    /// What tells one bug from another: the place of a panic, or the sort of excess.
    pub fn class(&self) -> String {
        match self {
            // The place stands at the end; numbers in the message differ from input to input.
            Finding::Panic(text) => text.rsplit(" at ").next().unwrap_or_default().to_owned(),
            Finding::Heap { .. } => "memory".to_owned(),
            Finding::Slow(_) => "time".to_owned(),
        }
    }
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Finding::Panic(text) => write!(f, "panicked: {text}"),
            Finding::Heap { peak, bound } => write!(f, "held {peak} bytes, {bound} are allowed"),
            Finding::Slow(time) => write!(f, "took {:.1} s", time.as_secs_f64()),
        }
    }
}

thread_local! {
    /// What the last panic said, while [`try_input`] listens.
    static LAST: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Makes panics inside [`try_input`] keep their message for it instead of printing it. Others print as before.
pub fn keep_panics_quiet() {
    let before = std::panic::take_hook();
    std::panic::set_hook(Box::new(move |info| {
        if LAST.with(|last| last.borrow().is_none()) {
            return before(info);
        }
        let payload = info.payload();
        let text = payload.downcast_ref::<&str>().map(|s| (*s).to_owned());
        let text = text.or_else(|| payload.downcast_ref::<String>().cloned()).unwrap_or_default();
        let place = info.location().map(|l| format!("{}:{}", l.file(), l.line())).unwrap_or_default();
        LAST.with(|last| last.replace(Some(format!("{text} at {place}"))));
    }));
}

/// Runs one input through one entry; `Some` if a promise was broken.
pub fn try_input(entry: &Entry, bytes: &[u8]) -> Option<Finding> {
    LAST.with(|last| last.replace(Some(String::new())));
    let start = Instant::now();
    let (result, peak) = heap::peak_during(|| catch_unwind(AssertUnwindSafe(|| (entry.run)(bytes))));
    let time = start.elapsed();
    let said = LAST.with(|last| last.take()).unwrap_or_default();
    if result.is_err() {
        return Some(Finding::Panic(said));
    }
    let bound = heap::bound(bytes.len());
    if peak > bound {
        return Some(Finding::Heap { peak, bound });
    }
    (time > SLOW).then_some(Finding::Slow(time))
}
