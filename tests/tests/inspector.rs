//! Every kind of field has an editor that can be found by name and that says what it changed.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use levelwright_app::window::change::Change;
use levelwright_app::window::intent::Intent;
use levelwright_app::window::panes::inspector::show_sheet;
use levelwright_app::window::panes::sheet::{Folded, Goal, Group, Row, Sheet};
use levelwright_app::window::picking::Wants;
use levelwright_app::window::theme;
use levelwright_model::document::{LevelId, NodeId, ObjectId};
use levelwright_model::record::text::Encoding;
use levelwright_model::record::{
    ColourForm, Field, Flag, FlagNames, Int, Kind, Link, Name, Names, Number, Order, Place, Target, Value,
};

const WORD: Number = Number { int: Int::I32, order: Order::Big };
static NAMES: Names = Names {
    key: "colour",
    source: "made up",
    list: &[Name { value: 0, name: "red" }, Name { value: 7, name: "blue" }],
};
static FLAGS: FlagNames = FlagNames {
    key: "habits",
    source: "made up",
    list: &[Flag { bit: 0, name: "sleeps", doc: "At night." }, Flag { bit: 3, name: "walks", doc: "" }],
};
static PLAIN: Link = Link { target: Target::Row("rooms"), none: &[-1] };

const fn field(name: &'static str, kind: Kind) -> Field {
    Field::new(name, "What it means.", Place::Number { at: 0, number: WORD }, kind)
}

static FIELDS: &[Field] = &[
    field("count", Kind::Int),
    field("single", Kind::Real32),
    field("double", Kind::Real64),
    field("speed", Kind::Fixed { fraction: 8 }),
    field("heading", Kind::Angle { turn: 512 }),
    Field::new(
        "title",
        "What it is called.",
        Place::Bytes { at: 0, len: 8 },
        Kind::Text { encoding: Encoding::MacRoman, terminated: true },
    ),
    field("code", Kind::Tag),
    field("tint", Kind::Colour(ColourForm::Rgba32)),
    field("place", Kind::Vector { number: WORD, of: &Kind::Int, count: 3 }),
    field("list", Kind::Array { number: WORD, of: &Kind::Int, count: 2 }),
    field("sort", Kind::Choice(&NAMES)),
    field("habits", Kind::Flags(&FLAGS)),
    field("room", Kind::Link(PLAIN)),
    field("amount", Kind::Keyed { mask: 0xC000, variables: &[(0x8000, "variable")], plain: Some(&PLAIN), rows: &[] }),
    field("open", Kind::Bool),
    Field::new("spare", "Nobody knows.", Place::Bytes { at: 0, len: 4 }, Kind::Bytes),
];

fn value(kind: &Kind) -> Value {
    match kind {
        Kind::Real32 | Kind::Real64 => Value::Real(1.5),
        Kind::Text { .. } => Value::Text("name".to_owned()),
        Kind::Tag => Value::Text("ABCD".to_owned()),
        Kind::Vector { count, .. } | Kind::Array { count, .. } => {
            Value::List((0..*count).map(|n| Value::Int(i128::from(n))).collect())
        }
        Kind::Bytes => Value::Bytes(vec![1, 2, 3, 4]),
        Kind::Int
        | Kind::Fixed { .. }
        | Kind::Angle { .. }
        | Kind::Colour(_)
        | Kind::Choice(_)
        | Kind::Flags(_)
        | Kind::Link(_)
        | Kind::Keyed { .. }
        | Kind::Bool => Value::Int(7),
    }
}

fn sheet(mixed: bool) -> Sheet {
    let node = NodeId { level: LevelId(0), number: 4 };
    let rows = FIELDS.iter().map(|field| {
        let value = value(&field.kind);
        let folded = if mixed {
            let same = match &value {
                Value::List(list) => vec![false; list.len()],
                _ => Vec::new(),
            };
            Folded::Mixed { example: value, and: 1, or: 9, same }
        } else {
            Folded::One(value)
        };
        Row {
            part: "",
            field,
            label: field.name.to_owned(),
            owners: vec![node],
            value: folded,
            locked: None,
            goals: vec![Goal::Object(ObjectId { node, generation: 0 }, "the hall".to_owned())],
            entry: false,
            wants: matches!(field.kind, Kind::Link(_)).then_some(Wants::Row("rooms")),
        }
    });
    let rows = rows.collect();
    Sheet { count: 1, groups: vec![Group { title: "General".to_owned(), rows }], ..Sheet::default() }
}

type Play = Harness<'static, Vec<Intent>>;

fn play(mixed: bool) -> Play {
    let sheet = sheet(mixed);
    let mut harness = Harness::builder().with_size(egui::vec2(420.0, 1200.0)).with_max_steps(20).build_ui_state(
        move |ui, out: &mut Vec<Intent>| {
            if ui.ctx().style_of(egui::Theme::Dark).visuals.text_cursor.blink {
                theme::install(ui.ctx());
            }
            show_sheet(ui, &sheet, out);
        },
        Vec::new(),
    );
    harness.run();
    harness
}

fn change(play: &mut Play) -> (String, Change) {
    let intents = std::mem::take(play.state_mut());
    match intents.as_slice() {
        [Intent::Set { fields, change }] => (fields[0].1.name.to_owned(), change.clone()),
        other => panic!("not one change: {other:?}"),
    }
}

fn typed(play: &mut Play, label: &str, text: &str) -> (String, Change) {
    play.get_by_role_and_label(Role::TextInput, label).focus();
    play.run();
    // A whole text replaces what was there, as a number does.
    play.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
    play.run();
    play.get_by_role_and_label(Role::TextInput, label).type_text(text);
    play.run();
    play.key_press(Key::Enter);
    play.run();
    change(play)
}

fn text(text: &str) -> Change {
    Change::Typed(text.to_owned())
}

#[test]
fn what_is_typed_is_what_changes() {
    let mut play = play(false);
    for (label, field) in [
        ("count", "count"),
        ("single", "single"),
        ("double", "double"),
        ("speed", "speed"),
        ("heading", "heading"),
        ("title", "title"),
        ("code", "code"),
        ("tint digits", "tint"),
        ("sort (raw)", "sort"),
        ("room", "room"),
        ("spare", "spare"),
    ] {
        assert_eq!(typed(&mut play, label, "12"), (field.to_owned(), text("12")), "{label}");
    }
    for (label, field, at) in [("place Y", "place", 1), ("list 1", "list", 1)] {
        let expected = Change::Element(at, Box::new(text("+12")));
        assert_eq!(typed(&mut play, label, "+12"), (field.to_owned(), expected), "{label}");
    }
    assert_eq!(typed(&mut play, "amount", "12").1, text("12"));
}

#[test]
fn boxes_lists_and_links_answer_to_clicks() {
    let mut play = play(false);
    let mut clicked = |label: &str| {
        play.get_by_label(label).click();
        play.run();
        change(&mut play)
    };
    assert_eq!(clicked("habits: walks"), ("habits".to_owned(), Change::Bit(3, true)));
    assert_eq!(clicked("habits: sleeps"), ("habits".to_owned(), Change::Bit(0, false)));
    let mut play = self::play(false);
    play.get_by_role_and_label(Role::CheckBox, "open").click();
    play.run();
    assert_eq!(change(&mut play), ("open".to_owned(), Change::Value(Value::Int(0))));
    play.get_by_role_and_label(Role::ComboBox, "sort").click();
    play.run();
    play.get_by_label("red").click();
    play.run();
    assert_eq!(change(&mut play), ("sort".to_owned(), Change::Value(Value::Int(0))));
    play.get_by_role_and_label(Role::ComboBox, "amount is").click();
    play.run();
    play.get_by_label("variable").click();
    play.run();
    assert_eq!(change(&mut play), ("amount".to_owned(), Change::Value(Value::Int(0x8007))));
    play.get_by_label("Go to the hall (room)").click();
    play.run();
    assert!(matches!(play.state().as_slice(), [Intent::GoTo(_)]));
    play.state_mut().clear();
    play.get_by_label("Pick room").click();
    play.run();
    let [Intent::Pick(Some(picking))] = play.state().as_slice() else { panic!("no pick: {:?}", play.state()) };
    assert_eq!((picking.fields[0].1.name, picking.element, picking.wants), ("room", None, Wants::Row("rooms")));
}

#[test]
fn arrow_keys_step_and_escape_takes_back() {
    let mut play = play(false);
    play.get_by_role_and_label(Role::TextInput, "count").focus();
    play.run();
    play.key_press(Key::ArrowUp);
    play.run();
    assert_eq!(change(&mut play), ("count".to_owned(), text("+1")));
    play.key_press_modifiers(egui::Modifiers::SHIFT, Key::ArrowDown);
    play.run();
    assert_eq!(change(&mut play), ("count".to_owned(), text("-=10")));
    play.get_by_role_and_label(Role::TextInput, "speed").focus();
    play.run();
    play.get_by_role_and_label(Role::TextInput, "speed").type_text("99");
    play.run();
    play.key_press(Key::Escape);
    play.run();
    assert!(play.state().is_empty(), "{:?}", play.state());
}

#[test]
fn mixed_values_are_shown_as_mixed_and_can_be_set() {
    let mut play = play(true);
    assert_eq!(typed(&mut play, "count", "3"), ("count".to_owned(), text("3")));
    play.get_by_label("habits: walks").click();
    play.run();
    assert_eq!(change(&mut play), ("habits".to_owned(), Change::Bit(3, true)));
    let expected = Change::Element(2, Box::new(text("5")));
    assert_eq!(typed(&mut play, "place Z", "5"), ("place".to_owned(), expected));
}
