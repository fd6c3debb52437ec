//! The names against the table they come from.

use super::*;
use crate::record::Names;

/// Every list that the data folder's table has, by its kind there.
const LISTS: [(&str, &Names); 19] = [
    ("ambient sound", &AMBIENT_SOUNDS),
    ("collection", &COLLECTIONS),
    ("control panel class", &PANEL_CLASSES),
    ("damage", &DAMAGES),
    ("effect", &EFFECTS),
    ("item", &ITEMS),
    ("light preset", &LIGHT_PRESETS),
    ("media", &MEDIA_TYPES),
    ("monster class", &MONSTER_CLASSES),
    ("monster", &MONSTERS),
    ("platform", &PLATFORM_TYPES),
    ("player colour", &PLAYER_COLOURS),
    ("polygon", &POLYGON_TYPES),
    ("projectile", &PROJECTILES),
    ("scenery", &SCENERY),
    ("side", &SIDE_TYPES),
    ("sound", &SOUNDS),
    ("transfer mode", &TRANSFER_MODES),
    ("weapon", &WEAPONS),
];

#[test]
fn every_row_of_the_table_of_names_is_there() {
    let data = std::env::var_os("LEVELWRIGHT_DATA").map_or_else(
        || std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"),
        std::path::PathBuf::from,
    );
    let Ok(table) = std::fs::read_to_string(data.join("marathon/names.csv")) else {
        println!("skipped: no marathon/names.csv in the data folder");
        return;
    };
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let mut cells = row.splitn(3, ',');
        let (kind, number, name) = (cells.next().unwrap(), cells.next().unwrap(), cells.next().unwrap());
        let number: i64 = number.parse().unwrap();
        let names = LISTS.iter().find(|(k, _)| *k == kind).unwrap_or_else(|| panic!("no list for {kind}")).1;
        assert!(names.list.iter().any(|n| n.value == number && n.name == name), "{row}");
        rows += 1;
    }
    assert!(rows > 600, "only {rows} rows");
}

#[test]
fn spelt_in_two_ways_a_sound_shows_the_right_one() {
    assert_eq!(SOUNDS.name(144), Some("heavy spht door"));
    assert_eq!(SOUNDS.value("heavy shpt door"), Some(144));
}

#[test]
fn panels_and_transfer_modes_are_complete() {
    for (names, count) in [(&PANEL_TYPES, 54), (&PANEL_TYPES_M1, 14), (&TRANSFER_MODES, 28), (&POLYGON_TYPES_M1, 16)] {
        let values: Vec<i64> = names.list.iter().map(|n| n.value).filter(|v| *v >= 0).collect();
        assert_eq!(values, (0..count).collect::<Vec<_>>(), "{}", names.key);
    }
    assert_eq!(PANEL_TYPES.name(43), Some("jjaro single shield recharger"));
    assert_eq!(PANEL_TYPES.name(53), Some("jjaro wires"));
    assert_eq!(PANEL_TYPES.name(32), Some("pfhor single shield recharger"));
}
