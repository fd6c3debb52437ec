//! A field that names a function of a script: functions are offered while it is written, and where the function is defined
//! is told and a click away.

use std::collections::BTreeMap;
use std::sync::Arc;

use egui::{Key, Modifiers, RichText, WidgetType, vec2};
use levelwright_model::document::NodeId;
use levelwright_model::scripting::{Scripts, Spot};

use crate::window::doc::Doc;
use crate::window::intent::Intent;
use crate::window::panes::name;
use crate::window::panes::sheet::{Row, Sheet};
use crate::window::scripts::{self, Act, ScriptView};
use crate::window::texts::scripts as texts;
use crate::window::theme;

/// So many functions are offered at once.
const MOST: usize = 8;

/// The functions that the fields of a sheet name.
#[derive(Clone, Debug)]
pub struct Known {
    scripts: Arc<Scripts>,
    called: Arc<BTreeMap<(NodeId, &'static str), String>>,
}

/// A field that names a function.
#[derive(Clone, Debug)]
pub(super) struct Called {
    scripts: Arc<Scripts>,
    function: String,
}

fn known_id() -> egui::Id {
    egui::Id::new("functions that fields name")
}

/// Tells the fields that are drawn next which functions they name; nothing where there are no scripts.
pub fn tell(ui: &egui::Ui, doc: &Doc, sheet: &Sheet, view: &mut ScriptView) {
    let known = scripts::spec(doc).zip(view.scripts(doc)).filter(|(_, scripts)| !scripts.files.is_empty());
    let known = known.map(|(spec, scripts)| {
        let rows = sheet.groups.iter().flat_map(|group| &group.rows);
        let rows = rows.chain(sheet.lists.iter().flat_map(|list| &list.entries).flat_map(|entry| &entry.rows));
        let called = rows.filter_map(|row| {
            let node = *row.owners.first()?;
            let record = doc.state().level(node.level)?.record(node.number)?;
            Some(((node, row.field.name), (spec.called)(&record, row.field)?))
        });
        Known { scripts, called: Arc::new(called.collect()) }
    });
    ui.data_mut(|d| {
        d.remove::<Known>(known_id());
        if let Some(known) = known {
            d.insert_temp(known_id(), known);
        }
    });
}

/// What is known of a field.
pub(super) fn of(ui: &egui::Ui, row: &Row) -> Option<Called> {
    let known: Known = ui.data(|d| d.get_temp(known_id()))?;
    let node = *row.owners.first()?;
    let function = known.called.get(&(node, row.field.name))?.clone();
    Some(Called { scripts: known.scripts, function })
}

impl Called {
    /// The functions that hold what was typed, those that begin with it first. Nothing is offered where it is one already.
    fn offers(&self, typed: &str) -> Vec<&str> {
        let typed = typed.to_ascii_lowercase();
        let names = || self.scripts.functions.keys().map(String::as_str);
        if names().any(|own| own.eq_ignore_ascii_case(&typed)) {
            return Vec::new();
        }
        let begins = |own: &&str| own.to_ascii_lowercase().starts_with(&typed);
        let holds = |own: &&str| own.to_ascii_lowercase().contains(&typed) && !begins(own);
        names().filter(begins).chain(names().filter(holds)).collect()
    }

    /// Where the function is, or that it is nowhere.
    pub(super) fn goal(&self, ui: &mut egui::Ui, label: &str, out: &mut Vec<Intent>) {
        if self.function.is_empty() {
            return;
        }
        let c = theme::of(ui);
        let Some(spot) = self.scripts.functions.get(&self.function) else {
            let text = ui.add(egui::Label::new(RichText::new(texts::UNDEFINED).color(c.error).small()).truncate());
            name(&text, WidgetType::Label, &format!("{label}: {}", texts::UNDEFINED));
            return;
        };
        let Spot { node, line } = *spot;
        let file = self.scripts.file(node).map(|file| texts::spot(&file.name, line)).unwrap_or_default();
        let full = format!("{} {file}", crate::window::texts::GO_TO);
        let text = RichText::new(texts::go(&file)).color(c.accent);
        let button = ui.add(egui::Button::new(text).truncate()).on_hover_text(&full);
        name(&button, WidgetType::Button, &format!("{full} ({label})"));
        if button.clicked() {
            out.push(Intent::Script(Act::Show(*spot)));
        }
    }

    /// Offers functions under a field that is being written. Answers the one that was taken, and whether the pointer is on
    /// the offer: then the field only lends its focus.
    pub(super) fn offer(&self, ui: &egui::Ui, field: &egui::Response, typed: &str) -> (Option<String>, bool) {
        let id = field.id.with("functions");
        let list = self.offers(typed);
        let mut chosen: usize = ui.data(|d| d.get_temp(id)).unwrap_or(0);
        let mut taken = None;
        let mut on = false;
        if list.is_empty() {
            return (None, false);
        }
        chosen = chosen.min(list.len() - 1);
        let c = theme::of(ui);
        let place = field.rect.left_bottom() + vec2(0.0, 2.0);
        let area = egui::Area::new(id).order(egui::Order::Foreground).fixed_pos(place);
        let shown = area.show(ui.ctx(), |ui| {
            egui::Frame::popup(ui.style()).show(ui, |ui| {
                ui.set_max_width(280.0);
                ui.spacing_mut().item_spacing.y = 1.0;
                let first = (chosen + 1).saturating_sub(MOST);
                for (at, function) in list.iter().enumerate().skip(first).take(MOST) {
                    let row = ui.selectable_label(at == chosen, *function).on_hover_text(texts::OFFER_HELP);
                    if row.clicked() {
                        taken = Some((*function).to_owned());
                    }
                }
                let more = list.len().saturating_sub(first + MOST);
                if more > 0 {
                    ui.label(RichText::new(texts::more(more)).color(c.weak).small());
                }
                ui.label(RichText::new(texts::OFFER_KEYS).color(c.weak).small());
            });
        });
        on |= ui.input(|i| i.pointer.interact_pos()).is_some_and(|at| shown.response.rect.contains(at));
        ui.data_mut(|d| d.insert_temp(id, chosen));
        (taken, on)
    }

    /// The keys of the offer, before the field sees them: Tab takes what is chosen, the arrows choose.
    pub(super) fn keys(&self, ui: &egui::Ui, id: egui::Id, typed: &str) -> Option<String> {
        let list = self.offers(typed);
        let last = list.len().checked_sub(1)?;
        let id = id.with("functions");
        let mut chosen: usize = ui.data(|d| d.get_temp(id)).unwrap_or(0);
        let pressed = |key: Key| ui.input_mut(|i| i.consume_key(Modifiers::NONE, key));
        if pressed(Key::ArrowDown) {
            chosen = (chosen + 1).min(last);
        }
        if pressed(Key::ArrowUp) {
            chosen = chosen.min(last).saturating_sub(1);
        }
        ui.data_mut(|d| d.insert_temp(id, chosen));
        pressed(Key::Tab).then(|| list.get(chosen.min(last)).map(|own| (*own).to_owned()))?
    }
}
