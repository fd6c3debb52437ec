//! Rule X5: an object touches the tile it stands in (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::references::References;
use crate::games::shock::tables::OBJECTS;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "object-home-tile",
    severity: Severity::Error,
    label: "Object not in its own tile",
    doc: "None of its cross references is the tile of its place. It is drawn and hit where the references are.",
    reads: LISTS,
    run: Run::Level(run),
    fixes: REPAIR,
};

fn run(level: &Level, report: &mut Report) {
    let Some(references) = References::of(level) else { return };
    let Some((_, rows)) = objects(level) else { return };
    let found = references.rings().into_iter().filter_map(|ring| {
        let object = rows.get(ring.object)?;
        let home = ((object.x() >> 8) as i16, (object.y() >> 8) as i16);
        let tile = |row: &usize| references.rows.get(*row).map(|r| (r.x(), r.y()));
        let tiles: Vec<(i16, i16)> = ring.rows.iter().filter_map(tile).collect();
        // One that is nowhere, and new ones of HackEd (4.1), are for other checks.
        let elsewhere = object.x() == u16::MAX || tiles.iter().any(|t| *t == home || t.0 < 0);
        let message = format!("rule X5: it stands in tile {}, {} and touches only others", home.0, home.1);
        (!tiles.is_empty() && !elsewhere).then_some((ring.object, message))
    });
    say_all(report, level, &OBJECTS, "x", found);
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn an_object_beside_its_references_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "objects", 1, "x", 9 * 256);
        let beside = "rule X5: it stands in tile 9, 5 and touches only others";
        assert_eq!(found(&document, &CHECK), [format!("objects/1 x: {beside}")]);
        fix(&mut document, &CHECK, 0);
    }
}
