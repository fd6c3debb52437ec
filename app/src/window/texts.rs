//! Every text of the window that does not come from a game's tables.

pub mod bookmarks;
pub mod clipboard;
pub mod compare;
pub mod graph;
pub mod hints;
pub mod links;
pub mod making;
pub mod matrix;
pub mod preview;
pub mod problems;
pub mod query;
pub mod saving;
pub mod scripts;

/// The program's name.
pub const PROGRAM: &str = "Levelwright";
/// Under the name on the start page.
pub const TAGLINE: &str = "Open a level. See everything in it. Change it, and lose nothing.";

/// The menu of what a narrow bar has no room for.
pub const MORE: &str = "More";
/// What is in it.
pub const MORE_HELP: &str = "What is drawn, and what to bring into the picture";

/// Names of panes.
pub mod pane {
    /// The tree.
    pub const OBJECTS: &str = "Objects";
    /// The picture.
    pub const VIEWPORT: &str = "Viewport";
    /// Pane.
    pub const SECOND_VIEWPORT: &str = "Second viewport";
    /// The fields.
    pub const INSPECTOR: &str = "Inspector";
    /// The edits.
    pub const HISTORY: &str = "History";
    /// The stored bytes.
    pub const BYTES: &str = "Bytes";
    /// What was found.
    pub const PROBLEMS: &str = "Problems";
    /// Who refers to whom.
    pub const LINKS: &str = "Links";
    /// References as a picture.
    pub const GRAPH: &str = "Graph";
    /// What can be placed.
    pub const PALETTE: &str = "Place";
    /// What happened.
    pub const MESSAGES: &str = "Messages";
    /// The level running.
    pub const PREVIEW: &str = "Preview";
}

/// The filter of the tree.
pub const FILTER: &str = "Filter objects";
/// Hint in the empty filter.
pub const FILTER_HINT: &str = "Words, or a query";
/// Empties the filter.
pub const CLEAR_FILTER: &str = "Clear the filter";
/// The filter found nothing.
pub const NOTHING_FOUND: &str = "Nothing matches the filter.";
/// The level holds no objects.
pub const NO_OBJECTS: &str = "This level holds no objects.";
/// A document without a file.
pub const UNTITLED: &str = "Untitled";
/// Nothing is open.
pub const NOTHING_OPEN: &str = "Nothing is open.";
/// A click placed nothing.
pub const NO_FLOOR: &str = "There is no floor there.";
/// Nothing is selected.
pub const NOTHING_SELECTED: &str = "Nothing is selected.";
/// What to do about it.
pub const SELECT_HINT: &str = "Click something in the tree or in the viewport.";
/// There is nothing to undo.
pub const NO_EDITS: &str = "No edits yet.";
/// What will be there.
pub const EDITS_HINT: &str = "Everything you do is listed here and can be undone.";
/// The state as opened.
pub const AS_OPENED: &str = "As opened";
/// The state on disk.
pub const SAVED_MARK: &str = "saved";
/// Nothing was found.
pub const NO_PROBLEMS: &str = "No problems were found.";
/// Nothing happened yet.
pub const NO_MESSAGES: &str = "No messages yet.";
/// What will be there.
pub const MESSAGES_HINT: &str = "What was saved, refused or went wrong is kept here.";
/// The game has nothing to place.
pub const NOTHING_TO_PLACE: &str = "Nothing can be placed in this level.";
/// How placing works.
pub const PLACE_HINT: &str = "Choose one, then click in the viewport";
/// How making works.
pub const CREATE_HINT: &str = "Made at once, at the end of their list";
/// The game gives the level no picture.
pub const NO_SCENE: &str = "This level has no picture.";
/// Several values.
pub const MIXED: &str = "mixed";
/// Follow a link.
pub const GO_TO: &str = "Go to";
/// Word before stored numbers.
pub const RAW: &str = "raw";
/// The heading of fields without a group.
pub const GENERAL: &str = "General";
/// Recent files.
pub const RECENT: &str = "Recent files";
/// No recent files.
pub const NO_RECENT: &str = "Files you open are listed here.";
/// Drop files.
pub const DROP: &str = "… or drop level files or a game's folder onto this window.";
/// Samples.
pub const SAMPLES: &str = "Sample levels";
/// Game folders.
pub const FOLDERS: &str = "Game folders";
/// No game folders.
pub const NO_FOLDERS: &str = "Add the folder of a game and its levels are listed here by name. Nothing in it is changed \
                              until you save.";
/// Nothing in a game folder.
pub const NO_LEVELS: &str = "No levels were found in it.";
/// Takes a folder off the list.
pub const DROP_FOLDER: &str = "Take off the list";
/// Stops long work.
pub const STOP: &str = "Stop";
/// Ends standing side by side.
pub const ONE_ALONE: &str = "Leave this half";

/// The name of a document's half of the window.
pub fn half(document: &str) -> String {
    format!("Half of {document}")
}

/// Title of the path dialog for a folder.
pub const FOLDER_PATH: &str = "Add a game folder";
/// Adds a folder.
pub const ADD: &str = "Add";
/// Open button.
pub const OPEN: &str = "Open a level…";
/// The palette's search field.
pub const FIND_COMMAND: &str = "Type a command";
/// No command matches.
pub const NO_COMMAND: &str = "No command matches.";
/// The help of number fields.
pub const NUMBER_HELP: &str = "Type a value, or +10, -=10, *2, /2 to change it, or =row*16 to compute it (x: the present value, row: the \
                              position in its table, n: the place in the selection). Up and Down step it, Shift by ten.";
/// Question before losing edits.
pub const UNSAVED: &str = "Save the changes?";
/// First answer.
pub const SAVE: &str = "Save";
/// Second answer.
pub const DISCARD: &str = "Discard";
/// Third answer.
pub const CANCEL: &str = "Cancel";
/// Takes a note away.
pub const DISMISS: &str = "Dismiss";
/// Closes a dialog.
pub const CLOSE: &str = "Close";
/// Saving failed.
pub const NOT_SAVED: &str = "The file was not saved";
/// Opening failed.
pub const NOT_OPENED: &str = "The file was not opened";
/// What a person can do about a file that is no level.
pub fn opens(formats: impl Iterator<Item = &'static str>) -> String {
    format!("What can be opened: {}.", formats.collect::<Vec<_>>().join(", "))
}
/// A plan was refused.
pub const REFUSED: &str = "Nothing was changed";
/// No dialogs on this system.
pub const NO_CHOOSER: &str = "This system offers no file dialog (xdg-desktop-portal or zenity). Type the path:";
/// The label of the path field.
pub const PATH: &str = "Path";
/// Title of the path dialog for opening.
pub const OPEN_PATH: &str = "Open";
/// Title of the path dialog for saving.
pub const SAVE_PATH: &str = "Save as";
/// Heading of the cheat sheet.
pub const CHEAT_SHEET: &str = "Keys";
/// Mouse lines of the cheat sheet.
pub const MOUSE: &[(&str, &str)] = &[
    ("Click", "select; again on the same spot: what lies behind"),
    ("Alt + right click", "list everything under the pointer"),
    ("Ctrl + click", "add or take away"),
    ("Drag", "box select"),
    ("Drag an arrow, a square, the ring", "move along it, in its plane, turn; Escape abandons"),
    ("Ctrl + drag an arrow", "leave the originals, move copies"),
    ("Ctrl, Alt while dragging", "snap to the grid, snap the way moved"),
    ("X, Y, Z while dragging", "hold an axis, or let it go"),
    ("Digits while dragging", "squares of the grid, or degrees"),
    ("Right drag", "orbit (perspective) or pan (top)"),
    ("Middle drag", "pan"),
    ("Wheel", "zoom to the pointer"),
    ("W A S D, Q E with the right button", "fly (perspective)"),
    ("M, then two clicks", "measure; Escape leaves"),
];
/// Lines of the cheat sheet about the tree.
pub const TREE_KEYS: &[(&str, &str)] = &[
    ("Up, Down, Page Up, Page Down, Home, End", "go to a row and select it"),
    ("with Shift", "select everything up to it"),
    ("with Ctrl", "go there and leave the selection"),
    ("Space", "add the row to the selection or take it away"),
    ("Right, Left", "open, close, to the group above"),
    ("Enter", "open a group; show an object in the viewport"),
    ("Letters and digits", "the next row that begins with them"),
];
/// About.
pub const ABOUT: &str = "An editor for the level objects of four classic games. It opens their original files, keeps every byte it \
                        does not understand, and writes files that the original games read.";
/// Fonts' notice.
pub const FONTS: &str =
    "Fonts: Ubuntu (Ubuntu font licence), Hack, Noto Emoji and emoji-icon-font (SIL Open Font Licence).";
/// Makes a document editable.
pub const ACCEPT: &str = "Edit it all the same";

/// A label as the beginning of a line: with a capital.
pub fn sentence(label: &str) -> String {
    let mut letters = label.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// Under a sample's name.
pub const SAMPLE_HINT: &str = "Little levels made for this program; saving asks where to.";

/// The name of a sample's tile.
pub fn open_sample(format: &str) -> String {
    format!("Open the sample: {format}")
}

/// The tree as one control, with the row that the keys are at.
pub fn tree(row: &str) -> String {
    format!("Tree of objects, at {row}")
}

/// What was found under the pointer.
pub const UNDER: &str = "Under the pointer";

/// Sets a link by pointing.
pub const PICK: &str = "Pick";
/// What that does.
pub const PICK_HELP: &str = "Then click what it shall lead to, in the viewport or in the tree. Escape gives up.";

/// The status while a link waits.
pub fn picking(label: &str) -> String {
    format!("click what “{label}” shall lead to (Escape gives up)")
}

/// A link cannot lead there.
pub fn no_goal(label: &str) -> String {
    format!("{label} cannot lead there")
}

/// Removes an entry of a list.
pub const REMOVE: &str = "Remove";
/// Moves it up.
pub const UP: &str = "Move up";
/// Moves it down.
pub const DOWN: &str = "Move down";
/// Copies it.
pub const COPY: &str = "Copy";
/// What adding does.
pub const ADD_HELP: &str = "A new entry at the end, everything in it 0";

/// A transaction that changes a list.
pub fn list_change(list: &str, change: super::panes::lists::Change) -> String {
    use super::panes::lists::Change;
    match change {
        Change::Add => format!("Add to {list}"),
        Change::Copy(_) => format!("Copy in {list}"),
        Change::Remove(_) => format!("Remove from {list}"),
        Change::Move(..) => format!("Reorder {list}"),
    }
}

/// How many of something.
pub fn count(number: usize, one: &str, many: &str) -> String {
    if number == 1 { format!("1 {one}") } else { format!("{} {many}", grouped(number)) }
}

/// A number of things with its thousands apart, from ten thousand on.
pub fn grouped(number: usize) -> String {
    let digits = number.to_string();
    if digits.len() < 5 {
        return digits;
    }
    let mut out = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            out.push(',');
        }
        out.push(digit);
    }
    out
}

/// The question before closing.
pub fn unsaved(file: &str) -> String {
    format!("{file} has changes that are not on disk yet. If you discard them they are gone.")
}

/// A transaction that sets one field.
pub fn set_name(field: &str, count: usize) -> String {
    if count > 1 { format!("Set {field} of {count} objects") } else { format!("Set {field}") }
}

/// A plan's name with how many it works on.
pub fn plan_name(plan: &str, count: usize) -> String {
    if count > 1 { format!("{plan} ({count} objects)") } else { plan.to_owned() }
}

/// Of a mixed selection, what a plan does not work on.
pub fn left_alone<'a>(kinds: impl Iterator<Item = (&'a str, usize)>) -> String {
    const NAMED: usize = 4;
    let kinds: Vec<(&str, usize)> = kinds.collect();
    let count: usize = kinds.iter().map(|(_, count)| count).sum();
    let named: Vec<&str> = kinds.iter().map(|(kind, _)| *kind).take(NAMED).collect();
    let more = match kinds.len().saturating_sub(NAMED) {
        0 => String::new(),
        1 => " and one more kind".to_owned(),
        more => format!(" and {more} more kinds"),
    };
    format!("{count} stayed as they are, for this cannot be done with them: {}{more}.", named.join(", "))
}

/// Saved.
pub fn saved(file: &str) -> String {
    format!("{file} was saved and read back.")
}

/// The label of a flag bit for screen readers.
pub fn flag(field: &str, flag: &str) -> String {
    format!("{field}: {flag}")
}

/// An element of a vector or an array.
pub fn element(field: &str, at: usize) -> String {
    format!("{field} {at}")
}

/// Axis names of short vectors.
pub const AXES: [&str; 4] = ["X", "Y", "Z", "W"];

/// A field that not every selected object has.
pub fn some_have(have: usize, all: usize) -> String {
    format!("{have} of the {all} selected objects have this field")
}

/// Some textures are not drawn: `out` of `all`, which may take so many megabytes together.
pub fn textures_left_out(out: usize, all: usize, megabytes: u64) -> String {
    format!(
        "{out} of {all} textures are shown as their mean colour: together they may take {megabytes} MB on the graphics card"
    )
}
