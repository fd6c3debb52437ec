//! Contents of containers (`systemshock.md` 4.4, R1): each thing is in one place.

use std::collections::BTreeMap;

use super::common::*;
use crate::document::{Level, Record, Severity};
use crate::edit::Draft;
use crate::games::shock::lent;
use crate::games::shock::objects::{beside, class_of_table};
use crate::games::shock::operations::contents::slots_in;
use crate::games::shock::operations::lists::Sort;
use crate::games::shock::records::{Object, Tile};
use crate::games::shock::resources::SIDE;
use crate::games::shock::tables::{CLASS_TABLES, TILES};
use crate::problems::{Check, Fix, Problem, Report, Run};
use crate::record::{ByteSplice, Refusal};

pub(super) static CHECK: Check = Check {
    id: "contents-shared",
    severity: Severity::Warning,
    label: "Thing that cannot be in there",
    doc: "It is in two containers, or in one and on the map as well: the player may take it twice, which breaks the lists. \
          Or it is nothing that can be picked up.",
    // All of the level: what the game's folder lends is among it.
    reads: &[],
    run: Run::Level(run),
    fixes: &[Fix { label: "Take it out of this one", doc: "The container no longer holds it.", run: take_out }],
};

/// What a class row holds: the offset and the number of each.
fn held(record: &Record<'_>) -> Vec<(usize, u16)> {
    if class_of_table(record.table()).is_none() {
        return Vec::new();
    }
    let Some(owner) = beside(record, "common") else { return Vec::new() };
    let Some(view) = Object::new(owner.head(), owner.layout()) else { return Vec::new() };
    let sort = Sort { class: view.class(), subclass: view.subclass(), kind: view.r#type() };
    let number = |at: usize| {
        let two = record.head().get(at..).and_then(|rest| rest.first_chunk())?;
        Some((at, u16::from_le_bytes(*two)))
    };
    slots_in(sort, record.head()).iter().filter_map(|at| number(*at)).filter(|(_, n)| *n != 0).collect()
}

fn run(level: &Level, report: &mut Report) {
    let Some((_, rows)) = objects(level) else { return };
    let tiles: Vec<u8> = rows_of_tiles(level);
    let mut first: BTreeMap<u16, usize> = BTreeMap::new();
    for spec in CLASS_TABLES {
        for record in super::common::rows(level, spec) {
            for (_, number) in held(&record) {
                let Some(object) = rows.get(usize::from(number)).filter(|o| o.active() != 0) else { continue };
                let by = beside(&record, "common").map_or(0, |o| o.position());
                if let Some(other) = first.insert(number, by).filter(|other| *other != by) {
                    let message =
                        format!("rule R1: object {by} holds object {number}, which is in object {other} as well");
                    report.record(&record, "", message);
                }
                let sort = Sort { class: object.class(), subclass: object.subclass(), kind: object.r#type() };
                if lent::is_picked_up(level, sort) == Some(false) {
                    let message = format!("rule R1: object {by} holds object {number}, which cannot be picked up");
                    report.record(&record, "", message);
                }
                // HackEd parks contents on a solid tile, where nobody comes (4.1).
                let at = usize::from(object.y() >> 8) * SIDE as usize + usize::from(object.x() >> 8);
                if object.x() != u16::MAX && object.reference() != 0 && tiles.get(at).is_some_and(|kind| *kind != 0) {
                    let place = format!("{}, {}", object.x() >> 8, object.y() >> 8);
                    let message =
                        format!("rule R1: object {by} holds object {number}, which stands in tile {place} as well");
                    report.record(&record, "", message);
                }
            }
        }
    }
}

fn rows_of_tiles(level: &Level) -> Vec<u8> {
    super::common::rows(level, &TILES).filter_map(|r| Tile::new(r.head(), 0).map(|t| t.r#type())).collect()
}

fn take_out(draft: &mut Draft, problem: &Problem) -> Result<(), Refusal> {
    // The message names the object; the row holds it once.
    let record = draft.record(problem.node)?;
    let named = |number: u16| problem.message.contains(&format!("holds object {number},"));
    let place = held(&record).into_iter().find(|(_, number)| named(*number));
    match place {
        Some((at, _)) => draft.splice(problem.node, false, ByteSplice { at, old_len: 2, new: vec![0, 0] }),
        None => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_thing_in_two_containers_is_named() {
        let mut document = level_with_containers();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put_list(&mut document, "containers", 2, "contents", &[7, 0, 0, 0]);
        let twice = "rule R1: object 6 holds object 7, which is in object 5 as well";
        assert_eq!(found(&document, &CHECK), [format!("containers/2 : {twice}")]);
        fix(&mut document, &CHECK, 0);
    }

    #[test]
    fn a_thing_that_cannot_be_picked_up_is_named_where_the_properties_are_lent() {
        use crate::games::shock::lent::RECORD;
        use crate::games::shock::tables::TYPE_PROPERTIES;
        let document = level_with_containers();
        let level = document.state().level(LEVEL).unwrap();
        let with = |usage: u8| {
            let mut build = crate::document::LevelBuilder::new(LEVEL);
            for table in level.tables().filter(|t| !t.is_empty()) {
                let stride = table.row_head(0).map_or(1, <[u8]>::len);
                build.packed(table.spec, &table.tag, table.layout, stride, &table.bytes());
            }
            let mut properties = vec![0; 476 * RECORD];
            properties[20] = usage;
            build.bytes(&TYPE_PROPERTIES, b"", &properties);
            let found = crate::problems::of_level(&crate::games::shock::SHOCK, &build.finish());
            found.into_iter().filter(|p| p.check == CHECK.id).map(|p| p.message).collect::<Vec<_>>()
        };
        // The gun, of type 0/0/0, is picked up; or it is nothing to use at all.
        assert_eq!(with(0), [] as [&str; 0]);
        assert_eq!(with(0x0C), ["rule R1: object 5 holds object 7, which cannot be picked up"]);
    }

    #[test]
    fn the_hint_of_a_critter_on_its_highway_is_no_content() {
        let mut document = level_with_containers();
        place(&mut document, "critter", 0, 0, 8, 7);
        // Object 1 is a trap; as loot it would stand on the map as well.
        put(&mut document, "critters", 1, "loot_2", 1);
        assert_eq!(found(&document, &CHECK).len(), 1);
        put(&mut document, "critters", 1, "orders", 4);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
    }
}
