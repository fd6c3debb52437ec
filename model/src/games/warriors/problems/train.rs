//! Trains that do not run as they are meant to (`warriors.md` 1.2, 1.12).

use std::collections::BTreeMap;

use crate::document::{Level, NodeId, Record, Severity};
use crate::games::warriors::level::{all_calls, int};
use crate::games::warriors::records::calls::{TRAIN_POINT, TRAIN_START, TRAIN_STOP, TrainPointField};
use crate::games::warriors::script::compiled::function_of;
use crate::problems::{Check, Report, Run};
use crate::record::Schema;

pub(super) static CHECK: Check = Check {
    id: "train",
    severity: Severity::Warning,
    label: "Train",
    doc: "A train has a slot of 0 to 3 and up to 12 points, set after it is started: starting takes them away, \
          starting it again too. With fewer than three nobody steps aside.",
    reads: &["scripts", "texts"],
    run: Run::Level(run),
    fixes: &[],
};

/// Slots, points (`warriors.md` 1.9).
const SLOTS: i128 = 4;
const POINTS: i128 = 12;
/// With fewer, nobody steps aside (`warriors.md` P33).
const LEAST_POINTS: usize = 3;

/// A train that was started, with how many points it has got since.
struct Started<'a> {
    call: Record<'a>,
    /// The compiled function that starts it.
    function: Option<NodeId>,
    points: usize,
    stopped: bool,
}

fn run(level: &Level, report: &mut Report) {
    // By script: what runs first in another one is not known.
    let mut trains: BTreeMap<(u32, i128), Started<'_>> = BTreeMap::new();
    for call in all_calls(level) {
        let slot = call.schema().base_field("slot").and_then(|field| int(&call, field));
        let Some(slot) = slot else { continue };
        if !(0..SLOTS).contains(&slot) {
            report.record_as(Severity::Error, &call, "slot", format!("slot {slot} is outside 0 to {}", SLOTS - 1));
        }
        let is = |schema: &'static Schema| std::ptr::eq(call.schema(), schema);
        let key = (call.table().number, slot);
        if is(&TRAIN_START) {
            start(&mut trains, key, call, report);
        } else if is(&TRAIN_STOP) {
            trains.entry(key).and_modify(|train| train.stopped = true);
        } else if is(&TRAIN_POINT) {
            let index = int(&call, TrainPointField::index.field());
            if let Some(index) = index.filter(|index| !(0..POINTS).contains(index)) {
                let message = format!("point {index} is outside 0 to {}", POINTS - 1);
                report.record_as(Severity::Error, &call, "index", message);
            }
            match trains.get_mut(&key) {
                Some(train) => train.points += 1,
                None => report.record(&call, "slot", format!("train {slot} is not started before its point is set")),
            }
        }
    }
    trains.values().for_each(|train| too_few(train, report));
}

/// Starts a train, maybe again: then the points that it had are gone (`warriors.md` 1.2). One that was stopped before may
/// be used anew, and which of two functions runs first is not known.
fn start<'a>(trains: &mut BTreeMap<(u32, i128), Started<'a>>, key: (u32, i128), call: Record<'a>, report: &mut Report) {
    let function = function_of(&call).map(|function| function.id());
    match trains.get(&key) {
        Some(train) if train.stopped || train.function != function => too_few(train, report),
        Some(train) if train.points > 0 => {
            let slot = key.1;
            let message = format!("train {slot} is started again, which takes away its points ({})", train.points);
            report.record(&call, "slot", message);
        }
        _ => {}
    }
    trains.insert(key, Started { call, function, points: 0, stopped: false });
}

fn too_few(train: &Started<'_>, report: &mut Report) {
    let points = train.points;
    if points < LEAST_POINTS {
        let message = format!("{points} points: nobody steps aside with fewer than {LEAST_POINTS}");
        report.record(&train.call, "slot", message);
    }
}
