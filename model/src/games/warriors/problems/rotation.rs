//! Rotations that are none (`warriors.md` 1.12).

use super::common::placed;
use crate::document::{Level, Severity};
use crate::games::warriors::level::{calls_of, reals};
use crate::games::warriors::records::calls::DOOR;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "rotation",
    severity: Severity::Warning,
    label: "Rotation",
    doc: "The game packs a rotation into 16 bits: parts of 8 and more overflow, and one whose length is not 1 skews \
          what it turns.",
    reads: &["lines", "scripts", "texts"],
    run: Run::Level(run),
    fixes: &[],
};

/// Parts are stored times 4,096 in 16 bits (`warriors.md` 1.1, 1.4).
const MOST: f64 = 8.0;
/// How far the length may be from 1 (`warriors.md` 1.12).
const SLACK: f64 = 0.01;

fn run(level: &Level, report: &mut Report) {
    for record in placed(level).into_iter().chain(calls_of(level, &DOOR)) {
        let parts = ["qx", "qy", "qz", "qw"].map(|name| record.schema().base_field(name));
        let [Some(x), Some(y), Some(z), Some(w)] = parts else { continue };
        let Some(q) = reals(&record, [x, y, z, w]) else { continue };
        let length = q.iter().map(|n| n * n).sum::<f64>().sqrt();
        if q.iter().any(|n| n.is_nan() || n.abs() >= MOST) {
            report.record_as(
                Severity::Error,
                &record,
                "qx",
                format!("a part of {q:?} does not fit: {MOST} and more overflow"),
            );
        } else if !((1.0 - SLACK)..=(1.0 + SLACK)).contains(&length) {
            report.record(&record, "qx", format!("its length is {length:.3}, not 1"));
        }
    }
}
