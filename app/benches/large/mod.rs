//! A window with a level of 10,000 objects, for benchmarks.

use std::hint::black_box;

use egui::{Context, RawInput, Rect, Vec2};
use levelwright_app::window::Window;
use levelwright_app::window::dock;
use levelwright_app::window::files::FixedChooser;
use levelwright_app::window::intent::Intent;
use levelwright_app::window::panes::objects::RowKey;
use levelwright_app::window::panes::viewport::Gpu;
use levelwright_app::window::settings::Preferences;
use levelwright_io::file::OpenFile;
use levelwright_io::marathon::sample::large_map;
use levelwright_model::document::ObjectId;

pub(crate) const OBJECTS: usize = 10_000;

/// A window with the large level, every group of its tree open.
pub(crate) fn window() -> (Context, Window) {
    let mut window = window_on(None);
    let ctx = Context::default();
    for _ in 0..3 {
        draw(&ctx, &mut window);
    }
    (ctx, window)
}

/// The same before its first frame, drawn by something or by nothing.
pub(crate) fn window_on(gpu: Option<Gpu>) -> Window {
    let file = OpenFile::untitled(large_map(OBJECTS).unwrap()).unwrap();
    let chooser = Box::new(FixedChooser::default());
    let mut window = Window::new(Preferences::default(), dock::default_layout(), chooser, gpu);
    window.session.add(file);
    let groups: Vec<RowKey> = {
        let doc = window.session.doc().unwrap();
        doc.objects(doc.level).all().iter().map(|o| RowKey::Kind(doc.level, o.kind.key)).collect()
    };
    for key in groups {
        window.session.carry_out(Intent::Expand(key, true));
    }
    window
}

pub(crate) const SCREEN: Vec2 = Vec2::new(1360.0, 860.0);

/// What a frame is given.
pub(crate) fn input() -> RawInput {
    RawInput { screen_rect: Some(Rect::from_min_size(egui::Pos2::ZERO, SCREEN)), ..RawInput::default() }
}

/// A frame: layout and painting lists, nobody draws them.
pub(crate) fn draw(ctx: &Context, window: &mut Window) {
    let mut output = ctx.run_ui(input(), |ui| window.ui(ui));
    // Nobody draws, so the pictures of letters are not sent anywhere.
    output.textures_delta.clear();
    black_box(output);
}

pub(crate) fn everything(window: &Window) -> Vec<ObjectId> {
    let doc = window.session.doc().unwrap();
    doc.objects(doc.level).all().iter().map(|o| o.id).collect()
}
