//! New instance files: whole `.dat` files and single `.oni` ones (`oni.md` 1.2, 1.3), laid as OniSplit lays them.

use super::instance::{HEADER, Header, Instance, NameEntry, PREFIX, Platform, Tag, Template, Version, header};
use super::write::{ALIGN, align};
use crate::format::EncodeError;

/// An instance to write.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) tag: Tag,
    /// Without the tag; `None` for what only other instances link to.
    pub(super) name: Option<String>,
    /// Without the prefix.
    pub(super) data: Vec<u8>,
}

/// Checksums over the fields of templates (`oni.md` 1.2): those four that differ between the platforms are given for
/// Windows and the Mac, the others as OniSplit writes them (`data/oni/onisplit-made/level36-geometry`).
const CHECKSUMS: &[(&Tag, u64, u64)] = &[
    (b"AGQC", 0x1C_CB91, 0x1C_CB91),
    (b"AGQG", 0x1C_03D2, 0x1C_03D2),
    (b"AGQR", 0x8_3A3B, 0x8_3A3B),
    (b"AKEV", 0x88_3014_DE75, 0x88_3014_DE75),
    (b"BINA", 0xDB41, 0x1_5E11),
    (b"ONLV", 0x7D_B79A_2EA3, 0x7D_B79A_2EA3),
    (b"PLEA", 0x7_BC38, 0x7_BC38),
    (b"PNTA", 0x37_676C, 0x37_676C),
    (b"TXCA", 0x9_141A, 0x9_141A),
];

/// Those of the four templates whose fields differ between the platforms (`oni.md` 1.2).
const DIFFERING: &[(&Tag, u64, u64)] = &[
    (b"BINA", 0xDB41, 0x1_5E11),
    (b"OSBD", 0xDB6C, 0x1_5E3C),
    (b"SNDD", 0x37_0578, 0x4_11EB),
    (b"TXMP", 0x8_9118_7581, 0x8_911E_EB5F),
];

/// The checksum of a template on a platform, where it differs between them.
pub(super) fn checksum_of(tag: &Tag, platform: Platform) -> Option<u64> {
    let found = DIFFERING.iter().find(|(known, ..)| *known == tag);
    found.map(|(_, windows, mac)| if platform == Platform::Windows { *windows } else { *mac })
}

fn checksum(tag: &Tag, platform: Platform) -> u64 {
    let found = CHECKSUMS.iter().find(|(known, ..)| *known == tag);
    found.map_or(0, |(_, windows, mac)| if platform == Platform::Windows { *windows } else { *mac })
}

fn number(n: usize) -> Result<u32, EncodeError> {
    u32::try_from(n).map_err(|_| EncodeError::Refused {
        message: "the instance file would outgrow 32 bits".to_owned(),
        help: "Put fewer lists into it.".to_owned(),
    })
}

fn padded(len: usize) -> usize {
    usize::try_from(align(len as u64)).unwrap_or(len)
}

/// The link to an instance.
pub(super) fn link(index: usize) -> u32 {
    (u32::try_from(index).unwrap_or(0) << 8) | 1
}

/// Data table, name table and descriptors of items.
struct Tables {
    instances: Vec<Instance>,
    data: Vec<u8>,
    names: Vec<u8>,
    /// Full names with the index of their instance.
    named: Vec<(Vec<u8>, u32)>,
}

fn tables(items: &[Item], file_id: u32) -> Result<Tables, EncodeError> {
    /// Flag of an instance without a name.
    const UNNAMED: u32 = 1;
    let mut out = Tables { instances: Vec::new(), data: Vec::new(), names: Vec::new(), named: Vec::new() };
    for (at, item) in items.iter().enumerate() {
        let name = number(out.names.len())?;
        if let Some(own) = &item.name {
            let full = [item.tag.as_slice(), own.as_bytes()].concat();
            out.names.extend(&full);
            out.names.push(0);
            out.named.push((full, number(at)?));
        }
        let start = out.data.len();
        out.data.extend([link(at), file_id].map(u32::to_le_bytes).concat());
        out.data.extend(&item.data);
        out.data.resize(out.data.len().next_multiple_of(4), 0);
        out.instances.push(Instance {
            tag: item.tag,
            data: number(start + PREFIX)?,
            name: if item.name.is_some() { name } else { 0 },
            size: number(out.data.len() - start)?,
            flags: if item.name.is_some() { 0 } else { UNNAMED },
        });
    }
    Ok(out)
}

/// A level's instance file.
///
/// # Errors
/// If it outgrows 32 bits.
pub(super) fn level_file(platform: Platform, file_id: u32, items: &[Item]) -> Result<Vec<u8>, EncodeError> {
    let mut made = tables(items, file_id)?;
    made.named.sort();
    let mut tags: Vec<Tag> = items.iter().map(|i| i.tag).collect();
    tags.sort_unstable();
    tags.dedup();
    let count = |tag: &Tag| items.iter().filter(|i| i.tag == *tag).count();
    let descriptors = HEADER
        + made.instances.len() * Instance::SIZE
        + made.named.len() * NameEntry::SIZE
        + tags.len() * Template::SIZE;
    let data_at = padded(descriptors);
    let name_at = padded(data_at + made.data.len());
    let head = Header {
        version: Version::Level,
        checksum: if platform == Platform::Windows { header::WINDOWS } else { header::MAC },
        instances: number(made.instances.len())?,
        names: number(made.named.len())?,
        templates: number(tags.len())?,
        data_offset: number(data_at)?,
        data_size: number(made.data.len())?,
        name_offset: number(name_at)?,
        name_size: number(made.names.len())?,
        rest: [0; 16],
    };
    let mut out = head.to_bytes().to_vec();
    made.instances.iter().for_each(|i| out.extend(i.to_bytes()));
    made.named.iter().for_each(|(_, instance)| out.extend(NameEntry { instance: *instance, pointer: 0 }.to_bytes()));
    for tag in tags {
        let instances = number(count(&tag))?;
        out.extend(Template { checksum: checksum(&tag, platform), tag, instances }.to_bytes());
    }
    out.resize(data_at, 0);
    out.extend(&made.data);
    out.resize(name_at, 0);
    out.extend(&made.names);
    Ok(out)
}

/// A single instance with one payload behind it, at the first place where one can lie. Its data are the payload's size
/// and place.
///
/// # Errors
/// If it outgrows 32 bits.
pub(super) fn single_file(tag: Tag, name: &str, payload: &[u8]) -> Result<Vec<u8>, EncodeError> {
    let place = [number(payload.len())?, number(ALIGN as usize)?].map(u32::to_le_bytes).concat();
    let made = tables(&[Item { tag, name: Some(name.to_owned()), data: place }], 0)?;
    let name_at = padded(HEADER + Instance::SIZE);
    let data_at = padded(name_at + made.names.len());
    let data_len = padded(made.data.len());
    let raw_at = data_at + data_len;
    let mut head = Header {
        version: Version::Single,
        // There is no other one for what holds no sound (`oni.md` 1.3).
        checksum: header::WINDOWS,
        instances: 1,
        names: 0,
        templates: 0,
        data_offset: number(data_at)?,
        data_size: number(data_len)?,
        name_offset: number(name_at)?,
        name_size: number(made.names.len())?,
        rest: [0; 16],
    };
    head.set_raw_table(number(raw_at)?, number(ALIGN as usize + payload.len())?);
    let mut out = head.to_bytes().to_vec();
    made.instances.iter().for_each(|i| out.extend(i.to_bytes()));
    out.resize(name_at, 0);
    out.extend(&made.names);
    out.resize(data_at, 0);
    out.extend(&made.data);
    out.resize(raw_at + ALIGN as usize, 0);
    out.extend(payload);
    Ok(out)
}

/// A file of payloads, one behind the other at multiples of 32, and where each begins.
pub(super) fn payload_file(payloads: &[Vec<u8>]) -> (Vec<u8>, Vec<usize>) {
    let mut out = vec![0; ALIGN as usize];
    let mut places = Vec::with_capacity(payloads.len());
    for payload in payloads {
        out.resize(padded(out.len()), 0);
        places.push(out.len());
        out.extend(payload);
    }
    (out, places)
}
