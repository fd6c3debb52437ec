//! What is promised of formats, checks and the graph pane (`design.md` 8 and the figures each game is held to), in
//! processor time, so that other work on the machine does not count. Run with
//! `cargo bench -p levelwright-io --bench promises [-- PART OF A NAME]`; needs the data folder (`LEVELWRIGHT_DATA` or
//! `../shared/data`), without it only the made levels are measured.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use levelwright_io::exchange::{Given, exchange};
use levelwright_io::file::{OpenFile, RoundTrip};
use levelwright_model::document::{Document, Level, LevelId, NodeId};
use levelwright_model::games::{Arguments, Game};
use levelwright_model::links::layout::{Gaps, layout};
use levelwright_model::links::{Graph, LinkIndex, Linked};
use levelwright_model::problems::{self, Checker};
use levelwright_model::query::{LevelContext, Query};
use levelwright_model::record::Value;

#[path = "../../model/benches/processor/mod.rs"]
mod processor;
use processor::{Figures, data};

const FIRST: LevelId = LevelId(0);

fn decoded(path: &Path) -> OpenFile {
    let mut file = OpenFile::open(path).expect("a level");
    file.document.decode_all();
    file
}

fn verified(path: &Path) -> OpenFile {
    let mut file = OpenFile::open(path).expect("a level");
    assert_eq!(file.round_trip(), RoundTrip::Identical);
    file
}

fn main() {
    let figures = Figures::new();
    maps(&figures);
    lists(&figures);
    exchanged(&figures);
    archive(&figures);
    large(&figures);
    let sample = levelwright_io::marathon::sample::sample().expect("the sample").remove(0);
    let mut file = OpenFile::untitled(sample.bytes).expect("a map");
    file.document.decode_all();
    graphs(&figures, "the Marathon sample", &file.document, &[SHOWN]);
    if let Some(path) = data(LARGEST) {
        let file = decoded(&path);
        graphs(&figures, "the largest Marathon map", &file.document, &[SHOWN]);
        check_after_a_move(&figures, "the largest Marathon map", file.document, "monster", 1);
    }
}

const LARGEST: &str = "marathon/apotheosis/Beaver-Skin-Fishing-Line.sceA";

/// Single-level maps in folders, as many as are there.
fn community_maps(folder: &Path) -> Vec<PathBuf> {
    let (mut paths, mut folders) = (Vec::new(), vec![folder.to_owned()]);
    while let Some(folder) = folders.pop() {
        for path in std::fs::read_dir(&folder).into_iter().flatten().flatten().map(|entry| entry.path()) {
            let skipped = ["merged", "weland-resaved", "official"].iter().any(|name| path.ends_with(name));
            match path.is_dir() {
                true if !skipped => folders.push(path),
                false if path.extension().is_some_and(|e| e == "sceA") => paths.push(path),
                _ => {}
            }
        }
    }
    paths
}

/// Opened and verified, beside reading and CRC-ing the same bytes.
fn maps(figures: &Figures) {
    let times = |what: &str, paths: &[PathBuf]| {
        let crc = |path: &PathBuf| crc32fast::hash(&std::fs::read(path).unwrap_or_default());
        let floor = figures.row(&format!("{what}: read and CRC"), "", 30, || paths.iter().map(crc).max());
        let whole = figures.row(&format!("{what}: open and verify"), "5 times the line above", 30, || {
            paths.iter().filter(|path| !verified(path).document.is_modified()).count()
        });
        if let (Some(floor), Some(whole)) = (floor, whole) {
            println!("{what}: {:.1} times (fastest), {:.1} times (median)", whole[0] / floor[0], whole[1] / floor[1]);
        }
    };
    if let Some(folder) = data("marathon") {
        let paths = community_maps(&folder);
        times(&format!("{} Marathon maps", paths.len()), &paths);
    }
    if let Some(path) = data(LARGEST) {
        figures.row("the largest Marathon map: open", "300", 30, || decoded(&path));
        times("the largest Marathon map", &[path]);
    }
    if let Some(path) = data("marathon/official/m1/Map.scen") {
        times("37 Marathon levels", &[path]);
    }
}

const OBJECTS_20009: &str = "oni/onisplit-made/level34-large/nosep/level34_Final.dat";

/// Oni's object lists at the size of level 34.
fn lists(figures: &Figures) {
    let Some(path) = data(OBJECTS_20009) else { return };
    let mut file = decoded(&path);
    let rows: Vec<NodeId> = {
        let level = file.document.level(FIRST).expect("a level");
        level.tables().filter(|t| t.opaque.is_none()).filter_map(|t| Some(level.row(t, 0)?.id())).collect()
    };
    let read = figures.row("20,009 Oni objects: read", "", 20, || decoded(&path));
    let mut draft = file.document.draft();
    for node in rows {
        draft.set_int(node, "object_id", 0x00BA_DCAF).expect("it fits");
    }
    file.document.commit(draft, "edit").expect("it fits");
    let written = figures.row("20,009 Oni objects: write, every list changed", "", 20, || file.encode().expect("fits"));
    if let (Some(read), Some(written)) = (read, written) {
        println!("{:<56} {:>10.3} {:>10.3}  50", "both together", read[0] + written[0], read[1] + written[1]);
    }
    let level = file.document.state().level(FIRST).expect("decoded");
    let game = file.document.game();
    figures.row("20,009 Oni objects: all checks", "", 5, || problems::of_level(game, level).len());
    figures.row("20,009 Oni objects: objects", "", 10, || (game.objects)(level));
    check_after_a_move(figures, "20,009 Oni objects", file.document, "character", 1000);
}

/// OniSplit's XML out, in, and the level's files rebuilt.
fn exchanged(figures: &Figures) {
    let Some(path) = data(OBJECTS_20009) else { return };
    let mut file = decoded(&path);
    let way = exchange("oni").expect("a way");
    // The first object of every list stands elsewhere, so that every list is written again.
    let moved = |text: String| {
        let from = text.find("<Position>").map_or(0, |at| at + "<Position>".len());
        let to = from + text.get(from..).and_then(|rest| rest.find('<')).unwrap_or(0);
        text.get(..from).zip(text.get(to..)).map_or_else(String::new, |(head, tail)| format!("{head}1 2 3{tail}"))
    };
    figures.row("20,009 Oni objects: XML out, in and rebuilt", "300", 10, || {
        let files = (way.export)(file.document.state().level(FIRST).expect("decoded"), &[]).expect("all of it");
        let texts: Vec<String> = files.into_iter().map(|f| moved(String::from_utf8(f.bytes).expect("UTF-8"))).collect();
        let given: Vec<Given<'_>> = texts.iter().map(|text| Given { name: "text", text }).collect();
        let mut draft = file.document.draft();
        let import = way.import.expect("texts are read back");
        import(&mut draft, FIRST, &given).expect("all of it");
        file.document.commit(draft, "import").expect("it fits");
        let bytes = file.encode().expect("it fits");
        file.document.undo();
        bytes
    });
}

/// System Shock's real archive: opened, five hundred objects made and deleted, all levels checked.
fn archive(figures: &Figures) {
    let Some(path) = data("systemshock/derelict/archive.dat") else { return };
    let levels = |document: &Document| -> Vec<Level> {
        document.state().ids().filter_map(|id| document.state().level(id).cloned()).collect()
    };
    let checked = |document: &Document| {
        levels(document).iter().map(|level| problems::of_level(document.game(), level).len()).sum::<usize>()
    };
    let open = || decoded(&path).document;
    let document = open();
    figures.row("System Shock archive: open and decode", "300", 20, open);
    figures
        .row("System Shock archive: read and CRC", "", 20, || crc32fast::hash(&std::fs::read(&path).expect("there")));
    figures.row("System Shock archive: open, verify", "", 20, || verified(&path));
    figures.row("System Shock archive: 500 creates and deletes", "", 10, || creates_and_deletes(&document));
    figures.row("System Shock archive: check all levels", "", 10, || checked(&document));
    figures.row("System Shock archive: all three", "150", 10, || {
        let mut document = open();
        let made = creates_and_deletes(&document);
        document.commit(made, "creates and deletes").expect("it fits");
        checked(&document)
    });
    figures.row("System Shock archive: load, decode, 500, check, save", "150", 10, || {
        let mut file = decoded(&path);
        let made = creates_and_deletes(&file.document);
        file.document.commit(made, "creates and deletes").expect("it fits");
        (checked(&file.document), file.encode().expect("it can be written"))
    });
    graphs(figures, "System Shock archive", &document, &[SHOWN, usize::MAX]);
    check_after_a_move(figures, "System Shock archive", document, "critter", 16);
}

fn creates_and_deletes(document: &Document) -> levelwright_model::edit::Draft {
    let run = |draft: &mut _, key: &str, objects, values: &[(&str, Value)]| {
        let plan = document.game().plan(key).expect("a plan");
        let values: BTreeMap<String, Value> = values.iter().map(|(n, v)| ((*n).to_owned(), v.clone())).collect();
        (plan.run)(draft, &Arguments { level: FIRST.0, objects, values }).expect("it may be done")
    };
    let mut draft = document.draft();
    let mut made = Vec::new();
    // No class has room for all of them: in fours, a hundred at a time.
    for (n, kind) in (0..500i128).zip(["trap", "big-stuff", "small-stuff", "critter"].into_iter().cycle()) {
        let kind = ("kind", Value::Text(kind.to_owned()));
        let (x, y) = (Value::Int(256 * (n % 60 + 2)), Value::Int(256 * (n / 60 + 2)));
        made.extend(run(&mut draft, "place", Vec::new(), &[kind, ("x", x), ("y", y)]));
        if made.len() == 100 {
            run(&mut draft, "delete", std::mem::take(&mut made), &[]);
        }
    }
    draft
}

/// A made Marathon level of 10,000 objects: what the panes ask of the model.
fn large(figures: &Figures) {
    let bytes = levelwright_io::marathon::sample::large_map(10_000).expect("a map");
    let mut document = OpenFile::untitled(bytes).expect("a map").document;
    document.decode_all();
    let game = document.game();
    {
        let level = document.state().level(FIRST).expect("decoded");
        let objects = (game.objects)(level);
        let links = LinkIndex::with(game, level);
        let context = LevelContext { links: Some(&links), problems: &[] };
        println!("{} objects", objects.all().len());
        for text in
            ["fight", "monster", "x > 3 and facing < 90", "flags has invisible", "near(3, 3, 20)", "name ~ yeti"]
        {
            figures.row(&format!("10,000 objects: filter keystroke, {text}"), "5", 30, || {
                Query::parse(game, text).expect("a query").matches(level, &objects, &context)
            });
        }
        figures.row("10,000 objects: objects found", "", 20, || (game.objects)(level));
        figures.row("10,000 objects: link index", "", 20, || LinkIndex::with(game, level));
        figures.row("10,000 objects: scene", "", 20, || (game.scene)(level, &objects));
        figures.row("10,000 objects: all checks", "", 10, || problems::of_level(game, level).len());
    }
    let rows: Vec<NodeId> = {
        let level = document.state().level(FIRST).expect("decoded");
        level.table("objects").map_or_else(Vec::new, |table| level.rows(table).map(|row| row.id()).collect())
    };
    let mut facing = 0;
    let mut set = |document: &mut Document, rows: &[NodeId]| {
        facing = (facing + 1) % 512;
        let mut draft = document.draft();
        for node in rows {
            draft.set_int(*node, "facing", facing).expect("it fits");
        }
        document.commit(draft, "turn").expect("it fits");
    };
    println!("{} rows", rows.len());
    figures.row_with(
        "10,000 objects: edit of all",
        "50",
        20,
        || document.snapshot(),
        |mut copy| {
            set(&mut copy, &rows);
            copy
        },
    );
    let edited = |set: &mut dyn FnMut(&mut Document, &[NodeId])| {
        let mut copy = document.snapshot();
        set(&mut copy, &rows);
        copy
    };
    figures.row_with(
        "10,000 objects: undo of it",
        "50",
        20,
        || edited(&mut set),
        |mut copy| {
            copy.undo();
            copy
        },
    );
    let one_by_one = |mut copy: Document| {
        rows.iter().for_each(|row| set(&mut copy, std::slice::from_ref(row)));
        assert!(copy.history().bytes() < 64 << 20, "{} bytes", copy.history().bytes());
        copy
    };
    figures.row_with("10,000 objects: small edits one by one, under 64 MB", "", 5, || document.snapshot(), one_by_one);
    check_after_a_move(figures, "10,000 objects", document, "monster", 1);
}

/// As many boxes as the graph pane shows.
const SHOWN: usize = 600;

/// The graph pane with everything of a level, up to some numbers of boxes: of all levels the one with the most arrows.
fn graphs(figures: &Figures, what: &str, document: &Document, limits: &[usize]) {
    const GAPS: Gaps = Gaps { columns: 54.0, rows: 10.0, parts: 26.0 };
    let game = document.game();
    let whole = |level: &Level, limit: usize| {
        let (objects, index) = ((game.objects)(level), LinkIndex::with(game, level));
        Graph::whole(&Linked { level, objects: &objects, index: &index }, limit, &|line| !line.field.derived)
    };
    let laid = |graph: &Graph| {
        let sizes = vec![[140.0, 26.0]; graph.boxes.len()];
        let pairs: Vec<(usize, usize)> = graph.arrows.iter().map(|a| (a.from, a.to)).collect();
        layout(&sizes, &pairs, GAPS)
    };
    let levels = document.state().ids().filter_map(|id| document.state().level(id));
    let busiest = levels.max_by_key(|level| whole(level, usize::MAX).arrows.len());
    let Some(level) = busiest else { return };
    for limit in limits.iter().copied() {
        let graph = whole(level, limit);
        let size = format!("{what}: {} boxes, {} arrows", graph.boxes.len(), graph.arrows.len());
        figures.row(&format!("{size}: graph"), "", 10, || whole(level, limit));
        figures.row(&format!("{size}: layout"), "200", 10, || laid(&graph));
    }
}

/// One object moves; only the checks that read what changed run again.
fn check_after_a_move(figures: &Figures, what: &str, mut document: Document, kind: &str, dx: i128) {
    let game: &'static Game = document.game();
    let plan = game.plan("move").expect("a plan");
    let found = document.state().ids().find_map(|id| Some((id, one(game, document.state().level(id)?, kind)?)));
    let Some((level, object)) = found else { return println!("{what}: no {kind}") };
    let mut checker = Checker::default();
    checker.level(game, document.state().level(level).expect("decoded"));
    let mut sign = 1;
    figures.row(&format!("{what}: checks after one moved object"), "", 10, || {
        sign = -sign;
        let values = [("dx".to_owned(), Value::Int(dx * sign))].into_iter().collect();
        let mut draft = document.draft();
        let arguments = Arguments { level: level.0, objects: vec![object], values };
        (plan.run)(&mut draft, &arguments).expect("it may stand there");
        document.commit(draft, "move").expect("it fits");
        checker.level(game, document.state().level(level).expect("decoded"))
    });
}

/// The first object of a kind.
fn one(game: &Game, level: &Level, kind: &str) -> Option<NodeId> {
    let objects = (game.objects)(level);
    objects.all().iter().find(|o| o.kind.key == kind).map(|o| o.id.node)
}
