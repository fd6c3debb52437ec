//! What is wrong with scripts and with the names of functions in records (`oni.md` 4.3, 4.4).

use std::collections::BTreeSet;

use super::library::{Place, Scripts, Unknown};
use super::things::{FUNCTION_TABLES, LONGEST_FUNCTION, calling};
use crate::document::{Level, Severity};
use crate::problems::{Check, Report, Run};

/// Everything that may name a function, and the scripts.
const READS: &[&str] =
    &["scripts", "characters", "trigger_volumes", "neutrals", "consoles", "doors", "triggers", "patrol_paths"];

/// A field names a function that no script defines.
pub static UNDEFINED: Check = Check {
    id: "oni-function-undefined",
    severity: Severity::Warning,
    label: "Function undefined",
    doc: "No script of the level's folder or of the global one defines the function: nothing happens. Without any scripts \
          beside the level nobody can tell.",
    reads: READS,
    run: Run::Level(undefined),
    fixes: &[],
};

/// A function is defined more than once.
pub static TWICE: Check = Check {
    id: "oni-function-twice",
    severity: Severity::Warning,
    label: "Function defined twice",
    doc: "Which of them the game calls is not known.",
    reads: &["scripts"],
    run: Run::Level(twice),
    fixes: &[],
};

/// A script calls what nobody defines.
pub static UNKNOWN: Check = Check {
    id: "oni-script-unknown-name",
    severity: Severity::Warning,
    label: "Unknown name in a script",
    doc: "Neither a script of the level nor the game knows it. The game's own scripts have nine such slips.",
    reads: &["scripts"],
    run: Run::Level(unknown),
    fixes: &[],
};

/// A function's name is longer than its places.
pub static LONG: Check = Check {
    id: "oni-function-long",
    severity: Severity::Warning,
    label: "Function name too long",
    doc: "Fields have room for 31 bytes, so nothing but scripts can call it.",
    reads: &["scripts"],
    run: Run::Level(long),
    fixes: &[],
};

/// A place that is no script.
pub static SYNTAX: Check = Check {
    id: "oni-script-syntax",
    severity: Severity::Warning,
    label: "Not understood in a script",
    doc: "What stands there is no script as far as the language is known. The rest of the file is read.",
    reads: &["scripts"],
    run: Run::Level(syntax),
    fixes: &[],
};

/// A function that nobody calls.
pub static UNCALLED: Check = Check {
    id: "oni-function-uncalled",
    severity: Severity::Info,
    label: "Function nobody calls",
    doc: "No script and no field of the level names it; the game calls main by itself.",
    reads: READS,
    run: Run::Level(uncalled),
    fixes: &[],
};

fn undefined(level: &Level, report: &mut Report) {
    let scripts = Scripts::of_level(level);
    if scripts.is_empty() {
        return;
    }
    for table in level.tables().filter(|table| FUNCTION_TABLES.contains(&table.key())) {
        for record in level.rows(table) {
            calling(&record, &mut |found| {
                if scripts.defines(&found.function) {
                    return;
                }
                let Some(record) = level.record(found.node.number) else { return };
                let hint = scripts.but_for_case(&found.function);
                let hint = hint.map_or_else(String::new, |other| format!("; {other} differs in case alone"));
                report.record(&record, found.field.name, format!("no script defines {}{hint}", found.function));
            });
        }
    }
}

/// Reports something at a place of a script.
fn at(level: &Level, scripts: &Scripts, place: Place, message: &str, report: &mut Report) {
    let Some(file) = scripts.files().get(place.file) else { return };
    let Some(record) = file.node.and_then(|node| level.record(node.number)) else { return };
    let (line, _) = file.line(place.span.from);
    let number = u32::try_from(line).unwrap_or(u32::MAX);
    report.line(&record, "text", number, format!("{}, line {line}: {message}", file.name));
}

/// What is wrong in the scripts themselves, place by place: what nobody defines, what is defined twice, names without
/// room, and what is no script.
pub(super) fn wrong(scripts: &Scripts) -> Vec<(Place, String)> {
    let mut all = twice_in(scripts);
    all.extend(unknown_in(scripts));
    all.extend(long_in(scripts));
    all.extend(faults_in(scripts));
    all
}

fn tell(level: &Level, found: impl FnOnce(&Scripts) -> Vec<(Place, String)>, report: &mut Report) {
    let scripts = Scripts::of_level(level);
    for (place, message) in found(&scripts) {
        at(level, &scripts, place, &message, report);
    }
}

fn twice(level: &Level, report: &mut Report) {
    tell(level, twice_in, report);
}

fn twice_in(scripts: &Scripts) -> Vec<(Place, String)> {
    let mut found = Vec::new();
    for (name, places) in scripts.functions() {
        let places: Vec<Place> = places.collect();
        let Some((first, others)) = places.split_first() else { continue };
        let message = format!("{name} is defined already in {}", scripts.show(*first));
        found.extend(others.iter().map(|place| (*place, message.clone())));
    }
    found
}

fn unknown(level: &Level, report: &mut Report) {
    tell(level, unknown_in, report);
}

fn unknown_in(scripts: &Scripts) -> Vec<(Place, String)> {
    let message = |unknown: &Unknown| match &unknown.but_for_case {
        Some(other) => format!("{} is not defined; {other} differs in case alone", unknown.name),
        None => format!("{} is not known", unknown.name),
    };
    scripts.unknown().iter().map(|unknown| (unknown.place, message(unknown))).collect()
}

fn long(level: &Level, report: &mut Report) {
    tell(level, long_in, report);
}

fn long_in(scripts: &Scripts) -> Vec<(Place, String)> {
    let long = scripts.functions().filter(|(name, _)| name.len() > LONGEST_FUNCTION);
    long.flat_map(|(name, places)| {
        let message = format!("{name} has {} bytes, 31 are the most", name.len());
        places.map(move |place| (place, message.clone())).collect::<Vec<_>>()
    })
    .collect()
}

fn syntax(level: &Level, report: &mut Report) {
    tell(level, faults_in, report);
}

fn faults_in(scripts: &Scripts) -> Vec<(Place, String)> {
    scripts.faults().map(|(place, fault)| (place, format!("{} is expected here", fault.message))).collect()
}

fn uncalled(level: &Level, report: &mut Report) {
    let scripts = Scripts::of_level(level);
    let fields: BTreeSet<String> = super::things::all_calling(level).into_iter().map(|found| found.function).collect();
    for (name, place) in scripts.uncalled() {
        if !fields.contains(name) {
            at(level, &scripts, place, &format!("nothing calls {name}"), report);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::oni::preview::test_levels::{document, t, thing};
    use crate::games::oni::tables::{CHARACTERS, TRIGGER_VOLUMES};
    use crate::problems::{Whole, of_document};

    const SCRIPT: &str = "func main { used\n Used\n no_such_thing }\nfunc used { }\nfunc alone { if }\n\
        func one_that_is_longer_than_its_places { }\n";

    fn found(check: &'static Check, scripts: &[(&str, &str)]) -> Vec<String> {
        let things = [
            thing(&CHARACTERS, &[("spawn_script", t("used")), ("die_script", t("gone")), ("hurt_script", t("ALONE"))]),
            thing(&TRIGGER_VOLUMES, &[("exit_script", t("outer"))]),
        ];
        let document = document(&things, scripts);
        let whole = Whole { state: document.state(), source: &**document.source() };
        let all = of_document(document.game(), &whole).into_iter().filter(|problem| problem.check == check.id);
        all.map(|problem| format!("{} {}: {}", problem.place, problem.field, problem.message)).collect()
    }

    #[test]
    fn a_function_that_no_script_defines_is_reported_where_there_are_scripts() {
        let scripts = [("lab/a.bsl", SCRIPT), ("global/b.bsl", "func outer { }")];
        assert_eq!(
            found(&UNDEFINED, &scripts),
            [
                "characters/0 die_script: no script defines gone",
                "characters/0 hurt_script: no script defines ALONE; alone differs in case alone"
            ]
        );
        assert!(found(&UNDEFINED, &[]).is_empty());
    }

    #[test]
    fn scripts_are_looked_through() {
        let scripts = [("lab/a.bsl", SCRIPT), ("lab/b.bsl", "func used { }")];
        assert_eq!(
            found(&TWICE, &scripts),
            ["scripts/1 text: lab/b.bsl, line 1: used is defined already in lab/a.bsl, line 4, column 6"]
        );
        assert_eq!(
            found(&UNKNOWN, &scripts),
            [
                "scripts/0 text: lab/a.bsl, line 2: Used is not defined; used differs in case alone",
                "scripts/0 text: lab/a.bsl, line 3: no_such_thing is not known"
            ]
        );
        assert_eq!(
            found(&LONG, &scripts),
            ["scripts/0 text: lab/a.bsl, line 6: one_that_is_longer_than_its_places has 34 bytes, 31 are the most"]
        );
        assert_eq!(
            found(&SYNTAX, &scripts),
            ["scripts/0 text: lab/a.bsl, line 5: a condition in parentheses is expected here"]
        );
        assert_eq!(
            found(&UNCALLED, &scripts),
            [
                "scripts/0 text: lab/a.bsl, line 5: nothing calls alone",
                "scripts/0 text: lab/a.bsl, line 6: nothing calls one_that_is_longer_than_its_places"
            ]
        );
    }
}
