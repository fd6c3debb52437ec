//! What a System Shock level looks like: tiles with their slopes, walls between unequal heights, objects.
//!
//! # Places
//! The scene's unit is a tile, x to the east, y to the north, z up. One tile height unit is a tile halved as often as
//! the level says, an object height unit an eighth of that (`systemshock.md` 3.3).
//!
//! # Keys
//! Every key is the number of a record's node: of tiles (floors, ceilings, walls, currents) the tile, of markers,
//! bridges, doors and the arrows that begin at them the object's row.
//!
//! # What is shown
//! Tiles as they are stored, solid ones only from above; doors closed. Objects without a place (contents) are left out. Textures and cyberspace's
//! colours are told apart by colours of our own: the game's own lie in its folder.

mod colours;
mod plan;
mod surfaces;
#[cfg(test)]
mod tests;
mod things;
mod tile;

pub(super) use tile::Shape;

use std::sync::Arc;

use glam::Vec3;

use super::objects::table_of;
use super::operations::common::height_shift;
use super::records::{Object, Texture};
use super::tables::{TEXTURES, TILES};
use crate::document::{Level, Objects, Table};
use crate::scene::{Scene, SceneKey};

/// A level's scene. See the module's description for places and keys.
pub fn scene(level: &Level, objects: &Objects) -> Scene {
    let Some(table) = table_of(level, &TILES) else { return Scene::default() };
    let world = World::new(level, table);
    let cells = surfaces::cells(&world);
    let things = things::things(&world, level, objects);
    let plan = plan::plan(&world, &cells);
    let mut chunks = surfaces::chunks(cells);
    chunks.extend([things.solid, things.force].into_iter().filter(|c| !c.triangles.is_empty()).map(Arc::new));
    Scene {
        surfaces: chunks,
        markers: things.markers,
        lines: things.lines,
        labels: things.labels,
        plan: Some(plan),
        grid_step: 1.0,
        images: Arc::default(),
    }
}

/// What the parts of the scene are made from.
struct World<'a> {
    tiles: tile::Tiles<'a>,
    table: &'a Table,
    textures: Vec<i16>,
    cyberspace: bool,
    /// A tile height unit, in tiles.
    unit: f32,
    /// An object height unit, in tiles.
    object_unit: f32,
}

impl<'a> World<'a> {
    fn new(level: &'a Level, table: &'a Table) -> World<'a> {
        let textures = table_of(level, &TEXTURES).into_iter().flat_map(|t| t.heads());
        let unit = 1.0 / (1u32 << height_shift(level)) as f32;
        World {
            tiles: tile::Tiles::new(table.heads()),
            table,
            textures: textures.filter_map(|row| Some(Texture::new(row, 0)?.texture())).collect(),
            cyberspace: level.fact("cyberspace") == Some(1),
            unit,
            object_unit: unit / 8.0,
        }
    }

    /// The key of a tile.
    fn tile_key(&self, row: usize) -> SceneKey {
        SceneKey(u64::from(self.table.row_number(row).unwrap_or(0)))
    }

    /// The game's number of an entry of the level's textures.
    fn texture(&self, entry: u64) -> u64 {
        let number = usize::try_from(entry).ok().and_then(|at| self.textures.get(at));
        number.and_then(|n| u64::try_from(*n).ok()).unwrap_or(entry)
    }

    /// Where an object is.
    fn place(&self, object: &Object<'_>) -> Vec3 {
        let tiles = |place: u16| f32::from(place) / 256.0;
        Vec3::new(tiles(object.x()), tiles(object.y()), f32::from(object.z()) * self.object_unit)
    }
}
