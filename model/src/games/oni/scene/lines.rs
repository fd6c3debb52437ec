//! Outlines: trigger volumes, sounds, beams, reach of doors and turrets.

use glam::Vec3;

use super::{Frame, Things, colours, place};
use crate::document::{Level, Record};
use crate::games::oni::environment::{Environment, TurretArc};
use crate::games::oni::records::*;
use crate::record::Value;
use crate::scene::{Chunk, Colour, Line, Material, SceneKey};

/// How far a beam is drawn; in the game it ends where it hits.
const BEAM: f32 = 100.0;
/// Beyond so many rings nobody sees which is whose; the badges remain.
const MOST_RINGS: usize = 400;
/// A turret's reach is not in its object; the ring shows where it stands and looks. Where its class is known, arcs show how
/// far it turns.
const TURRET_RING: f32 = 30.0;

/// Adds the outlines and answers see-through bodies of volumes.
pub(super) fn add(level: &Level, environment: &Environment, out: &mut Things) -> Vec<Chunk> {
    let mut bodies = Chunk { two_sided: true, ..Chunk::new(Material::Ghost) };
    let rows = |key: &str| level.table(key).into_iter().flat_map(|t| level.rows(t)).collect::<Vec<_>>();
    for record in rows("trigger_volumes") {
        volume(&record, out, &mut bodies);
    }
    let mut rings = 0;
    for record in rows("sounds") {
        sound(&record, out, &mut rings);
    }
    for record in rows("triggers") {
        beam(&record, environment, out);
    }
    for record in rows("turrets") {
        if let Some(header) = ObjectHeader::new(record.head(), 0) {
            let colour = Colour::rgb(220, 90, 140);
            let frame = Frame::new(header.position(), header.rotation());
            let class = Turret::new(record.head(), 0).map(|turret| format!("TURR{}", turret.class()));
            match class.and_then(|class| environment.arcs.get(&class)) {
                Some(arc) => turret_arc(key(&record), &frame, arc, colour, out),
                None => ring(key(&record), place(header.position()), TURRET_RING, colour, out, &mut rings),
            }
            let (from, to) = (frame.place([0.0; 3]), frame.place([0.0, 0.0, TURRET_RING]));
            push(out, Line { key: Some(key(&record)), arrow: true, ..Line::new(from, to, colour) });
        }
    }
    for record in rows("doors") {
        if let Some(door) = Door::new(record.head(), 0) {
            let radius = door.activation_radius_squared().max(0.0).sqrt();
            ring(key(&record), place(door.center()), radius, Colour::rgb(130, 170, 230), out, &mut rings);
        }
    }
    if bodies.triangles.is_empty() { Vec::new() } else { vec![bodies] }
}

fn key(record: &Record<'_>) -> SceneKey {
    SceneKey(u64::from(record.id().number))
}

fn push(out: &mut Things, line: Line) {
    if line.from.is_finite() && line.to.is_finite() {
        out.lines.push(line);
    }
}

/// Corners of a box by their bits, its edges and its faces.
const EDGES: [(usize, usize); 12] =
    [(0, 1), (2, 3), (4, 5), (6, 7), (0, 2), (1, 3), (4, 6), (5, 7), (0, 4), (1, 5), (2, 6), (3, 7)];
const FACES: [[usize; 4]; 6] = [[0, 2, 3, 1], [4, 5, 7, 6], [0, 1, 5, 4], [2, 6, 7, 3], [0, 4, 6, 2], [1, 3, 7, 5]];

fn corners(min: [f32; 3], max: [f32; 3], at: impl Fn([f32; 3]) -> Vec3) -> [Vec3; 8] {
    std::array::from_fn(|bits| {
        let pick = |axis: usize| if bits >> axis & 1 == 1 { max } else { min }.get(axis).copied().unwrap_or(0.0);
        at([pick(0), pick(1), pick(2)])
    })
}

fn outline(record: &Record<'_>, corners: &[Vec3; 8], colour: Colour, out: &mut Things) {
    for (a, b) in EDGES {
        if let (Some(from), Some(to)) = (corners.get(a), corners.get(b)) {
            push(out, Line { key: Some(key(record)), ..Line::new(*from, *to, colour) });
        }
    }
}

/// A trigger volume: from its place, a corner, along its turned axes (`oni.md` 2.15).
fn volume(record: &Record<'_>, out: &mut Things, bodies: &mut Chunk) {
    let (head, header) = (record.head(), ObjectHeader::new(record.head(), 0));
    let (Some(volume), Some(header)) = (TriggerVolume::new(head, 0), header) else { return };
    let frame = Frame::new(header.position(), header.rotation());
    let corners = corners([0.0; 3], volume.size(), |local| frame.place(local));
    if !corners.iter().all(|c| c.is_finite()) {
        return;
    }
    outline(record, &corners, Colour::rgb(240, 196, 64), out);
    let group = bodies.group(key(record), colours::plain(Colour([240, 196, 64, 26])));
    for face in FACES {
        let face: Vec<Vec3> = face.iter().filter_map(|c| corners.get(*c).copied()).collect();
        bodies.polygon(group, &face);
    }
}

/// A sound: a box along the axes, whatever its rotation, or rings of its two radii (`oni.md` 2.14).
fn sound(record: &Record<'_>, out: &mut Things, rings: &mut usize) {
    let Some(header) = ObjectHeader::new(record.head(), 0) else { return };
    let colour = Colour::rgb(170, 140, 230);
    let at = header.position();
    let value = |name: &str| {
        let field = record.fields().into_iter().find(|f| f.name == name)?;
        record.get(field).ok()
    };
    let real = |name: &str| value(name)?.as_f64().map(|v| v as f32);
    if let (Some(min), Some(max)) = (value("box_min"), value("box_max")) {
        let vector = |value: Value| -> [f32; 3] {
            let Value::List(list) = value else { return [0.0; 3] };
            let mut numbers = list.iter().map(|v| v.as_f64().unwrap_or(0.0) as f32);
            std::array::from_fn(|_| numbers.next().unwrap_or(0.0))
        };
        let shift = |[x, y, z]: [f32; 3]| place([at[0] + x, at[1] + y, at[2] + z]);
        outline(record, &corners(vector(min), vector(max), shift), colour, out);
    } else if let (Some(min), Some(max)) = (real("min_radius"), real("max_radius")) {
        for radius in [min, max] {
            ring(key(record), place(at), radius, colour, out, rings);
        }
    }
}

fn ring(key: SceneKey, centre: Vec3, radius: f32, colour: Colour, out: &mut Things, rings: &mut usize) {
    if radius > 0.0 && radius.is_finite() && centre.is_finite() && *rings < MOST_RINGS {
        *rings += 1;
        let lines = Line::circle(key, centre, radius, colour).into_iter();
        out.lines.extend(lines.map(|line| Line { dashed: true, ..line }));
    }
}

/// How far a turret turns: an arc to both sides, one up and down, and the sides of the field it covers. That the angles
/// count from where the object looks is assumed.
pub(super) fn turret_arc(key: SceneKey, frame: &Frame, arc: &TurretArc, colour: Colour, out: &mut Things) {
    const STEPS: u8 = 16;
    let [low, high] = arc.elevation;
    let [left, right] = arc.azimuth;
    let at = |azimuth: f32, elevation: f32| {
        let (up, flat) = (libm::sinf(elevation), libm::cosf(elevation));
        let way = [libm::sinf(azimuth) * flat, up, libm::cosf(azimuth) * flat];
        frame.place(way.map(|part| part * TURRET_RING))
    };
    let mut path = |places: &dyn Fn(f32) -> Vec3| {
        for step in 0..STEPS {
            let share = |step: u8| f32::from(step) / f32::from(STEPS);
            let (from, to) = (places(share(step)), places(share(step + 1)));
            push(out, Line { key: Some(key), dashed: true, ..Line::new(from, to, colour) });
        }
    };
    path(&|share| at(left + (right - left) * share, 0.0));
    path(&|share| at(0.0, low + (high - low) * share));
    let middle = frame.place([0.0; 3]);
    for side in [left, right] {
        push(out, Line { key: Some(key), dashed: true, ..Line::new(middle, at(side, 0.0), colour) });
    }
}

/// A laser trigger's beam where its class says, else straight ahead.
fn beam(record: &Record<'_>, environment: &Environment, out: &mut Things) {
    let (head, header) = (record.head(), ObjectHeader::new(record.head(), 0));
    let (Some(trigger), Some(header)) = (Trigger::new(head, 0), header) else { return };
    let frame = Frame::new(header.position(), header.rotation());
    let class = environment.beams.get(&format!("TRIG{}", trigger.class()));
    let [start, way] = class.copied().unwrap_or([[0.0; 3], [0.0, 0.0, 1.0]]);
    let end: [f32; 3] =
        std::array::from_fn(|i| start.get(i).copied().unwrap_or(0.0) + way.get(i).copied().unwrap_or(0.0) * BEAM);
    let [alpha, r, g, b] = trigger.colour().to_be_bytes();
    let colour = Colour([r, g, b, alpha.max(120)]);
    let line = Line { key: Some(key(record)), width: 2.5, ..Line::new(frame.place(start), frame.place(end), colour) };
    push(out, line);
}
