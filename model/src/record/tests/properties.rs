//! Properties of all kinds at once, on random bytes.

use proptest::prelude::*;

use super::{only_in, spliced};
use crate::record::codec::{Array, Bits, Codec, DosText, LatinText, MacText, Raw, be, le};
use crate::record::{
    BitSpan, ColourForm, Display, Field, Int, Kind, Link, Number, Order, Place, Target, Unit, Value, parse_shown,
};

crate::names! {
    CHOICE = "choice", "made up": 0 "zero", 1 "one", 5 "five", -1 "minus one"
}
crate::flag_names! {
    FLAGS = "flags", "made up": 0 "first" "", 3 "fourth" "", 7 "eighth" "", 15 "last" ""
}

static REAL: Kind = Kind::Real32;
static FIXED: Kind = Kind::Fixed { fraction: 12 };
static FLAG_SET: Kind = Kind::Flags(&FLAGS);
static CODE: Kind = Kind::Tag;
static OBJECT: Link = Link { target: Target::Row("objects"), none: &[0] };
static KEY: Kind =
    Kind::Keyed { mask: 0x3000, variables: &[(0x1000, "integer"), (0x2000, "boolean")], plain: None, rows: &[] };
static SQUARED: Display = Display { what: "radius, stored squared", show: f64::sqrt, store: |r| r * r };

const LE16: Number = Number { int: Int::I16, order: Order::Little };
const LE32: Number = Number { int: Int::U32, order: Order::Little };
const BE16: Number = Number { int: Int::U16, order: Order::Big };

const fn of<C: Codec>() -> Field {
    Field::new("field", "", C::SHAPE.place, C::SHAPE.kind)
}

const fn split(spans: &'static [BitSpan], signed: bool) -> Field {
    Field::new("field", "", Place::Split { spans, signed }, Kind::Int)
}

/// Two bits of one word, then seven of a word in the other order, then the rest of the first.
static ACROSS: &[BitSpan] = &[BitSpan::new(0, LE16, 14, 2), BitSpan::new(2, BE16, 3, 7), BitSpan::new(0, LE16, 0, 3)];
static TWO_WORDS: &[BitSpan] = &[BitSpan::new(4, LE32, 28, 4), BitSpan::new(8, LE32, 0, 12)];

/// Fields whose text alone says which raw value is meant.
static EXACT: &[Field] = &[
    of::<be::U8>(),
    of::<be::I8>(),
    of::<be::U16>(),
    of::<be::I16>(),
    of::<be::U24>(),
    of::<be::U32>(),
    of::<be::I32>(),
    of::<be::U64>(),
    of::<be::I64>(),
    of::<le::U16>(),
    of::<le::I16>(),
    of::<le::U24>(),
    of::<le::U32>(),
    of::<le::I32>(),
    of::<le::U64>(),
    of::<le::I64>(),
    of::<be::F32>(),
    of::<be::F64>(),
    of::<le::F32>(),
    of::<le::F64>(),
    of::<be::I32>().fixed_point(16),
    of::<le::U16>().fixed_point(8),
    of::<be::I16>().angle(512),
    of::<le::U8>().angle(256),
    of::<MacText<9>>(),
    of::<LatinText<9>>(),
    of::<DosText<9>>(),
    of::<be::U32>().tag(),
    of::<le::U32>().tag(),
    of::<le::I32>().tag(),
    of::<le::U32>().colour(ColourForm::Rgba32),
    of::<le::I32>().colour(ColourForm::Argb32),
    of::<be::U32>().colour(ColourForm::Bgr24),
    of::<be::U24>().colour(ColourForm::Bgr24),
    of::<Array<le::F32, 3>>().vector(),
    of::<Array<le::I16, 4>>().each(&FIXED).vector(),
    of::<Array<le::F32, 3>>().each(&REAL),
    of::<Array<be::U16, 3>>().each(&FLAG_SET),
    of::<Array<be::I16, 3>>().each(&FLAG_SET),
    of::<Array<le::U16, 3>>().each(&KEY),
    of::<be::I16>().choice(&CHOICE),
    of::<be::U8>().choice(&CHOICE),
    of::<be::U16>().flags(&FLAGS),
    of::<be::I16>().flags(&FLAGS),
    of::<le::U32>().flags(&FLAGS),
    of::<be::I16>().link(Target::Row("rows")),
    of::<le::U16>().keyed(0x3000, &[(0x1000, "integer"), (0x2000, "boolean")]),
    of::<le::I16>().keyed_link(0x3000, &[(0x1000, "integer"), (0x2000, "boolean")], &OBJECT),
    of::<be::U8>().yes_no(),
    of::<be::I16>().yes_no(),
    of::<Raw<7>>(),
    of::<Bits<be::U16, 0, 5>>(),
    of::<Bits<be::U16, 5, 11>>(),
    of::<Bits<le::U32, 26, 4>>(),
    of::<Bits<le::U32, 9, 14>>().signed_bits(),
    of::<Bits<be::U24, 7, 10>>(),
    of::<Bits<le::U64, 3, 61>>(),
    of::<Bits<be::I16, 12, 4>>().choice(&CHOICE),
    of::<Bits<be::U16, 0, 8>>().flags(&FLAGS),
    split(ACROSS, false),
    split(ACROSS, true),
    split(TWO_WORDS, false),
    split(TWO_WORDS, true),
];

/// Fields that are shown rounded, or read by a unit: only the present value's own text is exact.
static ROUNDED: &[Field] = &[
    of::<be::I16>().unit(Unit { name: "u", divisor: 1024.0 }),
    of::<be::U32>().unit(Unit { name: "u", divisor: 3.0 }),
    of::<le::U32>().display(&SQUARED),
    of::<le::F32>().display(&SQUARED),
    of::<le::F32>().unit(Unit { name: "m", divisor: 10.0 }),
    of::<Array<le::U16, 3>>().display(&SQUARED).vector(),
    of::<Array<le::F32, 3>>().unit(Unit { name: "m", divisor: 7.0 }).vector(),
    of::<be::I64>().fixed_point(60),
    of::<be::U16>().limits(10, 20),
    of::<le::F32>().limits(-1, 1),
    // “none” does not say which of the two.
    of::<be::U16>().link_none(Target::Id("rows"), &[0, 65535]),
    // A comma in a tag cannot be told from one between tags.
    of::<Array<be::U32, 2>>().each(&CODE),
];

fn any_field() -> impl Strategy<Value = (Field, bool)> {
    (0..EXACT.len() + ROUNDED.len(), 0u32..9).prop_map(|(n, by)| {
        let exact = n < EXACT.len();
        let field = if exact { EXACT[n] } else { ROUNDED[n - EXACT.len()] };
        (Field { place: field.place.shifted(by), ..field }, exact)
    })
}

/// Bytes that are often NUL or 0xFF, as edges are.
fn record() -> impl Strategy<Value = Vec<u8>> {
    prop::collection::vec(prop_oneof![2 => any::<u8>(), 1 => Just(0), 1 => Just(0xFF), 1 => Just(b' ')], 24)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn what_is_shown_and_typed_back_changes_no_byte((field, exact) in any_field(), bytes in record(), others in record()) {
        let value = field.read(&bytes, &[], 0).unwrap();
        prop_assert!(field.write(&bytes, &[], 0, &value).unwrap().is_empty(), "the same value is no splice");
        let typed = parse_shown(&field, &field.show(&value), &value).unwrap();
        prop_assert!(typed.same(&value), "{value:?} was typed back as {typed:?}");
        if exact {
            let present = field.read(&others, &[], 0).unwrap();
            let typed = parse_shown(&field, &field.show(&value), &present).unwrap();
            prop_assert!(typed.same(&value), "{value:?} was typed over {present:?} as {typed:?}");
        }
    }

    #[test]
    fn a_write_changes_bits_of_its_field_alone((field, _) in any_field(), bytes in record(), others in record()) {
        let before = field.read(&bytes, &[], 0).unwrap();
        let value = field.read(&others, &[], 0).unwrap();
        let Ok(splices) = field.write(&bytes, &[], 0, &value) else {
            // Only limits, and a text without the NUL that is due, refuse what the storage holds.
            let unended = matches!(field.kind, Kind::Text { terminated: true, .. });
            prop_assert!(field.limits.is_some() || unended && value.as_text().is_some_and(|t| t.chars().count() == 9));
            return Ok(());
        };
        let after = spliced(&bytes, &splices);
        prop_assert!(only_in(&field, &bytes, &after), "{splices:?}");
        prop_assert!(field.read(&after, &[], 0).unwrap().same(&value), "it reads as it was set");
        prop_assert_eq!(splices.is_empty(), before.same(&value), "a splice for every change and no other");
        // Back again: text leaves what lay behind its old end, everything else is restored bit for bit.
        if !matches!(field.kind, Kind::Text { .. }) && field.limits.is_none() {
            let back = spliced(&after, &field.write(&after, &[], 0, &before).unwrap());
            prop_assert_eq!(back, bytes);
        }
    }

    #[test]
    fn an_element_typed_anew_leaves_the_others((field, _) in any_field(), bytes in record(), text in "[0-9]{1,2}") {
        let present = field.read(&bytes, &[], 0).unwrap();
        let Value::List(old) = &present else { return Ok(()) };
        let shown = field.show(&present);
        let separator = if shown.contains(';') { "; " } else { ", " };
        let mut parts: Vec<&str> = shown.split(separator).collect();
        if parts.len() != old.len() {
            return Ok(());
        }
        parts[0] = &text;
        let Ok(Value::List(new)) = parse_shown(&field, &parts.join(separator), &present) else { return Ok(()) };
        prop_assert!(new[1..].iter().zip(&old[1..]).all(|(a, b)| a.same(b)), "{old:?} became {new:?}");
    }

    #[test]
    fn garbage_typed_is_refused_or_fits_its_kind((field, _) in any_field(), bytes in record(), text in "\\PC{0,12}") {
        let present = field.read(&bytes, &[], 0).unwrap();
        if let Ok(value) = parse_shown(&field, &text, &present)
            && let Ok(splices) = field.write(&bytes, &[], 0, &value)
        {
            prop_assert!(only_in(&field, &bytes, &spliced(&bytes, &splices)));
        }
    }

    #[test]
    fn short_records_are_refused_and_never_panic((field, _) in any_field(), bytes in record(), len in 0usize..24) {
        let end = field.place.extent().1 as usize;
        let short = &bytes[..len];
        prop_assert_eq!(field.read(short, &[], 0).is_ok(), len >= end);
        prop_assert_eq!(field.write(short, &[], 0, &Value::Computed).is_ok(), false);
    }
}
