//! Panes without an area (`warriors.md` 1.12).

use crate::document::{Level, Severity};
use crate::games::warriors::level::calls_of;
use crate::games::warriors::records::calls::PANE;
use crate::games::warriors::scene::place::PaneShape;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "pane-flat",
    severity: Severity::Warning,
    label: "Pane without an area",
    doc: "A pane whose corners coincide or lie in a line has no size or faces nowhere.",
    reads: &["scripts", "texts"],
    run: Run::Level(run),
    fixes: &[],
};

/// Shorter edges are none, in metres.
const LEAST: f32 = 1e-3;

fn run(level: &Level, report: &mut Report) {
    for pane in calls_of(level, &PANE) {
        let Some(shape) = PaneShape::of(&pane) else { continue };
        let [width, height] = shape.size();
        if width < LEAST || height < LEAST {
            report.record(&pane, "", format!("it is {width} m wide and {height} m high"));
        } else if shape.h.cross(shape.w).length() < LEAST * width * height {
            report.record(&pane, "", "its three corners lie in a line");
        }
    }
}
