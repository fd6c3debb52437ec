//! What other files lend a level and are only read for: the collision mesh of a `.lev` (`warriors.md` 1.10) with its path
//! data ([`super::paths`]), and the Object List of `warriors.glr` (1.11). Both are containers of chunks.

use std::ops::Range;

use levelwright_model::document::{LevelBuilder, Notice, Severity};
use levelwright_model::games::warriors::records::{Mesh, Model, Triangle};
use levelwright_model::games::warriors::tables;

use super::{Fault, paths};

/// Bytes of a container's and of a chunk's header.
const HEAD: usize = 16;
/// Chunk types (`warriors.md` 1.10, 1.11).
const VERTICES: u32 = 0x07;
const TRIANGLES: u32 = 0x04;
const MESH: u32 = 0x03;
const OBJECT_LIST: u32 = 0x46;
/// What begins the collision chunks.
const COLLISION: u32 = 0x52;

/// What a collision mesh needs, in the order of the file.
pub const COLLISION_CHUNKS: [u32; 4] = [COLLISION, VERTICES, TRIANGLES, MESH];

const ANEW: &str = "The file is damaged. Get it anew; the level opens without it.";
/// Why nothing of it can be edited.
pub(super) const ONLY_READ: &str = "the file is only read: it lends the level what it shows";

/// A chunk: its type and where its bytes lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Chunk {
    /// Its type.
    pub kind: u32,
    /// Its bytes.
    pub data: Range<usize>,
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at.checked_add(4)?)?.try_into().ok().map(u32::from_le_bytes)
}

/// The chunks of a container.
///
/// # Errors
/// If the container ends before they do.
pub fn chunks(what: &str, bytes: &[u8]) -> Result<Vec<Chunk>, Fault> {
    let count = word(bytes, 0).filter(|_| bytes.len() >= HEAD);
    let count = count.ok_or_else(|| Fault::new(format!("{what}: {} bytes, no header", bytes.len()), ANEW))?;
    let mut out = Vec::new();
    let mut at = HEAD;
    for number in 0..count {
        let header = word(bytes, at).zip(word(bytes, at + 4)).filter(|_| at + HEAD <= bytes.len());
        let Some((kind, size)) = header else {
            let message =
                format!("{what}: the container says {count} chunks, its {} bytes end in chunk {number}", bytes.len());
            return Err(Fault::new(message, ANEW));
        };
        let from = at + HEAD;
        let end = usize::try_from(size).ok().and_then(|size| from.checked_add(size)).filter(|end| *end <= bytes.len());
        let Some(end) = end else {
            let left = bytes.len() - from;
            let message = format!(
                "{what}: chunk {number} (type {kind:#04x}, at byte {at}) has size {size} ({size:#x}), {left} bytes are left"
            );
            return Err(Fault::new(message, ANEW));
        };
        out.push(Chunk { kind, data: from..end });
        at = end;
    }
    Ok(out)
}

/// Whether bytes are a `.lev`: a container whose first chunks lead to a collision mesh.
pub fn recognise_lev(bytes: &[u8]) -> bool {
    let (Some(count), Some(0)) = (word(bytes, 0), word(bytes, 8)) else { return false };
    let mut at = HEAD;
    for _ in 0..count.min(32) {
        let (Some(kind), Some(size)) = (word(bytes, at), word(bytes, at + 4)) else { return false };
        if kind == COLLISION {
            return size < 4096 && size % 16 == 0;
        }
        let Some(next) = usize::try_from(size).ok().and_then(|size| at.checked_add(HEAD)?.checked_add(size)) else {
            return false;
        };
        at = next;
    }
    false
}

/// Puts the collision mesh of a `.lev`, and its path data if that is sound, into a level.
///
/// # Errors
/// If there is none, or its parts do not agree.
pub fn decode_lev(bytes: &[u8], build: &mut LevelBuilder, name: &str) -> Result<(), Fault> {
    let chunks = chunks(name, bytes)?;
    let find = |kind: u32| chunks.iter().find(|c| c.kind == kind).and_then(|c| Some((bytes.get(c.data.clone())?, c)));
    let missing = |what: &str| Fault::new(format!("{name}: there is no chunk of {what}"), ANEW);
    let (header, _) = find(MESH).ok_or_else(|| missing("the collision mesh"))?;
    let (vertices, _) = find(VERTICES).ok_or_else(|| missing("collision points"))?;
    let (triangles, place) = find(TRIANGLES).ok_or_else(|| missing("collision triangles"))?;
    let mesh = Mesh::new(header, 0)
        .ok_or_else(|| Fault::new(format!("{name}: the mesh's header has {} bytes, not 160", header.len()), ANEW))?;
    let (count, points) = (usize::from(mesh.triangle_count()), mesh.vertex_count() as usize);
    // Chunks are padded to 16 bytes, so that only the header's count is right (`warriors.md` 1.10).
    let taken = count * 10;
    if taken > triangles.len() {
        let message = format!(
            "{name}: the header says {count} triangles, the chunk at byte {} of {} bytes holds {}",
            place.data.start,
            triangles.len(),
            triangles.len() / 10
        );
        return Err(Fault::new(message, ANEW));
    }
    let points_taken = points.checked_mul(16).filter(|taken| *taken <= vertices.len()).ok_or_else(|| {
        let message = format!("{name}: the header says {points} points, their chunk holds {}", vertices.len() / 16);
        Fault::new(message, ANEW)
    })?;
    let triangles = triangles.get(..taken).unwrap_or_default();
    let wild: Vec<usize> = triangles
        .chunks_exact(10)
        .enumerate()
        .filter(|(_, t)| {
            let corners = Triangle::new(t, 0).map_or([0; 3], |t| [t.v0(), t.v1(), t.v2()]);
            corners.iter().any(|v| usize::from(*v) >= points)
        })
        .map(|(at, _)| at)
        .collect();
    if let Some(first) = wild.first() {
        let corner =
            triangles.get(first * 10..).and_then(|t| Triangle::new(t, 0)).map_or([0; 3], |t| [t.v0(), t.v1(), t.v2()]);
        let message = format!(
            "{} triangles name points beyond the {points} there are and are not drawn; the first is triangle {first} with {corner:?}",
            wild.len()
        );
        build.notice(Notice { severity: Severity::Warning, place: name.to_owned(), message });
    }
    let tag = name.as_bytes();
    build.packed(&tables::MESHES, tag, 0, 160, header.get(..160).unwrap_or_default()).opaque = Some(ONLY_READ.into());
    let points = vertices.get(..points_taken).unwrap_or_default();
    build.packed(&tables::MESH_POINTS, tag, 0, 16, points).opaque = Some(ONLY_READ.into());
    build.packed(&tables::TRIANGLES, tag, 0, 10, triangles).opaque = Some(ONLY_READ.into());
    if let Some((ways, _)) = find(paths::PATHS)
        && let Err(fault) = paths::decode(ways, build, name)
    {
        let message = format!("{fault}");
        build.notice(Notice { severity: Severity::Warning, place: name.to_owned(), message });
    }
    Ok(())
}

/// Puts the Object List of a `warriors.glr` into a level.
///
/// # Errors
/// If there is none, or it is cut short.
pub fn decode_glr(bytes: &[u8], build: &mut LevelBuilder, name: &str) -> Result<(), Fault> {
    let chunks = chunks(name, bytes)?;
    let list = chunks.iter().find(|c| c.kind == OBJECT_LIST).and_then(|c| bytes.get(c.data.clone()));
    let list = list.ok_or_else(|| Fault::new(format!("{name}: there is no Object List (chunk 0x46)"), ANEW))?;
    let count = word(list, 0).unwrap_or(0);
    let size = Model::SIZE as usize;
    let len = usize::try_from(count).ok().and_then(|count| count.checked_mul(size));
    let rows = len.and_then(|len| list.get(HEAD..HEAD.checked_add(len)?));
    let rows = rows.ok_or_else(|| {
        let room = list.len().saturating_sub(HEAD) / size;
        Fault::new(format!("{name}: the Object List says {count} models, its chunk has room for {room}"), ANEW)
    })?;
    build.packed(&tables::MODELS, name.as_bytes(), 0, size, rows).opaque = Some(ONLY_READ.into());
    Ok(())
}

/// A container of chunks, written by the same rules: what samples and tests are made with.
pub fn container(id: u32, chunks: &[(u32, Vec<u8>)]) -> Vec<u8> {
    let padded: Vec<(u32, Vec<u8>)> = chunks
        .iter()
        .map(|(kind, data)| {
            let mut data = data.clone();
            data.resize(data.len().next_multiple_of(HEAD), 0);
            (*kind, data)
        })
        .collect();
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
    let mut out = number(padded.len()).to_vec();
    out.extend(number(padded.iter().map(|(_, data)| data.len()).sum()));
    out.extend([0; 4]);
    out.extend(id.to_le_bytes());
    for (kind, data) in padded {
        out.extend(kind.to_le_bytes());
        out.extend(number(data.len()));
        out.extend([0; 4]);
        out.extend(id.to_le_bytes());
        out.extend(data);
    }
    out
}
