//! Lists of objects as stored: OBJC chunks (`oni.md` 2.1).

mod list;
mod object;
#[cfg(test)]
mod tests;
mod types;

pub use list::{EMPTY, VERSION, decode, encode};
pub use object::{Numbers, ObjectFault, object, untyped};
pub use types::{LIST_NAME, ObjectType, TYPES};
