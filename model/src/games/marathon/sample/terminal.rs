//! A terminal in its binary form, with its text encoded (`marathon.md` 3.1, 3.2).

use super::row::Rows;

/// Types of groups.
pub(super) const UNFINISHED: i16 = 1;
pub(super) const INFORMATION: i16 = 4;
pub(super) const END: i16 = 5;
pub(super) const CHECKPOINT: i16 = 8;

/// A group: what it does, what it works on, its lines.
pub(super) struct Group {
    pub(super) kind: i16,
    pub(super) permutation: i16,
    /// Each fits a line of the group's text box; `*word*` at the start makes a bold heading.
    pub(super) lines: &'static [&'static str],
}

/// Adds a terminal to a chunk.
pub(super) fn write(out: &mut Vec<u8>, groups: &[Group]) {
    let mut text: Vec<u8> = Vec::new();
    let mut heads = Rows::default();
    let mut faces = Rows::default();
    let mut face_count = 0u16;
    let length = |bytes: &[u8]| u16::try_from(bytes.len()).unwrap_or(u16::MAX);
    for group in groups {
        let start = length(&text);
        for line in group.lines {
            let heading = line.strip_prefix('*').and_then(|line| line.strip_suffix('*'));
            let mut face = |at: u16, face: u16| {
                faces.u16(at).u16(face).i16(0);
                face_count += 1;
            };
            if heading.is_some() {
                face(length(&text), 1);
            }
            text.extend_from_slice(heading.unwrap_or(line).as_bytes());
            if heading.is_some() {
                face(length(&text), 0);
            }
            text.push(b'\r');
        }
        text.push(0);
        let maximum_lines = match group.kind {
            UNFINISHED => 0,
            END => 1,
            _ => i16::try_from(group.lines.len()).unwrap_or(i16::MAX),
        };
        heads.u16(0).i16(group.kind).i16(group.permutation);
        heads.u16(start).u16(length(&text) - start).i16(maximum_lines);
    }
    let total = 10 + heads.0.len() + faces.0.len() + text.len();
    let mut head = Rows::default();
    let groups = u16::try_from(groups.len()).unwrap_or(u16::MAX);
    // Total length, encoded, lines on a page, groups, faces.
    head.u16(u16::try_from(total).unwrap_or(u16::MAX)).u16(1).i16(22).u16(groups).u16(face_count);
    for part in [head.0, heads.0, faces.0, encoded(text)] {
        out.extend(part);
    }
}

/// In every four bytes the third xor 0xFE and the fourth xor 0xED, each byte of a remainder xor 0xFE.
fn encoded(mut text: Vec<u8>) -> Vec<u8> {
    let (whole, rest) = text.as_chunks_mut::<4>();
    for [_, _, third, fourth] in whole {
        *third ^= 0xFE;
        *fourth ^= 0xED;
    }
    for byte in rest {
        *byte ^= 0xFE;
    }
    text
}
