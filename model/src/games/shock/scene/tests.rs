//! Tiny made levels: how high corners are, what faces where, what belongs to whom.

use glam::Vec3;

use super::tile::Shape;
use super::*;
use crate::document::LevelId;
use crate::games::shock::SHOCK;
use crate::games::shock::records::Tile;
use crate::games::shock::sample::{Blank, document};

const HERE: LevelId = LevelId(0);

/// A tile of a type with floor 4, ceiling at 24, slope 6 and a slope control.
fn shape(kind: u8, control: u8) -> Shape {
    let mut row = [0u8; 16];
    (row[0], row[1], row[2], row[3], row[9]) = (kind, 4, 8, 6, control << 2);
    Shape::of(&Tile::new(&row, 0).unwrap())
}

#[test]
fn corners_are_as_high_as_the_published_table_says() {
    let (low, high) = (4.0, 10.0);
    // South-west, south-east, north-east, north-west (3.4).
    for (kind, raised) in [
        (1, [0, 0, 0, 0]),
        (6, [0, 0, 1, 1]),
        (7, [0, 1, 1, 0]),
        (8, [1, 1, 0, 0]),
        (9, [1, 0, 0, 1]),
        (10, [1, 0, 1, 1]),
        (11, [0, 1, 1, 1]),
        (12, [1, 1, 1, 0]),
        (13, [1, 1, 0, 1]),
        (14, [0, 1, 0, 0]),
        (15, [1, 0, 0, 0]),
        (16, [0, 0, 0, 1]),
        (17, [0, 0, 1, 0]),
    ] {
        assert_eq!(shape(kind, 2).floor, raised.map(|r| if r == 1 { high } else { low }), "type {kind}");
        assert_eq!(shape(kind, 2).ceiling, [24.0; 4], "a flat ceiling");
    }
    // A slope to the north: the ceiling parallel, mirrored, flat; the floor flat.
    assert_eq!(shape(6, 0).ceiling, [18.0, 18.0, 24.0, 24.0]);
    assert_eq!(shape(6, 1).ceiling, [24.0, 24.0, 18.0, 18.0]);
    assert_eq!(shape(6, 3).floor, [4.0; 4]);
    assert_eq!(shape(6, 3).ceiling, [18.0, 18.0, 24.0, 24.0]);
    assert_eq!(shape(1, 0).ceiling, [24.0; 4], "an open tile has no slope above it");
}

#[test]
fn halves_are_open_on_two_sides_and_valleys_are_cut_at_their_corner() {
    let open = |kind| [0, 1, 2, 3].map(|edge| shape(kind, 0).is_open_at(edge));
    // South, east, north, west.
    assert_eq!(open(0), [false; 4]);
    assert_eq!(open(1), [true; 4]);
    assert_eq!(open(2), [true, true, false, false], "solid in the north-west");
    assert_eq!(open(3), [true, false, false, true], "solid in the north-east");
    assert_eq!(open(4), [false, false, true, true], "solid in the south-east");
    assert_eq!(open(5), [false, true, true, false], "solid in the south-west");
    for (kind, corner) in [(10, 1), (11, 0), (12, 3), (13, 2), (14, 1), (17, 2)] {
        let opposite = (corner + 2) % 4;
        for face in shape(kind, 0).faces() {
            assert!(face.len() == 3 && face.contains(&corner) && face.contains(&opposite), "type {kind}");
        }
    }
}

/// Tiles of a row of the map from column 5 on: type and floor of each; the ceiling is at 16.
fn level(tiles: &[(u8, i32)]) -> (Level, Scene) {
    let mut document = document(vec![Blank { number: 1, cyberspace: false, height_shift: 3 }]);
    let mut draft = document.draft();
    for (at, (kind, floor)) in tiles.iter().enumerate() {
        let node = draft.row(HERE, "tiles", 5 * 64 + 5 + at).unwrap().id();
        for (field, value) in [("type", i32::from(*kind)), ("floor", *floor), ("ceiling", 16), ("slope", 4)] {
            draft.set_int(node, field, value).unwrap();
        }
    }
    document.commit(draft, "tiles").unwrap();
    let level = document.state().level(HERE).unwrap().clone();
    let scene = scene(&level, &(SHOCK.objects)(&level));
    (level, scene)
}

/// The upright faces of a tile: the direction each looks, its lowest and its highest corner.
fn walls(level: &Level, scene: &Scene, at: usize) -> Vec<(Vec3, f32, f32)> {
    let number = level.table("tiles").unwrap().row_number(5 * 64 + 5 + at).unwrap();
    let mut out = Vec::new();
    for chunk in &scene.surfaces {
        for triangle in &chunk.triangles {
            let corners = chunk.corners(triangle).unwrap();
            if chunk.key_of(corners[0]) == Some(SceneKey(number.into())) && corners[0].normal.z.abs() < 0.01 {
                let heights = corners.map(|c| c.position.z);
                let (low, high) =
                    (heights.iter().fold(9.0f32, |a, b| a.min(*b)), heights.iter().fold(0.0f32, |a, b| a.max(*b)));
                out.push((corners[0].normal, low, high));
            }
        }
    }
    out
}

#[test]
fn a_step_has_one_wall_that_faces_the_lower_tile() {
    let (level, scene) = level(&[(1, 0), (1, 8)]);
    // The west tile: three outer walls of full height, and the step of one tile to the east.
    let step: Vec<_> = walls(&level, &scene, 0).into_iter().filter(|w| w.0 == Vec3::NEG_X).collect();
    assert_eq!(step, [(Vec3::NEG_X, 0.0, 1.0); 2], "two triangles");
    assert_eq!(walls(&level, &scene, 0).len(), 8);
    // The upper tile has no wall there.
    assert!(walls(&level, &scene, 1).iter().all(|w| w.0 != Vec3::X));
}

#[test]
fn a_slope_meets_its_neighbour_in_a_triangle_or_not_at_all() {
    // Up to the east by 4 units: flush with a floor at 4, and beside a floor at 0 a triangle.
    let (level_a, scene_a) = level(&[(7, 0), (1, 4)]);
    assert!(walls(&level_a, &scene_a, 0).iter().all(|w| w.0 != Vec3::NEG_X), "flush");
    assert!(walls(&level_a, &scene_a, 1).iter().all(|w| w.0 != Vec3::X));
    let (level_b, scene_b) = level(&[(1, 0), (7, 0), (1, 0)]);
    let drop: Vec<_> = walls(&level_b, &scene_b, 2).into_iter().filter(|w| w.0 == Vec3::X).collect();
    assert_eq!(drop, [(Vec3::X, 0.0, 0.5); 2], "the end of the slope, seen from the low side");
}

/// The numbers of textures of the faces of a tile that look a way, as the colouring by texture tells them apart.
fn worn(level: &Level, scene: &Scene, at: usize, way: Vec3, numbers: &[u32]) -> Vec<u32> {
    let number = level.table("tiles").unwrap().row_number(5 * 64 + 5 + at).unwrap();
    let mut out = Vec::new();
    for chunk in &scene.surfaces {
        for triangle in &chunk.triangles {
            let corner = chunk.corners(triangle).unwrap()[0];
            if chunk.key_of(corner) == Some(SceneKey(number.into())) && corner.normal.abs_diff_eq(way, 0.01) {
                let colour = chunk.colour_of(corner, crate::scene::Colouring::Texture);
                out.extend(numbers.iter().filter(|n| crate::scene::Colour::distinct(**n) == colour));
            }
        }
    }
    out.dedup();
    out
}

#[test]
fn walls_wear_the_texture_of_the_tile_beyond_only_where_the_tile_says_so() {
    const NUMBERS: [u32; 5] = [40, 41, 42, 43, 44];
    for (neighbour, east, west) in [(0, 40, 40), (1, 41, 42)] {
        let mut document = document(vec![Blank { number: 1, cyberspace: false, height_shift: 3 }]);
        let mut draft = document.draft();
        for (entry, number) in NUMBERS.into_iter().enumerate() {
            let node = draft.row(HERE, "textures", 3 + entry).unwrap().id();
            draft.set_int(node, "texture", number).unwrap();
        }
        // From the west: solid, low, and high beyond a step.
        for (at, kind, floor, wall) in [(4, 0, 0, 5), (5, 1, 0, 3), (6, 1, 8, 4)] {
            let node = draft.row(HERE, "tiles", 5 * 64 + at).unwrap().id();
            for (field, value) in [
                ("type", kind),
                ("floor", floor),
                ("ceiling", 16),
                ("wall_texture", wall),
                ("floor_texture", 6),
                ("ceiling_texture", 7),
                ("neighbour_texture", neighbour),
            ] {
                draft.set_int(node, field, value).unwrap();
            }
        }
        document.commit(draft, "tiles").unwrap();
        let level = document.state().level(HERE).unwrap();
        let scene = scene(level, &(SHOCK.objects)(level));
        let worn = |way| worn(level, &scene, 0, way, &NUMBERS);
        // The step to the east looks west, the wall in the west looks east.
        assert_eq!((worn(Vec3::NEG_X), worn(Vec3::X)), (vec![east], vec![west]), "neighbour's texture: {neighbour}");
        assert_eq!((worn(Vec3::Z), worn(Vec3::NEG_Z)), (vec![43], vec![44]), "floor and ceiling have their own");
    }
}

#[test]
fn a_half_tile_has_a_slanted_wall() {
    let (level, scene) = level(&[(2, 0)]);
    let slanted = walls(&level, &scene, 0).into_iter().filter(|w| w.0.x.abs() > 0.1 && w.0.y.abs() > 0.1);
    let slanted: Vec<_> = slanted.collect();
    assert_eq!(slanted.len(), 2);
    assert!(slanted.iter().all(|w| w.0.x > 0.0 && w.0.y < 0.0), "it looks to the open south-east");
}

#[test]
fn headings_turn_from_north_clockwise() {
    use core::f32::consts::{FRAC_PI_2, PI};
    let is = |stored, want: f32| assert!((things::heading(stored) - want).abs() < 1e-5, "{stored}");
    is(0, FRAC_PI_2);
    is(64, 0.0);
    is(128, FRAC_PI_2 * 3.0);
    is(192, PI);
}

/// The lowest and the highest corner of what belongs to an object.
fn extent(document: &crate::document::Document, row: usize) -> (Vec3, Vec3) {
    let level = document.state().level(HERE).unwrap();
    let number = level.table("objects").unwrap().row_number(row).unwrap();
    let scene = scene(level, &(SHOCK.objects)(level));
    let mut corners = Vec::new();
    for chunk in &scene.surfaces {
        for triangle in &chunk.triangles {
            let found = chunk.corners(triangle).unwrap();
            if chunk.key_of(found[0]) == Some(SceneKey(number.into())) {
                corners.extend(found.map(|c| c.position));
            }
        }
    }
    assert!(!corners.is_empty(), "object {row} is not drawn");
    let least = corners.iter().fold(Vec3::splat(f32::INFINITY), |a, b| a.min(*b));
    (least, corners.iter().fold(Vec3::splat(f32::NEG_INFINITY), |a, b| a.max(*b)))
}

#[test]
fn bridges_and_doors_are_as_large_as_they_say_and_turn() {
    let run = |document: &mut crate::document::Document, kind: &str, sort: [i128; 2], heading: i128| {
        let plan = document.game().plans.iter().find(|p| p.key == "place").unwrap();
        let numbers = [("subclass", sort[0]), ("type", sort[1]), ("x", 1280), ("y", 1280), ("z", 64)];
        let mut values: std::collections::BTreeMap<_, _> =
            numbers.map(|(name, n)| (name.to_owned(), crate::record::Value::Int(n))).into();
        values.insert("heading".to_owned(), crate::record::Value::Int(heading));
        values.insert("kind".to_owned(), crate::record::Value::Text(kind.to_owned()));
        let mut draft = document.draft();
        (plan.run)(&mut draft, &crate::games::Arguments { level: 0, objects: Vec::new(), values }).unwrap();
        document.commit(draft, "place").unwrap();
    };
    for cyberspace in [false, true] {
        let mut document = document(vec![Blank { number: 1, cyberspace, height_shift: 3 }]);
        if cyberspace {
            // A barricade by default: a tile wide, a quarter deep, 16 object units (64 to a tile) high.
            run(&mut document, "small-stuff", [5, 9], 0);
            let (low, high) = extent(&document, 1);
            assert_eq!((high - low, low.z), (Vec3::new(1.0, 0.25, 0.25), 1.0));
            continue;
        }
        run(&mut document, "big-stuff", [7, 0], 0);
        run(&mut document, "big-stuff", [7, 1], 0);
        run(&mut document, "big-stuff", [7, 1], 64);
        run(&mut document, "door", [4, 0], 0);
        let mut draft = document.draft();
        let bridge = draft.row(HERE, "big_stuff", 1).unwrap().id();
        for (field, value) in [("size_x", 8), ("size_y", 4), ("height", 8)] {
            draft.set_int(bridge, field, value).unwrap();
        }
        document.commit(draft, "size").unwrap();
        // Two tiles by one, an eighth high, from its height (64 object units are a tile) up.
        let (low, high) = extent(&document, 1);
        assert_eq!((low, high), (Vec3::new(4.0, 4.5, 1.0), Vec3::new(6.0, 5.5, 1.125)));
        // A catwalk is half as wide as long; it turns.
        let (low, high) = extent(&document, 2);
        assert_eq!(high - low, Vec3::new(0.5, 1.0, 1.0 / 64.0));
        let (low, high) = extent(&document, 3);
        assert!((high - low - Vec3::new(1.0, 0.5, 1.0 / 64.0)).length() < 1e-5);
        // A bridge that is switched off is no more than its border.
        run(&mut document, "big-stuff", [7, 8], 0);
        let level = document.state().level(HERE).unwrap();
        let scene = scene(level, &(SHOCK.objects)(level));
        let key = SceneKey(level.table("objects").unwrap().row_number(5).unwrap().into());
        assert_eq!(scene.lines.iter().filter(|line| line.key == Some(key) && line.dashed).count(), 4);
        assert!(scene.surfaces.iter().all(|chunk| chunk.groups.iter().all(|group| group.key != key)));
        // A door of force stands across the way it looks.
        let (low, high) = extent(&document, 4);
        assert!((high - low - Vec3::new(1.0, 0.06, 1.0)).length() < 1e-5, "{low} {high}");
    }
}
