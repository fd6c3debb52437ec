//! The bytes of a node: few lie in the node itself, more stay in the buffer that the file was read to.

use std::ops::{Deref, Range};
use std::sync::Arc;

/// As many bytes as a node holds without memory of their own: an instruction, a number, a short text.
const FEW: usize = 14;

/// Bytes that never change, cheap to clone. A level has tens of thousands of them, most of a few bytes.
#[derive(Clone)]
pub struct NodeBytes(Held);

#[derive(Clone)]
enum Held {
    /// So many of these.
    Few(u8, [u8; FEW]),
    /// A piece of a larger buffer, which is kept as long as the piece is.
    Piece { len: u16, at: u32, buffer: Arc<Vec<u8>> },
    /// All others. The pointer is thin, so that nodes are small.
    Own(Arc<Vec<u8>>),
}

impl NodeBytes {
    /// A piece of a buffer, without copying it; what of it lies behind the buffer's end is left out.
    pub fn piece(buffer: &Arc<Vec<u8>>, piece: Range<usize>) -> NodeBytes {
        let bytes = buffer.get(piece.start..piece.end.min(buffer.len())).unwrap_or_default();
        match (u16::try_from(bytes.len()), u32::try_from(piece.start)) {
            (Ok(len), Ok(at)) if bytes.len() > FEW => NodeBytes(Held::Piece { len, at, buffer: Arc::clone(buffer) }),
            _ => bytes.into(),
        }
    }
}

impl Deref for NodeBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        let bytes = match &self.0 {
            Held::Few(len, few) => few.get(..usize::from(*len)),
            Held::Piece { len, at, buffer } => buffer.get(*at as usize..*at as usize + usize::from(*len)),
            Held::Own(bytes) => Some(bytes.as_slice()),
        };
        // Both ranges were looked at when they were made.
        bytes.unwrap_or_default()
    }
}

impl AsRef<[u8]> for NodeBytes {
    fn as_ref(&self) -> &[u8] {
        self
    }
}

impl From<&[u8]> for NodeBytes {
    fn from(bytes: &[u8]) -> NodeBytes {
        let mut few = [0; FEW];
        match (few.get_mut(..bytes.len()), u8::try_from(bytes.len())) {
            (Some(place), Ok(len)) => {
                place.copy_from_slice(bytes);
                NodeBytes(Held::Few(len, few))
            }
            _ => NodeBytes(Held::Own(Arc::new(bytes.to_vec()))),
        }
    }
}

impl From<Vec<u8>> for NodeBytes {
    fn from(mut bytes: Vec<u8>) -> NodeBytes {
        if bytes.len() <= FEW {
            return bytes.as_slice().into();
        }
        bytes.shrink_to_fit();
        NodeBytes(Held::Own(Arc::new(bytes)))
    }
}

impl Default for NodeBytes {
    fn default() -> NodeBytes {
        NodeBytes(Held::Few(0, [0; FEW]))
    }
}

impl PartialEq for NodeBytes {
    fn eq(&self, other: &NodeBytes) -> bool {
        **self == **other
    }
}

impl Eq for NodeBytes {}

impl std::fmt::Debug for NodeBytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}

/// The bytes behind a node's children. Few nodes have any, so that those without have no room for them either.
#[derive(Clone, Default)]
pub struct TailBytes(Option<Arc<NodeBytes>>);

impl TailBytes {
    /// The same as bytes of a node, without copying them.
    pub fn shared(&self) -> NodeBytes {
        self.0.as_deref().cloned().unwrap_or_default()
    }
}

impl Deref for TailBytes {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        self.0.as_deref().map_or(&[], |bytes| bytes)
    }
}

impl From<NodeBytes> for TailBytes {
    fn from(bytes: NodeBytes) -> TailBytes {
        TailBytes((!bytes.is_empty()).then(|| Arc::new(bytes)))
    }
}

impl From<&[u8]> for TailBytes {
    fn from(bytes: &[u8]) -> TailBytes {
        NodeBytes::from(bytes).into()
    }
}

impl From<Vec<u8>> for TailBytes {
    fn from(bytes: Vec<u8>) -> TailBytes {
        NodeBytes::from(bytes).into()
    }
}

impl PartialEq for TailBytes {
    fn eq(&self, other: &TailBytes) -> bool {
        **self == **other
    }
}

impl Eq for TailBytes {}

impl std::fmt::Debug for TailBytes {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        (**self).fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_of_every_length_come_back_wherever_they_are_held() {
        let buffer = Arc::new((0..=255u8).cycle().take(70_000).collect::<Vec<u8>>());
        for len in [0, 1, FEW - 1, FEW, FEW + 1, 300, 0xFFFF, 0x1_0000, 69_993] {
            let want = &buffer[7..7 + len];
            for held in [NodeBytes::piece(&buffer, 7..7 + len), want.into(), want.to_vec().into()] {
                assert_eq!(&*held, want, "{len} bytes");
                assert_eq!(held, held.clone());
            }
        }
        assert_eq!(&*NodeBytes::piece(&buffer, 69_980..90_000), &buffer[69_980..]);
        assert!(NodeBytes::piece(&buffer, 80_000..90_000).is_empty() && NodeBytes::default().is_empty());
    }

    #[test]
    fn a_piece_takes_no_memory_of_its_own() {
        let buffer = Arc::new(vec![7; 100]);
        let pieces: Vec<NodeBytes> = (0..4).map(|at| NodeBytes::piece(&buffer, at..at + 50)).collect();
        assert_eq!(Arc::strong_count(&buffer), 1 + pieces.len());
        assert_eq!(size_of::<NodeBytes>(), 16, "it is held by every node");
    }

    #[test]
    fn a_tail_that_is_empty_takes_no_memory() {
        let tail = TailBytes::from([].as_slice());
        assert!(tail.0.is_none() && tail.is_empty() && tail.shared().is_empty() && tail == TailBytes::default());
        assert_eq!(size_of::<TailBytes>(), 8);
        let long = TailBytes::from(vec![7; 100]);
        assert_eq!((&*long, &*long.shared()), ([7; 100].as_slice(), [7; 100].as_slice()));
        assert!(long != tail && long == long.clone());
    }
}
