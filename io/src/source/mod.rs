//! A file as it lies on disk: its bytes, the wrapper around them, and the two forks inside.
//!
//! A wad lies in the **data** fork and terminal pictures in the **resource** fork, whatever the wrapper
//! (`marathon.md` 1.2, 1.4). The wrapper's own bytes are kept: writing back an unchanged data fork gives the
//! identical file.

pub mod applesingle;
pub(crate) mod bytes;
pub mod limits;
pub mod macbinary;
pub mod pict;
mod problem;
pub mod resource_fork;
pub mod siblings;

use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;

use applesingle::AppleSingle;
use macbinary::MacBinary;
use pict::PictHeader;
pub(crate) use problem::Problems;
pub use problem::{OpenProblem, Severity};
use resource_fork::ResourceFork;

/// Why a wrapper cannot be opened or written.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SourceError {
    /// Fork lengths that are no lengths.
    #[error(
        "MacBinary header: data fork length {data} (byte 83) and resource fork length {resources} (byte 87) cannot be lengths in a file of {file} bytes; the file is damaged, get it anew"
    )]
    MacBinaryLengths {
        /// Stored length of the data fork.
        data: u32,
        /// Stored length of the resource fork.
        resources: u32,
        /// Size of the file in bytes.
        file: usize,
    },
    /// The table of entries runs past the end of the file.
    #[error(
        "AppleSingle table at byte 26: {count} entries announced, the file of {file} bytes ends in entry {present}; get the file anew"
    )]
    AppleTable {
        /// Stored number of entries.
        count: usize,
        /// Position of the first entry that is not there.
        present: usize,
        /// Size of the file in bytes.
        file: usize,
    },
    /// The data fork's entry points outside of the file.
    #[error(
        "AppleSingle entry {number} of {count} (id {id}, the data fork): offset {offset} and length {length} do not fit into a file of {file} bytes; get the file anew"
    )]
    AppleEntry {
        /// Position in the table.
        number: usize,
        /// Entry id.
        id: u32,
        /// Stored offset.
        offset: u32,
        /// Stored length.
        length: u32,
        /// Stored number of entries.
        count: usize,
        /// Size of the file in bytes.
        file: usize,
    },
    /// A changed data fork for a file that has none.
    #[error("this file holds resources only, there is no data fork to write")]
    NoDataFork,
    /// The new data fork does not fit the wrapper's length field.
    #[error("a data fork of {bytes} bytes does not fit the wrapper (at most {limit})")]
    ForkTooLong {
        /// Size wanted.
        bytes: usize,
        /// Largest size possible.
        limit: u32,
    },
    /// The wrapper is damaged: a change cannot be written without losing something.
    #[error("the file is read-only: {0}")]
    ReadOnly(&'static str),
}

/// How the forks are wrapped.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Wrapper {
    /// The file is its data fork.
    Plain,
    /// The file is a resource fork and nothing else.
    RawResources,
    /// MacBinary I, II or III.
    MacBinary(MacBinary),
    /// AppleSingle, or AppleDouble with the resource fork only.
    AppleSingle(AppleSingle),
}

/// A file's bytes and what is known of their wrapping.
#[derive(Debug, Clone)]
pub struct Source {
    bytes: Arc<Vec<u8>>,
    wrapper: Wrapper,
    data: Range<usize>,
    resource_range: Range<usize>,
    resources: ResourceFork,
    problems: Vec<OpenProblem>,
    read_only: Option<&'static str>,
}

impl Source {
    /// Recognises the wrapper by content and reads the resource map. Wrappers are asked for before wads, because a
    /// MacBinary header can pass for the start of one (`marathon.md` 1.4).
    ///
    /// # Errors
    /// The wrapper is certain and its data fork cannot be found. Lesser lies become [`Source::problems`].
    pub fn read(bytes: Vec<u8>) -> Result<Self, SourceError> {
        let mut problems = Problems::default();
        let mut read_only = None;
        let (wrapper, data, resource_range) = if let Some(apple) = AppleSingle::read(&bytes, &mut problems)? {
            if apple.damaged {
                read_only = Some("its AppleSingle table lies about an entry");
            }
            let fork = |id| apple.entry(id).unwrap_or(0..0);
            let data = fork(applesingle::DATA_FORK);
            let resources = fork(applesingle::RESOURCE_FORK);
            (Wrapper::AppleSingle(apple), data, resources)
        } else if let Some(mac) = MacBinary::read(&bytes, &mut problems)? {
            if mac.cut_short {
                read_only = Some("its MacBinary header announces more bytes than there are");
            }
            let (data, resources) = (mac.data.clone(), mac.resources.clone());
            (Wrapper::MacBinary(mac), data, resources)
        } else if ResourceFork::recognise(&bytes) {
            (Wrapper::RawResources, 0..0, 0..bytes.len())
        } else {
            (Wrapper::Plain, 0..bytes.len(), 0..0)
        };

        let fork = bytes.get(resource_range.clone()).unwrap_or_default();
        let resources = if fork.is_empty() { ResourceFork::default() } else { ResourceFork::read(fork) };
        for resource in resources.resources.iter().filter(|r| r.kind == *b"PICT") {
            let picture = resource.data.clone().and_then(|data| fork.get(data));
            if let Some(Err(error)) = picture.map(PictHeader::read) {
                problems.warn(
                    format!("resource PICT {}", resource.id),
                    error.to_string(),
                    "The picture is unreadable and not shown; its bytes are kept.",
                );
            }
        }
        let mut problems = problems.finish();
        problems.extend_from_slice(&resources.problems);
        Ok(Self { bytes: Arc::new(bytes), wrapper, data, resource_range, resources, problems, read_only })
    }

    /// The whole file.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The whole file, to be shared.
    pub fn shared(&self) -> &Arc<Vec<u8>> {
        &self.bytes
    }

    /// How the forks are wrapped.
    pub fn wrapper(&self) -> &Wrapper {
        &self.wrapper
    }

    /// The data fork: what a file without wrapper would hold. Empty when there is none.
    pub fn data_fork(&self) -> &[u8] {
        self.bytes.get(self.data.clone()).unwrap_or_default()
    }

    /// Where the data fork begins in the file, in bytes: places inside it are shown with this added.
    pub fn data_fork_at(&self) -> usize {
        self.data.start
    }

    /// The resource fork's bytes. Empty when there is none.
    pub fn resource_fork(&self) -> &[u8] {
        self.bytes.get(self.resource_range.clone()).unwrap_or_default()
    }

    /// The resources in the fork; their ranges count from [`Source::resource_fork`].
    pub fn resources(&self) -> &ResourceFork {
        &self.resources
    }

    /// The data of one resource, if it can be read.
    pub fn resource(&self, kind: [u8; 4], id: i16) -> Option<&[u8]> {
        let range = self.resources.find(kind, id)?.data.clone()?;
        self.resource_fork().get(range)
    }

    /// What was found wrong with the wrapper and the resources.
    pub fn problems(&self) -> &[OpenProblem] {
        &self.problems
    }

    /// Why a changed data fork cannot be written back; `None` when it can.
    pub fn read_only(&self) -> Option<&'static str> {
        self.read_only
    }

    /// The file with this data fork, everything else as it was. An unchanged data fork gives the identical file.
    ///
    /// # Errors
    /// The fork changed and the wrapper is damaged, holds no data fork, or cannot hold one of this length.
    pub fn rewrap<'a>(&'a self, new_data: &'a [u8]) -> Result<Cow<'a, [u8]>, SourceError> {
        if new_data == self.data_fork() {
            return Ok(Cow::Borrowed(self.bytes()));
        }
        if let Some(reason) = self.read_only {
            return Err(SourceError::ReadOnly(reason));
        }
        match &self.wrapper {
            Wrapper::Plain => Ok(Cow::Borrowed(new_data)),
            Wrapper::RawResources => Err(SourceError::NoDataFork),
            Wrapper::MacBinary(mac) => mac.rewrap(&self.bytes, new_data).map(Cow::Owned),
            Wrapper::AppleSingle(apple) => apple.rewrap(&self.bytes, new_data).map(Cow::Owned),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn plain_files_stay_plain() {
        for bytes in [b"".as_slice(), b"hello", &[0; 400]] {
            let source = Source::read(bytes.to_vec()).unwrap();
            assert_eq!(source.wrapper(), &Wrapper::Plain);
            assert_eq!(source.data_fork(), bytes);
            assert_eq!(source.rewrap(b"other").unwrap().as_ref(), b"other");
        }
    }

    #[test]
    fn forks_of_every_wrapper() {
        let fork = resource_fork::tests::build(&[(*b"TEXT", 1, b"hello")]);
        let files = [
            macbinary::tests::wrap(b"the data", &fork, true),
            macbinary::tests::wrap(b"the data", &fork, false),
            applesingle::tests::build(0x0005_1600, &[(1, b"the data"), (2, &fork)]),
        ];
        for file in files {
            let source = Source::read(file.clone()).unwrap();
            assert_eq!(source.problems(), []);
            assert_eq!(source.data_fork(), b"the data");
            assert_eq!(source.resource(*b"TEXT", 1), Some(b"hello".as_slice()));
            assert_eq!(source.rewrap(b"the data").unwrap().as_ref(), file);
            let other = source.rewrap(b"other, longer data").unwrap().into_owned();
            let again = Source::read(other).unwrap();
            assert_eq!(again.data_fork(), b"other, longer data");
            assert_eq!(again.resource_fork(), fork);
            assert_eq!(again.rewrap(b"the data").unwrap().as_ref(), file.replace_padding());
        }
        let raw = Source::read(fork.clone()).unwrap();
        assert_eq!(raw.wrapper(), &Wrapper::RawResources);
        assert_eq!(raw.data_fork(), b"");
        assert_eq!(raw.resource(*b"TEXT", 1), Some(b"hello".as_slice()));
        assert_eq!(raw.rewrap(b"x"), Err(SourceError::NoDataFork));
    }

    trait ReplacePadding {
        fn replace_padding(self) -> Vec<u8>;
    }

    impl ReplacePadding for Vec<u8> {
        /// After a length changed twice the data fork's padding is zero; the test wrapper pads with 0xEE.
        fn replace_padding(mut self) -> Vec<u8> {
            if self.first() == Some(&0) && self.get(1) == Some(&3) {
                self[136..256].fill(0);
            }
            self
        }
    }

    #[test]
    fn a_cut_wrapper_refuses_changes_only() {
        let file = macbinary::tests::wrap(&[7; 1000], &[], true);
        let source = Source::read(file[..600].to_vec()).unwrap();
        assert_eq!(source.problems().len(), 1);
        assert_eq!(source.rewrap(&[7; 472]).unwrap().as_ref(), &file[..600]);
        assert!(matches!(source.rewrap(&[7; 473]), Err(SourceError::ReadOnly(_))));
    }

    #[test]
    fn a_picture_of_absurd_size_is_a_warning() {
        let mut picture = vec![0, 0, 0, 0, 0, 0, 0x7D, 0, 0x7D, 0, 0, 0x11];
        picture.resize(40, 0);
        let fork = resource_fork::tests::build(&[(*b"PICT", 128, &picture)]);
        let source = Source::read(macbinary::tests::wrap(b"map", &fork, true)).unwrap();
        let text = source.problems()[0].to_string();
        assert!(text.contains("PICT 128") && text.contains("32000"), "{text}");
        assert_eq!(source.read_only(), None);
    }

    proptest! {
        #[test]
        fn mutated_wrappers_are_read_or_refused(
            which in 0..4usize,
            changes in prop::collection::vec((0..900usize, any::<u8>()), 0..8),
            cut in 0..1200usize,
        ) {
            let fork = resource_fork::tests::build(&[(*b"PICT", 128, b"abc"), (*b"TEXT", 1, b"hello")]);
            let mut bytes = match which {
                0 => macbinary::tests::wrap(b"the data", &fork, true),
                1 => macbinary::tests::wrap(b"the data", &fork, false),
                2 => applesingle::tests::build(0x0005_1600, &[(1, b"the data"), (2, &fork)]),
                _ => fork,
            };
            for (at, value) in changes {
                let len = bytes.len();
                bytes[at % len] = value;
            }
            bytes.truncate(cut);
            if let Ok(source) = Source::read(bytes.clone()) {
                prop_assert!(source.rewrap(source.data_fork()).unwrap().as_ref() == bytes);
                if let Ok(other) = source.rewrap(b"other, longer data") {
                    let again = Source::read(other.into_owned()).unwrap();
                    prop_assert_eq!(again.data_fork(), b"other, longer data");
                }
            }
        }
    }
}
