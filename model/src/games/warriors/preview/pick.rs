//! Picking things up (`warriors.md` P38).

use glam::Vec3;

use super::kind::Kind;
use super::loose::{self, Place};
use super::prop::{self, Sort};
use super::walker::{self, SUBJECT};
use super::world::Run;
use super::{carry, hold};
use crate::preview::{Cause, Fidelity, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "pick",
        what: "which classes and models are taken, what is refused and why, powerups that are walked over, what a pile puts into the hand",
        truth: Truth::Documents,
        note: "(P38, P26) P38 has model 13ff8ee4 as not taken; seed 002 only clears bit 0x80 there",
    },
    Fidelity {
        file: "pick",
        what: "how near a thing must be, which of several is taken, when the hand has it, what is done with what was in it",
        truth: Truth::Assumed,
        note: "a setting, measured from a metre above the feet to its box; the nearest; 14 ticks after the clip began, as was seen of clip 504; it is dropped first, but a pile wants empty hands; no spray charge is there at first, and 9 are the most",
    },
    Fidelity {
        file: "pick",
        what: "what powerups give",
        truth: Truth::NotSimulated,
        note: "they go, and the event says so",
    },
];

/// It can be taken.
const PICKABLE: u32 = 0x8000;
/// Nobody takes what is so heavy, but class 13.
const TOO_HEAVY: f32 = 75.0;
const STRONG: i32 = 13;
/// The model that only players take.
const PLAYERS_ONLY: u32 = 0xD2CF_CD44;
/// Height above the feet at which the hands look for things, in metres.
const MIDDLE: f32 = 1.0;
/// Height of the eyes, in metres.
const EYES: f32 = 1.6;
/// Metres before a thing up to which one looks for it.
const SURFACE: f32 = 0.1;
/// Ticks between the beginning of a clip and the hand that has the thing.
pub(super) const TAKES: u32 = 14;
/// Spray charges that one can have.
const CHARGES: u8 = 9;
/// Object types of the boxes that give charges, or only while there is room for one (seed 002, "Weapon piles").
const SPRAY_PILE: i128 = 44;
const DONUT_PILE: i128 = 46;

/// Why a register without its drawer is not taken.
const LIFTED: &str = "not taken: it was lifted before";

/// The flags that a class's start gives an object of a model.
pub(super) fn flags(class: &str, hash: u32) -> u32 {
    let not = |flags: u32, model: u32| if hash == model { flags & !PICKABLE } else { flags };
    match class {
        "melee_weapon" => not(0x21_8081, 0x13FF_8EE4),
        "thrown_weapon" | "dyn_molotv" => 0x22_8081,
        "overhead_weapon" => not(0x22_8001, 0x8FC6_AC30),
        "pickup_item" => not(0x20_8081, 0x2FD6_90D6),
        "powerup_item" => 0x80_8081,
        "dyn_pile" => 0x22_8481,
        "simple_object" if hash == 0xFCBE_9FBB => 0x8081,
        _ => 1,
    }
}

/// Who takes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Taker {
    pub(super) class: i32,
    pub(super) player: bool,
}

/// Why a thing at rest is not taken; `None` if it is.
pub(super) fn refusal(kind: &Kind, taker: Taker) -> Option<&'static str> {
    // A register answers the button by itself, without the flag.
    let own = kind.class == "dyn_cashreg";
    if kind.class == "powerup_item" {
        Some("not taken: it is walked over")
    } else if kind.flags & PICKABLE == 0 && !own {
        Some("not taken: its kind is not picked up")
    } else if kind.weight >= TOO_HEAVY && taker.class != STRONG {
        Some("not taken: too heavy")
    } else if kind.hash == PLAYERS_ONLY && !taker.player {
        Some("not taken: for players alone")
    } else {
        None
    }
}

/// What could be taken, with its box and how it is.
struct Candidate<'a> {
    subject: Subject,
    kind: &'a Kind,
    thing: Option<usize>,
    at: Vec3,
    distance: f32,
    state: Option<&'static str>,
}

/// A thing as something to take; `None` for what is not there.
fn candidate<'a>(run: &Run<'a>, subject: Subject, from: Vec3) -> Option<Candidate<'a>> {
    let fixed = run.fixed;
    let object = loose::index(run, subject).and_then(|at| run.live.objects.get(at)).copied();
    let state = match object.map(|object| object.place) {
        Some(Place::Hand { .. } | Place::Stuck { .. }) => Some("not taken: attached"),
        Some(Place::Air) => Some("not taken: in the air"),
        _ if object.is_some_and(|object| object.over) => Some("not taken: its time is over"),
        _ => None,
    };
    if let Some(at) = super::thing::index(fixed, subject) {
        let (spec, is) = (fixed.things.get(at)?, run.live.things.get(at)?);
        let there = is.live && !is.hidden;
        let broken = is.prop.broken.is_some();
        let distance = walker::thing_ahead(spec, is, from);
        let lifted = matches!(spec.prop, Some(Sort::Register { .. })) && is.prop.step == prop::TAKEN;
        let state = match state {
            None if broken && matches!(spec.prop, Some(Sort::Pile { .. })) => Some("not taken: it ran out"),
            None if broken => Some("not taken: broken"),
            None if lifted => Some(LIFTED),
            state => state,
        };
        let middle = is.at + is.turn * spec.centre;
        return there.then_some(Candidate { subject, kind: &spec.kind, thing: Some(at), at: middle, distance, state });
    }
    let object = object?;
    let kind = object.kind(fixed)?;
    let middle = object.at + object.turn * kind.centre;
    let distance = ((object.turn.inverse() * (from - object.at) - kind.centre).abs() - kind.size * 0.5).max(Vec3::ZERO);
    Some(Candidate { subject, kind, thing: None, at: middle, distance: distance.length(), state })
}

/// Why the walker does not take it; `None` if it does.
fn why_not(run: &Run<'_>, of: &Candidate<'_>, person: &walker::Person) -> Option<&'static str> {
    let taker = Taker { class: person.class, player: true };
    let eyes = person.position + Vec3::Z * EYES;
    // What lies on a floor is not behind it.
    let before = of.at + (eyes - of.at).clamp_length_max(SURFACE);
    let hidden = || run.fixed.ground.between(eyes, before, &run.live.off).then_some("not taken: out of sight");
    let pile = of.thing.and_then(|at| run.fixed.things.get(at)).and_then(|spec| match spec.prop {
        Some(Sort::Pile { hands }) => Some(hands),
        _ => None,
    });
    let by_pile = |hands: i128| match hands {
        _ if hold::held(run).is_some() => Some("not taken: the hands are not empty"),
        SPRAY_PILE | DONUT_PILE if run.live.hand.charges >= CHARGES => Some("not taken: no room for a spray charge"),
        _ => prop::handed(hands).is_none().then_some("not taken: it hands nothing out"),
    };
    let known = refusal(of.kind, taker).or(of.state);
    known.or_else(|| pile.and_then(by_pile)).or_else(hidden)
}

/// The walker takes a certain thing, from wherever it stands.
pub(super) fn touch(run: &mut Run<'_>, subject: Subject, cause: Cause) -> bool {
    let Some(person) = run.live.walker.clone() else { return false };
    let Some(of) = candidate(run, subject, person.position + Vec3::Z * MIDDLE) else { return false };
    if run.live.hand.is_busy() || person.airborne {
        return false;
    }
    let (pickup, height) = (of.kind.pickup, of.at.z - of.kind.centre.z - person.position.z);
    let why = why_not(run, &of, &person);
    if let Some(thing) = of.thing
        && let Some(Sort::Register { .. }) = run.fixed.things.get(thing).and_then(|spec| spec.prop)
    {
        prop::drawer_taken(run, thing, SUBJECT, cause);
    }
    if let Some(why) = why {
        run.log.add(SUBJECT, why, subject, 0, cause);
        return true;
    }
    if hold::held(run).is_some() {
        hold::drop(run, cause);
    }
    let clip = carry::pickup_clip(pickup, height);
    let row = run.log.add(SUBJECT, "picks up, clip", subject, clip, cause);
    run.live.hand.reach(subject, run.live.tick.saturating_add(TAKES), row);
    true
}

/// The walker takes the nearest thing in reach; where there is none it lets go of what it holds.
pub(super) fn take(run: &mut Run<'_>, cause: Cause) -> bool {
    let Some(person) = run.live.walker.clone() else { return false };
    if run.live.hand.is_busy() || person.airborne {
        return false;
    }
    let from = person.position + Vec3::Z * MIDDLE;
    let reach = run.fixed.assumed.take_reach;
    let made = run.live.objects.iter().filter(|object| object.thing.is_none() && !object.is_held());
    let subjects = run.fixed.things.iter().map(|spec| spec.subject).chain(made.map(|object| object.subject));
    let near = subjects.filter_map(|subject| candidate(run, subject, from)).filter(|of| of.distance <= reach);
    let able = |of: &Candidate<'_>| why_not(run, of, &person).is_none();
    // What nobody could take anywhere is not looked at.
    let near = near.filter(|of| of.kind.flags & PICKABLE != 0 || of.kind.class == "dyn_cashreg");
    let near = near.filter(|of| of.state != Some("not taken: attached") && of.kind.class != "powerup_item");
    let mut near: Vec<Candidate<'_>> = near.collect();
    near.sort_by(|a, b| a.distance.total_cmp(&b.distance));
    let first = near.iter().find(|of| able(of)).map(|of| of.subject);
    let refused = near.first().and_then(|of| Some((of.subject, why_not(run, of, &person)?)));
    match (first, refused) {
        (Some(subject), _) => touch(run, subject, cause),
        _ if hold::held(run).is_some() => hold::drop(run, cause),
        (None, Some((subject, why))) => {
            run.log.add(SUBJECT, why, subject, 0, cause);
            true
        }
        (None, None) => {
            run.log.add(SUBJECT, "takes nothing", SUBJECT, 0, cause);
            true
        }
    }
}

/// The clip has come to the thing: it is in the hand.
pub(super) fn taken(run: &mut Run<'_>, subject: Subject, cause: Cause) {
    let Some(person) = run.live.walker.clone() else { return };
    let of = candidate(run, subject, person.position);
    // A register has lost its drawer by now.
    let still = |of: &Candidate<'_>| of.state.is_none() || of.state == Some(LIFTED);
    let Some(thing) = of.filter(still).map(|of| of.thing) else {
        run.log.add(SUBJECT, "it is gone", subject, 0, cause);
        return;
    };
    let spec = thing.and_then(|at| Some((at, run.fixed.things.get(at)?)));
    if let Some((at, spec)) = spec
        && let Some(Sort::Pile { hands }) = spec.prop
    {
        let room = run.live.hand.charges < CHARGES;
        if hands == SPRAY_PILE && room {
            run.live.hand.charges += 1;
        }
        let Some(name) = prop::take(run, at, hands, SUBJECT, cause).and_then(|word| word.strip_prefix(prop::HANDS_OUT))
        else {
            return;
        };
        // The object is made where the taker is (seed 002, "Scripted placement").
        if let Some(object) = loose::make(run, name, person.position, cause) {
            hold::put(run, object, cause);
        }
        return;
    }
    let object = match thing {
        Some(at) => loose::leave(run, at, cause),
        None => loose::index(run, subject),
    };
    if let Some(object) = object {
        hold::put(run, object, cause);
    }
}

/// One tick: powerups that the walker comes over.
pub(super) fn tick(run: &mut Run<'_>) {
    let fixed = run.fixed;
    let Some(person) = run.live.walker.as_ref() else { return };
    let from = person.position + Vec3::Z * MIDDLE;
    let mut over = Vec::new();
    for (spec, state) in fixed.things.iter().zip(run.live.things.iter()) {
        let there = spec.kind.class == "powerup_item" && state.live && !state.hidden;
        let away = state.at - from;
        if there && away.truncate().length() <= walker::RADIUS + spec.kind.radius() && away.z.abs() <= MIDDLE {
            over.push(spec.subject);
        }
    }
    for subject in over {
        let row = run.log.add(SUBJECT, "walks over", subject, 0, None);
        super::thing::remove(run, subject, subject, row);
    }
}
