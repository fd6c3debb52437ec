//! Names of types that no open configuration has (`warriors.md` 1.12).

use super::common::{name_field, placed};
use crate::document::{Level, Severity};
use crate::games::warriors::level::{calls_of, text};
use crate::games::warriors::names::{is_emitter, shown_name};
use crate::games::warriors::records::calls::DOOR;
use crate::games::warriors::types::Types;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "type-unknown",
    severity: Severity::Warning,
    label: "Unknown type",
    doc: "The configuration scripts that are open configure no type of this name. The game places nothing \
          for it; a plain box is drawn.",
    reads: &["lines", "scripts", "texts", "lent"],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    let types = Types::of(level);
    // Without a configuration nobody can tell.
    if types.is_empty() {
        return;
    }
    for record in placed(level).into_iter().chain(calls_of(level, &DOOR)) {
        let Some(field) = name_field(&record) else { continue };
        let Some(name) = text(&record, field) else { continue };
        // Emitters are no types, and only a list may name one.
        if types.configured(&name).is_none() && !(super::common::is_line(&record) && is_emitter(&name)) {
            report.record(&record, field.name, format!("no type {} is configured", shown_name(&name)));
        }
    }
}
