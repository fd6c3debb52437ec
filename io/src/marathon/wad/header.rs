//! The wad header, 128 bytes (`marathon.md` 1.1). It stays the bytes that were read: fields are looked up and patched.

use std::ops::RangeInclusive;

use super::error::WadError;

/// Length of the header.
pub const HEADER: usize = 128;
/// Wad versions that open. 3 is Weland's, it opens and is never written.
pub const VERSIONS: RangeInclusive<i16> = 0..=4;
/// Data versions that open.
pub const DATA_VERSIONS: RangeInclusive<i16> = 0..=2;
/// Size of a level's directory data in maps of several levels.
pub const LEVEL_DATA: usize = 74;

const NAME_AT: usize = 4;
const NAME: usize = 64;
/// Place of the checksum; its four bytes count as zero in the CRC.
pub(crate) const CHECKSUM_AT: usize = 68;
const DIRECTORY_OFFSET_AT: usize = 72;
const LEVEL_COUNT_AT: usize = 76;
const APPLICATION_SIZE_AT: usize = 78;
const CHUNK_HEADER_SIZE_AT: usize = 80;
const ENTRY_SIZE_AT: usize = 82;
const PARENT_CHECKSUM_AT: usize = 84;

/// Chunk header and directory entry of wad versions 0 and 1, whose headers hold zeros for them.
const OLD_SIZES: (usize, usize) = (12, 8);
/// The same of every newer file seen.
pub(crate) const NEW_SIZES: (usize, usize) = (16, 10);

/// A wad's header.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WadHeader {
    raw: [u8; HEADER],
}

impl WadHeader {
    /// Takes the first 128 bytes, unchecked.
    ///
    /// # Errors
    /// Fewer bytes than that.
    pub fn read(bytes: &[u8]) -> Result<Self, WadError> {
        let raw = bytes.first_chunk().ok_or(WadError::TooShort(bytes.len()))?;
        Ok(Self { raw: *raw })
    }

    /// A header for a wad that is to be made. `name` is stored as given (MacRoman).
    ///
    /// # Errors
    /// A version that is never written, an unknown data version, a name over 63 bytes, directory data in a version
    /// that has none.
    pub fn new(version: i16, data_version: i16, name: &[u8], application_size: i16) -> Result<Self, WadError> {
        if version == 3 || !VERSIONS.contains(&version) {
            return Err(WadError::NeverWritten(version));
        }
        if name.len() >= NAME || name.contains(&0) {
            return Err(WadError::Name(name.len()));
        }
        let mut header = Self { raw: [0; HEADER] };
        header.put(0, version.to_be_bytes());
        header.put(2, data_version.to_be_bytes());
        for (place, byte) in header.raw[NAME_AT..].iter_mut().zip(name) {
            *place = *byte;
        }
        header.put(APPLICATION_SIZE_AT, application_size.to_be_bytes());
        if version >= 2 {
            header.put(CHUNK_HEADER_SIZE_AT, (NEW_SIZES.0 as i16).to_be_bytes());
            header.put(ENTRY_SIZE_AT, (NEW_SIZES.1 as i16).to_be_bytes());
        }
        header.check_versions()?;
        header.check_sizes()?;
        Ok(header)
    }

    fn put<const N: usize>(&mut self, at: usize, value: [u8; N]) {
        self.raw[at..at + N].copy_from_slice(&value);
    }

    fn i16(&self, at: usize) -> i16 {
        i16::from_be_bytes([self.raw[at], self.raw[at + 1]])
    }

    fn u32(&self, at: usize) -> u32 {
        let r = &self.raw;
        u32::from_be_bytes([r[at], r[at + 1], r[at + 2], r[at + 3]])
    }

    /// All 128 bytes, the unused ones included.
    pub fn raw(&self) -> &[u8; HEADER] {
        &self.raw
    }

    /// Wad version: 0 Marathon, 1 with directory entries, 2 with overlays, 3 Weland's, 4 Infinity.
    pub fn version(&self) -> i16 {
        self.i16(0)
    }

    /// Data version: 0 Marathon, 1 Marathon 2, 2 Infinity.
    pub fn data_version(&self) -> i16 {
        self.i16(2)
    }

    /// The stored name up to its first NUL, MacRoman. All 64 bytes can be filled, and the path of somebody's folder
    /// can be in it.
    pub fn name(&self) -> &[u8] {
        let field = &self.raw[NAME_AT..NAME_AT + NAME];
        field.split(|byte| *byte == 0).next().unwrap_or_default()
    }

    /// The stored checksum.
    pub fn checksum(&self) -> u32 {
        self.u32(CHECKSUM_AT)
    }

    /// Where the directory begins, in bytes.
    pub fn directory_offset(&self) -> i32 {
        self.u32(DIRECTORY_OFFSET_AT).cast_signed()
    }

    /// Number of directory entries.
    pub fn level_count(&self) -> i16 {
        self.i16(LEVEL_COUNT_AT)
    }

    /// Bytes of application data behind each directory entry.
    pub fn application_size(&self) -> i16 {
        self.i16(APPLICATION_SIZE_AT)
    }

    /// Stored size of a chunk header; zero in versions 0 and 1.
    pub fn chunk_header_size(&self) -> i16 {
        self.i16(CHUNK_HEADER_SIZE_AT)
    }

    /// Stored size of a directory entry without application data; zero in versions 0 and 1.
    pub fn directory_entry_size(&self) -> i16 {
        self.i16(ENTRY_SIZE_AT)
    }

    /// Checksum of the map a saved game or patch belongs to, else 0.
    pub fn parent_checksum(&self) -> u32 {
        self.u32(PARENT_CHECKSUM_AT)
    }

    /// Replaces the whole name field, what lies behind its NUL included.
    pub fn set_name_field(&mut self, field: [u8; NAME]) {
        self.put(NAME_AT, field);
    }

    /// Replaces the parent checksum.
    pub fn set_parent_checksum(&mut self, checksum: u32) {
        self.put(PARENT_CHECKSUM_AT, checksum.to_be_bytes());
    }

    pub(crate) fn set_version(&mut self, version: i16) {
        self.put(0, version.to_be_bytes());
    }

    pub(crate) fn set_checksum(&mut self, checksum: u32) {
        self.put(CHECKSUM_AT, checksum.to_be_bytes());
    }

    pub(crate) fn set_directory(&mut self, offset: i32, count: i16) {
        self.put(DIRECTORY_OFFSET_AT, offset.to_be_bytes());
        self.put(LEVEL_COUNT_AT, count.to_be_bytes());
    }

    /// Versions 0 and 1: short chunk headers and directory entries, no index, no application data.
    pub fn is_old(&self) -> bool {
        self.version() <= 1
    }

    /// Bytes of a chunk header. Right only after [`WadHeader::check_sizes`].
    pub(crate) fn chunk_header_len(&self) -> usize {
        if self.is_old() { OLD_SIZES.0 } else { usize::try_from(self.chunk_header_size()).unwrap_or(0) }
    }

    /// Bytes of a directory entry without application data. Right only after [`WadHeader::check_sizes`].
    pub(crate) fn entry_len(&self) -> usize {
        if self.is_old() { OLD_SIZES.1 } else { usize::try_from(self.directory_entry_size()).unwrap_or(0) }
    }

    /// Bytes of application data behind an entry. Right only after [`WadHeader::check_sizes`].
    pub(crate) fn application_len(&self) -> usize {
        usize::try_from(self.application_size()).unwrap_or(0)
    }

    /// Refuses unknown versions, naming the known ones.
    pub(crate) fn check_versions(&self) -> Result<(), WadError> {
        if !VERSIONS.contains(&self.version()) {
            return Err(WadError::Version(self.version()));
        }
        if !DATA_VERSIONS.contains(&self.data_version()) {
            return Err(WadError::DataVersion(self.data_version()));
        }
        Ok(())
    }

    /// Refuses sizes that the version does not allow. From version 2 on a zero is not a default: Aleph One takes the
    /// stored values too.
    pub(crate) fn check_sizes(&self) -> Result<(), WadError> {
        let refuse =
            |field, at, value, wanted| Err(WadError::Size { field, at, value, version: self.version(), wanted });
        let application = self.application_size();
        if self.is_old() {
            if application != 0 {
                let field = "application data size";
                return refuse(field, APPLICATION_SIZE_AT, application, "0");
            }
            return Ok(());
        }
        if application < 0 {
            let field = "application data size";
            return refuse(field, APPLICATION_SIZE_AT, application, "0 or more");
        }
        let (chunk, entry) = (self.chunk_header_size(), self.directory_entry_size());
        if usize::try_from(chunk).is_ok_and(|size| size >= NEW_SIZES.0) {
            if usize::try_from(entry).is_ok_and(|size| size >= NEW_SIZES.1) {
                return Ok(());
            }
            let field = "directory entry size";
            return refuse(field, ENTRY_SIZE_AT, entry, "10");
        }
        if entry < NEW_SIZES.1 as i16 {
            return refuse(
                "chunk header size (and the directory entry size after it)",
                CHUNK_HEADER_SIZE_AT,
                chunk,
                "16 (and 10)",
            );
        }
        refuse("chunk header size", CHUNK_HEADER_SIZE_AT, chunk, "16")
    }

    /// Sizes larger than those of every known file: readable, but nobody knows what to write into the surplus.
    pub(crate) fn has_foreign_sizes(&self) -> bool {
        !self.is_old() && (self.chunk_header_len(), self.entry_len()) != NEW_SIZES
    }
}

/// The wad checksum: the zip CRC-32 over all bytes with the checksum field as zero. `bytes` begins with a header.
pub fn checksum(bytes: &[u8]) -> u32 {
    let mut crc = crc32fast::Hasher::new();
    crc.update(bytes.get(..CHECKSUM_AT).unwrap_or(bytes));
    if let Some(rest) = bytes.get(CHECKSUM_AT + 4..) {
        crc.update(&[0; 4]);
        crc.update(rest);
    }
    crc.finalize()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_header_reads_back() {
        let mut header = WadHeader::new(4, 1, b"six-levels", 74).unwrap();
        header.set_directory(1234, 6);
        header.set_checksum(0xDEAD_BEEF);
        header.set_parent_checksum(7);
        let again = WadHeader::read(header.raw()).unwrap();
        assert_eq!((again.version(), again.data_version()), (4, 1));
        assert_eq!(again.name(), b"six-levels");
        assert_eq!((again.directory_offset(), again.level_count()), (1234, 6));
        assert_eq!((again.checksum(), again.parent_checksum()), (0xDEAD_BEEF, 7));
        assert_eq!((again.chunk_header_size(), again.directory_entry_size()), (16, 10));
        assert_eq!(again.application_len(), 74);
    }

    #[test]
    fn old_headers_hold_no_sizes() {
        let header = WadHeader::new(1, 0, b"", 0).unwrap();
        assert_eq!((header.chunk_header_size(), header.directory_entry_size()), (0, 0));
        assert_eq!((header.chunk_header_len(), header.entry_len()), (12, 8));
    }

    #[test]
    fn refuses_what_is_never_written() {
        assert_eq!(WadHeader::new(3, 1, b"", 0), Err(WadError::NeverWritten(3)));
        assert_eq!(WadHeader::new(5, 1, b"", 0), Err(WadError::NeverWritten(5)));
        assert_eq!(WadHeader::new(2, 3, b"", 0), Err(WadError::DataVersion(3)));
        assert_eq!(WadHeader::new(2, 1, &[b'x'; 64], 0), Err(WadError::Name(64)));
        assert!(matches!(WadHeader::new(0, 0, b"", 74), Err(WadError::Size { .. })));
        assert_eq!(WadHeader::read(&[0; 127]), Err(WadError::TooShort(127)));
    }

    #[test]
    fn a_name_can_fill_its_field() {
        let mut header = WadHeader::new(2, 1, b"", 0).unwrap();
        header.set_name_field([b'x'; 64]);
        header.set_checksum(0x7878_7878);
        assert_eq!(header.name(), [b'x'; 64]);
    }

    #[test]
    fn checksum_skips_its_own_bytes() {
        let mut bytes = vec![1; 200];
        let before = checksum(&bytes);
        bytes[CHECKSUM_AT..CHECKSUM_AT + 4].copy_from_slice(&[9; 4]);
        assert_eq!(checksum(&bytes), before);
        bytes[199] = 2;
        assert_ne!(checksum(&bytes), before);
    }
}
