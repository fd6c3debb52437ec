//! Rule C7: free class rows hold nothing (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::operations::lists::Lists;
use crate::games::shock::records::class::PREFIX;
use crate::problems::{Check, Fix, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "class-free-dirty",
    severity: Severity::Info,
    label: "Free class rows not cleared",
    doc: "Deleted objects left bytes behind. The engine clears them when it saves, but for those whose number is in use again; they do no harm.",
    reads: LISTS,
    run: Run::Level(run),
    fixes: &[Fix {
        label: "Clear free rows",
        doc: "Zeroes what deleted objects left behind, as the engine does when it saves.",
        run: |draft, problem| Lists::new(draft, problem.node.level)?.zero_unused(),
    }],
};

fn run(level: &Level, report: &mut Report) {
    let Some((_, rows)) = objects(level) else { return };
    for table in class_tables(level) {
        let (_, free) = table.lists();
        let bytes = |row: usize| table.table.row_head(row).and_then(|head| head.get(PREFIX..)).unwrap_or_default();
        // The engine asks the object that the row names.
        let in_use = |row: usize| {
            let number = table.rows.get(row).map_or(0, |r| usize::from(r[0]));
            rows.get(number).is_some_and(|o| o.active() != 0)
        };
        let dirty = free.rows.iter().filter(|row| !in_use(**row) && bytes(**row).iter().any(|b| *b != 0));
        let dirty: Vec<usize> = dirty.copied().collect();
        if let Some(first) = dirty.first() {
            let message = format!("rule C7: {} free rows still hold bytes of deleted objects", dirty.len());
            say(report, level, table.spec, *first, "", message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_free_row_with_bytes_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "guns", 9, "rounds", 3);
        let dirty = "rule C7: 1 free rows still hold bytes of deleted objects";
        assert_eq!(found(&document, &CHECK), [format!("guns/9 : {dirty}")]);
        fix(&mut document, &CHECK, 0);
    }
}
