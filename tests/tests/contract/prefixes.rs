//! A file that was cut off anywhere is refused, or opens and is written back as it is. Nothing panics.

use super::support::{cases, spread};

#[test]
fn every_beginning_of_a_file_is_refused_or_kept() {
    let mut opened_prefixes = 0;
    for case in cases() {
        let len = case.bytes.len();
        // Of large files some beginnings; the ends of their structures are hit by the last bytes and the small files.
        let ends = if len < 4096 { (0..len).collect() } else { spread(len, if case.made { 400 } else { 12 }) };
        for end in ends {
            let prefix = &case.bytes[..end];
            match case.open_with(prefix.to_vec()) {
                Err(error) => assert!(!error.to_string().is_empty()),
                Ok(mut opened) => {
                    opened_prefixes += 1;
                    opened.document.decode_all();
                    let encoded = opened.origin.encode(&opened.document);
                    let same = encoded.is_ok_and(|e| e.bytes == prefix);
                    assert!(same, "{}, the first {end} bytes: opened, and not written back", case.name);
                }
            }
        }
    }
    println!("{opened_prefixes} beginnings opened and came back");
}
