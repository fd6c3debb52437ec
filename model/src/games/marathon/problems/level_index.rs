//! A level that no game can reach (`marathon.md` 1.1, 5.1).

use super::common::rows;
use crate::document::{Level, Severity};
use crate::problems::{Check, Report, Run, Whole};

pub(super) static CHECK: Check = Check {
    id: "level-index",
    severity: Severity::Warning,
    label: "Level out of reach",
    doc: "The level's number is not below the number of levels in the file. Aleph One refuses to load it.",
    reads: &["directory", "info"],
    run: Run::Document(run),
    fixes: &[],
};

fn run(whole: &Whole<'_>, report: &mut Report) {
    let levels = i128::from(whole.source.len());
    // What holds no map (pictures, physics) has numbers of another sort, and so has a saved game's description.
    let is_map = |level: &&Level| level.table("info").is_some();
    for entry in whole.levels().filter(is_map).flat_map(|level| rows(level, &["directory"])) {
        if let Some(index) = entry.int("index").filter(|index| *index < 0 || *index >= levels) {
            report.record(&entry, "index", format!("its number is {index}, the file has {levels} levels"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Document, LevelBuilder, LevelId, LevelSource, OpenReport};
    use crate::games::marathon::{MARATHON, tables};
    use crate::problems::of_document;

    /// Two levels with these numbers.
    #[derive(Debug)]
    struct Numbered([i16; 2]);
    impl LevelSource for Numbered {
        fn len(&self) -> u32 {
            2
        }
        fn name(&self, _: LevelId) -> String {
            String::new()
        }
        fn game_index(&self, level: LevelId) -> i64 {
            self.0.get(level.0 as usize).copied().map_or(-1, i64::from)
        }
        fn decode(&self, id: LevelId) -> Level {
            let mut build = LevelBuilder::new(id);
            let index = i16::try_from(self.game_index(id)).unwrap();
            build.packed(&tables::DIRECTORIES, b"", 1, 2, &index.to_be_bytes());
            build.packed(&tables::INFOS, b"Minf", 0, 88, &[0; 88]);
            build.finish()
        }
    }

    #[test]
    fn a_number_beyond_the_count_is_named() {
        let file = LevelBuilder::new(LevelId::FILE).finish();
        let mut document = Document::new(&MARATHON, std::sync::Arc::new(Numbered([1, 2])), file, OpenReport::default());
        document.decode_all();
        let whole = Whole { state: document.state(), source: &**document.source() };
        let found: Vec<_> = of_document(&MARATHON, &whole).into_iter().filter(|p| p.check == CHECK.id).collect();
        let words: Vec<_> = found.iter().map(|p| (p.node.level, p.place.as_str(), p.message.as_str())).collect();
        assert_eq!(words, [(LevelId(1), "directory/0", "its number is 2, the file has 2 levels")]);
    }
}
