//! How what was let go flies, and what it meets (`warriors.md` P29, P30, P20).

use glam::Vec3;

use super::kind::{Kind, THROW_SET, TYPE_MISSIONTV, TYPE_MOLOTOV};
use super::loose::{self, Object, Place};
use super::walker::{self, GRAVITY, Person, RADIUS, STEEPEST, SUBJECT, TALL};
use super::wear::{self, Meets};
use super::world::Run;
use super::{impact, pane, prop, strike, throw};
use crate::preview::{Cause, Fidelity, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "flight",
        what: "gravity, spin about the world's axes, what a throw does to panes, doors, props and people, knives that stick",
        truth: Truth::Documents,
        note: "(P20, P29, P30) people are dummies; those of the walker's team take no damage",
    },
    Fidelity {
        file: "flight",
        what: "where a thing comes to rest, how it meets walls and bodies",
        truth: Truth::Assumed,
        note: "on the first floor under it; walls and bodies take the speed into them and it falls on; its middle meets the mesh, a ball of half its width meets bodies; without a mesh the ground is as high as the walker's feet",
    },
    Fidelity {
        file: "flight",
        what: "bounces, rolling, what a hit does to people, damage of special kinds",
        truth: Truth::NotSimulated,
        note: "",
    },
];

/// Metres between the places at which a way is looked at.
pub(super) const SAMPLE: f32 = 0.1;
/// Below which a thing has fallen out of the world, in metres.
const LOWEST: f32 = -500.0;

/// Metres that a thing keeps off what it slides along.
const CLEAR: f32 = 0.001;

/// What is in the way.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Met {
    Pane(usize),
    Door(usize),
    Thing(usize),
    Dummy(u32),
    Level,
}

/// One tick of everything in the air, and of knives in people.
pub(super) fn tick(run: &mut Run<'_>) {
    let moves = |object: &&Object| matches!(object.place, Place::Air | Place::Stuck { .. });
    let flying: Vec<Subject> = run.live.objects.iter().filter(moves).map(|object| object.subject).collect();
    for subject in flying {
        let Some(at) = loose::index(run, subject) else { continue };
        let Some(object) = run.live.objects.get(at).copied() else { continue };
        match object.place {
            Place::Air => fly(run, subject, object),
            Place::Stuck { dummy, at: own } => {
                let place = run.live.dummies.get(&dummy).map(|dummy| dummy.position + own);
                if let Some(object) = run.live.objects.get_mut(at) {
                    match place {
                        Some(place) => object.at = place,
                        None => object.place = Place::Air,
                    }
                }
                loose::settle(run, at);
            }
            Place::Hand { .. } | Place::Lies => {}
        }
    }
}

fn fly(run: &mut Run<'_>, subject: Subject, object: Object) {
    let fixed = run.fixed;
    let Some(kind) = object.kind(fixed) else { return };
    let mut velocity = object.velocity - Vec3::Z * (GRAVITY / 60.0);
    let way = velocity / 60.0;
    // At most so many places: nothing is thrown faster than 2,000 m/s, which is 33 m a tick.
    let samples = (way.length() / SAMPLE).ceil().clamp(1.0, 400.0);
    let turn = throw::turned(object.turn, object.spin, 1.0 / 60.0);
    let mut place = object.at;
    for _ in 0..samples as u32 {
        let next = place + velocity / 60.0 / samples;
        let Some((met, normal, share)) = contact(run, &object, kind, place, next) else {
            place = next;
            continue;
        };
        place += (next - place) * share;
        write(run, subject, place, turn, velocity);
        let thrown = loose::index(run, subject).and_then(|at| run.live.objects.get(at)).is_some_and(|o| o.thrown);
        let sticks = strikes(run, kind, met, thrown, object.at, subject, object.cause);
        let Some(at) = loose::index(run, subject) else { return };
        let meets = match met {
            Met::Level | Met::Pane(_) | Met::Door(_) => Meets::Level,
            Met::Thing(_) => Meets::Body,
            Met::Dummy(_) => Meets::Human,
        };
        if wear::contact(run, at, meets, normal, object.cause) {
            return;
        }
        if met == Met::Level {
            impact::meets(run, at, velocity.length(), object.cause);
        }
        if let (Met::Dummy(dummy), true) = (met, sticks) {
            stick(run, at, dummy, object.cause);
            return;
        }
        if normal.z > STEEPEST {
            rest(run, at, object.cause);
            return;
        }
        velocity -= normal * velocity.dot(normal).min(0.0);
        // On the face itself the next way could begin behind it.
        place += normal * CLEAR;
    }
    write(run, subject, place, turn, velocity);
    if place.z < LOWEST
        && let Some(at) = loose::index(run, subject)
    {
        loose::remove(run, at, object.cause);
    }
}

fn write(run: &mut Run<'_>, subject: Subject, place: Vec3, turn: glam::Quat, velocity: Vec3) {
    let Some(at) = loose::index(run, subject) else { return };
    if let Some(object) = run.live.objects.get_mut(at) {
        (object.at, object.turn, object.velocity) = (place, turn, velocity);
    }
    loose::settle(run, at);
}

fn rest(run: &mut Run<'_>, at: usize, cause: Cause) {
    let Some(object) = run.live.objects.get_mut(at) else { return };
    (object.place, object.velocity, object.spin) = (Place::Lies, Vec3::ZERO, Vec3::ZERO);
    let subject = object.subject;
    run.log.add(subject, "comes to rest", subject, 0, cause);
    loose::settle(run, at);
}

fn stick(run: &mut Run<'_>, at: usize, dummy: u32, cause: Cause) {
    let Some(feet) = run.live.dummies.get(&dummy).map(|dummy| dummy.position) else { return };
    let Some(object) = run.live.objects.get_mut(at) else { return };
    (object.velocity, object.spin) = (Vec3::ZERO, Vec3::ZERO);
    object.place = Place::Stuck { dummy, at: object.at - feet };
    let subject = object.subject;
    run.log.add(subject, "sticks in", Subject::new("dummies", dummy), 0, cause);
    loose::settle(run, at);
}

/// How far a place is from somebody's body.
pub(super) fn from_body(person: &Person, place: Vec3) -> f32 {
    let away = place - person.position;
    let up = (away.z - TALL).max(-away.z).max(0.0);
    glam::Vec2::new((away.truncate().length() - RADIUS).max(0.0), up).length()
}

/// What a thing comes against between two places, the normal there and the share of the way to it.
fn contact(run: &Run<'_>, object: &Object, kind: &Kind, from: Vec3, to: Vec3) -> Option<(Met, Vec3, f32)> {
    let fixed = run.fixed;
    let radius = kind.radius();
    let nearer = |distance: &dyn Fn(Vec3) -> f32| distance(to) <= radius && distance(to) < distance(from);
    let back = (from - to).normalize_or(Vec3::Z);
    for (at, spec) in fixed.panes.iter().enumerate() {
        let body = run.live.panes.get(at).is_some_and(|pane| pane.body);
        if body && nearer(&|place| pane::distance(&spec.shape, place)) {
            return Some((Met::Pane(at), back, 0.0));
        }
    }
    for at in 0..fixed.doors.len() {
        if nearer(&|place| walker::door_ahead(run, at, place).unwrap_or(f32::MAX)) {
            return Some((Met::Door(at), Vec3::new(back.x, back.y, 0.0).normalize_or(Vec3::Z), 0.0));
        }
    }
    for (at, (spec, state)) in fixed.things.iter().zip(run.live.things.iter()).enumerate() {
        let solid = spec.phyflags & walker::BLOCKOBJECTS != 0 && spec.stands(state) && object.thing != Some(at);
        if solid && nearer(&|place| walker::thing_ahead(spec, state, place)) {
            return Some((Met::Thing(at), walker::thing_normal(spec, state, from), 0.0));
        }
    }
    for (who, dummy) in &run.live.dummies {
        if nearer(&|place| from_body(dummy, place)) {
            let out = (from - dummy.position).truncate().normalize_or_zero().extend(0.0);
            return Some((Met::Dummy(*who), out, 0.0));
        }
    }
    if fixed.ground.is_empty() {
        let share = (from.z - object.ground) / (from.z - to.z);
        return (from.z >= object.ground && to.z < object.ground).then_some((Met::Level, Vec3::Z, share));
    }
    let (share, normal) = fixed.ground.met(from, to, &run.live.off)?;
    Some((Met::Level, normal, share))
}

/// The kind of a thrown thing's blow (`warriors.md` P20).
pub(super) fn blow(kind: &Kind) -> i32 {
    match kind.object_type {
        TYPE_MISSIONTV => 3,
        TYPE_MOLOTOV => 1,
        _ if kind.set == THROW_SET => 0,
        _ => 1,
    }
}

/// What a thing does to what it meets; answers whether it would stick there.
fn strikes(run: &mut Run<'_>, kind: &Kind, met: Met, thrown: bool, from: Vec3, own: Subject, cause: Cause) -> bool {
    if !thrown {
        return false;
    }
    let blow = blow(kind);
    match met {
        Met::Pane(at) => {
            pane::hit(run, at, true, SUBJECT, cause);
        }
        Met::Door(at) => {
            strike::hit(run, at, blow, from, SUBJECT, cause);
        }
        Met::Thing(at) => {
            prop::hit(run, at, blow, SUBJECT, cause);
        }
        Met::Dummy(who) => {
            let team = run.live.walker.as_ref().map(|person| person.team);
            let friend = run.live.dummies.get(&who).map(|dummy| dummy.team) == team;
            let damage = if friend { 0 } else { kind.damage };
            run.log.add(own, "hits", Subject::new("dummies", who), damage.into(), cause);
            return kind.is_knife() && !friend;
        }
        Met::Level => {}
    }
    false
}
