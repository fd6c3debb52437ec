//! References as arrows: from the links of a level and the places of its things, whatever the game.

use std::collections::BTreeMap;

use glam::Vec3;

use super::{Bounds, Scene, SceneKey};
use crate::document::{NodeId, Object};
use crate::links::{Goal, Link, Linked, Loose};

/// An arrow from what refers to what is referred to.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Arrow {
    /// What refers.
    pub from_key: SceneKey,
    /// What is referred to; `None` for what does not exist.
    pub to_key: Option<SceneKey>,
    /// Where it starts.
    pub from: Vec3,
    /// Where it ends: at its start, if what it names does not exist.
    pub to: Vec3,
    /// Whether what is referred to stands nowhere itself (a light): the arrow leads to what that one works on.
    pub through: bool,
}

impl Arrow {
    /// Whether it names what does not exist.
    pub fn is_broken(&self) -> bool {
        self.to_key.is_none()
    }
}

/// More arrows than this say nothing.
pub const MOST: usize = 4000;

/// What stands nowhere is shown by the places of at most so many things that use it.
const MOST_THROUGH: usize = 48;

/// Where the things of a scene are.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Places {
    by_key: BTreeMap<SceneKey, Place>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Place {
    bounds: Bounds,
    /// The middle of its badge, if it has one.
    badge: Option<Vec3>,
}

impl Places {
    /// The places of everything in a scene.
    pub fn of(scene: &Scene) -> Places {
        let mut by_key: BTreeMap<SceneKey, Place> = BTreeMap::new();
        let mut grow = |key: SceneKey, points: &[Vec3]| {
            let place = by_key.entry(key).or_insert(Place { bounds: Bounds::EMPTY, badge: None });
            points.iter().for_each(|point| place.bounds.include(*point));
        };
        let plan = scene.plan.iter().flat_map(|plan| &plan.surfaces);
        for chunk in scene.surfaces.iter().chain(plan) {
            for vertex in &chunk.vertices {
                if let Some(key) = chunk.key_of(vertex) {
                    grow(key, &[vertex.position]);
                }
            }
        }
        for line in &scene.lines {
            if let Some(key) = line.key {
                grow(key, &[line.from, line.to]);
            }
        }
        for wall in scene.plan.iter().flat_map(|plan| &plan.walls) {
            grow(wall.key, &[wall.from, wall.to]);
        }
        for marker in &scene.markers {
            grow(marker.key, &[marker.position]);
        }
        for marker in &scene.markers {
            if let Some(place) = by_key.get_mut(&marker.key) {
                place.badge = Some(marker.centre());
            }
        }
        by_key.retain(|_, place| !place.bounds.is_empty());
        Places { by_key }
    }

    /// The key and place of an object, if the scene shows it or a part of it.
    fn find(&self, node: NodeId, object: Option<&Object>) -> Option<(SceneKey, Place)> {
        let at = |number: u32| {
            let key = SceneKey(u64::from(number));
            self.by_key.get(&key).map(|place| (key, *place))
        };
        let object = object.into_iter().flat_map(|o| std::iter::once(o.id.node).chain(o.parts.iter().map(|p| p.node)));
        at(node.number).or_else(|| object.map(|n| n.number).find_map(at))
    }
}

impl Place {
    fn centre(&self) -> Vec3 {
        self.badge.unwrap_or_else(|| self.bounds.centre())
    }

    /// Whether another thing lies in or on it on the map: that it refers to it goes without saying.
    fn holds(&self, other: &Place) -> bool {
        let (own, at) = (self.bounds, other.bounds.centre());
        let reach = (own.max - own.min).length() * 0.001;
        at.x >= own.min.x - reach && at.x <= own.max.x + reach && at.y >= own.min.y - reach && at.y <= own.max.y + reach
    }
}

/// The arrows of the things that `wanted` chooses by their keys, either end; of all if it is `None`. What the game
/// derives and what lies in the thing it names have none.
pub fn arrows(places: &Places, linked: &Linked<'_>, wanted: Option<&dyn Fn(SceneKey) -> bool>) -> Vec<Arrow> {
    let mut maker = Maker { places, linked, wanted, out: Vec::new() };
    for link in linked.index.all() {
        maker.link(link);
    }
    for loose in linked.index.all_loose() {
        maker.loose(loose);
    }
    maker.out
}

struct Maker<'m> {
    places: &'m Places,
    linked: &'m Linked<'m>,
    wanted: Option<&'m dyn Fn(SceneKey) -> bool>,
    out: Vec<Arrow>,
}

impl Maker<'_> {
    fn key(&self, node: NodeId) -> SceneKey {
        SceneKey(u64::from(self.linked.owner(node).map_or(node, |object| object.id.node).number))
    }

    fn find(&self, node: NodeId) -> Option<(SceneKey, Place)> {
        self.places.find(node, self.linked.owner(node))
    }

    fn wants(&self, a: SceneKey, b: SceneKey) -> bool {
        self.wanted.is_none_or(|wanted| wanted(a) || wanted(b))
    }

    fn link(&mut self, link: &Link) {
        if link.field.derived || self.out.len() >= MOST {
            return;
        }
        self.between(link.from, link.to);
    }

    fn loose(&mut self, loose: &Loose) {
        if loose.field.derived || self.out.len() >= MOST {
            return;
        }
        match loose.goal {
            Goal::Tag(tag) if !loose.obeys() => {
                for other in self.linked.index.tagged(tag, loose.raw).filter(|l| l.obeys()) {
                    if self.out.len() >= MOST {
                        break;
                    }
                    self.between(loose.from, other.from);
                }
            }
            Goal::Missing(_) => {
                let Some((key, place)) = self.find(loose.from) else { return };
                if self.wants(key, self.key(loose.from)) {
                    let at = place.centre();
                    self.out.push(Arrow { from_key: key, to_key: None, from: at, to: at, through: false });
                }
            }
            _ => {}
        }
    }

    fn between(&mut self, from: NodeId, to: NodeId) {
        if !self.wants(self.key(from), self.key(to)) {
            return;
        }
        match (self.find(from), self.find(to)) {
            (Some(a), Some(b)) => self.push(a, b, false),
            // A light stands nowhere: what a switch does is seen in the rooms it lights.
            (Some(a), None) if self.wanted.is_some() => self.through(from, a, to),
            _ => {}
        }
    }

    fn through(&mut self, from: NodeId, a: (SceneKey, Place), to: NodeId) {
        let users = self.linked.index.to(to).filter(|l| !l.field.derived && l.from != from);
        let users: Vec<(SceneKey, Place)> = users.filter_map(|l| self.find(l.from)).take(MOST_THROUGH).collect();
        for b in users {
            self.push(a, b, true);
        }
    }

    fn push(&mut self, (from_key, a): (SceneKey, Place), (to_key, b): (SceneKey, Place), through: bool) {
        if from_key == to_key || a.holds(&b) || b.holds(&a) || self.out.len() >= MOST {
            return;
        }
        let arrow = Arrow { from_key, to_key: Some(to_key), from: a.centre(), to: b.centre(), through };
        if self.out.last() != Some(&arrow) {
            self.out.push(arrow);
        }
    }
}
