//! Emitters with what the game does not read (`warriors.md` 1.12).

use crate::document::{Level, Severity};
use crate::games::warriors::level::{int, lines, text};
use crate::games::warriors::names::is_emitter;
use crate::games::warriors::records::LineField;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "emitter-fields",
    severity: Severity::Info,
    label: "Emitter with unused fields",
    doc: "The game reads zone, flags, tint and flag of an emitter and does not use them: it is there at once, whatever \
          they say.",
    reads: &["lines"],
    run: Run::Level(run),
    fixes: &[],
};

/// White, opaque: what an emitter's line has where nothing is meant.
const WHITE: i128 = 0xFFFF_FFFF;

fn run(level: &Level, report: &mut Report) {
    for line in lines(level) {
        if !text(&line, LineField::name.field()).is_some_and(|name| is_emitter(&name)) {
            continue;
        }
        let number = |field: LineField, plain: i128| int(&line, field.field()).is_some_and(|n| n != plain);
        let set: Vec<&str> = [
            ("zone", number(LineField::zone, 0)),
            ("flags", number(LineField::flags, 0)),
            ("tint", number(LineField::tint, WHITE)),
            ("flag_name", text(&line, LineField::flag_name.field()).is_some()),
        ]
        .into_iter()
        .filter_map(|(name, set)| set.then_some(name))
        .collect();
        if let Some(first) = set.first() {
            report.record(&line, first, format!("the game does not use an emitter's {}", set.join(", ")));
        }
    }
}
