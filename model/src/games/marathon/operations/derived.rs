//! What follows from the geometry beside the edited field: kept as found until a rule's answer changes.
//!
//! After an edit each rule of `marathon.md` 1.5 is asked twice, for the map before and after, about what lies around
//! the edit. Only where the answers differ is anything stored; a stored value that never followed its rule stays
//! (`design.md` 3, derived data).

use std::collections::BTreeSet;

use super::common::{is_marathon_1, row};
use crate::document::{LevelId, NodeId};
use crate::edit::Draft;
use crate::games::marathon::bulk;
use crate::games::marathon::geometry::map::{Endpoint, Line, Map, Point, Polygon};
use crate::games::marathon::geometry::{Kind, endpoint, line, platform, polygon, side};
use crate::games::marathon::records::line::LineField;
use crate::games::marathon::records::points::EndpointField;
use crate::games::marathon::records::polygon::PolygonField;
use crate::games::marathon::records::side::SideField;
use crate::record::{Field, Refusal, Value};

/// What an edit touched, by index.
#[derive(Clone, Debug, Default)]
pub(super) struct Touched {
    pub(super) points: BTreeSet<i16>,
    pub(super) lines: BTreeSet<i16>,
    pub(super) sides: BTreeSet<i16>,
    pub(super) polygons: BTreeSet<i16>,
}

/// Stores a field of a point, line, side or polygon and what follows from it.
pub(super) fn set(draft: &mut Draft, node: NodeId, field: &Field, value: &Value) -> Result<(), Refusal> {
    let (record, key) = super::common::found(draft, node)?;
    let at = super::common::index(record.position())?;
    let mut touched = Touched::default();
    match key {
        "points" | "endpoints" => touched.points.insert(at),
        "lines" => touched.lines.insert(at),
        "sides" => touched.sides.insert(at),
        _ => touched.polygons.insert(at),
    };
    around(draft, node.level, touched, |draft| draft.store(node, field, value).map(|_| ()))
}

/// Carries out an edit that neither adds nor removes points, lines, sides or polygons, and stores what follows.
pub(super) fn around(
    draft: &mut Draft,
    level: LevelId,
    touched: Touched,
    edit: impl FnOnce(&mut Draft) -> Result<(), Refusal>,
) -> Result<(), Refusal> {
    let before = bulk::geometry(draft.level(level)?);
    edit(draft)?;
    let after = bulk::geometry(draft.level(level)?);
    settle(draft, level, &before, &after, &widened(touched, [&before, &after]))
}

/// Adds what hangs on the touched elements before or after the edit.
fn widened(mut touched: Touched, maps: [&Map; 2]) -> Touched {
    for map in maps {
        for (index, line) in (0..=i16::MAX).zip(&map.lines) {
            let hangs = touched.lines.contains(&index)
                || line.endpoints.iter().any(|point| touched.points.contains(point))
                || sides_of(line).iter().any(|side| touched.sides.contains(side))
                || owners_of(line).iter().any(|owner| touched.polygons.contains(owner));
            if hangs {
                touched.lines.insert(index);
            }
        }
    }
    for map in maps {
        for line in touched.lines.iter().filter_map(|index| map.line(*index)) {
            touched.points.extend(line.endpoints);
            touched.sides.extend(sides_of(line));
            touched.polygons.extend(owners_of(line));
        }
    }
    touched
}

fn sides_of(line: &Line) -> [i16; 2] {
    [line.clockwise_side, line.counterclockwise_side]
}

fn owners_of(line: &Line) -> [i16; 2] {
    [line.clockwise_polygon, line.counterclockwise_polygon]
}

/// Stores every rule's answer that differs between the maps.
fn settle(draft: &mut Draft, level: LevelId, before: &Map, after: &Map, touched: &Touched) -> Result<(), Refusal> {
    let mut patches = Patches::default();
    // Elevation flags were made before the game moved the platforms, and go on being so.
    let (old_rest, new_rest) = (platform::at_rest(before), platform::at_rest(after));
    for index in &touched.lines {
        if let (Some(old), Some(new)) = (before.line(*index), after.line(*index)) {
            lines(&mut patches, *index, (before, old), (after, new));
            let rest = |map: &Map| map.line(*index).is_some_and(|line| line::is_elevation(map, line));
            let bit = |set: bool| if set { line::ELEVATION } else { 0 };
            patches.line_flags(*index, (before, old), (after, new), bit(rest(&old_rest)), bit(rest(&new_rest)));
            sides(&mut patches, *index, (before, old), (after, new), !is_marathon_1(draft.level(level)?));
        }
    }
    for index in &touched.polygons {
        if let (Some(old), Some(new)) = (before.polygon(*index), after.polygon(*index)) {
            polygons(&mut patches, *index, (before, old), (after, new));
        }
    }
    // Raw points store nothing but their places.
    if after.kind == Kind::Preprocessed {
        points(&mut patches, (before, &old_rest), (after, &new_rest), &touched.points);
    }
    for (key, index, field, value) in patches.list {
        let node = row(draft.level(level)?, key, index).map(|record| record.id());
        if let Some(node) = node {
            draft.store(node, field, &value)?;
        }
    }
    Ok(())
}

#[derive(Default)]
struct Patches {
    list: Vec<(&'static str, i16, &'static Field, Value)>,
}

impl Patches {
    fn number<T: Into<i128> + PartialEq>(
        &mut self,
        (key, index): (&'static str, i16),
        field: &'static Field,
        before: T,
        after: T,
    ) {
        if before != after {
            self.list.push((key, index, field, Value::Int(after.into())));
        }
    }

    /// Bits that the rule answers differently, in a number that holds others too.
    fn flags(
        &mut self,
        (key, index): (&'static str, i16),
        field: &'static Field,
        stored: u16,
        before: u16,
        after: u16,
    ) {
        let differing = before ^ after;
        if differing != 0 {
            let value = stored & !differing | after & differing;
            self.list.push((key, index, field, Value::Int(value.into())));
        }
    }

    /// The derived bits of a line: the rule keeps the editor's own bits as they are stored.
    fn line_flags(&mut self, index: i16, (before, old): In<'_, Line>, (after, new): In<'_, Line>, was: u16, is: u16) {
        let derived = line::TRANSPARENT_SIDE | line::VARIABLE_ELEVATION | line::LANDSCAPE;
        let old = line::flags(before, old) & derived | was;
        let answer = line::flags(after, new) & derived | is;
        self.flags(("lines", index), LineField::flags.field(), new.flags, old, answer);
    }

    /// Elements that the rule answers differently.
    fn elements(
        &mut self,
        (key, index): (&'static str, i16),
        field: &'static Field,
        stored: &[i16],
        before: &[i16],
        after: &[i16],
    ) {
        if before != after {
            let element =
                |((stored, before), after): ((&i16, &i16), &i16)| if before == after { *stored } else { *after };
            let list = stored.iter().zip(before).zip(after).map(element);
            self.list.push((key, index, field, Value::List(list.map(|n| Value::Int(n.into())).collect())));
        }
    }
}

/// A map and one of its elements.
type In<'a, T> = (&'a Map, &'a T);

fn lines(patches: &mut Patches, index: i16, (before, old): In<'_, Line>, (after, new): In<'_, Line>) {
    let at = ("lines", index);
    if let (Some(old), Some(new)) = (line::length(before, old), line::length(after, new)) {
        patches.number(at, LineField::length.field(), old, new);
    }
    let floors = (line::highest_adjacent_floor(before, old), line::highest_adjacent_floor(after, new));
    patches.number(at, LineField::highest_adjacent_floor.field(), floors.0, floors.1);
    let ceilings = (line::lowest_adjacent_ceiling(before, old), line::lowest_adjacent_ceiling(after, new));
    patches.number(at, LineField::lowest_adjacent_ceiling.field(), ceilings.0, ceilings.1);
}

fn sides(
    patches: &mut Patches,
    index: i16,
    (before, old): In<'_, Line>,
    (after, new): In<'_, Line>,
    owners_are_stored: bool,
) {
    let mut both: Vec<i16> = sides_of(new).into_iter().filter(|side| after.side(*side).is_some()).collect();
    both.dedup();
    for side_index in both {
        let at = ("sides", side_index);
        let Some(answer) = side::derived(after, index, side_index) else { continue };
        let was = if sides_of(old).contains(&side_index) { side::derived(before, index, side_index) } else { None };
        // A side that this line did not have before follows the rule from now on.
        let (polygon, line) = was.map_or((None, None), |was| (Some(was.polygon), Some(was.line)));
        if owners_are_stored {
            if polygon != Some(answer.polygon) {
                patches.list.push((at.0, at.1, SideField::polygon.field(), Value::Int(answer.polygon.into())));
            }
            if line != Some(answer.line) {
                patches.list.push((at.0, at.1, SideField::line.field(), Value::Int(answer.line.into())));
            }
        }
        if let (Some(new), Some(stored)) = (answer.exclusion, after.side(side_index)) {
            let flat = |zone: [Point; 4]| -> Vec<i16> { zone.iter().flat_map(|p| [p.x, p.y]).collect() };
            let (stored, new) = (flat(stored.exclusion), flat(new));
            let old = match was.and_then(|was| was.exclusion) {
                Some(old) => flat(old),
                // Nothing to compare with: every element counts as changed.
                None => new.iter().map(|n| n.wrapping_add(1)).collect(),
            };
            patches.elements(at, SideField::exclusion_zone.field(), &stored, &old, &new);
        }
    }
}

fn polygons(patches: &mut Patches, index: i16, (before, old): In<'_, Polygon>, (after, new): In<'_, Polygon>) {
    let at = ("polygons", index);
    if let (Some(old), Some(new)) = (polygon::area(before, index, old), polygon::area(after, index, new)) {
        patches.number(at, PolygonField::area.field(), old, new);
    }
    if let (Some(old), Some(new)) = (polygon::centre(before, index, old), polygon::centre(after, index, new)) {
        patches.number(at, PolygonField::center_x.field(), old.x, new.x);
        patches.number(at, PolygonField::center_y.field(), old.y, new.y);
    }
    let lists = [
        (
            PolygonField::endpoints,
            new.endpoints,
            polygon::endpoints(before, index, old),
            polygon::endpoints(after, index, new),
        ),
        (
            PolygonField::adjacent_polygons,
            new.adjacents,
            polygon::adjacents(before, index, old),
            polygon::adjacents(after, index, new),
        ),
        (PolygonField::sides, new.sides, polygon::sides(before, index, old), polygon::sides(after, index, new)),
    ];
    // Past the corners the rule answers what is stored, so only corners can differ.
    for (field, stored, old, new) in lists {
        patches.elements(at, field.field(), &stored, &old, &new);
    }
}

/// A map as stored and with its platforms at rest.
type Both<'a> = (&'a Map, &'a Map);

fn points(patches: &mut Patches, before: Both<'_>, after: Both<'_>, touched: &BTreeSet<i16>) {
    /// From this many on it is cheaper to ask about all points in one pass.
    const MANY: usize = 4;
    let answers: [Box<dyn Fn(i16) -> Option<endpoint::Derived>>; 2] = [before, after].map(|(stored, rested)| {
        let of = |map: &Map, list: &Option<Vec<endpoint::Derived>>, index: i16| match list {
            None => map.point(index).map(|_| endpoint::derived(map, index)),
            Some(list) => usize::try_from(index).ok().and_then(|index| list.get(index)).copied(),
        };
        let all = |map: &Map| (touched.len() >= MANY).then(|| endpoint::all_derived(map));
        let (list, rested_list) = (all(stored), all(rested));
        let answer = move |index| {
            let elevation = of(rested, &rested_list, index)?.elevation;
            Some(endpoint::Derived { elevation, ..of(stored, &list, index)? })
        };
        Box::new(answer) as Box<dyn Fn(i16) -> Option<endpoint::Derived>>
    });
    let [old, new] = answers;
    for index in touched {
        if let (Some(old), Some(new), Some(stored)) = (old(*index), new(*index), after.0.point(*index)) {
            point(patches, *index, stored, old, new);
        }
    }
}

fn point(patches: &mut Patches, index: i16, stored: &Endpoint, old: endpoint::Derived, new: endpoint::Derived) {
    let at = ("endpoints", index);
    patches.flags(at, EndpointField::flags.field(), stored.flags, old.flags(0), new.flags(0));
    let (floor, ceiling) = (EndpointField::highest_adjacent_floor, EndpointField::lowest_adjacent_ceiling);
    patches.number(at, floor.field(), old.highest_adjacent_floor, new.highest_adjacent_floor);
    patches.number(at, ceiling.field(), old.lowest_adjacent_ceiling, new.lowest_adjacent_ceiling);
    let supporting = EndpointField::supporting_polygon;
    patches.number(at, supporting.field(), old.supporting_polygon, new.supporting_polygon);
}
