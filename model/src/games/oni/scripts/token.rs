//! The words of a script, with the bytes they stand in (`oni.md` 4.2).

/// Bytes from `from` up to, not including, `to`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// The first byte.
    pub from: usize,
    /// One past the last byte.
    pub to: usize,
}

impl Span {
    /// From the start of one to the end of another.
    #[must_use]
    pub fn to(self, other: Span) -> Span {
        Span { from: self.from, to: other.to.max(self.from) }
    }

    /// The bytes of a text it stands for.
    #[must_use]
    pub fn of(self, text: &[u8]) -> &[u8] {
        text.get(self.from..self.to).unwrap_or_default()
    }

    /// The text it stands for. Scripts are plain ASCII (`oni.md` 4.1); bytes beyond are read as Latin-1.
    #[must_use]
    pub fn text(self, text: &[u8]) -> String {
        self.of(text).iter().map(|byte| char::from(*byte)).collect()
    }
}

/// What a run of bytes is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A name, a keyword, a number or a string without quotes.
    Word,
    /// A string in quotes, the quotes included.
    Quoted,
    /// A separator or an operator.
    Mark(Mark),
    /// The end of a line: it ends a call in the weak form.
    LineEnd,
    /// From `#` to the end of the line.
    Comment,
    /// Blanks.
    Blank,
}

/// A separator or an operator that is no word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[allow(missing_docs, reason = "each is what its name says")]
pub enum Mark {
    Semicolon,
    Comma,
    OpenParenthesis,
    CloseParenthesis,
    OpenBrace,
    CloseBrace,
    Less,
    LessOrEqual,
    Greater,
    GreaterOrEqual,
    Plus,
    Minus,
    Not,
    Equals,
}

/// A run of bytes and what it is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub kind: Kind,
    /// Where it stands.
    pub span: Span,
}

/// All tokens of a text: together they are the text, byte for byte.
#[must_use]
pub fn tokens(text: &[u8]) -> Vec<Token> {
    let mut tokens = Vec::with_capacity(text.len() / 4);
    let mut at = 0;
    while let Some(rest) = text.get(at..).filter(|rest| !rest.is_empty()) {
        let (kind, len) = first(rest);
        tokens.push(Token { kind, span: Span { from: at, to: at + len } });
        at += len;
    }
    tokens
}

/// The first token of a text that is not empty, and its length, at least 1.
fn first(text: &[u8]) -> (Kind, usize) {
    let count = |belongs: fn(u8) -> bool| text.iter().take_while(|byte| belongs(**byte)).count();
    match text {
        [b'\r', b'\n', ..] => (Kind::LineEnd, 2),
        [b'\r' | b'\n', ..] => (Kind::LineEnd, 1),
        [b'#', ..] => (Kind::Comment, count(|byte| !is_line_end(byte))),
        [b'"', rest @ ..] => {
            let inside = rest.iter().take_while(|byte| **byte != b'"' && !is_line_end(**byte)).count();
            let closed = usize::from(rest.get(inside) == Some(&b'"'));
            (Kind::Quoted, 1 + inside + closed)
        }
        [b'<', b'=', ..] => (Kind::Mark(Mark::LessOrEqual), 2),
        [b'>', b'=', ..] => (Kind::Mark(Mark::GreaterOrEqual), 2),
        [byte, ..] => match mark(*byte) {
            Some(mark) => (Kind::Mark(mark), 1),
            None if is_blank(*byte) => (Kind::Blank, count(is_blank)),
            None => (Kind::Word, count(is_word)),
        },
        [] => (Kind::Blank, 1),
    }
}

fn mark(byte: u8) -> Option<Mark> {
    Some(match byte {
        b';' => Mark::Semicolon,
        b',' => Mark::Comma,
        b'(' => Mark::OpenParenthesis,
        b')' => Mark::CloseParenthesis,
        b'{' => Mark::OpenBrace,
        b'}' => Mark::CloseBrace,
        b'<' => Mark::Less,
        b'>' => Mark::Greater,
        b'+' => Mark::Plus,
        b'-' => Mark::Minus,
        b'!' => Mark::Not,
        b'=' => Mark::Equals,
        _ => return None,
    })
}

fn is_line_end(byte: u8) -> bool {
    matches!(byte, b'\r' | b'\n')
}

fn is_blank(byte: u8) -> bool {
    // Control characters, NUL among them, are nothing that could be part of a word.
    byte <= b' ' && !is_line_end(byte)
}

fn is_word(byte: u8) -> bool {
    mark(byte).is_none() && byte > b' ' && !matches!(byte, b'#' | b'"')
}

/// Whether a text can be the name of a function or a variable.
#[must_use]
pub fn is_name(text: &[u8]) -> bool {
    let letter = |byte: &u8| byte.is_ascii_alphabetic() || *byte == b'_';
    text.first().is_some_and(letter) && text.iter().all(|byte| letter(byte) || byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(text: &str) -> Vec<(Kind, String)> {
        tokens(text.as_bytes())
            .into_iter()
            .filter(|token| token.kind != Kind::Blank)
            .map(|token| (token.kind, token.span.text(text.as_bytes())))
            .collect()
    }

    #[test]
    fn words_marks_strings_and_comments_are_told_apart() {
        let word = |text: &str| (Kind::Word, text.to_owned());
        let mark = |mark, text: &str| (Kind::Mark(mark), text.to_owned());
        assert_eq!(
            shown("a_1 .8\t\"x # y\"<=5;# b\r\n}"),
            [
                word("a_1"),
                word(".8"),
                (Kind::Quoted, "\"x # y\"".to_owned()),
                mark(Mark::LessOrEqual, "<="),
                word("5"),
                mark(Mark::Semicolon, ";"),
                (Kind::Comment, "# b".to_owned()),
                (Kind::LineEnd, "\r\n".to_owned()),
                mark(Mark::CloseBrace, "}"),
            ]
        );
        assert_eq!(shown("\"open\nx")[0], (Kind::Quoted, "\"open".to_owned()));
    }

    #[test]
    fn the_tokens_are_the_whole_text() {
        let texts: [&[u8]; 5] = [b"", b"\r", b"\"", b"f(\xFF\0)\n\n##", b"sleep f60\r\r\n>=<"];
        for text in texts {
            let joined: Vec<u8> = tokens(text).iter().flat_map(|token| token.span.of(text)).copied().collect();
            assert_eq!(joined, text);
        }
    }

    #[test]
    fn a_name_begins_with_a_letter() {
        assert!(is_name(b"_a1"));
        for wrong in [&b""[..], b"1a", b"a-b", b"a b", b"\xFF"] {
            assert!(!is_name(wrong));
        }
    }
}
