//! The sample's configuration: the types it uses, and the game's 19 types of glass.

use super::{call, number, text};
use crate::games::warriors::names::GLASS_TYPES;
use crate::games::warriors::script::assemble::{Expression, Statement};

/// A type: what differs between those of the sample.
struct Sort {
    name: &'static str,
    class: &'static str,
    /// Hit points, hits, weight.
    numbers: [f64; 3],
    size: [f64; 3],
    shape: &'static str,
    flags: &'static [&'static str],
    material: &'static str,
    /// A leaf's width.
    leaf: f64,
    object: &'static str,
    /// Clip and set while it is carried.
    carried: [&'static str; 2],
}

/// What blocks and what strikes meet.
const SOLID: &[&str] = &["BLOCKOBJECTS", "BLOCKHUMANS", "MELEETARGET", "WEAPONTARGET", "JUMPTARGET", "CHARGETARGET"];
const LOOSE: &[&str] = &["BLOCKOBJECTS", "MELEETARGET"];
const MARK: &[&str] = &["THROWNWEAPONTARGET"];
const PLAIN: [&str; 2] = ["na", "NONE_SET"];
const BOTH_HANDS: [&str; 2] = ["TwoHandPickUp", "OVERHEAD_WEAPON_SET"];

/// Numbers as the game has them, where they are known (`object_types_ref.csv`, `door_types.csv`, `warriors.md` P20 to P24).
static SORTS: &[Sort] = &[
    sort(
        "dyn_trashcan",
        "overhead_weapon",
        [150.0, 1.0, 50.0],
        [0.84, 0.74, 0.97],
        SOLID,
        "GARBAGE_CAN",
        0.0,
        "TYPE_DRUM",
        BOTH_HANDS,
    ),
    sort(
        "dyn_gbags",
        "overhead_weapon",
        [80.0, 1.0, 50.0],
        [0.9, 0.9, 0.7],
        SOLID,
        "GARBAGEBAG",
        0.0,
        "TYPE_DRUM",
        BOTH_HANDS,
    ),
    sort(
        "dyn_parkbench_a",
        "dyn_masks",
        [10.0, 2.0, 20.0],
        [2.1, 0.7, 0.9],
        SOLID,
        "WOODFURNITURE",
        0.0,
        "TYPE_GENERIC",
        PLAIN,
    ),
    sort("dyn_crate_stack", "dyn_masks", [0.0, 1.0, 20.0], [1.0, 1.0, 1.5], SOLID, "CHAIR", 0.0, "TYPE_GENERIC", PLAIN),
    sort(
        "dyn_bat_tuff",
        "melee_weapon",
        [20.0, 0.0, 20.0],
        [0.09, 0.89, 0.08],
        LOOSE,
        "BAT",
        0.0,
        "TYPE_BAT",
        ["na", "CLUB_WEAPON_SET"],
    ),
    sort("dyn_ring", "pickup_item", [0.0, 0.0, 1.0], [0.1, 0.1, 0.1], LOOSE, "STEEL", 0.0, "TYPE_GENERIC", PLAIN),
    sort(
        "dyn_w_mission",
        "dyn_objective",
        [0.0, 0.0, 20.0],
        [0.52, 0.52, 2.0],
        MARK,
        "BAT",
        0.0,
        "TYPE_GENERIC",
        PLAIN,
    ),
    sort(
        "dyn_s_train_med_full",
        "simple_object",
        [0.0, 0.0, 100.0],
        [11.5, 2.6, 3.4],
        SOLID,
        "TRAINCAR",
        0.0,
        "TYPE_GENERIC",
        PLAIN,
    ),
    sort(
        "dyn_door_store",
        "dyn_door_swinging",
        [1.0, 0.0, 100.0],
        [2.18, 0.07, 2.33],
        SOLID,
        "STOREDOOR_GLASS",
        1.09,
        "TYPE_BREAKANDENTER_DOOR",
        PLAIN,
    ),
    sort(
        "dyn_door_chainlnk_a",
        "dyn_door_swinging",
        [100.0, 0.0, 100.0],
        [2.31, 0.07, 3.28],
        SOLID,
        "CHAINLINK_NOCLIMB",
        2.29,
        "TYPE_DOOR",
        PLAIN,
    ),
    sort(
        "dyn_door_fence",
        "dyn_door_fence",
        [10.0, 0.0, 100.0],
        [3.0, 0.1, 2.5],
        SOLID,
        "WOODFENCE",
        0.0,
        "TYPE_BREAKABLE_DOOR",
        PLAIN,
    ),
    sort("dyn_beerpile", "dyn_pile", [0.0, 0.0, 20.0], [0.48, 0.64, 0.3], SOLID, "BOTTLE", 0.0, "TYPE_BEERPILE", PLAIN),
    sort(
        "dyn_beerbottle",
        "thrown_weapon",
        [10.0, 1.0, 20.0],
        [0.1, 0.3, 0.09],
        LOOSE,
        "BOTTLE",
        0.0,
        "TYPE_BOTTLE",
        ["na", "SINGLE_HAND_THROW_WEAPON_SET"],
    ),
];

#[expect(clippy::too_many_arguments, reason = "a row of the table")]
const fn sort(
    name: &'static str,
    class: &'static str,
    numbers: [f64; 3],
    size: [f64; 3],
    flags: &'static [&'static str],
    material: &'static str,
    leaf: f64,
    object: &'static str,
    carried: [&'static str; 2],
) -> Sort {
    Sort { name, class, numbers, size, shape: "OBB", flags, material, leaf, object, carried }
}

fn symbol(list: &str, name: &str) -> Expression {
    Expression::Symbols(vec![format!("{list}.{name}")])
}

fn configured(sort: &Sort) -> Statement {
    let [hitpoints, hits, weight] = sort.numbers;
    let flags = sort.flags.iter().map(|flag| format!("PHYFLAG.{flag}")).collect();
    // What has a fence's or a train's size stands in the middle of its box, the rest on its floor.
    let centre = if sort.name == "dyn_door_fence" { 0.0 } else { sort.size[2] / 2.0 };
    call(
        "CfgObj",
        vec![
            text(sort.name),
            text(sort.class),
            number(hitpoints),
            number(hits),
            number(0.0),
            number(weight),
            Expression::numbers(&[0.0, 0.0, centre]),
            Expression::numbers(&sort.size),
            symbol("PHYS", sort.shape),
            symbol("AXIS", "Z"),
            number(0.1),
            Expression::Symbols(flags),
            symbol("MATERIAL", sort.material),
            symbol("ANIM", sort.carried[0]),
            number(sort.leaf),
            number(0.0),
            number(0.0),
            number(0.0),
            symbol("OBJECT", sort.object),
            symbol("ANIM", sort.carried[1]),
            Expression::numbers(&[0.0, 0.0, 0.0]),
            Expression::numbers(&[0.0, 0.0, 0.0, 1.0]),
        ],
    )
}

/// The configuration script.
pub fn configuration() -> Vec<Statement> {
    let mut script: Vec<Statement> = SORTS.iter().map(configured).collect();
    script.extend(GLASS_TYPES.iter().enumerate().map(|(at, glass)| {
        let yes = |yes: bool| number(if yes { 1.0 } else { 0.0 });
        let sprites = [glass.sprite, glass.broken_sprite].map(|n| number(f64::from(n)));
        let [whole, broken] = sprites;
        call("CfgSetGlassProperties", vec![number(at as f64), yes(glass.window_link), yes(glass.alarm), whole, broken])
    }));
    script.push(call("CfgSetGlobalTimeToLive", vec![number(30_000.0)]));
    script
}
