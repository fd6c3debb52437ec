//! Compiled scripts, Lua 4.0 (`warriors.md` 1.2): bytes to the tree of functions and back. Writing is the tree's bytes one
//! after the other.

use std::ops::Range;

use levelwright_model::document::{LevelBuilder, Node, NodeList, Notice, Severity};
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

/// A compiled script, taken apart: where everything lies.
#[derive(Debug)]
pub(crate) struct Chunk<'a> {
    bytes: &'a [u8],
    main: Parsed,
    end: usize,
}

#[derive(Debug, Default)]
struct Parsed {
    source: Range<usize>,
    shape: Range<usize>,
    /// Each list with where its count stands, in the order of the file.
    locals: (Range<usize>, Vec<Range<usize>>),
    lines: (Range<usize>, Vec<Range<usize>>),
    strings: (Range<usize>, Vec<Range<usize>>),
    numbers: (Range<usize>, Vec<Range<usize>>),
    functions: (Range<usize>, Vec<Inner>),
    code: (Range<usize>, Vec<Range<usize>>),
}

#[derive(Debug)]
enum Inner {
    Function(Box<Parsed>),
    Deep(Range<usize>),
}

impl<'a> Chunk<'a> {
    /// Takes a file apart.
    pub(crate) fn read(bytes: &'a [u8]) -> Result<Chunk<'a>, Fault> {
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
    pub(crate) fn decode(&self, build: &mut LevelBuilder, name: &str) {
        let mut faults = Vec::new();
        let table = build.nodes(&tables::SCRIPTS, name.as_bytes(), 0, |build, table| {
            vec![self.node(build, table, &self.main, &mut faults)]
        });
        table.head = self.slice(&(0..HEADER_SIZE)).into();
        let tail = self.slice(&(self.end..self.bytes.len()));
        table.tail = tail.into();
        if tail.iter().any(|b| *b != 0) {
            faults.push(format!("{} bytes follow the script at byte {}; they are kept", tail.len(), self.end));
        }
        for message in faults {
            build.notice(Notice { severity: Severity::Warning, place: name.to_owned(), message });
        }
    }

    /// The calls of all functions, as far as they can be followed.
    pub(crate) fn followed(&self) -> Vec<levelwright_model::games::warriors::script::follow::Followed> {
        let mut out = Vec::new();
        let mut left = vec![&self.main];
        while let Some(function) = left.pop() {
            out.push(follow(&self.followable(function)));
            let inner = function.functions.1.iter().rev();
            left.extend(inner.filter_map(|inner| match inner {
                Inner::Function(function) => Some(function.as_ref()),
                Inner::Deep(_) => None,
            }));
        }
        out
    }

    fn slice(&self, range: &Range<usize>) -> &'a [u8] {
        // Every range was taken from the reader, inside of the bytes.
        self.bytes.get(range.clone()).unwrap_or_default()
    }

    fn followable(&self, function: &Parsed) -> Followable {
        let shape = FunctionShape::new(self.slice(&function.shape), 0);
        let parameters = shape.map_or(0, |s| usize::try_from(s.parameters()).unwrap_or(0));
        let text = |range: &Range<usize>| {
            let bytes = self.slice(range).get(4..).unwrap_or_default();
            Encoding::Latin1.decode(bytes.strip_suffix(&[0]).unwrap_or(bytes))
        };
        let number = |range: &Range<usize>| self.slice(range).try_into().map_or(0.0, f64::from_le_bytes);
        Followable {
            words: function.code.1.iter().filter_map(|range| word_of(self.slice(range))).collect(),
            strings: function.strings.1.iter().map(text).collect(),
            numbers: function.numbers.1.iter().map(number).collect(),
            begins_with: parameters.saturating_add(usize::from(shape.is_some_and(|s| s.variadic() != 0))),
        }
    }

    fn node(&self, build: &mut LevelBuilder, parent: u32, function: &Parsed, faults: &mut Vec<String>) -> Node {
        let number = build.number(parent);
        let followable = self.followable(function);
        let followed = follow(&followable);
        let line = FunctionShape::new(self.slice(&function.shape), 0).map_or(0, |s| s.line_defined());
        let place = if line == 0 { "the script".to_owned() } else { format!("the function of line {line}") };
        faults.extend(followed.faults.iter().map(|fault| format!("{place}: {fault}; calls behind it are not shown")));
        if followable.words.last().is_none_or(|word| word & 0x3F != 0) {
            faults.push(format!("{place}: the last instruction is not END"));
        }
        let mut calls = followed.calls.iter().peekable();
        let leaf = |build: &mut LevelBuilder, parent: u32, schema: &'static Schema, head: &[u8]| Node {
            number: build.number(parent),
            schema,
            head: head.into(),
            children: NodeList::default(),
            tail: [].as_slice().into(),
        };
        let mut parts = vec![
            leaf(build, number, &FUNCTION_SOURCE, self.slice(&function.source)),
            leaf(build, number, &FUNCTION_SHAPE, self.slice(&function.shape)),
        ];
        for (schema, child, (count, items)) in [
            (&LOCALS, &LOCAL, &function.locals),
            (&LINES_OF_SOURCE, &LINE_OF_SOURCE, &function.lines),
            (&STRINGS, &STRING, &function.strings),
            (&NUMBERS, &NUMBER, &function.numbers),
        ] {
            let mut list = leaf(build, number, schema, self.slice(count));
            let items = items.iter().map(|item| leaf(build, list.number, child, self.slice(item))).collect();
            list.children = NodeList::new(items);
            parts.push(list);
        }
        let mut list = leaf(build, number, &FUNCTIONS, self.slice(&function.functions.0));
        let mut inner = Vec::with_capacity(function.functions.1.len());
        for function in &function.functions.1 {
            inner.push(match function {
                Inner::Function(function) => self.node(build, list.number, function, faults),
                Inner::Deep(range) => leaf(build, list.number, &DEEP_FUNCTION, self.slice(range)),
            });
        }
        list.children = NodeList::new(inner);
        parts.push(list);
        let mut list = leaf(build, number, &CODE, self.slice(&function.code.0));
        let mut code = Vec::with_capacity(function.code.1.len());
        for (at, word) in (0u32..).zip(&function.code.1) {
            let call = calls.next_if(|call| call.at == at);
            let schema = call.and_then(|call| calls::schema_of(&call.name)).unwrap_or(&INSTRUCTION);
            code.push(leaf(build, list.number, schema, self.slice(word)));
        }
        list.children = NodeList::new(code);
        parts.push(list);
        Node {
            number,
            schema: &FUNCTION,
            head: [].as_slice().into(),
            children: NodeList::new(parts),
            tail: [].as_slice().into(),
        }
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

    fn items(
        &mut self,
        least: usize,
        what: &str,
        mut item: impl FnMut(&mut Self) -> Result<Range<usize>, Fault>,
    ) -> Result<(Range<usize>, Vec<Range<usize>>), Fault> {
        let (place, count) = self.count(least, what)?;
        let items = (0..count).map(|_| item(self)).collect::<Result<_, _>>()?;
        Ok((place, items))
    }

    fn function(&mut self, depth: usize) -> Result<Parsed, Fault> {
        let mut parsed = self.front()?;
        let (place, count) = self.count(LEAST_FUNCTION, "functions")?;
        let mut inner = Vec::with_capacity(count);
        for _ in 0..count {
            inner.push(if depth < DEEPEST_FUNCTION {
                Inner::Function(Box::new(self.function(depth + 1)?))
            } else {
                Inner::Deep(self.skip()?)
            });
        }
        parsed.functions = (place, inner);
        parsed.code = self.code()?;
        Ok(parsed)
    }

    /// A function up to the functions in it.
    fn front(&mut self) -> Result<Parsed, Fault> {
        let source = self.string("the source's name")?;
        let shape = self.range(13, "a function's frame")?;
        let local = |reader: &mut Self| {
            let name = reader.string("a variable's name")?;
            let range = reader.range(8, "a variable's range")?;
            Ok(name.start..range.end)
        };
        Ok(Parsed {
            source,
            shape,
            locals: self.items(12, "local variables", local)?,
            lines: self.items(4, "line numbers", |reader| reader.range(4, "line numbers"))?,
            strings: self.items(4, "texts", |reader| reader.string("a text"))?,
            numbers: self.items(8, "numbers", |reader| reader.range(8, "numbers"))?,
            ..Parsed::default()
        })
    }

    fn code(&mut self) -> Result<(Range<usize>, Vec<Range<usize>>), Fault> {
        self.items(4, "instructions", |reader| reader.range(4, "instructions"))
    }

    /// Goes over a function with all functions in it, however deep they nest, without calling itself.
    fn skip(&mut self) -> Result<Range<usize>, Fault> {
        let from = self.at;
        let mut left: Vec<usize> = Vec::new();
        loop {
            self.front()?;
            let (_, mut inner) = self.count(LEAST_FUNCTION, "functions")?;
            while inner == 0 {
                self.code()?;
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

/// The shortest function: no name, frame, six counts.
const LEAST_FUNCTION: usize = 4 + 13 + 6 * 4;
