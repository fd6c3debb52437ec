//! Open tiles without room (`systemshock.md` 3.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::records::Tile;
use crate::games::shock::resources::SIDE;
use crate::games::shock::scene::Shape;
use crate::games::shock::tables::TILES;
use crate::problems::{Check, Fix, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "sealed-tile",
    severity: Severity::Info,
    label: "Sealed tile",
    doc: "The floor reaches the ceiling, so nobody comes in. Meant for what opens later; a solid tile costs less.",
    reads: &["tiles"],
    run: Run::Level(run),
    fixes: &[Fix {
        label: "Make it solid",
        doc: "The tile becomes solid; heights and textures stay.",
        run: |draft, problem| draft.set_int(problem.node, "type", 0).map(|_| ()),
    }],
};

fn run(level: &Level, report: &mut Report) {
    let sealed = rows(level, &TILES).filter_map(|record| {
        let tile = Tile::new(record.head(), 0)?;
        let shape = Shape::of(&tile);
        let (floor, ceiling) = (tile.floor(), 32 - tile.ceiling());
        let message = || {
            let at = record.position();
            let (x, y) = (at % SIDE as usize, at / SIDE as usize);
            (at, format!("tile {x}, {y}: the floor is at {floor}, the ceiling at {ceiling}"))
        };
        // At every corner: a slope may leave room on one side (3.4).
        (!shape.is_solid() && shape.is_sealed()).then(message)
    });
    say_all(report, level, &TILES, "floor", sealed);
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_floor_at_the_ceiling_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "tiles", 5 * 64 + 6, "floor", 20);
        put(&mut document, "tiles", 5 * 64 + 6, "ceiling", 12);
        let sealed = "tiles/326 floor: tile 6, 5: the floor is at 20, the ceiling at 20";
        assert_eq!(found(&document, &CHECK), [sealed]);
        fix(&mut document, &CHECK, 0);
    }
}
