//! The bundled sample as a file: an archive of two decks and a cyberspace.

use std::borrow::Cow;

use levelwright_model::games::shock::resources::{PLAYER_ID, TITLE_ID};
use levelwright_model::games::shock::sample::practice_station;

use super::encode::refused;
use super::res::{APPLICATION, Body, ResError, ResFile, ResourceOut, flag, write};
use crate::format::{EncodeError, NewFile};

/// Resources that the engine asks to be packed (`systemshock.md` 3.1, column C).
const PACKED: &[u16] = &[5, 6, 8, 9, 12, 17, 18, 19, 20, 22, 23, 24];
/// Size of the title's place in the original, and of the player's record in an archive (9.4).
const TITLE: usize = 128;
const PLAYER: usize = 1357;

/// The bundled sample.
///
/// # Errors
/// Never, unless the sample outgrew the format.
pub fn sample() -> Result<Vec<NewFile>, EncodeError> {
    let levels = practice_station()
        .map_err(|refusal| EncodeError::Refused { message: refusal.to_string(), help: String::new() })?;
    let bytes = archive(b"Practice Station", levels.into_iter().flatten()).map_err(|error| refused(&error))?;
    Ok(vec![NewFile { name: "archive.dat".to_owned(), bytes, notes: Vec::new() }])
}

/// An archive of these resources of levels, in the order in which they come.
fn archive(title: &[u8], resources: impl Iterator<Item = (u16, Vec<u8>)>) -> Result<Vec<u8>, ResError> {
    let mut text = title.to_vec();
    text.resize(TITLE, 0);
    let plain = |id, flags, bytes| ResourceOut { id, flags, kind: APPLICATION, body: Body::Plain(Cow::Owned(bytes)) };
    let mut out = vec![plain(TITLE_ID, 0, text), plain(PLAYER_ID, 0, vec![0; PLAYER])];
    out.extend(resources.map(|(id, bytes)| {
        let flags = if PACKED.contains(&(id % 100)) { flag::LZW } else { 0 };
        plain(id, flags, bytes)
    }));
    write(&ResFile::default(), &[], &out).map(|new| new.bytes)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{OpenFile, RoundTrip};
    use levelwright_model::document::{LevelId, Severity};
    use levelwright_model::problems::{Whole, of_document};

    fn open() -> OpenFile {
        let mut file = OpenFile::untitled(sample().unwrap().remove(0).bytes).unwrap();
        file.document.decode_all();
        file
    }

    #[test]
    fn the_sample_opens_without_a_fault() {
        let mut file = open();
        assert_eq!(file.round_trip(), RoundTrip::Identical);
        assert!(file.document.report().notices.is_empty());
        let ids = file.document.state().ids();
        let numbers: Vec<i64> = ids.map(|id| file.document.source().game_index(id)).collect();
        assert_eq!(numbers, [1, 2, 14]);
        let whole = Whole { state: file.document.state(), source: &**file.document.source() };
        let found = of_document(file.document.game(), &whole);
        let bad: Vec<_> = found.iter().filter(|p| p.severity > Severity::Info).collect();
        assert!(bad.is_empty(), "{bad:#?}");
    }

    #[test]
    fn the_sample_has_one_of_each_class() {
        let file = open();
        let ids = file.document.state().ids().chain([LevelId::FILE]);
        let objects: Vec<_> = ids.map(|id| file.document.objects(id)).collect();
        let has = |key: &str| objects.iter().any(|list| list.all().iter().any(|o| o.kind.key == key));
        // What no archive has, and what the game makes while it runs.
        let others = ["unknown-object", "animation", "resource", "text"];
        for kind in file.document.game().kinds.iter().filter(|k| !others.contains(&k.key)) {
            assert!(has(kind.key), "{}", kind.key);
        }
    }

    #[test]
    fn the_sample_has_triggers_an_elevator_and_a_cyberspace_with_currents() {
        let file = open();
        let rows = |level: u32, table: &str| -> Vec<levelwright_model::document::Record<'_>> {
            let level = file.document.state().level(LevelId(level)).unwrap();
            level.rows(level.table(table).unwrap()).collect()
        };
        let number = |record: &levelwright_model::document::Record<'_>, field: &str| record.int(field).unwrap_or(0);
        let traps = rows(0, "traps");
        let used: std::collections::BTreeSet<i128> = traps.iter().map(|t| number(t, "action")).collect();
        assert!([4, 6, 7, 22].iter().all(|action| used.contains(action)), "{used:?}");
        assert!(traps.iter().any(|t| number(t, "condition_integer") == 1 && number(t, "condition_operator") == 4));
        // The panels of both decks stand in the elevator's zone and lead to each other.
        for (level, other) in [(0, 1), (1, 0)] {
            let panel = rows(level, "fixtures").into_iter().find(|f| number(f, "shaft") != 0).unwrap();
            let partner = number(&panel, &format!("panel_{other}"));
            let there = rows(other, "fixtures").into_iter().find(|f| number(f, "belongs_to") == partner).unwrap();
            assert_eq!(number(&there, "shaft"), number(&panel, "shaft"));
            assert!(rows(level, "tiles").iter().any(|t| number(t, "music") == 7));
        }
        assert_eq!(number(&rows(2, "info")[0], "cyberspace"), 1);
        assert!(rows(2, "tiles").iter().any(|t| number(t, "pull") != 0));
        assert!(rows(0, "tiles").iter().any(|t| number(t, "slope") != 0 && number(t, "type") >= 6));
        assert!(rows(0, "big_stuff").iter().any(|b| number(b, "size_x") != 0), "a bridge");
    }
}
