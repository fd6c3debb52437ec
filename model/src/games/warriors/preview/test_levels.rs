//! Small levels made for tests: scripts as text, an object list, a mesh.

use super::WarriorsWorld;
use crate::document::{Level, LevelBuilder, LevelId, Node};
use crate::games::warriors::records::{
    LINE, MESH_POINT, NAV_CORNER, NAV_LINK, NAV_NODE, NAV_POLYGON, TEXT_PIECE, TRIANGLE,
};
use crate::games::warriors::sample::{self, SampleMesh, SamplePaths};
use crate::games::warriors::script::text::pieces;
use crate::games::warriors::tables;
use crate::preview::{Input, Log, Number, Start, Verb, World};
use crate::record::Schema;

/// What a level is made from.
#[derive(Clone, Debug, Default)]
pub(crate) struct Made {
    pub(crate) script: String,
    pub(crate) lines: Vec<String>,
    pub(crate) mesh: SampleMesh,
    /// Node, kind, door.
    pub(crate) links: Vec<(u32, u16, u16)>,
    /// Path data; its links come behind those.
    pub(crate) paths: SamplePaths,
    pub(crate) start: Start,
    /// What the game numbers the level; it has no 0.
    pub(crate) number: u16,
}

/// A line of an object list.
pub(crate) fn line(name: &str, [x, y, z]: [f32; 3], zone: u32) -> String {
    format!("{{{name} {{{x}, {y}, {z}}}, {{0, 0, 0, 1}}, -1, {zone}, 0, ffffffff, nil )\r\n")
}

/// A type's CfgObj: class, hit points, size, flags, width of a leaf.
pub(crate) fn kind(name: &str, class: &str, hitpoints: i32, size: [f32; 3], flags: i32, leaf: f32) -> String {
    let [x, y, z] = size;
    format!(
        "CfgObj(\"{name}\", \"{class}\", {hitpoints}, 0, 0, 100, {{0, 0, {}}}, {{{x}, {y}, {z}}}, 1, 4, 0.1, {flags}, 13, \
         0, {leaf}, 0, 0, 0, 0, 0, {{0, 0, 0}}, {{0, 0, 0, 1}})\n",
        z / 2.0
    )
}

/// A SpawnDoor at a place, not turned, with triangles 0 and 1.
pub(crate) fn door(name: &str, [x, y, z]: [f32; 3], number: u32) -> String {
    format!("Door{number} = SpawnDoor(\"{name}\", {{{x}, {y}, {z}}}, {{0, 0, 0, 1}}, {{0, 1}}, {number})\n")
}

/// A SpawnBreakableGlass over a line along x, of a width and height, with triangles.
pub(crate) fn pane(glass: u32, [x, y, z]: [f32; 3], [width, height]: [f32; 2], triangle: u32) -> String {
    format!(
        "Pane{triangle} = SpawnBreakableGlass({glass}, {{{x}, {y}, {z}}}, {{{x}, {y}, {}}}, {{{}, {y}, {z}}}, {{0, 0}}, \
         {{1, 1}}, 0, {triangle}, {})\n",
        z + height,
        x + width,
        triangle + 1
    )
}

fn node(number: u32, schema: &'static Schema, bytes: &[u8]) -> Node {
    Node::leaf(number, schema, bytes)
}

impl Made {
    /// A level of a script alone.
    pub(crate) fn script(text: &str) -> Made {
        Made { script: text.to_owned(), ..Made::default() }
    }

    /// A level of lines alone.
    pub(crate) fn lines(lines: Vec<String>) -> Made {
        Made { lines, ..Made::default() }
    }

    /// The bundled sample.
    pub(crate) fn sample() -> Made {
        let script = sample::script().into_iter().chain(sample::configuration());
        let lines = sample::list().lines().skip(1).map(|line| format!("{line}\r\n")).collect();
        let script = script.map(|statement| statement.text() + "\n").collect();
        Made { script, lines, mesh: sample::mesh(), paths: sample::paths(), ..Made::default() }
    }

    /// As the game would load it.
    pub(crate) fn level(&self) -> Level {
        let mut build = LevelBuilder::new(LevelId::FILE);
        build.nodes(&tables::LINES, format!("level{}_objs.txt", self.number).as_bytes(), 0, |build, table| {
            self.lines.iter().map(|line| node(build.number(table), &LINE, line.as_bytes())).collect()
        });
        let text = self.script.as_bytes();
        build.nodes(&tables::TEXTS, format!("level{}.lua", self.number).as_bytes(), 0, |build, table| {
            let piece = |piece: &crate::games::warriors::script::text::Piece| {
                node(build.number(table), piece.call.unwrap_or(&TEXT_PIECE), &text[piece.span.clone()])
            };
            pieces(text).0.iter().map(piece).collect()
        });
        build.nodes(&tables::MESH_POINTS, b"", 0, |build, table| {
            let bytes = |point: &[f32; 4]| point.iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
            self.mesh.points.iter().map(|point| node(build.number(table), &MESH_POINT, &bytes(point))).collect()
        });
        build.nodes(&tables::TRIANGLES, b"", 0, |build, table| {
            let bytes = |(corners, flags, material, area): &([u16; 3], u16, u8, u8)| {
                let words = corners.iter().chain([flags]).flat_map(|n| n.to_le_bytes());
                words.chain([*material, *area]).collect::<Vec<u8>>()
            };
            self.mesh.triangles.iter().map(|face| node(build.number(table), &TRIANGLE, &bytes(face))).collect()
        });
        build.nodes(&tables::NAV_LINKS, b"", 0, |build, table| {
            let bytes = |(to, kind, door): &(u32, u16, u16)| {
                let mut bytes = to.to_le_bytes().to_vec();
                bytes.extend(kind.to_le_bytes());
                bytes.extend(door.to_le_bytes());
                bytes
            };
            let links = self.links.iter().chain(self.paths.nodes.iter().flat_map(|node| &node.links));
            links.map(|link| node(build.number(table), &NAV_LINK, &bytes(link))).collect()
        });
        build.nodes(&tables::NAV_NODES, b"", 0, |build, table| {
            let bytes = |place: &sample::SampleNode| {
                let mut bytes: Vec<u8> = place.at.iter().flat_map(|n| n.to_le_bytes()).collect();
                bytes.resize(32, 0);
                bytes[20] = place.links.len() as u8;
                bytes
            };
            self.paths.nodes.iter().map(|place| node(build.number(table), &NAV_NODE, &bytes(place))).collect()
        });
        build.nodes(&tables::NAV_POLYGONS, b"", 0, |build, table| {
            let bytes = |polygon: &sample::SamplePolygon| {
                let mut bytes = vec![0; 80];
                bytes[0] = polygon.corners.len() as u8;
                bytes[72] = polygon.flags as u8;
                bytes
            };
            self.paths.polygons.iter().map(|one| node(build.number(table), &NAV_POLYGON, &bytes(one))).collect()
        });
        build.nodes(&tables::NAV_CORNERS, b"", 0, |build, table| {
            let corners = self.paths.polygons.iter().flat_map(|polygon| &polygon.corners);
            let bytes =
                |[x, y]: &[f32; 2]| [*x, *y, 0.0, 0.0].iter().flat_map(|n| n.to_le_bytes()).collect::<Vec<u8>>();
            corners.map(|corner| node(build.number(table), &NAV_CORNER, &bytes(corner))).collect()
        });
        build.finish()
    }

    /// Running.
    pub(crate) fn run(&self) -> Running {
        let mut log = Log::default();
        let world = WarriorsWorld::new(&self.level(), &self.start, &mut log);
        Running { world, log }
    }
}

/// A level that runs, with its log.
#[derive(Clone, Debug)]
pub(crate) struct Running {
    pub(crate) world: WarriorsWorld,
    pub(crate) log: Log,
}

/// The nearest number.
pub(crate) fn n(number: f64) -> Number {
    Number::nearest(number).unwrap()
}

impl Running {
    /// The next tick with something done in it.
    pub(crate) fn act(&mut self, verb: Verb) -> &mut Running {
        let tick = self.world.now() + 1;
        self.world.tick(&[Input { tick, verb }], &mut self.log);
        self
    }

    /// Some ticks.
    pub(crate) fn wait(&mut self, ticks: u32) -> &mut Running {
        for _ in 0..ticks {
            self.world.tick(&[], &mut self.log);
        }
        self
    }

    /// Up to and with a tick.
    pub(crate) fn until(&mut self, tick: u32) -> &mut Running {
        self.wait(tick - self.world.now())
    }

    /// Puts somebody somewhere.
    pub(crate) fn place(&mut self, who: &str, [x, y, z]: [f64; 3], facing: f64) -> &mut Running {
        let who = Some(who.parse().unwrap());
        self.act(Verb::Place { x: n(x), y: n(y), z: Some(n(z)), facing: n(facing), who })
    }

    /// Lets something happen.
    pub(crate) fn fire(&mut self, target: &str, event: &str) -> &mut Running {
        self.act(Verb::Fire { target: target.parse().unwrap(), event: event.to_owned() })
    }

    /// Strikes something.
    pub(crate) fn hit(&mut self, target: &str, strength: i32) -> &mut Running {
        self.act(Verb::Hit { target: target.parse().unwrap(), strength })
    }

    /// Gives a value.
    pub(crate) fn set(&mut self, target: &str, field: &str, value: f64) -> &mut Running {
        self.act(Verb::Set { target: target.parse().unwrap(), field: field.to_owned(), value: n(value) })
    }

    /// When events of a kind happened, and to whom.
    pub(crate) fn events(&self, kind: &str) -> Vec<(u32, String)> {
        let of = self.log.events().iter().filter(|event| event.kind == kind);
        of.map(|event| (event.tick, event.target.to_string())).collect()
    }

    /// The values of events of a kind.
    pub(crate) fn values(&self, kind: &str) -> Vec<i64> {
        self.log.events().iter().filter(|event| event.kind == kind).map(|event| event.value).collect()
    }

    /// A value.
    pub(crate) fn value(&self, of: &str, field: &str) -> f64 {
        let address = of.parse().unwrap();
        let subject = self.world.find(&address).unwrap_or_else(|| panic!("{of}"));
        self.world.value(&subject, field).unwrap_or_else(|| panic!("{of} {field}")).to_f64()
    }
}
