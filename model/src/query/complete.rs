//! What may stand at the cursor.

use std::collections::BTreeSet;

use super::Vocabulary;
use super::ast::{NAME, Operator, ROW};
use super::compare::flags_of;
use super::lexer::{Token, TokenKind, tokens};
use super::parser::{field_name, fields_named};
use crate::record::Kind;

/// Something that may stand at the cursor.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Candidate {
    /// What is written, in quotes where it needs them.
    pub text: String,
    /// What it is: `kind`, `field`, `operator`, `value`, `flag`, `check`, `table`, `word`.
    pub sort: &'static str,
}

/// What may stand at a place.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Completion {
    /// First character that a candidate replaces.
    pub from: usize,
    /// The candidates that begin with what is there, sorted.
    pub candidates: Vec<Candidate>,
}

/// What may stand where the cursor is, counted in characters.
pub fn complete(words: impl Into<Vocabulary>, text: &str, cursor: usize) -> Completion {
    let game = words.into();
    let before: String = text.chars().take(cursor).collect();
    let (pieces, open) = match tokens(&before) {
        Ok(pieces) => (pieces, None),
        // A quoted text that is just being written: what stands before it counts.
        Err(error) => {
            let ahead: String = before.chars().take(error.at).collect();
            let begun: String = before.chars().skip(error.at + 1).collect();
            (tokens(&ahead).unwrap_or_default(), Some((error.at, begun)))
        }
    };
    let end = before.chars().count();
    let mut done = pieces.as_slice();
    let (from, begun) = match (open, pieces.split_last()) {
        (Some(open), _) => open,
        (None, Some((last, rest))) if last.end == end => match &last.kind {
            TokenKind::Word { text, quoted: None } => {
                done = rest;
                (last.at, text.clone())
            }
            _ => (end, String::new()),
        },
        _ => (end, String::new()),
    };
    if let Some((field, flag)) = begun.rsplit_once('.') {
        let names = field_name(game, field).map(|f| flag_names(game, &f.name)).unwrap_or_default();
        if !names.is_empty() {
            let from = from + field.chars().count() + 1;
            return Completion { from, candidates: beginning(names, flag) };
        }
    }
    Completion { from, candidates: beginning(expected(game, done), &begun) }
}

fn beginning(all: BTreeSet<Candidate>, begun: &str) -> Vec<Candidate> {
    let begun = begun.to_lowercase();
    all.into_iter().filter(|c| c.text.trim_start_matches('"').to_lowercase().starts_with(&begun)).collect()
}

fn candidate(text: &str, sort: &'static str) -> Candidate {
    let plain = text.chars().all(|c| !c.is_whitespace() && !"()\",=<>~!".contains(c)) && !text.is_empty();
    let text = if plain { text.to_owned() } else { format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")) };
    Candidate { text, sort }
}

fn flag_names(game: Vocabulary, field: &str) -> BTreeSet<Candidate> {
    let names = fields_named(game, field).filter_map(flags_of).flat_map(|n| n.list);
    names.map(|flag| candidate(flag.name, "flag")).collect()
}

/// What may follow these pieces.
fn expected(game: Vocabulary, done: &[Token]) -> BTreeSet<Candidate> {
    let word = |token: Option<&Token>| match token.map(|t| &t.kind) {
        Some(TokenKind::Word { text, quoted: None }) => Some(text.to_ascii_lowercase()),
        _ => None,
    };
    let last = done.last();
    let before = done.len().checked_sub(2).and_then(|i| done.get(i));
    match (word(last).as_deref(), last.map(|t| &t.kind)) {
        (None, None) | (_, Some(TokenKind::Open)) if word(before).as_deref() == Some("near") => tables(game),
        (None, None) | (_, Some(TokenKind::Open)) | (Some("and" | "or" | "not"), _) => terms(game),
        (_, Some(TokenKind::Sign(_))) | (Some("has"), _) => {
            let field = word(before).and_then(|w| field_name(game, &w));
            field.map(|f| values(game, &f.name)).unwrap_or_default()
        }
        (Some("linked-to" | "linked-from"), _) => tables(game),
        (Some("has-problem"), _) => {
            let checks = game.checks.iter().map(|c| candidate(c.id, "check"));
            checks.chain(connectives()).collect()
        }
        (Some(name), _) if field_name(game, name).is_some() && !is_value(before) => {
            let operators =
                Operator::ALL.iter().map(|(text, _)| Candidate { text: (*text).to_owned(), sort: "operator" });
            operators.chain(connectives()).collect()
        }
        _ => connectives().into_iter().chain(terms(game)).collect(),
    }
}

/// Whether what follows this piece is a value.
fn is_value(before: Option<&Token>) -> bool {
    matches!(before.map(|t| &t.kind), Some(TokenKind::Sign(_)))
        || matches!(before.map(|t| &t.kind), Some(TokenKind::Word { text, .. }) if text.eq_ignore_ascii_case("has"))
}

fn connectives() -> Vec<Candidate> {
    ["and", "or"].map(|w| candidate(w, "word")).to_vec()
}

fn tables(game: Vocabulary) -> BTreeSet<Candidate> {
    let tables = game.tables.iter().filter(|t| t.record.is_some());
    tables.map(|t| Candidate { text: format!("{}/", t.key), sort: "table" }).collect()
}

fn terms(game: Vocabulary) -> BTreeSet<Candidate> {
    let kinds = game.kinds.iter().map(|k| candidate(k.key, "kind"));
    let fields = game.schemas.iter().flat_map(|s| s.all_fields()).map(|f| candidate(f.name, "field"));
    let own = [NAME, ROW].map(|n| candidate(n, "field"));
    let words = ["near", "linked-to", "linked-from", "has-problem"].map(|w| candidate(w, "word"));
    let of_objects = own.into_iter().chain(words).filter(|_| game.objects);
    kinds.chain(fields).chain(of_objects).chain([candidate("not", "word")]).collect()
}

fn values(game: Vocabulary, field: &str) -> BTreeSet<Candidate> {
    let mut out = flag_names(game, field);
    for found in fields_named(game, field) {
        let kind = match &found.kind {
            Kind::Array { of, .. } | Kind::Vector { of, .. } => *of,
            kind => kind,
        };
        match kind {
            Kind::Choice(names) => out.extend(names.list.iter().map(|n| candidate(n.name, "value"))),
            Kind::Bool => out.extend(["yes", "no"].map(|w| candidate(w, "value"))),
            kind if kind.link().is_some_and(|l| !l.none.is_empty()) => {
                out.insert(candidate("none", "value"));
            }
            _ => {}
        }
    }
    out
}
