//! Rule O5: row 0 names the last used object (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::tables::OBJECTS;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "object-last",
    severity: Severity::Warning,
    label: "Last object wrong",
    doc: "Row 0 of the object table names the last object of the list. The game does not need it.",
    reads: &["objects"],
    run: Run::Level(run),
    fixes: REPAIR,
};

fn run(level: &Level, report: &mut Report) {
    let Some((_, rows)) = objects(level) else { return };
    let (used, _) = object_lists(&rows);
    let have = rows.first().map_or(0, |o| o.previous());
    let last = used.rows.last().copied().unwrap_or(0);
    // A list that never held anything, or was emptied, leaves any number behind.
    if used.fault.is_none() && last != 0 && usize::try_from(have) != Ok(last) {
        let message = format!("rule O5: the last used object is {last}, row 0 names {have}");
        say(report, level, &OBJECTS, 0, "previous", message);
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_wrong_last_object_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "objects", 0, "previous", 3);
        let wrong = "rule O5: the last used object is 1, row 0 names 3";
        assert_eq!(found(&document, &CHECK), [format!("objects/0 previous: {wrong}")]);
        fix(&mut document, &CHECK, 0);
    }
}
