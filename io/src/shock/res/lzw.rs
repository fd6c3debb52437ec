//! LZW as the engine writes and reads it (`systemshock.md` 1.4): codes of 14 bits, the most significant bit first, from
//! the first to the last. What it writes is the same byte for byte as what the engine writes.

/// First code of a string; below are the bytes themselves.
const FIRST_STRING: u16 = 0x100;
/// Last code of a string.
const LAST_STRING: u16 = 0x3FFD;
/// Forget all strings.
const FLUSH: u16 = 0x3FFE;
/// End of the stream.
const END: u16 = 0x3FFF;
/// Width of a code in bits.
const WIDTH: u32 = 14;
/// How often a full table may miss before it is flushed.
const MISSES: u32 = 1000;

/// Why a stream cannot be expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum LzwError {
    /// It stops without its end code.
    #[error("the LZW stream ends early, after {0} bytes, without the end code 3FFF")]
    NoEnd(usize),
    /// A string comes where there is none yet.
    #[error("the LZW code {code:04X} at byte {at} must be a literal: no string is defined there")]
    NotLiteral {
        /// The code.
        code: u16,
        /// Bytes unpacked so far.
        at: usize,
    },
    /// A string that is not defined.
    #[error("the LZW code {code:04X} at byte {at} is beyond the next one to be defined, {next:04X}")]
    Beyond {
        /// The code.
        code: u16,
        /// The next code.
        next: u16,
        /// Bytes unpacked so far.
        at: usize,
    },
    /// More comes out than the directory says.
    #[error("the LZW stream unpacks to more than the {0} bytes that the directory says")]
    TooLong(usize),
    /// Less comes out than the directory says.
    #[error("the LZW stream unpacks to {have} bytes, the directory says {want}")]
    TooShort {
        /// What came out.
        have: usize,
        /// What the directory says.
        want: usize,
    },
}

/// Codes on their way into bytes.
struct BitWriter {
    out: Vec<u8>,
    bits: u32,
    count: u32,
}

impl BitWriter {
    fn code(&mut self, code: u16) {
        // At most 7 bits are left over from before.
        self.bits = self.bits << WIDTH | u32::from(code);
        self.count += WIDTH;
        while self.count >= 8 {
            self.count -= 8;
            self.out.push((self.bits >> self.count) as u8);
        }
        self.bits &= 0xFF;
    }
}

/// The strings of the compressor, by the code of all but the last byte and that byte: open addressing.
struct Strings {
    /// Key + 1 in the upper half, code in the lower; 0 for empty.
    slots: Vec<u64>,
    mask: usize,
}

impl Strings {
    fn new(bytes: usize) -> Strings {
        // There are never more strings than bytes, and never more than codes.
        let most = bytes.min(usize::from(LAST_STRING)).max(8);
        let size = (most * 2).next_power_of_two();
        Strings { slots: vec![0; size], mask: size - 1 }
    }

    /// The slot of a string: its code, or where it would go.
    fn find(&self, key: u32) -> Result<u16, usize> {
        let mut at = (key.wrapping_mul(0x9E37_79B1) >> 8) as usize & self.mask;
        let want = u64::from(key) + 1;
        loop {
            match self.slots.get(at) {
                Some(0) | None => return Err(at),
                Some(slot) if slot >> 16 == want => return Ok(*slot as u16),
                Some(_) => at = (at + 1) & self.mask,
            }
        }
    }
}

/// Packs bytes. Of nothing it makes the end code alone; better store nothing as it is.
pub fn compress(plain: &[u8]) -> Vec<u8> {
    let mut out = BitWriter { out: Vec::with_capacity(plain.len() / 2 + 8), bits: 0, count: 0 };
    if let Some((first, rest)) = plain.split_first() {
        let mut strings = Strings::new(plain.len());
        let mut next = FIRST_STRING;
        let mut misses = 0;
        let mut string = u16::from(*first);
        for byte in rest {
            let key = u32::from(string) << 8 | u32::from(*byte);
            match strings.find(key) {
                Ok(code) => {
                    string = code;
                    continue;
                }
                Err(slot) => {
                    out.code(string);
                    if next <= LAST_STRING {
                        if let Some(slot) = strings.slots.get_mut(slot) {
                            *slot = (u64::from(key) + 1) << 16 | u64::from(next);
                        }
                        next += 1;
                    } else {
                        misses += 1;
                        if misses > MISSES {
                            out.code(FLUSH);
                            strings.slots.fill(0);
                            next = FIRST_STRING;
                            misses = 0;
                        }
                    }
                    string = u16::from(*byte);
                }
            }
        }
        out.code(string);
    }
    out.code(END);
    // The engine's reader fetches ahead: 14 more bits, of which whole bytes are kept.
    out.code(0);
    out.out
}

/// Unpacks a stream that must give exactly `size` bytes.
///
/// # Errors
/// At the first code that cannot be, and where the size is another.
pub fn expand(stream: &[u8], size: usize) -> Result<Vec<u8>, LzwError> {
    // The stated size is only believed as far as the stream may bear it out: it grows while it is unpacked.
    let mut out: Vec<u8> = Vec::with_capacity(size.min(stream.len().saturating_mul(4)));
    // Every string is a run of what was unpacked before: where it begins, and how long it is.
    let mut strings: Vec<(u32, u32)> = Vec::new();
    let mut previous: Option<(usize, usize)> = None;
    let (mut bits, mut count) = (0u32, 0u32);
    let mut bytes = stream.iter();
    loop {
        while count < WIDTH {
            let byte = bytes.next().ok_or(LzwError::NoEnd(out.len()))?;
            bits = bits << 8 | u32::from(*byte);
            count += 8;
        }
        count -= WIDTH;
        let code = (bits >> count) as u16 & END;
        bits &= (1 << count) - 1;
        if code == END {
            return if out.len() == size { Ok(out) } else { Err(LzwError::TooShort { have: out.len(), want: size }) };
        }
        if code == FLUSH {
            strings.clear();
            previous = None;
            continue;
        }
        let at = out.len();
        let (start, length) = match (code.checked_sub(FIRST_STRING), previous) {
            (None, _) => (at, 1),
            (Some(_), None) => return Err(LzwError::NotLiteral { code, at }),
            (Some(index), Some((start, length))) => match strings.get(usize::from(index)) {
                Some((start, length)) => (*start as usize, *length as usize),
                // Not yet defined: the previous string and its own first byte.
                None if usize::from(index) == strings.len() && code <= LAST_STRING => (start, length + 1),
                None => {
                    let next = FIRST_STRING + u16::try_from(strings.len()).unwrap_or(0);
                    return Err(LzwError::Beyond { code, next, at });
                }
            },
        };
        if length > size - at.min(size) {
            return Err(LzwError::TooLong(size));
        }
        if code < FIRST_STRING {
            out.push(code as u8);
        } else if start + length <= at {
            out.extend_from_within(start..start + length);
        } else {
            // Its last byte is the first that is written here.
            for from in start..start + length {
                let byte = out.get(from).copied().unwrap_or_default();
                out.push(byte);
            }
        }
        if let Some((start, length)) = previous
            && strings.len() <= usize::from(LAST_STRING - FIRST_STRING)
        {
            // The previous string and the first byte of this one lie one behind the other. Sizes have 24 bits.
            strings.push((u32::try_from(start).unwrap_or(u32::MAX), u32::try_from(length + 1).unwrap_or(u32::MAX)));
        }
        previous = Some((at, length));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::test_data::data;
    use levelwright_model::record::unhex;

    fn codes(codes: &[u16]) -> Vec<u8> {
        let mut out = BitWriter { out: Vec::new(), bits: 0, count: 0 };
        codes.iter().for_each(|code| out.code(*code));
        out.code(END);
        out.code(0);
        out.out
    }

    #[test]
    fn short_streams_are_the_published_ones() {
        assert_eq!(compress(&[0, 1, 0, 1]), codes(&[0, 1, 0x100]));
        assert_eq!(compress(&[0, 1, 0, 2, 1, 0, 1]), codes(&[0, 1, 0, 2, 0x101, 1]));
        assert_eq!(compress(&[]), [0xFF, 0xFC, 0]);
        assert_eq!(codes(&[0, 0, 0]), [0, 0, 0, 0, 0, 0x3F, 0xFF, 0]);
        assert_eq!(codes(&[0x1FFE]), [0x7F, 0xFB, 0xFF, 0xF0, 0]);
        assert_eq!(expand(&codes(&[1, 2, 0x101]), 4), Ok(vec![1, 2, 2, 2]));
        let flushed = codes(&[1, 2, 0x100, FLUSH, 3, 4, 0x100]);
        assert_eq!(expand(&flushed, 8), Ok(vec![1, 2, 1, 2, 3, 4, 3, 4]));
    }

    #[test]
    fn what_cannot_be_is_said() {
        assert_eq!(expand(&codes(&[0x100]), 4), Err(LzwError::NotLiteral { code: 0x100, at: 0 }));
        assert_eq!(expand(&codes(&[7, FLUSH, 0x100]), 4), Err(LzwError::NotLiteral { code: 0x100, at: 1 }));
        assert_eq!(expand(&codes(&[1, 2, 0x2000]), 9), Err(LzwError::Beyond { code: 0x2000, next: 0x101, at: 2 }));
        assert_eq!(expand(&codes(&[1, 2]), 1), Err(LzwError::TooLong(1)));
        assert_eq!(expand(&codes(&[1, 2]), 60_000), Err(LzwError::TooShort { have: 2, want: 60_000 }));
        let stream = codes(&[1, 2]);
        assert_eq!(expand(&stream[..4], 2), Err(LzwError::NoEnd(2)));
        assert_eq!(expand(&[], 0), Err(LzwError::NoEnd(0)));
        assert_eq!(expand(&codes(&[FLUSH]), 0), Ok(vec![]), "what HackEd writes for nothing");
    }

    #[test]
    fn the_vectors_come_out_byte_for_byte_both_ways() {
        let Some(path) = data("systemshock/synthetic/lzw_vectors.json") else { return };
        let folder = path.parent().unwrap().join("lzw");
        let vectors: serde_json::Value = serde_json::from_slice(&std::fs::read(&path).unwrap()).unwrap();
        let vectors = vectors.as_array().unwrap();
        assert_eq!(vectors.len(), 14);
        for vector in vectors {
            let name = vector["name"].as_str().unwrap();
            let bytes = |key: &str, file: usize| match vector[key].as_str() {
                Some(hex) => unhex(hex).unwrap(),
                None => std::fs::read(folder.join(vector["files"][file].as_str().unwrap())).unwrap(),
            };
            let (plain, packed) = (bytes("plain_hex", 0), bytes("packed_hex", 1));
            assert_eq!(plain.len(), vector["plain_len"].as_u64().unwrap() as usize, "{name}");
            assert_eq!(packed.len(), vector["packed_len"].as_u64().unwrap() as usize, "{name}");
            assert!(compress(&plain) == packed, "{name} is packed in another way");
            assert!(expand(&packed, plain.len()).as_deref() == Ok(&plain), "{name} is unpacked to something else");
        }
    }

    #[test]
    fn any_bytes_come_back() {
        let mut seed = 1u32;
        for round in 0..60usize {
            let len = round * round * 20;
            let plain: Vec<u8> = (0..len)
                .map(|_| {
                    seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
                    (seed >> 24) as u8 % (1 + (round % 7) as u8 * 40)
                })
                .collect();
            let packed = compress(&plain);
            assert!(expand(&packed, plain.len()).as_deref() == Ok(&plain));
            for cut in [0, packed.len() / 2, packed.len().saturating_sub(3)] {
                assert!(expand(&packed[..cut], plain.len()).is_err());
            }
        }
    }
}
