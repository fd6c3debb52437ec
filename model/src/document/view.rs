//! Looking at one record.

use super::ids::NodeId;
use super::level::Level;
use super::node::{Node, NodeList};
use super::object::Object;
use super::subtree::Subtree;
use super::table::Table;
use crate::record::{Facts, Field, FieldError, Schema, Value};

/// A record of a level, borrowed.
#[derive(Clone, Copy, Debug)]
pub struct Record<'a> {
    level: &'a Level,
    table: &'a Table,
    number: u32,
    position: usize,
    schema: &'static Schema,
    head: &'a [u8],
    node: Option<&'a Node>,
}

impl<'a> Record<'a> {
    pub(crate) fn packed(
        level: &'a Level,
        table: &'a Table,
        number: u32,
        position: usize,
        schema: &'static Schema,
        head: &'a [u8],
    ) -> Record<'a> {
        Record { level, table, number, position, schema, head, node: None }
    }

    pub(crate) fn node(level: &'a Level, table: &'a Table, node: &'a Node, position: usize) -> Record<'a> {
        Record { level, table, number: node.number, position, schema: node.schema, head: &node.head, node: Some(node) }
    }

    /// Its id.
    pub fn id(&self) -> NodeId {
        self.level.node_id(self.number)
    }

    /// Where it stands in its list.
    pub fn position(&self) -> usize {
        self.position
    }

    /// Its level.
    pub fn level(&self) -> &'a Level {
        self.level
    }

    /// Its table.
    pub fn table(&self) -> &'a Table {
        self.table
    }

    /// Its table of fields.
    pub fn schema(&self) -> &'static Schema {
        self.schema
    }

    /// The layout of its bytes.
    pub fn layout(&self) -> u16 {
        self.table.layout
    }

    /// The bytes before its children.
    pub fn head(&self) -> &'a [u8] {
        self.head
    }

    /// The bytes behind its children.
    pub fn tail(&self) -> &'a [u8] {
        self.node.map_or(&[], |n| &n.tail)
    }

    /// Its children, if it is a node of its own.
    pub fn children(&self) -> Option<&'a NodeList> {
        self.node.map(|n| &n.children)
    }

    /// The child at a position.
    pub fn child(&self, at: usize) -> Option<Record<'a>> {
        let node = self.node?.children.get(at)?;
        Some(Record::node(self.level, self.table, node, at))
    }

    /// Its bytes as stored.
    pub fn bytes(&self) -> Vec<u8> {
        let mut out = Vec::new();
        match self.node {
            Some(node) => node.write_to(&mut out),
            None => out.extend_from_slice(self.head),
        }
        out
    }

    /// The record with everything below it, as an edit carries it.
    pub fn subtree(&self) -> Subtree {
        match self.node {
            Some(node) => Subtree::of_node(node),
            None => Subtree::record(self.number, self.schema, self.head.to_vec()),
        }
    }

    /// Reads a field through the table's access pair.
    ///
    /// # Errors
    /// If the record is too short or has no such field.
    pub fn get(&self, field: &Field) -> Result<Value, FieldError> {
        (self.table.spec.access.get)(self, field)
    }

    /// The bytes that a field's value is read from, where it lies directly in the record's; see [`Field::stored`].
    pub fn stored(&self, field: &Field) -> Option<&'a [u8]> {
        // Any other way of reading may look elsewhere as well.
        let direct = std::ptr::eq(self.table.spec.access, &crate::record::DIRECT);
        if direct { field.stored(self.head, self.tail(), self.layout()) } else { None }
    }

    /// Reads a whole number by field name; `None` if there is no such field now or it is no number.
    pub fn int(&self, name: &str) -> Option<i128> {
        let field = self.schema.field_for(name, &RecordFacts(*self))?;
        self.get(field).ok()?.as_int()
    }

    /// Reads a whole number by the name of a base field, whatever overlay may lie on it: quicker than [`Record::int`]
    /// where only the number is wanted.
    pub fn base_int(&self, name: &str) -> Option<i128> {
        self.get(self.schema.base_field(name)?).ok()?.as_int()
    }

    /// The fields that apply to this record seen alone.
    pub fn fields(&self) -> Vec<&'static Field> {
        self.schema.fields_for(&RecordFacts(*self))
    }
}

/// A record as the source of the facts its own overlays ask for.
#[derive(Clone, Copy, Debug)]
pub struct RecordFacts<'a>(pub Record<'a>);

impl Facts for RecordFacts<'_> {
    fn field(&self, path: &str) -> Option<i128> {
        if let Some((part, field)) = path.split_once('.') {
            // A row without an owner shows its base.
            let sibling = (self.0.table.spec.sibling?)(&self.0, part)?;
            return sibling.get(sibling.schema.base_field(field)?).ok()?.as_int();
        }
        // Base fields only: a condition that depended on an overlay could chase its own tail.
        let field = self.0.schema.base_field(path)?;
        self.0.get(field).ok()?.as_int()
    }
    fn level(&self, name: &str) -> Option<i128> {
        self.0.level.fact(name).map(i128::from)
    }
    fn layout(&self) -> u16 {
        self.0.layout()
    }
}

/// A record as a part of an object: conditions may ask for fields of the sibling parts.
#[derive(Clone, Copy, Debug)]
pub struct ObjectFacts<'a> {
    /// The level.
    pub level: &'a Level,
    /// The object.
    pub object: &'a Object,
    /// The part at hand.
    pub record: Record<'a>,
}

impl Facts for ObjectFacts<'_> {
    fn field(&self, path: &str) -> Option<i128> {
        match path.split_once('.') {
            None => RecordFacts(self.record).field(path),
            Some((part, field)) => {
                let part = self.object.parts.iter().find(|p| p.name == part)?;
                let record = self.level.record(part.node.number)?;
                let schema = part.schema.unwrap_or(record.schema());
                record.get(schema.base_field(field)?).ok()?.as_int()
            }
        }
    }
    fn level(&self, name: &str) -> Option<i128> {
        self.level.fact(name).map(i128::from)
    }
    fn layout(&self) -> u16 {
        self.record.layout()
    }
}
