//! Trains that do not run as they are meant to (`warriors.md` 1.12).

use std::collections::BTreeMap;

use crate::document::Record;
use crate::document::{Level, Severity};
use crate::games::warriors::level::{all_calls, int};
use crate::games::warriors::records::calls::{TRAIN_POINT, TRAIN_START, TrainPointField};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "train",
    severity: Severity::Warning,
    label: "Train",
    doc: "A train has a slot of 0 to 3 and up to 12 points, set after it is started: starting takes them away. \
          With fewer than three nobody steps aside.",
    reads: &["scripts", "texts"],
    run: Run::Level(run),
    fixes: &[],
};

/// Slots, points (`warriors.md` 1.9).
const SLOTS: i128 = 4;
const POINTS: i128 = 12;
/// With fewer, nobody steps aside (`warriors.md` P33).
const LEAST_POINTS: usize = 3;

fn run(level: &Level, report: &mut Report) {
    // By script: what runs first in another one is not known.
    let mut trains: BTreeMap<(u32, i128), (Record<'_>, usize)> = BTreeMap::new();
    // Points that a second start took away.
    let mut taken: BTreeMap<(u32, i128), usize> = BTreeMap::new();
    for call in all_calls(level) {
        let slot = call.schema().base_field("slot").and_then(|field| int(&call, field));
        let Some(slot) = slot else { continue };
        if !(0..SLOTS).contains(&slot) {
            report.record_as(Severity::Error, &call, "slot", format!("slot {slot} is outside 0 to {}", SLOTS - 1));
        }
        let key = (call.table().number, slot);
        if std::ptr::eq(call.schema(), &TRAIN_START) {
            if let Some((_, points)) = trains.insert(key, (call, 0)) {
                taken.insert(key, points);
            }
        } else if std::ptr::eq(call.schema(), &TRAIN_POINT) {
            let index = int(&call, TrainPointField::index.field());
            if let Some(index) = index.filter(|index| !(0..POINTS).contains(index)) {
                let message = format!("point {index} is outside 0 to {}", POINTS - 1);
                report.record_as(Severity::Error, &call, "index", message);
            }
            match trains.get_mut(&key) {
                Some((_, points)) => *points += 1,
                None => report.record(&call, "slot", format!("train {slot} is not started before its point is set")),
            }
        }
    }
    for (key, (start, points)) in trains.iter().filter(|(_, (_, points))| *points < LEAST_POINTS) {
        let message = match taken.get(key).filter(|taken| **taken > 0 && *points == 0) {
            Some(taken) => format!("started again, which takes its {taken} points away, and none is set after it"),
            None => format!("{points} points: nobody steps aside with fewer than {LEAST_POINTS}"),
        };
        report.record(start, "slot", message);
    }
}
