//! Two of a kind with one number (`oni.md` 4.4).

use super::common::{repeated, rows};
use crate::document::{Level, Severity};
use crate::games::oni::chunk::TYPES;
use crate::problems::{Check, Report, Run};
use crate::record::Role;

pub(super) static CHECK: Check = Check {
    id: "oni-id-twice",
    severity: Severity::Warning,
    label: "Number used twice",
    doc: "Scripts, events and other objects mean the first of several with one number; the others are never found.",
    reads: &[
        "flags/shape",
        "doors/shape",
        "consoles/shape",
        "triggers/shape",
        "turrets/shape",
        "trigger_volumes/shape",
        "patrol_paths/shape",
        "combat/shape",
        "melee/shape",
        "neutrals/shape",
    ],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    for of in TYPES {
        let Some(field) = of.schema.base_fields().find(|f| f.role == Role::Id) else { continue };
        for (record, first, id) in repeated(rows(level, of.table.key), |r| r.base_int(field.name)) {
            report.record(&record, field.name, format!("{first} has the number {id} too: the game takes that one"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, level, set};
    use super::*;

    #[test]
    fn each_kind_counts_for_itself() {
        let kinds = ["flag", "sliding-door", "console", "laser", "turret", "trigger-volume"];
        let made_twice: Vec<&str> = kinds.iter().chain(&kinds).copied().collect();
        let (mut document, made) = level(&made_twice);
        assert!(found(&document, &CHECK).is_empty());
        for node in &made[kinds.len()..] {
            set(&mut document, *node, "id", 1);
        }
        assert_eq!(found(&document, &CHECK).len(), kinds.len());
        assert!(
            found(&document, &CHECK)
                .contains(&"flags/1 id: flags/0 has the number 1 too: the game takes that one".to_owned())
        );
    }
}
