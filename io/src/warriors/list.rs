//! `<level>_objs.txt`: the placed objects of a level as lines of text (`warriors.md` 1.1).
//!
//! The line of the count is the table's head, counted lines are its rows, each with its line end, whatever follows is its
//! tail. Blank lines belong to the line behind them: the game reads words, not line ends.

use std::ops::Range;
use std::sync::Arc;

use levelwright_model::document::{LevelBuilder, Node, NodeBytes, Notice, Severity};
use levelwright_model::games::warriors::records::{LINE, LineField};
use levelwright_model::games::warriors::tables::{self, separator};
use levelwright_model::record::text::Encoding;
use levelwright_model::record::token;

use super::Fault;
use super::plain_line;
use super::script::without_nuls;

/// Most notices about one list; more are counted.
const MOST_NOTICES: usize = 100;

/// An object list, taken apart.
#[derive(Debug)]
pub(crate) struct List<'a> {
    bytes: &'a Arc<Vec<u8>>,
    head: &'a [u8],
    lines: Vec<Range<usize>>,
    tail: &'a [u8],
    notices: Vec<(usize, String)>,
}

/// Whether bytes are an object list, or mean to be one: the first line is a number alone, and lines of words with brackets
/// follow, if any.
pub(crate) fn recognise(bytes: &[u8]) -> bool {
    if utf16(bytes) {
        return true;
    }
    let mut lines = bytes.split(|b| *b == b'\n').map(|line| line.trim_ascii());
    let first = lines.next().unwrap_or_default();
    let digits = first.strip_prefix(b"-").unwrap_or(first);
    let number = !digits.is_empty() && digits.len() <= 40 && digits.iter().all(u8::is_ascii_digit);
    match lines.find(|line| !line.iter().all(|b| *b == 0 || b.is_ascii_whitespace())) {
        None => number && bytes.contains(&b'\n'),
        Some(line) => number && line.contains(&b'{'),
    }
}

/// A number in UTF-16 behind a byte order mark.
fn utf16(bytes: &[u8]) -> bool {
    let digit = |at| bytes.get(at).is_some_and(u8::is_ascii_digit);
    bytes.starts_with(&[0xFF, 0xFE]) && digit(2) || bytes.starts_with(&[0xFE, 0xFF]) && digit(3)
}

/// The line of the count, and the count.
fn front(bytes: &[u8]) -> Result<(&[u8], u64), Fault> {
    if bytes.is_empty() {
        return Err(Fault::new("the object list is empty: not even a count", "Get the file anew."));
    }
    if utf16(bytes) || bytes.starts_with(&[0xEF, 0xBB, 0xBF]) {
        let message = "the object list begins with a byte order mark: its text is not Latin-1, as the game reads it";
        return Err(Fault::new(message, "Save it as Latin-1 or ASCII text without a mark."));
    }
    let (text, _) = without_nuls(bytes);
    let head = text.split_inclusive(|b| *b == b'\n').next().unwrap_or_default();
    Ok((head, count(head)?))
}

/// Counted lines with what is blank in front of each, and the number of each in the file, the first being the count's.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    number: usize,
    left: u64,
}

/// A line as it stands in the list.
struct Line {
    /// With the blank lines in front of it.
    range: Range<usize>,
    /// Where it begins itself.
    start: usize,
    /// Whether it is known to be plainly well formed; else it has to be looked at.
    plain: bool,
}

impl Iterator for Lines<'_> {
    type Item = Line;

    fn next(&mut self) -> Option<Line> {
        let from = self.at;
        loop {
            let rest = self.bytes.get(self.at..).filter(|rest| !rest.is_empty() && self.left > 0)?;
            let plain = plain_line::length(rest);
            let end = || rest.iter().position(|b| *b == b'\n').map_or(rest.len(), |at| at + 1);
            let len = plain.unwrap_or_else(end);
            let start = self.at;
            self.at += len;
            self.number += 1;
            let line = rest.get(..len).unwrap_or_default();
            if plain.is_none() && line.iter().all(|b| *b == 0 || b.is_ascii_whitespace()) {
                continue;
            }
            self.left -= 1;
            return Some(Line { range: from..self.at, start, plain: plain.is_some() });
        }
    }
}

impl<'a> Lines<'a> {
    fn new(bytes: &'a [u8], head: &[u8], count: u64) -> Lines<'a> {
        // NULs fill an entry of the archive. They end the file and not its last line, so that a line can be added.
        let (bytes, _) = without_nuls(bytes);
        Lines { bytes, at: head.len(), number: 1, left: count }
    }

    fn bytes(&self, range: Range<usize>) -> &'a [u8] {
        self.bytes.get(range).unwrap_or_default()
    }

    fn has_words(&self, line: &Line) -> bool {
        line.plain || token::spans(self.bytes(line.start..line.range.end), separator).next().is_some()
    }
}

/// Whether a file is a list that can be taken apart.
///
/// # Errors
/// Those of [`List::read`]; no line is looked at behind the first with a word.
pub(crate) fn check(bytes: &[u8]) -> Result<(), Fault> {
    let (head, count) = front(bytes)?;
    let mut lines = Lines::new(bytes, head, count);
    let (mut any, mut longest) = (false, 0);
    while let Some(line) = lines.next() {
        if lines.has_words(&line) {
            return Ok(());
        }
        any = true;
        longest = longest.max(line.range.len());
    }
    if any {
        let message = format!("line 2 holds no word, only brackets and blanks ({longest} bytes in one line)");
        return Err(Fault::new(message, "This is no object list, or it is damaged. Get the file anew."));
    }
    Ok(())
}

/// What cannot be read in a line, if anything.
pub(super) fn wrong_in(line: &[u8]) -> Option<String> {
    use LineField as F;
    let fields =
        [F::name, F::x, F::y, F::z, F::qx, F::qy, F::qz, F::qw, F::unused, F::zone, F::flags, F::tint, F::flag_name];
    let mut wrong = Vec::new();
    let spans: Vec<_> = token::spans(line, separator).collect();
    for field in fields {
        match token::get_among(line, &spans, field.field()) {
            Err(error) => wrong.push(error.to_string()),
            Ok(value) => {
                if value.as_f64().is_some_and(|n| !n.is_finite()) {
                    wrong.push(format!("{}: no finite number", field.field().name));
                }
                let outside = value.as_int().is_some_and(|n| i64::from(i32::MIN) as i128 > n || n > 0xFFFF_FFFF);
                if outside {
                    wrong.push(format!("{}: outside 32 bits", field.field().name));
                }
                let long = value.as_text().is_some_and(|text| text.len() > MOST_NAME);
                if long {
                    wrong.push(format!("{}: a word of more than {MOST_NAME} characters", field.field().name));
                }
            }
        }
    }
    if let Some(more) = spans.len().checked_sub(fields.len()).filter(|more| *more > 0) {
        wrong.push(format!(
            "{more} words more than a line has: the game reads words, and may take them for another object"
        ));
    }
    let first = wrong.first()?;
    let more = wrong.len() - 1;
    let more = if more > 0 { format!(" (and {more} more)") } else { String::new() };
    Some(format!("{first}{more}; the line is kept as it is"))
}

impl<'a> List<'a> {
    /// Takes a file apart.
    pub(crate) fn read(bytes: &'a Arc<Vec<u8>>) -> Result<List<'a>, Fault> {
        check(bytes)?;
        let (head, count) = front(bytes)?;
        let mut list = List { bytes, head, lines: Vec::new(), tail: &[], notices: Vec::new() };
        let mut lines = Lines::new(bytes, head, count);
        let mut behind = head.len();
        while let Some(line) = lines.next() {
            behind = line.range.end;
            if !line.plain {
                let wrong = wrong_in(lines.bytes(line.start..behind));
                list.notices.extend(wrong.map(|wrong| (lines.number, wrong)));
            }
            list.lines.push(line.range);
        }
        list.tail = bytes.get(behind..).unwrap_or_default();
        let have = list.lines.len() as u64;
        if have < count {
            list.notices
                .push((1, format!("the count says {count} lines, the file has {have}: the game would read on")));
        }
        let more = list.tail.split(|b| *b == b'\n').filter(|line| token::spans(line, separator).next().is_some());
        let more = more.count();
        if more > 0 {
            let what = format!("{more} lines follow the {count} that the count covers: the game does not read them");
            list.notices.push((lines.number + 1, what));
        }
        Ok(list)
    }

    /// Puts the list into a level.
    pub(crate) fn decode(self, build: &mut LevelBuilder, name: &str) {
        let notice = |(line, message): &(usize, String)| Notice {
            severity: Severity::Warning,
            place: format!("{name}, line {line}"),
            message: message.clone(),
        };
        self.notices.iter().take(MOST_NOTICES).for_each(|n| build.notice(notice(n)));
        if let Some(more) = self.notices.len().checked_sub(MOST_NOTICES).filter(|more| *more > 0) {
            let message = format!("{more} more lines have something wrong");
            build.notice(Notice { severity: Severity::Warning, place: name.to_owned(), message });
        }
        let table = build.nodes(&tables::LINES, name.as_bytes(), 0, |build, table| {
            let line = |line: Range<usize>| NodeBytes::piece(self.bytes, line);
            self.lines.into_iter().map(|range| Node::leaf(build.number(table), &LINE, line(range))).collect()
        });
        table.head = self.head.into();
        table.tail = self.tail.into();
    }
}

/// No name of the game is longer than 26 characters; far longer ones are damage and not worth showing in full.
pub(super) const MOST_NAME: usize = 255;

fn count(head: &[u8]) -> Result<u64, Fault> {
    let help = "The first line of an object list is the number of its lines. Get the file anew.";
    let text = Encoding::Latin1.decode(head.get(..head.len().min(60)).unwrap_or_default());
    let word = text.trim_matches(|c: char| c.is_whitespace() || c == '\0');
    match word.parse::<i64>() {
        Ok(count) => {
            u64::try_from(count).map_err(|_| Fault::new(format!("line 1: the count {count} is less than 0"), help))
        }
        Err(_) => Err(Fault::new(format!("line 1: {word:?} is no count"), help)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use levelwright_model::document::LevelId;

    fn level(bytes: &[u8]) -> levelwright_model::document::Level {
        let mut build = LevelBuilder::new(LevelId(0));
        List::read(&Arc::new(bytes.to_vec())).unwrap().decode(&mut build, "level1_objs.txt");
        build.finish()
    }

    #[test]
    fn every_byte_comes_back() {
        let line = "{dyn_ring {1,2,3}, {0,0,0,1}, -1, 0, 0, ffffffff, nil )";
        for file in [
            format!("2\r\n{line}\r\n{line}\r\n"),
            format!("1\n\n  \n{line}\n\njunk {line}\0\0"),
            format!("3\n{line}\n{line}"),
            "0\r\n".to_owned(),
            "0".to_owned(),
            format!("1 \r\n{}", &line[..20]),
        ] {
            let level = level(file.as_bytes());
            assert_eq!(level.table("lines").unwrap().bytes(), file.as_bytes(), "{file:?}");
        }
        let level = level(format!("1\n\n  \n{line}\n\njunk {line}\0\0").as_bytes());
        assert_eq!(level.table("lines").unwrap().len(), 1, "blank lines are no lines");
        assert_eq!(level.notices().len(), 1, "{:?}", level.notices());
    }

    #[test]
    fn what_is_no_list_is_refused_with_its_line() {
        for (file, says) in [
            (&b""[..], "empty"),
            (b"-1\r\n", "line 1"),
            (b"two\n", "line 1"),
            (b"\xFF\xFE1\0\r\0", "Latin-1"),
            (b"1\n{{{{ }}}\n", "line 2"),
        ] {
            let error = List::read(&Arc::new(file.to_vec())).unwrap_err().to_string();
            assert!(error.contains(says), "{error}");
        }
    }
}
