//! Texts about queries.

/// Under what is offered.
pub const KEYS: &str = "Down chooses, Tab takes";
/// The dialog that selects.
pub const SELECT: &str = "Select by query";
/// Its field.
pub const FIELD: &str = "Query";
/// The hint in it.
pub const HINT: &str = "monster and floor_height > 1";
/// All levels that were looked at.
pub const ALL_LEVELS: &str = "In all levels that were looked at";
/// The button.
pub const GO: &str = "Select them";
/// Of that button.
pub const GO_HELP: &str = "Select what the query finds";
/// The other button.
pub const ADD: &str = "Add to the selection";
/// Of that button.
pub const ADD_HELP: &str = "Keep what is selected and add what the query finds";

/// A cut list.
pub fn more(count: usize) -> String {
    format!("{count} more")
}

/// How many were found.
pub fn found(count: usize) -> String {
    format!("finds {}", super::count(count, "object", "objects"))
}
