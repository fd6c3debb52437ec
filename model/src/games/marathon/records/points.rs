//! Points of raw levels and endpoints of preprocessed ones (`marathon.md` 1.2).

use super::{DERIVED, WU};
use crate::games::marathon::names::*;
use crate::record::codec::be::*;
use crate::record::{Matching, Role, Target};

crate::record_table! {
    /// A corner of the map in a raw level.
    pub POINT: Point, PointField = "marathon.point", "Point", 4 bytes, "seed 001, Point",
        matching(Matching::Alignment);
    /// East.
    x @ 0: I16, unit(WU), role(Role::X);
    /// South.
    y @ 2: I16, unit(WU), role(Role::Y);
}

crate::record_table! {
    /// A corner of the map in a preprocessed level, with what follows from the lines that meet there.
    pub ENDPOINT: Endpoint, EndpointField = "marathon.endpoint", "Endpoint", 16 bytes, "marathon.md 1.2",
        matching(Matching::Alignment);
    /// What holds of the lines that meet here.
    flags @ 0: U16, flags(&ENDPOINT_FLAGS), derived();
    /// The highest floor of the polygons around it.
    highest_adjacent_floor @ 2: I16, unit(WU), derived();
    /// The lowest ceiling of the polygons around it.
    lowest_adjacent_ceiling @ 4: I16, unit(WU), derived();
    /// East.
    x @ 6: I16, unit(WU), role(Role::X);
    /// South.
    y @ 8: I16, unit(WU), role(Role::Y);
    /// Where the game draws it; only used while it runs.
    transformed_x @ 10: I16, derived(), fixed(DERIVED);
    /// Where the game draws it; only used while it runs.
    transformed_y @ 12: I16, derived(), fixed(DERIVED);
    /// The polygon with the highest floor.
    supporting_polygon @ 14: I16, link(Target::Row("polygons")), derived();
}
