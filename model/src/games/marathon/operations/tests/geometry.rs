//! What follows from heights, points, types and owners.

use proptest::prelude::*;

use super::super::super::{bulk, geometry};
use super::*;
use crate::links::for_each_record;

/// Fields that no longer follow their rules, the index list aside (it is rebuilt when the level is written).
fn wrong(draft: &Draft) -> Vec<&'static str> {
    let map = bulk::geometry(draft.level(LEVEL).unwrap());
    let rates = geometry::rates::match_rates(&map);
    let wrong = rates.iter().filter(|r| r.matching != r.total && !r.field.starts_with("indices"));
    wrong.map(|r| r.field).collect()
}

#[test]
fn heights_reach_lines_and_points() {
    for preprocessed in [false, true] {
        let mut document = Made { preprocessed, ..Made::default() }.document();
        let mut draft = document.draft();
        set(&mut draft, "polygons", 1, "floor_height", 300);
        set(&mut draft, "polygons", 1, "ceiling_height", 900);
        let wall = 2 * 4 + 1;
        assert_eq!(get(&draft, "lines", wall, "highest_adjacent_floor"), 300);
        assert_eq!(get(&draft, "lines", wall, "lowest_adjacent_ceiling"), 900);
        assert_eq!(get(&draft, "lines", wall, "flags") >> 11 & 1, 1, "floors differ");
        assert_eq!(get(&draft, "lines", wall + 2, "highest_adjacent_floor"), 0, "not beside it");
        assert_eq!(wrong(&draft), [""; 0]);
        if preprocessed {
            assert_eq!(get(&draft, "endpoints", 2, "highest_adjacent_floor"), 300);
            assert_eq!(get(&draft, "endpoints", 2, "supporting_polygon"), 1);
        }
        set(&mut draft, "polygons", 0, "floor_height", 300);
        assert_eq!(get(&draft, "lines", wall, "flags") >> 11 & 1, 0, "level again");
        comes_back(&mut document, draft);
    }
}

#[test]
fn what_never_followed_the_rule_stays() {
    let document = Made::default().document();
    let draft = &mut document.draft();
    let wall = 2 * 4 + 1;
    draft.store_int(node(draft, "lines", wall), "lowest_adjacent_ceiling", 77).unwrap();
    draft.store_int(node(draft, "lines", wall), "length", 5).unwrap();
    set(draft, "polygons", 1, "floor_height", 300);
    assert_eq!(get(draft, "lines", wall, "highest_adjacent_floor"), 300);
    assert_eq!(get(draft, "lines", wall, "lowest_adjacent_ceiling"), 77, "the ceiling did not move");
    assert_eq!(get(draft, "lines", wall, "length"), 5);
    // A floor below the neighbour's changes nothing on their line but the flag.
    let draft = &mut document.draft();
    draft.store_int(node(draft, "lines", wall), "highest_adjacent_floor", 77).unwrap();
    set(draft, "polygons", 1, "floor_height", -300);
    assert_eq!(get(draft, "lines", wall, "highest_adjacent_floor"), 77);
}

#[test]
fn points_reach_lines_sides_and_polygons() {
    for (preprocessed, table) in [(false, "points"), (true, "endpoints")] {
        let mut document = Made { preprocessed, ..Made::default() }.document();
        let mut draft = document.draft();
        set(&mut draft, table, 2, "x", 1324);
        assert_eq!(get(&draft, "lines", 0, "length"), 1324);
        assert_eq!(get(&draft, "polygons", 0, "center_x"), (1324 + 1024) / 4);
        assert_ne!(get(&draft, "polygons", 0, "area"), 1 << 20);
        assert_eq!(list(&draft, "sides", 0, "exclusion_zone")[4..], [0, 0, 1324, 0]);
        assert_eq!(wrong(&draft), [""; 0]);
        let room = [node(&draft, "polygons", 3)];
        run(&mut draft, "move", &arguments(&room, &[("dx", number(10)), ("dy", number(-5)), ("dz", number(50))]))
            .unwrap();
        assert_eq!(wrong(&draft), [""; 0]);
        assert_eq!((get(&draft, table, 8, "x"), get(&draft, table, 8, "y")), (4106, -5));
        assert_eq!(
            (get(&draft, "polygons", 3, "floor_height"), get(&draft, "polygons", 3, "ceiling_height")),
            (50, 1074)
        );
        comes_back(&mut document, draft);
        let mut draft = document.draft();
        let point = [node(&draft, table, 9)];
        assert!(run(&mut draft, "move", &arguments(&point, &[("dx", number(32_000))])).is_err());
    }
}

#[test]
fn platforms_come_and_go_with_the_type() {
    let document = Made::default().document();
    let draft = &mut document.draft();
    set(draft, "polygons", 2, "kind", 5);
    assert_eq!(draft.table(LEVEL, "platforms").unwrap().len(), 1);
    assert_eq!((get(draft, "platforms", 0, "polygon"), get(draft, "polygons", 2, "permutation")), (2, 0));
    assert_eq!(get(draft, "lines", 2 * 4 + 2, "flags") >> 10 & 1, 1, "its open wall is of variable elevation");
    assert_eq!(get(draft, "lines", 4, "flags") >> 10 & 1, 0, "its solid wall is not");
    set(draft, "lines", 2 * 4 + 2, "flags", 1 << 14 | 1 << 10);
    assert_eq!(get(draft, "lines", 2 * 4 + 2, "flags"), 1 << 14, "solid, so no longer of variable elevation");
    set(draft, "polygons", 2, "kind", 10);
    assert_eq!(draft.table(LEVEL, "platforms").unwrap().len(), 0);
    assert_eq!(get(draft, "polygons", 2, "permutation"), -1, "it leads nowhere yet");
    let made = run(draft, "create", &arguments(&[], &[("kind", word("platform")), ("polygon", number(1))]));
    assert_eq!(made.unwrap(), Some(node(draft, "platforms", 0)));
    assert!(run(draft, "create", &arguments(&[], &[("kind", word("platform")), ("polygon", number(1))])).is_err());
}

#[test]
fn saved_platforms_hold_their_limits_and_follow_their_polygons() {
    let mut document = Made { preprocessed: true, ..Made::default() }.document();
    let mut draft = document.draft();
    set(&mut draft, "polygons", 0, "floor_height", 200);
    set(&mut draft, "polygons", 1, "kind", 5);
    let read = |draft: &Draft, fields: [&str; 4]| fields.map(|f| get(draft, "saved_platforms", 0, f));
    let limits = ["minimum_floor_height", "maximum_floor_height", "minimum_ceiling_height", "maximum_ceiling_height"];
    assert_eq!(read(&draft, limits), [0, 200, 1024, 1024]);
    assert_eq!(read(&draft, ["floor_height", "ceiling_height", "parent_platform", "state"]), [0, 1024, -1, 66]);
    let level = draft.level(LEVEL).unwrap();
    assert_eq!(level.tables().last().unwrap().key(), "saved_platforms");
    assert_eq!(wrong(&draft), [""; 0]);
    set(&mut draft, "polygons", 1, "ceiling_height", 900);
    assert_eq!(read(&draft, limits), [0, 200, 900, 900], "the ceiling does not move");
    assert_eq!(get(&draft, "saved_platforms", 0, "ceiling_height"), 900);
    set(&mut draft, "saved_platforms", 0, "floor_height", 100);
    assert_eq!(get(&draft, "polygons", 1, "floor_height"), 100);
    assert_eq!(read(&draft, limits), [0, 200, 900, 900], "limits are limits");
    comes_back(&mut document, draft);
}

#[test]
fn textures_reach_their_lines() {
    let document = Made::default().document();
    let draft = &mut document.draft();
    set(draft, "sides", 0, "primary_transfer_mode", 9);
    assert_eq!(get(draft, "lines", 0, "flags") >> 12 & 1, 1, "landscape");
    set(draft, "sides", 1, "transparent_texture_shape", 4);
    assert_eq!(get(draft, "lines", 2 * 4 + 1, "flags") >> 9 & 1, 1, "transparent side");
    delete(draft, &[("sides", 0)], &[]).unwrap();
    assert_eq!(get(draft, "lines", 0, "flags") >> 12 & 1, 0, "the side went");
}

#[test]
fn marathon_1_keeps_what_it_does_not_use() {
    let document = Made { marathon_1: true, ..Made::default() }.document();
    let draft = &mut document.draft();
    set(draft, "endpoints", 2, "x", 1100);
    delete(draft, &[("polygons", 1)], &[]).unwrap();
    for at in 0..draft.table(LEVEL, "sides").unwrap().len() {
        assert_eq!(draft.row(LEVEL, "sides", at).unwrap().head()[48..], [0; 16], "sides store no polygon and line");
    }
    set(draft, "polygons", 0, "kind", 5);
    assert_eq!(draft.table(LEVEL, "platforms").unwrap().len(), 1, "plat, as every Marathon 1 level has");
}

/// How many references lead somewhere and how many do not.
fn references(draft: &Draft) -> (usize, usize) {
    let (mut sound, mut dangling) = (0, 0);
    let done: Result<(), std::convert::Infallible> =
        for_each_record(draft.level(LEVEL).unwrap(), &mut |_, references| {
            for reference in references {
                if reference.position < reference.table.len() { sound += 1 } else { dangling += 1 }
            }
            Ok(())
        });
    match done {
        Ok(()) => (sound, dangling),
        Err(never) => match never {},
    }
}

#[derive(Clone, Copy, Debug)]
struct Step {
    plan: u8,
    table: u8,
    at: u8,
    to: u8,
    value: i16,
}

fn step(draft: &mut Draft, step: Step) -> Result<(), Refusal> {
    let tables =
        ["objects", "lights", "media", "ambient_sounds", "random_sounds", "annotations", "polygons", "sides", "lines"];
    let level = draft.level(LEVEL)?;
    let table = level.link_table(tables[usize::from(step.table) % tables.len()]).map_or("lights", |t| t.key());
    let rows = draft.table(LEVEL, table)?.len().max(1);
    let (at, to) = (usize::from(step.at) % rows, usize::from(step.to) % rows);
    let (dx, dz) = (i128::from(step.value % 900), i128::from(step.value % 50));
    let one = |draft: &Draft| draft.row(LEVEL, table, at).map(|r| r.id());
    match step.plan % 8 {
        0 => {
            let values = [("objects", word("delete")), ("replacement", number(0))];
            let values = if matches!(table, "lights" | "polygons") { &values[..] } else { &values[..1] };
            {
                let one = [one(draft)?];
                run(draft, "delete", &arguments(&one, values))
            }
            .map(|_| ())
        }
        1 => {
            let one = [one(draft)?];
            run(draft, "duplicate", &arguments(&one, &[("dx", number(dx))]))
        }
        .map(|_| ()),
        2 => {
            let values = [("table", word(table)), ("from", number(at as i128)), ("to", number(to as i128))];
            run(draft, "renumber", &arguments(&[], &values)).map(|_| ())
        }
        3 => {
            let one = [one(draft)?];
            run(draft, "move", &arguments(&one, &[("dx", number(dx)), ("dz", number(dz))]))
        }
        .map(|_| ()),
        4 => {
            let kind = ["light", "medium", "ambient-sound", "random-sound"][usize::from(step.to) % 4];
            run(draft, "create", &arguments(&[], &[("kind", word(kind))])).map(|_| ())
        }
        5 => {
            let polygons = draft.table(LEVEL, "polygons")?.len().max(1);
            let polygon = draft.row(LEVEL, "polygons", usize::from(step.at) % polygons)?.id();
            draft.set_int(polygon, "kind", if step.to.is_multiple_of(2) { 5 } else { 0 }).map(|_| ())
        }
        6 => {
            let polygons = draft.table(LEVEL, "polygons")?.len().max(1);
            let polygon = draft.row(LEVEL, "polygons", usize::from(step.at) % polygons)?.id();
            draft.set_int(polygon, "floor_height", dz).map(|_| ())
        }
        _ => {
            let kind = ["monster", "item", "scenery", "sound-source"][usize::from(step.to) % 4];
            let values = [("kind", word(kind)), ("index", number(4)), ("x", number(dx.abs())), ("y", number(300))];
            run(draft, "place", &arguments(&[], &values)).map(|_| ())
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_done_links_hold_rules_hold_and_it_comes_back(
        steps in prop::collection::vec(any::<(u8, u8, u8, u8, i16)>(), 1..14),
        preprocessed: bool,
    ) {
        let object = |group, polygon: i16| [group, 4, -1, polygon, polygon * 1024 + 100, 300, 0, 0];
        let made = Made {
            preprocessed,
            objects: vec![object(0, 0), object(5, 1), object(2, 2), object(1, 3)],
            annotations: vec![[0, 10, 10], [2, 2100, 10]],
            groups: vec![[7, 1], [14, 2]],
            ..Made::default()
        };
        let mut document = made.document();
        let opened = document.state().clone();
        let mut done = 0;
        for (plan, table, at, to, value) in steps {
            let mut draft = document.draft();
            let before = document.state().clone();
            match step(&mut draft, Step { plan, table, at, to, value }) {
                Err(_) => prop_assert!(document.state().same(&before), "a refusal changes nothing"),
                Ok(()) => {
                    prop_assert_eq!(references(&draft).1, 0, "no reference dangles");
                    let renumbered = ["endpoint.supporting_polygon"];
                    let wrong: Vec<_> = wrong(&draft).into_iter().filter(|f| !renumbered.contains(f)).collect();
                    prop_assert_eq!(wrong, Vec::<&str>::new());
                    let after = draft.state().clone();
                    done += usize::from(document.commit(draft, "step").unwrap() == crate::document::Committed::Entry);
                    prop_assert!(document.state().same(&after));
                }
            }
        }
        for _ in 0..done {
            prop_assert!(document.undo());
        }
        prop_assert!(document.state().same(&opened));
    }
}

#[test]
fn a_preprocessed_level_becomes_raw() {
    let mut document = Made { preprocessed: true, ..Made::default() }.document();
    let mut draft = document.draft();
    set(&mut draft, "polygons", 1, "kind", 5);
    let wall = 2 * 4 + 1;
    // As the running game closes it.
    draft.store_int(node(&draft, "lines", wall), "flags", 1 << 14 | 1 << 10).unwrap();
    document.commit(draft, "prepare").unwrap();
    let mut draft = document.draft();
    run(&mut draft, "convert_to_raw", &arguments(&[], &[])).unwrap();
    let keys: Vec<&str> = draft.level(LEVEL).unwrap().tables().map(|t| t.key()).collect();
    let expected = [
        "points",
        "lines",
        "polygons",
        "sides",
        "lights",
        "objects",
        "placement",
        "platforms",
        "media",
        "ambient_sounds",
        "random_sounds",
    ];
    assert_eq!(keys, expected);
    assert_eq!((get(&draft, "points", 4, "x"), get(&draft, "points", 5, "y")), (2048, 1024));
    assert_eq!(get(&draft, "lines", wall, "flags"), 1 << 13, "open again");
    assert_eq!((get(&draft, "platforms", 0, "minimum_height"), get(&draft, "platforms", 0, "maximum_height")), (0, 0));
    comes_back(&mut document, draft);
    let mut draft = document.draft();
    run(&mut draft, "convert_to_raw", &arguments(&[], &[])).unwrap();
    assert!(draft.is_empty(), "raw already");
    let draft = &mut Made { marathon_1: true, ..Made::default() }.document().draft();
    assert!(run(draft, "convert_to_raw", &arguments(&[], &[])).is_err());
}

/// Sets a field of every row of a table to its value and `by(row)`, as one run of sets.
fn set_all(draft: &mut Draft, table: &str, field: &str, by: impl Fn(i128) -> i128) {
    let rows = draft.table(LEVEL, table).unwrap().len();
    for at in 0..rows {
        let to = get(draft, table, at, field) + by(i128::try_from(at).unwrap());
        set(draft, table, at, field, to);
    }
}

#[test]
fn many_records_set_together_stand_as_if_set_one_by_one_and_are_looked_at_once() {
    let fields = [
        ("polygons", "floor_height", 37),
        ("polygons", "ceiling_height", 53),
        ("polygons", "flags", 1),
        ("points", "x", 24),
        ("points", "y", -8),
        ("lines", "flags", 0x200),
        ("sides", "primary_transfer_mode", 9),
    ];
    for preprocessed in [false, true] {
        for (table, field, step) in fields {
            let table = if preprocessed && table == "points" { "endpoints" } else { table };
            let mut document = Made { preprocessed, ..Made::default() }.document();
            let by = |row: i128| (row % 3) * step;
            let mut alone = document.draft();
            set_all(&mut alone, table, field, by);
            let mut together = document.draft();
            let before = super::super::piece::made();
            let sets = |draft: &mut Draft| -> Result<(), Refusal> {
                set_all(draft, table, field, by);
                Ok(())
            };
            together.together(sets).unwrap();
            assert_eq!(super::super::piece::made() - before, 1, "{table}.{field}: one look for all rows");
            assert!(together.state().same(alone.state()), "{table}.{field}, preprocessed: {preprocessed}");
            assert_eq!(wrong(&together), wrong(&alone), "{table}.{field}");
            comes_back(&mut document, together);
        }
    }
}

#[test]
fn what_is_refused_amid_many_leaves_nothing_to_be_settled() {
    let document = Made::default().document();
    let mut draft = document.draft();
    let refused: Result<(), Refusal> = draft.together(|draft| {
        set(draft, "polygons", 0, "floor_height", 10);
        Err(Refusal::rule("no"))
    });
    assert!(refused.is_err());
    set(&mut draft, "polygons", 1, "floor_height", 300);
    assert_eq!(get(&draft, "lines", 2 * 4 + 1, "highest_adjacent_floor"), 300, "sets follow at once again");
}
