//! Lights (`marathon.md` 2.2).

use super::trig::cosine;
use super::world::{Run, subject};
use crate::document::Level;
use crate::games::marathon::records::{Light, LightM1, SavedLight};
use crate::preview::{Cause, Fidelity, ShiftRegister, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "light",
        what: "six states, constant, linear, smooth, flicker, random and fluorescent lights, Marathon 1's lights; that the stored flag stateless does nothing",
        truth: Truth::Verified,
        note: "state, phase and intensity equal Aleph One's at 66 of 600 ticks on 44 + 20 levels, with the random generator",
    },
    Fidelity {
        file: "light",
        what: "lights whose periods add up to nothing",
        truth: Truth::Documents,
        note: "the original never returns; the preview holds the light as it is and logs it",
    },
    Fidelity {
        file: "light",
        what: "stateless lights, lights of saved games, functions without a meaning, negative phases",
        truth: Truth::Assumed,
        note: "only the state of a saved light can be stateless; taken as stored; constant; taken into the turn",
    },
];

pub(super) const TABLE: &str = "lights";

/// Light flag: on at the start.
const INITIALLY_ACTIVE: u16 = 1 << 0;
/// Flag of a light's state: runs through all six functions, switches do not matter. The engine asks the state for it
/// and never sets it there from the light's own flag, so only a saved game can have such a light. That a stored flag
/// does nothing is seen in the trace of a level with four such lights.
const STATELESS: u16 = 1 << 2;

const BECOMING_ACTIVE: usize = 0;
const PRIMARY_ACTIVE: usize = 1;
const SECONDARY_ACTIVE: usize = 2;
const BECOMING_INACTIVE: usize = 3;
const PRIMARY_INACTIVE: usize = 4;
const SECONDARY_INACTIVE: usize = 5;

/// Changes of state within one tick after which a light is held. No light that gets on needs more: a phase is at most
/// 32,767 and each change takes at least 1 off it, once in two.
const MANY: u32 = 1 << 17;

/// One of the six functions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Function {
    function: i16,
    period: i16,
    delta_period: i16,
    intensity: i32,
    delta_intensity: i32,
}

impl Function {
    /// It can never last: no period, nothing added.
    fn is_empty(&self) -> bool {
        i32::from(self.period) + i32::from(self.delta_period.max(0)) <= 0
    }
}

/// What never changes about a light.
#[derive(Clone, Debug)]
pub(super) struct Spec {
    flags: u16,
    /// The flags of the state of a saved light.
    state_flags: u16,
    phase: i16,
    tag: i16,
    /// By state.
    functions: [Function; 6],
    /// The state of a saved light.
    saved: Option<State>,
}

/// A light at a tick.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct State {
    pub(super) state: usize,
    pub(super) phase: i16,
    period: i16,
    initial: i32,
    last: i32,
    pub(super) intensity: i32,
    /// It would go round without end; it stays as it is.
    held: bool,
}

impl State {
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        let State { state, phase, period, initial, last, intensity, held } = *self;
        hasher.count(state);
        hasher.add(phase);
        hasher.add(period);
        hasher.add(initial);
        hasher.add(last);
        hasher.add(intensity);
        hasher.add(held);
    }

    fn is_on(&self) -> bool {
        matches!(self.state, BECOMING_ACTIVE | PRIMARY_ACTIVE | SECONDARY_ACTIVE)
    }
}

/// The six functions of a light, saved or not: both views have the same names.
macro_rules! functions {
    ($light:expr) => {
        functions!($light;
            becoming_active_function becoming_active_period becoming_active_delta_period
            becoming_active_intensity becoming_active_delta_intensity,
            primary_active_function primary_active_period primary_active_delta_period
            primary_active_intensity primary_active_delta_intensity,
            secondary_active_function secondary_active_period secondary_active_delta_period
            secondary_active_intensity secondary_active_delta_intensity,
            becoming_inactive_function becoming_inactive_period becoming_inactive_delta_period
            becoming_inactive_intensity becoming_inactive_delta_intensity,
            primary_inactive_function primary_inactive_period primary_inactive_delta_period
            primary_inactive_intensity primary_inactive_delta_intensity,
            secondary_inactive_function secondary_inactive_period secondary_inactive_delta_period
            secondary_inactive_intensity secondary_inactive_delta_intensity)
    };
    ($light:expr; $($function:ident $period:ident $delta_period:ident $intensity:ident $delta_intensity:ident),*) => {
        [$(Function {
            function: $light.$function(),
            period: $light.$period(),
            delta_period: $light.$delta_period(),
            intensity: $light.$intensity(),
            delta_intensity: $light.$delta_intensity(),
        }),*]
    };
}

/// Reads the lights of a level, whichever of the three forms it has.
pub(super) fn read(level: &Level) -> Vec<Spec> {
    let Some(table) = level.link_table(TABLE) else { return Vec::new() };
    let layout = table.layout;
    let spec = |bytes| match table.key() {
        "lights_m1" => Some(marathon_1(&LightM1::new(bytes, layout)?)),
        "saved_lights" => Some(saved(&SavedLight::new(bytes, layout)?)),
        _ => {
            let light = Light::new(bytes, layout)?;
            let (flags, phase, tag) = (light.flags(), light.phase(), light.tag());
            Some(Spec { flags, state_flags: 0, phase, tag, functions: functions!(light), saved: None })
        }
    };
    table.heads().filter_map(spec).collect()
}

fn saved(light: &SavedLight<'_>) -> Spec {
    let state = State {
        state: usize::try_from(light.state()).unwrap_or(PRIMARY_INACTIVE).min(SECONDARY_INACTIVE),
        phase: light.state_phase(),
        period: light.state_period(),
        initial: light.initial_intensity(),
        last: light.final_intensity(),
        intensity: light.intensity(),
        held: false,
    };
    let functions = functions!(light);
    let (flags, state_flags) = (light.flags(), light.state_flags());
    Spec { flags, state_flags, phase: light.phase(), tag: light.tag(), functions, saved: Some(state) }
}

const CONSTANT: i16 = 0;
const LINEAR: i16 = 1;
const SMOOTH: i16 = 2;
const FLICKER: i16 = 3;
const RANDOM: i16 = 4;
const FLUORESCENT: i16 = 5;

/// Marathon 1's types as six functions by state: function, period, delta period, whether the intensity is the light's
/// maximum (else its minimum). A strobe's periods come from the light.
type Course = [(i16, i16, i16, bool); 6];

/// A course that is constant but for the ways between.
const fn steady(on: (i16, i16), off: (i16, i16, bool)) -> Course {
    [
        (on.0, on.1, 0, true),
        (CONSTANT, 30, 0, true),
        (CONSTANT, 30, 0, true),
        (off.0, off.1, 0, off.2),
        (CONSTANT, 30, 0, false),
        (CONSTANT, 30, 0, false),
    ]
}

const COURSES: [Course; 8] = [
    // Normal. That it goes off by way of its maximum is the original's.
    steady((CONSTANT, 1), (CONSTANT, 1, true)),
    // Rheostat.
    steady((SMOOTH, 90), (SMOOTH, 90, false)),
    // Fluorescent.
    steady((FLUORESCENT, 90), (CONSTANT, 1, false)),
    // Strobe.
    [
        (CONSTANT, 1, 0, true),
        (CONSTANT, 30, 0, true),
        (CONSTANT, 30, 0, false),
        (CONSTANT, 1, 0, false),
        (CONSTANT, 30, 0, false),
        (CONSTANT, 30, 0, true),
    ],
    // Flickers.
    steady((FLICKER, 90), (CONSTANT, 1, false)),
    // Pulsates.
    [
        (SMOOTH, 59, 0, true),
        (SMOOTH, 60, 0, true),
        (SMOOTH, 59, 0, false),
        (SMOOTH, 60, 0, false),
        (SMOOTH, 60, 0, false),
        (SMOOTH, 59, 0, true),
    ],
    // Annoying.
    [
        (RANDOM, 1, 0, true),
        (RANDOM, 2, 1, true),
        (CONSTANT, 2, 0, false),
        (CONSTANT, 30, 0, false),
        (CONSTANT, 30, 0, false),
        (CONSTANT, 30, 0, false),
    ],
    // Energy efficient.
    steady((LINEAR, 60), (LINEAR, 60, false)),
];

/// Marathon 1's type of strobes.
const STROBE: i16 = 3;

fn marathon_1(light: &LightM1<'_>) -> Spec {
    let kind = light.kind();
    // A type that does not exist is taken for the normal one.
    let course = usize::try_from(kind).ok().and_then(|kind| COURSES.get(kind)).unwrap_or(&COURSES[0]);
    let mut functions = course.map(|(function, period, delta_period, bright)| Function {
        function,
        period,
        delta_period,
        intensity: if bright { light.maximum_intensity() } else { light.minimum_intensity() },
        delta_intensity: 0,
    });
    if kind == STROBE {
        for (state, function) in functions.iter_mut().enumerate() {
            if !matches!(state, BECOMING_ACTIVE | BECOMING_INACTIVE) {
                function.period = (light.period() / 4).wrapping_add(1);
            }
        }
    }
    // Mode 0 turning on, 1 on.
    let flags = if matches!(light.mode(), 0 | 1) { INITIALLY_ACTIVE } else { 0 };
    Spec { flags, state_flags: 0, phase: 0, tag: 0, functions, saved: None }
}

impl Spec {
    fn function(&self, state: usize) -> Function {
        self.functions.get(state).copied().unwrap_or_default()
    }

    fn is_stateless(&self) -> bool {
        self.state_flags & STATELESS != 0
    }

    fn next(&self, state: usize) -> usize {
        match state {
            BECOMING_ACTIVE => PRIMARY_ACTIVE,
            PRIMARY_ACTIVE => SECONDARY_ACTIVE,
            SECONDARY_ACTIVE if self.is_stateless() => BECOMING_INACTIVE,
            SECONDARY_ACTIVE => PRIMARY_ACTIVE,
            BECOMING_INACTIVE => PRIMARY_INACTIVE,
            PRIMARY_INACTIVE => SECONDARY_INACTIVE,
            _ if self.is_stateless() => BECOMING_ACTIVE,
            _ => PRIMARY_INACTIVE,
        }
    }

    /// From this state it would go round without end: all that it comes to lasts no time.
    fn goes_round(&self, state: usize) -> bool {
        if self.is_stateless() {
            return self.functions.iter().all(Function::is_empty);
        }
        let pair = match state {
            BECOMING_ACTIVE | PRIMARY_ACTIVE | SECONDARY_ACTIVE => [PRIMARY_ACTIVE, SECONDARY_ACTIVE],
            _ => [PRIMARY_INACTIVE, SECONDARY_INACTIVE],
        };
        pair.into_iter().all(|state| self.function(state).is_empty())
    }

    /// The light as loading makes it; `false` if it had to be held.
    fn start(&self, random: &mut ShiftRegister) -> State {
        if let Some(saved) = self.saved {
            return saved;
        }
        let mut light = State::default();
        let on = self.flags & INITIALLY_ACTIVE != 0;
        self.enter(&mut light, if on { SECONDARY_ACTIVE } else { SECONDARY_INACTIVE }, random);
        light.intensity = light.last;
        self.enter(&mut light, if on { PRIMARY_ACTIVE } else { PRIMARY_INACTIVE }, random);
        light.phase = self.phase;
        self.rephase(&mut light, random);
        self.shine(&mut light, random);
        light
    }

    fn enter(&self, light: &mut State, state: usize, random: &mut ShiftRegister) {
        let function = self.function(state);
        light.phase = 0;
        // Both are drawn always, even where nothing can be added. A divisor of 0 would stop the original.
        let added = i32::from(random.draw()).checked_rem(i32::from(function.delta_period) + 1).unwrap_or(0);
        light.period = function.period.wrapping_add(added as i16);
        let added = i32::from(random.draw()).checked_rem(function.delta_intensity.wrapping_add(1)).unwrap_or(0);
        light.initial = light.intensity;
        light.last = function.intensity.wrapping_add(added);
        light.state = state;
    }

    fn rephase(&self, light: &mut State, random: &mut ShiftRegister) {
        let mut phase = light.phase;
        let mut changes = 0;
        while phase >= light.period {
            let next = self.next(light.state);
            if self.goes_round(next) && !matches!(next, BECOMING_ACTIVE | BECOMING_INACTIVE) || changes > MANY {
                light.held = true;
                break;
            }
            phase = phase.wrapping_sub(light.period);
            self.enter(light, next, random);
            changes += 1;
        }
        light.phase = phase;
    }

    /// The intensity at the light's phase.
    fn shine(&self, light: &mut State, random: &mut ShiftRegister) {
        let State { initial, last, phase, period, .. } = *light;
        let change = last.wrapping_sub(initial);
        let smooth = || {
            // phase < period here, so the angle lies in the second half of the turn.
            let angle = (i32::from(phase) * 256).checked_div(i32::from(period)).unwrap_or(0) + 256;
            initial.wrapping_add(change.wrapping_mul(cosine(angle) + 1024) >> 11)
        };
        let mut drawn = |below: i32| if below == 0 { 0 } else { i32::from(random.draw()) % below };
        light.intensity = match self.function(light.state).function {
            LINEAR => {
                let part = change.wrapping_mul(i32::from(phase)).checked_div(i32::from(period)).unwrap_or(0);
                initial.wrapping_add(part)
            }
            SMOOTH => smooth(),
            FLICKER => {
                let smooth = smooth();
                // The rest may be negative; what is added is not.
                smooth.wrapping_add(drawn(last.wrapping_sub(smooth)))
            }
            RANDOM => initial.min(last).wrapping_add(drawn(change.wrapping_abs())),
            FLUORESCENT => {
                if random.draw() % 2 == 1 {
                    last
                } else {
                    initial
                }
            }
            _ => last,
        };
    }
}

/// Makes the lights as loading does: four draws each and more.
pub(super) fn load(run: &mut Run<'_>) {
    for (index, spec) in run.fixed.lights.iter().enumerate() {
        let light = spec.start(&mut run.live.random);
        run.live.lights.push(light);
        if light.held {
            log_held(run, index);
        }
    }
}

/// One tick of all lights.
pub(super) fn tick(run: &mut Run<'_>) {
    let fixed = run.fixed;
    for (index, spec) in fixed.lights.iter().enumerate() {
        let Some(light) = run.live.lights.get_mut(index).filter(|light| !light.held) else { continue };
        light.phase = light.phase.wrapping_add(1);
        spec.rephase(light, &mut run.live.random);
        if light.held {
            log_held(run, index);
        } else {
            spec.shine(light, &mut run.live.random);
        }
    }
}

fn log_held(run: &mut Run<'_>, index: usize) {
    let light = subject(TABLE, index);
    run.log.add(light, "light held", light, 0, None);
}

/// Whether a light is on; a light that does not exist is not.
pub(super) fn is_on(run: &Run<'_>, index: i16) -> bool {
    usize::try_from(index).ok().and_then(|index| run.live.lights.get(index)).is_some_and(State::is_on)
}

/// Switches a light. Answers whether that changed it: a stateless light and one that is so already are left alone.
pub(super) fn set(run: &mut Run<'_>, index: i16, on: bool, source: Subject, cause: Cause) -> bool {
    let fixed = run.fixed;
    let Ok(at) = usize::try_from(index) else { return false };
    let (Some(spec), Some(light)) = (fixed.lights.get(at), run.live.lights.get_mut(at)) else { return false };
    if light.is_on() == on || spec.is_stateless() || light.held {
        return false;
    }
    spec.enter(light, if on { BECOMING_ACTIVE } else { BECOMING_INACTIVE }, &mut run.live.random);
    let row = run.log.add(source, if on { "light on" } else { "light off" }, subject(TABLE, at), 0, cause);
    super::control_panel::follow(run, super::control_panel::Class::LightSwitch, index, on, row);
    true
}

/// Switches all lights of a tag; tag 0 is no tag. Answers whether any changed.
pub(super) fn set_tagged(run: &mut Run<'_>, tag: i16, on: bool, source: Subject, cause: Cause) -> bool {
    let fixed = run.fixed;
    let mut changed = false;
    for (index, spec) in (0_i16..).zip(&fixed.lights) {
        if tag != 0 && spec.tag == tag {
            changed |= set(run, index, on, source, cause);
        }
    }
    changed
}

/// Its brightness, 65,536 the full one; a light that does not exist is dark.
pub(super) fn intensity(lights: &[State], index: i16) -> i32 {
    usize::try_from(index).ok().and_then(|index| lights.get(index)).map_or(0, |light| light.intensity)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn function(function: i16, period: i16, intensity: i32) -> Function {
        Function { function, period, intensity, ..Function::default() }
    }

    /// A light whose way on takes a function and 10 ticks, from 0 to 65,536.
    fn rising(kind: i16) -> Spec {
        let off = function(CONSTANT, 30, 0);
        let on = function(CONSTANT, 30, 65536);
        let functions = [function(kind, 10, 65536), on, on, off, off, off];
        Spec { flags: 0, state_flags: 0, phase: 0, tag: 0, functions, saved: None }
    }

    /// Intensities of the ten ticks of becoming active.
    fn course(kind: i16) -> Vec<i32> {
        let spec = rising(kind);
        let mut random = ShiftRegister::new(0xB400, 0xFDED);
        let mut light = spec.start(&mut random);
        assert_eq!((light.state, light.intensity), (PRIMARY_INACTIVE, 0));
        spec.enter(&mut light, BECOMING_ACTIVE, &mut random);
        (0..10)
            .map(|_| {
                light.phase += 1;
                spec.rephase(&mut light, &mut random);
                spec.shine(&mut light, &mut random);
                light.intensity
            })
            .collect()
    }

    #[test]
    fn each_function_takes_its_course() {
        assert_eq!(course(CONSTANT), [65536; 10]);
        assert_eq!(course(LINEAR), [6553, 13107, 19660, 26214, 32768, 39321, 45875, 52428, 58982, 65536]);
        // A tenth of half a turn a tick, in whole angles: 25, 51, 76 ...; cos 281 is -975, (1024 - 975) * 32 = 1568.
        assert_eq!(course(SMOOTH), [1568, 6240, 13280, 22528, 32768, 42656, 51968, 59072, 63872, 65536]);
        let flicker = course(FLICKER);
        assert!(flicker.iter().zip(course(SMOOTH)).all(|(f, s)| *f >= s && *f <= 65536));
        let random = course(RANDOM);
        assert!(random.iter().take(9).all(|r| (0..65536).contains(r)) && random[0] != random[1]);
        assert!(course(FLUORESCENT).iter().all(|f| *f == 0 || *f == 65536));
    }

    #[test]
    fn a_light_goes_round_its_two_functions_and_a_stateless_one_round_all() {
        let mut spec = rising(CONSTANT);
        let order = |spec: &Spec| -> Vec<usize> {
            let mut state = BECOMING_ACTIVE;
            (0..7)
                .map(|_| {
                    state = spec.next(state);
                    state
                })
                .collect()
        };
        assert_eq!(order(&spec), [1, 2, 1, 2, 1, 2, 1]);
        spec.flags = STATELESS;
        assert!(!spec.is_stateless(), "the stored flag does nothing");
        spec.state_flags = STATELESS;
        assert_eq!(order(&spec), [1, 2, 3, 4, 5, 0, 1]);
    }

    #[test]
    fn a_light_without_any_period_is_held_where_it_would_go_round() {
        let mut spec = rising(LINEAR);
        spec.functions[PRIMARY_ACTIVE].period = 0;
        spec.functions[SECONDARY_ACTIVE].period = 0;
        let mut random = ShiftRegister::new(0xB400, 0xFDED);
        let mut light = spec.start(&mut random);
        spec.enter(&mut light, BECOMING_ACTIVE, &mut random);
        for tick in 1..=10 {
            light.phase += 1;
            spec.rephase(&mut light, &mut random);
            assert_eq!(light.held, tick == 10, "the way on has its time");
        }
        // One of the two is enough to get on.
        spec.functions[SECONDARY_ACTIVE].period = 1;
        assert!(!spec.goes_round(PRIMARY_ACTIVE));
        // A delta can make time as well.
        spec.functions[SECONDARY_ACTIVE] = Function { period: 0, delta_period: 3, ..Function::default() };
        assert!(!spec.goes_round(PRIMARY_ACTIVE));
        let mut lit = spec.clone();
        lit.flags = INITIALLY_ACTIVE;
        lit.functions[SECONDARY_ACTIVE].delta_period = 0;
        assert!(lit.start(&mut random).held, "loading holds it too");
    }

    #[test]
    fn loading_draws_four_numbers_a_light() {
        let mut drawn = ShiftRegister::new(0xB400, 6906);
        rising(CONSTANT).start(&mut drawn);
        let mut four = ShiftRegister::new(0xB400, 6906);
        (0..4).for_each(|_| {
            four.draw();
        });
        assert_eq!(drawn, four);
    }

    #[test]
    fn deltas_that_would_stop_the_original_add_nothing() {
        let mut spec = rising(CONSTANT);
        spec.functions = spec.functions.map(|f| Function { delta_period: -1, delta_intensity: -1, ..f });
        let mut random = ShiftRegister::new(0xB400, 1);
        assert_eq!(spec.start(&mut random).period, 30);
    }
}
