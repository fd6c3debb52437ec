//! A trigger or switch for a platform that is none (`marathon.md` 2.4, 2.5, 5.1).

use super::common::{at, geometry, polygon_type, rows};
use crate::document::{Level, Record, Severity};
use crate::games::marathon::geometry::map::Map;
use crate::problems::{Check, Fix, Report, Run};
use crate::record::{Kind, Target};

pub(super) static CHECK: Check = Check {
    id: "platform-trigger-target",
    severity: Severity::Warning,
    label: "Trigger for no platform",
    doc: "The trigger or switch names a polygon that is no platform: nothing happens. Platforms are named by their \
          polygon, not by their number.",
    reads: &["polygons", "sides"],
    run: Run::Level(run),
    fixes: &[Fix {
        label: "Name nothing",
        doc: "The trigger or switch still does nothing, but says so.",
        run: super::common::name_nothing,
    }],
};

fn run(level: &Level, report: &mut Report) {
    let map = geometry(level);
    for (record, own) in rows(level, &["polygons"]).zip(&map.polygons) {
        if matches!(own.polygon_type, polygon_type::PLATFORM_ON | polygon_type::PLATFORM_OFF) {
            judge(&map, &record, "permutation", own.permutation.into(), report);
        }
    }
    for record in rows(level, &["sides"]) {
        if let Some(polygon) = switched(&record) {
            judge(&map, &record, "panel_permutation", polygon, report);
        }
    }
}

/// The polygon that a platform switch names.
fn switched(side: &Record<'_>) -> Option<i128> {
    /// Bit of a side that is a control panel (seed 001, FLAGS).
    const PANEL: i128 = 1 << 1;
    if side.base_int("flags")? & PANEL == 0 {
        return None;
    }
    let field = side.schema().field_for("panel_permutation", &crate::document::RecordFacts(*side))?;
    let Kind::Link(link) = &field.kind else { return None };
    let Target::Row("polygons") = link.target else { return None };
    side.get(field).ok()?.as_int()
}

fn judge(map: &Map, record: &Record<'_>, field: &'static str, polygon: i128, report: &mut Report) {
    // None is what a trigger names that is not in use.
    let Some(polygon) = i16::try_from(polygon).ok().filter(|p| *p != -1) else { return };
    match at(&map.polygons, polygon) {
        Some(target) if target.is_platform() => {}
        Some(_) => report.record(record, field, format!("polygon {polygon} is no platform")),
        None => report.record(record, field, format!("there is no polygon {polygon}")),
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{fix, found, put, rooms};
    use super::*;

    #[test]
    fn triggers_and_switches_for_no_platform_are_named() {
        let mut document = rooms().document();
        put(&mut document, "polygons", 0, "kind", 7);
        put(&mut document, "polygons", 0, "permutation", 3);
        put(&mut document, "sides", 2, "flags", 2);
        put(&mut document, "sides", 2, "panel_type", 5);
        put(&mut document, "sides", 2, "panel_permutation", 9);
        assert_eq!(
            found(&document, &CHECK),
            ["polygons/0 permutation: polygon 3 is no platform", "sides/2 panel_permutation: there is no polygon 9"]
        );
        put(&mut document, "polygons", 3, "kind", 5);
        put(&mut document, "sides", 2, "panel_type", 4);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0], "a light switch names no polygon");
        put(&mut document, "polygons", 3, "kind", 0);
        fix(&mut document, &CHECK, 0);
    }
}
