//! Properties over made input: any bytes are refused or kept, and any edits can be taken back.

use levelwright_model::document::{LevelBuilder, LevelId};
use levelwright_model::games::warriors::records::LineField;
use levelwright_model::games::warriors::script::assemble::{Expression, Statement};
use levelwright_model::games::warriors::script::text::pieces;
use levelwright_model::games::warriors::script::{follow, literal, text};
use levelwright_model::record::Value;
use proptest::prelude::*;

use super::chunk::{self, Chunk};
use super::data_tests::{document, written};
use super::list::List;
use super::part::Part;

/// Text with what lists and scripts are made of.
fn likely() -> impl Strategy<Value = Vec<u8>> {
    let word = prop_oneof![
        Just("{"),
        Just("}"),
        Just("("),
        Just(")"),
        Just(","),
        Just(";"),
        Just("="),
        Just("\n"),
        Just("\r\n"),
        Just(" "),
        Just("--"),
        Just("[["),
        Just("]]"),
        Just("\""),
        Just("'"),
        Just("\\"),
        Just("-"),
        Just("1"),
        Just("0x1f"),
        Just("2.5e1"),
        Just("nil"),
        Just("TRUE"),
        Just("dyn_ring"),
        Just("ObjSpawn"),
        Just("SpawnDoor"),
        Just("local"),
        Just("\0"),
        Just("."),
    ];
    prop::collection::vec(word, 0..60).prop_map(|words| words.concat().into_bytes())
}

fn expression() -> impl Strategy<Value = Expression> {
    let number = prop_oneof![
        any::<i32>().prop_map(|n| Expression::Number(f64::from(n))),
        (-1e9f64..1e9).prop_map(Expression::Number),
        Just(Expression::Number(4_294_967_295.0)),
        Just(Expression::Number(-0.0)),
    ];
    let text = prop::collection::vec(1u8..=255, 0..12)
        .prop_map(|bytes| Expression::Text(bytes.into_iter().map(char::from).collect()));
    let symbol = prop_oneof![Just("TRUE"), Just("PHYS.OBB"), Just("Objects.mark")];
    let symbols = prop::collection::vec(symbol.prop_map(str::to_owned), 1..4).prop_map(Expression::Symbols);
    let leaf = prop_oneof![4 => number, 2 => text, 1 => symbols, 1 => Just(Expression::Nil)];
    leaf.prop_recursive(2, 20, 80, |inner| prop::collection::vec(inner, 0..70).prop_map(Expression::List))
}

fn statement() -> impl Strategy<Value = Statement> {
    let call = prop_oneof![Just("ObjSpawn"), Just("SpawnDoor"), Just("AddFlag"), Just("CfgObj")];
    let result = prop_oneof![Just(None), Just(Some("Door01".to_owned()))];
    (call, prop::collection::vec(expression(), 0..9), result).prop_map(|(call, arguments, result)| Statement {
        call,
        arguments,
        result,
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn any_text_comes_back_as_its_pieces(text in likely()) {
        let (pieces, _) = pieces(&text);
        let joined: Vec<u8> = pieces.iter().flat_map(|piece| text[piece.span.clone()].to_vec()).collect();
        prop_assert_eq!(joined, text);
    }

    #[test]
    fn any_bytes_are_refused_or_kept(bytes in prop_oneof![likely(), prop::collection::vec(any::<u8>(), 0..200)]) {
        let part = Part::new("any", bytes.clone());
        let mut build = LevelBuilder::new(LevelId(0));
        part.decode(&mut build);
        let level = build.finish();
        if !part.lends() {
            prop_assert_eq!(level.tables().flat_map(|table| table.bytes()).collect::<Vec<u8>>(), bytes);
        }
    }

    #[test]
    fn a_line_that_is_told_to_be_well_formed_has_nothing_wrong_word_by_word(
        words in plain_words(),
        changes in prop::collection::vec((any::<prop::sample::Index>(), 0u8..4, any::<u8>()), 0..4),
        end in prop_oneof![Just("\n"), Just(" )\r\n"), Just("")],
    ) {
        let mut text = [words.concat().as_bytes(), end.as_bytes(), b"{x"].concat();
        for (at, change, byte) in changes {
            let at = at.index(text.len());
            match change {
                0 => text[at] = byte,
                1 => text[at] = b"{}(), \t\r\n\0-.+e0"[usize::from(byte) % 15],
                2 => text.insert(at, byte),
                _ => drop(text.remove(at)),
            }
        }
        let line = text.split_inclusive(|b| *b == b'\n').next().unwrap_or_default();
        if let Some(length) = super::plain_line::length(&text) {
            prop_assert_eq!(length, line.len());
            prop_assert_eq!(super::list::wrong_in(line), None);
        }
    }

    #[test]
    fn any_instructions_are_followed_to_an_end(words in prop::collection::vec(any::<u32>(), 0..200)) {
        let strings = vec!["ObjSpawn".to_owned(), "x".to_owned()];
        let function = follow::Function { words, strings, numbers: vec![1.5], begins_with: 2 };
        let followed = follow::follow(&function);
        prop_assert!(followed.calls.windows(2).all(|pair| pair[0].at < pair[1].at));
    }

    #[test]
    fn what_is_compiled_and_what_is_written_read_the_same(statements in prop::collection::vec(statement(), 1..5)) {
        let compiled = chunk::write(&statements).unwrap().into();
        let followed = Chunk::read(&compiled).unwrap().followed();
        prop_assert!(followed[0].faults.is_empty());
        prop_assert_eq!(followed[0].calls.len(), statements.len());
        for (call, statement) in followed[0].calls.iter().zip(&statements) {
            let plain = |list: &[levelwright_model::games::warriors::script::Argument<_>]| format!("{:?}", without(list));
            let text: Vec<u8> = statement.text().chars().map(|c| c as u8).collect();
            prop_assert_eq!(plain(&call.arguments), format!("{:?}", without(&text::arguments(&text))));
            prop_assert_eq!(call.result.clone(), statement.result.clone());
        }
    }

    #[test]
    fn texts_and_numbers_read_back(bytes in prop::collection::vec(any::<u8>(), 0..40), n in any::<f64>()) {
        prop_assert_eq!(literal::text(&literal::quoted(&bytes)), bytes);
        if n.is_finite() && !n.is_sign_negative() {
            prop_assert_eq!(literal::number(literal::written(n).as_bytes()), Some(n));
        }
    }

    #[test]
    fn edits_of_a_list_touch_their_word_and_undo(x in any::<f32>(), zone in 0i128..1024, tint in any::<u32>()) {
        let file = b"2\n{dyn_ring{1.50,-0.0,+7},{0,0,0,-1},-1,0,64,FFFFFFFF,nil)\n{a {1,2,3}, {0,0,0,1}, -1, 0, 0, ff, f )\njunk\0";
        let mut list = document(file);
        let mut draft = list.draft();
        let node = draft.row(LevelId(0), "lines", 0).unwrap().id();
        let sets = [
            (LineField::x, Value::Real(f64::from(x))),
            (LineField::zone, Value::Int(zone)),
            (LineField::tint, Value::Int(i128::from(tint))),
        ];
        for (field, value) in sets {
            if draft.set(node, field.field(), &value).is_ok() {
                prop_assert!(draft.record(node).unwrap().get(field.field()).unwrap().same(&value));
            }
        }
        list.commit(draft, "sets").unwrap();
        let after = written(&list);
        prop_assert!(List::read(&after.clone().into()).is_ok());
        let rest = b"\n{a {1,2,3}, {0,0,0,1}, -1, 0, 0, ff, f )\njunk\0";
        let kept = after.ends_with(rest) && after.starts_with(b"2\n{dyn_ring{");
        prop_assert!(kept);
        list.undo();
        prop_assert_eq!(written(&list), file.to_vec());
    }
}

/// The words of a line such as the game's lists have, some a little too long, with what stands between them.
fn plain_words() -> impl Strategy<Value = Vec<String>> {
    let words = |sort: &'static str, count: usize| {
        let between = prop_oneof![4 => Just(" "), 2 => Just(", "), 1 => Just("}, {")];
        prop::collection::vec((sort, between).prop_map(|(word, behind)| word + behind), count)
    };
    let real = words("-?[0-9]{1,9}(\\.[0-9]{1,10})?", 7);
    let whole = words("-?[0-9]{1,9}", 3);
    (words("[a-z_0-9]{1,30}", 1), real, whole, words("[0-9a-fA-F]{1,8}", 1), words("nil|[a-z_]{1,9}", 1))
        .prop_map(|(name, real, whole, tint, flag)| [name, real, whole, tint, flag].concat())
}

/// Arguments without where they stand.
fn without<L>(list: &[levelwright_model::games::warriors::script::Argument<L>]) -> Vec<String> {
    use levelwright_model::games::warriors::script::Argument;
    let one = |argument: &Argument<L>| match argument {
        Argument::Number(n, _) => format!("{n:?}"),
        Argument::Text(text, _) => format!("{text:?}"),
        Argument::Symbol(symbol, _) => symbol.clone(),
        Argument::List(list) => format!("{:?}", without(list)),
        Argument::Computed => "computed".to_owned(),
    };
    list.iter().map(one).collect()
}
