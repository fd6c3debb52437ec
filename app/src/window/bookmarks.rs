//! Views that a person keeps: where the camera stood, numbered, for each level of a file.

use std::path::PathBuf;

use glam::{Vec2, Vec3};
use levelwright_model::document::LevelId;
use levelwright_model::scene::Camera;
use levelwright_model::scene::camera::{Perspective, Top};
use serde::{Deserialize, Serialize};

use super::panes::messages::Tone;
use super::personal;
use super::session::{Session, real};
use super::texts::bookmarks as texts;

/// The lists in the data folder.
const FILE: &str = "views.json";

/// A camera as it is written down.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Stored {
    Above { centre: [f32; 2], units_per_pixel: f32 },
    Perspective { eye: [f32; 3], yaw: f32, pitch: f32, distance: f32, fov_y: f32 },
}

impl From<Camera> for Stored {
    fn from(camera: Camera) -> Stored {
        match camera {
            Camera::Top(Top { centre, units_per_pixel }) => {
                Stored::Above { centre: centre.to_array(), units_per_pixel }
            }
            Camera::Perspective(Perspective { eye, yaw, pitch, distance, fov_y }) => {
                Stored::Perspective { eye: eye.to_array(), yaw, pitch, distance, fov_y }
            }
        }
    }
}

impl Stored {
    /// `None` for what no camera can be; people may have written the file.
    fn camera(self) -> Option<Camera> {
        /// Narrower than a needle's eye or half a sphere and more shows nothing.
        const ANGLES: std::ops::RangeInclusive<f32> = 0.01..=3.0;
        match self {
            Stored::Above { centre, units_per_pixel } => {
                let centre = Vec2::from(centre);
                let right = centre.is_finite() && units_per_pixel.is_finite() && units_per_pixel > 0.0;
                right.then_some(Camera::Top(Top { centre, units_per_pixel }))
            }
            Stored::Perspective { eye, yaw, pitch, distance, fov_y } => {
                let eye = Vec3::from(eye);
                let finite = eye.is_finite() && yaw.is_finite() && pitch.is_finite() && distance.is_finite();
                let right = finite && distance > 0.0 && ANGLES.contains(&fov_y);
                right.then_some(Camera::Perspective(Perspective { eye, yaw, pitch, distance, fov_y }))
            }
        }
    }
}

/// A view that is kept.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
struct Kept {
    /// The level's position in the file.
    level: u32,
    /// Its number.
    view: u8,
    camera: Stored,
}

/// The views of a document.
#[derive(Clone, Debug, Default)]
pub struct Bookmarks(Vec<Kept>);

impl Bookmarks {
    /// Where the camera stands in a view of a level; `None` if it was never kept.
    pub fn camera(&self, level: LevelId, view: u8) -> Option<Camera> {
        self.0.iter().find(|kept| kept.level == level.0 && kept.view == view)?.camera.camera()
    }

    fn keep(&mut self, level: LevelId, view: u8, camera: Camera) {
        self.0.retain(|kept| kept.level != level.0 || kept.view != view);
        self.0.push(Kept { level: level.0, view, camera: camera.into() });
        self.0.sort_by_key(|kept| (kept.level, kept.view));
    }
}

fn path_of(session: &Session) -> Option<PathBuf> {
    session.doc()?.file.path().map(real)
}

/// Reads the views of the document in front.
pub(super) fn recall(session: &mut Session) {
    let place = session.safety.data().cloned().zip(path_of(session));
    let Some((data, path)) = place else { return };
    match personal::load(data.root(), FILE, &path) {
        Ok(kept) => {
            if let Some(doc) = session.doc_mut() {
                doc.bookmarks = Bookmarks(kept);
            }
        }
        Err(error) => session.messages.say(Tone::Bad, texts::not_read(&error.to_string())),
    }
}

/// Keeps where the camera of the document in front stands. Without a place on disk it holds as long as the document is open.
pub(super) fn keep(session: &mut Session, view: u8) {
    let place = session.safety.data().cloned().zip(path_of(session));
    let Some(doc) = session.doc_mut() else { return };
    let Some(camera) = doc.eye.camera() else { return };
    doc.bookmarks.keep(doc.level, view, camera);
    let saved = place.map(|(data, path)| personal::save(data.root(), FILE, &path, &doc.bookmarks.0));
    match saved {
        Some(Err(error)) => session.messages.say(Tone::Bad, texts::not_kept(&error.to_string())),
        _ => session.messages.say(Tone::Good, texts::kept(view)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn above(x: f32) -> Camera {
        Camera::Top(Top { centre: Vec2::new(x, 0.0), units_per_pixel: 0.5 })
    }

    #[test]
    fn a_view_belongs_to_its_level_and_the_last_one_kept_holds() {
        let mut views = Bookmarks::default();
        views.keep(LevelId(0), 1, above(1.0));
        views.keep(LevelId(1), 1, above(2.0));
        views.keep(LevelId(0), 1, above(3.0));
        assert_eq!(views.camera(LevelId(0), 1), Some(above(3.0)));
        assert_eq!(views.camera(LevelId(1), 1), Some(above(2.0)));
        assert_eq!(views.camera(LevelId(0), 2), None);
        assert_eq!(views.0.len(), 2);
    }

    #[test]
    fn what_is_written_down_comes_back_and_what_is_no_camera_is_none() {
        let eye = Vec3::new(1.0, 2.0, 3.0);
        let view = Camera::Perspective(Perspective { eye, yaw: 1.0, pitch: -0.5, distance: 7.0, fov_y: 0.8 });
        for camera in [above(4.0), view] {
            let text = serde_json::to_string(&Stored::from(camera)).unwrap();
            let stored: Stored = serde_json::from_str(&text).unwrap();
            assert_eq!(stored.camera(), Some(camera), "{text}");
        }
        assert_eq!(Stored::Above { centre: [0.0; 2], units_per_pixel: 0.0 }.camera(), None);
        let flat = Stored::Perspective { eye: [0.0; 3], yaw: 0.0, pitch: 0.0, distance: 1.0, fov_y: 0.0 };
        assert_eq!(flat.camera(), None);
        assert_eq!(Stored::Above { centre: [f32::NAN, 0.0], units_per_pixel: 1.0 }.camera(), None);
    }
}
