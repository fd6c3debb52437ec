//! Big and small stuff (`systemshock.md` 5.5, 5.6): one form for everything, whose three numbers mean something else for
//! nearly every type.

use super::class::Class;
use super::condition::{BOOLEAN, INTEGER};
use super::keys::{MESSAGE, OBJECT, text};
use super::names::*;
use super::trap::under;
use crate::games::shock::strings::word;
use crate::record::codec::Bits;
use crate::record::codec::le::*;
use crate::record::{Condition, Kind, Link, Overlay, Target};

crate::record_table! {
    /// Furniture, screens, bridges, and whatever else is large.
    pub BIG_STUFF: BigStuff, BigStuffField = "shock.big_stuff", "Big stuff", 10 bytes after Class,
        "systemshock.md 5.5", overlays(BIG);
    /// How it looks, or how many pictures it has.
    cosmetic @ 0: I16, group("Data");
    /// What the number means depends on the type.
    data1 @ 2: I32, label("Data 1"), group("Data");
    /// What the number means depends on the type.
    data2 @ 6: I32, label("Data 2"), group("Data");
}
crate::record_table! {
    /// Papers, cards, corpses, and whatever else is small.
    pub SMALL_STUFF: SmallStuff, SmallStuffField = "shock.small_stuff", "Small stuff", 10 bytes after Class,
        "systemshock.md 5.6", overlays(SMALL);
    /// How it looks, or what it holds.
    cosmetic @ 0: I16, group("Data");
    /// What the number means depends on the type.
    data1 @ 2: I32, label("Data 1"), group("Data");
    /// What the number means depends on the type.
    data2 @ 6: I32, label("Data 2"), group("Data");
}

macro_rules! of {
    ($class:literal / $subclass:literal, $types:expr) => {
        Condition::All(&[
            Condition::Is("common.class", $class),
            Condition::Is("common.subclass", $subclass),
            Condition::In("common.type", $types),
        ])
    };
}

const CYBERSPACE: Condition = Condition::Level("cyberspace", 1);
const REAL: Condition = Condition::Not(&CYBERSPACE);
const SCREENS: Condition = Condition::Any(&[of!(7 / 0, &[6, 7]), of!(7 / 2, &[6, 8, 9])]);
const PEDESTALS: Condition = of!(7 / 5, &[5, 6]);
const BUTTON_PEDESTALS: Condition = of!(7 / 4, &[0]);
const CABINETS: Condition = of!(7 / 1, &[2]);
const TEXTURED: Condition = Condition::Any(&[of!(7 / 1, &[5, 7, 8]), of!(7 / 4, &[5]), of!(7 / 2, &[7])]);
const WORDS: Condition = of!(7 / 2, &[3]);
const SURGERY: Condition = of!(7 / 4, &[3]);
const CAMERAS: Condition = of!(7 / 5, &[4]);
const BRIDGES: Condition = Condition::Any(&[of!(7 / 7, &[0, 1, 2, 3, 4, 5, 6])]);
const FORCE_BRIDGES: Condition = of!(7 / 7, &[7, 8, 9]);
const SOFTWARE: Condition = Condition::All(&[CYBERSPACE, Condition::Any(&[of!(7 / 3, &[2]), of!(7 / 2, &[0])])]);

const BIG: &[Overlay] = &[
    under("screen", SCREENS, &[ScreenSource::OVERLAY]),
    under("pedestal", PEDESTALS, &[UsesTwo::OVERLAY]),
    under("button pedestal", BUTTON_PEDESTALS, &[UsesTwo::OVERLAY]),
    under("cabinet", CABINETS, &[HoldsTwo::OVERLAY]),
    under("textured", TEXTURED, &[Textured::OVERLAY]),
    under("words", WORDS, &[Words::OVERLAY]),
    under("surgery machine", SURGERY, &[Surgery::OVERLAY]),
    under("camera", CAMERAS, &[Camera::OVERLAY]),
    under("bridge", Condition::All(&[REAL, BRIDGES]), &[Bridge::OVERLAY]),
    under("force bridge", Condition::All(&[REAL, FORCE_BRIDGES]), &[ForceBridge::OVERLAY]),
    under("software", SOFTWARE, &[StandsForSoftware::OVERLAY]),
];

crate::overlay! {
    /// A screen with pictures.
    pub ScreenSource "screen" over [BigStuff::FIELDS], when Condition::Always;
    /// How many pictures it has; 0 for one.
    frames @ 6: I16, group("Screen");
    /// Runs back and forth.
    back_and_forth @ 8: Bits<U16, 0, 1>, yes_no(), group("Screen");
    /// Runs backwards.
    reverse @ 8: Bits<U16, 1, 1>, yes_no(), group("Screen");
    /// Kept as it is.
    loop_rest @ 8: Bits<U16, 2, 14>, group("Screen"), label("Rest");
    /// In how many loops, on average, it alternates once; 0 for never.
    alternation @ 10: Bits<U16, 0, 12>, group("Screen");
    /// Kept as it is.
    alternation_rest @ 10: Bits<U16, 12, 4>, group("Screen"), label("Rest");
    /// First picture: 0 to F5 hex pictures, F6 static that becomes SHODAN, F7 static, F8 to FF the cameras, from 100 hex
    /// on texts, 17F hex a digit, from 180 hex on running texts.
    picture @ 12: U16, kind(text(word::SCREEN)), group("Screen");
    /// The other picture.
    other_picture @ 14: U16, kind(text(word::SCREEN)), group("Screen");
}
crate::overlay! {
    /// Uses two objects when it is used.
    pub UsesTwo "uses two" over [BigStuff::FIELDS], when Condition::Always;
    /// What is used.
    used_object_1 @ 8: U16, kind(OBJECT), group("Use");
    /// What is used, too.
    used_object_2 @ 10: U16, kind(OBJECT), group("Use");
}
crate::overlay! {
    /// Two things are in it.
    pub HoldsTwo "holds two" over [BigStuff::FIELDS], when Condition::Always;
    /// What is in it.
    content_1 @ 8: U16, kind(OBJECT), group("Contents");
    /// What else is in it.
    content_2 @ 10: U16, kind(OBJECT), group("Contents");
}
crate::overlay! {
    /// Wears a texture.
    pub Textured "textured" over [BigStuff::FIELDS], when Condition::Always;
    /// Which.
    texture @ 12: U16, group("Texture");
    /// Kept as it is.
    texture_rest @ 14: U16, group("Texture"), label("Rest");
}
crate::overlay! {
    /// Words on a wall.
    pub Words "words" over [BigStuff::FIELDS], when Condition::Always;
    /// Which words.
    words @ 6: I16, kind(text(word::WALL_TEXT)), group("Words");
    /// In which font.
    font @ 8: Bits<U16, 0, 4>, group("Words");
    /// How large.
    text_size @ 8: Bits<U16, 4, 4>, group("Words"), label("Size");
    /// Kept as it is.
    words_rest @ 8: Bits<U16, 8, 8>, group("Words"), label("Rest");
    /// In which colour; 0 for red.
    text_colour @ 10: U16, group("Words"), label("Colour");
}
crate::overlay! {
    /// Heals.
    pub Surgery "surgery machine" over [BigStuff::FIELDS], when Condition::Always,
        nested [SurgeryInteger::OVERLAY, SurgeryBoolean::OVERLAY];
    /// The variable that decides whether it works.
    condition_variable @ 8: Bits<U16, 0, 12>, group("Condition"), label("Variable");
    /// Whether it is an integer variable, not a boolean one.
    condition_integer @ 8: Bits<U16, 12, 1>, yes_no(), group("Condition"), label("Is an integer");
    /// How it is compared; the variable stands on the left.
    condition_operator @ 8: Bits<U16, 13, 3>, choice(&OPERATORS), group("Condition"), label("Operator");
    /// What it is compared with.
    condition_value @ 10: U8, group("Condition"), label("Value");
    /// What is said where it does not hold: a trap message; 0 for none.
    condition_message @ 11: U8, kind(MESSAGE), group("Condition"), label("Message");
    /// How much; 0 for all.
    healing @ 12: U16, group("Use");
    /// What is used with it.
    used_object @ 14: U16, kind(OBJECT), group("Use");
}
crate::overlay! {
    /// An integer variable decides.
    pub SurgeryInteger "integer" over [BigStuff::FIELDS, Surgery::FIELDS], when Condition::Bit("data1", 12);
    /// The variable that decides whether it works.
    condition_variable @ 8: Bits<U16, 0, 12>, kind(INTEGER), group("Condition"), label("Variable");
}
crate::overlay! {
    /// A boolean variable decides. A word whose low 24 bits are 0 compares nothing.
    pub SurgeryBoolean "boolean" over [BigStuff::FIELDS, Surgery::FIELDS], when Condition::All(&[
        Condition::Masked("data1", 0x1000, 0), Condition::Not(&Condition::Masked("data1", 0xFF_FFFF, 0)),
    ]);
    /// The variable that decides whether it works.
    condition_variable @ 8: Bits<U16, 0, 12>, kind(BOOLEAN), group("Condition"), label("Variable");
}
crate::overlay! {
    /// A camera.
    pub Camera "camera" over [BigStuff::FIELDS], when Condition::Always;
    /// It pans.
    pans @ 8: U8, yes_no(), group("Camera");
    /// Kept as it is.
    camera_rest @ 9: U24, group("Camera"), label("Rest");
}
crate::overlay! {
    /// A bridge, a wall or a pillar.
    pub Bridge "bridge" over [BigStuff::FIELDS], when Condition::Always,
        nested [BridgeTop::OVERLAY, BridgeSide::OVERLAY];
    /// Width to the east in quarters of a tile; 0 for the model's.
    size_x @ 8: Bits<U8, 0, 4>, group("Size");
    /// Width to the north in quarters of a tile; 0 for the model's.
    size_y @ 8: Bits<U8, 4, 4>, group("Size");
    /// How high it is, in object units.
    height @ 9: U8, group("Size");
    /// Texture of the top: an entry of the level's list, or a material.
    top_texture @ 10: Bits<U8, 0, 7>, group("Texture");
    /// Whether that is an entry of the level's list.
    top_from_level @ 10: Bits<U8, 7, 1>, yes_no(), group("Texture");
    /// Texture of the sides: an entry of the level's list, or a material.
    side_texture @ 11: Bits<U8, 0, 7>, group("Texture");
    /// Whether that is an entry of the level's list.
    side_from_level @ 11: Bits<U8, 7, 1>, yes_no(), group("Texture");
}
crate::overlay! {
    /// Its top wears a texture of the level.
    pub BridgeTop "top from the level" over [BigStuff::FIELDS, Bridge::FIELDS], when Condition::Bit("data1", 23);
    /// Texture of the top: an entry of the level's list.
    top_texture @ 10: Bits<U8, 0, 7>, link_none(Target::Row("textures"), &[]), group("Texture");
}
crate::overlay! {
    /// Its sides wear a texture of the level.
    pub BridgeSide "sides from the level" over [BigStuff::FIELDS, Bridge::FIELDS], when Condition::Bit("data1", 31);
    /// Texture of the sides: an entry of the level's list.
    side_texture @ 11: Bits<U8, 0, 7>, link_none(Target::Row("textures"), &[]), group("Texture");
}
crate::overlay! {
    /// A bridge of force.
    pub ForceBridge "force bridge" over [BigStuff::FIELDS], when Condition::Always;
    /// Width to the east in quarters of a tile.
    size_x @ 8: Bits<U8, 0, 4>, group("Size");
    /// Width to the north in quarters of a tile.
    size_y @ 8: Bits<U8, 4, 4>, group("Size");
    /// How high it is, in object units.
    height @ 9: U8, group("Size");
    /// Kept as it is.
    force_rest_1 @ 10: U16, group("Size"), label("Rest");
    /// Colour of the field.
    field_colour @ 12: U8, group("Texture");
    /// Kept as it is.
    force_rest_2 @ 13: U24, group("Texture"), label("Rest");
}
crate::overlay! {
    /// Stands for software that is taken with it.
    pub StandsForSoftware "software" over [BigStuff::FIELDS], when Condition::Always;
    /// Version of the software.
    software_version @ 6: I16, group("Software");
    /// Subclass of the software.
    software_subclass @ 8: I32, group("Software");
    /// Type of the software.
    software_type @ 12: I32, group("Software");
}

const PAPERS: Condition = of!(8 / 0, &[2]);
const BRIEFCASES: Condition = of!(8 / 0, &[7]);
const CORPSES: Condition = of!(8 / 2, &[0, 1, 2, 3, 4, 5, 6, 7]);
const HEADS: Condition = of!(8 / 2, &[13, 14]);
const CARDS: Condition = Condition::Any(&[
    Condition::All(&[Condition::Is("common.class", 8), Condition::Is("common.subclass", 4)]),
    of!(8 / 5, &[3]),
]);
const EXTRAS: Condition = of!(8 / 5, &[1, 2]);
const TEXTS: Condition = of!(8 / 5, &[6, 8]);
/// Info nodes have texts of their own, and fragments have.
const SAYS: Kind = Kind::Link(Link {
    target: Target::By {
        field: "common.type",
        cases: &[(6, &Target::Outside(word::INFO_NODE))],
        otherwise: Some(&Target::Outside(word::FRAGMENT)),
    },
    none: &[],
});
const BARRICADES: Condition = of!(8 / 5, &[9]);
const DECOYS: Condition = of!(8 / 5, &[10]);

const SMALL: &[Overlay] = &[
    under("paper", PAPERS, &[Paper::OVERLAY]),
    under("briefcase", BRIEFCASES, &[HoldsFour::OVERLAY]),
    under("corpse", CORPSES, &[HoldsFour::OVERLAY, Corpse::OVERLAY]),
    under("head", HEADS, &[Head::OVERLAY]),
    under("access card", CARDS, &[Card::OVERLAY]),
    under("extra amount", EXTRAS, &[Extra::OVERLAY]),
    under("text", TEXTS, &[TextNode::OVERLAY]),
    under("barricade", BARRICADES, &[ForceBridge::OVERLAY]),
    under("decoy", DECOYS, &[Decoy::OVERLAY]),
];

crate::overlay! {
    /// A paper to be read.
    pub Paper "paper" over [SmallStuff::FIELDS], when Condition::Always;
    /// Which.
    paper @ 8: I32, kind(text(word::PAPER)), group("Text");
}
crate::overlay! {
    /// Four things are in it.
    pub HoldsFour "holds four" over [SmallStuff::FIELDS], when Condition::Always;
    /// What is in it.
    content_1 @ 8: U16, kind(OBJECT), group("Contents");
    /// What else is in it.
    content_2 @ 10: U16, kind(OBJECT), group("Contents");
    /// What else is in it.
    content_3 @ 12: U16, kind(OBJECT), group("Contents");
    /// What else is in it.
    content_4 @ 14: U16, kind(OBJECT), group("Contents");
}
crate::overlay! {
    /// Of a corpse.
    pub Corpse "corpse" over [SmallStuff::FIELDS], when Condition::Always;
    /// Which treasure: the number of a kind of critter less 11.
    treasure @ 6: U8, group("Contents");
    /// Kept as it is.
    treasure_rest @ 7: U8, group("Contents"), label("Rest");
}
crate::overlay! {
    /// A head, for scanners.
    pub Head "head" over [SmallStuff::FIELDS], when Condition::Always;
    /// What it looks like. Whose it is for a scanner the object's frame says.
    head_picture @ 8: U8, group("Head"), label("Picture");
    /// Kept as it is.
    head_rest @ 9: U24, group("Head"), label("Rest");
}
crate::overlay! {
    /// Opens doors.
    pub Card "access card" over [SmallStuff::FIELDS], when Condition::Always;
    /// Which access levels it gives, a bit each.
    access_mask @ 8: U32, group("Access");
}
crate::overlay! {
    /// Comes with more.
    pub Extra "extra amount" over [SmallStuff::FIELDS], when Condition::Always;
    /// How much more.
    extra @ 8: I32, group("Amount");
}
crate::overlay! {
    /// Says something in cyberspace.
    pub TextNode "text" over [SmallStuff::FIELDS], when Condition::Always;
    /// Which text.
    text @ 8: I32, kind(SAYS), group("Text");
}
crate::overlay! {
    /// Takes something with it.
    pub Decoy "decoy" over [SmallStuff::FIELDS], when Condition::Always;
    /// What is destroyed with it.
    destroyed_with @ 8: U16, kind(OBJECT), group("Use");
    /// Kept as it is.
    decoy_rest @ 10: U16, group("Use"), label("Rest");
}
