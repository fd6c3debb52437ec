//! What a `.lev` and a `warriors.glr` say, byte by byte, and counts that lie (`warriors.md` 1.8 to 1.11).

use levelwright_model::document::{Level, LevelBuilder, LevelId};
use levelwright_model::games::warriors::records::{Mesh, MeshPoint, Model, NavLink, NavPolygon, Triangle};
use levelwright_model::record::Value;

use super::lent::{chunks, container, decode_glr, decode_lev, recognise_lev};

/// Three points and two triangles, the second of a running door of level 95 (`warriors.md` 6, fact 54).
fn mesh() -> Vec<(u32, Vec<u8>)> {
    let points: Vec<u8> = [1.0f32, 2.0, 3.0, 1.0].iter().cycle().take(12).flat_map(|n| n.to_le_bytes()).collect();
    let triangles = [0, 0, 1, 0, 2, 0, 0x01, 0xF0, 5, 7, 2, 0, 1, 0, 0, 0, 0x43, 0xF4, 13, 9];
    let mut header = vec![0; 160];
    header[0x84] = 2;
    header[0x90] = 3;
    vec![(0x52, vec![0; 16]), (7, points), (4, triangles.to_vec()), (5, vec![]), (6, vec![]), (3, header)]
}

fn read(chunks: &[(u32, Vec<u8>)]) -> Result<Level, String> {
    let mut build = LevelBuilder::new(LevelId(0));
    decode_lev(&container(9, chunks), &mut build, "level1.lev").map_err(|fault| fault.message)?;
    Ok(build.finish())
}

#[test]
fn a_container_begins_with_its_count_and_sum_and_pads_its_chunks() {
    let bytes = container(9, &mesh());
    let word = |at: usize| u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap());
    assert_eq!([0, 4, 8, 12].map(word), [6, 16 + 48 + 32 + 160, 0, 9]);
    let found: Vec<(u32, usize, usize)> =
        chunks("x", &bytes).unwrap().into_iter().map(|c| (c.kind, c.data.start, c.data.len())).collect();
    // 20 bytes of triangles are padded to 32: the chunk's size says nothing of how many there are.
    let want = [(0x52, 32, 16), (7, 64, 48), (4, 128, 32), (5, 176, 0), (6, 192, 0), (3, 208, 160)];
    assert_eq!(found, want);
    assert!(recognise_lev(&bytes));
    let mut other = bytes.clone();
    other[8] = 1;
    assert!(!recognise_lev(&other), "the third word is 0");
}

#[test]
fn points_and_triangles_lie_where_the_game_has_them() {
    let level = read(&mesh()).unwrap();
    let head = |key: &str, at| level.table(key).unwrap().row_head(at).unwrap().to_vec();
    let (whole, point, triangle) = (head("mesh", 0), head("mesh_points", 2), head("triangles", 1));
    assert_eq!(level.table("triangles").unwrap().len(), 2);
    let whole = Mesh::new(&whole, 0).unwrap();
    assert_eq!((whole.triangle_count(), whole.vertex_count()), (2, 3));
    let point = MeshPoint::new(&point, 0).unwrap();
    assert_eq!([point.x(), point.y(), point.z(), point.w()], [1.0, 2.0, 3.0, 1.0]);
    let door = Triangle::new(&triangle, 0).unwrap();
    assert_eq!([door.v0(), door.v1(), door.v2(), door.flags()], [2, 1, 0, 0xF443]);
    assert_eq!((door.material(), door.area()), (13, 9));
    let material = level.row(level.table("triangles").unwrap(), 1).unwrap().shown("material");
    assert!(material.contains("CAR_HOOD"), "{material}");
}

trait Shown {
    fn shown(&self, field: &str) -> String;
}

impl Shown for levelwright_model::document::Record<'_> {
    fn shown(&self, field: &str) -> String {
        let field = self.schema().base_field(field).unwrap();
        field.show(&self.get(field).unwrap_or(Value::Computed))
    }
}

#[test]
fn counts_that_lie_are_told_and_nothing_is_read_behind_the_end() {
    let with = |chunk: usize, at: usize, bytes: &[u8]| {
        let mut made = mesh();
        made[chunk].1.splice(at..at + bytes.len(), bytes.iter().copied());
        read(&made).unwrap_err()
    };
    assert!(with(5, 0x84, &[4, 0]).contains("says 4 triangles"), "32 bytes hold 3");
    assert!(with(5, 0x84, &[0xFF, 0xFF]).contains("65535"));
    assert!(with(5, 0x90, &[4]).contains("says 4 points"));
    assert!(with(5, 0x90, &[0xFF; 4]).contains("4294967295"));
    // Triangles whose points are not there are kept and named.
    let mut wild = mesh();
    wild[2].1[10] = 3;
    assert!(read(&wild).unwrap().notices()[0].message.contains("triangle 1"));
    for missing in [1, 2, 5] {
        let mut made = mesh();
        made.remove(missing);
        assert!(read(&made).unwrap_err().contains("no chunk"), "{missing}");
    }
    let mut short = mesh();
    short[5].1.truncate(144);
    assert!(read(&short).unwrap_err().contains("not 160"));
    // A container whose count or whose chunk reaches beyond its end.
    let good = container(9, &mesh());
    for (at, word) in [(0, 7u32), (0, u32::MAX), (16 + 4, u32::MAX), (16 + 4, 0xFFFF_FFF0)] {
        let mut bytes = good.clone();
        bytes[at..at + 4].copy_from_slice(&word.to_le_bytes());
        assert!(chunks("x", &bytes).is_err(), "{at} {word}");
    }
    for end in 0..good.len() {
        assert!(chunks("x", &good[..end]).is_err(), "{end}");
    }
}

#[test]
fn models_lie_16_bytes_behind_their_count() {
    let numbers: Vec<u8> = (1..=18u32).flat_map(|n| n.to_le_bytes()).collect();
    let list = |count: u32| [&count.to_le_bytes()[..], &[0xEE; 12], &numbers].concat();
    let read = |list: Vec<u8>| {
        let mut build = LevelBuilder::new(LevelId(0));
        decode_glr(&container(0, &[(0x46, list)]), &mut build, "warriors.glr").map_err(|fault| fault.message)?;
        Ok::<Level, String>(build.finish())
    };
    let level = read(list(2)).unwrap();
    let row = level.table("models").unwrap().row_head(1).unwrap().to_vec();
    assert_eq!(row.len(), 36);
    let model = Model::new(&row, 0).unwrap();
    assert_eq!([model.type_hash(), model.damaged_hash(), model.model_hash()], [10, 11, 12]);
    assert_eq!([model.texture_hash(), model.second_texture_hash()], [13, 14]);
    assert_eq!(
        [model.model_size(), model.model_size_2(), model.texture_size(), model.second_texture_size()],
        [15, 16, 17, 18]
    );
    // 88 bytes are padded to 96: a third model would have half a record.
    for count in [3, 0xFFFF_FFFF, 0x0E38_E38E, 0x71C7_1C72] {
        assert!(read(list(count)).unwrap_err().contains(&count.to_string()), "{count}");
    }
    assert!(
        read(vec![]).is_ok_and(|level| level.table("models").is_none_or(|t| t.is_empty())) || read(vec![]).is_err()
    );
}

#[test]
fn a_link_holds_a_doors_number_in_13_bits_and_is_avoided_by_its_last() {
    // `warriors.md` 1.9, 6 (55, 56): door 15, kind 0x10.
    let link = |word: u16| {
        let bytes = [&219u32.to_le_bytes()[..], &0x10u16.to_le_bytes(), &word.to_le_bytes()].concat();
        let link = NavLink::new(&bytes, 0).unwrap();
        (link.node(), link.kind(), link.door(), link.unknown(), link.avoid())
    };
    assert_eq!(link(15), (219, 0x10, 15, 0, 0));
    assert_eq!(link(0x800F), (219, 0x10, 15, 0, 1));
    assert_eq!(link(0x7FFF), (219, 0x10, 8191, 3, 0));
    let mut polygon = [0; 0x50];
    polygon[0x48] = 7;
    assert_eq!(NavPolygon::new(&polygon, 0).unwrap().flags(), 7);
    assert_eq!((NavLink::SIZE, NavPolygon::SIZE), (8, 0x50));
}
