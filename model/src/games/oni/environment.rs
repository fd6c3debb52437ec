//! What a level's file holds beside its objects, as far as the editor shows it: the environment's quads, meshes of
//! classes, names (`oni.md` 3). Read only; it hangs on the level and is never written.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use crate::scene::{Colour, Image};

/// What surrounds a level's objects.
#[derive(Clone, Debug, Default)]
pub struct Environment {
    /// Corners of the quads, in the game's axes.
    pub points: Vec<[f32; 3]>,
    /// The quads.
    pub quads: Vec<Quad>,
    /// Places in textures, from the left and the top; 1 is the whole texture, beyond it the texture repeats.
    pub texcoords: Vec<[f32; 2]>,
    /// The textures that quads name.
    pub textures: Vec<Texture>,
    /// Meshes by the full name of the class that shows them: `DOORlw_door`.
    pub meshes: BTreeMap<String, ClassMesh>,
    /// A panel of each class of doors by its full name, upright in its frame and closed.
    pub panels: BTreeMap<String, ClassMesh>,
    /// Meshes that the level places by themselves, panels of doors among them (`oni.md` 3.4, OBOA).
    pub placed: Vec<PlacedMesh>,
    /// Where beams of a laser trigger's class start and which way they go, in the emitter's space.
    pub beams: BTreeMap<String, [[f32; 3]; 2]>,
    /// How far turrets of a class turn.
    pub arcs: BTreeMap<String, TurretArc>,
    /// How the emitters of a laser trigger's class run, by its full name.
    pub emitters: BTreeMap<String, std::sync::Arc<EmitterPath>>,
    /// The full name of the level's first class of laser triggers: what those have whose class is nowhere.
    pub first_laser: Option<String>,
    /// The full names of the instances that the file holds, tags in front.
    pub names: BTreeSet<String>,
    /// The same of level 0; `None` where it is not there to ask.
    pub shared_names: Option<BTreeSet<String>>,
    /// The level's name, which is also that of its folder of scripts; empty if it has none.
    pub level_name: String,
    /// Whether the file has an environment at all.
    pub present: bool,
}

/// The animation of a laser class's emitters (`oni.md` 3.4, OBAN).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct EmitterPath {
    /// How many frames it has.
    pub frames: u16,
    /// Its keys by their times.
    pub keys: Vec<EmitterKey>,
}

/// A key of an animation.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct EmitterKey {
    /// From which frame on it holds.
    pub time: i32,
    /// The rotation as stored: a quaternion x, y, z, w, the inverse of what is meant.
    pub turn: [f32; 4],
    /// The place.
    pub place: [f32; 3],
}

/// A quad of the environment.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Quad {
    /// Its corners, as positions in [`Environment::points`].
    pub points: [u32; 4],
    /// The light baked into each corner, 0xAARRGGBB.
    pub shades: [u32; 4],
    /// What it is.
    pub flags: u32,
    /// The object it is the body of: type number and object id; -1 for none.
    pub object: i32,
    /// Its texture, as a position in [`Environment::textures`].
    pub texture: u16,
    /// Where its corners lie in the texture, as positions in [`Environment::texcoords`].
    pub texcoords: [u32; 4],
}

/// Bits of a quad's flags (`oni.md` 3.2).
pub mod quad_flags {
    /// The frame of a door.
    pub const DOOR_FRAME: u32 = 0x1;
    /// The border between two rooms.
    pub const GHOST: u32 = 0x2;
    /// Stairs: up, down, either.
    pub const STAIRS: u32 = 0x4 | 0x8 | 0x10;
    /// Only its first three corners count.
    pub const TRIANGLE: u32 = 0x40;
    /// The alpha of its colours counts.
    pub const TRANSPARENT: u32 = 0x80;
    /// It is seen from behind as well.
    pub const TWO_SIDED: u32 = 0x200;
    /// It is not drawn.
    pub const INVISIBLE: u32 = 0x2000;
    /// What is not drawn in the game.
    pub const MARKERS: u32 = DOOR_FRAME | GHOST | STAIRS;
}

impl Quad {
    /// What it marks, if it is not drawn: 0 the border of a room, 1 stairs, 2 a door's frame.
    pub fn marker_sort(&self) -> Option<u32> {
        use quad_flags::{DOOR_FRAME, GHOST, STAIRS};
        [GHOST, STAIRS, DOOR_FRAME].iter().position(|bits| self.flags & bits != 0).and_then(|at| u32::try_from(at).ok())
    }

    /// The type number and the object id of the object it is the body of.
    pub fn owner(&self) -> Option<(u8, u32)> {
        let word = self.object.cast_unsigned();
        (self.object != -1).then_some(((word >> 24) as u8, word & 0x00FF_FFFF))
    }
}

/// A texture.
#[derive(Clone, Debug, PartialEq)]
pub struct Texture {
    /// Its name without the tag.
    pub name: String,
    /// The mean of its pixels; white where they are not there.
    pub mean: Colour,
    /// Whether its format has alpha.
    pub alpha: bool,
    /// Its pixels; `None` where the file does not hold them or they do not lie in it.
    pub image: Option<Arc<Image>>,
}

/// A mesh of a class, in the class's own space.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ClassMesh {
    /// What it is made of: one part for each mesh that the class names.
    pub parts: Vec<MeshPart>,
}

/// Triangles with one texture.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct MeshPart {
    /// Its triangles.
    pub triangles: Vec<MeshTriangle>,
    /// The mean colour of its texture.
    pub colour: Option<Colour>,
    /// The pixels of its texture.
    pub image: Option<Arc<Image>>,
}

/// A triangle of a mesh, counter-clockwise from the side that is seen.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MeshTriangle {
    /// Its corners.
    pub corners: [[f32; 3]; 3],
    /// Where they lie in the texture.
    pub texcoords: [[f32; 2]; 3],
}

/// How far a turret turns, in radians from where it looks.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TurretArc {
    /// Down and up.
    pub elevation: [f32; 2],
    /// To one side and the other.
    pub azimuth: [f32; 2],
}

/// A mesh in its place.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedMesh {
    /// Its parts, in the game's axes and in their places.
    pub mesh: ClassMesh,
    /// The id of the door whose panel it is.
    pub door: Option<u16>,
}

/// Whether a class is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Known {
    /// In the level or in level 0.
    Yes,
    /// In neither.
    No,
    /// Not in the level, and level 0 is not there to ask.
    Maybe,
}

impl ClassMesh {
    /// How many triangles it has.
    pub fn triangles(&self) -> usize {
        self.parts.iter().map(|part| part.triangles.len()).sum()
    }

    /// The same with every corner elsewhere.
    pub fn moved(&self, by: impl Fn([f32; 3]) -> [f32; 3]) -> ClassMesh {
        let mut out = self.clone();
        let corners = out.parts.iter_mut().flat_map(|part| &mut part.triangles).flat_map(|t| &mut t.corners);
        corners.for_each(|corner| *corner = by(*corner));
        out
    }
}

impl Environment {
    /// Whether an instance of a template is known by name.
    pub fn knows(&self, tag: &str, name: &str) -> Known {
        let full = format!("{tag}{name}");
        match &self.shared_names {
            _ if self.names.contains(&full) => Known::Yes,
            Some(shared) if shared.contains(&full) => Known::Yes,
            Some(_) => Known::No,
            None => Known::Maybe,
        }
    }

    /// What the level shows of its quads that are not drawn: rows of the table of marker quads, by their sort.
    pub fn marker_rows(&self) -> Vec<u8> {
        let mut counts = [0u32; 3];
        for sort in self.quads.iter().filter_map(Quad::marker_sort) {
            if let Some(count) = counts.get_mut(sort as usize) {
                *count += 1;
            }
        }
        let rows = (0u32..).zip(counts).filter(|(_, count)| *count > 0);
        rows.flat_map(|(sort, count)| [sort, count].map(u32::to_le_bytes).concat()).collect()
    }

    /// A quad's corners; `None` if it names points that do not exist.
    pub fn corners(&self, quad: &Quad) -> Option<Vec<[f32; 3]>> {
        let count = if quad.flags & quad_flags::TRIANGLE != 0 { 3 } else { 4 };
        quad.points.iter().take(count).map(|p| self.points.get(*p as usize).copied()).collect()
    }
}
