//! A name without the NUL at its end (`marathon.md` 5.1).

use super::common::rows;
use crate::document::{Level, Severity};
use crate::edit::Draft;
use crate::problems::{Check, Fix, Problem, Report, Run};
use crate::record::{Kind, Place, Refusal, Value};

const TABLES: &[&str] = &["info", "directory", "annotations"];

pub(super) static CHECK: Check = Check {
    id: "name-too-long",
    severity: Severity::Error,
    label: "Text too long",
    doc: "A level's name may have 65 bytes, a note 63: the last byte must be NUL. Without it the engine reads on into \
          what lies behind.",
    reads: TABLES,
    run: Run::Level(run),
    fixes: &[Fix { label: "Cut off the last character", doc: "The text ends one character earlier.", run: shorten }],
};

fn run(level: &Level, report: &mut Report) {
    for record in rows(level, TABLES) {
        for field in record.fields().into_iter().filter(|f| matches!(f.kind, Kind::Text { .. })) {
            let Some(Place::Bytes { at, len }) = field.place_in(record.layout()) else { continue };
            let bytes = record.head().get(at as usize..at.saturating_add(len) as usize);
            if bytes.is_some_and(|b| !b.contains(&0)) {
                report.record(
                    &record,
                    field.name,
                    format!("it fills all {len} bytes, at most {} may be used", len - 1),
                );
            }
        }
    }
}

fn shorten(draft: &mut Draft, problem: &Problem) -> Result<(), Refusal> {
    let field = draft.field(problem.node, problem.field)?;
    let Value::Text(mut text) = draft.record(problem.node)?.get(field)? else { return Ok(()) };
    text.pop();
    draft.set(problem.node, field, &Value::Text(text))?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::made::{fix, found, put_bytes, rooms};
    use super::*;
    use crate::games::marathon::test_level::Made;

    #[test]
    fn a_text_without_an_end_is_named() {
        let mut document = Made { annotations: vec![[0, 10, 10], [1, 20, 20]], ..rooms() }.document();
        put_bytes(&mut document, "annotations", 0, 8, &[b'x'; 63]);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put_bytes(&mut document, "annotations", 1, 8, &[b'x'; 64]);
        assert_eq!(found(&document, &CHECK), ["annotations/1 text: it fills all 64 bytes, at most 63 may be used"]);
        fix(&mut document, &CHECK, 0);
    }
}
