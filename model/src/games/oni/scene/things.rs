//! Badges and names of placed objects.

use super::{Things, heading, place};
use crate::document::{Level, ObjectKind, Objects};
use crate::games::oni::objects::KINDS;
use crate::games::oni::records::ObjectHeader;
use crate::scene::{Colour, Label, Marker, MarkerShape, SceneKey};

/// How a kind is shown: colour, outline, half its width, whether it looks somewhere, how important its name is.
type Look = (Colour, MarkerShape, f32, bool, u8);

/// `None` for what stands nowhere.
fn look(kind: &ObjectKind) -> Option<Look> {
    use MarkerShape::{Diamond, Round, Square};
    let rgb = Colour::rgb;
    Some(match kind.key {
        "character" => (rgb(226, 120, 76), Round, 5.0, true, 4),
        "flag" => (rgb(110, 200, 120), Diamond, 3.0, true, 1),
        "trigger-volume" => (rgb(240, 196, 64), Diamond, 3.5, false, 3),
        "sliding-door" => (rgb(130, 170, 230), Square, 4.5, true, 2),
        "console" => (rgb(86, 200, 220), Square, 4.0, true, 2),
        "laser" => (rgb(240, 80, 90), Diamond, 4.0, true, 2),
        "turret" => (rgb(220, 90, 140), Round, 4.5, true, 2),
        "weapon" => (rgb(200, 190, 120), Square, 3.0, false, 1),
        "power-up" => (rgb(120, 220, 200), Square, 3.0, false, 1),
        "particle" => (rgb(200, 160, 220), Diamond, 2.5, false, 0),
        "ambient-sound" => (rgb(170, 140, 230), Diamond, 3.5, false, 1),
        "furniture" => (rgb(170, 150, 120), Square, 3.0, true, 0),
        "unknown-object" => (rgb(214, 0, 214), Diamond, 4.0, false, 3),
        _ => return None,
    })
}

/// Where a kind's picture stands in the atlas: in the order of the game's kinds.
pub(super) fn icon(kind: &ObjectKind) -> Option<u16> {
    KINDS.iter().position(|known| known.key == kind.key).and_then(|at| u16::try_from(at).ok())
}

/// Adds a badge and a name for every object with a place.
pub(super) fn add(level: &Level, objects: &Objects, out: &mut Things) {
    for object in objects.all() {
        let Some((colour, shape, radius, turns, importance)) = look(object.kind) else { continue };
        let Some(record) = level.record(object.id.node.number) else { continue };
        let Some(header) = ObjectHeader::new(record.head(), 0) else { continue };
        let at = place(header.position());
        if !at.is_finite() {
            continue;
        }
        let key = SceneKey(u64::from(object.id.node.number));
        let marker = Marker {
            heading: turns.then(|| heading(header.rotation())).filter(|h| h.is_finite()),
            icon: icon(object.kind),
            colour,
            shape,
            ..Marker::new(key, at, radius)
        };
        if !object.name.is_empty() {
            out.labels.push(Label { key: Some(key), at: marker.centre(), text: object.name.clone(), importance });
        }
        out.markers.push(marker);
    }
}
