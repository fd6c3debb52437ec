//! A small random generator: the same seed gives the same numbers on every machine.

/// SplitMix64 (Steele, Lea and Flood 2014): one addition and a mix of shifts and multiplications a number.
#[derive(Clone, Debug)]
pub struct Random(u64);

impl Random {
    /// A generator that begins at `seed`.
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// 64 random bits.
    pub fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// A number below `end`; 0 if `end` is 0.
    pub fn below(&mut self, end: usize) -> usize {
        let end = end as u64;
        // The remainder is below `end`, which came from a usize.
        self.bits().checked_rem(end).map_or(0, |n| n as usize)
    }

    /// True once in `n` times.
    pub fn one_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    /// One of a list; `None` if it is empty.
    pub fn pick<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }
}

/// A hash of bytes that names findings and begins generators (FNV-1a).
pub fn hash(bytes: &[u8]) -> u64 {
    bytes.iter().fold(0xCBF2_9CE4_8422_2325, |hash, byte| (hash ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01B3))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_gives_the_same_numbers() {
        // First output of SplitMix64 with seed 0, as published with the algorithm.
        assert_eq!(Random::new(0).bits(), 0xE220_A839_7B1D_CDAF);
        let (mut a, mut b) = (Random::new(7), Random::new(7));
        assert!((0..100).all(|n| a.below(n) == b.below(n)));
        assert_eq!(a.pick::<u8>(&[]), None);
    }
}
