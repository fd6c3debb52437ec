//! Rule C6: objects and class rows name each other (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::tables::OBJECTS;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "class-owner",
    severity: Severity::Error,
    label: "Object and class row disagree",
    doc: "A used class row must name an object of its class that names it; every object must have a used class row.",
    reads: LISTS,
    run: Run::Level(run),
    fixes: REPAIR,
};

fn run(level: &Level, report: &mut Report) {
    let Some((_, rows)) = objects(level) else { return };
    for table in class_tables(level) {
        let (used, _) = table.lists();
        let owner = |row: usize| {
            let number = usize::from(table.rows.get(row)?[0]);
            let object = rows.get(number)?;
            let own = object.active() == 1 && object.class() == table.class;
            (own && usize::try_from(object.class_index()) == Ok(row)).then_some(number)
        };
        let strangers = used.rows.iter().filter(|row| owner(**row).is_none()).map(|row| {
            let number = table.rows.get(*row).map_or(0, |r| r[0]);
            (*row, format!("rule C6: it is used, and object {number} does not name it"))
        });
        say_all(report, level, table.spec, "belongs_to", strangers);
        let mut owned = vec![false; rows.len()];
        for number in used.rows.iter().filter_map(|row| owner(*row)) {
            if let Some(owned) = owned.get_mut(number) {
                *owned = true;
            }
        }
        let own = |o: &crate::games::shock::records::Object<'_>| o.active() == 1 && o.class() == table.class;
        let lost =
            rows.iter().enumerate().skip(1).filter(|(row, o)| own(o) && !owned.get(*row).copied().unwrap_or(false));
        let say_lost = |(row, o): (usize, &crate::games::shock::records::Object<'_>)| {
            let message = format!("rule C6: {}/{} is not used by it", table.spec.key, o.class_index());
            (row, message)
        };
        say_all(report, level, &OBJECTS, "class_index", lost.map(say_lost));
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn two_objects_with_one_class_row_are_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "objects", 2, "class_index", 1);
        assert_eq!(
            found(&document, &CHECK),
            [
                "traps/2 belongs_to: rule C6: it is used, and object 2 does not name it",
                "objects/2 class_index: rule C6: traps/1 is not used by it",
            ]
        );
        fix(&mut document, &CHECK, 0);
    }
}
