//! PART: environment particles (`oni.md` 2.11).

use super::ObjectHeader;
use crate::games::oni::names::*;
use crate::record::codec::le::*;
use crate::record::codec::{Array, FullLatinText};
use crate::record::{Matching, Role};

crate::record_table! {
    /// An environment particle: smoke, sparks, glass, lights.
    pub PARTICLE: Particle, ParticleField = "oni.particle", "Particle", 122 bytes after ObjectHeader, "oni.md 2.11",
        matching(Matching::Alignment);
    /// The particle class.
    class @ 0x00: FullLatinText<64>;
    /// The tag that scripts name it by.
    particle_tag @ 0x40: FullLatinText<48>, role(Role::Name), label("Tag");
    /// What is special about it.
    flags @ 0x70: U16, flags(&PARTICLE_FLAGS);
    /// Width and height of its decal.
    decal_scale @ 0x72: Array<F32, 2>, vector();
}
