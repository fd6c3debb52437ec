//! Bounds on what a file may make the reader do, whatever it claims about itself.

/// Most problems listed for one structure; a broken file could otherwise produce one for each of its bytes.
pub const MAX_PROBLEMS: usize = 200;

/// Largest picture taken for real, in pixels (4096 x 4096). The games' own fill a screen of their day; a decoder needs
/// four bytes for each pixel, so anything larger is reported instead of decoded.
pub const MAX_PICTURE_PIXELS: u64 = 4096 * 4096;

/// Largest companion file read for its resource fork, in bytes. Resource data are addressed with 24 bits
/// (`marathon.md` 1.4), so 16 MiB of data and a map fit with room to spare.
pub const MAX_RESOURCE_FORK: u64 = 32 << 20;

/// Fork lengths above this are no lengths: the Mac's file system kept them in signed 32-bit numbers.
pub const MAX_FORK: u32 = i32::MAX as u32;
