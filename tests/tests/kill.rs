//! A short version of the kill table (`docs/kill-table.md`): the program is killed a few times at random moments.

use std::path::Path;
use std::time::Duration;

use levelwright_tests::{kill, maps};

#[test]
fn nothing_done_more_than_a_second_before_the_kill_is_lost() {
    let map = maps::sized(3, 100, 20_000).unwrap();
    let program = Path::new(env!("CARGO_BIN_EXE_edit-loop"));
    let kills: Vec<kill::Kill> = (1000..1010)
        .map(|seed| kill::kill_once(program, seed, Duration::from_millis(500), &map).unwrap_or_else(|e| panic!("{e}")))
        .collect();
    println!("{}", kill::table(&kills));
    assert!(kills.iter().all(|k| k.oldest_lost <= 1000), "{kills:?}");
    assert!(kills.iter().map(|k| k.done).sum::<usize>() > 50, "the script does something: {kills:?}");
}
