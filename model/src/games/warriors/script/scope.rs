//! Which variables a place in a script's text has for itself: parameters, counters of loops, `local` ones. Elsewhere their
//! names mean nothing, or something else.

use std::collections::BTreeSet;

use super::argument::Argument;
use super::text;
use super::token::{Sort, Tokens};
use crate::document::Record;

/// What a block of a script brings with it.
#[derive(Debug, Default)]
struct Block {
    names: Vec<String>,
    /// Whether its `do` is still to come: a loop's counter stands before it.
    opens: bool,
    /// Brackets that are open in it.
    brackets: usize,
}

/// Follows a text piece by piece; pieces that hold whole expressions may be left out, for what they open they close.
#[derive(Debug)]
pub struct Scope {
    blocks: Vec<Block>,
    /// Variables that are there from the next piece on.
    next: Vec<String>,
}

impl Default for Scope {
    /// The beginning of a script.
    fn default() -> Scope {
        Scope { blocks: vec![Block::default()], next: Vec::new() }
    }
}

impl Scope {
    /// At a row of a script's text: what stands between the calls before it says that.
    pub fn at(row: &Record<'_>) -> Scope {
        Scope::behind(row, row.position())
    }

    /// At the end of the text that a row belongs to.
    pub fn at_end(row: &Record<'_>) -> Scope {
        Scope::behind(row, usize::MAX)
    }

    fn behind(row: &Record<'_>, rows: usize) -> Scope {
        let mut scope = Scope::default();
        let before = row.level().rows(row.table()).take(rows);
        before.filter(text::is_between).for_each(|piece| scope.pass(piece.head()));
        scope
    }

    /// Goes over a piece of the text.
    pub fn pass(&mut self, text: &[u8]) {
        let next = std::mem::take(&mut self.next);
        self.declare(next);
        let mut words = Tokens::new(text).map(|t| (t.sort, text.get(t.span).unwrap_or_default())).peekable();
        while let Some((sort, word)) = words.next() {
            if sort == Sort::Sign {
                self.sign(word);
            }
            if sort != Sort::Name {
                continue;
            }
            match word {
                b"function" => {
                    // The function's own name, if it has one, is no variable of this place.
                    while words.next_if(|(_, word)| *word != b"(").is_some() {}
                    let inside = words.by_ref().take_while(|(_, word)| *word != b")");
                    let names = inside.filter(|(sort, _)| *sort == Sort::Name).map(|(_, word)| name(word)).collect();
                    self.blocks.push(Block { names, ..Block::default() });
                }
                b"for" => {
                    let names = names(&mut words);
                    self.blocks.push(Block { names, opens: true, brackets: 0 });
                }
                b"while" => self.blocks.push(Block { opens: true, ..Block::default() }),
                b"do" => match self.blocks.last_mut().filter(|block| block.opens) {
                    Some(block) => block.opens = false,
                    None => self.blocks.push(Block::default()),
                },
                b"then" | b"repeat" => self.blocks.push(Block::default()),
                b"else" => {
                    self.close();
                    self.blocks.push(Block::default());
                }
                b"elseif" | b"end" | b"until" => self.close(),
                b"local" => {
                    let names = names(&mut words);
                    // What they are set to does not see them yet: `local i = ObjSpawn(…, {i, 0, 0}, …)`.
                    if words.next_if(|(_, word)| *word == b"=").is_some() && words.peek().is_none() {
                        self.next = names;
                    } else {
                        self.declare(names);
                    }
                }
                _ => {}
            }
        }
    }

    fn sign(&mut self, word: &[u8]) {
        let Some(block) = self.blocks.last_mut() else { return };
        match word {
            b"(" | b"{" | b"[" => block.brackets += 1,
            b")" | b"}" | b"]" => block.brackets = block.brackets.saturating_sub(1),
            _ => {}
        }
    }

    fn declare(&mut self, names: Vec<String>) {
        if let Some(block) = self.blocks.last_mut() {
            block.names.extend(names);
        }
    }

    /// The script itself is never left, however many ends there are.
    fn close(&mut self) {
        if self.blocks.len() > 1 {
            self.blocks.pop();
        }
    }

    /// Whether the place lies in brackets, where no statement begins.
    pub fn in_brackets(&self) -> bool {
        self.blocks.last().is_some_and(|block| block.brackets > 0)
    }

    /// Whether a variable is one of this place's own.
    pub fn holds(&self, name: &str) -> bool {
        self.blocks.iter().flat_map(|block| &block.names).any(|own| own == name)
    }
}

fn name(word: &[u8]) -> String {
    String::from_utf8_lossy(word).into_owned()
}

/// Names with commas between them.
fn names<'a>(words: &mut std::iter::Peekable<impl Iterator<Item = (Sort, &'a [u8])>>) -> Vec<String> {
    let mut out = Vec::new();
    while let Some((_, word)) = words.next_if(|(sort, word)| *sort == Sort::Name && *word != b"function") {
        out.push(name(word));
        if words.next_if(|(_, word)| *word == b",").is_none() {
            break;
        }
    }
    out
}

/// The variables that a text declares before anything else, without a value, and where it goes on.
pub fn declared(text: &[u8]) -> (Vec<String>, usize) {
    let word = |span: &std::ops::Range<usize>| text.get(span.clone()).unwrap_or_default();
    let mut tokens = Tokens::new(text).peekable();
    if tokens.next_if(|t| word(&t.span) == b"local").is_none() {
        return (Vec::new(), 0);
    }
    let (mut out, mut end) = (Vec::new(), 0);
    while let Some(token) = tokens.next_if(|t| t.sort == Sort::Name) {
        out.push(name(word(&token.span)));
        end = token.span.end;
        if tokens.next_if(|t| word(&t.span) == b",").is_none() {
            break;
        }
    }
    let value = tokens.peek().is_some_and(|t| word(&t.span) == b"=");
    if value { (Vec::new(), 0) } else { (out, end) }
}

/// The variables that arguments name: of `Objects.marker` the table, of sums all.
pub fn variables<L>(arguments: &[Argument<L>]) -> BTreeSet<String> {
    let mut out = BTreeSet::new();
    for argument in arguments {
        match argument {
            Argument::Symbol(symbol, _) if symbol != "nil" => {
                out.extend(symbol.split('+').filter_map(|one| Some(one.split('.').next()?.to_owned())));
            }
            Argument::List(items) => out.extend(variables(items)),
            _ => {}
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held<'a>(text: &str, names: &[&'a str]) -> Vec<&'a str> {
        let mut scope = Scope::default();
        scope.pass(text.as_bytes());
        names.iter().copied().filter(|name| scope.holds(name)).collect()
    }

    #[test]
    fn blocks_hold_their_variables_to_their_end() {
        let mut scope = Scope::default();
        scope.pass(b"local k =");
        assert!(!scope.holds("k"), "what it is set to does not see it");
        scope.pass(b"\n");
        assert!(scope.holds("k"));
        for (text, want) in [
            ("", ""),
            ("i = 1", ""),
            ("for i = 1, 3 do", "i"),
            ("for i = 1, 3 do end", ""),
            ("for i, j in foreach(t, function(k) end) do", "i j"),
            ("function t.f(a, b)", "a b"),
            ("function t:f(a, ...) if a then local b = a elseif", "a"),
            ("function(a) end", ""),
            ("local a, b = 1, 2 local c", "a b c"),
            ("if i then local a = 1 else", ""),
            ("if i then local a = 1 else local b = 2", "b"),
            ("while i do local a = 1 do local b = 1 end", "a"),
            ("while i do local a = 1 end", ""),
            ("repeat local a = 1 until i", ""),
            ("local k = 1 k = ", "k"),
            ("local k =", ""),
            ("end end until local a = 1", "a"),
            ("-- local a\nx = 'local b' y = [[for i]]", ""),
        ] {
            assert_eq!(held(text, &["a", "b", "c", "i", "j", "k"]).join(" "), want, "{text}");
        }
    }

    #[test]
    fn brackets_are_counted_by_block() {
        let inside = |text: &[u8]| {
            let mut scope = Scope::default();
            scope.pass(text);
            scope.in_brackets()
        };
        assert!(inside(b"t = {1; n =") && inside(b"f(g(a), ") && !inside(b"f(g(a))") && !inside(b"f(function(a, b) "));
        assert!(inside(b"f(function() end, ") && !inside(b"))") && !inside(b"'('"));
    }

    #[test]
    fn what_is_declared_ends_before_the_statement() {
        assert_eq!(declared(b"local i, k\nDoor = "), (vec!["i".to_owned(), "k".to_owned()], 10));
        assert_eq!(declared(b"local i = "), (Vec::new(), 0));
        assert_eq!(declared(b"i = "), (Vec::new(), 0));
        assert_eq!(declared(b""), (Vec::new(), 0));
    }

    #[test]
    fn arguments_name_the_variables_they_begin_with() {
        let arguments = super::super::text::arguments(b"f(i, {t.x, 2, {a + PHYS.OBB}}, nil, \"k\", j * 2)");
        assert_eq!(variables(&arguments).into_iter().collect::<Vec<_>>().join(" "), "PHYS a i t");
    }
}
