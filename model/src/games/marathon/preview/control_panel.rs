//! Control panels: switches, rechargers, save, terminals (`marathon.md` 2.5).

use std::sync::Arc;

use super::fixed::{Fixed, NONE, Polygon, at};
use super::world::{Live, Run, subject};
use super::{light, mission, platform, walker};
use crate::document::Level;
use crate::games::marathon::geometry::Map;
use crate::games::marathon::records::Side as Record;
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "control_panel",
        what: "switches for lights, platforms and tags, chips, reach, lighted and destroyed switches, rechargers",
        truth: Truth::Documents,
        note: "switches follow what they switch; tag 0 always works",
    },
    Fidelity {
        file: "control_panel",
        what: "saving, terminals",
        truth: Truth::NotSimulated,
        note: "logged; the tags a terminal sets off can be fired as `tags/N`, its teleports placed by hand",
    },
];

pub(super) const TABLE: &str = "sides";

// Side flags (`marathon.md` 1.2).
const STATUS: u16 = 1 << 0;
const CONTROL_PANEL: u16 = 1 << 1;
const REPAIR_SWITCH: u16 = 1 << 2;
const LIGHTED: u16 = 1 << 4;
const CAN_BE_DESTROYED: u16 = 1 << 5;
const ONLY_PROJECTILES: u16 = 1 << 6;
const ITEM_OPTIONAL: u16 = 1 << 7;
const LIGHTED_M1: u16 = 1 << 8;
/// On any side of a Marathon 2 level: only the low seven bits of all side flags count.
const JUNK: u16 = 1 << 15;

/// How far a panel can be reached, and a door used: 1.5 and 3 world units.
pub(super) const REACH: i32 = 1536;
pub(super) const DOOR_REACH: i32 = 3072;

/// The item a chip slot takes; Marathon 1's.
const UPLINK_CHIP: i16 = 25;
const UPLINK_CHIP_M1: i16 = 18;

/// What a panel does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Class {
    Oxygen,
    /// Shields up to so many times the full ones, as many points a tick.
    Shield(i16),
    Chip,
    LightSwitch,
    PlatformSwitch,
    TagSwitch,
    PatternBuffer,
    Terminal,
    /// A tag switch that is torn out.
    Wires,
}

use Class::{Chip, LightSwitch, Oxygen, PatternBuffer, PlatformSwitch, Shield, TagSwitch, Terminal, Wires};

const WATER: [Class; 10] =
    [Oxygen, Shield(1), Shield(2), Chip, LightSwitch, PlatformSwitch, TagSwitch, PatternBuffer, Terminal, Wires];
/// The four blocks after water.
const BLOCK: [Class; 11] = [
    Shield(1),
    Shield(2),
    Shield(3),
    LightSwitch,
    PlatformSwitch,
    TagSwitch,
    PatternBuffer,
    Terminal,
    Oxygen,
    Chip,
    Wires,
];
const MARATHON_1: [Class; 14] = [
    Oxygen,
    Shield(1),
    Shield(2),
    Shield(3),
    LightSwitch,
    PlatformSwitch,
    PatternBuffer,
    TagSwitch,
    Terminal,
    Chip,
    Shield(2),
    Shield(3),
    PlatformSwitch,
    PatternBuffer,
];
/// The wall collections of water and the blocks (`marathon.md` 4.1): water, lava, sewage, Pfhor, Jjaro.
const COLLECTIONS: [i16; 5] = [17, 18, 19, 21, 20];

fn class_of(panel: i16, marathon_1: bool) -> Option<Class> {
    let panel = usize::try_from(panel).ok()?;
    if marathon_1 {
        return MARATHON_1.get(panel).copied();
    }
    match panel.checked_sub(WATER.len()) {
        None => WATER.get(panel).copied(),
        Some(later) if later < 4 * BLOCK.len() => BLOCK.get(later % BLOCK.len()).copied(),
        Some(_) => None,
    }
}

fn collection_of(panel: i16) -> Option<i16> {
    let panel = usize::try_from(panel).ok()?;
    let block = panel.checked_sub(WATER.len()).map_or(0, |later| 1 + later / BLOCK.len());
    COLLECTIONS.get(block).copied()
}

impl Class {
    /// The bitmap it shows: on, off.
    fn shapes(self) -> (i16, i16) {
        match self {
            LightSwitch | PlatformSwitch | TagSwitch | Chip => (0, 1),
            Oxygen | Shield(_) => (2, 3),
            PatternBuffer | Terminal => (4, 4),
            Wires => (1, 0),
        }
    }
}

/// What never changes about a side.
#[derive(Clone, Copy, Debug)]
pub(super) struct Side {
    /// 0 full, 1 high, 2 low, 4 split.
    pub(super) kind: i16,
    flags: u16,
    panel: i16,
    class: Option<Class>,
    permutation: i16,
    primary_light: i16,
    primary_y: i16,
}

/// A side at a tick.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct State {
    /// How far the primary texture is shifted down.
    pub(super) primary_y: i16,
    /// It can be used: is a panel and not destroyed.
    panel: bool,
    /// The switch is on.
    pub(super) on: bool,
}

impl State {
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        let State { primary_y, panel, on } = *self;
        hasher.add(primary_y);
        hasher.add(panel);
        hasher.add(on);
    }
}

/// Reads the sides of a level.
pub(super) fn read(level: &Level, map: &Map, polygons: &[Polygon], vacuum: bool) -> Vec<Side> {
    let Some(table) = level.table(TABLE) else { return Vec::new() };
    let m1 = map.marathon_1;
    let records: Vec<_> = table.heads().filter_map(|bytes| Record::new(bytes, table.layout)).collect();
    let junk = !m1 && records.iter().any(|side| side.flags() & JUNK != 0);
    // Marathon 1 does not store the polygon of a side: it is the one on the side's part of the line.
    let mut owners = vec![NONE; records.len()];
    for line in &map.lines {
        for (side, polygon) in
            [(line.clockwise_side, line.clockwise_polygon), (line.counterclockwise_side, line.counterclockwise_polygon)]
        {
            if let Some(owner) = usize::try_from(side).ok().and_then(|side| owners.get_mut(side)) {
                *owner = polygon;
            }
        }
    }
    let read = |(record, polygon): (&Record<'_>, i16)| {
        let stored = record.flags();
        let flags = match (m1, junk) {
            (true, _) => stored & 0x07 | ITEM_OPTIONAL | if vacuum { LIGHTED_M1 } else { 0 },
            (false, true) => stored & 0x7F,
            (false, false) => stored,
        };
        let own = at(polygons, polygon);
        // Marathon 1 stores no lights of sides: low ones take the floor's, the others the ceiling's.
        let guessed = own.map_or(NONE, |own| if record.kind() == 2 { own.floor_light } else { own.ceiling_light });
        Side {
            kind: record.kind(),
            flags,
            panel: record.panel_type(),
            class: (flags & CONTROL_PANEL != 0).then(|| class_of(record.panel_type(), m1)).flatten(),
            permutation: record.panel_permutation(),
            primary_light: if m1 { guessed } else { record.primary_light() },
            primary_y: record.primary_y(),
        }
    };
    records.iter().zip(owners).map(read).collect()
}

/// The switches of lights and platforms.
pub(super) fn followers(sides: &[Side]) -> Vec<i16> {
    let follows = |side: &Side| matches!(side.class, Some(LightSwitch | PlatformSwitch));
    (0..=i16::MAX).zip(sides).filter(|(_, side)| follows(side)).map(|(index, _)| index).collect()
}

/// Makes the panels as loading does: switches show what they switch.
pub(super) fn load(run: &mut Run<'_>) {
    let states = run.fixed.sides.iter().map(|side| {
        let on = match side.class {
            Some(LightSwitch) => light::is_on(run, side.permutation),
            Some(PlatformSwitch) => run
                .fixed
                .platform_at(side.permutation)
                .and_then(|index| run.live.platforms.get(index))
                .is_some_and(platform::State::is_active),
            Some(TagSwitch | Chip | Wires) => side.flags & STATUS != 0,
            Some(_) => false,
            None => side.flags & STATUS != 0,
        };
        let lost = side.class == Some(PlatformSwitch) && side.permutation < 0;
        State { primary_y: side.primary_y, panel: side.class.is_some() && !lost, on }
    });
    run.live.sides = Arc::new(states.collect());
}

fn state(live: &Live, index: i16) -> Option<&State> {
    at(&live.sides, index)
}

fn change(run: &mut Run<'_>, index: i16, with: impl FnOnce(&mut State)) {
    if let Some(state) = usize::try_from(index).ok().and_then(|index| Arc::make_mut(&mut run.live.sides).get_mut(index))
    {
        with(state);
    }
}

fn side_subject(index: i16) -> Subject {
    subject(TABLE, usize::try_from(index).unwrap_or(0))
}

/// Shifts the primary texture of a side.
pub(super) fn shift_texture(run: &mut Run<'_>, side: i16, by: i16) {
    change(run, side, |state| state.primary_y = state.primary_y.wrapping_add(by));
}

/// The bitmap a panel shows at the moment: collection, shape. `None` for other sides and in Marathon 1, whose panels
/// lie in other collections.
pub(super) fn texture(fixed: &Fixed, side: usize, state: State) -> Option<(i16, i16)> {
    let own = fixed.sides.get(side).filter(|_| !fixed.marathon_1)?;
    let (on, off) = own.class?.shapes();
    Some((collection_of(own.panel)?, if state.on { on } else { off }))
}

/// Whether a side's primary texture has been dragged away from where it is stored.
pub(super) fn is_moved(side: &Side, state: &State) -> bool {
    state.primary_y != side.primary_y
}

/// All switches of a light, or of the platform of a polygon, follow what became of it.
pub(super) fn follow(run: &mut Run<'_>, class: Class, permutation: i16, on: bool, cause: Cause) {
    let fixed = run.fixed;
    for &index in &fixed.followers {
        if at(&fixed.sides, index).is_some_and(|side| side.class == Some(class) && side.permutation == permutation)
            && state(run.live, index).is_some_and(|state| state.panel && state.on != on)
        {
            change(run, index, |state| state.on = on);
            let panel = side_subject(index);
            run.log.add(panel, if on { "switch on" } else { "switch off" }, panel, 0, cause);
        }
    }
    if class == PlatformSwitch {
        mission::check(run, cause);
    }
}

/// Who operates a panel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum By {
    Player,
    Projectile,
}

/// Whether a panel can be operated: it is bright enough, and it is one for players or for projectiles.
fn answers(run: &Run<'_>, side: &Side, by: By) -> bool {
    let brightness = light::intensity(&run.live.lights, side.primary_light);
    let bright = if side.flags & LIGHTED != 0 {
        brightness > 65536 / 4 * 3
    } else if side.flags & LIGHTED_M1 != 0 {
        brightness > 65536 / 2
    } else {
        true
    };
    let fits = match by {
        By::Player => side.flags & ONLY_PROJECTILES == 0,
        By::Projectile => side.class != Some(Chip),
    };
    bright && fits
}

/// Operates a panel.
pub(super) fn operate(run: &mut Run<'_>, index: i16, by: By, source: Subject, cause: Cause) {
    let fixed = run.fixed;
    let panel = side_subject(index);
    let (Some(side), Some(before)) = (at(&fixed.sides, index), state(run.live, index).copied()) else { return };
    let Some(class) = side.class.filter(|_| before.panel) else {
        run.log.add(source, "no control panel", panel, 0, cause);
        return;
    };
    if !answers(run, side, by) {
        run.log.add(panel, "panel refuses", panel, 0, cause);
        return;
    }
    let row = run.log.add(source, if by == By::Player { "panel used" } else { "panel hit" }, panel, 0, cause);
    if side.flags & CAN_BE_DESTROYED != 0 {
        change(run, index, |state| state.panel = false);
        run.log.add(panel, "panel destroyed", panel, 0, row);
    }
    let on = !before.on;
    match class {
        LightSwitch => {
            light::set(run, side.permutation, on, panel, row);
        }
        PlatformSwitch => {
            platform::try_set_at(run, side.permutation, on, panel, row);
        }
        TagSwitch | Wires => switch_tag(run, index, side.permutation, on, row),
        Chip => {
            let chip = if fixed.marathon_1 { UPLINK_CHIP_M1 } else { UPLINK_CHIP };
            let optional = side.flags & ITEM_OPTIONAL != 0;
            if !before.on && (walker::take_item(run, chip) || optional) {
                switch_tag(run, index, side.permutation, on, row);
            } else {
                run.log.add(panel, "panel refuses", panel, 0, row);
            }
        }
        Oxygen | Shield(_) if by == By::Player => {
            let starts = walker::toggle_recharger(run, index);
            change(run, index, |state| state.on = starts);
            run.log.add(panel, if starts { "recharge begins" } else { "recharge ends" }, panel, 0, row);
        }
        PatternBuffer if by == By::Player => {
            run.log.add(panel, "game saved", panel, 0, row);
        }
        Terminal if by == By::Player => {
            run.log.add(panel, "terminal read", panel, i64::from(side.permutation), row);
        }
        Oxygen | Shield(_) | PatternBuffer | Terminal => {}
    }
    mission::check(run, row);
}

/// A tag switch keeps its new state only if something changed; tag 0 always works.
fn switch_tag(run: &mut Run<'_>, index: i16, tag: i16, on: bool, cause: Cause) {
    let panel = side_subject(index);
    if set_tag(run, tag, on, panel, cause) || tag == 0 {
        change(run, index, |state| state.on = on);
        run.log.add(panel, if on { "switch on" } else { "switch off" }, panel, 0, cause);
    }
}

/// Sets all lights and platforms of a tag. Answers whether anything changed.
pub(super) fn set_tag(run: &mut Run<'_>, tag: i16, on: bool, source: Subject, cause: Cause) -> bool {
    let lights = light::set_tagged(run, tag, on, source, cause);
    platform::try_set_tagged(run, tag, on, source, cause) || lights
}

/// One tick of the recharger the walker stands at: shields +1, 2, 3 up to 150, 300, 450, oxygen +30 up to 10,800. It
/// ends when the walker moves or is full.
pub(super) fn tick(run: &mut Run<'_>) {
    let Some(index) = run.live.walker.as_ref().map(|walker| walker.recharger).filter(|&index| index != NONE) else {
        return;
    };
    let class = at(&run.fixed.sides, index).and_then(|side| side.class);
    let Some(walker) = run.live.walker.as_mut() else { return };
    let still_in_use = walker.stood_still()
        && match class {
            Some(Oxygen) if walker.oxygen < walker::FULL_OXYGEN => {
                walker.oxygen += 30;
                true
            }
            Some(Shield(times)) if walker.energy < walker::FULL_ENERGY * times => {
                walker.energy = (walker.energy + times).min(walker::FULL_ENERGY * times);
                true
            }
            _ => false,
        };
    if !still_in_use {
        walker.recharger = NONE;
        let energy = walker.energy;
        change(run, index, |state| state.on = false);
        let panel = side_subject(index);
        run.log.add(panel, "recharge ends", panel, i64::from(energy), None);
    }
}

/// Whether a repair switch still waits. Marathon 1 asks the last one alone.
pub(super) fn untouched_repair_switches(run: &Run<'_>, only_the_last: bool) -> bool {
    let mut untouched = false;
    for (side, state) in run.fixed.sides.iter().zip(run.live.sides.iter()) {
        if untouched && !only_the_last {
            break;
        }
        if state.panel && side.flags & REPAIR_SWITCH != 0 {
            untouched = match side.class {
                Some(PlatformSwitch) => platform::is_untouched(run, side.permutation),
                _ => !state.on,
            };
        }
    }
    untouched
}

/// The panel that a side of a line facing a polygon has.
pub(super) fn panel_on(run: &Run<'_>, line: i16, polygon: i16) -> Option<i16> {
    let line = run.fixed.map.line(line)?;
    let side = if line.clockwise_polygon == polygon { line.clockwise_side } else { line.counterclockwise_side };
    state(run.live, side).is_some_and(|state| state.panel).then_some(side)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panel_types_have_their_classes() {
        let classes: Vec<_> = [0, 3, 9, 10, 12, 18, 20, 21, 42, 43, 53].map(|p| class_of(p, false)).to_vec();
        let expected = [Oxygen, Chip, Wires, Shield(1), Shield(3), Oxygen, Wires, Shield(1), Wires, Shield(1), Wires];
        assert_eq!(classes, expected.map(Some));
        assert_eq!([class_of(54, false), class_of(-1, false), class_of(14, true)], [None; 3]);
        assert_eq!(class_of(7, true), Some(TagSwitch));
        assert_eq!([0, 9, 10, 21, 32, 43, 53].map(collection_of), [17, 17, 18, 19, 21, 20, 20].map(Some));
        assert_eq!(collection_of(54), None);
    }
}
