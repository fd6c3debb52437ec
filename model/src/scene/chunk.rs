//! Meshes: corners, triangles, and groups of them that share a key and their colours.

use super::{Bounds, Colour, Colouring, SceneKey, Skin, Texel};
use glam::{Vec2, Vec3};

/// How a chunk is drawn.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Material {
    /// Opaque; hides what lies behind.
    #[default]
    Solid,
    /// See-through surfaces of water, lava and the like: opacity from the colours.
    Liquid,
    /// See-through volumes and previews: opacity from the colours, never hides anything.
    Ghost,
}

/// A group of a chunk: everything in it belongs to one object.
#[derive(Clone, Debug, PartialEq)]
pub struct Group {
    /// The object it belongs to.
    pub key: SceneKey,
    /// One colour for each [`Colouring`].
    pub colours: [Colour; Colouring::COUNT],
    /// What it wears while textures are shown; without one it keeps its colours.
    pub skin: Option<Skin>,
}

/// Names a [`Group`] of the chunk that made it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct GroupId(pub u32);

/// A corner. Faces share corners only within a group and where the shade is the same.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vertex {
    /// Where, in world units.
    pub position: Vec3,
    /// The direction the surface faces here, of length 1; zero leaves the colour unshaded.
    pub normal: Vec3,
    /// The group; also that of each triangle that begins with this corner.
    pub group: GroupId,
    /// Multiplies the group's colour: light painted into a mesh, white for none.
    pub tint: Colour,
}

/// A mesh that is culled, sent and drawn as one.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chunk {
    /// The corners.
    pub vertices: Vec<Vertex>,
    /// Where the corners of groups with a [`Skin`] lie in its image, in the order of `vertices`; may end early. A corner
    /// without one wears its colour.
    pub texels: Vec<Option<Texel>>,
    /// Corners of each triangle, counter-clockwise from the visible side. Triangles that name a
    /// corner that does not exist are left out.
    pub triangles: Vec<[u32; 3]>,
    /// The groups that corners name.
    pub groups: Vec<Group>,
    /// How it is drawn.
    pub material: Material,
    /// Whether it shows from behind as well.
    pub two_sided: bool,
}

impl Chunk {
    /// An empty chunk that shows from its front only.
    pub fn new(material: Material) -> Self {
        Self { material, ..Self::default() }
    }

    /// Adds a group for an object, coloured for each [`Colouring`].
    pub fn group(&mut self, key: SceneKey, colours: [Colour; Colouring::COUNT]) -> GroupId {
        let id = GroupId(index(self.groups.len()));
        self.groups.push(Group { key, colours, skin: None });
        id
    }

    /// Adds a group that wears an image while textures are shown.
    pub fn clad(&mut self, key: SceneKey, colours: [Colour; Colouring::COUNT], skin: Option<Skin>) -> GroupId {
        let id = self.group(key, colours);
        if let Some(group) = self.groups.last_mut() {
            group.skin = skin;
        }
        id
    }

    /// Adds a polygon as [`Self::polygon`] does, with the place of each corner in its group's image.
    pub fn textured(&mut self, group: GroupId, corners: &[Vec3], texels: &[Texel]) {
        let first = self.vertices.len();
        self.polygon(group, corners);
        if self.vertices.len() > first {
            self.texels.resize(first, None);
            self.texels.extend(texels.iter().take(corners.len()).copied().map(Some));
        }
    }

    /// What a corner wears while textures are shown: its group's image and its place there. `None` for one that keeps
    /// its colour.
    pub fn worn(&self, corner: usize) -> Option<(Skin, Texel)> {
        let texel = self.texels.get(corner).copied().flatten()?;
        let group = self.vertices.get(corner)?.group;
        Some((self.groups.get(group.0 as usize)?.skin?, texel))
    }

    /// Adds a convex, flat polygon, counter-clockwise from its visible side. Fewer than three
    /// corners add nothing.
    pub fn polygon(&mut self, group: GroupId, corners: &[Vec3]) {
        if corners.len() < 3 {
            return;
        }
        let normal = newell_normal(corners);
        let first = index(self.vertices.len());
        for position in corners {
            self.vertices.push(Vertex { position: *position, normal, group, tint: Colour::WHITE });
        }
        for second in 1..index(corners.len()) - 1 {
            self.triangles.push([first, first + second, first + second + 1]);
        }
    }

    /// Adds an upright rectangle over the line from `from` to `to`, seen from its left (standing
    /// at `from` and looking to `to`, it faces the left hand).
    pub fn upright(&mut self, group: GroupId, from: Vec2, to: Vec2, bottom: f32, top: f32) {
        self.polygon(group, &[to.extend(bottom), from.extend(bottom), from.extend(top), to.extend(top)]);
    }

    /// Adds a box with its faces outward.
    pub fn block(&mut self, group: GroupId, min: Vec3, max: Vec3) {
        let bounds = Bounds { min, max };
        let c = bounds.corners();
        for face in [
            [c[3], c[2], c[1], c[0]],
            [c[4], c[5], c[6], c[7]],
            [c[0], c[1], c[5], c[4]],
            [c[1], c[2], c[6], c[5]],
            [c[2], c[3], c[7], c[6]],
            [c[3], c[0], c[4], c[7]],
        ] {
            self.polygon(group, &face);
        }
    }

    /// The box around all corners.
    pub fn bounds(&self) -> Bounds {
        Bounds::around(self.vertices.iter().map(|vertex| vertex.position))
    }

    /// The object a corner belongs to; `None` when its group does not exist.
    pub fn key_of(&self, vertex: &Vertex) -> Option<SceneKey> {
        Some(self.groups.get(vertex.group.0 as usize)?.key)
    }

    /// The corners of a triangle; `None` when it names one that does not exist.
    pub fn corners(&self, triangle: &[u32; 3]) -> Option<[&Vertex; 3]> {
        let [a, b, c] = triangle.map(|corner| self.vertices.get(corner as usize));
        Some([a?, b?, c?])
    }

    /// The colour of a corner, without shade. Magenta when its group does not exist.
    pub fn colour_of(&self, vertex: &Vertex, colouring: Colouring) -> Colour {
        let group = self.groups.get(vertex.group.0 as usize);
        let colour = group.and_then(|group| group.colours.get(colouring.index()));
        colour.map_or(Colour::rgb(255, 0, 255), |colour| colour.times(vertex.tint))
    }

    /// The lines one would draw of a chunk's faces: where a face ends, bends by more than about 11
    /// degrees or meets another group. Each once, in a fixed order.
    pub fn edges(&self, wanted: impl Fn(SceneKey) -> bool) -> Vec<(Vec3, Vec3)> {
        const FLAT: f32 = 0.98;
        let groups: Vec<bool> = self.groups.iter().map(|group| wanted(group.key)).collect();
        let mut sides: Vec<Side> = Vec::new();
        for triangle in &self.triangles {
            let Some(corners) = self.corners(triangle) else {
                continue;
            };
            let group = corners[0].group;
            if groups.get(group.0 as usize) != Some(&true) {
                continue;
            }
            let [a, b, c] = corners.map(|vertex| vertex.position);
            let normal = (b - a).cross(c - a).normalize_or_zero();
            let [p, q, r] = [a, b, c].map(place_bits);
            for (from, to) in [(p, q), (q, r), (r, p)] {
                sides.push(Side { ends: [from.min(to), from.max(to)], group, normal });
            }
        }
        sides.sort_by_key(|side| side.ends);
        let place = |bits: [u32; 3]| Vec3::from_array(bits.map(f32::from_bits));
        sides
            .chunk_by(|a, b| a.ends == b.ends)
            .filter(|same| match same {
                [one, two] => one.group != two.group || one.normal.dot(two.normal) < FLAT,
                _ => true,
            })
            .filter_map(|same| same.first())
            .map(|side| (place(side.ends[0]), place(side.ends[1])))
            .collect()
    }
}

/// A side of a triangle, known by where it is.
struct Side {
    ends: [[u32; 3]; 2],
    group: GroupId,
    normal: Vec3,
}

/// A place as something that can be sorted.
fn place_bits(place: Vec3) -> [u32; 3] {
    // Adding zero turns -0 into 0, so that both count as one place.
    (place + Vec3::ZERO).to_array().map(f32::to_bits)
}

/// A count as the 32 bits the graphics card indexes with; more corners than that do not fit into
/// memory first.
fn index(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The direction a polygon faces, steady for slightly bent and for thin ones; zero when it has no
/// area.
pub fn newell_normal(corners: &[Vec3]) -> Vec3 {
    let Some(anchor) = corners.first() else {
        return Vec3::ZERO;
    };
    let mut sum = Vec3::ZERO;
    for pair in corners.windows(2) {
        if let [from, to] = pair {
            // Differences to one corner keep digits that far-off places would lose.
            sum += (*from - *anchor).cross(*to - *anchor);
        }
    }
    sum.normalize_or_zero()
}

#[cfg(test)]
mod tests {
    use super::*;

    const WHITE: [Colour; Colouring::COUNT] = [Colour::WHITE; Colouring::COUNT];

    #[test]
    fn a_polygon_is_a_fan_that_faces_up() {
        let mut chunk = Chunk::new(Material::Solid);
        let group = chunk.group(SceneKey(7), WHITE);
        let corners = [Vec3::ZERO, Vec3::X, Vec3::ONE - Vec3::Z, Vec3::Y];
        chunk.polygon(group, &corners);
        chunk.polygon(group, &corners[..2]);
        assert_eq!(chunk.triangles, [[0, 1, 2], [0, 2, 3]]);
        assert_eq!(chunk.vertices[0].normal, Vec3::Z);
        assert_eq!(chunk.key_of(&chunk.vertices[3]), Some(SceneKey(7)));
        assert_eq!(chunk.edges(|_| true).len(), 4, "the diagonal is no edge");
        assert!(chunk.edges(|key| key != SceneKey(7)).is_empty());
    }

    #[test]
    fn a_block_faces_outward_and_shares_its_edges() {
        let mut chunk = Chunk::new(Material::Solid);
        let group = chunk.group(SceneKey(1), WHITE);
        chunk.block(group, Vec3::ZERO, Vec3::ONE);
        for vertex in &chunk.vertices {
            assert!((vertex.position - Vec3::splat(0.5)).dot(vertex.normal) > 0.0);
        }
        assert_eq!(chunk.edges(|_| true).len(), 12);
        let other = chunk.group(SceneKey(2), WHITE);
        let beside = Vec3::X;
        chunk.block(other, beside, beside + Vec3::ONE);
        assert_eq!(chunk.edges(|_| true).len(), 20, "the border of two groups once");
    }

    #[test]
    fn corners_wear_an_image_only_where_both_they_and_their_group_say_so() {
        use crate::scene::ImageId;
        let mut chunk = Chunk::new(Material::Solid);
        let skin = Skin { image: ImageId(3), tint: Colour::WHITE, shaded: false };
        let texel = |u| Texel { at: [u, 0.5], light: Colour::WHITE };
        let bare = chunk.group(SceneKey(1), WHITE);
        let clad = chunk.clad(SceneKey(2), WHITE, Some(skin));
        let corners = [Vec3::ZERO, Vec3::X, Vec3::Y];
        chunk.polygon(clad, &corners);
        chunk.textured(clad, &corners, &[texel(0.0), texel(1.0), texel(2.0)]);
        chunk.textured(bare, &corners, &[texel(9.0); 3]);
        chunk.textured(clad, &corners[..2], &[texel(9.0); 2]);
        chunk.textured(clad, &corners, &[texel(5.0)]);
        assert_eq!(chunk.worn(0), None, "it has no place in the image");
        assert_eq!(chunk.worn(4), Some((skin, texel(1.0))));
        assert_eq!(chunk.worn(6), None, "its group has no image");
        assert_eq!(chunk.worn(9), Some((skin, texel(5.0))), "two corners make no polygon and leave no place");
        assert_eq!((chunk.worn(10), chunk.worn(99)), (None, None));
    }

    #[test]
    fn an_upright_faces_its_left() {
        let mut chunk = Chunk::new(Material::Solid);
        let group = chunk.group(SceneKey(1), WHITE);
        chunk.upright(group, Vec2::ZERO, Vec2::X, 0.0, 2.0);
        assert_eq!(chunk.vertices[0].normal, Vec3::Y);
        assert_eq!(chunk.bounds().max, Vec3::new(1.0, 0.0, 2.0));
    }

    #[test]
    fn wrong_numbers_are_left_out() {
        let mut chunk = Chunk::new(Material::Solid);
        let group = chunk.group(SceneKey(1), WHITE);
        chunk.polygon(group, &[Vec3::ZERO, Vec3::X, Vec3::Y]);
        chunk.triangles.push([0, 1, 99]);
        chunk.vertices[1].group = GroupId(44);
        assert_eq!(chunk.corners(&[0, 1, 99]), None);
        assert_eq!(chunk.key_of(&chunk.vertices[1]), None);
        assert_eq!(chunk.colour_of(&chunk.vertices[1], Colouring::Height), Colour::rgb(255, 0, 255));
        assert_eq!(chunk.edges(|_| true).len(), 3);
        assert_eq!(newell_normal(&[]), Vec3::ZERO);
        assert_eq!(newell_normal(&[Vec3::ONE; 4]), Vec3::ZERO);
    }
}
