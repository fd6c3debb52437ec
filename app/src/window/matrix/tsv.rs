//! Cells as spreadsheets put them on the clipboard: tabs between cells, lines between rows, quotes around what holds
//! either.

/// Cells as text.
pub fn write(rows: &[Vec<String>]) -> String {
    let mut out = String::new();
    for row in rows {
        for (at, cell) in row.iter().enumerate() {
            if at > 0 {
                out.push('\t');
            }
            let quoted = cell.contains(['\t', '\n', '\r']) || cell.starts_with('"');
            if quoted {
                out.push('"');
                out.push_str(&cell.replace('"', "\"\""));
                out.push('"');
            } else {
                out.push_str(cell);
            }
        }
        out.push('\n');
    }
    out
}

/// The cells of a text. The break at its end begins no row; rows may have different lengths.
pub fn read(text: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    let mut row = Vec::new();
    let mut cell = String::new();
    let mut letters = text.chars().peekable();
    let mut begun = false;
    while let Some(letter) = letters.next() {
        begun = true;
        match letter {
            '"' if cell.is_empty() => {
                let mut closed = false;
                while let Some(inner) = letters.next() {
                    if inner != '"' {
                        cell.push(inner);
                    } else if letters.next_if_eq(&'"').is_some() {
                        cell.push('"');
                    } else {
                        closed = true;
                        break;
                    }
                }
                if !closed {
                    // A lone quote at the start is part of a text.
                    cell.insert(0, '"');
                }
            }
            '\t' => row.push(std::mem::take(&mut cell)),
            '\r' if letters.peek() == Some(&'\n') => {}
            '\n' | '\r' => {
                row.push(std::mem::take(&mut cell));
                rows.push(std::mem::take(&mut row));
                begun = false;
            }
            other => cell.push(other),
        }
    }
    if begun {
        row.push(cell);
        rows.push(row);
    }
    rows
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_spreadsheets_write_is_read() {
        assert_eq!(read("1\t2\r\n3\t4\r\n"), [["1", "2"], ["3", "4"]]);
        assert_eq!(read("a\n"), [["a"]]);
        assert_eq!(read("a"), [["a"]]);
        assert_eq!(read("a\t"), [["a", ""]]);
        assert_eq!(read("\n\n"), [[""], [""]]);
        assert_eq!(read("\"two\nlines\"\t\"say \"\"no\"\"\""), [["two\nlines", "say \"no\""]]);
        assert_eq!(read("5\" pipe\t1"), [["5\" pipe", "1"]]);
        assert_eq!(read("\"open\t1"), [["\"open\t1"]]);
        assert_eq!(read(""), Vec::<Vec<String>>::new());
    }

    proptest! {
        #[test]
        fn every_text_comes_back(rows in prop::collection::vec(prop::collection::vec("[a\"\t\n\r ]{0,4}", 1..4), 1..4)) {
            prop_assert_eq!(read(&write(&rows)), rows);
        }

        #[test]
        fn no_text_is_too_odd(text in "[a\"\t\n\r]{0,12}") {
            read(&text);
        }
    }
}
