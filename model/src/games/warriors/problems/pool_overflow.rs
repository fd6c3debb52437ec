//! More than the pools of the level hold (`warriors.md` 1.12).

use super::common::placed;
use crate::document::{Level, Severity};
use crate::games::warriors::level::{calls_of, int, text};
use crate::games::warriors::names::is_emitter;
use crate::games::warriors::records::LineField;
use crate::games::warriors::records::calls::{FLAG, POOL_SIZES, PoolSizesField};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "pool-overflow",
    severity: Severity::Error,
    label: "Pool too small",
    doc: "The first call of a level script says how many objects and flags there is room for, to which the \
          game adds 500 and 4. What goes beyond is lost or overwrites something.",
    reads: &["lines", "scripts", "texts"],
    run: Run::Level(run),
    fixes: &[],
};

/// What the game adds to what a script asks for (`warriors.md` 1.2).
const SPARE_OBJECTS: i128 = 500;
const SPARE_FLAGS: i128 = 4;

fn run(level: &Level, report: &mut Report) {
    let sizes = calls_of(level, &POOL_SIZES);
    let Some(sizes) = sizes.first() else { return };
    let emitter = |record: &crate::document::Record<'_>| {
        super::common::is_line(record) && text(record, LineField::name.field()).is_some_and(|name| is_emitter(&name))
    };
    let objects = placed(level).iter().filter(|record| !emitter(record)).count() as i128;
    let flags = calls_of(level, &FLAG).len() as i128;
    for (field, spare, have, what) in [
        (PoolSizesField::objects.field(), SPARE_OBJECTS, objects, "objects"),
        (PoolSizesField::flags.field(), SPARE_FLAGS, flags, "flags"),
    ] {
        let Some(asked) = int(sizes, field) else { continue };
        if have > asked.saturating_add(spare) {
            let message =
                format!("{have} {what}, there is room for {} ({asked} and {spare})", asked.saturating_add(spare));
            report.record(sizes, field.name, message);
        }
    }
}
