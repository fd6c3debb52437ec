//! Swinging doors (`warriors.md` P15, P16, P19, 1.8).

use glam::Vec3;

use super::fixed::{Call, whole, word};
use super::leaf::Swing;
use super::link;
use super::world::Run;
use crate::games::warriors::names::door_type;
use crate::games::warriors::scene::place::{Pose, pose};
use crate::games::warriors::scene::shapes::{Leaf, leaves};
use crate::games::warriors::types::Types;
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "door",
        what: "states, commands, collision, opening by angle and away from people, pickable doors and their glint",
        truth: Truth::Documents,
        note: "(P15, P16, P19) in the words of `fire`: open, close, open_by, collision_off, collision_on, pickable, not_pickable; the angle and hit points by `set`",
    },
    Fidelity {
        file: "door",
        what: "the phase of a door's first update",
        truth: Truth::Assumed,
        note: "it counts from loading",
    },
    Fidelity {
        file: "door",
        what: "sliding doors and barricades, the clip of an animated opening, lock picking",
        truth: Truth::NotSimulated,
        note: "sliding doors and barricades stand still; `touch` opens at once",
    },
];

/// Ticks between updates; of cabin doors.
const INTERVAL: u32 = 28;
const CABIN_INTERVAL: u32 = 180;
/// Degrees of an open door.
const OPEN: f32 = 170.0;
/// Degrees under which a door can become pickable.
const NEARLY_CLOSED: f32 = 2.0;
/// Within which the glint is drawn, in metres, and how far above the seam it hangs.
pub(super) const GLINT_SEEN: f32 = 30.0;
const GLINT_HEIGHT: f32 = 1.3;

/// What a state byte means (seed 002, states and commands).
pub(super) mod state {
    pub(in super::super) const CLOSING: u8 = 0;
    pub(in super::super) const NEARLY_CLOSED: u8 = 1;
    pub(in super::super) const CLOSED: u8 = 2;
    pub(in super::super) const OPENING: u8 = 3;
    pub(in super::super) const SWUNG: u8 = 4;
    pub(in super::super) const OPEN: u8 = 5;
    pub(in super::super) const BROKEN: u8 = 6;
    pub(in super::super) const AT_REST: u8 = 10;
}

/// How a door behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// Swings, and ignores hits.
    Swing,
    Store,
    Cabin,
    Liz,
    Dclub,
    Stall,
    /// A breakable barrier; fences, and classes that are alike.
    Fence,
    WallA,
    WallB,
    Vargas,
    /// Only stands there.
    Still,
}

impl Sort {
    fn of(name: &str, class: &str, barrier: bool) -> Sort {
        match name {
            "dyn_door_store" => Sort::Store,
            "dyn_door_cabin_a" | "dyn_door_cabin_b" | "dyn_door_cabin_c" => Sort::Cabin,
            "dyn_door_liz" => Sort::Liz,
            "dyn_door_dclub" => Sort::Dclub,
            "dyn_door_stall" => Sort::Stall,
            "dyn_door_wall_a" => Sort::WallA,
            "dyn_door_wall_b" => Sort::WallB,
            "dyn_door_vargas" => Sort::Vargas,
            _ if matches!(class, "dyn_door_sliding" | "dyn_door_barricade") => Sort::Still,
            _ if class == "dyn_door_swinging" => Sort::Swing,
            _ if barrier || !class.is_empty() => Sort::Fence,
            _ => Sort::Still,
        }
    }

    pub(super) fn is_barrier(self) -> bool {
        matches!(self, Sort::Fence | Sort::WallA | Sort::WallB | Sort::Vargas)
    }

    pub(super) fn swings(self) -> bool {
        !self.is_barrier() && self != Sort::Still
    }
}

/// A door as the level has it.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    pub(super) subject: Subject,
    pub(super) class: String,
    pub(super) number: u16,
    pub(super) pose: Pose,
    pub(super) sort: Sort,
    pub(super) leaves: Vec<Leaf>,
    /// The width of a leaf in metres.
    pub(super) width: f32,
    pub(super) triangles: [Option<u32>; 2],
    pub(super) hitpoints: i32,
    pub(super) material: u8,
    pub(super) size: Vec3,
    pub(super) centre: Vec3,
    pickable: bool,
}

impl Spec {
    fn interval(&self) -> u32 {
        if self.sort == Sort::Cabin { CABIN_INTERVAL } else { INTERVAL }
    }

    /// Flags that setting up gives its triangles (`warriors.md` 1.8): two-sided, 0x400, 0x40 with hit points, 0x800 of
    /// cabin doors.
    pub(super) fn triangle_bits(&self) -> u16 {
        let breakable = if self.hitpoints == 0 { 0 } else { 0x40 };
        0x402 | breakable | if self.sort == Sort::Cabin { 0x800 } else { 0 }
    }

    /// Where the glint hangs (`warriors.md` P17).
    pub(super) fn glint(&self) -> Vec3 {
        self.pose.at + self.pose.turn * Vec3::new(-self.width, 0.0, 0.0) + Vec3::Z * GLINT_HEIGHT
    }
}

/// A door as it is now.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct State {
    pub(super) state: u8,
    /// The angle it swings to, and one that was given while it was pickable.
    pub(super) angle: f32,
    kept: f32,
    /// Whether it has been open.
    opened: bool,
    pub(super) hitpoints: i32,
    pub(super) pickable: bool,
    pub(super) body: bool,
    pub(super) swing: Swing,
    /// The tick of the next update.
    next: u32,
    /// How many times its model was replaced by a worse one.
    pub(super) worse: u8,
    /// Cannot be seen; taken away.
    pub(super) hidden: bool,
    pub(super) gone: bool,
    /// When it hits itself: what BreakObjectsInRadius leads to.
    pub(super) blow: Option<u32>,
}

impl State {
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        let flags = [self.opened, self.pickable, self.body, self.hidden, self.gone];
        let flags = flags.iter().fold(0_u32, |all, flag| all << 1 | u32::from(*flag));
        hasher.add(flags << 16 | u32::from(self.worse) << 8 | u32::from(self.state));
        [self.angle.to_bits(), self.kept.to_bits(), self.next].into_iter().for_each(|n| hasher.add(n));
        hasher.add(self.hitpoints);
        hasher.add(self.blow.unwrap_or(0));
        self.swing.hash(hasher);
    }

    /// Whether the leaves stand as they are stored.
    pub(super) fn is_still(&self, now: u32) -> bool {
        !self.hidden && !self.gone && self.state != state::BROKEN && self.swing.angle(now) == 0.0
    }

    /// Broken or taken away.
    pub(super) fn over(&self) -> bool {
        self.gone || self.state == state::BROKEN
    }
}

/// Reads a door; `None` where a script works out where it stands.
pub(super) fn read(call: &Call<'_>, subject: Subject, types: &Types) -> Option<Spec> {
    let name = word(&call.record, "name")?;
    let pose = pose(&call.record)?;
    let of = types.get(&name);
    let known = door_type(&name);
    let leaves = leaves(&name, &of, &pose);
    let class = if of.class.is_empty() { known.map_or("", |t| t.class).to_owned() } else { of.class.clone() };
    let hitpoints = of.hitpoints.or_else(|| known.map(|t| t.hitpoints.into())).unwrap_or(0);
    Some(Spec {
        subject,
        number: whole(&call.record, "number").and_then(|n| u16::try_from(n).ok()).unwrap_or(0),
        sort: Sort::of(&name, &class, known.is_some_and(|t| t.barrier)),
        class,
        width: of.width_of_leaf(known.and_then(|t| t.leaves).unwrap_or(1)),
        leaves,
        triangles: call.triangles(),
        hitpoints: i32::try_from(hitpoints).unwrap_or(i32::MAX),
        material: of.material.and_then(|m| u8::try_from(m).ok()).unwrap_or(0),
        size: of.size.into(),
        centre: of.centre.into(),
        pickable: known.is_some_and(|t| t.start == "pickable"),
        pose,
    })
}

/// What setting them up does.
pub(super) fn load(run: &mut Run<'_>) {
    let fixed = run.fixed;
    for (at, spec) in fixed.doors.iter().enumerate() {
        run.live.doors.push(State {
            state: if spec.sort == Sort::Cabin { state::AT_REST } else { state::CLOSED },
            angle: 0.0,
            kept: 0.0,
            opened: false,
            hitpoints: spec.hitpoints,
            pickable: false,
            body: true,
            swing: Swing::default(),
            next: spec.interval(),
            worse: 0,
            hidden: false,
            gone: false,
            blow: None,
        });
        if spec.pickable {
            order(run, at, Order::Pickable(true), spec.subject, None);
        }
    }
}

/// What can be done to a door.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Order {
    Open,
    Close,
    Degree(f32),
    /// Away from somebody who stands there.
    OpenBy(Vec3),
    CollisionOff,
    CollisionOn,
    Pickable(bool),
}

/// Opens or closes the doorway for people and planners.
pub(super) fn collision(run: &mut Run<'_>, at: usize, on: bool, cause: Cause) {
    let Some(spec) = run.fixed.doors.get(at) else { return };
    for triangle in spec.triangles.into_iter().flatten() {
        if on {
            run.live.off.remove(&triangle);
        } else {
            run.live.off.insert(triangle);
        }
    }
    if let Some(state) = run.live.doors.get_mut(at) {
        state.body = on;
    }
    run.log.add(spec.subject, if on { "collision on" } else { "collision off" }, spec.subject, 0, cause);
    link::order(run, spec.subject, spec.number, !on, cause);
}

/// Carries out what scripts and people want; answers whether it made sense.
pub(super) fn order(run: &mut Run<'_>, at: usize, order: Order, by: Subject, cause: Cause) -> bool {
    let now = run.live.tick;
    let Some(spec) = run.fixed.doors.get(at).filter(|spec| spec.sort.swings()) else { return false };
    let Some(state) = run.live.doors.get_mut(at).filter(|state| !state.over()) else { return false };
    let subject = spec.subject;
    match order {
        Order::Open | Order::Degree(_) | Order::OpenBy(_) if state.pickable => {
            if let Order::Degree(angle) = order {
                state.kept = angle;
            }
            run.log.add(by, "is locked", subject, 0, cause);
        }
        Order::Open => {
            state.swing.reset();
            begin(state, OPEN, now);
            run.log.add(by, "opens", subject, 0, cause);
        }
        Order::Degree(angle) => {
            state.angle = angle;
            state.swing.towards(angle, now);
            if state.state == state::CLOSED {
                state.state = state::OPENING;
                state.next = now.saturating_add(1);
            }
            run.log.add(by, "opens", subject, angle as i64, cause);
        }
        Order::OpenBy(human) => {
            if state.state != state::CLOSED {
                return false;
            }
            let side = (spec.pose.turn * Vec3::Y).dot(human - spec.pose.at);
            let away = if side < 0.0 { -OPEN } else { OPEN };
            state.swing.reset();
            let again = state.opened && state.kept != 0.0;
            begin(state, if again { state.kept } else { away }, now);
            let angle = state.angle as i64;
            run.log.add(by, "opens", subject, angle, cause);
        }
        Order::Close => {
            if state.state != state::CLOSED {
                state.angle = 0.0;
                state.swing.towards(0.0, now);
                run.log.add(by, "closes", subject, 0, cause);
            }
            state.state = state::CLOSING;
            collision(run, at, true, cause);
        }
        Order::CollisionOff | Order::CollisionOn => collision(run, at, order == Order::CollisionOn, cause),
        Order::Pickable(true) => {
            if state.angle.abs() >= NEARLY_CLOSED || state.pickable {
                return false;
            }
            state.pickable = true;
            state.body = false;
            run.log.add(by, "pickable", subject, 0, cause);
        }
        Order::Pickable(false) => {
            if !state.pickable {
                return false;
            }
            state.pickable = false;
            state.body = true;
            run.log.add(by, "not pickable", subject, 0, cause);
        }
    }
    true
}

/// Starts an opening; its next update is on the next tick.
fn begin(state: &mut State, angle: f32, now: u32) {
    state.angle = angle;
    state.swing.towards(angle, now);
    state.state = state::OPENING;
    state.next = now.saturating_add(1);
}

/// One tick: the doors whose update it is.
pub(super) fn tick(run: &mut Run<'_>) {
    let (fixed, now) = (run.fixed, run.live.tick);
    for (at, spec) in fixed.doors.iter().enumerate() {
        let due = run.live.doors.get_mut(at).is_some_and(|door| door.blow.take_if(|tick| *tick <= now).is_some());
        if due {
            super::strike::hit(run, at, 0, spec.pose.at, spec.subject, None);
        }
    }
    for (at, spec) in fixed.doors.iter().enumerate().filter(|(_, spec)| spec.sort.swings()) {
        let Some(door) = run.live.doors.get_mut(at).filter(|door| !door.over() && now >= door.next) else { continue };
        door.next = now.saturating_add(spec.interval());
        match door.state {
            state::CLOSING => door.state = state::NEARLY_CLOSED,
            state::NEARLY_CLOSED => {
                door.state = state::CLOSED;
                door.swing.reset();
                run.log.add(spec.subject, "is closed", spec.subject, 0, None);
            }
            state::OPENING => door.state = state::SWUNG,
            state::SWUNG => {
                door.state = state::OPEN;
                door.opened = true;
                let row = run.log.add(spec.subject, "is open", spec.subject, 0, None);
                collision(run, at, false, row);
            }
            _ => {}
        }
    }
}
