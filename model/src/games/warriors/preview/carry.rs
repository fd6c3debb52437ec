//! How the walker moves with something in its hands: clips by slot (`warriors.md` P34).

use super::kind::{GHETTO_SET, OVERHEAD_SET};
use crate::preview::{Fidelity, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "carry",
        what: "the clip of a pick-up, which clips stand in the slots while something is carried with both hands or aimed, when they go",
        truth: Truth::Documents,
        note: "(P34) the walker's values `style` and `slot_0` to `slot_33`",
    },
    Fidelity {
        file: "carry",
        what: "the blasters' carry",
        truth: Truth::Documents,
        note: "(P34) standing, walking, running and stopping alone are named",
    },
    Fidelity {
        file: "carry",
        what: "the clips, how fast they go, where they hold the arms",
        truth: Truth::NotSimulated,
        note: "the walker's speeds are settings; the clip of a hat is not known",
    },
];

/// Height above the feet from which on the high clips play, in metres.
const HIGH: f32 = 0.8;

/// The style while one aims.
pub(super) const AIMING: i64 = 0x13;

/// Which clip takes a thing so far above the feet; 0 where it is not known.
pub(super) fn pickup_clip(pickup: i64, height: f32) -> i64 {
    let [low, high] = match pickup {
        2 => [503, 504],
        5 => [463, 464],
        // A hat's is not named.
        6 => return 0,
        7 => [549, 550],
        _ => [461, 462],
    };
    if height > HIGH { high } else { low }
}

/// Slots of the player with empty hands.
const USUAL: &[(u8, i64)] = &[
    (0, 388),
    (1, 401),
    (2, 403),
    (3, 407),
    (4, 408),
    (5, 409),
    (6, 410),
    (7, 411),
    (8, 390),
    (9, 412),
    (10, 413),
    (11, 358),
    (12, 366),
    (13, 368),
    (14, 380),
    (15, 360),
    (33, 417),
];
/// With both hands.
const BOTH_HANDS: &[(u8, i64)] = &[
    (0, 509),
    (1, 535),
    (2, 537),
    (3, 515),
    (4, 515),
    (5, 516),
    (6, 517),
    (7, 518),
    (8, 529),
    (9, 519),
    (10, 519),
    (11, 527),
    (12, 535),
    (13, 537),
    (14, 541),
    (15, 529),
    (33, 523),
];
/// With a blaster; others are not named.
const BLASTER: &[(u8, i64)] = &[(0, 555), (4, 561), (6, 563), (33, 569)];
/// While aiming.
const AIM: &[(u8, i64)] = &[(0, 469), (11, 469), (21, 466), (23, 469), (24, 470)];

/// The clip in a slot for a set of clips and for who aims; `None` for slots that no document names.
pub(super) fn slot(set: i64, aims: bool, slot: u8) -> Option<i64> {
    let own: &[(u8, i64)] = match set {
        OVERHEAD_SET => BOTH_HANDS,
        GHETTO_SET => BLASTER,
        _ => &[],
    };
    let aim: &[(u8, i64)] = if aims { AIM } else { &[] };
    let found = |table: &[(u8, i64)]| table.iter().find(|(at, _)| *at == slot).map(|(_, clip)| *clip);
    found(aim).or_else(|| found(own)).or_else(|| found(USUAL))
}
