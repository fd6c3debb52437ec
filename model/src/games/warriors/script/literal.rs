//! Numbers and texts as a script writes them, Lua 4.0.

/// The number of a word; `None` if it is none. Hexadecimal numbers, which Lua 4.0 does not know, are read too.
pub fn number(word: &[u8]) -> Option<f64> {
    let text = std::str::from_utf8(word).ok()?;
    if let Some(digits) = text.strip_prefix("0x").or_else(|| text.strip_prefix("0X")) {
        return Some(u64::from_str_radix(digits, 16).ok()? as f64);
    }
    let plain = text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b'.' | b'e' | b'E' | b'+' | b'-'));
    plain.then(|| text.parse::<f64>().ok()).flatten().filter(|n| n.is_finite())
}

/// Whether a number's word is one that Lua 4.0 does not read.
pub fn is_hexadecimal(word: &[u8]) -> bool {
    matches!(word, [b'0', b'x' | b'X', ..])
}

/// The shortest word that reads back as the same number.
pub fn written(n: f64) -> String {
    if n == 0.0 && n.is_sign_negative() { "-0".to_owned() } else { n.to_string() }
}

/// The characters of a quoted or bracketed text, and whether it was whole.
pub fn text(word: &[u8]) -> Vec<u8> {
    match word {
        [b'[', b'[', inner @ ..] => {
            let inner = inner.strip_suffix(b"]]").unwrap_or(inner);
            // A line end right behind the brackets does not count.
            let inner = inner.strip_prefix(b"\r\n").or_else(|| inner.strip_prefix(b"\n")).unwrap_or(inner);
            inner.to_vec()
        }
        [quote, inner @ ..] => unescaped(inner.strip_suffix(&[*quote]).unwrap_or(inner)),
        [] => Vec::new(),
    }
}

fn unescaped(inner: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(inner.len());
    let mut at = 0;
    while let Some(&b) = inner.get(at) {
        at += 1;
        if b != b'\\' {
            out.push(b);
            continue;
        }
        let Some(&escape) = inner.get(at) else { break };
        at += 1;
        match escape {
            b'a' => out.push(7),
            b'b' => out.push(8),
            b'f' => out.push(12),
            b'n' => out.push(b'\n'),
            b'r' => out.push(b'\r'),
            b't' => out.push(b'\t'),
            b'v' => out.push(11),
            b'0'..=b'9' => {
                // Up to three decimal digits.
                let mut code = u32::from(escape - b'0');
                for _ in 0..2 {
                    match inner.get(at) {
                        Some(digit @ b'0'..=b'9') => {
                            code = code * 10 + u32::from(digit - b'0');
                            at += 1;
                        }
                        _ => break,
                    }
                }
                out.push(u8::try_from(code).unwrap_or(b'?'));
            }
            other => out.push(other),
        }
    }
    out
}

/// A text in double quotes.
pub fn quoted(text: &[u8]) -> Vec<u8> {
    let mut out = vec![b'"'];
    for (at, b) in text.iter().enumerate() {
        match b {
            b'"' | b'\\' => out.extend([b'\\', *b]),
            b'\n' => out.extend(b"\\n"),
            b'\r' => out.extend(b"\\r"),
            // Characters that no text file holds.
            0..b' ' | 0x7F => {
                // Followed by a digit, a shorter escape would swallow it.
                let digit = text.get(at + 1).is_some_and(u8::is_ascii_digit);
                let code = if digit { format!("\\{b:03}") } else { format!("\\{b}") };
                out.extend(code.into_bytes());
            }
            _ => out.push(*b),
        }
    }
    out.push(b'"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_lua_reads_them_and_hexadecimal_ones_too() {
        for (word, n) in [("57.98", 57.98), (".7031", 0.7031), ("1.242e2", 124.2), ("5e1", 50.0), ("0x7A", 122.0)] {
            assert_eq!(number(word.as_bytes()), Some(n), "{word}");
        }
        for word in ["", "nan", "inf", "1e999", "0xfg", "1.2.3", "e", "0x"] {
            assert_eq!(number(word.as_bytes()), None, "{word}");
        }
        assert!(is_hexadecimal(b"0X1a") && !is_hexadecimal(b"10"));
        assert_eq!([4.5, 2.0, -6.67, 0.1, 4294967295.0].map(written), ["4.5", "2", "-6.67", "0.1", "4294967295"]);
        assert_eq!(written(-0.0), "-0");
    }

    #[test]
    fn texts_are_read_in_all_three_forms_and_written_in_one() {
        assert_eq!(text(b"\"\\95xwStore01\""), b"_xwStore01");
        assert_eq!(text(b"'it\\'s'"), b"it's");
        assert_eq!(text(b"[[fPenCenter]]"), b"fPenCenter");
        assert_eq!(text(b"[[\r\na]]"), b"a");
        for plain in [&b"a\"b\\c\n\r"[..], b"\0", b"\x001", b"\x07\t\x7F2", b"caf\xE9", b""] {
            assert_eq!(text(&quoted(plain)), plain);
            assert!(!quoted(plain).iter().any(u8::is_ascii_control), "a text file has no such characters");
        }
        assert_eq!(text(b"\"cut\\"), b"cut");
    }
}
