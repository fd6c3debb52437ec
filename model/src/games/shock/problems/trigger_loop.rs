//! Traps that use each other without end (`systemshock.md` 6.5).

use std::collections::BTreeMap;

use super::common::*;
use crate::document::{Level, Severity};
use crate::edit::Draft;
use crate::games::shock::objects::beside;
use crate::games::shock::records::Object;
use crate::games::shock::tables::{FIXTURES, TRAPS};
use crate::problems::{Check, Fix, Problem, Report, Run};
use crate::record::Refusal;

pub(super) static CHECK: Check = Check {
    id: "trigger-loop",
    severity: Severity::Warning,
    label: "Traps use each other without end",
    doc: "Each uses the next at once, and the last the first again. The game stops unless a condition or a quota ends it.",
    reads: &["objects", "traps", "fixtures"],
    run: Run::Level(run),
    fixes: &[Fix {
        label: "Wait a moment",
        doc: "It uses what leads back to it after a tenth of a second, so that the game has time between.",
        run: wait,
    }],
};

/// The fields that name what is used, each with the one that says when.
const PAIRS: [(&str, &str); 4] =
    [("object_1", "delay_1"), ("object_2", "delay_2"), ("object_3", "delay_3"), ("object_4", "delay_4")];

/// What a trap or fixture uses at once: the objects of its action with a delay of 0.
fn used_at_once(record: &crate::document::Record<'_>) -> Vec<usize> {
    const USE_FOUR: i128 = 6;
    const CYCLE: i128 = 12;
    /// Numbers from here on are variables (6.2).
    const VARIABLE: i128 = 0x1000;
    if !matches!(record.base_int("action"), Some(USE_FOUR | CYCLE)) {
        return Vec::new();
    }
    let used = PAIRS.into_iter().filter_map(|(object, delay)| {
        let object = record.int(object).filter(|n| (1..VARIABLE).contains(n))?;
        (record.int(delay) == Some(0)).then(|| usize::try_from(object).ok())?
    });
    used.collect()
}

/// What each trap and fixture that does an action uses at once, by its object.
fn edges(level: &Level) -> BTreeMap<usize, (Vec<usize>, crate::document::Record<'_>)> {
    let mut edges = BTreeMap::new();
    for record in [&TRAPS, &FIXTURES].into_iter().flat_map(|spec| rows(level, spec)) {
        let Some(owner) = beside(&record, "common") else { continue };
        // Hints, repulsors and markers do no action.
        let sort = Object::new(owner.head(), owner.layout()).map(|o| (o.class(), o.subclass(), o.r#type()));
        if matches!(sort, Some((12, 1.., _) | (12, 0, 7 | 10))) {
            continue;
        }
        edges.insert(owner.position(), (used_at_once(&record), record));
    }
    edges
}

/// Delays what leads back to the record where it is used at once.
fn wait(draft: &mut Draft, problem: &Problem) -> Result<(), Refusal> {
    let node = problem.node;
    let delays: Vec<&str> = {
        let edges = edges(draft.level(node.level)?);
        let own = edges.iter().find(|(_, (_, record))| record.id() == node).map(|(object, _)| *object);
        let leads_back = |first: usize| {
            let mut seen = std::collections::BTreeSet::new();
            let mut waiting = vec![first];
            while let Some(object) = waiting.pop() {
                if Some(object) == own {
                    return true;
                }
                if seen.insert(object) {
                    waiting.extend(edges.get(&object).map(|(list, _)| list.as_slice()).unwrap_or_default());
                }
            }
            false
        };
        let record = draft.record(node)?;
        let used = PAIRS.into_iter().filter(|(object, delay)| {
            let object = record.int(object).and_then(|n| usize::try_from(n).ok());
            record.int(delay) == Some(0) && object.is_some_and(leads_back)
        });
        used.map(|(_, delay)| delay).collect()
    };
    for delay in delays {
        draft.set_int(node, delay, 1)?;
    }
    Ok(())
}

fn run(level: &Level, report: &mut Report) {
    let edges = edges(level);
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
        fix(&mut document, &CHECK, 0);
        document.undo();
        // With a delay the game has time between.
        put(&mut document, "traps", 2, "p1", 1 | 5 << 16);
        assert_eq!(found(&document, &CHECK), [] as [&str; 0]);
    }
}
