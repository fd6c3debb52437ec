//! What panes want of the preview, and the one place that does it.

use std::path::PathBuf;

use glam::Vec3;
use levelwright_model::preview::{Address, Input, Number, Setting, Verb};

use super::run::{Conditions, Held, Preview, SPEEDS, WALKER};
use super::{files, words};
use crate::window::doc::Doc;
use crate::window::files::PreviewFile;
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
    /// Keys held from now on.
    Keys(Held),
    /// The walker looks elsewhere: radians to the left and up.
    Look(f32, f32),
    /// The walker jumps.
    Jump,
    /// The walker uses what is before it.
    Use,
    /// The walker takes what is near, or lets go of what it carries.
    Take,
    /// The walker begins to aim, or ends it.
    Aim,
    /// Type into the line of things to do.
    Type(String),
    /// Do what was typed.
    Do(String),
    /// Put another input in the place of one, or take it out.
    Input(usize, Option<Input>),
    /// Put what was typed in the place of an input.
    Edit(usize, String),
    /// Read or write a file.
    File(PreviewFile, PathBuf),
    /// Another value of a setting.
    Setting(&'static Setting, Number),
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
        Act::Keys(held) => {
            preview.held = held;
            let Held { forward, side, turn, pace } = held;
            preview.do_now(Verb::Keys { forward, side, turn, pace });
        }
        Act::Look(left, up) => look(doc, preview, left, up),
        Act::Jump => preview.do_now(Verb::Jump),
        Act::Use => preview.do_now(Verb::Use),
        Act::Take => preview.do_now(Verb::Take),
        Act::Aim => preview.do_now(Verb::Aim),
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
        Act::Edit(at, text) => {
            let verb = words::verb(&text, it(doc).as_ref())?;
            let tick = preview.timeline.scenario().inputs().get(at).ok_or(texts::NO_INPUT)?.tick;
            preview.note = None;
            carry_out(doc, preview, Act::Input(at, Some(Input { tick, verb })))?;
        }
        Act::File(what, path) => files::carry_out(doc, preview, what, &path)?,
        Act::Setting(setting, value) => {
            let mut scenario = preview.timeline.scenario().clone();
            match value.max(setting.least).min(setting.most) {
                usual if usual == setting.usual => scenario.settings.remove(setting.key),
                value => scenario.settings.insert(setting.key.to_owned(), value),
            };
            let (now, level) = (preview.now(), doc.file.document.state().level(preview.level));
            preview.set_scenario(level, scenario);
            preview.seek(now);
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

/// Turns the walker from where it will look. Several looks before one tick are one.
fn look(doc: &Doc, preview: &mut Preview, left: f32, up: f32) {
    let axes = doc.file.document.game().axes;
    let stored = |radians: f32| Number::nearest(f64::from(radians) / std::f64::consts::TAU * axes.turn);
    let actors = preview.timeline.world().actors();
    let Some(heading) = actors.iter().find(|a| a.subject == WALKER).and_then(|walker| walker.heading) else { return };
    let next = preview.now().saturating_add(1);
    let mut scenario = preview.timeline.scenario().clone();
    let is_look = |input: &Input| input.tick == next && matches!(input.verb, Verb::Look { .. });
    let known = scenario.inputs().iter().position(is_look).and_then(|at| scenario.remove(at));
    let (facing, pitch) = match known.map(|input| input.verb) {
        Some(Verb::Look { facing, pitch }) => (Some(facing), pitch),
        _ => (stored(heading), Number::ZERO),
    };
    let add = |to: Number, radians: f32| Number::nearest(to.to_f64() + stored(radians)?.to_f64());
    let turned = facing.and_then(|facing| Some((add(facing, left)?, add(pitch, up)?)));
    if let Some((facing, pitch)) = turned {
        let pitch = if preview.spec.walker.looks_up { pitch } else { Number::ZERO };
        scenario.add(next, Verb::Look { facing, pitch });
        preview.set_scenario(None, scenario);
    }
}

/// The address of what is selected.
pub(super) fn it(doc: &Doc) -> Option<Address> {
    let node = doc.selection.last()?.node;
    if let Some(subject) = doc.running().and_then(|preview| preview.moment().called(node)) {
        return Some(subject.into());
    }
    let record = doc.file.document.state().level(node.level)?.record(node.number)?;
    let row = u32::try_from(record.position()).ok()?;
    Some(Address { table: record.table().spec.key.to_owned(), row })
}
