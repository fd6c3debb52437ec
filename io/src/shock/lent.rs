//! What the game's folder lends: the names of types out of `cybstrng.res` (or its French or German form) and their
//! properties out of `objprop.dat` (`systemshock.md` 4.6, 4.7). Both are only read.

use std::path::{Path, PathBuf};

use levelwright_model::games::shock::{labels, lent::RECORD, strings};

use super::res::{ResFile, STRING, blocks_of, unpacked};
use crate::format::Guest;

/// Short names of types, by running number, and the long ones that stand in where a short one is missing.
const SHORT_NAMES: u16 = 0x086D;
const LONG_NAMES: u16 = 0x0024;
/// Where the common records begin in `objprop.dat`, and its size.
const COMMON: usize = 5099;
const PROPERTIES: usize = 17951;
/// Version at its beginning.
const VERSION: i32 = 0x2D;
/// Largest file that is looked at: strings are a few hundred thousand bytes.
const LARGEST: u64 = 4 << 20;

/// What was found.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lent {
    /// Names of all types in order, each ended by 0; empty where a type has none.
    pub(crate) names: Vec<u8>,
    /// The strings that fields can name, as levels carry them.
    pub(crate) strings: Vec<u8>,
    /// The common records of all types.
    pub(crate) properties: Vec<u8>,
    /// The files, for people.
    pub(crate) guests: Vec<Guest>,
}

impl Lent {
    /// Looks beside a file, and in the folders where the game keeps its data.
    pub(crate) fn beside(path: &Path) -> Lent {
        let mut lent = Lent::default();
        for name in ["cybstrng.res", "frnstrng.res", "gerstrng.res"] {
            // The first that is there: a game folder has them all, in the player's language or in English.
            if let Some(found) = find(path, name) {
                lent.take(found, Lent::take_names);
                break;
            }
        }
        if let Some(found) = find(path, "objprop.dat") {
            lent.take(found, Lent::take_properties);
        }
        lent
    }

    fn take(&mut self, path: PathBuf, read: fn(&mut Lent, &[u8]) -> Result<String, String>) {
        let line = match std::fs::metadata(&path).map(|meta| meta.len()) {
            Ok(len) if len > LARGEST => Err(format!("{len} bytes are more than such a file has")),
            Ok(_) => std::fs::read(&path).map_err(|e| e.to_string()).and_then(|bytes| read(self, &bytes)),
            Err(error) => Err(error.to_string()),
        };
        let line = line.unwrap_or_else(|why| format!("it lends nothing: {why}"));
        self.guests.push(Guest { path, lines: vec![line] });
    }

    fn take_names(&mut self, bytes: &[u8]) -> Result<String, String> {
        let file = ResFile::read(bytes).map_err(|e| e.to_string())?;
        let list = |id| -> Result<Vec<Vec<u8>>, String> {
            let Some(resource) = file.get(id).filter(|r| r.is_compound()) else { return Ok(Vec::new()) };
            let plain = unpacked(bytes, resource).map_err(|e| e.to_string())?;
            let blocks = blocks_of(id, &plain).map_err(|e| e.to_string())?;
            let text = |block: &&[u8]| block.split(|b| *b == 0).next().unwrap_or_default().to_vec();
            Ok(blocks.iter().map(text).collect())
        };
        let (short, long) = (list(SHORT_NAMES)?, list(LONG_NAMES)?);
        let strings = named_strings(&file, bytes)?;
        let mut count = 0;
        for at in 0..labels::all().count() {
            let name = short.get(at).filter(|n| !n.is_empty()).or(long.get(at)).cloned().unwrap_or_default();
            count += usize::from(!name.is_empty());
            self.names.extend(name);
            self.names.push(0);
        }
        let texts = strings.iter().filter(|(_, _, text)| !text.is_empty()).count();
        self.strings = strings::packed(strings);
        Ok(format!("names of {count} of {} types of objects, {texts} texts", labels::all().count()))
    }

    fn take_properties(&mut self, bytes: &[u8]) -> Result<String, String> {
        let version = bytes.first_chunk().map(|four| i32::from_le_bytes(*four));
        if bytes.len() != PROPERTIES || version != Some(VERSION) {
            return Err(format!("it has {} bytes, expected are {PROPERTIES} of version {VERSION:X}", bytes.len()));
        }
        let records = labels::all().count() * RECORD;
        self.properties = bytes.get(COMMON..COMMON + records).unwrap_or_default().to_vec();
        Ok("hit points and sizes of all types of objects".to_owned())
    }
}

/// The strings that numbers in a level can name: resource, block, text.
fn named_strings(file: &ResFile, bytes: &[u8]) -> Result<Vec<(u16, u16, Vec<u8>)>, String> {
    let mut out = Vec::new();
    let mut room = LARGEST;
    let named = file.resources().iter().filter(|r| r.is_compound() && r.kind == STRING && strings::is_named(r.id));
    for resource in named {
        // Each may say that it is large when unpacked.
        room = room.checked_sub(resource.size.into()).ok_or("its strings are more than the game has")?;
        let plain = unpacked(bytes, resource).map_err(|e| e.to_string())?;
        let blocks = blocks_of(resource.id, &plain).map_err(|e| e.to_string())?;
        for (block, text) in (0u16..).zip(blocks) {
            let text = text.split(|b| *b == 0).next().unwrap_or_default();
            out.push((resource.id, block, text.to_vec()));
        }
    }
    Ok(out)
}

/// A file by name, whatever its case: beside the given one, or in the folders of the game's data near it.
fn find(path: &Path, name: &str) -> Option<PathBuf> {
    let folder = path.parent()?;
    let above = folder.parent();
    let data = |folder: &Path| [vec!["data"], vec!["res", "data"]].map(|way| descend(folder, &way));
    let mut folders = vec![folder.to_owned()];
    folders.extend([Some(folder), above].into_iter().flatten().flat_map(data).flatten());
    folders.into_iter().find_map(|folder| entry(&folder, name).filter(|found| found.is_file()))
}

/// A folder below another by the names on the way.
fn descend(folder: &Path, way: &[&str]) -> Option<PathBuf> {
    way.iter().try_fold(folder.to_owned(), |at, name| entry(&at, name))
}

/// The entry of a folder with a name, whatever its case; the exact one first.
fn entry(folder: &Path, name: &str) -> Option<PathBuf> {
    let exact = folder.join(name);
    if exact.exists() {
        return Some(exact);
    }
    let mut names: Vec<_> = std::fs::read_dir(folder).ok()?.filter_map(|e| Some(e.ok()?.file_name())).collect();
    names.sort();
    let found = names.into_iter().find(|n| n.to_string_lossy().eq_ignore_ascii_case(name))?;
    Some(folder.join(found))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::file::{OpenFile, RoundTrip};
    use crate::shock::res::{Body, ResourceOut, STRING, compound, flag, write};
    use levelwright_model::document::LevelId;

    /// A game folder with the sample, names for the first two types, and properties.
    fn folder() -> (tempfile::TempDir, PathBuf) {
        let folder = tempfile::tempdir().unwrap();
        let data = folder.path().join("DATA");
        std::fs::create_dir(&data).unwrap();
        let names = compound(SHORT_NAMES, &[b"First gun\0", b"\0"]).unwrap();
        let strings =
            ResourceOut { id: SHORT_NAMES, flags: flag::COMPOUND, kind: STRING, body: Body::Plain(names.into()) };
        let strings = write(&ResFile::default(), &[], &[strings]).unwrap().bytes;
        std::fs::write(data.join("CYBSTRNG.RES"), strings).unwrap();
        let mut properties = vec![0; PROPERTIES];
        properties[..4].copy_from_slice(&VERSION.to_le_bytes());
        std::fs::write(data.join("objprop.dat"), properties).unwrap();
        let sample = folder.path().join("archive.dat");
        std::fs::write(&sample, crate::shock::sample::sample().unwrap().remove(0).bytes).unwrap();
        (folder, sample)
    }

    #[test]
    fn a_game_folder_lends_names_and_nothing_of_it_is_written() {
        let (folder, path) = folder();
        let mut file = OpenFile::open(&path).unwrap();
        let lines: Vec<&str> = file.guests().iter().flat_map(|g| &g.lines).map(String::as_str).collect();
        assert_eq!(
            lines,
            ["names of 1 of 476 types of objects, 0 texts", "hit points and sizes of all types of objects"]
        );
        assert_eq!(file.round_trip(), RoundTrip::Identical);
        let guns = |file: &OpenFile| {
            let objects = file.document.objects(LevelId(0));
            objects.all().iter().filter(|o| o.kind.key == "gun").map(|o| o.name.clone()).collect::<Vec<_>>()
        };
        assert_eq!(guns(&file), ["First gun"]);
        // What is written is read again without the folder, and is the same.
        let mut draft = file.document.draft();
        let node = draft.row(LevelId(0), "guns", 1).unwrap().id();
        draft.set_int(node, "rounds", 7).unwrap();
        file.document.commit(draft, "rounds").unwrap();
        let encoded = file.encode().unwrap();
        // Saving reads what is written again and compares.
        file.save().unwrap();
        let mut alone = OpenFile::untitled(encoded.bytes).unwrap();
        alone.document.decode_all();
        assert_eq!(guns(&alone), ["Mini pistol"], "our own label");
        drop(folder);
    }

    /// Strings of the game beside the sample: trap messages, names of panels and textures, an e-mail.
    fn folder_with_strings() -> (tempfile::TempDir, PathBuf) {
        let (folder, path) = folder();
        let block = |at: usize, text: &[u8]| {
            let mut blocks: Vec<Vec<u8>> = vec![b"\0".to_vec(); at];
            blocks.push([text, b"\0"].concat());
            blocks
        };
        // Block 1 is what the sample's third trigger says; \x94 is an o with two dots in code page 437.
        let messages = block(1, b"Sch\x94n hier");
        let named: [(u16, Vec<Vec<u8>>); 5] = [
            (0x0867, messages),
            (0x0869, block(2, b"Main relay")),
            (0x086A, block(3, b"grey panel")),
            (0x0871, block(7 + 4, b"Locked for now")),
            (0x0989, [&b"t c1"[..], b"Subject", b"Sender", b"On it"].map(|b| [b, b"\0"].concat()).to_vec()),
        ];
        let compound = |(id, blocks): &(u16, Vec<Vec<u8>>)| {
            let blocks: Vec<&[u8]> = blocks.iter().map(Vec::as_slice).collect();
            let body = compound(*id, &blocks).unwrap();
            ResourceOut { id: *id, flags: flag::COMPOUND, kind: STRING, body: Body::Plain(body.into()) }
        };
        let out: Vec<ResourceOut<'_>> = named.iter().map(compound).collect();
        let strings = write(&ResFile::default(), &[], &out).unwrap().bytes;
        std::fs::write(folder.path().join("DATA/CYBSTRNG.RES"), strings).unwrap();
        (folder, path)
    }

    #[test]
    fn texts_stand_beside_the_numbers_that_name_them() {
        let (folder, path) = folder_with_strings();
        let mut file = OpenFile::open(&path).unwrap();
        assert_eq!(file.guests()[0].lines, ["names of 0 of 476 types of objects, 8 texts"]);
        assert_eq!(file.round_trip(), RoundTrip::Identical);
        let level = LevelId(0);
        let set = |file: &mut OpenFile, table: &str, row: usize, field: &str, value: i64| {
            let mut draft = file.document.draft();
            let node = draft.row(level, table, row).unwrap().id();
            draft.set_int(node, field, value).unwrap();
            file.document.commit(draft, field).unwrap();
        };
        let doors = file.document.state().level(level).unwrap();
        let door = doors.rows(doors.table("doors").unwrap()).position(|row| row.base_int("belongs_to") != Some(0));
        assert!(door.is_some());
        set(&mut file, "doors", 1, "message", 4);
        set(&mut file, "textures", 5, "texture", 3);
        set(&mut file, "software", 1, "data_kind", 0);
        let fixture = {
            let objects = file.document.objects(level);
            let fixture = objects.all().iter().find(|o| o.kind.key == "fixture").unwrap();
            let here = file.document.state().level(level).unwrap();
            here.record(fixture.parts[0].node.number).unwrap().position()
        };
        set(&mut file, "objects", fixture, "maker", 2);
        // In the tree.
        let objects = file.document.objects(level);
        let names: Vec<&str> = objects.all().iter().map(|o| o.name.as_str()).collect();
        for want in ["Entry trigger: message: Schön hier", "Main relay: use four", "Texture 5: grey panel"] {
            assert!(names.contains(&want), "{want} is not among {names:?}");
        }
        assert!(names.iter().any(|name| name.ends_with(": Subject, Sender, On it")), "software: {names:?}");
        // In JSON, beside the number.
        let mut out = Vec::new();
        crate::json::dump::write_dump(&mut out, &file.document, &[level]).unwrap();
        let text = String::from_utf8(out).unwrap();
        for want in [
            r#""named":{"text":"Schön hier"}"#,
            r#""named":{"message":"Locked for now"}"#,
            r#""named":{"texture":"grey panel"}"#,
            r#""named":{"maker":"Main relay"}"#,
            r#""named":{"message":"Subject, Sender, On it"}"#,
        ] {
            assert!(text.contains(want), "{want}");
        }
        // And nothing of it is written.
        let encoded = file.encode().unwrap().bytes;
        assert!(!encoded.windows(11).any(|bytes| bytes == b"Main relay\0"));
        file.save().unwrap();
        drop(folder);
    }

    #[test]
    fn broken_files_lend_nothing_and_say_why() {
        let (folder, path) = folder();
        std::fs::write(folder.path().join("DATA/objprop.dat"), b"short").unwrap();
        std::fs::write(folder.path().join("DATA/CYBSTRNG.RES"), b"LG Res File v2\r\n").unwrap();
        let file = OpenFile::open(&path).unwrap();
        let lines: Vec<&str> = file.guests().iter().flat_map(|g| &g.lines).map(String::as_str).collect();
        assert!(lines.len() == 2 && lines.iter().all(|line| line.starts_with("it lends nothing: ")), "{lines:?}");
    }
}
