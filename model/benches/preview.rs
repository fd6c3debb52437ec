//! How fast a large level runs, and how near any tick is.
//!
//! The level is the folder's largest, read from `LEVELWRIGHT_DATA` (else the `shared/data` folder beside the
//! workspace); without it the benchmarks do nothing. A calibration loop stands beside them.

// What is read here is known to be sound.
#![allow(clippy::unwrap_used)]

#[path = "../tests/support/mod.rs"]
mod support;

use std::sync::{Arc, OnceLock};

use levelwright_model::document::Level;
use levelwright_model::games::marathon::MARATHON;
use levelwright_model::preview::{Log, Moment, Picture, Scenario, Start, Subject, Timeline, Verb};
use levelwright_model::scene::pick::Picker;

/// The levels with the most lines, and the one with the most platforms.
const LEVELS: [&str; 3] = ["Beaver-Skin-Fishing-Line", "Escape-Two-Thousand", "Dinosaur-Adventure-3D"];
/// Ten minutes at 30 ticks a second.
const TEN_MINUTES: u32 = 18_000;

fn main() {
    for name in LEVELS {
        if let Some(level) = level(name) {
            print_sizes(name, &level);
        }
    }
    divan::main();
}

fn level(name: &str) -> Option<Level> {
    let folder = support::data_folder()?.join("marathon");
    Some(support::levels(&std::fs::read(support::map_file(&folder, name)).unwrap()).remove(0))
}

/// Everybody walks, everything moves: a walker from the middle of the first polygon, all platforms started.
fn scenario(level: &Level) -> Scenario {
    let mut scenario = Scenario::default();
    let polygon = level.row(level.table("polygons").unwrap(), 0).unwrap();
    let centre = |field| i32::try_from(polygon.int(field).unwrap()).unwrap();
    scenario.add(1, Verb::place(centre("center_x"), centre("center_y"), 0));
    scenario.add(2, Verb::Keys { forward: 1, side: 0, turn: 1, pace: 0 });
    for row in 0..level.link_table("platforms").map_or(0, |table| u32::try_from(table.len()).unwrap()) {
        scenario.add(3, Verb::Fire { target: Subject::new("platforms", row).into(), event: "activate".to_owned() });
    }
    scenario
}

fn timeline(level: &Level) -> Timeline {
    MARATHON.preview.unwrap().timeline(level, scenario(level))
}

/// Bytes are no times: they are printed once.
fn print_sizes(name: &str, level: &Level) {
    let mut timeline = timeline(level);
    timeline.seek(TEN_MINUTES);
    let frames = timeline.frames();
    let count = frames.ticks().count();
    println!(
        "{name}: ten minutes keep {count} key frames of {} bytes at most, {:.1} MiB together, and {} events, {:.1} MiB",
        frames.bytes() / count.max(1),
        frames.bytes() as f64 / f64::from(1 << 20),
        timeline.log().events().len(),
        timeline.log().bytes() as f64 / f64::from(1 << 20),
    );
}

/// A thousand rounds of the hash's arithmetic: how fast this machine is.
#[divan::bench]
fn calibration() -> u64 {
    (0..1000_u64).fold(divan::black_box(1), |sum, n| (sum.rotate_left(23) ^ n).wrapping_mul(0x9E37_79B9_7F4A_7C15))
}

#[divan::bench(args = LEVELS)]
fn thousand_ticks(bencher: divan::Bencher<'_, '_>, name: &str) {
    let Some(level) = level(name) else { return };
    let scenario = scenario(&level);
    let mut log = Log::default();
    let mut world = (MARATHON.preview.unwrap().build)(&level, &Start::default(), &mut log);
    while world.now() < 3 {
        world.tick(scenario.at(world.now() + 1), &mut log);
    }
    bencher.counter(divan::counter::ItemsCount::new(1000_u32)).bench_local(|| {
        let mut log = Log::default();
        (0..1000).for_each(|_| world.tick(&[], &mut log));
    });
}

#[divan::bench(args = LEVELS)]
fn build(bencher: divan::Bencher<'_, '_>, name: &str) {
    let Some(level) = level(name) else { return };
    bencher.bench(|| (MARATHON.preview.unwrap().build)(&level, &Start::default(), &mut Log::default()));
}

#[divan::bench(args = LEVELS)]
fn copy(bencher: divan::Bencher<'_, '_>, name: &str) {
    let Some(level) = level(name) else { return };
    let world = (MARATHON.preview.unwrap().build)(&level, &Start::default(), &mut Log::default());
    bencher.bench(|| world.copy());
}

#[divan::bench(args = LEVELS)]
fn hash(bencher: divan::Bencher<'_, '_>, name: &str) {
    let Some(level) = level(name) else { return };
    let world = (MARATHON.preview.unwrap().build)(&level, &Start::default(), &mut Log::default());
    bencher.bench(|| world.hash());
}

/// One tick and what it looks like, drawn again where it changed.
#[divan::bench(args = LEVELS)]
fn tick_and_scene(bencher: divan::Bencher<'_, '_>, name: &str) {
    let Some(level) = level(name) else { return };
    let objects = (MARATHON.objects)(&level);
    let mut picture = (MARATHON.preview.unwrap().picture)(&level, &objects);
    let mut timeline = timeline(&level);
    timeline.seek(3);
    bencher.bench_local(|| {
        timeline.step();
        picture.at(&level, &objects, &Moment::of(timeline.world()))
    });
}

/// The same made anew from nothing.
#[divan::bench(args = LEVELS)]
fn tick_and_scene_anew(bencher: divan::Bencher<'_, '_>, name: &str) {
    let Some(level) = level(name) else { return };
    let objects = (MARATHON.objects)(&level);
    let mut timeline = timeline(&level);
    timeline.seek(3);
    bencher.bench_local(|| {
        timeline.step();
        (MARATHON.preview.unwrap().picture)(&level, &objects).at(&level, &objects, &Moment::of(timeline.world()))
    });
}

/// What the pointer's answers cost after a tick.
#[divan::bench(args = LEVELS)]
fn picker_follows(bencher: divan::Bencher<'_, '_>, name: &str) {
    let Some(level) = level(name) else { return };
    let objects = (MARATHON.objects)(&level);
    let mut picture = (MARATHON.preview.unwrap().picture)(&level, &objects);
    let mut timeline = timeline(&level);
    timeline.seek(3);
    let scene = picture.at(&level, &objects, &Moment::of(timeline.world()));
    let mut picker = Picker::new(Arc::new(scene));
    let next = |timeline: &mut Timeline, picture: &mut Box<dyn Picture>| {
        timeline.step();
        Arc::new(picture.at(&level, &objects, &Moment::of(timeline.world())))
    };
    bencher.with_inputs(|| next(&mut timeline, &mut picture)).bench_local_values(|scene| picker.follow(scene));
}

/// A jump to any tick of ten minutes that were played: the slowest is what counts.
#[divan::bench(args = LEVELS, sample_count = 500, sample_size = 1)]
fn scrub(bencher: divan::Bencher<'_, '_>, name: &str) {
    static PLAYED: OnceLock<std::sync::Mutex<Option<(String, Timeline)>>> = OnceLock::new();
    let Some(level) = level(name) else { return };
    let mut kept = PLAYED.get_or_init(Default::default).lock().unwrap();
    if kept.as_ref().is_none_or(|(of, _)| of != name) {
        let mut played = timeline(&level);
        played.seek(TEN_MINUTES);
        *kept = Some((name.to_owned(), played));
    }
    let (_, played) = kept.as_mut().unwrap();
    let mut tick = 0;
    bencher.bench_local(|| {
        // Steps of a prime's length: back and forth through every remainder.
        tick = (tick + 7919) % TEN_MINUTES;
        played.seek(tick);
    });
}
