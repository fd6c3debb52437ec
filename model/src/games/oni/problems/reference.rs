//! Numbers that name nothing (`oni.md` 4.4): of characters, events, patrol points.

use std::collections::{BTreeMap, BTreeSet};

use super::common::{ids, rows};
use crate::document::{Level, Severity};
use crate::games::oni::records::Character;
use crate::links::for_each_mention;
use crate::problems::{Check, Report, Run};
use crate::record::Target;

pub(super) static CHECK: Check = Check {
    id: "oni-reference",
    severity: Severity::Warning,
    label: "Number that names nothing",
    doc: "No object of the kind has the number that an event or a patrol point names.",
    // Events and points count for the shape of their list, places and sizes do not.
    reads: &["consoles/shape", "doors/shape", "triggers/shape", "patrol_paths/shape", "flags/shape", "turrets/shape"],
    run: Run::Level(run),
    fixes: &[],
};

pub(super) static OF_CHARACTERS: Check = Check {
    id: "oni-character-reference",
    severity: Severity::Warning,
    label: "Number of a character that names nothing",
    doc: "No object of the kind has the number. Combat and melee profiles lie in level 0 and are only looked for where the \
          level has lists of its own.",
    reads: &["characters", "patrol_paths/shape", "combat/shape", "melee/shape", "neutrals/shape"],
    run: Run::Level(of_characters),
    fixes: &[],
};

/// Job of characters that walk a path, and of those with a neutral behaviour.
const PATROL: u32 = 3;
const NEUTRAL: u32 = 8;

fn run(level: &Level, report: &mut Report) {
    let mut known: BTreeMap<&'static str, BTreeSet<i128>> = BTreeMap::new();
    let mut found = Vec::new();
    for_each_mention(level, &mut |mention| {
        let Target::Id(list) = mention.target else { return };
        // Characters and parent volumes have checks of their own.
        if matches!(mention.record.table().key(), "characters" | "trigger_volumes") {
            return;
        }
        let ids = known.entry(list).or_insert_with(|| ids(level, list));
        if !ids.contains(&mention.raw) {
            found.push((mention.record, mention.field.name, *list, mention.raw));
        }
    });
    for (record, field, list, raw) in found {
        report.record(&record, field, message(level, list, raw));
    }
}

fn message(level: &Level, list: &str, raw: i128) -> String {
    let what = level.table(list).map_or(list, |t| t.spec.record.map_or(list, |r| r.label));
    format!("{} {raw} does not exist", what.to_lowercase())
}

fn of_characters(level: &Level, report: &mut Report) {
    let [paths, combat, melee, neutrals] =
        ["patrol_paths", "combat", "melee", "neutrals"].map(|list| (list, ids(level, list)));
    for record in rows(level, "characters") {
        let Some(view) = Character::new(record.head(), record.layout()) else { continue };
        // 0 is what a character holds that uses none; profiles are looked for where there are any.
        let looks = [
            ("patrol_path", view.patrol_path(), &paths, view.job() == PATROL, false),
            ("combat", view.combat(), &combat, true, true),
            ("melee", view.melee(), &melee, true, true),
            ("neutral", view.neutral(), &neutrals, view.job() == NEUTRAL, false),
        ];
        for (field, raw, (list, ids), used, elsewhere) in looks {
            let nothing = raw == 0 && !used || raw == -1 || elsewhere && ids.is_empty();
            if !nothing && !ids.contains(&i128::from(raw)) {
                report.record(&record, field, message(level, list, raw.into()));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::document::Document;

    use super::super::made::{event, found, level, make, point, set};
    use super::*;

    #[test]
    fn profiles_of_level_0_and_the_behaviour_0_were_called_missing() {
        use crate::links::{Goal, LinkIndex};
        let (mut document, made) = level(&["character"]);
        let loose = |document: &Document| -> Vec<(&str, i128, Goal)> {
            let level = document.state().ids().find_map(|id| document.state().level(id)).unwrap();
            let index = LinkIndex::of(level);
            let own = index.all_loose().iter().filter(|loose| loose.from == made[0]);
            own.map(|loose| (loose.field.name, loose.raw, loose.goal)).collect()
        };
        set(&mut document, made[0], "combat", 3);
        set(&mut document, made[0], "melee", 4);
        let seen = loose(&document);
        let lent = |field, raw, word| (field, raw, Goal::Outside(word));
        assert!(seen.contains(&lent("combat", 3, "combat profile of level 0")), "{seen:?}");
        assert!(seen.contains(&lent("melee", 4, "melee profile of level 0")), "{seen:?}");
        assert!(seen.iter().all(|(field, ..)| *field != "neutral"), "0 is none: {seen:?}");
        // A level with profiles of its own is asked.
        make(&mut document, "combat-profile");
        assert!(loose(&document).contains(&("combat", 3, Goal::Missing("combat"))));
        set(&mut document, made[0], "neutral", 5);
        assert!(loose(&document).contains(&("neutral", 5, Goal::Missing("neutrals"))));
    }

    #[test]
    fn paths_behaviours_flags_and_targets_must_exist() {
        let (mut document, made) = level(&["character", "console", "flag"]);
        let path = make(&mut document, "patrol-path");
        assert!(found(&document, &CHECK).is_empty() && found(&document, &OF_CHARACTERS).is_empty());
        set(&mut document, made[0], "patrol_path", 9999);
        set(&mut document, made[0], "neutral", 4);
        set(&mut document, made[0], "combat", 7);
        point(&mut document, path, &[0, 0, 0, 0, 1, 0]);
        point(&mut document, path, &[19, 0, 0, 0, 60, 0, 5, 0, 0, 0, 0, 0]);
        event(&mut document, made[1], &[11, 0, 8, 0]);
        event(&mut document, made[1], &[6, 0, 8, 0]);
        assert_eq!(
            found(&document, &OF_CHARACTERS),
            [
                "characters/0 patrol_path: patrol path 9999 does not exist",
                "characters/0 neutral: neutral behaviour 4 does not exist",
            ]
        );
        assert_eq!(
            found(&document, &CHECK),
            [
                "consoles/0/events/0 target: door 8 does not exist",
                "patrol_paths/0/points/1 flag: flag 5 does not exist",
            ]
        );
        set(&mut document, made[0], "patrol_path", 0);
        assert_eq!(found(&document, &OF_CHARACTERS).len(), 1, "0 means none for who does not patrol");
        set(&mut document, made[0], "job", 3);
        assert_eq!(found(&document, &OF_CHARACTERS).len(), 2);
        // Combat profiles are looked for where the level has any; -1 is none.
        make(&mut document, "combat-profile");
        assert_eq!(found(&document, &OF_CHARACTERS).len(), 3);
        set(&mut document, made[0], "combat", -1);
        assert_eq!(found(&document, &OF_CHARACTERS).len(), 2);
    }
}
