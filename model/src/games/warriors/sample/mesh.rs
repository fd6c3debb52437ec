//! The sample's collision mesh: ground, walls, a shop, and two triangles for each door and pane.

/// Points and triangles as a `.lev` has them, and where those of doors and panes begin.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SampleMesh {
    /// Points, with the fourth number 1.
    pub points: Vec<[f32; 4]>,
    /// Corners, flags, material, area.
    pub triangles: Vec<([u16; 3], u16, u8, u8)>,
    /// First triangle of the shop's door.
    pub shop_door: usize,
    /// First triangle of the gate.
    pub gate: usize,
    /// First triangle of the fence.
    pub fence: usize,
    /// First triangle of the left window.
    pub window_left: usize,
    /// First triangle of the right window.
    pub window_right: usize,
}

/// An enabled triangle of the game's own files (`warriors.md` 1.8: 0xf001).
const FLAGS: u16 = 0xF001;
/// Materials (`enums.json`).
const CONCRETE: u8 = 5;
const BRICKWALL: u8 = 116;
const NONE: u8 = 0;

impl SampleMesh {
    /// Adds a quad, counter-clockwise from its visible side; answers its first triangle.
    fn quad(&mut self, corners: [[f32; 3]; 4], material: u8) -> usize {
        let first = u16::try_from(self.points.len()).unwrap_or(u16::MAX);
        self.points.extend(corners.map(|[x, y, z]| [x, y, z, 1.0]));
        let at = self.triangles.len();
        self.triangles.push(([first, first + 1, first + 2], FLAGS, material, 1));
        self.triangles.push(([first, first + 2, first + 3], FLAGS, material, 1));
        at
    }

    /// A wall over a line, seen from the left of somebody who goes along it.
    fn wall(&mut self, [ax, ay]: [f32; 2], [bx, by]: [f32; 2], [low, high]: [f32; 2], material: u8) -> usize {
        self.quad([[bx, by, low], [ax, ay, low], [ax, ay, high], [bx, by, high]], material)
    }
}

/// The mesh.
pub fn mesh() -> SampleMesh {
    let mut mesh = SampleMesh::default();
    // The street with the line, the yard.
    mesh.quad([[-16.0, -16.0, 0.0], [16.0, -16.0, 0.0], [16.0, -10.0, 0.0], [-16.0, -10.0, 0.0]], CONCRETE);
    mesh.quad([[-16.0, -10.0, 0.0], [16.0, -10.0, 0.0], [16.0, 12.0, 0.0], [-16.0, 12.0, 0.0]], CONCRETE);
    // Walls of the yard, open at the gate and at the fence.
    let high = [0.0, 3.0];
    mesh.wall([10.0, 12.0], [-10.0, 12.0], high, BRICKWALL);
    mesh.wall([-10.0, 12.0], [-10.0, 1.2], high, BRICKWALL);
    mesh.gate = mesh.wall([-10.0, 1.2], [-10.0, -1.09], high, NONE);
    mesh.wall([-10.0, -1.09], [-10.0, -10.0], high, BRICKWALL);
    mesh.wall([10.0, -10.0], [10.0, -1.5], high, BRICKWALL);
    mesh.fence = mesh.wall([10.0, -1.5], [10.0, 1.5], [0.0, 2.5], NONE);
    mesh.wall([10.0, 1.5], [10.0, 12.0], high, BRICKWALL);
    // The shop: its front with a door between two windows, its sides and its roof.
    mesh.wall([-3.0, 5.0], [3.0, 5.0], [2.6, 3.0], BRICKWALL);
    mesh.wall([-3.0, 5.0], [-1.09, 5.0], [0.0, 0.8], BRICKWALL);
    mesh.wall([1.09, 5.0], [3.0, 5.0], [0.0, 0.8], BRICKWALL);
    mesh.window_left = mesh.wall([-2.9, 5.0], [-1.2, 5.0], [0.8, 2.6], NONE);
    mesh.window_right = mesh.wall([1.2, 5.0], [2.9, 5.0], [0.8, 2.6], NONE);
    mesh.shop_door = mesh.wall([-1.09, 5.0], [1.09, 5.0], [0.0, 2.6], NONE);
    mesh.wall([-3.0, 9.0], [-3.0, 5.0], high, BRICKWALL);
    mesh.wall([3.0, 5.0], [3.0, 9.0], high, BRICKWALL);
    mesh.wall([3.0, 9.0], [-3.0, 9.0], high, BRICKWALL);
    mesh.quad([[-3.0, 5.0, 3.0], [3.0, 5.0, 3.0], [3.0, 9.0, 3.0], [-3.0, 9.0, 3.0]], CONCRETE);
    mesh
}
