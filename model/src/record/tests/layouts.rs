//! Layouts, prefixes, overlays and variants of a table.

use crate::record::codec::Bits;
use crate::record::codec::be::*;
use crate::record::{ABSENT, Condition, Facts, Field, FieldError, NoFacts, Schema, Value};

crate::record_table! {
    /// Begins other tables.
    HEAD: Head, HeadField = "made.head", "Head", 3 bytes, "made up";
    /// A number.
    id @ 0: U16;
    /// Kept.
    spare @ 2: U8;
}

crate::record_table! {
    /// Offsets count from behind the head.
    AFTER: After, AfterField = "made.after", "After", 2 bytes after Head, "made up", sizes(&[(1, 9)]);
    /// The first byte behind the head.
    first @ 0: U8, moved(&[(1, 7), (2, ABSENT)]);
    /// Two runs of bits.
    low @ 1: Bits<U8, 0, 3>, moved(&[(1, 8)]);
    /// The rest.
    high @ 1: Bits<U8, 3, 5>, moved(&[(1, 8)]);
}

crate::record_table! {
    /// Offsets count from the start of the head.
    WITHIN: Within, WithinField = "made.within", "Within", 5 bytes within Head, "made up",
        overlays(&[Halves::OVERLAY, Moved::OVERLAY, More::OVERLAY]);
    /// The byte behind the head.
    kind @ 3: U8;
    /// Covered by overlays.
    value @ 4: U8;
}

crate::overlay! {
    /// Two nibbles instead.
    Halves "halves" over [Within::FIELDS], when Condition::Is("kind", 1), nested [Top::OVERLAY];
    /// Low nibble.
    low @ 4: Bits<U8, 0, 4>;
    /// High nibble.
    high @ 4: Bits<U8, 4, 4>;
}
crate::overlay! {
    /// The high nibble once more, by another name.
    Top "top" over [Within::FIELDS, Halves::FIELDS], when Condition::Bit("value", 7);
    /// High nibble with its top bit set.
    top @ 4: Bits<U8, 4, 4>;
}
crate::overlay! {
    /// Another layout has the value elsewhere.
    Moved "moved" over [Within::FIELDS], when Condition::Layout(1);
    /// The same name, another place.
    value @ 9: U16;
}
crate::overlay! {
    /// Adds without covering.
    More "more" over [Within::FIELDS], when Condition::Level("version", 3);
    /// Behind everything.
    extra @ 11: U8;
}

struct Made {
    bytes: Vec<u8>,
    layout: u16,
    version: i128,
}

impl Facts for Made {
    fn field(&self, path: &str) -> Option<i128> {
        WITHIN.base_field(path)?.read(&self.bytes, &[], 0).ok()?.as_int()
    }
    fn level(&self, name: &str) -> Option<i128> {
        (name == "version").then_some(self.version)
    }
    fn layout(&self) -> u16 {
        self.layout
    }
}

fn names(schema: &Schema, facts: &dyn Facts) -> Vec<&'static str> {
    let fields = schema.fields_for(facts);
    for field in schema.all_fields() {
        // The quick look-up answers as the list does.
        let listed = fields.iter().find(|f| f.name == field.name).map(|f| std::ptr::from_ref::<Field>(f));
        assert_eq!(schema.field_for(field.name, facts).map(std::ptr::from_ref), listed, "{}", field.name);
    }
    fields.iter().map(|f| f.name).collect()
}

#[test]
fn a_prefix_shifts_offsets_or_is_counted_in() {
    assert_eq!((After::SIZE, Within::SIZE), (5, 5));
    assert_eq!(names(&AFTER, &NoFacts), ["id", "spare", "first", "low", "high"]);
    let bytes = [0x01, 0x02, 0x03, 0x04, 0xAD];
    let after = After::new(&bytes, 0).unwrap();
    assert_eq!((after.first(), after.low(), after.high()), (4, 5, 21));
    let within = Within::new(&bytes, 0).unwrap();
    assert_eq!((within.kind(), within.value()), (4, 0xAD));
    assert_eq!(Head::new(&bytes, 0).unwrap().id(), 0x0102);
    assert!(After::new(&bytes[..4], 0).is_none());
}

#[test]
fn fields_move_and_vanish_with_the_layout() {
    let bytes = [0, 0, 0, 1, 0xFF, 0, 0, 7, 0x0A];
    let field = AfterField::first.field();
    assert_eq!(field.read(&bytes, &[], 0), Ok(Value::Int(1)));
    assert_eq!(field.read(&bytes, &[], 1), Ok(Value::Int(7)));
    assert_eq!(field.read(&bytes, &[], 2), Err(FieldError::Absent { field: "first", layout: 2 }));
    assert!(field.write(&bytes, &[], 2, &Value::Int(3)).is_err());
    assert_eq!(field.write(&bytes, &[], 1, &Value::Int(3)).unwrap()[0].at, 7);
    assert_eq!(AfterField::low.field().read(&bytes, &[], 1), Ok(Value::Int(2)));
    assert_eq!(AFTER.size_in(1), 9);
    let view = After::new(&bytes, 1).unwrap();
    assert_eq!((view.first(), view.low(), view.high()), (7, 2, 1));
    assert_eq!(After::new(&bytes, 2).unwrap().first(), 0);
    assert!(After::new(&bytes[..8], 1).is_none());
}

#[test]
fn overlays_replace_in_place_nest_and_step_aside_by_layout() {
    let made = |kind, value, layout, version| Made { bytes: vec![0, 0, 0, kind, value], layout, version };
    assert_eq!(names(&WITHIN, &made(0, 0, 0, 0)), ["id", "spare", "kind", "value"]);
    assert_eq!(names(&WITHIN, &made(1, 0, 0, 0)), ["id", "spare", "kind", "low", "high"]);
    let nested = made(1, 0x80, 0, 3);
    assert_eq!(names(&WITHIN, &nested), ["id", "spare", "kind", "low", "top", "extra"]);
    let variant: Vec<_> = WITHIN.overlays_for(&nested).iter().map(|o| o.name).collect();
    assert_eq!(variant, ["halves", "top", "more"]);
    assert_eq!(names(&WITHIN, &made(0, 0, 1, 3)), ["id", "spare", "kind", "value", "extra"]);
    let moved = WITHIN.field_for("value", &made(0, 0, 1, 0)).unwrap();
    assert_eq!(moved.place.extent(), (9, 11));
}

#[test]
fn the_words_of_a_condition_say_what_it_asks() {
    static ALL: &[Condition] = &[Condition::Is("kind", 1), Condition::Masked("value", 0xF0, 0x10)];
    assert_eq!(Condition::All(ALL).words(), "kind is 1 and value & 0xf0 is 0x10");
    let facts = Made { bytes: vec![0, 0, 0, 1, 0x1F], layout: 0, version: 0 };
    assert!(Condition::All(ALL).holds(&facts) && Condition::Any(ALL).holds(&facts));
    assert!(!Condition::Not(&Condition::In("kind", &[1, 2])).holds(&facts));
    assert!(!Condition::Bit("value", 200).holds(&facts), "no field has that bit");
    assert!(!Condition::Is("nothing", 0).holds(&facts), "what cannot be read is not equal to anything");
}
