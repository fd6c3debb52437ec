//! A text that is being edited, without anything that the person did not touch: lines keep the ends they have. Shown is the
//! text with plain line ends; every change is carried over to the text as stored.

/// A stored text and what is shown of it.
///
/// Texts of these games have one byte for a character, so a place counted in characters is one counted in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Buffer {
    /// As the document has it.
    base: String,
    /// As it is to be stored.
    stored: String,
    /// As it is shown.
    pub shown: String,
}

impl Buffer {
    /// Of a stored text.
    pub fn new(stored: &str) -> Buffer {
        Buffer { base: stored.to_owned(), stored: stored.to_owned(), shown: shown(stored) }
    }

    /// Whether it differs from the document.
    pub fn is_dirty(&self) -> bool {
        self.base != self.stored
    }

    /// Whether it was made from this text.
    pub fn is_of(&self, stored: &str) -> bool {
        self.base == stored
    }

    /// The document has it now.
    pub fn settle(&mut self) {
        self.base.clone_from(&self.stored);
    }

    /// The text as it is to be stored.
    pub fn stored(&self) -> &str {
        &self.stored
    }

    /// The shown text was changed from what it was before: the stored one follows.
    pub fn follow(&mut self, before: &str) {
        let (old, new): (Vec<char>, Vec<char>) = (before.chars().collect(), self.shown.chars().collect());
        let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        let most = old.len().min(new.len()) - start;
        let end = old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
        let (from, to) = (stored_at(&self.stored, start), stored_at(&self.stored, old.len() - end));
        let ending = line_end(&self.stored);
        let head: String = self.stored.chars().take(from).collect();
        let tail: String = self.stored.chars().skip(to).collect();
        let mut stored = head;
        for letter in new.get(start..new.len() - end).unwrap_or_default() {
            match letter {
                '\n' => stored.push_str(ending),
                letter => stored.push(*letter),
            }
        }
        stored.push_str(&tail);
        self.stored = stored;
        // Where a lone CR came to stand before an LF, the two are one line end now.
        self.shown = shown(&self.stored);
    }
}

/// The text with plain line ends.
fn shown(stored: &str) -> String {
    stored.replace("\r\n", "\n").replace('\r', "\n")
}

/// Where a character of the shown text stands in the stored one, counted in characters.
pub fn stored_at(stored: &str, shown: usize) -> usize {
    let mut at = 0;
    let mut seen = 0;
    let mut letters = stored.chars().peekable();
    while seen < shown {
        let Some(letter) = letters.next() else { break };
        at += 1;
        if letter == '\r' && letters.next_if_eq(&'\n').is_some() {
            at += 1;
        }
        seen += 1;
    }
    at
}

/// Where a character of the stored text stands in the shown one.
pub fn shown_at(stored: &str, at: usize) -> usize {
    let head: String = stored.chars().take(at).collect();
    shown(&head).chars().count()
}

/// How lines end in a text: as the first does; in a text of one line as the games' own files do.
fn line_end(stored: &str) -> &'static str {
    match stored.find(['\r', '\n']).map(|at| stored.get(at..).unwrap_or_default()) {
        Some(rest) if rest.starts_with('\n') => "\n",
        Some(rest) if !rest.starts_with("\r\n") => "\r",
        _ => "\r\n",
    }
}

/// Line and column of a place in a shown text, both counted from 1.
pub fn line_and_column(shown: &str, at: usize) -> (usize, usize) {
    let mut line = 1;
    let mut column = 1;
    for letter in shown.chars().take(at) {
        if letter == '\n' {
            line += 1;
            column = 1;
        } else {
            column += 1;
        }
    }
    (line, column)
}

/// Where a line begins in a shown text, counted in characters; its end if there are not so many.
pub fn line_start(shown: &str, line: usize) -> usize {
    let mut left = line.saturating_sub(1);
    let mut at = 0;
    for letter in shown.chars() {
        if left == 0 {
            break;
        }
        at += 1;
        left -= usize::from(letter == '\n');
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    fn edited(stored: &str, change: impl FnOnce(&mut String)) -> String {
        let mut buffer = Buffer::new(stored);
        let before = buffer.shown.clone();
        change(&mut buffer.shown);
        buffer.follow(&before);
        buffer.stored().to_owned()
    }

    #[test]
    fn lines_keep_the_ends_they_have() {
        let mixed = "a\r\nb\nc\rd\r\n";
        assert_eq!(Buffer::new(mixed).shown, "a\nb\nc\nd\n");
        assert_eq!(edited(mixed, |text| text.push('x')), "a\r\nb\nc\rd\r\nx");
        assert_eq!(edited(mixed, |text| text.insert(5, 'x')), "a\r\nb\ncx\rd\r\n");
        assert_eq!(edited(mixed, |text| text.replace_range(1..2, "")), "ab\nc\rd\r\n");
        assert_eq!(edited(mixed, |text| *text = text.replace('b', "y")), "a\r\ny\nc\rd\r\n");
    }

    #[test]
    fn new_lines_end_as_the_first_one_does() {
        for (stored, wanted) in [("a\r\nb", "a\r\nb\r\nc"), ("a\nb", "a\nb\nc"), ("a\rb", "a\rb\rc")] {
            assert_eq!(edited(stored, |text| text.push_str("\nc")), wanted);
        }
        assert_eq!(edited("", |text| text.push_str("a\n")), "a\r\n");
    }

    #[test]
    fn what_is_typed_and_taken_back_leaves_the_text_as_it_was() {
        let mut buffer = Buffer::new("one\r\ntwo\n");
        let before = buffer.shown.clone();
        buffer.shown.insert_str(2, "\nx");
        buffer.follow(&before);
        assert!(buffer.is_dirty());
        let before = buffer.shown.clone();
        buffer.shown.replace_range(2..4, "");
        buffer.follow(&before);
        assert!(!buffer.is_dirty());
    }

    #[test]
    fn places_are_told_in_both_texts() {
        let stored = "a\r\nbc\rd";
        for (shown, at) in [(0, 0), (1, 1), (2, 3), (4, 5), (5, 6), (6, 7), (99, 7)] {
            assert_eq!(stored_at(stored, shown), at, "{shown}");
            assert_eq!(shown_at(stored, at), shown.min(6), "{at}");
        }
        assert_eq!(line_and_column("ab\nc\n", 4), (2, 2));
        assert_eq!((line_start("ab\nc\n", 2), line_start("ab\nc\n", 9), line_start("", 1)), (3, 5, 0));
    }
}
