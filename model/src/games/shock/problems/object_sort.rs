//! Rule O8: used objects are of a sort that the game has (`systemshock.md` 4.4, 4.6).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::labels;
use crate::games::shock::resources::CLASS_ROWS;
use crate::games::shock::tables::OBJECTS;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "object-sort",
    severity: Severity::Error,
    label: "Object of unknown sort",
    doc: "Its class, subclass or type does not exist, or its class row lies outside the table. The game reads whatever lies there.",
    reads: &["objects"],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    let Some((_, rows)) = objects(level) else { return };
    let found = rows.iter().enumerate().skip(1).filter(|(_, o)| o.active() != 0).filter_map(|(row, o)| {
        let (class, subclass, kind, index) = (o.class(), o.subclass(), o.r#type(), o.class_index());
        let Some(count) = CLASS_ROWS.get(usize::from(class)) else {
            return Some((row, format!("rule O8: class {class} does not exist (0 to 14), its class row is {index}")));
        };
        if !(1..i64::from(*count)).contains(&i64::from(index)) {
            return Some((row, format!("rule O8: its class row {index} is outside 1..{}", count - 1)));
        }
        let unknown = labels::label(class, subclass, kind).is_none();
        unknown.then(|| (row, format!("rule O8: the game has no type {class}/{subclass}/{kind}")))
    });
    say_all(report, level, &OBJECTS, "class", found);
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn objects_of_unknown_sorts_are_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "objects", 1, "class", 99);
        put(&mut document, "objects", 2, "class_index", -1);
        put(&mut document, "objects", 3, "type", 200);
        assert_eq!(
            found(&document, &CHECK),
            [
                "objects/1 class: rule O8: class 99 does not exist (0 to 14), its class row is 1",
                "objects/2 class: rule O8: its class row -1 is outside 1..159",
                "objects/3 class: rule O8: the game has no type 10/0/200",
            ]
        );
    }
}
