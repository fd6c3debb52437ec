//! Which bytes of a record decide about links, names, ids or counts: a change elsewhere leaves a table's shape as it was.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;

use crate::record::{Field, Overlay, Place, Role, Schema, Target};

/// What decides in the records of one type and layout.
#[derive(Debug, Default)]
struct Deciding {
    /// Some of it lies at no fixed place: any byte may matter.
    all: bool,
    /// In the tail or not, from, length.
    spans: Vec<(bool, usize, usize)>,
    /// Worked out of the bytes: it matters where the outcome differs.
    computed: Vec<&'static Field>,
}

/// A byte range of a record that is about to change.
pub(super) struct Change<'a> {
    pub(super) schema: &'static Schema,
    pub(super) layout: u16,
    pub(super) tail: bool,
    pub(super) from: usize,
    /// The bytes that it gets, as many as before.
    pub(super) new: &'a [u8],
    /// The record's head as it is.
    pub(super) head: &'a [u8],
}

thread_local! {
    /// By record type and layout. Types are written down in the program, so there are only so many.
    static KNOWN: RefCell<BTreeMap<(usize, u16), Rc<Deciding>>> = const { RefCell::new(BTreeMap::new()) };
}

/// Whether a change touches what decides about links, names, ids or counts.
pub(super) fn shapes(change: &Change<'_>) -> bool {
    let key = (std::ptr::from_ref(change.schema).addr(), change.layout);
    let deciding = KNOWN.with_borrow_mut(|known| {
        known.entry(key).or_insert_with(|| Rc::new(Deciding::of(change.schema, change.layout))).clone()
    });
    let (from, to) = (change.from, change.from.saturating_add(change.new.len()));
    deciding.all
        || deciding.spans.iter().any(|(tail, at, len)| *tail == change.tail && *at < to && from < at + len)
        || (!change.tail && deciding.computed.iter().any(|field| differs(field, change)))
}

/// Whether a computed field reads otherwise after the change.
fn differs(field: &Field, change: &Change<'_>) -> bool {
    let Place::Computed(pair) = field.place else { return true };
    let mut after = change.head.to_vec();
    let Some(slot) = after.get_mut(change.from..change.from + change.new.len()) else { return true };
    slot.copy_from_slice(change.new);
    match ((pair.get)(change.head), (pair.get)(&after)) {
        (Some(a), Some(b)) => !a.same(&b),
        (None, None) => false,
        _ => true,
    }
}

impl Deciding {
    fn of(schema: &'static Schema, layout: u16) -> Deciding {
        let mut names: BTreeSet<&'static str> = BTreeSet::new();
        conditions(schema.overlays, &mut names);
        let all = schema.all_fields();
        for field in &all {
            names.extend((!field.counted_by.is_empty()).then_some(field.counted_by));
            if let Some(link) = field.link_of() {
                deciders(link.target, &mut names);
            }
        }
        names.extend(named_by_siblings());
        let mut deciding = Deciding::default();
        for field in all {
            let own = matches!(field.role, Role::Id | Role::Tag | Role::Name | Role::CountOf(_));
            if !own && !field.is_link() && !names.contains(field.name) {
                continue;
            }
            match field.place_in(layout) {
                None => {}
                Some(Place::Computed(_)) => deciding.computed.push(field),
                Some(place) => {
                    let spans = place.spans();
                    deciding.all |= spans.is_empty();
                    deciding.spans.extend(spans.into_iter().map(|(at, len)| (field.in_tail, at, len)));
                }
            }
        }
        deciding
    }
}

/// The fields that conditions of overlays name.
fn conditions(overlays: &'static [Overlay], names: &mut BTreeSet<&'static str>) {
    for overlay in overlays {
        overlay.when.each_field(&mut |name| {
            names.insert(name);
        });
        conditions(overlay.overlays, names);
    }
}

/// The fields that decide what a link leads to.
fn deciders(target: Target, names: &mut BTreeSet<&'static str>) {
    if let Target::By { field, cases, otherwise } = target {
        names.insert(field);
        cases.iter().for_each(|(_, target)| deciders(**target, names));
        otherwise.iter().for_each(|target| deciders(**target, names));
    }
}

/// The fields that conditions or targets of a sibling part name as `part.field`: whose they are is not known here.
fn named_by_siblings() -> BTreeSet<&'static str> {
    thread_local! {
        static NAMES: BTreeSet<&'static str> = {
            let mut names = BTreeSet::new();
            for schema in crate::games::all().iter().flat_map(|game| game.schemas) {
                conditions(schema.overlays, &mut names);
                for link in schema.all_fields().iter().filter_map(|field| field.link_of()) {
                    deciders(link.target, &mut names);
                }
            }
            names.into_iter().filter_map(|name| name.split_once('.').map(|(_, field)| field)).collect()
        };
    }
    NAMES.with(BTreeSet::clone)
}

#[cfg(test)]
mod tests {
    use crate::games::marathon::test_level::{LEVEL, Made};

    #[test]
    fn moving_a_thing_leaves_the_shape_and_what_links_hang_on_changes_it() {
        let made = Made { objects: vec![[5, 0, 100, 0, 10, 10, 0, 0], [0, 1, 0, 0, 10, 10, 0, 0]], ..Made::default() };
        let document = made.document();
        for (field, value, shape) in
            [("x", 20, false), ("z", 9, false), ("flags", 1, false), ("polygon", 1, true), ("group", 1, true)]
        {
            let mut draft = document.draft();
            let before = draft.table(LEVEL, "objects").unwrap();
            let (stamp, old) = (before.stamp(), before.shape());
            let id = draft.row(LEVEL, "objects", 1).unwrap().id();
            draft.store_int(id, field, value).unwrap();
            let after = draft.table(LEVEL, "objects").unwrap();
            assert_ne!(after.stamp(), stamp, "{field}");
            assert_eq!(after.shape() != old, shape, "{field}");
        }
        // The volume of a sound source names a light only where it is negative.
        for (row, volume, shape) in [(0, 50, false), (0, -2, true)] {
            let mut draft = document.draft();
            let old = draft.table(LEVEL, "objects").unwrap().shape();
            let id = draft.row(LEVEL, "objects", row).unwrap().id();
            draft.store_int(id, "facing", volume).unwrap();
            assert_eq!(draft.table(LEVEL, "objects").unwrap().shape() != old, shape, "{volume}");
        }
    }
}
