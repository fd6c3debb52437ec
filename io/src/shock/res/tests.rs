//! Resource files read, written, and broken on purpose.

use std::borrow::Cow;

use super::*;
use crate::test_data::{data, files_below};

fn plain(id: u16, flags: u8, bytes: &[u8]) -> ResourceOut<'static> {
    ResourceOut { id, flags, kind: APPLICATION, body: Body::Plain(Cow::Owned(bytes.to_vec())) }
}

fn made(list: &[ResourceOut<'_>]) -> Vec<u8> {
    write(&ResFile::default(), &[], list).unwrap().bytes
}

fn unchanged(file: &ResFile) -> Vec<ResourceOut<'static>> {
    (0..file.resources().len()).map(|at| ResourceOut::unchanged(file, at)).collect()
}

#[test]
fn what_is_written_is_read_again() {
    let text = compound(20, &[b"one\0", b"", b"three\0"]).unwrap();
    let out = [
        plain(10, flag::LZW, &[7; 900]),
        plain(11, flag::LZW, &[1, 2, 3]),
        plain(20, flag::COMPOUND, &text),
        plain(21, flag::COMPOUND | flag::LZW, &compound(21, &[&[9; 400], &[8; 300]]).unwrap()),
        plain(22, 0, &[]),
    ];
    let bytes = made(&out);
    let file = ResFile::read(&bytes).unwrap();
    assert_eq!(
        file.resources().iter().map(|r| (r.id, r.flags)).collect::<Vec<_>>(),
        [(10, 1), (11, 0), (20, 2), (21, 3), (22, 0)]
    );
    assert!(file.resources().iter().all(|r| r.at.is_multiple_of(4)) && file.directory().is_multiple_of(4));
    for (resource, out) in file.resources().iter().zip(&out) {
        let Body::Plain(want) = &out.body else { panic!() };
        assert_eq!(unpacked(&bytes, resource).unwrap(), *want, "resource {}", resource.id);
    }
    assert_eq!(blocks_of(20, &text).unwrap(), [b"one\0".as_slice(), b"", b"three\0"]);
    assert_eq!(write(&file, &bytes, &unchanged(&file)).unwrap().bytes, bytes);
    assert!(ResFile::comment(&bytes).is_empty());
}

#[test]
fn a_changed_resource_moves_those_behind_it_and_touches_no_other() {
    let bytes = made(&[plain(10, 1, &[7; 900]), plain(11, 0, &[1, 2, 3]), plain(12, 1, &[5; 500])]);
    let file = ResFile::read(&bytes).unwrap();
    let mut out = unchanged(&file);
    out[1] = plain(11, 0, &[4; 90]);
    let new = write(&file, &bytes, &out).unwrap();
    let again = ResFile::read(&new.bytes).unwrap();
    assert_eq!((new.packed, again.resources()[2].at - file.resources()[2].at), (0, 88));
    for (a, b) in [(0, 0), (2, 2)] {
        assert_eq!(new.bytes[again.resources()[a].range()], bytes[file.resources()[b].range()]);
    }
}

#[test]
fn a_resource_is_bounded_by_24_bits() {
    let error = write(&ResFile::default(), &[], &[plain(10, 0, &vec![0; LARGEST + 1])]).unwrap_err();
    assert_eq!(error.to_string(), "resource 10: 16777216 bytes; a resource holds at most 16777215");
}

#[test]
fn every_beginning_is_refused() {
    let bytes = made(&[plain(10, 1, &[7; 900]), plain(11, 0, &[1, 2, 3])]);
    for end in 0..bytes.len() {
        assert!(ResFile::read(&bytes[..end]).is_err(), "{end} bytes");
    }
}

#[test]
fn the_smallest_sample_has_all_there_can_be() {
    let Some(path) = data("systemshock/synthetic/mini.res") else { return };
    let bytes = std::fs::read(path).unwrap();
    let file = ResFile::read(&bytes).unwrap();
    assert_eq!(ResFile::comment(&bytes), b"levelwright sample");
    assert_eq!(file.resources().iter().map(|r| r.id).collect::<Vec<_>>(), [3, 256, 257, 0, 258]);
    let words = |id: u16| {
        let plain = unpacked(&bytes, file.get(id).unwrap()).unwrap().into_owned();
        blocks_of(id, &plain).unwrap().iter().map(|b| String::from_utf8_lossy(b).into_owned()).collect::<Vec<_>>()
    };
    assert_eq!(words(3), ["one\0", "", "three\0"]);
    assert_eq!(words(258).len(), 3);
    assert_eq!(unpacked(&bytes, file.get(257).unwrap()).unwrap().len(), 2);
    assert_eq!(write(&file, &bytes, &unchanged(&file)).unwrap().bytes, bytes, "the erased slot and the comment stay");
    // Packed on request: the comment stays, the slot goes.
    let live: Vec<_> = unchanged(&file).into_iter().filter(|r| r.id != 0).collect();
    let packed = write(&file, &bytes, &live).unwrap().bytes;
    assert_eq!(packed.len(), bytes.len() - 4 - ENTRY);
    assert_eq!(ResFile::comment(&packed), b"levelwright sample");
}

#[test]
fn all_streams_of_all_samples_are_packed_to_the_same_bytes() {
    let mut streams = 0;
    for path in files_below("systemshock") {
        let bytes = std::fs::read(&path).unwrap();
        if !ResFile::recognise(&bytes) {
            continue;
        }
        let file = ResFile::read(&bytes).unwrap();
        assert!(file.problems().is_empty(), "{}", path.display());
        for resource in file.resources() {
            let plain = unpacked(&bytes, resource).unwrap();
            if resource.is_packed() && !resource.is_compound() {
                let stored = &bytes[resource.range()];
                assert!(lzw::compress(&plain) == stored, "{}: resource {}", path.display(), resource.id);
                streams += 1;
            }
        }
        assert!(write(&file, &bytes, &unchanged(&file)).unwrap().bytes == bytes, "{}", path.display());
    }
    assert!(streams == 0 || streams > 2 * 259, "{streams}: both archives have 259 (9.2)");
}
