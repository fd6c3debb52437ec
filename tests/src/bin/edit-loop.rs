//! Edits a file until it is killed: the child of the kill tests (`levelwright_tests::kill`).

use std::path::PathBuf;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<PathBuf> = std::env::args_os().skip(1).map(PathBuf::from).collect();
    let [data, file, log, seed] = arguments.as_slice() else {
        return Err("edit-loop DATA FILE LOG SEED".into());
    };
    levelwright_tests::kill::edit_loop(data, file, log, seed.to_string_lossy().parse()?)
}
