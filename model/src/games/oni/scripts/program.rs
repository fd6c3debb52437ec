//! Scripts made ready to run: every function a list of small steps (`oni.md` 4.2).

use std::collections::BTreeMap;
use std::sync::Arc;

use super::builtins::{self, Type};
use super::library::{Place, Scripts, unquoted};
use super::syntax::{Call, Expression, Operator, Statement, Variable};
use super::token::Span;

/// A value of a running script.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Value {
    /// A whole number.
    Int(i32),
    /// A number.
    Real(f32),
    /// Yes or no.
    Bool(bool),
    /// A text, by its number among the program's.
    Text(u32),
}

impl Value {
    /// Whether a condition that is this holds.
    #[must_use]
    pub fn holds(self) -> bool {
        match self {
            Value::Int(number) => number != 0,
            Value::Real(number) => number != 0.0,
            Value::Bool(holds) => holds,
            Value::Text(_) => true,
        }
    }

    /// As a number; a text has none.
    #[must_use]
    pub fn number(self) -> Option<f32> {
        match self {
            Value::Int(number) => Some(number as f32),
            Value::Real(number) => Some(number),
            Value::Bool(holds) => Some(f32::from(u8::from(holds))),
            Value::Text(_) => None,
        }
    }

    /// As a whole number; what is behind a point falls away.
    #[must_use]
    pub fn int(self) -> Option<i32> {
        match self {
            Value::Int(number) => Some(number),
            // `as` keeps within the range.
            Value::Real(number) => Some(number as i32),
            Value::Bool(holds) => Some(holds.into()),
            Value::Text(_) => None,
        }
    }

    /// What a variable of a type is as long as nothing was given to it.
    #[must_use]
    pub fn nothing(of: Type) -> Value {
        match of {
            Type::Bool => Value::Bool(false),
            Type::Float => Value::Real(0.0),
            Type::Void | Type::Int | Type::Text => Value::Int(0),
        }
    }

    /// A number that stands for it in a hash.
    #[must_use]
    pub fn hash(self) -> i64 {
        match self {
            Value::Int(number) => i64::from(number) << 2,
            Value::Real(number) => i64::from(number.to_bits()) << 2 | 1,
            Value::Bool(holds) => i64::from(holds) << 2 | 2,
            Value::Text(number) => i64::from(number) << 2 | 3,
        }
    }
}

/// A step of a function. Values are taken from and put on a stack.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Step {
    /// Puts a value.
    Put(Value),
    /// Puts a variable of the function.
    Local(u16),
    /// Puts a variable of the level or of the engine.
    Global(u16),
    /// Takes a value into a variable of the function.
    SetLocal(u16),
    /// Takes a value into a variable of the level or of the engine.
    SetGlobal(u16),
    /// Takes a value, puts its negative.
    Negative,
    /// Takes a value, puts whether it does not hold.
    Not,
    /// Takes two values, puts what is made of them.
    Two(Operator),
    /// Takes a value and goes on elsewhere if it does not hold.
    Unless(u32),
    /// Goes on elsewhere.
    Go(u32),
    /// Takes arguments, calls a function of the level and puts what it gives.
    Call(u16, u8),
    /// Takes arguments and lets a function of the level run beside this one.
    Fork(u16, u8),
    /// Takes arguments, calls something of the engine, by the number of its name, and puts what it gives.
    Engine(u32, u8),
    /// Drops a value.
    Drop,
    /// Takes a value and waits so many ticks.
    Sleep,
    /// Takes a value, ends the function and puts the value for whoever called.
    Return,
}

/// A function made ready.
#[derive(Clone, Debug)]
pub struct Code {
    /// Its name.
    pub name: u32,
    /// How many arguments it takes.
    pub parameters: u16,
    /// What its variables are at the beginning, the arguments among them.
    pub locals: Vec<Value>,
    /// What it does.
    pub steps: Vec<Step>,
    /// Where it is defined.
    pub place: Place,
}

/// The scripts of a level made ready.
#[derive(Clone, Debug, Default)]
pub struct Program {
    /// The functions.
    pub functions: Vec<Code>,
    by_name: BTreeMap<Arc<str>, u16>,
    /// What the variables of the level, and those of the engine that are used, are at the beginning.
    pub globals: Vec<Value>,
    globals_by_name: BTreeMap<Arc<str>, u16>,
    texts: Vec<Arc<str>>,
    texts_by_text: BTreeMap<Arc<str>, u32>,
}

impl Program {
    /// Makes scripts ready. What is not understood is left out.
    #[must_use]
    pub fn new(scripts: &Scripts) -> Program {
        let mut program = Program::default();
        let names: Vec<String> = scripts.functions().map(|(name, _)| name.to_owned()).collect();
        for (number, name) in names.iter().enumerate() {
            // Far more functions than a level could have are left out.
            let Ok(number) = u16::try_from(number) else { break };
            program.by_name.insert(name.as_str().into(), number);
        }
        for file in scripts.files() {
            for variable in &file.syntax.variables {
                let value = variable.value.as_ref().and_then(|value| program.constant(value, &file.text));
                let value = value.unwrap_or_else(|| nothing(variable, &file.text));
                program.global(&variable.name.text(&file.text), value);
            }
        }
        for name in names.iter().take(program.by_name.len()) {
            let Some((place, function)) = scripts.function(name) else { continue };
            let text = scripts.files().get(place.file).map(|file| file.text.clone()).unwrap_or_default();
            let name = program.text(name);
            let mut maker = Maker {
                program: &mut program,
                text: &text,
                locals: BTreeMap::new(),
                values: Vec::new(),
                steps: Vec::new(),
            };
            for parameter in &function.parameters {
                let value = nothing(parameter, &text);
                maker.local(parameter.name.of(&text), value);
            }
            let parameters = u16::try_from(maker.values.len()).unwrap_or(u16::MAX);
            maker.statements(&function.body);
            let (locals, steps) = (maker.values, maker.steps);
            program.functions.push(Code { name, parameters, locals, steps, place });
        }
        program
    }

    /// A function by name.
    #[must_use]
    pub fn function(&self, name: &str) -> Option<u16> {
        self.by_name.get(name).copied()
    }

    /// A variable of the level or the engine by name.
    #[must_use]
    pub fn variable(&self, name: &str) -> Option<u16> {
        self.globals_by_name.get(name).copied()
    }

    /// The number of a text, which is added if it is new.
    pub fn text(&mut self, text: &str) -> u32 {
        if let Some(number) = self.texts_by_text.get(text) {
            return *number;
        }
        // There are fewer texts than bytes of scripts and records.
        let number = u32::try_from(self.texts.len()).unwrap_or(u32::MAX);
        let text: Arc<str> = text.into();
        self.texts.push(Arc::clone(&text));
        self.texts_by_text.insert(text, number);
        number
    }

    /// The number of a text, if it is one of the program's.
    #[must_use]
    pub fn find_text(&self, text: &str) -> Option<u32> {
        self.texts_by_text.get(text).copied()
    }

    /// The text with a number.
    #[must_use]
    pub fn text_of(&self, number: u32) -> &str {
        usize::try_from(number).ok().and_then(|at| self.texts.get(at)).map_or("", AsRef::as_ref)
    }

    /// A value as a text; a number as it is written.
    #[must_use]
    pub fn show(&self, value: Value) -> String {
        match value {
            Value::Int(number) => number.to_string(),
            Value::Real(number) => number.to_string(),
            Value::Bool(holds) => holds.to_string(),
            Value::Text(number) => self.text_of(number).to_owned(),
        }
    }

    fn global(&mut self, name: &str, value: Value) -> Option<u16> {
        if let Some(number) = self.globals_by_name.get(name) {
            return Some(*number);
        }
        let number = u16::try_from(self.globals.len()).ok()?;
        self.globals.push(value);
        self.globals_by_name.insert(name.into(), number);
        Some(number)
    }

    /// The value of a word that is no variable.
    fn word(&mut self, span: Span, text: &[u8]) -> Value {
        let word = span.of(text);
        if word.starts_with(b"\"") {
            return Value::Text(self.text(&unquoted(span, text).text(text)));
        }
        match word {
            b"true" => return Value::Bool(true),
            b"false" => return Value::Bool(false),
            _ => {}
        }
        let word = span.text(text);
        let number = word.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'-' | b'+' | b'.'));
        match (word.parse::<i32>(), word.parse::<f32>()) {
            (Ok(number), _) => Value::Int(number),
            (Err(_), Ok(real)) if number => Value::Real(real),
            _ => Value::Text(self.text(&word)),
        }
    }

    /// The value that a variable is declared with.
    fn constant(&mut self, value: &Expression, text: &[u8]) -> Option<Value> {
        match value {
            Expression::Word(span) => Some(self.word(*span, text)),
            Expression::Negative(inner) => self.constant(inner, text).map(negative),
            _ => None,
        }
    }
}

/// A number's negative.
#[must_use]
pub fn negative(value: Value) -> Value {
    match value {
        Value::Real(number) => Value::Real(-number),
        Value::Int(number) => Value::Int(number.wrapping_neg()),
        other => other,
    }
}

fn nothing(variable: &Variable, text: &[u8]) -> Value {
    Value::nothing(variable.of.and_then(|of| Type::of(of.of(text))).unwrap_or(Type::Int))
}

/// Makes a function.
struct Maker<'a> {
    program: &'a mut Program,
    text: &'a [u8],
    locals: BTreeMap<Vec<u8>, u16>,
    values: Vec<Value>,
    steps: Vec<Step>,
}

impl Maker<'_> {
    fn local(&mut self, name: &[u8], value: Value) -> Option<u16> {
        if let Some(number) = self.locals.get(name) {
            return Some(*number);
        }
        let number = u16::try_from(self.values.len()).ok()?;
        self.values.push(value);
        self.locals.insert(name.to_vec(), number);
        Some(number)
    }

    fn here(&self) -> u32 {
        u32::try_from(self.steps.len()).unwrap_or(u32::MAX)
    }

    fn statements(&mut self, list: &[Statement]) {
        list.iter().for_each(|statement| self.statement(statement));
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Call(call) => {
                self.call(call, false);
                self.steps.push(Step::Drop);
            }
            Statement::Fork(call) => self.call(call, true),
            Statement::Assign { name, value } => {
                self.value(value);
                self.set(*name);
            }
            Statement::Declare(variable) => {
                let value = nothing(variable, self.text);
                self.local(variable.name.of(self.text), value);
                match &variable.value {
                    Some(value) => self.value(value),
                    None => self.steps.push(Step::Put(value)),
                }
                self.set(variable.name);
            }
            Statement::If { condition, then, otherwise } => {
                self.value(condition);
                let unless = self.steps.len();
                self.steps.push(Step::Unless(0));
                self.statements(then);
                let go = self.steps.len();
                if !otherwise.is_empty() {
                    self.steps.push(Step::Go(0));
                }
                let behind = self.here();
                self.steps[unless] = Step::Unless(behind);
                self.statements(otherwise);
                let end = self.here();
                if !otherwise.is_empty() {
                    self.steps[go] = Step::Go(end);
                }
            }
            Statement::Sleep(ticks) => {
                match self.by_frames(ticks) {
                    Some(frames) => self.steps.push(Step::Put(Value::Int(frames))),
                    None => self.value(ticks),
                }
                self.steps.push(Step::Sleep);
            }
            Statement::Return(value) => {
                match value {
                    Some(value) => self.value(value),
                    None => self.steps.push(Step::Put(Value::Int(0))),
                }
                self.steps.push(Step::Return);
            }
            // In no script of the game; the engine's log tells that nothing came of it.
            Statement::Schedule { .. } => self.unknown("schedule"),
            Statement::Iterate(_) => self.unknown("iterate"),
            Statement::Block(inner) => self.statements(inner),
        }
    }

    fn unknown(&mut self, what: &str) {
        let name = self.program.text(what);
        self.steps.push(Step::Engine(name, 0));
        self.steps.push(Step::Drop);
    }

    /// `f60`: so many frames.
    fn by_frames(&self, ticks: &Expression) -> Option<i32> {
        let Expression::Word(span) = ticks else { return None };
        let word = span.of(self.text).strip_prefix(b"f")?;
        std::str::from_utf8(word).ok()?.parse().ok()
    }

    fn set(&mut self, name: Span) {
        let word = name.of(self.text);
        if let Some(local) = self.locals.get(word) {
            self.steps.push(Step::SetLocal(*local));
            return;
        }
        match self.variable(name) {
            Some(global) => self.steps.push(Step::SetGlobal(global)),
            None => self.steps.push(Step::Drop),
        }
    }

    /// A variable of the level or of the engine.
    fn variable(&mut self, name: Span) -> Option<u16> {
        let word = name.text(self.text);
        if let Some(number) = self.program.variable(&word) {
            return Some(number);
        }
        let (_, of) = builtins::variable(word.as_bytes())?;
        self.program.global(&word, Value::nothing(of))
    }

    fn value(&mut self, value: &Expression) {
        match value {
            Expression::Word(span) => {
                let word = span.of(self.text);
                if let Some(local) = self.locals.get(word) {
                    self.steps.push(Step::Local(*local));
                } else if let Some(global) = self.variable(*span) {
                    self.steps.push(Step::Global(global));
                } else {
                    let value = self.program.word(*span, self.text);
                    self.steps.push(Step::Put(value));
                }
            }
            Expression::Call(call) => self.call(call, false),
            Expression::Negative(inner) => {
                self.value(inner);
                self.steps.push(Step::Negative);
            }
            Expression::Not(inner) => {
                self.value(inner);
                self.steps.push(Step::Not);
            }
            Expression::Two(operator, left, right) => {
                self.value(left);
                self.value(right);
                self.steps.push(Step::Two(*operator));
            }
        }
    }

    /// A call; the engine's functions do their work at once, so forking one is calling it.
    fn call(&mut self, call: &Call, fork: bool) {
        let given = call.arguments.get(..usize::from(u8::MAX).min(call.arguments.len())).unwrap_or_default();
        given.iter().for_each(|argument| self.value(argument));
        let count = u8::try_from(given.len()).unwrap_or(u8::MAX);
        let name = call.name.text(self.text);
        match (self.program.function(&name), fork) {
            (Some(function), true) => self.steps.push(Step::Fork(function, count)),
            (Some(function), false) => self.steps.push(Step::Call(function, count)),
            (None, _) => {
                let name = self.program.text(&name);
                self.steps.push(Step::Engine(name, count));
                if fork {
                    self.steps.push(Step::Drop);
                }
            }
        }
    }
}
