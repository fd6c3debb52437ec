//! Packing a resource file: without the slots that a game leaves behind when it saves again, or with nothing but what
//! differs from another file, as mods are shared (`systemshock.md` 1.2, 1.5).

use super::encode::refused;
use super::res::{ResError, ResFile, ResourceOut, unpacked, write};
use crate::format::{EncodeError, NewFile};
use crate::source::Source;

/// Packs a file; with a base only what differs from that.
///
/// # Errors
/// If one of the files cannot be read.
pub(crate) fn pack(source: &Source, base: Option<&Source>) -> Result<NewFile, EncodeError> {
    packed(source.bytes(), base.map(Source::bytes)).map_err(|error| refused(&error))
}

fn packed(data: &[u8], base: Option<&[u8]>) -> Result<NewFile, ResError> {
    let file = ResFile::read(data)?;
    let base = match base {
        Some(bytes) => Some((ResFile::read(bytes)?, bytes)),
        None => None,
    };
    let mut out = Vec::new();
    let mut notes = Vec::new();
    let (mut erased, mut bytes, mut same) = (0usize, 0usize, 0usize);
    for (at, resource) in file.resources().iter().enumerate() {
        if resource.id == 0 {
            erased += 1;
            bytes += resource.packed as usize;
            continue;
        }
        if let Some((other, other_bytes)) = &base {
            let before = other.get(resource.id);
            let equal = match before {
                Some(before) => unpacked(data, resource)? == unpacked(other_bytes, before)?,
                None => false,
            };
            if equal {
                same += 1;
                continue;
            }
        }
        out.push(ResourceOut::unchanged(&file, at));
    }
    let new = write(&file, data, &out)?;
    if erased > 0 {
        notes.push(format!("{erased} erased slots with {bytes} bytes were left out"));
    }
    if new.dropped > 0 {
        notes.push(format!("{} bytes behind the directory were left out", new.dropped));
    }
    if base.is_some() {
        notes.push(format!("{} resources differ, {same} are the same and were left out", out.len()));
    }
    Ok(NewFile { name: String::new(), bytes: new.bytes, notes })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_data::data;

    #[test]
    fn erased_slots_go_and_what_lives_stays_as_it_is_stored() {
        let Some(path) = data("systemshock/synthetic/synth_save.dat") else { return };
        let bytes = std::fs::read(path).unwrap();
        let made = packed(&bytes, None).unwrap();
        let (old, new) = (ResFile::read(&bytes).unwrap(), ResFile::read(&made.bytes).unwrap());
        assert!(made.notes[0].starts_with("1 erased slots with "), "{:?}", made.notes);
        let live: Vec<_> = old.resources().iter().filter(|r| r.id != 0).collect();
        assert_eq!(live.len(), new.resources().len());
        for (a, b) in live.into_iter().zip(new.resources()) {
            assert_eq!((a.id, &bytes[a.range()]), (b.id, &made.bytes[b.range()]));
        }
        assert_eq!(packed(&made.bytes, None).unwrap().bytes, made.bytes, "once is enough");
    }

    #[test]
    fn a_file_of_changes_alone_is_no_damaged_archive() {
        let before = crate::shock::sample::sample().unwrap().remove(0).bytes;
        let mut file = crate::file::OpenFile::untitled(before.clone()).unwrap();
        file.document.decode_all();
        let mut draft = file.document.draft();
        let tile = draft.row(levelwright_model::document::LevelId(1), "tiles", 700).unwrap().id();
        draft.set_int(tile, "type", 1).unwrap();
        file.document.commit(draft, "dig").unwrap();
        let after = file.encode().unwrap().bytes;
        let made = packed(&after, Some(&before)).unwrap();
        let opened = crate::format::open_bytes(made.bytes.clone()).unwrap();
        let fact = |key: &str| opened.summary.facts.iter().find(|(name, _)| name == key).map(|(_, v)| v.as_str());
        assert_eq!(fact("changes of levels, without the rest of them"), Some("2"), "{:?}", opened.summary.facts);
        assert_eq!(fact("resources"), Some("1"));
        assert_eq!(opened.origin.encode(&opened.document).unwrap().bytes, made.bytes);
    }

    #[test]
    fn only_what_differs_is_written() {
        let Some(path) = data("systemshock/synthetic/dangling/1_before.dat") else { return };
        let before = std::fs::read(&path).unwrap();
        let after = std::fs::read(path.with_file_name("2_target_deleted.dat")).unwrap();
        let made = packed(&after, Some(&before)).unwrap();
        let file = ResFile::read(&made.bytes).unwrap();
        let ids: Vec<u16> = file.resources().iter().map(|r| r.id).collect();
        assert!(ids.contains(&4108) && ids.contains(&4109) && ids.len() < 6, "{ids:?}");
        assert!(packed(&after, Some(&after)).unwrap().notes[0].starts_with("0 resources differ"));
    }
}
