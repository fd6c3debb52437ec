//! Sides: the textured faces of lines, and the control panels on them (`marathon.md` 1.2, 2.5).

use super::WU;
use crate::games::marathon::names::*;
use crate::record::codec::be::*;
use crate::record::codec::{Array, Bits, Raw};
use crate::record::{Condition, Matching, Target};

crate::record_table! {
    /// The face of a line towards one polygon.
    pub SIDE: Side, SideField = "marathon.side", "Side", 64 bytes, "marathon.md 1.2",
        matching(Matching::Alignment),
        overlays(&[
            MarathonOneSide::OVERLAY,
            LightSwitch::OVERLAY, PlatformSwitch::OVERLAY, TagSwitch::OVERLAY, TerminalPanel::OVERLAY,
            MarathonOneLightSwitch::OVERLAY, MarathonOnePlatformSwitch::OVERLAY, MarathonOneTagSwitch::OVERLAY,
            MarathonOneTerminalPanel::OVERLAY,
        ]);
    /// Which parts of the line it covers.
    kind @ 0: I16, choice(&SIDE_TYPES), label("Type");
    /// Whether it is a control panel, and of what sort.
    flags @ 2: U16, flags(&SIDE_FLAGS);
    /// How far the primary texture is pushed along the wall.
    primary_x @ 4: I16, unit(WU), group("Primary texture");
    /// How far the primary texture is pushed down.
    primary_y @ 6: I16, unit(WU), group("Primary texture");
    /// The bitmap; no texture is shape 255 of collection 31 with colour table 7.
    primary_texture_shape @ 8: Bits<U16, 0, 8>, group("Primary texture");
    /// The collection of the bitmap.
    primary_texture_collection @ 8: Bits<U16, 8, 5>, choice(&COLLECTIONS), group("Primary texture");
    /// The colour table of the collection.
    primary_texture_clut @ 8: Bits<U16, 13, 3>, group("Primary texture");
    /// How far the secondary texture is pushed along the wall.
    secondary_x @ 10: I16, unit(WU), group("Secondary texture");
    /// How far the secondary texture is pushed down.
    secondary_y @ 12: I16, unit(WU), group("Secondary texture");
    /// The bitmap; no texture is shape 255 of collection 31 with colour table 7.
    secondary_texture_shape @ 14: Bits<U16, 0, 8>, group("Secondary texture");
    /// The collection of the bitmap.
    secondary_texture_collection @ 14: Bits<U16, 8, 5>, choice(&COLLECTIONS), group("Secondary texture");
    /// The colour table of the collection.
    secondary_texture_clut @ 14: Bits<U16, 13, 3>, group("Secondary texture");
    /// How far the transparent texture is pushed along the wall.
    transparent_x @ 16: I16, unit(WU), group("Transparent texture");
    /// How far the transparent texture is pushed down.
    transparent_y @ 18: I16, unit(WU), group("Transparent texture");
    /// The bitmap; no texture is shape 255 of collection 31 with colour table 7.
    transparent_texture_shape @ 20: Bits<U16, 0, 8>, group("Transparent texture");
    /// The collection of the bitmap.
    transparent_texture_collection @ 20: Bits<U16, 8, 5>, choice(&COLLECTIONS), group("Transparent texture");
    /// The colour table of the collection.
    transparent_texture_clut @ 20: Bits<U16, 13, 3>, group("Transparent texture");
    /// Four points x, y: the line's ends pushed a quarter unit out of the wall, then the ends themselves. The
    /// last two stand in clockwise order as seen from the side.
    exclusion_zone @ 22: Array<I16, 8>, unit(WU), derived(), group("Derived");
    /// Which control panel it is, if the flag says that it is one.
    panel_type @ 38: I16, choice(&PANEL_TYPES), label("Control panel"), group("Control panel");
    /// What the control panel works on.
    panel_permutation @ 40: I16, label("Permutation"), group("Control panel");
    /// How the primary texture moves.
    primary_transfer_mode @ 42: I16, choice(&TRANSFER_MODES), group("Primary texture");
    /// How the secondary texture moves.
    secondary_transfer_mode @ 44: I16, choice(&TRANSFER_MODES), group("Secondary texture");
    /// How the transparent texture moves.
    transparent_transfer_mode @ 46: I16, choice(&TRANSFER_MODES), group("Transparent texture");
    /// The polygon it faces.
    polygon @ 48: I16, link(Target::Row("polygons")), derived(), group("Derived");
    /// The line it lies on.
    line @ 50: I16, link(Target::Row("lines")), derived(), group("Derived");
    /// The light on the primary texture.
    primary_light @ 52: I16, link(Target::Row("lights")), group("Primary texture");
    /// The light on the secondary texture.
    secondary_light @ 54: I16, link(Target::Row("lights")), group("Secondary texture");
    /// The light on the transparent texture.
    transparent_light @ 56: I16, link(Target::Row("lights")), group("Transparent texture");
    /// Added to the intensity of the lights, for contrast between walls.
    ambient_delta @ 58: I32, fixed_point(16);
    /// Unused.
    unused_62 @ 62: Raw<2>, label("Unused");
}

const MARATHON_1: Condition = Condition::Level("data_version", 0);
const LATER: Condition = Condition::Not(&MARATHON_1);
const IS_PANEL: Condition = Condition::Bit("flags", 1);

crate::overlay! {
    /// Of Marathon 1: other control panels, and the last fields do not exist.
    pub MarathonOneSide "Marathon 1" over [Side::FIELDS], when MARATHON_1;
    /// Which control panel it is, if the flag says that it is one.
    panel_type @ 38: I16, choice(&PANEL_TYPES_M1), label("Control panel"), group("Control panel");
    /// Unused: its polygon, line and lights are worked out when the level is loaded.
    unused_48 @ 48: Raw<14>, label("Unused");
}

crate::overlay! {
    /// Of light switches.
    pub LightSwitch "light switch" over [Side::FIELDS],
        when Condition::All(&[LATER, IS_PANEL, Condition::In("panel_type", &[4, 13, 24, 35, 46])]);
    /// The light that it switches.
    panel_permutation @ 40: I16, link(Target::Row("lights")), label("Light"), group("Control panel");
}

crate::overlay! {
    /// Of platform switches.
    pub PlatformSwitch "platform switch" over [Side::FIELDS],
        when Condition::All(&[LATER, IS_PANEL, Condition::In("panel_type", &[5, 14, 25, 36, 47])]);
    /// The polygon whose platform it switches.
    panel_permutation @ 40: I16, link(Target::Row("polygons")), label("Platform's polygon"), group("Control panel");
}

crate::overlay! {
    /// Of tag switches, chip slots and wires.
    pub TagSwitch "tag switch" over [Side::FIELDS],
        when Condition::All(&[
            LATER, IS_PANEL, Condition::In("panel_type", &[3, 6, 9, 15, 19, 20, 26, 30, 31, 37, 41, 42, 48, 52, 53]),
        ]);
    /// The tag of the lights and platforms that it switches; 0 switches none.
    panel_permutation @ 40: I16, link_none(Target::Tag("tag"), &[-1, 0]), label("Tag"), group("Control panel");
}

crate::overlay! {
    /// Of terminals.
    pub TerminalPanel "terminal" over [Side::FIELDS],
        when Condition::All(&[LATER, IS_PANEL, Condition::In("panel_type", &[8, 17, 28, 39, 50])]);
    /// The terminal that is read here.
    panel_permutation @ 40: I16, link(Target::Row("terminals")), label("Terminal"), group("Control panel");
}

crate::overlay! {
    /// Of Marathon 1's light switches.
    pub MarathonOneLightSwitch "light switch (Marathon 1)" over [Side::FIELDS],
        when Condition::All(&[MARATHON_1, IS_PANEL, Condition::Is("panel_type", 4)]);
    /// The light that it switches.
    panel_permutation @ 40: I16, link(Target::Row("lights")), label("Light"), group("Control panel");
}

crate::overlay! {
    /// Of Marathon 1's platform switches.
    pub MarathonOnePlatformSwitch "platform switch (Marathon 1)" over [Side::FIELDS],
        when Condition::All(&[MARATHON_1, IS_PANEL, Condition::In("panel_type", &[5, 12])]);
    /// The polygon whose platform it switches.
    panel_permutation @ 40: I16, link(Target::Row("polygons")), label("Platform's polygon"), group("Control panel");
}

crate::overlay! {
    /// Of Marathon 1's tag switches and chip slots.
    pub MarathonOneTagSwitch "tag switch (Marathon 1)" over [Side::FIELDS],
        when Condition::All(&[MARATHON_1, IS_PANEL, Condition::In("panel_type", &[7, 9])]);
    /// The tag of the lights and platforms that it switches; 0 switches none.
    panel_permutation @ 40: I16, link_none(Target::Tag("tag"), &[-1, 0]), label("Tag"), group("Control panel");
}

crate::overlay! {
    /// Of Marathon 1's terminals, which lie in the application.
    pub MarathonOneTerminalPanel "terminal (Marathon 1)" over [Side::FIELDS],
        when Condition::All(&[MARATHON_1, IS_PANEL, Condition::Is("panel_type", 8)]);
    /// The terminal that is read here.
    panel_permutation @ 40: I16, link(Target::Outside("terminal")), label("Terminal"), group("Control panel");
}
