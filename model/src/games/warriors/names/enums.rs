//! The symbols that scripts give for numbers: `PHYS.OBB`, `MATERIAL.GLASS`. The key of each list is the script's own
//! prefix (`warriors.md` 1.3).

crate::names! {
    /// The shape of a collision body.
    pub PHYS = "PHYS", "warriors.md 1.3 (enums.json)":
        0 "NONE", 1 "OBB", 2 "SPHERE", 3 "UCYLINDER", 4 "CAPSULE";
    /// Around which axes a body is symmetric.
    pub AXIS = "AXIS", "warriors.md 1.3 (enums.json)":
        0 "NONE", 1 "X", 2 "Y", 3 "XY", 4 "Z", 5 "XZ", 6 "YZ", 7 "XYZ", 13 "XZ_ROUND", 14 "YZ_ROUND";
    /// What an object counts as.
    pub OBJECT = "OBJECT", "warriors.md 1.3 (enums.json)":
        0 "TYPE_NOTHING", 1 "TYPE_HUMAN", 2 "TYPE_GENERIC", 3 "TYPE_BAT", 4 "TYPE_BOTTLE", 5 "TYPE_DRUM",
        6 "TYPE_TV", 7 "TYPE_BRICK", 8 "TYPE_MOLOTOV", 9 "TYPE_BEERBOTTLE", 10 "TYPE_BATON", 11 "TYPE_KNIFE",
        12 "TYPE_SPECIAL", 13 "TYPE_KEY", 14 "TYPE_REVIVAL", 15 "TYPE_DOOR", 16 "TYPE_SPRAYCAN",
        17 "TYPE_BRICKPILE", 18 "TYPE_CHUNKPILE", 19 "TYPE_BEERPILE", 20 "TYPE_BASEBALLPILE", 21 "TYPE_LIQUORPILE",
        22 "TYPE_MOLOTOVPILE", 23 "TYPE_POOLBALLPILE", 24 "TYPE_HAT", 25 "TYPE_BREAKABLE_DOOR", 26 "TYPE_CAR",
        27 "TYPE_RIOT_HAT", 28 "TYPE_MONEY", 29 "TYPE_MOVINGVEHICLE", 30 "TYPE_BREAKANDENTER_DOOR",
        31 "TYPE_COPCAR", 32 "TYPE_GLASS", 33 "TYPE_SLIDING_DOOR", 34 "TYPE_CHATTERBOXTRAIN", 35 "TYPE_MISSIONTV",
        36 "TYPE_DIEGO_WEAPON", 37 "TYPE_ENVIRONMENT_WEAPON", 38 "TYPE_CLUB", 39 "TYPE_MACE", 40 "TYPE_EXPLOSIVE",
        41 "TYPE_OILPILE", 42 "TYPE_FIREBARREL", 43 "TYPE_BROKENBOTTLE", 44 "TYPE_SPRAYPILE", 45 "TYPE_WATER",
        46 "TYPE_DONUTPILE", 47 "TYPE_BEERPILEHEAVY", 48 "TYPE_TRUNKLOCK", 49 "TYPE_BOLTCUTTERBOX";
    /// What it sounds like.
    pub MATERIAL = "MATERIAL", "warriors.md 1.3 (enums.json)":
        1 "NONE", 2 "GLASS", 3 "STEEL", 4 "ALUMINIUM", 5 "CONCRETE", 6 "ASHPHALT", 7 "LAMPOST", 8 "SHOE", 9 "FIST",
        10 "TORSO", 11 "GARBAGE_CAN", 12 "DUMPSTER", 13 "CAR_HOOD", 14 "CAR_HOOD_STREAM", 15 "DRYWALL", 16 "WOOD",
        17 "HEAD", 18 "TRAINRAIL", 19 "SHOVEL", 20 "TRAINCAR", 21 "METALDIVIDER", 22 "GARBAGEBAG", 23 "TINBOX",
        24 "RUBBLE", 25 "ROLLUPDOOR", 26 "HUMAN", 27 "TV", 28 "DRUM", 29 "BAT", 30 "LOW_FENCE", 31 "OPAQUE_FENCE",
        32 "MAILBOX", 33 "ELBOW", 34 "KNEE", 35 "GRASS", 36 "DIRT", 37 "BOTTLE", 38 "FRIDGE", 39 "SIGNS",
        40 "BASKETS", 41 "SKID", 42 "GEAR", 43 "TRASHCAN", 44 "TRASHCANLID", 45 "SOFAS", 46 "TYPEWRITER",
        47 "WOODFURNITURE", 48 "MILKCRATE", 49 "RADIATOR", 50 "METALCHAIR", 51 "OFFICECHAIR", 52 "CINDERBLOCK",
        53 "WHEELCHAIR", 54 "STEELBARRICADE", 55 "THINWOOD", 56 "MEDWOOD", 57 "SHOPPINGCART", 58 "HEAVYBOXES",
        59 "HOTDOGCART", 60 "POOLBALL", 61 "EMPTYBARREL", 62 "FULLBARREL", 63 "GARDENTOOLS", 64 "PAN", 65 "CROWBAR",
        66 "STICKS", 67 "BASEBALL", 68 "FIREEXTINGUISHER", 69 "BENCH", 70 "WELDINGTANKS", 71 "TIRE", 72 "RAT",
        73 "FIREWHOOSH", 74 "STEELOBJECTS", 75 "SOLIDOBJECTS", 76 "ELECDEBRIS", 77 "METALRODS", 78 "GUILOTINE",
        79 "MINECART", 80 "RIDECART", 81 "PICKAXE", 82 "WOODTABLE", 83 "WIDEBOARD", 84 "SMALLBOARD", 85 "DEBRIS",
        86 "CHAIR", 87 "LAMP", 88 "GLASS_SMALL", 89 "MUG", 90 "MACHETE", 91 "WOODFENCE", 92 "MOLOTOV",
        93 "PORCELAIN", 94 "PORCE_PART", 95 "CAMERA_GHOST", 96 "BLASTER", 97 "SWITCHBLD", 98 "PAINT", 99 "CERAMIC",
        100 "CERAM_PART", 101 "FEET", 102 "BRICK", 103 "CASHREG", 104 "GLASS_FRAGILE", 105 "ROOFTOP", 106 "GRAVEL",
        107 "CHAINLINK_NOCLIMB", 108 "BAG", 109 "MEAT", 110 "PLASTIC", 111 "JAB", 112 "BIGPUNCH", 113 "BIGKICK",
        114 "VEGETATION", 115 "GARBAGE", 116 "BRICKWALL", 117 "WOODWALL", 118 "STEELWALL", 119 "CAR_PART",
        120 "CAR_PART_STREAM", 121 "CARPET", 122 "RAILING", 123 "JUKEBOX", 124 "BEAM", 125 "CABINET", 126 "BATON",
        127 "BLOCK", 128 "WEAPON_BLOCK", 129 "CAR_DAMAGE", 130 "RAZOR_CLUB", 131 "DRUMKIT", 132 "CYMBAL",
        133 "WOODSPLINTER", 134 "GONG", 135 "KEYBOARD", 136 "PAINTCAN", 137 "CHICKENBOX", 138 "RICEBAG",
        139 "SPIKEBAT", 140 "GLASSPART", 141 "PLYWOOD", 142 "GARBPART", 143 "RUBBLEDEBRIS", 144 "METALDEBRIS",
        145 "PAPERDEBRIS", 146 "BIGWOOD", 147 "WIREFRAME", 148 "SMALLBOARDPART", 149 "WIDEBOARDPART",
        150 "TINYWOOD", 151 "SPEAKER", 152 "CHAINMETAL", 153 "CHAINWOOD", 154 "GUITAR", 155 "DRUMSTICK",
        156 "PARKBENCH", 157 "PLASTERWALL", 158 "BROKENBOTTLE", 159 "TORSO_PRONE", 160 "BREAKABLEDOOR",
        161 "HUMAN_LIGHT", 162 "HUMAN_HEAVY", 163 "FEET_LIGHT", 164 "FEET_LAND", 165 "COKEMACHINE", 166 "PHONE",
        167 "FIREHYDRANT", 168 "PARKNMETER", 169 "PAINTING", 170 "SUBWAYSEAT", 171 "AQUARIUM", 172 "DEFAULT_OBJ",
        173 "LIZZIE_DOOR", 174 "BOSS_SHOE", 175 "BOTTLE_SPECIAL", 176 "MOLOTOV_SPECIAL", 177 "BRICK_SPECIAL",
        178 "CHAIR_SPECIAL", 179 "CLIMB_WOOD", 180 "CHIMNEY", 181 "STATUE", 182 "STATUE_PIECE", 183 "BOSS_FIST",
        184 "DEAD", 185 "ICECREAM", 186 "SAND", 187 "STOREDOOR_GLASS", 188 "PUNCHING_BAG", 189 "FOAMHAND",
        190 "SALAMI";
    /// The set of clips while it is held.
    pub ANIM_SETS = "ANIM", "warriors.md 1.3 (enums.json)":
        0 "NONE_SET", 1 "KNIFE_WEAPON_SET", 2 "BATON_WEAPON_SET", 3 "CLUB_WEAPON_SET", 4 "OVERHEAD_WEAPON_SET",
        5 "SINGLE_HAND_THROW_WEAPON_SET", 6 "GHETTO_SET";
    /// The clip it is picked up with; only this number is known by name.
    pub PICKUP_ANIMS = "ANIM", "warriors.md 1.3 (enums.json)": 2 "TwoHandPickUp";
}

crate::flag_names! {
    /// What meets a collision body.
    pub PHYFLAGS = "PHYFLAG", "warriors.md 1.3 (enums.json)":
        0 "BLOCKOBJECTS" "Other objects stop at it.",
        1 "BLOCKHUMANS" "People stop at it.",
        2 "MELEETARGET" "Blows meet it.",
        3 "WEAPONTARGET" "Weapons meet it.",
        4 "JUMPTARGET" "Who jumps strikes it.",
        5 "CHARGETARGET" "Who charges strikes it.",
        6 "RAYCASTTARGET" "Lines of sight end at it.",
        7 "COMBATPASSTHROUGH" "It lets fighters pass.",
        8 "THROWNWEAPONTARGET" "Thrown things meet it.",
        9 "RUNTARGET" "Who sprints strikes it.";
    /// How an object is spawned; bits without a name are unknown.
    pub SPAWN_FLAGS = "spawn flag", "warriors.md 1.1":
        0 "caller's id" "It keeps the caller's id.",
        1 "bit 2" "Sets bit 0x80000 of the spawn record.",
        6 "bit 64" "Sets bit 0x1000000 of the spawn record.";
}

/// A script's word for several flags at once (`warriors.md` 1.3): 4 + 8 + 16 + 32.
pub const COMBATTARGET: (&str, i128) = ("COMBATTARGET", 60);
