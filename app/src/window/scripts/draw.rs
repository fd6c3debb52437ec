//! The pane: the files and functions, the text with its lines numbered and its words coloured, and what the word at the
//! cursor means.

use std::sync::Arc;

use egui::text::{CCursor, CCursorRange, LayoutJob, TextFormat};
use egui::{Key, Modifiers, RichText, TextEdit, TextStyle, WidgetType, pos2, vec2};
use levelwright_model::scripting::{Mention, Paint, Run, ScriptFile, Scripts, Spot};

use super::editor::{Buffer, line_and_column, line_start, shown_at};
use super::{Act, ScriptView, is_file, spec, stored};
use crate::window::doc::Doc;
use crate::window::intent::Intent;
use crate::window::panes::{empty, name};
use crate::window::texts::scripts as texts;
use crate::window::theme;

/// A burst of typing ends when nothing was typed for so long, in seconds: then it becomes a step of the history.
const BURST: f64 = 1.0;
/// The widest list of files and functions, in points.
const LIST: f32 = 190.0;
/// Between a line's number and the text, in points.
const GUTTER: f32 = 10.0;

/// Where the cursor of the text is kept.
pub fn text_id(half: crate::window::halves::Half) -> egui::Id {
    egui::Id::new(("script text", half))
}

fn wish(out: &mut Vec<Intent>, act: Act) {
    out.push(Intent::Script(act));
}

/// Draws the pane.
pub fn show(ui: &mut egui::Ui, doc: &Doc, view: &mut ScriptView, out: &mut Vec<Intent>) {
    view.frame = ui.ctx().cumulative_frame_nr();
    let Some(scripts) = view.scripts(doc) else {
        empty(ui, texts::NEVER, "");
        return;
    };
    follow(doc, view, &scripts);
    let Some(file) = view.file.and_then(|node| scripts.file(node)) else {
        empty(ui, texts::NONE, texts::NONE_HINT);
        return;
    };
    load(doc, view, file);
    bar(ui, view, &scripts, file, out);
    let strip = ui.text_style_height(&TextStyle::Body) + 2.0 * theme::GAP;
    let height = (ui.available_height() - strip).max(40.0);
    let size = vec2(ui.available_width(), height);
    ui.allocate_ui_with_layout(size, egui::Layout::top_down(egui::Align::Min), |ui| {
        text(ui, doc, view, &scripts, file, out);
    });
    meaning(ui, doc, view, &scripts, file, out);
}

/// Follows the selection; shows the first file if none is shown.
fn follow(doc: &Doc, view: &mut ScriptView, scripts: &Scripts) {
    let selected = doc.selection.last();
    if selected != view.selected {
        view.selected = selected;
        let objects = doc.objects(doc.level);
        let object = selected.and_then(|id| objects.by_id(id)).filter(|object| is_file(doc, object));
        if let Some(object) = object.filter(|object| view.file != Some(object.id.node)) {
            view.file = Some(object.id.node);
            view.wanted = Some(1);
        }
    }
    if view.file.is_none_or(|node| scripts.file(node).is_none()) {
        view.file = scripts.files.first().map(|file| file.node);
    }
}

/// Brings the text up to date with the document.
fn load(doc: &Doc, view: &mut ScriptView, file: &ScriptFile) {
    let Some(stored) = stored(doc, file.node) else { return };
    if view.of == Some(file.node) {
        if view.buffer.stored() == stored {
            view.buffer.settle();
        }
        if view.buffer.is_of(&stored) {
            return;
        }
    }
    view.buffer = Buffer::new(&stored);
    view.of = Some(file.node);
    view.refused = None;
}

/// The files, the functions of the file, and the way back.
fn bar(ui: &mut egui::Ui, view: &mut ScriptView, scripts: &Scripts, file: &ScriptFile, out: &mut Vec<Intent>) {
    ui.horizontal(|ui| {
        let can = !view.trail.is_empty();
        let back = ui.add_enabled(can, egui::Button::new(texts::BACK)).on_hover_text(texts::BACK_HELP);
        if back.clicked() {
            wish(out, Act::Back);
        }
        // Each list is as much wider as its arrow and its margins.
        let around = 2.0 * ui.spacing().button_padding.x + ui.spacing().icon_width + ui.spacing().item_spacing.x;
        let width = (ui.available_width() / 2.0 - around).clamp(60.0, LIST);
        let combo = egui::ComboBox::from_id_salt("script file").width(width).truncate().selected_text(&file.name);
        let combo = combo.height(360.0).show_ui(ui, |ui| {
            for other in &scripts.files {
                let trouble = if other.marks.is_empty() { String::new() } else { format!("  ({})", other.marks.len()) };
                let label = format!("{}{trouble}", other.name);
                if ui.selectable_label(other.node == file.node, label).clicked() {
                    wish(out, Act::Show(Spot { node: other.node, line: 1 }));
                }
            }
        });
        listed(ui, &combo.response, texts::FILE, &file.name);
        let combo = egui::ComboBox::from_id_salt("functions").width(width).truncate().selected_text(texts::FUNCTIONS);
        let combo = combo.height(360.0).show_ui(ui, |ui| {
            for (function, spot) in scripts.functions.iter().filter(|(_, spot)| spot.node == file.node) {
                if ui.selectable_label(false, function).clicked() {
                    wish(out, Act::Show(*spot));
                }
            }
        });
        listed(ui, &combo.response, texts::FUNCTIONS, "");
        combo.response.on_hover_text(texts::FUNCTIONS_HELP);
    });
}

fn listed(ui: &egui::Ui, response: &egui::Response, label: &str, value: &str) {
    let enabled = ui.is_enabled();
    response.widget_info(|| {
        let mut info = egui::WidgetInfo::labeled(WidgetType::ComboBox, enabled, label);
        info.current_text_value = Some(value.to_owned());
        info
    });
}

/// The text itself.
fn text(
    ui: &mut egui::Ui,
    doc: &Doc,
    view: &mut ScriptView,
    scripts: &Scripts,
    file: &ScriptFile,
    out: &mut Vec<Intent>,
) {
    let id = text_id(doc.half);
    let writable = doc.file.document.read_only().is_none();
    let font = TextStyle::Monospace.resolve(ui.style());
    let lines = view.buffer.shown.matches('\n').count() + 1;
    let digits = lines.to_string().len().max(3);
    let letter = ui.ctx().fonts_mut(|fonts| fonts.glyph_width(&font, '0'));
    let gutter = letter * digits as f32 + 2.0 * GUTTER;
    let wanted = view.wanted.take();
    if let Some(line) = wanted {
        let at = CCursor::new(line_start(&view.buffer.shown, line as usize));
        let mut state = TextEdit::load_state(ui.ctx(), id).unwrap_or_default();
        state.cursor.set_char_range(Some(CCursorRange::one(at)));
        state.store(ui.ctx(), id);
        ui.memory_mut(|m| m.request_focus(id));
    }
    let before = view.buffer.shown.clone();
    let paint = spec(doc).map(|spec| spec.paint);
    let mut layouter = |ui: &egui::Ui, text: &dyn egui::TextBuffer, _wrap: f32| {
        let bytes: Vec<u8> = text.as_str().chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect();
        let runs = paint.map(|paint| paint(scripts, &bytes)).unwrap_or_default();
        let job = coloured(ui, text.as_str(), &runs);
        ui.fonts_mut(|fonts| fonts.layout_job(job))
    };
    let area = egui::ScrollArea::both().id_salt(("script", file.node)).auto_shrink([false, false]);
    area.show(ui, |ui| {
        let mut fixed: &str = &before;
        let edit = if writable { TextEdit::multiline(&mut view.buffer.shown) } else { TextEdit::multiline(&mut fixed) };
        let rows = (ui.available_height() / ui.text_style_height(&TextStyle::Monospace)) as usize;
        let left = gutter.min(f32::from(i8::MAX)) as i8;
        let margin = egui::Margin { left, right: 8, top: 2, bottom: 2 };
        let edit = edit.id(id).code_editor().layouter(&mut layouter);
        let edit = edit.frame(egui::Frame::NONE.inner_margin(margin));
        let edit = edit.desired_width(f32::INFINITY).desired_rows(rows.saturating_sub(1)).show(ui);
        let response = edit.response.response;
        name(&response, WidgetType::TextEdit, texts::TEXT);
        if response.changed() && view.buffer.shown != before {
            view.buffer.follow(&before);
            view.typed = ui.input(|i| i.time);
        }
        if let Some(range) = edit.cursor_range {
            view.cursor = range.primary.index.into();
        }
        let place = edit.galley_pos.to_vec2();
        if wanted.is_some() {
            let at = edit.galley.pos_from_cursor(CCursor::new(view.cursor)).translate(place);
            ui.scroll_to_rect(at, Some(egui::Align::Center));
        }
        if !view.buffer.is_dirty() {
            underline(ui, view, file, &edit.galley, edit.galley_pos);
        }
        numbers(ui, file, &edit.galley, edit.galley_pos, gutter, view.line());
        pointer(ui, doc, view, scripts, &response, (&edit.galley, edit.galley_pos), out);
        settle(ui, view, &response, out);
    });
}

/// Takes over what was typed when the person leaves, or pauses.
fn settle(ui: &egui::Ui, view: &ScriptView, response: &egui::Response, out: &mut Vec<Intent>) {
    let Some((node, text)) = view.pending() else { return };
    let left = view.typed + BURST - ui.input(|i| i.time);
    if response.lost_focus() || !response.has_focus() || left <= 0.0 {
        wish(out, Act::Write(node, text));
    } else {
        ui.ctx().request_repaint_after(std::time::Duration::from_secs_f64(left.max(0.01)));
    }
}

/// What mouse and keys mean beyond editing: along a word, and its menu.
fn pointer(
    ui: &egui::Ui,
    doc: &Doc,
    view: &mut ScriptView,
    scripts: &Scripts,
    response: &egui::Response,
    (galley, place): (&Arc<egui::Galley>, egui::Pos2),
    out: &mut Vec<Intent>,
) {
    let under = |at: egui::Pos2| usize::from(galley.cursor_from_pos(at - place).index);
    let pressed = response.interact_pointer_pos();
    if let Some(at) = pressed.filter(|_| response.clicked() && ui.input(|i| i.modifiers.command))
        && let Some(mention) = view.mention_at(scripts, under(at))
    {
        go(doc, mention, out);
    }
    if let Some(at) = pressed.filter(|_| response.secondary_clicked()) {
        view.cursor = under(at);
    }
    let mention = view.at_cursor(scripts).cloned();
    if response.has_focus()
        && let Some(mention) = &mention
        && ui.input_mut(|i| i.consume_key(Modifiers::NONE, Key::F12))
    {
        go(doc, mention, out);
    }
    response.context_menu(|ui| match &mention {
        None => {
            ui.label(RichText::new(texts::PLAIN).color(theme::of(ui).weak));
        }
        Some(mention) => {
            ui.label(RichText::new(texts::names(mention.name.sort, &mention.name.text)).strong());
            if let Some(goal) = goal(doc, scripts, mention)
                && ui.button(texts::go(&goal)).on_hover_text(texts::GO_HELP).clicked()
            {
                go(doc, mention, out);
                ui.close();
            }
            let writable = doc.file.document.read_only().is_none();
            let rename = ui.add_enabled(mention.renames && writable, egui::Button::new(texts::RENAME));
            if rename.on_hover_text(texts::RENAME_HELP).clicked() {
                wish(out, Act::Rename(mention.name.clone()));
                ui.close();
            }
        }
    });
}

/// Goes to what a word names.
fn go(doc: &Doc, mention: &Mention, out: &mut Vec<Intent>) {
    if let Some(spot) = mention.defined {
        return wish(out, Act::Show(spot));
    }
    let objects = doc.objects(doc.level);
    let level = doc.file.document.state().level(doc.level);
    let owner = |level| mention.records.first().and_then(|node| objects.owner(level, node.number));
    out.extend(level.and_then(owner).map(|object| Intent::GoTo(object.id)));
}

/// Where that is, in words.
fn goal(doc: &Doc, scripts: &Scripts, mention: &Mention) -> Option<String> {
    if let Some(spot) = mention.defined {
        return Some(texts::spot(&scripts.file(spot.node)?.name, spot.line));
    }
    let level = doc.file.document.state().level(doc.level)?;
    let objects = doc.objects(doc.level);
    let object = objects.owner(level, mention.records.first()?.number)?;
    Some(object.name.clone())
}

/// Marks what is wrong.
fn underline(ui: &egui::Ui, view: &ScriptView, file: &ScriptFile, galley: &egui::Galley, place: egui::Pos2) {
    let colour = theme::of(ui).error;
    for mark in &file.marks {
        let (from, to) = (mark.bytes.start, mark.bytes.end.max(mark.bytes.start + 1));
        let at = |at: usize| galley.pos_from_cursor(CCursor::new(shown_at(view.buffer.stored(), at)));
        let (start, mut end) = (at(from), at(to));
        if end.top() > start.top() {
            end = start.translate(vec2(ui.text_style_height(&TextStyle::Monospace), 0.0));
        }
        let line = [start.left_bottom(), pos2(end.right(), start.bottom())].map(|p| p + place.to_vec2());
        ui.painter().line_segment(line, egui::Stroke::new(1.5, colour));
    }
}

/// The numbers of the lines that are in sight, and marks beside those with something wrong. They stay at the left edge.
fn numbers(ui: &egui::Ui, file: &ScriptFile, galley: &egui::Galley, place: egui::Pos2, width: f32, here: usize) {
    let c = theme::of(ui);
    let clip = ui.clip_rect();
    let left = clip.left();
    let strip = egui::Rect::from_min_max(clip.left_top(), pos2(left + width - GUTTER * 0.5, clip.bottom()));
    ui.painter().rect_filled(strip, 0.0, c.bar);
    let font = TextStyle::Monospace.resolve(ui.style());
    let first = galley.rows.partition_point(|row| row.pos.y + row.row.size.y + place.y < clip.top());
    for (at, row) in galley.rows.iter().enumerate().skip(first) {
        let y = row.pos.y + place.y;
        if y > clip.bottom() {
            break;
        }
        let number = at + 1;
        let wrong: Vec<&str> =
            file.marks.iter().filter(|m| m.line as usize == number).map(|m| m.message.as_str()).collect();
        let colour = match (wrong.is_empty(), number == here) {
            (false, _) => c.error,
            (true, true) => c.strong,
            (true, false) => c.weak,
        };
        let corner = pos2(left + width - GUTTER, y);
        ui.painter().text(corner, egui::Align2::RIGHT_TOP, number, font.clone(), colour);
        if !wrong.is_empty() {
            let line = egui::Rect::from_min_size(pos2(left, y), vec2(width, row.row.size.y));
            ui.painter().circle_filled(pos2(left + GUTTER * 0.5, line.center().y), 3.0, c.error);
            let text = texts::mark(u32::try_from(number).unwrap_or(u32::MAX), &wrong.join("; "));
            let mark = ui.interact(line, ui.id().with(("mark", number)), egui::Sense::hover());
            name(&mark, WidgetType::Label, &text);
            mark.on_hover_text(text);
        }
    }
}

/// Where the cursor is, what the word there means, and what is wrong.
fn meaning(
    ui: &mut egui::Ui,
    doc: &Doc,
    view: &mut ScriptView,
    scripts: &Scripts,
    file: &ScriptFile,
    out: &mut Vec<Intent>,
) {
    let c = theme::of(ui);
    let mention = view.at_cursor(scripts);
    let writable = doc.file.document.read_only().is_none();
    let (line, column) = line_and_column(&view.buffer.shown, view.cursor);
    ui.horizontal(|ui| {
        ui.label(RichText::new(texts::line(line, column)).color(c.weak));
        ui.separator();
        match mention {
            Some(mention) => {
                ui.label(RichText::new(texts::names(mention.name.sort, &mention.name.text)).color(c.strong));
                if let Some(goal) = goal(doc, scripts, mention) {
                    let button = egui::Button::new(RichText::new(texts::go(&goal)).color(c.accent));
                    if ui.add(button).on_hover_text(texts::GO_HELP).clicked() {
                        go(doc, mention, out);
                    }
                }
                let rename = ui.add_enabled(mention.renames && writable, egui::Button::new(texts::RENAME));
                if rename.on_hover_text(texts::RENAME_HELP).clicked() {
                    wish(out, Act::Rename(mention.name.clone()));
                }
            }
            None => {
                let here = file.marks.iter().find(|mark| mark.line as usize == line && !view.buffer.is_dirty());
                let (text, colour) = match here {
                    Some(mark) => (mark.message.as_str(), c.error),
                    None => (texts::PLAIN, c.weak),
                };
                ui.add(egui::Label::new(RichText::new(text).color(colour)).truncate());
            }
        }
        ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
            if file.marks.is_empty() {
                return;
            }
            let next = ui.button(texts::NEXT).on_hover_text(texts::NEXT_HELP);
            if next.clicked() {
                let after = file.marks.iter().find(|mark| mark.line as usize > line).or(file.marks.first());
                if let Some(mark) = after {
                    view.wanted = Some(mark.line);
                    ui.ctx().request_repaint();
                }
            }
            ui.label(RichText::new(texts::problems(file.marks.len())).color(c.error));
        });
    });
}

/// The text in its colours. Runs count characters.
fn coloured(ui: &egui::Ui, text: &str, runs: &[Run]) -> LayoutJob {
    let c = theme::of(ui);
    let font = TextStyle::Monospace.resolve(ui.style());
    let mut job = LayoutJob { text: text.to_owned(), ..LayoutJob::default() };
    job.wrap.max_width = f32::INFINITY;
    let ascii = text.is_ascii();
    let mut places: Vec<usize> = Vec::new();
    if !ascii {
        places.extend(text.char_indices().map(|(at, _)| at).chain([text.len()]));
    }
    let byte = |at: usize| if ascii { at.min(text.len()) } else { places.get(at).copied().unwrap_or(text.len()) };
    let mut at = 0;
    let mut section = |from: usize, to: usize, colour| {
        if to > from {
            let format = TextFormat { font_id: font.clone(), color: colour, ..TextFormat::default() };
            let byte_range = egui::text::ByteIndex(from)..egui::text::ByteIndex(to);
            job.sections.push(egui::text::LayoutSection { leading_space: 0.0, byte_range, format });
        }
    };
    for run in runs {
        let (from, to) = (byte(run.from), byte(run.to));
        section(at, from, c.text);
        section(from, to, colour(c, run.paint));
        at = to;
    }
    section(at, text.len(), c.text);
    job
}

fn colour(c: &theme::Colours, paint: Paint) -> egui::Color32 {
    let [keyword, function, built_in, variable, number, text, comment] = c.script;
    match paint {
        Paint::Keyword => keyword,
        Paint::Function => function,
        Paint::BuiltIn => built_in,
        Paint::Variable => variable,
        Paint::Number => number,
        Paint::Text => text,
        Paint::Comment => comment,
    }
}
