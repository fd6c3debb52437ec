//! A platform that nothing is known of (`marathon.md` 1.5, 5.1).

use super::common::{geometry, polygons};
use crate::document::{Level, Severity};
use crate::problems::{Check, Fix, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "platform-without-record",
    severity: Severity::Warning,
    label: "Platform without a record",
    doc: "The polygon is a platform, but no record says how it moves. Aleph One makes one up.",
    reads: &["polygons", "platforms", "saved_platforms"],
    run: Run::Level(run),
    fixes: &[Fix {
        label: "Make the polygon a normal one",
        doc: "It no longer moves.",
        run: |draft, problem| draft.set_int(problem.node, "kind", 0).map(|_| ()),
    }],
};

fn run(level: &Level, report: &mut Report) {
    let map = geometry(level);
    for (index, _) in polygons(&map).filter(|(index, own)| own.is_platform() && map.platform_of(*index).is_none()) {
        let message = "no platform record names it";
        report.row(level, "polygons", index.unsigned_abs().into(), "kind", message);
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{fix, found, put, rooms};
    use super::*;

    #[test]
    fn a_platform_without_a_record_is_named() {
        let mut document = rooms().document();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "polygons", 2, "kind", 5);
        assert_eq!(found(&document, &CHECK), ["polygons/2 kind: no platform record names it"]);
        fix(&mut document, &CHECK, 0);
    }
}
