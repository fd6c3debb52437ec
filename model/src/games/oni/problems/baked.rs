//! Objects and the quads of the environment that are their bodies (`oni.md` 3.2, 3.6, 4.4).

use std::collections::{BTreeMap, BTreeSet};

use super::common::{rows, vector};
use crate::document::{Level, Severity};
use crate::games::oni::chunk::{ObjectType, TYPES};
use crate::games::oni::environment::Environment;
use crate::problems::{Check, Report, Run};

/// Lists of objects with baked bodies.
const BAKED: &[&str] = &["doors", "consoles", "furniture", "triggers", "turrets"];

pub(super) static MOVED: Check = Check {
    id: "oni-baked-moved",
    severity: Severity::Info,
    label: "Object away from its body",
    doc: "Its body is baked into the environment somewhere else: the game shows it there.",
    reads: BAKED,
    run: Run::Level(moved),
    fixes: &[],
};

pub(super) static ORPHAN: Check = Check {
    id: "oni-baked-orphan",
    severity: Severity::Info,
    label: "Body without an object",
    doc: "Quads of the environment are the body of an object that does not exist.",
    reads: BAKED,
    run: Run::Level(orphan),
    fixes: &[],
};

/// How far an object may stand from its body: its origin need not lie in it.
const NEAR: f64 = 20.0;

/// Boxes around the bodies in the environment, by type number and object id.
fn bodies(environment: &Environment) -> BTreeMap<(u8, u32), [[f64; 3]; 2]> {
    let mut out: BTreeMap<(u8, u32), [[f64; 3]; 2]> = BTreeMap::new();
    for quad in &environment.quads {
        let (Some(owner), Some(corners)) = (quad.owner(), environment.corners(quad)) else { continue };
        let [min, max] = out.entry(owner).or_insert([[f64::INFINITY; 3], [f64::NEG_INFINITY; 3]]);
        for corner in corners {
            for ((min, max), part) in min.iter_mut().zip(max.iter_mut()).zip(corner) {
                *min = min.min(f64::from(part));
                *max = max.max(f64::from(part));
            }
        }
    }
    out
}

fn id(record: &crate::document::Record<'_>) -> u32 {
    u32::try_from(record.base_int("object_id").unwrap_or(0) & 0x00FF_FFFF).unwrap_or(0)
}

fn moved(level: &Level, report: &mut Report) {
    let Some(environment) = level.surroundings::<Environment>() else { return };
    let bodies = bodies(environment);
    for of in TYPES.iter().filter(|of| of.baked) {
        for record in rows(level, of.table.key) {
            let Some([min, max]) = bodies.get(&(of.number, id(&record))) else { continue };
            let Some(field) = record.schema().base_field("position") else { continue };
            let at = vector(&record, field);
            let gaps = at.iter().zip(min.iter().zip(max)).map(|(at, (min, max))| (min - at).max(at - max).max(0.0));
            let far = gaps.map(|gap| gap * gap).sum::<f64>().sqrt();
            if far > NEAR {
                report.record(&record, "position", format!("its body in the environment is {far:.0} units away"));
            }
        }
    }
}

fn orphan(level: &Level, report: &mut Report) {
    let Some(environment) = level.surroundings::<Environment>() else { return };
    let mut known = BTreeSet::new();
    for of in TYPES {
        known.extend(rows(level, of.table.key).map(|r| (of.number, id(&r))));
    }
    for (number, object) in bodies(environment).into_keys().filter(|owner| !known.contains(owner)) {
        let what = ObjectType::of_number(number).map_or_else(|| format!("type {number}"), |of| of.word.to_lowercase());
        report.level(level.id(), format!("quads are the body of {what} with object id {object}, which does not exist"));
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{around, found, set_vector};
    use super::*;
    use crate::games::oni::environment::Quad;

    #[test]
    fn a_moved_door_and_a_lost_body_are_told() {
        let quad = |object: i32| Quad {
            points: [0, 1, 2, 3],
            shades: [0xFFFF_FFFF; 4],
            flags: 0,
            object,
            texture: 0,
            texcoords: [0; 4],
        };
        let points = vec![[0.0, 0.0, 0.0], [10.0, 0.0, 0.0], [10.0, 30.0, 0.0], [0.0, 30.0, 0.0]];
        let quads = vec![quad(3 << 24 | 1), quad(15 << 24 | 77), quad(-1)];
        let environment = Environment { points, quads, present: true, ..Environment::default() };
        let (mut document, made) = around(environment, &["sliding-door"]);
        assert!(found(&document, &MOVED).is_empty());
        assert_eq!(
            found(&document, &ORPHAN),
            [" : quads are the body of console with object id 77, which does not exist"]
        );
        set_vector(&mut document, made[0], "position", [110.0, 0.0, 0.0]);
        assert_eq!(found(&document, &MOVED), ["doors/0 position: its body in the environment is 100 units away"]);
    }
}
