//! Kinds of map parts: polygons, sides, control panels, platforms, liquids, lights, textures.

crate::names! {
    /// What a polygon does, Marathon 2 and Infinity.
    pub POLYGON_TYPES = "polygon", "Aleph One's script mnemonics (names.csv)":
        0 "normal", 1 "item impassable", 2 "monster impassable", 3 "hill", 4 "base", 5 "platform",
        6 "light on trigger", 7 "platform on trigger", 8 "light off trigger", 9 "platform off trigger",
        10 "teleporter", 11 "zone border", 12 "goal", 13 "visible monster trigger",
        14 "invisible monster trigger", 15 "dual monster trigger", 16 "item trigger", 17 "must be explored",
        18 "automatic exit", 19 "minor ouch", 20 "major ouch", 21 "glue", 22 "glue trigger", 23 "superglue";
    /// What a polygon does, Marathon 1: 3, 4 and 11 to 15 have other meanings.
    pub POLYGON_TYPES_M1 = "polygon (Marathon 1)", "marathon.md 1.2":
        0 "normal", 1 "item impassable", 2 "monster impassable", 3 "minor ouch", 4 "major ouch", 5 "platform",
        6 "light on trigger", 7 "platform on trigger", 8 "light off trigger", 9 "platform off trigger",
        10 "teleporter", 11 "glue", 12 "glue trigger", 13 "superglue", 14 "must be explored",
        15 "automatic exit";
    /// Which parts of a line a side covers.
    pub SIDE_TYPES = "side", "Aleph One's script mnemonics (names.csv); seed 001, ENUMERATIONS":
        0 "full", 1 "high", 2 "low", 3 "composite", 4 "split";
    /// What a control panel does.
    pub PANEL_CLASSES = "control panel class", "Aleph One's script mnemonics (names.csv)":
        0 "oxygen recharger", 1 "single shield recharger", 2 "double shield recharger",
        3 "triple shield recharger", 4 "light switch", 5 "platform switch", 6 "tag switch", 7 "pattern buffer",
        8 "terminal";
    /// Control panels by texture set, Marathon 2 and Infinity.
    pub PANEL_TYPES = "control panel", "marathon.md 2.5":
        0 "water oxygen recharger", 1 "water single shield recharger", 2 "water double shield recharger",
        3 "water chip insertion", 4 "water light switch", 5 "water platform switch", 6 "water tag switch",
        7 "water pattern buffer", 8 "water terminal", 9 "water wires", 10 "lava single shield recharger",
        11 "lava double shield recharger", 12 "lava triple shield recharger", 13 "lava light switch",
        14 "lava platform switch", 15 "lava tag switch", 16 "lava pattern buffer", 17 "lava terminal",
        18 "lava oxygen recharger", 19 "lava chip insertion", 20 "lava wires",
        21 "sewage single shield recharger", 22 "sewage double shield recharger",
        23 "sewage triple shield recharger", 24 "sewage light switch", 25 "sewage platform switch",
        26 "sewage tag switch", 27 "sewage pattern buffer", 28 "sewage terminal", 29 "sewage oxygen recharger",
        30 "sewage chip insertion", 31 "sewage wires", 32 "pfhor single shield recharger",
        33 "pfhor double shield recharger", 34 "pfhor triple shield recharger", 35 "pfhor light switch",
        36 "pfhor platform switch", 37 "pfhor tag switch", 38 "pfhor pattern buffer", 39 "pfhor terminal",
        40 "pfhor oxygen recharger", 41 "pfhor chip insertion", 42 "pfhor wires",
        43 "jjaro single shield recharger", 44 "jjaro double shield recharger",
        45 "jjaro triple shield recharger", 46 "jjaro light switch", 47 "jjaro platform switch",
        48 "jjaro tag switch", 49 "jjaro pattern buffer", 50 "jjaro terminal", 51 "jjaro oxygen recharger",
        52 "jjaro chip insertion", 53 "jjaro wires", -1 "none";
    /// Control panels, Marathon 1.
    pub PANEL_TYPES_M1 = "control panel (Marathon 1)", "marathon.md 2.5":
        0 "oxygen recharger", 1 "single shield recharger", 2 "double shield recharger",
        3 "triple shield recharger", 4 "light switch", 5 "platform switch", 6 "pattern buffer", 7 "tag switch",
        8 "terminal", 9 "chip insertion", 10 "pfhor double shield recharger",
        11 "pfhor triple shield recharger", 12 "pfhor platform switch", 13 "pfhor pattern buffer", -1 "none";
    /// Platforms; the type only chooses sounds, crush damage and the key.
    pub PLATFORM_TYPES = "platform", "Aleph One's script mnemonics (names.csv)":
        0 "spht door", 1 "spht split door", 2 "locked spht door", 3 "spht platform", 4 "noisy spht platform",
        5 "heavy spht door", 6 "pfhor door", 7 "heavy spht platform", 8 "pfhor platform";
    /// Liquids.
    pub MEDIA_TYPES = "media", "Aleph One's script mnemonics (names.csv)":
        0 "water", 1 "lava", 2 "goo", 3 "sewage", 4 "jjaro";
    /// Kinds of lights.
    pub LIGHT_PRESETS = "light preset", "Aleph One's script mnemonics (names.csv)":
        0 "normal", 1 "strobe", 2 "media";
    /// How a light gets from one intensity to the next.
    pub LIGHT_FUNCTIONS = "light function", "marathon.md 1.2":
        0 "constant", 1 "linear", 2 "smooth", 3 "flicker", 4 "random", 5 "fluorescent";
    /// What a light of a saved game is doing.
    pub LIGHT_STATES = "light state", "marathon.md 2.2":
        0 "becoming active", 1 "primary active", 2 "secondary active", 3 "becoming inactive",
        4 "primary inactive", 5 "secondary inactive";
    /// Kinds of lights, Marathon 1.
    pub LIGHT_TYPES_M1 = "light (Marathon 1)", "seed 001, ENUMERATIONS":
        0 "normal", 1 "rheostat", 2 "fluorescent", 3 "strobe", 4 "flickers", 5 "pulsates", 6 "annoying",
        7 "energy efficient";
    /// What a light of Marathon 1 is doing; the first two mean active at the start.
    pub LIGHT_MODES_M1 = "light mode (Marathon 1)", "seed 001, ENUMERATIONS":
        0 "turning on", 1 "active", 2 "turning off", 3 "inactive", 4 "toggle";
    /// How a texture moves or is drawn.
    pub TRANSFER_MODES = "transfer mode", "Aleph One's script mnemonics (names.csv); seed 001, ENUMERATIONS":
        0 "normal", 1 "fade to black", 2 "invisibility", 3 "subtle invisibility", 4 "pulsate", 5 "wobble",
        6 "fast wobble", 7 "static", 8 "50% static", 9 "landscape", 10 "smear", 11 "fade out static",
        12 "pulsating static", 13 "fold in", 14 "fold out", 15 "horizontal slide", 16 "fast horizontal slide",
        17 "vertical slide", 18 "fast vertical slide", 19 "wander", 20 "fast wander", 21 "big landscape",
        22 "reverse horizontal slide", 23 "reverse fast horizontal slide", 24 "reverse vertical slide",
        25 "reverse fast vertical slide", 26 "2x", 27 "4x";
    /// Collections of shapes.
    pub COLLECTIONS = "collection", "Aleph One's script mnemonics (names.csv)":
        0 "interface", 1 "weapons in hand", 2 "juggernaut", 3 "tick", 4 "explosions", 5 "hunter", 6 "player",
        7 "items", 8 "trooper", 9 "fighter", 10 "defender", 11 "yeti", 12 "bob", 13 "vacbob", 14 "enforcer",
        15 "drone", 16 "compiler", 17 "water", 18 "lava", 19 "sewage", 20 "jjaro", 21 "pfhor",
        22 "water scenery", 23 "lava scenery", 24 "sewage scenery", 25 "jjaro scenery", 26 "pfhor scenery",
        27 "day", 28 "night", 29 "moon", 30 "space", 31 "cyborg";
    /// Texture sets.
    pub ENVIRONMENTS = "environment", "marathon.md 4.1: the five wall collections in order":
        0 "water", 1 "lava", 2 "sewage", 3 "jjaro", 4 "pfhor";
    /// Texture sets of Marathon 1: sets 1 to 3 are collections 17 to 19.
    pub ENVIRONMENTS_M1 = "environment (Marathon 1)", "marathon.md 4.1, 6.1; the walls of the shipped levels":
        1 "set 1", 2 "set 2", 3 "set 3", 5 "pfhor";
    /// Skies: collection 27 and on.
    pub LANDSCAPES = "landscape", "Aleph One's script mnemonics (names.csv), collections 27 to 30":
        0 "day", 1 "night", 2 "moon", 3 "space";
    /// How a wad is laid out.
    pub WAD_VERSIONS = "wad version", "marathon.md 1.1":
        0 "Marathon", 1 "with directory entries", 2 "with overlays", 3 "Weland, several levels", 4 "Infinity";
    /// Which game's records a wad holds.
    pub DATA_VERSIONS = "data version", "marathon.md 1.1": 0 "Marathon", 1 "Marathon 2", 2 "Marathon Infinity";
}

/// Marathon 1's polygon types in the numbers of Marathon 2 (`marathon.md` 1.2).
pub fn later_polygon_type(kind: i16) -> i16 {
    match kind {
        3 => 19,
        4 => 20,
        11 => 21,
        12 => 22,
        13 => 23,
        14 => 17,
        15 => 18,
        other => other,
    }
}
