//! Liquids (`marathon.md` 2.3).

use super::light;
use super::trig::{cosine, sine};
use super::world::Run;
use crate::document::Level;
use crate::games::marathon::records::Media;
use crate::preview::{Fidelity, StateHasher, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "medium",
        what: "heights that follow a light, currents of the texture",
        truth: Truth::Verified,
        note: "height and origin equal Aleph One's at 66 of 600 ticks on 44 + 20 levels",
    },
    Fidelity {
        file: "medium",
        what: "damage by lava and goo, being submerged",
        truth: Truth::Documents,
        note: "logged for the walker; currents do not carry anybody",
    },
];

pub(super) const TABLE: &str = "media";

/// How many types of liquids there are; others do not move.
const TYPES: i16 = 5;
const LAVA: i16 = 1;
const GOO: i16 = 2;

/// What never changes about a liquid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Spec {
    pub(super) kind: i16,
    light: i16,
    direction: i16,
    magnitude: i16,
    low: i16,
    high: i16,
    stored_height: i16,
}

/// A liquid at a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub(super) height: i16,
    pub(super) origin: [i16; 2],
}

impl State {
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        let State { height, origin: [x, y] } = *self;
        hasher.add(height);
        hasher.add(x);
        hasher.add(y);
    }
}

/// Reads the liquids of a level.
pub(super) fn read(level: &Level) -> Vec<Spec> {
    let Some(table) = level.link_table(TABLE) else { return Vec::new() };
    let spec = |bytes| {
        let medium = Media::new(bytes, table.layout)?;
        Some(Spec {
            kind: medium.kind(),
            light: medium.light(),
            direction: medium.direction(),
            magnitude: medium.magnitude(),
            low: medium.low(),
            high: medium.high(),
            stored_height: medium.height(),
        })
    };
    table.heads().filter_map(spec).collect()
}

impl Spec {
    /// Where the surface is while the light has this intensity.
    fn height(&self, intensity: i32) -> i16 {
        let tide = (i32::from(self.high) - i32::from(self.low)).wrapping_mul(intensity) >> 16;
        // Cut to 16 bits as the original's field is.
        self.low.wrapping_add(tide as i16)
    }
}

/// Makes the liquids as loading does: the texture's origin is 0, the height follows the light.
pub(super) fn load(run: &mut Run<'_>) {
    for spec in &run.fixed.media {
        run.live.media.push(State { height: spec.stored_height, origin: [0, 0] });
    }
    rise(run);
}

fn rise(run: &mut Run<'_>) {
    for (spec, state) in run.fixed.media.iter().zip(&mut run.live.media) {
        if (0..TYPES).contains(&spec.kind) {
            state.height = spec.height(light::intensity(&run.live.lights, spec.light));
        }
    }
}

/// One tick of all liquids.
pub(super) fn tick(run: &mut Run<'_>) {
    rise(run);
    for (spec, state) in run.fixed.media.iter().zip(&mut run.live.media) {
        let (direction, magnitude) = (i32::from(spec.direction), i32::from(spec.magnitude));
        let [x, y] = &mut state.origin;
        for (origin, part) in [(x, cosine(direction)), (y, sine(direction))] {
            // Kept within one world unit: 0 to 1023 fits.
            *origin = ((i32::from(*origin) + ((part * magnitude) >> 10)) & 1023) as i16;
        }
    }
}

/// Height of a liquid's surface, if there is the liquid.
pub(super) fn height(run: &Run<'_>, index: i16) -> Option<i16> {
    usize::try_from(index).ok().and_then(|index| run.live.media.get(index)).map(|medium| medium.height)
}

/// What a liquid does to somebody in it at a tick: lava 16 each 16 ticks, goo 8 each 8.
pub(super) fn damage(kind: i16, tick: u32) -> Option<i16> {
    match kind {
        LAVA if tick & 15 == 0 => Some(16),
        GOO if tick & 7 == 0 => Some(8),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_surface_lies_between_low_and_high_as_the_light_says() {
        let spec = Spec { kind: 0, light: 0, direction: 0, magnitude: 0, low: -100, high: 301, stored_height: 0 };
        assert_eq!([0, 32768, 65536].map(|intensity| spec.height(intensity)), [-100, 100, 301]);
        // Downwards the fraction is cut towards the lower.
        let falling = Spec { low: 301, high: -100, ..spec };
        assert_eq!([0, 32768, 65536].map(|intensity| falling.height(intensity)), [301, 100, -100]);
    }

    #[test]
    fn lava_and_goo_hurt_at_their_ticks() {
        assert_eq!(
            [damage(1, 16), damage(1, 17), damage(2, 8), damage(2, 16), damage(0, 16)],
            [Some(16), None, Some(8), Some(8), None]
        );
    }
}
