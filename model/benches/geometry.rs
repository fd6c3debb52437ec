//! How long it takes to derive everything of a large level.

use levelwright_model::games::marathon::geometry::map::{Endpoint, Line, NONE, Object, Point, Polygon};
use levelwright_model::games::marathon::geometry::{Map, endpoint, indices, polygon, sounds};

fn main() {
    divan::main();
}

/// Square rooms of 1,024 units in rows of 50, 2,000 in all, some floors raised; 300 sound sources.
fn grid() -> Map {
    const ROWS: i16 = 40;
    const COLUMNS: i16 = 50;
    const ROOM: i16 = 1024;
    let point = |row: i16, column: i16| row * (COLUMNS + 1) + column;
    let room = |row: i16, column: i16| {
        let inside = (0..ROWS).contains(&row) && (0..COLUMNS).contains(&column);
        if inside { row * COLUMNS + column } else { NONE }
    };
    let along = |row: i16, column: i16| row * COLUMNS + column;
    let down = |row: i16, column: i16| (ROWS + 1) * COLUMNS + row * (COLUMNS + 1) + column;
    let place = |row: i16, column: i16| Point { x: (column - COLUMNS / 2) * ROOM, y: (row - ROWS / 2) * ROOM };

    let mut map = Map::default();
    for row in 0..=ROWS {
        for column in 0..=COLUMNS {
            map.points.push(Endpoint { position: place(row, column), ..Endpoint::default() });
        }
    }
    // A line along the rows has the room below on its clockwise side, one down the columns the room before.
    let line = |endpoints, clockwise_polygon, counterclockwise_polygon| Line {
        endpoints,
        flags: if clockwise_polygon == NONE || counterclockwise_polygon == NONE { 0x4000 } else { 0x2000 },
        clockwise_side: NONE,
        counterclockwise_side: NONE,
        clockwise_polygon,
        counterclockwise_polygon,
        ..Line::default()
    };
    for row in 0..=ROWS {
        for column in 0..COLUMNS {
            let ends = [point(row, column), point(row, column + 1)];
            map.lines.push(line(ends, room(row, column), room(row - 1, column)));
        }
    }
    for row in 0..ROWS {
        for column in 0..=COLUMNS {
            let ends = [point(row, column), point(row + 1, column)];
            map.lines.push(line(ends, room(row, column - 1), room(row, column)));
        }
    }
    for row in 0..ROWS {
        for column in 0..COLUMNS {
            let lines = [along(row, column), down(row, column + 1), along(row + 1, column), down(row, column)];
            map.polygons.push(Polygon {
                vertex_count: 4,
                lines: std::array::from_fn(|k| lines.get(k).copied().unwrap_or(NONE)),
                floor: (row + column) % 5 * 64,
                ceiling: 1024,
                ..Polygon::default()
            });
        }
    }
    for number in 0..300 {
        let position = place(number % ROWS, number * 7 % COLUMNS);
        map.objects.push(Object { group: sounds::SOUND_SOURCE, polygon: 0, position });
    }
    map
}

#[divan::bench]
fn index_list(bencher: divan::Bencher<'_, '_>) {
    let mut map = grid();
    // Fewer sources, so that the list fits the format.
    map.objects.truncate(15);
    assert!(indices::rebuilt(&map).is_ok(), "the whole list must be built");
    bencher.bench(|| indices::rebuilt(&map));
}

#[divan::bench]
fn endpoints(bencher: divan::Bencher<'_, '_>) {
    let map = grid();
    bencher.bench(|| endpoint::all_derived(&map));
}

#[divan::bench]
fn polygon_areas(bencher: divan::Bencher<'_, '_>) {
    let map = grid();
    bencher.bench(|| {
        let polygons = (0_i16..).zip(&map.polygons);
        polygons.filter_map(|(index, own)| polygon::area(&map, index, own)).map(i64::from).sum::<i64>()
    });
}
