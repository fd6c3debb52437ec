//! Monsters stand where they were placed and are activated; what they do then is not simulated.

use std::sync::Arc;

use super::fixed::{Fixed, at};
use super::placement::{Group, Thing};
use super::polygon_trigger::{GLUE, GLUE_M1, SUPERGLUE, ZONE_BORDER, flood, kind};
use super::world::{Live, Run, subject};
use crate::preview::{Cause, Fidelity, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "monster",
        what: "activation by triggers: zones, zone borders, invisible monsters, glue of Marathon 1",
        truth: Truth::Documents,
        note: "the order of activation is that of the flood",
    },
    Fidelity {
        file: "monster",
        what: "size, who blocks a platform",
        truth: Truth::Assumed,
        note: "all are as tall as the player; sizes are in the physics model",
    },
    Fidelity {
        file: "monster",
        what: "moving, seeing, hearing, fighting, dying by others; promotion and demotion by difficulty",
        truth: Truth::NotSimulated,
        note: "a person can hit one",
    },
];

/// Height that is assumed of all, the player's: 4/5 of a world unit.
const HEIGHT: i16 = 819;

/// Whom an activation reaches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Reach {
    invisible: bool,
    glue: bool,
}

impl Reach {
    pub(super) const VISIBLE: Reach = Reach { invisible: false, glue: false };
    pub(super) const ALL: Reach = Reach { invisible: true, glue: false };
    /// From a glue trigger: past glue, not past superglue.
    pub(super) const GLUED: Reach = Reach { invisible: true, glue: true };
}

/// Activates the monsters of a zone: the flood passes solid lines and stops at zone borders.
pub(super) fn activate_zone(run: &mut Run<'_>, polygon: i16, reach: Reach, source: Subject, cause: Cause) {
    let glue = run.fixed.environment_flags & GLUE_M1 != 0;
    let zone = flood(run, polygon, |next| match kind(run, next) {
        ZONE_BORDER => false,
        SUPERGLUE => !(glue && reach.glue),
        GLUE => !glue || reach.glue,
        _ => true,
    });
    let mut order: Vec<(usize, usize)> = Vec::new();
    for (index, thing) in run.live.things.iter().enumerate() {
        if thing.group == Group::Monster && thing.is_there() && !thing.active && (thing.visible || reach.invisible) {
            order.extend(zone.iter().position(|&reached| reached == thing.polygon).map(|place| (place, index)));
        }
    }
    order.sort_unstable();
    for (_, index) in order {
        activate(run, index, source, cause);
    }
}

/// Activates one; an invisible one teleports in.
pub(super) fn activate(run: &mut Run<'_>, index: usize, source: Subject, cause: Cause) {
    let Some(thing) = Arc::make_mut(&mut run.live.things).get_mut(index) else { return };
    let was_visible = thing.visible;
    (thing.active, thing.visible) = (true, true);
    let monster = thing.subject(index);
    let row = run.log.add(source, "monster activated", monster, i64::from(thing.kind), cause);
    if !was_visible {
        run.log.add(source, "monster teleports in", monster, 0, row);
    }
}

fn stands_on(thing: &Thing, polygon: i16) -> bool {
    thing.group == Group::Monster && thing.is_there() && thing.visible && thing.polygon == polygon
}

/// Whether a monster stands in the way of the heights a platform wants.
pub(super) fn obstructs(run: &Run<'_>, polygon: i16, floor: i16, ceiling: i16) -> bool {
    HEIGHT >= ceiling.wrapping_sub(floor) && run.live.things.iter().any(|thing| stands_on(thing, polygon))
}

/// Everything that lies on the floor goes along with it.
pub(super) fn ride(run: &mut Run<'_>, polygon: i16, before: i16, after: i16) {
    let on_floor =
        |thing: &Thing| thing.is_there() && thing.polygon == polygon && thing.position[2] == i32::from(before);
    if before == after || !run.live.things.iter().any(on_floor) {
        return;
    }
    for thing in Arc::make_mut(&mut run.live.things).iter_mut().filter(|thing| on_floor(thing)) {
        thing.position[2] = i32::from(after);
    }
}

/// A person hits one: it dies.
pub(super) fn kill(run: &mut Run<'_>, index: usize, source: Subject, cause: Cause) {
    let Some(thing) = run.live.things.get(index).copied() else { return };
    if thing.group != Group::Monster || !thing.is_there() {
        return;
    }
    let row = run.log.add(source, "monster dies", thing.subject(index), i64::from(thing.kind), cause);
    super::placement::destroyed(run, index, row);
    super::mission::check(run, row);
}

/// Where a thing lies in the world, as subject of its object or of itself.
pub(super) fn nameless(index: usize) -> Subject {
    subject("things", index)
}

/// The polygon's floor at the moment.
pub(super) fn floor_of(run: &Run<'_>, polygon: i16) -> i16 {
    floor(run.fixed, run.live, polygon)
}

/// The same of a world that is only looked at.
pub(super) fn floor(fixed: &Fixed, live: &Live, polygon: i16) -> i16 {
    match fixed.platform_at(polygon).and_then(|index| live.platforms.get(index)) {
        Some(platform) => platform.floor,
        None => at(&fixed.polygons, polygon).map_or(0, |polygon| polygon.floor),
    }
}

/// The polygon's ceiling at the moment.
pub(super) fn ceiling_of(run: &Run<'_>, polygon: i16) -> i16 {
    ceiling(run.fixed, run.live, polygon)
}

/// The same of a world that is only looked at.
pub(super) fn ceiling(fixed: &Fixed, live: &Live, polygon: i16) -> i16 {
    match fixed.platform_at(polygon).and_then(|index| live.platforms.get(index)) {
        Some(platform) => platform.ceiling,
        None => at(&fixed.polygons, polygon).map_or(0, |polygon| polygon.ceiling),
    }
}
