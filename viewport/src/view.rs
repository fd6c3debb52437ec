//! How a scene is to be shown: plain data, compared to see whether anything changed.

use glam::Vec2;
use levelwright_model::scene::{Camera, Colour, Colouring, SceneKey};

/// The colours that are not the scene's own.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Theme {
    /// Behind everything.
    pub background: Colour,
    /// Lines of the grid.
    pub grid: Colour,
    /// Borders of faces.
    pub edge: Colour,
    /// Walls that stop people, from above.
    pub wall: Colour,
    /// Open borders, from above.
    pub passable: Colour,
    /// What is selected.
    pub selection: Colour,
    /// What is under the pointer.
    pub hover: Colour,
    /// Around badges.
    pub rim: Colour,
}

impl Theme {
    /// For dark windows.
    pub const DARK: Self = Self {
        background: Colour::rgb(27, 29, 34),
        grid: Colour([150, 165, 190, 46]),
        edge: Colour([8, 10, 14, 150]),
        wall: Colour::rgb(232, 234, 240),
        passable: Colour([150, 160, 176, 150]),
        selection: Colour::rgb(255, 176, 32),
        hover: Colour::rgb(120, 200, 255),
        rim: Colour::rgb(14, 15, 18),
    };

    /// For light windows.
    pub const LIGHT: Self = Self {
        background: Colour::rgb(232, 234, 238),
        grid: Colour([40, 60, 90, 46]),
        edge: Colour([20, 24, 32, 130]),
        wall: Colour::rgb(28, 30, 36),
        passable: Colour([70, 80, 96, 140]),
        selection: Colour::rgb(226, 92, 0),
        hover: Colour::rgb(0, 120, 210),
        rim: Colour::rgb(30, 32, 38),
    };
}

/// What is drawn besides surfaces.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Overlays {
    /// The grid.
    pub grid: bool,
    /// Borders of faces.
    pub edges: bool,
    /// Placed things.
    pub markers: bool,
    /// Links and paths.
    pub lines: bool,
    /// Liquids and ghosts.
    pub see_through: bool,
}

impl Overlays {
    /// Everything.
    pub const ALL: Self = Self { grid: true, edges: true, markers: true, lines: true, see_through: true };
}

/// One way to show a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct View<'a> {
    /// The viewer.
    pub camera: Camera,
    /// What the colours tell.
    pub colouring: Colouring,
    /// Whether surfaces wear their images; see [`Self::wears_images`].
    pub textures: bool,
    /// Width and height in pixels.
    pub size: [u32; 2],
    /// Pixels in a point of the window.
    pub scale: f32,
    /// What is selected, in any order.
    pub selection: &'a [SceneKey],
    /// What is under the pointer.
    pub hover: Option<SceneKey>,
    /// What is not shown, in any order.
    pub hidden: &'a [SceneKey],
    /// What is drawn besides surfaces.
    pub overlays: Overlays,
    /// The colours.
    pub theme: Theme,
    /// Samples a pixel: 0 or 1 for plain, 4 for smooth borders of faces. Lines and badges are
    /// smooth anyway. Costs as much as it says without a graphics card.
    pub samples: u8,
}

impl View<'_> {
    /// Everything of a scene in dark colours, nothing selected.
    pub fn new(camera: Camera, size: [u32; 2]) -> Self {
        Self {
            camera,
            colouring: Colouring::Type,
            textures: false,
            size,
            scale: 1.0,
            selection: &[],
            hover: None,
            hidden: &[],
            overlays: Overlays::ALL,
            theme: Theme::DARK,
            samples: 0,
        }
    }

    /// Whether surfaces wear their images now: only where the colours tell what a surface is or wears. Heights, light and
    /// liquids could not be told with an image over them.
    pub const fn wears_images(&self) -> bool {
        self.textures && matches!(self.colouring, Colouring::Type | Colouring::Texture)
    }

    /// The size as the scene's cameras take it.
    pub fn extent(&self) -> Vec2 {
        let [width, height] = self.size;
        // Sizes beyond what floats count exactly are refused before anything is drawn.
        Vec2::new(width as f32, height as f32)
    }
}

/// A copy of a view that outlives it, with sorted keys.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Shown {
    view: View<'static>,
    selection: Vec<SceneKey>,
    hidden: Vec<SceneKey>,
}

impl Shown {
    pub(crate) fn new(view: &View<'_>) -> Self {
        let sorted = |keys: &[SceneKey]| {
            let mut keys = keys.to_vec();
            keys.sort_unstable();
            keys.dedup();
            keys
        };
        Self {
            view: View { selection: &[], hidden: &[], camera: view.camera, theme: view.theme, ..*view },
            selection: sorted(view.selection),
            hidden: sorted(view.hidden),
        }
    }

    /// Everything but the keys.
    pub(crate) fn view(&self) -> &View<'static> {
        &self.view
    }

    pub(crate) fn is_selected(&self, key: SceneKey) -> bool {
        self.selection.binary_search(&key).is_ok()
    }

    pub(crate) fn is_hidden(&self, key: SceneKey) -> bool {
        self.hidden.binary_search(&key).is_ok()
    }

    /// How shaders know it: hidden, plain, under the pointer, selected.
    pub(crate) fn state(&self, key: Option<SceneKey>) -> f32 {
        match key {
            Some(key) if self.is_hidden(key) => -1.0,
            Some(key) if self.is_selected(key) => 2.0,
            Some(key) if self.view.hover == Some(key) => 1.0,
            _ => 0.0,
        }
    }

    /// Whether the same keys are hidden.
    pub(crate) fn hides_as(&self, other: &Self) -> bool {
        self.hidden == other.hidden
    }

    /// Whether everything wears the same [`Self::state`].
    pub(crate) fn marks_as(&self, other: &Self) -> bool {
        self.hides_as(other) && self.selection == other.selection && self.view.hover == other.view.hover
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use levelwright_model::scene::camera::Top;

    #[test]
    fn the_order_of_keys_does_not_matter() {
        let camera = Camera::Top(Top { centre: Vec2::ZERO, units_per_pixel: 1.0 });
        let view = View::new(camera, [10, 10]);
        let keys = [SceneKey(3), SceneKey(1), SceneKey(3)];
        let a = Shown::new(&View { selection: &keys, ..view.clone() });
        let b = Shown::new(&View { selection: &[SceneKey(1), SceneKey(3)], ..view.clone() });
        assert_eq!(a, b);
        assert_eq!(a.state(Some(SceneKey(3))), 2.0);
        assert_eq!(a.state(Some(SceneKey(2))), 0.0);
        let hidden = Shown::new(&View { selection: &keys, hidden: &keys, ..view });
        assert_eq!(hidden.state(Some(SceneKey(1))), -1.0);
        assert_eq!(hidden.state(None), 0.0);
        assert!(!hidden.marks_as(&a));
    }
}
