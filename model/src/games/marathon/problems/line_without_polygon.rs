//! Scaffolding (`marathon.md` 5.1).

use super::common::{geometry, rows};
use crate::document::{Level, Severity};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::marathon::geometry::map::NONE;
use crate::games::marathon::operations;
use crate::problems::{Check, Fix, Problem, Report, Run};
use crate::record::Refusal;

pub(super) static CHECK: Check = Check {
    id: "line-without-polygon",
    severity: Severity::Info,
    label: "Line without a polygon",
    doc: "No polygon lies beside it. Such lines are left over from drawing; they are harmless, and shown on no map.",
    reads: &["lines"],
    run: Run::Level(run),
    fixes: &[Fix { label: "Delete the line", doc: "Its sides go with it; its points stay.", run: delete }],
};

fn run(level: &Level, report: &mut Report) {
    let map = geometry(level);
    for (record, line) in rows(level, &["lines"]).zip(&map.lines) {
        if line.clockwise_polygon == NONE && line.counterclockwise_polygon == NONE {
            report.record(&record, "", "no polygon lies beside it");
        }
    }
}

fn delete(draft: &mut Draft, problem: &Problem) -> Result<(), Refusal> {
    let plan = operations::PLANS.iter().find(|p| p.key == "delete");
    let plan = plan.ok_or_else(|| Refusal::Missing("the plan delete".to_owned()))?;
    let arguments = Arguments { level: problem.node.level.0, objects: vec![problem.node], ..Arguments::default() };
    (plan.run)(draft, &arguments).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::super::made::{fix, found, put, rooms};
    use super::*;
    use crate::games::marathon::test_level::LEVEL;

    #[test]
    fn a_line_left_over_is_named() {
        let mut document = rooms().document();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        let mut draft = document.draft();
        let row = draft.row(LEVEL, "lines", 0).unwrap();
        let (schema, bytes) = (row.schema(), row.bytes());
        let count = row.table().len();
        let line = draft.insert_row(LEVEL, "lines", count, schema, bytes).unwrap();
        document.commit(draft, "another line").unwrap();
        for field in ["clockwise_polygon", "clockwise_side"] {
            put(&mut document, "lines", count, field, -1);
        }
        assert_eq!(found(&document, &CHECK), [format!("lines/{count} : no polygon lies beside it")]);
        fix(&mut document, &CHECK, 0);
        assert!(document.state().level(LEVEL).unwrap().record(line.number).is_none());
    }
}
