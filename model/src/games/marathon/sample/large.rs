//! Levels of any size for benchmarks and tests.

use super::build::Builder;
use super::room::{Placed, Room};
use crate::games::marathon::geometry::map::Point;

/// Rooms along each side of the largest grid: 31 of 2 world units fit the coordinates.
const MOST_ACROSS: usize = 31;
/// A room's width.
const WIDTH: i16 = 2048;
/// Objects a room gets before another room is made.
const IN_A_ROOM: usize = 10;

/// A grid of open rooms at different heights with this many objects in them.
pub(super) fn build(objects: usize) -> Builder {
    let mut map = Builder::default();
    let wanted = objects.div_ceil(IN_A_ROOM).max(1);
    let across = (1..=MOST_ACROSS).find(|across| across * across >= wanted).unwrap_or(MOST_ACROSS);
    let corner = |at: usize| i16::try_from(at).map_or(0, |at| (at - 16) * WIDTH);
    for row in 0..across {
        for column in 0..across {
            let step = i16::try_from((row * 3 + column * 5) % 7).unwrap_or(0);
            let room = Room { light: step % 3, ..Room::new(step * 64, 2048 + step * 128) };
            map.square((corner(column), corner(row)), (corner(column + 1), corner(row + 1)), room);
        }
    }
    let rooms = across * across;
    for number in 0..objects.min(usize::from(i16::MAX.unsigned_abs())) {
        let (room, place) = (number % rooms, number / rooms);
        let spot = i16::try_from(place % 49).unwrap_or(0);
        let at =
            Point { x: corner(room % across) + 256 * (1 + spot % 7), y: corner(room / across) + 256 * (1 + spot / 7) };
        let polygon = i16::try_from(room).unwrap_or(0);
        let turn = i16::try_from(number % 512).unwrap_or(0);
        // A player first, then monsters, scenery, items and sound sources in turn.
        let (group, index) = match (number, number % 4) {
            (0, _) => (3, 0),
            (_, 0) => (0, 1 + turn % 46),
            (_, 1) => (1, turn % 61),
            (_, 2) => (2, 1 + turn % 35),
            _ => (5, turn % 28),
        };
        let facing = if group == 5 { 128 } else { turn };
        map.place(Placed { group, index, facing, polygon, at, flags: 0 });
    }
    map
}
