//! Doors of which nothing is seen (`warriors.md` 1.12).

use crate::document::{Level, Severity};
use crate::games::warriors::level::{calls_of, text};
use crate::games::warriors::names::door_type;
use crate::games::warriors::records::calls::{DOOR, DoorField};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "door-without-leaves",
    severity: Severity::Warning,
    label: "Door without leaves",
    doc: "The game gives this type of door no leaves: nothing is drawn where it stands.",
    reads: &["scripts", "texts"],
    run: Run::Level(run),
    fixes: &[],
};

/// A type without leaves that the list of types lacks (`warriors.md` 1.8, 1.12).
const STEEL: &str = "dyn_door_steel";

fn run(level: &Level, report: &mut Report) {
    for door in calls_of(level, &DOOR) {
        let Some(name) = text(&door, DoorField::name.field()) else { continue };
        if name == STEEL || door_type(&name).is_some_and(|door| door.leaves == Some(0) && !door.barrier) {
            report.record(&door, "name", format!("{name} has no leaves"));
        }
    }
}
