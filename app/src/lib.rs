//! See the crate's description in Cargo.toml.

pub mod atlas;
pub mod cli;
pub mod data_folder;
pub mod new_files;
pub mod render;
pub mod window;

use std::ffi::OsString;
use std::process::ExitCode;

/// Runs the program: a command, or the window where none is named.
pub fn run(args: impl IntoIterator<Item = OsString>) -> ExitCode {
    match cli::start(args) {
        cli::Start::Window(files) => window::run(files),
        cli::Start::Done(code) => ExitCode::from(code),
    }
}
