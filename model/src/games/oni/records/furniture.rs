//! FURN: furniture (`oni.md` 2.8).

use super::ObjectHeader;
use crate::record::Matching;
use crate::record::codec::FullLatinText;

crate::record_table! {
    /// A piece of furniture. In the games for Windows and Mac the list is inert: what is seen is baked into the
    /// environment.
    pub FURNITURE: Furniture, FurnitureField = "oni.furniture", "Furniture", 80 bytes after ObjectHeader, "oni.md 2.8",
        matching(Matching::Alignment);
    /// The class, an OFGA instance's name without its tag.
    class @ 0x00: FullLatinText<32>;
    /// Tag of the particles on it.
    particle @ 0x20: FullLatinText<48>, label("Particle tag");
}
