//! Running checks, again only where what they read has changed.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::{Check, Problem, Report, Run, Whole};
use crate::document::{Level, LevelId, Table};
use crate::games::Game;

/// Everything the checks of a game find in one level.
pub fn of_level(game: &Game, level: &Level) -> Vec<Problem> {
    game.checks.iter().flat_map(|check| run_level(check, level).unwrap_or_default()).collect()
}

/// Everything the checks of a game find in the decoded levels of a file: what concerns the file first, then level by
/// level.
pub fn of_document(game: &Game, whole: &Whole<'_>) -> Vec<Problem> {
    let file = game.checks.iter().flat_map(|check| run_whole(check, whole).unwrap_or_default());
    file.chain(whole.levels().flat_map(|level| of_level(game, level))).collect()
}

pub(super) fn run_level(check: &Check, level: &Level) -> Option<Vec<Problem>> {
    let mut report = Report::new(check);
    match check.run {
        Run::Level(run) => run(level, &mut report),
        Run::Table(run) => level.tables().for_each(|table| run(level, table, &mut report)),
        Run::Document(_) => return None,
    }
    Some(report.finish())
}

fn run_table(run: fn(&Level, &Table, &mut Report), check: &Check, level: &Level, table: &Table) -> Vec<Problem> {
    let mut report = Report::new(check);
    run(level, table, &mut report);
    report.finish()
}

fn run_whole(check: &Check, whole: &Whole<'_>) -> Option<Vec<Problem>> {
    let Run::Document(run) = check.run else { return None };
    let mut report = Report::new(check);
    run(whole, &mut report);
    Some(report.finish())
}

/// What a check found, and the stamps of the tables it read.
#[derive(Clone, Debug)]
struct Found {
    stamps: Vec<u64>,
    problems: Arc<[Problem]>,
}

/// Remembers what was found, and asks again only the checks whose tables changed.
#[derive(Clone, Debug, Default)]
pub struct Checker {
    /// By check, by level for those that look at one, and by table for those that look at each by itself.
    found: BTreeMap<(&'static str, LevelId, u32), Found>,
    /// How many checks have run.
    runs: usize,
}

impl Checker {
    /// How many times a check had to run so far.
    pub fn runs(&self) -> usize {
        self.runs
    }

    /// What the game's checks find in one level.
    pub fn level(&mut self, game: &Game, level: &Level) -> Vec<Problem> {
        let mut out = Vec::new();
        for check in game.checks {
            if let Run::Table(run) = check.run {
                for table in level.tables() {
                    let place = (level.id(), table.number);
                    let stamps = || vec![table.stamp()];
                    out.extend_from_slice(
                        &self.ask(check, place, stamps, || Some(run_table(run, check, level, table))),
                    );
                }
                continue;
            }
            let stamps = || stamps(check, level).collect();
            out.extend_from_slice(&self.ask(check, (level.id(), 0), stamps, || run_level(check, level)));
        }
        out
    }

    /// What the game's checks find in the decoded levels of a file; see [`of_document`].
    pub fn document(&mut self, game: &Game, whole: &Whole<'_>) -> Vec<Problem> {
        let mut out = Vec::new();
        for check in game.checks {
            let stamps = || whole.levels().chain(whole.file()).flat_map(|l| stamps(check, l)).collect();
            out.extend_from_slice(&self.ask(check, (LevelId::FILE, 0), stamps, || run_whole(check, whole)));
        }
        for level in whole.levels() {
            out.extend(self.level(game, level));
        }
        out
    }

    fn ask(
        &mut self,
        check: &Check,
        (level, table): (LevelId, u32),
        stamps: impl Fn() -> Vec<u64>,
        run: impl Fn() -> Option<Vec<Problem>>,
    ) -> Arc<[Problem]> {
        let wanted = matches!((check.run, level), (Run::Document(_), LevelId::FILE))
            || !matches!(check.run, Run::Document(_)) && level != LevelId::FILE;
        if !wanted {
            return Arc::from([]);
        }
        let stamps = stamps();
        if let Some(found) = self.found.get(&(check.id, level, table)).filter(|f| f.stamps == stamps) {
            return found.problems.clone();
        }
        self.runs += 1;
        let problems: Arc<[Problem]> = run().unwrap_or_default().into();
        self.found.insert((check.id, level, table), Found { stamps, problems: problems.clone() });
        problems
    }
}

/// The stamps of the tables a check reads, with the level's id before them: tables may come and go.
fn stamps<'a>(check: &'a Check, level: &'a Level) -> impl Iterator<Item = u64> + 'a {
    std::iter::once(u64::from(level.id().0)).chain(level.tables().filter_map(|t| check.stamp(t)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{Document, LevelBuilder, OpenReport};
    use crate::games::test::{Source, TEST};

    #[test]
    fn only_what_may_have_changed_is_asked_again() {
        let file = LevelBuilder::new(LevelId::FILE).finish();
        let mut document = Document::new(&TEST, Arc::new(Source), file, OpenReport::default());
        document.decode_all();
        let mut checker = Checker::default();
        let look = |checker: &mut Checker, document: &Document| {
            let whole = Whole { state: document.state(), source: &**document.source() };
            let found = checker.document(&TEST, &whole);
            assert_eq!(found, of_document(&TEST, &whole), "remembering changes nothing");
            found
        };
        assert!(look(&mut checker, &document).is_empty());
        let first = checker.runs();
        look(&mut checker, &document);
        assert_eq!(checker.runs(), first, "nothing changed");
        let mut draft = document.draft();
        let id = draft.row(LevelId(1), "things", 4).unwrap().id();
        draft.set_int(id, "path", 7).unwrap();
        document.commit(draft, "astray").unwrap();
        let found = look(&mut checker, &document);
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].check, found[0].place.as_str(), found[0].node), ("link", "things/4", id));
        assert_eq!(
            checker.runs(),
            first + TEST.checks.len(),
            "one level of three, and of it one table where that will do"
        );
        // A thing that moves keeps its links.
        let before = checker.runs();
        let mut draft = document.draft();
        draft.set_int(id, "x", 3).unwrap();
        document.commit(draft, "move").unwrap();
        look(&mut checker, &document);
        assert_eq!(checker.runs(), before + TEST.checks.len() - 1, "all but the check of links");
        document.undo();
        document.undo();
        assert!(look(&mut checker, &document).is_empty());
    }
}
