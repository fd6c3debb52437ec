//! Lists inside records, edited in place in the inspector. The sample's terminal has two.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use std::sync::Arc;

use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use levelwright_app::window::Window;
use levelwright_app::window::intent::Intent;
use levelwright_app::window::panes::lists::{Change, List, change, show};
use levelwright_app::window::panes::sheet;
use levelwright_io::file::OpenFile;
use levelwright_io::format::{Difference, EncodeError, Encoded, Opened, Origin, Summary};
use levelwright_model::document::{
    Document, Intent as Travel, Level, LevelBuilder, LevelId, LevelSource, Node, NodeId, NodeList,
};
use levelwright_model::games::marathon::records::TERMINAL;
use levelwright_model::games::marathon::records::terminal::{TERMINAL_FACES, TERMINAL_GROUP, TERMINAL_GROUPS};
use levelwright_model::games::marathon::tables::TERMINALS;
use levelwright_tests::stage::{Stage, doc};

/// The field of an entry that says what it is.
const KIND: &str = "Type (raw)";

type Play = Harness<'static, Window>;

fn groups(play: &Play) -> List {
    sheet::data(doc(play)).lists.into_iter().find(|list| list.title == "Groups").unwrap()
}

/// The sample with its terminal selected.
fn play() -> Play {
    let mut stage = Stage::empty();
    // Tall, so that the whole list is drawn.
    stage.size = egui::vec2(1400.0, 2600.0);
    let mut play = stage.play();
    play.state_mut().session.carry_out(Intent::Sample(0));
    play.run();
    let terminal = {
        let objects = doc(&play).objects(doc(&play).level);
        objects.all().iter().find(|o| o.kind.key == "terminal").unwrap().id
    };
    play.state_mut().session.carry_out(Intent::GoTo(terminal));
    play.run();
    play
}

fn click(play: &mut Play, label: &str) {
    play.get_by_label(label).click();
    play.run();
}

#[test]
fn lists_of_a_table_that_is_only_looked_at_are_shown_and_held() {
    let mut play = play();
    let list = groups(&play);
    assert!(list.entries.len() > 1 && list.locked.is_some());
    let first = list.entries[0].title.clone();
    click(&mut play, "Add: Groups");
    click(&mut play, &format!("Remove: Groups {first}"));
    assert_eq!(doc(&play).file.document.history().len(), 0, "nothing was changed");
    assert_eq!(groups(&play).entries.len(), list.entries.len());
}

#[test]
fn entries_are_added_copied_moved_and_removed_by_their_buttons() {
    // The same list as if its table could be edited.
    let list = List { locked: None, ..groups(&play()) };
    let nodes: Vec<_> = list.entries.iter().map(|entry| entry.node).collect();
    let (titles, parent) = (list.entries.iter().map(|e| e.title.clone()).collect::<Vec<_>>(), list.parent);
    let last = nodes.len() - 1;
    let mut play = Harness::builder()
        .with_size(egui::vec2(420.0, 900.0))
        .build_ui_state(move |ui, out: &mut Vec<Intent>| show(ui, std::slice::from_ref(&list), 120.0, out), Vec::new());
    play.run();
    for (label, expected) in [
        ("Add: Groups".to_owned(), Some(Change::Add)),
        (format!("Copy: Groups {}", titles[1]), Some(Change::Copy(nodes[1]))),
        (format!("Remove: Groups {}", titles[0]), Some(Change::Remove(nodes[0]))),
        (format!("Move up: Groups {}", titles[last]), Some(Change::Move(nodes[last], last - 1))),
        (format!("Move down: Groups {}", titles[0]), Some(Change::Move(nodes[0], 1))),
        (format!("Move up: Groups {}", titles[0]), None),
        (format!("Move down: Groups {}", titles[last]), None),
    ] {
        play.get_by_label(&label).click();
        play.run();
        let said = match std::mem::take(play.state_mut()).as_slice() {
            [] => None,
            [Intent::List { parent: of, title, change }] if *of == parent && title == "Groups" => Some(*change),
            other => panic!("{label}: {other:?}"),
        };
        assert_eq!(said, expected, "{label}");
    }
}

/// A format of our own, for a table whose lists may be edited: a byte for the kind of each group of one terminal.
#[derive(Debug)]
struct Made(Vec<u8>);

impl Made {
    fn opened(bytes: &[u8]) -> Opened {
        let game = levelwright_model::games::all().iter().copied().find(|game| game.key == "marathon").unwrap();
        let file = LevelBuilder::new(LevelId::FILE).finish();
        let document = Document::new(game, Arc::new(Made(bytes.to_vec())), file, Default::default());
        let summary = Summary { format: "Made".to_owned(), ..Summary::default() };
        Opened { document, origin: Arc::new(Made(bytes.to_vec())), summary }
    }
}

impl LevelSource for Made {
    fn len(&self) -> u32 {
        1
    }

    fn name(&self, _level: LevelId) -> String {
        "Made".to_owned()
    }

    fn game_index(&self, _level: LevelId) -> i64 {
        0
    }

    fn decode(&self, level: LevelId) -> Level {
        let node = |number, schema, head: Vec<u8>, children| Node {
            number,
            schema,
            head: head.into(),
            children: NodeList::new(children),
            tail: Vec::new().into(),
        };
        let mut build = LevelBuilder::new(level);
        build.nodes(&TERMINALS, b"term", 0, |build, table| {
            let terminal = build.number(table);
            let groups = build.number(terminal);
            let entries: Vec<Node> = self
                .0
                .iter()
                .map(|kind| {
                    let mut head = vec![0; TERMINAL_GROUP.size as usize];
                    head[3] = *kind;
                    node(build.number(groups), &TERMINAL_GROUP, head, Vec::new())
                })
                .collect();
            let faces = build.number(terminal);
            let lists = vec![
                node(groups, &TERMINAL_GROUPS, Vec::new(), entries),
                node(faces, &TERMINAL_FACES, Vec::new(), Vec::new()),
            ];
            vec![node(terminal, &TERMINAL, vec![0; TERMINAL.size as usize], lists)].into()
        });
        build.finish()
    }
}

impl Origin for Made {
    fn encode(&self, document: &Document) -> Result<Encoded, EncodeError> {
        let bytes = match document.state().level(LevelId(0)) {
            Some(level) => kinds(level).0.into_iter().map(|kind| u8::try_from(kind).unwrap()).collect(),
            None => self.0.clone(),
        };
        Ok(Encoded::one(bytes))
    }

    fn bytes(&self) -> &[u8] {
        &self.0
    }

    fn verify(&self, _document: &Document) -> Result<(), Difference> {
        Ok(())
    }
}

/// The kinds of a terminal's groups, and their records.
fn kinds(state: &Level) -> (Vec<i128>, Vec<NodeId>) {
    let terminal = state.rows(state.table("terminals").unwrap()).next().unwrap();
    let groups = terminal.child(0).unwrap();
    let entries = || (0..).map_while(|at| groups.child(at));
    (entries().map(|g| g.int("kind").unwrap()).collect(), entries().map(|g| g.id()).collect())
}

/// A window with a document of our own format, its terminal selected.
fn made(bytes: &[u8]) -> Play {
    let mut stage = Stage::empty();
    stage.size = egui::vec2(1400.0, 2600.0);
    let mut play = stage.play();
    play.state_mut().session.add(OpenFile::from_opened(Made::opened(bytes)));
    play.run();
    let terminal = {
        let objects = doc(&play).objects(doc(&play).level);
        objects.all().iter().find(|o| o.kind.key == "terminal").unwrap().id
    };
    play.state_mut().session.carry_out(Intent::GoTo(terminal));
    play.run();
    play
}

/// What a button of the list is called for the entry at a position.
fn of_entry(play: &Play, does: &str, at: usize) -> String {
    format!("{does}: Groups {}", groups(play).entries[at].title)
}

#[test]
fn a_list_is_edited_in_its_place_and_written_as_it_stands() {
    let mut play = made(&[1, 4, 5]);
    let stands = |play: &Play| kinds(doc(play).state().level(LevelId(0)).unwrap()).0;
    let encoded = |play: &Play| doc(play).file.encode().unwrap().bytes;
    assert!(groups(&play).locked.is_none(), "{:?}", groups(&play).locked);
    click(&mut play, "Add: Groups");
    assert_eq!(stands(&play), [1, 4, 5, 0]);
    let label = of_entry(&play, "Move up", 3);
    click(&mut play, &label);
    assert_eq!(stands(&play), [1, 4, 0, 5]);
    let label = of_entry(&play, "Remove", 0);
    click(&mut play, &label);
    assert_eq!(stands(&play), [4, 0, 5]);
    let label = of_entry(&play, "Copy", 2);
    click(&mut play, &label);
    let label = of_entry(&play, "Move down", 0);
    click(&mut play, &label);
    assert_eq!(stands(&play), [0, 4, 5, 5]);
    assert_eq!(play.query_all_by_label("Reorder Groups").count(), 2, "the history names the steps");
    // The first entry is opened, and a field of it set like any other.
    let title = groups(&play).entries[0].title.clone();
    let place = play.get_by_label(&title).rect().left_center() - egui::vec2(9.0, 0.0);
    play.hover_at(place);
    play.drag_at(place);
    play.run();
    play.drop_at(place);
    play.run();
    play.get_by_role_and_label(Role::TextInput, KIND).focus();
    play.run();
    play.get_by_role_and_label(Role::TextInput, KIND).type_text("7");
    play.run();
    play.key_press(Key::Enter);
    play.run();
    assert_eq!(stands(&play), [7, 4, 5, 5], "{:?}", play.state().session.messages.all());
    assert_eq!(doc(&play).file.document.history().len(), 6, "each click is one step");
    // What is written is what is seen, and opens as that.
    assert_eq!(encoded(&play), [7, 4, 5, 5]);
    let again = made(&encoded(&play));
    assert_eq!(stands(&again), [7, 4, 5, 5]);
    assert!(!doc(&again).file.document.is_modified());
    for expected in
        [vec![0, 4, 5, 5], vec![4, 0, 5, 5], vec![4, 0, 5], vec![1, 4, 0, 5], vec![1, 4, 5, 0], vec![1, 4, 5]]
    {
        play.key_press_modifiers(Modifiers::COMMAND, Key::Z);
        play.run();
        assert_eq!(stands(&play), expected);
    }
    assert_eq!(encoded(&play), [1, 4, 5], "undone it is as opened");
    assert!(!doc(&play).file.document.is_modified());
}

#[test]
fn changes_to_a_list_are_carried_out_and_come_back() {
    let mut document = Made::opened(&[1, 4, 5]).document;
    let level = LevelId(0);
    let before = document.level(level).unwrap().clone();
    let terminal = before.rows(before.table("terminals").unwrap()).next().unwrap();
    let parent = terminal.child(0).unwrap().id();
    let (found, nodes) = kinds(&before);
    assert_eq!(found, [1, 4, 5]);
    for (step, expected) in [
        (Change::Add, vec![1, 4, 5, 0]),
        (Change::Copy(nodes[1]), vec![1, 4, 4, 5, 0]),
        (Change::Move(nodes[0], 2), vec![4, 4, 1, 5, 0]),
        (Change::Remove(nodes[2]), vec![4, 4, 1, 0]),
    ] {
        let mut draft = document.draft();
        change(&mut draft, parent, step).unwrap();
        document.commit(draft, "list").unwrap();
        assert_eq!(kinds(document.state().level(level).unwrap()).0, expected, "{step:?}");
    }
    let mut draft = document.draft();
    assert!(change(&mut draft, parent, Change::Remove(nodes[2])).is_err(), "it is gone");
    document.travel(Travel::Jump(0));
    assert!(document.state().level(level).unwrap().same(&before));
}
