//! Runs the command line as a person would, and says what came of it.
#![allow(dead_code, unreachable_pub, reason = "not every file of tests needs all of it; a module of its own in each")]
#![allow(clippy::unwrap_used, clippy::panic, reason = "a test fails by panicking; helpers of tests do so, too")]

use std::ffi::OsString;

use levelwright_app::cli::{Start, run_with};

/// What a command answered: exit code, results, messages.
pub struct Answer {
    pub code: u8,
    pub out: String,
    pub err: String,
}

pub fn run(args: &[&str]) -> Answer {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let all = ["levelwright"].iter().chain(args).map(OsString::from);
    match run_with(all, &mut out, &mut err) {
        Start::Done(code) => {
            Answer { code, out: String::from_utf8(out).unwrap(), err: String::from_utf8(err).unwrap() }
        }
        Start::Window(files) => panic!("{args:?} opens the window with {files:?}"),
    }
}

pub fn fine(args: &[&str]) -> String {
    let answer = run(args);
    assert_eq!((answer.code, answer.err.as_str()), (0, ""), "{args:?}");
    answer.out
}

pub fn refused(args: &[&str], why: &str) {
    let answer = run(args);
    assert_eq!((answer.code, answer.out.as_str()), (2, ""), "{args:?}");
    assert!(answer.err.contains(why), "{args:?}: {}", answer.err);
}
