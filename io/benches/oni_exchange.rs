//! Exchange with OniSplit at the size of level 34, 20,009 objects: its XML out, in, and the level's files rebuilt. The
//! outside tool takes 0.77 seconds of processor time for the three. Run with
//! `cargo bench -p levelwright-io --bench oni_exchange`; needs the data folder (`LEVELWRIGHT_DATA` or `../shared/data`).

use std::path::{Path, PathBuf};

use divan::{Bencher, black_box};
use levelwright_io::exchange::{Given, exchange};
use levelwright_io::file::OpenFile;
use levelwright_model::document::{Document, LevelId};

fn main() {
    divan::main();
}

const HERE: LevelId = LevelId(0);

fn opened() -> Option<OpenFile> {
    let path = std::env::var_os("LEVELWRIGHT_DATA")
        .map_or_else(|| Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data"), PathBuf::from)
        .join("oni/onisplit-made/level34-large/nosep/level34_Final.dat");
    if !path.is_file() {
        println!("no data folder: set LEVELWRIGHT_DATA");
        return None;
    }
    let mut file = OpenFile::open(&path).expect("a level");
    file.document.level(HERE).expect("one level");
    Some(file)
}

fn out(document: &Document) -> Vec<String> {
    let way = exchange("oni").expect("a way");
    let files = (way.export)(document.state().level(HERE).expect("decoded"), &[]).expect("all of it");
    files.into_iter().map(|file| String::from_utf8(file.bytes).expect("UTF-8")).collect()
}

fn back(document: &mut Document, texts: &[String]) {
    let way = exchange("oni").expect("a way");
    let given: Vec<Given<'_>> = texts.iter().map(|text| Given { name: "text", text }).collect();
    let mut draft = document.draft();
    let import = way.import.expect("texts are read back");
    import(&mut draft, HERE, &given).expect("all of it");
    document.commit(draft, "import").expect("it fits");
}

/// The first object of every list stands elsewhere, so that every list is written again.
fn moved(texts: &[String]) -> Vec<String> {
    let moved = |text: &String| {
        let from = text.find("<Position>").expect("an object") + "<Position>".len();
        let to = from + text[from..].find('<').expect("an end");
        format!("{}1 2 3{}", &text[..from], &text[to..])
    };
    texts.iter().map(moved).collect()
}

#[divan::bench]
fn write(bencher: Bencher<'_, '_>) {
    let Some(file) = opened() else { return };
    bencher.bench_local(|| black_box(out(&file.document)));
}

#[divan::bench]
fn read(bencher: Bencher<'_, '_>) {
    let Some(file) = opened() else { return };
    let texts = out(&file.document);
    bencher.with_inputs(|| file.document.snapshot()).bench_local_values(|mut document| {
        back(&mut document, &texts);
        document
    });
}

#[divan::bench]
fn out_in_and_rebuild(bencher: Bencher<'_, '_>) {
    let Some(mut file) = opened() else { return };
    bencher.bench_local(|| {
        let texts = moved(&out(&file.document));
        back(&mut file.document, &texts);
        black_box(file.encode().expect("it fits"));
        file.document.undo();
    });
}

/// What any machine does in this time: 64 MB of memory copied.
#[divan::bench]
fn calibration(bencher: Bencher<'_, '_>) {
    let from = vec![1u8; 64 << 20];
    bencher.bench_local(|| black_box(from.clone()));
}
