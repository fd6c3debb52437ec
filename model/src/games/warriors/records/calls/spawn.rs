//! Objects that a script places (`warriors.md` 1.2).

use super::{KEPT, STORED};
use crate::games::warriors::names::SPAWN_FLAGS;
use crate::games::warriors::records::{METRES, WORD};
use crate::record::access::PathStep::{Item, Named};
use crate::record::codec::Elsewhere;
use crate::record::{ColourForm, Kind, Matching, Role};

crate::record_table! {
    /// An object that a script places. It appears when something asks for it or a camera comes near.
    pub OBJECT_SPAWN: ObjectSpawn, ObjectSpawnField = "warriors.object_spawn", "Object (script)", 0 bytes,
        "warriors.md 1.2", matching(Matching::Alignment);
    /// Its type: a name that the configuration gives.
    name @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), role(Role::Name), label("Type");
    /// East.
    x @ 0: Elsewhere, path(&[Item(1), Item(0)]), kind(Kind::Real64), unit(METRES), role(Role::X), group("Position");
    /// North.
    y @ 0: Elsewhere, path(&[Item(1), Item(1)]), kind(Kind::Real64), unit(METRES), role(Role::Y), group("Position");
    /// Up.
    z @ 0: Elsewhere, path(&[Item(1), Item(2)]), kind(Kind::Real64), unit(METRES), role(Role::Z), group("Position");
    /// Rotation, a quaternion: x. The game packs it into 16 bits, so that its size stays below 8.
    qx @ 0: Elsewhere, path(&[Item(2), Item(0)]), kind(Kind::Real64), group("Rotation (quaternion)");
    /// Rotation: y.
    qy @ 0: Elsewhere, path(&[Item(2), Item(1)]), kind(Kind::Real64), group("Rotation (quaternion)");
    /// Rotation: z.
    qz @ 0: Elsewhere, path(&[Item(2), Item(2)]), kind(Kind::Real64), group("Rotation (quaternion)");
    /// Rotation: w.
    qw @ 0: Elsewhere, path(&[Item(2), Item(3)]), kind(Kind::Real64), group("Rotation (quaternion)");
    /// Always -1 in the game's scripts.
    unused @ 0: Elsewhere, path(&[Item(3)]), fixed("the game reads it and does not use it");
    /// Its zone: zone 0 is on when a level starts, others once a script enables them.
    zone @ 0: Elsewhere, path(&[Item(4)]), limits(0, 1023);
    /// How it is spawned.
    flags @ 0: Elsewhere, path(&[Item(5)]), flags(&SPAWN_FLAGS), limits(-0x8000_0000, 0xFFFF_FFFF);
    /// Its colour: 0xRRGGBBAA multiplies the model's. White where the script gives none.
    tint @ 0: Elsewhere, path(&[Item(6)]), kind(Kind::Colour(ColourForm::Rgba32)), role(Role::Colour),
        limits(0, 0xFFFF_FFFF);
    /// The world flag that is linked to it; `nil` for none.
    flag_name @ 0: Elsewhere, path(&[Item(7)]), kind(WORD);
    /// The variable that holds its handle.
    handle @ 0: Elsewhere, path(&[Named("handle")]), kind(WORD), fixed(KEPT);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}
