//! What a level looks like: the collision mesh, if a `.lev` lends it, the boxes of placed things, leaves of doors at their
//! hinges, the navigation links through them, panes, and markers for all of them.
//!
//! # Places
//! The game's axes are the scene's: metres, z up.
//!
//! # Keys
//! Every key is the number of a node: of a line, of a call, or, for faces of the mesh that nobody owns, of the mesh.

pub mod mesh;
pub mod place;
pub mod shapes;

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec3;

use super::level::{int, symbol, text};
use super::links::handle;
use super::objects::rank;
use super::records::calls::*;
use super::records::{LineField, NavLink, NavNode, calls};
use super::tables;
use super::types::Types;
use crate::document::{Level, Object, ObjectKind, Objects, Record};
use crate::scene::{Chunk, Colour, Colouring, Label, Line, Marker, MarkerShape, Material, Scene, SceneKey};
use mesh::CollisionMesh;
use place::{PaneShape, pose, position};

/// Distance between grid lines in metres.
const GRID_STEP: f32 = 4.0;
/// Faces of the mesh that nobody owns.
const GROUND: Colour = Colour::rgb(120, 124, 132);
/// Panes, see-through.
const GLASS: Colour = Colour([140, 210, 235, 110]);

/// How a kind is shown.
struct Look {
    colour: Colour,
    shape: MarkerShape,
    radius: f32,
    importance: u8,
}

fn look(kind: &ObjectKind) -> Look {
    let look = |colour, shape, radius, importance| Look { colour, shape, radius, importance };
    match kind.key {
        "object" => look(Colour::rgb(196, 164, 120), MarkerShape::Square, 0.25, 1),
        "emitter" => look(Colour::rgb(170, 190, 205), MarkerShape::Diamond, 0.3, 0),
        "door" => look(Colour::rgb(236, 150, 70), MarkerShape::Square, 0.4, 4),
        "pane" => look(Colour::rgb(120, 200, 235), MarkerShape::Square, 0.3, 2),
        "train" | "train-point" => look(Colour::rgb(220, 90, 90), MarkerShape::Round, 0.5, 3),
        "flag" => look(Colour::rgb(240, 200, 80), MarkerShape::Diamond, 0.35, 2),
        "volume-box" => look(Colour::rgb(150, 120, 230), MarkerShape::Diamond, 0.3, 2),
        _ => look(Colour::rgb(214, 0, 214), MarkerShape::Diamond, 0.3, 0),
    }
}

/// A level's scene. See the module's description for places and keys.
pub fn scene(level: &Level, objects: &Objects) -> Scene {
    let mut painter = Painter::new(level);
    for object in objects.all() {
        painter.object(object);
    }
    painter.mesh();
    painter.ways(objects);
    painter.trains(objects);
    painter.finish()
}

struct Painter<'a> {
    level: &'a Level,
    types: Types,
    mesh: Option<CollisionMesh>,
    /// Owners of triangles: the node of a door or pane and its colour.
    owners: BTreeMap<usize, (u32, Colour)>,
    boxes: Chunk,
    glass: Chunk,
    scene: Scene,
}

impl<'a> Painter<'a> {
    fn new(level: &'a Level) -> Painter<'a> {
        Painter {
            level,
            types: Types::of(level),
            mesh: CollisionMesh::of(level),
            owners: BTreeMap::new(),
            boxes: Chunk::new(Material::Solid),
            glass: Chunk { two_sided: true, ..Chunk::new(Material::Ghost) },
            scene: Scene { grid_step: GRID_STEP, ..Scene::default() },
        }
    }

    fn object(&mut self, object: &Object) {
        let number = object.id.node.number;
        let Some(record) = self.level.record(number) else { return };
        let key = SceneKey(u64::from(number));
        match object.kind.key {
            "object" | "emitter" => self.placed(object, &record, key),
            "door" => self.door(object, &record, key),
            "pane" => self.pane(object, &record, key),
            "flag" => {
                let Some(at) = position(&record) else { return };
                // 0 looks north, growing counter-clockwise: heading 88 looks west (seed 002, “Moving into a pane”).
                let degrees = super::level::real(&record, WorldFlagField::heading.field());
                let heading = degrees.map(|d| (d as f32 + 90.0).to_radians());
                self.marker(object, key, at, heading);
            }
            "volume-box" => self.volume_box(object, &record, key),
            _ => {}
        }
    }

    fn marker(&mut self, object: &Object, key: SceneKey, at: Vec3, heading: Option<f32>) {
        let look = look(object.kind);
        let marker = Marker {
            heading,
            icon: u16::try_from(rank(object.kind)).ok(),
            colour: look.colour,
            shape: look.shape,
            ..Marker::new(key, at, look.radius)
        };
        if !object.name.is_empty() {
            let text = object.name.clone();
            self.scene.labels.push(Label { key: Some(key), at: marker.centre(), text, importance: look.importance });
        }
        self.scene.markers.push(marker);
    }

    fn placed(&mut self, object: &Object, record: &Record<'_>, key: SceneKey) {
        let Some(pose) = pose(record) else { return };
        let look = look(object.kind);
        if object.kind.key == "object" {
            let of = self.types.get(&self.type_name(record));
            // The tint multiplies the model's colours.
            let tint = record.schema().base_field("tint").and_then(|f| int(record, f));
            let tint = tint.and_then(|tint| u32::try_from(tint).ok()).unwrap_or(u32::MAX).to_be_bytes();
            let colour = look.colour.times(Colour([tint[0], tint[1], tint[2], 255]));
            let group = shapes::group(&mut self.boxes, key, colour, pose.at.z);
            let [centre, size] = [of.centre, of.size].map(Vec3::from_array);
            shapes::turned_box(&mut self.boxes, group, &pose, centre, size);
        }
        self.marker(object, key, pose.at, Some(pose.heading()));
    }

    fn type_name(&self, record: &Record<'_>) -> String {
        let field = if std::ptr::eq(record.schema(), &OBJECT_SPAWN) {
            ObjectSpawnField::name.field()
        } else if std::ptr::eq(record.schema(), &DOOR) {
            DoorField::name.field()
        } else {
            LineField::name.field()
        };
        text(record, field).unwrap_or_default()
    }

    fn own(&mut self, record: &Record<'_>, key: SceneKey, colour: Colour) {
        for name in ["triangle1", "triangle2"] {
            let triangle = record.schema().base_field(name).and_then(|f| int(record, f));
            if let (Some(triangle), Ok(number)) = (triangle.and_then(|t| usize::try_from(t).ok()), u32::try_from(key.0))
            {
                self.owners.entry(triangle).or_insert((number, colour));
            }
        }
    }

    fn door(&mut self, object: &Object, record: &Record<'_>, key: SceneKey) {
        let Some(door) = pose(record) else { return };
        let colour = look(object.kind).colour;
        let name = self.type_name(record);
        let of = self.types.get(&name);
        let group = shapes::group(&mut self.boxes, key, colour, door.at.z);
        let leaves = shapes::leaves(&name, &of, &door);
        for leaf in &leaves {
            shapes::leaf_box(&mut self.boxes, group, leaf, &of);
        }
        let barrier = super::names::door_type(&name).is_none_or(|t| t.leaves != Some(0) || t.barrier);
        if leaves.is_empty() && barrier {
            let [centre, size] = [of.centre, of.size].map(Vec3::from_array);
            shapes::turned_box(&mut self.boxes, group, &door, centre, size);
        }
        self.own(record, key, colour);
        self.marker(object, key, door.at, Some(door.heading()));
    }

    fn pane(&mut self, object: &Object, record: &Record<'_>, key: SceneKey) {
        let Some(pane) = PaneShape::of(record) else { return };
        let group = shapes::group(&mut self.glass, key, GLASS, pane.corner.z);
        self.glass.polygon(group, &pane.corners());
        self.own(record, key, look(object.kind).colour);
        self.marker(object, key, pane.centre(), None);
    }

    fn volume_box(&mut self, object: &Object, record: &Record<'_>, key: SceneKey) {
        let Some(corner) = position(record) else { return };
        let size = [VolumeBoxField::width, VolumeBoxField::depth, VolumeBoxField::height].map(VolumeBoxField::field);
        let size = super::level::reals(record, size).map_or(Vec3::ONE, |s| Vec3::from_array(s.map(|n| n as f32)));
        let colour = look(object.kind).colour;
        let middle = corner + size * 0.5;
        let turn = super::level::turn_of_box(self.level, record).and_then(|call| super::level::box_matrix(&call));
        let [m00, m01, m10, m11] = turn.unwrap_or([1.0, 0.0, 0.0, 1.0]).map(|n| n as f32);
        let c = crate::scene::Bounds::around([corner, corner + size]).corners().map(|at| {
            let Vec3 { x, y, z } = at - middle;
            middle + Vec3::new(m00 * x + m01 * y, m10 * x + m11 * y, z)
        });
        for [from, to] in
            [[0, 1], [1, 2], [2, 3], [3, 0], [4, 5], [5, 6], [6, 7], [7, 4], [0, 4], [1, 5], [2, 6], [3, 7]]
        {
            self.scene.lines.push(Line { key: Some(key), dashed: true, ..Line::new(c[from], c[to], colour) });
        }
        self.marker(object, key, corner + size * Vec3::new(0.5, 0.5, 0.0), None);
    }

    /// The faces of the mesh, those of doors and panes in their colours and with their keys.
    fn mesh(&mut self) {
        let Some(mesh) = self.mesh.take() else { return };
        let whole = self.level.table(tables::MESHES.key).and_then(|t| t.row_number(0)).unwrap_or(0);
        let mut ground = Chunk { two_sided: true, ..Chunk::new(Material::Solid) };
        let mut groups = BTreeMap::new();
        for at in 0..mesh.triangles.len() {
            let Some(corners) = mesh.corners(at) else { continue };
            let (number, colour) = self.owners.get(&at).copied().unwrap_or((whole, GROUND));
            let material = mesh.triangles.get(at).map_or(0, |(.., material)| *material);
            // One group for each owner, material and ten metres of height.
            let band = (corners[0].z / 10.0).floor();
            let group = *groups.entry((number, material, band as i64)).or_insert_with(|| {
                let group = shapes::group(&mut ground, SceneKey(u64::from(number)), colour, band * 10.0);
                let slot = ground.groups.get_mut(group.0 as usize);
                if let Some(slot) = slot.and_then(|g| g.colours.get_mut(Colouring::Texture.index())) {
                    // Materials are numbered 1 to 190 (`enums.json`).
                    *slot = Colour::ramp(f32::from(material) / 190.0);
                }
                group
            });
            ground.polygon(group, &corners);
        }
        self.scene.surfaces.push(Arc::new(ground));
    }

    /// The navigation links that carry a door's number, in the door's colour and with its key.
    fn ways(&mut self, objects: &Objects) {
        let doors: BTreeMap<i128, u32> = objects
            .all()
            .iter()
            .filter(|object| object.kind.key == "door")
            .filter_map(|object| {
                let record = self.level.record(object.id.node.number)?;
                // Of two doors with one number the first has the links.
                Some((int(&record, DoorField::number.field())?, object.id.node.number))
            })
            .rev()
            .collect();
        let heads = |key| self.level.table(key).into_iter().flat_map(|table| table.heads());
        let place = |node: NavNode<'_>| (Vec3::new(node.x(), node.y(), node.z()), node.link_count());
        let places: Vec<(Vec3, i16)> =
            heads(tables::NAV_NODES.key).filter_map(|row| NavNode::new(row, 0)).map(place).collect();
        let mut links = heads(tables::NAV_LINKS.key).filter_map(|row| NavLink::new(row, 0));
        let colour = look(&super::objects::kind::DOOR).colour;
        let mut lines = Vec::new();
        for (from, count) in &places {
            for link in links.by_ref().take(usize::try_from(*count).unwrap_or(0)) {
                let to = usize::try_from(link.node()).ok().and_then(|to| places.get(to));
                let door = doors.get(&i128::from(link.door())).filter(|_| link.door() != 0);
                if let (Some((to, _)), Some(door)) = (to, door) {
                    lines.push(Line { dashed: true, ..Line::link(SceneKey(u64::from(*door)), *from, *to, colour) });
                }
            }
        }
        self.scene.lines.extend(lines);
    }

    /// The lines of trains, from object to object.
    fn trains(&mut self, objects: &Objects) {
        let calls = super::level::all_calls(self.level);
        let cars: BTreeMap<String, Vec3> =
            calls.iter().filter_map(|call| Some((handle(call)?, position(call)?))).collect();
        let mut points: BTreeMap<i128, Vec<(i128, Vec3, bool)>> = BTreeMap::new();
        for call in calls.iter().filter(|call| std::ptr::eq(call.schema(), &calls::TRAIN_POINT)) {
            let car = symbol(call, TrainPointField::object.field()).and_then(|name| cars.get(&name).copied());
            let number = |field: TrainPointField| int(call, field.field());
            if let (Some(car), Some(slot), Some(index)) =
                (car, number(TrainPointField::slot), number(TrainPointField::index))
            {
                let gap = number(TrainPointField::gap).unwrap_or(0) != 0;
                points.entry(slot).or_default().push((index, car, gap));
            }
        }
        for object in objects.all().iter().filter(|o| o.kind.key == "train") {
            let Some(record) = self.level.record(object.id.node.number) else { continue };
            let slot = int(&record, TrainStartField::slot.field());
            let Some(line) = slot.and_then(|slot| points.get_mut(&slot)) else { continue };
            line.sort_by_key(|(index, ..)| *index);
            let key = SceneKey(u64::from(object.id.node.number));
            let colour = look(object.kind).colour;
            for pair in line.windows(2) {
                if let [(_, from, false), (_, to, _)] = pair {
                    self.scene.lines.push(Line { width: 2.5, ..Line::link(key, *from, *to, colour) });
                }
            }
            if let Some((_, first, _)) = line.first().copied() {
                self.marker(object, key, first, None);
            }
        }
    }

    fn finish(self) -> Scene {
        let mut scene = self.scene;
        for chunk in [self.boxes, self.glass] {
            if !chunk.vertices.is_empty() {
                scene.surfaces.push(Arc::new(chunk));
            }
        }
        scene
    }
}
