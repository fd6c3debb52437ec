//! The Windows form of a level made the Mac's and back (`oni.md` 1.1): lists, textures and sound banks lie in `.raw` here
//! and in `.sep` there, and checksums over templates tell the engines which it is.

use std::collections::BTreeMap;

use levelwright_model::document::Document;

use super::build::checksum_of;
use super::instance::{InstanceFile, LevelName, Platform, header};
use super::making::{companions_beside, payloads_now, refused};
use super::origin::{LevelOrigin, changed, flat};
use super::payloads::Known;
use super::write::{ALIGN, align, plan};
use super::{packing, payloads};
use crate::format::{EncodeError, Made, NewFile};

/// Makes the files of another platform, with what was edited in them.
///
/// # Errors
/// If the level is of that platform already or of an unknown one, or holds sounds.
pub(super) fn to(
    origin: &LevelOrigin,
    document: &Document,
    made: &Made<'_>,
    platform: Platform,
) -> Result<Vec<NewFile>, EncodeError> {
    let known = matches!(origin.file.header.checksum, header::WINDOWS | header::MAC);
    if !known {
        return Err(refused("the level is of an unknown release", "Only Windows and Mac levels are converted."));
    }
    if origin.file.header.platform() == platform {
        return Err(refused("the level has that form already", "Choose the other one."));
    }
    if document.read_only().is_some() {
        return Err(refused("a part of the level is missing", "All of its files must lie beside each other."));
    }
    // Their header has more fields on Windows (`oni.md` 1.1), which nobody has described.
    let sounds = origin.file.of(b"SNDD").filter(|at| origin.file.data(&origin.dat, *at).is_some()).count();
    if sounds > 0 {
        let message = format!("the level holds {sounds} sounds (SNDD), whose forms differ between the platforms");
        return Err(refused(message, "Levels without sounds of their own can be converted."));
    }
    let written = plan(&origin.dat, &origin.file, origin.payload_len, &changed(document, &origin.lists, true))?;
    let old = flat(payloads_now(origin)?, &written.patches, written.new_len);
    let mut dat = written.dat;
    let file = InstanceFile::read(&dat).map_err(|e| refused(e.to_string(), e.help()))?;
    let raw_beside =
        companions_beside(origin)?.into_iter().find(|(ending, _)| ending.eq_ignore_ascii_case("raw")).map(|(_, b)| b);
    let (raw, sep, moves, notes) = match platform {
        Platform::Mac => to_sep(&file, &dat, old)?,
        Platform::Windows => to_raw(&file, &dat, raw_beside.unwrap_or_default(), &old)?,
    };
    for (field, at) in moves {
        let at = u32::try_from(at).map_err(|_| refused("the payloads outgrow 32 bits", ""))?;
        put(&mut dat, field, at);
    }
    move_texture_fields(&file, &mut dat, platform);
    checksums(&mut dat, file, platform);
    let name = made.name;
    if let Some(level) = LevelName::parse(name) {
        dat = super::origin::with_file_id(dat, level.file_id())?;
    }
    let mut files = vec![NewFile { name: format!("{name}.dat"), bytes: dat, notes }];
    files.push(NewFile { name: format!("{name}.raw"), bytes: raw, notes: Vec::new() });
    files.extend(sep.map(|bytes| NewFile { name: format!("{name}.sep"), bytes, notes: Vec::new() }));
    Ok(files)
}

fn put(dat: &mut [u8], at: usize, number: u32) {
    if let Some(place) = dat.get_mut(at..at.saturating_add(4)) {
        place.copy_from_slice(&number.to_le_bytes());
    }
}

/// `.raw`, `.sep`, words of the instance file with their new places, notes.
type Parts = (Vec<u8>, Option<Vec<u8>>, Vec<(usize, u64)>, Vec<String>);

/// Lists and textures go into a file of their own. What else lies in the old one stays at its place there.
fn to_sep(file: &InstanceFile, dat: &[u8], mut old: Vec<u8>) -> Result<Parts, EncodeError> {
    let lists = payloads::of_lists(file, dat);
    let rooms = payloads::of_rooms(file, dat);
    let others = payloads::undescribed(file, dat);
    if others.templates.contains("TXMP") {
        return Err(refused("the level holds textures of an unknown format", "Their sizes are not known."));
    }
    let packed = packing::tight(&old, &lists)
        .map_err(|at| refused(format!("a payload at byte {at} is not in the .raw file"), "The level is damaged."))?;
    let mut notes = Vec::new();
    let mut moves: Vec<(usize, u64)> = Vec::new();
    if others.templates.is_empty() {
        // Only the grids of rooms are left there.
        let left = packing::tight(&old, &rooms).map_err(|at| {
            refused(format!("a payload at byte {at} is not in the .raw file"), "The level is damaged.")
        })?;
        moves.extend(new_places(&rooms, |at| left.moves.get(&at).copied().unwrap_or(0)));
        old = left.bytes;
    } else {
        let list = others.templates.into_iter().collect::<Vec<_>>().join(", ");
        notes.push(format!("what {list} may refer to stayed in .raw, which is as large as before"));
    }
    moves.extend(new_places(&lists, |at| packed.moves.get(&at).copied().unwrap_or(0)));
    Ok((old, Some(packed.bytes), moves, notes))
}

/// The words that say where payloads lie, with what they say from now on.
fn new_places(known: &BTreeMap<u64, Known>, to: impl Fn(u64) -> u64) -> Vec<(usize, u64)> {
    let of = |(at, known): (&u64, &Known)| {
        let to = to(*at);
        known.fields.iter().map(move |field| (*field, to)).collect::<Vec<_>>()
    };
    known.iter().flat_map(of).collect()
}

/// Everything of `.sep` goes behind `.raw`.
fn to_raw(file: &InstanceFile, dat: &[u8], mut raw: Vec<u8>, sep: &[u8]) -> Result<Parts, EncodeError> {
    let lists = payloads::of_lists(file, dat);
    if payloads::undescribed(file, dat).templates.contains("TXMP") {
        return Err(refused("the level holds textures of an unknown format", "Their sizes are not known."));
    }
    let base = align((raw.len() as u64).max(ALIGN));
    raw.resize(usize::try_from(base).unwrap_or(raw.len()), 0);
    raw.extend(sep.get(ALIGN as usize..).unwrap_or_default());
    let moves = new_places(&lists, |at| at.saturating_sub(ALIGN).saturating_add(base));
    Ok((raw, None, moves, Vec::new()))
}

/// A texture has a word for each platform; the other one is 0.
fn move_texture_fields(file: &InstanceFile, dat: &mut [u8], to: Platform) {
    let (old, new) = (payloads::texture_field(file.header.platform()), payloads::texture_field(to));
    for at in file.of(b"TXMP") {
        let Some(start) = file.data_range(at).map(|range| range.start) else { continue };
        let place = super::lists::word(dat, start + old).unwrap_or(0);
        if place != 0 {
            put(dat, start + old, 0);
            put(dat, start + new, place);
        }
    }
}

/// The header's checksum, and those of the templates whose fields differ.
fn checksums(dat: &mut [u8], mut file: InstanceFile, to: Platform) {
    file.header.checksum = if to == Platform::Windows { header::WINDOWS } else { header::MAC };
    for template in &mut file.templates {
        if let Some(sum) = checksum_of(&template.tag, to) {
            template.checksum = sum;
        }
    }
    let head = file.head_bytes();
    if let Some(place) = dat.get_mut(..head.len()) {
        place.copy_from_slice(&head);
    }
}
