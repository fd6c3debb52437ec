//! What the command line does to levels of Oni: exchange with another tool, a set of files put back, other forms. On the
//! data folder's levels; skipped without it.

#![expect(clippy::unwrap_used, reason = "a test fails by panicking; helpers of tests do so, too")]

mod commands;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use levelwright_io::file::OpenFile;
use levelwright_io::save::DataFolder;
use levelwright_model::document::{LevelId, NodeId};
use levelwright_model::games::oni::chunk;
use levelwright_model::record::Value;
use tempfile::TempDir;

use commands::{fine, refused, run};

const HERE: LevelId = LevelId(0);
/// Levels whose own XML lies beside them.
const LEVELS: [(&str, u32); 3] = [("level31-every-field", 31), ("level32-typical", 32), ("level33-flawed", 33)];

fn data(part: &str) -> Option<PathBuf> {
    let root = std::env::var_os("LEVELWRIGHT_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")), PathBuf::from);
    let path = root.join("oni/onisplit-made").join(part);
    if path.exists() {
        return Some(path);
    }
    println!("skipped: no {part} in the data folder (set LEVELWRIGHT_DATA)");
    None
}

fn show(path: &Path) -> &str {
    path.to_str().unwrap()
}

/// A level's files written into a folder.
fn copied(from: &Path, to: &Path) -> PathBuf {
    std::fs::create_dir_all(to).unwrap();
    for ending in ["dat", "raw", "sep"] {
        if let Ok(bytes) = std::fs::read(from.with_extension(ending)) {
            std::fs::write(to.join(from.file_name().unwrap()).with_extension(ending), bytes).unwrap();
        }
    }
    to.join(from.file_name().unwrap())
}

/// Each list as it is stored.
fn lists(path: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut file = OpenFile::open(path).unwrap();
    let level = file.document.level(HERE).unwrap();
    let all = level.tables().filter(|t| t.key() != "marker_quads" && t.key() != "scripts");
    all.map(|t| (t.key().to_owned(), chunk::encode(t))).collect()
}

#[test]
fn export_writes_the_other_tools_texts_and_import_brings_its_payloads() {
    for (folder, number) in LEVELS {
        let Some(root) = data(folder) else { return };
        let level = root.join(format!("nosep/level{number}_Final.dat"));
        let there = TempDir::new().unwrap();
        let texts = there.path().join("texts");
        // Nothing of these levels is lost in XML, so nothing is said.
        let said = fine(&["export", show(&level), "-o", show(&texts)]);
        let theirs: Vec<PathBuf> =
            std::fs::read_dir(root.join("xml")).unwrap().map(|entry| entry.unwrap().path()).collect();
        assert_eq!((theirs.len(), said.lines().count()), (16, 16), "{folder}");
        for path in &theirs {
            let ours = std::fs::read(texts.join(path.file_name().unwrap())).unwrap();
            assert!(ours == std::fs::read(path).unwrap(), "{folder}: {}", path.display());
        }
        // Their texts into a level of other objects: every payload is the folder's own, byte by byte.
        let other = data("level36-geometry/nosep/level36_Final.dat").unwrap();
        let target = copied(&other, &there.path().join("other"));
        let out = there.path().join("made/level36_Final.dat");
        std::fs::create_dir(out.parent().unwrap()).unwrap();
        let answer = run(&["import", show(&target), show(&root.join("xml")), "-o", show(&out)]);
        assert_eq!(answer.code, 0, "{}", answer.err);
        let (made, wanted) = (lists(&out), lists(&level));
        for (list, bytes) in &wanted {
            assert!(made.get(list) == Some(bytes), "{folder}: {list}");
        }
        assert_eq!(fine(&["roundtrip", show(&out)]), format!("{}: identical\n", out.display()));
        // The level's own texts change nothing in it.
        let own = copied(&level, &there.path().join("own"));
        let again = there.path().join(format!("again/level{number}_Final.dat"));
        std::fs::create_dir(again.parent().unwrap()).unwrap();
        let said = fine(&["import", show(&own), show(&texts), "-o", show(&again)]);
        assert_eq!(said, format!("{}: 0 changed, 0 added, 0 removed\n", again.display()));
        for ending in ["dat", "raw"] {
            let (a, b) = (own.with_extension(ending), again.with_extension(ending));
            assert!(std::fs::read(a).unwrap() == std::fs::read(b).unwrap(), "{folder} {ending}");
        }
    }
}

#[test]
fn what_the_other_tool_would_lose_is_said_at_the_export() {
    let Some(level) = data("level35-dirty/level35_Final.dat") else { return };
    let there = TempDir::new().unwrap();
    let texts = there.path().join("texts");
    let answer = run(&["export", show(&level), "-o", show(&texts)]);
    assert_eq!(answer.code, 0);
    for loss in [
        "“unused pair” is not kept whole",
        "“teams” is not kept whole",
        "“unread” is not kept whole",
        "bytes behind the ends of texts become zeros",
        "padding at the end",
    ] {
        assert!(answer.err.contains(loss), "{loss}: {}", answer.err);
    }
    // Brought back by this program, nothing is lost.
    let own = copied(&level, &there.path().join("own"));
    let before = lists(&own);
    let out = there.path().join("again/level35_Final.dat");
    std::fs::create_dir(out.parent().unwrap()).unwrap();
    fine(&["import", show(&own), show(&texts), "-o", show(&out)]);
    assert!(lists(&out) == before);
    refused(&["export", show(&level), "-o", show(&texts), "--list", "levels"], "there is no list levels");
}

/// A copy of level 31 with one edit, saved in the folder.
fn edited(folder: &Path, edit: impl FnOnce(&mut levelwright_model::edit::Draft)) -> Option<PathBuf> {
    let level = data("level31-every-field/nosep/level31_Final.dat")?;
    let path = copied(&level, folder);
    let kept = Arc::new(DataFolder::new(folder.join("home")));
    let mut file = OpenFile::open_in(&kept, &path).unwrap();
    file.document.level(HERE).unwrap();
    let mut draft = file.document.draft();
    edit(&mut draft);
    file.document.commit(draft, "edit").unwrap();
    file.save().unwrap();
    file.close();
    Some(path)
}

/// The first patrol point of a type, with its position in its path and its path's position.
fn point(draft: &levelwright_model::edit::Draft, kind: i128) -> (NodeId, usize) {
    let level = draft.level(HERE).unwrap();
    let paths = level.rows(level.table("patrol_paths").unwrap());
    let points = paths.flat_map(|path| {
        let count = path.children().map_or(0, |c| c.len());
        (0..count).filter_map(move |at| path.child(at)).map(|p| (p.id(), p.position(), p.int("type")))
    });
    points.filter(|(_, _, t)| *t == Some(kind)).map(|(id, at, _)| (id, at)).next().unwrap()
}

#[test]
fn what_xml_cannot_hold_is_refused_at_the_export_and_nothing_is_written() {
    let there = TempDir::new().unwrap();
    let texts = there.path().join("texts");
    let export = |path: &Path, list: &str, why: &str| {
        refused(&["export", show(path), "-o", show(&texts), "--list", list], why);
        assert!(!texts.exists());
    };
    // A loop that leads behind the end.
    let behind = edited(&there.path().join("a"), |draft| {
        let (point, _) = point(draft, 16);
        draft.set_int(point, "target", 9999).unwrap();
    });
    let Some(behind) = behind else { return };
    export(&behind, "patrol_paths", "9999");
    // A loop that is not the last point.
    let middle = edited(&there.path().join("b"), |draft| {
        let (point, at) = point(draft, 6);
        levelwright_model::edit::local::move_child(draft, point, at - 1).unwrap();
    });
    export(&middle.unwrap(), "patrol_paths", "at the end");
    // A control character.
    let control = edited(&there.path().join("c"), |draft| {
        let node = draft.row(HERE, "characters", 0).unwrap().id();
        let field = draft.field(node, "name").unwrap();
        draft.set(node, field, &Value::Text("a\u{1}b".to_owned())).unwrap();
    });
    export(&control.unwrap(), "characters", "control character 1");
    // An unknown shape of a sound.
    let shape = edited(&there.path().join("d"), |draft| {
        let node = draft.row(HERE, "sounds", 0).unwrap().id();
        let field = draft.field(node, "shape").unwrap();
        draft.store(node, field, &Value::Int(0x4142_4344)).unwrap();
    });
    export(&shape.unwrap(), "sounds", "Sounds");
}

#[test]
fn a_text_that_is_wrong_is_refused_and_nothing_is_written() {
    let Some(level) = data("level31-every-field/nosep/level31_Final.dat") else { return };
    let there = TempDir::new().unwrap();
    let path = copied(&level, there.path());
    let texts = there.path().join("texts");
    fine(&["export", show(&path), "-o", show(&texts), "--list", "weapons"]);
    let file = texts.join("BINACJBOWeapon.xml");
    let good = std::fs::read_to_string(&file).unwrap();
    let out = there.path().join("out/level31_Final.dat");
    std::fs::create_dir(out.parent().unwrap()).unwrap();
    for (old, new, why) in
        [("<Class>", "<Clas>", "line"), ("</Oni>", "", "line"), ("Id=\"", "Id=\"x", "is no object id")]
    {
        std::fs::write(&file, good.replacen(old, new, 1)).unwrap();
        refused(&["import", show(&path), show(&texts), "-o", show(&out)], why);
        assert!(!out.exists());
    }
}

#[test]
fn a_set_of_files_is_put_back_as_it_was_before_the_first_save() {
    let Some(level) = data("level36-geometry/nosep/level36_Final.dat") else { return };
    let there = TempDir::new().unwrap();
    let game = there.path().join("game");
    let path = copied(&level, &game);
    let name = OpenFile::open(&path).unwrap().document.source().name(HERE);
    let script = game.join("IGMD").join(name).join("main.bsl");
    std::fs::create_dir_all(script.parent().unwrap()).unwrap();
    std::fs::write(&script, b"func main {\r\n}\r\n").unwrap();
    let files = [path.clone(), path.with_extension("raw"), script];
    let read = || files.clone().map(|file| std::fs::read(file).unwrap());
    let before = read();
    let home = there.path().join("home");
    let kept = Arc::new(DataFolder::new(home.clone()));
    let mut file = OpenFile::open_in(&kept, &path).unwrap();
    file.document.level(HERE).unwrap();
    for step in 0..2 {
        let mut draft = file.document.draft();
        let script = draft.row(HERE, "scripts", 0).unwrap().id();
        let text = draft.field(script, "text").unwrap();
        draft.set(script, text, &Value::Text(format!("# {step}"))).unwrap();
        let plan = file.document.game().plan("place").unwrap();
        for n in 0..9 {
            let mut values = BTreeMap::from([("kind".to_owned(), Value::Text("flag".to_owned()))]);
            values.extend(["x", "z"].map(|name| (name.to_owned(), Value::Int(n))));
            let arguments = levelwright_model::games::Arguments { level: 0, objects: Vec::new(), values };
            (plan.run)(&mut draft, &arguments).unwrap();
        }
        file.document.commit(draft, "edit").unwrap();
        file.save().unwrap();
    }
    file.close();
    assert!(read().iter().zip(&before).all(|(a, b)| a != b));
    let home = show(&home);
    let said = fine(&["backups", show(&path), "--original", "--data", home]);
    assert_eq!(said.lines().count(), 3, "{said}");
    assert!(read() == before);
    let other = there.path().join("other.dat");
    refused(&["backups", show(&other), "--original", "--data", home], "no backups are kept of");
}

#[test]
fn levels_go_to_the_other_platform_and_back() {
    let Some(level) = data("level36-geometry/nosep/level36_Final.dat") else { return };
    let there = TempDir::new().unwrap();
    let (mac, back) = (there.path().join("mac"), there.path().join("back"));
    let said = fine_or_noted(&["convert", show(&level), "-o", show(&mac), "--to", "mac"]);
    assert_eq!(said.lines().count(), 3, "{said}");
    let converted = mac.join("level36_Final.dat");
    assert!(fine(&["info", show(&converted)]).contains("Mac"));
    fine_or_noted(&["convert", show(&converted), "-o", show(&back), "--to", "windows"]);
    assert!(lists(&back.join("level36_Final.dat")) == lists(&level));
    refused(&["convert", show(&level), "-o", show(&back), "--to", "windows"], "has that form already");
    refused(&["convert", show(&level), "-o", show(&back), "--to", "mac", "--level", "0"], "leave --level out");
}

/// The results of a command that may also have said something.
fn fine_or_noted(args: &[&str]) -> String {
    let answer = run(args);
    assert_eq!(answer.code, 0, "{args:?}: {}", answer.err);
    answer.out
}
