//! A polygon with a corner that points inwards (`marathon.md` 1.7, 5.1).

use super::common::{OUTLINE, corners, geometry, polygons, turns};
use crate::document::{Level, Severity};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "polygon-concave",
    severity: Severity::Error,
    label: "Concave polygon",
    doc: "A corner points inwards. Everything in the engine takes polygons for convex: it draws wrongly here and \
          people fall out of the map.",
    reads: OUTLINE,
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    let map = geometry(level);
    for (index, own) in polygons(&map) {
        let Some(corners) = corners(&map, index, own) else { continue };
        let turns = turns(&corners);
        let right = turns.iter().filter(|t| **t > 0).count();
        let left = turns.iter().filter(|t| **t < 0).count();
        if left > 0 && right > 0 {
            let at = turns.iter().position(|t| if left <= right { *t < 0 } else { *t > 0 }).unwrap_or(0);
            let corner = (at + 1).checked_rem(corners.len()).unwrap_or(0);
            report.row(
                level,
                "polygons",
                index.unsigned_abs().into(),
                "endpoints",
                format!("corner {corner} points inwards"),
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, put, rooms};
    use super::*;

    #[test]
    fn a_dent_is_named() {
        let mut document = rooms().document();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        // The outer corner of room 0 is pushed through the middle of the room.
        put(&mut document, "points", 0, "x", 800);
        put(&mut document, "points", 0, "y", 800);
        assert_eq!(found(&document, &CHECK), ["polygons/0 endpoints: corner 0 points inwards"]);
    }
}
