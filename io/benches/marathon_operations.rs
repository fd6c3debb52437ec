//! How long operations take on the largest map of the data folder; nothing is measured without it.

// A benchmark that cannot do its work must stop.
#![allow(clippy::unwrap_used)]

use std::path::PathBuf;

use levelwright_io::file::OpenFile;
use levelwright_model::document::{Document, LevelId, NodeId};
use levelwright_model::edit::Draft;
use levelwright_model::games::Arguments;
use levelwright_model::links::LinkIndex;
use levelwright_model::record::Value;

const LEVEL: LevelId = LevelId(0);

fn main() {
    divan::main();
}

fn largest() -> Option<Document> {
    let root = std::env::var_os("LEVELWRIGHT_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")), PathBuf::from);
    let path = root.join("marathon/apotheosis/Beaver-Skin-Fishing-Line.sceA");
    let mut document = OpenFile::open(&path).ok()?.document;
    document.level(LEVEL).ok()?;
    Some(document)
}

fn rows(draft: &Draft, table: &str) -> Vec<NodeId> {
    let level = draft.level(LEVEL).unwrap();
    level.rows(level.table(table).unwrap()).map(|record| record.id()).collect()
}

fn run(draft: &mut Draft, key: &str, objects: Vec<NodeId>, values: &[(&str, Value)]) {
    let values = values.iter().map(|(name, value)| ((*name).to_owned(), value.clone())).collect();
    let plan = draft.game().plans.iter().find(|plan| plan.key == key).unwrap();
    (plan.run)(draft, &Arguments { level: LEVEL.0, objects, values }).unwrap();
}

/// A polygon in front of all others goes: every reference to a polygon is patched.
#[divan::bench]
fn delete_one_polygon(bencher: divan::Bencher<'_, '_>) {
    let Some(document) = largest() else { return };
    let values = [("objects", Value::Text("delete".to_owned())), ("replacement", Value::Int(1))];
    let mut draft = document.draft();
    let first = rows(&draft, "polygons")[..1].to_vec();
    run(&mut draft, "delete", first, &values);
    println!("one deleted polygon takes {} bytes of history", draft.finish("delete").heap());
    bencher.bench_local(|| {
        let mut draft = document.draft();
        let polygon = rows(&draft, "polygons").into_iter().next().unwrap();
        run(&mut draft, "delete", vec![polygon], &values);
        draft.finish("delete")
    });
}

#[divan::bench]
fn set_every_floor(bencher: divan::Bencher<'_, '_>) {
    let Some(document) = largest() else { return };
    bencher.bench_local(|| {
        let mut draft = document.draft();
        for polygon in rows(&draft, "polygons") {
            draft.set_int(polygon, "floor_height", -77).unwrap();
        }
        draft.finish("set floors")
    });
}

#[divan::bench]
fn move_every_object_up(bencher: divan::Bencher<'_, '_>) {
    let Some(document) = largest() else { return };
    bencher.bench_local(|| {
        let mut draft = document.draft();
        let objects = rows(&draft, "objects");
        run(&mut draft, "move", objects, &[("dz", Value::Int(10))]);
        draft.finish("move")
    });
}

#[divan::bench]
fn find_all_links(bencher: divan::Bencher<'_, '_>) {
    let Some(document) = largest() else { return };
    let level = document.state().level(LEVEL).unwrap();
    bencher.bench_local(|| LinkIndex::of(level));
}
