//! The stored bytes of what was selected last, with the fields coloured.

use egui::{Align2, RichText, Sense, TextStyle, WidgetType, vec2};
use levelwright_model::document::Object;
use levelwright_model::record::Field;

use super::inspector::{self, Pointed};
use super::{Cache, empty, name};
use crate::window::doc::{Doc, StateKey};
use crate::window::{texts, theme};

/// The bytes of one part of an object.
#[derive(Debug)]
pub struct Dump {
    /// What it is.
    pub title: String,
    /// The bytes before the children and behind them.
    pub bytes: Vec<u8>,
    /// For each byte, the field it belongs to, as an index into `fields`.
    pub owner: Vec<Option<u16>>,
    /// Label and value of each field.
    pub fields: Vec<(String, String)>,
    /// Each field as the inspector names it.
    pub names: Vec<Pointed>,
}

/// Cached by state and selection.
pub type BytesCache = Cache<(StateKey, u64), Vec<Dump>>;

/// The dumps of the object selected last.
pub fn data(doc: &Doc) -> Vec<Dump> {
    let Some(id) = doc.selection.last() else { return Vec::new() };
    let objects = doc.objects(id.node.level);
    objects.by_id(id).map(|o| dumps(doc, o)).unwrap_or_default()
}

fn dumps(doc: &Doc, object: &Object) -> Vec<Dump> {
    let Some(level) = doc.state().level(object.id.node.level) else { return Vec::new() };
    let mut out = Vec::new();
    for part in &object.parts {
        let Some(record) = level.record(part.node.number) else { continue };
        let fields = object.fields(level, part);
        for (in_tail, bytes) in [(false, record.head()), (true, record.tail())] {
            if bytes.is_empty() {
                continue;
            }
            let mut dump = Dump {
                title: format!("{} {}", record.schema().label, record.position()),
                bytes: bytes.to_vec(),
                owner: vec![None; bytes.len()],
                fields: Vec::new(),
                names: Vec::new(),
            };
            if !part.name.is_empty() {
                dump.title = format!("{} · {}", part.name, dump.title);
            }
            if in_tail {
                dump.title.push_str(" · behind its children");
            }
            for field in fields.iter().filter(|f| f.in_tail == in_tail) {
                mark(&mut dump, part.name, field, record.layout(), || match record.get(field) {
                    Ok(value) => field.show(&value),
                    Err(error) => error.to_string(),
                });
            }
            out.push(dump);
        }
    }
    out
}

fn mark(dump: &mut Dump, part: &'static str, field: &'static Field, layout: u16, value: impl Fn() -> String) {
    let Ok(index) = u16::try_from(dump.fields.len()) else { return };
    let Some(place) = field.place_in(layout) else { return };
    let mut any = false;
    for (at, len) in place.spans() {
        for slot in dump.owner.iter_mut().skip(at).take(len) {
            *slot = Some(index);
            any = true;
        }
    }
    if any {
        dump.fields.push((field.label_text(), value()));
        dump.names.push(Pointed::at(part, field));
    }
}

const PER_ROW: usize = 16;
const BYTE: f32 = 21.0;
/// Width of the column of offsets.
const OFFSET: f32 = 38.0;

/// Draws the dumps.
pub fn show(ui: &mut egui::Ui, doc: &Doc, cache: &mut BytesCache) {
    let dumps = cache.get((doc.key(), doc.selection.stamp()), || data(doc));
    if dumps.is_empty() {
        empty(ui, texts::NOTHING_SELECTED, texts::SELECT_HINT);
        return;
    }
    egui::ScrollArea::both().id_salt("bytes").auto_shrink([false, false]).show(ui, |ui| {
        for dump in dumps.iter() {
            let c = theme::of(ui);
            ui.label(
                RichText::new(format!("{} · {}", dump.title, texts::count(dump.bytes.len(), "byte", "bytes")))
                    .color(c.weak),
            );
            grid(ui, dump);
            ui.add_space(theme::GAP);
        }
    });
}

fn grid(ui: &mut egui::Ui, dump: &Dump) {
    // As many as fit: narrow panes get rows of eight, very narrow ones of four.
    let fits = |count: &usize| OFFSET + BYTE * *count as f32 <= ui.available_width();
    let per_row = [PER_ROW, PER_ROW / 2].into_iter().find(fits).unwrap_or(PER_ROW / 4);
    let rows = dump.bytes.len().div_ceil(per_row);
    let height = 18.0;
    let size = vec2(OFFSET + BYTE * per_row as f32, height * rows as f32);
    let (rect, response) = ui.allocate_exact_size(size, Sense::hover());
    name(&response, WidgetType::Image, &format!("Bytes of {}", dump.title));
    let c = theme::of(ui);
    let painter = ui.painter();
    let font = TextStyle::Monospace.resolve(ui.style());
    let small = TextStyle::Small.resolve(ui.style());
    let spot = |at: usize| {
        let (row, column) = (at / per_row, at % per_row);
        let min = rect.min + vec2(OFFSET + BYTE * column as f32, height * row as f32);
        egui::Rect::from_min_size(min, vec2(BYTE, height))
    };
    let pointed = response.hover_pos().and_then(|p| (0..dump.bytes.len()).find(|at| spot(*at).contains(p)));
    let pointed_field = pointed.and_then(|at| dump.owner.get(at).copied().flatten());
    // The field under the pointer in the inspector shows its bytes as well.
    let told = || inspector::pointed(ui.ctx()).and_then(|p| dump.names.iter().position(|n| *n == p));
    let marked = pointed_field.or_else(|| told().and_then(|at| u16::try_from(at).ok()));
    for row in 0..rows {
        let y = rect.top() + height * (row as f32 + 0.5);
        let offset = format!("{:04x}", row * per_row);
        painter.text(egui::pos2(rect.left(), y), Align2::LEFT_CENTER, offset, small.clone(), c.weak);
    }
    for (at, byte) in dump.bytes.iter().enumerate() {
        let owner = dump.owner.get(at).copied().flatten();
        let cell = spot(at);
        if let Some(fill) = owner.and_then(|o| c.bytes.get(usize::from(o) % c.bytes.len())) {
            painter.rect_filled(cell.shrink2(vec2(0.0, 1.0)), 0.0, *fill);
        }
        if owner.is_some() && owner == marked {
            painter.rect_stroke(
                cell.shrink2(vec2(0.0, 1.0)),
                0.0,
                egui::Stroke::new(1.0, c.accent),
                egui::StrokeKind::Inside,
            );
        }
        let colour = if owner.is_some() { c.strong } else { c.weak };
        painter.text(cell.center(), Align2::CENTER_CENTER, format!("{byte:02x}"), font.clone(), colour);
    }
    if let Some(at) = pointed {
        response.on_hover_ui_at_pointer(|ui| {
            ui.label(format!("byte {at} (0x{at:x})"));
            match pointed_field.and_then(|f| dump.fields.get(usize::from(f))) {
                Some((label, value)) => ui.label(RichText::new(format!("{label}: {value}")).strong()),
                None => ui.label("no field of the tables: kept as it is"),
            };
        });
    }
}
