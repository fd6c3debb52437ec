//! The entries as a test: made files, some hundred changes of each, every beginning of a small map, and the bound on
//! memory over files broken on purpose.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking")]

use std::path::PathBuf;

use levelwright_fuzz::entries::{ENTRIES, Entry};
use levelwright_fuzz::random::Random;
use levelwright_fuzz::run::{keep_panics_quiet, try_input};
use levelwright_fuzz::{files, heap, mutate, seeds};

#[global_allocator]
static HEAP: heap::Counting = heap::Counting;

fn check(entry: &Entry, input: &[u8], what: &str) {
    if let Some(finding) = try_input(entry, input) {
        panic!("{}, {what}: {finding}", entry.name);
    }
}

/// Files of the data folder; none, with a message, where it is absent.
fn data(part: &str) -> Vec<PathBuf> {
    let root = std::env::var_os("LEVELWRIGHT_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")), PathBuf::from);
    let path = root.join(part);
    if !path.exists() {
        println!("skipped: no {part} in the data folder (set LEVELWRIGHT_DATA)");
        return Vec::new();
    }
    files::below(&[path]).unwrap()
}

#[test]
fn the_allocator_counts_what_is_held_at_once() {
    let ((), peak) = heap::peak_during(|| {
        for _ in 0..10 {
            drop(vec![1u8; 100_000]);
        }
        let grown: Vec<u8> = (0..1000).map(|n| n as u8).collect();
        assert_eq!(grown.len(), 1000);
    });
    assert!((100_000..110_000).contains(&peak), "{peak}");
}

/// What is promised of the real archive of System Shock: opened, every level decoded and compared, saved.
#[test]
fn the_real_archive_needs_no_more_memory_than_promised() {
    const PROMISED: usize = 40 << 20;
    for path in data("systemshock/derelict/archive.dat") {
        let (same, peak) = heap::peak_during(|| {
            let bytes = std::fs::read(&path).unwrap();
            let mut opened = levelwright_io::format::open_bytes(bytes).unwrap();
            opened.document.decode_all();
            opened.origin.verify(&opened.document).unwrap();
            opened.origin.encode(&opened.document).unwrap().bytes.len()
        });
        assert!(same > 0 && peak <= PROMISED, "{peak} bytes at the peak, promised are {PROMISED}");
        println!("{} KiB at the peak", peak >> 10);
    }
}

#[test]
fn made_files_and_their_changes_break_no_promise() {
    let made = seeds::made();
    for entry in ENTRIES {
        for input in &made {
            check(entry, input, "a made file");
        }
        for round in 0..300 {
            let input = mutate::mutated(&mut Random::new(round), &made);
            check(entry, &input, &format!("round {round}"));
        }
    }
}

#[test]
fn every_beginning_of_a_small_map_breaks_no_promise() {
    /// Sets are the samples of other games with the beginning among their files: each takes its time, and which byte the
    /// beginning ends with tells them little.
    const SETS: usize = 61;
    let map = seeds::made_map();
    for end in 0..map.len() {
        for entry in ENTRIES.iter().filter(|entry| entry.name != "set" || end % SETS == 0) {
            check(entry, &map[..end], &format!("the first {end} bytes"));
        }
    }
}

#[test]
fn files_broken_on_purpose_break_no_promise() {
    for path in data("hostile/marathon") {
        let input = files::read(&path).unwrap();
        for entry in ENTRIES {
            check(entry, &input, &path.display().to_string());
        }
    }
}

#[test]
fn a_panic_and_a_large_allocation_are_found() {
    fn panics(bytes: &[u8]) {
        assert!(bytes.is_empty(), "not empty");
    }
    fn hoards(_: &[u8]) {
        drop(vec![1u8; 9 << 20]);
    }
    keep_panics_quiet();
    let panics = try_input(&Entry { name: "panics", run: panics }, b"x").unwrap();
    assert!(panics.to_string().contains("not empty at "), "{panics}");
    assert!(panics.class().starts_with("fuzz/tests/entries.rs:"), "{}", panics.class());
    let hoards = try_input(&Entry { name: "hoards", run: hoards }, b"x").unwrap();
    assert_eq!(hoards.class(), "memory");
}
