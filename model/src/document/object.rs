//! Objects: what a person sees as one thing, as views over records.

use smallvec::SmallVec;

use super::ids::{NodeId, ObjectId};
use super::level::Level;
use crate::record::{Field, Schema};

/// The key of an icon in the `icons` folder.
pub type Icon = &'static str;

/// A kind of object.
#[derive(Debug)]
pub struct ObjectKind {
    /// Identifier, used in queries.
    pub key: &'static str,
    /// One of them.
    pub label: &'static str,
    /// Many of them.
    pub plural: &'static str,
    /// Its icon.
    pub icon: Icon,
}

/// A record that belongs to an object.
#[derive(Clone, Debug, PartialEq)]
pub struct Part {
    /// What the part is called (`common`, `class`); empty for a one-part object.
    pub name: &'static str,
    /// The record.
    pub node: NodeId,
    /// The schema that the object's kind chooses for it; `None` for the record's own.
    pub schema: Option<&'static Schema>,
}

/// The parts of an object.
pub type Parts = SmallVec<[Part; 1]>;

impl PartialEq for Schema {
    fn eq(&self, other: &Schema) -> bool {
        self.key == other.key
    }
}

/// An object.
#[derive(Clone, Debug)]
pub struct Object {
    /// Its id.
    pub id: ObjectId,
    /// Its kind.
    pub kind: &'static ObjectKind,
    /// What it is called, for people.
    pub name: String,
    /// The records that make it up, the main one first. Nearly always one, which then takes no memory of its own.
    pub parts: Parts,
    /// The object it hangs under in the tree, as an index into the level's objects.
    pub parent: Option<u32>,
}

impl Object {
    /// The fields of a part that apply now.
    pub fn fields(&self, level: &Level, part: &Part) -> Vec<&'static Field> {
        let Some(record) = level.record(part.node.number) else { return Vec::new() };
        let schema = part.schema.unwrap_or(record.schema());
        schema.fields_for(&super::view::ObjectFacts { level, object: self, record })
    }
}

/// The objects of a level, in the order of the tree.
#[derive(Clone, Debug, Default)]
pub struct Objects {
    list: Vec<Object>,
    /// Node number and index in the list, by number; each number once.
    by_node: Vec<(u32, u32)>,
    /// The same for main records that are also a part of an object listed earlier.
    shared: Vec<(u32, u32)>,
}

impl Objects {
    /// Objects in order.
    pub fn new(list: Vec<Object>) -> Objects {
        let mut by_node = Vec::with_capacity(list.iter().map(|o| o.parts.len()).sum());
        for (at, object) in list.iter().enumerate() {
            let Ok(at) = u32::try_from(at) else { break };
            by_node.extend(object.parts.iter().map(|part| (part.node.number, at)));
        }
        by_node.sort_unstable();
        // The first owner wins: a shared part belongs to whoever is listed first.
        by_node.dedup_by_key(|(number, _)| *number);
        let mains = (0u32..).zip(&list).map(|(at, object)| (object.id.node.number, at));
        let mut shared: Vec<(u32, u32)> =
            mains.filter(|(number, at)| find(&by_node, *number).is_some_and(|first| first != *at)).collect();
        shared.sort_unstable();
        Objects { list, by_node, shared }
    }

    /// All of them.
    pub fn all(&self) -> &[Object] {
        &self.list
    }

    /// The object at an index.
    pub fn get(&self, at: u32) -> Option<&Object> {
        self.list.get(at as usize)
    }

    /// The object that a record belongs to.
    pub fn of_node(&self, number: u32) -> Option<&Object> {
        self.get(find(&self.by_node, number)?)
    }

    /// The object that a record, or the record it lies in, belongs to.
    pub fn owner(&self, level: &Level, number: u32) -> Option<&Object> {
        let mut at = number;
        // Records lie a few deep; a longer way could only be a loop.
        for _ in 0..16 {
            if let Some(object) = self.of_node(at) {
                return Some(object);
            }
            at = level.parent(at).filter(|parent| *parent != 0)?;
        }
        None
    }

    /// The object with this id, if it still is the same one.
    pub fn by_id(&self, id: ObjectId) -> Option<&Object> {
        self.get(self.index_of(id)?)
    }

    /// The index of the object with this id, if it still is the same one.
    pub fn index_of(&self, id: ObjectId) -> Option<u32> {
        let at = find(&self.shared, id.node.number).or_else(|| find(&self.by_node, id.node.number))?;
        self.get(at).filter(|o| o.id == id).map(|_| at)
    }
}

/// The index listed for a node number.
fn find(list: &[(u32, u32)], number: u32) -> Option<u32> {
    let at = list.binary_search_by_key(&number, |(n, _)| *n).ok()?;
    list.get(at).map(|(_, index)| *index)
}
