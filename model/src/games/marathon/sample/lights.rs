//! Lights of 100 bytes (`marathon.md` 2.2).

use super::row::Rows;

/// Full intensity, 16.16.
pub(super) const FULL: i32 = 1 << 16;

/// How an intensity moves.
pub(super) const CONSTANT: i16 = 0;
pub(super) const SMOOTH: i16 = 2;
pub(super) const FLICKER: i16 = 3;

/// A light: on, it goes between two intensities by a function; off, it rests at a third.
#[derive(Clone, Copy, Debug)]
pub(super) struct LightSpec {
    /// Normal 0, strobe 1, media 2.
    pub(super) kind: i16,
    /// On at the start.
    pub(super) active: bool,
    pub(super) function: i16,
    pub(super) period: i16,
    pub(super) low: i32,
    pub(super) high: i32,
    pub(super) off: i32,
    pub(super) tag: i16,
}

impl LightSpec {
    /// Always at one intensity.
    pub(super) fn constant(intensity: i32) -> Self {
        let kind = 0;
        Self { kind, active: true, function: CONSTANT, period: 30, low: intensity, high: intensity, off: 0, tag: 0 }
    }

    pub(super) fn write(&self, out: &mut Rows) {
        out.i16(self.kind).u16(u16::from(self.active)).i16(0);
        let mut function = |function, period, intensity| {
            out.i16(function).i16(period).i16(0).i32(intensity).i32(0);
        };
        // Primary active, secondary active, becoming active; the same inactive.
        function(self.function, self.period, self.high);
        function(self.function, self.period, self.low);
        function(SMOOTH, 15, self.high);
        function(CONSTANT, self.period, self.off);
        function(CONSTANT, self.period, self.off);
        function(SMOOTH, 15, self.off);
        out.i16(self.tag).zeros(8);
    }
}
