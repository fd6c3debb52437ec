//! Payloads laid anew without gaps (`oni.md` 1.5: "compact", never on saving).

use std::collections::{BTreeMap, BTreeSet};

use super::payloads::Known;
use super::write::{ALIGN, align};

/// A payload file, and where each payload lies now by where it lay.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Packed {
    pub(super) bytes: Vec<u8>,
    pub(super) moves: BTreeMap<u64, u64>,
}

fn index(at: u64) -> usize {
    usize::try_from(at).unwrap_or(usize::MAX)
}

/// All payloads in the order of their old places, one behind the other. Answers the place of one that is not in the file.
pub(super) fn tight(old: &[u8], known: &BTreeMap<u64, Known>) -> Result<Packed, u64> {
    let mut bytes = vec![0; ALIGN as usize];
    let mut moves = BTreeMap::new();
    for (at, Known { size, .. }) in known {
        let payload = old.get(index(*at)..index(at.saturating_add(*size))).ok_or(*at)?;
        bytes.resize(index(align(bytes.len() as u64)), 0);
        moves.insert(*at, bytes.len() as u64);
        bytes.extend(payload);
    }
    bytes.resize(index(align(bytes.len() as u64)), 0);
    Ok(Packed { bytes, moves })
}

/// The same where other payloads lie between, of unknown places and sizes. Each of these begins at one of `words`, if it
/// lies in this file at all, and ends before the next payload begins; nothing of that is touched. Payloads from the end
/// go into the gaps behind known ones, and the file becomes shorter where nothing is left at its end.
pub(super) fn around(old: &[u8], known: &BTreeMap<u64, Known>, words: &BTreeSet<u64>) -> Result<Packed, u64> {
    let end = old.len() as u64;
    if let Some((at, _)) = known.iter().find(|(at, known)| at.saturating_add(known.size) > end) {
        return Err(*at);
    }
    let foreign: BTreeSet<u64> = words.range(ALIGN..end).copied().collect();
    let starts: BTreeSet<u64> = known.keys().chain(&foreign).copied().collect();
    let next = |at: u64| starts.range(at + 1..).next().copied().unwrap_or(end);
    // Free is what nothing can begin in: from the end of a known payload to the next beginning of any.
    let first = starts.first().copied().unwrap_or(end);
    let mut free: BTreeMap<u64, u64> = BTreeMap::from([(ALIGN, first)]);
    for (at, known) in known.iter().filter(|(at, _)| !foreign.contains(at)) {
        free.insert(align(at + known.size), next(*at));
    }
    free.retain(|from, to| from < to);
    let mut bytes = old.to_vec();
    let mut moves: BTreeMap<u64, u64> = known.keys().map(|at| (*at, *at)).collect();
    for (at, Known { size, .. }) in known.iter().rev() {
        // What one of the others could mean, or reach into, stays.
        let room = align(*size).max(1);
        if *at < ALIGN || foreign.range(*at..at + room).next().is_some() || next(*at) < at + size {
            continue;
        }
        let gap = free.iter().find(|(from, to)| **from + room <= **to && **from < *at).map(|(from, to)| (*from, *to));
        let Some((from, to)) = gap else { continue };
        bytes.copy_within(index(*at)..index(at + size), index(from));
        if let Some(padding) = bytes.get_mut(index(from + size)..index(from + room)) {
            padding.fill(0);
        }
        moves.insert(*at, from);
        free.remove(&from);
        if from + room < to {
            free.insert(from + room, to);
        }
    }
    // The end: of what is known by its new place, of the others by what followed them.
    let ends = known.iter().filter_map(|(at, known)| Some(align(moves.get(at)? + known.size)));
    let kept = ends.chain(foreign.iter().map(|at| next(*at))).max().unwrap_or(ALIGN);
    bytes.resize(index(kept.min(align(end))), 0);
    Ok(Packed { bytes, moves })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn known(list: &[(u64, u64)]) -> BTreeMap<u64, Known> {
        list.iter().map(|(at, size)| (*at, Known { size: *size, fields: Vec::new() })).collect()
    }

    /// Each byte tells where it lay.
    fn file(len: usize) -> Vec<u8> {
        (0..len).map(|at| (at / 32) as u8).collect()
    }

    #[test]
    fn what_is_not_described_stays_where_it_is_and_the_rest_moves_into_gaps() {
        let old = file(512);
        // An orphan at 32, known payloads at 128, 256 and 448; something else begins at 320.
        let payloads = known(&[(128, 40), (256, 64), (448, 30)]);
        let words = BTreeSet::from([0, 7, 320, 100_000]);
        let made = around(&old, &payloads, &words).unwrap();
        assert_eq!(made.bytes[320..448], old[320..448], "up to what follows it");
        assert_eq!(made.bytes.len(), 448);
        for (at, to) in &made.moves {
            let size = payloads[at].size;
            assert_eq!(made.bytes[index(*to)..index(to + size)], old[index(*at)..index(at + size)], "{at}");
        }
        assert_eq!(made.moves[&448], 32);
        let all: Vec<(u64, u64)> = made.moves.iter().map(|(at, to)| (*to, to + payloads[at].size)).collect();
        for (a, b) in all.iter().enumerate().flat_map(|(n, a)| all[n + 1..].iter().map(move |b| (a, b))) {
            assert!(a.1 <= b.0 || b.1 <= a.0, "{all:?}");
        }
    }

    #[test]
    fn a_payload_that_something_else_could_mean_or_reach_into_does_not_move() {
        let old = file(256);
        let payloads = known(&[(64, 32), (128, 32), (192, 64)]);
        for words in [[128], [200]] {
            let made = around(&old, &payloads, &BTreeSet::from(words)).unwrap();
            let moved: Vec<u64> = made.moves.iter().filter(|(at, to)| at != to).map(|(at, _)| *at).collect();
            assert!(!moved.contains(&if words == [128] { 128 } else { 192 }), "{moved:?}");
        }
        assert_eq!(around(&old, &known(&[(250, 32)]), &BTreeSet::new()), Err(250));
    }

    #[test]
    fn every_byte_that_can_be_meant_is_there_afterwards() {
        use proptest::prelude::*;
        let places = proptest::collection::btree_map(1u64..30, 1u64..90, 0..8);
        let words = proptest::collection::btree_set(0u64..1100, 0..6);
        proptest!(|(places in places, words in words)| {
            let old: Vec<u8> = (0..1024u32).map(|at| (at * 7 % 251) as u8).collect();
            // Payloads of their own room.
            let mut payloads = BTreeMap::new();
            let mut from = 0;
            for (at, size) in places {
                let at = (at * 32).max(from);
                if at + size <= 1024 {
                    payloads.insert(at, Known { size, fields: Vec::new() });
                    from = align(at + size);
                }
            }
            let made = around(&old, &payloads, &words).unwrap();
            prop_assert!(made.bytes.len() <= 1024);
            for (at, to) in &made.moves {
                let size = payloads[at].size;
                prop_assert_eq!(&made.bytes[index(*to)..index(to + size)], &old[index(*at)..index(at + size)]);
            }
            let starts: BTreeSet<u64> = payloads.keys().chain(&words).copied().filter(|at| *at < 1024).collect();
            for word in words.iter().filter(|word| (32..1024).contains(*word)) {
                let end = starts.range(word + 1..).next().copied().unwrap_or(1024);
                prop_assert_eq!(&made.bytes[index(*word)..index(end)], &old[index(*word)..index(end)]);
            }
        });
    }
}
