//! Rule C3: every class row is in one of the two lists of its table (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "class-lists-cover",
    severity: Severity::Error,
    label: "Class row in no list or in both",
    doc: "The used and the free list of a class table together must hold every row but the first, each once.",
    reads: LISTS,
    run: Run::Level(run),
    fixes: REPAIR,
};

fn run(level: &Level, report: &mut Report) {
    for table in class_tables(level) {
        let (used, free) = table.lists();
        let mut lists = vec![0u8; table.rows.len()];
        for row in used.rows.iter().chain(&free.rows) {
            if let Some(count) = lists.get_mut(*row) {
                *count += 1;
            }
        }
        let found = lists.iter().enumerate().skip(1).filter_map(|(row, count)| match count {
            0 => Some((row, "rule C3: it is in neither list".to_owned())),
            1 => None,
            _ => Some((row, "rule C3: it is in both lists".to_owned())),
        });
        say_all(report, level, table.spec, "next", found);
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_row_in_both_lists_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        // The only gun is used; the list of free ones begins with it as well.
        put(&mut document, "guns", 0, "next", 1);
        let list = found(&document, &CHECK);
        assert_eq!(list[0], "guns/1 next: rule C3: it is in both lists");
        assert!(list[1..].iter().all(|m| m.contains("neither")));
        fix(&mut document, &CHECK, 0);
    }
}
