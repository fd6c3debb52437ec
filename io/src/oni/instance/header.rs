//! The header of an instance file (`oni.md` 1.2, 1.3).

use super::InstanceError;

/// Size of the header.
pub const HEADER: usize = 0x40;
/// "VR31": a level's file of many instances.
const VR31: u32 = 0x5652_3331;
/// "VR32": a file of one named instance.
const VR32: u32 = 0x5652_3332;
/// Sizes of header, instance descriptor, template descriptor and name descriptor.
const SIGNATURE: u64 = 0x0008_0010_0014_0040;
/// Checksum over the templates of the game for Windows.
pub const WINDOWS: u64 = 0x0003_BCDF_33DC_271F;
/// Checksum over the templates of the Windows demo and everything on the Mac.
pub const MAC: u64 = 0x0003_BCDF_23C1_3061;

/// Which of the two forms a file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Version {
    /// `.dat`: many instances, payloads in companions.
    Level,
    /// `.oni`: one named instance with its payloads.
    Single,
}

/// Where the payloads of BINA, OSBD and TXMP lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Platform {
    /// Windows retail: in `.raw`.
    Windows,
    /// Windows demo and Mac: in `.sep`. Unknown checksums are taken for these, as OniSplit does.
    Mac,
}

/// A header as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Which form.
    pub version: Version,
    /// Checksum over the templates: it tells the platform.
    pub checksum: u64,
    /// How many instance descriptors.
    pub instances: u32,
    /// How many name descriptors; 0 in single files.
    pub names: u32,
    /// How many template descriptors; 0 in single files.
    pub templates: u32,
    /// Where the data table begins.
    pub data_offset: u32,
    /// Its size.
    pub data_size: u32,
    /// Where the name table begins.
    pub name_offset: u32,
    /// Its size.
    pub name_size: u32,
    /// The rest: unused in levels; offset and size of the raw table in single files.
    pub rest: [u8; 16],
}

fn u32_at(bytes: &[u8], at: usize) -> u32 {
    bytes.get(at..at + 4).and_then(|b| b.try_into().ok()).map_or(0, u32::from_le_bytes)
}

fn u64_at(bytes: &[u8], at: usize) -> u64 {
    bytes.get(at..at + 8).and_then(|b| b.try_into().ok()).map_or(0, u64::from_le_bytes)
}

/// Whether these bytes begin an instance file, broken or not.
pub fn looks_like(bytes: &[u8]) -> Option<Version> {
    match u32_at(bytes.get(..HEADER)?, 8) {
        VR31 => Some(Version::Level),
        VR32 => Some(Version::Single),
        _ => None,
    }
}

impl Header {
    /// Reads a header.
    ///
    /// # Errors
    /// If there are too few bytes, or the version or the sizes of descriptors are unknown.
    pub fn read(bytes: &[u8]) -> Result<Header, InstanceError> {
        let head = bytes.get(..HEADER).ok_or(InstanceError::TooShort(bytes.len()))?;
        let version = looks_like(head).ok_or_else(|| InstanceError::Version(u32_at(head, 8)))?;
        let signature = u64_at(head, 0x0C);
        if signature != SIGNATURE {
            return Err(InstanceError::Signature(signature));
        }
        let mut rest = [0; 16];
        rest.copy_from_slice(head.get(0x30..).unwrap_or(&[0; 16]));
        Ok(Header {
            version,
            checksum: u64_at(head, 0),
            instances: u32_at(head, 0x14),
            names: u32_at(head, 0x18),
            templates: u32_at(head, 0x1C),
            data_offset: u32_at(head, 0x20),
            data_size: u32_at(head, 0x24),
            name_offset: u32_at(head, 0x28),
            name_size: u32_at(head, 0x2C),
            rest,
        })
    }

    /// The header's bytes.
    pub fn to_bytes(&self) -> [u8; HEADER] {
        let version = if self.version == Version::Level { VR31 } else { VR32 };
        let mut out = [0; HEADER];
        let mut at = 0;
        let mut put = |bytes: &[u8]| {
            if let Some(place) = out.get_mut(at..at + bytes.len()) {
                place.copy_from_slice(bytes);
            }
            at += bytes.len();
        };
        put(&self.checksum.to_le_bytes());
        put(&version.to_le_bytes());
        put(&SIGNATURE.to_le_bytes());
        for number in [
            self.instances,
            self.names,
            self.templates,
            self.data_offset,
            self.data_size,
            self.name_offset,
            self.name_size,
        ] {
            put(&number.to_le_bytes());
        }
        put(&self.rest);
        out
    }

    /// Where payloads lie.
    pub fn platform(&self) -> Platform {
        if self.checksum == WINDOWS { Platform::Windows } else { Platform::Mac }
    }

    /// Offset and size of the raw table of a single file.
    pub fn raw_table(&self) -> Option<(u32, u32)> {
        (self.version == Version::Single).then(|| (u32_at(&self.rest, 0), u32_at(&self.rest, 4)))
    }

    /// Sets offset and size of the raw table of a single file.
    pub fn set_raw_table(&mut self, offset: u32, size: u32) {
        for (place, number) in self.rest.chunks_exact_mut(4).zip([offset, size]) {
            place.copy_from_slice(&number.to_le_bytes());
        }
    }
}
