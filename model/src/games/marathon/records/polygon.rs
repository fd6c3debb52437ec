//! Polygons (`marathon.md` 1.2, 1.5).

use super::{INDICES, WU};
use crate::games::marathon::names::*;
use crate::record::codec::be::*;
use crate::record::codec::{Array, Bits, Raw};
use crate::record::{Condition, Kind, Matching, Role, Target};

const ENDPOINT_ROW: Kind = Kind::row("points");
const LINE_ROW: Kind = Kind::row("lines");
const POLYGON_ROW: Kind = Kind::row("polygons");
const SIDE_ROW: Kind = Kind::row("sides");

crate::record_table! {
    /// A convex piece of floor with its ceiling, 3 to 8 corners, clockwise on the screen.
    pub POLYGON: Polygon, PolygonField = "marathon.polygon", "Polygon", 128 bytes, "marathon.md 1.2",
        matching(Matching::Alignment),
        overlays(&[
            MarathonOnePolygon::OVERLAY, Base::OVERLAY, PlatformPolygon::OVERLAY, LightTrigger::OVERLAY,
            PlatformTrigger::OVERLAY, Teleporter::OVERLAY, Exit::OVERLAY, MarathonOneExit::OVERLAY,
            Corners3::OVERLAY, Corners4::OVERLAY, Corners5::OVERLAY, Corners6::OVERLAY, Corners7::OVERLAY,
        ]);
    /// What happens when somebody enters it.
    kind @ 0: I16, choice(&POLYGON_TYPES), label("Type");
    /// What is special about it.
    flags @ 2: U16, flags(&POLYGON_FLAGS);
    /// What its type works on; unused by most types.
    permutation @ 4: I16;
    /// How many corners, and so lines, it has.
    vertex_count @ 6: I16, limits(3, 8), group("Outline");
    /// Its corners, clockwise: each the first end of the line beside it in the list of lines.
    endpoints @ 8: Array<I16, 8>, each(&ENDPOINT_ROW), derived(), group("Outline");
    /// Its lines, clockwise.
    lines @ 24: Array<I16, 8>, each(&LINE_ROW), group("Outline");
    /// The bitmap; no texture is shape 255 of collection 31 with colour table 7.
    floor_texture_shape @ 40: Bits<U16, 0, 8>, group("Floor");
    /// The collection of the bitmap.
    floor_texture_collection @ 40: Bits<U16, 8, 5>, choice(&COLLECTIONS), group("Floor");
    /// The colour table of the collection.
    floor_texture_clut @ 40: Bits<U16, 13, 3>, group("Floor");
    /// The bitmap; no texture is shape 255 of collection 31 with colour table 7.
    ceiling_texture_shape @ 42: Bits<U16, 0, 8>, group("Ceiling");
    /// The collection of the bitmap.
    ceiling_texture_collection @ 42: Bits<U16, 8, 5>, choice(&COLLECTIONS), group("Ceiling");
    /// The colour table of the collection.
    ceiling_texture_clut @ 42: Bits<U16, 13, 3>, group("Ceiling");
    /// Height of the floor.
    floor_height @ 44: I16, unit(WU), group("Floor");
    /// Height of the ceiling.
    ceiling_height @ 46: I16, unit(WU), group("Ceiling");
    /// The light on the floor.
    floor_light @ 48: I16, link(Target::Row("lights")), group("Floor");
    /// The light on the ceiling.
    ceiling_light @ 50: I16, link(Target::Row("lights")), group("Ceiling");
    /// Its area in raw units squared.
    area @ 52: I32, derived(), group("Derived");
    /// The first thing in it while the game runs; always none in files.
    first_object @ 56: I16, fixed("only the running game uses it"), group("Derived");
    /// Where its lines and points near walls begin in the map indices.
    first_exclusion @ 58: I16, derived(), fixed(INDICES), group("Derived");
    /// How many lines are listed there.
    line_exclusion_count @ 60: I16, derived(), fixed(INDICES), group("Derived");
    /// How many points are listed behind the lines.
    point_exclusion_count @ 62: I16, derived(), fixed(INDICES), group("Derived");
    /// How the floor's texture moves.
    floor_transfer_mode @ 64: I16, choice(&TRANSFER_MODES), group("Floor");
    /// How the ceiling's texture moves.
    ceiling_transfer_mode @ 66: I16, choice(&TRANSFER_MODES), group("Ceiling");
    /// The polygon beyond each of its lines.
    adjacent_polygons @ 68: Array<I16, 8>, each(&POLYGON_ROW), derived(), group("Outline");
    /// Where the polygons near it begin in the map indices.
    first_neighbor @ 84: I16, derived(), fixed(INDICES), group("Derived");
    /// How many polygons are listed there.
    neighbor_count @ 86: I16, derived(), fixed(INDICES), group("Derived");
    /// East, the mean of its corners.
    center_x @ 88: I16, unit(WU), role(Role::X), derived(), group("Derived");
    /// South, the mean of its corners.
    center_y @ 90: I16, unit(WU), role(Role::Y), derived(), group("Derived");
    /// The side on each of its lines.
    sides @ 92: Array<I16, 8>, each(&SIDE_ROW), derived(), group("Outline");
    /// How far the floor's texture is pushed east.
    floor_origin_x @ 108: I16, unit(WU), group("Floor");
    /// How far the floor's texture is pushed south.
    floor_origin_y @ 110: I16, unit(WU), group("Floor");
    /// How far the ceiling's texture is pushed east.
    ceiling_origin_x @ 112: I16, unit(WU), group("Ceiling");
    /// How far the ceiling's texture is pushed south.
    ceiling_origin_y @ 114: I16, unit(WU), group("Ceiling");
    /// The liquid in it.
    media @ 116: I16, link(Target::Row("media")), group("Liquid and sound");
    /// The light on the liquid's surface.
    media_light @ 118: I16, link(Target::Row("lights")), group("Liquid and sound");
    /// Where its list of sound sources begins in the map indices.
    sound_sources @ 120: I16, derived(), fixed(INDICES), group("Derived");
    /// The ambient sound heard in it.
    ambient_sound @ 122: I16, link(Target::Row("ambient_sounds")), group("Liquid and sound");
    /// The random sound heard in it.
    random_sound @ 124: I16, link(Target::Row("random_sounds")), group("Liquid and sound");
    /// Unused.
    unused_126 @ 126: Raw<2>, label("Unused");
}

const MARATHON_1: Condition = Condition::Level("data_version", 0);
const LATER: Condition = Condition::Not(&MARATHON_1);

crate::overlay! {
    /// Of Marathon 1: other numbers for the types, and the last fields do not exist.
    pub MarathonOnePolygon "Marathon 1" over [Polygon::FIELDS], when MARATHON_1;
    /// What happens when somebody enters it.
    kind @ 0: I16, choice(&POLYGON_TYPES_M1), label("Type");
    /// Unused: no texture origins, no liquids, no sounds.
    unused_108 @ 108: Raw<18>, label("Unused");
}

crate::overlay! {
    /// Of bases.
    pub Base "base" over [Polygon::FIELDS], when Condition::All(&[LATER, Condition::Is("kind", 4)]);
    /// The team whose base it is.
    permutation @ 4: I16, choice(&PLAYER_COLOURS), label("Team");
}

crate::overlay! {
    /// Of platforms.
    pub PlatformPolygon "platform" over [Polygon::FIELDS], when Condition::Is("kind", 5);
    /// Its platform record. Aleph One ignores it: it goes by the polygon that the record names.
    permutation @ 4: I16, link(Target::Row("platforms")), label("Platform");
}

crate::overlay! {
    /// Of light triggers.
    pub LightTrigger "light trigger" over [Polygon::FIELDS], when Condition::In("kind", &[6, 8]);
    /// The light that it switches on or off.
    permutation @ 4: I16, link(Target::Row("lights")), label("Light");
}

crate::overlay! {
    /// Of platform triggers.
    pub PlatformTrigger "platform trigger" over [Polygon::FIELDS], when Condition::In("kind", &[7, 9]);
    /// The polygon whose platform it starts or stops.
    permutation @ 4: I16, link(Target::Row("polygons")), label("Platform's polygon");
}

crate::overlay! {
    /// Of teleporters.
    pub Teleporter "teleporter" over [Polygon::FIELDS], when Condition::Is("kind", 10);
    /// The polygon in whose centre the player arrives.
    permutation @ 4: I16, link(Target::Row("polygons")), label("Destination");
}

crate::overlay! {
    /// Of exits.
    pub Exit "automatic exit" over [Polygon::FIELDS], when Condition::All(&[LATER, Condition::Is("kind", 18)]);
    /// The level that follows once the mission is not unfinished.
    permutation @ 4: I16, link(Target::Level), label("Level");
}

crate::overlay! {
    /// Of Marathon 1's exits.
    pub MarathonOneExit "automatic exit (Marathon 1)" over [Polygon::FIELDS],
        when Condition::All(&[MARATHON_1, Condition::Is("kind", 15)]);
    /// The level that follows once the mission is not unfinished.
    permutation @ 4: I16, link(Target::Level), label("Level");
}

/// The lists of a polygon with fewer than 8 corners: what lies behind the last corner is no index.
macro_rules! corners {
    ($type:ident $name:literal $count:literal:
        $spare:literal bytes at $endpoints:literal $lines:literal $adjacent:literal $sides:literal) => {
        $crate::overlay! {
            /// The lists as far as it has corners.
            pub $type $name over [Polygon::FIELDS], when Condition::Is("vertex_count", $count);
            /// Its corners, clockwise: each the first end of the line beside it in the list of lines.
            endpoints @ 8: Array<I16, $count>, each(&ENDPOINT_ROW), derived(), group("Outline");
            /// Left over behind the corners.
            spare_endpoints @ $endpoints: Raw<$spare>, group("Outline");
            /// Its lines, clockwise.
            lines @ 24: Array<I16, $count>, each(&LINE_ROW), group("Outline");
            /// Left over behind the lines.
            spare_lines @ $lines: Raw<$spare>, group("Outline");
            /// The polygon beyond each of its lines.
            adjacent_polygons @ 68: Array<I16, $count>, each(&POLYGON_ROW), derived(), group("Outline");
            /// Left over behind the adjacent polygons.
            spare_adjacent_polygons @ $adjacent: Raw<$spare>, group("Outline");
            /// The side on each of its lines.
            sides @ 92: Array<I16, $count>, each(&SIDE_ROW), derived(), group("Outline");
            /// Left over behind the sides.
            spare_sides @ $sides: Raw<$spare>, group("Outline");
        }
    };
}
corners!(Corners3 "3 corners" 3: 10 bytes at 14 30 74 98);
corners!(Corners4 "4 corners" 4: 8 bytes at 16 32 76 100);
corners!(Corners5 "5 corners" 5: 6 bytes at 18 34 78 102);
corners!(Corners6 "6 corners" 6: 4 bytes at 20 36 80 104);
corners!(Corners7 "7 corners" 7: 2 bytes at 22 38 82 106);
