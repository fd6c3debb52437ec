//! Rule X1: the list of free cross references (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::references::References;
use crate::games::shock::tables::REFERENCES;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "reference-free-list",
    severity: Severity::Error,
    label: "List of free cross references broken",
    doc: "The list does not end, comes to a row twice, or leaves the table. Moving objects would take references that are in use.",
    reads: LISTS,
    run: Run::Level(run),
    fixes: REPAIR,
};

fn run(level: &Level, report: &mut Report) {
    let Some(references) = References::of(level) else { return };
    if let Some((row, fault)) = references.free().fault {
        say(report, level, &REFERENCES, row, "next", format!("rule X1: the list of free cross references {fault}"));
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
        put(&mut document, "references", 50, "next", 50);
        let loops = "rule X1: the list of free cross references comes from row 50 to row 50 again";
        assert_eq!(found(&document, &CHECK), [format!("references/50 next: {loops}")]);
        fix(&mut document, &CHECK, 0);
    }
}
