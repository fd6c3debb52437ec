//! What the tables alone can tell: links that lead nowhere, numbers outside their limits.

use std::collections::BTreeSet;

use super::{Check, Problem, Report, Run};
use crate::document::{Level, Record, RecordFacts, Rows, Severity, Table};
use crate::record::{Field, Kind, Link, Lookup, Place, Target, Value};

/// All of them.
pub static CHECKS: &[&Check] = &[&UNREADABLE, &LIMITS, &LINK, &UNKNOWN_VALUE];

/// Fields that the record is too short for.
pub static UNREADABLE: Check = Check {
    id: "unreadable",
    severity: Severity::Warning,
    label: "Field cannot be read",
    doc: "The record ends before the field does, or its storage cannot be taken apart.",
    reads: &[],
    run: Run::Table(|level, table, report| look_at(level, table, report, |f, whole| !(whole && direct(f)), unreadable)),
    fixes: &[],
};

/// Numbers outside the game's own limits.
pub static LIMITS: Check = Check {
    id: "limits",
    severity: Severity::Warning,
    label: "Number outside its limits",
    doc: "The game does not expect such a number there.",
    reads: &[],
    run: Run::Table(|level, table, report| look_at(level, table, report, |f, _| f.limits.is_some(), limits)),
    fixes: &[],
};

/// Links to rows that do not exist.
pub static LINK: Check = Check {
    id: "link",
    severity: Severity::Warning,
    label: "Link that leads nowhere",
    doc: "The field names a row that its table does not have.",
    reads: &["*/shape"],
    run: Run::Level(|level, report| look(level, report, |f, _| f.is_link(), links)),
    fixes: &[],
};

/// Choices without a name.
pub static UNKNOWN_VALUE: Check = Check {
    id: "unknown-value",
    severity: Severity::Info,
    label: "Number without a name",
    doc: "None of the known choices has this number; the game may know more than is written down here.",
    reads: &[],
    run: Run::Table(|level, table, report| {
        look_at(level, table, report, |f, _| matches!(f.kind, Kind::Choice(_)), unknown);
    }),
    fixes: &[],
};

/// Problems of one table are listed up to this many, then counted: a broken file may have one in every
/// field.
const MOST_PER_TABLE: usize = 100;

/// All such problems of a level.
pub fn problems(level: &Level) -> Vec<Problem> {
    CHECKS.iter().flat_map(|check| super::checker::run_level(check, level).unwrap_or_default()).collect()
}

/// What a look at one field found: how bad, and in words.
pub(crate) type Finding = (Option<Severity>, String);

/// Looks at the fields of every row that are worth it; `whole` tells that the table's rows are as long as its record
/// type.
pub(crate) fn look(
    level: &Level,
    report: &mut Report,
    wants: fn(&Field, whole: bool) -> bool,
    at: fn(&Record<'_>, &'static Field) -> Vec<Finding>,
) {
    for table in level.tables() {
        look_at(level, table, report, wants, at);
    }
}

/// The same at one table.
fn look_at(
    level: &Level,
    table: &Table,
    report: &mut Report,
    wants: fn(&Field, whole: bool) -> bool,
    at: fn(&Record<'_>, &'static Field) -> Vec<Finding>,
) {
    let Some(schema) = table.spec.record else { return };
    let whole = matches!(&table.rows, Rows::Packed(p) if p.stride() >= schema.size_in(table.layout) as usize);
    let names: BTreeSet<&str> = schema.all_fields().into_iter().filter(|f| wants(f, whole)).map(|f| f.name).collect();
    if names.is_empty() {
        return;
    }
    let lookups: Vec<Lookup> = names.into_iter().map(|name| Lookup::new(schema, name, table.layout)).collect();
    let mut listed = 0usize;
    let mut more = 0usize;
    // Rows of another form have other fields.
    for record in level.rows(table).filter(|r| std::ptr::eq(r.schema(), schema)) {
        let facts = RecordFacts(record);
        let read = |f: &'static Field| record.get(f).ok()?.as_int();
        for field in lookups.iter().filter_map(|l| l.find(&facts, &read)) {
            for (severity, message) in at(&record, field) {
                if listed < MOST_PER_TABLE {
                    listed += 1;
                    let severity = severity.unwrap_or(report.severity());
                    report.record_as(severity, &record, field.name, message);
                } else {
                    more += 1;
                }
            }
        }
    }
    if more > 0 {
        report.add_to_last(&format!("; {more} more problems of {} are not listed", table.spec.label));
    }
}

fn direct(field: &Field) -> bool {
    !matches!(field.place, Place::Computed(_) | Place::Token(_) | Place::Path(_))
}

fn unreadable(record: &Record<'_>, field: &'static Field) -> Vec<Finding> {
    record.get(field).err().map(|error| (None, error.to_string())).into_iter().collect()
}

fn limits(record: &Record<'_>, field: &'static Field) -> Vec<Finding> {
    let Some((min, max)) = field.limits else { return Vec::new() };
    let raw = record.get(field).ok().and_then(|v| v.as_int());
    let outside = raw.filter(|raw| *raw < i128::from(min) || *raw > i128::from(max));
    let say = |raw| (None, format!("{} is {raw}, outside {min}..{max}", field.label_text()));
    outside.map(say).into_iter().collect()
}

pub(crate) fn links(record: &Record<'_>, field: &'static Field) -> Vec<Finding> {
    let level = record.level();
    match (&field.kind, record.get(field)) {
        (Kind::Link(link), Ok(Value::Int(raw))) => {
            // What the game derives when it loads the level harms nobody while it is stale.
            let severity = field.derived.then_some(Severity::Info);
            dangling(level, link, raw, field).map(|message| (severity, message)).into_iter().collect()
        }
        (
            Kind::Array { of: Kind::Link(link), .. } | Kind::Vector { of: Kind::Link(link), .. },
            Ok(Value::List(list)),
        ) => {
            let used = if field.counted_by.is_empty() { None } else { record.int(field.counted_by) };
            let used = used.and_then(|n| usize::try_from(n).ok()).unwrap_or(list.len());
            let elements = list.iter().take(used).enumerate();
            let dangling = elements.filter_map(|(at, element)| {
                let message = dangling(level, link, element.as_int()?, field)?;
                Some((None, format!("element {at}: {message}")))
            });
            dangling.collect()
        }
        _ => Vec::new(),
    }
}

fn unknown(record: &Record<'_>, field: &'static Field) -> Vec<Finding> {
    let Kind::Choice(names) = &field.kind else { return Vec::new() };
    let raw = record.get(field).ok().and_then(|v| v.as_int()).filter(|raw| names.name(*raw).is_none());
    let say = |raw| (None, format!("{} is {raw}, which has no name", field.label_text()));
    raw.map(say).into_iter().collect()
}

/// Why a link leads nowhere; `None` if it leads somewhere or means nothing.
fn dangling(level: &Level, link: &Link, raw: i128, field: &Field) -> Option<String> {
    let Target::Row(key) = link.target else { return None };
    if link.none.iter().any(|n| i128::from(*n) == raw) {
        return None;
    }
    let rows = level.link_table(key).map_or(0, Table::len);
    let inside = usize::try_from(raw).is_ok_and(|at| at < rows);
    (!inside).then(|| format!("{} names {key}/{raw}, the level has {rows}", field.label_text()))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use crate::document::{Document, LevelBuilder, LevelId, OpenReport};
    use crate::games::test::{Source, TEST};

    #[test]
    fn a_link_that_leads_nowhere_is_named() {
        let file = LevelBuilder::new(LevelId::FILE).finish();
        let mut document = Document::new(&TEST, Arc::new(Source), file, OpenReport::default());
        document.level(LevelId(0)).unwrap();
        let mut draft = document.draft();
        let id = draft.row(LevelId(0), "things", 4).unwrap().id();
        draft.set_int(id, "path", 2).unwrap();
        let found = super::problems(draft.level(LevelId(0)).unwrap());
        assert_eq!(found.len(), 1);
        assert_eq!((found[0].place.as_str(), found[0].field), ("things/4", "path"));
        assert_eq!(found[0].message, "path names paths/2, the level has 2");
        draft.set_int(id, "path", -1).unwrap();
        assert!(super::problems(draft.level(LevelId(0)).unwrap()).is_empty(), "-1 means none");
    }
}
