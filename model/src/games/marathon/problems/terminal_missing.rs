//! A panel for a terminal that is not there (`marathon.md` 2.5, 5.1).

use super::common::{count, rows};
use crate::document::{Level, Record, RecordFacts, Severity};
use crate::problems::{Check, Report, Run};
use crate::record::{Kind, Target};

pub(super) static CHECK: Check = Check {
    id: "terminal-missing",
    severity: Severity::Warning,
    label: "Terminal that is not there",
    doc: "The control panel opens a terminal that the level does not have. Where a level has no terminals at all, they \
          are probably kept beside it until the map is merged: that is worth knowing only.",
    reads: &["sides", "terminals"],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    let have = count(level, "terminals");
    // Bytes that could not be taken apart may hold any number.
    if level.tables().any(|t| t.tag.as_ref() == b"term" && t.key() != "terminals") {
        return;
    }
    let panels: Vec<(Record<'_>, i128)> = rows(level, &["sides"])
        .filter_map(|side| {
            let field = side.schema().field_for("panel_permutation", &RecordFacts(side))?;
            let Kind::Link(link) = &field.kind else { return None };
            let Target::Row("terminals") = link.target else { return None };
            Some((side, side.get(field).ok()?.as_int()?))
        })
        .collect();
    if have == 0 && !panels.is_empty() {
        let message = format!("{} control panels open terminals, the level has none", panels.len());
        return report.level_as(Severity::Info, level.id(), message);
    }
    for (side, terminal) in panels.iter().filter(|(_, t)| usize::try_from(*t).map_or(true, |at| at >= have)) {
        report.record(side, "panel_permutation", format!("there is no terminal {terminal}, the level has {have}"));
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, problems, put, rooms};
    use super::*;
    use crate::games::marathon::test_level::Made;

    #[test]
    fn a_panel_for_no_terminal_is_named() {
        let mut document = Made { groups: vec![[0, 1]], ..rooms() }.document();
        for (side, terminal) in [(0, 0), (1, 1)] {
            put(&mut document, "sides", side, "flags", 2);
            put(&mut document, "sides", side, "panel_type", 8);
            put(&mut document, "sides", side, "panel_permutation", terminal);
        }
        let words = ["sides/1 panel_permutation: there is no terminal 1, the level has 1"];
        assert_eq!(found(&document, &CHECK), words);
        put(&mut document, "sides", 1, "flags", 0);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
    }

    #[test]
    fn a_level_without_any_terminals_is_told_once() {
        let mut document = rooms().document();
        for side in 0..2 {
            put(&mut document, "sides", side, "flags", 2);
            put(&mut document, "sides", side, "panel_type", 17);
        }
        let found = problems(&document, &CHECK);
        assert_eq!((found.len(), found[0].severity), (1, Severity::Info));
        assert_eq!(found[0].message, "2 control panels open terminals, the level has none");
    }
}
