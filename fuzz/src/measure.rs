//! How much memory and time it takes to open, verify and close files one after another.

use std::path::PathBuf;
use std::time::Instant;

use levelwright_io::file::{OpenFile, RoundTrip};
use levelwright_io::format::OpenError;

use crate::heap;

/// What opening files took.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Measured {
    /// Files that are levels.
    pub files: usize,
    /// Files that are something else.
    pub others: usize,
    /// Files that came back byte for byte.
    pub identical: usize,
    /// Most heap bytes held at once.
    pub peak: usize,
    /// The file at which they were held.
    pub at: PathBuf,
    /// Seconds it took.
    pub seconds: f64,
}

/// Opens each file, decodes everything, encodes and compares.
///
/// # Errors
/// The first file that cannot be opened for another reason than being no level, or not be encoded.
pub fn measure(files: &[PathBuf]) -> Result<Measured, String> {
    let start = Instant::now();
    let mut out = Measured::default();
    for path in files {
        let (result, peak) = heap::peak_during(|| match OpenFile::open(path) {
            Err(OpenError::NotALevel(_)) => Ok(None),
            Err(error) => Err(error.to_string()),
            Ok(mut file) => {
                // Twice: as the tables hold it, and as saving would write it.
                let round = file.round_trip();
                let written = file.encode().map_err(|e| e.to_string())?;
                Ok(Some(round == RoundTrip::Identical && written.bytes == file.origin_bytes()))
            }
        });
        match result.map_err(|e| format!("{}: {e}", path.display()))? {
            None => out.others += 1,
            Some(identical) => {
                out.files += 1;
                out.identical += usize::from(identical);
            }
        }
        if peak > out.peak {
            out.peak = peak;
            out.at.clone_from(path);
        }
    }
    out.seconds = start.elapsed().as_secs_f64();
    Ok(out)
}

/// Most memory the whole process ever had, in KiB, where the system tells.
pub fn process_peak() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find(|l| l.starts_with("VmHWM:"))?;
    line.split_whitespace().nth(1)?.parse().ok()
}

/// Processor seconds that this process used, where the system tells.
pub fn processor_seconds() -> Option<f64> {
    /// Clock ticks a second that Linux tells user programs of (`USER_HZ`).
    const TICKS: f64 = 100.0;
    let stat = std::fs::read_to_string("/proc/self/stat").ok()?;
    // The name in brackets may hold blanks; behind it, user and system time are fields 12 and 13.
    let rest = stat.rsplit_once(')')?.1;
    let mut fields = rest.split_whitespace().skip(11);
    let user: f64 = fields.next()?.parse().ok()?;
    let system: f64 = fields.next()?.parse().ok()?;
    Some((user + system) / TICKS)
}
