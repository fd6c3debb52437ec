//! Where an object is, in the game's units.

use crate::document::{Level, Object, Record, RecordFacts};
use crate::record::{Field, Lookup, Role, Schema, Value};

/// The fields that hold the position of the records of one schema and layout.
#[derive(Clone, Debug)]
pub(super) struct Positions {
    schema: &'static Schema,
    layout: u16,
    vector: Option<Lookup>,
    axes: [Option<Lookup>; 3],
}

impl Positions {
    pub(super) fn new(schema: &'static Schema, layout: u16) -> Positions {
        let of = |role: Role| {
            let field = schema.all_fields().into_iter().find(|f| f.role == role)?;
            Some(Lookup::new(schema, field.name, layout))
        };
        Positions { schema, layout, vector: of(Role::Position), axes: [of(Role::X), of(Role::Y), of(Role::Z)] }
    }

    /// The coordinates of a record: on the map's plane first, then the height if it has one.
    fn of(&self, record: &Record<'_>) -> Option<[f64; 3]> {
        let facts = RecordFacts(*record);
        let read = |f: &'static Field| record.get(f).ok()?.as_int();
        if let Some(vector) = &self.vector {
            let field = vector.find(&facts, &read)?;
            let Value::List(list) = record.get(field).ok()? else { return None };
            let mut numbers = list.iter().map(|v| Some(v.as_f64()? / field.unit.divisor));
            return Some([numbers.next()??, numbers.next()??, numbers.next()??]);
        }
        let axis = |lookup: &Option<Lookup>| {
            let field = lookup.as_ref()?.find(&facts, &read)?;
            field.number_shown(&record.get(field).ok()?)
        };
        let [x, y, z] = &self.axes;
        Some([axis(x)?, axis(y)?, axis(z).unwrap_or(f64::NAN)])
    }
}

/// A place and how far from it something may be.
#[derive(Clone, Debug)]
pub(super) struct Near {
    /// As many coordinates as are compared.
    pub(super) place: Vec<f64>,
    pub(super) distance: f64,
    cache: Vec<Positions>,
}

impl Near {
    pub(super) fn new(place: Vec<f64>, distance: f64) -> Near {
        Near { place, distance, cache: Vec::new() }
    }

    pub(super) fn holds<'a>(&mut self, object: &Object, record: impl Fn(u32) -> Option<Record<'a>>) -> bool {
        let Some(at) = position(&mut self.cache, object, record) else { return false };
        let squared: f64 = self.place.iter().zip(at).map(|(a, b)| (a - b) * (a - b)).sum();
        squared <= self.distance * self.distance
    }
}

/// What `near` compares with, where an object is named: its place on the map's plane, or in space if its height is an
/// absolute one (a whole position).
pub(super) fn anchor(level: &Level, object: &Object) -> Option<Vec<f64>> {
    let mut cache = Vec::new();
    let at = position(&mut cache, object, |n| level.record(n))?;
    let space = cache.iter().any(|p| p.vector.is_some());
    Some(at.into_iter().take(if space { 3 } else { 2 }).collect())
}

fn position<'a>(
    cache: &mut Vec<Positions>,
    object: &Object,
    record: impl Fn(u32) -> Option<Record<'a>>,
) -> Option<[f64; 3]> {
    object.parts.iter().find_map(|part| {
        let record = record(part.node.number)?;
        let (schema, layout) = (part.schema.unwrap_or(record.schema()), record.layout());
        let known = cache.iter().position(|p| std::ptr::eq(p.schema, schema) && p.layout == layout);
        let known = known.unwrap_or_else(|| {
            cache.push(Positions::new(schema, layout));
            cache.len() - 1
        });
        cache.get(known)?.of(&record)
    })
}
