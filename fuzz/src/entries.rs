//! The entry functions: one for each reader. Each takes any bytes and returns; a panic is a finding.
//!
//! What they promise: nothing panics; what opens is written back byte for byte; an edit that is accepted can be saved,
//! read back and undone.

use std::sync::OnceLock;

use levelwright_io::format::{FORMATS, Made, NewFile, Opened, Reading, open_bytes, open_files};
use levelwright_io::json;
use levelwright_io::marathon::flat::find_flat;
use levelwright_io::marathon::recognise;
use levelwright_io::marathon::wad::{Body, ChunkOut, HeaderOut, LevelOut, Wad, encode};
use levelwright_io::save;
use levelwright_io::shock::Bitmap;
use levelwright_io::shock::res::{self, ResFile, ResourceOut, lzw, unpacked};
use levelwright_io::source::Source;
use levelwright_io::warriors::archive::{Change, Directory};
use levelwright_model::document::{Document, LevelId, NodeId};
use levelwright_model::edit::Transaction;
use levelwright_model::problems;
use levelwright_model::record::{Field, Value};

use crate::random::{Random, hash};
use crate::seeds;

/// An entry: a reader with what must hold for every input.
#[derive(Debug)]
pub struct Entry {
    /// Its name on the command line.
    pub name: &'static str,
    /// Runs it.
    pub run: fn(&[u8]),
}

/// Every entry.
pub static ENTRIES: &[Entry] = &[
    Entry { name: "source", run: source },
    Entry { name: "wad", run: wad },
    Entry { name: "resources", run: resources },
    Entry { name: "document", run: document },
    Entry { name: "set", run: set },
    Entry { name: "edits", run: edits },
    Entry { name: "frame", run: frame },
    Entry { name: "script", run: script },
    Entry { name: "archive", run: archive },
    Entry { name: "bitmap", run: bitmap },
];

/// A bitmap: refused, or as many pixels as its size says.
pub fn bitmap(bytes: &[u8]) {
    if let Some(found) = Bitmap::read(bytes) {
        assert_eq!(found.pixels.len(), found.width * found.height, "a bitmap of another size");
    }
}

/// A directory of an archive: refused, or whatever is planned lies where it may and reads back.
pub fn archive(bytes: &[u8]) {
    /// Of the WAD, which is never there.
    const LEN: u64 = 1 << 20;
    let directory = match Directory::read(bytes.to_vec(), LEN) {
        Ok(directory) => directory,
        Err(fault) => return said(&fault.to_string()),
    };
    for problem in directory.problems() {
        said(&problem.to_string());
    }
    let mut random = Random::new(hash(bytes));
    let new = vec![0x5A; random.below(5000)];
    let entry = random.below(directory.entries().len() + 1);
    let change = [Change { entry, name: "entry", bytes: &new }];
    match directory.plan(&change, random.one_in(2)) {
        Err(fault) => said(&fault.to_string()),
        Ok(plan) => {
            assert!(plan.wad_len >= LEN, "the archive became shorter");
            for (at, patch) in &plan.patches {
                assert!(at + patch.len() as u64 <= plan.wad_len, "a patch behind the end");
            }
            if !plan.directory.is_empty() {
                assert_eq!(plan.directory.len(), bytes.len(), "the directory changed its length");
                assert!(Directory::read(plan.directory, plan.wad_len).is_ok(), "what was planned is refused");
            }
        }
    }
}

/// An edit script: refused with nothing changed, or carried out, saved, read back and undone.
pub fn script(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let made = seeds::made_map();
    let Some(mut opened) = open(&made) else { return };
    match json::script::apply(&mut opened.document, text) {
        Err(error) => {
            said(&error.to_string());
            assert!(!opened.document.is_modified(), "refused, and something is left");
        }
        Ok(applied) => {
            if let Ok(encoded) = opened.origin.encode(&opened.document) {
                let verified = save::verify(&opened.document, &encoded, opened.origin.as_ref());
                assert!(verified.is_ok(), "{verified:?}");
            }
            assert_eq!(opened.document.undo(), applied.changed, "done and undone do not agree");
        }
    }
    unedited(&opened, &made);
}

/// Wrappers: MacBinary, AppleSingle, resource forks, pictures.
pub fn source(bytes: &[u8]) {
    let source = match Source::read(bytes.to_vec()) {
        Ok(source) => source,
        Err(error) => return said(&error.to_string()),
    };
    for problem in source.problems() {
        said(&problem.to_string());
    }
    let same = source.rewrap(source.data_fork());
    assert!(same.is_ok_and(|same| same.as_ref() == bytes), "an unchanged data fork gives another file");
    if let Ok(changed) = source.rewrap(b"another data fork") {
        let again = Source::read(changed.into_owned());
        assert!(again.is_ok_and(|again| again.data_fork() == b"another data fork"), "a changed data fork is lost");
    }
    for resource in &source.resources().resources {
        source.resource(resource.kind, resource.id);
    }
    said(&recognise::describe(&source));
}

/// The wad container and flat levels: what is read can be written anew, chunk by chunk.
pub fn wad(bytes: &[u8]) {
    match find_flat(bytes) {
        Ok(Some(flat)) => assert!(flat.range.end <= bytes.len(), "a flat level ends behind the file"),
        Ok(None) => {}
        Err(error) => said(&error.to_string()),
    }
    let wad = match Wad::read(bytes) {
        Ok(wad) => wad,
        Err(error) => return said(&format!("{error} {}", error.help())),
    };
    for problem in wad.problems() {
        said(&problem.to_string());
    }
    let same: Vec<LevelOut<'_>> = (0..wad.levels().len()).map(LevelOut::unchanged).collect();
    let written = encode(&wad, bytes, &HeaderOut::default(), &same);
    assert!(written.is_ok_and(|(out, _)| out == bytes), "an unchanged wad gives another file");
    // Written anew from its chunks, the levels must be the same.
    let anew: Vec<LevelOut<'_>> = (0..)
        .zip(wad.levels())
        .map(|(at, level)| {
            let chunks = level.chunks.iter().map(|chunk| ChunkOut {
                tag: chunk.tag,
                bytes: bytes.get(chunk.data.clone()).unwrap_or_default().into(),
            });
            LevelOut { body: Body::Chunks(chunks.collect()), ..LevelOut::unchanged(at) }
        })
        .collect();
    match encode(&wad, bytes, &HeaderOut::default(), &anew) {
        Err(error) => said(&format!("{error} {}", error.help())),
        Ok((out, _)) => {
            let again = Wad::read(&out);
            assert!(again.is_ok(), "what was written is refused: {again:?}");
            let Ok(again) = again else { return };
            assert_eq!(again.levels().len(), wad.levels().len(), "levels were lost");
            for (new, old) in again.levels().iter().zip(wad.levels()) {
                assert_eq!(new.entry.index, old.entry.index, "a level's index changed");
                let new: Vec<_> = new.chunks.iter().map(|c| (c.tag, out.get(c.data.clone()))).collect();
                let old: Vec<_> = old.chunks.iter().map(|c| (c.tag, bytes.get(c.data.clone()))).collect();
                assert!(new == old, "a level's chunks changed");
            }
        }
    }
}

/// Resource files and their LZW: what is read can be written anew, resource by resource, and packs to what unpacks to the
/// same.
pub fn resources(bytes: &[u8]) {
    let packed = lzw::compress(bytes);
    assert!(lzw::expand(&packed, bytes.len()).is_ok_and(|plain| plain == bytes), "packing and unpacking loses bytes");
    let file = match ResFile::read(bytes) {
        Ok(file) => file,
        Err(error) => return said(&format!("{error} {}", error.help())),
    };
    for problem in file.problems() {
        said(&problem.to_string());
    }
    let mut anew = Vec::new();
    for (at, resource) in file.resources().iter().enumerate() {
        let own = ResourceOut::unchanged(&file, at);
        match unpacked(bytes, resource) {
            // What unpacks to much more than the file could only be made to: it is not kept a second time.
            Ok(plain) if plain.len() <= bytes.len() => {
                anew.push(ResourceOut { body: res::Body::Plain(plain.into_owned().into()), ..own });
            }
            Ok(_) => anew.push(own),
            Err(error) => {
                said(&error.to_string());
                anew.push(own);
            }
        }
    }
    let Ok(new) = res::write(&file, bytes, &anew) else { return };
    let again = ResFile::read(&new.bytes);
    assert!(again.is_ok(), "what was written is refused: {again:?}");
    let Ok(again) = again else { return };
    for ((old, new_one), out) in file.resources().iter().zip(again.resources()).zip(&anew) {
        assert_eq!((old.id, old.kind), (new_one.id, new_one.kind), "a resource became another");
        if let res::Body::Plain(plain) = &out.body {
            assert!(unpacked(&new.bytes, new_one).is_ok_and(|have| have == *plain), "resource {} changed", old.id);
        }
    }
}

/// A whole document: open, decode, look at everything, encode, compare.
pub fn document(bytes: &[u8]) {
    let Some(mut opened) = open(bytes) else { return };
    look_at(&mut opened);
    unedited(&opened, bytes);
}

fn look_at(opened: &mut Opened) {
    let document = &mut opened.document;
    document.decode_all();
    for notice in &document.report().notices {
        said(&format!("{} {}", notice.place, notice.message));
    }
    for id in document.state().ids() {
        said(&document.source().name(id));
        document.source().game_index(id);
        let objects = document.objects(id);
        let Some(level) = document.state().level(id) else { continue };
        for problem in problems::of_level(document.game(), level) {
            said(&format!("{} {} {}", problem.place, problem.field, problem.message));
        }
        let scene = (document.game().scene)(level, &objects);
        for image in scene.images.iter() {
            let [width, height] = image.size();
            let wanted = u64::from(width) * u64::from(height);
            // Pixels are had when they are drawn, and take more than their packed form: what large ones take is bounded by
            // the longest side of an image, not by the input.
            if wanted > 1 << 18 {
                continue;
            }
            assert!(image.pixels().is_none_or(|pixels| pixels.len() as u64 == wanted), "an image of another size");
        }
        for object in objects.all() {
            for part in &object.parts {
                assert!(level.record(part.node.number).is_some(), "an object's part is no record");
            }
        }
    }
    let ids: Vec<LevelId> = document.state().ids().chain([LevelId::FILE]).collect();
    let dumped = json::dump::write_dump(&mut std::io::sink(), document, &ids);
    assert!(dumped.is_ok(), "{dumped:?}");
    if let Err(difference) = opened.origin.verify(&opened.document) {
        said(&difference.to_string());
    }
}

/// A document of several files, one of which is the input: the one that begins alike, else one picked by its content.
pub fn set(bytes: &[u8]) {
    for files in sample_sets() {
        let alike = |file: &NewFile| bytes.len() >= 16 && file.bytes.get(..16) == bytes.get(..16);
        let picked = (hash(bytes) % files.len().max(1) as u64) as usize;
        let at = files.iter().position(alike).unwrap_or(picked);
        let mut files = files.clone();
        if let Some(file) = files.get_mut(at) {
            file.bytes = bytes.to_vec();
        }
        let mut opened = match open_files(&files) {
            Ok(opened) => opened,
            Err(error) => {
                said(&error.to_string());
                continue;
            }
        };
        look_at(&mut opened);
        let main = files.first().map(|file| file.bytes.clone()).unwrap_or_default();
        unedited(&opened, &main);
        let mut random = Random::new(hash(bytes));
        if opened.document.read_only().is_none() && edit(&mut opened.document, &mut random) {
            match opened.origin.encode(&opened.document) {
                Err(error) => said(&error.to_string()),
                Ok(encoded) => {
                    let verified = save::verify(&opened.document, &encoded, opened.origin.as_ref());
                    assert!(verified.is_ok(), "{verified:?}");
                }
            }
        }
        make_one(&opened, &files, hash(bytes));
    }
}

/// One of what else can be made of a document, for one input in eight, because it takes its time: plugin levels, packages,
/// packed and converted levels.
fn make_one(opened: &Opened, files: &[NewFile], picked: u64) {
    let stem = files.first().and_then(|file| file.name.split('.').next()).unwrap_or_default();
    let forms = opened.origin.forms().iter().map(|form| (form.key, (form.suggest)(stem)));
    // The other platform is no form that people choose from.
    let forms: Vec<(&str, String)> = forms.chain(["windows", "mac"].map(|key| (key, stem.to_owned()))).collect();
    let at = usize::try_from(picked / 8).unwrap_or(0) % forms.len();
    let Some((form, name)) = forms.get(at).filter(|_| picked.is_multiple_of(8)) else { return };
    match opened.origin.make(&opened.document, &Made { form, name, lists: &[] }) {
        Err(error) => said(&error.to_string()),
        Ok(made) => {
            made.iter().flat_map(|file| &file.notes).for_each(|note| said(note));
            if let Err(error) = open_files(&made) {
                said(&error.to_string());
            }
        }
    }
}

/// The samples that are several files.
fn sample_sets() -> &'static [Vec<NewFile>] {
    static SETS: OnceLock<Vec<Vec<NewFile>>> = OnceLock::new();
    SETS.get_or_init(|| {
        let sets = FORMATS.iter().filter(|format| matches!(format.reading, Reading::Place { .. }));
        sets.filter_map(|format| format.sample.and_then(|sample| sample().ok())).collect()
    })
}

/// A few fields set to extreme values: refused, or saved, read back and undone.
pub fn edits(bytes: &[u8]) {
    let Some(mut opened) = open(bytes) else { return };
    opened.document.decode_all();
    let mut random = Random::new(hash(bytes));
    let mut done = false;
    for _ in 0..4 {
        done |= edit(&mut opened.document, &mut random);
    }
    if !done {
        return;
    }
    match opened.origin.encode(&opened.document) {
        Err(error) => said(&error.to_string()),
        Ok(encoded) => {
            let verified = save::verify(&opened.document, &encoded, opened.origin.as_ref());
            assert!(verified.is_ok(), "{verified:?}");
        }
    }
    while opened.document.undo() {}
    unedited(&opened, bytes);
}

/// A journal frame: refused, or applied to a document and undone.
pub fn frame(bytes: &[u8]) {
    let transaction = match Transaction::from_frame(bytes) {
        Ok(transaction) => transaction,
        Err(error) => return said(&error.to_string()),
    };
    said(transaction.name());
    let made = seeds::made_map();
    let Some(mut opened) = open(&made) else { return };
    opened.document.decode_all();
    match opened.document.commit_transaction(transaction) {
        Err(refusal) => said(&refusal.to_string()),
        Ok(()) => {
            look(&opened.document);
            match opened.origin.encode(&opened.document) {
                Err(error) => said(&error.to_string()),
                Ok(encoded) => assert!(!encoded.bytes.is_empty(), "nothing is written"),
            }
            assert!(opened.document.undo(), "what was applied can be undone");
        }
    }
    unedited(&opened, &made);
}

fn open(bytes: &[u8]) -> Option<Opened> {
    match open_bytes(bytes.to_vec()) {
        Ok(opened) => Some(opened),
        Err(error) => {
            said(&error.to_string());
            None
        }
    }
}

fn unedited(opened: &Opened, bytes: &[u8]) {
    match opened.origin.encode(&opened.document) {
        Ok(encoded) => {
            let at = encoded.bytes.iter().zip(bytes).take_while(|(a, b)| a == b).count();
            assert!(encoded.bytes == bytes, "nothing is edited, yet the file differs from byte {at} on");
        }
        Err(error) => assert!(bytes.is_empty(), "nothing is edited, yet writing is refused: {error}"),
    }
}

/// Messages are for people: a broken file must not make one that no window can show.
fn said(text: &str) {
    assert!(text.len() < 1 << 14, "a message of {} bytes", text.len());
}

/// Looks at every object and field of every level.
fn look(document: &Document) {
    for id in document.state().ids() {
        let objects = document.objects(id);
        let Some(level) = document.state().level(id) else { continue };
        said(&problems::of_level(document.game(), level).len().to_string());
        drop((document.game().scene)(level, &objects));
    }
}

/// Sets one field of one record; false if it was refused.
fn edit(document: &mut Document, random: &mut Random) -> bool {
    let mut ids: Vec<LevelId> = document.state().ids().collect();
    ids.push(LevelId::FILE);
    let Some(id) = random.pick(&ids).copied() else { return false };
    let Some((node, field)) = choose(document, id, random) else { return false };
    let Some(value) = document.state().level(id).and_then(|l| l.record(node.number)?.get(field).ok()) else {
        return false;
    };
    let value = extreme(&value, random);
    let mut draft = document.draft();
    match draft.set(node, field, &value) {
        Err(refusal) => {
            said(&refusal.to_string());
            false
        }
        Ok(_) => document.commit(draft, "set").is_ok(),
    }
}

fn choose(document: &Document, id: LevelId, random: &mut Random) -> Option<(NodeId, &'static Field)> {
    let level = document.state().level(id)?;
    let tables: Vec<_> = level.tables().filter(|t| !t.is_empty()).collect();
    let table = random.pick(&tables)?;
    let mut record = level.row(table, random.below(table.len()))?;
    while let Some(child) = record.children().filter(|c| !c.is_empty()).map(|c| random.below(c.len())) {
        record = record.child(child)?;
    }
    let fields = record.fields();
    Some((record.id(), random.pick(&fields).copied()?))
}

/// A value at an edge, of the sort of the present one.
fn extreme(present: &Value, random: &mut Random) -> Value {
    const NUMBERS: [i128; 12] = [
        0,
        1,
        -1,
        5,
        255,
        i8::MIN as i128,
        i16::MAX as i128,
        i16::MIN as i128,
        u16::MAX as i128,
        i32::MAX as i128,
        i32::MIN as i128,
        u32::MAX as i128,
    ];
    let number = |random: &mut Random| Value::Int(random.pick(&NUMBERS).copied().unwrap_or(0));
    match present {
        Value::Text(_) | Value::Symbol(_) => Value::Text("é".repeat(random.below(80))),
        Value::Bytes(bytes) => Value::Bytes(bytes.iter().map(|_| random.bits() as u8).collect()),
        Value::List(list) => Value::List(list.iter().map(|_| number(random)).collect()),
        Value::Real(_) | Value::NanBits(_) => Value::Real(if random.one_in(2) { f64::MAX } else { -0.0 }),
        Value::Int(_) | Value::Computed => number(random),
    }
}
