//! Kills the edit loop many times and prints what was lost as a table:
//! `cargo build -p levelwright-tests --bins && cargo run -p levelwright-tests --bin kill-table -- 200`.

use std::time::Duration;

use levelwright_tests::{kill, maps};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let count: u64 = std::env::args().nth(1).map_or(Ok(200), |n| n.parse())?;
    let program = std::env::current_exe()?.with_file_name(format!("edit-loop{}", std::env::consts::EXE_SUFFIX));
    let map = maps::sized(3, 200, 100_000)?;
    let mut kills = Vec::new();
    for seed in 0..count {
        kills.push(kill::kill_once(&program, seed, Duration::from_millis(2500), &map)?);
    }
    println!("{}", kill::table(&kills));
    let late = kills.iter().filter(|k| k.oldest_lost > 1000).count();
    println!("Kills that lost something done more than 1,000 ms before: {late} of {}.", kills.len());
    Ok(())
}
