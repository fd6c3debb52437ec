//! Every rule of `systemshock.md` 4.4 and every other check, each with a level made to break it.

use super::made::*;
use super::*;
use crate::document::Document;

/// What is broken, the words that must be said, the check that says them, and the fault that is made.
type Case = (&'static str, &'static Check, fn(&mut Document));

/// Rows of [`level`]: objects 1 to 4 are used, 5 is the first free one; the class rows are 1 and 2 of traps, 1 of doors
/// and guns; each object has the cross reference of its number.
const CASES: &[Case] = &[
    ("rule O1", &object_used_list::CHECK, |d| put(d, "objects", 1, "next", 4)),
    ("rule O2", &object_free_list::CHECK, |d| put(d, "objects", 6, "next", 5)),
    ("rule O3", &object_lists_cover::CHECK, |d| put(d, "objects", 0, "next", 6)),
    ("rule O4", &object_previous::CHECK, |d| put(d, "objects", 2, "previous", 9)),
    ("rule O5", &object_last::CHECK, |d| put(d, "objects", 0, "previous", 9)),
    ("rule O6", &object_row_0::CHECK, |d| put(d, "objects", 0, "active", 1)),
    ("rule O7", &object_free_dirty::CHECK, |d| put(d, "objects", 6, "hit_points", 7)),
    ("rule O8", &object_sort::CHECK, |d| put(d, "objects", 4, "type", 99)),
    ("rule C1", &class_used_list::CHECK, |d| put(d, "traps", 1, "next", 2)),
    ("rule C2", &class_free_list::CHECK, |d| put(d, "traps", 4, "next", 3)),
    ("rule C3", &class_lists_cover::CHECK, |d| put(d, "traps", 0, "next", 4)),
    ("rule C4", &class_previous::CHECK, |d| put(d, "traps", 1, "previous", 9)),
    ("rule C5", &class_last::CHECK, |d| put(d, "traps", 0, "previous", 9)),
    ("rule C6", &class_owner::CHECK, |d| put(d, "traps", 1, "belongs_to", 3)),
    ("rule C7", &class_free_dirty::CHECK, |d| put(d, "traps", 5, "p1", 3)),
    ("rule X1", &reference_free_list::CHECK, |d| put(d, "references", 6, "next", 5)),
    ("rule X2", &reference_once::CHECK, |d| put(d, "references", 0, "next", 6)),
    ("rule X3", &reference_ring::CHECK, |d| put(d, "references", 1, "ring", 2)),
    ("rule X4", &tile_list::CHECK, |d| put(d, "tiles", 5 * 64 + 5, "reference", 0)),
    ("rule X5", &object_home_tile::CHECK, |d| put(d, "objects", 1, "x", 9 * 256)),
    ("rule X6", &object_nowhere::CHECK, |d| put(d, "objects", 1, "reference", 0)),
    ("rule X7", &too_many_references::CHECK, |d| {
        for row in 100..112 {
            put(d, "references", row, "object", 1);
            put(d, "references", row, "x", 5);
        }
    }),
    ("rule R1", &dangling::CHECK, |d| delete_keeping(d, 3)),
    ("rule R1", &contents_shared::CHECK, |d| {
        *d = level_with_containers();
        put_list(d, "containers", 2, "contents", &[7, 0, 0, 0]);
    }),
    ("rule R2", &schedule_count::CHECK, |d| put(d, "info", 0, "schedule_count", 5)),
    ("rule R3", &note_text::CHECK, |d| {
        place(d, "trap", 2, 3, 9, 9);
        put(d, "traps", 3, "p4", 77);
    }),
    ("rule R4", &animation_list::CHECK, |d| put(d, "animation_count", 0, "count", 65)),
    ("variable 600", &variable_missing::CHECK, |d| put(d, "traps", 1, "condition", 600)),
    ("never holds", &operator::CHECK, |d| put(d, "traps", 1, "condition", 7 << 13 | 5)),
    ("changes boolean variable 1", &fixed_boolean::CHECK, |d| {
        put(d, "traps", 1, "action", 4);
        put(d, "traps", 1, "p1", 0x2001);
    }),
    ("use each other", &trigger_loop::CHECK, |d| {
        put(d, "traps", 2, "action", 6);
        put(d, "traps", 2, "p1", 1);
    }),
    ("nothing happens", &odd_target::CHECK, |d| {
        delete_keeping(d, 3);
        place(d, "gun", 0, 0, 9, 5);
    }),
    ("does not lead back", &elevator_panel::CHECK, |d| {
        *d = two_levels_with_an_elevator();
        put(d, "fixtures", 1, "panel_1", 9);
    }),
    ("not in an elevator", &elevator_panel::CHECK, |d| {
        *d = two_levels_with_an_elevator();
        put(d, "tiles", 5 * 64 + 5, "music", 0);
    }),
    ("nothing holds", &object_lost::CHECK, |d| {
        *d = level_with_containers();
        delete(d, 5);
    }),
    ("outermost", &open_border::CHECK, |d| put(d, "tiles", 7, "type", 1)),
    ("the ceiling at", &sealed_tile::CHECK, |d| put(d, "tiles", 5 * 64 + 5, "ceiling", 31)),
    ("of guns are used", &near_limits::CHECK, |d| place_many(d, "gun", 14)),
    ("of traps are free", &near_limits::CHECK, |d| place_many(d, "trap", 128)),
];

#[test]
fn every_rule_has_a_made_case_that_its_check_names_and_its_fix_mends() {
    for (words, check, fault) in CASES {
        let mut document = level();
        assert_eq!(problems(&document, check), [], "{words}: the level is sound before");
        fault(&mut document);
        let found = problems(&document, check);
        let said: Vec<&str> = found.iter().map(|p| p.message.as_str()).collect();
        assert!(said.iter().any(|message| message.contains(words)), "{} does not say {words}: {said:?}", check.id);
        for at in 0..check.fixes.len() {
            let mut mended = level();
            fault(&mut mended);
            fix(&mut mended, check, at);
        }
    }
}

#[test]
fn no_rule_and_no_check_is_without_a_case() {
    let rules = [("O", 8), ("C", 7), ("X", 7), ("R", 4)];
    for (letter, count) in rules {
        for number in 1..=count {
            let rule = format!("rule {letter}{number}");
            assert!(CASES.iter().any(|(words, ..)| *words == rule), "{rule}");
        }
    }
    let general = [crate::problems::basic::UNREADABLE.id, crate::problems::basic::LIMITS.id];
    for check in CHECKS.iter().filter(|check| !general.contains(&check.id)) {
        assert!(CASES.iter().any(|(_, of, _)| of.id == check.id), "{}", check.id);
    }
}
