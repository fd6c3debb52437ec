//! TRGV: trigger volumes (`oni.md` 2.15).

use super::ObjectHeader;
use crate::games::oni::names::*;
use crate::record::codec::le::*;
use crate::record::codec::{Array, FullLatinText};
use crate::record::{Matching, Role, Target};

crate::record_table! {
    /// A box that calls functions when characters enter it, are in it or leave it. It runs from its place, a corner,
    /// along its turned axes.
    pub TRIGGER_VOLUME: TriggerVolume, TriggerVolumeField = "oni.trigger_volume", "Trigger volume",
        315 bytes after ObjectHeader, "oni.md 2.15", matching(Matching::Alignment);
    /// What scripts call it.
    name @ 0x00: FullLatinText<63>, role(Role::Name);
    /// Function called when a character enters.
    entry_script @ 0x3F: FullLatinText<32>, group("Scripts");
    /// Function called every tick while a character is inside.
    inside_script @ 0x5F: FullLatinText<32>, group("Scripts");
    /// Function called when a character leaves.
    exit_script @ 0x7F: FullLatinText<32>, group("Scripts");
    /// The teams it notices.
    teams @ 0x9F: U32, flags(&TEAM_MASK);
    /// How far it reaches along its own axes.
    size @ 0xA3: Array<F32, 3>, vector(), role(Role::Extent), label("Extent");
    /// The number that scripts and child volumes name it by.
    id @ 0xAF: I32, role(Role::Id), label("Volume id");
    /// The volume whose scripts are called as well, 0 for none.
    parent @ 0xB3: I32, link_none(Target::Id("trigger_volumes"), &[0]), label("Parent volume");
    /// A note for people.
    note @ 0xB7: FullLatinText<128>;
    /// What is special about it.
    flags @ 0x137: U32, flags(&VOLUME_FLAGS);
}
