//! Why an instance file cannot be read.

/// The file is broken, or none of the known versions.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum InstanceError {
    /// Fewer bytes than a header has.
    #[error("the file has {0} bytes, an instance file begins with a header of 64")]
    TooShort(usize),
    /// Neither a level nor a single-instance file.
    #[error("version {0:#010X} at byte 8: only VR31 (.dat) and VR32 (.oni) are known")]
    Version(u32),
    /// The descriptors have other sizes than the known ones.
    #[error("signature {0:#018X} at byte 12: the known files have 0x0008001000140040, sizes of header and descriptors")]
    Signature(u64),
    /// More descriptors than fit into the file.
    #[error("{what} descriptor count {count} at byte {at}: {bytes} bytes each do not fit into a file of {file} bytes")]
    Count {
        /// `instance`, `name` or `template`.
        what: &'static str,
        /// The stored count.
        count: u32,
        /// Where it is stored.
        at: usize,
        /// Size of one.
        bytes: usize,
        /// Size of the file.
        file: usize,
    },
    /// A table that does not lie in the file.
    #[error("{what} at byte {at}: offset {offset} and size {size} do not lie in a file of {file} bytes")]
    Table {
        /// `data table`, `name table` or `raw table`.
        what: &'static str,
        /// Where its offset is stored.
        at: usize,
        /// The stored offset.
        offset: u32,
        /// The stored size.
        size: u32,
        /// Size of the file.
        file: usize,
    },
    /// An instance whose name does not lie in the name table.
    #[error("instance {instance} ({tag}): name offset {offset} lies past the end of the name table of {size} bytes")]
    NameOffset {
        /// Its index.
        instance: usize,
        /// Its template.
        tag: String,
        /// The stored offset.
        offset: u32,
        /// Size of the name table.
        size: u32,
    },
    /// An instance whose data do not lie in the data table.
    #[error(
        "instance {instance} ({tag}): data offset {offset} and size {size} do not lie in the data table of {table} bytes \
         behind a prefix of 8"
    )]
    Data {
        /// Its index.
        instance: usize,
        /// Its template.
        tag: String,
        /// The stored offset, past the prefix.
        offset: u32,
        /// The stored size, with the prefix.
        size: u32,
        /// Size of the data table.
        table: u32,
    },
}

impl InstanceError {
    /// What a person can do.
    pub fn help(&self) -> &'static str {
        match self {
            InstanceError::Version(_) | InstanceError::Signature(_) => {
                "Files of the PlayStation 2 and of other games of the same name differ; open the level of the Windows or \
                 Mac game."
            }
            _ => "The file is damaged or cut short: get it anew from the game or from a backup.",
        }
    }
}
