//! Each kind by itself: edges, unknown values, refusals.

use super::{only_in, spliced};
use crate::record::codec::{Array, Bits, Codec, DosText, LatinText, MacText, Raw, be, le};
use crate::record::{
    BitSpan, ByteSplice, ColourForm, Computed, Field, Int, Kind, Number, Order, Place, Refusal, Target, Value,
    parse_shown,
};

crate::names! {
    CHOICE = "choice", "made up": 0 "zero", 1 "one", 5 "five"
}
crate::flag_names! {
    FLAGS = "flags", "made up": 0 "low" "", 3 "middle" "", 15 "high" ""
}

const fn of<C: Codec>() -> Field {
    Field::new("field", "", C::SHAPE.place, C::SHAPE.kind)
}

fn read(field: &Field, bytes: &[u8]) -> Value {
    field.read(bytes, &[], 0).unwrap()
}

fn set(field: &Field, bytes: &[u8], value: impl Into<Option<Value>>) -> Vec<u8> {
    let value = value.into().unwrap();
    let after = spliced(bytes, &field.write(bytes, &[], 0, &value).unwrap());
    assert!(only_in(field, bytes, &after));
    assert!(read(field, &after).same(&value));
    after
}

fn refused(field: &Field, bytes: &[u8], value: Value) -> String {
    field.write(bytes, &[], 0, &value).unwrap_err().to_string()
}

fn int(n: impl Into<i128>) -> Value {
    Value::Int(n.into())
}

fn text(t: &str) -> Value {
    Value::Text(t.to_owned())
}

#[test]
fn whole_numbers_hold_their_edges_in_both_orders_and_refuse_one_more() {
    let fields = [
        (of::<be::U8>(), of::<le::U8>(), 0i128, 0xFF_i128),
        (of::<be::I8>(), of::<le::I8>(), -0x80, 0x7F),
        (of::<be::U16>(), of::<le::U16>(), 0, 0xFFFF),
        (of::<be::I16>(), of::<le::I16>(), -0x8000, 0x7FFF),
        (of::<be::U24>(), of::<le::U24>(), 0, 0xFF_FFFF),
        (of::<be::U32>(), of::<le::U32>(), 0, 0xFFFF_FFFF),
        (of::<be::I32>(), of::<le::I32>(), -0x8000_0000, 0x7FFF_FFFF),
        (of::<be::U64>(), of::<le::U64>(), 0, u64::MAX.into()),
        (of::<be::I64>(), of::<le::I64>(), i64::MIN.into(), i64::MAX.into()),
    ];
    for (big, little, min, max) in fields {
        assert_eq!(big.number_range(), Some((min, max)));
        for edge in [min, max, min + 1, max - 1, 1] {
            let bytes = [0x5A; 9];
            let (mut b, l) = (set(&big, &bytes, int(edge)), set(&little, &bytes, int(edge)));
            let width = big.place.extent().1 as usize;
            b[..width].reverse();
            assert_eq!(b, l, "the orders mirror each other");
            assert_eq!(b[width..], bytes[width..]);
        }
        for beyond in [min - 1, max + 1, i128::MIN, i128::MAX] {
            let message = refused(&big, &[0; 9], int(beyond));
            assert_eq!(message, format!("field: {beyond} is outside {min}..{max}"));
            refused(&little, &[0; 9], int(beyond));
        }
        assert_eq!(refused(&big, &[0; 9], text("a")), "field: expected a whole number, got text");
    }
    assert_eq!(read(&of::<be::U24>(), &[1, 2, 3]), int(0x010203));
    assert_eq!(read(&of::<le::I16>(), &[0xFE, 0xFF]), int(-2));
}

#[test]
fn floats_keep_every_bit() {
    for bits in [0x7FC0_0000u32, 0x7F80_0001, 0xFFFF_FFFF, 0x8000_0000, 0x7F80_0000, 1, 0x3DCC_CCCD] {
        let (field, bytes) = (of::<be::F32>(), bits.to_be_bytes());
        let value = read(&field, &bytes);
        assert!(field.write(&bytes, &[], 0, &value).unwrap().is_empty());
        assert_eq!(set(&field, &[0x11; 4], value.clone()), bytes);
        assert!(
            parse_shown(&field, &field.show(&value), &int(0)).is_ok() || !value.as_f64().is_some_and(f64::is_finite)
        );
    }
    for bits in [0x7FF8_0000_0000_0000u64, 0x7FF0_0000_0000_0001, 1 << 63, u64::MAX, 0x7FF0 << 48] {
        let (field, bytes) = (of::<le::F64>(), bits.to_le_bytes());
        assert_eq!(set(&field, &[0x11; 8], read(&field, &bytes)), bytes);
    }
    let field = of::<be::F32>();
    assert_eq!(read(&field, &[0x7F, 0x80, 0, 1]), Value::NanBits(0x7F80_0001));
    let zero = [0u8; 4];
    assert_eq!(set(&field, &zero, Value::Real(-0.0)), [0x80, 0, 0, 0], "-0.0 is another value than 0.0");
    assert!(refused(&field, &zero, Value::Real(1e39)).contains("too large"));
    assert!(refused(&field, &zero, Value::NanBits(0x3F80_0000)).contains("NaN"), "1.0 is no NaN");
    assert!(refused(&field, &zero, Value::Real(f64::NAN)).contains("expected"));
    assert_eq!(field.write(&zero, &[], 0, &int(2)).unwrap()[0].new, 2f32.to_be_bytes());
}

#[test]
fn a_float_is_shown_in_its_own_precision_and_the_same_number_is_no_edit() {
    let field = of::<be::F32>();
    let bytes = 0.1f32.to_be_bytes();
    let present = read(&field, &bytes);
    assert_eq!(field.show(&present), "0.1");
    for typed in ["0.1", "0.10", " 1e-1 ", "0.100000001"] {
        assert!(parse_shown(&field, typed, &present).unwrap().same(&present), "{typed}");
    }
    assert!(field.write(&bytes, &[], 0, &Value::Real(0.1)).unwrap().is_empty(), "it is stored in the same bits");
    assert_eq!(field.show(&Value::Real(1e30)), "1e30");
    assert_eq!(of::<be::F64>().show(&Value::Real(1e-9)), "1e-9");
    for typed in ["inf", "nan", "", "1,5", "0x10"] {
        assert!(parse_shown(&field, typed, &present).is_err(), "{typed}");
    }
}

#[test]
fn fixed_point_and_angles_are_raw_numbers_shown_scaled() {
    let fixed = of::<be::I32>().fixed_point(16);
    assert_eq!(fixed.show(&int(0x1_8000)), "1.5");
    assert_eq!(parse_shown(&fixed, "-0.25", &int(0)), Ok(int(-0x4000)));
    let huge = parse_shown(&fixed, "1e300", &int(0)).unwrap();
    assert!(refused(&fixed, &[0; 4], huge).contains("outside"));
    let angle = of::<be::I16>().angle(512);
    assert_eq!(angle.show(&int(128)), "90°");
    assert_eq!(angle.show(&int(-26)), "-18.28125°", "angles outside the turn are kept");
    for typed in ["90", "90°", " 90 ° "] {
        assert_eq!(parse_shown(&angle, typed, &int(0)), Ok(int(128)));
    }
    assert!(parse_shown(&angle, "east", &int(0)).is_err());
}

#[test]
fn a_text_is_decoded_by_its_set_and_fills_its_place_if_it_may() {
    let sets =
        [(of::<MacText<4>>(), 0x8E, 'é', 4), (of::<LatinText<4>>(), 0xE9, 'é', 3), (of::<DosText<4>>(), 0x82, 'é', 3)];
    for (field, byte, c, room) in sets {
        let bytes = [b'a', byte, 0, 0, 0x77];
        assert_eq!(read(&field, &bytes), text(&format!("a{c}")));
        assert_eq!(set(&field, &bytes, text(&"é".repeat(room)))[..room], vec![byte; room]);
        let long = refused(&field, &bytes, text("12345"));
        assert_eq!(long, format!("field: the text needs 5 bytes, there is room for {room}"));
        assert_eq!(refused(&field, &bytes, text("a\0b")), "field: a text cannot hold a NUL");
        assert!(refused(&field, &bytes, text("☃")).contains("does not exist in"));
        assert!(refused(&field, &bytes, int(1)).contains("expected text"));
    }
    // Without a NUL anywhere the text is the whole place, even where a NUL is due.
    assert_eq!(read(&of::<LatinText<4>>(), b"abcd"), text("abcd"));
}

#[test]
fn shortening_a_text_writes_nuls_to_its_old_end_and_keeps_what_lies_behind() {
    let field = of::<LatinText<12>>();
    let bytes = *b"station\0junk";
    let cases: [(&str, &[u8; 12]); 6] = [
        ("dock", b"dock\0\0\0\0junk"),
        ("", b"\0\0\0\0\0\0\0\0junk"),
        ("garages", b"garages\0junk"),
        ("stations", b"stations\0unk"),
        ("stationary", b"stationary\0k"),
        ("stationarys", b"stationarys\0"),
    ];
    for (new, want) in cases {
        assert_eq!(set(&field, &bytes, text(new)), want, "{new}");
    }
    // Where a NUL stands already nothing more is written.
    assert_eq!(
        field.write(b"ab\0\0\0\0\0\0\0\0\0\0", &[], 0, &text("abc")).unwrap(),
        [ByteSplice { at: 0, old_len: 3, new: b"abc".to_vec() }]
    );
    let full = of::<MacText<4>>();
    assert_eq!(set(&full, b"ab\0z", text("abcd")), b"abcd");
    assert_eq!(set(&full, b"abcd", text("x")), b"x\0\0\0");
}

#[test]
fn blanks_at_the_ends_of_a_text_survive_typing() {
    let field = of::<LatinText<12>>();
    let present = text(" door ");
    assert!(parse_shown(&field, " door ", &present).unwrap().same(&present));
    assert_eq!(parse_shown(&field, "door ", &present), Ok(text("door ")));
}

#[test]
fn a_tag_reads_the_same_in_both_orders() {
    let (big, little) = (of::<be::U32>().tag(), of::<le::U32>().tag());
    assert_eq!(read(&big, b"OBJC"), text("OBJC"));
    assert_eq!(read(&little, b"CJBO"), text("OBJC"));
    assert_eq!(set(&little, b"CJBO", text("ab d")), b"d ba");
    assert_eq!(set(&of::<le::I32>().tag(), b"CJBO", text("é  x"))[3], 0x8E, "a negative number underneath");
    for wrong in ["", "abc", "abcde"] {
        assert!(refused(&big, b"OBJC", text(wrong)).contains("exactly four"), "{wrong}");
    }
    assert!(refused(&big, b"OBJC", text("ab☃d")).contains("MacRoman"));
    assert!(refused(&big, b"OBJC", int(5)).contains("four characters"));
    let present = read(&big, b"MSL ");
    assert!(parse_shown(&big, "MSL ", &present).unwrap().same(&present), "a blank is part of it");
}

#[test]
fn colours_are_shown_red_first_whatever_their_form() {
    let orange = |form| {
        let field = of::<le::U32>().colour(form);
        let present = int(0);
        (parse_shown(&field, "#ff8000", &present).unwrap(), parse_shown(&field, "ff800040", &present).unwrap(), field)
    };
    let (opaque, half, rgba) = orange(ColourForm::Rgba32);
    assert_eq!((opaque, half), (int(0xFF80_00FF_u32), int(0xFF80_0040_u32)));
    let (opaque, half, argb) = orange(ColourForm::Argb32);
    assert_eq!((opaque, half), (int(0xFFFF_8000_u32), int(0x40FF_8000)));
    let (opaque, half, bgr) = orange(ColourForm::Bgr24);
    assert_eq!((opaque, half), (int(0x0000_80FF), int(0x4000_80FF)));
    assert_eq!(rgba.show(&int(0x0102_0304)), "#01020304");
    assert_eq!(argb.show(&int(0x0401_0203)), "#01020304");
    assert_eq!((bgr.show(&int(0x03_0201)), bgr.show(&int(0x0403_0201))), ("#010203".into(), "#01020304".into()));
    assert_eq!(of::<le::I32>().colour(ColourForm::Rgba32).show(&int(-1)), "#ffffffff");
    for typed in ["#ff80", "#ff80000", "red", "#+12345", "", "#ff8000ff00"] {
        assert!(parse_shown(&rgba, typed, &int(0)).is_err(), "{typed}");
    }
    assert_eq!(parse_shown(&rgba, "0x12", &int(0)), Ok(int(0x12)), "raw");
}

#[test]
fn lists_write_only_the_elements_that_change() {
    static FIXED: Kind = Kind::Fixed { fraction: 12 };
    let quaternion = of::<Array<le::I16, 4>>().each(&FIXED).vector();
    let bytes = [0, 0, 0, 0, 0x50, 0x0B, 0x50, 0x0B];
    assert_eq!(quaternion.show(&read(&quaternion, &bytes)), "0, 0, 0.70703125, 0.70703125");
    let turned = parse_shown(&quaternion, "0, 0, 1, 0.70703125", &read(&quaternion, &bytes)).unwrap();
    assert_eq!(
        quaternion.write(&bytes, &[], 0, &turned).unwrap(),
        [ByteSplice { at: 4, old_len: 2, new: vec![0, 0x10] }]
    );
    // The last element does not fit: nothing is written, the first neither.
    let list = Value::List([1, 2, 3, 40000].map(Value::Int).to_vec());
    assert_eq!(refused(&quaternion, &bytes, list), "field: 40000 is outside -32768..32767");
    assert!(refused(&quaternion, &bytes, Value::List(vec![int(1)])).contains("4 numbers"));
    assert!(refused(&quaternion, &bytes, int(1)).contains("vector"));
    assert!(parse_shown(&quaternion, "1, 2, 3", &read(&quaternion, &bytes)).is_err());
    // An odd NaN beside the changed element stays.
    let points = of::<Array<le::F32, 2>>();
    let mut odd = [0u8; 8];
    odd[4..].copy_from_slice(&0x7FA0_1234u32.to_le_bytes());
    let moved = Value::List(vec![Value::Real(1.0), Value::NanBits(0x7FA0_1234)]);
    assert_eq!(set(&points, &odd, moved)[4..], odd[4..]);
    // Limits bind new elements; an old one outside stays.
    let limited = of::<Array<be::U8, 2>>().limits(0, 9);
    assert_eq!(set(&limited, &[200, 1], Value::List(vec![int(200), int(2)])), [200, 2]);
    assert!(refused(&limited, &[200, 1], Value::List(vec![int(201), int(2)])).contains("0..9"));
}

#[test]
fn unknown_names_and_bits_are_kept() {
    let choice = of::<be::U8>().choice(&CHOICE);
    let unknown = read(&choice, &[77]);
    assert_eq!(choice.show(&unknown), "unknown 77");
    assert!(choice.write(&[77], &[], 0, &unknown).unwrap().is_empty());
    assert_eq!(parse_shown(&choice, "unknown 78", &unknown), Ok(int(78)));
    assert_eq!(parse_shown(&choice, "FIVE", &unknown), Ok(int(5)));
    assert_eq!(parse_shown(&choice, "0x20", &unknown), Ok(int(32)));
    let by_name = choice.write(&[77], &[], 0, &Value::Symbol("one".to_owned())).unwrap();
    assert_eq!(by_name[0].new, [1]);
    assert!(refused(&choice, &[77], Value::Symbol("six".to_owned())).contains("a known name"));
    assert!(parse_shown(&choice, "six", &unknown).is_err());

    for flags in [of::<be::U16>().flags(&FLAGS), of::<be::I16>().flags(&FLAGS)] {
        let present = read(&flags, &[0x90, 0x01]);
        assert_eq!(flags.show(&present), "low, high, 0x1000", "an unnamed bit is shown raw");
        let typed = parse_shown(&flags, "middle, HIGH, 0x1000", &present).unwrap();
        assert_eq!(set(&flags, &[0x90, 0x01], typed), [0x90, 0x08]);
        assert_eq!(parse_shown(&flags, "none", &present), Ok(int(0)));
        let beyond = parse_shown(&flags, "0x10000", &present).unwrap();
        assert!(refused(&flags, &[0, 0], beyond).contains("outside"));
        assert!(parse_shown(&flags, "low, lower", &present).is_err());
    }
}

#[test]
fn links_have_their_nones_and_keyed_numbers_their_variables() {
    let link = of::<be::I16>().link(Target::Row("polygons"));
    assert_eq!((link.show(&int(-1)), link.show(&int(3))), ("none".into(), "3".into()));
    assert_eq!(parse_shown(&link, "none", &int(3)), Ok(int(-1)));
    assert_eq!(parse_shown(&link, "-5", &int(3)), Ok(int(-5)), "numbers that name nothing are kept as they are");
    let two = of::<be::U16>().link_none(Target::Row("lights"), &[0, 0xFFFF]);
    assert_eq!((two.show(&int(0)), two.show(&int(0xFFFF))), ("none".into(), "none".into()));
    assert!(parse_shown(&two, "none", &int(0xFFFF)).unwrap().same(&int(0xFFFF)), "which none it was is kept");

    let keyed = of::<le::U16>().keyed(0xF000, &[(0x1000, "integer"), (0x2000, "boolean")]);
    assert_eq!(keyed.show(&int(0x1005)), "integer 5");
    assert_eq!(keyed.show(&int(0x3005)), "12293", "two marks at once are no variable");
    assert_eq!(parse_shown(&keyed, "boolean 20", &int(0)), Ok(int(0x2014)));
    assert_eq!(parse_shown(&keyed, "7", &int(0)), Ok(int(7)));
    for typed in ["boolean", "boolean 0x1000", "string 4", ""] {
        assert!(parse_shown(&keyed, typed, &int(0)).is_err(), "{typed}");
    }
}

#[test]
fn yes_is_any_number_but_nothing() {
    let field = of::<be::U8>().yes_no();
    assert_eq!([0, 1, 7].map(|n| field.show(&int(n))), ["no", "yes", "yes (7)"]);
    assert!(field.write(&[7], &[], 0, &int(7)).unwrap().is_empty());
    assert_eq!(set(&field, &[7], parse_shown(&field, "no", &int(7)).unwrap()), [0]);
    assert_eq!(parse_shown(&field, "true", &int(0)), Ok(int(1)));
    assert!(parse_shown(&field, "maybe", &int(0)).is_err());
}

#[test]
fn bytes_are_replaced_whole_or_not_at_all() {
    let field = of::<Raw<3>>();
    let present = read(&field, &[1, 2, 0xAB]);
    assert_eq!(field.show(&present), "0102ab");
    assert_eq!(parse_shown(&field, "01 02 aC", &present), Ok(Value::Bytes(vec![1, 2, 0xAC])));
    assert!(refused(&field, &[1, 2, 3], Value::Bytes(vec![1])).contains("3 bytes"));
    for typed in ["0", "+1+2+3", "0102zz"] {
        assert!(parse_shown(&field, typed, &present).is_err(), "{typed}");
    }
}

#[test]
fn bit_runs_leave_the_rest_of_their_word() {
    let field = of::<Bits<be::U16, 4, 5>>();
    assert_eq!(read(&field, &[0x01, 0x50]), int(0x15));
    assert_eq!(set(&field, &[0xFF, 0xFF], int(0)), [0xFE, 0x0F]);
    assert_eq!(set(&field, &[0, 0], int(31)), [0x01, 0xF0]);
    assert_eq!(refused(&field, &[0, 0], int(32)), "field: 32 is outside 0..31");
    let signed = of::<Bits<le::U16, 12, 4>>().signed_bits();
    assert_eq!(read(&signed, &[0, 0xF0]), int(-1));
    assert_eq!(set(&signed, &[0xFF, 0x0F], int(-8)), [0xFF, 0x8F]);
    assert_eq!(refused(&signed, &[0, 0], int(8)), "field: 8 is outside -8..7");
    let top = of::<Bits<be::I16, 15, 1>>();
    assert_eq!(set(&top, &[0, 1], int(1)), [0x80, 1], "the sign bit of a signed word");
    let all = of::<Bits<le::U64, 0, 64>>();
    assert_eq!(set(&all, &[0; 8], int(u64::MAX)), [0xFF; 8]);
}

#[test]
fn a_value_is_put_together_from_words_of_either_order() {
    const LITTLE: Number = Number { int: Int::U16, order: Order::Little };
    const BIG: Number = Number { int: Int::U16, order: Order::Big };
    static SPANS: &[BitSpan] =
        &[BitSpan::new(0, LITTLE, 12, 4), BitSpan::new(2, BIG, 0, 6), BitSpan::new(0, LITTLE, 0, 2)];
    let field = Field::new("field", "", Place::Split { spans: SPANS, signed: false }, Kind::Int);
    let bytes = [0x02, 0xA0, 0x00, 0x15];
    assert_eq!(read(&field, &bytes), int(0b1001_0101_1010));
    assert_eq!(field.number_range(), Some((0, 4095)));
    assert_eq!(set(&field, &bytes, int(0)), [0; 4]);
    assert_eq!(set(&field, &[0xFC, 0x0F, 0xFF, 0xC0], int(4095)), [0xFF, 0xFF, 0xFF, 0xFF]);
    assert!(refused(&field, &bytes, int(4096)).contains("0..4095"));
    // Only the byte that differs is spliced.
    assert_eq!(
        field.write(&bytes, &[], 0, &int(0b1001_0100_1010)).unwrap(),
        [ByteSplice { at: 3, old_len: 1, new: vec![0x14] }]
    );
    let signed = Field { place: Place::Split { spans: SPANS, signed: true }, ..field };
    assert_eq!(set(&signed, &[0; 4], int(-1)), [0x03, 0xF0, 0, 0x3F]);
}

#[test]
fn a_computed_value_goes_through_its_pair() {
    const PAIR: Computed = Computed {
        get: |bytes| Some(Value::Int(i128::from(*bytes.first()?) + i128::from(*bytes.get(1)?))),
        set: |bytes, value| {
            let (first, sum) = (bytes.first().copied().unwrap_or(0), value.as_int().unwrap_or(0));
            let second = u8::try_from(sum - i128::from(first)).map_err(|_| Refusal::rule("it does not add up"))?;
            Ok(vec![ByteSplice { at: 1, old_len: 1, new: vec![second] }])
        },
    };
    let field = Field::new("field", "", Place::Computed(PAIR), Kind::Int);
    assert_eq!(read(&field, &[3, 4]), int(7));
    assert_eq!(field.write(&[3, 4], &[], 0, &int(8)).unwrap()[0].new, [5]);
    assert!(field.write(&[3, 4], &[], 0, &int(7)).unwrap().is_empty());
    assert_eq!(refused(&field, &[3, 4], int(1)), "it does not add up");
    assert!(field.read(&[3], &[], 0).is_err());
}

#[test]
fn limits_bind_new_values_and_keep_old_ones() {
    let field = of::<be::I16>().limits(0, 63);
    assert!(field.write(&[1, 0], &[], 0, &int(256)).unwrap().is_empty(), "as found");
    assert_eq!(refused(&field, &[1, 0], int(64)), "field: 64 is outside 0..63");
    let real = of::<be::F32>().limits(0, 1);
    assert_eq!(refused(&real, &[0; 4], Value::Real(1.5)), "field: 1.5 is outside 0..1");
    assert!(refused(&real, &[0; 4], Value::NanBits(0x7FC0_0000)).contains("outside"));
    assert!(real.write(&[0; 4], &[], 0, &Value::Real(1.0)).is_ok());
    let bits = of::<Bits<be::U8, 0, 8>>().limits(-5, 300);
    assert_eq!(bits.number_range(), Some((0, 255)), "the storage binds too");
}

#[test]
fn what_people_cannot_set_says_why_and_the_same_value_is_no_attempt() {
    let field = of::<be::U8>().fixed("it follows from the list");
    assert_eq!(refused(&field, &[1], int(2)), "field cannot be changed: it follows from the list");
    assert!(field.write(&[1], &[], 0, &int(1)).unwrap().is_empty());
    let token = Field { place: Place::Token(0), ..field };
    assert!(token.read(&[1], &[], 0).is_err() && token.write(&[1], &[], 0, &int(1)).is_err());
}

#[test]
fn whole_numbers_are_typed_in_two_bases_and_with_one_sign() {
    let field = of::<be::I16>();
    for (typed, want) in [("12", 12), (" -12 ", -12), ("+7", 7), ("0x1f", 31), ("-0X10", -16)] {
        assert_eq!(parse_shown(&field, typed, &int(0)), Ok(int(want)), "{typed}");
    }
    let min = i128::MIN.to_string();
    for typed in ["", "-", "--5", "+-5", "0x", "0x-5", "1.5", "1e3", "ten", min.as_str(), "-0x8g"] {
        assert!(parse_shown(&field, typed, &int(0)).is_err(), "{typed}");
    }
}
