//! The quads of the environment (`oni.md` 3.2).

use std::collections::BTreeMap;

use glam::Vec3;

use super::colours::{self, STEPS, shade};
use super::wardrobe::Wardrobe;
use super::{meshes, place};
use crate::document::Level;
use crate::games::oni::chunk::ObjectType;
use crate::games::oni::environment::{Environment, Quad, Texture, quad_flags};
use crate::games::oni::records::{MarkerQuads, ObjectHeader};
use crate::scene::{Bounds, Chunk, Colour, GroupId, Material, SceneKey, Skin, Texel};

/// Nobody's key: the environment is no object.
const NOBODY: SceneKey = SceneKey::NOBODY;
/// Squares of the map along each side: each becomes a mesh that is culled as one.
const CELLS: f32 = 6.0;

/// Where a quad goes: the square of the map, see-through or not, seen from behind or not.
type Place = (u8, u8, bool, bool);

/// One mesh while it is made.
struct Mesh {
    chunk: Chunk,
    groups: BTreeMap<(SceneKey, u16, u32, u8), GroupId>,
}

/// The environment's meshes.
pub(super) fn surfaces(level: &Level, environment: &Environment, wardrobe: &mut Wardrobe) -> Vec<Chunk> {
    let owners = owners(level);
    let hung = meshes::hung(level, environment);
    let bounds = Bounds::around(environment.points.iter().map(|p| place(*p)));
    let size = if bounds.is_empty() { Vec3::ONE } else { (bounds.max - bounds.min).max(Vec3::ONE) };
    let mut meshes: BTreeMap<Place, Mesh> = BTreeMap::new();
    let mut markers = Chunk::new(Material::Ghost);
    let mut marker_groups: BTreeMap<u32, GroupId> = marker_groups(level, &mut markers);
    markers.two_sided = true;
    let worn = |texture: &Texture| (texture.mean, wardrobe.skin(texture.image.as_ref(), false));
    let mut textures: Vec<(Colour, Option<Skin>)> = environment.textures.iter().map(worn).collect();
    textures.push((Colour::WHITE, None));
    for quad in &environment.quads {
        let Some(corners) = environment.corners(quad) else { continue };
        let corners: Vec<Vec3> = corners.into_iter().map(place).collect();
        if !corners.iter().all(|c| c.is_finite()) {
            continue;
        }
        if let Some(sort) = quad.marker_sort() {
            if let Some(group) = marker_groups.get_mut(&sort) {
                markers.polygon(*group, &corners);
            }
            continue;
        }
        if quad.flags & quad_flags::INVISIBLE != 0 {
            continue;
        }
        let middle = corners.iter().sum::<Vec3>() / corners.len() as f32;
        let share = (middle - bounds.min) / size;
        let cell = |share: f32| (share * CELLS).clamp(0.0, CELLS - 1.0) as u8;
        let see_through = quad.flags & quad_flags::TRANSPARENT != 0;
        let both = quad.flags & quad_flags::TWO_SIDED != 0;
        let mesh = meshes.entry((cell(share.x), cell(share.y), see_through, both)).or_insert_with(|| Mesh {
            chunk: Chunk {
                two_sided: both,
                ..Chunk::new(if see_through { Material::Liquid } else { Material::Solid })
            },
            groups: BTreeMap::new(),
        });
        let key = quad.owner().and_then(|owner| owners.get(&owner)).copied().unwrap_or(NOBODY);
        // The panel itself hangs there.
        if hung.contains(&key) {
            continue;
        }
        let texture = usize::from(quad.texture).min(textures.len() - 1);
        let step = (share.z.clamp(0.0, 1.0) * f32::from(STEPS)) as u8;
        let worn = textures.get(texture).copied().unwrap_or((Colour::WHITE, None));
        mesh.add(quad, key, texture, worn, step, &corners, &texels(environment, quad));
    }
    let mut out: Vec<Chunk> = meshes.into_values().map(|mesh| mesh.chunk).collect();
    if !markers.triangles.is_empty() {
        out.push(markers);
    }
    out
}

/// Where a quad's corners lie in its texture, with the light baked into each; nothing if it names places that do not
/// exist or are none.
fn texels(environment: &Environment, quad: &Quad) -> Vec<Texel> {
    let known = quad.texcoords.iter().zip(quad.shades).filter_map(|(at, argb)| {
        let at = environment.texcoords.get(usize::try_from(*at).ok()?).copied()?;
        at.iter().all(|part| part.is_finite()).then(|| Texel { at, light: shade(argb) })
    });
    let texels: Vec<Texel> = known.collect();
    if texels.len() == quad.texcoords.len() { texels } else { Vec::new() }
}

impl Mesh {
    #[expect(clippy::too_many_arguments, reason = "a quad, whose it is, and what it wears")]
    fn add(
        &mut self,
        quad: &Quad,
        key: SceneKey,
        texture: usize,
        (mean, skin): (Colour, Option<Skin>),
        step: u8,
        corners: &[Vec3],
        texels: &[Texel],
    ) {
        let wears = (key, u16::try_from(texture).unwrap_or(u16::MAX), quad.flags, step);
        let chunk = &mut self.chunk;
        let group = *self
            .groups
            .entry(wears)
            .or_insert_with(|| chunk.clad(key, colours::of_quad(quad.flags, quad.object != -1, mean, step), skin));
        let first = chunk.vertices.len();
        if skin.is_some() && !texels.is_empty() {
            chunk.textured(group, corners, texels);
        } else {
            chunk.polygon(group, corners);
        }
        // The light is in the corners; a face's own shade would darken it twice.
        for (vertex, argb) in chunk.vertices.iter_mut().skip(first).zip(quad.shades) {
            vertex.tint = shade(argb);
        }
    }
}

/// The objects that quads may be the body of, by type number and object id; the first of equals.
fn owners(level: &Level) -> BTreeMap<(u8, u32), SceneKey> {
    let mut out = BTreeMap::new();
    for table in level.tables() {
        let Some(of) = ObjectType::of_table(table.key()).filter(|of| of.baked) else { continue };
        for record in level.rows(table) {
            let id = ObjectHeader::new(record.head(), 0).map_or(0, |h| h.object_id() & 0x00FF_FFFF);
            out.entry((of.number, id)).or_insert(SceneKey(u64::from(record.id().number)));
        }
    }
    out
}

/// A group for each row of the table of marker quads.
fn marker_groups(level: &Level, chunk: &mut Chunk) -> BTreeMap<u32, GroupId> {
    const LOOKS: [Colour; 3] = [Colour([120, 190, 255, 40]), Colour([120, 230, 150, 60]), Colour([250, 190, 90, 60])];
    let rows = level.table("marker_quads").into_iter().flat_map(|table| level.rows(table));
    let mut out = BTreeMap::new();
    for record in rows {
        let Some(row) = MarkerQuads::new(record.head(), 0) else { continue };
        let look = LOOKS.get(row.sort() as usize).copied().unwrap_or(Colour([200, 200, 200, 40]));
        let key = SceneKey(u64::from(record.id().number));
        out.insert(row.sort(), chunk.group(key, colours::plain(look)));
    }
    out
}
