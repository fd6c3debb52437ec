//! Placed things: lines of the object list and ObjSpawn's (`warriors.md` 1.1, 1.4, 1.6).

use glam::{Quat, Vec3};

use super::fixed::{Fixed, row, whole, word};
use super::kind::Kind;
use super::world::Run;
use super::{marker, prop, simple, tread};
use crate::document::{Level, Record};
use crate::games::warriors::names::is_emitter;
use crate::games::warriors::scene::place::pose;
use crate::games::warriors::tables;
use crate::games::warriors::types::Types;
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[Fidelity {
    file: "thing",
    what: "what is placed, zones, marked zones, keys and powercuffs by script, tints that reach what is drawn one update later",
    truth: Truth::Documents,
    note: "(P3, P4, P41) how often a thing updates: 2 ticks, simple objects 240, breakable props 20; only simple objects' and props' are documented; in level 84 glass is there at once",
}];

/// A thing as the level has it.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    pub(super) subject: Subject,
    pub(super) name: String,
    pub(super) class: String,
    pub(super) at: Vec3,
    pub(super) turn: Quat,
    /// Its box: middle, from its place, and whole extents.
    pub(super) centre: Vec3,
    pub(super) size: Vec3,
    pub(super) phyflags: i64,
    pub(super) zone: u16,
    pub(super) tint: u32,
    /// Ticks between updates.
    pub(super) interval: u32,
    /// A script places it, and it is hidden until something is unlocked.
    pub(super) locked: bool,
    /// What blows and people do to it.
    pub(super) prop: Option<prop::Sort>,
    /// What it sounds like.
    pub(super) material: u8,
    /// It counts as glass.
    pub(super) glass: bool,
    /// The sound that it loops.
    pub(super) sound: Option<u32>,
    /// What it is in a hand.
    pub(super) kind: Kind,
}

impl Spec {
    pub(super) fn is_marker(&self) -> bool {
        self.class == "dyn_objective"
    }

    /// Whether its body is in the way: that of a broken prop is not, but a register keeps its own.
    pub(super) fn stands(&self, state: &State) -> bool {
        state.live
            && !state.hidden
            && !state.carried
            && (state.prop.broken.is_none()
                || matches!(self.prop, Some(prop::Sort::Register { .. } | prop::Sort::Pile { .. })))
    }

    /// Whether the size cull leaves it alone: markers and the Wonder Wheel's parts have a draw class
    /// (`warriors.md` 1.6, P5).
    pub(super) fn exempt(&self) -> bool {
        self.is_marker() || super::wheel::part_of(&self.name).is_some()
    }
}

/// A thing as it is now.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct State {
    pub(super) at: Vec3,
    pub(super) turn: Quat,
    pub(super) live: bool,
    /// Never spawned again.
    pub(super) removed: bool,
    pub(super) hidden: bool,
    /// In a hand, in the air or in somebody: its body is not in the way.
    pub(super) carried: bool,
    /// When it last came in.
    pub(super) since: u32,
    /// The tint as it was written, and as it is drawn.
    pub(super) written: u32,
    pub(super) tint: u32,
    /// ObjShow's distance; 0 for none.
    pub(super) distance: f32,
    pub(super) marker: marker::State,
    pub(super) prop: prop::State,
    pub(super) simple: simple::State,
    /// Where it marked a path polygon.
    pub(super) marked: Option<Vec3>,
}

impl State {
    pub(super) fn of(spec: &Spec, unlocked: bool) -> State {
        State {
            at: spec.at,
            turn: spec.turn,
            live: false,
            removed: spec.locked && !unlocked,
            hidden: false,
            carried: false,
            since: 0,
            written: spec.tint,
            tint: spec.tint,
            distance: 0.0,
            marker: marker::State::default(),
            prop: prop::State::of(spec.prop),
            simple: simple::State::default(),
            marked: None,
        }
    }

    /// Adds everything that influences the future.
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        vector(hasher, self.at);
        self.turn.to_array().into_iter().for_each(|part| hasher.add(part.to_bits()));
        let flags = u32::from(self.live) | u32::from(self.removed) << 1 | u32::from(self.hidden) << 2;
        let flags = flags | u32::from(self.carried) << 3;
        [flags, self.since, self.written, self.tint, self.distance.to_bits()].into_iter().for_each(|n| hasher.add(n));
        self.marker.hash(hasher);
        self.prop.hash(hasher);
        self.simple.hash(hasher);
        hasher.add(u32::from(self.marked.is_some()));
        self.marked.iter().for_each(|at| vector(hasher, *at));
    }
}

/// Adds a place to a hash.
pub(super) fn vector(hasher: &mut StateHasher, vector: Vec3) {
    vector.to_array().into_iter().for_each(|part| hasher.add(part.to_bits()));
}

/// A zone without a bit in the mask, as negative ones become: what is in it never comes in (`warriors.md` 1.1).
const NOWHERE: u16 = u16::MAX;
/// TYPE_GLASS (`warriors.md` 1.3).
const GLASS: i128 = 32;

/// Reads a line or a call; `None` where a script works out where it stands.
pub(super) fn read(record: &Record<'_>, subject: Subject, types: &Types, by_script: bool) -> Option<Spec> {
    let name = word(record, "name")?;
    let pose = pose(record)?;
    let of = types.get(&name);
    let tint = whole(record, "tint").and_then(|tint| u32::try_from(tint).ok()).unwrap_or(u32::MAX);
    let prop = prop::sort(&name, &of);
    // `warriors.md` P23, P41.
    let sound = simple::sound(&name, &of.class);
    let interval = match (prop, of.class.as_str()) {
        (Some(prop::Sort::Masks { .. }), _) | (_, "dyn_masks") => 20,
        (_, simple::CLASS) if sound.is_some() => simple::LISTENS,
        (_, simple::CLASS) => simple::INTERVAL,
        _ => 2,
    };
    Some(Spec {
        subject,
        at: pose.at,
        turn: pose.turn,
        centre: of.centre.into(),
        size: of.size.into(),
        phyflags: of.phyflags.and_then(|flags| i64::try_from(flags).ok()).unwrap_or_else(|| prop::flags(&name)),
        prop,
        material: of.material.and_then(|material| u8::try_from(material).ok()).unwrap_or(0),
        glass: of.object_type == Some(GLASS),
        sound,
        kind: Kind::of(&name, &of),
        zone: whole(record, "zone").map_or(0, |zone| u16::try_from(zone).unwrap_or(NOWHERE)),
        tint,
        interval,
        // ObjSpawn alone asks what is unlocked (`warriors.md` 1.2).
        locked: by_script && (name.starts_with("dyn_key") || name == "dyn_powercuffs"),
        class: of.class,
        name,
    })
}

/// The lines of the object list that are no emitters.
pub(super) fn lines(level: &Level, types: &Types) -> Vec<Spec> {
    let Some(table) = level.table(tables::LINES.key) else { return Vec::new() };
    let rows = level.rows(table).enumerate().filter_map(|(at, record)| {
        let spec = read(&record, Subject::new(tables::LINES.key, row(at)), types, false)?;
        (!is_emitter(&spec.name)).then_some(spec)
    });
    rows.collect()
}

/// Where a thing stands in the list.
pub(super) fn index(fixed: &Fixed, what: Subject) -> Option<usize> {
    if !matches!(what.table, "spawns" | "lines") {
        return None;
    }
    // Calls come first, then lines, both by their rows.
    let order = |subject: Subject| (subject.table == tables::LINES.key, subject.row);
    fixed.things.binary_search_by_key(&order(what), |thing| order(thing.subject)).ok()
}

/// Gives a tint; it is drawn from the next update on.
pub(super) fn colour(run: &mut Run<'_>, what: Subject, tint: u32, by: Subject, cause: Cause) -> bool {
    let Some(state) = index(run.fixed, what).and_then(|at| run.live.things_mut().get_mut(at)) else { return false };
    state.written = tint;
    run.log.add(by, "tint", what, i64::from(tint), cause);
    true
}

/// ObjShow with its distance, or ObjHide.
pub(super) fn show(run: &mut Run<'_>, what: Subject, distance: Option<f32>, by: Subject, cause: Cause) -> bool {
    let Some(state) = index(run.fixed, what).and_then(|at| run.live.things_mut().get_mut(at)) else { return false };
    state.hidden = distance.is_none();
    // Either way it is message 0x0a.
    state.simple.unhittable = distance.is_none();
    state.marker.shown = distance.is_some();
    if let Some(distance) = distance {
        state.distance = distance.max(0.0);
    }
    run.log.add(by, if distance.is_some() { "shown" } else { "hidden" }, what, 0, cause);
    true
}

/// Takes a thing out for good.
pub(super) fn remove(run: &mut Run<'_>, what: Subject, by: Subject, cause: Cause) -> bool {
    let Some(state) = index(run.fixed, what).and_then(|at| run.live.things_mut().get_mut(at)) else { return false };
    // What a marked zone keeps out can be there still.
    if state.removed && !state.live {
        return false;
    }
    state.removed = true;
    state.live = false;
    let row = run.log.add(by, "removed", what, 0, cause);
    tread::clear(run, what, row);
    true
}

/// ObjMarkZone: the things of a zone never come in again, or may again.
pub(super) fn mark_zone(run: &mut Run<'_>, zone: u16, removed: bool, by: Subject, cause: Cause) {
    let fixed = run.fixed;
    for (spec, state) in fixed.things.iter().zip(run.live.things_mut()) {
        if spec.zone == zone && !spec.locked {
            state.removed = removed;
        }
    }
    run.log.add(
        by,
        if removed { "zone removed" } else { "zone restored" },
        Subject::new("zones", zone.into()),
        0,
        cause,
    );
}

/// One tick of every live thing whose turn it is.
pub(super) fn tick(run: &mut Run<'_>) {
    let (fixed, now) = (run.fixed, run.live.tick);
    let due = |spec: &Spec, state: &State| {
        let age = now.saturating_sub(state.since);
        state.live && age > 0 && age.is_multiple_of(spec.interval)
    };
    for (at, spec) in fixed.things.iter().enumerate() {
        let Some(state) = run.live.things.get(at).filter(|state| due(spec, state)) else { continue };
        let idle = state.tint == state.written && !spec.is_marker();
        if idle {
            continue;
        }
        let Some(state) = run.live.things_mut().get_mut(at) else { continue };
        state.tint = state.written;
        if spec.is_marker() && state.marker.update() {
            remove(run, spec.subject, spec.subject, None);
        }
    }
}
