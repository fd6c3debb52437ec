//! The published objects of `oni.md` appendix A, made with the plans and edited as people edit: each comes out in the
//! published size and with the published bytes, and lists of them in the published lengths.

use super::tests::{document, list, make, place, run};
use crate::document::{Document, LevelId, NodeId};
use crate::edit::local;
use crate::games::oni::chunk::{self, ObjectType};
use crate::games::oni::objects::kind_of_table;
use crate::record::Value;

const HERE: LevelId = LevelId(0);
/// Size field, tag, id and flags, position and rotation lie before an object's own data (`oni.md` 2.1).
const OWN: usize = 0x28;

enum Set {
    Int(&'static str, i128),
    Real(&'static str, f64),
    Text(&'static str, &'static str),
    Vector(&'static str, &'static [f64]),
}
use Set::{Int, Real, Text, Vector};

struct Published {
    tag: &'static [u8; 4],
    /// The object's size field.
    size: u32,
    id: u32,
    flags: u32,
    position: [f64; 3],
    rotation: [f64; 3],
    fields: &'static [Set],
    /// Children as they are stored: list of a melee profile, bytes.
    children: &'static [(usize, &'static [u8])],
    /// Children of zeros, for what is known by its count alone: list, count, size of each.
    blanks: &'static [(usize, usize, usize)],
    /// Bytes that are published or follow at once, by their place in the object's own data.
    bytes: &'static [(usize, &'static [u8])],
    /// Number of objects and length of the list, where all of the list have the size of the first.
    list: Option<(usize, u32)>,
}

const NONE: Published = Published {
    tag: b"CHAR",
    size: 0,
    id: 0,
    flags: 0,
    position: [0.0; 3],
    rotation: [0.0; 3],
    fields: &[],
    children: &[],
    blanks: &[],
    bytes: &[],
    list: None,
};

/// An event that calls `level3c`.
const LEVEL_3C: &[u8] = b"\x01\0level3c\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0\0";

const ROWS: &[Published] = &[
    Published {
        tag: b"CHAR",
        size: 544,
        id: 6535,
        position: [314.981597, -27.0, 39.509368],
        rotation: [0.0, 270.0, 0.0],
        fields: &[Int("flags", 1), Text("class", "konoko_generic"), Text("name", "konoko"), Text("weapon", "w1_tap")],
        bytes: &[(0, &[1, 0, 0, 0]), (0x04, b"konoko_generic\0"), (0x44, b"konoko\0"), (0x64, b"w1_tap\0")],
        list: Some((65, 35628)),
        ..NONE
    },
    Published {
        tag: b"CMBT",
        size: 180,
        id: 368,
        position: [-223.332321, 17.832436, -116.511253],
        fields: &[
            Text("name", "Stand_and_Fire"),
            Int("id", 0),
            Int("long_range", 2),
            Int("medium_range_behaviour", 2),
            Int("short_range_behaviour", 2),
            Int("medium_retreat", 2),
            Int("long_retreat", 2),
            Real("medium_range", 120.0),
            Int("melee_override", 1),
        ],
        bytes: &[
            (0, b"Stand_and_Fire\0"),
            (0x40, &[0, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0, 2, 0, 0, 0]),
            (0x58, &[0, 0, 0xF0, 0x42, 1, 0, 0, 0]),
        ],
        list: Some((19, 3504)),
        ..NONE
    },
    Published {
        tag: b"CONS",
        size: 328,
        id: 5463,
        flags: 8,
        position: [944.194396, -27.0, 29.377639],
        rotation: [0.000036, 270.0, 0.0],
        fields: &[
            Text("class", "console_data"),
            Int("id", 1),
            Int("flags", 8),
            Text("inactive_texture", "_con_INFO"),
            Text("active_texture", "_con_INFO"),
            Text("used_texture", "_con_INFO"),
        ],
        children: &[(0, LEVEL_3C)],
        bytes: &[
            (0, b"console_data\0"),
            (0x3F, &[1, 0, 8, 0]),
            (0x43, b"_con_INFO\0"),
            (0x82, b"_con_INFO\0"),
            (0xC1, b"_con_INFO\0"),
            (0x100, b"\x01\0\x01\0level3c\0"),
        ],
        list: Some((11, 3660)),
        ..NONE
    },
    Published {
        tag: b"DOOR",
        size: 252,
        id: 6421,
        flags: 8,
        position: [207.0, 108.0, -408.996826],
        rotation: [0.0, 0.040410, 0.0],
        fields: &[
            Text("class", "TCdouble"),
            Int("id", 1),
            Int("key", 0),
            Int("flags", 0x15),
            Vector("center", &[207.0, 123.0, -408.996826]),
        ],
        // 207 and 123 as floats; 900 is the usual radius.
        bytes: &[
            (0, b"TCdouble\0"),
            (0x3F, &[1, 0, 0, 0, 0x15, 0]),
            (0x45, &[0, 0, 0x4F, 0x43, 0, 0, 0xF6, 0x42]),
            (0x51, &[0, 0, 0x61, 0x44]),
            (0xD3, &[0, 0]),
        ],
        list: Some((56, 14344)),
        ..NONE
    },
    Published {
        tag: b"FLAG",
        size: 172,
        id: 6708,
        position: [30.013, -13.501999, -402.638],
        fields: &[Int("colour", 0xFF00_FF00), Int("prefix", 0x4D58), Int("id", 0)],
        bytes: &[(0, &[0x00, 0xFF, 0x00, 0xFF, 0x58, 0x4D, 0, 0])],
        list: Some((212, 37320)),
        ..NONE
    },
    Published {
        tag: b"FURN",
        size: 116,
        id: 3829,
        flags: 8,
        position: [-62.692001, -29.0, 108.349998],
        rotation: [181.522, 356.021, 178.114],
        fields: &[Text("class", "_tctf_bigvan")],
        bytes: &[(0, b"_tctf_bigvan\0")],
        list: Some((357, 42848)),
        ..NONE
    },
    Published {
        tag: b"MELE",
        size: 5416,
        id: 630,
        fields: &[
            Int("id", 9),
            Text("name", "NINJA_Easy"),
            Text("class", "ninja_easy_1"),
            Int("notice", 100),
            Int("dodge_base", 100),
            Int("dodge_extra", 30),
            Int("dodge_extra_damage", 5),
            Int("block_single", 15),
            Int("block_group", 20),
        ],
        // How the size is shared out is not published: 5,176 bytes of techniques (88 each) and moves (16 each).
        blanks: &[(0, 20, 88), (1, 5, 88), (2, 4, 88), (3, 164, 16)],
        bytes: &[
            (0, &[9, 0, 0, 0]),
            (4, b"NINJA_Easy\0"),
            (0x44, b"ninja_easy_1\0"),
            (0x84, &[100, 0, 0, 0, 100, 0, 0, 0, 30, 0, 0, 0, 5, 0, 0, 0, 15, 0, 0, 0, 20, 0, 0, 0]),
            (0xBC, &[20, 0, 0, 0, 5, 0, 0, 0, 4, 0, 0, 0, 164, 0, 0, 0]),
        ],
        ..NONE
    },
    Published {
        tag: b"NEUT",
        size: 336,
        id: 1853,
        position: [146.41217, -48.820552, 1027.55249],
        fields: &[
            Int("id", 2),
            Int("flags", 2),
            Real("trigger_range", 100.0),
            Real("talk_range", 40.0),
            Real("follow_range", 200.0),
            Real("enemy_range", 70.0),
            Text("trigger_speech", "civfem_trigger"),
            Text("abort_speech", "civfem_abort"),
            Text("enemy_speech", "civfem_enemy"),
            Text("weapon", "w6_vdg"),
        ],
        children: &[(0, &[0; 40]), (0, &SECOND_LINE)],
        bytes: &[
            (0x20, &[2, 0, 2, 0, 2, 0, 0, 0]),
            (0x28, &[0, 0, 0xC8, 0x42, 0, 0, 0x20, 0x42, 0, 0, 0x48, 0x43, 0, 0, 0x8C, 0x42]),
            (0x38, b"civfem_trigger\0"),
            (0x58, b"civfem_abort\0"),
            (0x78, b"civfem_enemy\0"),
            (0xB8, b"w6_vdg\0"),
            (0xDC + 40, &[2, 0, 0, 0, 202, 0]),
        ],
        ..NONE
    },
    Published {
        tag: b"PATR",
        size: 120,
        id: 6767,
        position: [642.672363, 16.893995, -379.604858],
        fields: &[Text("name", "Floor1_Stk_1"), Int("id", 0), Int("return_to_nearest", 1)],
        // 600 frames at flag 203, 80 degrees; the seed says that the path ends in a loop naming itself.
        children: &[
            (0, &[19, 0, 0, 0, 0x58, 2, 0xCB, 0, 0, 0, 0xA0, 0x42]),
            (0, &[19, 0, 0, 0, 0x58, 2, 0xCB, 0, 0, 0, 0xA0, 0x42]),
            (0, &[19, 0, 0, 0, 0x58, 2, 0xCB, 0, 0, 0, 0xA0, 0x42]),
            (0, &[16, 0, 0, 0, 3, 0, 0, 0]),
        ],
        bytes: &[(0, b"Floor1_Stk_1\0"), (0x20, &[4, 0, 0, 0, 0, 0, 1, 0, 19, 0, 0, 0, 0x58, 2, 203, 0])],
        ..NONE
    },
    Published {
        tag: b"PWRU",
        size: 40,
        id: 7340,
        position: [990.254, 0.0, 0.0],
        bytes: &[(0, b"HYPO")],
        list: Some((12, 536)),
        ..NONE
    },
    Published {
        tag: b"SNDG",
        size: 104,
        id: 9005,
        position: [-254.32309, 82.540916, 27.693319],
        fields: &[
            Text("name", "city_amb01"),
            Int("shape", 0x564C_4D45),
            Vector("box_min", &[-1082.5, -110.0, -101.0]),
            Vector("box_max", &[1082.5, 110.0, 101.0]),
            Real("volume", 1.0),
            Real("pitch", 1.0),
        ],
        bytes: &[
            (0, b"city_amb01\0"),
            (0x20, b"EMLV"),
            (0x24, &[0, 0x50, 0x87, 0xC4]),
            (0x3C, &[0, 0, 0x80, 0x3F, 0, 0, 0x80, 0x3F]),
        ],
        list: Some((144, 15560)),
        ..NONE
    },
    Published {
        tag: b"TRGV",
        size: 352,
        id: 7149,
        position: [729.11499, 0.0, -403.691009],
        fields: &[
            Text("name", "trigger_volume_01"),
            Text("entry_script", "spawn_floor2_guards"),
            Int("teams", 0xFFFF_FF01),
            Vector("size", &[31.0, 51.0, 34.0]),
            Int("id", 1),
            Int("parent", 0),
        ],
        bytes: &[
            (0, b"trigger_volume_01\0"),
            (0x3F, b"spawn_floor2_guards\0"),
            (0x9F, &[0x01, 0xFF, 0xFF, 0xFF, 0, 0, 0xF8, 0x41]),
            (0xAF, &[1, 0, 0, 0, 0, 0, 0, 0]),
        ],
        list: Some((37, 13180)),
        ..NONE
    },
    Published {
        tag: b"TRGV",
        size: 352,
        id: 7383,
        flags: 1,
        position: [-651.5666, -298.0, -633.4166],
        fields: &[
            Text("name", "trigger_volume_46"),
            Text("entry_script", "train_block2"),
            Text("exit_script", "block_path"),
            Int("teams", 255),
            Vector("size", &[46.0, 31.0, 46.0]),
            Int("id", 46),
            Int("flags", 0x80),
        ],
        bytes: &[
            (0x3F, b"train_block2\0"),
            (0x7F, b"block_path\0"),
            (0x9F, &[0xFF, 0, 0, 0]),
            (0xAF, &[46, 0, 0, 0]),
            (0x137, &[0x80, 0, 0, 0]),
        ],
        ..NONE
    },
    Published {
        tag: b"TRIG",
        size: 128,
        id: 3861,
        flags: 9,
        position: [-131.978, -65.3, 297.976],
        fields: &[
            Text("class", "trigger_evilbrain"),
            Int("id", 202),
            Int("flags", 0x4C),
            Int("colour", 0xFFFF_0000),
            Real("start", 0.5),
            Real("speed", 0.75),
            Int("emitters", 2),
            Int("ticks_on", 0),
            Int("ticks_off", 0),
        ],
        children: &[(0, &[2, 0, 20, 0])],
        bytes: &[
            (0, b"trigger_evilbrain\0"),
            (0x3F, &[202, 0, 0x4C, 0, 0x00, 0x00, 0xFF, 0xFF]),
            (0x47, &[0, 0, 0, 0x3F, 0, 0, 0x40, 0x3F, 2, 0, 0, 0, 0, 0]),
            // The event, and one byte of padding.
            (0x55, &[1, 0, 2, 0, 20, 0, 0]),
        ],
        list: Some((21, 2780)),
        ..NONE
    },
    Published {
        tag: b"TURR",
        size: 144,
        id: 8120,
        flags: 9,
        position: [-407.761383, 74.0, 179.084717],
        rotation: [0.0, 180.0, 0.0],
        fields: &[Text("class", "phr_turret_wall"), Int("id", 1), Int("flags", 0), Int("teams", 1)],
        bytes: &[(0, b"phr_turret_wall\0"), (0x3F, &[1, 0, 0, 0]), (0x67, &[1, 0, 0, 0])],
        list: Some((7, 1044)),
        ..NONE
    },
];

/// Gives something, animation 202 (`oni.md` appendix A); what of the two animations it is, is not published.
const SECOND_LINE: [u8; 40] = {
    let mut line = [0; 40];
    line[0] = 2;
    line[4] = 202;
    line
};

fn set(document: &mut Document, node: NodeId, name: &str, value: &Value) {
    let mut draft = document.draft();
    let field = draft.field(node, name).unwrap();
    draft.set(node, field, value).unwrap_or_else(|refusal| panic!("{name}: {refusal}"));
    document.commit(draft, "field").unwrap();
}

fn vector(list: &[f64]) -> Value {
    Value::List(list.iter().map(|v| Value::Real(f64::from(*v as f32))).collect())
}

fn child(document: &mut Document, node: NodeId, list: usize, bytes: &[u8]) {
    let mut draft = document.draft();
    let record = draft.record(node).unwrap();
    let parent = if record.schema().lists.is_empty() { node } else { record.child(list).unwrap().id() };
    let at = draft.record(parent).unwrap().children().map_or(0, |c| c.len());
    local::insert_child(&mut draft, parent, at, bytes.to_vec()).unwrap();
    document.commit(draft, "child").unwrap();
}

fn word(bytes: &[u8], at: usize) -> u32 {
    u32::from_le_bytes(bytes[at..at + 4].try_into().unwrap())
}

fn float(bytes: &[u8], at: usize) -> f32 {
    f32::from_bits(word(bytes, at))
}

fn built(row: &Published) -> (Document, NodeId, Vec<u8>) {
    let of = ObjectType::of_tag(row.tag).unwrap();
    let kind = kind_of_table(of.table.key).unwrap().key;
    let mut document = document();
    let has_place = !matches!(row.tag, b"PATR" | b"NEUT" | b"CMBT" | b"MELE");
    let node = if has_place { place(&mut document, kind, [0; 3]) } else { make(&mut document, kind, &[]) };
    set(&mut document, node, "object_id", &Value::Int(row.id.into()));
    set(&mut document, node, "object_flags", &Value::Int(row.flags.into()));
    set(&mut document, node, "position", &vector(&row.position));
    set(&mut document, node, "rotation", &vector(&row.rotation));
    for field in row.fields {
        match field {
            Int(name, value) => set(&mut document, node, name, &Value::Int(*value)),
            Real(name, value) => set(&mut document, node, name, &Value::Real(*value)),
            Text(name, value) => set(&mut document, node, name, &Value::Text((*value).to_owned())),
            Vector(name, value) => set(&mut document, node, name, &vector(value)),
        }
    }
    for (list, bytes) in row.children {
        child(&mut document, node, *list, bytes);
    }
    for (list, count, size) in row.blanks {
        (0..*count).for_each(|_| child(&mut document, node, *list, &vec![0; *size]));
    }
    let bytes = chunk::encode(document.state().level(HERE).unwrap().table(of.table.key).unwrap());
    (document, node, bytes)
}

#[test]
fn objects_of_every_published_row_come_out_in_the_published_size_and_bytes() {
    for row in ROWS {
        let of = ObjectType::of_tag(row.tag).unwrap();
        let name = of.word;
        let (mut document, node, bytes) = built(row);
        // Chunk header, one object, terminator (`oni.md` 2.1).
        assert_eq!(&bytes[..4], b"CJBO", "{name}");
        assert_eq!((word(&bytes, 4), word(&bytes, 8)), (row.size + 12, 39), "{name}");
        assert_eq!(bytes.len(), 12 + 4 + row.size as usize + 4, "{name}");
        let object = &bytes[12..];
        assert_eq!(word(object, 0), row.size, "{name}");
        assert_eq!(object[4..8], of.stored_tag(), "{name}");
        assert_eq!((word(object, 8), word(object, 12)), (row.id, row.flags), "{name}");
        for axis in 0..3 {
            assert_eq!(float(object, 16 + 4 * axis), row.position[axis] as f32, "{name}");
            assert_eq!(float(object, 28 + 4 * axis), row.rotation[axis] as f32, "{name}");
        }
        for (at, want) in row.bytes {
            assert_eq!(&object[OWN + at..OWN + at + want.len()], *want, "{name} at {at:#X}");
        }
        // The list as long as the published one.
        if let Some((count, length)) = row.list {
            run(&mut document, "duplicate", &vec![node; count - 1], &[]).unwrap();
            let bytes = chunk::encode(document.state().level(HERE).unwrap().table(of.table.key).unwrap());
            assert_eq!((word(&bytes, 4), bytes.len() as u32), (length, length + 8), "{name}");
        }
        if row.tag == b"DOOR" {
            assert_eq!(list(&document, node, "center")[..2], [207.0, 123.0]);
        }
    }
}

#[test]
fn every_row_of_the_appendix_is_here() {
    let tags: std::collections::BTreeSet<&[u8]> = ROWS.iter().map(|row| row.tag.as_slice()).collect();
    // Particles and weapons are not in it; their sizes are in `records::tests`.
    assert_eq!((ROWS.len(), tags.len()), (15, 14));
}
