//! What is made of an open level beside saving it: a plugin level of some lists, a mod package, the level re-packed
//! (`oni.md` 1.5).

use levelwright_model::document::Document;
use levelwright_model::games::oni::chunk::{self, ObjectType};

use super::build::{Item, level_file, payload_file, single_file};
use super::instance::{InstanceFile, LevelName, Platform, Tag, file_id};
use super::origin::{LEVEL, LevelOrigin, changed, flat};
use super::write::{ALIGN, Changed, payload_ending, plan};
use super::{convert, packing, payloads};
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

pub(super) fn refused(message: impl Into<String>, help: impl Into<String>) -> EncodeError {
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
        "windows" => convert::to(origin, document, made, Platform::Windows),
        "mac" => convert::to(origin, document, made, Platform::Mac),
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

/// The level with its payloads packed: no gaps, no orphans. Payloads of templates that nobody has described stay where they
/// are.
fn compact(origin: &LevelOrigin, document: &Document, made: &Made<'_>) -> Result<Vec<NewFile>, EncodeError> {
    let written = plan(&origin.dat, &origin.file, origin.payload_len, &changed(document, &origin.lists, true))?;
    let old = payloads_now(origin)?;
    let old = flat(old, &written.patches, written.new_len);
    let mut dat = written.dat;
    let file = InstanceFile::read(&dat).map_err(|e| refused(e.to_string(), e.help()))?;
    let raw = file.header.platform() == Platform::Windows;
    let mut known = payloads::of_lists(&file, &dat);
    if raw {
        for (at, room) in payloads::of_rooms(&file, &dat) {
            let known = known.entry(at).or_default();
            known.size = known.size.max(room.size);
            known.fields.extend(room.fields);
        }
    }
    let others = payloads::undescribed(&file, &dat);
    let packed = if others.templates.is_empty() {
        packing::tight(&old, &known)
    } else {
        packing::around(&old, &known, &others.words)
    };
    let packed = packed.map_err(|at| {
        let help = "Leave the level as it is: packing would lose that payload.";
        refused(format!("the level cannot be packed: a payload at byte {at} is not in the file"), help)
    })?;
    for (at, known) in &known {
        let new = packed.moves.get(at).and_then(|to| u32::try_from(*to).ok());
        let new = new.ok_or_else(|| refused("the payloads outgrow 32 bits", ""))?;
        for field in &known.fields {
            if let Some(place) = dat.get_mut(*field..field + 4) {
                place.copy_from_slice(&new.to_le_bytes());
            }
        }
    }
    let name = made.name;
    if let Some(level) = LevelName::parse(name) {
        dat = super::origin::with_file_id(dat, level.file_id())?;
    }
    let saved = (old.len() as u64).saturating_sub(packed.bytes.len() as u64);
    let mut notes = vec![format!("{saved} bytes fewer: what nothing refers to is gone")];
    if !others.templates.is_empty() {
        let list = others.templates.into_iter().collect::<Vec<_>>().join(", ");
        notes.push(format!(
            "where {list} keep their payloads is not described: whatever they could refer to was left in its place"
        ));
    }
    let mut files = vec![NewFile { name: format!("{name}.dat"), bytes: dat, notes }];
    let own = payload_ending(file.header.platform());
    files.push(NewFile { name: format!("{name}.{own}"), bytes: packed.bytes, notes: Vec::new() });
    for other in companions_beside(origin)? {
        files.push(NewFile { name: format!("{name}.{}", other.0), bytes: other.1, notes: Vec::new() });
    }
    Ok(files)
}

/// The payload file as it was opened.
pub(super) fn payloads_now(origin: &LevelOrigin) -> Result<Vec<u8>, EncodeError> {
    let bytes = read_if_there(origin.set.at.disk().as_ref(), &origin.payloads)
        .map_err(|e| refused(format!("the payloads cannot be read: {e}"), "They must lie where they lay."))?;
    Ok(origin.as_opened(bytes.unwrap_or_default()))
}

/// The other companions of the level with their endings: not the payload file, not scripts, which lie elsewhere.
pub(super) fn companions_beside(origin: &LevelOrigin) -> Result<Vec<(String, Vec<u8>)>, EncodeError> {
    let mut out = Vec::new();
    for other in origin.set.others.iter().filter(|f| f.path != origin.payloads) {
        let ending = other.path.extension().unwrap_or_default().to_string_lossy().into_owned();
        if !matches!(ending.to_ascii_lowercase().as_str(), "raw" | "sep") {
            continue;
        }
        let bytes = read_if_there(origin.set.at.disk().as_ref(), &other.path).map_err(|e| {
            refused(format!("{} cannot be read: {e}", other.path.display()), "It must lie where it lay.")
        })?;
        out.push((ending, bytes.unwrap_or_default()));
    }
    Ok(out)
}
