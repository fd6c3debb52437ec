//! How long a real archive takes: opened and written, five hundred objects made and deleted, checked. Nothing is measured
//! without the data folder but the sample.

// A benchmark that cannot do its work must stop.
#![allow(clippy::unwrap_used)]

use std::collections::BTreeMap;
use std::path::PathBuf;

use levelwright_io::format::{Opened, open_bytes};
use levelwright_model::document::{Document, LevelId};
use levelwright_model::games::Arguments;
use levelwright_model::links::LinkIndex;
use levelwright_model::problems;
use levelwright_model::record::Value;

/// The level of the real archive with room for 500 more objects.
const ROOMY: LevelId = LevelId(0);

fn main() {
    divan::main();
}

/// Bytes of the real archive; of the sample where there is no data folder.
fn bytes() -> Vec<u8> {
    let root = std::env::var_os("LEVELWRIGHT_DATA")
        .map_or_else(|| PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")), PathBuf::from);
    let real = std::fs::read(root.join("systemshock/derelict/archive.dat")).ok();
    real.unwrap_or_else(|| levelwright_io::shock::sample::sample().unwrap().remove(0).bytes)
}

fn opened(bytes: &[u8]) -> Opened {
    let mut opened = open_bytes(bytes.to_vec()).unwrap();
    opened.document.decode_all();
    opened
}

/// What the other figures are set beside: so many additions that depend on each other.
#[divan::bench]
fn calibration() -> u64 {
    (0..100_000u64).fold(1, |sum, n| divan::black_box(sum.wrapping_mul(3).wrapping_add(n)))
}

#[divan::bench]
fn open_decode_verify_and_encode(bencher: divan::Bencher<'_, '_>) {
    let bytes = bytes();
    bencher.bench_local(|| {
        let opened = opened(&bytes);
        opened.origin.verify(&opened.document).unwrap();
        opened.origin.encode(&opened.document).unwrap()
    });
}

/// 500 objects placed and deleted again in one draft, in the engine's order.
#[divan::bench]
fn five_hundred_creates_and_deletes(bencher: divan::Bencher<'_, '_>) {
    let document = opened(&bytes()).document;
    bencher.bench_local(|| creates_and_deletes(&document));
}

fn creates_and_deletes(document: &Document) -> levelwright_model::edit::Transaction {
    let run = |draft: &mut _, key: &str, objects, values: &[(&str, Value)]| {
        let plan = document.game().plans.iter().find(|p| p.key == key).unwrap();
        let values: BTreeMap<String, Value> = values.iter().map(|(n, v)| ((*n).to_owned(), v.clone())).collect();
        (plan.run)(draft, &Arguments { level: ROOMY.0, objects, values }).unwrap()
    };
    let mut draft = document.draft();
    let kinds = ["trap", "big-stuff", "small-stuff", "critter"];
    let mut made = Vec::new();
    for n in 0..500i128 {
        // No class has room for all of them: in fours, a hundred at a time.
        let kind = kinds[(n % 4) as usize];
        let values = [
            ("kind", Value::Text(kind.to_owned())),
            ("x", Value::Int(256 * (n % 60 + 2))),
            ("y", Value::Int(256 * (n / 60 + 2))),
        ];
        made.extend(run(&mut draft, "place", Vec::new(), &values));
        if made.len() == 100 {
            run(&mut draft, "delete", std::mem::take(&mut made), &[]);
        }
    }
    draft.finish("creates and deletes")
}

#[divan::bench]
fn check_all_levels(bencher: divan::Bencher<'_, '_>) {
    let document = opened(&bytes()).document;
    let levels: Vec<_> = document.state().ids().filter_map(|id| document.state().level(id)).collect();
    bencher.bench_local(|| levels.iter().map(|l| problems::of_level(document.game(), l).len()).sum::<usize>());
}

#[divan::bench]
fn links_of_all_levels(bencher: divan::Bencher<'_, '_>) {
    let document = opened(&bytes()).document;
    let levels: Vec<_> = document.state().ids().filter_map(|id| document.state().level(id)).collect();
    bencher.bench_local(|| levels.iter().map(|l| LinkIndex::of(l).len()).sum::<usize>());
}
