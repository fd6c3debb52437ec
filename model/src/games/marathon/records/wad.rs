//! The header of the file (`marathon.md` 1.1).

use crate::games::marathon::names::*;
use crate::record::Role;
use crate::record::codec::be::*;
use crate::record::codec::{MacText, Raw};

const LAYOUT: &str = "it decides how the whole file is laid out";
const WRITER: &str = "it is made when the file is written";

crate::record_table! {
    /// The file's header.
    pub WAD: Wad, WadField = "marathon.wad", "File header", 128 bytes, "marathon.md 1.1";
    /// How the file is laid out.
    version @ 0: I16, choice(&WAD_VERSIONS), fixed(LAYOUT);
    /// Which game's records it holds.
    data_version @ 2: I16, choice(&DATA_VERSIONS), fixed(LAYOUT);
    /// The file's name when it was written; Weland puts the whole path there.
    name @ 4: MacText<64>, role(Role::Name);
    /// CRC-32 of the file with these four bytes as zero; Marathon 1's is something else and always kept.
    checksum @ 68: U32, fixed(WRITER), group("Container");
    /// Where the directory begins.
    directory_offset @ 72: I32, fixed(WRITER), group("Container");
    /// How many entries the directory has.
    level_count @ 76: I16, fixed(WRITER), group("Container");
    /// Bytes of level data behind each directory entry.
    application_size @ 78: I16, fixed(WRITER), group("Container");
    /// Bytes of a chunk's header; 0 in wad versions 0 and 1.
    chunk_header_size @ 80: I16, fixed(WRITER), group("Container");
    /// Bytes of a directory entry without its level data; 0 in wad versions 0 and 1.
    directory_entry_size @ 82: I16, fixed(WRITER), group("Container");
    /// Checksum of the map that a saved game or patch belongs to, else 0.
    parent_checksum @ 84: U32, group("Container");
    /// Unused.
    unused_88 @ 88: Raw<40>, label("Unused"), fixed("nothing reads it; it is kept as it is");
}
