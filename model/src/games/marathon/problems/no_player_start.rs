//! A level that nobody can begin (`marathon.md` 5.1).

use super::common::{group, rows};
use crate::document::{Level, Severity};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "no-player-start",
    severity: Severity::Error,
    label: "No player start",
    doc: "The engine has nowhere to put the player and stops.",
    reads: &["objects/shape", "polygons/shape"],
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    // Files that hold no map at all (physics, pictures) need none.
    let is_map = rows(level, &["polygons"]).next().is_some();
    if is_map && !rows(level, &["objects"]).any(|o| o.base_int("group") == Some(group::PLAYER)) {
        report.level(level.id(), "there is no player start");
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, put, rooms};
    use super::*;

    #[test]
    fn a_level_without_a_player_is_named() {
        let mut document = rooms().document();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "objects", 0, "group", 2);
        assert_eq!(found(&document, &CHECK), [" : there is no player start"]);
    }
}
