//! Plain props of class `simple_object` (`warriors.md` P41; seed 002, "simple_object").

use super::thing::{Spec, index};
use super::world::Run;
use crate::games::warriors::names::model_hash;
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "simple",
        what: "updates every 240 ticks; message 0x12 shows, 0x13 and 0x3c hide, 0x0a says whether it can be hit; the eight types of the Wonder Wheel are never too small to see; two types loop a sound",
        truth: Truth::Documents,
        note: "(P41) in the words of `fire`: message_12, message_13, message_3c, hittable, not_hittable; the types with a sound look every 60 ticks, every 2 while it plays",
    },
    Fidelity {
        file: "simple",
        what: "that ObjHide hides as well as it makes unhittable, how far a looped sound carries",
        truth: Truth::Assumed,
        note: "ObjShow and ObjHide send message 0x0a; the range is a setting",
    },
    Fidelity {
        file: "simple",
        what: "six more types that are never too small to see, three that message 0x13 treats otherwise, being hit and being held",
        truth: Truth::NotSimulated,
        note: "their hashes are not published",
    },
];

/// Ticks between updates: of all, and of those with a sound.
pub(super) const INTERVAL: u32 = 240;
pub(super) const LISTENS: u32 = 60;
/// Metres beyond a sound's range at which it stops.
const MARGIN: f32 = 10.0;
/// Models with a sound that loops, by hash, and the sound.
const LOOPS: [(u32, u32); 2] = [(0x14E8_682C, 0x3260_71DE), (0x014D_30CE, 0x26AC_304B)];

/// The sound that a type loops.
pub(super) fn sound(name: &str, class: &str) -> Option<u32> {
    let hash = model_hash(name);
    LOOPS.iter().find(|(model, _)| class == CLASS && *model == hash).map(|(_, sound)| *sound)
}

/// The class.
pub(super) const CLASS: &str = "simple_object";

/// A simple object as it is now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    /// Blows pass it.
    pub(super) unhittable: bool,
    /// Its sound plays.
    pub(super) sounds: bool,
}

impl State {
    pub(super) fn hash(self, hasher: &mut StateHasher) {
        hasher.add(u32::from(self.unhittable) | u32::from(self.sounds) << 1);
    }
}

/// A message to a thing that is there; answers whether it means anything to it.
pub(super) fn message(run: &mut Run<'_>, what: Subject, message: u8, by: Subject, cause: Cause) -> bool {
    let Some(at) = index(run.fixed, what) else { return false };
    let Some(spec) = run.fixed.things.get(at) else { return false };
    let Some(state) = run.live.things_mut().get_mut(at).filter(|state| state.live) else { return false };
    let shown = match message {
        0x12 => true,
        0x13 | 0x3C => false,
        _ => return false,
    };
    if spec.is_marker() && message == 0x3C {
        // A marker takes it for ObjShow.
        state.marker.shown = true;
        run.log.add(by, "shown", what, message.into(), cause);
        return true;
    }
    if spec.class != CLASS {
        return false;
    }
    state.hidden = !shown;
    run.log.add(by, if shown { "shown" } else { "hidden" }, what, message.into(), cause);
    true
}

/// Message 0x0a: whether it can be hit.
pub(super) fn hittable(run: &mut Run<'_>, what: Subject, can: bool, by: Subject, cause: Cause) -> bool {
    let Some(at) = index(run.fixed, what) else { return false };
    let simple = run.fixed.things.get(at).is_some_and(|spec| spec.class == CLASS);
    let Some(state) = run.live.things_mut().get_mut(at).filter(|state| simple && state.live) else { return false };
    state.simple.unhittable = !can;
    run.log.add(by, if can { "hittable" } else { "not hittable" }, what, 0, cause);
    true
}

/// One tick of those with a sound.
pub(super) fn tick(run: &mut Run<'_>) {
    let (fixed, now, camera) = (run.fixed, run.live.tick, run.camera());
    let far = fixed.assumed.loops + MARGIN;
    for (at, spec) in fixed.things.iter().enumerate() {
        let Some(sound) = spec.sound else { continue };
        let Some(state) = run.live.things.get(at) else { continue };
        let age = now.saturating_sub(state.since);
        let due = age > 0 && age.is_multiple_of(if state.simple.sounds { 2 } else { LISTENS });
        if state.live && !due {
            continue;
        }
        let plays = state.live && (state.at - camera).length_squared() <= far * far;
        if plays == state.simple.sounds {
            continue;
        }
        if let Some(state) = run.live.things_mut().get_mut(at) {
            state.simple.sounds = plays;
        }
        log(run, spec, plays, sound);
    }
}

fn log(run: &mut Run<'_>, spec: &Spec, plays: bool, sound: u32) {
    run.log.add(spec.subject, if plays { "sound loops" } else { "sound stops" }, spec.subject, sound.into(), None);
}
