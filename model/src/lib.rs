//! What a level is: nodes over original bytes, the tables that say what they mean, objects, edits and
//! history, and what it looks like. No files, no windows, no clock.

pub mod clipboard;
pub mod compare;
pub mod document;
pub mod edit;
pub mod games;
pub mod links;
pub mod preview;
pub mod problems;
pub mod query;
pub mod record;
pub mod scene;
pub mod scripting;
