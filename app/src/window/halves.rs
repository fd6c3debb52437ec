//! Two documents next to each other, each with its own tree, viewport and inspector.
//!
//! The document in front ([`Session::active`]) is always in one of the halves: the one that has the focus. Bringing a
//! third document to the front puts it there.

use egui::{RichText, WidgetType, accesskit};
use egui_dock::{DockArea, DockState, NodeIndex};

use super::dock::Pane;
use super::intent::Intent;
use super::panes::{name, second};
use super::session::Session;
use super::{Viewer, Window, texts, theme};

/// A half of the window. It is part of the names by which a pane's controls are found again.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Half {
    /// The left one, or the whole window.
    #[default]
    First,
    /// The right one.
    Second,
}

impl Half {
    /// Both.
    pub const ALL: [Half; 2] = [Half::First, Half::Second];

    /// Its place in a list of both.
    pub const fn index(self) -> usize {
        match self {
            Half::First => 0,
            Half::Second => 1,
        }
    }
}

/// Which documents stand next to each other.
#[derive(Debug, Default)]
pub struct Halves {
    shown: Option<[usize; 2]>,
    focus: Half,
    /// The document that gets a neighbour as soon as another comes to the front.
    waits: Option<usize>,
    /// The control that had the keyboard's focus when it was last looked at.
    focused: Option<egui::Id>,
}

impl Halves {
    /// The documents next to each other, left and right.
    pub fn shown(&self) -> Option<[usize; 2]> {
        self.shown
    }

    /// The half that has the focus.
    pub fn focus(&self) -> Half {
        self.focus
    }

    /// Puts two documents next to each other; the right one gets the focus.
    fn put(&mut self, left: usize, right: usize) {
        if left != right {
            (self.shown, self.focus) = (Some([left, right]), Half::Second);
        }
    }

    /// Lets the next document that comes to the front stand beside this one.
    pub fn wait(&mut self, doc: Option<usize>) {
        self.waits = doc;
    }

    /// A document was closed: the others move up. Without it there is one half.
    fn closed(&mut self, at: usize) {
        let moved = |doc: usize| if doc > at { doc - 1 } else { doc };
        self.waits = self.waits.filter(|doc| *doc != at).map(moved);
        self.shown = self.shown.filter(|docs| !docs.contains(&at)).map(|docs| docs.map(moved));
        if self.shown.is_none() {
            self.focus = Half::First;
        }
    }

    /// Follows the document that is in front.
    fn settle(&mut self, active: usize) {
        if let Some(first) = self.waits.filter(|first| *first != active) {
            self.waits = None;
            self.put(first, active);
        }
        let Some(docs) = &mut self.shown else { return };
        match docs.iter().position(|doc| *doc == active) {
            Some(0) => self.focus = Half::First,
            Some(_) => self.focus = Half::Second,
            None => {
                if let Some(doc) = docs.get_mut(self.focus.index()) {
                    *doc = active;
                }
            }
        }
    }
}

impl Session {
    /// The documents that are seen, each with where.
    pub fn visible(&self) -> Vec<(Half, usize)> {
        match self.halves.shown {
            Some([left, right]) => vec![(Half::First, left), (Half::Second, right)],
            None if self.docs.is_empty() => Vec::new(),
            None => vec![(Half::First, self.active)],
        }
    }

    /// Shows the document in front and the next one side by side, or one alone again.
    pub fn split(&mut self) {
        if self.halves.shown.take().is_some() {
            self.halves.focus = Half::First;
        } else if self.docs.len() > 1 {
            let next = (self.active + 1) % self.docs.len();
            self.halves.put(self.active, next);
            self.active = next;
        }
    }

    /// Brings the halves in step with what was opened, closed and brought to the front.
    pub(super) fn settle_halves(&mut self) {
        if !self.docs.is_empty() {
            self.halves.settle(self.active);
        }
        for doc in &mut self.docs {
            doc.half = Half::First;
        }
        if let Some([_, right]) = self.halves.shown
            && let Some(doc) = self.docs.get_mut(right)
        {
            doc.half = Half::Second;
        }
    }

    /// A document is gone: those behind it move up, and what was in front stays there.
    pub(super) fn moved_up(&mut self, at: usize) {
        let neighbour = self.halves.shown.and_then(|docs| docs.into_iter().find(|doc| *doc != at));
        if self.active == at
            && let Some(neighbour) = neighbour.filter(|_| self.halves.shown.is_some_and(|docs| docs.contains(&at)))
        {
            self.active = neighbour;
        }
        self.halves.closed(at);
        if at < self.active {
            self.active -= 1;
        }
        self.active = self.active.min(self.docs.len().saturating_sub(1));
    }

    /// Carries out what was asked for in the half of a document. Doing something there brings it to the front,
    /// looking around does not.
    pub fn carry_out_in(&mut self, doc: usize, intent: Intent) {
        let before = self.active;
        let looks = matches!(intent, Intent::Camera(_) | Intent::Preview(_));
        if doc < self.docs.len() {
            self.active = doc;
        }
        self.carry_out(intent);
        if looks && before < self.docs.len() {
            self.active = before;
        }
    }
}

/// The panes of a half at first: it is narrow, so tree and inspector stand under the picture.
pub fn half_layout() -> DockState<Pane> {
    let below = [Pane::Objects, Pane::Place];
    let right = [Pane::Inspector, Pane::History, Pane::Bytes];
    let above: Vec<Pane> = std::iter::once(Pane::Viewport)
        .chain(
            Pane::ALL
                .into_iter()
                .filter(|p| p.is_there_at_first() && *p != Pane::Viewport && !below.contains(p) && !right.contains(p)),
        )
        .collect();
    let mut state = DockState::new(above);
    let tree = state.main_surface_mut();
    let [_, lower] = tree.split_below(NodeIndex::root(), 0.52, below.to_vec());
    tree.split_right(lower, 0.42, right.to_vec());
    state
}

/// A half narrower than this shows nothing of use.
const NARROWEST: f32 = 240.0;

/// Draws the panes of what is seen. What they ask for goes to their document.
pub(super) fn draw(window: &mut Window, ui: &mut egui::Ui, out: &mut Vec<(usize, Intent)>) {
    let Some([left, right]) = window.session.halves.shown else {
        let (half, layout, active) = (Half::First, &mut window.layout, window.session.active);
        return panes(&mut window.session, window.gpu.as_ref(), layout, (half, None), active, ui, out);
    };
    let mut rects = Vec::new();
    let width = ui.available_width();
    let frame = egui::Frame::NONE;
    let panel = egui::Panel::left("first half").frame(frame).resizable(true).default_size(width / 2.0);
    let most = (width - NARROWEST).max(NARROWEST);
    panel.size_range(NARROWEST.min(most)..=most).show(ui, |ui| {
        half_of(window, Half::First, left, ui, out);
        rects.push((left, ui.max_rect()));
    });
    egui::CentralPanel::default().frame(frame).show(ui, |ui| {
        half_of(window, Half::Second, right, ui, out);
        rects.push((right, ui.max_rect()));
    });
    follow(window, ui, &rects, out);
}

/// The half that was pressed into, or that the keyboard's focus went to, has the focus.
fn follow(window: &mut Window, ui: &egui::Ui, rects: &[(usize, egui::Rect)], out: &mut Vec<(usize, Intent)>) {
    let pressed = ui.input(|i| i.pointer.any_pressed());
    let focused = ui.memory(|m| m.focused());
    let went = focused.filter(|_| focused != window.session.halves.focused);
    let went = went.and_then(|id| ui.ctx().read_response(id)).map(|control| control.rect.center());
    window.session.halves.focused = focused;
    for (doc, rect) in rects {
        let here = (pressed && ui.rect_contains_pointer(*rect)) || went.is_some_and(|place| rect.contains(place));
        if here && *doc != window.session.active {
            out.push((*doc, Intent::Activate(*doc)));
        }
    }
}

fn half_of(window: &mut Window, half: Half, at: usize, ui: &mut egui::Ui, out: &mut Vec<(usize, Intent)>) {
    let Some(doc) = window.session.docs.get(at) else { return };
    let (title, has_focus) = (doc.name(), window.session.active == at);
    let changed = doc.file.document.is_modified();
    let group = ui.unique_id();
    ui.ctx().accesskit_node_builder(group, |node| {
        node.set_role(accesskit::Role::Group);
        node.set_label(texts::half(&title));
    });
    let c = theme::of(ui);
    let frame = egui::Frame::NONE.fill(c.bar).inner_margin(egui::Margin::symmetric(8, 2));
    let bar = egui::Panel::top(egui::Id::new(("half", half))).frame(frame).show_separator_line(false).show(ui, |ui| {
        ui.horizontal(|ui| {
            let mark = if changed { "● " } else { "" };
            let text = RichText::new(format!("{mark}{title}")).color(if has_focus { c.strong } else { c.weak });
            ui.add(egui::Label::new(text).truncate());
            ui.with_layout(egui::Layout::right_to_left(egui::Align::Center), |ui| {
                let other = window.session.halves.shown.and_then(|docs| docs.into_iter().find(|doc| *doc != at));
                let close = ui.add(egui::Button::new("✖").frame(false).small()).on_hover_text(texts::ONE_ALONE);
                name(&close, WidgetType::Button, &format!("{}: {title}", texts::ONE_ALONE));
                if close.clicked()
                    && let Some(other) = other
                {
                    out.push((other, Intent::Alone(other)));
                }
            });
        });
    });
    if has_focus {
        let top = bar.response.rect;
        ui.painter().hline(top.x_range(), top.top() + 1.0, egui::Stroke::new(2.0, c.accent));
    }
    egui::CentralPanel::default().frame(egui::Frame::NONE).show(ui, |ui| {
        let Some(layout) = window.halves.get_mut(half.index()) else { return };
        panes(&mut window.session, window.gpu.as_ref(), layout, (half, Some(group)), at, ui, out);
    });
}

/// Draws the docked panes of a document; `group` is what they belong to for screen readers, if not to the window.
fn panes(
    session: &mut Session,
    gpu: Option<&super::Gpu>,
    layout: &mut DockState<Pane>,
    (half, group): (Half, Option<egui::Id>),
    at: usize,
    ui: &mut egui::Ui,
    out: &mut Vec<(usize, Intent)>,
) {
    let style = theme::dock(ui.style());
    let Session { docs, messages, preferences, .. } = session;
    let Some(doc) = docs.get_mut(at) else { return };
    if layout.find_tab(&Pane::SecondViewport).is_none() {
        second::only_first(doc);
    }
    let mut asked = Vec::new();
    let mut viewer = Viewer { doc, messages, preferences, gpu, group, out: &mut asked };
    DockArea::new(layout)
        .id(egui::Id::new(("dock", half)))
        .style(style)
        .show_leaf_close_all_buttons(false)
        .show_leaf_collapse_buttons(false)
        .show_inside(ui, &mut viewer);
    doc.reveal = None;
    doc.reveal_field = None;
    out.extend(asked.into_iter().map(|intent| (at, intent)));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_pane_is_in_a_half() {
        let layout = half_layout();
        for pane in Pane::ALL.into_iter().filter(|pane| pane.is_there_at_first()) {
            assert!(layout.find_tab(&pane).is_some(), "{pane:?}");
        }
    }

    #[test]
    fn halves_follow_what_is_in_front_and_what_is_closed() {
        let mut halves = Halves::default();
        halves.put(0, 2);
        assert_eq!((halves.shown(), halves.focus()), (Some([0, 2]), Half::Second));
        halves.settle(0);
        assert_eq!(halves.focus(), Half::First);
        halves.settle(3);
        assert_eq!(halves.shown(), Some([3, 2]), "a third one comes into the half with the focus");
        halves.closed(1);
        assert_eq!(halves.shown(), Some([2, 1]), "those behind it move up");
        halves.closed(2);
        assert_eq!((halves.shown(), halves.focus()), (None, Half::First));
        halves.wait(Some(1));
        halves.settle(1);
        assert_eq!(halves.shown(), None, "nothing came to the front yet");
        halves.settle(0);
        assert_eq!(halves.shown(), Some([1, 0]));
        halves.put(1, 1);
        assert_eq!(halves.shown(), Some([1, 0]), "one document does not stand beside itself");
    }
}
