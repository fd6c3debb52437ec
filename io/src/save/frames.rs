//! Checksummed frames in a row: how rollback files, journals and backup notes are stored. A frame that was torn by a
//! crash is noticed, and what stands before it is kept.
//!
//! A frame is the length of its payload (4 bytes, little-endian), the CRC-32 of length and payload, the payload.

use serde::Serialize;
use serde::de::DeserializeOwned;

/// Bytes before the payload.
const HEAD: usize = 8;

fn checksum(length: [u8; 4], payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&length);
    hasher.update(payload);
    hasher.finalize()
}

/// A payload as a frame; `None` if it is longer than a frame can say.
pub(crate) fn frame(payload: &[u8]) -> Option<Vec<u8>> {
    let length = u32::try_from(payload.len()).ok()?.to_le_bytes();
    let mut out = Vec::with_capacity(HEAD + payload.len());
    out.extend_from_slice(&length);
    out.extend_from_slice(&checksum(length, payload).to_le_bytes());
    out.extend_from_slice(payload);
    Some(out)
}

/// A value as a frame; `None` if it is too long.
pub(crate) fn frame_of(value: &impl Serialize) -> Option<Vec<u8>> {
    frame(&postcard::to_allocvec(value).ok()?)
}

/// A payload as a value; `None` if it is none.
pub(crate) fn value_of<T: DeserializeOwned>(payload: &[u8]) -> Option<T> {
    postcard::from_bytes(payload).ok()
}

/// Walks over the whole frames of some bytes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Frames<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl<'a> Frames<'a> {
    /// Over the frames behind `at`.
    pub(crate) fn new(bytes: &'a [u8], at: usize) -> Frames<'a> {
        Frames { bytes, at }
    }

    /// Where the next frame begins: after the last one, the end of what is whole.
    pub(crate) fn at(&self) -> usize {
        self.at
    }

    /// Whether something stands behind the whole frames.
    pub(crate) fn is_torn(&self) -> bool {
        self.at < self.bytes.len()
    }
}

impl<'a> Iterator for Frames<'a> {
    type Item = &'a [u8];

    fn next(&mut self) -> Option<&'a [u8]> {
        let rest = self.bytes.get(self.at..)?;
        let (length, rest) = rest.split_first_chunk::<4>()?;
        let (stored, rest) = rest.split_first_chunk::<4>()?;
        let payload = rest.get(..u32::from_le_bytes(*length) as usize)?;
        if checksum(*length, payload) != u32::from_le_bytes(*stored) {
            return None;
        }
        self.at += HEAD + payload.len();
        Some(payload)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_torn_tail_is_dropped_wherever_it_is_torn() {
        let mut bytes = frame(b"one").unwrap();
        let first = bytes.len();
        bytes.extend(frame(b"").unwrap());
        let second = bytes.len();
        bytes.extend(frame(b"three").unwrap());
        for cut in 0..=bytes.len() {
            let mut frames = Frames::new(&bytes[..cut], 0);
            let found: Vec<&[u8]> = frames.by_ref().collect();
            let whole = [first, second, bytes.len()].into_iter().filter(|end| *end <= cut).count();
            assert_eq!(found, [b"one".as_slice(), b"", b"three"][..whole].to_vec());
            assert_eq!(frames.is_torn(), ![0, first, second, bytes.len()].contains(&cut), "cut at {cut}");
        }
    }

    #[test]
    fn a_changed_bit_ends_the_walk() {
        let mut bytes = frame(b"one").unwrap();
        bytes.extend(frame(b"two").unwrap());
        for bit in 0..bytes.len() * 8 {
            let mut changed = bytes.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert!(Frames::new(&changed, 0).count() < 2);
        }
    }

    #[test]
    fn a_stored_length_allocates_nothing() {
        let bytes = [0xFF, 0xFF, 0xFF, 0xFF, 0, 0, 0, 0, 1];
        let mut frames = Frames::new(&bytes, 0);
        assert!(frames.next().is_none());
        assert!(frames.is_torn() && frames.at() == 0);
    }
}
