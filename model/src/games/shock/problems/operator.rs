//! Conditions that cannot be meant (`systemshock.md` 6.3).

use super::common::*;
use super::dangling::holder;
use crate::document::{Level, Severity};
use crate::games::shock::tables::{BIG_STUFFS, FIXTURES, TRAPS};
use crate::problems::{Check, Fix, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "operator",
    severity: Severity::Warning,
    label: "Condition that cannot be meant",
    doc: "Operator 7 never holds. A boolean variable is 0 or 1, so that comparing it with another number, or by order, \
          always says the same.",
    reads: &["objects", "traps", "fixtures", "big_stuff", "booleans", "integers"],
    run: Run::Level(run),
    fixes: &[Fix {
        label: "Ask whether they are equal",
        doc: "The operator becomes “=”.",
        run: |draft, problem| draft.set_int(problem.node, "condition_operator", 0).map(|_| ()),
    }],
};

fn run(level: &Level, report: &mut Report) {
    for record in [&TRAPS, &FIXTURES, &BIG_STUFFS].into_iter().flat_map(|spec| rows(level, spec)) {
        let number = |name| record.int(name);
        let (Some(holder), Some(operator)) = (holder(&record), number("condition_operator")) else { continue };
        // The low 24 bits all 0 hold always.
        let asks = [number("condition_variable"), number("condition_integer"), number("condition_value")];
        if operator == 0 && asks.iter().all(|n| *n == Some(0)) {
            continue;
        }
        let [_, integer, value] = asks.map(Option::unwrap_or_default);
        let message = match (operator, integer, value) {
            (7, _, _) => "its condition never holds (operator 7)".to_owned(),
            (1..=4, 0, _) => format!("its condition compares a boolean variable by order (operator {operator})"),
            (0 | 5, 0, 2..) => format!("its condition compares a boolean variable with {value}"),
            _ => continue,
        };
        report.record(&record, "condition_operator", format!("{holder}: {message}"));
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn conditions_that_cannot_be_meant_are_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "traps", 1, "condition", 7 << 13 | 5);
        put(&mut document, "traps", 2, "condition", 2 << 13 | 5);
        assert_eq!(
            found(&document, &CHECK),
            [
                "traps/1 condition_operator: object 1: its condition never holds (operator 7)",
                "traps/2 condition_operator: object 2: its condition compares a boolean variable by order (operator 2)",
            ]
        );
        fix(&mut document, &CHECK, 0);
        put(&mut document, "traps", 1, "condition", 5 | 9 << 16);
        let boolean = "traps/1 condition_operator: object 1: its condition compares a boolean variable with 9";
        assert_eq!(found(&document, &CHECK), [boolean]);
    }
}
