//! Placed things and notes.

use super::world::World;
use super::{at_height, heading};
use crate::document::ObjectKind;
use crate::games::marathon::geometry::map::Point;
use crate::games::marathon::objects::{self, KINDS};
use crate::games::marathon::records;
use crate::scene::{Colour, Label, Marker, MarkerShape, SceneKey};
use glam::Vec3;
use std::collections::BTreeSet;

/// Flag of an object: its height counts from the ceiling (`marathon.md` 1.3).
const FROM_CEILING: u64 = 1 << 1;
/// Flag of a sound source: its height counts from the liquid.
const FLOATS: u64 = 1 << 4;

/// What is not a surface.
#[derive(Clone, Debug, Default)]
pub(super) struct Things {
    pub(super) markers: Vec<Marker>,
    pub(super) labels: Vec<Label>,
}

pub(super) fn things(world: &World<'_>) -> Things {
    let mut things = Things::default();
    for index in world.object_rows.indices() {
        things.add_object(world, index);
    }
    for index in world.annotation_rows.indices() {
        things.add_annotation(world, index);
    }
    things
}

/// The polygons on whose heights things stand.
pub(super) fn grounds(world: &World<'_>) -> BTreeSet<usize> {
    let mut grounds: BTreeSet<i16> = BTreeSet::new();
    for (row, layout) in world.object_rows.indices().filter_map(|index| world.object_rows.row(index)) {
        grounds.extend(records::Object::new(row, layout).map(|object| object.polygon()));
    }
    for (row, layout) in world.annotation_rows.indices().filter_map(|index| world.annotation_rows.row(index)) {
        grounds.extend(records::Annotation::new(row, layout).map(|annotation| annotation.polygon()));
    }
    grounds.into_iter().filter_map(|polygon| usize::try_from(polygon).ok()).collect()
}

/// How a kind of placed thing is shown.
struct Look {
    colour: Colour,
    shape: MarkerShape,
    /// Half its width in raw units.
    radius: f32,
    turns: bool,
    importance: u8,
}

fn look(kind: &ObjectKind) -> Look {
    let look = |colour, shape, radius, turns, importance| Look { colour, shape, radius, turns, importance };
    match kind.key {
        "monster" => look(Colour::rgb(226, 84, 76), MarkerShape::Round, 200.0, true, 2),
        "player" => look(Colour::rgb(84, 208, 108), MarkerShape::Round, 200.0, true, 5),
        "item" => look(Colour::rgb(86, 180, 233), MarkerShape::Square, 130.0, false, 1),
        "scenery" => look(Colour::rgb(184, 160, 120), MarkerShape::Square, 150.0, true, 0),
        "goal" => look(Colour::rgb(240, 196, 64), MarkerShape::Diamond, 180.0, false, 4),
        "sound-source" => look(Colour::rgb(190, 130, 220), MarkerShape::Diamond, 150.0, false, 0),
        "annotation" => look(Colour::rgb(225, 228, 234), MarkerShape::Diamond, 150.0, false, 4),
        _ => look(Colour::rgb(214, 0, 214), MarkerShape::Diamond, 150.0, false, 3),
    }
}

/// Where a kind's picture stands in the atlas: in the order of the game's kinds.
fn icon(kind: &ObjectKind) -> Option<u16> {
    KINDS.iter().position(|known| known.key == kind.key).and_then(|at| u16::try_from(at).ok())
}

impl Things {
    fn add_object(&mut self, world: &World<'_>, index: i16) {
        let Some((row, layout)) = world.object_rows.row(index) else { return };
        let Some(record) = records::Object::new(row, layout) else { return };
        let kind = objects::kind_of_group(i128::from(record.group()));
        let point = Point { x: record.x(), y: record.y() };
        let look = look(kind);
        let mut at = at_height(point, 0);
        at.z = stand(world, &record, kind);
        if record.flags() & FROM_CEILING != 0 {
            // The badge stands on its place; what hangs shall hang.
            at.z -= look.radius * 2.0;
        }
        let facing = look.turns.then(|| heading(record.facing()));
        self.add(world.key(world.object_rows, index), world, kind, at, facing);
    }

    fn add_annotation(&mut self, world: &World<'_>, index: i16) {
        let Some((row, layout)) = world.annotation_rows.row(index) else { return };
        let Some(record) = records::Annotation::new(row, layout) else { return };
        let floor = world.heights(record.polygon()).map_or(0, |heights| heights.floor);
        let at = at_height(Point { x: record.x(), y: record.y() }, floor);
        self.add(world.key(world.annotation_rows, index), world, &objects::ANNOTATION, at, None);
    }

    fn add(&mut self, key: SceneKey, world: &World<'_>, kind: &ObjectKind, at: Vec3, heading: Option<f32>) {
        let look = look(kind);
        let marker = Marker {
            heading,
            icon: icon(kind),
            colour: look.colour,
            shape: look.shape,
            ..Marker::new(key, at, look.radius)
        };
        let object = u32::try_from(key.0).ok().and_then(|number| world.objects.of_node(number));
        if let Some(object) = object.filter(|object| !object.name.is_empty()) {
            let text = object.name.clone();
            self.labels.push(Label { key: Some(key), at: marker.centre(), text, importance: look.importance });
        }
        self.markers.push(marker);
    }
}

/// The height at which an object stands. Marathon 1 stores none (`marathon.md` 1.3).
fn stand(world: &World<'_>, record: &records::Object<'_>, kind: &ObjectKind) -> f32 {
    let heights = world.heights(record.polygon()).unwrap_or_default();
    let floats = kind.key == "sound-source" && record.flags() & FLOATS != 0;
    let liquid = if floats { world.liquid_in(record.polygon()) } else { None };
    let from = match liquid {
        Some((_, medium)) => medium.height,
        None if record.flags() & FROM_CEILING != 0 => heights.ceiling,
        None => heights.floor,
    };
    let above = if world.map().marathon_1 { 0 } else { record.z() };
    f32::from(from) + f32::from(above)
}
