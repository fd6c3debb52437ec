//! One level: resources to tables.

use std::borrow::Cow;

use levelwright_model::document::{Level, LevelBuilder, LevelId, Notice, Severity};
use levelwright_model::games::shock::records::variable;
use levelwright_model::games::shock::resources::tag;
use levelwright_model::games::shock::tables;

use super::archive::LevelEntry;
use super::lent::Lent;
use super::res::{ResFile, Resource, array, unpacked};

/// Decodes a level. Every table holds its resource's unpacked bytes, so writing it back cannot differ.
pub(crate) fn decode(id: LevelId, entry: &LevelEntry, file: &ResFile, data: &[u8], lent: Option<&Lent>) -> Level {
    /// Where the level information says whether it is cyberspace (3.3).
    const CYBERSPACE: usize = 24;
    let mut build = LevelBuilder::new(id);
    build.fact("number", i64::from(entry.number));
    build.fact("map_version", if entry.layout == 0 { 11 } else { 12 });
    for (wanted, at) in &entry.resources {
        let Some(resource) = file.resources().get(*at) else { continue };
        let tag = tag(resource.id);
        match unpacked(data, resource) {
            Ok(bytes) => {
                let stride = wanted.spec.record.map_or(1, |schema| schema.size_in(entry.layout)) as usize;
                if wanted.number == 4 {
                    let [flag] = array(&bytes, CYBERSPACE).unwrap_or([0]);
                    build.fact("cyberspace", i64::from(flag == 1));
                }
                build.packed(wanted.spec, &tag, entry.layout, stride, &bytes);
            }
            Err(error) => unreadable(&mut build, resource, data, &error.to_string()),
        }
    }
    // The variables are the game's: the level only names them.
    let numbers = |count: u16| (0..count).flat_map(u16::to_le_bytes).collect::<Vec<u8>>();
    build.packed(&tables::BOOLEANS, b"", 0, 2, &numbers(variable::BOOLEANS));
    build.packed(&tables::INTEGERS, b"", 0, 2, &numbers(variable::INTEGERS));
    build.bytes(&tables::TYPE_NAMES, b"", lent.map_or(&[], |lent| &lent.names));
    build.bytes(&tables::TYPE_PROPERTIES, b"", lent.map_or(&[], |lent| &lent.properties));
    build.bytes(&tables::STRINGS, b"", lent.map_or(&[], |lent| &lent.strings));
    build.finish()
}

/// A resource that cannot be unpacked: kept as it is stored.
pub(crate) fn unreadable(build: &mut LevelBuilder, resource: &Resource, data: &[u8], why: &str) {
    let stored = data.get(resource.range()).unwrap_or_default();
    let table = build.bytes(&tables::UNKNOWN, &tag(resource.id), stored);
    table.opaque = Some("it cannot be unpacked; it is kept as it is stored".into());
    build.notice(Notice {
        severity: Severity::Error,
        place: format!("resource {}", resource.id),
        message: format!("{why}; it is kept as it is stored and cannot be edited"),
    });
}

/// What a table decoded from a resource must hold: its unpacked bytes, or what is stored where it cannot be unpacked.
pub(crate) fn expected<'a>(resource: &Resource, data: &'a [u8]) -> Cow<'a, [u8]> {
    unpacked(data, resource).unwrap_or_else(|_| Cow::Borrowed(data.get(resource.range()).unwrap_or_default()))
}
