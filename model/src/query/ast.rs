//! What a query says.

use crate::document::ObjectKind;

/// A query as a tree.
#[derive(Clone, Debug)]
pub(super) enum Expression {
    All(Vec<Expression>),
    Any(Vec<Expression>),
    Not(Box<Expression>),
    /// The object is of this kind.
    Kind(&'static ObjectKind),
    /// The object's name contains this, in lower case.
    Text(String),
    Compare(Comparison),
    /// It stands within a distance of a place, in the game's units.
    Near(Place, f64),
    /// It refers to what the address names, or is referred to by it.
    Linked {
        address: String,
        back: bool,
    },
    /// A check has found something; any check if none is named.
    Problem(Option<String>),
}

impl Expression {
    pub(super) fn is_words(&self) -> bool {
        match self {
            Expression::All(list) => list.iter().all(|e| matches!(e, Expression::Kind(_) | Expression::Text(_))),
            Expression::Kind(_) | Expression::Text(_) => true,
            _ => false,
        }
    }

    pub(super) fn asks_for_problems(&self) -> bool {
        match self {
            Expression::All(list) | Expression::Any(list) => list.iter().any(Expression::asks_for_problems),
            Expression::Not(inner) => inner.asks_for_problems(),
            Expression::Problem(_) => true,
            _ => false,
        }
    }
}

/// Where something is near to.
#[derive(Clone, Debug)]
pub(super) enum Place {
    Object(String),
    At(Vec<f64>),
}

/// A condition over a field.
#[derive(Clone, Debug)]
pub(super) struct Comparison {
    pub(super) field: FieldName,
    pub(super) operator: Operator,
    pub(super) value: String,
}

/// A field as written: `part.field` or `field`, or `field.raw`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct FieldName {
    pub(super) part: Option<String>,
    pub(super) name: String,
    /// The stored number is meant, not the shown one.
    pub(super) raw: bool,
}

/// The name of the object as the tree shows it.
pub(super) const NAME: &str = "name";
/// The position of the object's main record in its table.
pub(super) const ROW: &str = "row";

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Operator {
    Equal,
    NotEqual,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    /// The shown text contains it.
    Contains,
    /// The flag is set, or an element of the list is this.
    Has,
}

impl Operator {
    pub(super) const ALL: [(&'static str, Operator); 8] = [
        ("=", Operator::Equal),
        ("!=", Operator::NotEqual),
        ("<", Operator::Less),
        ("<=", Operator::LessOrEqual),
        (">", Operator::Greater),
        (">=", Operator::GreaterOrEqual),
        ("~", Operator::Contains),
        ("has", Operator::Has),
    ];

    pub(super) fn of(word: &str) -> Option<Operator> {
        Operator::ALL.iter().find(|(w, _)| *w == word).map(|(_, op)| *op)
    }
}
