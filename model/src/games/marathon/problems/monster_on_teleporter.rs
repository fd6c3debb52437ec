//! A monster that stands on a teleporter (`marathon.md` 5.1).

use super::common::{at, geometry, group, polygon_type, rows};
use crate::document::{Level, Severity};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "monster-on-teleporter",
    severity: Severity::Info,
    label: "Monster on a teleporter",
    doc: "Monsters are not teleported: it stands in the way of the player who arrives or wants to leave.",
    reads: &["objects/shape", "polygons/shape"],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    let map = geometry(level);
    for (record, object) in rows(level, &["objects"]).zip(&map.objects) {
        let polygon = at(&map.polygons, object.polygon);
        let teleporter = polygon.is_some_and(|p| p.polygon_type == polygon_type::TELEPORTER);
        if i128::from(object.group) == group::MONSTER && teleporter {
            report.record(&record, "polygon", format!("polygon {} is a teleporter", object.polygon));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, put, rooms};
    use super::*;
    use crate::games::marathon::test_level::Made;

    #[test]
    fn a_monster_in_the_way_is_named() {
        let item = [2, 1, 0, 1, 1500, 512, 0, 0];
        let monster = [0, 8, 0, 1, 1500, 512, 0, 0];
        let mut document = Made { objects: vec![item, monster], ..rooms() }.document();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "polygons", 1, "kind", 10);
        assert_eq!(found(&document, &CHECK), ["objects/1 polygon: polygon 1 is a teleporter"]);
    }
}
