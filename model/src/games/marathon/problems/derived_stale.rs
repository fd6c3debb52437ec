//! Stored values that no longer follow from what they were made of (`marathon.md` 1.5, 5.1).

use std::cell::Cell;

use super::common::{Remembered, but_other_objects, geometry};
use crate::document::{Level, Severity};
use crate::games::marathon::geometry::rates::match_rates;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "derived-stale",
    severity: Severity::Info,
    label: "Derived fields out of date",
    doc: "Lengths, heights, areas and lists that follow from the geometry differ from what the rules give now. Engines \
          work them out anew for levels that store points alone, and trust them in others. Beside platforms they may \
          be right all the same: they were made while the platforms stood elsewhere.",
    reads: &[
        "points",
        "endpoints",
        "lines",
        "sides",
        "polygons",
        "objects",
        "platforms",
        "saved_platforms",
        "map_indices",
    ],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    thread_local! {
        static LAST: Remembered<Vec<String>> = const { Cell::new(None) };
    }
    let counts = but_other_objects(&LAST, level, || {
        let rates = match_rates(&geometry(level));
        let stale = rates.iter().filter(|rate| rate.matching < rate.total);
        stale.map(|r| format!("{} in {} of {}", r.field, r.total - r.matching, r.total)).collect()
    });
    if !counts.is_empty() {
        report.level(level.id(), format!("stored values differ from what the rules give: {}", counts.join(", ")));
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, put, rooms};
    use super::*;

    #[test]
    fn one_line_counts_them() {
        let mut document = rooms().document();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "lines", 3, "length", 7);
        put(&mut document, "lines", 4, "length", 7);
        put(&mut document, "polygons", 1, "area", 0);
        let words = "stored values differ from what the rules give: polygon.area in 1 of 4, line.length in 2 of 13";
        assert_eq!(found(&document, &CHECK), [format!(" : {words}")]);
    }
}
