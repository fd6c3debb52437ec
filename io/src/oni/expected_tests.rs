//! Every value of the levels made with OniSplit, three ways: as their generator wrote them down, by the second reader,
//! by the record tables.

use std::collections::BTreeMap;
use std::path::Path;

use levelwright_model::document::{Document, Record};
use levelwright_model::record::Value as Field;
use serde_json::{Value, json};

use super::origin::LEVEL;
use super::second_reader::{self as second, LINES, Object};
use crate::file::OpenFile;
use crate::test_data::data;

/// An expected value with its floats as bits, like the second reader's.
fn normal(value: &Value, like: &Value) -> Value {
    match (value, like) {
        (Value::Array(list), Value::Array(likes)) if list.len() == likes.len() => {
            list.iter().zip(likes).map(|(v, l)| normal(v, l)).collect()
        }
        (Value::Object(map), Value::Object(likes)) => map
            .iter()
            .map(|(key, value)| (key.clone(), likes.get(key).map_or(value.clone(), |l| normal(value, l))))
            .collect(),
        // A float is written with a point or an exponent.
        (Value::Number(n), _) if n.is_f64() => json!((n.as_f64().unwrap() as f32).to_bits()),
        // The generator wrote some unsigned numbers with their sign bit.
        (Value::Number(n), Value::Number(l)) if n.as_i64().is_some_and(|n| n < 0) && l.as_u64().is_some() => {
            let number = n.as_i64().unwrap() as u32;
            if l.as_u64() <= Some(0xFFFF) { json!(number as u16) } else { json!(number) }
        }
        _ => value.clone(),
    }
}

fn at<'a>(value: &'a Value, path: &str) -> &'a Value {
    path.split('.').fold(value, |value, step| match step.parse::<usize>() {
        Ok(n) => &value[n],
        Err(_) => &value[step],
    })
}

/// The payload of each list by the code of its type, as the document holds it.
fn payloads(document: &Document) -> BTreeMap<String, Vec<u8>> {
    use levelwright_model::games::oni::chunk::{ObjectType, encode};
    let level = document.state().level(LEVEL).unwrap();
    let tables = level.tables().filter(|t| t.key() != "marker_quads").map(|t| {
        let tag = ObjectType::of_table(t.key()).unwrap().tag;
        (String::from_utf8_lossy(tag).into_owned(), encode(t))
    });
    tables.collect()
}

/// The second reader on an object against its expected values.
fn same_as_expected(object: &Object<'_>, expected: &Value, place: &str) {
    let header = object.bytes;
    assert_eq!(second::value(header, 0, second::K::U32), expected["size_field"], "{place}");
    assert_eq!(second::value(header, 8, second::K::U32), expected["id"], "{place}");
    assert_eq!(second::value(header, 12, second::K::U32), expected["flags"], "{place}");
    for (name, at) in [("position", 16), ("rotation", 28)] {
        let have = second::value(header, at, second::K::V3);
        assert_eq!(have, normal(&expected[name], &have), "{place} {name}");
    }
    let Some(osd) = expected.get("osd") else { return };
    for (path, have) in second::read(object).0 {
        let want = normal(at(osd, &path), &have);
        assert_eq!(have, want, "{place} {path}");
    }
}

/// A field's value in the second reader's form.
fn plain(value: &Field) -> Value {
    match value {
        Field::Int(n) => json!(i64::try_from(*n).unwrap()),
        Field::Real(r) => json!((*r as f32).to_bits()),
        Field::Text(text) => json!(text),
        Field::List(list) => list.iter().map(plain).collect(),
        other => panic!("{other:?}"),
    }
}

/// The record tables against the second reader: every line, and no byte of the object unaccounted for.
fn same_as_tables(object: &Object<'_>, record: &Record<'_>, place: &str) {
    assert_eq!(record.bytes(), object.bytes, "{place}");
    let (_, lines) = LINES.iter().find(|(tag, _)| *tag == object.tag).unwrap();
    for (at, kind, _, name) in *lines {
        if name.is_empty() {
            continue;
        }
        let field = record.fields().into_iter().find(|f| f.name == *name).unwrap_or_else(|| panic!("{place} {name}"));
        let own = plain(&record.get(field).unwrap());
        assert_eq!(own, second::value(object.data(), *at, *kind), "{place} {name}");
    }
    let (values, understood) = second::read(object);
    let children: usize = if record.schema().lists.is_empty() {
        record.children().map_or(0, |c| c.len())
    } else {
        (0..4).map(|l| record.child(l).unwrap().children().unwrap().len()).sum()
    };
    let listed =
        values.iter().filter(|(name, _)| name.starts_with(|c: char| c.is_ascii_lowercase()) || name == "DialogLines");
    for (name, list) in listed {
        let list = list.as_array().unwrap();
        assert_eq!(children, list.len(), "{place} {name}");
        for (n, item) in list.iter().enumerate() {
            let child = record.child(n).unwrap();
            let have: BTreeMap<&str, Value> =
                child.fields().iter().map(|f| (f.name, plain(&child.get(f).unwrap()))).collect();
            for (key, want) in item.as_object().unwrap() {
                let own = match key.as_str() {
                    "type" => vec![have["type"].clone()],
                    "X" => vec![have["point"][0].clone()],
                    "Y" => vec![have["point"][1].clone()],
                    "Z" => vec![have["point"][2].clone()],
                    "FlagId" => vec![have["flag"].clone()],
                    "index" => vec![have["target"].clone()],
                    "Rotation" => vec![have["angle"].clone()],
                    "ScriptId" => vec![have["number"].clone()],
                    "Value" => vec![have["ignore"].clone()],
                    "Anim" => vec![signed(&have["speaker_animation"])],
                    "OtherAnim" => vec![signed(&have["listener_animation"])],
                    "SpeechName" => vec![have["sound"].clone()],
                    other => vec![have[other.to_lowercase().as_str()].clone()],
                };
                assert_eq!(own[0], *want, "{place} {name} {n} {key}");
            }
        }
    }
    // What the second reader does not understand is padding of less than four bytes, but for spheres.
    let rest = object.data().len() - understood;
    assert!(rest < 4 || (object.tag == "SNDG" && rest == 16), "{place}: {rest}");
}

fn signed(value: &Value) -> Value {
    json!(value.as_u64().unwrap() as u16 as i16)
}

fn open(path: &Path) -> OpenFile {
    let mut file = OpenFile::open(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    file.document.decode_all();
    file
}

fn compare(document: &Document, types: &serde_json::Map<String, Value>) -> usize {
    let payloads = payloads(document);
    let level = document.state().level(LEVEL).unwrap();
    let mut seen = 0;
    for (tag, list) in types {
        let payload = &payloads[tag];
        assert_eq!(payload.len(), list["payload_bytes"].as_u64().unwrap() as usize, "{tag}");
        let objects = second::objects(payload);
        let expected = list["objects"].as_array().unwrap();
        assert_eq!(objects.len(), expected.len(), "{tag}");
        let of = levelwright_model::games::oni::chunk::ObjectType::of_tag(tag.as_bytes()).unwrap();
        let table = level.table(of.table.key).unwrap();
        for (n, (object, expected)) in objects.iter().zip(expected).enumerate() {
            let place = format!("{tag} {n}");
            same_as_expected(object, expected, &place);
            same_as_tables(object, &level.row(table, n).unwrap(), &place);
            seen += 1;
        }
    }
    seen
}

#[test]
fn levels_31_to_33_hold_their_expected_values() {
    let mut seen = Vec::new();
    for (folder, level) in [("level31-every-field", 31), ("level32-typical", 32), ("level33-flawed", 33)] {
        let Some(root) = data(&format!("oni/onisplit-made/{folder}")) else { return };
        let expected: Value = serde_json::from_slice(&std::fs::read(root.join("expected.json")).unwrap()).unwrap();
        for layout in ["nosep", "sep"] {
            let file = open(&root.join(format!("{layout}/level{level}_Final.dat")));
            seen.push(compare(&file.document, expected["types"].as_object().unwrap()));
        }
    }
    assert_eq!(seen, [89, 89, 709, 709, 256, 256]);
}

#[test]
fn level_36_holds_its_objects_as_the_importer_wrote_them() {
    let Some(root) = data("oni/onisplit-made/level36-geometry") else { return };
    let expected: Value = serde_json::from_slice(&std::fs::read(root.join("expected.json")).unwrap()).unwrap();
    for layout in ["nosep", "sep"] {
        let file = open(&root.join(format!("{layout}/level36_Final.dat")));
        let by_tag = expected["objc"].as_object().unwrap().iter().map(|(name, list)| {
            let word = name.strip_prefix("BINACJBO").unwrap();
            let types = levelwright_model::games::oni::chunk::TYPES;
            let of = types.iter().find(|t| t.word == word).unwrap();
            (String::from_utf8_lossy(of.tag).into_owned(), list.clone())
        });
        assert_eq!(compare(&file.document, &by_tag.collect()), 17);
        let level = file.document.state().level(LEVEL).unwrap();
        let short = level.row(level.table("sounds").unwrap(), 0).unwrap();
        assert_eq!(short.schema().key, "oni.short_sound");
    }
}

#[test]
fn level_34_has_its_counts() {
    let Some(root) = data("oni/onisplit-made/level34-large") else { return };
    let expected: Value = serde_json::from_slice(&std::fs::read(root.join("expected.json")).unwrap()).unwrap();
    let file = open(&root.join("nosep/level34_Final.dat"));
    let payloads = payloads(&file.document);
    let mut all = 0;
    for (tag, list) in expected["counts"].as_object().unwrap() {
        let payload = &payloads[tag];
        assert_eq!(payload.len() as u64, list["payload_bytes"].as_u64().unwrap(), "{tag}");
        let objects = second::objects(payload);
        assert_eq!(objects.len() as u64, list["count"].as_u64().unwrap(), "{tag}");
        all += objects.len();
        // All of them are typed: none is kept as bytes.
        let level = file.document.state().level(LEVEL).unwrap();
        assert!(level.notices().is_empty());
    }
    assert_eq!(all, 20_009);
}

/// Level 35 is level 31 with patches in places that OniSplit does not keep.
#[test]
fn level_35_is_level_31_with_its_patches() {
    let Some(root) = data("oni/onisplit-made") else { return };
    let clean = payloads(&open(&root.join("level31-every-field/nosep/level31_Final.dat")).document);
    let dirty = payloads(&open(&root.join("level35-dirty/level35_Final.dat")).document);
    let patches: Value =
        serde_json::from_slice(&std::fs::read(root.join("level35-dirty/patches.json")).unwrap()).unwrap();
    let types = levelwright_model::games::oni::chunk::TYPES;
    let mut patched = clean.clone();
    let list = patches["patches"].as_array().unwrap();
    for patch in list {
        let name = patch["instance"].as_str().unwrap();
        let of = types.iter().find(|t| format!("BINA{}", t.list_name()) == name).unwrap();
        let payload = patched.get_mut(std::str::from_utf8(of.tag).unwrap()).unwrap();
        let hex = patch["bytes"].as_str().unwrap();
        let at = patch["chunk_offset"].as_u64().unwrap() as usize;
        for (n, pair) in (0..hex.len()).step_by(2).enumerate() {
            payload[at + n] = u8::from_str_radix(&hex[pair..pair + 2], 16).unwrap();
        }
    }
    assert_eq!(list.len(), 123);
    assert!(patched == dirty);
    // But for the flags of doors and one volume the patches are in places without a name: nobody sees a difference.
    for (tag, payload) in &dirty {
        let objects = second::objects(payload);
        let others = second::objects(&clean[tag]);
        let mut other = 0;
        for (a, b) in objects.iter().zip(&others) {
            for (a, b) in second::read(a).0.into_iter().zip(second::read(b).0) {
                let known = matches!((tag.as_str(), a.0.as_str()), ("DOOR" | "TRGV", "Flags") | ("TRGV", "Teams"));
                assert!(a == b || known, "{tag} {a:?} {b:?}");
                other += usize::from(a != b);
            }
        }
        assert!(other == 0 || matches!(tag.as_str(), "DOOR" | "TRGV"), "{tag} {other}");
    }
}

/// A list of names as JSON.
fn named(list: &[levelwright_model::games::oni::environment::Texture]) -> Value {
    list.iter().map(|t| json!(format!("TXMP{}", t.name))).collect()
}

#[test]
fn level_36_holds_its_environment() {
    use levelwright_model::games::oni::environment::Environment;
    let Some(root) = data("oni/onisplit-made/level36-geometry") else { return };
    let expected: Value = serde_json::from_slice(&std::fs::read(root.join("expected.json")).unwrap()).unwrap();
    for layout in ["nosep", "sep"] {
        let file = open(&root.join(format!("{layout}/level36_Final.dat")));
        let level = file.document.state().level(LEVEL).unwrap();
        let found: &Environment = level.surroundings().unwrap();
        assert_eq!(json!(found.level_name), expected["onlv_name"]);
        let points: Vec<[f32; 3]> = serde_json::from_value(expected["points"].clone()).unwrap();
        assert_eq!(found.points, points);
        assert_eq!(named(&found.textures), expected["textures"]);
        let quads: Value = found
            .quads
            .iter()
            .map(|q| {
                json!({
                    "points": q.points, "texcoords": q.texcoords, "flags": q.flags, "object": q.object,
                    "texture": q.texture, "colours": q.shades.map(|c| format!("{c:08x}")),
                })
            })
            .collect();
        assert_eq!(quads, expected["quads"]);
        let owners: BTreeMap<i32, usize> =
            found.quads.iter().filter(|q| q.object != -1).fold(BTreeMap::new(), |mut count, quad| {
                *count.entry(quad.object).or_default() += 1;
                count
            });
        for owner in expected["object_ids_in_quads"].as_array().unwrap() {
            let value = owner["value"].as_i64().unwrap() as i32;
            assert_eq!(json!(owners[&value]), owner["quads"]);
        }
        // Floor, ceiling and wall have pixels; the markers lie in other files.
        let white = |t: &&levelwright_model::games::oni::environment::Texture| {
            t.mean == levelwright_model::scene::Colour::WHITE
        };
        assert_eq!(found.textures.iter().filter(white).count(), 2, "{:?}", found.textures);
        // A cube's faces are two triangles each.
        assert_eq!(found.meshes["CONSlw_console"].triangles(), 12);
        assert_eq!(found.names.len(), expected["named"].as_array().unwrap().len());
    }
}

/// What the checks find in a level, by check.
fn problems(document: &Document) -> BTreeMap<&'static str, Vec<String>> {
    use levelwright_model::problems::{Whole, of_document};
    let whole = Whole { state: document.state(), source: &**document.source() };
    let mut out: BTreeMap<&'static str, Vec<String>> = BTreeMap::new();
    for problem in of_document(document.game(), &whole) {
        out.entry(problem.check).or_default().push(format!("{} {}: {}", problem.place, problem.field, problem.message));
    }
    out
}

#[test]
fn level_33_yields_every_fault_of_its_list() {
    let Some(root) = data("oni/onisplit-made/level33-flawed") else { return };
    let file = open(&root.join("nosep/level33_Final.dat"));
    let found = problems(&file.document);
    for (check, list) in &found {
        println!("{check}: {} like {}", list.len(), list[0]);
    }
    let flaws: Value = serde_json::from_slice(&std::fs::read(root.join("flaws.json")).unwrap()).unwrap();
    let says = |check: &str, parts: &[&str]| {
        let list = found.get(check).map_or(&[][..], Vec::as_slice);
        assert!(list.iter().any(|p| parts.iter().all(|part| p.contains(part))), "{check} {parts:?}: {list:?}");
    };
    let word = |flaw: &Value, key: &str| flaw[key].to_string().trim_matches('"').to_owned();
    for flaw in flaws.as_array().unwrap() {
        match flaw["kind"].as_str().unwrap() {
            "duplicate_flag_id" => says("oni-id-twice", &["flags/", &format!("number {} ", word(flaw, "flag_id"))]),
            "two_players" => says("oni-player", &["has the player flag too"]),
            "missing_patrol_path" => {
                says("oni-character-reference", &["characters/", &format!("patrol path {} ", word(flaw, "path_id"))]);
            }
            "duplicate_character_name" => says("oni-name-twice", &["characters/", &word(flaw, "name")]),
            "missing_parent_volume" => {
                says("oni-trigger-volume", &[&format!("volume {} does not exist", word(flaw, "parent_id"))]);
            }
            "event_target_missing" => {
                says("oni-reference", &[&format!("door {} does not exist", word(flaw, "target"))])
            }
            "duplicate_door_id" => says("oni-id-twice", &["doors/", &format!("number {} ", word(flaw, "door_id"))]),
            "duplicate_object_id" => says("oni-object-id-twice", &[&format!("object id {} ", word(flaw, "object_id"))]),
            "duplicate_patrol_id" => {
                says("oni-id-twice", &["patrol_paths/", &format!("number {} ", word(flaw, "patrol_id"))]);
            }
            other => panic!("{other}"),
        }
    }
    assert_eq!(flaws.as_array().unwrap().len(), 9);
    // A level without faults has none of these.
    let Some(root) = data("oni/onisplit-made/level32-typical") else { return };
    let clean = problems(&open(&root.join("nosep/level32_Final.dat")).document);
    for check in ["oni-player", "oni-object-id-twice", "oni-id-twice", "oni-name-twice"] {
        assert!(!clean.contains_key(check), "{check}: {:?}", clean[check]);
    }
    for (check, list) in &clean {
        println!("level 32, {check}: {} like {}", list.len(), list[0]);
    }
}
