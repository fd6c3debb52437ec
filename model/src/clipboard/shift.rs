//! Copies that stand elsewhere and have other numbers, by the roles of fields.

use super::{Clip, Part};
use crate::record::{Field, Kind, Refusal, Role, Schema, Value};

/// How far copies stand from what was copied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Offset {
    /// In the units that are shown (x, y, z).
    Shown([f64; 3]),
    /// In the units that are stored.
    Stored([f64; 3]),
}

impl Clip {
    /// Moves everything by an offset, and raises the game's own numbers of things. Fields that other fields decide are
    /// left alone.
    ///
    /// # Errors
    /// If a new value does not fit.
    pub fn shift(&mut self, by: Offset, id_step: i128) -> Result<(), Refusal> {
        for part in self.things.iter_mut().flat_map(|t| &mut t.parts) {
            let Some(schema) = part.subtree.schema.map(|s| s.0) else { continue };
            for field in fields(part, schema) {
                let Ok(present) = field.read(&part.subtree.head, &part.subtree.tail, part.layout) else { continue };
                let value = match field.role {
                    Role::X => moved(field, &field.kind, &present, by, 0),
                    Role::Y => moved(field, &field.kind, &present, by, 1),
                    Role::Z => moved(field, &field.kind, &present, by, 2),
                    Role::Position => vector(field, &present, by),
                    Role::Id => present.as_int().map(|id| Value::Int(id + id_step)),
                    _ => continue,
                };
                if let Some(value) = value {
                    store(part, field, &value)?;
                }
            }
        }
        Ok(())
    }

    /// The middle of everything that has a place, in the units that are stored (x, y).
    pub fn middle(&self) -> Option<[f64; 2]> {
        let (mut low, mut high) = ([f64::INFINITY; 2], [f64::NEG_INFINITY; 2]);
        let mut note = |axis: usize, number: Option<f64>| {
            if let (Some(number), Some(low), Some(high)) = (number, low.get_mut(axis), high.get_mut(axis)) {
                (*low, *high) = (low.min(number), high.max(number));
            }
        };
        for part in self.things.iter().flat_map(|t| &t.parts) {
            let Some(schema) = part.subtree.schema.map(|s| s.0) else { continue };
            for field in fields(part, schema) {
                let Ok(present) = field.read(&part.subtree.head, &part.subtree.tail, part.layout) else { continue };
                match (field.role, &present) {
                    (Role::X, value) => note(0, number(value)),
                    (Role::Y, value) => note(1, number(value)),
                    (Role::Position, Value::List(list)) => {
                        list.iter().take(2).enumerate().for_each(|(axis, value)| note(axis, number(value)));
                    }
                    _ => {}
                }
            }
        }
        let middle = [(low[0] + high[0]) / 2.0, (low[1] + high[1]) / 2.0];
        middle.iter().all(|m| m.is_finite()).then_some(middle)
    }

    /// Whether anything in it has a place, and whether anything has a number of its own.
    pub fn roles(&self) -> (bool, bool) {
        let roles = self.things.iter().flat_map(|t| &t.parts).filter_map(|part| {
            let schema = part.subtree.schema?.0;
            Some(fields(part, schema).into_iter().map(|f| f.role).collect::<Vec<_>>())
        });
        roles.flatten().fold((false, false), |(place, id), role| {
            (place || matches!(role, Role::X | Role::Y | Role::Z | Role::Position), id || role == Role::Id)
        })
    }
}

/// The fields of a part that apply, as far as its own bytes tell.
fn fields(part: &Part, schema: &'static Schema) -> Vec<&'static Field> {
    let facts = Bytes { part, schema };
    schema.fields_for(&facts).into_iter().filter(|f| !f.derived && f.fixed.is_empty()).collect()
}

/// A part's own bytes as what conditions ask.
pub(super) struct Bytes<'a> {
    part: &'a Part,
    schema: &'static Schema,
}

impl crate::record::Facts for Bytes<'_> {
    fn field(&self, path: &str) -> Option<i128> {
        let field = self.schema.base_field(path)?;
        field.read(&self.part.subtree.head, &self.part.subtree.tail, self.part.layout).ok()?.as_int()
    }

    fn level(&self, _: &str) -> Option<i128> {
        None
    }

    fn layout(&self) -> u16 {
        self.part.layout
    }
}

fn number(value: &Value) -> Option<f64> {
    match value {
        Value::Int(raw) => Some(*raw as f64),
        Value::Real(real) => Some(*real),
        _ => None,
    }
}

fn vector(field: &Field, present: &Value, by: Offset) -> Option<Value> {
    let (Kind::Vector { of, .. } | Kind::Array { of, .. }, Value::List(list)) = (&field.kind, present) else {
        return None;
    };
    let each = list.iter().enumerate();
    each.map(|(axis, value)| moved(field, of, value, by, axis)).collect::<Option<Vec<_>>>().map(Value::List)
}

fn moved(field: &Field, kind: &Kind, present: &Value, by: Offset, axis: usize) -> Option<Value> {
    let of = |list: &[f64; 3]| list.get(axis).copied().unwrap_or(0.0);
    let stored = match by {
        Offset::Stored(list) => of(&list),
        Offset::Shown(list) => {
            let fraction =
                if let Kind::Fixed { fraction } = kind { (1i128 << (*fraction).min(64)) as f64 } else { 1.0 };
            of(&list) * field.unit.divisor * fraction
        }
    };
    match present {
        Value::Int(raw) => Some(Value::Int(raw + stored.round() as i128)),
        Value::Real(real) => Some(Value::Real(real + stored)),
        _ => None,
    }
}

fn store(part: &mut Part, field: &Field, value: &Value) -> Result<(), Refusal> {
    for splice in field.write(&part.subtree.head, &part.subtree.tail, part.layout, value)? {
        let bytes = if field.in_tail { &mut part.subtree.tail } else { &mut part.subtree.head };
        let range = splice.at..splice.at.saturating_add(splice.old_len);
        if bytes.get(range.clone()).is_none() {
            return Err(Refusal::Mismatch { what: format!("{} is too short", field.name) });
        }
        bytes.splice(range, splice.new);
    }
    Ok(())
}
