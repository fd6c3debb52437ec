//! Terminals: what a group of lines is, colours.

crate::names! {
    /// What a group of a terminal does.
    pub GROUP_TYPES = "terminal group", "marathon.md 3.1":
        0 "logon", 1 "unfinished", 2 "success", 3 "failure", 4 "information", 5 "end", 6 "interlevel teleport",
        7 "intralevel teleport", 8 "checkpoint", 9 "sound", 10 "movie", 11 "track", 12 "pict", 13 "logoff",
        14 "camera", 15 "static", 16 "tag";
    /// Colours of terminal text; compilers accept the first eight.
    pub TEXT_COLOURS = "terminal colour", "marathon.md 1.2, 3.3; seed 001, ENUMERATIONS":
        0 "light green", 1 "white", 2 "red", 3 "dark green", 4 "light blue", 5 "yellow", 6 "dark red",
        7 "dark blue";
}
