//! Lines (`marathon.md` 1.2, 1.5).

use super::WU;
use crate::games::marathon::names::*;
use crate::record::codec::Raw;
use crate::record::codec::be::*;
use crate::record::{Matching, Target};

crate::record_table! {
    /// A line between two points, with a polygon on one side or on both.
    pub LINE: Line, LineField = "marathon.line", "Line", 32 bytes, "marathon.md 1.2",
        matching(Matching::Alignment);
    /// Where it begins.
    first_endpoint @ 0: I16, link(Target::Row("points"));
    /// Where it ends.
    second_endpoint @ 2: I16, link(Target::Row("points"));
    /// Solid and transparent are set by people, the others follow from what adjoins.
    flags @ 4: U16, flags(&LINE_FLAGS), derived_bits(0x1E00);
    /// Its length.
    length @ 6: I16, unit(WU), derived(), group("Derived");
    /// The highest floor beside it.
    highest_adjacent_floor @ 8: I16, unit(WU), derived(), group("Derived");
    /// The lowest ceiling beside it.
    lowest_adjacent_ceiling @ 10: I16, unit(WU), derived(), group("Derived");
    /// The side on its clockwise polygon's part.
    clockwise_side @ 12: I16, link(Target::Row("sides"));
    /// The side on the other polygon's part.
    counterclockwise_side @ 14: I16, link(Target::Row("sides"));
    /// The polygon that goes along the line from its first endpoint to its second.
    clockwise_polygon @ 16: I16, link(Target::Row("polygons"));
    /// The polygon that goes along it the other way.
    counterclockwise_polygon @ 18: I16, link(Target::Row("polygons"));
    /// Unused.
    unused_20 @ 20: Raw<12>, label("Unused");
}
