//! A table of fields with the overlays that replace some of them.

use super::condition::{Condition, Facts};
use super::{Field, Place};

/// How rows of two files are matched when they are compared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Matching {
    /// By position: the row number is the thing's identity.
    Position,
    /// By the value of this field.
    Key(&'static str),
    /// By aligning equal rows, then rows with the most equal fields.
    Alignment,
}

/// The one list of children a record may have.
#[derive(Clone, Copy, Debug)]
pub struct Children {
    /// The list's name, used in addresses: `objects/417/events/2`.
    pub name: &'static str,
    /// The table of each child.
    pub schema: &'static Schema,
    /// The most children the format or game can hold.
    pub limit: u32,
}

/// Another table that this one begins with.
#[derive(Clone, Copy, Debug)]
pub struct Prefix {
    /// The other table's fields.
    pub fields: &'static [Field],
    /// Its size in bytes.
    pub size: u32,
}

/// Fields that replace or add to a table's own while a condition holds.
#[derive(Clone, Copy, Debug)]
pub struct Overlay {
    /// What the variant is called.
    pub name: &'static str,
    /// When it applies.
    pub when: Condition,
    /// Its fields; base fields that share bytes with them step aside.
    pub fields: &'static [Field],
    /// Overlays on this overlay.
    pub overlays: &'static [Overlay],
}

/// The table of one record type.
#[derive(Debug)]
pub struct Schema {
    /// Identifier, unique over all games: `marathon.polygon`.
    pub key: &'static str,
    /// What one record is called.
    pub label: &'static str,
    /// What it is.
    pub doc: &'static str,
    /// Where the table comes from: document and section.
    pub source: &'static str,
    /// Size in bytes of the record (of its head, if it has children). 0 where places are not fixed.
    pub size: u32,
    /// Sizes in other layouts: (layout, bytes).
    pub sizes: &'static [(u16, u32)],
    /// Sizes of variants: the field that decides, and (value, bytes) for each.
    pub variants: Option<(&'static str, &'static [(i64, u32)])>,
    /// The table it begins with.
    pub prefix: Option<Prefix>,
    /// Its own fields.
    pub fields: &'static [Field],
    /// What replaces them under conditions.
    pub overlays: &'static [Overlay],
    /// The list of children, if it has one.
    pub children: Option<Children>,
    /// The record types of its list nodes, if it has several lists: one child node per list, in this
    /// order, each with `children` of its own. Its own `children` is `None` then.
    pub lists: &'static [&'static Schema],
    /// Record types that may stand where this type's children stand, or, in a table of this type, beside its rows: which
    /// one it is, is told by the content.
    pub others: &'static [&'static Schema],
    /// The record's whole length is padded to a multiple of this (0 or 1: no padding).
    pub pad_to: u32,
    /// How rows of two files are matched.
    pub matching: Matching,
}

impl Schema {
    /// A schema of fixed size; the builder methods add the rest.
    pub const fn new(
        key: &'static str,
        label: &'static str,
        doc: &'static str,
        source: &'static str,
        size: u32,
        fields: &'static [Field],
    ) -> Schema {
        Schema {
            key,
            label,
            doc,
            source,
            size,
            sizes: &[],
            variants: None,
            prefix: None,
            fields,
            overlays: &[],
            children: None,
            lists: &[],
            others: &[],
            pad_to: 0,
            matching: Matching::Position,
        }
    }

    /// Begins with another table.
    pub const fn prefix(mut self, fields: &'static [Field], size: u32) -> Schema {
        if size > 0 {
            self.prefix = Some(Prefix { fields, size });
        }
        self
    }

    /// Other layouts' sizes.
    pub const fn sizes(mut self, sizes: &'static [(u16, u32)]) -> Schema {
        self.sizes = sizes;
        self
    }

    /// Sizes of variants by the value of a field.
    pub const fn variants(mut self, field: &'static str, sizes: &'static [(i64, u32)]) -> Schema {
        self.variants = Some((field, sizes));
        self
    }

    /// Overlays.
    pub const fn overlays(mut self, overlays: &'static [Overlay]) -> Schema {
        self.overlays = overlays;
        self
    }

    /// A list of children.
    pub const fn children(mut self, name: &'static str, schema: &'static Schema, limit: u32) -> Schema {
        self.children = Some(Children { name, schema, limit });
        self
    }

    /// Several lists: one child node per list, in this order.
    pub const fn lists(mut self, lists: &'static [&'static Schema]) -> Schema {
        self.lists = lists;
        self
    }

    /// Other record types in the place of its children, or beside its rows.
    pub const fn others(mut self, others: &'static [&'static Schema]) -> Schema {
        self.others = others;
        self
    }

    /// The record is padded to a multiple of `bytes`.
    pub const fn pad_to(mut self, bytes: u32) -> Schema {
        self.pad_to = bytes;
        self
    }

    /// How rows are matched.
    pub const fn matching(mut self, matching: Matching) -> Schema {
        self.matching = matching;
        self
    }

    /// The record types directly below it: of its children, or of its lists, and those that may stand in their place.
    pub fn below(&self) -> impl Iterator<Item = &'static Schema> + use<> {
        self.children.map(|c| c.schema).into_iter().chain(self.lists.iter().copied()).chain(self.others.iter().copied())
    }

    /// What the list of child nodes is called in addresses: the name of its children, `lists` where each child is a
    /// list of its own, nothing where a record has none.
    pub fn list_name(&self) -> Option<&'static str> {
        self.children.map(|c| c.name).or((!self.lists.is_empty()).then_some("lists"))
    }

    /// Size in bytes in a layout.
    pub fn size_in(&self, layout: u16) -> u32 {
        self.sizes.iter().find(|(l, _)| *l == layout).map_or(self.size, |(_, s)| *s)
    }

    /// Size in bytes of the variant whose deciding field has `value`; `None` if unknown.
    pub fn variant_size(&self, value: i128) -> Option<u32> {
        let (_, sizes) = self.variants?;
        sizes.iter().find(|(v, _)| i128::from(*v) == value).map(|(_, s)| *s)
    }

    /// Fields that apply whatever the conditions: prefix and own.
    pub fn base_fields(&self) -> impl Iterator<Item = &'static Field> + use<> {
        self.prefix.map_or(&[] as &[Field], |p| p.fields).iter().chain(self.fields)
    }

    /// Every field of the table and all its overlays (names may repeat between overlays that cannot
    /// show together).
    pub fn all_fields(&self) -> Vec<&'static Field> {
        fn add(out: &mut Vec<&'static Field>, overlays: &'static [Overlay]) {
            for overlay in overlays {
                out.extend(overlay.fields);
                add(out, overlay.overlays);
            }
        }
        let mut out: Vec<&'static Field> = self.base_fields().collect();
        add(&mut out, self.overlays);
        out
    }

    /// The fields that apply now. Asked each time, never stored: conditions look at live values.
    pub fn fields_for(&self, facts: &dyn Facts) -> Vec<&'static Field> {
        let layout = facts.layout();
        let mut fields: Vec<&'static Field> = self.base_fields().filter(|f| f.place_in(layout).is_some()).collect();
        let mut anchor = None;
        each_overlay_field(self.overlays, facts, &mut |new, first| {
            if first {
                anchor = None;
            }
            // The first of an overlay's fields takes the place of what it covers, the others follow it.
            let at = fields
                .iter()
                .position(|f| covers(new, f, layout))
                .or_else(|| anchor.and_then(|a| fields.iter().position(|f| std::ptr::eq(*f, a))).map(|at| at + 1));
            let before = at.map(|at| fields.iter().take(at).filter(|f| covers(new, f, layout)).count());
            fields.retain(|f| !covers(new, f, layout));
            match (at, before) {
                (Some(at), Some(before)) if at - before <= fields.len() => fields.insert(at - before, new),
                _ => fields.push(new),
            }
            anchor = Some(new);
        });
        fields
    }

    /// The overlays that apply now, outer ones before those nested in them: what the variant is called.
    pub fn overlays_for(&self, facts: &dyn Facts) -> Vec<&'static Overlay> {
        fn walk(list: &'static [Overlay], facts: &dyn Facts, out: &mut Vec<&'static Overlay>) {
            for overlay in list.iter().filter(|o| o.when.holds(facts)) {
                out.push(overlay);
                walk(overlay.overlays, facts, out);
            }
        }
        let mut out = Vec::new();
        walk(self.overlays, facts, &mut out);
        out
    }

    /// The field of this name that applies now.
    pub fn field_for(&self, name: &str, facts: &dyn Facts) -> Option<&'static Field> {
        let layout = facts.layout();
        let mut found = self.base_field(name).filter(|f| f.place_in(layout).is_some());
        // The same walk as in `fields_for`, without its list: many thousands of records ask.
        each_overlay_field(self.overlays, facts, &mut |new, _| {
            if new.name == name {
                found = Some(new);
            } else if found.is_some_and(|f| covers(new, f, layout)) {
                found = None;
            }
        });
        found
    }

    /// The base field of this name.
    pub fn base_field(&self, name: &str) -> Option<&'static Field> {
        self.base_fields().find(|f| f.name == name)
    }

    /// Length in bytes of the record that begins these bytes: its variant's size, or the table's.
    /// `None` if the deciding field cannot be read or has no known size.
    pub fn length(&self, bytes: &[u8], layout: u16) -> Option<usize> {
        let size = match self.variants {
            None => self.size_in(layout),
            Some((decides, _)) => {
                let value = self.base_field(decides)?.read(bytes, &[], layout).ok()?;
                self.variant_size(value.as_int()?)?
            }
        };
        usize::try_from(size).ok()
    }
}

/// Calls `each` with every field of the overlays that apply and exist in the layout, in the order in
/// which they cover what was there before, and whether it is the first of its overlay.
fn each_overlay_field(overlays: &'static [Overlay], facts: &dyn Facts, each: &mut dyn FnMut(&'static Field, bool)) {
    for overlay in overlays {
        if overlay.when.holds(facts) {
            let there = overlay.fields.iter().filter(|f| f.place_in(facts.layout()).is_some());
            there.enumerate().for_each(|(i, field)| each(field, i == 0));
            each_overlay_field(overlay.overlays, facts, each);
        }
    }
}

/// Whether a field makes an earlier one step aside: the same name, or the same bits, token or path.
pub(super) fn covers(new: &Field, old: &Field, layout: u16) -> bool {
    new.name == old.name || shares_place(new, old, layout)
}

/// Whether two fields lie on the same bits of a layout, or on the same token or path.
pub(super) fn shares_place(a: &Field, b: &Field, layout: u16) -> bool {
    if a.in_tail != b.in_tail {
        return false;
    }
    match (a.place_in(layout), b.place_in(layout)) {
        (Some(Place::Token(x)), Some(Place::Token(y))) => x == y,
        (Some(Place::Path(x)), Some(Place::Path(y))) => x == y,
        (Some(x), Some(y)) => x.shares_bits(&y),
        _ => false,
    }
}
