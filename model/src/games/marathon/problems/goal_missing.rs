//! A checkpoint without its place (`marathon.md` 3.1, 5.1).

use super::common::{group, rows, terminal_groups};
use crate::document::{Level, Severity};
use crate::problems::{Check, Report, Run};

/// Group type of a terminal that shows the map around a goal (`marathon.md` 3.1).
const CHECKPOINT: i128 = 8;

pub(super) static CHECK: Check = Check {
    id: "goal-missing",
    severity: Severity::Warning,
    label: "Checkpoint without a goal",
    doc: "The terminal shows the map around a goal that the level does not have: the picture stays empty.",
    reads: &["terminals", "objects/shape"],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    let goals: Vec<i128> = rows(level, &["objects"])
        .filter(|o| o.base_int("group") == Some(group::GOAL))
        .filter_map(|o| o.base_int("index"))
        .collect();
    for checkpoint in terminal_groups(level) {
        let goal = checkpoint.base_int("permutation").unwrap_or(-1);
        if checkpoint.base_int("kind") == Some(CHECKPOINT) && !goals.contains(&goal) {
            report.record(&checkpoint, "permutation", format!("there is no goal {goal}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, rooms};
    use super::*;
    use crate::games::marathon::test_level::Made;

    #[test]
    fn a_checkpoint_without_a_goal_is_named() {
        let goal = [4, 3, 0, 1, 1500, 512, 0, 0];
        let document = Made { objects: vec![goal], groups: vec![[8, 3], [8, 4], [7, 5]], ..rooms() }.document();
        let place = "terminals/0/lists/0/groups/1";
        assert_eq!(found(&document, &CHECK), [format!("{place} permutation: there is no goal 4")]);
    }
}
