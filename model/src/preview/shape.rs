//! What a running level shows beside its own surfaces: who stands where, what has turned, beams, boxes, texts.
//!
//! Everything here lies in the axes of the game's scenes ([`crate::scene`]) and is for drawing alone: nothing of it
//! flows back into a world.

use glam::{Quat, Vec3};

use super::Subject;
use crate::scene::Colour;

/// Somebody or something that can be somewhere.
#[derive(Clone, Debug, PartialEq)]
pub struct Actor {
    /// Who. Where the level's record of it has a marker, that marker goes along; else one is made.
    pub subject: Subject,
    /// The key of the kind of object it looks like; empty for a plain badge.
    pub kind: &'static str,
    /// Where it stands.
    pub position: Vec3,
    /// Where it looks, in radians; `None` for what has no heading.
    pub heading: Option<f32>,
    /// What it is doing: a word for people.
    pub state: &'static str,
    /// Whether it can be seen.
    pub visible: bool,
    /// Whether something has woken it up: it gets a ring, and its state is written beside it.
    pub awake: bool,
    /// Whether it came here steadily since the tick before; not so after a teleport.
    pub glides: bool,
}

/// Something of the level's own scene that is not where the level stores it: a door's leaf, a train, a broken pane.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Pose {
    /// Whose surfaces.
    pub subject: Subject,
    /// Which of its groups of surfaces, in the order of the scene; `None` for all.
    pub part: Option<u16>,
    /// The point it turns about.
    pub about: Vec3,
    /// How it is turned from where it is stored.
    pub turn: Quat,
    /// How far it is moved after that.
    pub by: Vec3,
    /// Whether it is there at all.
    pub shown: bool,
}

impl Pose {
    /// All of something, where it is stored.
    pub const fn of(subject: Subject) -> Pose {
        Pose { subject, part: None, about: Vec3::ZERO, turn: Quat::IDENTITY, by: Vec3::ZERO, shown: true }
    }

    /// Where a stored point is now.
    pub fn apply(&self, point: Vec3) -> Vec3 {
        self.turn * (point - self.about) + self.about + self.by
    }

    /// Whether everything is where it is stored.
    pub fn is_still(&self) -> bool {
        self.shown && self.turn == Quat::IDENTITY && self.by == Vec3::ZERO
    }
}

/// Something drawn that no record's surface is.
#[derive(Clone, Debug, PartialEq)]
pub struct Shape {
    /// Whose it is: a click on it selects that.
    pub subject: Subject,
    /// Tells apart the shapes of one subject, so that a picture between two ticks knows which became which.
    pub part: u16,
    /// Its colour; with an opacity for faces.
    pub colour: Colour,
    /// Drawn thick: something is going on.
    pub strong: bool,
    /// What it is.
    pub form: Form,
}

/// The form of a [`Shape`].
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A straight ray: a laser, a shot, a line of sight.
    Beam {
        /// Its start.
        from: Vec3,
        /// Its end.
        to: Vec3,
    },
    /// A way through places: of a patrol, of a train, of something thrown.
    Path(Vec<Vec3>),
    /// A level circle.
    Circle {
        /// Its middle.
        centre: Vec3,
        /// Its radius.
        radius: f32,
    },
    /// A ball, drawn as three circles.
    Ball {
        /// Its middle.
        centre: Vec3,
        /// Its radius.
        radius: f32,
    },
    /// A box that may be turned: its edges, and its faces if the colour is see-through.
    Box {
        /// Its middle.
        centre: Vec3,
        /// Half its size along its own axes.
        half: Vec3,
        /// How it is turned.
        turn: Quat,
    },
    /// Triangles: panes, shards, debris.
    Faces(Vec<[Vec3; 3]>),
    /// Words at a place.
    Text {
        /// Where.
        at: Vec3,
        /// What they are.
        text: String,
    },
}

impl Form {
    /// The form on its way to another: what both have alike is in between, else it is the other.
    pub(super) fn towards(&self, to: &Form, share: f32) -> Form {
        match (self, to) {
            (Form::Beam { from: a, to: b }, Form::Beam { from: c, to: d }) => {
                Form::Beam { from: a.lerp(*c, share), to: b.lerp(*d, share) }
            }
            (Form::Path(was), Form::Path(is)) if was.len() == is.len() => {
                Form::Path(was.iter().zip(is).map(|(a, b)| a.lerp(*b, share)).collect())
            }
            (Form::Circle { centre: a, radius: r }, Form::Circle { centre: b, radius: s }) => {
                Form::Circle { centre: a.lerp(*b, share), radius: r + (s - r) * share }
            }
            (Form::Ball { centre: a, radius: r }, Form::Ball { centre: b, radius: s }) => {
                Form::Ball { centre: a.lerp(*b, share), radius: r + (s - r) * share }
            }
            (Form::Box { centre: a, half: h, turn: t }, Form::Box { centre: b, half: i, turn: u }) => {
                Form::Box { centre: a.lerp(*b, share), half: h.lerp(*i, share), turn: t.slerp(*u, share) }
            }
            (Form::Faces(was), Form::Faces(is)) if was.len() == is.len() => {
                let between = |(a, b): (&[Vec3; 3], &[Vec3; 3])| {
                    let [a0, a1, a2] = *a;
                    let [b0, b1, b2] = *b;
                    [a0.lerp(b0, share), a1.lerp(b1, share), a2.lerp(b2, share)]
                };
                Form::Faces(was.iter().zip(is).map(between).collect())
            }
            (Form::Text { at: a, .. }, Form::Text { at: b, text }) => {
                Form::Text { at: a.lerp(*b, share), text: text.clone() }
            }
            _ => to.clone(),
        }
    }
}
