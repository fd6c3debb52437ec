//! Where the viewer stands: perspective (orbit and fly) and from above, as plain data.

use super::{Bounds, Marker};
use core::f32::consts::{FRAC_PI_2, FRAC_PI_4, TAU};
use glam::{Mat4, Vec2, Vec3, Vec4};

/// A half line into the scene. From a camera above it is a whole line, see [`Camera::ray`].
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ray {
    /// Where it starts.
    pub origin: Vec3,
    /// Its direction, of length 1.
    pub direction: Vec3,
}

impl Ray {
    /// The point at a distance.
    pub fn at(&self, distance: f32) -> Vec3 {
        self.origin + self.direction * distance
    }
}

/// A point of the scene as seen in the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Projected {
    /// Where in the picture; may lie outside of it.
    pub pixel: Vec2,
    /// How far in front of the viewer, in world units along the view direction. From above: how
    /// far below height 0.
    pub depth: f32,
}

/// A viewer in the middle of things. Orbiting keeps the pivot, `distance` ahead of the eye.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Perspective {
    /// Where the eye is.
    pub eye: Vec3,
    /// The direction it looks to, like a heading.
    pub yaw: f32,
    /// How far it looks up (positive) or down, within a quarter turn.
    pub pitch: f32,
    /// The pivot's distance, above 0.
    pub distance: f32,
    /// The picture's height as an angle.
    pub fov_y: f32,
}

/// A viewer above, looking straight down, north at the top.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Top {
    /// The place in the middle of the picture.
    pub centre: Vec2,
    /// World units a pixel.
    pub units_per_pixel: f32,
}

/// A viewer.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Camera {
    /// Orbit and fly.
    Perspective(Perspective),
    /// From above.
    Top(Top),
}

/// 45 degrees: close to what people see of a screen, so little is bent.
const FOV_Y: f32 = FRAC_PI_4;
/// The pivot never comes nearer than this share of the last distance and this length.
const LEAST_DISTANCE: f32 = 1e-3;
const MOST_DISTANCE: f32 = 1e7;

impl Perspective {
    /// Seen from the south-west and above, everything in the picture.
    pub fn over(bounds: &Bounds, size: Vec2) -> Self {
        let mut view = Self { eye: Vec3::ZERO, yaw: 0.96, pitch: -0.75, distance: 1.0, fov_y: FOV_Y };
        view.focus(bounds, size);
        view
    }

    /// The direction of sight, of length 1.
    pub fn forward(&self) -> Vec3 {
        let flat = Vec2::from_angle(self.yaw);
        let lift = Vec2::from_angle(self.pitch);
        (flat * lift.x).extend(lift.y)
    }

    /// To the right of the picture, of length 1 and always level.
    pub fn right(&self) -> Vec3 {
        let flat = Vec2::from_angle(self.yaw);
        Vec3::new(flat.y, -flat.x, 0.0)
    }

    /// Towards the top of the picture, of length 1.
    pub fn up(&self) -> Vec3 {
        self.right().cross(self.forward())
    }

    /// The point that orbiting turns around.
    pub fn pivot(&self) -> Vec3 {
        self.eye + self.forward() * self.distance
    }

    /// Turns around the pivot.
    pub fn orbit(&mut self, yaw: f32, pitch: f32) {
        let pivot = self.pivot();
        self.look(yaw, pitch);
        self.eye = pivot - self.forward() * self.distance;
    }

    /// Turns the head; the eye stays.
    pub fn look(&mut self, yaw: f32, pitch: f32) {
        self.yaw = (self.yaw + yaw).rem_euclid(TAU);
        self.pitch = (self.pitch + pitch).clamp(-FRAC_PI_2, FRAC_PI_2);
    }

    /// Moves the eye sideways so that what lies at the pivot follows a pointer moved by `pixels`.
    pub fn pan(&mut self, pixels: Vec2, size: Vec2) {
        let unit = self.units_per_pixel(self.distance, size);
        self.eye += (self.up() * pixels.y - self.right() * pixels.x) * unit;
    }

    /// Comes nearer (`factor` below 1) to what lies under the pointer or goes back (above 1).
    /// What is under the pointer stays there. `anchor` is the point that was found there, if any.
    pub fn zoom(&mut self, factor: f32, pixel: Vec2, size: Vec2, anchor: Option<Vec3>) {
        let factor = factor.clamp(0.05, 20.0);
        let ray = self.ray(pixel, size);
        let forward = self.forward();
        let along = ray.direction.dot(forward).max(1e-3);
        let anchor = anchor.unwrap_or_else(|| ray.at(self.distance / along));
        let distance = (self.distance * factor).clamp(LEAST_DISTANCE, MOST_DISTANCE);
        let factor = distance / self.distance;
        self.eye = anchor + (self.eye - anchor) * factor;
        self.distance = distance;
    }

    /// Flies for `seconds` with `speed` world units a second: `push` is (right, forward, up), each
    /// of -1 to 1; up is the world's.
    pub fn fly(&mut self, push: Vec3, speed: f32, seconds: f32) {
        let way = self.right() * push.x + self.forward() * push.y + Vec3::Z * push.z;
        self.eye += way.clamp_length_max(1.0) * speed * seconds;
    }

    /// Steps back, looking the same way, until the whole box is in the picture.
    pub fn focus(&mut self, bounds: &Bounds, size: Vec2) {
        let centre = bounds.centre();
        // A little room stays around it.
        let tall = self.half_height() / 1.08;
        let wide = tall * (size.x / size.y.max(1.0)).clamp(0.05, 20.0);
        let (right, up, forward) = (self.right(), self.up(), self.forward());
        let offsets = bounds.corners().map(|corner| corner - centre);
        // Each side of the picture is a plane through the eye; the corner that lies farthest out says how far back it
        // must be. What is near looks larger than what is far, so opposite sides differ, and the eye stands where both
        // leave the same room: the box's middle is then not the picture's.
        let least = |side: Vec3, half: f32| {
            offsets.iter().map(|off| off.dot(forward) * half - off.dot(side)).fold(f32::INFINITY, f32::min)
        };
        let sides = |way: Vec3, half: f32| (least(way, half), least(-way, half));
        let ((east, west), (north, south)) = (sides(right, wide), sides(up, tall));
        let back = ((east + west) / (2.0 * wide)).min((north + south) / (2.0 * tall));
        let farthest = if bounds.is_empty() { 0.0 } else { -back };
        // A single point gets a little room around it rather than the eye on top of it.
        self.distance = farthest.max(bounds.radius() * 0.5).max(1.2).clamp(LEAST_DISTANCE, MOST_DISTANCE);
        let aside =
            if bounds.is_empty() { Vec3::ZERO } else { right * (west - east) / 2.0 + up * (south - north) / 2.0 };
        self.eye = centre + aside - forward * self.distance;
    }

    /// How many world units a pixel covers at a depth.
    pub fn units_per_pixel(&self, depth: f32, size: Vec2) -> f32 {
        2.0 * depth * self.half_height() / size.y.max(1.0)
    }

    /// Half the picture's height at depth 1.
    fn half_height(&self) -> f32 {
        let half = Vec2::from_angle((self.fov_y * 0.5).clamp(0.01, 1.5));
        half.y / half.x
    }

    fn ray(&self, pixel: Vec2, size: Vec2) -> Ray {
        let unit = self.units_per_pixel(1.0, size);
        let off = (pixel - size * 0.5) * unit;
        let way = self.forward() + self.right() * off.x - self.up() * off.y;
        Ray { origin: self.eye, direction: way.normalize_or(Vec3::X) }
    }
}

impl Top {
    /// Everything in the picture.
    pub fn over(bounds: &Bounds, size: Vec2) -> Self {
        let mut view = Self { centre: Vec2::ZERO, units_per_pixel: 1.0 };
        view.focus(bounds, size);
        view
    }

    /// Moves the map with a pointer moved by `pixels`.
    pub fn pan(&mut self, pixels: Vec2) {
        self.centre += Vec2::new(-pixels.x, pixels.y) * self.units_per_pixel;
    }

    /// Zooms in (`factor` below 1) or out; the place under the pointer stays there.
    pub fn zoom(&mut self, factor: f32, pixel: Vec2, size: Vec2) {
        let before = self.place(pixel, size);
        self.units_per_pixel = (self.units_per_pixel * factor.clamp(0.05, 20.0)).clamp(1e-5, MOST_DISTANCE);
        self.centre += before - self.place(pixel, size);
    }

    /// Shows the whole box, with a little room around it.
    pub fn focus(&mut self, bounds: &Bounds, size: Vec2) {
        self.centre = bounds.centre().truncate();
        let extent = if bounds.is_empty() { Vec2::ONE } else { (bounds.max - bounds.min).truncate().max(Vec2::ONE) };
        self.units_per_pixel = (extent * 1.1 / size.max(Vec2::ONE)).max_element().max(1e-5);
    }

    /// The place on the map under a pixel.
    pub fn place(&self, pixel: Vec2, size: Vec2) -> Vec2 {
        let off = (pixel - size * 0.5) * self.units_per_pixel;
        self.centre + Vec2::new(off.x, -off.y)
    }
}

impl Camera {
    /// Whether it looks straight down.
    pub fn is_top(&self) -> bool {
        matches!(self, Self::Top(_))
    }

    /// The direction of sight, of length 1.
    pub fn forward(&self) -> Vec3 {
        match self {
            Self::Perspective(view) => view.forward(),
            Self::Top(_) => Vec3::NEG_Z,
        }
    }

    /// The right and the upper side of the picture, of length 1.
    pub fn sides(&self) -> (Vec3, Vec3) {
        match self {
            Self::Perspective(view) => (view.right(), view.up()),
            Self::Top(_) => (Vec3::X, Vec3::Y),
        }
    }

    /// Moves so that the box is in the picture, looking the same way.
    pub fn focus(&mut self, bounds: &Bounds, size: Vec2) {
        match self {
            Self::Perspective(view) => view.focus(bounds, size),
            Self::Top(view) => view.focus(bounds, size),
        }
    }

    /// Follows a pointer moved by `pixels` sideways.
    pub fn pan(&mut self, pixels: Vec2, size: Vec2) {
        match self {
            Self::Perspective(view) => view.pan(pixels, size),
            Self::Top(view) => view.pan(pixels),
        }
    }

    /// Zooms to the pointer, see [`Perspective::zoom`] and [`Top::zoom`].
    pub fn zoom(&mut self, factor: f32, pixel: Vec2, size: Vec2, anchor: Option<Vec3>) {
        match self {
            Self::Perspective(view) => view.zoom(factor, pixel, size, anchor),
            Self::Top(view) => view.zoom(factor, pixel, size),
        }
    }

    /// What lies under a pixel. From above, the ray starts at height 0 and stands for the whole
    /// upright line: things above have negative distances.
    pub fn ray(&self, pixel: Vec2, size: Vec2) -> Ray {
        match self {
            Self::Perspective(view) => view.ray(pixel, size),
            Self::Top(view) => Ray { origin: view.place(pixel, size).extend(0.0), direction: Vec3::NEG_Z },
        }
    }

    /// Where a point appears; `None` when it is behind the viewer or not finite.
    pub fn project(&self, point: Vec3, size: Vec2) -> Option<Projected> {
        let projected = match self {
            Self::Perspective(view) => {
                let off = point - view.eye;
                let depth = off.dot(view.forward());
                if depth <= LEAST_DISTANCE {
                    return None;
                }
                let unit = view.units_per_pixel(depth, size);
                let side = Vec2::new(off.dot(view.right()), -off.dot(view.up()));
                Projected { pixel: size * 0.5 + side / unit, depth }
            }
            Self::Top(view) => {
                let off = (point.truncate() - view.centre) / view.units_per_pixel;
                Projected { pixel: size * 0.5 + Vec2::new(off.x, -off.y), depth: -point.z }
            }
        };
        projected.pixel.is_finite().then_some(projected)
    }

    /// How many pixels a world unit covers at a point, 0 when it is behind the viewer.
    pub fn pixels_per_unit(&self, point: Vec3, size: Vec2) -> f32 {
        match self {
            Self::Perspective(view) => {
                let depth = (point - view.eye).dot(view.forward());
                if depth <= LEAST_DISTANCE { 0.0 } else { 1.0 / view.units_per_pixel(depth, size) }
            }
            Self::Top(view) => 1.0 / view.units_per_pixel,
        }
    }

    /// Half the width of a marker's badge in pixels, where a point of the window has `scale`
    /// pixels. Picking and drawing agree through this.
    pub fn marker_pixels(&self, marker: &Marker, size: Vec2, scale: f32) -> f32 {
        let scale = scale.max(0.1);
        marker.points(self.pixels_per_unit(marker.centre(), size) / scale) * scale
    }

    /// The matrix to clip space (each side -1 to 1, -1 near), deep enough for everything in
    /// `bounds`.
    pub fn view_projection(&self, size: Vec2, bounds: &Bounds) -> Mat4 {
        let size = size.max(Vec2::ONE);
        match self {
            Self::Perspective(view) => {
                let (forward, right, up) = (view.forward(), view.right(), view.up());
                let reach = |corner: &Vec3| (*corner - view.eye).dot(forward);
                let far = bounds.corners().iter().map(reach).fold(1.0, f32::max) * 1.01 + 1.0;
                // 24 bits of depth hold a ratio of 1 to 20,000 without shimmering faces.
                let near = (far / 20_000.0).min(view.distance * 0.2).max(far / 2e6);
                let tall = 1.0 / view.half_height();
                let wide = tall * size.y / size.x;
                let eye = view.eye;
                let depth = (far + near) / (far - near);
                let row_z = (forward * depth).extend(-eye.dot(forward) * depth - 2.0 * far * near / (far - near));
                rows(
                    (right * wide).extend(-eye.dot(right) * wide),
                    (up * tall).extend(-eye.dot(up) * tall),
                    row_z,
                    forward.extend(-eye.dot(forward)),
                )
            }
            Self::Top(view) => {
                let scale = Vec2::splat(2.0 / view.units_per_pixel) / size;
                let off = -view.centre * scale;
                let (low, high) = if bounds.is_empty() { (-1.0, 1.0) } else { (bounds.min.z, bounds.max.z) };
                let room = (high - low) * 0.05 + 1.0;
                let (low, high) = (low - room, high + room);
                let deep = -2.0 / (high - low);
                rows(
                    Vec4::new(scale.x, 0.0, 0.0, off.x),
                    Vec4::new(0.0, scale.y, 0.0, off.y),
                    Vec4::new(0.0, 0.0, deep, (high + low) / (high - low)),
                    Vec4::W,
                )
            }
        }
    }
}

fn rows(x: Vec4, y: Vec4, z: Vec4, w: Vec4) -> Mat4 {
    Mat4::from_cols(x, y, z, w).transpose()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SIZE: Vec2 = Vec2::new(800.0, 600.0);

    fn bounds() -> Bounds {
        Bounds { min: Vec3::new(-10.0, -20.0, -3.0), max: Vec3::new(30.0, 20.0, 9.0) }
    }

    fn both() -> [Camera; 2] {
        [Camera::Perspective(Perspective::over(&bounds(), SIZE)), Camera::Top(Top::over(&bounds(), SIZE))]
    }

    #[test]
    fn focus_shows_every_corner() {
        for mut camera in both() {
            camera.focus(&bounds(), SIZE);
            for corner in bounds().corners() {
                let seen = camera.project(corner, SIZE).expect("in front");
                assert!(seen.pixel.cmpge(Vec2::ZERO).all(), "{camera:?} {seen:?}");
                assert!(seen.pixel.cmple(SIZE).all(), "{camera:?} {seen:?}");
            }
            camera.focus(&Bounds::EMPTY, SIZE);
            assert!(camera.project(camera.forward() * 0.0, SIZE).is_some());
        }
    }

    #[test]
    fn a_ray_and_a_projection_are_each_others_inverse() {
        for camera in both() {
            for pixel in [Vec2::new(400.0, 300.0), Vec2::new(13.0, 555.0)] {
                let point = camera.ray(pixel, SIZE).at(17.0);
                let seen = camera.project(point, SIZE).expect("in front");
                assert!(seen.pixel.distance(pixel) < 0.01, "{camera:?} {seen:?}");
            }
        }
    }

    #[test]
    fn the_matrix_agrees_with_project() {
        for camera in both() {
            let matrix = camera.view_projection(SIZE, &bounds());
            for point in bounds().corners() {
                let seen = camera.project(point, SIZE).expect("in front");
                let clip = matrix.project_point3(point);
                let pixel = (Vec2::new(clip.x, -clip.y) + 1.0) * 0.5 * SIZE;
                assert!(pixel.distance(seen.pixel) < 0.02, "{pixel} {seen:?}");
                assert!(clip.z > -1.0 && clip.z < 1.0, "{clip}");
            }
            let (low, high) = (Vec3::new(4.0, 5.0, -2.0), Vec3::new(4.0, 5.0, 8.0));
            assert!(
                matrix.project_point3(high).z < matrix.project_point3(low).z,
                "the higher one is nearer to an eye above"
            );
        }
    }

    #[test]
    fn orbit_keeps_the_pivot_and_look_keeps_the_eye() {
        let mut view = Perspective::over(&bounds(), SIZE);
        let (pivot, distance) = (view.pivot(), view.distance);
        view.orbit(1.0, 0.3);
        view.orbit(-3.0, -9.0);
        assert!(view.pivot().distance(pivot) < 1e-3);
        assert_eq!(view.distance, distance);
        assert_eq!(view.pitch, -FRAC_PI_2);
        assert!(view.up().is_finite() && view.up().length() > 0.99);
        let eye = view.eye;
        view.look(0.4, 0.2);
        assert_eq!(view.eye, eye);
    }

    #[test]
    fn pan_moves_the_pivot_with_the_pointer() {
        for mut camera in both() {
            let point = bounds().centre();
            let before = camera.project(point, SIZE).expect("in front").pixel;
            let moved = Vec2::new(30.0, -12.0);
            camera.pan(moved, SIZE);
            let after = camera.project(point, SIZE).expect("in front").pixel;
            assert!((after - before).distance(moved) < 0.05, "{camera:?}");
        }
    }

    #[test]
    fn zoom_keeps_what_is_under_the_pointer() {
        let pixel = Vec2::new(120.0, 430.0);
        for mut camera in both() {
            let point = camera.ray(pixel, SIZE).at(21.0);
            let before = camera.pixels_per_unit(point, SIZE);
            camera.zoom(0.5, pixel, SIZE, Some(point));
            let seen = camera.project(point, SIZE).expect("in front");
            assert!(seen.pixel.distance(pixel) < 0.05, "{camera:?} {seen:?}");
            assert!(camera.pixels_per_unit(point, SIZE) > before * 1.5);
        }
    }

    #[test]
    fn flying_goes_where_one_looks_at_a_steady_speed() {
        let mut view = Perspective::over(&bounds(), SIZE);
        view.pitch = 0.0;
        view.yaw = 0.0;
        let start = view.eye;
        view.fly(Vec3::Y, 4.0, 0.5);
        assert!((view.eye - start).distance(Vec3::X * 2.0) < 1e-4);
        view.fly(Vec3::ONE, 4.0, 0.5);
        let diagonal = (view.eye - start - Vec3::X * 2.0).length();
        assert!((diagonal - 2.0).abs() < 1e-3, "no faster slantwise");
    }

    #[test]
    fn what_is_behind_is_not_projected() {
        let [perspective, top] = both();
        let Camera::Perspective(view) = perspective else {
            unreachable!("both() makes the perspective first");
        };
        assert!(perspective.project(view.eye - view.forward(), SIZE).is_none());
        assert_eq!(perspective.pixels_per_unit(view.eye, SIZE), 0.0);
        assert!(top.project(Vec3::NAN, SIZE).is_none());
    }
}
