//! The Wonder Wheel and its neon signs: a scene that loops (`warriors.md` P32).

use glam::Vec3;

use super::fixed::Fixed;
use crate::preview::{Fidelity, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "wheel",
        what: "the loop of 600 frames, the turn of the wheel, when each sign is lit",
        truth: Truth::Documents,
        note: "(P32) in levels that place the wheel; it begins with the level",
    },
    Fidelity {
        file: "wheel",
        what: "which way the axle points, the tracks of the cars",
        truth: Truth::Assumed,
        note: "schematic: a ring that faces the scene's camera, eight rim cars as balls; sliding cars are not drawn",
    },
];

/// The hub.
pub(super) const HUB: Vec3 = Vec3::new(515.51, -68.89, -188.67);
/// The camera of the scene.
pub(super) const CAMERA: Vec3 = Vec3::new(462.60, -122.35, -187.93);
/// From the hub to the rim cars, in metres.
pub(super) const RIM: f32 = 21.55;
/// Rim cars.
pub(super) const CARS: u8 = 8;
/// Frames of the loop, two ticks each.
const FRAMES: u32 = 600;
/// Degrees in a loop: one car's spacing.
const TURN: f32 = 45.0;

/// Frames between which each sign is lit; the others are hidden.
const LIT: [&[[u32; 2]]; 4] = [
    &[[60, 120], [210, 270], [360, 420], [510, 570]],
    &[[30, 60], [180, 210], [330, 360], [480, 510]],
    &[[0, 30], [150, 180], [300, 330], [450, 480]],
    &[[0, FRAMES]],
];

/// What a type is on the wheel.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    Wheel,
    Car,
    /// A sign: 0 to 3 for a to d.
    Sign(usize),
}

/// The part that a type's name stands for: one of the eight of the wheel.
pub(super) fn part_of(name: &str) -> Option<Part> {
    if name == "dyn_s_wwheel_a" {
        return Some(Part::Wheel);
    }
    if name.starts_with("dyn_s_wwcart_simple_") {
        return Some(Part::Car);
    }
    let sign = name.strip_prefix("dyn_s_neon_")?;
    ["a", "b", "c", "d"].iter().position(|letter| *letter == sign).map(Part::Sign)
}

/// The frame of a tick.
pub(super) fn frame(tick: u32) -> u32 {
    tick / 2
}

/// Whether a sign is lit at a frame.
pub(super) fn lit(sign: usize, frame: u32) -> bool {
    let frame = frame % FRAMES;
    LIT.get(sign).is_some_and(|spans| spans.iter().any(|[from, to]| (*from..*to).contains(&frame)))
}

/// How far the wheel has turned at a frame, in degrees.
pub(super) fn angle(frame: u32) -> f32 {
    // Eight loops are a full turn.
    (frame % (FRAMES * 8)) as f32 * (TURN / FRAMES as f32)
}

/// Whether a level has the wheel.
pub(super) fn stands(fixed: &Fixed) -> bool {
    fixed.things.iter().any(|thing| part_of(&thing.name) == Some(Part::Wheel))
}

/// A place on the rim, so many degrees on: on the ring that faces the scene's camera.
pub(super) fn on_rim(degrees: f32) -> Vec3 {
    let towards = (CAMERA - HUB).truncate().normalize_or_zero();
    let along = Vec3::new(-towards.y, towards.x, 0.0);
    let angle = degrees.to_radians();
    HUB + (along * libm::cosf(angle) + Vec3::Z * libm::sinf(angle)) * RIM
}
