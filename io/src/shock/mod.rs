//! System Shock (1994): resource files, archives and saves.

pub mod res;
