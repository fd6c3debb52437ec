//! What must hold of the tables of every registered game: a new table is tested by being registered.

use std::collections::BTreeSet;

use super::schema::shares_place;
use super::{Condition, Field, Kind, Overlay, Schema, Target};
use crate::games::{self, Game};

/// Every record type of a game.
fn schemas(game: &Game) -> Vec<&'static Schema> {
    game.schemas.to_vec()
}

/// The kind of a field, or of its elements.
fn element(kind: &Kind) -> &Kind {
    match kind {
        Kind::Array { of, .. } | Kind::Vector { of, .. } => element(of),
        other => other,
    }
}

/// The chains of overlays from the base down to each nested one.
fn chains(overlays: &'static [Overlay], above: &[&'static Overlay]) -> Vec<Vec<&'static Overlay>> {
    let mut out = Vec::new();
    for overlay in overlays {
        let mut chain = above.to_vec();
        chain.push(overlay);
        out.extend(chains(overlay.overlays, &chain));
        out.push(chain);
    }
    out
}

fn asked_fields(condition: &Condition, out: &mut Vec<&'static str>) {
    match condition {
        Condition::Is(path, _) | Condition::In(path, _) | Condition::Masked(path, ..) | Condition::Bit(path, _) => {
            out.push(path);
        }
        Condition::All(list) | Condition::Any(list) => list.iter().for_each(|c| asked_fields(c, out)),
        Condition::Not(inner) => asked_fields(inner, out),
        Condition::Always | Condition::Level(..) | Condition::Layout(_) => {}
    }
}

/// What is wrong with a link's target.
fn check_target(game: &Game, target: &Target) -> Result<(), String> {
    match target {
        Target::Row(table) | Target::Id(table) => {
            let spec = game.tables.iter().find(|t| t.key == *table).ok_or(format!("no table {table}"))?;
            let schema = spec.record.ok_or(format!("table {table} has no rows"))?;
            let has_id = schema.all_fields().iter().any(|f| f.role == super::Role::Id);
            if matches!(target, Target::Id(_)) && !has_id {
                return Err(format!("rows of {table} have no id"));
            }
            Ok(())
        }
        Target::By { cases, otherwise, .. } => {
            cases.iter().map(|(_, t)| *t).chain(*otherwise).try_for_each(|t| check_target(game, t))
        }
        Target::Tag(word) | Target::Outside(word) if word.is_empty() => Err("a target without a word".to_owned()),
        Target::Tag(_) | Target::Outside(_) | Target::Level | Target::Child => Ok(()),
    }
}

#[test]
fn every_table_and_field_says_what_it_is() {
    let mut keys = BTreeSet::new();
    for game in games::all() {
        for schema in schemas(game) {
            assert!(keys.insert(schema.key), "{} is there twice", schema.key);
            for text in [schema.label, schema.doc.trim(), schema.source] {
                assert!(!text.is_empty(), "{} lacks a label, a meaning or a source", schema.key);
            }
            for field in schema.all_fields() {
                let at = format!("{}.{}", schema.key, field.name);
                assert!(!field.label_text().is_empty() && !field.doc_text().is_empty(), "{at} lacks words");
                assert!(field.name.bytes().all(|b| matches!(b, b'a'..=b'z' | b'0'..=b'9' | b'_')), "{at}: its name");
            }
        }
    }
}

#[test]
fn names_are_unique_among_fields_that_show_together() {
    for schema in games::all().iter().flat_map(|g| schemas(g)) {
        let mut bases = vec![Vec::new()];
        bases.extend(chains(schema.overlays, &[]));
        for chain in bases {
            let mut fields: Vec<&'static Field> = schema.base_fields().collect();
            for overlay in &chain {
                fields.retain(|f| !overlay.fields.iter().any(|new| shares_place(f, new, 0)));
                fields.extend(overlay.fields);
            }
            let mut names = BTreeSet::new();
            for field in fields {
                let variant = chain.last().map_or("base", |o| o.name);
                assert!(names.insert(field.name), "{}, {variant}: two fields {}", schema.key, field.name);
            }
        }
    }
}

#[test]
fn conditions_ask_for_fields_that_exist() {
    for schema in games::all().iter().flat_map(|g| schemas(g)) {
        for chain in chains(schema.overlays, &[]) {
            let mut asked = Vec::new();
            chain.iter().for_each(|o| asked_fields(&o.when, &mut asked));
            for path in asked.into_iter().filter(|p| !p.contains('.')) {
                assert!(schema.base_field(path).is_some(), "{}: a condition asks for {path}", schema.key);
            }
        }
    }
}

#[test]
fn every_link_leads_to_a_table_of_the_game() {
    for game in games::all() {
        for schema in schemas(game) {
            for field in schema.all_fields() {
                if let Kind::Link(link) = element(&field.kind) {
                    let found = check_target(game, &link.target);
                    assert!(found.is_ok(), "{}.{}: {}", schema.key, field.name, found.unwrap_err());
                }
            }
        }
    }
}

#[test]
fn names_of_numbers_and_bits_can_be_typed_back() {
    for schema in games::all().iter().flat_map(|g| schemas(g)) {
        for field in schema.all_fields() {
            let at = format!("{}.{}", schema.key, field.name);
            let mut seen = BTreeSet::new();
            match element(&field.kind) {
                Kind::Choice(names) => {
                    assert!(!names.key.is_empty() && !names.source.is_empty(), "{at}: its list of names");
                    for n in names.list {
                        assert!(seen.insert(n.name.to_ascii_lowercase()), "{at}: {} twice", n.name);
                        assert_eq!(names.value(n.name), Some(i128::from(n.value)), "{at}: {}", n.name);
                    }
                }
                Kind::Flags(names) => {
                    assert!(!names.key.is_empty() && !names.source.is_empty(), "{at}: its list of names");
                    for f in names.list {
                        assert!(seen.insert(f.name.to_ascii_lowercase()), "{at}: {} twice", f.name);
                        // Sets are typed with commas between.
                        assert!(!f.name.contains(',') && f.name != "none", "{at}: {}", f.name);
                    }
                }
                _ => {}
            }
        }
    }
}

#[test]
fn tables_and_record_types_of_a_game_fit_together() {
    for game in games::all() {
        let mut keys = BTreeSet::new();
        for spec in game.tables {
            assert!(keys.insert(spec.key), "{} has two tables {}", game.key, spec.key);
            if let Some(schema) = spec.record {
                assert!(game.schemas.contains(&schema), "{} is not registered", schema.key);
            }
            if !spec.stands_for.is_empty() {
                assert!(game.tables.iter().any(|t| t.key == spec.stands_for), "{} stands for nothing", spec.key);
            }
        }
        for schema in schemas(game) {
            if let Some(children) = schema.children {
                assert!(game.schemas.contains(&children.schema), "{} is not registered", children.schema.key);
            }
        }
    }
}
