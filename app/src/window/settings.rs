//! What the window remembers between runs.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use egui_dock::DockState;
use serde::{Deserialize, Serialize};

use super::dock::{self, Pane};
use super::halves::half_layout;
use super::matrix::Chosen;
use super::theme::Look;

/// The key under which the layout is stored. A new kind of layout gets a new number: the old one is
/// then left alone, and the first layout shown.
const LAYOUT: &str = "layout.v1";
/// The key of the layouts of two documents side by side.
const HALVES: &str = "halves.v1";
/// The key of everything else.
const PREFERENCES: &str = "preferences.v1";
/// How many recent files are kept.
const RECENT: usize = 20;

/// What is remembered beside the layout.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Preferences {
    /// Light or dark.
    pub look: Look,
    /// How large everything is.
    pub scale: f32,
    /// Files that were open, the latest first.
    pub recent: Vec<PathBuf>,
    /// Game folders, in the order in which they were added.
    pub folders: Vec<PathBuf>,
    /// Whether each save first shows what it changes.
    pub show_changes: bool,
    /// Whether the status bar says what hand and keys do.
    pub hints: bool,
    /// The columns of the matrix, by game and kind.
    pub columns: BTreeMap<String, Chosen>,
}

impl Default for Preferences {
    fn default() -> Self {
        Preferences {
            look: Look::default(),
            scale: 1.0,
            recent: Vec::new(),
            folders: Vec::new(),
            show_changes: false,
            hints: true,
            columns: BTreeMap::new(),
        }
    }
}

/// No columns were chosen.
static NONE_CHOSEN: Chosen = Chosen::new();

impl Preferences {
    /// The columns of the matrix that were chosen in a game.
    pub fn columns_of(&self, game: &str) -> &Chosen {
        self.columns.get(game).unwrap_or(&NONE_CHOSEN)
    }

    /// Remembers which columns a kind shows; `None` for all.
    pub fn choose_columns(&mut self, game: &str, kind: &str, list: Option<Vec<String>>) {
        let own = self.columns.entry(game.to_owned()).or_default();
        match list {
            Some(list) => own.insert(kind.to_owned(), list),
            None => own.remove(kind),
        };
    }

    /// Adds a game folder, once.
    pub fn add_folder(&mut self, path: &Path) {
        let path = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
        if !self.folders.contains(&path) {
            self.folders.push(path);
        }
    }

    /// Puts a file in front of the recent ones.
    pub fn remember(&mut self, path: &Path) {
        let path = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
        self.recent.retain(|p| *p != path);
        self.recent.insert(0, path);
        self.recent.truncate(RECENT);
    }
}

/// The layout with the panes that still exist; the first one where it cannot be read.
pub fn load_layout(storage: Option<&dyn eframe::Storage>) -> DockState<Pane> {
    let stored: Option<DockState<Pane>> = storage.and_then(|s| eframe::get_value(s, LAYOUT));
    match stored {
        Some(state) if state.iter_all_tabs().next().is_some() => state,
        _ => dock::default_layout(),
    }
}

/// The layouts of two documents side by side; the first ones where they cannot be read.
pub fn load_halves(storage: Option<&dyn eframe::Storage>) -> [DockState<Pane>; 2] {
    let stored: Option<[DockState<Pane>; 2]> = storage.and_then(|s| eframe::get_value(s, HALVES));
    let whole = |layouts: &[DockState<Pane>; 2]| layouts.iter().all(|l| l.iter_all_tabs().next().is_some());
    stored.filter(whole).unwrap_or_else(|| [half_layout(), half_layout()])
}

/// The preferences; the first ones where they cannot be read.
pub fn load_preferences(storage: Option<&dyn eframe::Storage>) -> Preferences {
    let mut found: Preferences = storage.and_then(|s| eframe::get_value(s, PREFERENCES)).unwrap_or_default();
    if !(0.5..=4.0).contains(&found.scale) {
        found.scale = 1.0;
    }
    found
}

/// Stores all of it.
pub fn save(
    storage: &mut dyn eframe::Storage,
    layout: &DockState<Pane>,
    halves: &[DockState<Pane>; 2],
    preferences: &Preferences,
) {
    eframe::set_value(storage, LAYOUT, layout);
    eframe::set_value(storage, HALVES, halves);
    eframe::set_value(storage, PREFERENCES, preferences);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeMap;

    #[derive(Default)]
    struct Memory(BTreeMap<String, String>);

    impl eframe::Storage for Memory {
        fn get_string(&self, key: &str) -> Option<String> {
            self.0.get(key).cloned()
        }
        fn set_string(&mut self, key: &str, value: String) {
            self.0.insert(key.to_owned(), value);
        }
        fn remove_string(&mut self, key: &str) {
            self.0.remove(key);
        }
        fn flush(&mut self) {}
    }

    #[test]
    fn what_is_stored_comes_back_and_what_is_broken_gives_the_first_layout() {
        let mut memory = Memory::default();
        let mut preferences = Preferences { scale: 1.5, look: Look::Light, ..Preferences::default() };
        preferences.remember(Path::new("/a/map"));
        preferences.remember(Path::new("/b/map"));
        preferences.add_folder(Path::new("/games"));
        preferences.add_folder(Path::new("/games"));
        preferences.remember(Path::new("/a/map"));
        let mut layout = dock::default_layout();
        let path = layout.find_tab(&Pane::Bytes).unwrap();
        layout.remove_tab(path);
        let mut halves = [half_layout(), half_layout()];
        let path = halves[1].find_tab(&Pane::Place).unwrap();
        halves[1].remove_tab(path);
        preferences.choose_columns("game", "door", Some(vec!["speed".to_owned()]));
        preferences.choose_columns("game", "lamp", Some(Vec::new()));
        preferences.choose_columns("game", "lamp", None);
        save(&mut memory, &layout, &halves, &preferences);
        let back = load_preferences(Some(&memory));
        assert_eq!(back, preferences);
        assert_eq!(back.columns_of("game").keys().collect::<Vec<_>>(), ["door"]);
        assert!(back.columns_of("other").is_empty());
        assert_eq!(back.recent, [PathBuf::from("/a/map"), PathBuf::from("/b/map")]);
        assert_eq!(back.folders, [PathBuf::from("/games")]);
        assert!(load_layout(Some(&memory)).find_tab(&Pane::Bytes).is_none());
        let back = load_halves(Some(&memory));
        assert_eq!(back.map(|l| l.find_tab(&Pane::Place).is_some()), [true, false]);
        for key in [LAYOUT, HALVES, PREFERENCES] {
            memory.0.insert(key.to_owned(), "(nonsense".to_owned());
        }
        assert_eq!(load_preferences(Some(&memory)), Preferences::default());
        assert!(load_layout(Some(&memory)).find_tab(&Pane::Bytes).is_some());
        assert!(load_halves(Some(&memory)).iter().all(|l| l.find_tab(&Pane::Place).is_some()));
    }
}
