//! The three sorts of descriptors behind the header (`oni.md` 1.2).

/// The bits of an instance's flags that mean something; the others are left-overs of the developers' tools.
const FLAGS: u32 = 0xFF;
/// It has no name.
const UNNAMED: u32 = 0x01;
/// It lies in another file and is found there by its name.
const PLACEHOLDER: u32 = 0x02;

/// A four-letter code in reading order.
pub type Tag = [u8; 4];

/// An instance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Instance {
    /// The template.
    pub tag: Tag,
    /// Where its data begin in the data table, past the prefix; 0 for none.
    pub data: u32,
    /// Where its name begins in the name table.
    pub name: u32,
    /// Size of its data with the prefix.
    pub size: u32,
    /// Flags as stored, with left-overs in the upper bytes.
    pub flags: u32,
}

fn word(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).map_or(0, u32::from_le_bytes)
}

fn tag_at(bytes: &[u8], at: usize) -> Tag {
    word(bytes, at).to_be_bytes()
}

/// A tag as text.
pub fn tag_text(tag: Tag) -> String {
    tag.iter().map(|b| char::from(*b)).collect()
}

impl Instance {
    /// Size of its descriptor.
    pub const SIZE: usize = 20;

    /// Reads a descriptor of [`Instance::SIZE`] bytes.
    pub fn read(bytes: &[u8]) -> Instance {
        Instance {
            tag: tag_at(bytes, 0),
            data: word(bytes, 4),
            name: word(bytes, 8),
            size: word(bytes, 12),
            flags: word(bytes, 16),
        }
    }

    /// Its descriptor.
    pub fn to_bytes(self) -> [u8; Instance::SIZE] {
        let words = [u32::from_be_bytes(self.tag), self.data, self.name, self.size, self.flags];
        let mut out = [0; Instance::SIZE];
        for (place, word) in out.chunks_exact_mut(4).zip(words) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        out
    }

    /// Whether it has a name.
    pub fn is_named(self) -> bool {
        self.flags & FLAGS & UNNAMED == 0
    }

    /// Whether it lies in another file.
    pub fn is_placeholder(self) -> bool {
        self.flags & FLAGS & PLACEHOLDER != 0
    }
}

/// An entry of the list that the game searches by name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NameEntry {
    /// Index of the instance.
    pub instance: u32,
    /// A pointer of the running game, 0 in files.
    pub pointer: u32,
}

impl NameEntry {
    /// Size of its descriptor.
    pub const SIZE: usize = 8;

    /// Reads a descriptor of [`NameEntry::SIZE`] bytes.
    pub fn read(bytes: &[u8]) -> NameEntry {
        NameEntry { instance: word(bytes, 0), pointer: word(bytes, 4) }
    }

    /// Its descriptor.
    pub fn to_bytes(self) -> [u8; NameEntry::SIZE] {
        let mut out = [0; NameEntry::SIZE];
        for (place, word) in out.chunks_exact_mut(4).zip([self.instance, self.pointer]) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        out
    }
}

/// A template that the file's instances use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Template {
    /// Checksum over its fields.
    pub checksum: u64,
    /// Its code.
    pub tag: Tag,
    /// How many instances the file has of it.
    pub instances: u32,
}

impl Template {
    /// Size of its descriptor.
    pub const SIZE: usize = 16;

    /// Reads a descriptor of [`Template::SIZE`] bytes.
    pub fn read(bytes: &[u8]) -> Template {
        let checksum = u64::from(word(bytes, 0)) | u64::from(word(bytes, 4)) << 32;
        Template { checksum, tag: tag_at(bytes, 8), instances: word(bytes, 12) }
    }

    /// Its descriptor.
    pub fn to_bytes(self) -> [u8; Template::SIZE] {
        let mut out = [0; Template::SIZE];
        for (place, byte) in out.iter_mut().zip(self.checksum.to_le_bytes()) {
            *place = byte;
        }
        for (place, word) in out.chunks_exact_mut(4).skip(2).zip([u32::from_be_bytes(self.tag), self.instances]) {
            place.copy_from_slice(&word.to_le_bytes());
        }
        out
    }
}
