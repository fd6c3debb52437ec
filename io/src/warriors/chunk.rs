//! Compiled scripts, Lua 4.0 (`warriors.md` 1.2): bytes to the tree of functions and back. Writing is the tree's bytes one
//! after the other.

use std::ops::Range;
use std::sync::Arc;

use levelwright_model::document::{LevelBuilder, Node, NodeBytes, NodeList, Notice, Severity};
use levelwright_model::games::warriors::records::*;
use levelwright_model::games::warriors::script::assemble::{Pools, Statement, assemble, op};
use levelwright_model::games::warriors::script::follow::{Function as Followable, follow};
use levelwright_model::games::warriors::tables;
use levelwright_model::record::text::Encoding;
use levelwright_model::record::{Refusal, Schema};

use super::Fault;

/// What every compiled script of the game begins with.
pub(crate) const HEADER: [u8; 13] = [0x1B, b'L', b'u', b'a', 0x40, 1, 4, 4, 4, 0x20, 6, 9, 8];
/// What the bytes of the header mean, from byte 4.
const HEADER_WORDS: [&str; 9] = [
    "version",
    "byte order",
    "size of an int",
    "size of a length",
    "size of an instruction",
    "bits of an instruction",
    "bits of an operation",
    "bits of operand B",
    "size of a number",
];
/// The number that tells how numbers are stored. The interpreter compares whole numbers.
pub(crate) const TEST_NUMBER: f64 = 3.141_592_653_589_793_3e8;
/// Header and test number.
const HEADER_SIZE: usize = HEADER.len() + 8;

const ANEW: &str = "The file is damaged or of another version of Lua. Get it anew.";

/// Whether bytes are a compiled script of any version.
pub(crate) fn recognise(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0x1B, b'L', b'u', b'a'])
}

/// Most notices about one script; more are counted.
const MOST_NOTICES: usize = 100;

/// A compiled script, taken apart: where everything lies.
#[derive(Debug)]
pub(crate) struct Chunk<'a> {
    bytes: &'a Arc<Vec<u8>>,
    main: Parsed,
    end: usize,
}

/// Where the parts of a function begin, in their order. A list begins with its count.
#[derive(Debug)]
struct Parsed {
    source: usize,
    shape: usize,
    locals: usize,
    lines: usize,
    strings: usize,
    numbers: usize,
    functions: usize,
    inner: Vec<Inner>,
    code: usize,
}

#[derive(Debug)]
enum Inner {
    Function(Parsed),
    Deep(Range<usize>),
}

/// Lists of a function: the least bytes of an item, what the items are called, and how one is read.
struct ListOf {
    least: usize,
    what: &'static str,
    item: fn(&mut Reader<'_>) -> Result<Range<usize>, Fault>,
}

static LOCAL_VARIABLES: ListOf = ListOf {
    least: 12,
    what: "local variables",
    item: |reader| {
        let name = reader.string("a variable's name")?;
        let range = reader.range(8, "a variable's range")?;
        Ok(name.start..range.end)
    },
};
static LINE_NUMBERS: ListOf = ListOf { least: 4, what: "line numbers", item: |reader| reader.range(4, "line numbers") };
static TEXTS: ListOf = ListOf { least: 4, what: "texts", item: |reader| reader.string("a text") };
static REALS: ListOf = ListOf { least: 8, what: "numbers", item: |reader| reader.range(8, "numbers") };
static INSTRUCTIONS: ListOf = ListOf { least: 4, what: "instructions", item: |reader| reader.range(4, "instructions") };

/// What is wrong in a script, as far as it is told.
#[derive(Default)]
struct Faults {
    told: Vec<String>,
    more: usize,
}

impl Faults {
    fn push(&mut self, fault: impl FnOnce() -> String) {
        if self.told.len() < MOST_NOTICES {
            self.told.push(fault());
        } else {
            self.more += 1;
        }
    }
}

impl<'a> Chunk<'a> {
    /// Takes a file apart.
    pub(crate) fn read(bytes: &'a Arc<Vec<u8>>) -> Result<Chunk<'a>, Fault> {
        for (at, want) in HEADER.iter().enumerate() {
            let have = bytes.get(at).ok_or_else(|| ends(at, "the header"))?;
            if have != want {
                let what = at.checked_sub(4).and_then(|at| HEADER_WORDS.get(at)).unwrap_or(&"signature");
                let message = format!("compiled script, byte {at} ({what}): {have:#04x}, the game has {want:#04x}");
                return Err(Fault::new(message, ANEW));
            }
        }
        let mut reader = Reader { bytes, at: HEADER.len() };
        let test = reader.range(8, "the test number")?;
        let stored = bytes.get(test).and_then(|b| b.try_into().ok()).map_or(0.0, f64::from_le_bytes);
        if stored.trunc() != TEST_NUMBER.trunc() {
            let message = format!("compiled script, byte 13: the test number is {stored}, the game has {TEST_NUMBER}");
            return Err(Fault::new(message, ANEW));
        }
        let main = reader.function(1)?;
        Ok(Chunk { bytes, main, end: reader.at })
    }

    /// Puts the script into a level.
    pub(crate) fn decode(self, build: &mut LevelBuilder, name: &str) {
        let mut faults = Faults::default();
        let table = build.nodes(&tables::SCRIPTS, name.as_bytes(), 0, |build, table| {
            vec![self.node(build, table, &self.main, &mut faults)].into()
        });
        table.head = self.slice(0..HEADER_SIZE).into();
        let tail = self.slice(self.end..self.bytes.len());
        table.tail = tail.into();
        if tail.iter().any(|b| *b != 0) {
            faults.push(|| format!("{} bytes follow the script at byte {}; they are kept", tail.len(), self.end));
        }
        if faults.more > 0 {
            faults.told.push(format!("{} more places have something wrong", faults.more));
        }
        for message in faults.told {
            build.notice(Notice { severity: Severity::Warning, place: name.to_owned(), message });
        }
    }

    /// The calls of all functions, as far as they can be followed.
    pub(crate) fn followed(&self) -> Vec<levelwright_model::games::warriors::script::follow::Followed> {
        let mut out = Vec::new();
        let mut left = vec![&self.main];
        while let Some(function) = left.pop() {
            out.push(follow(&self.followable(function)));
            left.extend(function.inner.iter().rev().filter_map(|inner| match inner {
                Inner::Function(function) => Some(function),
                Inner::Deep(_) => None,
            }));
        }
        out
    }

    fn slice(&self, range: Range<usize>) -> &'a [u8] {
        // Every range was taken from the reader, inside of the bytes.
        self.bytes.get(range).unwrap_or_default()
    }

    /// Where the items of the list lie whose count stands at a place. They were read once, so they are there.
    fn items(&self, count: usize, of: &ListOf) -> impl ExactSizeIterator<Item = Range<usize>> {
        let mut reader = Reader { bytes: self.bytes, at: count };
        let items = reader.count(of.least, of.what).map_or(0, |(_, items)| items);
        (0..items).map(move |_| (of.item)(&mut reader).unwrap_or_default())
    }

    fn shape(&self, function: &Parsed) -> Option<FunctionShape<'a>> {
        FunctionShape::new(self.slice(function.shape..function.locals), 0)
    }

    fn followable(&self, function: &Parsed) -> Followable {
        let shape = self.shape(function);
        let parameters = shape.map_or(0, |s| usize::try_from(s.parameters()).unwrap_or(0));
        let text = |range: Range<usize>| {
            let bytes = self.slice(range).get(4..).unwrap_or_default();
            Encoding::Latin1.decode(bytes.strip_suffix(&[0]).unwrap_or(bytes))
        };
        let number = |range: Range<usize>| self.slice(range).try_into().map_or(0.0, f64::from_le_bytes);
        let word = |range: Range<usize>| word_of(self.slice(range));
        Followable {
            words: self.items(function.code, &INSTRUCTIONS).filter_map(word).collect(),
            strings: self.items(function.strings, &TEXTS).map(text).collect(),
            numbers: self.items(function.numbers, &REALS).map(number).collect(),
            begins_with: parameters.saturating_add(usize::from(shape.is_some_and(|s| s.variadic() != 0))),
        }
    }

    /// The calls of a function, each where it stands in the code with the record type that knows its arguments. What else
    /// following found is not kept while the nodes are made.
    fn calls(&self, function: &Parsed, faults: &mut Faults) -> Vec<(u32, &'static Schema)> {
        let followable = self.followable(function);
        let followed = follow(&followable);
        let line = self.shape(function).map_or(0, |s| s.line_defined());
        let place = || if line == 0 { "the script".to_owned() } else { format!("the function of line {line}") };
        for fault in &followed.faults {
            faults.push(|| format!("{}: {fault}; calls behind it are not shown", place()));
        }
        if followable.words.last().is_none_or(|word| word & 0x3F != 0) {
            faults.push(|| format!("{}: the last instruction is not END", place()));
        }
        let known = followed.calls.iter().map(|call| (call.at, calls::schema_of(&call.name)));
        known.filter_map(|(at, schema)| Some((at, schema?))).collect()
    }

    fn node(&self, build: &mut LevelBuilder, parent: u32, function: &Parsed, faults: &mut Faults) -> Node {
        let number = build.number(parent);
        let known = self.calls(function, faults);
        let mut known = known.iter().peekable();
        let leaf = |build: &mut LevelBuilder, parent: u32, schema: &'static Schema, head: Range<usize>| {
            Node::leaf(build.number(parent), schema, NodeBytes::piece(self.bytes, head))
        };
        let mut parts = Vec::with_capacity(part::COUNT);
        parts.push(leaf(build, number, &FUNCTION_SOURCE, function.source..function.shape));
        parts.push(leaf(build, number, &FUNCTION_SHAPE, function.shape..function.locals));
        for (schema, child, at, of) in [
            (&LOCALS, &LOCAL, function.locals, &LOCAL_VARIABLES),
            (&LINES_OF_SOURCE, &LINE_OF_SOURCE, function.lines, &LINE_NUMBERS),
            (&STRINGS, &STRING, function.strings, &TEXTS),
            (&NUMBERS, &NUMBER, function.numbers, &REALS),
        ] {
            let mut list = leaf(build, number, schema, at..at + COUNT);
            list.children = self.items(at, of).map(|item| leaf(build, list.number, child, item)).collect();
            parts.push(list);
        }
        let mut list = leaf(build, number, &FUNCTIONS, function.functions..function.functions + COUNT);
        let inner = function.inner.iter().map(|inner| match inner {
            Inner::Function(function) => self.node(build, list.number, function, faults),
            Inner::Deep(range) => leaf(build, list.number, &DEEP_FUNCTION, range.clone()),
        });
        list.children = inner.collect();
        parts.push(list);
        let mut list = leaf(build, number, &CODE, function.code..function.code + COUNT);
        let code = (0u32..).zip(self.items(function.code, &INSTRUCTIONS)).map(|(at, word)| {
            let schema = known.next_if(|(call, _)| *call == at).map_or(&INSTRUCTION, |(_, schema)| *schema);
            leaf(build, list.number, schema, word)
        });
        list.children = code.collect();
        parts.push(list);
        Node { children: NodeList::new(parts), ..Node::leaf(number, &FUNCTION, [].as_slice()) }
    }
}

fn ends(at: usize, what: &str) -> Fault {
    Fault::new(format!("compiled script, byte {at}: the file ends in {what}"), ANEW)
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn range(&mut self, len: usize, what: &str) -> Result<Range<usize>, Fault> {
        let end = self.at.checked_add(len).filter(|end| *end <= self.bytes.len());
        let end = end.ok_or_else(|| ends(self.at, what))?;
        let range = self.at..end;
        self.at = end;
        Ok(range)
    }

    fn word(&mut self, what: &str) -> Result<u32, Fault> {
        let range = self.range(4, what)?;
        Ok(self.bytes.get(range).and_then(|b| b.try_into().ok()).map_or(0, u32::from_le_bytes))
    }

    /// A count whose items have at least `least` bytes each: where it stands, and it.
    fn count(&mut self, least: usize, what: &str) -> Result<(Range<usize>, usize), Fault> {
        let at = self.at;
        let stored = self.word(what)?;
        let left = self.bytes.len() - self.at;
        let count = usize::try_from(stored).ok().filter(|count| count.checked_mul(least).is_some_and(|n| n <= left));
        let message = || format!("compiled script, byte {at}: {stored} {what} do not fit into the {left} bytes behind");
        let count = count.ok_or_else(|| Fault::new(message(), ANEW))?;
        Ok((at..self.at, count))
    }

    /// A text: its length with the NUL, its bytes.
    fn string(&mut self, what: &str) -> Result<Range<usize>, Fault> {
        let at = self.at;
        let length = self.word(what)?;
        let left = self.bytes.len() - self.at;
        let message = || format!("compiled script, byte {at}: {what} of {length} bytes, {left} are left");
        let len = usize::try_from(length).ok().filter(|len| *len <= left);
        let len = len.ok_or_else(|| Fault::new(message(), ANEW))?;
        self.range(len, what)?;
        Ok(at..self.at)
    }

    /// Goes over a list. Answers where it begins.
    fn list(&mut self, of: &ListOf) -> Result<usize, Fault> {
        let (place, count) = self.count(of.least, of.what)?;
        (0..count).try_for_each(|_| (of.item)(self).map(drop))?;
        Ok(place.start)
    }

    fn function(&mut self, depth: usize) -> Result<Parsed, Fault> {
        let [source, shape, locals, lines, strings, numbers] = self.front()?;
        let (functions, count) = self.count(LEAST_FUNCTION, "functions")?;
        // It grows with what is there: each of the functions in each other could say that hundreds follow.
        let mut inner = Vec::new();
        for _ in 0..count {
            inner.push(if depth < DEEPEST_FUNCTION {
                Inner::Function(self.function(depth + 1)?)
            } else {
                Inner::Deep(self.skip()?)
            });
        }
        inner.shrink_to_fit();
        let functions = functions.start;
        let code = self.list(&INSTRUCTIONS)?;
        Ok(Parsed { source, shape, locals, lines, strings, numbers, functions, inner, code })
    }

    /// A function up to the functions in it: where its source, shape, variables, lines, texts and numbers begin.
    fn front(&mut self) -> Result<[usize; 6], Fault> {
        let source = self.string("the source's name")?.start;
        let shape = self.range(13, "a function's frame")?.start;
        let locals = self.list(&LOCAL_VARIABLES)?;
        let lines = self.list(&LINE_NUMBERS)?;
        let strings = self.list(&TEXTS)?;
        let numbers = self.list(&REALS)?;
        Ok([source, shape, locals, lines, strings, numbers])
    }

    /// Goes over a function with all functions in it, however deep they nest, without calling itself.
    fn skip(&mut self) -> Result<Range<usize>, Fault> {
        let from = self.at;
        let mut left: Vec<usize> = Vec::new();
        loop {
            self.front()?;
            let (_, mut inner) = self.count(LEAST_FUNCTION, "functions")?;
            while inner == 0 {
                self.list(&INSTRUCTIONS)?;
                match left.pop() {
                    None => return Ok(from..self.at),
                    Some(more) => inner = more,
                }
            }
            left.push(inner - 1);
        }
    }
}

/// Constants of a function that is being made.
#[derive(Default)]
struct NewPools {
    strings: Vec<Vec<u8>>,
    numbers: Vec<[u8; 8]>,
}

fn place<T: PartialEq>(list: &mut Vec<T>, item: T) -> u32 {
    let at = list.iter().position(|old| *old == item).unwrap_or_else(|| {
        list.push(item);
        list.len() - 1
    });
    u32::try_from(at).unwrap_or(u32::MAX)
}

impl Pools for NewPools {
    fn string(&mut self, text: &str) -> Result<u32, Refusal> {
        Ok(place(&mut self.strings, stored_text("text", text)?))
    }

    fn number(&mut self, number: f64) -> Result<u32, Refusal> {
        Ok(place(&mut self.numbers, number.to_le_bytes()))
    }
}

/// A script of calls, compiled as the game's own are.
///
/// # Errors
/// If a text has characters that Latin-1 lacks.
pub(crate) fn write(statements: &[Statement]) -> Result<Vec<u8>, Refusal> {
    let mut pools = NewPools::default();
    let (mut code, mut highest) = (Vec::new(), 0);
    for statement in statements {
        let (words, height) = assemble(statement, 0, &mut pools)?;
        code.extend(words);
        highest = highest.max(height);
    }
    code.push(op::END);
    let count = |n: usize| u32::try_from(n).unwrap_or(u32::MAX).to_le_bytes();
    let mut out = HEADER.to_vec();
    out.extend(TEST_NUMBER.to_le_bytes());
    // The game's scripts are stripped: no name, no lines, no variables.
    out.extend(stored_text("source", "=(none)")?);
    out.extend([0; 9]);
    out.extend(count(highest));
    out.extend([0; 8]);
    out.extend(count(pools.strings.len()));
    pools.strings.iter().for_each(|text| out.extend(text));
    out.extend(count(pools.numbers.len()));
    pools.numbers.iter().for_each(|number| out.extend(number));
    out.extend([0; 4]);
    out.extend(count(code.len()));
    code.iter().for_each(|word| out.extend(word.to_le_bytes()));
    Ok(out)
}

/// Bytes of a count.
const COUNT: usize = 4;
/// The shortest function: no name, frame, six counts.
const LEAST_FUNCTION: usize = 4 + 13 + 6 * 4;
