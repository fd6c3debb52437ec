//! A teleporter to nowhere (`marathon.md` 2.4, 5.1).

use super::common::{count, geometry, outside, polygon_type};
use crate::document::{Level, Severity};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "teleporter-range",
    severity: Severity::Error,
    label: "Teleporter to nowhere",
    doc: "The polygon it leads to does not exist. Who steps on it takes the engine out of its arrays.",
    reads: &["polygons"],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    let map = geometry(level);
    let have = count(level, "polygons");
    for (at, own) in map.polygons.iter().enumerate() {
        if own.polygon_type == polygon_type::TELEPORTER && outside(own.permutation, have) {
            let message = format!("it leads to polygon {}, the level has {have}", own.permutation);
            report.row(level, "polygons", at, "permutation", message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, put, rooms};
    use super::*;

    #[test]
    fn a_teleporter_to_nowhere_is_named() {
        let mut document = rooms().document();
        put(&mut document, "polygons", 1, "kind", 10);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "polygons", 1, "permutation", 4);
        assert_eq!(found(&document, &CHECK), ["polygons/1 permutation: it leads to polygon 4, the level has 4"]);
    }
}
