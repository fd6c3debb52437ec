//! Which colour a quad wears in each colouring.

use crate::games::oni::environment::quad_flags::TRANSPARENT;
use crate::scene::{Colour, Colouring};

/// The colours of a group, in the order of [`Colouring::ALL`].
pub(super) type Colours = [Colour; Colouring::COUNT];

const PLAIN: Colour = Colour::rgb(150, 154, 162);
const NOTHING: Colour = Colour::rgb(92, 96, 104);
const GLASS: Colour = Colour([160, 200, 220, 110]);
/// Quads that hurt, and what they are drawn in.
const DANGER: u32 = 0x20000;
/// Bodies of objects.
const BODY: Colour = Colour::rgb(196, 160, 96);

/// Steps of the height's colours: more make no difference to the eye and more groups.
pub(super) const STEPS: u8 = 24;

/// The colours of quads with these flags, this texture and at this step between the lowest and the highest.
pub(super) fn of_quad(flags: u32, owned: bool, texture: Colour, step: u8) -> Colours {
    let see_through = |colour: Colour| {
        let Colour([r, g, b, _]) = colour;
        if flags & TRANSPARENT != 0 { Colour([r, g, b, 130]) } else { Colour([r, g, b, 255]) }
    };
    let kind = if flags & TRANSPARENT != 0 {
        GLASS
    } else if flags & DANGER != 0 {
        Colour::rgb(212, 90, 70)
    } else if owned {
        BODY
    } else {
        PLAIN
    };
    [kind, see_through(height(step)), see_through(Colour::WHITE), see_through(NOTHING), see_through(texture)]
}

/// Deep blue over green to yellow.
fn height(step: u8) -> Colour {
    const LADDER: [[f32; 3]; 3] = [[44.0, 80.0, 160.0], [72.0, 164.0, 120.0], [236.0, 208.0, 96.0]];
    let at = f32::from(step.min(STEPS)) / f32::from(STEPS) * 2.0;
    let (from, to) = if at < 1.0 { (LADDER[0], LADDER[1]) } else { (LADDER[1], LADDER[2]) };
    let share = at.fract().max(if at >= 2.0 { 1.0 } else { 0.0 });
    let mix = |i: usize| {
        let (a, b) = (from.get(i).unwrap_or(&0.0), to.get(i).unwrap_or(&0.0));
        (a + (b - a) * share) as u8
    };
    Colour::rgb(mix(0), mix(1), mix(2))
}

/// One colour in every colouring.
pub(super) fn plain(colour: Colour) -> Colours {
    [colour; Colouring::COUNT]
}

/// A baked light, 0xAARRGGBB.
pub(super) fn shade(argb: u32) -> Colour {
    let [_, r, g, b] = argb.to_be_bytes();
    Colour::rgb(r, g, b)
}
