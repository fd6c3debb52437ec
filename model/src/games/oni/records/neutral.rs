//! NEUT: neutral behaviours (`oni.md` 2.10, 2.21).

use super::ObjectHeader;
use crate::games::oni::names::*;
use crate::record::codec::FullLatinText;
use crate::record::codec::le::*;
use crate::record::{Matching, Role};

/// The most lines of a conversation (`oni.md` 2.10).
pub const MOST_LINES: u32 = 10;

crate::record_table! {
    /// A line of a conversation.
    pub DIALOGUE_LINE: DialogueLine, DialogueLineField = "oni.dialogue_line", "Dialogue line", 40 bytes, "oni.md 2.10",
        matching(Matching::Alignment);
    /// Who speaks and what happens.
    flags @ 0: U16, flags(&LINE_FLAGS);
    /// Not read by the game; kept.
    unread @ 2: U16;
    /// The speaker's animation type, 0 for none.
    speaker_animation @ 4: U16;
    /// The listener's animation type, 0 for none.
    listener_animation @ 6: U16;
    /// The sound played.
    sound @ 8: FullLatinText<32>;
}

crate::record_table! {
    /// How a neutral character talks to the player, and what it gives.
    pub NEUTRAL: Neutral, NeutralField = "oni.neutral", "Neutral behaviour", 220 bytes after ObjectHeader,
        "oni.md 2.10, 2.21", children("lines", &DIALOGUE_LINE, MOST_LINES), pad_to(4), matching(Matching::Alignment);
    /// What scripts call it.
    name @ 0x00: FullLatinText<32>, role(Role::Name);
    /// The number that characters name it by.
    id @ 0x20: U16, role(Role::Id), label("Neutral id");
    /// How many lines it has.
    line_count @ 0x22: U16, role(Role::CountOf("lines")), fixed("it follows from the lines");
    /// How the conversation goes.
    flags @ 0x24: U32, flags(&NEUTRAL_FLAGS);
    /// Within which distance it calls the player.
    trigger_range @ 0x28: F32, group("Ranges");
    /// Within which distance it talks.
    talk_range @ 0x2C: F32, group("Ranges");
    /// How far from its place it follows the player.
    follow_range @ 0x30: F32, group("Ranges");
    /// A fight within this distance puts the conversation off or ends it.
    enemy_range @ 0x34: F32, group("Ranges");
    /// Sound of the call.
    trigger_speech @ 0x38: FullLatinText<32>, group("Speech");
    /// Sound when it is broken off.
    abort_speech @ 0x58: FullLatinText<32>, group("Speech");
    /// Sound when an enemy is near.
    enemy_speech @ 0x78: FullLatinText<32>, group("Speech");
    /// Function called when every line was said.
    end_script @ 0x98: FullLatinText<32>;
    /// The weapon given, an ONWC instance's name without its tag.
    weapon @ 0xB8: FullLatinText<32>, group("Gifts");
    /// Ammo clips given.
    ammo @ 0xD8: U8, label("Ammo clips"), group("Gifts");
    /// Energy cells given.
    cells @ 0xD9: U8, label("Energy cells"), group("Gifts");
    /// Hypos given.
    hypos @ 0xDA: U8, group("Gifts");
    /// What else is given.
    items @ 0xDB: U8, flags(&GIFTS), group("Gifts");
}
