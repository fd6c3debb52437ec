//! The path data that a `.lev` lends: places that people walk to, the links between them, and the polygons of the ground
//! with their holes (`warriors.md` 1.9; the rest as the Coney project's page "Level loading" publishes it: chunk 0x40).

use crate::record::codec::le::*;
use crate::record::codec::{Bits, Raw};
use crate::record::{Matching, Target};

const LENT: &str = "the file is only read";

crate::record_table! {
    /// A step from one place that people walk to another.
    pub NAV_LINK: NavLink, NavLinkField = "warriors.nav_link", "Navigation link", 8 bytes, "warriors.md 1.9",
        matching(Matching::Position);
    /// The place it leads to.
    node @ 0: U32, link_none(Target::Row("nav_nodes"), &[]), fixed(LENT);
    /// How it is taken: 1, 2 on foot, 4 a jump, 8 and 0x80 a climb, 0x10 through a door, 0x40 by a charge.
    kind @ 4: U16, fixed(LENT);
    /// The door it leads through.
    door @ 6: Bits<U16, 0, 13>, fixed(LENT);
    /// Unknown.
    unknown @ 6: Bits<U16, 13, 2>, fixed(LENT);
    /// Whether planners avoid it: a closed door costs 1,600.
    avoid @ 6: Bits<U16, 15, 1>, yes_no(), fixed(LENT);
}

crate::record_table! {
    /// A place that people walk to. Its links are the next ones of the list, place by place.
    pub NAV_NODE: NavNode, NavNodeField = "warriors.nav_node", "Navigation place", 32 bytes, "warriors.md 1.9",
        matching(Matching::Position);
    /// East.
    x @ 0: F32, unit(super::METRES), fixed(LENT);
    /// North.
    y @ 4: F32, unit(super::METRES), fixed(LENT);
    /// Up.
    z @ 8: F32, unit(super::METRES), fixed(LENT);
    /// Unknown.
    unknown_c @ 12: Raw<8>, fixed(LENT);
    /// How many links lead away.
    link_count @ 20: I16, fixed(LENT);
    /// What the running game searches with.
    unknown_16 @ 22: Raw<10>, fixed(LENT);
}

crate::record_table! {
    /// A corner of a path polygon. Polygons take the next ones of the list, polygon by polygon.
    pub NAV_CORNER: NavCorner, NavCornerField = "warriors.nav_corner", "Path corner", 16 bytes, "warriors.md 1.9",
        matching(Matching::Position);
    /// East.
    x @ 0: F32, unit(super::METRES), fixed(LENT);
    /// North.
    y @ 4: F32, unit(super::METRES), fixed(LENT);
    /// Unknown.
    unknown_8 @ 8: Raw<8>, fixed(LENT);
}

crate::record_table! {
    /// A polygon of the ground that people walk on, or a hole in the one before it.
    pub NAV_POLYGON: NavPolygon, NavPolygonField = "warriors.nav_polygon", "Path polygon", 80 bytes, "warriors.md 1.9",
        matching(Matching::Position);
    /// How many corners.
    corner_count @ 0: I16, fixed(LENT);
    /// Unknown.
    unknown_2 @ 2: Raw<6>, fixed(LENT);
    /// Its box: west.
    x_min @ 8: F32, unit(super::METRES), fixed(LENT);
    /// Its box: east.
    x_max @ 12: F32, unit(super::METRES), fixed(LENT);
    /// Its box: south.
    y_min @ 16: F32, unit(super::METRES), fixed(LENT);
    /// Its box: north.
    y_max @ 20: F32, unit(super::METRES), fixed(LENT);
    /// Unknown.
    unknown_18 @ 24: Raw<8>, fixed(LENT);
    /// Not 0 where the next polygon is a hole of the same area.
    goes_on @ 32: U32, fixed(LENT);
    /// Where the edges of each of 16 strips begin, and what the running game fills in.
    strips @ 36: Raw<36>, fixed(LENT);
    /// 4 a hole that a door can open, 8 open; the rest is unknown.
    flags @ 72: U16, fixed(LENT);
    /// The area number that the collision mesh has there.
    ground @ 74: U16, fixed(LENT);
    /// Not 0 where the area's places belong to it.
    has_places @ 76: U32, fixed(LENT);
}
