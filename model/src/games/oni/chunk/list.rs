//! A list of objects: the chunk that an instance's payload is (`oni.md` 2.1, 2.20).

use super::object::{object, untyped};
use super::types::ObjectType;
use crate::document::{LevelBuilder, Notice, Severity, Table};
use crate::games::oni::records::OBJECT_HEADER;

/// `OBJC` as stored.
const MAGIC: &[u8; 4] = b"CJBO";
/// Magic, size, version.
const HEAD: usize = 12;
/// The version whose objects are known; the only one seen in the game's own files.
pub const VERSION: u32 = 39;

/// Objects kept as bytes that are named one by one; a damaged file may have one every few bytes.
const MOST_NOTICES: usize = 100;

/// A list without objects, as OniSplit's level importer writes it.
pub const EMPTY: [u8; 16] = [b'C', b'J', b'B', b'O', 8, 0, 0, 0, 39, 0, 0, 0, 0, 0, 0, 0];

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at.checked_add(4)?)?.try_into().ok().map(u32::from_le_bytes)
}

/// What was found in a list's bytes.
#[derive(Debug, Default)]
struct Found<'a> {
    /// Each object from its size field on.
    objects: Vec<&'a [u8]>,
    /// Where the terminator stands, or what else follows the last object.
    end: usize,
    /// What is wrong: where, what, and whether nothing behind it can be understood.
    faults: Vec<(String, String, bool)>,
}

fn find(bytes: &[u8]) -> Found<'_> {
    let mut out = Found { end: HEAD.min(bytes.len()), ..Found::default() };
    let fatal = |place: &str, message: String| vec![(place.to_owned(), message, true)];
    if bytes.get(..4) != Some(MAGIC) || bytes.len() < HEAD {
        out.end = 0;
        out.faults = fatal("byte 0", "it does not begin as a list of objects (CJBO, size, version)".to_owned());
        return out;
    }
    let size = word(bytes, 4).unwrap_or(0);
    if size as usize != bytes.len() - 8 {
        let message = format!(
            "its size field says {size} bytes, its payload of {} bytes leaves {}",
            bytes.len(),
            bytes.len() - 8
        );
        out.faults = fatal("byte 4", message);
        return out;
    }
    let mut at = HEAD;
    loop {
        out.end = at;
        let place = || format!("object {}, byte {at}", out.objects.len());
        let Some(size) = word(bytes, at) else {
            let message = "there is no terminator behind the last object".to_owned();
            out.faults.push((place(), message, at != bytes.len()));
            return out;
        };
        if size == 0 {
            let behind = bytes.len() - at - 4;
            if behind > 0 {
                let message = format!("{behind} bytes follow the terminator; they are kept");
                out.faults.push((place(), message, false));
            }
            return out;
        }
        let least = OBJECT_HEADER.size - 4;
        if size < least {
            let message = format!("its size of {size} is too small even for the header of {least} bytes");
            out.faults.push((place(), message, true));
            return out;
        }
        let end = at.saturating_add(4).saturating_add(size as usize);
        let Some(object) = bytes.get(at..end) else {
            let message = format!("its size of {size} reaches past the end of the list at byte {}", bytes.len());
            out.faults.push((place(), message, true));
            return out;
        };
        out.objects.push(object);
        at = end;
    }
}

/// Adds the table of a list. Damaged parts become notices and stay as bytes; a list that cannot be understood to its
/// end is read-only.
pub fn decode(build: &mut LevelBuilder, of: &'static ObjectType, bytes: &[u8]) {
    let found = find(bytes);
    let version = word(bytes, 8).filter(|_| bytes.len() >= HEAD);
    let other_version = version.filter(|v| *v != VERSION);
    let mut notices: Vec<(Severity, String, String)> = Vec::new();
    let mut opaque = None;
    for (place, message, fatal) in &found.faults {
        let severity = if *fatal { Severity::Error } else { Severity::Warning };
        let mut message = message.clone();
        if *fatal {
            message += "; the list can be looked at but not edited, and is kept as it is";
            opaque = Some("it is damaged: see the messages of the file".to_owned());
        }
        notices.push((severity, place.clone(), message));
    }
    if let Some(version) = other_version {
        let reason = format!("it has version {version}, only version {VERSION} is known");
        let message = format!("{reason}: its objects can be looked at as bytes, not edited");
        notices.push((Severity::Error, "byte 8".to_owned(), message));
        opaque = Some(reason);
    }
    let mut faults = Vec::new();
    let table = build.nodes(of.table, of.list_name().as_bytes(), 0, |build, table| {
        let mut nodes = Vec::with_capacity(found.objects.len());
        for (at, bytes) in found.objects.iter().enumerate() {
            let mut numbers = |parent| build.number(parent);
            let node = match other_version {
                None => {
                    let (node, fault) = object(of, bytes, table, &mut numbers);
                    faults.extend(fault.map(|f| (at, f)));
                    node
                }
                // Nobody knows how it was laid out then.
                Some(_) => untyped(bytes, table, &mut numbers),
            };
            nodes.push(node);
        }
        nodes.into()
    });
    // Of a list that is understood the writer makes the header: its size follows from the objects.
    let head_end = if opaque.is_some() { HEAD.min(found.end) } else { 0 };
    table.head = bytes.get(..head_end).unwrap_or_default().into();
    table.tail = bytes.get(found.end..).unwrap_or_default().into();
    table.opaque = opaque.map(Into::into);
    let list = of.word;
    for (severity, place, message) in notices {
        build.notice(Notice { severity, place: format!("list {list}, {place}"), message });
    }
    let more = faults.len().saturating_sub(MOST_NOTICES);
    for (at, fault) in faults.into_iter().take(MOST_NOTICES) {
        build.notice(Notice {
            severity: Severity::Warning,
            place: format!("list {list}, object {at}"),
            message: format!("{fault}; its data are kept as bytes and cannot be edited"),
        });
    }
    if more > 0 {
        let message = format!("{more} more objects that are kept as bytes are not listed");
        build.notice(Notice { severity: Severity::Warning, place: format!("list {list}"), message });
    }
}

/// A list's bytes. Of one that was understood the header is made: magic, size, version.
pub fn encode(table: &Table) -> Vec<u8> {
    let rows = table.bytes();
    if table.opaque.is_some() {
        return rows;
    }
    let size = u32::try_from(rows.len().saturating_add(4)).unwrap_or(u32::MAX);
    let mut bytes = Vec::with_capacity(HEAD + rows.len());
    bytes.extend_from_slice(MAGIC);
    bytes.extend_from_slice(&size.to_le_bytes());
    bytes.extend_from_slice(&VERSION.to_le_bytes());
    bytes.extend_from_slice(&rows);
    bytes
}
