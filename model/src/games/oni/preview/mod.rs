//! Oni's levels, running.

#[cfg(test)]
pub(crate) mod test_levels;
