//! Monsters and items: where they appear at the start and over time (`marathon.md` 2.6).

use std::sync::Arc;

use super::fixed::{NONE, at};
use super::polygon_trigger::{ITEM_IMPASSABLE, MONSTER_IMPASSABLE, PLATFORM, TELEPORTER, ZONE_BORDER, flood, kind};
use super::trig::{cosine, sine};
use super::world::Run;
use super::{monster, walker};
use crate::document::Level;
use crate::games::marathon::geometry::map::Point;
use crate::games::marathon::names::{ITEMS, MONSTERS};
use crate::games::marathon::records::{Object, Placement};
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "placement",
        what: "counts at the start, spots, random spots, what comes back over time and when something is destroyed",
        truth: Truth::Documents,
        note: "a game for one in which everything replenishes; checked every 451 ticks as the original counts them",
    },
    Fidelity {
        file: "placement",
        what: "what the walker sees, picking items up",
        truth: Truth::Assumed,
        note: "a straight line through lines that are not solid; items within 768 units in the walker's polygon",
    },
    Fidelity {
        file: "placement",
        what: "numbers that monsters draw when they are activated",
        truth: Truth::NotSimulated,
        note: "they depend on the physics model, so later random numbers differ from a game's",
    },
];

/// Types of one group in the table.
const TYPES: usize = 64;
/// Placement flag: may appear in any polygon.
const RANDOM_LOCATION: u16 = 1 << 0;
/// Object flags (`marathon.md` 1.3).
const INVISIBLE: u16 = 1 << 0;
const FROM_CEILING: u16 = 1 << 1;
const NETWORK_ONLY: u16 = 1 << 5;
/// Monsters and items there can be (`marathon.md` 1.7).
const MOST: usize = 1024;
/// Polygons that are tried for a random spot.
const TRIES: usize = 10;
/// Ticks after which things come back: more than these.
const PAUSE: u32 = 450;

/// What a thing is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Group {
    Monster,
    Item,
}

impl Group {
    /// Its number in object records.
    fn number(self) -> i16 {
        match self {
            Group::Monster => 0,
            Group::Item => 2,
        }
    }

    /// How many types are defined.
    fn types(self) -> usize {
        let names = match self {
            Group::Monster => MONSTERS.list,
            Group::Item => ITEMS.list,
        };
        names.iter().filter(|name| name.value >= 0).count().min(TYPES)
    }
}

/// How many of a type appear.
#[derive(Clone, Copy, Debug, Default)]
struct Frequency {
    flags: u16,
    initial: i16,
    minimum: i16,
    maximum: i16,
    random: i16,
    chance: u16,
}

/// A placed object of the level.
#[derive(Clone, Copy, Debug)]
struct Spot {
    group: i16,
    index: i16,
    facing: i16,
    polygon: i16,
    position: [i16; 3],
    flags: u16,
}

/// What never changes about placement.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    items: Vec<Frequency>,
    monsters: Vec<Frequency>,
    spots: Vec<Spot>,
}

/// A monster or an item that was placed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Thing {
    pub(super) group: Group,
    /// Its type; none for an item that is for network games only.
    pub(super) kind: i16,
    /// The object it was placed at.
    spot: Option<u32>,
    pub(super) polygon: i16,
    pub(super) position: [i32; 3],
    pub(super) facing: i16,
    pub(super) visible: bool,
    pub(super) active: bool,
    gone: bool,
}

impl Thing {
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        let Thing { group, kind, spot, polygon, position, facing, visible, active, gone } = *self;
        hasher.add(group.number());
        hasher.add(kind);
        hasher.add(spot.map_or(-1, i64::from));
        hasher.add(polygon);
        position.into_iter().for_each(|p| hasher.add(p));
        hasher.add(facing);
        hasher.add(visible);
        hasher.add(active);
        hasher.add(gone);
    }

    pub(super) fn is_there(&self) -> bool {
        !self.gone
    }

    /// Its object, or itself if it appeared somewhere else.
    pub(super) fn subject(&self, index: usize) -> Subject {
        self.spot.map_or_else(|| monster::nameless(index), |spot| Subject::new("objects", spot))
    }
}

/// How many there are and may still come.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    items: Vec<i16>,
    monsters: Vec<i16>,
    random_items: Vec<i16>,
    random_monsters: Vec<i16>,
    /// The tick count when things last came back.
    last: u32,
    pub(super) civilians: i16,
    pub(super) dead_civilians: i16,
}

impl Counts {
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        let Counts { items, monsters, random_items, random_monsters, last, civilians, dead_civilians } = self;
        for list in [items, monsters, random_items, random_monsters] {
            hasher.count(list.len());
            list.iter().for_each(|count| hasher.add(*count));
        }
        hasher.add(*last);
        hasher.add(*civilians);
        hasher.add(*dead_civilians);
    }

    pub(super) fn bytes(&self) -> usize {
        8 * TYPES
    }

    fn of(&mut self, group: Group, kind: i16) -> Option<&mut i16> {
        let list = match group {
            Group::Monster => &mut self.monsters,
            Group::Item => &mut self.items,
        };
        list.get_mut(usize::try_from(kind).ok()?)
    }
}

/// Reads objects and placement of a level.
pub(super) fn read(level: &Level) -> Spec {
    let mut all: Vec<Frequency> = Vec::new();
    if let Some(table) = level.table("placement") {
        all.extend(table.heads().filter_map(|bytes| {
            let record = Placement::new(bytes, table.layout)?;
            Some(Frequency {
                flags: record.flags(),
                initial: record.initial_count(),
                minimum: record.minimum_count(),
                maximum: record.maximum_count(),
                random: record.random_count(),
                chance: record.random_chance(),
            })
        }));
    }
    all.resize(2 * TYPES, Frequency::default());
    let mut monsters = all.split_off(TYPES);
    // Monster 0 is the player.
    if let Some(player) = monsters.first_mut() {
        *player = Frequency::default();
    }
    let marathon_1 = level.fact("data_version") == Some(0);
    let spots = level.table("objects").map_or_else(Vec::new, |table| {
        let spot = |bytes| {
            let record = Object::new(bytes, table.layout)?;
            let flags = u16::try_from(record.flags()).unwrap_or(0);
            Some(Spot {
                group: record.group(),
                index: record.index(),
                facing: record.facing(),
                polygon: record.polygon(),
                // Marathon 1 uses neither height nor flags.
                position: [record.x(), record.y(), if marathon_1 { 0 } else { record.z() }],
                flags: if marathon_1 { 0 } else { flags },
            })
        };
        table.heads().filter_map(spot).collect()
    });
    Spec { items: all, monsters, spots }
}

impl Spec {
    fn frequency(&self, group: Group, kind: usize) -> Frequency {
        let list = match group {
            Group::Monster => &self.monsters,
            Group::Item => &self.items,
        };
        list.get(kind).copied().unwrap_or_default()
    }

    /// Where a player starts: the first player object, as x, y, facing, polygon.
    pub(super) fn player_start(&self) -> Option<(i32, i32, i16, i16)> {
        let spot = self.spots.iter().find(|spot| spot.group == 3)?;
        let [x, y, _] = spot.position;
        Some((i32::from(x), i32::from(y), spot.facing, spot.polygon))
    }
}

/// Places what is there at the start: monsters, then items.
pub(super) fn load(run: &mut Run<'_>) {
    let fixed = run.fixed;
    let random = |list: &[Frequency]| list.iter().map(|frequency| frequency.random).collect();
    run.live.counts = Arc::new(Counts {
        items: vec![0; TYPES],
        monsters: vec![0; TYPES],
        random_items: random(&fixed.placement.items),
        random_monsters: random(&fixed.placement.monsters),
        ..Counts::default()
    });
    for (group, first) in [(Group::Monster, 1), (Group::Item, 0)] {
        for kind in first..group.types() {
            add(run, group, kind, fixed.placement.frequency(group, kind).initial, true, None);
        }
    }
    let counts = Arc::make_mut(&mut run.live.counts);
    counts.civilians = civilians(&run.live.things);
}

fn civilians(things: &[Thing]) -> i16 {
    let count = things.iter().filter(|thing| thing.group == Group::Monster && is_civilian(thing.kind)).count();
    i16::try_from(count).unwrap_or(i16::MAX)
}

/// Bobs and vacbobs.
pub(super) fn is_civilian(kind: i16) -> bool {
    matches!(kind, 12..=15 | 41 | 43..=46)
}

/// What comes back over time: the minimum, and one more at random.
pub(super) fn tick(run: &mut Run<'_>) {
    let fixed = run.fixed;
    // The original counts the tick at its end.
    let count = run.live.tick.saturating_sub(1);
    // Without counts nothing was placed and nothing comes back.
    if run.live.counts.items.is_empty() || count.saturating_sub(run.live.counts.last) <= PAUSE {
        return;
    }
    Arc::make_mut(&mut run.live.counts).last = count;
    for (group, first) in [(Group::Monster, 1), (Group::Item, 0)] {
        for kind in first..group.types() {
            let frequency = fixed.placement.frequency(group, kind);
            let (there, left) = {
                let counts = &run.live.counts;
                let (there, left) = match group {
                    Group::Monster => (&counts.monsters, &counts.random_monsters),
                    Group::Item => (&counts.items, &counts.random_items),
                };
                (there.get(kind).copied().unwrap_or(0), left.get(kind).copied().unwrap_or(0))
            };
            let missing = frequency.minimum.saturating_sub(there).max(0);
            let one_more = (frequency.random == NONE || left > 0)
                && there.saturating_add(missing) < frequency.maximum
                && run.live.random.draw() < frequency.chance;
            add(run, group, kind, missing.saturating_add(i16::from(one_more)), false, None);
            if one_more && frequency.random != NONE {
                let counts = Arc::make_mut(&mut run.live.counts);
                let left = match group {
                    Group::Monster => &mut counts.random_monsters,
                    Group::Item => &mut counts.random_items,
                };
                if let Some(left) = left.get_mut(kind) {
                    *left -= 1;
                }
            }
        }
    }
}

/// Somewhere a thing can appear.
struct Place {
    spot: Option<u32>,
    polygon: i16,
    position: [i32; 3],
    facing: i16,
    flags: u16,
}

fn add(run: &mut Run<'_>, group: Group, kind: usize, count: i16, at_start: bool, cause: Cause) {
    let anywhere = run.fixed.placement.frequency(group, kind).flags & RANDOM_LOCATION != 0;
    let kind = i16::try_from(kind).unwrap_or(NONE);
    // Within one call no spot becomes free again: one search in vain is enough, the number is drawn all the same.
    let mut all_taken = false;
    for _ in 0..count {
        if run.live.things.len() >= MOST {
            break;
        }
        let mut place = None;
        if at_start || !anywhere {
            let first = run.live.random.draw();
            place = if all_taken { None } else { saved_spot(run, first, group, kind) };
            all_taken |= place.is_none();
        }
        if place.is_none() && anywhere {
            place = random_spot(run, group, at_start);
        }
        if let Some(place) = place {
            appear(run, group, kind, place, at_start, cause);
        }
    }
}

fn appear(run: &mut Run<'_>, group: Group, kind: i16, place: Place, at_start: bool, cause: Cause) {
    let network_only = group == Group::Item && place.flags & NETWORK_ONLY != 0;
    let thing = Thing {
        group,
        kind: if network_only { NONE } else { kind },
        spot: place.spot,
        polygon: place.polygon,
        position: place.position,
        facing: place.facing,
        visible: place.flags & INVISIBLE == 0 && !network_only,
        active: false,
        gone: false,
    };
    let things = Arc::make_mut(&mut run.live.things);
    things.push(thing);
    let index = things.len() - 1;
    if let Some(count) = Arc::make_mut(&mut run.live.counts).of(group, kind) {
        *count = count.saturating_add(1);
    }
    if at_start {
        return;
    }
    let word = if group == Group::Monster { "monster appears" } else { "item appears" };
    let row = run.log.add(thing.subject(index), word, thing.subject(index), i64::from(kind), cause);
    if group == Group::Monster {
        monster::activate(run, index, thing.subject(index), row);
    }
}

/// A placed object of the type at which nothing lies, beginning where the number drawn says.
fn saved_spot(run: &Run<'_>, drawn: u16, group: Group, kind: i16) -> Option<Place> {
    let fixed = run.fixed;
    let spots = &fixed.placement.spots;
    let first = usize::from(drawn).checked_rem(spots.len())?;
    let (before, from) = spots.split_at_checked(first)?;
    let order = (first..).zip(from).chain((0..).zip(before));
    for (index, spot) in order.filter(|(_, spot)| spot.group == group.number() && spot.index == kind) {
        let [x, y, z] = spot.position.map(i32::from);
        if !is_free(run, group, spot.polygon, (x, y)) {
            continue;
        }
        let base = if spot.flags & FROM_CEILING != 0 {
            monster::ceiling_of(run, spot.polygon)
        } else {
            monster::floor_of(run, spot.polygon)
        };
        return Some(Place {
            spot: u32::try_from(index).ok(),
            polygon: spot.polygon,
            position: [x, y, z + i32::from(base)],
            facing: spot.facing,
            flags: spot.flags,
        });
    }
    None
}

/// Nothing lies at this very spot, and the polygon takes such things.
fn is_free(run: &Run<'_>, group: Group, polygon: i16, spot: (i32, i32)) -> bool {
    let Some(own) = at(&run.fixed.polygons, polygon) else { return false };
    let impassable = group == Group::Item && kind(run, polygon) == ITEM_IMPASSABLE;
    let taken =
        |thing: &Thing| thing.is_there() && thing.polygon == polygon && (thing.position[0], thing.position[1]) == spot;
    !impassable && !own.detached && !run.live.things.iter().any(taken)
}

/// The middle of one of ten random polygons that is out of sight and has nothing of the kind.
fn random_spot(run: &mut Run<'_>, group: Group, at_start: bool) -> Option<Place> {
    let fixed = run.fixed;
    for _ in 0..TRIES {
        let polygon = usize::from(run.live.random.draw()).checked_rem(fixed.polygons.len())?;
        let polygon = i16::try_from(polygon).ok()?;
        let own = at(&fixed.polygons, polygon)?;
        let centre = own.centre;
        let fits = !matches!(kind(run, polygon), ITEM_IMPASSABLE | MONSTER_IMPASSABLE | PLATFORM | TELEPORTER)
            && !own.detached
            && (at_start || !walker::sees(run, polygon, centre))
            && !run
                .live
                .things
                .iter()
                .any(|thing| thing.is_there() && thing.group == group && thing.polygon == polygon);
        if fits {
            let facing = if group == Group::Monster { random_facing(run, polygon, centre) } else { 0 };
            let floor = i32::from(monster::floor_of(run, polygon));
            let position = [i32::from(centre.x), i32::from(centre.y), floor];
            return Some(Place { spot: None, polygon, position, facing, flags: 0 });
        }
    }
    None
}

/// One of four quarters at random from which a step of one world unit stays on the map.
fn random_facing(run: &mut Run<'_>, polygon: i16, from: Point) -> i16 {
    let mut facing = i32::from(run.live.random.draw() % 512);
    for _ in 0..4 {
        let from = (i32::from(from.x), i32::from(from.y));
        // One world unit: 1024 times the cosine, shifted back.
        let to = (from.0 + cosine(facing), from.1 + sine(facing));
        if walker::polygon_after(run.fixed, polygon, from, to).is_some() {
            break;
        }
        facing = (facing + 128) % 512;
    }
    // Below 512.
    facing as i16
}

/// Something was destroyed; below the minimum it comes back at once.
pub(super) fn destroyed(run: &mut Run<'_>, index: usize, cause: Cause) {
    let Some(thing) = Arc::make_mut(&mut run.live.things).get_mut(index) else { return };
    thing.gone = true;
    let (group, kind) = (thing.group, thing.kind);
    let counts = Arc::make_mut(&mut run.live.counts);
    if group == Group::Monster && is_civilian(kind) {
        counts.dead_civilians = counts.dead_civilians.saturating_add(1);
    }
    let Some(count) = counts.of(group, kind) else { return };
    *count = count.saturating_sub(1);
    let count = *count;
    let kind = usize::try_from(kind).unwrap_or(0);
    if run.fixed.placement.frequency(group, kind).minimum > count {
        add(run, group, kind, 1, false, cause);
    }
}

/// An item trigger: all invisible items up to the zone's borders teleport in.
pub(super) fn teleport_items_in(run: &mut Run<'_>, polygon: i16, source: Subject, cause: Cause) {
    let zone = flood(run, polygon, |next| kind(run, next) != ZONE_BORDER);
    let mut order: Vec<(usize, usize)> = Vec::new();
    for (index, thing) in run.live.things.iter().enumerate() {
        if thing.group == Group::Item && thing.is_there() && !thing.visible && thing.kind != NONE {
            order.extend(zone.iter().position(|&reached| reached == thing.polygon).map(|place| (place, index)));
        }
    }
    order.sort_unstable();
    for (_, index) in order {
        if let Some(thing) = Arc::make_mut(&mut run.live.things).get_mut(index) {
            thing.visible = true;
            let item = thing.subject(index);
            run.log.add(source, "item teleports in", item, i64::from(thing.kind), cause);
        }
    }
}

/// The thing that an address means: the row of its object, or its own number.
pub(super) fn find(things: &[Thing], table: &str, row: u32) -> Option<usize> {
    match table {
        "objects" => things.iter().position(|thing| thing.is_there() && thing.spot == Some(row)),
        "things" => usize::try_from(row).ok().filter(|&index| index < things.len()),
        _ => None,
    }
}
