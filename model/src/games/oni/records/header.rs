//! What every object begins with (`oni.md` 2.1).

use super::DEGREES;
use crate::games::oni::names::*;
use crate::record::codec::Array;
use crate::record::codec::le::*;
use crate::record::{Matching, Role};

crate::record_table! {
    /// An object of unknown type, or one whose own data could not be read: only the header is known, the rest is kept
    /// as bytes.
    pub OBJECT_HEADER: ObjectHeader, ObjectHeaderField = "oni.object", "Unknown object", 40 bytes, "oni.md 2.1",
        matching(Matching::Alignment);
    /// How many bytes of the object follow this number.
    object_size @ 0: U32, role(Role::SizeOf("rest")), fixed("it follows from the object's contents"), label("Size in bytes"),
        group("Object");
    /// The type: four letters, reversed in the file.
    tag @ 4: U32, tag(), fixed("the list it stands in decides its type"), label("Type"), group("Object");
    /// The object's number in the level, by custom unique. Scripts do not use it; of a baked object it stands in the
    /// quads of the environment too.
    object_id @ 8: U32, label("Object id"), group("Object");
    /// How the level editor of the developers treated it; of no use to the game.
    object_flags @ 12: U32, flags(&OBJECT_FLAGS), label("Object flags"), group("Object");
    /// Where it stands: x, y (up), z, in units of a tenth of a metre.
    position @ 16: Array<F32, 3>, vector(), role(Role::Position), group("Object");
    /// How it is turned about x, then y, then z, in degrees.
    rotation @ 28: Array<F32, 3>, vector(), role(Role::Rotation), unit(DEGREES), group("Object");
}
