//! Any plan with any arguments is refused, or does what undo takes back and redo does again.

use levelwright_fuzz::random::{Random, hash};
use levelwright_io::save;
use levelwright_model::document::{Document, LevelId, NodeId};
use levelwright_model::games::{Arguments, PlanSpec};
use levelwright_model::record::{Kind, Value};

use super::support::{Case, cases, state_hash};

/// Tries with each plan on each file.
const TRIES: usize = 12;

#[test]
fn random_plans_are_refused_or_undone_without_a_trace() {
    let (mut done, mut refused) = (0, 0);
    let from_outside = cases().iter().filter(|c| !c.made && c.bytes.len() < 1 << 19).step_by(9);
    for case in cases().iter().filter(|c| c.made).chain(from_outside) {
        let mut opened = case.open();
        if opened.document.read_only().is_some() {
            continue;
        }
        for plan in opened.document.game().plans {
            let mut random = Random::new(hash(case.name.as_bytes()) ^ hash(plan.key.as_bytes()));
            for _ in 0..TRIES {
                let arguments = arguments(&opened.document, plan, &mut random);
                match run(case, &mut opened.document, plan, &arguments) {
                    false => refused += 1,
                    true => {
                        done += 1;
                        if case.made {
                            // Once more, saved and read again.
                            opened.document.redo();
                            if let Ok(encoded) = opened.origin.encode(&opened.document) {
                                let verified = save::verify(&opened.document, &encoded, opened.origin.as_ref());
                                verified.unwrap_or_else(|e| panic!("{}: {} {arguments:?}: {e}", case.name, plan.key));
                            }
                            opened.document.undo();
                        }
                    }
                }
            }
        }
        let encoded = opened.origin.encode(&opened.document).unwrap();
        assert!(
            encoded.bytes == case.bytes && encoded.beside.is_empty(),
            "{}: undone, and the file differs",
            case.name
        );
    }
    println!("{done} plans carried out, {refused} refused");
}

/// Runs a plan and takes it back; false if it was refused.
fn run(case: &Case, document: &mut Document, plan: &PlanSpec, arguments: &Arguments) -> bool {
    let place = || format!("{}: {} {arguments:?}", case.name, plan.key);
    let before = state_hash(document.state());
    let mut draft = document.draft();
    match (plan.run)(&mut draft, arguments) {
        Err(refusal) => {
            assert!(!refusal.to_string().is_empty(), "{}: refused without a word", place());
            drop(draft);
            assert_eq!(state_hash(document.state()), before, "{}: refused, and something changed", place());
            return false;
        }
        Ok(Some(made)) => assert!(draft.record(made).is_ok(), "{}: what it made is not there", place()),
        Ok(None) => {}
    }
    let entries = document.history().position();
    document.commit(draft, plan.label).unwrap_or_else(|e| panic!("{}: {e}", place()));
    let after = state_hash(document.state());
    if document.history().position() == entries {
        assert_eq!(after, before, "{}: no entry, and something changed", place());
        return false;
    }
    assert!(document.undo(), "{}: cannot be undone", place());
    assert_eq!(state_hash(document.state()), before, "{}: undo leaves a trace", place());
    assert!(document.redo(), "{}: cannot be done again", place());
    assert_eq!(state_hash(document.state()), after, "{}: redo differs", place());
    assert!(document.undo(), "{}", place());
    true
}

fn arguments(document: &Document, plan: &PlanSpec, random: &mut Random) -> Arguments {
    let ids: Vec<LevelId> = document.state().ids().collect();
    let level = random.pick(&ids).copied().unwrap_or(LevelId(0));
    let all = document.objects(level);
    let count = random.pick(&[0, 1, 1, 1, 1, 2, 5]).copied().unwrap_or(1);
    let mut objects: Vec<NodeId> = (0..count).filter_map(|_| random.pick(all.all()).map(|o| o.id.node)).collect();
    if random.one_in(8) {
        objects.push(NodeId { level, number: random.bits() as u32 });
    }
    let mut arguments = Arguments { level: level.0, objects, ..Arguments::default() };
    for (name, _) in plan.arguments {
        // Now and then one is forgotten.
        if !random.one_in(10) {
            arguments.values.insert((*name).to_owned(), value(document, name, random));
        }
    }
    arguments
}

fn value(document: &Document, name: &str, random: &mut Random) -> Value {
    let game = document.game();
    let small = random.below(24) as i128 - 2;
    match random.below(10) {
        0 => Value::Int(random.pick(&[i128::from(i16::MAX), -32768, 65536, 1 << 40]).copied().unwrap_or(0)),
        1 => Value::Text(words(document, random)),
        2 => Value::List(vec![Value::Int(small), Value::Int(random.below(4000) as i128)]),
        3 => Value::Int(random.below(8000) as i128 - 4000),
        // What the name asks for, as far as a name can tell.
        _ => match name {
            "kind" => Value::Text(random.pick(game.kinds).map_or_else(String::new, |k| k.key.to_owned())),
            "table" => Value::Text(random.pick(game.tables).map_or_else(String::new, |t| t.key.to_owned())),
            _ => Value::Int(small),
        },
    }
}

/// A word out of the game's own tables.
fn words(document: &Document, random: &mut Random) -> String {
    let game = document.game();
    let Some(schema) = random.pick(game.schemas) else { return String::new() };
    let fields = schema.all_fields();
    match random.pick(&fields) {
        None => schema.key.to_owned(),
        Some(field) => match field.kind {
            Kind::Choice(names) => random.pick(names.list).map_or_else(String::new, |n| n.name.to_owned()),
            _ => field.name.to_owned(),
        },
    }
}
