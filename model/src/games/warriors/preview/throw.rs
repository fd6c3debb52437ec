//! What the walker throws (`warriors.md` P27 to P30): bottles, as many as it likes.

use glam::{Vec2, Vec3};

use super::thing::vector;
use super::walker::{self, SUBJECT, ahead};
use super::world::Run;
use super::{pane, prop, strike};
use crate::preview::{Cause, Fidelity, StateHasher, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "throw",
        what: "when a bottle leaves the hand, how fast and where to, its flight, that it breaks on its first contact, what it does to panes, doors and props",
        truth: Truth::Documents,
        note: "(P27 to P30, P20) the place of `throw` is the target",
    },
    Fidelity {
        file: "throw",
        what: "what is thrown, where it starts, who is in its way",
        truth: Truth::Assumed,
        note: "always a bottle, which nobody must hold, from the point of an aimed throw; dummies let it through",
    },
    Fidelity {
        file: "throw",
        what: "aiming with the stick, throwing other things, spin, knives that stick",
        truth: Truth::NotSimulated,
        note: "(P28, P29)",
    },
];

/// Metres a second, squared.
const GRAVITY: f32 = 15.68;
/// Where an aimed throw starts: to the right, forward, up, in metres.
const RELEASE: Vec3 = Vec3::new(0.3009, -0.6354, 1.5865);
/// Half a bottle's size along x, in metres (`object_types_ref.csv`: 0.1).
const RADIUS: f32 = 0.05;
/// Weight of a bottle (`warriors.md` 1.3).
const BOTTLE: f32 = 20.0;
/// The kind of its blow: of set 5 and no molotov (`warriors.md` P20).
const KIND: i32 = 0;
/// Metres between the places at which its way is looked at.
const SAMPLE: f32 = 0.1;
/// Most that fly or wait to be released.
const MOST: usize = 32;
/// Below which a thing has fallen out of the world, in metres.
const LOWEST: f32 = -500.0;
/// Steeper targets fall to the default.
const STEEP: f32 = 0.85;
/// Degrees that a throw spreads to each side at 30 m and more.
const SPREAD: f32 = 8.0;

/// What a weight counts when it is thrown: knives (type 11) 1, others a twentieth; half for who is large.
pub(super) fn factor(weight: f32, knife: bool, scale: f32) -> f32 {
    let own = if knife { 1.0 } else { weight * 0.05 };
    if scale > 1.1 { own * 0.5 } else { own }
}

/// Right, forward, up, without a target.
pub(super) fn plain(factor: f32, fast: bool) -> Vec3 {
    Vec3::new(0.0, 1.0, 0.1).normalize() * (if fast { 50.0 } else { 30.0 } / factor)
}

/// Right, forward, up, to a target that lies so from the hand; `None` where it lies too steep.
pub(super) fn at_target(factor: f32, to: Vec3) -> Option<Vec3> {
    let distance = to.length();
    let mut way = to.try_normalize()?;
    if way.x.abs() > way.y.abs() {
        // 45 degrees to the side are the most.
        let side = core::f32::consts::FRAC_1_SQRT_2;
        way = Vec3::new(side.copysign(way.x), side, way.z);
    }
    if way.z.abs() >= STEEP {
        return None;
    }
    let speed = 30.0 / factor;
    Some(way * speed + Vec3::Z * (GRAVITY / 2.0 * distance / speed))
}

/// The clip of a throw of set 5 by gait, and the frame at which it lets go, 30 a second (`warriors.md` P27).
pub(super) fn clip(gait: u8) -> (i64, u32) {
    match gait {
        0 => (467, 5),
        1 => (471, 11),
        _ => (472, 11),
    }
}

/// A bottle in the hand that throws it, or in the air.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Bottle {
    /// When it leaves the hand, and to where; `None` in the air.
    leaves: Option<(u32, Vec3)>,
    pub(super) at: Vec3,
    pub(super) velocity: Vec3,
    cause: Cause,
}

impl Bottle {
    pub(super) fn flies(&self) -> bool {
        self.leaves.is_none()
    }

    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        hasher.add(self.leaves.map_or(0, |(tick, _)| tick));
        vector(hasher, self.leaves.map_or(Vec3::ZERO, |(_, to)| to));
        vector(hasher, self.at);
        vector(hasher, self.velocity);
    }
}

/// Begins to throw to a place.
pub(super) fn begin(run: &mut Run<'_>, to: Vec3, cause: Cause) -> bool {
    let now = run.live.tick;
    let Some(person) = run.live.walker.as_ref().filter(|person| !person.airborne) else { return false };
    if run.live.bottles.len() >= MOST {
        return false;
    }
    let (clip, frame) = clip(person.gait());
    let cause = run.log.add(SUBJECT, "throws, clip", SUBJECT, clip, cause);
    let leaves = Some((now.saturating_add(frame * 2), to));
    run.live.bottles.push(Bottle { leaves, at: Vec3::ZERO, velocity: Vec3::ZERO, cause });
    true
}

/// One tick.
pub(super) fn tick(run: &mut Run<'_>) {
    let bottles = core::mem::take(&mut run.live.bottles);
    let kept = bottles.into_iter().filter_map(|bottle| match bottle.leaves {
        Some((tick, _)) if run.live.tick < tick => Some(bottle),
        Some((_, to)) => release(run, bottle, to),
        None => fly(run, bottle),
    });
    let kept: Vec<Bottle> = kept.collect();
    run.live.bottles = kept;
}

fn release(run: &mut Run<'_>, bottle: Bottle, to: Vec3) -> Option<Bottle> {
    let person = run.live.walker.as_ref()?;
    let (position, facing, gait) = (person.position, person.facing, person.gait());
    let (forward, right) = (ahead(facing), ahead(facing - 90.0));
    let world = |own: Vec3| (right * own.x + forward * own.y).extend(own.z);
    let at = position + world(RELEASE);
    let own = |way: Vec3| Vec3::new(way.truncate().dot(right), way.truncate().dot(forward), way.z);
    let factor = factor(BOTTLE, false, 1.0);
    let velocity = match at_target(factor, own(to - at)) {
        Some(velocity) => spread(run, velocity, (to - at).length()),
        None => plain(factor, gait > 2),
    };
    run.log.add(SUBJECT, "lets go", SUBJECT, 0, bottle.cause);
    Some(Bottle { leaves: None, at, velocity: world(velocity), cause: bottle.cause })
}

/// A random turn about the vertical and about the line across.
fn spread(run: &mut Run<'_>, velocity: Vec3, distance: f32) -> Vec3 {
    let most = SPREAD * (distance / 30.0).clamp(0.1, 1.0);
    let mut angle = || ((f32::from(run.dice(1000)) / 500.0 - 1.0) * most).to_radians();
    let (aside, up) = (angle(), angle());
    let flat = Vec2::from_angle(aside).rotate(velocity.truncate());
    let raised = Vec2::from_angle(up).rotate(Vec2::new(flat.length(), velocity.z));
    (flat.normalize_or_zero() * raised.x).extend(raised.y)
}

fn fly(run: &mut Run<'_>, mut bottle: Bottle) -> Option<Bottle> {
    bottle.velocity.z -= GRAVITY / 60.0;
    let way = bottle.velocity / 60.0;
    // At most a hundred places: nothing is thrown faster than 600 m/s.
    let samples = (way.length() / SAMPLE).ceil().clamp(1.0, 100.0);
    for _ in 0..samples as u32 {
        let next = bottle.at + way / samples;
        if contact(run, bottle.at, next, bottle.cause) {
            run.log.add(SUBJECT, "bottle breaks", SUBJECT, 0, bottle.cause);
            return None;
        }
        bottle.at = next;
    }
    (bottle.at.z > LOWEST).then_some(bottle)
}

/// Whether something is in the way, and what that does to it.
fn contact(run: &mut Run<'_>, from: Vec3, to: Vec3, cause: Cause) -> bool {
    let fixed = run.fixed;
    let bodies = |at: &usize| run.live.panes.get(*at).is_some_and(|pane| pane.body);
    let mut panes = (0..fixed.panes.len()).filter(bodies);
    let touched = |at: &usize| fixed.panes.get(*at).is_some_and(|spec| pane::distance(&spec.shape, to) <= RADIUS);
    if let Some(at) = panes.find(touched) {
        pane::hit(run, at, true, SUBJECT, cause);
        return true;
    }
    let closed = |at: &usize| walker::door_ahead(run, *at, to).is_some_and(|distance| distance <= RADIUS);
    if let Some(at) = (0..fixed.doors.len()).find(closed) {
        strike::hit(run, at, KIND, from, SUBJECT, cause);
        return true;
    }
    let blocks = |at: &usize| {
        let (Some(spec), Some(state)) = (fixed.things.get(*at), run.live.things.get(*at)) else { return false };
        let solid = spec.phyflags & walker::BLOCKOBJECTS != 0 && spec.stands(state);
        solid && walker::thing_ahead(spec, state, to) <= RADIUS
    };
    if let Some(at) = (0..fixed.things.len()).find(blocks) {
        prop::hit(run, at, KIND, SUBJECT, cause);
        return true;
    }
    fixed.ground.between(from, to, &run.live.off)
}
