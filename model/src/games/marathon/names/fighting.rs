//! Weapons, what they throw, what that does and how it looks.

crate::names! {
    /// Weapons.
    pub WEAPONS = "weapon", "Aleph One's script mnemonics (names.csv)":
        0 "fist", 1 "pistol", 2 "fusion pistol", 3 "assault rifle", 4 "missile launcher", 5 "flamethrower",
        6 "alien weapon", 7 "shotgun", 8 "ball", 9 "smg";
    /// Projectiles.
    pub PROJECTILES = "projectile", "Aleph One's script mnemonics (names.csv)":
        0 "missile", 1 "grenade", 2 "pistol bullet", 3 "rifle bullet", 4 "shotgun bullet", 5 "staff",
        6 "staff bolt", 7 "flamethrower burst", 8 "compiler bolt minor", 9 "compiler bolt major",
        10 "alien weapon", 11 "fusion bolt minor", 12 "fusion bolt major", 13 "hunter", 14 "fist",
        15 "armageddon sphere", 16 "armageddon electricity", 17 "juggernaut rocket", 18 "trooper bullet",
        19 "trooper grenade", 20 "minor defender", 21 "major defender", 22 "juggernaut missile",
        23 "minor energy drain", 24 "major energy drain", 25 "oxygen drain", 26 "minor hummer",
        27 "major hummer", 28 "durandal hummer", 29 "minor cyborg ball", 30 "major cyborg ball", 31 "ball",
        32 "minor fusion dispersal", 33 "major fusion dispersal", 34 "overloaded fusion dispersal", 35 "yeti",
        36 "sewage yeti", 37 "lava yeti", 38 "smg bullet";
    /// Kinds of damage.
    pub DAMAGES = "damage", "Aleph One's script mnemonics (names.csv)":
        0 "explosion", 1 "staff", 2 "projectile", 3 "absorbed", 4 "flame", 5 "claws", 6 "alien weapon",
        7 "hulk slap", 8 "compiler", 9 "fusion", 10 "hunter", 11 "fists", 12 "teleporter", 13 "defender",
        14 "yeti claws", 15 "yeti projectile", 16 "crushing", 17 "lava", 18 "suffocation", 19 "goo",
        20 "energy drain", 21 "oxygen drain", 22 "drone", 23 "shotgun";
    /// Effects.
    pub EFFECTS = "effect", "Aleph One's script mnemonics (names.csv)":
        0 "rocket explosion", 1 "rocket contrail", 2 "grenade explosion", 3 "grenade contrail",
        4 "bullet ricochet", 5 "alien weapon ricochet", 6 "flamethrower burst", 7 "fighter blood splash",
        8 "player blood splash", 9 "civilian blood splash", 10 "assimilated civilian blood splash",
        11 "enforcer blood splash", 12 "compiler bolt minor detonation", 13 "compiler bolt major detonation",
        14 "compiler bolt major contrail", 15 "fighter projectile detonation", 16 "fighter melee detonation",
        17 "hunter projectile detonation", 18 "hunter spark", 19 "minor fusion detonation",
        20 "major fusion detonation", 21 "major fusion contrail", 22 "fist detonation",
        23 "minor defender detonation", 24 "major defender detonation", 25 "defender spark",
        26 "trooper blood splash", 27 "water lamp breaking", 28 "lava lamp breaking", 29 "sewage lamp breaking",
        30 "alien lamp breaking", 31 "metallic clang", 32 "teleport object in", 33 "teleport object out",
        34 "small water splash", 35 "medium water splash", 36 "large water splash", 37 "large water emergence",
        38 "small lava splash", 39 "medium lava splash", 40 "large lava splash", 41 "large lava emergence",
        42 "small sewage splash", 43 "medium sewage splash", 44 "large sewage splash",
        45 "large sewage emergence", 46 "small goo splash", 47 "medium goo splash", 48 "large goo splash",
        49 "large goo emergence", 50 "minor hummer projectile detonation",
        51 "major hummer projectile detonation", 52 "durandal hummer projectile detonation", 53 "hummer spark",
        54 "cyborg projectile detonation", 55 "cyborg blood splash", 56 "minor fusion dispersal",
        57 "major fusion dispersal", 58 "overloaded fusion dispersal", 59 "sewage yeti blood splash",
        60 "sewage yeti projectile detonation", 61 "water yeti blood splash", 62 "lava yeti blood splash",
        63 "lava yeti projectile detonation", 64 "yeti melee detonation", 65 "juggernaut spark",
        66 "juggernaut missile contrail", 67 "small jjaro splash", 68 "medium jjaro splash",
        69 "large jjaro splash", 70 "large jjaro emergence", 71 "civilian fusion blood splash",
        72 "assimilated civilian fusion blood splash";
}
