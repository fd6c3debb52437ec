//! The live preview in the window: the level running, with time in the person's hand.
//!
//! A [`Preview`] belongs to a document and one of its levels. It runs on a snapshot and never touches the document; an
//! edit makes it run again on a worker ([`replay`]). The world goes on by the window's clock and only while it plays.
//! Panes draw it ([`pane`], [`picture`], [`live`]) and want something done by [`Act`]s. Nothing here knows a game.

pub mod act;
mod files;
mod inputs;
pub mod live;
mod log;
mod painter;
pub mod pane;
pub mod picture;
mod replay;
mod run;
pub mod shown;
mod strip;
mod transport;
mod words;

pub use act::{Act, act};
pub use files::suggestion;
pub use log::Rows;
pub use painter::Painter;
pub use run::{Conditions, Held, Marked, Preview, advance};
