//! Boxes, leaves and panes as surfaces.

use glam::{Quat, Vec3};

use super::place::Pose;
use crate::games::warriors::names::door_type;
use crate::games::warriors::types::Type;
use crate::scene::{Chunk, Colour, Colouring, GroupId, SceneKey};

/// A group whose colour is the same in every colouring but that of heights.
pub(super) fn group(chunk: &mut Chunk, key: SceneKey, colour: Colour, height: f32) -> GroupId {
    let mut colours = [colour; Colouring::COUNT];
    if let Some(slot) = colours.get_mut(Colouring::Height.index()) {
        *slot = Colour::ramp((height + LOWEST) / (LOWEST + HIGHEST)).with_opacity(colour.0[3]);
    }
    chunk.group(key, colours)
}

/// The heights over which the scale of colours runs, in metres: streets lie near 0.
const LOWEST: f32 = 10.0;
const HIGHEST: f32 = 40.0;

/// A box that stands in a frame, its sides along the frame's axes.
pub(super) fn turned_box(chunk: &mut Chunk, group: GroupId, pose: &Pose, centre: Vec3, size: Vec3) {
    let half = size * 0.5;
    let corner = |x: f32, y: f32, z: f32| pose.at + pose.turn * (centre + half * Vec3::new(x, y, z));
    let c = [
        corner(-1.0, -1.0, -1.0),
        corner(1.0, -1.0, -1.0),
        corner(1.0, 1.0, -1.0),
        corner(-1.0, 1.0, -1.0),
        corner(-1.0, -1.0, 1.0),
        corner(1.0, -1.0, 1.0),
        corner(1.0, 1.0, 1.0),
        corner(-1.0, 1.0, 1.0),
    ];
    for [a, b, d, e] in [[3, 2, 1, 0], [4, 5, 6, 7], [0, 1, 5, 4], [1, 2, 6, 5], [2, 3, 7, 6], [3, 0, 4, 7]] {
        chunk.polygon(group, &[c[a], c[b], c[d], c[e]]);
    }
}

/// A leaf of a door: where its hinge stands and how it is turned while closed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Leaf {
    /// Place and rotation of the hinge.
    pub hinge: Pose,
    /// How wide the leaf is, in metres: it extends from the hinge along its own -x (`warriors.md` P17, inferred).
    pub width: f32,
}

/// The leaves of a door, closed (`warriors.md` 1.8, P17); none of barriers and of types without leaves.
pub fn leaves(name: &str, of: &Type, door: &Pose) -> Vec<Leaf> {
    let count = door_type(name).and_then(|t| t.leaves).unwrap_or(0);
    let width = of.width_of_leaf(count);
    let first = Leaf { hinge: *door, width };
    let second = || {
        let at = door.at + door.turn * Vec3::new(-2.0 * width, 0.0, 0.0);
        let turn = door.turn * Quat::from_xyzw(0.0, 0.0, 1.0, 0.0);
        Leaf { hinge: Pose { at, turn }, width }
    };
    match count {
        0 => Vec::new(),
        1 => vec![first],
        _ => vec![first, second()],
    }
}

/// A leaf as a thin box.
pub(super) fn leaf_box(chunk: &mut Chunk, group: GroupId, leaf: &Leaf, of: &Type) {
    let [_, thick, high] = of.size;
    let centre = Vec3::new(-leaf.width * 0.5, 0.0, high * 0.5);
    turned_box(chunk, group, &leaf.hinge, centre, Vec3::new(leaf.width, thick.max(0.04), high));
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::warriors::types::Types;

    #[test]
    fn the_second_leaf_stands_a_whole_doorway_away_and_looks_back() {
        // `warriors.md` P17: door 9 of level 99, w 1.09.
        let store = Type { leaf_width: Some(1.09), ..Types::default().get("dyn_door_store") };
        let at = Vec3::new(52.67, 51.10, 0.22);
        let pair = leaves("dyn_door_store", &store, &Pose { at, turn: Quat::IDENTITY });
        assert_eq!(pair.len(), 2);
        assert!((pair[1].hinge.at - Vec3::new(50.49, 51.10, 0.22)).length() < 1e-4);
        assert!((pair[1].hinge.turn * Vec3::X + Vec3::X).length() < 1e-6);
        let quarter = Quat::from_rotation_z(core::f32::consts::FRAC_PI_2);
        let turned = leaves("dyn_door_store", &store, &Pose { at, turn: quarter });
        assert!((turned[1].hinge.at - Vec3::new(52.67, 48.92, 0.22)).length() < 1e-4);
        // Both meet in the middle.
        let end = |leaf: &Leaf| leaf.hinge.at + leaf.hinge.turn * Vec3::new(-leaf.width, 0.0, 0.0);
        assert!((end(&pair[0]) - end(&pair[1])).length() < 1e-5);
        assert_eq!(leaves("dyn_door_chainlnk_a", &store, &Pose { at, turn: quarter }).len(), 1);
        assert!(leaves("dyn_door_fence", &store, &Pose { at, turn: quarter }).is_empty());
    }
}
