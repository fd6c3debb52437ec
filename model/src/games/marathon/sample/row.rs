//! Records written field after field, big-endian.

/// The bytes of records, one after the other.
#[derive(Clone, Debug, Default)]
pub(super) struct Rows(pub(super) Vec<u8>);

impl Rows {
    pub(super) fn i16(&mut self, value: i16) -> &mut Self {
        self.0.extend_from_slice(&value.to_be_bytes());
        self
    }

    pub(super) fn u16(&mut self, value: u16) -> &mut Self {
        self.0.extend_from_slice(&value.to_be_bytes());
        self
    }

    pub(super) fn i32(&mut self, value: i32) -> &mut Self {
        self.0.extend_from_slice(&value.to_be_bytes());
        self
    }

    pub(super) fn u32(&mut self, value: u32) -> &mut Self {
        self.0.extend_from_slice(&value.to_be_bytes());
        self
    }

    pub(super) fn i16s(&mut self, values: &[i16]) -> &mut Self {
        for value in values {
            self.i16(*value);
        }
        self
    }

    /// Unused bytes.
    pub(super) fn zeros(&mut self, count: usize) -> &mut Self {
        self.0.resize(self.0.len() + count, 0);
        self
    }

    /// A text in a field of fixed size; what does not fit before the last NUL is left out.
    pub(super) fn text(&mut self, text: &str, size: usize) -> &mut Self {
        let shown = text.as_bytes().get(..text.len().min(size.saturating_sub(1))).unwrap_or_default();
        self.0.extend_from_slice(shown);
        self.zeros(size - shown.len())
    }
}
