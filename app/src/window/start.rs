//! Opening the window on the screen.

use std::panic::AssertUnwindSafe;
use std::path::PathBuf;

use levelwright_io::save::DataFolder;

use super::files::SystemChooser;
use super::panes::messages::Tone;
use super::panes::viewport::Gpu;
use super::{Window, platform, settings, texts};

/// Why the window did not open.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct StartError(String);

/// The window as eframe runs it.
struct App(Window);

impl eframe::App for App {
    fn ui(&mut self, ui: &mut egui::Ui, _frame: &mut eframe::Frame) {
        self.0.ui(ui);
    }

    fn save(&mut self, storage: &mut dyn eframe::Storage) {
        settings::save(storage, self.0.layout(), self.0.halves(), &self.0.session.preferences);
    }

    fn on_exit(&mut self, _gl: Option<&eframe::glow::Context>) {
        self.0.finish();
        self.0.release();
    }
}

/// Opens the window with some files and stays until it is closed.
///
/// # Errors
/// If there is no display or a library is missing; the message names the package to install.
pub fn open(files: Vec<PathBuf>) -> Result<(), StartError> {
    let viewport = egui::ViewportBuilder::default()
        .with_title(texts::PROGRAM)
        .with_app_id("levelwright")
        .with_inner_size([1360.0, 860.0])
        .with_min_inner_size([640.0, 420.0]);
    let options = eframe::NativeOptions { viewport, renderer: eframe::Renderer::Glow, ..Default::default() };
    let create: eframe::AppCreator<'static> = Box::new(move |cc| {
        let preferences = settings::load_preferences(cc.storage);
        let layout = settings::load_layout(cc.storage);
        let gpu = cc.gl.clone().map(Gpu::new);
        let mut window = Window::new(preferences, layout, Box::new(SystemChooser::default()), gpu);
        window.use_halves(settings::load_halves(cc.storage));
        window.session.safety.threads = true;
        match crate::data_folder::place().map(DataFolder::new) {
            Some(data) => window.begin(data),
            None => window.session.messages.say(Tone::Bad, texts::saving::NO_DATA),
        }
        for file in &files {
            window.session.open(file);
        }
        Ok(Box::new(App(window)))
    });
    // A missing libxkbcommon-x11 is a panic in the window library, not an error. Nothing of the window is
    // used after it.
    let ran = std::panic::catch_unwind(AssertUnwindSafe(|| eframe::run_native(texts::PROGRAM, options, create)));
    match ran {
        Ok(Ok(())) => Ok(()),
        Ok(Err(error)) => Err(StartError(platform::advice(&error.to_string()))),
        Err(panic) => {
            let text = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("the window library gave up");
            if platform::missing_package(text).is_some() {
                Err(StartError(platform::advice(text)))
            } else {
                std::panic::resume_unwind(panic)
            }
        }
    }
}
