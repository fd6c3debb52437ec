//! Objects that come from a clipboard. What stands on the map takes the polygon it comes to lie in; what is part of the
//! map's geometry, and what a level has once, cannot be pasted.

use super::common::{append, level_of};
use super::locate::Locator;
use super::placement::{self, Change};
use super::rows::lights;
use crate::clipboard::{ClipboardSpec, Made, Part, Thing};
use crate::document::LevelId;
use crate::edit::Draft;
use crate::games::Arguments;
use crate::games::marathon::geometry::map::{NONE, Point};
use crate::games::marathon::records::Object;
use crate::games::marathon::{bulk, tables};
use crate::record::Refusal;

/// How objects are pasted.
pub(crate) static CLIPBOARD: ClipboardSpec =
    ClipboardSpec { make, along: None, decided: &[("objects", "polygon"), ("annotations", "polygon")] };

fn make(draft: &mut Draft, level: LevelId, things: &[Thing]) -> Result<Vec<Made>, Refusal> {
    level_of(draft, &Arguments { level: level.0, ..Arguments::default() })?;
    let locator = Locator::new(&bulk::geometry(draft.level(level)?));
    let mut change = Change::new();
    let mut made = Vec::with_capacity(things.len());
    for thing in things {
        let [part] = thing.parts.as_slice() else { return Err(refused(thing)) };
        let bytes = part.subtree.head.clone();
        let node = match part.table.key {
            "objects" => {
                let bytes = standing(thing, part, 8, 6, &locator)?;
                if let Some(object) = Object::new(&bytes, 0) {
                    placement::count(&mut change, &object, 1);
                }
                append(draft, level, &tables::OBJECTS, bytes)?
            }
            "annotations" => {
                let bytes = standing(thing, part, 2, 6, &locator)?;
                append(draft, level, &tables::ANNOTATIONS, bytes)?
            }
            "lights" | "lights_m1" | "saved_lights" => {
                let spec = lights(draft, level)?;
                if !std::ptr::eq(spec, part.table) {
                    return Err(Refusal::rule(format!(
                        "{} comes from {}, this level has {}: lights cannot change their form",
                        thing.name, part.table.label, spec.label
                    )));
                }
                append(draft, level, spec, bytes)?
            }
            "media" => append(draft, level, &tables::MEDIAS, bytes)?,
            "ambient_sounds" => append(draft, level, &tables::AMBIENT_SOUND_TABLE, bytes)?,
            "random_sounds" => append(draft, level, &tables::RANDOM_SOUND_TABLE, bytes)?,
            _ => return Err(refused(thing)),
        };
        made.push(vec![node]);
    }
    placement::adjust(draft, level, &change)?;
    Ok(made)
}

fn refused(thing: &Thing) -> Refusal {
    Refusal::rule(format!(
        "{} cannot be pasted: monsters, items, scenery, player starts, goals, sound sources, lights, liquids, sounds and \
         annotations can",
        if thing.name.is_empty() { thing.kind.label } else { &thing.name }
    ))
}

/// The bytes of a thing on the map, with the polygon it comes to lie in. `at` is where its x and y lie in them, `polygon`
/// where its polygon (`marathon.md` 1.3, 2.5).
fn standing(thing: &Thing, part: &Part, at: usize, polygon: usize, locator: &Locator) -> Result<Vec<u8>, Refusal> {
    let mut bytes = part.subtree.head.clone();
    let word = |at: usize| -> Result<i16, Refusal> {
        let found = bytes.get(at..at + 2).and_then(|b| <[u8; 2]>::try_from(b).ok());
        found.map(i16::from_be_bytes).ok_or_else(|| Refusal::Mismatch { what: format!("{} is too short", thing.name) })
    };
    let (to, from) = (Point { x: word(at)?, y: word(at + 2)? }, word(polygon)?);
    let found = locator.polygon_at(to, from.max(NONE)).ok_or_else(|| {
        Refusal::rule(format!(
            "{} would stand at {}, {}, which lies in no polygon of this level; paste at the middle of the view instead",
            thing.name, to.x, to.y
        ))
    })?;
    if let Some(slot) = bytes.get_mut(polygon..polygon + 2) {
        slot.copy_from_slice(&found.to_be_bytes());
    }
    Ok(bytes)
}
