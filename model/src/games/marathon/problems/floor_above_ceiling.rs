//! A polygon turned inside out (`marathon.md` 5.1).

use super::common::geometry;
use crate::document::{Level, Severity};
use crate::edit::Draft;
use crate::problems::{Check, Fix, Problem, Report, Run};
use crate::record::Refusal;

pub(super) static CHECK: Check = Check {
    id: "floor-above-ceiling",
    severity: Severity::Warning,
    label: "Floor above the ceiling",
    doc: "Nobody can be in the polygon, and it is drawn inside out.",
    reads: &["polygons"],
    run: Run::Level(run),
    fixes: &[
        Fix {
            label: "Raise the ceiling to the floor",
            doc: "The polygon is closed then.",
            run: |draft, problem| meet(draft, problem, "ceiling_height", "floor_height"),
        },
        Fix {
            label: "Lower the floor to the ceiling",
            doc: "The polygon is closed then.",
            run: |draft, problem| meet(draft, problem, "floor_height", "ceiling_height"),
        },
    ],
};

fn run(level: &Level, report: &mut Report) {
    for (at, own) in geometry(level).polygons.iter().enumerate() {
        if own.floor > own.ceiling {
            let message = format!("its floor is at {}, its ceiling at {} (raw)", own.floor, own.ceiling);
            report.row(level, "polygons", at, "floor_height", message);
        }
    }
}

fn meet(draft: &mut Draft, problem: &Problem, field: &str, other: &str) -> Result<(), Refusal> {
    let height = draft.int(problem.node, other)?;
    draft.set_int(problem.node, field, height).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::super::made::{fix, found, put, rooms};
    use super::*;

    #[test]
    fn a_polygon_inside_out_is_named() {
        let mut document = rooms().document();
        put(&mut document, "polygons", 1, "floor_height", 1024);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0], "closed is fine");
        put(&mut document, "polygons", 1, "floor_height", 1025);
        let words = ["polygons/1 floor_height: its floor is at 1025, its ceiling at 1024 (raw)"];
        assert_eq!(found(&document, &CHECK), words);
        fix(&mut document, &CHECK, 0);
        document.undo();
        fix(&mut document, &CHECK, 1);
    }
}
