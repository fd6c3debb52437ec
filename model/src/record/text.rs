//! The games' character sets. Each maps all 256 bytes, so decoding never fails and decoding followed
//! by encoding gives the same bytes.

use std::borrow::Cow;

use super::error::Refusal;

/// A one-byte character set.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// Classic Mac OS (Marathon).
    MacRoman,
    /// ISO 8859-1 (Oni, The Warriors).
    Latin1,
    /// IBM PC code page 437 (System Shock).
    Cp437,
}

/// Code page 437 from 0x80 on; below, bytes are ASCII.
const CP437_HIGH: [char; 128] = [
    'Ç', 'ü', 'é', 'â', 'ä', 'à', 'å', 'ç', 'ê', 'ë', 'è', 'ï', 'î', 'ì', 'Ä', 'Å', 'É', 'æ', 'Æ', 'ô', 'ö', 'ò', 'û',
    'ù', 'ÿ', 'Ö', 'Ü', '¢', '£', '¥', '₧', 'ƒ', 'á', 'í', 'ó', 'ú', 'ñ', 'Ñ', 'ª', 'º', '¿', '⌐', '¬', '½', '¼', '¡',
    '«', '»', '░', '▒', '▓', '│', '┤', '╡', '╢', '╖', '╕', '╣', '║', '╗', '╝', '╜', '╛', '┐', '└', '┴', '┬', '├', '─',
    '┼', '╞', '╟', '╚', '╔', '╩', '╦', '╠', '═', '╬', '╧', '╨', '╤', '╥', '╙', '╘', '╒', '╓', '╫', '╪', '┘', '┌', '█',
    '▄', '▌', '▐', '▀', 'α', 'ß', 'Γ', 'π', 'Σ', 'σ', 'µ', 'τ', 'Φ', 'Θ', 'Ω', 'δ', '∞', 'φ', 'ε', '∩', '≡', '±', '≥',
    '≤', '⌠', '⌡', '÷', '≈', '°', '∙', '·', '√', 'ⁿ', '²', '■', '\u{a0}',
];

impl Encoding {
    /// The name people know it by.
    pub const fn name(self) -> &'static str {
        match self {
            Encoding::MacRoman => "MacRoman",
            Encoding::Latin1 => "Latin-1",
            Encoding::Cp437 => "code page 437",
        }
    }

    /// Decodes bytes; never fails.
    pub fn decode(self, bytes: &[u8]) -> String {
        match self {
            Encoding::MacRoman => encoding_rs::MACINTOSH.decode_without_bom_handling(bytes).0.into_owned(),
            Encoding::Latin1 => bytes.iter().map(|&b| char::from(b)).collect(),
            Encoding::Cp437 => bytes
                .iter()
                .map(|&b| match b.checked_sub(0x80) {
                    None => char::from(b),
                    // The table has all 128 upper bytes; the fallback is never taken.
                    Some(high) => CP437_HIGH.get(usize::from(high)).copied().unwrap_or('?'),
                })
                .collect(),
        }
    }

    /// Encodes text for `field`, refusing the first character that the set lacks.
    pub fn encode(self, field: &str, text: &str) -> Result<Vec<u8>, Refusal> {
        text.chars()
            .map(|c| {
                self.encode_char(c).ok_or_else(|| Refusal::Character {
                    field: field.to_owned(),
                    character: c,
                    encoding: self.name(),
                })
            })
            .collect()
    }

    fn encode_char(self, c: char) -> Option<u8> {
        if c.is_ascii() {
            return u8::try_from(u32::from(c)).ok();
        }
        match self {
            Encoding::Latin1 => u8::try_from(u32::from(c)).ok(),
            Encoding::Cp437 => CP437_HIGH.iter().position(|&h| h == c).and_then(|i| u8::try_from(i + 0x80).ok()),
            Encoding::MacRoman => {
                let mut buffer = [0; 4];
                // encoding_rs writes a numeric entity for what it cannot map and raises a flag.
                let (bytes, _, unmappable) = encoding_rs::MACINTOSH.encode(c.encode_utf8(&mut buffer));
                match (unmappable, bytes.as_ref()) {
                    (false, [b]) => Some(*b),
                    _ => None,
                }
            }
        }
    }
}

/// The beginning of a text of a file: names and messages are short, whatever a damaged file holds.
pub fn beginning(text: &str, most: usize) -> Cow<'_, str> {
    match text.char_indices().nth(most) {
        Some((end, _)) => Cow::Owned(format!("{}…", text.get(..end).unwrap_or_default())),
        None => Cow::Borrowed(text),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn long_texts_show_their_beginning() {
        assert_eq!((beginning("päd", 3), beginning("päde", 3)), ("päd".into(), "päd…".into()));
        assert_eq!((beginning("", 0), beginning("a", 0)), ("".into(), "…".into()));
    }

    #[test]
    fn every_byte_survives_in_every_set() {
        let all: Vec<u8> = (0..=255).collect();
        for set in [Encoding::MacRoman, Encoding::Latin1, Encoding::Cp437] {
            assert_eq!(set.encode("text", &set.decode(&all)).unwrap(), all, "{}", set.name());
        }
    }

    #[test]
    fn a_character_outside_the_set_is_refused_by_name() {
        let refusal = Encoding::MacRoman.encode("name", "a☃").unwrap_err();
        assert_eq!(refusal.to_string(), "name: '☃' does not exist in MacRoman");
    }
}
