//! An exit to a level that is not there (`marathon.md` 1.6, 2.4, 5.1).

use super::common::{is_marathon_1, rows, terminal_groups};
use crate::document::{Level, LevelId, Record, Severity};
use crate::problems::{Check, Report, Run, Whole};

pub(super) static CHECK: Check = Check {
    id: "level-missing",
    severity: Severity::Warning,
    label: "Exit to no level",
    doc: "An exit or a terminal leads to a level that the file does not have. 256 is the end of the game, 100 in \
          Marathon 1. A file with one level is part of something larger, so nothing is said of its exits.",
    reads: &["polygons", "terminals", "directory"],
    run: Run::Document(run),
    fixes: &[],
};

/// What ends the game instead (`marathon.md` 5.1).
const END: i128 = 256;
const END_MARATHON_1: i128 = 100;

fn run(whole: &Whole<'_>, report: &mut Report) {
    if whole.source.len() < 2 {
        return;
    }
    let known: Vec<i128> = whole.state.ids().map(|id| i128::from(whole.source.game_index(id))).collect();
    for level in whole.levels() {
        for (record, to) in exits(level) {
            let end = if is_marathon_1(level) { END_MARATHON_1 } else { END };
            if to != end && !known.contains(&to) {
                report.record(&record, "permutation", format!("there is no level {to}"));
            }
        }
    }
    debug_assert!(!known.is_empty() || whole.state.level(LevelId(0)).is_none());
}

/// What leads to another level, with the level's number.
fn exits(level: &Level) -> Vec<(Record<'_>, i128)> {
    /// Types of polygons that are automatic exits (`marathon.md` 1.2), and of groups that teleport.
    const EXIT: i128 = 18;
    const EXIT_MARATHON_1: i128 = 15;
    const TELEPORT: i128 = 6;
    let exit = if is_marathon_1(level) { EXIT_MARATHON_1 } else { EXIT };
    let polygons = rows(level, &["polygons"]).filter(|p| p.base_int("kind") == Some(exit));
    let groups = terminal_groups(level).into_iter().filter(|g| g.base_int("kind") == Some(TELEPORT));
    polygons.chain(groups).filter_map(|r| Some((r, r.base_int("permutation")?))).collect()
}

#[cfg(test)]
mod tests {
    use super::super::made::rooms;
    use super::*;
    use crate::document::{Document, LevelBuilder, LevelSource, OpenReport};
    use crate::games::marathon::test_level::Made;
    use crate::problems::of_document;

    /// The same level several times, with numbers 0, 10, 20.
    #[derive(Debug)]
    struct Several(Made, u32);
    impl LevelSource for Several {
        fn len(&self) -> u32 {
            self.1
        }
        fn name(&self, _: LevelId) -> String {
            String::new()
        }
        fn game_index(&self, level: LevelId) -> i64 {
            i64::from(level.0) * 10
        }
        fn decode(&self, id: LevelId) -> Level {
            self.0.decode(id)
        }
    }

    #[test]
    fn exits_to_no_level_are_named() {
        let exits = vec![[6, 10], [6, 11], [6, 256], [6, 100]];
        for (levels, expected) in [(1, 0), (2, 2)] {
            let source = Several(Made { groups: exits.clone(), ..rooms() }, levels);
            let file = LevelBuilder::new(LevelId::FILE).finish();
            let game = &crate::games::marathon::MARATHON;
            let mut document = Document::new(game, std::sync::Arc::new(source), file, OpenReport::default());
            document.level(LevelId(0)).unwrap();
            let whole = Whole { state: document.state(), source: &**document.source() };
            let found: Vec<_> = of_document(game, &whole).into_iter().filter(|p| p.check == CHECK.id).collect();
            assert_eq!(found.len(), expected, "{levels} levels");
            if let Some(first) = found.first() {
                assert_eq!(first.place, "terminals/0/lists/0/groups/1");
                assert_eq!(first.message, "there is no level 11");
            }
        }
    }
}
