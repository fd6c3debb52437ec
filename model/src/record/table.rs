//! The macros that declare a table and its typed view.

/// Declares the table of a record type: a static [`Schema`](crate::record::Schema), an enum of its
/// field names and a typed view over a record's bytes.
///
/// One line a field: `/// meaning`, then `name @ offset: Storage, builder(args), ...;`. Every byte of
/// the record belongs to exactly one field, unused ones too: nothing is lost by being unnamed.
///
/// ```
/// use levelwright_model::record::codec::be::*;
/// levelwright_model::record_table! {
///     /// A point on the map.
///     pub POINT: Point, PointField = "example.point", "Point", 4 bytes, "marathon.md 1.2";
///     /// Distance to the east.
///     x @ 0: I16;
///     /// Distance to the south.
///     y @ 2: I16, label("Y (down)");
/// }
/// let point = Point::new(&[0, 1, 255, 255], 0).unwrap();
/// assert_eq!((point.x(), point.y()), (1, -1));
/// ```
///
/// Two fields on the same bytes do not compile:
/// ```compile_fail,E0080
/// use levelwright_model::record::codec::be::*;
/// levelwright_model::record_table! {
///     /// Overlapping.
///     pub BAD: Bad, BadField = "example.bad", "Bad", 4 bytes, "nowhere";
///     /// First.
///     first @ 0: U32;
///     /// Second, on top of it.
///     second @ 2: U16;
/// }
/// ```
/// Nor does a gap:
/// ```compile_fail,E0080
/// use levelwright_model::record::codec::be::*;
/// levelwright_model::record_table! {
///     /// With a hole.
///     pub BAD: Bad, BadField = "example.bad", "Bad", 4 bytes, "nowhere";
///     /// Leaves bytes 2 and 3 to nobody.
///     first @ 0: U16;
/// }
/// ```
/// Nor a field that reaches beyond the record's end:
/// ```compile_fail,E0080
/// use levelwright_model::record::codec::be::*;
/// levelwright_model::record_table! {
///     /// Two bytes.
///     pub BAD: Bad, BadField = "example.bad", "Bad", 2 bytes, "nowhere";
///     /// Needs four.
///     first @ 0: U32;
/// }
/// ```
/// Nor a kind that does not fit its storage:
/// ```compile_fail,E0080
/// use levelwright_model::record::codec::be::*;
/// levelwright_model::record_table! {
///     /// A tag of two bytes.
///     pub BAD: Bad, BadField = "example.bad", "Bad", 2 bytes, "nowhere";
///     /// A tag has four.
///     first @ 0: U16, tag();
/// }
/// ```
///
/// `after Other` puts the table behind another one and counts offsets from there; `within Other`
/// counts them from the start of the other. Builder methods of the schema follow the source:
/// `, overlays(&[...]), children(...), matching(...)`.
#[macro_export]
macro_rules! record_table {
    (
        $(#[doc = $tdoc:literal])*
        $vis:vis $static:ident : $view:ident, $enum:ident = $key:literal, $label:literal,
        $size:literal bytes $(after $after:ident)? $(within $within:ident)?, $source:literal
        $(, $smethod:ident ( $($sarg:expr),* $(,)? ))* ;
        $(
            $(#[doc = $doc:literal])*
            $name:ident @ $at:literal : $ty:ty $(, $method:ident ( $($arg:expr),* $(,)? ))* ;
        )*
    ) => {
        #[doc = concat!("The fields of [`", stringify!($static), "`].")]
        #[allow(non_camel_case_types, missing_docs)]
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        $vis enum $enum {
            $( $(#[doc = $doc])* $name, )*
        }

        impl $enum {
            /// The line of the table.
            $vis fn field(self) -> &'static $crate::record::Field {
                // The enum and the table come from the same lines, so the index is always there.
                &$view::FIELDS[self as usize]
            }
        }

        $(#[doc = $tdoc])*
        #[derive(Clone, Copy, Debug)]
        $vis struct $view<'a> {
            bytes: &'a [u8],
            layout: u16,
        }

        #[allow(dead_code, missing_docs)]
        impl<'a> $view<'a> {
            const BASE: u32 = 0 $(+ $after::SIZE)?;
            const PREFIX: u32 = 0 $(+ $after::SIZE)? $(+ $within::SIZE)?;
            const PREFIX_FIELDS: &'static [$crate::record::Field] = {
                let none: &'static [$crate::record::Field] = &[];
                $( let none = { let _unused = none; $after::FIELDS }; )?
                $( let none = { let _unused = none; $within::FIELDS }; )?
                none
            };
            /// Size of a record in bytes, prefix included.
            $vis const SIZE: u32 = Self::BASE + $size;
            /// The table's own lines.
            $vis const FIELDS: &'static [$crate::record::Field] = &[
                $(
                    $crate::record::Field::new(
                        stringify!($name),
                        concat!($($doc),*),
                        $crate::record::codec::place_at(
                            <$ty as $crate::record::codec::Codec>::SHAPE,
                            Self::BASE + $at,
                        ),
                        <$ty as $crate::record::codec::Codec>::SHAPE.kind,
                    )
                    $( .$method($($arg),*) )*,
                )*
            ];

            /// A view of a record's bytes in a layout; `None` if they are too few.
            $vis fn new(bytes: &'a [u8], layout: u16) -> Option<Self> {
                (bytes.len() >= $static.size_in(layout) as usize).then_some(Self { bytes, layout })
            }

            $(
                $(#[doc = $doc])*
                $vis fn $name(&self) -> <$ty as $crate::record::codec::Codec>::Out {
                    let at = if self.layout == 0 {
                        Some((Self::BASE + $at) as usize)
                    } else {
                        $crate::record::codec::offset_in($enum::$name.field(), self.layout)
                    };
                    at.and_then(|at| <$ty as $crate::record::codec::Codec>::take(self.bytes, at)).unwrap_or_default()
                }
            )*
        }

        const _: () = {
            const FAULT: $crate::record::check::Fault =
                $crate::record::check::layout::<{ $view::SIZE as usize }>($view::FIELDS, $view::PREFIX);
            $(
                assert!(
                    !$crate::record::check::is_at(FAULT, $enum::$name as usize),
                    concat!(
                        "field `", stringify!($name), "` of ", $key,
                        " overlaps another field, reaches beyond the record, or has a kind that does not fit its storage",
                    )
                );
            )*
            assert!(
                !$crate::record::check::is_gap(FAULT),
                concat!($key, " leaves bits that belong to no field: give every unused byte a line")
            );
        };

        $(#[doc = $tdoc])*
        $vis static $static: $crate::record::Schema = $crate::record::Schema::new(
            $key,
            $label,
            concat!($($tdoc),*),
            $source,
            $view::SIZE,
            $view::FIELDS,
        )
        .prefix($view::PREFIX_FIELDS, $view::PREFIX)
        $( .$smethod($($sarg),*) )*;
    };
}

/// Declares an overlay: fields that replace some of a table's while a condition holds. It is a type
/// with two constants, `FIELDS` and `OVERLAY`, so that overlays can nest. Its offsets count from the
/// record's start, prefix included. Behind `over` stands what it may lie over, the base first and the
/// overlay around it last.
///
/// ```
/// use levelwright_model::record::{codec::be::*, Condition};
/// levelwright_model::record_table! {
///     /// A base.
///     pub BASE: Base, BaseField = "example.base", "Base", 6 bytes, "nowhere",
///         overlays(&[Halves::OVERLAY]);
///     /// Decides.
///     kind @ 0: U16;
///     /// Replaced.
///     value @ 2: U32;
/// }
/// levelwright_model::overlay! {
///     /// The value is two halves.
///     pub Halves "halves" over [Base::FIELDS], when Condition::Is("kind", 1), nested [Delay::OVERLAY];
///     /// One half.
///     high @ 2: U16;
///     /// The other half.
///     low @ 4: U16;
/// }
/// levelwright_model::overlay! {
///     /// The low half is a delay.
///     pub Delay "delay" over [Base::FIELDS, Halves::FIELDS], when Condition::Bit("value", 31);
///     /// In place of `low`.
///     delay @ 4: U16;
/// }
/// assert_eq!(BASE.all_fields().len(), 5);
/// ```
/// A nested overlay that covers half of a field of the overlay around it does not compile:
/// ```compile_fail,E0080
/// use levelwright_model::record::{codec::be::*, Condition};
/// levelwright_model::record_table! {
///     /// A base.
///     pub BASE: Base, BaseField = "example.base", "Base", 6 bytes, "nowhere",
///         overlays(&[Halves::OVERLAY]);
///     /// Decides.
///     kind @ 0: U16;
///     /// Replaced.
///     value @ 2: U32;
/// }
/// levelwright_model::overlay! {
///     /// The value is two halves.
///     pub Halves "halves" over [Base::FIELDS], when Condition::Is("kind", 1), nested [Delay::OVERLAY];
///     /// One half.
///     high @ 2: U16;
///     /// The other half.
///     low @ 4: U16;
/// }
/// levelwright_model::overlay! {
///     /// Half of `low` is a delay.
///     pub Delay "delay" over [Base::FIELDS, Halves::FIELDS], when Condition::Bit("value", 31);
///     /// One byte of two.
///     delay @ 5: U8;
/// }
/// ```
/// Nor does one whose fields share bits:
/// ```compile_fail,E0080
/// use levelwright_model::record::{codec::be::*, Condition};
/// levelwright_model::record_table! {
///     /// A base.
///     pub BASE: Base, BaseField = "example.base", "Base", 2 bytes, "nowhere";
///     /// Replaced.
///     value @ 0: U16;
/// }
/// levelwright_model::overlay! {
///     /// Bit 7 twice.
///     pub Twice "twice" over [Base::FIELDS], when Condition::Always;
///     /// Bits 0 to 7.
///     low @ 0: levelwright_model::record::codec::Bits<U16, 0, 8>;
///     /// Bits 7 to 15.
///     high @ 0: levelwright_model::record::codec::Bits<U16, 7, 9>;
/// }
/// ```
///
/// An overlay that covers half of a base field does not compile:
/// ```compile_fail,E0080
/// use levelwright_model::record::{codec::be::*, Condition};
/// levelwright_model::record_table! {
///     /// A base.
///     pub BASE: Base, BaseField = "example.base", "Base", 6 bytes, "nowhere";
///     /// Decides.
///     kind @ 0: U16;
///     /// Replaced.
///     value @ 2: U32;
/// }
/// levelwright_model::overlay! {
///     /// Touches only two bytes of `value`.
///     pub Half "half" over [Base::FIELDS], when Condition::Is("kind", 1);
///     /// Half of it.
///     low @ 2: U16;
/// }
/// ```
#[macro_export]
macro_rules! overlay {
    (
        $(#[doc = $tdoc:literal])*
        $vis:vis $type:ident $name_text:literal over [$($base:expr),+], when $when:expr $(, nested [$($nested:expr),* $(,)?])? ;
        $(
            $(#[doc = $doc:literal])*
            $name:ident @ $at:literal : $ty:ty $(, $method:ident ( $($arg:expr),* $(,)? ))* ;
        )*
    ) => {
        $(#[doc = $tdoc])*
        #[derive(Clone, Copy, Debug)]
        $vis struct $type;

        impl $type {
            /// The overlay's lines.
            $vis const FIELDS: &'static [$crate::record::Field] = &[
                $(
                    $crate::record::Field::new(
                        stringify!($name),
                        concat!($($doc),*),
                        $crate::record::codec::place_at(<$ty as $crate::record::codec::Codec>::SHAPE, $at),
                        <$ty as $crate::record::codec::Codec>::SHAPE.kind,
                    )
                    $( .$method($($arg),*) )*,
                )*
            ];
            /// The overlay.
            $vis const OVERLAY: $crate::record::Overlay = $crate::record::Overlay {
                name: $name_text,
                when: $when,
                fields: Self::FIELDS,
                overlays: &[$($($nested),*)?],
            };
        }

        #[allow(unused_assignments, unused_mut, unused_variables)]
        const _: () = {
            const FAULT: $crate::record::check::Fault = $crate::record::check::overlay($type::FIELDS);
            let mut index = 0;
            $(
                assert!(
                    !$crate::record::check::is_at(FAULT, index),
                    concat!(
                        "field `", stringify!($name), "` of overlay ", $name_text,
                        " overlaps another of its fields, or has a kind that does not fit its storage",
                    )
                );
                index += 1;
            )*
            assert!(
                !$crate::record::check::half_covered_in(&[$($base),+], $type::FIELDS),
                concat!("overlay ", $name_text, " covers a base field only in part: cover it whole")
            );
        };
    };
}
