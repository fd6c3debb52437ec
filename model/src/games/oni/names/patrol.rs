//! Patrol points (`oni.md` 2.12).

crate::names! {
    /// What a patrol point does.
    pub POINT_TYPES = "point type", "oni.md 2.12":
        0 "move to flag", 1 "stop", 2 "pause", 3 "look at flag", 4 "look at point", 5 "move to flag and face its way",
        6 "loop", 7 "movement mode", 8 "move to point", 9 "lock facing", 10 "move through flag",
        11 "move through point", 12 "stop looking", 13 "free facing", 14 "glance at flag", 15 "move near flag",
        16 "loop from", 17 "scan", 18 "stop scanning", 19 "move to flag and wait", 20 "call script",
        21 "call script and wait", 22 "ignore player", 23 "face flag and fire";
    /// How it moves. 8 to 12 exist as modes of the AI but crash the game in a patrol.
    pub MOVEMENT_MODES = "movement mode", "oni.md 2.12":
        0 "by alert level", 1 "stop", 2 "crouch", 3 "creep", 4 "walk without aiming", 5 "walk", 6 "run without aiming",
        7 "run", 8 "forwards", 9 "backwards", 10 "left", 11 "right", 12 "stopped";
}
