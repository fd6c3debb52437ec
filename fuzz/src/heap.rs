//! An allocator that counts, so that a bound on memory can be enforced.
//!
//! Counts are per thread: tests run side by side and must not see each other's bytes. What a thread frees for another
//! is counted where it is freed.
#![allow(unsafe_code, reason = "the trait GlobalAlloc is unsafe; every call is handed on to the system's allocator")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

thread_local! {
    // Constant and without destructors: reading them cannot allocate.
    static NOW: Cell<isize> = const { Cell::new(0) };
    static PEAK: Cell<isize> = const { Cell::new(0) };
}

/// No input needs more at once. Beyond it the allocation fails and the process ends at once, instead of taking the
/// machine's memory with it.
const MOST: isize = 2 << 30;

/// The system's allocator with counters. Install it with `#[global_allocator]`.
#[derive(Debug)]
pub struct Counting;

/// False if the allocation must fail.
fn count(bytes: isize) -> bool {
    // Allocations of a thread that is just ending are not counted.
    let now = NOW.try_with(|now| {
        now.set(now.get().wrapping_add(bytes));
        now.get()
    });
    let now = now.ok();
    if let Some(now) = now {
        PEAK.try_with(|peak| peak.set(peak.get().max(now))).unwrap_or_default();
    }
    bytes <= 0 || now.is_none_or(|now| now < MOST)
}

fn signed(bytes: usize) -> isize {
    // A layout is at most isize::MAX bytes.
    isize::try_from(bytes).unwrap_or(isize::MAX)
}

// SAFETY: every method hands its arguments unchanged to the system's allocator and returns its answer, or null, which
// means that there is no memory; counting neither allocates nor panics.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        if !count(signed(layout.size())) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        if !count(signed(layout.size())) {
            return std::ptr::null_mut();
        }
        // SAFETY: the caller keeps the contract of `alloc_zeroed`.
        unsafe { System.alloc_zeroed(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        count(-signed(layout.size()));
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // While it grows, old and new may both be there.
        if !count(signed(new_size)) {
            return std::ptr::null_mut();
        }
        count(-signed(layout.size()));
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, new_size) }
    }
}

/// Runs `work` and answers the most heap bytes it held at once on this thread, beside what was there before. 0 if
/// [`Counting`] is not installed.
pub fn peak_during<T>(work: impl FnOnce() -> T) -> (T, usize) {
    let before = NOW.with(Cell::get);
    PEAK.with(|peak| peak.set(before));
    let answer = work();
    let peak = PEAK.with(Cell::get).wrapping_sub(before);
    (answer, usize::try_from(peak).unwrap_or(0))
}

/// The most heap bytes this thread may hold at once for an input of so many bytes.
pub fn bound(input: usize) -> usize {
    (8usize << 20).saturating_add(input.saturating_mul(8))
}
