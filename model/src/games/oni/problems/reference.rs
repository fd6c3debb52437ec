//! Numbers that name nothing (`oni.md` 4.4): of characters, events, patrol points.

use std::collections::{BTreeMap, BTreeSet};

use super::common::ids;
use crate::document::{Level, Severity};
use crate::links::for_each_mention;
use crate::problems::{Check, Report, Run};
use crate::record::Target;

pub(super) static CHECK: Check = Check {
    id: "oni-reference",
    severity: Severity::Warning,
    label: "Number that names nothing",
    doc: "No object of the kind has the number. Combat and melee profiles lie in level 0 and are only looked for where the \
          level has lists of its own.",
    reads: &[],
    run: Run::Level(run),
    fixes: &[],
};

/// Job of characters that walk a path, and of those with a neutral behaviour.
const PATROL: i128 = 3;
const NEUTRAL: i128 = 8;

fn run(level: &Level, report: &mut Report) {
    let mut known: BTreeMap<&'static str, BTreeSet<i128>> = BTreeMap::new();
    let mut found = Vec::new();
    for_each_mention(level, &mut |mention| {
        let Target::Id(list) = mention.target else { return };
        let ids = known.entry(list).or_insert_with(|| ids(level, list));
        // 0 is what a character holds that uses none.
        let job = mention.record.base_int("job");
        let unused = mention.raw == 0
            && match *list {
                "patrol_paths" => job != Some(PATROL),
                "neutrals" => job != Some(NEUTRAL),
                _ => false,
            };
        // A parent volume has a check of its own.
        let elsewhere = matches!(*list, "combat" | "melee") && ids.is_empty() || *list == "trigger_volumes";
        if !ids.contains(&mention.raw) && !unused && !elsewhere {
            found.push((mention.record, mention.field.name, *list, mention.raw));
        }
    });
    for (record, field, list, raw) in found {
        let what = level.table(list).map_or(list, |t| t.spec.record.map_or(list, |r| r.label));
        report.record(&record, field, format!("{} {raw} does not exist", what.to_lowercase()));
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{event, found, level, make, point, set};
    use super::*;

    #[test]
    fn paths_behaviours_flags_and_targets_must_exist() {
        let (mut document, made) = level(&["character", "console", "flag"]);
        let path = make(&mut document, "patrol-path");
        assert!(found(&document, &CHECK).is_empty());
        set(&mut document, made[0], "patrol_path", 9999);
        set(&mut document, made[0], "neutral", 4);
        set(&mut document, made[0], "combat", 7);
        point(&mut document, path, &[0, 0, 0, 0, 1, 0]);
        point(&mut document, path, &[19, 0, 0, 0, 60, 0, 5, 0, 0, 0, 0, 0]);
        event(&mut document, made[1], &[11, 0, 8, 0]);
        event(&mut document, made[1], &[6, 0, 8, 0]);
        assert_eq!(
            found(&document, &CHECK),
            [
                "characters/0 patrol_path: patrol path 9999 does not exist",
                "characters/0 neutral: neutral behaviour 4 does not exist",
                "consoles/0/events/0 target: door 8 does not exist",
                "patrol_paths/0/points/1 flag: flag 5 does not exist",
            ]
        );
        set(&mut document, made[0], "patrol_path", 0);
        assert_eq!(found(&document, &CHECK).len(), 3, "0 means none for who does not patrol");
        set(&mut document, made[0], "job", 3);
        assert_eq!(found(&document, &CHECK).len(), 4);
    }
}
