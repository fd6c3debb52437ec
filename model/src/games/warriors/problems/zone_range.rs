//! Zones without a bit in the mask (`warriors.md` 1.12).

use super::common::placed;
use crate::document::{Level, Severity};
use crate::games::warriors::level::int;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "zone-range",
    severity: Severity::Warning,
    label: "Zone without a bit",
    doc: "The game has a mask of zones 0 to 254: what lies in another can never be switched on.",
    reads: &["lines", "scripts", "texts"],
    run: Run::Level(run),
    fixes: &[],
};

/// The last zone with a bit (`warriors.md` 1.1).
const LAST: i128 = 254;

fn run(level: &Level, report: &mut Report) {
    for record in placed(level) {
        let zone = record.schema().base_field("zone").and_then(|field| int(&record, field));
        if let Some(zone) = zone.filter(|zone| *zone > LAST || *zone < 0) {
            report.record(&record, "zone", format!("zone {zone} is outside 0 to {LAST}"));
        }
    }
}
