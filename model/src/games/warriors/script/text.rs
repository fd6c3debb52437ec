//! Scripts that were not compiled: calls as pieces of the text (`warriors.md` 1.2).
//!
//! The rows of a text script are its pieces in order: calls that are known, and what stands between them. Nothing but
//! the argument that is set changes.

use std::ops::Range;

use super::argument::{self, Argument, Said};
use super::scope::{self, Scope};
use super::token::{Sort, Token, Tokens};
use super::{assemble, literal};
use crate::document::Record;
use crate::games::warriors::records::calls;
use crate::games::warriors::tables;
use crate::record::access::PathStep::Named;
use crate::record::text::Encoding;
use crate::record::{Access, ByteSplice, FieldError, Place, Refusal, Schema, Value};

/// A piece of a script.
#[derive(Clone, Debug)]
pub struct Piece {
    /// Where it stands.
    pub span: Range<usize>,
    /// The record type of the call; `None` for what stands between calls.
    pub call: Option<&'static Schema>,
}

/// Something odd in a script: where, and what.
pub type Fault = (usize, String);

/// The pieces of a text, and what is odd about it. Pieces cover every byte.
pub fn pieces(text: &[u8]) -> (Vec<Piece>, Vec<Fault>) {
    let tokens: Vec<Token> = Tokens::new(text).collect();
    let (mut out, mut faults) = (Vec::new(), Vec::new());
    let (mut done, mut at) = (0, 0);
    while let Some(token) = tokens.get(at) {
        let word = text.get(token.span.clone()).unwrap_or_default();
        if token.sort == Sort::Number && literal::is_hexadecimal(word) {
            faults.push((token.span.start, "a hexadecimal number, which Lua 4.0 does not read".to_owned()));
        }
        let before = at.checked_sub(1).and_then(|at| tokens.get(at)).and_then(|t| text.get(t.span.clone()));
        match call_at(text, &tokens, at).filter(|_| !matches!(before, Some(b"." | b":" | b"function"))) {
            None => at += 1,
            Some((schema, None)) => {
                let name = calls::call_of(schema).unwrap_or_default();
                faults.push((token.span.start, format!("the call of {name} has no end")));
                at += 1;
            }
            Some((schema, Some(end))) => {
                let to = tokens.get(end).map_or(text.len(), |t| t.span.end);
                let numbers = tokens.get(at..end).unwrap_or_default().iter().filter(|t| t.sort == Sort::Number);
                for number in numbers.filter(|t| t.span.start > token.span.start) {
                    if literal::is_hexadecimal(text.get(number.span.clone()).unwrap_or_default()) {
                        let what = "a hexadecimal number, which Lua 4.0 does not read".to_owned();
                        faults.push((number.span.start, what));
                    }
                }
                if done < token.span.start {
                    out.push(Piece { span: done..token.span.start, call: None });
                }
                out.push(Piece { span: token.span.start..to, call: Some(schema) });
                done = to;
                at = end + 1;
            }
        }
    }
    if done < text.len() {
        out.push(Piece { span: done..text.len(), call: None });
    }
    (out, faults)
}

/// The call that begins at a token: its record type, and the token that closes it.
fn call_at(text: &[u8], tokens: &[Token], at: usize) -> Option<(&'static Schema, Option<usize>)> {
    let name = tokens.get(at).filter(|t| t.sort == Sort::Name)?;
    let schema = calls::schema_of(std::str::from_utf8(text.get(name.span.clone())?).ok()?)?;
    sign(text, tokens.get(at + 1)?, b"(").then(|| (schema, closing(text, tokens, at + 1)))
}

fn sign(text: &[u8], token: &Token, what: &[u8]) -> bool {
    token.sort == Sort::Sign && text.get(token.span.clone()) == Some(what)
}

/// The token that closes the bracket at a token.
fn closing(text: &[u8], tokens: &[Token], open: usize) -> Option<usize> {
    let mut depth = 0usize;
    for (at, token) in tokens.iter().enumerate().skip(open).filter(|(_, t)| t.sort == Sort::Sign) {
        match text.get(token.span.clone())? {
            b"(" | b"{" | b"[" => depth += 1,
            b")" | b"}" | b"]" => {
                depth = depth.checked_sub(1)?;
                if depth == 0 {
                    return Some(at);
                }
            }
            _ => {}
        }
    }
    None
}

/// The arguments of a call's text, with the bytes of each.
pub fn arguments(text: &[u8]) -> Vec<Argument<Range<usize>>> {
    let tokens: Vec<Token> = Tokens::new(text).collect();
    let open = tokens.iter().position(|t| sign(text, t, b"(")).unwrap_or(tokens.len());
    let close = closing(text, &tokens, open).unwrap_or(tokens.len());
    list(text, tokens.get(open + 1..close).unwrap_or_default(), false)
}

/// The items of a list between its brackets; a list in braces may have a separator behind its last item.
fn list(text: &[u8], tokens: &[Token], braces: bool) -> Vec<Argument<Range<usize>>> {
    let (mut items, mut depth, mut from) = (Vec::new(), 0usize, 0);
    for (at, token) in tokens.iter().enumerate() {
        if token.sort == Sort::Sign {
            match text.get(token.span.clone()).unwrap_or_default() {
                b"(" | b"{" | b"[" => depth += 1,
                b")" | b"}" | b"]" => depth = depth.saturating_sub(1),
                b"," | b";" if depth == 0 => {
                    items.push(classify(text, tokens.get(from..at).unwrap_or_default()));
                    from = at + 1;
                }
                _ => {}
            }
        }
    }
    if from < tokens.len() || (!braces && !items.is_empty()) {
        items.push(classify(text, tokens.get(from..).unwrap_or_default()));
    }
    items
}

/// Words of the language that are no names.
const KEYWORDS: &[&[u8]] = &[
    b"and",
    b"break",
    b"do",
    b"else",
    b"elseif",
    b"end",
    b"for",
    b"function",
    b"if",
    b"in",
    b"local",
    b"nil",
    b"not",
    b"or",
    b"repeat",
    b"return",
    b"then",
    b"until",
    b"while",
];

fn classify(text: &[u8], tokens: &[Token]) -> Argument<Range<usize>> {
    let word = |token: &Token| text.get(token.span.clone()).unwrap_or_default();
    let number = |token: &Token| (token.sort == Sort::Number).then(|| literal::number(word(token))).flatten();
    match tokens {
        [one] if one.sort == Sort::Number => {
            number(one).map_or(Argument::Computed, |n| Argument::Number(n, one.span.clone()))
        }
        [minus, one] if sign(text, minus, b"-") => match number(one) {
            Some(n) => Argument::Number(-n, minus.span.start..one.span.end),
            None => Argument::Computed,
        },
        [one] if one.sort == Sort::Text => {
            Argument::Text(Encoding::Latin1.decode(&literal::text(word(one))), one.span.clone())
        }
        [one] if word(one) == b"nil" => Argument::Symbol("nil".to_owned(), one.span.clone()),
        [open, inner @ .., close] if sign(text, open, b"{") && sign(text, close, b"}") => {
            let whole = closing(text, tokens, 0) == Some(tokens.len() - 1);
            let named = top_level(text, inner, b"=");
            if whole && !named { Argument::List(list(text, inner, true)) } else { Argument::Computed }
        }
        [first, .., last] | [first @ last] => match symbol(text, tokens) {
            Some(symbol) => Argument::Symbol(symbol, first.span.start..last.span.end),
            None => Argument::Computed,
        },
        [] => Argument::Computed,
    }
}

/// Whether a sign stands among tokens outside of all brackets.
fn top_level(text: &[u8], tokens: &[Token], what: &[u8]) -> bool {
    let mut depth = 0usize;
    tokens.iter().filter(|t| t.sort == Sort::Sign).any(|token| {
        let word = text.get(token.span.clone()).unwrap_or_default();
        match word {
            b"(" | b"{" | b"[" => depth += 1,
            b")" | b"}" | b"]" => depth = depth.saturating_sub(1),
            _ => {}
        }
        depth == 0 && word == what
    })
}

/// Names with dots between them, or several of those added up, without blanks.
fn symbol(text: &[u8], tokens: &[Token]) -> Option<String> {
    let mut out = String::new();
    for (at, token) in tokens.iter().enumerate() {
        let word = text.get(token.span.clone())?;
        match at % 2 {
            0 if token.sort == Sort::Name && !KEYWORDS.contains(&word) => {}
            1 if matches!(word, b"." | b"+") => {}
            _ => return None,
        }
        out.push_str(std::str::from_utf8(word).ok()?);
    }
    (tokens.len() % 2 == 1).then_some(out)
}

/// The row before and the row behind a row of a text script.
fn beside<'a>(record: &Record<'a>) -> [Option<Record<'a>>; 2] {
    let row = |at: Option<usize>| record.level().row(record.table(), at?);
    [row(record.position().checked_sub(1)), row(record.position().checked_add(1))]
}

/// Whether a record is a piece of a text between calls.
pub fn is_between(record: &Record<'_>) -> bool {
    calls::call_of(record.schema()).is_none()
}

/// What stands before a call on the way to it: `Door01 =`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assigned {
    /// The variable.
    pub name: String,
    /// Where it begins in the piece before the call.
    pub from: usize,
    /// Where the variable's own name stands there.
    pub span: Range<usize>,
}

/// The variable that keeps a call's result.
pub fn assigned(record: &Record<'_>) -> Option<Assigned> {
    let [before, _] = beside(record);
    let before = before.filter(is_between)?;
    let text = before.head();
    let tokens: Vec<Token> = Tokens::new(text).collect();
    let (equals, rest) = tokens.split_last().filter(|(last, _)| sign(text, last, b"="))?;
    // As many names with dots between them as there are, from the right.
    let mut from = rest.len();
    let fits = |from: usize| symbol(text, rest.get(from..).unwrap_or_default()).filter(|s| !s.contains('+'));
    while from > 0 && (fits(from - 1).is_some() || from >= 2 && fits(from - 2).is_some()) {
        from -= 1;
    }
    let from = if fits(from).is_some() { from } else { from + 1 };
    let name = fits(from)?;
    let span = rest.get(from)?.span.start..rest.last()?.span.end;
    let local = from.checked_sub(1).and_then(|at| rest.get(at)).filter(|t| text.get(t.span.clone()) == Some(b"local"));
    debug_assert!(span.end <= equals.span.start);
    // One of several variables, or a field of a list that is made, is no statement.
    let before = from.checked_sub(if local.is_some() { 2 } else { 1 }).and_then(|at| rest.get(at));
    if !begins(record, text, before) {
        return None;
    }
    Some(Assigned { name, from: local.map_or(span.start, |t| t.span.start), span })
}

/// Whether a statement may begin behind a token of the piece before a call.
fn begins(call: &Record<'_>, text: &[u8], last: Option<&Token>) -> bool {
    /// Words that want a value behind them.
    const WANT: &[&[u8]] = &[b"and", b"or", b"not", b"return", b"if", b"elseif", b"while", b"until", b"in", b"local"];
    let Some(last) = last else { return true };
    let word = text.get(last.span.clone()).unwrap_or_default();
    match last.sort {
        Sort::Number | Sort::Text => true,
        Sort::Name => !WANT.contains(&word),
        // In brackets it parts the numbered values of a list from the named ones.
        Sort::Sign if word == b";" => !Scope::at(call).in_brackets(),
        Sort::Sign => matches!(word, b")" | b"}" | b"]"),
    }
}

/// How far the variable that keeps a call's result reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// All scripts have it.
    Everywhere,
    /// Its own script has it to the end.
    Script,
    /// Only the block around the call has it.
    Block,
}

/// How far the variable that keeps a call's result reaches.
pub fn reach(record: &Record<'_>) -> Reach {
    let kept = if record.table().key() == tables::TEXTS.key { assigned(record) } else { None };
    let Some(kept) = kept else { return Reach::Everywhere };
    let variable = kept.name.split('.').next().unwrap_or_default();
    let own = kept.from < kept.span.start || Scope::at(record).holds(variable);
    match own {
        false => Reach::Everywhere,
        true if Scope::at_end(record).holds(variable) => Reach::Script,
        true => Reach::Block,
    }
}

/// The variables that a call's arguments name and that only the function or loop around it has.
pub fn own_variables(record: &Record<'_>) -> Vec<String> {
    let named = scope::variables(&arguments(record.head()));
    if named.is_empty() {
        return Vec::new();
    }
    let scope = Scope::at(record);
    named.into_iter().filter(|name| scope.holds(name)).collect()
}

/// The bytes of a statement outside of its call: how many at the end of the piece before it, how many at the beginning of
/// the piece behind it. `None` where the call is a part of something larger.
pub fn statement(record: &Record<'_>) -> Option<(usize, usize)> {
    let [before, behind] = beside(record).map(|row| row.filter(is_between));
    let text = before.map_or(&[] as &[u8], |r| r.head());
    let assigned = assigned(record);
    let from = assigned.map_or(text.len(), |a| a.from);
    let kept = text.get(..from)?;
    let begins = begins(record, kept, Tokens::new(kept).last().as_ref());
    let rest = behind.map_or(&[] as &[u8], |r| r.head());
    let next = Tokens::new(rest).next();
    let ends = match next.as_ref().map(|t| (t.sort, rest.get(t.span.clone()).unwrap_or_default())) {
        None | Some((Sort::Number, _)) => true,
        Some((Sort::Name, word)) => !matches!(word, b"and" | b"or"),
        Some((Sort::Text, _)) => false,
        Some((Sort::Sign, word)) => word == b";",
    };
    let mut to = match next {
        // The semicolon belongs to the statement, if nothing but blanks stands before it.
        Some(t) if rest.get(t.span.clone()) == Some(b";") && blank(rest.get(..t.span.start)?) => t.span.end,
        _ => 0,
    };
    let line_is_empty = blank(kept.get(kept.iter().rposition(|b| *b == b'\n').map_or(0, |at| at + 1)..)?);
    if line_is_empty {
        // The rest of the line goes with it, if that is empty as well.
        let line = rest.get(to..)?;
        if let Some(end) = line.iter().position(|b| *b == b'\n').filter(|end| blank(line.get(..*end).unwrap_or(b"x"))) {
            to += end + 1;
        }
    }
    (begins && ends).then_some((text.len() - from, to))
}

fn blank(text: &[u8]) -> bool {
    text.iter().all(u8::is_ascii_whitespace)
}

/// Whether a statement may stand at the end of a script: nothing follows a `return` of the script itself.
pub fn may_go_on(text: &[u8]) -> bool {
    let mut depth = 0usize;
    for token in Tokens::new(text).filter(|t| t.sort == Sort::Name) {
        match text.get(token.span).unwrap_or_default() {
            b"function" | b"if" | b"do" | b"repeat" => depth += 1,
            b"end" | b"until" => depth = depth.saturating_sub(1),
            b"return" if depth == 0 => return false,
            _ => {}
        }
    }
    true
}

fn get(record: &Record<'_>, field: &crate::record::Field) -> Result<Value, FieldError> {
    let text = |bytes: &[u8]| Value::Text(Encoding::Latin1.decode(bytes));
    match field.place {
        Place::Path([Named("source")]) => Ok(text(&record.table().tag)),
        Place::Path([Named("text")]) => Ok(text(record.head())),
        Place::Path([Named("handle")]) => {
            Ok(assigned(record).map_or_else(|| Value::Symbol("nil".to_owned()), |a| Value::Text(a.name)))
        }
        _ => argument::value(argument::find(&arguments(record.head()), field)?, field),
    }
}

/// How records of text scripts are stored.
pub static TEXT: Access = Access {
    key: "script text",
    get,
    set: |draft, id, field, new| {
        let splice = splice(draft.record(id)?.head(), field, new)?;
        draft.splice(id, false, splice)
    },
    travel: Some(&crate::games::warriors::operations::travel::CALLS),
};

/// What changes in a call's text where an argument is set.
///
/// # Errors
/// If the field does not take the value, or the argument cannot be replaced.
pub fn splice(head: &[u8], field: &crate::record::Field, new: &Value) -> Result<ByteSplice, Refusal> {
    let arguments = arguments(head);
    let old = argument::find(&arguments, field)?;
    let said = argument::say(old, field, new)?;
    let Some(span) = old.place().cloned() else {
        return Err(Refusal::rule(format!("{} cannot be replaced", field.name)));
    };
    let text = match said {
        Said::Number(n) => assemble::Expression::Number(n),
        Said::Text(text) => assemble::Expression::Text(text),
        Said::Symbols(names) => assemble::Expression::Symbols(names),
    };
    let new = Encoding::Latin1.encode(field.name, &text.text())?;
    // Two minus signs in a row would begin a comment.
    let new = match head.get(..span.start) {
        Some([.., b'-']) if new.first() == Some(&b'-') => [b" ", new.as_slice()].concat(),
        _ => new,
    };
    Ok(ByteSplice { at: span.start, old_len: span.len(), new })
}
