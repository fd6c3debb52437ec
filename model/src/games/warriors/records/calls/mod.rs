//! The calls of scripts that place and configure things, one file per sort (`warriors.md` 1.2, 1.3).
//!
//! One table serves the compiled and the text script: its fields are argument paths, and how an argument is stored is
//! the business of the table's access pair ([`crate::games::warriors::script`]).

pub mod doors;
pub mod flags;
pub mod glass;
pub mod object_type;
pub mod objects;
pub mod pools;
pub mod spawn;
pub mod trains;

pub use doors::*;
pub use flags::*;
pub use glass::*;
pub use object_type::*;
pub use objects::*;
pub use pools::*;
pub use spawn::*;
pub use trains::*;

use crate::record::Schema;

/// Every call.
pub static ALL: &[&Schema] = &[
    &POOL_SIZES,
    &OBJECT_SPAWN,
    &DOOR,
    &PANE,
    &GLASS_TYPE,
    &OBJECT_TYPE,
    &TRAIN_START,
    &TRAIN_POINT,
    &TRAIN_STOP,
    &ZONE_ENABLE,
    &ZONE_MARK,
    &OBJECT_SHOW,
    &OBJECT_HIDE,
    &OBJECT_DESTROY,
    &OBJECT_COLOUR,
    &DOOR_OPEN,
    &DOOR_CLOSE,
    &DOOR_OPEN_DEGREE,
    &DOOR_OPEN_BY,
    &DOOR_OPEN_ANIMATED,
    &DOOR_COLLISION,
    &DOOR_PICKABLE,
    &DOOR_LINK_ON,
    &DOOR_LINK_OFF,
    &BREAK_GLASS,
    &BREAK_OBJECTS,
    &TIME_TO_LIVE,
    &FLAG,
    &VOLUME_BOX,
    &VOLUME_BOX_TURN,
];

/// Names of the calls, in the order of [`ALL`] (`warriors.md` 1.2).
static NAMES: &[&str] = &[
    "CfgSetDatabaseSizes",
    "ObjSpawn",
    "SpawnDoor",
    "SpawnBreakableGlass",
    "CfgSetGlassProperties",
    "CfgObj",
    "ObjStartTrain",
    "ObjSetTrainPoint",
    "ObjStopTrain",
    "ObjEnableZone",
    "ObjMarkZone",
    "ObjShow",
    "ObjHide",
    "ObjDestroy",
    "ObjColor",
    "OpenDoor",
    "CloseDoor",
    "DoorOpenDegree",
    "DoorOpen",
    "OpenDoorAnimated",
    "DisableDoorCollision",
    "SetDoorPickable",
    "EnableDoorLink",
    "DisableDoorLink",
    "BreakGlassInRadius",
    "BreakObjectsInRadius",
    "CfgSetGlobalTimeToLive",
    "AddFlag",
    "AddVolumeBox",
    "RotateVolumeBox",
];

/// The record type of a call's name; `None` for other functions.
pub fn schema_of(call: &str) -> Option<&'static Schema> {
    let at = NAMES.iter().position(|name| *name == call)?;
    ALL.get(at).copied()
}

/// The call that a record type stands for; `None` for other record types.
pub fn call_of(schema: &Schema) -> Option<&'static str> {
    let at = ALL.iter().position(|known| std::ptr::eq(*known, schema))?;
    NAMES.get(at).copied()
}

/// Where a script keeps what a call gives back.
const KEPT: &str = "the script refers to it by this name";
/// Why the file of a record cannot be set.
const STORED: &str = "it is where it is stored";
/// A handle of an object, as the script names it.
const HANDLE: &str = "it is named by the script";

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_call_has_its_record_type() {
        assert_eq!(ALL.len(), NAMES.len());
        for (schema, name) in ALL.iter().zip(NAMES) {
            assert!(std::ptr::eq(schema_of(name).unwrap(), *schema));
            assert_eq!(call_of(schema), Some(*name));
            assert!(schema.base_field("source").is_some(), "{name}");
        }
        assert!(schema_of("print").is_none());
    }
}
