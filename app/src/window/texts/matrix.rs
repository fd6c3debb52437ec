//! Texts of the matrix.

use levelwright_model::record::Refusal;

/// The pane.
pub const PANE: &str = "Matrix";
/// Heading of the names; marks a copied text with headings.
pub const OBJECT: &str = "Object";
/// Which objects.
pub const ROWS: &str = "Rows";
/// Those that are selected.
pub const SELECTION: &str = "The selection";
/// All.
pub const EVERYTHING: &str = "All objects";
/// What a query finds.
pub const QUERY: &str = "A query";
/// The query's field.
pub const QUERY_FIELD: &str = "Query of the matrix";
/// Its hint.
pub const QUERY_HINT: &str = "monster facing > 90";
/// All levels.
pub const ALL_LEVELS: &str = "All levels";
/// What that does.
pub const ALL_LEVELS_HELP: &str = "Rows of every level of the file, not only of the one that is shown.";
/// The menu of columns.
pub const COLUMNS: &str = "Columns";
/// What it does.
pub const COLUMNS_HELP: &str = "Choose which fields are shown. The choice is remembered for the game.";
/// Shows all.
pub const ALL_COLUMNS: &str = "All";
/// Shows none.
pub const NO_COLUMNS: &str = "None";
/// Copies cells.
pub const COPY: &str = "Copy with headings";
/// What that does.
pub const COPY_HELP: &str =
    "The chosen cells with headings and names, for a spreadsheet. Ctrl+C copies the cells alone.";
/// The field that sets the chosen cells.
pub const SET: &str = "Set the chosen cells";
/// What stands before it.
pub const SET_LABEL: &str = "Chosen cells:";
/// No rows.
pub const NO_ROWS: &str = "There are no rows.";
/// What to do about it.
pub const NO_ROWS_HINT: &str = "Select something, or choose other rows above.";
/// The script computes a value.
pub const COMPUTED: &str = "the script computes it";
/// The clipboard is empty.
pub const NOTHING_TO_PASTE: &str = "The clipboard holds no cells.";
/// Sorts.
pub const SORT_HELP: &str =
    "Sort by this column; again for the other direction; a third time for the order of the tree.";
/// Name of a transaction.
pub const PASTE: &str = "Paste cells";
/// The cell has nothing.
pub const BLANK: &str = "no such field";
/// Keys of the matrix, for the cheat sheet.
pub const KEYS: &[(&str, &str)] = &[
    ("Arrows, Page Up, Page Down, Home, End", "go to a cell; with Ctrl to the edge"),
    ("with Shift, or dragging", "choose a rectangle"),
    ("Ctrl+Space, Shift+Space, Ctrl+A", "choose the column, the row, everything"),
    ("Typing", "sets all chosen cells: a value, +10, *2, =row*16"),
    ("Enter, F2, double click", "edit the cell; a choice opens its list"),
    ("Ctrl+C, Ctrl+V", "copy and paste cells, as spreadsheets do"),
    ("Ctrl+Enter", "show the row's object in the viewport"),
];

/// The accessible name of a cell.
pub fn cell(column: &str, object: &str, text: Option<&str>) -> String {
    format!("{column} of {object}: {}", text.unwrap_or(BLANK))
}

/// The accessible name of the whole.
pub fn grid(at: &str) -> String {
    if at.is_empty() { PANE.to_owned() } else { format!("{PANE}, at {at}") }
}

/// A column's heading.
pub fn heading(column: &str) -> String {
    format!("Column {column}")
}

/// A column's button.
pub fn sort(column: &str) -> String {
    format!("Sort by {column}")
}

/// A row's heading.
pub fn row(object: &str) -> String {
    format!("Row {object}")
}

/// A cell's editor.
pub fn edit(column: &str, object: &str) -> String {
    format!("Edit {column} of {object}")
}

/// Rows and columns, in words.
pub fn size(rows: usize, columns: usize) -> String {
    format!("{}, {}", super::count(rows, "row", "rows"), super::count(columns, "column", "columns"))
}

/// What is chosen.
pub fn chosen(cells: usize) -> String {
    format!("{} chosen", super::count(cells, "cell", "cells"))
}

/// Why a cell was refused.
pub fn refused(row: usize, object: &str, column: &str, refusal: &Refusal) -> String {
    format!("row {row} ({object}), {column}: {refusal}")
}

/// A transaction that sets cells.
pub fn set_name(column: &str, columns: usize, rows: usize) -> String {
    let what = if columns > 1 { super::count(columns, "column", "columns") } else { column.to_owned() };
    if rows > 1 || columns > 1 {
        format!("Set {what} of {}", super::count(rows, "object", "objects"))
    } else {
        format!("Set {what}")
    }
}

fn block(rows: usize, columns: usize) -> String {
    format!("{} of {}", super::count(rows, "row", "rows"), super::count(columns, "cell", "cells"))
}

/// A pasted row is shorter or longer.
pub fn ragged(row: usize, has: usize, wide: usize) -> String {
    format!(
        "Nothing was pasted: line {row} of the clipboard holds {}, others {wide}.",
        super::count(has, "cell", "cells")
    )
}

/// The clipboard does not fit the rectangle.
pub fn other_size(rows: usize, columns: usize, want_rows: usize, want_columns: usize) -> String {
    format!(
        "Nothing was pasted: the clipboard holds {}, chosen are {}. Choose one cell, or a rectangle of that size.",
        block(rows, columns),
        block(want_rows, want_columns)
    )
}

/// The clipboard does not fit behind the cursor.
pub fn no_room(rows: usize, columns: usize, left_rows: usize, left_columns: usize) -> String {
    format!(
        "Nothing was pasted: the clipboard holds {}, from the chosen cell on there are only {}.",
        block(rows, columns),
        block(left_rows, left_columns)
    )
}

/// A pasted value has nowhere to go.
pub fn no_such_cell(row: usize, object: &str, column: &str) -> String {
    format!("Nothing was pasted: row {row} ({object}) has no {column}; its cell in the clipboard must be empty.")
}
