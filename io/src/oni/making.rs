//! What is made of an open level beside saving it: a plugin level of some lists, a mod package, the level re-packed
//! (`oni.md` 1.5).

use std::collections::{BTreeMap, BTreeSet};

use levelwright_model::document::Document;
use levelwright_model::games::oni::chunk::{self, ObjectType};

use super::build::{Item, level_file, payload_file, single_file};
use super::instance::{LevelName, Tag, file_id, tag_text};
use super::lists::word;
use super::origin::{LEVEL, LevelOrigin, changed, flat};
use super::write::{ALIGN, Changed, align, payload_ending, plan};
use crate::format::{EncodeError, Form, Made, NewFile};
use crate::save::disk::read_if_there;

const BINA: Tag = *b"BINA";

/// Who loads plugin levels (`oni.md` 1.5).
const ENGINES: &str = "only patched engines load plugin levels (Anniversary Edition's Daodan on Windows, the Intel Mac \
                       build, OniX); the original game ignores or refuses them";

/// What can be made.
pub(super) static FORMS: &[Form] = &[
    Form {
        key: "plugin",
        label: "Plugin level",
        doc: "A small level file with some lists, which takes their place in the level; the level's own files stay as they \
              are. Only patched engines load plugin levels: Anniversary Edition's Daodan on Windows, the Intel Mac build, \
              OniX. The original game ignores or refuses them.",
        lists: true,
        suggest: |level| format!("{}_Mine", level.split('_').next().unwrap_or(level)),
    },
    Form {
        key: "package",
        label: "Mod package",
        doc: "A folder for the Anniversary Edition's installer with some lists as single files. Its name begins with five \
              digits; fill in the creator in its Mod_Info.cfg.",
        lists: true,
        suggest: |_| "00001Mine".to_owned(),
    },
    Form {
        key: "compact",
        label: "Compacted level",
        doc: "The level anew, without gaps and orphaned data. Saving never does this, for nothing is wrong with them. Every \
              engine loads it like the level itself.",
        lists: false,
        suggest: str::to_owned,
    },
];

fn refused(message: impl Into<String>, help: impl Into<String>) -> EncodeError {
    EncodeError::Refused { message: message.into(), help: help.into() }
}

/// The lists that are asked for, by the keys of their tables; those that differ from the file where none is named.
fn wanted(
    origin: &LevelOrigin,
    document: &Document,
    lists: &[String],
) -> Result<Vec<(&'static ObjectType, Vec<u8>)>, EncodeError> {
    if lists.is_empty() {
        let list = |changed| match changed {
            Changed::Old(list, bytes) => (list.of, bytes),
            Changed::New(of, bytes) => (of, bytes),
        };
        let mut found: Vec<_> = changed(document, &origin.lists, true).into_iter().map(list).collect();
        found.sort_by_key(|(of, _)| of.list_name());
        if found.is_empty() {
            let help = "Edit some first, or name the lists that shall go into it.";
            return Err(refused("no list of objects differs from the file", help));
        }
        return Ok(found);
    }
    let level = document.state().level(LEVEL).ok_or_else(|| refused("the level is not decoded", ""))?;
    let mut out = Vec::new();
    for key in lists {
        let found = ObjectType::of_table(key).and_then(|of| Some((of, level.table(of.table.key)?)));
        let (of, table) =
            found.ok_or_else(|| refused(format!("there is no list {key}"), "Name tables: flags, doors"))?;
        if table.opaque.is_some() {
            return Err(refused(format!("the list {key} could not be read"), "Leave it out."));
        }
        out.push((of, chunk::encode(table)));
    }
    out.sort_by_key(|(of, _)| of.list_name());
    Ok(out)
}

fn lists_of(made: &[(&'static ObjectType, Vec<u8>)]) -> String {
    made.iter().map(|(of, _)| of.table.label.to_lowercase()).collect::<Vec<_>>().join(", ")
}

/// Makes what the name says.
pub(super) fn make(origin: &LevelOrigin, document: &Document, made: &Made<'_>) -> Result<Vec<NewFile>, EncodeError> {
    match made.form {
        "plugin" => plugin(origin, document, made),
        "package" => package(origin, document, made),
        "compact" => compact(origin, document, made),
        other => Err(refused(format!("{other} cannot be made of an Oni level"), "")),
    }
}

/// A small level file that some engines load over the level.
fn plugin(origin: &LevelOrigin, document: &Document, made: &Made<'_>) -> Result<Vec<NewFile>, EncodeError> {
    let name = LevelName::parse(made.name)
        .ok_or_else(|| refused(format!("{} is no name of a level file", made.name), "Call it like level3_Mine."))?;
    let own = origin.file.file_id(&origin.dat).map(file_id::level_of);
    if own.is_some_and(|own| own != name.level) {
        let message = format!("{} names level {}, the file is level {}", made.name, name.level, own.unwrap_or(0));
        return Err(refused(message, "Give it the level's own number."));
    }
    if name.suffix.eq_ignore_ascii_case("Final") {
        return Err(refused("a plugin must not be called like the level itself", "Choose another suffix."));
    }
    let lists = wanted(origin, document, made.lists)?;
    let platform = origin.file.header.platform();
    let payloads: Vec<Vec<u8>> = lists.iter().map(|(_, bytes)| bytes.clone()).collect();
    let (payload_bytes, places) = payload_file(&payloads);
    let mut items = Vec::new();
    for ((of, bytes), at) in lists.iter().zip(places) {
        let numbers = [u32::try_from(bytes.len()), u32::try_from(at)];
        let [Ok(size), Ok(at)] = numbers else { return Err(refused("the payloads outgrow 32 bits", "")) };
        items.push(Item { tag: BINA, name: Some(of.list_name()), data: [size, at].map(u32::to_le_bytes).concat() });
    }
    let dat = level_file(platform, name.file_id(), &items)?;
    let mut notes = vec![format!("it holds {}", lists_of(&lists)), ENGINES.to_owned()];
    // Of lists the last loaded wins, and files are loaded in the order of their names (`oni.md` 1.5).
    if name.suffix.as_bytes() <= b"Final".as_slice() {
        notes.push(format!("{} sorts before Final: the engine will not use its lists", name.suffix));
    }
    let ending = payload_ending(platform);
    let mut files = vec![
        NewFile { name: format!("{}.dat", made.name), bytes: dat, notes },
        NewFile { name: format!("{}.{ending}", made.name), bytes: payload_bytes, notes: Vec::new() },
    ];
    if ending != "raw" {
        // The Mac's engine wants the other file too; only its unused beginning is in it.
        let bytes = vec![0; ALIGN as usize];
        files.push(NewFile { name: format!("{}.raw", made.name), bytes, notes: Vec::new() });
    }
    Ok(files)
}

/// A tree for the Anniversary Edition's installer (`oni.md` 1.5: mod package 2.0).
fn package(origin: &LevelOrigin, document: &Document, made: &Made<'_>) -> Result<Vec<NewFile>, EncodeError> {
    let digits = made.name.bytes().take_while(u8::is_ascii_digit).count();
    let title = made.name.get(digits..).unwrap_or_default();
    if digits != 5 || title.is_empty() || !made.name.bytes().all(|b| b.is_ascii_alphanumeric() || b"_- ".contains(&b)) {
        let help = "Package folders are called like 12345MyMod: five digits, then letters, digits, blanks, - or _.";
        return Err(refused(format!("{} is no name of a package", made.name), help));
    }
    let level = origin.file.file_id(&origin.dat).map_or(0, file_id::level_of);
    let lists = wanted(origin, document, made.lists)?;
    let info = format!(
        "AEInstallVersion -> 2.0\nNameOfMod -> {title}\nCreator -> \nModVersion -> 1.0\nReadme -> Replaces objects of level \
         {level}: {}.\n",
        lists_of(&lists)
    );
    let mut files = vec![NewFile {
        name: format!("{}/Mod_Info.cfg", made.name),
        bytes: info.into_bytes(),
        notes: vec![format!("it holds {}", lists_of(&lists)), "fill in the creator in Mod_Info.cfg".to_owned()],
    }];
    for (of, bytes) in &lists {
        let folder = format!("{}/oni/common/level{level}_Final", made.name);
        let bytes = single_file(BINA, &of.list_name(), bytes)?;
        files.push(NewFile { name: format!("{folder}/BINA{}.oni", of.list_name()), bytes, notes: Vec::new() });
    }
    Ok(files)
}

/// Templates whose data hold no place of a payload, as far as they are described (`oni.md` 3).
const NO_PAYLOAD: &[&Tag] = &[
    b"ABNA", b"AGQC", b"AGQG", b"AGQR", b"AISA", b"AKAA", b"AKBA", b"AKBP", b"AKDA", b"AKEV", b"AKOT", b"CONS",
    b"CRSA", b"DOOR", b"ENVP", b"IDXA", b"M3GA", b"M3GM", b"OBAN", b"OBOA", b"OFGA", b"ONLD", b"ONLV", b"ONOA",
    b"ONSK", b"OTIT", b"OTLF", b"PLEA", b"PNTA", b"QTNA", b"TRGE", b"TRIG", b"TURR", b"TXAN", b"TXCA", b"TXMA",
    b"VCRA",
];

/// The level with its payloads packed: no gaps, no orphans. Refused where the file holds templates whose payloads are not
/// known: they would be lost.
fn compact(origin: &LevelOrigin, document: &Document, made: &Made<'_>) -> Result<Vec<NewFile>, EncodeError> {
    // What lies in another file has no data here.
    let with_data = origin.file.instances.iter().filter(|i| i.data != 0);
    let known = |tag: &Tag| NO_PAYLOAD.contains(&tag) || [b"BINA", b"OSBD", b"AKVA", b"AGDB", b"TXMP"].contains(&tag);
    let unknown: BTreeSet<String> = with_data.map(|i| i.tag).filter(|tag| !known(tag)).map(tag_text).collect();
    if !unknown.is_empty() {
        let list = unknown.into_iter().collect::<Vec<_>>().join(", ");
        let message = format!("the level cannot be packed: where {list} keep their payloads is not known");
        return Err(refused(message, "The file stays usable as it is: unused payloads do no harm."));
    }
    let written = plan(&origin.dat, &origin.file, origin.payload_len, &changed(document, &origin.lists, true))?;
    let old = read_if_there(origin.set.at.disk().as_ref(), &origin.payloads)
        .map_err(|e| refused(format!("the payloads cannot be read: {e}"), ""))?;
    let old = flat(origin.as_opened(old.unwrap_or_default()), &written.patches, written.new_len);
    let mut dat = written.dat;
    let file = super::instance::InstanceFile::read(&dat).map_err(|e| refused(e.to_string(), e.help()))?;
    let raw = file.header.platform() == super::instance::Platform::Windows;
    let mut places = Vec::new();
    for (at, instance) in file.instances.iter().enumerate() {
        let (Some(range), Some(data)) = (file.data_range(at), file.data(&dat, at)) else { continue };
        match &instance.tag {
            b"BINA" | b"OSBD" => places.extend(word(data, 0).map(|size| (range.start + 4, u64::from(size)))),
            b"TXMP" => {
                let offset = if raw { 0x94 } else { 0x98 };
                places.extend(super::texture::size(data).map(|size| (range.start + offset, size)));
            }
            b"AKVA" if raw => {
                let rooms = (word(data, 0x14).unwrap_or(0) as usize).min(data.len() / 116);
                let room = |n: usize| 0x18 + 116 * n;
                places.extend(
                    (0..rooms).filter_map(|n| Some((range.start + room(n) + 36, u64::from(word(data, room(n) + 40)?)))),
                );
            }
            b"AGDB" if raw && word(data, 0x14) != Some(0) => {
                return Err(refused("the level cannot be packed: it holds names of its quads (AGDB)", ""));
            }
            _ => {}
        }
    }
    // In the order of their old places; what shares a place goes on sharing it.
    let mut by_place: BTreeMap<u64, (u64, Vec<usize>)> = BTreeMap::new();
    for (field, size) in places {
        let at = word(&dat, field).map_or(0, u64::from);
        if at != 0 {
            let entry = by_place.entry(at).or_default();
            entry.0 = entry.0.max(size);
            entry.1.push(field);
        }
    }
    let mut out = vec![0; ALIGN as usize];
    for (at, (size, fields)) in by_place {
        let range = usize::try_from(at).unwrap_or(usize::MAX)..usize::try_from(at + size).unwrap_or(usize::MAX);
        let payload =
            old.get(range).ok_or_else(|| refused(format!("a payload at byte {at} is not in the file"), ""))?;
        out.resize(usize::try_from(align(out.len() as u64)).unwrap_or(out.len()), 0);
        let new = u32::try_from(out.len()).map_err(|_| refused("the payloads outgrow 32 bits", ""))?;
        out.extend(payload);
        for field in fields {
            if let Some(place) = dat.get_mut(field..field + 4) {
                place.copy_from_slice(&new.to_le_bytes());
            }
        }
    }
    out.resize(usize::try_from(align(out.len() as u64)).unwrap_or(out.len()), 0);
    let name = made.name;
    if let Some(level) = LevelName::parse(name) {
        dat = super::origin::with_file_id(dat, level.file_id())?;
    }
    let saved = (old.len() as u64).saturating_sub(out.len() as u64);
    let notes = vec![format!("{saved} bytes fewer: what nothing refers to is gone")];
    let mut files = vec![NewFile { name: format!("{name}.dat"), bytes: dat, notes }];
    files.push(NewFile { name: format!("{name}.{}", if raw { "raw" } else { "sep" }), bytes: out, notes: Vec::new() });
    for other in origin.set.others.iter().filter(|f| f.path != origin.payloads) {
        let bytes = read_if_there(origin.set.at.disk().as_ref(), &other.path)
            .map_err(|e| refused(format!("{} cannot be read: {e}", other.path.display()), ""))?;
        let ending = other.path.extension().unwrap_or_default().to_string_lossy();
        // Scripts lie elsewhere and are not part of it.
        if matches!(ending.to_ascii_lowercase().as_str(), "raw" | "sep") {
            files.push(NewFile {
                name: format!("{name}.{ending}"),
                bytes: bytes.unwrap_or_default(),
                notes: Vec::new(),
            });
        }
    }
    Ok(files)
}
