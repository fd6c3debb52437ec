//! Another name for something, everywhere at once: in records and in scripts (`oni.md` 4.3).

use crate::document::{LevelId, NodeId};
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::oni::scripts::Sort;
use crate::games::oni::scripts::rename;
use crate::games::oni::scripts::things::sorts_of;
use crate::record::Refusal;

/// Plan `rename`: of an object.
pub(super) fn object(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let node = arguments.object()?;
    let new = arguments.text("name")?;
    let record = draft.record(node)?;
    let table = record.table();
    let named = sorts_of(table.key()).find(|(sort, _)| !sort.is_number());
    let (sort, field) = named.ok_or_else(|| {
        Refusal::rule(format!("{} have no names that scripts use: renumber them instead", table.spec.label))
    })?;
    let field = record.schema().base_field(field).ok_or_else(|| Refusal::Missing(field.to_owned()))?;
    let old = record.get(field)?.as_text().unwrap_or_default().to_owned();
    if old.is_empty() {
        return Err(Refusal::rule("it has no name yet: set the field, nothing can name it"));
    }
    rename::rename(draft, node.level, sort, &old, new)?;
    Ok(None)
}

/// Plan `rename_in_scripts`: of a function or a variable.
pub(super) fn in_scripts(draft: &mut Draft, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let sort = match arguments.text("sort")? {
        "function" => Sort::Function,
        "variable" => Sort::Variable,
        other => return Err(Refusal::rule(format!("{other} is neither function nor variable"))),
    };
    rename::rename(draft, LevelId(arguments.level), sort, arguments.text("old")?, arguments.text("name")?)?;
    Ok(None)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::oni::preview::test_levels::{HERE, document, n, row, t, thing};
    use crate::games::oni::tables::{CHARACTERS, FLAGS};
    use crate::record::Value;

    #[test]
    fn a_character_is_renamed_in_scripts_too_and_a_flag_has_no_name() {
        let things = [thing(&CHARACTERS, &[("name", t("guard"))]), thing(&FLAGS, &[("id", n(3))])];
        let document = document(&things, &[("a.bsl", "func main { ai2_spawn guard }")]);
        let level = document.state().level(HERE).unwrap();
        let (guard, flag) = (row(level, "characters", 0), row(level, "flags", 0));
        let arguments = |node| Arguments {
            level: 0,
            objects: vec![node],
            values: [("name".to_owned(), Value::Text("sentry".to_owned()))].into(),
        };
        let mut draft = document.draft();
        object(&mut draft, &arguments(guard)).unwrap();
        let script = draft.row(HERE, "scripts", 0).unwrap();
        assert_eq!(script.tail(), b"func main { ai2_spawn sentry }");
        assert!(object(&mut document.draft(), &arguments(flag)).unwrap_err().to_string().contains("renumber"));
        let mut function = arguments(guard);
        function.values.insert("sort".to_owned(), Value::Text("function".to_owned()));
        function.values.insert("old".to_owned(), Value::Text("main".to_owned()));
        in_scripts(&mut draft, &function).unwrap();
        assert_eq!(draft.row(HERE, "scripts", 0).unwrap().tail(), b"func sentry { ai2_spawn sentry }");
    }
}
