//! Texts about references.

/// The pane without anything selected.
pub const NOTHING: &str = "Nothing is selected.";
/// What to do about it.
pub const HINT: &str = "Select something to see what it refers to and what refers to it.";
/// Forward.
pub const TO: &str = "Refers to";
/// Back.
pub const BY: &str = "Referred to by";
/// Nothing forward.
pub const NONE_TO: &str = "It refers to nothing.";
/// Nothing back.
pub const NONE_BY: &str = "Nothing refers to it.";
/// What was deleted meanwhile.
pub const GONE: &str = "deleted";
/// Of a step of the way.
pub const BACK_HELP: &str = "Back to here";
/// Of the button behind a long list.
pub const MORE_HELP: &str = "Show all of them in the Links pane";
/// Before the number of a line of a text.
pub const LINE: &str = "line";
/// Arrows of everything.
pub const ARROWS: [&str; 3] = ["Links: none", "Links: selection", "Links: all"];

/// Of a selection whose arrows would hide everything.
pub const TOO_MANY: &str = "Links: too many";

/// A tag.
pub fn tag(tag: &str, number: i128) -> String {
    super::sentence(&format!("{tag} {number}"))
}

/// A level that the file may not have.
pub fn level(number: i128) -> String {
    format!("Level {number}")
}

/// A row that does not exist.
pub fn missing(table: &str, number: i128) -> String {
    format!("{table}/{number} does not exist")
}

/// A reference that flags make.
pub fn by_flags(field: &str) -> String {
    format!("by its {}", field.to_lowercase())
}

/// A reference as a sentence.
pub fn line(to: bool, end: &str, field: &str) -> String {
    if to { format!("Refers to {end}: {field}") } else { format!("Referred to by {end}: {field}") }
}

/// The list with where its cursor is.
pub fn list(title: &str, here: &str) -> String {
    format!("Links of {title}: {here}")
}

/// A step of the way.
pub fn back_to(title: &str) -> String {
    format!("Back to {title}")
}

/// Behind a list that was cut.
pub fn more(count: usize) -> String {
    format!("{count} more…")
}

/// Asks before something goes that others refer to.
pub mod deleting {
    /// The title.
    pub fn title(what: &str) -> String {
        format!("Delete {what}?")
    }

    /// Above the list.
    pub fn count(count: usize) -> String {
        match count {
            1 => "One reference leads there:".to_owned(),
            many => format!("{many} references lead there:"),
        }
    }

    /// What a reference becomes.
    pub const NOTHING: &str = "They name nothing afterwards";
    /// The other choice.
    pub const INSTEAD: &str = "They name another one instead";
    /// The field of that choice.
    pub const NUMBER: &str = "Its number";
    /// The button.
    pub const DELETE: &str = "Delete";
    /// The tooltip of the button.
    pub const DELETE_HELP: &str = "Delete and mend the references in one step that can be undone";
    /// There is no such row, or it is deleted itself.
    pub const NO_ROW: &str = "there is no such one";

    /// Behind a list that was cut.
    pub fn more(count: usize) -> String {
        format!("… and {count} more")
    }
}
