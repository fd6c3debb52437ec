//! What happens when somebody enters a polygon (`marathon.md` 2.4).

use std::sync::Arc;

use super::fixed::at;
use super::world::{Run, subject};
use super::{light, mission, monster, placement, platform};
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
        note: "a polygon counts as seen when it is entered",
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
        MUST_BE_EXPLORED => {
            if let Some(kind) =
                usize::try_from(polygon).ok().and_then(|at| Arc::make_mut(&mut run.live.polygon_kinds).get_mut(at))
            {
                *kind = NORMAL;
            }
            let explored = run.log.add(source, "polygon explored", here, 0, row);
            mission::check(run, explored);
        }
        _ => {}
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
