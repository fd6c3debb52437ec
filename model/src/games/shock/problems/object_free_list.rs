//! Rule O2: the list of free objects (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::tables::OBJECTS;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "object-free-list",
    severity: Severity::Error,
    label: "List of free objects broken",
    doc: "The list does not end, comes to a row twice, or to a row that is an object. New objects of the running game would take rows that are in use.",
    reads: &["objects"],
    run: Run::Level(run),
    fixes: REPAIR,
};

fn run(level: &Level, report: &mut Report) {
    let Some((_, rows)) = objects(level) else { return };
    let (_, free) = object_lists(&rows);
    if let Some((row, fault)) = free.fault {
        say(report, level, &OBJECTS, row, "next", format!("rule O2: the list of free objects {fault}"));
    }
    let used = free.rows.into_iter().filter(|row| rows.get(*row).is_some_and(|o| o.active() != 0));
    let found = used.map(|row| (row, "rule O2: it is in the list of free objects and is an object".to_owned()));
    say_all(report, level, &OBJECTS, "active", found);
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_free_list_that_leads_behind_the_end_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "objects", 20, "next", 30000);
        let leads = "rule O2: the list of free objects leads from row 20 to 30000; there are 872 rows";
        assert_eq!(found(&document, &CHECK), [format!("objects/20 next: {leads}")]);
        fix(&mut document, &CHECK, 0);
    }
}
