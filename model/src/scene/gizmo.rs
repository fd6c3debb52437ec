//! The handles around a selection: arrows and squares to move it, a ring to turn it.
//!
//! Handles have a fixed size on screen. The window draws [`Gizmo::shape`], asks [`Gizmo::hit`]
//! when the button goes down and then [`Drag::change`] for every pointer position. Numbers that
//! are typed are the window's affair.

use super::camera::{Camera, Ray};
use core::f32::consts::TAU;
use glam::{Vec2, Vec3};

/// A direction of the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Axis {
    /// East.
    X,
    /// North.
    Y,
    /// Up.
    Z,
}

impl Axis {
    /// All three.
    pub const ALL: [Self; 3] = [Self::X, Self::Y, Self::Z];

    /// The direction, of length 1.
    pub fn direction(self) -> Vec3 {
        match self {
            Self::X => Vec3::X,
            Self::Y => Vec3::Y,
            Self::Z => Vec3::Z,
        }
    }

    /// The two others.
    fn others(self) -> (Vec3, Vec3) {
        match self {
            Self::X => (Vec3::Y, Vec3::Z),
            Self::Y => (Vec3::X, Vec3::Z),
            Self::Z => (Vec3::X, Vec3::Y),
        }
    }
}

/// A part of the gizmo that can be dragged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Handle {
    /// Moves along an axis.
    Along(Axis),
    /// Moves in the plane across an axis.
    Across(Axis),
    /// Turns around the upright axis.
    Turn,
}

impl Handle {
    /// All handles; the first that the pointer meets is taken.
    pub const ALL: [Self; 7] = [
        Self::Across(Axis::Z),
        Self::Across(Axis::X),
        Self::Across(Axis::Y),
        Self::Along(Axis::X),
        Self::Along(Axis::Y),
        Self::Along(Axis::Z),
        Self::Turn,
    ];
}

/// The handles at a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Gizmo {
    /// The middle of what is selected.
    pub origin: Vec3,
    /// Whether there are handles to move.
    pub moves: bool,
    /// Whether there is a ring to turn.
    pub turns: bool,
}

/// The length of an arrow, in points.
const ARROW: f32 = 80.0;
/// The ring's radius as a share of an arrow.
const RING: f32 = 0.78;
/// The near and far side of a square as shares of an arrow.
const SQUARE: (f32, f32) = (0.22, 0.42);
/// How near the pointer must come, in points.
const REACH: f32 = 6.0;
/// A handle seen nearly end-on would jump with each pixel: the least sine of the angle between it
/// and the line of sight (about 7 degrees).
const LEAST_SINE: f32 = 0.12;

impl Gizmo {
    /// The length of an arrow in world units, 0 when the gizmo is behind the viewer.
    pub fn arm(&self, camera: &Camera, size: Vec2, scale: f32) -> f32 {
        let unit = camera.pixels_per_unit(self.origin, size);
        if unit > 0.0 { ARROW * scale / unit } else { 0.0 }
    }

    /// Whether a handle exists and can be used from here.
    pub fn shows(&self, handle: Handle, camera: &Camera) -> bool {
        let sight = match camera {
            Camera::Perspective(view) => (self.origin - view.eye).normalize_or(Vec3::NEG_Z),
            Camera::Top(_) => Vec3::NEG_Z,
        };
        match handle {
            Handle::Along(axis) => self.moves && sight.cross(axis.direction()).length() > LEAST_SINE,
            Handle::Across(axis) => self.moves && sight.dot(axis.direction()).abs() > LEAST_SINE,
            Handle::Turn => self.turns && sight.z.abs() > LEAST_SINE,
        }
    }

    /// The line to draw for a handle, in world units: an arrow's shaft, a closed square, a closed
    /// ring. Empty when it does not show.
    pub fn shape(&self, handle: Handle, camera: &Camera, size: Vec2, scale: f32) -> Vec<Vec3> {
        let arm = self.arm(camera, size, scale);
        if arm <= 0.0 || !self.shows(handle, camera) {
            return Vec::new();
        }
        match handle {
            Handle::Along(axis) => {
                vec![self.origin, self.origin + axis.direction() * arm]
            }
            Handle::Across(axis) => {
                let (a, b) = axis.others();
                let (near, far) = (SQUARE.0 * arm, SQUARE.1 * arm);
                [(near, near), (far, near), (far, far), (near, far), (near, near)]
                    .map(|(x, y)| self.origin + a * x + b * y)
                    .to_vec()
            }
            Handle::Turn => {
                const STEPS: u8 = 64;
                (0..=STEPS)
                    .map(|step| {
                        let angle = f32::from(step % STEPS) * TAU / f32::from(STEPS);
                        self.origin + (Vec2::from_angle(angle) * (arm * RING)).extend(0.0)
                    })
                    .collect()
            }
        }
    }

    /// The handle under the pointer.
    pub fn hit(&self, camera: &Camera, size: Vec2, scale: f32, pixel: Vec2) -> Option<Handle> {
        let reach = REACH * scale;
        Handle::ALL.into_iter().find(|handle| {
            let points: Vec<Vec2> = self
                .shape(*handle, camera, size, scale)
                .into_iter()
                .filter_map(|point| Some(camera.project(point, size)?.pixel))
                .collect();
            let near = points.windows(2).any(|pair| match pair {
                [from, to] => distance_to_segment(pixel, *from, *to) <= reach,
                _ => false,
            });
            // The middle belongs to no arrow: there all of them meet.
            let middle = camera.project(self.origin, size);
            let at_middle = matches!(handle, Handle::Along(_))
                && middle.is_some_and(|middle| middle.pixel.distance(pixel) < 2.0 * reach);
            let filled = matches!(handle, Handle::Across(_)) && is_in_square(pixel, &points);
            (near && !at_middle) || filled
        })
    }
}

/// How positions and angles snap while dragging.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Snap {
    /// The grid in world units; none or 0 for no snapping.
    pub step: Option<f32>,
    /// Snap the way moved instead of the place reached.
    pub relative: bool,
    /// The step of angles in radians.
    pub angle: Option<f32>,
    /// Move along this axis only, whatever the handle.
    pub lock: Option<Axis>,
}

/// What a drag did so far.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Change {
    /// Moved by this much.
    Move(Vec3),
    /// Turned counter-clockwise around the gizmo's origin, in radians from -π to π.
    Turn(f32),
}

/// A drag under way.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Drag {
    /// The handle that is held.
    pub handle: Handle,
    /// Where the gizmo was when the drag began.
    pub origin: Vec3,
    grip: Vec3,
}

impl Drag {
    /// Takes hold of a handle. `None` when it cannot be dragged from this point of view.
    pub fn begin(handle: Handle, origin: Vec3, camera: &Camera, size: Vec2, pixel: Vec2) -> Option<Self> {
        let grip = grip(handle, origin, camera, &camera.ray(pixel, size))?;
        Some(Self { handle, origin, grip })
    }

    /// What dragging to a pixel means. `None` when the pointer left the plane of the handle (over
    /// the horizon): keep the last answer then.
    pub fn change(&self, camera: &Camera, size: Vec2, pixel: Vec2, snap: &Snap) -> Option<Change> {
        let ray = camera.ray(pixel, size);
        let now = grip(self.handle, self.origin, camera, &ray)?;
        if self.handle == Handle::Turn {
            let flat = |point: Vec3| (point - self.origin).truncate();
            let (from, to) = (flat(self.grip), flat(now));
            if from.length_squared() < 1e-12 || to.length_squared() < 1e-12 {
                return Some(Change::Turn(0.0));
            }
            return Some(Change::Turn(to_step(from.angle_to(to), snap.angle)));
        }
        let moved = now - self.grip;
        let mut delta = Vec3::ZERO;
        for axis in Axis::ALL {
            let unlocked = snap.lock.is_none_or(|lock| lock == axis);
            let moves = match self.handle {
                Handle::Along(along) => along == axis,
                Handle::Across(across) => across != axis,
                Handle::Turn => false,
            };
            if unlocked && moves {
                let direction = axis.direction();
                let way = moved.dot(direction);
                let start = self.origin.dot(direction);
                let way = if snap.relative {
                    to_step(way, snap.step)
                } else if snap.step.is_some_and(|step| step > 0.0) {
                    to_step(start + way, snap.step) - start
                } else {
                    way
                };
                delta += direction * way;
            }
        }
        Some(Change::Move(delta))
    }
}

/// The point of a handle's line or plane that a ray points at.
fn grip(handle: Handle, origin: Vec3, camera: &Camera, ray: &Ray) -> Option<Vec3> {
    match handle {
        Handle::Along(axis) => {
            let axis = axis.direction();
            let off = origin - ray.origin;
            let slant = axis.dot(ray.direction);
            let sine = 1.0 - slant * slant;
            if sine < LEAST_SINE * LEAST_SINE * 0.25 {
                return None;
            }
            // Where two lines come nearest to each other.
            let along = (slant * off.dot(ray.direction) - off.dot(axis)) / sine;
            Some(origin + axis * along)
        }
        Handle::Across(axis) => plane_hit(axis.direction(), origin, camera, ray),
        Handle::Turn => plane_hit(Vec3::Z, origin, camera, ray),
    }
    .filter(|point| point.is_finite())
}

fn plane_hit(normal: Vec3, origin: Vec3, camera: &Camera, ray: &Ray) -> Option<Vec3> {
    let slope = ray.direction.dot(normal);
    if slope.abs() < 1e-3 {
        return None;
    }
    let distance = (origin - ray.origin).dot(normal) / slope;
    // From above the ray stands for a whole line.
    (distance > 0.0 || camera.is_top()).then(|| ray.at(distance))
}

fn to_step(value: f32, step: Option<f32>) -> f32 {
    match step {
        Some(step) if step > 0.0 => (value / step).round() * step,
        _ => value,
    }
}

fn distance_to_segment(point: Vec2, from: Vec2, to: Vec2) -> f32 {
    let way = to - from;
    let length = way.length_squared();
    let share = if length > 0.0 { ((point - from).dot(way) / length).clamp(0.0, 1.0) } else { 0.0 };
    (from + way * share).distance(point)
}

/// Whether a point is in the (convex) square that four lines close.
fn is_in_square(point: Vec2, outline: &[Vec2]) -> bool {
    let mut sides = outline.windows(2).filter_map(|pair| match pair {
        [from, to] => Some((*to - *from).perp_dot(point - *from)),
        _ => None,
    });
    let first = sides.next().unwrap_or(0.0);
    outline.len() == 5 && first != 0.0 && sides.all(|side| side * first > 0.0)
}

#[cfg(test)]
mod tests {
    use super::super::camera::{Perspective, Top};
    use super::*;

    const SIZE: Vec2 = Vec2::new(800.0, 600.0);
    const ORIGIN: Vec3 = Vec3::new(3.25, -2.0, 1.0);
    const GIZMO: Gizmo = Gizmo { origin: ORIGIN, moves: true, turns: true };

    fn view() -> Camera {
        let mut view = Perspective { eye: Vec3::ZERO, yaw: 0.7, pitch: -0.6, distance: 12.0, fov_y: 0.8 };
        view.eye = ORIGIN - view.forward() * view.distance;
        Camera::Perspective(view)
    }

    fn top() -> Camera {
        Camera::Top(Top { centre: Vec2::new(2.0, 0.0), units_per_pixel: 0.02 })
    }

    fn pixel(camera: &Camera, point: Vec3) -> Vec2 {
        camera.project(point, SIZE).expect("in front").pixel
    }

    #[test]
    fn every_handle_is_hit_where_it_is_drawn() {
        for camera in [view(), top()] {
            for handle in Handle::ALL {
                let shape = GIZMO.shape(handle, &camera, SIZE, 1.0);
                assert_eq!(shape.is_empty(), !GIZMO.shows(handle, &camera));
                let at = match (handle, shape.as_slice()) {
                    (_, []) => continue,
                    (Handle::Along(_), [from, to, ..]) => from.lerp(*to, 0.9),
                    (Handle::Across(_), [a, _, c, ..]) => a.lerp(*c, 0.5),
                    (Handle::Turn, points) => points[40],
                    _ => panic!("{handle:?} has no shape"),
                };
                let found = GIZMO.hit(&camera, SIZE, 1.0, pixel(&camera, at));
                assert_eq!(found, Some(handle), "{camera:?}");
            }
            let far = pixel(&camera, ORIGIN) + Vec2::splat(180.0);
            assert_eq!(GIZMO.hit(&camera, SIZE, 1.0, far), None);
        }
        assert!(!GIZMO.shows(Handle::Along(Axis::Z), &top()));
        assert!(!GIZMO.shows(Handle::Across(Axis::X), &top()));
        let fixed = Gizmo { moves: false, turns: false, ..GIZMO };
        assert!(Handle::ALL.iter().all(|handle| !fixed.shows(*handle, &view())));
    }

    #[test]
    fn a_drag_follows_the_pointer() {
        for camera in [view(), top()] {
            for (handle, way) in [
                (Handle::Along(Axis::X), Vec3::X * 1.5),
                (Handle::Along(Axis::Y), Vec3::Y * -0.75),
                (Handle::Across(Axis::Z), Vec3::new(0.5, 1.25, 0.0)),
            ] {
                let start = ORIGIN + way * 0.25;
                let drag =
                    Drag::begin(handle, ORIGIN, &camera, SIZE, pixel(&camera, start)).expect("a handle that shows");
                let end = pixel(&camera, start + way);
                let change = drag.change(&camera, SIZE, end, &Snap::default());
                let Some(Change::Move(delta)) = change else {
                    panic!("{change:?}");
                };
                assert!(delta.distance(way) < 0.01, "{handle:?} {delta}");
            }
        }
    }

    #[test]
    fn snapping_to_the_grid_to_steps_and_to_an_axis() {
        let camera = view();
        let drag = Drag::begin(Handle::Across(Axis::Z), ORIGIN, &camera, SIZE, pixel(&camera, ORIGIN))
            .expect("the floor plane shows");
        let end = pixel(&camera, ORIGIN + Vec3::new(1.1, 0.6, 0.0));
        let with = |snap: Snap| match drag.change(&camera, SIZE, end, &snap) {
            Some(Change::Move(delta)) => delta,
            other => panic!("{other:?}"),
        };
        let snap = Snap { step: Some(0.5), ..Snap::default() };
        assert!(with(snap).distance(Vec3::new(1.25, 0.5, 0.0)) < 1e-4, "3.25 + 1.1 lands on 4.5");
        let relative = Snap { relative: true, ..snap };
        assert!(with(relative).distance(Vec3::new(1.0, 0.5, 0.0)) < 1e-4);
        let locked = Snap { lock: Some(Axis::Y), ..relative };
        assert!(with(locked).distance(Vec3::Y * 0.5) < 1e-4);
        let none = Snap { step: Some(0.0), ..Snap::default() };
        assert!(with(none).distance(Vec3::new(1.1, 0.6, 0.0)) < 0.01);
    }

    #[test]
    fn turning_is_counter_clockwise_and_snaps() {
        for camera in [view(), top()] {
            let at = |angle: f32| pixel(&camera, ORIGIN + Vec2::from_angle(angle).extend(0.0));
            let drag = Drag::begin(Handle::Turn, ORIGIN, &camera, SIZE, at(3.0)).expect("the ring shows");
            let turn = |angle, snap: &Snap| match drag.change(&camera, SIZE, at(angle), snap) {
                Some(Change::Turn(turn)) => turn,
                other => panic!("{other:?}"),
            };
            assert!((turn(3.4, &Snap::default()) - 0.4).abs() < 1e-2, "across half a turn");
            assert!((turn(2.5, &Snap::default()) + 0.5).abs() < 1e-2);
            let snap = Snap { angle: Some(0.25), ..Snap::default() };
            assert!((turn(3.4, &snap) - 0.5).abs() < 1e-5);
        }
    }

    #[test]
    fn over_the_horizon_there_is_no_answer() {
        let camera = view();
        let handle = Handle::Across(Axis::Z);
        let start = pixel(&camera, ORIGIN);
        let drag = Drag::begin(handle, ORIGIN, &camera, SIZE, start).expect("shows");
        let sky = Vec2::new(400.0, -4000.0);
        assert_eq!(drag.change(&camera, SIZE, sky, &Snap::default()), None);
    }
}
