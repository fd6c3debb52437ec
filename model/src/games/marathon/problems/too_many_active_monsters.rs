//! More monsters at once than the engine moves (`marathon.md` 1.7, 2.4, 5.1).

use super::common::{at, geometry, group, is_marathon_1, polygons, rows};
use crate::document::{Level, Severity};
use crate::games::marathon::geometry::map::Map;
use crate::games::marathon::geometry::polygon;
use crate::problems::{Check, Report, Run};

/// Types of polygons (`marathon.md` 2.4): where the flood of a trigger stops, and the triggers.
const ZONE_BORDER: i16 = 11;
const TRIGGERS: [i16; 3] = [13, 14, 15];
const VISIBLE_ONLY: i16 = 13;
/// Monsters with a path of their own (`marathon.md` 1.7).
const PATHS: usize = 20;

pub(super) static CHECK: Check = Check {
    id: "too-many-active-monsters",
    severity: Severity::Info,
    label: "Too many monsters at once",
    doc: "One trigger wakes more monsters than can look for their way at once (20 in the games as sold): the others \
          stand about until some are dead.",
    reads: &["points", "endpoints", "lines", "polygons", "objects"],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    // Marathon 1 has no such triggers: its numbers mean other things.
    if is_marathon_1(level) {
        return;
    }
    let map = geometry(level);
    let monsters: Vec<(i16, bool)> = rows(level, &["objects"])
        .filter(|o| o.base_int("group") == Some(group::MONSTER))
        .filter_map(|o| {
            let invisible = o.base_int("flags")? & 1 != 0;
            Some((i16::try_from(o.base_int("polygon")?).ok()?, invisible))
        })
        .collect();
    let mut seen: Vec<Vec<bool>> = Vec::new();
    for (index, own) in polygons(&map).filter(|(_, own)| TRIGGERS.contains(&own.polygon_type)) {
        let zone = zone(&map, index);
        // Several triggers of one zone are one thing to think about.
        if seen.contains(&zone) {
            continue;
        }
        let wakes = |(polygon, invisible): &&(i16, bool)| {
            at(&zone, *polygon) == Some(&true) && !(*invisible && own.polygon_type == VISIBLE_ONLY)
        };
        let woken = monsters.iter().filter(wakes).count();
        if woken > PATHS {
            let message = format!("it wakes {woken} monsters, {PATHS} can move at once");
            report.row(level, "polygons", index.unsigned_abs().into(), "kind", message);
            seen.push(zone);
        }
    }
}

/// The polygons that a trigger reaches: across every line, up to the zone borders.
fn zone(map: &Map, from: i16) -> Vec<bool> {
    let mut reached = vec![false; map.polygons.len()];
    let mut todo = vec![from];
    while let Some(index) = todo.pop() {
        let (Some(own), Ok(slot)) = (map.polygon(index), usize::try_from(index)) else { continue };
        match reached.get_mut(slot) {
            Some(seen @ false) if own.polygon_type != ZONE_BORDER => *seen = true,
            _ => continue,
        }
        let adjacents = if own.is_detached() { own.adjacents } else { polygon::adjacents(map, index, own) };
        todo.extend(adjacents.iter().take(own.corners()));
    }
    reached
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, put, rooms};
    use super::*;
    use crate::games::marathon::test_level::Made;

    #[test]
    fn a_crowd_behind_a_trigger_is_counted() {
        let monster = |flags| [0, 8, 0, 3, 3500, 512, 0, flags];
        let mut objects = vec![monster(0); 20];
        objects.push(monster(1));
        let mut document = Made { objects, ..rooms() }.document();
        put(&mut document, "polygons", 0, "kind", 13);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0], "20 are enough, and one is invisible");
        put(&mut document, "polygons", 1, "kind", 15);
        assert_eq!(found(&document, &CHECK), ["polygons/1 kind: it wakes 21 monsters, 20 can move at once"]);
        put(&mut document, "polygons", 2, "kind", 11);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0], "the border holds it back");
    }
}
