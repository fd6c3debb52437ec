//! Everything that is registered is described: tables, fields, links, kinds, plans.

use std::collections::BTreeSet;

use levelwright_model::games::{self, Game};
use levelwright_model::record::{Field, Kind, Role, Schema, Target};

/// A schema with every schema below it.
fn below(schema: &'static Schema, out: &mut Vec<&'static Schema>) {
    if out.iter().any(|s| s.key == schema.key) {
        return;
    }
    out.push(schema);
    schema.below().for_each(|schema| below(schema, out));
}

fn is_sentence(text: &str) -> bool {
    let text = text.trim();
    text.chars().next().is_some_and(|c| c.is_uppercase() || c.is_ascii_digit()) && text.ends_with(['.', '?', ':', ')'])
}

#[test]
fn every_key_is_its_own() {
    let mut schemas = BTreeSet::new();
    let mut all = BTreeSet::new();
    for game in games::all() {
        assert!(all.insert(game.key), "two games are called {}", game.key);
        assert!(!game.name.is_empty());
        for schema in game.schemas {
            assert!(schemas.insert(schema.key), "two record types are called {}", schema.key);
            assert!(schema.key.starts_with(&format!("{}.", game.key)), "{} lacks its game's name", schema.key);
        }
        let unique = |what: &str, keys: Vec<&str>| {
            let mut seen = BTreeSet::new();
            for key in keys {
                assert!(seen.insert(key), "{}: two {what} are called {key}", game.key);
                assert!(!key.is_empty() && !key.contains(char::is_whitespace), "{}: {what} {key:?}", game.key);
            }
        };
        unique("tables", game.tables.iter().map(|t| t.key).collect());
        unique("kinds", game.kinds.iter().map(|k| k.key).collect());
        unique("plans", game.plans.iter().map(|p| p.key).collect());
    }
}

#[test]
fn every_table_and_record_type_is_registered_and_described() {
    for game in games::all() {
        let mut reached = Vec::new();
        for table in game.tables {
            assert!(!table.label.is_empty(), "{}", table.key);
            let stands_for = table.stands_for;
            assert!(stands_for.is_empty() || game.tables.iter().any(|t| t.key == stands_for), "{stands_for}");
            table.record.iter().chain(table.others).for_each(|schema| below(schema, &mut reached));
        }
        for schema in &reached {
            assert!(game.schemas.iter().any(|s| s.key == schema.key), "{} is not registered", schema.key);
        }
        for schema in game.schemas {
            assert!(reached.iter().any(|s| s.key == schema.key), "no table has a {}", schema.key);
            assert!(!schema.label.is_empty() && !schema.source.is_empty(), "{}", schema.key);
            assert!(is_sentence(schema.doc), "{}: {:?}", schema.key, schema.doc);
        }
        for kind in game.kinds {
            assert!(!kind.label.is_empty() && !kind.plural.is_empty() && !kind.icon.is_empty(), "{}", kind.key);
        }
        for plan in game.plans {
            assert!(!plan.label.is_empty() && is_sentence(plan.doc), "{}: {:?}", plan.key, plan.doc);
            for (name, meaning) in plan.arguments {
                assert!(!name.is_empty() && !meaning.trim().is_empty(), "{}: argument {name}", plan.key);
            }
        }
    }
}

#[test]
fn every_field_has_a_label_a_meaning_and_a_source() {
    let mut fields = 0;
    for game in games::all() {
        for (schema, field) in fields_of(game) {
            let place = format!("{}.{}", schema.key, field.name);
            assert!(!field.label_text().trim().is_empty(), "{place} has no label");
            assert!(is_sentence(field.doc_text()), "{place}: {:?}", field.doc_text());
            assert!(!schema.source.is_empty(), "{place} has no source");
            for names in kinds_of(&field.kind) {
                check_names(&place, names);
            }
            fields += 1;
        }
    }
    println!("{fields} fields");
}

fn fields_of(game: &'static Game) -> impl Iterator<Item = (&'static Schema, &'static Field)> {
    game.schemas.iter().flat_map(|schema| schema.all_fields().into_iter().map(|field| (*schema, field)))
}

/// A kind and what its elements mean.
fn kinds_of(kind: &'static Kind) -> Vec<&'static Kind> {
    match kind {
        Kind::Vector { of, .. } | Kind::Array { of, .. } => vec![kind, of],
        _ => vec![kind],
    }
}

/// Typing a name must mean one value, so no name may occur twice.
fn check_names(place: &str, kind: &Kind) {
    let (key, source, names): (_, _, Vec<&str>) = match kind {
        Kind::Choice(names) => (names.key, names.source, names.list.iter().map(|n| n.name).collect()),
        Kind::Flags(names) => (names.key, names.source, names.list.iter().map(|n| n.name).collect()),
        _ => return,
    };
    assert!(!key.is_empty() && !source.is_empty() && !names.is_empty(), "{place}: names without a source");
    let mut seen = BTreeSet::new();
    for name in names {
        assert!(!name.trim().is_empty(), "{place}: an empty name in {key}");
        assert!(seen.insert(name.to_lowercase()), "{place}: {name} occurs twice in {key}");
    }
}

#[test]
fn every_link_leads_to_something_that_exists() {
    let mut links = 0;
    for game in games::all() {
        for (schema, field) in fields_of(game) {
            if let Some(link) = field.link_of() {
                links += 1;
                let place = format!("{}.{}", schema.key, field.name);
                check_target(game, &place, &link.target);
            }
        }
    }
    println!("{links} links");
}

fn check_target(game: &'static Game, place: &str, target: &Target) {
    let table = |key: &str| {
        let found = game.tables.iter().find(|t| t.key == key);
        found.unwrap_or_else(|| panic!("{place} leads to the table {key}, which does not exist"))
    };
    match target {
        Target::Row(key) => assert!(table(key).record.is_some(), "{place} leads to {key}, which has no rows"),
        Target::Id(key) => {
            let schema = table(key).record.unwrap_or_else(|| panic!("{place} leads to {key}, which has no rows"));
            let id = schema.all_fields().into_iter().any(|f| f.role == Role::Id);
            assert!(id, "{place} leads to ids of {key}, whose records have none");
        }
        Target::Tag(word) | Target::Outside(word) => assert!(!word.is_empty(), "{place}"),
        Target::Level | Target::Child => {}
        Target::By { cases, otherwise, .. } => {
            cases.iter().for_each(|(_, target)| check_target(game, place, target));
            otherwise.iter().for_each(|target| check_target(game, place, target));
        }
    }
}
