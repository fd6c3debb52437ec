pub static CHECKS: &[&crate::problems::Check] = &[];
