//! Making the instructions of a call, and its text.

use super::argument::Argument;
use super::follow::BIAS;
use super::literal;
use crate::record::Refusal;
use crate::record::text::Encoding;

/// Operations of Lua 4.0 (`warriors.md` 1.2; the ones it leaves out are the interpreter's own numbers).
#[allow(missing_docs)]
pub mod op {
    pub const END: u32 = 0;
    pub const RETURN: u32 = 1;
    pub const CALL: u32 = 2;
    pub const TAILCALL: u32 = 3;
    pub const PUSHNIL: u32 = 4;
    pub const POP: u32 = 5;
    pub const PUSHINT: u32 = 6;
    pub const PUSHSTRING: u32 = 7;
    pub const PUSHNUM: u32 = 8;
    pub const PUSHNEGNUM: u32 = 9;
    pub const PUSHUPVALUE: u32 = 10;
    pub const GETLOCAL: u32 = 11;
    pub const GETGLOBAL: u32 = 12;
    pub const GETTABLE: u32 = 13;
    pub const GETDOTTED: u32 = 14;
    pub const GETINDEXED: u32 = 15;
    pub const PUSHSELF: u32 = 16;
    pub const CREATETABLE: u32 = 17;
    pub const SETLOCAL: u32 = 18;
    pub const SETGLOBAL: u32 = 19;
    pub const SETTABLE: u32 = 20;
    pub const SETLIST: u32 = 21;
    pub const SETMAP: u32 = 22;
    pub const ADD: u32 = 23;
    pub const ADDI: u32 = 24;
    pub const SUB: u32 = 25;
    pub const MULT: u32 = 26;
    pub const DIV: u32 = 27;
    pub const POW: u32 = 28;
    pub const CONCAT: u32 = 29;
    pub const MINUS: u32 = 30;
    pub const NOT: u32 = 31;
    pub const JMPNE: u32 = 32;
    pub const JMPEQ: u32 = 33;
    pub const JMPLT: u32 = 34;
    pub const JMPLE: u32 = 35;
    pub const JMPGT: u32 = 36;
    pub const JMPGE: u32 = 37;
    pub const JMPT: u32 = 38;
    pub const JMPF: u32 = 39;
    pub const JMPONT: u32 = 40;
    pub const JMPONF: u32 = 41;
    pub const JMP: u32 = 42;
    pub const PUSHNILJMP: u32 = 43;
    pub const FORPREP: u32 = 44;
    pub const FORLOOP: u32 = 45;
    pub const LFORPREP: u32 = 46;
    pub const LFORLOOP: u32 = 47;
    pub const CLOSURE: u32 = 48;

    /// Whether an instruction's operand is a way to jump.
    pub const fn jumps(operation: u32) -> bool {
        matches!(operation, JMPNE..=JMP | FORPREP..=LFORLOOP)
    }
}

/// Constructors store this many items at a time in this game (`warriors.md` 1.2).
pub const FLUSH: usize = 62;
/// Largest magnitude of a whole number that an instruction holds itself (`warriors.md` 1.2).
pub const MOST_WHOLE: f64 = 33_554_430.0;

/// What a script says: an argument of a call that is made.
#[derive(Clone, Debug, PartialEq)]
pub enum Expression {
    /// A number.
    Number(f64),
    /// A text.
    Text(String),
    /// Names, with dots where they are fields, added up.
    Symbols(Vec<String>),
    /// Nothing.
    Nil,
    /// A list.
    List(Vec<Expression>),
}

impl Expression {
    /// What says an argument; `None` where the script works one out.
    pub fn of<L>(argument: &Argument<L>) -> Option<Expression> {
        Some(match argument {
            Argument::Number(n, _) => Expression::Number(*n),
            Argument::Text(text, _) => Expression::Text(text.clone()),
            Argument::Symbol(symbol, _) if symbol == "nil" => Expression::Nil,
            Argument::Symbol(symbol, _) => Expression::Symbols(symbol.split('+').map(str::to_owned).collect()),
            Argument::List(list) => Expression::List(list.iter().map(Expression::of).collect::<Option<_>>()?),
            Argument::Computed => return None,
        })
    }

    /// A list of numbers.
    pub fn numbers(numbers: &[f64]) -> Expression {
        Expression::List(numbers.iter().map(|n| Expression::Number(*n)).collect())
    }

    /// As a script's text.
    pub fn text(&self) -> String {
        match self {
            Expression::Number(n) => literal::written(*n),
            Expression::Text(text) => {
                // Latin-1 has a character for every byte: none is lost on the way.
                let bytes: Vec<u8> = text.chars().map(|c| u8::try_from(u32::from(c)).unwrap_or(b'?')).collect();
                Encoding::Latin1.decode(&literal::quoted(&bytes))
            }
            Expression::Symbols(names) => names.join(" + "),
            Expression::Nil => "nil".to_owned(),
            Expression::List(items) => {
                let items: Vec<String> = items.iter().map(Expression::text).collect();
                format!("{{{}}}", items.join(", "))
            }
        }
    }
}

/// A call that stands alone, with the variable that keeps its result.
#[derive(Clone, Debug, PartialEq)]
pub struct Statement {
    /// The function.
    pub call: &'static str,
    /// Its arguments.
    pub arguments: Vec<Expression>,
    /// The global variable that keeps the result.
    pub result: Option<String>,
}

impl Statement {
    /// As a script's text, without a line end.
    pub fn text(&self) -> String {
        let arguments: Vec<String> = self.arguments.iter().map(Expression::text).collect();
        let result = self.result.as_ref().map_or_else(String::new, |name| format!("{name} = "));
        format!("{result}{}({})", self.call, arguments.join(", "))
    }
}

/// Where constants come from: a function's pools, which may grow.
pub trait Pools {
    /// The place of a text.
    ///
    /// # Errors
    /// If there is no room for it.
    fn string(&mut self, text: &str) -> Result<u32, Refusal>;
    /// The place of a number that is not negative.
    ///
    /// # Errors
    /// If there is no room for it.
    fn number(&mut self, number: f64) -> Result<u32, Refusal>;
}

/// The instruction that pushes a number.
///
/// # Errors
/// If there is no room for the constant.
pub fn push_number(n: f64, pools: &mut dyn Pools) -> Result<u32, Refusal> {
    match whole(n) {
        Some(word) => Ok(word),
        None => {
            let operation = if n.is_sign_negative() { op::PUSHNEGNUM } else { op::PUSHNUM };
            Ok(operation | pools.number(n.abs())? << 6)
        }
    }
}

/// The instruction that pushes a whole number by itself; `None` for others. Minus zero is no whole number.
pub fn whole(n: f64) -> Option<u32> {
    let fits = n.fract() == 0.0 && n.abs() <= MOST_WHOLE && !(n == 0.0 && n.is_sign_negative());
    let operand = fits.then(|| u32::try_from(n as i64 + BIAS).ok()).flatten()?;
    Some(op::PUSHINT | operand << 6)
}

/// The instructions of a statement that begins with `base` values on the stack, and how many values it needs at once.
///
/// # Errors
/// If there is no room for a constant, or the stack would be too high.
pub fn assemble(statement: &Statement, base: usize, pools: &mut dyn Pools) -> Result<(Vec<u32>, usize), Refusal> {
    let mut code = Assembler { words: Vec::new(), height: base, highest: base, pools };
    let string = code.pools.string(statement.call)?;
    code.push(op::GETGLOBAL | string << 6);
    statement.arguments.iter().try_for_each(|argument| code.expression(argument))?;
    // CALL: 17 bits for the base, 9 for the results (`warriors.md` 1.2).
    let base = u32::try_from(base).ok().filter(|base| *base < 1 << 17);
    let base = base.ok_or_else(|| Refusal::rule("the script's stack is too high for another call"))?;
    let results = u32::from(statement.result.is_some());
    code.words.push(op::CALL | results << 6 | base << 15);
    if let Some(name) = &statement.result {
        let string = code.pools.string(name)?;
        code.words.push(op::SETGLOBAL | string << 6);
    }
    Ok((code.words, code.highest))
}

struct Assembler<'a> {
    words: Vec<u32>,
    height: usize,
    highest: usize,
    pools: &'a mut dyn Pools,
}

impl Assembler<'_> {
    fn push(&mut self, word: u32) {
        self.words.push(word);
        self.height += 1;
        self.highest = self.highest.max(self.height);
    }

    fn expression(&mut self, expression: &Expression) -> Result<(), Refusal> {
        match expression {
            Expression::Number(n) => {
                let word = push_number(*n, self.pools)?;
                self.push(word);
            }
            Expression::Text(text) => {
                let string = self.pools.string(text)?;
                self.push(op::PUSHSTRING | string << 6);
            }
            Expression::Nil => self.push(op::PUSHNIL | 1 << 6),
            Expression::Symbols(names) => {
                for (at, name) in names.iter().enumerate() {
                    let mut parts = name.split('.');
                    let global = self.pools.string(parts.next().unwrap_or_default())?;
                    self.push(op::GETGLOBAL | global << 6);
                    for part in parts {
                        let string = self.pools.string(part)?;
                        self.words.push(op::GETDOTTED | string << 6);
                    }
                    if at > 0 {
                        self.words.push(op::ADD);
                        self.height -= 1;
                    }
                }
            }
            Expression::List(items) => {
                let count = u32::try_from(items.len()).map_err(|_| Refusal::rule("the list is too long"))?;
                self.push(op::CREATETABLE | count << 6);
                for (flush, items) in (0u32..).zip(items.chunks(FLUSH)) {
                    items.iter().try_for_each(|item| self.expression(item))?;
                    // At most 62 by the chunks' size.
                    let count = u32::try_from(items.len()).unwrap_or(0);
                    self.words.push(op::SETLIST | count << 6 | flush << 15);
                    self.height -= items.len();
                }
            }
        }
        Ok(())
    }
}
