use super::*;
use crate::document::{Level, LevelBuilder, LevelId};

fn list(objects: &[Vec<u8>]) -> Vec<u8> {
    let mut out = EMPTY[..12].to_vec();
    out.extend(objects.concat());
    out.extend([0; 4]);
    let size = out.len() as u32 - 8;
    out[4..8].copy_from_slice(&size.to_le_bytes());
    out
}

fn object_of(tag: &[u8; 4], data: &[u8]) -> Vec<u8> {
    let of = ObjectType::of_tag(tag).unwrap();
    let mut out = vec![0; 40];
    out[4..8].copy_from_slice(&of.stored_tag());
    out.extend_from_slice(data);
    while !out.len().is_multiple_of(4) {
        out.push(0xEE);
    }
    let size = out.len() as u32 - 4;
    out[..4].copy_from_slice(&size.to_le_bytes());
    out
}

fn read(tag: &[u8; 4], bytes: &[u8]) -> (Level, String) {
    let mut build = LevelBuilder::new(LevelId(0));
    decode(&mut build, ObjectType::of_tag(tag).unwrap(), bytes);
    let level = build.finish();
    assert_eq!(encode(level.tables().next().unwrap()), bytes, "every byte is in the table");
    let said: Vec<String> = level.notices().iter().map(|n| format!("{}: {}", n.place, n.message)).collect();
    (level, said.join("\n"))
}

#[test]
fn objects_are_read_and_written_back() {
    let mut path = vec![0; 40];
    path[0x20] = 2;
    path.extend([22, 0, 0, 0, 1, 1, 0, 0, 0]);
    let bytes = list(&[object_of(b"PATR", &path), object_of(b"PATR", &[0; 40])]);
    let (level, said) = read(b"PATR", &bytes);
    assert_eq!(said, "");
    let table = level.tables().next().unwrap();
    assert_eq!(encode(table), bytes);
    let first = level.row(table, 0).unwrap();
    assert_eq!((first.int("point_count"), first.tail()), (Some(2), &[0xEE; 3][..]));
    assert_eq!(first.child(0).unwrap().int("ignore"), Some(1));
    assert_eq!(read(b"WEAP", &EMPTY).1, "");
}

#[test]
fn a_short_sphere_is_a_sound_of_its_own() {
    let mut data = vec![0; 0x34];
    data[0x20..0x24].copy_from_slice(b"RHPS");
    data[0x27] = 0x3F;
    let (level, said) = read(b"SNDG", &list(&[object_of(b"SNDG", &data)]));
    assert_eq!(said, "");
    let record = level.row(level.tables().next().unwrap(), 0).unwrap();
    assert_eq!(record.schema().key, "oni.short_sound");
    data[0x20..0x24].copy_from_slice(b"EMLV");
    assert!(read(b"SNDG", &list(&[object_of(b"SNDG", &data)])).1.contains("Sound has at least 68"));
}

#[test]
fn counts_that_lie_keep_the_object_as_bytes() {
    let mut path = vec![0; 40];
    path[0x20..0x24].copy_from_slice(&[0xFF; 4]);
    path.extend([1, 0, 0, 0]);
    let said = read(b"PATR", &list(&[object_of(b"PATR", &path)])).1;
    assert!(said.contains("object 0: it says 4294967295 points, its 4 bytes behind the count hold 1"), "{said}");
    let mut profile = vec![0; 204];
    profile[0xBC..0xC0].copy_from_slice(&(-1i32).to_le_bytes());
    let said = read(b"MELE", &list(&[object_of(b"MELE", &profile)])).1;
    assert!(said.contains("says -1 attacks"), "{said}");
    let mut path = vec![0; 40];
    path[0x20] = 1;
    path.push(77);
    path.extend([0; 3]);
    let said = read(b"PATR", &list(&[object_of(b"PATR", &path)])).1;
    assert!(said.contains("number 0 of its points has the unknown type 77"), "{said}");
    let said = read(b"FLAG", &list(&[object_of(b"PWRU", &[0; 4])])).1;
    assert!(said.contains("it has the type PWRU, not FLAG"), "{said}");
}

#[test]
fn another_version_is_looked_at_only() {
    let mut bytes = list(&[object_of(b"WEAP", &[0; 32])]);
    bytes[8] = 0x26;
    let (level, said) = read(b"WEAP", &bytes);
    assert!(said.contains("version 38, only version 39 is known"), "{said}");
    let table = level.tables().next().unwrap();
    assert!(table.opaque.is_some() && table.len() == 1);
    assert_eq!(encode(table), bytes);
}

#[test]
fn every_prefix_is_read_without_loss() {
    let mut data = vec![0; 258];
    data[0x100] = 1;
    data.extend([2, 0, 7, 0]);
    let bytes = list(&[object_of(b"CONS", &data), object_of(b"CONS", &[0; 258])]);
    for end in 0..bytes.len() {
        let said = read(b"CONS", &bytes[..end]).1;
        assert!(!said.is_empty(), "{end}");
        // With a size that fits, what is cut off is an object or the terminator.
        if end >= 12 {
            let mut cut = bytes[..end].to_vec();
            cut[4..8].copy_from_slice(&(end as u32 - 8).to_le_bytes());
            read(b"CONS", &cut);
        }
    }
}
