use super::*;
use crate::record::{Condition, Schema};

/// The size field of an object with this much below its head: what follows the field, padded (`oni.md` 2.1).
fn size_field(schema: &Schema, below: u32) -> u32 {
    (schema.size + below).next_multiple_of(4) - 4
}

#[test]
fn sizes_are_those_of_published_objects() {
    // `oni.md` 2.1 and appendix A.
    let event = |kind| EVENT.variant_size(kind).unwrap();
    let point = |kind| PATROL_POINT.variant_size(kind).unwrap();
    let want = [
        (&CHARACTER, 0, 544),
        (&COMBAT, 0, 180),
        (&DOOR, 0, 252),
        (&FLAG, 0, 172),
        (&FURNITURE, 0, 116),
        (&POWER_UP, 0, 40),
        (&SOUND, 0, 104),
        (&SHORT_SOUND, 0, 88),
        (&TRIGGER_VOLUME, 0, 352),
        (&TURRET, 0, 144),
        (&TRIGGER, event(2), 128),
        (&CONSOLE, event(1), 328),
        (&NEUTRAL, 0, 256),
        (&NEUTRAL, 2 * DIALOGUE_LINE.size, 336),
        // `Floor1_Stk_1`: its first point is of type 19, three more make up the published 120.
        (&PATROL_PATH, 0, 76),
        (&PATROL_PATH, 3 * point(19) + point(16), 120),
        (&PARTICLE, 0, 160),
        (&WEAPON, 0, 68),
        (&MELEE, 0, 240),
        (&MELEE, TECHNIQUE.size + MOVE.size, 240 + 88 + 16),
    ];
    for (schema, below, size) in want {
        assert_eq!(size_field(schema, below), size, "{}", schema.key);
    }
}

#[test]
fn every_variant_ends_with_its_last_field() {
    for schema in [&PATROL_POINT, &EVENT] {
        let (_, sizes) = schema.variants.unwrap();
        for (kind, size) in sizes {
            let applies = |when: &Condition| match when {
                Condition::Is(_, want) => want == kind,
                Condition::In(_, list) => list.contains(kind),
                _ => false,
            };
            let overlay = schema.overlays.iter().filter(|o| applies(&o.when));
            let fields = overlay.flat_map(|o| o.fields).chain(schema.fields);
            let end = fields.map(|f| f.place.extent().1).max().unwrap();
            assert_eq!(end, *size, "{} {kind}", schema.key);
        }
    }
    assert_eq!(PATROL_POINT.variants.unwrap().1.len(), 24);
    assert_eq!(EVENT.variants.unwrap().1.len(), 12);
}

#[test]
fn the_door_of_appendix_a_is_locked_in_a_frame_and_manual() {
    let field = DOOR.base_field("flags").unwrap();
    assert_eq!(field.show(&crate::record::Value::Int(0x15)), "initially locked, in a door frame, manual");
    // What the game keeps on load are the flags not called run time, and the bit without a name is none of them.
    let crate::record::Kind::Flags(names) = field.kind else { panic!("flags") };
    let kept = names.list.iter().filter(|f| f.doc != "Run time.").map(|f| 1 << f.bit).sum::<u32>();
    assert_eq!(kept, 0x1795);
}

#[test]
fn what_means_nothing_is_written_down_for_each_link() {
    let mut seen = Vec::new();
    let mut schemas: Vec<&'static Schema> = crate::games::oni::ONI.schemas.to_vec();
    for at in 0..schemas.len() {
        schemas.extend(schemas[at].below());
    }
    for schema in schemas {
        for field in schema.all_fields() {
            if let Some(link) = field.kind.link() {
                seen.push((schema.key, field.name, link.none));
            }
        }
    }
    seen.sort();
    seen.dedup();
    let (none, minus_one): (&[i64], &[i64]) = (&[], &[-1]);
    // Ids of paths and profiles begin with 0 in the game's own levels (appendix A): only -1 can be none. Events and points
    // always name something.
    let want = [
        ("oni.character", "combat", minus_one),
        ("oni.character", "melee", minus_one),
        ("oni.character", "neutral", &[-1, 0]),
        ("oni.character", "patrol_path", minus_one),
        ("oni.event", "target", none),
        ("oni.patrol_point", "flag", none),
        ("oni.patrol_point", "target", none),
        ("oni.trigger_volume", "parent", &[0]),
    ];
    assert_eq!(seen, want);
}
