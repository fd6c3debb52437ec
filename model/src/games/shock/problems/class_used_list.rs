//! Rule C1: the used lists of the class tables (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "class-used-list",
    severity: Severity::Error,
    label: "List of used class rows broken",
    doc: "The list does not end, comes to a row twice, or leaves the table. Triggers are looked for along this list.",
    reads: LISTS,
    run: Run::Level(run),
    fixes: REPAIR,
};

fn run(level: &Level, report: &mut Report) {
    for table in class_tables(level) {
        let (used, _) = table.lists();
        if let Some((row, fault)) = used.fault {
            let message = format!("rule C1: the used list of {} {fault}", table.spec.key);
            say(report, level, table.spec, row, "next", message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_used_list_that_loops_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "traps", 1, "next", 2);
        let loops = "rule C1: the used list of traps comes from row 1 to row 2 again";
        assert_eq!(found(&document, &CHECK), [format!("traps/2 next: {loops}")]);
        fix(&mut document, &CHECK, 0);
    }
}
