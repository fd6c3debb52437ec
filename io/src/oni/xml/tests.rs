use std::path::PathBuf;

use levelwright_model::document::{Level, LevelBuilder, LevelId, Table};
use levelwright_model::games::oni::chunk::{self, ObjectType, TYPES};

use super::layout::{self, Part};
use super::place::Ready;
use super::{XmlError, read, write};
use crate::oni::instance::InstanceFile;
use crate::oni::lists::lists;

/// The payloads of a level's lists.
fn payloads(folder: &std::path::Path, level: u32) -> Vec<(&'static ObjectType, Vec<u8>)> {
    let file = |ending: &str| std::fs::read(folder.join(format!("level{level}_Final.{ending}"))).unwrap();
    let (dat, raw) = (file("dat"), file("raw"));
    let instances = InstanceFile::read(&dat).unwrap();
    let slice = |range: std::ops::Range<u64>| raw[range.start as usize..range.end as usize].to_vec();
    lists(&instances, &dat).into_iter().map(|list| (list.of, slice(list.payload))).collect()
}

fn level(of: &'static ObjectType, payload: &[u8]) -> Level {
    let mut build = LevelBuilder::new(LevelId(0));
    chunk::decode(&mut build, of, payload);
    build.finish()
}

fn table<'a>(level: &'a Level, of: &ObjectType) -> &'a Table {
    level.table(of.table.key).unwrap()
}

pub(super) fn data() -> Option<PathBuf> {
    let folder = std::env::var_os("LEVELWRIGHT_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")), PathBuf::from);
    let folder = folder.join("oni/onisplit-made");
    if folder.is_dir() {
        return Some(folder);
    }
    println!("skipped: no levels made with OniSplit");
    None
}

const LEVELS: [(u32, &str); 3] = [(31, "level31-every-field"), (32, "level32-typical"), (33, "level33-flawed")];

#[test]
fn every_list_is_written_as_the_other_program_does_text_by_text() {
    let Some(data) = data() else { return };
    let mut count = 0;
    for (number, folder) in LEVELS {
        for (of, payload) in payloads(&data.join(folder).join("nosep"), number) {
            let level = level(of, &payload);
            let made = write(table(&level, of), of).unwrap();
            let path = data.join(folder).join("xml").join(format!("BINACJBO{}.xml", of.word));
            let wanted = std::fs::read_to_string(path).unwrap();
            let line = made.lines().zip(wanted.lines()).position(|(a, b)| a != b);
            let at = |text: &str| line.and_then(|line| text.lines().nth(line)).unwrap_or_default().to_owned();
            assert!(made == wanted, "{folder} {} line {line:?}: {} | {}", of.word, at(&made), at(&wanted));
            count += 1;
        }
    }
    assert_eq!(count, 48);
}

#[test]
fn the_other_programs_files_become_its_payloads_byte_by_byte() {
    let Some(data) = data() else { return };
    for (number, folder) in LEVELS {
        for (of, payload) in payloads(&data.join(folder).join("nosep"), number) {
            let path = data.join(folder).join("xml").join(format!("BINACJBO{}.xml", of.word));
            let (found, made) = read(&std::fs::read_to_string(path).unwrap()).unwrap();
            assert_eq!(found.tag, of.tag);
            let at = made.iter().zip(&payload).position(|(a, b)| a != b);
            assert!(made == payload, "{folder} {} byte {at:?} of {} {}", of.word, made.len(), payload.len());
        }
    }
}

#[test]
fn every_field_of_the_layout_exists_and_every_field_of_the_records_is_in_it_or_known_to_be_lost() {
    fn names(parts: &[Part], out: &mut Vec<&'static str>) {
        for part in parts {
            match part {
                Part::Field(_, name) | Part::Low(_, name) => out.push(name),
                Part::Group(_, inner) => names(inner, out),
                Part::Shape => out.extend(["shape", "shape_data"]),
                _ => {}
            }
        }
    }
    // What the other program's XML has no place for (`oni.md` 2.19), and what follows from the rest.
    let lost = [
        "object_size",
        "tag",
        "object_id",
        "unused_pair",
        "unread",
        "padding",
        "event_count",
        "line_count",
        "point_count",
        "attack_count",
        "evade_count",
        "maneuver_count",
        "move_count",
    ];
    for of in TYPES {
        let mut known = Vec::new();
        names(layout::HEADER, &mut known);
        names(layout::of(of), &mut known);
        for name in &known {
            let here = of.schema.all_fields().iter().any(|field| field.name == *name);
            assert!(here, "{} has no field {name}", of.schema.key);
        }
        for field in of.schema.base_fields() {
            assert!(known.contains(&field.name) || lost.contains(&field.name), "{} {}", of.schema.key, field.name);
        }
        let osd = Ready::of(of).unwrap();
        assert_eq!(osd.header.len(), 3);
    }
}

#[test]
fn what_is_wrong_in_a_text_is_told_with_its_line() {
    let object = |osd: &str| {
        format!(
            "<Oni>\n<Objects>\n<WEAP Id=\"1\">\n<Header><Flags></Flags><Position>0 0 0</Position><Rotation>0 0 0</Rotation></Header>\n<OSD>{osd}</OSD>\n</WEAP>\n</Objects>\n</Oni>"
        )
    };
    assert!(read(&object("<Class>w1_tap</Class>")).is_ok());
    let wrong = |osd: &str| match read(&object(osd)) {
        Err(XmlError::Text { line, message }) => (line, message),
        other => panic!("{other:?}"),
    };
    assert_eq!(wrong(""), (5, "Class is missing in OSD".to_owned()));
    assert_eq!(wrong("<Clas>x</Clas>").1, "Clas does not belong into OSD");
    assert_eq!(wrong("<Class>a</Class><Class>b</Class>").1, "Class stands twice");
    assert!(wrong(&format!("<Class>{}</Class>", "x".repeat(33))).1.contains("room for 32"));
    assert!(wrong("<Class>\u{20ac}</Class>").1.contains("Latin-1"));
    assert!(wrong("<Class>&bad;</Class>").1.contains("reference"));
    assert!(wrong("<Class><b/></Class>").1.contains("text alone"));
    for text in ["", "<Oni>", "<Oni><Objects /></Oni>", "<Oni><Objects><NOPE Id=\"1\"></NOPE></Objects></Oni>", "<x/>"]
    {
        assert!(matches!(read(text), Err(XmlError::Text { .. })), "{text}");
    }
}

#[test]
fn every_truncated_text_is_refused() {
    let Some(data) = data() else { return };
    for name in ["Patrol Path", "Melee Profile", "Sound"] {
        let text = std::fs::read_to_string(data.join(format!("level31-every-field/xml/BINACJBO{name}.xml"))).unwrap();
        for end in (0..text.len().min(5000)).step_by(11).filter(|end| text.is_char_boundary(*end)) {
            assert!(read(&text[..end]).is_err());
        }
    }
}

#[test]
fn what_xml_cannot_hold_is_refused() {
    let path = |points: &str| {
        format!(
            "<Oni><Objects><PATR Id=\"1\"><Header><Flags></Flags><Position>0 0 0</Position><Rotation>0 0 0</Rotation></Header><OSD><Name>p</Name><PatrolId>0</PatrolId><ReturnToNearest>0</ReturnToNearest><Points>{points}</Points></OSD></PATR></Objects></Oni>"
        )
    };
    let (of, payload) = read(&path("<Stop /><StopLooking /><Loop><FreeFacing /></Loop>")).unwrap();
    assert!(read(&path("<Loop><Stop /></Loop><Stop />")).is_err());
    assert!(read(&path("<Loop><Stop /></Loop><Loop><Stop /></Loop>")).is_err());
    assert!(read(&path(&"<Stop />".repeat(65))).is_err());
    assert!(write(table(&level(of, &payload), of), of).is_ok());
    // The loop leads behind the end, or stands in the middle.
    let at = payload.len() - 4 - 4;
    let mut outside = payload.clone();
    outside[at..at + 4].copy_from_slice(&9i32.to_le_bytes());
    assert!(matches!(write(table(&level(of, &outside), of), of), Err(XmlError::Object { at: 0, .. })));
    let mut middle = payload.clone();
    let first = 12 + 80;
    middle[first..first + 4].copy_from_slice(&6u32.to_le_bytes());
    assert!(write(table(&level(of, &middle), of), of).unwrap_err().to_string().contains("at the end"));
    let mut name = payload;
    name[12 + 40] = 1;
    assert!(write(table(&level(of, &name), of), of).unwrap_err().to_string().contains("control character 1"));
}
