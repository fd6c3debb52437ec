//! Meshes of classes where the level has them: what follows an object, what the level places by itself, the panels of
//! doors (`oni.md` 3.4, 3.6).

use std::collections::BTreeSet;

use glam::Vec3;

use super::wardrobe::Wardrobe;
use super::{Frame, colours, place};
use crate::document::{Level, Record};
use crate::games::oni::chunk::ObjectType;
use crate::games::oni::environment::{ClassMesh, Environment, quad_flags};
use crate::games::oni::records::{Console, Door, ObjectHeader, Trigger, Turret, Weapon};
use crate::scene::{Chunk, Colour, Material, SceneKey, Texel};

/// A mesh without a texture.
const BARE: Colour = Colour::rgb(170, 176, 190);
/// Bits of a door's flags (2.6).
const DOUBLE: u16 = 0x80;
const MIRROR: u16 = 0x100;

/// The meshes of a level.
pub(super) fn meshes(level: &Level, environment: &Environment, wardrobe: &mut Wardrobe) -> Vec<Chunk> {
    let mut out = Meshes { chunk: Chunk { two_sided: true, ..Chunk::new(Material::Solid) }, wardrobe };
    for table in level.tables() {
        for record in level.rows(table) {
            let head = record.head();
            let class = match table.key() {
                "consoles" => Console::new(head, 0).map(|c| format!("CONS{}", c.class())),
                "triggers" => Trigger::new(head, 0).map(|t| format!("TRIG{}", t.class())),
                "turrets" => Turret::new(head, 0).map(|t| format!("TURR{}", t.class())),
                "weapons" => Weapon::new(head, 0).map(|w| format!("ONWC{}", w.class())),
                _ => None,
            };
            let Some(mesh) = class.and_then(|class| environment.meshes.get(&class)) else { continue };
            let Some(header) = ObjectHeader::new(head, 0) else { continue };
            let frame = Frame::new(header.position(), header.rotation());
            out.add(key(&record), mesh, |corner| frame.place(corner));
        }
    }
    out.placed(level, environment);
    out.panels(level, environment);
    if out.chunk.triangles.is_empty() { Vec::new() } else { vec![out.chunk] }
}

fn key(record: &Record<'_>) -> SceneKey {
    SceneKey(u64::from(record.id().number))
}

fn doors(level: &Level) -> impl Iterator<Item = (Record<'_>, Door<'_>)> {
    let rows = level.table("doors").into_iter().flat_map(|table| level.rows(table));
    rows.filter_map(|record| Some((record, Door::new(record.head(), 0)?)))
}

/// The doors whose panels the level places by themselves: their quads would be drawn over them.
pub(super) fn hung(level: &Level, environment: &Environment) -> BTreeSet<SceneKey> {
    let ids: BTreeSet<u16> = environment.placed.iter().filter_map(|placed| placed.door).collect();
    doors(level).filter(|(_, door)| ids.contains(&door.id())).map(|(record, _)| key(&record)).collect()
}

/// The mesh while it is made.
struct Meshes<'a> {
    chunk: Chunk,
    wardrobe: &'a mut Wardrobe,
}

impl Meshes<'_> {
    fn add(&mut self, key: SceneKey, mesh: &ClassMesh, at: impl Fn([f32; 3]) -> Vec3) {
        for part in &mesh.parts {
            let skin = self.wardrobe.skin(part.image.as_ref(), true);
            let group = self.chunk.clad(key, colours::plain(part.colour.unwrap_or(BARE)), skin);
            for triangle in &part.triangles {
                let corners = triangle.corners.map(&at);
                let finite = triangle.texcoords.as_flattened().iter().all(|part| part.is_finite());
                if !corners.iter().all(|c| c.is_finite()) || !finite {
                    continue;
                }
                let texels = triangle.texcoords.map(|at| Texel { at, light: Colour::WHITE });
                self.chunk.textured(group, &corners, &texels);
            }
        }
    }

    /// What the level places by itself: a door's panel belongs to the door of its id.
    fn placed(&mut self, level: &Level, environment: &Environment) {
        for placed in &environment.placed {
            let door = placed.door.and_then(|id| doors(level).find(|(_, door)| door.id() == id));
            self.add(door.map_or(SceneKey::NOBODY, |(record, _)| key(&record)), &placed.mesh, place);
        }
    }

    /// The panels of doors that neither the level places by itself nor the environment has baked in: new ones.
    fn panels(&mut self, level: &Level, environment: &Environment) {
        let hung = hung(level, environment);
        let number = ObjectType::of_table("doors").map_or(0, |of| of.number);
        let drawn = environment.quads.iter().filter(|quad| quad.flags & quad_flags::INVISIBLE == 0);
        let baked: BTreeSet<u32> = drawn.filter_map(|q| q.owner()).filter(|o| o.0 == number).map(|o| o.1).collect();
        for (record, door) in doors(level) {
            let Some(header) = ObjectHeader::new(record.head(), 0) else { continue };
            let key = key(&record);
            if hung.contains(&key) || baked.contains(&(header.object_id() & 0x00FF_FFFF)) {
                continue;
            }
            let Some(panel) = environment.panels.get(&format!("DOOR{}", door.class())) else { continue };
            let frame = Frame::new(header.position(), header.rotation());
            let corners = || panel.parts.iter().flat_map(|part| &part.triangles).flat_map(|t| t.corners);
            let (low, high) =
                corners().fold((f32::INFINITY, f32::NEG_INFINITY), |(low, high), [x, ..]| (low.min(x), high.max(x)));
            let half = (high - low) / 2.0;
            let mirror = door.flags() & MIRROR != 0;
            // One of the two panels is turned half about y: the second, or the first of a mirrored door.
            let panels: &[(f32, bool)] =
                if door.flags() & DOUBLE != 0 { &[(-half, mirror), (half, !mirror)] } else { &[(0.0, mirror)] };
            for (shift, turned) in panels {
                let turn = if *turned { -1.0 } else { 1.0 };
                self.add(key, panel, |[x, y, z]| frame.place([x * turn + shift, y, z * turn]));
            }
        }
    }
}
