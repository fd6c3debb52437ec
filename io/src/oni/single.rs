//! `.oni`: one named instance with its payloads behind it (`oni.md` 1.3).

use std::path::Path;
use std::sync::Arc;

use levelwright_model::document::{Document, LevelBuilder, LevelId, Notice, OpenReport, Severity};
use levelwright_model::games::oni::ONI;

use super::environment::{Payloads, Reader, environment};
use super::guest;
use super::instance::{HEADER, InstanceFile, Version, header};
use super::lists::{self, List};
use super::open::{Loaded, OneLevel, broken, extras};
use super::origin::{changed, verify_lists};
use super::write::{Changed, align};
use crate::format::{Difference, EncodeError, Encoded, Format, OpenError, Opened, Origin, Reading, Summary, notice};
use crate::source::Source;

/// Single instances of Oni, as OniSplit and mods hold them.
pub static SINGLE: Format = Format {
    game: "oni",
    name: "Oni instance",
    reading: Reading::Bytes { recognise, open },
    guests: guest::guests,
    merge: None,
    split: None,
    to_map: None,
    pack: None,
    exchange: None,
    sample: None,
};

fn recognise(source: &Source) -> bool {
    // A level's file alone, without its place, is told about by its error.
    header::looks_like(source.bytes()) == Some(Version::Single)
}

/// Offset and size of the raw table of a file that was read.
fn raw_table(file: &InstanceFile) -> (usize, usize) {
    file.header.raw_table().map_or((0, 0), |(offset, size)| (offset as usize, size as usize))
}

fn open(source: Arc<Source>) -> Result<Opened, OpenError> {
    let bytes = source.bytes();
    let file = InstanceFile::read(bytes).map_err(|e| broken(&e))?;
    let (raw_at, raw_len) = raw_table(&file);
    let raw = bytes.get(raw_at..raw_at.saturating_add(raw_len)).unwrap_or_default();
    let load = |list: List| {
        let range = usize::try_from(list.payload.start).unwrap_or(usize::MAX)
            ..usize::try_from(list.payload.end).unwrap_or(usize::MAX);
        let payload = raw.get(range).map(Arc::from).ok_or_else(|| {
            let (at, size) = (list.payload.start, list.payload.end - list.payload.start);
            format!("its payload at byte {at} of {size} bytes does not lie in the raw table of {raw_len} bytes")
        });
        (list, payload)
    };
    let loaded: Vec<Loaded> = lists::lists(&file, bytes).into_iter().map(load).collect();
    let mut notices: Vec<Notice> = file.problems.iter().map(notice).collect();
    for (list, payload) in &loaded {
        if let Err(reason) = payload {
            let message = format!("{reason}; the list is kept and cannot be edited");
            notices.push(Notice { severity: Severity::Error, place: file.label(bytes, list.instance), message });
        }
    }
    let label = if file.instances.is_empty() { "nothing".to_owned() } else { file.label(bytes, 0) };
    let facts = vec![
        ("instance".to_owned(), label.clone()),
        ("template checksum".to_owned(), format!("{:#018X}", file.header.checksum)),
        ("instances".to_owned(), file.instances.len().to_string()),
        ("raw table".to_owned(), format!("{raw_len} bytes")),
    ];
    let summary = Summary { format: SINGLE.name.to_owned(), facts, extras: extras(&file) };
    let lists: Arc<[Loaded]> = loaded.into();
    let held = source.clone();
    let read: Payloads = Arc::new(move |range| {
        let range = usize::try_from(range.start).ok()?..usize::try_from(range.end).ok()?;
        let raw = held.bytes().get(raw_at..raw_at.checked_add(raw_len)?)?;
        raw.get(range).map(<[u8]>::to_vec)
    });
    let environment = Arc::new(environment(Reader::new(&file, bytes, read, raw.len() as u64), None));
    let levels = OneLevel {
        name: label,
        game_index: -1,
        lists: lists.clone(),
        lacking: false,
        environment,
        scripts: Arc::new([]),
    };
    let levels = Arc::new(levels);
    let whole = LevelBuilder::new(LevelId::FILE).finish();
    let document = Document::new(&ONI, levels, whole, OpenReport { notices, read_only: None });
    Ok(Opened { document, origin: Arc::new(SingleOrigin { source, file, lists }), summary })
}

/// A file as opened.
#[derive(Debug)]
struct SingleOrigin {
    source: Arc<Source>,
    file: InstanceFile,
    lists: Arc<[Loaded]>,
}

impl Origin for SingleOrigin {
    fn bytes(&self) -> &[u8] {
        self.source.bytes()
    }

    fn verify(&self, document: &Document) -> Result<(), Difference> {
        verify_lists(document, &self.lists, false, &self.file, self.source.bytes())
    }

    fn encode(&self, document: &Document) -> Result<Encoded, EncodeError> {
        let mut bytes = self.source.bytes().to_vec();
        let mut file = self.file.clone();
        for list in changed(document, &self.lists, false) {
            // There are no tables for lists that the file lacks.
            if let Changed::Old(list, payload) = list {
                put(&mut bytes, &mut file, list, &payload)?;
            }
        }
        Ok(Encoded::one(bytes))
    }

    fn encode_to(&self, document: &Document, _: &Path) -> Result<Encoded, EncodeError> {
        self.encode(document)
    }
}

/// Writes a payload over its old place where it fits or is the last of the raw table, else behind the others.
fn put(bytes: &mut Vec<u8>, file: &mut InstanceFile, list: &List, payload: &[u8]) -> Result<(), EncodeError> {
    let (raw_at, raw_len) = raw_table(file);
    let (start, end) = (list.payload.start as usize, list.payload.end as usize);
    let last = end == raw_len && raw_at + raw_len == bytes.len();
    let room = end - start;
    let known = lists::known_offsets(file, bytes);
    let alone = known.iter().filter(|o| (list.payload.start..list.payload.end.max(list.payload.start + 1)).contains(o));
    let alone = alone.count() <= 1;
    let too_large = || EncodeError::Refused {
        message: format!("list {}: {} bytes do not fit into an instance file", list.of.word, payload.len()),
        help: String::new(),
    };
    let at = if alone && last {
        // It ends where the file does.
        bytes.truncate(raw_at + start);
        bytes.extend_from_slice(payload);
        start
    } else if alone && payload.len() <= room {
        if let Some(place) = bytes.get_mut(raw_at + start..raw_at + end) {
            place.fill(0);
            place.iter_mut().zip(payload).for_each(|(to, from)| *to = *from);
        }
        start
    } else {
        // Behind the raw table, which is the last thing in the file.
        let at = align(raw_len as u64) as usize;
        bytes.resize(raw_at + at, 0);
        bytes.extend_from_slice(payload);
        at
    };
    let size = u32::try_from(bytes.len() - raw_at).map_err(|_| too_large())?;
    file.header.set_raw_table(u32::try_from(raw_at).map_err(|_| too_large())?, size);
    if let Some(head) = bytes.get_mut(..HEADER) {
        head.copy_from_slice(&file.header.to_bytes());
    }
    let place = [u32::try_from(payload.len()), u32::try_from(at)];
    let [Ok(len), Ok(at)] = place else { return Err(too_large()) };
    let data = file.data_range(list.instance).map_or(0, |r| r.start);
    if let Some(target) = bytes.get_mut(data..data + 8) {
        target.copy_from_slice(&[len, at].map(u32::to_le_bytes).concat());
    }
    Ok(())
}
