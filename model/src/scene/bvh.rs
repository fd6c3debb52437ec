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
    /// The box around it. Its corners are finite: [`Bvh::new`] takes no others.
    fn bounds(&self) -> Bounds {
        let [a, b, c] = self.corners;
        Bounds { min: a.min(b).min(c), max: a.max(b).max(c) }
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
        let visible = if self.two_sided { facing != 0.0 } else { facing > 0.0 };
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

/// A face while the tree is built.
#[derive(Clone, Copy)]
struct Item {
    bounds: Bounds,
    face: usize,
}

impl Item {
    /// Twice its middle.
    fn middle(&self) -> Vec3 {
        self.bounds.min + self.bounds.max
    }
}

/// The tree. Building it is deterministic; it never fails.
#[derive(Clone, Debug, Default)]
pub struct Bvh {
    faces: Vec<Face>,
    nodes: Vec<Node>,
}

/// More faces than this are split: measured best between 2 and 8.
const LEAF: usize = 4;
/// From this depth on the number of faces is halved, so that no tree gets much deeper.
const DEEP: usize = 32;

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
                    faces.push(Face { corners, key, two_sided: chunk.two_sided, material: chunk.material });
                }
            }
        }
        let mut items: Vec<Item> =
            faces.iter().enumerate().map(|(number, face)| Item { bounds: face.bounds(), face: number }).collect();
        let mut tree = Self { nodes: Vec::with_capacity(faces.len() / 2 + 1), faces: Vec::new() };
        if !items.is_empty() {
            tree.split(&mut items, 0, 0);
        }
        tree.faces = items.iter().filter_map(|item| faces.get(item.face).copied()).collect();
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

    /// Makes the node of `items`, which begin at face number `first`.
    fn split(&mut self, items: &mut [Item], first: usize, depth: usize) {
        let mut bounds = Bounds::EMPTY;
        let mut middles = Bounds::EMPTY;
        for item in items.iter() {
            bounds.join(&item.bounds);
            let middle = item.middle();
            middles.join(&Bounds { min: middle, max: middle });
        }
        let here = self.nodes.len();
        self.nodes.push(Node { bounds, at: number(first), count: number(items.len()) });
        if items.len() <= LEAF {
            return;
        }
        let axis = (middles.max - middles.min).max_position();
        let along = |item: &Item| item.middle().to_array().get(axis).copied().unwrap_or(0.0);
        // Halving the space makes a good tree quickly, but a bad one of very uneven faces; deep
        // down, and where all lie on one side, halve their number instead.
        let border = (middles.min * 0.5 + middles.max * 0.5).to_array();
        let border = border.get(axis).copied().unwrap_or(0.0);
        let mut half = 0;
        if depth < DEEP {
            for next in 0..items.len() {
                if items.get(next).is_some_and(|item| along(item) < border) {
                    items.swap(half, next);
                    half += 1;
                }
            }
        }
        if half == 0 || half == items.len() {
            half = items.len() / 2;
            items.select_nth_unstable_by(half, |a, b| along(a).total_cmp(&along(b)));
        }
        let (low, high) = items.split_at_mut(half);
        self.split(low, first, depth + 1);
        let second = number(self.nodes.len());
        self.split(high, first + half, depth + 1);
        if let Some(node) = self.nodes.get_mut(here) {
            node.at = second;
            node.count = 0;
        }
    }

    /// Calls `found` with every face the ray meets within `reach`, in no useful order; it returns
    /// the new reach, so that a search for the nearest can shorten it.
    pub(super) fn walk(&self, ray: &Ray, reach: f32, mut found: impl FnMut(&Face, f32, f32) -> f32) {
        let mut reach = reach;
        let inverse = ray.direction.recip();
        // One entry a level: 32 of halved space and the logarithm of the count below.
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
