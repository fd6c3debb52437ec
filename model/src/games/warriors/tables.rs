//! The tables of a level. A table is a file of the level or a part of one; its tag is the file's name.

use super::operations;
use super::records::*;
use super::script::{COMPILED, TEXT};
use crate::document::TableSpec;
use crate::record::access::PathStep::Named;
use crate::record::text::Encoding;
use crate::record::{Access, Place, Value, token};

/// Braces, brackets, commas and blanks stand between the words of a line; an entry may end in NULs (`warriors.md` 1.1).
pub const fn separator(b: u8) -> bool {
    matches!(b, b'{' | b'}' | b'(' | b')' | b',' | b' ' | b'\t' | b'\r' | b'\n' | 0)
}

/// How lines of an object list are stored: as words.
static WORDS: Access = Access {
    key: "object line",
    get: |record, field| match field.place {
        Place::Path([Named("source")]) => Ok(Value::Text(Encoding::Latin1.decode(&record.table().tag))),
        _ => token::get(record.head(), field, separator),
    },
    set: |draft, id, field, value| {
        let splice = token::set(draft.record(id)?.head(), field, separator, value)?;
        draft.splice(id, false, splice)
    },
    travel: Some(&super::operations::travel::WORDS),
};

/// `<level>_objs.txt`: the head is the line of the count, the tail whatever follows the last line.
pub static LINES: TableSpec =
    TableSpec { access: &WORDS, ..TableSpec::new("lines", "Object list", &LINE) }.follow(operations::follow_lines);
/// A compiled script: the head is its header, its row the main function, the tail what follows it.
pub static SCRIPTS: TableSpec =
    TableSpec { access: &COMPILED, ..TableSpec::new("scripts", "Compiled scripts", &FUNCTION) }.fixed_rows();
/// A script that was not compiled, in pieces.
pub static TEXTS: TableSpec = TableSpec { access: &TEXT, ..TableSpec::new("texts", "Script texts", &TEXT_PIECE) }
    .follow(operations::follow_pieces);
/// Types that the archive's configuration lends each level: calls as text, which are edited where they stand.
pub static LENT: TableSpec =
    TableSpec { access: &TEXT, ..TableSpec::new("lent", "Types of the configuration", &TEXT_PIECE) }
        .fixed_rows()
        .lent();
/// The collision mesh of the `.lev`, as a whole.
pub static MESHES: TableSpec = TableSpec::new("mesh", "Collision mesh", &MESH).fixed_rows();
/// Its points.
pub static MESH_POINTS: TableSpec = TableSpec::new("mesh_points", "Collision points", &MESH_POINT).fixed_rows();
/// Its triangles.
pub static TRIANGLES: TableSpec = TableSpec::new("triangles", "Collision triangles", &TRIANGLE).fixed_rows();
/// The Object List of `warriors.glr`.
pub static MODELS: TableSpec = TableSpec::new("models", "Object List", &MODEL).fixed_rows();
/// Links between the places that people walk to.
pub static NAV_LINKS: TableSpec = TableSpec::new("nav_links", "Navigation links", &NAV_LINK).fixed_rows();
/// Those places.
pub static NAV_NODES: TableSpec = TableSpec::new("nav_nodes", "Navigation places", &NAV_NODE).fixed_rows();
/// Polygons of the ground, and holes in them.
pub static NAV_POLYGONS: TableSpec = TableSpec::new("nav_polygons", "Path polygons", &NAV_POLYGON).fixed_rows();
/// Their corners.
pub static NAV_CORNERS: TableSpec = TableSpec::new("nav_corners", "Path corners", &NAV_CORNER).fixed_rows();
/// A file that cannot be read.
pub static UNREADABLE: TableSpec = TableSpec::opaque("unreadable", "Unreadable files");
