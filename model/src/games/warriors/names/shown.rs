//! Names and calls of files in messages and trees: a damaged file's may be of any length.

use std::borrow::Cow;

use crate::record::text::beginning;

/// More than twice what the game keeps of a name (`warriors.md` 1.12).
const MOST_NAME: usize = 60;
/// No call of the game's scripts is as long.
const MOST_CALL: usize = 2000;

/// A name of a file, on one line.
pub fn shown_name(name: &str) -> Cow<'_, str> {
    let short = beginning(name, MOST_NAME);
    if short.contains(char::is_control) { Cow::Owned(short.replace(char::is_control, " ")) } else { short }
}

/// A call of a script.
pub fn shown_call(call: &str) -> Cow<'_, str> {
    beginning(call, MOST_CALL)
}
