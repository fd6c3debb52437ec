//! Rule O1: the list of used objects (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::tables::OBJECTS;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "object-used-list",
    severity: Severity::Error,
    label: "List of used objects broken",
    doc: "The list does not end, comes to a row twice, or to a row that is no object. The game never comes to what lies behind.",
    reads: &["objects"],
    run: Run::Level(run),
    fixes: REPAIR,
};

fn run(level: &Level, report: &mut Report) {
    let Some((_, rows)) = objects(level) else { return };
    let (used, _) = object_lists(&rows);
    if let Some((row, fault)) = used.fault {
        say(report, level, &OBJECTS, row, "next", format!("rule O1: the list of used objects {fault}"));
    }
    let free = used.rows.into_iter().filter(|row| rows.get(*row).is_some_and(|o| o.active() != 1));
    let found = free.map(|row| (row, "rule O1: it is in the list of used objects and is no object".to_owned()));
    say_all(report, level, &OBJECTS, "active", found);
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_used_list_that_loops_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "objects", 1, "next", 3);
        let loops = "rule O1: the list of used objects comes from row 1 to row 3 again";
        assert_eq!(found(&document, &CHECK), [format!("objects/3 next: {loops}")]);
        fix(&mut document, &CHECK, 0);
    }

    #[test]
    fn a_free_row_in_the_used_list_is_named() {
        let mut document = level();
        put(&mut document, "objects", 2, "active", 0);
        let free = "rule O1: it is in the list of used objects and is no object";
        assert_eq!(found(&document, &CHECK), [format!("objects/2 active: {free}")]);
        fix(&mut document, &CHECK, 0);
    }
}
