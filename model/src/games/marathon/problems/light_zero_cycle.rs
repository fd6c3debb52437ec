//! A light that never gets to the end of a moment (`marathon.md` 2.2, 5.1).

use super::common::rows;
use crate::document::{Level, Severity};
use crate::edit::Draft;
use crate::problems::{Check, Fix, Problem, Report, Run};
use crate::record::Refusal;

/// Bit of a light that runs through all six functions in turn (seed 001, FLAGS).
const STATELESS: i128 = 1 << 2;

/// The two halves of a light's life with the fields of their periods.
const HALVES: [(&str, &str, &str); 2] = [
    ("on", "primary_active_period", "secondary_active_period"),
    ("off", "primary_inactive_period", "secondary_inactive_period"),
];

pub(super) static CHECK: Check = Check {
    id: "light-zero-cycle",
    severity: Severity::Error,
    label: "Light without time",
    doc: "While it is on (or off) the light goes from its primary to its secondary function and back, each for its \
          period. If neither takes any time, Aleph One goes round for ever: the game hangs as soon as the light gets \
          there.",
    reads: &["lights", "saved_lights"],
    run: Run::Level(run),
    fixes: &[Fix {
        label: "Let it take one tick",
        doc: "The primary period becomes 1/30 s; the light looks the same.",
        run: take_a_tick,
    }],
};

fn run(level: &Level, report: &mut Report) {
    for light in rows(level, &["lights", "saved_lights"]) {
        let number = |field: &str| light.base_int(field).unwrap_or(0);
        if number("flags") & STATELESS != 0 {
            continue;
        }
        let hangs = |half: &&(&str, &str, &str)| number(half.1) <= 0 && number(half.2) <= 0;
        if let Some((word, primary, secondary)) = HALVES.iter().find(hangs) {
            let (first, second) = (number(primary), number(secondary));
            let message = format!("while it is {word}, its primary and secondary periods are {first} and {second}");
            report.record(&light, primary, message);
        }
    }
}

fn take_a_tick(draft: &mut Draft, problem: &Problem) -> Result<(), Refusal> {
    for (_, primary, secondary) in HALVES {
        if draft.int(problem.node, primary)? <= 0 && draft.int(problem.node, secondary)? <= 0 {
            draft.set_int(problem.node, primary, 1)?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::made::{fix, found, put, rooms};
    use super::*;

    #[test]
    fn lights_that_hang_the_game_are_named() {
        let mut document = rooms().document();
        put(&mut document, "lights", 0, "primary_active_period", 30);
        put(&mut document, "lights", 0, "secondary_inactive_period", 1);
        put(&mut document, "lights", 1, "flags", 4);
        put(&mut document, "lights", 2, "primary_active_period", 1);
        put(&mut document, "lights", 2, "primary_inactive_period", -3);
        assert_eq!(
            found(&document, &CHECK),
            ["lights/2 primary_inactive_period: while it is off, its primary and secondary periods are -3 and 0"]
        );
        fix(&mut document, &CHECK, 0);
    }
}
