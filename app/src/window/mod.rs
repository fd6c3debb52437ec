//! The window.
//!
//! Panes ([`panes`]) are functions from view data to a picture and to intents ([`intent`]); one place
//! ([`session`]) carries intents out. Every command stands in one list ([`commands`]); colours are in
//! [`theme`], texts in [`texts`]. Nothing here knows a game.

pub mod able;
pub mod bookmarks;
pub mod change;
pub mod clipboard;
mod command_list;
pub mod commands;
pub mod comparing;
pub mod deleting;
pub mod dialogs;
pub mod doc;
pub mod dock;
pub mod expression;
pub mod fields;
pub mod files;
pub mod filter;
pub mod halves;
pub mod hints;
pub mod icons;
pub mod intent;
mod key_page;
mod keys;
pub mod library;
pub mod making;
pub mod matrix;
mod menu;
pub mod palette;
pub mod panes;
mod personal;
pub mod picking;
pub mod platform;
pub mod preview;
pub mod problems;
pub mod query_field;
pub mod questions;
mod recovery;
mod run;
pub mod safety;
mod saving;
pub mod scripts;
pub mod select_query;
pub mod selection;
pub mod session;
pub mod settings;
mod start;
pub mod texts;
pub mod theme;

use std::path::PathBuf;
use std::process::ExitCode;

use egui_dock::{DockState, TabViewer};

use commands::Command;
use dialogs::{After, Answer, Dialog};
use dock::Pane;
use files::{Chooser, Chosen};
use intent::Intent;
use library::Folder;
use palette::Palette;
use panes::Caches;
use panes::messages::Tone;
use panes::second::Picture;
use panes::viewport::Gpu;
use questions::Plan;
use session::Session;
use settings::Preferences;

pub use start::{StartError, open};

/// Opens the window on the screen with some files and stays until it is closed.
pub fn run(files: Vec<PathBuf>) -> ExitCode {
    match open(files) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(2)
        }
    }
}

/// The window.
pub struct Window {
    /// The open documents.
    pub session: Session,
    layout: DockState<Pane>,
    /// The layouts of two documents side by side.
    halves: [DockState<Pane>; 2],
    palette: Option<Palette>,
    chooser: Box<dyn Chooser>,
    gpu: Option<Gpu>,
    /// What to do once the save dialog has answered: document, then what.
    saving: Option<(usize, After)>,
    /// The next file that is chosen is to be compared with.
    comparing: bool,
    /// What is to be made once its folder is chosen.
    making: Option<making::Making>,
    /// What is being made.
    made: Option<making::Running>,
    /// What the files are for that are being chosen to read.
    reading: Option<Command>,
    leaving: bool,
    /// Whether the system was told to close the window.
    told: bool,
    title: String,
    set_up: bool,
    worn: Option<(theme::Look, f32)>,
}

impl Window {
    /// A window without documents.
    pub fn new(
        preferences: Preferences,
        layout: DockState<Pane>,
        chooser: Box<dyn Chooser>,
        gpu: Option<Gpu>,
    ) -> Window {
        Window {
            session: Session { preferences, ..Session::default() },
            layout,
            halves: [halves::half_layout(), halves::half_layout()],
            palette: None,
            chooser,
            gpu,
            saving: None,
            comparing: false,
            making: None,
            made: None,
            reading: None,
            leaving: false,
            told: false,
            title: String::new(),
            set_up: false,
            worn: None,
        }
    }

    /// Whether the program is to end now.
    pub fn leaves(&self) -> bool {
        self.leaving
    }

    /// The window's title.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// The layout of panes.
    pub fn layout(&self) -> &DockState<Pane> {
        &self.layout
    }

    /// The layouts of two documents side by side.
    pub fn halves(&self) -> &[DockState<Pane>; 2] {
        &self.halves
    }

    /// Puts the panes of two documents side by side where they were.
    pub fn use_halves(&mut self, halves: [DockState<Pane>; 2]) {
        self.halves = halves;
    }

    /// The layout that the document in front is shown in.
    fn layout_mut(&mut self) -> &mut DockState<Pane> {
        match (self.session.halves.shown(), self.session.halves.focus(), &mut self.halves) {
            (None, ..) => &mut self.layout,
            (Some(_), halves::Half::First, [first, _]) => first,
            (Some(_), halves::Half::Second, [_, second]) => second,
        }
    }

    /// Brings a pane to the front.
    pub fn show_pane(&mut self, pane: Pane) {
        dock::show(self.layout_mut(), pane);
    }

    /// Runs a command.
    pub fn run(&mut self, ctx: &egui::Context, command: Command) {
        run::run(self, ctx, command);
    }

    /// Lets go of the graphics context, which must be current.
    pub fn release(&mut self) {
        if let Some(gpu) = self.gpu.take() {
            gpu.release();
        }
    }

    /// Draws the whole window and does what the person wants.
    pub fn ui(&mut self, ui: &mut egui::Ui) {
        let ctx = ui.ctx().clone();
        self.dress(&ctx);
        let refusals = self.session.refusals;
        self.poll_save();
        self.poll_making();
        let mut commands = self.listen(&ctx);
        self.session.settle_halves();
        for doc in &mut self.session.docs {
            doc.refresh();
        }
        for (_, at) in self.session.visible() {
            if let Some(doc) = self.session.docs.get_mut(at) {
                preview::advance(&ctx, doc);
            }
            problems::advance(&ctx, &mut self.session, at);
        }
        let mut intents = Vec::new();
        self.draw(ui, &mut intents);
        commands.extend(self.draw_palette(&ctx));
        self.draw_dialog(&ctx);
        self.session.messages.toasts(&ctx);
        self.draw_progress(&ctx);
        self.draw_making(&ctx);
        let busy = !intents.is_empty();
        for (doc, intent) in intents {
            if let Intent::Command(command) = &intent {
                commands.push(*command);
            }
            if matches!(intent, Intent::Script(scripts::Act::Show(_))) {
                self.session.active = doc;
                self.show_pane(Pane::Script);
            }
            let script = matches!(intent, Intent::Compare(comparing::Act::Script));
            self.session.carry_out_in(doc, intent);
            if script {
                self.copy_script(&ctx, doc);
            }
        }
        self.session.settle_halves();
        let saves = |c: &Command| matches!(c, Command::Save | Command::SaveAs | Command::Close | Command::Quit);
        let frame = ctx.cumulative_frame_nr();
        scripts::settle(&mut self.session, (!commands.iter().any(saves)).then_some(frame));
        // A field that was being edited was committed above; if it was refused, nothing is saved.
        let refused = self.session.refusals != refusals;
        commands.retain(|c| !(refused && saves(c)));
        for command in commands {
            run::run(self, &ctx, command);
        }
        if busy {
            ctx.request_repaint();
        }
        self.keep();
        self.retitle(&ctx);
    }

    /// Sets the looks up once and follows the preferences.
    fn dress(&mut self, ctx: &egui::Context) {
        if !self.set_up {
            theme::install(ctx);
            egui_extras::install_image_loaders(ctx);
            self.set_up = true;
        }
        let wanted = (self.session.preferences.look, self.session.preferences.scale);
        if self.worn != Some(wanted) {
            theme::wear(ctx, wanted.0);
            ctx.set_zoom_factor(wanted.1);
            self.worn = Some(wanted);
        }
    }

    /// What keys, dropped files and file dialogs ask for.
    fn listen(&mut self, ctx: &egui::Context) -> Vec<Command> {
        if let Some(answer) = self.chooser.answer() {
            self.chosen(ctx, answer);
        }
        let dropped: Vec<PathBuf> = ctx.input(|i| i.raw.dropped_files.iter().map(|f| f.path().to_owned()).collect());
        for path in dropped {
            self.session.open(&path);
        }
        self.read_folders(ctx);
        if ctx.input(|i| i.viewport().close_requested()) && !self.leaving {
            ctx.send_viewport_cmd(egui::ViewportCommand::CancelClose);
            self.quit();
        }
        // While something is dragged the keys belong to the drag.
        let dragging = self
            .session
            .doc()
            .is_some_and(|d| d.caches.scene.view.gesture.is_some() || d.caches.scene.view.under.is_some());
        if self.session.dialog.is_some() || self.palette.is_some() || dragging {
            return Vec::new();
        }
        let commands = commands::pressed(ctx);
        if commands.iter().any(|c| matches!(c, Command::Save | Command::SaveAs | Command::Close | Command::Quit)) {
            ctx.memory_mut(|m| {
                if let Some(id) = m.focused() {
                    m.surrender_focus(id);
                }
            });
        }
        commands
    }

    /// Keeps the list of game folders in step with the preferences.
    fn read_folders(&mut self, ctx: &egui::Context) {
        let Session { folders, preferences, docs, .. } = &mut self.session;
        // Nobody looks at the list before the start page is shown.
        if !docs.is_empty() {
            return;
        }
        folders.retain(|folder| preferences.folders.contains(&folder.path));
        for path in &preferences.folders {
            if !folders.iter().any(|folder| folder.path == *path) {
                folders.push(Folder::read(path, ctx));
            }
        }
        let mut reading = false;
        for folder in folders {
            reading |= folder.reading();
        }
        if reading {
            // The count of files goes on.
            ctx.request_repaint_after(std::time::Duration::from_millis(100));
        }
    }

    /// Puts the edits that make the compared side of a document on the clipboard.
    fn copy_script(&mut self, ctx: &egui::Context, doc: usize) {
        let Some(doc) = self.session.docs.get_mut(doc) else { return };
        let (tone, text) = match comparing::script(doc) {
            Ok(script) => {
                ctx.copy_text(script);
                (Tone::Good, texts::compare::SCRIPT_COPIED.to_owned())
            }
            Err(refusal) => (Tone::Bad, refusal.to_string()),
        };
        self.session.messages.say(tone, text);
    }

    fn chosen(&mut self, ctx: &egui::Context, answer: Chosen) {
        match answer {
            Chosen::Open(paths) if std::mem::take(&mut self.comparing) => {
                if let Some(path) = paths.into_iter().next() {
                    self.session.carry_out(Intent::Compare(comparing::Act::Start(comparing::With::File(path))));
                }
            }
            Chosen::Open(paths) => self.session.carry_out(Intent::Open(paths)),
            Chosen::Save(path) => self.save_chosen(ctx, path),
            Chosen::Nothing => {
                self.saving = None;
                self.comparing = false;
                self.making = None;
                self.session.halves.wait(None);
                self.session.safety.stay();
            }
            Chosen::Folder(path) => self.session.preferences.add_folder(&path),
            Chosen::Preview(what, path) => self.session.carry_out(Intent::Preview(preview::Act::File(what, path))),
            Chosen::Into(folder) => self.make_into(ctx, folder),
            Chosen::From(paths) => self.read_from(&paths),
            Chosen::Unavailable(purpose) => {
                self.session.dialog = Some(Dialog::Path { purpose, text: String::new() });
            }
        }
    }

    fn save_chosen(&mut self, ctx: &egui::Context, path: PathBuf) {
        let (doc, then) = self.saving.take().unwrap_or((self.session.active, After::Nothing));
        self.save_now(ctx, Plan { doc, path, then, overwrite: false });
    }

    /// Saves a document to its place, or asks for one.
    fn save(&mut self, ctx: &egui::Context, at: usize, then: After) {
        let place = self.session.docs.get(at).and_then(|d| d.file.path()).map(std::path::Path::to_owned);
        match place {
            Some(path) => self.save_asking(ctx, Plan { doc: at, path, then, overwrite: false }),
            None => self.save_as(ctx, at, then),
        }
    }

    fn save_as(&mut self, ctx: &egui::Context, at: usize, then: After) {
        let Some(name) = self.session.docs.get(at).map(|d| d.name()) else { return };
        self.saving = Some((at, then));
        self.chooser.save(ctx, &name);
    }

    fn go_on(&mut self, at: usize, then: After) {
        match then {
            After::Nothing => {}
            // What was edited while the save ran is asked about.
            After::Close => self.session.close(at, After::Close),
            After::Quit => self.quit(),
        }
    }

    /// Leaves, after asking for each document with changes.
    fn quit(&mut self) {
        scripts::settle(&mut self.session, None);
        self.session.begin_to_leave();
        if self.session.safety.is_saving() {
            return self.session.safety.afterwards(After::Quit);
        }
        match self.session.modified() {
            Some(at) => self.session.close(at, After::Quit),
            None => self.leaving = true,
        }
    }

    fn draw(&mut self, ui: &mut egui::Ui, out: &mut Vec<(usize, Intent)>) {
        let mut bars = Vec::new();
        egui::Panel::top("menu").show(ui, |ui| menu::bar(ui, self, &mut bars));
        if self.session.docs.len() > 1 {
            egui::Panel::top("documents").show(ui, |ui| menu::documents(ui, &self.session, &mut bars));
        }
        if self.session.docs.is_empty() {
            egui::CentralPanel::default().show(ui, |ui| {
                panes::start::show(ui, &self.session.recent(), &self.session.folders, &mut bars);
            });
        } else {
            egui::Panel::bottom("status").show(ui, |ui| menu::status(ui, &self.session));
            halves::draw(self, ui, out);
            panes::inspector::let_go(ui.ctx());
        }
        let active = self.session.active;
        out.extend(bars.into_iter().map(|intent| (active, intent)));
    }

    fn draw_palette(&mut self, ctx: &egui::Context) -> Option<Command> {
        let mut palette = self.palette.take()?;
        match palette::show(ctx, &mut palette, |c| run::enabled(self, c)) {
            palette::Outcome::Open => {
                self.palette = Some(palette);
                None
            }
            palette::Outcome::Closed => None,
            palette::Outcome::Run(command) => Some(command),
        }
    }

    fn draw_dialog(&mut self, ctx: &egui::Context) {
        let Some(mut dialog) = self.session.dialog.take() else { return };
        let Some(answer) = dialogs::show(ctx, &mut dialog) else {
            self.session.dialog = Some(dialog);
            return;
        };
        ctx.request_repaint();
        match answer {
            Answer::Close => {
                self.saving = None;
                self.session.halves.wait(None);
                self.session.safety.stay();
            }
            Answer::Save(at, then) => self.save(ctx, at, then),
            Answer::Discard(at, then) => {
                self.session.drop_doc(at);
                if then == After::Quit {
                    self.quit();
                }
            }
            Answer::SaveAs => self.save_as(ctx, self.session.active, After::Nothing),
            Answer::OpenPath(path) => self.session.open(&PathBuf::from(path)),
            Answer::FolderPath(path) => self.session.preferences.add_folder(&PathBuf::from(path)),
            Answer::SavePath(path) => self.save_chosen(ctx, PathBuf::from(path)),
            Answer::Clipboard(said) => self.session.said(*said),
            Answer::PreviewPath(what, path) => self.chosen(ctx, Chosen::Preview(what, PathBuf::from(path))),
            Answer::Delete(deleting) => deleting::finish(&mut self.session, &deleting),
            Answer::Make(making) => {
                self.making = Some(*making);
                self.chooser.destination(ctx);
            }
            Answer::IntoPath(path) => self.chosen(ctx, Chosen::Into(PathBuf::from(path))),
            Answer::FromPath(path) => self.chosen(ctx, Chosen::From(vec![PathBuf::from(path)])),
            Answer::Rename(asked) => {
                let again = scripts::renaming::finish(&mut self.session, *asked);
                self.session.dialog = again.map(|asked| Dialog::Rename(Box::new(asked)));
            }
            Answer::SelectQuery(asking) => select_query::finish(&mut self.session, &asking),
            Answer::Reply(reply) => self.reply(ctx, *reply),
        }
    }

    fn retitle(&mut self, ctx: &egui::Context) {
        let title = match self.session.doc() {
            Some(doc) => {
                let mark = if doc.file.document.is_modified() { "● " } else { "" };
                format!("{mark}{} – {}", doc.name(), texts::PROGRAM)
            }
            None => texts::PROGRAM.to_owned(),
        };
        if title != self.title {
            ctx.send_viewport_cmd(egui::ViewportCommand::Title(title.clone()));
            self.title = title;
        }
        if self.leaving && !self.told {
            self.told = true;
            ctx.send_viewport_cmd(egui::ViewportCommand::Close);
        }
    }
}

/// Draws each docked pane.
struct Viewer<'a> {
    doc: &'a mut doc::Doc,
    messages: &'a panes::messages::Messages,
    preferences: &'a Preferences,
    gpu: Option<&'a Gpu>,
    /// What the panes belong to for screen readers, if not to the window: docked panes have no parent of their own.
    group: Option<egui::Id>,
    out: &'a mut Vec<Intent>,
}

impl TabViewer for Viewer<'_> {
    type Tab = Pane;

    fn id(&mut self, tab: &mut Pane) -> egui::Id {
        egui::Id::new(("pane", self.doc.half, *tab))
    }

    fn title(&mut self, tab: &mut Pane) -> egui::WidgetText {
        tab.title().into()
    }

    fn on_tab_button(&mut self, tab: &mut Pane, response: &egui::Response) {
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::WidgetType::SelectableLabel, true, format!("{} pane", tab.title()))
        });
    }

    fn scroll_bars(&self, _tab: &Pane) -> [bool; 2] {
        // Every pane scrolls what needs it itself.
        [false, false]
    }

    fn ui(&mut self, ui: &mut egui::Ui, tab: &mut Pane) {
        match self.group {
            Some(group) => {
                let builder = egui::UiBuilder::new().accessibility_parent(group);
                ui.scope_builder(builder, |ui| self.pane(ui, *tab));
            }
            None => self.pane(ui, *tab),
        }
    }
}

impl Viewer<'_> {
    fn pane(&mut self, ui: &mut egui::Ui, tab: Pane) {
        // View data is drawn while the document is only looked at.
        let mut caches = std::mem::take(&mut self.doc.caches);
        match tab {
            Pane::Objects => panes::objects::show(ui, self.doc, &mut caches, self.out),
            Pane::Viewport | Pane::SecondViewport => {
                let picture = Picture::of(tab);
                panes::second::show(ui, self.doc, &mut caches, picture, self.gpu, self.out);
            }
            Pane::Inspector => {
                let Caches { sheet, links, script, .. } = &mut caches;
                panes::inspector::show(ui, self.doc, sheet, links, script, self.out);
            }
            Pane::Place => panes::place::show(ui, self.doc, self.out),
            Pane::History => panes::history::show(ui, self.doc, self.out),
            Pane::Bytes => panes::bytes::show(ui, self.doc, &mut caches.bytes),
            Pane::Problems => problems::show(ui, self.doc, &mut caches.problems, self.out),
            Pane::Graph => panes::graph::show(ui, self.doc, &mut caches.graph, &mut caches.links, self.out),
            Pane::Links => panes::links::show(ui, self.doc, &mut caches.links, self.out),
            Pane::Messages => panes::messages::show(ui, self.messages),
            Pane::Compare => comparing::draw::show(ui, self.doc, &mut caches.compare, self.out),
            Pane::Matrix => {
                let chosen = self.preferences.columns_of(self.doc.file.document.game().key);
                matrix::draw::show(ui, self.doc, &mut caches.matrix, &mut caches.problems, chosen, self.out);
            }
            Pane::Preview => preview::pane::show(ui, self.doc, &mut caches.preview, self.out),
            Pane::Script => scripts::show(ui, self.doc, &mut caches.script, self.out),
        }
        self.doc.caches = caches;
    }
}
