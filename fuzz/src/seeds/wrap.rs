//! Wrappers around a map (`marathon.md` 1.4).

use levelwright_io::source::macbinary::header_crc;

/// MacBinary II, both forks padded to 128 bytes.
pub fn mac_binary(data: &[u8], resources: &[u8]) -> Vec<u8> {
    let mut out = vec![0; 128];
    out[1] = 4;
    out[2..6].copy_from_slice(b"Made");
    out[65..69].copy_from_slice(b"sce2");
    out[69..73].copy_from_slice(b"52.4");
    out[83..87].copy_from_slice(&length(data));
    out[87..91].copy_from_slice(&length(resources));
    out[122..124].copy_from_slice(&[0x81, 0x81]);
    let crc = header_crc(&out[..124]);
    out[124..126].copy_from_slice(&crc.to_be_bytes());
    for fork in [data, resources] {
        out.extend_from_slice(fork);
        out.resize(out.len().next_multiple_of(128), 0);
    }
    out
}

/// AppleSingle with data fork and resource fork.
pub fn apple_single(data: &[u8], resources: &[u8]) -> Vec<u8> {
    let mut out = vec![0x00, 0x05, 0x16, 0x00, 0x00, 0x02, 0x00, 0x00];
    out.resize(24, 0);
    out.extend_from_slice(&[0, 2]);
    let mut at = 26 + 2 * 12;
    for (id, fork) in [(1u32, data), (2, resources)] {
        out.extend_from_slice(&id.to_be_bytes());
        out.extend_from_slice(&u32::try_from(at).unwrap_or(0).to_be_bytes());
        out.extend_from_slice(&length(fork));
        at += fork.len();
    }
    out.extend_from_slice(data);
    out.extend_from_slice(resources);
    out
}

/// A resource fork: data from byte 256 on, then the map with one list for each run of one type.
pub fn resource_fork(resources: &[([u8; 4], i16, &[u8])]) -> Vec<u8> {
    let mut data = Vec::new();
    let mut types: Vec<([u8; 4], Vec<u8>)> = Vec::new();
    for (kind, id, bytes) in resources {
        let mut reference = id.to_be_bytes().to_vec();
        reference.extend_from_slice(&[0xFF, 0xFF]);
        reference.extend_from_slice(&u32::try_from(data.len()).unwrap_or(0).to_be_bytes());
        reference.extend_from_slice(&[0; 4]);
        data.extend_from_slice(&length(bytes));
        data.extend_from_slice(bytes);
        match types.last_mut() {
            Some((last, list)) if last == kind => list.extend(reference),
            _ => types.push((*kind, reference)),
        }
    }
    let short = |n: usize| u16::try_from(n).unwrap_or(0).to_be_bytes();
    let mut list = short(types.len().saturating_sub(1)).to_vec();
    let mut at = 2 + types.len() * 8;
    for (kind, references) in &types {
        list.extend_from_slice(kind);
        list.extend_from_slice(&short(references.len() / 12 - 1));
        list.extend_from_slice(&short(at));
        at += references.len();
    }
    for (_, references) in &types {
        list.extend_from_slice(references);
    }
    let map_at = 256 + data.len();
    let mut out = Vec::new();
    for value in [256, map_at, data.len(), 28 + list.len()] {
        out.extend_from_slice(&u32::try_from(value).unwrap_or(0).to_be_bytes());
    }
    out.resize(256, 0);
    out.extend_from_slice(&data);
    out.resize(map_at + 24, 0);
    out.extend_from_slice(&short(28));
    out.extend_from_slice(&short(28 + list.len()));
    out.extend_from_slice(&list);
    out
}

/// The level of a single-level map in flat form, behind bytes of something else.
pub fn flat(map: &[u8]) -> Vec<u8> {
    // The one level lies between the header of 128 bytes and the directory entry of 10.
    let level = map.get(128..map.len().saturating_sub(10)).unwrap_or_default();
    let header = map.get(..128).unwrap_or_default();
    let mut out = vec![0x55; 60];
    out.extend_from_slice(&[0xDE, 0xAD, 0xDE, 0xAD]);
    out.extend_from_slice(&u32::try_from(8 + header.len() + level.len()).unwrap_or(0).to_be_bytes());
    out.extend_from_slice(header);
    out.extend_from_slice(level);
    out.extend_from_slice(&[0xAA; 30]);
    out
}

fn length(bytes: &[u8]) -> [u8; 4] {
    u32::try_from(bytes.len()).unwrap_or(0).to_be_bytes()
}
