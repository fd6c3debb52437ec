//! Power-ups and sounds that are none (`oni.md` 2.13, 2.14, 4.4).

use super::common::{rows, vector};
use crate::document::{Level, Severity};
use crate::games::oni::names::{POWER_UPS, SHAPES};
use crate::problems::{Check, Report, Run};

pub(super) static UNKNOWN: Check = Check {
    id: "oni-shape-unknown",
    severity: Severity::Warning,
    label: "Unknown power-up or sound shape",
    doc: "The game knows no such power-up: nothing appears. A sound of unknown shape is heard nowhere.",
    reads: &["power_ups", "sounds"],
    run: Run::Level(unknown),
    fixes: &[],
};

pub(super) static REVERSED: Check = Check {
    id: "oni-sound-reversed",
    severity: Severity::Warning,
    label: "Sound inside out",
    doc: "The smaller radius is the larger one, or a box ends before it begins: it is heard nowhere as meant.",
    reads: &["sounds"],
    run: Run::Level(reversed),
    fixes: &[],
};

fn unknown(level: &Level, report: &mut Report) {
    for (list, field, names) in [("power_ups", "kind", &POWER_UPS), ("sounds", "shape", &SHAPES)] {
        for record in rows(level, list) {
            let raw = record.base_int(field).unwrap_or(0);
            if names.name(raw).is_none() {
                report.record(&record, field, format!("{raw:#010X} is no {}", names.key));
            }
        }
    }
}

fn reversed(level: &Level, report: &mut Report) {
    for record in rows(level, "sounds") {
        let field = |name: &str| record.fields().into_iter().find(|f| f.name == name);
        let real = |name: &str| record.get(field(name)?).ok()?.as_f64();
        if let (Some(min), Some(max)) = (real("min_radius"), real("max_radius"))
            && min > max
        {
            report.record(&record, "min_radius", format!("{min} is more than the larger radius {max}"));
        }
        if let (Some(min), Some(max)) = (field("box_min"), field("box_max")) {
            let (min, max) = (vector(&record, min), vector(&record, max));
            let axis = ["x", "y", "z"].iter().zip(min.iter().zip(max)).find(|(_, (a, b))| **a > *b);
            if let Some((axis, (a, b))) = axis {
                report.record(&record, "box_min", format!("along {axis} it begins at {a} and ends at {b}"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, level, set, set_real, set_vector};
    use super::*;
    use crate::games::oni::records::BOX;

    #[test]
    fn unknown_tags_and_reversed_shapes_are_told() {
        let (mut document, made) = level(&["power-up", "ambient-sound", "ambient-sound"]);
        assert!(found(&document, &UNKNOWN).is_empty() && found(&document, &REVERSED).is_empty());
        set(&mut document, made[0], "kind", 0x4141_4141);
        set_real(&mut document, made[1], "min_radius", 99.0);
        set(&mut document, made[2], "shape", BOX.into());
        set_vector(&mut document, made[2], "box_min", [0.0, 70.0, 0.0]);
        assert_eq!(found(&document, &UNKNOWN), ["power_ups/0 kind: 0x41414141 is no power-up"]);
        assert_eq!(
            found(&document, &REVERSED),
            [
                "sounds/0 min_radius: 99 is more than the larger radius 60",
                "sounds/1 box_min: along y it begins at 70 and ends at 0",
            ]
        );
    }
}
