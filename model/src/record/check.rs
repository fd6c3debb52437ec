//! Compile-time checks of tables: no overlap, no gap, overlays cover whole fields.
//!
//! They run as constants in the table macro and name the offending field in the compiler's message.

use super::field::ABSENT;
use super::place::{BitSpan, Order, Place};
use super::{Field, Kind};

/// What a check found: the index of the field at fault, or nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// Nothing wrong.
    None,
    /// The field with this index shares bits with an earlier one.
    Overlap(usize),
    /// The field with this index reaches beyond the record.
    Beyond(usize),
    /// Bytes before this offset belong to no field.
    Gap(usize),
    /// The field with this index has a kind that does not fit its storage.
    Kind(usize),
}

/// Whether the fault is that of field `index`.
pub const fn is_at(fault: Fault, index: usize) -> bool {
    match fault {
        Fault::Overlap(i) | Fault::Beyond(i) | Fault::Kind(i) => i == index,
        Fault::None | Fault::Gap(_) => false,
    }
}

/// Whether the fault is a gap.
pub const fn is_gap(fault: Fault) -> bool {
    matches!(fault, Fault::Gap(_))
}

/// Marks the bits of a run in a bitmap of bytes; answers false on a collision or beyond the end.
const fn mark_bits<const N: usize>(map: &mut [u8; N], span: BitSpan) -> Result<(), bool> {
    let width = span.word.int.bytes() as usize;
    let mut bit = span.first as usize;
    let end = bit + span.count as usize;
    if span.at as usize + width > N || end > width * 8 {
        return Err(false);
    }
    while bit < end {
        let byte = match span.word.order {
            Order::Little => bit / 8,
            Order::Big => width - 1 - bit / 8,
        };
        let mask = 1u8 << (bit % 8);
        let slot = span.at as usize + byte;
        if map[slot] & mask != 0 {
            return Err(true);
        }
        map[slot] |= mask;
        bit += 1;
    }
    Ok(())
}

const fn mark_bytes<const N: usize>(map: &mut [u8; N], at: u32, len: u32) -> Result<(), bool> {
    let mut i = at as usize;
    let end = at as usize + len as usize;
    if at == ABSENT || end > N {
        return Err(false);
    }
    while i < end {
        if map[i] != 0 {
            return Err(true);
        }
        map[i] = 0xFF;
        i += 1;
    }
    Ok(())
}

/// Whether one number of this width can have this meaning.
const fn scalar_fits(kind: &Kind, bytes: u32) -> bool {
    match kind {
        Kind::Real32 | Kind::Tag => bytes == 4,
        Kind::Real64 => bytes == 8,
        // The scale is computed as a 64-bit power of two.
        Kind::Fixed { fraction } => *fraction < 64,
        Kind::Angle { turn } => *turn > 0,
        Kind::Text { .. } | Kind::Bytes | Kind::Vector { .. } | Kind::Array { .. } => false,
        _ => true,
    }
}

const fn kind_fits(field: &Field) -> bool {
    let moves = field.moved_to_an_offset();
    match (&field.kind, &field.place) {
        // Only places with one offset can have another one in another layout.
        (_, Place::Token(_) | Place::Path(_) | Place::Computed(_)) => !moves,
        (kind, Place::Split { .. }) => !moves && scalar_fits(kind, 0),
        (Kind::Text { .. } | Kind::Bytes, Place::Bytes { len, .. }) => *len > 0,
        (Kind::Vector { number, of, count } | Kind::Array { number, of, count }, Place::Bytes { len, .. }) => {
            *len == number.int.bytes() * (*count as u32) && scalar_fits(of, number.int.bytes())
        }
        (_, Place::Bytes { .. }) => false,
        (kind, Place::Number { number, .. }) => scalar_fits(kind, number.int.bytes()),
        (kind, Place::Bits { .. }) => scalar_fits(kind, 0),
    }
}

/// Checks the fields of a fixed layout of `N` bytes, the first `prefix` of which belong to another
/// table; every other byte must belong to exactly one field.
pub const fn layout<const N: usize>(fields: &[Field], prefix: u32) -> Fault {
    let mut map = [0u8; N];
    let mut i = 0;
    while i < prefix as usize && i < N {
        map[i] = 0xFF;
        i += 1;
    }
    i = 0;
    while i < fields.len() {
        let field = &fields[i];
        if !kind_fits(field) {
            return Fault::Kind(i);
        }
        if !field.in_tail {
            let marked = match field.place {
                Place::Number { at, number } => mark_bytes(&mut map, at, number.int.bytes()),
                Place::Bytes { at, len } => mark_bytes(&mut map, at, len),
                Place::Bits { span, .. } => mark_bits(&mut map, span),
                Place::Split { spans, .. } => {
                    let mut k = 0;
                    let mut result = Ok(());
                    while k < spans.len() {
                        if let Err(e) = mark_bits(&mut map, spans[k]) {
                            result = Err(e);
                        }
                        k += 1;
                    }
                    result
                }
                Place::Token(_) | Place::Path(_) | Place::Computed(_) => Ok(()),
            };
            match marked {
                Ok(()) => {}
                Err(true) => return Fault::Overlap(i),
                Err(false) => return Fault::Beyond(i),
            }
        }
        i += 1;
    }
    let mut at = 0;
    while at < N {
        if map[at] != 0xFF {
            return Fault::Gap(at);
        }
        at += 1;
    }
    Fault::None
}

/// Checks the fields of an overlay among themselves: kinds that fit, no bit twice. Where the record
/// ends is not known here (variants and layouts differ); the tests over the registry look at that.
pub const fn overlay(fields: &[Field]) -> Fault {
    let mut i = 0;
    while i < fields.len() {
        if !kind_fits(&fields[i]) {
            return Fault::Kind(i);
        }
        let mut k = 0;
        while k < i {
            if fields[i].in_tail == fields[k].in_tail && fields[i].place.shares_bits(&fields[k].place) {
                return Fault::Overlap(i);
            }
            k += 1;
        }
        i += 1;
    }
    Fault::None
}

/// The first base field that an overlay covers only in part, as an index into `base`, or
/// `usize::MAX`. A field is covered whole when the overlay's fields have all of its bits.
pub const fn half_covered(base: &[Field], overlay: &[Field]) -> usize {
    half_covered_under(base, &[], overlay)
}

/// The same for a nested overlay: `lists` are the fields it lies over, the innermost last. A field of
/// an outer list that the lists behind it cover already need not be covered again.
pub const fn half_covered_in(lists: &[&[Field]], overlay: &[Field]) -> bool {
    let mut i = 0;
    while i < lists.len() {
        let (_, from) = lists.split_at(i);
        let Some((base, between)) = from.split_first() else { return false };
        if half_covered_under(base, between, overlay) != usize::MAX {
            return true;
        }
        i += 1;
    }
    false
}

const fn half_covered_under(base: &[Field], between: &[&[Field]], overlay: &[Field]) -> usize {
    let mut i = 0;
    while i < base.len() {
        let (from, to) = base[i].place.extent();
        let mut touched = false;
        let mut missed = false;
        let mut byte = from;
        while byte < to {
            let own = base[i].place.mask_at(byte);
            let new = mask_of(overlay, base[i].in_tail, byte);
            let mut covered = new;
            let mut k = 0;
            while k < between.len() {
                covered |= mask_of(between[k], base[i].in_tail, byte);
                k += 1;
            }
            if own & new != 0 {
                touched = true;
            }
            if own & !covered != 0 {
                missed = true;
            }
            byte += 1;
        }
        if touched && missed {
            return i;
        }
        i += 1;
    }
    usize::MAX
}

/// Which bits of a byte of the head or tail belong to any of the fields.
const fn mask_of(fields: &[Field], in_tail: bool, byte: u32) -> u8 {
    let mut mask = 0;
    let mut i = 0;
    while i < fields.len() {
        if fields[i].in_tail == in_tail {
            mask |= fields[i].place.mask_at(byte);
        }
        i += 1;
    }
    mask
}
