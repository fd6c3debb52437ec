//! A level as a picture, without a window or a display: what `levelwright render` writes.

use glam::Vec2;
use levelwright_model::document::{Level, Objects};
use levelwright_model::games::Game;
use levelwright_model::links::{LinkIndex, Linked};
use levelwright_model::scene::camera::{Perspective, Top};
use levelwright_model::scene::links::{Places, arrows};
use levelwright_model::scene::{Bounds, Camera, Colour, Colouring, Line, Scene, SceneKey};
use levelwright_viewport::{Headless, Picture, Theme, View, ViewportError};
use std::io::Cursor;
use std::sync::Arc;

/// From where the level is seen; all of it is in the picture.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Side {
    /// From above, north at the top
    Top,
    /// From the south-west and above
    #[default]
    Perspective,
}

/// What the picture shows.
#[derive(Clone, Debug, PartialEq)]
pub struct RenderOptions {
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// From where.
    pub side: Side,
    /// What the colours tell.
    pub colouring: Colouring,
    /// Whether surfaces wear their textures, where the colours tell type or texture.
    pub textures: bool,
    /// What is marked as selected.
    pub selection: Vec<SceneKey>,
    /// Light colours behind everything instead of dark ones.
    pub light: bool,
    /// Whether references are drawn as arrows.
    pub links: bool,
}

impl Default for RenderOptions {
    fn default() -> Self {
        Self {
            size: [1280, 800],
            side: Side::default(),
            colouring: Colouring::default(),
            textures: true,
            selection: Vec::new(),
            light: false,
            links: true,
        }
    }
}

/// Why there is no picture.
#[derive(Debug, thiserror::Error)]
pub enum RenderError {
    /// It could not be drawn.
    #[error(transparent)]
    Draw(#[from] ViewportError),
    /// It could not be packed.
    #[error("the picture cannot be packed as PNG: {0}")]
    Png(#[from] image::ImageError),
}

/// A picture of a level.
///
/// # Errors
/// Without EGL, or for a size that cannot be drawn.
pub fn render(game: &Game, level: &Level, objects: &Objects, options: &RenderOptions) -> Result<Picture, RenderError> {
    let mut scene = (game.scene)(level, objects);
    if options.links {
        add_links(&mut scene, game, level, objects, options.light);
    }
    let scene = Arc::new(scene);
    Series::new(game, &scene)?.picture(&scene, options)
}

/// References as arrows, as the window draws them for everything.
pub(crate) fn add_links(scene: &mut Scene, game: &Game, level: &Level, objects: &Objects, light: bool) {
    let index = LinkIndex::with(game, level);
    let arrows = arrows(&Places::of(scene), &Linked { level, objects, index: &index }, None);
    let colour = if light { Colour::rgb(176, 96, 0) } else { Colour::rgb(240, 180, 70) };
    scene.lines.extend(arrows.iter().filter(|arrow| !arrow.is_broken()).map(|arrow| Line {
        key: None,
        dashed: arrow.through,
        ..Line::link(arrow.from_key, arrow.from, arrow.to, colour)
    }));
}

/// The same as the bytes of a PNG file.
///
/// # Errors
/// Those of [`render`].
pub fn render_png(
    game: &Game,
    level: &Level,
    objects: &Objects,
    options: &RenderOptions,
) -> Result<Vec<u8>, RenderError> {
    png(&render(game, level, objects, options)?)
}

/// A picture as the bytes of a PNG file.
///
/// # Errors
/// If it cannot be packed.
pub fn png(picture: &Picture) -> Result<Vec<u8>, RenderError> {
    let mut bytes = Cursor::new(Vec::new());
    let colour = image::ExtendedColorType::Rgba8;
    let format = image::ImageFormat::Png;
    image::write_buffer_with_format(&mut bytes, &picture.rgba, picture.width, picture.height, colour, format)?;
    Ok(bytes.into_inner())
}

/// Pictures of scenes of one level, all seen from the same place.
pub struct Series {
    headless: Headless,
    bounds: Bounds,
}

impl Series {
    /// Sees all of a scene.
    ///
    /// # Errors
    /// Without EGL.
    pub fn new(game: &Game, scene: &Scene) -> Result<Series, RenderError> {
        let mut headless = Headless::new()?;
        headless.renderer().set_icons(&crate::atlas::Icons::of(game).atlas())?;
        Ok(Series { headless, bounds: plotted(scene) })
    }

    /// The next picture.
    ///
    /// # Errors
    /// For a size that cannot be drawn.
    pub fn picture(&mut self, scene: &Arc<Scene>, options: &RenderOptions) -> Result<Picture, RenderError> {
        Ok(self.headless.picture(scene, &view(&self.bounds, options))?)
    }
}

/// The view that has a box in the picture.
fn view<'a>(bounds: &Bounds, options: &'a RenderOptions) -> View<'a> {
    let [width, height] = options.size;
    let size = Vec2::new(width as f32, height as f32);
    let camera = match options.side {
        Side::Top => Camera::Top(Top::over(bounds, size)),
        Side::Perspective => Camera::Perspective(Perspective::over(bounds, size)),
    };
    View {
        colouring: options.colouring,
        textures: options.textures,
        selection: &options.selection,
        theme: if options.light { Theme::LIGHT } else { Theme::DARK },
        samples: 4,
        ..View::new(camera, options.size)
    }
}

/// The box around what is built; around the things where nothing is.
fn plotted(scene: &Scene) -> Bounds {
    let mut bounds = Bounds::EMPTY;
    for chunk in &scene.surfaces {
        bounds.join(&chunk.bounds());
    }
    if bounds.is_empty() { scene.bounds() } else { bounds }
}

#[cfg(test)]
mod tests {
    use super::*;
    use levelwright_io::file::OpenFile;
    use levelwright_model::document::LevelId;
    use levelwright_model::scene::{Colour, SceneKey};

    /// Every sample with one of its levels; pictures only where there is EGL.
    fn pictures(check: impl Fn(&OpenFile, &dyn Fn(&RenderOptions) -> Option<Picture>)) {
        for format in levelwright_io::format::FORMATS {
            let Some(sample) = format.sample else { continue };
            for mut file in OpenFile::made(format, sample().unwrap()).unwrap() {
                file.document.level(LevelId(0)).unwrap();
                let objects = file.document.objects(LevelId(0));
                let level = file.document.state().level(LevelId(0)).unwrap();
                check(&file, &|options| match render(file.document.game(), level, &objects, options) {
                    Ok(picture) => Some(picture),
                    Err(RenderError::Draw(error @ (ViewportError::NoEgl(_) | ViewportError::NoDevice(_)))) => {
                        eprintln!("skipped: {error}");
                        None
                    }
                    Err(error) => panic!("{error}"),
                });
            }
        }
    }

    /// How much of a picture differs from its first pixel.
    fn drawn(picture: &Picture) -> f32 {
        let background = picture.pixel(0, 0).unwrap();
        let all = picture.rgba.chunks_exact(4);
        let count = all.len();
        all.filter(|pixel| Colour((*pixel).try_into().unwrap()) != background).count() as f32 / count as f32
    }

    #[test]
    fn samples_fill_their_pictures_from_both_sides() {
        pictures(|_, picture| {
            for side in [Side::Top, Side::Perspective] {
                let options = RenderOptions { size: [320, 200], side, ..RenderOptions::default() };
                let Some(found) = picture(&options) else { return };
                assert_eq!((found.width, found.height), (320, 200));
                assert!(drawn(&found) > 0.2, "{side:?}: {}", drawn(&found));
            }
        });
    }

    #[test]
    fn options_show() {
        pictures(|file, picture| {
            let plain = RenderOptions { size: [160, 100], ..RenderOptions::default() };
            let Some(first) = picture(&plain) else { return };
            let objects = file.document.objects(LevelId(0));
            let key = objects.all().iter().map(|o| SceneKey(o.id.node.number.into()));
            for other in [
                RenderOptions { side: Side::Top, ..plain.clone() },
                RenderOptions { light: true, ..plain.clone() },
                RenderOptions { colouring: Colouring::Height, ..plain.clone() },
                RenderOptions { selection: key.collect(), ..plain.clone() },
            ] {
                assert_ne!(picture(&other).unwrap().rgba, first.rgba, "{other:?}");
            }
        });
    }

    #[test]
    fn a_picture_without_pixels_is_refused() {
        let format = levelwright_io::format::FORMATS.iter().find(|format| format.sample.is_some()).unwrap();
        let mut file = OpenFile::made(format, format.sample.unwrap()().unwrap()).unwrap().remove(0);
        file.document.level(LevelId(0)).unwrap();
        let objects = file.document.objects(LevelId(0));
        let options = RenderOptions { size: [0, 100], ..RenderOptions::default() };
        let level = file.document.state().level(LevelId(0)).unwrap();
        assert!(render_png(file.document.game(), level, &objects, &options).is_err());
    }

    /// All files of the data folder; none, with a message, where it is absent.
    fn data() -> Vec<std::path::PathBuf> {
        let root = std::env::var_os("LEVELWRIGHT_DATA").map_or_else(
            || std::path::PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shared/data")),
            std::path::PathBuf::from,
        );
        let (mut folders, mut files) = (vec![root], Vec::new());
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder).into_iter().flatten() {
                let path = entry.unwrap().path();
                if path.is_dir() { folders.push(path) } else { files.push(path) }
            }
        }
        if files.is_empty() {
            println!("skipped: there is no data folder (set LEVELWRIGHT_DATA)");
        }
        files
    }

    #[test]
    fn every_level_has_a_sound_scene() {
        let mut levels = 0;
        for path in data() {
            let Ok(mut file) = OpenFile::open(&path) else { continue };
            for id in file.document.state().ids() {
                let Ok(level) = file.document.level(id).cloned() else { continue };
                let objects = file.document.objects(id);
                let scene = (file.document.game().scene)(&level, &objects);
                let name = path.display();
                assert!(scene.surfaces.len() <= 200, "{name}: {} chunks", scene.surfaces.len());
                for chunk in &scene.surfaces {
                    assert!(chunk.vertices.iter().all(|vertex| vertex.position.is_finite()), "{name}");
                    assert!(chunk.triangles.iter().all(|triangle| chunk.corners(triangle).is_some()), "{name}");
                    for group in chunk.groups.iter().filter(|group| group.key != SceneKey::NOBODY) {
                        let number = u32::try_from(group.key.0).unwrap();
                        assert!(objects.of_node(number).is_some(), "{name}: {:?} is no object", group.key);
                    }
                }
                levels += 1;
            }
        }
        println!("{levels} levels have a scene");
    }
}
