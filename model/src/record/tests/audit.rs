//! What the compiler cannot see in a table: every registered one is looked through.

use std::collections::BTreeSet;

use crate::record::place::bit_range;
use crate::record::{ABSENT, Condition, Field, Kind, Overlay, Role, Schema, Target};

/// The layouts that a table knows, the first one included.
fn layouts(schema: &Schema) -> BTreeSet<u16> {
    let moved = schema.base_fields().flat_map(|f| f.moved).map(|(layout, _)| *layout);
    schema.sizes.iter().map(|(layout, _)| *layout).chain(moved).chain([0]).collect()
}

/// The faults of one meaning in one field.
fn kind_faults(field: &Field, kind: &Kind, faults: &mut Vec<String>) {
    let range = field.width().map(|(bits, signed)| bit_range(bits, signed));
    let fits = |n: i128| range.is_none_or(|(min, max)| min <= n && n <= max);
    let bits = field.width().map_or(64, |(bits, _)| bits);
    let mut fault = |text: String| faults.push(format!("{}: {text}", field.name));
    match kind {
        Kind::Choice(names) => {
            names.list.iter().filter(|n| !fits(n.value.into())).for_each(|n| fault(format!("{} does not fit", n.name)));
        }
        Kind::Flags(names) => names
            .list
            .iter()
            .filter(|f| u32::from(f.bit) >= bits)
            .for_each(|f| fault(format!("there is no bit {} for {}", f.bit, f.name))),
        Kind::Link(link) => {
            link.none
                .iter()
                .filter(|n| !fits((**n).into()))
                .for_each(|n| fault(format!("none value {n} does not fit")));
        }
        Kind::Keyed { mask, variables, .. } if variables.iter().any(|(v, _)| v & !mask != 0 || *v == 0) => {
            fault("a variable's bits are not all under the mask".to_owned());
        }
        Kind::Vector { of, .. } | Kind::Array { of, .. } => kind_faults(field, of, faults),
        _ => {}
    }
}

fn condition_fields(condition: &Condition, out: &mut Vec<&'static str>) {
    match condition {
        Condition::Is(f, _) | Condition::In(f, _) | Condition::Masked(f, ..) | Condition::Bit(f, _) => out.push(f),
        Condition::All(list) | Condition::Any(list) => list.iter().for_each(|c| condition_fields(c, out)),
        Condition::Not(inner) => condition_fields(inner, out),
        Condition::Always | Condition::Level(..) | Condition::Layout(_) => {}
    }
}

/// Whether a condition asks for a layout or version, so that a field may have another place under it.
fn asks_layout(condition: &Condition) -> bool {
    match condition {
        Condition::Layout(_) | Condition::Level(..) => true,
        Condition::All(list) | Condition::Any(list) => list.iter().any(asks_layout),
        Condition::Not(inner) => asks_layout(inner),
        _ => false,
    }
}

/// `under` are the fields that the overlays lie over: the base and the overlays around them.
fn overlay_faults(schema: &Schema, under: &[&Field], overlays: &[Overlay], faults: &mut Vec<String>) {
    for overlay in overlays {
        // A field of the same name steps aside, so one that lies elsewhere would vanish unseen.
        for new in overlay.fields.iter().filter(|_| !asks_layout(&overlay.when)) {
            let fixed = |f: &Field| f.place.extent() != (0, 0);
            let hidden =
                under.iter().any(|f| f.name == new.name && fixed(f) && fixed(new) && !f.place.shares_bits(&new.place));
            if hidden {
                faults.push(format!("overlay {} hides {}, which lies elsewhere", overlay.name, new.name));
            }
        }
        let mut asked = Vec::new();
        condition_fields(&overlay.when, &mut asked);
        for name in asked.iter().filter(|n| !n.contains('.') && schema.base_field(n).is_none()) {
            faults.push(format!("overlay {} asks for {name}, which is no field of the base", overlay.name));
        }
        let inside: Vec<&Field> = under.iter().copied().chain(overlay.fields).collect();
        overlay_faults(schema, &inside, overlay.overlays, faults);
    }
}

fn target_faults(field: &Field, target: &Target, schema: &Schema, faults: &mut Vec<String>) {
    if let Target::By { field: decides, cases, otherwise } = target {
        if !decides.contains('.') && schema.base_field(decides).is_none() {
            faults.push(format!("{}: {decides}, which decides its target, is no field of the base", field.name));
        }
        cases.iter().map(|(_, t)| *t).chain(*otherwise).for_each(|t| target_faults(field, t, schema, faults));
    }
}

/// Everything wrong with a table, in words.
fn faults(schema: &Schema) -> Vec<String> {
    let mut faults = Vec::new();
    let largest = schema.variants.map(|(_, sizes)| sizes.iter().map(|(_, s)| *s).max().unwrap_or(0));
    let largest = schema.sizes.iter().map(|(_, s)| *s).chain(largest).chain([schema.size]).max().unwrap_or(0);
    for field in schema.all_fields() {
        kind_faults(field, &field.kind, &mut faults);
        if let Some(link) = field.link_of() {
            target_faults(field, &link.target, schema, &mut faults);
        }
        if field.limits.is_some_and(|(min, max)| min > max) {
            faults.push(format!("{}: the limits are the wrong way round", field.name));
        }
        if !field.in_tail && field.place.extent().1 > largest {
            faults.push(format!("{}: reaches to byte {} of {largest}", field.name, field.place.extent().1));
        }
        if let Role::CountOf(name) = field.role {
            let lists = schema.lists.iter().filter_map(|s| s.children).chain(schema.children);
            if !lists.into_iter().any(|c| c.name == name) {
                faults.push(format!("{}: counts {name}, which is no list of the record", field.name));
            }
        }
    }
    if let Some((decides, _)) = schema.variants
        && schema.base_field(decides).is_none()
    {
        faults.push(format!("{decides}, which decides the size, is no field of the base"));
    }
    overlay_faults(schema, &schema.base_fields().collect::<Vec<_>>(), schema.overlays, &mut faults);
    // In every layout the fields lie within the record and share no bit.
    for layout in layouts(schema) {
        let size = schema.size_in(layout);
        let there: Vec<_> =
            schema.base_fields().filter(|f| !f.in_tail).filter_map(|f| Some((f, f.place_in(layout)?))).collect();
        for (i, (field, place)) in there.iter().enumerate() {
            if place.extent().1 > size {
                faults.push(format!("layout {layout}: {} reaches beyond the record", field.name));
            }
            for (other, _) in there[..i].iter().filter(|(_, p)| p.shares_bits(place)) {
                faults.push(format!("layout {layout}: {} lies on {}", field.name, other.name));
            }
        }
    }
    faults
}

#[test]
fn every_table_holds_together() {
    let mut keys = BTreeSet::new();
    for schema in crate::games::all().iter().flat_map(|g| g.schemas) {
        assert!(keys.insert(schema.key), "two record types are called {}", schema.key);
        assert_eq!(faults(schema), Vec::<String>::new(), "{}", schema.key);
    }
}

mod wrong {
    use super::*;
    use crate::record::codec::be::*;

    crate::names! { NAMES = "names", "made up": 300 "too large" }
    crate::flag_names! { BITS = "bits", "made up": 8 "ninth" "" }
    crate::record_table! {
        /// Full of faults that only show at run time.
        WRONG: Wrong, WrongField = "made.wrong", "Wrong", 6 bytes, "made up",
            overlays(&[Asks::OVERLAY]), variants("nobody", &[]), sizes(&[(1, 6)]);
        /// Does not fit.
        choice @ 0: U8, choice(&NAMES);
        /// No such bit.
        flags @ 1: U8, flags(&BITS);
        /// -1 cannot be stored.
        link @ 2: U16, link(Target::By { field: "nowhere", cases: &[], otherwise: None });
        /// In layout 1 it lies on the link.
        moved @ 4: U8, moved(&[(1, 2), (2, ABSENT)]), limits(3, 2);
        /// Counts nothing.
        count @ 5: U8, role(Role::CountOf("things")), keyed(0x10, &[(0x20, "variable")]);
    }
    crate::overlay! {
        /// Asks for what is not there.
        Asks "asks" over [Wrong::FIELDS], when Condition::Not(&Condition::Is("missing", 1));
        /// Beyond.
        far @ 6: U8;
        /// The name of another field.
        count @ 4: U8;
    }

    #[test]
    fn every_sort_of_fault_is_found() {
        let found = faults(&WRONG);
        let want = [
            "too large does not fit",
            "no bit 8",
            "none value -1",
            "nowhere",
            "wrong way round",
            "counts things",
            "under the mask",
            "asks for missing",
            "hides count",
            "reaches to byte 7 of 6",
            "nobody",
            "layout 1: moved lies on link",
        ];
        for part in want {
            assert!(found.iter().any(|f| f.contains(part)), "{part}: {found:#?}");
        }
        assert_eq!(found.len(), want.len(), "{found:#?}");
    }
}
