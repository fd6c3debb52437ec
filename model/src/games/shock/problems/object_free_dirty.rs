//! Rule O7: free rows hold nothing but the lists (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::operations::lists::Lists;
use crate::games::shock::tables::OBJECTS;
use crate::problems::{Check, Fix, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "object-free-dirty",
    severity: Severity::Info,
    label: "Free object rows not cleared",
    doc: "Deleted objects left bytes behind. The engine clears them when it saves; they do no harm.",
    reads: &["objects"],
    run: Run::Level(run),
    fixes: &[Fix {
        label: "Clear free rows",
        doc: "Zeroes what deleted objects left behind, as the engine does when it saves.",
        run: |draft, problem| Lists::new(draft, problem.node.level)?.zero_unused(),
    }],
};

fn run(level: &Level, report: &mut Report) {
    let Some((table, rows)) = objects(level) else { return };
    let shift = usize::from(table.layout != 0);
    // Class and subclass, then all behind the lists' numbers.
    let dirty = |head: &[u8]| {
        let rest = head.get(11 + shift..).unwrap_or_default().iter().chain(head.get(1..3).unwrap_or_default());
        rest.into_iter().any(|b| *b != 0)
    };
    let free = rows.iter().zip(table.heads()).enumerate().skip(1).filter(|(_, (o, _))| o.active() == 0);
    let found: Vec<usize> = free.filter(|(_, (_, head))| dirty(head)).map(|(row, _)| row).collect();
    if let Some(first) = found.first() {
        let message = format!("rule O7: {} free rows still hold bytes of deleted objects", found.len());
        say(report, level, &OBJECTS, *first, "", message);
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
        put(&mut document, "objects", 30, "hit_points", 3);
        let dirty = "rule O7: 1 free rows still hold bytes of deleted objects";
        assert_eq!(found(&document, &CHECK), [format!("objects/30 : {dirty}")]);
    }
}
