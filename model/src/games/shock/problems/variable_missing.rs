//! Variables that do not exist (`systemshock.md` 6.2).

use super::dangling::holder;
use crate::document::{Level, Record, Severity};
use crate::links::for_each_record;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "variable-missing",
    severity: Severity::Warning,
    label: "Names a variable that does not exist",
    doc: "There are 512 boolean and 64 integer variables. The game reads and writes whatever lies behind them.",
    reads: &[],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    let mut found: Vec<(Record<'_>, &'static str, String)> = Vec::new();
    let done: Result<(), std::convert::Infallible> = for_each_record(level, &mut |record, references| {
        let variables = references.iter().filter(|r| matches!(r.key, "booleans" | "integers"));
        for reference in variables.filter(|r| r.position >= r.table.len()) {
            if let Some(holder) = holder(record) {
                let (key, number) = (reference.key.trim_end_matches('s'), reference.position);
                let message = format!("{holder} names {key} variable {number}; there are {}", reference.table.len());
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

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_condition_on_a_variable_behind_the_end_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "traps", 1, "condition", 0x1000 | 64);
        let behind = "object 1 names integer variable 64; there are 64";
        assert_eq!(found(&document, &CHECK), [format!("traps/1 condition_variable: {behind}")]);
    }
}
