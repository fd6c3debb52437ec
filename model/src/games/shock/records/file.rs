//! What belongs to an archive or a save as a whole (`systemshock.md` 2). The fields of the player's record are facts of
//! inkyblackness/ss-specs, `archives/gameState.md`.

use super::names::*;
use crate::record::codec::le::*;
use crate::record::codec::{Array, DosText, Elsewhere, Raw};
use crate::record::text::Encoding;
use crate::record::{ABSENT, ByteSplice, Computed, Kind, Refusal, Unit, Value};

/// The player's record of the DOS game, which has 32 bytes of puzzles where the others have 64.
pub const PLAYER_DOS: u16 = 1;
/// The player's record of an archive, nearly all zero and shorter than it should be.
pub const PLAYER_ARCHIVE: u16 = 2;

const TICKS: Unit = Unit { name: "s", divisor: 280.0 };

crate::record_table! {
    /// What the file is called: of archives "Starting Game", of saves what the player typed. Its place is as long as the
    /// file has it: 128 bytes in the original's archive, 40 in HackEd's.
    pub TITLE: Title, TitleField = "shock.title", "Title", 0 bytes, "systemshock.md 2";
    /// The title, in code page 437.
    title @ 0: Elsewhere, computed(TITLE_TEXT), kind(TEXT);
}
const TEXT: Kind = Kind::Text { encoding: Encoding::Cp437, terminated: true };
/// The text up to its zero; storing one writes it and zeros up to the end of the old one.
const TITLE_TEXT: Computed = Computed { get: title_of, set: set_title };

fn length(bytes: &[u8]) -> usize {
    bytes.iter().position(|b| *b == 0).unwrap_or(bytes.len())
}

fn title_of(bytes: &[u8]) -> Option<Value> {
    Some(Value::Text(Encoding::Cp437.decode(bytes.get(..length(bytes))?)))
}

fn set_title(bytes: &[u8], value: &Value) -> Result<Vec<ByteSplice>, Refusal> {
    let wrong =
        || Refusal::WrongSort { field: "title".to_owned(), expected: "text".to_owned(), got: value.sort().to_owned() };
    let mut new = Encoding::Cp437.encode("title", value.as_text().ok_or_else(wrong)?)?;
    if new.contains(&0) {
        return Err(Refusal::rule("a title cannot contain a zero"));
    }
    if new.len() >= bytes.len() {
        let room = bytes.len().saturating_sub(1);
        return Err(Refusal::TextTooLong { field: "title".to_owned(), need: new.len(), room });
    }
    new.resize((new.len() + 1).max(length(bytes)).min(bytes.len()), 0);
    Ok(vec![ByteSplice { at: 0, old_len: new.len(), new }])
}

crate::record_table! {
    /// The player, and the state of the game. Nearly all zero in archives.
    pub PLAYER: Player, PlayerField = "shock.player", "Player", 1429 bytes, "systemshock.md 2",
        sizes(&[(PLAYER_DOS, 1397), (PLAYER_ARCHIVE, 1357)]);
    /// The player's name.
    name @ 0: DosText<20>;
    /// The level to return to from cyberspace.
    real_level @ 20: U8, label("Level outside cyberspace");
    /// Difficulty of fights.
    combat_difficulty @ 21: U8, choice(&DIFFICULTIES), group("Difficulty");
    /// Difficulty of the mission.
    mission_difficulty @ 22: U8, choice(&DIFFICULTIES), group("Difficulty");
    /// Difficulty of puzzles.
    puzzle_difficulty @ 23: U8, choice(&DIFFICULTIES), group("Difficulty");
    /// Difficulty of cyberspace.
    cyber_difficulty @ 24: U8, choice(&DIFFICULTIES), group("Difficulty");
    /// Unused.
    unused_25 @ 25: Raw<3>, label("Unused");
    /// Game time.
    game_time @ 28: U32, unit(TICKS), group("Time");
    /// When the last second was counted.
    last_second @ 32: U32, unit(TICKS), group("Time");
    /// When drugs were looked at last.
    last_drug @ 36: U32, unit(TICKS), group("Time");
    /// When hardware was looked at last.
    last_ware @ 40: U32, unit(TICKS), group("Time");
    /// When animations were looked at last.
    last_animation @ 44: U32, unit(TICKS), group("Time");
    /// Time of the queue.
    queue_time @ 48: I32, unit(TICKS), group("Time");
    /// Length of the last frame.
    delta_time @ 52: I32, unit(TICKS), group("Time");
    /// How much is drawn.
    detail_level @ 56: U8;
    /// The level the player is on.
    level @ 57: U8;
    /// SHODAN's security on each level at the start.
    initial_security @ 58: Array<I16, 22>, group("Security");
    /// Controls.
    controls @ 102: Raw<6>, group("State");
    /// The object that the player is.
    player_object @ 108: I16, group("State");
    /// The place to return to from cyberspace.
    real_place @ 110: Raw<8>, group("State"), label("Place outside cyberspace");
    /// Version of this record: 6.
    record_version @ 118: I32, group("State"), fixed("it says how the rest of the record is stored");
    /// Objects that are carried.
    inventory @ 122: Array<I16, 14>, group("Inventory");
    /// Posture.
    posture @ 150: U8, group("Body");
    /// Whether the feet are on the floor.
    foot_planted @ 151: U8, group("Body");
    /// How far the player leans aside.
    lean_x @ 152: I8, group("Body");
    /// How far the player leans forward.
    lean_y @ 153: I8, group("Body");
    /// Unused.
    unused_154 @ 154: I16, label("Unused");
    /// Health, up to 255.
    health @ 156: U8, group("Body");
    /// Integrity in cyberspace.
    cyber_integrity @ 157: U8, group("Body");
    /// Health that comes back each minute.
    regeneration @ 158: U16, group("Body");
    /// Damage each minute: explosion, energy, magnetic, radiation, gas, tranquilliser, needle, biohazard.
    damage_rates @ 160: Array<U8, 8>, group("Body");
    /// Biohazard that still works.
    bio_exposure @ 168: U16, group("Body");
    /// Radiation that still works.
    radiation_exposure @ 170: U16, group("Body");
    /// Energy, up to 255.
    energy @ 172: U8, group("Energy");
    /// Energy that is used each minute.
    energy_usage @ 173: U8, group("Energy");
    /// Energy that comes back.
    energy_regeneration @ 174: U8, group("Energy");
    /// Whether there is none left.
    energy_out @ 175: U8, yes_no(), group("Energy");
    /// Visits to cyberspace.
    cyber_trips @ 176: I16, group("State");
    /// Time in cyberspace at the start.
    cyber_time_base @ 178: I32, group("State");
    /// The boolean variables 0 to 255: a bit each, the lowest bit of the first byte first.
    booleans_0 @ 182: Array<U8, 32>, label("Booleans 0 to 255"), group("Variables");
    /// The boolean variables 256 to 511.
    booleans_256 @ 214: Array<U8, 32>, label("Booleans 256 to 511"), group("Variables");
    /// The integer variables 0 to 31.
    integers_0 @ 246: Array<I16, 32>, label("Integers 0 to 31"), group("Variables");
    /// The integer variables 32 to 63.
    integers_32 @ 310: Array<I16, 32>, label("Integers 32 to 63"), group("Variables");
    /// What more there is, up to the puzzles.
    state_374 @ 374: Raw<337>, label("Display and abilities"), group("State");
    /// Puzzles and what is carried; how it is divided depends on the edition.
    state_711 @ 711: Raw<600>, label("Puzzles and equipment"), group("State");
    /// More of that, by which the DOS game is shorter: it has 32 puzzle bytes, not 64.
    state_1311 @ 1311: Raw<32>, moved(&[(PLAYER_DOS, ABSENT)]), label("Puzzles and equipment, end"), group("State");
    /// Where the player is, east, in tiles. In an archive: where the game begins. Where it is not 0 the Enhanced Edition
    /// takes level, inventory and variables from the archive, too; the DOS game takes nothing but the place.
    start_x @ 1343: I32, fixed_point(16), moved(&[(PLAYER_DOS, 1311)]), label("Place, east"), group("Start");
    /// Where the player is, north, in tiles.
    start_y @ 1347: I32, fixed_point(16), moved(&[(PLAYER_DOS, 1315)]), label("Place, north"), group("Start");
    /// How high the player is, in tiles.
    start_z @ 1351: I32, fixed_point(16), moved(&[(PLAYER_DOS, 1319)]), label("Place, height"), group("Start");
    /// Where the player looks, and more; archives leave out all but its beginning.
    state_1355 @ 1355: Raw<2>, moved(&[(PLAYER_DOS, 1323)]), label("Facing, beginning"), group("Start");
    /// What archives leave out.
    state_1357 @ 1357: Raw<72>, label("Facing and rest"), group("State"),
        moved(&[(PLAYER_DOS, 1325), (PLAYER_ARCHIVE, ABSENT)]);
}
crate::record_table! {
    /// Whether a save was written to its end.
    pub COOKIE: Cookie, CookieField = "shock.cookie", "Save cookie", 4 bytes, "systemshock.md 2";
    /// 4444 for a whole save, 2222 for an older one; 0 while it is written.
    cookie @ 0: I32, fixed("it says that the save is whole");
}
crate::record_table! {
    /// The schedule of the whole game: how many events wait.
    pub SCHEDULE_HEAD: ScheduleHead, ScheduleHeadField = "shock.schedule_head", "Game schedule", 22 bytes,
        "systemshock.md 2";
    /// How many events it can hold.
    capacity @ 0: I32;
    /// How many wait.
    count @ 4: I32;
    /// Size of an event.
    event_size @ 8: I32, fixed("it says how the events are stored");
    /// Whether it may grow.
    grows @ 12: U8, yes_no();
    /// Unused.
    unused @ 13: Raw<9>;
}
crate::record_table! {
    /// A text of a file of strings: a block of a resource (`systemshock.md` 4.7). It is as long as it needs to be.
    pub TEXT_BLOCK: TextBlock, TextBlockField = "shock.text", "Text", 0 bytes, "systemshock.md 1.3";
    /// The text, in code page 437.
    text @ 0: Elsewhere, computed(BLOCK_TEXT), kind(BLOCK);
}
const BLOCK: Kind = Kind::Text { encoding: Encoding::Cp437, terminated: true };
/// The text up to its zero; storing one makes the block longer or shorter.
const BLOCK_TEXT: Computed = Computed { get: title_of, set: set_block };
/// More than any text of the game, and few enough for a resource of 24 bits to hold some of them.
const LONGEST_BLOCK: usize = 1 << 16;

fn set_block(bytes: &[u8], value: &Value) -> Result<Vec<ByteSplice>, Refusal> {
    let wrong =
        || Refusal::WrongSort { field: "text".to_owned(), expected: "text".to_owned(), got: value.sort().to_owned() };
    let new = Encoding::Cp437.encode("text", value.as_text().ok_or_else(wrong)?)?;
    if new.contains(&0) {
        return Err(Refusal::rule("a text cannot contain a zero"));
    }
    if new.len() >= LONGEST_BLOCK {
        return Err(Refusal::TextTooLong { field: "text".to_owned(), need: new.len(), room: LONGEST_BLOCK - 1 });
    }
    let old_len = length(bytes);
    let mut new = new;
    // A block without an end gets one.
    if old_len == bytes.len() {
        new.push(0);
    }
    Ok(vec![ByteSplice { at: 0, old_len, new }])
}

crate::record_table! {
    /// An entry of the file's directory.
    pub RESOURCE: Resource, ResourceField = "shock.resource", "Resource", 10 bytes, "systemshock.md 1.2";
    /// Its number; 0 for an erased one.
    number @ 0: U16, role(crate::record::Role::Id), fixed(DIRECTORY);
    /// Its size when unpacked.
    size @ 2: U24, fixed(DIRECTORY);
    /// How it is stored.
    flags @ 5: U8, flags(&STORAGE_FLAGS), fixed(DIRECTORY);
    /// Its size in the file.
    packed_size @ 6: U24, fixed(DIRECTORY);
    /// What it is.
    content @ 9: U8, choice(&CONTENTS), fixed(DIRECTORY);
}
const DIRECTORY: &str = "the writer makes the directory";
crate::flag_names! {
    /// How a resource is stored.
    pub STORAGE_FLAGS = "storage", "systemshock.md 1.2": 0 "packed" "With LZW.", 1 "compound" "Made of blocks.",
        2 "reserved" "", 3 "load on open" ""
}
crate::names! {
    /// What a resource holds.
    pub CONTENTS = "content", "systemshock.md 1.2": 0 "palette", 1 "text", 2 "picture", 3 "font",
        4 "animation script", 7 "voice", 15 "3-D model", 17 "film or sound", 48 "application"
}
