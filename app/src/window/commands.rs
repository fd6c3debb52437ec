//! Every command once: menus, palette, keys and the cheat sheet are made from this list.

use egui::{Key, KeyboardShortcut, Modifiers};

use super::dock::Pane;
use super::files::PreviewFile;
pub use super::key_page::key_page;
pub use super::keys::pressed;

/// A command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Open files.
    Open,
    /// List the levels of a game's folder.
    AddFolder,
    /// Save the document.
    Save,
    /// Save it elsewhere.
    SaveAs,
    /// Show what saving would change.
    ShowChanges,
    /// Show that before each save, or not.
    AskBeforeSaving,
    /// List and restore backups.
    Backups,
    /// Show again what a crash left.
    Recover,
    /// Close the document.
    Close,
    /// Leave the program.
    Quit,
    /// One edit back.
    Undo,
    /// One edit forward.
    Redo,
    /// Compare the document with a file.
    CompareFile,
    /// Copy what is selected as text.
    Copy,
    /// Copy and delete it.
    Cut,
    /// Paste copied objects where they stood.
    Paste,
    /// Paste them in the middle of the view.
    PasteInView,
    /// Run the game's `duplicate` plan.
    Duplicate,
    /// Make several copies, each moved on.
    CopiesInRow,
    /// Run the game's `delete` plan.
    Delete,
    /// Select everything that is shown in the tree.
    SelectAll,
    /// Select nothing.
    SelectNone,
    /// Select all of the kinds that are selected.
    SelectSimilar,
    /// Select what a query finds.
    SelectByQuery,
    /// Move the selection a little.
    Nudge(Way),
    /// Turn the selection by an eighth of a turn.
    TurnLeft,
    /// The other way.
    TurnRight,
    /// Show what is selected.
    Focus,
    /// Show everything.
    FocusAll,
    /// From above.
    Top,
    /// In perspective.
    Perspective,
    /// Other colours of surfaces.
    NextColouring,
    /// Textures on and off.
    Textures,
    /// Grid on and off.
    Grid,
    /// Labels on and off.
    Labels,
    /// Arrows of references: none, of the selection, all.
    NextArrows,
    /// Hide what is selected.
    Hide,
    /// Hide everything else.
    Isolate,
    /// Hide nothing.
    ShowAll,
    /// Lock what is selected.
    Lock,
    /// Lock nothing.
    UnlockAll,
    /// Put the focus into the tree.
    Tree,
    /// Put the cursor into the tree's filter.
    Find,
    /// The next document.
    NextDocument,
    /// Measure in the picture.
    Measure,
    /// Hints in the status bar, or none.
    Hints,
    /// Two documents next to each other, or one alone.
    SideBySide,
    /// Open a file beside the document in front.
    OpenBeside,
    /// Light and dark.
    SwitchLook,
    /// Larger.
    Larger,
    /// Smaller.
    Smaller,
    /// As large as the system says.
    NormalSize,
    /// Bring a pane to the front, or back.
    Show(Pane),
    /// Panes as they were at first.
    ResetLayout,
    /// Play the preview, or pause it; start one if there is none.
    PreviewPlay,
    /// One tick on.
    PreviewStep,
    /// One tick back.
    PreviewStepBack,
    /// The walker uses what is before it.
    PreviewUse,
    /// Read a scenario for the preview, or write its scenario or its log.
    PreviewFile(PreviewFile),
    /// The command palette.
    Palette,
    /// The keys.
    CheatSheet,
    /// About the program.
    About,
}

/// A way to move something a little.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// East.
    East,
    /// West.
    West,
    /// North.
    North,
    /// South.
    South,
    /// Up.
    Up,
    /// Down.
    Down,
}

impl Way {
    /// The direction, of length 1.
    pub fn direction(self) -> glam::Vec3 {
        match self {
            Way::East => glam::Vec3::X,
            Way::West => glam::Vec3::NEG_X,
            Way::North => glam::Vec3::Y,
            Way::South => glam::Vec3::NEG_Y,
            Way::Up => glam::Vec3::Z,
            Way::Down => glam::Vec3::NEG_Z,
        }
    }
}

/// The menus, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Menu {
    /// Files.
    File,
    /// Edits.
    Edit,
    /// Selection and visibility.
    Select,
    /// The picture and the window.
    View,
    /// Panes.
    Panes,
    /// Help.
    Help,
}

impl Menu {
    /// All menus.
    pub const ALL: [Menu; 6] = [Menu::File, Menu::Edit, Menu::Select, Menu::View, Menu::Panes, Menu::Help];

    /// Its name.
    pub const fn label(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Edit => "Edit",
            Menu::Select => "Select",
            Menu::View => "View",
            Menu::Panes => "Panes",
            Menu::Help => "Help",
        }
    }
}

/// Everything about a command.
#[derive(Debug)]
pub struct Spec {
    /// The command.
    pub command: Command,
    /// Identifier.
    pub key: &'static str,
    /// Its name.
    pub label: &'static str,
    /// What it does.
    pub doc: &'static str,
    /// Its menu.
    pub menu: Menu,
    /// Its keys.
    pub keys: &'static [KeyboardShortcut],
    /// Whether the keys work while a text field has the focus.
    pub in_text: bool,
}

const CTRL: Modifiers = Modifiers::COMMAND;
const CTRL_SHIFT: Modifiers = Modifiers { shift: true, ..Modifiers::COMMAND };
const CTRL_ALT: Modifiers = Modifiers { alt: true, ..Modifiers::COMMAND };
const NONE: Modifiers = Modifiers::NONE;
const SHIFT: Modifiers = Modifiers::SHIFT;
const ALT: Modifiers = Modifiers::ALT;

const fn key(modifiers: Modifiers, key: Key) -> KeyboardShortcut {
    KeyboardShortcut::new(modifiers, key)
}

const fn spec(
    command: Command,
    menu: Menu,
    key: &'static str,
    label: &'static str,
    doc: &'static str,
    keys: &'static [KeyboardShortcut],
) -> Spec {
    Spec { command, key, label, doc, menu, keys, in_text: false }
}

const fn always(spec: Spec) -> Spec {
    Spec { in_text: true, ..spec }
}

/// The list. Commands of a menu stand in the menu's order.
pub static COMMANDS: &[Spec] = &[
    always(spec(Command::Open, Menu::File, "open", "Open…", "Open level files", &[key(CTRL, Key::O)])),
    always(spec(
        Command::OpenBeside,
        Menu::File,
        "open_beside",
        "Open beside…",
        "Open a file next to this document",
        &[key(ALT, Key::O)],
    )),
    always(spec(
        Command::AddFolder,
        Menu::File,
        "add_folder",
        "Add a game folder…",
        "List the levels of a game's folder on the start page",
        &[key(CTRL_SHIFT, Key::O)],
    )),
    always(spec(Command::Save, Menu::File, "save", "Save", "Write the file and read it back", &[key(CTRL, Key::S)])),
    always(spec(
        Command::SaveAs,
        Menu::File,
        "save_as",
        "Save as…",
        "Write to another file",
        &[key(CTRL_SHIFT, Key::S)],
    )),
    spec(
        Command::ShowChanges,
        Menu::File,
        "show_changes",
        "Show changes…",
        "What saving would change",
        &[key(CTRL_SHIFT, Key::D)],
    ),
    spec(
        Command::AskBeforeSaving,
        Menu::File,
        "ask_before_saving",
        "Show changes before saving",
        "On or off: each save first shows what it changes",
        &[key(ALT, Key::D)],
    ),
    spec(
        Command::Backups,
        Menu::File,
        "backups",
        "Backups…",
        "What saves overwrote, to put it back",
        &[key(CTRL_SHIFT, Key::B)],
    ),
    spec(
        Command::CompareFile,
        Menu::File,
        "compare_file",
        "Compare with a file…",
        "See what differs from another file, and take over what you want",
        &[key(CTRL_ALT, Key::O)],
    ),
    spec(
        Command::Recover,
        Menu::File,
        "recover",
        "Recover edits…",
        "What a crash left: edits that are in no file",
        &[key(CTRL_SHIFT, Key::R)],
    ),
    always(spec(Command::Close, Menu::File, "close", "Close", "Close the document", &[key(CTRL, Key::W)])),
    always(spec(Command::Quit, Menu::File, "quit", "Quit", "Leave the program", &[key(CTRL, Key::Q)])),
    spec(Command::Undo, Menu::Edit, "undo", "Undo", "One edit back", &[key(CTRL, Key::Z)]),
    spec(Command::Redo, Menu::Edit, "redo", "Redo", "One edit forward", &[key(CTRL_SHIFT, Key::Z), key(CTRL, Key::Y)]),
    spec(Command::Cut, Menu::Edit, "cut", "Cut", "Copy what is selected as text and delete it", &[key(CTRL, Key::X)]),
    spec(Command::Copy, Menu::Edit, "copy", "Copy", "Copy what is selected as text", &[key(CTRL, Key::C)]),
    spec(Command::Paste, Menu::Edit, "paste", "Paste", "Paste copied objects where they stood", &[key(CTRL, Key::V)]),
    spec(
        Command::PasteInView,
        Menu::Edit,
        "paste_in_view",
        "Paste in view",
        "Paste copied objects in the middle of what the viewport shows",
        &[key(CTRL_ALT, Key::V)],
    ),
    spec(
        Command::CopiesInRow,
        Menu::Edit,
        "copies_in_row",
        "Copies in a row…",
        "Several copies of what is selected, each moved on, with numbers that grow",
        &[key(CTRL_ALT, Key::D)],
    ),
    spec(Command::Duplicate, Menu::Edit, "duplicate", "Duplicate", "Copy what is selected", &[key(CTRL, Key::D)]),
    spec(Command::Delete, Menu::Edit, "delete", "Delete", "Delete what is selected", &[key(NONE, Key::Delete)]),
    spec(
        Command::TurnLeft,
        Menu::Edit,
        "turn_left",
        "Turn left",
        "Turn what is selected by 45° to the left",
        &[key(NONE, Key::Comma)],
    ),
    spec(
        Command::TurnRight,
        Menu::Edit,
        "turn_right",
        "Turn right",
        "Turn what is selected by 45° to the right",
        &[key(NONE, Key::Period)],
    ),
    nudge(Way::East, "nudge_east", "Nudge east", &[key(ALT, Key::ArrowRight)]),
    nudge(Way::West, "nudge_west", "Nudge west", &[key(ALT, Key::ArrowLeft)]),
    nudge(Way::North, "nudge_north", "Nudge north", &[key(ALT, Key::ArrowUp)]),
    nudge(Way::South, "nudge_south", "Nudge south", &[key(ALT, Key::ArrowDown)]),
    nudge(Way::Up, "nudge_up", "Nudge up", &[key(ALT, Key::PageUp)]),
    nudge(Way::Down, "nudge_down", "Nudge down", &[key(ALT, Key::PageDown)]),
    spec(
        Command::SelectAll,
        Menu::Select,
        "select_all",
        "Select all",
        "Everything the tree shows of this level",
        &[key(CTRL, Key::A)],
    ),
    spec(
        Command::SelectNone,
        Menu::Select,
        "select_none",
        "Select nothing",
        "Empty the selection, or leave the tool",
        &[key(NONE, Key::Escape)],
    ),
    spec(
        Command::SelectSimilar,
        Menu::Select,
        "select_similar",
        "Select similar",
        "All objects of the kinds that are selected",
        &[key(CTRL_SHIFT, Key::A)],
    ),
    spec(
        Command::SelectByQuery,
        Menu::Select,
        "select_by_query",
        "Select by query…",
        "Everything that a query finds, in this level or in all",
        &[key(CTRL_SHIFT, Key::F)],
    ),
    always(spec(
        Command::Tree,
        Menu::Select,
        "tree",
        "Go to the tree",
        "Choose objects with the arrow keys; typing finds a row",
        &[key(CTRL, Key::E)],
    )),
    always(spec(
        Command::Find,
        Menu::Select,
        "find",
        "Filter objects",
        "Go to the tree's filter",
        &[key(CTRL, Key::F)],
    )),
    spec(Command::Hide, Menu::Select, "hide", "Hide", "Hide what is selected", &[key(NONE, Key::H), key(CTRL, Key::H)]),
    spec(
        Command::Isolate,
        Menu::Select,
        "isolate",
        "Isolate",
        "Hide everything else",
        &[key(SHIFT, Key::H), key(CTRL_SHIFT, Key::H)],
    ),
    spec(Command::ShowAll, Menu::Select, "show_all", "Show all", "Hide nothing", &[key(ALT, Key::H)]),
    spec(
        Command::Lock,
        Menu::Select,
        "lock",
        "Lock",
        "What is selected cannot be clicked any more",
        &[key(NONE, Key::L), key(CTRL, Key::L)],
    ),
    spec(Command::UnlockAll, Menu::Select, "unlock_all", "Unlock all", "Lock nothing", &[key(ALT, Key::L)]),
    spec(
        Command::Focus,
        Menu::View,
        "focus",
        "Show selection",
        "Move the camera to the selection",
        &[key(NONE, Key::F)],
    ),
    spec(Command::FocusAll, Menu::View, "focus_all", "Show everything", "The whole level", &[key(NONE, Key::Home)]),
    spec(Command::Top, Menu::View, "top", "From above", "Look straight down", &[key(NONE, Key::Num1)]),
    spec(Command::Perspective, Menu::View, "perspective", "Perspective", "Look from the side", &[key(NONE, Key::Num2)]),
    spec(
        Command::NextColouring,
        Menu::View,
        "colouring",
        "Next colouring",
        "Colour surfaces by type, height, light, medium or texture",
        &[key(NONE, Key::C)],
    ),
    spec(
        Command::Textures,
        Menu::View,
        "textures",
        "Textures",
        "Show or hide textures where the level has them; they are worn while colours tell type or texture",
        &[key(SHIFT, Key::T)],
    ),
    spec(Command::Grid, Menu::View, "grid", "Grid", "Show or hide the grid", &[key(NONE, Key::G)]),
    spec(
        Command::Measure,
        Menu::View,
        "measure",
        "Measure",
        "Two clicks in the viewport tell how far it is",
        &[key(NONE, Key::M)],
    ),
    spec(Command::Labels, Menu::View, "labels", "Labels", "Show or hide names in the picture", &[key(NONE, Key::T)]),
    spec(
        Command::NextArrows,
        Menu::View,
        "arrows",
        "Arrows of links",
        "Draw references as arrows: none, those of the selection, or all",
        &[key(NONE, Key::R)],
    ),
    always(spec(
        Command::SwitchLook,
        Menu::View,
        "look",
        "Light or dark",
        "Change the window's colours",
        &[key(CTRL_SHIFT, Key::L)],
    )),
    always(spec(
        Command::Larger,
        Menu::View,
        "larger",
        "Larger",
        "Everything larger",
        &[key(CTRL, Key::Plus), key(CTRL, Key::Equals)],
    )),
    always(spec(Command::Smaller, Menu::View, "smaller", "Smaller", "Everything smaller", &[key(CTRL, Key::Minus)])),
    always(spec(Command::NormalSize, Menu::View, "normal_size", "Normal size", "100 %", &[key(CTRL, Key::Num0)])),
    always(spec(
        Command::NextDocument,
        Menu::View,
        "next_document",
        "Next document",
        "Bring the next open document to the front",
        &[key(CTRL, Key::Tab)],
    )),
    always(spec(
        Command::SideBySide,
        Menu::View,
        "side_by_side",
        "Side by side",
        "This document and the next one next to each other, or one alone again",
        &[key(CTRL, Key::Backslash)],
    )),
    pane(Pane::Objects, "pane_objects", "The tree of all objects", &[key(ALT, Key::Num1)]),
    pane(Pane::Viewport, "pane_viewport", "The picture of the level", &[key(ALT, Key::Num2)]),
    pane(Pane::Inspector, "pane_inspector", "The fields of what is selected", &[key(ALT, Key::Num3)]),
    pane(Pane::Place, "pane_place", "What can be placed", &[key(ALT, Key::Num4)]),
    pane(Pane::History, "pane_history", "All edits", &[key(ALT, Key::Num5)]),
    pane(Pane::Bytes, "pane_bytes", "The stored bytes of what is selected", &[key(ALT, Key::Num6)]),
    pane(Pane::Compare, "pane_compare", "What differs from another file or state", &[key(ALT, Key::C)]),
    pane(
        Pane::Matrix,
        "pane_matrix",
        "A row per object, a column per field, edited like a spreadsheet",
        &[key(ALT, Key::M)],
    ),
    pane(Pane::Problems, "pane_problems", "What is wrong", &[key(ALT, Key::Num7)]),
    pane(Pane::Links, "pane_links", "Who refers to whom", &[key(CTRL_SHIFT, Key::K)]),
    pane(Pane::Graph, "pane_graph", "References as a picture of boxes and arrows", &[key(ALT, Key::G)]),
    pane(Pane::Messages, "pane_messages", "What happened", &[key(ALT, Key::Num8)]),
    pane(Pane::Preview, "pane_preview", "The level running", &[key(ALT, Key::Num9)]),
    spec(
        Command::PreviewPlay,
        Menu::View,
        "preview_play",
        "Play or pause the preview",
        "Let the level run, or stop it",
        &[key(NONE, Key::F5)],
    ),
    spec(
        Command::PreviewStep,
        Menu::View,
        "preview_step",
        "Step the preview",
        "One tick of the preview on",
        &[key(NONE, Key::F6)],
    ),
    spec(
        Command::PreviewStepBack,
        Menu::View,
        "preview_step_back",
        "Step the preview back",
        "One tick of the preview back",
        &[key(SHIFT, Key::F6)],
    ),
    spec(
        Command::PreviewUse,
        Menu::View,
        "preview_use",
        "Use in the preview",
        "The walker uses what is before it",
        &[key(NONE, Key::E)],
    ),
    spec(
        Command::PreviewFile(PreviewFile::Load),
        Menu::View,
        "preview_load",
        "Load scenario…",
        "Let the preview take the course of a scenario file",
        &[key(CTRL, Key::F6)],
    ),
    spec(
        Command::PreviewFile(PreviewFile::Save),
        Menu::View,
        "preview_save",
        "Save scenario…",
        "Write what is done in the preview, and when, to a file",
        &[key(CTRL, Key::F7)],
    ),
    spec(
        Command::PreviewFile(PreviewFile::Log),
        Menu::View,
        "preview_log",
        "Save event log…",
        "Write what happened in the preview to a file, one JSON object a line",
        &[key(CTRL, Key::F8)],
    ),
    spec(
        Command::ResetLayout,
        Menu::Panes,
        "reset_layout",
        "Reset the layout",
        "All panes where they were at first",
        &[key(ALT, Key::Num0)],
    ),
    always(spec(
        Command::Palette,
        Menu::Help,
        "palette",
        "Commands…",
        "Find a command by name",
        &[key(CTRL_SHIFT, Key::P), key(CTRL, Key::P)],
    )),
    always(spec(
        Command::CheatSheet,
        Menu::Help,
        "keys",
        "Keys",
        "All commands with their keys",
        &[key(NONE, Key::F1)],
    )),
    spec(
        Command::Hints,
        Menu::Help,
        "hints",
        "Hints",
        "Say in the status bar what hand and keys do",
        &[key(ALT, Key::F1)],
    ),
    spec(Command::About, Menu::Help, "about", "About", "Version, licences", &[key(SHIFT, Key::F1)]),
];

const fn nudge(way: Way, key: &'static str, label: &'static str, keys: &'static [KeyboardShortcut]) -> Spec {
    spec(
        Command::Nudge(way),
        Menu::Edit,
        key,
        label,
        "Move what is selected by an eighth of a square of the grid",
        keys,
    )
}

const fn pane(pane: Pane, key: &'static str, doc: &'static str, keys: &'static [KeyboardShortcut]) -> Spec {
    always(spec(Command::Show(pane), Menu::Panes, key, pane.title(), doc, keys))
}

impl Command {
    /// Everything about it.
    pub fn spec(self) -> Option<&'static Spec> {
        COMMANDS.iter().find(|s| s.command == self)
    }
}

impl Spec {
    /// Its first key, as people read it.
    pub fn key_text(&self, ctx: &egui::Context) -> String {
        self.keys.first().map_or_else(String::new, |k| ctx.format_shortcut(k))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_command_has_a_name_a_key_and_a_place() {
        let mut names = BTreeSet::new();
        for spec in COMMANDS {
            assert!(!spec.keys.is_empty(), "{} has no key", spec.key);
            assert!(!spec.label.is_empty() && !spec.doc.is_empty(), "{}", spec.key);
            assert!(names.insert(spec.key), "{} twice", spec.key);
        }
        for menu in Menu::ALL {
            assert!(COMMANDS.iter().any(|s| s.menu == menu), "{menu:?} is empty");
        }
    }

    #[test]
    fn no_key_means_two_things() {
        let mut seen: Vec<(KeyboardShortcut, &str)> = Vec::new();
        for spec in COMMANDS {
            for key in spec.keys {
                if let Some((_, other)) = seen.iter().find(|(k, _)| k == key) {
                    panic!("{} and {other} share a key", spec.key);
                }
                seen.push((*key, spec.key));
            }
        }
    }
}
