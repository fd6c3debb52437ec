//! What the directory of an archive or save says about its levels (`systemshock.md` 2, 3.1).

use std::collections::BTreeMap;

use levelwright_model::games::shock::records::V12;
use levelwright_model::games::shock::resources::{
    LEVEL_RESOURCES, LevelResource, Rows, id_of, level_resource, of_level,
};

use super::res::{ResError, ResFile, Resource, unpacked};

/// A level of an archive.
#[derive(Clone, Debug)]
pub(crate) struct LevelEntry {
    /// Its number in the game.
    pub(crate) number: u16,
    /// The layout of its tables: 0 for map version 11, [`V12`] for 12.
    pub(crate) layout: u16,
    /// Its resources by their number in the level, each with its place in the directory.
    pub(crate) resources: Vec<(&'static LevelResource, usize)>,
}

/// The resource that says a level's map version, and the versions (3.1).
const MAP_VERSION: u16 = 2;
const VERSION_11: i32 = 11;
const VERSION_12: i32 = 12;

/// The levels of a file, by number; none for a file that is no archive, nor for one that holds nothing but the changes of
/// levels: no map version says how its tables lie, and nobody changes that.
///
/// # Errors
/// If a level lacks what every level has, or has it in another size.
pub(crate) fn levels(file: &ResFile, data: &[u8]) -> Result<Vec<LevelEntry>, ResError> {
    let mut found: BTreeMap<u16, BTreeMap<u16, usize>> = BTreeMap::new();
    for (at, resource) in file.resources().iter().enumerate() {
        if let Some((level, number)) = of_level(resource.id) {
            // Of a number that occurs twice the first is read.
            found.entry(level).or_default().entry(number).or_insert(at);
        }
    }
    if found.values().all(|resources| !resources.contains_key(&MAP_VERSION)) {
        return Ok(Vec::new());
    }
    found.into_iter().map(|(number, resources)| level(file, data, number, &resources)).collect()
}

/// The levels of which a file holds resources.
pub(crate) fn touched(file: &ResFile) -> Vec<u16> {
    let mut touched: Vec<u16> = file.resources().iter().filter_map(|r| Some(of_level(r.id)?.0)).collect();
    touched.sort_unstable();
    touched.dedup();
    touched
}

fn level(file: &ResFile, data: &[u8], number: u16, resources: &BTreeMap<u16, usize>) -> Result<LevelEntry, ResError> {
    let get = |at: &usize| file.resources().get(*at);
    for wanted in LEVEL_RESOURCES.iter().filter(|r| r.required) {
        if !resources.contains_key(&wanted.number) {
            return Err(ResError::Missing { id: id_of(number, wanted.number), what: wanted.spec.label, level: number });
        }
    }
    let layout = match resources.get(&MAP_VERSION).and_then(get) {
        Some(version) => layout(version, data, number)?,
        None => 0,
    };
    let list = resources.iter().filter_map(|(place, at)| Some((level_resource(*place)?, *at)));
    let list: Vec<_> = list.collect();
    for (wanted, at) in &list {
        let Some(resource) = get(at) else { continue };
        let stride = wanted.spec.record.map_or(1, |schema| schema.size_in(layout));
        let rows = resource.size.checked_div(stride).unwrap_or(0);
        let whole = rows * stride == resource.size;
        let expected = match wanted.rows {
            Rows::Exactly(count) if whole && rows == count => continue,
            Rows::UpTo(most) if whole && rows <= most => continue,
            Rows::Any if whole => continue,
            Rows::Exactly(count) => format!("{} ({count} x {stride})", count * stride),
            Rows::UpTo(most) => format!("a multiple of {stride}, at most {}", most * stride),
            Rows::Any => format!("a multiple of {stride}"),
        };
        return Err(ResError::Size {
            id: resource.id,
            what: wanted.spec.label,
            level: number,
            have: resource.size,
            expected,
        });
    }
    Ok(LevelEntry { number, layout, resources: list })
}

/// The layout that the map version says.
fn layout(resource: &Resource, data: &[u8], level: u16) -> Result<u16, ResError> {
    let bytes = unpacked(data, resource)?;
    let version = bytes.first_chunk().map_or(0, |four| i32::from_le_bytes(*four));
    match version {
        VERSION_11 => Ok(0),
        VERSION_12 => Ok(V12),
        _ => Err(ResError::Version { id: resource.id, level, version }),
    }
}

/// What the levels are in the game (2).
pub(crate) fn level_name(number: u16) -> String {
    match number {
        0 => "Level 0, reactor".to_owned(),
        1..=9 => format!("Level {number}, deck {number}"),
        10 => "Level 10, SHODAN's cyberspace".to_owned(),
        11..=13 => format!("Level {number}, grove"),
        _ => format!("Level {number}, cyberspace"),
    }
}
