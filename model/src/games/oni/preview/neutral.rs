//! Neutral characters that call the player, talk and give (seed 000, NEUT; `oni.md` 2.10, 2.21).

use super::fixed::rows;
use super::patrol::person_name;
use super::person::Way;
use super::script;
use super::spawning;
use super::world::Run;
use crate::document::{Level, Record};
use crate::games::oni::records::{DialogueLine, Neutral};
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "neutral",
        what: "the ranges, one conversation and one give only, what cannot be broken off, who says which line, gifts, the end script",
        truth: Truth::Documents,
        note: "the end script is called when every line was said",
    },
    Fidelity {
        file: "neutral",
        what: "how long lines take, when a conversation is broken off, when it begins anew, what a fight is",
        truth: Truth::Assumed,
        note: "a set time a line; broken off when the player is farther than the trigger range; anew when the player was out of the trigger range; a fight is a hit within the last second",
    },
    Fidelity {
        file: "neutral",
        what: "animations, cameras, the player being held",
        truth: Truth::NotSimulated,
        note: "",
    },
];

/// Flags (`oni.md` 2.21).
mod flag {
    pub(super) const ONE_TALK: u32 = 1;
    pub(super) const ONE_GIVE: u32 = 2;
    pub(super) const NOT_BROKEN_OFF: u32 = 4;
    pub(super) const PLAYER_SPEAKS: u16 = 1;
    pub(super) const GIVES: u16 = 2;
    pub(super) const GIFT_SHIELD: u8 = 1;
    pub(super) const GIFT_INVISIBILITY: u8 = 2;
    pub(super) const GIFT_LSI: u8 = 4;
}

/// Ticks that a hit counts as a fight.
pub(super) const FIGHT: u32 = 60;

/// A line.
#[derive(Clone, Debug)]
struct Line {
    flags: u16,
    sound: String,
}

/// A behaviour as the level has it.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    pub(super) subject: Subject,
    pub(super) id: i32,
    name: String,
    flags: u32,
    trigger_range: f32,
    talk_range: f32,
    follow_range: f32,
    enemy_range: f32,
    call: String,
    abort: String,
    enemy: String,
    end: String,
    weapon: String,
    ammo: u8,
    cells: u8,
    hypos: u8,
    items: u8,
    lines: Vec<Line>,
}

/// How far somebody is with its conversation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) enum Talk {
    /// It waits for the player.
    #[default]
    Waiting,
    /// It called the player and comes.
    Following,
    /// It says a line for so many ticks yet.
    Speaking { line: u8, left: u32 },
    /// It is through until the player goes away.
    Over,
}

/// What somebody remembers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Memory {
    talked: bool,
    gave: bool,
}

impl Talk {
    /// Whether it has no time for anything else.
    pub(super) fn is_busy(self) -> bool {
        matches!(self, Talk::Following | Talk::Speaking { .. })
    }

    /// Adds everything that influences the future.
    pub(super) fn hash(self, hasher: &mut StateHasher) {
        hasher.add(match self {
            Talk::Waiting => 0,
            Talk::Following => 1,
            Talk::Over => 2,
            Talk::Speaking { line, left } => 3 | i64::from(line) << 2 | i64::from(left) << 10,
        });
    }
}

impl Memory {
    /// Adds everything that influences the future.
    pub(super) fn hash(self, hasher: &mut StateHasher) {
        hasher.add(i64::from(self.talked) << 1 | i64::from(self.gave));
    }
}

/// Reads the behaviours.
pub(super) fn read(level: &Level) -> Vec<Spec> {
    let neutral = |(subject, record): (Subject, Record<'_>)| {
        let view = Neutral::new(record.head(), record.layout())?;
        let count = record.children().map_or(0, |children| children.len());
        let lines = (0..count).filter_map(|at| record.child(at)).filter_map(|child| {
            let line = DialogueLine::new(child.head(), child.layout())?;
            Some(Line { flags: line.flags(), sound: line.sound() })
        });
        Some(Spec {
            subject,
            id: view.id().into(),
            name: view.name(),
            flags: view.flags(),
            trigger_range: view.trigger_range(),
            talk_range: view.talk_range(),
            follow_range: view.follow_range(),
            enemy_range: view.enemy_range(),
            call: view.trigger_speech(),
            abort: view.abort_speech(),
            enemy: view.enemy_speech(),
            end: view.end_script(),
            weapon: view.weapon(),
            ammo: view.ammo(),
            cells: view.cells(),
            hypos: view.hypos(),
            items: view.items(),
            lines: lines.collect(),
        })
    };
    rows(level, "neutrals").filter_map(neutral).collect()
}

/// `ai2_neutralbehavior`: another behaviour by its name, or none.
pub(super) fn give(run: &mut Run<'_>, at: usize, name: &str, by: Subject, cause: Cause) {
    let found = run.fixed.neutrals.iter().find(|spec| spec.name == name);
    let id = found.map_or(spawning::NO_NEUTRAL, |spec| spec.id);
    let Some(person) = run.live.persons.get_mut(at) else { return };
    person.neutral = id;
    person.talk = Talk::Waiting;
    person.memory = Memory::default();
    let target = person.subject();
    run.log.say(by, "behaviour set", target, name, cause);
}

/// One tick of everybody's conversation.
pub(super) fn tick(run: &mut Run<'_>) {
    let fixed = run.fixed;
    let now = run.live.tick;
    run.live.fights.retain(|(_, tick)| now.saturating_sub(*tick) < FIGHT);
    let player = run.live.player().filter(|at| run.live.persons.get(*at).is_some_and(|person| person.is_up()));
    let Some(player) = player else { return };
    for at in 0..run.live.persons.len() {
        let Some(person) = run.live.persons.get(at).filter(|person| person.is_up() && !person.player) else { continue };
        let Some(spec) = fixed.neutrals_by_id.get(&person.neutral).and_then(|at| fixed.neutrals.get(*at)) else {
            continue;
        };
        go_on(run, at, player, spec);
    }
}

fn go_on(run: &mut Run<'_>, at: usize, player: usize, spec: &Spec) {
    let fixed = run.fixed;
    let Some(there) = run.live.persons.get(player).map(|person| person.position) else { return };
    let Some(person) = run.live.persons.get(at) else { return };
    let (here, subject, talk) = (person.position, person.subject(), person.talk);
    let distance = (there - here).length();
    let fight = run.live.fights.iter().any(|(place, _)| (*place - here).length() <= spec.enemy_range);
    let home = fixed.characters.get(at).map_or(here, |spec| spec.placed.position);
    let broken_off = |run: &mut Run<'_>, kind: &'static str, speech: &str| {
        run.log.say(subject, kind, spec.subject, speech, None);
        if let Some(person) = run.live.persons.get_mut(at) {
            person.talk = Talk::Over;
            person.way = None;
        }
    };
    match talk {
        Talk::Waiting => {
            let once = spec.flags & flag::ONE_TALK != 0 && person.memory.talked;
            // A fight puts it off.
            if once || fight || person.ignores_player || distance > spec.trigger_range {
                return;
            }
            run.log.say(subject, "calls the player", spec.subject, &spec.call, None);
            let Some(person) = run.live.persons.get_mut(at) else { return };
            person.talk = Talk::Following;
        }
        Talk::Following if fight => broken_off(run, "talk put off by a fight", &spec.enemy),
        Talk::Following if distance <= spec.talk_range => {
            if let Some(person) = run.live.persons.get_mut(at) {
                person.way = None;
                person.facing = super::fixed::heading(there - here).unwrap_or(person.facing);
            }
            let row = run.log.add(subject, "talk begins", spec.subject, 0, None);
            say(run, at, player, spec, 0, row);
        }
        Talk::Following if (there - home).length() > spec.follow_range => {
            broken_off(run, "follows no farther", &spec.abort);
        }
        Talk::Following => {
            let Some(person) = run.live.persons.get_mut(at) else { return };
            person.way = Some(Way { to: there, facing: None });
        }
        Talk::Speaking { .. } if spec.flags & flag::NOT_BROKEN_OFF == 0 && fight => {
            broken_off(run, "talk ended by a fight", &spec.enemy);
        }
        Talk::Speaking { .. } if spec.flags & flag::NOT_BROKEN_OFF == 0 && distance > spec.trigger_range => {
            broken_off(run, "talk broken off", &spec.abort);
        }
        Talk::Speaking { line, left } if left > 1 => {
            let Some(person) = run.live.persons.get_mut(at) else { return };
            person.talk = Talk::Speaking { line, left: left - 1 };
        }
        Talk::Speaking { line, .. } => say(run, at, player, spec, usize::from(line) + 1, None),
        Talk::Over => {
            let Some(person) = run.live.persons.get_mut(at).filter(|_| distance > spec.trigger_range) else { return };
            person.talk = Talk::Waiting;
        }
    }
}

/// Says a line, or ends where there are no more.
fn say(run: &mut Run<'_>, at: usize, player: usize, spec: &Spec, line: usize, cause: Cause) {
    let fixed = run.fixed;
    let subject = |run: &Run<'_>, at: usize| run.live.persons.get(at).map_or(spec.subject, |person| person.subject());
    let (own, other) = (subject(run, at), subject(run, player));
    let Some(said) = spec.lines.get(line) else {
        let row = run.log.add(own, "talk ends", spec.subject, 0, cause);
        if let Some(person) = run.live.persons.get_mut(at) {
            person.talk = Talk::Over;
            person.memory.talked = true;
        }
        if !spec.end.is_empty() {
            script::start(run, &spec.end, &[person_name(fixed, at)], own, row);
        }
        return;
    };
    let speaker = if said.flags & flag::PLAYER_SPEAKS != 0 { other } else { own };
    let row = run.log.say(speaker, "says", spec.subject, &said.sound, cause);
    if said.flags & flag::GIVES != 0 {
        hand_out(run, at, player, spec, row);
    }
    if let Some(person) = run.live.persons.get_mut(at) {
        // Ten lines at most (`oni.md` 2.10); what a damaged list has beyond 255 is not said.
        person.talk = match u8::try_from(line) {
            Ok(line) => Talk::Speaking { line, left: fixed.speeds.line },
            Err(_) => Talk::Over,
        };
    }
}

fn hand_out(run: &mut Run<'_>, at: usize, player: usize, spec: &Spec, cause: Cause) {
    let Some(person) = run.live.persons.get_mut(at) else { return };
    let before = std::mem::replace(&mut person.memory.gave, true);
    if before && spec.flags & flag::ONE_GIVE != 0 {
        return;
    }
    let own = person.subject();
    let Some(other) = run.live.persons.get_mut(player) else { return };
    let target = other.subject();
    other.lsi |= spec.items & flag::GIFT_LSI != 0;
    if !spec.weapon.is_empty() {
        run.log.say(own, "gives a weapon", target, &spec.weapon, cause);
    }
    let counted = [("gives ammo", spec.ammo), ("gives cells", spec.cells), ("gives hypos", spec.hypos)];
    for (kind, count) in counted.into_iter().filter(|(_, count)| *count > 0) {
        run.log.add(own, kind, target, count.into(), cause);
    }
    let items = [
        ("gives a shield", flag::GIFT_SHIELD),
        ("gives invisibility", flag::GIFT_INVISIBILITY),
        ("gives the LSI", flag::GIFT_LSI),
    ];
    for (kind, _) in items.into_iter().filter(|(_, bit)| spec.items & bit != 0) {
        run.log.add(own, kind, target, 0, cause);
    }
}
