//! Doors, barriers and what scripts do with them (`warriors.md` 1.2, 1.8).

use super::{HANDLE, KEPT, STORED};
use crate::games::warriors::records::{DEGREES, METRES, WORD};
use crate::record::access::PathStep::{Item, Named};
use crate::record::codec::Elsewhere;
use crate::record::{Kind, Matching, Role, Target};

crate::record_table! {
    /// A door or barrier. Its hinge stands at its place; two triangles of the collision mesh close it.
    pub DOOR: Door, DoorField = "warriors.door", "Door", 0 bytes,
        "warriors.md 1.2, 1.8", matching(Matching::Alignment);
    /// Its type: a name that the configuration gives.
    name @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), role(Role::Name), label("Type");
    /// East.
    x @ 0: Elsewhere, path(&[Item(1), Item(0)]), kind(Kind::Real64), unit(METRES), role(Role::X), group("Position");
    /// North.
    y @ 0: Elsewhere, path(&[Item(1), Item(1)]), kind(Kind::Real64), unit(METRES), role(Role::Y), group("Position");
    /// Up.
    z @ 0: Elsewhere, path(&[Item(1), Item(2)]), kind(Kind::Real64), unit(METRES), role(Role::Z), group("Position");
    /// Rotation, a quaternion: x.
    qx @ 0: Elsewhere, path(&[Item(2), Item(0)]), kind(Kind::Real64), group("Rotation (quaternion)");
    /// Rotation: y.
    qy @ 0: Elsewhere, path(&[Item(2), Item(1)]), kind(Kind::Real64), group("Rotation (quaternion)");
    /// Rotation: z.
    qz @ 0: Elsewhere, path(&[Item(2), Item(2)]), kind(Kind::Real64), group("Rotation (quaternion)");
    /// Rotation: w.
    qw @ 0: Elsewhere, path(&[Item(2), Item(3)]), kind(Kind::Real64), group("Rotation (quaternion)");
    /// First triangle of the collision mesh that closes it.
    triangle1 @ 0: Elsewhere, path(&[Item(3), Item(0)]), link(Target::Row("triangles")), label("First triangle");
    /// Second triangle of the collision mesh that closes it.
    triangle2 @ 0: Elsewhere, path(&[Item(3), Item(1)]), link(Target::Row("triangles")), label("Second triangle");
    /// Its number in the level: navigation links that carry it lead through it. 1 to 27 in the game; the links have 13 bits for it.
    number @ 0: Elsewhere, path(&[Item(4)]), role(Role::Id), limits(0, 8191);
    /// The variable that holds its handle.
    handle @ 0: Elsewhere, path(&[Named("handle")]), kind(WORD), fixed(KEPT);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// Opens a door.
    pub DOOR_OPEN: DoorOpenCall, DoorOpenCallField = "warriors.door_open", "Open door", 0 bytes,
        "warriors.md 1.2", matching(Matching::Alignment);
    /// The door.
    door @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), fixed(HANDLE);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// Closes a door.
    pub DOOR_CLOSE: DoorCloseCall, DoorCloseCallField = "warriors.door_close", "Close door", 0 bytes,
        "warriors.md 1.2", matching(Matching::Alignment);
    /// The door.
    door @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), fixed(HANDLE);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// Swings a door to an angle.
    pub DOOR_OPEN_DEGREE: DoorOpenDegreeCall, DoorOpenDegreeCallField = "warriors.door_open_degree", "Open door to an angle", 0 bytes,
        "warriors.md 1.2", matching(Matching::Alignment);
    /// The door.
    door @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), fixed(HANDLE);
    /// The angle.
    angle @ 0: Elsewhere, path(&[Item(1)]), kind(Kind::Real64), unit(DEGREES);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// Opens a door away from somebody.
    pub DOOR_OPEN_BY: DoorOpenByCall, DoorOpenByCallField = "warriors.door_open_by", "Open door by", 0 bytes,
        "warriors.md 1.2", matching(Matching::Alignment);
    /// The door.
    door @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), fixed(HANDLE);
    /// Who opens it.
    human @ 0: Elsewhere, path(&[Item(1)]), kind(WORD), fixed(HANDLE);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// Lets somebody open a door by hand.
    pub DOOR_OPEN_ANIMATED: DoorOpenAnimatedCall, DoorOpenAnimatedCallField = "warriors.door_open_animated", "Open door (animated)", 0 bytes,
        "warriors.md 1.2", matching(Matching::Alignment);
    /// The door.
    door @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), fixed(HANDLE);
    /// Who opens it.
    human @ 0: Elsewhere, path(&[Item(1)]), kind(WORD), fixed(HANDLE);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// Takes the triangles of a door away.
    pub DOOR_COLLISION: DoorCollisionCall, DoorCollisionCallField = "warriors.door_collision_off", "Disable door collision", 0 bytes,
        "warriors.md 1.2", matching(Matching::Alignment);
    /// The door.
    door @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), fixed(HANDLE);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// Lets a lock be picked, or no longer.
    pub DOOR_PICKABLE: DoorPickableCall, DoorPickableCallField = "warriors.door_pickable", "Set door pickable", 0 bytes,
        "warriors.md 1.2", matching(Matching::Alignment);
    /// The door.
    door @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), fixed(HANDLE);
    /// Whether it can be picked.
    on @ 0: Elsewhere, path(&[Item(1)]), yes_no();
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// Lets planners use the door link nearest to a place, within 5 m.
    pub DOOR_LINK_ON: DoorLinkOnCall, DoorLinkOnCallField = "warriors.door_link_on", "Enable door link", 0 bytes,
        "warriors.md 1.2", matching(Matching::Alignment);
    /// East.
    x @ 0: Elsewhere, path(&[Item(0), Item(0)]), kind(Kind::Real64), unit(METRES), role(Role::X), group("Position");
    /// North.
    y @ 0: Elsewhere, path(&[Item(0), Item(1)]), kind(Kind::Real64), unit(METRES), role(Role::Y), group("Position");
    /// Up.
    z @ 0: Elsewhere, path(&[Item(0), Item(2)]), kind(Kind::Real64), unit(METRES), role(Role::Z), group("Position");
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// Lets planners avoid the door link nearest to a place, within 5 m.
    pub DOOR_LINK_OFF: DoorLinkOffCall, DoorLinkOffCallField = "warriors.door_link_off", "Disable door link", 0 bytes,
        "warriors.md 1.2", matching(Matching::Alignment);
    /// East.
    x @ 0: Elsewhere, path(&[Item(0), Item(0)]), kind(Kind::Real64), unit(METRES), role(Role::X), group("Position");
    /// North.
    y @ 0: Elsewhere, path(&[Item(0), Item(1)]), kind(Kind::Real64), unit(METRES), role(Role::Y), group("Position");
    /// Up.
    z @ 0: Elsewhere, path(&[Item(0), Item(2)]), kind(Kind::Real64), unit(METRES), role(Role::Z), group("Position");
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}
