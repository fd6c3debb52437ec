//! The program `levelwright`.

use std::process::ExitCode;

fn main() -> ExitCode {
    levelwright_app::run(std::env::args_os())
}
