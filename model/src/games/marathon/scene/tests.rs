//! Tiny made levels: what stands where, what faces where, what belongs to whom.

use super::*;
use crate::document::{Level, LevelBuilder, LevelId};
use crate::games::marathon::geometry::Kind;
use crate::games::marathon::geometry::platform;
use crate::games::marathon::sample::{Builder, GivenPlatform, Placed, Room, SampleLevel, made, practice_yard};
use crate::games::marathon::{MARATHON, chunks, tables};
use crate::scene::pick::{Picker, Sight};
use crate::scene::{Camera, Chunk, Material, SceneKey, Vertex};
use std::sync::Arc;

/// The level's tables, terminals left out.
fn level(sample: &SampleLevel) -> Level {
    let mut build = LevelBuilder::new(LevelId(0));
    build.fact("data_version", 1);
    for (tag, bytes) in &sample.chunks {
        let spec = chunks::spec_for(tag);
        match spec.record {
            Some(schema) if !std::ptr::eq(spec, &tables::TERMINALS) => {
                build.packed(spec, tag, 0, schema.size as usize, bytes);
            }
            _ => {
                build.bytes(spec, tag, bytes);
            }
        }
    }
    build.finish()
}

fn shown(sample: &SampleLevel) -> (Level, Scene) {
    let level = level(sample);
    let objects = (MARATHON.objects)(&level);
    let scene = scene(&level, &objects);
    (level, scene)
}

fn key(level: &Level, table: &str, row: usize) -> SceneKey {
    SceneKey(u64::from(level.table(table).unwrap().row_number(row).unwrap()))
}

/// Every face of a key: its material, the direction it looks, its lowest and highest corner's height.
fn faces(scene: &Scene, key: SceneKey) -> Vec<(Material, Vec3, f32, f32)> {
    let mut found = Vec::new();
    for chunk in &scene.surfaces {
        for (number, group) in chunk.groups.iter().enumerate().filter(|(_, group)| group.key == key) {
            let corners: Vec<&Vertex> = chunk.vertices.iter().filter(|v| v.group.0 as usize == number).collect();
            let heights = || corners.iter().map(|v| v.position.z);
            let (low, high) = (heights().fold(f32::INFINITY, f32::min), heights().fold(f32::NEG_INFINITY, f32::max));
            found.push((chunk.material, corners[0].normal, low, high));
            assert!(!group.colours.is_empty());
        }
    }
    found
}

fn one_room() -> Builder {
    let mut map = Builder::default();
    map.square((0, 0), (1024, 2048), Room::new(-256, 768));
    map
}

#[test]
fn a_room_is_floor_ceiling_and_four_walls_that_face_inwards() {
    let (level, scene) = shown(&made(one_room(), Kind::Raw, &[]));
    let room = faces(&scene, key(&level, "polygons", 0));
    assert_eq!(room, [(Material::Solid, Vec3::Z, -256.0, -256.0), (Material::Solid, Vec3::NEG_Z, 768.0, 768.0)]);
    let inside = Vec3::new(512.0, -1024.0, 0.0);
    let mut walls = 0;
    for side in 0..4 {
        for (_, normal, low, high) in faces(&scene, key(&level, "sides", side)) {
            assert_eq!((low, high), (-256.0, 768.0));
            assert_eq!(normal.z, 0.0);
            walls += 1;
        }
    }
    assert_eq!(walls, 4);
    for vertex in scene.surfaces.iter().flat_map(|chunk| &chunk.vertices).filter(|v| v.normal.z == 0.0) {
        assert!((inside - vertex.position).dot(vertex.normal) > 0.0);
    }
    let bounds = scene.bounds();
    assert_eq!((bounds.min, bounds.max), (Vec3::new(0.0, -2048.0, -256.0), Vec3::new(1024.0, 0.0, 768.0)));
    let plan = scene.plan.unwrap();
    assert_eq!(plan.walls.len(), 4);
    assert!(plan.walls.iter().all(|wall| wall.solid));
    assert_eq!(plan.surfaces.len(), 1);
}

#[test]
fn steps_show_low_and_high_panels_of_the_side() {
    let mut map = one_room();
    map.square((1024, 0), (2048, 2048), Room::new(0, 512));
    let (level, scene) = shown(&made(map, Kind::Raw, &[]));
    // The shared line is the west room's second; its side shows both steps, the east room's none.
    let shared = faces(&scene, key(&level, "sides", 1));
    assert_eq!(shared, [(Material::Solid, Vec3::NEG_X, -256.0, 0.0), (Material::Solid, Vec3::NEG_X, 512.0, 768.0)]);
    assert_eq!(scene.plan.unwrap().walls.iter().filter(|wall| !wall.solid).count(), 1);
}

#[test]
fn liquids_stand_at_their_height_and_platforms_at_their_start() {
    let (level, scene) = shown(&practice_yard(Kind::Raw, 0));
    let water = faces(&scene, key(&level, "media", 0));
    assert_eq!(water, [(Material::Liquid, Vec3::Z, -368.0, -368.0)]);
    // The door is closed and could open: its polygon belongs to the platform.
    let door = faces(&scene, key(&level, "platforms", 0));
    assert!(door.contains(&(Material::Solid, Vec3::NEG_Z, 0.0, 0.0)), "{door:?}");
    assert!(door.iter().any(|face| face.0 == Material::Ghost && face.3 > 1500.0));
    assert!(faces(&scene, key(&level, "polygons", 1)).is_empty());
    // The lift is down.
    let lift = faces(&scene, key(&level, "platforms", 1));
    assert!(lift.contains(&(Material::Solid, Vec3::Z, 256.0, 256.0)), "{lift:?}");
    assert!(lift.iter().any(|face| face.0 == Material::Ghost && face.3 == 1276.0));
    let (_, same) = shown(&practice_yard(Kind::Preprocessed, 0));
    let solid = |scene: &Scene| scene.surfaces.iter().map(|c| c.triangles.len()).sum::<usize>();
    assert_eq!(solid(&scene), solid(&same));
}

#[test]
fn a_running_level_shows_what_moved_and_nothing_else() {
    use crate::preview::{Live, Moment, Picture, Subject};
    let sample = practice_yard(Kind::Raw, 0);
    let (level, at_start) = shown(&sample);
    let objects = (MARATHON.objects)(&level);
    let mut running = RunningScene::new(&level, &objects);
    let surfaces = |scene: &Scene| (scene.surfaces.clone(), scene.plan.clone());
    assert_eq!(surfaces(&running.at(&level, &objects, &Moment::default())), surfaces(&at_start));
    let value = |table, field, value: i64| Live::new(Subject::new(table, 1), field, value);
    // Polygon 1 is the door's; row 1 of the liquids does not exist.
    let live = vec![
        value("polygons", "ceiling_height", 500),
        value("media", "height", 100),
        value("polygons", "no such field", 9),
        Live::new(Subject::new("polygons", u32::MAX), "floor_height", i64::MAX),
    ];
    let scene = running.at(&level, &objects, &Moment { live, ..Moment::default() });
    let door = faces(&scene, key(&level, "platforms", 0));
    assert!(door.contains(&(Material::Solid, Vec3::NEG_Z, 500.0, 500.0)), "{door:?}");
    assert_eq!(faces(&scene, key(&level, "media", 0)), faces(&at_start, key(&level, "media", 0)));
}

#[test]
fn markers_stand_on_floors_and_look_where_their_objects_look() {
    let mut map = one_room();
    let at = Point { x: 300, y: 700 };
    map.place(Placed { group: 0, index: 8, facing: 128, polygon: 0, at, flags: 0 });
    map.place(Placed { group: 5, index: 8, facing: 128, polygon: 0, at, flags: 2 });
    map.place(Placed { group: 77, index: 8, facing: 128, polygon: -5, at, flags: 0 });
    let (level, scene) = shown(&made(map, Kind::Raw, &[]));
    let [monster, sound, unknown] = &scene.markers[..] else { panic!("three") };
    assert_eq!(monster.key, key(&level, "objects", 0));
    assert_eq!(monster.position, Vec3::new(300.0, -700.0, -256.0));
    // A quarter turn clockwise from east is south.
    assert!((Vec2::from_angle(monster.heading.unwrap()) - Vec2::NEG_Y).length() < 1e-6);
    assert_eq!(sound.heading, None);
    assert_eq!(sound.centre().z + sound.radius, 768.0, "it hangs from the ceiling");
    assert_eq!(unknown.position.z, 0.0);
    let icons: Vec<_> = scene.markers.iter().map(|m| MARATHON.kinds[usize::from(m.icon.unwrap())].key).collect();
    assert_eq!(icons, ["monster", "sound-source", "unknown-object"]);
    assert_eq!(scene.labels.len(), 3);
    for raw in 0..512 {
        assert_eq!(facing(heading(raw)), raw);
    }
}

#[test]
fn picking_a_wall_finds_its_side() {
    let (level, scene) = shown(&made(one_room(), Kind::Raw, &[]));
    let picker = Picker::new(Arc::new(scene));
    let mut view = crate::scene::camera::Perspective {
        eye: Vec3::new(512.0, -1024.0, 0.0),
        yaw: 0.0,
        pitch: 0.0,
        distance: 100.0,
        fov_y: 1.0,
    };
    let size = Vec2::splat(100.0);
    let mut met = |yaw, pitch| {
        (view.yaw, view.pitch) = (yaw, pitch);
        let camera = Camera::Perspective(view);
        let sight = Sight { camera: &camera, size, scale: 1.0, accept: &|_| true };
        picker.under(&sight, size * 0.5).first().map(|hit| hit.key)
    };
    // Sides were made line by line: north, east, south, west.
    assert_eq!(met(0.0, 0.0), Some(key(&level, "sides", 1)));
    assert_eq!(met(core::f32::consts::FRAC_PI_2, 0.0), Some(key(&level, "sides", 0)));
    assert_eq!(met(0.0, -1.5), Some(key(&level, "polygons", 0)));
    assert_eq!(met(0.0, 1.5), Some(key(&level, "polygons", 0)));
}

#[test]
fn an_edit_changes_few_chunks() {
    let chunks = |scene: &Scene| scene.surfaces.iter().map(|chunk| Chunk::clone(chunk)).collect::<Vec<_>>();
    let grid = |moved: i16| {
        let mut map = Builder::default();
        for cell in 0..36 {
            let (column, row) = (cell % 6, cell / 6);
            let (x, y) = ((column - 3) * 8192, (row - 3) * 8192);
            // One room is always higher: the range of heights stays, and with it the other rooms' colours.
            let floor = match cell {
                0 => 256,
                7 => moved,
                _ => 0,
            };
            map.square((x, y), (x + 8192, y + 8192), Room::new(floor, 1024));
        }
        chunks(&shown(&made(map, Kind::Raw, &[])).1)
    };
    let (before, after) = (grid(64), grid(128));
    assert_eq!(before.len(), after.len());
    let changed = before.iter().zip(&after).filter(|(a, b)| a != b).count();
    assert!(changed <= 4, "{changed} of {}", before.len());
}

#[test]
fn lies_are_left_out() {
    let mut sample = practice_yard(Kind::Preprocessed, 0);
    let mut seed = 0x1234_5678_u32;
    for round in 0..40 {
        for (tag, bytes) in &mut sample.chunks {
            if *tag == *b"Minf" || bytes.is_empty() {
                continue;
            }
            for _ in 0..=round {
                seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                let at = (seed >> 8) as usize % bytes.len();
                bytes[at] = (seed >> 3) as u8;
            }
        }
        let (_, scene) = shown(&sample);
        for vertex in scene.surfaces.iter().flat_map(|chunk| &chunk.vertices) {
            assert!(vertex.position.is_finite());
        }
        sample.chunks.retain(|(tag, _)| round < 30 || *tag != *b"LITE");
    }
    let empty = SampleLevel { name: "", chunks: Vec::new(), directory: Vec::new() };
    assert_eq!(shown(&empty).1.surfaces.len(), 0);
}

#[test]
fn a_door_that_opens_both_ways_shows_both_sweeps() {
    let mut map = one_room();
    let flags = platform::FROM_FLOOR | platform::FROM_CEILING | platform::EXTENDS_FLOOR_TO_CEILING;
    map.platform(0, GivenPlatform { kind: 1, speed: 8, delay: 30, flags, maximum: -1, minimum: -1, tag: 0 });
    let (level, scene) = shown(&made(map, Kind::Raw, &[]));
    let ghosts: Vec<_> =
        faces(&scene, key(&level, "platforms", 0)).into_iter().filter(|face| face.0 == Material::Ghost).collect();
    assert_eq!(ghosts.iter().map(|g| (g.2, g.3)).collect::<Vec<_>>(), [(-256.0, 252.0), (260.0, 768.0)]);
}
