//! What the window costs on a level of 10,000 objects: tree, filter, selection, a frame of all panes, the scene.
//!
//! No graphics: `frame::*` is the processor time of layout and painting lists, without drawing them
//! (`cargo bench -p levelwright-viewport` measures that).
#![allow(missing_docs, clippy::unwrap_used, clippy::panic, reason = "a bench that cannot begin has failed")]

use std::hint::black_box;

use divan::Bencher;
use egui::Context;
use levelwright_app::window::Window;
use levelwright_app::window::change::Change;
use levelwright_app::window::commands::Command;
use levelwright_app::window::dock::Pane;
use levelwright_app::window::intent::{How, Intent};
use levelwright_app::window::matrix::table::{Lookups, Table};
use levelwright_app::window::matrix::{Act, Chosen, Place, Source};
use levelwright_app::window::panes::objects;
use levelwright_app::window::panes::sheet;
use levelwright_app::window::problems;
use levelwright_io::file::OpenFile;
use levelwright_io::marathon::sample::large_map;
use levelwright_model::document::NodeId;
use levelwright_model::record::{Field, Kind, Value};

#[path = "large/mod.rs"]
mod large;
use large::{OBJECTS, draw, everything, window};

fn main() {
    divan::main();
}

/// The field `x` of each placed thing.
fn places(window: &Window) -> Vec<(NodeId, &'static Field)> {
    fields(window, |field| field.name == "x")
}

/// The last such field of each object that has one.
fn fields(window: &Window, wanted: impl Fn(&Field) -> bool) -> Vec<(NodeId, &'static Field)> {
    let doc = window.session.doc().unwrap();
    let level = doc.state().level(doc.level).unwrap();
    let records = doc.objects(doc.level).all().iter().map(|o| o.id.node).collect::<Vec<_>>();
    let of = |node: NodeId| {
        let record = level.record(node.number)?;
        Some((node, record.fields().into_iter().rfind(|field| wanted(field))?))
    };
    records.into_iter().filter_map(of).collect()
}

/// The window with a level in which every choice has a number without a name; tables list a hundred problems each.
fn troubled() -> (Context, Window) {
    let (ctx, mut window) = window();
    let fields = fields(&window, |field| matches!(field.kind, Kind::Choice(_)));
    let change = Change::Value(Value::Int(999));
    window.session.carry_out(Intent::Set { fields, change });
    // The checks run on a worker.
    for _ in 0..2_000 {
        window.session.doc_mut().unwrap().caches.problems.found();
        problems::advance(&ctx, &mut window.session, 0);
        if window.session.doc_mut().unwrap().caches.problems.found().len() >= 100 {
            return (ctx, window);
        }
        std::thread::sleep(std::time::Duration::from_millis(5));
    }
    panic!("too few problems, {:?}", window.session.messages.all().last())
}

/// A loop of known length, to compare machines.
#[divan::bench]
fn calibration() -> u64 {
    (0..1_000_000u64).fold(1, |sum, n| black_box(sum.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(n)))
}

mod tree {
    use super::*;

    #[divan::bench]
    fn build(bencher: Bencher<'_, '_>) {
        let (_, mut window) = window();
        let doc = window.session.doc_mut().unwrap();
        let mut caches = std::mem::take(&mut doc.caches);
        bencher.bench_local(|| {
            let filtered = caches.filtered(doc);
            objects::data(doc, &filtered)
        });
    }

    /// Another letter in the filter: all rows anew.
    #[divan::bench]
    fn filter(bencher: Bencher<'_, '_>) {
        let (_, mut window) = window();
        window.session.carry_out(Intent::Filter("fighter".to_owned()));
        let doc = window.session.doc_mut().unwrap();
        let mut caches = std::mem::take(&mut doc.caches);
        bencher.bench_local(|| {
            doc.filter = if doc.filter.len() > 5 { "fight".to_owned() } else { "fighter".to_owned() };
            let filtered = caches.filtered(doc);
            objects::data(doc, &filtered)
        });
    }
}

mod selection {
    use super::*;

    #[divan::bench]
    fn all(bencher: Bencher<'_, '_>) {
        let (_, mut window) = window();
        let ids = everything(&window);
        bencher.bench_local(|| {
            window.session.carry_out(Intent::Select(Vec::new(), How::Replace));
            window.session.carry_out(Intent::Select(ids.clone(), How::Replace));
        });
    }

    /// The inspector's sheet of everything.
    #[divan::bench]
    fn sheet_of_all(bencher: Bencher<'_, '_>) {
        let (_, mut window) = window();
        let ids = everything(&window);
        window.session.carry_out(Intent::Select(ids, How::Replace));
        bencher.bench_local(|| sheet::data(window.session.doc().unwrap()));
    }
}

mod frame {
    use super::*;

    #[divan::bench]
    fn nothing_selected(bencher: Bencher<'_, '_>) {
        let (ctx, mut window) = window();
        bencher.bench_local(|| draw(&ctx, &mut window));
    }

    #[divan::bench]
    fn everything_selected(bencher: Bencher<'_, '_>) {
        let (ctx, mut window) = window();
        window.run(&ctx, Command::SelectAll);
        draw(&ctx, &mut window);
        bencher.bench_local(|| draw(&ctx, &mut window));
    }

    /// With the pane in front, one object selected; the others of its corner are not drawn.
    #[divan::bench(args = Pane::ALL)]
    fn pane(bencher: Bencher<'_, '_>, pane: &Pane) {
        let (ctx, mut window) = window();
        let ids = everything(&window);
        window.session.carry_out(Intent::Select(ids.into_iter().take(1).collect(), How::Replace));
        window.show_pane(*pane);
        draw(&ctx, &mut window);
        bencher.bench_local(|| draw(&ctx, &mut window));
    }

    /// With the pane in front and everything selected.
    #[divan::bench(args = Pane::ALL)]
    fn pane_of_everything(bencher: Bencher<'_, '_>, pane: &Pane) {
        let (ctx, mut window) = window();
        window.run(&ctx, Command::SelectAll);
        window.show_pane(*pane);
        draw(&ctx, &mut window);
        bencher.bench_local(|| draw(&ctx, &mut window));
    }

    /// Ten thousand edits in the history.
    #[divan::bench]
    fn long_history(bencher: Bencher<'_, '_>) {
        let (ctx, mut window) = window();
        let fields = places(&window);
        for (at, field) in fields.iter().cycle().take(OBJECTS).enumerate() {
            let change = Change::Typed(if at % 2 == 0 { "+0.125" } else { "-=0.125" }.to_owned());
            window.session.carry_out(Intent::Set { fields: vec![*field], change });
        }
        let length = window.session.doc().unwrap().file.document.history().len();
        assert!(length > OBJECTS / 2, "{length} edits, then {:?}", window.session.messages.all().last());
        window.show_pane(Pane::History);
        draw(&ctx, &mut window);
        bencher.bench_local(|| draw(&ctx, &mut window));
    }

    /// Problems of each of ten thousand objects.
    #[divan::bench]
    fn many_problems(bencher: Bencher<'_, '_>) {
        let (ctx, mut window) = troubled();
        window.show_pane(Pane::Problems);
        draw(&ctx, &mut window);
        bencher.bench_local(|| draw(&ctx, &mut window));
    }

    /// Two documents side by side, each with its own panes.
    #[divan::bench]
    fn side_by_side(bencher: Bencher<'_, '_>) {
        let (ctx, mut window) = window();
        window.session.add(OpenFile::untitled(large_map(OBJECTS).unwrap()).unwrap());
        window.run(&ctx, Command::SideBySide);
        draw(&ctx, &mut window);
        bencher.bench_local(|| draw(&ctx, &mut window));
    }

    /// The frame after everything was selected: sheet, keys of the scene, tree.
    #[divan::bench]
    fn after_selecting_all(bencher: Bencher<'_, '_>) {
        let (ctx, mut window) = window();
        bencher.bench_local(|| {
            window.session.carry_out(Intent::Select(Vec::new(), How::Replace));
            window.run(&ctx, Command::SelectAll);
            draw(&ctx, &mut window);
        });
    }

    /// The frame after another filter: rows made anew and drawn.
    #[divan::bench]
    fn after_a_letter(bencher: Bencher<'_, '_>) {
        let (ctx, mut window) = window();
        let mut long = false;
        bencher.bench_local(|| {
            long = !long;
            window.session.carry_out(Intent::Filter(if long { "fighter" } else { "fight" }.to_owned()));
            draw(&ctx, &mut window);
        });
    }
}

/// The matrix with a row for each object, all columns.
mod matrix {
    use super::*;

    fn open() -> (Context, Window) {
        let (ctx, mut window) = window();
        window.show_pane(Pane::Matrix);
        window.session.doc_mut().unwrap().caches.matrix.set_source(Source::Everything);
        draw(&ctx, &mut window);
        assert!(window.session.doc().unwrap().caches.matrix.table().len() >= OBJECTS);
        (ctx, window)
    }

    fn table(window: &Window) -> Table {
        let doc = window.session.doc().unwrap();
        Table::new(doc, &Source::Everything, false, &Chosen::new(), Lookups::new(), &[])
    }

    #[divan::bench]
    fn build(bencher: Bencher<'_, '_>) {
        let (_, window) = open();
        bencher.bench_local(|| table(&window));
    }

    #[divan::bench(args = ["x", "group", "@name"])]
    fn sort(bencher: Bencher<'_, '_>, column: &str) {
        let (_, window) = open();
        let state = window.session.doc().unwrap().state();
        bencher.with_inputs(|| table(&window)).bench_local_values(|mut table| {
            table.sort(state, column, true);
            table
        });
    }

    /// `+1` for a whole column, and back.
    #[divan::bench]
    fn edit_column(bencher: Bencher<'_, '_>) {
        let (ctx, mut window) = open();
        let last = window.session.doc().unwrap().caches.matrix.table().len() - 1;
        let column = {
            let table = window.session.doc().unwrap().caches.matrix.table();
            table.columns.iter().position(|c| c.key() == "facing").unwrap()
        };
        bencher.bench_local(|| {
            let doc = window.session.doc_mut().unwrap();
            doc.caches.matrix.choose(Place { row: 0, column }, Place { row: last, column });
            let cells = doc.caches.matrix.fill(doc, &Change::Typed("+1".to_owned()));
            window.session.carry_out(Intent::Matrix(Act::Write("Set".to_owned(), cells)));
            window.run(&ctx, Command::Undo);
        });
        assert!(window.session.doc().unwrap().file.document.history().len() == 1);
    }

    #[divan::bench]
    fn frame(bencher: Bencher<'_, '_>) {
        let (ctx, mut window) = open();
        bencher.bench_local(|| draw(&ctx, &mut window));
    }

    /// The frame after an edit: rows and columns found anew.
    #[divan::bench]
    fn frame_after_an_edit(bencher: Bencher<'_, '_>) {
        let (ctx, mut window) = open();
        let (doc, mut at) = (window.session.doc().unwrap(), 0);
        let column = doc.caches.matrix.table().columns.iter().position(|c| c.key() == "facing").unwrap();
        let cells: Vec<_> = [0, 1]
            .map(|to| {
                let doc = window.session.doc().unwrap();
                let row =
                    (0..).find(|row| doc.caches.matrix.table().cell(doc.state(), *row, column).is_some()).unwrap();
                let cell = doc.caches.matrix.table().cell(doc.state(), row, column).unwrap();
                (cell.record.id(), cell.field, Change::Typed((to * 90).to_string()))
            })
            .into();
        bencher.bench_local(|| {
            at = 1 - at;
            let (node, field, change) = cells[at].clone();
            window.session.carry_out(Intent::Set { fields: vec![(node, field)], change });
            draw(&ctx, &mut window);
        });
    }
}

mod scene {
    use super::*;

    #[divan::bench]
    fn build(bencher: Bencher<'_, '_>) {
        let (_, window) = window();
        let doc = window.session.doc().unwrap();
        let level = doc.state().level(doc.level).unwrap();
        let objects = doc.objects(doc.level);
        bencher.bench_local(|| (doc.file.document.game().scene)(level, &objects));
    }
}
