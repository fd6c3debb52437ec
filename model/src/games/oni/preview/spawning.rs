//! Who and what is there: at the level's start, made by scripts, gone, dropped (seed 000, CHAR, PWRU; `oni.md` 2.21).

use glam::Vec3;

use super::fixed::{Placed, rows};
use super::person::Person;
use super::script;
use super::world::Run;
use crate::document::Level;
use crate::games::oni::records::{Character, PowerUp, Weapon};
use crate::games::oni::scripts::program::Program;
use crate::preview::{Cause, Fidelity, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "spawning",
        what: "who is made at the start and by ai2_spawn, once or again, what is dropped at a death, weapons and power-ups",
        truth: Truth::Documents,
        note: "weapons 2 above their place, facing the first angle; power-ups with the amounts 1, a shield 100, invisibility 1800",
    },
    Fidelity {
        file: "spawning",
        what: "the order at the level's start, how long invisibility lasts, what a shield holds off",
        truth: Truth::Assumed,
        note: "a shield and invisibility stay as they were made and are dropped so; characters in the order of their list with their spawn scripts, then things, then the function main",
    },
    Fidelity {
        file: "spawning",
        what: "characters made by chr_create, classes, costumes, weapons in hands, difficulty",
        truth: Truth::NotSimulated,
        note: "the classes lie in other files; a power-up stands on its place, not its geometry's bottom",
    },
];

/// Flags of a character (`oni.md` 2.2).
pub(super) mod flag {
    pub(in super::super) const PLAYER: u32 = 1 << 0;
    pub(in super::super) const NOT_AT_START: u32 = 1 << 2;
    pub(in super::super) const MANY: u32 = 1 << 4;
    pub(in super::super) const SPAWNED: u32 = 1 << 5;
    pub(in super::super) const UNKILLABLE: u32 = 1 << 6;
    pub(in super::super) const LSI: u32 = 1 << 9;
}

/// No behaviour has this id.
pub(super) const NO_NEUTRAL: i32 = -1;
/// The job of a patrol (`oni.md` 2.2).
const PATROL: u32 = 3;
/// What a class's health is taken to be: it lies in other files.
const USUAL_HEALTH: i32 = 100;
/// How far above its place a weapon lies (seed 000, WEAP).
const WEAPON_HEIGHT: f32 = 2.0;
/// What a shield and invisibility are worth when they lie about (seed 000, PWRU).
const SHIELD: i32 = 100;
const INVISIBILITY: i32 = 1800;

/// Which script of a character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Script {
    Spawn,
    Die,
    Hurt,
    Defeated,
}

/// A character as the level has it.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    pub(super) subject: Subject,
    pub(super) placed: Placed,
    pub(super) flags: u32,
    pub(super) name: String,
    /// The number of its name among the texts of the scripts.
    pub(super) name_text: u32,
    pub(super) spawn: String,
    pub(super) die: String,
    pub(super) hurt: String,
    pub(super) defeated: String,
    pub(super) health: i32,
    /// The path it walks as its job.
    pub(super) patrol: Option<i32>,
    pub(super) neutral: i32,
    pub(super) team: u32,
    /// What it drops: clips, cells, hypos, shields, invisibility.
    pub(super) drops: [i16; 5],
    /// Whether it is made with a shield, and with invisibility.
    pub(super) carries: [i16; 2],
}

/// Something that lies about.
#[derive(Clone, Debug)]
pub(super) struct Item {
    pub(super) subject: Subject,
    pub(super) kind: &'static str,
    pub(super) position: Vec3,
    pub(super) facing: f32,
    pub(super) amount: i32,
}

/// Something that scripts or deaths made.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Made {
    pub(super) kind: &'static str,
    pub(super) what: u32,
    pub(super) position: Vec3,
    pub(super) amount: i32,
}

/// Reads the characters.
pub(super) fn read(level: &Level, program: &mut Program) -> Vec<Spec> {
    let mut all = Vec::new();
    for (subject, record) in rows(level, "characters") {
        let Some(view) = Character::new(record.head(), record.layout()) else { continue };
        let name = view.name();
        all.push(Spec {
            subject,
            placed: Placed::of(&record),
            // The game clears the run-time bit on load.
            flags: view.flags() & !flag::SPAWNED,
            name_text: program.text(&name),
            name,
            spawn: view.spawn_script(),
            die: view.die_script(),
            hurt: view.hurt_script(),
            defeated: view.defeated_script(),
            health: USUAL_HEALTH.saturating_add(view.additional_health()),
            patrol: (view.job() == PATROL).then(|| view.patrol_path().into()),
            // 0 is what a character holds that uses none.
            neutral: if view.neutral() == 0 { NO_NEUTRAL } else { view.neutral().into() },
            team: view.team(),
            drops: [view.ammo_drop(), view.cell_drop(), view.hypo_drop(), view.shield_drop(), view.invisibility_drop()],
            carries: [view.shield_use(), view.invisibility_use()],
        });
    }
    // What dropped things are called.
    for (_, word) in POWER_UPS {
        program.text(word);
    }
    all
}

/// The tags of power-ups in reading order, and their names in scripts (`oni.md` 2.13).
const POWER_UPS: [(u32, &str); 6] = [
    (0x414D_4D42, "ammo"),
    (0x414D_4D45, "cell"),
    (0x4859_504F, "hypo"),
    (0x5348_4C44, "shield"),
    (0x494E_5649, "invis"),
    (0x414C_5349, "lsi"),
];

fn amount_of(word: &str) -> i32 {
    match word {
        "shield" => SHIELD,
        "invis" => INVISIBILITY,
        _ => 1,
    }
}

/// Reads what lies about. A power-up of an unknown tag does not appear.
pub(super) fn items(level: &Level) -> Vec<Item> {
    let mut all = Vec::new();
    for (subject, record) in rows(level, "weapons") {
        if Weapon::new(record.head(), record.layout()).is_none() {
            continue;
        }
        let Placed { position, rotation } = Placed::of(&record);
        let position = position + Vec3::Y * WEAPON_HEIGHT;
        all.push(Item { subject, kind: "weapon", position, facing: rotation.x, amount: 1 });
    }
    for (subject, record) in rows(level, "power_ups") {
        let Some(view) = PowerUp::new(record.head(), record.layout()) else { continue };
        let Some((_, word)) = POWER_UPS.iter().find(|(tag, _)| *tag == view.kind()) else { continue };
        let Placed { position, rotation } = Placed::of(&record);
        all.push(Item { subject, kind: "power-up", position, facing: rotation.y, amount: amount_of(word) });
    }
    all
}

/// The level's start.
pub(super) fn load(run: &mut Run<'_>) {
    for at in 0..run.fixed.characters.len() {
        if run.fixed.characters.get(at).is_some_and(|spec| spec.flags & flag::NOT_AT_START == 0) {
            make(run, at, None);
        }
    }
    let level = Subject::new("level", 0);
    for item in &run.fixed.items {
        run.log.add(level, "thing placed", item.subject, item.amount.into(), None);
    }
    if run.fixed.program.function("main").is_some() {
        script::start(run, "main", &[], level, None);
    }
}

/// `ai2_spawn`: makes a character that was not made yet, or again with *force* or if it may be made many times.
pub(super) fn spawn(run: &mut Run<'_>, at: usize, force: bool, cause: Cause) {
    let Some(spec) = run.fixed.characters.get(at) else { return };
    let Some(person) = run.live.persons.get(at) else { return };
    if person.spawned && !force && spec.flags & flag::MANY == 0 {
        run.log.add(spec.subject, "not made again", spec.subject, 0, cause);
        return;
    }
    make(run, at, cause);
}

fn make(run: &mut Run<'_>, at: usize, cause: Cause) {
    let fixed = run.fixed;
    let Some(spec) = fixed.characters.get(at) else { return };
    let Some(person) = run.live.persons.get_mut(at) else { return };
    *person = Person::of(at, spec);
    person.present = true;
    person.spawned = true;
    let subject = person.subject();
    let row = run.log.add(subject, "appears", subject, 0, cause);
    if let Some(path) = spec.patrol {
        super::patrol::begin_by_id(run, at, path, row);
    }
    call(run, at, Script::Spawn, row);
}

/// Calls one of a character's functions with its name.
pub(super) fn call(run: &mut Run<'_>, at: usize, which: Script, cause: Cause) {
    let Some(spec) = run.fixed.characters.get(at) else { return };
    let function = match which {
        Script::Spawn => &spec.spawn,
        Script::Die => &spec.die,
        Script::Hurt => &spec.hurt,
        Script::Defeated => &spec.defeated,
    };
    if !function.is_empty() {
        let name = crate::games::oni::scripts::program::Value::Text(spec.name_text);
        let subject = run.live.persons.get(at).map_or(spec.subject, Person::subject);
        script::start(run, function, &[name], subject, cause);
    }
}

/// Somebody dies: the defeated script once, the die script, then what it drops and what it carries.
pub(super) fn die(run: &mut Run<'_>, at: usize, by: Subject, cause: Cause) {
    let Some(spec) = run.fixed.characters.get(at) else { return };
    let Some(person) = run.live.persons.get_mut(at).filter(|person| person.present && person.alive) else { return };
    let subject = person.subject();
    if spec.flags & flag::UNKILLABLE != 0 {
        run.log.add(by, "cannot be killed", subject, 0, cause);
        return;
    }
    person.alive = false;
    person.halt();
    let first = !std::mem::replace(&mut person.defeated, true);
    let position = person.position;
    let (player, lsi) = (person.player, std::mem::take(&mut person.lsi));
    let own = [std::mem::take(&mut person.shield), std::mem::take(&mut person.invisibility)];
    let row = run.log.add(by, "dies", subject, 0, cause);
    if first {
        call(run, at, Script::Defeated, row);
    }
    call(run, at, Script::Die, row);
    // Those of the AI alone drop things (seed 000, CHAR: the death hook of an AI).
    if player {
        return;
    }
    let [clips, cells, hypos, shield, invisibility] = spec.drops;
    for (count, word) in [(clips, "ammo"), (cells, "cell"), (hypos, "hypo")] {
        for _ in 0..count.clamp(0, 100) {
            drop_item(run, word, 1, position, subject, row);
        }
    }
    for (has, word) in [(shield != 0, "shield"), (invisibility != 0, "invis")] {
        if has {
            drop_item(run, word, amount_of(word), position, subject, row);
        }
    }
    // Then what it has of its own, with what is left of it.
    let [shield, invisibility] = own;
    for (amount, word) in [(shield, "shield"), (invisibility, "invis"), (i32::from(lsi), "lsi")] {
        if amount > 0 {
            drop_item(run, word, amount, position, subject, row);
        }
    }
}

fn drop_item(run: &mut Run<'_>, word: &str, amount: i32, position: Vec3, by: Subject, cause: Cause) {
    let row = u32::try_from(run.live.made.len()).unwrap_or(u32::MAX);
    let target = Subject::new("made", row);
    let Some(what) = run.fixed.program.find_text(word) else { return };
    run.live.made_mut().push(Made { kind: "power-up", what, position, amount });
    run.log.say(by, "thing dropped", target, word, cause);
}

/// Somebody is hit: the hurt script, or its death.
pub(super) fn hurt(run: &mut Run<'_>, at: usize, strength: i32, by: Subject, cause: Cause) {
    let Some(person) = run.live.persons.get_mut(at).filter(|person| person.is_up()) else { return };
    person.health = person.health.saturating_sub(strength.max(0));
    let (left, place, subject) = (person.health, person.position, person.subject());
    run.live.fights.push((place, run.live.tick));
    let row = run.log.add(by, "hit", subject, left.into(), cause);
    call(run, at, Script::Hurt, row);
    if left <= 0 {
        die(run, at, by, row);
    }
}

/// `weapon_spawn`, `powerup_spawn`: a thing on a flag.
pub(super) fn spawn_item(run: &mut Run<'_>, kind: &'static str, what: u32, flag: i32, by: Subject, cause: Cause) {
    let Some(flag) = run.fixed.flag(flag) else {
        run.log.add(by, "flag missing", by, flag.into(), cause);
        return;
    };
    // A script that calls this every tick must not fill the memory.
    if run.live.made.len() >= MOST_MADE {
        run.log.add(by, "too many things", by, 0, cause);
        return;
    }
    let word = run.fixed.program.text_of(what);
    let amount = if kind == "weapon" { 1 } else { amount_of(word) };
    let lift = if kind == "weapon" { WEAPON_HEIGHT } else { 0.0 };
    let target = Subject::new("made", u32::try_from(run.live.made.len()).unwrap_or(u32::MAX));
    let position = flag.placed.position + Vec3::Y * lift;
    run.live.made_mut().push(Made { kind, what, position, amount });
    run.log.say(by, "thing placed", target, word, cause);
}

/// The most things that a run may make.
const MOST_MADE: usize = 4096;

/// `chr_delete`: gone, without a trace.
pub(super) fn delete(run: &mut Run<'_>, at: usize, by: Subject, cause: Cause) {
    let Some(person) = run.live.persons.get_mut(at).filter(|person| person.present) else { return };
    person.present = false;
    person.halt();
    let subject = person.subject();
    run.log.add(by, "deleted", subject, 0, cause);
}
