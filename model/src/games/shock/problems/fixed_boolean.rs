//! Boolean variables 0 and 1 stay what they are (`systemshock.md` 6.3).

use super::common::*;
use super::dangling::holder;
use crate::document::{Level, Severity};
use crate::games::shock::tables::{FIXTURES, TRAPS};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "fixed-boolean",
    severity: Severity::Warning,
    label: "Boolean 0 or 1 is changed",
    doc: "The game counts on boolean 0 being off and boolean 1 being on: conditions that always hold ask for them.",
    reads: &["objects", "traps", "fixtures", "booleans", "integers"],
    run: Run::Level(run),
    fixes: &[],
};

/// The action that sets variables, and the bit of an integer one (6.5, 6.2).
const SET_VARIABLE: i128 = 4;
const INTEGER: i128 = 0x1000;
const KINDS: i128 = 0xF000;

fn run(level: &Level, report: &mut Report) {
    for record in [&TRAPS, &FIXTURES].into_iter().flat_map(|spec| rows(level, spec)) {
        let Some(key) = record.int("variable").filter(|_| record.base_int("action") == Some(SET_VARIABLE)) else {
            continue;
        };
        if let (Some(holder), 0 | 1, true) = (holder(&record), key & !KINDS, key & INTEGER == 0) {
            report.record(&record, "variable", format!("{holder} changes boolean variable {}", key & !KINDS));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_trap_that_changes_boolean_1_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "traps", 1, "action", 4);
        put(&mut document, "traps", 1, "variable", 1);
        assert_eq!(found(&document, &CHECK), ["traps/1 variable: object 1 changes boolean variable 1"]);
        put(&mut document, "traps", 1, "variable", 0x1001);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
    }
}
