//! Every real and made archive of the data folder, against the published figures (`systemshock.md` 9.2).

use levelwright_model::document::{Document, Level, LevelId, Severity};
use levelwright_model::games::shock::tables::CLASS_TABLES;
use levelwright_model::problems;
use serde_json::Value as Json;
use sha2::{Digest, Sha256};

use super::res::ResFile;
use crate::file::{OpenFile, RoundTrip};
use crate::test_data::{data, files_below};

fn open(part: &str) -> Option<OpenFile> {
    let bytes = std::fs::read(data(part)?).unwrap();
    let mut file = OpenFile::untitled(bytes).unwrap();
    file.document.decode_all();
    Some(file)
}

#[test]
fn every_sample_opens_and_comes_back_identical() {
    for path in files_below("systemshock") {
        let bytes = std::fs::read(&path).unwrap();
        if !ResFile::recognise(&bytes) {
            continue;
        }
        let mut file = OpenFile::untitled(bytes.clone()).unwrap();
        assert_eq!(file.round_trip(), RoundTrip::Identical, "{}", path.display());
        assert_eq!(file.document.read_only(), None, "{}", path.display());
        assert!(file.encode().unwrap().bytes == bytes, "{}", path.display());
    }
}

fn number(level: &Level, table: &str, row: usize, field: &str) -> i128 {
    level.row(level.table(table).unwrap(), row).unwrap().base_int(field).unwrap()
}

fn check_level(name: &str, document: &Document, id: LevelId, want: &Json) {
    let level = document.state().level(id).unwrap();
    let place = format!("{name}, level {}", document.source().game_index(id));
    // Made files have only some of the figures.
    let is = |key: &str, have: i128| {
        if let Some(figure) = want[key].as_i64() {
            assert_eq!(have, i128::from(figure), "{place}: {key}");
        }
    };
    is("cyberspace", number(level, "info", 0, "cyberspace"));
    is("zshift", number(level, "info", 0, "height_shift"));
    let rows: Vec<_> = level.rows(level.table("objects").unwrap()).collect();
    let used: Vec<usize> =
        rows.iter().skip(1).filter(|r| r.base_int("active") == Some(1)).map(|r| r.position()).collect();
    is("objects_used", used.len() as i128);
    is("objects_free", (rows.len() - 1 - used.len()) as i128);
    is("used_head", number(level, "objects", 0, "reference"));
    is("free_head", number(level, "objects", 0, "next"));
    is("used_tail", number(level, "objects", 0, "previous"));
    let mut chain = vec![number(level, "objects", 0, "reference")];
    while chain.len() < 10 && *chain.last().unwrap() != 0 {
        chain.push(number(level, "objects", *chain.last().unwrap() as usize, "next"));
    }
    let none = Vec::new();
    let first: Vec<i128> =
        want["used_chain_first10"].as_array().unwrap_or(&none).iter().map(|n| n.as_i64().unwrap().into()).collect();
    assert_eq!(chain[..first.len()], first, "{place}");
    let tiles: Vec<_> = level.rows(level.table("tiles").unwrap()).collect();
    is("tiles_with_objects", tiles.iter().filter(|t| t.base_int("reference") != Some(0)).count() as i128);
    for (kind, count) in want["tile_types"].as_object().into_iter().flatten() {
        let kind: i128 = kind.parse().unwrap();
        let have = tiles.iter().filter(|t| t.base_int("type") == Some(kind)).count();
        assert_eq!(have as u64, count.as_u64().unwrap(), "{place}: tiles of type {kind}");
    }
    // An object is one thing: its row, its class row, a part for each tile it touches.
    let objects = document.objects(id);
    let list: Vec<_> = objects.all().iter().filter(|o| o.parts.first().is_some_and(|p| p.name == "common")).collect();
    assert_eq!(list.len(), used.len(), "{place}");
    let references =
        |o: &&&levelwright_model::document::Object| o.parts.iter().filter(|p| p.name.starts_with("reference")).count();
    is("xref_used", list.iter().map(|o| references(&o) as i128).sum());
    is("multi_tile_objects", list.iter().filter(|o| references(o) > 1).count() as i128);
    is("unplaced_objects", list.iter().filter(|o| references(o) == 0).count() as i128);
    assert!(list.iter().all(|o| o.parts.iter().any(|p| p.name == "class")), "{place}");
    for (spec, class) in CLASS_TABLES.iter().zip(super::operation_tests::CLASSES) {
        let table = level.table(spec.key).unwrap();
        let have = list.iter().filter(|o| o.parts.iter().any(|p| table.position(p.node.number).is_some())).count();
        if let Some(count) = want["class_used"][class].as_u64() {
            assert_eq!(have as u64, count, "{place}: {class}");
        }
    }
    // The unpacked bytes of every resource.
    for (resource, hash) in want["raw_sha256_16"].as_object().into_iter().flatten() {
        let id = document.source().game_index(id) as u16 * 100 + 4000 + resource.parse::<u16>().unwrap();
        let table = level.tables().find(|t| t.tag.as_ref() == id.to_string().as_bytes()).unwrap();
        let digest = Sha256::digest(table.bytes());
        let have: String = digest.iter().take(8).map(|b| format!("{b:02x}")).collect();
        assert_eq!(have, hash.as_str().unwrap(), "{place}: resource {id}");
    }
    if want["invariant_errors"].as_u64() == Some(0) {
        let found = problems::of_level(document.game(), level);
        let errors: Vec<_> = found.iter().filter(|p| p.severity == Severity::Error).collect();
        assert!(errors.is_empty(), "{place}: {errors:#?}");
    }
}

#[test]
fn the_figures_are_the_published_ones() {
    let Some(path) = data("systemshock/expected.json") else { return };
    let expected: Json = serde_json::from_slice(&std::fs::read(path).unwrap()).unwrap();
    let mut levels = 0;
    for want in expected.as_array().unwrap() {
        let name = want["path"].as_str().unwrap();
        let Some(path) = data(&format!("systemshock/{name}")) else { return };
        let bytes = std::fs::read(path).unwrap();
        let file = ResFile::read(&bytes).unwrap();
        assert_eq!(file.resources().len() as u64, want["resources"].as_u64().unwrap(), "{name}");
        assert_eq!(file.directory() as u64, want["directory_offset"].as_u64().unwrap(), "{name}");
        for (flags, count) in want["flag_counts"].as_object().unwrap() {
            let flags: u8 = flags.parse().unwrap();
            let have = file.resources().iter().filter(|r| r.flags == flags).count();
            assert_eq!(have as u64, count.as_u64().unwrap(), "{name}: flags {flags}");
        }
        let first: Vec<u64> = want["first_ids"].as_array().unwrap().iter().map(|n| n.as_u64().unwrap()).collect();
        let ids = file.resources().iter().map(|r| u64::from(r.id));
        assert_eq!(ids.take(first.len()).collect::<Vec<_>>(), first, "{name}");
        let Some(wanted) = want["levels"].as_object() else { continue };
        let mut opened = OpenFile::untitled(bytes).unwrap();
        opened.document.decode_all();
        assert_eq!(opened.document.source().len() as usize, wanted.len(), "{name}");
        let ids: Vec<LevelId> = opened.document.state().ids().collect();
        for id in ids {
            let number = opened.document.source().game_index(id).to_string();
            check_level(name, &opened.document, id, &wanted[&number]);
            levels += 1;
        }
    }
    assert!(levels >= 16);
}

/// What the checks say about a file, without what is only worth knowing.
fn warnings(file: &OpenFile) -> Vec<String> {
    let levels = file.document.state().ids().filter_map(|id| file.document.state().level(id));
    let found = levels.flat_map(|level| problems::of_level(file.document.game(), level));
    found
        .filter(|p| p.severity >= Severity::Warning)
        .map(|p| format!("{} {}: {}", p.place, p.field, p.message))
        .collect()
}

/// Puts the parameters of the two traps where they belong: the made files have them two bytes early, at +0A, where the
/// specification (5.10) and every trap of the real archive have the second half of the condition.
fn put_right(file: &mut OpenFile) {
    let mut draft = file.document.draft();
    for (row, fields) in [(4, [("p1", 21), ("p2", 22 | 5 << 16)]), (9, [("p1", 21), ("p2", 0)])] {
        let node = draft.row(LevelId(0), "traps", row).unwrap().id();
        let head = draft.record(node).unwrap().head().to_vec();
        assert_eq!(head[0x0A..0x0C], [21, 0], "the number of the target, two bytes early");
        let bytes = levelwright_model::record::ByteSplice { at: 8, old_len: 20, new: vec![0; 20] };
        draft.splice(node, false, bytes).unwrap();
        for (field, value) in fields {
            let schema = draft.record(node).unwrap().schema();
            draft
                .store(node, schema.base_field(field).unwrap(), &levelwright_model::record::Value::Int(value))
                .unwrap();
        }
    }
    file.document.commit(draft, "put right").unwrap();
}

#[test]
fn a_deleted_target_is_found() {
    let Some(mut before) = open("systemshock/synthetic/dangling/1_before.dat") else { return };
    let mut deleted = open("systemshock/synthetic/dangling/2_target_deleted.dat").unwrap();
    let mut reused = open("systemshock/synthetic/dangling/3_number_reused.dat").unwrap();
    [&mut before, &mut deleted, &mut reused].into_iter().for_each(put_right);
    let dangling = |file: &OpenFile| warnings(file).into_iter().filter(|w| w.contains("rule R1")).collect::<Vec<_>>();
    // The made level has one such number from the start: its traps have parameters drawn at random.
    let at_first = "traps/3 object_3: rule R1: object 33 names object 684, and row 684 is free";
    assert_eq!(dangling(&before), [at_first]);
    assert_eq!(
        dangling(&deleted),
        [
            at_first,
            "traps/4 object_1: rule R1: object 54 names object 21, and row 21 is free",
            "traps/9 object_1: rule R1: object 97 names object 21, and row 21 is free",
        ]
    );
    // Once the number is in use again nobody can tell from the file alone; who watches the delete is told.
    assert_eq!(dangling(&reused), [at_first]);
    let document = &mut before.document;
    let id = document.draft().row(LevelId(0), "objects", 21).unwrap().id();
    let arguments = levelwright_model::games::Arguments { level: 0, objects: vec![id], ..Default::default() };
    let hanging = levelwright_model::links::hanging(&document.draft(), &arguments).unwrap();
    let holder = |line: &levelwright_model::links::Line| {
        let level = document.state().level(LevelId(0)).unwrap();
        let record = level.record(line.holder.number).unwrap();
        format!("{}/{} {}", record.table().key(), record.position(), line.field.name)
    };
    let holders: Vec<String> = hanging.lines.iter().map(holder).collect();
    assert_eq!(holders, ["traps/4 object_1", "traps/9 object_1"]);
    // Deleting in the engine's order gives the file that was made so.
    let plan = document.game().plans.iter().find(|p| p.key == "delete").unwrap();
    let mut keep = arguments.clone();
    keep.values.insert("keep".to_owned(), levelwright_model::record::Value::Int(1));
    let mut draft = document.draft();
    (plan.run)(&mut draft, &keep).unwrap();
    for key in ["objects", "references", "tiles", "traps"] {
        let want = deleted.document.state().level(LevelId(0)).unwrap().table(key).unwrap().bytes();
        assert!(draft.table(LevelId(0), key).unwrap().bytes() == want, "{key}");
    }
    // Deleted without leaving numbers behind, nothing dangles whatever takes the number next.
    let mut draft = document.draft();
    (plan.run)(&mut draft, &arguments).unwrap();
    document.commit(draft, "delete").unwrap();
    assert_eq!(dangling(&before), [at_first]);
}

#[test]
fn editing_one_object_leaves_every_other_resource_packed_as_it_was() {
    let Some(mut file) = open("systemshock/derelict/archive.dat") else { return };
    let before = file.origin_bytes().to_vec();
    let document = &mut file.document;
    // The first level of the file's numbers is 0.
    let (level, row) = (LevelId(1), 100);
    let node = document.draft().row(level, "objects", row).unwrap().id();
    let plan = document.game().plans.iter().find(|p| p.key == "move").unwrap();
    let values = [("dx".to_owned(), levelwright_model::record::Value::Int(256))].into();
    let mut draft = document.draft();
    let arguments = levelwright_model::games::Arguments { level: level.0, objects: vec![node], values };
    (plan.run)(&mut draft, &arguments).unwrap();
    document.commit(draft, "move").unwrap();
    let after = file.encode().unwrap().bytes;
    let changed = |before: &[u8], after: &[u8]| {
        let (old, new) = (ResFile::read(before).unwrap(), ResFile::read(after).unwrap());
        assert_eq!(old.resources().len(), new.resources().len());
        let pairs = old.resources().iter().zip(new.resources());
        let changed = pairs.filter(|(a, b)| before[a.range()] != after[b.range()]);
        changed.map(|(a, _)| a.id).collect::<Vec<u16>>()
    };
    assert_eq!(changed(&before, &after), [4105, 4108, 4109]);
    assert!(file.document.undo());
    assert!(file.encode().unwrap().bytes == before);
}

#[test]
fn the_checks_say_of_real_levels_what_is_committed() {
    let golden = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/goldens/shock/checks.tsv");
    let mut table = String::from("# file, check, severity, how often\n");
    for name in ["derelict/archive.dat", "derelict/archive_2024-07-18.dat", "synthetic/synth_v11.dat"] {
        let Some(file) = open(&format!("systemshock/{name}")) else { return };
        let whole = problems::Whole { state: file.document.state(), source: &**file.document.source() };
        let mut counts = std::collections::BTreeMap::new();
        for problem in problems::of_document(file.document.game(), &whole) {
            println!("{name} {}: {} {}: {}", problem.check, problem.place, problem.field, problem.message);
            *counts.entry((problem.severity, problem.check)).or_insert(0) += 1;
        }
        for ((severity, check), count) in counts.iter().rev() {
            table.push_str(&format!("{name}\t{check}\t{severity:?}\t{count}\n"));
        }
    }
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        std::fs::create_dir_all(golden.parent().unwrap()).unwrap();
        std::fs::write(&golden, &table).unwrap();
    }
    let known = std::fs::read_to_string(&golden).unwrap_or_default();
    assert_eq!(table, known, "if it is meant: UPDATE_GOLDENS=1, and explain it in docs/shock-checks.md");
    assert!(!table.lines().any(|line| line.starts_with("derelict") && line.contains("Error")), "real levels have none");
}

#[test]
fn version_12_is_edited_and_written_as_version_12() {
    let Some(mut file) = open("systemshock/synthetic/synth_v12.dat") else { return };
    let level = LevelId(0);
    let document = &mut file.document;
    let stride = |document: &Document, table: &str| {
        document.state().level(level).unwrap().table(table).unwrap().row_head(0).unwrap().len()
    };
    assert_eq!(["objects", "hardware", "software", "containers"].map(|t| stride(document, t)), [28, 8, 10, 22]);
    let plan = document.game().plans.iter().find(|p| p.key == "place").unwrap();
    let values = [
        ("kind", levelwright_model::record::Value::Text("container".to_owned())),
        ("x", levelwright_model::record::Value::Int(5000)),
        ("y", levelwright_model::record::Value::Int(5000)),
    ];
    let values = values.into_iter().map(|(n, v)| (n.to_owned(), v)).collect();
    let mut draft = document.draft();
    let arguments = levelwright_model::games::Arguments { level: level.0, objects: Vec::new(), values };
    let made = (plan.run)(&mut draft, &arguments).unwrap().unwrap();
    let objects = draft.objects(level).unwrap();
    let object = objects.of_node(made.number).unwrap();
    let class = object.parts.iter().find(|p| p.name == "class").unwrap().node;
    draft.set_int(class, "top_texture", 77).unwrap();
    document.commit(draft, "place").unwrap();
    let encoded = file.encode().unwrap();
    let mut again = OpenFile::untitled(encoded.bytes).unwrap();
    again.document.decode_all();
    assert_eq!(stride(&again.document, "objects"), 28);
    let (a, b) = (file.document.state().level(level).unwrap(), again.document.state().level(level).unwrap());
    for (a, b) in a.tables().zip(b.tables()) {
        assert!(a.same_bytes(b), "{}", a.key());
    }
    let found = warnings(&again);
    assert!(!found.iter().any(|w| ["rule O", "rule C", "rule X"].iter().any(|rule| w.contains(rule))), "{found:?}");
}

#[test]
fn erased_slots_and_the_comment_outlive_an_edit() {
    let Some(mut file) = open("systemshock/synthetic/synth_save.dat") else { return };
    let before = ResFile::read(file.origin_bytes()).unwrap();
    let erased = |file: &ResFile| file.resources().iter().filter(|r| r.id == 0).map(|r| r.size).collect::<Vec<_>>();
    assert!(!erased(&before).is_empty());
    let node = file.document.draft().row(LevelId::FILE, "title", 0).unwrap().id();
    let mut draft = file.document.draft();
    let field = draft.field(node, "title").unwrap();
    draft.set(node, field, &levelwright_model::record::Value::Text("Again".to_owned())).unwrap();
    file.document.commit(draft, "title").unwrap();
    let bytes = file.encode().unwrap().bytes;
    let after = ResFile::read(&bytes).unwrap();
    assert_eq!(erased(&after), erased(&before));
    assert_eq!(ResFile::comment(&bytes), ResFile::comment(file.origin_bytes()));
    let ids = |file: &ResFile| file.resources().iter().map(|r| r.id).collect::<Vec<_>>();
    assert_eq!(ids(&after), ids(&before), "the order is kept");
}
