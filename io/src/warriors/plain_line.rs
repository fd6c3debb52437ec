//! Lines of an object list that are plainly well formed (`warriors.md` 1.1), told at once from all others: the game's own
//! lists consist of nothing else, and reading each word as a value would cost more than all the rest of opening.

use levelwright_model::games::warriors::tables::separator;

use super::list::MOST_NAME;

/// More digits than the game writes, and few enough to fit every field.
const MOST_DIGITS: usize = 9;

/// What a byte can be in a line.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// Between words, but for what ends the line.
    Between,
    /// LF.
    End,
    Digit,
    /// A letter of a hexadecimal number.
    Hex,
    /// Any other byte of ASCII.
    Other,
    /// A byte that only Latin-1 has.
    Latin,
}

static SORTS: [Sort; 256] = {
    let mut sorts = [Sort::Other; 256];
    let mut byte = 0u8;
    loop {
        sorts[byte as usize] = match byte {
            b'\n' => Sort::End,
            b if separator(b) => Sort::Between,
            b'0'..=b'9' => Sort::Digit,
            b'a'..=b'f' | b'A'..=b'F' => Sort::Hex,
            0x80.. => Sort::Latin,
            _ => Sort::Other,
        };
        if byte == 255 {
            break sorts;
        }
        byte += 1;
    }
};

/// The length of the line at the beginning of a text, with its end, if it is plainly well formed: thirteen words, short
/// numbers in plain digits, short names in ASCII.
pub(super) fn length(text: &[u8]) -> Option<usize> {
    let mut line = Plain { text, at: 0 };
    line.name()?;
    // The position and the rotation.
    for _ in 0..7 {
        line.real()?;
    }
    // The unused number, the zone and the flags.
    for _ in 0..3 {
        line.whole()?;
    }
    line.tint()?;
    line.name()?;
    line.end()
}

struct Plain<'a> {
    text: &'a [u8],
    at: usize,
}

impl Plain<'_> {
    /// The sort of the byte at hand; the end of the text ends a line too.
    fn sort(&self) -> Sort {
        self.text.get(self.at).map_or(Sort::End, |byte| SORTS.get(usize::from(*byte)).copied().unwrap_or(Sort::Latin))
    }

    /// Goes on while bytes are of these sorts. Answers over how many it went.
    fn run(&mut self, of: impl Fn(Sort) -> bool) -> usize {
        let from = self.at;
        while of(self.sort()) {
            self.at += 1;
        }
        self.at - from
    }

    /// Goes to the next word of the line.
    fn word(&mut self) {
        self.run(|sort| sort == Sort::Between);
    }

    /// Only if the word ends here.
    fn ended(&self) -> Option<()> {
        matches!(self.sort(), Sort::Between | Sort::End).then_some(())
    }

    fn name(&mut self) -> Option<()> {
        self.word();
        let len = self.run(|sort| matches!(sort, Sort::Digit | Sort::Hex | Sort::Other));
        (1..=MOST_NAME).contains(&len).then_some(())?;
        self.ended()
    }

    fn sign(&mut self) {
        self.word();
        self.at += usize::from(self.text.get(self.at) == Some(&b'-'));
    }

    fn digits(&mut self) -> Option<()> {
        (1..=MOST_DIGITS).contains(&self.run(|sort| sort == Sort::Digit)).then_some(())
    }

    fn real(&mut self) -> Option<()> {
        self.sign();
        self.digits()?;
        if self.text.get(self.at) == Some(&b'.') {
            self.at += 1;
            self.digits()?;
        }
        self.ended()
    }

    fn whole(&mut self) -> Option<()> {
        self.sign();
        self.digits()?;
        self.ended()
    }

    fn tint(&mut self) -> Option<()> {
        self.word();
        let len = self.run(|sort| matches!(sort, Sort::Digit | Sort::Hex));
        (1..=8).contains(&len).then_some(())?;
        self.ended()
    }

    /// Behind the end of the line.
    fn end(&mut self) -> Option<usize> {
        self.word();
        (self.sort() == Sort::End).then(|| (self.at + 1).min(self.text.len()))
    }
}

#[cfg(test)]
mod tests {
    use super::length;

    const LINE: &[u8] = b"{dyn_gbags {1.25, -20, 0.7}, {0, 0, 0.7071, -0.7071}, -1, 26, 0, ffffffff, nil )";

    #[test]
    fn a_plain_line_is_told_with_and_without_an_end() {
        for (end, more) in [("", ""), ("\n", ""), ("\r\n", "x"), (" {} )\n", "{")] {
            let text = [LINE, end.as_bytes(), more.as_bytes()].concat();
            assert_eq!(length(&text), Some(LINE.len() + end.len()), "{end:?}");
        }
    }

    #[test]
    fn what_has_to_be_read_word_by_word_is_not_told() {
        let line = String::from_utf8(LINE.to_vec()).unwrap();
        for (old, new) in [
            ("dyn_gbags ", ""),
            ("1.25", "nil"),
            ("1.25", "1e3"),
            ("1.25", "1."),
            ("1.25", "12345678901"),
            ("-20", "--20"),
            ("-1,", "-,"),
            ("26", "26.5"),
            ("ffffffff", "fffffffff"),
            ("ffffffff", "fffg"),
            (", nil", ""),
            ("nil", "nil more"),
            (", 0.7}", "\n, 0.7}"),
            ("dyn_gbags", &"n".repeat(256)),
            ("dyn_gbags", "d\u{e9}"),
        ] {
            assert!(line.contains(old) && length(line.replacen(old, new, 1).as_bytes()).is_none(), "{new}");
        }
        assert_eq!((length(b""), length(b"\n")), (None, None));
    }
}
