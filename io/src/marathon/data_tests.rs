//! The container layer on real files and on files broken on purpose.

use std::path::Path;

use super::flat::find_flat;
use super::recognise::{OtherKind, WadKind, physics_m1_sections, recognise_other};
use super::wad::tests::{forced, unchanged};
use super::wad::{Checksum, HeaderOut, Wad, WadLevel, checksum, encode};
use crate::source::{OpenProblem, Source, Wrapper};
use crate::test_data::{data, files_below};

fn source(path: &Path) -> Source {
    Source::read(std::fs::read(path).unwrap()).unwrap_or_else(|error| panic!("{path:?}: {error}"))
}

fn is_wad_name(path: &Path) -> bool {
    let extension = path.extension().and_then(|e| e.to_str());
    matches!(extension, Some("sceA" | "phyA" | "scen"))
}

/// Saves with nothing changed, through wad and wrapper.
fn saved_unchanged(source: &Source, wad: &Wad) -> Vec<u8> {
    let origin = source.data_fork();
    let (fork, summary) = encode(wad, origin, &HeaderOut::default(), &unchanged(wad)).unwrap();
    assert!(!summary.changed);
    source.rewrap(&fork).unwrap().into_owned()
}

#[test]
fn every_real_wad_is_saved_identical() {
    let mut wads = 0;
    let mut not_rewritten_alike = Vec::new();
    for folder in ["marathon", "peers-made/marathon"] {
        for path in files_below(folder) {
            let source = source(&path);
            assert_eq!(source.rewrap(source.data_fork()).unwrap(), source.bytes(), "{path:?}");
            if !is_wad_name(&path) {
                continue;
            }
            let origin = source.data_fork();
            let wad = Wad::read(origin).unwrap_or_else(|error| panic!("{path:?}: {error}"));
            wads += 1;
            assert!(saved_unchanged(&source, &wad) == source.bytes(), "{path:?}");
            assert_eq!(wad.read_only(), None, "{path:?}");
            let expected = match path.extension().and_then(|e| e.to_str()) {
                Some("phyA") => WadKind::Physics,
                _ => WadKind::Map,
            };
            assert_eq!(WadKind::of(&wad), expected, "{path:?}");

            let levels = forced(&wad, origin);
            let (again, summary) = encode(&wad, origin, &HeaderOut::default(), &levels).unwrap();
            assert_eq!(summary.dropped_gap_bytes, 0, "{path:?}");
            if again != origin {
                let name = path.file_name().unwrap().to_string_lossy().into_owned();
                let why = if summary.dropped_tail_bytes > 0 {
                    // The tail goes; all that the directory knows stays.
                    assert_eq!(again, origin[..wad.tail().start], "{path:?}");
                    assert_eq!(wad.checksum(), Checksum::WithoutTail);
                    "tail"
                } else {
                    // Version and, in consequence, checksum.
                    assert!(summary.version_3_became_4, "{path:?}");
                    assert_eq!((again[1], origin[1]), (4, 3));
                    assert_eq!(again[2..68], origin[2..68]);
                    assert_eq!(again[72..], origin[72..]);
                    "version 3"
                };
                not_rewritten_alike.push((name, why));
            }
        }
    }
    println!("{wads} wads");
    if wads > 0 {
        let expected = [
            ("Hysterical-Womb.sceA", "tail"),
            ("She-Is-The-Dark-One.sceA", "tail"),
            ("Third-Rock-from-Lhowon.sceA", "tail"),
            ("Unnatural-Selection.sceA", "tail"),
            ("three-sparse.sceA", "version 3"),
            ("weland-merged-5-version3.sceA", "version 3"),
        ];
        assert_eq!(not_rewritten_alike, expected.map(|(name, why)| (name.to_owned(), why)));
    }
}

#[test]
fn marathon_1_map() {
    let Some(path) = data("marathon/official/m1/Map.scen") else {
        return;
    };
    let source = source(&path);
    let Wrapper::MacBinary(mac) = source.wrapper() else { panic!("{:?}", source.wrapper()) };
    assert_eq!((&mac.file_type, &mac.creator), (b"scen", b"26.2"));
    assert_eq!(mac.name, b"Map");
    assert_eq!(source.data_fork().len(), 3_863_478);
    assert_eq!(source.resource_fork().len(), 319);
    assert_eq!(source.resources().resources.len(), 1);
    assert!(source.resources().has_kind(*b"STR "));
    assert_eq!(source.problems(), []);

    let wad = Wad::read(source.data_fork()).unwrap();
    assert_eq!((wad.header().version(), wad.header().data_version()), (0, 0));
    assert_eq!(wad.header().name(), b"Map");
    assert_eq!(wad.header().checksum(), 0x3C9);
    assert_eq!(checksum(source.data_fork()), 0x3ED4_F42C);
    assert_eq!(wad.problems(), []);
    assert_eq!(wad.levels().len(), 37);
    let expected =
        b"iidxEPNTLINSSIDSPOLYNAMELITENOTEOBJSp\x8cthMinfplacdoorplatplyrdwolmobjdooralinapolmOnsfx  bangPLAT";
    let (mut lines, mut points) = (0, 0);
    for level in wad.levels() {
        let tags: Vec<u8> = level.chunks.iter().flat_map(|chunk| chunk.tag).collect();
        assert_eq!(tags, expected);
        lines += level.find(*b"LINS").unwrap().data.len() / 32;
        points += level.find(*b"EPNT").unwrap().data.len() / 16;
    }
    // Totals of the table in `marathon.md` 6.1.
    assert_eq!((lines, points), (25862, 18175));
}

#[test]
fn merged_maps_are_what_their_maker_says() {
    for folder in ["marathon/merged", "marathon/weland-resaved"] {
        let Some(folder) = data(folder) else { continue };
        let text = std::fs::read_to_string(folder.join("expected.json")).unwrap();
        let all: serde_json::Value = serde_json::from_str(&text).unwrap();
        for (file, expected) in all.as_object().unwrap() {
            let source = source(&folder.join(file));
            let number = |value: &serde_json::Value| value.as_u64().unwrap() as usize;
            if let Some(mac) = expected["macbinary"].as_object() {
                assert_eq!(source.data_fork().len(), number(&mac["data_fork"]));
                assert_eq!(source.resource_fork().len(), number(&mac["resource_fork"]));
                let resources = expected["resources"].as_array().unwrap();
                assert_eq!(source.resources().resources.len(), resources.len());
                for resource in resources {
                    let kind = resource["type"].as_str().unwrap().as_bytes().try_into().unwrap();
                    let id = resource["id"].as_i64().unwrap() as i16;
                    let bytes = source.resource(kind, id).unwrap();
                    assert_eq!(bytes.len(), number(&resource["bytes"]));
                    let head: String = bytes.iter().take(16).map(|b| format!("{b:02x}")).collect();
                    assert_eq!(head, resource["head"].as_str().unwrap());
                }
            } else {
                assert_eq!(source.wrapper(), &Wrapper::Plain);
            }
            assert_eq!(source.problems(), [], "{file}");

            let wad = Wad::read(source.data_fork()).unwrap();
            let header = &expected["header"];
            assert_eq!(wad.header().version() as usize, number(&header["wad_version"]));
            assert_eq!(wad.header().name(), header["name"].as_str().unwrap().as_bytes());
            assert_eq!(format!("{:08x}", wad.header().checksum()), header["checksum"]);
            assert_eq!(wad.directory().start, number(&header["directory_offset"]));
            assert_eq!(wad.tail().len(), number(&header["tail_bytes"]));
            assert_eq!(wad.checksum(), Checksum::Whole);
            let table = expected["level_table"].as_array().unwrap();
            assert_eq!(wad.levels().len(), table.len());
            for (level, expected) in wad.levels().iter().zip(table) {
                assert_eq!(level.entry.index as usize, number(&expected["index"]));
                assert_eq!(level.entry.level.start, number(&expected["offset"]));
                assert_eq!(level.entry.level.len(), number(&expected["length"]));
                let chunks: Vec<_> =
                    level.chunks.iter().map(|c| (String::from_utf8_lossy(&c.tag).into_owned(), c.data.len())).collect();
                let wanted: Vec<_> = expected["chunks"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|c| (c["tag"].as_str().unwrap().to_owned(), number(&c["bytes"])))
                    .collect();
                assert_eq!(chunks, wanted, "{file}");
                check_against_source(&source, level, expected);
            }
        }
    }
}

/// The chunks that the merger took over unchanged are those of the single-level file.
fn check_against_source(merged: &Source, level: &WadLevel, expected: &serde_json::Value) {
    let Some(tags) = expected["unchanged_from_source"].as_array() else {
        return;
    };
    // Weland's saves name no source file per level.
    let Some(name) = expected["sources"][0].as_str() else {
        return;
    };
    let single = source(&data("marathon").unwrap().join(name));
    let wad = Wad::read(single.data_fork()).unwrap();
    for tag in tags {
        let tag = tag.as_str().unwrap().as_bytes().try_into().unwrap();
        let bytes =
            |source: &Source, level: &WadLevel| source.data_fork()[level.find(tag).unwrap().data.clone()].to_vec();
        assert!(bytes(merged, level) == bytes(&single, &wad.levels()[0]));
    }
}

#[test]
fn flat_level_of_a_film() {
    let Some(path) = data("marathon/official/m2/M2-L01-L03.filA") else {
        return;
    };
    let source = source(&path);
    assert_eq!(recognise_other(&source), OtherKind::FilmWithLevel);
    let flat = find_flat(source.bytes()).unwrap().unwrap();
    assert_eq!(flat.range, 17472..17472 + 214_627);
    assert_eq!((flat.header.version(), flat.header.data_version()), (4, 2));
    assert_eq!(flat.header.name(), b"1753400806.sgaA");
    assert_eq!(flat.header.parent_checksum(), 0x2D71_CCB4);
    assert_eq!(flat.problems, []);
    let length = |tag: [u8; 4]| flat.chunks.iter().find(|c| c.tag == tag).unwrap().data.len();
    assert_eq!(length(*b"EPNT"), 716 * 16);
    assert_eq!(length(*b"LINS"), 1106 * 32);
    assert_eq!(length(*b"LITE"), 28 * 128);
    assert_eq!(length(*b"iidx"), 9994 * 2);
    assert_eq!(length(*b"PLAT"), 21 * 140);
}

#[test]
fn files_that_are_no_wads() {
    let kinds = [
        ("marathon/official/m1/Physics.phys", OtherKind::PhysicsM1),
        ("marathon/official/m1/Sounds.sndz", OtherKind::SoundsM1),
        ("marathon/official/m2/Images.imgA", OtherKind::ImagesResources),
        ("peers-made/marathon/shapes/made-up.shpA", OtherKind::Shapes),
        ("marathon/eternal-netpack/EDDIE-DINGLE-ETERNAL.ShPa", OtherKind::ShapesPatch),
        ("marathon/official/m1/terminals/term_1000.txt", OtherKind::Text),
    ];
    for (part, kind) in kinds {
        let Some(path) = data(part) else { continue };
        let source = source(&path);
        assert_eq!(recognise_other(&source), kind, "{part}");
        assert_eq!(source.problems(), [], "{part}");
        assert!(Wad::read(source.data_fork()).is_err(), "{part}");
    }
    if let Some(path) = data("marathon/official/m1/Physics.phys") {
        let sections = physics_m1_sections(source(&path).data_fork()).unwrap();
        let found: Vec<_> = sections.iter().map(|s| (&s.tag, s.count, s.size)).collect();
        assert_eq!(
            found,
            [(b"mons", 40, 138), (b"effe", 38, 6), (b"proj", 25, 36), (b"phys", 3, 100), (b"weap", 7, 120)]
        );
    }
    if let Some(path) = data("marathon/official/m1/Sounds.sndz") {
        let source = source(&path);
        let sounds = source.resources().resources.iter().filter(|r| r.kind == *b"snd ");
        assert_eq!((sounds.count(), source.data_fork().len()), (104, 0));
    }
    if let Some(path) = data("marathon/official/m2/Images.imgA") {
        let source = source(&path);
        let ids = |kind: [u8; 4]| {
            let resources = source.resources().resources.iter();
            let mut ids: Vec<_> = resources.filter(|r| r.kind == kind).map(|r| r.id).collect();
            ids.sort_unstable();
            ids
        };
        assert_eq!(ids(*b"PICT"), [1000, 1100, 1101, 1400, 1700, 2000, 2100, 2101, 2400, 2700, 3000, 3100, 3101, 3400]);
        assert_eq!(ids(*b"clut"), [1000, 1100, 1101, 1400]);
    }
}

/// Opens as far as this layer goes; the problems of wrapper and wad together.
fn open(bytes: Vec<u8>) -> Result<(Source, Wad, Vec<OpenProblem>), String> {
    let source = Source::read(bytes).map_err(|error| error.to_string())?;
    let wad = Wad::read(source.data_fork()).map_err(|error| error.to_string())?;
    let mut problems = source.problems().to_vec();
    problems.extend_from_slice(wad.problems());
    Ok((source, wad, problems))
}

/// Words that the error or warning of a hostile file must hold: structure, place, value.
const NAMED: &[(&str, &[&str])] = &[
    ("overlapping-levels.sceA", &["level 1", "428", "chunk", "level 0"]),
    ("same-level-twice.sceA", &["directory entry 1", "level 0"]),
    ("next-offset-cycle.sceA", &["level 0", "'SIDS'", "304", "back"]),
    ("next-offset-self.sceA", &["level 0", "'LINS'"]),
    ("next-offset-negative.sceA", &["level 0", "'PNTS'", "-64"]),
    ("next-offset-past-level.sceA", &["level 0", "'LINS'", "2147483392"]),
    ("length-negative.sceA", &["level 0", "'PNTS'", "-4"]),
    ("length-huge.sceA", &["level 0", "'plac'", "2147483647"]),
    ("directory-past-end.sceA", &["directory offset 16777215", "2550"]),
    ("directory-in-header.sceA", &["directory offset 4 "]),
    ("directory-negative.sceA", &["directory offset -2147483648"]),
    ("65535-levels.sceA", &["65535", "-1"]),
    ("zero-entry-sizes.sceA", &["chunk header size", "directory entry size", "is 0"]),
    ("application-size-negative.sceA", &["application data size is -10"]),
    ("version-9.sceA", &["version 9", "0 to 4"]),
    ("bad-crc.sceA", &["12345678"]),
    ("macbinary-data-too-long.bin", &["5000000", "2688"]),
    ("macbinary-lengths-overflow.bin", &["4294967168", "data fork", "resource fork"]),
    ("resource-map-past-end.bin", &["map offset 2147483647"]),
    ("resource-65535-types.bin", &["65535 types"]),
    ("resource-length-lies.bin", &["PICT 128", "4294967295"]),
    ("applesingle-entries-lie.as", &["entry 0", "2147483647", "65535"]),
    ("pict-row-lies.bin", &["PICT 128", "32000 x 32000"]),
];

/// What is wrong here lies inside the chunks; this layer opens them without complaint.
const INSIDE_LEVEL: &[&str] = &[
    "poly-indices-out-of-range.sceA",
    "vertex-count-200.sceA",
    "chunk-not-multiple.sceA",
    "raw-and-preprocessed.sceA",
    "terminal-counts-lie.sceA",
    "terminal-length-zero.sceA",
    "object-extremes.sceA",
];

#[test]
fn hostile_files_behave_as_expected() {
    let Some(folder) = data("hostile") else {
        return;
    };
    let index = std::fs::read_to_string(folder.join("index.csv")).unwrap();
    let mut seen = Vec::new();
    for row in index.lines().filter(|row| row.starts_with("marathon/")) {
        // The first five fields hold no commas.
        let fields: Vec<_> = row.split(',').take(5).collect();
        let [file, _, _, _, expect] = fields[..] else { panic!("{row}") };
        let name = file.trim_start_matches("marathon/");
        let bytes = std::fs::read(folder.join(file)).unwrap();
        let opened = open(bytes.clone());
        seen.push(name);
        let said = match &opened {
            Err(error) => error.clone(),
            Ok((.., problems)) => problems.iter().map(|p| format!("{p}\n")).collect(),
        };
        println!("{name}: {said}");
        match expect {
            "open" => assert!(opened.is_ok() && said.is_empty(), "{name}: {said}"),
            "open-with-warning" => {
                assert!(opened.is_ok(), "{name}: {said}");
                assert_eq!(said.is_empty(), INSIDE_LEVEL.contains(&name), "{name}: {said}");
            }
            "error" => assert!(opened.is_err(), "{name}: {said}"),
            "either" => {}
            other => panic!("unknown expectation {other}"),
        }
        if let Some((_, words)) = NAMED.iter().find(|(named, _)| *named == name) {
            for word in *words {
                assert!(said.contains(word), "{name}: {said:?} does not say {word:?}");
            }
        }
        if let Ok((source, wad, _)) = opened {
            assert!(saved_unchanged(&source, &wad) == bytes, "{name}");
            if expect == "either" {
                assert!(source.read_only().is_some(), "{name}");
            }
        }
    }
    for name in NAMED.iter().map(|(name, _)| name).chain(INSIDE_LEVEL) {
        assert!(seen.contains(name), "{name} is not in the index");
    }
}

#[test]
fn every_prefix_of_a_real_level_is_refused() {
    let Some(path) = data("hostile/marathon/control.sceA") else {
        return;
    };
    let bytes = std::fs::read(path).unwrap();
    for end in 0..bytes.len() {
        let prefix = &bytes[..end];
        assert!(open(prefix.to_vec()).is_err(), "{end}");
        assert_eq!(find_flat(prefix), Ok(None));
    }
}
