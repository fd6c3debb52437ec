//! `WARRIORS.DIR` and `WARRIORS.WAD`: entries by name hash (`warriors.md` 1.0).
//!
//! The WAD is 1.4 GB and is never read whole: this part knows the directory and plans what to write where.

use std::ops::Range;

use levelwright_model::games::warriors::names::entry_hash;

use super::Fault;
use crate::source::{OpenProblem, Severity};

/// Entries begin at multiples of this: a sector of the disc.
pub const SECTOR: u64 = 2048;
/// Count and three numbers that are 0.
const HEAD: usize = 16;
/// Bytes of an entry in the directory.
const ROW: usize = 12;
/// Most problems that are listed.
const MOST_PROBLEMS: usize = 100;

/// An entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Entry {
    /// Where it begins in the WAD.
    pub offset: u32,
    /// How many bytes it has.
    pub size: u32,
    /// CRC-32 of its name.
    pub hash: u32,
}

impl Entry {
    /// Its bytes in the WAD.
    pub fn range(&self) -> Range<u64> {
        u64::from(self.offset)..u64::from(self.offset) + u64::from(self.size)
    }
}

/// The directory.
#[derive(Debug, Clone)]
pub struct Directory {
    bytes: Vec<u8>,
    entries: Vec<Entry>,
    /// Whether another entry has some of the same bytes.
    shared: Vec<bool>,
    wad_len: u64,
    problems: Vec<OpenProblem>,
}

/// What saving writes.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Plan {
    /// The whole directory; empty if it stays as it is.
    pub directory: Vec<u8>,
    /// Bytes to write into the WAD, by place, in order.
    pub patches: Vec<(u64, Vec<u8>)>,
    /// How long the WAD is afterwards.
    pub wad_len: u64,
    /// What was done, in plain words.
    pub notes: Vec<String>,
}

/// A new content of an entry.
#[derive(Debug, Clone, Copy)]
pub struct Change<'a> {
    /// Which entry.
    pub entry: usize,
    /// What it is called.
    pub name: &'a str,
    /// Its new bytes.
    pub bytes: &'a [u8],
}

fn word(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..at.checked_add(4)?)?.try_into().ok().map(u32::from_le_bytes)
}

/// Whether bytes may be a directory: a count, twelve zeros, and entries that account for the rest but for a few bytes, or
/// a count that is far too high.
pub fn recognise(bytes: &[u8]) -> bool {
    let Some(count) = word(bytes, 0) else { return false };
    let zeros = bytes.get(4..HEAD).is_some_and(|zeros| zeros.iter().all(|b| *b == 0));
    let rows = bytes.len().saturating_sub(HEAD) / ROW;
    zeros && rows > 0 && count as usize >= rows
}

impl Directory {
    /// Reads a directory for a WAD of so many bytes.
    ///
    /// # Errors
    /// If entries are missing or lie outside of the WAD.
    pub fn read(bytes: Vec<u8>, wad_len: u64) -> Result<Directory, Fault> {
        let anew = "The two files do not belong together, or one is cut short. Get both anew.";
        let count = word(&bytes, 0)
            .ok_or_else(|| Fault::new(format!("WARRIORS.DIR has {} bytes: not even a count", bytes.len()), anew))?;
        let rows = bytes.len().saturating_sub(HEAD) / ROW;
        if usize::try_from(count).map_or(true, |count| count > rows) {
            let message = format!(
                "WARRIORS.DIR: the count is {count} ({count:#x}), the file of {} bytes has room for {rows} entries",
                bytes.len()
            );
            return Err(Fault::new(message, anew));
        }
        let count = rows.min(count as usize);
        let entry = |at: usize| -> Option<Entry> {
            let at = HEAD + at * ROW;
            Some(Entry { offset: word(&bytes, at)?, size: word(&bytes, at + 4)?, hash: word(&bytes, at + 8)? })
        };
        let entries: Vec<Entry> = (0..count).filter_map(entry).collect();
        let outside: Vec<usize> =
            (0..count).filter(|at| entries.get(*at).is_some_and(|e| e.range().end > wad_len)).collect();
        if let Some(first) = outside.first().and_then(|at| entries.get(*at)) {
            let names: Vec<String> = outside.iter().take(8).map(ToString::to_string).collect();
            let message = format!(
                "WARRIORS.DIR: entries {} reach beyond the end of the WAD of {wad_len} bytes (the first: offset {}, size {}, hash {:08x})",
                names.join(", "),
                first.offset,
                first.size,
                first.hash
            );
            return Err(Fault::new(message, anew));
        }
        let mut directory =
            Directory { shared: vec![false; entries.len()], bytes, entries, wad_len, problems: Vec::new() };
        directory.look();
        Ok(directory)
    }

    /// Notes what is odd.
    fn look(&mut self) {
        let mut found: Vec<OpenProblem> = Vec::new();
        let mut note = |place: String, message: String, help: &str| {
            if found.len() < MOST_PROBLEMS {
                found.push(OpenProblem { severity: Severity::Warning, place, message, help: help.to_owned() });
            }
        };
        let place = |at: usize| format!("WARRIORS.DIR, entry {at}");
        for (at, entry) in self.entries.iter().enumerate() {
            if u64::from(entry.offset) % SECTOR != 0 {
                let message = format!("its offset {} is no multiple of {SECTOR}", entry.offset);
                note(place(at), message, "The disc is read by sectors. It is kept.");
            }
        }
        let mut order: Vec<usize> = (0..self.entries.len()).collect();
        order.sort_by_key(|at| self.entries.get(*at).map_or(0, |e| e.offset));
        let mut reach: Option<(u64, usize)> = None;
        for at in order {
            let Some(entry) = self.entries.get(at) else { continue };
            let range = entry.range();
            if let Some((end, other)) = reach.filter(|(end, _)| *end > range.start && !range.is_empty()) {
                let message = format!("it begins at {} inside of entry {other}, which ends at {end}", entry.offset);
                note(place(at), message, "Neither is written to.");
                for at in [at, other] {
                    if let Some(shared) = self.shared.get_mut(at) {
                        *shared = true;
                    }
                }
            }
            if reach.is_none_or(|(end, _)| range.end > end) {
                reach = Some((range.end, at));
            }
        }
        let mut hashes: Vec<(u32, usize)> = self.entries.iter().enumerate().map(|(at, e)| (e.hash, at)).collect();
        hashes.sort_unstable();
        for pair in hashes.windows(2) {
            if let [(a, first), (b, second)] = pair
                && a == b
            {
                let message = format!("it has the hash {b:08x} of entry {first}");
                note(place(*second), message, "The game finds the first of them.");
            }
        }
        let stored = HEAD + self.entries.len() * ROW;
        if self.bytes.len() > stored {
            let message = format!("{} bytes follow the {} entries", self.bytes.len() - stored, self.entries.len());
            note("WARRIORS.DIR".to_owned(), message, "They are kept.");
        }
        self.problems = found;
    }

    /// What is odd.
    pub fn problems(&self) -> &[OpenProblem] {
        &self.problems
    }

    /// The entries in the order of the file.
    pub fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// The directory's own bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The entry of a file's name: the first with its hash, as the game finds it.
    pub fn find(&self, name: &str) -> Option<usize> {
        let hash = entry_hash(name);
        self.entries.iter().position(|entry| entry.hash == hash)
    }

    /// Whether other entries have some of an entry's bytes, so that it is not written to.
    pub fn is_shared(&self, entry: usize) -> bool {
        self.shared.get(entry).copied().unwrap_or(true)
    }

    /// How many bytes an entry can have where it stands: up to the next one, or the WAD's end.
    pub fn room(&self, entry: usize) -> u64 {
        let Some(own) = self.entries.get(entry) else { return 0 };
        let start = u64::from(own.offset);
        let others = || self.entries.iter().enumerate().filter(|(at, _)| *at != entry).map(|(_, e)| e);
        // Where another one's bytes lie too there is no place of its own, nor for an empty entry where another is empty.
        let lies_here = |e: &Entry| match own.size {
            0 => e.range().contains(&start) || e.offset == own.offset,
            _ => e.size > 0 && e.offset == own.offset,
        };
        if others().any(lies_here) {
            return 0;
        }
        let next = |counts: fn(&Entry) -> bool| {
            let behind = others().filter(|e| counts(e)).map(|e| u64::from(e.offset)).filter(|at| *at > start).min();
            behind.unwrap_or(self.wad_len).saturating_sub(start)
        };
        // What it has, it has room for: an empty entry may begin inside of it.
        next(|_| true).max(next(|e| e.size > 0).min(u64::from(own.size)))
    }

    /// Plans how to store changed entries: in place where they fit, the tail up to the old size zeroed; behind the WAD's
    /// end where they do not and the person allows it to grow (`warriors.md` 1.0, “write-back rule”).
    ///
    /// # Errors
    /// If an entry does not fit and the WAD must not grow, or an entry's bytes belong to another one too.
    pub fn plan(&self, changes: &[Change<'_>], grow: bool) -> Result<Plan, Fault> {
        let mut entries = self.entries.clone();
        let mut plan = Plan { wad_len: self.wad_len, ..Plan::default() };
        let mut moved = false;
        for change in changes {
            let Some(entry) = entries.get_mut(change.entry) else { continue };
            if self.is_shared(change.entry) {
                let message = format!("{}: its bytes in the WAD belong to another entry too", change.name);
                return Err(Fault::new(message, "Writing would change the other one. Save it as a file of its own."));
            }
            let room = self.room(change.entry);
            let too_long = || Fault::new(format!("{}: longer than 4 GB", change.name), "Nothing can hold it.");
            let size = u32::try_from(change.bytes.len()).map_err(|_| too_long())?;
            let mut bytes = change.bytes.to_vec();
            if u64::from(size) <= room {
                // What was there before is not left behind the new end.
                bytes.resize(bytes.len().max(entry.size as usize), 0);
                plan.patches.push((u64::from(entry.offset), bytes));
                let slack = room - u64::from(size);
                plan.notes.push(format!("{}: {size} bytes in place, {slack} to spare", change.name));
            } else if grow {
                let at = plan.wad_len.next_multiple_of(SECTOR);
                // The end too: nothing says that the game reads behind 4 GB.
                let offset = u32::try_from(at).ok().filter(|_| u32::try_from(at + u64::from(size)).is_ok());
                let offset = offset.ok_or_else(|| {
                    Fault::new("the WAD would be longer than 4 GB", "Offsets in the directory have 32 bits.")
                })?;
                // What lies between the old end and the next sector.
                let mut gap = vec![0; usize::try_from(at - plan.wad_len).unwrap_or(0)];
                let from = plan.wad_len;
                gap.append(&mut bytes);
                plan.wad_len = at + u64::from(size);
                plan.patches.push((from, gap));
                plan.notes.push(format!("{}: {size} bytes at the end of the WAD (at {at})", change.name));
                entry.offset = offset;
                moved = true;
            } else {
                let message =
                    format!("{} would have {size} bytes; its place in the WAD has room for {room}", change.name);
                let help = "Let the WAD grow (--grow on the command line): the entry then moves behind its end. Or make it \
                            shorter.";
                return Err(Fault::new(message, help));
            }
            entry.size = size;
        }
        if moved {
            entries.sort_by_key(|entry| entry.offset);
        }
        if entries != self.entries {
            let mut directory = self.bytes.get(..HEAD).unwrap_or_default().to_vec();
            for entry in &entries {
                for number in [entry.offset, entry.size, entry.hash] {
                    directory.extend(number.to_le_bytes());
                }
            }
            directory.extend(self.bytes.get(HEAD + entries.len() * ROW..).unwrap_or_default());
            plan.directory = directory;
        }
        plan.patches.sort_by_key(|(at, _)| *at);
        Ok(plan)
    }
}

/// A directory with a WAD made of files, each at a sector: what the sample is packed into.
pub fn pack(files: &[(&str, &[u8])]) -> (Vec<u8>, Vec<u8>) {
    let (mut rows, mut wad) = (Vec::new(), Vec::new());
    for (name, bytes) in files {
        rows.push((wad.len(), bytes.len(), entry_hash(name)));
        wad.extend_from_slice(bytes);
        let sectors = wad.len().next_multiple_of(SECTOR as usize);
        wad.resize(sectors, 0);
    }
    let number = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
    let mut directory = number(rows.len()).to_vec();
    directory.extend([0; HEAD - 4]);
    for (offset, size, hash) in rows {
        directory.extend(number(offset));
        directory.extend(number(size));
        directory.extend(hash.to_le_bytes());
    }
    (directory, wad)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_real_directory_has_the_size_that_follows_from_its_count() {
        // `warriors.md` 6, fact 6.
        assert_eq!(HEAD + ROW * 10_701, 128_428);
    }

    #[test]
    fn an_empty_entry_does_not_grow_over_the_one_at_its_place() {
        let (mut directory, wad) = pack(&[("a.lua", &[1; 100]), ("b.lua", &[]), ("c.lua", &[3; 10])]);
        // The empty entry takes no sector, so the next begins where it does.
        let read = |directory: &[u8]| Directory::read(directory.to_vec(), wad.len() as u64).unwrap();
        assert_eq!(read(&directory).entries().iter().map(|e| e.offset).collect::<Vec<_>>(), [0, 2048, 2048]);
        assert_eq!([0, 1, 2].map(|at| read(&directory).room(at)), [2048, 0, 2048]);
        let change = |entry, bytes| [Change { entry, name: "b.lua", bytes }];
        assert!(read(&directory).plan(&change(1, &[9; 4]), false).is_err());
        let grown = read(&directory).plan(&change(1, &[9; 4]), true).unwrap();
        assert_eq!(grown.patches, [(4096, vec![9; 4])]);
        // Inside of another entry neither moves in on the other.
        directory[HEAD + ROW..HEAD + ROW + 4].copy_from_slice(&50u32.to_le_bytes());
        assert_eq!([0, 1, 2].map(|at| read(&directory).room(at)), [100, 0, 2048]);
        let same = read(&directory).plan(&change(0, &[8; 100]), false).unwrap();
        assert_eq!(same.patches, [(0, vec![8; 100])]);
    }

    #[test]
    fn entries_grow_in_place_while_there_is_room_and_only_then_ask() {
        let (directory, wad) = pack(&[("a.lua", &[1; 100]), ("b.lua", &[2; 3000]), ("c.lua", &[3; 10])]);
        let read = || Directory::read(directory.clone(), wad.len() as u64).unwrap();
        assert!(recognise(&directory) && read().problems().is_empty());
        let found = read().find("B.LUA").unwrap();
        assert_eq!((found, read().room(found), read().room(2)), (1, 4096, 2048));
        let change = |entry, bytes| [Change { entry, name: "x", bytes }];
        assert_eq!(read().plan(&[], false).unwrap(), Plan { wad_len: 8192, ..Plan::default() });
        let plan = read().plan(&change(0, &[9; 2048]), false).unwrap();
        assert_eq!((plan.patches[0].0, plan.wad_len), (0, 8192));
        let shorter = read().plan(&change(1, &[9; 1]), false).unwrap();
        assert_eq!(shorter.patches[0].1.iter().filter(|b| **b == 0).count(), 2999, "the old tail is zeroed");
        let error = read().plan(&change(0, &[9; 2049]), false).unwrap_err();
        assert!(error.message.contains("2049") && error.message.contains("2048"), "{error}");
        let grown = read().plan(&change(0, &[9; 2049]), true).unwrap();
        assert_eq!((grown.patches[0].0, grown.wad_len), (8192, 8192 + 2049));
        let after = Directory::read(grown.directory, grown.wad_len).unwrap();
        let offsets: Vec<u32> = after.entries().iter().map(|e| e.offset).collect();
        assert_eq!(offsets, [2048, 6144, 8192], "sorted by offset");
        assert_eq!(after.find("a.lua"), Some(2));
    }

    #[test]
    fn an_entry_in_place_changes_its_size_alone_and_zeroes_no_more_than_it_had() {
        // `warriors.md` 1.0, the write-back rule.
        let (directory, wad) = pack(&[("a.lua", &[1; 100]), ("b.lua", &[2; 3000]), ("c.lua", &[3; 10])]);
        let read = Directory::read(directory.clone(), wad.len() as u64).unwrap();
        let plan = |entry, bytes: &[u8]| read.plan(&[Change { entry, name: "x", bytes }], false).unwrap();
        let same = plan(1, &[9; 3000]);
        assert!(same.directory.is_empty(), "as long as before: the directory stays");
        let shorter = plan(1, &[9; 5]);
        assert_eq!(
            (shorter.patches[0].0, shorter.patches[0].1.len()),
            (2048, 3000),
            "up to the old size and not further"
        );
        let longer = plan(1, &[9; 3001]);
        assert_eq!(longer.patches, [(2048, vec![9; 3001])]);
        let changed: Vec<usize> = (0..directory.len()).filter(|at| longer.directory[*at] != directory[*at]).collect();
        assert!(changed.iter().all(|at| (HEAD + ROW + 4..HEAD + ROW + 8).contains(at)), "{changed:?}");
        // The last entry has room up to the end of the WAD.
        assert_eq!((read.room(2), plan(2, &[9; 2048]).wad_len), (2048, 8192));
        assert!(read.plan(&[Change { entry: 2, name: "c.lua", bytes: &[9; 2049] }], false).is_err());
    }

    #[test]
    fn what_moves_begins_at_the_next_sector_and_zeros_lie_before_it() {
        let (directory, wad) = pack(&[("a.lua", &[1; 100]), ("b.lua", &[2; 10])]);
        // A WAD that ends in the middle of a sector.
        let len = wad.len() as u64 - 2000;
        let read = Directory::read(directory, len).unwrap();
        let changes = [
            Change { entry: 0, name: "a.lua", bytes: &[8; 2049] },
            Change { entry: 1, name: "b.lua", bytes: &[9; 3000] },
        ];
        let plan = read.plan(&changes, true).unwrap();
        let first = [&[0; 2000][..], &[8; 2049]].concat();
        let second = [&[0; 2047][..], &[9; 3000]].concat();
        assert_eq!(plan.patches, [(len, first), (4096 + 2049, second)]);
        let after = Directory::read(plan.directory, plan.wad_len).unwrap();
        let rows: Vec<(u32, u32)> = after.entries().iter().map(|e| (e.offset, e.size)).collect();
        assert_eq!((rows, plan.wad_len), (vec![(4096, 2049), (8192, 3000)], 8192 + 3000));
    }

    #[test]
    fn a_wad_does_not_grow_beyond_what_32_bits_can_say() {
        let (directory, _) = pack(&[("a.lua", &[1; 100]), ("b.lua", &[2; 10])]);
        let grow = |len: u64| {
            let read = Directory::read(directory.clone(), len).unwrap();
            read.plan(&[Change { entry: 0, name: "a.lua", bytes: &[9; 2049] }], true)
        };
        assert_eq!(grow(0xFFFF_E800).unwrap().wad_len, 0xFFFF_E800 + 2049);
        for len in [0xFFFF_F800, 0xFFFF_F801, 0x1_0000_0000] {
            assert!(grow(len).unwrap_err().message.contains("4 GB"), "{len:#x}");
        }
    }

    #[test]
    fn an_entry_without_bytes_does_not_grow_over_the_one_that_begins_at_its_place() {
        let (mut directory, wad) = pack(&[("a.lua", &[]), ("b.lua", &[2; 10])]);
        assert_eq!(wad.len(), 2048);
        let read = Directory::read(directory.clone(), 2048).unwrap();
        assert!(read.problems().is_empty());
        assert_eq!((read.room(0), read.room(1)), (0, 2048));
        let change = [Change { entry: 0, name: "a.lua", bytes: &[9; 4] }];
        assert!(read.plan(&change, false).is_err());
        assert_eq!(read.plan(&change, true).unwrap().patches[0].0, 2048);
        // Names of which the first counts.
        directory.copy_within(HEAD + 8..HEAD + 12, HEAD + ROW + 8);
        let twice = Directory::read(directory, 2048).unwrap();
        assert_eq!((twice.find("a.lua"), twice.problems().len()), (Some(0), 1));
    }
}
