//! The rules of Marathon's derived data against real levels.
//!
//! Reads levels from `LEVELWRIGHT_DATA` (else the `shared/data` folder beside the workspace) and skips without it.
//! `UPDATE_GOLDENS=1` writes the golden table anew.

// What is read here is known to be sound; a broken assumption must fail the test.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use levelwright_model::games::marathon::geometry::carried;
use levelwright_model::games::marathon::geometry::indices::IndicesError;
use levelwright_model::games::marathon::geometry::map::PlatformHeights;
use levelwright_model::games::marathon::geometry::platform::{self, Surfaces};
use levelwright_model::games::marathon::geometry::rates::match_rates;
use levelwright_model::games::marathon::geometry::sounds;
use levelwright_model::games::marathon::geometry::{ChunkBytes, Kind, Map};

/// The preprocessed level whose sound lists end before everything is listed (docs/marathon-derived.md).
const CUT: usize = 49;

/// The folder of real files, if there is one.
fn data_folder() -> Option<PathBuf> {
    let folder = std::env::var_os("LEVELWRIGHT_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"), PathBuf::from);
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no folder of real levels ({})", folder.display());
    None
}

/// Every map file of the folder in the order of their paths, except those that tools merged or saved again.
fn map_files(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_path_buf()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(&folder).unwrap() {
            let path = entry.unwrap().path();
            let name = path.file_name().unwrap().to_string_lossy().into_owned();
            if path.is_dir() && name != "merged" && name != "weland-resaved" {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "sceA" || extension == "scen") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

fn u16_at(bytes: &[u8], offset: usize) -> usize {
    usize::from(u16::from_be_bytes(bytes[offset..offset + 2].try_into().unwrap()))
}

fn u32_at(bytes: &[u8], offset: usize) -> usize {
    u32::from_be_bytes(bytes[offset..offset + 4].try_into().unwrap()) as usize
}

/// The levels of a map file: enough of a reader for files known to be sound (`marathon.md` 1.1).
fn levels(file: &[u8]) -> Vec<Map> {
    let wad = if &file[65..69] == b"scen" { &file[128..128 + u32_at(file, 83)] } else { file };
    let (wad_version, data_version) = (u16_at(wad, 0), u16_at(wad, 2));
    let (directory, count) = (u32_at(wad, 72), u16_at(wad, 76));
    let (chunk_header, entry) =
        if wad_version < 2 { (12, 8) } else { (u16_at(wad, 80), u16_at(wad, 82) + u16_at(wad, 78)) };
    (0..count)
        .map(|number| {
            let entry = directory + number * entry;
            let level = &wad[u32_at(wad, entry)..][..u32_at(wad, entry + 4)];
            let mut chunks = BTreeMap::new();
            let mut at = 0;
            loop {
                let data = &level[at + chunk_header..][..u32_at(level, at + 8)];
                chunks.entry(level[at..at + 4].to_vec()).or_insert(data);
                let next = u32_at(level, at + 4);
                if next <= at {
                    break;
                }
                at = next;
            }
            let chunk = |tag: &[u8; 4]| chunks.get(&tag[..]).copied().unwrap_or_default();
            Map::from_chunks(&ChunkBytes {
                pnts: chunk(b"PNTS"),
                epnt: chunk(b"EPNT"),
                lins: chunk(b"LINS"),
                sids: chunk(b"SIDS"),
                poly: chunk(b"POLY"),
                objs: chunk(b"OBJS"),
                plat: chunk(b"plat"),
                saved_plat: chunk(b"PLAT"),
                iidx: chunk(b"iidx"),
                marathon_1: data_version == 0,
            })
        })
        .collect()
}

fn all_levels(folder: &Path) -> Vec<Map> {
    map_files(folder).iter().flat_map(|file| levels(&std::fs::read(file).unwrap())).collect()
}

/// One line a field: in which levels, how many records match, how many were compared, and the first that does not
/// (number of the preprocessed level in the order of the files' paths, number of the record).
fn table(levels: &[Map]) -> String {
    #[derive(Default)]
    struct Row {
        matching: usize,
        total: usize,
        first: Option<(usize, i16)>,
    }
    let mut rows: BTreeMap<(&str, &str), Row> = BTreeMap::new();
    for (number, map) in levels.iter().filter(|map| map.kind == Kind::Preprocessed).enumerate() {
        let game = if map.marathon_1 { "1" } else { "2" };
        for rate in match_rates(map) {
            let row = rows.entry((game, rate.field)).or_default();
            row.matching += rate.matching;
            row.total += rate.total;
            row.first = row.first.or(rate.first_mismatch.map(|index| (number, index)));
        }
    }
    let mut text = String::from("marathon\tfield\tmatching\ttotal\tfirst mismatch: level\trecord\n");
    for ((game, field), Row { matching, total, first }) in rows {
        let (level, record) = first.map_or(("-".into(), "-".into()), |(l, r)| (l.to_string(), r.to_string()));
        writeln!(text, "{game}\t{field}\t{matching}\t{total}\t{level}\t{record}").unwrap();
    }
    text
}

#[test]
fn the_rules_match_the_stored_values_as_often_as_they_did() {
    let Some(folder) = data_folder() else { return };
    let found = table(&all_levels(&folder.join("marathon")));
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/goldens/marathon/derived-match-rates.tsv");
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        std::fs::create_dir_all(golden.parent().unwrap()).unwrap();
        std::fs::write(&golden, &found).unwrap();
    }
    assert_eq!(found, std::fs::read_to_string(&golden).unwrap_or_default(), "UPDATE_GOLDENS=1 accepts the new table");
}

#[test]
fn sound_lists_rebuilt_without_an_edit_change_nothing() {
    let Some(folder) = data_folder() else { return };
    let mut refused = 0;
    let mut unchanged = 0;
    for map in all_levels(&folder.join("marathon")).iter().filter(|map| map.kind == Kind::Preprocessed) {
        match sounds::rebuilt(map) {
            Ok(rebuilt) => {
                assert!(rebuilt.list == map.index_list);
                unchanged += 1;
            }
            Err(IndicesError::SoundsNotApart { .. }) => refused += 1,
            Err(other) => panic!("{other}"),
        }
    }
    // One level's list ends in the middle of its sound lists (docs/marathon-derived.md).
    assert_eq!((unchanged, refused), (59, 1));
}

/// The (floor, ceiling) of every platform in a trace's first frame.
fn first_frame(trace: &str) -> Vec<(i16, i16)> {
    let platforms = trace.split("\"platforms\":[").nth(1).unwrap().split("]]").next().unwrap();
    let numbers = |platform: &str| {
        let mut numbers = platform.split(',').map(|number| number.parse().unwrap());
        (numbers.next().unwrap(), numbers.next().unwrap())
    };
    let platforms = platforms.trim_matches(['[', ']']);
    if platforms.starts_with('}') || platforms.is_empty() {
        return Vec::new();
    }
    platforms.split("],[").map(numbers).collect()
}

#[test]
fn platforms_start_where_the_engine_starts_them() {
    let Some(folder) = data_folder() else { return };
    let traces = folder.join("peers-made/marathon/a1-trace");
    let mut compared = (0, 0);
    for file in map_files(&folder.join("marathon")) {
        let stem = file.file_stem().unwrap().to_string_lossy().into_owned();
        for (number, map) in levels(&std::fs::read(&file).unwrap()).iter().enumerate() {
            let name = if map.marathon_1 { format!("m1/Map_{number:02}.json") } else { format!("{stem}.json") };
            let Ok(trace) = std::fs::read_to_string(traces.join(&name)) else {
                continue;
            };
            let expected = first_frame(&trace);
            let found: Vec<_> = platform::built(map).iter().map(|built| (built.floor, built.ceiling)).collect();
            assert_eq!(found, expected, "{name}");
            compared = (compared.0 + 1, compared.1 + expected.len());
        }
    }
    assert_eq!(compared, (64, 1909), "levels and platforms of the reference");
}

/// Aleph One's own export of preprocessed levels differs from Weland's rule (`marathon.md` 1.5) in two
/// ways: a platform's polygon keeps its height, and a ceiling's minimum is the polygon's floor.
#[test]
fn saved_platforms_become_the_records_the_engine_exports() {
    let Some(folder) = data_folder() else { return };
    let mut compared = (0, 0);
    for file in map_files(&folder.join("marathon")) {
        let exported = folder.join("peers-made/marathon/a1-exported").join(file.file_name().unwrap());
        let Ok(exported) = std::fs::read(exported) else {
            continue;
        };
        let [map] = &levels(&std::fs::read(&file).unwrap())[..] else {
            continue;
        };
        let [raw] = &levels(&exported)[..] else {
            continue;
        };
        for saved in map.platforms.iter().filter(|_| map.kind == Kind::Preprocessed) {
            let PlatformHeights::Given { maximum, minimum } = raw.platform_of(saved.polygon).unwrap().heights else {
                panic!("a raw level has raw platforms");
            };
            let ours = platform::given_heights(saved).unwrap();
            let floor = map.polygon(saved.polygon).unwrap().floor;
            assert_eq!(maximum, ours.1, "polygon {}", saved.polygon);
            match saved.surfaces() {
                Surfaces::Ceiling => assert_eq!(minimum, floor, "polygon {}", saved.polygon),
                _ => assert_eq!(minimum, ours.0, "polygon {}", saved.polygon),
            }
            compared.0 += usize::from(minimum == ours.0);
            compared.1 += 1;
        }
    }
    assert_eq!(compared, (46, 51), "same minimum, platforms");
}

#[test]
fn without_an_edit_the_whole_list_is_carried_over() {
    let Some(folder) = data_folder() else { return };
    let mut other = Vec::new();
    let preprocessed: Vec<Map> =
        all_levels(&folder.join("marathon")).into_iter().filter(|map| map.kind == Kind::Preprocessed).collect();
    for (number, map) in preprocessed.iter().enumerate() {
        let carried = carried::rebuilt(map, map, &carried::Renamed::not(map)).unwrap();
        if carried.list != map.index_list {
            other.push(number);
        }
        for (entry, stored) in carried.polygons.iter().zip(&map.polygons) {
            assert!(other.contains(&number) || entry.sound_sources == stored.sound_sources, "{number}");
        }
    }
    println!("{} lists carried over", preprocessed.len() - other.len());
    if !preprocessed.is_empty() {
        assert_eq!(other, [CUT], "the list that ends early is completed");
    }
}
