//! Killing the program at random moments of a long edit script, and counting what was lost.
//!
//! The child edits, undoes, redoes and saves, and writes into a log what it has done, each line at once. The parent kills
//! it, recovers like the next start does, and looks up in the log which state came back.

use std::fs::{self, OpenOptions};
use std::io::{self, Write};
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::Arc;
use std::time::Duration;

use levelwright_io::file::OpenFile;
use levelwright_io::journal::recovery;
use levelwright_io::save::folder::system_clock;
use levelwright_io::save::{ContentHash, DataFolder};
use levelwright_model::document::{Document, LevelId, NodeId};
use levelwright_model::record::Refusal;

/// What a run is about, for errors.
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// A small generator of random numbers (xorshift), the same for the same seed everywhere.
#[derive(Clone, Debug)]
pub struct Dice(u64);

impl Dice {
    /// With a seed.
    pub fn new(seed: u64) -> Dice {
        Dice(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1)
    }

    /// A number below `end`.
    pub fn below(&mut self, end: u64) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 >> 11) % end.max(1)
    }
}

/// The state of a document as a number: every byte of every table that is not derived.
pub fn state_hash(document: &Document) -> ContentHash {
    let mut all = Vec::new();
    for id in document.state().ids() {
        let Some(level) = document.state().level(id) else { continue };
        for table in level.tables().filter(|t| !t.spec.bulk) {
            all.extend_from_slice(table.key().as_bytes());
            all.extend(table.bytes());
        }
    }
    ContentHash::of(&all)
}

/// What the log says happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Opened,
    Edit,
    Undo,
    Redo,
    SaveBegins,
    SaveEnds,
}

const KINDS: [(Kind, &str); 6] = [
    (Kind::Opened, "opened"),
    (Kind::Edit, "edit"),
    (Kind::Undo, "undo"),
    (Kind::Redo, "redo"),
    (Kind::SaveBegins, "save-begins"),
    (Kind::SaveEnds, "save-ends"),
];

struct Line {
    at: u64,
    kind: Kind,
    hash: ContentHash,
}

fn parse(log: &str) -> Vec<Line> {
    let line = |text: &str| -> Option<Line> {
        let mut words = text.split(' ');
        let at = words.next()?.parse().ok()?;
        let word = words.next()?;
        let kind = KINDS.iter().find(|(_, w)| *w == word)?.0;
        Some(Line { at, kind, hash: ContentHash::parse(words.next()?)? })
    };
    log.lines().filter_map(line).collect()
}

fn one_edit(document: &mut Document, dice: &mut Dice) -> std::result::Result<(), Refusal> {
    let levels = document.state().ids().count() as u64;
    let level = LevelId(dice.below(levels) as u32);
    let mut draft = document.draft();
    let rows = draft.table(level, "objects")?.len();
    let row = dice.below(rows as u64) as usize;
    match dice.below(6) {
        0 => {
            let table = draft.table(level, "objects")?;
            if let Some(schema) = table.spec.record {
                let id = draft.insert_row(level, "objects", row, schema, vec![dice.below(200) as u8; 16])?;
                draft.new_generation(id)?;
            }
        }
        1 if rows > 10 => {
            let id = draft.row(level, "objects", row)?.id();
            draft.remove(id)?;
        }
        2 => {
            let parent = NodeId { level, number: draft.table(level, "objects")?.number };
            let id = draft.row(level, "objects", row)?.id();
            draft.move_to(id, parent, dice.below(rows as u64) as usize)?;
        }
        _ => {
            let id = draft.row(level, "objects", row)?.id();
            draft.set_int(id, "x", dice.below(30_000) as i16)?;
            draft.set_int(id, "y", dice.below(30_000) as i16)?;
        }
    }
    document.commit(draft, "random edit").map(|_| ())
}

/// The child: edits until it is killed.
///
/// # Errors
/// If the files cannot be used at all.
pub fn edit_loop(data: &Path, file: &Path, log: &Path, seed: u64) -> Result<()> {
    let data = Arc::new(DataFolder::new(data.to_owned()));
    let mut log = OpenOptions::new().create(true).append(true).open(log)?;
    let mut dice = Dice::new(seed);
    let mut file = OpenFile::open_in(&data, file)?;
    file.document.decode_all();
    let mut note = |kind: Kind, document: &Document| -> io::Result<()> {
        let word = KINDS.iter().find(|(k, _)| *k == kind).map_or("", |(_, w)| w);
        log.write_all(format!("{} {word} {}\n", system_clock(), state_hash(document)).as_bytes())
    };
    note(Kind::Opened, &file.document)?;
    loop {
        let kind = match dice.below(20) {
            0..=3 => file.document.undo().then_some(Kind::Undo),
            4..=5 => file.document.redo().then_some(Kind::Redo),
            6 => {
                note(Kind::SaveBegins, &file.document)?;
                file.save()?;
                Some(Kind::SaveEnds)
            }
            _ => one_edit(&mut file.document, &mut dice).is_ok().then_some(Kind::Edit),
        };
        if let Some(kind) = kind {
            // From here on it counts as done.
            note(kind, &file.document)?;
            file.record();
        }
        std::thread::sleep(Duration::from_micros(dice.below(3000)));
    }
}

/// When the program died.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Moment {
    /// Before the first save.
    BeforeSave,
    /// While saving.
    InSave,
    /// Right after a save, nothing done since.
    AfterSave,
    /// After an undo or redo.
    BetweenUndos,
    /// After an edit, with a save before.
    BetweenEdits,
}

impl Moment {
    /// All of them.
    pub const ALL: [Moment; 5] =
        [Moment::BeforeSave, Moment::InSave, Moment::AfterSave, Moment::BetweenUndos, Moment::BetweenEdits];

    /// For people.
    pub fn label(self) -> &'static str {
        match self {
            Moment::BeforeSave => "before the first save",
            Moment::InSave => "during a save",
            Moment::AfterSave => "right after a save",
            Moment::BetweenUndos => "between undos and redos",
            Moment::BetweenEdits => "between edits, after a save",
        }
    }
}

/// What became of one kill.
#[derive(Clone, Debug)]
pub struct Kill {
    /// When.
    pub moment: Moment,
    /// Edits, undos and redos that had been done.
    pub done: usize,
    /// How many of them were not there afterwards.
    pub lost: usize,
    /// How long before the kill the oldest lost one was done, in milliseconds.
    pub oldest_lost: u64,
    /// Steps that came out of the journal.
    pub recovered: usize,
}

/// Starts the child, kills it after a while, recovers.
///
/// # Errors
/// If something that must not happen happens: a file that does not open, a state that never was, a replay that stops.
pub fn kill_once(program: &Path, seed: u64, longest: Duration, map: &[u8]) -> Result<Kill> {
    let folder = tempfile::tempdir()?;
    let (data, file, log) = (folder.path().join("data"), folder.path().join("Karte ä.sceA"), folder.path().join("log"));
    fs::write(&file, map)?;
    let mut child = Command::new(program)
        .args([&data, &file, &log])
        .arg(seed.to_string())
        .stdout(Stdio::null())
        .stderr(Stdio::piped())
        .spawn()?;
    // The dice begin when it has opened its file.
    while !fs::read_to_string(&log).is_ok_and(|l| l.contains('\n')) {
        if let Some(status) = child.try_wait()? {
            return Err(format!("the child ended by itself: {status}").into());
        }
        std::thread::sleep(Duration::from_millis(1));
    }
    let wait = Dice::new(seed ^ 0xABCD).below(longest.as_micros() as u64);
    std::thread::sleep(Duration::from_micros(wait));
    if let Some(status) = child.try_wait()? {
        return Err(format!("the child ended by itself: {status}").into());
    }
    let killed = system_clock();
    child.kill()?;
    child.wait()?;
    let lines = parse(&fs::read_to_string(&log)?);

    // The next start.
    let data = Arc::new(DataFolder::new(data));
    for repair in data.repair()? {
        repair.result?;
    }
    let mut found = recovery::find(&data)?;
    let (mut file, recovered) = match found.pop() {
        None => (OpenFile::open(&file)?, 0),
        Some(found) => {
            let steps = found.edits();
            let recovered = found.recover(&data).map_err(|(e, _)| e)?;
            if let Some(stopped) = recovered.stopped {
                return Err(format!("seed {seed}: the replay stopped: {stopped:?}").into());
            }
            (recovered.file, steps)
        }
    };
    if !found.is_empty() {
        return Err("more than one journal".into());
    }
    file.document.decode_all();
    let hash = state_hash(&file.document);
    let at = lines.iter().rposition(|l| l.hash == hash).ok_or_else(|| format!("seed {seed}: this state never was"))?;
    let is_step = |l: &&Line| matches!(l.kind, Kind::Edit | Kind::Undo | Kind::Redo);
    let lost: Vec<&Line> = lines.iter().skip(at + 1).filter(is_step).collect();
    let saved = lines.iter().any(|l| l.kind == Kind::SaveEnds);
    let moment = match lines.last().map(|l| l.kind) {
        Some(Kind::SaveBegins) => Moment::InSave,
        Some(Kind::SaveEnds) => Moment::AfterSave,
        Some(Kind::Undo | Kind::Redo) => Moment::BetweenUndos,
        _ if !saved => Moment::BeforeSave,
        _ => Moment::BetweenEdits,
    };
    Ok(Kill {
        moment,
        done: lines.iter().filter(is_step).count(),
        lost: lost.len(),
        oldest_lost: lost.first().map_or(0, |l| killed.saturating_sub(l.at)),
        recovered,
    })
}

/// The table of many kills.
pub fn table(kills: &[Kill]) -> String {
    let mut out = String::from(
        "| killed | kills | steps done | steps out of journals | kills that lost something | steps lost | oldest lost step, ms before the kill |\n|---|---:|---:|---:|---:|---:|---:|\n",
    );
    let mut row = |label: &str, kills: &[&Kill]| {
        let sum = |of: fn(&Kill) -> usize| kills.iter().map(|k| of(k)).sum::<usize>();
        let oldest = kills.iter().map(|k| k.oldest_lost).max().unwrap_or(0);
        let with_loss = kills.iter().filter(|k| k.lost > 0).count();
        out.push_str(&format!(
            "| {label} | {} | {} | {} | {with_loss} | {} | {oldest} |\n",
            kills.len(),
            sum(|k| k.done),
            sum(|k| k.recovered),
            sum(|k| k.lost)
        ));
    };
    for moment in Moment::ALL {
        row(moment.label(), &kills.iter().filter(|k| k.moment == moment).collect::<Vec<_>>());
    }
    row("**all**", &kills.iter().collect::<Vec<_>>());
    out
}
