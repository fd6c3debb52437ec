//! What is promised of the window at 10,000 objects (`design.md` 8), in processor time, so that other work on the machine
//! does not count. Run with `cargo bench -p levelwright --bench promises [-- PART OF A NAME]`.
#![allow(missing_docs, clippy::unwrap_used)]

use egui::Context;
use levelwright_app::window::Window;
use levelwright_app::window::change::Change;
use levelwright_app::window::commands::Command;
use levelwright_app::window::dock::Pane;
use levelwright_app::window::intent::{How, Intent};
use levelwright_app::window::matrix::{Act, Place, Source};
use levelwright_app::window::panes::objects;
use levelwright_app::window::panes::viewport::Gpu;
use levelwright_app::window::preview;
use levelwright_io::file::OpenFile;
use levelwright_model::document::NodeId;
use levelwright_model::record::Field;

#[path = "../../tests/src/canvas.rs"]
#[allow(dead_code, unreachable_pub, reason = "it is written for the tests, where others use it")]
mod canvas;
#[path = "large/mod.rs"]
mod large;
#[path = "../../model/benches/processor/mod.rs"]
mod processor;
use canvas::Canvas;
use large::{SCREEN, draw, everything, input, window, window_on};
use processor::{Figures, data};

fn main() {
    let figures = Figures::new();
    tree(&figures);
    selection(&figures);
    edits(&figures);
    matrix(&figures);
    frames(&figures);
    scrubbing(&figures);
    drawn(&figures);
}

fn tree(figures: &Figures) {
    let (_, mut window) = window();
    let doc = window.session.doc_mut().unwrap();
    let mut caches = std::mem::take(&mut doc.caches);
    figures.row("tree built", "", 30, || {
        let filtered = caches.filtered(doc);
        objects::data(doc, &filtered)
    });
    for [one, other] in [["fight", "fighter"], ["x > 3", "x > 30"], ["facing has 1", "near(3, 3, 20)"]] {
        let mut turn = false;
        figures.row(&format!("filter keystroke: {other}"), "5", 30, || {
            turn = !turn;
            doc.filter = if turn { one } else { other }.to_owned();
            let filtered = caches.filtered(doc);
            objects::data(doc, &filtered)
        });
    }
}

fn selection(figures: &Figures) {
    let (ctx, mut window) = window();
    let ids = everything(&window);
    figures.row("select all", "16", 30, || {
        window.session.carry_out(Intent::Select(Vec::new(), How::Replace));
        window.session.carry_out(Intent::Select(ids.clone(), How::Replace));
    });
    figures.row("select all by its command, with the next frame", "16", 30, || {
        window.session.carry_out(Intent::Select(Vec::new(), How::Replace));
        window.run(&ctx, Command::SelectAll);
        draw(&ctx, &mut window);
    });
}

/// The last field of that name of each object that has one.
fn fields(window: &Window, name: &str) -> Vec<(NodeId, &'static Field)> {
    let doc = window.session.doc().unwrap();
    let level = doc.state().level(doc.level).unwrap();
    let of = |node: NodeId| {
        let record = level.record(node.number)?;
        Some((node, record.fields().into_iter().rfind(|field| field.name == name)?))
    };
    doc.objects(doc.level).all().iter().filter_map(|o| of(o.id.node)).collect()
}

fn edits(figures: &Figures) {
    let (ctx, mut window) = window();
    let fields = fields(&window, "x");
    println!("{} fields", fields.len());
    let mut sign = false;
    let set = |window: &mut Window, up: bool| {
        let change = Change::Typed(if up { "+0.125" } else { "-=0.125" }.to_owned());
        window.session.carry_out(Intent::Set { fields: fields.clone(), change });
    };
    figures.row("edit of all, by the inspector", "50", 20, || {
        sign = !sign;
        set(&mut window, sign);
    });
    let (mut given, window) = (0, std::cell::RefCell::new(window));
    let edit = || {
        given += 1;
        set(&mut window.borrow_mut(), given % 2 == 0);
    };
    figures.row_with("undo of it", "50", 20, edit, |()| window.borrow_mut().run(&ctx, Command::Undo));
    let mut up = false;
    figures.row("edit of all and the next frame", "", 20, || {
        up = !up;
        let mut window = window.borrow_mut();
        set(&mut window, up);
        draw(&ctx, &mut window);
    });
}

fn matrix(figures: &Figures) {
    let (ctx, mut window) = window();
    window.show_pane(Pane::Matrix);
    window.session.doc_mut().unwrap().caches.matrix.set_source(Source::Everything);
    draw(&ctx, &mut window);
    let (last, column) = {
        let table = window.session.doc().unwrap().caches.matrix.table();
        (table.len() - 1, table.columns.iter().position(|c| c.key() == "facing").unwrap())
    };
    let window = std::cell::RefCell::new(window);
    let edit = || {
        let mut window = window.borrow_mut();
        let doc = window.session.doc_mut().unwrap();
        doc.caches.matrix.choose(Place { row: 0, column }, Place { row: last, column });
        let cells = doc.caches.matrix.fill(doc, &Change::Typed("+1".to_owned()));
        window.session.carry_out(Intent::Matrix(Act::Write("Set".to_owned(), cells)));
    };
    let undo = || window.borrow_mut().run(&ctx, Command::Undo);
    let mut edited = false;
    let back = || {
        if std::mem::replace(&mut edited, true) {
            undo();
        }
    };
    figures.row_with("a column of the matrix edited", "50", 20, back, |()| edit());
    figures.row_with("undo of it in the matrix", "50", 20, edit, |()| undo());
    figures.row("the matrix' frame", "4", 30, || draw(&ctx, &mut window.borrow_mut()));
}

fn frames(figures: &Figures) {
    let (ctx, mut window) = window();
    figures.row("frame of all panes, nothing selected", "4", 50, || draw(&ctx, &mut window));
    let ids = everything(&window);
    for pane in Pane::ALL {
        window.session.carry_out(Intent::Select(ids.iter().copied().take(1).collect(), How::Replace));
        window.show_pane(pane);
        draw(&ctx, &mut window);
        figures.row(&format!("frame with {pane:?} in front, one selected"), "4", 20, || draw(&ctx, &mut window));
        window.run(&ctx, Command::SelectAll);
        for _ in 0..3 {
            draw(&ctx, &mut window);
        }
        figures.row(&format!("frame with {pane:?} in front, all selected"), "4", 20, || draw(&ctx, &mut window));
    }
    for (what, chosen) in [("nothing", Vec::new()), ("all", ids)] {
        window.session.carry_out(Intent::Select(chosen, How::Replace));
        figures.row(&format!("frame while the camera turns, {what} selected"), "4", 30, || {
            turn(&mut window);
            draw(&ctx, &mut window);
        });
    }
}

/// Turns the camera of the perspective a little.
fn turn(window: &mut Window) {
    let eye = &mut window.session.doc_mut().unwrap().eye;
    eye.above = false;
    if let Some(camera) = &mut eye.perspective {
        camera.orbit(0.001, 0.0);
    }
}

/// Any tick of ten minutes, by the preview's bar, with the frame that shows it.
fn scrubbing(figures: &Figures) {
    let (ctx, mut window) = window();
    if let Some(path) = data("marathon/apotheosis/Beaver-Skin-Fishing-Line.sceA") {
        window.session.add(OpenFile::open(&path).unwrap());
    }
    window.show_pane(Pane::Preview);
    draw(&ctx, &mut window);
    window.session.carry_out(Intent::Preview(preview::Act::Start));
    let ticks = {
        let running = window.session.doc().unwrap().preview.as_ref().unwrap();
        10 * 60 * running.timeline().world().ticks_per_second()
    };
    window.session.carry_out(Intent::Preview(preview::Act::Seek(ticks)));
    while window.session.doc().unwrap().preview.as_ref().unwrap().now() < ticks {
        draw(&ctx, &mut window);
    }
    let mut dice = 1u32;
    let times = figures.row("scrub to any tick of ten minutes, with the frame", "100", 200, || {
        dice = dice.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        window.session.carry_out(Intent::Preview(preview::Act::Seek((dice >> 8) % ticks)));
        draw(&ctx, &mut window);
    });
    if let Some([.., slowest]) = times {
        println!("... the slowest of 200: {slowest:.1}");
    }
}

/// A frame of the whole window on the machine's rasteriser while the camera turns, beside the same triangles drawn
/// alone. With `LP_NUM_THREADS=0` the software rasteriser draws on this thread, and its processor time counts.
fn drawn(figures: &Figures) {
    let mut canvas = match Canvas::new() {
        Ok(canvas) => canvas,
        Err(error) => return println!("frames that are drawn: skipped, {error}"),
    };
    let mut window = window_on(Some(Gpu::new(canvas.gl())));
    let ctx = Context::default();
    let size = [SCREEN.x as u32, SCREEN.y as u32];
    for (what, command) in [("nothing", None), ("all", Some(Command::SelectAll))] {
        if let Some(command) = command {
            window.run(&ctx, command);
        }
        let mut frame = |canvas: &mut Canvas| {
            turn(&mut window);
            let mut output = ctx.run_ui(input(), |ui| window.ui(ui));
            canvas.feed(&mut output.textures_delta);
            let primitives = ctx.tessellate(output.shapes, output.pixels_per_point);
            canvas.paint(size, output.pixels_per_point, &primitives, None).unwrap();
            (primitives, output.pixels_per_point)
        };
        for _ in 0..4 {
            frame(&mut canvas);
        }
        let (one, other) = (frame(&mut canvas), frame(&mut canvas));
        let mut turned = false;
        // Two cameras in turn: the scene's renderer would not draw the same picture twice.
        let floor = figures.row(&format!("the window's triangles alone, {what} selected"), "", 20, || {
            turned = !turned;
            let (primitives, scale) = if turned { &one } else { &other };
            canvas.paint(size, *scale, primitives, None).unwrap();
        });
        let whole = figures.row(&format!("the whole window's frame, {what} selected"), "", 20, || frame(&mut canvas));
        if let (Some(floor), Some(whole)) = (floor, whole) {
            println!("... {:.2} times (fastest), {:.2} times (median)", whole[0] / floor[0], whole[1] / floor[1]);
        }
    }
    // What the window holds on the context goes before the context does.
    window.release();
}
