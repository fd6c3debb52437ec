//! Sizes of pools and lifetimes (`warriors.md` 1.2).

use super::STORED;
use crate::games::warriors::records::WORD;
use crate::record::access::PathStep::{Item, Named};
use crate::record::codec::Elsewhere;
use crate::record::{Matching, Unit};

/// Milliseconds.
const MILLISECONDS: Unit = Unit { name: "ms", divisor: 1.0 };
/// Records that handles can name, 0 to 0xffff (`warriors.md` 1.5), without the 500 that the game adds (1.2).
const MOST_RECORDS: i64 = 0x1_0000 - 500;

crate::record_table! {
    /// How much room the level has: the first call of every level script. The game adds 500 to the objects and 4 to
    /// the flags.
    pub POOL_SIZES: PoolSizes, PoolSizesField = "warriors.pool_sizes", "Pool sizes", 0 bytes, "warriors.md 1.2",
        matching(Matching::Alignment);
    /// Spawn records, without the 500 that the game adds. A handle has 16 bits for the number of one.
    objects @ 0: Elsewhere, path(&[Item(0)]), limits(0, MOST_RECORDS);
    /// World flags, without the 4 that the game adds.
    flags @ 0: Elsewhere, path(&[Item(1)]), limits(0, 65_535);
    /// Volume boxes.
    volume_boxes @ 0: Elsewhere, path(&[Item(2), Item(0)]), limits(0, 65_535);
    /// Read and not used.
    ignored @ 0: Elsewhere, path(&[Item(2), Item(1)]), limits(0, 65_535);
    /// Boxes that watch the player.
    player_boxes @ 0: Elsewhere, path(&[Item(2), Item(2)]), limits(0, 65_535);
    /// Boxes of gangs' ground.
    turf_boxes @ 0: Elsewhere, path(&[Item(2), Item(3)]), limits(0, 65_535);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// How long a dropped or thrown weapon stays.
    pub TIME_TO_LIVE: TimeToLive, TimeToLiveField = "warriors.time_to_live", "Time to live", 0 bytes,
        "warriors.md 1.2, P31", matching(Matching::Alignment);
    /// How long; 30,000 in the game.
    time @ 0: Elsewhere, path(&[Item(0)]), unit(MILLISECONDS), limits(0, 0x7FFF_FFFF);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}
