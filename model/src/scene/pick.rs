//! What lies under a pointer or in a box, and where the floor is; all on the processor.

use super::camera::{Camera, Ray};
use super::forest::Forest;
use super::{Material, Scene, SceneKey};
use glam::{Vec2, Vec3};
use std::collections::BTreeSet;
use std::sync::Arc;

/// What a pointer met.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Part {
    /// A marker's badge.
    Marker,
    /// A line or, from above, a wall.
    Line,
    /// A face.
    Surface,
}

/// One thing under the pointer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Hit {
    /// The object.
    pub key: SceneKey,
    /// What of it.
    pub part: Part,
    /// How far along the ray. From above: how far below the scene's highest point.
    pub distance: f32,
    /// Where.
    pub point: Vec3,
    /// The direction the face looks, of length 1; zero for markers and lines.
    pub normal: Vec3,
}

/// How the scene is seen, and what of it can be picked.
#[derive(Clone, Copy)]
pub struct Sight<'a> {
    /// The viewer.
    pub camera: &'a Camera,
    /// The picture's size in pixels.
    pub size: Vec2,
    /// Pixels in a point of the window: sizes of markers and lines are given in points.
    pub scale: f32,
    /// Which keys can be picked: not the hidden, not the locked ones.
    pub accept: &'a dyn Fn(SceneKey) -> bool,
}

/// How a box selects.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct BoxRule {
    /// Leave out what surfaces hide; else take what lies behind as well.
    pub only_visible: bool,
    /// Take markers only; else lines and whole faces as well.
    pub only_markers: bool,
}

/// How near a pointer must come to a line, in points.
const LINE_REACH: f32 = 4.0;

/// Answers for one scene. Build it once for each scene.
#[derive(Clone, Debug)]
pub struct Picker {
    scene: Arc<Scene>,
    world: Forest,
    plan: Option<Forest>,
    /// Above everything; where rays from above start.
    ceiling: f32,
}

impl Picker {
    /// Sorts the scene's triangles: about 10 ms for 100,000.
    pub fn new(scene: Arc<Scene>) -> Self {
        let world = Forest::new(&scene.surfaces, &[]);
        let plan = scene.plan.as_ref().map(|plan| Forest::new(&plan.surfaces, &[&world]));
        Self { ceiling: ceiling(&scene, &world, plan.as_ref()), scene, world, plan }
    }

    /// Goes over to another scene. Only the triangles of chunks that changed are sorted again, so a
    /// scene where things moved costs next to nothing.
    pub fn follow(&mut self, scene: Arc<Scene>) {
        if !self.world.is_of(&scene.surfaces) {
            self.world = Forest::new(&scene.surfaces, &[&self.world]);
        }
        let plan = scene.plan.as_ref().map(|plan| &plan.surfaces);
        if plan.is_none_or(|plan| self.plan.as_ref().is_none_or(|own| !own.is_of(plan))) {
            let old: Vec<&Forest> = self.plan.iter().chain([&self.world]).collect();
            self.plan = plan.map(|plan| Forest::new(plan, &old));
        }
        self.ceiling = ceiling(&scene, &self.world, self.plan.as_ref());
        self.scene = scene;
    }

    /// The scene it answers for.
    pub fn scene(&self) -> &Arc<Scene> {
        &self.scene
    }

    /// The tree of what the camera shows.
    fn tree(&self, camera: &Camera) -> &Forest {
        match (&self.plan, camera) {
            (Some(plan), Camera::Top(_)) => plan,
            _ => &self.world,
        }
    }

    /// The camera's ray; from above it starts over everything.
    fn ray(&self, sight: &Sight<'_>, pixel: Vec2) -> Ray {
        let mut ray = sight.camera.ray(pixel, sight.size);
        if sight.camera.is_top() {
            ray.origin.z = self.ceiling;
        }
        ray
    }

    /// Everything under a pixel, nearest first. From above, markers come before lines and lines
    /// before floors, as they are drawn.
    pub fn under(&self, sight: &Sight<'_>, pixel: Vec2) -> Vec<Hit> {
        let ray = self.ray(sight, pixel);
        let mut hits = Vec::new();
        self.tree(sight.camera).walk(&ray, f32::INFINITY, |face, distance, reach| {
            if (sight.accept)(face.key) {
                hits.push(Hit {
                    key: face.key,
                    part: Part::Surface,
                    distance,
                    point: ray.at(distance),
                    normal: face.normal(),
                });
            }
            reach
        });
        for marker in &self.scene.markers {
            let centre = marker.centre();
            let Some(seen) = sight.camera.project(centre, sight.size) else {
                continue;
            };
            let reach = sight.camera.marker_pixels(marker, sight.size, sight.scale);
            if seen.pixel.distance_squared(pixel) <= reach * reach && (sight.accept)(marker.key) {
                hits.push(Hit {
                    key: marker.key,
                    part: Part::Marker,
                    distance: (centre - ray.origin).dot(ray.direction),
                    point: centre,
                    normal: Vec3::ZERO,
                });
            }
        }
        self.each_line(sight, |key, from, to, width| {
            let reach = LINE_REACH.max(width * 0.5) * sight.scale;
            let Some((point, away)) = nearest_on_line(sight, from, to, pixel) else {
                return;
            };
            if away <= reach && (sight.accept)(key) {
                hits.push(Hit {
                    key,
                    part: Part::Line,
                    distance: (point - ray.origin).dot(ray.direction),
                    point,
                    normal: Vec3::ZERO,
                });
            }
        });
        let from_above = sight.camera.is_top();
        hits.sort_by(|a, b| {
            let part = |hit: &Hit| if from_above { hit.part } else { Part::Marker };
            part(a)
                .cmp(&part(b))
                .then(a.distance.total_cmp(&b.distance))
                .then(a.part.cmp(&b.part))
                .then(a.key.cmp(&b.key))
        });
        // On the border of two triangles of one face both are met.
        hits.dedup_by(|b, a| {
            let room = 1e-5 * (1.0 + a.distance.abs());
            a.key == b.key && a.part == b.part && (b.distance - a.distance).abs() <= room
        });
        hits
    }

    /// The lines that the camera shows and that belong to an object.
    fn each_line(&self, sight: &Sight<'_>, mut with: impl FnMut(SceneKey, Vec3, Vec3, f32)) {
        for line in &self.scene.lines {
            if let Some(key) = line.key {
                with(key, line.from, line.to, line.width);
            }
        }
        if let (true, Some(plan)) = (sight.camera.is_top(), &self.scene.plan) {
            for wall in &plan.walls {
                with(wall.key, wall.from, wall.to, 1.0);
            }
        }
    }

    /// All objects in the box between two corners in pixels, in key order. A marker counts by its
    /// middle; a line or face only if all its corners are inside, so that a box in a room does not
    /// take the room.
    pub fn inside(&self, sight: &Sight<'_>, a: Vec2, b: Vec2, rule: BoxRule) -> Vec<SceneKey> {
        let (low, high) = (a.min(b), a.max(b));
        let within = |point: Vec3| {
            let seen = sight.camera.project(point, sight.size)?;
            (seen.pixel.cmpge(low).all() && seen.pixel.cmple(high).all()).then_some(seen.pixel)
        };
        let mut taken = BTreeSet::new();
        for marker in &self.scene.markers {
            let Some(pixel) = within(marker.centre()) else {
                continue;
            };
            if !(sight.accept)(marker.key) {
                continue;
            }
            // From above markers are drawn over everything.
            let hidden = rule.only_visible && !sight.camera.is_top() && self.is_hidden(sight, pixel, marker.centre());
            if !hidden {
                taken.insert(marker.key);
            }
        }
        if rule.only_markers {
            return taken.into_iter().collect();
        }
        self.each_line(sight, |key, from, to, _| {
            if within(from).is_some() && within(to).is_some() && (sight.accept)(key) {
                taken.insert(key);
            }
        });
        // An object is taken if no face of it sticks out.
        let mut sticking_out = BTreeSet::new();
        let mut whole = BTreeSet::new();
        for face in self.tree(sight.camera).faces() {
            if !(sight.accept)(face.key) {
                continue;
            }
            let mut seen = face.corners.map(within).into_iter();
            if seen.any(|corner| corner.is_none()) {
                sticking_out.insert(face.key);
                continue;
            }
            let middle = (face.corners[0] + face.corners[1] + face.corners[2]) / 3.0;
            if rule.only_visible {
                let pixel = within(middle);
                if pixel.is_none_or(|pixel| self.is_hidden(sight, pixel, middle)) {
                    continue;
                }
            }
            whole.insert(face.key);
        }
        taken.extend(whole.difference(&sticking_out));
        taken.into_iter().collect()
    }

    /// Whether a solid surface lies before a point.
    fn is_hidden(&self, sight: &Sight<'_>, pixel: Vec2, point: Vec3) -> bool {
        let ray = self.ray(sight, pixel);
        let distance = (point - ray.origin).dot(ray.direction);
        let mut hidden = false;
        self.tree(sight.camera).walk(&ray, distance * 0.999, |face, _, reach| {
            if face.material == Material::Solid && (sight.accept)(face.key) {
                hidden = true;
                return -1.0;
            }
            reach
        });
        hidden
    }

    /// The nearest solid face along a ray, whatever can be picked.
    pub fn nearest(&self, ray: &Ray) -> Option<Hit> {
        let mut nearest: Option<Hit> = None;
        self.world.walk(ray, f32::INFINITY, |face, distance, reach| {
            if face.material != Material::Solid {
                return reach;
            }
            nearest = Some(Hit {
                key: face.key,
                part: Part::Surface,
                distance,
                point: ray.at(distance),
                normal: face.normal(),
            });
            distance
        });
        nearest
    }

    /// The floor straight below a point (or at it).
    pub fn floor_below(&self, point: Vec3) -> Option<Vec3> {
        // Start a little higher, so that something standing exactly on its floor finds it.
        let lift = 1e-3 * (1.0 + point.z.abs());
        self.first_floor(&Ray { origin: point + Vec3::Z * lift, direction: Vec3::NEG_Z })
    }

    /// The first floor under the pointer, for placing and dragging things. From above it is the
    /// highest.
    pub fn floor_under(&self, sight: &Sight<'_>, pixel: Vec2) -> Option<Vec3> {
        self.first_floor(&self.ray(sight, pixel))
    }

    /// The nearest solid face that looks up by at least 45 degrees.
    fn first_floor(&self, ray: &Ray) -> Option<Vec3> {
        let mut floor = None;
        self.world.walk(ray, f32::INFINITY, |face, distance, reach| {
            if face.material == Material::Solid && face.normal().z > 0.7 {
                floor = Some(ray.at(distance));
                return distance;
            }
            reach
        });
        floor
    }
}

fn ceiling(scene: &Scene, world: &Forest, plan: Option<&Forest>) -> f32 {
    let mut bounds = scene.bounds_of_things();
    bounds.join(&world.bounds());
    if let Some(plan) = plan {
        bounds.join(&plan.bounds());
    }
    if bounds.is_empty() { 1.0 } else { bounds.max.z + 1.0 }
}

/// The point of a line nearest to a pixel, and how many pixels it is away.
fn nearest_on_line(sight: &Sight<'_>, from: Vec3, to: Vec3, pixel: Vec2) -> Option<(Vec3, f32)> {
    let (a, b) = in_front(sight.camera, from, to)?;
    let start = sight.camera.project(a, sight.size)?;
    let end = sight.camera.project(b, sight.size)?;
    let way = end.pixel - start.pixel;
    let length = way.length_squared();
    let share = if length > 1e-6 { ((pixel - start.pixel).dot(way) / length).clamp(0.0, 1.0) } else { 0.0 };
    let away = (start.pixel + way * share).distance(pixel);
    // In perspective equal steps on screen are unequal ones in the world.
    let share = if sight.camera.is_top() {
        share
    } else {
        share * start.depth / (end.depth + (start.depth - end.depth) * share)
    };
    away.is_finite().then_some((a.lerp(b, share), away))
}

/// The part of a line that lies before the viewer.
fn in_front(camera: &Camera, from: Vec3, to: Vec3) -> Option<(Vec3, Vec3)> {
    let Camera::Perspective(view) = camera else {
        return Some((from, to));
    };
    let depth = |point: Vec3| (point - view.eye).dot(view.forward());
    let near = (view.distance * 1e-3).max(2e-3);
    let (a, b) = (depth(from), depth(to));
    match (a > near, b > near) {
        (true, true) => Some((from, to)),
        (true, false) => Some((from, from.lerp(to, (a - near) / (a - b)))),
        (false, true) => Some((to.lerp(from, (b - near) / (b - a)), to)),
        (false, false) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::bvh::Bvh;
    use super::super::camera::{Perspective, Top};
    use super::super::{Chunk, Colour, Colouring, Line, Marker, Plan, Wall};
    use super::*;

    const SIZE: Vec2 = Vec2::new(800.0, 600.0);
    const FLOOR: SceneKey = SceneKey(1);
    const ROOF: SceneKey = SceneKey(2);
    const THING: SceneKey = SceneKey(3);
    const LINK: SceneKey = SceneKey(4);
    const WALL: SceneKey = SceneKey(5);

    /// A floor of 20 x 20 at height 0, a table of 4 x 4 at height 3 over its middle, a thing under
    /// the table.
    fn scene() -> Arc<Scene> {
        let white = [Colour::WHITE; Colouring::COUNT];
        let mut chunk = Chunk::new(Material::Solid);
        let floor = chunk.group(FLOOR, white);
        let roof = chunk.group(ROOF, white);
        let square = |half: f32, z: f32| {
            [Vec3::new(-half, -half, z), Vec3::new(half, -half, z), Vec3::new(half, half, z), Vec3::new(-half, half, z)]
        };
        chunk.polygon(floor, &square(10.0, 0.0));
        chunk.polygon(roof, &square(2.0, 3.0));
        chunk.triangles.push([0, 1, 777]);
        let chunk = Arc::new(chunk);
        Arc::new(Scene {
            surfaces: vec![Arc::clone(&chunk)],
            markers: vec![Marker::new(THING, Vec3::ZERO, 0.5)],
            lines: vec![Line::link(LINK, Vec3::new(-9.0, 5.0, 1.0), Vec3::new(9.0, 5.0, 1.0), Colour::WHITE)],
            plan: Some(Plan {
                surfaces: vec![chunk],
                walls: vec![Wall {
                    key: WALL,
                    from: Vec3::new(-10.0, -10.0, 0.0),
                    to: Vec3::new(10.0, -10.0, 0.0),
                    solid: true,
                }],
            }),
            ..Scene::default()
        })
    }

    fn keys(hits: &[Hit]) -> Vec<SceneKey> {
        hits.iter().map(|hit| hit.key).collect()
    }

    fn cameras(scene: &Scene) -> (Camera, Camera) {
        let bounds = scene.bounds();
        let view = Perspective { pitch: -1.2, ..Perspective::over(&bounds, SIZE) };
        let mut view = Camera::Perspective(view);
        view.focus(&bounds, SIZE);
        (view, Camera::Top(Top::over(&bounds, SIZE)))
    }

    fn sight<'a>(camera: &'a Camera, accept: &'a dyn Fn(SceneKey) -> bool) -> Sight<'a> {
        Sight { camera, size: SIZE, scale: 1.0, accept }
    }

    #[test]
    fn all_things_under_the_pointer_nearest_first() {
        let picker = Picker::new(scene());
        let (view, top) = cameras(picker.scene());
        let middle = view.project(Vec3::Z * 0.5, SIZE).expect("in front").pixel;
        let seen = picker.under(&sight(&view, &|_| true), middle);
        assert_eq!(keys(&seen), [ROOF, THING, FLOOR]);
        assert!(seen.windows(2).all(|two| two[0].distance <= two[1].distance));
        assert_eq!(seen[0].normal, Vec3::Z);
        assert!((seen[0].point.z - 3.0).abs() < 1e-3);
        let above = picker.under(&sight(&top, &|_| true), SIZE * 0.5);
        assert_eq!(keys(&above), [THING, ROOF, FLOOR], "drawn over the floors");
        let unlocked = picker.under(&sight(&top, &|key| key != THING), SIZE * 0.5);
        assert_eq!(keys(&unlocked), [ROOF, FLOOR]);
        assert!(picker.under(&sight(&top, &|_| true), Vec2::ZERO).is_empty());
    }

    #[test]
    fn lines_and_walls_are_picked_by_pixels() {
        let picker = Picker::new(scene());
        let (view, top) = cameras(picker.scene());
        for camera in [view, top] {
            let on = camera.project(Vec3::new(-6.0, 5.0, 1.0), SIZE).expect("in front");
            let hits = picker.under(&sight(&camera, &|_| true), on.pixel + Vec2::Y * 2.0);
            let hit = hits.iter().find(|hit| hit.key == LINK).expect("the link");
            assert!(hit.point.distance(Vec3::new(-6.0, 5.0, 1.0)) < 0.3, "{hit:?}");
            let off = picker.under(&sight(&camera, &|_| true), on.pixel + Vec2::Y * 40.0);
            assert!(!keys(&off).contains(&LINK));
        }
        let wall = top.project(Vec3::new(3.0, -10.0, 0.0), SIZE).expect("above");
        assert_eq!(keys(&picker.under(&sight(&top, &|_| true), wall.pixel))[0], WALL);
        let seen = picker
            .under(&sight(&view, &|_| true), view.project(Vec3::new(3.0, -10.0, 0.0), SIZE).expect("in front").pixel);
        assert!(!keys(&seen).contains(&WALL), "walls of the plan show from above only");
    }

    #[test]
    fn back_sides_do_not_count() {
        let picker = Picker::new(scene());
        let up = Ray { origin: Vec3::new(5.0, 5.0, -4.0), direction: Vec3::Z };
        assert_eq!(picker.nearest(&up), None);
        let down = Ray { origin: Vec3::Z * 9.0, direction: Vec3::NEG_Z };
        assert_eq!(picker.nearest(&down).map(|hit| hit.key), Some(ROOF));
    }

    #[test]
    fn a_box_takes_all_or_the_visible_ones() {
        let picker = Picker::new(scene());
        let (view, top) = cameras(picker.scene());
        let all = |camera| picker.inside(&sight(camera, &|_| true), SIZE, Vec2::ZERO, BoxRule::default());
        assert_eq!(all(&view), [FLOOR, ROOF, THING, LINK]);
        assert_eq!(all(&top), [FLOOR, ROOF, THING, LINK, WALL]);
        let rule = BoxRule { only_visible: true, only_markers: true };
        let seen = picker.inside(&sight(&view, &|_| true), Vec2::ZERO, SIZE, rule);
        assert!(seen.is_empty(), "the table hides the thing");
        let without_roof = |key| key != ROOF;
        let seen = picker.inside(&sight(&view, &without_roof), Vec2::ZERO, SIZE, rule);
        assert_eq!(seen, [THING], "a hidden table hides nothing");
        let small = picker.inside(&sight(&top, &|_| true), SIZE * 0.45, SIZE * 0.55, BoxRule::default());
        assert_eq!(small, [THING], "no face is inside as a whole");
    }

    #[test]
    fn floors_are_found() {
        let picker = Picker::new(scene());
        let (_, top) = cameras(picker.scene());
        let below = |x, z| picker.floor_below(Vec3::new(x, 0.0, z)).map(|point| point.z);
        assert_eq!(below(0.0, 9.0), Some(3.0));
        assert_eq!(below(0.0, 2.0), Some(0.0));
        assert_eq!(below(0.0, 3.0), Some(3.0), "standing on it");
        assert_eq!(below(50.0, 2.0), None);
        let floor = picker.floor_under(&sight(&top, &|_| true), SIZE * 0.5);
        assert_eq!(floor.map(|point| point.z), Some(3.0));
    }

    #[test]
    fn the_tree_finds_what_trying_every_face_finds() {
        let mut chunk = Chunk::new(Material::Solid);
        chunk.two_sided = true;
        let mut state = 7_u32;
        let mut next = || {
            // Numerical Recipes' generator: enough to scatter test triangles.
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            (state >> 8) as f32 / (1 << 24) as f32 * 20.0 - 10.0
        };
        for key in 0..600 {
            let group = chunk.group(SceneKey(key), [Colour::WHITE; Colouring::COUNT]);
            let at = Vec3::new(next(), next(), next());
            let mut side = || Vec3::new(next(), next(), next()) * 0.2;
            chunk.polygon(group, &[at, at + side(), at + side()]);
        }
        // Ever smaller faces on one spot, and many on the same.
        for number in 0..200 {
            let group = chunk.group(SceneKey(600 + number), [Colour::WHITE; Colouring::COUNT]);
            let size = 0.8_f32.powi((number as i32).min(150));
            let corners = [Vec3::ZERO, Vec3::X, Vec3::Y].map(|corner| corner * size);
            chunk.polygon(group, &corners);
        }
        let single: Vec<Bvh> = chunk
            .triangles
            .iter()
            .map(|triangle| {
                let one = Chunk { triangles: vec![*triangle], ..chunk.clone() };
                Bvh::new([&one])
            })
            .collect();
        let whole = Bvh::new([&chunk]);
        assert_eq!(whole.len(), 800);
        let mut met = 0;
        for _ in 0..50 {
            let origin = Vec3::new(next(), next(), next()) * 2.0;
            let ray =
                Ray { origin, direction: (-origin + Vec3::new(next(), next(), next()) * 0.3).normalize_or(Vec3::X) };
            let mut found = Vec::new();
            whole.walk(&ray, f32::INFINITY, |face, _, reach| {
                found.push(face.key);
                reach
            });
            found.sort_unstable();
            let mut wanted = Vec::new();
            for tree in &single {
                tree.walk(&ray, f32::INFINITY, |face, _, reach| {
                    wanted.push(face.key);
                    reach
                });
            }
            met += wanted.len();
            assert_eq!(found, wanted);
        }
        assert!(met > 50, "{met} hits are too few to tell");
    }

    #[test]
    fn following_a_scene_is_as_good_as_a_new_picker() {
        let old = scene();
        let mut picker = Picker::new(Arc::clone(&old));
        let mut moved = Scene::clone(&old);
        moved.markers[0].position = Vec3::new(5.0, -5.0, 20.0);
        let mut chunk = Chunk::clone(&old.surfaces[0]);
        for vertex in &mut chunk.vertices {
            vertex.position.z += 30.0;
        }
        let mut lifted = moved.clone();
        lifted.surfaces = vec![Arc::new(chunk)];
        lifted.plan = None;
        for next in [Arc::new(moved), Arc::new(lifted), old] {
            picker.follow(Arc::clone(&next));
            let fresh = Picker::new(Arc::clone(&next));
            let (view, top) = cameras(&next);
            for camera in [view, top] {
                for pixel in [SIZE * 0.5, SIZE * 0.6, SIZE * Vec2::new(0.6, 0.4)] {
                    let sight = sight(&camera, &|_| true);
                    assert_eq!(picker.under(&sight, pixel), fresh.under(&sight, pixel));
                }
            }
        }
    }

    #[test]
    fn an_empty_scene_answers_nothing() {
        let picker = Picker::new(Arc::default());
        let (view, top) = cameras(picker.scene());
        for camera in [view, top] {
            assert!(picker.under(&sight(&camera, &|_| true), SIZE * 0.5).is_empty());
            assert_eq!(picker.floor_under(&sight(&camera, &|_| true), SIZE * 0.5), None);
        }
    }
}
