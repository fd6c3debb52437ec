//! Numbers that name rows beyond the end of a table (`marathon.md` 5.1).

use super::common::name_nothing;
use crate::document::{Level, Record, Severity};
use crate::problems::{Check, Fix, Report, Run, basic};
use crate::record::Field;

/// What the trigger, teleporter, terminal and platform checks say with what it means there.
const OTHERS: [&str; 2] = ["permutation", "panel_permutation"];

/// What a running game writes before it reads it, and what `derived-stale` compares with the rule: old tools left
/// whatever was in memory there.
const LEFT_OVER: [&str; 2] = ["parent_platform", "supporting_polygon"];

pub(super) static CHECK: Check = Check {
    id: "index-range",
    severity: Severity::Error,
    label: "Index out of range",
    doc: "The field names a row that its table does not have. The engine reads beyond the end of an array.",
    reads: &["*/shape"],
    run: Run::Level(run),
    fixes: &[Fix { label: "Name nothing", doc: "The field becomes “none”, where it may.", run: name_nothing }],
};

fn run(level: &Level, report: &mut Report) {
    basic::look(level, report, |f, _| wanted(f), look);
}

fn wanted(field: &Field) -> bool {
    field.is_link() && !OTHERS.contains(&field.name) && !LEFT_OVER.contains(&field.name)
}

fn look(record: &Record<'_>, field: &'static Field) -> Vec<basic::Finding> {
    let found = basic::links(record, field).into_iter();
    // A derived index is trusted in a level that stores its derived data, and worked out anew in others.
    let trusted = record.level().fact("preprocessed") == Some(1) && record.level().fact("data_version") != Some(0);
    found.map(|(_, message)| (if field.derived && !trusted { Some(Severity::Info) } else { None }, message)).collect()
}

#[cfg(test)]
mod tests {
    use super::super::made::{fix, found, problems, put, rooms};
    use super::*;

    #[test]
    fn indices_beyond_the_end_are_named() {
        let mut document = rooms().document();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "polygons", 2, "media", 3);
        assert_eq!(found(&document, &CHECK), ["polygons/2 media: media names media/3, the level has 3"]);
        fix(&mut document, &CHECK, 0);
    }

    #[test]
    fn what_the_engine_works_out_anew_is_worth_knowing_only() {
        let mut document = rooms().document();
        put(&mut document, "sides", 2, "polygon", 77);
        let found = problems(&document, &CHECK);
        assert_eq!((found.len(), found[0].severity), (1, Severity::Info));
    }
}
