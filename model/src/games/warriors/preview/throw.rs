//! What the walker throws (`warriors.md` P27, P28).

use glam::{Quat, Vec2, Vec3};

use super::hold::{self, RELEASE};
use super::kind::{CLUB_SET, GHETTO_SET, KNIFE_SET, Kind, OVERHEAD_SET, THROW_SET, TYPE_KNIFE};
use super::thing::vector;
use super::walker::{GRAVITY, Person, SUBJECT};
use super::world::Run;
use super::{aim, loose, removal};
use crate::preview::{Cause, Fidelity, StateHasher, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "throw",
        what: "when a thing leaves the hand, how fast and where to, by set, gait, weight and target; how it turns",
        truth: Truth::Documents,
        note: "(P27 to P29) `use` throws things of sets 4 to 6; the place of `throw` is the target, its `use` without one that of the nearest dummy of another team within the search",
    },
    Fidelity {
        file: "throw",
        what: "bottles out of nowhere, what a baton's throw is, what people are aimed at",
        truth: Truth::Assumed,
        note: "`throw` with an empty hand makes a beer bottle in it; a bat's; 1.7 m above their feet",
    },
    Fidelity {
        file: "throw",
        what: "a baton's or a bat's throw by a key, warning the target, blows with bottles",
        truth: Truth::NotSimulated,
        note: "(P27) `throw` throws everything that is held",
    },
];

/// Steeper targets fall to the default.
const STEEP: f32 = 0.85;
/// Degrees that a throw spreads to each side at 30 m and more.
const SPREAD: f32 = 8.0;
/// What an empty hand throws.
const BOTTLE: &str = "dyn_beerbottle";
/// The height at which people are aimed at, in metres.
const HEAD: f32 = 1.7;
/// Radians a second of knives and of other weapons of sets 1 and 2 (`warriors.md` P29).
pub(super) const KNIFE_SPIN: Vec3 = Vec3::new(-8.0 * core::f32::consts::PI, 0.0, 0.0);
const BATON_SPIN: Vec3 = Vec3::new(-4.0 * core::f32::consts::PI, 0.0, 0.0);
/// The speed of an aimed throw of weight 1, in metres a second.
const AIMED: f32 = 20.0;

/// What a weight counts when it is thrown: knives (type 11) 1, others a twentieth; half for who is large.
pub(super) fn factor(weight: f32, knife: bool, scale: f32) -> f32 {
    // A weight of nothing would fly without end.
    let own = if knife { 1.0 } else { weight.max(1.0) * 0.05 };
    if scale > 1.1 { own * 0.5 } else { own }
}

/// The factor of a kind for the walker.
pub(super) fn factor_of(run: &Run<'_>, kind: &Kind) -> f32 {
    factor(kind.weight, kind.object_type == TYPE_KNIFE, run.fixed.assumed.scale)
}

/// Right, forward, up, without a target.
pub(super) fn plain(factor: f32, fast: bool) -> Vec3 {
    Vec3::new(0.0, 1.0, 0.1).normalize() * (if fast { 50.0 } else { 30.0 } / factor)
}

/// Right, forward, up, along an aim of a pitch in radians.
pub(super) fn aimed(factor: f32, pitch: f32) -> Vec3 {
    Vec3::new(0.0, libm::cosf(pitch), libm::sinf(pitch)) * (AIMED / factor)
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

/// The clip of a throw by set and gait, and the frame at which it lets go, 30 a second (`warriors.md` P27); `None` for
/// what nobody throws.
pub(super) fn clip(set: i64, gait: u8) -> Option<(i64, u32)> {
    let by_gait = |standing, walking, faster| match gait {
        0 => standing,
        1 | 2 => walking,
        _ => faster,
    };
    Some(match set {
        KNIFE_SET => (491, 18),
        2 | CLUB_SET => (502, 15),
        OVERHEAD_SET => by_gait((505, 16), (506, 12), (507, 13)),
        THROW_SET => by_gait((467, 5), (471, 11), (472, 11)),
        GHETTO_SET => by_gait((551, 9), (552, 10), (553, 7)),
        _ => return None,
    })
}

/// Metres within which a target is looked for.
pub(super) fn search(set: i64) -> f32 {
    match set {
        OVERHEAD_SET => 10.0,
        THROW_SET | GHETTO_SET => 20.0,
        _ => 0.0,
    }
}

/// A throw whose clip plays.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Throw {
    /// When the thing leaves the hand.
    at: u32,
    target: Option<Vec3>,
    /// Along the aim.
    aimed: bool,
    /// Degrees a tick that the walker turns until then.
    turn: f32,
    cause: Cause,
}

impl Throw {
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        hasher.add(self.at);
        vector(hasher, self.target.unwrap_or(Vec3::NAN));
        hasher.add(u32::from(self.aimed));
        hasher.add(self.turn.to_bits());
    }
}

/// Where a dummy is aimed at.
pub(super) fn head(dummy: &Person) -> Vec3 {
    dummy.position + Vec3::Z * HEAD
}

/// Degrees that one turns by to look along the way between two places, at the most half a turn.
pub(super) fn towards(person: &Person, from: Vec3, place: Vec3) -> f32 {
    let way = (place - from).truncate();
    if way == Vec2::ZERO {
        return 0.0;
    }
    let wanted = libm::atan2f(-way.x, way.y).to_degrees();
    (wanted - person.facing + 180.0).rem_euclid(360.0) - 180.0
}

/// The nearest dummy of another team.
fn fighter(run: &Run<'_>, person: &Person, within: f32) -> Option<Vec3> {
    let others = run.live.dummies.values().filter(|dummy| dummy.team != person.team);
    let near = others.map(|dummy| ((dummy.position - person.position).length(), head(dummy)));
    let nearest = near.filter(|(distance, _)| *distance <= within).min_by(|a, b| a.0.total_cmp(&b.0));
    nearest.map(|(_, place)| place)
}

/// Begins to throw: to a place, along the aim, or to whom the game would pick.
pub(super) fn begin(run: &mut Run<'_>, to: Option<Vec3>, cause: Cause) -> bool {
    let now = run.live.tick;
    let Some(person) = run.live.walker.clone().filter(|person| !person.airborne) else { return false };
    if run.live.hand.is_busy() {
        return false;
    }
    if hold::held(run).is_none() {
        let Some(object) = to.and_then(|_| loose::make(run, BOTTLE, person.position, cause)) else { return false };
        hold::put(run, object, cause);
    }
    let Some((at, set)) = hold::held(run).zip(hold::kind(run).map(|kind| kind.set)) else { return false };
    let Some(subject) = run.live.objects.get(at).map(|object| object.subject) else { return false };
    let aims = run.live.aim.is_some() && to.is_none();
    // Who aims stands.
    let Some((clip, frame)) = clip(set, if aims { 0 } else { person.gait() }) else {
        run.log.add(SUBJECT, "not thrown: its kind is not", subject, 0, cause);
        return true;
    };
    let ticks = frame * 2;
    let (mut target, mut turn) = (to, 0.0);
    if to.is_none() && !aims {
        target = fighter(run, &person, search(set));
        // The tick of the key is one of them.
        turn = target.map_or(0.0, |place| towards(&person, person.position, place) / (ticks + 1) as f32);
    }
    let cause = run.log.add(SUBJECT, "throws, clip", subject, clip, cause);
    run.live.hand.throws = Some(Throw { at: now.saturating_add(ticks), target, aimed: aims, turn, cause });
    true
}

/// One tick of a throw's clip.
pub(super) fn tick(run: &mut Run<'_>) {
    let Some(throw) = run.live.hand.throws else { return };
    if hold::held(run).is_none() {
        run.live.hand.throws = None;
        return;
    }
    if let Some(person) = run.live.walker.as_mut() {
        person.facing = (person.facing + throw.turn).rem_euclid(360.0);
    }
    if run.live.tick >= throw.at {
        release(run, throw);
    }
}

fn release(run: &mut Run<'_>, throw: Throw) {
    hold::tick(run);
    let Some((at, kind)) = hold::held(run).zip(hold::kind(run)) else { return };
    let (Some(person), Some(object)) = (run.live.walker.clone(), run.live.objects.get(at).copied()) else { return };
    let factor = factor_of(run, kind);
    let from = person.position + hold::in_world(&person, RELEASE * run.fixed.assumed.scale);
    let aim = run.live.aim.clone().filter(|_| throw.aimed);
    let target = match &aim {
        Some(aim) => aim.target.and_then(|who| run.live.dummies.get(&who)).map(head),
        None => throw.target,
    };
    let to = target.map(|target| target - from);
    let fast = person.gait() > 2 && matches!(kind.set, OVERHEAD_SET | THROW_SET | GHETTO_SET);
    let own = match (to.and_then(|to| Some((to, at_target(factor, hold::as_own(&person, to))?))), &aim) {
        (Some((to, velocity)), _) => spread(run, velocity, to.length()),
        (None, Some(aim)) if target.is_none() => aimed(factor, aim.pitch),
        (None, _) => plain(factor, fast),
    };
    let (turn, spin) = if kind.is_knife() {
        (hold::heading(&person), KNIFE_SPIN)
    } else if matches!(kind.set, 1 | 2) {
        (hold::heading(&person), BATON_SPIN)
    } else {
        let times = 5.0 + f32::from(run.dice(1000)) / 500.0;
        (object.turn, Vec3::new(0.0, 0.0, -times * core::f32::consts::PI))
    };
    let removal = removal::after(run, kind);
    let row = hold::let_go(run, at, "lets go", throw.cause);
    if let Some(object) = run.live.objects.get_mut(at) {
        (object.velocity, object.spin, object.turn) = (hold::in_world(&person, own), spin, turn);
        (object.thrown, object.removal, object.ground, object.cause) = (true, removal, person.position.z, row);
        if aim.is_some() {
            object.at = from;
        }
    }
    run.live.hand.throws = None;
    loose::settle(run, at);
    aim::leave(run, row);
}

/// A random turn about the vertical and about the line across.
fn spread(run: &mut Run<'_>, velocity: Vec3, distance: f32) -> Vec3 {
    let most = SPREAD * (distance / 30.0).clamp(0.1, 1.0);
    let mut angle = || ((f32::from(run.dice(1000)) / 500.0 - 1.0) * most).to_radians();
    let (aside, up) = (angle(), angle());
    let turned = |by: f32, way: Vec2| Vec2::new(libm::cosf(by), libm::sinf(by)).rotate(way);
    let flat = turned(aside, velocity.truncate());
    let raised = turned(up, Vec2::new(flat.length(), velocity.z));
    (flat.normalize_or_zero() * raised.x).extend(raised.y)
}

/// How a thing is turned a tick later: the spin is about the world's axes (`warriors.md` P29).
pub(super) fn turned(turn: Quat, spin: Vec3, seconds: f32) -> Quat {
    let rate = Quat::from_xyzw(spin.x, spin.y, spin.z, 0.0) * turn;
    (turn + rate * (0.5 * seconds)).normalize()
}
