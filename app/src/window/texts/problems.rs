//! Texts about problems.

/// The filter.
pub const FILTER: &str = "Filter problems";
/// Its hint.
pub const FILTER_HINT: &str = "Filter by words";
/// The choice of the order.
pub const ORDER: &str = "Order of problems";
/// Orders: severity, kind, object.
pub const ORDERS: [&str; 3] = ["Worst first", "By kind", "By object"];
/// Only the shown level.
pub const ONE_LEVEL: &str = "This level only";
/// Of that switch.
pub const ONE_LEVEL_HELP: &str = "Leave out problems of other levels that were looked at";
/// Ignored ones as well.
pub const SHOW_IGNORED: &str = "Show ignored";
/// Of that switch.
pub const SHOW_IGNORED_HELP: &str = "Show problems that you ignore, greyed";
/// Checks the levels that were not looked at.
pub const CHECK_ALL: &str = "Check all levels";
/// Of that button.
pub const CHECK_ALL_HELP: &str = "Levels are read when they are first shown: read the others too and check them";
/// The checks are at work.
pub const CHECKING: &str = "checking…";
/// A check gave up.
pub const FAILED: &str = "A check failed on this level. The list may be out of date.";
/// Nothing is chosen.
pub const NONE_CHOSEN: &str = "Choose a problem to read what it means and what can be done.";
/// What it means.
pub const MEANS: &str = "What it means";
/// Go to the object.
pub const GO: &str = "Go to";
/// Of that button.
pub const GO_HELP: &str = "Select the object and show it";
/// Go to the field.
pub const FIELD: &str = "Show the field";
/// Of that button.
pub const FIELD_HELP: &str = "Select the object and scroll the inspector to the field";
/// Ignore one.
pub const IGNORE: &str = "Ignore";
/// Of that button.
pub const IGNORE_HELP: &str = "Do not list it until the record changes. Kept in your own data, not in the file";
/// Hear of it again.
pub const MIND: &str = "No longer ignore";
/// Of that button.
pub const MIND_HELP: &str = "List it again";
/// Forget an entry that matches nothing.
pub const FORGET: &str = "Forget";
/// Of that button.
pub const FORGET_HELP: &str = "Take it off the list of what you ignore";
/// Nothing can be done by a button.
pub const NO_FIX: &str = "There is no fix by button: what is meant only you know.";
/// Above the changes.
pub const CHANGES: &str = "It would change";
/// No change.
pub const NO_CHANGE: &str = "Nothing would change.";
/// Do it.
pub const APPLY: &str = "Apply";
/// Of that button.
pub const APPLY_HELP: &str = "Carry it out as one edit";
/// Do it everywhere.
pub const ALL_HELP: &str = "Show what fixing all of this kind would change";
/// Behind an ignored one that is gone.
pub const NO_LONGER: &str = "ignored, no longer there as it was";

/// The fix for all of a kind.
pub fn all_of_kind(fix: &str, count: usize) -> String {
    format!("{fix}: all {count}")
}

/// Ignore all of a kind.
pub fn ignore_all(count: usize) -> String {
    format!("Ignore all {count} of this kind")
}

/// How many of each sort.
pub fn counts(errors: usize, warnings: usize, notes: usize) -> String {
    let one = |count: usize, one: &str, many: &str| super::count(count, one, many);
    [one(errors, "error", "errors"), one(warnings, "warning", "warnings"), one(notes, "note", "notes")].join(", ")
}

/// Some were fixed.
pub fn fixed(count: usize) -> String {
    format!("Fixed: {}", super::count(count, "problem", "problems"))
}

/// Some could not be.
pub fn not_fixed(count: usize, first: &str) -> String {
    match count {
        1 => format!("Not fixed: {first}"),
        many => format!("{many} were not fixed; the first: {first}"),
    }
}

/// Refusals in a preview.
pub fn refused(count: usize, first: &str) -> String {
    not_fixed(count, first)
}

/// A cut list.
pub fn more(count: usize) -> String {
    format!("… and {count} more")
}

/// The list of ignored problems.
pub fn not_read(error: &str) -> String {
    format!("What you ignore could not be read: {error}")
}

/// The list of ignored problems.
pub fn not_kept(error: &str) -> String {
    format!("What you ignore could not be kept: {error}")
}

/// How many levels nothing is known of.
pub fn unseen(levels: usize) -> String {
    if levels == 1 { "1 level is not checked yet".to_owned() } else { format!("{levels} levels are not checked yet") }
}
