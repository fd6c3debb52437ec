//! A level as its scene is made from it: what is at a moment, and the records by index.

use super::basis::{Basis, Heights, Medium};
use crate::document::{Level, Objects, Table};
use crate::games::marathon::geometry::Map;
use crate::games::marathon::geometry::map::{Point, Polygon};
use crate::games::marathon::records;
use crate::scene::SceneKey;

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

/// A level as its scene is made from it.
pub(super) struct World<'a> {
    pub(super) objects: &'a Objects,
    pub(super) basis: &'a Basis,
    pub(super) polygon_rows: Rows<'a>,
    pub(super) side_rows: Rows<'a>,
    pub(super) line_rows: Rows<'a>,
    pub(super) object_rows: Rows<'a>,
    pub(super) annotation_rows: Rows<'a>,
    pub(super) medium_rows: Rows<'a>,
}

impl<'a> World<'a> {
    pub(super) fn new(level: &'a Level, objects: &'a Objects, basis: &'a Basis) -> Self {
        let rows = |key| Rows { table: level.table(key) };
        Self {
            objects,
            basis,
            polygon_rows: rows("polygons"),
            side_rows: rows("sides"),
            line_rows: rows("lines"),
            object_rows: rows("objects"),
            annotation_rows: rows("annotations"),
            medium_rows: rows("media"),
        }
    }

    pub(super) fn map(&self) -> &'a Map {
        &self.basis.map
    }

    /// The key of the object that a row belongs to.
    pub(super) fn key(&self, rows: Rows<'_>, index: i16) -> SceneKey {
        let number = rows.number(index).unwrap_or(0);
        let object = self.objects.of_node(number);
        SceneKey(u64::from(object.map_or(number, |object| object.id.node.number)))
    }

    /// Floor and ceiling of a polygon.
    pub(super) fn heights(&self, polygon: i16) -> Option<Heights> {
        self.basis.heights.get(usize::try_from(polygon).ok()?).copied()
    }

    /// A light's intensity, 16.16.
    pub(super) fn light(&self, light: i16) -> Option<i32> {
        self.basis.lights.get(usize::try_from(light).ok()?).copied()
    }

    /// A liquid; Marathon 1 has none, whatever its polygons hold.
    pub(super) fn medium(&self, medium: i16) -> Option<Medium> {
        self.basis.media.get(usize::try_from(medium).ok()?).copied()
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
        stored.iter().map(|&endpoint| Some(self.map().point(endpoint)?.position)).collect()
    }
}
