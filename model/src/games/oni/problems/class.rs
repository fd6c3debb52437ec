//! Classes that are nowhere (`oni.md` 4.4).

use super::common::{rows_of, text};
use crate::document::{Level, Severity, Table};
use crate::games::oni::environment::{Environment, Known};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "oni-class",
    severity: Severity::Warning,
    label: "Class not found",
    doc: "Neither the level nor level 0 has the class. A character's can crash the game; others appear as another class or \
          not at all. Where level 0 is not there to ask, the class may be in it.",
    reads: &["characters", "weapons", "doors", "consoles", "triggers", "turrets", "furniture", "neutrals"],
    // One list at a time: what an edit changes is one of them, and the furniture of a level has hundreds of rows.
    run: Run::Table(run),
    fixes: &[],
};

/// List, field, template, how bad.
const CLASSES: &[(&str, &str, &str, Severity)] = &[
    ("characters", "class", "ONCC", Severity::Error),
    ("characters", "weapon", "ONWC", Severity::Warning),
    ("weapons", "class", "ONWC", Severity::Warning),
    ("doors", "class", "DOOR", Severity::Warning),
    ("consoles", "class", "CONS", Severity::Warning),
    ("triggers", "class", "TRIG", Severity::Warning),
    ("turrets", "class", "TURR", Severity::Warning),
    ("furniture", "class", "OFGA", Severity::Info),
    ("neutrals", "weapon", "ONWC", Severity::Warning),
];

fn run(level: &Level, table: &Table, report: &mut Report) {
    let Some(environment) = level.surroundings::<Environment>() else { return };
    let mut unsure = std::collections::BTreeSet::new();
    for (_, field, tag, severity) in CLASSES.iter().filter(|(list, ..)| *list == table.key()) {
        for record in rows_of(level, table) {
            let name = text(&record, field);
            if name.is_empty() && *field == "weapon" {
                continue;
            }
            match environment.knows(tag, &name) {
                Known::Yes => {}
                Known::No if name.is_empty() => report.record_as(*severity, &record, field, "it has no class"),
                Known::No => {
                    let message = format!("{tag}{name} is neither in the level nor in level 0");
                    report.record_as(*severity, &record, field, message);
                }
                Known::Maybe => {
                    unsure.insert(format!("{tag}{name}"));
                }
            }
        }
    }
    if !unsure.is_empty() {
        let names: Vec<&str> = unsure.iter().map(String::as_str).take(8).collect();
        let more = unsure.len().saturating_sub(names.len());
        let rest = if more > 0 { format!(" and {more} more") } else { String::new() };
        let message = format!(
            "{}: classes that are not in the level, and level0_Final.dat does not lie beside it to ask: {}{rest}",
            table.spec.label,
            names.join(", ")
        );
        report.level_as(Severity::Info, level.id(), message);
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::{around, found_any, set};
    use super::*;

    #[test]
    fn all_lists_were_looked_through_again_after_one_object_had_moved() {
        let environment = Environment { shared_names: Some(Default::default()), ..Environment::default() };
        let (mut document, made) = around(environment, &["character", "weapon", "turret"]);
        let mut checker = crate::problems::Checker::default();
        static ALONE: &[&Check] = &[&CHECK];
        let game = crate::games::Game { checks: ALONE, ..crate::games::oni::ONI };
        let mut ask = |document: &crate::document::Document| {
            let level = document.state().ids().find_map(|id| document.state().level(id)).unwrap();
            let before = checker.runs();
            (checker.level(&game, level).len(), checker.runs() - before)
        };
        let (found, lists) = ask(&document);
        assert!(found >= 3 && lists > 4);
        set(&mut document, made[0], "object_id", 77);
        assert_eq!(ask(&document), (found, 1), "the list of the one that changed alone");
    }

    #[test]
    fn a_class_is_looked_for_in_the_level_and_in_level_0() {
        let names = |list: &[&str]| list.iter().map(|n| (*n).to_owned()).collect();
        let own = names(&["ONCCstriker_easy_1"]);
        let environment =
            Environment { names: own, shared_names: Some(names(&["ONWCw1_tap"])), ..Environment::default() };
        let (document, _) = around(environment.clone(), &["character", "weapon", "turret"]);
        assert_eq!(
            found_any(&document, &CHECK),
            ["turrets/0 class: TURRphr_turret_wall is neither in the level nor in level 0"]
        );
        let (document, _) = around(Environment { shared_names: None, ..environment }, &["character", "weapon"]);
        let said = found_any(&document, &CHECK);
        assert!(
            said.len() == 1 && said[0].contains("Weapons: ") && said[0].ends_with("to ask: ONWCw1_tap"),
            "{said:?}"
        );
        let (document, _) =
            around(Environment { shared_names: Some(names(&[])), ..Environment::default() }, &["character"]);
        assert_eq!(
            found_any(&document, &CHECK),
            ["characters/0 class: ONCCstriker_easy_1 is neither in the level nor in level 0"]
        );
    }
}
