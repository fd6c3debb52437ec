//! What a command is. All of them stand in one list: menus, palette, keys and the cheat sheet are made from it.

use egui::KeyboardShortcut;

pub use super::command_list::COMMANDS;
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
    /// Put the camera where it was when this view of the level was kept.
    Bookmark(u8),
    /// Keep where the camera stands as this view of the level.
    KeepView(u8),
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
    /// The walker takes what is near, or lets go of what it carries.
    PreviewTake,
    /// The walker begins to aim what it carries, or ends that.
    PreviewAim,
    /// Read a scenario for the preview, or write its scenario or its log.
    PreviewFile(PreviewFile),
    /// Give what the cursor is on, or what is selected, another name everywhere.
    Rename,
    /// Make something of the document beside saving it; by the form's name.
    Make(&'static str),
    /// Write the level as another program's texts.
    Export,
    /// Bring the level to what such texts say.
    Import,
    /// Write the file without what it holds in vain.
    Pack,
    /// Write what differs from another file.
    PackChanges,
    /// Take all edits back.
    AsOpened,
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
    /// The level running.
    Preview,
    /// Panes.
    Panes,
    /// Help.
    Help,
}

impl Menu {
    /// All menus.
    pub const ALL: [Menu; 7] =
        [Menu::File, Menu::Edit, Menu::Select, Menu::View, Menu::Preview, Menu::Panes, Menu::Help];

    /// Its name.
    pub const fn label(self) -> &'static str {
        match self {
            Menu::File => "File",
            Menu::Edit => "Edit",
            Menu::Select => "Select",
            Menu::View => "View",
            Menu::Preview => "Preview",
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
