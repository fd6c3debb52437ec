//! What stops a wad from being read or written, with its place.

use super::header::{DATA_VERSIONS, HEADER, VERSIONS};
use crate::source::bytes::show_tag;
use crate::source::{OpenProblem, Severity};

/// What is wrong with one chunk's header.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum ChunkFault {
    /// There is no room for the header.
    #[error("its header would run past the level's end (level length {level_length})")]
    HeaderPastLevel {
        /// Length of the level in bytes.
        level_length: usize,
    },
    /// Lengths are signed.
    #[error("its length {0} is negative")]
    LengthNegative(i32),
    /// The data would leave the level.
    #[error("its length {length} runs past the level's end (level length {level_length})")]
    LengthPastLevel {
        /// Stored length.
        length: i32,
        /// Length of the level in bytes.
        level_length: usize,
    },
    /// Next offsets are signed.
    #[error("its next offset {0} is negative")]
    NextNegative(i32),
    /// The chunk follows itself.
    #[error("its next offset {0} is its own place, an endless loop")]
    NextSelf(i32),
    /// An earlier chunk would follow again.
    #[error("its next offset {0} points back to an earlier chunk, an endless loop")]
    NextBack(i32),
    /// The next chunk would begin in this one.
    #[error("its next offset {next} lies inside its own bytes (they end at {end})")]
    NextInside {
        /// Stored next offset.
        next: i32,
        /// Where this chunk ends, from the level's start.
        end: usize,
    },
    /// The next chunk would begin outside the level.
    #[error("its next offset {next} lies past the level's end (level length {level_length})")]
    NextPastLevel {
        /// Stored next offset.
        next: i32,
        /// Length of the level in bytes.
        level_length: usize,
    },
}

/// Why a wad cannot be read or written. Offsets are in bytes from the start of the data fork.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum WadError {
    /// Fewer bytes than a header.
    #[error("{0} bytes are too few for a wad header ({HEADER} bytes)")]
    TooShort(usize),
    /// A wad version nobody documented.
    #[error(
        "wad header, byte 0: wad version {0} is unknown; known are {min} to {max}",
        min = VERSIONS.start(), max = VERSIONS.end()
    )]
    Version(i16),
    /// A data version nobody documented.
    #[error(
        "wad header, byte 2: data version {0} is unknown; known are {min} (Marathon), 1 (Marathon 2) and {max} (Infinity)",
        min = DATA_VERSIONS.start(), max = DATA_VERSIONS.end()
    )]
    DataVersion(i16),
    /// The level count is not positive.
    #[error(
        "wad header, byte 76: level count {0} (unsigned {unsigned}) is not between 1 and 32767",
        unsigned = .0.cast_unsigned()
    )]
    LevelCount(i16),
    /// A size in the header that the version does not allow. Nothing is silently assumed in its place.
    #[error("wad header, byte {at}: {field} is {value}; wad version {version} wants {wanted}")]
    Size {
        /// Name of the field.
        field: &'static str,
        /// Its place.
        at: usize,
        /// The value stored.
        value: i16,
        /// The wad's version.
        version: i16,
        /// What would be right.
        wanted: &'static str,
    },
    /// The directory does not lie in the file.
    #[error(
        "wad header, byte 72: directory offset {offset} with {count} entries of {entry} bytes does not fit between the header and the end of the file ({len} bytes)"
    )]
    Directory {
        /// Stored offset.
        offset: i32,
        /// Stored level count.
        count: i16,
        /// Bytes of an entry with its application data.
        entry: usize,
        /// Size of the data fork.
        len: usize,
    },
    /// A level does not lie in the file.
    #[error(
        "directory entry {level} at {at}: offset {offset} and length {length} do not fit between the header and the end of the file ({len} bytes)"
    )]
    Level {
        /// Position in the directory.
        level: usize,
        /// Place of the entry.
        at: usize,
        /// Stored offset.
        offset: i32,
        /// Stored length.
        length: i32,
        /// Size of the data fork.
        len: usize,
    },
    /// A level begins or ends inside another one or inside the directory.
    #[error(
        "level {level} at {at}, first chunk '{tag}': its bytes overlap those of {other}", tag = show_tag(*.tag)
    )]
    Overlap {
        /// Position in the directory.
        level: usize,
        /// Where it begins.
        at: usize,
        /// The four bytes there.
        tag: [u8; 4],
        /// What it overlaps.
        other: String,
    },
    /// A chunk cannot be followed.
    #[error("level {level}, chunk {number} '{tag}' at {at}: {fault}", tag = show_tag(*.tag))]
    Chunk {
        /// Position of the level in the directory.
        level: usize,
        /// Position of the chunk in the level.
        number: usize,
        /// The chunk's tag, zero when there is no room for one.
        tag: [u8; 4],
        /// Where the chunk's header begins.
        at: usize,
        /// What is wrong.
        fault: ChunkFault,
    },
    /// More than a signed 32-bit offset can reach, or than a signed 16-bit count can say.
    #[error("{what} would be {size}; the wad format holds at most {limit}")]
    Limit {
        /// What does not fit.
        what: String,
        /// The size wanted.
        size: usize,
        /// The largest possible.
        limit: usize,
    },
    /// Application data of another size than the header says.
    #[error(
        "level {level}: {found} bytes of directory data, the wad's header says {wanted}; make a new wad with that size"
    )]
    ApplicationData {
        /// Position in the list to be written.
        level: usize,
        /// Bytes given.
        found: usize,
        /// Bytes wanted.
        wanted: usize,
    },
    /// Versions 0 and 1 have no index in the directory: it is the position.
    #[error("level {level}: wad version {version} cannot store the index {index}, only the position")]
    IndexIsPosition {
        /// Position in the list to be written.
        level: usize,
        /// The index wanted.
        index: i16,
        /// The wad's version.
        version: i16,
    },
    /// A level that the origin does not have.
    #[error("level {0} is not in the file that was opened")]
    NoSuchLevel(usize),
    /// The bytes given are not those the wad was read from.
    #[error("the origin has {found} bytes, the wad was read from {wanted}")]
    WrongOrigin {
        /// Bytes given.
        found: usize,
        /// Bytes the wad was read from.
        wanted: usize,
    },
    /// A change would write over something silently.
    #[error("the wad is read-only: {0}")]
    ReadOnly(&'static str),
    /// Version 3 stops Aleph One, versions above 4 are unknown.
    #[error("wad version {0} is never written; use 0, 1, 2 or 4")]
    NeverWritten(i16),
    /// A name that does not fit.
    #[error("the wad's name has {0} bytes; at most 63 and no NUL fit")]
    Name(usize),
}

/// The limit of every offset and length in a wad.
pub(crate) const MAX_OFFSET: usize = i32::MAX as usize;

impl WadError {
    /// Says that `what` of `size` bytes is beyond a signed 32-bit number.
    pub(crate) fn too_large(what: impl Into<String>, size: usize) -> Self {
        Self::Limit { what: what.into(), size, limit: MAX_OFFSET }
    }

    /// What the person can do about it.
    pub fn help(&self) -> &'static str {
        match self {
            Self::TooShort(_) => "This is no wad, or it was cut short; get the file anew.",
            Self::Version(_) | Self::DataVersion(_) => {
                "This is no wad, or one of a kind nobody documented; it cannot be opened."
            }
            Self::LevelCount(_)
            | Self::Size { .. }
            | Self::Directory { .. }
            | Self::Level { .. }
            | Self::Overlap { .. }
            | Self::Chunk { .. } => "The file is damaged; get it anew, or save it again with the editor that made it.",
            Self::Limit { .. } => "Make it smaller, or split the map into several files.",
            Self::ApplicationData { .. } | Self::IndexIsPosition { .. } => {
                "Save as a new wad of a version that can hold it."
            }
            Self::NoSuchLevel(_) | Self::WrongOrigin { .. } => "The file changed since it was opened; open it again.",
            Self::ReadOnly(_) => "Repair the file with the tool that made it, then open it again.",
            Self::NeverWritten(_) => "Choose another version.",
            Self::Name(_) => "Choose a shorter name.",
        }
    }

    /// The same as an entry of the list of problems.
    pub fn as_problem(&self) -> OpenProblem {
        OpenProblem {
            severity: Severity::Error,
            place: "wad".to_owned(),
            message: self.to_string(),
            help: self.help().to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_name_place_and_value() {
        let error =
            WadError::Chunk { level: 3, number: 2, tag: *b"SIDS", at: 304, fault: ChunkFault::NextNegative(-64) };
        let problem = error.as_problem();
        assert_eq!(problem.severity, Severity::Error);
        assert_eq!(problem.message, "level 3, chunk 2 'SIDS' at 304: its next offset -64 is negative");
        assert!(!problem.help.is_empty());
    }
}
