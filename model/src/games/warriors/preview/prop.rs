//! Props that blows break: stands, crates and benches, trash, cash registers (`warriors.md` P23 to P25), and the piles that
//! hand things out (P26).

use glam::Vec3;

use super::kind::Kind;
use super::thing::{self, Spec, vector};
use super::world::Run;
use super::{dust, impact, loose, tread};
use crate::games::warriors::types::Type;
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "prop",
        what: "stands, crate stacks, benches, trash, cash registers: blows until they break, what they break into, when they go, riot points",
        truth: Truth::Documents,
        note: "(P23 to P25) props of class dyn_masks that the documents do not name break by their counters, without pieces; the strength of `hit` is the kind of the blow",
    },
    Fidelity {
        file: "prop",
        what: "piles: what they hand out with which sound, and the one that runs out",
        truth: Truth::Documents,
        note: "(P26) `touch` takes from a pile; without a walker nobody holds what was taken",
    },
    Fidelity {
        file: "prop",
        what: "BreakObjectsInRadius: swinging doors, molotovs, markers",
        truth: Truth::Documents,
        note: "(P36) what the message does to props is counted in a way that was not traced, so they do not mind it",
    },
    Fidelity {
        file: "prop",
        what: "where pieces lie",
        truth: Truth::Assumed,
        note: "they drop straight down, as those of a prop that stands do; litter lies around it by the scenario's dice",
    },
    Fidelity {
        file: "prop",
        what: "splinters, paper, splats, what a molotov burns",
        truth: Truth::NotSimulated,
        note: "events say what comes, and which clip would play",
    },
];

/// What kind of prop a type is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Sort {
    /// Class `dyn_masks`: hit points, or hits where it has none.
    Masks { hitpoints: i32, hits: i32 },
    /// Class `overhead_weapon`: any blow breaks it.
    Trash,
    /// A cash register with so many hits.
    Register { hits: i32 },
    /// Class `dyn_pile`, by its object type.
    Pile { hands: i128 },
    /// A molotov that lies about.
    Molotov,
}

/// Hit points, hits and flags of the props that the documents name (`warriors.md` P23, P24), where no script configures
/// them.
const NAMED: &[(&str, i32, i32, i64)] = &[
    ("dyn_newsstand_a", 0, 1, 0xBF),
    ("dyn_newsstand_b", 0, 1, 0xBF),
    ("dyn_crate_stack", 0, 1, 0xBF),
    ("dyn_parkbench_a", 10, 2, 0xBF),
    ("dyn_trashcan", 150, 1, 0xBF),
    ("dyn_gbags", 80, 1, 0x2BF),
    ("dyn_parktrash_a", 0, 1, 0x3F),
    ("dyn_pstack", 0, 1, 0x2BD),
];

/// Hits of a cash register (`warriors.md` P25).
const REGISTER_HITS: i32 = 16;

/// Object types of piles by name, where no script configures them (seed 002, "Weapon piles").
const PILES: &[(&str, i128)] = &[
    ("dyn_brickpile", 17),
    ("dyn_beerpile", 19),
    ("dyn_baseballpile", 20),
    ("dyn_liquorpile", 21),
    ("dyn_molotovpile", 22),
    ("dyn_molotovpile_b", 22),
    ("dyn_poolballpile", 23),
    ("dyn_oilcan_box", 41),
    ("dyn_spraycan_box", 44),
    ("dyn_donut_spawner", 46),
    ("dyn_beerpileheavy", 47),
    ("dyn_boltcut_box", 49),
];

/// What a type is as a prop; `None` for what no blow breaks and nobody takes from.
pub(super) fn sort(name: &str, of: &Type) -> Option<Sort> {
    let named = NAMED.iter().find(|(own, ..)| *own == name);
    let number = |configured: Option<i128>, own: Option<i32>| {
        configured.and_then(|n| i32::try_from(n).ok()).or(own).unwrap_or(0)
    };
    let class = match of.class.as_str() {
        "" => class_of(name),
        class => class,
    };
    match class {
        "dyn_masks" => {
            let hitpoints = number(of.hitpoints, named.map(|(_, hitpoints, ..)| *hitpoints));
            let hits = number(of.hits, named.map(|(_, _, hits, _)| *hits));
            // Both counters off: nothing breaks it.
            (hitpoints > 0 || hits > 0).then_some(Sort::Masks { hitpoints, hits })
        }
        "overhead_weapon" => Some(Sort::Trash),
        "dyn_cashreg" => Some(Sort::Register { hits: number(of.hits, Some(REGISTER_HITS)).max(1) }),
        "dyn_pile" => {
            let own = PILES.iter().find(|(own, _)| *own == name).map(|(_, hands)| *hands);
            Some(Sort::Pile { hands: of.object_type.or(own)? })
        }
        "dyn_molotv" => Some(Sort::Molotov),
        _ => None,
    }
}

/// The class of a type of which nothing else is known (`warriors.md` P23 to P26).
pub(super) fn class_of(name: &str) -> &'static str {
    match name {
        "dyn_newsstand_a" | "dyn_newsstand_b" | "dyn_crate_stack" | "dyn_parkbench_a" => "dyn_masks",
        "dyn_trashcan" | "dyn_gbags" | "dyn_parktrash_a" | "dyn_pstack" => "overhead_weapon",
        "dyn_cashreg" => "dyn_cashreg",
        "dyn_molotv" => "dyn_molotv",
        _ if PILES.iter().any(|(own, _)| *own == name) => "dyn_pile",
        _ => "",
    }
}

/// What meets the body of a prop, where no script configures it.
pub(super) fn flags(name: &str) -> i64 {
    NAMED.iter().find(|(own, ..)| *own == name).map_or(0, |(.., flags)| *flags)
}

/// A prop as it is now.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    /// Hit points or hits that are left.
    pub(super) left: i32,
    /// When it broke.
    pub(super) broken: Option<u32>,
    /// What a drawer has done, or how often was taken from a pile.
    pub(super) step: u8,
}

impl State {
    pub(super) fn of(sort: Option<Sort>) -> State {
        let left = match sort {
            Some(Sort::Masks { hitpoints, hits }) => {
                if hitpoints > 0 {
                    hitpoints
                } else {
                    hits
                }
            }
            Some(Sort::Register { hits }) => hits,
            Some(Sort::Trash | Sort::Molotov) => 1,
            Some(Sort::Pile { .. }) | None => 0,
        };
        State { left, ..State::default() }
    }

    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        hasher.add(self.left);
        hasher.add(self.broken.map_or(0, |tick| tick.saturating_add(1)));
        hasher.add(u32::from(self.step));
    }
}

/// A piece of a broken prop, or what a register gives.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Piece {
    /// Of which thing.
    pub(super) of: Subject,
    pub(super) name: &'static str,
    pub(super) at: Vec3,
    since: u32,
    /// Ticks after which it fades; `None` for what stays.
    fades: Option<u32>,
}

impl Piece {
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        hasher.add(self.of.row);
        vector(hasher, self.at);
        hasher.add(self.since);
        hasher.add(self.fades.unwrap_or(0));
    }

    /// The share of it that is left.
    pub(super) fn opacity(&self, now: u32) -> f32 {
        let Some(fades) = self.fades else { return 1.0 };
        let gone = now.saturating_sub(self.since).saturating_sub(fades) as f32 / FADE as f32;
        (1.0 - gone).clamp(0.0, 1.0)
    }

    /// Half its box.
    pub(super) fn half(&self) -> Vec3 {
        match self.name {
            "dyn_trashcan_b" => Vec3::new(0.35, 0.35, 0.4),
            "dyn_parkbench_aa" | "dyn_wooddmg_a" | "dyn_parktrash_aa" => Vec3::new(0.5, 0.2, 0.1),
            _ => Vec3::splat(0.08),
        }
    }
}

/// Ticks of an update: the game's figures count updates (`warriors.md` P24).
const UPDATE: u32 = 2;
/// After which the dented can fades, after which other litter does, and how long that takes.
const DENTED: u32 = 151 * UPDATE;
const LITTER: u32 = 3551 * UPDATE;
const FADE: u32 = 51 * UPDATE;
/// Within which of a camera trash has effects, in metres.
const SEEN: f32 = 60.0;
/// Most pieces that lie about.
const MOST: usize = 512;
/// What falls out of trash, and from how far above the ground.
const BOTTLE: &str = "dyn_beerbottle";
const BOTTLE_ABOVE: f32 = 0.5;
/// Ticks between updates of a register's drawer.
const DRAWER: u32 = 60;
/// Where the drawer is in the register, how far it opens, how far above it the money lies (`warriors.md` P25).
const DRAWER_AT: Vec3 = Vec3::new(0.0, 0.02, -0.22);
const DRAWER_OUT: f32 = 0.35;
const MONEY_ABOVE: f32 = 0.22;
/// What it gives: at least, and at most so much more.
const MONEY: (i64, u16) = (25, 25);
/// Takes after which a pile of molotovs runs out, and ticks between its updates then.
const TAKES: u8 = 5;
const PILE: u32 = 240;
/// A blow of a kind; answers whether the thing minds.
pub(super) fn hit(run: &mut Run<'_>, at: usize, kind: i32, by: Subject, cause: Cause) -> bool {
    let Some(spec) = run.fixed.things.get(at) else { return false };
    let Some(sort) = spec.prop else { return false };
    let kind = kind.clamp(0, 3);
    let Some(state) = run.live.things_mut().get_mut(at) else { return false };
    if !state.live || state.prop.broken.is_some() {
        return false;
    }
    let takes = match sort {
        Sort::Masks { hitpoints, .. } if hitpoints > 0 => super::strike::damage(kind),
        Sort::Masks { .. } | Sort::Trash => 1,
        Sort::Register { .. } => 2 + 8 * kind,
        Sort::Pile { .. } | Sort::Molotov => return false,
    };
    state.prop.left = state.prop.left.saturating_sub(takes);
    let (left, place) = (state.prop.left, state.at);
    let row = run.log.add(by, "is hit", spec.subject, left.into(), cause);
    // Message 6: every blow while it was whole counts for the riot.
    run.log.add(by, "riot points", spec.subject, riot_points(&spec.name), row);
    if matches!(sort, Sort::Masks { .. }) {
        sounds(run, spec, row);
        dust::rises(run, dust::RIOT, spec.subject, place, row);
    }
    if left < 1 {
        breaks(run, at, row);
    }
    true
}

/// What a prop sounds like that is hit or breaks, by its material.
fn sounds(run: &mut Run<'_>, spec: &Spec, cause: Cause) {
    if !run.fixed.assumed.state.silent {
        run.log.add(spec.subject, "sound of material", spec.subject, spec.material.into(), cause);
    }
}

/// What a blow counts in the level of the riot.
fn riot_points(name: &str) -> i64 {
    if matches!(name, "dyn_newsstand_a" | "dyn_newsstand_b") { 3 } else { 1 }
}

/// It breaks where it is.
pub(super) fn breaks(run: &mut Run<'_>, at: usize, cause: Cause) {
    let (fixed, now) = (run.fixed, run.live.tick);
    let Some(spec) = fixed.things.get(at) else { return };
    // What broke in a hand or in the air meets things for a tick yet.
    let state = run.live.things_mut().get_mut(at).filter(|state| state.prop.broken.is_none());
    let Some(state) = state else { return };
    state.prop.broken = Some(now);
    let (place, turn) = (state.at, state.turn);
    let trash = spec.prop == Some(Sort::Trash);
    if trash {
        // Its alpha goes, and is drawn an update later.
        state.written &= 0xFFFF_FF00;
    }
    let row = run.log.add(spec.subject, "breaks", spec.subject, 0, cause);
    tread::clear(run, spec.subject, row);
    if trash {
        if (place - run.camera()).length() > SEEN {
            return;
        }
        dust::rises(run, dust::TRASH, spec.subject, place, row);
        sounds(run, spec, row);
    }
    match spec.name.as_str() {
        "dyn_newsstand_a" | "dyn_newsstand_b" => {
            run.log.add(spec.subject, "paper", spec.subject, 5, row);
        }
        "dyn_crate_stack" => piece(run, spec, "dyn_wooddmg_a", place + turn * Vec3::new(0.0, 0.0, -0.604), None, row),
        "dyn_parkbench_a" => {
            run.log.add(spec.subject, "splinters", spec.subject, 25, row);
            piece(run, spec, "dyn_parkbench_aa", place + turn * Vec3::new(0.0, 0.0, -0.395), None, row);
        }
        "dyn_trashcan" => {
            piece(run, spec, "dyn_trashcan_b", place, Some(DENTED), row);
            litter(run, spec, place, row);
        }
        "dyn_gbags" => litter(run, spec, place, row),
        "dyn_parktrash_a" => {
            piece(run, spec, "dyn_parktrash_aa", place, Some(DENTED), row);
            litter(run, spec, place, row);
        }
        "dyn_pstack" => {
            run.log.add(spec.subject, "debris", spec.subject, 8, row);
        }
        _ if trash => {
            run.log.add(spec.subject, "splinters", spec.subject, 44, row);
        }
        _ => {}
    }
}

/// Adds a piece that falls to the floor under a place.
pub(super) fn piece(run: &mut Run<'_>, of: &Spec, name: &'static str, at: Vec3, fades: Option<u32>, cause: Cause) {
    if of.prop == Some(Sort::Trash) && run.fixed.assumed.state.no_pieces {
        return;
    }
    let row = run.log.add(of.subject, name, of.subject, 0, cause);
    if run.live.pieces.len() < MOST {
        let floor = run.fixed.ground.below(at, &run.live.off).unwrap_or(at.z);
        // Trash's pieces and a register's are loose objects.
        if matches!(of.prop, Some(Sort::Trash | Sort::Register { .. })) {
            impact::lands(run, of.subject, at.z - floor, row);
        }
        let at = Vec3::new(at.x, at.y, floor);
        run.live.pieces.push(Piece { of: of.subject, name, at, since: run.live.tick, fades });
    }
}

/// The set that trash leaves: splinters, a bottle where people walk, four bits.
fn litter(run: &mut Run<'_>, of: &Spec, place: Vec3, cause: Cause) {
    run.log.add(of.subject, "splinters", of.subject, 10, cause);
    for name in ["dyn_trashbit_a", "dyn_trashbit_b", "dyn_trashbit_d", "dyn_trashbit_d"] {
        let mut step = || f32::from(run.dice(1000)) / 500.0 - 1.0;
        let aside = Vec3::new(step(), step(), 0.0) * 0.43;
        piece(run, of, name, place + aside, Some(LITTER), cause);
    }
    if run.live.navigation.walked(place) && !run.fixed.assumed.state.no_pieces {
        bottle(run, place, cause);
    }
}

/// A bottle that falls out of trash: it is knocked and not thrown, so it lies whole and can be taken (seed 002, "Trash
/// cans and bags").
fn bottle(run: &mut Run<'_>, place: Vec3, cause: Cause) {
    let ground = run.fixed.ground.below(place, &run.live.off).unwrap_or(place.z);
    let Some(at) = loose::make(run, BOTTLE, Vec3::new(place.x, place.y, ground + BOTTLE_ABOVE), cause) else { return };
    let mut turn = || (f32::from(run.dice(1000)) / 500.0 - 1.0) * core::f32::consts::PI;
    let spin = Vec3::new(0.0, turn(), turn());
    if let Some(object) = run.live.objects.get_mut(at) {
        (object.place, object.spin, object.ground) = (loose::Place::Air, spin, ground);
    }
}

/// One tick: what is broken goes, drawers open, pieces fade.
pub(super) fn tick(run: &mut Run<'_>) {
    let (fixed, now) = (run.fixed, run.live.tick);
    for (at, spec) in fixed.things.iter().enumerate().filter(|(_, spec)| spec.prop.is_some()) {
        let Some(state) = run.live.things.get(at).filter(|state| state.live) else { continue };
        let (since, prop) = (state.since, state.prop);
        let Some(broken) = prop.broken else { continue };
        let age = now.saturating_sub(broken);
        let due = |interval: u32| age > 0 && now.saturating_sub(since).is_multiple_of(interval);
        match spec.prop {
            Some(Sort::Masks { .. }) if due(spec.interval) => {
                thing::remove(run, spec.subject, spec.subject, None);
            }
            // Its next update is the next tick: hidden there, gone on the one after.
            Some(Sort::Trash) if age == 1 => {
                if let Some(state) = run.live.things_mut().get_mut(at) {
                    state.tint = state.written;
                }
            }
            Some(Sort::Trash) if age > 1 => {
                thing::remove(run, spec.subject, spec.subject, None);
            }
            Some(Sort::Register { .. }) if prop.step < 2 && due(DRAWER) => drawer(run, at),
            Some(Sort::Pile { .. }) if due(PILE) => pile_ends(run, at),
            _ => {}
        }
    }
    run.live.pieces.retain(|piece| piece.opacity(now) > 0.0);
}

/// Where a register's drawer is.
pub(super) fn drawer_at(state: &thing::State) -> Vec3 {
    let out = if state.prop.step > 0 { DRAWER_OUT } else { 0.0 };
    state.at + state.turn * (DRAWER_AT + Vec3::Y * out)
}

fn drawer(run: &mut Run<'_>, at: usize) {
    let fixed = run.fixed;
    let Some(spec) = fixed.things.get(at) else { return };
    let Some(state) = run.live.things_mut().get_mut(at) else { return };
    state.prop.step += 1;
    let (step, money) = (state.prop.step, drawer_at(state) + Vec3::Z * MONEY_ABOVE);
    if step == 1 {
        run.log.add(spec.subject, "drawer opens", spec.subject, 0, None);
        return;
    }
    let worth = MONEY.0 + i64::from(run.dice(MONEY.1));
    run.log.add(spec.subject, "money", spec.subject, worth, None);
    if run.live.pieces.len() < MOST {
        let (of, since) = (spec.subject, run.live.tick);
        run.live.pieces.push(Piece { of, name: "dyn_money", at: money, since, fades: None });
    }
}

/// A drawer that was deleted when the register was lifted.
pub(super) const TAKEN: u8 = 3;

/// Somebody presses the button beside a thing while there is no walker: a pile hands out, a drawer goes.
pub(super) fn touch(run: &mut Run<'_>, at: usize, by: Subject, cause: Cause) -> bool {
    let Some(spec) = run.fixed.things.get(at) else { return false };
    let Some(state) = run.live.things.get(at).filter(|state| state.live) else { return false };
    match spec.prop {
        Some(Sort::Register { .. }) => {
            drawer_taken(run, at, by, cause);
            true
        }
        Some(Sort::Pile { hands }) if state.prop.broken.is_none() => take(run, at, hands, by, cause).is_some(),
        _ => false,
    }
}

/// The button beside a register: its drawer goes, whatever else happens.
pub(super) fn drawer_taken(run: &mut Run<'_>, at: usize, by: Subject, cause: Cause) {
    let Some(spec) = run.fixed.things.get(at) else { return };
    let Some(state) = run.live.things_mut().get_mut(at) else { return };
    state.prop.step = TAKEN;
    run.log.add(by, "drawer removed", spec.subject, 0, cause);
}

/// How an event about what a pile hands out begins.
pub(super) const HANDS_OUT: &str = "hands out ";

/// What a pile of an object type hands out, and the cue that sounds; of several one at random.
pub(super) fn handed(hands: i128) -> Option<(&'static [&'static str], i64)> {
    Some(match hands {
        17 => (&["hands out dyn_brick"], 25),
        18 => (&["hands out dyn_cueball"], 26),
        19 => (&["hands out dyn_beerbottle"], 27),
        20 => (&["hands out dyn_baseball"], 28),
        21 => (&["hands out dyn_bottle_a", "hands out dyn_bottle_b", "hands out dyn_bottle_c"], 29),
        22 => (&["hands out dyn_molotv"], 30),
        23 => (&["hands out dyn_poolball08_"], 31),
        41 => (&["hands out dyn_oilcan"], 0),
        44 => (&["gives a spray charge"], 0),
        46 => (&["hands out dyn_donut_a", "hands out dyn_donut_b", "hands out dyn_donut_c"], 0),
        47 => (&["hands out dyn_beerbottleheavy"], 27),
        49 => (&["hands out dyn_boltcutter_b"], 0),
        _ => return None,
    })
}

/// The names of everything that piles hand out.
pub(super) fn made() -> impl Iterator<Item = &'static str> {
    let all = PILES.iter().map(|(_, hands)| *hands).chain([18]);
    let mut names: Vec<&str> =
        all.filter_map(handed).flat_map(|(names, _)| names).filter_map(|name| name.strip_prefix(HANDS_OUT)).collect();
    names.sort_unstable();
    names.dedup();
    names.into_iter()
}

/// Takes from a pile; answers the event.
pub(super) fn take(run: &mut Run<'_>, at: usize, hands: i128, by: Subject, cause: Cause) -> Option<&'static str> {
    let (fixed, now) = (run.fixed, run.live.tick);
    let (spec, (names, cue)) = (fixed.things.get(at)?, handed(hands)?);
    let most = u16::try_from(names.len().saturating_sub(1)).unwrap_or(0);
    let one = if most == 0 { 0 } else { usize::from(run.dice(most)) };
    let name = *names.get(one)?;
    let row = run.log.add(spec.subject, name, spec.subject, cue, cause);
    run.log.add(by, "takes", spec.subject, 0, row);
    // Only this one counts (`warriors.md` P26).
    if spec.name == "dyn_molotovpile_b"
        && let Some(state) = run.live.things_mut().get_mut(at)
    {
        state.prop.step += 1;
        if state.prop.step >= TAKES {
            state.prop.broken = Some(now);
            state.since = now;
            run.log.add(spec.subject, "runs out", spec.subject, 0, row);
        }
    }
    Some(name)
}

/// An empty pile is hidden on its next update and goes on the one after.
fn pile_ends(run: &mut Run<'_>, at: usize) {
    let Some(spec) = run.fixed.things.get(at) else { return };
    let Some(state) = run.live.things_mut().get_mut(at) else { return };
    if state.written == 0 {
        thing::remove(run, spec.subject, spec.subject, None);
    } else {
        state.written = 0;
        state.tint = 0;
    }
}

/// BreakObjectsInRadius: message 0x15 to everything within a radius, the thing in the middle included; panes are not
/// reached (`warriors.md` P36).
pub(super) fn break_within(run: &mut Run<'_>, centre: Vec3, radius: f32, by: Subject, cause: Cause) {
    let (fixed, now) = (run.fixed, run.live.tick);
    let within = |at: Vec3| (at - centre).length_squared() <= radius * radius;
    for (at, spec) in fixed.things.iter().enumerate() {
        let Some(state) = run.live.things.get(at).filter(|state| state.live) else { continue };
        if !within(state.at) {
            continue;
        }
        if spec.is_marker() {
            super::marker::dies(run, spec.subject, by, cause);
        } else if spec.prop == Some(Sort::Molotov) {
            // Its radius in thousandths of a metre.
            let row = run.log.add(by, "explodes", spec.subject, 1500, cause);
            thing::remove(run, spec.subject, spec.subject, row);
        }
    }
    let molotov = |object: &&loose::Object| {
        object.thing.is_none() && object.kind(fixed).is_some_and(Kind::is_molotov) && within(object.at)
    };
    let made: Vec<Subject> = run.live.objects.iter().filter(molotov).map(|object| object.subject).collect();
    for subject in made {
        let row = run.log.add(by, "explodes", subject, 1500, cause);
        if let Some(at) = loose::index(run, subject) {
            loose::remove(run, at, row);
        }
    }
    for (spec, door) in fixed.doors.iter().zip(&mut run.live.doors) {
        if spec.sort.swings() && !door.over() && within(spec.pose.at) {
            // Two updates later, after 2 and after 3 ticks more.
            door.blow = Some(now.saturating_add(5));
            run.log.add(by, "will be hit", spec.subject, 0, cause);
        }
    }
}
