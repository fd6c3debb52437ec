//! Another name for a thing, a function or a variable: first the list of places, then all of them at once
//! (`oni.md` 4.3). Outside the names no byte of a script changes.

use std::collections::BTreeMap;

use super::arguments::Sort;
use super::builtins::{self, KEYWORDS};
use super::library::{Place, Scripts};
use super::things::{LONGEST_FUNCTION, all_calling, patrol_script, stored_in};
use super::token::{Kind, is_name, tokens};
use crate::document::{Level, LevelId, NodeId, Record};
use crate::edit::Draft;
use crate::record::{ByteSplice, Field, Kind as FieldKind, Link, Refusal, Target, Value};

/// A place that holds a name.
#[derive(Clone, Debug)]
pub enum Where {
    /// A field of a record.
    Field {
        /// The record.
        node: NodeId,
        /// The field.
        field: &'static Field,
    },
    /// A word of a script.
    Script {
        /// The file's record.
        node: NodeId,
        /// The word.
        place: Place,
    },
}

impl Where {
    /// The place for people: record and field, or file, line and column.
    #[must_use]
    pub fn show(&self, level: &Level, scripts: &Scripts) -> String {
        match self {
            Where::Field { node, field } => {
                let mut path = Vec::new();
                let mut at = level.record(node.number);
                while let Some(record) = at {
                    path.push(record.position().to_string());
                    let parent = level.parent(record.id().number).filter(|parent| *parent != record.table().number);
                    if parent.is_none() {
                        path.push(record.table().key().to_owned());
                    }
                    at = parent.and_then(|parent| level.record(parent));
                }
                path.reverse();
                format!("{}, {}", path.join("/"), field.label_text())
            }
            Where::Script { place, .. } => scripts.show(*place),
        }
    }
}

/// Every place that holds a name: records in their order, then scripts in theirs.
#[must_use]
pub fn places(level: &Level, scripts: &Scripts, sort: Sort, name: &str) -> Vec<Where> {
    let mut places = Vec::new();
    if sort == Sort::Function {
        let fields = all_calling(level).into_iter().filter(|calling| calling.function == name);
        places.extend(fields.map(|calling| Where::Field { node: calling.node, field: calling.field }));
    }
    if let Some((table, field)) = stored_in(sort) {
        let own = level.table(table).into_iter().flat_map(|table| level.rows(table));
        for record in own {
            let Some(field) = record.schema().base_field(field) else { continue };
            if record.get(field).is_ok_and(|value| is_called(&value, name)) {
                places.push(Where::Field { node: record.id(), field });
            }
        }
        if let (true, Ok(id)) = (sort.is_number(), name.parse::<i128>()) {
            for table in level.tables().filter(|table| table.spec.record.is_some()) {
                for record in level.rows(table) {
                    by_id(&record, stored_in(sort).map_or("", |(table, _)| table), id, &mut places);
                }
            }
        }
    }
    for mention in scripts.mentions() {
        let same = mention.name == name
            || (sort.is_number() && mention.name.parse::<i128>().ok().is_some_and(|id| name.parse() == Ok(id)));
        let node = scripts.files().get(mention.place.file).and_then(|file| file.node);
        if let Some(node) = node.filter(|_| mention.sort == sort && same) {
            places.push(Where::Script { node, place: mention.place });
        }
    }
    places
}

fn is_called(value: &Value, name: &str) -> bool {
    match (value.as_int(), value.as_text()) {
        (Some(number), _) => name.parse() == Ok(number),
        (None, Some(text)) => text == name,
        _ => false,
    }
}

/// The fields of a record and its children that name a row of a table by this id.
fn by_id(record: &Record<'_>, table: &str, id: i128, places: &mut Vec<Where>) {
    for field in record.fields() {
        let FieldKind::Link(Link { target: Target::Id(of), none }) = field.kind else { continue };
        let nothing = none.iter().any(|none| i128::from(*none) == id);
        if of == table && !nothing && record.get(field).ok().and_then(|value| value.as_int()) == Some(id) {
            places.push(Where::Field { node: record.id(), field });
        }
    }
    for at in 0..record.children().map_or(0, |children| children.len()) {
        if let Some(child) = record.child(at) {
            by_id(&child, table, id, places);
        }
    }
}

/// Gives something another name everywhere. Answers in how many places.
///
/// # Errors
/// If nothing is called so, if the new name cannot be one or is taken, or if a field has no room for it.
pub fn rename(draft: &mut Draft, level: LevelId, sort: Sort, old: &str, new: &str) -> Result<usize, Refusal> {
    let here = draft.level(level)?;
    let scripts = Scripts::of_level(here);
    let places = places(here, &scripts, sort, old);
    if places.is_empty() {
        return Err(Refusal::Missing(format!("a {} called {old}", sort.word())));
    }
    check(here, &scripts, sort, &places, new)?;
    let mut words: BTreeMap<NodeId, Vec<Place>> = BTreeMap::new();
    for place in &places {
        match place {
            Where::Field { node, field } => {
                let by_number = matches!(field.kind, FieldKind::Int | FieldKind::Link(_));
                let value = match number(sort, new) {
                    Some(number) if by_number => Value::Int(number),
                    _ if by_number => {
                        return Err(Refusal::rule(format!(
                            "a patrol point calls {old} by its number: the new name must be patrolscript and four digits"
                        )));
                    }
                    _ => Value::Text(new.to_owned()),
                };
                draft.set(*node, field, &value)?;
            }
            Where::Script { node, place } => words.entry(*node).or_default().push(*place),
        }
    }
    splice(draft, words, new)?;
    Ok(places.len())
}

/// Gives the thing of a number another one in scripts alone, wherever they name it. Answers in how many places.
///
/// # Errors
/// If scripts name it and the new number is negative: they cannot say that.
pub fn numbers_in_scripts(
    draft: &mut Draft,
    level: LevelId,
    sort: Sort,
    old: i128,
    new: i128,
) -> Result<usize, Refusal> {
    let scripts = Scripts::of_level(draft.level(level)?);
    let mut words: BTreeMap<NodeId, Vec<Place>> = BTreeMap::new();
    for mention in scripts.mentions().iter().filter(|m| m.sort == sort && m.name.parse() == Ok(old)) {
        if let Some(node) = scripts.files().get(mention.place.file).and_then(|file| file.node) {
            words.entry(node).or_default().push(mention.place);
        }
    }
    if !words.is_empty() && new < 0 {
        return Err(Refusal::rule("scripts name it by its number, which must not be negative then"));
    }
    let count = words.values().map(Vec::len).sum();
    splice(draft, words, &new.to_string())?;
    Ok(count)
}

/// Puts another word into scripts.
fn splice(draft: &mut Draft, words: BTreeMap<NodeId, Vec<Place>>, new: &str) -> Result<(), Refusal> {
    for (node, mut places) in words {
        // From the end, so that the places before stay where they are.
        places.sort();
        for place in places.into_iter().rev() {
            let splice = ByteSplice { at: place.span.from, old_len: old_len(place), new: new.as_bytes().to_vec() };
            draft.splice(node, true, splice)?;
        }
    }
    Ok(())
}

fn old_len(place: Place) -> usize {
    place.span.to - place.span.from
}

/// The number that a field stores for a new name: an id, or what stands behind `patrolscript`.
fn number(sort: Sort, new: &str) -> Option<i128> {
    if sort.is_number() {
        return new.parse().ok();
    }
    let digits = new.strip_prefix("patrolscript")?;
    digits.parse().ok().filter(|number| patrol_script(*number) == new)
}

/// Refuses what cannot be a name, or is another's.
fn check(level: &Level, scripts: &Scripts, sort: Sort, places: &[Where], new: &str) -> Result<(), Refusal> {
    let in_scripts = places.iter().any(|place| matches!(place, Where::Script { .. }));
    match sort {
        Sort::Function | Sort::Variable => {
            if !is_name(new.as_bytes()) || KEYWORDS.contains(&new) {
                return Err(Refusal::rule(format!(
                    "\"{new}\" cannot be a name in scripts: it takes letters, digits and _, and no word of the language"
                )));
            }
            if new.len() > LONGEST_FUNCTION {
                return Err(Refusal::TextTooLong { field: "name".to_owned(), need: new.len(), room: LONGEST_FUNCTION });
            }
            let known = builtins::function(new.as_bytes()).is_some() || builtins::variable(new.as_bytes()).is_some();
            let own = scripts.defines(new) || scripts.variables().any(|(name, _)| name == new);
            if known || own {
                return Err(Refusal::rule(format!("{new} is defined already: choose another name")));
            }
        }
        _ if sort.is_number() => {
            let id: i128 = new
                .parse()
                .map_err(|_| Refusal::rule(format!("\"{new}\" is no number: a {} is named by one", sort.word())))?;
            if in_scripts && id < 0 {
                return Err(Refusal::rule("scripts name it by its number, which must not be negative then"));
            }
        }
        _ => {
            let mut words = tokens(new.as_bytes()).into_iter();
            let one = words.next().is_some_and(|word| word.kind == Kind::Word) && words.next().is_none();
            if new.is_empty() || (in_scripts && !one) {
                return Err(Refusal::rule(format!("scripts name it, so \"{new}\" must be one word without marks")));
            }
        }
    }
    let taken = stored_in(sort).is_some() && !super::things::Things::of_level(level).named(sort, new).is_empty();
    if taken && sort != Sort::Particle {
        return Err(Refusal::rule(format!("there is a {} called {new} already", sort.word())));
    }
    Ok(())
}
