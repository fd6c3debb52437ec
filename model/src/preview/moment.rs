//! Everything a picture of a running level is made from.

use core::f32::consts::{PI, TAU};

use std::collections::BTreeMap;
use std::sync::Arc;

use glam::Vec3;

use super::{Actor, Live, Pose, Shape, Subject, World};
use crate::document::{Level, NodeId};

/// A world as it is drawn. Between two ticks there are moments too; they exist in pictures alone.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Moment {
    /// The tick, with the share of the way to the next one behind the point.
    pub tick: f64,
    /// Values that can differ from the document's.
    pub live: Vec<Live>,
    /// Who stands around.
    pub actors: Vec<Actor>,
    /// What is not where it is stored.
    pub poses: Vec<Pose>,
    /// What is drawn beside.
    pub shapes: Vec<Shape>,
    /// Records of subjects that are no rows, see [`World::records`].
    pub records: Option<Arc<BTreeMap<Subject, NodeId>>>,
    /// Where the walker was, the latest last. Worlds do not know; whoever drives one may.
    pub trail: Vec<Vec3>,
}

impl Moment {
    /// A world as it stands.
    pub fn of(world: &dyn World) -> Moment {
        Moment {
            tick: world.now().into(),
            live: world.live(),
            actors: world.actors(),
            poses: world.poses(),
            shapes: world.shapes(),
            records: world.records(),
            trail: Vec::new(),
        }
    }

    /// The record of a subject, if it is one of the level's.
    pub fn node(&self, subject: &Subject, level: &Level) -> Option<NodeId> {
        let called = self.records.as_ref().and_then(|records| records.get(subject).copied());
        called.or_else(|| subject.node(level))
    }

    /// The subject that stands for a record which is no row.
    pub fn called(&self, node: NodeId) -> Option<Subject> {
        let records = self.records.as_ref()?;
        records.iter().find(|(_, record)| **record == node).map(|(subject, _)| *subject)
    }

    /// A moment between this one and the next: `share` of the way is gone. What glides is in between; what jumps, and
    /// whatever only one of the two has, is as it will be at the next.
    pub fn towards(&self, next: &Moment, share: f32) -> Moment {
        let mut between = next.clone();
        // What is no number is no share: it counts as all of the way.
        if share.is_nan() || share >= 1.0 {
            return between;
        }
        let share = share.max(0.0);
        between.tick = self.tick + (next.tick - self.tick) * f64::from(share);
        let mut was = Follower::new(&self.live);
        for live in between.live.iter_mut().filter(|live| live.glides) {
            if let Some(old) = was.find(|old| old.subject == live.subject && old.field == live.field) {
                live.value = old.value.towards(live.value, share);
            }
        }
        let mut was = Follower::new(&self.actors);
        for actor in &mut between.actors {
            let old = was.find(|old| old.subject == actor.subject);
            if let Some(old) = old.filter(|old| actor.glides && old.visible == actor.visible) {
                actor.position = old.position.lerp(actor.position, share);
                actor.heading = old.heading.zip(actor.heading).map(|(a, b)| turned(a, b, share)).or(actor.heading);
            }
        }
        let mut was = Follower::new(&self.poses);
        for pose in &mut between.poses {
            let old = was.find(|old| old.subject == pose.subject && old.part == pose.part);
            if let Some(old) = old.filter(|old| old.about == pose.about) {
                pose.turn = old.turn.slerp(pose.turn, share);
                pose.by = old.by.lerp(pose.by, share);
            }
        }
        let mut was = Follower::new(&self.shapes);
        for shape in &mut between.shapes {
            if let Some(old) = was.find(|old| old.subject == shape.subject && old.part == shape.part) {
                shape.form = old.form.towards(&shape.form, share);
            }
        }
        between
    }

    /// Whether a moment between this one and the next would look otherwise than the next.
    pub fn glides_to(&self, next: &Moment) -> bool {
        self.poses != next.poses
            || self.shapes != next.shapes
            || self.actors != next.actors
            || self.live.len() != next.live.len()
            || self.live.iter().zip(&next.live).any(|(a, b)| b.glides && !a.value.same(b.value))
    }
}

/// An angle between two, the shorter way round.
fn turned(from: f32, to: f32, share: f32) -> f32 {
    from + ((to - from + PI).rem_euclid(TAU) - PI) * share
}

/// Finds in one list what another one has, where both have nearly the same order.
struct Follower<'a, T> {
    list: &'a [T],
    at: usize,
}

impl<'a, T> Follower<'a, T> {
    fn new(list: &'a [T]) -> Follower<'a, T> {
        Follower { list, at: 0 }
    }

    fn find(&mut self, wanted: impl Fn(&T) -> bool) -> Option<&'a T> {
        let (before, after) = self.list.split_at_checked(self.at)?;
        let found =
            after.iter().position(&wanted).map(|at| self.at + at).or_else(|| before.iter().position(&wanted))?;
        self.at = found + 1;
        self.list.get(found)
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Form, Reading, Subject};
    use super::*;
    use crate::scene::Colour;
    use glam::Quat;

    const DOOR: Subject = Subject::new("doors", 0);

    fn moment(tick: u32, x: f32) -> Moment {
        let shape = |part, form| Shape { subject: DOOR, part, colour: Colour::WHITE, strong: false, form };
        Moment {
            tick: tick.into(),
            live: vec![Live::gliding(DOOR, "height", x as i64), Live::new(DOOR, "state", i64::from(tick))],
            actors: vec![Actor {
                subject: DOOR,
                kind: "",
                position: Vec3::X * x,
                heading: Some(x * 0.1),
                state: "walking",
                visible: true,
                awake: false,
                glides: x < 100.0,
            }],
            poses: vec![Pose { turn: Quat::from_rotation_z(x * 0.1), ..Pose::of(DOOR) }],
            shapes: vec![
                shape(0, Form::Beam { from: Vec3::ZERO, to: Vec3::Y * x }),
                shape(1, Form::Text { at: Vec3::Z * x, text: tick.to_string() }),
            ],
            records: None,
            trail: Vec::new(),
        }
    }

    #[test]
    fn what_glides_is_in_between_and_what_jumps_is_not() {
        let (was, is) = (moment(4, 0.0), moment(5, 8.0));
        let half = was.towards(&is, 0.5);
        assert_eq!(half.tick, 4.5);
        assert_eq!(half.live.iter().map(|l| l.value).collect::<Vec<_>>(), [Reading::Int(4), Reading::Int(5)]);
        assert_eq!(half.actors[0].position, Vec3::X * 4.0);
        assert!((half.actors[0].heading.unwrap() - 0.4).abs() < 1e-5);
        assert!(half.poses[0].turn.angle_between(Quat::from_rotation_z(0.4)) < 1e-3);
        assert_eq!(half.shapes[0].form, Form::Beam { from: Vec3::ZERO, to: Vec3::Y * 4.0 });
        assert_eq!(half.shapes[1].form, Form::Text { at: Vec3::Z * 4.0, text: "5".to_owned() });
        assert_eq!(was.towards(&is, 1.0), is);
        assert_eq!(was.towards(&is, f32::NAN), is);
        assert!(was.glides_to(&is) && !is.glides_to(&is.clone()));
    }

    #[test]
    fn a_teleport_is_no_walk_and_what_is_new_is_there_at_once() {
        let (was, is) = (moment(4, 0.0), moment(5, 200.0));
        assert_eq!(was.towards(&is, 0.5).actors[0].position, Vec3::X * 200.0);
        assert_eq!(Moment::default().towards(&is, 0.25).shapes, is.shapes);
    }

    #[test]
    fn headings_turn_the_shorter_way() {
        assert!(turned(0.1, TAU - 0.1, 0.5).abs() < 1e-5);
        assert!((turned(1.0, 2.0, 0.5) - 1.5).abs() < 1e-5);
    }

    #[test]
    fn lists_in_another_order_are_followed() {
        let list = [1, 2, 3, 4];
        let mut follower = Follower::new(&list);
        let found: Vec<_> = [1, 3, 2, 9, 4].iter().map(|n| follower.find(|x| x == n).copied()).collect();
        assert_eq!(found, [Some(1), Some(3), Some(2), None, Some(4)]);
    }
}
