//! Bits of the flag words.

crate::flag_names! {
    /// Objects. The top four bits of the word are the activation bias.
    pub OBJECT_FLAGS = "object flags", "marathon.md 1.3":
        0 "invisible" "Is not there at the start and teleports in.",
        1 "from ceiling" "The height counts downwards from the ceiling instead of up from the floor.",
        2 "blind" "A monster is not activated by what it sees.",
        3 "deaf" "A monster is not activated by what it hears.",
        4 "floats" "Floats; a monster teleports out.",
        5 "network only" "An item that exists in network games only.";
    /// Sound sources use the first bit differently.
    pub SOUND_SOURCE_FLAGS = "sound source flags", "marathon.md 1.3":
        0 "on platform" "Sounds only while the platform moves.",
        1 "from ceiling" "The height counts downwards from the ceiling instead of up from the floor.",
        2 "blind" "Without a meaning for sounds, set all the same.",
        3 "deaf" "Without a meaning for sounds, set all the same.",
        4 "floats" "The height counts from the surface of the liquid.";
    /// Polygons.
    pub POLYGON_FLAGS = "polygon flags", "marathon.md 1.5":
        14 "detached" "Nothing of the polygon is derived: its outline does not touch the rest of the map.";
    /// Lines.
    pub LINE_FLAGS = "line flags", "marathon.md 1.2":
        8 "decorative" "Drawn on the map without a meaning (Aleph One 1.4 and later).",
        9 "transparent side" "Derived: a side has a transparent texture.",
        10 "variable elevation" "Derived: a platform adjoins and the line is not solid.",
        11 "elevation" "Derived: the floors differ or one side of the line is missing.",
        12 "landscape" "Derived: a side's primary texture is a landscape.",
        13 "transparent" "Can be seen through.",
        14 "solid" "Nobody can walk through.";
    /// Endpoints.
    pub ENDPOINT_FLAGS = "endpoint flags", "marathon.md 1.2, 1.5":
        0 "solid" "A line at the point is solid.",
        1 "elevation" "A line at the point is an elevation line.",
        2 "transparent" "All lines at the point are transparent.";
    /// Sides.
    pub SIDE_FLAGS = "side flags", "marathon.md 1.2; seed 001, FLAGS":
        0 "status" "The control panel is switched on at the start.",
        1 "control panel" "The side is a control panel.",
        2 "repair switch" "Must be switched on to complete a repair mission.",
        3 "destructive switch" "The switch uses up an item (for scripts).",
        4 "lighted switch" "Works only while its light is bright: over 3/4, in Marathon 1 over 1/2.",
        5 "can be destroyed" "Projectiles toggle the switch and break it.",
        6 "only toggled by projectiles" "Can only be hit, not used.",
        7 "item optional" "Works without the item (for scripts; Marathon 1 switches always do).",
        8 "lighted (run time)" "Set by the game for lighted switches of Marathon 1.",
        14 "editor dirty" "Left behind by an editor.",
        15 "junk marker" "Set on any side of a Marathon 2 level: Aleph One keeps only the low seven bits of all side flags.";
    /// Lights.
    pub LIGHT_FLAGS = "light flags", "seed 001, FLAGS; marathon.md 1.2":
        0 "initially active" "Is on at the start.",
        1 "slave intensities" "Stored, never used by Aleph One.",
        2 "stateless" "Runs through all six functions in turn; switches do not affect it.";
    /// Platforms.
    pub PLATFORM_FLAGS = "platform flags", "seed 001, FLAGS; marathon.md 1.2, 2.1":
        0 "initially active" "Moves from the start.",
        1 "initially extended" "Starts with the floor up or the ceiling down.",
        2 "deactivates at each level" "Stops whenever it is fully extended or contracted.",
        3 "deactivates at initial level" "Stops where it began.",
        4 "activates adjacent when deactivating" "Starts the platforms beside it when it stops.",
        5 "extends floor to ceiling" "Can close the whole height: there is no empty space when extended.",
        6 "comes from floor" "The floor moves.",
        7 "comes from ceiling" "The ceiling moves.",
        8 "causes damage" "Hurts whoever is caught.",
        9 "does not activate parent" "Leaves alone the platform that started it.",
        10 "activates only once" "Cannot be started again.",
        11 "activates light" "Switches on the lights of floor and ceiling when it starts.",
        12 "deactivates light" "Switches off the lights of floor and ceiling when it stops.",
        13 "player controllable" "A player can start it: a door by use, a platform by stepping on it.",
        14 "monster controllable" "A monster can start it.",
        15 "reverses when obstructed" "Turns back when somebody is in the way.",
        16 "cannot be externally deactivated" "Only stops by itself.",
        17 "uses native polygon heights" "Moves between the polygon's own heights and the neighbours'.",
        18 "delays before activation" "Waits once before it starts.",
        19 "activates adjacent when activating" "Starts the platforms beside it when it starts.",
        20 "deactivates adjacent when activating" "Stops the platforms beside it when it starts.",
        21 "deactivates adjacent when deactivating" "Stops the platforms beside it when it stops.",
        22 "contracts slower" "Goes back at a quarter of the speed.",
        23 "activates adjacent at each level" "Starts the platforms beside it at each end.",
        24 "locked" "No effect in Aleph One; in Marathon 1 the floor floods.",
        25 "secret" "Is not shown on the automap.",
        26 "door" "Is a door.",
        27 "floods (run time)" "Set by Aleph One from Marathon 1's locked bit.";
    /// State of a platform in a saved level.
    pub PLATFORM_STATE = "platform state", "marathon.md 1.4":
        0 "active" "It is on.",
        1 "extending" "Floor going up or ceiling coming down.",
        2 "moving" "It is on its way.",
        3 "has been activated" "It was on before.",
        4 "moved last tick" "It moved in the tick before.",
        5 "fully extended" "It has reached its far end.",
        6 "fully contracted" "It has reached its near end.",
        7 "just changed" "It changed in this tick; a second change is ignored.";
    /// Liquids.
    pub MEDIA_FLAGS = "media flags", "seed 001, FLAGS":
        0 "sound obstructed by floor" "Makes no sound while its surface is below the floor.";
    /// Random sounds.
    pub RANDOM_SOUND_FLAGS = "random sound flags", "seed 001, FLAGS":
        0 "no direction" "Comes from everywhere.";
    /// Placement.
    pub PLACEMENT_FLAGS = "placement flags", "seed 001, FLAGS":
        0 "random location" "May appear in any polygon, not only where one was placed.";
    /// What a mission asks for.
    pub MISSION_FLAGS = "mission flags", "seed 001, FLAGS":
        0 "extermination" "Kill the aliens; a few may be left.",
        1 "exploration" "Enter every polygon that must be explored.",
        2 "retrieval" "Pick up the marked items.",
        3 "repair" "Use every repair switch.",
        4 "rescue" "Keep at least half of the civilians alive.",
        5 "exploration (Marathon 1)" "Seeing the polygons is enough.",
        6 "rescue (Marathon 1)" "Counts another class of monsters.",
        7 "repair (Marathon 1)" "Only the last repair switch counts.";
    /// What is special about a level.
    pub ENVIRONMENT_FLAGS = "environment flags", "seed 001, FLAGS; marathon.md 1.2":
        0 "vacuum" "Oxygen runs out and most weapons do not work.",
        1 "magnetic" "The motion sensor is unreliable.",
        2 "rebellion" "The S'pht are friendly; items and health are taken away.",
        3 "low gravity" "Things fall slowly.",
        4 "glue (Marathon 1)" "Glue polygons work as in Marathon 1.",
        5 "lava floor" "The floor hurts.",
        6 "rebellion (items kept)" "The S'pht are friendly; nothing is taken away.",
        7 "music" "The level has music.",
        8 "terminals stop time" "Time stands still at terminals of a game for one.",
        9 "monster limits (Marathon 1)" "Monsters are activated within Marathon 1's limits.",
        10 "weapons (Marathon 1)" "Weapon pickups and grenades work as in Marathon 1.",
        13 "network (run time)" "Never stored; set by the game.",
        14 "single player (run time)" "Never stored; set by the game.";
    /// Which games a level can be played in.
    pub ENTRY_FLAGS = "entry point flags", "seed 001, FLAGS; marathon.md 1.2":
        0 "single player" "A game for one. In Marathon 1, 0 means this.",
        1 "cooperative" "A game together; in Marathon 1 single player implies it.",
        2 "every man for himself" "Also called carnage.",
        3 "kill the man with the ball" "",
        4 "king of the hill" "",
        5 "defense" "",
        6 "rugby" "",
        7 "capture the flag" "";
    /// A terminal.
    pub TERMINAL_FLAGS = "terminal flags", "marathon.md 3.1":
        0 "encoded" "The text is stored scrambled.";
    /// A group of a terminal.
    pub TERMINAL_GROUP_FLAGS = "terminal group flags", "marathon.md 3.1":
        0 "picture on the right" "The text stands on the left.",
        1 "centred" "The picture stands in the middle, without text.",
        8 "internal (Marathon 1)" "Made by the engine from Marathon 1's terminal text.";
    /// A change of the text's face.
    pub TEXT_FACES = "text face", "marathon.md 3.1":
        0 "bold" "",
        1 "italic" "",
        2 "underline" "";
}
