//! Every reference of `marathon.md` 1.6 follows when the row below the one it names goes.

use super::*;

const SWITCH: i128 = 1 << 1;

/// Rows that name number `n` of something, with the field that names it.
type Names = Vec<(&'static str, usize, &'static str)>;

fn all_name(draft: &mut Draft, names: &Names, value: i128) {
    for (table, at, field) in names {
        let node = node(draft, table, *at);
        draft.store_int(node, field, value).unwrap();
    }
}

fn values(draft: &Draft, names: &Names) -> Vec<i128> {
    names.iter().map(|(table, at, field)| get(draft, table, *at, field)).collect()
}

#[test]
fn of_lights() {
    let sound = [5, 0, -2, 0, 10, 10, 0, 0];
    let mut document = Made { objects: vec![sound], ..Made::default() }.document();
    let mut draft = document.draft();
    draft.store_int(node(&draft, "polygons", 1), "kind", 6).unwrap();
    draft.store_int(node(&draft, "polygons", 2), "kind", 8).unwrap();
    let switch = node(&draft, "sides", 5);
    draft.store_int(switch, "flags", SWITCH).unwrap();
    draft.store_int(switch, "panel_type", 4).unwrap();
    let names: Names = vec![
        ("polygons", 0, "floor_light"),
        ("polygons", 0, "ceiling_light"),
        ("polygons", 0, "media_light"),
        ("polygons", 1, "permutation"),
        ("polygons", 2, "permutation"),
        ("sides", 0, "primary_light"),
        ("sides", 0, "secondary_light"),
        ("sides", 0, "transparent_light"),
        ("sides", 5, "panel_permutation"),
        ("media", 0, "light"),
        ("objects", 0, "volume_light"),
    ];
    all_name(&mut draft, &names, 2);
    document.commit(draft, "prepare").unwrap();

    let draft = &mut document.draft();
    delete(draft, &[("lights", 1)], &[]).unwrap();
    assert_eq!(values(draft, &names), vec![1; names.len()], "one lower");
    assert_eq!(get(draft, "polygons", 3, "floor_light"), 0, "light 0 stays light 0");
    assert_eq!(draft.table(LEVEL, "lights").unwrap().len(), 2);

    // The light itself: whatever is lit asks for another.
    let draft = &mut document.draft();
    let gone = [node(draft, "lights", 2)];
    let refusal = run(draft, "delete", &arguments(&gone, &[])).unwrap_err().to_string();
    assert!(refusal.starts_with("8 places need") && refusal.contains("lights/2"), "{refusal}");
    let mut draft = document.draft();
    run(&mut draft, "delete", &arguments(&gone, &[("replacement", number(1))])).unwrap();
    let expected = [1; 11];
    assert_eq!(values(&draft, &names), expected, "everything names the other, triggers and switches, too");
    comes_back(&mut document, draft);

    // A sound source cannot follow light 0.
    let mut draft = document.draft();
    let first = [node(&draft, "lights", 0)];
    let refusal = run(&mut draft, "delete", &arguments(&first, &[("replacement", number(1))])).unwrap_err();
    assert!(refusal.to_string().contains("objects/0 volume_light"), "{refusal}");
}

#[test]
fn of_media_and_sounds() {
    let document = Made::default().document();
    for (table, field) in [("media", "media"), ("ambient_sounds", "ambient_sound"), ("random_sounds", "random_sound")] {
        let draft = &mut document.draft();
        set(draft, "polygons", 0, field, 2);
        set(draft, "polygons", 1, field, 1);
        run(draft, "delete", &arguments(&[node(draft, table, 1)], &[])).unwrap();
        assert_eq!(get(draft, "polygons", 0, field), 1);
        assert_eq!(get(draft, "polygons", 1, field), -1, "what named the deleted one names none");
        assert_eq!(get(draft, "polygons", 2, field), -1);
    }
}

#[test]
fn of_polygons() {
    let groups = vec![[7, 4], [14, 0], [0, 4]];
    let objects = vec![[1, 0, 0, 4, 4200, 10, 0, 0]];
    let annotations = vec![[4, 4200, 10], [1, 1100, 10]];
    let made = Made { rooms: 6, preprocessed: true, objects, annotations, groups, ..Made::default() };
    let mut document = made.document();
    let mut draft = document.draft();
    for (at, kind) in [(0, 10), (2, 7), (3, 9)] {
        draft.store_int(node(&draft, "polygons", at), "kind", kind).unwrap();
        draft.store_int(node(&draft, "polygons", at), "permutation", 4).unwrap();
    }
    set(&mut draft, "polygons", 4, "kind", 5);
    let switch = node(&draft, "sides", 9);
    draft.store_int(switch, "flags", SWITCH).unwrap();
    draft.store_int(switch, "panel_type", 5).unwrap();
    draft.store_int(switch, "panel_permutation", 4).unwrap();
    assert_eq!(get(&draft, "saved_platforms", 0, "polygon"), 4);
    assert_eq!(get(&draft, "sides", 16, "polygon"), 4);
    document.commit(draft, "prepare").unwrap();

    let mut draft = document.draft();
    delete(&mut draft, &[("polygons", 1)], &[]).unwrap();
    assert_eq!(get(&draft, "objects", 0, "polygon"), 3);
    assert_eq!(get(&draft, "annotations", 0, "polygon"), 3);
    assert_eq!(get(&draft, "annotations", 1, "polygon"), -1, "a note about the deleted one");
    assert_eq!(get(&draft, "saved_platforms", 0, "polygon"), 3);
    for (at, field) in [(0, "permutation"), (1, "permutation"), (2, "permutation")] {
        assert_eq!(get(&draft, "polygons", at, field), 3, "polygon {at}");
    }
    // Four sides went with their polygon: side 9 is side 5, side 16 is side 12.
    assert_eq!(get(&draft, "sides", 5, "panel_permutation"), 3);
    assert_eq!(get(&draft, "sides", 12, "polygon"), 3);
    assert_eq!(draft.table(LEVEL, "sides").unwrap().len(), 20);
    let level = draft.level(LEVEL).unwrap();
    let terminal = level.row(level.table("terminals").unwrap(), 0).unwrap();
    let group = |at| terminal.child(0).unwrap().child(at).unwrap().int("permutation");
    assert_eq!((group(0), group(1), group(2)), (Some(3), Some(0), Some(4)), "teleport, camera, picture");
    // Room 0 lost its neighbour, room 3 (now 2) its western one; the walls know.
    assert_eq!(list(&draft, "polygons", 0, "adjacent_polygons"), [-1, -1, -1, -1]);
    assert_eq!(list(&draft, "polygons", 1, "adjacent_polygons"), [-1, 2, -1, -1]);
    let wall = 2 * 6 + 1;
    assert_eq!(get(&draft, "lines", wall, "clockwise_polygon"), 0);
    assert_eq!(get(&draft, "lines", wall, "counterclockwise_polygon"), -1);
    assert_eq!(get(&draft, "lines", wall, "counterclockwise_side"), -1);
    assert_eq!(get(&draft, "lines", wall, "flags") >> 11 & 1, 1, "an owner is missing: elevation");
    assert_eq!(get(&draft, "lines", 2, "clockwise_polygon"), -1, "its north wall has no owner");
    assert_eq!(list(&draft, "polygons", 3, "sides"), [12, 13, 14, 15]);
    assert_eq!(get(&draft, "endpoints", 6, "supporting_polygon"), 1, "the room that was 2");
    comes_back(&mut document, draft);

    // Nothing may be left that leads to nothing.
    let draft = &mut document.draft();
    let refusal = delete(draft, &[("polygons", 3)], &[]).unwrap_err().to_string();
    assert!(refusal.contains("1 objects stand there"), "{refusal}");
    let draft = &mut document.draft();
    let all = [("objects", word("delete"))];
    let refusal = delete(draft, &[("polygons", 3)], &all).unwrap_err().to_string();
    assert!(refusal.starts_with("5 places need"), "teleports, triggers, switch: {refusal}");
    let draft = &mut document.draft();
    let all = [("objects", word("delete")), ("replacement", number(0))];
    delete(draft, &[("polygons", 3)], &all).unwrap();
    assert_eq!(draft.table(LEVEL, "objects").unwrap().len(), 0);
    assert_eq!(draft.table(LEVEL, "saved_platforms").unwrap().len(), 0, "the platform went with its polygon");
    assert_eq!(get(draft, "polygons", 0, "permutation"), 0);
}

#[test]
fn of_platforms_objects_sides_lines_and_points() {
    let object = |polygon| [1, 0, 0, polygon, 512 + 1024 * polygon, 512, 0, 0];
    let made =
        Made { objects: vec![object(0), object(1), object(2)], groups: vec![[14, 2], [14, 1]], ..Made::default() };
    let document = made.document();
    let draft = &mut document.draft();
    for room in 0..3 {
        set(draft, "polygons", room, "kind", 5);
    }
    assert_eq!(get(draft, "polygons", 2, "permutation"), 2);
    delete(draft, &[("platforms", 1)], &[]).unwrap();
    assert_eq!(get(draft, "polygons", 1, "kind"), 0, "its polygon is a normal one");
    assert_eq!(get(draft, "polygons", 1, "permutation"), 0);
    assert_eq!(get(draft, "polygons", 2, "permutation"), 1);

    delete(draft, &[("objects", 1)], &[]).unwrap();
    let level = draft.level(LEVEL).unwrap();
    let terminal = level.row(level.table("terminals").unwrap(), 0).unwrap();
    let camera = |at| terminal.child(0).unwrap().child(at).unwrap().int("permutation");
    assert_eq!((camera(0), camera(1)), (Some(1), Some(-1)));

    delete(draft, &[("sides", 2)], &[]).unwrap();
    assert_eq!(list(draft, "polygons", 0, "sides"), [0, 1, -1, 2]);
    assert_eq!(list(draft, "polygons", 1, "sides"), [3, 4, 5, 6]);
    assert_eq!(get(draft, "lines", 1, "clockwise_side"), -1);
    assert_eq!(get(draft, "lines", 2, "clockwise_side"), 3);

    let refusal = delete(draft, &[("lines", 0)], &[]).unwrap_err().to_string();
    assert!(refusal.contains("polygon 0 needs line 0"), "{refusal}");
    let mut draft = document.draft();
    let all = [("objects", word("delete"))];
    delete(&mut draft, &[("polygons", 0)], &all).unwrap();
    delete(&mut draft, &[("lines", 0)], &[]).unwrap();
    assert_eq!(list(&draft, "polygons", 0, "lines"), [1, 9, 2, 8]);
    assert_eq!(get(&draft, "sides", 0, "line"), 1);
    let refusal = delete(&mut draft, &[("points", 0)], &[]).unwrap_err().to_string();
    assert!(refusal.contains("needs point 0"), "{refusal}");
    delete(&mut draft, &[("lines", 0), ("lines", 7)], &[]).unwrap();
    delete(&mut draft, &[("points", 0), ("points", 1)], &[]).unwrap();
    assert_eq!(list(&draft, "polygons", 0, "endpoints"), [0, 2, 3, 1]);
    assert_eq!(get(&draft, "lines", 0, "first_endpoint"), 0);
}

#[test]
fn numbers_change_with_everything_that_names_them() {
    let mut document = Made { rooms: 5, preprocessed: true, ..Made::default() }.document();
    let opened = super::super::super::bulk::geometry(document.state().level(LEVEL).unwrap());
    let mut draft = document.draft();
    for (table, from, to) in
        [("polygons", 1, 3), ("lines", 4, 0), ("sides", 0, 9), ("endpoints", 3, 7), ("lights", 0, 2)]
    {
        run(
            &mut draft,
            "renumber",
            &arguments(&[], &[("table", word(table)), ("from", number(from)), ("to", number(to))]),
        )
        .unwrap();
    }
    assert_eq!(get(&draft, "polygons", 0, "floor_light"), 2);
    let map = super::super::super::bulk::geometry(draft.level(LEVEL).unwrap());
    assert_ne!(map, opened);
    let rates = super::super::super::geometry::rates::match_rates(&map);
    let wrong: Vec<_> = rates.iter().filter(|r| !r.field.starts_with("indices") && r.matching != r.total).collect();
    // The supporting polygon is the first found: another order finds another one of the same height.
    assert!(wrong.iter().all(|r| r.field == "endpoint.supporting_polygon"), "{wrong:?}");
    let back = [("lights", 2, 0), ("endpoints", 7, 3), ("sides", 9, 0), ("lines", 0, 4), ("polygons", 3, 1)];
    let forth = draft.state().clone();
    for (table, from, to) in back {
        let values = [("table", word(table)), ("from", number(from)), ("to", number(to))];
        run(&mut draft, "renumber", &arguments(&[], &values)).unwrap();
    }
    assert!(draft.state().same(document.state()), "and back again");
    assert!(!draft.state().same(&forth));
    assert_eq!(document.commit(draft, "nothing in the end").map(|_| ()), Ok(()));
    assert!(document.state().same(document.origin()));

    let draft = &mut document.draft();
    let out = [("table", word("lights")), ("from", number(0)), ("to", number(3))];
    assert!(run(draft, "renumber", &arguments(&[], &out)).is_err());
    let fixed = [("table", word("placement")), ("from", number(0)), ("to", number(1))];
    assert!(run(draft, "renumber", &arguments(&[], &fixed)).is_err());
}

#[test]
fn the_index_knows_who_names_what() {
    let sound = [5, 0, -2, 1, 1100, 10, 0, 0];
    let made = Made { objects: vec![sound], groups: vec![[14, 0], [8, 7]], preprocessed: true, ..Made::default() };
    let goal = [4, 7, 0, 0, 10, 10, 0, 0];
    let document = Made { objects: vec![sound, goal], ..made }.document();
    let draft = document.draft();
    let index = crate::links::LinkIndex::of(draft.level(LEVEL).unwrap());
    let to =
        |table: &str, at: usize| -> Vec<&str> { index.to(node(&draft, table, at)).map(|l| l.field.name).collect() };
    assert_eq!(to("lights", 2), ["volume_light"], "computed from the volume");
    assert_eq!(to("objects", 0), ["permutation"], "a camera, by position");
    assert_eq!(to("objects", 1), ["permutation"], "a checkpoint, by the goal's number");
    assert_eq!(to("endpoints", 0).iter().filter(|f| **f == "first_endpoint").count(), 2, "endpoints stand for points");
    let polygon = index.from(node(&draft, "polygons", 1));
    let names = |name: &str| polygon.iter().filter(|l| l.field.name == name).count();
    assert_eq!((names("lines"), names("sides"), names("adjacent_polygons"), names("media")), (4, 4, 2, 0));
    assert_eq!(names("endpoints") + names("floor_light") + names("ceiling_light") + names("media_light"), 7);
}
