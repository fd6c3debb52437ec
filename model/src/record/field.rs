//! One line of a table.

use super::access::PathStep;
use super::display::Display;
use super::kind::{ColourForm, Kind, Link, Target};
use super::names::{FlagNames, Names};
use super::place::{BitSpan, Computed, Number, Place};

/// What a field is for: gizmos, duplicates and id steps go by roles, never by field names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// Nothing in particular.
    None,
    /// A whole position (vector).
    Position,
    /// The first coordinate.
    X,
    /// The second coordinate.
    Y,
    /// The height, or its offset from a floor.
    Z,
    /// The direction it faces, about the vertical axis.
    Heading,
    /// A whole rotation.
    Rotation,
    /// A size.
    Extent,
    /// A tint.
    Colour,
    /// The game's own number of the thing.
    Id,
    /// A number that several things share and that others name all at once (its link target is a tag).
    Tag,
    /// What people call it.
    Name,
    /// How many children the record has (of the list with this name).
    CountOf(&'static str),
    /// The position of a record's first element in the list of this name, which stands beside its own list.
    FirstOf(&'static str),
    /// How many bytes something takes: `"record"` the whole record, `"rest"` what follows this field to
    /// the record's end, or the name of the list: its children alone.
    SizeOf(&'static str),
    /// Bytes between the last child and the record's end.
    Padding,
}

/// A unit: the shown number is raw / `divisor`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Unit {
    /// Short name, empty for none.
    pub name: &'static str,
    /// Raw units in one shown unit.
    pub divisor: f64,
}

impl Unit {
    /// No unit.
    pub const NONE: Unit = Unit { name: "", divisor: 1.0 };
}

/// A field: place, kind and everything people are told about it.
#[derive(Clone, Copy, Debug)]
pub struct Field {
    /// Identifier, stable once released; used by scripts and queries.
    pub name: &'static str,
    /// Name shown to people.
    pub label: &'static str,
    /// What it means.
    pub doc: &'static str,
    /// Where it lies.
    pub place: Place,
    /// Where it lies in other layouts: (layout, offset). `u32::MAX` means it does not exist there.
    pub moved: &'static [(u16, u32)],
    /// What it means.
    pub kind: Kind,
    /// In which unit it is shown.
    pub unit: Unit,
    /// What it is for.
    pub role: Role,
    /// How it is shown, where that differs from how it is stored.
    pub display: Option<&'static Display>,
    /// Heading in the inspector; empty for the first group.
    pub group: &'static str,
    /// Why people cannot set it; empty when they can.
    pub fixed: &'static str,
    /// Whether the game or the editor derives it from other fields.
    pub derived: bool,
    /// Which bits of a flag set the game derives, where a person decides the others.
    pub derived_bits: u64,
    /// Whether it lies in the record's tail (behind its children) instead of its head.
    pub in_tail: bool,
    /// The field that says how many elements of this array are in use; empty for all of them.
    pub counted_by: &'static str,
    /// Narrower limits than the storage's, if the game has any: refused outside.
    pub limits: Option<(i64, i64)>,
}

/// A field does not exist in a layout when its moved offset is this.
pub const ABSENT: u32 = u32::MAX;

impl Field {
    /// A field at a place; the builder methods below add the rest.
    /// A name that Rust reserves is written `r#type` in a table and is called `type`.
    pub const fn new(name: &'static str, doc: &'static str, place: Place, kind: Kind) -> Field {
        let name = match name.as_bytes() {
            [b'r', b'#', ..] => name.split_at(2).1,
            _ => name,
        };
        Field {
            name,
            label: name,
            doc,
            place,
            moved: &[],
            kind,
            unit: Unit::NONE,
            role: Role::None,
            display: None,
            group: "",
            fixed: "",
            derived: false,
            derived_bits: 0,
            in_tail: false,
            counted_by: "",
            limits: None,
        }
    }

    /// The name shown to people.
    pub const fn label(mut self, label: &'static str) -> Field {
        self.label = label;
        self
    }

    /// Replaces the meaning, keeping the place.
    pub const fn kind(mut self, kind: Kind) -> Field {
        self.kind = kind;
        self
    }

    /// One of a list of names.
    pub const fn choice(mut self, names: &'static Names) -> Field {
        self.kind = Kind::Choice(names);
        self
    }

    /// A set of named bits.
    pub const fn flags(mut self, names: &'static FlagNames) -> Field {
        self.kind = Kind::Flags(names);
        self
    }

    /// Fixed point with so many bits behind the point.
    pub const fn fixed_point(mut self, fraction: u8) -> Field {
        self.kind = Kind::Fixed { fraction };
        self
    }

    /// An angle with so many raw units in a turn.
    pub const fn angle(mut self, turn: u32) -> Field {
        self.kind = Kind::Angle { turn };
        self
    }

    /// Yes or no.
    pub const fn yes_no(mut self) -> Field {
        self.kind = Kind::Bool;
        self
    }

    /// A four-character code.
    pub const fn tag(mut self) -> Field {
        self.kind = Kind::Tag;
        self
    }

    /// A colour.
    pub const fn colour(mut self, form: ColourForm) -> Field {
        self.kind = Kind::Colour(form);
        self
    }

    /// A link, with -1 for none.
    pub const fn link(mut self, target: Target) -> Field {
        self.kind = Kind::Link(Link { target, none: &[-1] });
        self
    }

    /// A link whose "none" values differ from -1.
    pub const fn link_none(mut self, target: Target, none: &'static [i64]) -> Field {
        self.kind = Kind::Link(Link { target, none });
        self
    }

    /// A number, or a variable by its high bits.
    pub const fn keyed(mut self, mask: u32, variables: &'static [(u32, &'static str)]) -> Field {
        self.kind = Kind::Keyed { mask, variables, plain: None, rows: &[] };
        self
    }

    /// A number that names something, or a variable by its high bits.
    pub const fn keyed_link(
        mut self,
        mask: u32,
        variables: &'static [(u32, &'static str)],
        plain: &'static Link,
    ) -> Field {
        self.kind = Kind::Keyed { mask, variables, plain: Some(plain), rows: &[] };
        self
    }

    /// The run of bits is a two's-complement number.
    #[expect(clippy::panic, reason = "runs while a table is compiled")]
    pub const fn signed_bits(mut self) -> Field {
        self.place = match self.place {
            Place::Bits { span, .. } => Place::Bits { span, signed: true },
            _ => panic!("`signed_bits` is for runs of bits"),
        };
        self
    }

    /// What each element of the vector or array means.
    #[expect(clippy::panic, reason = "runs while a table is compiled")]
    pub const fn each(mut self, of: &'static Kind) -> Field {
        self.kind = match self.kind {
            Kind::Vector { number, count, .. } => Kind::Vector { number, of, count },
            Kind::Array { number, count, .. } => Kind::Array { number, of, count },
            _ => panic!("`each` is for vectors and arrays"),
        };
        self
    }

    /// The array's elements are coordinates that belong together.
    #[expect(clippy::panic, reason = "runs while a table is compiled")]
    pub const fn vector(mut self) -> Field {
        self.kind = match self.kind {
            Kind::Array { number, of, count } | Kind::Vector { number, of, count } => {
                Kind::Vector { number, of, count }
            }
            _ => panic!("`vector` is for arrays"),
        };
        self
    }

    /// The n-th token of a text line.
    pub const fn token(mut self, n: u16) -> Field {
        self.place = Place::Token(n);
        self
    }

    /// An argument path.
    pub const fn path(mut self, path: &'static [PathStep]) -> Field {
        self.place = Place::Path(path);
        self
    }

    /// Computed by a getter and stored by its setter.
    pub const fn computed(mut self, pair: Computed) -> Field {
        self.place = Place::Computed(pair);
        self
    }

    /// One number spread over several runs of bits, least significant first. Their offsets count from
    /// the record's start (prefix included).
    pub const fn split(mut self, spans: &'static [BitSpan], signed: bool) -> Field {
        self.place = Place::Split { spans, signed };
        self
    }

    /// Shown in this unit.
    pub const fn unit(mut self, unit: Unit) -> Field {
        self.unit = unit;
        self
    }

    /// What it is for.
    pub const fn role(mut self, role: Role) -> Field {
        self.role = role;
        self
    }

    /// Shown through a display map.
    pub const fn display(mut self, display: &'static Display) -> Field {
        self.display = Some(display);
        self
    }

    /// The heading it stands under in the inspector.
    pub const fn group(mut self, group: &'static str) -> Field {
        self.group = group;
        self
    }

    /// People cannot set it, for this reason.
    pub const fn fixed(mut self, reason: &'static str) -> Field {
        self.fixed = reason;
        self
    }

    /// It follows from other fields.
    pub const fn derived(mut self) -> Field {
        self.derived = true;
        self
    }

    /// These bits of it follow from other fields.
    pub const fn derived_bits(mut self, mask: u64) -> Field {
        self.derived_bits = mask;
        self
    }

    /// Its place in other layouts, as offsets from the record's start (prefix included).
    pub const fn moved(mut self, moved: &'static [(u16, u32)]) -> Field {
        self.moved = moved;
        self
    }

    /// It lies behind the record's children.
    pub const fn in_tail(mut self) -> Field {
        self.in_tail = true;
        self
    }

    /// Only the first elements are in use, as many as this field says.
    pub const fn counted_by(mut self, field: &'static str) -> Field {
        self.counted_by = field;
        self
    }

    /// The game's own limits, both ends allowed.
    pub const fn limits(mut self, min: i64, max: i64) -> Field {
        self.limits = Some((min, max));
        self
    }

    /// Whether another layout gives it another offset (not merely does without it).
    pub(crate) const fn moved_to_an_offset(&self) -> bool {
        let mut i = 0;
        while i < self.moved.len() {
            if self.moved[i].1 != ABSENT {
                return true;
            }
            i += 1;
        }
        false
    }

    /// The place in `layout`, or `None` if the field does not exist there.
    pub fn place_in(&self, layout: u16) -> Option<Place> {
        match self.moved.iter().find(|(l, _)| *l == layout) {
            None => Some(self.place),
            Some((_, ABSENT)) => None,
            Some((_, at)) => Some(match self.place {
                Place::Number { number, .. } => Place::Number { at: *at, number },
                Place::Bytes { len, .. } => Place::Bytes { at: *at, len },
                Place::Bits { span, signed } => Place::Bits { span: BitSpan { at: *at, ..span }, signed },
                other => other,
            }),
        }
    }

    /// Whether the field's value is a link or an array of links (numbers that may be a variable
    /// instead of a link count).
    pub const fn is_link(&self) -> bool {
        match self.kind {
            Kind::Array { of, .. } | Kind::Vector { of, .. } => of.link().is_some(),
            kind => kind.link().is_some(),
        }
    }

    /// What the field's number (or each element of its list) may name.
    pub const fn link_of(&self) -> Option<Link> {
        match self.kind {
            Kind::Array { of, .. } | Kind::Vector { of, .. } => of.link(),
            kind => kind.link(),
        }
    }

    /// How many bits each number of the field has and whether the topmost is a sign; `None` where only
    /// an access pair knows, and for text and bytes.
    pub const fn width(&self) -> Option<(u32, bool)> {
        match self.kind {
            Kind::Array { number, .. } | Kind::Vector { number, .. } => {
                Some((number.int.bytes() * 8, number.int.signed()))
            }
            _ => self.place.width(),
        }
    }

    /// The smallest and largest raw number that the storage and the limits allow; `None` where the
    /// storage has no fixed width and no limits are given.
    pub fn number_range(&self) -> Option<(i128, i128)> {
        let limits = self.limits.map(|(min, max)| (i128::from(min), i128::from(max)));
        match (self.width().map(|(bits, signed)| super::place::bit_range(bits, signed)), limits) {
            (Some(storage), None) => Some(storage),
            (Some(storage), Some(limits)) => Some((storage.0.max(limits.0), storage.1.min(limits.1))),
            (None, limits) => limits,
        }
    }

    /// The label in words: the given one, or the identifier with spaces.
    pub fn label_text(&self) -> String {
        if self.label == self.name { self.name.replace('_', " ") } else { self.label.to_owned() }
    }

    /// The documentation without the blanks around it.
    pub fn doc_text(&self) -> &'static str {
        self.doc.trim()
    }

    /// How the number at the place is stored, if the place is a plain number.
    pub const fn number(&self) -> Option<Number> {
        match self.place {
            Place::Number { number, .. } => Some(number),
            _ => None,
        }
    }
}
