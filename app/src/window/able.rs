//! Plans on a mixed selection: "select all, move" moves what has a place, and says what it left alone.

use std::collections::BTreeMap;

use levelwright_model::document::{Document, LevelId, NodeId};
use levelwright_model::edit::Draft;
use levelwright_model::games::{Arguments, PlanSpec};
use levelwright_model::record::Refusal;

use super::panes::gesture::{DUPLICATE, MOVE, ROTATE};
use super::texts;

/// What a plan made: the draft, the main record of something new, and how many objects it worked on.
pub struct Done {
    /// The draft.
    pub draft: Draft,
    /// What was made, the last of it.
    pub made: Option<NodeId>,
    /// How many objects it worked on.
    pub count: usize,
}

/// Runs a plan. Where several kinds of objects are to be moved, turned or duplicated and some kinds never can be, the
/// others are, and the draft has a note of what was left alone. Nothing else is done by halves.
///
/// # Errors
/// The game's refusal.
pub fn run(document: &Document, spec: &PlanSpec, arguments: &Arguments) -> Result<Done, Refusal> {
    let attempt = |arguments: &Arguments| {
        let mut draft = document.draft();
        (spec.run)(&mut draft, arguments).map(|made| Done { draft, made, count: arguments.objects.len() })
    };
    let refusal = match attempt(arguments) {
        Err(refusal) if [MOVE, ROTATE, DUPLICATE].contains(&spec.key) => refusal,
        other => return other,
    };
    let objects = document.objects(LevelId(arguments.level));
    let kind_of = |node: &NodeId| objects.of_node(node.number).map(|o| o.kind);
    let mut kinds: BTreeMap<&str, (&str, NodeId, usize)> = BTreeMap::new();
    for node in &arguments.objects {
        let (key, label) = kind_of(node).map_or(("", ""), |k| (k.key, k.plural));
        kinds.entry(key).or_insert((label, *node, 0)).2 += 1;
    }
    // A kind is left alone if its first object is refused: a rule of one object among its like stops everything.
    let able = |node| attempt(&Arguments { objects: vec![node], ..arguments.clone() }).is_ok();
    let all = kinds.len();
    kinds.retain(|_, (_, first, _)| !able(*first));
    if kinds.is_empty() || kinds.len() == all {
        return Err(refusal);
    }
    let stays = |node: &NodeId| kind_of(node).is_some_and(|k| kinds.contains_key(k.key));
    let rest = arguments.objects.iter().filter(|n| !stays(n)).copied().collect();
    let mut done = attempt(&Arguments { objects: rest, ..arguments.clone() })?;
    done.draft.note(texts::left_alone(kinds.values().map(|(label, _, count)| (*label, *count))));
    Ok(done)
}
