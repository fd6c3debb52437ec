//! One table for a call in two storages: the compiled prototype and the text (warriors.md 1.2).
//!
//! The compiled form is a record with several lists, one child node per list; its constants are shared
//! between calls, so that a set touches other nodes than the call's own.

use super::{HERE, open};
use crate::document::{Document, LevelBuilder, Node, NodeId, NodeList, Record, TableSpec};
use crate::edit::{Draft, local};
use crate::record::access::PathStep::Item;
use crate::record::codec::le::*;
use crate::record::codec::{Elsewhere, Raw};
use crate::record::text::Encoding;
use crate::record::{Access, ByteSplice, ColourForm, Field, FieldError, Kind, Place, Refusal, Role, Value, token};

const WORD: Kind = Kind::Text { encoding: Encoding::Latin1, terminated: false };

crate::record_table! {
    /// The call that places an object.
    pub(super) OBJECT_SPAWN: ObjectSpawn, ObjectSpawnField = "miniature.spawn_call", "ObjSpawn", 0 bytes,
        "warriors.md 1.2";
    /// Its type.
    type_name @ 0: Elsewhere, path(&[Item(0)]), kind(WORD), role(Role::Name);
    /// East.
    x @ 0: Elsewhere, path(&[Item(1), Item(0)]), kind(Kind::Real64), role(Role::X);
    /// North.
    y @ 0: Elsewhere, path(&[Item(1), Item(1)]), kind(Kind::Real64), role(Role::Y);
    /// Up.
    z @ 0: Elsewhere, path(&[Item(1), Item(2)]), kind(Kind::Real64), role(Role::Z);
    /// Its zone.
    zone @ 0: Elsewhere, path(&[Item(4)]), limits(0, 254);
    /// Spawn flags.
    flags @ 0: Elsewhere, path(&[Item(5)]);
    /// Its colour.
    tint @ 0: Elsewhere, path(&[Item(6)]), kind(Kind::Colour(ColourForm::Rgba32)), role(Role::Colour);
    /// The linked world flag.
    flag_name @ 0: Elsewhere, path(&[Item(7)]), kind(WORD);
}

/// An argument as far as it can be told; `L` says where a literal stands.
#[derive(Clone, Debug)]
enum Argument<L> {
    Number(f64, L),
    Text(String, L),
    Symbol(String, L),
    List(Vec<Argument<L>>),
    Computed,
}

/// The argument that a field's path names.
fn argument<'a, L>(arguments: &'a [Argument<L>], field: &Field) -> Result<&'a Argument<L>, FieldError> {
    let not_there = |reason: String| FieldError::NotThere { field: field.name, reason };
    let Place::Path(path) = field.place else { return Err(not_there("it is no argument".to_owned())) };
    let mut list = arguments;
    let mut found = None;
    for step in path {
        let Item(n) = step else { return Err(not_there("the call names no arguments".to_owned())) };
        let next = list.get(usize::from(*n)).ok_or_else(|| not_there(format!("the call gives no argument {n}")))?;
        list = match next {
            Argument::List(list) => list,
            _ => &[],
        };
        found = Some(next);
        if matches!(next, Argument::Computed) {
            break;
        }
    }
    found.ok_or_else(|| not_there("it has no path".to_owned()))
}

fn value<L>(arguments: &[Argument<L>], field: &Field) -> Result<Value, FieldError> {
    let wrong = |what: &str| FieldError::NotThere { field: field.name, reason: format!("{what} stands there") };
    match (argument(arguments, field)?, &field.kind) {
        (Argument::Computed, _) => Ok(Value::Computed),
        (Argument::Symbol(name, _), _) => Ok(Value::Symbol(name.clone())),
        (Argument::Number(n, _), Kind::Real32 | Kind::Real64) => Ok(Value::Real(*n)),
        (Argument::Number(n, _), Kind::Text { .. }) => Err(wrong(&n.to_string())),
        (Argument::Number(n, _), _) if n.fract() == 0.0 => Ok(Value::Int(*n as i128)),
        (Argument::Number(n, _), _) => Err(wrong(&n.to_string())),
        (Argument::Text(text, _), Kind::Text { .. }) => Ok(Value::Text(text.clone())),
        (Argument::Text(..), _) => Err(wrong("a text")),
        (Argument::List(_), _) => Err(wrong("a list")),
    }
}

/// Where the literal stands that a set may replace.
fn place<'a, L>(arguments: &'a [Argument<L>], field: &Field, new: &Value) -> Result<&'a L, Refusal> {
    field.check(new)?;
    match argument(arguments, field)? {
        Argument::Number(_, at) | Argument::Text(_, at) => Ok(at),
        Argument::Symbol(..) | Argument::List(_) | Argument::Computed => {
            Err(Refusal::ReadOnly { field: field.name.to_owned(), reason: "computed by the script".to_owned() })
        }
    }
}

// ---- as text ----

/// Reads the arguments of a call: words, quoted texts, lists in braces; anything else is computed.
fn text_arguments(text: &[u8]) -> Vec<Argument<std::ops::Range<usize>>> {
    let open = text.iter().position(|b| *b == b'(').map_or(text.len(), |at| at + 1);
    text_list(text, &mut { open })
}

fn text_list(text: &[u8], at: &mut usize) -> Vec<Argument<std::ops::Range<usize>>> {
    let mut list = Vec::new();
    loop {
        while text.get(*at).is_some_and(|b| b.is_ascii_whitespace() || *b == b',') {
            *at += 1;
        }
        let start = *at;
        match text.get(*at) {
            None => return list,
            Some(b')' | b'}') => {
                *at += 1;
                return list;
            }
            Some(b'{') => {
                *at += 1;
                list.push(Argument::List(text_list(text, at)));
            }
            Some(b'"') => {
                let end = text.iter().skip(start + 1).position(|b| *b == b'"').map(|len| start + 1 + len);
                *at = end.map_or(text.len(), |end| end + 1);
                let inner = text.get(start + 1..end.unwrap_or(text.len())).unwrap_or_default();
                list.push(Argument::Text(Encoding::Latin1.decode(inner), start..*at));
            }
            Some(_) => {
                // A call within the call has commas of its own.
                let mut depth = 0usize;
                let ends = |b: &u8| {
                    let end = depth == 0 && matches!(b, b',' | b')' | b'}');
                    match b {
                        b'(' => depth += 1,
                        b')' => depth = depth.saturating_sub(1),
                        _ => {}
                    }
                    end
                };
                *at = text.iter().skip(start).position(ends).map_or(text.len(), |len| start + len);
                let word = Encoding::Latin1.decode(text.get(start..*at).unwrap_or_default());
                let word = word.trim_end();
                let name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
                let span = start..start + word.len();
                list.push(match word.parse::<f64>() {
                    Ok(number) if number.is_finite() => Argument::Number(number, span),
                    _ if word.chars().all(name) => Argument::Symbol(word.to_owned(), span),
                    _ => Argument::Computed,
                });
            }
        }
    }
}

static TEXT: Access = Access {
    key: "call text",
    get: |record, field| value(&text_arguments(record.head()), field),
    set: |draft, id, field, new| {
        let arguments = text_arguments(draft.record(id)?.head());
        let span = place(&arguments, field, new)?.clone();
        // A script writes colours as plain numbers.
        let plain = if matches!(field.kind, Kind::Colour(_)) { Field { kind: Kind::Int, ..*field } } else { *field };
        let text = match new {
            Value::Text(text) if text.contains(['"', '\n']) => {
                return Err(Refusal::rule(format!("{}: a text without quotes is needed", field.name)));
            }
            Value::Text(text) => format!("\"{text}\""),
            other => token::written(&plain, other)?,
        };
        let new = Encoding::Latin1.encode(field.name, &text)?;
        draft.splice(id, false, ByteSplice { at: span.start, old_len: span.len(), new })
    },
    travel: None,
};

pub(super) static CALLS: TableSpec = TableSpec { access: &TEXT, ..TableSpec::new("calls", "Calls", &OBJECT_SPAWN) };

// ---- compiled ----

crate::record_table! {
    /// A function.
    pub(super) PROTOTYPE: Prototype, PrototypeField = "miniature.prototype", "Function", 8 bytes, "warriors.md 1.2",
        lists(&[&STRINGS, &NUMBERS, &CODE]);
    /// Line of the source.
    line @ 0: I32;
    /// Most values at once.
    stack @ 4: I32;
}
crate::record_table! {
    /// The texts of a function.
    pub(super) STRINGS: Strings, StringsField = "miniature.strings", "Texts", 4 bytes, "warriors.md 1.2",
        children("strings", &STRING, u32::MAX);
    /// How many.
    count @ 0: I32, role(Role::CountOf("strings"));
}
crate::record_table! {
    /// A text with its NUL, behind its length.
    pub(super) STRING: Text, TextField = "miniature.string", "Text", 4 bytes, "warriors.md 1.2";
    /// Its length with the NUL.
    length @ 0: U32;
}
crate::record_table! {
    /// The numbers of a function.
    pub(super) NUMBERS: Numbers, NumbersField = "miniature.numbers", "Numbers", 4 bytes, "warriors.md 1.2",
        children("numbers", &NUMBER, 0x3FF_FFFF);
    /// How many.
    count @ 0: I32, role(Role::CountOf("numbers"));
}
crate::record_table! {
    /// A number.
    pub(super) NUMBER: Constant, ConstantField = "miniature.number", "Number", 8 bytes, "warriors.md 1.2";
    /// The number.
    number @ 0: F64;
}
crate::record_table! {
    /// The instructions of a function.
    pub(super) CODE: Code, CodeField = "miniature.code", "Instructions", 4 bytes, "warriors.md 1.2",
        children("instructions", &INSTRUCTION, u32::MAX);
    /// How many.
    count @ 0: I32, role(Role::CountOf("instructions"));
}
crate::record_table! {
    /// An instruction.
    pub(super) INSTRUCTION: Instruction, InstructionField = "miniature.instruction", "Instruction", 4 bytes,
        "warriors.md 1.2";
    /// Operation, operands.
    code @ 0: Raw<4>;
}

const CALL: u32 = 2;
const PUSHNIL: u32 = 4;
const PUSHINT: u32 = 6;
const PUSHSTRING: u32 = 7;
const PUSHNUM: u32 = 8;
const PUSHNEGNUM: u32 = 9;
const GETLOCAL: u32 = 11;
const GETGLOBAL: u32 = 12;
const CREATETABLE: u32 = 17;
const SETLIST: u32 = 21;
/// Signed operands are stored with this added; it is also the largest whole number of PUSHINT and one.
const BIAS: i64 = 33_554_431;

fn word(record: &Record<'_>) -> Option<u32> {
    Some(u32::from_le_bytes(record.head().first_chunk().copied()?))
}

/// The lists of the function that an instruction belongs to: texts, numbers, instructions.
fn lists<'a>(instruction: &Record<'a>) -> Option<[Record<'a>; 3]> {
    let level = instruction.level();
    let code = level.parent(instruction.id().number)?;
    let function = level.record(level.parent(code)?)?;
    Some([function.child(0)?, function.child(1)?, function.child(2)?])
}

fn string(strings: &Record<'_>, at: u32) -> Option<String> {
    let text = strings.child(at as usize)?;
    let bytes = text.head().get(4..)?;
    Some(Encoding::Latin1.decode(bytes.strip_suffix(&[0]).unwrap_or(bytes)))
}

fn number(numbers: &Record<'_>, at: u32) -> Option<f64> {
    let constant = numbers.child(at as usize)?;
    Some(f64::from_le_bytes(constant.head().first_chunk().copied()?))
}

/// Follows the stack up to a call and answers its arguments; `L` is the instruction that pushed one.
fn compiled_arguments(call: &Record<'_>) -> Option<Vec<Argument<u32>>> {
    let [strings, numbers, code] = lists(call)?;
    let mut stack: Vec<Argument<u32>> = Vec::new();
    for at in 0..=call.position() {
        let instruction = code.child(at)?;
        let (word, here) = (word(&instruction)?, instruction.id().number);
        let (u, a, b) = (word >> 6, word >> 15, (word >> 6) & 0x1FF);
        match word & 0x3F {
            CALL if at == call.position() => return Some(stack.split_off((a as usize + 1).min(stack.len()))),
            CALL => {
                stack.truncate(a as usize);
                // 511 results mean “as many as there are”: nobody knows from here.
                stack.extend((0..b.min(8)).map(|_| Argument::Computed));
            }
            PUSHNIL => stack.extend((0..u.min(256)).map(|_| Argument::Symbol("nil".to_owned(), here))),
            PUSHINT => stack.push(Argument::Number((i64::from(u) - BIAS) as f64, here)),
            PUSHSTRING => stack.push(Argument::Text(string(&strings, u)?, here)),
            PUSHNUM => stack.push(Argument::Number(number(&numbers, u)?, here)),
            PUSHNEGNUM => stack.push(Argument::Number(-number(&numbers, u)?, here)),
            GETGLOBAL => stack.push(Argument::Symbol(string(&strings, u)?, here)),
            CREATETABLE => stack.push(Argument::List(Vec::new())),
            SETLIST => {
                let items = stack.split_off(stack.len().checked_sub(b as usize)?);
                match stack.last_mut() {
                    Some(Argument::List(list)) => list.extend(items),
                    _ => return None,
                }
            }
            GETLOCAL => stack.push(Argument::Computed),
            // What is not followed here makes everything before it unknown.
            _ => stack.iter_mut().for_each(|a| *a = Argument::Computed),
        }
    }
    None
}

/// Makes an instruction push another constant: the old one in place if nobody else uses it, else a new
/// one at the pool's end.
fn push_constant(
    draft: &mut Draft,
    instruction: NodeId,
    (pool, operations): (usize, &[u32]),
    operation: u32,
    bytes: Vec<u8>,
) -> Result<(), Refusal> {
    let record = draft.record(instruction)?;
    let missing = || Refusal::rule("the function is damaged");
    let lists = lists(&record).ok_or_else(missing)?;
    let (own, pool) = (word(&record).ok_or_else(missing)?, lists.get(pool).ok_or_else(missing)?);
    let [.., code] = &lists;
    let pushes = |word: u32| operations.contains(&(word & 0x3F));
    let instructions = (0..code.children().map_or(0, |c| c.len())).filter_map(|at| word(&code.child(at)?));
    let users = instructions.filter(|w| pushes(*w) && w >> 6 == own >> 6).count();
    let index = if pushes(own) && users == 1 {
        let constant = pool.child((own >> 6) as usize).ok_or_else(missing)?;
        let (id, old_len) = (constant.id(), constant.head().len());
        draft.splice(id, false, ByteSplice { at: 0, old_len, new: bytes })?;
        own >> 6
    } else {
        let (id, len) = (pool.id(), pool.children().map_or(0, |c| c.len()));
        local::insert_child(draft, id, len, bytes)?;
        u32::try_from(len).map_err(|_| missing())?
    };
    put_word(draft, instruction, operation | index << 6)
}

fn put_word(draft: &mut Draft, instruction: NodeId, word: u32) -> Result<(), Refusal> {
    draft.splice(instruction, false, ByteSplice { at: 0, old_len: 4, new: word.to_le_bytes().to_vec() })
}

static COMPILED: Access = Access {
    key: "call instructions",
    get: |record, field| {
        // Fields of the function itself lie in its bytes.
        if !matches!(field.place, Place::Path(_)) {
            return (crate::record::DIRECT.get)(record, field);
        }
        let reason = || FieldError::NotThere { field: field.name, reason: "the call cannot be followed".to_owned() };
        value(&compiled_arguments(record).ok_or_else(reason)?, field)
    },
    set: |draft, id, field, new| {
        if !matches!(field.place, Place::Path(_)) {
            return (crate::record::DIRECT.set)(draft, id, field, new);
        }
        let record = draft.record(id)?;
        let arguments = compiled_arguments(&record).ok_or_else(|| Refusal::rule("the call cannot be followed"))?;
        let instruction = NodeId { number: *place(&arguments, field, new)?, ..id };
        match (new, new.as_f64()) {
            (Value::Text(text), _) => {
                let mut bytes = Encoding::Latin1.encode(field.name, text)?;
                bytes.push(0);
                let length = u32::try_from(bytes.len()).map_err(|_| Refusal::rule("the text is too long"))?;
                bytes.splice(0..0, length.to_le_bytes());
                // Names of globals are texts of the pool as well.
                push_constant(draft, instruction, (0, &[PUSHSTRING, GETGLOBAL]), PUSHSTRING, bytes)
            }
            (_, Some(n)) if n.fract() == 0.0 && n.abs() < BIAS as f64 && (n != 0.0 || n.is_sign_positive()) => {
                let operand = u32::try_from(n as i64 + BIAS).map_err(|_| Refusal::rule("the number is too large"))?;
                put_word(draft, instruction, PUSHINT | operand << 6)
            }
            (_, Some(n)) => {
                let operation = if n.is_sign_negative() { PUSHNEGNUM } else { PUSHNUM };
                let bytes = n.abs().to_le_bytes().to_vec();
                push_constant(draft, instruction, (1, &[PUSHNUM, PUSHNEGNUM]), operation, bytes)
            }
            _ => Err(Refusal::rule(format!("{}: a number or a text is needed", field.name))),
        }
    },
    travel: None,
};

pub(super) static CHUNKS: TableSpec =
    TableSpec { access: &COMPILED, ..TableSpec::new("chunks", "Functions", &PROTOTYPE) };

#[cfg(test)]
#[path = "call_tests.rs"]
mod tests;
