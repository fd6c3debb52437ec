//! What a type is in a hand and in the air: what its configuration says, or what the documents say of its class.

use glam::{Quat, Vec3};

use super::{pick, prop};
use crate::games::warriors::names::model_hash;
use crate::games::warriors::types::Type;

/// A type as something to take, carry and throw.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Kind {
    pub(super) name: String,
    pub(super) class: String,
    /// Of its model (`warriors.md` 1.3).
    pub(super) hash: u32,
    /// The flags that its class's start gives it (`warriors.md` P38).
    pub(super) flags: u32,
    /// What a contact does.
    pub(super) damage: i32,
    /// The two counters of hits; 255 never wears.
    pub(super) hits: [u8; 2],
    pub(super) weight: f32,
    pub(super) object_type: i64,
    pub(super) material: i64,
    pub(super) pickup: i64,
    /// The set of clips while it is held.
    pub(super) set: i64,
    /// Metres along its own y that it slides when it is taken.
    pub(super) grip: f32,
    pub(super) hold: (Vec3, Quat),
    /// Whole extents of its box, and the middle from its place.
    pub(super) size: Vec3,
    pub(super) centre: Vec3,
}

/// A counter that never wears.
pub(super) const ENDLESS: u8 = 255;

/// Object types (`enums.json`).
pub(super) const TYPE_MOLOTOV: i64 = 8;
pub(super) const TYPE_KNIFE: i64 = 11;
pub(super) const TYPE_MISSIONTV: i64 = 35;
pub(super) const TYPE_MACE: i64 = 39;
/// Sets of clips (`enums.json`).
pub(super) const KNIFE_SET: i64 = 1;
pub(super) const CLUB_SET: i64 = 3;
pub(super) const OVERHEAD_SET: i64 = 4;
pub(super) const THROW_SET: i64 = 5;
pub(super) const GHETTO_SET: i64 = 6;
/// The pick-up with both hands (`warriors.md` P34).
pub(super) const TWO_HANDS: i64 = 2;
/// Weights of a bottle and of a crate (`warriors.md` 1.3).
const LIGHT: f32 = 20.0;
const HEAVY: f32 = 50.0;

/// Sets and object types of melee weapons by name, where no script configures them (`object_types_ref.csv`).
const MELEE: &[(&str, i64, i64)] = &[
    ("dyn_bat", CLUB_SET, 3),
    ("dyn_bat_tuff", CLUB_SET, 3),
    ("dyn_poolcue", CLUB_SET, 3),
    ("dyn_crowbar", CLUB_SET, 10),
    ("dyn_baton", 2, 10),
    ("dyn_boltcutter_b", 2, 10),
    ("dyn_bowie", KNIFE_SET, TYPE_KNIFE),
    ("dyn_swhbld", KNIFE_SET, TYPE_KNIFE),
    ("dyn_tknife", KNIFE_SET, TYPE_KNIFE),
];

/// The classes that are not in the list of known types.
fn class_of(name: &str) -> &'static str {
    match name {
        "dyn_bottle_a" | "dyn_bottle_b" | "dyn_bottle_c" | "dyn_donut_a" | "dyn_donut_b" | "dyn_donut_c" => {
            "thrown_weapon"
        }
        _ => prop::class_of(name),
    }
}

impl Kind {
    /// Of a type.
    pub(super) fn of(name: &str, of: &Type) -> Kind {
        let class = if of.class.is_empty() { class_of(name) } else { of.class.as_str() };
        let known = MELEE.iter().find(|(own, ..)| *own == name);
        let two_handed = matches!(class, "overhead_weapon" | "dyn_cashreg");
        let whole = |n: Option<i128>| n.and_then(|n| i64::try_from(n).ok());
        let set = whole(of.anim_set).unwrap_or(match class {
            _ if two_handed => OVERHEAD_SET,
            "thrown_weapon" | "dyn_molotv" => THROW_SET,
            _ => known.map_or(0, |(_, set, _)| *set),
        });
        let object_type = whole(of.object_type).unwrap_or(match class {
            "dyn_molotv" => TYPE_MOLOTOV,
            _ => known.map_or(0, |(_, _, kind)| *kind),
        });
        // A counter of 0 is one that never wears (`warriors.md` 1.3). Of an unknown thing that is thrown it is 1 (P30).
        let counter = |n: Option<i128>, own: u8| match n.and_then(|n| u8::try_from(n).ok()) {
            Some(0) => ENDLESS,
            Some(n) => n,
            None => own,
        };
        let breaks = matches!(class, "thrown_weapon" | "overhead_weapon" | "dyn_molotv");
        let hash = model_hash(name);
        // The register's, as it was read from a running game (`warriors.md` P34).
        let register = (Vec3::new(0.3075, 0.1306, 0.2869), Quat::from_xyzw(-0.1485, 0.0522, -0.9863, -0.0484));
        let own = if class == "dyn_cashreg" { register } else { (Vec3::ZERO, Quat::IDENTITY) };
        // A rotation that is none turns nothing.
        let turned = |turn: Quat| if turn.length_squared() > 1e-6 { turn.normalize() } else { Quat::IDENTITY };
        let hold = of.hold.map(|(at, turn)| (Vec3::from(at), Quat::from_array(turn)));
        let hold = hold.filter(|(at, turn)| at.is_finite() && turn.is_finite());
        let hold = hold.map_or(own, |(at, turn)| (at, turned(turn)));
        Kind {
            flags: pick::flags(class, hash),
            hash,
            damage: whole(of.hitpoints).and_then(|n| i32::try_from(n).ok()).unwrap_or(0),
            hits: [counter(of.hits, if breaks { 1 } else { ENDLESS }), counter(of.hits2, ENDLESS)],
            weight: whole(of.weight).map_or(if two_handed { HEAVY } else { LIGHT }, |weight| weight as f32),
            object_type,
            material: whole(of.material).unwrap_or(0),
            pickup: whole(of.pickup_anim).unwrap_or(if two_handed { TWO_HANDS } else { 0 }),
            set,
            grip: of.grip.unwrap_or(0.0),
            hold,
            size: of.size.into(),
            centre: of.centre.into(),
            class: class.to_owned(),
            name: name.to_owned(),
        }
    }

    /// The radius it flies and is aimed with: half its size along x (`warriors.md` P29).
    pub(super) fn radius(&self) -> f32 {
        self.size.x * 0.5
    }

    /// What explodes.
    pub(super) fn is_molotov(&self) -> bool {
        self.object_type == TYPE_MOLOTOV
    }

    /// The knives that stick and turn over whoever lets them go (seed 002, Detach).
    pub(super) fn is_knife(&self) -> bool {
        matches!(self.name.as_str(), "dyn_bowie" | "dyn_hunter" | "dyn_tknife" | "dyn_swhbld" | "dyn_swhbld_super")
    }
}
