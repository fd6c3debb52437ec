//! Writing lists back the way the developers' own tool did (`oni.md` 1.5): over the old place where they fit, else
//! behind everything, with eight bytes changed in the instance file. All else stays as it is.

use super::add::{self, NewList};
use super::instance::{InstanceFile, Platform};
use super::lists::{self, List};
use crate::format::EncodeError;
use crate::save::writes::Patch;
use levelwright_model::games::oni::chunk::ObjectType;

/// Payloads begin at multiples of this (`oni.md` 1.1).
pub(crate) const ALIGN: u64 = 32;

pub(crate) fn align(at: u64) -> u64 {
    at.div_ceil(ALIGN) * ALIGN
}

/// A list with other contents than as opened.
#[derive(Clone, Debug)]
pub(crate) enum Changed<'a> {
    /// One that the file has.
    Old(&'a List, Vec<u8>),
    /// One that it lacks.
    New(&'static ObjectType, Vec<u8>),
}

/// What is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Plan {
    /// The whole instance file.
    pub(crate) dat: Vec<u8>,
    /// What changes in the payload file.
    pub(crate) patches: Vec<Patch>,
    /// Length of the payload file afterwards.
    pub(crate) new_len: u64,
    /// What was done, in plain words.
    pub(crate) notes: Vec<String>,
}

/// Plans the writes for changed lists; `payload_len` is the length of the payload file as opened.
///
/// # Errors
/// If a payload outgrows the 32 bits that say where it lies, or the instance file has no room for a new list.
pub(crate) fn plan(
    dat: &[u8],
    file: &InstanceFile,
    payload_len: u64,
    changed: &[Changed<'_>],
) -> Result<Plan, EncodeError> {
    let mut out = Plan { dat: dat.to_vec(), patches: Vec::new(), new_len: payload_len, notes: Vec::new() };
    let known = lists::known_offsets(file, dat);
    let mut added = Vec::new();
    for list in changed {
        match list {
            Changed::Old(list, bytes) => {
                let len = bytes.len() as u64;
                let (at, room) = match slot(file, dat, &known, list, len) {
                    Some(room) => (list.payload.start, room),
                    None => {
                        out.notes.push(format!(
                            "the list {} does not fit into its old place and was put behind the other payloads",
                            list.of.word
                        ));
                        (append_at(&out), align(len))
                    }
                };
                put(&mut out, at, bytes, room);
                let data = file.data_range(list.instance).map_or(0, |r| r.start);
                let place =
                    [word_of(bytes.len() as u64, list.of)?, word_of(at, list.of)?].map(u32::to_le_bytes).concat();
                if let Some(target) = out.dat.get_mut(data..data + place.len()) {
                    target.copy_from_slice(&place);
                }
            }
            Changed::New(of, bytes) => {
                let at = append_at(&out);
                put(&mut out, at, bytes, align(bytes.len() as u64));
                out.notes.push(format!("the list {} was added: the level had none", of.word));
                added.push(NewList { of, size: word_of(bytes.len() as u64, of)?, offset: word_of(at, of)? });
            }
        }
    }
    if !added.is_empty() {
        out.dat = add::with_lists(&out.dat, file, &added)?;
    }
    Ok(out)
}

fn word_of(number: u64, of: &ObjectType) -> Result<u32, EncodeError> {
    u32::try_from(number).map_err(|_| EncodeError::Refused {
        message: format!("list {}: place or size {number} does not fit into 32 bits", of.word),
        help: "Compact the level first, so that unused payloads make room.".to_owned(),
    })
}

/// Behind everything. An offset of 0 means none, so the first 32 bytes of a payload file stay unused.
fn append_at(plan: &Plan) -> u64 {
    align(plan.new_len.max(ALIGN))
}

/// Writes bytes and zeros behind them, up to the next multiple of 32 or as far as there is room.
fn put(plan: &mut Plan, at: u64, bytes: &[u8], room: u64) {
    let mut padded = bytes.to_vec();
    padded.resize(usize::try_from(align(bytes.len() as u64).min(room)).unwrap_or(bytes.len()), 0);
    let end = at + padded.len() as u64;
    if at > plan.new_len {
        // What lies between is unused and must be there.
        let gap = usize::try_from(at - plan.new_len).unwrap_or(0);
        plan.patches.push(Patch { at: plan.new_len, bytes: vec![0; gap] });
    }
    plan.patches.push(Patch { at, bytes: padded });
    plan.new_len = plan.new_len.max(end);
}

/// The room in the old place of a list, if so many bytes fit there and nothing else lies in it.
fn slot(file: &InstanceFile, dat: &[u8], known: &[u64], list: &List, len: u64) -> Option<u64> {
    let old = &list.payload;
    let had = old.end - old.start;
    if old.start < ALIGN || len > align(had) {
        return None;
    }
    let room = if len <= had { had } else { align(len) };
    // Its own offset is one of the known ones.
    if known.iter().filter(|o| (old.start..old.start + room.max(1)).contains(o)).count() > 1 {
        return None;
    }
    let beyond = old.end..old.start + room;
    (beyond.is_empty() || !lists::any_word_in(file, dat, &beyond)).then_some(room)
}

/// What the file of payloads is called: its ending.
pub(crate) fn payload_ending(platform: Platform) -> &'static str {
    match platform {
        Platform::Windows => "raw",
        Platform::Mac => "sep",
    }
}
