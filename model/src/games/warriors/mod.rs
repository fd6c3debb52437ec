//! The Warriors (PlayStation 2, NTSC-U).

pub mod level;
pub mod links;
pub mod names;
pub mod objects;
pub mod operations;
pub mod preview;
pub mod problems;
pub mod records;
pub mod sample;
pub mod scene;
pub mod script;
pub mod tables;
pub mod types;

use super::Game;
use crate::document::{NodeList, Rows, Table};
use records::*;
use tables::*;

/// The game.
pub static WARRIORS: Game = Game {
    key: "warriors",
    name: "The Warriors",
    // The game counts metres and degrees with fractions; plans take thousandths of them, which are whole.
    axes: super::Axes { stored: [1000.0, 1000.0, 1000.0], order: [0, 1, 2], turn: 360_000.0 },
    schemas: &[
        &LINE,
        &FUNCTION,
        &FUNCTION_SOURCE,
        &FUNCTION_SHAPE,
        &LOCALS,
        &LOCAL,
        &LINES_OF_SOURCE,
        &LINE_OF_SOURCE,
        &STRINGS,
        &STRING,
        &NUMBERS,
        &NUMBER,
        &FUNCTIONS,
        &DEEP_FUNCTION,
        &CODE,
        &INSTRUCTION,
        &TEXT_PIECE,
        &calls::POOL_SIZES,
        &calls::OBJECT_SPAWN,
        &calls::DOOR,
        &calls::PANE,
        &calls::GLASS_TYPE,
        &calls::OBJECT_TYPE,
        &calls::TRAIN_START,
        &calls::TRAIN_POINT,
        &calls::TRAIN_STOP,
        &calls::ZONE_ENABLE,
        &calls::ZONE_MARK,
        &calls::OBJECT_SHOW,
        &calls::OBJECT_HIDE,
        &calls::OBJECT_DESTROY,
        &calls::OBJECT_COLOUR,
        &calls::DOOR_OPEN,
        &calls::DOOR_CLOSE,
        &calls::DOOR_OPEN_DEGREE,
        &calls::DOOR_OPEN_BY,
        &calls::DOOR_OPEN_ANIMATED,
        &calls::DOOR_COLLISION,
        &calls::DOOR_PICKABLE,
        &calls::DOOR_LINK_ON,
        &calls::DOOR_LINK_OFF,
        &calls::BREAK_GLASS,
        &calls::BREAK_OBJECTS,
        &calls::TIME_TO_LIVE,
        &calls::FLAG,
        &calls::VOLUME_BOX,
        &calls::VOLUME_BOX_TURN,
        &MESH,
        &MESH_POINT,
        &TRIANGLE,
        &MODEL,
        &NAV_LINK,
        &NAV_NODE,
        &NAV_POLYGON,
        &NAV_CORNER,
    ],
    tables: &[
        &LINES,
        &SCRIPTS,
        &TEXTS,
        &LENT,
        &MESHES,
        &MESH_POINTS,
        &TRIANGLES,
        &MODELS,
        &NAV_LINKS,
        &NAV_NODES,
        &NAV_POLYGONS,
        &NAV_CORNERS,
        &UNREADABLE,
    ],
    kinds: objects::KINDS,
    objects: objects::objects,
    scene: scene::scene,
    links: Some(&links::IMPLIED),
    set_field: operations::set_field,
    settle: None,
    same_but_bulk: same_rows,
    plans: operations::PLANS,
    checks: problems::CHECKS,
    outside: None,
    clipboard: Some(&operations::CLIPBOARD),
    scripts: None,
    preview: Some(&preview::PREVIEW),
};

/// Whether two tables hold the same bytes in the same rows: of a text the file does not say where its rows end, and numbers
/// of rows that are remembered beyond a save go by it. Tags are names of files, which change under another name.
fn same_rows(a: &Table, b: &Table) -> bool {
    fn same(a: &NodeList, b: &NodeList) -> bool {
        let pairs = || a.iter().zip(b.iter());
        a.len() == b.len()
            && pairs().all(|(a, b)| a.head == b.head && a.tail == b.tail && same(&a.children, &b.children))
    }
    match (&a.rows, &b.rows) {
        (Rows::Nodes(rows), Rows::Nodes(others)) => a.head == b.head && a.tail == b.tail && same(rows, others),
        _ => a.bytes() == b.bytes(),
    }
}
