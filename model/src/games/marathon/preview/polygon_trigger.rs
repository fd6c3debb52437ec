//! What happens when somebody enters a polygon (`marathon.md` 2.4).

use std::sync::Arc;

use super::fixed::at;
use super::trig::angle_of;
use super::world::{Run, subject};
use super::{light, mission, monster, placement, platform, walker};
use crate::preview::{Cause, Fidelity, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "polygon_trigger",
        what: "light, platform, monster and item triggers, must be explored, glue of Marathon 1",
        truth: Truth::Documents,
        note: "the walker and nobody else enters polygons",
    },
    Fidelity {
        file: "polygon_trigger",
        what: "exploration of Marathon 1 on sight",
        truth: Truth::Assumed,
        note: "a polygon is seen if a straight line leads to its middle within the 80 degrees ahead",
    },
];

pub(super) const TABLE: &str = "polygons";

// Polygon types (`marathon.md` 1.2, names.csv).
pub(super) const NORMAL: i16 = 0;
pub(super) const ITEM_IMPASSABLE: i16 = 1;
pub(super) const MONSTER_IMPASSABLE: i16 = 2;
pub(super) const PLATFORM: i16 = 5;
const LIGHT_ON: i16 = 6;
const PLATFORM_ON: i16 = 7;
const LIGHT_OFF: i16 = 8;
const PLATFORM_OFF: i16 = 9;
pub(super) const TELEPORTER: i16 = 10;
pub(super) const ZONE_BORDER: i16 = 11;
const VISIBLE_MONSTER: i16 = 13;
const INVISIBLE_MONSTER: i16 = 14;
const DUAL_MONSTER: i16 = 15;
const ITEM: i16 = 16;
pub(super) const MUST_BE_EXPLORED: i16 = 17;
pub(super) const AUTOMATIC_EXIT: i16 = 18;
pub(super) const MINOR_OUCH: i16 = 19;
pub(super) const MAJOR_OUCH: i16 = 20;
pub(super) const GLUE: i16 = 21;
const GLUE_TRIGGER: i16 = 22;
pub(super) const SUPERGLUE: i16 = 23;

/// Environment flag: glue as in Marathon 1.
pub(super) const GLUE_M1: u16 = 1 << 4;

/// The type a polygon has at the moment.
pub(super) fn kind(run: &Run<'_>, polygon: i16) -> i16 {
    at(&run.live.polygon_kinds, polygon).copied().unwrap_or(NORMAL)
}

/// A player enters a polygon.
pub(super) fn entered(run: &mut Run<'_>, polygon: i16, source: Subject, cause: Cause) {
    let fixed = run.fixed;
    let Some(own) = at(&fixed.polygons, polygon) else { return };
    let here = subject(TABLE, usize::try_from(polygon).unwrap_or(0));
    let row = run.log.add(source, "polygon entered", here, 0, cause);
    let permutation = own.permutation;
    match kind(run, polygon) {
        LIGHT_ON => {
            light::set(run, permutation, true, here, row);
        }
        LIGHT_OFF => {
            light::set(run, permutation, false, here, row);
        }
        PLATFORM => platform::entered(run, polygon, true, here, row),
        PLATFORM_ON => {
            platform::try_set_at(run, permutation, true, here, row);
        }
        PLATFORM_OFF => {
            platform::try_set_at(run, permutation, false, here, row);
        }
        VISIBLE_MONSTER => monster::activate_zone(run, polygon, monster::Reach::VISIBLE, here, row),
        INVISIBLE_MONSTER | DUAL_MONSTER => monster::activate_zone(run, polygon, monster::Reach::ALL, here, row),
        GLUE_TRIGGER if fixed.environment_flags & GLUE_M1 != 0 => {
            monster::activate_zone(run, polygon, monster::Reach::GLUED, here, row);
        }
        ITEM => placement::teleport_items_in(run, polygon, here, row),
        MUST_BE_EXPLORED => explore(run, polygon, source, row),
        _ => {}
    }
}

/// It is an ordinary polygon from now on.
fn explore(run: &mut Run<'_>, polygon: i16, source: Subject, cause: Cause) {
    let Ok(index) = usize::try_from(polygon) else { return };
    if let Some(kind) = Arc::make_mut(&mut run.live.polygon_kinds).get_mut(index) {
        *kind = NORMAL;
    }
    let row = run.log.add(source, "polygon explored", subject(TABLE, index), 0, cause);
    mission::check(run, row);
}

/// Marathon 1's exploration: what the walker sees within 80 degrees is explored.
pub(super) fn look_around(run: &mut Run<'_>) {
    /// Half of 80 degrees in angles of 512.
    const HALF: i32 = 57;
    if run.fixed.mission_flags & mission::EXPLORATION_M1 == 0 {
        return;
    }
    let Some(([x, y, _], facing)) = run.live.walker.as_ref().map(|walker| (walker.position, walker.facing)) else {
        return;
    };
    let fixed = run.fixed;
    let seen = |index: i16| {
        let Some(centre) = at(&fixed.polygons, index).map(|polygon| polygon.centre) else { return false };
        let off = (angle_of(i32::from(centre.x) - x, i32::from(centre.y) - y) - facing).rem_euclid(512);
        (off <= HALF || off >= 512 - HALF) && walker::sees(run, index, centre)
    };
    let kinds = (0..=i16::MAX).zip(run.live.polygon_kinds.iter());
    let found: Vec<i16> =
        kinds.filter(|(index, kind)| **kind == MUST_BE_EXPLORED && seen(*index)).map(|(index, _)| index).collect();
    for polygon in found {
        explore(run, polygon, walker::SUBJECT, None);
    }
}

/// The polygons reached from one, nearest first: `passes` says whether the flood goes from one into another.
pub(super) fn flood(run: &Run<'_>, from: i16, passes: impl Fn(i16) -> bool) -> Vec<i16> {
    let mut seen = vec![false; run.fixed.polygons.len()];
    let mut reached = Vec::new();
    let mut visit = |polygon: i16, reached: &mut Vec<i16>| {
        if let Some(seen) = usize::try_from(polygon).ok().and_then(|at| seen.get_mut(at)).filter(|seen| !**seen) {
            *seen = true;
            reached.push(polygon);
        }
    };
    visit(from, &mut reached);
    let mut next = 0;
    while let Some(polygon) = reached.get(next).and_then(|&polygon| at(&run.fixed.polygons, polygon)) {
        next += 1;
        for &adjacent in polygon.adjacents.iter().take(polygon.corners).filter(|&&adjacent| passes(adjacent)) {
            visit(adjacent, &mut reached);
        }
    }
    reached
}
