//! Objects and where they touch tiles (`systemshock.md` 4.1, 4.2).

use super::keys::{REFERENCE, V12, text};
use super::names::*;
use crate::games::shock::strings::word;
use crate::record::codec::Bits;
use crate::record::codec::le::*;
use crate::record::{Condition, Role, Target, Unit};

/// Heights of objects: an eighth of a tile height unit (3.3).
const Z: Unit = Unit { name: "object units", divisor: 1.0 };

crate::record_table! {
    /// What all objects have. Row 0 is no object: it begins the two lists.
    pub OBJECT: Object, ObjectField = "shock.object", "Object", 27 bytes, "systemshock.md 4.1",
        sizes(&[(V12, 28)]),
        overlays(&[
            Lists::OVERLAY, Nowhere::OVERLAY, Cyberspace::OVERLAY, FixtureFlags::OVERLAY, CritterFlags::OVERLAY, LootFlags::OVERLAY,
            DoorFlags::OVERLAY, Surface::OVERLAY, RepulsorLight::OVERLAY,
        ]);
    /// Whether the row is an object.
    active @ 0: U8, yes_no(), fixed("objects come and go by create and delete"), group("List");
    /// Which of the fifteen class tables holds the rest.
    class @ 1: U8, choice(&CLASSES), fixed("another class needs another row: create a new object");
    /// Which sort within the class.
    subclass @ 2: U8;
    /// Row of the class table.
    class_index @ 3: I16, moved(&[(V12, 4)]), fixed("the lists are kept by create and delete"), group("List");
    /// Its first cross reference, 0 for none.
    reference @ 5: I16, kind(REFERENCE), moved(&[(V12, 6)]), derived(), fixed("the lists are kept by moving"), group("List");
    /// The next object in its list.
    next @ 7: I16, link_none(Target::Row("objects"), &[0]), moved(&[(V12, 8)]),
        derived(), fixed("the lists are kept by create and delete"), group("List");
    /// The previous object in the list of used ones.
    previous @ 9: I16, link_none(Target::Row("objects"), &[0]), moved(&[(V12, 10)]),
        derived(), fixed("the lists are kept by create and delete"), group("List");
    /// East, in tiles; FFFF is nowhere.
    x @ 11: U16, fixed_point(8), role(Role::X), moved(&[(V12, 12)]), group("Place");
    /// North, in tiles.
    y @ 13: U16, fixed_point(8), role(Role::Y), moved(&[(V12, 14)]), group("Place");
    /// Height, in eighths of a tile height unit.
    z @ 15: U8, unit(Z), role(Role::Z), moved(&[(V12, 16)]), group("Place");
    /// Pitch; growing values turn up.
    pitch @ 16: U8, angle(256), moved(&[(V12, 17)]), group("Place");
    /// Where it looks: 0 north, growing clockwise.
    heading @ 17: U8, angle(256), role(Role::Heading), moved(&[(V12, 18)]), group("Place");
    /// Bank; growing values turn right.
    bank @ 18: U8, angle(256), moved(&[(V12, 19)]), group("Place");
    /// The engine's handle while the game runs; FF or 0 in files, without a meaning.
    physics @ 19: U8, moved(&[(V12, 20)]), group("State");
    /// Which type within the subclass.
    r#type @ 20: U8, moved(&[(V12, 21)]);
    /// Hit points.
    hit_points @ 21: I16, moved(&[(V12, 22)]), group("State");
    /// Maker, or the name of a panel.
    maker @ 23: U8, moved(&[(V12, 24)]), group("State");
    /// The picture it shows.
    frame @ 24: U8, moved(&[(V12, 25)]), group("State");
    /// Rest of the picture's time.
    frame_time @ 25: U8, moved(&[(V12, 26)]), group("State");
    /// What is special about it.
    flags @ 26: U8, flags(&INSTANCE_FLAGS), moved(&[(V12, 27)]), group("State");
}

crate::overlay! {
    /// A row that is no object: the lists' beginnings in row 0, a free row elsewhere.
    pub Lists "free row" over [Object::FIELDS], when Condition::Is("active", 0);
    /// In row 0 the first used object.
    reference @ 5: I16, moved(&[(V12, 6)]), derived(), fixed("the lists are kept by create and delete"), group("List"),
        label("First used (row 0)");
    /// The next free row; in row 0 the first.
    next @ 7: I16, moved(&[(V12, 8)]), derived(), fixed("the lists are kept by create and delete"), group("List");
    /// In row 0 the last used object; in a free row whatever stood there.
    previous @ 9: I16, moved(&[(V12, 10)]), derived(), fixed("the lists are kept by create and delete"), group("List"),
        label("Last used (row 0)");
}
crate::overlay! {
    /// What is in a container, or carried, is nowhere (4.1): its numbers are no place to be moved.
    pub Nowhere "nowhere" over [Object::FIELDS], when Condition::Is("x", 0xFFFF);
    /// East, in tiles; FFFF is nowhere.
    x @ 11: U16, fixed_point(8), moved(&[(V12, 12)]), group("Place");
    /// North, in tiles.
    y @ 13: U16, fixed_point(8), moved(&[(V12, 14)]), group("Place");
    /// Height, in eighths of a tile height unit.
    z @ 15: U8, unit(Z), moved(&[(V12, 16)]), group("Place");
}
const CYBERSPACE: Condition = Condition::All(&[Condition::Is("active", 1), Condition::Level("cyberspace", 1)]);
crate::overlay! {
    /// In cyberspace the last four bytes are about ICE.
    pub Cyberspace "cyberspace" over [Object::FIELDS], when CYBERSPACE;
    /// Kept as it is.
    maker @ 23: U8, moved(&[(V12, 24)]), group("ICE"), label("Other");
    /// Whether ICE guards it; any number but 0. Its health is the object's.
    ice @ 24: U8, yes_no(), moved(&[(V12, 25)]), group("ICE"), label("ICE");
    /// Kept as it is.
    ice_unknown @ 25: U8, moved(&[(V12, 26)]), group("ICE"), label("Unknown");
    /// How strong the ICE is, 0 the weakest.
    ice_level @ 26: U8, moved(&[(V12, 27)]), group("ICE"), label("ICE level");
}
const REAL: Condition = Condition::Not(&Condition::Level("cyberspace", 1));
crate::overlay! {
    /// Flags of fixtures.
    pub FixtureFlags "fixture flags" over [Object::FIELDS],
        when Condition::All(&[Condition::Is("active", 1), REAL, Condition::Is("class", 9)]);
    /// The name it shows in the place of its own; an unknown or empty one shows its own.
    maker @ 23: U8, kind(text(word::PANEL_NAME)), moved(&[(V12, 24)]), group("State"), label("Panel name");
    /// What is special about it.
    flags @ 26: U8, flags(&FIXTURE_FLAGS), moved(&[(V12, 27)]), group("State");
}
crate::overlay! {
    /// Flags of critters.
    pub CritterFlags "critter flags" over [Object::FIELDS],
        when Condition::All(&[Condition::Is("active", 1), REAL, Condition::Is("class", 14)]);
    /// What is special about it.
    flags @ 26: U8, flags(&CRITTER_FLAGS), moved(&[(V12, 27)]), group("State");
}
crate::overlay! {
    /// Flags of containers and corpses.
    pub LootFlags "container flags" over [Object::FIELDS],
        when Condition::All(&[Condition::Is("active", 1), REAL, Condition::Any(&[
            Condition::Is("class", 13), Condition::All(&[Condition::Is("class", 8), Condition::Is("subclass", 2)]),
        ])]);
    /// What is special about it.
    flags @ 26: U8, flags(&LOOT_FLAGS), moved(&[(V12, 27)]), group("State");
}
crate::overlay! {
    /// Flags of doors.
    pub DoorFlags "door flags" over [Object::FIELDS],
        when Condition::All(&[Condition::Is("active", 1), REAL, Condition::Is("class", 10)]);
    /// What is special about it.
    flags @ 26: Bits<U8, 0, 6>, flags(&DOOR_FLAGS), moved(&[(V12, 27)]), group("State");
    /// Counts its automatic closings, so that only the newest counts.
    autoclose_code @ 26: Bits<U8, 6, 2>, moved(&[(V12, 27)]), group("State");
}
crate::overlay! {
    /// Icons and paintings show one of several bitmaps (`systemshock.md` 4.8).
    pub Surface "icon or painting" over [Object::FIELDS],
        when Condition::All(&[
            Condition::Is("active", 1), REAL, Condition::Is("class", 7), Condition::Is("subclass", 2),
            Condition::In("type", &[1, 4]),
        ]);
    /// Which bitmap it shows.
    frame @ 24: U8, moved(&[(V12, 25)]), group("State"), label("Bitmap");
}
crate::overlay! {
    /// Lights of repulsors show which way they push (`systemshock.md` 5.5).
    pub RepulsorLight "repulsor light" over [Object::FIELDS],
        when Condition::All(&[
            Condition::Is("active", 1), REAL, Condition::Is("class", 7), Condition::Is("subclass", 2),
            Condition::Is("type", 10),
        ]);
    /// Which way it shows.
    frame @ 24: U8, choice(&LIGHT_DIRECTIONS), moved(&[(V12, 25)]), group("State"), label("Direction");
}

crate::record_table! {
    /// That an object touches a tile. Row 0 is none: it begins the list of free ones.
    pub REFERENCE_ROW: ReferenceRow, ReferenceField = "shock.reference", "Cross reference", 10 bytes,
        "systemshock.md 4.2", overlays(&[Touching::OVERLAY]);
    /// Tile column; -1 for none.
    x @ 0: I16, derived(), fixed("objects are moved, their references follow");
    /// Tile row; -1 for none.
    y @ 2: I16, derived(), fixed("objects are moved, their references follow");
    /// Whose; a free row may keep the number of the last one.
    object @ 4: I16, derived(), fixed("objects are moved, their references follow");
    /// The next in the same tile, or the next free one.
    next @ 6: I16, kind(REFERENCE), derived(), fixed("objects are moved, their references follow"), label("Next in tile");
    /// The next of the same object, around in a ring.
    ring @ 8: I16, kind(REFERENCE), derived(), fixed("objects are moved, their references follow"), label("Next of object");
}
crate::overlay! {
    /// A row that is in use: it lies in a tile.
    pub Touching "of an object" over [ReferenceRow::FIELDS], when Condition::Not(&Condition::Is("x", -1));
    /// Whose.
    object @ 4: I16, link_none(Target::Row("objects"), &[0]), derived(), fixed("objects are moved, their references follow");
}
