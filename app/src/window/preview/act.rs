//! What panes want of the preview, and the one place that does it.

use glam::Vec3;
use levelwright_model::preview::{Address, Input, Scenario, Verb};

use super::run::{Conditions, Preview, SPEEDS, WALKER};
use super::words;
use crate::window::doc::Doc;
use crate::window::texts::preview as texts;

/// Something to do with the preview.
#[derive(Clone, Debug, PartialEq)]
pub enum Act {
    /// Begin one in the level that is shown; one of another level ends.
    Start,
    /// End it.
    End,
    /// Play, or pause.
    Play(bool),
    /// One tick on.
    Step,
    /// One tick back.
    StepBack,
    /// Go to a tick.
    Seek(u32),
    /// How fast, as a power of two.
    Speed(i8),
    /// Repeat a range of ticks.
    Loop(Option<(u32, u32)>),
    /// Show events that have these words.
    Filter(String),
    /// When to stop.
    Break(Conditions),
    /// Look into a row of the log.
    Row(Option<u32>),
    /// Whether clicks and keys in the viewport steer the walker.
    Steer(bool),
    /// The walker goes to a place of the scene; if there is none yet it comes there.
    GoTo(Vec3),
    /// Keys held from now on: forward, turn.
    Keys(i8, i8),
    /// The walker uses what is before it.
    Use,
    /// Type into the line of things to do.
    Type(String),
    /// Do what was typed.
    Do(String),
    /// Put another input in the place of one, or take it out.
    Input(usize, Option<Input>),
    /// Where the scenario's file is.
    Path(String),
    /// Read the scenario's file.
    Load,
    /// Write it.
    Save,
    /// Do nothing in it any more.
    Clear,
}

/// Does it. What cannot be done is said in the preview's note, or answered if there is none.
pub fn act(doc: &mut Doc, act: Act) -> Result<(), String> {
    match act {
        Act::Start => {
            doc.preview = Some(Box::new(Preview::start(doc).ok_or(texts::CANNOT_RUN)?));
            doc.caches.preview = super::Rows::default();
            return Ok(());
        }
        Act::End => {
            doc.preview = None;
            return Ok(());
        }
        _ => {}
    }
    let Some(mut preview) = doc.preview.take() else { return Err(texts::NOT_STARTED.to_owned()) };
    if let Err(why) = carry_out(doc, &mut preview, act) {
        preview.note = Some(why);
    }
    doc.preview = Some(preview);
    Ok(())
}

fn carry_out(doc: &Doc, preview: &mut Preview, act: Act) -> Result<(), String> {
    match act {
        Act::Start | Act::End => {}
        Act::Play(on) => preview.play(on),
        Act::Step => stand_at(preview, preview.now().saturating_add(1)),
        Act::StepBack => stand_at(preview, preview.now().saturating_sub(1)),
        Act::Seek(tick) => stand_at(preview, tick),
        Act::Speed(speed) => preview.speed = speed.clamp(*SPEEDS.start(), *SPEEDS.end()),
        Act::Loop(range) => {
            let longest = preview.longest();
            // A range without a tick in it would be an endless step.
            preview.looped = range.map(|(from, to)| {
                let from = from.min(longest.saturating_sub(1));
                (from, to.clamp(from.saturating_add(1), longest))
            });
        }
        Act::Filter(text) => preview.filter = text,
        Act::Break(conditions) => {
            preview.conditions = conditions;
            preview.note = None;
            preview.set_breaks();
        }
        Act::Row(row) => preview.row = row,
        Act::Steer(on) => preview.steering = on,
        Act::GoTo(place) => {
            let axes = doc.file.document.game().axes;
            let stored = axes.store(place.to_array());
            let [x, y] = axes.on_map().map(|at| stored.get(at).copied().unwrap_or(0));
            let raw = |value: i64| i32::try_from(value).map_err(|_| texts::TOO_FAR.to_owned());
            let [x, y] = match preview.timeline.world().spot(place) {
                Some(spot) => spot,
                None => [raw(x)?.into(), raw(y)?.into()],
            };
            let there = preview.timeline.world().actors().iter().any(|a| a.subject == WALKER);
            preview.do_now(if there { Verb::walk(x, y) } else { Verb::place(x, y, 0) });
        }
        Act::Keys(forward, turn) => {
            preview.held = (forward, turn);
            preview.do_now(Verb::Keys { forward, side: 0, turn, pace: 0 });
        }
        Act::Use => preview.do_now(Verb::Use),
        Act::Type(text) => preview.typed = text,
        Act::Do(text) => {
            let verb = words::verb(&text, it(doc).as_ref())?;
            preview.typed.clear();
            preview.note = None;
            preview.do_now(verb);
        }
        Act::Input(at, input) => {
            let mut scenario = preview.timeline.scenario().clone();
            match input {
                // The first tick is 1.
                Some(input) => scenario.replace(at, Input { tick: input.tick.max(1), ..input }).map(|_| ()),
                None => scenario.remove(at).map(|_| ()),
            }
            .ok_or(texts::NO_INPUT)?;
            preview.set_scenario(None, scenario);
        }
        Act::Path(text) => preview.path = text,
        Act::Load => load(doc, preview)?,
        Act::Save => {
            let path = path(preview)?;
            std::fs::write(&path, preview.timeline.scenario().to_json()).map_err(|e| format!("{path}: {e}"))?;
            preview.note = Some(texts::saved(&path));
        }
        Act::Clear => {
            let empty = preview.timeline.scenario().without_inputs();
            preview.set_scenario(None, empty);
        }
    }
    Ok(())
}

fn stand_at(preview: &mut Preview, tick: u32) {
    preview.play(false);
    preview.note = None;
    preview.seek(tick);
}

fn path(preview: &Preview) -> Result<String, String> {
    let path = preview.path.trim();
    if path.is_empty() { Err(texts::NO_PATH.to_owned()) } else { Ok(path.to_owned()) }
}

fn load(doc: &Doc, preview: &mut Preview) -> Result<(), String> {
    let path = path(preview)?;
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{path}: {e}"))?;
    let scenario = Scenario::from_json(&text).map_err(|e| format!("{path}: {e}"))?;
    let level = doc.file.document.state().level(preview.level);
    preview.set_scenario(level, scenario);
    preview.note = Some(texts::loaded(&path, preview.timeline.scenario().inputs().len()));
    Ok(())
}

/// The address of what is selected.
pub(super) fn it(doc: &Doc) -> Option<Address> {
    let node = doc.selection.last()?.node;
    let record = doc.file.document.state().level(node.level)?.record(node.number)?;
    let row = u32::try_from(record.position()).ok()?;
    Some(Address { table: record.table().spec.key.to_owned(), row })
}
