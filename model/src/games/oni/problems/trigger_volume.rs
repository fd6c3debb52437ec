//! Trigger volumes that nothing can set off, or that do nothing (`oni.md` 4.4).

use std::collections::BTreeMap;

use super::common::{int, rows, text, vector};
use crate::document::{Level, Record, Severity};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "oni-trigger-volume",
    severity: Severity::Warning,
    label: "Trigger volume without effect",
    doc: "Its parent does not exist or leads back to it; it has neither a script nor a parent; it has no size; no team, or \
          for the player alone not the player's team.",
    reads: &["trigger_volumes"],
    run: Run::Level(run),
    fixes: &[],
};

const PLAYER_ONLY: i128 = 0x80;
/// Teams are eight; the bits above mean nothing.
const TEAMS: i128 = 0xFF;
const KONOKO: i128 = 1;

fn run(level: &Level, report: &mut Report) {
    let volumes: Vec<Record<'_>> = rows(level, "trigger_volumes").collect();
    let mut parents: BTreeMap<i128, i128> = BTreeMap::new();
    for record in &volumes {
        parents.entry(int(record, "id")).or_insert(int(record, "parent"));
    }
    for record in &volumes {
        let (id, parent) = (int(record, "id"), int(record, "parent"));
        if parent != 0 && !parents.contains_key(&parent) {
            report.record(record, "parent", format!("volume {parent} does not exist"));
        } else if parent != 0 && in_ring(id, &parents) {
            report.record(record, "parent", "its parents lead back to itself");
        }
        let scripts = ["entry_script", "inside_script", "exit_script"];
        if parent == 0 && scripts.iter().all(|s| text(record, s).is_empty()) {
            report.record(record, "entry_script", "it has neither a script nor a parent");
        }
        if let Some(field) = record.schema().base_field("size") {
            let size = vector(record, field);
            if !size.iter().all(|s| *s > 0.0) {
                let [x, y, z] = size;
                report.record(record, "size", format!("its extent {x}, {y}, {z} holds nobody"));
            }
        }
        let teams = int(record, "teams") & TEAMS;
        if teams == 0 {
            report.record(record, "teams", "it notices no team");
        } else if int(record, "flags") & PLAYER_ONLY != 0 && teams & KONOKO == 0 {
            report.record(record, "teams", "it notices the player only, and not the player's team");
        }
    }
}

/// Whether following parents from a volume comes back to it.
fn in_ring(id: i128, parents: &BTreeMap<i128, i128>) -> bool {
    let mut at = id;
    for _ in 0..=parents.len() {
        match parents.get(&at) {
            Some(next) if *next == id => return true,
            Some(next) if *next != 0 => at = *next,
            _ => return false,
        }
    }
    false
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, level, set, set_text, set_vector};
    use super::*;

    #[test]
    fn parents_scripts_sizes_and_teams_are_looked_at() {
        let (mut document, made) = level(&["trigger-volume", "trigger-volume", "trigger-volume"]);
        assert_eq!(found(&document, &CHECK)[0], "trigger_volumes/0 entry_script: it has neither a script nor a parent");
        for node in &made {
            set_text(&mut document, *node, "entry_script", "enter");
        }
        assert!(found(&document, &CHECK).is_empty());
        set(&mut document, made[0], "parent", 2);
        set(&mut document, made[1], "parent", 1);
        set(&mut document, made[2], "parent", 7777);
        set_vector(&mut document, made[0], "size", [1.0, 0.0, 1.0]);
        set(&mut document, made[1], "teams", 0xFF00);
        set(&mut document, made[2], "teams", 2);
        set(&mut document, made[2], "flags", 0x80);
        assert_eq!(
            found(&document, &CHECK),
            [
                "trigger_volumes/0 parent: its parents lead back to itself",
                "trigger_volumes/0 size: its extent 1, 0, 1 holds nobody",
                "trigger_volumes/1 parent: its parents lead back to itself",
                "trigger_volumes/1 teams: it notices no team",
                "trigger_volumes/2 parent: volume 7777 does not exist",
                "trigger_volumes/2 teams: it notices the player only, and not the player's team",
            ]
        );
        set(&mut document, made[0], "parent", 1);
        assert_eq!(found(&document, &CHECK)[0], "trigger_volumes/0 parent: its parents lead back to itself");
    }
}
