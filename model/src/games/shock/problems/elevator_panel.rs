//! Elevator panels lead to each other (`systemshock.md` 5.7).

use super::common::*;
use crate::document::{Level, Record, Severity};
use crate::edit::Draft;
use crate::games::shock::objects::{beside, table_of};
use crate::games::shock::records::{Fixture, Object, Tile};
use crate::games::shock::resources::{LEVELS, SIDE};
use crate::games::shock::tables::{FIXTURES, TILES};
use crate::problems::{Check, Fix, Problem, Report, Run, Whole};
use crate::record::Refusal;

pub(super) static CHECK: Check = Check {
    id: "elevator-panel",
    severity: Severity::Warning,
    label: "Elevator panel leads nowhere",
    doc: "A panel must stand in a tile of the elevator's music zone, and the panels that it leads to must lead back to it. \
          Else the player does not arrive.",
    reads: &[],
    run: Run::Document(run),
    fixes: &[Fix {
        label: "Put it right",
        doc: "Its tile joins the elevator's music zone; where it leads to what does not lead back, it leads nowhere.",
        run: put_right,
    }],
};

/// The zone of music that makes an elevator (3.4).
const ELEVATOR: u64 = 7;

/// An elevator panel of a level.
struct Panel<'a> {
    object: usize,
    record: Record<'a>,
    in_elevator: bool,
    /// Levels of its shaft, a bit each.
    shaft: u16,
    /// Objects on them, in the order of the levels.
    panels: [u16; 6],
}

fn panels(level: &Level) -> Vec<Panel<'_>> {
    let tiles = table_of(level, &TILES);
    let found = rows(level, &FIXTURES).filter_map(|record| {
        let owner = beside(&record, "common")?;
        let object = Object::new(owner.head(), owner.layout())?;
        if (object.subclass(), object.r#type()) < (3, 4) || (object.subclass(), object.r#type()) > (3, 6) {
            return None;
        }
        let at = usize::from(object.y() >> 8) * SIDE as usize + usize::from(object.x() >> 8);
        let tile = tiles.and_then(|t| t.row_head(at)).and_then(|row| Tile::new(row, 0));
        let view = Fixture::new(record.head(), 0)?;
        // Two numbers in each parameter, the high half first.
        let halves = [view.p1(), view.p2(), view.p3()].map(|p| [(p >> 16) as u16, p as u16]);
        let mut panels = [0; 6];
        panels.iter_mut().zip(halves.iter().flatten()).for_each(|(to, from)| *to = *from);
        Some(Panel {
            object: owner.position(),
            record,
            in_elevator: tile.is_some_and(|t| t.music() == ELEVATOR),
            shaft: (view.p4() >> 16) as u16,
            panels,
        })
    });
    found.collect()
}

/// Which of a shaft's panels is that of a level: its place among the levels of the shaft.
fn slot(shaft: u16, level: u16) -> Option<usize> {
    let bit = 1u16.checked_shl(u32::from(level))?;
    (shaft & bit != 0).then(|| (shaft & (bit - 1)).count_ones() as usize)
}

/// What is wrong with a panel.
enum Fault {
    /// It stands in another tile.
    Outside,
    /// This button leads to what does not lead back.
    OneWay(usize),
}

fn run(whole: &Whole<'_>, report: &mut Report) {
    for (record, fault, message) in faults(whole.levels()) {
        report.record(&record, if matches!(fault, Fault::Outside) { "" } else { "shaft" }, message);
    }
}

fn put_right(draft: &mut Draft, problem: &Problem) -> Result<(), Refusal> {
    let node = problem.node;
    let found: Vec<Fault> = {
        let state = draft.state();
        let faults = faults(state.ids().filter_map(|id| state.level(id)));
        faults.into_iter().filter(|(record, ..)| record.id() == node).map(|(_, fault, _)| fault).collect()
    };
    for fault in found {
        match fault {
            Fault::Outside => {
                let tile = {
                    let record = draft.record(node)?;
                    let owner = beside(&record, "common");
                    let object = owner.as_ref().and_then(|o| Object::new(o.head(), o.layout()));
                    object.map(|o| usize::from(o.y() >> 8) * SIDE as usize + usize::from(o.x() >> 8))
                };
                let tile = tile.ok_or_else(|| Refusal::Missing("the panel".to_owned()))?;
                let tile = draft.row(node.level, TILES.key, tile)?.id();
                draft.set_int(tile, "music", i128::from(ELEVATOR))?;
            }
            Fault::OneWay(slot) => {
                draft.set_int(node, PANELS.get(slot).copied().unwrap_or_default(), 0)?;
            }
        }
    }
    Ok(())
}

/// The fields of the six buttons.
const PANELS: [&str; 6] = ["panel_0", "panel_1", "panel_2", "panel_3", "panel_4", "panel_5"];

fn faults<'a>(levels: impl Iterator<Item = &'a Level>) -> Vec<(Record<'a>, Fault, String)> {
    let mut out = Vec::new();
    let number = |level: &Level| u16::try_from(level.fact("number").unwrap_or(-1)).ok();
    let all: Vec<(u16, Vec<Panel<'a>>)> = levels.filter_map(|level| Some((number(level)?, panels(level)))).collect();
    for (own, list) in &all {
        for panel in list {
            if !panel.in_elevator {
                let message = format!("object {} is not in an elevator's tile (music zone 7)", panel.object);
                out.push((panel.record, Fault::Outside, message));
            }
            for level in (0..LEVELS).filter(|level| level != own) {
                let button = slot(panel.shaft, level).and_then(|at| Some((at, panel.panels.get(at)?)));
                let Some((at, named)) = button.filter(|(_, n)| **n != 0) else { continue };
                // Levels that are not there, or not decoded, cannot be asked.
                let Some((_, others)) = all.iter().find(|(number, _)| *number == level) else { continue };
                let partner = others.iter().find(|p| p.object == usize::from(*named));
                let back = partner.and_then(|p| p.panels.get(slot(p.shaft, *own)?)).map(|n| usize::from(*n));
                if back != Some(panel.object) {
                    let message = match partner {
                        None => format!(
                            "object {} leads to object {named} of level {level}, which is no elevator panel",
                            panel.object
                        ),
                        Some(_) => format!(
                            "object {} leads to panel {named} of level {level}, which does not lead back",
                            panel.object
                        ),
                    };
                    out.push((panel.record, Fault::OneWay(at), message));
                }
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn panels_that_do_not_lead_to_each_other_are_named() {
        let mut document = two_levels_with_an_elevator();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        // The panel of level 1 leads to another object of level 2.
        put(&mut document, "fixtures", 1, "panel_1", 9);
        assert_eq!(
            found(&document, &CHECK),
            [
                "fixtures/1 shaft: object 1 leads to object 9 of level 2, which is no elevator panel",
                "fixtures/1 shaft: object 1 leads to panel 1 of level 1, which does not lead back",
            ]
        );
        fix(&mut document, &CHECK, 0);
        put(&mut document, "tiles", 5 * 64 + 5, "music", 0);
        assert!(found(&document, &CHECK)[0].contains("object 1 is not in an elevator's tile"));
        fix(&mut document, &CHECK, 0);
    }

    #[test]
    fn panels_are_counted_along_the_shaft() {
        assert_eq!([0, 1, 2, 5, 9].map(|level| slot(0b10_0110, level)), [None, Some(0), Some(1), Some(2), None]);
    }
}
