//! A second reader of one game's maps, written from the published offsets and sharing no line with the first: what both
//! read must agree. And the figures of every level, as they were published.
//!
//! Offsets: seed 001 (Polygon, Object, Light, Light Function, Platform Data) as corrected by `marathon.md` 1.2, 1.4, 2.2.

use levelwright_fuzz::random::hash;
use levelwright_io::format::open_bytes;
use levelwright_model::document::{LevelId, Table};
use levelwright_model::record::Value;

use super::support::{cases, data};

/// A level as the second reader finds it.
struct RawLevel<'a> {
    application: &'a [u8],
    chunks: Vec<([u8; 4], &'a [u8])>,
}

impl RawLevel<'_> {
    fn chunk(&self, tag: &[u8; 4]) -> &[u8] {
        self.chunks.iter().find(|(t, _)| t == tag).map_or(&[], |(_, bytes)| bytes)
    }
}

fn number(bytes: &[u8], at: usize, width: usize, signed: bool) -> i128 {
    let raw = bytes[at..at + width].iter().fold(0i128, |n, b| n << 8 | i128::from(*b));
    let limit = 1i128 << (8 * width - 1);
    if signed && raw >= limit { raw - 2 * limit } else { raw }
}

fn size_at(bytes: &[u8], at: usize) -> usize {
    number(bytes, at, 4, false) as usize
}

/// The data fork: behind 128 bytes of MacBinary, or the whole file.
fn data_fork(file: &[u8]) -> &[u8] {
    let mac = file[0] == 0 && file[1] > 0 && file[1] < 64 && file[74] == 0 && file[122] == 0x81;
    if mac { &file[128..128 + size_at(file, 83)] } else { file }
}

/// Follows directory and chunks; `None` if the file is no whole wad.
fn raw_levels(fork: &[u8]) -> Vec<RawLevel<'_>> {
    let version = number(fork, 0, 2, true);
    let (directory, count) = (size_at(fork, 72), number(fork, 76, 2, true) as usize);
    let application = number(fork, 78, 2, true) as usize;
    let (entry, header) = if version < 2 { (8, 12) } else { (10, 16) };
    let mut out = Vec::new();
    for at in (0..count).map(|n| directory + n * (entry + application)) {
        let level = &fork[size_at(fork, at)..][..size_at(fork, at + 4)];
        let mut chunks = Vec::new();
        let mut next = 0;
        loop {
            let tag = [level[next], level[next + 1], level[next + 2], level[next + 3]];
            chunks.push((tag, &level[next + header..][..size_at(level, next + 8)]));
            next = size_at(level, next + 4);
            if next == 0 {
                break;
            }
        }
        out.push(RawLevel { application: &fork[at + entry..][..application], chunks });
    }
    out
}

/// A field: name, offset, width in bytes, whether it has a sign, how many there are.
type Raw = (&'static str, usize, usize, bool, usize);

const POLYGON: &[Raw] = &[
    ("flags", 2, 2, false, 1),
    ("permutation", 4, 2, true, 1),
    ("vertex_count", 6, 2, true, 1),
    ("endpoints", 8, 2, true, 8),
    ("lines", 24, 2, true, 8),
    ("floor_height", 44, 2, true, 1),
    ("ceiling_height", 46, 2, true, 1),
    ("floor_light", 48, 2, true, 1),
    ("ceiling_light", 50, 2, true, 1),
    ("area", 52, 4, true, 1),
    ("first_object", 56, 2, true, 1),
    ("first_exclusion", 58, 2, true, 1),
    ("line_exclusion_count", 60, 2, true, 1),
    ("point_exclusion_count", 62, 2, true, 1),
    ("floor_transfer_mode", 64, 2, true, 1),
    ("ceiling_transfer_mode", 66, 2, true, 1),
    ("adjacent_polygons", 68, 2, true, 8),
    ("first_neighbor", 84, 2, true, 1),
    ("neighbor_count", 86, 2, true, 1),
    ("center_x", 88, 2, true, 1),
    ("center_y", 90, 2, true, 1),
    ("sides", 92, 2, true, 8),
    ("floor_origin_x", 108, 2, true, 1),
    ("floor_origin_y", 110, 2, true, 1),
    ("ceiling_origin_x", 112, 2, true, 1),
    ("ceiling_origin_y", 114, 2, true, 1),
    ("media", 116, 2, true, 1),
    ("media_light", 118, 2, true, 1),
    ("sound_sources", 120, 2, true, 1),
    ("ambient_sound", 122, 2, true, 1),
    ("random_sound", 124, 2, true, 1),
];

const OBJECT: &[Raw] = &[
    ("group", 0, 2, true, 1),
    ("index", 2, 2, true, 1),
    ("facing", 4, 2, true, 1),
    ("polygon", 6, 2, true, 1),
    ("x", 8, 2, true, 1),
    ("y", 10, 2, true, 1),
    ("z", 12, 2, true, 1),
];

const PLATFORM: &[Raw] = &[
    ("speed", 2, 2, true, 1),
    ("delay", 4, 2, true, 1),
    ("maximum_height", 6, 2, true, 1),
    ("minimum_height", 8, 2, true, 1),
    ("flags", 10, 4, false, 1),
    ("polygon", 14, 2, true, 1),
    ("tag", 16, 2, true, 1),
];

const SAVED_PLATFORM: &[Raw] = &[
    ("flags", 2, 4, false, 1),
    ("speed", 6, 2, true, 1),
    ("delay", 8, 2, true, 1),
    ("minimum_floor_height", 10, 2, true, 1),
    ("maximum_floor_height", 12, 2, true, 1),
    ("minimum_ceiling_height", 14, 2, true, 1),
    ("maximum_ceiling_height", 16, 2, true, 1),
    ("polygon", 18, 2, true, 1),
    ("state", 20, 2, false, 1),
    ("floor_height", 22, 2, true, 1),
    ("ceiling_height", 24, 2, true, 1),
    ("ticks_until_restart", 26, 2, true, 1),
    ("endpoint_owners", 28, 2, true, 32),
    ("parent_platform", 92, 2, true, 1),
    ("tag", 94, 2, true, 1),
];

const LIGHT_OF_THE_FIRST_GAME: &[Raw] = &[
    ("flags", 0, 2, false, 1),
    ("mode", 4, 2, true, 1),
    ("phase", 6, 2, true, 1),
    ("minimum_intensity", 8, 4, true, 1),
    ("maximum_intensity", 12, 4, true, 1),
    ("period", 16, 2, true, 1),
    ("intensity", 18, 4, true, 1),
];

/// The six functions in file order (`marathon.md` 2.2), 14 bytes each.
const FUNCTIONS: [&str; 6] = [
    "primary_active",
    "secondary_active",
    "becoming_active",
    "primary_inactive",
    "secondary_inactive",
    "becoming_inactive",
];
const OF_A_FUNCTION: [(&str, usize, usize); 5] =
    [("function", 0, 2), ("period", 2, 2), ("delta_period", 4, 2), ("intensity", 6, 4), ("delta_intensity", 10, 4)];

/// The same with a name made here.
type Owned = (String, usize, usize, bool, usize);

/// The fields of a light record that begins so many bytes into the row.
fn light(base: usize) -> Vec<Owned> {
    let mut out: Vec<_> = [("flags", 2, false), ("phase", 4, true), ("tag", 90, true)]
        .map(|(name, at, signed)| (name.to_owned(), base + at, 2, signed, 1))
        .into();
    for (n, function) in FUNCTIONS.iter().enumerate() {
        for (name, at, width) in OF_A_FUNCTION {
            out.push((format!("{function}_{name}"), base + 6 + 14 * n + at, width, true, 1));
        }
    }
    out
}

fn owned(list: &[Raw]) -> Vec<Owned> {
    list.iter().map(|(name, at, width, signed, count)| ((*name).to_owned(), *at, *width, *signed, *count)).collect()
}

/// Size and fields of a table's rows; `None` for tables that the second reader leaves to the first.
fn layout(table: &Table) -> Option<(usize, Vec<Owned>)> {
    Some(match table.key() {
        "polygons" => (128, owned(POLYGON)),
        "objects" => (16, owned(OBJECT)),
        "platforms" => (32, owned(PLATFORM)),
        "saved_platforms" => (140, owned(SAVED_PLATFORM)),
        "lights" => (100, light(0)),
        "saved_lights" => (128, light(28)),
        "lights_m1" => (32, owned(LIGHT_OF_THE_FIRST_GAME)),
        _ => return None,
    })
}

#[test]
fn both_readers_read_the_same_numbers() {
    let mut numbers = 0usize;
    let mut files = 0;
    // Files broken on purpose are for the first reader alone, wrappers and flat levels too.
    let whole = cases().iter().filter(|c| c.name.ends_with(".sceA") || c.name.ends_with(".scen") || c.made);
    for case in whole.filter(|c| !c.name.starts_with("./hostile") && !c.name.contains("hostile/")) {
        if ["MacBinary", "AppleSingle", "flat"].iter().any(|w| case.name.contains(w)) {
            continue;
        }
        let document = case.open().document;
        if document.game().key != "marathon" {
            continue;
        }
        files += 1;
        let raw = raw_levels(data_fork(&case.bytes));
        assert_eq!(document.state().ids().count(), raw.len(), "{}", case.name);
        for (id, raw) in document.state().ids().zip(&raw) {
            let level = document.state().level(id).unwrap();
            let tables: Vec<&Table> = level.tables().filter(|t| t.key() != "directory").collect();
            assert_eq!(tables.len(), raw.chunks.len(), "{}: level {}", case.name, id.0);
            for (table, (tag, bytes)) in tables.iter().zip(&raw.chunks) {
                assert_eq!(table.tag.as_ref(), tag, "{}: level {}", case.name, id.0);
                let Some((size, fields)) = layout(table) else { continue };
                assert_eq!(table.len(), bytes.len() / size, "{}: level {} {}", case.name, id.0, table.key());
                let schema = table.spec.record.unwrap();
                for (record, row) in level.rows(table).zip(bytes.chunks_exact(size)) {
                    for (name, at, width, signed, count) in &fields {
                        let field = schema.base_field(name).unwrap_or_else(|| panic!("{} has no {name}", schema.key));
                        let expected = |n: usize| Value::Int(number(row, at + n * width, *width, *signed));
                        let expected =
                            if *count == 1 { expected(0) } else { Value::List((0..*count).map(expected).collect()) };
                        let read = record.get(field).unwrap();
                        let place = || format!("{}: level {} {}/{}", case.name, id.0, table.key(), record.position());
                        assert_eq!(read, expected, "{}.{name}", place());
                        numbers += count;
                    }
                }
            }
        }
    }
    println!("{numbers} numbers of {files} files agree");
    assert!(numbers > 500);
}

/// Rows of a golden file: the lines behind comments and heading, split at tabs.
fn golden(text: &str) -> Vec<Vec<&str>> {
    text.lines().filter(|l| !l.starts_with('#')).skip(1).map(|l| l.split('\t').collect()).collect()
}

fn name_hash(name: &str) -> String {
    format!("{:016x}", hash(name.trim().as_bytes()))
}

#[test]
fn the_levels_of_the_first_game_have_the_published_figures() {
    let rows = golden(include_str!("../../goldens/marathon/levels-first-game.tsv"));
    let Some(path) = data("marathon/official/m1/Map.scen") else { return };
    let mut document = open_bytes(std::fs::read(path).unwrap()).unwrap().document;
    document.decode_all();
    assert_eq!(document.state().ids().count(), rows.len());
    let mut totals = [0usize; 8];
    for (id, row) in document.state().ids().zip(&rows) {
        let level = document.state().level(id).unwrap();
        let keys = ["endpoints", "lines", "sides", "polygons", "lights_m1", "annotations", "objects", "platforms"];
        for (n, key) in keys.into_iter().enumerate() {
            let count = level.tables().filter(|t| t.key() == key).map(Table::len).sum::<usize>();
            assert_eq!(count.to_string(), row[1 + n], "level {}: {key}", id.0);
            totals[n] += count;
        }
        let info = level.row(level.table("info").unwrap(), 0).unwrap();
        let fields = ["environment_code", "music", "mission_flags", "environment_flags", "entry_flags"];
        let flags = fields.map(|field| info.int(field).unwrap().to_string());
        assert_eq!(flags.join("/"), row[9], "level {}", id.0);
        assert_eq!(name_hash(&document.source().name(id)), row[10], "level {}", id.0);
    }
    assert_eq!(totals, [18175, 25862, 20658, 7595, 361, 45, 3906, 530]);
}

#[test]
fn the_community_levels_have_the_published_figures() {
    let rows = golden(include_str!("../../goldens/marathon/levels-community.tsv"));
    assert_eq!(rows.len(), 44);
    let Some(folder) = data("marathon") else { return };
    for row in &rows {
        let [file, version, tail, chunks, name] = row[..] else { panic!("{row:?}") };
        let bytes = std::fs::read(folder.join(file)).unwrap();
        let raw = raw_levels(data_fork(&bytes));
        let [level] = &raw[..] else { panic!("{file} has {} levels", raw.len()) };
        assert!(level.application.is_empty(), "{file}");
        assert_eq!(number(&bytes, 0, 2, true).to_string(), version, "{file}");
        let end = size_at(&bytes, 72) + 10;
        assert_eq!((bytes.len() - end).to_string(), tail, "{file}");

        let mut opened = open_bytes(bytes.clone()).unwrap();
        let decoded = opened.document.level(LevelId(0)).unwrap();
        for part in chunks.split(' ') {
            let (tag, count) = part.split_once('=').unwrap();
            let table = decoded.tables().find(|t| t.tag.as_ref() == tag.as_bytes());
            let table = table.unwrap_or_else(|| panic!("{file} has no {tag}"));
            let found = match tag {
                "term" => format!("{}/{}", table.len(), table.bytes().len()),
                "iidx" => (table.bytes().len() / 2).to_string(),
                _ => table.len().to_string(),
            };
            assert_eq!(found, count, "{file}: {tag}");
            assert_eq!(table.bytes(), level.chunk(tag.as_bytes().try_into().unwrap()), "{file}: {tag}");
        }
        assert_eq!(name_hash(&opened.document.source().name(LevelId(0))), name, "{file}");
    }
}
