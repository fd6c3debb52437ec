//! What the fifteen class tables begin with, and the classes with little of their own (`systemshock.md` 4.3, 5.1-5.4,
//! 5.9, 5.11).

use super::keys::{OBJECT, V12};
use super::names::*;
use crate::games::shock::strings::word;
use crate::record::codec::le::*;
use crate::record::codec::{Array, Bits, Raw};
use crate::record::{Condition, Kind, Link, Target, Unit};

/// Game ticks.
const TICKS: Unit = Unit { name: "s", divisor: 280.0 };

crate::record_table! {
    /// What every row of a class table begins with. Row 0 is none: it begins the two lists.
    pub CLASS: Class, ClassField = "shock.class", "Class row", 6 bytes, "systemshock.md 4.3";
    /// The number of the object whose row it is; in row 0 the first used row.
    belongs_to @ 0: U16, label("Object"), derived(), fixed("the lists are kept by create and delete"),
        group("List");
    /// The next used row, or the next free one.
    next @ 2: U16, derived(), fixed("the lists are kept by create and delete"), group("List");
    /// The previous used row; in row 0 the last.
    previous @ 4: U16, derived(), fixed("the lists are kept by create and delete"), group("List");
}

crate::record_table! {
    /// A gun.
    pub GUN: Gun, GunField = "shock.gun", "Gun", 2 bytes after Class, "systemshock.md 5.1";
    /// Which ammunition is loaded; of beam guns the charge.
    ammo @ 0: U8, label("Ammunition or charge");
    /// Rounds left; of beam guns the heat.
    rounds @ 1: U8, label("Rounds or heat");
}
crate::record_table! {
    /// A projectile. The game makes them while it runs.
    pub PROJECTILE: Projectile, ProjectileField = "shock.projectile", "Projectile", 34 bytes after Class,
        "systemshock.md 5.2";
    /// Who fired it.
    owner @ 0: I16, kind(OBJECT);
    /// Its type.
    fired_type @ 2: U8, label("Type");
    /// Its subclass.
    fired_subclass @ 3: U8, label("Subclass");
    /// Its class.
    fired_class @ 4: U8, choice(&CLASSES), label("Class");
    /// Kept as it is.
    fired_rest @ 5: U8, label("Rest");
    /// The game time at which it ends.
    expires @ 6: I32, unit(TICKS);
    /// The tile that it lit last: x and y in 256ths, then z, pitch, heading and bank.
    last_lit @ 10: Raw<8>;
    /// Whether it lights a tile, in the form of a place.
    lit @ 18: Raw<8>;
    /// Spare.
    spare @ 26: Raw<8>;
}
crate::record_table! {
    /// A grenade.
    pub GRENADE: Grenade, GrenadeField = "shock.grenade", "Grenade", 6 bytes after Class, "systemshock.md 5.3";
    /// Tells grenades with the same number apart.
    unique_id @ 0: U8;
    /// How many walls it hit.
    walls_hit @ 1: U8;
    /// Its state.
    flags @ 2: U16, flags(&GRENADE_FLAGS);
    /// When it goes off.
    time_stamp @ 4: U16;
}
crate::record_table! {
    /// Hardware.
    pub HARDWARE: Hardware, HardwareField = "shock.hardware", "Hardware", 1 bytes after Class, "systemshock.md 5.1",
        sizes(&[(V12, 8)]);
    /// Its version.
    version @ 0: U8;
}
/// What software carries: a text of the sort that it says.
const CARRIED: Kind = Kind::Link(Link {
    target: Target::By {
        field: "data_kind",
        cases: &[
            (0, &Target::Outside(word::EMAIL)),
            (1, &Target::Outside(word::LOG)),
            (2, &Target::Outside(word::DATA)),
        ],
        otherwise: None,
    },
    none: &[],
});
crate::record_table! {
    /// Software.
    pub SOFTWARE: Software, SoftwareField = "shock.software", "Software", 3 bytes after Class, "systemshock.md 5.4",
        sizes(&[(V12, 10)]), overlays(&[FunPack::OVERLAY]);
    /// Its version.
    version @ 0: U8;
    /// Which message. Of logs the high nibble is the level.
    message @ 1: U8, kind(CARRIED), moved(&[(V12, 8)]);
    /// What it carries.
    data_kind @ 2: U8, choice(&DATA_KINDS), moved(&[(V12, 9)]);
}
crate::overlay! {
    /// Games for the display.
    pub FunPack "games pack" over [Software::FIELDS],
        when Condition::All(&[
            Condition::Is("common.class", 6), Condition::Is("common.subclass", 3), Condition::Is("common.type", 0),
        ]);
    /// Which games are in it.
    version @ 6: U8, flags(&FUN_PACKS), label("Games");
}
crate::record_table! {
    /// Something that shows an animation.
    pub ANIMATING: Animating, AnimatingField = "shock.animating", "Animating", 4 bytes after Class,
        "systemshock.md 5.9";
    /// First picture.
    start_frame @ 0: Bits<U8, 0, 3>;
    /// Light map.
    light_map @ 0: Bits<U8, 3, 4>;
    /// Whether it takes its owner with it.
    destroys_owner @ 0: Bits<U8, 7, 1>, yes_no();
    /// Last picture.
    end_frame @ 1: U8;
    /// What it belongs to.
    owner @ 2: I16, kind(OBJECT);
}

static CONTENT: Kind = OBJECT;

crate::record_table! {
    /// A container.
    pub CONTAINER: Container, ContainerField = "shock.container", "Container", 15 bytes after Class,
        "systemshock.md 5.11", sizes(&[(V12, 22)]);
    /// What is in it.
    contents @ 0: Array<I16, 4>, each(&CONTENT);
    /// Width; 0 for the model's.
    size_x @ 8: U8;
    /// Depth; 0 for the model's.
    size_y @ 9: U8;
    /// Height; 0 for the model's.
    size_z @ 10: U8;
    /// Texture of the top.
    top_texture @ 11: U8, moved(&[(V12, 18)]);
    /// Texture of the sides.
    side_texture @ 12: U8, moved(&[(V12, 19)]);
    /// Spare.
    spare @ 13: Raw<2>, moved(&[(V12, 20)]);
}

/// Size in bytes of what every class row begins with.
pub const PREFIX: usize = 6;
