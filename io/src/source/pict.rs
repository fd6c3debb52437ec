//! The head of a QuickDraw picture: its frame and version. Nothing is decoded here; the frame is checked before a
//! decoder would have to believe it (`marathon.md` 1.2, 4.3).

use super::bytes::{be_i16, be_u16};
use super::limits::MAX_PICTURE_PIXELS;

/// Frame and version of a picture.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PictHeader {
    /// Top, left, bottom, right, in pixels.
    pub frame: [i16; 4],
    /// 1 (one-byte opcodes) or 2 (two-byte opcodes).
    pub version: u8,
}

/// Why a picture is unreadable.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub enum PictError {
    /// Fewer bytes than a head has.
    #[error("{0} bytes are too few for a picture")]
    TooShort(usize),
    /// Right of its left edge, or above its bottom edge.
    #[error("the frame {0} x {1} is empty")]
    Empty(i32, i32),
    /// A frame no game draws.
    #[error("the frame {0} x {1} is larger than any picture read ({MAX_PICTURE_PIXELS} pixels)")]
    TooLarge(i32, i32),
    /// Neither version 1 nor 2.
    #[error("the version opcode is {0:#06X}, known are 0x1101 and 0x0011")]
    Version(u16),
}

impl PictHeader {
    /// Width and height in pixels.
    pub fn size(&self) -> (i32, i32) {
        let [top, left, bottom, right] = self.frame.map(i32::from);
        (right - left, bottom - top)
    }

    /// Reads and checks the head: u16 size (ignored, it holds only the low 16 bits), four i16, version opcode.
    ///
    /// # Errors
    /// Too short, an empty or absurd frame, an unknown version.
    pub fn read(bytes: &[u8]) -> Result<Self, PictError> {
        let short = || PictError::TooShort(bytes.len());
        let mut frame = [0; 4];
        for (side, at) in frame.iter_mut().zip([2, 4, 6, 8]) {
            *side = be_i16(bytes, at).ok_or_else(short)?;
        }
        let version = match be_u16(bytes, 10).ok_or_else(short)? {
            0x1101 => 1,
            0x0011 => 2,
            other => return Err(PictError::Version(other)),
        };
        let header = Self { frame, version };
        let (width, height) = header.size();
        if width <= 0 || height <= 0 {
            return Err(PictError::Empty(width, height));
        }
        if i64::from(width).unsigned_abs() * i64::from(height).unsigned_abs() > MAX_PICTURE_PIXELS {
            return Err(PictError::TooLarge(width, height));
        }
        Ok(header)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pict(frame: [i16; 4], opcode: u16) -> Vec<u8> {
        let mut out = vec![0, 0];
        for side in frame {
            out.extend_from_slice(&side.to_be_bytes());
        }
        out.extend_from_slice(&opcode.to_be_bytes());
        out
    }

    #[test]
    fn reads_both_versions() {
        let header = PictHeader::read(&pict([10, 20, 58, 84], 0x0011)).unwrap();
        assert_eq!((header.size(), header.version), ((64, 48), 2));
        assert_eq!(PictHeader::read(&pict([0, 0, 1, 1], 0x1101)).unwrap().version, 1);
    }

    #[test]
    fn refuses_short_empty_absurd_and_unknown() {
        let good = pict([0, 0, 48, 64], 0x0011);
        for end in 0..good.len() {
            assert_eq!(PictHeader::read(&good[..end]), Err(PictError::TooShort(end)));
        }
        assert_eq!(PictHeader::read(&pict([0, 0, 0, 64], 0x0011)), Err(PictError::Empty(64, 0)));
        assert_eq!(PictHeader::read(&pict([0, 0, 32000, 32000], 0x0011)), Err(PictError::TooLarge(32000, 32000)));
        assert_eq!(
            PictHeader::read(&pict([i16::MIN, i16::MIN, i16::MAX, i16::MAX], 0x0011)),
            Err(PictError::TooLarge(65535, 65535))
        );
        assert_eq!(PictHeader::read(&pict([0, 0, 1, 1], 0x0012)), Err(PictError::Version(0x12)));
    }
}
