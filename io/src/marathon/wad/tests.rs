//! The wad as a whole: made-up wads here, the project's data in `data_tests`.

use std::borrow::Cow;

use proptest::prelude::*;

use super::*;

/// A wad of these levels, written by the writer; index = position.
pub(crate) fn wad_of(version: i16, levels: &[&[(&[u8; 4], &[u8])]]) -> Vec<u8> {
    wad_with_data(version, 0, levels)
}

fn wad_with_data(version: i16, application: i16, levels: &[&[(&[u8; 4], &[u8])]]) -> Vec<u8> {
    let wad = Wad::new(version, 1, b"made up", application).unwrap();
    let levels: Vec<_> = levels
        .iter()
        .enumerate()
        .map(|(index, chunks)| LevelOut {
            entry: Entry::New { index: index as i16, application: vec![index as u8; application as usize].into() },
            body: chunks_out(chunks.iter().map(|(tag, bytes)| (**tag, *bytes))),
        })
        .collect();
    let (bytes, summary) = encode(&wad, &[], &HeaderOut::default(), &levels).unwrap();
    assert!(summary.changed);
    bytes
}

fn chunks_out<'a>(chunks: impl Iterator<Item = ([u8; 4], &'a [u8])>) -> Body<'a> {
    Body::Chunks(chunks.map(|(tag, bytes)| ChunkOut { tag, bytes: Cow::Borrowed(bytes) }).collect())
}

fn two_levels() -> Vec<u8> {
    wad_with_data(
        4,
        LEVEL_DATA as i16,
        &[&[(b"PNTS", b"points"), (b"NOTE", b""), (b"Minf", b"one")], &[(b"LINS", b"lines"), (b"Minf", b"two")]],
    )
}

/// Every level written anew from its chunks.
pub(crate) fn forced<'a>(wad: &Wad, origin: &'a [u8]) -> Vec<LevelOut<'a>> {
    let levels = wad.levels().iter().enumerate();
    levels
        .map(|(position, level)| LevelOut {
            entry: Entry::Origin(position),
            body: chunks_out(level.chunks.iter().map(|c| (c.tag, &origin[c.data.clone()]))),
        })
        .collect()
}

pub(crate) fn unchanged(wad: &Wad) -> Vec<LevelOut<'static>> {
    (0..wad.levels().len()).map(LevelOut::unchanged).collect()
}

fn encode_levels(wad: &Wad, origin: &[u8], levels: &[LevelOut<'_>]) -> Result<(Vec<u8>, WriteSummary), WadError> {
    encode(wad, origin, &HeaderOut::default(), levels)
}

#[test]
fn every_version_reads_back_and_is_written_alike() {
    for version in [0, 1, 2, 4] {
        let bytes = wad_of(version, &[&[(b"door", b""), (b"PNTS", b"points"), (b"door", b"x")], &[(b"Minf", b"")]]);
        let wad = Wad::read(&bytes).unwrap();
        assert_eq!(wad.problems(), []);
        assert_eq!(wad.header().version(), version);
        assert_eq!(wad.header().name(), b"made up");
        assert_eq!(wad.levels().len(), 2);
        let expected = if version == 0 { Checksum::NotChecked } else { Checksum::Whole };
        assert_eq!(wad.checksum(), expected);
        let tags: Vec<_> = wad.levels()[0].chunks.iter().map(|chunk| chunk.tag).collect();
        assert_eq!(tags, [*b"door", *b"PNTS", *b"door"]);
        assert_eq!(wad.levels()[1].entry.index, 1);

        let (same, summary) = encode_levels(&wad, &bytes, &unchanged(&wad)).unwrap();
        assert!(same == bytes && !summary.changed);
        let (again, summary) = encode_levels(&wad, &bytes, &forced(&wad, &bytes)).unwrap();
        assert!(again == bytes && summary.changed);
    }
}

/// What is only compared must not be called the same when the writer would write something else.
#[test]
fn what_is_told_without_writing_agrees_with_what_is_written() {
    let (mut same, mut other) = (0, 0);
    for version in [0, 2] {
        let good = wad_of(version, &[&[(b"PNTS", b"points"), (b"NOTE", b"")], &[(b"Minf", b"two")]]);
        for (at, by) in (0..good.len()).flat_map(|at| [(at, 0), (at, 1), (at, 0x80)]) {
            let mut bytes = good.clone();
            bytes[at] ^= by;
            let Ok(wad) = Wad::read(&bytes) else { continue };
            let told = makes_origin(&wad, &bytes, &forced(&wad, &bytes)).unwrap_or(false);
            let written = encode_levels(&wad, &bytes, &forced(&wad, &bytes));
            assert!(
                !told || written.is_ok_and(|(made, _)| made == bytes),
                "version {version}, byte {at} changed by {by}"
            );
            if told { same += 1 } else { other += 1 }
        }
        let wad = Wad::read(&good).unwrap();
        let mut levels = forced(&wad, &good);
        assert!(makes_origin(&wad, &good, &levels).unwrap());
        levels[0].body = chunks_out([(*b"PNTS", b"pointz".as_slice()), (*b"NOTE", b"")].into_iter());
        assert!(!makes_origin(&wad, &good, &levels).unwrap());
        levels.pop();
        assert!(!makes_origin(&wad, &good, &levels).unwrap());
    }
    assert!(same > 100 && other > 100, "{same} the same, {other} not");
}

#[test]
fn one_changed_chunk_moves_the_rest_and_nothing_else() {
    let bytes = two_levels();
    let wad = Wad::read(&bytes).unwrap();
    let mut levels = unchanged(&wad);
    levels[0].body = chunks_out([(*b"PNTS", b"more points".as_slice()), (*b"NOTE", b"")].into_iter());
    let (out, summary) = encode_levels(&wad, &bytes, &levels).unwrap();
    let after = Wad::read(&out).unwrap();
    assert_eq!(after.problems(), []);
    assert_eq!(summary.dropped_gap_bytes, 0);
    assert_eq!(summary.checksum, after.header().checksum());
    assert_eq!(after.levels()[0].entry.level, 128..128 + 16 + 11 + 16);
    let level = |wad: &Wad, bytes: &[u8]| bytes[wad.levels()[1].entry.level.clone()].to_vec();
    assert_eq!(level(&after, &out), level(&wad, &bytes));
    let application = after.levels()[1].entry.application.clone();
    assert_eq!(out[application], [1; LEVEL_DATA]);
}

#[test]
fn levels_are_added_removed_and_renumbered() {
    let bytes = two_levels();
    let wad = Wad::read(&bytes).unwrap();
    let renamed =
        LevelOut { entry: Entry::New { index: 40, application: vec![b'n'; LEVEL_DATA].into() }, body: Body::Origin(1) };
    let (out, _) = encode_levels(&wad, &bytes, &[renamed]).unwrap();
    let after = Wad::read(&out).unwrap();
    assert_eq!(after.levels()[0].entry.index, 40);
    assert_eq!(after.problems().len(), 1, "index 40 cannot be reached");
    assert!(after.levels()[0].find(*b"LINS").is_some());

    let doubled = [LevelOut::unchanged(0), LevelOut::unchanged(1), LevelOut::unchanged(0)];
    let (out, _) = encode_levels(&wad, &bytes, &doubled).unwrap();
    assert_eq!(Wad::read(&out).unwrap().levels().len(), 3);
}

#[test]
fn an_entry_given_anew_with_the_same_data_is_no_change() {
    let bytes = two_levels();
    let wad = Wad::read(&bytes).unwrap();
    let mut levels = unchanged(&wad);
    levels[1].entry = Entry::New { index: 1, application: vec![1; LEVEL_DATA].into() };
    let header = HeaderOut { parent_checksum: Some(0), ..HeaderOut::default() };
    let (out, summary) = encode(&wad, &bytes, &header, &levels).unwrap();
    assert!(out == bytes && !summary.changed);
    let header = HeaderOut { parent_checksum: Some(1), ..HeaderOut::default() };
    let (out, summary) = encode(&wad, &bytes, &header, &levels).unwrap();
    assert!(summary.changed);
    assert_eq!(out[84..88], [0, 0, 0, 1]);
    assert_eq!(out[128..], bytes[128..]);
}

#[test]
fn tail_gap_and_wrong_checksum_stay_until_something_changes() {
    let mut bytes = two_levels();
    bytes.extend_from_slice(b"stale tail");
    let wad = Wad::read(&bytes).unwrap();
    assert_eq!(wad.checksum(), Checksum::WithoutTail);
    assert_eq!(wad.problems().len(), 1);
    let (same, _) = encode_levels(&wad, &bytes, &unchanged(&wad)).unwrap();
    assert_eq!(same, bytes);
    let (out, summary) = encode_levels(&wad, &bytes, &forced(&wad, &bytes)).unwrap();
    assert_eq!(summary.dropped_tail_bytes, 10);
    assert_eq!(out, two_levels());

    // A gap inside level 0: its first chunk is one byte shorter than the next offset says.
    bytes[128 + 11] -= 1;
    let wad = Wad::read(&bytes).unwrap();
    assert!(matches!(wad.checksum(), Checksum::Wrong(_)));
    let (same, _) = encode_levels(&wad, &bytes, &unchanged(&wad)).unwrap();
    assert_eq!(same, bytes);
    let mut levels = unchanged(&wad);
    levels[1] = forced(&wad, &bytes).remove(1);
    let (out, summary) = encode_levels(&wad, &bytes, &levels).unwrap();
    assert_eq!(summary.dropped_gap_bytes, 0, "an unchanged level keeps its gap");
    let end = wad.directory().end;
    assert_eq!(out[128..], bytes[128..end]);
    let (_, summary) = encode_levels(&wad, &bytes, &forced(&wad, &bytes)).unwrap();
    assert_eq!(summary.dropped_gap_bytes, 1);
}

#[test]
fn version_0_keeps_its_checksum_and_version_3_becomes_4() {
    let mut bytes = wad_of(0, &[&[(b"Minf", b"x")]]);
    bytes[CHECKSUM..CHECKSUM + 4].copy_from_slice(&[0, 0, 3, 0xC9]);
    let wad = Wad::read(&bytes).unwrap();
    let changed =
        [LevelOut { entry: Entry::Origin(0), body: chunks_out([(*b"Minf", b"longer".as_slice())].into_iter()) }];
    let (out, summary) = encode_levels(&wad, &bytes, &changed).unwrap();
    assert_eq!(summary.checksum, 0x3C9);
    assert_eq!(Wad::read(&out).unwrap().header().checksum(), 0x3C9);

    let mut bytes = two_levels();
    bytes[1] = 3;
    let wad = Wad::read(&bytes).unwrap();
    assert!(wad.problems()[0].message.contains("version 3"));
    let (same, summary) = encode_levels(&wad, &bytes, &unchanged(&wad)).unwrap();
    assert!(same == bytes && !summary.version_3_became_4);
    let (out, summary) = encode_levels(&wad, &bytes, &forced(&wad, &bytes)).unwrap();
    assert!(summary.version_3_became_4);
    assert_eq!(out, two_levels());
}

const CHECKSUM: usize = header::CHECKSUM_AT;

#[test]
fn the_directory_may_lie_before_the_levels() {
    let bytes = two_levels();
    let wad = Wad::read(&bytes).unwrap();
    let directory = wad.directory();
    let shift = directory.len() as i32;
    let mut moved = bytes[..128].to_vec();
    moved.extend_from_slice(&bytes[directory.clone()]);
    moved.extend_from_slice(&bytes[128..directory.start]);
    moved[72..76].copy_from_slice(&128i32.to_be_bytes());
    for (position, level) in wad.levels().iter().enumerate() {
        let at = 128 + position * 84;
        let start = level.entry.level.start as i32 + shift;
        moved[at..at + 4].copy_from_slice(&start.to_be_bytes());
    }
    let crc = checksum(&moved);
    moved[CHECKSUM..CHECKSUM + 4].copy_from_slice(&crc.to_be_bytes());
    let wad = Wad::read(&moved).unwrap();
    assert_eq!(wad.problems(), []);
    let (same, _) = encode_levels(&wad, &moved, &unchanged(&wad)).unwrap();
    assert_eq!(same, moved);
    let (out, _) = encode_levels(&wad, &moved, &forced(&wad, &moved)).unwrap();
    assert_eq!(out, bytes);
}

#[test]
fn every_prefix_is_refused() {
    let bytes = two_levels();
    for end in 0..bytes.len() {
        assert!(Wad::read(&bytes[..end]).is_err(), "{end}");
    }
}

#[test]
fn overlaps_are_errors_and_twins_are_read_only() {
    let bytes = two_levels();
    let directory = Wad::read(&bytes).unwrap().directory().start;
    let entry = |at: usize| bytes[at..at + 8].to_vec();
    let mut twins = bytes.clone();
    let first = entry(directory);
    twins[directory + 84..directory + 92].copy_from_slice(&first);
    let wad = Wad::read(&twins).unwrap();
    assert_eq!(wad.levels()[1].same_as, Some(0));
    assert!(wad.read_only().is_some());
    let (same, _) = encode_levels(&wad, &twins, &unchanged(&wad)).unwrap();
    assert_eq!(same, twins);
    let error = encode_levels(&wad, &twins, &forced(&wad, &twins)).unwrap_err();
    assert!(matches!(error, WadError::ReadOnly(_)));

    for (offset, other) in [(130, "level 0"), (directory as i32 - 1, "the directory")] {
        let mut overlap = bytes.clone();
        overlap[directory + 84..directory + 88].copy_from_slice(&i32::to_be_bytes(offset));
        let error = Wad::read(&overlap).unwrap_err().to_string();
        assert!(error.contains("level 1") && error.contains(other), "{error}");
    }
}

#[test]
fn sizes_and_counts_are_refused_by_name() {
    let bytes = two_levels();
    let with = |at: usize, value: i16| {
        let mut bytes = bytes.clone();
        bytes[at..at + 2].copy_from_slice(&value.to_be_bytes());
        Wad::read(&bytes)
    };
    let text = |at, value| with(at, value).unwrap_err().to_string();
    assert!(text(0, 9).contains("0 to 4"));
    assert!(text(0, -1).contains("-1"));
    assert!(text(2, 3).contains("data version 3"));
    assert!(text(76, 0).contains("level count 0"));
    assert!(text(76, -1).contains("65535"));
    assert!(text(78, -10).contains("application data size is -10"));
    assert!(text(80, 0).contains("chunk header size"));
    assert!(text(80, 12).contains("16"));
    assert!(text(82, 8).contains("directory entry size is 8"));
    assert!(text(0, 1).contains("application data size is 74"));
}

#[test]
fn longer_headers_than_known_are_read_only() {
    let mut bytes = wad_of(2, &[&[(b"Minf", b"four")]]);
    bytes[81] = 20;
    let wad = Wad::read(&bytes).unwrap_err();
    assert!(wad.to_string().contains("'Minf'"), "the data no longer fit: {wad}");
    bytes[128 + 11] = 0;
    let wad = Wad::read(&bytes).unwrap();
    assert!(wad.read_only().is_some());
    assert_eq!(wad.levels()[0].chunks[0].data, 148..148);
}

#[test]
fn the_writer_refuses_what_the_format_cannot_hold() {
    let bytes = two_levels();
    let wad = Wad::read(&bytes).unwrap();
    let refuse = |levels: &[LevelOut<'_>]| encode_levels(&wad, &bytes, levels).unwrap_err();
    assert!(matches!(refuse(&[]), WadError::Limit { size: 0, .. }));
    assert_eq!(refuse(&[LevelOut::unchanged(2)]), WadError::NoSuchLevel(2));
    let many = vec![LevelOut::unchanged(0); 32768];
    assert!(matches!(refuse(&many), WadError::Limit { size: 32768, limit: 32767, .. }));
    let short =
        LevelOut { entry: Entry::New { index: 0, application: Cow::Borrowed(b"short") }, body: Body::Origin(0) };
    assert!(matches!(refuse(&[short]), WadError::ApplicationData { found: 5, wanted: 74, .. }));
    let error = encode_levels(&wad, &bytes[1..], &unchanged(&wad)).unwrap_err();
    assert!(matches!(error, WadError::WrongOrigin { .. }));

    let old = Wad::new(0, 0, b"", 0).unwrap();
    let index =
        LevelOut { entry: Entry::New { index: 7, application: Cow::Borrowed(b"") }, body: Body::Chunks(Vec::new()) };
    let error = encode_levels(&old, &[], &[index]).unwrap_err();
    assert!(matches!(error, WadError::IndexIsPosition { index: 7, .. }));
}

#[test]
fn a_directory_full_of_twins_costs_no_more_than_its_bytes() {
    let chunks: Vec<(&[u8; 4], &[u8])> = vec![(b"door", b""); 2000];
    let bytes = wad_of(2, &[&chunks]);
    let wad = Wad::read(&bytes).unwrap();
    let entry = bytes[wad.directory()].to_vec();
    let mut many = bytes.clone();
    for _ in 1..i16::MAX {
        many.extend_from_slice(&entry);
    }
    many[76..78].copy_from_slice(&i16::MAX.to_be_bytes());
    let wad = Wad::read(&many).unwrap();
    assert_eq!(wad.levels().len(), 32767);
    let shared = wad.levels().iter().all(|l| Arc::ptr_eq(&l.chunks, &wad.levels()[0].chunks));
    assert!(shared);
    assert!(wad.problems().len() <= crate::source::limits::MAX_PROBLEMS + 1);
}

proptest! {
    #[test]
    fn mutated_wads_are_read_or_refused(
        version in 0..5i16,
        changes in prop::collection::vec((0..400usize, any::<u8>()), 1..6),
        cut in 0..500usize,
    ) {
        let version = if version == 3 { 2 } else { version };
        let mut bytes = wad_of(version, &[
            &[(b"PNTS", b"points"), (b"NOTE", b""), (b"Minf", b"one")],
            &[(b"LINS", b"lines"), (b"Minf", b"two")],
        ]);
        for (at, value) in changes {
            let len = bytes.len();
            bytes[at % len] = value;
        }
        bytes.truncate(cut.max(128));
        if let Ok(wad) = Wad::read(&bytes) {
            let (same, summary) = encode_levels(&wad, &bytes, &unchanged(&wad)).unwrap();
            prop_assert!(same == bytes && !summary.changed);
            if wad.read_only().is_none()
                && let Ok((out, _)) = encode_levels(&wad, &bytes, &forced(&wad, &bytes))
            {
                let again = Wad::read(&out).unwrap();
                let (twice, _) = encode_levels(&again, &out, &forced(&again, &out)).unwrap();
                prop_assert_eq!(twice, out);
            }
        }
    }

    #[test]
    fn any_levels_round_trip(
        version in prop::sample::select(vec![0i16, 1, 2, 4]),
        levels in prop::collection::vec(
            prop::collection::vec((any::<[u8; 4]>(), prop::collection::vec(any::<u8>(), 0..40)), 1..6),
            1..5,
        ),
    ) {
        let chunks: Vec<Vec<(&[u8; 4], &[u8])>> = levels
            .iter()
            .map(|level| level.iter().map(|(tag, bytes)| (tag, bytes.as_slice())).collect())
            .collect();
        let slices: Vec<_> = chunks.iter().map(Vec::as_slice).collect();
        let bytes = wad_of(version, &slices);
        let wad = Wad::read(&bytes).unwrap();
        for (level, expected) in wad.levels().iter().zip(&levels) {
            let found: Vec<_> = level
                .chunks
                .iter()
                .map(|c| (c.tag, bytes[c.data.clone()].to_vec()))
                .collect();
            prop_assert_eq!(&found, expected);
        }
    }
}
