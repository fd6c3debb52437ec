//! The collision mesh that a `.lev` lends (`warriors.md` 1.10).

use crate::record::Target;
use crate::record::codec::le::*;

const LENT: &str = "the file is only read";

crate::record_table! {
    /// The collision mesh as a whole.
    pub MESH: Mesh, MeshField = "warriors.mesh", "Collision mesh", 160 bytes, "warriors.md 1.10";
    /// Unknown.
    unknown_0 @ 0: crate::record::codec::Raw<0x84>, fixed(LENT);
    /// How many triangles.
    triangle_count @ 0x84: U16, fixed(LENT);
    /// Unknown.
    unknown_86 @ 0x86: crate::record::codec::Raw<10>, fixed(LENT);
    /// How many points.
    vertex_count @ 0x90: U32, fixed(LENT);
    /// Unknown.
    unknown_94 @ 0x94: crate::record::codec::Raw<12>, fixed(LENT);
}

crate::record_table! {
    /// A point of the collision mesh.
    pub MESH_POINT: MeshPoint, MeshPointField = "warriors.mesh_point", "Collision point", 16 bytes, "warriors.md 1.10";
    /// East.
    x @ 0: F32, unit(super::METRES), fixed(LENT);
    /// North.
    y @ 4: F32, unit(super::METRES), fixed(LENT);
    /// Up.
    z @ 8: F32, unit(super::METRES), fixed(LENT);
    /// Always 1.
    w @ 12: F32, fixed(LENT);
}

crate::record_table! {
    /// A triangle of the collision mesh. Doors and panes own two each.
    pub TRIANGLE: Triangle, TriangleField = "warriors.triangle", "Collision triangle", 10 bytes, "warriors.md 1.10";
    /// First corner.
    v0 @ 0: U16, link_none(Target::Row("mesh_points"), &[]), fixed(LENT);
    /// Second corner.
    v1 @ 2: U16, link_none(Target::Row("mesh_points"), &[]), fixed(LENT);
    /// Third corner.
    v2 @ 4: U16, link_none(Target::Row("mesh_points"), &[]), fixed(LENT);
    /// Bit 0 enabled, bit 1 two-sided, bit 6 and bit 10 of doors.
    flags @ 6: U16, fixed(LENT);
    /// What it sounds like.
    material @ 8: U8, choice(&crate::games::warriors::names::MATERIAL), fixed(LENT);
    /// Unknown number of an area.
    area @ 9: U8, fixed(LENT);
}
