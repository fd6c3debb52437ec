//! What is made of a document beside saving it: forms of its format, texts for another program, packed files. The person
//! chooses name and lists, then the folder; the files are made on a thread of their own.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use egui::{RichText, WidgetType};
use levelwright_io::exchange::{Given, exchange};
use levelwright_io::format::{EncodeError, FORMATS, Made, NewFile, Pack, format_of};
use levelwright_io::source::Source;
use levelwright_model::document::LevelId;

use super::Window;
use super::commands::Command;
use super::dialogs::{Answer, Dialog, buttons};
use super::doc::Doc;
use super::panes::messages::Tone;
use super::panes::name;
use super::session::Session;
use super::texts::making as texts;
use super::{texts as all_texts, theme};
use crate::new_files::{self, NotWritten};

/// What is to be made.
#[derive(Clone, Debug, PartialEq)]
enum Work {
    /// A form of the document's format, by its name.
    Form(&'static str),
    /// Texts of a level.
    Export(LevelId),
    /// The file without what it holds in vain; or what differs from another.
    Pack(Option<PathBuf>),
}

/// A list that may go into it.
#[derive(Clone, Debug, PartialEq)]
struct Choice {
    key: String,
    label: String,
    chosen: bool,
}

/// A question about something that is to be made.
#[derive(Clone, Debug, PartialEq)]
pub struct Making {
    work: Work,
    doc: usize,
    title: String,
    about: String,
    /// What it shall be called; `None` where the names are given.
    name: Option<String>,
    /// The lists that may go into it.
    lists: Vec<Choice>,
    /// Only those that are chosen; else those that changed, or all.
    choose: bool,
    /// Whether there is a choice between what changed and what is chosen.
    changed: bool,
    /// Why nothing came of it.
    refused: Option<String>,
}

/// Files that were written, and what was said about them.
type Written = Result<(PathBuf, usize, Vec<String>), String>;

/// Something that is being made.
#[derive(Debug)]
pub(super) struct Running {
    asked: Making,
    answer: Receiver<Written>,
}

/// How a document's files are packed, if they are.
pub(super) fn packs(doc: &Doc) -> Option<Pack> {
    let game = doc.file.document.game().key;
    FORMATS.iter().filter(|format| format.game == game).find_map(|format| format.pack)
}

/// Asks what is needed first.
pub(super) fn begin(window: &mut Window, ctx: &egui::Context, command: Command) {
    match command {
        Command::Import | Command::PackChanges => {
            window.reading = Some(command);
            window.chooser.sources(ctx);
        }
        _ => {
            let making = window.session.doc().and_then(|doc| Making::of(doc, window.session.active, command));
            window.session.dialog = making.map(|making| Dialog::Making(Box::new(making)));
        }
    }
}

/// The name of the document's file without its ending.
fn stem(doc: &Doc) -> String {
    let own = doc.name();
    Path::new(&own).file_stem().map_or(own.clone(), |stem| stem.to_string_lossy().into_owned())
}

impl Making {
    fn of(doc: &Doc, at: usize, command: Command) -> Option<Making> {
        let level = doc.file.document.state().level(doc.level);
        let tables = level.into_iter().flat_map(|level| level.tables());
        let choice = |key: &str, label: &str| Choice { key: key.to_owned(), label: label.to_owned(), chosen: false };
        let blank = |work, title: String, about: &str| Making {
            work,
            doc: at,
            title,
            about: about.to_owned(),
            name: None,
            lists: Vec::new(),
            choose: false,
            changed: false,
            refused: None,
        };
        match command {
            Command::Make(key) => {
                let form = doc.file.forms().iter().find(|form| form.key == key)?;
                let mut making = blank(Work::Form(form.key), form.label.to_owned(), form.doc);
                making.name = Some((form.suggest)(&stem(doc)));
                if form.lists {
                    // Those that are read and written as lists: the ways of exchange know which.
                    let known = exchange(doc.file.document.game().key).map(|way| (way.lists)()).unwrap_or_default();
                    let stored = tables.filter(|t| t.opaque.is_none() && known.contains(&t.key()));
                    making.lists = stored.map(|t| choice(t.key(), t.spec.label)).collect();
                    making.changed = true;
                }
                Some(making)
            }
            Command::Export => {
                let way = exchange(doc.file.document.game().key)?;
                let mut making = blank(Work::Export(doc.level), texts::export(way.name), "");
                let known = (way.lists)();
                let there = tables.filter(|t| known.contains(&t.key()));
                making.lists = there.map(|t| Choice { chosen: true, ..choice(t.key(), t.spec.label) }).collect();
                making.choose = true;
                Some(making)
            }
            Command::Pack => {
                let mut making = blank(Work::Pack(None), texts::PACK.to_owned(), texts::PACK_ABOUT);
                making.name = Some(format!("packed-{}", doc.name()));
                Some(making)
            }
            _ => None,
        }
    }

    fn changes(doc: &Doc, at: usize, base: &Path) -> Option<Making> {
        let mut making = Making::of(doc, at, Command::Pack)?;
        making.title = texts::CHANGES.to_owned();
        making.about = texts::changes_about(base);
        making.name = Some(format!("changes-{}", doc.name()));
        making.work = Work::Pack(Some(base.to_owned()));
        Some(making)
    }

    fn chosen(&self) -> Vec<String> {
        let chosen = self.lists.iter().filter(|list| self.choose && list.chosen);
        chosen.map(|list| list.key.clone()).collect()
    }

    fn ready(&self) -> bool {
        let named = self.name.as_deref().is_none_or(|name| !name.trim().is_empty());
        named && (!self.choose || self.lists.iter().any(|list| list.chosen))
    }
}

fn words(error: EncodeError) -> String {
    let (EncodeError::Refused { message, help } | EncodeError::NoRoom { message, help }) = error;
    if help.is_empty() { message } else { format!("{message}. {help}") }
}

/// Makes files, on whatever thread.
type Maker = Box<dyn FnOnce() -> Result<Vec<NewFile>, String> + Send>;

/// What makes the files, from the document as it is now.
fn work(doc: &Doc, asked: &Making) -> Maker {
    let (lists, name) = (asked.chosen(), asked.name.clone().unwrap_or_default());
    match asked.work.clone() {
        Work::Form(form) => {
            let task = doc.file.begin_make();
            Box::new(move || task.run(&Made { form, name: name.trim(), lists: &lists }).map_err(words))
        }
        Work::Export(level) => {
            let document = doc.file.document.snapshot();
            Box::new(move || {
                let way = exchange(document.game().key).ok_or_else(|| texts::BROKE_OFF.to_owned())?;
                let level = document.state().level(level).ok_or_else(|| texts::BROKE_OFF.to_owned())?;
                (way.export)(level, &lists).map_err(words)
            })
        }
        Work::Pack(base) => {
            let (pack, encoded) = (packs(doc), doc.file.encode());
            Box::new(move || {
                let pack = pack.ok_or_else(|| texts::BROKE_OFF.to_owned())?;
                let source = Source::read(encoded.map_err(words)?.bytes).map_err(|e| e.to_string())?;
                let base = base.map(|path| base_of(&path, &source)).transpose()?;
                let mut made = pack(&source, base.as_ref()).map_err(words)?;
                name.trim().clone_into(&mut made.name);
                Ok(vec![made])
            })
        }
    }
}

/// The file that another is compared with: it must be of the same format.
fn base_of(path: &Path, own: &Source) -> Result<Source, String> {
    let wrong = |why: String| texts::not_written(path, &why);
    let bytes = std::fs::read(path).map_err(|e| wrong(e.to_string()))?;
    let base = Source::read(bytes).map_err(|e| wrong(e.to_string()))?;
    let (format, other) = (format_of(own), format_of(&base).map_err(|e| wrong(e.to_string()))?);
    match format {
        Ok(format) if std::ptr::eq(format, other) => Ok(base),
        _ => Err(wrong(other.name.to_owned())),
    }
}

fn write(folder: &Path, made: &[NewFile]) -> Written {
    match new_files::write(folder, made) {
        Ok(paths) => {
            let notes = made.iter().flat_map(|file| &file.notes).map(|note| all_texts::sentence(note)).collect();
            Ok((folder.to_owned(), paths.len(), notes))
        }
        Err(NotWritten::There(path)) => Err(texts::there(&path)),
        Err(NotWritten::Folder(path, error)) => Err(texts::not_written(&path, &error.to_string())),
        Err(NotWritten::File(error)) => Err(format!("{error} {}", error.help())),
    }
}

impl Window {
    /// Makes what was asked for, into a folder.
    pub(super) fn make_into(&mut self, ctx: &egui::Context, folder: PathBuf) {
        let Some(asked) = self.making.take() else { return };
        let Some(doc) = self.session.docs.get(asked.doc) else { return };
        let work = work(doc, &asked);
        let (send, answer) = channel();
        let waking = ctx.clone();
        let all = move || {
            let written = work().and_then(|made| write(&folder, &made));
            // Nobody listens any more only when the window is gone.
            if send.send(written).is_ok() {
                waking.request_repaint();
            }
        };
        if self.session.safety.threads {
            // Without a thread nothing is sent, and the answer says that it broke off.
            std::thread::Builder::new().name("making".to_owned()).spawn(all).ok();
        } else {
            all();
        }
        self.made = Some(Running { asked, answer });
        self.poll_making();
    }

    /// Takes the answer, if there is one.
    pub(super) fn poll_making(&mut self) {
        let Some(running) = &self.made else { return };
        let written = match running.answer.try_recv() {
            Ok(written) => written,
            Err(TryRecvError::Empty) => return,
            Err(TryRecvError::Disconnected) => Err(texts::BROKE_OFF.to_owned()),
        };
        let Some(Running { mut asked, .. }) = self.made.take() else { return };
        match written {
            Ok((folder, files, notes)) => {
                self.session.messages.say(Tone::Good, texts::written(files, &folder));
                notes.into_iter().for_each(|note| self.session.messages.say(Tone::Good, note));
            }
            Err(why) => {
                asked.refused = Some(why);
                self.session.dialog = Some(Dialog::Making(Box::new(asked)));
            }
        }
    }

    /// Says that something is being made.
    pub(super) fn draw_making(&self, ctx: &egui::Context) {
        if self.made.is_some() {
            super::saving::progress(ctx, texts::WORKING);
        }
    }

    /// Reads what was chosen to be read.
    pub(super) fn read_from(&mut self, paths: &[PathBuf]) {
        let session = &mut self.session;
        match self.reading.take() {
            Some(Command::Import) => {
                if let Err(why) = import(session, paths) {
                    session.error(texts::NOT_IMPORTED, why, false);
                }
            }
            Some(Command::PackChanges) => {
                let base = paths.first();
                let making = base.and_then(|base| Making::changes(session.doc()?, session.active, base));
                session.dialog = making.map(|making| Dialog::Making(Box::new(making)));
            }
            _ => {}
        }
    }
}

/// Brings the shown level to what texts say, as one edit. Of a folder, all texts in it are read.
fn import(session: &mut Session, paths: &[PathBuf]) -> Result<(), String> {
    let Some(doc) = session.doc_mut() else { return Ok(()) };
    let Some(import) = exchange(doc.file.document.game().key).and_then(|way| way.import) else { return Ok(()) };
    let mut named = Vec::new();
    for path in paths {
        let text = std::fs::read_to_string(path).map_err(|e| texts::not_written(path, &e.to_string()))?;
        named.push((path.display().to_string(), text));
    }
    let given: Vec<Given<'_>> = named.iter().map(|(name, text)| Given { name, text }).collect();
    let mut draft = doc.file.document.draft();
    let done = import(&mut draft, doc.level, &given).map_err(words)?;
    doc.file.document.commit(draft, texts::IMPORT).map_err(|refusal| refusal.to_string())?;
    doc.selection.keep_living(doc.file.document.state());
    doc.file.record();
    session.messages.say(Tone::Good, texts::imported(done.changed, done.added, done.removed));
    Ok(())
}

/// Draws the question.
pub(super) fn show(ui: &mut egui::Ui, making: &mut Making, answer: &mut Option<Answer>) {
    let c = theme::of(ui);
    ui.heading(&making.title);
    if !making.about.is_empty() {
        ui.add_space(theme::GAP / 2.0);
        ui.add(egui::Label::new(RichText::new(&making.about).color(c.weak)).wrap());
    }
    ui.add_space(theme::GAP);
    let mut entered = false;
    if let Some(text) = &mut making.name {
        ui.label(texts::NAME);
        let field = ui.add(egui::TextEdit::singleline(text).desired_width(f32::INFINITY));
        name(&field, WidgetType::TextEdit, texts::NAME);
        entered = field.lost_focus() && ui.input(|i| i.key_pressed(egui::Key::Enter));
        if field.changed() {
            making.refused = None;
        }
        ui.add_space(theme::GAP);
    }
    if making.changed {
        ui.radio_value(&mut making.choose, false, texts::CHANGED);
        ui.radio_value(&mut making.choose, true, texts::CHOSEN);
    } else if !making.lists.is_empty() {
        ui.label(texts::EXPORT_LISTS);
    }
    if !making.lists.is_empty() {
        let height = (ui.ctx().content_rect().height() - 380.0).clamp(80.0, 300.0);
        egui::ScrollArea::vertical().id_salt("lists").max_height(height).auto_shrink([false, true]).show(ui, |ui| {
            ui.indent("lists", |ui| {
                for list in &mut making.lists {
                    if ui.checkbox(&mut list.chosen, &list.label).changed() {
                        making.choose = true;
                        making.refused = None;
                    }
                }
            });
        });
    }
    if let Some(why) = &making.refused {
        ui.add_space(theme::GAP / 2.0);
        ui.add(egui::Label::new(RichText::new(format!("{}: {why}", texts::FAILED)).color(c.error)).wrap());
    }
    let ready = making.ready();
    buttons(ui, |ui| {
        let go = ui.add_enabled_ui(ready, |ui| ui.add(theme::main_button(ui, texts::CHOOSE))).inner;
        if (go.on_hover_text(texts::CHOOSE_HELP).clicked() || entered) && ready {
            *answer = Some(Answer::Make(Box::new(making.clone())));
        }
        if ui.button(all_texts::CANCEL).clicked() {
            *answer = Some(Answer::Close);
        }
    });
}
