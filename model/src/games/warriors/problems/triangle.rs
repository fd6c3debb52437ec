//! Triangles that do not exist or belong to two things (`warriors.md` 1.12).

use std::collections::BTreeMap;

use crate::document::{Level, Severity};
use crate::games::warriors::level::{all_calls, int};
use crate::games::warriors::records::calls::{DOOR, PANE};
use crate::games::warriors::tables;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "triangle",
    severity: Severity::Warning,
    label: "Collision triangle",
    doc: "A door or pane that names no triangle of the mesh opens a hole somewhere else or stops the game; two \
          that share one open each other.",
    reads: &["scripts", "texts", "triangles"],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    let have = level.table(tables::TRIANGLES.key).map(|table| table.len());
    let mut owners: BTreeMap<i128, String> = BTreeMap::new();
    let calls = all_calls(level);
    let owning = calls.iter().filter(|c| std::ptr::eq(c.schema(), &DOOR) || std::ptr::eq(c.schema(), &PANE));
    for (at, call) in owning.enumerate() {
        for name in ["triangle1", "triangle2"] {
            let Some(triangle) = call.schema().base_field(name).and_then(|field| int(call, field)) else { continue };
            let outside = usize::try_from(triangle).map_or(true, |triangle| have.is_some_and(|have| triangle >= have));
            if outside {
                let have = have.map_or_else(String::new, |have| format!(", the mesh has {have}"));
                report.record(call, name, format!("triangle {triangle}{have}"));
            }
            let own = format!("{} {}", call.schema().label.to_lowercase(), at + 1);
            match owners.get(&triangle) {
                Some(other) if *other != own => {
                    report.record(call, name, format!("triangle {triangle} is {other}'s too"))
                }
                Some(_) => report.record(call, name, format!("triangle {triangle} is named twice")),
                None => drop(owners.insert(triangle, own)),
            }
        }
    }
}
