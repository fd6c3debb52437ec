//! Where the bytes of a wad go: kept, or only compared with those they shall equal.

/// Takes bytes one after the other.
pub(crate) trait Out {
    /// Appends bytes.
    fn put(&mut self, bytes: &[u8]);
    /// How many there are.
    fn end(&self) -> usize;
}

impl Out for Vec<u8> {
    fn put(&mut self, bytes: &[u8]) {
        self.extend_from_slice(bytes);
    }

    fn end(&self) -> usize {
        self.len()
    }
}

/// Compares what it is given with what it shall be. A large wad's bytes need not be held a second time for that, and memory
/// that the system has to find costs more than the comparison.
#[derive(Debug)]
pub(crate) struct Against<'a> {
    wanted: &'a [u8],
    end: usize,
    same: bool,
}

impl<'a> Against<'a> {
    /// What shall come, of which so many bytes at the beginning are not looked at.
    pub(crate) fn new(wanted: &'a [u8], end: usize) -> Against<'a> {
        Against { wanted, end, same: true }
    }

    /// Whether all of it came, and nothing else.
    pub(crate) fn is_same(&self) -> bool {
        self.same && self.end == self.wanted.len()
    }
}

impl Out for Against<'_> {
    fn put(&mut self, bytes: &[u8]) {
        let end = self.end.saturating_add(bytes.len());
        self.same &= self.wanted.get(self.end..end) == Some(bytes);
        self.end = end;
    }

    fn end(&self) -> usize {
        self.end
    }
}
