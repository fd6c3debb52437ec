//! Companions that are cut off, belong to another level or hold lists of other versions, and odd scripts: nothing stops the
//! rest, and what is not understood stays as it is.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use levelwright_model::document::Severity;
use levelwright_model::games::oni::chunk::TYPES;
use levelwright_model::preview::{Log, Start};

use super::lists;
use super::origin::LEVEL;
use super::script_tests::level;
use crate::exchange::exchange;
use crate::file::{OpenFile, RoundTrip};
use crate::format::Made;
use crate::save::DataFolder;
use crate::test_data::data;

/// The level's `.dat` in a folder of its own, with this as its payload file.
fn with_payloads(
    from: &str,
    ending: &str,
    change: impl FnOnce(Vec<u8>) -> Vec<u8>,
) -> Option<(tempfile::TempDir, PathBuf)> {
    let dat = data(&format!("oni/onisplit-made/{from}"))?;
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join(dat.file_name().unwrap());
    std::fs::write(&path, std::fs::read(&dat).unwrap()).unwrap();
    let payloads = change(std::fs::read(dat.with_extension(ending)).unwrap());
    std::fs::write(path.with_extension(ending), payloads).unwrap();
    Some((folder, path))
}

/// Opens, decodes, writes back identical; edits every list that can be edited, saves and opens again. Answers how many
/// lists cannot be edited.
fn exercised(path: &Path) -> usize {
    let mut file = OpenFile::open(path).unwrap();
    file.document.decode_all();
    assert_eq!(file.round_trip(), RoundTrip::Identical);
    let level = file.document.state().level(LEVEL).unwrap();
    let opaque = level.tables().filter(|t| t.opaque.is_some() && t.key() != "marker_quads").count();
    let told = file.document.report().notices.iter().chain(level.notices());
    assert!(opaque == 0 || told.filter(|n| n.severity == Severity::Error).count() >= opaque, "each is told about");
    let rows: Vec<_> = level
        .tables()
        .filter(|t| t.opaque.is_none() && t.key() != "marker_quads")
        .filter_map(|t| Some(level.row(t, 0)?.id()))
        .collect();
    for row in rows {
        let mut draft = file.document.draft();
        if draft.set_int(row, "object_id", 4321).is_ok() {
            file.document.commit(draft, "edit").unwrap();
        }
    }
    let data = path.parent().unwrap().join("data");
    file.use_backups(Arc::new(DataFolder::new(data)));
    if file.document.read_only().is_none() {
        file.save().unwrap();
        let mut again = OpenFile::open(path).unwrap();
        assert_eq!(again.round_trip(), RoundTrip::Identical);
    }
    opaque
}

#[test]
fn a_payload_file_that_is_cut_off_costs_the_lists_behind_the_cut() {
    for (from, ending) in [
        ("level31-every-field/nosep/level31_Final.dat", "raw"),
        ("level31-every-field/sep/level31_Final.dat", "sep"),
        ("level35-dirty/level35_Final.dat", "raw"),
    ] {
        let mut before = usize::MAX;
        for part in 0..=8 {
            let cut = |mut bytes: Vec<u8>| {
                bytes.truncate(bytes.len() * part / 8);
                bytes
            };
            let Some((_folder, path)) = with_payloads(from, ending, cut) else { return };
            let opaque = exercised(&path);
            assert!(opaque <= before, "{from} {part}");
            before = opaque;
        }
        assert_eq!(before, 0, "{from}: whole again");
    }
}

#[test]
fn the_payloads_of_another_level_are_not_taken_for_its_own() {
    let Some(other) = data("oni/onisplit-made/level32-typical/nosep/level32_Final.raw") else { return };
    let other = std::fs::read(other).unwrap();
    for junk in [other.clone(), vec![0; other.len()], vec![0xFF; other.len()], other.into_iter().rev().collect()] {
        let Some((_folder, path)) = with_payloads("level31-every-field/nosep/level31_Final.dat", "raw", |_| junk)
        else {
            return;
        };
        assert!(exercised(&path) > 0);
    }
    // A folder of the payload file's name is none.
    let Some((_folder, path)) = with_payloads("level31-every-field/nosep/level31_Final.dat", "raw", |b| b) else {
        return;
    };
    std::fs::remove_file(path.with_extension("raw")).unwrap();
    std::fs::create_dir(path.with_extension("raw")).unwrap();
    let mut file = OpenFile::open(&path).unwrap();
    file.document.decode_all();
    let level = file.document.state().level(LEVEL).unwrap();
    assert_eq!(level.tables().filter(|t| t.opaque.is_some()).count(), 16);
}

#[test]
fn lists_of_other_versions_are_opaque_and_read_only_with_the_reason() {
    for version in [0u32, 22, 38, 40, u32::MAX] {
        let from = "level31-every-field/nosep/level31_Final.dat";
        let Some(dat) = data(&format!("oni/onisplit-made/{from}")) else { return };
        let dat = std::fs::read(dat).unwrap();
        let file = super::instance::InstanceFile::read(&dat).unwrap();
        let all = lists::lists(&file, &dat);
        let flags = all.iter().find(|list| list.of.tag == b"FLAG").unwrap().payload.start as usize;
        let patched = |mut bytes: Vec<u8>| {
            bytes[flags + 8..flags + 12].copy_from_slice(&version.to_le_bytes());
            bytes
        };
        let Some((_folder, path)) = with_payloads(from, "raw", patched) else { return };
        let old = std::fs::read(path.with_extension("raw")).unwrap();
        let mut file = OpenFile::open(&path).unwrap();
        file.document.decode_all();
        assert_eq!(file.round_trip(), RoundTrip::Identical);
        let level = file.document.state().level(LEVEL).unwrap();
        let table = level.table("flags").unwrap();
        let reason = format!("it has version {version}, only version 39 is known");
        assert_eq!(table.opaque.as_deref(), Some(reason.as_str()));
        assert!(level.notices().iter().any(|n| n.severity == Severity::Error && n.message.contains(&reason)));
        assert_eq!(table.len(), 24, "its objects can be looked at, header and bytes");
        let row = level.row(table, 0).unwrap().id();
        assert!(file.document.draft().set_int(row, "object_id", 1).unwrap_err().to_string().contains(&reason));
        let mut draft = file.document.draft();
        let plan = file.document.game().plan("place").unwrap();
        let values = [("kind", levelwright_model::record::Value::Text("flag".to_owned()))];
        let mut values: std::collections::BTreeMap<_, _> = values.map(|(k, v)| (k.to_owned(), v)).into();
        values.extend(["x", "z"].map(|name| (name.to_owned(), levelwright_model::record::Value::Int(0))));
        let arguments = levelwright_model::games::Arguments { level: 0, objects: Vec::new(), values };
        assert!((plan.run)(&mut draft, &arguments).unwrap_err().to_string().contains(&reason));
        // It is neither exported nor put into a plugin, and everything made of the level keeps its bytes.
        let lists = ["flags".to_owned()];
        let plugin = Made { form: "plugin", name: "level31_Zz", lists: &lists };
        assert!(file.make(&plugin).unwrap_err().to_string().contains("could not be read"));
        let level = file.document.state().level(LEVEL).unwrap();
        assert!((exchange("oni").unwrap().export)(level, &lists).unwrap_err().to_string().contains("version"));
        let packed = file.make(&Made { form: "compact", name: "level31_Final", lists: &[] }).unwrap();
        let chunk = old[flags..].to_vec();
        let size = u32::from_le_bytes(chunk[4..8].try_into().unwrap()) as usize + 8;
        assert!(packed[1].bytes.windows(size).any(|part| part == &chunk[..size]));
        assert_eq!(exercised(&path), 1, "the other lists can be edited");
    }
}

#[test]
fn odd_scripts_are_kept_checked_and_run_without_harm() {
    let folder = tempfile::tempdir().unwrap();
    let Some(path) = level(folder.path()) else { return };
    let global = folder.path().join("IGMD/global");
    let wide: Vec<u8> = "func main { sleep 1 }".encode_utf16().flat_map(u16::to_le_bytes).collect();
    let odd: &[(&str, Vec<u8>)] = &[
        ("a.bsl", [&[0xFF, 0xFE], wide.as_slice()].concat()),
        ("b.bsl", b"\xEF\xBB\xBFfunc bom { }".to_vec()),
        ("c.bsl", (0..=255).collect()),
        ("d.bsl", [b"func long { x ".as_slice(), "y ".repeat(500_000).as_bytes(), b"}"].concat()),
        ("e.bsl", "{".repeat(100_000).into_bytes()),
        ("f.bsl", "}".repeat(100_000).into_bytes()),
        ("g.bsl", [b"func deep { if (".as_slice(), "(".repeat(50_000).as_bytes(), b"1"].concat()),
        ("h.bsl", [b"func nest { ".as_slice(), "if (1) ".repeat(20_000).as_bytes(), b"x }"].concat()),
        (
            "i.bsl",
            b"func main { fork main; fork main; me; you }\nfunc me { me }\nfunc you { she }\nfunc she { you; x }"
                .to_vec(),
        ),
        ("j.bsl", b"func s { schedule me at 60\n schedule me repeat 3 every 5\n iterate over x using y\n\"".to_vec()),
        ("k.bsl", Vec::new()),
        ("l.bsl", b"func\r\rvar\r\nfunc func func { func { } } var int var = var".to_vec()),
    ];
    for (name, bytes) in odd {
        std::fs::write(global.join(name), bytes).unwrap();
    }
    let mut file = OpenFile::open(&path).unwrap();
    file.document.decode_all();
    assert_eq!(file.round_trip(), RoundTrip::Identical);
    assert!(file.encode().unwrap().beside.is_empty());
    let game = file.document.game();
    let level = file.document.state().level(LEVEL).unwrap().clone();
    let found = levelwright_model::problems::of_level(game, &level);
    for id in ["oni-script-syntax", "oni-function-twice"] {
        let told = found.iter().any(|p| p.check == id);
        assert!(told, "{id}: {:?}", found.iter().map(|p| p.check).collect::<std::collections::BTreeSet<_>>());
    }
    let level = Arc::new(level);
    let mut log = Log::default();
    let mut world = (game.preview.unwrap().build)(&level, &Start::default(), &mut log);
    for _ in 0..60 {
        world.tick(&[], &mut log);
    }
    assert!(TYPES.len() == 16 && !log.events().is_empty());
}
