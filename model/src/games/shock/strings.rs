//! The game's strings beside the numbers that name them (`systemshock.md` 4.7). Where a game folder lends `cybstrng.res`, a
//! level carries the strings that its fields can name, with an index in front; they are never written.

use super::objects::table_of;
use super::tables::STRINGS;
use crate::document::Level;
use crate::record::text::Encoding;

/// What the numbers of fields name outside the level: the words of `Target::Outside`.
pub(super) mod word {
    pub(in super::super) const TRAP_MESSAGE: &str = "trap message";
    pub(in super::super) const WALL_TEXT: &str = "wall text";
    pub(in super::super) const PANEL_NAME: &str = "panel name";
    pub(in super::super) const TEXTURE: &str = "texture of the game";
    pub(in super::super) const LOCK_MESSAGE: &str = "lock message";
    pub(in super::super) const SCREEN: &str = "screen picture";
    pub(in super::super) const INFO_NODE: &str = "info node text";
    pub(in super::super) const FRAGMENT: &str = "data fragment";
    pub(in super::super) const ACCESS: &str = "access level";
    pub(in super::super) const PAPER: &str = "paper";
    pub(in super::super) const EMAIL: &str = "e-mail";
    pub(in super::super) const LOG: &str = "log";
    pub(in super::super) const DATA: &str = "data text";
}

/// Resources of strings, with a block for each number.
const TRAP_MESSAGES: u16 = 0x0867;
const WALL_TEXTS: u16 = 0x0868;
const PANEL_NAMES: u16 = 0x0869;
const TEXTURE_NAMES: u16 = 0x086A;
const ACTION_MESSAGES: u16 = 0x0871;
const SCREENS: u16 = 0x0877;
const INFO_NODES: u16 = 0x0878;
const ACCESS_NAMES: u16 = 0x0879;
const FRAGMENTS: u16 = 0x087A;
/// First resources of texts that have one each.
const PAPERS: u16 = 0x003C;
const EMAILS: u16 = 0x0989;
const LOGS: u16 = 0x09B8;
const DATA: u16 = 0x0A98;
/// How many papers are looked for: the original has 11, missions made since have more.
const MOST_PAPERS: u16 = 32;
/// The numbers of e-mails, logs and data fit a byte.
const MOST_TEXTS: u16 = 256;
/// The first lock message among those of actions.
const FIRST_LOCK: u16 = 7;
/// Access level FF is SHODAN's.
const SHODAN: i128 = 0xFF;

/// Whether fields of levels can name the strings of a resource.
pub fn is_named(resource: u16) -> bool {
    let among = |first: u16, count: u16| (first..first + count).contains(&resource);
    let single = [
        TRAP_MESSAGES,
        WALL_TEXTS,
        PANEL_NAMES,
        TEXTURE_NAMES,
        ACTION_MESSAGES,
        SCREENS,
        INFO_NODES,
        ACCESS_NAMES,
        FRAGMENTS,
    ];
    single.contains(&resource) || among(PAPERS, MOST_PAPERS) || among(EMAILS, DATA + MOST_TEXTS - EMAILS)
}

/// Size of an entry of the index: resource, block, offset of the text among the texts.
const ENTRY: usize = 8;
/// The index begins with how many entries it has.
const COUNT: usize = 4;

/// The strings of a game as a level carries them: resource, block, text without its end. Empty ones are left out.
pub fn packed(mut strings: Vec<(u16, u16, Vec<u8>)>) -> Vec<u8> {
    strings.retain(|(_, _, text)| !text.is_empty());
    strings.sort();
    strings.dedup_by_key(|(resource, block, _)| (*resource, *block));
    let mut out = u32::try_from(strings.len()).unwrap_or(0).to_le_bytes().to_vec();
    let mut texts = Vec::new();
    for (resource, block, text) in &strings {
        out.extend(resource.to_le_bytes());
        out.extend(block.to_le_bytes());
        out.extend(u32::try_from(texts.len()).unwrap_or(u32::MAX).to_le_bytes());
        texts.extend(text);
        texts.push(0);
    }
    out.extend(texts);
    out
}

/// A string; `None` where none is lent, or it is empty.
pub(crate) fn string(level: &Level, resource: u16, block: u16) -> Option<String> {
    let bytes = &table_of(level, &STRINGS)?.head;
    let count = u32::from_le_bytes(*bytes.first_chunk()?) as usize;
    let end = count.checked_mul(ENTRY)?.checked_add(COUNT)?;
    let (entries, _) = bytes.get(COUNT..end)?.as_chunks::<ENTRY>();
    let key = |[a, b, c, d, ..]: &[u8; ENTRY]| (u16::from_le_bytes([*a, *b]), u16::from_le_bytes([*c, *d]));
    let at = entries.binary_search_by_key(&(resource, block), key).ok()?;
    let [_, _, _, _, offset @ ..] = entries.get(at)?;
    let text = bytes.get(end..)?.get(u32::from_le_bytes(*offset) as usize..)?;
    let text = text.split(|b| *b == 0).next().filter(|text| !text.is_empty())?;
    Some(Encoding::Cp437.decode(text))
}

/// What a number outside the level is called: the game's string where one is lent, or what the engine does with it.
pub(super) fn outside(level: &Level, sort: &str, number: i128) -> Option<String> {
    let number16 = u16::try_from(number).ok()?;
    let block = |resource| string(level, resource, number16);
    let text = |first: u16, most: u16| {
        let resource = Some(number16).filter(|n| *n < most)?.checked_add(first)?;
        title(level, resource)
    };
    match sort {
        word::TRAP_MESSAGE => block(TRAP_MESSAGES),
        word::WALL_TEXT => block(WALL_TEXTS),
        word::PANEL_NAME => block(PANEL_NAMES),
        word::TEXTURE => block(TEXTURE_NAMES),
        word::INFO_NODE => block(INFO_NODES),
        word::FRAGMENT => block(FRAGMENTS),
        word::LOCK_MESSAGE => string(level, ACTION_MESSAGES, number16.checked_add(FIRST_LOCK)?),
        word::ACCESS if number == SHODAN => Some("SHODAN".to_owned()),
        // Two for each level, a short one and a long one.
        word::ACCESS => {
            let short = number16.checked_mul(2)?;
            string(level, ACCESS_NAMES, short.checked_add(1)?).or_else(|| string(level, ACCESS_NAMES, short))
        }
        word::SCREEN => screen(level, number16),
        word::PAPER => text(PAPERS, MOST_PAPERS),
        word::EMAIL => text(EMAILS, LOGS - EMAILS),
        word::LOG => text(LOGS, DATA - LOGS),
        word::DATA => text(DATA, MOST_TEXTS),
        _ => None,
    }
}

/// What a screen shows (5.5).
fn screen(level: &Level, picture: u16) -> Option<String> {
    const SHODAN: u16 = 0xF6;
    const STATIC: u16 = 0xF7;
    const CAMERAS: u16 = 0xF8;
    const TEXTS: u16 = 0x100;
    const DIGIT: u16 = 0x17F;
    const SCROLLING: u16 = 0x180;
    const LAST: u16 = 0x1FF;
    match picture {
        SHODAN => Some("static, then SHODAN".to_owned()),
        STATIC => Some("static".to_owned()),
        CAMERAS..TEXTS => Some(format!("camera {}", picture - CAMERAS)),
        TEXTS..DIGIT => string(level, SCREENS, picture - TEXTS),
        DIGIT => Some("a digit of the reactor's code".to_owned()),
        SCROLLING..=LAST => Some("running text".to_owned()),
        _ => None,
    }
}

/// What a text of several blocks is about. E-mails, logs and data begin with a line for the program, then title, sender
/// and subject; papers are text from the first block on.
fn title(level: &Level, resource: u16) -> Option<String> {
    /// Blocks of the title, the sender and the subject.
    const HEAD: std::ops::Range<u16> = 1..4;
    /// Of papers the first ones are enough to tell them apart.
    const BEGINNING: std::ops::Range<u16> = 0..2;
    let blocks = if resource < PAPERS + MOST_PAPERS { BEGINNING } else { HEAD };
    let words: Vec<String> = blocks.filter_map(|block| string(level, resource, block)).collect();
    (!words.is_empty()).then(|| words.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::document::{LevelBuilder, LevelId};

    fn level(strings: &[(u16, u16, &str)]) -> Level {
        let strings = strings.iter().map(|(resource, block, text)| (*resource, *block, text.as_bytes().to_vec()));
        let mut build = LevelBuilder::new(LevelId(0));
        build.bytes(&STRINGS, b"", &packed(strings.collect()));
        build.finish()
    }

    #[test]
    fn every_sort_of_number_finds_its_string() {
        let level = level(&[
            (0x0867, 3, "door is locked"),
            (0x0868, 3, "flight deck"),
            (0x0869, 3, "relay"),
            (0x086A, 3, "grey panel"),
            (0x0871, 10, "no entry"),
            (0x0877, 3, "welcome"),
            (0x0878, 3, "node three"),
            (0x0879, 6, "MED"),
            (0x0879, 7, "medical"),
            (0x0879, 8, "SCI"),
            (0x087A, 3, "fragment"),
            (0x003F, 0, "a paper"),
            (0x003F, 1, "goes on"),
            (0x003F, 2, "and on"),
            (0x098C, 0, "i10"),
            (0x098C, 1, "title"),
            (0x098C, 3, "subject"),
            (0x09B8 + 0x25, 1, "log of level 2"),
            (0x0A98 + 3, 2, "sender"),
        ]);
        let words = [
            (word::TRAP_MESSAGE, 3, "door is locked"),
            (word::WALL_TEXT, 3, "flight deck"),
            (word::PANEL_NAME, 3, "relay"),
            (word::TEXTURE, 3, "grey panel"),
            (word::LOCK_MESSAGE, 3, "no entry"),
            (word::SCREEN, 0x103, "welcome"),
            (word::SCREEN, 0xFA, "camera 2"),
            (word::INFO_NODE, 3, "node three"),
            (word::ACCESS, 3, "medical"),
            (word::ACCESS, 4, "SCI"),
            (word::ACCESS, 255, "SHODAN"),
            (word::FRAGMENT, 3, "fragment"),
            (word::PAPER, 3, "a paper, goes on"),
            (word::EMAIL, 3, "title, subject"),
            (word::LOG, 0x25, "log of level 2"),
            (word::DATA, 3, "sender"),
        ];
        for (sort, number, want) in words {
            assert_eq!(outside(&level, sort, number).as_deref(), Some(want), "{sort} {number}");
        }
        for sort in words.map(|(sort, ..)| sort) {
            for number in [-1, 77, 40_000, 70_000, i128::MAX] {
                assert_eq!(outside(&level, sort, number), None, "{sort} {number}");
            }
        }
        assert_eq!(outside(&level, "unheard of", 3), None);
    }

    #[test]
    fn a_level_without_lent_strings_has_none() {
        for bytes in [&b""[..], &[1, 0, 0, 0], &[255; 40]] {
            let mut build = LevelBuilder::new(LevelId(0));
            build.bytes(&STRINGS, b"", bytes);
            assert_eq!(string(&build.finish(), 0x0867, 3), None);
        }
        assert_eq!(string(&LevelBuilder::new(LevelId(0)).finish(), 0x0867, 3), None);
    }

    #[test]
    fn only_strings_that_fields_can_name_are_lent() {
        assert!([0x003C, 0x0047, 0x0867, 0x0871, 0x0989, 0x0A98, 0x0B97].into_iter().all(is_named));
        assert!([0x0024, 0x086D, 0x0880, 0x0B98, 0].into_iter().all(|id| !is_named(id)));
    }
}
