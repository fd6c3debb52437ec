//! What is known of the types that placed things name (`warriors.md` 1.3, 1.8, 1.11).

use std::collections::BTreeMap;

use super::level::{calls_of, int, real, reals, text};
use super::names::{door_type, known_type, leaf_width, model_hash};
use super::records::calls::{OBJECT_TYPE, ObjectTypeField as F};
use crate::document::{Level, NodeId, Record};

/// A type.
#[derive(Clone, Debug, PartialEq)]
pub struct Type {
    /// The call that configures it; `None` where only its name is known.
    pub call: Option<NodeId>,
    /// The class that moves it.
    pub class: String,
    /// Centre of its box, metres from its place.
    pub centre: [f32; 3],
    /// Whole extents of its box in metres.
    pub size: [f32; 3],
    /// A door's width of a leaf in metres: argument 15.
    pub leaf_width: Option<f32>,
    /// Hit points.
    pub hitpoints: Option<i128>,
    /// Hits until it breaks.
    pub hits: Option<i128>,
    /// What meets its body.
    pub phyflags: Option<i128>,
    /// What it sounds like.
    pub material: Option<i128>,
    /// What it counts as.
    pub object_type: Option<i128>,
    /// A second counter of hits, while it flies.
    pub hits2: Option<i128>,
    /// Its weight.
    pub weight: Option<i128>,
    /// The clip it is picked up with.
    pub pickup_anim: Option<i128>,
    /// The set of clips while it is held.
    pub anim_set: Option<i128>,
    /// How far along its own y it slides when it is taken, in metres.
    pub grip: Option<f32>,
    /// Its place in metres and its rotation (x, y, z, w) in the hand.
    pub hold: Option<([f32; 3], [f32; 4])>,
}

/// Box of a type of which nothing is known, in metres.
const UNKNOWN_SIZE: [f32; 3] = [0.5, 0.5, 0.5];

impl Type {
    fn nothing() -> Type {
        Type {
            call: None,
            class: String::new(),
            centre: [0.0, 0.0, UNKNOWN_SIZE[2] / 2.0],
            size: UNKNOWN_SIZE,
            leaf_width: None,
            hitpoints: None,
            hits: None,
            phyflags: None,
            material: None,
            object_type: None,
            hits2: None,
            weight: None,
            pickup_anim: None,
            anim_set: None,
            grip: None,
            hold: None,
        }
    }

    fn of_call(call: &Record<'_>) -> Type {
        let three = |fields| reals(call, fields).map(|v: [f64; 3]| v.map(|n| n as f32));
        let nothing = Type::nothing();
        Type {
            call: Some(call.id()),
            class: text(call, F::class.field()).unwrap_or_default(),
            centre: three([F::centre_x, F::centre_y, F::centre_z].map(F::field)).unwrap_or(nothing.centre),
            size: three([F::size_x, F::size_y, F::size_z].map(F::field)).unwrap_or(nothing.size),
            leaf_width: real(call, F::f15.field()).map(|w| w as f32),
            hitpoints: int(call, F::hitpoints.field()),
            hits: int(call, F::hits.field()),
            phyflags: int(call, F::phyflags.field()),
            material: int(call, F::material.field()),
            object_type: int(call, F::object_type.field()),
            hits2: int(call, F::hits2.field()),
            weight: int(call, F::weight.field()),
            pickup_anim: int(call, F::pickup_anim.field()),
            anim_set: int(call, F::anim_set.field()),
            grip: real(call, F::grip.field()).map(|grip| grip as f32),
            hold: three([F::hold_x, F::hold_y, F::hold_z].map(F::field)).zip(
                reals(call, [F::hold_qx, F::hold_qy, F::hold_qz, F::hold_qw].map(F::field))
                    .map(|turn: [f64; 4]| turn.map(|n| n as f32)),
            ),
        }
    }

    /// What the lists of the game's own types say of a name.
    fn known(name: &str) -> Option<Type> {
        let standing = |size: [f32; 3]| [0.0, 0.0, size[2] / 2.0];
        if let Some(door) = door_type(name) {
            return Some(Type {
                class: door.class.to_owned(),
                centre: standing(door.size),
                size: door.size,
                leaf_width: leaf_width(name),
                hitpoints: Some(i128::from(door.hitpoints)),
                ..Type::nothing()
            });
        }
        let known = known_type(name)?;
        let (class, centre) = (known.class.to_owned(), standing(known.size));
        Some(Type { class, centre, size: known.size, ..Type::nothing() })
    }

    /// How wide a leaf of a door is: argument 15, or, where nobody knows that, the box by the number of leaves (a guess, for
    /// the two differ: `warriors.md` 3).
    pub fn width_of_leaf(&self, leaves: u8) -> f32 {
        self.leaf_width.filter(|w| *w > 0.0).unwrap_or(self.size[0] / f32::from(leaves.max(1)))
    }
}

/// The types of a level's configuration scripts, by name.
#[derive(Clone, Debug, Default)]
pub struct Types {
    configured: BTreeMap<String, Type>,
}

impl Types {
    /// Reads them. A name that is configured twice is the first of them (`warriors.md` 1.3).
    pub fn of(level: &Level) -> Types {
        let mut configured = BTreeMap::new();
        for call in calls_of(level, &OBJECT_TYPE) {
            if let Some(name) = text(&call, F::name.field()) {
                configured.entry(name).or_insert_with(|| Type::of_call(&call));
            }
        }
        Types { configured }
    }

    /// Whether any configuration is open.
    pub fn is_empty(&self) -> bool {
        self.configured.is_empty()
    }

    /// How many types are configured.
    pub fn len(&self) -> usize {
        self.configured.len()
    }

    /// A type that a script configures.
    pub fn configured(&self, name: &str) -> Option<&Type> {
        self.configured.get(name)
    }

    /// A type by name: configured, or one of the game's own that are listed, or nothing but a box.
    pub fn get(&self, name: &str) -> Type {
        self.configured.get(name).cloned().or_else(|| Type::known(name)).unwrap_or_else(Type::nothing)
    }
}

/// The model of a type: the hash that the Object List has for it, if one is open.
pub fn model_of(level: &Level, name: &str) -> Option<(NodeId, u32)> {
    let table = level.table(super::tables::MODELS.key)?;
    let wanted = model_hash(name);
    let found = level
        .rows(table)
        .find(|row| super::records::Model::new(row.head(), 0).is_some_and(|model| model.type_hash() == wanted))?;
    Some((found.id(), super::records::Model::new(found.head(), 0)?.model_hash()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_leaf_is_no_half_of_its_box_where_its_width_is_known() {
        // Seed 002, "Leaves": the box of dyn_door_stlslot is as wide as one of its two leaves.
        let width = |name: &str, leaves| Types::default().get(name).width_of_leaf(leaves);
        assert_eq!(
            ["dyn_door_stlslot", "dyn_door_store", "dyn_door_big_gate"].map(|name| width(name, 2)),
            [1.09, 1.09, 4.43]
        );
        assert_eq!(width("dyn_door_chainlnk_a", 1), 2.29);
        // Where it is not known, the box is all there is.
        assert_eq!(width("dyn_door_cabin_a", 2), 0.82);
        let named = ["big_gate", "chainlnk_a", "stlslot", "store"].map(|name| format!("dyn_door_{name}"));
        assert!(named.iter().all(|name| door_type(name).is_some() && leaf_width(name).is_some()));
    }
}
