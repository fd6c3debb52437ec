//! What a preview has to assume and a person may set otherwise.

use std::collections::BTreeMap;

use super::{Number, Truth};

/// Something that the documents leave open: a distance nobody measured, how hard the game is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Its name in scenario files.
    pub key: &'static str,
    /// Its name for people.
    pub label: &'static str,
    /// What it does, and why it is open.
    pub doc: &'static str,
    /// What it is measured in; empty for none.
    pub unit: &'static str,
    /// What it is unless somebody sets it.
    pub usual: Number,
    /// The least it can be.
    pub least: Number,
    /// The most.
    pub most: Number,
    /// Where the usual value comes from.
    pub truth: Truth,
}

/// What a world is built with beside the level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Start {
    /// The seed of the game's random generator; the game's own default where it is not given.
    pub seed: Option<u32>,
    /// Settings by their keys; others are as usual.
    pub settings: BTreeMap<String, Number>,
}

impl Start {
    /// What a setting is, within its range.
    pub fn setting(&self, setting: &Setting) -> Number {
        let wanted = self.settings.get(setting.key).copied().unwrap_or(setting.usual);
        wanted.max(setting.least).min(setting.most)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_setting_is_as_usual_unless_set_and_stays_in_its_range() {
        let far = Setting {
            key: "far",
            label: "Far",
            doc: "",
            unit: "m",
            usual: Number::whole(100),
            least: Number::whole(10),
            most: Number::whole(400),
            truth: Truth::Assumed,
        };
        let mut start = Start::default();
        assert_eq!(start.setting(&far), Number::whole(100));
        for (wanted, is) in [(50, 50), (-3, 10), (9999, 400)] {
            start.settings.insert("far".to_owned(), Number::whole(wanted));
            assert_eq!(start.setting(&far), Number::whole(is));
        }
    }
}
