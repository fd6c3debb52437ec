//! Meshes in their places, and the panels of doors (`oni.md` 3.4).

use std::collections::BTreeMap;

use levelwright_model::games::oni::environment::{ClassMesh, PlacedMesh};

use super::environment::{Reader, float};
use super::lists::word;
use super::mesh;

/// The meshes of a list whose rows hold a link at a place.
pub(super) fn of_list(reader: &Reader<'_>, list: &[u8], row: usize, link: usize) -> ClassMesh {
    let mut out = ClassMesh::default();
    let count = word(list, 0x14).unwrap_or(0) as usize;
    for row in list.get(0x18..).unwrap_or_default().chunks_exact(row).take(count) {
        if let Some((_, mesh)) = reader.follow(row, link, b"M3GM") {
            mesh::add(reader, mesh, [0.0; 3], &mut out);
        }
    }
    out
}

/// Three basis rows, then the translation, for rows of coordinates.
fn transform(matrix: [f32; 12], [x, y, z]: [f32; 3]) -> [f32; 3] {
    let [a, b, c, d, e, f, g, h, i, tx, ty, tz] = matrix;
    [x * a + y * d + z * g + tx, x * b + y * e + z * h + ty, x * c + y * f + z * i + tz]
}

fn matrix(bytes: &[u8], at: usize) -> [f32; 12] {
    std::array::from_fn(|n| float(bytes, at + 4 * n))
}

/// The meshes that the level places by themselves: its animated things, each panel of a door among them.
pub(super) fn placed(reader: &Reader<'_>) -> Vec<PlacedMesh> {
    /// Flag of entries in use; the others fill the pool.
    const IN_USE: u32 = 0x200;
    const ROW: usize = 240;
    /// A door's id holds the panel above it, and is this where there is none.
    const PANEL: u32 = 12;
    const NO_DOOR: u16 = u16::MAX;
    let mut out = Vec::new();
    for list in reader.file.of(b"OBOA").filter_map(|at| reader.file.data(reader.bytes, at)) {
        let count = word(list, 0x16).unwrap_or(0) as usize & 0xFFFF;
        for row in list.get(0x18..).unwrap_or_default().chunks_exact(ROW).take(count) {
            if word(row, 0x0C).unwrap_or(0) & IN_USE == 0 {
                continue;
            }
            let Some((_, meshes)) = reader.follow(row, 0x00, b"M3GA") else { continue };
            let mesh = of_list(reader, meshes, 4, 0);
            let place = matrix(row, 0x40);
            if mesh.parts.is_empty() || !place.iter().all(|n| n.is_finite()) {
                continue;
            }
            let id = word(row, 0x14).unwrap_or(u32::MAX) as u16;
            let door = (id != NO_DOOR).then_some(id & ((1 << PANEL) - 1));
            out.push(PlacedMesh { mesh: mesh.moved(|corner| transform(place, corner)), door });
        }
    }
    out
}

/// A panel of each class of doors: scaled as its animation begins, tipped upright, its lowest corner on the ground.
pub(super) fn of_classes(reader: &Reader<'_>) -> BTreeMap<String, ClassMesh> {
    let mut out = BTreeMap::new();
    for at in reader.file.of(b"DOOR") {
        let Some(class) = reader.file.data(reader.bytes, at) else { continue };
        // Some classes link a mesh where a list of meshes is expected (3.3).
        let mesh = match (reader.follow(class, 0x00, b"OFGA"), reader.follow(class, 0x00, b"M3GM")) {
            (Some((_, list)), _) => of_list(reader, list, 12, 4),
            (None, Some((_, one))) => {
                let mut mesh = ClassMesh::default();
                mesh::add(reader, one, [0.0; 3], &mut mesh);
                mesh
            }
            (None, None) => continue,
        };
        let scale = reader.follow(class, 0x08, b"OBAN").map(|(_, animation)| matrix(animation, 0x40));
        let tipped = mesh.moved(|corner| {
            let [x, y, z] = scale.map_or(corner, |scale| transform(scale, corner));
            // A quarter turn back about x.
            [x, z, -y]
        });
        let corners = || tipped.parts.iter().flat_map(|part| &part.triangles).flat_map(|t| t.corners);
        let low = corners().fold(f32::INFINITY, |low, [_, y, _]| low.min(y));
        if low.is_finite() {
            out.insert(reader.file.label(reader.bytes, at), tipped.moved(|[x, y, z]| [x, y - low, z]));
        }
    }
    out
}
