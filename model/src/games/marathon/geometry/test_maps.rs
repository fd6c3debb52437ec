//! Tiny made maps for the tests of this folder.

use super::map::{Endpoint, Line, Map, NONE, Point, Polygon};

/// Two square rooms of one world unit side by side, polygon 0 to the west; they share line 1. Floors 0, ceilings
/// 1024. Outer lines are solid, the shared one is transparent.
pub(super) fn two_rooms() -> Map {
    let points = [(0, 0), (1024, 0), (1024, 1024), (0, 1024), (2048, 0), (2048, 1024)];
    let lines = [(0, 1, 0), (1, 2, 0), (2, 3, 0), (3, 0, 0), (1, 4, 1), (4, 5, 1), (5, 2, 1)];
    let mut map = Map {
        points: points
            .iter()
            .map(|&(x, y)| Endpoint { position: Point { x, y }, supporting_polygon: NONE, ..Endpoint::default() })
            .collect(),
        lines: lines
            .iter()
            .map(|&(first, second, owner)| Line {
                endpoints: [first, second],
                flags: super::line::SOLID,
                clockwise_side: NONE,
                counterclockwise_side: NONE,
                clockwise_polygon: owner,
                counterclockwise_polygon: NONE,
                ..Line::default()
            })
            .collect(),
        polygons: vec![
            room([0, 1, 2, 3], [0, 1, 2, 3], [NONE, 1, NONE, NONE]),
            room([1, 4, 5, 2], [4, 5, 6, 1], [NONE, NONE, NONE, 0]),
        ],
        ..Map::default()
    };
    map.lines[1].counterclockwise_polygon = 1;
    map.lines[1].flags = super::line::TRANSPARENT;
    map
}

fn room(endpoints: [i16; 4], lines: [i16; 4], adjacents: [i16; 4]) -> Polygon {
    let eight = |four: [i16; 4]| std::array::from_fn(|k| four.get(k).copied().unwrap_or(NONE));
    Polygon {
        vertex_count: 4,
        endpoints: eight(endpoints),
        lines: eight(lines),
        adjacents: eight(adjacents),
        sides: [NONE; 8],
        ceiling: 1024,
        ..Polygon::default()
    }
}
