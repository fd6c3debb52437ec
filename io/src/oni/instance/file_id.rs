//! The file id in every instance's prefix, and the names it belongs to (`oni.md` 1.2).

/// What a level file is called: `level3_Final` is level 3 with the suffix `Final`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelName {
    /// The level's number.
    pub level: u32,
    /// What follows the underline.
    pub suffix: String,
}

/// The suffix of the game's own files; its hash is 0.
const FINAL: &str = "Final";
/// Levels have numbers of 7 bits: the id's topmost byte is shifted by one.
const MOST_LEVELS: u32 = 127;

impl LevelName {
    /// Takes a file's name without its ending apart.
    pub fn parse(stem: &str) -> Option<LevelName> {
        let rest = stem.get(..5).filter(|l| l.eq_ignore_ascii_case("level")).and_then(|_| stem.get(5..))?;
        let (number, suffix) = rest.split_once('_')?;
        let level = number.parse().ok().filter(|l| *l <= MOST_LEVELS)?;
        (number.bytes().all(|b| b.is_ascii_digit()) && !suffix.is_empty() && suffix.is_ascii())
            .then(|| LevelName { level, suffix: suffix.to_owned() })
    }

    /// The id that every instance of a file of this name must carry.
    pub fn file_id(&self) -> u32 {
        let hash = if self.suffix == FINAL { 0 } else { hash(&self.suffix) };
        (self.level << 24 | hash & 0x00FF_FFFF) << 1 | 1
    }
}

/// The sum over i = 1.. of (upper-case letter - 64) * i.
fn hash(suffix: &str) -> u32 {
    let letters = (1i32..).zip(suffix.bytes());
    let sum = letters.fold(0i32, |sum, (i, b)| {
        let letter = i32::from(b.to_ascii_uppercase()) - 64;
        sum.wrapping_add(letter.wrapping_mul(i))
    });
    sum.cast_unsigned()
}

/// The level's number in a file id.
pub fn level_of(file_id: u32) -> u32 {
    file_id >> 25
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ids_are_those_of_published_files() {
        let id = |stem: &str| LevelName::parse(stem).map(|n| n.file_id());
        assert_eq!(id("level3_Final"), Some(0x0600_0001)); // appendix A
        assert_eq!(id("level1_Test"), Some(0x0200_014F)); // data/hostile/oni/control
        assert_eq!(id("LEVEL0_Final"), Some(1));
        assert_eq!(id("level3"), None);
        assert_eq!(id("level128_Final"), None);
        assert_eq!(id("level+1_Final"), None);
        assert_eq!(level_of(0x0600_0001), 3);
    }
}
