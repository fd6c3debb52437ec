//! A level as its scene is made from it: geometry, heights in the first tick, records by index.

use super::lights;
use crate::document::{Level, Objects, Table};
use crate::games::marathon::bulk;
use crate::games::marathon::geometry::Map;
use crate::games::marathon::geometry::map::{Point, Polygon};
use crate::games::marathon::geometry::platform::{self, Built};
use crate::games::marathon::records;
use crate::preview::{Live, Reading};
use crate::scene::SceneKey;

/// Floor and ceiling of a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Heights {
    pub(super) floor: i16,
    pub(super) ceiling: i16,
}

/// The rows of a table that may be missing.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rows<'a> {
    table: Option<&'a Table>,
}

impl<'a> Rows<'a> {
    /// A row's bytes and layout.
    pub(super) fn row(&self, index: i16) -> Option<(&'a [u8], u16)> {
        let table = self.table?;
        Some((table.row_head(usize::try_from(index).ok()?)?, table.layout))
    }

    /// A row's node.
    fn number(&self, index: i16) -> Option<u32> {
        self.table?.row_number(usize::try_from(index).ok()?)
    }

    /// The rows an index can name.
    pub(super) fn indices(&self) -> impl Iterator<Item = i16> + use<> {
        let count = self.table.map_or(0, Table::len);
        (0..=i16::MAX).take(count)
    }
}

/// A liquid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Medium {
    pub(super) kind: i16,
    /// The surface in the first tick.
    pub(super) height: i16,
}

/// A level as its scene is made from it.
pub(super) struct World<'a> {
    pub(super) objects: &'a Objects,
    pub(super) map: Map,
    pub(super) platforms: Vec<Built>,
    /// By polygon, with platforms at their start.
    heights: Vec<Heights>,
    lights: Vec<i32>,
    media: Vec<Medium>,
    pub(super) polygon_rows: Rows<'a>,
    pub(super) side_rows: Rows<'a>,
    pub(super) line_rows: Rows<'a>,
    pub(super) object_rows: Rows<'a>,
    pub(super) annotation_rows: Rows<'a>,
    pub(super) medium_rows: Rows<'a>,
}

impl<'a> World<'a> {
    pub(super) fn new(level: &'a Level, objects: &'a Objects) -> Self {
        let map = bulk::geometry(level);
        let platforms = platform::built(&map);
        let mut heights: Vec<Heights> =
            map.polygons.iter().map(|polygon| Heights { floor: polygon.floor, ceiling: polygon.ceiling }).collect();
        for built in &platforms {
            if let Some(own) = usize::try_from(built.polygon).ok().and_then(|at| heights.get_mut(at)) {
                *own = Heights { floor: built.floor, ceiling: built.ceiling };
            }
        }
        let lights = lights::intensities(level);
        let rows = |key| Rows { table: level.table(key) };
        let media = level.table("media").map(|table| media(table, &lights)).unwrap_or_default();
        Self {
            objects,
            map,
            platforms,
            heights,
            lights,
            media,
            polygon_rows: rows("polygons"),
            side_rows: rows("sides"),
            line_rows: rows("lines"),
            object_rows: rows("objects"),
            annotation_rows: rows("annotations"),
            medium_rows: rows("media"),
        }
    }

    /// Puts a live value in the place of what stands there in the first tick; values that are not drawn are left out.
    pub(super) fn take(&mut self, live: &Live) {
        let Ok(row) = usize::try_from(live.subject.row) else { return };
        // Heights of a running level stay in the range of the stored ones.
        let Reading::Int(value) = live.value else { return };
        let height = i16::try_from(value.clamp(i16::MIN.into(), i16::MAX.into())).unwrap_or_default();
        match (live.subject.table, live.field) {
            ("polygons", "floor_height") => self.heights.get_mut(row).into_iter().for_each(|h| h.floor = height),
            ("polygons", "ceiling_height") => self.heights.get_mut(row).into_iter().for_each(|h| h.ceiling = height),
            ("media", "height") => self.media.get_mut(row).into_iter().for_each(|m| m.height = height),
            ("lights", "intensity") => {
                let intensity = i32::try_from(value).unwrap_or_default();
                self.lights.get_mut(row).into_iter().for_each(|light| *light = intensity);
            }
            _ => {}
        }
    }

    /// The key of the object that a row belongs to.
    pub(super) fn key(&self, rows: Rows<'_>, index: i16) -> SceneKey {
        let number = rows.number(index).unwrap_or(0);
        let object = self.objects.of_node(number);
        SceneKey(u64::from(object.map_or(number, |object| object.id.node.number)))
    }

    /// Floor and ceiling of a polygon in the first tick.
    pub(super) fn heights(&self, polygon: i16) -> Option<Heights> {
        self.heights.get(usize::try_from(polygon).ok()?).copied()
    }

    /// A light's intensity in the first tick, 16.16.
    pub(super) fn light(&self, light: i16) -> Option<i32> {
        self.lights.get(usize::try_from(light).ok()?).copied()
    }

    /// A liquid; Marathon 1 has none, whatever its polygons hold.
    pub(super) fn medium(&self, medium: i16) -> Option<Medium> {
        self.media.get(usize::try_from(medium).ok()?).copied()
    }

    /// The liquid that stands in a polygon, with its index.
    pub(super) fn liquid_in(&self, polygon: i16) -> Option<(i16, Medium)> {
        let (row, layout) = self.polygon_rows.row(polygon)?;
        let index = records::Polygon::new(row, layout)?.media();
        let medium = self.medium(index)?;
        (medium.height > self.heights(polygon)?.floor).then_some((index, medium))
    }

    /// The corners of a polygon, clockwise on the map; `None` if fewer than three, or one is missing. The order is the
    /// stored one, whichever way it goes.
    pub(super) fn corners(&self, polygon: &Polygon) -> Option<Vec<Point>> {
        let stored = polygon.endpoints.get(..polygon.corners())?;
        if stored.len() < 3 {
            return None;
        }
        stored.iter().map(|&endpoint| Some(self.map.point(endpoint)?.position)).collect()
    }
}

fn media(table: &Table, lights: &[i32]) -> Vec<Medium> {
    let of = |row: &[u8]| {
        let medium = records::Media::new(row, table.layout)?;
        let light = usize::try_from(medium.light()).ok().and_then(|at| lights.get(at)).copied().unwrap_or(0);
        // height = low + ((high - low) * light intensity) >> 16 (`marathon.md` 2.3).
        let span = i64::from(medium.high()) - i64::from(medium.low());
        let height = i64::from(medium.low()) + ((span * i64::from(light)) >> 16);
        let height = height.clamp(i64::from(i16::MIN), i64::from(i16::MAX));
        Some(Medium { kind: medium.kind(), height: i16::try_from(height).unwrap_or_default() })
    };
    table.heads().map(|row| of(row).unwrap_or(Medium { kind: -1, height: i16::MIN })).collect()
}
