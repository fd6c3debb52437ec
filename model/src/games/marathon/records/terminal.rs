//! Terminals: a header, groups of lines, changes of the text's face, text (`marathon.md` 3.1).
//!
//! A terminal is a node with exactly two children, the list of groups and the list of faces, each without bytes of
//! its own; its tail is the text as stored.

use super::SECONDS;
use crate::games::marathon::names::*;
use crate::record::codec::Elsewhere;
use crate::record::codec::be::*;
use crate::record::text::Encoding;
use crate::record::{Computed, Condition, Kind, Matching, Refusal, Schema, Target, Value};

const COUNTED: &str = "it follows from what the terminal holds";

crate::record_table! {
    /// What is read at a terminal.
    pub TERMINAL: Terminal, TerminalField = "marathon.terminal", "Terminal", 10 bytes, "marathon.md 3.1",
        matching(Matching::Alignment), lists(&[&TERMINAL_GROUPS, &TERMINAL_FACES]), overlays(&[Plain::OVERLAY, Scrambled::OVERLAY]);
    /// Bytes of the whole terminal.
    length @ 0: U16, fixed(COUNTED);
    /// Whether the text is scrambled.
    flags @ 2: U16, flags(&TERMINAL_FLAGS), fixed("it says how the text is stored");
    /// Lines on a page; 22 everywhere.
    lines_per_page @ 4: I16;
    /// How many groups it has.
    group_count @ 6: U16, fixed(COUNTED);
    /// How many changes of face its text has.
    face_count @ 8: U16, fixed(COUNTED);
}

crate::overlay! {
    /// Whose text is stored as it is read.
    pub Plain "plain" over [Terminal::FIELDS], when Condition::Not(&Condition::Bit("flags", 0));
    /// What is read, all groups one after the other; each ends with a NUL, lines end with CR.
    text @ 0: Elsewhere, computed(PLAIN), kind(TEXT), in_tail(), fixed(NOT_YET);
}

crate::overlay! {
    /// Whose text is stored scrambled.
    pub Scrambled "scrambled" over [Terminal::FIELDS], when Condition::Bit("flags", 0);
    /// What is read, all groups one after the other; each ends with a NUL, lines end with CR.
    text @ 0: Elsewhere, computed(SCRAMBLED), kind(TEXT), in_tail(), fixed(NOT_YET);
}

const NOT_YET: &str = "terminals can be looked at but not edited yet";
const TEXT: Kind = Kind::Text { encoding: Encoding::MacRoman, terminated: false };
const PLAIN: Computed = Computed { get: |tail| Some(decoded(tail)), set: |_, _| Err(Refusal::rule(NOT_YET)) };
const SCRAMBLED: Computed = Computed { get: |tail| Some(decoded(&recode(tail))), set: PLAIN.set };

fn decoded(text: &[u8]) -> Value {
    Value::Text(Encoding::MacRoman.decode(text))
}

/// A terminal's text with its scrambling taken off or put on: in every four bytes the third is xor 0xFE and the
/// fourth xor 0xED, each byte of a remainder xor 0xFE (`marathon.md` 3.1). The same both ways.
pub fn recode(text: &[u8]) -> Vec<u8> {
    let whole = text.len() / 4 * 4;
    text.iter()
        .enumerate()
        .map(|(i, b)| match (i < whole, i % 4) {
            (false, _) | (true, 2) => b ^ 0xFE,
            (true, 3) => b ^ 0xED,
            (true, _) => *b,
        })
        .collect()
}

/// The list of a terminal's groups; it has no bytes of its own.
pub static TERMINAL_GROUPS: Schema = Schema::new(
    "marathon.terminal_groups",
    "Groups",
    "The groups of a terminal, in the order of their text.",
    "marathon.md 3.1",
    0,
    &[],
)
.children("groups", &TERMINAL_GROUP, 65_535);

/// The list of the changes of a terminal's text; it has no bytes of its own.
pub static TERMINAL_FACES: Schema = Schema::new(
    "marathon.terminal_faces",
    "Faces",
    "The changes of the text's face and colour, in the order of the text.",
    "marathon.md 3.1",
    0,
    &[],
)
.children("faces", &TERMINAL_FACE, 65_535);

crate::record_table! {
    /// A part of a terminal: text, a picture, or something that happens.
    pub TERMINAL_GROUP: TerminalGroup, TerminalGroupField = "marathon.terminal_group", "Terminal group", 12 bytes,
        "marathon.md 3.1",
        overlays(&[
            Picture::OVERLAY, InterlevelTeleport::OVERLAY, IntralevelTeleport::OVERLAY, Checkpoint::OVERLAY,
            Sound::OVERLAY, Movie::OVERLAY, Track::OVERLAY, Camera::OVERLAY, Static::OVERLAY, Tag::OVERLAY,
        ]);
    /// How the group is shown.
    flags @ 0: U16, flags(&TERMINAL_GROUP_FLAGS);
    /// What the group does.
    kind @ 2: I16, choice(&GROUP_TYPES), label("Type");
    /// What its type works on; left over in groups of types that need none.
    permutation @ 4: I16;
    /// Where its text begins.
    start @ 6: U16;
    /// How long its text is, with the NUL at its end.
    length @ 8: U16;
    /// How many lines its text takes.
    maximum_lines @ 10: I16;
}

crate::overlay! {
    /// Of pictures, with text or at the beginning and end.
    pub Picture "picture" over [TerminalGroup::FIELDS], when Condition::In("kind", &[0, 12, 13]);
    /// The picture.
    permutation @ 4: I16, link(Target::Outside("picture")), label("Picture");
}

crate::overlay! {
    /// Of the way to another level.
    pub InterlevelTeleport "interlevel teleport" over [TerminalGroup::FIELDS], when Condition::Is("kind", 6);
    /// The level; 256 ends the game.
    permutation @ 4: I16, link_none(Target::Level, &[-1, 256]), label("Level");
}

crate::overlay! {
    /// Of the way to another place.
    pub IntralevelTeleport "intralevel teleport" over [TerminalGroup::FIELDS], when Condition::Is("kind", 7);
    /// The polygon in whose centre the player arrives.
    permutation @ 4: I16, link(Target::Row("polygons")), label("Destination");
}

crate::overlay! {
    /// Of maps.
    pub Checkpoint "checkpoint" over [TerminalGroup::FIELDS], when Condition::Is("kind", 8);
    /// The number of the goal in the middle of the map.
    permutation @ 4: I16, link(Target::Id("objects")), label("Goal");
}

crate::overlay! {
    /// Of sounds.
    pub Sound "sound" over [TerminalGroup::FIELDS], when Condition::Is("kind", 9);
    /// The sound.
    permutation @ 4: I16, choice(&SOUNDS), label("Sound");
}

crate::overlay! {
    /// Of movies.
    pub Movie "movie" over [TerminalGroup::FIELDS], when Condition::Is("kind", 10);
    /// The movie.
    permutation @ 4: I16, link(Target::Outside("movie")), label("Movie");
}

crate::overlay! {
    /// Of music.
    pub Track "track" over [TerminalGroup::FIELDS], when Condition::Is("kind", 11);
    /// The music.
    permutation @ 4: I16, link(Target::Outside("music")), label("Music");
}

crate::overlay! {
    /// Of cameras.
    pub Camera "camera" over [TerminalGroup::FIELDS], when Condition::Is("kind", 14);
    /// The object it looks at.
    permutation @ 4: I16, link(Target::Row("objects")), label("Object");
}

crate::overlay! {
    /// Of static.
    pub Static "static" over [TerminalGroup::FIELDS], when Condition::Is("kind", 15);
    /// For how long.
    permutation @ 4: I16, unit(SECONDS), label("Duration");
}

crate::overlay! {
    /// Of tags.
    pub Tag "tag" over [TerminalGroup::FIELDS], when Condition::Is("kind", 16);
    /// The tag of the lights and platforms that it switches on.
    permutation @ 4: I16, link_none(Target::Tag("tag"), &[-1, 0]), label("Tag");
}

crate::record_table! {
    /// From here on the text has this face and colour.
    pub TERMINAL_FACE: TerminalFace, TerminalFaceField = "marathon.terminal_face", "Terminal face", 6 bytes,
        "marathon.md 3.1";
    /// Place in the text.
    index @ 0: I16;
    /// The face; plain without any.
    face @ 2: U16, flags(&TEXT_FACES);
    /// The colour.
    color @ 4: I16, choice(&TEXT_COLOURS);
}
