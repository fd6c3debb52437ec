//! Tints that hide a thing (`warriors.md` 1.12).

use super::common::placed;
use crate::document::{Level, Severity};
use crate::games::warriors::level::int;
use crate::games::warriors::level::text;
use crate::games::warriors::names::is_emitter;
use crate::games::warriors::records::LineField;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "invisible",
    severity: Severity::Warning,
    label: "Invisible",
    doc: "What is tinted with an opacity below 10 is not drawn.",
    reads: &["lines", "scripts", "texts"],
    run: Run::Level(run),
    fixes: &[],
};

/// Less is not drawn (`warriors.md` P6).
const LEAST: i128 = 10;

fn run(level: &Level, report: &mut Report) {
    for record in placed(level) {
        let emitter = super::common::is_line(&record)
            && text(&record, LineField::name.field()).is_some_and(|name| is_emitter(&name));
        let tint = record.schema().base_field("tint").and_then(|field| int(&record, field));
        if let Some(tint) = tint.filter(|tint| !emitter && tint & 0xFF < LEAST) {
            report.record(&record, "tint", format!("opacity {} of 255: below {LEAST} nothing is drawn", tint & 0xFF));
        }
    }
}
