//! Trains: objects in a line that people step out of the way of (`warriors.md` 1.2, 1.9).

use super::{HANDLE, STORED};
use crate::games::warriors::records::{METRES, WORD};
use crate::record::access::PathStep::{Item, Named};
use crate::record::codec::Elsewhere;
use crate::record::{Kind, Matching, Role};

crate::record_table! {
    /// Starts a train and takes its points away: they must be set after it.
    pub TRAIN_START: TrainStart, TrainStartField = "warriors.train_start", "Train", 0 bytes,
        "warriors.md 1.2, 1.9", matching(Matching::Alignment);
    /// Which of the four trains.
    slot @ 0: Elsewhere, path(&[Item(0)]), role(Role::Id), limits(0, 0x7FFF_FFFF);
    /// How far from its line people step aside.
    radius @ 0: Elsewhere, path(&[Item(1)]), kind(Kind::Real64), unit(METRES);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// A point of a train: it follows an object.
    pub TRAIN_POINT: TrainPoint, TrainPointField = "warriors.train_point", "Train point", 0 bytes,
        "warriors.md 1.2, 1.9", matching(Matching::Alignment);
    /// Which of the four trains.
    slot @ 0: Elsewhere, path(&[Item(0)]), limits(0, 0x7FFF_FFFF);
    /// The object.
    object @ 0: Elsewhere, path(&[Item(1)]), kind(WORD), fixed(HANDLE);
    /// Which point, 0 to 11.
    index @ 0: Elsewhere, path(&[Item(2)]), limits(0, 0x7FFF_FFFF);
    /// Whether no line begins at this point.
    gap @ 0: Elsewhere, path(&[Item(3)]), yes_no();
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}

crate::record_table! {
    /// Stops a train.
    pub TRAIN_STOP: TrainStop, TrainStopField = "warriors.train_stop", "Stop train", 0 bytes,
        "warriors.md 1.2", matching(Matching::Alignment);
    /// Which of the four trains.
    slot @ 0: Elsewhere, path(&[Item(0)]), limits(0, 0x7FFF_FFFF);
    /// The file it stands in.
    source @ 0: Elsewhere, path(&[Named("source")]), kind(WORD), fixed(STORED);
}
