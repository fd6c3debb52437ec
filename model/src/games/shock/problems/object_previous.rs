//! Rule O4: the list of used objects backwards (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::tables::OBJECTS;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "object-previous",
    severity: Severity::Error,
    label: "Previous object wrong",
    doc: "A used object must name the one before it in the list, the first 0. Deleting it would take others out of the list.",
    reads: &["objects"],
    run: Run::Level(run),
    fixes: REPAIR,
};

fn run(level: &Level, report: &mut Report) {
    let Some((_, rows)) = objects(level) else { return };
    let (used, _) = object_lists(&rows);
    let before = std::iter::once(0).chain(used.rows.iter().copied());
    let found = used.rows.iter().zip(before).filter_map(|(row, before)| {
        let have = rows.get(*row)?.previous();
        let message = format!("rule O4: the object before it is {before}, it names {have}");
        (usize::try_from(have) != Ok(before)).then_some((*row, message))
    });
    say_all(report, level, &OBJECTS, "previous", found);
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_wrong_previous_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "objects", 1, "previous", 3);
        let wrong = "rule O4: the object before it is 2, it names 3";
        assert_eq!(found(&document, &CHECK), [format!("objects/1 previous: {wrong}")]);
        fix(&mut document, &CHECK, 0);
    }
}
