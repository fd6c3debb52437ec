//! The sample's path data: the yard's ground with holes for its doors and its window, and places on both sides of each.

/// Path data as a `.lev` has it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SamplePaths {
    /// The ground first, then its holes.
    pub polygons: Vec<SamplePolygon>,
    /// Places.
    pub nodes: Vec<SampleNode>,
}

/// A polygon of the ground.
#[derive(Clone, Debug, PartialEq)]
pub struct SamplePolygon {
    /// Its corners.
    pub corners: Vec<[f32; 2]>,
    /// 4 a hole that a door can open.
    pub flags: u16,
}

/// A place that people walk to.
#[derive(Clone, Debug, PartialEq)]
pub struct SampleNode {
    /// Where it is.
    pub at: [f32; 3],
    /// Where its links lead, their kind, and door with the avoid bit.
    pub links: Vec<(u32, u16, u16)>,
}

/// Kinds of links (`warriors.md` 1.9).
const WALK: u16 = 1;
const JUMP: u16 = 4;
const DOOR: u16 = 0x10;
const AVOID: u16 = 0x8000;
/// A hole as those of doors in the game have it (`warriors.md` P22: flags 7).
const HOLE: u16 = 7;

/// A place on each side of something, the hole around it, and how one goes through.
struct Way {
    from: [f32; 2],
    to: [f32; 2],
    hole: [[f32; 2]; 2],
    kind: u16,
    door: u16,
}

/// The path data.
pub fn paths() -> SamplePaths {
    let ways = [
        Way { from: [0.0, 4.2], to: [0.0, 5.8], hole: [[-1.09, 4.6], [1.09, 5.4]], kind: DOOR, door: 1 },
        Way { from: [-9.2, 0.05], to: [-10.8, 0.05], hole: [[-10.4, -1.09], [-9.6, 1.2]], kind: DOOR, door: 2 },
        Way { from: [9.2, 0.0], to: [10.8, 0.0], hole: [[9.6, -1.5], [10.4, 1.5]], kind: DOOR, door: 3 },
        Way { from: [-2.05, 4.2], to: [-2.05, 5.8], hole: [[-2.9, 4.6], [-1.2, 5.4]], kind: JUMP, door: 0 },
    ];
    let mut out = SamplePaths::default();
    let ground = vec![[-16.0, -16.0], [16.0, -16.0], [16.0, 12.0], [-16.0, 12.0]];
    out.polygons.push(SamplePolygon { corners: ground, flags: 0 });
    // The middle of the yard, from which one comes everywhere.
    out.nodes.push(SampleNode { at: [0.0, -2.0, 0.0], links: Vec::new() });
    for way in ways {
        let [[west, south], [east, north]] = way.hole;
        // Holes run clockwise.
        let corners = vec![[west, south], [west, north], [east, north], [east, south]];
        out.polygons.push(SamplePolygon { corners, flags: HOLE });
        let near = u32::try_from(out.nodes.len()).unwrap_or(u32::MAX);
        let word = if way.kind == DOOR { way.door | AVOID } else { way.door };
        let place = |[x, y]: [f32; 2], links| SampleNode { at: [x, y, 0.0], links };
        out.nodes.push(place(way.from, vec![(0, WALK, 0), (near + 1, way.kind, word)]));
        out.nodes.push(place(way.to, vec![(near, way.kind, word)]));
        if let Some(middle) = out.nodes.first_mut() {
            middle.links.push((near, WALK, 0));
        }
    }
    out
}
