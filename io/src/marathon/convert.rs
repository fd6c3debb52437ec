//! What the command line does with whole files: merging and splitting maps, and making a map of what holds a level in
//! another form (`marathon.md` 1.1, 1.4).

use levelwright_model::games::marathon::{chunks as tags, tables};
use levelwright_model::record::text::Encoding;

use super::flat::{FlatLevel, find_flat};
use super::merge::{self, MergeError, Part, chunks_of, single_level};
use super::recognise::{WadKind, looks_like_wad};
use super::wad::{Body, ChunkOut, Entry, HeaderOut, LevelOut, Wad, WadError, encode};
use crate::format::{EncodeError, Named, NewFile};
use crate::source::{Source, Wrapper};

fn refused(message: impl Into<String>, help: &str) -> EncodeError {
    EncodeError::Refused { message: message.into(), help: help.to_owned() }
}

fn wad_error(error: &WadError) -> EncodeError {
    refused(error.to_string(), error.help())
}

fn merge_error(error: &MergeError) -> EncodeError {
    refused(error.to_string(), error.help())
}

/// What is left behind with the file's wrapper.
fn left_behind(name: &str, source: &Source) -> Option<String> {
    let bytes = source.resource_fork().len();
    (bytes > 0).then(|| format!("{name}: its resource fork ({bytes} bytes) belongs to no level and is left behind"))
}

/// Merges maps; see [`merge::merge`].
///
/// # Errors
/// As [`merge::merge`], in plain words.
pub fn merge(name: &str, files: &[Named<'_>]) -> Result<NewFile, EncodeError> {
    let parts: Vec<Part<'_>> = files.iter().map(|f| Part { name: f.name, fork: f.source.data_fork() }).collect();
    // A file's name need not exist in MacRoman; the name in the header is for nobody but people.
    let plain: String = name.chars().filter(|c| Encoding::MacRoman.encode("name", &c.to_string()).is_ok()).collect();
    let name = Encoding::MacRoman.encode("name", &plain).unwrap_or_default();
    let mut made = merge::merge(&name, &parts).map_err(|e| merge_error(&e))?;
    made.notes.extend(files.iter().filter_map(|f| left_behind(f.name, f.source)));
    Ok(made)
}

/// Splits a map; see [`merge::split`].
///
/// # Errors
/// As [`merge::split`], in plain words.
pub fn split(name: &str, source: &Source) -> Result<Vec<NewFile>, EncodeError> {
    let mut made = merge::split(name, source.data_fork()).map_err(|e| merge_error(&e))?;
    if let (Some(first), Some(note)) = (made.first_mut(), left_behind(name, source)) {
        first.notes.push(note);
    }
    Ok(made)
}

/// Makes a plain map: takes the wrapper off, takes the level out of a film, leaves out the state of a saved game. With
/// a level, a map of that one.
///
/// # Errors
/// If the file holds no such level, or cannot be read.
pub fn to_map(source: &Source, level: Option<u32>) -> Result<NewFile, EncodeError> {
    let fork = source.data_fork();
    if !looks_like_wad(source) {
        let flat = find_flat(fork).map_err(|e| wad_error(&e))?;
        let flat = flat.ok_or_else(|| refused("the file holds no level", "Choose a map, a film or a saved game."))?;
        return from_flat(fork, &flat);
    }
    let wad = Wad::read(fork).map_err(|e| wad_error(&e))?;
    let saved = WadKind::of(&wad) == WadKind::SavedGame;
    let mut notes: Vec<String> = left_behind("the file", source).into_iter().collect();
    if !saved && level.is_none() {
        if source.wrapper() == &Wrapper::Plain {
            notes.push("it is a plain map already".to_owned());
        }
        return Ok(NewFile { name: String::new(), bytes: fork.to_vec(), notes });
    }
    // A saved game's other entries (its picture and description) are no levels.
    let chosen = wad.levels().iter().enumerate().filter(|(at, l)| match level {
        Some(wanted) => usize::try_from(wanted) == Ok(*at),
        None => l.find(*b"Minf").is_some(),
    });
    let mut out = Vec::new();
    for (at, level) in chosen {
        if level.find(*b"Minf").is_none() {
            return Err(merge_error(&MergeError::NoLevel {
                name: "the file".to_owned(),
                position: at,
                index: level.entry.index,
            }));
        }
        let mut chunks = chunks_of(level, fork);
        if saved {
            notes.extend(drop_state(&mut chunks));
        }
        out.push((at, level.entry.index, chunks));
    }
    let header = wad.header();
    let bytes = match out.len() {
        0 => return Err(refused("the file has no such level", "See levelwright info.")),
        1 => {
            let chunks = out.pop().map(|(_, _, chunks)| chunks).unwrap_or_default();
            single_level(header.name().get(..63).unwrap_or(header.name()), header.data_version(), chunks)
        }
        _ => {
            let out: Vec<LevelOut<'_>> = out
                .into_iter()
                .map(|(at, _, chunks)| LevelOut { entry: Entry::Origin(at), body: Body::Chunks(chunks) })
                .collect();
            encode(&wad, fork, &HeaderOut::default(), &out).map(|(bytes, _)| bytes)
        }
    };
    Ok(NewFile { name: String::new(), bytes: bytes.map_err(|e| wad_error(&e))?, notes })
}

fn from_flat(fork: &[u8], flat: &FlatLevel) -> Result<NewFile, EncodeError> {
    let bytes = |range: &std::ops::Range<usize>| fork.get(range.clone()).unwrap_or_default();
    let mut chunks: Vec<ChunkOut<'_>> =
        flat.chunks.iter().map(|c| ChunkOut { tag: c.tag, bytes: bytes(&c.data).into() }).collect();
    let notes = drop_state(&mut chunks);
    let bytes = single_level(flat.header.name(), flat.header.data_version(), chunks).map_err(|e| wad_error(&e))?;
    Ok(NewFile { name: String::new(), bytes, notes })
}

/// Leaves out the state of a game in progress and says which chunks went.
fn drop_state(chunks: &mut Vec<ChunkOut<'_>>) -> Vec<String> {
    let is_state = |tag: &[u8; 4]| std::ptr::eq(tags::spec_for(tag), &tables::SAVED_GAME) || tag == b"slua";
    let gone: Vec<String> = chunks
        .iter()
        .filter(|c| is_state(&c.tag))
        .map(|c| format!("{} ({} bytes)", super::level::tag_text(c.tag), c.bytes.len()))
        .collect();
    chunks.retain(|c| !is_state(&c.tag));
    if gone.is_empty() {
        return Vec::new();
    }
    vec![format!("left out, as state of the game in progress: {}", gone.join(", "))]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::OpenFile;
    use crate::marathon::wad::tests::wad_of;
    use crate::test_data::data;

    fn source(bytes: Vec<u8>) -> Source {
        Source::read(bytes).unwrap()
    }

    #[test]
    fn a_saved_game_becomes_a_map() {
        let saved =
            wad_of(2, &[&[(b"Minf", &[0; 88]), (b"plyr", b"x"), (b"dwol", b"y"), (b"OBJS", b"")], &[(b"SMET", b"z")]]);
        let made = to_map(&source(saved), None).unwrap();
        assert_eq!(made.notes, ["left out, as state of the game in progress: plyr (1 bytes), dwol (1 bytes)"]);
        let wad = Wad::read(&made.bytes).unwrap();
        assert_eq!(WadKind::of(&wad), WadKind::Map);
        assert_eq!(wad.levels()[0].chunks.iter().map(|c| c.tag).collect::<Vec<_>>(), [*b"Minf", *b"OBJS"]);
    }

    #[test]
    fn one_level_of_several_and_what_is_not_there() {
        let two = wad_of(2, &[&[(b"Minf", b"one")], &[(b"Minf", b"two")]]);
        let made = to_map(&source(two.clone()), Some(1)).unwrap();
        let wad = Wad::read(&made.bytes).unwrap();
        assert_eq!(&made.bytes[wad.levels()[0].chunks[0].data.clone()], b"two");
        assert!(to_map(&source(two), Some(2)).is_err());
        let error = to_map(&source(b"just a text".to_vec()), None).unwrap_err();
        assert_eq!(error.to_string(), "the file holds no level");
    }

    #[test]
    fn wrappers_come_off_and_films_give_their_level() {
        if let Some(path) = data("marathon/merged/six-levels.sceA") {
            let source = source(std::fs::read(path).unwrap());
            let made = to_map(&source, None).unwrap();
            assert!(made.bytes == source.data_fork());
            assert_eq!(made.notes.len(), 1);
        }
        if let Some(path) = data("marathon/official/m2/M2-L01-L03.filA") {
            let source = source(std::fs::read(path).unwrap());
            let made = to_map(&source, None).unwrap();
            let mut map = OpenFile::untitled(made.bytes).unwrap();
            assert!(map.document.level(levelwright_model::document::LevelId(0)).unwrap().table("polygons").is_some());
        }
    }
}
