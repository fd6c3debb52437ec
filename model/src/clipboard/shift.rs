//! Copies that stand elsewhere and have other numbers, by the roles of fields.

use super::{Clip, Part};
use crate::record::access::Travel;
use crate::record::{Field, Kind, Refusal, Role, Schema, Value};

/// How far copies stand from what was copied.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Offset {
    /// In the units that are shown (x, y, z).
    Shown([f64; 3]),
    /// In the units in which plans count: those that are stored, thousandths where numbers with fractions are.
    Stored([f64; 3]),
}

/// Thousandths in one: how plans count what is stored with fractions.
const FRACTIONS: f64 = 1000.0;

impl Clip {
    /// Moves everything by an offset, and raises the game's own numbers of things. Fields that other fields decide are
    /// left alone.
    ///
    /// # Errors
    /// If a new value does not fit.
    pub fn shift(&mut self, by: Offset, id_step: i128) -> Result<(), Refusal> {
        for part in self.things.iter_mut().flat_map(|t| &mut t.parts) {
            let Some(schema) = part.subtree.schema.map(|s| s.0) else { continue };
            if let Some(travel) = part.table.access.travel {
                travelled(part, travel, schema, by, id_step)?;
                continue;
            }
            for field in fields(part, schema) {
                let Some(present) = part.read(field) else { continue };
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

    /// The middle of everything that has a place, in the units in which plans count (x, y, z; 0 along an axis along which
    /// nothing has a place).
    pub fn middle(&self) -> Option<[f64; 3]> {
        let (mut low, mut high) = ([f64::INFINITY; 3], [f64::NEG_INFINITY; 3]);
        let mut note = |axis: usize, value: &Value| {
            if let (Some(number), Some(low), Some(high)) = (counted(value), low.get_mut(axis), high.get_mut(axis)) {
                (*low, *high) = (low.min(number), high.max(number));
            }
        };
        for part in self.things.iter().flat_map(|t| &t.parts) {
            let Some(schema) = part.subtree.schema.map(|s| s.0) else { continue };
            for field in fields(part, schema) {
                let Some(present) = part.read(field) else { continue };
                match (field.role, &present) {
                    (Role::X, value) => note(0, value),
                    (Role::Y, value) => note(1, value),
                    (Role::Z, value) => note(2, value),
                    (Role::Position, Value::List(list)) => {
                        list.iter().take(3).enumerate().for_each(|(axis, value)| note(axis, value));
                    }
                    _ => {}
                }
            }
        }
        let middle = [0, 1, 2].map(|axis: usize| {
            let (low, high) = (low.get(axis).copied(), high.get(axis).copied());
            low.zip(high).map(|(low, high)| (low + high) / 2.0).filter(|m| m.is_finite())
        });
        middle.iter().any(Option::is_some).then(|| middle.map(|m| m.unwrap_or(0.0)))
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

impl Part {
    /// A field's value; `None` if it cannot be read.
    pub fn read(&self, field: &Field) -> Option<Value> {
        match self.table.access.travel {
            Some(travel) => (travel.get)(&self.subtree.head, field).ok(),
            None => field.read(&self.subtree.head, &self.subtree.tail, self.layout).ok(),
        }
    }
}

/// Moves and renumbers what travels as a text.
fn travelled(
    part: &mut Part,
    travel: &Travel,
    schema: &'static Schema,
    by: Offset,
    id_step: i128,
) -> Result<(), Refusal> {
    let way = match by {
        Offset::Shown(way) => way,
        Offset::Stored(way) => way.map(|n| n / FRACTIONS),
    };
    let placed = schema.base_fields().any(|field| matches!(field.role, Role::X | Role::Y | Role::Z));
    if placed && way != [0.0; 3] {
        part.subtree.head = (travel.moved)(&part.subtree.head, schema, way)?;
    }
    for field in schema.base_fields().filter(|field| field.role == Role::Id && field.fixed.is_empty()) {
        if let Some(Value::Int(id)) = part.read(field).filter(|_| id_step != 0) {
            part.subtree.head = (travel.set)(&part.subtree.head, field, &Value::Int(id + id_step))?;
        }
    }
    Ok(())
}

/// A number as plans count it.
fn counted(value: &Value) -> Option<f64> {
    match value {
        Value::Int(raw) => Some(*raw as f64),
        Value::Real(real) => Some(*real * FRACTIONS),
        _ => None,
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
        Value::Real(real) => {
            let way = if matches!(by, Offset::Stored(_)) { stored / FRACTIONS } else { stored };
            Some(Value::Real(real + way))
        }
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
