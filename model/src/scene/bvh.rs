//! A tree of boxes around triangles, so that a ray meets few of them.

use super::camera::Ray;
use super::{Bounds, Chunk, Material, SceneKey};
use glam::Vec3;

/// A triangle with all that a hit needs to know.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Face {
    pub(super) corners: [Vec3; 3],
    pub(super) key: SceneKey,
    pub(super) two_sided: bool,
    pub(super) material: Material,
}

impl Face {
    fn bounds(&self) -> Bounds {
        Bounds::around(self.corners)
    }

    /// The direction it faces, of length 1, zero without area.
    pub(super) fn normal(&self) -> Vec3 {
        let [a, b, c] = self.corners;
        (b - a).cross(c - a).normalize_or_zero()
    }

    /// The distance at which a ray meets its visible side.
    fn meets(&self, ray: &Ray) -> Option<f32> {
        let [a, b, c] = self.corners;
        let (ab, ac) = (b - a, c - a);
        let across = ray.direction.cross(ac);
        let facing = ab.dot(across);
        let visible = if self.two_sided {
            facing != 0.0
        } else {
            facing > 0.0
        };
        if !visible {
            return None;
        }
        let off = ray.origin - a;
        let u = off.dot(across) / facing;
        let around = off.cross(ab);
        let v = ray.direction.dot(around) / facing;
        let distance = ac.dot(around) / facing;
        // A hair of tolerance, so that no ray slips between two triangles.
        const EDGE: f32 = 1e-5;
        let inside = u >= -EDGE && v >= -EDGE && u + v <= 1.0 + EDGE;
        (inside && distance.is_finite() && distance >= 0.0).then_some(distance)
    }
}

/// A box with either two boxes in it or a run of faces.
#[derive(Clone, Copy, Debug)]
struct Node {
    bounds: Bounds,
    /// The first face of a leaf, the second child of another node (the first child follows it).
    at: u32,
    /// How many faces; 0 for a node with children.
    count: u32,
}

/// The tree. Building it is deterministic; it never fails.
#[derive(Clone, Debug, Default)]
pub struct Bvh {
    faces: Vec<Face>,
    nodes: Vec<Node>,
}

/// More faces than this are split: measured best between 2 and 8.
const LEAF: usize = 4;

impl Bvh {
    /// Sorts all triangles of some chunks. Broken and endless ones are left out.
    pub fn new<'a>(chunks: impl IntoIterator<Item = &'a Chunk>) -> Self {
        let mut faces = Vec::new();
        for chunk in chunks {
            faces.reserve(chunk.triangles.len());
            for triangle in &chunk.triangles {
                let Some(corners) = chunk.corners(triangle) else {
                    continue;
                };
                let Some(key) = chunk.key_of(corners[0]) else {
                    continue;
                };
                let corners = corners.map(|vertex| vertex.position);
                if corners.iter().all(|corner| corner.is_finite()) {
                    faces.push(Face {
                        corners,
                        key,
                        two_sided: chunk.two_sided,
                        material: chunk.material,
                    });
                }
            }
        }
        let mut tree = Self {
            nodes: Vec::with_capacity(faces.len() / 2 + 1),
            faces: Vec::new(),
        };
        if !faces.is_empty() {
            tree.split(&mut faces, 0);
        }
        tree.faces = faces;
        tree
    }

    /// How many triangles it holds.
    pub fn len(&self) -> usize {
        self.faces.len()
    }

    /// Whether it holds none.
    pub fn is_empty(&self) -> bool {
        self.faces.is_empty()
    }

    /// The box around everything.
    pub fn bounds(&self) -> Bounds {
        self.nodes.first().map_or(Bounds::EMPTY, |root| root.bounds)
    }

    /// All faces, in the tree's order.
    pub(super) fn faces(&self) -> &[Face] {
        &self.faces
    }

    /// Makes the node of `faces`, which begin at face number `first`. Halves at the median, so the
    /// depth stays at the logarithm of the count.
    fn split(&mut self, faces: &mut [Face], first: usize) {
        let mut bounds = Bounds::EMPTY;
        let mut middles = Bounds::EMPTY;
        for face in faces.iter() {
            let own = face.bounds();
            bounds.join(&own);
            middles.include(own.min + own.max);
        }
        let here = self.nodes.len();
        self.nodes.push(Node {
            bounds,
            at: number(first),
            count: number(faces.len()),
        });
        if faces.len() <= LEAF {
            return;
        }
        let extent = middles.max - middles.min;
        let axis = if extent.x >= extent.y && extent.x >= extent.z {
            0
        } else if extent.y >= extent.z {
            1
        } else {
            2
        };
        let half = faces.len() / 2;
        let middle = |face: &Face| {
            let own = face.bounds();
            (own.min + own.max)
                .to_array()
                .get(axis)
                .copied()
                .unwrap_or(0.0)
        };
        faces.select_nth_unstable_by(half, |a, b| middle(a).total_cmp(&middle(b)));
        let (low, high) = faces.split_at_mut(half);
        self.split(low, first);
        let second = number(self.nodes.len());
        self.split(high, first + half);
        if let Some(node) = self.nodes.get_mut(here) {
            node.at = second;
            node.count = 0;
        }
    }

    /// Calls `found` with every face the ray meets within `reach`, in no useful order; it returns
    /// the new reach, so that a search for the nearest can shorten it.
    pub(super) fn walk(
        &self,
        ray: &Ray,
        reach: f32,
        mut found: impl FnMut(&Face, f32, f32) -> f32,
    ) {
        let mut reach = reach;
        let inverse = ray.direction.recip();
        // Two entries a level of a tree of at most 2^32 faces.
        let mut waiting = Vec::with_capacity(64);
        if !self.nodes.is_empty() {
            waiting.push(0_usize);
        }
        while let Some(at) = waiting.pop() {
            let Some(node) = self.nodes.get(at) else {
                continue;
            };
            if !meets_box(ray, inverse, &node.bounds, reach) {
                continue;
            }
            if node.count == 0 {
                waiting.push(node.at as usize);
                waiting.push(at + 1);
                continue;
            }
            let first = node.at as usize;
            let faces = self.faces.get(first..first + node.count as usize);
            for face in faces.unwrap_or_default() {
                if let Some(distance) = face.meets(ray).filter(|distance| *distance <= reach) {
                    reach = found(face, distance, reach);
                }
            }
        }
    }
}

fn meets_box(ray: &Ray, inverse: Vec3, bounds: &Bounds, reach: f32) -> bool {
    let low = (bounds.min - ray.origin) * inverse;
    let high = (bounds.max - ray.origin) * inverse;
    // A ray in the plane of a side gives 0 * infinity; `f32::min` and `max` then take the other.
    let (near, far) = (low.min(high), low.max(high));
    let enter = near.x.max(near.y).max(near.z);
    let leave = far.x.min(far.y).min(far.z);
    // Rounding must not lose a face that lies in the side of its box.
    !(enter > leave * 1.000_01 + 1e-6 || leave < 0.0 || enter > reach * 1.000_01)
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
