//! Tables that are nearly full (`systemshock.md` 4.4, limits).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::references::References;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "near-limits",
    severity: Severity::Warning,
    label: "Little room left",
    doc: "The running game needs rows as well: one for the player, others for loot, projectiles and effects. Full tables of \
          single classes are ordinary.",
    reads: LISTS,
    run: Run::Level(run),
    fixes: &[],
};

/// Above these the specification warns.
const OBJECTS_USED: usize = 850;
const REFERENCES_USED: usize = 1500;
/// Fewer free rows of traps than this.
const TRAPS_FREE: usize = 30;
const TRAP: u8 = 12;
const CRITTER: u8 = 14;

fn run(level: &Level, report: &mut Report) {
    let Some((_, rows)) = objects(level) else { return };
    let used = rows.iter().filter(|o| o.active() != 0).count();
    if used > OBJECTS_USED {
        report.level(level.id(), format!("{used} of {} objects are used", rows.len() - 1));
    }
    if let Some(references) = References::of(level) {
        let all = references.rows.len() - 1;
        let used = all.saturating_sub(references.free().rows.len());
        if used > REFERENCES_USED {
            report.level(level.id(), format!("{used} of {all} cross references are used"));
        }
    }
    for table in class_tables(level) {
        let all = table.rows.len().saturating_sub(1);
        let used = rows.iter().filter(|o| o.active() != 0 && o.class() == table.class).count();
        let free = all.saturating_sub(used);
        let key = table.spec.key;
        if table.class == TRAP && free < TRAPS_FREE {
            report.level(level.id(), format!("{free} of {all} rows of {key} are free"));
        } else if table.class == CRITTER && free == 0 {
            report.level(level.id(), format!("all {all} rows of {key} are used: the player needs one"));
        } else if free == 0 {
            report.level_as(Severity::Info, level.id(), format!("all {all} rows of {key} are used"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_level_full_of_traps_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        place_many(&mut document, "trap", 128);
        assert_eq!(found(&document, &CHECK), [" : 29 of 159 rows of traps are free"]);
    }

    #[test]
    fn a_full_table_of_one_class_is_mentioned() {
        let mut document = level();
        place_many(&mut document, "hardware", 7);
        let found = problems(&document, &CHECK);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].severity, &*found[0].message), (Severity::Info, "all 7 rows of hardware are used"));
    }
}
