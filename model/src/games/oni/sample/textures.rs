//! The sample's textures, drawn by rule.

/// A texture of the sample.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleTexture {
    /// Its name without the tag.
    pub name: &'static str,
    /// Red, green and blue of each pixel, the top row first; the side is [`SIDE`].
    pub pixels: Vec<[u8; 3]>,
}

/// Pixels along each side of a texture.
pub const SIDE: u16 = 64;

/// The textures: floor, wall, boxes.
pub fn textures() -> [SampleTexture; 3] {
    let draw = |name, pixel: fn(u16, u16) -> [u8; 3]| {
        let pixels = (0..SIDE).flat_map(|y| (0..SIDE).map(move |x| pixel(x, y))).collect();
        SampleTexture { name, pixels }
    };
    [draw("PRACTICE_FLOOR", floor), draw("PRACTICE_WALL", wall), draw("PRACTICE_BOX", a_box)]
}

/// A grey with grains: the same everywhere, and nowhere quite the same.
fn grain(x: u16, y: u16, of: [u8; 3]) -> [u8; 3] {
    let mixed = ((u32::from(x) * 73 + u32::from(y) * 151) ^ (u32::from(x) * u32::from(y) * 37)) % 17;
    of.map(|part| part.saturating_add(mixed as u8).saturating_sub(8))
}

/// Slabs with joints, every other one a little darker.
fn floor(x: u16, y: u16) -> [u8; 3] {
    const SLAB: u16 = SIDE / 2;
    let joint = x.is_multiple_of(SLAB) || y.is_multiple_of(SLAB);
    let rim = x % SLAB == 1 || y % SLAB == 1;
    match (joint, rim, (x / SLAB + y / SLAB) % 2) {
        (true, ..) => [58, 60, 64],
        (_, true, _) => [190, 192, 190],
        (_, _, 0) => grain(x, y, [158, 160, 158]),
        _ => grain(x, y, [138, 142, 144]),
    }
}

/// Panels with a seam in the middle, a band of colour at the height of the hand, a dark foot.
fn wall(x: u16, y: u16) -> [u8; 3] {
    match (x, y) {
        (_, 0..3) => [96, 100, 108],
        (_, 34..38) => [206, 122, 52],
        (_, 33 | 38) => [92, 78, 66],
        (_, 58..) => grain(x, y, [86, 88, 94]),
        (0 | 32, _) => [120, 124, 130],
        (1 | 33, _) => [222, 224, 224],
        _ => grain(x, y, [188, 192, 194]),
    }
}

/// A frame with slanted stripes around a plate.
fn a_box(x: u16, y: u16) -> [u8; 3] {
    const RIM: u16 = 8;
    let inside = (RIM..SIDE - RIM).contains(&x) && (RIM..SIDE - RIM).contains(&y);
    let edge = x == RIM || y == RIM || x == SIDE - RIM - 1 || y == SIDE - RIM - 1;
    if inside && edge {
        [70, 74, 82]
    } else if inside {
        grain(x, y, [112, 132, 150])
    } else if ((x + y) / 8).is_multiple_of(2) {
        grain(x, y, [214, 172, 60])
    } else {
        grain(x, y, [60, 58, 56])
    }
}
