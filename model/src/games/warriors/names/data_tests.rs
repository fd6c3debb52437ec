//! The lists against the tables they restate, row by row. Without the data folder they say so and look at nothing.

use std::collections::BTreeMap;

use super::*;
use crate::record::Names;

/// A file of the data folder; `None` with a message where it is not there.
fn file(name: &str) -> Option<String> {
    let data = std::env::var_os("LEVELWRIGHT_DATA").map_or_else(
        || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
        std::path::PathBuf::from,
    );
    let read = std::fs::read_to_string(data.join("warriors").join(name));
    if read.is_err() {
        println!("skipped: no warriors/{name} in the data folder");
    }
    read.ok()
}

/// The rows of a table, each by the names of its columns. No cell of these tables holds a comma.
fn rows(name: &str) -> Option<Vec<BTreeMap<String, String>>> {
    let text = file(name)?;
    let mut lines = text.lines();
    let head: Vec<&str> = lines.next().unwrap().split(',').collect();
    let row = |line: &str| {
        let cells: Vec<&str> = line.split(',').collect();
        assert_eq!(cells.len(), head.len(), "{line}");
        head.iter().map(|name| (*name).to_owned()).zip(cells.into_iter().map(str::to_owned)).collect()
    };
    Some(lines.map(row).collect())
}

fn hex(text: &str) -> u32 {
    u32::from_str_radix(text.trim_start_matches("0x"), 16).unwrap()
}

fn size(row: &BTreeMap<String, String>) -> [f32; 3] {
    ["size_x", "size_y", "size_z"].map(|name| if row[name].is_empty() { 0.0 } else { row[name].parse().unwrap() })
}

#[test]
fn every_level_has_its_hashes_and_all_but_the_front_end_a_list() {
    let Some(rows) = rows("levels.csv") else { return };
    assert_eq!(rows.len(), LEVELS.len());
    for (row, number) in rows.iter().zip(LEVELS) {
        assert_eq!(row["level"], format!("level{number}"));
        for (column, ending) in [("lev_hash", ".lev"), ("lua_hash", ".lua"), ("objs_hash", "_objs.txt")] {
            assert_eq!(entry_hash(&format!("level{number}{ending}")), hex(&row[column]), "{number} {ending}");
        }
        assert_eq!((row["lua_in_wad"] == "1", row["objs_in_wad"] == "1"), (true, *number != FRONT_END), "{number}");
    }
}

#[test]
fn every_type_of_door_is_as_the_table_has_it() {
    let Some(rows) = rows("door_types.csv") else { return };
    assert_eq!(rows.len(), DOOR_TYPES.len());
    for (row, door) in rows.iter().zip(DOOR_TYPES) {
        let class = row["class"].trim_start_matches("barrier:").trim_end_matches(" (inferred)");
        assert_eq!((door.name, door.class), (row["name"].as_str(), class));
        assert_eq!(door.barrier, row["class"].starts_with("barrier:"), "{}", door.name);
        assert_eq!(model_hash(door.name), hex(&row["crc32"]), "{}", door.name);
        assert_eq!(door.hitpoints.to_string(), row["hitpoints"], "{}", door.name);
        assert_eq!(door.leaves.map_or_else(String::new, |n| n.to_string()), row["leaves"], "{}", door.name);
        let sounds = ["open_sound", "close_sound"].map(|c| if row[c].is_empty() { 0 } else { hex(&row[c]) });
        assert_eq!((door.sounds, door.start), (sounds, row["start"].as_str()), "{}", door.name);
        assert_eq!(door.size, size(row), "{}", door.name);
    }
}

#[test]
fn the_doors_of_four_levels_are_of_known_types() {
    let Some(rows) = rows("doors_by_level.csv") else { return };
    // Level, doors, those that swing, barriers, leaves; the first as `warriors.md` 6, fact 52 counts it.
    for (level, want) in [
        ("level2", [26, 14, 12, 21]),
        ("level87", [24, 16, 8, 26]),
        ("level95", [22, 22, 0, 43]),
        ("level99", [9, 7, 2, 13]),
    ] {
        let doors: Vec<&DoorType> =
            rows.iter().filter(|row| row["level"] == level).map(|row| door_type(&row["type"]).unwrap()).collect();
        let barriers = doors.iter().filter(|door| door.barrier).count();
        let leaves = doors.iter().map(|door| usize::from(door.leaves.unwrap())).sum();
        assert_eq!([doors.len(), doors.len() - barriers, barriers, leaves], want, "{level}");
    }
    // Fact 53.
    let seventh = rows.iter().find(|row| row["level"] == "level99" && row["number"] == "7").unwrap();
    let place = ["x", "y", "z", "triangle1", "triangle2"].map(|c| seventh[c].as_str());
    assert_eq!(place, ["23.6", "-6.67", "1.48", "28", "29"]);
}

#[test]
fn every_known_type_is_as_the_table_has_it() {
    let Some(rows) = rows("object_types_ref.csv") else { return };
    assert_eq!(rows.len(), KNOWN_TYPES.len());
    for (row, known) in rows.iter().zip(KNOWN_TYPES) {
        assert_eq!((known.name, known.class), (row["name"].as_str(), row["class"].as_str()));
        assert_eq!((model_hash(known.name), known.size), (hex(&row["crc32"]), size(row)), "{}", known.name);
        // What its row names is in the lists of the script's words.
        assert!(OBJECT.value(&row["object_type"]).is_some(), "{}", row["object_type"]);
        assert!(PHYS.value(&row["shape"]).is_some() && MATERIAL.value(&row["material"]).is_some());
        assert!(row["axis"] == "ANIM.na" || AXIS.value(&row["axis"]).is_some(), "{}", row["axis"]);
        assert!(ANIM_SETS.value(&row["anim_set"]).is_some(), "{}", row["anim_set"]);
    }
}

#[test]
fn glass_and_tints_are_as_the_tables_have_them() {
    let (Some(glass), Some(tints)) = (rows("glass_types.csv"), rows("objspawn_tints.csv")) else { return };
    assert_eq!((glass.len(), tints.len()), (GLASS_TYPES.len(), TINTS.len()));
    for (row, own) in glass.iter().zip(&GLASS_TYPES) {
        let columns = ["window_link", "alarm", "panes_on_disc"].map(|name| row[name].parse::<u16>().unwrap());
        assert_eq!(columns, [own.window_link.into(), own.alarm.into(), own.panes], "{row:?}");
        assert_eq!((own.sprite, own.broken_sprite), (hex(&row["sprite_word"]), hex(&row["broken_word"])), "{row:?}");
    }
    for (row, (tint, calls)) in tints.iter().zip(TINTS) {
        assert_eq!((*tint, calls.to_string()), (hex(&row["rgba"]), row["calls"].clone()));
    }
}

#[test]
fn every_emitter_has_the_script_type_of_its_place() {
    let Some(rows) = rows("script_types.csv") else { return };
    let emitters: Vec<_> = rows.iter().filter(|row| is_emitter(&row["name"])).collect();
    assert_eq!(emitters.len(), EMITTERS.len());
    for ((row, name), index) in emitters.iter().zip(EMITTERS).zip(FIRST_EMITTER..) {
        assert_eq!((row["name"].as_str(), row["index"].clone()), (*name, index.to_string()));
    }
}

#[test]
fn the_words_of_scripts_have_the_numbers_of_the_table() {
    let Some(text) = file("enums.json") else { return };
    let table: serde_json::Value = serde_json::from_str(&text).unwrap();
    let lists: [(&str, &Names); 5] =
        [("PHYS", &PHYS), ("AXIS", &AXIS), ("OBJECT", &OBJECT), ("MATERIAL", &MATERIAL), ("ANIM_SET", &ANIM_SETS)];
    for (key, names) in lists {
        let want = table[key].as_object().unwrap();
        assert_eq!(want.len(), names.list.len(), "{key}");
        for (name, value) in want {
            assert_eq!(names.value(name), value.as_i64().map(i128::from), "{key}.{name}");
        }
    }
    for (name, bits) in table["PHYFLAG"].as_object().unwrap() {
        let own = PHYFLAGS.bit(name).map(|bit| 1i128 << bit).or((name == COMBATTARGET.0).then_some(COMBATTARGET.1));
        assert_eq!(own, bits.as_i64().map(i128::from), "{name}");
    }
    assert_eq!(table["PHYFLAG"].as_object().unwrap().len(), PHYFLAGS.list.len() + 1);
}
