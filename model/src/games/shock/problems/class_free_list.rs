//! Rule C2: the free lists of the class tables (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "class-free-list",
    severity: Severity::Error,
    label: "List of free class rows broken",
    doc: "The list does not end, comes to a row twice, or leaves the table. New objects would take rows that are in use.",
    reads: LISTS,
    run: Run::Level(run),
    fixes: REPAIR,
};

fn run(level: &Level, report: &mut Report) {
    for table in class_tables(level) {
        let (_, free) = table.lists();
        if let Some((row, fault)) = free.fault {
            let message = format!("rule C2: the free list of {} {fault}", table.spec.key);
            say(report, level, table.spec, row, "next", message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_free_list_that_loops_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "guns", 5, "next", 5);
        let loops = "rule C2: the free list of guns comes from row 5 to row 5 again";
        assert_eq!(found(&document, &CHECK), [format!("guns/5 next: {loops}")]);
        fix(&mut document, &CHECK, 0);
    }
}
