//! Live values beside stored ones, in the inspector.

use egui::RichText;
use levelwright_model::document::NodeId;
use levelwright_model::preview::Reading;
use levelwright_model::record::{Field, Value};

use crate::window::change::Change;
use crate::window::doc::Doc;
use crate::window::intent::Intent;
use crate::window::texts::preview as texts;
use crate::window::{texts as all_texts, theme};

/// A live value of something that is selected.
#[derive(Debug)]
pub struct Line {
    /// What it is called.
    pub label: String,
    /// The stored value as people read it; empty where the value is not stored.
    pub stored: String,
    /// The live value as people read it.
    pub live: String,
    /// What applying it sets; `None` if it cannot be set or is the same.
    pub apply: Option<(NodeId, &'static Field, Value)>,
}

/// The live values of the object that was selected last.
pub fn lines(doc: &Doc) -> Vec<Line> {
    let (Some(preview), Some(id)) = (doc.running(), doc.selection.last()) else { return Vec::new() };
    let Some(level) = doc.file.document.state().level(preview.level) else { return Vec::new() };
    let objects = doc.objects(preview.level);
    let Some(object) = objects.by_id(id) else { return Vec::new() };
    let mut out = Vec::new();
    let moment = preview.moment();
    for live in moment.live.iter() {
        let Some(node) = moment.node(&live.subject, level) else { continue };
        let Some(part) = object.parts.iter().find(|part| part.node == node) else { continue };
        let field = object.fields(level, part).into_iter().find(|field| field.name == live.field);
        let value = match live.value {
            Reading::Int(number) => Value::Int(number.into()),
            Reading::Real(number) => Value::Real(number),
        };
        let stored = field.and_then(|field| level.record(node.number)?.get(field).ok());
        let Some((field, stored)) = field.zip(stored) else {
            let label = all_texts::sentence(&live.field.replace('_', " "));
            out.push(Line { label, stored: String::new(), live: live.value.to_string(), apply: None });
            continue;
        };
        let settable = field.fixed.is_empty()
            && doc.file.document.read_only().is_none()
            && !preview.stale(doc)
            && !stored.same(&value);
        out.push(Line {
            label: field.label_text(),
            stored: field.show(&stored),
            live: field.show(&value),
            apply: settable.then_some((node, field, value)),
        });
    }
    out
}

/// Draws them above the fields.
pub fn show(ui: &mut egui::Ui, doc: &Doc, out: &mut Vec<Intent>) {
    let Some(preview) = doc.running() else { return };
    let lines = lines(doc);
    if lines.is_empty() {
        return;
    }
    let c = theme::of(ui);
    ui.label(RichText::new(texts::live(preview.now())).color(c.preview).strong());
    for line in &lines {
        ui.horizontal_wrapped(|ui| {
            ui.label(all_texts::sentence(&line.label));
            if !line.stored.is_empty() {
                ui.label(RichText::new(&line.stored).color(c.weak));
                ui.label(RichText::new(texts::NOW).color(c.weak));
            }
            ui.label(RichText::new(&line.live).color(c.preview));
            if let Some((node, field, value)) = &line.apply
                && ui.small_button(texts::apply(&line.label)).clicked()
            {
                out.push(Intent::Set { fields: vec![(*node, *field)], change: Change::Value(value.clone()) });
            }
        });
    }
    ui.separator();
}
