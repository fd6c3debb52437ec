//! Pasting.

use std::collections::BTreeMap;

use super::goals::{Held, content, held, number_of, row};
use super::{Clip, Goal, Made};
use crate::document::{Level, LevelId, NodeId, Record};
use crate::edit::Draft;
use crate::record::{Kind, Refusal, Value};

/// What becomes of a number whose goal is not found again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Dangling {
    /// The person is asked.
    #[default]
    Ask,
    /// It stays, whatever it names here.
    Keep,
    /// It names nothing.
    Clear,
}

/// Why nothing was pasted.
#[derive(Clone, Debug, PartialEq)]
pub enum PasteError {
    /// It cannot be.
    Refused(Refusal),
    /// Numbers refer to things that are not here.
    Ask(Vec<Question>),
}

impl From<Refusal> for PasteError {
    fn from(refusal: Refusal) -> Self {
        PasteError::Refused(refusal)
    }
}

/// A thing that pasted objects refer to and that is not found again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Question {
    /// Its address: `lights/5`.
    pub address: String,
    /// What it was called.
    pub name: String,
    /// What has its number here.
    pub here: Option<String>,
    /// How many fields name it.
    pub fields: usize,
    /// Whether all of them can name nothing instead.
    pub clearable: bool,
}

/// Makes objects of copied ones; answers with their main records.
///
/// A number that refers to something is, in this order:
/// 1. the copy's, where the thing was copied along;
/// 2. that of the row with the same content: at the same number, or the only one of the table;
/// 3. as it was, where they come from this very level (`home`) and the number names something;
/// 4. as `dangling` says.
///
/// # Errors
/// A refusal, or what to ask; drop the draft then.
pub fn paste(
    draft: &mut Draft,
    level: LevelId,
    clip: &Clip,
    home: bool,
    dangling: Dangling,
) -> Result<Vec<NodeId>, PasteError> {
    let game = draft.game();
    let spec = game.clipboard.ok_or_else(|| Refusal::rule(format!("objects of {} cannot be pasted yet", game.name)))?;
    for part in clip.things.iter().flat_map(|t| &t.parts) {
        let there = draft.level(level)?.table(part.table.key);
        if let Some(table) = there.filter(|t| !t.is_empty() && t.layout != part.layout) {
            return Err(Refusal::rule(format!(
                "{} are stored in another way in this level (layout {}, not {})",
                table.spec.label, table.layout, part.layout
            ))
            .into());
        }
    }
    let before = draft.level(level)?.clone();
    let made = (spec.make)(draft, level, &clip.things)?;
    let after = draft.level(level)?;
    let objects = draft.objects(level)?;
    let mut asked: Vec<Question> = Vec::new();
    let mut stores: Vec<(Held, Option<i128>)> = Vec::new();
    let mut known: BTreeMap<(String, i128, bool), Option<i128>> = BTreeMap::new();
    for node in made.iter().flatten() {
        let Some(record) = after.record(node.number) else { continue };
        for held in held(after, objects.of_node(node.number), &record) {
            let table = after.record(held.node.number).map_or("", |r| r.table().key());
            if spec.decided.iter().any(|(t, f)| *t == table && *f == held.field.name) {
                continue;
            }
            let raw = held.reference.raw;
            let goal = clip.goals.iter().find(|g| g.table == held.key && g.number == raw && g.by_id == held.by_id);
            let key = (held.key.to_owned(), raw, held.by_id);
            let found = *known.entry(key).or_insert_with(|| goal.and_then(|g| resolve(&before, after, &made, g, home)));
            match (found, dangling) {
                (Some(number), _) if number == raw => {}
                (Some(number), _) => stores.push((held, Some(number))),
                (None, Dangling::Keep) => {}
                (None, Dangling::Clear) => stores.push((held, None)),
                (None, Dangling::Ask) => ask(&before, &held, goal, &mut asked),
            }
        }
    }
    if !asked.is_empty() {
        return Err(PasteError::Ask(asked));
    }
    for (held, number) in stores {
        set(draft, &held, number)?;
    }
    Ok(made.into_iter().filter_map(|parts| parts.into_iter().next()).collect())
}

/// The number that names the goal in the level; `None` if it is not found again. Rows that are pasted themselves are
/// nobody else's goal.
fn resolve(before: &Level, after: &Level, made: &[Made], goal: &Goal, home: bool) -> Option<i128> {
    if let Some((thing, part)) = goal.copied {
        let node = made.get(thing)?.get(part)?;
        return number_of(&after.record(node.number)?, goal.by_id);
    }
    let present = row(before, &goal.table, goal.number, goal.by_id);
    let Some(wanted) = goal.content else {
        // It named nothing where it comes from: at home that goes on.
        return home.then_some(goal.number);
    };
    if present.as_ref().is_some_and(|r| content(r) == wanted) {
        return Some(goal.number);
    }
    if !home && goal.by_id {
        return None;
    }
    let table = before.link_table(&goal.table)?;
    let same: Vec<Record<'_>> = before.rows(table).filter(|r| content(r) == wanted).take(2).collect();
    match same.as_slice() {
        [one] => number_of(one, goal.by_id),
        _ => (home && present.is_some()).then_some(goal.number),
    }
}

fn ask(level: &Level, held: &Held, goal: Option<&Goal>, asked: &mut Vec<Question>) {
    let raw = held.reference.raw;
    let address = goal.map_or_else(|| format!("{}/{raw}", held.key), Goal::address);
    let clearable = nothing(held).is_some();
    if let Some(question) = asked.iter_mut().find(|q| q.address == address) {
        question.fields += 1;
        question.clearable &= clearable;
        return;
    }
    let here = row(level, held.key, raw, held.by_id).map(|r| format!("{} {}", r.schema().label, r.position()));
    let name = goal.map(|g| g.name.clone()).unwrap_or_default();
    asked.push(Question { address, name, here, fields: 1, clearable });
}

/// The number that means nothing in the field.
fn nothing(held: &Held) -> Option<i128> {
    let kind: &Kind = match &held.field.kind {
        Kind::Array { of, .. } | Kind::Vector { of, .. } => of,
        kind => kind,
    };
    kind.link()?.none.first().map(|n| i128::from(*n))
}

fn set(draft: &mut Draft, held: &Held, number: Option<i128>) -> Result<(), Refusal> {
    let number = match number {
        Some(number) => number,
        None => nothing(held).ok_or_else(|| {
            Refusal::rule(format!("{} must name one of {}: it cannot be cleared", held.field.label_text(), held.key))
        })?,
    };
    let present: Value = draft.record(held.node)?.get(held.field)?;
    let value = held.field.with_reference(&present, &held.reference, number);
    if held.field.fixed.is_empty() {
        draft.set(held.node, held.field, &value)?;
    } else {
        draft.store(held.node, held.field, &value)?;
    }
    Ok(())
}
