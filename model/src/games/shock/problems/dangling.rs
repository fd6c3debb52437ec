//! Rule R1: numbers that name objects name objects that are there (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Record, Severity};
use crate::edit::Draft;
use crate::games::shock::objects::{beside, class_of_table, live_rows};
use crate::games::shock::tables::{ANIMATIONS, CAMERA_DEATHS, CAMERAS, SCHEDULE};
use crate::links::for_each_record;
use crate::problems::{Check, Fix, Problem, Report, Run};
use crate::record::{Refusal, Value};

pub(super) static CHECK: Check = Check {
    id: "dangling",
    severity: Severity::Warning,
    label: "Names an object that is not there",
    doc: "The row it names is free. As soon as the game or you make a new object, the number may come to mean that one.",
    reads: &[],
    run: Run::Level(run),
    fixes: &[Fix { label: "Name nothing", doc: "The number becomes 0.", run: name_nothing }],
};

/// Which object holds a row, in words; `None` where the row is not in use, so that nobody reads it.
pub(super) fn holder(record: &Record<'_>) -> Option<String> {
    let (level, table) = (record.level(), record.table());
    let at = record.position();
    if class_of_table(table).is_some() {
        let owner = beside(record, "common")?;
        return Some(format!("object {}", owner.position()));
    }
    let known = [&SCHEDULE, &ANIMATIONS, &CAMERAS, &CAMERA_DEATHS];
    let live = if known.into_iter().any(|spec| std::ptr::eq(table.spec, spec)) { live_rows(level, table) } else { 0 };
    (at < live).then(|| format!("{}/{at}", table.key()))
}

fn run(level: &Level, report: &mut Report) {
    let Some((_, rows)) = objects(level) else { return };
    let missing = |at: usize| rows.get(at).is_none_or(|o| o.active() == 0);
    let mut found: Vec<(Record<'_>, &'static str, String)> = Vec::new();
    let done: Result<(), std::convert::Infallible> = for_each_record(level, &mut |record, references| {
        let to_objects = references.iter().filter(|r| r.key == "objects" && r.field.fixed.is_empty());
        for reference in to_objects.filter(|r| missing(r.position)) {
            if let Some(holder) = holder(record) {
                let number = reference.position;
                let message = format!("rule R1: {holder} names object {number}, and row {number} is free");
                found.push((*record, reference.field.name, message));
            }
        }
        Ok(())
    });
    match done {
        Ok(()) => {}
        Err(never) => match never {},
    }
    for (record, field, message) in found {
        report.record(&record, field, message);
    }
}

fn name_nothing(draft: &mut Draft, problem: &Problem) -> Result<(), Refusal> {
    let field = draft.field(problem.node, problem.field)?;
    let value = match draft.record(problem.node)?.get(field)? {
        Value::List(list) => {
            let level = draft.level(problem.node.level)?;
            let Some((_, rows)) = objects(level) else { return Ok(()) };
            let there = |v: &Value| {
                let row = v.as_int().and_then(|n| usize::try_from(n).ok()).and_then(|n| rows.get(n));
                row.is_some_and(|o| o.active() != 0)
            };
            Value::List(list.into_iter().map(|v| if there(&v) { v } else { Value::Int(0) }).collect())
        }
        _ => Value::Int(0),
    };
    draft.set(problem.node, field, &value)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_trap_that_uses_a_deleted_object_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        // The door is object 3; the trap uses it after half a second.
        delete_keeping(&mut document, 3);
        let free = "rule R1: object 1 names object 3, and row 3 is free";
        assert_eq!(found(&document, &CHECK), [format!("traps/1 object_2: {free}")]);
        fix(&mut document, &CHECK, 0);
    }

    #[test]
    fn deleting_does_not_leave_a_number_behind() {
        let mut document = level();
        delete(&mut document, 3);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        assert!(document.undo());
    }
}
