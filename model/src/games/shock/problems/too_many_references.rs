//! Rule X7: an object touches at most 12 tiles (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::objects::MOST_REFERENCES;
use crate::games::shock::references::References;
use crate::games::shock::tables::OBJECTS;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "too-many-references",
    severity: Severity::Error,
    label: "Object touches too many tiles",
    doc: "The engine stops at more than 12 cross references of one object.",
    reads: LISTS,
    run: Run::Level(run),
    fixes: REPAIR,
};

fn run(level: &Level, report: &mut Report) {
    let Some(references) = References::of(level) else { return };
    let mut counts = vec![0usize; crate::games::shock::resources::OBJECT_ROWS as usize];
    for row in references.rows.iter().skip(1).filter(|r| r.x() >= 0) {
        if let Some(count) = usize::try_from(row.object()).ok().and_then(|object| counts.get_mut(object)) {
            *count += 1;
        }
    }
    let many = counts.into_iter().enumerate().skip(1).filter(|(_, count)| *count > MOST_REFERENCES);
    let found = many.map(|(row, count)| (row, format!("rule X7: {count} cross references name it, at most 12 can")));
    say_all(report, level, &OBJECTS, "reference", found);
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn an_object_with_thirteen_references_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        for row in 100..112 {
            put(&mut document, "references", row, "object", 1);
            put(&mut document, "references", row, "x", 5);
        }
        let many = "rule X7: 13 cross references name it, at most 12 can";
        assert_eq!(found(&document, &CHECK), [format!("objects/1 reference: {many}")]);
        fix(&mut document, &CHECK, 0);
    }
}
