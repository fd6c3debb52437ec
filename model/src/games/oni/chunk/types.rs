//! The sixteen types of objects and the lists they stand in (`oni.md` 1.4, 2.1).

use crate::document::TableSpec;
use crate::games::oni::records::*;
use crate::games::oni::tables::*;
use crate::record::Schema;

/// What the names of instances begin with that hold a list of objects.
pub const LIST_NAME: &str = "CJBO";

/// A type of objects.
#[derive(Debug)]
pub struct ObjectType {
    /// Its code in reading order; reversed in files.
    pub tag: &'static [u8; 4],
    /// What follows [`LIST_NAME`] in the name of its list's instance.
    pub word: &'static str,
    /// Its number: the upper byte of what the environment's quads store of its objects.
    pub number: u8,
    /// The table of its list.
    pub table: &'static TableSpec,
    /// Its record type.
    pub schema: &'static Schema,
    /// Whether its objects' bodies are part of the environment (`oni.md` 3.6): moving one leaves them behind.
    pub baked: bool,
}

/// Every type, in the order of their names.
pub static TYPES: &[ObjectType] = &[
    ObjectType { tag: b"CHAR", word: "Character", number: 1, table: &CHARACTERS, schema: &CHARACTER, baked: false },
    ObjectType { tag: b"CMBT", word: "Combat", number: 16, table: &COMBATS, schema: &COMBAT, baked: false },
    ObjectType { tag: b"CONS", word: "Console", number: 15, table: &CONSOLES, schema: &CONSOLE, baked: true },
    ObjectType { tag: b"DOOR", word: "Door", number: 3, table: &DOORS, schema: &DOOR, baked: true },
    ObjectType { tag: b"FLAG", word: "Flag", number: 4, table: &FLAGS, schema: &FLAG, baked: false },
    ObjectType { tag: b"FURN", word: "Furniture", number: 5, table: &FURNITURES, schema: &FURNITURE, baked: true },
    ObjectType { tag: b"MELE", word: "Melee Profile", number: 17, table: &MELEES, schema: &MELEE, baked: false },
    ObjectType { tag: b"NEUT", word: "Neutral", number: 18, table: &NEUTRALS, schema: &NEUTRAL, baked: false },
    ObjectType { tag: b"PART", word: "Particle", number: 8, table: &PARTICLES, schema: &PARTICLE, baked: false },
    ObjectType {
        tag: b"PATR",
        word: "Patrol Path",
        number: 2,
        table: &PATROL_PATHS,
        schema: &PATROL_PATH,
        baked: false,
    },
    ObjectType { tag: b"PWRU", word: "PowerUp", number: 9, table: &POWER_UPS, schema: &POWER_UP, baked: false },
    ObjectType { tag: b"SNDG", word: "Sound", number: 10, table: &SOUNDS, schema: &SOUND, baked: false },
    ObjectType { tag: b"TRIG", word: "Trigger", number: 13, table: &TRIGGERS, schema: &TRIGGER, baked: true },
    ObjectType {
        tag: b"TRGV",
        word: "Trigger Volume",
        number: 11,
        table: &TRIGGER_VOLUMES,
        schema: &TRIGGER_VOLUME,
        baked: false,
    },
    ObjectType { tag: b"TURR", word: "Turret", number: 14, table: &TURRETS, schema: &TURRET, baked: true },
    ObjectType { tag: b"WEAP", word: "Weapon", number: 12, table: &WEAPONS, schema: &WEAPON, baked: false },
];

impl ObjectType {
    /// The type whose list has this instance name (without the tag of the instance).
    pub fn of_name(name: &str) -> Option<&'static ObjectType> {
        let word = name.strip_prefix(LIST_NAME)?;
        TYPES.iter().find(|t| t.word == word)
    }

    /// The type with this code.
    pub fn of_tag(tag: &[u8]) -> Option<&'static ObjectType> {
        TYPES.iter().find(|t| t.tag == tag)
    }

    /// The type of a table's rows.
    pub fn of_table(key: &str) -> Option<&'static ObjectType> {
        TYPES.iter().find(|t| t.table.key == key)
    }

    /// The type with this number.
    pub fn of_number(number: u8) -> Option<&'static ObjectType> {
        TYPES.iter().find(|t| t.number == number)
    }

    /// The name of its list's instance, without the tag of the instance.
    pub fn list_name(&self) -> String {
        format!("{LIST_NAME}{}", self.word)
    }

    /// Its code as it stands in a file.
    pub fn stored_tag(&self) -> [u8; 4] {
        let [a, b, c, d] = *self.tag;
        [d, c, b, a]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_type_is_found_by_its_name_and_in_the_order_of_names() {
        for found in TYPES {
            assert_eq!(ObjectType::of_name(&found.list_name()).map(|t| t.tag), Some(found.tag));
            assert!(std::ptr::eq(found.table.record.unwrap(), found.schema));
        }
        // A level's importer writes lists in this order, and the name table is searched by it.
        let mut names: Vec<String> = TYPES.iter().map(ObjectType::list_name).collect();
        names.sort();
        names.dedup();
        assert_eq!(names.len(), 16);
        assert_eq!(ObjectType::of_name("CJBOPatrol Path").map(|t| t.number), Some(2));
        assert!(ObjectType::of_name("CJBOSomething").is_none());
    }
}
