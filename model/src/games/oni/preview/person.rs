//! Somebody: a character of the level, the player's among them, or a walker in a level without one.

use glam::Vec3;

use super::fixed::{Speeds, heading};
use super::neutral::{Memory, Talk};
use super::spawning::{Spec, flag};
use super::{patrol, walker};
use crate::preview::{StateHasher, Subject};

/// How high the part of a character is that trigger volumes notice: from its feet up (`oni.md` 2.21).
pub(super) const HEIGHT: f32 = 18.0;
/// How wide it is for beams.
pub(super) const RADIUS: f32 = 4.0;

/// What a shield and invisibility are worth that somebody is made with (seed 000, CHAR).
const OWN_SHIELD: i32 = 100;
const OWN_INVISIBILITY: i32 = 600;

/// Where somebody goes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Way {
    pub(super) to: Vec3,
    /// How it is turned at the end, if it turns then.
    pub(super) facing: Option<f32>,
}

/// A look that passes by (seed 000, PATR: the glance).
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Glance {
    /// What it looks at meanwhile.
    pub(super) to: Vec3,
    /// Ticks until it begins.
    pub(super) delay: i32,
    /// Ticks that it lasts.
    pub(super) ticks: i32,
}

/// Somebody as it is now.
#[derive(Clone, Debug)]
pub(super) struct Person {
    /// Its place in the list of characters; that of a walker without a character lies behind them.
    pub(super) at: usize,
    pub(super) subject: Subject,
    pub(super) player: bool,
    pub(super) present: bool,
    pub(super) alive: bool,
    /// Whether it was made once.
    pub(super) spawned: bool,
    /// Whether its defeated script ran.
    pub(super) defeated: bool,
    pub(super) lsi: bool,
    /// What its shield is worth, 0 without one.
    pub(super) shield: i32,
    /// Ticks of invisibility that it has, 0 without.
    pub(super) invisibility: i32,
    pub(super) team: u32,
    pub(super) position: Vec3,
    pub(super) facing: f32,
    pub(super) last: Vec3,
    pub(super) way: Option<Way>,
    /// The movement mode (`oni.md` 2.12).
    pub(super) mode: u32,
    /// Whether its facing stays as it is while it moves.
    pub(super) facing_locked: bool,
    /// What it looks at.
    pub(super) look: Option<Vec3>,
    pub(super) glance: Option<Glance>,
    /// Ticks that a scan has left; none left means until it is stopped.
    pub(super) scan: Option<i32>,
    pub(super) ignores_player: bool,
    pub(super) patrol: Option<patrol::State>,
    /// Its neutral behaviour by id.
    pub(super) neutral: i32,
    pub(super) talk: Talk,
    pub(super) memory: Memory,
    pub(super) health: i32,
    /// Ids of the trigger volumes it is in: four at most.
    pub(super) slots: [Option<i32>; 4],
}

impl Person {
    /// A character as the level has it, not there yet.
    pub(super) fn of(at: usize, spec: &Spec) -> Person {
        let player = spec.flags & flag::PLAYER != 0;
        Person {
            at,
            subject: if player { walker::SUBJECT } else { spec.subject },
            player,
            present: false,
            alive: true,
            spawned: false,
            defeated: false,
            lsi: spec.flags & flag::LSI != 0,
            shield: if spec.carries[0] != 0 { OWN_SHIELD } else { 0 },
            invisibility: if spec.carries[1] != 0 { OWN_INVISIBILITY } else { 0 },
            team: spec.team,
            position: spec.placed.position,
            facing: spec.placed.rotation.y,
            last: spec.placed.position,
            way: None,
            mode: 0,
            facing_locked: false,
            look: None,
            glance: None,
            scan: None,
            ignores_player: false,
            patrol: None,
            neutral: spec.neutral,
            talk: Talk::default(),
            memory: Memory::default(),
            health: spec.health,
            slots: [None; 4],
        }
    }

    /// Who it is in the log.
    pub(super) fn subject(&self) -> Subject {
        self.subject
    }

    /// Whether it walks about.
    pub(super) fn is_up(&self) -> bool {
        self.present && self.alive
    }

    /// It stops whatever it was doing.
    pub(super) fn halt(&mut self) {
        self.way = None;
        self.patrol = None;
        self.glance = None;
        self.scan = None;
        self.look = None;
    }

    fn speed(&self, speeds: &Speeds) -> f32 {
        match self.mode {
            // Stop.
            1 => 0.0,
            2 | 3 => speeds.creep,
            6 | 7 => speeds.run,
            // By alert level: nobody is alarmed here, so it walks.
            _ => speeds.walk,
        }
    }

    /// One tick of its way and of its looks.
    pub(super) fn step(&mut self, speeds: &Speeds) {
        self.last = self.position;
        if let Some(way) = self.way {
            self.go(way, self.speed(speeds));
        }
        // The delay is counted down first, then the ticks (seed 000, PATR: the glance).
        self.glance = self.glance.take().and_then(|glance| match glance {
            Glance { delay: 1.., .. } => Some(Glance { delay: glance.delay - 1, ..glance }),
            Glance { ticks: 2.., .. } => Some(Glance { ticks: glance.ticks - 1, ..glance }),
            Glance { .. } => None,
        });
        self.scan = match self.scan {
            Some(1) => None,
            Some(left @ 2..) => Some(left - 1),
            other => other,
        };
    }

    /// Goes on in a straight line; answers whether it is there.
    pub(super) fn go(&mut self, way: Way, speed: f32) -> bool {
        let rest = way.to - self.position;
        let length = rest.length();
        if !self.facing_locked
            && let Some(degrees) = heading(rest)
        {
            self.facing = degrees;
        }
        if length > speed {
            self.position += rest * (speed / length);
            return false;
        }
        self.position = way.to;
        self.way = None;
        if let Some(facing) = way.facing {
            self.facing = facing;
        }
        true
    }

    /// A word for what it does.
    pub(super) fn state(&self) -> &'static str {
        match self {
            Person { alive: false, .. } => "dead",
            Person { talk: Talk::Speaking { .. }, .. } => "talking",
            Person { talk: Talk::Following, .. } => "calling",
            Person { way: Some(_), .. } => "walking",
            Person { patrol: Some(_), .. } => "on patrol",
            _ => "standing",
        }
    }

    /// Adds everything that influences the future.
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        let bits = [self.player, self.present, self.alive, self.spawned, self.defeated, self.lsi, self.facing_locked]
            .into_iter()
            .chain([self.ignores_player])
            .fold(0i64, |bits, bit| bits << 1 | i64::from(bit));
        hasher.add(bits);
        hasher.add(self.team);
        vector(hasher, self.position);
        hasher.add(self.facing.to_bits());
        hasher.add(self.way.is_some());
        if let Some(way) = self.way {
            vector(hasher, way.to);
            hasher.add(way.facing.map_or(-1, |facing| i64::from(facing.to_bits())));
        }
        hasher.add(self.mode);
        hasher.add(self.look.is_some());
        self.look.into_iter().for_each(|look| vector(hasher, look));
        hasher.add(self.glance.map_or(-1, |glance| i64::from(glance.delay) << 32 | i64::from(glance.ticks)));
        hasher.add(self.scan.map_or(i64::MIN, i64::from));
        hasher.add(self.patrol.is_some());
        if let Some(patrol) = &self.patrol {
            patrol.hash(hasher);
        }
        hasher.add(self.neutral);
        self.talk.hash(hasher);
        self.memory.hash(hasher);
        [self.health, self.shield, self.invisibility].into_iter().for_each(|number| hasher.add(number));
        self.slots.iter().for_each(|slot| hasher.add(slot.map_or(i64::MIN, i64::from)));
    }
}

/// Adds a place to a hash, bit for bit.
pub(super) fn vector(hasher: &mut StateHasher, vector: Vec3) {
    vector.to_array().into_iter().for_each(|part| hasher.add(part.to_bits()));
}
