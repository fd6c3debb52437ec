//! Big-endian records with bit fields and a number whose meaning depends on another: the side and the
//! platform (marathon.md 1.2, 2.1, 2.5).

use super::{HERE, open, refused, row, set};
use crate::document::{Document, RecordFacts, TableSpec};
use crate::record::codec::be::*;
use crate::record::codec::{Array, Bits, Raw};
use crate::record::{Condition, Role, Target, Unit, Value};

const WORLD: Unit = Unit { name: "u", divisor: 1024.0 };

crate::flag_names! {
    SIDE_FLAGS = "side flags", "marathon.md 1.2":
        0 "on" "The control panel is on.", 1 "control panel" "", 2 "repair" "", 3 "destructive" "", 4 "lighted" "",
        5 "destroyable" "", 6 "projectiles only" "", 14 "editor dirty" "";
    PLATFORM_FLAGS = "platform flags", "marathon.md 2.1":
        0 "initially active" "", 1 "initially extended" "", 2 "deactivates at each level" "",
        3 "deactivates at initial level" "", 4 "activates adjacent" "", 5 "extends floor to ceiling" "",
        22 "contracts slower" "", 26 "secret" ""
}

crate::record_table! {
    /// One side of a line.
    pub(super) SIDE: Side, SideField = "miniature.side", "Side", 64 bytes, "marathon.md 1.2",
        overlays(&[LightSwitch::OVERLAY, PlatformSwitch::OVERLAY, TagSwitch::OVERLAY, Terminal::OVERLAY]);
    /// How the wall is drawn.
    r#type @ 0: I16;
    /// Side flags.
    flags @ 2: U16, flags(&SIDE_FLAGS);
    /// Shift of the primary texture.
    primary_x @ 4: I16, unit(WORLD);
    /// Shift of the primary texture.
    primary_y @ 6: I16, unit(WORLD);
    /// Picture of the primary texture.
    primary_shape @ 8: Bits<U16, 0, 8>, group("primary");
    /// Its collection.
    primary_collection @ 8: Bits<U16, 8, 5>, group("primary");
    /// Its colour table.
    primary_colours @ 8: Bits<U16, 13, 3>, group("primary");
    /// The secondary texture.
    secondary @ 10: Array<U16, 3>;
    /// The transparent texture.
    transparent @ 16: Array<U16, 3>;
    /// Where nobody can stand.
    exclusion @ 22: Array<I16, 8>, derived();
    /// Which sort of control panel.
    panel_type @ 38: I16;
    /// What the control panel works on; of no meaning otherwise.
    permutation @ 40: I16;
    /// Transfer modes of the three textures.
    transfer_modes @ 42: Array<I16, 3>;
    /// The polygon it faces.
    polygon @ 48: I16, link(Target::Row("polygons"));
    /// Its line.
    line @ 50: I16, link(Target::Row("lines_of_sides"));
    /// Lights of the three textures.
    lights @ 52: Array<I16, 3>, each(&LIGHT);
    /// Ambient light.
    ambient @ 58: I32, fixed_point(16);
    /// Unused.
    unused @ 62: I16;
}

static LIGHT: crate::record::Kind = crate::record::Kind::row("lights");

/// Panel numbers by what they do: ten of water, then four blocks of eleven (marathon.md 2.5).
const LIGHT_PANELS: &[i64] = &[4, 13, 24, 35, 46];
const PLATFORM_PANELS: &[i64] = &[5, 14, 25, 36, 47];
const TAG_PANELS: &[i64] = &[3, 6, 9, 15, 19, 20, 26, 30, 31, 37, 41, 42, 48, 52, 53];
const TERMINAL_PANELS: &[i64] = &[8, 17, 28, 39, 50];

crate::overlay! {
    /// Switches a light.
    LightSwitch "light switch" over [Side::FIELDS],
        when Condition::All(&[Condition::Bit("flags", 1), Condition::In("panel_type", LIGHT_PANELS)]);
    /// The light.
    permutation @ 40: I16, label("Light"), link(Target::Row("lights"));
}
crate::overlay! {
    /// Switches a platform.
    PlatformSwitch "platform switch" over [Side::FIELDS],
        when Condition::All(&[Condition::Bit("flags", 1), Condition::In("panel_type", PLATFORM_PANELS)]);
    /// The platform's polygon, not the platform.
    permutation @ 40: I16, label("Platform's polygon"), link(Target::Row("polygons"));
}
crate::overlay! {
    /// Switches whatever has its tag.
    TagSwitch "tag switch" over [Side::FIELDS],
        when Condition::All(&[Condition::Bit("flags", 1), Condition::In("panel_type", TAG_PANELS)]);
    /// The tag.
    permutation @ 40: I16, label("Tag"), link_none(Target::Tag("tag"), &[0]);
}
crate::overlay! {
    /// Shows a text.
    Terminal "terminal" over [Side::FIELDS],
        when Condition::All(&[Condition::Bit("flags", 1), Condition::In("panel_type", TERMINAL_PANELS)]);
    /// The text.
    permutation @ 40: I16, label("Terminal"), link_none(Target::Row("terminals"), &[]);
}

crate::record_table! {
    /// A polygon that moves.
    pub(super) PLATFORM: Platform, PlatformField = "miniature.platform", "Platform", 32 bytes, "marathon.md 2.1";
    /// Sounds, damage and key.
    r#type @ 0: I16;
    /// How fast.
    speed @ 2: I16;
    /// Ticks it rests at each end.
    delay @ 4: I16, unit(Unit { name: "s", divisor: 30.0 });
    /// Highest ceiling, -1 for the neighbours'.
    maximum @ 6: I16;
    /// Lowest floor, -1 for the neighbours'.
    minimum @ 8: I16;
    /// Platform flags.
    flags @ 10: U32, flags(&PLATFORM_FLAGS);
    /// The polygon that moves.
    polygon @ 14: I16, link(Target::Row("polygons")), role(Role::Id);
    /// Its tag.
    tag @ 16: I16, link_none(Target::Tag("tag"), &[0]);
    /// Unused.
    unused @ 18: Raw<14>;
}

pub(super) static SIDES: TableSpec = TableSpec::new("sides", "Sides", &SIDE);
pub(super) static PLATFORMS: TableSpec = TableSpec::new("platforms", "Platforms", &PLATFORM);

fn document(flags: u16, panel: i16) -> Document {
    let mut side = [0x11u8; 64];
    side[2..4].copy_from_slice(&flags.to_be_bytes());
    side[8..10].copy_from_slice(&(7u16 | 17 << 8 | 5 << 13).to_be_bytes());
    side[38..40].copy_from_slice(&panel.to_be_bytes());
    side[40..42].copy_from_slice(&3i16.to_be_bytes());
    let mut platform = [0x22u8; 32];
    platform[10..14].copy_from_slice(&0x0880_0001u32.to_be_bytes());
    open(|build| {
        build.packed(&SIDES, b"SIDS", 0, 64, &side);
        build.packed(&PLATFORMS, b"plat", 0, 32, &platform);
    })
}

#[test]
fn a_texture_is_three_runs_of_bits() {
    let mut document = document(0, 0);
    let node = row(&document, "sides", 0);
    let int = |document: &Document, name| document.draft().int(node, name).unwrap();
    let all = |d: &Document| [int(d, "primary_shape"), int(d, "primary_collection"), int(d, "primary_colours")];
    assert_eq!(all(&document), [7, 17, 5]);
    assert_eq!(set(&mut document, node, "primary_collection", Value::Int(31)), [8]);
    assert_eq!(set(&mut document, node, "primary_shape", Value::Int(255)), [9]);
    assert_eq!(all(&document), [255, 31, 5]);
    assert!(refused(&document, node, "primary_colours", Value::Int(8)).contains("0..7"));
}

#[test]
fn the_panel_decides_what_its_number_names() {
    let found = |flags, panel| {
        let document = document(flags, panel);
        let draft = document.draft();
        let record = draft.row(HERE, "sides", 0).unwrap();
        let facts = RecordFacts(record);
        let field = SIDE.field_for("permutation", &facts).unwrap();
        let target = field.references(&record.get(field).unwrap(), &facts).first().map(|r| format!("{:?}", r.target));
        (field.label_text(), target.unwrap_or_default())
    };
    let panel = 1 << 1;
    assert_eq!(found(panel, 13), ("Light".to_owned(), "Row(\"lights\")".to_owned()));
    assert_eq!(found(panel, 36), ("Platform's polygon".to_owned(), "Row(\"polygons\")".to_owned()));
    assert_eq!(found(panel, 9), ("Tag".to_owned(), "Tag(\"tag\")".to_owned()));
    assert_eq!(found(panel, 50), ("Terminal".to_owned(), "Row(\"terminals\")".to_owned()));
    assert_eq!(found(panel, 0), ("permutation".to_owned(), String::new()), "a recharger works on nothing");
    assert_eq!(found(0, 13), ("permutation".to_owned(), String::new()), "no panel at all");
    // Every panel does one thing.
    let all: Vec<i64> = [LIGHT_PANELS, PLATFORM_PANELS, TAG_PANELS, TERMINAL_PANELS].concat();
    let unique: std::collections::BTreeSet<_> = all.iter().collect();
    assert_eq!(unique.len(), all.len());
}

#[test]
fn the_field_keeps_its_place_whatever_covers_it() {
    let document = document(1 << 1, 13);
    let draft = document.draft();
    let names: Vec<_> = draft.row(HERE, "sides", 0).unwrap().fields().iter().map(|f| f.name).collect();
    assert_eq!(names, SIDE.base_fields().map(|f| f.name).collect::<Vec<_>>());
}

#[test]
fn platform_flags_keep_the_bits_without_a_name() {
    let mut document = document(0, 0);
    let node = row(&document, "platforms", 0);
    let flags = PlatformField::flags.field();
    let present = document.draft().record(node).unwrap().get(flags).unwrap();
    assert_eq!(flags.show(&present), "initially active, 0x8800000");
    let typed = crate::record::parse_shown(flags, "contracts slower, secret, 0x8800000", &present).unwrap();
    assert_eq!(set(&mut document, node, "flags", typed), [10, 11, 13]);
    assert_eq!(document.draft().int(node, "flags").unwrap(), 0x0CC0_0000);
    assert!(refused(&document, node, "flags", Value::Int(1 << 32)).contains("outside"));
}

#[test]
fn lights_of_a_side_are_references_by_element() {
    let document = document(0, 0);
    let draft = document.draft();
    let record = draft.row(HERE, "sides", 0).unwrap();
    let lights = SideField::lights.field();
    let value = Value::List([4, -1, 9].map(Value::Int).to_vec());
    let found = lights.references(&value, &RecordFacts(record));
    assert_eq!(found.iter().map(|r| (r.element, r.raw)).collect::<Vec<_>>(), [(0, 4), (2, 9)]);
}
