//! MacBinary I, II and III: a 128-byte header, the data fork and the resource fork, each padded to 128 bytes
//! (`marathon.md` 1.4). The header is never rebuilt: only the data length and the header's own CRC-16 are patched,
//! because real headers hold stray memory that has to survive.

use std::ops::Range;

use super::SourceError;
use super::bytes::{be_u16, be_u32, tag_at};
use super::limits::MAX_FORK;
use super::problem::Problems;

/// Length of the header, and the unit forks are padded to.
pub const BLOCK: usize = 128;
/// Longest inner file name: Aleph One takes 63 bytes.
const MAX_NAME: u8 = 63;
/// Highest version number MacBinary III allows in byte 123.
const MAX_VERSION: u8 = 0x81;
const TYPE_AT: usize = 65;
const CREATOR_AT: usize = 69;
const DATA_LENGTH_AT: usize = 83;
const RESOURCE_LENGTH_AT: usize = 87;
const CRC_AT: usize = 124;

/// A recognised MacBinary header and where the forks lie.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MacBinary {
    /// File type, four bytes (zero in files that Atque made).
    pub file_type: [u8; 4],
    /// Creator, four bytes.
    pub creator: [u8; 4],
    /// The inner file name as stored: MacRoman, often followed by stray memory. Never use it as a path.
    pub name: Vec<u8>,
    /// The header carries a right CRC-16 (MacBinary II and III).
    pub has_crc: bool,
    /// The data fork in the file.
    pub data: Range<usize>,
    /// The resource fork in the file, without its padding.
    pub resources: Range<usize>,
    /// The forks announced do not fit: what is there is shown, saving a change is refused.
    pub cut_short: bool,
}

/// Rounded up to whole blocks. Cannot overflow: lengths are at most 32 bits wide.
fn padded(length: u64) -> u64 {
    length.div_ceil(BLOCK as u64) * BLOCK as u64
}

/// CRC-16 of a MacBinary header: polynomial 0x1021, start 0, not reflected, no final xor.
pub fn header_crc(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc, byte| {
        (0..8).fold(
            crc ^ (u16::from(*byte) << 8),
            |crc: u16, _| {
                if crc & 0x8000 == 0 { crc << 1 } else { (crc << 1) ^ 0x1021 }
            },
        )
    })
}

impl MacBinary {
    /// Recognises the wrapper. `Ok(None)` when the file is not MacBinary.
    ///
    /// # Errors
    /// The header is certainly MacBinary (right CRC-16) but its lengths are no lengths.
    pub(crate) fn read(bytes: &[u8], problems: &mut Problems) -> Result<Option<Self>, SourceError> {
        let Some(header) = bytes.first_chunk::<BLOCK>() else {
            return Ok(None);
        };
        let name_length = header[1];
        let plausible = header[0] == 0 && name_length <= MAX_NAME && header[74] == 0 && header[123] <= MAX_VERSION;
        if !plausible {
            return Ok(None);
        }
        let (Some(data_length), Some(resource_length), Some(stored_crc)) =
            (be_u32(header, DATA_LENGTH_AT), be_u32(header, RESOURCE_LENGTH_AT), be_u16(header, CRC_AT))
        else {
            return Ok(None);
        };
        // An all-zero field proves nothing, even if it should be right by chance.
        let has_crc = stored_crc != 0 && stored_crc == header_crc(&header[..CRC_AT]);
        let resources_at = BLOCK as u64 + padded(data_length.into());
        if !has_crc {
            // MacBinary I has nothing to check but its lengths: they must account for every byte, padding included.
            let whole = resources_at + padded(resource_length.into());
            let exact = whole == bytes.len() as u64 && whole > BLOCK as u64;
            let name_is_text =
                header.get(2..2 + usize::from(name_length)).is_some_and(|name| !name.is_empty() && !name.contains(&0));
            if stored_crc != 0 || header[82] != 0 || !exact || !name_is_text {
                return Ok(None);
            }
        }
        if data_length > MAX_FORK || resource_length > MAX_FORK {
            return Err(SourceError::MacBinaryLengths {
                data: data_length,
                resources: resource_length,
                file: bytes.len(),
            });
        }

        // Both lengths are below 2^31 here; a fork that does not fit is cut at the end of the file.
        let within = |start: u64, length: u32| {
            let end = bytes.len() as u64;
            let from = start.min(end);
            let to = (start + u64::from(length)).min(end);
            (from as usize)..(to as usize)
        };
        let data = within(BLOCK as u64, data_length);
        let resources = within(resources_at, resource_length);
        let data_short = data.len() != data_length as usize;
        let resources_short = resources.len() != resource_length as usize;
        if data_short || resources_short {
            problems.warn(
                format!("MacBinary header, byte {}", if data_short { DATA_LENGTH_AT } else { RESOURCE_LENGTH_AT }),
                format!(
                    "data fork length {data_length} and resource fork length {resource_length} do not fit into a file of {} bytes",
                    bytes.len()
                ),
                "The file was probably cut short; what is there is shown read-only.",
            );
        }
        Ok(Some(Self {
            file_type: tag_at(header, TYPE_AT).unwrap_or_default(),
            creator: tag_at(header, CREATOR_AT).unwrap_or_default(),
            name: header.get(2..2 + usize::from(name_length)).unwrap_or_default().to_vec(),
            has_crc,
            data,
            resources,
            cut_short: data_short || resources_short,
        }))
    }

    /// The file with another data fork. A fork of the same length is laid over the old one; a longer or shorter one
    /// moves what follows, in whole blocks. Everything else stays byte for byte.
    ///
    /// # Errors
    /// The new data fork is too long for the header's length field.
    pub(crate) fn rewrap(&self, file: &[u8], new_data: &[u8]) -> Result<Vec<u8>, SourceError> {
        let length = u32::try_from(new_data.len())
            .ok()
            .filter(|length| *length <= MAX_FORK)
            .ok_or(SourceError::ForkTooLong { bytes: new_data.len(), limit: MAX_FORK })?;
        let mut out = Vec::with_capacity(file.len() + new_data.len());
        out.extend_from_slice(file.get(..BLOCK).unwrap_or_default());
        out.extend_from_slice(new_data);
        if new_data.len() == self.data.len() {
            out.extend_from_slice(file.get(self.data.end..).unwrap_or_default());
            return Ok(out);
        }
        patch(&mut out, DATA_LENGTH_AT, &length.to_be_bytes());
        if self.has_crc {
            let crc = header_crc(out.get(..CRC_AT).unwrap_or_default());
            patch(&mut out, CRC_AT, &crc.to_be_bytes());
        }
        out.resize(out.len().next_multiple_of(BLOCK), 0);
        let after = self.data.end.next_multiple_of(BLOCK);
        out.extend_from_slice(file.get(after..).unwrap_or_default());
        Ok(out)
    }
}

fn patch(out: &mut [u8], at: usize, value: &[u8]) {
    if let Some(place) = out.get_mut(at..at + value.len()) {
        place.copy_from_slice(value);
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    /// A wrapper as the classic tools made it; `crc` false gives MacBinary I.
    pub(crate) fn wrap(data: &[u8], resources: &[u8], crc: bool) -> Vec<u8> {
        let mut out = vec![0; BLOCK];
        out[1] = 3;
        out[2..5].copy_from_slice(b"Map");
        out[TYPE_AT..TYPE_AT + 4].copy_from_slice(b"scen");
        out[CREATOR_AT..CREATOR_AT + 4].copy_from_slice(b"26.2");
        out[DATA_LENGTH_AT..][..4].copy_from_slice(&(data.len() as u32).to_be_bytes());
        out[RESOURCE_LENGTH_AT..][..4].copy_from_slice(&(resources.len() as u32).to_be_bytes());
        if crc {
            out[122] = 0x81;
            out[123] = 0x81;
            let crc = header_crc(&out[..CRC_AT]);
            out[CRC_AT..CRC_AT + 2].copy_from_slice(&crc.to_be_bytes());
        }
        for fork in [data, resources] {
            out.extend_from_slice(fork);
            out.resize(out.len().next_multiple_of(BLOCK), 0xEE);
        }
        out
    }

    fn read(bytes: &[u8]) -> Option<MacBinary> {
        MacBinary::read(bytes, &mut Problems::default()).unwrap()
    }

    #[test]
    fn crc_is_the_xmodem_one() {
        // The published check value of CRC-16/XMODEM.
        assert_eq!(header_crc(b"123456789"), 0x31C3);
    }

    #[test]
    fn reads_both_kinds() {
        for crc in [true, false] {
            let file = wrap(&[1; 130], &[2; 5], crc);
            let mac = read(&file).unwrap();
            assert_eq!(mac.has_crc, crc);
            assert_eq!(mac.data, 128..258);
            assert_eq!(mac.resources, 384..389);
            assert_eq!(&mac.file_type, b"scen");
            assert_eq!(&mac.creator, b"26.2");
            assert_eq!(mac.name, b"Map");
            assert!(!mac.cut_short);
        }
    }

    #[test]
    fn first_kind_needs_exact_lengths() {
        let mut file = wrap(&[1; 130], &[2; 5], false);
        file.push(0);
        assert_eq!(read(&file), None);
        let mut wrong_crc = wrap(&[1; 130], &[], true);
        wrong_crc[CRC_AT] ^= 1;
        assert_eq!(read(&wrong_crc), None);
        assert_eq!(read(&wrong_crc[..127]), None);
    }

    #[test]
    fn rewrap_keeps_what_it_need_not_change() {
        for crc in [true, false] {
            let mut file = wrap(&[1; 130], &[2; 5], crc);
            if crc {
                file.extend_from_slice(b"a comment after the forks");
            }
            let mac = read(&file).unwrap();
            assert_eq!(mac.rewrap(&file, &[1; 130]).unwrap(), file);

            let same_length = mac.rewrap(&file, &[9; 130]).unwrap();
            assert_eq!(same_length[..128], file[..128]);
            assert_eq!(same_length[258..], file[258..]);

            let longer = mac.rewrap(&file, &[9; 300]).unwrap();
            let again = read(&longer).unwrap();
            assert_eq!(again.data, 128..428);
            assert_eq!(again.has_crc, crc);
            assert_eq!(longer[again.resources.start..], file[mac.resources.start..]);
            assert_eq!(again.rewrap(&longer, &[1; 130]).unwrap()[..258], file[..258]);
        }
    }

    #[test]
    fn lengths_that_lie() {
        let file = wrap(&[1; 1000], &[], true);
        let mut problems = Problems::default();
        let mac = MacBinary::read(&file[..600], &mut problems).unwrap().unwrap();
        assert!(mac.cut_short);
        assert_eq!(mac.data, 128..600);
        let text = problems.finish()[0].to_string();
        assert!(text.contains("1000") && text.contains("600"), "{text}");

        let mut huge = file;
        huge[DATA_LENGTH_AT..][..4].copy_from_slice(&0xFFFF_FF80u32.to_be_bytes());
        let crc = header_crc(&huge[..CRC_AT]);
        huge[CRC_AT..CRC_AT + 2].copy_from_slice(&crc.to_be_bytes());
        let error = MacBinary::read(&huge, &mut Problems::default()).unwrap_err();
        assert!(error.to_string().contains("4294967168"), "{error}");
    }
}
