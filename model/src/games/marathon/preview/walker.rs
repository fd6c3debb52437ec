//! Somebody who walks through the level as a player would.

use std::sync::Arc;

use super::fixed::{Fixed, NONE, at};
use super::monster::{ceiling_of, floor_of};
use super::placement::{Group, destroyed};
use super::polygon_trigger::{self, AUTOMATIC_EXIT, MAJOR_OUCH, MINOR_OUCH, TABLE as POLYGONS, TELEPORTER, kind};
use super::trig::{angle_of, cosine, sine};
use super::world::{Run, subject};
use super::{control_panel, medium, mission, platform};
use crate::games::marathon::geometry::distance::rounded_root;
use crate::games::marathon::geometry::line::VARIABLE_ELEVATION;
use crate::games::marathon::geometry::map::Point;
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "walker",
        what: "entering polygons, teleporters and exits, the use key, damage, riding platforms",
        truth: Truth::Documents,
        note: "teleports take 30 ticks with the jump at 15",
    },
    Fidelity {
        file: "walker",
        what: "movement",
        truth: Truth::Assumed,
        note: "a point in straight lines at running speed without slowing down or sliding along walls; steps of 1/3 unit, falling with the original's gravity",
    },
    Fidelity {
        file: "walker",
        what: "weapons, oxygen running out, dying, other players",
        truth: Truth::NotSimulated,
        note: "damage is logged and taken off, never below 0",
    },
];

/// Who it is in the log.
pub(super) const SUBJECT: Subject = Subject::new("walker", 0);

/// Units a tick: an eighth of a world unit, the original's running speed.
const SPEED: i32 = 128;
/// Angle a tick while turning with a key: the original's running turn, 10 of 512.
const TURN: i32 = 10;
/// How high a step can be: a third of a world unit.
const STEP: i32 = 341;
/// Its height, 4/5 of a world unit.
const HEIGHT: i32 = 819;
/// Gravity and the fastest fall, 16.16: 1/400 and 1/7 of a world unit a tick. 65,536 is a world unit, 64 a raw unit.
const GRAVITY: i32 = 65536 / 400;
const TERMINAL: i32 = 65536 / 7;
/// Full shields and oxygen.
pub(super) const FULL_ENERGY: i16 = 150;
pub(super) const FULL_OXYGEN: i16 = 10800;
/// How far an item can be picked up.
const ARM: i32 = 768;
/// A teleport's jump and end.
const MIDPOINT: i16 = 15;
const DURATION: i16 = 30;
/// Lines crossed within one tick; a way through more is cut short.
const CROSSINGS: usize = 32;

/// What it has been told to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Order {
    Stand,
    Walk { x: i32, y: i32 },
    Keys { forward: i8, side: i8, turn: i8 },
}

/// The walker at a tick.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Walker {
    pub(super) position: [i32; 3],
    pub(super) facing: i32,
    pub(super) polygon: i16,
    /// Position and facing a tick ago.
    last: ([i32; 3], i32),
    /// The polygon it was last in; none at the start and after a teleport, so that arriving counts as entering.
    last_polygon: i16,
    /// 16.16 world units a tick.
    falling: i32,
    /// What is left of a raw unit from falling.
    fraction: i32,
    pub(super) order: Order,
    pub(super) energy: i16,
    pub(super) oxygen: i16,
    /// The panel it recharges at.
    pub(super) recharger: i16,
    /// Ticks since a teleport began; none when there is none.
    teleport: Option<(i16, Destination)>,
    /// What it carries.
    items: Vec<i16>,
}

/// Where a teleport leads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Destination {
    Polygon(i16),
    Level(i16),
}

impl Walker {
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        let Walker { position, facing, polygon, last, last_polygon, falling, fraction, .. } = self;
        let Walker { order, energy, oxygen, recharger, teleport, items, .. } = self;
        position.iter().chain(&last.0).for_each(|p| hasher.add(*p));
        [*facing, last.1, *falling, *fraction].into_iter().for_each(|p| hasher.add(p));
        [*polygon, *last_polygon, *energy, *oxygen, *recharger].into_iter().for_each(|p| hasher.add(p));
        let (word, [a, b, c]) = match *order {
            Order::Stand => (0, [0; 3]),
            Order::Walk { x, y } => (1, [x, y, 0]),
            Order::Keys { forward, side, turn } => (2, [forward, side, turn].map(i32::from)),
        };
        [word, a, b, c].into_iter().for_each(|p| hasher.add(p));
        let (phase, level, index) = match *teleport {
            None => (-1, false, 0),
            Some((phase, Destination::Polygon(index))) => (phase, false, index),
            Some((phase, Destination::Level(index))) => (phase, true, index),
        };
        hasher.add(phase);
        hasher.add(level);
        hasher.add(index);
        hasher.count(items.len());
        items.iter().for_each(|item| hasher.add(*item));
    }

    /// Position and direction are those of a tick ago.
    pub(super) fn stood_still(&self) -> bool {
        self.last == (self.position, self.facing)
    }

    /// Whether it came here steadily since the tick before, not by a teleport.
    pub(super) fn glides(&self) -> bool {
        let ([x, y, _], _) = self.last;
        // A tick's way at most; where it was put there is no tick before.
        let near = |now: i32, then: i32| i64::from(now).abs_diff(then.into()) <= 4 * u64::from(SPEED.unsigned_abs());
        near(self.position[0], x) && near(self.position[1], y)
    }

    /// A word for what it does.
    pub(super) fn state(&self) -> &'static str {
        match (self.teleport, self.order) {
            (Some(_), _) => "teleporting",
            (None, Order::Stand) => "standing",
            (None, _) => "walking",
        }
    }
}

/// The line a way leaves a polygon through, and the polygon across: its edge that the end lies outside of and the way
/// meets. Polygons are clockwise on a screen whose y grows downwards.
fn way_out(fixed: &Fixed, polygon: i16, from: (i32, i32), to: (i32, i32)) -> Option<(i16, i16)> {
    let own = at(&fixed.polygons, polygon)?;
    let cross = |a: (i64, i64), b: (i64, i64)| a.0 * b.1 - a.1 * b.0;
    let wide = |(x, y): (i32, i32)| (i64::from(x), i64::from(y));
    let less = |a: (i64, i64), b: (i64, i64)| (a.0 - b.0, a.1 - b.1);
    let (from, to) = (wide(from), wide(to));
    let corners = own.points.get(..own.corners)?.iter().map(|p| (i64::from(p.x), i64::from(p.y)));
    let ends = corners.clone().zip(corners.cycle().skip(1));
    let edges = ends.zip(own.lines.iter().zip(&own.adjacents));
    for ((first, second), (&line, &adjacent)) in edges {
        let outside = cross(less(second, first), less(to, first)) < 0;
        let way = less(to, from);
        if outside && cross(less(second, from), way) <= 0 && cross(less(first, from), way) >= 0 {
            return Some((line, adjacent));
        }
    }
    None
}

/// The polygon a way ends in, whatever lines it crosses; `None` if it leaves the map.
pub(super) fn polygon_after(fixed: &Fixed, polygon: i16, from: (i32, i32), to: (i32, i32)) -> Option<i16> {
    let mut here = polygon;
    // A way crosses a polygon once; more crossings than polygons would be a circle.
    for _ in 0..=fixed.polygons.len() {
        match way_out(fixed, here, from, to) {
            None => return Some(here),
            Some((_, across)) if at(&fixed.polygons, across).is_none() => return None,
            Some((_, across)) => here = across,
        }
    }
    None
}

/// The line lets nobody through: the editor's choice, or, beside a platform, its heights at the moment.
fn is_solid(run: &Run<'_>, line: i16, here: i16, across: i16) -> bool {
    let Some(stored) = run.fixed.map.line(line) else { return true };
    let moves = [here, across].into_iter().any(|polygon| run.fixed.platform_at(polygon).is_some());
    if moves && (stored.flags & VARIABLE_ELEVATION != 0 || !stored.is_solid()) {
        return floor_of(run, here).max(floor_of(run, across)) >= ceiling_of(run, here).min(ceiling_of(run, across));
    }
    stored.is_solid()
}

/// Whether the walker sees a place: a straight way through lines that are not solid. Nobody sees without a walker.
pub(super) fn sees(run: &Run<'_>, polygon: i16, place: Point) -> bool {
    let Some(walker) = run.live.walker.as_ref() else { return false };
    let from = (walker.position[0], walker.position[1]);
    let to = (i32::from(place.x), i32::from(place.y));
    let mut here = walker.polygon;
    for _ in 0..=run.fixed.polygons.len() {
        match way_out(run.fixed, here, from, to) {
            None => return here == polygon,
            Some((line, across)) if !is_solid(run, line, here, across) => here = across,
            Some(_) => return false,
        }
    }
    false
}

/// The polygon a place lies in: one whose every edge it lies on or inside of.
fn polygon_around(fixed: &Fixed, x: i32, y: i32) -> Option<i16> {
    (0..=i16::MAX).zip(&fixed.polygons).find_map(|(index, polygon)| {
        let corners = polygon.points.get(..polygon.corners).filter(|corners| corners.len() >= 3)?;
        let inside = corners.iter().zip(corners.iter().cycle().skip(1)).all(|(a, b)| {
            let (dx, dy) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
            dx * (i64::from(y) - i64::from(a.y)) - dy * (i64::from(x) - i64::from(a.x)) >= 0
        });
        (inside && !polygon.detached).then_some(index)
    })
}

/// Puts the walker somewhere. Answers whether there is a polygon.
pub(super) fn place(run: &mut Run<'_>, [x, y]: [i32; 2], z: Option<i32>, facing: i32, cause: Cause) -> bool {
    let known = run.fixed.placement.player_start().filter(|&(sx, sy, ..)| (sx, sy) == (x, y)).map(|start| start.3);
    let Some(polygon) =
        known.filter(|&p| at(&run.fixed.polygons, p).is_some()).or_else(|| polygon_around(run.fixed, x, y))
    else {
        return false;
    };
    // Heights of the format have 16 bits.
    let z = z.map(|z| z.clamp(i16::MIN.into(), i16::MAX.into()));
    let position = [x, y, z.unwrap_or(i32::from(floor_of(run, polygon)))];
    let facing = facing.rem_euclid(512);
    let carried = run.live.walker.take();
    let (energy, oxygen, items) =
        carried.map_or((FULL_ENERGY, FULL_OXYGEN, Vec::new()), |old| (old.energy, old.oxygen, old.items));
    run.live.walker = Some(Walker {
        position,
        facing,
        polygon,
        last: ([i32::MIN; 3], facing),
        last_polygon: NONE,
        falling: 0,
        fraction: 0,
        order: Order::Stand,
        energy,
        oxygen,
        recharger: NONE,
        teleport: None,
        items,
    });
    run.log.add(SUBJECT, "walker placed", subject(POLYGONS, usize::try_from(polygon).unwrap_or(0)), 0, cause);
    true
}

/// One tick of the walker: what it does, where it gets, what that sets off.
pub(super) fn tick(run: &mut Run<'_>) {
    let Some(mut walker) = run.live.walker.take() else { return };
    walker.last = (walker.position, walker.facing);
    if walker.teleport.is_none() {
        advance(run, &mut walker);
        fall(run, &mut walker);
    }
    let (polygon, entered) = (walker.polygon, walker.polygon != walker.last_polygon);
    walker.last_polygon = polygon;
    run.live.walker = Some(walker);
    if entered {
        polygon_trigger::entered(run, polygon, SUBJECT, None);
    }
    pick_up(run);
    suffer(run);
    teleport(run);
}

/// Where the order leads within a tick.
fn goal(walker: &mut Walker) -> Option<(i32, i32)> {
    let [x, y, _] = walker.position;
    match walker.order {
        Order::Stand => None,
        Order::Walk { x: to_x, y: to_y } => {
            let (dx, dy) = (i64::from(to_x) - i64::from(x), i64::from(to_y) - i64::from(y));
            let far = rounded_root((dx * dx + dy * dy).unsigned_abs());
            let far = i64::try_from(far).unwrap_or(i64::MAX);
            if far == 0 {
                walker.order = Order::Stand;
                return None;
            }
            let part = |whole: i64| i32::try_from(whole * i64::from(SPEED) / far).unwrap_or(0);
            let (step_x, step_y) = (part(dx), part(dy));
            walker.facing = angle_of(step_x, step_y);
            Some(if far <= i64::from(SPEED) { (to_x, to_y) } else { (x + step_x, y + step_y) })
        }
        Order::Keys { forward, side, turn } => {
            walker.facing = (walker.facing + TURN * i32::from(turn.signum())).rem_euclid(512);
            let (ahead, right) = (i32::from(forward.signum()), i32::from(side.signum()));
            if ahead == 0 && right == 0 {
                return None;
            }
            let (cos, sin) = (cosine(walker.facing), sine(walker.facing));
            let part = |number: i32| (number * SPEED) >> 10;
            Some((x + part(cos * ahead - sin * right), y + part(sin * ahead + cos * right)))
        }
    }
}

fn advance(run: &mut Run<'_>, walker: &mut Walker) {
    let walks = matches!(walker.order, Order::Walk { .. });
    let Some((x, y)) = goal(walker) else { return };
    // The map ends where 16 bits do.
    let to = (x.clamp(i16::MIN.into(), i16::MAX.into()), y.clamp(i16::MIN.into(), i16::MAX.into()));
    let from = (walker.position[0], walker.position[1]);
    let mut here = walker.polygon;
    for _ in 0..CROSSINGS {
        let Some((line, across)) = way_out(run.fixed, here, from, to) else {
            [walker.position[0], walker.position[1]] = [to.0, to.1];
            walker.polygon = here;
            if walker.order == (Order::Walk { x: to.0, y: to.1 }) {
                walker.order = Order::Stand;
                run.log.add(SUBJECT, "walker arrives", subject(POLYGONS, usize::try_from(here).unwrap_or(0)), 0, None);
            }
            return;
        };
        let (floor, ceiling) = (i32::from(floor_of(run, across)), i32::from(ceiling_of(run, across)));
        let head_room = ceiling.min(i32::from(ceiling_of(run, here))) - floor.max(walker.position[2]);
        let passes = at(&run.fixed.polygons, across).is_some()
            && !is_solid(run, line, here, across)
            && floor - walker.position[2] <= STEP
            && head_room >= HEIGHT;
        if !passes {
            break;
        }
        here = across;
        walker.position[2] = walker.position[2].max(floor);
    }
    // Something is in the way: it stays where it was.
    walker.position = walker.last.0;
    if walks {
        walker.order = Order::Stand;
        run.log.add(SUBJECT, "walker stopped", subject(POLYGONS, usize::try_from(here).unwrap_or(0)), 0, None);
    }
}

fn fall(run: &Run<'_>, walker: &mut Walker) {
    let floor = i32::from(floor_of(run, walker.polygon));
    if walker.position[2] <= floor {
        walker.position[2] = floor;
        (walker.falling, walker.fraction) = (0, 0);
        return;
    }
    walker.falling = (walker.falling + GRAVITY).min(TERMINAL);
    walker.fraction += walker.falling;
    walker.position[2] = (walker.position[2] - walker.fraction / 64).max(floor);
    walker.fraction %= 64;
}

/// Visible items near it in its polygon.
fn pick_up(run: &mut Run<'_>) {
    let Some((polygon, [x, y, z])) = run.live.walker.as_ref().map(|walker| (walker.polygon, walker.position)) else {
        return;
    };
    let near = |index: &usize| {
        run.live.things.get(*index).is_some_and(|thing| {
            let [tx, ty, tz] = thing.position;
            let (dx, dy) = ((tx - x).abs(), (ty - y).abs());
            thing.group == Group::Item
                && thing.is_there()
                && thing.visible
                && thing.polygon == polygon
                && dx.max(dy) + dx.min(dy) / 2 <= ARM
                && (z - ARM..=z + HEIGHT).contains(&tz)
        })
    };
    let found: Vec<usize> = (0..run.live.things.len()).filter(near).collect();
    for index in found {
        let Some(thing) = Arc::make_mut(&mut run.live.things).get(index).copied() else { continue };
        if let Some(walker) = run.live.walker.as_mut() {
            walker.items.push(thing.kind);
        }
        let row = run.log.add(SUBJECT, "item picked up", thing.subject(index), thing.kind.into(), None);
        destroyed(run, index, row);
        mission::check(run, row);
    }
}

/// Takes an item from the walker, if it has it.
pub(super) fn take_item(run: &mut Run<'_>, item: i16) -> bool {
    let Some(walker) = run.live.walker.as_mut() else { return false };
    let found = walker.items.iter().position(|&carried| carried == item);
    found.is_some_and(|at| {
        walker.items.remove(at);
        true
    })
}

/// Begins or ends recharging; answers whether it recharges then.
pub(super) fn toggle_recharger(run: &mut Run<'_>, side: i16) -> bool {
    let Some(walker) = run.live.walker.as_mut() else { return false };
    walker.recharger = if walker.recharger == side { NONE } else { side };
    walker.recharger == side
}

fn hurt(run: &mut Run<'_>, amount: i16, source: Subject, cause: Cause) {
    if let Some(walker) = run.live.walker.as_mut() {
        walker.energy = walker.energy.saturating_sub(amount).max(0);
        run.log.add(source, "walker hurt", SUBJECT, amount.into(), cause);
    }
}

/// Damage by polygons and liquids. Minor ouch 15 each 16 ticks on the floor, major 7 each 8.
fn suffer(run: &mut Run<'_>) {
    let Some((polygon, z)) = run.live.walker.as_ref().map(|walker| (walker.polygon, walker.position[2])) else {
        return;
    };
    let tick = run.live.tick.saturating_sub(1);
    let here = subject(POLYGONS, usize::try_from(polygon).unwrap_or(0));
    let on_floor = z == i32::from(floor_of(run, polygon));
    let mut ouch = kind(run, polygon);
    if run.fixed.platform_at(polygon).is_some_and(|index| platform::is_flooded(run, index)) {
        ouch = flooding_kind(run, polygon).unwrap_or(ouch);
    }
    match ouch {
        MINOR_OUCH if tick & 15 == 0 && on_floor => hurt(run, 15, here, None),
        MAJOR_OUCH if tick & 7 == 0 => hurt(run, 7, here, None),
        _ => {}
    }
    let media = at(&run.fixed.polygons, polygon).map_or(NONE, |polygon| polygon.media);
    let Some(liquid) = at(&run.fixed.media, media).map(|medium| medium.kind) else { return };
    let submerged = medium::height(run, media).is_some_and(|height| z <= i32::from(height));
    if let Some(amount) = medium::damage(liquid, tick).filter(|_| submerged) {
        hurt(run, amount, subject(medium::TABLE, usize::try_from(media).unwrap_or(0)), None);
    }
}

/// The type of the hurting polygon beside a flooded platform.
fn flooding_kind(run: &Run<'_>, polygon: i16) -> Option<i16> {
    let own = at(&run.fixed.polygons, polygon)?;
    let around = own.adjacents.iter().take(own.corners).filter(|&&p| at(&run.fixed.polygons, p).is_some());
    around.map(|&adjacent| kind(run, adjacent)).find(|kind| matches!(*kind, MINOR_OUCH | MAJOR_OUCH))
}

/// Teleporters and exits: standing still on the floor begins a teleport.
fn teleport(run: &mut Run<'_>) {
    let Some(walker) = run.live.walker.as_ref() else { return };
    let here = subject(POLYGONS, usize::try_from(walker.polygon).unwrap_or(0));
    let polygon = walker.polygon;
    if let Some((phase, destination)) = walker.teleport {
        go_on(run, phase + 1, destination);
        return;
    }
    let still = walker.stood_still() && walker.position[2] == i32::from(floor_of(run, polygon));
    let permutation = at(&run.fixed.polygons, polygon).map_or(NONE, |polygon| polygon.permutation);
    let destination = match kind(run, polygon) {
        TELEPORTER => Destination::Polygon(permutation),
        AUTOMATIC_EXIT if mission::state(run) != mission::State::Unfinished => Destination::Level(permutation),
        _ => return,
    };
    if still {
        if let Some(walker) = run.live.walker.as_mut() {
            walker.teleport = Some((0, destination));
            walker.order = Order::Stand;
        }
        run.log.add(here, "teleport begins", SUBJECT, permutation.into(), None);
    }
}

fn go_on(run: &mut Run<'_>, phase: i16, destination: Destination) {
    let mut next = Some((phase, destination));
    match (phase, destination) {
        (MIDPOINT, Destination::Polygon(to)) => {
            if let Some(centre) = at(&run.fixed.polygons, to).map(|polygon| polygon.centre) {
                let floor = i32::from(floor_of(run, to));
                if let Some(walker) = run.live.walker.as_mut() {
                    walker.position = [centre.x.into(), centre.y.into(), floor];
                    (walker.polygon, walker.last_polygon) = (to, NONE);
                    (walker.falling, walker.fraction) = (0, 0);
                    walker.recharger = NONE;
                }
                let target = subject(POLYGONS, usize::try_from(to).unwrap_or(0));
                run.log.add(SUBJECT, "teleported", target, 0, None);
            } else {
                run.log.add(SUBJECT, "teleport leads nowhere", SUBJECT, to.into(), None);
                next = None;
            }
        }
        (MIDPOINT, Destination::Level(level)) => {
            run.log.add(SUBJECT, "level left", subject("info", 0), level.into(), None);
        }
        (DURATION.., _) => next = None,
        _ => {}
    }
    if let Some(walker) = run.live.walker.as_mut() {
        walker.teleport = next;
    }
}

/// The use key: the first door or panel that the walker looks at within reach.
pub(super) fn use_what_is_ahead(run: &mut Run<'_>, cause: Cause) {
    let Some(walker) = run.live.walker.clone() else { return };
    let from = (walker.position[0], walker.position[1]);
    let reach = |number: i32| (number * control_panel::DOOR_REACH) >> 10;
    let to = (from.0 + reach(cosine(walker.facing)), from.1 + reach(sine(walker.facing)));
    let mut here = walker.polygon;
    for _ in 0..=run.fixed.polygons.len() {
        let Some((line, across)) = way_out(run.fixed, here, from, to) else { break };
        let known = at(&run.fixed.polygons, across).is_some();
        if let Some(index) = run.fixed.platform_at(across)
            && within(run, &walker, line, control_panel::DOOR_REACH)
            && platform::can_be_used(run.fixed, &run.live.platforms, index)
        {
            platform::touch(run, index, SUBJECT, cause);
            return;
        }
        if within(run, &walker, line, control_panel::REACH)
            && let Some(side) = control_panel::panel_on(run, line, here)
        {
            control_panel::operate(run, side, control_panel::By::Player, SUBJECT, cause);
            return;
        }
        if !known {
            break;
        }
        here = across;
    }
    run.log.add(SUBJECT, "nothing to use", SUBJECT, 0, cause);
}

/// The middle of the line is nearer than the reach to the middle of the walker; heights count twice, in Marathon 1
/// four times.
fn within(run: &Run<'_>, walker: &Walker, line: i16, reach: i32) -> bool {
    let map = &run.fixed.map;
    let Some([a, b]) = map.line(line).and_then(|line| map.ends(line)) else { return false };
    let Some(stored) = map.line(line) else { return false };
    let owners = [stored.clockwise_polygon, stored.counterclockwise_polygon];
    let known = owners.into_iter().filter(|&polygon| at(&run.fixed.polygons, polygon).is_some());
    let floor = known.clone().map(|polygon| i64::from(floor_of(run, polygon))).max().unwrap_or(0);
    let ceiling = known.map(|polygon| i64::from(ceiling_of(run, polygon))).min().unwrap_or(0);
    let [x, y, z] = walker.position.map(i64::from);
    let weight = if run.fixed.marathon_1 { 4 } else { 2 };
    let middle = |a: i16, b: i16| (i64::from(a) + i64::from(b)) / 2;
    let (dx, dy) = (x - middle(a.x, b.x), y - middle(a.y, b.y));
    let dz = weight * (z + i64::from(HEIGHT / 2) - (floor + ceiling) / 2);
    let square = (dx * dx + dy * dy + dz * dz).unsigned_abs();
    square.isqrt() < u64::from(reach.unsigned_abs())
}

/// Whether the walker stands in the way of the heights a platform wants.
pub(super) fn obstructs(run: &Run<'_>, polygon: i16, floor: i16, ceiling: i16) -> bool {
    let room = i32::from(ceiling.wrapping_sub(floor));
    run.live.walker.as_ref().is_some_and(|walker| walker.polygon == polygon && HEIGHT >= room)
}

/// A platform that was obstructed by the walker hurts it if it does damage.
pub(super) fn crushed(
    run: &mut Run<'_>,
    polygon: i16,
    floor: i16,
    ceiling: i16,
    damage: Option<i16>,
    source: Subject,
    cause: Cause,
) {
    if let Some(amount) = damage.filter(|_| obstructs(run, polygon, floor, ceiling)) {
        hurt(run, amount, source, cause);
    }
}

/// Standing on a floor that moves.
pub(super) fn ride(run: &mut Run<'_>, polygon: i16, before: i16, after: i16) {
    if let Some(walker) = run.live.walker.as_mut()
        && walker.polygon == polygon
        && walker.position[2] == i32::from(before)
    {
        walker.position[2] = i32::from(after);
    }
}

#[cfg(test)]
#[path = "walker_tests.rs"]
mod tests;
