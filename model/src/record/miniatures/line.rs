//! Tokens of a text line: the object list (warriors.md 1.1).

use super::{HERE, open, refused, row, written};
use crate::document::{Document, LevelBuilder, Node, NodeId, TableSpec};
use crate::record::codec::Elsewhere;
use crate::record::text::Encoding;
use crate::record::{Access, ByteSplice, ColourForm, Kind, Role, Value, token};

/// A bare word.
const WORD: Kind = Kind::Text { encoding: Encoding::Latin1, terminated: false };

crate::record_table! {
    /// A placed object.
    pub(super) LINE: Line, LineField = "miniature.line", "Object line", 0 bytes, "warriors.md 1.1";
    /// Its type.
    name @ 0: Elsewhere, token(0), kind(WORD), role(Role::Name);
    /// East.
    x @ 0: Elsewhere, token(1), kind(Kind::Real32), role(Role::X);
    /// North.
    y @ 0: Elsewhere, token(2), kind(Kind::Real32), role(Role::Y);
    /// Up.
    z @ 0: Elsewhere, token(3), kind(Kind::Real32), role(Role::Z);
    /// Rotation.
    qx @ 0: Elsewhere, token(4), kind(Kind::Real32);
    /// Rotation.
    qy @ 0: Elsewhere, token(5), kind(Kind::Real32);
    /// Rotation.
    qz @ 0: Elsewhere, token(6), kind(Kind::Real32);
    /// Rotation.
    qw @ 0: Elsewhere, token(7), kind(Kind::Real32);
    /// Read and not used.
    unused @ 0: Elsewhere, token(8), fixed("the game does not use it");
    /// Its zone.
    zone @ 0: Elsewhere, token(9), limits(0, 254);
    /// Spawn flags.
    flags @ 0: Elsewhere, token(10), limits(-0x8000_0000, 0xFFFF_FFFF);
    /// Its colour.
    tint @ 0: Elsewhere, token(11), kind(Kind::Colour(ColourForm::Rgba32)), role(Role::Colour);
    /// The linked world flag.
    flag_name @ 0: Elsewhere, token(12), kind(WORD);
}

/// Braces, brackets, commas and blanks stand between tokens; an entry may end in NULs.
fn separator(b: u8) -> bool {
    matches!(b, b'{' | b'}' | b'(' | b')' | b',' | b' ' | b'\t' | b'\r' | b'\n' | 0)
}

static TOKENS: Access = Access {
    key: "tokens",
    get: |record, field| token::get(record.head(), field, separator),
    set: |draft, id, field, value| {
        let splice = token::set(draft.record(id)?.head(), field, separator, value)?;
        draft.splice(id, false, splice)
    },
    travel: None,
};

pub(super) static LINES: TableSpec = TableSpec { access: &TOKENS, ..TableSpec::new("lines", "Object lines", &LINE) };

/// The count's line is the table's head, lines with their ends are its rows, the rest is its tail.
fn read(build: &mut LevelBuilder, file: &[u8]) {
    let mut lines = file.split_inclusive(|b| *b == b'\n');
    let head = lines.next().unwrap_or_default();
    let digits: String = Encoding::Latin1.decode(head);
    let count: usize = digits.trim().parse().unwrap_or(0);
    let rows: Vec<&[u8]> = lines.by_ref().take(count).collect();
    let table = build.nodes(&LINES, b"objs", 0, |build, table| {
        let node = |line: &&[u8]| Node::leaf(build.number(table), &LINE, *line);
        rows.iter().map(node).collect()
    });
    table.head = head.into();
    table.tail = lines.collect::<Vec<_>>().concat().into();
}

const FILE: &[u8] = b"2\r\n{dyn_crate {1.50,-2,0.100000001}, {0,0,0,1}, -1, 26, 2, FFFFFFFF, nil )\r\n\
part_steam  {10,20,30} {0, 0, 0, 1.0000}, -1, 0, -2, 80ff, flag_\xE9 )\n; a remark\n\0\0";

fn document() -> Document {
    let document = open(|build| read(build, FILE));
    assert_eq!(written(document.state(), "lines"), FILE);
    document
}

fn get(document: &Document, at: usize, name: &str) -> Value {
    let draft = document.draft();
    let line = draft.row(HERE, "lines", at).unwrap();
    line.get(LINE.base_field(name).unwrap()).unwrap()
}

/// The file after one field was set, with undo proved.
fn after(document: &mut Document, node: NodeId, name: &str, value: Value) -> Vec<u8> {
    let mut draft = document.draft();
    let field = draft.field(node, name).unwrap();
    assert!(draft.set(node, field, &value).unwrap());
    document.commit(draft, name).unwrap();
    let file = written(document.state(), "lines");
    assert!(document.undo());
    assert_eq!(written(document.state(), "lines"), FILE);
    assert!(document.redo());
    file
}

fn text(t: &str) -> Value {
    Value::Text(t.to_owned())
}

#[test]
fn lines_are_read_with_or_without_their_brackets() {
    let document = document();
    assert_eq!(get(&document, 0, "name"), text("dyn_crate"));
    assert_eq!(get(&document, 0, "z"), Value::Real(f64::from(0.1f32)));
    assert_eq!(get(&document, 0, "tint"), Value::Int(0xFFFF_FFFF));
    assert_eq!(get(&document, 0, "flag_name"), Value::Symbol("nil".to_owned()));
    assert_eq!(get(&document, 1, "name"), text("part_steam"));
    assert_eq!(get(&document, 1, "tint"), Value::Int(0x80FF), "fewer digits are a number too");
    assert_eq!(get(&document, 1, "flags"), Value::Int(-2));
    assert_eq!(get(&document, 1, "flag_name"), text("flag_é"));
    assert_eq!(document.draft().table(HERE, "lines").unwrap().tail.as_ref(), b"; a remark\n\0\0");
}

#[test]
fn a_set_replaces_one_token_and_nothing_else() {
    let replaced = |from: &[u8], to: &[u8]| {
        let at = FILE.windows(from.len()).position(|w| w == from).unwrap();
        [&FILE[..at], to, &FILE[at + from.len()..]].concat()
    };
    let cases: [(usize, &str, Value, Vec<u8>); 7] = [
        (0, "y", Value::Real(-2.25), replaced(b",-2,", b",-2.25,")),
        (0, "x", Value::Real(f64::from(0.3f32)), replaced(b"1.50", b"0.3")),
        (0, "tint", Value::Int(0x12_3456), replaced(b"FFFFFFFF", b"00123456")),
        (0, "flag_name", text("door_1"), replaced(b"nil", b"door_1")),
        (1, "flag_name", Value::Symbol("nil".to_owned()), replaced(b"flag_\xE9", b"nil")),
        (1, "zone", Value::Int(254), replaced(b"-1, 0, -2", b"-1, 254, -2")),
        (1, "qw", Value::Int(2), replaced(b"1.0000", b"2")),
    ];
    for (line, name, value, want) in cases {
        let mut document = document();
        let node = row(&document, "lines", line);
        let file = after(&mut document, node, name, value);
        assert_eq!(String::from_utf8_lossy(&file), String::from_utf8_lossy(&want));
    }
}

#[test]
fn a_number_that_reads_the_same_is_no_edit() {
    let document = document();
    let node = row(&document, "lines", 1);
    let mut draft = document.draft();
    let qw = draft.field(node, "qw").unwrap();
    assert!(!draft.set(node, qw, &Value::Real(1.0)).unwrap(), "1.0000 stays as it is written");
}

#[test]
fn what_is_no_single_token_or_does_not_fit_is_refused() {
    let document = document();
    let node = row(&document, "lines", 0);
    for bad in ["", "two words", "a,b", "a{b"] {
        assert!(refused(&document, node, "name", text(bad)).contains("one word"), "{bad}");
    }
    assert!(refused(&document, node, "name", text("☃")).contains("Latin-1"));
    assert_eq!(refused(&document, node, "zone", Value::Int(255)), "zone: 255 is outside 0..254");
    assert!(refused(&document, node, "tint", Value::Int(-1)).contains("32 bits"));
    assert!(refused(&document, node, "unused", Value::Int(0)).contains("does not use it"));
    assert!(refused(&document, node, "x", Value::Real(1e39)).contains("too large"));
}

#[test]
fn a_line_that_ends_early_says_which_token_it_lacks() {
    let document = open(|build| read(build, b"1\n{crate {1,2"));
    let draft = document.draft();
    let line = draft.row(HERE, "lines", 0).unwrap();
    assert_eq!(line.get(LineField::y.field()), Ok(Value::Real(2.0)));
    let error = line.get(LineField::z.field()).unwrap_err();
    assert_eq!(error.to_string(), "z: the line has no token 3");
}

#[test]
fn a_new_line_changes_the_digits_of_the_count_alone() {
    let mut document = document();
    let mut draft = document.draft();
    let table = draft.table(HERE, "lines").unwrap().number;
    let line = b"{crate {0,0,0}, {0,0,0,1}, -1, 0, 0, ffffffff, nil )\r\n".to_vec();
    draft.insert_row(HERE, "lines", 2, &LINE, line.clone()).unwrap();
    let head = NodeId { level: HERE, number: table };
    draft.splice(head, false, ByteSplice { at: 0, old_len: 1, new: b"3".to_vec() }).unwrap();
    document.commit(draft, "new line").unwrap();
    let remark = FILE.windows(1).rposition(|w| w == b";").unwrap();
    assert_eq!(written(document.state(), "lines"), [b"3", &FILE[1..remark], &line, &FILE[remark..]].concat());
    assert!(document.undo());
    assert_eq!(written(document.state(), "lines"), FILE);
}
