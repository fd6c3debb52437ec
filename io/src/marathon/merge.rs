//! Several wads' levels in one map, and one map's levels in files of their own (`marathon.md` 1.1). Levels are lists of
//! chunks here: every byte of every chunk survives, empty chunks too, in their order.
//!
//! A map of several levels has 74 bytes of directory data a level: mission, environment and entry point flags and the
//! name, which repeat `Minf`. They may differ from it on purpose (names for the level selection). So a split file is a
//! wad of version 2 without them where they follow from `Minf`, and one of version 4 with them where they do not; and
//! both keep the level's index. Merging takes directory data as found and makes the missing ones from `Minf`.

use std::borrow::Cow;
use std::collections::BTreeSet;

use levelwright_model::record::text::Encoding;

use crate::format::NewFile;

use super::wad::{Body, ChunkOut, Entry, HeaderOut, LEVEL_DATA, LevelOut, Wad, WadError, WadLevel, encode};

/// Wad version of a single level's file.
const SINGLE: i16 = 2;
/// Wad version with directory data: Infinity's merged maps.
const MERGED: i16 = 4;
/// Bytes that a wad's name may have.
const NAME: usize = 63;

/// `Minf`, 88 bytes: mission flags at 6, environment flags at 8, name at 18 (66 bytes), entry point flags at 84.
const MINF_MISSION: usize = 6;
const MINF_ENVIRONMENT: usize = 8;
const MINF_NAME: usize = 18;
const MINF_NAME_LEN: usize = 66;
const MINF_ENTRY_POINTS: usize = 84;
/// Directory data: mission flags at 0, environment flags at 2, entry point flags at 4, name at 8.
const DATA_NAME: usize = 8;

/// Why maps were not merged or split.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum MergeError {
    /// A wad is broken or cannot hold the result.
    #[error("{name}: {error}")]
    Wad {
        /// Which file; the new one's name where the result does not fit.
        name: String,
        /// What is wrong.
        error: WadError,
    },
    /// A level without `Minf` (physics, pictures, the extra entry of a saved game).
    #[error("{name}: entry {position} (index {index}) is no level: it has no Minf")]
    NoLevel {
        /// Which file.
        name: String,
        /// Position in its directory.
        position: usize,
        /// Its index.
        index: i16,
    },
    /// Levels of different games.
    #[error("{first} has data version {first_version}, {second} has {second_version}: one map holds one game's levels")]
    DataVersions {
        /// The first file.
        first: String,
        /// Its data version: 0 Marathon, 1 Marathon 2, 2 Infinity.
        first_version: i16,
        /// The first file that differs.
        second: String,
        /// Its data version.
        second_version: i16,
    },
    /// Directory data of a length that nobody documented.
    #[error("{name}: its directory holds {found} bytes of data a level; known are 0 and 74")]
    DirectoryData {
        /// Which file.
        name: String,
        /// Bytes found.
        found: usize,
    },
    /// Nothing to merge.
    #[error("there is nothing to merge")]
    Nothing,
}

impl MergeError {
    /// What the person can do.
    pub fn help(&self) -> &'static str {
        match self {
            MergeError::Wad { error, .. } => error.help(),
            MergeError::NoLevel { .. } => "Leave this file out: only levels can be merged and split.",
            MergeError::DataVersions { .. } => {
                "Save the levels for the same game first: open them in an editor of that game and export them."
            }
            MergeError::DirectoryData { .. } => "Save the file anew with the tool that made it.",
            MergeError::Nothing => "Name at least one map.",
        }
    }
}

/// A wad to take levels from.
#[derive(Clone, Copy, Debug)]
pub struct Part<'a> {
    /// What to call it in messages.
    pub name: &'a str,
    /// Its data fork.
    pub fork: &'a [u8],
}

/// A wad of version 2 with one level of index 0. `name` is MacRoman and cut to what fits.
///
/// # Errors
/// An unknown data version, or chunks too large for the format.
pub fn single_level(name: &[u8], data_version: i16, chunks: Vec<ChunkOut<'_>>) -> Result<Vec<u8>, WadError> {
    wad_of_one(SINGLE, name, data_version, 0, &[], chunks)
}

fn wad_of_one(
    version: i16,
    name: &[u8],
    data_version: i16,
    index: i16,
    directory_data: &[u8],
    chunks: Vec<ChunkOut<'_>>,
) -> Result<Vec<u8>, WadError> {
    let size =
        i16::try_from(directory_data.len()).map_err(|_| WadError::too_large("directory data", directory_data.len()))?;
    let wad = Wad::new(version, data_version, fitting(name), size)?;
    let entry = Entry::New { index, application: directory_data.into() };
    let level = LevelOut { entry, body: Body::Chunks(chunks) };
    encode(&wad, &[], &HeaderOut::default(), &[level]).map(|(bytes, _)| bytes)
}

/// A name up to its first NUL, cut to what a wad's header holds.
fn fitting(name: &[u8]) -> &[u8] {
    let text = name.split(|b| *b == 0).next().unwrap_or_default();
    text.get(..NAME).unwrap_or(text)
}

/// A level's chunks as they lie.
pub(crate) fn chunks_of<'a>(level: &WadLevel, fork: &'a [u8]) -> Vec<ChunkOut<'a>> {
    let bytes = |range: &std::ops::Range<usize>| fork.get(range.clone()).unwrap_or_default();
    level.chunks.iter().map(|c| ChunkOut { tag: c.tag, bytes: Cow::Borrowed(bytes(&c.data)) }).collect()
}

/// The bytes of a level's `Minf`.
fn minf<'a>(level: &WadLevel, fork: &'a [u8]) -> Option<&'a [u8]> {
    fork.get(level.find(*b"Minf")?.data.clone())
}

/// Directory data made from `Minf`. What a shorter `Minf` has only in part is zero.
fn directory_data(minf: &[u8]) -> [u8; LEVEL_DATA] {
    let mut out = [0; LEVEL_DATA];
    let parts = [
        (MINF_MISSION, 0, 2),
        (MINF_ENVIRONMENT, 2, 2),
        (MINF_ENTRY_POINTS, 4, 4),
        (MINF_NAME, DATA_NAME, MINF_NAME_LEN),
    ];
    for (from, to, len) in parts {
        let place = out.get_mut(to..to + len);
        if let (Some(place), Some(bytes)) = (place, minf.get(from..from + len)) {
            place.copy_from_slice(bytes);
        }
    }
    out
}

fn level_at<'a>(name: &str, wad: &Wad, fork: &'a [u8], position: usize) -> Result<(i16, &'a [u8]), MergeError> {
    let level = wad.levels().get(position);
    let index = level.map_or(0, |l| l.entry.index);
    let minf = level.and_then(|l| minf(l, fork));
    minf.map(|m| (index, m)).ok_or(MergeError::NoLevel { name: name.to_owned(), position, index })
}

/// A level's own directory data, if it has any.
fn stored_data<'a>(name: &str, level: &WadLevel, fork: &'a [u8]) -> Result<Option<&'a [u8]>, MergeError> {
    let stored = fork.get(level.entry.application.clone()).unwrap_or_default();
    match stored.len() {
        0 => Ok(None),
        LEVEL_DATA => Ok(Some(stored)),
        found => Err(MergeError::DirectoryData { name: name.to_owned(), found }),
    }
}

/// Puts all levels of several wads into one map of version 4, in the order given. Where no two levels have the same
/// index they keep it; else they are numbered in their order. `name` is the map's name, MacRoman.
///
/// # Errors
/// A wad that cannot be read or holds no level, data versions that differ, a result that does not fit.
pub fn merge(name: &[u8], parts: &[Part<'_>]) -> Result<NewFile, MergeError> {
    let wads = parts
        .iter()
        .map(|p| Wad::read(p.fork).map_err(|error| MergeError::Wad { name: p.name.to_owned(), error }))
        .collect::<Result<Vec<Wad>, _>>()?;
    let (Some(first), Some(first_part)) = (wads.first(), parts.first()) else { return Err(MergeError::Nothing) };
    let data_version = first.header().data_version();
    let mut notes = Vec::new();
    let mut levels = Vec::new();
    for (part, wad) in parts.iter().zip(&wads) {
        if wad.header().data_version() != data_version {
            return Err(MergeError::DataVersions {
                first: first_part.name.to_owned(),
                first_version: data_version,
                second: part.name.to_owned(),
                second_version: wad.header().data_version(),
            });
        }
        if wad.header().version() == 3 {
            notes.push(format!("{}: its wad version 3 becomes 4, which Aleph One reads", part.name));
        }
        for (position, level) in wad.levels().iter().enumerate() {
            let (index, minf) = level_at(part.name, wad, part.fork, position)?;
            let data: Cow<'_, [u8]> = match stored_data(part.name, level, part.fork)? {
                Some(stored) => stored.into(),
                None => directory_data(minf).to_vec().into(),
            };
            levels.push((part.name, index, data, chunks_of(level, part.fork)));
        }
    }
    let distinct: BTreeSet<i16> = levels.iter().map(|(_, index, _, _)| *index).collect();
    let keep = distinct.len() == levels.len();
    let count = levels.len();
    let mut out = Vec::with_capacity(count);
    for (position, (part, index, data, chunks)) in levels.into_iter().enumerate() {
        let fits = i16::try_from(position).map_err(|_| MergeError::Wad {
            name: "the merged map".to_owned(),
            error: WadError::Limit { what: "the number of levels".to_owned(), size: count, limit: i16::MAX as usize },
        })?;
        let new = if keep { index } else { fits };
        if new != index {
            notes.push(format!("{part}: level {index} becomes {new}; exits and terminals that name levels are kept"));
        }
        if usize::try_from(new).map_or(true, |n| n >= count) {
            notes.push(format!("{part}: Aleph One cannot reach level {new} in a map of {count} levels"));
        }
        out.push(LevelOut { entry: Entry::New { index: new, application: data }, body: Body::Chunks(chunks) });
    }
    let failed = |error| MergeError::Wad { name: "the merged map".to_owned(), error };
    // A size of 74 fits.
    let wad = Wad::new(MERGED, data_version, fitting(name), LEVEL_DATA as i16).map_err(failed)?;
    let (bytes, _) = encode(&wad, &[], &HeaderOut::default(), &out).map_err(failed)?;
    Ok(NewFile { name: String::new(), bytes, notes })
}

/// Makes a file of each level of a wad, named by index and level name.
///
/// # Errors
/// A wad that cannot be read, or an entry that is no level.
pub fn split(name: &str, fork: &[u8]) -> Result<Vec<NewFile>, MergeError> {
    let failed = |error| MergeError::Wad { name: name.to_owned(), error };
    let wad = Wad::read(fork).map_err(failed)?;
    let mut used = BTreeSet::new();
    let mut out = Vec::with_capacity(wad.levels().len());
    for (position, level) in wad.levels().iter().enumerate() {
        let (index, minf) = level_at(name, &wad, fork, position)?;
        let derived = directory_data(minf);
        let stored = stored_data(name, level, fork)?;
        let level_name = stored.unwrap_or(&derived).get(DATA_NAME..).unwrap_or_default();
        let mut notes = Vec::new();
        let (version, data) = match stored {
            Some(stored) if stored != derived => {
                notes.push("its directory data differ from Minf: kept, in a wad of version 4".to_owned());
                (MERGED, stored)
            }
            _ => (SINGLE, [].as_slice()),
        };
        let data_version = wad.header().data_version();
        let chunks = chunks_of(level, fork);
        let bytes = wad_of_one(version, level_name, data_version, index, data, chunks).map_err(failed)?;
        out.push(NewFile { name: file_name(index, level_name, &mut used), bytes, notes });
    }
    Ok(out)
}

/// `07-Botany-Bay.sceA`, by letters and digits that every file system takes.
fn file_name(index: i16, name: &[u8], used: &mut BTreeSet<String>) -> String {
    let text = Encoding::MacRoman.decode(fitting(name));
    let plain: String = text.chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let words: Vec<&str> = plain.split('-').filter(|w| !w.is_empty()).collect();
    let stem = if words.is_empty() { format!("{index:02}") } else { format!("{index:02}-{}", words.join("-")) };
    let mut name = format!("{stem}.sceA");
    let mut copy = 2;
    // File systems that ignore case must not see two of them as one.
    while !used.insert(name.to_lowercase()) {
        name = format!("{stem}-{copy}.sceA");
        copy += 1;
    }
    name
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::source::Source;
    use crate::test_data::data;

    fn minf_of(name: &str, entry: u8) -> Vec<u8> {
        let mut out = vec![0; 88];
        out[7] = 3;
        out[9] = 5;
        out[18..18 + name.len()].copy_from_slice(name.as_bytes());
        out[87] = entry;
        out
    }

    fn one(name: &str) -> Vec<u8> {
        let minf = minf_of(name, 1);
        let chunk = |tag: &[u8; 4], bytes: &[u8]| ChunkOut { tag: *tag, bytes: bytes.to_vec().into() };
        let chunks =
            vec![chunk(b"door", b""), chunk(b"PNTS", name.as_bytes()), chunk(b"Minf", &minf), chunk(b"door", b"x")];
        single_level(name.as_bytes(), 1, chunks).unwrap()
    }

    fn parts<'a>(files: &'a [(String, Vec<u8>)]) -> Vec<Part<'a>> {
        files.iter().map(|(name, fork)| Part { name, fork }).collect()
    }

    type Levels = Vec<(i16, Vec<u8>, Vec<([u8; 4], Vec<u8>)>)>;

    fn levels(fork: &[u8]) -> Levels {
        let wad = Wad::read(fork).unwrap();
        let all = wad.levels().iter();
        all.map(|l| {
            let chunks = chunks_of(l, fork).into_iter().map(|c| (c.tag, c.bytes.into_owned())).collect();
            (l.entry.index, fork[l.entry.application.clone()].to_vec(), chunks)
        })
        .collect()
    }

    fn again(name: &str, fork: &[u8]) -> (Vec<(String, Vec<u8>)>, Vec<u8>) {
        let files: Vec<_> = split(name, fork).unwrap().into_iter().map(|m| (m.name, m.bytes)).collect();
        let merged = merge(b"again", &parts(&files)).unwrap().bytes;
        (files, merged)
    }

    #[test]
    fn merged_and_split_gives_the_same_chunks() {
        let files = [("a".to_owned(), one("First Level")), ("b".to_owned(), one("First/level"))];
        let made = merge(b"both", &parts(&files)).unwrap();
        let wad = Wad::read(&made.bytes).unwrap();
        assert_eq!(wad.problems(), []);
        assert_eq!((wad.header().version(), wad.header().name()), (4, b"both".as_slice()));
        let merged = levels(&made.bytes);
        assert_eq!(merged.iter().map(|l| l.0).collect::<Vec<_>>(), [0, 1]);
        assert_eq!(made.notes.len(), 1, "{:?}", made.notes);
        assert_eq!(&merged[0].1[..9], [0, 3, 0, 5, 0, 0, 0, 1, b'F']);

        let (split, again) = again("both", &made.bytes);
        assert_eq!(again.len(), made.bytes.len());
        assert_eq!(levels(&again), merged);
        for ((name, bytes), (_, original)) in split.iter().zip(&files) {
            assert_eq!(Wad::read(bytes).unwrap().header().version(), 2, "{name}");
            assert_eq!(levels(bytes)[0].2, levels(original)[0].2);
        }
        assert_eq!(
            split.iter().map(|f| f.0.as_str()).collect::<Vec<_>>(),
            ["00-First-Level.sceA", "01-First-level.sceA"]
        );
    }

    #[test]
    fn directory_data_that_differ_on_purpose_survive() {
        let mut data = directory_data(&minf_of("Inside", 1));
        data[8] = b'O';
        let fork = one("Inside");
        let wad = Wad::read(&fork).unwrap();
        let alone = wad_of_one(4, b"x", 1, 40, &data, chunks_of(&wad.levels()[0], &fork)).unwrap();
        let (split, merged) = again("x", &alone);
        assert_eq!(split[0].0, "40-Onside.sceA");
        assert_eq!(Wad::read(&split[0].1).unwrap().header().version(), 4);
        assert_eq!(levels(&merged), levels(&alone));
    }

    #[test]
    fn what_cannot_be_merged_says_why() {
        assert_eq!(merge(b"", &[]), Err(MergeError::Nothing));
        let a = one("a");
        let mut other = one("b");
        other[3] = 2;
        let error = merge(b"", &[Part { name: "a", fork: &a }, Part { name: "b", fork: &other }]).unwrap_err();
        assert_eq!(error.to_string(), "a has data version 1, b has 2: one map holds one game's levels");
        let no_level = single_level(b"", 0, vec![ChunkOut { tag: *b"FXpx", bytes: b"".as_slice().into() }]).unwrap();
        let error = merge(b"", &[Part { name: "p", fork: &no_level }]).unwrap_err();
        assert_eq!(error.to_string(), "p: entry 0 (index 0) is no level: it has no Minf");
        for end in 0..a.len() {
            assert!(split("a", &a[..end]).is_err());
        }
    }

    #[test]
    fn a_short_minf_gives_zeros() {
        assert_eq!(directory_data(&[]), [0; LEVEL_DATA]);
        let data = directory_data(minf_of("x", 9).get(..86).unwrap());
        assert_eq!(data[4..8], [0; 4]);
    }

    #[test]
    fn real_maps_come_back_whole() {
        for file in [
            "marathon/merged/six-levels.sceA",
            "marathon/merged/three-sparse.sceA",
            "marathon/weland-resaved/three-sparse.sceA",
            "marathon/official/m1/Map.scen",
            "peers-made/marathon/multi-level/atque-merged-5.sceA",
            "peers-made/marathon/multi-level/weland-merged-5-version3.sceA",
        ] {
            let Some(path) = data(file) else { continue };
            let source = Source::read(std::fs::read(path).unwrap()).unwrap();
            let before = levels(source.data_fork());
            let (split, merged) = again(file, source.data_fork());
            let after = levels(&merged);
            assert_eq!(Wad::read(&merged).unwrap().header().version(), 4);
            for (((name, bytes), old), new) in split.iter().zip(&before).zip(&after) {
                assert!(levels(bytes)[0].2 == old.2, "{file} {name}");
                assert!((new.0, &new.2) == (old.0, &old.2), "{file} {name}");
                // Marathon 1's directory holds no data.
                assert!(old.1.is_empty() || new.1 == old.1, "{file} {name}");
            }
            assert_eq!(before.len(), after.len());
        }
    }

    /// Directory data made from `Minf` are those that another merger makes.
    #[test]
    fn merging_the_parts_of_an_atque_map_gives_its_directory_data() {
        let Some(path) = data("marathon/merged/six-levels.sceA") else { return };
        let source = Source::read(std::fs::read(path).unwrap()).unwrap();
        let fork = source.data_fork();
        let wad = Wad::read(fork).unwrap();
        for level in wad.levels() {
            let stored = &fork[level.entry.application.clone()];
            let made = directory_data(minf(level, fork).unwrap());
            let text = |b: &[u8]| b[8..].split(|b| *b == 0).next().unwrap().to_vec();
            assert_eq!((&made[..8], text(&made)), (&stored[..8], text(stored)));
        }
    }
}
