//! The sums people may type into a number field: `+10`, `-=3`, `*2`, `/4`, `=row*16`.

/// What names in a sum stand for.
#[derive(Clone, Copy, Debug, Default)]
pub struct Names {
    /// The present value.
    pub x: f64,
    /// The record's position in its table.
    pub row: f64,
    /// Its place in the selection, from 0.
    pub n: f64,
}

/// A sum.
#[derive(Clone, Debug, PartialEq)]
pub enum Term {
    /// A number.
    Number(f64),
    /// The present value.
    X,
    /// The record's position.
    Row,
    /// The place in the selection.
    N,
    /// Two terms and what joins them.
    Two(Box<Term>, char, Box<Term>),
}

impl Term {
    /// Reads a sum. `None` if the text is no sum but a plain value; an error if it begins like one and
    /// cannot be read.
    pub fn read(text: &str) -> Option<Result<Term, String>> {
        let (sign, rest) = if let Some(rest) = text.strip_prefix('=') {
            (None, rest)
        } else if let Some(rest) = text.strip_prefix("-=").or_else(|| text.strip_prefix("--")) {
            // A lone minus is a negative value, so taking away is written with a second sign.
            (Some('-'), rest)
        } else {
            let first = text.chars().next().filter(|c| "+*/".contains(*c))?;
            let rest = text.get(1..).unwrap_or_default();
            (Some(first), rest.strip_prefix('=').unwrap_or(rest))
        };
        let mut reader = Reader { text: rest, depth: 0 };
        let read = reader.sum().and_then(|term| {
            if reader.text.trim().is_empty() {
                Ok(term)
            } else {
                Err(format!("“{}” is not understood", reader.text.trim()))
            }
        });
        Some(read.map(|term| match sign {
            None => term,
            Some(sign) => Term::Two(Box::new(Term::X), sign, Box::new(term)),
        }))
    }

    /// Its value; not finite where there is none.
    pub fn value(&self, names: &Names) -> f64 {
        match self {
            Term::Number(number) => *number,
            Term::X => names.x,
            Term::Row => names.row,
            Term::N => names.n,
            Term::Two(a, sign, b) => {
                let (a, b) = (a.value(names), b.value(names));
                match sign {
                    '+' => a + b,
                    '-' => a - b,
                    '*' => a * b,
                    _ => a / b,
                }
            }
        }
    }
}

struct Reader<'a> {
    text: &'a str,
    depth: u32,
}

impl Reader<'_> {
    fn peek(&mut self) -> Option<char> {
        self.text = self.text.trim_start();
        self.text.chars().next()
    }

    fn take(&mut self, wanted: &str) -> Option<char> {
        let next = self.peek().filter(|c| wanted.contains(*c))?;
        self.text = self.text.get(next.len_utf8()..).unwrap_or_default();
        Some(next)
    }

    fn sum(&mut self) -> Result<Term, String> {
        let mut term = self.product()?;
        while let Some(sign) = self.take("+-") {
            term = Term::Two(Box::new(term), sign, Box::new(self.product()?));
        }
        Ok(term)
    }

    fn product(&mut self) -> Result<Term, String> {
        let mut term = self.single()?;
        while let Some(sign) = self.take("*/") {
            term = Term::Two(Box::new(term), sign, Box::new(self.single()?));
        }
        Ok(term)
    }

    fn single(&mut self) -> Result<Term, String> {
        // Typed text may nest as deep as it is long; nobody means more than a few.
        if self.depth > 32 {
            return Err("too many brackets".to_owned());
        }
        if self.take("-").is_some() {
            self.depth += 1;
            let term = self.single()?;
            return Ok(Term::Two(Box::new(Term::Number(0.0)), '-', Box::new(term)));
        }
        if self.take("(").is_some() {
            self.depth += 1;
            let term = self.sum()?;
            return self.take(")").map(|_| term).ok_or_else(|| "a bracket is not closed".to_owned());
        }
        self.peek();
        let end = self.text.find(|c: char| !c.is_alphanumeric() && c != '.').unwrap_or(self.text.len());
        let (word, rest) = self.text.split_at(end);
        self.text = rest;
        match word {
            "x" => Ok(Term::X),
            "row" => Ok(Term::Row),
            "n" => Ok(Term::N),
            "" => Err("something is missing at the end".to_owned()),
            word => {
                let hex = word.strip_prefix("0x").and_then(|h| u32::from_str_radix(h, 16).ok()).map(f64::from);
                hex.or_else(|| word.parse().ok().filter(|n: &f64| n.is_finite()))
                    .map(Term::Number)
                    .ok_or_else(|| format!("“{word}” is not understood (x, row and n are)"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn value(text: &str) -> Option<Result<f64, String>> {
        let names = Names { x: 10.0, row: 3.0, n: 2.0 };
        Term::read(text).map(|t| t.map(|t| t.value(&names)))
    }

    #[test]
    fn sums_are_read_with_the_usual_precedence() {
        for (text, expected) in [
            ("+5", 15.0),
            ("*2+1", 30.0),
            ("=2+3*4", 14.0),
            ("=(2+3)*4", 20.0),
            ("=-row", -3.0),
            ("= x - n", 8.0),
            ("=0x10", 16.0),
            ("+=1", 11.0),
            ("--1", 9.0),
        ] {
            assert_eq!(value(text), Some(Ok(expected)), "{text}");
        }
    }

    #[test]
    fn plain_values_are_no_sums_and_broken_sums_say_so() {
        for text in ["5", "-5", "north", ""] {
            assert_eq!(value(text), None, "{text}");
        }
        for text in ["=", "+", "=row*", "=(1", "=1)", "=y", "=1 2"] {
            assert!(matches!(value(text), Some(Err(_))), "{text}");
        }
        assert!(matches!(value(&format!("={}1", "(".repeat(5000))), Some(Err(_))));
    }
}
