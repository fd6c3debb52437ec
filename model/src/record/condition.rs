//! When an overlay applies. Conditions name fields, never offsets.

/// Where a condition finds the values it asks for: the object's parts, the level, the layout.
pub trait Facts {
    /// The raw number of a field: `field` of the record itself, or `part.field` of a sibling part.
    fn field(&self, path: &str) -> Option<i128>;
    /// A fact about the level or the game version, by name.
    fn level(&self, name: &str) -> Option<i128>;
    /// The layout of the record's table.
    fn layout(&self) -> u16;
}

/// Facts about nothing: only layout 0 is known. Base fields alone apply.
#[derive(Clone, Copy, Debug, Default)]
pub struct NoFacts;

impl Facts for NoFacts {
    fn field(&self, _: &str) -> Option<i128> {
        None
    }
    fn level(&self, _: &str) -> Option<i128> {
        None
    }
    fn layout(&self) -> u16 {
        0
    }
}

/// A condition over the fields of an object.
#[derive(Clone, Copy, Debug)]
pub enum Condition {
    /// Always.
    Always,
    /// The field has this value.
    Is(&'static str, i64),
    /// The field has one of these values.
    In(&'static str, &'static [i64]),
    /// The field's value under the mask equals this.
    Masked(&'static str, u64, u64),
    /// The field has this bit set.
    Bit(&'static str, u8),
    /// A fact about the level has this value.
    Level(&'static str, i64),
    /// The record's table has this layout.
    Layout(u16),
    /// All of them hold.
    All(&'static [Condition]),
    /// At least one holds.
    Any(&'static [Condition]),
    /// It does not hold.
    Not(&'static Condition),
}

impl Condition {
    /// Whether it holds. A field that cannot be read makes its comparison false.
    pub fn holds(&self, facts: &dyn Facts) -> bool {
        match self {
            Condition::Always => true,
            Condition::Is(path, want) => facts.field(path) == Some(i128::from(*want)),
            Condition::In(path, list) => {
                facts.field(path).is_some_and(|have| list.iter().any(|want| have == i128::from(*want)))
            }
            Condition::Masked(path, mask, want) => {
                facts.field(path).is_some_and(|have| have & i128::from(*mask) == i128::from(*want))
            }
            Condition::Bit(path, bit) => {
                let bit = u32::from(*bit).min(127); // no field has more bits
                facts.field(path).is_some_and(|have| have >> bit & 1 == 1)
            }
            Condition::Level(name, want) => facts.level(name) == Some(i128::from(*want)),
            Condition::Layout(layout) => facts.layout() == *layout,
            Condition::All(list) => list.iter().all(|c| c.holds(facts)),
            Condition::Any(list) => list.iter().any(|c| c.holds(facts)),
            Condition::Not(inner) => !inner.holds(facts),
        }
    }

    /// Calls `name` with every field that the condition asks for.
    pub fn each_field(&self, name: &mut dyn FnMut(&'static str)) {
        match self {
            Condition::Is(path, _)
            | Condition::In(path, _)
            | Condition::Masked(path, _, _)
            | Condition::Bit(path, _) => name(path),
            Condition::All(list) | Condition::Any(list) => list.iter().for_each(|c| c.each_field(name)),
            Condition::Not(inner) => inner.each_field(name),
            Condition::Always | Condition::Level(..) | Condition::Layout(_) => {}
        }
    }

    /// The condition in words, for the reference pages.
    pub fn words(&self) -> String {
        let join = |list: &[Condition], word: &str| list.iter().map(Condition::words).collect::<Vec<_>>().join(word);
        match self {
            Condition::Always => "always".to_owned(),
            Condition::Is(path, want) => format!("{path} is {want}"),
            Condition::In(path, list) => {
                let list: Vec<String> = list.iter().map(i64::to_string).collect();
                format!("{path} is one of {}", list.join(", "))
            }
            Condition::Masked(path, mask, want) => format!("{path} & {mask:#x} is {want:#x}"),
            Condition::Bit(path, bit) => format!("{path} has bit {bit}"),
            Condition::Level(name, want) => format!("the level's {name} is {want}"),
            Condition::Layout(layout) => format!("layout {layout}"),
            Condition::All(list) => join(list, " and "),
            Condition::Any(list) => join(list, " or "),
            Condition::Not(inner) => format!("not ({})", inner.words()),
        }
    }
}
