//! Processor time of this thread, which other work on the machine does not stretch as it stretches the clock's time, and
//! a table of figures beside what is promised.

use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

/// Work that no machine has to wait for: a million additions that depend on each other.
fn calibration() -> u64 {
    (0..1_000_000u64).fold(1, |sum, n| black_box(sum.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(n)))
}

/// Nanoseconds this thread has run: the first number of Linux' `schedstat`. Elsewhere, or without it, the clock's.
fn spent(start: Instant) -> Duration {
    // The system counts when a thread gives way, else only every few milliseconds.
    std::thread::yield_now();
    let told = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let told = told.and_then(|text| text.split(' ').next()?.parse().ok()).filter(|nanos| *nanos > 0);
    told.map_or_else(|| start.elapsed(), Duration::from_nanos)
}

/// A file of the data folder (`LEVELWRIGHT_DATA` or `../shared/data`); says so if it is not there.
pub(crate) fn data(name: &str) -> Option<PathBuf> {
    let root = std::env::var_os("LEVELWRIGHT_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"), PathBuf::from);
    let path = Some(root.join(name)).filter(|path| path.exists());
    if path.is_none() {
        println!("{name}: not there, skipped; LEVELWRIGHT_DATA names the data folder");
    }
    path
}

/// Prints figures, a row each.
pub(crate) struct Figures {
    start: Instant,
    wanted: Option<String>,
}

impl Figures {
    /// A head line and the calibration loop. An argument that is no option chooses rows by part of their name.
    pub(crate) fn new() -> Figures {
        let wanted = std::env::args().skip(1).find(|a| !a.starts_with('-'));
        println!("{:<56} {:>10} {:>10}  promised", "processor time, milliseconds", "fastest", "median");
        let figures = Figures { start: Instant::now(), wanted };
        figures.row("calibration", "", 20, calibration);
        figures
    }

    /// Runs something so many times; answers the fastest, the median and the slowest.
    pub(crate) fn row<T>(
        &self,
        what: &str,
        promised: &str,
        runs: usize,
        mut work: impl FnMut() -> T,
    ) -> Option<[f64; 3]> {
        self.row_with(what, promised, runs, || (), |()| work())
    }

    /// The same with something made before each run that is not counted.
    pub(crate) fn row_with<S, T>(
        &self,
        what: &str,
        promised: &str,
        runs: usize,
        mut given: impl FnMut() -> S,
        mut work: impl FnMut(S) -> T,
    ) -> Option<[f64; 3]> {
        if self.wanted.as_ref().is_some_and(|part| !what.contains(part.as_str())) {
            return None;
        }
        let mut times: Vec<f64> = Vec::with_capacity(runs);
        for _ in 0..=runs {
            let given = given();
            let before = spent(self.start);
            let made = black_box(work(given));
            times.push(spent(self.start).saturating_sub(before).as_secs_f64() * 1000.0);
            drop(made);
        }
        // The first run fills caches and asks the system for memory.
        times.remove(0);
        times.sort_by(f64::total_cmp);
        let (fastest, median, slowest) = (*times.first()?, *times.get(times.len() / 2)?, *times.last()?);
        println!("{what:<56} {fastest:>10.3} {median:>10.3}  {promised}");
        Some([fastest, median, slowest])
    }
}
