//! Texts without an end, and names of functions that scripts cannot have (`oni.md` 4.4).

use crate::document::{Level, Record, Severity, Table};
use crate::games::oni::chunk::ObjectType;
use crate::problems::{Check, Report, Run};
use crate::record::{Field, Kind};

pub(super) static CHECK: Check = Check {
    id: "oni-text-full",
    severity: Severity::Warning,
    label: "Text that fills its field",
    doc: "The game reads texts up to a NUL: without one it may read on. Names of functions have at most 31 bytes.",
    reads: &[],
    run: Run::Table(run),
    fixes: &[],
};

fn run(level: &Level, table: &Table, report: &mut Report) {
    if ObjectType::of_table(table.key()).is_none() {
        return;
    }
    for record in level.rows(table) {
        look(&record, report);
        let lists = !record.schema().lists.is_empty();
        for child in super::common::children(&record) {
            look(&child, report);
            if lists {
                super::common::children(&child).iter().for_each(|below| look(below, report));
            }
        }
    }
}

fn look(record: &Record<'_>, report: &mut Report) {
    let texts = |f: &&'static Field| matches!(f.kind, Kind::Text { .. });
    for field in record.fields().into_iter().filter(texts) {
        let (from, to) = field.place.extent();
        let bytes = record.head().get(from as usize..to as usize).unwrap_or_default();
        if !bytes.is_empty() && !bytes.contains(&0) {
            report.record(record, field.name, format!("all {} bytes are used, none ends it", bytes.len()));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{event, found, level, set_text};
    use super::*;

    #[test]
    fn a_full_name_and_a_full_function_are_told() {
        let (mut document, made) = level(&["character", "console"]);
        assert!(found(&document, &CHECK).is_empty());
        set_text(&mut document, made[0], "name", &"n".repeat(32));
        let mut call = vec![1, 0];
        call.extend([b'f'; 32]);
        event(&mut document, made[1], &call);
        assert_eq!(
            found(&document, &CHECK),
            [
                "characters/0 name: all 32 bytes are used, none ends it",
                "consoles/0/events/0 function: all 32 bytes are used, none ends it",
            ]
        );
    }
}
