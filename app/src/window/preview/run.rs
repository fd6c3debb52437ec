//! A preview under way: its timeline, how fast it plays, and where it stops by itself.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use glam::Vec3;
use levelwright_model::document::LevelId;
use levelwright_model::games::PreviewSpec;
use levelwright_model::preview::{
    Break, Difference, Event, Filter, Moment, Scenario, Stop, Subject, Timeline, first_difference,
};

use super::replay::{Replay, Replayed};
use super::shown::Shown;
use super::words;
use crate::window::doc::Doc;
use crate::window::texts::preview as texts;

/// The slowest and the fastest speed, as powers of two: 1/8 to 64 times.
pub(super) const SPEEDS: std::ops::RangeInclusive<i8> = -3..=6;
/// A preview ends after an hour of the game: its log is kept whole.
const LONGEST_SECONDS: u32 = 3600;
/// Ticks carried out between two pictures at most, so that the window answers while it runs to a far tick.
const AT_ONCE: u32 = 1500;
/// The walker's trail goes so many ticks back.
const TRAIL: u32 = 900;
/// Between two pictures while something glides.
const FRAME: Duration = Duration::from_millis(16);
/// A longer pause between two pictures (another document was in front) is not caught up with, in seconds.
const LONGEST_GAP: f64 = 0.25;
/// The walker of every game, by the address that inputs and logs know it by.
pub(super) const WALKER: Subject = Subject::new("walker", 0);

/// The keys that are held, as inputs have them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Held {
    /// Forward or back.
    pub forward: i8,
    /// To the right or left.
    pub side: i8,
    /// Turning to the right or left.
    pub turn: i8,
    /// Slowly or fast.
    pub pace: i8,
}

/// When playing stops by itself, as a person wrote it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// An event that has these words; empty for none.
    pub event: String,
    /// A value that becomes so: `platforms/3 state = 1`; empty for none.
    pub value: String,
    /// So many ticks without an event; 0 for none.
    pub silence: u32,
}

/// The first event that an edit changed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Marked {
    /// `new`, `gone` or `shifted`.
    pub word: &'static str,
    /// The event: of the old run if it is gone, else of the new one.
    pub event: Event,
    /// Its row in the log; `None` if it is gone.
    pub row: Option<u32>,
}

/// A running level.
#[derive(Debug)]
pub struct Preview {
    pub(super) spec: &'static PreviewSpec,
    /// The level that runs.
    pub level: LevelId,
    /// The document's revision that the world was built from.
    revision: u64,
    /// The newest revision whose run failed, so that it is not tried for ever.
    failed: Option<u64>,
    pub(super) timeline: Timeline,
    pub(super) playing: bool,
    /// The window's time when it was last looked at; `None` while it stands.
    clock: Option<f64>,
    /// Ticks, or a part of one, that are due.
    due: f64,
    /// A power of two.
    pub(super) speed: i8,
    /// The range that is repeated.
    pub(super) looped: Option<(u32, u32)>,
    /// The far tick it is on its way to.
    going: Option<u32>,
    pub(super) conditions: Conditions,
    /// Why it stopped, or what could not be done.
    pub(super) note: Option<String>,
    /// Where the walker was.
    trail: BTreeMap<u32, Vec3>,
    /// Whether clicks and keys in the viewport steer the walker.
    pub(super) steering: bool,
    /// The keys that are held.
    pub(super) held: Held,
    /// The first event that the last edit changed.
    pub difference: Option<Marked>,
    replay: Option<Replay>,
    pub(super) filter: String,
    /// The row of the log that is looked into.
    pub(super) row: Option<u32>,
    pub(super) typed: String,
    /// Grows whenever another moment or another run is shown.
    stamp: u64,
    /// Grows whenever rows of the log are taken back.
    pub(super) epoch: u64,
    /// What the tick looks like, and whose stamp that was.
    moment: (u64, Arc<Moment>),
    /// What is drawn, which may lie between two ticks.
    shown: Shown,
}

impl Preview {
    /// A document's level, just loaded. `None` if its game's levels cannot run or the level is not there.
    pub fn start(doc: &Doc) -> Option<Preview> {
        let spec = doc.file.document.game().preview?;
        let level = doc.file.document.state().shared(doc.level)?;
        let timeline = spec.timeline(&level, Scenario::default());
        let mut preview = Preview {
            spec,
            level: doc.level,
            revision: doc.file.document.revision(),
            failed: None,
            timeline,
            playing: false,
            clock: None,
            due: 0.0,
            speed: 0,
            looped: None,
            going: None,
            conditions: Conditions::default(),
            note: None,
            trail: BTreeMap::new(),
            steering: true,
            held: Held::default(),
            difference: None,
            replay: None,
            filter: String::new(),
            row: None,
            typed: String::new(),
            // Pictures of the preview before must not pass for this one's.
            stamp: doc.preview.as_ref().map_or(0, |old| old.stamp) + 1,
            epoch: 0,
            moment: (0, Arc::default()),
            shown: Shown::default(),
        };
        preview.begin();
        Some(preview)
    }

    /// Whether its walker can take things, aim them and throw them.
    pub fn carries(&self) -> bool {
        self.spec.walker.carries
    }

    /// The run.
    pub fn timeline(&self) -> &Timeline {
        &self.timeline
    }

    /// The tick that is shown.
    pub fn now(&self) -> u32 {
        self.timeline.now()
    }

    /// Whether it plays.
    pub fn playing(&self) -> bool {
        self.playing
    }

    /// Whether the document was changed and the run with the change is not there yet.
    pub fn stale(&self, doc: &Doc) -> bool {
        self.revision != doc.file.document.revision()
    }

    /// What differs from the document at the tick that is shown.
    pub fn moment(&self) -> &Arc<Moment> {
        &self.moment.1
    }

    /// What is drawn.
    pub fn shown(&self) -> &Shown {
        &self.shown
    }

    /// The event of the log that is looked into.
    pub fn row(&self) -> Option<u32> {
        self.row
    }

    /// Why it stopped, or what could not be done.
    pub fn note(&self) -> Option<&str> {
        self.note.as_deref()
    }

    pub(super) fn longest(&self) -> u32 {
        self.timeline.world().ticks_per_second().saturating_mul(LONGEST_SECONDS)
    }

    /// Takes in a run that stands at its beginning or was replaced.
    fn begin(&mut self) {
        self.epoch += 1;
        self.trail.clear();
        self.set_breaks();
        self.moved();
    }

    /// Another moment is shown.
    fn moved(&mut self) {
        self.stamp += 1;
        let now = self.timeline.now();
        let actors = self.timeline.world().actors();
        match actors.iter().find(|a| a.subject == WALKER) {
            Some(walker) => self.trail.insert(now, walker.position),
            None => self.trail.remove(&now),
        };
    }

    pub(super) fn play(&mut self, on: bool) {
        self.playing = on;
        self.clock = None;
        self.due = 0.0;
        self.going = None;
        if on {
            self.note = None;
        }
    }

    /// Goes to a tick. One that is known is there at once, one far ahead within a few pictures.
    pub(super) fn seek(&mut self, tick: u32) {
        let tick = tick.min(self.longest());
        let at_once = tick.min(self.timeline.furthest().saturating_add(AT_ONCE));
        self.timeline.seek(at_once);
        self.going = (at_once < tick).then_some(tick);
        self.moved();
    }

    /// Another scenario. One with another seed begins anew.
    pub(super) fn set_scenario(&mut self, doc_level: Option<&levelwright_model::document::Level>, scenario: Scenario) {
        let changed = self.timeline.scenario().first_change(&scenario);
        if let Some(tick) = changed {
            self.trail.split_off(&tick);
        }
        if !self.timeline.set_scenario(scenario.clone())
            && let Some(level) = doc_level
        {
            self.timeline = self.spec.timeline(level, scenario);
            self.begin();
        }
        self.difference = None;
        self.row = None;
        self.epoch += 1;
        self.moved();
    }

    pub(super) fn do_now(&mut self, verb: levelwright_model::preview::Verb) {
        let from = self.timeline.now().saturating_add(1);
        self.timeline.act(verb);
        self.epoch += 1;
        self.trail.split_off(&from);
        self.row = self.row.filter(|row| self.timeline.log().row(*row).is_some());
        self.difference = self.difference.take().filter(|d| d.event.tick < from);
        self.moved();
    }

    /// Puts the conditions into the timeline; what cannot be read is said.
    pub(super) fn set_breaks(&mut self) {
        let mut breaks = Vec::new();
        if !self.conditions.event.trim().is_empty() {
            breaks.push(Break::Event(Filter::new(&self.conditions.event)));
        }
        if self.conditions.silence > 0 {
            breaks.push(Break::Silence(self.conditions.silence));
        }
        if !self.conditions.value.trim().is_empty() {
            match words::value_break(&self.conditions.value, self.timeline.world()) {
                Ok(stop) => breaks.push(stop),
                Err(why) => self.note = Some(why),
            }
        }
        self.timeline.breaks = breaks;
    }

    /// Looks at the world once after it moved; while it plays slowly, between its ticks as well.
    fn look(&mut self, ctx: &egui::Context) {
        let before = (self.moment.0 != self.stamp).then(|| Arc::clone(&self.moment.1));
        if let Some(before) = before {
            let mut moment = Moment::of(self.timeline.world());
            let now = self.timeline.now();
            moment.trail = self.trail.range(now.saturating_sub(TRAIL)..=now).map(|(_, at)| *at).collect();
            self.moment = (self.stamp, Arc::new(moment));
            self.shown.step(self.stamp, before, &self.moment.1);
        }
        let share = if self.playing { self.due as f32 } else { 1.0 };
        if self.shown.at(share) {
            ctx.request_repaint_after(FRAME);
        }
    }

    /// Carries out so many ticks, as far as a break, the end of the loop or of the preview.
    fn run_on(&mut self, ticks: u32) {
        for _ in 0..ticks {
            if let Some((from, to)) = self.looped
                && self.timeline.now() >= to
            {
                self.timeline.seek(from);
                self.moved();
                continue;
            }
            let next = self.timeline.now().saturating_add(1);
            if next > self.longest() {
                self.play(false);
                self.note = Some(texts::LONGEST.to_owned());
                return;
            }
            let stop = self.timeline.play(next);
            self.moved();
            if let Some(stop) = stop {
                self.stopped(stop);
                return;
            }
        }
    }

    fn stopped(&mut self, stop: Stop) {
        self.play(false);
        let why = stop.row.and_then(|row| self.timeline.log().row(row)).map(words::event);
        self.note = Some(texts::stopped(stop.tick, why.as_deref().unwrap_or(texts::CONDITION)));
        self.row = stop.row.or(self.row);
    }

    /// Lets the window's time pass; answers after how long it wants to be looked at again.
    fn pass(&mut self, time: f64) -> Option<Duration> {
        if let Some(tick) = self.going {
            self.seek(tick);
            return self.going.map(|_| Duration::ZERO);
        }
        if !self.playing {
            return None;
        }
        let gap = self.clock.map_or(0.0, |clock| (time - clock).clamp(0.0, LONGEST_GAP));
        self.clock = Some(time);
        let rate = f64::from(self.timeline.world().ticks_per_second()) * f64::from(self.speed).exp2();
        // So that three thirds of a tick are one.
        self.due += gap * rate + 1e-9;
        let ticks = self.due.floor();
        self.due -= ticks;
        self.run_on(ticks as u32);
        self.playing.then(|| Duration::from_secs_f64(((1.0 - self.due) / rate).clamp(0.001, 1.0)))
    }

    /// Begins to run the changed document, and takes such a run in once it is there.
    fn follow(&mut self, doc: &Doc, ctx: &egui::Context) {
        let newest = doc.file.document.revision();
        if self.revision == newest {
            // The change was undone before its run was there.
            self.replay = None;
            return;
        }
        match self.replay.as_ref().filter(|replay| replay.revision == newest).map(Replay::answer) {
            Some(Replayed::NotYet) => {}
            Some(Replayed::Is(timeline)) => {
                self.replay = None;
                self.take(*timeline, newest);
            }
            Some(Replayed::Failed) => {
                self.replay = None;
                self.failed = Some(newest);
                self.note = Some(texts::NOT_REPLAYED.to_owned());
            }
            None if self.failed == Some(newest) => {}
            // The newest edit wins: an older run is told to stop when it is dropped.
            None => match doc.file.document.state().shared(self.level) {
                Some(level) => {
                    let run = (self.timeline.scenario().clone(), self.timeline.furthest(), self.timeline.now());
                    self.replay = Replay::start(self.spec, level, run, newest, ctx);
                    if self.replay.is_none() {
                        self.failed = Some(newest);
                        self.note = Some(texts::NOT_REPLAYED.to_owned());
                    }
                }
                None => self.failed = Some(newest),
            },
        }
    }

    fn take(&mut self, mut timeline: Timeline, revision: u64) {
        let old = &self.timeline;
        // What a person did while the run was under way is no effect of the edit.
        let same = timeline.scenario().first_change(old.scenario()).map_or(u32::MAX, |tick| tick.saturating_sub(1));
        let until = old.furthest().min(timeline.furthest()).min(same);
        let (was, is) = (old.events(0, until), timeline.events(0, until));
        let marked = |word, list: &[Event], row: usize, there: bool| {
            let row_number = u32::try_from(row).ok().filter(|_| there);
            list.get(row).map(|event| Marked { word, event: event.clone(), row: row_number })
        };
        self.difference = first_difference(was, is).and_then(|difference| match difference {
            Difference::New { row } => marked(texts::NEW, is, row, true),
            Difference::Gone { row } => marked(texts::GONE, was, row, false),
            Difference::Shifted { to, .. } => marked(texts::SHIFTED, is, to, true),
        });
        let now = old.now();
        timeline.set_scenario(old.scenario().clone());
        timeline.seek(now);
        self.timeline = timeline;
        self.revision = revision;
        self.row = self.difference.as_ref().and_then(|d| d.row);
        self.begin();
    }
}

/// Lets time pass for a document's preview and keeps it in step with edits. Called once before each picture; while
/// nothing plays it asks for no other.
pub fn advance(ctx: &egui::Context, doc: &mut Doc) {
    let Some(mut preview) = doc.preview.take() else { return };
    preview.follow(doc, ctx);
    if let Some(wait) = preview.pass(ctx.input(|i| i.time)) {
        ctx.request_repaint_after(wait);
    }
    preview.look(ctx);
    doc.preview = Some(preview);
}
