//! What the tables alone can tell: links that lead nowhere, numbers outside their limits.

use super::Problem;
use crate::document::{Level, Record, Severity, Table};
use crate::record::{Field, Kind, Link, Target, Value};

/// Problems of one table are listed up to this many, then counted: a broken file may have one in every
/// field.
const MOST_PER_TABLE: usize = 100;

/// All such problems of a level, table by table.
pub fn problems(level: &Level) -> Vec<Problem> {
    let mut out = Vec::new();
    for table in level.tables() {
        let mut found = Vec::new();
        let mut more = 0usize;
        for record in level.rows(table) {
            check_record(level, table, &record, &mut |problem| {
                if found.len() < MOST_PER_TABLE { found.push(problem) } else { more += 1 }
            });
        }
        if more > 0
            && let Some(last) = found.last_mut()
        {
            last.message = format!("{}; {more} more problems of {} are not listed", last.message, table.spec.label);
        }
        out.append(&mut found);
    }
    out
}

fn check_record(level: &Level, table: &Table, record: &Record<'_>, report: &mut impl FnMut(Problem)) {
    let mut say = |check, severity, field: &Field, message| {
        report(Problem {
            check,
            severity,
            node: record.id(),
            place: format!("{}/{}", table.key(), record.position()),
            field: field.name,
            message,
        });
    };
    for field in record.fields() {
        let value = match record.get(field) {
            Ok(value) => value,
            Err(error) => {
                say("unreadable", Severity::Warning, field, error.to_string());
                continue;
            }
        };
        if let (Some((min, max)), Some(raw)) = (field.limits, value.as_int())
            && (raw < i128::from(min) || raw > i128::from(max))
        {
            let message = format!("{} is {raw}, outside {min}..{max}", field.label_text());
            say("limits", Severity::Warning, field, message);
        }
        match (&field.kind, &value) {
            (Kind::Link(link), Value::Int(raw)) => {
                if let Some(message) = dangling(level, link, *raw, field) {
                    // What the game derives when it loads the level harms nobody while it is stale.
                    let severity = if field.derived { Severity::Info } else { Severity::Warning };
                    say("link", severity, field, message);
                }
            }
            (
                Kind::Array { of: Kind::Link(link), .. } | Kind::Vector { of: Kind::Link(link), .. },
                Value::List(list),
            ) => {
                let used = if field.counted_by.is_empty() { None } else { record.int(field.counted_by) };
                let used = used.and_then(|n| usize::try_from(n).ok()).unwrap_or(list.len());
                for (at, element) in list.iter().take(used).enumerate() {
                    let Some(raw) = element.as_int() else { continue };
                    if let Some(message) = dangling(level, link, raw, field) {
                        say("link", Severity::Warning, field, format!("element {at}: {message}"));
                    }
                }
            }
            (Kind::Choice(names), Value::Int(raw)) if names.name(*raw).is_none() => {
                let message = format!("{} is {raw}, which has no name", field.label_text());
                say("unknown-value", Severity::Info, field, message);
            }
            _ => {}
        }
    }
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
