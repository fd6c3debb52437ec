//! Numbers of doors (`warriors.md` 1.12).

use std::collections::BTreeMap;

use crate::document::{Level, Severity};
use crate::games::warriors::level::{calls_of, int};
use crate::games::warriors::records::calls::{DOOR, DoorField};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "door-number",
    severity: Severity::Warning,
    label: "Number of a door",
    doc: "Navigation links name doors by number, with 13 bits: 0 names none, and two doors with one number open \
          the same way.",
    reads: &["scripts", "texts"],
    run: Run::Level(run),
    fixes: &[],
};

/// The highest number in the game, and the highest that fits (`warriors.md` 1.9, 1.12).
const USUAL: i128 = 27;
const FITS: i128 = 8191;

fn run(level: &Level, report: &mut Report) {
    let mut seen: BTreeMap<i128, usize> = BTreeMap::new();
    for (at, door) in calls_of(level, &DOOR).iter().enumerate() {
        let Some(number) = int(door, DoorField::number.field()) else { continue };
        match number {
            0 => report.record(door, "number", "number 0: no link can name it"),
            n if !(0..=FITS).contains(&n) => {
                report.record_as(Severity::Error, door, "number", format!("number {n} does not fit 13 bits"));
            }
            n if n > USUAL => {
                let message = format!("number {n}: the game's own levels go up to {USUAL}");
                report.record_as(Severity::Info, door, "number", message);
            }
            _ => {}
        }
        match seen.get(&number) {
            Some(first) => report.record(door, "number", format!("door {} has number {number} too", first + 1)),
            None => drop(seen.insert(number, at)),
        }
    }
}
