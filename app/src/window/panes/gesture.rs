//! Drags in the picture. A gesture is a draft that is shown; it becomes one transaction at its end,
//! and Escape abandons it.

use std::collections::BTreeMap;

use egui::{Key, PointerButton, Pos2};
use glam::Vec3;
use levelwright_model::games::{Arguments, PlanSpec};
use levelwright_model::record::{Refusal, Value};
use levelwright_model::scene::gizmo::{Axis, Change, Drag, Gizmo, Handle, Snap};
use levelwright_model::scene::pick::{BoxRule, Picker, Sight};

use super::overlay::gizmo_scale;
use super::typed::Typed;
use super::viewport::{Sees, object_of};
use crate::window::able;
use crate::window::doc::Doc;
use crate::window::intent::{How, Intent};
use crate::window::texts;

/// The plan that moves things: `dx`, `dy`, `dz` in the game's own units and axes.
pub const MOVE: &str = "move";
/// The plan that copies things, moved as by [`MOVE`].
pub const DUPLICATE: &str = "duplicate";
/// The plan that turns things: `turn` in the game's own units.
pub const ROTATE: &str = "rotate";

/// A drag under way.
#[derive(Clone, Debug)]
pub enum Gesture {
    /// A box between two places of the window.
    Box {
        /// Where it began.
        from: Pos2,
        /// Where the pointer is.
        to: Pos2,
    },
    /// A handle is held.
    Gizmo {
        /// Which.
        handle: Handle,
        /// The drag.
        drag: Drag,
        /// Numbers typed and the axis held meanwhile.
        typed: Typed,
        /// Whether copies move and the originals stay.
        copies: bool,
        /// What it did so far.
        change: Option<Change>,
        /// How many objects it works on.
        count: usize,
        /// Why nothing is shown of it.
        refusal: Option<String>,
    },
    /// It was abandoned; the button is still down.
    Abandoned,
}

/// What the pointer is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Hand {
    /// Nothing that concerns a gesture.
    Free,
    /// It drags something.
    Busy,
    /// It was held down for long, did not move and let go: meant as a click.
    Tapped,
}

/// A box smaller than this is a click by a slow hand, in points.
const TREMBLE: f32 = 4.0;

/// A plan of the document's game.
pub fn plan(doc: &Doc, key: &str) -> Option<&'static PlanSpec> {
    doc.file.document.game().plans.iter().find(|p| p.key == key)
}

/// Begins, carries on and ends gestures; answers what the pointer is doing.
#[expect(clippy::too_many_arguments, reason = "everything a drag may depend on")]
pub fn act(
    ui: &egui::Ui,
    sees: &Sees<'_>,
    response: &egui::Response,
    picker: &Picker,
    sight: &Sight<'_>,
    gizmo: Option<Gizmo>,
    gesture: &mut Option<Gesture>,
    out: &mut Vec<Intent>,
) -> Hand {
    let pointer = response.interact_pointer_pos();
    if response.drag_started_by(PointerButton::Primary)
        && let Some(origin) = ui.input(|i| i.pointer.press_origin())
    {
        let pixel = sees.local(origin);
        let handle = gizmo.and_then(|g| g.hit(&sees.camera, sees.size, gizmo_scale(sees.size), pixel));
        let held = gizmo.zip(handle).and_then(|(g, handle)| {
            let drag = Drag::begin(handle, g.origin, &sees.camera, sees.size, pixel)?;
            let copies =
                ui.input(|i| i.modifiers.command) && handle != Handle::Turn && plan(sees.doc, DUPLICATE).is_some();
            Some(Gesture::Gizmo {
                handle,
                drag,
                typed: Typed::default(),
                copies,
                change: None,
                count: 0,
                refusal: None,
            })
        });
        // What is typed now belongs to the drag.
        response.request_focus();
        *gesture = Some(held.unwrap_or(Gesture::Box { from: origin, to: pointer.unwrap_or(origin) }));
    }
    if gesture.is_some() && ui.input_mut(|i| i.consume_key(egui::Modifiers::NONE, Key::Escape)) {
        *gesture = Some(Gesture::Abandoned);
        out.push(Intent::ShowDraft(None));
    }
    let ended = response.drag_stopped();
    match gesture {
        None => return Hand::Free,
        Some(Gesture::Abandoned) => {}
        Some(Gesture::Box { from, to }) => {
            if let Some(at) = pointer {
                *to = at;
            }
            if ended && from.distance(*to) < TREMBLE {
                *gesture = None;
                return Hand::Tapped;
            }
            if ended {
                let rule = BoxRule { only_visible: !sees.camera.is_top(), only_markers: true };
                let keys = picker.inside(sight, sees.local(*from), sees.local(*to), rule);
                let ids = keys.into_iter().filter_map(|k| object_of(sees.doc, k)).collect();
                let modifiers = ui.input(|i| i.modifiers);
                let how = if modifiers.command {
                    How::Toggle
                } else if modifiers.shift {
                    How::Add
                } else {
                    How::Replace
                };
                out.push(Intent::Select(ids, how));
            }
        }
        Some(Gesture::Gizmo { handle, drag, typed, copies, change, count, refusal }) => {
            ui.input(|i| typed.listen(&i.events));
            if let Some(at) = pointer {
                let grid = picker.scene().grid_step;
                let snap = snap(ui, grid, typed.lock);
                let dragged = || drag.change(&sees.camera, sees.size, sees.local(at), &snap);
                let now = typed.change(*handle, grid).or_else(dragged);
                if now.is_some() && now != *change {
                    *change = now;
                    match now.and_then(|c| preview(sees.doc, c, *copies)) {
                        Some(Ok(done)) => {
                            *refusal = None;
                            *count = done.count;
                            out.push(Intent::ShowDraft(Some(Box::new(done.draft))));
                        }
                        // The last place that was allowed stays on show.
                        Some(Err(reason)) => *refusal = Some(reason.to_string()),
                        None => {}
                    }
                }
            }
            let still = match change {
                None => true,
                Some(Change::Move(by)) => *by == Vec3::ZERO,
                Some(Change::Turn(by)) => *by == 0.0,
            };
            if ended && still {
                out.push(Intent::ShowDraft(None));
                *gesture = None;
                return Hand::Tapped;
            }
            if ended
                && *copies
                && let Some((spec, Some(Change::Move(by)))) = plan(sees.doc, DUPLICATE).zip(Some(*change))
            {
                // Run as a plan, so that the copies are selected.
                out.push(Intent::ShowDraft(None));
                if refusal.is_none() {
                    out.push(Intent::Run(spec, move_arguments(sees.doc, by)));
                }
                out.extend(refusal.take().map(Intent::Complain));
            } else if ended {
                let name = match change {
                    Some(Change::Turn(_)) => plan(sees.doc, ROTATE),
                    _ => plan(sees.doc, MOVE),
                };
                let label = name.map_or("", |p| p.label);
                out.push(Intent::CommitDraft(texts::plan_name(label, *count)));
                out.extend(refusal.take().map(Intent::Complain));
            }
        }
    }
    if ended || !ui.input(|i| i.pointer.any_down()) {
        *gesture = None;
    }
    Hand::Busy
}

/// Ctrl snaps to the grid, Alt snaps the way moved.
fn snap(ui: &egui::Ui, grid: f32, lock: Option<Axis>) -> Snap {
    ui.input(|i| {
        let step = (i.modifiers.command || i.modifiers.alt).then_some(grid * 0.25).filter(|s| *s > 0.0);
        Snap {
            step,
            relative: i.modifiers.alt,
            angle: i.modifiers.command.then_some(std::f32::consts::FRAC_PI_8),
            lock,
        }
    })
}

/// A draft in which a change was made; `None` where the game has no plan for it.
fn preview(doc: &Doc, change: Change, copies: bool) -> Option<Result<able::Done, Refusal>> {
    let (spec, arguments) = match change {
        Change::Move(by) if copies => (plan(doc, DUPLICATE)?, move_arguments(doc, by)),
        Change::Move(by) => (plan(doc, MOVE)?, move_arguments(doc, by)),
        Change::Turn(by) => (plan(doc, ROTATE)?, turn_arguments(doc, by.to_degrees())),
    };
    Some(able::run(&doc.file.document, spec, &arguments))
}

/// Arguments for the selection.
pub fn arguments(doc: &Doc, values: BTreeMap<String, Value>) -> Arguments {
    Arguments { level: doc.level.0, objects: doc.selection.nodes(), values }
}

/// A place or a way of the scene as arguments of these names, in the game's own units.
fn stored(doc: &Doc, names: [&str; 3], place: Vec3) -> BTreeMap<String, Value> {
    let values = doc.file.document.game().axes.store(place.to_array());
    names
        .into_iter()
        .zip(values)
        .filter(|(name, _)| !name.is_empty())
        .map(|(name, value)| (name.to_owned(), Value::Int(i128::from(value))))
        .collect()
}

/// The arguments of [`MOVE`].
pub fn move_arguments(doc: &Doc, by: Vec3) -> Arguments {
    arguments(doc, stored(doc, ["dx", "dy", "dz"], by))
}

/// The arguments of [`ROTATE`].
pub fn turn_arguments(doc: &Doc, degrees: f32) -> Arguments {
    let turn = doc.file.document.game().axes.store_turn(degrees);
    arguments(doc, BTreeMap::from([("turn".to_owned(), Value::Int(i128::from(turn)))]))
}

/// The intent that places a thing on a floor. Plans count heights from the floor they find.
pub fn place(doc: &Doc, kind: &str, floor: Vec3) -> Option<Intent> {
    let spec = super::place::plan_for(doc, kind)?;
    // Where the height is not the last coordinate, plans cannot tell which floor is meant and take the place as it is.
    let height = if doc.file.document.game().axes.height_is_last() { "" } else { "z" };
    let mut values = stored(doc, ["x", "y", height], floor);
    values.insert("kind".to_owned(), Value::Text(kind.to_owned()));
    Some(Intent::Run(spec, Arguments { level: doc.level.0, objects: doc.selection.nodes(), values }))
}
