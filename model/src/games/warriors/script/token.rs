//! Taking a script's text apart, Lua 4.0.

use std::ops::Range;

/// What a piece of text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sort {
    /// A name or a word of the language.
    Name,
    /// A number.
    Number,
    /// A text in quotes or brackets.
    Text,
    /// A single character of punctuation, or two that belong together.
    Sign,
}

/// A piece of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Token {
    /// What it is.
    pub sort: Sort,
    /// Where it stands.
    pub span: Range<usize>,
}

/// The pieces of a text from a place on; comments and blanks lie between them.
#[derive(Clone, Debug)]
pub struct Tokens<'a> {
    text: &'a [u8],
    at: usize,
}

impl<'a> Tokens<'a> {
    /// From the beginning.
    pub fn new(text: &'a [u8]) -> Tokens<'a> {
        Tokens { text, at: 0 }
    }

    fn blanks(&mut self) {
        loop {
            match self.text.get(self.at..) {
                Some([b'-', b'-', ..]) => {
                    // Comments end with their line, those with brackets too: Lua 4.0 knows no others.
                    let rest = self.text.get(self.at..).unwrap_or_default();
                    self.at += rest.iter().position(|b| *b == b'\n').unwrap_or(rest.len());
                }
                // NULs may follow a script in its container.
                Some([b, ..]) if b.is_ascii_whitespace() || *b == 0 || *b == 0x0B => self.at += 1,
                _ => return,
            }
        }
    }

    fn long_text(&self) -> usize {
        let mut depth = 0usize;
        let mut at = self.at;
        while let Some(pair) = self.text.get(at..at + 2) {
            match pair {
                b"[[" => {
                    depth += 1;
                    at += 2;
                }
                b"]]" => {
                    depth = depth.saturating_sub(1);
                    at += 2;
                    if depth == 0 {
                        return at;
                    }
                }
                _ => at += 1,
            }
        }
        self.text.len()
    }

    fn quoted(&self, quote: u8) -> usize {
        let mut at = self.at + 1;
        while let Some(b) = self.text.get(at) {
            match b {
                b'\\' => at += 2,
                b if *b == quote => return at + 1,
                // A text does not cross a line's end.
                b'\n' => return at,
                _ => at += 1,
            }
        }
        self.text.len()
    }

    fn run(&self, more: impl Fn(u8, u8) -> bool) -> usize {
        let mut at = self.at + 1;
        while let (Some(before), Some(b)) = (self.text.get(at - 1), self.text.get(at)) {
            if !more(*before, *b) {
                break;
            }
            at += 1;
        }
        at
    }
}

impl Iterator for Tokens<'_> {
    type Item = Token;

    fn next(&mut self) -> Option<Token> {
        self.blanks();
        let start = self.at;
        let word = |_: u8, b: u8| b.is_ascii_alphanumeric() || b == b'_';
        let digits = |before: u8, b: u8| {
            b.is_ascii_alphanumeric() || b == b'.' || (matches!(b, b'+' | b'-') && matches!(before, b'e' | b'E'))
        };
        let second = self.text.get(start + 1).copied();
        let hexadecimal = matches!(self.text.get(start..start + 2), Some(b"0x" | b"0X"));
        let (sort, end) = match *self.text.get(start)? {
            b if b.is_ascii_alphabetic() || b == b'_' => (Sort::Name, self.run(word)),
            b if b.is_ascii_digit() && hexadecimal => (Sort::Number, self.run(word)),
            b if b.is_ascii_digit() => (Sort::Number, self.run(digits)),
            b'.' if second.is_some_and(|b| b.is_ascii_digit()) => (Sort::Number, self.run(digits)),
            quote @ (b'"' | b'\'') => (Sort::Text, self.quoted(quote)),
            b'[' if second == Some(b'[') => (Sort::Text, self.long_text()),
            b'=' | b'~' | b'<' | b'>' if second == Some(b'=') => (Sort::Sign, start + 2),
            b'.' if second == Some(b'.') => {
                let three = self.text.get(start + 2) == Some(&b'.');
                (Sort::Sign, start + if three { 3 } else { 2 })
            }
            _ => (Sort::Sign, start + 1),
        };
        self.at = end.min(self.text.len());
        Some(Token { sort, span: start..self.at })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn words(text: &str) -> Vec<&str> {
        Tokens::new(text.as_bytes()).map(|t| text.get(t.span).unwrap()).collect()
    }

    #[test]
    fn comments_end_with_their_line_and_texts_are_one_piece() {
        assert_eq!(words("a -- b(\n--[[ c\nd"), ["a", "d"]);
        assert_eq!(words("x=[[a[[b]]c]] 'it\\'s' \"a b\""), ["x", "=", "[[a[[b]]c]]", "'it\\'s'", "\"a b\""]);
        assert_eq!(
            words("-.7071,1e-3 0x7A..b t.x~=1"),
            ["-", ".7071", ",", "1e-3", "0x7A", "..", "b", "t", ".", "x", "~=", "1"]
        );
        assert_eq!(words("\"open\nnext"), ["\"open", "next"]);
        assert_eq!(words("[[open"), ["[[open"]);
        assert_eq!(words("a\0\0"), ["a"]);
    }

    #[test]
    fn any_bytes_end_somewhere() {
        for b in 0..=255u8 {
            for c in [b'"', b'[', b'\\', b'-', 0, b'.'] {
                let text = [b, c, b, b];
                let spans: Vec<_> = Tokens::new(&text).map(|t| t.span).collect();
                assert!(spans.iter().all(|s| s.start < s.end && s.end <= 4), "{text:?}");
            }
        }
    }
}
