//! Navigation links and the holes that doors and windows leave in path polygons (`warriors.md` P22, 1.9).

use std::sync::Arc;

use glam::Vec3;

use super::world::Run;
use crate::document::Level;
use crate::games::warriors::records::{NavCorner, NavLink, NavNode, NavPolygon};
use crate::games::warriors::tables;
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "link",
        what: "links by a door's number: opened, closed, retagged for charges",
        truth: Truth::Documents,
        note: "(P22) where the level's .lev has path data",
    },
    Fidelity {
        file: "link",
        what: "holes of path polygons, links by place",
        truth: Truth::Documents,
        note: "(P11b, P13, P22) where the level's .lev has path data; a window takes the polygon by the rule of doors' holes",
    },
    Fidelity { file: "link", what: "who plans a way along them", truth: Truth::NotSimulated, note: "" },
];

/// Kinds of links (`warriors.md` 1.9).
pub(super) const JUMP: u16 = 4;
pub(super) const DOOR: u16 = 0x10;
pub(super) const CHARGE: u16 = 0x40;
/// Flags of polygons.
const HOLE: u16 = 4;
const OPEN: u16 = 8;
/// Within which a link is found by its place, in metres.
const REACH: f32 = 5.0;

/// A link.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Link {
    /// The place it leads to.
    pub(super) node: u32,
    pub(super) kind: u16,
    pub(super) door: u16,
    pub(super) avoid: bool,
}

/// A place that people walk to, with its links: first and how many.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Node {
    pub(super) at: Vec3,
    pub(super) first: usize,
    pub(super) count: usize,
}

/// A polygon that people walk on.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Polygon {
    pub(super) flags: u16,
    pub(super) corners: Vec<Vec3>,
}

impl Polygon {
    fn boxed(&self, at: Vec3) -> bool {
        let corners = || self.corners.iter().map(|corner| corner.truncate());
        let bounds = corners().reduce(glam::Vec2::min).zip(corners().reduce(glam::Vec2::max));
        let at = at.truncate();
        bounds.is_some_and(|(least, most)| at.cmpge(least).all() && at.cmple(most).all())
    }

    fn holds(&self, at: Vec3) -> bool {
        let next = self.corners.iter().cycle().skip(1);
        let sides = self.corners.iter().zip(next);
        let crossed = sides
            .filter(|(a, b)| (a.y > at.y) != (b.y > at.y) && at.x < (b.x - a.x) * (at.y - a.y) / (b.y - a.y) + a.x);
        crossed.count() % 2 == 1
    }

    /// Holes run clockwise.
    fn is_hole(&self) -> bool {
        let next = self.corners.iter().cycle().skip(1);
        let area: f32 = self.corners.iter().zip(next).map(|(a, b)| a.truncate().perp_dot(b.truncate())).sum();
        area < 0.0
    }

    /// How far the average of its corners lies from a place across the ground, squared.
    fn far_from(&self, at: Vec3) -> f32 {
        let middle = self.corners.iter().sum::<Vec3>() / self.corners.len().max(1) as f32;
        (middle - at).truncate().length_squared()
    }
}

/// Everything that planners know.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct Navigation {
    pub(super) links: Vec<Link>,
    pub(super) nodes: Vec<Node>,
    pub(super) polygons: Vec<Polygon>,
}

impl Navigation {
    /// The links, places and polygons of a level, if its `.lev` lends them.
    pub(super) fn of(level: &Level) -> Navigation {
        let rows = |key| level.table(key).into_iter().flat_map(|table| table.heads());
        let link = |link: NavLink<'_>| Link {
            node: link.node(),
            kind: link.kind(),
            door: u16::try_from(link.door()).unwrap_or(0),
            avoid: u32::try_from(link.avoid()).unwrap_or(0) != 0,
        };
        let mut first = 0usize;
        let node = |node: NavNode<'_>| {
            let count = usize::try_from(node.link_count()).unwrap_or(0);
            let one = Node { at: Vec3::new(node.x(), node.y(), node.z()), first, count };
            // The reader has checked that they add up to the links there are.
            first = first.saturating_add(count);
            one
        };
        let mut corners = rows(tables::NAV_CORNERS.key).filter_map(|row| NavCorner::new(row, 0));
        let polygon = |polygon: NavPolygon<'_>| {
            let count = usize::try_from(polygon.corner_count()).unwrap_or(0);
            let own = corners.by_ref().take(count).map(|corner| Vec3::new(corner.x(), corner.y(), 0.0));
            Polygon { flags: polygon.flags(), corners: own.collect() }
        };
        Navigation {
            links: rows(tables::NAV_LINKS.key).filter_map(|row| NavLink::new(row, 0)).map(link).collect(),
            nodes: rows(tables::NAV_NODES.key).filter_map(|row| NavNode::new(row, 0)).map(node).collect(),
            polygons: rows(tables::NAV_POLYGONS.key).filter_map(|row| NavPolygon::new(row, 0)).map(polygon).collect(),
        }
    }

    fn node(&self, number: u32) -> Option<&Node> {
        self.nodes.get(usize::try_from(number).ok()?)
    }

    /// The polygon that is the hole of a door.
    pub(super) fn hole(&self, number: u16) -> Option<usize> {
        let link = self.links.iter().rev().find(|link| link.door == number)?;
        let node = self.node(link.node)?;
        let own = self.links.get(node.first..node.first.checked_add(node.count)?)?;
        let back = own.iter().rev().find(|link| matches!(link.kind, DOOR | CHARGE))?;
        self.hole_at((node.at + self.node(back.node)?.at) * 0.5)
    }

    /// The hole whose box holds a place; of several the nearest that holds the place itself (seed 002, "A door's hole").
    pub(super) fn hole_at(&self, at: Vec3) -> Option<usize> {
        let found = |polygon: &&Polygon| polygon.flags & HOLE != 0 && polygon.boxed(at);
        let all: Vec<usize> = self.polygons.iter().enumerate().filter(|(_, p)| found(p)).map(|(at, _)| at).collect();
        if let [only] = *all.as_slice() {
            return Some(only);
        }
        let inside = |one: &&usize| self.polygons.get(**one).is_some_and(|polygon| polygon.holds(at));
        let far = |one: &usize| self.polygons.get(*one).map_or(f32::MAX, |polygon| polygon.far_from(at));
        all.iter().filter(inside).min_by(|a, b| far(a).total_cmp(&far(b))).copied()
    }

    /// Opens or closes what carries a number; answers how many links that is.
    pub(super) fn by_number(&mut self, number: u16, open: bool) -> usize {
        let hole = self.hole(number);
        let mut count = 0;
        for link in self.links.iter_mut().filter(|link| link.door == number) {
            link.avoid = !open;
            count += 1;
        }
        if let Some(polygon) = hole.and_then(|at| self.polygons.get_mut(at)) {
            polygon.flags = if open { polygon.flags | OPEN } else { polygon.flags & !OPEN };
        }
        count
    }

    /// Retags what carries a number: people charge it.
    pub(super) fn charge(&mut self, number: u16) {
        self.links.iter_mut().filter(|link| link.door == number).for_each(|link| link.kind = CHARGE);
    }

    /// From where to where a link leads.
    fn ends(&self, link: usize) -> Option<(usize, Vec3, Vec3)> {
        let from = self.nodes.iter().position(|node| (node.first..node.first + node.count).contains(&link))?;
        let to = self.node(self.links.get(link)?.node)?;
        Some((from, self.nodes.get(from)?.at, to.at))
    }

    /// The link of a kind whose middle is nearest.
    pub(super) fn nearest(&self, kind: u16, at: Vec3, within: f32) -> Option<usize> {
        let far = |link: usize| {
            let (_, from, to) = self.ends(link)?;
            Some(((from + to) * 0.5 - at).length_squared())
        };
        let all = self.links.iter().enumerate().filter(|(_, link)| link.kind == kind);
        let all = all.filter_map(|(link, _)| Some((far(link)?, link)));
        let nearest = all.min_by(|a, b| a.0.total_cmp(&b.0))?;
        (nearest.0 <= within * within).then_some(nearest.1)
    }

    /// A link and the one that leads back.
    fn both(&self, link: usize) -> Vec<usize> {
        let back = || {
            let (from, ..) = self.ends(link)?;
            let node = self.node(self.links.get(link)?.node)?;
            let mut own = node.first..node.first.checked_add(node.count)?;
            own.find(|at| self.links.get(*at).is_some_and(|l| usize::try_from(l.node).is_ok_and(|n| n == from)))
        };
        core::iter::once(link).chain(back()).collect()
    }

    /// A window is put in (`warriors.md` P11b).
    pub(super) fn window(&mut self, at: Vec3) {
        let Some(link) = self.nearest(JUMP, at, f32::MAX) else { return };
        let inside = self.hole_at(at).is_some();
        for one in self.both(link) {
            let Some(found) = self.links.get_mut(one) else { continue };
            found.avoid |= one == link;
            if inside {
                found.kind = CHARGE;
            }
        }
    }

    /// A window is broken (`warriors.md` P13).
    pub(super) fn window_broken(&mut self, at: Vec3) {
        let polygon = self.hole_at(at);
        let kind = if polygon.is_some() { CHARGE } else { JUMP };
        if let Some(polygon) = polygon.and_then(|at| self.polygons.get_mut(at)) {
            polygon.flags |= OPEN;
        }
        if let Some(link) = self.nearest(kind, at, f32::MAX).and_then(|at| self.links.get_mut(at)) {
            link.avoid = false;
        }
    }

    /// Opens a polygon, or closes it: type 18 of glass, trash that stands in it.
    pub(super) fn open_at(&mut self, at: Vec3, open: bool) {
        if let Some(polygon) = self.hole_at(at).and_then(|at| self.polygons.get_mut(at)) {
            polygon.flags = if open { polygon.flags | OPEN } else { polygon.flags & !OPEN };
        }
    }

    /// Whether people walk at a place: in a polygon of the ground and in none of its holes.
    pub(super) fn walked(&self, at: Vec3) -> bool {
        let holding = self.polygons.iter().filter(|polygon| polygon.boxed(at) && polygon.holds(at));
        let (holes, ground): (Vec<_>, Vec<_>) = holding.partition(|polygon| polygon.is_hole());
        holes.is_empty() && !ground.is_empty()
    }

    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        hasher.count(self.links.len());
        for link in &self.links {
            hasher.add(u32::from(link.kind) | u32::from(link.avoid) << 16);
        }
        self.polygons.iter().for_each(|polygon| hasher.add(polygon.flags));
    }

    pub(super) fn bytes(&self) -> usize {
        let corners: usize = self.polygons.iter().map(|polygon| size_of_val(polygon.corners.as_slice())).sum();
        size_of_val(self.links.as_slice()) + size_of_val(self.nodes.as_slice()) + corners
    }
}

/// Opens or closes the links of a door.
pub(super) fn order(run: &mut Run<'_>, door: Subject, number: u16, open: bool, cause: Cause) {
    // Number 0 is no door's.
    if number == 0 || run.live.navigation.links.is_empty() {
        return;
    }
    let count = Arc::make_mut(&mut run.live.navigation).by_number(number, open);
    if count > 0 {
        let value = i64::try_from(count).unwrap_or(0);
        run.log.add(door, if open { "links opened" } else { "links closed" }, door, value, cause);
    }
}

/// EnableDoorLink and DisableDoorLink: the nearest door link within 5 m, and its reverse.
pub(super) fn by_place(run: &mut Run<'_>, at: Vec3, on: bool, by: Subject, cause: Cause) -> bool {
    let Some(link) = run.live.navigation.nearest(DOOR, at, REACH) else { return false };
    let navigation = Arc::make_mut(&mut run.live.navigation);
    for one in navigation.both(link) {
        if let Some(link) = navigation.links.get_mut(one) {
            link.avoid = !on;
        }
    }
    let target = Subject::new(tables::NAV_LINKS.key, super::fixed::row(link));
    run.log.add(by, if on { "link on" } else { "link off" }, target, 0, cause);
    true
}
