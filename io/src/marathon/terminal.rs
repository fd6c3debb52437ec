//! Terminals as nodes: header, a list of groups and a list of faces, text (`marathon.md` 3.1).

use levelwright_model::document::{LevelBuilder, Node, NodeList};
use levelwright_model::games::marathon::records::{
    TERMINAL, TERMINAL_FACE, TERMINAL_FACES, TERMINAL_GROUP, TERMINAL_GROUPS,
};
use levelwright_model::record::Schema;

const HEADER: usize = 10;
const GROUP: usize = 12;
const FACE: usize = 6;

/// Why a `term` chunk cannot be read as terminals.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum TerminalError {
    /// The length is too small for a header, or points behind the chunk.
    #[error("terminal {number} at byte {at}: its length of {length} bytes cannot be right ({left} are left)")]
    Length {
        /// Which terminal.
        number: usize,
        /// Where it begins in the chunk.
        at: usize,
        /// Stored length.
        length: usize,
        /// Bytes left in the chunk.
        left: usize,
    },
    /// The groups and faces do not fit into the terminal.
    #[error("terminal {number} at byte {at}: {groups} groups and {faces} faces do not fit into {length} bytes")]
    Counts {
        /// Which terminal.
        number: usize,
        /// Where it begins in the chunk.
        at: usize,
        /// Stored count of groups.
        groups: usize,
        /// Stored count of faces.
        faces: usize,
        /// Its length.
        length: usize,
    },
}

fn be16(bytes: &[u8], at: usize) -> Option<usize> {
    let two: [u8; 2] = bytes.get(at..at + 2)?.try_into().ok()?;
    Some(usize::from(u16::from_be_bytes(two)))
}

/// Where the parts of one terminal lie in the chunk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Extent {
    at: usize,
    length: usize,
    groups: usize,
    faces: usize,
}

/// Finds the terminals of a chunk. They follow each other to its end.
///
/// # Errors
/// At the first terminal that cannot be right.
pub fn extents(chunk: &[u8]) -> Result<Vec<Extent>, TerminalError> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < chunk.len() {
        let number = out.len();
        let left = chunk.len() - at;
        let length = be16(chunk, at).unwrap_or(0);
        if length < HEADER || length > left {
            return Err(TerminalError::Length { number, at, length, left });
        }
        let groups = be16(chunk, at + 6).unwrap_or(0);
        let faces = be16(chunk, at + 8).unwrap_or(0);
        if HEADER + groups * GROUP + faces * FACE > length {
            return Err(TerminalError::Counts { number, at, groups, faces, length });
        }
        out.push(Extent { at, length, groups, faces });
        at += length;
    }
    Ok(out)
}

/// The terminals as nodes under the table `table`.
pub(crate) fn nodes(build: &mut LevelBuilder, table: u32, chunk: &[u8], extents: &[Extent]) -> NodeList {
    extents
        .iter()
        .map(|e| {
            let number = build.number(table);
            let groups_at = e.at + HEADER;
            let faces_at = groups_at + e.groups * GROUP;
            let text_at = faces_at + e.faces * FACE;
            let slice = |from: usize, to: usize| chunk.get(from..to).unwrap_or_default();
            let mut lists = Vec::with_capacity(2);
            for (schema, child, bytes, size) in [
                (&TERMINAL_GROUPS, &TERMINAL_GROUP, slice(groups_at, faces_at), GROUP),
                (&TERMINAL_FACES, &TERMINAL_FACE, slice(faces_at, text_at), FACE),
            ] {
                let list = build.number(number);
                let rows = bytes.chunks_exact(size).map(|row| leaf(build.number(list), child, row)).collect();
                lists.push(Node { children: rows, ..Node::leaf(list, schema, [].as_slice()) });
            }
            Node {
                number,
                schema: &TERMINAL,
                head: slice(e.at, groups_at).into(),
                children: NodeList::new(lists),
                tail: slice(text_at, e.at + e.length).into(),
            }
        })
        .collect()
}

fn leaf(number: u32, schema: &'static Schema, bytes: &[u8]) -> Node {
    Node::leaf(number, schema, bytes)
}

#[cfg(test)]
mod tests {
    use levelwright_model::games::marathon::records::recode;

    use super::*;

    #[test]
    fn encoding_text_twice_gives_it_back() {
        for len in 0..12 {
            let text: Vec<u8> = (0..len).collect();
            assert_eq!(recode(&recode(&text)), text);
        }
        assert_eq!(recode(b"abcde"), [b'a', b'b', b'c' ^ 0xFE, b'd' ^ 0xED, b'e' ^ 0xFE]);
    }

    #[test]
    fn a_length_of_zero_stops_instead_of_finding_the_same_terminal_for_ever() {
        let error = extents(&[0; 20]).unwrap_err();
        assert_eq!(error.to_string(), "terminal 0 at byte 0: its length of 0 bytes cannot be right (20 are left)");
    }

    #[test]
    fn counts_that_lie_are_named() {
        let mut chunk = vec![0u8; 40];
        chunk[1] = 40;
        chunk[6..8].copy_from_slice(&3000u16.to_be_bytes());
        assert!(extents(&chunk).unwrap_err().to_string().contains("3000 groups"));
    }
}
