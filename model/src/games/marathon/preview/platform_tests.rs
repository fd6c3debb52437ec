//! Platforms by the numbers of the document.

use super::super::test_levels::{Running, rooms};
use super::*;
use crate::preview::{Address, Verb};

const BOTH: u32 = FROM_FLOOR | FROM_CEILING;

fn touch(running: &mut Running, row: u32) {
    running.act(Verb::Touch { target: Address::from(Subject::new(TABLE, row)) });
}

/// A platform in the middle of three rooms that rises to the 300 of its neighbour.
fn lift(flags: u32) -> Running {
    rooms(3).heights(0, 300, 1024).platform(1, FROM_FLOOR | flags).run()
}

#[test]
fn an_active_platform_moves_at_once_waits_its_delay_and_comes_back() {
    let mut running = lift(INITIALLY_ACTIVE);
    let course: Vec<i32> = (0..14).map(|_| running.wait(1).floors()[0]).collect();
    // Three ticks up at 100; at the top it waits five ticks and moves in the fifth.
    assert_eq!(course, [100, 200, 300, 300, 300, 300, 300, 200, 100, 0, 0, 0, 0, 0]);
}

#[test]
fn speeds_and_delays_of_the_document() {
    for speed in [8, 17, 34, 51, 68] {
        let level =
            rooms(3).heights(0, 512, 1024).platform_with(1, FROM_FLOOR | INITIALLY_ACTIVE, [3, speed, 30, -1, -1], 0);
        let mut running = level.run();
        running.wait(3);
        assert_eq!(running.floors(), [3 * i32::from(speed)]);
        running.wait(512_u32.div_ceil(speed as u32) - 3 + 29);
        assert_eq!(running.floors(), [512], "speed {speed}: still at the end after 29 ticks");
        assert_eq!(running.wait(1).floors(), [512 - i32::from(speed)]);
    }
}

#[test]
fn contracting_slower_is_a_quarter_of_the_speed() {
    let mut running = lift(INITIALLY_ACTIVE | CONTRACTS_SLOWER);
    running.wait(8);
    assert_eq!(running.floors(), [275]);
}

#[test]
fn both_surfaces_meet_in_the_middle_and_snap_to_their_limits() {
    let mut running = rooms(3).heights(1, 0, 1000).platform(1, BOTH | INITIALLY_ACTIVE).run();
    running.wait(5);
    let [floor, ceiling, ..] = running.world.platform_states()[0];
    assert_eq!((floor, ceiling), (500, 524));
    running.wait(1);
    let [floor, ceiling, flags, _] = running.world.platform_states()[0];
    // The neighbours' ceilings are 1024: they meet at their mean with the floor 0.
    assert_eq!((floor, ceiling, flags & 0x60), (512, 512, 0x20));
}

#[test]
fn it_stops_where_its_flags_say() {
    let mut each = lift(INITIALLY_ACTIVE | DEACTIVATES_AT_EACH_LEVEL);
    assert_eq!(each.wait(3).active(), [false]);
    let mut initial = lift(INITIALLY_ACTIVE | DEACTIVATES_AT_INITIAL_LEVEL);
    assert_eq!(initial.wait(9).active(), [true]);
    assert_eq!((initial.wait(1).active(), initial.floors()), (vec![false], vec![0]));
    let mut extended = lift(INITIALLY_EXTENDED | DEACTIVATES_AT_INITIAL_LEVEL);
    assert_eq!(extended.floors(), [300]);
    extended.fire(TABLE, 0, "activate").wait(12);
    assert_eq!((extended.active(), extended.floors()), (vec![false], vec![300]));
}

#[test]
fn activation_waits_only_if_it_is_told_to() {
    assert_eq!(lift(0).fire(TABLE, 0, "activate").floors(), [100]);
    let mut late = lift(DELAYS_BEFORE_ACTIVATION);
    assert_eq!(late.fire(TABLE, 0, "activate").wait(3).floors(), [0]);
    assert_eq!(late.wait(1).floors(), [100]);
    let mut once = lift(ACTIVATES_ONLY_ONCE);
    once.fire(TABLE, 0, "activate").fire(TABLE, 0, "deactivate").fire(TABLE, 0, "activate");
    assert_eq!(once.active(), [false]);
    let mut stubborn = lift(INITIALLY_ACTIVE | CANNOT_BE_EXTERNALLY_DEACTIVATED);
    assert_eq!(stubborn.fire(TABLE, 0, "deactivate").active(), [true]);
    assert_eq!(stubborn.events("platform refuses").len(), 1);
}

/// Three platforms in a row, each with the flags.
fn chain(flags: u32) -> Running {
    let level = rooms(5).heights(0, 300, 1024).heights(4, 300, 1024);
    (1..4).fold(level, |level, room| level.platform_with(room, FROM_FLOOR | flags, [0, 100, 5, 300, 0], 0)).run()
}

#[test]
fn a_chain_goes_once_through_all_and_ends_by_the_mark() {
    let mut running = chain(ACTIVATES_ADJACENT_WHEN_ACTIVATING);
    running.fire(TABLE, 0, "activate");
    assert_eq!(running.active(), [true; 3]);
    assert_eq!(running.events("platform activated").len(), 3);
    // The log says why: the third because of the second because of the first because of the person.
    let row = running.log.events().iter().position(|e| e.kind == "platform activated" && e.target.row == 2).unwrap();
    assert_eq!(running.log.why(u32::try_from(row).unwrap()).len(), 4);

    // All stop their neighbours as they start: the first starts, the second is not on, so nothing follows.
    let mut stopping = chain(DEACTIVATES_ADJACENT_WHEN_ACTIVATING | INITIALLY_ACTIVE);
    stopping.fire(TABLE, 1, "deactivate").wait(1).fire(TABLE, 1, "activate");
    assert_eq!(stopping.active(), [false, true, false]);

    // Stopping starts the neighbours, which cannot be answered in the same tick.
    let mut handing_on = chain(ACTIVATES_ADJACENT_WHEN_DEACTIVATING);
    handing_on.fire(TABLE, 1, "activate").fire(TABLE, 1, "deactivate");
    assert_eq!(handing_on.active(), [true, false, true]);
    let mut all = chain(DEACTIVATES_ADJACENT_WHEN_DEACTIVATING | INITIALLY_ACTIVE);
    assert_eq!(all.fire(TABLE, 0, "deactivate").active(), [false; 3]);
}

#[test]
fn the_parent_is_left_alone_if_it_is_to_be() {
    let flags = DOES_NOT_ACTIVATE_PARENT | ACTIVATES_ADJACENT_WHEN_ACTIVATING | DEACTIVATES_ADJACENT_WHEN_DEACTIVATING;
    let mut running = chain(flags);
    running.fire(TABLE, 0, "activate").wait(1).fire(TABLE, 2, "deactivate");
    // 2 was started by 1, so it leaves 1 alone.
    assert_eq!(running.active(), [true, true, false]);
}

#[test]
fn at_each_level_the_neighbours_start() {
    let mut running = chain(ACTIVATES_ADJACENT_AT_EACH_LEVEL);
    running.fire(TABLE, 0, "activate").wait(2);
    // Of two neighbours one is the wall's room; the platform beside it starts when the first is up.
    assert_eq!(running.active(), [true, true, false]);
    assert_eq!(running.events("platform activated").last().unwrap().0, 3);
}

#[test]
fn lights_go_with_a_platform() {
    let level = rooms(3).heights(0, 300, 1024).light(false, 0).light(true, 0);
    let flags = FROM_FLOOR | ACTIVATES_LIGHT | DEACTIVATES_LIGHT;
    let mut running = level.platform(1, flags).polygon(1, 48, 0).polygon(1, 50, 1).run();
    running.fire(TABLE, 0, "activate");
    assert_eq!([0, 1].map(|row| running.value("lights", row, "state")), [0, 1], "the one off begins to go on");
    running.fire(TABLE, 0, "deactivate");
    assert_eq!([0, 1].map(|row| running.value("lights", row, "state")), [3, 3]);
}

#[test]
fn touching_starts_turns_round_hurries_or_is_refused() {
    let door = DOOR | PLAYER_CONTROLLABLE;
    let mut running = lift(door | REVERSES_WHEN_OBSTRUCTED);
    touch(&mut running, 0);
    assert_eq!(running.floors(), [100]);
    touch(&mut running, 0);
    assert_eq!(running.floors(), [0], "turned round");
    touch(&mut running, 0);
    assert_eq!(running.floors(), [100], "waiting at its end it is hurried");
    assert_eq!(running.events("platform hurried").len(), 1);

    let mut stubborn = lift(door | INITIALLY_ACTIVE);
    touch(&mut stubborn, 0);
    assert_eq!(stubborn.last().kind, "platform refuses");
    let mut not_ours = lift(DOOR);
    touch(&mut not_ours, 0);
    assert_eq!((not_ours.last().kind, not_ours.active()), ("platform refuses", vec![false]));
}

#[test]
fn somebody_in_the_way_stops_a_platform_or_turns_it_round() {
    let closing = FROM_CEILING | INITIALLY_ACTIVE | heights::EXTENDS_FLOOR_TO_CEILING;
    let place = Verb::place(1536, 512, 0);
    let mut running = rooms(3).platform(1, closing | CAUSES_DAMAGE).run();
    running.act(place.clone()).wait(4);
    let [_, ceiling, ..] = running.world.platform_states()[0];
    // 824 leaves room for 819; the next step would not.
    assert_eq!(ceiling, 824);
    assert_eq!(running.events("platform obstructed").len(), 1, "only the first time");
    // It crushes at every tick: 30 each.
    assert_eq!(running.value("walker", 0, "energy"), 150 - 3 * 30);
    running.act(Verb::Leave { who: None }).wait(1);
    assert_eq!(running.world.platform_states()[0][1], 624);

    let mut turning = rooms(3).platform(1, closing | REVERSES_WHEN_OBSTRUCTED).run();
    turning.act(place).wait(4);
    assert_eq!(turning.world.platform_states()[0][1], 1024, "and back up");
}

#[test]
fn a_ceiling_drags_the_textures_that_hang_from_it() {
    // Sides: 0 faces the platform from the west room (high), 1 looks from within (full), 2 is low.
    let level = rooms(3).platform(1, FROM_CEILING | INITIALLY_ACTIVE | heights::EXTENDS_FLOOR_TO_CEILING);
    let mut running = level.side(0, true, 1).side(1, false, 0).side(1, true, 2).run();
    running.wait(2);
    let moved = |row| running.value("sides", row, "primary_y");
    assert_eq!([0, 1, 2].map(moved), [-200, 200, 0]);
}

#[test]
fn it_knows_when_it_dips_into_a_liquid() {
    let level = rooms(3).heights(0, 300, 1024).light(false, 0).medium(0, 0, 150, 500).polygon(1, 116, 0);
    let mut running = level.platform(1, FROM_FLOOR | INITIALLY_ACTIVE).run();
    let floor_below = |running: &Running| running.world.platform_states()[0][2] & 0x100 != 0;
    assert!(floor_below(&running));
    running.wait(2);
    assert!(!floor_below(&running));
}

#[test]
fn a_platform_polygon_without_a_record_is_a_split_door() {
    let running = rooms(3).kind(1, 5, 0).run();
    let state = running.world.platform_states();
    assert_eq!(state.len(), 1);
    assert_eq!((state[0][0], state[0][1]), (512, 512), "closed in the middle");
    assert_eq!(running.world.platform_subjects(), [Subject::new("polygons", 1)]);
}

#[test]
fn lies_are_survived() {
    // A record for a polygon that is not there, a type that is none, a speed that wraps.
    let mut running = rooms(3)
        .platform_with(1, FROM_FLOOR | INITIALLY_ACTIVE, [77, 30000, 5, 32767, -32768], 0)
        .platform_with(2, BOTH | INITIALLY_ACTIVE, [0, i16::MIN, -5, 5, 9], 0)
        .run();
    running.wait(50);
    assert_eq!(running.floors()[0], -32768, "an unknown type does not move");
}

#[test]
fn a_locked_platform_of_the_first_game_floods_and_its_doors_are_known_by_type() {
    assert_eq!(flags_of_marathon_1(LOCKED | 1, 1), FLOODS | 1);
    assert_eq!(flags_of_marathon_1(1, 3), DOOR | 1);
    assert_eq!(flags_of_marathon_1(1, 0), DOOR | 1);
}

#[test]
fn an_endless_row_of_platforms_does_not_exhaust_the_stack() {
    let level = rooms(3000);
    let flags = FROM_FLOOR | ACTIVATES_ADJACENT_WHEN_ACTIVATING;
    let level = (0..3000).fold(level, |level, room| level.platform_with(room, flags, [0, 100, 5, 300, 0], 0));
    let mut running = level.run();
    running.fire(TABLE, 0, "activate");
    assert_eq!(running.events("chain cut short").len(), 1);
    assert_eq!(running.events("platform activated").len(), 1025);
}
