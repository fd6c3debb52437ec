//! Scripts that run: threads of functions that sleep and go on (`oni.md` 4.2; seed 000: scripts run at once).

use super::calls;
use super::world::Run;
use crate::games::oni::scripts::program::{Program, Step, Value, negative};
use crate::games::oni::scripts::syntax::Operator;
use crate::preview::{Cause, Fidelity, StateHasher, Subject, Truth};

/// How true it is.
pub(super) const FIDELITY: &[Fidelity] = &[
    Fidelity {
        file: "script",
        what: "functions, variables, if, fork, sleep, calls of the engine that touch what is simulated",
        truth: Truth::Documents,
        note: "a script that is started runs at once until it sleeps; sleep f60 waits as sleep 60; other calls are logged “called, not simulated” and give 0",
    },
    Fidelity {
        file: "script",
        what: "the order of threads within a tick, arithmetic between types",
        truth: Truth::Assumed,
        note: "threads go on in the order they were started, before anything else of the tick; a function that goes on too long within a tick is ended",
    },
    Fidelity {
        file: "script",
        what: "schedule, iterate, calls that wait for animations or sounds",
        truth: Truth::NotSimulated,
        note: "the words schedule and iterate occur in no script of the game",
    },
];

/// Steps that a thread may take in one tick: no script of the game comes near.
const MOST_STEPS: usize = 20_000;
/// Functions that may be under way within each other in one thread.
const MOST_FRAMES: usize = 64;
/// Threads that may sleep at the same time.
const MOST_THREADS: usize = 1024;
/// Scripts that may start each other within one tick.
const DEEPEST: u32 = 16;

/// A function under way.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Frame {
    function: u16,
    /// The next step.
    at: u32,
    /// Where its variables begin on the stack.
    base: u32,
}

/// A thread: functions that called each other.
#[derive(Clone, Debug)]
pub(super) struct Thread {
    pub(super) number: u32,
    frames: Vec<Frame>,
    stack: Vec<Value>,
    /// When it goes on.
    wake: u32,
    /// Why it began.
    cause: Cause,
}

impl Thread {
    /// Adds everything that influences the future.
    pub(super) fn hash(&self, hasher: &mut StateHasher) {
        hasher.add(self.number);
        hasher.add(self.wake);
        hasher.count(self.frames.len());
        for frame in &self.frames {
            hasher.add(frame.function);
            hasher.add(frame.at);
            hasher.add(frame.base);
        }
        hasher.count(self.stack.len());
        self.stack.iter().for_each(|value| hasher.add(value.hash()));
    }

    /// Heap bytes.
    pub(super) fn bytes(&self) -> usize {
        size_of_val(self.frames.as_slice()) + size_of_val(self.stack.as_slice())
    }
}

/// The file that a function stands in, for the log.
fn subject(program: &Program, function: u16) -> Subject {
    let code = program.functions.get(usize::from(function));
    Subject::new("scripts", code.map_or(0, |code| u32::try_from(code.place.file).unwrap_or(u32::MAX)))
}

/// Starts a function by its name; it runs at once until it sleeps or ends. Answers its thread's number if it still goes
/// on.
pub(super) fn start(run: &mut Run<'_>, function: &str, arguments: &[Value], by: Subject, cause: Cause) -> Option<u32> {
    match run.fixed.program.function(function) {
        Some(number) => {
            let row = run.log.say(by, "script starts", subject(&run.fixed.program, number), function, cause);
            begin(run, number, arguments, row)
        }
        None => {
            run.log.say(by, "script missing", by, function, cause);
            None
        }
    }
}

fn begin(run: &mut Run<'_>, function: u16, arguments: &[Value], cause: Cause) -> Option<u32> {
    let source = subject(&run.fixed.program, function);
    // Those that run now may go to sleep as well.
    if run.depth >= DEEPEST || run.live.threads.len() + run.depth as usize >= MOST_THREADS {
        run.log.add(source, "too many scripts", source, 0, cause);
        return None;
    }
    let number = run.live.next_thread;
    run.live.next_thread = number.wrapping_add(1);
    let mut thread = Thread { number, frames: Vec::new(), stack: Vec::new(), wake: run.live.tick, cause };
    arguments.iter().for_each(|value| thread.stack.push(*value));
    enter(&run.fixed.program, &mut thread, function, arguments.len());
    run.depth += 1;
    let goes_on = go(run, &mut thread);
    run.depth -= 1;
    if goes_on {
        run.live.threads.push(thread);
    }
    goes_on.then_some(number)
}

/// Whether a thread is under way.
pub(super) fn is_running(run: &Run<'_>, number: u32) -> bool {
    run.live.threads.iter().any(|thread| thread.number == number)
}

/// Lets every thread go on whose time has come.
pub(super) fn tick(run: &mut Run<'_>) {
    let due: Vec<u32> = run.live.threads.iter().filter(|t| t.wake <= run.live.tick).map(|t| t.number).collect();
    for number in due {
        let Some(at) = run.live.threads.iter().position(|thread| thread.number == number) else { continue };
        let mut thread = run.live.threads.remove(at);
        run.depth += 1;
        let goes_on = go(run, &mut thread);
        run.depth -= 1;
        if goes_on {
            // Those behind it have moved up by one, and new ones came behind all.
            run.live.threads.insert(at.min(run.live.threads.len()), thread);
        }
    }
}

/// A function begins: its arguments lie on the stack already.
fn enter(program: &Program, thread: &mut Thread, function: u16, given: usize) {
    let Some(code) = program.functions.get(usize::from(function)) else { return };
    let base = thread.stack.len().saturating_sub(given);
    // Arguments too many fall away, those that are missing are nothing.
    thread.stack.truncate(base + given.min(code.parameters.into()));
    let missing = code.locals.get(thread.stack.len() - base..).unwrap_or_default();
    thread.stack.extend_from_slice(missing);
    // The stack is bounded by the number of frames and of variables.
    let base = u32::try_from(base).unwrap_or(u32::MAX);
    thread.frames.push(Frame { function, at: 0, base });
}

/// Runs a thread until it sleeps; answers whether it goes on later.
fn go(run: &mut Run<'_>, thread: &mut Thread) -> bool {
    let fixed = run.fixed;
    let program = &fixed.program;
    for _ in 0..MOST_STEPS {
        let Some(frame) = thread.frames.last_mut() else { return false };
        let function = frame.function;
        let base = frame.base as usize;
        let Some(code) = program.functions.get(usize::from(function)) else { return false };
        let Some(step) = code.steps.get(frame.at as usize).copied() else {
            leave(thread, Value::Int(0));
            continue;
        };
        frame.at += 1;
        let stack = &mut thread.stack;
        match step {
            Step::Put(value) => stack.push(value),
            Step::Local(local) => {
                let value = stack.get(base + usize::from(local)).copied().unwrap_or(Value::Int(0));
                stack.push(value);
            }
            Step::Global(global) => {
                stack.push(run.live.globals.get(usize::from(global)).copied().unwrap_or(Value::Int(0)));
            }
            Step::SetLocal(local) => {
                let value = take(stack);
                if let Some(slot) = stack.get_mut(base + usize::from(local)) {
                    *slot = value;
                }
            }
            Step::SetGlobal(global) => {
                let value = take(stack);
                if let Some(slot) = run.live.globals_mut().get_mut(usize::from(global)) {
                    *slot = value;
                }
            }
            Step::Negative => {
                let value = take(stack);
                stack.push(negative(value));
            }
            Step::Not => {
                let value = take(stack);
                stack.push(Value::Bool(!value.holds()));
            }
            Step::Two(operator) => {
                let right = take(stack);
                let left = take(stack);
                stack.push(two(operator, left, right));
            }
            Step::Unless(to) => {
                if !take(stack).holds() {
                    frame.at = to;
                }
            }
            Step::Go(to) => frame.at = to,
            Step::Call(called, given) => {
                let at = frame.at as usize;
                // Scripts repeat themselves by calling themselves at their end: what called is not needed any more.
                if is_end(&code.steps, at) {
                    let from = stack.len().saturating_sub(usize::from(given)).max(base);
                    stack.drain(base..from);
                    thread.frames.pop();
                } else if thread.frames.len() >= MOST_FRAMES {
                    let source = subject(program, function);
                    run.log.say(
                        source,
                        "script ended: calls too deep",
                        source,
                        program.text_of(code.name),
                        thread.cause,
                    );
                    return false;
                }
                enter(program, thread, called, given.into());
            }
            Step::Fork(called, given) => {
                let arguments = stack.split_off(stack.len().saturating_sub(usize::from(given)));
                let source = subject(program, function);
                let name = program.functions.get(usize::from(called)).map_or("", |code| program.text_of(code.name));
                let row = run.log.say(source, "script starts", subject(program, called), name, thread.cause);
                begin(run, called, &arguments, row);
            }
            Step::Engine(name, given) => {
                let arguments = stack.split_off(stack.len().saturating_sub(usize::from(given)));
                let source = subject(program, function);
                let value = calls::call(run, program.text_of(name), &arguments, source, thread.cause);
                thread.stack.push(value);
            }
            Step::Drop => {
                take(stack);
            }
            Step::Sleep => {
                let ticks = take(stack).int().unwrap_or(0);
                if let Ok(ticks @ 1..) = u32::try_from(ticks) {
                    thread.wake = run.live.tick.saturating_add(ticks);
                    return true;
                }
            }
            Step::Return => {
                let value = take(stack);
                leave(thread, value);
            }
        }
    }
    let function = thread.frames.last().map_or(0, |frame| frame.function);
    let source = subject(program, function);
    let name = program.functions.get(usize::from(function)).map_or("", |code| program.text_of(code.name));
    run.log.say(source, "script ended: it never sleeps", source, name, thread.cause);
    false
}

/// A function ends; what it gives lies on the stack of the one that called it.
fn leave(thread: &mut Thread, value: Value) {
    let Some(frame) = thread.frames.pop() else { return };
    thread.stack.truncate(frame.base as usize);
    if !thread.frames.is_empty() {
        thread.stack.push(value);
    }
}

/// Whether nothing but the end of the function comes after a call at a step.
fn is_end(steps: &[Step], mut at: usize) -> bool {
    if steps.get(at) != Some(&Step::Drop) {
        return false;
    }
    at += 1;
    // Ways lead forward only, so there are fewer than steps.
    while let Some(step) = steps.get(at) {
        match step {
            Step::Go(to) if *to as usize > at => at = *to as usize,
            _ => return false,
        }
    }
    true
}

fn take(stack: &mut Vec<Value>) -> Value {
    stack.pop().unwrap_or(Value::Int(0))
}

fn two(operator: Operator, left: Value, right: Value) -> Value {
    let numbers = left.number().zip(right.number());
    let ints = match (left, right) {
        (Value::Int(a), Value::Int(b)) => Some((a, b)),
        _ => None,
    };
    let sum = |whole: fn(i32, i32) -> i32, real: fn(f32, f32) -> f32| match (ints, numbers) {
        (Some((a, b)), _) => Value::Int(whole(a, b)),
        (None, Some((a, b))) => Value::Real(real(a, b)),
        (None, None) => Value::Int(0),
    };
    let compare = |fits: fn(std::cmp::Ordering) -> bool| {
        let order = match (ints, numbers) {
            (Some((a, b)), _) => Some(a.cmp(&b)),
            (None, Some((a, b))) => a.partial_cmp(&b),
            // Texts have numbers of their own: the same text, the same number.
            (None, None) if left == right => Some(std::cmp::Ordering::Equal),
            (None, None) => Some(std::cmp::Ordering::Less),
        };
        Value::Bool(order.is_some_and(fits))
    };
    match operator {
        Operator::Or => Value::Bool(left.holds() || right.holds()),
        Operator::And => Value::Bool(left.holds() && right.holds()),
        Operator::Equal => compare(std::cmp::Ordering::is_eq),
        Operator::Unequal => compare(std::cmp::Ordering::is_ne),
        Operator::Less => compare(std::cmp::Ordering::is_lt),
        Operator::LessOrEqual => compare(std::cmp::Ordering::is_le),
        Operator::Greater => compare(std::cmp::Ordering::is_gt),
        Operator::GreaterOrEqual => compare(std::cmp::Ordering::is_ge),
        Operator::Plus => sum(i32::wrapping_add, |a, b| a + b),
        Operator::Minus => sum(i32::wrapping_sub, |a, b| a - b),
    }
}
