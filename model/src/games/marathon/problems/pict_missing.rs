//! A terminal's picture that is in no file (`marathon.md` 3.1, 5.1).

use super::common::terminal_groups;
use crate::document::Severity;
use crate::problems::{Check, Report, Run, Whole};

/// Group type of a picture with text (`marathon.md` 3.1). The logon and logoff groups name one too, from the
/// application's own pictures as a rule.
const PICTURE: i128 = 12;

pub(super) static CHECK: Check = Check {
    id: "pict-missing",
    severity: Severity::Warning,
    label: "Picture that is not there",
    doc: "The terminal shows a picture that is in neither fork of the file. It may lie in the scenario's other files; if \
          it does not, the terminal stays empty there. Nothing is said of files that have no pictures at all.",
    reads: &["terminals"],
    run: Run::Document(run),
    fixes: &[],
};

fn run(whole: &Whole<'_>, report: &mut Report) {
    for group in whole.levels().flat_map(terminal_groups) {
        let Some(id) = group.base_int("permutation").and_then(|id| i64::try_from(id).ok()) else { continue };
        if group.base_int("kind") == Some(PICTURE) && whole.source.lent("picture", id) == Some(false) {
            report.record(&group, "permutation", format!("there is no picture {id}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::rooms;
    use super::*;
    use crate::document::{Document, Level, LevelBuilder, LevelId, LevelSource, OpenReport};
    use crate::games::marathon::MARATHON;
    use crate::games::marathon::test_level::Made;
    use crate::problems::of_document;

    /// A level beside pictures of these numbers; `None` where nobody knows.
    #[derive(Debug)]
    struct Pictures(Made, Option<Vec<i64>>);
    impl LevelSource for Pictures {
        fn len(&self) -> u32 {
            1
        }
        fn name(&self, _: LevelId) -> String {
            String::new()
        }
        fn game_index(&self, _: LevelId) -> i64 {
            0
        }
        fn decode(&self, id: LevelId) -> Level {
            self.0.decode(id)
        }
        fn lent(&self, sort: &str, number: i64) -> Option<bool> {
            assert_eq!(sort, "picture");
            Some(self.1.as_ref()?.contains(&number))
        }
    }

    #[test]
    fn a_picture_in_no_fork_is_named() {
        for (known, expected) in [(None, 0), (Some(vec![1001, 1002]), 0), (Some(vec![1001]), 1)] {
            let level = Made { groups: vec![[12, 1001], [12, 1002], [0, 1600]], ..rooms() };
            let file = LevelBuilder::new(LevelId::FILE).finish();
            let source = std::sync::Arc::new(Pictures(level, known));
            let mut document = Document::new(&MARATHON, source, file, OpenReport::default());
            document.level(LevelId(0)).unwrap();
            let whole = Whole { state: document.state(), source: &**document.source() };
            let found: Vec<_> = of_document(&MARATHON, &whole).into_iter().filter(|p| p.check == CHECK.id).collect();
            assert_eq!(found.len(), expected);
            assert!(found.iter().all(|p| p.message == "there is no picture 1002"));
        }
    }
}
