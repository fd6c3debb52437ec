//! Names of numbers, in our own words, each with the section it comes from.

crate::names! {
    /// The fifteen classes.
    pub CLASSES = "object class", "systemshock.md 4.6": 0 "gun", 1 "ammo", 2 "projectile", 3 "grenade", 4 "drug",
        5 "hardware", 6 "software", 7 "big stuff", 8 "small stuff", 9 "fixture", 10 "door", 11 "animating", 12 "trap",
        13 "container", 14 "critter";
    /// Shapes of tiles.
    pub TILE_TYPES = "tile type", "systemshock.md 3.4": 0 "solid", 1 "open", 2 "open, solid north-west",
        3 "open, solid north-east", 4 "open, solid south-east", 5 "open, solid south-west", 6 "slope up to north",
        7 "slope up to east", 8 "slope up to south", 9 "slope up to west", 10 "valley, low south-east",
        11 "valley, low south-west", 12 "valley, low north-west", 13 "valley, low north-east",
        14 "ridge, high south-east", 15 "ridge, high south-west", 16 "ridge, high north-west",
        17 "ridge, high north-east";
    /// Quarter turns of a texture, clockwise seen from above.
    pub TURNS = "quarter turns", "systemshock.md 3.4": 0 "none", 1 "90°", 2 "180°", 3 "270°";
    /// How wall textures are flipped.
    pub FLIPS = "wall texture flip", "systemshock.md 3.4": 0 "none", 1 "flipped", 2 "where odd", 3 "where even";
    /// How floor and ceiling follow the slope.
    pub SLOPE_CONTROLS = "slope control", "systemshock.md 3.4": 0 "ceiling parallel", 1 "ceiling mirrored",
        2 "ceiling flat", 3 "floor flat";
    /// Sorts of events.
    pub EVENTS = "event", "systemshock.md 3.5": 0 "none", 1 "grenade", 2 "explosion", 3 "door closes", 4 "trap",
        5 "exposure", 6 "floor moves", 7 "ceiling moves", 8 "light off", 9 "bark off", 10 "e-mail";
    /// Actions of traps and fixtures.
    pub ACTIONS = "action", "systemshock.md 6.5": 0 "nothing", 1 "transport player", 2 "change vitals",
        3 "clone or move", 4 "set variable", 5 "film", 6 "use four", 7 "light", 8 "effect", 9 "tile height",
        10 "tile shape", 11 "timer", 12 "cycle", 13 "destroy", 14 "nothing (14)", 15 "e-mail", 16 "expose",
        17 "set parameters", 18 "screen", 19 "hack", 20 "textures", 21 "critters", 22 "message", 23 "spawn",
        24 "change type";
    /// Kinds of hacks.
    pub HACKS = "hack", "systemshock.md 6.5": 1 "repulsor", 2 "reactor digit", 3 "fixture parameter", 4 "frame",
        5 "door", 6 "game over", 7 "turn", 8 "remove critters", 9 "SHODAN takes over", 10 "condition",
        11 "analyser page", 12 "radiation", 13 "use if facing", 14 "close panel", 15 "Earth dies",
        16 "change critters";
    /// Operators of conditions.
    pub OPERATORS = "operator", "systemshock.md 6.3": 0 "=", 1 "<", 2 "<=", 3 ">", 4 ">=", 5 "!=", 6 "> random",
        7 "never";
    /// What is done to an integer variable.
    pub STEPS = "calculation", "systemshock.md 6.5": 0 "set", 1 "add", 2 "subtract", 3 "multiply", 4 "divide",
        5 "remainder";
    /// What is done to a boolean variable.
    pub STATES = "state", "systemshock.md 6.5": 0 "off", 1 "on", 2 "toggle";
    /// How a light changes over an area.
    pub LIGHT_KINDS = "light", "systemshock.md 6.5": 0 "plain", 1 "west to east", 2 "south to north", 3 "radial";
    /// Effects on the whole screen.
    pub SCREEN_EFFECTS = "screen effect", "systemshock.md 6.5": 0 "none", 1 "surge", 2 "shake", 3 "fake escape",
        4 "teleport", 5 "red static";
    /// Colours laid over the screen.
    pub COLOUR_EFFECTS = "colour effect", "systemshock.md 6.5": 0 "none", 1 "white", 2 "red-pink", 3 "grey static",
        4 "vertical roll";
    /// What a repulsor is switched to.
    pub REPULSOR_STATES = "repulsor state", "systemshock.md 6.5": 0 "toggle", 1 "up", 2 "down";
    /// What is done to a door.
    pub DOOR_STATES = "door state", "systemshock.md 6.5": 1 "open", 2 "close", 3 "toggle", 4 "never close by itself";
    /// How a turn goes on at its limit.
    pub TURN_MODES = "turn mode", "systemshock.md 6.5": 0 "wrap", 1 "bounce";
    /// About which axis something is turned.
    pub TURN_AXES = "axis", "systemshock.md 6.5": 0 "heading", 1 "pitch", 2 "bank";
    /// Who speaks.
    pub SPEAKERS = "speaker", "systemshock.md 6.5": 0 "nobody", -1 "SHODAN", -2 "Diego";
    /// What lights of repulsors show.
    pub LIGHT_DIRECTIONS = "repulsor light", "systemshock.md 5.5": 0 "up", 1 "down";
    /// Directions of repulsors.
    pub DIRECTIONS = "direction", "systemshock.md 5.10": 0 "up", 1 "down", 2 "north", 3 "south", 4 "east", 5 "west",
        8 "up, fast", 9 "down, fast", 10 "north, fast", 11 "south, fast", 12 "east, fast", 13 "west, fast";
    /// Who a critter is for.
    pub MOODS = "mood", "systemshock.md 5.12": 0 "friendly", 1 "neutral", 2 "hostile", 3 "isolated", 4 "attacking";
    /// What a critter does when nothing happens.
    pub ORDERS = "orders", "systemshock.md 5.12": 0 "guard", 1 "roam", 2 "sleep", 3 "patrol", 4 "highway",
        5 "stand still";
    /// What a critter is doing.
    pub POSTURES = "posture", "systemshock.md 5.12": 0 "stand", 1 "move", 2 "attack", 3 "rest", 4 "knocked",
        5 "death", 6 "disrupted", 7 "second attack";
    /// Kinds of data that software carries.
    pub DATA_KINDS = "data kind", "systemshock.md 5.4": 0 "e-mail", 1 "log", 2 "data";
    /// When an animation calls back.
    pub CALLBACK_MOMENTS = "callback moment", "systemshock.md 3.10": 0 "never", 1 "removal", 2 "repeat", 3 "cycle";
    /// What an animation calls back.
    pub CALLBACKS = "callback", "systemshock.md 3.10": 0 "none", 1 "Diego leaves", 2 "screen destroyed",
        3 "SHODAN clears", 4 "screen returns", 5 "screen alternates", 6 "screen action goes on";
    /// Whether a moving floor's semaphore is in use.
    pub SEMAPHORE_STATES = "semaphore", "systemshock.md 3.11": 0 "free", 1 "silent", 2 "with sound";
    /// Difficulties.
    pub DIFFICULTIES = "difficulty", "inkyblackness/ss-specs, game state": 0 "none", 1 "easy", 2 "normal", 3 "hard";
    /// Kinds of damage that an exposure does.
    pub EXPOSURES = "exposure", "systemshock.md 6.5": 4 "radiation", 8 "biohazard";
    /// Puzzles of panels.
    pub PANEL_KINDS = "panel puzzle", "systemshock.md 5.7": 0 "wires", 16 "blocks"
}

crate::flag_names! {
    /// Flags of every object.
    pub INSTANCE_FLAGS = "instance flags", "systemshock.md 4.1": 0 "HUD object" "", 1 "blocks rendering"
        "A closed opaque door.", 2 "unlit" "", 3 "indestructible" "", 4 "keep" "Never deleted to make room.",
        5 "touched" "Help was given.", 6 "class flag 40" "What it means depends on the class.",
        7 "class flag 80" "What it means depends on the class.";
    /// Flags of fixtures.
    pub FIXTURE_FLAGS = "fixture flags", "systemshock.md 4.1": 0 "HUD object" "", 1 "blocks rendering" "",
        2 "unlit" "", 3 "indestructible" "", 4 "keep" "Never deleted to make room.", 5 "touched" "Help was given.",
        7 "zoom" "It is shown in the display when used.";
    /// Flags of critters.
    pub CRITTER_FLAGS = "critter flags", "systemshock.md 4.1": 0 "HUD object" "", 1 "blocks rendering" "",
        2 "unlit" "", 3 "indestructible" "", 4 "keep" "Never deleted to make room.", 5 "touched" "Help was given.",
        6 "close in" "It wants to come near.", 7 "loner" "";
    /// Flags of containers and corpses.
    pub LOOT_FLAGS = "container flags", "systemshock.md 4.1": 0 "HUD object" "", 1 "blocks rendering" "",
        2 "unlit" "", 3 "indestructible" "", 4 "keep" "Never deleted to make room.", 5 "touched" "Help was given.",
        7 "loot not yet rolled" "";
    /// Flags of doors; the two highest bits count automatic closings.
    pub DOOR_FLAGS = "door flags", "systemshock.md 4.1": 0 "HUD object" "", 1 "blocks rendering"
        "A closed opaque door.", 2 "unlit" "", 3 "indestructible" "", 4 "keep" "Never deleted to make room.",
        5 "touched" "Help was given.";
    /// Flags of grenades.
    pub GRENADE_FLAGS = "grenade flags", "systemshock.md 5.3": 0 "live" "", 1 "dud" "", 2 "mine resting" "";
    /// Flags of critters' minds.
    pub MIND_FLAGS = "mind flags", "systemshock.md 5.12": 0 "chasing" "", 1 "no loot" "", 2 "confused" "",
        4 "tranquillised" "";
    /// Flags of texture animations.
    pub LOOP_FLAGS = "texture animation flags", "systemshock.md 3.7": 0 "back and forth" "", 7 "reversed"
        "It runs backwards just now.";
    /// Flags of animations.
    pub ANIMATION_FLAGS = "animation flags", "systemshock.md 3.10": 0 "repeat" "", 1 "reverse" "",
        2 "back and forth" "";
    /// Which critters are not spawned where.
    pub SPAWN_FLAGS = "spawn flags", "systemshock.md 6.5": 0 "not within 7 tiles" "", 1 "not within 14 tiles in sight"
        "Where the player looks that way.", 2 "in elevators as well" "", 3 "force" "";
    /// Games of a fun pack.
    pub FUN_PACKS = "fun pack games", "systemshock.md 5.4": 0 "Ping" "", 1 "Eel Zapper" "", 2 "Road" "",
        3 "Botbounce" "", 4 "fifteen" "", 5 "TriopToe" "", 7 "Wing 0" ""
}
