//! The program `levelwright`.
fn main() {}
