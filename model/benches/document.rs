//! Figures of `design.md` 8 for the document: snapshot, filter-free edits of 10,000 objects, undo, memory of 10,000
//! small edits. Run with `cargo bench -p levelwright-model --bench document`. The calibration loop tells how fast the
//! machine is.

use std::sync::Arc;

use divan::{Bencher, black_box};
use levelwright_model::document::{Document, Level, LevelBuilder, LevelId, LevelSource, NodeId, OpenReport};
use levelwright_model::games::marathon::{MARATHON, tables};

fn main() {
    divan::main();
}

const OBJECTS: usize = 10_000;

/// A level of objects alone.
#[derive(Debug)]
struct Many;

impl LevelSource for Many {
    fn len(&self) -> u32 {
        1
    }
    fn name(&self, _: LevelId) -> String {
        "many".to_owned()
    }
    fn game_index(&self, _: LevelId) -> i64 {
        0
    }
    fn decode(&self, id: LevelId) -> Level {
        let mut build = LevelBuilder::new(id);
        build.fact("data_version", 1);
        let bytes: Vec<u8> =
            (0..OBJECTS).flat_map(|i| [0, (i % 6) as u8, 0, 3, 0, 0, 0, 0, 1, i as u8, 2, 3, 0, 0, 0, 0]).collect();
        build.packed(&tables::OBJECTS, b"OBJS", 0, 16, &bytes);
        build.finish()
    }
}

const LEVEL: LevelId = LevelId(0);

fn document() -> Document {
    let file = LevelBuilder::new(LevelId::FILE).finish();
    let mut document = Document::new(&MARATHON, Arc::new(Many), file, OpenReport::default());
    document.level(LEVEL).expect("there is one level");
    document
}

fn ids(document: &Document) -> Vec<NodeId> {
    let level = document.state().level(LEVEL).expect("it was decoded");
    let table = level.table("objects").expect("it has objects");
    level.rows(table).map(|r| r.id()).collect()
}

fn edit_all(document: &mut Document, ids: &[NodeId], x: i128) {
    let mut draft = document.draft();
    for id in ids {
        draft.set_int(*id, "facing", x).expect("a facing of 16 bits");
    }
    document.commit(draft, "turn all").expect("it fits");
}

/// 100,000 dependent multiplications: how fast this machine is just now.
#[divan::bench]
fn calibration() -> u64 {
    (0..100_000u64).fold(1, |a, b| black_box(a).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(b))
}

#[divan::bench]
fn snapshot(bencher: Bencher<'_, '_>) {
    let document = document();
    bencher.bench_local(|| document.state().clone());
}

#[divan::bench]
fn objects_of_10000(bencher: Bencher<'_, '_>) {
    let document = document();
    let level = document.state().level(LEVEL).expect("it was decoded");
    bencher.bench_local(|| (MARATHON.objects)(level));
}

#[divan::bench(sample_count = 20)]
fn edit_10000(bencher: Bencher<'_, '_>) {
    bencher
        .with_inputs(|| {
            let document = document();
            let ids = ids(&document);
            (document, ids)
        })
        .bench_local_values(|(mut document, ids)| {
            edit_all(&mut document, &ids, 77);
            document
        });
}

#[divan::bench(sample_count = 20)]
fn undo_10000(bencher: Bencher<'_, '_>) {
    bencher
        .with_inputs(|| {
            let mut document = document();
            let ids = ids(&document);
            edit_all(&mut document, &ids, 77);
            document
        })
        .bench_local_values(|mut document| {
            assert!(document.undo());
            document
        });
}

#[divan::bench(sample_count = 10)]
fn edits_one_by_one_10000(bencher: Bencher<'_, '_>) {
    bencher
        .with_inputs(|| {
            let document = document();
            let ids = ids(&document);
            (document, ids)
        })
        .bench_local_values(|(mut document, ids)| {
            for id in &ids {
                edit_all(&mut document, std::slice::from_ref(id), 77);
            }
            // The figure is 64 MB; the sum of the entries' real bytes is what the history bounds itself by.
            assert!(document.history().bytes() < 64 << 20);
            document
        });
}
