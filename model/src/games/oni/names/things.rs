//! Doors, consoles, triggers and what else is placed (`oni.md` 2.1, 2.4 to 2.17).

crate::names! {
    /// What an event does.
    pub EVENTS = "event", "oni.md 2.5":
        0 "None", 1 "Script", 2 "ActivateTurret", 3 "DeactivateTurret", 4 "ActivateConsole", 5 "DeactivateConsole",
        6 "ActivateAlarm", 7 "DeactivateAlarm", 8 "ActivateTrigger", 9 "DeactivateTrigger", 10 "LockDoor",
        11 "UnlockDoor";
    /// What lies there: four letters in reading order.
    pub POWER_UPS = "power-up", "oni.md 2.13":
        0x414D_4D42 "ballistic ammo", 0x414D_4D45 "energy cell", 0x4859_504F "hypo", 0x5348_4C44 "shield",
        0x494E_5649 "invisibility", 0x414C_5349 "LSI";
    /// What quads of the environment mark that are not drawn.
    pub MARKER_SORTS = "marker quads", "oni.md 3.2": 0 "room borders (ghosts)", 1 "stairs", 2 "door frames";
    /// How far a sound reaches: four letters, reversed in the file.
    pub SHAPES = "sound shape", "oni.md 2.14": 0x5350_4852 "sphere", 0x564C_4D45 "box";
}

crate::flag_names! {
    /// What every object carries.
    pub OBJECT_FLAGS = "object flags", "oni.md 2.1":
        0 "locked" "", 1 "placed in game" "", 2 "temporary" "",
        3 "gunk" "Its body is part of the environment: doors, consoles, furniture, turrets, triggers.";
    /// Consoles.
    pub CONSOLE_FLAGS = "console flags", "oni.md 2.4":
        0 "initialised" "Run time.",
        1 "used" "Run time.",
        2 "active" "Run time.",
        3 "initially active" "",
        4 "new" "Run time.",
        5 "punch" "Used with a punch.",
        6 "alarm" "Characters look for it on their own to raise the alarm.";
    /// Doors. The game keeps only 0x1795 of them on load.
    pub DOOR_FLAGS = "door flags", "oni.md 2.6":
        0 "initially locked" "",
        1 "locked" "Run time.",
        2 "in a door frame" "The frame's quad of the environment is not drawn.",
        4 "manual" "It does not open for who comes near.",
        5 "animating" "Run time.",
        6 "started" "Run time.",
        7 "double door" "",
        8 "mirror" "",
        9 "one way" "Locked, it still opens for one side.",
        10 "one way reversed" "It is the other side.",
        11 "jammed" "Run time.",
        12 "initially open" "",
        13 "stuck" "Run time.";
    /// Environment particles.
    pub PARTICLE_FLAGS = "particle flags", "oni.md 2.11": 1 "not initially created" "";
    /// Trigger volumes.
    pub VOLUME_FLAGS = "trigger volume flags", "oni.md 2.15":
        0 "entry once" "The entry script switches itself off.",
        1 "inside once" "The inside script switches itself off.",
        2 "exit once" "The exit script switches itself off.",
        3 "entry off" "",
        4 "inside off" "",
        5 "exit off" "",
        6 "off" "The whole volume is off.",
        7 "player only" "";
    /// Laser triggers. The game keeps only 0x38 of them on load.
    pub TRIGGER_FLAGS = "trigger flags", "oni.md 2.16":
        0 "initialised" "Run time.",
        1 "triggered" "Run time.",
        2 "active" "Run time.",
        3 "initially active" "",
        4 "reverse" "The emitters run backwards.",
        5 "ping-pong" "The emitters turn round at the end.",
        6 "hidden" "Run time.",
        7 "playing sound" "Run time.";
    /// Turrets.
    pub TURRET_FLAGS = "turret flags", "oni.md 2.17": 1 "initially active" "";
}
