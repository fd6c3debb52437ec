//! Meshes of classes where the level has them: what follows an object (`oni.md` 3.4, 3.6).

use glam::Vec3;

use super::{Frame, colours};
use crate::document::Level;
use crate::games::oni::environment::Environment;
use crate::games::oni::records::{Console, ObjectHeader, Trigger, Turret, Weapon};
use crate::scene::{Chunk, Colour, Material, SceneKey};

/// A mesh without a texture.
const BARE: Colour = Colour::rgb(170, 176, 190);

pub(super) fn meshes(level: &Level, environment: &Environment) -> Vec<Chunk> {
    let mut chunk = Chunk { two_sided: true, ..Chunk::new(Material::Solid) };
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
            let key = SceneKey(u64::from(record.id().number));
            let group = chunk.group(key, colours::plain(mesh.colour.unwrap_or(BARE)));
            for triangle in &mesh.triangles {
                let corners: [Vec3; 3] = triangle.map(|corner| frame.place(corner));
                if corners.iter().all(|c| c.is_finite()) {
                    chunk.polygon(group, &corners);
                }
            }
        }
    }
    if chunk.triangles.is_empty() { Vec::new() } else { vec![chunk] }
}
