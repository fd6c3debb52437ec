//! What characters are like (`oni.md` 2.2, 2.3, 2.10).

crate::names! {
    /// What a character does while nothing disturbs it.
    pub JOBS = "job", "oni.md 2.2":
        0 "None", 1 "Idle", 2 "Guard", 3 "Patrol", 4 "TeamBattle", 5 "Combat", 6 "Melee", 7 "Alarm", 8 "Neutral",
        9 "Panic";
    /// Whose side it is on.
    pub TEAMS = "team", "oni.md 2.2":
        0 "Konoko", 1 "TCTF", 2 "Syndicate", 3 "Neutral", 4 "SecurityGuard", 5 "RogueKonoko", 6 "Switzerland",
        7 "SyndicateAccessory";
    /// How alert it is.
    pub ALERTS = "alert", "oni.md 2.2": 0 "Lull", 1 "Low", 2 "Medium", 3 "High", 4 "Combat";
    /// How it goes after an enemy.
    pub PURSUITS = "pursuit", "oni.md 2.2":
        0 "None", 1 "Forget", 2 "GoTo", 3 "Wait", 4 "Look", 5 "Move", 6 "Hunt", 7 "Glance";
    /// What it does when the enemy is lost.
    pub PURSUIT_LOST = "pursuit lost", "oni.md 2.2": 0 "ReturnToJob", 1 "KeepLooking", 2 "FindAlarm";
    /// How it fights at a distance.
    pub BEHAVIOURS = "behaviour", "oni.md 2.3":
        0 "None", 1 "Stare", 2 "HoldAndFire", 3 "FiringCharge", 4 "Melee", 5 "BarabasShoot", 6 "BarabasAdvance",
        7 "BarabasMelee", 8 "SuperNinjaFireball", 9 "SuperNinjaAdvance", 10 "SuperNinjaMelee", 11 "RunForAlarm",
        12 "MutantMuroMelee", 13 "MuroThunderbolt";
    /// When it fights hand to hand instead.
    pub MELEE_OVERRIDES = "melee override", "oni.md 2.3":
        0 "None", 1 "IfPunched", 2 "Cancelled", 3 "ShortRange", 4 "MediumRange", 5 "AlwaysMelee";
    /// What it does without a gun.
    pub NO_GUN = "no gun behaviour", "oni.md 2.3": 0 "Melee", 1 "Retreat", 2 "RunForAlarm";
}

crate::flag_names! {
    /// What is special about a character.
    pub CHARACTER_FLAGS = "character flags", "oni.md 2.2":
        0 "player" "The player's own character; exactly one has it.",
        1 "random costume" "",
        2 "not initially present" "Not there when the level starts; a script makes it.",
        3 "non-combatant" "",
        4 "may spawn many times" "Scripts can make it again although it was made before.",
        5 "spawned" "Run time: the game clears it on load, though some shipped objects have it.",
        6 "unkillable" "",
        7 "infinite ammo" "",
        8 "omniscient" "",
        9 "has LSI" "Carries the LSI and drops it.",
        10 "boss" "",
        11 "upgrade difficulty" "",
        12 "no auto drop" "";
    /// Teams, one bit each; bits above 7 are set in the game's own files.
    pub TEAM_MASK = "team mask", "oni.md 2.15":
        0 "Konoko" "", 1 "TCTF" "", 2 "Syndicate" "", 3 "Neutral" "", 4 "SecurityGuard" "", 5 "RogueKonoko" "",
        6 "Switzerland" "", 7 "SyndicateAccessory" "";
    /// How a conversation goes.
    pub NEUTRAL_FLAGS = "neutral flags", "oni.md 2.10, 2.21":
        0 "one conversation only" "It does not talk again.",
        1 "one give only" "It does not give again.",
        2 "cannot be broken off" "";
    /// What else is given.
    pub GIFTS = "gifts", "oni.md 2.10": 0 "shield" "", 1 "invisibility" "", 2 "LSI" "";
    /// What happens at a line of dialogue.
    pub LINE_FLAGS = "line flags", "oni.md 2.10":
        0 "player speaks" "",
        1 "gives items" "",
        2 "waits for speaker's animation" "",
        3 "waits for listener's animation" "";
}
