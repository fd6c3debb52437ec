//! Figures for Oni: a level of 20,009 objects read, written, checked and drawn; an environment of retail size drawn. Run
//! with `cargo bench -p levelwright-io --bench oni`; the level comes from the data folder (`LEVELWRIGHT_DATA` or
//! `../shared/data`), without it those benches say so and measure nothing.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use divan::{Bencher, black_box};
use levelwright_io::file::OpenFile;
use levelwright_model::document::{LevelBuilder, LevelId};
use levelwright_model::games::oni::environment::{Environment, Quad};
use levelwright_model::games::oni::{ONI, chunk};

fn main() {
    divan::main();
}

fn large() -> Option<PathBuf> {
    let root = std::env::var_os("LEVELWRIGHT_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"), PathBuf::from);
    let path = root.join("oni/onisplit-made/level34-large/nosep/level34_Final.dat");
    if !path.is_file() {
        println!("no data folder: set LEVELWRIGHT_DATA");
    }
    Some(path).filter(|p| p.is_file())
}

const LEVEL: LevelId = LevelId(0);

/// One field of an object in every list.
fn edit(file: &mut OpenFile) {
    let rows: Vec<_> = {
        let level = file.document.level(LEVEL).expect("a level");
        level.tables().filter(|t| t.opaque.is_none()).filter_map(|t| Some(level.row(t, 0)?.id())).collect()
    };
    let mut draft = file.document.draft();
    for node in rows {
        draft.set_int(node, "object_id", 0x00BA_DCAF).expect("it can be set");
    }
    file.document.commit(draft, "edit").expect("it fits");
}

#[divan::bench]
fn calibration() -> u64 {
    (0..100_000u64).fold(1, |a, b| black_box(a).wrapping_mul(6_364_136_223_846_793_005).wrapping_add(b))
}

#[divan::bench(sample_count = 20)]
fn read_20009_objects(bencher: Bencher<'_, '_>) {
    let Some(path) = large() else { return };
    bencher.bench_local(|| {
        let mut file = OpenFile::open(&path).expect("a level");
        file.document.decode_all();
        file
    });
}

#[divan::bench(sample_count = 20)]
fn write_20009_objects(bencher: Bencher<'_, '_>) {
    let Some(path) = large() else { return };
    let mut file = OpenFile::open(&path).expect("a level");
    edit(&mut file);
    bencher.bench_local(|| file.encode().expect("it can be written"));
}

#[divan::bench(sample_count = 10)]
fn objects_of_20009(bencher: Bencher<'_, '_>) {
    let Some(path) = large() else { return };
    let mut file = OpenFile::open(&path).expect("a level");
    file.document.decode_all();
    let level = file.document.state().level(LEVEL).expect("a level");
    bencher.bench_local(|| (ONI.objects)(level));
}

/// Retail size: 35,000 quads (`oni.md` appendix A) and 1,500 flags.
#[divan::bench(sample_count = 10)]
fn scene_of_retail_size(bencher: Bencher<'_, '_>) {
    const SIDE: u16 = 188;
    let points = (0..=SIDE).flat_map(|z| (0..=SIDE).map(move |x| [f32::from(x) * 20.0, 0.0, f32::from(z) * 20.0]));
    let at = |x: u16, z: u16| u32::from(z) * u32::from(SIDE + 1) + u32::from(x);
    let quad = |x: u16, z: u16| Quad {
        points: [at(x, z), at(x, z + 1), at(x + 1, z + 1), at(x + 1, z)],
        shades: [0xFF80_8080; 4],
        flags: 0,
        object: -1,
        texture: 0,
        texcoords: [0, 1, 2, 3],
    };
    let quads = (0..SIDE).flat_map(|z| (0..SIDE).map(move |x| quad(x, z)));
    let environment =
        Environment { points: points.collect(), quads: quads.collect(), present: true, ..Environment::default() };
    let mut build = LevelBuilder::new(LEVEL);
    build.surroundings(Arc::new(environment));
    let of = chunk::ObjectType::of_tag(b"FLAG").expect("a type");
    let mut object = vec![0; of.schema.size as usize];
    let size = u32::try_from(object.len()).expect("small") - 4;
    object.splice(..8, [size.to_le_bytes(), of.stored_tag()].concat());
    let mut bytes = chunk::EMPTY.get(..12).expect("a header").to_vec();
    (0..1500).for_each(|_| bytes.extend(&object));
    bytes.extend([0; 4]);
    let size = u32::try_from(bytes.len()).expect("small") - 8;
    bytes.splice(4..8, size.to_le_bytes());
    chunk::decode(&mut build, of, &bytes);
    let level = build.finish();
    let objects = (ONI.objects)(&level);
    bencher.bench_local(|| (ONI.scene)(&level, &objects));
}
