//! One line for beginners in the status bar: what hand and keys do where the pointer is.

use egui::Modifiers;

use super::doc::Doc;
use super::panes::gesture::Gesture;
use super::panes::measure::Measure;
use super::panes::tree_keys::tree_id;
use super::preview::picture;
use super::texts::hints;

/// The hint for what is being done, if there is one.
pub fn text(ctx: &egui::Context, doc: &Doc) -> &'static str {
    let scene = &doc.caches.scene.view;
    match (&scene.gesture, &scene.measure) {
        (Some(Gesture::Gizmo { .. }), _) => return hints::HANDLE,
        (Some(Gesture::Box { .. }), _) => return hints::BOX,
        (_, Some(Measure { from: None, .. })) => return hints::MEASURE_FROM,
        (_, Some(_)) => return hints::MEASURE_TO,
        _ => {}
    }
    if doc.armed.is_some() || doc.picking.is_some() {
        // The status bar says what to do already.
        ""
    } else if let Some(preview) = doc.running().filter(|_| scene.pointed && picture::steers(doc, Modifiers::NONE)) {
        if preview.carries() { hints::CARRY } else { hints::STEER }
    } else if scene.pointed && doc.eye.above {
        hints::ABOVE
    } else if scene.pointed {
        hints::PERSPECTIVE
    } else if ctx.memory(|m| m.has_focus(tree_id(doc.half))) {
        hints::TREE
    } else {
        ""
    }
}
