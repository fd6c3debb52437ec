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
        let slope = tile.slope();
        let message = || {
            let at = record.position();
            let (x, y) = (at % SIDE as usize, at / SIDE as usize);
            // Numbers that leave room would puzzle where it is the slope that takes it.
            let rest = if floor < ceiling { format!(", and a slope of {slope} fills it") } else { String::new() };
            (at, format!("tile {x}, {y}: the floor is at {floor}, the ceiling at {ceiling}{rest}"))
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

    #[test]
    fn a_slope_that_fills_its_room_is_named_and_one_that_leaves_a_corner_is_not() {
        let mut document = level();
        let tile = 5 * 64 + 6;
        // Up to the north-east alone, the ceiling parallel: as the fan mission closes a passage of cyberspace.
        for (field, value) in [("type", 17), ("floor", 12), ("ceiling", 16), ("slope", 4)] {
            put(&mut document, "tiles", tile, field, value);
        }
        let sealed = "tiles/326 floor: tile 6, 5: the floor is at 12, the ceiling at 16, and a slope of 4 fills it";
        assert_eq!(found(&document, &CHECK), [sealed]);
        // A flat ceiling leaves room at the three low corners.
        put(&mut document, "tiles", tile, "slope_control", 2);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        // The floor of a half counts in its open part alone.
        for (field, value) in [("type", 2), ("floor", 16), ("slope", 0)] {
            put(&mut document, "tiles", tile, field, value);
        }
        assert_eq!(found(&document, &CHECK).len(), 1);
    }
}
