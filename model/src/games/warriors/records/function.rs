//! Functions of a compiled script, Lua 4.0 (`warriors.md` 1.2).
//!
//! A function is a node without bytes of its own; its parts are its children, in the order of the file. Functions
//! nested deeper than the document's records can nest are one opaque record each.

use super::WORD;
use crate::record::codec::le::*;
use crate::record::codec::{Codec, Elsewhere, Raw};
use crate::record::{ByteSplice, Computed, Kind, Refusal, Role, Schema, Value};

const COUNTED: &str = "it follows from the list";
const IN_CODE: &str = "it is edited at the call that uses it";

/// How deep functions nest as records: a script's main function, functions in it, and functions in those.
pub const DEEPEST_FUNCTION: usize = 3;
/// Most constants of a pool that an instruction can name: 26 bits (`warriors.md` 1.2).
pub const MOST_CONSTANTS: u32 = 1 << 26;

/// A text as the file has it: length with the NUL, bytes, NUL; no text has length 0.
const TEXT: Computed = Computed { get: text_of, set: set_text };

fn text_of(bytes: &[u8]) -> Option<Value> {
    let text = bytes.get(4..)?;
    Some(Value::Text(crate::record::text::Encoding::Latin1.decode(text.strip_suffix(&[0]).unwrap_or(text))))
}

fn set_text(_: &[u8], _: &Value) -> Result<Vec<ByteSplice>, Refusal> {
    Err(Refusal::rule(IN_CODE))
}

/// A text of a pool as the file stores it.
///
/// # Errors
/// If a character is missing in Latin-1 or the text is too long.
pub fn stored_text(field: &str, text: &str) -> Result<Vec<u8>, Refusal> {
    let mut bytes = crate::record::text::Encoding::Latin1.encode(field, text)?;
    bytes.push(0);
    let length = u32::try_from(bytes.len()).map_err(|_| Refusal::rule(format!("{field}: the text is too long")))?;
    bytes.splice(0..0, length.to_le_bytes());
    Ok(bytes)
}

/// A function: its parts are its lists, in this order.
pub static FUNCTION: Schema = Schema::new(
    "warriors.function",
    "Function",
    "A function of a compiled script; the first of a script is the script itself.",
    "warriors.md 1.2",
    0,
    &[],
)
.lists(&[&FUNCTION_SOURCE, &FUNCTION_SHAPE, &LOCALS, &LINES_OF_SOURCE, &STRINGS, &NUMBERS, &FUNCTIONS, &CODE]);

/// Places of a function's parts among its children.
pub mod part {
    /// Name of the source.
    pub const SOURCE: usize = 0;
    /// Line, parameters, stack.
    pub const SHAPE: usize = 1;
    /// Texts.
    pub const STRINGS: usize = 4;
    /// Numbers.
    pub const NUMBERS: usize = 5;
    /// Functions in it.
    pub const FUNCTIONS: usize = 6;
    /// Instructions.
    pub const CODE: usize = 7;
    /// How many parts there are.
    pub const COUNT: usize = 8;
}

crate::record_table! {
    /// What the source was called; `=(none)` in the game's scripts.
    pub FUNCTION_SOURCE: FunctionSource, FunctionSourceField = "warriors.function_source", "Source", 4 bytes,
        "warriors.md 1.2";
    /// Length of the name with its NUL; 0 for none.
    length @ 0: U32, fixed(COUNTED);
    /// The name.
    name @ 0: Elsewhere, computed(TEXT), kind(WORD), fixed("nothing depends on it");
}

crate::record_table! {
    /// What the interpreter must know before it runs a function.
    pub FUNCTION_SHAPE: FunctionShape, FunctionShapeField = "warriors.function_shape", "Frame", 13 bytes,
        "warriors.md 1.2";
    /// Line of the source where it begins; 0 for the script itself.
    line_defined @ 0: I32;
    /// How many parameters it has.
    parameters @ 4: I32, fixed("the instructions count on it");
    /// Whether it takes any number of further arguments.
    variadic @ 8: U8, yes_no(), fixed("the instructions count on it");
    /// Most values at once on its stack. Raised when a call is added that needs more.
    max_stack @ 9: I32;
}

crate::record_table! {
    /// Names of local variables; none in the game's scripts.
    pub LOCALS: Locals, LocalsField = "warriors.locals", "Local variables", 4 bytes, "warriors.md 1.2",
        children("locals", &LOCAL, u32::MAX);
    /// How many.
    count @ 0: I32, role(Role::CountOf("locals")), fixed(COUNTED);
}

crate::record_table! {
    /// A local variable: its name, first and last instruction behind it.
    pub LOCAL: Local, LocalField = "warriors.local", "Local variable", 4 bytes, "warriors.md 1.2";
    /// Length of the name with its NUL.
    length @ 0: U32, fixed(COUNTED);
    /// The first instruction and the one behind the last where it exists.
    range @ 0: Elsewhere, computed(RANGE), kind(Kind::Bytes), fixed("the instructions count on it");
    /// The name.
    name @ 0: Elsewhere, computed(LOCAL_NAME), kind(WORD), fixed("nothing depends on it");
}

const RANGE: Computed =
    Computed { get: |bytes| Some(Value::Bytes(bytes.get(bytes.len().checked_sub(8)?..)?.to_vec())), set: set_text };
const LOCAL_NAME: Computed =
    Computed { get: |bytes| text_of(bytes.get(..bytes.len().checked_sub(8)?)?), set: set_text };

crate::record_table! {
    /// Lines of the source by instruction; none in the game's scripts.
    pub LINES_OF_SOURCE: LinesOfSource, LinesOfSourceField = "warriors.lines_of_source", "Lines of the source",
        4 bytes, "warriors.md 1.2", children("lines", &LINE_OF_SOURCE, u32::MAX);
    /// How many numbers.
    count @ 0: I32, role(Role::CountOf("lines")), fixed(COUNTED);
}

crate::record_table! {
    /// A number of the list that tells lines from instructions.
    pub LINE_OF_SOURCE: LineOfSource, LineOfSourceField = "warriors.line_of_source", "Line number", 4 bytes,
        "warriors.md 1.2";
    /// The number.
    number @ 0: I32, fixed("only error messages use it");
}

crate::record_table! {
    /// The texts of a function.
    pub STRINGS: Strings, StringsField = "warriors.strings", "Texts", 4 bytes, "warriors.md 1.2",
        children("strings", &STRING, MOST_CONSTANTS);
    /// How many.
    count @ 0: I32, role(Role::CountOf("strings")), fixed(COUNTED);
}

crate::record_table! {
    /// A text or name of a function.
    pub STRING: Text, TextField = "warriors.string", "Text", 4 bytes, "warriors.md 1.2";
    /// Its length with the NUL.
    length @ 0: U32, fixed(COUNTED);
    /// The text.
    text @ 0: Elsewhere, computed(TEXT), kind(WORD), fixed(IN_CODE);
}

crate::record_table! {
    /// The numbers of a function that are no small whole numbers.
    pub NUMBERS: Numbers, NumbersField = "warriors.numbers", "Numbers", 4 bytes, "warriors.md 1.2",
        children("numbers", &NUMBER, MOST_CONSTANTS);
    /// How many.
    count @ 0: I32, role(Role::CountOf("numbers")), fixed(COUNTED);
}

crate::record_table! {
    /// A number of a function.
    pub NUMBER: Number, NumberField = "warriors.number", "Number", 8 bytes, "warriors.md 1.2";
    /// The number.
    number @ 0: F64, fixed(IN_CODE);
}

crate::record_table! {
    /// The functions in a function.
    pub FUNCTIONS: Functions, FunctionsField = "warriors.functions", "Functions", 4 bytes, "warriors.md 1.2",
        children("functions", &FUNCTION, MOST_CONSTANTS), others(&[&DEEP_FUNCTION]);
    /// How many.
    count @ 0: I32, role(Role::CountOf("functions")), fixed(COUNTED);
}

/// A function nested too deep to be taken apart: its bytes.
pub static DEEP_FUNCTION: Schema = Schema::new(
    "warriors.deep_function",
    "Function (nested deep)",
    "A function that is nested too deep to be taken apart; it is kept as it is.",
    "warriors.md 1.2",
    0,
    &[],
);

crate::record_table! {
    /// The instructions of a function.
    pub CODE: Code, CodeField = "warriors.code", "Instructions", 4 bytes, "warriors.md 1.2",
        children("instructions", &INSTRUCTION, u32::MAX), others(super::calls::ALL);
    /// How many.
    count @ 0: I32, role(Role::CountOf("instructions")), fixed(COUNTED);
}

crate::record_table! {
    /// An instruction: its operation in bits 0 to 5, operands behind.
    pub INSTRUCTION: Instruction, InstructionField = "warriors.instruction", "Instruction", 4 bytes, "warriors.md 1.2";
    /// Operation and operands.
    word @ 0: Raw<4>, fixed("instructions are edited through the call they belong to");
}

/// An instruction's word.
pub fn word_of(bytes: &[u8]) -> Option<u32> {
    U32::take(bytes, 0)
}
