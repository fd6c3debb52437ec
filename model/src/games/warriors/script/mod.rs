//! Scripts: the calls in them, found and edited, whether they were compiled or not (`warriors.md` 1.2).

pub mod argument;
pub mod assemble;
pub mod compiled;
pub mod cut;
pub mod follow;
pub mod literal;
pub mod scope;
pub mod text;
pub mod token;

#[cfg(test)]
mod tests;

pub use argument::Argument;
pub use compiled::COMPILED;
pub use text::TEXT;
