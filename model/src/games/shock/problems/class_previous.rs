//! Rule C4: the used lists of the class tables backwards (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "class-previous",
    severity: Severity::Error,
    label: "Previous class row wrong",
    doc: "A used class row must name the one before it in the list, the first 0.",
    reads: LISTS,
    run: Run::Level(run),
    fixes: REPAIR,
};

fn run(level: &Level, report: &mut Report) {
    for table in class_tables(level) {
        let (used, _) = table.lists();
        let before = std::iter::once(0).chain(used.rows.iter().copied());
        let found = used.rows.iter().zip(before).filter_map(|(row, before)| {
            let [_, _, have] = table.rows.get(*row)?;
            let message = format!("rule C4: the row before it is {before}, it names {have}");
            (usize::from(*have) != before).then_some((*row, message))
        });
        say_all(report, level, table.spec, "previous", found);
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_wrong_previous_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "traps", 2, "previous", 7);
        assert_eq!(found(&document, &CHECK), ["traps/2 previous: rule C4: the row before it is 0, it names 7"]);
        fix(&mut document, &CHECK, 0);
    }
}
