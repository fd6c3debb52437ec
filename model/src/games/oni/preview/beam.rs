//! Where the beams of laser triggers begin and end (seed 000, TRIG; `oni.md` 2.21, 3.4): the emitters run along their
//! class's animation, and the environment stops the beams.

use std::sync::{Arc, OnceLock};

use glam::{Mat3, Quat, Vec3};

use super::fixed::Placed;
use crate::document::Level;
use crate::games::oni::environment::{EmitterPath, Environment, Known};
use crate::preview::{Fidelity, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "beam",
        what: "where beams begin and end: the class's animation, the first quad in the way, the origin of the level where there is none, the level's first class for a class that is nowhere",
        truth: Truth::Documents,
        note: "the end at the origin is a fault of the game's; quads are found once for each frame of the animation; quads with a bit of 0x44800 do not count",
    },
    Fidelity {
        file: "beam",
        what: "emitters between two keys of their animation, its base matrix, which way its rotations turn, lasers whose class cannot be had",
        truth: Truth::Assumed,
        note: "the earlier key; no base matrix; stored rotations are taken as inverse; without the class there are 60 frames, emitters stand on the object's place and shine along its z axis through everything",
    },
];

/// How long a beam is (seed 000, TRIG).
const BEAM: f32 = 500.0;
/// Quads with one of these bits stop no beam: without collision, without that of objects, hidden.
const PASSED: u32 = 0x0004_4800;
/// Frames of an animation that is not known.
const FRAMES: u16 = 60;
/// Ends that are remembered, over all triggers of a level: a retail level has a few thousand frames. Beyond, they are
/// worked out anew, so that a made-up level takes no memory.
const MOST_ENDS: usize = 65_536;

/// A quad's half with its surroundings.
#[derive(Clone, Copy, Debug)]
struct Triangle {
    corners: [Vec3; 3],
    low: Vec3,
    high: Vec3,
}

/// What stops beams.
#[derive(Debug)]
pub(super) struct Walls(Vec<Triangle>);

impl Walls {
    fn of(environment: &Environment) -> Walls {
        let mut all = Vec::new();
        for quad in environment.quads.iter().filter(|quad| quad.flags & PASSED == 0) {
            let Some(corners) = environment.corners(quad) else { continue };
            let corners: Vec<Vec3> = corners.into_iter().map(Vec3::from).collect();
            let (Some(first), rest) = (corners.first(), corners.get(1..).unwrap_or_default()) else { continue };
            for pair in rest.windows(2) {
                if let [b, c] = pair {
                    let (low, high) = (first.min(*b).min(*c), first.max(*b).max(*c));
                    all.push(Triangle { corners: [*first, *b, *c], low, high });
                }
            }
        }
        Walls(all)
    }

    /// How far along a ray the first of them is, as a share of the way.
    fn first_hit(&self, from: Vec3, way: Vec3) -> Option<f32> {
        let (low, high) = (from.min(from + way), from.max(from + way));
        let near = |t: &&Triangle| t.low.cmple(high).all() && t.high.cmpge(low).all();
        let hits = self.0.iter().filter(near).filter_map(|t| hit(t.corners, from, way));
        hits.min_by(f32::total_cmp)
    }
}

/// Where a ray goes through a triangle, from either side.
fn hit([a, b, c]: [Vec3; 3], from: Vec3, way: Vec3) -> Option<f32> {
    let (ab, ac) = (b - a, c - a);
    let side = way.cross(ac);
    let measure = ab.dot(side);
    if measure == 0.0 {
        return None;
    }
    let to = from - a;
    let u = to.dot(side) / measure;
    let turned = to.cross(ab);
    let v = way.dot(turned) / measure;
    let share = ac.dot(turned) / measure;
    // What is no number is in no range.
    let inside = (0.0..=1.0).contains(&u) && v >= 0.0 && u + v <= 1.0;
    (inside && (0.0..=1.0).contains(&share)).then_some(share)
}

/// The classes of a level's lasers, and what stops their beams.
#[derive(Debug, Default)]
pub(super) struct Classes<'a> {
    environment: Option<&'a Environment>,
    walls: Option<Arc<Walls>>,
    remembered: usize,
}

impl<'a> Classes<'a> {
    pub(super) fn of(level: &'a Level) -> Classes<'a> {
        Classes { environment: level.surroundings::<Environment>(), walls: None, remembered: 0 }
    }

    /// How a trigger of a class shines.
    pub(super) fn optics(&mut self, class: &str, placed: Placed) -> Optics {
        let turn = placed.turn();
        let own = format!("TRIG{class}");
        let known = self.environment.and_then(|e| {
            // The level's first where the class is not found (seed 000, TRIG).
            let missing = e.knows("TRIG", class) == Known::No;
            let name = if missing { e.first_laser.clone()? } else { own };
            Some((e, *e.beams.get(&name)?, name))
        });
        let Some((environment, [start, direction], name)) = known else {
            return Optics {
                placed,
                turn,
                start: Vec3::ZERO,
                direction: Vec3::Z,
                path: None,
                walls: None,
                ends: Vec::new(),
            };
        };
        let path = environment.emitters.get(&name).cloned();
        if environment.present && self.walls.is_none() {
            self.walls = Some(Arc::new(Walls::of(environment)));
        }
        let frames = path.as_ref().map_or(1, |path| usize::from(path.frames.max(1)));
        let room = if self.walls.is_some() && self.remembered + frames <= MOST_ENDS { frames } else { 0 };
        self.remembered += room;
        Optics {
            placed,
            turn,
            start: Vec3::from(start),
            direction: Vec3::from(direction),
            path,
            walls: self.walls.clone(),
            ends: vec![OnceLock::new(); room],
        }
    }
}

/// Where a trigger's beams are.
#[derive(Clone, Debug)]
pub(super) struct Optics {
    placed: Placed,
    turn: Mat3,
    /// In the emitter's space.
    start: Vec3,
    direction: Vec3,
    path: Option<Arc<EmitterPath>>,
    walls: Option<Arc<Walls>>,
    /// By frame, once asked for. They follow from what never changes.
    ends: Vec<OnceLock<Vec3>>,
}

/// A beam.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Beam {
    pub(super) from: Vec3,
    /// Where it is drawn to.
    pub(super) end: Vec3,
    /// Up to where it hits the player.
    pub(super) reach: Vec3,
}

impl Optics {
    /// How many frames the animation has.
    pub(super) fn frames(&self) -> f32 {
        self.path.as_ref().map_or(FRAMES, |path| path.frames.max(1)).into()
    }

    /// The beam of an emitter at a frame: whole frames alone.
    pub(super) fn beam(&self, frame: f32) -> Beam {
        let frame = frame.max(0.0) as usize;
        let (turn, place) = self.emitter(frame);
        let from = self.placed.position + self.turn * (turn * self.start + place);
        let along = (self.turn * (turn * self.direction)).normalize_or_zero();
        let way = along * BEAM;
        let Some(walls) = &self.walls else { return Beam { from, end: from + way, reach: from + way } };
        // The game keeps the origin where it found nothing.
        let find = || walls.first_hit(from, way).map_or(Vec3::ZERO, |share| from + way * share);
        let end = self.ends.get(frame).map_or_else(find, |end| *end.get_or_init(find));
        // The player counts where it is nearer than that, along the beam.
        let far = (end - from).length().min(BEAM);
        Beam { from, end, reach: from + along * far }
    }

    /// The emitter's matrix at a frame, within the object.
    fn emitter(&self, frame: usize) -> (Mat3, Vec3) {
        let keys = self.path.as_ref().map_or(&[][..], |path| path.keys.as_slice());
        let behind = keys.partition_point(|key| usize::try_from(key.time).is_ok_and(|time| time <= frame));
        match keys.get(behind.saturating_sub(1)) {
            None => (Mat3::IDENTITY, Vec3::ZERO),
            Some(key) => {
                let [x, y, z, w] = key.turn;
                // The stored rotation is the inverse (`oni.md` 3.4, OBAN).
                let turn = Quat::from_xyzw(x, y, z, -w);
                let turn = if turn.length_squared() > 0.0 { turn.normalize() } else { Quat::IDENTITY };
                (Mat3::from_quat(turn), Vec3::from(key.place))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::test_levels::*;
    use super::*;
    use crate::games::oni::environment::{EmitterKey, Quad, quad_flags};
    use crate::games::oni::tables::TRIGGERS;

    /// A wall across z = 100 from -50 to 50 and up to 40, with these flags.
    fn walled(flags: u32, keys: Vec<EmitterKey>, frames: u16) -> Environment {
        let mut out = Environment { present: true, ..Environment::default() };
        out.points = [[-50.0, 0.0, 100.0], [50.0, 0.0, 100.0], [50.0, 40.0, 100.0], [-50.0, 40.0, 100.0]].into();
        out.quads = vec![Quad { points: [0, 1, 2, 3], flags, ..Quad::default() }];
        // Two before the emitter, along z.
        out.beams.insert("TRIGlaser".to_owned(), [[0.0, 0.0, 2.0], [0.0, 0.0, 3.0]]);
        out.emitters.insert("TRIGlaser".to_owned(), Arc::new(EmitterPath { frames, keys }));
        out
    }

    fn key(time: i32, place: [f32; 3], turn: [f32; 4]) -> EmitterKey {
        EmitterKey { time, turn, place }
    }

    const STRAIGHT: [f32; 4] = [0.0, 0.0, 0.0, 1.0];

    fn optics(environment: &Environment, position: [f32; 3], turned: f32) -> Optics {
        let mut classes = Classes { environment: Some(environment), ..Classes::default() };
        let placed = Placed { position: position.into(), rotation: Vec3::new(0.0, turned, 0.0) };
        classes.optics("laser", placed)
    }

    #[test]
    fn a_beam_begins_in_the_emitters_space_and_ends_at_the_first_quad() {
        let environment = walled(0, vec![key(0, [0.0; 3], STRAIGHT), key(1, [10.0, 5.0, 0.0], STRAIGHT)], 2);
        let optics = optics(&environment, [0.0, 10.0, 0.0], 0.0);
        assert_eq!(optics.frames(), 2.0);
        for (frame, x, y) in [(0.0, 0.0, 10.0), (0.9, 0.0, 10.0), (1.0, 10.0, 15.0)] {
            let beam = optics.beam(frame);
            assert_eq!(beam.from, Vec3::new(x, y, 2.0), "the frame truncated");
            assert!((beam.end - Vec3::new(x, y, 100.0)).length() < 1e-3, "{beam:?}");
            assert_eq!(beam.end, beam.reach);
        }
    }

    #[test]
    fn without_a_quad_in_the_way_the_end_is_the_origin() {
        let environment = walled(0, vec![key(0, [0.0; 3], STRAIGHT)], 1);
        // It looks the other way.
        let beam = optics(&environment, [0.0, 10.0, 0.0], 180.0).beam(0.0);
        assert_eq!(beam.end, Vec3::ZERO);
        assert!((beam.reach - beam.from).length() <= 11.0, "nearer than that the player is hit: {beam:?}");
        // More than 500 away the wall is none.
        let beam = optics(&environment, [0.0, 10.0, -450.0], 0.0).beam(0.0);
        assert_eq!(beam.end, Vec3::ZERO);
    }

    #[test]
    fn a_laser_whose_class_is_nowhere_had_none_and_takes_the_levels_first() {
        let mut environment = walled(0, vec![key(0, [0.0; 3], STRAIGHT)], 7);
        environment.names.insert("TRIGlaser".to_owned());
        environment.shared_names = Some(Default::default());
        environment.first_laser = Some("TRIGlaser".to_owned());
        let optics = |environment: &Environment, class: &str| {
            let mut classes = Classes { environment: Some(environment), ..Classes::default() };
            classes.optics(class, Placed { position: Vec3::ZERO, rotation: Vec3::ZERO })
        };
        assert_eq!(optics(&environment, "gone").frames(), 7.0);
        assert_eq!(optics(&environment, "gone").beam(0.0).from, Vec3::new(0.0, 0.0, 2.0));
        // Where level 0 is not there to ask, it may have the class.
        environment.shared_names = None;
        assert_eq!(optics(&environment, "gone").frames(), f32::from(FRAMES));
        assert_eq!(optics(&environment, "laser").frames(), 7.0);
    }

    #[test]
    fn with_more_than_one_emitter_a_held_crossing_sets_it_off_each_tick() {
        let script = ("a.bsl", "var int count;\nfunc opened { count = count + 1 }");
        let keys = vec![key(0, [0.0; 3], STRAIGHT), key(5, [30.0, 0.0, 0.0], STRAIGHT)];
        let laser = thing(&TRIGGERS, &[("class", t("laser")), ("flags", n(8)), ("emitters", n(2)), ("speed", f(0.0))])
            .with(&[("type", n(1)), ("function", t("opened"))]);
        let mut running = run_in(walled(0, keys, 10), &[player([90.0, 0.0, 90.0]), laser], &[script]);
        running.wait(3);
        assert_eq!(running.value("level/0", "count"), 0.0);
        running.place(0, 50).wait(4);
        assert_eq!(
            running.value("level/0", "count"),
            5.0,
            "the one that misses clears it, the other sets it off again"
        );
    }

    #[test]
    fn a_beam_is_drawn_to_2_before_its_end() {
        let drawn = super::super::trigger::Spec::drawn;
        assert_eq!(drawn(Vec3::ZERO, Vec3::Z * 50.0), (Vec3::ZERO, Vec3::Z * 48.0));
        assert_eq!(drawn(Vec3::ZERO, Vec3::Z), (Vec3::ZERO, Vec3::ZERO));
    }

    #[test]
    fn quads_of_0x44800_let_beams_through() {
        for (flags, stops) in
            [(0x800, false), (0x4000, false), (0x4_0000, false), (0x2000, true), (quad_flags::TRIANGLE, true)]
        {
            let environment = walled(flags, vec![key(0, [0.0; 3], STRAIGHT)], 1);
            let beam = optics(&environment, [10.0, 10.0, 0.0], 0.0).beam(0.0);
            assert_eq!(beam.end != Vec3::ZERO, stops, "{flags:#X}");
        }
    }

    #[test]
    fn rotations_of_the_animation_are_stored_inverse() {
        // A quarter turn about y that takes z to x; stored is its inverse.
        let half = core::f32::consts::FRAC_1_SQRT_2;
        let environment = walled(0, vec![key(0, [0.0; 3], [0.0, half, 0.0, -half])], 1);
        let beam = optics(&environment, [0.0; 3], 0.0).beam(0.0);
        assert!((beam.from - Vec3::new(2.0, 0.0, 0.0)).length() < 1e-5, "{beam:?}");
    }

    #[test]
    fn the_walls_keep_a_beam_from_the_player_and_the_emitters_take_their_frames_from_the_class() {
        let script = ("a.bsl", "var int count;\nfunc opened { count = count + 1 }");
        let keys = vec![key(0, [0.0; 3], STRAIGHT), key(5, [30.0, 0.0, 0.0], STRAIGHT)];
        let class = |speed: f64| {
            thing(&TRIGGERS, &[("class", t("laser")), ("flags", n(8)), ("emitters", n(1)), ("speed", f(speed))])
                .with(&[("type", n(1)), ("function", t("opened"))])
        };
        let mut running = run_in(walled(0, keys.clone(), 10), &[player([90.0, 0.0, 90.0]), class(0.0)], &[script]);
        running.place(0, 150).wait(3);
        assert_eq!(running.value("level/0", "count"), 0.0, "behind the wall");
        running.place(0, 50).wait(3);
        assert_eq!(running.value("level/0", "count"), 1.0, "before it");
        // Ten frames: it goes round after the last, 9.
        let mut moving = run_in(walled(0, keys, 10), &[player([90.0, 0.0, 90.0]), class(1.0)], &[script]);
        let frames: Vec<f64> = (0..12).map(|_| moving.wait(1).value("triggers/0", "frame")).collect();
        assert_eq!(frames, [4.0, 5.0, 6.0, 7.0, 8.0, 9.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0]);
    }
}
