//! Panes of glass and their types (`warriors.md` 1.2, 1.7).

use super::{HANDLE, KEPT, STORED};
use crate::games::warriors::records::{METRES, WORD};
use crate::record::access::PathStep::{Item, Named};
use crate::record::codec::Elsewhere;
use crate::record::{Kind, Matching, Role, Target};

crate::record_table! {
    /// A pane of glass by three of its corners. From the corner to the second is its height, to the third its width.
    pub PANE: Pane, PaneField = "warriors.pane", "Pane", 0 bytes,
        "warriors.md 1.2, 1.7", matching(Matching::Alignment);
    /// The type of its glass, 0 to 18.
    glass @ 0: Elsewhere, path(&[Item(0)]), limits(-0x8000_0000, 0x7FFF_FFFF);
    /// Corner: east.
    x @ 0: Elsewhere, path(&[Item(1), Item(0)]), kind(Kind::Real64), unit(METRES), role(Role::X), group("Corner");
    /// Corner: north.
    y @ 0: Elsewhere, path(&[Item(1), Item(1)]), kind(Kind::Real64), unit(METRES), role(Role::Y), group("Corner");
    /// Corner: up.
    z @ 0: Elsewhere, path(&[Item(1), Item(2)]), kind(Kind::Real64), unit(METRES), role(Role::Z), group("Corner");
    /// Second corner, at the end of its height: east.
    ux @ 0: Elsewhere, path(&[Item(2), Item(0)]), kind(Kind::Real64), unit(METRES), group("Second corner, at the end of its height");
    /// Second corner, at the end of its height: north.
    uy @ 0: Elsewhere, path(&[Item(2), Item(1)]), kind(Kind::Real64), unit(METRES), group("Second corner, at the end of its height");
    /// Second corner, at the end of its height: up.
    uz @ 0: Elsewhere, path(&[Item(2), Item(2)]), kind(Kind::Real64), unit(METRES), group("Second corner, at the end of its height");
    /// Third corner, at the end of its width: east.
    vx @ 0: Elsewhere, path(&[Item(3), Item(0)]), kind(Kind::Real64), unit(METRES), group("Third corner, at the end of its width");
    /// Third corner, at the end of its width: north.
    vy @ 0: Elsewhere, path(&[Item(3), Item(1)]), kind(Kind::Real64), unit(METRES), group("Third corner, at the end of its width");
    /// Third corner, at the end of its width: up.
    vz @ 0: Elsewhere, path(&[Item(3), Item(2)]), kind(Kind::Real64), unit(METRES), group("Third corner, at the end of its width");
    /// Texture coordinate that nothing reads.
    u0 @ 0: Elsewhere, path(&[Item(4), Item(0)]), kind(Kind::Real64), group("Texture");
    /// Texture coordinate that nothing reads.
    v0 @ 0: Elsewhere, path(&[Item(4), Item(1)]), kind(Kind::Real64), group("Texture");
    /// Texture coordinate that nothing reads.
    u1 @ 0: Elsewhere, path(&[Item(5), Item(0)]), kind(Kind::Real64), group("Texture");
    /// Texture coordinate that nothing reads.
    v1 @ 0: Elsewhere, path(&[Item(5), Item(1)]), kind(Kind::Real64), group("Texture");
    /// A flag that the game drops.
    flag @ 0: Elsewhere, path(&[Item(6)]);
    /// First triangle of the collision mesh behind it.
    triangle1 @ 0: Elsewhere, path(&[Item(7)]), link(Target::Row("triangles")), label("First triangle");
    /// Second triangle of the collision mesh behind it.
    triangle2 @ 0: Elsewhere, path(&[Item(8)]), link(Target::Row("triangles")), label("Second triangle");
    /// The variable that holds its handle.
    handle @ 0: Elsewhere, path(&[Named("handle")]), kind(WORD), fixed(KEPT);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// What becomes of panes of a type. The game configures types 0 to 18.
    pub GLASS_TYPE: GlassProperties, GlassPropertiesField = "warriors.glass_type", "Glass type", 0 bytes,
        "warriors.md 1.2, 1.7", matching(Matching::Alignment);
    /// The type.
    r#type @ 0: Elsewhere, path(&[Item(0)]), role(Role::Id);
    /// Whether breaking it opens a way for people.
    window_link @ 0: Elsewhere, path(&[Item(1)]), yes_no();
    /// Whether breaking it raises an alarm.
    alarm @ 0: Elsewhere, path(&[Item(2)]), yes_no();
    /// Sprite of the whole pane: the low 16 bits are a rectangle of the sheet of parts.
    sprite @ 0: Elsewhere, path(&[Item(3)]), limits(0, 0xFFFF_FFFF);
    /// Sprite of the broken pane; 0 hides it.
    broken_sprite @ 0: Elsewhere, path(&[Item(4)]), limits(0, 0xFFFF_FFFF);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// Breaks every pane whose centre lies within a radius of an object, and what counts as glass there.
    pub BREAK_GLASS: BreakGlassCall, BreakGlassCallField = "warriors.break_glass", "Break glass", 0 bytes,
        "warriors.md 1.2", matching(Matching::Alignment);
    /// The object in the middle.
    object @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), fixed(HANDLE);
    /// How far it reaches.
    radius @ 0: Elsewhere, path(&[Item(1)]), kind(Kind::Real64), unit(METRES);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// Breaks what breaks within a radius of an object, itself included.
    pub BREAK_OBJECTS: BreakObjectsCall, BreakObjectsCallField = "warriors.break_objects", "Break objects", 0 bytes,
        "warriors.md 1.2", matching(Matching::Alignment);
    /// The object in the middle.
    object @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), fixed(HANDLE);
    /// How far it reaches.
    radius @ 0: Elsewhere, path(&[Item(1)]), kind(Kind::Real64), unit(METRES);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}
