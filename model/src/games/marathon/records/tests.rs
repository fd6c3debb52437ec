//! Golden bytes: written by the offsets of the specification, read by name.

use super::*;
use crate::record::{Facts, Field, Schema, Value};

/// Bytes of a record with big-endian numbers put at offsets.
struct Bytes(Vec<u8>);

impl Bytes {
    fn new(len: usize) -> Bytes {
        Bytes(vec![0; len])
    }

    fn short(mut self, at: usize, value: i16) -> Bytes {
        self.0[at..at + 2].copy_from_slice(&value.to_be_bytes());
        self
    }

    fn long(mut self, at: usize, value: i32) -> Bytes {
        self.0[at..at + 4].copy_from_slice(&value.to_be_bytes());
        self
    }
}

/// A record alone in a level with a data version.
struct Alone<'a>(&'a Schema, &'a [u8], i128);

impl Facts for Alone<'_> {
    fn field(&self, path: &str) -> Option<i128> {
        self.0.base_field(path)?.read(self.1, &[], 0).ok()?.as_int()
    }
    fn level(&self, name: &str) -> Option<i128> {
        (name == "data_version").then_some(self.2)
    }
    fn layout(&self) -> u16 {
        0
    }
}

fn field(schema: &Schema, bytes: &[u8], data_version: i128, name: &str) -> &'static Field {
    schema.field_for(name, &Alone(schema, bytes, data_version)).unwrap()
}

/// What people read in a field.
fn shown(schema: &Schema, bytes: &Bytes, data_version: i128, name: &str) -> String {
    let field = field(schema, &bytes.0, data_version, name);
    field.show(&field.read(&bytes.0, &[], 0).unwrap())
}

#[test]
fn sizes_are_those_of_the_specification() {
    let sizes = [
        (&POINT, 4),
        (&ENDPOINT, 16),
        (&LINE, 32),
        (&SIDE, 64),
        (&POLYGON, 128),
        (&LIGHT, 100),
        (&LIGHT_M1, 32),
        (&SAVED_LIGHT, 128),
        (&OBJECT, 16),
        (&PLATFORM, 32),
        (&SAVED_PLATFORM, 140),
        (&MEDIA, 32),
        (&AMBIENT_SOUND, 16),
        (&RANDOM_SOUND, 32),
        (&ANNOTATION, 72),
        (&PLACEMENT, 12),
        (&INFO, 88),
        (&DIRECTORY, 76),
        (&NAME_M1, 64),
        (&WAD, 128),
        (&TERMINAL, 10),
        (&TERMINAL_GROUPS, 0),
        (&TERMINAL_FACES, 0),
        (&TERMINAL_GROUP, 12),
        (&TERMINAL_FACE, 6),
    ];
    for (schema, size) in sizes {
        assert_eq!(schema.size_in(0), size, "{}", schema.key);
    }
}

#[test]
fn polygon_fields_lie_where_the_game_reads_them() {
    let bytes = Bytes::new(128)
        .short(4, 9)
        .short(6, 5)
        .short(8, 1)
        .short(24, 2)
        .short(40, (3 << 13 | 17 << 8 | 45) as i16)
        .short(42, -1)
        .short(44, -1024)
        .short(46, 2048)
        .short(48, 6)
        .short(50, 7)
        .long(52, 123_456)
        .short(58, 10)
        .short(60, 11)
        .short(62, 12)
        .short(64, 4)
        .short(66, 9)
        .short(84, 13)
        .short(86, 14)
        .short(88, -5)
        .short(90, 6)
        .short(92, 3)
        .short(108, 1)
        .short(114, 4)
        .short(116, -1)
        .short(118, 8)
        .short(120, 15)
        .short(122, 2)
        .short(124, 3);
    let p = Polygon::new(&bytes.0, 0).unwrap();
    assert_eq!((p.permutation(), p.vertex_count(), p.endpoints()[0], p.lines()[0], p.sides()[0]), (9, 5, 1, 2, 3));
    assert_eq!((p.floor_texture_clut(), p.floor_texture_collection(), p.floor_texture_shape()), (3, 17, 45));
    assert_eq!((p.ceiling_texture_clut(), p.ceiling_texture_collection(), p.ceiling_texture_shape()), (7, 31, 255));
    assert_eq!((p.floor_height(), p.ceiling_height(), p.floor_light(), p.ceiling_light()), (-1024, 2048, 6, 7));
    assert_eq!(
        (p.area(), p.first_exclusion(), p.line_exclusion_count(), p.point_exclusion_count()),
        (123_456, 10, 11, 12)
    );
    assert_eq!(
        (p.floor_transfer_mode(), p.ceiling_transfer_mode(), p.first_neighbor(), p.neighbor_count()),
        (4, 9, 13, 14)
    );
    assert_eq!((p.center_x(), p.center_y(), p.floor_origin_x(), p.ceiling_origin_y()), (-5, 6, 1, 4));
    assert_eq!((p.media(), p.media_light(), p.sound_sources(), p.ambient_sound(), p.random_sound()), (-1, 8, 15, 2, 3));
    assert!(Polygon::new(&bytes.0[..127], 0).is_none());
}

#[test]
fn a_polygons_lists_end_at_its_last_corner() {
    for count in 3..=7i16 {
        let bytes = Bytes::new(128).short(6, count).short(8, 40).short(24 + 2 * (count as usize - 1), 41);
        for name in ["endpoints", "lines", "adjacent_polygons", "sides"] {
            let field = field(&POLYGON, &bytes.0, 1, name);
            let Value::List(list) = field.read(&bytes.0, &[], 0).unwrap() else { panic!("{name} is no list") };
            assert_eq!(list.len(), count as usize, "{name}");
            assert!(field.is_link());
            if name == "lines" {
                assert_eq!(list.last(), Some(&Value::Int(41)));
            }
        }
        let spare = field(&POLYGON, &bytes.0, 1, "spare_sides").place.spans();
        assert_eq!(spare, [(92 + 2 * count as usize, 16 - 2 * count as usize)]);
    }
}

#[test]
fn polygon_types_have_other_numbers_in_marathon_1() {
    let bytes = Bytes::new(128).short(0, 15).short(4, 12);
    assert_eq!(shown(&POLYGON, &bytes, 0, "kind"), "automatic exit");
    assert_eq!(field(&POLYGON, &bytes.0, 0, "permutation").label, "Level");
    assert_eq!(shown(&POLYGON, &bytes, 1, "kind"), "dual monster trigger");
    assert!(!field(&POLYGON, &bytes.0, 2, "permutation").is_link());
    // What Marathon 1 does not have must not read as links to row 0.
    assert!(POLYGON.field_for("media", &Alone(&POLYGON, &bytes.0, 0)).is_none());
    assert!(SIDE.field_for("primary_light", &Alone(&SIDE, &[0; 64], 0)).is_none());
    for (kind, label) in
        [(4, "Team"), (5, "Platform"), (6, "Light"), (7, "Platform's polygon"), (10, "Destination"), (18, "Level")]
    {
        let bytes = Bytes::new(128).short(0, kind);
        assert_eq!(field(&POLYGON, &bytes.0, 1, "permutation").label, label);
    }
}

#[test]
fn side_fields_lie_where_the_game_reads_them() {
    let bytes = Bytes::new(64)
        .short(0, 4)
        .short(2, 2)
        .short(4, 100)
        .short(12, 101)
        .short(20, (17 << 8 | 9) as i16)
        .short(22, 5)
        .short(36, 6)
        .short(38, 14)
        .short(40, 77)
        .short(44, 15)
        .short(48, 1)
        .short(50, 2)
        .short(52, 3)
        .short(54, 4)
        .short(56, 5)
        .long(58, -0x8000);
    let s = Side::new(&bytes.0, 0).unwrap();
    assert_eq!((s.kind(), s.primary_x(), s.secondary_y(), s.transparent_texture_shape()), (4, 100, 101, 9));
    assert_eq!((s.transparent_texture_collection(), s.exclusion_zone()[0], s.exclusion_zone()[7]), (17, 5, 6));
    assert_eq!((s.polygon(), s.line(), s.primary_light(), s.secondary_light(), s.transparent_light()), (1, 2, 3, 4, 5));
    assert_eq!((s.panel_type(), s.panel_permutation(), s.secondary_transfer_mode()), (14, 77, 15));
    assert_eq!(s.ambient_delta(), -0x8000);
    assert_eq!(shown(&SIDE, &bytes, 1, "ambient_delta"), "-0.5");
    assert_eq!(shown(&SIDE, &bytes, 1, "panel_type"), "lava platform switch");
    assert_eq!(field(&SIDE, &bytes.0, 1, "panel_permutation").label, "Platform's polygon");
}

#[test]
fn a_panels_permutation_follows_its_class_and_version() {
    let label = |flags, panel, data_version| {
        let bytes = Bytes::new(64).short(2, flags).short(38, panel);
        field(&SIDE, &bytes.0, data_version, "panel_permutation").label
    };
    assert_eq!(label(2, 4, 1), "Light");
    assert_eq!(label(2, 8, 2), "Terminal");
    assert_eq!(label(2, 7, 1), "Permutation");
    assert_eq!(label(2, 7, 0), "Tag");
    assert_eq!(label(2, 12, 0), "Platform's polygon");
    assert_eq!(label(0, 4, 1), "Permutation");
}

#[test]
fn object_fields_lie_where_the_game_reads_them() {
    let bytes = Bytes::new(16)
        .short(0, 0)
        .short(2, 12)
        .short(4, 128)
        .short(6, 9)
        .short(8, -1)
        .short(10, 2)
        .short(12, 3)
        .short(14, 0x3003);
    let o = Object::new(&bytes.0, 0).unwrap();
    assert_eq!((o.group(), o.index(), o.facing(), o.polygon(), o.x(), o.y(), o.z()), (0, 12, 128, 9, -1, 2, 3));
    assert_eq!((o.flags(), o.activation_bias()), (3, 3));
    for (name, text) in [
        ("group", "monster"),
        ("index", "green bob"),
        ("facing", "90°"),
        ("flags", "invisible, from ceiling"),
        ("activation_bias", "random"),
    ] {
        assert_eq!(shown(&OBJECT, &bytes, 1, name), text);
    }
    for (group, text) in [(1, "block 3"), (2, "infravision"), (4, "12"), (5, "fan")] {
        let bytes = Bytes::new(16).short(0, group).short(2, if group == 5 { 8 } else { 12 });
        assert_eq!(shown(&OBJECT, &bytes, 1, "index"), text);
    }
}

#[test]
fn a_sound_sources_volume_can_be_a_light() {
    let mut bytes = Bytes::new(16).short(0, 5).short(4, 200);
    assert_eq!(
        (shown(&OBJECT, &bytes, 1, "facing"), shown(&OBJECT, &bytes, 1, "volume_light")),
        ("200".into(), "none".into())
    );
    let light = field(&OBJECT, &bytes.0, 1, "volume_light");
    let splices = light.write(&bytes.0, &[], 0, &Value::Int(7)).unwrap();
    assert_eq!((splices[0].at, splices[0].new.clone()), (4, (-7i16).to_be_bytes().to_vec()));
    bytes = bytes.short(4, -7);
    assert_eq!(
        (shown(&OBJECT, &bytes, 1, "facing"), shown(&OBJECT, &bytes, 1, "volume_light")),
        ("-7".into(), "7".into())
    );
    for wrong in [Value::Int(-1), Value::Int(32_769), Value::Int(i128::MAX), Value::Text("7".into())] {
        assert!(light.write(&bytes.0, &[], 0, &wrong).is_err());
    }
    let far = Bytes::new(16).short(0, 5).short(4, i16::MIN);
    assert_eq!(shown(&OBJECT, &far, 1, "volume_light"), "32768");
}

#[test]
fn line_and_endpoint_fields_lie_where_the_game_reads_them() {
    let mut bytes = Bytes::new(32);
    for (i, value) in (1..=10).enumerate() {
        bytes = bytes.short(i * 2, value);
    }
    let l = Line::new(&bytes.0, 0).unwrap();
    assert_eq!((l.first_endpoint(), l.second_endpoint(), l.flags(), l.length()), (1, 2, 3, 4));
    assert_eq!((l.highest_adjacent_floor(), l.lowest_adjacent_ceiling()), (5, 6));
    assert_eq!((l.clockwise_side(), l.counterclockwise_side()), (7, 8));
    assert_eq!((l.clockwise_polygon(), l.counterclockwise_polygon()), (9, 10));
    let e = Endpoint::new(&bytes.0, 0).unwrap();
    assert_eq!((e.flags(), e.highest_adjacent_floor(), e.lowest_adjacent_ceiling()), (1, 2, 3));
    assert_eq!((e.x(), e.y(), e.supporting_polygon()), (4, 5, 8));
}

#[test]
fn light_functions_follow_each_other_in_file_order() {
    let mut bytes = Bytes::new(100).short(90, 3);
    for i in 0..6 {
        bytes =
            bytes.short(6 + 14 * i, i as i16).short(8 + 14 * i, 30).long(12 + 14 * i, 0x8000).long(16 + 14 * i, 0x4000);
    }
    let l = Light::new(&bytes.0, 0).unwrap();
    let functions = [
        l.primary_active_function(),
        l.secondary_active_function(),
        l.becoming_active_function(),
        l.primary_inactive_function(),
        l.secondary_inactive_function(),
        l.becoming_inactive_function(),
    ];
    assert_eq!(functions, [0, 1, 2, 3, 4, 5]);
    assert_eq!((l.tag(), l.becoming_inactive_delta_intensity()), (3, 0x4000));
    assert_eq!(shown(&LIGHT, &bytes, 1, "becoming_active_period"), "1");
    assert_eq!(shown(&LIGHT, &bytes, 1, "primary_inactive_intensity"), "0.5");
    // The saved form is 28 bytes of state and the same light.
    let mut saved = vec![0; 28];
    saved.extend(&bytes.0);
    let s = SavedLight::new(&saved, 0).unwrap();
    assert_eq!((s.tag(), s.becoming_inactive_function(), s.primary_active_period()), (3, 5, 30));
}

#[test]
fn platform_forms_hold_the_same_in_other_places() {
    let bytes = Bytes::new(32)
        .short(0, 6)
        .short(2, 17)
        .short(4, 60)
        .short(6, 1024)
        .short(8, -1)
        .long(10, 1 << 26 | 1)
        .short(14, 40)
        .short(16, 2);
    let p = Platform::new(&bytes.0, 0).unwrap();
    assert_eq!((p.kind(), p.speed(), p.delay(), p.maximum_height(), p.minimum_height()), (6, 17, 60, 1024, -1));
    assert_eq!((p.flags(), p.polygon(), p.tag()), (1 << 26 | 1, 40, 2));
    assert_eq!(shown(&PLATFORM, &bytes, 1, "flags"), "initially active, door");
    let bytes = Bytes::new(140)
        .long(2, 4)
        .short(6, 17)
        .short(18, 40)
        .short(20, 0x21)
        .short(92, -1)
        .short(94, 2)
        .short(28, 3)
        .short(90, 4);
    let s = SavedPlatform::new(&bytes.0, 0).unwrap();
    assert_eq!((s.flags(), s.speed(), s.polygon(), s.state(), s.parent_platform(), s.tag()), (4, 17, 40, 0x21, -1, 2));
    assert_eq!((s.endpoint_owners()[0], s.endpoint_owners()[31]), (3, 4));
}

#[test]
fn media_and_sound_fields_lie_where_the_game_reads_them() {
    let bytes = Bytes::new(32)
        .short(0, 2)
        .short(4, 7)
        .short(6, 256)
        .short(8, 3)
        .short(10, -512)
        .short(12, 512)
        .short(18, 4)
        .long(20, 0x4000)
        .short(24, 21 << 8 | 5)
        .short(26, 19);
    let m = Media::new(&bytes.0, 0).unwrap();
    assert_eq!((m.kind(), m.light(), m.direction(), m.magnitude(), m.low(), m.high()), (2, 7, 256, 3, -512, 512));
    assert_eq!((m.height(), m.minimum_light_intensity(), m.transfer_mode()), (4, 0x4000, 19));
    assert_eq!((m.texture_clut(), m.texture_collection(), m.texture_shape()), (0, 21, 5));
    assert_eq!(shown(&MEDIA, &bytes, 1, "direction"), "180°");
    let bytes = Bytes::new(16).short(2, 8).short(4, 256);
    let a = AmbientSound::new(&bytes.0, 0).unwrap();
    assert_eq!((a.sound(), a.volume(), shown(&AMBIENT_SOUND, &bytes, 1, "sound")), (8, 256, "fan".into()));
    let bytes = Bytes::new(32)
        .short(2, 3)
        .short(4, 200)
        .short(6, 10)
        .short(8, 90)
        .short(10, 30)
        .short(12, 128)
        .short(14, 1)
        .long(16, 0x10000)
        .long(20, 5)
        .short(24, -1);
    let r = RandomSound::new(&bytes.0, 0).unwrap();
    assert_eq!((r.sound(), r.volume(), r.delta_volume(), r.period(), r.delta_period()), (3, 200, 10, 90, 30));
    assert_eq!((r.direction(), r.delta_direction(), r.pitch(), r.delta_pitch(), r.phase()), (128, 1, 0x10000, 5, -1));
    assert_eq!(shown(&RANDOM_SOUND, &bytes, 1, "sound"), "owl");
}

#[test]
fn level_information_has_music_in_marathon_1_and_a_short_form() {
    let mut bytes = Bytes::new(88).short(0, 3).short(2, 1).short(4, 2).short(6, 0x12).short(8, 1).long(84, 5);
    bytes.0[18..22].copy_from_slice(b"L\x8C\0x");
    let i = Info::new(&bytes.0, 0).unwrap();
    assert_eq!((i.environment_code(), i.physics_model(), i.landscape(), i.mission_flags()), (3, 1, 2, 0x12));
    assert_eq!((i.environment_flags(), i.name(), i.entry_flags()), (1, "Lå".to_owned(), 5));
    assert_eq!(shown(&INFO, &bytes, 1, "landscape"), "moon");
    assert_eq!(shown(&INFO, &bytes, 0, "music"), "2");
    assert_eq!(shown(&INFO, &bytes, 1, "environment_code"), "jjaro");
    assert_eq!(shown(&INFO, &bytes, 0, "environment_code"), "set 3");
    assert!(INFO.field_for("landscape", &Alone(&INFO, &bytes.0, 0)).is_none());
    assert_eq!(INFO.size_in(1), 86);
    let short = Info::new(&bytes.0[..86], 1).unwrap();
    assert_eq!((short.name(), short.entry_flags()), ("Lå".to_owned(), 0));
    assert!(Info::new(&bytes.0[..86], 0).is_none());
}

#[test]
fn directory_entries_hold_what_their_layout_has() {
    let mut bytes = Bytes::new(76).short(0, 12).short(2, 1).short(4, 2).long(6, 3);
    bytes.0[10] = b'A';
    let d = Directory::new(&bytes.0, 0).unwrap();
    let all = (d.index(), d.mission_flags(), d.environment_flags(), d.entry_flags(), d.name());
    assert_eq!(all, (12, 1, 2, 3, "A".to_owned()));
    let index_only = Directory::new(&bytes.0[..2], DIRECTORY_INDEX_ONLY).unwrap();
    assert_eq!((index_only.index(), index_only.name()), (12, String::new()));
    assert_eq!(Directory::new(&[], DIRECTORY_EMPTY).unwrap().index(), 0);
}

#[test]
fn annotation_placement_and_header_fields_lie_where_the_game_reads_them() {
    let mut bytes = Bytes::new(72).short(2, -1).short(4, 2).short(6, 3);
    bytes.0[8..72].fill(b'n');
    let a = Annotation::new(&bytes.0, 0).unwrap();
    assert_eq!((a.x(), a.y(), a.polygon(), a.text().len()), (-1, 2, 3, 64));
    let bytes = Bytes::new(12).short(0, 1).short(2, 2).short(4, 3).short(6, 4).short(8, -1).short(10, -1);
    let p = Placement::new(&bytes.0, 0).unwrap();
    assert_eq!((p.flags(), p.initial_count(), p.minimum_count(), p.maximum_count()), (1, 2, 3, 4));
    assert_eq!((p.random_count(), p.random_chance()), (-1, 65_535));
    let bytes = Bytes::new(128)
        .short(0, 4)
        .short(2, 1)
        .long(68, -1)
        .long(72, 1000)
        .short(76, 3)
        .short(78, 74)
        .short(80, 16)
        .short(82, 10)
        .long(84, 9);
    let w = Wad::new(&bytes.0, 0).unwrap();
    assert_eq!(
        (w.version(), w.data_version(), w.checksum(), w.directory_offset(), w.level_count()),
        (4, 1, u32::MAX, 1000, 3)
    );
    assert_eq!(
        (w.application_size(), w.chunk_header_size(), w.directory_entry_size(), w.parent_checksum()),
        (74, 16, 10, 9)
    );
}

#[test]
fn terminal_fields_lie_where_the_game_reads_them() {
    let bytes = Bytes::new(10).short(0, 300).short(2, 1).short(4, 22).short(6, 3).short(8, 4);
    let t = Terminal::new(&bytes.0, 0).unwrap();
    assert_eq!((t.length(), t.flags(), t.lines_per_page(), t.group_count(), t.face_count()), (300, 1, 22, 3, 4));
    let bytes = Bytes::new(12).short(0, 2).short(2, 12).short(4, 1600).short(6, 5).short(8, 6).short(10, 1);
    let g = TerminalGroup::new(&bytes.0, 0).unwrap();
    assert_eq!(
        (g.flags(), g.kind(), g.permutation(), g.start(), g.length(), g.maximum_lines()),
        (2, 12, 1600, 5, 6, 1)
    );
    for (kind, label) in [(0, "Picture"), (6, "Level"), (7, "Destination"), (8, "Goal"), (15, "Duration"), (16, "Tag")]
    {
        let bytes = Bytes::new(12).short(2, kind);
        assert_eq!(field(&TERMINAL_GROUP, &bytes.0, 1, "permutation").label, label);
    }
    let bytes = Bytes::new(6).short(0, 9).short(2, 5).short(4, 2);
    let f = TerminalFace::new(&bytes.0, 0).unwrap();
    assert_eq!((f.index(), f.face(), f.color()), (9, 5, 2));
    assert_eq!(shown(&TERMINAL_FACE, &bytes, 1, "face"), "bold, underline");
}

#[test]
fn marathon_1_lights_lie_where_the_game_reads_them() {
    let bytes =
        Bytes::new(32).short(2, 3).short(4, 1).short(6, 9).long(8, 1).long(12, 0x10000).short(16, 60).long(18, 2);
    let l = LightM1::new(&bytes.0, 0).unwrap();
    assert_eq!((l.kind(), l.mode(), l.phase(), l.minimum_intensity(), l.maximum_intensity()), (3, 1, 9, 1, 0x10000));
    assert_eq!((l.period(), l.intensity(), shown(&LIGHT_M1, &bytes, 0, "kind")), (60, 2, "strobe".into()));
}

#[test]
fn a_terminals_text_reads_the_same_plain_and_scrambled() {
    let text = b"#PICT is no command here\r\0";
    for (flags, tail) in [(0u8, text.to_vec()), (1, super::recode(text))] {
        let head = [0, 0, 0, flags, 0, 22, 0, 0, 0, 0];
        let level = crate::document::LevelBuilder::new(crate::document::LevelId(0));
        let mut level = level;
        level.nodes(&crate::games::marathon::tables::TERMINALS, b"term", 0, |build, table| {
            vec![crate::document::Node {
                number: build.number(table),
                schema: &super::TERMINAL,
                head: head.as_slice().into(),
                children: crate::document::NodeList::default(),
                tail: tail.as_slice().into(),
            }]
            .into()
        });
        let level = level.finish();
        let record = level.row(level.table("terminals").unwrap(), 0).unwrap();
        let field = record.fields().into_iter().find(|f| f.name == "text").unwrap();
        assert_eq!(record.get(field).unwrap().as_text(), Some("#PICT is no command here\r\0"));
    }
}
