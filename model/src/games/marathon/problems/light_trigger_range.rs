//! A polygon that switches a light that is not there (`marathon.md` 2.4, 5.1).

use super::common::{count, geometry, outside, polygon_type};
use crate::document::{Level, Severity};
use crate::problems::{Check, Fix, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "light-trigger-range",
    severity: Severity::Error,
    label: "Light trigger for no light",
    doc: "Whoever enters the polygon, monsters too, switches a light that does not exist.",
    reads: &["polygons", "lights", "lights_m1", "saved_lights"],
    run: Run::Level(run),
    fixes: &[Fix {
        label: "Make the polygon a normal one",
        doc: "It no longer switches anything.",
        run: |draft, problem| draft.set_int(problem.node, "kind", 0).map(|_| ()),
    }],
};

fn run(level: &Level, report: &mut Report) {
    let map = geometry(level);
    let have = count(level, "lights");
    for (at, own) in map.polygons.iter().enumerate() {
        let trigger = matches!(own.polygon_type, polygon_type::LIGHT_ON | polygon_type::LIGHT_OFF);
        if trigger && outside(own.permutation, have) {
            let message = format!("it switches light {}, the level has {have}", own.permutation);
            report.row(level, "polygons", at, "permutation", message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{fix, found, put, rooms};
    use super::*;

    #[test]
    fn a_trigger_for_no_light_is_named() {
        let mut document = rooms().document();
        put(&mut document, "polygons", 1, "kind", 8);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "polygons", 1, "permutation", 3);
        assert_eq!(found(&document, &CHECK), ["polygons/1 permutation: it switches light 3, the level has 3"]);
        fix(&mut document, &CHECK, 0);
    }
}
