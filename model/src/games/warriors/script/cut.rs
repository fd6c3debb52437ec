//! Adding and taking away calls. A compiled script is only changed where no jump goes over the place: in its main
//! function, along a straight line (`warriors.md` 1.2). Elsewhere the call is given as text, for the script's author.

use super::assemble::{Statement, assemble, op};
use super::compiled::{self, DraftPools, call, calls_of, function_of};
use super::follow::{BIAS, Span};
use super::text;
use crate::document::{NodeId, Record, Subtree};
use crate::edit::{Draft, local};
use crate::games::warriors::names::shown_call;
use crate::games::warriors::records::function::FunctionShapeField;
use crate::games::warriors::records::{INSTRUCTION, TEXT_PIECE, calls, part, word_of};
use crate::games::warriors::tables;
use crate::record::text::Encoding;
use crate::record::{ByteSplice, Refusal, Schema, Value};

fn words(function: &Record<'_>) -> Vec<u32> {
    let code = function.child(part::CODE);
    let nodes = code.and_then(|code| code.children()).into_iter().flat_map(|list| list.iter());
    nodes.filter_map(|node| word_of(&node.head)).collect()
}

/// Whether instructions may come before `span.start`, or those of `span` go, without any jump meaning another place.
fn no_jump_over(words: &[u32], span: &Span) -> bool {
    let jumps = |word: u32| op::jumps(word & 0x3F) || word & 0x3F == op::PUSHNILJMP;
    (0i64..).zip(words).filter(|(_, word)| jumps(**word)).all(|(at, word)| {
        // PUSHNILJMP leaves out the instruction behind it.
        let by = if word & 0x3F == op::PUSHNILJMP { 1 } else { i64::from(word >> 6) - BIAS };
        let to = at + 1 + by;
        let (start, end) = (i64::from(span.start), i64::from(span.end));
        let before = |place: i64, edge: bool| if edge { place <= start } else { place < start };
        before(at, false) == before(to, true) && !(to > start && to < end)
    })
}

fn is_main(function: &Record<'_>) -> bool {
    function.level().parent(function.id().number) == Some(function.table().number)
}

fn unsafe_place(what: &str, text: &str) -> Refusal {
    Refusal::rule(format!(
        "{what} only where a compiled script runs straight on, in its main function; here it branches. Change the script's \
         source by hand: {}",
        shown_call(text)
    ))
}

/// Puts instructions into a function before a position.
fn insert_words(
    draft: &mut Draft,
    function: NodeId,
    at: u32,
    new: Vec<(u32, &'static Schema)>,
) -> Result<Option<NodeId>, Refusal> {
    let damaged = || Refusal::rule("the function is damaged");
    let code = draft.record(function)?.child(part::CODE).ok_or_else(damaged)?.id();
    let mut call = None;
    for (place, (word, schema)) in (at as usize..).zip(new) {
        let number = draft.next_number(function.level)?;
        let node = draft.insert(code, place, Subtree::record(number, schema, word.to_le_bytes().to_vec()))?;
        if !std::ptr::eq(schema, &INSTRUCTION) {
            call = Some(node);
        }
    }
    local::after_list_change(draft, code)?;
    Ok(call)
}

/// Adds a call at the end of a script.
///
/// # Errors
/// If it cannot be added there; the refusal holds the call as text.
pub fn append(draft: &mut Draft, script: NodeId, statement: &Statement) -> Result<NodeId, Refusal> {
    let table = draft.level(script.level)?.table_by_number(script.number);
    let table = table.ok_or_else(|| Refusal::Missing("the script".to_owned()))?;
    let schema = calls::schema_of(statement.call).ok_or_else(|| Refusal::rule("no such call"))?;
    if table.key() == tables::TEXTS.key {
        let line = Encoding::Latin1.encode("call", &statement.text())?;
        // The variable that keeps the result is no part of the call.
        let call = line.windows(statement.call.len()).position(|w| w == statement.call.as_bytes()).unwrap_or(0);
        return append_text(draft, script, line.split_at(call), schema);
    }
    let missing = || Refusal::rule("the script cannot be read");
    let function = draft.level(script.level)?.row(table, 0).ok_or_else(missing)?;
    let (words, height, id) = (words(&function), calls_of(&function).height_at_end(), function.id());
    let refuse = || unsafe_place("Calls can be added", &statement.text());
    let end = u32::try_from(words.len()).ok().and_then(|len| len.checked_sub(1)).ok_or_else(refuse)?;
    let straight = words.last().is_some_and(|word| word & 0x3F == op::END) && no_jump_over(&words, &(end..end));
    let base = height.filter(|_| straight).ok_or_else(refuse)?;
    let (new, highest) = assemble(statement, base, &mut DraftPools { draft: &mut *draft, function: id })?;
    let new = new.into_iter().map(|word| (word, if word & 0x3F == op::CALL { schema } else { &INSTRUCTION })).collect();
    let node = insert_words(draft, id, end, new)?;
    raise_stack(draft, id, highest)?;
    node.ok_or_else(missing)
}

/// The interpreter must know how many values a function needs at once.
fn raise_stack(draft: &mut Draft, function: NodeId, needs: usize) -> Result<(), Refusal> {
    let damaged = || Refusal::rule("the function is damaged");
    let shape = draft.record(function)?.child(part::SHAPE).ok_or_else(damaged)?;
    let (id, have) = (shape.id(), shape.base_int("max_stack").unwrap_or(0));
    let needs = i128::try_from(needs).unwrap_or(i128::MAX);
    if needs > have {
        draft.store(id, FunctionShapeField::max_stack.field(), &Value::Int(needs))?;
    }
    Ok(())
}

/// The line end that a script's text uses.
fn line_end(draft: &Draft, script: NodeId) -> Result<&'static str, Refusal> {
    let table = draft.level(script.level)?.table_by_number(script.number);
    let crlf = table.is_some_and(|table| table.heads().any(|head| head.windows(2).any(|pair| pair == b"\r\n")));
    Ok(if crlf { "\r\n" } else { "\n" })
}

fn insert_piece(
    draft: &mut Draft,
    script: NodeId,
    at: usize,
    schema: &'static Schema,
    text: Vec<u8>,
) -> Result<NodeId, Refusal> {
    let number = draft.next_number(script.level)?;
    draft.insert(script, at, Subtree::record(number, schema, text))
}

/// Adds a call at the end of a script's text: what keeps its result, and the call.
///
/// # Errors
/// If nothing may follow there; the refusal holds the call as text.
pub fn append_text(
    draft: &mut Draft,
    script: NodeId,
    (before, call): (&[u8], &[u8]),
    schema: &'static Schema,
) -> Result<NodeId, Refusal> {
    let table = draft.level(script.level)?.table_by_number(script.number);
    let table = table.ok_or_else(|| Refusal::Missing("the script".to_owned()))?;
    let text: Vec<u8> = table.heads().flatten().copied().collect();
    if !text::may_go_on(&text) {
        let what = "the script returns before its end: nothing may follow. Add the call by hand";
        let call = Encoding::Latin1.decode(&[before, call].concat());
        return Err(Refusal::rule(format!("{what}: {}", shown_call(&call))));
    }
    let (len, end) = (table.len(), line_end(draft, script)?);
    let own = if text.is_empty() || text.ends_with(b"\n") { "" } else { end };
    let before = [own.as_bytes(), before].concat();
    let last = len.checked_sub(1).and_then(|at| draft.level(script.level).ok()?.row(table, at));
    let last = last.filter(text::is_between).map(|row| (row.id(), row.head().len()));
    let mut at = len;
    match last {
        _ if before.is_empty() => {}
        // Two pieces of text beside each other are one: so it is read, and so it must be kept.
        Some((last, end)) => draft.splice(last, false, ByteSplice { at: end, old_len: 0, new: before })?,
        None => {
            insert_piece(draft, script, at, &TEXT_PIECE, before)?;
            at += 1;
        }
    }
    let node = insert_piece(draft, script, at, schema, call.to_vec())?;
    insert_piece(draft, script, at + 1, &TEXT_PIECE, end.as_bytes().to_vec())?;
    Ok(node)
}

/// The table that a record belongs to, as the parent of rows.
fn script_of(draft: &Draft, node: NodeId) -> Result<NodeId, Refusal> {
    Ok(NodeId { level: node.level, number: draft.record(node)?.table().number })
}

/// Takes a call away, with what is done with its result.
///
/// # Errors
/// If it is a part of something larger, or a compiled script branches there.
pub fn remove(draft: &mut Draft, node: NodeId) -> Result<(), Refusal> {
    let record = draft.record(node)?;
    if record.table().key() == tables::TEXTS.key {
        return remove_text(draft, node);
    }
    let refuse = || unsafe_place("Calls can be removed", "take the call out");
    let (function, span) = statement(&record).ok_or_else(refuse)?;
    let function = draft.record(function)?;
    if !is_main(&function) || !no_jump_over(&words(&function), &span) {
        return Err(refuse());
    }
    let code = function.child(part::CODE).ok_or_else(refuse)?;
    let nodes: Vec<NodeId> = span.filter_map(|at| code.child(at as usize).map(|record| record.id())).collect();
    let code = code.id();
    nodes.into_iter().try_for_each(|node| draft.remove(node))?;
    local::after_list_change(draft, code)
}

/// A compiled call's function and its whole statement.
fn statement(record: &Record<'_>) -> Option<(NodeId, Span)> {
    let call = call(record)?;
    Some((function_of(record)?.id(), call.statement.clone()?))
}

fn remove_text(draft: &mut Draft, node: NodeId) -> Result<(), Refusal> {
    let record = draft.record(node)?;
    let refuse = || Refusal::rule("the call is a part of a larger statement; take it out of the script by hand");
    let (before_len, behind_len) = text::statement(&record).ok_or_else(refuse)?;
    let row = |at: Option<usize>| record.level().row(record.table(), at?);
    let between = |r: &Record<'_>| text::is_between(r);
    let before = row(record.position().checked_sub(1)).filter(between).map(|r| (r.id(), r.head().len()));
    let behind = row(record.position().checked_add(1)).filter(between).map(|r| (r.id(), r.head().len()));
    draft.remove(node)?;
    if let Some((id, len)) = behind {
        draft.splice(id, false, ByteSplice { at: 0, old_len: behind_len.min(len), new: Vec::new() })?;
    }
    if let Some((id, len)) = before {
        let at = len.saturating_sub(before_len);
        draft.splice(id, false, ByteSplice { at, old_len: len - at, new: Vec::new() })?;
    }
    // Two pieces of text beside each other are one: so it is read, and so it must be kept.
    match (before, behind) {
        (Some((first, _)), Some((second, _))) => join(draft, first, second),
        (Some((only, _)), None) | (None, Some((only, _))) if draft.record(only)?.head().is_empty() => {
            draft.remove(only)
        }
        _ => Ok(()),
    }
}

fn join(draft: &mut Draft, first: NodeId, second: NodeId) -> Result<(), Refusal> {
    let text = draft.record(second)?.head().to_vec();
    let len = draft.record(first)?.head().len();
    draft.splice(first, false, ByteSplice { at: len, old_len: 0, new: text })?;
    draft.remove(second)?;
    if draft.record(first)?.head().is_empty() { draft.remove(first) } else { Ok(()) }
}

/// Copies a call behind itself; its result, if it is kept, goes to another variable.
///
/// # Errors
/// If it is a part of something larger, or a compiled script branches there.
pub fn copy(draft: &mut Draft, node: NodeId, result: &str) -> Result<NodeId, Refusal> {
    let record = draft.record(node)?;
    if record.table().key() == tables::TEXTS.key {
        return copy_text(draft, node, result);
    }
    let refuse = || unsafe_place("Calls can be copied", "copy the call");
    let (function, span) = statement(&record).ok_or_else(refuse)?;
    let schema = record.schema();
    let (result_kept, at_call) = compiled::call(&record).map(|c| (c.result.clone(), c.at)).ok_or_else(refuse)?;
    let function_record = draft.record(function)?;
    let words = words(&function_record);
    // Not where a jump leads over the call either: behind it the copy would run whether the call does or not.
    let straight = no_jump_over(&words, &span) && no_jump_over(&words, &(span.end..span.end));
    if !is_main(&function_record) || !straight {
        return Err(refuse());
    }
    let mut new: Vec<(u32, &'static Schema)> = Vec::new();
    let mut renamed = result_kept.is_none();
    for at in span.clone() {
        let word = words.get(at as usize).copied().ok_or_else(refuse)?;
        let last = at + 1 == span.end;
        let word = match (word & 0x3F, &result_kept) {
            (op::SETGLOBAL, Some(_)) if last => {
                renamed = true;
                op::SETGLOBAL | string(draft, function, result)? << 6
            }
            // `Level.Objects.name`: one instruction gets the table, one for each dot more gets what lies in it, and the
            // next names the field.
            (op::PUSHSTRING, Some(kept)) if at as usize == span.start as usize + kept.matches('.').count() => {
                renamed = true;
                op::PUSHSTRING | string(draft, function, result.rsplit('.').next().unwrap_or(result))? << 6
            }
            _ => word,
        };
        new.push((word, if at == at_call { schema } else { &INSTRUCTION }));
    }
    // Under its old name the copy would take the place of the original.
    if !renamed {
        return Err(refuse());
    }
    insert_words(draft, function, span.end, new)?.ok_or_else(refuse)
}

fn string(draft: &mut Draft, function: NodeId, text: &str) -> Result<u32, Refusal> {
    use super::assemble::Pools as _;
    DraftPools { draft, function }.string(text)
}

fn copy_text(draft: &mut Draft, node: NodeId, result: &str) -> Result<NodeId, Refusal> {
    let script = script_of(draft, node)?;
    let record = draft.record(node)?;
    let refuse = || Refusal::rule("the call is a part of a larger statement; copy it in the script by hand");
    text::statement(&record).ok_or_else(refuse)?;
    let (schema, at, call) = (record.schema(), record.position(), record.head().to_vec());
    let kept = text::assigned(&record).is_some();
    let before = if kept { format!("{result} = ") } else { String::new() };
    let before = Encoding::Latin1.encode("variable", &before)?;
    // Calls stand on lines of their own: a semicolon or a remark behind the old one is behind the new one then.
    let end = line_end(draft, script)?;
    insert_piece(draft, script, at + 1, &TEXT_PIECE, [end.as_bytes(), &before].concat())?;
    insert_piece(draft, script, at + 2, schema, call)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn jump(operation: u32, by: i64) -> u32 {
        operation | u32::try_from(by + BIAS).unwrap() << 6
    }

    #[test]
    fn no_instruction_moves_that_a_jump_goes_over() {
        // 0 and 1 jump to 4; 5 jumps back to 4; 7 ends.
        let words = [jump(op::JMPF, 3), jump(op::JMP, 2), 2, 2, 2, jump(op::JMPT, -2), 2, op::END];
        let may = |at: u32| no_jump_over(&words, &(at..at));
        assert_eq!((0..8).map(may).collect::<Vec<_>>(), [true, false, false, false, false, false, true, true]);
        // What a jump leads into cannot go, what it leads to can.
        assert!(!no_jump_over(&words, &(3..5)) && !no_jump_over(&words, &(4..6)));
        assert!(no_jump_over(&words, &(6..7)));
        assert!(no_jump_over(&[jump(op::JMP, 0), 2, op::END], &(1..2)));
    }

    #[test]
    fn the_instruction_that_leaves_out_the_next_is_a_jump_too() {
        let words = [op::PUSHNILJMP, 2, 2, op::END];
        assert_eq!((0..4).map(|at| no_jump_over(&words, &(at..at))).collect::<Vec<_>>(), [true, false, true, true]);
        assert!(!no_jump_over(&words, &(1..2)));
    }
}
