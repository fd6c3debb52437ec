//! What comes in and goes out (`warriors.md` P1 to P3).

use super::world::Run;
use super::{removal, tread};
use crate::preview::{Fidelity, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "streaming",
        what: "coming in: zones, 512 records a call in turn, the nearest within 70 m, one a call, the pool of 384",
        truth: Truth::Documents,
        note: "(P1, P3, P41) the camera is where the walker is, or where `cameras/0` was placed; it is the only one; `paused` of `streaming/0` stops all of it",
    },
    Fidelity {
        file: "streaming",
        what: "going out",
        truth: Truth::Assumed,
        note: "(P2) the distance is a setting; what is carried or in the air stays, everything else can be stored",
    },
];

/// Records that a call walks.
const WALKED: usize = 512;
/// Within 70 m, squared.
const NEAR: f32 = 4900.0;
/// Live objects (`warriors.md` 1.6).
const POOL: usize = 384;
/// How much farther than the camera sees things are stored, in metres.
const MARGIN: f32 = 10.0;

/// What is there from the start: glass, in one level (`warriors.md` P41).
pub(super) fn load(run: &mut Run<'_>) {
    let fixed = run.fixed;
    for (at, _) in fixed.things.iter().enumerate().filter(|(_, spec)| spec.glass && fixed.glass_at_once) {
        if run.live.things.get(at).is_some_and(|state| !state.removed) {
            spawn(run, at);
        }
    }
}

/// One frame: what is too far or in a zone that is off goes, then one comes; nothing while it is paused.
pub(super) fn frame(run: &mut Run<'_>) {
    if run.live.paused {
        return;
    }
    go_out(run);
    come_in(run);
}

/// How far from the camera things are stored, in metres.
pub(super) fn far(run: &Run<'_>) -> f32 {
    run.fixed.assumed.store + MARGIN
}

fn go_out(run: &mut Run<'_>) {
    let fixed = run.fixed;
    let camera = run.camera();
    let far = far(run);
    for (at, spec) in fixed.things.iter().enumerate() {
        let goes = |state: &&super::thing::State| {
            let off = !run.live.zones.contains(&spec.zone);
            state.live && !state.carried && (off || (state.at - camera).length_squared() > far * far)
        };
        if run.live.things.get(at).filter(goes).is_some() {
            store(run, at);
        }
    }
}

/// Writes a thing back into its record: pose and tint stay with it.
fn store(run: &mut Run<'_>, at: usize) {
    let Some(spec) = run.fixed.things.get(at) else { return };
    // What has a removal time is not stored (`warriors.md` P31).
    if removal::is_timed(run, spec.subject) {
        let row = run.log.add(spec.subject, "streams out", spec.subject, 0, None);
        super::thing::remove(run, spec.subject, spec.subject, row);
        return;
    }
    if let Some(state) = run.live.things_mut().get_mut(at) {
        state.live = false;
        state.tint = state.written;
    }
    run.log.add(spec.subject, "streams out", spec.subject, 0, None);
}

fn come_in(run: &mut Run<'_>) {
    let fixed = run.fixed;
    let camera = run.camera();
    let count = fixed.things.len();
    let mut best: Option<(f32, usize)> = None;
    for _ in 0..WALKED.min(count) {
        let at = run.live.cursor % count;
        run.live.cursor = (at + 1) % count;
        let (Some(spec), Some(state)) = (fixed.things.get(at), run.live.things.get(at)) else { continue };
        if state.live || state.removed || !run.live.zones.contains(&spec.zone) {
            continue;
        }
        let distance = (state.at - camera).length_squared();
        if distance < NEAR && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, at));
        }
    }
    let Some((distance, at)) = best else { return };
    if run.live.things.iter().filter(|state| state.live).count() >= POOL {
        let live = run.live.things.iter().enumerate().filter(|(_, state)| state.live && !state.carried);
        let far = live.map(|(at, state)| ((state.at - camera).length_squared(), at));
        let farthest = far.max_by(|a, b| a.0.total_cmp(&b.0));
        let Some((_, old)) = farthest.filter(|(far, _)| *far > distance) else { return };
        store(run, old);
    }
    spawn(run, at);
}

fn spawn(run: &mut Run<'_>, at: usize) {
    let now = run.live.tick;
    let Some(spec) = run.fixed.things.get(at) else { return };
    let Some(state) = run.live.things_mut().get_mut(at) else { return };
    state.live = true;
    state.since = now;
    let row = run.log.add(spec.subject, "streams in", spec.subject, 0, None);
    tread::mark(run, spec.subject, row);
}
