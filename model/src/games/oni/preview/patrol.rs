//! Patrols: the points of a path, done one after the other (seed 000, PATR; `oni.md` 2.12, 2.19, 2.21).

use glam::Vec3;

use super::fixed::{FlagSpec, rows};
use super::person::{Glance, Way};
use super::script;
use super::world::Run;
use crate::document::{Level, Record};
use crate::games::oni::records::PatrolPath;
use crate::games::oni::scripts::program::Value;
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "patrol",
        what: "points done at once in one tick, endless loops, loops to a point, glances, waits, patrol scripts with and without waiting",
        truth: Truth::Documents,
        note: "a path that comes back to the point it began the tick with goes on in the next tick",
    },
    Fidelity {
        file: "patrol",
        what: "walking in straight lines at set speeds, arriving, facing, scans, firing, what is missing",
        truth: Truth::Assumed,
        note: "characters go through walls and keep no distance; at most as many points a tick as the path has; a scan takes its time, or goes on until it is stopped; after the last point the character is idle; a missing flag is passed over",
    },
    Fidelity {
        file: "patrol",
        what: "path finding, return to the nearest point, aiming, noticing anybody",
        truth: Truth::NotSimulated,
        note: "turning is done at once, so a glance begins to count at once",
    },
];

/// What a point does.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Point {
    /// To a flag; whether its facing is taken at the end.
    ToFlag {
        flag: i16,
        face: bool,
    },
    /// To a place.
    ToPlace(Vec3),
    /// Past a flag, or to a distance from it.
    NearFlag {
        flag: i16,
        distance: f32,
        stops: bool,
    },
    /// Past a place.
    ThroughPlace {
        place: Vec3,
        distance: f32,
    },
    /// The patrol ends.
    Stop,
    /// Nothing for so many ticks.
    Pause(i32),
    LookAtFlag(i16),
    LookAtPlace(Vec3),
    StopLooking,
    /// On with the first point.
    Loop,
    /// On with this point.
    LoopTo(i32),
    Mode(u32),
    LockFacing,
    FreeFacing,
    Glance {
        flag: i16,
        ticks: i32,
    },
    Scan(i16),
    StopScan,
    /// To a flag, its facing, and so many ticks; 0 for good.
    WaitAtFlag {
        flag: i16,
        ticks: i16,
    },
    Script {
        number: i16,
        waits: bool,
    },
    IgnorePlayer(bool),
    Fire {
        flag: i16,
        ticks: i16,
    },
    /// Of an unknown type: nothing.
    Unknown,
}

/// A path.
#[derive(Clone, Debug)]
pub(super) struct Path {
    pub(super) subject: Subject,
    pub(super) name: String,
    pub(super) id: i32,
    pub(super) points: Vec<Point>,
}

/// What is being done at a point.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Doing {
    /// It begins.
    Begin,
    /// Under way.
    Going,
    /// So many ticks are left; `None` means for good.
    Waiting(Option<i32>),
    /// A script has to end.
    Script(u32),
    /// A glance has to end.
    Glancing,
}

/// Somebody's patrol.
#[derive(Clone, Debug)]
pub(super) struct State {
    pub(super) path: usize,
    pub(super) at: usize,
    doing: Doing,
    /// Whether it has arrived at a flag whose facing it keeps.
    facing_kept: bool,
    /// Whether it was told that the path is endless, until something takes time again.
    endless: bool,
    cause: Cause,
}

impl State {
    /// Stands at the beginning of a point.
    #[cfg(test)]
    pub(super) fn begin_at(&mut self, at: usize) {
        self.at = at;
        self.doing = Doing::Begin;
    }

    /// Adds everything that influences the future.
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        hasher.count(self.path);
        hasher.count(self.at);
        hasher.add(match self.doing {
            Doing::Begin => -1,
            Doing::Going => -2,
            Doing::Glancing => -3,
            Doing::Waiting(None) => -4,
            Doing::Waiting(Some(left)) => i64::from(left),
            Doing::Script(thread) => i64::from(thread) << 33,
        });
        hasher.add(self.facing_kept);
        hasher.add(self.endless);
    }
}

/// Reads the paths.
pub(super) fn read(level: &Level) -> Vec<Path> {
    let path = |(subject, record): (Subject, Record<'_>)| {
        let view = PatrolPath::new(record.head(), record.layout())?;
        let count = record.children().map_or(0, |children| children.len());
        let points = (0..count).filter_map(|at| record.child(at)).map(|child| point(&child)).collect();
        Some(Path { subject, name: view.name(), id: view.id().into(), points })
    };
    rows(level, "patrol_paths").filter_map(path).collect()
}

fn point(record: &Record<'_>) -> Point {
    // A number of a point fits the 32 bits that are read here; what is not there is 0.
    let int = |name: &str| record.int(name).and_then(|number| i32::try_from(number).ok()).unwrap_or(0);
    let short = |name: &str| i16::try_from(int(name)).unwrap_or(0);
    let field = |name: &str| record.fields().into_iter().find(|field| field.name == name);
    let value = |name: &str| field(name).and_then(|field| record.get(field).ok());
    let real = |name: &str| value(name).and_then(|value| value.as_f64()).unwrap_or(0.0) as f32;
    let place = || match value("point") {
        Some(crate::record::Value::List(parts)) => {
            let part = |at: usize| parts.get(at).and_then(crate::record::Value::as_f64).unwrap_or(0.0) as f32;
            Vec3::new(part(0), part(1), part(2))
        }
        _ => Vec3::ZERO,
    };
    match record.int("type") {
        Some(0) => Point::ToFlag { flag: short("flag"), face: false },
        Some(1) => Point::Stop,
        Some(2) => Point::Pause(int("frames")),
        Some(3) => Point::LookAtFlag(short("flag")),
        Some(4) => Point::LookAtPlace(place()),
        Some(5) => Point::ToFlag { flag: short("flag"), face: true },
        Some(6) => Point::Loop,
        Some(7) => Point::Mode(u32::try_from(int("mode")).unwrap_or(0)),
        Some(8) => Point::ToPlace(place()),
        Some(9) => Point::LockFacing,
        Some(10) => Point::NearFlag { flag: short("flag"), distance: real("distance"), stops: false },
        Some(11) => Point::ThroughPlace { place: place(), distance: real("distance") },
        Some(12) => Point::StopLooking,
        Some(13) => Point::FreeFacing,
        Some(14) => Point::Glance { flag: short("flag"), ticks: int("frames") },
        Some(15) => Point::NearFlag { flag: short("flag"), distance: real("distance"), stops: true },
        Some(16) => Point::LoopTo(int("target")),
        Some(17) => Point::Scan(short("frames")),
        Some(18) => Point::StopScan,
        Some(19) => Point::WaitAtFlag { flag: short("flag"), ticks: short("frames") },
        Some(20) => Point::Script { number: short("number"), waits: false },
        Some(21) => Point::Script { number: short("number"), waits: true },
        Some(22) => Point::IgnorePlayer(int("ignore") != 0),
        Some(23) => Point::Fire { flag: short("flag"), ticks: short("frames") },
        _ => Point::Unknown,
    }
}

/// Somebody begins the first path with an id.
pub(super) fn begin_by_id(run: &mut Run<'_>, at: usize, id: i32, cause: Cause) {
    match run.fixed.paths.iter().position(|path| path.id == id) {
        Some(path) => begin(run, at, path, cause),
        None => {
            let Some(person) = run.live.persons.get(at) else { return };
            let subject = person.subject();
            run.log.add(subject, "path missing", subject, id.into(), cause);
        }
    }
}

/// `ai2_dopath`: somebody begins the first path of a name; answers whether there is one.
pub(super) fn begin_by_name(run: &mut Run<'_>, at: usize, name: &str, cause: Cause) -> bool {
    let path = run.fixed.paths.iter().position(|path| path.name == name);
    path.into_iter().for_each(|path| begin(run, at, path, cause));
    path.is_some()
}

fn begin(run: &mut Run<'_>, at: usize, path: usize, cause: Cause) {
    let Some(to) = run.fixed.paths.get(path).map(|path| path.subject) else { return };
    let Some(person) = run.live.persons.get_mut(at) else { return };
    person.halt();
    let subject = person.subject();
    let cause = run.log.add(subject, "patrol begins", to, 0, cause);
    person.patrol = Some(State { path, at: 0, doing: Doing::Begin, facing_kept: false, endless: false, cause });
}

/// `ai2_movetoflag`: somebody leaves what it was doing and goes to a flag.
pub(super) fn send(run: &mut Run<'_>, at: usize, flag: FlagSpec, face: bool, by: Subject, cause: Cause) {
    let Some(person) = run.live.persons.get_mut(at) else { return };
    person.halt();
    let facing = face.then_some(flag.placed.rotation.y);
    person.way = Some(Way { to: flag.placed.position, facing });
    run.log.add(by, "sent to a flag", flag.subject, 0, cause);
}

/// What came of a point.
enum Outcome {
    /// It takes time.
    Busy,
    /// On with this point.
    Next(usize),
    /// No more points.
    End,
}

/// Goes on with everybody's patrol.
pub(super) fn tick(run: &mut Run<'_>) {
    for at in 0..run.live.persons.len() {
        let walks = run
            .live
            .persons
            .get(at)
            .is_some_and(|person| person.is_up() && person.patrol.is_some() && !person.talk.is_busy());
        if walks {
            update(run, at);
        }
    }
}

/// Goes on through the points that are done at once, until one takes time or the way comes back to where it began.
fn update(run: &mut Run<'_>, at: usize) {
    let Some(state) = run.live.persons.get(at).and_then(|person| person.patrol.clone()) else { return };
    let fixed = run.fixed;
    let Some(path) = fixed.paths.get(state.path) else { return };
    let (began, endless, cause) = (state.at, state.endless, state.cause);
    let mut now = state.at;
    // The guard of the documents' port: no more points in a tick than the path has.
    for _ in 0..path.points.len() {
        let outcome = match path.points.get(now) {
            Some(point) => work(run, at, path, *point, now),
            None => Outcome::End,
        };
        // A script that was called may have given it another path.
        let same = |person: &&mut super::person::Person| {
            person.patrol.as_ref().is_some_and(|own| own.path == state.path && own.at == now && own.cause == cause)
        };
        let Some(person) = run.live.persons.get_mut(at).filter(same) else { return };
        let subject = person.subject();
        let Some(own) = person.patrol.as_mut() else { return };
        match outcome {
            Outcome::Busy => {
                own.endless = false;
                return;
            }
            Outcome::Next(next) if next < path.points.len() => {
                own.at = next;
                own.doing = Doing::Begin;
                now = next;
                if next == began {
                    own.endless = true;
                    if !endless {
                        run.log.add(subject, "patrol is looping endlessly", path.subject, 0, cause);
                    }
                    return;
                }
            }
            Outcome::Next(_) | Outcome::End => {
                person.patrol = None;
                run.log.add(subject, "patrol ends", path.subject, 0, cause);
                return;
            }
        }
    }
    // A path without points ends at once.
    if path.points.is_empty()
        && let Some(person) = run.live.persons.get_mut(at)
    {
        person.patrol = None;
        let subject = person.subject();
        run.log.add(subject, "patrol ends", path.subject, 0, cause);
    }
}

/// Does a point, or goes on with it.
fn work(run: &mut Run<'_>, at: usize, path: &Path, point: Point, index: usize) -> Outcome {
    let fixed = run.fixed;
    let next = Outcome::Next(index + 1);
    let Some(person) = run.live.persons.get_mut(at) else { return Outcome::End };
    let subject = person.subject();
    let Some(state) = person.patrol.as_mut() else { return Outcome::End };
    let cause = state.cause;
    let begins = state.doing == Doing::Begin;
    if begins && !state.endless {
        run.log.add(subject, "patrol point", path.subject, i64::try_from(index).unwrap_or(0), cause);
    }
    match state.doing {
        Doing::Begin | Doing::Going => {}
        Doing::Waiting(None) => return Outcome::Busy,
        Doing::Waiting(Some(left)) if left > 1 => {
            state.doing = Doing::Waiting(Some(left - 1));
            return Outcome::Busy;
        }
        Doing::Waiting(Some(_)) => return next,
        Doing::Script(thread) => {
            return if script::is_running(run, thread) { Outcome::Busy } else { next };
        }
        Doing::Glancing => return if person.glance.is_some() { Outcome::Busy } else { next },
    }
    let flag_of = |flag: i16| fixed.flag(flag.into());
    let named = match point {
        Point::ToFlag { flag, .. }
        | Point::NearFlag { flag, .. }
        | Point::LookAtFlag(flag)
        | Point::Glance { flag, .. }
        | Point::WaitAtFlag { flag, .. }
        | Point::Fire { flag, .. } => Some(flag),
        _ => None,
    };
    let flag = match named {
        None => None,
        Some(id) => match flag_of(id) {
            Some(flag) => Some(flag),
            None => {
                run.log.add(subject, "flag missing", path.subject, id.into(), cause);
                return next;
            }
        },
    };
    let place = flag.map_or(Vec3::ZERO, |flag| flag.placed.position);
    let facing = flag.map(|flag| flag.placed.rotation.y);
    let wait = |state: &mut State, ticks: i32| {
        state.doing = Doing::Waiting(Some(ticks));
        if ticks > 0 { Outcome::Busy } else { Outcome::Next(index + 1) }
    };
    match point {
        Point::ToFlag { face, .. } => {
            let arrived = head_for(person, place, facing.filter(|_| face), begins, 0.0);
            if !arrived {
                return Outcome::Busy;
            }
            if face && let Some(state) = person.patrol.as_mut() {
                state.facing_kept = true;
            }
            next
        }
        Point::ToPlace(place) => {
            if head_for(person, place, None, begins, 0.0) {
                next
            } else {
                Outcome::Busy
            }
        }
        Point::ThroughPlace { place, distance } => {
            if head_for(person, place, None, begins, distance) {
                next
            } else {
                Outcome::Busy
            }
        }
        Point::NearFlag { distance, stops, .. } => {
            if !head_for(person, place, None, begins, distance) {
                return Outcome::Busy;
            }
            if stops {
                person.way = None;
            }
            next
        }
        Point::WaitAtFlag { ticks, .. } => {
            if !head_for(person, place, facing, begins, 0.0) {
                return Outcome::Busy;
            }
            let Some(state) = person.patrol.as_mut() else { return Outcome::End };
            state.facing_kept = true;
            // 0 waits for good.
            state.doing = Doing::Waiting((ticks > 0).then_some(ticks.into()));
            Outcome::Busy
        }
        Point::Stop => Outcome::End,
        Point::Pause(ticks) => wait(state, ticks),
        Point::LookAtFlag(_) => {
            person.look = Some(place);
            next
        }
        Point::LookAtPlace(place) => {
            person.look = Some(place);
            next
        }
        Point::StopLooking => {
            person.look = None;
            next
        }
        Point::Loop => Outcome::Next(0),
        Point::LoopTo(target) => Outcome::Next(loop_to(target, index, path.points.len())),
        Point::Mode(mode) => {
            person.mode = mode;
            next
        }
        Point::LockFacing => {
            person.facing_locked = true;
            next
        }
        Point::FreeFacing => {
            person.facing_locked = false;
            state.facing_kept = false;
            next
        }
        Point::Glance { ticks, .. } => {
            if person.glance.is_some() || person.scan.is_some() {
                return Outcome::Busy;
            }
            // The delay is 0 here (seed 000, PATR).
            person.glance = (ticks > 0).then_some(Glance { to: place, delay: 0, ticks });
            run.log.add(subject, "glances", flag.map_or(path.subject, |flag| flag.subject), ticks.into(), cause);
            if !state.facing_kept {
                return next;
            }
            person.way = None;
            state.doing = Doing::Glancing;
            Outcome::Busy
        }
        Point::Scan(ticks) => {
            person.scan = Some(ticks.max(0).into());
            if ticks > 0 { wait(state, ticks.into()) } else { next }
        }
        Point::StopScan => {
            person.scan = None;
            next
        }
        Point::Script { number, waits } => {
            let name = person_name(fixed, at);
            let function = fixed.patrol_script(number);
            let thread = script::start(run, &function, &[name], subject, cause);
            let state = run.live.persons.get_mut(at).and_then(|person| person.patrol.as_mut());
            match (thread, waits, state) {
                (Some(thread), true, Some(state)) => {
                    state.doing = Doing::Script(thread);
                    Outcome::Busy
                }
                _ => next,
            }
        }
        Point::IgnorePlayer(ignores) => {
            person.ignores_player = ignores;
            next
        }
        Point::Fire { ticks, .. } => {
            let target = flag.map_or(path.subject, |flag| flag.subject);
            if let Some(degrees) = super::fixed::heading(place - person.position) {
                person.facing = degrees;
            }
            let outcome = wait(state, ticks.into());
            run.log.add(subject, "fires at a flag", target, ticks.into(), cause);
            outcome
        }
        Point::Unknown => next,
    }
}

/// The name that scripts are given.
pub(super) fn person_name(fixed: &super::fixed::Fixed, at: usize) -> Value {
    fixed.characters.get(at).map_or(Value::Int(0), |spec| Value::Text(spec.name_text))
}

/// The point that a loop leads to: at most the last; one that names itself leads to the next, the last to the first.
fn loop_to(target: i32, index: usize, count: usize) -> usize {
    let last = count.saturating_sub(1);
    // A negative number, read without its sign, is far behind the last.
    let target = usize::try_from(target).map_or(last, |target| target.min(last));
    match target == index {
        true if index == last => 0,
        true => index + 1,
        false => target,
    }
}

/// Goes towards a place; answers whether it is near enough already.
fn head_for(person: &mut super::person::Person, to: Vec3, facing: Option<f32>, begins: bool, near: f32) -> bool {
    if begins {
        person.way = Some(Way { to, facing });
        if let Some(state) = person.patrol.as_mut() {
            state.doing = Doing::Going;
            state.facing_kept = false;
        }
        // A move takes time even where it is short, but passing something near does not.
        return near > 0.0 && (to - person.position).length() <= near;
    }
    (to - person.position).length() <= near || person.way.is_none()
}
