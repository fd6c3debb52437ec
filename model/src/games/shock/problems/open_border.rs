//! The border of the map (`systemshock.md` 3.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::edit::Draft;
use crate::games::shock::records::Tile;
use crate::games::shock::resources::SIDE;
use crate::games::shock::tables::TILES;
use crate::problems::{Check, Fix, Problem, Report, Run};
use crate::record::Refusal;

pub(super) static CHECK: Check = Check {
    id: "open-border",
    severity: Severity::Warning,
    label: "Open border",
    doc: "The outermost tiles must be solid. Beyond an open one there are black walls, and the game stops where the player \
          gets out.",
    reads: &["tiles"],
    run: Run::Level(run),
    fixes: &[Fix { label: "Make the border solid", doc: "All outermost tiles become solid.", run: close }],
};

/// Rows of the outermost tiles that are not solid.
fn open(level: &Level) -> Vec<usize> {
    let last = SIDE as usize - 1;
    let border = |row: usize| {
        let (x, y) = (row % SIDE as usize, row / SIDE as usize);
        x == 0 || y == 0 || x == last || y == last
    };
    let tiles = rows(level, &TILES).filter(|r| border(r.position()));
    tiles.filter(|r| Tile::new(r.head(), 0).is_some_and(|t| t.r#type() != 0)).map(|r| r.position()).collect()
}

fn run(level: &Level, report: &mut Report) {
    let open = open(level);
    if let Some(first) = open.first() {
        let (x, y) = (first % SIDE as usize, first / SIDE as usize);
        let message = format!("{} outermost tiles are not solid, the first is {x}, {y}", open.len());
        say(report, level, &TILES, *first, "type", message);
    }
}

fn close(draft: &mut Draft, problem: &Problem) -> Result<(), Refusal> {
    for row in open(draft.level(problem.node.level)?) {
        let node = draft.row(problem.node.level, TILES.key, row)?.id();
        draft.store_int(node, "type", 0)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn an_open_border_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "tiles", 64, "type", 1);
        put(&mut document, "tiles", 4095, "type", 6);
        let open = "tiles/64 type: 2 outermost tiles are not solid, the first is 0, 1";
        assert_eq!(found(&document, &CHECK), [open]);
        fix(&mut document, &CHECK, 0);
    }
}
