//! The panes. Each is a function from view data to a picture and to intents; each has one file.

pub mod arrows;
pub mod bearings;
pub mod bytes;
pub mod gesture;
pub mod graph;
pub mod history;
pub mod inspector;
pub mod links;
pub mod lists;
pub mod marked;
pub mod measure;
pub mod messages;
pub mod objects;
pub mod overlay;
pub mod place;
pub mod second;
pub mod sheet;
pub mod start;
pub mod textures;
pub mod tree_keys;
pub mod typed;
pub mod under;
pub mod viewport;

use std::sync::Arc;

/// View data with what it was made from.
#[derive(Debug)]
pub struct Cache<K, V> {
    held: Option<(K, Arc<V>)>,
    made: u64,
}

impl<K, V> Default for Cache<K, V> {
    fn default() -> Self {
        Cache { held: None, made: 0 }
    }
}

impl<K: PartialEq, V> Cache<K, V> {
    /// The data for a key, made anew if it was made for another.
    pub fn get(&mut self, key: K, make: impl FnOnce() -> V) -> Arc<V> {
        if let Some((held, value)) = &self.held
            && *held == key
        {
            return value.clone();
        }
        let value = Arc::new(make());
        self.held = Some((key, value.clone()));
        self.made += 1;
        value
    }

    /// How often the data was made.
    pub fn made(&self) -> u64 {
        self.made
    }
}

/// The view data of all panes of a document.
#[derive(Debug, Default)]
pub struct Caches {
    /// Rows of the tree.
    pub tree: objects::TreeCache,
    /// The tree's cursor.
    pub cursor: tree_keys::Cursor,
    /// The inspector's sheet.
    pub sheet: sheet::SheetCache,
    /// The coloured bytes.
    pub bytes: bytes::BytesCache,
    /// Problems.
    pub problems: super::problems::Problems,
    /// What the tree's filter lets through.
    pub filter: super::filter::FilterCache,
    /// The comparison.
    pub compare: super::comparing::Comparing,
    /// The matrix.
    pub matrix: super::matrix::Matrix,
    /// References as a picture.
    pub graph: graph::GraphCache,
    /// The level's scripts.
    pub script: super::scripts::ScriptView,
    /// References.
    pub links: links::LinksCache,
    /// The rows of the preview's log.
    pub preview: super::preview::Rows,
    /// The scene and what picks in it.
    pub scene: viewport::SceneCache,
}

/// A pane with nothing in it: one line, and what to do about it.
pub fn empty(ui: &mut egui::Ui, text: &str, hint: &str) {
    let weak = super::theme::of(ui).weak;
    ui.add_space(12.0);
    ui.vertical_centered(|ui| {
        ui.label(egui::RichText::new(text).color(weak));
        if !hint.is_empty() {
            ui.label(egui::RichText::new(hint).color(weak).small());
        }
    });
}

/// Gives a painted control the name that screen readers and tests know it by.
pub fn name(response: &egui::Response, kind: egui::WidgetType, text: &str) {
    let enabled = response.enabled();
    response.widget_info(|| egui::WidgetInfo::labeled(kind, enabled, text));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn view_data_is_made_once_for_a_key() {
        let mut cache = Cache::default();
        let mut made = 0;
        for key in [1, 1, 2, 2, 1] {
            cache.get(key, || made += 1);
        }
        assert_eq!((made, cache.made()), (3, 3));
    }
}
