//! Meshes: triangle strips over shared points (`oni.md` 3.3).

use levelwright_model::games::oni::environment::{ClassMesh, MeshPart, MeshTriangle};

use super::environment::{Reader, point, texcoord};
use super::lists::word;

/// Marks the first index of a strip.
const START: u32 = 0x8000_0000;

/// Adds a mesh's triangles, moved by an offset.
pub(super) fn add(reader: &Reader<'_>, mesh: &[u8], by: [f32; 3], out: &mut ClassMesh) {
    let Some((_, points)) = reader.follow(mesh, 0x04, b"PNTA") else { return };
    let points: Vec<[f32; 3]> = reader.array(points, 0x34, 12).map(point).collect();
    let Some((_, strips)) = reader.follow(mesh, 0x14, b"IDXA") else { return };
    let indices: Vec<u32> = reader.array(strips, 0x14, 4).filter_map(|b| word(b, 0)).collect();
    let normals: Vec<[f32; 3]> = match reader.follow(mesh, 0x0C, b"VCRA") {
        Some((_, data)) => reader.array(data, 0x14, 12).map(point).collect(),
        None => Vec::new(),
    };
    let texcoords: Vec<[f32; 2]> = match reader.follow(mesh, 0x10, b"TXCA") {
        Some((_, data)) => reader.array(data, 0x14, 8).map(texcoord).collect(),
        None => Vec::new(),
    };
    let of_triangle: Vec<u32> = match reader.follow(mesh, 0x18, b"IDXA") {
        Some((_, data)) => reader.array(data, 0x14, 4).filter_map(|b| word(b, 0)).collect(),
        None => Vec::new(),
    };
    let mut part = MeshPart::default();
    for (at, named) in triangles(&indices).into_iter().enumerate() {
        let places: Vec<[f32; 3]> = named.iter().filter_map(|c| points.get(*c as usize).copied()).collect();
        let Ok(mut corners) = <[[f32; 3]; 3]>::try_from(places) else {
            // It names points that do not exist.
            continue;
        };
        let mut in_texture = named.map(|c| texcoords.get(c as usize).copied().unwrap_or_default());
        let normal = of_triangle.get(at).and_then(|n| normals.get(*n as usize));
        let [a, b, c] = corners;
        if normal.is_some_and(|n| dot(cross(sub(b, a), sub(c, a)), *n) < 0.0) {
            corners.swap(1, 2);
            in_texture.swap(1, 2);
        }
        for place in &mut corners {
            place.iter_mut().zip(by).for_each(|(to, by)| *to += by);
        }
        part.triangles.push(MeshTriangle { corners, texcoords: in_texture });
    }
    let texture = word(mesh, 0x1C).and_then(|link| reader.file.linked(link));
    let texture = texture.filter(|at| reader.file.instances.get(*at).is_some_and(|i| i.tag == *b"TXMP"));
    if let Some(texture) = texture.and_then(|at| reader.texture(at)) {
        part.colour = texture.image.is_some().then_some(texture.mean);
        part.image = texture.image;
    }
    if !part.triangles.is_empty() {
        out.parts.push(part);
    }
}

/// The triangles of strips: a new corner takes the third slot, the old third moves into the first and the second by
/// turns.
fn triangles(indices: &[u32]) -> Vec<[u32; 3]> {
    let mut out = Vec::new();
    let mut slots = [0u32; 3];
    let mut filled = 0;
    let mut turn = 0;
    for index in indices {
        if index & START != 0 {
            slots = [index & !START, 0, 0];
            filled = 1;
            turn = 0;
            continue;
        }
        match filled {
            0 => continue,
            1 => slots[1] = *index,
            2 => slots[2] = *index,
            _ => {
                let old = slots[2];
                if turn == 0 {
                    slots[0] = old
                } else {
                    slots[1] = old
                }
                turn = 1 - turn;
                slots[2] = *index;
            }
        }
        filled = (filled + 1).min(3);
        if filled == 3 {
            out.push(slots);
        }
    }
    out
}

fn sub(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[0] - b[0], a[1] - b[1], a[2] - b[2]]
}

fn cross(a: [f32; 3], b: [f32; 3]) -> [f32; 3] {
    [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]]
}

fn dot(a: [f32; 3], b: [f32; 3]) -> f32 {
    a[0] * b[0] + a[1] * b[1] + a[2] * b[2]
}

#[cfg(test)]
mod tests {
    use super::triangles;

    #[test]
    fn a_strip_keeps_two_corners_each_time() {
        let strip = [START_OF(0), 1, 2, 3, 4, START_OF(7), 8, 9];
        assert_eq!(triangles(&strip), [[0, 1, 2], [2, 1, 3], [2, 3, 4], [7, 8, 9]]);
        assert!(triangles(&[1, 2, 3]).is_empty(), "nothing begins");
    }

    #[expect(non_snake_case, reason = "reads like the constant it is made with")]
    const fn START_OF(index: u32) -> u32 {
        super::START | index
    }
}
