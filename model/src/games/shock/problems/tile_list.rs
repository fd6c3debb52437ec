//! Rule X4: the lists of what stands in a tile (`systemshock.md` 4.4).

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::references::References;
use crate::games::shock::tables::{REFERENCES, TILES};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "tile-list",
    severity: Severity::Error,
    label: "List of a tile broken",
    doc: "A tile's list must end, and hold exactly the references that say they are in the tile. What is missing cannot be seen or hit.",
    reads: LISTS,
    run: Run::Level(run),
    fixes: REPAIR,
};

fn run(level: &Level, report: &mut Report) {
    let Some(references) = References::of(level) else { return };
    let mut hung = vec![false; references.rows.len()];
    let mut faults = Vec::new();
    for (tile, list) in references.tiles() {
        let place = ((tile % 64) as i16, (tile / 64) as i16);
        for row in &list.rows {
            if let Some(hung) = hung.get_mut(*row) {
                *hung = true;
            }
            let here = references.rows.get(*row).map(|r| (r.x(), r.y()));
            if let Some((x, y)) = here.filter(|here| *here != place) {
                faults
                    .push((tile, format!("rule X4: its list holds cross reference {row}, which is in tile {x}, {y}")));
            }
        }
        if let Some((_, fault)) = list.fault {
            faults.push((tile, format!("rule X4: the list of the tile {fault}")));
        }
    }
    say_all(report, level, &TILES, "reference", faults.into_iter());
    let in_rings = references.rings().into_iter().flat_map(|ring| ring.rows);
    let lost = in_rings.filter(|row| {
        let in_a_tile = references.rows.get(*row).is_some_and(|r| r.x() >= 0);
        in_a_tile && !hung.get(*row).copied().unwrap_or(true)
    });
    let found = lost.map(|row| (row, "rule X4: the list of its tile does not hold it".to_owned()));
    say_all(report, level, &REFERENCES, "next", found);
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_tile_that_leads_nowhere_is_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "tiles", 5 * 64 + 5, "reference", 32767);
        assert_eq!(
            found(&document, &CHECK),
            [
                "tiles/325 reference: rule X4: the list of the tile leads from row 0 to 32767; there are 1600 rows",
                "references/1 next: rule X4: the list of its tile does not hold it",
            ]
        );
        fix(&mut document, &CHECK, 0);
    }

    #[test]
    fn a_reference_in_a_wrong_tile_is_named() {
        let mut document = level();
        put(&mut document, "references", 1, "x", 9);
        let wrong = "rule X4: its list holds cross reference 1, which is in tile 9, 5";
        assert_eq!(found(&document, &CHECK), [format!("tiles/325 reference: {wrong}")]);
        fix(&mut document, &CHECK, 0);
    }
}
