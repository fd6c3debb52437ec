//! A polygon that runs the wrong way round (`marathon.md` 1.7, 5.1).

use super::common::{OUTLINE, corners, geometry, polygons, turns};
use crate::document::{Level, Severity};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "polygon-counter-clockwise",
    severity: Severity::Error,
    label: "Polygon runs the wrong way",
    doc: "Its corners follow each other counter-clockwise on the map. The engine then takes inside for outside.",
    reads: OUTLINE,
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    let map = geometry(level);
    for (index, own) in polygons(&map) {
        let Some(corners) = corners(&map, index, own) else { continue };
        let turns = turns(&corners);
        // South is down on the screen: turning to greater angles is clockwise. Mixed turns are concave.
        if turns.iter().any(|t| *t < 0) && turns.iter().all(|t| *t <= 0) {
            let message = "its corners run counter-clockwise";
            report.row(level, "polygons", index.unsigned_abs().into(), "endpoints", message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, put, rooms};
    use super::*;

    #[test]
    fn a_mirrored_room_is_named() {
        let mut document = rooms().document();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        // The last room's outer wall goes to the other side of its inner wall, which mirrors it.
        for point in [8, 9] {
            put(&mut document, "points", point, "x", 2048);
        }
        assert_eq!(found(&document, &CHECK), ["polygons/3 endpoints: its corners run counter-clockwise"]);
    }
}
