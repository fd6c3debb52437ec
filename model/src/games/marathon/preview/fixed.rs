//! What never changes while a level runs, read once from its records and shared by all copies of the world.

use super::{control_panel, light, medium, placement, platform, sound};
use crate::document::Level;
use crate::games::marathon::geometry::map::{MAXIMUM_VERTICES, Point};
use crate::games::marathon::geometry::{ChunkBytes, Kind, Map, polygon as derived};
use crate::games::marathon::names::later_polygon_type;
use crate::games::marathon::records::{Info, Polygon as Record};

/// "No element" in every index.
pub(super) const NONE: i16 = -1;

/// Environment flag: vacuum (seed 001, FLAGS).
pub(super) const VACUUM: u16 = 1 << 0;

/// A polygon's unchanging fields.
#[derive(Clone, Copy, Debug)]
pub(super) struct Polygon {
    /// Its type in the numbers of Marathon 2.
    pub(super) kind: i16,
    pub(super) permutation: i16,
    pub(super) corners: usize,
    pub(super) points: [Point; MAXIMUM_VERTICES],
    pub(super) lines: [i16; MAXIMUM_VERTICES],
    pub(super) adjacents: [i16; MAXIMUM_VERTICES],
    pub(super) sides: [i16; MAXIMUM_VERTICES],
    pub(super) floor: i16,
    pub(super) ceiling: i16,
    pub(super) centre: Point,
    pub(super) floor_light: i16,
    pub(super) ceiling_light: i16,
    pub(super) media: i16,
    pub(super) ambient_sound: i16,
    pub(super) random_sound: i16,
    pub(super) detached: bool,
}

/// Everything that stays as it is.
#[derive(Debug)]
pub(super) struct Fixed {
    pub(super) map: Map,
    pub(super) polygons: Vec<Polygon>,
    pub(super) sides: Vec<control_panel::Side>,
    /// The sides that follow lights and platforms.
    pub(super) followers: Vec<i16>,
    pub(super) lights: Vec<light::Spec>,
    pub(super) media: Vec<medium::Spec>,
    pub(super) platforms: Vec<platform::Spec>,
    /// By polygon: the first platform of it, or none.
    platform_of: Vec<Option<usize>>,
    pub(super) placement: placement::Spec,
    pub(super) sounds: sound::Spec,
    pub(super) mission_flags: u16,
    pub(super) environment_flags: u16,
    pub(super) marathon_1: bool,
}

/// The element an index names, if it names one.
pub(super) fn at<T>(list: &[T], index: i16) -> Option<&T> {
    usize::try_from(index).ok().and_then(|index| list.get(index))
}

impl Fixed {
    /// Reads a level.
    pub(super) fn new(level: &Level) -> Fixed {
        let marathon_1 = level.fact("data_version") == Some(0);
        let mut map = map(level, marathon_1);
        let (mission_flags, environment_flags) = info(level);
        let polygons = polygons(level, &map);
        let sides = control_panel::read(level, &map, &polygons, environment_flags & VACUUM != 0);
        let platforms = platform::read(level, &mut map);
        let mut platform_of = vec![None; polygons.len()];
        for (index, platform) in platforms.iter().enumerate().rev() {
            if let Some(slot) = usize::try_from(platform.polygon).ok().and_then(|at| platform_of.get_mut(at)) {
                *slot = Some(index);
            }
        }
        Fixed {
            polygons,
            followers: control_panel::followers(&sides),
            sides,
            lights: light::read(level),
            media: medium::read(level),
            platforms,
            platform_of,
            placement: placement::read(level),
            sounds: sound::read(level),
            mission_flags,
            environment_flags,
            marathon_1,
            map,
        }
    }

    /// The platform of a polygon.
    pub(super) fn platform_at(&self, polygon: i16) -> Option<usize> {
        at(&self.platform_of, polygon).copied().flatten()
    }
}

fn map(level: &Level, marathon_1: bool) -> Map {
    let bytes = |key: &str| level.table(key).map(|table| table.bytes()).unwrap_or_default();
    Map::from_chunks(&ChunkBytes {
        pnts: &bytes("points"),
        epnt: &bytes("endpoints"),
        lins: &bytes("lines"),
        sids: &bytes("sides"),
        poly: &bytes("polygons"),
        objs: &bytes("objects"),
        plat: &bytes("platforms"),
        saved_plat: &bytes("saved_platforms"),
        iidx: &[],
        marathon_1,
    })
}

fn info(level: &Level) -> (u16, u16) {
    let info = level.table("info").and_then(|table| Info::new(table.row_head(0)?, table.layout));
    info.map_or((0, 0), |info| (info.mission_flags(), info.environment_flags()))
}

fn polygons(level: &Level, map: &Map) -> Vec<Polygon> {
    let Some(table) = level.table("polygons") else { return Vec::new() };
    let recompute = map.kind == Kind::Raw || map.marathon_1;
    let read = |(index, bytes)| {
        let record = Record::new(bytes, table.layout)?;
        let own = map.polygon(index)?;
        let endpoints = if recompute { derived::endpoints(map, index, own) } else { own.endpoints };
        let m1 = map.marathon_1;
        // Marathon 1 has no liquids and sounds here (`marathon.md` 1.2).
        let later = |value: i16| if m1 { NONE } else { value };
        Some(Polygon {
            kind: if m1 { later_polygon_type(record.kind()) } else { record.kind() },
            permutation: record.permutation(),
            corners: own.corners(),
            points: endpoints.map(|endpoint| map.point(endpoint).map(|point| point.position).unwrap_or_default()),
            lines: own.lines,
            adjacents: if recompute { derived::adjacents(map, index, own) } else { own.adjacents },
            sides: if recompute { derived::sides(map, index, own) } else { own.sides },
            floor: own.floor,
            ceiling: own.ceiling,
            centre: derived::centre(map, index, own).filter(|_| recompute).unwrap_or(own.centre),
            floor_light: record.floor_light(),
            ceiling_light: record.ceiling_light(),
            media: later(record.media()),
            ambient_sound: later(record.ambient_sound()),
            random_sound: later(record.random_sound()),
            detached: own.is_detached() && !m1,
        })
    };
    (0..=i16::MAX).zip(table.heads()).filter_map(read).collect()
}
