//! The bundled sample as a file: a map of two levels, the same yard raw and preprocessed.

use std::borrow::Cow;

use levelwright_model::games::marathon::geometry::Kind;
use levelwright_model::games::marathon::sample::{SampleLevel, large, practice_yard};

use super::encode::refused;
use super::merge::single_level;
use super::wad::{Body, ChunkOut, Entry, HeaderOut, LEVEL_DATA, LevelOut, Wad, WadError, encode};
use crate::format::{EncodeError, NewFile};

/// Data version of Marathon 2, which both kinds of levels are written with (`marathon.md` 1.1).
const DATA_VERSION: i16 = 1;
/// Wad version of maps of several levels.
const MERGED: i16 = 4;

/// The bundled sample.
///
/// # Errors
/// Never, unless the sample outgrew the format.
pub fn sample() -> Result<Vec<NewFile>, EncodeError> {
    // Each level's exit leads to the other.
    let levels = [practice_yard(Kind::Raw, 1), practice_yard(Kind::Preprocessed, 0)];
    let bytes = map(b"Practice Yard", &levels).map_err(|error| refused(&error))?;
    Ok(vec![NewFile { name: "Practice Yard.sceA".to_owned(), bytes, notes: Vec::new() }])
}

/// A map of one raw level with this many objects, for benchmarks and tests.
///
/// # Errors
/// If the level outgrows the format.
pub fn large_map(objects: usize) -> Result<Vec<u8>, EncodeError> {
    let level = large(objects);
    single_level(level.name.as_bytes(), DATA_VERSION, chunks(&level)).map_err(|error| refused(&error))
}

fn map(name: &[u8], levels: &[SampleLevel]) -> Result<Vec<u8>, WadError> {
    let size = i16::try_from(LEVEL_DATA).map_err(|_| WadError::too_large("directory data", LEVEL_DATA))?;
    let wad = Wad::new(MERGED, DATA_VERSION, name, size)?;
    let levels = (0..).zip(levels).map(|(index, level)| LevelOut {
        entry: Entry::New { index, application: Cow::Borrowed(&level.directory) },
        body: Body::Chunks(chunks(level)),
    });
    let levels: Vec<_> = levels.collect();
    encode(&wad, &[], &HeaderOut::default(), &levels).map(|(bytes, _)| bytes)
}

fn chunks(level: &SampleLevel) -> Vec<ChunkOut<'_>> {
    level.chunks.iter().map(|(tag, bytes)| ChunkOut { tag: *tag, bytes: Cow::Borrowed(bytes) }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{OpenFile, RoundTrip};
    use levelwright_model::document::LevelId;
    use levelwright_model::games::marathon::records::recode;
    use levelwright_model::problems::basic;

    fn open(bytes: Vec<u8>) -> OpenFile {
        let mut file = OpenFile::untitled(bytes).unwrap();
        file.document.decode_all();
        file
    }

    #[test]
    fn the_sample_opens_without_a_fault() {
        let files = sample().unwrap();
        assert_eq!(files[0].name, "Practice Yard.sceA");
        let mut file = open(files[0].bytes.clone());
        assert_eq!(file.round_trip(), RoundTrip::Identical);
        assert!(file.document.report().notices.is_empty());
        assert_eq!(file.document.read_only(), None);
        let ids: Vec<_> = file.document.state().ids().collect();
        let names: Vec<_> = ids.iter().map(|id| file.document.source().name(*id)).collect();
        assert_eq!(names, ["Practice Yard", "Practice Yard, preprocessed"]);
        for id in ids {
            let level = file.document.state().level(id).unwrap();
            assert!(level.notices().is_empty(), "{:?}", level.notices());
            let problems = basic::problems(level);
            assert!(problems.is_empty(), "{problems:#?}");
        }
    }

    #[test]
    fn the_sample_has_one_of_each_thing() {
        let file = open(sample().unwrap().remove(0).bytes);
        for id in [LevelId(0), LevelId(1)] {
            let objects = file.document.objects(id);
            for kind in file.document.game().kinds.iter().filter(|kind| kind.key != "unknown-object") {
                assert!(objects.all().iter().any(|object| object.kind.key == kind.key), "{}", kind.key);
            }
            let level = file.document.state().level(id).unwrap();
            let terminal = level.row(level.table("terminals").unwrap(), 0).unwrap();
            let text = recode(terminal.tail());
            assert!(text.windows(13).any(|part| part == b"practice yard"), "its text is encoded");
        }
    }

    #[test]
    fn a_large_level_opens_with_all_its_objects() {
        let file = open(large_map(10_000).unwrap());
        let level = file.document.state().level(LevelId(0)).unwrap();
        assert_eq!(level.table("objects").unwrap().len(), 10_000);
        assert!(basic::problems(level).is_empty());
    }
}
