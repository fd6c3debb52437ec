//! Fixed point in a vector, bits over two words, a value split over both: the spawn record
//! (warriors.md 1.4).

use super::{open, refused, row, set, written};
use crate::document::{Document, TableSpec};
use crate::record::codec::le::*;
use crate::record::codec::{Array, Bits, Elsewhere};
use crate::record::{BitSpan, ColourForm, Int, Kind, Number, Order, Role, Target, Value};

/// 4096 is one.
static UNIT: Kind = Kind::Fixed { fraction: 12 };

const WORD: Number = Number { int: Int::U32, order: Order::Little };
/// Made up: the bits that nobody knows in either word, as one number.
static UNKNOWN: &[BitSpan] = &[BitSpan::new(0x20, WORD, 14, 8), BitSpan::new(0x24, WORD, 30, 2)];

crate::flag_names! {
    STATE = "spawn state", "warriors.md 1.4":
        0 "pinned" "", 1 "live" "", 2 "removed" "Never made again.", 3 "caller" "", 4 "hidden" "",
        5 "message on spawn" "", 6 "left leaf" "", 7 "right leaf" "", 8 "timed" ""
}

crate::record_table! {
    /// Something that is made when its zone is on and the player is near.
    pub(super) SPAWN: Spawn, SpawnField = "miniature.spawn", "Spawn record", 40 bytes, "warriors.md 1.4";
    /// How it is turned.
    rotation @ 0: Array<I16, 4>, each(&UNIT), vector(), role(Role::Rotation);
    /// Where it stands, in metres.
    position @ 8: Array<F32, 3>, vector(), role(Role::Position);
    /// Its colour.
    tint @ 0x14: U32, colour(ColourForm::Rgba32), role(Role::Colour);
    /// The world flag linked to it.
    flag @ 0x18: U16, link_none(Target::Outside("flag"), &[0xFFFF]);
    /// Kept.
    unknown_1a @ 0x1A: U16;
    /// Its parent's handle.
    parent @ 0x1C: U32;
    /// Which type.
    type_index @ 0x20: Bits<U32, 0, 14>, link_none(Target::Row("types"), &[]);
    /// Kept, over both words.
    unknown @ 0: Elsewhere, split(UNKNOWN, false);
    /// Which zone switches it.
    zone @ 0x20: Bits<U32, 22, 10>, limits(0, 254);
    /// The live object.
    live_index @ 0x24: Bits<U32, 0, 16>;
    /// What has become of it.
    state @ 0x24: Bits<U32, 16, 10>, flags(&STATE);
    /// State given to it on spawn; 6 for none.
    given @ 0x24: Bits<U32, 26, 4>;
}

pub(super) static SPAWNS: TableSpec = TableSpec::new("spawns", "Spawn records", &SPAWN);

fn document() -> Document {
    let mut bytes = [0xABu8; 80];
    for (i, q) in [0i16, 0, 2896, 2897].iter().enumerate() {
        bytes[40 + 2 * i..][..2].copy_from_slice(&q.to_le_bytes());
    }
    for (i, p) in [1.5f32, -2.0, 0.1].iter().enumerate() {
        bytes[48 + 4 * i..][..4].copy_from_slice(&p.to_le_bytes());
    }
    bytes[72..76].copy_from_slice(&(300u32 | 0x5A << 14 | 26 << 22).to_le_bytes());
    bytes[76..80].copy_from_slice(&(0xFFFFu32 | 0b10_0000_0101 << 16 | 6 << 26 | 2 << 30).to_le_bytes());
    open(|build| {
        build.packed(&SPAWNS, b"SPWN", 0, 40, &bytes);
    })
}

#[test]
fn both_words_are_read_bit_by_bit() {
    let document = document();
    let draft = document.draft();
    let spawn = draft.row(super::HERE, "spawns", 1).unwrap();
    let int = |name| spawn.int(name).unwrap();
    assert_eq!((int("type_index"), int("zone"), int("live_index"), int("given")), (300, 26, 0xFFFF, 6));
    assert_eq!(int("unknown"), 0x5A | 2 << 8);
    assert_eq!(SpawnField::state.field().show(&Value::Int(int("state"))), "pinned, removed, 0x200");
    let view = Spawn::new(spawn.head(), 0).unwrap();
    assert_eq!((view.type_index(), view.zone(), view.position()), (300, 26, [1.5, -2.0, 0.1]));
    let rotation = SpawnField::rotation.field();
    assert_eq!(rotation.show(&spawn.get(rotation).unwrap()), "0, 0, 0.70703125, 0.707275390625");
}

#[test]
fn moving_it_leaves_its_rotation_and_its_words() {
    let mut document = document();
    let node = row(&document, "spawns", 1);
    let draft = document.draft();
    let position = SpawnField::position.field();
    let present = draft.record(node).unwrap().get(position).unwrap();
    let shown = position.show(&present);
    assert_eq!(shown, "1.5, -2, 0.1");
    let moved = crate::record::parse_shown(position, "1.5, 4, 0.1", &present).unwrap();
    drop(draft);
    assert_eq!(set(&mut document, node, "position", moved), [54, 55], "the bytes of -2 that differ from 4's");
}

#[test]
fn each_run_of_bits_changes_by_itself() {
    let mut document = document();
    let node = row(&document, "spawns", 1);
    assert_eq!(set(&mut document, node, "zone", Value::Int(0)), [74, 75]);
    assert_eq!(set(&mut document, node, "type_index", Value::Int(0x3FFF)), [72, 73]);
    assert_eq!(set(&mut document, node, "unknown", Value::Int(0x1A5)), [73, 74, 79]);
    let draft = document.draft();
    let spawn = draft.record(node).unwrap();
    let int = |name| spawn.int(name).unwrap();
    assert_eq!((int("type_index"), int("zone"), int("unknown")), (0x3FFF, 0, 0x1A5));
    assert_eq!((int("live_index"), int("state"), int("given")), (0xFFFF, 0x205, 6));
    for (field, beyond) in [("zone", 255), ("type_index", 0x4000), ("unknown", 0x400), ("given", 16), ("flag", -1)] {
        let words = refused(&document, node, field, Value::Int(beyond));
        assert!(words.starts_with(&format!("{field}: {beyond} is outside 0..")), "{words}");
    }
    assert_eq!(written(document.state(), "spawns")[..40], [0xAB; 40], "the neighbour stays");
}
