//! Colours of the scene, and the scales that turn a number into one.

/// A colour: red, green, blue, opacity, 0 to 255 each, as screens take them (sRGB).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Colour(pub [u8; 4]);

impl Colour {
    /// White.
    pub const WHITE: Self = Self::rgb(255, 255, 255);
    /// Black.
    pub const BLACK: Self = Self::rgb(0, 0, 0);

    /// An opaque colour.
    pub const fn rgb(red: u8, green: u8, blue: u8) -> Self {
        Self([red, green, blue, 255])
    }

    /// The same colour with another opacity, 255 for opaque.
    #[must_use]
    pub const fn with_opacity(self, opacity: u8) -> Self {
        let Self([red, green, blue, _]) = self;
        Self([red, green, blue, opacity])
    }

    /// Red, green and blue multiplied by a factor of 0 to 1; the opacity stays.
    #[must_use]
    pub fn scaled(self, factor: f32) -> Self {
        let Self([red, green, blue, opacity]) = self;
        let scale = |part: u8| (f32::from(part) * factor).round().clamp(0.0, 255.0) as u8;
        Self([scale(red), scale(green), scale(blue), opacity])
    }

    /// Both colours multiplied, as light through two glasses.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        let mut parts = self.0;
        for (part, factor) in parts.iter_mut().zip(other.0) {
            // A product of two bytes over 255 fits a byte again.
            *part = (u16::from(*part) * u16::from(factor) / 255) as u8;
        }
        Self(parts)
    }

    /// The colour a share (0 to 1) of the way to another.
    #[must_use]
    pub fn mixed(self, other: Self, share: f32) -> Self {
        let share = share.clamp(0.0, 1.0);
        let mut parts = self.0;
        for (part, goal) in parts.iter_mut().zip(other.0) {
            let mixed = f32::from(*part) + (f32::from(goal) - f32::from(*part)) * share;
            *part = mixed.round().clamp(0.0, 255.0) as u8;
        }
        Self(parts)
    }

    /// A colour for a share of 0 (low, blue) to 1 (high, yellow) that grows steadily lighter, so
    /// that the order shows without colour vision as well. Not a number counts as 0.
    pub fn ramp(share: f32) -> Self {
        const STEPS: [Colour; 5] = [
            Colour::rgb(58, 62, 140),
            Colour::rgb(52, 110, 160),
            Colour::rgb(62, 158, 138),
            Colour::rgb(140, 196, 96),
            Colour::rgb(248, 228, 92),
        ];
        let share = if share.is_nan() { 0.0 } else { share };
        let place = share.clamp(0.0, 1.0) * (STEPS.len() - 1) as f32;
        let at = (place.floor() as usize).min(STEPS.len() - 2);
        let pair = (STEPS.get(at), STEPS.get(at + 1));
        match pair {
            (Some(low), Some(high)) => low.mixed(*high, place - at as f32),
            _ => Self::WHITE,
        }
    }

    /// A grey for a brightness of 0 (dark, but still visible) to 1.
    pub fn brightness(share: f32) -> Self {
        let share = if share.is_nan() { 0.0 } else { share };
        Self::rgb(38, 40, 50).mixed(Self::rgb(255, 250, 232), share)
    }

    /// A colour of its own for a number; neighbouring numbers differ clearly.
    pub fn distinct(number: u32) -> Self {
        // Turning the hue by the golden section spreads any run of numbers evenly.
        let hue = (f64::from(number) * 0.618_033_988_749_895).fract() as f32;
        let (saturation, value) = match number % 3 {
            0 => (0.52, 0.88),
            1 => (0.40, 0.76),
            _ => (0.62, 0.68),
        };
        Self::from_hue(hue, saturation, value)
    }

    /// Hue of 0 to 1 around the circle, saturation and value of 0 to 1.
    pub fn from_hue(hue: f32, saturation: f32, value: f32) -> Self {
        let part = |offset: f32| {
            let place = (offset + hue * 6.0).rem_euclid(6.0);
            let dip = place.min(4.0 - place).clamp(0.0, 1.0);
            ((value - value * saturation * dip) * 255.0).round() as u8
        };
        Self::rgb(part(5.0), part(3.0), part(1.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lightness(colour: Colour) -> u32 {
        let [red, green, blue, _] = colour.0.map(u32::from);
        red * 3 + green * 6 + blue
    }

    #[test]
    fn the_ramp_grows_lighter_and_takes_any_number() {
        let mut last = 0;
        for step in 0..=20 {
            let now = lightness(Colour::ramp(step as f32 / 20.0));
            assert!(now > last, "step {step}");
            last = now;
        }
        assert_eq!(Colour::ramp(f32::NAN), Colour::ramp(0.0));
        assert_eq!(Colour::ramp(-7.0), Colour::ramp(0.0));
        assert_eq!(Colour::ramp(f32::INFINITY), Colour::ramp(1.0));
    }

    #[test]
    fn neighbouring_numbers_differ() {
        for number in 0..64 {
            let (here, next) = (Colour::distinct(number), Colour::distinct(number + 1));
            let apart: u32 = here.0.iter().zip(next.0).map(|(a, b)| u32::from(a.abs_diff(b))).sum();
            assert!(apart > 90, "{number}: {here:?} {next:?}");
        }
    }

    #[test]
    fn hues_are_the_usual_ones() {
        assert_eq!(Colour::from_hue(0.0, 1.0, 1.0), Colour::rgb(255, 0, 0));
        assert_eq!(Colour::from_hue(1.0 / 3.0, 1.0, 1.0), Colour::rgb(0, 255, 0));
        assert_eq!(Colour::from_hue(0.4, 0.0, 1.0), Colour::WHITE);
    }

    #[test]
    fn mixing_scaling_and_multiplying() {
        let grey = Colour::BLACK.mixed(Colour::WHITE, 0.5);
        assert_eq!(grey, Colour::rgb(128, 128, 128));
        assert_eq!(Colour::WHITE.scaled(0.5).with_opacity(7).0, [128, 128, 128, 7]);
        assert_eq!(Colour::rgb(100, 0, 255).times(Colour::WHITE), Colour::rgb(100, 0, 255));
    }
}
