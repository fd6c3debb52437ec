//! The record language: one table per record type says where every field lies, what it means and
//! what it is called. Decoding, encoding, the inspector, search, links, JSON and the reference pages
//! all read these tables (`design.md` 1 and 3).
//!
//! A *schema* is a list of *fields*. A field has a *place* (where its bits lie) and a *kind* (what the
//! number or the bytes mean). Reading looks into the record's own bytes; writing yields splices of
//! those bytes and nothing else, so whatever no table knows survives untouched.

pub mod access;
pub mod check;
pub mod codec;
mod condition;
mod display;
mod error;
mod field;
mod kind;
mod link;
mod lookup;
pub mod names;
mod parse;
mod place;
mod read;
mod schema;
#[cfg(test)]
mod schema_tests;
mod show;
mod table;
pub mod text;
pub mod token;
mod value;
mod write;

#[cfg(test)]
pub(crate) mod miniatures;
#[cfg(test)]
mod tests;

pub use access::{Access, DIRECT};
pub use condition::{Condition, Facts, NoFacts};
pub use display::Display;
pub use error::{FieldError, Refusal};
pub use field::{ABSENT, Field, Role, Unit};
pub use kind::{ColourForm, Kind, Link, Target};
pub use link::Reference;
pub use lookup::Lookup;
pub use names::{Flag, FlagNames, Name, Names};
pub use parse::parse as parse_shown;
pub use place::{BitSpan, Computed, Int, Number, Order, Place};
pub(crate) use read::number as read_number;
pub use schema::{Children, Matching, Overlay, Prefix, Schema};
pub use show::{hex, unhex};
pub use value::Value;
pub use write::ByteSplice;
