//! What a character is told that it cannot do (`oni.md` 4.4).

use super::common::{int, rows};
use crate::document::{Level, Severity};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "oni-character",
    severity: Severity::Warning,
    label: "Character that cannot do its job",
    doc: "A job of patrol without a path, a team that does not exist, more ammunition than a weapon holds.",
    reads: &["characters"],
    run: Run::Level(run),
    fixes: &[],
};

/// Job of characters that walk a path.
const PATROL: i128 = 3;
/// Highest team.
const TEAMS: i128 = 7;

fn run(level: &Level, report: &mut Report) {
    for record in rows(level, "characters") {
        if int(&record, "job") == PATROL && int(&record, "patrol_path") == -1 {
            report.record(&record, "patrol_path", "its job is patrol, and it has no path");
        }
        let team = int(&record, "team");
        if team > TEAMS {
            report.record(&record, "team", format!("team {team} does not exist: they are 0 to {TEAMS}"));
        }
        let ammo = int(&record, "ammo_percentage");
        if ammo > 100 {
            report.record(&record, "ammo_percentage", format!("its weapon holds 100 % at most, not {ammo}"));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, level, set};
    use super::*;

    #[test]
    fn job_team_and_ammunition_are_looked_at() {
        let (mut document, made) = level(&["character"]);
        assert!(found(&document, &CHECK).is_empty());
        for (field, value) in [("job", 3), ("patrol_path", -1), ("team", 8), ("ammo_percentage", 101)] {
            set(&mut document, made[0], field, value);
        }
        assert_eq!(
            found(&document, &CHECK),
            [
                "characters/0 patrol_path: its job is patrol, and it has no path",
                "characters/0 team: team 8 does not exist: they are 0 to 7",
                "characters/0 ammo_percentage: its weapon holds 100 % at most, not 101",
            ]
        );
    }
}
