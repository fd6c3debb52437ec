//! Texts of the comparison.

/// The pane.
pub const PANE: &str = "Compare";
/// The menu of what to compare with.
pub const WITH: &str = "Compare with";
/// What it does.
pub const WITH_HELP: &str = "What was saved, another open document, a backup, what a crash left, or a file.";
/// What was saved or opened.
pub const SAVED: &str = "What was saved last";
/// A file.
pub const CHOOSE: &str = "A file…";
/// The filter.
pub const FILTER: &str = "Filter differences";
/// Takes everything over.
pub const TAKE_ALL: &str = "Take all shown";
/// What that does.
pub const TAKE_ALL_HELP: &str = "Makes everything in the list here what it is there, as one edit.";
/// Takes one thing over.
pub const TAKE: &str = "Take";
/// What that does.
pub const TAKE_HELP: &str = "Makes it here what it is there. Numbers that name other things follow.";
/// The other way round.
pub const SWAP: &str = "Other way round";
/// What that does.
pub const SWAP_HELP: &str = "Brings the other document to the front, to take over there what is here.";
/// Copies the edits.
pub const SCRIPT: &str = "Copy edits as script";
/// What that does.
pub const SCRIPT_HELP: &str = "The edits that make the other of this, for “levelwright apply”.";
/// Said after it.
pub const SCRIPT_COPIED: &str = "The edits were copied as a script.";
/// Nothing was compared yet.
pub const NOTHING: &str = "Nothing is compared.";
/// What to do about it.
pub const NOTHING_HINT: &str = "Choose what to compare this document with.";
/// No difference.
pub const SAME: &str = "There is no difference.";
/// The bar.
pub const RUNNING: &str = "Comparing";
/// It was stopped.
pub const STOPPED: &str = "The comparison was stopped.";
/// The worker broke off.
pub const BROKE_OFF: &str = "The comparison broke off.";
/// What it was compared with is gone.
pub const CLOSED: &str = "What was to be compared is not open any more.";
/// An edit came between.
pub const STALE: &str = "the document was edited since it was compared";
/// What belongs to no level.
pub const FILE: &str = "The file as a whole";
/// A thing that is only there.
pub const ADDED: &str = "only there";
/// A thing that is only here.
pub const REMOVED: &str = "only here";

/// Of different games.
pub fn other_game(other: &str, own: &str) -> String {
    format!("That is a file of {other}, this one is of {own}.")
}

/// A level that only this document has.
pub fn only_here(name: &str) -> String {
    format!("Level “{name}” is only here; whole levels are not taken over.")
}

/// A level that only the other has.
pub fn only_there(at: u32) -> String {
    format!("Level {at} is only there; whole levels are not taken over.")
}

/// A backup.
pub fn backup(time: &str) -> String {
    format!("Backup of {time} UTC")
}

/// A journal.
pub fn journal(name: &str) -> String {
    format!("Recovered edits of {name}")
}

/// How much differs.
pub fn summary(count: usize, with: &str) -> String {
    format!("{}, here ➡ {with}", super::count(count, "difference", "differences"))
}

/// A level with how much of it differs.
pub fn level(name: &str, count: usize) -> String {
    format!("{name}, {count}")
}

/// It stands elsewhere.
pub fn moved(place: &str) -> String {
    format!("stands at {place} there")
}

/// Bytes that no field shows.
pub fn bytes(count: usize) -> String {
    format!("{} differ", super::count(count, "byte", "bytes"))
}

/// A field's value, or none.
pub fn value(value: Option<&str>) -> String {
    value.filter(|v| !v.is_empty()).unwrap_or("–").to_owned()
}

/// A field with both values, for screen readers.
pub fn field(field: &str, old: &str, new: &str) -> String {
    format!("{field}: {old} here, {new} there")
}

/// The button of a line.
pub fn take(title: &str) -> String {
    format!("Take {title}")
}

/// A transaction.
pub fn taken(count: usize, from: &str) -> String {
    format!("Take over {} from {from}", super::count(count, "difference", "differences"))
}
