//! Figures of `design.md` 8 for seeing through a level of 10,000 objects: a filter keystroke under 5 ms, the checks, a
//! comparison. Run with `cargo bench -p levelwright-model --bench query`. The calibration loop tells how fast the machine
//! is.

use std::sync::Arc;

use divan::{Bencher, black_box};
use levelwright_model::compare;
use levelwright_model::document::{Document, Level, LevelBuilder, LevelId, LevelSource, OpenReport};
use levelwright_model::edit::Draft;
use levelwright_model::games::Arguments;
use levelwright_model::games::marathon::{MARATHON, tables};
use levelwright_model::links::{LinkIndex, Linked, hanging};
use levelwright_model::problems::{self, Checker};
use levelwright_model::query::{LevelContext, Query};
use levelwright_model::record::Value;
use levelwright_model::scene::links::{Places, arrows};

fn main() {
    divan::main();
}

/// Placed objects, polygons, lines, sides: 10,000 things in all.
const ROWS: [usize; 4] = [2500, 2000, 3500, 2000];

/// A large level, filled with numbers that mean something.
#[derive(Debug)]
struct Large;

impl LevelSource for Large {
    fn len(&self) -> u32 {
        1
    }
    fn name(&self, _: LevelId) -> String {
        "large".to_owned()
    }
    fn game_index(&self, _: LevelId) -> i64 {
        0
    }
    fn decode(&self, id: LevelId) -> Level {
        let mut build = LevelBuilder::new(id);
        build.fact("data_version", 1);
        let rows = |count: usize, words: &dyn Fn(usize) -> Vec<usize>| -> Vec<u8> {
            (0..count).flat_map(words).flat_map(|w| (w as u16).to_be_bytes()).collect()
        };
        let [objects, polygons, lines, sides] = ROWS;
        let bytes = rows(objects, &|i| vec![i % 6, i % 20, i % 512, i % polygons, i * 7, i * 13, i % 300, i % 32]);
        build.packed(&tables::OBJECTS, b"OBJS", 0, 16, &bytes);
        let bytes = rows(polygons, &|i| {
            let mut words = vec![0; 64];
            words[..4].copy_from_slice(&[i % 24, 0, i % polygons, 4]);
            words[12..16].copy_from_slice(&[i, i + 1, i + 2, i + 3]);
            words[22..26].copy_from_slice(&[i % 100, 1024, i % 20, (i + 1) % 20]);
            words
        });
        build.packed(&tables::POLYGONS, b"POLY", 0, 128, &bytes);
        let bytes = rows(lines, &|i| {
            let mut words = vec![0; 16];
            words[..2].copy_from_slice(&[i % 3000, (i + 1) % 3000]);
            words[6..10].copy_from_slice(&[i % sides, 0xFFFF, i % polygons, (i + 1) % polygons]);
            words
        });
        build.packed(&tables::LINES, b"LINS", 0, 32, &bytes);
        let bytes = rows(sides, &|i| {
            let mut words = vec![0; 32];
            words[1] = i % 4;
            words[19..21].copy_from_slice(&[i % 54, i % 20]);
            words[24..29].copy_from_slice(&[i % polygons, i % lines, i % 20, i % 20, i % 20]);
            words
        });
        build.packed(&tables::SIDES, b"SIDS", 0, 64, &bytes);
        build.packed(&tables::LIGHTS, b"LITE", 0, 100, &[0; 2000]);
        let bytes = rows(3000, &|i| vec![(i % 60) * 1024, (i / 60) * 1024]);
        build.packed(&tables::POINTS, b"PNTS", 0, 4, &bytes);
        build.finish()
    }
}

const LEVEL: LevelId = LevelId(0);

fn document() -> Document {
    let file = LevelBuilder::new(LevelId::FILE).finish();
    let mut document = Document::new(&MARATHON, Arc::new(Large), file, OpenReport::default());
    document.level(LEVEL).expect("there is one level");
    document
}

/// 100,000 dependent multiplications: how fast this machine is just now.
#[divan::bench]
fn calibration() -> u64 {
    (0..100_000u64).fold(1, |a, b| black_box(a).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(b))
}

/// A keystroke: the text is parsed and every object asked.
#[divan::bench(args = [
    "fight",
    "monster",
    "floor_height > 0.05",
    "flags has invisible",
    "permutation = 7 or index = minor-fighter",
    "near(3, 3, 20) and not polygon",
    "(monster or item) and x > 3 and flags.invisible and not name ~ yeti",
])]
fn filter_keystroke(bencher: Bencher<'_, '_>, text: &str) {
    let document = document();
    let level = document.state().level(LEVEL).expect("it was decoded");
    let objects = document.objects(LEVEL);
    let links = LinkIndex::of(level);
    let context = LevelContext { links: Some(&links), problems: &[] };
    bencher.bench_local(|| {
        let query = Query::parse(&MARATHON, text).expect("it is a query");
        query.matches(level, &objects, &context)
    });
}

#[divan::bench]
fn linked_to(bencher: Bencher<'_, '_>) {
    let document = document();
    let level = document.state().level(LEVEL).expect("it was decoded");
    let objects = document.objects(LEVEL);
    let links = LinkIndex::of(level);
    let context = LevelContext { links: Some(&links), problems: &[] };
    let query = Query::parse(&MARATHON, "linked-to lights/5 and not linked-to tag/7").expect("it is a query");
    bencher.bench_local(|| query.matches(level, &objects, &context));
}

/// Who refers to whom, from nothing: after an edit that changes links.
#[divan::bench(sample_count = 20)]
fn link_index(bencher: Bencher<'_, '_>) {
    let document = document();
    let level = document.state().level(LEVEL).expect("it was decoded");
    bencher.bench_local(|| LinkIndex::with(&MARATHON, level));
}

/// The arrows of everything, from nothing.
#[divan::bench(sample_count = 20)]
fn arrows_of_all(bencher: Bencher<'_, '_>) {
    let document = document();
    let level = document.state().level(LEVEL).expect("it was decoded");
    let objects = document.objects(LEVEL);
    let index = LinkIndex::with(&MARATHON, level);
    let scene = (MARATHON.scene)(level, &objects);
    bencher.bench_local(|| {
        let linked = Linked { level, objects: &objects, index: &index };
        arrows(&Places::of(&scene), &linked, None)
    });
}

/// What deleting a light that hundreds of things name would leave hanging.
#[divan::bench(sample_count = 20)]
fn references_to_what_goes(bencher: Bencher<'_, '_>) {
    let document = document();
    let draft = document.draft();
    let light = draft.row(LEVEL, "lights", 7).expect("there are 20").id();
    let arguments = Arguments { level: 0, objects: vec![light], ..Arguments::default() };
    bencher.bench_local(|| hanging(&draft, &arguments));
}

#[divan::bench(sample_count = 20)]
fn checks_of_all(bencher: Bencher<'_, '_>) {
    let document = document();
    let level = document.state().level(LEVEL).expect("it was decoded");
    bencher.bench_local(|| problems::of_level(&MARATHON, level));
}

/// A monster has moved: only the checks that read where objects stand run again.
#[divan::bench(sample_count = 20)]
fn checks_after_an_edit(bencher: Bencher<'_, '_>) {
    let mut document = document();
    let mut checker = Checker::default();
    checker.level(&MARATHON, document.state().level(LEVEL).expect("it was decoded"));
    let id = document.draft().row(LEVEL, "objects", 78).expect("there are more").id();
    let mut x = 0i16;
    bencher.bench_local(|| {
        x += 1;
        let mut draft = document.draft();
        draft.set_int(id, "x", x).expect("it fits");
        document.commit(draft, "move").expect("it fits");
        checker.level(&MARATHON, document.state().level(LEVEL).expect("it was decoded"))
    });
}

/// A level against itself with 100 objects turned and one light, which everything refers to, gone.
#[divan::bench(sample_count = 20)]
fn compare(bencher: Bencher<'_, '_>) {
    let (document, draft) = changed();
    let (a, b) = (document.state().level(LEVEL).expect("decoded"), draft.level(LEVEL).expect("decoded"));
    bencher.bench_local(|| compare::differences(a, b));
}

#[divan::bench(sample_count = 20)]
fn compare_edits(bencher: Bencher<'_, '_>) {
    let (document, draft) = changed();
    let b = draft.level(LEVEL).expect("decoded");
    bencher.bench_local(|| {
        let mut made = document.draft();
        compare::turn_into(&mut made, LEVEL, b).expect("the level is there");
        made.finish("take over")
    });
}

fn changed() -> (Document, Draft) {
    let document = document();
    let mut draft = document.draft();
    for at in 0..100 {
        let id = draft.row(LEVEL, "objects", at * 20).expect("there are more").id();
        draft.set_int(id, "facing", 511).expect("it fits");
    }
    let light = draft.row(LEVEL, "lights", 7).expect("there are 20").id();
    let values = [("replacement".to_owned(), Value::Int(3))].into();
    let delete = MARATHON.plans.iter().find(|p| p.key == "delete").expect("it is listed");
    (delete.run)(&mut draft, &Arguments { level: 0, objects: vec![light], values }).expect("it may go");
    (document, draft)
}
