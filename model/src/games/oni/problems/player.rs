//! Exactly one character is the player's (`oni.md` 4.4).

use super::common::{int, rows};
use crate::document::{Level, Severity};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "oni-player",
    severity: Severity::Error,
    label: "Not exactly one player",
    doc: "A level needs exactly one character with the player flag: it gets the controls.",
    reads: &["characters"],
    run: Run::Level(run),
    fixes: &[],
};

const PLAYER: i128 = 1;

fn run(level: &Level, report: &mut Report) {
    let players: Vec<_> = rows(level, "characters").filter(|r| int(r, "flags") & PLAYER != 0).collect();
    match players.as_slice() {
        [] if level.table("characters").is_some_and(|t| !t.is_empty()) => {
            report.level(level.id(), "no character has the player flag");
        }
        [] | [_] => {}
        [first, others @ ..] => {
            for record in others {
                let message = format!("characters/{} has the player flag too", first.position());
                report.record(record, "flags", message);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, level, set};
    use super::*;

    #[test]
    fn no_player_and_two_are_named() {
        let (mut document, made) = level(&["character", "character"]);
        assert_eq!(found(&document, &CHECK), [" : no character has the player flag"]);
        set(&mut document, made[0], "flags", 1);
        assert!(found(&document, &CHECK).is_empty());
        set(&mut document, made[1], "flags", 1);
        assert_eq!(found(&document, &CHECK), ["characters/1 flags: characters/0 has the player flag too"]);
    }
}
