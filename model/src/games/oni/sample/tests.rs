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
        assert!(quad.texcoords.iter().all(|p| (*p as usize) < halls.texcoords.len()));
        assert!(usize::from(quad.texture) < textures().len());
    }
    assert!(halls.quads.len() > 300);
    // The outer walls face the inside of the halls.
    let middle = [160.0, 25.0, 100.0];
    let mut walls = 0;
    for quad in &halls.quads {
        let [a, b, c] = [0, 1, 2].map(|corner| halls.points[quad.points[corner] as usize]);
        let outer = |axis: usize, at: f32| [a, b, c].iter().all(|p| p[axis] == at);
        if quad.object == -1 && [(0, 0.0), (0, 320.0), (2, 0.0), (2, 200.0)].iter().any(|(axis, at)| outer(*axis, *at))
        {
            let [u, v] = [[0, 1, 2].map(|i| b[i] - a[i]), [0, 1, 2].map(|i| c[i] - a[i])];
            let normal = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]];
            let inward: f32 = (0..3).map(|i| normal[i] * (middle[i] - a[i])).sum();
            assert!(inward > 0.0, "{a:?} {b:?} {c:?}");
            walls += 1;
        }
    }
    assert!(walls > 100, "{walls}");
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
