//! A window without a display, to play stories in.

use std::cell::RefCell;
use std::path::Path;
use std::rc::Rc;

use egui_kittest::{Harness, HarnessBuilder};
use levelwright_app::window::Window;
use levelwright_app::window::commands::COMMANDS;
use levelwright_app::window::doc::Doc;
use levelwright_app::window::dock;
use levelwright_app::window::files::{Chosen, FixedChooser};
use levelwright_app::window::panes::viewport::Gpu;
use levelwright_app::window::settings::Preferences;
use levelwright_io::save::DataFolder;

use crate::picture::{Canvas, Feed, PictureError};

/// A window with its answers to file dialogs, its size in points, and a canvas or none.
pub struct Stage {
    /// The first files to open.
    pub files: Vec<std::path::PathBuf>,
    /// The answers of file dialogs, in order.
    pub answers: Vec<Chosen>,
    /// Its preferences.
    pub preferences: Preferences,
    /// Its size.
    pub size: egui::Vec2,
    /// Its data folder; without one there are no backups and no journals.
    pub data: Option<std::path::PathBuf>,
}

impl Stage {
    /// With one file.
    pub fn with(file: &Path) -> Stage {
        Stage { files: vec![file.to_owned()], ..Stage::empty() }
    }

    /// Without files.
    pub fn empty() -> Stage {
        Stage {
            files: Vec::new(),
            answers: Vec::new(),
            preferences: Preferences::default(),
            size: egui::vec2(1360.0, 860.0),
            data: None,
        }
    }

    fn window(self, gpu: Option<Gpu>) -> (Window, egui::Vec2) {
        let chooser = Box::new(FixedChooser::new(self.answers));
        let mut window = Window::new(self.preferences, dock::default_layout(), chooser, gpu);
        if let Some(root) = self.data {
            window.begin(DataFolder::new(root));
        }
        for file in &self.files {
            window.session.open(file);
        }
        (window, self.size)
    }

    /// A window that is not drawn: for stories through the accessibility tree.
    pub fn play(self) -> Harness<'static, Window> {
        let mut harness = self.play_steps(0);
        harness.run();
        harness
    }

    /// The same after a number of frames, for windows that are busy at first.
    pub fn play_steps(self, steps: usize) -> Harness<'static, Window> {
        let (window, size) = self.window(None);
        let builder = HarnessBuilder::default().with_size(size).with_max_steps(40);
        let mut harness = builder.build_ui_state(|ui, window: &mut Window| window.ui(ui), window);
        harness.run_steps(steps);
        harness
    }

    /// A window that is drawn.
    ///
    /// # Errors
    /// If there is no OpenGL without a display.
    pub fn draw(self) -> Result<(Harness<'static, Window>, Rc<RefCell<Canvas>>), PictureError> {
        let canvas = Rc::new(RefCell::new(Canvas::new()?));
        let gpu = Gpu::new(canvas.borrow().gl());
        let (window, size) = self.window(Some(gpu));
        let size = size + egui::Vec2::splat(2.0 * MARGIN);
        let builder = HarnessBuilder::default().with_size(size).with_max_steps(60).renderer(Feed(Rc::clone(&canvas)));
        let mut harness = builder.build_ui_state(|ui, window: &mut Window| window.ui(ui), window);
        harness.run();
        Ok((harness, canvas))
    }
}

/// The document in front.
///
/// # Panics
/// If nothing is open.
pub fn doc<'p>(play: &'p Harness<'static, Window>) -> &'p Doc {
    play.state().session.doc().expect("something is open")
}

/// Runs a command as its menu or key would, and what follows.
///
/// # Panics
/// If there is no command of that key.
pub fn run(play: &mut Harness<'static, Window>, key: &str) {
    let spec = COMMANDS.iter().find(|s| s.key == key).expect("a command of that key");
    let ctx = play.ctx.clone();
    play.state_mut().run(&ctx, spec.command);
    play.run();
}

/// A picture of a window as it stands.
///
/// # Errors
/// If there is no memory for it.
pub fn picture(
    harness: &Harness<'static, Window>,
    canvas: &Rc<RefCell<Canvas>>,
) -> Result<image::RgbaImage, PictureError> {
    let image = canvas.borrow_mut().draw(&harness.ctx, harness.output())?;
    let margin = (MARGIN * harness.output().pixels_per_point).round() as u32;
    let (width, height) = (image.width().saturating_sub(2 * margin), image.height().saturating_sub(2 * margin));
    Ok(image::imageops::crop_imm(&image, margin, margin, width, height).to_image())
}

/// The test harness leaves a margin around the window, which no screen has.
const MARGIN: f32 = 8.0;
