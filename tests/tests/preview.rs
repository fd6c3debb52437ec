//! Stories of the live preview: it runs by the window's clock, goes where it is told to, follows edits, and never
//! touches the document.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a story that cannot go on has failed")]

use std::path::Path;
use std::time::Duration;

use egui::Key;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT, Queryable};
use glam::Vec3;
use levelwright_app::window::Window;
use levelwright_app::window::commands::Command;
use levelwright_app::window::dock::Pane;
use levelwright_app::window::files::{Chosen, PreviewFile};
use levelwright_app::window::intent::Intent;
use levelwright_app::window::preview::{Act, Conditions, Preview, live};
use levelwright_io::format::FORMATS;
use levelwright_model::document::{NodeId, ObjectId};
use levelwright_model::preview::{Subject, Verb};
use levelwright_tests::stage::{Stage, doc};

type Play = Harness<'static, Window>;

const DOOR: &str = "platforms/0";

/// A window with a bundled sample that has a door and a lift, and the preview's pane in front.
fn play() -> (tempfile::TempDir, Play) {
    play_answering(|_| Vec::new())
}

/// The same with answers to file dialogs, made from the folder that the map lies in.
fn play_answering(answers: impl FnOnce(&Path) -> Vec<Chosen>) -> (tempfile::TempDir, Play) {
    let folder = tempfile::tempdir().unwrap();
    let sample = FORMATS.iter().find(|f| f.game == "marathon" && f.sample.is_some()).unwrap().sample.unwrap();
    let path = folder.path().join("Yard.sceA");
    std::fs::write(&path, sample().unwrap().remove(0).bytes).unwrap();
    let mut play = Stage { answers: answers(folder.path()), ..Stage::with(&path) }.play();
    run(&mut play, Command::Show(Pane::Preview));
    (folder, play)
}

fn run(play: &mut Play, command: Command) {
    let ctx = play.ctx.clone();
    play.state_mut().run(&ctx, command);
    play.run();
}

fn act(play: &mut Play, act: Act) {
    play.state_mut().session.carry_out(Intent::Preview(act));
    play.run();
}

fn click(play: &mut Play, label: &str) {
    play.get_by_label(label).click();
    play.run();
}

fn preview(play: &Play) -> &Preview {
    doc(play).preview.as_deref().unwrap()
}

fn bytes(play: &Play) -> Vec<u8> {
    doc(play).file.encode().unwrap().bytes
}

fn node(play: &Play, table: &'static str, row: u32) -> NodeId {
    let doc = doc(play);
    Subject::new(table, row).node(doc.state().level(doc.level).unwrap()).unwrap()
}

fn object(play: &Play, node: NodeId) -> ObjectId {
    doc(play).objects(node.level).of_node(node.number).unwrap().id
}

/// Opens the door at tick 1 and goes on to a tick.
fn open_door(play: &mut Play, until: u32) {
    click(play, "Start preview");
    act(play, Act::Do(format!("fire {DOOR} activate")));
    act(play, Act::Seek(until));
}

/// Waits for the worker.
fn settle(play: &mut Play) {
    for _ in 0..600 {
        play.run();
        if !preview(play).stale(doc(play)) {
            return;
        }
        std::thread::sleep(Duration::from_millis(10));
    }
    panic!("the changed level was never run");
}

fn set(play: &mut Play, node: NodeId, field: &str, value: i128) {
    let change = levelwright_app::window::change::Change::Value(levelwright_model::record::Value::Int(value));
    let field = {
        let record = doc(play).state().level(node.level).unwrap().record(node.number).unwrap();
        record.fields().into_iter().find(|f| f.name == field).unwrap()
    };
    play.state_mut().session.carry_out(Intent::Set { fields: vec![(node, field)], change });
    play.step();
}

#[test]
fn playing_goes_on_by_the_windows_clock_and_leaves_the_document_alone() {
    let (_folder, mut play) = play();
    let before = bytes(&play);
    click(&mut play, "Start preview");
    assert_eq!(preview(&play).now(), 0);
    play.run_steps(5);
    assert_eq!(preview(&play).now(), 0, "it stands until it is played");
    play.get_by_label("Play").click();
    // The click takes effect; from the next picture on time passes.
    play.run_steps(3);
    let start = preview(&play).now();
    play.run_steps(60);
    // 30 ticks a second, a quarter of a second a picture.
    let ticks = preview(&play).now() - start;
    assert!((440..=460).contains(&ticks), "{ticks}");
    assert!(preview(&play).playing());
    click(&mut play, "Pause");
    let now = preview(&play).now();
    play.run_steps(10);
    assert_eq!(preview(&play).now(), now);
    assert!(!doc(&play).file.document.is_modified());
    assert_eq!(doc(&play).file.document.history().len(), 0);
    assert_eq!(bytes(&play), before);
}

#[test]
fn a_slow_preview_is_slow_and_idle_ones_ask_for_no_picture() {
    let (_folder, mut play) = play();
    click(&mut play, "Start preview");
    act(&mut play, Act::Speed(-3));
    // While it plays it asks for one picture after the other.
    play.state_mut().session.carry_out(Intent::Preview(Act::Play(true)));
    play.run_steps(3);
    let start = preview(&play).now();
    play.run_steps(32);
    let ticks = preview(&play).now() - start;
    assert!((29..=31).contains(&ticks), "{ticks}");
    let delay = |play: &Play| play.output().viewport_output.values().next().unwrap().repaint_delay;
    assert!(delay(&play) < Duration::from_secs(1));
    run(&mut play, Command::PreviewPlay);
    play.run_steps(3);
    assert!(delay(&play) > Duration::from_secs(60), "{:?}", delay(&play));
}

#[test]
fn steps_go_both_ways_and_come_out_alike() {
    let (_folder, mut play) = play();
    open_door(&mut play, 40);
    let hash = preview(&play).timeline().world().hash();
    click(&mut play, "Step back");
    click(&mut play, "Step back");
    assert_eq!(preview(&play).now(), 38);
    play.key_press(Key::F6);
    play.run();
    click(&mut play, "Step");
    assert_eq!((preview(&play).now(), preview(&play).timeline().world().hash()), (40, hash));
}

#[test]
fn the_scrub_bar_goes_to_the_tick_under_the_pointer() {
    let (_folder, mut play) = play();
    open_door(&mut play, 60);
    let rect = play.get_by_label("Scrub bar").rect();
    // The bar is 30 seconds long at least.
    let at = egui::pos2(rect.left() + rect.width() / 3.0, rect.center().y);
    for pressed in [true, false] {
        play.event(egui::Event::PointerMoved(at));
        let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
        play.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
    }
    play.run();
    assert!((298..=302).contains(&preview(&play).now()), "{}", preview(&play).now());
    act(&mut play, Act::Seek(9000));
    assert_eq!((preview(&play).now(), preview(&play).timeline().furthest()), (9000, 9000));
}

#[test]
fn a_loop_repeats_its_range() {
    let (_folder, mut play) = play();
    open_door(&mut play, 10);
    act(&mut play, Act::Loop(Some((10, 30))));
    act(&mut play, Act::Seek(10));
    play.state_mut().session.carry_out(Intent::Preview(Act::Play(true)));
    for _ in 0..30 {
        play.run_steps(1);
        assert!((10..=30).contains(&preview(&play).now()));
    }
    assert_eq!(preview(&play).timeline().furthest(), 30);
    play.state_mut().session.carry_out(Intent::Preview(Act::Loop(Some((u32::MAX, 0)))));
    play.run_steps(3);
}

#[test]
fn the_surfaces_move_and_the_document_does_not() {
    let (_folder, mut play) = play();
    let door = node(&play, "platforms", 0);
    let ceiling = |play: &Play| {
        let scene = doc(play).caches.scene.scene();
        scene.bounds_of(|key| key.0 == u64::from(door.number));
        let solid = scene.surfaces.iter().flat_map(|chunk| &chunk.vertices);
        solid.map(|v| v.position.z.to_bits()).fold(0u64, |sum, z| sum.wrapping_add(u64::from(z)))
    };
    let before = ceiling(&play);
    open_door(&mut play, 20);
    assert_ne!(ceiling(&play), before, "the door is on its way");
    click(&mut play, "End preview");
    assert_eq!(ceiling(&play), before);
}

#[test]
fn an_event_selects_its_object_and_says_why() {
    let (_folder, mut play) = play();
    open_door(&mut play, 120);
    play.get_by_role_and_label(Role::TextInput, "Filter events").focus();
    play.run();
    play.get_by_role_and_label(Role::TextInput, "Filter events").type_text(DOOR);
    play.run();
    let (row, label) = {
        let log = preview(&play).timeline().log();
        let at = log.events().iter().position(|e| e.target.to_string() == DOOR && e.cause.is_some()).unwrap();
        let event = &log.events()[at];
        (u32::try_from(at).unwrap(), format!("{}: {} {}", event.tick, event.source, event.kind))
    };
    let nodes: Vec<_> = play
        .query_all_by_role(Role::Button)
        .filter(|n| n.accesskit_node().label().is_some_and(|l| l.starts_with(&label)))
        .collect();
    nodes.first().unwrap_or_else(|| panic!("no row {label}")).click();
    play.run();
    assert_eq!(preview(&play).row(), Some(row));
    let door = object(&play, node(&play, "platforms", 0));
    assert_eq!(doc(&play).selection.all(), [door]);
    assert!(play.query_all_by_label_contains("person/0 fire").count() > 0, "the chain begins with the person");
}

#[test]
fn the_log_takes_a_query_and_points_at_a_mistake() {
    let (_folder, mut play) = play();
    open_door(&mut play, 120);
    let rows = |play: &Play| {
        let wanted = |label: String| label.split_once(": ").is_some_and(|(tick, _)| tick.parse::<u32>().is_ok());
        let nodes = play.query_all_by_role(Role::Button).filter_map(|n| n.accesskit_node().label());
        nodes.filter(|label| wanted(label.clone())).count()
    };
    let first = preview(&play).timeline().log().events().iter().find(|e| e.tick > 0).unwrap().tick;
    let happened = |tick| preview(&play).timeline().log().events().iter().filter(|e| e.tick == tick).count();
    let (wanted, all) = (happened(first), rows(&play));
    assert!(0 < wanted && wanted < all, "{wanted} of {all}");
    play.get_by_role_and_label(Role::TextInput, "Filter events").focus();
    play.run();
    play.get_by_role_and_label(Role::TextInput, "Filter events").type_text(&format!("tick = {first}"));
    play.run();
    assert_eq!(rows(&play), wanted);
    play.get_by_role_and_label(Role::TextInput, "Filter events").type_text(" and tick >");
    play.run();
    let said =
        play.query_all_by_label_contains("character").count() + play.query_all_by_label_contains("expected").count();
    assert!(said > 0, "the mistake is told");
}

#[test]
fn playing_stops_at_what_was_asked_for() {
    let (_folder, mut play) = play();
    click(&mut play, "Start preview");
    act(&mut play, Act::Do(format!("fire {DOOR} activate")));
    click(&mut play, "Stop at");
    play.get_by_role_and_label(Role::TextInput, "Event with").focus();
    play.run();
    play.get_by_role_and_label(Role::TextInput, "Event with").type_text(DOOR);
    play.run();
    click(&mut play, "Play");
    play.run_steps(20);
    assert!(!preview(&play).playing());
    assert!(preview(&play).note().unwrap().starts_with("Stopped at tick 1:"), "{:?}", preview(&play).note());
}

#[test]
fn an_edit_runs_again_and_the_first_difference_is_marked() {
    let (_folder, mut play) = play();
    open_door(&mut play, 300);
    let hash = preview(&play).timeline().world().hash();
    let door = node(&play, "platforms", 0);
    let old = {
        let level = doc(&play).state().level(door.level).unwrap();
        level.record(door.number).unwrap().int("speed").unwrap()
    };
    set(&mut play, door, "speed", old / 2);
    // Two edits in a row: the newest wins.
    set(&mut play, door, "speed", old / 4);
    settle(&mut play);
    assert_eq!((preview(&play).now(), preview(&play).timeline().furthest()), (300, 300));
    assert_ne!(preview(&play).timeline().world().hash(), hash);
    let marked = preview(&play).difference.clone().expect("the door arrives later");
    assert!(["new", "gone", "shifted"].contains(&marked.word));
    assert!(play.query_all_by_label_contains("First difference:").count() > 0);
    run(&mut play, Command::Undo);
    run(&mut play, Command::Undo);
    settle(&mut play);
    assert_eq!(preview(&play).timeline().world().hash(), hash);
}

#[test]
fn a_live_value_is_applied_in_one_undo_step() {
    let (_folder, mut play) = play();
    open_door(&mut play, 20);
    let before = bytes(&play);
    let rows: Vec<ObjectId> = doc(&play).objects(doc(&play).level).all().iter().map(|o| o.id).collect();
    let settable = rows.into_iter().find(|id| {
        play.state_mut().session.carry_out(Intent::GoTo(*id));
        live::lines(doc(&play)).iter().any(|line| line.apply.is_some())
    });
    assert!(settable.is_some(), "nothing differs that could be applied");
    play.run();
    let line = live::lines(doc(&play)).into_iter().find(|line| line.apply.is_some()).unwrap();
    let (node, field, value) = line.apply.unwrap();
    let button = format!("Apply live {}", line.label);
    play.query_all_by_label(&button).next().unwrap().click();
    play.run();
    assert_eq!(doc(&play).file.document.history().len(), 1, "{:?}", play.state().session.messages.all());
    let stored = {
        let level = doc(&play).state().level(node.level).unwrap();
        level.record(node.number).unwrap().get(field).unwrap()
    };
    assert!(stored.same(&value));
    run(&mut play, Command::Undo);
    assert_eq!(bytes(&play), before);
    settle(&mut play);
}

#[test]
fn the_walker_goes_where_a_floor_is_clicked_and_the_scenario_keeps_it() {
    let (folder, mut play) = play();
    click(&mut play, "Start preview");
    let before = bytes(&play);
    let monster = {
        let scene = doc(&play).caches.scene.scene();
        scene.markers.first().unwrap().position
    };
    act(&mut play, Act::GoTo(monster));
    act(&mut play, Act::Step);
    act(&mut play, Act::GoTo(monster + Vec3::new(40.0, 0.0, 0.0)));
    act(&mut play, Act::Seek(20));
    run(&mut play, Command::PreviewUse);
    let words = |play: &Play| {
        let inputs = preview(play).timeline().scenario().inputs();
        inputs.iter().map(|i| (i.tick, i.verb.word())).collect::<Vec<_>>()
    };
    assert_eq!(words(&play), [(1, "place"), (2, "walk"), (21, "use")]);
    let path = folder.path().join("walk.json");
    click(&mut play, "Scenario");
    act(&mut play, Act::File(PreviewFile::Save, path.clone()));
    click(&mut play, "Clear scenario");
    assert_eq!(words(&play), []);
    act(&mut play, Act::File(PreviewFile::Load, path));
    assert_eq!(words(&play).len(), 3);
    act(&mut play, Act::Do("fly away".to_owned()));
    assert!(preview(&play).note().unwrap().contains("place X Y"));
    assert_eq!(bytes(&play), before);
}

#[test]
fn keys_drive_and_use_while_the_picture_has_the_focus() {
    let (_folder, mut play) = play();
    click(&mut play, "Start preview");
    let place = doc(&play).caches.scene.scene().markers.first().unwrap().position;
    act(&mut play, Act::GoTo(place));
    act(&mut play, Act::Seek(5));
    let words = |play: &Play| {
        let inputs = preview(play).timeline().scenario().inputs();
        inputs.iter().map(|i| (i.tick, i.verb.word())).collect::<Vec<_>>()
    };
    play.key_down(Key::W);
    play.run();
    assert_eq!(words(&play), [(1, "place")], "the keys belong to whatever has the focus");
    play.key_up(Key::W);
    play.get_by_label("Viewport").focus();
    play.run();
    play.key_down(Key::W);
    play.run();
    act(&mut play, Act::Seek(9));
    play.key_up(Key::W);
    play.run();
    play.key_press(Key::E);
    play.run();
    assert_eq!(words(&play), [(1, "place"), (6, "keys"), (10, "keys"), (10, "use")]);
}

#[test]
fn a_click_in_the_picture_places_the_walker() {
    let (_folder, mut play) = play();
    click(&mut play, "Start preview");
    let at = {
        let doc = doc(&play);
        let rect = play.get_by_label("Viewport").rect();
        let size = glam::Vec2::new(rect.width(), rect.height());
        let place = doc.caches.scene.scene().markers.first().unwrap().position;
        let seen = doc.eye.camera().unwrap().project(place, size).unwrap();
        rect.min + egui::vec2(seen.pixel.x, seen.pixel.y)
    };
    for pressed in [true, false] {
        play.event(egui::Event::PointerMoved(at));
        let (button, modifiers) = (egui::PointerButton::Primary, egui::Modifiers::NONE);
        play.event(egui::Event::PointerButton { pos: at, button, pressed, modifiers });
    }
    play.run();
    assert_eq!(preview(&play).timeline().scenario().inputs()[0].verb.word(), "place");
    assert!(doc(&play).selection.is_empty());
    click(&mut play, "How true");
    assert!(play.query_by_label("About everything").is_some());
}

#[test]
fn files_are_asked_for_and_hold_what_was_done_and_what_happened() {
    let paths = |folder: &Path| ["door.json", "door.jsonl"].map(|name| folder.join(name));
    let (folder, mut play) = play_answering(|folder| {
        let [scenario, log] = paths(folder);
        let answers = [(PreviewFile::Save, scenario.clone()), (PreviewFile::Log, log), (PreviewFile::Load, scenario)];
        answers.into_iter().map(|(what, path)| Chosen::Preview(what, path)).collect()
    });
    let [scenario, log] = paths(folder.path());
    open_door(&mut play, 40);
    let events = preview(&play).timeline().log().json_lines();
    click(&mut play, "Scenario");
    click(&mut play, "Save scenario…");
    click(&mut play, "Save event log…");
    assert_eq!(std::fs::read_to_string(&log).unwrap(), events);
    click(&mut play, "Clear scenario");
    assert!(preview(&play).timeline().scenario().inputs().is_empty());
    click(&mut play, "Load scenario…");
    assert_eq!(preview(&play).timeline().scenario().inputs().len(), 1);
    assert!(std::fs::read_to_string(&scenario).unwrap().contains("platforms/0"));
    act(&mut play, Act::File(PreviewFile::Load, log));
    assert!(preview(&play).note().unwrap().contains("cannot be read"), "{:?}", preview(&play).note());
}

#[test]
fn an_input_is_changed_in_the_pane() {
    let (_folder, mut play) = play();
    open_door(&mut play, 10);
    click(&mut play, "Scenario");
    let field = |play: &mut Play| play.get_by_role_and_label(Role::TextInput, "Input 0").focus();
    field(&mut play);
    play.run();
    play.key_press_modifiers(egui::Modifiers::COMMAND, Key::A);
    play.get_by_role_and_label(Role::TextInput, "Input 0").type_text("set platforms/0 active 1");
    play.run();
    play.key_press(Key::Enter);
    play.run();
    assert_eq!(preview(&play).timeline().scenario().inputs()[0].verb.word(), "set");
    act(&mut play, Act::Edit(0, "hit the roof".to_owned()));
    assert!(preview(&play).note().is_some());
    assert_eq!(
        preview(&play).timeline().scenario().inputs()[0].verb.word(),
        "set",
        "what cannot be read changes nothing"
    );
    act(&mut play, Act::Input(0, None));
    assert!(preview(&play).timeline().scenario().inputs().is_empty());
}

#[test]
fn playing_stops_at_a_value_and_after_silence() {
    let (_folder, mut play) = play();
    open_door(&mut play, 5);
    act(&mut play, Act::Seek(0));
    let stop = |value: &str, silence| Act::Break(Conditions { event: String::new(), value: value.to_owned(), silence });
    act(&mut play, stop("polygons/1 ceiling_height > 700", 0));
    act(&mut play, Act::Play(true));
    play.run_steps(60);
    let at = preview(&play).now();
    assert!(!preview(&play).playing() && at > 1, "{:?}", preview(&play).note());
    act(&mut play, stop("", 25));
    act(&mut play, Act::Play(true));
    play.run_steps(200);
    let last =
        preview(&play).timeline().log().events().iter().map(|e| e.tick).filter(|t| *t <= preview(&play).now()).max();
    assert_eq!(preview(&play).now() - last.unwrap(), 25);
    act(&mut play, stop("platforms/99 state = 1", 0));
    assert!(preview(&play).note().unwrap().contains("platforms/99"));
}

#[test]
fn a_drag_turns_the_walker_once_a_tick() {
    let (_folder, mut play) = play();
    click(&mut play, "Start preview");
    let place = doc(&play).caches.scene.scene().markers.first().unwrap().position;
    act(&mut play, Act::GoTo(place));
    act(&mut play, Act::Seek(5));
    for _ in 0..3 {
        act(&mut play, Act::Look(0.2, 0.1));
    }
    let looks: Vec<_> = preview(&play).timeline().scenario().inputs().iter().skip(1).cloned().collect();
    let [look] = &looks[..] else { panic!("{looks:?}") };
    // Counter-clockwise by 0.6 radians, of which 512 clockwise parts are a turn.
    let Verb::Look { facing, pitch } = look.verb else { panic!("{look:?}") };
    assert!((facing.to_f64() + 0.6 / std::f64::consts::TAU * 512.0).abs() < 0.02, "{facing}");
    assert_eq!((look.tick, pitch), (6, levelwright_model::preview::Number::ZERO), "nobody looks up in this game");
}

#[test]
fn pictures_between_two_ticks_leave_the_world_alone() {
    let (_folder, mut play) = play();
    open_door(&mut play, 3);
    let before = preview(&play).timeline().world().hash();
    act(&mut play, Act::Speed(-3));
    act(&mut play, Act::Play(true));
    let mut between = 0;
    for _ in 0..12 {
        play.step();
        let shown = preview(&play).shown().moment().tick;
        between += usize::from(shown.fract() != 0.0);
        assert!(shown <= f64::from(preview(&play).now()));
    }
    assert!(between > 0, "no picture lay between two ticks");
    act(&mut play, Act::Seek(3));
    assert_eq!(preview(&play).shown().moment().tick, 3.0);
    assert_eq!(preview(&play).timeline().world().hash(), before);
}
