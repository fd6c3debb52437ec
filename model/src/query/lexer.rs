//! A query's text as words, quoted texts and signs, each with its place.

use super::QueryError;

/// A piece of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: TokenKind,
    /// Its first character, from 0.
    pub(super) at: usize,
    /// One past its last character.
    pub(super) end: usize,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TokenKind {
    /// Anything without blanks: names, numbers, addresses. What stands in quotes right behind a dot belongs to it.
    Word {
        text: String,
        quoted: Option<String>,
    },
    Quoted(String),
    /// `= != < <= > >= ~`
    Sign(&'static str),
    Open,
    Close,
    Comma,
}

const SIGNS: [&str; 7] = ["!=", "<=", ">=", "=", "<", ">", "~"];

/// Splits a text; the first sign that makes no sense is an error.
pub(super) fn tokens(text: &str) -> Result<Vec<Token>, QueryError> {
    let characters: Vec<char> = text.chars().collect();
    let mut out = Vec::new();
    let mut at = 0;
    while let Some(&c) = characters.get(at) {
        if c.is_whitespace() {
            at += 1;
            continue;
        }
        let start = at;
        let kind = match c {
            '(' => single(&mut at, TokenKind::Open),
            ')' => single(&mut at, TokenKind::Close),
            ',' => single(&mut at, TokenKind::Comma),
            '"' => TokenKind::Quoted(quoted(&characters, &mut at)?),
            '=' | '<' | '>' | '~' | '!' => {
                let sign = SIGNS.into_iter().find(|s| {
                    let rest = characters.get(at..).unwrap_or_default();
                    s.chars().enumerate().all(|(i, c)| rest.get(i) == Some(&c))
                });
                let sign = sign.ok_or_else(|| QueryError::new(at, "“!” stands before “=” only; write “not”"))?;
                at += sign.len();
                TokenKind::Sign(sign)
            }
            _ => word(&characters, &mut at)?,
        };
        out.push(Token { kind, at: start, end: at });
    }
    Ok(out)
}

fn single(at: &mut usize, kind: TokenKind) -> TokenKind {
    *at += 1;
    kind
}

fn word(characters: &[char], at: &mut usize) -> Result<TokenKind, QueryError> {
    let mut text = String::new();
    while let Some(c) = characters.get(*at).filter(|c| !c.is_whitespace() && !"()\",=<>~!".contains(**c)) {
        text.push(*c);
        *at += 1;
    }
    let behind_dot = text.ends_with('.') && characters.get(*at) == Some(&'"');
    let quoted = if behind_dot { Some(quoted(characters, at)?) } else { None };
    Ok(TokenKind::Word { text, quoted })
}

/// The text between quotes; `\"` and `\\` stand for themselves.
fn quoted(characters: &[char], at: &mut usize) -> Result<String, QueryError> {
    let start = *at;
    *at += 1;
    let mut text = String::new();
    loop {
        match (characters.get(*at), characters.get(*at + 1)) {
            (None, _) => return Err(QueryError::new(start, "the quotes are never closed")),
            (Some('"'), _) => {
                *at += 1;
                return Ok(text);
            }
            (Some('\\'), Some(c @ ('"' | '\\'))) => {
                text.push(*c);
                *at += 2;
            }
            (Some(c), _) => {
                text.push(*c);
                *at += 1;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_falls_into_its_pieces() {
        let word = |text: &str| TokenKind::Word { text: text.to_owned(), quoted: None };
        let kinds: Vec<TokenKind> =
            tokens(r#"a-b.c>=-1.5 ("x \"y\"",#3)"#).unwrap().into_iter().map(|t| t.kind).collect();
        assert_eq!(
            kinds,
            [
                word("a-b.c"),
                TokenKind::Sign(">="),
                word("-1.5"),
                TokenKind::Open,
                TokenKind::Quoted("x \"y\"".to_owned()),
                TokenKind::Comma,
                word("#3"),
                TokenKind::Close
            ]
        );
        let flag = tokens(r#"é.flags."from ceiling" x"#).unwrap();
        let quoted = Some("from ceiling".to_owned());
        assert_eq!(flag[0], Token { kind: TokenKind::Word { text: "é.flags.".to_owned(), quoted }, at: 0, end: 22 });
        assert_eq!((flag[1].at, flag[1].end), (23, 24));
    }

    #[test]
    fn what_is_never_closed_is_pointed_at() {
        assert_eq!(tokens("a \"b").unwrap_err().at, 2);
        assert_eq!(tokens("é ! b").unwrap_err().at, 2);
        assert_eq!(tokens("x.\"").unwrap_err().at, 2);
    }
}
