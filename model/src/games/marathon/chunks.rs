//! The tags of chunks: what each holds and which table it becomes (`marathon.md` 1.1, 1.2; seed 001, Wad).

use super::tables::*;
use crate::document::TableSpec;

/// What is known of a tag.
#[derive(Clone, Copy, Debug)]
pub struct Chunk {
    /// The four bytes, MacRoman.
    pub tag: [u8; 4],
    /// The table it becomes.
    pub spec: &'static TableSpec,
    /// What it holds.
    pub what: &'static str,
}

const fn chunk(tag: [u8; 4], spec: &'static TableSpec, what: &'static str) -> Chunk {
    Chunk { tag, spec, what }
}

/// `påth`: the å is 0x8C in MacRoman.
pub const GUARD_PATHS: [u8; 4] = [b'p', 0x8C, b't', b'h'];

/// Every known tag.
pub static CHUNKS: &[Chunk] = &[
    chunk(*b"Minf", &INFOS, "level information"),
    chunk(*b"NAME", &NAMES_M1, "level name of Marathon 1"),
    chunk(*b"PNTS", &POINTS, "points"),
    chunk(*b"EPNT", &ENDPOINTS, "endpoints, preprocessed"),
    chunk(*b"LINS", &LINES, "lines"),
    chunk(*b"SIDS", &SIDES, "sides"),
    chunk(*b"POLY", &POLYGONS, "polygons"),
    chunk(*b"LITE", &LIGHTS, "lights"),
    chunk(*b"NOTE", &ANNOTATIONS, "annotations"),
    chunk(*b"OBJS", &OBJECTS, "objects"),
    chunk(*b"plac", &PLACEMENTS, "placement of items and monsters"),
    chunk(*b"plat", &PLATFORMS, "platforms"),
    chunk(*b"PLAT", &SAVED_PLATFORMS, "platforms, preprocessed"),
    chunk(*b"medi", &MEDIAS, "liquids"),
    chunk(*b"ambi", &AMBIENT_SOUND_TABLE, "ambient sounds"),
    chunk(*b"bonk", &RANDOM_SOUND_TABLE, "random sounds"),
    chunk(*b"term", &TERMINALS, "terminals"),
    chunk(*b"iidx", &MAP_INDICES, "map indices"),
    chunk(GUARD_PATHS, &SAVED_GAME, "guard paths, always empty"),
    chunk(*b"door", &SAVED_GAME, "doors of Marathon 1, always empty"),
    chunk(*b"MNpx", &PHYSICS, "monster physics"),
    chunk(*b"FXpx", &PHYSICS, "effect physics"),
    chunk(*b"PRpx", &PHYSICS, "projectile physics"),
    chunk(*b"PXpx", &PHYSICS, "player physics"),
    chunk(*b"WPpx", &PHYSICS, "weapon physics"),
    chunk(*b"mons", &PHYSICS, "monster physics of Marathon 1"),
    chunk(*b"effe", &PHYSICS, "effect physics of Marathon 1"),
    chunk(*b"proj", &PHYSICS, "projectile physics of Marathon 1"),
    chunk(*b"phys", &PHYSICS, "player physics of Marathon 1"),
    chunk(*b"ShPa", &SHAPES_PATCH, "shapes patch"),
    chunk(*b"SnPa", &SOUNDS_PATCH, "sounds patch"),
    chunk(*b"MMLS", &SCRIPTS, "MML script"),
    chunk(*b"LUAS", &SCRIPTS, "Lua script"),
    chunk(*b"slua", &SCRIPTS, "state of a Lua script"),
    chunk(*b"plyr", &SAVED_GAME, "saved players"),
    chunk(*b"dwol", &SAVED_GAME, "saved state of the world"),
    chunk(*b"mobj", &SAVED_GAME, "saved objects"),
    chunk(*b"alin", &SAVED_GAME, "lines on the automap"),
    chunk(*b"apol", &SAVED_GAME, "polygons on the automap"),
    chunk(*b"mOns", &SAVED_GAME, "saved monsters"),
    chunk(*b"fx  ", &SAVED_GAME, "saved effects"),
    chunk(*b"bang", &SAVED_GAME, "saved projectiles"),
    // Also Marathon 1's weapon physics: nothing but the file it stands in tells them apart.
    chunk(*b"weap", &SAVED_GAME, "saved weapons, or weapon physics of Marathon 1"),
    chunk(*b"cint", &SAVED_GAME, "saved state of terminals"),
    chunk(*b"SMET", &SAVED_GAME, "description of a saved game"),
    chunk(*b"SIMG", &SAVED_GAME, "picture of a saved game"),
    chunk(*b"PICT", &UNKNOWN, "picture"),
    chunk(*b"pict", &UNKNOWN, "picture"),
    chunk(*b"clut", &UNKNOWN, "colour table"),
    chunk(*b"graf", &UNKNOWN, "graphics preferences"),
    chunk(*b"serl", &UNKNOWN, "serial number"),
    chunk(*b"netw", &UNKNOWN, "network preferences"),
    chunk(*b"inpu", &UNKNOWN, "input preferences"),
    chunk(*b"snd ", &UNKNOWN, "sound preferences"),
    chunk(*b"envr", &UNKNOWN, "environment preferences"),
];

/// What is known of a tag; `None` if nothing is.
pub fn chunk_of(tag: &[u8; 4]) -> Option<&'static Chunk> {
    CHUNKS.iter().find(|c| c.tag == *tag)
}

/// The table that a chunk becomes. Any tag that ends in `px` holds physics. `LITE` answers [`LIGHTS`]: which of
/// its three forms it has is for [`lights_spec`] to say.
pub fn spec_for(tag: &[u8; 4]) -> &'static TableSpec {
    match chunk_of(tag) {
        Some(chunk) => chunk.spec,
        None if tag.ends_with(b"px") => &PHYSICS,
        None => &UNKNOWN,
    }
}

/// The table of a `LITE` chunk of `len` bytes. `saved` says whether the level has other chunks of a saved game, which
/// decides where the length fits both forms; `None` if it fits neither.
pub fn lights_spec(data_version: i64, len: usize, saved: bool) -> Option<&'static TableSpec> {
    let fits = |size: u32| len.is_multiple_of(size as usize);
    let of = |spec: &'static TableSpec| spec.record.filter(|schema| fits(schema.size)).map(|_| spec);
    match (data_version, saved) {
        (0, _) => of(&LIGHTS_M1),
        (_, true) => of(&SAVED_LIGHTS).or(of(&LIGHTS)),
        (_, false) => of(&LIGHTS).or(of(&SAVED_LIGHTS)),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn tags_lead_to_their_tables() {
        for (tag, key) in [
            (b"OBJS", "objects"),
            (b"LITE", "lights"),
            (b"p\x8Cth", "saved_game"),
            (b"fx  ", "saved_game"),
            (b"WPpx", "physics"),
            (b"ZZpx", "physics"),
            (b"iidx", "map_indices"),
            (b"LUAS", "scripts"),
            (b"objs", "unknown"),
        ] {
            assert_eq!(spec_for(tag).key, key);
        }
        assert_eq!(crate::record::text::Encoding::MacRoman.decode(&GUARD_PATHS), "påth");
    }

    #[test]
    fn every_tag_is_listed_once_and_every_table_is_the_games() {
        let mut seen = BTreeSet::new();
        for chunk in CHUNKS {
            assert!(seen.insert(chunk.tag), "{:?} twice", chunk.tag);
            assert!(!chunk.what.is_empty());
            assert!(crate::games::spec_address(chunk.spec).is_some_and(|(game, _)| game == "marathon"));
        }
    }

    #[test]
    fn lights_are_told_apart() {
        let key = |version, len, saved| lights_spec(version, len, saved).map(|s| s.key);
        assert_eq!(key(0, 320, false), Some("lights_m1"));
        assert_eq!(key(1, 2800, false), Some("lights"));
        assert_eq!(key(2, 3584, false), Some("saved_lights"));
        // 3,200 bytes are 32 lights or 25 saved ones.
        assert_eq!(key(1, 3200, false), Some("lights"));
        assert_eq!(key(1, 3200, true), Some("saved_lights"));
        assert_eq!(key(1, 101, true), None);
        assert_eq!(key(0, 33, false), None);
    }
}
