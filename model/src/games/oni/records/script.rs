//! Script files (`oni.md` 4.1): a record's head is the file's path, its tail the text.

use crate::record::codec::Elsewhere;
use crate::record::text::Encoding;
use crate::record::{ByteSplice, Computed, Kind, Matching, Refusal, Role, Value};

const PLAIN: Kind = Kind::Text { encoding: Encoding::Latin1, terminated: false };
const FILE: Computed = Computed { get: |head| Some(latin(head)), set: |_, _| Err(Refusal::rule(GIVEN)) };
const TEXT: Computed = Computed { get: |tail| Some(latin(tail)), set: set_text };
const GIVEN: &str = "the file's name is given by the folder";

crate::record_table! {
    /// A script file of the level. All files of its folder are loaded with the level, those of the folder `global` with
    /// every level.
    pub SCRIPT: Script, ScriptField = "oni.script", "Script", 0 bytes, "oni.md 4.1", matching(Matching::Alignment);
    /// Its path below the folder of all scripts.
    file @ 0: Elsewhere, computed(FILE), kind(PLAIN), role(Role::Name), fixed(GIVEN);
    /// What it says.
    text @ 0: Elsewhere, computed(TEXT), kind(PLAIN), in_tail();
}

fn latin(bytes: &[u8]) -> Value {
    Value::Text(Encoding::Latin1.decode(bytes))
}

/// Splices what differs between the old text and the new one.
fn set_text(old: &[u8], value: &Value) -> Result<Vec<ByteSplice>, Refusal> {
    let Value::Text(text) = value else {
        return Err(Refusal::WrongSort {
            field: "text".to_owned(),
            expected: "text".to_owned(),
            got: value.sort().to_owned(),
        });
    };
    let new = Encoding::Latin1.encode("text", text)?;
    let start = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
    let end = old.iter().rev().zip(new.iter().rev()).take_while(|(a, b)| a == b).count();
    let end = end.min(old.len() - start).min(new.len() - start);
    let middle = new.get(start..new.len() - end).unwrap_or_default().to_vec();
    if middle.is_empty() && old.len() - end == start {
        return Ok(Vec::new());
    }
    Ok(vec![ByteSplice { at: start, old_len: old.len() - end - start, new: middle }])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs_is_written() {
        let set = |old: &[u8], new: &str| set_text(old, &Value::Text(new.to_owned())).unwrap();
        assert_eq!(set(b"aba", "aba"), []);
        assert_eq!(set(b"abc", "abxc"), [ByteSplice { at: 2, old_len: 0, new: b"x".to_vec() }]);
        assert_eq!(set(b"aaa", "aa"), [ByteSplice { at: 2, old_len: 1, new: Vec::new() }]);
        assert_eq!(set(b"", "\u{e9}"), [ByteSplice { at: 0, old_len: 0, new: vec![0xE9] }]);
        assert!(set_text(b"", &Value::Text("\u{20ac}".to_owned())).is_err());
        assert!(set_text(b"", &Value::Int(1)).is_err());
    }
}
