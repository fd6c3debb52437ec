//! The hash of a world's state.

/// Collects whole numbers into 64 bits. The same numbers in the same order give the same hash on every machine and in
/// every build; it is no protection against anybody.
#[derive(Clone, Copy, Debug)]
pub struct StateHasher(u64);

/// An odd number with well mixed bits (2^64 divided by the golden ratio).
const MULTIPLIER: u64 = 0x9E37_79B9_7F4A_7C15;

impl Default for StateHasher {
    fn default() -> StateHasher {
        StateHasher::new()
    }
}

impl StateHasher {
    /// A hash of nothing yet.
    pub const fn new() -> StateHasher {
        StateHasher(MULTIPLIER)
    }

    /// Adds a number.
    pub fn add(&mut self, number: impl Into<i64>) {
        let number = number.into().cast_unsigned();
        self.0 = (self.0.rotate_left(23) ^ number).wrapping_mul(MULTIPLIER);
        self.0 ^= self.0 >> 29;
    }

    /// Adds how many elements follow, so that two lists cannot run into each other.
    pub fn count(&mut self, count: usize) {
        self.add(i64::try_from(count).unwrap_or(i64::MAX));
    }

    /// The hash.
    pub fn finish(mut self) -> u64 {
        self.add(0);
        self.add(0);
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(numbers: &[i64]) -> u64 {
        let mut hasher = StateHasher::new();
        numbers.iter().for_each(|n| hasher.add(*n));
        hasher.finish()
    }

    #[test]
    fn order_count_and_every_bit_matter() {
        let all = [of(&[]), of(&[0]), of(&[0, 0]), of(&[1]), of(&[0, 1]), of(&[1, 0]), of(&[-1]), of(&[1 << 40])];
        for (at, one) in all.iter().enumerate() {
            assert!(all.iter().skip(at + 1).all(|other| other != one));
        }
    }

    #[test]
    fn the_hash_never_changes_between_builds() {
        assert_eq!(of(&[6906, -1, 65536]), 4_700_093_594_844_457_493);
    }
}
