//! The record tables, one file per sort of record (`warriors.md` 1.1 to 1.3, 1.9 to 1.11).

pub mod calls;
pub mod function;
pub mod line;
pub mod mesh;
pub mod model;
pub mod navigation;
pub mod text;

pub use function::*;
pub use line::{LINE, LineField};
pub use mesh::*;
pub use model::{MODEL, Model};
pub use navigation::*;
pub use text::TEXT_PIECE;

use crate::record::text::Encoding;
use crate::record::{Kind, Unit};

/// Metres.
pub(crate) const METRES: Unit = Unit { name: "m", divisor: 1.0 };
/// Degrees, as scripts give angles.
pub(crate) const DEGREES: Unit = Unit { name: "°", divisor: 1.0 };
/// A name or text in Latin-1.
pub(crate) const WORD: Kind = Kind::Text { encoding: Encoding::Latin1, terminated: false };
/// The heading of a rotation's parts.
const QUATERNION: &str = "Rotation (quaternion)";
