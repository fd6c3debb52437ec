//! What each command does.

use std::collections::BTreeSet;

use levelwright_io::exchange::exchange;
use levelwright_model::document::{Intent as Travel, NodeId, Object};
use levelwright_model::scene::{Camera, Colouring};

use super::Window;
use super::bookmarks;
use super::clipboard;
use super::commands::Command;
use super::dialogs::{After, Dialog};
use super::dock;
use super::halves::half_layout;
use super::intent::{How, Intent};
use super::making;
use super::palette::Palette;
use super::panes::measure::Measure;
use super::panes::messages::Tone;
use super::panes::viewport::{Wish, scene_keys};
use super::panes::{gesture, objects, tree_keys};
use super::preview::{Act, Preview, suggestion};
use super::theme::{self, Look};

/// The plan that deletes what is selected.
const DELETE: &str = "delete";
/// How far a nudge goes, as a share of a square of the grid.
const NUDGE: f32 = 0.125;
/// An eighth of a turn, in degrees.
const EIGHTH: f32 = 45.0;

/// Whether a command can be run now.
pub(super) fn enabled(window: &Window, command: Command) -> bool {
    let doc = window.session.doc();
    let selected = doc.is_some_and(|d| !d.selection.is_empty());
    let plan = |key| selected && doc.is_some_and(|d| gesture::plan(d, key).is_some());
    let history = doc.map(|d| d.file.document.history());
    match command {
        Command::Open
        | Command::AddFolder
        | Command::Quit
        | Command::SwitchLook
        | Command::Hints
        | Command::Larger
        | Command::Smaller
        | Command::NormalSize
        | Command::Palette
        | Command::CheatSheet
        | Command::About => true,
        Command::Save => {
            let wanted = |d: &super::doc::Doc| d.file.document.is_modified() || d.file.path().is_none();
            !window.session.safety.is_saving() && doc.is_some_and(wanted)
        }
        Command::SaveAs => !window.session.safety.is_saving() && doc.is_some(),
        Command::Recover => window.session.safety.has_offers(),
        Command::Backups | Command::AskBeforeSaving => true,
        Command::Undo => history.is_some_and(|h| h.position() > 0),
        Command::Redo => history.is_some_and(|h| h.position() < h.len()),
        Command::Copy | Command::CopiesInRow => selected,
        Command::Cut => plan(DELETE),
        Command::Paste | Command::PasteInView => doc.is_some_and(|d| d.file.document.game().clipboard.is_some()),
        Command::Duplicate => plan(gesture::DUPLICATE),
        Command::Delete => plan(DELETE),
        Command::TurnLeft | Command::TurnRight => plan(gesture::ROTATE),
        Command::Nudge(_) => plan(gesture::MOVE),
        Command::SelectSimilar | Command::Focus | Command::Hide | Command::Isolate | Command::Lock => selected,
        Command::ShowAll => doc.is_some_and(|d| !d.hidden.is_empty()),
        Command::UnlockAll => doc.is_some_and(|d| !d.locked.is_empty()),
        Command::NextDocument | Command::SideBySide => window.session.docs.len() > 1,
        Command::OpenBeside => doc.is_some(),
        Command::PreviewPlay => doc.is_some_and(|d| d.file.document.game().preview.is_some()),
        Command::PreviewStep | Command::PreviewStepBack | Command::PreviewUse | Command::PreviewFile(_) => {
            doc.is_some_and(|d| d.preview.is_some())
        }
        Command::PreviewTake | Command::PreviewAim => doc.and_then(|d| d.running()).is_some_and(Preview::carries),
        Command::Make(form) => doc.is_some_and(|d| d.file.forms().iter().any(|f| f.key == form)),
        Command::Export => doc.is_some_and(|d| exchange(d.file.document.game().key).is_some()),
        Command::Import => {
            doc.is_some_and(|d| exchange(d.file.document.game().key).is_some_and(|way| way.import.is_some()))
        }
        Command::Pack | Command::PackChanges => doc.is_some_and(|d| making::packs(d).is_some()),
        Command::AsOpened => history.is_some_and(|h| h.position() > 0),
        Command::Rename => doc.is_some_and(|d| d.file.document.game().scripts.is_some()),
        Command::Bookmark(view) => doc.is_some_and(|d| d.bookmarks.camera(d.level, view).is_some()),
        Command::ShowChanges
        | Command::KeepView(_)
        | Command::Measure
        | Command::CompareFile
        | Command::Close
        | Command::SelectAll
        | Command::SelectByQuery
        | Command::SelectNone
        | Command::FocusAll
        | Command::Top
        | Command::Perspective
        | Command::NextColouring
        | Command::Textures
        | Command::Grid
        | Command::Labels
        | Command::NextArrows
        | Command::Find
        | Command::Tree
        | Command::Show(_)
        | Command::ResetLayout => doc.is_some(),
    }
}

/// Runs a command.
pub(super) fn run(window: &mut Window, ctx: &egui::Context, command: Command) {
    if !enabled(window, command) {
        return;
    }
    match command {
        Command::Open => window.chooser.open(ctx),
        Command::AddFolder => window.chooser.folder(ctx),
        Command::Save => window.save(ctx, window.session.active, After::Nothing),
        Command::SaveAs => window.save_as(ctx, window.session.active, After::Nothing),
        Command::ShowChanges => window.session.show_changes(),
        Command::AskBeforeSaving => {
            let wanted = !window.session.preferences.show_changes;
            window.session.preferences.show_changes = wanted;
            window.session.messages.say(Tone::Good, super::texts::saving::asks(wanted));
        }
        Command::Backups => window.session.show_backups(),
        Command::Recover => window.session.offer(),
        Command::Close => window.session.close(window.session.active, After::Close),
        Command::Quit => window.quit(),
        Command::Undo => window.session.travel(Travel::Undo),
        Command::Redo => window.session.travel(Travel::Redo),
        Command::CompareFile => {
            dock::show(&mut window.layout, dock::Pane::Compare);
            window.comparing = true;
            window.chooser.open(ctx);
        }
        Command::Copy => {
            copy(window, ctx);
        }
        Command::Cut => {
            if copy(window, ctx) {
                run(window, ctx, Command::Delete);
            }
        }
        Command::Paste | Command::PasteInView => paste(window, ctx, command),
        Command::CopiesInRow => {
            let row = window.session.doc().and_then(clipboard::row_of).map(clipboard::Asked::Row);
            window.session.dialog = row.map(|row| Dialog::Clipboard(Box::new(row)));
        }
        Command::Duplicate => window.session.run_by_key(gesture::DUPLICATE, |d| {
            let step = d.caches.scene.scene().grid_step.max(0.25) * 0.5;
            gesture::move_arguments(d, glam::Vec3::new(step, -step, 0.0))
        }),
        Command::Delete => super::deleting::begin(&mut window.session),
        Command::TurnLeft => window.session.run_by_key(gesture::ROTATE, |d| gesture::turn_arguments(d, EIGHTH)),
        Command::TurnRight => window.session.run_by_key(gesture::ROTATE, |d| gesture::turn_arguments(d, -EIGHTH)),
        Command::Nudge(way) => window.session.run_by_key(gesture::MOVE, |d| {
            let step = d.caches.scene.scene().grid_step.max(0.25) * NUDGE;
            gesture::move_arguments(d, way.direction() * step)
        }),
        Command::Make(_) | Command::Export | Command::Import | Command::Pack | Command::PackChanges => {
            making::begin(window, ctx, command);
        }
        Command::AsOpened => {
            window.session.travel(Travel::Jump(0));
            window.session.messages.say(Tone::Good, super::texts::making::AS_OPENED);
        }
        Command::Rename => super::scripts::ask_name(&mut window.session),
        Command::SelectByQuery => super::select_query::begin(&mut window.session),
        Command::SelectAll | Command::SelectSimilar => select(window, command == Command::SelectSimilar),
        Command::SelectNone => {
            if let Some(doc) = window.session.doc_mut()
                && doc.caches.scene.view.measure.take().is_some()
            {
                return ctx.request_repaint();
            }
            let armed = window.session.doc().is_some_and(|d| d.armed.is_some());
            let picking = window.session.doc().is_some_and(|d| d.picking.is_some());
            let intent = if picking {
                Intent::Pick(None)
            } else if armed {
                Intent::Arm(None)
            } else {
                Intent::Select(Vec::new(), How::Replace)
            };
            window.session.carry_out(intent);
        }
        Command::Hide | Command::Isolate | Command::ShowAll | Command::Lock | Command::UnlockAll => {
            marks(window, command);
        }
        Command::Tree => {
            window.show_pane(dock::Pane::Objects);
            let id = tree_keys::tree_id(window.session.halves.focus());
            ctx.memory_mut(|m| m.request_focus(id));
        }
        Command::Find => {
            window.show_pane(dock::Pane::Objects);
            let id = objects::filter_id(window.session.halves.focus());
            ctx.memory_mut(|m| m.request_focus(id));
        }
        Command::Focus | Command::FocusAll => {
            if let Some(doc) = window.session.doc_mut() {
                doc.eye.wish = Some(if command == Command::Focus { Wish::Selection } else { Wish::Everything });
                doc.reveal = doc.selection.last().filter(|_| command == Command::Focus);
            }
        }
        Command::Bookmark(view) => {
            if let Some(doc) = window.session.doc_mut()
                && let Some(camera) = doc.bookmarks.camera(doc.level, view)
            {
                doc.eye.above = matches!(camera, Camera::Top(_));
                doc.eye.set(camera);
            }
        }
        Command::KeepView(view) => bookmarks::keep(&mut window.session, view),
        Command::Top
        | Command::Perspective
        | Command::NextColouring
        | Command::Textures
        | Command::Grid
        | Command::Labels
        | Command::NextArrows => {
            look(window, command);
        }
        Command::NextDocument => {
            window.session.active = (window.session.active + 1) % window.session.docs.len().max(1);
        }
        Command::SideBySide => window.session.split(),
        Command::Measure => {
            if let Some(doc) = window.session.doc_mut() {
                let measure = &mut doc.caches.scene.view.measure;
                *measure = if measure.is_some() { None } else { Some(Measure::default()) };
            }
        }
        Command::Hints => {
            let hints = &mut window.session.preferences.hints;
            *hints = !*hints;
            window.session.messages.say(Tone::Good, super::texts::hints::shown(*hints));
        }
        Command::OpenBeside => {
            window.session.halves.wait(Some(window.session.active));
            window.chooser.open(ctx);
        }
        Command::SwitchLook => {
            let look = &mut window.session.preferences.look;
            *look = if *look == Look::Dark { Look::Light } else { Look::Dark };
        }
        Command::Larger | Command::Smaller | Command::NormalSize => {
            let scale = &mut window.session.preferences.scale;
            *scale = match command {
                Command::Larger => theme::SCALES.into_iter().find(|s| *s > *scale + 0.01).unwrap_or(*scale),
                Command::Smaller => theme::SCALES.into_iter().rev().find(|s| *s < *scale - 0.01).unwrap_or(*scale),
                _ => 1.0,
            };
        }
        Command::PreviewPlay | Command::PreviewStep | Command::PreviewStepBack => preview(window, command),
        Command::PreviewFile(what) => {
            let name = window.session.doc().map(|doc| doc.name()).unwrap_or_default();
            window.chooser.preview(ctx, what, &suggestion(what, &name));
        }
        // With the right button the same key flies the camera.
        Command::PreviewUse | Command::PreviewTake if ctx.input(|i| i.pointer.secondary_down()) => {}
        Command::PreviewUse => window.session.carry_out(Intent::Preview(Act::Use)),
        Command::PreviewTake => window.session.carry_out(Intent::Preview(Act::Take)),
        Command::PreviewAim => window.session.carry_out(Intent::Preview(Act::Aim)),
        Command::Show(pane) => window.show_pane(pane),
        Command::ResetLayout if window.session.halves.shown().is_some() => {
            *window.layout_mut() = half_layout();
        }
        Command::ResetLayout => window.layout = dock::default_layout(),
        Command::Palette => window.palette = Some(Palette::default()),
        Command::CheatSheet => window.session.dialog = Some(Dialog::CheatSheet),
        Command::About => window.session.dialog = Some(Dialog::About),
    }
    ctx.request_repaint();
}

/// Copies what is selected as text. Whether it did.
fn copy(window: &mut Window, ctx: &egui::Context) -> bool {
    let Some(doc) = window.session.doc() else { return false };
    match clipboard::copied(doc) {
        Ok(text) => {
            let count = doc.selection.len();
            ctx.copy_text(text);
            window.session.messages.say(Tone::Good, super::texts::clipboard::copied(count));
            true
        }
        Err(refusal) => {
            window.session.messages.say(Tone::Bad, refusal.to_string());
            false
        }
    }
}

/// Pastes what the keys brought; from a menu, the system is asked for the clipboard first.
fn paste(window: &mut Window, ctx: &egui::Context, command: Command) {
    let text = ctx.input(|i| {
        i.events.iter().find_map(|event| match event {
            egui::Event::Paste(text) => Some(text.clone()),
            _ => None,
        })
    });
    let asked = egui::Id::new("paste in view");
    let Some(text) = text else {
        ctx.data_mut(|d| d.insert_temp(asked, command == Command::PasteInView));
        return ctx.send_viewport_cmd(egui::ViewportCommand::RequestPaste);
    };
    let in_view: bool = ctx.data_mut(|d| d.remove_temp(asked)).unwrap_or(false);
    let place =
        if in_view || command == Command::PasteInView { clipboard::Where::InView } else { clipboard::Where::InPlace };
    window.session.carry_out(Intent::Paste(text, place));
}

/// Selects what the tree's filter lets through, or all of the kinds that are selected.
fn select(window: &mut Window, similar: bool) {
    let Some(doc) = window.session.doc_mut() else { return };
    let all = doc.objects(doc.level);
    let mut caches = std::mem::take(&mut doc.caches);
    let filtered = caches.filtered(doc);
    doc.caches = caches;
    let kinds: Vec<&str> = doc.selection.all().iter().filter_map(|id| all.by_id(*id)).map(|o| o.kind.key).collect();
    let wanted = |(at, o): &(u32, &Object)| if similar { kinds.contains(&o.kind.key) } else { filtered.passes(*at) };
    let found = (0u32..).zip(all.all()).filter(wanted).map(|(_, o)| o);
    let ids = found.filter(|o| !doc.locked.contains(&o.id.node)).map(|o| o.id).collect();
    doc.selection.change(ids, How::Replace);
}

fn preview(window: &mut Window, command: Command) {
    let playing = window.session.doc().and_then(|d| d.preview.as_ref()).map(|p| p.playing());
    let act = match command {
        Command::PreviewStep => Act::Step,
        Command::PreviewStepBack => Act::StepBack,
        _ => Act::Play(playing != Some(true)),
    };
    if playing.is_none() {
        window.session.carry_out(Intent::Preview(Act::Start));
    }
    window.session.carry_out(Intent::Preview(act));
}

fn marks(window: &mut Window, command: Command) {
    let Some(doc) = window.session.doc_mut() else { return };
    let selected = doc.selection.nodes();
    match command {
        Command::Hide => doc.hidden.extend(selected),
        Command::Isolate => {
            let all = doc.objects(doc.level);
            // What the scene draws for a selected thing stays, whichever object it counts to.
            let kept: BTreeSet<_> = selected.iter().flat_map(|n| scene_keys(&all, *n)).collect();
            let goes = |n: &NodeId| !scene_keys(&all, *n).any(|key| kept.contains(&key));
            doc.hidden = all.all().iter().map(|o| o.id.node).filter(goes).collect();
        }
        Command::ShowAll => doc.hidden.clear(),
        Command::Lock => doc.locked.extend(selected),
        _ => doc.locked.clear(),
    }
    doc.marks += 1;
}

fn look(window: &mut Window, command: Command) {
    let Some(doc) = window.session.doc_mut() else { return };
    let eye = &mut doc.eye;
    match command {
        Command::Top => eye.above = true,
        Command::Perspective => eye.above = false,
        Command::Grid => eye.overlays.grid = !eye.overlays.grid,
        Command::Labels => eye.labels = !eye.labels,
        Command::Textures => eye.textures = !eye.textures,
        Command::NextArrows => eye.arrows = eye.arrows.next(),
        _ => {
            let next = (eye.colouring.index() + 1) % Colouring::COUNT;
            eye.colouring = Colouring::ALL.get(next).copied().unwrap_or_default();
        }
    }
}
