//! Storage types for the left column of a table: `polygon @ 6: I16`.
//!
//! Each names how bytes are stored and what Rust type the typed view returns. Pick the byte order by
//! importing [`be`] or [`le`].

use super::kind::Kind;
use super::place::{BitSpan, Int, Number, Order, Place};
use super::read;
use super::text::Encoding;

/// How a storage type lies in a record.
#[derive(Clone, Copy, Debug)]
pub struct Shape {
    /// The place, with offset 0.
    pub place: Place,
    /// The kind it has unless a builder method says otherwise.
    pub kind: Kind,
}

/// A storage type.
pub trait Codec {
    /// What the typed view returns.
    type Out: Default;
    /// How it lies and what it means.
    const SHAPE: Shape;
    /// Reads the value at `at`; `None` if the bytes end before it.
    fn take(bytes: &[u8], at: usize) -> Option<Self::Out>;
}

/// A storage type that is one number, usable in arrays and as the word of a bit run.
pub trait Word: Codec {
    /// How the number is stored.
    const NUMBER: Number;
}

/// The same place at an offset, for the table macro.
pub const fn place_at(shape: Shape, at: u32) -> Place {
    match shape.place {
        Place::Number { number, .. } => Place::Number { at, number },
        Place::Bytes { len, .. } => Place::Bytes { at, len },
        Place::Bits { span, signed } => {
            Place::Bits { span: BitSpan { at, word: span.word, first: span.first, count: span.count }, signed }
        }
        other => other,
    }
}

macro_rules! words {
    ($order:ident: $($name:ident $int:ident $out:ty),*) => {
        $(
            #[doc = concat!("`", stringify!($out), "` in this byte order.")]
            #[derive(Debug)]
            pub struct $name;
            impl Codec for $name {
                type Out = $out;
                const SHAPE: Shape = Shape {
                    place: Place::Number { at: 0, number: <$name as Word>::NUMBER },
                    kind: Kind::Int,
                };
                fn take(bytes: &[u8], at: usize) -> Option<$out> {
                    <$out>::try_from(read::number(bytes, at, <$name as Word>::NUMBER)?).ok()
                }
            }
            impl Word for $name {
                const NUMBER: Number = Number { int: Int::$int, order: Order::$order };
            }
        )*
        /// A 32-bit float in this byte order.
        #[derive(Debug)]
        pub struct F32;
        impl Codec for F32 {
            type Out = f32;
            const SHAPE: Shape = Shape {
                place: Place::Number { at: 0, number: <F32 as Word>::NUMBER },
                kind: Kind::Real32,
            };
            fn take(bytes: &[u8], at: usize) -> Option<f32> {
                U32::take(bytes, at).map(f32::from_bits)
            }
        }
        impl Word for F32 {
            const NUMBER: Number = Number { int: Int::U32, order: Order::$order };
        }
        /// A 64-bit float in this byte order.
        #[derive(Debug)]
        pub struct F64;
        impl Codec for F64 {
            type Out = f64;
            const SHAPE: Shape = Shape {
                place: Place::Number { at: 0, number: <F64 as Word>::NUMBER },
                kind: Kind::Real64,
            };
            fn take(bytes: &[u8], at: usize) -> Option<f64> {
                U64::take(bytes, at).map(f64::from_bits)
            }
        }
        impl Word for F64 {
            const NUMBER: Number = Number { int: Int::U64, order: Order::$order };
        }
    };
}

/// Most significant byte first.
pub mod be {
    use super::*;
    words!(Big: U8 U8 u8, I8 I8 i8, U16 U16 u16, I16 I16 i16, U24 U24 u32, U32 U32 u32, I32 I32 i32, U64 U64 u64, I64 I64 i64);
}

/// Least significant byte first.
pub mod le {
    use super::*;
    words!(Little: U8 U8 u8, I8 I8 i8, U16 U16 u16, I16 I16 i16, U24 U24 u32, U32 U32 u32, I32 I32 i32, U64 U64 u64, I64 I64 i64);
}

/// A run of bits in a word: lowest bit, count.
#[derive(Debug)]
pub struct Bits<W, const FIRST: u8, const COUNT: u8>(core::marker::PhantomData<W>);

impl<W: Word, const FIRST: u8, const COUNT: u8> Codec for Bits<W, FIRST, COUNT> {
    type Out = u64;
    const SHAPE: Shape = Shape {
        place: Place::Bits { span: BitSpan { at: 0, word: W::NUMBER, first: FIRST, count: COUNT }, signed: false },
        kind: Kind::Int,
    };
    fn take(bytes: &[u8], at: usize) -> Option<u64> {
        let at = u32::try_from(at).ok()?;
        let span = BitSpan { at, word: W::NUMBER, first: FIRST, count: COUNT };
        read::bits(bytes, &span).and_then(|raw| u64::try_from(raw).ok())
    }
}

/// A fixed list of numbers.
#[derive(Debug)]
pub struct Array<W, const COUNT: usize>(core::marker::PhantomData<W>);

impl<W: Word, const COUNT: usize> Codec for Array<W, COUNT>
where
    [W::Out; COUNT]: Default,
{
    type Out = [W::Out; COUNT];
    const SHAPE: Shape = Shape {
        place: Place::Bytes { at: 0, len: W::NUMBER.int.bytes() * COUNT as u32 },
        kind: Kind::Array { number: W::NUMBER, of: &W::SHAPE.kind, count: COUNT as u16 },
    };
    fn take(bytes: &[u8], at: usize) -> Option<Self::Out> {
        let width = W::NUMBER.int.bytes() as usize;
        let mut out = Self::Out::default();
        for (i, slot) in out.iter_mut().enumerate() {
            *slot = W::take(bytes, at + i * width)?;
        }
        Some(out)
    }
}

/// Text of a fixed size in MacRoman, which may fill its place to the last byte.
#[derive(Debug)]
pub struct MacText<const LEN: u32>;
/// Text of a fixed size in Latin-1, with a NUL at its end.
#[derive(Debug)]
pub struct LatinText<const LEN: u32>;
/// Text of a fixed size in Latin-1, which may fill its place to the last byte.
#[derive(Debug)]
pub struct FullLatinText<const LEN: u32>;
/// Text of a fixed size in code page 437, with a NUL at its end.
#[derive(Debug)]
pub struct DosText<const LEN: u32>;

macro_rules! texts {
    ($($name:ident $encoding:ident $terminated:literal),*) => {$(
        impl<const LEN: u32> Codec for $name<LEN> {
            type Out = String;
            const SHAPE: Shape = Shape {
                place: Place::Bytes { at: 0, len: LEN },
                kind: Kind::Text { encoding: Encoding::$encoding, terminated: $terminated },
            };
            fn take(bytes: &[u8], at: usize) -> Option<String> {
                let slice = bytes.get(at..at.checked_add(LEN as usize)?)?;
                let end = slice.iter().position(|&b| b == 0).unwrap_or(slice.len());
                slice.get(..end).map(|text| Encoding::$encoding.decode(text))
            }
        }
    )*};
}
texts!(MacText MacRoman false, LatinText Latin1 true, FullLatinText Latin1 false, DosText Cp437 true);

/// Opaque bytes.
#[derive(Debug)]
pub struct Raw<const LEN: u32>;

impl<const LEN: u32> Codec for Raw<LEN> {
    type Out = Vec<u8>;
    const SHAPE: Shape = Shape { place: Place::Bytes { at: 0, len: LEN }, kind: Kind::Bytes };
    fn take(bytes: &[u8], at: usize) -> Option<Vec<u8>> {
        bytes.get(at..at.checked_add(LEN as usize)?).map(<[u8]>::to_vec)
    }
}

/// A field that has no fixed bytes (token, path, computed): the place comes from `at`-less builder
/// methods, the typed view returns nothing for it.
#[derive(Debug)]
pub struct Elsewhere;

impl Codec for Elsewhere {
    type Out = ();
    const SHAPE: Shape = Shape { place: Place::Token(0), kind: Kind::Int };
    fn take(_: &[u8], _: usize) -> Option<()> {
        Some(())
    }
}

/// The byte offset of a field in a layout, for typed views.
pub fn offset_in(field: &super::Field, layout: u16) -> Option<usize> {
    match field.place_in(layout)? {
        Place::Number { at, .. } | Place::Bytes { at, .. } => Some(at as usize),
        Place::Bits { span, .. } => Some(span.at as usize),
        Place::Split { .. } | Place::Token(_) | Place::Path(_) | Place::Computed(_) => Some(0),
    }
}
