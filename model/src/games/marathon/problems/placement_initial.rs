//! More on the map than the game will place (`marathon.md` 0.3, 2.6, 5.1).

use super::common::rows;
use crate::document::{Level, Severity};
use crate::edit::Draft;
use crate::games::marathon::operations::placement::row_of;
use crate::games::marathon::records::Object;
use crate::problems::{Check, Fix, Problem, Report, Run};
use crate::record::Refusal;

pub(super) static CHECK: Check = Check {
    id: "placement-initial",
    severity: Severity::Info,
    label: "Fewer placed than stand on the map",
    doc: "At the start the game places as many of each monster and item as the placement says, at spots drawn from \
          those on the map. Here there are more spots: some stay empty, another time others. On purpose, or a count \
          that was forgotten. (A greater count is common: the rest appears at random spots.)",
    reads: &["objects", "placement"],
    run: Run::Level(run),
    fixes: &[Fix {
        label: "Place all of them",
        doc: "The initial count becomes the number on the map.",
        run: place_all,
    }],
};

/// How many objects of each row of the placement stand on the map.
fn placed(level: &Level) -> Vec<i128> {
    let mut placed = vec![0; 128];
    for record in rows(level, &["objects"]) {
        let row = Object::new(record.head(), record.layout()).and_then(|o| row_of(o.group(), o.index()));
        if let Some(count) = row.and_then(|row| placed.get_mut(row)) {
            *count += 1;
        }
    }
    placed
}

fn run(level: &Level, report: &mut Report) {
    for (record, placed) in rows(level, &["placement"]).zip(placed(level)) {
        if let Some(initial) = record.base_int("initial_count").filter(|initial| placed > *initial) {
            let message = format!("{placed} stand on the map, {initial} will be placed");
            report.record(&record, "initial_count", message);
        }
    }
}

fn place_all(draft: &mut Draft, problem: &Problem) -> Result<(), Refusal> {
    let row = draft.record(problem.node)?.position();
    let placed = placed(draft.level(problem.node.level)?).get(row).copied().unwrap_or(0);
    draft.set_int(problem.node, "initial_count", placed).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::super::made::{fix, found, put, rooms};
    use super::*;
    use crate::games::marathon::test_level::Made;

    #[test]
    fn spots_that_stay_empty_are_counted() {
        let monster = [0, 8, 0, 0, 512, 512, 0, 0];
        let player = [0, 0, 0, 0, 512, 512, 0, 0];
        let item = [2, 1, 0, 0, 512, 512, 0, 0];
        let mut document = Made { objects: vec![monster, monster, player, item], ..rooms() }.document();
        put(&mut document, "placement", 64 + 8, "initial_count", 1);
        put(&mut document, "placement", 1, "initial_count", 5);
        let words = ["placement/72 initial_count: 2 stand on the map, 1 will be placed"];
        assert_eq!(found(&document, &CHECK), words);
        fix(&mut document, &CHECK, 0);
    }
}
