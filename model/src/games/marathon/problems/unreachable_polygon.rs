//! Places that nobody can get to (`marathon.md` 2.4, 5.1).

use super::common::{at, geometry, group, polygon_type, rows, terminal_groups};
use crate::document::{Level, Severity};
use crate::games::marathon::geometry::map::{Map, Polygon};
use crate::games::marathon::geometry::{line, polygon};
use crate::problems::{Check, Report, Run};

/// Group type of a terminal that teleports within the level (`marathon.md` 3.1).
const TELEPORT: i128 = 7;

pub(super) static CHECK: Check = Check {
    id: "unreachable-polygon",
    severity: Severity::Info,
    label: "Polygon out of reach",
    doc: "No way leads from a player start to the polygon: across lines that are not solid or beside platforms, through \
          teleporters and terminals. Heights are not looked at. Often meant: things are kept there, or it is only \
          looked at.",
    reads: &["points", "endpoints", "lines", "polygons", "platforms", "saved_platforms", "objects/shape", "terminals"],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    let map = geometry(level);
    let players = rows(level, &["objects"]).filter(|o| o.base_int("group") == Some(group::PLAYER));
    let mut todo: Vec<i16> = players.filter_map(|o| i16::try_from(o.base_int("polygon")?).ok()).collect();
    if todo.is_empty() {
        return;
    }
    let teleports = terminal_groups(level).into_iter().filter(|g| g.base_int("kind") == Some(TELEPORT));
    todo.extend(teleports.filter_map(|g| i16::try_from(g.base_int("permutation")?).ok()));
    let mut reached = vec![false; map.polygons.len()];
    while let Some(index) = todo.pop() {
        let (Some(own), Ok(slot)) = (map.polygon(index), usize::try_from(index)) else { continue };
        match reached.get_mut(slot) {
            Some(seen @ false) => *seen = true,
            _ => continue,
        }
        if own.polygon_type == polygon_type::TELEPORTER {
            todo.push(own.permutation);
        }
        todo.extend(ways(&map, index, own));
    }
    for (row, _) in reached.iter().enumerate().filter(|(_, reached)| !**reached) {
        report.row(level, "polygons", row, "", "no way leads here from a player start");
    }
}

/// The polygons beside one that somebody can walk to.
fn ways(map: &Map, index: i16, own: &Polygon) -> Vec<i16> {
    let adjacents = if own.is_detached() { own.adjacents } else { polygon::adjacents(map, index, own) };
    let sides = own.lines.iter().zip(adjacents).take(own.corners());
    let open = |index: i16| at(&map.lines, index).is_some_and(|l| !l.is_solid() || line::has_platform(map, l));
    sides.filter(|(line, _)| open(**line)).map(|(_, beyond)| beyond).collect()
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, put, rooms};
    use super::*;
    use crate::games::marathon::test_level::Made;

    #[test]
    fn what_lies_behind_a_wall_is_named() {
        let mut document = Made { groups: vec![[7, 3]], ..rooms() }.document();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        // The walls between rooms 0 and 1 and between rooms 2 and 3 become solid; a terminal leads into room 3.
        for wall in [9, 11] {
            put(&mut document, "lines", wall, "flags", 0x4000);
        }
        let words = |room: usize| format!("polygons/{room} : no way leads here from a player start");
        assert_eq!(found(&document, &CHECK), [words(1), words(2)]);
        put(&mut document, "polygons", 0, "kind", 10);
        put(&mut document, "polygons", 0, "permutation", 2);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0], "a teleporter leads there");
        put(&mut document, "polygons", 0, "kind", 5);
        put(&mut document, "lines", 11, "flags", 0);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0], "a wall beside a platform opens");
    }
}
