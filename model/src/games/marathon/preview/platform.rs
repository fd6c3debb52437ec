//! Platforms: doors and lifts (`marathon.md` 2.1).

use std::collections::BTreeMap;

use super::fixed::{Fixed, NONE, at};
use super::world::{Run, subject};
use super::{control_panel, light, medium, walker};
use crate::document::Level;
use crate::games::marathon::geometry::Map;
use crate::games::marathon::geometry::map::{Extremes, Platform as MapPlatform, PlatformHeights};
use crate::games::marathon::geometry::platform::{self as heights, FROM_CEILING, FROM_FLOOR, INITIALLY_EXTENDED};
use crate::games::marathon::records::{Platform, SavedPlatform};
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "platform",
        what: "extremes, start, speed, delay, ends, chains, the once-per-tick mark, activation from outside",
        truth: Truth::Verified,
        note: "heights, flags and restart counters equal Aleph One's at 66 of 600 ticks on 44 + 20 levels",
    },
    Fidelity {
        file: "platform",
        what: "touch by the player, stepping on, obstruction, crush damage, dragged textures, floods of Marathon 1",
        truth: Truth::Documents,
        note: "the walker obstructs; monsters stand for themselves as they were placed",
    },
    Fidelity {
        file: "platform",
        what: "sounds",
        truth: Truth::NotSimulated,
        note: "starts and stops are logged instead",
    },
];

pub(super) const TABLE: &str = "platforms";

// Static flags (seed 001, "Static Platform Flags").
const INITIALLY_ACTIVE: u32 = 1 << 0;
const DEACTIVATES_AT_EACH_LEVEL: u32 = 1 << 2;
const DEACTIVATES_AT_INITIAL_LEVEL: u32 = 1 << 3;
const ACTIVATES_ADJACENT_WHEN_DEACTIVATING: u32 = 1 << 4;
const CAUSES_DAMAGE: u32 = 1 << 8;
const DOES_NOT_ACTIVATE_PARENT: u32 = 1 << 9;
const ACTIVATES_ONLY_ONCE: u32 = 1 << 10;
const ACTIVATES_LIGHT: u32 = 1 << 11;
const DEACTIVATES_LIGHT: u32 = 1 << 12;
const PLAYER_CONTROLLABLE: u32 = 1 << 13;
const MONSTER_CONTROLLABLE: u32 = 1 << 14;
const REVERSES_WHEN_OBSTRUCTED: u32 = 1 << 15;
const CANNOT_BE_EXTERNALLY_DEACTIVATED: u32 = 1 << 16;
const DELAYS_BEFORE_ACTIVATION: u32 = 1 << 18;
const ACTIVATES_ADJACENT_WHEN_ACTIVATING: u32 = 1 << 19;
const DEACTIVATES_ADJACENT_WHEN_ACTIVATING: u32 = 1 << 20;
const DEACTIVATES_ADJACENT_WHEN_DEACTIVATING: u32 = 1 << 21;
const CONTRACTS_SLOWER: u32 = 1 << 22;
const ACTIVATES_ADJACENT_AT_EACH_LEVEL: u32 = 1 << 23;
const LOCKED: u32 = 1 << 24;
const DOOR: u32 = 1 << 26;
const FLOODS: u32 = 1 << 27;

/// The flags of type 1, which a platform polygon without a record gets (`marathon.md` 1.5).
const DEFAULT_FLAGS: u32 = INITIALLY_EXTENDED
    | DEACTIVATES_AT_INITIAL_LEVEL
    | heights::EXTENDS_FLOOR_TO_CEILING
    | FROM_FLOOR
    | FROM_CEILING
    | PLAYER_CONTROLLABLE
    | MONSTER_CONTROLLABLE
    | REVERSES_WHEN_OBSTRUCTED
    | DOOR;
/// The speed of that type, slow, and its delay, very long (`marathon.md` 2.1).
const DEFAULT_SPEED: i16 = 17;
const DEFAULT_DELAY: i16 = 120;

// Dynamic flags (`marathon.md` 1.4); the last two are the engine's own.
const ACTIVE: u16 = 1 << 0;
const EXTENDING: u16 = 1 << 1;
const MOVING: u16 = 1 << 2;
const HAS_BEEN_ACTIVATED: u16 = 1 << 3;
const MOVED_LAST_TICK: u16 = 1 << 4;
const FULLY_EXTENDED: u16 = 1 << 5;
const FULLY_CONTRACTED: u16 = 1 << 6;
const JUST_CHANGED: u16 = 1 << 7;
const FLOOR_BELOW_MEDIUM: u16 = 1 << 8;
const CEILING_BELOW_MEDIUM: u16 = 1 << 9;

/// How many types there are; a platform of another type never moves.
const TYPES: i16 = 9;

/// Damage of the types when they crush somebody, without its random part: 30 or 5 (`marathon.md` 2.1).
const CRUSH: [i16; 9] = [30, 5, 5, 30, 30, 5, 30, 5, 30];

/// Platforms that a chain goes through at most. The largest level seen has 166; a made-up one must not exhaust the stack.
const LONGEST_CHAIN: u32 = 1024;

/// What never changes about a platform.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spec {
    kind: i16,
    flags: u32,
    speed: i16,
    delay: i16,
    extremes: Extremes,
    pub(super) polygon: i16,
    tag: i16,
    /// Who it is in the log: its record, or the polygon that has none.
    pub(super) subject: Subject,
    /// The polygon agrees that it is its platform; else the original leaves it alone.
    in_step: bool,
    start: State,
}

/// A platform at a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub(super) floor: i16,
    pub(super) ceiling: i16,
    pub(super) flags: u16,
    pub(super) ticks_until_restart: i16,
    parent: i16,
    /// The row of the log that last set it going; for the log alone, so it is not hashed.
    cause: Cause,
}

impl State {
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        let State { floor, ceiling, flags, ticks_until_restart, parent, cause: _ } = *self;
        hasher.add(floor);
        hasher.add(ceiling);
        hasher.add(flags);
        hasher.add(ticks_until_restart);
        hasher.add(parent);
    }

    fn has(&self, flag: u16) -> bool {
        self.flags & flag != 0
    }

    fn put(&mut self, flag: u16, on: bool) {
        self.flags = if on { self.flags | flag } else { self.flags & !flag };
    }

    pub(super) fn is_active(&self) -> bool {
        self.has(ACTIVE)
    }

    pub(super) fn is_moving(&self) -> bool {
        self.has(ACTIVE) && self.has(MOVING)
    }
}

impl Spec {
    fn has(&self, flag: u32) -> bool {
        self.flags & flag != 0
    }

    pub(super) fn is_door(&self) -> bool {
        self.has(DOOR)
    }
}

/// Reads the platforms: of raw levels and Marathon 1 in the order of their polygons, of saved levels in the order of
/// their records. `map` gets records for the platform polygons that have none.
pub(super) fn read(level: &Level, map: &mut Map) -> Vec<Spec> {
    let Some(table) = level.link_table(TABLE) else { return given(Vec::new(), map) };
    if table.key() == "saved_platforms" {
        return table
            .heads()
            .enumerate()
            .filter_map(|(row, bytes)| {
                let record = SavedPlatform::new(bytes, table.layout)?;
                saved(&record, row, map)
            })
            .collect();
    }
    let records = table.heads().filter_map(|bytes| Platform::new(bytes, table.layout)).collect();
    given(records, map)
}

fn saved(record: &SavedPlatform<'_>, row: usize, map: &Map) -> Option<Spec> {
    let polygon = map.polygon(record.polygon())?;
    Some(Spec {
        kind: record.kind(),
        flags: record.flags(),
        speed: record.speed(),
        delay: record.delay(),
        extremes: Extremes {
            minimum_floor: record.minimum_floor_height(),
            maximum_floor: record.maximum_floor_height(),
            minimum_ceiling: record.minimum_ceiling_height(),
            maximum_ceiling: record.maximum_ceiling_height(),
        },
        polygon: record.polygon(),
        tag: record.tag(),
        subject: subject(TABLE, row),
        in_step: usize::try_from(polygon.permutation).is_ok_and(|permutation| permutation == row),
        start: State {
            floor: record.floor_height(),
            ceiling: record.ceiling_height(),
            flags: record.state(),
            ticks_until_restart: record.ticks_until_restart(),
            parent: record.parent_platform(),
            cause: None,
        },
    })
}

fn given(records: Vec<Platform<'_>>, map: &mut Map) -> Vec<Spec> {
    let mut first: BTreeMap<i16, (usize, Platform<'_>)> = BTreeMap::new();
    for (row, record) in records.into_iter().enumerate() {
        first.entry(record.polygon()).or_insert((row, record));
    }
    let missing: Vec<i16> = (0..=i16::MAX)
        .zip(&map.polygons)
        .filter(|(index, polygon)| polygon.is_platform() && !first.contains_key(index))
        .map(|(index, _)| index)
        .collect();
    for polygon in missing {
        let heights = PlatformHeights::Given { maximum: NONE, minimum: NONE };
        map.platforms.push(MapPlatform { polygon, flags: DEFAULT_FLAGS, heights, owners: Default::default() });
    }
    let marathon_1 = map.marathon_1;
    let spec = |built: heights::Built| {
        let record = first.get(&built.polygon);
        let stored = record.map_or(DEFAULT_FLAGS, |(_, record)| record.flags());
        let kind = record.map_or(1, |(_, record)| record.kind());
        let flags = if marathon_1 { flags_of_marathon_1(stored, kind) } else { stored };
        let mut start = State { floor: built.floor, ceiling: built.ceiling, parent: NONE, ..State::default() };
        if flags & INITIALLY_ACTIVE != 0 {
            start.flags |= ACTIVE | HAS_BEEN_ACTIVATED | MOVING;
        }
        start.flags |= if flags & INITIALLY_EXTENDED != 0 { FULLY_EXTENDED } else { EXTENDING | FULLY_CONTRACTED };
        Spec {
            kind,
            flags,
            speed: record.map_or(DEFAULT_SPEED, |(_, record)| record.speed()),
            delay: record.map_or(DEFAULT_DELAY, |(_, record)| record.delay()),
            extremes: built.extremes,
            polygon: built.polygon,
            tag: record.map_or(0, |(_, record)| record.tag()),
            subject: match record {
                Some((row, _)) => subject(TABLE, *row),
                None => subject("polygons", usize::try_from(built.polygon).unwrap_or(0)),
            },
            in_step: true,
            start,
        }
    };
    heights::built(map).into_iter().map(spec).collect()
}

/// In Marathon 1 types 0 and 3 are the doors, and a locked platform floods instead (`marathon.md` 1.2).
fn flags_of_marathon_1(stored: u32, kind: i16) -> u32 {
    let doors = if matches!(kind, 0 | 3) { stored | DOOR } else { stored };
    if doors & LOCKED != 0 { doors & !LOCKED | FLOODS } else { doors }
}

/// Makes the platforms as loading does.
pub(super) fn load(run: &mut Run<'_>) {
    let fixed = run.fixed;
    run.live.platforms = fixed.platforms.iter().map(|spec| spec.start).collect();
    for index in 0..fixed.platforms.len() {
        meet_medium(run, index);
    }
}

fn state<'a>(run: &'a mut Run<'_>, index: usize) -> Option<&'a mut State> {
    run.live.platforms.get_mut(index)
}

/// One tick of all platforms.
pub(super) fn tick(run: &mut Run<'_>) {
    let fixed = run.fixed;
    for (index, spec) in fixed.platforms.iter().enumerate() {
        let Some(platform) = state(run, index) else { continue };
        platform.put(JUST_CHANGED, false);
        if !platform.has(ACTIVE) || !spec.in_step {
            continue;
        }
        if !platform.has(MOVING) {
            platform.ticks_until_restart = platform.ticks_until_restart.wrapping_sub(1);
            if platform.ticks_until_restart <= 0 {
                platform.put(MOVING, true);
                let (cause, extending) = (platform.cause, platform.has(EXTENDING));
                run.log.add(spec.subject, "platform starts", spec.subject, i64::from(extending), cause);
            }
        }
        if state(run, index).is_some_and(|platform| platform.has(MOVING)) && (0..TYPES).contains(&spec.kind) {
            step(run, index, spec);
        }
    }
}

/// Where a moving platform would be next. Reaching a limit on either surface takes both to their limits.
fn next_heights(spec: &Spec, platform: &mut State) -> (i16, i16) {
    let Extremes { minimum_floor, maximum_floor, minimum_ceiling, maximum_ceiling } = spec.extremes;
    let change = match (platform.has(EXTENDING), spec.has(CONTRACTS_SLOWER)) {
        (true, _) => spec.speed,
        (false, true) => (spec.speed >> 2).wrapping_neg(),
        (false, false) => spec.speed.wrapping_neg(),
    };
    let (from_floor, from_ceiling) = (spec.has(FROM_FLOOR), spec.has(FROM_CEILING));
    let (mut floor, mut ceiling) = (platform.floor, platform.ceiling);
    let (mut extended, mut contracted) = (false, false);
    if from_floor {
        floor = floor.wrapping_add(change);
        extended |= floor >= maximum_floor;
        contracted |= floor <= minimum_floor;
    }
    if from_ceiling {
        ceiling = ceiling.wrapping_sub(change);
        contracted |= ceiling >= maximum_ceiling;
        extended |= ceiling <= minimum_ceiling;
    }
    for (reached, floor_limit, ceiling_limit) in
        [(extended, maximum_floor, minimum_ceiling), (contracted, minimum_floor, maximum_ceiling)]
    {
        if reached && from_floor {
            floor = floor_limit;
        }
        if reached && from_ceiling {
            ceiling = ceiling_limit;
        }
    }
    platform.put(FULLY_EXTENDED, extended);
    platform.put(FULLY_CONTRACTED, contracted);
    (floor, ceiling)
}

fn step(run: &mut Run<'_>, index: usize, spec: &Spec) {
    let Some(platform) = state(run, index) else { return };
    let (floor, ceiling) = next_heights(spec, platform);
    let (before, cause) = (*platform, platform.cause);
    let damage = spec.has(CAUSES_DAMAGE).then(|| crush_damage(spec.kind)).flatten();
    let obstructed = walker::obstructs(run, spec.polygon, floor, ceiling)
        || super::monster::obstructs(run, spec.polygon, floor, ceiling)
        // The heights cannot cross.
        || ceiling.wrapping_sub(floor) < 0;
    if obstructed {
        walker::crushed(run, spec.polygon, floor, ceiling, damage, spec.subject, cause);
        if before.has(MOVED_LAST_TICK) {
            run.log.add(spec.subject, "platform obstructed", spec.subject, 0, cause);
        }
        if let Some(platform) = state(run, index) {
            if spec.has(REVERSES_WHEN_OBSTRUCTED) {
                platform.flags ^= EXTENDING;
            } else {
                platform.put(MOVED_LAST_TICK, false);
            }
        }
    } else {
        walker::ride(run, spec.polygon, before.floor, floor);
        super::monster::ride(run, spec.polygon, before.floor, floor);
        if spec.has(FROM_CEILING) {
            drag_textures(run, spec.polygon, ceiling.wrapping_sub(before.ceiling));
        }
        if let Some(platform) = state(run, index) {
            (platform.floor, platform.ceiling) = (floor, ceiling);
            platform.put(MOVED_LAST_TICK, true);
        }
        meet_medium(run, index);
    }
    arrive(run, index, spec, cause);
}

/// What happens at either end.
fn arrive(run: &mut Run<'_>, index: usize, spec: &Spec, cause: Cause) {
    let Some(platform) = state(run, index) else { return };
    let (extended, contracted) = (platform.has(FULLY_EXTENDED), platform.has(FULLY_CONTRACTED));
    if !extended && !contracted {
        return;
    }
    platform.put(MOVING, false);
    platform.ticks_until_restart = spec.delay;
    // At both ends at once (it has no way to go) the contracted one counts.
    platform.put(EXTENDING, contracted);
    let initial = if contracted { !spec.has(INITIALLY_EXTENDED) } else { spec.has(INITIALLY_EXTENDED) };
    let row = run.log.add(spec.subject, "platform stops", spec.subject, i64::from(!contracted), cause);
    if spec.has(ACTIVATES_ADJACENT_AT_EACH_LEVEL) {
        set_adjacent(run, index, true, row);
    }
    if spec.has(DEACTIVATES_AT_EACH_LEVEL) || initial && spec.has(DEACTIVATES_AT_INITIAL_LEVEL) {
        set(run, index, false, NONE, spec.subject, row);
    }
}

fn crush_damage(kind: i16) -> Option<i16> {
    usize::try_from(kind).ok().and_then(|kind| CRUSH.get(kind)).copied()
}

/// A ceiling drags textures: the sides that hang from it go along, those it slides against stay where they are
/// because their top moves. Side types: 0 full, 1 high, 2 low, 4 split.
fn drag_textures(run: &mut Run<'_>, polygon: i16, change: i16) {
    let fixed = run.fixed;
    let Some(own) = at(&fixed.polygons, polygon) else { return };
    for ((&line, &adjacent), &side) in own.lines.iter().zip(&own.adjacents).zip(&own.sides).take(own.corners) {
        let opposite = fixed.map.line(line).filter(|_| adjacent != NONE).map(|line| {
            if adjacent == line.clockwise_polygon { line.clockwise_side } else { line.counterclockwise_side }
        });
        for (side, change) in [(opposite.unwrap_or(NONE), change), (side, change.wrapping_neg())] {
            if at(&fixed.sides, side).is_some_and(|side| matches!(side.kind, 0 | 1 | 4)) {
                control_panel::shift_texture(run, side, change);
            }
        }
    }
}

/// Remembers whether floor and ceiling are below the liquid's surface.
fn meet_medium(run: &mut Run<'_>, index: usize) {
    let fixed = run.fixed;
    let Some(spec) = fixed.platforms.get(index) else { return };
    let Some(height) = at(&fixed.polygons, spec.polygon).and_then(|polygon| medium::height(run, polygon.media)) else {
        return;
    };
    if let Some(platform) = state(run, index) {
        let (floor, ceiling) = (platform.floor < height, platform.ceiling < height);
        platform.put(FLOOR_BELOW_MEDIUM, floor);
        platform.put(CEILING_BELOW_MEDIUM, ceiling);
    }
}

/// Sets a platform going or stops it. Answers whether it is active then. A second change within a tick is ignored,
/// which is what ends chains.
fn set(run: &mut Run<'_>, index: usize, on: bool, parent: i16, source: Subject, cause: Cause) -> bool {
    let fixed = run.fixed;
    let (Some(spec), Some(platform)) = (fixed.platforms.get(index), state(run, index)) else { return false };
    let active = platform.has(ACTIVE);
    let spent = on && spec.has(ACTIVATES_ONLY_ONCE) && platform.has(HAS_BEEN_ACTIVATED);
    if platform.has(JUST_CHANGED) || spent || on == active {
        return active;
    }
    platform.put(JUST_CHANGED, true);
    let kind = if on { "platform activated" } else { "platform deactivated" };
    let row = run.log.add(source, kind, spec.subject, 0, cause);
    let lights =
        at(&fixed.polygons, spec.polygon).map_or([NONE; 2], |polygon| [polygon.floor_light, polygon.ceiling_light]);
    if let Some(platform) = state(run, index).filter(|_| on) {
        platform.put(HAS_BEEN_ACTIVATED, true);
        platform.put(MOVING, false);
        platform.ticks_until_restart = if spec.has(DELAYS_BEFORE_ACTIVATION) { spec.delay } else { 0 };
        platform.cause = row;
    }
    if spec.has(if on { ACTIVATES_LIGHT } else { DEACTIVATES_LIGHT }) {
        for index in lights {
            light::set(run, index, on, spec.subject, row);
        }
    }
    if let Some(platform) = state(run, index).filter(|_| on) {
        platform.parent = parent;
    }
    let (starts, stops) = if on {
        (ACTIVATES_ADJACENT_WHEN_ACTIVATING, DEACTIVATES_ADJACENT_WHEN_ACTIVATING)
    } else {
        (ACTIVATES_ADJACENT_WHEN_DEACTIVATING, DEACTIVATES_ADJACENT_WHEN_DEACTIVATING)
    };
    if spec.has(starts) {
        set_adjacent(run, index, true, row);
    }
    if spec.has(stops) {
        set_adjacent(run, index, false, row);
    }
    if let Some(platform) = state(run, index) {
        platform.put(ACTIVE, on);
    }
    control_panel::follow(run, control_panel::Class::PlatformSwitch, spec.polygon, on, row);
    on
}

fn set_adjacent(run: &mut Run<'_>, index: usize, on: bool, cause: Cause) {
    let fixed = run.fixed;
    let Some(spec) = fixed.platforms.get(index) else { return };
    let Some(polygon) = at(&fixed.polygons, spec.polygon) else { return };
    if run.chain >= LONGEST_CHAIN {
        run.log.add(spec.subject, "chain cut short", spec.subject, 0, cause);
        return;
    }
    run.chain += 1;
    for &adjacent in polygon.adjacents.iter().take(polygon.corners) {
        let Some(neighbour) = fixed.platform_at(adjacent) else { continue };
        let is_parent = state(run, index).is_some_and(|platform| usize::try_from(platform.parent) == Ok(neighbour));
        if !(spec.has(DOES_NOT_ACTIVATE_PARENT) && is_parent) {
            let own = i16::try_from(index).unwrap_or(NONE);
            set(run, neighbour, on, own, spec.subject, cause);
        }
    }
    run.chain -= 1;
}

/// A change from outside: switch, trigger, terminal. Answers whether the platform is then as was asked.
pub(super) fn try_set(run: &mut Run<'_>, index: usize, on: bool, source: Subject, cause: Cause) -> bool {
    let fixed = run.fixed;
    let (Some(spec), Some(platform)) = (fixed.platforms.get(index), state(run, index)) else { return false };
    if !on && platform.has(ACTIVE) && spec.has(CANNOT_BE_EXTERNALLY_DEACTIVATED) {
        run.log.add(spec.subject, "platform refuses", spec.subject, 0, cause);
        return false;
    }
    set(run, index, on, NONE, source, cause) == on
}

/// The same for the platform of a polygon.
pub(super) fn try_set_at(run: &mut Run<'_>, polygon: i16, on: bool, source: Subject, cause: Cause) -> bool {
    let index = run.fixed.platform_at(polygon);
    index.is_some_and(|index| try_set(run, index, on, source, cause))
}

/// The same for all platforms of a tag; tag 0 is no tag.
pub(super) fn try_set_tagged(run: &mut Run<'_>, tag: i16, on: bool, source: Subject, cause: Cause) -> bool {
    let fixed = run.fixed;
    let mut changed = false;
    for (index, spec) in fixed.platforms.iter().enumerate() {
        if tag != 0 && spec.tag == tag {
            changed |= try_set(run, index, on, source, cause);
        }
    }
    changed
}

/// A player uses a door.
pub(super) fn touch(run: &mut Run<'_>, index: usize, source: Subject, cause: Cause) {
    let fixed = run.fixed;
    let (Some(spec), Some(platform)) = (fixed.platforms.get(index), run.live.platforms.get_mut(index)) else { return };
    let moving = platform.has(MOVING);
    let refused = if !spec.has(PLAYER_CONTROLLABLE) {
        true
    } else if !platform.has(ACTIVE) {
        // No type of platform wants a key.
        set(run, index, true, NONE, source, cause);
        false
    } else if spec.has(CANNOT_BE_EXTERNALLY_DEACTIVATED) || moving && !spec.has(REVERSES_WHEN_OBSTRUCTED) {
        true
    } else if moving {
        platform.flags ^= EXTENDING;
        platform.cause =
            run.log.add(source, "platform reversed", spec.subject, i64::from(platform.has(EXTENDING)), cause);
        false
    } else {
        platform.ticks_until_restart = 0;
        platform.cause = run.log.add(source, "platform hurried", spec.subject, 0, cause);
        false
    };
    if refused {
        run.log.add(spec.subject, "platform refuses", spec.subject, 0, cause);
    }
}

/// Whether a player's use key finds it.
pub(super) fn can_be_used(fixed: &Fixed, platforms: &[State], index: usize) -> bool {
    let (Some(spec), Some(platform)) = (fixed.platforms.get(index), platforms.get(index)) else { return false };
    spec.is_door() && !(spec.has(ACTIVATES_ONLY_ONCE) && platform.has(HAS_BEEN_ACTIVATED))
}

/// Somebody steps on it: a platform that is no door starts.
pub(super) fn entered(run: &mut Run<'_>, polygon: i16, player: bool, source: Subject, cause: Cause) {
    let Some(index) = run.fixed.platform_at(polygon) else { return };
    let controllable = if player { PLAYER_CONTROLLABLE } else { MONSTER_CONTROLLABLE };
    if run.fixed.platforms.get(index).is_some_and(|spec| !spec.is_door() && spec.has(controllable)) {
        try_set(run, index, true, source, cause);
    }
}

/// Whether a repair switch of this platform still waits: it was never set going, or it is and can be stopped.
pub(super) fn is_untouched(run: &Run<'_>, polygon: i16) -> bool {
    let Some(index) = run.fixed.platform_at(polygon) else { return true };
    let (Some(spec), Some(platform)) = (run.fixed.platforms.get(index), run.live.platforms.get(index)) else {
        return true;
    };
    !(platform.has(HAS_BEEN_ACTIVATED) && (!platform.has(ACTIVE) || spec.has(CANNOT_BE_EXTERNALLY_DEACTIVATED)))
}

/// A platform of Marathon 1 whose floor is down lets the liquid in.
pub(super) fn is_flooded(run: &Run<'_>, index: usize) -> bool {
    run.fixed.platforms.get(index).is_some_and(|spec| spec.has(FLOODS))
        && run.live.platforms.get(index).is_some_and(|platform| platform.has(FULLY_CONTRACTED))
}

#[cfg(test)]
#[path = "platform_tests.rs"]
mod tests;
