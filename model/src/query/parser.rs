//! From text to tree. Kinds, fields, flags and values are checked against the game's tables, so that a misspelt name is
//! an error at its character and not an empty answer.

use super::ast::{Comparison, Expression, FieldName, NAME, Operator, Place, ROW};
use super::compare::{ValueTest, bit_named, flags_of};
use super::lexer::{Token, TokenKind, tokens};
use super::{QueryError, Vocabulary};
use crate::document::ObjectKind;
use crate::record::Field;

/// How deep brackets and `not` may nest: deeper ones would only exhaust the stack.
const DEPTH: usize = 100;

/// Parses a query.
pub(super) fn parse(game: Vocabulary, text: &str) -> Result<Expression, QueryError> {
    let tokens = tokens(text)?;
    let end = text.chars().count();
    let mut parser = Parser { game, tokens: &tokens, next: 0, end, depth: 0 };
    if tokens.is_empty() {
        return Ok(Expression::All(Vec::new()));
    }
    let expression = parser.any()?;
    match parser.peek() {
        None => Ok(expression),
        Some(token) => Err(QueryError::new(token.at, "nothing opens this bracket, or a word is missing before it")),
    }
}

/// The kind that a word names: its key, its label or its plural, with hyphens for blanks.
pub(super) fn kind_named(game: Vocabulary, word: &str) -> Option<&'static ObjectKind> {
    let plain = spaced(word);
    let by = |name: fn(&ObjectKind) -> &'static str| {
        game.kinds.iter().copied().find(|k| spaced(name(k)).eq_ignore_ascii_case(&plain))
    };
    by(|k| k.key).or_else(|| by(|k| k.plural)).or_else(|| by(|k| k.label))
}

/// A name with blanks for hyphens and underscores.
pub(super) fn spaced(word: &str) -> String {
    word.replace(['-', '_'], " ")
}

/// Every field of the game with this name.
pub(super) fn fields_named<'a>(game: Vocabulary, name: &'a str) -> impl Iterator<Item = &'static Field> + use<'a> {
    game.schemas.iter().flat_map(|s| s.all_fields()).filter(move |f| f.name == name)
}

/// A word as the name of a field; `None` if the game has no such field.
pub(super) fn field_name(game: Vocabulary, word: &str) -> Option<FieldName> {
    let known = |name: &str| game.objects && (name == NAME || name == ROW) || fields_named(game, name).next().is_some();
    let of = |word: &str, raw: bool| -> Option<FieldName> {
        let (part, name) = match word.rsplit_once('.') {
            None => (None, word),
            Some((part, name)) if !part.is_empty() && !part.contains('.') => (Some(part.to_owned()), name),
            Some(_) => return None,
        };
        known(name).then(|| FieldName { part, name: name.to_owned(), raw })
    };
    of(word, false).or_else(|| of(word.strip_suffix(".raw")?, true))
}

struct Parser<'a> {
    game: Vocabulary,
    tokens: &'a [Token],
    next: usize,
    end: usize,
    depth: usize,
}

impl<'a> Parser<'a> {
    fn peek(&self) -> Option<&'a Token> {
        self.tokens.get(self.next)
    }

    fn take(&mut self) -> Option<&'a Token> {
        let token = self.tokens.get(self.next);
        self.next += 1;
        token
    }

    fn at(&self) -> usize {
        self.peek().map_or(self.end, |t| t.at)
    }

    fn word(&self) -> Option<&'a str> {
        match &self.peek()?.kind {
            TokenKind::Word { text, quoted: None } => Some(text),
            _ => None,
        }
    }

    fn keyword(&mut self, word: &str) -> bool {
        let is = self.word().is_some_and(|w| w.eq_ignore_ascii_case(word));
        self.next += usize::from(is);
        is
    }

    fn any(&mut self) -> Result<Expression, QueryError> {
        let mut list = vec![self.all()?];
        while self.keyword("or") {
            list.push(self.all()?);
        }
        Ok(one_or(list, Expression::Any))
    }

    fn all(&mut self) -> Result<Expression, QueryError> {
        let mut list = vec![self.not()?];
        loop {
            // Two conditions beside each other must both hold.
            let another =
                self.keyword("and") || self.peek().is_some_and(|t| t.kind != TokenKind::Close) && !self.is("or");
            if !another {
                return Ok(one_or(list, Expression::All));
            }
            list.push(self.not()?);
        }
    }

    fn is(&self, word: &str) -> bool {
        self.word().is_some_and(|w| w.eq_ignore_ascii_case(word))
    }

    fn not(&mut self) -> Result<Expression, QueryError> {
        let at = self.at();
        self.depth += 1;
        if self.depth > DEPTH {
            return Err(QueryError::new(at, format!("at most {DEPTH} brackets within each other")));
        }
        let made = if self.keyword("not") {
            Expression::Not(Box::new(self.not()?))
        } else if self.peek().is_some_and(|t| t.kind == TokenKind::Open) {
            self.next += 1;
            let inner = self.any()?;
            self.expect(&TokenKind::Close, "“)”")?;
            inner
        } else {
            self.term()?
        };
        self.depth -= 1;
        Ok(made)
    }

    fn expect(&mut self, kind: &TokenKind, what: &str) -> Result<(), QueryError> {
        let at = self.at();
        match self.take() {
            Some(token) if token.kind == *kind => Ok(()),
            _ => Err(QueryError::new(at, format!("here stands {what}"))),
        }
    }

    fn term(&mut self) -> Result<Expression, QueryError> {
        let at = self.at();
        let missing = || QueryError::new(at, "here stands a condition: a kind, a field with a value, or a text");
        let Some(token) = self.take() else { return Err(missing()) };
        let (text, quoted) = match &token.kind {
            TokenKind::Quoted(text) => {
                return match self.operator() {
                    None => Ok(Expression::Text(text.to_lowercase())),
                    Some(_) => Err(QueryError::new(at, "a field is written without quotes")),
                };
            }
            TokenKind::Word { text, quoted } => (text.as_str(), quoted.as_deref()),
            _ => return Err(missing()),
        };
        if quoted.is_none() {
            match text.to_ascii_lowercase().as_str() {
                "and" | "or" => return Err(missing()),
                _ if !self.game.objects => {}
                "near" if self.peek().is_some_and(|t| t.kind == TokenKind::Open) => return self.near(),
                "linked-to" => return Ok(Expression::Linked { address: self.address()?, back: false }),
                "linked-from" => return Ok(Expression::Linked { address: self.address()?, back: true }),
                "has-problem" => return self.problem(),
                _ => {}
            }
            if let Some(operator) = self.operator() {
                return self.comparison(text, at, operator);
            }
            if let Some(kind) = kind_named(self.game, text) {
                return Ok(Expression::Kind(kind));
            }
        }
        self.flag(text, quoted, at)
    }

    /// The operator that stands next.
    fn operator(&mut self) -> Option<Operator> {
        let operator = match &self.peek()?.kind {
            TokenKind::Sign(sign) => Operator::of(sign),
            TokenKind::Word { text, quoted: None } if text.eq_ignore_ascii_case("has") => Some(Operator::Has),
            _ => None,
        };
        self.next += usize::from(operator.is_some());
        operator
    }

    /// `field.flag`; any other word is a text to look for.
    fn flag(&self, text: &str, quoted: Option<&str>, at: usize) -> Result<Expression, QueryError> {
        let split = match quoted {
            Some(flag) => Some((text.strip_suffix('.').unwrap_or(text), flag)),
            None => text.rsplit_once('.').filter(|(_, flag)| !flag.is_empty()),
        };
        let named = split.and_then(|(field, flag)| Some((field_name(self.game, field)?, field, flag)));
        if let Some((field, written, flag)) = named.filter(|(field, ..)| !field.raw) {
            let flags: Vec<_> = fields_named(self.game, &field.name).filter_map(flags_of).collect();
            if flags.iter().any(|names| bit_named(names, flag).is_some()) {
                return Ok(Expression::Compare(Comparison { field, operator: Operator::Has, value: flag.to_owned() }));
            }
            if !flags.is_empty() && field_name(self.game, text).is_none() {
                let at = at + written.chars().count() + 1;
                return Err(QueryError::new(at, format!("{written} has no flag “{flag}”")));
            }
        }
        match quoted {
            None => Ok(Expression::Text(text.to_lowercase())),
            Some(_) => Err(QueryError::new(at, format!("“{text}” is no field with flags"))),
        }
    }

    fn comparison(&mut self, text: &str, at: usize, operator: Operator) -> Result<Expression, QueryError> {
        let Some(field) = field_name(self.game, text) else {
            let name = text.strip_suffix(".raw").unwrap_or(text);
            let near = closest(self.game, name.rsplit('.').next().unwrap_or(name));
            let hint = near.map(|n| format!("; there is “{n}”")).unwrap_or_default();
            return Err(QueryError::new(at, format!("no record of {} has a field “{text}”{hint}", self.game.name)));
        };
        let value_at = self.at();
        let (value, quoted) = match self.take().map(|t| &t.kind) {
            Some(TokenKind::Word { text, quoted: None }) => (text.clone(), false),
            Some(TokenKind::Quoted(text)) => (text.clone(), true),
            _ => return Err(QueryError::new(value_at, "here stands a value; in quotes if it has blanks")),
        };
        if !quoted && ["and", "or", "not"].contains(&value.to_ascii_lowercase().as_str()) {
            return Err(QueryError::new(value_at, "here stands a value; in quotes if it is a word of the language"));
        }
        let comparison = Comparison { field, operator, value };
        self.check_value(&comparison, value_at)?;
        Ok(Expression::Compare(comparison))
    }

    /// Refuses a value that no field of this name takes.
    fn check_value(&self, comparison: &Comparison, at: usize) -> Result<(), QueryError> {
        let name = &comparison.field.name;
        let mut refusal = None;
        let own = (name == NAME || name == ROW).then(|| ValueTest::special(comparison));
        let fields = fields_named(self.game, name).map(|f| ValueTest::new(f, comparison));
        let special_only = own.is_some();
        for test in own.into_iter().chain(fields.filter(|_| !special_only)) {
            match test {
                Ok(_) => return Ok(()),
                Err(reason) => refusal = refusal.or(Some(reason)),
            }
        }
        Err(QueryError::new(at, refusal.unwrap_or_else(|| format!("{name} cannot be compared"))))
    }

    fn address(&mut self) -> Result<String, QueryError> {
        let at = self.at();
        match self.take().map(|t| &t.kind) {
            Some(TokenKind::Word { text, quoted: None }) if text.contains('/') => Ok(text.clone()),
            _ => Err(QueryError::new(at, "here stands an address: a table and a row, such as lights/5")),
        }
    }

    fn problem(&mut self) -> Result<Expression, QueryError> {
        let id = self.word().filter(|w| !["and", "or", "not"].contains(&w.to_ascii_lowercase().as_str()));
        let known = id.filter(|id| self.game.checks.iter().any(|c| c.id == *id));
        if known.is_none()
            && let Some(id) = id
            && id.contains('-')
            && kind_named(self.game, id).is_none()
            && !["linked-to", "linked-from", "has-problem"].contains(&id)
        {
            return Err(QueryError::new(self.at(), format!("there is no check “{id}”")));
        }
        self.next += usize::from(known.is_some());
        Ok(Expression::Problem(known.map(str::to_owned)))
    }

    fn near(&mut self) -> Result<Expression, QueryError> {
        self.expect(&TokenKind::Open, "“(”")?;
        let mut numbers = Vec::new();
        let mut object = None;
        loop {
            let at = self.at();
            let word = self.word().ok_or_else(|| QueryError::new(at, "here stands an object or a number"))?;
            self.next += 1;
            match word.parse::<f64>() {
                Ok(number) if number.is_finite() => numbers.push(number),
                _ if word.contains('/') && object.is_none() && numbers.is_empty() => object = Some(word.to_owned()),
                _ => return Err(QueryError::new(at, format!("“{word}” is neither a number nor an object's address"))),
            }
            let at = self.at();
            match self.take().map(|t| &t.kind) {
                Some(TokenKind::Comma) => {}
                Some(TokenKind::Close) => break,
                _ => return Err(QueryError::new(at, "here stands “,” or “)”")),
            }
        }
        let at = self.at().saturating_sub(1);
        let distance = numbers.pop();
        match (object, distance, numbers.len()) {
            (Some(object), Some(distance), 0) => Ok(Expression::Near(Place::Object(object), distance)),
            (None, Some(distance), 2 | 3) => Ok(Expression::Near(Place::At(numbers), distance)),
            _ => Err(QueryError::new(at, "near takes an object or x, y or x, y, z, and then a distance")),
        }
    }
}

fn one_or(mut list: Vec<Expression>, many: fn(Vec<Expression>) -> Expression) -> Expression {
    match (list.pop(), list.is_empty()) {
        (Some(only), true) => only,
        (last, _) => {
            list.extend(last);
            many(list)
        }
    }
}

/// The field whose name differs least, if it differs by two letters at most.
fn closest(game: Vocabulary, name: &str) -> Option<&'static str> {
    let fields = game.schemas.iter().flat_map(|s| s.all_fields()).map(|f| f.name);
    fields.map(|f| (distance(f, name), f)).filter(|(d, _)| *d <= 2).min().map(|(_, f)| f)
}

/// How many letters must be put in, taken out or changed.
fn distance(a: &str, b: &str) -> usize {
    let b: Vec<char> = b.chars().take(64).collect();
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.chars().enumerate() {
        let mut diagonal = std::mem::replace(row.first_mut().unwrap_or(&mut 0), i + 1);
        let mut left = i + 1;
        for (y, cell) in b.iter().zip(row.iter_mut().skip(1)) {
            let here = (diagonal + usize::from(x != *y)).min(*cell + 1).min(left + 1);
            diagonal = std::mem::replace(cell, here);
            left = here;
        }
    }
    row.last().copied().unwrap_or(0)
}
