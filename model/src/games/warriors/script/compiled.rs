//! Compiled scripts: calls as instructions that follow each other on the stack (`warriors.md` 1.2).

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

use super::argument::{self, Argument, Said};
use super::assemble::{self, op};
use super::follow::{Call, Followed, Function, Span, follow};
use crate::document::{NodeId, Record};
use crate::edit::{Draft, local};
use crate::games::warriors::names::shown_call;
use crate::games::warriors::records::{calls, part, stored_text, word_of};
use crate::record::access::PathStep::Named;
use crate::record::text::Encoding;
use crate::record::{Access, ByteSplice, DIRECT, Field, FieldError, Place, Refusal, Value};

/// The function that an instruction belongs to.
pub fn function_of<'a>(instruction: &Record<'a>) -> Option<Record<'a>> {
    let level = instruction.level();
    level.record(level.parent(level.parent(instruction.id().number)?)?)
}

/// A function's parts, as far as following needs them.
pub fn read(function: &Record<'_>) -> Option<Function> {
    let list = |at| function.child(at);
    let children = |list: Record<'_>| list.children().map_or(0, |c| c.len());
    let heads = |at| -> Option<Vec<&[u8]>> {
        let list = list(at)?;
        Some((0..children(list)).filter_map(|at| list.child(at).map(|child| child.head())).collect())
    };
    let shape = crate::games::warriors::records::FunctionShape::new(list(part::SHAPE)?.head(), 0)?;
    let parameters = usize::try_from(shape.parameters()).unwrap_or(0);
    let text = |head: &&[u8]| {
        let bytes = head.get(4..).unwrap_or_default();
        Encoding::Latin1.decode(bytes.strip_suffix(&[0]).unwrap_or(bytes))
    };
    let number = |head: &&[u8]| head.first_chunk().map_or(0.0, |bytes| f64::from_le_bytes(*bytes));
    Some(Function {
        words: heads(part::CODE)?.into_iter().filter_map(word_of).collect(),
        strings: heads(part::STRINGS)?.iter().map(text).collect(),
        numbers: heads(part::NUMBERS)?.iter().map(number).collect(),
        // A function with any number of arguments has them in one more value.
        begins_with: parameters.saturating_add(usize::from(shape.variadic() != 0)),
    })
}

/// What following found, by the table's stamp and the function's number. Stamps are never given twice, so that an entry is
/// right for as long as it is kept.
static KNOWN: Mutex<VecDeque<(u64, u32, Arc<Calls>)>> = Mutex::new(VecDeque::new());
/// How many functions are remembered. A level has a few dozen with calls.
const MOST_KNOWN: usize = 64;

/// The calls of a function, by position.
#[derive(Clone, Debug, Default)]
pub struct Calls(Vec<Arc<Call>>, Option<usize>);

impl Calls {
    fn new(followed: Followed) -> Calls {
        Calls(followed.calls.into_iter().map(Arc::new).collect(), followed.height_at_end)
    }

    /// Values on the stack where the function ends.
    pub fn height_at_end(&self) -> Option<usize> {
        self.1
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &Call> {
        self.0.iter().map(Arc::as_ref)
    }

    fn place(&self, at: usize) -> Option<usize> {
        let at = u32::try_from(at).ok()?;
        self.0.binary_search_by_key(&at, |call| call.at).ok()
    }
}

fn remember(stamp: u64, function: u32, calls: &Arc<Calls>) {
    let mut known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
    if known.len() >= MOST_KNOWN {
        known.pop_front();
    }
    known.push_back((stamp, function, calls.clone()));
}

/// The calls of a function.
pub fn calls_of(function: &Record<'_>) -> Arc<Calls> {
    let (stamp, number) = (function.table().stamp(), function.id().number);
    {
        let known = KNOWN.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((.., calls)) = known.iter().rev().find(|(s, n, _)| *s == stamp && *n == number) {
            return calls.clone();
        }
    }
    let calls = Arc::new(read(function).map_or_else(Calls::default, |function| Calls::new(follow(&function))));
    remember(stamp, number, &calls);
    calls
}

/// A call with all that is known of it.
pub fn call(record: &Record<'_>) -> Option<Arc<Call>> {
    let calls = calls_of(&function_of(record)?);
    let call = calls.0.get(calls.place(record.position())?)?.clone();
    // Its record type says which call it was; if the script calls something else there now, it is none.
    (calls::call_of(record.schema()) == Some(call.name.as_str())).then_some(call)
}

fn get(record: &Record<'_>, field: &Field) -> Result<Value, FieldError> {
    if let Place::Path([Named("source")]) = field.place {
        return Ok(Value::Text(Encoding::Latin1.decode(&record.table().tag)));
    }
    if !matches!(field.place, Place::Path(_)) {
        return (DIRECT.get)(record, field);
    }
    let lost = || FieldError::NotThere { field: field.name, reason: "the call cannot be followed".to_owned() };
    let call = call(record).ok_or_else(lost)?;
    if let Place::Path([Named("handle")]) = field.place {
        let nothing = || Value::Symbol("nil".to_owned());
        return Ok(call.result.clone().map_or_else(nothing, Value::Text));
    }
    argument::value(argument::find(&call.arguments, field)?, field)
}

/// Constants of a function that is being edited.
pub struct DraftPools<'a> {
    /// The draft.
    pub draft: &'a mut Draft,
    /// The function.
    pub function: NodeId,
}

impl DraftPools<'_> {
    fn pool(&self, at: usize) -> Result<NodeId, Refusal> {
        let function = self.draft.record(self.function)?;
        function.child(at).map(|pool| pool.id()).ok_or_else(|| Refusal::rule("the function is damaged"))
    }

    /// A constant that has these bytes, or a new one at the pool's end: those that are there are never changed.
    fn constant(&mut self, at: usize, bytes: Vec<u8>) -> Result<u32, Refusal> {
        let pool = self.pool(at)?;
        let record = self.draft.record(pool)?;
        let have = record.children().map_or(0, |c| c.len());
        let found = record.children().and_then(|list| list.iter().position(|child| child.head[..] == bytes[..]));
        let index = match found {
            Some(index) => index,
            None => {
                local::insert_child(self.draft, pool, have, bytes)?;
                have
            }
        };
        u32::try_from(index).map_err(|_| Refusal::rule("the function has too many constants"))
    }
}

impl assemble::Pools for DraftPools<'_> {
    fn string(&mut self, text: &str) -> Result<u32, Refusal> {
        self.constant(part::STRINGS, stored_text("text", text)?)
    }

    fn number(&mut self, number: f64) -> Result<u32, Refusal> {
        self.constant(part::NUMBERS, number.to_le_bytes().to_vec())
    }
}

/// An instruction of a function, by position.
fn instruction(draft: &Draft, function: NodeId, at: u32) -> Result<(NodeId, u32), Refusal> {
    let damaged = || Refusal::rule("the function is damaged");
    let code = draft.record(function)?.child(part::CODE).ok_or_else(damaged)?;
    let record = code.child(at as usize).ok_or_else(damaged)?;
    Ok((record.id(), word_of(record.head()).ok_or_else(damaged)?))
}

fn put_word(draft: &mut Draft, node: NodeId, word: u32) -> Result<(), Refusal> {
    draft.splice(node, false, ByteSplice { at: 0, old_len: 4, new: word.to_le_bytes().to_vec() })
}

/// Operations whose operand is a text, and those whose operand is a number.
const USE_STRINGS: &[u32] = &[op::PUSHSTRING, op::GETGLOBAL, op::GETDOTTED, op::PUSHSELF, op::SETGLOBAL];
const USE_NUMBERS: &[u32] = &[op::PUSHNUM, op::PUSHNEGNUM];

/// Makes an instruction name a constant of these bytes. The one it names is changed in place if no other instruction
/// names it, else the pool grows: what others use never changes (`warriors.md` 1.2).
fn point_at(
    draft: &mut Draft,
    function: NodeId,
    at: u32,
    (pool, users): (usize, &[u32]),
    operation: u32,
    bytes: Vec<u8>,
) -> Result<(), Refusal> {
    let (node, own) = instruction(draft, function, at)?;
    let damaged = || Refusal::rule("the function is damaged");
    let names = |word: u32| users.contains(&(word & 0x3F));
    let record = draft.record(function)?;
    let code = record.child(part::CODE).ok_or_else(damaged)?;
    let alone = names(own) && {
        let words = code.children().into_iter().flat_map(|list| list.iter()).filter_map(|node| word_of(&node.head));
        words.filter(|w| names(*w) && w >> 6 == own >> 6).count() == 1
    };
    let constant = alone.then(|| record.child(pool)?.child((own >> 6) as usize).map(|c| (c.id(), c.head().len())));
    let index = if let Some(constant) = constant {
        let (constant, old_len) = constant.ok_or_else(damaged)?;
        draft.splice(constant, false, ByteSplice { at: 0, old_len, new: bytes })?;
        own >> 6
    } else {
        DraftPools { draft: &mut *draft, function }.constant(pool, bytes)?
    };
    put_word(draft, node, operation | index << 6)
}

/// Replaces an argument that stands in `span` by what the script shall say.
fn replace(
    draft: &mut Draft,
    function: NodeId,
    field: &Field,
    old: &Argument<Span>,
    said: &Said,
) -> Result<(), Refusal> {
    let no_room = |what: &str| {
        Refusal::rule(format!("{}: a compiled script has no room for {} there", field.name, shown_call(what)))
    };
    let span = old.place().cloned().ok_or_else(|| no_room("that"))?;
    let single = span.end - span.start == 1;
    let (node, own) = instruction(draft, function, span.start)?;
    if own & 0x3F == op::PUSHNIL && own >> 6 != 1 {
        return Err(no_room("another value: it is one of several that are pushed at once"));
    }
    match said {
        Said::Symbols(names) => symbols(draft, function, span, names).and_then(|done| match done {
            true => Ok(()),
            false if single && names.as_slice() == ["nil"] => put_word(draft, node, op::PUSHNIL | 1 << 6),
            false if single && matches!(names.as_slice(), [one] if !one.contains('.')) => {
                let bytes = stored_text(field.name, names.first().map_or("", String::as_str))?;
                point_at(draft, function, span_start(old), (part::STRINGS, USE_STRINGS), op::GETGLOBAL, bytes)
            }
            false => Err(no_room(&names.join(" + "))),
        }),
        _ if !single => Err(no_room("a plain value: it is named by several instructions")),
        Said::Text(text) => {
            let bytes = stored_text(field.name, text)?;
            point_at(draft, function, span.start, (part::STRINGS, USE_STRINGS), op::PUSHSTRING, bytes)
        }
        Said::Number(n) => match assemble::whole(*n) {
            Some(word) => put_word(draft, node, word),
            None => {
                let operation = if n.is_sign_negative() { op::PUSHNEGNUM } else { op::PUSHNUM };
                let bytes = n.abs().to_le_bytes().to_vec();
                point_at(draft, function, span.start, (part::NUMBERS, USE_NUMBERS), operation, bytes)
            }
        },
    }
}

fn span_start(argument: &Argument<Span>) -> u32 {
    argument.place().map_or(0, |span| span.start)
}

/// Puts names in the place of names, if the instructions are the same: as many, with as many dots. False if they are not.
fn symbols(draft: &mut Draft, function: NodeId, span: Span, names: &[String]) -> Result<bool, Refusal> {
    let mut wanted = Vec::new();
    for (at, name) in names.iter().enumerate() {
        wanted.extend(name.split('.').enumerate().map(|(at, part)| {
            let operation = if at == 0 { op::GETGLOBAL } else { op::GETDOTTED };
            (operation, part)
        }));
        if at > 0 {
            wanted.push((op::ADD, ""));
        }
    }
    let have: Vec<(u32, u32)> =
        span.map(|at| Ok((at, instruction(draft, function, at)?.1 & 0x3F))).collect::<Result<_, Refusal>>()?;
    let same = have.len() == wanted.len() && have.iter().zip(&wanted).all(|((_, a), (b, _))| a == b);
    if !same || names == ["nil"] {
        return Ok(false);
    }
    for ((at, operation), (_, name)) in have.into_iter().zip(wanted) {
        if operation != op::ADD {
            let bytes = stored_text("symbol", name)?;
            // Names of globals and fields are shared by nearly all calls: they are pointed at, never changed.
            let string = DraftPools { draft, function }.constant(part::STRINGS, bytes)?;
            let (node, _) = instruction(draft, function, at)?;
            put_word(draft, node, operation | string << 6)?;
        }
    }
    Ok(true)
}

/// How records of compiled scripts are stored.
pub static COMPILED: Access = Access {
    key: "script instructions",
    get,
    set: |draft, id, field, new| {
        if !matches!(field.place, Place::Path(_)) {
            return (DIRECT.set)(draft, id, field, new);
        }
        let record = draft.record(id)?;
        let lost = || Refusal::rule("the call cannot be followed");
        let function = function_of(&record).ok_or_else(lost)?;
        let (calls, function) = (calls_of(&function), function.id());
        let place = calls.place(record.position()).ok_or_else(lost)?;
        let call = call(&record).ok_or_else(lost)?;
        let old = argument::find(&call.arguments, field)?;
        let said = argument::say(old, field, new)?;
        replace(draft, function, field, old, &said)?;
        // The other calls are as they were: following them all again for each edit would make edits of many slow.
        let mut after = Calls(calls.0.clone(), calls.1);
        let mut changed = Call::clone(&call);
        if let Some(slot) = find_mut(&mut changed.arguments, field) {
            let span = span_of(slot);
            *slot = match said {
                Said::Number(n) => Argument::Number(n, span),
                Said::Text(text) => Argument::Text(text, span),
                Said::Symbols(names) => Argument::Symbol(names.join("+"), span),
            };
        }
        if let Some(slot) = after.0.get_mut(place) {
            *slot = Arc::new(changed);
        }
        let stamp = draft.record(id)?.table().stamp();
        remember(stamp, function.number, &Arc::new(after));
        Ok(())
    },
    travel: Some(&crate::games::warriors::operations::travel::CALLS),
};

fn span_of(argument: &Argument<Span>) -> Span {
    argument.place().cloned().unwrap_or(0..0)
}

fn find_mut<'a>(arguments: &'a mut [Argument<Span>], field: &Field) -> Option<&'a mut Argument<Span>> {
    let Place::Path(path) = field.place else { return None };
    let (last, way) = path.split_last()?;
    let mut list = arguments;
    let index = |step: &crate::record::access::PathStep| match step {
        crate::record::access::PathStep::Item(n) => Some(usize::from(*n)),
        crate::record::access::PathStep::Named(_) => None,
    };
    for step in way {
        list = match list.get_mut(index(step)?)? {
            Argument::List(inner) => inner.as_mut_slice(),
            _ => return None,
        };
    }
    list.get_mut(index(last)?)
}
