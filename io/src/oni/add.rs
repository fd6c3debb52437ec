//! A list that the level lacks: an instance more, with its descriptors in their sorted places (`oni.md` 1.5, 4).

use levelwright_model::games::oni::chunk::ObjectType;

use super::instance::{HEADER, Instance, InstanceFile, NameEntry, PREFIX, Platform, Tag, Template};
use super::write::align;
use crate::format::EncodeError;

/// A list to add.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewList {
    pub(crate) of: &'static ObjectType,
    /// Size of its payload.
    pub(crate) size: u32,
    /// Where its payload lies.
    pub(crate) offset: u32,
}

const BINA: Tag = *b"BINA";
/// Checksums of the template BINA (`oni.md` 1.2).
const BINA_WINDOWS: u64 = 0xDB41;
const BINA_MAC: u64 = 0x1_5E11;
/// What the developers' tools left in unused bytes of an instance (`oni.md` 1.4).
const FILLER: [u8; 16] =
    [0xAD, 0xDE, 0xAD, 0xDE, 0xAD, 0xDE, 0xAD, 0xDE, 0xAD, 0xDE, 0xAD, 0xDE, 0xAD, 0xDE, 0xAD, 0xDE];

/// The checksum of the template BINA on a platform.
pub(crate) fn bina_checksum(platform: Platform) -> u64 {
    match platform {
        Platform::Windows => BINA_WINDOWS,
        Platform::Mac => BINA_MAC,
    }
}

/// The data of a list's instance with its prefix: 32 bytes.
pub(crate) fn instance_bytes(index: usize, file_id: u32, list: &NewList) -> Vec<u8> {
    let id = (u32::try_from(index).unwrap_or(u32::MAX) << 8) | 1;
    let mut out = [id, file_id, list.size, list.offset].map(u32::to_le_bytes).concat();
    out.extend(FILLER);
    out
}

/// Ids of instances have 24 bits for the index.
const MOST_INSTANCES: usize = 1 << 24;

/// The instance file with lists added. Existing instances keep their numbers and their data.
///
/// # Errors
/// If its tables do not lie in the order of the game's own files, or there is no room for another instance.
pub(crate) fn with_lists(dat: &[u8], file: &InstanceFile, lists: &[NewList]) -> Result<Vec<u8>, EncodeError> {
    let refused = |message: &str| EncodeError::Refused {
        message: format!("a list cannot be added to this instance file: {message}"),
        help: "Only lists that the level already has can be edited in it. Compacting the level first may help."
            .to_owned(),
    };
    let header = &file.header;
    let (data_from, data_len) = (header.data_offset as usize, header.data_size as usize);
    let (name_from, name_len) = (header.name_offset as usize, header.name_size as usize);
    let head_end = file.head_bytes().len();
    if !(head_end <= data_from && data_from + data_len <= name_from) {
        return Err(refused("descriptors, data table and name table do not follow each other"));
    }
    if file.instances.len() + lists.len() > MOST_INSTANCES {
        return Err(refused("it has as many instances as ids can say"));
    }
    let slice = |from: usize, to: usize| dat.get(from..to).unwrap_or_default();
    let mut new = file.clone();
    let mut data = slice(data_from, data_from + data_len).to_vec();
    let mut names = slice(name_from, name_from + name_len).to_vec();
    if names.last().is_some_and(|b| *b != 0) {
        names.push(0);
    }
    let file_id = file.file_id(dat).unwrap_or(1);
    for list in lists {
        let full = [BINA.as_slice(), list.of.list_name().as_bytes()].concat();
        let index = new.instances.len();
        data.resize(usize::try_from(align(data.len() as u64)).unwrap_or(data.len()), 0);
        let at = data.len() + PREFIX;
        let bytes = instance_bytes(index, file_id, list);
        data.extend(&bytes);
        let number = |n: usize| u32::try_from(n).map_err(|_| refused("its tables outgrow 32 bits"));
        new.instances.push(Instance {
            tag: BINA,
            data: number(at)?,
            name: number(names.len())?,
            size: number(bytes.len())?,
            flags: 0,
        });
        // The game searches the names in the order of their bytes.
        let place = new.names.partition_point(|entry| {
            let other = name_of(&new, &names, entry.instance as usize);
            other <= full.as_slice()
        });
        new.names.insert(place, NameEntry { instance: number(index)?, pointer: 0 });
        names.extend(&full);
        names.push(0);
        match new.templates.iter_mut().find(|t| t.tag == BINA) {
            Some(template) => template.instances = template.instances.saturating_add(1),
            None => {
                let template = Template { checksum: bina_checksum(header.platform()), tag: BINA, instances: 1 };
                let place = new.templates.partition_point(|t| t.tag < BINA);
                new.templates.insert(place, template);
            }
        }
    }
    assemble(dat, file, new, &data, &names).ok_or_else(|| refused("its tables outgrow 32 bits"))
}

/// An instance's full name in a name table.
fn name_of<'a>(file: &InstanceFile, names: &'a [u8], instance: usize) -> &'a [u8] {
    let Some(instance) = file.instances.get(instance) else { return &[] };
    let name = names.get(instance.name as usize..).unwrap_or_default();
    name.get(..name.iter().position(|b| *b == 0).unwrap_or(name.len())).unwrap_or_default()
}

/// Lays the parts behind each other again. What lay between them and behind them and is not zero is kept.
fn assemble(dat: &[u8], old: &InstanceFile, mut new: InstanceFile, data: &[u8], names: &[u8]) -> Option<Vec<u8>> {
    let (data_from, data_len) = (old.header.data_offset as usize, old.header.data_size as usize);
    let (name_from, name_len) = (old.header.name_offset as usize, old.header.name_size as usize);
    let between = |from: usize, to: usize| {
        let gap = dat.get(from..to).unwrap_or_default();
        if gap.iter().all(|b| *b == 0) { &[] } else { gap }
    };
    let gaps = [between(old.head_bytes().len(), data_from), between(data_from + data_len, name_from)];
    let rest = dat.get(name_from + name_len..).unwrap_or_default();
    let number = |n: usize| u32::try_from(n).ok();
    let padded = |len: usize| usize::try_from(align(len as u64)).ok();
    new.header.instances = number(new.instances.len())?;
    new.header.names = number(new.names.len())?;
    new.header.templates = number(new.templates.len())?;
    let descriptors =
        new.instances.len() * Instance::SIZE + new.names.len() * NameEntry::SIZE + new.templates.len() * Template::SIZE;
    let [before, behind] = gaps;
    let data_at = padded(HEADER + descriptors + before.len())?;
    let name_at = padded(data_at + data.len() + behind.len())?;
    new.header.data_offset = number(data_at)?;
    new.header.data_size = number(data.len())?;
    new.header.name_offset = number(name_at)?;
    new.header.name_size = number(names.len())?;
    let mut out = new.head_bytes();
    out.extend(before);
    out.resize(data_at, 0);
    out.extend(data);
    out.extend(behind);
    out.resize(name_at, 0);
    out.extend(names);
    out.extend(rest);
    Some(out)
}
