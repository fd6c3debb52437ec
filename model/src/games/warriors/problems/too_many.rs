//! More panes or types than the game has room for (`warriors.md` 1.12).

use crate::document::{Level, Severity};
use crate::games::warriors::level::calls_of;
use crate::games::warriors::records::calls::{OBJECT_TYPE, PANE};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "too-many",
    severity: Severity::Error,
    label: "Too many panes or types",
    doc: "The game has room for 100 panes in a level and for 1,500 types.",
    reads: &["scripts", "texts", "lent"],
    run: Run::Level(run),
    fixes: &[],
};

/// Room (`warriors.md` 1.3, 1.7).
const PANES: usize = 100;
const TYPES: usize = 1500;

fn run(level: &Level, report: &mut Report) {
    for (schema, most, what) in [(&PANE, PANES, "panes"), (&OBJECT_TYPE, TYPES, "types")] {
        let calls = calls_of(level, schema);
        if let Some(first) = calls.get(most) {
            report.record(first, "", format!("the first of {} {what} too many: {most} have room", calls.len() - most));
        }
    }
}
