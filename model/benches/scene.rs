//! How long it takes to see a large level: about 1,000 rooms and 10,000 objects.

use levelwright_model::document::{Level, LevelBuilder, LevelId};
use levelwright_model::games::marathon::sample::{SampleLevel, large};
use levelwright_model::games::marathon::{MARATHON, chunks};

fn main() {
    divan::main();
}

fn level(sample: &SampleLevel) -> Level {
    let mut build = LevelBuilder::new(LevelId(0));
    build.fact("data_version", 1);
    for (tag, bytes) in &sample.chunks {
        let spec = chunks::spec_for(tag);
        if let Some(schema) = spec.record {
            build.packed(spec, tag, 0, schema.size as usize, bytes);
        }
    }
    build.finish()
}

#[divan::bench]
fn scene_of_a_large_level(bencher: divan::Bencher<'_, '_>) {
    let level = level(&large(10_000));
    let objects = (MARATHON.objects)(&level);
    bencher.bench(|| (MARATHON.scene)(&level, &objects));
}

#[divan::bench]
fn objects_of_a_large_level(bencher: divan::Bencher<'_, '_>) {
    let level = level(&large(10_000));
    bencher.bench(|| (MARATHON.objects)(&level));
}

#[divan::bench]
fn making_the_level(bencher: divan::Bencher<'_, '_>) {
    bencher.bench(|| large(10_000));
}
