//! Levels saved in place, with lists that outgrow their place, with lists they lacked, under another name; what is made of
//! them beside.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use levelwright_model::document::Document;
use levelwright_model::games::Arguments;
use levelwright_model::games::oni::chunk::TYPES;
use levelwright_model::record::Value;

use super::instance::{InstanceFile, LevelName};
use super::origin::LEVEL;
use super::second_reader::objects;
use crate::file::{OpenFile, RoundTrip};
use crate::format::Made;
use crate::save::DataFolder;
use crate::save::disk::RealDisk;
use crate::test_data::data;

/// A copy of a level's files in a folder of its own.
fn copied(from: &str) -> Option<(tempfile::TempDir, PathBuf)> {
    let dat = data(&format!("oni/onisplit-made/{from}"))?;
    let folder = tempfile::tempdir().unwrap();
    for ending in ["dat", "raw", "sep"] {
        let source = dat.with_extension(ending);
        if source.exists() {
            let to = folder.path().join(source.file_name().unwrap());
            std::fs::write(&to, std::fs::read(&source).unwrap()).unwrap();
        }
    }
    let path = folder.path().join(dat.file_name().unwrap());
    Some((folder, path))
}

/// A level with a place for what a save in several steps needs.
fn open(path: &Path) -> OpenFile {
    let mut file = OpenFile::open(path).unwrap();
    let folder = path.parent().unwrap().join("data");
    file.use_backups(Arc::new(DataFolder::with(Arc::new(RealDisk), folder, || 1)));
    file
}

fn place(document: &mut Document, kind: &str, count: usize) {
    for n in 0..count {
        let mut values = std::collections::BTreeMap::from([("kind".to_owned(), Value::Text(kind.to_owned()))]);
        values.extend(["x", "z"].map(|name| (name.to_owned(), Value::Int(n as i128 * 1000))));
        let mut draft = document.draft();
        let plan = document.game().plan("place").unwrap();
        (plan.run)(&mut draft, &Arguments { level: 0, objects: Vec::new(), values }).unwrap();
        document.commit(draft, "place").unwrap();
    }
}

/// The bytes that differ between two files, as far as both go.
fn differing(a: &[u8], b: &[u8]) -> Vec<usize> {
    a.iter().zip(b).enumerate().filter(|(_, (a, b))| a != b).map(|(at, _)| at).collect()
}

fn payload(path: &Path) -> Vec<u8> {
    let raw = std::fs::read(path.with_extension("raw")).unwrap();
    let sep = path.with_extension("sep");
    if sep.exists() { std::fs::read(sep).unwrap() } else { raw }
}

/// The objects of each list as the second reader finds them in the files on disk.
fn on_disk(path: &Path) -> Vec<(String, usize)> {
    let dat = std::fs::read(path).unwrap();
    let file = InstanceFile::read(&dat).unwrap();
    assert!(file.problems.is_empty(), "{:?}", file.problems);
    let payload = payload(path);
    let lists = super::lists::lists(&file, &dat).into_iter().map(|list| {
        let range = list.payload.start as usize..list.payload.end as usize;
        (list.of.table.key.to_owned(), objects(&payload[range]).len())
    });
    lists.collect()
}

#[test]
fn a_list_that_outgrows_its_place_goes_behind_the_others() {
    for from in ["level31-every-field/nosep/level31_Final.dat", "level31-every-field/sep/level31_Final.dat"] {
        let Some((_folder, path)) = copied(from) else { return };
        let (dat, old) = (std::fs::read(&path).unwrap(), payload(&path));
        let mut file = open(&path);
        file.document.decode_all();
        place(&mut file.document, "flag", 3);
        let encoded = file.save().unwrap();
        assert!(encoded.notes[0].contains("Flag"), "{:?}", encoded.notes);
        let new = payload(&path);
        // Nothing that was there changed, and eight bytes of the .dat say where it is now.
        assert!(differing(&old, &new).is_empty() && new.len() > old.len() && new.len().is_multiple_of(32));
        let changed = differing(&dat, &std::fs::read(&path).unwrap());
        assert!((1..=8).contains(&changed.len()) && changed.last().unwrap() - changed[0] < 8, "{changed:?}");
        assert!(on_disk(&path).contains(&("flags".to_owned(), 27)));
        // Undone and saved again, all of it is as it was.
        while file.document.undo() {}
        file.save().unwrap();
        assert!(std::fs::read(&path).unwrap() == dat);
        assert!(differing(&old, &payload(&path)).is_empty());
    }
}

#[test]
fn a_list_that_the_level_lacks_gets_its_descriptors_in_their_places() {
    for from in ["level32-typical/plugin/level32_Tools.dat", "level36-geometry/sep/level36_Final.dat"] {
        let Some((_folder, path)) = copied(from) else { return };
        let before = std::fs::read(&path).unwrap();
        let old = InstanceFile::read(&before).unwrap();
        let mut file = open(&path);
        file.document.decode_all();
        let lacking = super::lists::lists(&old, &before).len();
        place(&mut file.document, "flag", 2);
        place(&mut file.document, "turret", 1);
        for kind in ["combat-profile", "melee-profile"] {
            let values = std::collections::BTreeMap::from([("kind".to_owned(), Value::Text(kind.to_owned()))]);
            let mut draft = file.document.draft();
            let plan = file.document.game().plan("create").unwrap();
            (plan.run)(&mut draft, &Arguments { level: 0, objects: Vec::new(), values }).unwrap();
            file.document.commit(draft, "create").unwrap();
        }
        file.save().unwrap();
        let after = std::fs::read(&path).unwrap();
        let new = InstanceFile::read(&after).unwrap();
        assert!(new.problems.is_empty(), "{:?}", new.problems);
        let names: Vec<_> = new.names.iter().map(|n| new.full_name_bytes(&after, n.instance as usize)).collect();
        assert!(names.is_sorted(), "{names:?}");
        // What was there keeps its number, its data and its name.
        for at in 0..old.instances.len() {
            let moved = old.data(&before, at).map(|d| &d[d.len().min(8)..]);
            assert_eq!(moved, new.data(&after, at).map(|d| &d[d.len().min(8)..]), "{from} {at}");
            assert_eq!(old.full_name_bytes(&before, at), new.full_name_bytes(&after, at));
        }
        assert_eq!(new.header.data_offset % 32, 0);
        assert!(super::lists::lists(&new, &after).len() > lacking);
        let counts = on_disk(&path);
        assert!(counts.iter().any(|(list, count)| list == "turrets" && *count >= 1), "{counts:?}");
        let mut again = open(&path);
        assert_eq!(again.round_trip(), RoundTrip::Identical);
    }
}

#[test]
fn another_name_brings_its_file_id_and_its_companions() {
    let Some((folder, path)) = copied("level32-typical/sep/level32_Final.dat") else { return };
    let mut file = open(&path);
    file.document.decode_all();
    place(&mut file.document, "weapon", 1);
    let other = folder.path().join("level32_Mine.dat");
    let encoded = file.save_as(&other).unwrap();
    assert!(encoded.notes.iter().any(|n| n.contains("file id")), "{:?}", encoded.notes);
    let dat = std::fs::read(&other).unwrap();
    let made = InstanceFile::read(&dat).unwrap();
    assert!(made.problems.is_empty(), "one id in every prefix: {:?}", made.problems);
    assert_eq!(made.file_id(&dat), LevelName::parse("level32_Mine").map(|n| n.file_id()));
    assert!(other.with_extension("raw").exists() && other.with_extension("sep").exists());
    assert!(on_disk(&other).contains(&("weapons".to_owned(), 29)));
    assert!(on_disk(&path).contains(&("weapons".to_owned(), 28)), "the first level stays as it was");
}

#[test]
fn without_its_companion_a_level_says_what_is_missing_and_cannot_be_edited() {
    let Some((_folder, path)) = copied("level36-geometry/nosep/level36_Final.dat") else { return };
    std::fs::remove_file(path.with_extension("raw")).unwrap();
    let mut file = open(&path);
    let reason = file.document.read_only().unwrap().to_owned();
    assert!(reason.contains("level36_Final.raw does not lie beside the .dat"), "{reason}");
    assert!(reason.contains("environment"), "{reason}");
    file.document.decode_all();
    let level = file.document.state().level(LEVEL).unwrap();
    let around: &levelwright_model::games::oni::environment::Environment = level.surroundings().unwrap();
    assert_eq!(around.quads.len(), 52, "what lies in the .dat is there");
    assert!(level.table("flags").unwrap().opaque.is_some());
    assert_eq!(file.round_trip(), RoundTrip::Identical);
    // The other file alone leads nowhere.
    std::fs::write(path.with_extension("raw"), b"").unwrap();
    std::fs::remove_file(&path).unwrap();
    assert!(OpenFile::open(&path.with_extension("raw")).is_err());
}

#[test]
fn either_file_opens_the_level() {
    let Some((_folder, path)) = copied("level32-typical/sep/level32_Final.dat") else { return };
    for ending in ["dat", "raw", "sep"] {
        let file = OpenFile::open(&path.with_extension(ending)).unwrap();
        assert_eq!(file.path(), Some(path.as_path()));
        assert_eq!(file.companions().count(), 2);
    }
}

#[test]
fn a_plugin_of_two_lists_is_onisplits() {
    for (folder, number) in [("level31-every-field", 31), ("level32-typical", 32), ("level33-flawed", 33)] {
        let Some(root) = data(&format!("oni/onisplit-made/{folder}")) else { return };
        let mut file = OpenFile::open(&root.join(format!("nosep/level{number}_Final.dat"))).unwrap();
        file.document.decode_all();
        let name = format!("level{number}_Tools");
        let lists = ["doors", "trigger_volumes"].map(str::to_owned);
        let made = file.make(&Made { form: "plugin", name: &name, lists: &lists }).unwrap();
        assert_eq!(made.len(), 2);
        for new in made {
            let theirs = std::fs::read(root.join("plugin").join(&new.name)).unwrap();
            assert!(new.bytes == theirs, "{}", new.name);
        }
        let nothing = file.make(&Made { form: "plugin", name: &name, lists: &[] }).unwrap_err();
        assert!(nothing.to_string().contains("no list of objects differs"), "{nothing}");
        place(&mut file.document, "flag", 1);
        let made = file.make(&Made { form: "plugin", name: &name, lists: &[] }).unwrap();
        assert!(made[0].notes[0] == "it holds flags" && made[0].notes[1].contains("patched engines"));
        let wrong = file.make(&Made { form: "plugin", name: "level9_Tools", lists: &[] }).unwrap_err();
        assert!(wrong.to_string().contains("names level 9"), "{wrong}");
        let early = file.make(&Made { form: "plugin", name: &format!("level{number}_Before"), lists: &[] }).unwrap();
        assert!(early[0].notes[2].contains("sorts before Final"));
    }
}

#[test]
fn a_packages_instances_are_onisplits() {
    for (folder, number) in [("level31-every-field", 31), ("level32-typical", 32), ("level33-flawed", 33)] {
        let Some(root) = data(&format!("oni/onisplit-made/{folder}")) else { return };
        let mut file = OpenFile::open(&root.join(format!("nosep/level{number}_Final.dat"))).unwrap();
        file.document.decode_all();
        let lists: Vec<String> = TYPES.iter().map(|of| of.table.key.to_owned()).collect();
        let made = file.make(&Made { form: "package", name: "12345Mine", lists: &lists }).unwrap();
        assert_eq!(made.len(), 17);
        assert_eq!(made[0].name, "12345Mine/Mod_Info.cfg");
        assert!(String::from_utf8_lossy(&made[0].bytes).contains("NameOfMod -> Mine\n"));
        for new in &made[1..] {
            let (folder, name) = new.name.rsplit_once('/').unwrap();
            assert_eq!(folder, format!("12345Mine/oni/common/level{number}_Final"));
            assert!(new.bytes == std::fs::read(root.join("oni").join(name)).unwrap(), "{name}");
        }
    }
}

#[test]
fn packing_leaves_out_gaps_and_loses_nothing() {
    for from in [
        "level35-dirty/level35_Final.dat",
        "level36-geometry/nosep/level36_Final.dat",
        "level36-geometry/sep/level36_Final.dat",
    ] {
        let Some((folder, path)) = copied(from) else { return };
        let mut file = open(&path);
        file.document.decode_all();
        // Grown first, so that an orphan is left behind.
        place(&mut file.document, "flag", 4);
        file.save().unwrap();
        let mut file = open(&path);
        file.document.decode_all();
        let stem = path.file_stem().unwrap().to_str().unwrap();
        let made = file.make(&Made { form: "compact", name: stem, lists: &[] }).unwrap();
        let packed = folder.path().join("packed");
        std::fs::create_dir(&packed).unwrap();
        made.iter().for_each(|new| std::fs::write(packed.join(&new.name), &new.bytes).unwrap());
        let again_at = packed.join(path.file_name().unwrap());
        assert!(payload(&again_at).len() < payload(&path).len(), "{from}");
        assert_eq!(on_disk(&again_at), on_disk(&path), "{from}");
        let mut again = OpenFile::open(&again_at).unwrap();
        again.document.decode_all();
        let (a, b) = (file.document.state().level(LEVEL).unwrap(), again.document.state().level(LEVEL).unwrap());
        for (a, b) in a.tables().zip(b.tables()) {
            assert!(a.same_bytes(b), "{from} {}", a.key());
        }
        use levelwright_model::games::oni::environment::Environment;
        let textures = |l: &levelwright_model::document::Level| {
            let of = l.surroundings::<Environment>().unwrap().textures.iter();
            let seen = of.map(|t| (t.name.clone(), t.mean, t.alpha, t.image.as_ref().map(|image| image.pixels())));
            seen.collect::<Vec<_>>()
        };
        assert_eq!(textures(a), textures(b), "{from}");
    }
}

#[test]
fn packing_leaves_payloads_that_nobody_has_described_in_their_places() {
    use super::build::{Item, level_file};
    use super::instance::Platform;
    let Some(from) = data("oni/onisplit-made/level31-every-field/nosep/level31_Final.dat") else { return };
    let (dat, raw) = (std::fs::read(&from).unwrap(), std::fs::read(from.with_extension("raw")).unwrap());
    let old = InstanceFile::read(&dat).unwrap();
    // An orphan, a list, an animation's payload that only the animation knows of, an orphan, another list.
    let mut payloads = vec![0xEE; 256];
    payloads[..32].fill(0);
    let mut items = Vec::new();
    let mut put = |tag: &[u8; 4], name: &str, bytes: &[u8]| {
        let at = payloads.len().next_multiple_of(32);
        payloads.resize(at, 0xAA);
        payloads.extend(bytes);
        let words = if tag == b"BINA" { [bytes.len() as u32, at as u32] } else { [77, at as u32] };
        items.push(Item { tag: *tag, name: Some(name.to_owned()), data: words.map(u32::to_le_bytes).concat() });
        at
    };
    let mut lists = super::lists::lists(&old, &dat).into_iter().filter(|l| matches!(l.of.tag, b"FLAG" | b"PWRU"));
    let mut next = || {
        let list = lists.next().unwrap();
        (list.of.list_name(), raw[list.payload.start as usize..list.payload.end as usize].to_vec())
    };
    let (first, second) = (next(), next());
    put(b"BINA", &first.0, &first.1);
    let animation = put(b"TRAM", "animation", &[0x5A; 48]);
    put(b"BINA", &second.0, &second.1);
    payloads.extend([0xEE; 4096]);
    items.sort_by_key(|item| [item.tag.as_slice(), item.name.as_deref().unwrap_or("").as_bytes()].concat());
    let folder = tempfile::tempdir().unwrap();
    let id = LevelName::parse("level31_Final").unwrap().file_id();
    let path = folder.path().join("level31_Final.dat");
    std::fs::write(&path, level_file(Platform::Windows, id, &items).unwrap()).unwrap();
    std::fs::write(path.with_extension("raw"), &payloads).unwrap();
    let mut file = open(&path);
    file.document.decode_all();
    let made = file.make(&Made { form: "compact", name: "level31_Final", lists: &[] }).unwrap();
    assert!(made[0].notes[1].contains("TRAM"), "{:?}", made[0].notes);
    let packed = &made[1].bytes;
    assert!(packed.len() < payloads.len(), "the end is gone: {} of {}", packed.len(), payloads.len());
    assert_eq!(packed[animation..animation + 48], [0x5A; 48]);
    let other = folder.path().join("packed");
    std::fs::create_dir(&other).unwrap();
    made.iter().for_each(|new| std::fs::write(other.join(&new.name), &new.bytes).unwrap());
    let mut again = OpenFile::open(&other.join("level31_Final.dat")).unwrap();
    assert_eq!(again.round_trip(), RoundTrip::Identical);
    let (a, b) = (file.document.state().level(LEVEL).unwrap(), again.document.state().level(LEVEL).unwrap());
    a.tables().zip(b.tables()).for_each(|(a, b)| assert!(a.same_bytes(b), "{}", a.key()));
}

#[test]
fn a_level_of_one_platform_becomes_onisplits_of_the_other_and_comes_back() {
    let mut seen = 0;
    for (folder, number) in
        [("level31-every-field", 31), ("level32-typical", 32), ("level33-flawed", 33), ("level36-geometry", 36)]
    {
        for (from, to, form, endings) in
            [("nosep", "sep", "mac", &["dat", "raw", "sep"][..]), ("sep", "nosep", "windows", &["dat", "raw"][..])]
        {
            let at = |sort: &str, ending: &str| {
                data(&format!("oni/onisplit-made/{folder}/{sort}/level{number}_Final.{ending}"))
            };
            let (Some(path), Some(_)) = (at(from, "dat"), at(to, "dat")) else { continue };
            let mut file = OpenFile::open(&path).unwrap();
            file.document.decode_all();
            let name = format!("level{number}_Final");
            let made = file.make(&Made { form, name: &name, lists: &[] }).unwrap();
            assert_eq!(made.len(), endings.len());
            // Where it had payloads in both files, ours go behind each other and theirs between each other.
            let theirs_order = (number, form) != (36, "windows");
            for (new, ending) in made.iter().zip(endings).filter(|_| theirs_order) {
                assert_eq!(new.name, format!("{name}.{ending}"));
                let theirs = std::fs::read(at(to, ending).unwrap()).unwrap();
                let differ = new.bytes.iter().zip(&theirs).position(|(a, b)| a != b);
                let lengths = (new.bytes.len(), theirs.len());
                // Ours ends at a multiple of 32 where it is laid anew.
                let rest = new.bytes.get(theirs.len()..).unwrap_or(&[1]);
                let same = differ.is_none() && rest.len() < 32 && rest.iter().all(|b| *b == 0);
                assert!(same, "{folder} {form} {ending}: {lengths:?}, first at {differ:?}");
            }
            let other = if form == "mac" { "windows" } else { "mac" };
            let none = file.make(&Made { form: other, name: &name, lists: &[] }).unwrap_err();
            assert!(none.to_string().contains("has that form already"), "{none}");
            seen += 1;
        }
    }
    assert!(seen == 0 || seen == 8, "{seen}");
}

#[test]
fn what_was_edited_is_converted_too_and_gaps_do_not_matter() {
    for from in ["level35-dirty/level35_Final.dat", "level36-geometry/nosep/level36_Final.dat"] {
        let Some((folder, path)) = copied(from) else { return };
        let mut file = open(&path);
        file.document.decode_all();
        place(&mut file.document, "flag", 5);
        place(&mut file.document, "turret", 1);
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut last = file;
        for form in ["mac", "windows", "mac"] {
            let made = last.make(&Made { form, name: &name, lists: &[] }).unwrap();
            let to = folder.path().join(format!("{form}{}", made[0].bytes.len() + made[1].bytes.len()));
            std::fs::create_dir_all(&to).unwrap();
            made.iter().for_each(|new| std::fs::write(to.join(&new.name), &new.bytes).unwrap());
            let mut next = OpenFile::open(&to.join(format!("{name}.dat"))).unwrap();
            assert_eq!(next.round_trip(), RoundTrip::Identical, "{from} {form}");
            assert!(next.document.report().notices.is_empty(), "{:?}", next.document.report());
            let (a, b) = (last.document.state().level(LEVEL).unwrap(), next.document.state().level(LEVEL).unwrap());
            a.tables().zip(b.tables()).for_each(|(a, b)| assert!(a.same_bytes(b), "{from} {form} {}", a.key()));
            use levelwright_model::games::oni::environment::Environment;
            let textures = |l: &levelwright_model::document::Level| {
                let all = l.surroundings::<Environment>().unwrap().textures.iter();
                all.map(|t| (t.name.clone(), t.mean, t.alpha)).collect::<Vec<_>>()
            };
            assert_eq!(textures(a), textures(b), "{from} {form}");
            last = next;
        }
    }
}

#[test]
fn a_plugin_carries_the_file_id_of_its_name_in_every_instance() {
    let Some((_folder, path)) = copied("level32-typical/nosep/level32_Final.dat") else { return };
    let mut file = open(&path);
    file.document.decode_all();
    place(&mut file.document, "flag", 1);
    place(&mut file.document, "weapon", 1);
    // ((level << 24 | sum over i of (letter - 64) * i) << 1) | 1 (`oni.md` 1.2): Z is 26, A is 1.
    for (name, hash) in [("level32_Z", 26), ("level32_zA", 26 + 2), ("level32_ZZZ", 26 * 6)] {
        let made = file.make(&Made { form: "plugin", name, lists: &[] }).unwrap();
        let dat = InstanceFile::read(&made[0].bytes).unwrap();
        let id = ((32u32 << 24 | hash) << 1) | 1;
        assert_eq!(dat.file_id(&made[0].bytes), Some(id), "{name}");
        for at in 0..dat.instances.len() {
            let start = dat.data_range(at).unwrap().start;
            assert_eq!(made[0].bytes[start - 4..start], id.to_le_bytes(), "{name}");
        }
        assert_eq!(dat.instances.len(), 2);
    }
}
