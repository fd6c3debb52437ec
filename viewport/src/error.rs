//! What can go wrong between a scene and its pixels.

use thiserror::Error;

/// Why there is no picture, and what to do about it.
#[derive(Debug, Error)]
pub enum ViewportError {
    /// There is no EGL library, or no driver for it.
    #[error(
        "pictures need EGL, which cannot be loaded ({0}); \
         on Debian install the packages libegl1 and libgl1-mesa-dri"
    )]
    NoEgl(String),
    /// EGL is there, but none of its devices draws OpenGL 3.3.
    #[error(
        "no EGL device gives OpenGL 3.3 ({0}); \
         on Debian install libgl1-mesa-dri, and set LIBGL_ALWAYS_SOFTWARE=1 to draw without a GPU"
    )]
    NoDevice(String),
    /// The graphics driver refused something.
    #[error("the graphics driver refused {what}: {why}")]
    Driver {
        /// What was asked for.
        what: &'static str,
        /// The driver's words.
        why: String,
    },
    /// A picture of this size cannot be made.
    #[error("a picture of {width} x {height} pixels cannot be drawn; each side takes 1 to {most}")]
    Size {
        /// The width that was asked for.
        width: u32,
        /// The height that was asked for.
        height: u32,
        /// The longest side that the driver takes.
        most: u32,
    },
    /// The icon atlas does not fit its description.
    #[error("the icon atlas has {found} bytes where {columns} x {rows} icons of {side} x {side} pixels need {needed}")]
    Atlas {
        /// Icons in a row.
        columns: u32,
        /// Rows.
        rows: u32,
        /// Pixels along an icon's side.
        side: u32,
        /// Bytes needed, one a pixel.
        needed: u64,
        /// Bytes found.
        found: u64,
    },
}

impl ViewportError {
    pub(crate) fn driver(what: &'static str, why: impl ToString) -> Self {
        Self::Driver { what, why: why.to_string() }
    }
}
