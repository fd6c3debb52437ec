//! Compiled scripts of tens of thousands of short records keep to the bound on memory: a record of a few bytes must not
//! take a hundred to be held.

#![allow(clippy::unwrap_used, reason = "a test fails by panicking")]

use levelwright_fuzz::entries::ENTRIES;
use levelwright_fuzz::heap;

#[global_allocator]
static HEAP: heap::Counting = heap::Counting;

/// What every compiled script of the game begins with, and the test number (`warriors.md` 1.2).
const HEADER: [u8; 13] = [0x1B, b'L', b'u', b'a', 0x40, 1, 4, 4, 4, 0x20, 6, 9, 8];
const TEST_NUMBER: f64 = 3.141_592_653_589_793e8;
const PUSHINT: u32 = 33_554_431 << 6 | 6;
const POP: u32 = 1 << 6 | 5;
const END: u32 = 0;

/// The lists of a function, each item as stored.
#[derive(Clone, Default)]
struct Function {
    lines: usize,
    strings: Vec<&'static str>,
    functions: Vec<Function>,
    code: Vec<u32>,
}

impl Function {
    fn write(&self, out: &mut Vec<u8>) {
        let count = |out: &mut Vec<u8>, n: usize| out.extend(u32::try_from(n).unwrap().to_le_bytes());
        // No name, line, parameters; a stack of 9; no variables.
        count(out, 0);
        out.extend([0; 9]);
        count(out, 9);
        count(out, 0);
        count(out, self.lines);
        (0..self.lines).for_each(|line| count(out, line));
        count(out, self.strings.len());
        for text in &self.strings {
            count(out, text.len() + 1);
            out.extend(text.as_bytes());
            out.push(0);
        }
        count(out, 0);
        count(out, self.functions.len());
        self.functions.iter().for_each(|function| function.write(out));
        count(out, self.code.len());
        self.code.iter().for_each(|word| out.extend(word.to_le_bytes()));
    }
}

fn chunk(main: &Function) -> Vec<u8> {
    let mut out = HEADER.to_vec();
    out.extend(TEST_NUMBER.to_le_bytes());
    main.write(&mut out);
    out
}

/// `count` instructions that push numbers and take them off again, the last END.
fn code(count: usize) -> Vec<u32> {
    let pairs = [PUSHINT, POP].into_iter().cycle().take((count - 1) / 2 * 2);
    pairs.chain((count.is_multiple_of(2)).then_some(PUSHINT)).chain([END]).collect()
}

fn keeps_to_the_bound(main: &Function) {
    let input = chunk(main);
    let bound = heap::bound(input.len());
    for entry in ENTRIES.iter().filter(|entry| ["document", "edits"].contains(&entry.name)) {
        let ((), peak) = heap::peak_during(|| (entry.run)(&input));
        assert!(peak <= bound, "{}: held {peak} bytes for {}, {bound} are allowed", entry.name, input.len());
        println!("{}: held {peak} bytes for {}, {bound} are allowed", entry.name, input.len());
    }
}

#[test]
fn a_script_of_65536_instructions_takes_no_more_memory_than_allowed() {
    keeps_to_the_bound(&Function { code: code(65_536), ..Function::default() });
}

#[test]
fn instructions_with_their_texts_take_no_more_memory_than_allowed() {
    let strings = vec!["dyn_gbags"; 12_000];
    keeps_to_the_bound(&Function { strings, code: code(65_536), ..Function::default() });
}

#[test]
fn a_script_of_many_small_functions_takes_no_more_memory_than_allowed() {
    let one = Function { code: code(3), ..Function::default() };
    keeps_to_the_bound(&Function { functions: vec![one; 5000], code: code(1), ..Function::default() });
}

#[test]
fn a_script_of_many_lines_and_texts_takes_no_more_memory_than_allowed() {
    let strings = vec!["a_text_that_is_longer_than_what_lies_in_a_node"; 5000];
    keeps_to_the_bound(&Function { strings, lines: 40_000, code: code(1), ..Function::default() });
}

#[test]
fn an_edited_script_of_instructions_lines_and_texts_takes_no_more_memory_than_allowed() {
    let strings = vec!["dyn_gbags"; 6000];
    keeps_to_the_bound(&Function { strings, lines: 22_000, code: code(65_536), ..Function::default() });
}
