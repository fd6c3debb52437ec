//! What is nowhere and nothing names (`systemshock.md` 4.1): deleting what held it leaves it so, as in the game.

use std::collections::BTreeSet;

use super::common::*;
use crate::document::{Level, NodeId, Severity};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::shock::objects::{beside, class_of_table, table_of};
use crate::games::shock::operations::PLANS;
use crate::games::shock::records::Player;
use crate::games::shock::tables::{OBJECTS, PLAYERS};
use crate::links::LinkIndex;
use crate::problems::{Check, Fix, Problem, Report, Run, Whole};
use crate::record::{Refusal, Value};

pub(super) static CHECK: Check = Check {
    id: "object-lost",
    severity: Severity::Info,
    label: "Object that nothing holds",
    doc: "It is not on the map, and no container, trap or player names it: nobody will ever find it. It only takes up rows, \
          such as what was in a container that was deleted.",
    // The player's record of the file is asked, too.
    reads: &[],
    run: Run::Document(run),
    fixes: &[Fix { label: "Delete it", doc: "Its rows become free.", run: delete }],
};

/// Objects that the player carries, by their numbers on the level the player is on.
fn carried(whole: &Whole<'_>) -> BTreeSet<u16> {
    let player = || {
        let table = table_of(whole.file()?, &PLAYERS)?;
        let view = Player::new(table.row_head(0)?, table.layout)?;
        let all = view.inventory().into_iter().chain([view.player_object()]);
        Some(all.filter_map(|n| u16::try_from(n).ok()).collect())
    };
    player().unwrap_or_default()
}

fn lost(level: &Level) -> Vec<usize> {
    let Some((table, rows)) = objects(level) else { return Vec::new() };
    let nowhere =
        |o: &crate::games::shock::records::Object<'_>| o.active() != 0 && o.x() == u16::MAX && o.reference() == 0;
    let mut found: Vec<usize> = (1..rows.len()).filter(|row| rows.get(*row).is_some_and(nowhere)).collect();
    // Levels without such a thing, as nearly all are, need no list of links.
    if !found.is_empty() {
        let links = LinkIndex::of(level);
        let named = |row: &usize| {
            let number = table.row_number(*row)?;
            let node = NodeId { level: level.id(), number };
            // The lists' own numbers are not anybody's to find it by, nor is what stands in free rows.
            let lives = |from: NodeId| {
                level.record(from.number).is_some_and(|record| {
                    class_of_table(record.table()).is_none() || beside(&record, "common").is_some()
                })
            };
            Some(links.to(node).any(|link| link.field.fixed.is_empty() && lives(link.from)))
        };
        found.retain(|row| named(row) == Some(false));
    }
    found
}

fn run(whole: &Whole<'_>, report: &mut Report) {
    let carried = carried(whole);
    for level in whole.levels() {
        let found = lost(level).into_iter().filter(|row| !u16::try_from(*row).is_ok_and(|row| carried.contains(&row)));
        let said = found.map(|row| (row, format!("object {row} is nowhere, and nothing holds or names it")));
        say_all(report, level, &OBJECTS, "", said);
    }
}

fn delete(draft: &mut Draft, problem: &Problem) -> Result<(), Refusal> {
    let level = problem.node.level.0;
    let values = [("keep".to_owned(), Value::Int(1))].into();
    let arguments = Arguments { level, objects: vec![problem.node], values };
    let plan = PLANS.iter().find(|plan| plan.key == "delete");
    plan.map_or(Ok(()), |plan| (plan.run)(draft, &arguments).map(|_| ()))
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn what_was_in_a_deleted_container_is_named_and_what_is_in_one_is_not() {
        let mut document = level_with_containers();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0], "the gun is in a container");
        super::super::made::delete(&mut document, 5);
        assert_eq!(found(&document, &CHECK), ["objects/7 : object 7 is nowhere, and nothing holds or names it"]);
        fix(&mut document, &CHECK, 0);
        // What a trap may bring to the map is not lost.
        document.undo();
        put(&mut document, "traps", 1, "p1", 7);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
    }
}
