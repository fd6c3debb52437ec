//! Inputs out of inputs: bits, numbers, lengths, blocks, splices.

use levelwright_io::source::macbinary::header_crc;

use crate::random::Random;

/// Longest input that mutation makes.
const LONGEST: usize = 1 << 20;

/// Numbers at which readers go wrong: the edges of every width, and small ones.
const INTERESTING: [i64; 22] = [
    0,
    1,
    -1,
    2,
    3,
    4,
    8,
    10,
    16,
    127,
    -128,
    255,
    256,
    32767,
    -32768,
    65535,
    65536,
    0x00FF_FFFF,
    0x7FFF_FFFF,
    -0x8000_0000,
    0x7FFF_FF00,
    0xFFFF_FF80,
];

/// Makes an input from one of the seeds with one to eight changes.
pub fn mutated(random: &mut Random, seeds: &[Vec<u8>]) -> Vec<u8> {
    // Of three seeds the shortest: small ones run faster and their headers are hit more often.
    let picked = (0..3).filter_map(|_| random.pick(seeds)).min_by_key(|seed| seed.len());
    let mut bytes = picked.cloned().unwrap_or_default();
    for _ in 0..=random.below(8) {
        change(random, &mut bytes, seeds);
    }
    if random.one_in(2) {
        mend(&mut bytes);
    }
    bytes.truncate(LONGEST);
    bytes
}

fn change(random: &mut Random, bytes: &mut Vec<u8>, seeds: &[Vec<u8>]) {
    match random.below(10) {
        0 => flip(random, bytes),
        1 => put_number(random, bytes),
        2 => bytes.truncate(random.below(bytes.len() + 1)),
        3 => copy_block(random, bytes),
        4 => insert_block(random, bytes),
        5 => remove_block(random, bytes),
        6 => splice(random, bytes, seeds),
        7 => swap_tags(random, bytes),
        8 => after_tag(random, bytes),
        _ => change_offset(random, bytes),
    }
}

/// Makes a MacBinary header's checksum right again: with a wrong one, nothing behind it is looked at.
fn mend(bytes: &mut [u8]) {
    let Some(header) = bytes.first_chunk_mut::<128>() else { return };
    // The header begins with 0 and ends with the versions 129 (`marathon.md` 1.4).
    if header[0] == 0 && header[123] == 0x81 {
        let crc = header_crc(&header[..124]);
        header[124..126].copy_from_slice(&crc.to_be_bytes());
    }
}

fn flip(random: &mut Random, bytes: &mut [u8]) {
    for _ in 0..=random.below(4) {
        let at = random.below(bytes.len());
        let bit = random.below(8);
        if let Some(byte) = bytes.get_mut(at) {
            *byte ^= 1 << bit;
        }
    }
}

/// Writes a number of 2 or 4 bytes, most significant byte first or last.
fn write(random: &mut Random, bytes: &mut [u8], at: usize, width: usize, number: i64) {
    let big = (number as u64) << (64 - 8 * width);
    let text = if random.one_in(4) { number.to_le_bytes() } else { big.to_be_bytes() };
    if let Some(target) = bytes.get_mut(at..at + width) {
        target.copy_from_slice(text.get(..width).unwrap_or_default());
    }
}

fn interesting(random: &mut Random, len: usize) -> i64 {
    let len = i64::try_from(len).unwrap_or(i64::MAX);
    match random.below(4) {
        0 => len,
        1 => len.saturating_add(random.below(9) as i64).saturating_sub(4),
        _ => random.pick(&INTERESTING).copied().unwrap_or(0),
    }
}

/// A number at an even place. Headers are where the lengths are, so they are hit more often.
fn put_number(random: &mut Random, bytes: &mut [u8]) {
    let end = if random.one_in(2) { bytes.len().min(256) } else { bytes.len() };
    let width = if random.one_in(2) { 2 } else { 4 };
    let at = random.below(end) / 2 * 2;
    let number = interesting(random, bytes.len());
    write(random, bytes, at, width, number);
}

fn copy_block(random: &mut Random, bytes: &mut [u8]) {
    let len = random.below(bytes.len().min(512) + 1);
    let room = bytes.len() - len;
    let (from, to) = (random.below(room + 1), random.below(room + 1));
    bytes.copy_within(from..from + len, to);
}

fn insert_block(random: &mut Random, bytes: &mut Vec<u8>) {
    let len = random.below(bytes.len().min(512) + 1);
    let from = random.below(bytes.len() - len + 1);
    let block = bytes.get(from..from + len).unwrap_or_default().to_vec();
    let at = random.below(bytes.len() + 1);
    bytes.splice(at..at, block);
}

fn remove_block(random: &mut Random, bytes: &mut Vec<u8>) {
    let len = random.below(bytes.len().min(512) + 1);
    let from = random.below(bytes.len() - len + 1);
    bytes.drain(from..from + len);
}

/// The beginning of this and the end of another.
fn splice(random: &mut Random, bytes: &mut Vec<u8>, seeds: &[Vec<u8>]) {
    let Some(other) = random.pick(seeds) else { return };
    bytes.truncate(random.below(bytes.len() + 1));
    bytes.extend_from_slice(other.get(random.below(other.len() + 1)..).unwrap_or_default());
}

/// Places of four letters in a row at or after a random place: chunk tags, resource types.
fn tag(random: &mut Random, bytes: &[u8]) -> Option<usize> {
    let from = random.below(bytes.len());
    let rest = bytes.get(from..)?;
    let found = rest.windows(4).take(4096).position(|w| w.iter().all(u8::is_ascii_alphabetic))?;
    Some(from + found)
}

/// One tag takes the place of another: the bytes behind it are read as something they are not.
fn swap_tags(random: &mut Random, bytes: &mut [u8]) {
    let (Some(a), Some(b)) = (tag(random, bytes), tag(random, bytes)) else { return };
    bytes.copy_within(a..a + 4, b);
}

/// The numbers behind a tag are offsets and lengths.
fn after_tag(random: &mut Random, bytes: &mut [u8]) {
    let Some(at) = tag(random, bytes) else { return };
    let number = interesting(random, bytes.len());
    let field = 4 + 4 * random.below(3);
    write(random, bytes, at + field, 4, number);
}

/// A number that may be an offset, a length or a count of this file becomes another.
fn change_offset(random: &mut Random, bytes: &mut [u8]) {
    for _ in 0..64 {
        let at = random.below(bytes.len()) / 2 * 2;
        let Some(four) = bytes.get(at..at + 4).and_then(|b| <[u8; 4]>::try_from(b).ok()) else { continue };
        let number = u32::from_be_bytes(four);
        if number == 0 || number as usize > bytes.len() {
            continue;
        }
        let near = i64::from(number) + random.below(65) as i64 - 32;
        let new = if random.one_in(2) { near } else { interesting(random, bytes.len()) };
        return write(random, bytes, at, 4, new);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_change_works_on_every_length() {
        for len in [0, 1, 2, 3, 5, 64, 1000] {
            let seeds = [(0..len).map(|n| b"ABCD\x00\x00\x01"[n % 7]).collect::<Vec<u8>>()];
            for seed in 0..300 {
                let mut random = Random::new(seed);
                let made = mutated(&mut random, &seeds);
                assert!(made.len() <= LONGEST);
                assert_eq!(made, mutated(&mut Random::new(seed), &seeds), "the same seed, the same input");
            }
        }
    }

    #[test]
    fn numbers_are_written_in_both_orders() {
        let mut seen = std::collections::BTreeSet::new();
        for seed in 0..50 {
            let mut bytes = [9; 4];
            write(&mut Random::new(seed), &mut bytes, 0, 4, 0x0102_0304);
            seen.insert(bytes);
        }
        assert_eq!(seen.into_iter().collect::<Vec<_>>(), [[1, 2, 3, 4], [4, 3, 2, 1]]);
    }
}
