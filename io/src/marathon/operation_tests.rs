//! Operations on real maps: what they change in the file, and that they change nothing where nothing is asked.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use levelwright_model::document::{Document, Level, LevelId, NodeId, Record, Table};
use levelwright_model::edit::Draft;
use levelwright_model::games::Arguments;
use levelwright_model::games::marathon::bulk;
use levelwright_model::games::marathon::geometry::{Kind, endpoint, line};
use levelwright_model::record::{Refusal, Value};

use super::wad::Wad;
use crate::file::OpenFile;
use crate::format::OpenError;
use crate::test_data::files_below;

fn run(draft: &mut Draft, key: &str, arguments: &Arguments) -> Result<Option<NodeId>, Refusal> {
    let plan = draft.game().plans.iter().find(|p| p.key == key).unwrap();
    (plan.run)(draft, arguments)
}

fn arguments(level: LevelId, objects: Vec<NodeId>, values: &[(&str, Value)]) -> Arguments {
    let values = values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    Arguments { level: level.0, objects, values }
}

fn maps() -> Vec<PathBuf> {
    let is_map = |path: &PathBuf| path.extension().is_some_and(|e| e == "sceA" || e == "scen");
    files_below("marathon").into_iter().filter(is_map).collect()
}

fn open(path: &Path) -> OpenFile {
    match OpenFile::open(path) {
        Ok(file) => file,
        Err(OpenError::NotALevel(_)) => panic!("{} is no level", path.display()),
        Err(error) => panic!("{}: {error}", path.display()),
    }
}

/// The chunks of the first level of a file.
fn chunks(bytes: &[u8]) -> Vec<([u8; 4], Vec<u8>)> {
    let wad = Wad::read(bytes).unwrap();
    let chunks = &wad.levels()[0].chunks;
    chunks.iter().map(|c| (c.tag, bytes[c.data.clone()].to_vec())).collect()
}

#[test]
fn heights_that_stay_make_no_edit() {
    for path in maps() {
        let mut file = open(&path);
        file.document.decode_all();
        for id in file.document.state().ids() {
            let mut draft = file.document.draft();
            let polygons: Vec<NodeId> = {
                let level = draft.level(id).unwrap();
                level.rows(level.table("polygons").unwrap()).map(|r| r.id()).collect()
            };
            // Unoptimised, some of each level must do.
            let step = if cfg!(debug_assertions) { polygons.len() / 3 + 1 } else { 1 };
            for node in polygons.into_iter().step_by(step) {
                for name in ["floor_height", "ceiling_height"] {
                    let field = draft.field(node, name).unwrap();
                    let present = draft.record(node).unwrap().get(field).unwrap();
                    // Below the guard that answers "no edit" by itself.
                    (draft.game().set_field)(&mut draft, node, field, &present).unwrap();
                }
            }
            assert!(draft.is_empty(), "{} level {}", path.display(), id.0);
        }
    }
}

/// The rules are asked about a piece of the map; the answer must be that of the whole.
#[test]
fn heights_change_what_the_rules_say_of_the_whole_map() {
    let mut edits = 0;
    for path in maps().into_iter().filter(|p| p.extension().is_some_and(|e| e == "sceA")).step_by(3) {
        let mut file = open(&path);
        let id = LevelId(0);
        file.document.level(id).unwrap();
        let mut draft = file.document.draft();
        if draft.level(id).unwrap().tables().any(|t| t.opaque.is_some() && t.key() != "terminals") {
            continue;
        }
        let before = bulk::geometry(draft.level(id).unwrap());
        let count = before.polygons.len();
        for at in [0, count / 3, count / 2, count - 1] {
            let polygon = draft.row(id, "polygons", at).unwrap().id();
            let floor = draft.int(polygon, "floor_height").unwrap();
            draft.set_int(polygon, "floor_height", floor + 100).unwrap();
            let ceiling = draft.int(polygon, "ceiling_height").unwrap();
            draft.set_int(polygon, "ceiling_height", ceiling - 50).unwrap();
            edits += 2;
        }
        let after = bulk::geometry(draft.level(id).unwrap());
        let follows = |stored: i16, now: i16, was: i16, is: i16| now == if was == is { stored } else { is };
        for (old, new) in before.lines.iter().zip(&after.lines) {
            let floors = (line::highest_adjacent_floor(&before, old), line::highest_adjacent_floor(&after, new));
            assert!(follows(old.highest_adjacent_floor, new.highest_adjacent_floor, floors.0, floors.1));
            let ceilings = (line::lowest_adjacent_ceiling(&before, old), line::lowest_adjacent_ceiling(&after, new));
            assert!(follows(old.lowest_adjacent_ceiling, new.lowest_adjacent_ceiling, ceilings.0, ceilings.1));
        }
        if after.kind == Kind::Preprocessed {
            let answers = endpoint::all_derived(&before).into_iter().zip(endpoint::all_derived(&after));
            for ((old, new), (was, is)) in before.points.iter().zip(&after.points).zip(answers) {
                let (floors, ceilings) = (was.highest_adjacent_floor, was.lowest_adjacent_ceiling);
                let stored = old.highest_adjacent_floor;
                assert!(follows(stored, new.highest_adjacent_floor, floors, is.highest_adjacent_floor));
                let stored = old.lowest_adjacent_ceiling;
                assert!(follows(stored, new.lowest_adjacent_ceiling, ceilings, is.lowest_adjacent_ceiling));
                let (was, is) = (was.supporting_polygon, is.supporting_polygon);
                assert!(follows(old.supporting_polygon, new.supporting_polygon, was, is), "{}", path.display());
            }
        }
    }
    println!("{edits} edits");
}

#[test]
fn an_edit_of_objects_changes_the_sound_lists_and_what_shifts() {
    let mut seen = 0;
    for path in maps() {
        let mut file = open(&path);
        let id = LevelId(0);
        let level = file.document.level(id).unwrap();
        let preprocessed = level.table("endpoints").is_some() && level.fact("data_version") != Some(0);
        if !preprocessed || level.tables().any(|t| t.opaque.is_some() && t.key() != "terminals") {
            continue;
        }
        let Some(source) = sound_source(level) else { continue };
        let before = chunks(file.origin_bytes());
        let mut draft = file.document.draft();
        run(&mut draft, "delete", &arguments(id, vec![source], &[])).unwrap();
        file.document.commit(draft, "delete").unwrap();
        let encoded = match file.encode() {
            Ok(encoded) => encoded.bytes,
            Err(error) => panic!("{}: {error}", path.display()),
        };
        let after = chunks(&encoded);
        let tags = |list: &[([u8; 4], Vec<u8>)]| list.iter().map(|c| c.0).collect::<Vec<_>>();
        assert_eq!(tags(&before), tags(&after), "{}", path.display());
        for ((tag, old), (_, new)) in before.iter().zip(&after) {
            let offsets = match tag {
                b"POLY" => differing(old, new, 128),
                b"PLAT" => differing(old, new, 140),
                // Rows went and came; terminals' cameras name objects.
                b"OBJS" | b"plac" | b"iidx" | b"term" => continue,
                _ => differing(old, new, 1),
            };
            let may = |at: usize| match tag {
                b"POLY" => matches!(at, 58..60 | 84..86 | 120..122),
                // One level's list ends early and is completed (docs/marathon-derived.md).
                b"PLAT" => (28..92).contains(&at) && (matches!((at - 28) % 8, 0 | 1 | 4 | 5) || is_cut(&path)),
                _ => false,
            };
            let wrong: Vec<&usize> = offsets.iter().filter(|at| !may(**at)).collect();
            assert!(wrong.is_empty(), "{} {}: {wrong:?}", path.display(), tag.escape_ascii());
        }
        file.document.undo();
        assert!(file.encode().unwrap().bytes == file.origin_bytes(), "{}: undone", path.display());
        seen += 1;
    }
    println!("{seen} preprocessed levels");
}

fn is_cut(path: &Path) -> bool {
    path.ends_with("rubicon/Rozinante-XI.sceA")
}

fn sound_source(level: &Level) -> Option<NodeId> {
    let objects = level.table("objects")?;
    level.rows(objects).find(|r| r.int("group") == Some(5)).map(|r| r.id())
}

/// Offsets in the row at which rows differ.
fn differing(old: &[u8], new: &[u8], stride: usize) -> BTreeSet<usize> {
    assert_eq!(old.len(), new.len());
    old.iter().zip(new).enumerate().filter(|(_, (a, b))| a != b).map(|(at, _)| at % stride).collect()
}

#[test]
fn the_largest_map_loses_a_polygon() {
    for path in maps().into_iter().filter(|p| p.ends_with("Beaver-Skin-Fishing-Line.sceA")) {
        let mut file = open(&path);
        let id = LevelId(0);
        file.document.level(id).unwrap();
        let clock = std::time::Instant::now();
        let mut draft = file.document.draft();
        let polygon = draft.row(id, "polygons", 0).unwrap().id();
        let values = [("objects", Value::Text("delete".to_owned())), ("replacement", Value::Int(1))];
        run(&mut draft, "delete", &arguments(id, vec![polygon], &values)).unwrap();
        let planned = clock.elapsed();
        file.document.commit(draft, "delete").unwrap();
        println!("planned in {planned:?}, committed after {:?}", clock.elapsed());
        let encoded = file.encode().unwrap();
        file.verify(&encoded).unwrap();
        file.document.undo();
        assert!(file.encode().unwrap().bytes == file.origin_bytes());
    }
}

#[test]
fn a_mixture_is_open_once_it_is_of_one_kind() {
    for path in files_below("hostile/marathon").into_iter().filter(|p| p.ends_with("raw-and-preprocessed.sceA")) {
        let mut file = open(&path);
        let id = LevelId(0);
        file.document.level(id).unwrap();
        let mut draft = file.document.draft();
        let place = [("kind", Value::Text("goal".to_owned())), ("x", Value::Int(0)), ("y", Value::Int(0))];
        assert!(matches!(run(&mut draft, "place", &arguments(id, vec![], &place)), Err(Refusal::ReadOnly { .. })));
        let mut draft = file.document.draft();
        run(&mut draft, "convert_to_raw", &arguments(id, vec![], &[])).unwrap();
        let level = draft.level(id).unwrap();
        assert!(level.tables().all(|t| t.opaque.is_none() || t.key() == "terminals"));
        assert!(level.table("endpoints").is_none() && level.table("points").is_some());
        file.document.commit(draft, "convert").unwrap();
        let encoded = file.encode().unwrap();
        assert!(chunks(&encoded.bytes).iter().all(|(tag, _)| !matches!(tag, b"EPNT" | b"PLAT" | b"iidx")));
        let again = OpenFile::untitled(encoded.bytes).unwrap();
        assert!(again.document.report().notices.is_empty());
        file.document.undo();
        assert!(file.encode().unwrap().bytes == file.origin_bytes());
    }
}

/// Fields that differ from Aleph One's export, in how many records of how many.
type Differences = BTreeMap<String, (usize, usize)>;

const REASONS: [(&str, &str); 5] = [
    ("lines.unused_20", "Aleph One writes zeros; what is unknown is kept"),
    ("media.flags", "Aleph One sets a bit while it runs"),
    ("media.height", "Aleph One writes the present height; it follows from the light"),
    ("media.texture", "Aleph One writes the texture that follows from the type"),
    (
        "platforms.minimum_height",
        "of a platform that moves only its ceiling Aleph One writes the floor, so that the ceiling would move \
         differently; kept is the ceiling's own limit (marathon.md 1.5)",
    ),
];

#[test]
fn converted_levels_are_those_that_aleph_one_exports() {
    let folder = Path::new("a1-exported");
    let exports: Vec<PathBuf> = files_below("peers-made/marathon")
        .into_iter()
        .filter(|p| p.parent().is_some_and(|parent| parent.ends_with(folder)))
        .collect();
    if exports.is_empty() {
        return;
    }
    let mut table = "level\tfield\tdifferent\trecords\treason\n".to_owned();
    for (at, export) in exports.iter().enumerate() {
        let source = maps().into_iter().find(|p| p.file_name() == export.file_name()).unwrap();
        let mut ours = open(&source);
        let id = LevelId(0);
        ours.document.level(id).unwrap();
        let mut draft = ours.document.draft();
        run(&mut draft, "convert_to_raw", &arguments(id, vec![], &[])).unwrap();
        if ours.document.state().level(id).unwrap().table("endpoints").is_none() {
            assert!(draft.is_empty(), "{} is raw already", source.display());
            continue;
        }
        ours.document.commit(draft, "convert").unwrap();
        let encoded = ours.encode().unwrap();
        ours.verify(&encoded).unwrap();
        let mut theirs = open(export);
        theirs.document.level(id).unwrap();
        for (field, (different, records)) in compared(&ours.document, &theirs.document, id) {
            let reason = REASONS.iter().find(|(name, _)| *name == field);
            let reason = reason.unwrap_or_else(|| panic!("level {at}: {field} differs in {different} of {records}")).1;
            writeln!(table, "{at}\t{field}\t{different}\t{records}\t{reason}").unwrap();
        }
    }
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/goldens/marathon/convert-vs-a1.tsv");
    if std::env::var_os("UPDATE_GOLDENS").is_some() {
        std::fs::write(&golden, &table).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&golden).unwrap().replace("\r\n", "\n"), table);
}

/// Compares field by field; every table that one of them has, the other must have.
fn compared(ours: &Document, theirs: &Document, id: LevelId) -> Differences {
    let (ours, theirs) = (ours.state().level(id).unwrap(), theirs.state().level(id).unwrap());
    // Aleph One writes no empty chunks, and a file of one level has the directory entry of its tool.
    let own = |t: &&Table| t.key() != "directory" && !t.is_empty();
    let keys = |level: &Level| level.tables().filter(own).map(|t| t.key()).collect::<Vec<_>>();
    assert_eq!(keys(ours), keys(theirs));
    let mut differences = Differences::new();
    for table in ours.tables().filter(own) {
        let other = theirs.table(table.key()).unwrap();
        assert_eq!(table.len(), other.len(), "{}", table.key());
        for (a, b) in ours.rows(table).zip(theirs.rows(other)) {
            for name in fields_that_differ(&a, &b) {
                differences.entry(format!("{}.{name}", table.key())).or_insert((0, table.len())).0 += 1;
            }
        }
    }
    differences
}

fn fields_that_differ(a: &Record<'_>, b: &Record<'_>) -> BTreeSet<String> {
    let differ = a.fields().into_iter().filter(|field| a.get(field) != b.get(field));
    // Three fields of one texture are one.
    let name = |name: &str| if name.starts_with("texture_") { "texture".to_owned() } else { name.to_owned() };
    let mut names: BTreeSet<String> = differ.map(|field| name(field.name)).collect();
    if names.is_empty() && a.bytes() != b.bytes() {
        names.insert("bytes".to_owned());
    }
    names
}
