//! The names of Oni's numbers and bits, as the formats' specification gives them (`oni.md` 2).

mod characters;
mod fighting;
mod patrol;
mod things;

pub use characters::*;
pub use fighting::*;
pub use patrol::*;
pub use things::*;
