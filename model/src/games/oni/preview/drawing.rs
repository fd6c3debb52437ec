//! What the running level shows beside its own scene, in the axes of its scenes.

use core::f32::consts::{FRAC_PI_2, PI};

use glam::{Mat3, Quat, Vec3};

use super::sound::{Area, State as Playing};
use super::walker;
use super::world::OniWorld;
use crate::preview::{Actor, Form, Shape, Subject};
use crate::scene::Colour;

/// Kinds of object that are actors while a level runs.
pub(super) const ACTED: &[&str] = &["character", "weapon", "power-up"];

const VOLUME: Colour = Colour::rgb(120, 200, 120);
const SOUND: Colour = Colour::rgb(190, 130, 220);
const WAY: Colour = Colour::rgb(220, 200, 90);
const DOOR: Colour = Colour::rgb(120, 170, 230);

/// From the game's axes, y up and x to the left of z, to those of its scenes.
pub(super) fn place(place: Vec3) -> Vec3 {
    Vec3::new(place.x, -place.z, place.y)
}

/// From the scene's axes to the game's.
pub(super) fn stored(place: Vec3) -> Vec3 {
    Vec3::new(place.x, place.z, -place.y)
}

/// The same for a rotation.
fn turned(turn: Mat3) -> Quat {
    let axes = Mat3::from_cols(place(Vec3::X), place(Vec3::Y), place(Vec3::Z));
    Quat::from_mat3(&(axes * turn * axes.transpose()))
}

/// From degrees, 0 along z, to a heading of the scene.
fn heading(degrees: f32) -> f32 {
    (degrees * (PI / 180.0) - FRAC_PI_2).rem_euclid(2.0 * PI)
}

/// Characters, the walker, and what lies about.
pub(super) fn actors(world: &OniWorld) -> Vec<Actor> {
    let (fixed, live) = (&world.fixed, &world.live);
    let persons = live.persons.iter().filter(|person| person.present).map(|person| Actor {
        subject: person.subject(),
        kind: "character",
        position: place(person.position),
        heading: Some(heading(person.facing)),
        state: person.state(),
        visible: true,
        awake: person.talk.is_busy() || person.patrol.is_some(),
        glides: (person.position - person.last).length() <= fixed.speeds.run * 1.5,
    });
    let items = fixed.items.iter().map(|item| Actor {
        subject: item.subject,
        kind: item.kind,
        position: place(item.position),
        heading: Some(heading(item.facing)),
        state: "lying",
        visible: true,
        awake: false,
        glides: false,
    });
    let made = live.made.iter().enumerate().map(|(row, made)| Actor {
        subject: Subject::new("made", u32::try_from(row).unwrap_or(u32::MAX)),
        kind: made.kind,
        position: place(made.position),
        heading: None,
        state: "lying",
        visible: true,
        awake: true,
        glides: false,
    });
    let (walker, others): (Vec<_>, Vec<_>) = persons.partition(|actor| actor.subject == walker::SUBJECT);
    walker.into_iter().chain(others).chain(items).chain(made).collect()
}

/// Volumes with somebody in them, beams, sounds that are heard, ways, doors that are not closed.
pub(super) fn shapes(world: &OniWorld) -> Vec<Shape> {
    let (fixed, live) = (&world.fixed, &world.live);
    let mut shapes = Vec::new();
    let shape = |subject, part: usize, colour, strong, form| Shape {
        subject,
        part: u16::try_from(part).unwrap_or(u16::MAX),
        colour,
        strong,
        form,
    };
    for spec in &fixed.volumes {
        let inside = live.persons.iter().any(|person| person.present && person.slots.contains(&Some(spec.id)));
        if inside {
            let (centre, half, turn) = spec.shape();
            let half = Vec3::new(half.x, half.z, half.y);
            let form = Form::Box { centre: place(centre), half, turn: turned(turn) };
            shapes.push(shape(spec.subject, 0, VOLUME.with_opacity(60), true, form));
        }
    }
    for (spec, state) in fixed.triggers.iter().zip(&live.triggers) {
        if state.hidden || !state.active || !state.on {
            continue;
        }
        let [_, red, green, blue] = spec.colour.to_be_bytes();
        for (part, beam) in spec.beams(state).enumerate() {
            let (from, to) = super::trigger::Spec::drawn(beam.from, beam.end);
            let form = Form::Beam { from: place(from), to: place(to) };
            shapes.push(shape(spec.subject, part, Colour::rgb(red, green, blue), state.set_off, form));
        }
    }
    for (spec, state) in fixed.sounds.iter().zip(live.sounds.iter()) {
        if *state == Playing::Silent {
            continue;
        }
        let form = match spec.area {
            Area::Sphere { max, .. } => Form::Ball { centre: place(spec.position), radius: max },
            Area::Box { min, max } => {
                let half = (max - min) * 0.5;
                let centre = place(spec.position + (min + max) * 0.5);
                Form::Box { centre, half: Vec3::new(half.x, half.z, half.y), turn: Quat::IDENTITY }
            }
            Area::Unknown => continue,
        };
        shapes.push(shape(spec.subject, 0, SOUND, true, form));
    }
    for person in live.persons.iter().filter(|person| person.is_up()) {
        if let Some(way) = person.way {
            let form = Form::Path(vec![place(person.position), place(way.to)]);
            shapes.push(shape(person.subject(), 0, WAY, false, form));
        }
    }
    for (spec, state) in fixed.doors.iter().zip(&live.doors) {
        let open = state.share(fixed.speeds.door);
        if open > 0.0 {
            let form = Form::Text { at: place(spec.centre), text: format!("open {:.0} %", open * 100.0) };
            shapes.push(shape(spec.subject, 0, DOOR, true, form));
        }
    }
    shapes
}
