//! Map indices beyond what an engine can hold (`marathon.md` 1.5, 5.1).

use std::cell::Cell;

use super::common::{Remembered, but_other_objects, geometry};
use crate::document::{Level, Severity};
use crate::games::marathon::geometry::indices::{self, IndicesError, MAXIMUM_LENGTH, MAXIMUM_OLD_LENGTH};
use crate::games::marathon::geometry::map::Map;
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "index-budget",
    severity: Severity::Warning,
    label: "Too many map indices",
    doc: "For every polygon the engine lists the walls and polygons near it. All lists together may have 32,767 \
          entries in the games as sold and 65,535 in Aleph One, which else does not load the level. Large polygons \
          with many small ones near them need most.",
    reads: &["points", "endpoints", "lines", "polygons", "platforms", "saved_platforms", "objects", "map_indices"],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    thread_local! {
        static LAST: Remembered<Result<usize, IndicesError>> = const { Cell::new(None) };
    }
    let map = geometry(level);
    // A level of Marathon 1 is always worked out anew; one that stores its list is taken at its word.
    let list = if map.index_list.is_empty() || map.marathon_1 {
        but_other_objects(&LAST, level, || indices::rebuilt(&map).map(|m| m.list.len()))
    } else {
        Ok(map.index_list.len())
    };
    judge(&map, list, level, report);
}

fn judge(map: &Map, list: Result<usize, IndicesError>, level: &Level, report: &mut Report) {
    match list {
        Ok(length) if length > MAXIMUM_LENGTH => {
            let message =
                format!("its {length} map indices are more than the {MAXIMUM_LENGTH} that Aleph One can hold");
            report.level_as(Severity::Error, level.id(), message);
        }
        Ok(length) if length > MAXIMUM_OLD_LENGTH && !map.marathon_1 => {
            let message = format!(
                "its {length} map indices are more than the {MAXIMUM_OLD_LENGTH} that engines before \
                                   Aleph One can hold"
            );
            report.level(level.id(), message);
        }
        Ok(_) => {}
        Err(error) => report.level_as(Severity::Error, level.id(), error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, problems, rooms};
    use super::*;
    use crate::document::NodeId;
    use crate::games::marathon::test_level::{LEVEL, Made};
    use crate::record::ByteSplice;

    #[test]
    fn lists_that_no_engine_holds_are_named() {
        let mut document = Made { preprocessed: true, ..rooms() }.document();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        for (entries, severity) in [(32_767, None), (32_768, Some(Severity::Warning)), (65_536, Some(Severity::Error))]
        {
            let mut draft = document.draft();
            let table = draft.table(LEVEL, "map_indices").unwrap();
            let (node, old_len) = (NodeId { level: LEVEL, number: table.number }, table.head.len());
            draft.splice(node, false, ByteSplice { at: 0, old_len, new: vec![0; 2 * entries] }).unwrap();
            document.commit(draft, "fault").unwrap();
            assert_eq!(problems(&document, &CHECK).first().map(|p| p.severity), severity, "{entries}");
        }
    }
}
