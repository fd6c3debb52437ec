//! Types of glass that the game does not have (`warriors.md` 1.12).

use crate::document::{Level, Severity};
use crate::games::warriors::level::{calls_of, int};
use crate::games::warriors::names::GLASS_TYPES;
use crate::games::warriors::records::calls::{PANE, PaneField};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "pane-type",
    severity: Severity::Warning,
    label: "Type of glass",
    doc: "The game configures types 0 to 18. No level has a pane of type 14, which draws a picture of its own.",
    reads: &["scripts", "texts"],
    run: Run::Level(run),
    fixes: &[],
};

/// The type with a sprite of its own (`warriors.md` 1.7).
const STAINED: i128 = 14;

fn run(level: &Level, report: &mut Report) {
    for pane in calls_of(level, &PANE) {
        let Some(glass) = int(&pane, PaneField::glass.field()) else { continue };
        if !usize::try_from(glass).is_ok_and(|glass| glass < GLASS_TYPES.len()) {
            report.record(&pane, "glass", format!("type {glass} is outside 0 to {}", GLASS_TYPES.len() - 1));
        } else if glass == STAINED {
            report.record_as(Severity::Info, &pane, "glass", "type 14: no level of the game has one");
        }
    }
}
