//! Rule O3: every row of the object table is in one of the two lists (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::tables::OBJECTS;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "object-lists-cover",
    severity: Severity::Error,
    label: "Object in no list or in both",
    doc: "The used and the free list together must hold every row but the first, each once.",
    reads: &["objects"],
    run: Run::Level(run),
    fixes: REPAIR,
};

fn run(level: &Level, report: &mut Report) {
    let Some((_, rows)) = objects(level) else { return };
    let (used, free) = object_lists(&rows);
    let mut lists = vec![0u8; rows.len()];
    for row in used.rows.iter().chain(&free.rows) {
        if let Some(count) = lists.get_mut(*row) {
            *count += 1;
        }
    }
    let found = lists.iter().enumerate().skip(1).filter_map(|(row, count)| match count {
        0 => Some((row, "rule O3: it is in neither list".to_owned())),
        1 => None,
        _ => Some((row, "rule O3: it is in both lists".to_owned())),
    });
    say_all(report, level, &OBJECTS, "next", found);
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_row_in_neither_list_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "objects", 20, "next", 22);
        assert_eq!(found(&document, &CHECK), ["objects/21 next: rule O3: it is in neither list"]);
        fix(&mut document, &CHECK, 0);
    }
}
