//! One object's bytes as a record with its children (`oni.md` 2).

use super::types::ObjectType;
use crate::document::{Node, NodeList};
use crate::games::oni::records::*;
use crate::record::Schema;

/// Why an object is only a header and bytes.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ObjectFault {
    /// A type that its list does not hold.
    #[error("it has the type {found}, not {want}")]
    Type {
        /// Its type as text.
        found: String,
        /// The type of the list.
        want: String,
    },
    /// Fewer bytes than its type has.
    #[error("it has {have} bytes of data, {label} has at least {want}")]
    Short {
        /// What the type is called.
        label: &'static str,
        /// Bytes there.
        have: usize,
        /// Bytes wanted.
        want: usize,
    },
    /// A count that its bytes cannot hold.
    #[error("it says {count} {what}, its {bytes} bytes behind the count hold {read}")]
    Count {
        /// What is counted.
        what: &'static str,
        /// The stored count.
        count: i64,
        /// Bytes there.
        bytes: usize,
        /// How many could be read.
        read: usize,
    },
    /// An element of unknown type, whose length nobody knows.
    #[error("number {at} of its {what} has the unknown type {kind}")]
    Element {
        /// What is counted.
        what: &'static str,
        /// Its position.
        at: usize,
        /// Its type.
        kind: u32,
    },
}

/// Gives the next node number under a parent.
pub type Numbers<'a> = &'a mut dyn FnMut(u32) -> u32;

fn leaf(number: u32, schema: &'static Schema, head: &[u8], tail: &[u8]) -> Node {
    Node { tail: tail.into(), ..Node::leaf(number, schema, head) }
}

fn number_at(from: &[u8], at: usize, len: usize) -> u32 {
    let place = from.get(at..at + len).unwrap_or_default();
    place.iter().rev().fold(0, |all, b| all << 8 | u32::from(*b))
}

/// Takes an object apart: its bytes from the size field on, at least a header.
///
/// An object that cannot be taken apart becomes a header with the rest as bytes, and the reason is told.
pub fn object(of: &ObjectType, object: &[u8], parent: u32, numbers: Numbers<'_>) -> (Node, Option<ObjectFault>) {
    let number = numbers(parent);
    match typed(of, object, number, numbers) {
        Ok(node) => (node, None),
        Err(fault) => (header_only(number, object), Some(fault)),
    }
}

/// An object of which only the header is understood.
pub fn untyped(object: &[u8], parent: u32, numbers: Numbers<'_>) -> Node {
    header_only(numbers(parent), object)
}

fn header_only(number: u32, object: &[u8]) -> Node {
    let (head, tail) = object.split_at((OBJECT_HEADER.size as usize).min(object.len()));
    leaf(number, &OBJECT_HEADER, head, tail)
}

fn typed(of: &ObjectType, object: &[u8], number: u32, numbers: Numbers<'_>) -> Result<Node, ObjectFault> {
    let tag = object.get(4..8).unwrap_or_default();
    if tag != of.stored_tag() {
        let text = |tag: &mut dyn Iterator<Item = &u8>| tag.map(|b| char::from(*b)).collect();
        return Err(ObjectFault::Type { found: text(&mut tag.iter().rev()), want: text(&mut of.tag.iter()) });
    }
    let mut schema = of.schema;
    if std::ptr::eq(schema, &SOUND) && object.len() < schema.size as usize && is_sphere(object) {
        schema = &SHORT_SOUND;
    }
    let size = schema.size as usize;
    let Some((head, rest)) = object.split_at_checked(size) else {
        let header = OBJECT_HEADER.size as usize;
        let have = object.len().saturating_sub(header);
        return Err(ObjectFault::Short { label: schema.label, have, want: size - header });
    };
    if !schema.lists.is_empty() {
        return profile(schema, head, rest, number, numbers);
    }
    let Some(list) = schema.children else { return Ok(leaf(number, schema, head, rest)) };
    // The count is the last field of the head, except of patrol paths and neutral behaviours.
    let count = counted(schema, list.name, head);
    let (children, rest) = elements(list.schema, list.name, count, rest, number, numbers)?;
    Ok(Node { number, schema, head: head.into(), children, tail: rest.into() })
}

fn is_sphere(object: &[u8]) -> bool {
    /// Place of the shape in an object: behind the header and a name of 32 bytes (`oni.md` 2.14).
    const SHAPE: usize = 40 + 0x20;
    i64::from(number_at(object, SHAPE, 4)) == SPHERE
}

/// The stored count of a list.
fn counted(schema: &Schema, list: &str, head: &[u8]) -> i64 {
    use crate::record::Role;
    let field = schema.base_fields().find(|f| matches!(f.role, Role::CountOf(name) if name == list));
    let value = field.and_then(|f| f.read(head, &[], 0).ok()).and_then(|v| v.as_int());
    value.and_then(|v| i64::try_from(v).ok()).unwrap_or(0)
}

/// As many elements as the count says; never more than the bytes hold.
fn elements<'a>(
    schema: &'static Schema,
    what: &'static str,
    count: i64,
    mut rest: &'a [u8],
    parent: u32,
    numbers: Numbers<'_>,
) -> Result<(NodeList, &'a [u8]), ObjectFault> {
    let behind = rest.len();
    let mut out = Vec::new();
    while i64::try_from(out.len()).is_ok_and(|have| have < count) {
        let missing = ObjectFault::Count { what, count, bytes: behind, read: out.len() };
        let width = schema.size as usize;
        if rest.len() < width {
            return Err(missing);
        }
        let Some(len) = schema.length(rest, 0) else {
            return Err(ObjectFault::Element { what, at: out.len(), kind: number_at(rest, 0, width) });
        };
        let Some((head, behind)) = rest.split_at_checked(len) else { return Err(missing) };
        out.push(leaf(numbers(parent), schema, head, &[]));
        rest = behind;
    }
    if count < 0 {
        return Err(ObjectFault::Count { what, count, bytes: behind, read: 0 });
    }
    Ok((NodeList::new(out), rest))
}

/// A melee profile: four lists, one behind the other.
fn profile(
    schema: &'static Schema,
    head: &[u8],
    mut rest: &[u8],
    number: u32,
    numbers: Numbers<'_>,
) -> Result<Node, ObjectFault> {
    let mut lists = Vec::with_capacity(schema.lists.len());
    for list in schema.lists {
        let Some(below) = list.children else { continue };
        let own = numbers(number);
        let count = counted(schema, below.name, head);
        let (children, behind) = elements(below.schema, below.name, count, rest, own, numbers)?;
        lists.push(Node { children, ..Node::leaf(own, list, [].as_slice()) });
        rest = behind;
    }
    Ok(Node { number, schema, head: head.into(), children: NodeList::new(lists), tail: rest.into() })
}
