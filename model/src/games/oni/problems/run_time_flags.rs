//! Flags of the running game in a file (`oni.md` 2.19 row 18, 4.4).

use super::common::rows;
use crate::document::{Level, Severity};
use crate::problems::{Check, Report, Run};
use crate::record::Kind;

pub(super) static CHECK: Check = Check {
    id: "oni-run-time-flags",
    severity: Severity::Info,
    label: "Run-time flags in the file",
    doc: "The game clears them when it loads the level; some of its own files have them. They are kept.",
    reads: &["characters", "doors", "consoles", "triggers"],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    for list in ["characters", "doors", "consoles", "triggers"] {
        for record in rows(level, list) {
            let Some(field) = record.schema().base_field("flags") else { continue };
            let (Kind::Flags(names), Some(raw)) = (&field.kind, record.base_int("flags")) else { continue };
            let set: Vec<&str> = names
                .list
                .iter()
                .filter(|f| raw >> f.bit & 1 == 1 && f.doc.starts_with("Run time"))
                .map(|f| f.name)
                .collect();
            if !set.is_empty() {
                report.record(&record, "flags", format!("set in the file: {}", set.join(", ")));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, level, set};
    use super::*;

    #[test]
    fn the_trigger_of_appendix_a_has_two() {
        let (mut document, made) = level(&["laser", "character"]);
        assert!(found(&document, &CHECK).is_empty());
        set(&mut document, made[0], "flags", 0x4C);
        set(&mut document, made[1], "flags", 0x24);
        assert_eq!(
            found(&document, &CHECK),
            ["characters/0 flags: set in the file: spawned", "triggers/0 flags: set in the file: active, hidden"]
        );
    }
}
