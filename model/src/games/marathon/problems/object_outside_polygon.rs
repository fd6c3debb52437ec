//! An object that is not where it says it is (`marathon.md` 5.1).

use super::common::{geometry, rows};
use crate::document::{Level, Severity};
use crate::edit::Draft;
use crate::games::marathon::geometry::map::Point;
use crate::games::marathon::operations::locate::Locator;
use crate::problems::{Check, Fix, Problem, Report, Run};
use crate::record::Refusal;

pub(super) static CHECK: Check = Check {
    id: "object-outside-polygon",
    severity: Severity::Warning,
    label: "Object outside its polygon",
    doc: "It does not lie in the polygon that it names. The engine goes by the name: it stands on that polygon's floor, \
          beyond its walls, and may be seen and hit from the wrong side.",
    reads: &["points", "endpoints", "lines", "polygons", "objects"],
    run: Run::Level(run),
    fixes: &[Fix {
        label: "Name the polygon it lies in",
        doc: "It stays where it is on the map; its height counts from the other floor.",
        run: name_its_polygon,
    }],
};

fn run(level: &Level, report: &mut Report) {
    let map = geometry(level);
    let locator = Locator::new(&map);
    for (record, object) in rows(level, &["objects"]).zip(&map.objects) {
        // A polygon that does not exist is for another check.
        if map.polygon(object.polygon).is_some() && !locator.holds(object.polygon, object.position) {
            let Point { x, y } = object.position;
            let message = format!("{x}, {y} (raw) is not in polygon {}", object.polygon);
            report.record(&record, "polygon", message);
        }
    }
}

fn name_its_polygon(draft: &mut Draft, problem: &Problem) -> Result<(), Refusal> {
    let map = geometry(draft.level(problem.node.level)?);
    let at = draft.record(problem.node)?.position();
    let object = map.objects.get(at).ok_or_else(|| Refusal::Missing(problem.place.clone()))?;
    let inside = Locator::new(&map).polygon_at(object.position, object.polygon);
    let inside = inside.ok_or_else(|| Refusal::rule("it lies in no polygon at all: move it"))?;
    draft.set_int(problem.node, "polygon", inside).map(|_| ())
}

#[cfg(test)]
mod tests {
    use super::super::made::{fix, found, put, rooms};
    use super::*;

    #[test]
    fn an_object_beyond_its_walls_is_named() {
        let mut document = rooms().document();
        put(&mut document, "objects", 0, "x", 1024);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0], "on the edge is inside");
        put(&mut document, "objects", 0, "x", 1025);
        assert_eq!(found(&document, &CHECK), ["objects/0 polygon: 1025, 512 (raw) is not in polygon 0"]);
        fix(&mut document, &CHECK, 0);
    }
}
