//! Traps that use each other without end (`systemshock.md` 6.5).

use std::collections::BTreeMap;

use super::common::*;
use crate::document::{Level, Severity};
use crate::games::shock::objects::beside;
use crate::games::shock::records::Object;
use crate::games::shock::tables::{FIXTURES, TRAPS};
use crate::problems::{Check, Report, Run};

pub(super) static CHECK: Check = Check {
    id: "trigger-loop",
    severity: Severity::Warning,
    label: "Traps use each other without end",
    doc: "Each uses the next at once, and the last the first again. The game stops unless a condition or a quota ends it.",
    reads: &["objects", "traps", "fixtures"],
    run: Run::Level(run),
    fixes: &[],
};

/// What a trap or fixture uses at once: the objects of its action with a delay of 0.
fn used_at_once(record: &crate::document::Record<'_>) -> Vec<usize> {
    const USE_FOUR: i128 = 6;
    const CYCLE: i128 = 12;
    /// Numbers from here on are variables (6.2).
    const VARIABLE: i128 = 0x1000;
    if !matches!(record.base_int("action"), Some(USE_FOUR | CYCLE)) {
        return Vec::new();
    }
    let pairs = [("object_1", "delay_1"), ("object_2", "delay_2"), ("object_3", "delay_3"), ("object_4", "delay_4")];
    let used = pairs.into_iter().filter_map(|(object, delay)| {
        let object = record.int(object).filter(|n| (1..VARIABLE).contains(n))?;
        (record.int(delay) == Some(0)).then(|| usize::try_from(object).ok())?
    });
    used.collect()
}

fn run(level: &Level, report: &mut Report) {
    let mut edges: BTreeMap<usize, (Vec<usize>, crate::document::Record<'_>)> = BTreeMap::new();
    for record in [&TRAPS, &FIXTURES].into_iter().flat_map(|spec| rows(level, spec)) {
        let Some(owner) = beside(&record, "common") else { continue };
        // Hints, repulsors and markers do no action.
        let sort = Object::new(owner.head(), owner.layout()).map(|o| (o.class(), o.subclass(), o.r#type()));
        if matches!(sort, Some((12, 1.., _) | (12, 0, 7 | 10))) {
            continue;
        }
        edges.insert(owner.position(), (used_at_once(&record), record));
    }
    // A walk in depth: what is met again while it is on the way closes a loop.
    let mut state: BTreeMap<usize, bool> = BTreeMap::new();
    for start in edges.keys() {
        if state.contains_key(start) {
            continue;
        }
        let mut way: Vec<(usize, usize)> = vec![(*start, 0)];
        state.insert(*start, true);
        while let Some((node, next)) = way.last_mut() {
            let target = edges.get(node).and_then(|(list, _)| list.get(*next)).copied();
            *next += 1;
            match target {
                None => {
                    state.insert(*node, false);
                    way.pop();
                }
                Some(target) if !edges.contains_key(&target) => {}
                Some(target) => match state.get(&target) {
                    None => {
                        state.insert(target, true);
                        way.push((target, 0));
                    }
                    Some(true) => {
                        let from = way.iter().position(|(n, _)| *n == target).unwrap_or(0);
                        let names: Vec<String> =
                            way.iter().skip(from).map(|(n, _)| *n).chain([target]).map(|n| n.to_string()).collect();
                        if let Some((_, record)) = edges.get(&target) {
                            report.record(record, "", format!("objects {} use each other at once", names.join(" -> ")));
                        }
                    }
                    Some(false) => {}
                },
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::made::*;
    use super::*;

    #[test]
    fn two_traps_that_use_each_other_are_named() {
        let mut document = level();
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
        put(&mut document, "traps", 2, "action", 6);
        put(&mut document, "traps", 2, "p1", 1);
        let each_other = "traps/1 : objects 1 -> 2 -> 1 use each other at once";
        assert_eq!(found(&document, &CHECK), [each_other]);
        // With a delay the game has time between.
        put(&mut document, "traps", 2, "p1", 1 | 5 << 16);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
    }
}
