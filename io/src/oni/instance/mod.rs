//! Instance files: `.dat` with companions and `.oni` (`oni.md` 1). Everything is a view into the file's bytes; nothing
//! is assumed about alignment, order or gaps.

pub mod descriptor;
mod error;
pub mod file_id;
pub mod header;
mod links;
#[cfg(test)]
mod tests;

use std::collections::BTreeMap;
use std::ops::Range;

use levelwright_model::record::text::Encoding;

pub use descriptor::{Instance, NameEntry, Tag, Template, tag_text};
pub use error::InstanceError;
pub use file_id::LevelName;
pub use header::{HEADER, Header, Platform, Version};

use crate::source::{OpenProblem, Problems};

/// Bytes of the prefix before an instance's data: its id and the file's.
pub const PREFIX: usize = 8;

/// Tools pad tables and instances to multiples of this.
const PADDED: usize = 32;

/// An instance file, taken apart.
#[derive(Clone, Debug)]
pub struct InstanceFile {
    /// The header.
    pub header: Header,
    /// Its instances.
    pub instances: Vec<Instance>,
    /// Those with names, in the order in which the game searches them.
    pub names: Vec<NameEntry>,
    /// The templates used.
    pub templates: Vec<Template>,
    /// What was found unusual.
    pub problems: Vec<OpenProblem>,
}

/// Where the three lists of descriptors lie.
fn lists(header: &Header) -> [(usize, usize); 3] {
    let size = |count: u32, each: usize| (count as usize).saturating_mul(each);
    let instances = (HEADER, size(header.instances, Instance::SIZE));
    let names = (instances.0.saturating_add(instances.1), size(header.names, NameEntry::SIZE));
    let templates = (names.0.saturating_add(names.1), size(header.templates, Template::SIZE));
    [instances, names, templates]
}

impl InstanceFile {
    /// Takes a file apart.
    ///
    /// # Errors
    /// If a table, a name or an instance does not lie in the file.
    pub fn read(bytes: &[u8]) -> Result<InstanceFile, InstanceError> {
        let header = Header::read(bytes)?;
        let file = bytes.len();
        let sorts = [
            ("instance", header.instances, 0x14, Instance::SIZE),
            ("name", header.names, 0x18, NameEntry::SIZE),
            ("template", header.templates, 0x1C, Template::SIZE),
        ];
        for ((from, len), (what, count, at, size)) in lists(&header).into_iter().zip(sorts) {
            if from.saturating_add(len) > file {
                return Err(InstanceError::Count { what, count, at, bytes: size, file });
            }
        }
        let part = |(from, len): (usize, usize)| bytes.get(from..from + len).unwrap_or_default();
        let [instances, names, templates] = lists(&header).map(part);
        let tables = [
            ("data table", 0x20, Some((header.data_offset, header.data_size))),
            ("name table", 0x28, Some((header.name_offset, header.name_size))),
            ("raw table", 0x30, header.raw_table()),
        ];
        for (what, at, place) in tables {
            let Some((offset, size)) = place else { continue };
            // OniSplit counts the padding of a single file's last instance and does not write it.
            let missing = (offset as usize).saturating_add(size as usize).saturating_sub(file);
            if offset as usize > file || (missing > 0 && !(what == "data table" && missing < PADDED)) {
                return Err(InstanceError::Table { what, at, offset, size, file });
            }
        }
        let out = InstanceFile {
            instances: instances.chunks_exact(Instance::SIZE).map(Instance::read).collect(),
            names: names.chunks_exact(NameEntry::SIZE).map(NameEntry::read).collect(),
            templates: templates.chunks_exact(Template::SIZE).map(Template::read).collect(),
            header,
            problems: Vec::new(),
        };
        out.check_instances()?;
        let problems = out.find_problems(bytes);
        Ok(InstanceFile { problems, ..out })
    }

    fn check_instances(&self) -> Result<(), InstanceError> {
        for (at, instance) in self.instances.iter().enumerate() {
            let tag = || tag_text(instance.tag);
            if instance.is_named() && instance.name >= self.header.name_size {
                return Err(InstanceError::NameOffset {
                    instance: at,
                    tag: tag(),
                    offset: instance.name,
                    size: self.header.name_size,
                });
            }
            if instance.data == 0 && (instance.size == 0 || instance.is_placeholder()) {
                continue;
            }
            let prefix = PREFIX as u32;
            let end = u64::from(instance.data) + u64::from(instance.size.saturating_sub(prefix));
            if instance.data < prefix || end > u64::from(self.header.data_size) {
                return Err(InstanceError::Data {
                    instance: at,
                    tag: tag(),
                    offset: instance.data,
                    size: instance.size,
                    table: self.header.data_size,
                });
            }
        }
        Ok(())
    }

    fn find_problems(&self, bytes: &[u8]) -> Vec<OpenProblem> {
        const HARMLESS: &str = "It is kept as it is.";
        let mut problems = Problems::default();
        if self.header.checksum != header::WINDOWS && self.header.checksum != header::MAC {
            problems.warn(
                "header, byte 0",
                format!("template checksum {:#018X} belongs to no known release", self.header.checksum),
                "The file is read like those of the Mac: payloads in .sep.",
            );
        }
        let mut counts: BTreeMap<Tag, u32> = BTreeMap::new();
        self.instances.iter().for_each(|i| *counts.entry(i.tag).or_default() += 1);
        for template in &self.templates {
            let have = counts.get(&template.tag).copied().unwrap_or(0);
            if have != template.instances {
                problems.warn(
                    format!("template {}", tag_text(template.tag)),
                    format!("its descriptor says {} instances, the file has {have}", template.instances),
                    HARMLESS,
                );
            }
        }
        let table = self.name_table(bytes);
        if table.last().is_some_and(|b| *b != 0) {
            problems.warn(
                format!("name table, byte {}", self.header.name_offset),
                "it ends without a NUL",
                "The last name is read up to the end of the table.",
            );
        }
        for (at, entry) in self.names.iter().enumerate() {
            if entry.instance as usize >= self.instances.len() {
                problems.warn(
                    format!("name descriptor {at}"),
                    format!("it names instance {}, the file has {}", entry.instance, self.instances.len()),
                    HARMLESS,
                );
            }
        }
        let mut file_ids: BTreeMap<u32, usize> = BTreeMap::new();
        for (at, instance) in self.instances.iter().enumerate() {
            let Some((id, file_id)) = self.prefix(bytes, at) else { continue };
            *file_ids.entry(file_id).or_default() += 1;
            let want = (u32::try_from(at).unwrap_or(u32::MAX) << 8) | 1;
            if id != want {
                let place = format!("instance {at} ({})", tag_text(instance.tag));
                problems.warn(
                    place,
                    format!("its prefix holds the id {id:#X}, its place asks for {want:#X}"),
                    HARMLESS,
                );
            }
        }
        if file_ids.len() > 1 {
            let ids: Vec<String> = file_ids.keys().take(4).map(|id| format!("{id:#010X}")).collect();
            problems.warn("prefixes", format!("instances carry several file ids: {}", ids.join(", ")), HARMLESS);
        }
        self.check_links(bytes, &mut problems);
        problems.finish()
    }

    /// The file id of the first instance with data.
    pub fn file_id(&self, bytes: &[u8]) -> Option<u32> {
        (0..self.instances.len()).find_map(|at| self.prefix(bytes, at)).map(|(_, file)| file)
    }

    /// Bytes of the name table.
    pub fn name_table<'a>(&self, bytes: &'a [u8]) -> &'a [u8] {
        let from = self.header.name_offset as usize;
        bytes.get(from..from.saturating_add(self.header.name_size as usize)).unwrap_or_default()
    }

    /// Where an instance's data lie in the file, without the prefix.
    pub fn data_range(&self, at: usize) -> Option<Range<usize>> {
        let instance = self.instances.get(at).filter(|i| i.data >= PREFIX as u32)?;
        let from = (self.header.data_offset as usize).checked_add(instance.data as usize)?;
        Some(from..from.checked_add((instance.size as usize).saturating_sub(PREFIX))?)
    }

    /// An instance's data, without the prefix and without padding that the file does not hold.
    pub fn data<'a>(&self, bytes: &'a [u8], at: usize) -> Option<&'a [u8]> {
        let range = self.data_range(at)?;
        bytes.get(range.start..range.end.min(bytes.len()))
    }

    /// An instance's prefix: its id and the file's.
    pub fn prefix(&self, bytes: &[u8], at: usize) -> Option<(u32, u32)> {
        let from = self.data_range(at)?.start.checked_sub(PREFIX)?;
        let word = |at: usize| bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).map(u32::from_le_bytes);
        Some((word(from)?, word(from + 4)?))
    }

    /// An instance's name with its tag in front; `None` for unnamed ones.
    pub fn full_name_bytes<'a>(&self, bytes: &'a [u8], at: usize) -> Option<&'a [u8]> {
        let instance = self.instances.get(at).filter(|i| i.is_named())?;
        let name = self.name_table(bytes).get(instance.name as usize..)?;
        let end = name.iter().position(|b| *b == 0).unwrap_or(name.len());
        name.get(..end)
    }

    /// An instance's name without its tag; `None` for unnamed ones.
    pub fn name(&self, bytes: &[u8], at: usize) -> Option<String> {
        let full = self.full_name_bytes(bytes, at)?;
        Some(Encoding::Latin1.decode(full.get(4..).unwrap_or_default()))
    }

    /// What an instance is called in messages: tag and name, or tag and number.
    pub fn label(&self, bytes: &[u8], at: usize) -> String {
        match self.full_name_bytes(bytes, at) {
            Some(name) => Encoding::Latin1.decode(name),
            None => format!("{} {at}", self.instances.get(at).map(|i| tag_text(i.tag)).unwrap_or_default()),
        }
    }

    /// The indices of all instances of a template.
    pub fn of(&self, tag: &Tag) -> impl Iterator<Item = usize> {
        let tag = *tag;
        self.instances.iter().enumerate().filter(move |(_, i)| i.tag == tag).map(|(at, _)| at)
    }

    /// The instance a link field names; `None` for null and for links that lead out of the file.
    pub fn linked(&self, link: u32) -> Option<usize> {
        let at = (link >> 8) as usize;
        (link != 0 && at < self.instances.len()).then_some(at)
    }

    /// The head of the file made anew: header and the three lists of descriptors.
    pub fn head_bytes(&self) -> Vec<u8> {
        let mut out = self.header.to_bytes().to_vec();
        self.instances.iter().for_each(|i| out.extend(i.to_bytes()));
        self.names.iter().for_each(|n| out.extend(n.to_bytes()));
        self.templates.iter().for_each(|t| out.extend(t.to_bytes()));
        out
    }
}
