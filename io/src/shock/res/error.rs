//! What stops a resource file from being read or written, with its place.

use super::lzw::LzwError;
use super::{ENTRY, HEADER, LARGEST};

/// Why a resource file cannot be read or written. Offsets are in bytes from the start of the file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ResError {
    /// Fewer bytes than a header.
    #[error("{0} bytes are too few for the header of a resource file ({HEADER} bytes)")]
    TooShort(usize),
    /// The directory is not in the file, or in its header.
    #[error(
        "header, byte 124: the directory offset {offset} must lie between {HEADER} and the end of the file at {len}"
    )]
    DirectoryOffset {
        /// Stored offset.
        offset: i32,
        /// Length of the file.
        len: usize,
    },
    /// The directory ends behind the file.
    #[error("directory at byte {at}: it announces {count} entries of {ENTRY} bytes, the file has room for {room}")]
    DirectoryCount {
        /// Where it begins.
        at: usize,
        /// Stored count.
        count: u16,
        /// Entries that there is room for.
        room: usize,
    },
    /// The first resource is not in the file.
    #[error("directory at byte {at}: the first resource would begin at byte {first}, the file has {len} bytes")]
    FirstOffset {
        /// Where the directory begins.
        at: usize,
        /// Stored offset.
        first: i32,
        /// Length of the file.
        len: usize,
    },
    /// A resource ends behind the file.
    #[error("resource {id} (entry {entry}): {size} bytes from byte {at} on would end behind the file ({len} bytes)")]
    PastEnd {
        /// Its number.
        id: u16,
        /// Its place in the directory.
        entry: usize,
        /// Where it begins.
        at: usize,
        /// Its packed size.
        size: u32,
        /// Length of the file.
        len: usize,
    },
    /// A stream that cannot be expanded.
    #[error("resource {id}: {fault}")]
    Lzw {
        /// Its number.
        id: u16,
        /// What is wrong.
        fault: LzwError,
    },
    /// A resource that is stored as it is, with two different sizes.
    #[error("resource {id}: {packed} bytes are stored for {size} bytes, and it is not packed")]
    PlainSize {
        /// Its number.
        id: u16,
        /// Stored size when unpacked.
        size: u32,
        /// Stored size in the file.
        packed: u32,
    },
    /// A compound resource too short for its table.
    #[error("resource {id}: its table of {blocks} blocks needs {need} bytes, the resource has {have}")]
    BlockTable {
        /// Its number.
        id: u16,
        /// Stored number of blocks.
        blocks: usize,
        /// Bytes that the table needs.
        need: usize,
        /// Bytes there are.
        have: usize,
    },
    /// A block that is none.
    #[error("resource {id}, block {block}: it would go from {from} to {to}; the resource has {len} bytes")]
    Block {
        /// Its number.
        id: u16,
        /// The block.
        block: usize,
        /// Stored start.
        from: i32,
        /// Stored end.
        to: i32,
        /// Bytes there are.
        len: usize,
    },
    /// An archive without a resource that every level has.
    #[error("resource {id} ({what} of level {level}) is missing")]
    Missing {
        /// Its number.
        id: u16,
        /// What it would be.
        what: &'static str,
        /// The level.
        level: u16,
    },
    /// A level's resource of a wrong size.
    #[error("resource {id} ({what} of level {level}) has {have} bytes, expected are {expected}")]
    Size {
        /// Its number.
        id: u16,
        /// What it is.
        what: &'static str,
        /// The level.
        level: u16,
        /// Bytes there are.
        have: u32,
        /// Bytes there should be, in words.
        expected: String,
    },
    /// A map version that nobody documented.
    #[error("resource {id}: map version {version} of level {level} is unknown; versions 11 and 12 are known")]
    Version {
        /// Its number.
        id: u16,
        /// The level.
        level: u16,
        /// Stored version.
        version: i32,
    },
    /// A resource that the format cannot hold.
    #[error("resource {id}: {size} bytes; a resource holds at most {LARGEST}")]
    TooLarge {
        /// Its number.
        id: u16,
        /// Bytes it would have.
        size: usize,
    },
    /// More resources than a directory can count, or a file too long for its offsets.
    #[error("{what} outgrows the file: at most {most}")]
    Outgrown {
        /// What.
        what: &'static str,
        /// The limit.
        most: u64,
    },
    /// The directory lies in front of resources, so nothing can be written behind them.
    #[error("the directory at byte {0} lies in front of resources: such a file can be looked at but not changed")]
    DirectoryInFront(usize),
}

impl ResError {
    /// What the person can do.
    pub fn help(&self) -> &'static str {
        match self {
            ResError::TooLarge { .. } | ResError::Outgrown { .. } => "Take something out of it.",
            ResError::DirectoryInFront(_) => "Copy its resources to a new file with another tool.",
            ResError::Missing { .. } => {
                "The file is damaged: get it anew. If it holds nothing but changes, open the archive that they belong to."
            }
            ResError::Version { .. } => "Open the archive of the DOS, Enhanced or Mac edition.",
            _ => "The file is damaged: get it anew.",
        }
    }
}
