//! What a scene is made from beside the records' unchanging fields: geometry, heights, lights, liquids, panels. As it
//! is in the first tick, or at a moment of a running level.

use std::collections::BTreeMap;

use super::lights;
use crate::document::{Level, Table};
use crate::games::marathon::bulk;
use crate::games::marathon::geometry::Map;
use crate::games::marathon::geometry::map::indexed;
use crate::games::marathon::geometry::platform::{self, Built};
use crate::games::marathon::records;
use crate::preview::{Live, Reading};

/// Floor and ceiling of a room.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Heights {
    pub(super) floor: i16,
    pub(super) ceiling: i16,
}

/// A liquid.
#[derive(Clone, Copy, Debug)]
pub(super) struct Medium {
    pub(super) kind: i16,
    /// Its surface.
    pub(super) height: i16,
}

/// What a side of a running level shows that it does not store.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct LiveSide {
    /// Whether its switch is on.
    pub(super) on: Option<bool>,
    pub(super) collection: Option<i16>,
    pub(super) shape: Option<i16>,
    /// Where its primary texture was dragged to.
    pub(super) primary_y: Option<i16>,
}

/// Something whose look changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Touched {
    /// A polygon's heights, or what it does.
    Polygon(usize),
    Light(usize),
    Medium(usize),
    Side(i16),
}

/// The lowest and the highest floor and ceiling as the level starts: what colours of heights run between.
#[derive(Clone, Copy, Debug)]
pub(super) struct HeightRange {
    pub(super) floors: (i16, i16),
    pub(super) ceilings: (i16, i16),
}

/// See the module.
#[derive(Debug)]
pub(super) struct Basis {
    pub(super) map: Map,
    pub(super) platforms: Vec<Built>,
    /// By polygon, with platforms at their start.
    pub(super) heights: Vec<Heights>,
    pub(super) lights: Vec<i32>,
    pub(super) media: Vec<Medium>,
    pub(super) range: HeightRange,
    /// Polygons that do something else by now, in the numbers of Marathon 2.
    pub(super) kinds: BTreeMap<i16, i16>,
    pub(super) sides: BTreeMap<i16, LiveSide>,
}

impl Basis {
    /// A level in the first tick.
    pub(super) fn of(level: &Level) -> Basis {
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
        let media = level.table("media").map(|table| media(table, &lights)).unwrap_or_default();
        let all = || indexed(&map.polygons).zip(&heights).map(|(_, heights)| heights);
        let range = |heights: &mut dyn Iterator<Item = i16>| {
            heights.fold((i16::MAX, i16::MIN), |(low, high), height| (low.min(height), high.max(height)))
        };
        let range = HeightRange {
            floors: range(&mut all().map(|heights| heights.floor)),
            ceilings: range(&mut all().map(|heights| heights.ceiling)),
        };
        Basis { map, platforms, heights, lights, media, range, kinds: BTreeMap::new(), sides: BTreeMap::new() }
    }

    /// Puts live values in the place of what stood there; answers what looks otherwise now. Values that are not drawn
    /// are left out.
    pub(super) fn take(&mut self, live: &[Live]) -> Vec<Touched> {
        let mut touched = Vec::new();
        let mut kinds = BTreeMap::new();
        let mut sides: BTreeMap<i16, LiveSide> = BTreeMap::new();
        for Live { subject, field, value, .. } in live {
            let (Reading::Int(value), Ok(row)) = (*value, usize::try_from(subject.row)) else { continue };
            // Heights and numbers of a running level stay in the range of the stored ones.
            let short = i16::try_from(value.clamp(i16::MIN.into(), i16::MAX.into())).unwrap_or_default();
            let index = i16::try_from(subject.row).unwrap_or(-1);
            let side = |sides: &mut BTreeMap<i16, LiveSide>, set: &dyn Fn(&mut LiveSide)| {
                set(sides.entry(index).or_default());
                false
            };
            let changed = match (subject.table, *field) {
                ("polygons", "floor_height") => set(self.heights.get_mut(row).map(|heights| &mut heights.floor), short),
                ("polygons", "ceiling_height") => {
                    set(self.heights.get_mut(row).map(|heights| &mut heights.ceiling), short)
                }
                ("polygons", "kind") => {
                    kinds.insert(index, short);
                    false
                }
                ("media", "height") => set(self.media.get_mut(row).map(|medium| &mut medium.height), short),
                ("lights", "intensity") => set(self.lights.get_mut(row), i32::try_from(value).unwrap_or_default()),
                ("sides", "on") => side(&mut sides, &|side| side.on = Some(short != 0)),
                ("sides", "primary_texture_collection") => side(&mut sides, &|side| side.collection = Some(short)),
                ("sides", "primary_texture_shape") => side(&mut sides, &|side| side.shape = Some(short)),
                ("sides", "primary_y") => side(&mut sides, &|side| side.primary_y = Some(short)),
                _ => false,
            };
            if changed {
                touched.push(match subject.table {
                    "polygons" => Touched::Polygon(row),
                    "media" => Touched::Medium(row),
                    _ => Touched::Light(row),
                });
            }
        }
        touched
            .extend(differing(&self.kinds, &kinds).filter_map(|at| Some(Touched::Polygon(usize::try_from(at).ok()?))));
        touched.extend(differing(&self.sides, &sides).map(Touched::Side));
        (self.kinds, self.sides) = (kinds, sides);
        touched
    }
}

/// Sets a value; answers whether it was another.
fn set<T: PartialEq>(place: Option<&mut T>, value: T) -> bool {
    place.is_some_and(|place| std::mem::replace(place, value) != *place)
}

/// The keys whose values two maps do not agree on.
fn differing<T: PartialEq>(a: &BTreeMap<i16, T>, b: &BTreeMap<i16, T>) -> impl Iterator<Item = i16> {
    let gone = a.iter().filter(|(key, value)| b.get(key) != Some(value)).map(|(key, _)| *key);
    let new = b.keys().filter(|key| !a.contains_key(key)).copied();
    gone.chain(new)
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
