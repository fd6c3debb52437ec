//! The icons: one SVG for each kind of object and each tool, embedded.
//!
//! They are drawn in white lines and tinted where they are used.

use egui::{Color32, Rect};

macro_rules! icons {
    ($($name:literal),* $(,)?) => {
        /// Name and drawing of every icon.
        pub static ICONS: &[(&str, &[u8])] = &[
            $(($name, include_bytes!(concat!("../../../icons/", $name, ".svg")))),*
        ];
    };
}

include!("icon_list.rs");

/// Drawn for what has no icon.
pub const FALLBACK: &str = "unknown";

/// The drawing of an icon; that of [`FALLBACK`] for names without one.
pub fn drawing(name: &str) -> (&'static str, &'static [u8]) {
    let find = |wanted: &str| ICONS.iter().find(|(n, _)| *n == wanted).copied();
    find(name).or_else(|| find(FALLBACK)).unwrap_or(("", &[]))
}

/// Paints an icon into a place.
pub fn paint(ui: &egui::Ui, name: &str, place: Rect, tint: Color32) {
    let (name, bytes) = drawing(name);
    if bytes.is_empty() {
        return;
    }
    let uri = format!("bytes://icons/{name}.svg");
    egui::Image::from_bytes(uri, bytes).tint(tint).paint_at(ui, place);
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::BTreeSet;

    #[test]
    fn every_icon_is_listed_once_and_drawn_in_white_lines() {
        let mut names = BTreeSet::new();
        for (name, bytes) in ICONS {
            assert!(names.insert(*name), "{name} twice");
            let text = std::str::from_utf8(bytes).unwrap();
            assert!(text.contains("viewBox=\"0 0 24 24\""), "{name} is not 24 by 24");
            assert!(text.contains("#fff"), "{name} is not white");
        }
        assert!(names.contains(FALLBACK));
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../icons");
        let files = std::fs::read_dir(folder).unwrap();
        for file in files.filter_map(Result::ok).filter(|f| f.path().extension().is_some_and(|e| e == "svg")) {
            let stem = file.path().file_stem().unwrap().to_string_lossy().into_owned();
            assert!(names.contains(stem.as_str()), "{stem}.svg is not embedded");
        }
    }

    #[test]
    fn every_kind_of_every_game_has_an_icon() {
        for game in levelwright_model::games::all() {
            for kind in game.kinds {
                assert!(ICONS.iter().any(|(n, _)| *n == kind.icon), "{}: {} has no icon", game.key, kind.icon);
            }
        }
    }
}
