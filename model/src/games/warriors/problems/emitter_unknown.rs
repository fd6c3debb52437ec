//! Emitters that the game does not have (`warriors.md` 1.12).

use crate::document::{Level, Severity};
use crate::games::warriors::level::{lines, text};
use crate::games::warriors::names::{EMITTERS, is_emitter, shown_name};
use crate::games::warriors::records::LineField;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "emitter-unknown",
    severity: Severity::Warning,
    label: "Unknown emitter",
    doc: "A name that begins with “part” is an emitter for the game, whatever follows. This one is none of \
          the 74 that it knows.",
    reads: &["lines"],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    for line in lines(level) {
        let name = text(&line, LineField::name.field()).filter(|name| is_emitter(name));
        if let Some(name) = name.filter(|name| !EMITTERS.contains(&name.as_str())) {
            report.record(
                &line,
                "name",
                format!("{} is an emitter by its first four letters, and none is called so", shown_name(&name)),
            );
        }
    }
}
