//! A random generator that several old games use.

/// A shift register of 16 bits: a 1 falling out at the low end flips the bits of the mask. It runs through all numbers
/// but 0 before it repeats itself if the mask is well chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShiftRegister {
    state: u16,
    mask: u16,
}

impl ShiftRegister {
    /// A register with a mask, standing at a number.
    pub const fn new(mask: u16, state: u16) -> ShiftRegister {
        ShiftRegister { state, mask }
    }

    /// The next number; never 0 unless it stands at 0.
    pub fn draw(&mut self) -> u16 {
        let odd = self.state & 1 == 1;
        self.state >>= 1;
        if odd {
            self.state ^= self.mask;
        }
        self.state
    }

    /// Where it stands: the number drawn last.
    pub const fn state(&self) -> u16 {
        self.state
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_but_zero_comes_before_the_first_comes_again() {
        let mut register = ShiftRegister::new(0xB400, 0xFDED);
        let mut draws = 1;
        while register.draw() != 0xFDED {
            draws += 1;
        }
        assert_eq!(draws, 65535);
    }

    #[test]
    fn the_sequence_is_known() {
        let mut register = ShiftRegister::new(0xB400, 0xFDED);
        assert_eq!([0; 4].map(|_| register.draw()), [0xCAF6, 0x657B, 0x86BD, 0xF75E]);
    }

    #[test]
    fn zero_stays() {
        assert_eq!(ShiftRegister::new(0xB400, 0).draw(), 0);
    }
}
