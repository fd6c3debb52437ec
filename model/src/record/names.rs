//! Names of enum values and flag bits. Numbers without a name are kept and shown raw.

/// A named number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Name {
    /// The raw number.
    pub value: i64,
    /// Its name, in the game's own vocabulary.
    pub name: &'static str,
}

/// The names of an enum.
#[derive(Clone, Copy, Debug)]
pub struct Names {
    /// What the enum is called.
    pub key: &'static str,
    /// Where the names come from.
    pub source: &'static str,
    /// The names, in the order in which they are offered.
    pub list: &'static [Name],
}

impl Names {
    /// The name of a raw number.
    pub fn name(&self, value: i128) -> Option<&'static str> {
        // Most lists are dense from zero: look where the value would stand first.
        if let Some(n) = usize::try_from(value).ok().and_then(|i| self.list.get(i))
            && i128::from(n.value) == value
        {
            return Some(n.name);
        }
        self.list.iter().find(|n| i128::from(n.value) == value).map(|n| n.name)
    }

    /// The raw number of a name, ignoring case.
    pub fn value(&self, name: &str) -> Option<i128> {
        self.list.iter().find(|n| n.name.eq_ignore_ascii_case(name)).map(|n| i128::from(n.value))
    }
}

/// A named bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flag {
    /// Bit number, 0 the least significant.
    pub bit: u8,
    /// Its name.
    pub name: &'static str,
    /// What it does, one sentence; may be empty.
    pub doc: &'static str,
}

/// The names of the bits of a flag set.
#[derive(Clone, Copy, Debug)]
pub struct FlagNames {
    /// What the set is called.
    pub key: &'static str,
    /// Where the names come from.
    pub source: &'static str,
    /// The bits.
    pub list: &'static [Flag],
}

impl FlagNames {
    /// The names of the set bits that have one, and the remaining bits.
    pub fn split(&self, value: i128) -> (Vec<&'static str>, i128) {
        let mut names = Vec::new();
        let mut rest = value;
        for flag in self.list {
            let bit = 1i128 << flag.bit;
            if value & bit != 0 {
                names.push(flag.name);
                rest &= !bit;
            }
        }
        (names, rest)
    }

    /// The bit of a name, ignoring case.
    pub fn bit(&self, name: &str) -> Option<u8> {
        self.list.iter().find(|f| f.name.eq_ignore_ascii_case(name)).map(|f| f.bit)
    }
}

/// Declares a static [`Names`].
///
/// ```
/// levelwright_model::names! {
///     /// Which list an object's index counts in.
///     pub GROUPS = "object group", "marathon.md 1.3": 0 "monster", 1 "scenery"
/// }
/// assert_eq!(GROUPS.name(1), Some("scenery"));
/// ```
#[macro_export]
macro_rules! names {
    ($($(#[$meta:meta])* $vis:vis $ident:ident = $key:literal, $source:literal : $($value:literal $name:literal),* $(,)?);* $(;)?) => {
        $($(#[$meta])* $vis static $ident: $crate::record::Names = $crate::record::Names {
            key: $key,
            source: $source,
            list: &[$($crate::record::Name { value: $value, name: $name }),*],
        };)*
    };
}

/// Declares a static [`FlagNames`]; each line is a bit, its name and what it does.
#[macro_export]
macro_rules! flag_names {
    ($($(#[$meta:meta])* $vis:vis $ident:ident = $key:literal, $source:literal : $($bit:literal $name:literal $doc:literal),* $(,)?);* $(;)?) => {
        $($(#[$meta])* $vis static $ident: $crate::record::FlagNames = $crate::record::FlagNames {
            key: $key,
            source: $source,
            list: &[$($crate::record::Flag { bit: $bit, name: $name, doc: $doc }),*],
        };)*
    };
}

#[cfg(test)]
mod tests {
    names! {
        SPARSE = "sparse", "test": 0 "zero", 5 "five", -1 "none"
    }
    flag_names! {
        BITS = "bits", "test": 0 "low" "", 15 "high" ""
    }

    #[test]
    fn names_are_found_both_ways_and_unknown_numbers_have_none() {
        assert_eq!(SPARSE.name(5), Some("five"));
        assert_eq!(SPARSE.name(-1), Some("none"));
        assert_eq!(SPARSE.name(1), None);
        assert_eq!(SPARSE.value("FIVE"), Some(5));
        assert_eq!(SPARSE.value("six"), None);
    }

    #[test]
    fn unnamed_bits_are_left_over() {
        assert_eq!(BITS.split(0x8003), (vec!["low", "high"], 2));
        assert_eq!(BITS.bit("High"), Some(15));
    }
}
