//! How much of a thing is seen (`warriors.md` P4 to P7).

use super::thing::{Spec, State};
use super::{prop, wheel};
use crate::preview::{Fidelity, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "tint",
        what: "opacity: the tint's alpha, ObjShow's distance, nothing under 10",
        truth: Truth::Documents,
        note: "(P4, P6) shown as `opacity`: the picture draws things or leaves them out",
    },
    Fidelity {
        file: "tint",
        what: "fading by size and in the first second",
        truth: Truth::Assumed,
        note: "(P5, P7) linear; the radius is that of the type's box, for the model's is not read; shown markers and props that had a blow do not fade in",
    },
    Fidelity {
        file: "tint",
        what: "fading of what stands before the camera",
        truth: Truth::NotSimulated,
        note: "(P7) the camera has no direction here",
    },
];

/// A radius over a squared distance under which a thing is not drawn, and over which it is drawn whole.
const CULLED: f32 = 0.0004;
const WHOLE: f32 = 0.0005;
/// The alpha under which nothing is drawn.
const LEAST: f32 = 10.0;
/// Metres over which ObjShow's distance fades.
const SHOW_FADE: f32 = 2.0;
/// Ticks that a thing fades in.
const FADE_IN: f32 = 60.0;

/// The share of a thing that its size leaves at a distance.
pub(super) fn by_size(radius: f32, distance: f32) -> f32 {
    let ratio = radius / (distance * distance).max(f32::MIN_POSITIVE);
    ((ratio - CULLED) / (WHOLE - CULLED)).clamp(0.0, 1.0)
}

/// The share that ObjShow's distance leaves.
pub(super) fn by_show(limit: f32, distance: f32) -> f32 {
    if limit > 0.0 { ((limit - distance) / SHOW_FADE).clamp(0.0, 1.0) } else { 1.0 }
}

/// What is not faded in: shown markers, and props that had a blow (flag 0x800000 of `warriors.md` 1.6; seed 002,
/// "Drawing").
fn at_once(spec: &Spec, state: &State) -> bool {
    let hit = state.prop.left != prop::State::of(spec.prop).left;
    hit || spec.is_marker() && state.marker.shown
}

/// The alpha that a thing is drawn with, from a camera so far away; 0 where it is not drawn.
pub(super) fn opacity(spec: &Spec, state: &State, distance: f32, now: u32) -> f32 {
    if !state.live || state.hidden && !spec.is_marker() {
        return 0.0;
    }
    // A sign of the wheel is hidden by its scene in between (`warriors.md` P32).
    if let Some(wheel::Part::Sign(sign)) = wheel::part_of(&spec.name)
        && !wheel::lit(sign, wheel::frame(now))
    {
        return 0.0;
    }
    let own = (state.tint & 0xFF) as f32;
    let own = if spec.is_marker() { own * f32::from(state.marker.drawn) / 255.0 } else { own };
    let size = if spec.exempt() { 1.0 } else { by_size(spec.size.length() * 0.5, distance) };
    let age = now.saturating_sub(state.since) as f32 / FADE_IN;
    let age = if at_once(spec, state) { 1.0 } else { age.min(1.0) };
    let alpha = own * size * by_show(state.distance, distance) * age;
    if alpha < LEAST { 0.0 } else { alpha }
}
