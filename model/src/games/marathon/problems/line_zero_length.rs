//! A line from a point to the same place (`marathon.md` 5.1).

use super::common::{OUTLINE, geometry, rows};
use crate::document::{Level, Severity};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "line-zero-length",
    severity: Severity::Error,
    label: "Line without length",
    doc: "Both its ends are at one place. The engine divides by the length of a line when somebody runs into it, and \
          its polygon has two corners in one place.",
    reads: OUTLINE,
    run: Run::Level(run),
    fixes: &[],
};

fn run(level: &Level, report: &mut Report) {
    let map = geometry(level);
    for (record, line) in rows(level, &["lines"]).zip(&map.lines) {
        if let Some([a, b]) = map.ends(line).filter(|[a, b]| a == b) {
            debug_assert_eq!(a, b);
            report.record(&record, "second_endpoint", format!("both its ends are at {}, {} (raw)", a.x, a.y));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{found, put, rooms};
    use super::*;

    #[test]
    fn a_line_to_itself_is_named() {
        let mut document = rooms().document();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "lines", 1, "second_endpoint", 3);
        assert_eq!(found(&document, &CHECK), ["lines/1 second_endpoint: both its ends are at 1024, 1024 (raw)"]);
        put(&mut document, "lines", 1, "second_endpoint", 99);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0], "a missing end is for another check");
    }
}
