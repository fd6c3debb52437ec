//! What is selected, hidden and locked, as the scene names it, and what the picture shows of it: found out when the scene
//! or the selection changes, not for each frame.

use std::sync::Arc;

use glam::Vec3;
use levelwright_model::document::{NodeId, Objects};
use levelwright_model::scene::{Bounds, Camera, Scene, SceneKey};

use super::Cache;
use crate::window::doc::Doc;

/// A set of keys of a scene.
#[derive(Clone, Debug)]
pub struct KeySet(Arc<[SceneKey]>);

impl Default for KeySet {
    fn default() -> Self {
        KeySet(Arc::from([]))
    }
}

impl FromIterator<SceneKey> for KeySet {
    fn from_iter<I: IntoIterator<Item = SceneKey>>(keys: I) -> Self {
        let mut keys: Vec<SceneKey> = keys.into_iter().collect();
        keys.sort_unstable();
        keys.dedup();
        KeySet(keys.into())
    }
}

impl KeySet {
    /// Whether a key is in it.
    pub fn contains(&self, key: SceneKey) -> bool {
        self.0.binary_search(&key).is_ok()
    }

    /// Its keys, ascending.
    pub fn keys(&self) -> &Arc<[SceneKey]> {
        &self.0
    }
}

/// What is selected, hidden and locked in the shown level, as its scene names it.
#[derive(Debug, Default)]
pub struct Keys {
    /// Selected.
    pub selected: KeySet,
    /// Hidden.
    pub hidden: KeySet,
    /// Neither seen nor met by the pointer: hidden or locked.
    pub untouchable: KeySet,
}

impl Keys {
    pub(super) fn of(doc: &Doc) -> Keys {
        let objects = doc.objects(doc.level);
        let keys = |node: NodeId| scene_keys(&objects, node);
        let here = |node: &NodeId| node.level == doc.level;
        let hidden: KeySet = doc.hidden.iter().copied().filter(here).flat_map(keys).collect();
        let locked = doc.locked.iter().copied().filter(here).flat_map(keys);
        Keys {
            selected: doc.selection.all().iter().map(|id| id.node).filter(here).flat_map(keys).collect(),
            untouchable: locked.chain(hidden.keys().iter().copied()).collect(),
            hidden,
        }
    }
}

/// Everything in a scene that stands for an object, named by its main record: the object's own key, and where the
/// scene draws one of its records for another object (a room that is a platform), that one's.
pub fn scene_keys(objects: &Objects, main: NodeId) -> impl Iterator<Item = SceneKey> + use<> {
    let owner = objects.of_node(main.number).map(|owner| owner.id.node).filter(|owner| *owner != main);
    std::iter::once(main).chain(owner).map(scene_key)
}

/// The key under which a record's object stands in a scene: by convention of all games the number of
/// its main record.
pub fn scene_key(node: NodeId) -> SceneKey {
    SceneKey(u64::from(node.number))
}

/// Names the scene and what is marked in it: both grow when theirs is made anew.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamps {
    /// The scene.
    pub scene: u64,
    /// What is selected, hidden and locked.
    pub keys: u64,
}

/// From where a picture is looked at: where it lies in the window, and its scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Look {
    /// The camera.
    pub camera: Camera,
    /// Where the picture is.
    pub rect: egui::Rect,
    /// Pixels in a point.
    pub scale: f32,
}

/// A name in the picture.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    /// Which of the scene's labels.
    pub label: usize,
    /// Its upper left corner.
    pub corner: egui::Pos2,
}

/// Names are laid out for a scene, what is hovered, the picture and the size of the letters.
pub type WrittenKey = (Stamps, Option<SceneKey>, Look, [bool; 2], u32);

/// Arrows are painted for a list of them (by how often one was made), what is marked, the picture and its colours.
pub type DrawnKey = (u64, Stamps, Look, [egui::Color32; 3]);

/// What is seen of a scene from one place.
#[derive(Debug, Default)]
pub struct Seen {
    bounds: Cache<u64, Bounds>,
    middle: Cache<Stamps, Option<Vec3>>,
    /// The order in which names are written.
    pub order: Cache<Stamps, Vec<usize>>,
    /// Where names are written.
    pub names: Cache<WrittenKey, Vec<Written>>,
    /// The arrows as triangles.
    pub arrows: Cache<DrawnKey, Arc<egui::Mesh>>,
}

impl Seen {
    /// The box around everything.
    pub fn bounds(&mut self, stamps: Stamps, scene: &Scene) -> Bounds {
        *self.bounds.get(stamps.scene, || scene.bounds())
    }

    /// The middle of what is selected and can be moved, if anything is.
    pub fn middle(&mut self, stamps: Stamps, scene: &Scene, keys: &Keys) -> Option<Vec3> {
        *self.middle.get(stamps, || middle(scene, &keys.selected))
    }

    /// How often something was made anew, for tests: a frame in which nothing changed makes nothing.
    pub fn made(&self) -> u64 {
        let [bounds, middle] = [self.bounds.made(), self.middle.made()];
        bounds + middle + self.order.made() + self.names.made() + self.arrows.made()
    }
}

fn middle(scene: &Scene, keys: &KeySet) -> Option<Vec3> {
    if keys.keys().is_empty() {
        return None;
    }
    let mut sum = Vec3::ZERO;
    let mut count = 0.0;
    for marker in scene.markers.iter().filter(|m| keys.contains(m.key)) {
        sum += marker.position;
        count += 1.0;
    }
    if count > 0.0 {
        return Some(sum / count);
    }
    // Rooms and lines have no marker.
    let bounds = scene.bounds_of(|k| keys.contains(k));
    (!bounds.is_empty()).then(|| bounds.centre())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_set_of_keys_holds_each_once_and_finds_it() {
        let set: KeySet = [5, 1, 5, 9].into_iter().map(SceneKey).collect();
        assert_eq!(set.keys().iter().map(|k| k.0).collect::<Vec<_>>(), [1, 5, 9]);
        assert_eq!([0, 1, 5, 6, 9].map(|k| set.contains(SceneKey(k))), [false, true, true, false, true]);
        assert!(!KeySet::default().contains(SceneKey(0)));
    }
}
