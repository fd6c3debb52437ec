//! What scripts do with placed objects and their zones (`warriors.md` 1.2).

use super::{HANDLE, STORED};
use crate::games::warriors::records::{METRES, WORD};
use crate::record::access::PathStep::{Item, Named};
use crate::record::codec::Elsewhere;
use crate::record::{Kind, Matching, Role};

crate::record_table! {
    /// Switches a zone of objects on or off.
    pub ZONE_ENABLE: ZoneEnable, ZoneEnableField = "warriors.zone_enable", "Zone switch", 0 bytes,
        "warriors.md 1.2", matching(Matching::Alignment);
    /// The zone.
    zone @ 0: Elsewhere, path(&[Item(0)]), role(Role::Id), limits(0, 1023);
    /// Whether its objects appear.
    on @ 0: Elsewhere, path(&[Item(1)]), yes_no();
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// Marks the objects of a zone as removed, or no longer.
    pub ZONE_MARK: ZoneMark, ZoneMarkField = "warriors.zone_mark", "Zone mark", 0 bytes,
        "warriors.md 1.2", matching(Matching::Alignment);
    /// The zone.
    zone @ 0: Elsewhere, path(&[Item(0)]), role(Role::Id), limits(0, 1023);
    /// Always 0.
    unused @ 0: Elsewhere, path(&[Item(1)]);
    /// Whether they are removed.
    removed @ 0: Elsewhere, path(&[Item(2)]), yes_no();
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// Shows an object.
    pub OBJECT_SHOW: ObjectShow, ObjectShowField = "warriors.object_show", "Show object", 0 bytes,
        "warriors.md 1.2, P6", matching(Matching::Alignment);
    /// The object.
    object @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), fixed(HANDLE);
    /// Beyond this distance it is not drawn; 0 for no limit.
    fade_distance @ 0: Elsewhere, path(&[Item(1)]), kind(Kind::Real64), unit(METRES);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// Hides an object.
    pub OBJECT_HIDE: ObjectHide, ObjectHideField = "warriors.object_hide", "Hide object", 0 bytes,
        "warriors.md 1.2", matching(Matching::Alignment);
    /// The object.
    object @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), fixed(HANDLE);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// Takes an object away.
    pub OBJECT_DESTROY: ObjectDestroy, ObjectDestroyField = "warriors.object_destroy", "Destroy object", 0 bytes,
        "warriors.md 1.2, P10", matching(Matching::Alignment);
    /// The object.
    object @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), fixed(HANDLE);
    /// Whether it is told first, so that a marker fades and a door breaks.
    by_message @ 0: Elsewhere, path(&[Item(1)]), yes_no();
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// Tints an object. Each part is 0 to 255: the game keeps part times 65,025, modulo 256.
    pub OBJECT_COLOUR: ObjectColour, ObjectColourField = "warriors.object_colour", "Colour object", 0 bytes,
        "warriors.md 1.2, P4", matching(Matching::Alignment);
    /// The object.
    object @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), fixed(HANDLE);
    /// Red.
    red @ 0: Elsewhere, path(&[Item(1), Item(0)]), kind(Kind::Real64);
    /// Green.
    green @ 0: Elsewhere, path(&[Item(1), Item(1)]), kind(Kind::Real64);
    /// Blue.
    blue @ 0: Elsewhere, path(&[Item(1), Item(2)]), kind(Kind::Real64);
    /// How opaque it is.
    alpha @ 0: Elsewhere, path(&[Item(1), Item(3)]), kind(Kind::Real64);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}
