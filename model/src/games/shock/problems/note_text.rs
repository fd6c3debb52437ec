//! Rule R3: map notes begin where a text begins (`systemshock.md` 4.4, 3.8).

use super::common::*;
use crate::document::{Level, Severity};
use crate::edit::Draft;
use crate::games::shock::objects::{beside, table_of};
use crate::games::shock::operations::notes;
use crate::games::shock::records::{NoteEnd, Object, Trap};
use crate::games::shock::tables::{NOTES, NOTES_END, TRAPS};
use crate::problems::{Check, Fix, Problem, Report, Run};
use crate::record::Refusal;

pub(super) static CHECK: Check = Check {
    id: "note-text",
    severity: Severity::Warning,
    label: "Map note without a text",
    doc: "Its place among the texts is behind their end or in the middle of one. The game shows whatever lies there.",
    reads: &["objects", "traps", "note_texts", "note_end"],
    run: Run::Level(run),
    fixes: &[Fix { label: "Give it an empty text", doc: "It gets a text of its own behind the others.", run: empty }],
};

fn run(level: &Level, report: &mut Report) {
    let Some(texts) = table_of(level, &NOTES).and_then(|t| t.row_head(0)) else { return };
    let end = table_of(level, &NOTES_END).and_then(|t| t.row_head(0)).and_then(|row| NoteEnd::new(row, 0));
    let end = end.map_or(0, |end| i64::from(end.end()));
    for record in rows(level, &TRAPS) {
        let Some(owner) = beside(&record, "common") else { continue };
        let sort = Object::new(owner.head(), owner.layout()).map(|o| (o.subclass(), o.r#type()));
        let at = Trap::new(record.head(), 0).map_or(0, |trap| i64::from(trap.p4()));
        if sort != Some((2, 3)) {
            continue;
        }
        let begins = at == 0 || usize::try_from(at - 1).is_ok_and(|before| texts.get(before) == Some(&0));
        if at >= end || !begins {
            let message = format!("rule R3: its text would begin at byte {at}; the texts end at {end}");
            report.record(&record, "text_offset", message);
        }
    }
}

fn empty(draft: &mut Draft, problem: &Problem) -> Result<(), Refusal> {
    let owner = beside(&draft.record(problem.node)?, "common").map(|o| o.position());
    let row = owner.and_then(|row| u16::try_from(row).ok()).ok_or_else(|| Refusal::Missing(problem.place.clone()))?;
    notes::set_text(draft, problem.node.level, row, "")
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn a_note_behind_the_end_is_named() {
        let mut document = level();
        place(&mut document, "trap", 2, 3, 7, 7);
        let behind = "rule R3: its text would begin at byte 0; the texts end at 0";
        assert_eq!(found(&document, &CHECK), [format!("traps/3 text_offset: {behind}")]);
        fix(&mut document, &CHECK, 0);
    }
}
