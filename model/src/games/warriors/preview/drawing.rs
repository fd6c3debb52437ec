//! What the running level shows beside its own scene. The game's axes are the scene's.

use glam::{Quat, Vec3};

use super::fixed::Fixed;
use super::loose::Place;
use super::marker::{COLUMN, column_colour};
use super::walker::{self, RADIUS, TALL};
use super::world::{Live, WarriorsWorld, camera};
use super::{door, emitter, flies, neon, prop, tint, wheel};
use crate::preview::{Actor, Form, Pose, Shape, Subject};
use crate::scene::Colour;

/// Kinds of object that are actors while a level runs: none, for things keep their markers.
pub(super) const ACTED: &[&str] = &[];

const LEAF: Colour = Colour::rgb(236, 150, 70);
const GLINT: Colour = Colour::rgb(255, 255, 160);
const SHARD: Colour = Colour::rgb(200, 230, 240);
const PIECE: Colour = Colour::rgb(170, 140, 100);
const TRAIN: Colour = Colour::rgb(220, 90, 90);
const WHEEL: Colour = Colour::rgb(71, 69, 66);
const BODY: Colour = Colour::rgb(120, 170, 230);
const STEAM: Colour = Colour::rgb(225, 230, 235);
const STROBE: Colour = Colour::rgb(255, 40, 40);
const FLY: Colour = Colour::rgb(128, 128, 128);
/// Metres around a light that glow.
const GLOW: f32 = 0.5;
/// Corners of a disc.
const CORNERS: u8 = 10;
/// Most groups of surfaces that a door has: its leaves, and its triangles by material and height.
const PARTS: u16 = 8;
/// Corners of the ring of the Wonder Wheel.
const RING: u8 = 32;

fn person(subject: Subject, person: &walker::Person) -> Actor {
    let state = match person.gait() {
        _ if person.airborne => "in the air",
        0 => "standing",
        1 => "walking",
        4 => "sprinting",
        _ => "jogging",
    };
    Actor {
        subject,
        kind: "",
        position: person.position,
        heading: Some((person.facing + 90.0).to_radians()),
        state,
        visible: true,
        awake: false,
        glides: (person.position - person.last).length() < 1.0,
    }
}

/// The walker and the dummies.
pub(super) fn actors(world: &WarriorsWorld) -> Vec<Actor> {
    let live = &world.live;
    let walker = live.walker.iter().map(|one| {
        let actor = person(walker::SUBJECT, one);
        Actor { state: if live.aim.is_some() { "aiming" } else { actor.state }, ..actor }
    });
    let dummies = live.dummies.iter().map(|(who, dummy)| person(Subject::new("dummies", *who), dummy));
    walker.chain(dummies).collect()
}

/// Things that are not there or were moved; doors, barriers and panes that do not stand as they are stored.
pub(super) fn poses(world: &WarriorsWorld) -> Vec<Pose> {
    let (fixed, live) = (&world.fixed, &world.live);
    let camera = camera(fixed, live);
    let mut poses = Vec::new();
    for (spec, state) in fixed.things.iter().zip(live.things.iter()) {
        let distance = (state.at - camera).length();
        let shown = tint::opacity(spec, state, distance, live.tick) > 0.0;
        let turn = if spec.is_marker() { spin(state.marker.angle) } else { Quat::IDENTITY };
        let turn = turn * state.turn * spec.turn.inverse();
        let by = state.at - spec.at;
        if !shown || by != Vec3::ZERO || state.turn != spec.turn || spec.is_marker() {
            poses.push(Pose { about: spec.at, turn, by, shown, ..Pose::of(spec.subject) });
        }
    }
    for (spec, state) in fixed.doors.iter().zip(&live.doors) {
        let hidden = if spec.sort.is_barrier() { state.hidden || state.gone } else { !state.is_still(live.tick) };
        if hidden {
            // Its marker stays; open leaves are drawn as boxes.
            poses.extend((0..PARTS).map(|part| Pose { part: Some(part), shown: false, ..Pose::of(spec.subject) }));
        }
    }
    for (spec, state) in fixed.panes.iter().zip(&live.panes) {
        if !state.body && live.tick > 1 {
            poses.extend((0..PARTS).map(|part| Pose { part: Some(part), shown: false, ..Pose::of(spec.subject) }));
        }
    }
    poses
}

/// A turn about the vertical.
fn spin(degrees: u16) -> Quat {
    about_z(f32::from(degrees))
}

/// A turn about the vertical, counter-clockwise from above.
pub(super) fn about_z(degrees: f32) -> Quat {
    let half = degrees.to_radians() * 0.5;
    Quat::from_xyzw(0.0, 0.0, libm::sinf(half), libm::cosf(half))
}

/// Open leaves, glints, columns, shards, trains, steam and lights, the Wonder Wheel.
pub(super) fn shapes(world: &WarriorsWorld) -> Vec<Shape> {
    let (fixed, live) = (&world.fixed, &world.live);
    let mut shapes = Vec::new();
    doors(fixed, live, &mut shapes);
    columns(fixed, live, &mut shapes);
    for (part, shard) in live.shards.iter().enumerate() {
        let [a, b] = [Vec3::X, Vec3::Z].map(|axis| axis * shard.size * 0.5);
        let form = Form::Faces(vec![[shard.at - a, shard.at + a, shard.at + b]]);
        shapes.push(shape(Subject::new("panes", shard.pane), part, SHARD.with_opacity(180), false, form));
    }
    pieces(fixed, live, &mut shapes);
    made(fixed, live, &mut shapes);
    trains(live, &mut shapes);
    air(fixed, live, &mut shapes);
    if wheel::stands(fixed) {
        whole_wheel(fixed, live, &mut shapes);
    }
    for (who, dummy) in &live.dummies {
        let centre = dummy.position + Vec3::Z * (TALL * 0.5);
        let half = Vec3::new(RADIUS, RADIUS, TALL * 0.5);
        let form = Form::Box { centre, half, turn: Quat::IDENTITY };
        shapes.push(shape(Subject::new("dummies", *who), 0, BODY.with_opacity(60), false, form));
    }
    shapes
}

/// What was made, and the arc of an aim.
fn made(fixed: &Fixed, live: &Live, shapes: &mut Vec<Shape>) {
    for object in live.objects.iter().filter(|object| object.thing.is_none() && !object.over) {
        let Some(kind) = object.kind(fixed) else { continue };
        let (centre, half) = (object.at + object.turn * kind.centre, kind.size * 0.5);
        let form = Form::Box { centre, half, turn: object.turn };
        shapes.push(shape(object.subject, 0, SHARD, object.place != Place::Lies, form));
    }
    if let Some(aim) = &live.aim {
        let way = Form::Path(aim.arc.clone());
        shapes.push(shape(walker::SUBJECT, 0, GLINT, true, way));
        if let Some(end) = aim.arc.last() {
            let ball = Form::Ball { centre: *end, radius: 0.15 };
            shapes.push(shape(walker::SUBJECT, 1, GLINT, aim.meets.is_some(), ball));
        }
    }
}

fn shape(subject: Subject, part: usize, colour: Colour, strong: bool, form: Form) -> Shape {
    Shape { subject, part: u16::try_from(part).unwrap_or(u16::MAX), colour, strong, form }
}

fn doors(fixed: &Fixed, live: &Live, shapes: &mut Vec<Shape>) {
    let camera = camera(fixed, live);
    for (spec, state) in fixed.doors.iter().zip(&live.doors) {
        if spec.sort.swings() && !state.over() && !state.is_still(live.tick) {
            let angle = state.swing.angle(live.tick);
            for (part, leaf) in spec.leaves.iter().enumerate() {
                // The second leaf swings the other way (`warriors.md` P17).
                let turn = leaf.hinge.turn * about_z(if part == 0 { angle } else { -angle });
                let half = Vec3::new(leaf.width, spec.size.y.max(0.04), spec.size.z) * 0.5;
                let centre = leaf.hinge.at + turn * Vec3::new(-half.x, 0.0, half.z);
                let form = Form::Box { centre, half, turn };
                shapes.push(shape(spec.subject, part, LEAF.with_opacity(200), false, form));
            }
        }
        if state.pickable && (spec.glint() - camera).length() < door::GLINT_SEEN {
            let form = Form::Ball { centre: spec.glint(), radius: 0.15 };
            shapes.push(shape(spec.subject, spec.leaves.len(), GLINT, true, form));
        }
    }
}

fn columns(fixed: &Fixed, live: &Live, shapes: &mut Vec<Shape>) {
    let camera = camera(fixed, live);
    for (spec, state) in fixed.things.iter().zip(live.things.iter()).filter(|(spec, _)| spec.is_marker()) {
        let opacity = tint::opacity(spec, state, (state.at - camera).length(), live.tick);
        if opacity <= 0.0 {
            continue;
        }
        let [red, green, blue, _] = column_colour(&spec.name).to_be_bytes();
        let half = Vec3::from_array(COLUMN) * 0.5;
        // It turns back as far as the disc turns and so keeps its heading.
        let form = Form::Box { centre: state.at + Vec3::Z * half.z, half, turn: state.turn };
        // Opacities are at most 255.
        let colour = Colour::rgb(red, green, blue).with_opacity((opacity * 0.5) as u8);
        shapes.push(shape(spec.subject, 0, colour, false, form));
    }
}

/// Pieces of broken props, and open drawers.
fn pieces(fixed: &Fixed, live: &Live, shapes: &mut Vec<Shape>) {
    for (part, piece) in live.pieces.iter().enumerate() {
        let half = piece.half();
        let form = Form::Box { centre: piece.at + Vec3::Z * half.z, half, turn: Quat::IDENTITY };
        // A share of 255.
        let colour = PIECE.with_opacity((piece.opacity(live.tick) * 255.0) as u8);
        shapes.push(shape(piece.of, part + 1, colour, false, form));
    }
    for (spec, state) in fixed.things.iter().zip(live.things.iter()) {
        if matches!(spec.prop, Some(prop::Sort::Register { .. })) && matches!(state.prop.step, 1 | 2) && state.live {
            let half = Vec3::new(0.18, 0.18, 0.05);
            let form = Form::Box { centre: prop::drawer_at(state), half, turn: state.turn };
            shapes.push(shape(spec.subject, 0, PIECE, false, form));
        }
    }
}

/// A round cloud: three discs across each other, seen from every side.
fn cloud(centre: Vec3, radius: f32) -> Form {
    let mut faces = Vec::with_capacity(usize::from(CORNERS) * 3);
    for (across, up) in [(Vec3::X, Vec3::Y), (Vec3::Y, Vec3::Z), (Vec3::Z, Vec3::X)] {
        let corner = |at: u8| {
            let angle = f32::from(at % CORNERS) * core::f32::consts::TAU / f32::from(CORNERS);
            centre + (across * libm::cosf(angle) + up * libm::sinf(angle)) * radius
        };
        faces.extend((0..CORNERS).map(|at| [centre, corner(at), corner(at + 1)]));
    }
    Form::Faces(faces)
}

/// What emitters have made: puffs, lights, flies, bursts.
fn air(fixed: &Fixed, live: &Live, shapes: &mut Vec<Shape>) {
    let now = live.tick;
    for puff in &live.air.puffs {
        let Some(spec) = fixed.emitters.get(puff.vent) else { continue };
        let emitter::Sort::Steam(vent) = spec.sort else { continue };
        // An alpha is at most 255; a vent's puffs come at ticks of their own.
        let (alpha, part) = (puff.alpha(&vent, now) as u8, puff.born % u32::from(u16::MAX));
        if alpha > 0 {
            let form = cloud(puff.place(&vent, now), puff.radius(&vent, now));
            shapes.push(shape(spec.subject, part as usize, STEAM.with_opacity(alpha), false, form));
        }
    }
    for (spec, task) in fixed.emitters.iter().zip(&live.air.tasks) {
        let Some(since) = task.since else { continue };
        let light = emitter::light(spec, task, now);
        match spec.sort {
            emitter::Sort::Strobe if light > 0.0 => {
                let colour = STROBE.with_opacity((light * 220.0) as u8);
                shapes.push(shape(spec.subject, 0, colour, false, cloud(spec.at, GLOW)));
            }
            emitter::Sort::Neon => {
                let colour = neon::colour(&spec.name).with_opacity(140);
                shapes.push(shape(spec.subject, 0, colour, false, cloud(spec.at, GLOW)));
            }
            emitter::Sort::Flies { .. } => {
                for (part, centre) in flies::places(spec.at, now.saturating_sub(since)).into_iter().enumerate() {
                    shapes.push(shape(spec.subject, part, FLY, true, Form::Ball { centre, radius: 0.05 }));
                }
            }
            emitter::Sort::Burst(_) => {
                shapes.push(shape(spec.subject, 0, PIECE, true, Form::Ball { centre: spec.at, radius: GLOW }));
            }
            _ => {}
        }
    }
}

fn trains(live: &Live, shapes: &mut Vec<Shape>) {
    for (slot, train) in (0_u32..).zip(&live.trains).filter(|(_, train)| train.running) {
        let subject = Subject::new("trains", slot);
        let line = train.points.iter().map(|point| point.at).collect();
        shapes.push(shape(subject, 0, TRAIN, true, Form::Path(line)));
        if let Some([least, most]) = train.bounds() {
            let form = Form::Box { centre: (least + most) * 0.5, half: (most - least) * 0.5, turn: Quat::IDENTITY };
            shapes.push(shape(subject, 1, TRAIN.with_opacity(40), false, form));
        }
    }
}

fn whole_wheel(fixed: &Fixed, live: &Live, shapes: &mut Vec<Shape>) {
    let wheel = |part: wheel::Part| fixed.things.iter().find(|thing| wheel::part_of(&thing.name) == Some(part));
    let Some(own) = wheel(wheel::Part::Wheel) else { return };
    let frame = wheel::frame(live.tick);
    let angle = wheel::angle(frame);
    let ring = (0..=RING).map(|step| wheel::on_rim(angle + f32::from(step) * 360.0 / f32::from(RING))).collect();
    shapes.push(shape(own.subject, 0, WHEEL, true, Form::Path(ring)));
    for car in 0..wheel::CARS {
        let centre = wheel::on_rim(angle + f32::from(car) * 360.0 / f32::from(wheel::CARS));
        shapes.push(shape(own.subject, usize::from(car) + 1, WHEEL, false, Form::Ball { centre, radius: 1.5 }));
    }
    for (sign, letter) in ["a", "b", "c", "d"].into_iter().enumerate().filter(|(sign, _)| wheel::lit(*sign, frame)) {
        if let Some(thing) = wheel(wheel::Part::Sign(sign)) {
            let text = format!("neon {letter}");
            let at = wheel::HUB + Vec3::Z * (2.0 + sign as f32);
            shapes.push(shape(thing.subject, 0, GLINT, true, Form::Text { at, text }));
        }
    }
}
