//! References as arrows: from the links of a level and the places of its things, whatever the game.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use glam::Vec3;

use super::{Bounds, Scene, SceneKey};
use crate::document::{NodeId, Object, ObjectId};
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
    by_key: HashMap<SceneKey, Place>,
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
        let mut by_key: HashMap<SceneKey, Place> = HashMap::new();
        let mut grow = |key: SceneKey, bounds: &Bounds| {
            by_key.entry(key).or_insert(Place { bounds: Bounds::EMPTY, badge: None }).bounds.join(bounds);
        };
        let plan = scene.plan.iter().flat_map(|plan| &plan.surfaces);
        for chunk in scene.surfaces.iter().chain(plan) {
            // The faces of one thing stand together.
            let mut run: Option<(SceneKey, Bounds)> = None;
            for vertex in &chunk.vertices {
                let Some(key) = chunk.key_of(vertex) else { continue };
                match &mut run {
                    Some((of, bounds)) if *of == key => bounds.include(vertex.position),
                    _ => {
                        let next = (key, Bounds::around([vertex.position]));
                        if let Some((key, bounds)) = run.replace(next) {
                            grow(key, &bounds);
                        }
                    }
                }
            }
            if let Some((key, bounds)) = run {
                grow(key, &bounds);
            }
        }
        for wall in scene.plan.iter().flat_map(|plan| &plan.walls) {
            grow(wall.key, &Bounds::around([wall.from, wall.to]));
        }
        // Lines of a scene may lead far away: only what has no other place is where its lines are.
        let lines: Vec<_> = scene.lines.iter().filter_map(|line| Some((line.key?, line))).collect();
        for marker in &scene.markers {
            grow(marker.key, &Bounds::around([marker.position]));
        }
        let placed: BTreeSet<SceneKey> = by_key.keys().copied().collect();
        for (key, line) in lines.into_iter().filter(|(key, _)| !placed.contains(key)) {
            let place = by_key.entry(key).or_insert(Place { bounds: Bounds::EMPTY, badge: None });
            place.bounds.join(&Bounds::around([line.from, line.to]));
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

/// The arrows of some objects, either end; of all if none are named. What the game derives and what lies in the thing it
/// names have none.
pub fn arrows(places: &Places, linked: &Linked<'_>, wanted: Option<&[ObjectId]>) -> Vec<Arrow> {
    let objects = wanted.map(|ids| ids.iter().filter_map(|id| linked.objects.by_id(*id)).collect::<Vec<_>>());
    let keys = objects.as_ref().map(|list| list.iter().map(|o| key_of(o.id.node)).collect());
    let (middles, drawn, known) = (BTreeMap::new(), BTreeSet::new(), HashMap::new());
    let mut maker = Maker { places, linked, wanted: keys, known, middles, drawn, out: Vec::new() };
    let index = linked.index;
    match objects {
        None => {
            index.all().iter().for_each(|link| maker.link(link));
            index.all_loose().iter().for_each(|loose| maker.loose(loose));
        }
        Some(objects) => {
            for node in objects.into_iter().flat_map(|object| linked.nodes(object)) {
                index.from(node).iter().for_each(|link| maker.link(link));
                for link in index.to(node) {
                    // What comes from another of them is met there.
                    if !maker.known(link.from).wanted {
                        maker.link(link);
                    }
                }
                for loose in index.loose(node) {
                    match loose.goal {
                        // Who names the tag that the thing is called by.
                        Goal::Tag(tag) if loose.obeys() => {
                            index.tagged(tag, loose.raw).for_each(|other| maker.loose(other));
                        }
                        _ => maker.loose(loose),
                    }
                }
            }
        }
    }
    maker.out
}

fn key_of(node: NodeId) -> SceneKey {
    SceneKey(u64::from(node.number))
}

struct Maker<'m> {
    places: &'m Places,
    linked: &'m Linked<'m>,
    /// The objects that are meant; `None` for all.
    wanted: Option<HashSet<SceneKey>>,
    /// What was found out about the ends of links so far: most things are the end of several.
    known: HashMap<u32, Known>,
    /// Where things that stand nowhere are thought to be.
    middles: BTreeMap<NodeId, Place>,
    /// What has an arrow already.
    drawn: BTreeSet<(SceneKey, SceneKey, bool)>,
    out: Vec<Arrow>,
}

/// What is at the end of a link.
#[derive(Clone, Copy)]
struct Known {
    /// The key of the object that it belongs to, or its own.
    key: SceneKey,
    /// Where the scene shows it, and as what.
    place: Option<(SceneKey, Place)>,
    /// Whether it is one of those that are meant.
    wanted: bool,
}

impl Maker<'_> {
    fn known(&mut self, node: NodeId) -> Known {
        if let Some(known) = self.known.get(&node.number) {
            return *known;
        }
        let owner = self.linked.owner(node);
        let key = key_of(owner.map_or(node, |object| object.id.node));
        let place = self.places.find(node, owner);
        let wanted = self.wanted.as_ref().is_none_or(|wanted| wanted.contains(&key));
        let known = Known { key, place, wanted };
        self.known.insert(node.number, known);
        known
    }

    fn key(&mut self, node: NodeId) -> SceneKey {
        self.known(node).key
    }

    fn find(&mut self, node: NodeId) -> Option<(SceneKey, Place)> {
        self.known(node).place
    }

    fn link(&mut self, link: &Link) {
        if link.field.derived || self.out.len() >= MOST {
            return;
        }
        let level = self.linked.level;
        // A field that only some kinds have is one by which a thing works on another; what all have tells how it is.
        let works = || {
            let record = level.record(link.from.number);
            record.is_none_or(|r| !r.schema().base_fields().any(|f| std::ptr::eq(f, link.field)))
        };
        self.between(link.from, link.to, works);
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
                    self.between(loose.from, other.from, || true);
                }
            }
            Goal::Missing(_) => {
                let from = self.known(loose.from);
                let Some((key, place)) = from.place else { return };
                if from.wanted || self.wants(key) {
                    let at = place.centre();
                    self.out.push(Arrow { from_key: key, to_key: None, from: at, to: at, through: false });
                }
            }
            _ => {}
        }
    }

    fn wants(&self, key: SceneKey) -> bool {
        self.wanted.as_ref().is_none_or(|wanted| wanted.contains(&key))
    }

    fn between(&mut self, from: NodeId, to: NodeId, works: impl FnOnce() -> bool) {
        let (a, b) = (self.known(from), self.known(to));
        if !a.wanted && !b.wanted {
            return;
        }
        match (a.place, b.place) {
            (Some(a), Some(b)) => self.push(a, b, false),
            _ if self.wanted.is_none() => {}
            // A light stands nowhere: where it is wanted itself it is amid what it lights, and what a switch does to it
            // is seen in the rooms it lights.
            (Some(a), None) if b.wanted => {
                let middle = self.middle(to);
                self.push(a, (b.key, middle), false);
            }
            (Some(a), None) if works() => self.through(from, a, to),
            _ => {}
        }
    }

    /// Where a thing that stands nowhere is thought to be: amid what uses it.
    fn middle(&mut self, of: NodeId) -> Place {
        if let Some(place) = self.middles.get(&of) {
            return *place;
        }
        let links = self.linked.index.to(of).filter(|l| !l.field.derived);
        let users: BTreeMap<SceneKey, Vec3> =
            links.filter_map(|l| self.find(l.from)).map(|(key, place)| (key, place.centre())).collect();
        let count = users.len().max(1) as f32;
        let middle = users.values().fold(Vec3::ZERO, |sum, at| sum + *at) / count;
        let place = Place { bounds: Bounds::around([middle]), badge: Some(middle) };
        self.middles.insert(of, place);
        place
    }

    fn through(&mut self, from: NodeId, a: (SceneKey, Place), to: NodeId) {
        let own = self.key(from);
        let mut users: BTreeMap<SceneKey, Place> = BTreeMap::new();
        let mut met = 0;
        for link in self.linked.index.to(to).filter(|l| !l.field.derived) {
            let Some((key, place)) = self.find(link.from).filter(|(key, _)| *key != own) else { continue };
            users.insert(key, place);
            met += 1;
            if met == MOST_THROUGH {
                break;
            }
        }
        for b in users {
            self.push(a, b, true);
        }
    }

    fn push(&mut self, (from_key, a): (SceneKey, Place), (to_key, b): (SceneKey, Place), through: bool) {
        if from_key == to_key || a.holds(&b) || b.holds(&a) || self.out.len() >= MOST {
            return;
        }
        if self.drawn.insert((from_key, to_key, through)) {
            self.out.push(Arrow { from_key, to_key: Some(to_key), from: a.centre(), to: b.centre(), through });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::games::marathon::MARATHON;
    use crate::games::marathon::test_level::{LEVEL, Made};
    use crate::links::LinkIndex;

    /// Arrows of a level of four rooms in which a trigger, a switch and a tag lead somewhere and one lamp nowhere.
    fn made(wanted: Option<(&str, usize)>) -> (Vec<Arrow>, impl Fn(&str, usize) -> SceneKey) {
        let objects = vec![[3, 0, 0, 0, 512, 512, 0, 0], [0, 1, 0, 2, 2560, 512, 0, 0]];
        let mut document = Made { objects, ..Made::default() }.document();
        let mut draft = document.draft();
        let mut set = |table: &str, row: usize, field: &str, value: i32| {
            let node = draft.row(LEVEL, table, row).unwrap().id();
            draft.store_int(node, field, value).unwrap();
        };
        // Room 0 teleports to room 3; room 2's light switch works on light 1, which lights room 3.
        set("polygons", 0, "kind", 10);
        set("polygons", 0, "permutation", 3);
        set("polygons", 3, "floor_light", 1);
        set("sides", 8, "flags", 2);
        set("sides", 8, "panel_type", 4);
        set("sides", 8, "panel_permutation", 1);
        set("polygons", 1, "media", 77);
        document.commit(draft, "wire").unwrap();
        let level = document.state().level(LEVEL).unwrap();
        let objects = document.objects(LEVEL);
        let index = LinkIndex::with(&MARATHON, level);
        let linked = Linked { level, objects: &objects, index: &index };
        let places = Places::of(&(MARATHON.scene)(level, &objects));
        let key = |table: &str, row: usize| {
            SceneKey(u64::from(level.row(level.link_table(table).unwrap(), row).unwrap().id().number))
        };
        let arrows = match wanted {
            None => arrows(&places, &linked, None),
            Some((table, row)) => {
                let main = objects.all().iter().find(|o| key_of(o.id.node) == key(table, row)).unwrap();
                arrows(&places, &linked, Some(&[main.id]))
            }
        };
        let keys: BTreeMap<(String, usize), SceneKey> = ["polygons", "sides", "lights", "objects"]
            .into_iter()
            .flat_map(|table| (0..2).chain(2..4).chain([8]).map(move |row| (table.to_owned(), row)))
            .filter_map(|(table, row)| {
                let record = level.row(level.link_table(&table)?, row)?;
                Some(((table, row), SceneKey(u64::from(record.id().number))))
            })
            .collect();
        (arrows, move |table: &str, row| keys[&(table.to_owned(), row)])
    }

    #[test]
    fn arrows_lead_from_what_refers_to_what_is_meant() {
        let (arrows, key) = made(None);
        let (from, to) = (key("polygons", 0), key("polygons", 3));
        assert!(arrows.iter().any(|a| a.from_key == from && a.to_key == Some(to)), "{arrows:?}");
        let inside = |a: &&Arrow| a.to_key == Some(key("polygons", 2)) && a.from_key == key("objects", 1);
        assert!(!arrows.iter().any(|a| inside(&a)), "that it stands there is seen without an arrow");
        let broken: Vec<&Arrow> = arrows.iter().filter(|a| a.is_broken()).collect();
        assert_eq!(broken.len(), 1);
        assert_eq!(broken[0].from_key, key("polygons", 1));
    }

    #[test]
    fn a_switch_of_a_lamp_points_at_what_the_lamp_lights_and_a_room_does_not_point_at_other_rooms() {
        let (arrows, key) = made(Some(("sides", 8)));
        let through: Vec<_> = arrows.iter().filter(|a| a.through).map(|a| a.to_key).collect();
        assert_eq!(through, [Some(key("polygons", 3))]);
        let (arrows, _) = made(Some(("polygons", 1)));
        assert!(!arrows.iter().any(|a| a.through), "{arrows:?}");
        let (arrows, key) = made(Some(("lights", 1)));
        assert!(!arrows.is_empty() && arrows.iter().all(|a| a.to_key == Some(key("lights", 1))), "{arrows:?}");
    }
}
