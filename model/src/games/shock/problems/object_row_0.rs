//! Rule O6: row 0 is no object (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::tables::OBJECTS;
use crate::problems::{Check, Fix, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "object-row-0",
    severity: Severity::Error,
    label: "Row 0 is an object",
    doc: "The first row of the object table begins the lists and must not be an object itself.",
    reads: &["objects"],
    run: Run::Level(run),
    fixes: &[Fix {
        label: "Make it none",
        doc: "Row 0 only begins the lists again.",
        run: |draft, problem| draft.store_int(problem.node, "active", 0).map(|_| ()),
    }],
};

fn run(level: &Level, report: &mut Report) {
    let Some((_, rows)) = objects(level) else { return };
    let active = rows.first().map_or(0, |o| o.active());
    if active != 0 {
        say(report, level, &OBJECTS, 0, "active", format!("rule O6: row 0 says it is an object ({active})"));
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_first_row_that_is_an_object_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "objects", 0, "active", 1);
        assert_eq!(found(&document, &CHECK), ["objects/0 active: rule O6: row 0 says it is an object (1)"]);
        fix(&mut document, &CHECK, 0);
    }
}
