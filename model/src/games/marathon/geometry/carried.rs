//! An index list after an edit of the geometry: what the edit does not concern is carried over as it is stored.
//!
//! The rules do not reproduce every stored entry (docs/marathon-derived.md). So they are asked twice, for the map
//! before and after the edit, and only the lists they answer differently are made anew; all others are taken from the
//! stored list, in terms of the numbers that points, lines, polygons and objects have now.

use super::indices::{self, IndicesError, MAXIMUM_LENGTH, MapIndices, PlatformIndices, PolygonIndices};
use super::map::{EndpointOwners, Map, NONE};

/// New indices by old ones; `None` for what went.
#[derive(Clone, Debug, Default)]
pub struct Renamed {
    /// Points.
    pub points: Vec<Option<i16>>,
    /// Lines.
    pub lines: Vec<Option<i16>>,
    /// Polygons.
    pub polygons: Vec<Option<i16>>,
    /// Objects.
    pub objects: Vec<Option<i16>>,
}

impl Renamed {
    /// Everything keeps its number.
    #[must_use]
    pub fn not(map: &Map) -> Self {
        fn same<T>(list: &[T]) -> Vec<Option<i16>> {
            (0..=i16::MAX).zip(list).map(|(index, _)| Some(index)).collect()
        }
        Self {
            points: same(&map.points),
            lines: same(&map.lines),
            polygons: same(&map.polygons),
            objects: same(&map.objects),
        }
    }
}

fn of(names: &[Option<i16>], index: i16) -> Option<i16> {
    usize::try_from(index).ok().and_then(|index| names.get(index)).copied().flatten()
}

/// The index list of `new`, which was `old` before an edit.
///
/// # Errors
/// As [`indices::rebuilt`].
pub fn rebuilt(old: &Map, new: &Map, renamed: &Renamed) -> Result<MapIndices, IndicesError> {
    let is = indices::rebuilt(new)?;
    let Ok(was) = indices::rebuilt(old) else { return Ok(is) };
    let mut before = vec![None; new.polygons.len()];
    for (index, name) in (0..=i16::MAX).zip(&renamed.polygons) {
        if let Some(slot) = name.and_then(|name| usize::try_from(name).ok()).and_then(|name| before.get_mut(name)) {
            *slot = Some(index);
        }
    }
    let carrier = Carrier { old, was, is, renamed, before };
    carrier.carry(new)
}

struct Carrier<'a> {
    old: &'a Map,
    /// What the rules say of the map before.
    was: MapIndices,
    /// What they say of it now.
    is: MapIndices,
    renamed: &'a Renamed,
    /// Old indices of polygons by new ones.
    before: Vec<Option<i16>>,
}

/// A run of entries in a list.
type Run<'a> = Option<&'a [i16]>;

fn run(list: &[i16], first: u16, count: i16) -> Run<'_> {
    let first = usize::from(first);
    list.get(first..first.checked_add(usize::try_from(count).ok()?)?)
}

/// A run that ends with [`NONE`], with its end.
fn ended(list: &[i16], first: u16) -> Run<'_> {
    let rest = list.get(usize::from(first)..)?;
    rest.get(..=rest.iter().position(|&entry| entry == NONE)?)
}

impl Carrier<'_> {
    fn carry(&self, new: &Map) -> Result<MapIndices, IndicesError> {
        let mut out = MapIndices::default();
        for (index, rule) in (0..=i16::MAX).zip(&self.is.polygons) {
            let (was, stored) = self.old_polygon(index);
            let position = |out: &MapIndices| u16::try_from(out.list.len()).map_err(|_| too_long(index));
            let mut entry = PolygonIndices { first_exclusion: position(&out)?, ..PolygonIndices::default() };
            let (lines, points) = self.exclusions(rule, was, stored);
            entry.exclusion_lines = add(&mut out, &lines, index)?;
            entry.exclusion_points = add(&mut out, &points, index)?;
            entry.first_neighbour = position(&out)?;
            let neighbours = self.kept(
                run(&self.is.list, rule.first_neighbour, rule.neighbours),
                was.and_then(|was| run(&self.was.list, was.first_neighbour, was.neighbours)),
                stored.and_then(|stored| run(&self.old.index_list, stored.first_neighbour, stored.neighbours)),
                |polygon| of(&self.renamed.polygons, polygon),
            );
            entry.neighbours = add(&mut out, &neighbours, index)?;
            if new.marathon_1 {
                // Marathon 1 has no sound lists: what stands there is kept.
                entry.sound_sources = stored.map_or(0, |stored| stored.sound_sources);
            }
            out.polygons.push(entry);
        }
        if !new.marathon_1 {
            self.sounds(&mut out)?;
            self.platforms(&mut out)?;
        }
        Ok(out)
    }

    /// What the rules said of a polygon before, and what was stored.
    fn old_polygon(&self, index: i16) -> (Option<&PolygonIndices>, Option<PolygonIndices>) {
        let before = of(&self.before, index);
        let was = before.and_then(|before| self.was.polygons.get(usize::try_from(before).ok()?));
        let stored = before.and_then(|before| self.old.polygon(before)).map(|stored| PolygonIndices {
            first_exclusion: stored.first_exclusion,
            exclusion_lines: stored.exclusion_lines,
            exclusion_points: stored.exclusion_points,
            first_neighbour: stored.first_neighbour,
            neighbours: stored.neighbours,
            sound_sources: stored.sound_sources,
        });
        (was, stored)
    }

    /// The stored entries under their new names, if the rule answers the same as before; else what it answers now.
    fn kept(&self, is: Run<'_>, was: Run<'_>, stored: Run<'_>, name: impl Fn(i16) -> Option<i16>) -> Vec<i16> {
        let renamed = |run: Run<'_>| -> Option<Vec<i16>> { run?.iter().map(|entry| name(*entry)).collect() };
        let same = is.is_some() && renamed(was).as_deref() == is;
        let kept = if same { renamed(stored) } else { None };
        kept.unwrap_or_else(|| is.unwrap_or_default().to_vec())
    }

    /// Lines and points go together: the points are found behind the lines.
    fn exclusions(
        &self,
        rule: &PolygonIndices,
        was: Option<&PolygonIndices>,
        stored: Option<PolygonIndices>,
    ) -> (Vec<i16>, Vec<i16>) {
        let lines = |list, entry: &PolygonIndices| run(list, entry.first_exclusion, entry.exclusion_lines);
        let points = |list, entry: &PolygonIndices| {
            let first = entry.first_exclusion.checked_add(u16::try_from(entry.exclusion_lines).ok()?)?;
            run(list, first, entry.exclusion_points)
        };
        // A line is listed as i, or as -i - 1 from its other side.
        let line_name = |entry: i16| {
            if entry >= 0 { of(&self.renamed.lines, entry) } else { of(&self.renamed.lines, !entry).map(|line| !line) }
        };
        let stored = stored.as_ref();
        let (is, old) = (&self.is.list, &self.old.index_list);
        let lines = self.kept(
            lines(is, rule),
            was.and_then(|was| lines(&self.was.list, was)),
            stored.and_then(|stored| lines(old, stored)),
            line_name,
        );
        let points = self.kept(
            points(is, rule),
            was.and_then(|was| points(&self.was.list, was)),
            stored.and_then(|stored| points(old, stored)),
            |point| of(&self.renamed.points, point),
        );
        (lines, points)
    }

    fn sounds(&self, out: &mut MapIndices) -> Result<(), IndicesError> {
        for (index, rule) in (0..=i16::MAX).zip(&self.is.polygons) {
            let (was, stored) = self.old_polygon(index);
            let sounds = self.kept(
                ended(&self.is.list, rule.sound_sources),
                was.and_then(|was| ended(&self.was.list, was.sound_sources)),
                stored.and_then(|stored| ended(&self.old.index_list, stored.sound_sources)),
                |object| if object == NONE { Some(NONE) } else { of(&self.renamed.objects, object) },
            );
            let position = u16::try_from(out.list.len()).map_err(|_| too_long(index))?;
            add(out, &sounds, index)?;
            if let Some(entry) = usize::try_from(index).ok().and_then(|at| out.polygons.get_mut(at)) {
                entry.sound_sources = position;
            }
        }
        Ok(())
    }

    fn platforms(&self, out: &mut MapIndices) -> Result<(), IndicesError> {
        for rule in &self.is.platforms {
            let index = rule.polygon;
            let before = of(&self.before, index);
            let was = before.and_then(|before| self.was.platforms.iter().find(|was| was.polygon == before));
            let stored = before.and_then(|before| self.old.platform_of(before));
            let mut entry = PlatformIndices { polygon: index, owners: [EndpointOwners::default(); 8] };
            for (k, (owner, own)) in entry.owners.iter_mut().zip(rule.owners).enumerate() {
                if own == EndpointOwners::default() {
                    continue;
                }
                let was = was.and_then(|was| was.owners.get(k));
                let stored = stored.and_then(|stored| stored.owners.get(k));
                let polygons = |list, o: &EndpointOwners| run(list, o.first_polygon, o.polygons);
                let lines = |list, o: &EndpointOwners| run(list, o.first_line, o.lines);
                let (is, was_list, old) = (&self.is.list, &self.was.list, &self.old.index_list);
                let touching = self.kept(
                    polygons(is, &own),
                    was.and_then(|was| polygons(was_list, was)),
                    stored.and_then(|stored| polygons(old, stored)),
                    |polygon| of(&self.renamed.polygons, polygon),
                );
                owner.first_polygon = u16::try_from(out.list.len()).map_err(|_| too_long(index))?;
                owner.polygons = add(out, &touching, index)?;
                let touching = self.kept(
                    lines(is, &own),
                    was.and_then(|was| lines(was_list, was)),
                    stored.and_then(|stored| lines(old, stored)),
                    |line| of(&self.renamed.lines, line),
                );
                owner.first_line = u16::try_from(out.list.len()).map_err(|_| too_long(index))?;
                owner.lines = add(out, &touching, index)?;
            }
            out.platforms.push(entry);
        }
        Ok(())
    }
}

fn too_long(polygon: i16) -> IndicesError {
    IndicesError::TooLong { polygon }
}

/// Appends and counts.
fn add(out: &mut MapIndices, entries: &[i16], polygon: i16) -> Result<i16, IndicesError> {
    if out.list.len() + entries.len() >= MAXIMUM_LENGTH {
        return Err(too_long(polygon));
    }
    out.list.extend_from_slice(entries);
    i16::try_from(entries.len()).map_err(|_| too_long(polygon))
}
