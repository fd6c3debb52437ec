//! Rule X6: what is nowhere touches no tile (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::tables::OBJECTS;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "object-nowhere",
    severity: Severity::Warning,
    label: "Object half in the world",
    doc: "An object with a place has a cross reference, one without has none. Such a thing is seen nowhere, or cannot be reached.",
    reads: &["objects"],
    run: Run::Level(run),
    fixes: REPAIR,
};

fn run(level: &Level, report: &mut Report) {
    let Some((_, rows)) = objects(level) else { return };
    let found = rows.iter().enumerate().skip(1).filter(|(_, o)| o.active() != 0).filter_map(|(row, o)| {
        match (o.x() == u16::MAX, o.reference()) {
            (false, 0) => Some((row, "rule X6: it has a place and no cross reference".to_owned())),
            (true, reference) if reference != 0 => {
                Some((row, format!("rule X6: it has no place and cross reference {reference}")))
            }
            _ => None,
        }
    });
    say_all(report, level, &OBJECTS, "reference", found);
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn an_object_without_a_reference_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "objects", 1, "reference", 0);
        assert_eq!(found(&document, &CHECK), ["objects/1 reference: rule X6: it has a place and no cross reference"]);
        fix(&mut document, &CHECK, 0);
    }
}
