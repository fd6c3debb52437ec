//! The command line, on files made here and, where the data folder is there, on real ones.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking; helpers of tests do so, too")]

mod commands;

use std::ffi::OsString;
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};

use levelwright_app::cli::{Start, run_with};
use levelwright_io::format::FORMATS;
use levelwright_io::marathon::merge::single_level;
use levelwright_io::marathon::wad::{ChunkOut, Wad};
use levelwright_io::shock::res::{Body, ResFile, ResourceOut};
use serde_json::Value as Json;
use tempfile::TempDir;

use commands::{fine, refused, run};

fn json(args: &[&str]) -> Json {
    serde_json::from_str(&run(args).out).unwrap()
}

/// A map of four points, one light and two objects, stored under a name.
fn map(folder: &TempDir, file: &str, name: &str) -> String {
    let words = |list: &[i16]| -> Vec<u8> { list.iter().flat_map(|n| n.to_be_bytes()).collect() };
    let mut info = vec![0; 88];
    info[18..18 + name.len()].copy_from_slice(name.as_bytes());
    let chunks = [
        (*b"PNTS", words(&[0, 0, 1024, 0, 1024, 1024, 0, 1024])),
        (*b"LITE", vec![0; 100]),
        (*b"OBJS", words(&[0, 1, 128, -1, 512, 512, 0, 0, 2, 2, 0, -1, 0, 7, 0, 0])),
        (*b"plac", vec![0; 1536]),
        (*b"NOTE", Vec::new()),
        (*b"Minf", info),
    ];
    let chunks = chunks.into_iter().map(|(tag, bytes)| ChunkOut { tag, bytes: bytes.into() }).collect();
    write(folder, file, &single_level(name.as_bytes(), 1, chunks).unwrap())
}

fn write(folder: &TempDir, file: &str, bytes: &[u8]) -> String {
    let path = folder.path().join(file);
    std::fs::write(&path, bytes).unwrap();
    path.display().to_string()
}

fn place(folder: &TempDir, file: &str) -> String {
    folder.path().join(file).display().to_string()
}

fn data(part: &str) -> Option<String> {
    let root = std::env::var_os("LEVELWRIGHT_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")), PathBuf::from);
    let path = root.join(part);
    if path.exists() {
        return Some(path.display().to_string());
    }
    println!("skipped: no {part} in the data folder (set LEVELWRIGHT_DATA)");
    None
}

fn commands() -> Vec<String> {
    let page = fine(&["commands"]);
    page.lines().filter_map(|l| l.strip_prefix("## ")).map(str::to_owned).collect()
}

#[test]
fn every_command_has_help_with_an_example() {
    let commands = commands();
    assert_eq!(commands.len(), 23);
    for command in &commands {
        let help = fine(&[command, "--help"]);
        assert!(help.contains(&format!("Example: levelwright {command}")), "{help}");
    }
    assert!(fine(&["--help"]).contains("Exit codes"));
    assert!(fine(&["--version"]).starts_with("levelwright "));
    assert_eq!(run(&["info"]).code, 2);
    assert_eq!(run(&["info", "a", "--what"]).code, 2);
}

#[test]
fn files_alone_open_the_window() {
    let (mut out, mut err) = (Vec::new(), Vec::new());
    let start = run_with(["levelwright", "a.sceA", "b.sceA"].map(OsString::from), &mut out, &mut err);
    assert_eq!(start, Start::Window(vec!["a.sceA".into(), "b.sceA".into()]));
    assert_eq!(run_with(["levelwright"].map(OsString::from), &mut out, &mut err), Start::Window(Vec::new()));
}

#[test]
fn info_says_what_a_file_is() {
    let folder = TempDir::new().unwrap();
    let file = map(&folder, "a", "Somewhere");
    let text = fine(&["info", &file]);
    for line in ["wad version: 2", "level 0 (number 0): Somewhere", "  points [PNTS]: 4 rows, 16 bytes"] {
        assert!(text.lines().any(|l| l == line), "{line}: {text}");
    }
    // The header has no tag, so there are no empty brackets.
    assert!(text.lines().any(|l| l == "  wad: 1 row, 128 bytes"), "{text}");
    let json = json(&["info", &file, "--json"]);
    assert_eq!(json["level_file"], true);
    let levels = json["levels"].as_array().unwrap();
    assert_eq!((&levels[0]["level"], &levels[1]["name"]), (&Json::from("@file"), &Json::from("Somewhere")));

    let text = write(&folder, "text", b"only a text\n");
    assert_eq!(fine(&["info", &text]), format!("{text}: text\n"));
    assert!(fine(&["info", &text, "--json"]).contains("\"level_file\": false"));
    refused(&["info", &place(&folder, "gone")], "gone cannot be read");
}

#[test]
fn list_shows_objects_with_the_fields_asked_for() {
    let folder = TempDir::new().unwrap();
    let file = map(&folder, "a", "Somewhere");
    let text = fine(&["list", &file, "--fields", "x,facing"]);
    let line = text.lines().find(|l| l.starts_with("0\tobjects/0\tmonster\t")).unwrap();
    assert!(line.ends_with("\t0.5\t90°"), "{line}");
    assert!(text.lines().all(|l| l.split('\t').count() == 6), "{text}");
    assert_eq!(text, fine(&["list", &file, "--level", "Somewhere", "--fields", "x,facing"]));
    let json = json(&["list", &file, "--fields", "x", "--json"]);
    let objects = json[0]["objects"].as_array().unwrap();
    let monster = objects.iter().find(|o| o["object"] == "objects/0").unwrap();
    assert_eq!(monster["fields"]["x"]["raw"], 512);
    refused(&["list", &file, "--fields", "fasing"], "has a field “fasing”");
    refused(&["list", &file, "--level", "3"], "the file has no level “3”; it has 0 “Somewhere”");
}

#[test]
fn list_takes_a_query_and_points_at_what_is_wrong_with_it() {
    let folder = TempDir::new().unwrap();
    let file = map(&folder, "a", "Somewhere");
    let found = fine(&["list", &file, "--where", "(monster or item) and near(0.5, 0.5, 0.1)"]);
    assert!(found.starts_with("0\tobjects/0\tmonster\t") && found.lines().count() == 1, "{found}");
    let answer = run(&["list", &file, "--where", "has-problem unknown-value or facing > 45"]);
    assert_eq!(answer.out.lines().count(), 1, "{}", answer.out);
    assert!(answer.err.contains("have no field “facing”"), "{}", answer.err);
    refused(&["list", &file, "--where", "monster and fasing > 3"], "character 13");
}

#[test]
fn a_difference_is_told_and_its_edits_make_the_other_file() {
    let folder = TempDir::new().unwrap();
    let (a, b) = (map(&folder, "a", "Somewhere"), map(&folder, "b", "Somewhere else"));
    assert_eq!(fine(&["diff", &a, &a]), "");
    let script = r#"{"edits": [{"set": "objects/0.x", "to": 700}, {"remove": "points/1"}, {"insert": "annotations"}]}"#;
    let changed = place(&folder, "c");
    fine_or_said(&["apply", &write(&folder, "edits.json", script.as_bytes()), &b, "-o", &changed]);
    let answer = run(&["diff", &a, &changed]);
    assert_eq!(answer.code, 1);
    for line in
        ["removed points/1", "objects/0: x 0.5 -> 0.68359375", "added annotations/0", "info/0: name Somewhere ->"]
    {
        assert!(answer.out.contains(line), "{line}: {}", answer.out);
    }
    let json = json(&["diff", &a, &changed, "--json"]);
    assert!(json.as_array().unwrap().iter().any(|d| d["old"] == "points/1" && d["what"] == "removed"));
    let edits = run(&["diff", &a, &changed, "--edits"]);
    assert_eq!(edits.code, 1);
    let made = place(&folder, "d");
    fine_or_said(&["apply", &write(&folder, "diff.json", edits.out.as_bytes()), &a, "-o", &made]);
    assert_eq!(std::fs::read(&made).unwrap(), std::fs::read(&changed).unwrap());
    refused(
        &["apply", &place(&folder, "diff.json"), &b, "-o", &place(&folder, "e")],
        "the bytes there are not what the edit replaces",
    );
}

/// A command that does what it is asked, whatever it says about it.
fn fine_or_said(args: &[&str]) {
    let answer = run(args);
    assert_eq!(answer.code, 0, "{args:?}: {}", answer.err);
}

#[test]
fn dump_is_json_and_a_closed_pipe_is_no_failure() {
    let folder = TempDir::new().unwrap();
    let file = map(&folder, "a", "Somewhere");
    let json: Json = serde_json::from_str(&fine(&["dump", &file, "--level", "#0"])).unwrap();
    assert_eq!(json["levels"][1]["name"], "Somewhere");

    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Err(ErrorKind::BrokenPipe.into())
        }
    }
    struct Full;
    impl Write for Full {
        fn write(&mut self, _: &[u8]) -> io::Result<usize> {
            Err(ErrorKind::StorageFull.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    for command in [vec!["dump", &file], vec!["info", &file], vec!["list", &file, "--json"], vec!["fields", "marathon"]]
    {
        let args = || ["levelwright"].iter().chain(&command).map(OsString::from);
        let mut err = Vec::new();
        assert_eq!(run_with(args(), &mut Closed, &mut err), Start::Done(0), "{command:?}");
        assert_eq!(err, b"");
        assert_eq!(run_with(args(), &mut Full, &mut err), Start::Done(2), "{command:?}");
    }
}

#[test]
fn check_finds_and_says_so_by_its_exit_code() {
    let folder = TempDir::new().unwrap();
    let file = map(&folder, "a", "Somewhere");
    let script = write(&folder, "s", br#"{"edits": [{"set": "objects/0.polygon", "to": 77}]}"#);
    let broken = place(&folder, "b");
    fine(&["apply", &script, &file, "-o", &broken]);
    let answer = run(&["check", &broken]);
    assert_eq!(answer.code, 1);
    assert!(answer.out.contains("level 0: objects/0.polygon: "), "{}", answer.out);
    let json = json(&["check", &broken, "--json"]);
    assert!(json.as_array().unwrap().iter().any(|p| p["place"] == "objects/0.polygon"));
}

#[test]
fn roundtrip_says_identical_and_goes_on_past_what_is_no_level() {
    let folder = TempDir::new().unwrap();
    let file = map(&folder, "a", "Somewhere");
    let text = write(&folder, "text", b"only a text\n");
    assert_eq!(fine(&["roundtrip", &file]), format!("{file}: identical\n"));
    let answer = run(&["roundtrip", &text, &file]);
    assert_eq!((answer.code, answer.out), (2, format!("{file}: identical\n")));
    assert!(answer.err.contains("this is no level file: text"), "{}", answer.err);
    let json = json(&["roundtrip", &text, &file, "--json"]);
    assert_eq!(json[1]["identical"], true);
    assert!(json[0]["error"].as_str().unwrap().contains("no level file"));
}

#[test]
fn apply_writes_the_result_or_nothing() {
    let folder = TempDir::new().unwrap();
    let file = map(&folder, "a", "Somewhere");
    let before = std::fs::read(&file).unwrap();
    let good = write(&folder, "good", br#"{"edits": [{"set": "points/1.x", "old": 1024, "to": "2"}]}"#);
    let out = place(&folder, "out");
    assert!(fine(&["apply", &good, &file, "-o", &out]).starts_with(&format!("{out}: 1 edit, ")));
    let after = std::fs::read(&out).unwrap();
    let different = before.iter().zip(&after).filter(|(a, b)| a != b).count();
    // One byte of the field, up to four of the checksum.
    assert!(before.len() == after.len() && (2..=5).contains(&different), "{different}");
    assert_eq!(std::fs::read(&file).unwrap(), before);

    let bad = write(&folder, "bad", b"{\"edits\": [\n{\"set\": \"points/1.x\", \"old\": 5, \"to\": 1}]}");
    let nothing = place(&folder, "nothing");
    refused(&["apply", &bad, &file, "-o", &nothing], "bad: edit 0 (line 2): points/1.x is 1 (1024)");
    assert!(!Path::new(&nothing).exists());
    refused(&["apply", &place(&folder, "gone"), &file, "-o", &nothing], "gone cannot be read");
}

#[test]
fn what_does_not_fit_its_archive_is_refused_unless_it_may_grow() {
    let folder = TempDir::new().unwrap();
    let line = "{dyn_ring {1, 2, 3}, {0, 0, 0, 1}, -1, 0, 0, ffffffff, nil )\r\n";
    let list = format!("30\r\n{}", line.repeat(30));
    let (dir, wad) =
        levelwright_io::warriors::archive::pack(&[("level3_objs.txt", list.as_bytes()), ("nobody.dat", &[7; 3000])]);
    let (own, wad_file) = (write(&folder, "WARRIORS.DIR", &dir), write(&folder, "WARRIORS.WAD", &wad));
    // How much room it has is told.
    let info = fine(&["info", &own]);
    assert!(info.contains(&format!("level3_objs.txt: {} bytes, {} to spare", list.len(), 2048 - list.len())), "{info}");
    let place_one = r#"{"plan": "place", "arguments": {"kind": "object", "x": 1000, "y": 2000}}"#;
    let edits = format!("{{\"edits\": [{}]}}", [place_one; 10].join(", "));
    let edits = write(&folder, "edits.json", edits.as_bytes());
    refused(&["apply", &edits, &own, "-o", &own], "level3_objs.txt");
    assert!(std::fs::read(&own).unwrap() == dir && std::fs::read(&wad_file).unwrap() == wad, "nothing was written");
    let grown = run(&["apply", &edits, &own, "-o", &own, "--grow"]);
    assert!(grown.code == 0 && grown.err.contains("at the end of the WAD"), "{}", grown.err);
    let after = std::fs::read(&wad_file).unwrap();
    assert!(after.len() > wad.len() && after[..wad.len()] == wad, "it stands behind the end");
    assert_eq!(fine(&["list", &own]).matches("dyn_").count(), 40);
}

#[test]
fn merge_and_split_go_both_ways() {
    let folder = TempDir::new().unwrap();
    let (a, b) = (map(&folder, "a", "First"), map(&folder, "b", "Second"));
    let out = place(&folder, "Both.sceA");
    let answer = run(&["merge", &a, &b, "-o", &out]);
    assert_eq!(answer.code, 0);
    assert!(answer.err.contains("level 0 becomes 1"), "{}", answer.err);
    let merged = std::fs::read(&out).unwrap();
    assert_eq!(Wad::read(&merged).unwrap().header().name(), b"Both");
    assert!(fine(&["info", &out]).contains("level 1 (number 1): Second"));
    assert_eq!(fine(&["roundtrip", &out]), format!("{out}: identical\n"));

    let parts = place(&folder, "parts");
    let text = fine(&["split", &out, "-o", &parts]);
    let files: Vec<&str> = text.lines().map(|l| l.split(": ").next().unwrap()).collect();
    assert_eq!(files.len(), 2);
    assert_eq!(std::fs::read(files[0]).unwrap(), std::fs::read(&a).unwrap());
    refused(&["split", &out, "-o", &parts], "is there already");
    let again = place(&folder, "Both");
    fine(&["merge", files[0], files[1], "-o", &again]);
    assert_eq!(std::fs::read(&again).unwrap(), merged);

    let text = write(&folder, "text", b"only a text\n");
    refused(&["merge", &a, &text, "-o", &out], "this is no level file: text");
    assert_eq!(std::fs::read(&out).unwrap(), merged);
}

/// An archive with a slot that the game erased, and the same with one field of a door changed.
fn archives(folder: &TempDir) -> (String, String) {
    let bytes = levelwright_io::shock::sample::sample().unwrap().remove(0).bytes;
    let res = ResFile::read(&bytes).unwrap();
    let mut out: Vec<ResourceOut<'_>> = (0..res.resources().len()).map(|at| ResourceOut::unchanged(&res, at)).collect();
    out.insert(3, ResourceOut { id: 0, flags: 0, kind: 0, body: Body::Plain(vec![7; 1000].into()) });
    let erased = levelwright_io::shock::res::write(&res, &bytes, &out).unwrap().bytes;
    let before = write(folder, "before.dat", &erased);
    let script =
        write(folder, "script.json", br#"{"level": 0, "edits": [{"set": "doors/1.autoclose", "old": 20, "to": 99}]}"#);
    let after = place(folder, "after.dat");
    fine_or_said(&["apply", &script, &before, "-o", &after]);
    (before, after)
}

#[test]
fn an_archive_is_packed_whole_or_to_what_changed() {
    let folder = TempDir::new().unwrap();
    let (before, after) = archives(&folder);
    let read = |path: &str| std::fs::read(path).unwrap();
    let ids = |bytes: &[u8]| ResFile::read(bytes).unwrap().resources().iter().map(|r| r.id).collect::<Vec<u16>>();
    // Saving kept the erased slot; one resource is another one.
    let (old, new) = (read(&before), read(&after));
    assert_eq!((ids(&old), ids(&old).contains(&0)), (ids(&new), true));
    let (a, b) = (ResFile::read(&old).unwrap(), ResFile::read(&new).unwrap());
    let pairs = a.resources().iter().zip(b.resources());
    let changed: Vec<u16> = pairs.filter(|(a, b)| old[a.range()] != new[b.range()]).map(|(a, _)| a.id).collect();
    assert_eq!(changed, [4120]);

    let packed = place(&folder, "packed.dat");
    let said = run(&["pack", &after, "-o", &packed]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert!(
        format!("{}{}", said.out, said.err).contains("1 erased slots with 1000 bytes were left out"),
        "{}",
        said.out
    );
    let live: Vec<u16> = ids(&new).into_iter().filter(|id| *id != 0).collect();
    assert_eq!(ids(&read(&packed)), live);

    let only = place(&folder, "mod.res");
    let said = run(&["pack", &after, "-o", &only, "--changed", &before]);
    assert_eq!(said.code, 0, "{}", said.err);
    assert_eq!(ids(&read(&only)), [4120]);
    refused(&["pack", &after, "-o", &after], "");
    let other = map(&folder, "other.sceA", "Other");
    refused(&["pack", &other, "-o", &place(&folder, "x")], "cannot be packed");
    refused(&["pack", &after, "-o", &place(&folder, "y"), "--changed", &other], "not a System Shock archive");
}

#[test]
fn convert_takes_wrappers_off_and_levels_out() {
    let folder = TempDir::new().unwrap();
    let (a, b) = (map(&folder, "a", "First"), map(&folder, "b", "Second"));
    let (both, one) = (place(&folder, "both"), place(&folder, "one"));
    run(&["merge", &a, &b, "-o", &both]);
    fine(&["convert", &both, "-o", &one, "--to", "map", "--level", "Second"]);
    assert_eq!(std::fs::read(&one).unwrap().len(), std::fs::read(&b).unwrap().len());
    assert!(fine(&["info", &one]).contains("level 0 (number 0): Second"));
    refused(&["convert", &both, "-o", &one, "--to", "map", "--level", "Third"], "the file has no level “Third”");
    if let Some(film) = data("marathon/official/m2/M2-L01-L03.filA") {
        let answer = run(&["convert", &film, "-o", &one, "--to", "map"]);
        assert_eq!(answer.code, 0, "{}", answer.err);
        assert!(answer.err.contains("left out, as state of the game in progress"), "{}", answer.err);
        assert_eq!(fine(&["roundtrip", &one]), format!("{one}: identical\n"));
    }
}

#[test]
fn a_file_that_is_read_is_not_written_over() {
    let folder = TempDir::new().unwrap();
    let (a, b) = (map(&folder, "a", "First"), map(&folder, "b", "Second"));
    let same = folder.path().join(".").join("a").display().to_string();
    refused(&["merge", &a, &b, "-o", &same], "it would be lost");
    refused(&["convert", &a, "-o", &same, "--to", "map"], "it would be lost");
    refused(&["convert", &a, "-o", &same], "it would be lost");
    let script = write(&folder, "s", br#"{"edits": [{"set": "points/1.x", "to": 1}]}"#);
    fine(&["apply", &script, &a, "-o", &same]);
    let Some(film) = data("marathon/official/m2/M2-L01-L03.filA") else { return };
    let film = write(&folder, "film", &std::fs::read(film).unwrap());
    let before = std::fs::read(&film).unwrap();
    let same = folder.path().join(".").join("film").display().to_string();
    let script = write(&folder, "s", br#"{"edits": [{"set": "lights/0.tag", "to": 1}]}"#);
    let script2 = write(&folder, "s2", br#"{"edits": [{"set": "saved_lights/0.tag", "to": 1}]}"#);
    for script in [script, script2] {
        assert_eq!(run(&["apply", &script, &film, "-o", &same]).code, 2);
    }
    assert!(std::fs::read(&film).unwrap() == before);
}

#[test]
fn a_raw_level_is_said_to_be_raw_already_and_written_as_it_is() {
    let folder = TempDir::new().unwrap();
    let (a, out) = (map(&folder, "a", "First"), place(&folder, "out"));
    let answer = run(&["convert", &a, "-o", &out]);
    assert_eq!((answer.code, answer.err.as_str()), (0, "nothing to convert: it is raw already\n"));
    assert_eq!(std::fs::read(&out).unwrap(), std::fs::read(&a).unwrap());
    refused(&["convert", &a, "-o", &out, "--level", "@file"], "no level");
}

#[test]
fn levels_become_raw_where_the_game_has_the_plan() {
    let Some(file) = data("marathon/merged/six-levels.sceA") else { return };
    let folder = TempDir::new().unwrap();
    let out = place(&folder, "raw");
    let args = ["convert", &file, "-o", &out, "--level", "2"];
    let has_plan = levelwright_model::games::all().iter().any(|g| g.plans.iter().any(|p| p.key == "convert_to_raw"));
    if !has_plan {
        return refused(&args, "has no raw form of a level");
    }
    let answer = run(&args);
    assert_eq!(answer.code, 0, "{}", answer.err);
    let json = json(&["info", &out, "--json"]);
    let levels = json["levels"].as_array().unwrap();
    let tables = levels.iter().find(|l| l["level"] == 2).unwrap()["tables"].as_array().unwrap();
    assert!(tables.iter().any(|t| t["table"] == "points") && tables.iter().all(|t| t["table"] != "map_indices"));
}

/// Damaged files are refused or shown with what is wrong: the commands end, and say so by their exit code.
#[test]
fn damaged_files_never_stop_a_command() {
    let mut files = Vec::new();
    for folder in ["hostile/wad", "hostile/marathon"] {
        let Some(folder) = data(folder) else { continue };
        files.extend(std::fs::read_dir(folder).unwrap().map(|e| e.unwrap().path()).filter(|p| p.is_file()));
    }
    files.sort();
    let out = TempDir::new().unwrap();
    for file in &files {
        let file = file.display().to_string();
        for command in ["info", "list", "dump", "check", "roundtrip"] {
            let answer = run(&[command, &file]);
            assert!(answer.code <= 2 && (answer.code != 2 || !answer.err.is_empty()), "{command} {file}");
        }
        for (n, command) in ["merge", "split"].iter().enumerate() {
            let answer = run(&[command, &file, "-o", &place(&out, &format!("{n}"))]);
            assert!(answer.code != 1 && (answer.code == 0 || !answer.err.is_empty()), "{command} {file}");
        }
    }
    println!("{} damaged files", files.len());
}

#[test]
fn an_unknown_game_names_the_known_ones() {
    refused(&["fields", "doom"], "there is no game “doom”; there is marathon");
    refused(&["sample", "doom", "-o", "nowhere"], "there is no sample for “doom”");
    let json = json(&["fields", "marathon", "--json"]);
    let records = json["records"].as_array().unwrap();
    let point = records.iter().find(|r| r["record"] == "marathon.point").unwrap();
    assert_eq!(point["fields"][0]["field"], "x");
    for record in records {
        for field in record["fields"].as_array().unwrap() {
            assert!(!field["meaning"].as_str().unwrap().is_empty(), "{}", record["record"]);
        }
    }
}

/// The reference pages are what the commands write. `UPDATE_GOLDENS=1 cargo test -p levelwright` writes them anew.
#[test]
fn the_reference_pages_are_up_to_date() {
    let pages = [
        ("commands.md", vec!["commands"]),
        ("fields-marathon.md", vec!["fields", "marathon"]),
        ("fields-oni.md", vec!["fields", "oni"]),
        ("fields-shock.md", vec!["fields", "shock"]),
        ("fields-warriors.md", vec!["fields", "warriors"]),
    ];
    for (name, command) in pages {
        let path = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../docs/reference")).join(name);
        let page = fine(&command);
        if std::env::var_os("UPDATE_GOLDENS").is_some() {
            std::fs::write(&path, &page).unwrap();
        }
        let stored = std::fs::read_to_string(&path).unwrap();
        assert!(stored == page, "{name} is not what the command writes now: run the test with UPDATE_GOLDENS=1");
    }
}

#[test]
fn backups_are_listed_shown_and_put_back() {
    use levelwright_io::file::OpenFile;
    use levelwright_io::save::DataFolder;
    use levelwright_model::document::LevelId;

    let folder = TempDir::new().unwrap();
    let path = map(&folder, "Näme.sceA", "One");
    let home = folder.path().join("home").display().to_string();
    let data = std::sync::Arc::new(DataFolder::new(home.clone().into()));
    let before = std::fs::read(&path).unwrap();
    let mut file = OpenFile::open_in(&data, Path::new(&path)).unwrap();
    file.document.level(LevelId(0)).unwrap();
    let mut draft = file.document.draft();
    let id = draft.row(LevelId(0), "objects", 1).unwrap().id();
    draft.set_int(id, "x", 99).unwrap();
    file.document.commit(draft, "Move").unwrap();
    file.save().unwrap();
    file.close();

    assert_eq!(fine(&["backups", "--data", &folder.path().join("none").display().to_string()]), "");
    let list = fine(&["backups", &path, "--data", &home]);
    assert!(list.lines().count() == 1 && list.trim_end().ends_with("Näme.sceA"), "{list}");
    let id = list.split(' ').next().unwrap();
    let listed = json(&["backups", "--data", &home, "--json"]);
    assert!(listed["backups"][0]["id"].as_str().unwrap().starts_with(id));
    let shown = run(&["backups", "--show", id, "--data", &home]);
    assert_eq!((shown.code, shown.err.as_str()), (1, ""));
    assert!(shown.out.contains("1 field in 1 object"), "{}", shown.out);
    let copy = folder.path().join("copy.sceA").display().to_string();
    fine(&["backups", "--restore", id, "-o", &copy, "--data", &home]);
    assert_eq!(std::fs::read(&copy).unwrap(), before);
    fine(&["backups", "--restore", id, "--data", &home]);
    assert_eq!(std::fs::read(&path).unwrap(), before);
    assert_eq!(fine(&["backups", &path, "--data", &home]).lines().count(), 2, "what was overwritten is kept");
    refused(&["backups", "--restore", "77", "--data", &home], "0 backups begin with 77");
}

/// The bundled samples open, and a picture of one can be drawn where there is EGL.
#[test]
fn samples_are_written_and_drawn() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().to_str().unwrap();
    let written = fine(&["sample", "marathon", "-o", place]);
    let file = written.rsplit_once(": ").unwrap().0.to_owned();
    assert_eq!(fine(&["roundtrip", &file]).lines().count(), 1);
    fine(&["check", &file]);
    refused(&["sample", "marathon", "-o", place], "is there already");

    let picture = folder.path().join("level.png");
    let picture = picture.to_str().unwrap();
    let draw =
        |more: &[&str]| run(&[&["render", &file, "--level", "0", "-o", picture, "--size", "64x48"], more].concat());
    let answer = draw(&["--view", "top", "--select", "polygons/2", "--colour", "medium", "--light"]);
    if answer.code != 0 {
        assert!(answer.err.contains("EGL"), "{}", answer.err);
        println!("skipped: {}", answer.err);
        return;
    }
    assert_eq!(&std::fs::read(picture).unwrap()[..4], b"\x89PNG");
    assert!(draw(&["--select", "polygons/99"]).err.contains("polygons"));
    assert_eq!(draw(&["--size", "big"]).code, 2);
    refused(&["render", &file, "--level", "0", "-o", &file], "would be lost");

    // As it runs: a door that opens differs from tick to tick.
    let scenario = folder.path().join("door.json");
    std::fs::write(&scenario, r#"{"version":1,"inputs":[{"tick":1,"do":"fire","target":"platforms/0","event":"on"}]}"#)
        .unwrap();
    let series = draw(&["--at", "0..40", "--every", "20", "--scenario", scenario.to_str().unwrap()]);
    assert_eq!((series.code, series.out.lines().count()), (0, 3), "{}", series.err);
    let tick = |tick: &str| std::fs::read(folder.path().join(format!("level-{tick}.png"))).unwrap();
    assert!(tick("000000") != tick("000020") && tick("000020") != tick("000040"));
    for wrong in [["--at", "x"], ["--at", "9..3"], ["--every", "5"], ["--seed", "7"]] {
        assert_eq!(draw(&wrong).code, 2, "{wrong:?}");
    }
}

#[test]
fn a_level_runs_and_says_what_happened() {
    let folder = TempDir::new().unwrap();
    let map = map(&folder, "Map.sceA", "Home");
    let scenario = write(&folder, "walk.json", br#"{"version":1,"inputs":[{"tick":2,"do":"use"}]}"#);
    let args = ["preview", &map, "--level", "0", "--ticks", "10"];
    // Its one light has no periods at all and would go round without end.
    let out = fine(&args);
    let lines: Vec<Json> = out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(lines[0]["event"], "light held");
    assert_eq!((lines.len(), &lines[1]["tick"]), (2, &Json::from(10)));
    assert_eq!(fine(&args), out, "the same again");
    let with = |more: &[&str]| fine(&[&args[..], more].concat());
    assert_ne!(with(&["--seed", "7"]), out);
    let used = with(&["--scenario", &scenario]);
    assert!(used.contains(r#"{"tick":2,"source":"person/0","event":"use","target":"walker/0"}"#), "{used}");
    assert!(used.contains("refused"), "nobody is there to use anything");

    let broken = write(&folder, "broken.json", br#"{"version":9,"inputs":[]}"#);
    refused(&[&args[..], &["--scenario", &broken]].concat(), "version 9");
    refused(&[&args[..], &["--scenario", &place(&folder, "none.json")]].concat(), "cannot be read");
    refused(&["preview", &map, "--level", "7", "--ticks", "1"], "7");
}

/// What happens in a sample along a scenario is what it was. `UPDATE_GOLDENS=1` writes it anew.
#[test]
fn the_warriors_sample_runs_as_it_did() {
    let folder = TempDir::new().unwrap();
    let mut samples = FORMATS.iter().filter(|format| format.game == "warriors").filter_map(|format| format.sample);
    let files = samples.next().unwrap()().unwrap();
    for file in &files {
        write(&folder, &file.name, &file.bytes);
    }
    let list = place(&folder, &files[0].name);
    let scenario = br#"{"version":1,"inputs":[
        {"tick":1,"do":"place","x":2.05,"y":0,"z":0},
        {"tick":2,"do":"place","x":1,"y":-12,"z":0,"who":"dummies/0"},
        {"tick":30,"do":"keys","forward":1,"pace":1},
        {"tick":58,"do":"jump"},
        {"tick":120,"do":"keys"},
        {"tick":130,"do":"hit","target":"doors/2","strength":2},
        {"tick":140,"do":"fire","target":"doors/1","event":"open"},
        {"tick":180,"do":"fire","target":"zones/26","event":"disable"},
        {"tick":200,"do":"throw","x":0,"y":0,"z":0}]}"#;
    let scenario = write(&folder, "tour.json", scenario);
    let found = fine(&["preview", &list, "--level", "0", "--ticks", "240", "--scenario", &scenario]);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/goldens/warriors/sample.command.jsonl");
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &found).unwrap();
    }
    let stored = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(stored == found, "run the test with UPDATE_GOLDENS=1 to accept the difference");
}

#[test]
fn links_are_listed_from_both_ends() {
    let folder = TempDir::new().unwrap();
    fine(&["sample", "marathon", "-o", &place(&folder, "")]);
    let file = std::fs::read_dir(folder.path()).unwrap().next().unwrap().unwrap().path().display().to_string();
    let to = json(&["links", &file, "lights/0", "--level", "0", "--json"]);
    assert_eq!((&to["object"], &to["kind"]), (&Json::from("lights/0"), &Json::from("light")));
    let by = to["referred_by"].as_array().unwrap();
    let floor = by.iter().find(|l| l["field"].as_str().unwrap().ends_with(".floor_light")).expect("a room it lights");
    let room = floor["other"]["object"].as_str().unwrap();
    let back = json(&["links", &file, room, "--level", "0", "--json"]);
    let names = |l: &&Json| l["other"]["object"] == "lights/0";
    assert!(back["refers_to"].as_array().unwrap().iter().any(|l| names(&l)), "{back}");
    let lines = fine(&["links", &file, "lights/0", "--level", "0"]);
    assert_eq!(lines.lines().count(), by.len() + to["refers_to"].as_array().unwrap().len());
    assert!(lines.lines().all(|l| l.starts_with("to\t") || l.starts_with("by\t")), "{lines}");
    refused(&["links", &file, "lights/999", "--level", "0"], "lights has no row 999");
    refused(&["links", &file, "tag/x", "--level", "0"], "no whole number");
}

#[test]
fn links_lead_to_tags_levels_and_nowhere() {
    let folder = TempDir::new().unwrap();
    let file = map(&folder, "a.sceA", "Alone");
    let broken = json(&["links", &file, "objects/0", "--json"]);
    assert_eq!(broken["refers_to"].as_array().unwrap().len(), 0, "-1 names nothing");
    let script = r#"{"edits": [{"set": "objects/0.polygon", "to": 7}]}"#;
    let script = write(&folder, "s.json", script.as_bytes());
    let out = place(&folder, "b.sceA");
    assert_eq!(run(&["apply", &script, &file, "-o", &out]).code, 0);
    let broken = json(&["links", &out, "objects/0", "--json"]);
    assert_eq!(broken["refers_to"][0]["other"]["missing"], "polygons/7");
    let tag = json(&["links", &file, "tag/3", "--json"]);
    assert_eq!((&tag["tag"], &tag["number"]), (&Json::from("tag"), &Json::from(3)));
    let level = json(&["links", &file, "level/3", "--json"]);
    assert_eq!(level["referred_by"], Json::Array(Vec::new()));
}
