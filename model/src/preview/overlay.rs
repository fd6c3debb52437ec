//! Lays what is going on over the scene of a level: who stands where, what has turned, beams, boxes, texts.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use core::f32::consts::TAU;
use glam::{Mat3, Vec2, Vec3};

use super::{Actor, Form, Moment, Pose, Shape, Subject};
use crate::document::{Level, ObjectKind, Objects};
use crate::scene::{Bounds, Chunk, Colour, Colouring, Label, Line, Marker, Material, Scene, SceneKey};

/// The key of what is no object of the level.
const NOBODY: SceneKey = SceneKey::NOBODY;
/// Somebody who has woken up.
const AWAKE: Colour = Colour::rgb(255, 170, 40);
/// Where the walker was.
const TRAIL: Colour = Colour::rgb(214, 92, 214);
/// Sides of a ring around somebody's feet.
const RING: u8 = 12;
/// Widths of lines in points.
const THIN: f32 = 1.5;
const THICK: f32 = 3.0;
/// Labels of what goes on stay when others give way.
const IMPORTANT: u8 = 6;

/// Lays actors, poses and shapes over scenes.
#[derive(Debug)]
pub struct Overlay {
    kinds: &'static [&'static ObjectKind],
    acted: &'static [&'static str],
    /// Chunks some of whose groups are elsewhere, as they were made last.
    moved: Vec<Moved>,
}

#[derive(Debug)]
struct Moved {
    from: Arc<Chunk>,
    /// By group.
    poses: Vec<Option<Pose>>,
    to: Arc<Chunk>,
}

impl Overlay {
    /// For a game's kinds of object; those of `acted` are actors while a level runs: where nobody stands for a stored
    /// one it is not drawn.
    pub fn new(kinds: &'static [&'static ObjectKind], acted: &'static [&'static str]) -> Overlay {
        Overlay { kinds, acted, moved: Vec::new() }
    }

    /// Lays a moment over the scene of its level.
    pub fn lay_over(&mut self, scene: &mut Scene, level: &Level, objects: &Objects, moment: &Moment) {
        let key = |subject: &Subject| {
            let number = moment.node(subject, level)?.number;
            let object = objects.of_node(number);
            Some(SceneKey(object.map_or(number, |object| object.id.node.number).into()))
        };
        let poses = moment.poses.iter().filter(|pose| !pose.is_still());
        let poses: Vec<(SceneKey, Pose)> = poses.filter_map(|pose| Some((key(&pose.subject)?, *pose))).collect();
        self.pose(scene, &poses);
        let actors: Vec<_> = moment.actors.iter().map(|actor| (key(&actor.subject), actor)).collect();
        self.actors(scene, &actors);
        let mut ghosts = Chunk { two_sided: true, ..Chunk::new(Material::Ghost) };
        for shape in &moment.shapes {
            draw(shape, key(&shape.subject), scene, &mut ghosts);
        }
        if !ghosts.triangles.is_empty() {
            let ghosts = Arc::new(ghosts);
            if let Some(plan) = &mut scene.plan {
                plan.surfaces.push(Arc::clone(&ghosts));
            }
            scene.surfaces.push(ghosts);
        }
        let trail = moment.trail.iter().zip(moment.trail.iter().skip(1)).filter(|(from, to)| from != to);
        scene.lines.extend(trail.map(|(from, to)| Line { width: 2.0, through: true, ..Line::new(*from, *to, TRAIL) }));
    }

    /// Moves what is not where it is stored. Chunks of which nothing moves stay the same chunks.
    fn pose(&mut self, scene: &mut Scene, poses: &[(SceneKey, Pose)]) {
        let mut old = std::mem::take(&mut self.moved);
        if poses.is_empty() {
            return;
        }
        let mut parts: BTreeMap<SceneKey, u16> = BTreeMap::new();
        for chunk in &mut scene.surfaces {
            let mut of_group = |key: SceneKey| {
                let next = parts.entry(key).or_default();
                let part = *next;
                *next = next.saturating_add(1);
                let fits = |pose: &Pose| pose.part.is_none_or(|wanted| wanted == part);
                poses.iter().find(|(of, pose)| *of == key && fits(pose)).map(|(_, pose)| *pose)
            };
            let groups: Vec<Option<Pose>> = chunk.groups.iter().map(|group| of_group(group.key)).collect();
            if groups.iter().all(Option::is_none) {
                continue;
            }
            let known = old.iter().position(|o| Arc::ptr_eq(&o.from, chunk) && o.poses == groups);
            let made = match known {
                Some(at) => old.swap_remove(at),
                None => Moved { to: Arc::new(posed(chunk, &groups)), from: Arc::clone(chunk), poses: groups },
            };
            *chunk = Arc::clone(&made.to);
            self.moved.push(made);
        }
        // The view from above shows the same chunks.
        for chunk in scene.plan.iter_mut().flat_map(|plan| &mut plan.surfaces) {
            if let Some(made) = self.moved.iter().find(|made| Arc::ptr_eq(&made.from, chunk)) {
                *chunk = Arc::clone(&made.to);
            }
        }
        let whole = |key: SceneKey| poses.iter().find(|(of, pose)| *of == key && pose.part.is_none());
        scene.markers.retain_mut(|marker| {
            let Some((_, pose)) = whole(marker.key) else { return true };
            marker.position = pose.apply(marker.position);
            pose.shown
        });
        scene.labels.retain_mut(|label| {
            let Some((_, pose)) = label.key.and_then(whole) else { return true };
            label.at = pose.apply(label.at);
            pose.shown
        });
    }

    /// Markers go where their actors are; actors without one get one, the unseen and the gone lose theirs.
    fn actors(&self, scene: &mut Scene, actors: &[(Option<SceneKey>, &Actor)]) {
        let by_key: BTreeMap<SceneKey, &Actor> =
            actors.iter().filter_map(|(key, actor)| Some(((*key)?, *actor))).collect();
        let kind = |icon: Option<u16>| self.kinds.get(usize::from(icon?)).map(|kind| kind.key);
        // What new ones of a kind look like.
        let looks: BTreeMap<&str, Marker> =
            scene.markers.iter().filter_map(|marker| Some((kind(marker.icon)?, marker.clone()))).collect();
        let mut stored: BTreeSet<SceneKey> = BTreeSet::new();
        let mut lost: BTreeSet<SceneKey> = BTreeSet::new();
        scene.markers.retain_mut(|marker| {
            let stays = match by_key.get(&marker.key) {
                Some(actor) => {
                    marker.position = actor.position;
                    marker.heading = actor.heading.or(marker.heading);
                    stored.insert(marker.key);
                    actor.visible
                }
                None => !kind(marker.icon).is_some_and(|kind| self.acted.contains(&kind)),
            };
            if !stays {
                lost.insert(marker.key);
            }
            stays
        });
        scene.labels.retain_mut(|label| {
            let Some(key) = label.key else { return true };
            if let Some(actor) = by_key.get(&key).filter(|_| stored.contains(&key)) {
                label.at = actor.position;
            }
            !lost.contains(&key)
        });
        let usual = scene.markers.first().map_or(1.0, |marker| marker.radius);
        for (key, actor) in actors.iter().filter(|(_, actor)| actor.visible) {
            let own = key.unwrap_or(NOBODY);
            let mut radius = looks.get(actor.kind).map_or(usual, |look| look.radius);
            if !stored.contains(&own) {
                let icon = self.kinds.iter().position(|kind| kind.key == actor.kind);
                let plain = Marker::new(own, actor.position, radius);
                let like = looks.get(actor.kind).cloned();
                let look = like.unwrap_or(Marker { icon: icon.and_then(|at| u16::try_from(at).ok()), ..plain });
                radius = look.radius;
                scene.markers.push(Marker { key: own, position: actor.position, heading: actor.heading, ..look });
            }
            if actor.awake {
                scene.lines.extend(ring(*key, actor.position, radius * 1.5));
                let at = actor.position + Vec3::Z * radius * 2.5;
                scene.labels.push(Label { key: *key, at, text: actor.state.to_owned(), importance: IMPORTANT });
            }
        }
    }
}

/// Around somebody's feet.
fn ring(key: Option<SceneKey>, centre: Vec3, radius: f32) -> impl Iterator<Item = Line> {
    let point = move |step: u8| {
        let angle = f32::from(step % RING) * TAU / f32::from(RING);
        centre + (Vec2::from_angle(angle) * radius).extend(0.0)
    };
    (0..RING).map(move |step| Line { key, width: THICK, ..Line::new(point(step), point(step + 1), AWAKE) })
}

/// A chunk with some of its groups elsewhere, or not there.
fn posed(chunk: &Chunk, groups: &[Option<Pose>]) -> Chunk {
    let mut out = chunk.clone();
    let pose = |group: u32| groups.get(usize::try_from(group).ok()?).copied().flatten();
    for vertex in &mut out.vertices {
        if let Some(pose) = pose(vertex.group.0) {
            vertex.position = pose.apply(vertex.position);
            vertex.normal = pose.turn * vertex.normal;
        }
    }
    let shown = |triangle: &[u32; 3]| {
        let first = usize::try_from(triangle[0]).ok().and_then(|at| chunk.vertices.get(at));
        first.and_then(|vertex| pose(vertex.group.0)).is_none_or(|pose| pose.shown)
    };
    out.triangles.retain(shown);
    out
}

/// Adds a shape to a scene; faces go to the chunk of all such.
fn draw(shape: &Shape, key: Option<SceneKey>, scene: &mut Scene, ghosts: &mut Chunk) {
    let width = if shape.strong { THICK } else { THIN };
    // Lines are opaque, whatever the faces are.
    let colour = shape.colour.with_opacity(u8::MAX);
    let line = |from: Vec3, to: Vec3| Line { key, width, ..Line::new(from, to, colour) };
    let owner = key.unwrap_or(NOBODY);
    match &shape.form {
        Form::Beam { from, to } => scene.lines.push(line(*from, *to)),
        Form::Path(places) => {
            let steps = places.iter().zip(places.iter().skip(1));
            scene.lines.extend(steps.map(|(from, to)| line(*from, *to)));
        }
        Form::Circle { centre, radius } => {
            let circle = Line::circle(owner, *centre, *radius, colour);
            scene.lines.extend(circle.into_iter().map(|part| Line { key, width, ..part }));
        }
        Form::Ball { centre, radius } => {
            let flat = Line::circle(owner, Vec3::ZERO, *radius, colour);
            for turn in [Mat3::IDENTITY, Mat3::from_rotation_x(TAU / 4.0), Mat3::from_rotation_y(TAU / 4.0)] {
                scene.lines.extend(flat.iter().map(|part| line(*centre + turn * part.from, *centre + turn * part.to)));
            }
        }
        Form::Box { centre, half, turn } => {
            let corners = Bounds { min: -*half, max: *half }.corners().map(|corner| *turn * corner + *centre);
            // The corners of each ring follow each other; the second ring is the first one's top.
            for (from, to) in
                [(0, 1), (1, 2), (2, 3), (3, 0), (4, 5), (5, 6), (6, 7), (7, 4), (0, 4), (1, 5), (2, 6), (3, 7)]
            {
                if let (Some(from), Some(to)) = (corners.get(from), corners.get(to)) {
                    scene.lines.push(line(*from, *to));
                }
            }
            if shape.colour.0[3] < u8::MAX {
                let group = ghosts.group(owner, [shape.colour; Colouring::COUNT]);
                let [a, b, c, d, e, f, g, h] = corners;
                for face in [[d, c, b, a], [e, f, g, h], [a, b, f, e], [b, c, g, f], [c, d, h, g], [d, a, e, h]] {
                    ghosts.polygon(group, &face);
                }
            }
        }
        Form::Faces(faces) => {
            let group = ghosts.group(owner, [shape.colour; Colouring::COUNT]);
            faces.iter().for_each(|face| ghosts.polygon(group, face));
        }
        Form::Text { at, text } => {
            scene.labels.push(Label { key, at: *at, text: text.clone(), importance: IMPORTANT });
        }
    }
}

#[cfg(test)]
#[path = "overlay_tests.rs"]
mod tests;
