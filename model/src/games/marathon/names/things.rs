//! What stands on a map: monsters, items, scenery, teams, sound sources.

crate::names! {
    /// What an object is; its index counts in the list of that group.
    pub GROUPS = "object group", "marathon.md 1.3":
        0 "monster", 1 "scenery", 2 "item", 3 "player", 4 "goal", 5 "sound source";
    /// What a monster goes for when it is activated.
    pub ACTIVATION_BIASES = "activation bias", "marathon.md 1.3":
        0 "player", 1 "nearest hostile", 2 "goal", 3 "random";
    /// Monsters; 0 is the player.
    pub MONSTERS = "monster", "Aleph One's script mnemonics (names.csv)":
        0 "player", 1 "minor tick", 2 "major tick", 3 "kamikaze tick", 4 "minor compiler", 5 "major compiler",
        6 "minor invisible compiler", 7 "major invisible compiler", 8 "minor fighter", 9 "major fighter",
        10 "minor projectile fighter", 11 "major projectile fighter", 12 "green bob", 13 "blue bob",
        14 "security bob", 15 "explodabob", 16 "minor drone", 17 "major drone", 18 "big minor drone",
        19 "big major drone", 20 "possessed drone", 21 "minor cyborg", 22 "major cyborg",
        23 "minor flame cyborg", 24 "major flame cyborg", 25 "minor enforcer", 26 "major enforcer",
        27 "minor hunter", 28 "major hunter", 29 "minor trooper", 30 "major trooper",
        31 "mother of all cyborgs", 32 "mother of all hunters", 33 "sewage yeti", 34 "water yeti",
        35 "lava yeti", 36 "minor defender", 37 "major defender", 38 "minor juggernaut", 39 "major juggernaut",
        40 "tiny pfhor", 41 "tiny bob", 42 "tiny yeti", 43 "green vacbob", 44 "blue vacbob",
        45 "security vacbob", 46 "explodavacbob";
    /// Classes of monsters, one bit each.
    pub MONSTER_CLASSES = "monster class", "Aleph One's script mnemonics (names.csv)":
        1 "player", 2 "bob", 4 "madd", 8 "possessed drone", 16 "defender", 32 "fighter", 64 "trooper",
        128 "hunter", 256 "enforcer", 512 "juggernaut", 1024 "drone", 2048 "compiler", 4096 "cyborg",
        8192 "explodabob", 16384 "tick", 32768 "yeti";
    /// Items.
    pub ITEMS = "item", "Aleph One's script mnemonics (names.csv)":
        0 "knife", 1 "pistol", 2 "pistol ammo", 3 "fusion pistol", 4 "fusion pistol ammo", 5 "assault rifle",
        6 "assault rifle ammo", 7 "assault rifle grenades", 8 "missile launcher", 9 "missile launcher ammo",
        10 "invisibility", 11 "invincibility", 12 "infravision", 13 "alien weapon", 14 "alien weapon ammo",
        15 "flamethrower", 16 "flamethrower ammo", 17 "extravision", 18 "oxygen", 19 "single health",
        20 "double health", 21 "triple health", 22 "shotgun", 23 "shotgun ammo", 24 "key", 25 "uplink chip",
        26 "light blue ball", 27 "ball", 28 "violet ball", 29 "yellow ball", 30 "brown ball", 31 "orange ball",
        32 "blue ball", 33 "green ball", 34 "smg", 35 "smg ammo";
    /// Scenery.
    pub SCENERY = "scenery", "Aleph One's script mnemonics (names.csv)":
        0 "light dirt", 1 "dark dirt", 2 "lava bones", 3 "lava bone", 4 "ribs", 5 "skull", 6 "hanging light 1",
        7 "hanging light 2", 8 "small cylinder", 9 "large cylinder", 10 "block 1", 11 "block 2", 12 "block 3",
        13 "pistol clip", 14 "water short light", 15 "water long light", 16 "siren", 17 "rocks",
        18 "blood drops", 19 "water thing", 20 "gun", 21 "bob remains", 22 "puddles", 23 "big puddles",
        24 "security monitor", 25 "water alien supply can", 26 "machine", 27 "staff", 28 "sewage short light",
        29 "sewage long light", 30 "junk", 31 "antenna", 32 "big antenna", 33 "sewage alien supply can",
        34 "sewage bones", 35 "sewage big bones", 36 "pfhor pieces", 37 "bob pieces", 38 "bob blood",
        39 "alien short light", 40 "alien long light", 41 "alien ceiling rod light",
        42 "bulbous yellow alien object", 43 "square gray organic object", 44 "pfhor skeleton", 45 "pfhor mask",
        46 "green stuff", 47 "hunter shield", 48 "alien bones", 49 "alien sludge", 50 "jjaro short light",
        51 "jjaro long light", 52 "weird rod", 53 "pfhor ship", 54 "sun", 55 "large glass container",
        56 "nub 1", 57 "nub 2", 58 "lh'owon", 59 "floor whip antenna", 60 "ceiling whip antenna";
    /// Players and teams by their colour.
    pub PLAYER_COLOURS = "player colour", "Aleph One's script mnemonics (names.csv)":
        0 "slate", 1 "red", 2 "violet", 3 "yellow", 4 "white", 5 "orange", 6 "blue", 7 "green";
    /// Ambient sounds, in images and sound sources.
    pub AMBIENT_SOUNDS = "ambient sound", "Aleph One's script mnemonics (names.csv)":
        0 "water", 1 "sewage", 2 "lava", 3 "goo", 4 "underwater", 5 "wind", 6 "waterfall", 7 "siren", 8 "fan",
        9 "spht door", 10 "spht platform", 11 "heavy spht door", 12 "heavy spht platform", 13 "light machinery",
        14 "heavy machinery", 15 "transformer", 16 "sparking transformer", 17 "machine binder",
        18 "machine bookpress", 19 "machine puncher", 20 "electric hum", 21 "alarm", 22 "night wind",
        23 "pfhor door", 24 "pfhor platform", 25 "alien noise 1", 26 "alien noise 2", 27 "alien harmonics";
    /// Random sounds.
    pub RANDOM_SOUNDS = "random sound", "marathon.md 2.7":
        0 "drip", 1 "surface explosion", 2 "underground explosion", 3 "owl", 4 "creak";
}
