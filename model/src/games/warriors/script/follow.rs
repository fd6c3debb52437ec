//! Following a compiled function's stack to find its calls (`warriors.md` 1.2).

use super::argument::Argument;
use super::assemble::{FLUSH, op};

/// Signed operands are stored with this added (`warriors.md` 1.2).
pub const BIAS: i64 = 33_554_431;
/// “As many results as there are.”
const MANY: u32 = 255;
/// A stack higher than this is nonsense: the interpreter's own limit lies far below.
const HIGHEST: usize = 4096;

/// What a function is made of, as far as following needs it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Function {
    /// Its instructions.
    pub words: Vec<u32>,
    /// Its texts; `None` for one that is no text.
    pub strings: Vec<String>,
    /// Its numbers.
    pub numbers: Vec<f64>,
    /// How many values stand on its stack when it begins.
    pub begins_with: usize,
}

/// A range of instructions: the first and the one behind the last.
pub type Span = std::ops::Range<u32>;

/// A call whose function has a name.
#[derive(Clone, Debug, PartialEq)]
pub struct Call {
    /// The name.
    pub name: String,
    /// Position of the instruction that calls.
    pub at: u32,
    /// The whole statement, with what is done with the result.
    pub statement: Option<Span>,
    /// Its arguments, each with the instructions that make it.
    pub arguments: Vec<Argument<Span>>,
    /// The variable that keeps the result.
    pub result: Option<String>,
}

/// What following found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Followed {
    /// The calls by position.
    pub calls: Vec<Call>,
    /// What could not be followed, in words with the instruction.
    pub faults: Vec<String>,
    /// Values on the stack where the function ends with its last instruction, if that can be told: its local variables.
    pub height_at_end: Option<usize>,
}

/// A value on the stack with the instructions that made it.
type Slot = (Argument<Span>, u32);

struct Walk<'a> {
    function: &'a Function,
    stack: Vec<Slot>,
    /// Whether the height of the stack is known.
    known: bool,
    /// Heights at places that are jumped to, by the place.
    heights: std::collections::BTreeMap<u32, usize>,
    out: Followed,
    /// The call whose result is on top of the stack: its place among the calls, and where it began.
    fresh: Option<(usize, u32)>,
}

/// Most faults that are told of one function.
const MOST_FAULTS: usize = 8;

/// Follows a function from its first instruction to its last.
pub fn follow(function: &Function) -> Followed {
    let begins = function.begins_with.min(HIGHEST);
    let mut walk = Walk {
        function,
        stack: vec![(Argument::Computed, 0); begins],
        known: true,
        heights: std::collections::BTreeMap::new(),
        out: Followed::default(),
        fresh: None,
    };
    for (at, word) in (0u32..).zip(&function.words) {
        walk.arrive(at);
        if !walk.known {
            continue;
        }
        if walk.step(at, *word).is_none() {
            if walk.out.faults.len() < MOST_FAULTS {
                walk.out.faults.push(format!("instruction {at} cannot be followed"));
            }
            walk.known = false;
        }
    }
    walk.out
}

impl Walk<'_> {
    /// At a place that is jumped to nothing is known of the values.
    fn arrive(&mut self, at: u32) {
        let Some(height) = self.heights.remove(&at) else { return };
        if !self.known {
            self.stack.clear();
            self.stack.resize(height.min(HIGHEST), (Argument::Computed, at));
            self.known = true;
        } else if self.stack.len() != height {
            self.known = false;
            return;
        }
        self.stack.iter_mut().for_each(|slot| *slot = (Argument::Computed, at));
        self.fresh = None;
    }

    fn push(&mut self, argument: Argument<Span>, from: u32) -> Option<()> {
        (self.stack.len() < HIGHEST).then(|| self.stack.push((argument, from)))
    }

    fn pop(&mut self, count: u32) -> Option<Vec<Slot>> {
        let from = self.stack.len().checked_sub(count as usize)?;
        Some(self.stack.split_off(from))
    }

    fn string(&self, at: u32) -> Option<&str> {
        self.function.strings.get(at as usize).map(String::as_str)
    }

    fn number(&self, at: u32) -> Option<f64> {
        self.function.numbers.get(at as usize).copied()
    }

    fn jump(&mut self, at: u32, word: u32) -> Option<()> {
        let by = i64::from(word >> 6) - BIAS;
        // Operands count from the instruction behind. Backwards, everything there was looked at already.
        let to = i64::from(at) + 1 + by;
        let inside = (0..=self.function.words.len() as i64).contains(&to);
        if let (true, Ok(to)) = (inside, u32::try_from(to))
            && to > at
        {
            self.heights.entry(to).or_insert(self.stack.len());
        }
        inside.then_some(())
    }

    /// Carries out an instruction on what is known of the stack; `None` if that cannot be.
    fn step(&mut self, at: u32, word: u32) -> Option<()> {
        let (u, a, b) = (word >> 6, word >> 15, (word >> 6) & 0x1FF);
        let here = at..at + 1;
        let fresh = self.fresh.take();
        match word & 0x3F {
            op::END => {
                let last = at as usize + 1 == self.function.words.len();
                self.out.height_at_end = last.then_some(self.stack.len());
                self.known = false;
            }
            op::RETURN | op::TAILCALL => self.known = false,
            op::CALL => return self.call(at, a, b),
            op::PUSHNIL => {
                for _ in 0..u.min(HIGHEST as u32) {
                    self.push(Argument::Symbol("nil".to_owned(), here.clone()), at)?;
                }
            }
            op::POP => drop(self.pop(u)?),
            op::PUSHINT => self.push(Argument::Number((i64::from(u) - BIAS) as f64, here), at)?,
            op::PUSHSTRING => {
                let text = self.string(u)?.to_owned();
                self.push(Argument::Text(text, here), at)?;
            }
            op::PUSHNUM => {
                let number = self.number(u)?;
                self.push(Argument::Number(number, here), at)?;
            }
            op::PUSHNEGNUM => {
                let number = self.number(u)?;
                self.push(Argument::Number(-number, here), at)?;
            }
            op::PUSHUPVALUE => self.push(Argument::Computed, at)?,
            op::GETLOCAL => {
                self.stack.get(u as usize)?;
                self.push(Argument::Computed, at)?;
            }
            op::GETGLOBAL => {
                let name = self.string(u)?.to_owned();
                self.push(Argument::Symbol(name, here), at)?;
            }
            op::GETTABLE => {
                let (index, from) = (self.stack.pop()?, self.stack.pop()?);
                let argument = match (&from.0, &index.0) {
                    (Argument::Symbol(table, _), Argument::Text(name, _)) => {
                        Argument::Symbol(format!("{table}.{name}"), from.1..at + 1)
                    }
                    _ => Argument::Computed,
                };
                self.push(argument, from.1)?;
            }
            op::GETDOTTED => {
                let name = self.string(u)?.to_owned();
                let (table, from) = self.stack.pop()?;
                let argument = match table {
                    Argument::Symbol(table, _) => Argument::Symbol(format!("{table}.{name}"), from..at + 1),
                    _ => Argument::Computed,
                };
                self.push(argument, from)?;
            }
            op::GETINDEXED => {
                let (_, from) = self.stack.pop()?;
                self.push(Argument::Computed, from)?;
            }
            op::PUSHSELF => {
                self.string(u)?;
                let (_, from) = self.stack.pop()?;
                self.push(Argument::Computed, from)?;
                self.push(Argument::Computed, from)?;
            }
            op::CREATETABLE => self.push(Argument::List(Vec::new()), at)?,
            op::SETLOCAL => {
                let value = self.stack.pop()?;
                let slot = self.stack.get_mut(u as usize)?;
                *slot = (Argument::Computed, value.1);
            }
            op::SETGLOBAL => {
                let name = self.string(u)?.to_owned();
                self.stack.pop()?;
                self.keep(fresh, name, at);
            }
            op::SETTABLE => self.set_table(at, a, b, fresh)?,
            op::SETLIST => {
                let items = self.pop(b)?;
                match &mut self.stack.last_mut()?.0 {
                    // What is stored over others, or behind a gap, makes no plain list.
                    Argument::List(list) if list.len() == a as usize * FLUSH => {
                        list.extend(items.into_iter().map(|(item, _)| item))
                    }
                    other => *other = Argument::Computed,
                }
            }
            op::SETMAP => {
                self.pop(u.checked_mul(2)?)?;
                // Named values are not told apart: the table counts as worked out.
                self.stack.last_mut()?.0 = Argument::Computed;
            }
            op::ADD => {
                let (right, left) = (self.stack.pop()?, self.stack.pop()?);
                let argument = match (left.0, right.0) {
                    (Argument::Symbol(a, _), Argument::Symbol(b, _)) if a != "nil" && b != "nil" => {
                        Argument::Symbol(format!("{a}+{b}"), left.1..at + 1)
                    }
                    _ => Argument::Computed,
                };
                self.push(argument, left.1)?;
            }
            op::ADDI | op::MINUS | op::NOT => {
                let (_, from) = self.stack.pop()?;
                self.push(Argument::Computed, from)?;
            }
            op::SUB | op::MULT | op::DIV | op::POW => {
                let from = self.pop(2)?.first()?.1;
                self.push(Argument::Computed, from)?;
            }
            op::CONCAT | op::CLOSURE => {
                let count = if word & 0x3F == op::CONCAT { u } else { b };
                let from = self.pop(count)?.first().map_or(at, |slot| slot.1);
                self.push(Argument::Computed, from)?;
            }
            op::JMPNE | op::JMPEQ | op::JMPLT | op::JMPLE | op::JMPGT | op::JMPGE => {
                self.pop(2)?;
                self.jump(at, word)?;
            }
            op::JMPT | op::JMPF => {
                self.pop(1)?;
                self.jump(at, word)?;
            }
            // The value stays where it is jumped, and goes where it is not.
            op::JMPONT | op::JMPONF => {
                self.stack.last()?;
                self.jump(at, word)?;
                self.stack.pop();
            }
            op::JMP => {
                self.jump(at, word)?;
                self.known = false;
            }
            op::PUSHNILJMP => {
                // Pushes nil and leaves the next instruction out, which pushes the other value.
                let height = self.stack.len();
                self.push(Argument::Computed, at)?;
                self.heights.entry(at.checked_add(2)?).or_insert(height + 1);
                self.stack.pop();
                // The next instruction is reached by a jump alone.
                self.known = false;
            }
            op::FORPREP => {
                self.stack.len().checked_sub(3)?;
                self.jump_over_loop(at, word, 3)?;
            }
            op::LFORPREP => {
                self.stack.last()?;
                // The table, its index and value are on the stack in the loop.
                self.jump_over_loop(at, word, 1)?;
                self.push(Argument::Computed, at)?;
                self.push(Argument::Computed, at)?;
            }
            op::FORLOOP | op::LFORLOOP => drop(self.pop(3)?),
            _ => return None,
        }
        Some(())
    }

    /// A loop that runs not once goes on behind its end, without the loop's own values.
    fn jump_over_loop(&mut self, at: u32, word: u32, own: usize) -> Option<()> {
        let height = self.stack.len().checked_sub(own)?;
        let to = i64::from(at) + 1 + i64::from(word >> 6) - BIAS;
        let to = u32::try_from(to).ok().filter(|to| *to as usize <= self.function.words.len())?;
        if to > at {
            self.heights.entry(to).or_insert(height);
        }
        Some(())
    }

    fn call(&mut self, at: u32, base: u32, results: u32) -> Option<()> {
        let arguments = self.stack.split_off((base as usize + 1).min(self.stack.len()));
        let (function, from) = (self.stack.len() == base as usize + 1).then(|| self.stack.pop()).flatten()?;
        if let Argument::Symbol(name, _) = function {
            let arguments = arguments.into_iter().map(|(argument, _)| argument).collect();
            let statement = (results == 0).then_some(from..at + 1);
            self.out.calls.push(Call { name, at, statement, arguments, result: None });
            self.fresh = (results == 1).then(|| (self.out.calls.len() - 1, from));
        }
        let count = if results == MANY { 1 } else { results };
        for _ in 0..count {
            self.push(Argument::Computed, from)?;
        }
        Some(())
    }

    /// Notes the variable that keeps a call's result, if the call's result was just stored.
    fn keep(&mut self, fresh: Option<(usize, u32)>, name: String, at: u32) {
        let Some((call, from)) = fresh else { return };
        if let Some(call) = self.out.calls.get_mut(call) {
            call.result = Some(name);
            call.statement = Some(from..at + 1);
        }
    }

    fn set_table(&mut self, at: u32, a: u32, b: u32, fresh: Option<(usize, u32)>) -> Option<()> {
        let table = self.stack.len().checked_sub(a as usize)?;
        let whole = (a == 3 && b == 3).then(|| (self.stack.get(table).cloned(), self.stack.get(table + 1).cloned()));
        self.stack.get(table)?;
        self.pop(b)?;
        if let Some((Some((Argument::Symbol(table, _), from)), Some((Argument::Text(name, _), _)))) = whole
            && let Some(call) = fresh.and_then(|(call, _)| self.out.calls.get_mut(call))
        {
            call.result = Some(format!("{table}.{name}"));
            call.statement = Some(from..at + 1);
        }
        Some(())
    }
}
