//! Comparing a document with a file, a backup, a journal, another document or what was saved; and taking over what
//! differs.

pub mod draw;
pub mod work;

use std::collections::BTreeMap;
use std::sync::Arc;

use levelwright_io::json::script::write_transaction;
use levelwright_io::save::backups::Kind;
use levelwright_io::save::show;
use levelwright_model::compare::{Wanted, take_over, turn_state_into};
use levelwright_model::document::LevelId;
use levelwright_model::record::Refusal;

use super::doc::Doc;
use super::panes::messages::Tone;
use super::session::Session;
use super::texts::compare as words;
use work::{Found, Running, Side};

pub use work::With;

/// Differences to take over: level, place in its list, and one field or all.
pub type Picks = Vec<(LevelId, usize, Option<&'static str>)>;

/// What the pane wants done.
#[derive(Debug)]
pub enum Act {
    /// Compare the document in front with something.
    Start(With),
    /// Compare again with the same thing, after an edit.
    Again,
    /// Stop the comparison that runs.
    Stop,
    /// Take differences over.
    Take(Picks),
    /// Bring the other open document to the front and compare it with this one.
    Swap,
    /// Copy the edits that make the other of this, as a script.
    Script,
    /// List what it can be compared with.
    Offers,
}

/// The comparison of a document.
#[derive(Debug, Default)]
pub struct Comparing {
    /// With what.
    pub with: Option<With>,
    /// What that is called.
    pub title: String,
    running: Option<Running>,
    /// What was found last.
    pub found: Option<Arc<Found>>,
    /// Why nothing was.
    pub trouble: Option<String>,
    pub(super) view: draw::View,
    /// What it can be compared with, with names; made when the pane is shown.
    pub(super) offers: Vec<(With, String)>,
}

impl Comparing {
    /// Whether a comparison runs.
    pub fn is_running(&self) -> bool {
        self.running.is_some()
    }

    /// Shows only differences that hold this text.
    pub fn set_filter(&mut self, text: &str) {
        text.clone_into(&mut self.view.filter);
    }

    /// Takes the answer of a comparison that ran.
    pub fn poll(&mut self) {
        let Some(answer) = self.running.as_ref().and_then(Running::poll) else { return };
        self.running = None;
        match answer {
            Ok(found) => {
                self.found = Some(Arc::new(found));
                self.trouble = None;
            }
            Err(why) => self.trouble = Some(why),
        }
    }
}

impl Session {
    /// Does what the pane wants.
    pub(super) fn compare(&mut self, act: Act) {
        match act {
            Act::Start(with) => self.start(with),
            Act::Again => self.again(),
            Act::Stop => {
                if let Some(running) = self.doc().and_then(|d| d.caches.compare.running.as_ref()) {
                    running.stop();
                }
            }
            Act::Take(picks) => {
                let Some(doc) = self.doc_mut() else { return };
                match take(doc, &picks) {
                    Ok(()) => doc.file.record(),
                    Err(refusal) => self.messages.say(Tone::Bad, format!("{}: {refusal}", super::texts::REFUSED)),
                }
            }
            Act::Swap => {
                let here = self.active;
                let Some(With::Open(there)) = self.doc().and_then(|d| d.caches.compare.with.clone()) else { return };
                if there < self.docs.len() && there != here {
                    self.active = there;
                    self.start(With::Open(here));
                }
            }
            Act::Offers => self.compare_offers(),
            // The window puts it on the clipboard.
            Act::Script => {}
        }
    }

    fn start(&mut self, with: With) {
        let side: Result<(Side, String), String> = match &with {
            With::Saved => self
                .doc()
                .map(|d| (work::at_hand(d.file.document.game(), d.file.saved_state()), words::SAVED.to_owned()))
                .ok_or_else(String::new),
            With::Open(at) => match self.docs.get(*at).filter(|_| *at != self.active) {
                Some(doc) => Ok((work::document(doc.file.document.snapshot()), doc.name())),
                None => Err(words::CLOSED.to_owned()),
            },
            With::File(path) => Ok((work::file(path.clone()), file_name(path))),
            With::Backup(backup) => match self.safety.data() {
                Some(data) => {
                    Ok((work::backup(data.clone(), (**backup).clone()), words::backup(&show::time(backup.at))))
                }
                None => Err(super::texts::saving::NO_DATA.to_owned()),
            },
            With::Journal(at) => match (self.safety.data(), self.safety.journals.get(*at)) {
                (Some(data), Some(journal)) => journal
                    .document(data)
                    .map(|document| (work::document(document), words::journal(journal.name())))
                    .map_err(|e| e.to_string()),
                _ => Err(words::CLOSED.to_owned()),
            },
        };
        let threads = self.safety.threads;
        let Some(doc) = self.doc_mut() else { return };
        match side {
            Ok((side, title)) => {
                let own = doc.file.document.snapshot();
                let compare = &mut doc.caches.compare;
                compare.found = None;
                compare.trouble = None;
                compare.title = title;
                compare.with = Some(with);
                compare.running = Some(work::begin(own, side, threads));
                compare.poll();
            }
            Err(why) => doc.caches.compare.trouble = Some(why),
        }
    }

    /// Once more after an edit: the other side is at hand.
    fn again(&mut self) {
        let threads = self.safety.threads;
        let Some(doc) = self.doc_mut() else { return };
        let Some(found) = doc.caches.compare.found.clone() else { return };
        let own = doc.file.document.snapshot();
        let side = work::at_hand(doc.file.document.game(), found.other.clone());
        doc.caches.compare.running = Some(work::begin(own, side, threads));
        doc.caches.compare.poll();
    }

    /// What the document in front can be compared with.
    pub(super) fn compare_offers(&mut self) {
        let mut offers = vec![(With::Saved, words::SAVED.to_owned())];
        let others = self.docs.iter().enumerate().filter(|(at, _)| *at != self.active);
        offers.extend(others.map(|(at, doc)| (With::Open(at), doc.name())));
        let path = self.doc().and_then(|d| d.file.path()).map(std::path::Path::to_owned);
        if let (Some(data), Some(path)) = (self.safety.data(), path) {
            let of = data.disk().resolve(&path).unwrap_or(path);
            // What cannot be listed is told where backups are looked after.
            if let Ok(found) = data.backups().list(Some(&of)) {
                let whole = found.backups.into_iter().filter(|b| b.kind == Kind::Whole).take(20);
                offers.extend(whole.map(|b| (With::Backup(Box::new(b.clone())), words::backup(&show::time(b.at)))));
            }
        }
        let journals = self.safety.journals.iter().enumerate();
        offers.extend(journals.map(|(at, j)| (With::Journal(at), words::journal(j.name()))));
        if let Some(doc) = self.doc_mut() {
            doc.caches.compare.offers = offers;
        }
    }
}

fn file_name(path: &std::path::Path) -> String {
    path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned()
}

/// Takes differences over, as one transaction.
///
/// # Errors
/// A refusal; nothing is changed then.
pub fn take(doc: &mut Doc, picks: &Picks) -> Result<(), Refusal> {
    let Some(found) = doc.caches.compare.found.clone() else { return Ok(()) };
    if found.revision != doc.file.document.revision() {
        return Err(Refusal::rule(words::STALE));
    }
    let mut levels: BTreeMap<LevelId, Vec<(usize, Option<&'static str>)>> = BTreeMap::new();
    for (level, at, field) in picks {
        levels.entry(*level).or_default().push((*at, *field));
    }
    for level in levels.keys() {
        doc.file.document.level(*level)?;
    }
    doc.show_draft(None);
    let mut draft = doc.file.document.draft();
    for (id, list) in &levels {
        let (Some(own), Some(other)) = (found.levels.iter().find(|l| l.id == *id), found.other.level(*id)) else {
            continue;
        };
        let wanted: Vec<Wanted<'_>> = list
            .iter()
            .filter_map(|(at, field)| Some(Wanted { difference: &own.entries.get(*at)?.difference, field: *field }))
            .collect();
        let all = wanted.len() == own.entries.len() && wanted.iter().all(|w| w.field.is_none());
        take_over(&mut draft, *id, other, &wanted, all)?;
    }
    let title = words::taken(picks.len(), &doc.caches.compare.title);
    doc.file.document.commit(draft, &title).map(|_| ())
}

/// The edits that make the other side of the document, as a script for `levelwright apply`.
///
/// # Errors
/// If the two have different levels.
pub fn script(doc: &mut Doc) -> Result<String, Refusal> {
    doc.file.document.decode_all();
    let Some(found) = doc.caches.compare.found.clone() else { return Ok(String::new()) };
    let mut draft = doc.file.document.draft();
    turn_state_into(&mut draft, &found.other)?;
    let mut out = Vec::new();
    write_transaction(&mut out, &draft.finish("difference"), doc.file.document.state())
        .map_err(|e| Refusal::rule(e.to_string()))?;
    String::from_utf8(out).map_err(|e| Refusal::rule(e.to_string()))
}
