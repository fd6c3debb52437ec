//! The contract: what every game, format, table and field promises, checked over the registries. A new one is tested by
//! being registered. One promise a file.
#![allow(clippy::unwrap_used, clippy::panic, reason = "a failed expectation is a failed test")]

mod edges;
mod fields;
mod follows;
mod hostile;
mod plans;
mod prefixes;
mod refusals;
mod second_reader;
mod support;
mod tables;
mod unedited;
