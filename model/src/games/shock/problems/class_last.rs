//! Rule C5: row 0 of a class table names the last used row (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "class-last",
    severity: Severity::Warning,
    label: "Last class row wrong",
    doc: "Row 0 of a class table names the last row of the used list. The game does not need it.",
    reads: LISTS,
    run: Run::Level(run),
    fixes: REPAIR,
};

fn run(level: &Level, report: &mut Report) {
    for table in class_tables(level) {
        let (used, _) = table.lists();
        let have = table.rows.first().map_or(0, |r| usize::from(r[2]));
        let last = used.rows.last().copied().unwrap_or(0);
        if used.fault.is_none() && last != 0 && have != last {
            let message = format!("rule C5: the last used row is {last}, row 0 names {have}");
            say(report, level, table.spec, 0, "previous", message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_wrong_last_row_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "guns", 0, "previous", 7);
        assert_eq!(found(&document, &CHECK), ["guns/0 previous: rule C5: the last used row is 1, row 0 names 7"]);
        fix(&mut document, &CHECK, 0);
    }
}
