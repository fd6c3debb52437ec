//! Placed objects and their counts.

use super::*;

fn place(draft: &mut Draft, kind: &str, index: i128, x: i128) -> Result<Option<NodeId>, Refusal> {
    let values = [("kind", word(kind)), ("index", number(index)), ("x", number(x)), ("y", number(512))];
    run(draft, "place", &arguments(&[], &values))
}

fn monsters(draft: &Draft, index: usize) -> i128 {
    get(draft, "placement", 64 + index, "initial_count")
}

#[test]
fn each_group_is_placed_in_the_polygon_at_the_point() {
    let mut document = Made::default().document();
    let mut draft = document.draft();
    for (at, kind) in ["monster", "scenery", "item", "player", "goal", "sound-source"].into_iter().enumerate() {
        let node = place(&mut draft, kind, 3, 1500).unwrap().unwrap();
        assert_eq!(draft.record(node).unwrap().position(), at);
        assert_eq!(get(&draft, "objects", at, "group"), at as i128);
        assert_eq!(get(&draft, "objects", at, "index"), 3);
        assert_eq!(get(&draft, "objects", at, "polygon"), 1);
    }
    assert_eq!(get(&draft, "objects", 5, "facing"), 256, "a sound source is at full volume");
    assert_eq!(get(&draft, "objects", 0, "facing"), 0);
    assert_eq!(monsters(&draft, 3), 1);
    assert_eq!(get(&draft, "placement", 3, "initial_count"), 1, "the item");
    assert!(place(&mut draft, "monster", 3, 9000).unwrap_err().to_string().contains("in no polygon"));
    assert!(place(&mut draft, "lamp", 0, 10).is_err());
    comes_back(&mut document, draft);
    let values = [("kind", word("goal")), ("x", number(9000)), ("y", number(0)), ("polygon", number(2))];
    let draft = &mut document.draft();
    run(draft, "place", &arguments(&[], &values)).unwrap();
    let values = [("kind", word("goal")), ("x", number(9000)), ("y", number(0)), ("polygon", number(4))];
    assert!(run(draft, "place", &arguments(&[], &values)).is_err(), "there are four polygons");
    let values = [("kind", word("goal")), ("x", number(40_000)), ("y", number(0))];
    assert!(matches!(run(draft, "place", &arguments(&[], &values)), Err(Refusal::OutOfRange { .. })));
}

#[test]
fn the_difference_between_initial_and_placed_stays() {
    let monster = |index| [0, index, 0, 0, 100, 100, 0, 0];
    let document = Made { objects: vec![monster(5), monster(5), monster(6)], ..Made::default() }.document();
    let draft = &mut document.draft();
    // Two placed, five wanted: three at random spots.
    set(draft, "placement", 64 + 5, "initial_count", 5);
    place(draft, "monster", 5, 10).unwrap();
    assert_eq!(monsters(draft, 5), 6);
    delete(draft, &[("objects", 0), ("objects", 3)], &[]).unwrap();
    assert_eq!(monsters(draft, 5), 4);
    // One placed, none wanted: a spare spot stays a spare spot.
    delete(draft, &[("objects", 1)], &[]).unwrap();
    assert_eq!(monsters(draft, 6), 0, "never below none");
    // Another monster, another group.
    set(draft, "objects", 0, "index", 7);
    assert_eq!((monsters(draft, 5), monsters(draft, 7)), (3, 1));
    set(draft, "objects", 0, "group", 2);
    assert_eq!((monsters(draft, 7), get(draft, "placement", 7, "initial_count")), (0, 1));
    set(draft, "objects", 0, "group", 1);
    assert_eq!(get(draft, "placement", 7, "initial_count"), 0, "scenery is not counted");
    // Monster 0 is the player, 64 and more have no row.
    for index in [0, 64, -1] {
        place(draft, "monster", index, 10).unwrap();
    }
    assert_eq!(monsters(draft, 0), 0);
    set(draft, "placement", 5, "initial_count", 32_767);
    assert!(matches!(place(draft, "item", 5, 10), Err(Refusal::Limit { .. })));
}

#[test]
fn a_level_without_counts_gets_them_only_when_asked() {
    let monster = |index| [0, index, 0, 0, 100, 100, 0, 0];
    let made = Made { objects: vec![monster(5), monster(5)], placement: false, ..Made::default() };
    let mut document = made.document();
    let draft = &mut document.draft();
    delete(draft, &[("objects", 0)], &[]).unwrap();
    assert!(draft.level(LEVEL).unwrap().table("placement").is_none(), "deleting makes no placement");
    let mut draft = document.draft();
    place(&mut draft, "item", 1, 10).unwrap();
    let copied = node(&draft, "objects", 0);
    run(&mut draft, "duplicate", &arguments(&[copied], &[])).unwrap();
    draft.set(copied, draft.field(copied, "index").unwrap(), &number(6)).unwrap();
    draft.set(copied, draft.field(copied, "index").unwrap(), &number(5)).unwrap();
    assert!(draft.level(LEVEL).unwrap().table("placement").is_none(), "nor does placing, copying, changing the type");
    run(&mut draft, "counts_from_level", &arguments(&[], &[])).unwrap();
    assert_eq!(draft.table(LEVEL, "placement").unwrap().len(), 128);
    let keys: Vec<&str> = draft.level(LEVEL).unwrap().tables().map(|t| t.key()).collect();
    let at = keys.iter().position(|k| *k == "placement").unwrap();
    assert_eq!(keys[at - 1], "objects", "where tools write it");
    assert_eq!((get(&draft, "placement", 1, "initial_count"), monsters(&draft, 5)), (1, 3));
    comes_back(&mut document, draft);
}

#[test]
fn objects_move_into_the_polygon_they_come_to_lie_in() {
    let object = |group, x, polygon| [group, 1, 600, polygon, x, 512, 0, 0];
    let document = Made { objects: vec![object(1, 100, 0), object(5, 1100, 1)], ..Made::default() }.document();
    let draft = &mut document.draft();
    let both = [node(draft, "objects", 0), node(draft, "objects", 1)];
    run(draft, "move", &arguments(&both, &[("dx", number(1000)), ("dz", number(5))])).unwrap();
    assert_eq!((get(draft, "objects", 0, "x"), get(draft, "objects", 0, "polygon")), (1100, 1));
    assert_eq!((get(draft, "objects", 1, "x"), get(draft, "objects", 1, "polygon")), (2100, 2));
    assert_eq!(get(draft, "objects", 1, "z"), 5);
    // On the wall between two rooms it stays where it was.
    run(draft, "move", &arguments(&both[..1], &[("dx", number(948))])).unwrap();
    assert_eq!((get(draft, "objects", 0, "x"), get(draft, "objects", 0, "polygon")), (2048, 1));
    let refusal = run(draft, "move", &arguments(&both, &[("dy", number(5000))])).unwrap_err().to_string();
    assert!(refusal.contains("objects/0") && refusal.contains("in no polygon"), "{refusal}");
    assert!(run(draft, "move", &arguments(&both, &[("dz", number(32_767))])).is_err());

    let draft = &mut document.draft();
    run(draft, "rotate", &arguments(&both, &[("turn", number(0))])).unwrap();
    assert!(draft.is_empty(), "no turn is no edit, whatever the angle");
    run(draft, "rotate", &arguments(&both, &[("turn", number(-128))])).unwrap();
    assert_eq!(get(draft, "objects", 0, "facing"), 472, "600 - 128");
    assert_eq!(get(draft, "objects", 1, "facing"), 600, "a volume is no angle");
}

#[test]
fn copies_stand_beside_their_originals_and_are_counted() {
    let monster = [0, 5, 17, 0, 100, 100, 0, 3];
    let mut document = Made { objects: vec![monster], annotations: vec![[0, 10, 10]], ..Made::default() }.document();
    let mut draft = document.draft();
    let nodes = [node(&draft, "objects", 0), node(&draft, "lights", 1), node(&draft, "annotations", 0)];
    run(&mut draft, "duplicate", &arguments(&nodes, &[("dx", number(1024))])).unwrap();
    assert_eq!((get(&draft, "objects", 1, "x"), get(&draft, "objects", 1, "polygon")), (1124, 1));
    assert_eq!((get(&draft, "objects", 1, "facing"), get(&draft, "objects", 1, "flags")), (17, 3));
    assert_eq!(monsters(&draft, 5), 1);
    assert_eq!(draft.table(LEVEL, "lights").unwrap().len(), 4);
    assert_eq!((get(&draft, "annotations", 1, "x"), get(&draft, "annotations", 1, "polygon")), (1034, 1));
    comes_back(&mut document, draft);
    let draft = &mut document.draft();
    let room = [node(draft, "polygons", 0)];
    let refusal = run(draft, "duplicate", &arguments(&room, &[])).unwrap_err();
    assert!(refusal.to_string().contains("Polygons"), "{refusal}");
}

#[test]
fn rows_are_made_where_there_was_no_table() {
    let mut document = Made { media: 0, sounds: 0, ..Made::default() }.document();
    let mut draft = document.draft();
    for (kind, table) in [
        ("light", "lights"),
        ("medium", "media"),
        ("ambient-sound", "ambient_sounds"),
        ("random-sound", "random_sounds"),
    ] {
        let made = run(&mut draft, "create", &arguments(&[], &[("kind", word(kind))])).unwrap().unwrap();
        let record = draft.record(made).unwrap();
        assert_eq!(record.table().key(), table);
        assert_eq!(record.head().len(), record.schema().size as usize);
    }
    assert_eq!(get(&draft, "lights", 3, "primary_active_intensity"), 1 << 16);
    assert_eq!(get(&draft, "random_sounds", 0, "phase"), -1);
    let note = [("kind", word("annotation")), ("x", number(1030)), ("y", number(5)), ("text", word("Here"))];
    run(&mut draft, "create", &arguments(&[], &note)).unwrap();
    assert_eq!(get(&draft, "annotations", 0, "polygon"), 1);
    let keys: Vec<&str> = draft.level(LEVEL).unwrap().tables().map(|t| t.key()).collect();
    let expected = [
        "points",
        "lines",
        "polygons",
        "sides",
        "lights",
        "annotations",
        "objects",
        "placement",
        "media",
        "ambient_sounds",
        "random_sounds",
    ];
    assert_eq!(keys, expected);
    // A table that was emptied is still there: it is not the same as none.
    let made = node(&draft, "media", 0);
    run(&mut draft, "delete", &arguments(&[made], &[])).unwrap();
    assert!(draft.level(LEVEL).unwrap().table("media").is_some_and(|t| t.is_empty()));
    comes_back(&mut document, draft);
}

#[test]
fn the_directory_repeats_the_level_as_long_as_it_did() {
    let mut document = Made { info: true, ..Made::default() }.document();
    let mut draft = document.draft();
    let name = |draft: &mut Draft, table: &str, text: &str| {
        let node = node(draft, table, 0);
        let field = draft.field(node, "name").unwrap();
        draft.set(node, field, &word(text)).unwrap();
    };
    set(&mut draft, "info", 0, "mission_flags", 4);
    assert_eq!(get(&draft, "directory", 0, "mission_flags"), 4);
    name(&mut draft, "info", "Arrival");
    name(&mut draft, "directory", "1. Arrival");
    name(&mut draft, "info", "Departure");
    let entry = draft.row(LEVEL, "directory", 0).unwrap();
    let field = draft.field(entry.id(), "name").unwrap();
    assert_eq!(entry.get(field).unwrap(), word("1. Arrival"), "named apart on purpose");
    set(&mut draft, "directory", 0, "entry_flags", 1);
    set(&mut draft, "info", 0, "entry_flags", 2);
    assert_eq!(get(&draft, "directory", 0, "entry_flags"), 1, "they differed already");
    comes_back(&mut document, draft);
}
