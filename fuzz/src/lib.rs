//! Mutated inputs against every reader, with a bound on memory.
//!
//! [`entries`] are plain functions over bytes that stop only by returning; each panics where a promise is broken. The
//! program `levelwright-fuzz` drives them with [`seeds`] and [`mutate`]; cargo-fuzz can call the same functions. See
//! `README.md`.

pub mod entries;
pub mod files;
pub mod heap;
pub mod measure;
pub mod mutate;
pub mod random;
pub mod run;
pub mod seeds;
