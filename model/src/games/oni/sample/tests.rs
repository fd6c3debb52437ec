use super::*;
use crate::document::{LevelBuilder, LevelId};
use crate::games::oni::ONI;
use crate::games::oni::chunk;
use crate::problems;

#[test]
fn every_type_is_there_and_nothing_is_wrong_with_it() {
    let (lists, _) = lists().unwrap();
    assert_eq!(lists.len(), 16);
    let mut build = LevelBuilder::new(LevelId(0));
    for (of, bytes) in &lists {
        chunk::decode(&mut build, of, bytes);
    }
    let level = build.finish();
    assert!(level.notices().is_empty(), "{:?}", level.notices());
    for table in level.tables() {
        assert!(!table.is_empty(), "{}", table.key());
    }
    let found = problems::of_level(&ONI, &level);
    let checks: Vec<_> = found.iter().filter(|p| p.severity > crate::document::Severity::Info).collect();
    assert!(checks.is_empty(), "{checks:?}");
}

#[test]
fn the_halls_hold_together() {
    let halls = halls([1, 2, 3, 4, 5]);
    for quad in &halls.quads {
        assert!(quad.points.iter().all(|p| (*p as usize) < halls.points.len()));
    }
    assert!(halls.quads.len() > 300);
    // Some light everywhere, and not the same everywhere.
    let shades: std::collections::BTreeSet<u32> = halls.quads.iter().flat_map(|q| q.shades).collect();
    assert!(shades.len() > 50 && shades.iter().all(|s| s >> 24 == 0xFF));
}

#[test]
fn the_script_defines_what_the_objects_call() {
    let text = script();
    assert!(!text.replace("\r\n", "").contains('\n'), "lines end as in the game's files");
    let calls = ["hall_entered", "hall_left", "console_used", "laser_broken", "guard_down", "talk_over", "main"];
    for function in calls {
        assert!(text.contains(&format!("func void {function}(")), "{function}");
    }
}
