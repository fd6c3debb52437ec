//! What a number refers to.

use super::condition::Facts;
use super::kind::{Kind, Link, Target};
use super::{Field, Value};

impl Target {
    /// The target with every "depends on another field" decided; `None` if no case fits, or the field
    /// that decides cannot be read.
    pub fn resolve(&'static self, facts: &dyn Facts) -> Option<&'static Target> {
        match self {
            Target::By { field, cases, otherwise } => {
                let value = facts.field(field)?;
                let case = cases.iter().find(|(v, _)| i128::from(*v) == value).map(|(_, target)| *target);
                case.or(*otherwise)?.resolve(facts)
            }
            plain => Some(plain),
        }
    }
}

impl Link {
    /// Whether the raw number means "nothing".
    pub fn is_none(&self, raw: i128) -> bool {
        self.none.iter().any(|n| i128::from(*n) == raw)
    }

    /// What its numbers name under these facts; see [`Target::resolve`].
    pub fn resolve(&'static self, facts: &dyn Facts) -> Option<&'static Target> {
        self.target.resolve(facts)
    }
}

impl Kind {
    /// The link that numbers of this kind are or may be.
    pub const fn link(&self) -> Option<Link> {
        match self {
            Kind::Link(link) => Some(*link),
            Kind::Keyed { plain: Some(link), .. } => Some(**link),
            _ => None,
        }
    }

    /// What one raw number of this kind refers to; `None` for numbers that mean nothing, variables,
    /// and kinds that refer to nothing.
    fn refers(&'static self, raw: i128, facts: &dyn Facts) -> Option<&'static Target> {
        let link = match self {
            Kind::Link(link) => link,
            // A variable is decided at run time: what it will name is not known.
            Kind::Keyed { mask, plain: Some(link), .. } if raw & i128::from(*mask) == 0 => *link,
            _ => return None,
        };
        if link.is_none(raw) { None } else { link.resolve(facts) }
    }
}

/// A reference from a field to something else.
#[derive(Clone, Copy, Debug)]
pub struct Reference {
    /// Which element of the field's list holds it; 0 for a single number.
    pub element: usize,
    /// The raw number.
    pub raw: i128,
    /// What the number names.
    pub target: &'static Target,
}

impl Field {
    /// Everything a value of this field refers to, with "none" values and variables left out and
    /// dependent targets decided by `facts`. Link indexes and renumbering plans go by this.
    pub fn references(&'static self, value: &Value, facts: &dyn Facts) -> Vec<Reference> {
        let one = |kind: &'static Kind, element: usize, value: &Value| {
            let raw = value.as_int()?;
            kind.refers(raw, facts).map(|target| Reference { element, raw, target })
        };
        match (&self.kind, value) {
            (Kind::Array { of, .. } | Kind::Vector { of, .. }, Value::List(list)) => {
                list.iter().enumerate().filter_map(|(i, v)| one(of, i, v)).collect()
            }
            (kind, value) => one(kind, 0, value).into_iter().collect(),
        }
    }

    /// The value with the number of one reference replaced: what a plan that shifts rows stores.
    pub fn with_reference(&self, value: &Value, reference: &Reference, raw: i128) -> Value {
        match value {
            Value::List(list) => {
                let mut list = list.clone();
                if let Some(slot) = list.get_mut(reference.element) {
                    *slot = Value::Int(raw);
                }
                Value::List(list)
            }
            _ => Value::Int(raw),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::codec::le::*;
    use crate::record::codec::{Array, Codec};

    struct Level(i128);
    impl Facts for Level {
        fn field(&self, path: &str) -> Option<i128> {
            (path == "access").then_some(self.0)
        }
        fn level(&self, _: &str) -> Option<i128> {
            None
        }
        fn layout(&self) -> u16 {
            0
        }
    }

    static LOCK: Field = Field::new("lock", "", I16::SHAPE.place, Kind::Int).link_none(
        Target::By {
            field: "access",
            cases: &[(255, &Target::Row("objects"))],
            otherwise: Some(&Target::Outside("boolean")),
        },
        &[0],
    );

    #[test]
    fn a_dependent_target_is_decided_by_the_facts() {
        let target = |access, raw| LOCK.references(&Value::Int(raw), &Level(access)).first().map(|r| r.target);
        assert!(matches!(target(255, 7), Some(Target::Row("objects"))));
        assert!(matches!(target(3, 7), Some(Target::Outside("boolean"))));
        assert!(target(255, 0).is_none(), "0 means nothing");
        assert!(LOCK.references(&Value::Int(7), &crate::record::NoFacts).is_empty(), "nobody can tell");
    }

    static OBJECT: Link = Link { target: Target::Row("objects"), none: &[0] };
    static KEYED: Kind =
        Kind::Keyed { mask: 0x3000, variables: &[(0x1000, "integer")], plain: Some(&OBJECT), rows: &[] };
    static FOUR: Field =
        Field::new("four", "", <Array<U16, 4> as Codec>::SHAPE.place, <Array<U16, 4> as Codec>::SHAPE.kind)
            .each(&KEYED);

    #[test]
    fn variables_and_none_refer_to_nothing_and_elements_are_told_apart() {
        let value = Value::List([5, 0, 0x1005, 9].map(Value::Int).to_vec());
        let found = FOUR.references(&value, &crate::record::NoFacts);
        assert_eq!(found.iter().map(|r| (r.element, r.raw)).collect::<Vec<_>>(), [(0, 5), (3, 9)]);
        assert!(FOUR.is_link() && FOUR.link_of().is_some());
        let Some(last) = found.last() else { panic!("two were found") };
        let new = FOUR.with_reference(&value, last, 8);
        assert_eq!(new, Value::List([5, 0, 0x1005, 8].map(Value::Int).to_vec()));
        assert_eq!(FOUR.with_reference(&Value::Int(3), last, 4), Value::Int(4));
    }
}
