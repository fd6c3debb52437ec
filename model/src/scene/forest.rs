//! One tree for each chunk, so that a chunk that changed costs the sorting of its own triangles alone.

use std::collections::BTreeMap;
use std::sync::Arc;

use super::bvh::{Bvh, Face};
use super::camera::Ray;
use super::{Bounds, Chunk};

/// The trees of a list of chunks.
#[derive(Clone, Debug, Default)]
pub(super) struct Forest {
    trees: Vec<(Arc<Chunk>, Arc<Bvh>)>,
}

impl Forest {
    /// Sorts chunks. Trees of `old` forests are taken over for chunks that are the same or have the same faces.
    pub(super) fn new(chunks: &[Arc<Chunk>], old: &[&Forest]) -> Forest {
        let all = || old.iter().flat_map(|forest| &forest.trees);
        let known: BTreeMap<*const Chunk, &Arc<Bvh>> = all().map(|(chunk, tree)| (Arc::as_ptr(chunk), tree)).collect();
        let in_place = |at: usize, chunk: &Chunk| {
            let mut places = old.iter().filter_map(|forest| forest.trees.get(at));
            places.find(|(old, _)| same_faces(old, chunk)).map(|(_, tree)| Arc::clone(tree))
        };
        let tree = |(at, chunk): (usize, &Arc<Chunk>)| {
            let found = known.get(&Arc::as_ptr(chunk)).map(|tree| Arc::clone(tree)).or_else(|| in_place(at, chunk));
            (Arc::clone(chunk), found.unwrap_or_else(|| Arc::new(Bvh::new([chunk.as_ref()]))))
        };
        Forest { trees: chunks.iter().enumerate().map(tree).collect() }
    }

    /// Whether these are its chunks.
    pub(super) fn is_of(&self, chunks: &[Arc<Chunk>]) -> bool {
        self.trees.len() == chunks.len() && self.trees.iter().zip(chunks).all(|((own, _), new)| Arc::ptr_eq(own, new))
    }

    /// The box around everything.
    pub(super) fn bounds(&self) -> Bounds {
        let mut bounds = Bounds::EMPTY;
        self.trees.iter().for_each(|(_, tree)| bounds.join(&tree.bounds()));
        bounds
    }

    /// All faces.
    pub(super) fn faces(&self) -> impl Iterator<Item = &Face> {
        self.trees.iter().flat_map(|(_, tree)| tree.faces())
    }

    /// See [`Bvh::walk`].
    pub(super) fn walk(&self, ray: &Ray, reach: f32, mut found: impl FnMut(&Face, f32, f32) -> f32) {
        let mut reach = reach;
        for (_, tree) in &self.trees {
            tree.walk(ray, reach, |face, distance, within| {
                reach = found(face, distance, within);
                reach
            });
        }
    }
}

/// Whether two chunks differ in their colours at most.
fn same_faces(old: &Chunk, new: &Chunk) -> bool {
    old.groups.len() == new.groups.len()
        && old.material == new.material
        && old.two_sided == new.two_sided
        && old.triangles == new.triangles
        && old.groups.iter().zip(&new.groups).all(|(old, new)| old.key == new.key)
        && old.vertices.len() == new.vertices.len()
        && old.vertices.iter().zip(&new.vertices).all(|(a, b)| a.position == b.position && a.group == b.group)
}

#[cfg(test)]
mod tests {
    use super::super::{Colour, Colouring, Material, SceneKey};
    use super::*;
    use glam::Vec3;

    fn block(key: u64, at: f32, colour: Colour) -> Arc<Chunk> {
        let mut chunk = Chunk::new(Material::Solid);
        let group = chunk.group(SceneKey(key), [colour; Colouring::COUNT]);
        chunk.block(group, Vec3::splat(at), Vec3::splat(at + 1.0));
        Arc::new(chunk)
    }

    #[test]
    fn trees_stay_while_their_faces_do() {
        let chunks = [block(1, 0.0, Colour::WHITE), block(2, 5.0, Colour::WHITE)];
        let old = Forest::new(&chunks, &[]);
        let next = [block(1, 0.0, Colour::BLACK), block(2, 6.0, Colour::WHITE), Arc::clone(&chunks[1])];
        let new = Forest::new(&next, &[&old]);
        let same = |a: usize, b: usize| Arc::ptr_eq(&new.trees[a].1, &old.trees[b].1);
        assert!(same(0, 0), "another colour");
        assert!(!same(1, 1), "another place");
        assert!(same(2, 1), "the same chunk elsewhere in the list");
        assert!(old.is_of(&chunks) && !old.is_of(&next));
        assert_eq!(new.bounds().max, Vec3::splat(7.0));
        assert_eq!(new.faces().count(), 36);
    }

    #[test]
    fn the_nearest_of_all_trees_is_found() {
        let forest = Forest::new(&[block(1, 4.0, Colour::WHITE), block(2, 0.0, Colour::WHITE)], &[]);
        let ray = Ray { origin: Vec3::new(-1.0, -1.0, -1.0), direction: Vec3::ONE.normalize() };
        let mut nearest = None;
        forest.walk(&ray, f32::INFINITY, |face, distance, _| {
            nearest = Some(face.key);
            distance
        });
        assert_eq!(nearest, Some(SceneKey(2)));
        let mut all = 0;
        forest.walk(&ray, f32::INFINITY, |_, _, reach| {
            all += 1;
            reach
        });
        assert!(all >= 2);
    }
}
