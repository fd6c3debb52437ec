//! The bundled sample as files: a level with its payloads and its script.

use levelwright_model::games::oni::sample::{HallQuad, Halls, NAME, SIDE, halls, lists, script, textures};
use levelwright_model::record::Refusal;

use super::build::{Item, level_file, link, payload_file};
use super::instance::{LevelName, Platform};
use super::texture::Format;
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
    let mut payloads: Vec<Vec<u8>> = lists.iter().map(|(_, bytes)| bytes.clone()).collect();
    let drawn = textures();
    // One of each family of formats: compressed, of 16 bits, of 32 bits.
    let formats = [Format::Dxt1, Format::Rgb555, Format::Bgr888];
    payloads
        .extend(drawn.iter().zip(formats).map(|(texture, format)| format.encode(usize::from(SIDE), &texture.pixels)));
    let (raw, places) = payload_file(&payloads);
    let mut items = environment(&halls(baked));
    let pixels = places.get(lists.len()..).unwrap_or_default();
    for ((texture, format), at) in drawn.iter().zip(formats).zip(pixels) {
        items.push(texture_item(texture.name, format, *at));
    }
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

/// A texture without smaller images (`oni.md` 3.5).
fn texture_item(name: &str, format: Format, at: usize) -> Item {
    let mut data = vec![0; 0x80];
    // Flags, then both sides.
    data.extend([0; 4]);
    data.extend([SIDE, SIDE].map(u16::to_le_bytes).concat());
    // No animation and no reflection lie between the format and the place of the pixels.
    let words = [format.number(), 0, 0, u32::try_from(at).unwrap_or(0), 0];
    data.extend(words.map(u32::to_le_bytes).concat());
    data.resize(0xA4, 0);
    Item { tag: *b"TXMP", name: Some(name.to_owned()), data }
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
    let quad = |q: &HallQuad| {
        let rest = words(&[q.flags, q.object.cast_unsigned()]);
        [words(&q.points), words(&q.texcoords), words(&q.shades), rest].concat()
    };
    let worn = halls.quads.iter().map(|q| words(&[u32::from(q.texture)])).collect();
    let uv = halls.texcoords.iter().map(|p| floats(p)).collect();
    // The level first; links name instances by their index here.
    const AKEV: usize = 1;
    const TEXTURES: usize = 7;
    let mut level = vec![0; 0x40];
    level.splice(..NAME.len(), NAME.bytes());
    level.extend(words(&[link(AKEV)]));
    level.resize(0x2FC, 0);
    let named_textures = (0..textures().len()).map(|at| words(&[link(TEXTURES + at)])).collect();
    // Points, planes, texture coordinates, quads and their textures, and behind collision and names the list of textures;
    // no rooms.
    let mut akev = words(&[link(2), 0, link(3), link(4), link(5), 0, 0, link(6)]);
    akev.resize(0x44, 0);
    akev.extend(&bounds);
    vec![
        named(b"ONLV", level),
        named(b"AKEV", akev),
        unnamed(b"PNTA", points.concat()),
        unnamed(b"TXCA", array(uv)),
        unnamed(b"AGQG", array(halls.quads.iter().map(quad).collect())),
        unnamed(b"AGQR", array(worn)),
        unnamed(b"TXMA", array(named_textures)),
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
        // Each texture comes back as it was drawn, as near as its format can have it.
        for (texture, drawn) in around.textures.iter().zip(textures()) {
            assert_eq!(texture.name, drawn.name);
            let pixels = texture.image.as_ref().unwrap().pixels().unwrap();
            let far = |seen: [u8; 4], like: [u8; 3]| seen.iter().zip(like).map(|(a, b)| a.abs_diff(b)).max().unwrap();
            let worst = pixels.iter().zip(&drawn.pixels).map(|(seen, like)| far(*seen, *like)).max().unwrap();
            assert!(worst < 80, "{}: {worst}", drawn.name);
            let sum: u32 = pixels.iter().zip(&drawn.pixels).map(|(seen, like)| u32::from(far(*seen, *like))).sum();
            assert!(sum < 12 * 64 * 64, "{}: {sum}", drawn.name);
        }
        assert_eq!(around.textures.len(), 3);
        assert!(
            around.quads.iter().all(|quad| quad.texcoords.iter().all(|at| (*at as usize) < around.texcoords.len()))
        );
        let found = levelwright_model::problems::of_level(file.document.game(), level);
        let bad: Vec<_> = found.iter().filter(|p| p.severity > Severity::Info).collect();
        assert!(bad.is_empty(), "{bad:?}");
        assert!(found.iter().all(|p| !p.check.starts_with("oni-baked")), "{found:?}");
    }
}
