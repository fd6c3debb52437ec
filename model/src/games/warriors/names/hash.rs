//! The hash that names models and entries of the archive (`warriors.md` 1.0, 1.3).

/// CRC-32 (IEEE, as zlib computes it).
pub fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(!0u32, |crc, byte| {
        (0..8).fold(crc ^ u32::from(*byte), |crc, _| (crc >> 1) ^ (0xEDB8_8320 & (crc & 1).wrapping_neg()))
    })
}

/// The hash of a type's model in the Object List: of its name as typed.
pub fn model_hash(type_name: &str) -> u32 {
    crc32(type_name.as_bytes())
}

/// The hash of a file's entry in the archive.
pub fn entry_hash(file_name: &str) -> u32 {
    crc32(format!("./ee_files/{}", file_name.to_ascii_lowercase()).as_bytes())
}
