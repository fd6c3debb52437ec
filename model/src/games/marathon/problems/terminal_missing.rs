//! A panel for a terminal that is not there (`marathon.md` 2.5, 5.1).

use super::common::{count, rows};
use crate::document::{Level, RecordFacts, Severity};
use crate::problems::{Check, Report, Run};
use crate::record::{Kind, Target};

pub(super) static CHECK: Check = Check {
    id: "terminal-missing",
    severity: Severity::Warning,
    label: "Terminal that is not there",
    doc: "The control panel opens a terminal that the level does not have. In levels whose terminals are kept beside \
          the map until it is merged, this is as it should be.",
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
    for side in rows(level, &["sides"]) {
        let field = side.schema().field_for("panel_permutation", &RecordFacts(side));
        let Some(field) =
            field.filter(|f| matches!(&f.kind, Kind::Link(l) if matches!(l.target, Target::Row("terminals"))))
        else {
            continue;
        };
        let Some(terminal) = side.get(field).ok().and_then(|v| v.as_int()) else { continue };
        if usize::try_from(terminal).map_or(true, |at| at >= have) {
            report.record(&side, "panel_permutation", format!("there is no terminal {terminal}, the level has {have}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, put, rooms};
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
}
