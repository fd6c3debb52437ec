//! Big-endian numbers at a place in a byte slice. Every getter answers `None` outside the slice, so a reader cannot
//! run off the end of a file.

/// The unsigned 16-bit number at `at`.
pub(crate) fn be_u16(bytes: &[u8], at: usize) -> Option<u16> {
    bytes.get(at..)?.first_chunk().map(|b| u16::from_be_bytes(*b))
}

/// The signed 16-bit number at `at`.
pub(crate) fn be_i16(bytes: &[u8], at: usize) -> Option<i16> {
    be_u16(bytes, at).map(u16::cast_signed)
}

/// The unsigned 32-bit number at `at`.
pub(crate) fn be_u32(bytes: &[u8], at: usize) -> Option<u32> {
    bytes.get(at..)?.first_chunk().map(|b| u32::from_be_bytes(*b))
}

/// The signed 32-bit number at `at`.
pub(crate) fn be_i32(bytes: &[u8], at: usize) -> Option<i32> {
    be_u32(bytes, at).map(u32::cast_signed)
}

/// A four-byte tag or resource type at `at`.
pub(crate) fn tag_at(bytes: &[u8], at: usize) -> Option<[u8; 4]> {
    bytes.get(at..)?.first_chunk().copied()
}

/// A tag as text for messages: printable ASCII as it is, other bytes as `\xNN`.
pub(crate) fn show_tag(tag: [u8; 4]) -> String {
    let mut text = String::new();
    for byte in tag {
        if byte == b' ' || byte.is_ascii_graphic() {
            text.push(char::from(byte));
        } else {
            text.push_str(&format!("\\x{byte:02X}"));
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_big_endian_and_bounded() {
        let bytes = [0xFF, 0xFE, 0x00, 0x01, 0x80];
        assert_eq!(be_i16(&bytes, 0), Some(-2));
        assert_eq!(be_u16(&bytes, 3), Some(0x0180));
        assert_eq!(be_i32(&bytes, 1), Some(-33_554_048));
        assert_eq!(be_u32(&bytes, 2), None);
        assert_eq!(be_u16(&bytes, usize::MAX), None);
    }

    #[test]
    fn tags_show_odd_bytes_escaped() {
        assert_eq!(show_tag(*b"fx  "), "fx  ");
        assert_eq!(show_tag([b'p', 0x8C, b't', 0]), "p\\x8Ct\\x00");
    }
}
