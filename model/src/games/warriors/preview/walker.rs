//! The walker: gaits, jumps and strikes among walls, panes and props (`warriors.md` P12, P40, "People").

use std::collections::{BTreeMap, BTreeSet};

use glam::{Vec2, Vec3};

use super::fixed::Owned;
use super::wear::Meets;
use super::world::Run;
use super::{hold, pane, prop, strike};
use crate::games::warriors::scene::mesh::CollisionMesh;
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "walker",
        what: "what stops a walker: walls from their front, triangles of doors and panes from both sides, bodies by their flags; sprinters strike once and stop dead; panes break for who is in the air or strikes",
        truth: Truth::Documents,
        note: "(P12, P40) without a collision mesh there are no walls",
    },
    Fidelity {
        file: "walker",
        what: "speeds, the jump, the reach of a strike, what is floor and what is wall",
        truth: Truth::Assumed,
        note: "settings; gravity is that of thrown things; faces steeper than 60 degrees are walls, steps up to half a metre are climbed; `use` strikes what is ahead",
    },
    Fidelity {
        file: "walker",
        what: "fighting, climbing, AI people",
        truth: Truth::NotSimulated,
        note: "dummies stand where they are placed (`dummies/0` to `dummies/59`), for trains and throws; who is of another team than the walker can be a target",
    },
];

/// Who it is in the log.
pub(super) const SUBJECT: Subject = Subject::new("walker", 0);

/// A person's body in metres (`warriors.md`, "People").
pub(super) const RADIUS: f32 = 0.4;
pub(super) const TALL: f32 = 2.0;
/// Metres that are climbed without a jump: lower faces are no wall.
const STEP: f32 = 0.5;
/// Metres a second, squared (`warriors.md` P29).
pub(super) const GRAVITY: f32 = 15.68;
/// Degrees a tick while turning with a key.
const TURN: f32 = 4.0;
/// Part of a normal's length that points up on the steepest floor: a half, 60 degrees.
pub(super) const STEEPEST: f32 = 0.5;

/// Bits of a type's flags (`warriors.md` 1.3).
pub(super) const BLOCKOBJECTS: i64 = 1;
pub(super) const BLOCKHUMANS: i64 = 2;
const MELEETARGET: i64 = 4;
const RUNTARGET: i64 = 512;

/// The direction of an angle: 0 looks north, growing to the left (seed 002, flags).
pub(super) fn ahead(degrees: f32) -> Vec2 {
    let angle = degrees.to_radians();
    Vec2::new(-libm::sinf(angle), libm::cosf(angle))
}

/// A face that one stands on or walks against.
#[derive(Clone, Copy, Debug)]
struct Face {
    corners: [Vec3; 3],
    normal: Vec3,
    triangle: u32,
    both_sides: bool,
}

/// The collision mesh as people meet it.
#[derive(Clone, Debug, Default)]
pub(super) struct Ground {
    floors: Vec<Face>,
    walls: Vec<Face>,
}

/// Bits of a triangle's flags (`warriors.md` 1.8, 1.10).
const ENABLED: u16 = 1;
const TWO_SIDED: u16 = 2;

impl Ground {
    /// Floors and walls of a mesh; triangles of doors and panes stop people from both sides.
    pub(super) fn new(mesh: &CollisionMesh, owned: &BTreeMap<u32, Owned>) -> Ground {
        let mut ground = Ground::default();
        for (at, (_, flags, _)) in mesh.triangles.iter().enumerate() {
            let (Some([a, b, c]), Ok(triangle)) = (mesh.corners(at), u32::try_from(at)) else { continue };
            let normal = (b - a).cross(c - a).normalize_or_zero();
            if normal == Vec3::ZERO || flags & ENABLED == 0 {
                continue;
            }
            let both_sides = flags & TWO_SIDED != 0 || owned.contains_key(&triangle);
            let face = Face { corners: [a, b, c], normal, triangle, both_sides };
            if normal.z.abs() > STEEPEST { ground.floors.push(face) } else { ground.walls.push(face) }
        }
        ground
    }

    /// The height of the highest floor that is no more than a step above a place.
    pub(super) fn below(&self, at: Vec3, off: &BTreeSet<u32>) -> Option<f32> {
        let floors = self.floors.iter().filter(|face| !off.contains(&face.triangle));
        floors.filter_map(|face| face.height(at.truncate())).filter(|z| *z <= at.z + STEP).reduce(f32::max)
    }

    /// Whether a face of the mesh lies between two places.
    pub(super) fn between(&self, from: Vec3, to: Vec3, off: &BTreeSet<u32>) -> bool {
        self.met(from, to, off).is_some()
    }

    /// Whether there is no face at all.
    pub(super) fn is_empty(&self) -> bool {
        self.floors.is_empty() && self.walls.is_empty()
    }

    /// The share of the way to the first face between two places, and the normal on the side that is met.
    pub(super) fn met(&self, from: Vec3, to: Vec3, off: &BTreeSet<u32>) -> Option<(f32, Vec3)> {
        let faces = self.floors.iter().chain(&self.walls).filter(|face| !off.contains(&face.triangle));
        let met = faces.filter_map(|face| {
            let side = |at: Vec3| face.normal.dot(at - face.corners[0]);
            let (before, behind) = (side(from), side(to));
            let front = before > 0.0 && behind <= 0.0;
            let back = before < 0.0 && behind >= 0.0;
            if !(front || back && face.both_sides) {
                return None;
            }
            let share = before / (before - behind);
            let at = from + (to - from) * share;
            let [a, b, c] = face.corners;
            let inside = |p: Vec3, q: Vec3| face.normal.dot((q - p).cross(at - p)) >= -1e-4;
            let inside = inside(a, b) && inside(b, c) && inside(c, a);
            inside.then_some((share, if front { face.normal } else { -face.normal }))
        });
        met.min_by(|a, b| a.0.total_cmp(&b.0))
    }

    /// Moves a place out of the walls that it came too near.
    fn pushed(&self, was: Vec3, mut at: Vec3, off: &BTreeSet<u32>) -> Vec3 {
        for face in self.walls.iter().filter(|face| !off.contains(&face.triangle)) {
            let (least, most) = face.heights();
            if most < at.z + STEP || least > at.z + TALL {
                continue;
            }
            let flat = face.normal.truncate().normalize_or_zero();
            let side = flat.dot((was - face.corners[0]).truncate());
            // One comes through a wall from behind.
            if side < 0.0 && !face.both_sides {
                continue;
            }
            let [from, to] = face.line();
            let along = to - from;
            let part =
                ((at.truncate() - from).dot(along) / along.length_squared().max(f32::MIN_POSITIVE)).clamp(0.0, 1.0);
            let nearest = from + along * part;
            let away = at.truncate() - nearest;
            let side = if side < 0.0 { -1.0 } else { 1.0 };
            let through = away.dot(flat) * side < 0.0;
            let distance = away.length();
            if !through && distance >= RADIUS {
                continue;
            }
            if through && distance > RADIUS {
                continue;
            }
            let out = if through || distance < 1e-4 { flat * side } else { away / distance };
            at = (nearest + out * RADIUS).extend(at.z);
        }
        at
    }
}

impl Face {
    fn height(&self, at: Vec2) -> Option<f32> {
        let [a, b, c] = self.corners;
        let side = |p: Vec3, q: Vec3| (q - p).truncate().perp_dot(at - p.truncate());
        let sides = [side(a, b), side(b, c), side(c, a)];
        let inside = sides.iter().all(|s| *s >= 0.0) || sides.iter().all(|s| *s <= 0.0);
        let n = self.normal;
        inside.then(|| a.z - (n.x * (at.x - a.x) + n.y * (at.y - a.y)) / n.z)
    }

    fn heights(&self) -> (f32, f32) {
        let [a, b, c] = self.corners.map(|corner| corner.z);
        (a.min(b).min(c), a.max(b).max(c))
    }

    /// The line of a wall on the plan: its two corners that lie farthest apart.
    fn line(&self) -> [Vec2; 2] {
        let [a, b, c] = self.corners.map(Vec3::truncate);
        let pairs = [[a, b], [b, c], [c, a]];
        let long = |pair: &[Vec2; 2]| (pair[1] - pair[0]).length_squared();
        pairs.into_iter().max_by(|p, q| long(p).total_cmp(&long(q))).unwrap_or([a, b])
    }
}

/// What the walker is told to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Keys {
    pub(super) forward: i8,
    pub(super) side: i8,
    pub(super) turn: i8,
    pub(super) pace: i8,
}

/// The walker, or a dummy.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Person {
    pub(super) position: Vec3,
    pub(super) last: Vec3,
    /// In degrees.
    pub(super) facing: f32,
    pub(super) team: i32,
    /// Its class in the game's records.
    pub(super) class: i32,
    pub(super) keys: Keys,
    pub(super) way: Option<Vec2>,
    /// Metres a second upwards while in the air.
    rise: f32,
    pub(super) airborne: bool,
    /// The height that it left, for levels without a floor.
    left: f32,
    /// What it ran into and has not left yet.
    against: Option<usize>,
}

impl Person {
    pub(super) fn at(position: Vec3, facing: f32) -> Person {
        Person { position, last: position, facing, left: position.z, ..Person::default() }
    }

    /// How fast it goes: 0 standing, 1 walking, 3 jogging, 4 sprinting (`warriors.md` P24, P28).
    pub(super) fn gait(&self) -> u8 {
        let Keys { forward, side, pace, .. } = self.keys;
        match pace {
            _ if self.way.is_none() && forward == 0 && side == 0 => 0,
            ..0 => 1,
            0 => 3,
            _ => 4,
        }
    }

    fn halt(&mut self) {
        self.way = None;
        self.keys = Keys::default();
    }

    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        super::thing::vector(hasher, self.position);
        [self.facing, self.rise, self.left].into_iter().for_each(|n| hasher.add(n.to_bits()));
        hasher.add(self.team);
        hasher.add(self.class);
        let Keys { forward, side, turn, pace } = self.keys;
        [forward, side, turn, pace].into_iter().for_each(|key| hasher.add(key));
        hasher.add(u32::from(self.airborne) | u32::from(self.way.is_some()) << 1);
        let way = self.way.unwrap_or_default();
        [way.x, way.y].into_iter().for_each(|n| hasher.add(n.to_bits()));
        hasher.count(self.against.map_or(0, |at| at + 1));
    }
}

/// Puts somebody somewhere: on the floor unless a height is given.
pub(super) fn stand(run: &Run<'_>, x: f32, y: f32, z: Option<f32>) -> Vec3 {
    let above = Vec3::new(x, y, f32::MAX / 4.0);
    let z = z.or_else(|| run.fixed.ground.below(above, &run.live.off));
    Vec3::new(x, y, z.unwrap_or(0.0))
}

/// One tick.
pub(super) fn tick(run: &mut Run<'_>) {
    let Some(mut person) = run.live.walker.take() else { return };
    person.last = person.position;
    let step = going(run, &mut person);
    let mut next = person.position + step.extend(0.0);
    fall(run, &mut person, &mut next);
    if person.airborne {
        break_panes(run, next);
    }
    next = run.fixed.ground.pushed(person.last, next, &run.live.off);
    against_props(run, &mut person, &mut next);
    person.position = next;
    run.live.walker = Some(person);
}

/// The way of a tick.
fn going(run: &Run<'_>, person: &mut Person) -> Vec2 {
    // Who aims stands; the aim has the keys (`warriors.md` P39).
    if run.live.aim.is_some() {
        return Vec2::ZERO;
    }
    let [walk, jog, sprint] = run.fixed.assumed.speeds;
    let speed = match person.gait() {
        0 => 0.0,
        1 => walk,
        4 => sprint,
        _ => jog,
    } / 60.0;
    if let Some(to) = person.way {
        let left = to - person.position.truncate();
        if left.length() <= speed {
            person.way = None;
            return left;
        }
        let way = left.normalize_or_zero();
        person.facing = libm::atan2f(-way.x, way.y).to_degrees().rem_euclid(360.0);
        return way * speed;
    }
    let Keys { forward, side, turn, .. } = person.keys;
    // Turning to the right is against the angles.
    person.facing = (person.facing - TURN * f32::from(turn)).rem_euclid(360.0);
    let way = ahead(person.facing) * f32::from(forward) + ahead(person.facing - 90.0) * f32::from(side);
    way.normalize_or_zero() * speed
}

fn fall(run: &mut Run<'_>, person: &mut Person, next: &mut Vec3) {
    let floor = run.fixed.ground.below(*next, &run.live.off);
    if person.airborne {
        person.rise -= GRAVITY / 60.0;
        next.z += person.rise / 60.0;
        let floor = floor.unwrap_or(person.left);
        if person.rise <= 0.0 && next.z <= floor {
            next.z = floor;
            person.airborne = false;
            person.rise = 0.0;
            run.log.add(SUBJECT, "lands", SUBJECT, 0, None);
        }
    } else if let Some(floor) = floor {
        if floor < next.z - STEP {
            person.airborne = true;
            person.left = floor;
            run.log.add(SUBJECT, "falls", SUBJECT, 0, None);
        } else {
            next.z = floor;
        }
    }
}

/// Leaves the ground.
pub(super) fn jump(run: &mut Run<'_>, cause: Cause) -> bool {
    let speed = run.fixed.assumed.jump;
    let Some(person) = run.live.walker.as_mut().filter(|person| !person.airborne) else { return false };
    person.airborne = true;
    person.rise = speed;
    person.left = person.position.z;
    run.log.add(SUBJECT, "jumps", SUBJECT, 0, cause);
    true
}

/// Whoever is in the air breaks the panes whose bodies it reaches, and passes.
fn break_panes(run: &mut Run<'_>, at: Vec3) {
    let fixed = run.fixed;
    for (row, spec) in fixed.panes.iter().enumerate() {
        let body = run.live.panes.get(row).is_some_and(|pane| pane.body);
        let heights = [RADIUS, TALL * 0.5, TALL - RADIUS];
        let reached = heights.iter().any(|z| pane::distance(&spec.shape, at + Vec3::Z * *z) <= RADIUS);
        if body && reached {
            pane::hit(run, row, true, SUBJECT, None);
        }
    }
}

/// Bodies of props: one slides along, or strikes them while sprinting.
fn against_props(run: &mut Run<'_>, person: &mut Person, next: &mut Vec3) {
    let fixed = run.fixed;
    let mut touched = None;
    for (at, spec) in fixed.things.iter().enumerate() {
        let Some(state) = run.live.things.get(at).filter(|state| spec.stands(state)) else { continue };
        let blocks = spec.phyflags & BLOCKHUMANS != 0;
        let sprints = spec.phyflags & RUNTARGET != 0 && person.gait() > 3;
        if !blocks && !sprints {
            continue;
        }
        let centre = state.at + state.turn * spec.centre;
        let half = spec.size * 0.5;
        if centre.z + half.z <= next.z || centre.z - half.z >= next.z + TALL {
            continue;
        }
        let Some(out) = out_of_box(next.truncate() - centre.truncate(), state.turn, half) else { continue };
        if sprints {
            touched = Some(at);
        }
        if blocks {
            *next = (next.truncate() + out).extend(next.z);
        }
    }
    let first = touched.filter(|at| person.against != Some(*at));
    person.against = touched;
    if let Some(spec) = first.and_then(|at| fixed.things.get(at)) {
        let row = run.log.add(SUBJECT, "runs into", spec.subject, 0, None);
        if let Some(at) = first {
            prop::hit(run, at, 0, SUBJECT, row);
            // Its holder is taken out of the world while it walks: the contact comes with the next tick of the hand.
            run.live.hand.met = true;
        }
        person.halt();
    }
}

/// How a circle at a place must move to touch a box on the plan no more; `None` if it does not touch it.
fn out_of_box(at: Vec2, turn: glam::Quat, half: Vec3) -> Option<Vec2> {
    let x = (turn * Vec3::X).truncate().normalize_or(Vec2::X);
    let y = Vec2::new(-x.y, x.x);
    let own = Vec2::new(at.dot(x), at.dot(y));
    let half = half.truncate();
    let away = own - own.clamp(-half, half);
    let distance = away.length();
    let moved = if distance > 0.0 {
        if distance >= RADIUS {
            return None;
        }
        away / distance * (RADIUS - distance)
    } else {
        let deep = half + Vec2::splat(RADIUS) - own.abs();
        if deep.x < deep.y { Vec2::X * deep.x * own.x.signum() } else { Vec2::Y * deep.y * own.y.signum() }
    };
    Some(x * moved.x + y * moved.y)
}

/// How far a place is from a door that is closed and that blows reach; `None` for others.
pub(super) fn door_ahead(run: &Run<'_>, at: usize, place: Vec3) -> Option<f32> {
    let spec = run.fixed.doors.get(at).filter(|spec| spec.sort != super::door::Sort::Still)?;
    run.live.doors.get(at).filter(|door| !door.over() && door.is_still(run.live.tick))?;
    let own = spec.pose.turn.inverse() * (place - spec.pose.at);
    // Leaves reach along -x from the hinge, barriers stand around their place.
    let across = spec.width * spec.leaves.len() as f32;
    let (middle, half) = if spec.leaves.is_empty() {
        (spec.centre, spec.size * 0.5)
    } else {
        (Vec3::new(-across * 0.5, 0.0, spec.size.z * 0.5), Vec3::new(across * 0.5, 0.1, spec.size.z * 0.5))
    };
    let from = (own - middle).abs() - half;
    Some(from.max(Vec3::ZERO).length())
}

/// How far a place is from a thing's box.
pub(super) fn thing_ahead(spec: &super::thing::Spec, state: &super::thing::State, place: Vec3) -> f32 {
    let own = state.turn.inverse() * (place - state.at);
    let from = (own - spec.centre).abs() - spec.size * 0.5;
    from.max(Vec3::ZERO).length()
}

/// The direction out of a thing's box at a place beside it.
pub(super) fn thing_normal(spec: &super::thing::Spec, state: &super::thing::State, place: Vec3) -> Vec3 {
    let own = state.turn.inverse() * (place - state.at) - spec.centre;
    let half = spec.size * 0.5;
    state.turn * (own - own.clamp(-half, half)).normalize_or(Vec3::Z)
}

/// What the walker strikes.
enum Struck {
    Pane,
    Door,
    Thing,
}

/// Strikes the nearest pane, door or prop ahead.
pub(super) fn strike(run: &mut Run<'_>, cause: Cause) -> bool {
    let fixed = run.fixed;
    let Some(person) = run.live.walker.clone() else { return false };
    let reach = fixed.assumed.reach;
    let fist = person.position + (ahead(person.facing) * (RADIUS + reach * 0.5)).extend(1.0);
    // The kind of a blow (`warriors.md` P20): in the air, in a charge, plain.
    let kind = if person.airborne {
        3
    } else if person.gait() > 3 {
        2
    } else {
        0
    };
    let panes = fixed.panes.iter().enumerate().filter(|(at, _)| run.live.panes.get(*at).is_some_and(|p| p.body));
    let panes = panes.map(|(at, spec)| (pane::distance(&spec.shape, fist), Struck::Pane, at));
    let doors = (0..fixed.doors.len()).filter_map(|at| Some((door_ahead(run, at, fist)?, Struck::Door, at)));
    let things = fixed.things.iter().enumerate().filter(|(at, spec)| {
        let there = run.live.things.get(*at).is_some_and(|state| spec.stands(state));
        there && spec.prop.is_some() && spec.phyflags & MELEETARGET != 0
    });
    let things = things.filter_map(|(at, spec)| {
        let state = run.live.things.get(at)?;
        Some((thing_ahead(spec, state, fist), Struck::Thing, at))
    });
    let all = panes.chain(doors).chain(things).filter(|(distance, ..)| *distance <= reach * 0.5);
    let Some((_, what, at)) = all.min_by(|a, b| a.0.total_cmp(&b.0)) else {
        run.log.add(SUBJECT, "strikes nothing", SUBJECT, 0, cause);
        return true;
    };
    let (minds, subject) = match what {
        Struck::Pane => (pane::hit(run, at, true, SUBJECT, cause), fixed.panes.get(at).map(|pane| pane.subject)),
        Struck::Door => {
            let minds = strike::hit(run, at, kind, person.position, SUBJECT, cause);
            (minds, fixed.doors.get(at).map(|door| door.subject))
        }
        Struck::Thing => {
            // An armed blow counts as a charge, for props alone (`warriors.md` P20).
            let kind = if hold::held(run).is_some() { kind.max(2) } else { kind };
            (prop::hit(run, at, kind, SUBJECT, cause), fixed.things.get(at).map(|thing| thing.subject))
        }
    };
    hold::meets(run, if matches!(what, Struck::Thing) { Meets::Body } else { Meets::Level }, cause);
    if !minds {
        run.log.add(SUBJECT, "strikes", subject.unwrap_or(SUBJECT), 0, cause);
    }
    true
}
