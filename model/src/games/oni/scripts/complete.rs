//! What could stand at a place: candidates for a field that names a function and for a script that is being written.

use super::arguments::Sort;
use super::builtins::{self, KEYWORDS};
use super::library::Scripts;
use super::things::Things;
use super::token::{Kind, Mark, Span, Token, tokens};

/// Something that could be written.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// The text.
    pub text: String,
    /// What it is.
    pub what: What,
}

/// What a candidate is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    /// A thing of the level, a function or a variable of its scripts.
    Own(Sort),
    /// A function of the engine.
    Function,
    /// A variable of the engine.
    Variable,
    /// A word of the language.
    Keyword,
}

/// The functions of the level that begin with a text, in any case.
#[must_use]
pub fn functions(scripts: &Scripts, beginning: &str) -> Vec<Candidate> {
    let own = scripts.functions().map(|(name, _)| (name, What::Own(Sort::Function)));
    chosen(own, beginning)
}

/// What could stand at a byte of a script, and the bytes that it would take the place of.
#[must_use]
pub fn at(scripts: &Scripts, things: &Things, text: &[u8], at: usize) -> (Span, Vec<Candidate>) {
    let at = at.min(text.len());
    let all = tokens(text.get(..at).unwrap_or_default());
    let begun = all.last().filter(|token| token.kind == Kind::Word);
    let span = Span { from: begun.map_or(at, |token| token.span.from), to: at };
    let before = &all[..all.len() - usize::from(begun.is_some())];
    if all.last().is_some_and(|token| matches!(token.kind, Kind::Comment | Kind::Quoted)) {
        return (span, Vec::new());
    }
    let beginning = span.text(text);
    let variables = || {
        let own = scripts.variables().map(|(name, _)| (name, What::Own(Sort::Variable)));
        own.chain(builtins::variables().iter().map(|(name, _)| (*name, What::Variable)))
    };
    let functions = || {
        let own = scripts.functions().map(|(name, _)| (name, What::Own(Sort::Function)));
        own.chain(builtins::functions().iter().map(|(name, _)| (*name, What::Function)))
    };
    let keywords = KEYWORDS.iter().map(|word| (*word, What::Keyword));
    let candidates = match before_call(before, text) {
        None => chosen(functions().chain(variables()).chain(keywords), &beginning),
        Some((function, argument)) => {
            let sort =
                scripts.named_by(function.of(text)).iter().find(|(at, _)| *at == argument).map(|(_, sort)| *sort);
            match sort {
                Some(Sort::Function) => chosen(functions(), &beginning),
                Some(sort) => chosen(things.names(sort).map(|name| (name, What::Own(sort))), &beginning),
                // Engine functions that give something can be asked in conditions.
                None => chosen(variables().chain(functions()), &beginning),
            }
        }
    };
    (span, candidates)
}

/// The call that a place is an argument of, and which; `None` at the beginning of a statement.
fn before_call(before: &[Token], text: &[u8]) -> Option<(Span, usize)> {
    let ends = |token: &&Token| {
        matches!(token.kind, Kind::LineEnd | Kind::Mark(Mark::Semicolon | Mark::OpenBrace | Mark::CloseBrace))
    };
    let line: Vec<&Token> =
        before.iter().rev().take_while(|token| !ends(token)).filter(|token| token.kind != Kind::Blank).collect();
    let words = |token: &&&Token| matches!(token.kind, Kind::Word | Kind::Quoted);
    let mut from_start: Vec<&Token> = line.iter().rev().filter(words).copied().collect();
    // What is forked is a statement of its own.
    if from_start.first().is_some_and(|first| first.span.of(text) == b"fork") {
        from_start.remove(0);
    }
    let (function, given) = from_start.split_first()?;
    Some((function.span, given.len()))
}

fn chosen<'a>(all: impl Iterator<Item = (&'a str, What)>, beginning: &str) -> Vec<Candidate> {
    let fits = |name: &str| name.get(..beginning.len()).is_some_and(|start| start.eq_ignore_ascii_case(beginning));
    let mut found: Vec<Candidate> =
        all.filter(|(name, _)| fits(name)).map(|(text, what)| Candidate { text: text.to_owned(), what }).collect();
    found.sort();
    found.dedup_by(|a, b| a.text == b.text);
    found
}
