//! The bundled sample as files: a level with its payloads and its script.

use levelwright_model::games::oni::sample::{Halls, NAME, halls, lists, script};
use levelwright_model::record::Refusal;

use super::build::{Item, level_file, link, payload_file};
use super::instance::{LevelName, Platform};
use crate::format::{EncodeError, NewFile};

/// What the sample's files are called.
const STEM: &str = "level1_Practice";

fn refused(refusal: &Refusal) -> EncodeError {
    EncodeError::Refused { message: refusal.to_string(), help: String::new() }
}

/// The bundled sample.
///
/// # Errors
/// Never, unless the sample outgrew the format.
pub(super) fn sample() -> Result<Vec<NewFile>, EncodeError> {
    let (lists, baked) = lists().map_err(|e| refused(&e))?;
    let payloads: Vec<Vec<u8>> = lists.iter().map(|(_, bytes)| bytes.clone()).collect();
    let (raw, places) = payload_file(&payloads);
    let mut items = environment(&halls(baked));
    for ((of, bytes), at) in lists.iter().zip(places) {
        let words = [bytes.len(), at].map(|n| u32::try_from(n).unwrap_or(u32::MAX));
        let mut data = words.map(u32::to_le_bytes).concat();
        data.resize(24, 0);
        items.push(Item { tag: *b"BINA", name: Some(of.list_name()), data });
    }
    let id = LevelName::parse(STEM).map_or(1, |name| name.file_id());
    let dat = level_file(Platform::Windows, id, &items)?;
    let file = |name: String, bytes: Vec<u8>| NewFile { name, bytes, notes: Vec::new() };
    Ok(vec![
        file(format!("{STEM}.dat"), dat),
        file(format!("{STEM}.raw"), raw),
        file(format!("IGMD/{NAME}/practice_main.bsl"), script().into_bytes()),
    ])
}

/// The instances of the environment (`oni.md` 3.1, 3.2): the level, its quads and what they are made of.
fn environment(halls: &Halls) -> Vec<Item> {
    let unnamed = |tag: &[u8; 4], data: Vec<u8>| Item { tag: *tag, name: None, data };
    let named = |tag: &[u8; 4], data: Vec<u8>| Item { tag: *tag, name: Some(NAME.to_owned()), data };
    let floats = |list: &[f32]| list.iter().flat_map(|f| f.to_le_bytes()).collect::<Vec<u8>>();
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
    // An array behind twenty unused bytes.
    let array = |rows: Vec<Vec<u8>>| [vec![0; 0x14], count(rows.len()).to_vec(), rows.concat()].concat();
    let corners = |axis: usize| halls.points.iter().filter_map(move |p| p.get(axis).copied());
    let min: [f32; 3] = std::array::from_fn(|axis| corners(axis).fold(f32::INFINITY, f32::min));
    let max: [f32; 3] = std::array::from_fn(|axis| corners(axis).fold(f32::NEG_INFINITY, f32::max));
    let bounds = [floats(&min), floats(&max)].concat();
    let middle: Vec<f32> = min.iter().zip(max).map(|(a, b)| (a + b) / 2.0).collect();
    let radius = min.iter().zip(max).map(|(a, b)| (b - a) * (b - a) / 4.0).sum::<f32>().sqrt();
    let points = [
        vec![0; 0x0C],
        bounds.clone(),
        floats(&middle),
        floats(&[radius]),
        count(halls.points.len()).to_vec(),
        halls.points.iter().flat_map(|p| floats(p)).collect(),
    ];
    let words = |list: &[u32]| list.iter().flat_map(|w| w.to_le_bytes()).collect::<Vec<u8>>();
    let quad = |q: &levelwright_model::games::oni::sample::HallQuad| {
        [words(&q.points), words(&[0, 1, 2, 3]), words(&q.shades), words(&[q.flags, q.object.cast_unsigned()])].concat()
    };
    let textures = halls.quads.iter().map(|_| words(&[0])).collect();
    let uv = [[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [0.0, 1.0]].iter().map(|p| floats(p)).collect();
    // The level first; links name instances by their index here.
    const AKEV: usize = 1;
    let mut level = vec![0; 0x40];
    level.splice(..NAME.len(), NAME.bytes());
    level.extend(words(&[link(AKEV)]));
    level.resize(0x2FC, 0);
    // Points, planes, texture coordinates, quads and their textures; no collision, rooms or textures of its own.
    let mut akev = words(&[link(2), 0, link(3), link(4), link(5)]);
    akev.resize(0x44, 0);
    akev.extend(&bounds);
    vec![
        named(b"ONLV", level),
        named(b"AKEV", akev),
        unnamed(b"PNTA", points.concat()),
        unnamed(b"TXCA", array(uv)),
        unnamed(b"AGQG", array(halls.quads.iter().map(quad).collect())),
        unnamed(b"AGQR", array(textures)),
    ]
}

#[cfg(test)]
mod tests {
    use levelwright_model::document::Severity;
    use levelwright_model::games::oni::environment::Environment;

    use super::super::origin::LEVEL;
    use super::*;
    use crate::file::{OpenFile, RoundTrip};
    use crate::oni::FORMAT;

    #[test]
    fn the_sample_opens_without_complaint_and_comes_back_identical() {
        let files = sample().unwrap();
        let mut opened = OpenFile::made(&FORMAT, files.clone()).unwrap();
        let mut file = opened.remove(0);
        assert!(file.document.report().notices.is_empty(), "{:?}", file.document.report());
        assert_eq!(file.round_trip(), RoundTrip::Identical);
        assert!(file.encode().unwrap().bytes == files[0].bytes);
        let level = file.document.state().level(LEVEL).unwrap();
        let around: &Environment = level.surroundings().unwrap();
        assert!(around.present && around.level_name == NAME && around.quads.len() > 300);
        let found = levelwright_model::problems::of_level(file.document.game(), level);
        let bad: Vec<_> = found.iter().filter(|p| p.severity > Severity::Info).collect();
        assert!(bad.is_empty(), "{bad:?}");
        assert!(found.iter().all(|p| !p.check.starts_with("oni-baked")), "{found:?}");
    }
}
