//! Two pictures of a level, each with its own camera and its own hand; scene and selection are the same.
//!
//! The one in front is where the pointer was last: keys and commands are meant for it. Its eye and cache stand in the
//! document where they would if it were the only one, so nothing else knows of two.

use super::Caches;
use super::viewport::{self, Gpu, SceneCache};
use crate::window::doc::Doc;
use crate::window::dock::Pane;
use crate::window::intent::Intent;

/// Which picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Picture {
    /// The one that is always there.
    #[default]
    First,
    /// The one that a person asked for.
    Second,
}

impl Picture {
    /// The picture that a pane shows.
    pub fn of(pane: Pane) -> Picture {
        if pane == Pane::SecondViewport { Picture::Second } else { Picture::First }
    }

    /// The pane that shows it.
    pub fn pane(self) -> Pane {
        match self {
            Picture::First => Pane::Viewport,
            Picture::Second => Pane::SecondViewport,
        }
    }
}

/// Brings a picture to the front.
fn turn_to(doc: &mut Doc, cache: &mut SceneCache, picture: Picture) {
    if doc.front != picture {
        std::mem::swap(&mut doc.eye, &mut doc.aside);
        std::mem::swap(&mut cache.view, &mut cache.aside);
        doc.front = picture;
    }
}

/// There is no second picture (any more): the first one is in front.
pub fn only_first(doc: &mut Doc) {
    if doc.front != Picture::First {
        let mut caches = std::mem::take(&mut doc.caches);
        turn_to(doc, &mut caches.scene, Picture::First);
        doc.caches = caches;
    }
}

/// Draws a picture and answers to the pointer.
pub fn show(
    ui: &mut egui::Ui,
    doc: &mut Doc,
    caches: &mut Caches,
    picture: Picture,
    gpu: Option<&Gpu>,
    out: &mut Vec<Intent>,
) {
    let before = doc.front;
    turn_to(doc, &mut caches.scene, picture);
    let asked = out.len();
    viewport::show(ui, doc, &mut caches.scene, &mut caches.links, gpu, out);
    // A drag that began elsewhere stays there.
    let free = ui.input(|i| i.pointer.any_pressed() || !i.pointer.any_down());
    let looks = |intent: &Intent| matches!(intent, Intent::Camera(_) | Intent::Command(_));
    let here = free && ui.ui_contains_pointer() || out.iter().skip(asked).any(looks);
    if !here {
        turn_to(doc, &mut caches.scene, before);
    }
}
