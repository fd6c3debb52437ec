//! A reader of the little XML that is needed here: elements, attributes, text, references, comments. No entities of a
//! document's own, so nothing can grow.

use std::borrow::Cow;

use super::XmlError;

/// A piece of a text.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Piece<'a> {
    /// The beginning of an element.
    Open {
        /// Its name.
        tag: &'a str,
        /// What stands behind the name, unread.
        attributes: &'a str,
        /// Whether it ends at once.
        empty: bool,
    },
    /// The end of an element.
    Close(&'a str),
    /// Text between them, unread.
    Text(&'a str),
}

/// Reads a text piece by piece.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn new(text: &'a str) -> Reader<'a> {
        Reader { text, at: if text.starts_with('\u{FEFF}') { 3 } else { 0 } }
    }

    /// An error where the reader stands.
    pub(super) fn error(&self, message: impl Into<String>) -> XmlError {
        let before = self.text.as_bytes().get(..self.at).unwrap_or_default();
        let line = 1 + before.iter().filter(|byte| **byte == b'\n').count();
        XmlError::Text { line, message: message.into() }
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.at..).unwrap_or_default()
    }

    /// The next piece; `None` at the end. Comments and declarations are passed over.
    pub(super) fn next(&mut self) -> Result<Option<Piece<'a>>, XmlError> {
        loop {
            let rest = self.rest();
            if rest.is_empty() {
                return Ok(None);
            }
            let Some(inside) = rest.strip_prefix('<') else {
                let end = rest.find('<').unwrap_or(rest.len());
                let (text, _) = rest.split_at(end);
                self.at += end;
                return Ok(Some(Piece::Text(text)));
            };
            let skip = [("<!--", "-->"), ("<?", "?>")].into_iter().find(|(begin, _)| rest.starts_with(begin));
            if let Some((begin, end)) = skip {
                let found = rest.get(begin.len()..).and_then(|rest| rest.find(end));
                let len = found.ok_or_else(|| self.error(format!("“{begin}” is never closed")))?;
                self.at += begin.len() + len + end.len();
                continue;
            }
            if rest.starts_with("<!") {
                return Err(self.error("document types and literal sections are not read"));
            }
            let end = end_of_tag(inside).ok_or_else(|| self.error("a tag is never closed"))?;
            let (tag, _) = inside.split_at(end);
            self.at += 1 + end + 1;
            if let Some(name) = tag.strip_prefix('/') {
                return Ok(Some(Piece::Close(name.trim_end())));
            }
            let (tag, empty) = tag.strip_suffix('/').map_or((tag, false), |tag| (tag, true));
            let split = tag.find(|c: char| c.is_ascii_whitespace()).unwrap_or(tag.len());
            let (tag, attributes) = tag.split_at(split);
            if tag.is_empty() {
                return Err(self.error("a tag without a name"));
            }
            return Ok(Some(Piece::Open { tag, attributes, empty }));
        }
    }

    /// The next tag; text that is not blank is an error.
    pub(super) fn tag(&mut self) -> Result<Option<Piece<'a>>, XmlError> {
        loop {
            match self.next()? {
                Some(Piece::Text(text)) if text.trim().is_empty() => {}
                Some(Piece::Text(text)) => {
                    let text: String = text.trim().chars().take(20).collect();
                    return Err(self.error(format!("“{text}” stands where an element should")));
                }
                other => return Ok(other),
            }
        }
    }

    /// The text of an element that was opened, up to its end.
    pub(super) fn text(&mut self, tag: &str) -> Result<Cow<'a, str>, XmlError> {
        let mut all = Cow::Borrowed("");
        loop {
            match self.next()? {
                Some(Piece::Text(text)) => {
                    let read = plain(text).ok_or_else(|| self.error("an unknown reference (&…;)"))?;
                    if all.is_empty() {
                        all = read;
                    } else {
                        all.to_mut().push_str(&read);
                    }
                }
                Some(Piece::Close(name)) if name == tag => return Ok(all),
                _ => return Err(self.error(format!("{tag} must hold text alone"))),
            }
        }
    }
}

/// Where a tag ends: a `>` that stands in no quotes.
fn end_of_tag(text: &str) -> Option<usize> {
    let mut quote = None;
    for (at, byte) in text.bytes().enumerate() {
        match (quote, byte) {
            (None, b'>') => return Some(at),
            (None, b'"' | b'\'') => quote = Some(byte),
            (Some(open), _) if open == byte => quote = None,
            _ => {}
        }
    }
    None
}

/// Text without its references; ends of lines become LF as XML wants it.
pub(super) fn plain(text: &str) -> Option<Cow<'_, str>> {
    if !text.bytes().any(|byte| matches!(byte, b'&' | b'\r')) {
        return Some(Cow::Borrowed(text));
    }
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['&', '\r']) {
        let (before, from) = rest.split_at(at);
        out.push_str(before);
        if let Some(behind) = from.strip_prefix('\r') {
            out.push('\n');
            rest = behind.strip_prefix('\n').unwrap_or(behind);
            continue;
        }
        let (name, behind) = from.strip_prefix('&')?.split_once(';')?;
        out.push(match name {
            "amp" => '&',
            "lt" => '<',
            "gt" => '>',
            "quot" => '"',
            "apos" => '\'',
            _ => {
                let number = name.strip_prefix('#')?;
                let code = match number.strip_prefix('x') {
                    Some(hex) => u32::from_str_radix(hex, 16).ok()?,
                    None => number.parse().ok()?,
                };
                char::from_u32(code)?
            }
        });
        rest = behind;
    }
    out.push_str(rest);
    Some(Cow::Owned(out))
}

/// The attributes of a tag: name and value, unread.
pub(super) fn attributes(text: &str) -> impl Iterator<Item = Option<(&str, &str)>> {
    let mut rest = text;
    std::iter::from_fn(move || {
        rest = rest.trim_start();
        if rest.is_empty() {
            return None;
        }
        let read = |rest: &mut &'_ str| -> Option<(usize, usize, usize, usize)> {
            let equals = rest.find('=')?;
            let name = rest.get(..equals)?.trim_end().len();
            let value = rest.get(equals + 1..)?;
            let quote = value.trim_start().bytes().next().filter(|byte| matches!(byte, b'"' | b'\''))?;
            let from = equals + 1 + value.find(char::from(quote))? + 1;
            let to = from + rest.get(from..)?.find(char::from(quote))?;
            Some((name, from, to, to + 1))
        };
        match read(&mut rest) {
            Some((name, from, to, end)) => {
                let found = rest.get(..name).zip(rest.get(from..to));
                rest = rest.get(end..).unwrap_or_default();
                Some(found)
            }
            None => {
                rest = "";
                Some(None)
            }
        }
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tags_attributes_text_and_references_are_read() {
        let mut reader = Reader::new("\u{FEFF}<?xml?><a x=\"1>\" y='&lt;&#x41;&#66;'><!-- <b> -->t &amp;\r\n<b/></a>");
        let Some(Piece::Open { tag: "a", attributes: found, empty: false }) = reader.next().unwrap() else { panic!() };
        let found: Vec<_> = attributes(found).map(Option::unwrap).collect();
        assert_eq!(found, [("x", "1>"), ("y", "&lt;&#x41;&#66;")]);
        assert_eq!(plain(found[1].1).unwrap(), "<AB");
        let Some(Piece::Text(text)) = reader.next().unwrap() else { panic!() };
        assert_eq!(plain(text).unwrap(), "t &\n");
        assert_eq!(reader.next().unwrap(), Some(Piece::Open { tag: "b", attributes: "", empty: true }));
        assert_eq!(reader.next().unwrap(), Some(Piece::Close("a")));
        assert_eq!(reader.next().unwrap(), None);
        assert_eq!([plain("&x;"), plain("&"), plain("&#x110000;")], [None, None, None]);
    }

    #[test]
    fn what_is_no_xml_says_where() {
        for text in ["\n\n<a", "\n\n<!DOCTYPE a>", "\n\n<!-- ", "\n\n< >"] {
            let mut reader = Reader::new(text);
            reader.next().unwrap();
            assert!(matches!(reader.next(), Err(XmlError::Text { line: 3, .. })), "{text}");
        }
        assert!(attributes("x=1 y").any(|found| found.is_none()));
    }
}
