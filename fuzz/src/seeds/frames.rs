//! Journal frames: what edits of the made map leave in a journal.

use levelwright_io::format::open_bytes;
use levelwright_model::document::{Document, LevelId, NodeId, Subtree};
use levelwright_model::edit::{Draft, Transaction};
use levelwright_model::record::Refusal;

use super::map::made_map;

/// One frame of each sort of edit, on the level of [`made_map`].
pub fn frames() -> Vec<Vec<u8>> {
    let Ok(opened) = open_bytes(made_map()) else { return Vec::new() };
    let mut document = opened.document;
    document.decode_all();
    let edits: [Edit; 5] = [set, insert, remove, move_row, insert_table];
    edits.iter().filter_map(|edit| frame(&mut document, *edit)).chain([nested(), far_number()]).collect()
}

const LEVEL: LevelId = LevelId(0);

type Edit = fn(&mut Draft) -> Result<(), Refusal>;

fn frame(document: &mut Document, edit: Edit) -> Option<Vec<u8>> {
    let mut draft = document.draft();
    edit(&mut draft).ok()?;
    Some(draft.finish("edit").frame().to_vec())
}

fn set(draft: &mut Draft) -> Result<(), Refusal> {
    let id = draft.row(LEVEL, "objects", 1)?.id();
    draft.set_int(id, "x", 77)?;
    draft.set_int(id, "facing", 3)?;
    let id = draft.row(LEVEL, "lights", 0)?.id();
    draft.set_int(id, "tag", 9).map(|_| ())
}

fn insert(draft: &mut Draft) -> Result<(), Refusal> {
    let row = draft.row(LEVEL, "objects", 2)?;
    let (schema, bytes) = (row.schema(), row.bytes());
    draft.insert_row(LEVEL, "objects", 3, schema, bytes).map(|_| ())
}

fn remove(draft: &mut Draft) -> Result<(), Refusal> {
    let id = draft.row(LEVEL, "objects", 2)?.id();
    draft.remove(id)
}

fn move_row(draft: &mut Draft) -> Result<(), Refusal> {
    let id = draft.row(LEVEL, "objects", 2)?.id();
    let parent = NodeId { level: LEVEL, number: draft.table(LEVEL, "objects")?.number };
    draft.move_to(id, parent, 0)
}

fn insert_table(draft: &mut Draft) -> Result<(), Refusal> {
    let table = draft.table(LEVEL, "terminals")?;
    let subtree = Subtree { number: draft.next_number(LEVEL)?, ..Subtree::of_table(table) };
    let mut subtree = subtree;
    let mut next = subtree.number;
    renumber(&mut subtree, &mut next);
    draft.insert(NodeId::root(LEVEL), 0, subtree).map(|_| ())
}

fn renumber(subtree: &mut Subtree, next: &mut u32) {
    subtree.number = *next;
    *next += 1;
    subtree.children.iter_mut().for_each(|child| renumber(child, next));
}

/// Children in children, far deeper than any record has them.
fn nested() -> Vec<u8> {
    let Some(leaf) = levelwright_model::games::schema("marathon.terminal") else { return Vec::new() };
    let mut subtree = Subtree::record(0, leaf, Vec::new());
    for number in 1..200 {
        let mut outer = Subtree::record(number, leaf, Vec::new());
        outer.children.push(subtree);
        subtree = outer;
    }
    inserted(subtree)
}

/// A node whose number is far beyond those of the level.
fn far_number() -> Vec<u8> {
    let Some(schema) = levelwright_model::games::schema("marathon.object") else { return Vec::new() };
    inserted(Subtree::record(u32::MAX - 1, schema, vec![0; 16]))
}

fn inserted(subtree: Subtree) -> Vec<u8> {
    let Ok(mut opened) = open_bytes(made_map()) else { return Vec::new() };
    let Ok(level) = opened.document.level(LEVEL) else { return Vec::new() };
    let parent = level.table("objects").map_or(0, |t| t.number);
    let edit =
        levelwright_model::edit::Edit::Insert { parent: NodeId { level: LEVEL, number: parent }, at: 0, subtree };
    Transaction::new("insert", vec![edit], Vec::new()).frame().to_vec()
}
