//! Places that are no places (`warriors.md` 1.12).

use crate::document::{Level, Severity};
use crate::games::warriors::level::{lines, real};
use crate::games::warriors::records::LineField;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "position",
    severity: Severity::Error,
    label: "Place",
    doc: "Positions must be finite numbers.",
    reads: &["lines"],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    for line in lines(level) {
        for field in [LineField::x, LineField::y, LineField::z].map(LineField::field) {
            if let Some(n) = real(&line, field).filter(|n| !n.is_finite()) {
                report.record(&line, field.name, format!("{n} is no place"));
            }
        }
    }
}
