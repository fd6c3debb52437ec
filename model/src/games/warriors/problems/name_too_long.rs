//! Names that the game cuts off (`warriors.md` 1.12).

use crate::document::{Level, Severity};
use crate::games::warriors::level::{all_calls, lines, text};
use crate::games::warriors::records::calls::{FLAG, OBJECT_TYPE};
use crate::problems::{Check, Report, Run};
use crate::record::Schema;

pub(super) static CHECK: Check = Check {
    id: "name-too-long",
    severity: Severity::Warning,
    label: "Name too long",
    doc: "The game keeps 26 characters of a type, 20 of a class and 15 of a flag, and drops the rest.",
    reads: &["lines", "scripts", "texts", "lent"],
    run: Run::Level(run),
    fixes: &[],
};

/// How many characters count (`warriors.md` 1.1, 1.3).
const TYPE: usize = 26;
const CLASS: usize = 20;
const FLAG_NAME: usize = 15;

fn most(schema: &'static Schema, field: &str) -> Option<usize> {
    match field {
        "class" if std::ptr::eq(schema, &OBJECT_TYPE) => Some(CLASS),
        "name" if std::ptr::eq(schema, &FLAG) => Some(FLAG_NAME),
        "name" if schema.key != "warriors.volume_box" => Some(TYPE),
        "flag_name" => Some(FLAG_NAME),
        _ => None,
    }
}

fn run(level: &Level, report: &mut Report) {
    for record in lines(level).chain(all_calls(level)) {
        for field in record.schema().base_fields() {
            let Some(most) = most(record.schema(), field.name) else { continue };
            let Some(length) = text(&record, field).map(|text| text.chars().count()).filter(|n| *n > most) else {
                continue;
            };
            report.record(&record, field.name, format!("{length} characters, the game keeps {most}"));
        }
    }
}
