//! Rule X3: the cross references of an object form a ring (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::references::References;
use crate::games::shock::tables::OBJECTS;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "reference-ring",
    severity: Severity::Error,
    label: "Cross references form no ring",
    doc: "From an object's reference along the ring one must come back within 12 steps, all references naming the object, all in different tiles.",
    reads: LISTS,
    run: Run::Level(run),
    fixes: REPAIR,
};

fn run(level: &Level, report: &mut Report) {
    let Some(references) = References::of(level) else { return };
    let found = references.rings().into_iter().filter_map(|ring| {
        let fault = ring.fault.map(|fault| format!("rule X3: its cross references {fault}"));
        let mut tiles: Vec<(i16, i16)> =
            ring.rows.iter().filter_map(|row| references.rows.get(*row)).map(|r| (r.x(), r.y())).collect();
        let count = tiles.len();
        tiles.sort_unstable();
        tiles.dedup();
        let twice = (tiles.len() < count).then(|| "rule X3: two of its cross references are in one tile".to_owned());
        Some((ring.object, fault.or(twice)?))
    });
    say_all(report, level, &OBJECTS, "reference", found);
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_ring_that_leads_to_another_object_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "references", 1, "ring", 2);
        let leads = "rule X3: its cross references lead to row 2, which is of object 2";
        assert_eq!(found(&document, &CHECK), [format!("objects/1 reference: {leads}")]);
        fix(&mut document, &CHECK, 0);
    }

    #[test]
    fn a_reference_behind_the_end_is_named() {
        let mut document = level();
        put(&mut document, "objects", 2, "reference", -30000);
        let leads = "rule X3: its cross references lead to row -30000; there are 1600 rows";
        assert_eq!(found(&document, &CHECK), [format!("objects/2 reference: {leads}")]);
        fix(&mut document, &CHECK, 0);
    }
}
