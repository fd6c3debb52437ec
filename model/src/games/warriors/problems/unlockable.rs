//! Objects that scripts hide until they are unlocked (`warriors.md` 1.12).

use crate::document::{Level, Severity};
use crate::games::warriors::level::{calls_of, text};
use crate::games::warriors::names::shown_name;
use crate::games::warriors::records::calls::{OBJECT_SPAWN, ObjectSpawnField};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "unlockable",
    severity: Severity::Info,
    label: "Hidden until unlocked",
    doc: "Keys and power cuffs that a script places do not appear until the player has unlocked them. Those of an \
          object list appear at once.",
    reads: &["scripts", "texts"],
    run: Run::Level(run),
    fixes: &[],
};

/// What their names begin with or are (`warriors.md` 1.2, “Suppression”).
const KEYS: &str = "dyn_key";
const CUFFS: &str = "dyn_powercuffs";

fn run(level: &Level, report: &mut Report) {
    for spawn in calls_of(level, &OBJECT_SPAWN) {
        let name = text(&spawn, ObjectSpawnField::name.field()).unwrap_or_default();
        if name.starts_with(KEYS) || name == CUFFS {
            report.record(&spawn, "name", format!("{} does not appear until it is unlocked", shown_name(&name)));
        }
    }
}
