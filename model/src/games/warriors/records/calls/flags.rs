//! World flags and volume boxes: places that scripts know by name (`warriors.md` 1.2).

use super::{KEPT, STORED};
use crate::games::warriors::records::{DEGREES, METRES, WORD};
use crate::record::access::PathStep::{Item, Named};
use crate::record::codec::Elsewhere;
use crate::record::{Kind, Matching, Role};

crate::record_table! {
    /// A place that scripts know by name.
    pub FLAG: WorldFlag, WorldFlagField = "warriors.flag", "Flag", 0 bytes,
        "warriors.md 1.2", matching(Matching::Alignment);
    /// Its name; 15 characters count.
    name @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), role(Role::Name);
    /// East.
    x @ 0: Elsewhere, path(&[Item(1), Item(0)]), kind(Kind::Real64), unit(METRES), role(Role::X), group("Position");
    /// North.
    y @ 0: Elsewhere, path(&[Item(1), Item(1)]), kind(Kind::Real64), unit(METRES), role(Role::Y), group("Position");
    /// Up.
    z @ 0: Elsewhere, path(&[Item(1), Item(2)]), kind(Kind::Real64), unit(METRES), role(Role::Z), group("Position");
    /// Which way it faces.
    heading @ 0: Elsewhere, path(&[Item(2)]), kind(Kind::Real64), unit(DEGREES);
    /// What people do there: 9 they look through a window, 14 it is a store, 2 and 22 they buy and browse in one, 0
    /// nothing. (The Coney project's page "World flags".)
    kind @ 0: Elsewhere, path(&[Item(3)]);
    /// A number that goes with it: of stores, buyers and browsers the store's own.
    kind2 @ 0: Elsewhere, path(&[Item(4)]);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// A box that tells scripts who is in it.
    pub VOLUME_BOX: VolumeBox, VolumeBoxField = "warriors.volume_box", "Volume box", 0 bytes,
        "warriors.md 1.2", matching(Matching::Alignment);
    /// Its name.
    name @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), role(Role::Name);
    /// Its kind: 0 tells scripts who comes and goes, 2 and 3 (turf) come from other pools; the game refuses 1.
    kind @ 0: Elsewhere, path(&[Item(1)]);
    /// East.
    x @ 0: Elsewhere, path(&[Item(2), Item(0)]), kind(Kind::Real64), unit(METRES), role(Role::X), group("Corner");
    /// North.
    y @ 0: Elsewhere, path(&[Item(2), Item(1)]), kind(Kind::Real64), unit(METRES), role(Role::Y), group("Corner");
    /// Up.
    z @ 0: Elsewhere, path(&[Item(2), Item(2)]), kind(Kind::Real64), unit(METRES), role(Role::Z), group("Corner");
    /// Size to the east.
    width @ 0: Elsewhere, path(&[Item(3), Item(0)]), kind(Kind::Real64), unit(METRES), group("Size");
    /// Size to the north.
    depth @ 0: Elsewhere, path(&[Item(3), Item(1)]), kind(Kind::Real64), unit(METRES), group("Size");
    /// Size upwards.
    height @ 0: Elsewhere, path(&[Item(3), Item(2)]), kind(Kind::Real64), unit(METRES), group("Size");
    /// Whether it is on.
    on @ 0: Elsewhere, path(&[Item(4)]), yes_no();
    /// Flags of unknown meaning.
    flags @ 0: Elsewhere, path(&[Item(5)]);
    /// The variable that holds its handle.
    handle @ 0: Elsewhere, path(&[Named("handle")]), kind(WORD), fixed(KEPT);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// Turns a volume box about the vertical through its middle: a place that lies (dx, dy) from there comes to
    /// (m00 dx + m01 dy, m10 dx + m11 dy). A quarter counter-clockwise is 0, -1, 1, 0. (The arguments as the Coney
    /// project's page "World and objects" publishes them.)
    pub VOLUME_BOX_TURN: VolumeBoxTurn, VolumeBoxTurnField = "warriors.volume_box_turn", "Turn volume box", 0 bytes,
        "warriors.md 1.2", matching(Matching::Alignment);
    /// The box.
    box_name @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), fixed("it is named by the script");
    /// First row: the cosine of the angle.
    m00 @ 0: Elsewhere, path(&[Item(1)]), kind(Kind::Real64), group("Turn");
    /// First row: minus the sine.
    m01 @ 0: Elsewhere, path(&[Item(2)]), kind(Kind::Real64), group("Turn");
    /// Second row: the sine.
    m10 @ 0: Elsewhere, path(&[Item(3)]), kind(Kind::Real64), group("Turn");
    /// Second row: the cosine.
    m11 @ 0: Elsewhere, path(&[Item(4)]), kind(Kind::Real64), group("Turn");
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}
