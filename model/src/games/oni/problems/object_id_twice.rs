//! Object ids are unique in a level (`oni.md` 2.1, 4.4).

use super::common::repeated;
use crate::document::{Level, Severity};
use crate::games::oni::chunk::TYPES;
use crate::games::oni::records::ObjectHeader;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "oni-object-id-twice",
    severity: Severity::Error,
    label: "Object id used twice",
    doc: "Every object has an id of its own in the level; of baked objects the environment's quads name it.",
    reads: &[],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    let all = TYPES.iter().filter_map(|of| level.table(of.table.key)).flat_map(|t| level.rows(t));
    for (record, first, id) in repeated(all, |r| ObjectHeader::new(r.head(), 0).map(|h| h.object_id())) {
        report.record(&record, "object_id", format!("{first} has the object id {id} too"));
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, level, set};
    use super::*;

    #[test]
    fn an_id_in_two_lists_is_named() {
        let (mut document, made) = level(&["character", "flag"]);
        assert!(found(&document, &CHECK).is_empty());
        set(&mut document, made[1], "object_id", 1);
        assert_eq!(found(&document, &CHECK), ["flags/0 object_id: characters/0 has the object id 1 too"]);
    }
}
