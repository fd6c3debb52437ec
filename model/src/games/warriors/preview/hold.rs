//! What the walker has in its hand (`warriors.md` P37).

use glam::{Quat, Vec3};

use super::kind::Kind;
use super::loose::{self, Object, Place};
use super::walker::{Person, SUBJECT, ahead};
use super::wear::{self, Meets};
use super::world::Run;
use super::{pick, removal, throw};
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "hold",
        what: "the pose of a held thing from the hand's and the type's own, the slide of melee weapons, how far a drop may lie from the feet, that letting go keeps the pose",
        truth: Truth::Documents,
        note: "(P37)",
    },
    Fidelity {
        file: "hold",
        what: "where the hand is",
        truth: Truth::Assumed,
        note: "there is no skeleton: 0.3 m to the right, 0.25 m ahead, 0.95 m up, turned as the walker; while throwing at the point of an aimed throw; where a clip's own event places a thing, the type's place in the hand stands for it; the walker's size is a setting",
    },
    Fidelity { file: "hold", what: "two walkers, objects in scenes, hats", truth: Truth::NotSimulated, note: "" },
];

/// Where the hand is, to the right, ahead and up, in metres.
const HAND: Vec3 = Vec3::new(0.3, 0.25, 0.95);
/// Where an aimed throw starts (`warriors.md` P29).
pub(super) const RELEASE: Vec3 = Vec3::new(0.3009, -0.6354, 1.5865);
/// Classes that a drop pulls back, by their flags, and those that it does not.
const PULLED: u32 = 0x3_0000;
const NOT_PULLED: u32 = 0x400;

/// What the hand is about.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct Hand {
    /// Takes a thing at a tick.
    reaches: Option<(u32, Subject, Cause)>,
    pub(super) throws: Option<throw::Throw>,
    pub(super) charges: u8,
    /// Its holder ran into a body.
    pub(super) met: bool,
}

impl Hand {
    pub(super) fn is_busy(&self) -> bool {
        self.reaches.is_some() || self.throws.is_some()
    }

    pub(super) fn reach(&mut self, what: Subject, at: u32, cause: Cause) {
        self.reaches = Some((at, what, cause));
    }

    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        let (at, what, _) = self.reaches.unwrap_or((0, SUBJECT, None));
        [at, what.row].into_iter().for_each(|n| hasher.add(n));
        hasher.add(u32::from(what.table == loose::MADE) | u32::from(what.table == "lines") << 1);
        hasher.add(u32::from(self.charges) | u32::from(self.throws.is_some()) << 8 | u32::from(self.met) << 9);
        self.throws.iter().for_each(|throw| throw.hash(hasher));
    }
}

/// How somebody is turned.
pub(super) fn heading(person: &Person) -> Quat {
    super::drawing::about_z(person.facing)
}

/// A place of the walker's own, to the right, ahead and up, in the world.
pub(super) fn in_world(person: &Person, own: Vec3) -> Vec3 {
    (ahead(person.facing - 90.0) * own.x + ahead(person.facing) * own.y).extend(own.z)
}

/// A place of the world as the walker's own.
pub(super) fn as_own(person: &Person, way: Vec3) -> Vec3 {
    let flat = way.truncate();
    Vec3::new(flat.dot(ahead(person.facing - 90.0)), flat.dot(ahead(person.facing)), way.z)
}

/// The hand's place and rotation in the world.
fn bone(run: &Run<'_>, person: &Person) -> (Vec3, Quat) {
    let own = if run.live.hand.throws.is_some() { RELEASE } else { HAND };
    (person.position + in_world(person, own * run.fixed.assumed.scale), heading(person))
}

/// A pose in another: places turn, nothing is scaled.
pub(super) fn within((at, turn): (Vec3, Quat), (own, own_turn): (Vec3, Quat)) -> (Vec3, Quat) {
    (at + turn * own, turn * own_turn)
}

/// Where a thing of a kind lies in the hand: the type's own place, slid along its own y for melee weapons.
pub(super) fn local(kind: &Kind) -> (Vec3, Quat) {
    let (at, turn) = kind.hold;
    let slides = kind.class == "melee_weapon";
    (if slides { at + turn * Vec3::new(0.0, kind.grip, 0.0) } else { at }, turn)
}

/// Where what is held stands in the list.
pub(super) fn held(run: &Run<'_>) -> Option<usize> {
    run.live.objects.iter().position(Object::is_held)
}

/// What kind of thing is held.
pub(super) fn kind<'a>(run: &Run<'a>) -> Option<&'a Kind> {
    let object = run.live.objects.get(held(run)?)?;
    object.kind(run.fixed)
}

/// Puts an object into the hand.
pub(super) fn put(run: &mut Run<'_>, at: usize, cause: Cause) {
    let Some(kind) = run.live.objects.get(at).and_then(|object| object.kind(run.fixed)) else { return };
    let (own, turn) = local(kind);
    let Some(object) = run.live.objects.get_mut(at) else { return };
    let subject = object.subject;
    object.place = Place::Hand { at: own, turn };
    (object.velocity, object.spin, object.removal, object.thrown) = (Vec3::ZERO, Vec3::ZERO, None, false);
    let row = run.log.add(SUBJECT, "in hand", subject, 0, cause);
    if kind.set != 0 {
        run.log.add(SUBJECT, "carries, style", subject, kind.set, row);
    }
    follow(run);
}

/// Moves what is held with the hand.
fn follow(run: &mut Run<'_>) {
    let (Some(at), Some(person)) = (held(run), run.live.walker.as_ref()) else { return };
    let bone = bone(run, person);
    if let Some(object) = run.live.objects.get_mut(at)
        && let Place::Hand { at: own, turn } = object.place
    {
        (object.at, object.turn) = within(bone, (own, turn));
    }
    loose::settle(run, at);
}

/// What is held meets something ahead of the walker.
pub(super) fn meets(run: &mut Run<'_>, what: Meets, cause: Cause) {
    let back = run.live.walker.as_ref().map_or(Vec3::Z, |person| (-ahead(person.facing)).extend(0.0));
    if let Some(at) = held(run) {
        wear::contact(run, at, what, back, cause);
    }
}

/// How far from the feet a thing is dropped at the most.
pub(super) fn nearest_drop(scale: f32) -> f32 {
    (0.35 * scale - 0.01).max(0.0)
}

/// Lets go of what is held: it falls from where it is, but no farther from the feet than an arm.
pub(super) fn drop(run: &mut Run<'_>, cause: Cause) -> bool {
    follow(run);
    run.live.hand.throws = None;
    let Some(at) = held(run) else { return false };
    let Some(kind) = run.live.objects.get(at).and_then(|object| object.kind(run.fixed)) else { return false };
    let walker = run.live.walker.clone();
    let far = nearest_drop(run.fixed.assumed.scale);
    let row = let_go(run, at, "drops", cause);
    let removal = removal::after(run, kind);
    let Some(object) = run.live.objects.get_mut(at) else { return false };
    (object.removal, object.cause) = (removal, row);
    if let Some(person) = walker {
        object.ground = person.position.z;
        let away = (object.at - person.position).truncate();
        if kind.flags & PULLED != 0 && kind.flags & NOT_PULLED == 0 && away.length() > far {
            let at = person.position.truncate() + away.normalize_or_zero() * far;
            object.at = at.extend(object.at.z);
        }
        // Knives turn over whoever lets them go (seed 002, Detach).
        if kind.is_knife() {
            (object.turn, object.spin) = (heading(&person), throw::KNIFE_SPIN);
        }
    }
    loose::settle(run, at);
    super::aim::leave(run, row);
    true
}

/// Takes an object out of the hand: the style goes, its pose stays.
pub(super) fn let_go(run: &mut Run<'_>, at: usize, word: &'static str, cause: Cause) -> Cause {
    let object = run.live.objects.get_mut(at)?;
    (object.place, object.velocity, object.spin) = (Place::Air, Vec3::ZERO, Vec3::ZERO);
    object.impacts = 0;
    let subject = object.subject;
    let set = object.kind(run.fixed).map_or(0, |kind| kind.set);
    let row = run.log.add(SUBJECT, word, subject, 0, cause);
    if set != 0 {
        run.log.add(SUBJECT, "style ends", subject, set, row);
    }
    row
}

/// One tick: the hand takes what it reached for, what it holds goes with it.
pub(super) fn tick(run: &mut Run<'_>) {
    loose::forget(run);
    if std::mem::take(&mut run.live.hand.met) {
        meets(run, Meets::Body, None);
    }
    if let Some((at, what, cause)) = run.live.hand.reaches
        && run.live.tick >= at
    {
        run.live.hand.reaches = None;
        pick::taken(run, what, cause);
    }
    if run.live.walker.is_none() {
        run.live.hand.reaches = None;
        drop(run, None);
        return;
    }
    // Whoever holds what breaks drops it.
    let broken = held(run).and_then(|at| run.live.objects.get(at)?.thing).and_then(|at| run.live.things.get(at));
    if broken.is_some_and(|state| state.prop.broken.is_some()) {
        drop(run, None);
    }
    follow(run);
}
