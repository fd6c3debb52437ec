//! Setting a link by pointing at what it shall lead to: in the viewport, or in the tree.

use levelwright_model::document::{NodeId, ObjectId};
use levelwright_model::record::{Field, Role, Target, Value};

use super::change::Change;
use super::doc::Doc;

/// What a link's number counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wants {
    /// The position of a row of this table.
    Row(&'static str),
    /// The id field of a row of this table.
    Id(&'static str),
}

impl Wants {
    /// For a link to something of the same level that can be pointed at.
    pub fn of(target: &Target) -> Option<Wants> {
        match target {
            Target::Row(table) => Some(Wants::Row(table)),
            Target::Id(table) => Some(Wants::Id(table)),
            Target::Tag(_) | Target::Level | Target::Outside(_) | Target::Child | Target::By { .. } => None,
        }
    }

    /// The number that names an object, if it is a thing of the table.
    pub fn number(self, doc: &Doc, id: ObjectId) -> Option<i128> {
        let level = doc.state().level(id.node.level)?;
        let objects = doc.objects(id.node.level);
        let (Wants::Row(key) | Wants::Id(key)) = self;
        let table = level.link_table(key)?;
        // A room that is a platform has both records: either can be meant.
        let mut records = objects.by_id(id)?.parts.iter().filter_map(|part| level.record(part.node.number));
        let record = records.find(|record| std::ptr::eq(record.table(), table))?;
        match self {
            Wants::Row(_) => i128::try_from(record.position()).ok(),
            Wants::Id(_) => {
                let field = record.fields().into_iter().find(|field| field.role == Role::Id)?;
                record.get(field).ok()?.as_int()
            }
        }
    }
}

/// A link that waits for its goal.
#[derive(Clone, Debug)]
pub struct Picking {
    /// What it is called.
    pub label: String,
    /// The records and, for each, the field.
    pub fields: Vec<(NodeId, &'static Field)>,
    /// The element, where the field is a list.
    pub element: Option<usize>,
    /// What it counts.
    pub wants: Wants,
}

impl Picking {
    /// The change that makes the link lead to a number.
    pub fn change(&self, number: i128) -> Change {
        let change = Change::Value(Value::Int(number));
        match self.element {
            Some(at) => Change::Element(at, Box::new(change)),
            None => change,
        }
    }
}
